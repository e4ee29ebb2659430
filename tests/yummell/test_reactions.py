"""How others may react: what is cancelled, by what, and who is asked when."""

import pytest

from arbiter.games.yummell.actions import reactions

from .board import PASS, Board


@pytest.mark.rule("YUM-GAP-47", "YUM-GAP-46", "YUM-EX-51", "YUM-DEC-17", "YUM-ACT-8")
def test_a_reaction_cancels_an_event_on_oneself():
    board = Board(
        2, at=[17, 18], advantages=["stamina"], hands=[["mushroom_curse", "wind"]], active=[[], ["stone_amulet"]]
    )
    board.play("mushroom_curse")
    assert (board.ask.prompt, board.ask.seat) == ("react", 1)
    board.say(board.ask.values[1])
    assert board.state.curses[1] == ()
    assert board.names(board.state.deck.discard) == ["stone_amulet", "mushroom_curse"]
    # A cancelled card counts as played.
    assert board.state.turn.played == 1


@pytest.mark.rule("YUM-GAP-47", "YUM-DEC-17")
def test_a_reaction_may_be_declined():
    board = Board(2, at=[17, 18], hands=[["mushroom_curse", "wind"]], active=[[], ["stone_amulet"]])
    board.play("mushroom_curse").say(PASS)
    assert board.names(board.state.curses[1]) == ["mushroom_curse"]
    assert board.names(board.state.active[1]) == ["stone_amulet"]


@pytest.mark.rule("YUM-GAP-47")
def test_nobody_is_asked_when_nothing_would_change():
    board = Board(
        2, at=[17, 18], advantages=["stamina", "steadfast"], hands=[["wind", "number 2"]], active=[[], ["stone_amulet"]]
    )
    board.play("wind")
    assert "react" not in board.asked
    assert board.state.at[1] == 18


@pytest.mark.rule("YUM-GAP-47", "YUM-EX-73", "YUM-SUP-7")
def test_the_amulet_does_not_cover_supporters_but_the_bodyguard_does():
    board = Board(
        2, at=[17, 18], hands=[["number 2"]], active=[[], ["stone_amulet"]], supporters=[["booing_cousin"], []]
    )
    board.run().support("booing_cousin")
    assert "react" not in board.asked
    assert board.state.at[1] == 17
    guarded = Board(2, at=[17, 18], hands=[["number 2"]], supporters=[["booing_cousin"], ["loyal_bodyguard"]])
    guarded.run().support("booing_cousin")
    assert guarded.ask.prompt == "react"
    guarded.say(guarded.ask.values[1])
    assert guarded.state.at[1] == 18
    assert guarded.state.supporters[1] == ()


@pytest.mark.rule("YUM-GAP-47", "YUM-GAP-83")
def test_everybody_hit_is_asked_just_before_it_reaches_him():
    board = Board(
        4, at=[17, 20, 19, 22], hands=[["landslide", "number 2"]], active=[[], ["stone_amulet"], ["stone_amulet"], []]
    )
    board.play("landslide")
    assert board.ask.seat == 2
    board.say(board.ask.values[1])
    assert board.ask.seat == 1
    board.say(PASS)
    assert board.state.at == [17, 19, 19, 22]


@pytest.mark.rule("YUM-GAP-47")
def test_with_several_reactions_one_is_chosen_and_is_enough():
    board = Board(
        2,
        at=[17, 18],
        hands=[["mushroom_curse", "wind"]],
        active=[[], ["stone_amulet", "stone_amulet"]],
        supporters=[[], ["loyal_bodyguard"]],
    )
    board.play("mushroom_curse")
    assert len(board.ask.values) == 4
    board.support("loyal_bodyguard")
    assert board.asked.count("react") == 1
    assert len(board.state.active[1]) == 2
    assert board.state.curses[1] == ()


@pytest.mark.rule("YUM-GAP-47")
def test_cancelling_an_exchange_cancels_it_for_both():
    board = Board(2, at=[17, 19], hands=[["topsy_turvy", "number 2"]], active=[[], ["stone_amulet"]])
    board.play("topsy_turvy").say(board.ask.values[1])
    assert board.state.at == [17, 19]


@pytest.mark.rule("YUM-GAP-47", "YUM-GAP-46")
def test_abilities_and_advantages_cannot_be_cancelled():
    board = Board(
        2,
        at=[17, 18],
        characters=["fulmergh"],
        hands=[["number 2", "number 3"]],
        active=[[], ["stone_amulet"]],
        supporters=[[], ["loyal_bodyguard"]],
    )
    board.move("number 2", to=18).say(("ability", 0))
    assert "react" not in board.asked
    assert board.names(board.state.active[0]) == ["stone_amulet"]
    assert reactions(board.g, board.content.find("wind"), 1) == [("supporter", board.source("loyal_bodyguard"))]
    assert reactions(board.g, board.content.find("fulmergh"), 1) == []


@pytest.mark.rule("YUM-GAP-46", "YUM-GAP-47")
def test_the_authored_set_reacts_with_the_amulet_and_the_bodyguard_alone():
    board = Board(2)
    covering = {source.key for source in board.content.sources if source.use.covers}
    assert covering == {"stone_amulet", "loyal_bodyguard"}


@pytest.mark.rule("YUM-GAP-47")
def test_an_amulet_protects_against_an_event_met():
    board = Board(
        2,
        at=[17, 0],
        characters=["brunkholm"],
        advantages=["stamina"],
        hands=[["number 2", "number 3"]],
        active=[["stone_amulet"]],
    )
    board.draws("dragon_sneeze").move("number 2", to=18).say(PASS)
    assert (board.ask.prompt, board.ask.seat) == ("react", 0)
    board.say(board.ask.values[1])
    assert board.state.at[0] == 18
