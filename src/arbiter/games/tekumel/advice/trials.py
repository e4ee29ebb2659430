"""Chances to pass tests, and the cards that are worth using for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from arbiter.kit.windows import PASS

from .. import skill_tests, uses
from ..effects import LASTING, AutoSuccess, Level, Reroll, Skill, until
from ..numbers import DIE
from ..state import Tekumel, Trial


def chance(g: Tekumel, seat: int, skill: Skill, level: Level, harder: int = 0) -> float:
    """The chance to pass a test, with what can have it rolled again."""
    once = odds(g, Trial(seat, skill, level, harder + g.state.turn.dark))
    return once + (1 - once) * once if again(g, seat, skill) else once


def odds(g: Tekumel, trial: Trial) -> float:
    """The chance of a single roll."""
    return skill_tests.at_most(skill_tests.need(g, trial)).chance(DIE)


def again(g: Tekumel, seat: int, skill: Skill) -> bool:
    """Has a Hero an ability or a Spell to roll such a test again?"""
    abilities = (
        skill in effect.skills and source not in g.state.turn.used
        for effect, source in g.in_force(seat, Reroll)
        if effect.what == "test"
    )
    return any(abilities) or any(
        isinstance(effect, Reroll) and skill in effect.skills
        for _, card in g.uses(seat, "failed")
        for effect in g.source(card).effects
    )


@contextmanager
def using(g: Tekumel, seat: int, *cards: str) -> Iterator[None]:
    """As if these cards had been used: what they bring into force for a while is in force."""
    hero = g.state.heroes[seat]
    before = hero.lasting
    brought = [
        g.source(card).lasting(effect, until(effect))
        for card in cards
        for effect in g.source(card).effects
        if type(effect) in LASTING
    ]
    hero.lasting = (*before, *brought)
    try:
        yield
    finally:
        hero.lasting = before


def best_help(g: Tekumel, seat: int, offers: list[uses.Use], stakes: float, price: float) -> uses.Use:
    """The card that helps a test most, if what is at stake is worth more than the card; else to pass."""
    trial = g.state.trial
    assert trial is not None
    now = odds(g, trial)
    best, gain = PASS, price
    for use in offers:
        with using(g, seat, use[1]):
            certain = any(isinstance(effect, AutoSuccess) for effect in g.source(use[1]).effects)
            better = (1.0 if certain else odds(g, trial)) - now
        if better * stakes > gain:
            best, gain = use, better * stakes
    return best
