"""The end of the race and the placings."""

import pytest

import arbiter
from arbiter.core import Illegal
from arbiter.games.yummell.finish import placings

from .board import LAST, PASS, Board


@pytest.mark.rule("YUM-AIM-1", "YUM-AIM-2", "YUM-END-1", "YUM-END-2")
def test_the_first_on_the_last_square_wins_and_meets_nobody():
    board = Board(2, at=[56, 40], hands=[["number 8", "number 2"], ["number 2"]], bag=[])
    board.move("number 8")
    assert board.outcome is not None
    assert board.outcome.ranks == (1, 2)
    assert board.outcome.why == "over.arrived"
    assert board.told("met.creature") == board.told("met.nothing") == []
    assert board.told("arrived.first") == [{"seat": 0, "place": 1}]
    assert "Yummell!" in arbiter.find("yummell").catalogue()["arrived.first"]


@pytest.mark.rule("YUM-AIM-3", "YUM-END-3", "YUM-END-5")
def test_later_arrivals_of_the_round_follow_in_their_order():
    # EX-44: three arrive in one round; each pays 1 MP for the last square, and all find room.
    board = Board(4, at=[56, 56, 56, 20], hands=[["number 2"], ["number 2"], ["number 3"], ["number 4"]], bag=[1, 2, 3])
    board.draws(2, 1, 3).move("number 2")
    assert board.state.mover == 2
    board.move("number 3").move("number 2")
    assert board.state.arrived == [0, 2, 1]
    board.until_turn(0)
    assert board.outcome is not None
    assert board.outcome.ranks == (1, 3, 2, 4)
    place, togo = board.outcome.parts
    assert (place.name, place.values) == ("over.place", (1, 3, 2, None))
    assert (togo.name, togo.values[:3]) == ("scene.togo", (0, 0, 0))


@pytest.mark.rule("YUM-END-4")
def test_whoever_has_arrived_is_immune():
    # EX-42
    board = Board(3, at=[30, LAST, 30], hands=[["dragon_sneeze", "number 2"]])
    board.state.arrived = [1]
    board.play("dragon_sneeze")
    assert board.state.at == [30, LAST, 28]
    aimed = Board(4, at=[30, LAST, 30, 31], hands=[["dragon_sneeze", "number 2"]])
    aimed.state.arrived = [1]
    aimed.play("dragon_sneeze")
    assert aimed.ask.values == [2, 3]
    with pytest.raises(Illegal, match="has arrived and is immune"):
        aimed.say(1)


@pytest.mark.rule("YUM-END-6", "YUM-END-7")
def test_positions_are_the_final_placings():
    # EX-41
    board = Board(4, at=[LAST, 55, 55, 52])
    board.state.arrived = [0]
    assert placings(board.g) == (1, 2, 2, 4)


def test_the_start_line_ranks_last_and_draws():
    board = Board(4, at=[1, 0, 0, 7], paths=[0, -1, 1, 1])
    # Square 7 is the first of the shorter middle path.
    assert placings(board.g) == (2, 3, 3, 1)


def test_equal_distance_on_different_paths_is_a_draw():
    board = Board(2, at=[1, 11], paths=[0, 2])
    assert placings(board.g) == (1, 1)


def test_a_race_without_an_end_stops_at_the_round_limit():
    # EX-74
    board = Board(3, at=[53, 53, 48], hands=[["number 2"] * 1, ["number 3"], ["number 4"]], bag=[], round_limit=100)
    board.state.round = 100
    board.rest().until_turn(-1)
    assert board.outcome is not None
    assert board.outcome.ranks == (1, 1, 3)
    assert board.outcome.why == "over.limit"
    assert [part.name for part in board.outcome.parts] == ["scene.togo"]


def test_without_a_limit_the_race_goes_on():
    board = Board(2, at=[53, 53], hands=[["number 2"], ["number 3"]], bag=[], round_limit=0)
    board.state.round = 100
    board.rest().say(PASS)
    assert board.outcome is None
    assert board.state.round == 101


def test_a_card_can_carry_somebody_home_in_anothers_turn():
    # EX-45: B plays Friendly Giant on C, whose pawn is still in the bag.
    board = Board(3, at=[40, 30, 55], hands=[["friendly_giant", "number 2"], ["number 2"], ["number 3"]], bag=[1, 2])
    board.play("friendly_giant").say(2)
    assert board.state.arrived == [2]
    assert board.state.bag == [1]
    board.until_turn(2)
    assert board.outcome is not None
    assert board.outcome.ranks[2] == 1


def test_a_won_challenge_can_carry_a_character_home():
    board = Board(2, at=[54, 20], characters=["brunkholm"], hands=[["number 8", "number 4"], ["number 2"]], bag=[])
    board.draws("candle_imp").move("number 4", to=56).say(PASS)
    board.say(board.ask.values[0])
    assert board.outcome is not None
    assert board.outcome.ranks == (1, 2)


def test_what_an_arrived_player_had_is_set_aside():
    board = Board(
        2,
        at=[56, 20],
        hands=[["number 8", "number 2"], ["number 3"]],
        active=[["herb_pouch"]],
        curses=[["leech_curse"]],
    )
    board.move("number 8")
    assert sorted(board.names(board.state.aside))[-2:] == ["herb_pouch", "leech_curse"]
    assert board.state.hand[0] == board.state.active[0] == board.state.curses[0] == []
