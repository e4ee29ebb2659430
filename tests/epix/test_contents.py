"""The aim of the game, its contents and its boards."""

from collections import deque

import pytest

import arbiter
from arbiter.core import say
from arbiter.games.epix import GAME
from arbiter.games.epix.abilities import ABILITIES, CARDS
from arbiter.games.epix.advice.hints import WORTH
from arbiter.games.epix.board import BITS, Board, board
from arbiter.games.epix.contents import ACTIONS, COINS, COST, LIBRARY, SEASONS, START_GOLD, SUPPLY, UNITS
from arbiter.games.epix.entries import Coin
from arbiter.games.epix.state import in_supply, treasury

from .table import position

BOARDS = [2, 3, 4]
BORDERS = {2: 15, 3: 24, 4: 26}
CASTLES = ["aldermoor", "bronzegate", "corvane", "duskhold"]
CLOSED = {"corvane", "thornwick", "foxhollow"}
"""The third realm of the back, which two players leave alone."""
APART = {
    2: {"aldermoor bronzegate": (3, 3)},
    3: {"aldermoor bronzegate": (3, 3), "aldermoor corvane": (3, 3), "bronzegate corvane": (3, 3)},
    4: {
        "aldermoor bronzegate": (3, 3), "aldermoor corvane": (4, 5), "aldermoor duskhold": (3, 3),
        "bronzegate corvane": (3, 3), "bronzegate duskhold": (4, 5), "corvane duskhold": (3, 3),
    },
}  # fmt: skip
"""How many steps castles are apart, by any path and round Kilimandjora."""
MIRRORS = {
    2: ["aldermoor bronzegate, cinderpass frostvale, willowmere amberfield, vallorne broceland"],
    3: [
        "aldermoor bronzegate, cinderpass frostvale, willowmere amberfield, vallorne broceland, thornwick foxhollow",
        "aldermoor corvane, cinderpass foxhollow, willowmere thornwick, amberfield frostvale, lochmess broceland",
    ],
    4: [
        "aldermoor bronzegate, cinderpass frostvale, willowmere amberfield, duskhold corvane, greyford thornwick, "
        "reedbank foxhollow, lochmess broceland",
        "aldermoor duskhold, cinderpass greyford, willowmere reedbank, bronzegate corvane, frostvale thornwick, "
        "amberfield foxhollow",
    ],
}
"""Ways to swap provinces that leave the board as it is."""


def steps(sheet: Board, start: int, avoiding: int = -1) -> dict[int, int]:
    """How many steps every province is away."""
    found, line = {start: 0}, deque([start])
    while line:
        here = line.popleft()
        for there in sheet.adjacent[here]:
            if there not in found and there != avoiding:
                found[there] = found[here] + 1
                line.append(there)
    return found


@pytest.mark.rule("EPIX-MODE-1", "EPIX-MODE-2")
def test_the_table_picks_basic_or_advanced_rules():
    basic = arbiter.new("epix", 4, seed=1)
    advanced = arbiter.new("epix", 4, seed=1, options={"rules": "advanced"})

    assert not basic.state.advanced
    assert advanced.state.advanced
    for t, cards in (basic, 0), (advanced, 5):
        while t.asks[0].prompt == "setup.colour":
            t.answer(t.asks[0].seat, t.asks[0].values[0])
        assert len(t.state.lay) == cards
    with pytest.raises(ValueError, match="rules"):
        arbiter.new("epix", 4, options={"rules": "expert"})


@pytest.mark.rule("EPIX-MODE-2", "EPIX-G-BASIC")
def test_in_a_basic_game_nothing_can_be_bid_on_EPIX_G_BASIC():
    t = arbiter.new("epix", 4, seed=1)
    while t.asks[0].prompt == "setup.colour":
        t.answer(t.asks[0].seat, t.asks[0].values[0])

    assert t.asks[0].prompt == "preliminary"
    assert {value[0] for value in t.asks[0].values} == {"recruit", "pass"}
    assert t.state.lay == []
    assert t.state.abilities == [0, 0, 0, 0]


@pytest.mark.rule("EPIX-MODE-3")
def test_two_three_or_four_play():
    for seats in (2, 3, 4):
        t = arbiter.new("epix", seats)
        assert t.seats == len(set(t.state.castles)) == seats
    for seats in (1, 5):
        with pytest.raises(ValueError, match="2–4"):
            arbiter.new("epix", seats)


