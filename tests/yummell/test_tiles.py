"""The Track Tiles, ready-made tracks, and building a track."""

from itertools import pairwise

import pytest

from arbiter.core import Illegal
from arbiter.games.yummell.catalogue import catalogue
from arbiter.games.yummell.setup import middle_tiles
from arbiter.games.yummell.tiles import terrain_name, turned

from .board import Board

CONTENT = catalogue()
TILES = CONTENT.tiles
LENGTHS = {"yhops_stroll": (29, 44), "toads_detour": (41, 66), "homberflupps_knot": (52, 84)}
LENGTHS["gilmores_long_question"] = (64, 104)


@pytest.mark.rule("YUM-COMP-1", "YUM-TILE-1", "YUM-TILE-2")
def test_ten_tiles_make_the_tracks_from_start_to_finish():
    assert sorted(TILES.by_number) == list(range(1, 11))
    for layout in CONTENT.layouts.values():
        assert layout[0][0] == TILES.start == 1
        assert layout[-1][0] == TILES.finish == 2
        assert all(spot[0] in TILES.middle for spot in layout[1:-1])


@pytest.mark.rule("YUM-TILE-3", "YUM-TILE-7", "YUM-SETUP-8")
@pytest.mark.parametrize("track", sorted(LENGTHS))
def test_every_square_has_one_terrain_and_its_cost(track):
    course = CONTENT.course(CONTENT.layouts[track])
    squares = range(course.merge, course.last + 1)
    costs = [(1, 2, 2, 3)[course.terrain[square]] for square in squares]
    assert (len(costs), sum(costs)) == LENGTHS[track]
    assert CONTENT.tracks[track].story


@pytest.mark.rule("YUM-TILE-12")
@pytest.mark.parametrize("track", sorted(LENGTHS))
def test_a_described_track_is_rebuilt_exactly(track):
    described = CONTENT.tracks[track].layout
    rebuilt = TILES.described(described)
    assert [(s[0], s[2] * 90, (s[3], s[4])) for s in rebuilt] == [(d.tile, d.rotation, d.at) for d in described]


def test_the_squares_of_a_course_touch_one_another():
    for layout in CONTENT.layouts.values():
        course = CONTENT.course(layout)
        for path in range(3):
            cells = [course.cells[square] for square in course.routes(path)]
            assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(cells))


def test_a_quarter_turn_is_clockwise():
    assert turned((0, 2), 1) == (2, 0)
    assert turned((4, 2), 1) == (2, 4)
    assert turned((1, 0), 4) == (1, 0)


@pytest.mark.rule("YUM-TILE-13")
def test_tiles_join_junction_to_junction():
    layout = [TILES.lay_start(), TILES.joined([TILES.lay_start()], 6, 1)]
    # Tile 6 by b: its south junction must look west, to the start tile's exit, so it is turned once clockwise.
    assert layout[1] == (6, 1, 1, 1, 0)


@pytest.mark.rule("YUM-START-1")
def test_the_start_tile_has_three_paths_that_join_in_one_square():
    course = CONTENT.course(CONTENT.layouts["toads_detour"])
    assert course.paths == ("north", "middle", "south")
    ways = [[terrain_name(course.terrain[s]) for s in range(course.first[p], course.end[p] + 1)] for p in range(3)]
    assert ways[0] == ["plain", "plain", "woods", "plain", "plain", "hills"]
    assert ways[1] == ["swamp", "woods", "swamp", "hills"]
    assert ways[2] == ["plain", "hills", "plain", "woods", "plain", "woods"]
    assert [course.ahead(p, course.end[p]) for p in range(3)] == [course.merge] * 3
    assert [course.back(p, course.merge) for p in range(3)] == list(course.end)


@pytest.mark.rule("YUM-TRACK-2", "YUM-TRACK-3")
def test_tiles_per_player():
    assert [middle_tiles(seats) for seats in range(2, 9)] == [4, 3, 4, 5, 6, 7, 8]


def building(seats: int = 3) -> Board:
    board = Board(seats, track="built")
    board.state.step = 1
    board.state.bag = []
    return board.run()


@pytest.mark.rule("YUM-TRACK-1", "YUM-SETUP-6", "YUM-SETUP-9")
def test_the_track_is_ready_made_or_built():
    assert CONTENT.layout_for("built", 5) is None
    assert len(CONTENT.layout_for("suited", 2)) == 5
    assert len(CONTENT.layout_for("suited", 8)) == 10
    with pytest.raises(ValueError, match="there is no track 'oval'"):
        CONTENT.layout_for("oval", 5)
    assert building().ask.prompt == "tile"


@pytest.mark.rule("YUM-TRACK-4", "YUM-TRACK-5", "YUM-TRACK-9")
def test_a_track_is_built_from_start_to_finish_by_drawn_pawns():
    board = building(3)
    assert board.state.layout == ((1, 0, 0, 0, 0),)
    layers = []
    while board.ask is not None and board.ask.prompt == "tile":
        layers.append(board.ask.seat)
        board.say(board.ask.values[0])
    assert sorted(layers) == [0, 1, 2]
    assert [spot[0] for spot in board.state.layout][-1] == 2
    assert len(board.state.layout) == 5


def test_two_players_lay_two_tiles_each_in_two_rounds():
    board = building(2)
    layers = []
    while board.ask is not None and board.ask.prompt == "tile":
        layers.append(board.ask.seat)
        board.say(board.ask.values[0])
    assert sorted(layers[:2]) == sorted(layers[2:]) == [0, 1]


@pytest.mark.rule("YUM-TRACK-6", "YUM-TRACK-8")
def test_a_curve_can_be_laid_in_two_ways():
    # EX-16: the open end faces east, tile 6 turns right by a and left by b.
    board = building(4)
    assert {spot for spot in board.ask.values if spot[0] == 6} == {(6, 0), (6, 1)}
    right = [*board.state.layout, TILES.joined(board.state.layout, 6, 0)]
    left = [*board.state.layout, TILES.joined(board.state.layout, 6, 1)]
    assert TILES.open_end(right) == (1, 1, 2)
    assert TILES.open_end(left) == (1, -1, 0)
    with pytest.raises(Illegal, match="there is no tile 11"):
        board.say((11, 0))


@pytest.mark.rule("YUM-TRACK-7")
def test_a_tile_that_leaves_no_room_is_refused_with_its_reason():
    # EX-17: tile 9 at (1,1), entered heading west; by a it would turn north into tile 3.
    layout = [TILES.lay_start()]
    for number in (3, 4, 6):
        layout.append(TILES.joined(layout, number, 0))
    assert TILES.open_end(layout) == (1, 1, 3)
    refused = TILES.why_not(layout, 9, 0, 0)
    assert refused is not None
    assert "where a tile lies" in refused.reason
    assert TILES.why_not(layout, 9, 1, 0) is None
    assert TILES.open_end([*layout, TILES.joined(layout, 9, 1)]) == (1, 2, 2)


def test_building_never_reaches_a_dead_end():
    from random import Random

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
