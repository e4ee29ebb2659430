"""Recruiting Encounters, and dismissing Companions."""

import pytest

from arbiter.games.tekumel.recruiting import recruit, why_not_recruit
from arbiter.games.tekumel.state import Met, reading

from .table import cards, hero, position


def hire(made, card, **more):
    """A table at which the first Hero tries to recruit an Encounter."""

    def rules(g):
        g.state.encounters.bag.remove(card)
        g.state.loose.append(card)
        g.state.met = Met(card, "neutral")
        return (yield from recruit(g, 0, card))

    return position(made, rules=rules, **more)


def refused(made, card):
    return why_not_recruit(reading(position(made).state), 0, card)


def party(t):
    return [(one.card, one.wounds) for one in t.hero().companions]


@pytest.mark.rule("TEK-GAP-RECRUIT")
def test_a_recruit_passes_a_talk_test_is_paid_and_joins_unwounded():
    t = hire(hero("H3", kaitar=5), "E10", rolls=[5])

    assert t.result is True
    assert t.told("test.rolled")[0] == {"seat": 0, "skill": "talk", "level": "average", "roll": 5, "need": 5}
    assert t.hero().kaitar == 1
    assert party(t) == [("E10", 0)]
    assert t.state.loose == []


def test_after_a_failed_test_nothing_is_paid():
    t = hire(hero("H3", kaitar=5), "E10", rolls=[6])

    assert t.result is False
    assert t.hero().kaitar == 5
    assert party(t) == []


def test_the_test_is_easy_for_a_hero_of_their_own_religion():
    t = hire(hero("H1", kaitar=5), "E03", rolls=[6])
    assert (t.result, t.told("test.rolled")[0]["level"]) == (True, "easy")

    assert hire(hero("H3", kaitar=5), "E03", rolls=[3]).told("test.rolled")[0]["level"] == "hard"


@pytest.mark.rule("TEK-GAP-RECRUIT", "TEK-EX-RECRUIT-LANG", "TEK-EX-RECRUIT-POOR")
def test_some_cannot_be_recruited_at_all_or_not_by_everybody():
    assert refused(hero("H3", kaitar=4), "E10") is None
    assert refused(hero("H3", kaitar=3), "E10").key == "pay.poor"
    assert refused(hero("H3", languages="tsolyani", kaitar=4), "E10").key == "meet.no_language"
    assert refused(hero("H3"), "E11").key == "meet.not_for_hire"
    assert refused(hero("H3"), "F1").key == "meet.not_for_hire"


@pytest.mark.rule("TEK-GAP-RECRUIT")
def test_who_will_not_serve_beside_a_companion_can_only_take_his_place():
    rich = {"kaitar": 9}

    assert refused(hero("H3", companions="E24", **rich), "E25").key == "meet.clash"
    assert refused(hero("H3", companions="E25", **rich), "E24").key == "meet.clash"
    assert refused(hero("H3", companions="E24 E10", **rich), "E25") is None
    t = hire(hero("H3", companions="E24 E10", **rich), "E25", rolls=[1])
    assert t.values() == ["", "E24"], "the Free Company may stay, the Scaled Folk may not"


@pytest.mark.rule("TEK-GAP-COMPANION-LIMIT", "TEK-DEC-DISMISS")
def test_a_third_companion_takes_the_place_of_one_dismissed_after_the_test_and_before_paying():
    t = hire(hero("H3", companions="E13:1 E14", kaitar=4), "E10", rolls=[1])
    assert t.asked == [(0, "dismiss")]
    assert t.values() == ["", "E13", "E14"]
    assert t.hero().kaitar == 4
    assert t.game.default(t.state, t.asks[0]) == ""

    t.say("E13")

    assert party(t) == [("E14", 0), ("E10", 0)]
    assert t.hero().kaitar == 0
    assert t.state.encounters.discard == ["E13"]


@pytest.mark.rule("TEK-DEC-DISMISS")
def test_he_may_give_the_new_one_up_and_pays_nothing():
    t = hire(hero("H3", companions="E13 E14", kaitar=4), "E10", rolls=[1])
    t.say("")

    assert t.result is False
    assert party(t) == [("E13", 0), ("E14", 0)]
    assert t.hero().kaitar == 4


def test_an_open_purse_must_leave_the_hire():
    t = hire(hero("H3", hand="A19", kaitar=5), "E10")
    assert t.refuses(("play", "A19a")).key == "pay.poor"

    t = hire(hero("H3", hand="A19", kaitar=6), "E10")
    t.use("play", "A19")

    assert t.result is True
    assert t.hero().kaitar == 0
    assert t.state.actions.discard == cards("A19")


@pytest.mark.rule("TEK-GAP-COMPANION-LIMIT", "TEK-GAP-FREE-USE", "TEK-DEC-FREE-USE")
def test_companions_may_be_dismissed_at_a_free_use_point():
    t = position(hero("H6", at="47", companions="E14 E10", items="Q01 Q33 Q34 Q35"))
    assert t.refuses(("dismiss", "E22")).key == "use.not_yours"

    t.say(("dismiss", "E14"))

    assert party(t) == [("E10", 0)]
    assert t.state.encounters.discard == ["E14"]
    assert t.asked == [(0, "discard.equipment")], "the Drovers carried a card for him"
    t.say(["Q34"])
    assert t.state.equipment.discard == ["Q34"]


def test_a_recruit_test_may_be_helped_by_cards():
    t = hire(hero("H3", hand="A18", kaitar=4), "E10", rolls=[8])
    t.use("play", "A18")

    assert t.result is True
