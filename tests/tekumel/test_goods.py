"""What cards and tables give and take."""

import pytest

from arbiter.games.tekumel.effects import RULES, Draw
from arbiter.kit.effects import By
from arbiter.kit.windows import PASS

from .table import BOOK, cards, hero, position


def happens(made, source, **more):
    """A table at which what a row of an Adventure table says happens to the first Hero."""
    return position(made, rules=lambda g: RULES.run(g, BOOK.sources[source].effects, By(0, source)), **more)


@pytest.mark.rule("TEK-DEC-CHOOSE-EFFECT")
def test_of_alternatives_the_player_chooses_one():
    t = happens(hero("H1"), "desert.10", tops={"spells": "S01"})
    assert t.asked == [(0, "kit.choose")]
    assert t.values() == [0, 1]
    assert t.game.default(t.state, t.asks[0]) == 0

    t.say(0)

    assert t.hero().spells == cards("S01")
    assert t.hero().hand.cards == []


@pytest.mark.rule("TEK-DEC-CHOOSE-EFFECT")
def test_what_cannot_be_carried_out_is_no_alternative():
    t = happens(hero("H1", at="R16", items=""), "swamp.2", rolls=[10])

    assert t.hero().wounds == 1, "there was no Equipment to discard"


@pytest.mark.rule("TEK-DEC-CHOOSE-EFFECT", "TEK-DEC-EFFECT-DISCARD", "TEK-GAP-WEAR")
def test_what_the_mud_takes_is_the_players_choice():
    t = happens(hero("H1", at="R16", items="Q04 -Q05"), "swamp.2", rolls=[10])
    t.say(0)
    assert t.asked == [(0, "discard.equipment")]
    t.say(["Q04"])
    assert t.state.equipment.discard == ["Q04"]
    assert t.asked == [(0, "wear")], "something else instead"
    assert t.hero().wounds == 0

    t = happens(hero("H1", at="R16", items="Q04"), "swamp.2", rolls=[10]).say(0)
    assert t.state.equipment.discard == ["Q04"], "the only one"


@pytest.mark.rule("TEK-DEC-DRAW-KEEP")
def test_of_more_cards_than_are_kept_the_player_chooses_which():
    t = happens(hero("H1", items=""), "ruin.9", tops={"equipment": "Q33 Q34"})
    assert t.asked == [(0, "keep.equipment")]
    assert t.refuses(["Q33", "Q34"]).key == "refused.count"

    t.say(["Q34"])

    assert [item.card for item in t.hero().items] == ["Q34"]
    assert (t.state.equipment.discard, t.state.loose) == (["Q33"], [])


@pytest.mark.rule("TEK-DEC-EFFECT-DISCARD")
def test_who_must_discard_chooses_what():
    t = happens(hero("H1", hand="A01 A02"), "forest.2", rolls=[10])
    t.say(PASS).say(PASS)
    assert t.asked == [(0, "discard.actions")]

    t.say(cards("A02"))

    assert t.hero().hand.cards == cards("A01")
    assert t.state.actions.discard == cards("A02")


@pytest.mark.rule("TEK-DEC-DRAW-KEEP")
def test_so_too_of_spells_and_hero_action_cards():
    draw = [Draw("spell", 2, 1), Draw("action", 2, 1)]
    tops = {"spells": "S01 S02", "actions": "A01 A02"}
    t = position(hero("H1"), rules=lambda g: RULES.run(g, draw, By(0, "E05")), tops=tops)
    t.say(cards("S01")).say(cards("A02"))

    assert (t.hero().spells, t.state.spells.discard) == (cards("S02"), cards("S01"))
    assert (t.hero().hand.cards, t.state.actions.discard) == (cards("A01"), cards("A02"))