@pytest.mark.rule("EPIX-AIM-1")
def test_the_first_to_capture_a_castle_wins():
    t = position(units={"frostvale": "yellow soldier"}, gold={"yellow": 5})

    t.attack("soldier", "frostvale", "bronzegate").bids(4, 0, 1)

    assert t.over
    assert t.winners == {"yellow"}
    assert t.outcome.why == "over.castle"


@pytest.mark.rule("EPIX-AIM-2")
def test_without_a_castle_the_most_provinces_win_after_four_seasons():
    t = position(phase="income", season="winter", units={"cinderpass": "blue soldier"}, gold=0)

    assert t.over
    assert t.winners == {"blue"}
    assert t.outcome.why == "over.provinces"


@pytest.mark.rule("EPIX-FLAVOUR-1")
def test_rival_houses_with_colours_of_their_own_fight_for_the_throne():
    t = arbiter.new("epix", 4)

    assert "rival houses" in GAME.catalogue()["about"]
    assert "house" in say(GAME.catalogue(), t.asks[0].prompt, {})
    while t.asks[0].prompt == "setup.colour":
        t.answer(t.asks[0].seat, t.asks[0].values[-1])
    assert len(set(t.state.colours)) == 4


@pytest.mark.rule("EPIX-COMP-1", "EPIX-SETUP-1")
@pytest.mark.parametrize(("players", "key", "side"), [(4, "four", "front"), (3, "three", "back"), (2, "two", "back")])
def test_the_side_of_the_board_is_the_one_for_the_number_of_players(players, key, side):
    sheet = board(players)

    assert sheet.key == key
    assert sheet.side == side
    assert len(sheet.castles) == players
    assert sheet.kinds.count("castle") == players
    assert set(arbiter.new("epix", players).state.castles) == set(sheet.castles)


@pytest.mark.rule("EPIX-COMP-2", "EPIX-COMP-3", "EPIX-SETUP-3")
def test_each_player_has_ten_units_of_a_colour():
    s = arbiter.new("epix", 4).state

    assert dict(zip(UNITS, SUPPLY, strict=True)) == {"soldier": 3, "knight": 2, "camp": 3, "catapult": 2}
    assert len(s.pieces) == 40
    for seat in range(4):
        assert [in_supply(s, seat, unit) for unit in range(4)] == [3, 2, 3, 2]


@pytest.mark.rule("EPIX-COMP-3", "EPIX-G-SUPPLYLIMIT")
def test_no_more_of_a_type_than_there_are_pieces_EPIX_G_SUPPLYLIMIT():
    t = position(units={"aldermoor": "yellow soldier", "cinderpass": "yellow soldier", "willowmere": "yellow soldier",
                        "lochmess": "yellow camp"}, gold=15, action="recruitment")  # fmt: skip

    assert t.supply("yellow", "soldier") == 0
    assert t.places("soldier") == set()
    refused = t.refuses("soldier", "lochmess")
    assert refused.rule == "EPIX-COMP-3"
    assert "supply" in refused.reason


@pytest.mark.rule("EPIX-COMP-4", "EPIX-SETUP-4")
def test_everybody_has_the_three_action_cards():
    t = position(phase="choose_action", action=None)

    assert set(ACTIONS) == {"recruitment", "tax", "move_attack"}
    for colour in ("yellow", "blue", "red", "green"):
        assert t.values(colour) == list(ACTIONS)
    assert 4 * len(ACTIONS) == 12


@pytest.mark.rule("EPIX-COMP-5", "EPIX-C-CARDS")
def test_there_are_twenty_different_special_ability_cards_EPIX_C_CARDS():
    groups = [card.group for card in CARDS.values()]

    assert len(ABILITIES) == len(set(ABILITIES)) == 20
    assert {group: groups.count(group) for group in groups} == {
        "recruitment": 4, "defence": 3, "castle": 1, "guessing": 2, "attack": 2, "movement": 3, "income": 2,
        "auction": 1, "actions": 1, "victory": 1,
    }  # fmt: skip
    assert set(WORTH) == set(ABILITIES)
    for worth in WORTH.values():
        assert 1 <= worth["open"] <= worth["fair"] <= worth["most"] <= START_GOLD


@pytest.mark.rule("EPIX-COMP-6")
def test_one_player_at_a_time_holds_the_first_player_card():
    t = position(phase="first_player_auction", action=None, first="red")
    t.together(yellow=3, blue=1, red=0, green=0)

    assert t.asked == [("yellow", "auction.first")]
    t.choose(1)
    assert t.state.first == 1


