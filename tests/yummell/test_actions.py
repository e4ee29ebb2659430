"""Actions: windows, limits, targets, reactions."""

import pytest

from arbiter.core import Illegal

from .board import PASS, Board

HAND = ["number 3", "number 4"]


@pytest.mark.rule("YUM-ACT-7", "YUM-NAMED-6", "YUM-ACT-8")
@pytest.mark.parametrize("window", ["W1", "W2", "W3"])
def test_dragon_sneeze_in_each_of_the_three_windows(window):
    # EX-2: legal after Preparation, Movement or the Encounter; then nothing else from hand this turn.
    board = Board(
        2,
        at=[17, 25],
        advantages=["stamina", "woodcraft"],
        hands=[["dragon_sneeze", "tailwind", "winged_sandals", *HAND]],
    )
    board.draws("hills_guide").run()
    if window != "W1":
        board.move("number 3", to=18)
    if window == "W3":
        board.say(PASS)
    assert board.ask.prompt == "window"
    assert sorted(board.offers("play")) == ["dragon_sneeze", "tailwind"]
    before = len(board.asked)
    board.play("dragon_sneeze")
    assert board.state.at[1] == 23
    # By open facts nothing more can be done from hand, so no later window of this turn opens.
    while board.state.mover == 0:
        board.say(board.ask.values[-1])
    assert "window" not in board.asked[before:-1]


@pytest.mark.rule("YUM-ACT-4")
def test_one_event_or_one_activation_from_hand_in_a_turn():
    board = Board(2, at=[17, 25], advantages=["stamina"], hands=[["tailwind", "dragon_sneeze", "herb_pouch"]])
    assert sorted(board.offers("play")) == ["dragon_sneeze", "tailwind"]
    assert board.offers("activate") == ["herb_pouch"]
    board.activate("herb_pouch")
    board.until("move").say("rest")
    assert board.asked[:2] == ["window", "move"]
    assert board.state.mover == 1


@pytest.mark.rule("YUM-ACT-3")
def test_four_kinds_of_action():
    board = Board(
        2,
        at=[17, 25],
        characters=["snifkin"],
        advantages=["sleight_of_hand"],
        hands=[["tailwind", "herb_pouch"]],
        active=[["bottomless_sack"]],
    )
    words = {value[0] for value in board.run().ask.values}
    assert words == {"pass", "play", "activate", "use", "ability"}


@pytest.mark.rule("YUM-ACT-1")
def test_only_the_player_whose_turn_it_is_acts():
    board = Board(3, at=[17, 25, 25], hands=[["number 3"], ["dragon_sneeze"], ["wind"]])
    seen = []
    board.run()
    while board.state.mover == 0:
        seen.append(board.ask.seat)
        board.say(board.ask.values[0])
    assert set(seen) == {0}


@pytest.mark.rule("YUM-ACT-2", "YUM-ACT-16", "YUM-DOUBT-3")
def test_stealing_ends_the_movement():
    # EX-1: 6 MP, stop after 3 MP beside somebody, steal; the rest of the MP is lost.
    board = Board(
        2, at=[17, 18], advantages=["sleight_of_hand"], hands=[["number 6", "number 3"]], active=[[], ["herb_pouch"]]
    )
    assert ("advantage", 0) not in board.run().ask.values
    board.move("number 6", to=18)
    assert ("advantage", 0) in board.ask.values
    board.say(("advantage", 0))
    assert board.names(board.state.active[0]) == ["herb_pouch"]
    board.say(PASS)
    assert board.state.at[0] in (17, 18, 19)
    assert board.asked.count("stop") == 1


@pytest.mark.rule("YUM-ENC-3", "YUM-NAMED-9", "YUM-DOUBT-2")
@pytest.mark.parametrize("when", ["before", "after", "never"])
def test_cleptomania_before_or_after_the_encounter_once(when):
    # EX-6 and EX-19
    board = Board(
        2,
        at=[17, 18],
        characters=["fulmergh"],
        hands=[["number 2", "number 3"]],
        active=[[], ["herb_pouch", "wand_of_perhaps"]],
    )
    board.draws("hills_guide").move("number 2", to=18)
    if when == "before":
        board.say(("ability", 0)).say(board.card("wand_of_perhaps", board.state.active[1]))
        assert board.names(board.state.active[0]) == ["wand_of_perhaps"]
        assert ("ability", 0) not in board.ask.values
        with pytest.raises(Illegal, match="once per turn"):
            board.say(("ability", 0))
        return
    board.say(PASS)
    assert ("ability", 0) in board.ask.values
    if when == "after":
        board.say(("ability", 0)).say(board.card("herb_pouch", board.state.active[1]))
        assert board.names(board.state.active[0]) == ["herb_pouch"]
    else:
        board.say(PASS)
        assert board.state.active[0] == []


