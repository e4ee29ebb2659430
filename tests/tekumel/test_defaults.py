"""What is taken for a player who does not answer, or who has left."""

from random import Random

import pytest

from arbiter.core import Table
from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.effects import Discard, Draw
from arbiter.games.tekumel.equipment import fit, gain_items, rearrange
from arbiter.games.tekumel.goods import discard, draw
from arbiter.games.tekumel.wounds import defeat
from arbiter.kit.effects import By

from .table import cards, hero, position


def default(made, rules, **more):
    t = position(made, rules=rules, **more)
    return t.game.default(t.state, t.asks[0])


@pytest.mark.rule("TEK-GAP-TIMEOUT", "TEK-DEC-WEAR")
def test_what_is_worn_stays_worn():
    assert default(hero("H1", items="Q01 -Q04 Q17"), lambda g: rearrange(g, 0)) == ("Q01", "Q17")


@pytest.mark.rule("TEK-GAP-TIMEOUT", "TEK-DEC-DEFEAT-DISCARD", "TEK-DEC-CARRY-DISCARD")
def test_the_cheapest_equipment_goes():
    assert default(hero("H1", items="Q06 Q01 Q04"), lambda g: defeat(g, 0)) == ("Q01",)
    assert default(hero("H8", items="Q06 Q01 Q04 Q17 Q02"), lambda g: fit(g, 0)) == ("Q01", "Q17")


@pytest.mark.rule("TEK-GAP-TIMEOUT", "TEK-DEC-DRAW-KEEP")
def test_the_dearest_equipment_is_kept():
    kept = default(
        hero("H1"), lambda g: draw(g, Draw("equipment", 3, 1), By(0, "H1")), tops={"equipment": "Q01 Q06 Q05"}
    )
    assert kept == ("Q06",)


@pytest.mark.rule("TEK-GAP-TIMEOUT", "TEK-DEC-DRAW-KEEP", "TEK-DEC-EFFECT-DISCARD")
def test_of_cards_drawn_the_first_is_kept_and_of_cards_held_the_first_goes():
    for deck, pile, drawn in (("spell", "spells", "S01 S02 S03"), ("action", "actions", "A01 A02 A03")):
        t = position(hero("H1"), rules=lambda g, deck=deck: draw(g, Draw(deck, 3, 1), By(0, "H1")), tops={pile: drawn})
        assert t.asks[0].rule == "TEK-DEC-DRAW-KEEP"
        assert t.game.default(t.state, t.asks[0]) == tuple(cards(drawn)[1:])

    assert default(hero("H1", hand="A01 A02"), lambda g: discard(g, Discard("action", 1), By(0, "H1"))) == ("A01a",)


@pytest.mark.rule("TEK-GAP-TIMEOUT", "TEK-DEC-LANGUAGE-LEARN")
def test_the_cord_teaches_engsvanyali_or_the_first_two_languages():
    assert default(hero("H1"), lambda g: gain_items(g, 0, ["Q30"])) == ("engsvanyali",)
    assert default(hero("H2"), lambda g: gain_items(g, 0, ["Q30"])) == ("ghatoni", "mihalli")


@pytest.mark.rule("TEK-GAP-LEAVE", "TEK-GAP-TIMEOUT")
def test_the_hero_of_who_has_left_stays_in_the_game_and_it_goes_on():
    t = Table(GAME, 3, 5, {"round_limit": 2})
    rng = Random(1)
    while not t.over:
        for ask in t.asks:
            t.answer(ask.seat, GAME.default(t.state, ask) if ask.seat == 1 else ask.sample(rng))

    assert t.outcome is not None
    assert len(t.state.heroes) == 3
