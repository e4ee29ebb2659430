"""Actions: windows, limits, targets."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arbiter
from arbiter.core import Illegal, Text
from arbiter.games.yummell import GAME, Yummell
from arbiter.games.yummell.book import book
from arbiter.games.yummell.choices import (
    EVERY_WINDOW,
    bar_to,
    choices,
    hand_spent,
    held,
    refused,
    targets,
    why_not_action,
)
from arbiter.games.yummell.entries import Target

from .board import LAST, PASS, Board

HAND = ["number 3", "number 4"]
WORDS = ("play", "activate", "use")


# Windows


@pytest.mark.rule("YUM-ACT-7", "YUM-ACT-8", "YUM-NAMED-6", "YUM-EX-2", "YUM-DEC-5")
@pytest.mark.parametrize("window", ["W1", "W2", "W3"])
def test_dragon_sneeze_in_each_of_the_three_windows(window):
    # Legal after Preparation, Movement or the Encounter; then nothing else from hand this turn.
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


@pytest.mark.rule("YUM-ACT-7", "YUM-ACT-2", "YUM-GAP-30")
def test_a_card_is_used_only_in_the_windows_that_it_names():
    board = Board(2, at=[17, 25], active=[["seven_league_boots", "sword_of_flurm"]], hands=[["fog_of_manners", *HAND]])
    board.draws("hills_guide").run()
    assert board.offers("use") == ["seven_league_boots"]
    with pytest.raises(Illegal, match="Sword of Flurm cannot be used at this moment"):
        board.use("sword_of_flurm")
    board.move("number 3", to=18)
    assert board.offers("play") == ["fog_of_manners"]
    with pytest.raises(Illegal, match="Seven-League Boots cannot be used at this moment"):
        board.use("seven_league_boots")
    board.say(PASS)
    with pytest.raises(Illegal, match="Fog of Manners cannot be used at this moment"):
        board.play("fog_of_manners")


@pytest.mark.rule("YUM-ACT-1", "YUM-TURN-2", "YUM-GAP-46")
def test_only_the_player_whose_turn_it_is_acts():
    board = Board(
        3, at=[17, 25, 25], hands=[["number 3"], ["dragon_sneeze"], ["wind"]], active=[[], ["herb_pouch"], []]
    )
    seen = []
    board.run()
    while board.state.mover == 0:
        seen.append(board.ask.seat)
        board.say(board.ask.values[0])
    assert "window" in board.asked
    assert set(seen) == {0}


@pytest.mark.rule("YUM-ACT-2", "YUM-ACT-16", "YUM-DOUBT-3", "YUM-EX-1")
def test_stealing_ends_the_movement():
    # 6 MP, stop after 3 MP beside somebody, steal; the rest of the MP is lost.
    board = Board(
        2, at=[17, 18], advantages=["sleight_of_hand"], hands=[["number 6", "number 3"]], active=[[], ["herb_pouch"]]
    )
    assert ("advantage", 0) not in board.run().ask.values
    board.move("number 6", to=18)
    assert ("advantage", 0) in board.ask.values
    board.say(("advantage", 0))
    assert board.names(board.state.active[0]) == ["herb_pouch"]
    board.draws("hills_guide").say(PASS)
    assert board.state.at[0] == 18
    assert board.asked.count("stop") == 1


@pytest.mark.rule("YUM-DOUBT-2", "YUM-ACT-1")
def test_a_player_who_passes_has_used_nothing():
    board = Board(2, at=[17, 25], characters=["snifkin"], hands=[["dragon_sneeze", *HAND]], active=[["herb_pouch"]])
    board.draws("hills_guide").run()
    while board.state.mover == 0:
        board.say(board.ask.values[1] if board.ask.prompt == "move" else board.ask.values[0])
    assert board.names(board.state.active[0]) == ["herb_pouch"]
    assert "dragon_sneeze" not in board.names(board.state.deck.discard) or board.told("uses.play") == []
    assert [key for key, _, _ in board.host.told if key.startswith("uses.")] == []
    assert board.asked.count("window") >= 3


@pytest.mark.rule("YUM-REST-3", "YUM-GAP-48", "YUM-GAP-30")
def test_after_a_rest_the_last_window_opens_and_the_second_does_not():
    # Fulmergh's Ability belongs to W2 and W3, Brunkholm's to W3, Fog of Manners to W1 and W2.
    board = Board(2, at=[17, 19], characters=["brunkholm"], hands=[["fog_of_manners", "dragon_sneeze", "number 3"], []])
    board.rest()
    assert board.asked == ["window", "move", "window"]
    assert board.offers("play") == ["dragon_sneeze"]
    assert ("ability", 0) in board.ask.values
    board.play("dragon_sneeze")
    assert board.state.at[1] == 17


@pytest.mark.rule("YUM-GAP-30", "YUM-REST-3")
def test_without_an_encounter_the_windows_around_it_are_one():
    board = Board(2, at=[17, 19], characters=["brunkholm"], hands=[["fog_of_manners", "number 3", "number 4"], []])
    board.move("number 3", to=17)
    # Fog of Manners belongs to W2, Sorting the Ore to W3: both are open now.
    assert board.offers("play") == ["fog_of_manners"]
    assert ("ability", 0) in board.ask.values
    board.say(PASS)
    assert board.state.mover == 1


def test_passing_for_the_rest_of_the_turn_closes_its_later_windows():
    board = Board(2, at=[17, 0], hands=[["tailwind", "number 2", "number 3", "number 4", "number 5"], ["number 2"]])
    board.draws("hills_guide").run()
    assert board.ask.values[-1] == ("pass", 1)
    board.say(("pass", 1)).say(board.card("number 2", board.state.hand[0].cards)).say(18)
    assert board.asked == ["window", "move", "stop", "window"]
    assert board.state.mover == 1
    # In the last window of a turn there is nothing later to pass.
    board = Board(2, at=[17, 0], hands=[["tailwind", "number 3"], []])
    board.rest()
    assert ("pass", 1) not in board.ask.values


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


# What may be done, and how often


@pytest.mark.rule("YUM-ACT-3", "YUM-DEC-5")
def test_the_kinds_of_action():
    board = Board(
        2,
        at=[17, 18],
        characters=["snifkin"],
        advantages=["sleight_of_hand"],
        hands=[["number 2", "tailwind", "herb_pouch"], ["wind"]],
        active=[["bottomless_sack"]],
        supporters=[["water_carrier"]],
    )
    board.move("number 2", to=18)
    words = {value[0] for value in board.ask.values}
    assert words == {"pass", "play", "activate", "use", "ability", "advantage", "supporter"}
    with pytest.raises(Illegal, match="only an Event can be played"):
        board.play("herb_pouch")
    with pytest.raises(Illegal, match="only an Artefact activated"):
        board.activate("tailwind")
    with pytest.raises(Illegal, match="none of your active Artefacts"):
        board.say(("use", board.state.hand[0].cards[0]))
    with pytest.raises(Illegal, match="that Supporter is not with you"):
        board.support("card_sharp")


@pytest.mark.parametrize("answer", [("ability", 90), ("advantage", 3), ("play", -1), ("use", 10**9), ("supporter", -7)])
def test_numbers_that_mean_nothing_are_refused(answer):
    board = Board(
        2, at=[17, 0], characters=["snifkin"], hands=[["tailwind", "number 3"]], active=[["herb_pouch"]]
    ).run()
    with pytest.raises(Illegal):
        board.say(answer)
    assert ("ability", 0) in board.ask.values


@pytest.mark.rule("YUM-ACT-4", "YUM-DEC-5")
def test_one_event_or_one_activation_from_hand_in_a_turn():
    board = Board(2, at=[17, 25], advantages=["stamina"], hands=[["tailwind", "dragon_sneeze", "herb_pouch"]])
    assert sorted(board.offers("play")) == ["dragon_sneeze", "tailwind"]
    assert board.offers("activate") == ["herb_pouch"]
    board.activate("herb_pouch")
    board.until("move").say("rest")
    assert board.asked[:2] == ["window", "move"]
    assert board.state.mover == 1


@pytest.mark.rule("YUM-ACT-4", "YUM-ACT-8", "YUM-GAP-44")
def test_what_is_found_or_met_does_not_count_against_the_limit():
    board = Board(2, at=[17, 21], advantages=["stamina"], hands=[["number 2", "tailwind", "number 3"]])
    board.draws("hauling_rope").move("number 2", to=18).say(PASS)
    # A found Artefact is active without an activation from hand, and may be used besides the one Event.
    assert (board.offers("play"), board.offers("use")) == (["tailwind"], ["hauling_rope"])
    board.play("tailwind")
    assert hand_spent(board.g, 0) == ("play", "activate")
    board.use("hauling_rope")
    met = Board(2, at=[17, 25], advantages=["stamina"], hands=[["number 2", "tailwind", "number 3"]])
    met.draws("lucky_find").move("number 2", to=18).say(PASS)
    assert met.told("met.event") == [{"seat": 0, "card": "lucky_find"}]
    assert "tailwind" in met.offers("play")
    met.play("tailwind")
    assert met.state.turn.played == 1 or met.state.mover == 1


@pytest.mark.rule("YUM-ACT-4", "YUM-PREC-3", "YUM-EX-32")
def test_quick_hands_allows_one_of_each():
    board = Board(
        2,
        at=[17, 18],
        advantages=["quick_hands"],
        hands=[["wind", "herb_pouch", "tailwind", "winged_sandals"]],
        active=[["bottomless_sack"]],
    )
    board.play("wind")
    assert board.offers("play") == []
    board.activate("herb_pouch")
    assert board.offers("play") == board.offers("activate") == []
    with pytest.raises(Illegal, match="you have played an Event or begun an activation"):
        board.play("tailwind")
    with pytest.raises(Illegal, match="you have played an Event or begun an activation"):
        board.activate("winged_sandals")


@pytest.mark.rule("YUM-ACT-9", "YUM-ACT-10", "YUM-DECK-5", "YUM-GAP-37", "YUM-EX-65")
def test_any_number_of_active_artefacts_may_be_used_and_each_once():
    # An Event played, three Artefacts still usable; their effects add up.
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
    assert board.names(board.state.deck.discard) == ["winged_sandals", "winged_sandals"]
    assert board.offers("use") == ["herb_pouch"]
    board.until("move").say(board.card("number 3", board.state.hand[0].cards))
    # 3 + 3 Tailwind + 4 + 4 (Stamina gives 1 for a 3)
    assert board.ask.args == {"mp": 15}


@pytest.mark.rule("YUM-ACT-11", "YUM-DECK-6")
def test_there_is_no_limit_to_active_artefacts():
    many = ["winged_sandals", "stink_bottle", "cobweb_net", "greedy_magnet", "crystal_ball", "bottomless_sack"]
    board = Board(2, at=[17, 0], hands=[["number 2", "herb_pouch", "number 3"], ["number 3"]], active=[many])
    board.activate("herb_pouch")
    board.draws("hauling_rope").move("number 2", to=18).until_turn(1)
    assert board.names(board.state.active[0]) == [*many, "hauling_rope", "herb_pouch"]


@pytest.mark.rule("YUM-ACT-5", "YUM-DECK-8", "YUM-DECK-9", "YUM-GAP-50", "YUM-GAP-94", "YUM-EX-29")
def test_an_event_of_the_turn_works_from_now_to_its_end():
    # Tailwind, then Rest: the bonus is lost and the Event discarded at the end of the turn.
    board = Board(2, at=[17, 0], advantages=["heroism"], hands=[["tailwind", "number 3"], ["number 3"]])
    board.play("tailwind")
    assert board.names(board.state.turn.events) == ["tailwind"]
    board.rest()
    assert board.told("plays.movement") == []
    board.until_turn(1)
    assert board.names(board.state.deck.discard)[-1] == "tailwind"
    assert board.state.turn.events == ()
    board.until("move").say(board.card("number 3", board.state.hand[1].cards))
    assert board.ask.args == {"mp": 3}


@pytest.mark.rule("YUM-GAP-94", "YUM-ACT-5")
def test_an_event_does_not_change_what_has_already_happened():
    board = Board(2, at=[18, 0], advantages=["heroism"], hands=[["number 4", "hills_guide", "number 3"]])
    board.until("move").say(board.card("number 4", board.state.hand[0].cards))
    assert board.ask.values == [19, 20, 18]
    board.say(20).play("hills_guide")
    assert board.state.at[0] == 20
    assert board.told("plays.movement")[0]["mp"] == 4


@pytest.mark.rule("YUM-ACT-12", "YUM-ACT-13", "YUM-CHAR-5", "YUM-CHAR-6", "YUM-DEC-22")
def test_an_ability_works_at_once_and_once_in_a_turn():
    board = Board(2, at=[17, 0], characters=["brunkholm"], hands=[["number 2", "number 3", "wind"], ["number 3"]])
    board.rest().say(("ability", 0))
    assert board.ask.prompt == "sort"
    assert None in board.ask.values
    board.say(board.card("number 2", board.state.hand[0].cards))
    assert len(board.state.deck.discard) == 1
    with pytest.raises(Illegal, match="Sorting the Ore can be used once per turn"):
        board.say(("ability", 0))


@pytest.mark.rule("YUM-ACT-14", "YUM-ACT-15", "YUM-ADV-2", "YUM-ADV-3")
def test_an_advantage_works_at_once_and_once_in_a_turn_when_its_conditions_are_met():
    board = Board(
        3,
        at=[17, 18, 19],
        advantages=["sleight_of_hand"],
        hands=[["number 2", "number 3"], ["wind", "tailwind", "wind"]],
    )
    with pytest.raises(Illegal, match="Sleight of Hand cannot be used at this moment"):
        board.run().say(("advantage", 0))
    board.move("number 2", to=18).say(("advantage", 0))
    assert len(board.state.hand[1].cards) == 1
    with pytest.raises(Illegal, match="Sleight of Hand can be used once per turn"):
        board.say(("advantage", 0))


def test_an_ability_is_refused_by_its_own_name():
    board = Board(2, at=[17, 0], characters=["ombrulla"], hands=[["tailwind", "number 3"]]).run()
    with pytest.raises(Illegal, match="Wide Load is always on"):
        board.say(("ability", 0))


# Conditions and targets


@pytest.mark.rule("YUM-ENC-3", "YUM-NAMED-9", "YUM-GAP-32", "YUM-EX-6", "YUM-EX-19", "YUM-DEC-21")
@pytest.mark.parametrize("when", ["before", "after", "never"])
def test_cleptomania_before_or_after_the_encounter_once(when):
    board = Board(
        2,
        at=[17, 18],
        characters=["fulmergh"],
        hands=[["number 2", "number 3"]],
        active=[[], ["herb_pouch", "wand_of_perhaps"]],
    )
    assert ("ability", 0) not in board.draws("hills_guide").run().ask.values
    board.move("number 2", to=18)
    if when == "before":
        board.say(("ability", 0)).say(board.card("wand_of_perhaps", board.state.active[1]))
        assert board.names(board.state.active[0]) == ["wand_of_perhaps"]
        assert board.names(board.state.active[1]) == ["herb_pouch"]
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
        assert board.state.active[0] == ()


@pytest.mark.rule("YUM-GAP-33", "YUM-GAP-32", "YUM-EX-53")
def test_cleptomania_needs_the_square_where_movement_ended():
    # A won Challenge carries him on, beside another companion.
    board = Board(
        3,
        at=[17, 18, 19],
        characters=["fulmergh"],
        hands=[["number 2", "number 8", "wind"]],
        active=[[], [], ["herb_pouch"]],
    )
    board.draws("dozing_hedge_hen").move("number 2", to=18).say(PASS)
    board.say(board.card("number 8", board.state.hand[0].cards)).say(board.ask.values[0])
    assert board.state.at[0] == 19
    with pytest.raises(Illegal, match="Cleptomania needs an advance this turn, and you in the square where it ended"):
        board.say(("ability", 0))


@pytest.mark.rule("YUM-GAP-34", "YUM-GAP-19")
@pytest.mark.parametrize("still", ["rest", "zero"])
def test_cleptomania_needs_an_advance(still):
    board = Board(
        2, at=[18, 18], characters=["fulmergh"], hands=[["number 2", "number 3"]], active=[[], ["herb_pouch"]]
    )
    if still == "rest":
        board.rest()
    else:
        board.move("number 2", to=18)
        # The movement ended here, but there was none to speak of.
        assert board.state.turn.ended == 18
    assert ("ability", 0) not in board.ask.values
    with pytest.raises(Illegal, match="needs an advance this turn"):
        board.say(("ability", 0))


@pytest.mark.rule("YUM-NAMED-12", "YUM-GAP-108")
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


@pytest.mark.rule("YUM-GAP-31", "YUM-NAMED-9", "YUM-NAMED-12")
def test_fulmergh_with_sleight_of_hand_may_use_both_thefts():
    board = Board(
        2,
        at=[17, 18],
        characters=["fulmergh"],
        advantages=["sleight_of_hand"],
        hands=[["number 2", "number 3"], ["wind"]],
        active=[[], ["herb_pouch", "wand_of_perhaps"]],
    )
    board.move("number 2", to=18).say(("ability", 0)).say(board.card("herb_pouch", board.state.active[1]))
    board.say(("advantage", 0))
    assert board.names(board.state.active[0]) == ["herb_pouch", "wand_of_perhaps"]
    assert board.state.active[1] == ()


@pytest.mark.rule("YUM-GAP-43", "YUM-NAMED-9")
def test_a_stolen_artefact_may_be_used_in_the_same_turn():
    board = Board(
        2, at=[17, 18], characters=["fulmergh"], hands=[["number 2", "number 3"]], active=[[], ["bottomless_sack"]]
    )
    board.move("number 2", to=18).say(("ability", 0))
    assert board.offers("use") == ["bottomless_sack"]
    board.use("bottomless_sack")
    assert len(board.state.hand[0].cards) == 4


@pytest.mark.rule("YUM-DOUBT-1", "YUM-GAP-38", "YUM-DEC-6")
def test_an_event_without_a_legal_target_cannot_be_played_but_others_may_do_nothing():
    board = Board(2, at=[17, 24], hands=[["wind", "tailwind", "landslide", "quicksand"]])
    assert sorted(board.offers("play")) == ["landslide", "tailwind"]
    with pytest.raises(Illegal, match="the conditions of Wind are not met: there is nobody to aim it at"):
        board.play("wind")
    # Nobody stands on Hills, and the Landslide is played all the same.
    board.play("landslide")
    assert board.state.at == [17, 24]
    assert board.names(board.state.deck.discard) == ["landslide"]
    # What does something does exactly what it says.
    windy = Board(2, at=[17, 25], hands=[["wind", "number 2"]])
    windy.play("wind")
    assert windy.state.at == [17, 24]


@pytest.mark.rule("YUM-GAP-108")
def test_artefacts_without_effect_may_be_used_but_not_without_their_condition():
    board = Board(2, at=[17, 24], hands=[["number 2"]], active=[["herb_pouch", "ragpickers_hook", "greedy_magnet"]])
    # There is no Curse to lift, and the pouch is used all the same; a Hook needs a discard pile, a Magnet a victim.
    assert board.offers("use") == ["herb_pouch"]
    with pytest.raises(Illegal, match="Ragpicker's Hook needs a card on the discard pile"):
        board.use("ragpickers_hook")
    with pytest.raises(Illegal, match="Greedy Magnet are not met"):
        board.use("greedy_magnet")
    board.use("herb_pouch")
    assert board.offers("use") == ["ragpickers_hook"]


@pytest.mark.rule("YUM-GAP-39", "YUM-GAP-106", "YUM-DEC-6", "YUM-END-4")
def test_who_may_be_aimed_at():
    # Seat 0 on 29 of its way; 1 beside it, 2 and 3 ahead, 4 behind, 5 on the start line, 6 arrived.
    board = Board(7, at=[29, 29, 31, 31, 27, 0, LAST], hands=[["number 2"]])
    board.state.arrived = [6]
    g = board.g
    aims = {
        "dragon_sneeze": [1, 2, 3, 4],
        "friendly_giant": [0, 1, 2, 3, 4],
        "unicorns_breath": [0, 1, 2, 3, 4, 5],
        "mushroom_curse": [1, 2, 3, 4, 5],
        "topsy_turvy": [2, 3],
        "stink_bottle": [1, 2, 3, 4],
        "landslide": [],
        "quicksand": [1, 4],
    }
    for key, seats in aims.items():
        assert targets(g, board.content.find(key).use, 0) == seats, key
    # The nearest ahead, of two the one who sits first; and of those in the same square any with something to take.
    board.state.at[3] = 33
    assert targets(g, board.content.find("hauling_rope").use, 0) == [2]
    why = {seat: bar_to(g, board.content.find("hauling_rope").use, 0, seat) for seat in range(7)}
    keys = {seat: refused(against, "", Text("x")).key for seat, against in why.items() if against is not None}
    assert keys == {
        0: "refused.yourself",
        1: "refused.ahead",
        3: "refused.nearest",
        4: "refused.ahead",
        5: "refused.ahead",
        6: "refused.arrived",
    }


@pytest.mark.rule("YUM-GAP-106")
def test_the_ledger_explains_every_target_word():
    words = set(Target.__args__)
    assert set(GAME.ledger()["table"]["targets"]) == words
    assert {f"aim.{word}" for word in words} <= set(GAME.catalogue())


@pytest.mark.rule("YUM-GAP-5", "YUM-GAP-6")
def test_whoever_is_on_the_start_line_can_be_cursed_but_not_pushed():
    board = Board(2, at=[17, 0], hands=[["mushroom_curse", "dragon_sneeze", "number 2"]])
    assert board.offers("play") == ["mushroom_curse"]
    board.play("mushroom_curse")
    assert board.names(board.state.curses[1]) == ["mushroom_curse"]


@pytest.mark.rule("YUM-GAP-6", "YUM-GAP-106")
def test_characters_on_different_start_paths_are_out_of_each_others_range():
    board = Board(
        3, at=[2, 12, 4], paths=[0, 2, 0], active=[["stink_bottle"]], hands=[["topsy_turvy", "dragon_sneeze"]]
    )
    board.run()
    use = {key: board.content.find(key).use for key in ("stink_bottle", "topsy_turvy", "dragon_sneeze")}
    assert [targets(board.g, use[key], 0) for key in use] == [[2], [2], [1, 2]]


@pytest.mark.rule("YUM-GAP-38", "YUM-GAP-39", "YUM-ACT-3")
def test_what_is_offered_and_what_is_refused_agree():
    """At many moments of random games: every action before the mover is offered, or refused with a reason."""
    content = book()
    supporters = [("supporter", index) for index in content.supporters]
    cards = [(word, card) for word in WORDS for card in range(len(content.cards))]
    every = [("ability", 0), ("advantage", 0), *supporters, *cards]

    @settings(max_examples=12, deadline=None)
    @given(seed=st.integers(0, 10**6), seats=st.integers(2, 8))
    def check(seed, seats):
        table = arbiter.new("yummell", seats=seats, seed=seed, options={"supporters": "dealt", "round_limit": 6})
        rng = Random(seed)
        while not table.over:
            ask = table.asks[0]
            if ask.prompt in ("window", "aid", "lost"):
                g = Yummell(table.state)
                mover, window = table.state.mover, table.state.turn.window
                offered = set(choices(g, mover, window)) - {PASS}
                assert offered == {value for value in ask.values if value[0] != "pass"}
                before_him = {action for action in every if held(g, mover, action, EVERY_WINDOW)}
                assert offered <= before_him
                for action in before_him:
                    assert (why_not_action(g, mover, action, window) is None) == (action in offered), action
                for card in range(0, len(content.cards), 7):
                    for word in WORDS:
                        assert (ask.refusal((word, card)) is None) == ((word, card) in offered)
            elif ask.prompt == "target":
                source = content.find(ask.args["card"])
                assert targets(Yummell(table.state), source.use, ask.seat) == ask.values
            table.answer(ask.seat, ask.sample(rng))

    check()
