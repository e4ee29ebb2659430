"""The player sequence and the phases of a turn."""

import pytest

from arbiter.core import Illegal
from arbiter.games.yummell.state import DEAL, MET, MOVED

from .board import PASS, Board


@pytest.mark.rule("YUM-ORDER-1", "YUM-ORDER-2", "YUM-ORDER-3")
def test_one_pawn_at_a_time_comes_out_of_the_bag_until_the_round_is_over():
    board = Board(3, step=DEAL, bag=[])
    board.state.round = 0
    board.draws(2).run()
    assert (board.state.round, board.state.mover, sorted(board.state.bag)) == (1, 2, [0, 1])
    board.draws(0).rest().until("discard").say(board.state.hand[2][0])
    assert (board.state.mover, board.state.bag) == (0, [1])
    board.rest().until("discard").say(board.state.hand[0][0])
    assert (board.state.mover, board.state.bag) == (1, [])
    board.draws(1).rest().until("discard").say(board.state.hand[1][0])
    assert (board.state.round, board.state.mover, sorted(board.state.bag)) == (2, 1, [0, 2])


@pytest.mark.rule("YUM-TURN-1", "YUM-TURN-3", "YUM-TURN-7")
def test_the_phases_come_in_their_order():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3", "number 4", "number 5", "wind"]])
    board.draws("hills_guide", 1)
    board.move("number 2", to=18)
    assert board.state.step == MOVED
    board.say(PASS)
    # Hills Guide was met; Replenishment then fills up nothing (four cards left) and seat 1 draws one to begin.
    assert [args["card"] for args in board.told("met.nothing")] == ["hills_guide"]
    assert board.state.step == MET
    board.say(PASS)
    assert board.state.mover == 1
    assert len(board.state.hand[1]) == 1
    keys = [key for key, _, _ in board.host.told]
    assert keys.index("plays.movement") < keys.index("met.nothing") < keys.index("turn") < keys.index("drew")


@pytest.mark.rule("YUM-TURN-4")
def test_nothing_is_asked_before_the_preparation_draw():
    board = Board(2, step=DEAL, bag=[]).run()
    assert board.ask.prompt == "window"
    assert len(board.state.hand[board.state.mover]) == 5


@pytest.mark.rule("YUM-TURN-5", "YUM-REST-2")
def test_a_card_must_be_played_or_the_character_rests():
    board = Board(2, at=[17, 0], hands=[["number 4", "number 5"]]).until("move")
    hand = board.state.hand[0]
    assert board.ask.values == ["rest", *hand]
    with pytest.raises(Illegal, match="is not in your hand"):
        board.say(board.state.pile[0])
    board.say("rest")
    assert board.state.hand[0] == hand
    assert board.state.discard == []


@pytest.mark.rule("YUM-TURN-6", "YUM-DECK-3", "YUM-MOVE-1")
def test_only_the_number_of_a_movement_card_counts():
    # EX-66: a Creature with 8 gives 8 MP and no Challenge.
    board = (
        Board(2, at=[17, 0], advantages=["stamina"], hands=[["yongholls_left_hind_foot"]])
        .draws("hills_guide")
        .until("move")
    )
    board.say(board.state.hand[0][0])
    assert board.ask.args == {"mp": 8}
    board.say(board.furthest())
    # 18 plain 1, 19 hills 2, 20 hills 2, 21 plain 1, 22 woods 2
    assert board.state.at[0] == 22
    assert board.names(board.state.discard)[0] == "yongholls_left_hind_foot"
    assert "challenge" not in board.asked


@pytest.mark.rule("YUM-TURN-8")
def test_replenishment_fills_the_hand_to_four():
    # EX-60: an empty hand must rest, is freed of Curses and draws four.
    board = Board(2, at=[17, 0], curses=[["mushroom_curse"]], bag=[1], hands=[[], ["number 2"]]).run()
    assert board.told("rests") == [{"seat": 0}]
    assert board.state.mover == 1
    assert len(board.state.hand[0]) == 4
    assert board.names(board.state.discard) == ["mushroom_curse"]


@pytest.mark.rule("YUM-TURN-9")
def test_replenishment_discards_what_is_over_four_by_choice():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3", "number 4", "number 5", "number 6", "wind"]])
    board.rest().until("discard")
    board.say(board.card("wind", board.state.hand[0])).say(board.card("number 6", board.state.hand[0]))
    assert board.names(board.state.discard)[0] == "wind"
    assert len(board.state.hand[0]) == 4


@pytest.mark.rule("YUM-TURN-10", "YUM-ACT-6", "YUM-DECK-4")
def test_an_artefact_becomes_active_at_the_end_of_replenishment():
    board = Board(2, at=[17, 0], hands=[["winged_sandals", "number 3"], ["number 3"]], active=[["herb_pouch"]])
    board.activate("winged_sandals")
    sandals = board.state.activating[0][0]
    with pytest.raises(Illegal, match="still being activated"):
        board.say(("use", sandals))
    board.rest()
    assert sandals not in board.state.active[0]
    board.until_turn(1)
    assert board.state.active[0][-1] == sandals
    assert board.state.activating[0] == []


@pytest.mark.rule("YUM-TURN-2", "YUM-TURN-11")
def test_the_turn_is_over_after_replenishment():
    board = Board(2, at=[17, 19], hands=[["dragon_sneeze"] * 2, ["number 4"]], bag=[1])
    board.rest().say(PASS)
    assert board.state.mover == 1
    assert board.ask.seat == 1
    with pytest.raises(Illegal, match="not in your hand"):
        board.say(("play", board.card("dragon_sneeze", board.state.hand[0])))
