"""Evading."""

import pytest

from arbiter.games.tekumel.evading import try_evade
from arbiter.kit.windows import PASS

from .table import cards, hero, position


def evade(made, foe="E19", **more):
    """A table at which the first Hero tries to evade somebody (or a Hero, where no foe is named)."""
    return position(made, rules=lambda g: try_evade(g, 0, foe), **more)


def need(t):
    return t.told("test.rolled")[0]["need"]


@pytest.mark.rule("TEK-GAP-EVADE")
@pytest.mark.parametrize(("foe", "most"), [("E19", 4), ("E08", 2), ("E39", 8), ("", 4)])
def test_a_foe_prints_how_hard_it_is_to_evade(foe, most):
    t = evade(hero("H3", at="R18"), foe, rolls=[most])

    assert need(t) == most
    assert t.result is True
    assert t.told("evade.done") == [{"seat": 0}]
    assert evade(hero("H3", at="R18"), foe, rolls=[most + 1]).result is False


@pytest.mark.rule("TEK-GAP-EVADE", "TEK-EX-SHIFT", "TEK-EX-SHIFT-EASY")
def test_in_a_city_it_is_a_level_easier():
    assert need(evade(hero("H3", at="47"), "E17", rolls=[4])) == 4, "Hard becomes Average"
    easy = evade(hero("H3", at="47"), "E07")
    assert easy.result is True
    assert easy.told("test.rolled") == []


def test_a_fighting_retreat_and_a_veil_evade_anybody_without_a_test():
    t = evade(hero("H1", at="R18", hand="A12", items="Q39"), "")
    assert t.asked == [(0, "use.evade")]
    assert t.values() == [("play", "A12a"), ("discard", "Q39"), PASS, ("pass", "turn")]

    t.use("play", "A12")

    assert (t.result, t.told("test.rolled")) == (True, [])
    assert t.state.actions.discard == cards("A12")
    assert [item.card for item in t.hero().items] == ["Q39"]


def test_stillness_hides_from_those_without_magic():
    for foe in ("E19", "F1"):
        t = evade(hero("H1", at="R18", spells="S08"), foe)
        t.use("cast", "S08")
        assert (t.result, t.told("test.rolled")) == (True, [])

    for foe in ("E33", "F7", ""):
        t = evade(hero("H1", spells="S08", hand="A01"), foe)
        assert t.values() == [PASS, ("pass", "turn")]
        assert t.refuses(("cast", "S08a")).key == "evade.magic"


def test_the_dead_are_laid_to_rest_for_a_kaitar():
    t = evade(hero("H1", at="R18", spells="S16", kaitar=0), "F5")
    t.use("cast", "S16")
    assert (t.result, t.told("test.rolled")) == (True, [])
    assert t.hero().kaitar == 1

    assert evade(hero("H1", spells="S16", hand="A01"), "E19").refuses(("cast", "S16a")).key == "evade.undead"


def test_who_holds_cards_is_asked_whatever_they_are():
    t = evade(hero("H1", at="R18", hand="A01"), rolls=[4])
    assert t.asked == [(0, "use.evade")]

    t.say(PASS).say(PASS)

    assert t.result is True