def test_cleptomania_needs_the_square_where_movement_ended():
    # EX-53: a won Challenge carries him on, beside another companion.
    board = Board(
        3, at=[17, 18, 19], characters=["fulmergh"], hands=[["number 2", "number 8"]], active=[[], [], ["herb_pouch"]]
    )
    board.draws("dozing_hedge_hen").move("number 2", to=18).say(PASS)
    board.say(board.ask.values[0]) if board.ask.prompt == "order" else None
    assert board.state.at[0] == 19
    assert board.ask.prompt != "window" or ("ability", 0) not in board.ask.values


def test_cleptomania_needs_an_advance():
    board = Board(
        2, at=[18, 18], characters=["fulmergh"], hands=[["number 2", "number 3"]], active=[[], ["herb_pouch"]]
    )
    board.rest()
    assert ("ability", 0) not in board.ask.values


@pytest.mark.rule("YUM-ACT-9", "YUM-ACT-10", "YUM-DECK-5", "YUM-DECK-6", "YUM-ACT-11", "YUM-DECK-12")
def test_any_number_of_active_artefacts_may_be_used_and_each_once():
    # EX-65: an Event played, two Artefacts still usable.
    board = Board(
        2,
        at=[17, 0],
        advantages=["stamina"],
        hands=[["tailwind", "number 3"]],
        active=[["winged_sandals", "winged_sandals", "herb_pouch"]],
    )
    board.play("tailwind")
    assert sorted(board.offers("use")) == ["herb_pouch", "winged_sandals", "winged_sandals"]
    board.use("winged_sandals").use("winged_sandals")
    assert board.names(board.state.discard) == ["winged_sandals", "winged_sandals"]
    board.until("move").say(board.card("number 3", board.state.hand[0]))
    # 3 + 3 Tailwind + 4 + 4 (Stamina gives 1 for a 3)
    assert board.ask.args == {"mp": 15}


@pytest.mark.rule("YUM-ACT-5", "YUM-DECK-8", "YUM-DECK-9")
def test_an_event_of_the_turn_works_from_now_to_its_end():
    # EX-29: Tailwind, then Rest: the bonus is lost and the Event discarded at the end of the turn.
    board = Board(2, at=[17, 0], advantages=["heroism"], hands=[["tailwind", "number 3"], ["number 3"]])
    board.play("tailwind")
    assert board.names(board.state.lasting) == ["tailwind"]
    board.rest()
    assert board.names(board.state.lasting) == ["tailwind"] or board.state.mover == 1
    board.until_turn(1)
    assert board.names(board.state.discard)[-1] == "tailwind"
    assert board.state.lasting == []


@pytest.mark.rule("YUM-ACT-12", "YUM-ACT-13", "YUM-CHAR-5", "YUM-CHAR-6")
def test_an_ability_works_at_once_and_once_in_a_turn():
    board = Board(2, at=[17, 0], characters=["brunkholm"], hands=[["number 2", "number 3"], ["number 3"]])
    board.rest().say(("ability", 0)).say(board.card("number 2", board.state.hand[0]))
    assert len(board.state.discard) == 1
    with pytest.raises(Illegal, match="once per turn"):
        board.say(("ability", 0))


@pytest.mark.rule("YUM-ACT-14", "YUM-ACT-15", "YUM-ADV-2", "YUM-ADV-3")
def test_an_advantage_works_at_once_and_once_in_a_turn_when_its_conditions_are_met():
    board = Board(2, at=[17, 18], advantages=["sleight_of_hand"], hands=[["number 2", "number 3"], ["wind"]])
    with pytest.raises(Illegal, match="cannot be used at this moment"):
        board.run().say(("advantage", 0))
    board.move("number 2", to=18).say(("advantage", 0))
    assert board.names(board.state.hand[0])[-1] == "wind"
    with pytest.raises(Illegal, match="once per turn"):
        board.say(("advantage", 0))
    assert board.state.hand[1] == []