@pytest.mark.rule("EPIX-COMP-7")
def test_the_season_card_counts_four_rounds():
    assert SEASONS == ("spring", "summer", "autumn", "winter")
    assert position(phase="income", season="autumn", action=None).season == "winter"


@pytest.mark.rule("EPIX-COMP-8", "EPIX-SETUP-7", "EPIX-G-COINS")
@pytest.mark.parametrize(("players", "left"), [(2, 49), (3, 34), (4, 19)])
def test_the_coins_not_handed_out_are_the_treasury_EPIX_G_COINS(players, left):
    coins = LIBRARY.all("coin", Coin)

    assert [(coin.count, coin.value) for coin in coins.values()] == [(10, 5), (29, 1)]
    assert COINS == 10 * 5 + 29 == 79
    assert START_GOLD == 2 * 5 + 5 == 15
    assert treasury(arbiter.new("epix", players).state) == left


@pytest.mark.rule("EPIX-LAND-1")
@pytest.mark.parametrize("players", BOARDS)
def test_a_realm_is_a_castle_and_its_two_neighbours(players):
    sheet = board(players)
    s = arbiter.new("epix", players).state
    for seat, castle in enumerate(s.castles):
        assert len(sheet.adjacent[castle]) == 2
        assert set(BITS[s.lands[seat]]) == {castle, *sheet.adjacent[castle]}
        assert {sheet.kinds[p] for p in sheet.adjacent[castle]} == {"home"}


@pytest.mark.rule("EPIX-LAND-4", "EPIX-G-CORNERS")
@pytest.mark.parametrize("players", BOARDS)
def test_provinces_border_each_other_mutually_and_corners_do_not_count_EPIX_G_CORNERS(players):
    sheet = board(players)

    assert len(sheet.names) == len(set(sheet.names))
    assert sum(len(near) for near in sheet.adjacent) == 2 * BORDERS[players]
    assert [sum(1 << q for q in near) for near in sheet.adjacent] == list(sheet.near)
    for p, near in enumerate(sheet.adjacent):
        assert len(set(near)) == len(near)
        assert p not in near
        assert all(p in sheet.adjacent[q] for q in near)
    assert set(steps(sheet, 0)) == set(range(len(sheet.names)))


@pytest.mark.rule("EPIX-G-CORNERS")
def test_the_direction_across_a_corner_is_no_border_EPIX_G_CORNERS():
    t = position(units={"cinderpass": "yellow soldier", "lochmess": "blue soldier"})

    assert "lochmess" not in t.targets("soldier", "cinderpass")
    assert t.refuses("attack", "soldier", "cinderpass", "lochmess").rule == "EPIX-MA-3"


@pytest.mark.rule("EPIX-LAND-5", "EPIX-C-BOARD4")
def test_the_side_for_four_has_fifteen_provinces_EPIX_C_BOARD4():
    kinds = board(4).kinds

    assert len(kinds) == 15
    assert {kind: kinds.count(kind) for kind in kinds} == {"castle": 4, "home": 8, "mountain": 1, "gold": 2}


@pytest.mark.rule("EPIX-C-BOARD3", "EPIX-C-BOARD2")
def test_the_sides_for_three_and_two_EPIX_C_BOARD3_EPIX_C_BOARD2():
    three, two = board(3), board(2)

    assert {kind: three.kinds.count(kind) for kind in three.kinds} == {"castle": 3, "home": 6, "gold": 3, "mountain": 1}
    assert {kind: two.kinds.count(kind) for kind in two.kinds} == {"castle": 2, "home": 4, "gold": 3, "mountain": 1}
    assert set(three.names) - set(two.names) == CLOSED
    for name in two.names:
        kept = {three.names[q] for q in three.adjacent[three.number[name]]} & set(two.names)
        assert {two.names[q] for q in two.adjacent[two.number[name]]} == kept


@pytest.mark.rule("EPIX-LAND-6")
def test_a_castle_counts_as_a_province():
    t = position()

    assert all(castle in range(len(board(4).names)) for castle in board(4).castles)
    assert t.holds("yellow") == {"aldermoor"}


