"""Lán Points: what a Mission earns, and attributes raised by it."""

from __future__ import annotations

from functools import partial

from arbiter.core import Choose, Illegal, Option, Rules, rule
from arbiter.kit.numbers import Sum

from .effects import ATTRIBUTES
from .goods import change
from .languages import learn
from .numbers import MOST_RAISES, RAISE_COST, RELIGION_LAN
from .state import Attempt, Hero, Tekumel


@rule("TEK-LAN-1")
def reward(g: Tekumel, seat: int, mission: str, attempt: Attempt) -> Sum:
    """What a Mission earns, and why: its printed Lán, more for the own religion, and what a card of others changed."""
    lan = Sum(g.book.missions[mission].lan, g.why(mission))
    if attempt.religion:
        lan.add(religion_lan(g, seat, mission), f"religion.{g.sheet(seat).religion}")
    return lan.add(attempt.lan, "number.window").at_least(0)


@rule("TEK-LAN-2", "TEK-GAP-RELIGION")
def religion_lan(g: Tekumel, seat: int, mission: str) -> int:
    """One more where the Mission names the very religion of the Hero."""
    return RELIGION_LAN if g.book.missions[mission].religion == g.sheet(seat).religion else 0


# Raising attributes


@rule("TEK-LAN-5")
def raise_attribute(g: Tekumel, seat: int) -> Rules[None]:
    """At the end of his Missions step a player may raise one attribute, whether he completed a Mission or not."""
    hero = g.state.heroes[seat]
    able = [] if too_poor(hero) else [one for one in ATTRIBUTES if why_not_raise(g, seat, one) is None]
    if not able:
        return

    def refuse(attribute: str) -> Illegal | None:
        return why_not_raise(g, seat, attribute)

    chosen: str = yield Choose(
        seat, ["", *able], "raise", partial(_say, g, seat), refuse, {"lan": hero.lan}, "TEK-DEC-RAISE"
    )
    if not chosen:
        return
    change(hero, "lan", -RAISE_COST)
    mind, agility, strength = (n + (one == chosen) for n, one in zip(hero.raised, ATTRIBUTES, strict=True))
    hero.raised = (mind, agility, strength)
    g.tell("raised", seat=seat, skill=chosen)
    if chosen == "mind":
        yield from learn(g, seat)


def able_at(attribute: str) -> int:
    """The place of an attribute among the three; -1 for a skill that is none."""
    return next((at for at, one in enumerate(ATTRIBUTES) if one == attribute), -1)


@rule("TEK-LAN-6", "TEK-GAP-ATTRIBUTE-RAISE")
def why_not_raise(g: Tekumel, seat: int, attribute: str) -> Illegal | None:
    """Mind, Agility or Strength, each at most three times, for a Lán."""
    hero, at = g.state.heroes[seat], able_at(attribute)
    if at < 0:
        return Illegal("raise.which", "TEK-GAP-ATTRIBUTE-RAISE")
    if hero.raised[at] >= MOST_RAISES:
        return Illegal("raise.enough", "TEK-LAN-6", skill=attribute, n=MOST_RAISES)
    return Illegal("raise.poor", "TEK-LAN-5", n=RAISE_COST) if too_poor(hero) else None


def too_poor(hero: Hero) -> bool:
    """A raise costs Lán."""
    return hero.lan < RAISE_COST


def _say(g: Tekumel, seat: int, attribute: str) -> Option:
    if not attribute:
        return Option(attribute, "raise.none")
    value = getattr(g.sheet(seat), attribute) + g.state.heroes[seat].raised[able_at(attribute)]
    return Option(attribute, "raise.option", {"skill": attribute, "n": value, "more": value + 1})
