"""The Track Tiles, ready-made tracks, and building a track."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

import arbiter
from arbiter.core import Illegal
from arbiter.games.yummell import GAME, Yummell
from arbiter.games.yummell.book import book
from arbiter.games.yummell.entries import TERRAINS
from arbiter.games.yummell.numbers import TERRAIN_COSTS
from arbiter.games.yummell.setup import middle_tiles
from arbiter.games.yummell.tiles import turned

from .board import Board

CONTENT = book()
TILES = CONTENT.tiles
LENGTHS = {"yhops_stroll": (29, 44), "toads_detour": (41, 66), "homberflupps_knot": (52, 84)}
LENGTHS["gilmores_long_question"] = (64, 104)


def built(*spots: tuple[int, int]) -> list:
    """The start tile with these laid behind it, each by a junction."""
    layout = [TILES.lay_start()]
    for number, junction in spots:
        layout.append(TILES.joined(layout, number, junction))
    return layout


@pytest.mark.rule("YUM-COMP-1", "YUM-TILE-1", "YUM-CONTENT-TILES")
def test_ten_tiles_are_joined_to_form_a_track():
    assert sorted(TILES.by_number) == list(range(1, 11))
    for layout in CONTENT.layouts.values():
        course = CONTENT.course(layout)
        assert [len(route) for route in course.routes] == [last + course.last - course.merge for last in (7, 5, 7)]
        # Two squares that follow one another touch, from the start paths to the last square, tile after tile.
        for route in course.routes:
            cells = [course.cells[square] for square in route]
            assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(cells))
            assert {(x // 5, y // 5) for x, y in cells} == {spot[3:] for spot in layout}


@pytest.mark.rule("YUM-TILE-2", "YUM-GAP-102", "YUM-CONTENT-TRACKS")
def test_a_track_begins_with_tile_1_and_ends_with_tile_2():
    assert len(CONTENT.layouts) == 4
    for layout in CONTENT.layouts.values():
        assert layout[0][0] == TILES.start == 1
        assert layout[-1][0] == TILES.finish == 2
        assert all(spot[0] in TILES.middle for spot in layout[1:-1])


@pytest.mark.rule("YUM-TILE-3", "YUM-TILE-7")
@pytest.mark.parametrize("track", sorted(LENGTHS))
def test_every_square_has_one_terrain_and_its_cost(track):
    course = CONTENT.course(CONTENT.layouts[track])
    squares = range(course.merge, course.last + 1)
    costs = [TERRAIN_COSTS[course.terrain[square]] for square in squares]
    assert (len(costs), sum(costs)) == LENGTHS[track]
    assert CONTENT.tracks[track].story


@pytest.mark.rule("YUM-TILE-7", "YUM-TILE-13", "YUM-GAP-7")
def test_a_tile_with_a_square_of_no_terrain_or_a_junction_off_the_path_is_no_tile():
    hole = '[tile.x]\nnumber = 11\nname = "Hole"\nrole = "middle"\n'
    hole += 'junctions = [{ id = "a", edge = "W" }, { id = "b", edge = "%s" }]\n'
    hole += 'grid = [".....", ".....", "PP%sPP", ".....", "....."]\npath = [[0, 2], [1, 2], [2, 2], [3, 2], [4, 2]]\n'
    assert 11 in book((hole % ("E", "W"),)).tiles.middle
    for edge, terrain, wrong in (("E", ".", "is none"), ("S", "P", "in the middle of edge S"), ("E", "Q", "got 'Q'")):
        with pytest.raises(ValueError, match=wrong):
            book((hole % (edge, terrain),))


@pytest.mark.rule("YUM-TILE-12", "YUM-SETUP-8")
@pytest.mark.parametrize("track", sorted(LENGTHS))
def test_a_described_track_is_rebuilt_exactly(track):
    described = CONTENT.tracks[track].layout
    rebuilt = TILES.described(described)
    assert [(s[0], s[2] * 90, (s[3], s[4])) for s in rebuilt] == [(d.tile, d.rotation, d.at) for d in described]
    assert CONTENT.layout_for(track, 5) == tuple(rebuilt)


@pytest.mark.rule("YUM-GAP-7")
def test_a_quarter_turn_is_clockwise():
    assert turned((0, 2), 1) == (2, 0)
    assert turned((4, 2), 1) == (2, 4)
    assert turned((1, 0), 4) == (1, 0)


@pytest.mark.rule("YUM-TILE-13", "YUM-GAP-7")
def test_tiles_join_junction_to_junction():
    layout = [TILES.lay_start(), TILES.joined([TILES.lay_start()], 6, 1)]
    # Tile 6 by b: its south junction must look west, to the start tile's exit, so it is turned once clockwise.
    assert layout[1] == (6, 1, 1, 1, 0)


@pytest.mark.rule("YUM-GAP-14", "YUM-TILE-3")
def test_a_tile_is_walked_from_the_junction_it_was_joined_by():
    start = TILES.lay_start()
    ways = {}
    for junction in (0, 1):
        layout = (start, TILES.joined([start], 6, junction))
        course = CONTENT.course((*layout, TILES.lay_finish(layout)))
        ways[junction] = [TERRAINS[course.terrain[course.merge + n]] for n in range(1, 6)]
    assert ways[0] == ["plain", "woods", "hills", "hills", "plain"]
    assert ways[1] == ways[0][::-1]


@pytest.mark.rule("YUM-START-1", "YUM-GAP-2")
def test_the_start_tile_has_three_paths_that_join_in_one_square():
    course = CONTENT.course(CONTENT.layouts["toads_detour"])
    assert course.paths == ("north", "middle", "south")
    own = [[square for square in route if square < course.merge] for route in course.routes]
    ways = [[TERRAINS[course.terrain[square]] for square in squares] for squares in own]
    assert ways[0] == ["plain", "plain", "woods", "plain", "plain", "hills"]
    assert ways[1] == ["swamp", "woods", "swamp", "hills"]
    assert ways[2] == ["plain", "hills", "plain", "woods", "plain", "woods"]
    assert [course.ahead(p, squares[-1]) for p, squares in enumerate(own)] == [course.merge] * 3
    assert [course.back(p, course.merge) for p in range(3)] == [squares[-1] for squares in own]


@pytest.mark.rule("YUM-GAP-17")
def test_squares_that_only_touch_are_not_connected():
    layout = built((9, 0), (10, 0), (5, 0), (3, 1), (8, 1), (4, 0), (7, 1), (6, 1))
    course = CONTENT.course((*layout, TILES.lay_finish(layout)))
    # The track passes by itself: squares 25 and 28 lie side by side, and yet the way leads over 26 and 27.
    assert sum(abs(a - b) for a, b in zip(course.cells[25], course.cells[28], strict=True)) == 1
    assert course.way(0, 25)[:3] == (26, 27, 28)
    assert [course.ahead(0, square) for square in (25, 26, 27)] == [26, 27, 28]
    assert course.back(0, 28) == 27


# Ready-made or built


@pytest.mark.rule("YUM-SETUP-6", "YUM-SETUP-9", "YUM-TRACK-1", "YUM-GAP-16")
def test_the_track_is_ready_made_or_built():
    assert CONTENT.layout_for("built", 5) is None
    assert len(CONTENT.layout_for("suited", 2)) == 5
    assert len(CONTENT.layout_for("suited", 8)) == 10
    with pytest.raises(ValueError, match="track, which takes: suited, built, vote, yhops_stroll"):
        arbiter.new("yummell", seats=5, options={"track": "oval"})
    assert Board(3, track="built", before=True).run().ask.prompt == "tile"
    assert Board(3, track="yhops_stroll", before=True).run().ask.prompt == "window"


@pytest.mark.rule("YUM-GAP-15", "YUM-SETUP-9")
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_any_ready_made_track_takes_any_number_of_players(seats):
    for track in LENGTHS:
        assert arbiter.new("yummell", seats=seats, options={"track": track}).state.layout == CONTENT.layouts[track]


@pytest.mark.rule("YUM-GAP-16", "YUM-SETUP-6")
def test_the_players_vote_on_the_track_and_most_votes_count():
    table = arbiter.new("yummell", seats=5, seed=2, options={"track": "vote"})
    ask = table.asks[0]
    assert [one.prompt for one in table.asks] == ["vote"] * 5
    assert set(ask.values) == {*LENGTHS, "built"}
    # The track that suits the number of players comes first.
    assert CONTENT.layouts[ask.values[0]] == CONTENT.layout_for("suited", 5)
    assert {card.id for card in table.scene(0).cards} >= {f"track-{track}" for track in ask.values}
    for seat, track in enumerate(["yhops_stroll", "built", "toads_detour", "yhops_stroll", "built"]):
        table.answer(seat, track)
        assert seat == 4 or table.view(0).answered == list(range(seat + 1))
    # Two tracks have two votes each; chance has decided between them, and between nothing else.
    assert table.state.layout in (CONTENT.layouts["yhops_stroll"], (TILES.lay_start(),))
    clear = arbiter.new("yummell", seats=3, seed=2, options={"track": "vote"})
    for seat, track in enumerate(["yhops_stroll", "toads_detour", "toads_detour"]):
        clear.answer(seat, track)
    assert clear.state.layout == CONTENT.layouts["toads_detour"]
    told = [(event.key, event.args) for event in clear.events(None)]
    assert ("track.chosen", {"track": "toads_detour"}) in told
    assert ("voted", {"seat": 0, "track": "yhops_stroll"}) in told


@pytest.mark.rule("YUM-GAP-16")
def test_a_tied_vote_is_broken_by_chance_and_building_can_win():
    won = Counter()
    for seed in range(12):
        table = arbiter.new("yummell", seats=2, seed=seed, options={"track": "vote"})
        table.answer(0, "yhops_stroll")
        table.answer(1, "built")
        won[table.asks[0].prompt] += 1
    assert set(won) == {"tile", "window"}


# Building a track


def building(seats: int = 3) -> Board:
    return Board(seats, track="built", before=True).run()


def layers(board: Board) -> list[int]:
    """Build the track with the first tile offered each time; who laid."""
    found = []
    while board.ask is not None and board.ask.prompt == "tile":
        found.append(board.ask.seat)
        board.say(board.ask.values[0])
    return found


@pytest.mark.rule("YUM-TRACK-2", "YUM-TRACK-3", "YUM-EX-57")
@pytest.mark.parametrize(("seats", "middle"), [(2, 4), (3, 3), (8, 8)])
def test_a_built_track_has_a_tile_a_player_and_two_each_for_two(seats, middle):
    assert middle_tiles(seats) == middle
    rng = Random(seats)
    table = arbiter.new("yummell", seats=seats, seed=seats, options={"track": "built"})
    while table.state.placing:
        for ask in table.asks:
            table.answer(ask.seat, ask.sample(rng))
    tiles = [spot[0] for spot in table.state.layout]
    assert len(tiles) == len(set(tiles)) == middle + 2


@pytest.mark.rule("YUM-TRACK-4", "YUM-GAP-13")
def test_the_start_tile_is_laid_first():
    board = building(3)
    assert board.state.layout == ((1, 0, 0, 0, 0),)
    # Unturned, with its exit to the east.
    assert TILES.open_end(board.state.layout) == (1, 0, 1)


@pytest.mark.rule("YUM-TRACK-5", "YUM-TRACK-9", "YUM-GAP-12", "YUM-DEC-3")
def test_a_track_is_built_from_start_to_finish_by_drawn_pawns():
    board = building(3)
    assert sorted(layers(board)) == [0, 1, 2]
    assert [spot[0] for spot in board.state.layout][-1] == 2
    assert len(board.state.layout) == 5
    # Nobody was asked how the finish should lie: its one junction faces the open end.
    assert board.state.layout[-1] == TILES.joined(board.state.layout[:-1], 2, 0)
    assert "tile" not in board.asked[3:]
    orders = set()
    for seed in range(10):
        table, laid = arbiter.new("yummell", seats=3, seed=seed, options={"track": "built"}), []
        while table.asks[0].prompt == "tile":
            laid.append(table.asks[0].seat)
            table.answer(laid[-1], table.asks[0].values[0])
        orders.add(tuple(laid))
    assert len(orders) > 2


@pytest.mark.rule("YUM-GAP-11", "YUM-TRACK-5")
def test_two_players_lay_two_tiles_each_in_two_rounds():
    laid = layers(building(2))
    assert sorted(laid[:2]) == sorted(laid[2:]) == [0, 1]


@pytest.mark.rule("YUM-TRACK-6", "YUM-TRACK-8", "YUM-GAP-7", "YUM-EX-16", "YUM-DEC-3")
def test_a_curve_can_be_laid_in_two_ways():
    # The open end faces east, tile 6 turns right by a and left by b.
    board = building(4)
    assert {spot for spot in board.ask.values if spot[0] == 6} == {(6, 0), (6, 1)}
    right = [*board.state.layout, TILES.joined(board.state.layout, 6, 0)]
    left = [*board.state.layout, TILES.joined(board.state.layout, 6, 1)]
    assert TILES.open_end(right) == (1, 1, 2)
    assert TILES.open_end(left) == (1, -1, 0)


@pytest.mark.rule("YUM-GAP-8")
def test_any_unused_middle_tile_may_be_chosen_each_once():
    board = building(4)
    assert {number for number, _ in board.ask.values} == set(range(3, 11))
    board.say((6, 1))
    assert {number for number, _ in board.ask.values} == {3, 4, 5, 7, 8, 9, 10}
    for answer, reason in (
        ((11, 0), "there is no tile 11 to lay; there are 3, 4, 5"),
        ((2, 0), "there is no tile 2 to lay"),
        ((6, 0), "tile 6 lies on the table already"),
        ((3, 2), "joined by its first junction"),
    ):
        with pytest.raises(Illegal, match=reason):
            board.say(answer)


@pytest.mark.rule("YUM-TRACK-7", "YUM-GAP-9", "YUM-GAP-93", "YUM-EX-17")
def test_a_tile_that_leaves_no_room_is_refused_with_its_reason():
    # The fourth middle tile is tile 9 at (1,1), entered heading west; by a it would turn north into tile 3.
    layout = built((3, 0), (4, 0), (6, 0))
    assert TILES.open_end(layout) == (1, 1, 3)
    refused = TILES.why_not(layout, 9, 0, 0)
    assert refused is not None
    assert "where a tile lies" in refused.say(GAME.catalogue())
    # That it touches tile 3 and the start tile by its sides is no matter.
    assert TILES.why_not(layout, 9, 1, 0) is None
    assert TILES.open_end([*layout, TILES.joined(layout, 9, 1)]) == (1, 2, 2)


@pytest.mark.rule("YUM-GAP-10", "YUM-TRACK-7")
def test_a_tile_must_leave_room_for_all_that_are_still_to_come():
    layout = built((4, 0), (9, 1), (8, 0), (6, 1))
    # By b tile 10 turns into an empty place, from which three more tiles and the finish find no way out.
    refused = TILES.why_not(layout, 10, 1, 3)
    assert refused is not None
    assert refused.say(GAME.catalogue()).endswith("tile 10 would leave no room for 3 more tiles and the finish")
    assert TILES.why_not(layout, 10, 1, 0) is None
    assert (10, 1) not in TILES.placements(layout, 3)


@pytest.mark.rule("YUM-GAP-10", "YUM-TRACK-8")
def test_building_never_reaches_a_dead_end():
    rng = Random(4)
    for seats in (2, 5, 8):
        for _ in range(60):
            layout = [TILES.lay_start()]
            for more in reversed(range(middle_tiles(seats))):
                spots = TILES.placements(layout, more)
                assert spots, f"a dead end after {layout}"
                layout.append(TILES.joined(layout, *rng.choice(spots)))
            layout.append(TILES.lay_finish(layout))
            assert len({spot[3:] for spot in layout}) == len(layout)


@pytest.mark.rule("YUM-TRACK-7", "YUM-TRACK-8")
def test_what_cannot_be_laid_is_shown_with_its_reason_and_never_offered():
    table = arbiter.new("yummell", seats=8, seed=3, options={"track": "built"})
    rng, barred = Random(8), 0
    words = GAME.catalogue()
    while table.state.placing:
        ask = table.asks[0]
        cards = {card.id: card for card in table.scene(None).cards if card.on == "supply"}
        offered = {f"supply-{number}-{junction}" for number, junction in ask.values}
        assert {id for id, card in cards.items() if "barred" not in card.marks} == offered
        for id in set(cards) - offered:
            barred += 1
            spot = tuple(int(part) for part in id.split("-")[1:])
            assert ask.why_not(spot).startswith("joined by")
            assert cards[id].hint[0].args["reason"].key in words
        table.answer(ask.seat, ask.sample(rng))
    assert barred
    assert Yummell(table.state).course.last > 40