@pytest.mark.parametrize("players", BOARDS)
def test_the_castles_are_as_far_apart_as_they_should_be(players):
    sheet = board(players)
    (mountain,) = BITS[sheet.mountain]
    for pair, (any_path, round_the_mountain) in APART[players].items():
        one, other = (sheet.number[name] for name in pair.split())
        assert steps(sheet, one)[other] == any_path
        assert steps(sheet, one, avoiding=mountain)[other] == round_the_mountain
    for castle in sheet.castles:
        assert steps(sheet, mountain)[castle] == 2
        assert sheet.within_two[mountain] >> castle & 1
    assert len(APART[players]) == len(sheet.castles) * (len(sheet.castles) - 1) // 2


@pytest.mark.parametrize("players", BOARDS)
def test_no_seat_is_favoured_by_the_board(players):
    """Each listed symmetry keeps borders, kinds and gold; together they take every castle to every other one."""
    sheet = board(players)
    mirrors = []
    for row in MIRRORS[players]:
        image = {name: name for name in sheet.names}
        for swap in row.split(", "):
            one, other = swap.split()
            image |= {one: other, other: one}
        assert sorted(image.values()) == sorted(sheet.names)
        for p, name in enumerate(sheet.names):
            q = sheet.number[image[name]]
            assert (sheet.kinds[p], sheet.gold[p]) == (sheet.kinds[q], sheet.gold[q])
            assert {image[sheet.names[r]] for r in sheet.adjacent[p]} == {sheet.names[r] for r in sheet.adjacent[q]}
        mirrors.append(image)
    castles = {sheet.names[castle] for castle in sheet.castles}
    reached = {sheet.names[sheet.castles[0]]}
    for _ in castles:
        reached |= {image[name] for image in mirrors for name in reached}
    assert reached == castles


@pytest.mark.rule("EPIX-G-SEATS")
def test_seats_run_clockwise_round_the_board_EPIX_G_SEATS():
    for players in BOARDS:
        sheet = board(players)
        assert [sheet.names[castle] for castle in sheet.castles] == CASTLES[:players]
        turns = 0.0
        corners = [sheet.at[castle] for castle in sheet.castles]
        for (x, y), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
            turns += (x - 50) * (y2 - 50) - (x2 - 50) * (y - 50)
        assert turns > 0 or players == 2  # y points down, so a positive turn is clockwise


@pytest.mark.rule("EPIX-INC-5", "EPIX-INC-6", "EPIX-SUM-GOLD", "EPIX-G-GOLDPROV")
@pytest.mark.parametrize("players", BOARDS)
def test_lochmess_and_broceland_give_gold_EPIX_G_GOLDPROV(players):
    sheet = board(players)
    gold = {name for p, name in enumerate(sheet.names) if sheet.gold[p]}

    assert gold == {"lochmess", "broceland", *(["vallorne"] if players < 4 else [])}
    assert set(sheet.gold) == {0, 1}
    for province in gold:
        t = position(players, phase="income", action=None, units={province: "blue soldier"}, gold=0)
        assert (t.gold("yellow"), t.gold("blue")) == (0, 1)


@pytest.mark.rule("EPIX-SUM-SOLDIER", "EPIX-SUM-KNIGHT", "EPIX-SUM-CAMP", "EPIX-SUM-CATAPULT")
def test_the_summary_of_the_units_is_what_the_rules_play():
    t = position(units={"aldermoor": "yellow soldier knight catapult", "kilimandjora": "yellow soldier camp catapult",
                        "cinderpass": "yellow soldier knight camp"})  # fmt: skip
    boxes = {(token.icon, token.on): "; ".join(map(shown, token.sheet[:4])) for token in t.scene(None).tokens}

    assert COST == (2, 6, 2, 2)
    soldier, camp = "Cost: 2; Moves: 1 step; Attacks: 1 province away", "Cost: 2; Moves: never; Attacks: never"
    knight, catapult = (
        "Cost: 6; Moves: as far as it likes; Attacks: 1 province away",
        "Cost: 2; Moves: never; Attacks: ",
    )
    assert boxes["soldier", "aldermoor"] == boxes["soldier", "kilimandjora"] == f"{soldier}; Defends: 2 guesses"
    assert boxes["soldier", "cinderpass"] == f"{soldier}; Defends: 1 guess"
    assert boxes["knight", "aldermoor"] == f"{knight}; Defends: 2 guesses"
    assert boxes["knight", "cinderpass"] == f"{knight}; Defends: 1 guess"
    assert boxes["camp", "kilimandjora"] == f"{camp}; Defends: 2 guesses"
    assert boxes["camp", "cinderpass"] == f"{camp}; Defends: 1 guess"
    assert boxes["catapult", "kilimandjora"] == f"{catapult}2 provinces away; Defends: not at all"
    assert boxes["catapult", "aldermoor"] == f"{catapult}1 province away; Defends: not at all"