@pytest.mark.rule("YUM-NAMED-12")
def test_sleight_of_hand_prefers_artefacts_and_needs_something_to_take():
    board = Board(
        2,
        at=[17, 18],
        advantages=["sleight_of_hand"],
        hands=[["number 2", "number 3"], ["wind"]],
        active=[[], ["herb_pouch"]],
    )
    board.move("number 2", to=18).say(("advantage", 0))
    assert board.names(board.state.active[0]) == ["herb_pouch"]
    bare = Board(2, at=[17, 18], advantages=["sleight_of_hand"], hands=[["number 2", "number 3"]])
    bare.move("number 2", to=18)
    assert ("advantage", 0) not in bare.ask.values


def test_quick_hands_allows_one_of_each():
    # EX-32
    board = Board(2, at=[17, 18], advantages=["quick_hands"], hands=[["wind", "herb_pouch", "tailwind"]])
    board.play("wind").activate("herb_pouch")
    assert board.ask is not None
    assert board.ask.prompt != "window" or board.offers("play") == []
    tailwind = board.card("tailwind", board.state.hand[0])
    assert ("play", tailwind) not in getattr(board.ask, "values", [])


def test_the_asking_does_not_tell_what_a_hand_holds():
    """Two hands of the same size, one with Events and one without: the same windows open."""
    asked = []
    for hand in (["number 3", "number 4", "number 5"], ["tailwind", "herb_pouch", "friendly_giant"]):
        board = Board(2, at=[17, 0], hands=[hand, ["number 2"]])
        board.draws("hills_guide").run()
        while board.state.mover == 0:
            value = board.ask.values[0]
            if board.ask.prompt == "move":
                value = board.ask.values[1]
            board.say(value)
        asked.append(board.asked)
    assert asked[0] == asked[1]


def test_a_window_that_nobody_could_use_by_open_facts_does_not_open():
    board = Board(2, at=[17, 0], advantages=["stamina"], hands=[["herb_pouch"], ["number 2"]])
    board.activate("herb_pouch")
    assert board.state.mover == 1
    assert board.asked[:1] == ["window"]


@pytest.mark.rule("YUM-DOUBT-1")
def test_an_event_without_a_legal_target_cannot_be_played_but_others_may_do_nothing():
    board = Board(2, at=[17, 24], hands=[["wind", "tailwind", "landslide", "quicksand"]])
    assert sorted(board.offers("play")) == ["landslide", "tailwind"]
    with pytest.raises(Illegal, match="nobody to aim it at"):
        board.play("wind")


def test_a_reaction_cancels_an_event_on_oneself():
    # EX-51
    board = Board(
        2, at=[17, 18], advantages=["stamina"], hands=[["mushroom_curse", "wind"]], active=[[], ["stone_amulet"]]
    )
    board.play("mushroom_curse")
    assert (board.ask.prompt, board.ask.seat) == ("react", 1)
    board.say(board.ask.values[1])
    assert board.state.curses[1] == []
    assert board.names(board.state.discard) == ["stone_amulet", "mushroom_curse"]
    assert board.state.played == 1


def test_a_reaction_may_be_declined():
    board = Board(2, at=[17, 18], hands=[["mushroom_curse", "wind"]], active=[[], ["stone_amulet"]])
    board.play("mushroom_curse").say(PASS)
    assert board.names(board.state.curses[1]) == ["mushroom_curse"]
    assert board.names(board.state.active[1]) == ["stone_amulet"]


def test_nobody_is_asked_when_nothing_would_change():
    board = Board(
        2, at=[17, 18], advantages=["stamina", "steadfast"], hands=[["wind", "number 2"]], active=[[], ["stone_amulet"]]
    )
    board.play("wind")
    assert "react" not in board.asked
    assert board.state.at[1] == 18


def test_the_amulet_does_not_cover_supporters_but_the_bodyguard_does():
    # EX-73
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
    assert guarded.state.supporters[1] == []


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


def test_passing_for_the_rest_of_the_turn_closes_its_later_windows():
    board = Board(2, at=[17, 0], hands=[["tailwind", "number 2", "number 3", "number 4", "number 5"], ["number 2"]])
    board.draws("hills_guide").run()
    assert board.ask.values[-1] == ("pass", 1)
    board.say(("pass", 1)).say(board.card("number 2", board.state.hand[0])).say(18)
    assert board.asked == ["window", "move", "stop", "window"]
    assert board.state.mover == 1
    # In the last window of a turn there is nothing later to pass.
    board = Board(2, at=[17, 0], hands=[["tailwind", "number 3"], []])
    board.rest()
    assert ("pass", 1) not in board.ask.values