def shown(row):
    words = GAME.catalogue()
    value = row.value if isinstance(row.value, int) else say(words, row.value.key, row.value.args)
    return f"{say(words, row.name.key, row.name.args)}: {value}"


@pytest.mark.rule("EPIX-SUM-SOLDIER")
def test_the_soldier_of_the_summary():
    t = position(units={"cinderpass": "yellow soldier", "frostvale": "blue soldier", "willowmere": "red soldier"})

    assert t.moves("soldier", "cinderpass") == {"aldermoor", "kilimandjora"}
    assert t.targets("soldier", "cinderpass") == {"frostvale", "willowmere"}
    t.attack("soldier", "cinderpass", "frostvale")
    assert t.asks[1].least == t.asks[1].most == 1


@pytest.mark.rule("EPIX-SUM-KNIGHT")
def test_the_knight_of_the_summary():
    t = position(units={"cinderpass": "yellow knight", "frostvale": "blue knight"})

    assert "duskhold" not in t.moves("knight", "cinderpass")
    assert "corvane" not in t.moves("knight", "cinderpass")
    assert {"lochmess", "reedbank", "greyford", "thornwick"} <= t.moves("knight", "cinderpass")
    assert "kilimandjora" not in t.moves("knight", "cinderpass")
    assert t.targets("knight", "cinderpass") == {"frostvale"}
    t.attack("knight", "cinderpass", "frostvale")
    assert t.asks[1].most == 1


@pytest.mark.rule("EPIX-SUM-CAMP")
def test_the_camp_of_the_summary():
    t = position(units={"cinderpass": "yellow soldier camp", "kilimandjora": "blue camp"}, gold=10)

    assert not [value for value in t.values() if "camp" in value]
    t.attack("soldier", "cinderpass", "kilimandjora")
    assert t.asks[1].most == 2
    t.bids(3, 0, 1)
    assert t.at("kilimandjora") == "yellow soldier camp"


@pytest.mark.rule("EPIX-SUM-CATAPULT")
def test_the_catapult_of_the_summary():
    t = position(
        units={"kilimandjora": "yellow catapult", "bronzegate": "blue soldier catapult", "frostvale": "red camp"}
    )

    assert not t.moves("catapult", "kilimandjora")
    assert t.targets("catapult", "kilimandjora") == {"bronzegate", "frostvale"}
    t.attack("catapult", "kilimandjora", "bronzegate").bids(3, 0, 1)
    assert t.at("bronzegate") == t.at("kilimandjora") == ""
    assert "bronzegate" in t.holds("blue")


@pytest.mark.rule("EPIX-SUM-CASTLE")
def test_the_castle_of_the_summary():
    t = position(action="recruitment", units={"aldermoor": "yellow soldier"}, gold=15)
    assert "aldermoor" not in t.places("camp")

    t = position(units={"frostvale": "yellow soldier", "bronzegate": "blue soldier knight catapult"}, gold=15)
    t.attack("soldier", "frostvale", "bronzegate")
    beaten = []
    for _ in range(2):
        assert t.asks[1].most == 2
        t.bids(2, 0, 1)
        beaten.append(t.told("attack.beaten")[-1]["victim"])
        t.go_on()
    assert beaten == ["soldier", "knight"]
    assert t.asks[1].most == 2
    t.bids(2, 0, 1)
    assert t.winners == {"yellow"}


@pytest.mark.rule("EPIX-SUM-KILI")
def test_kilimandjora_of_the_summary():
    t = position(units={"cinderpass": "yellow knight catapult soldier", "kilimandjora": "blue soldier camp"})
    assert t.targets("knight", "cinderpass") == t.targets("catapult", "cinderpass") == set()
    assert "kilimandjora" not in t.moves("knight", "cinderpass")
    t.attack("soldier", "cinderpass", "kilimandjora")
    assert t.asks[1].most == 2

    t = position(units={"kilimandjora": "yellow soldier"}, action="recruitment", gold=15)
    assert "kilimandjora" not in t.places("knight")
    assert t.places("catapult") >= {"kilimandjora"}
