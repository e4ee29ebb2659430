"""Taking Wounds, and healing them."""

from __future__ import annotations

from dataclasses import replace

from arbiter.core import Choose, Option, Rules, rule
from arbiter.kit.effects import By

from .effects import Heal, does
from .state import Tekumel

HERO = "hero"
"""Who is healed or wounded: the Hero himself; else the card of a Companion."""


@does(Heal)
@rule("TEK-GAP-COMPANION-LOSS")
def heal(g: Tekumel, effect: Heal, by: By) -> Rules[None]:
    """Wounds of the Hero, of one of the party, or split among it; only what names a Companion or the party heals it."""
    left, whom = effect.n, HERO
    while left and (wounded := hurt(g, by.seat, effect.target == "hero")):
        if effect.target == "party" or left == effect.n:
            whom = wounded[0]
            if len(wounded) > 1:
                whom = yield _ask_whom(g, by.seat, wounded, left)
        elif whom not in wounded:
            return
        mend(g, by.seat, whom)
        left -= 1


def hurt(g: Tekumel, seat: int, hero_only: bool = False) -> list[str]:
    """Who of a party has wounds, the Hero first."""
    hero = g.state.heroes[seat]
    wounded = [HERO] if hero.wounds else []
    return wounded if hero_only else wounded + [one.card for one in hero.companions if one.wounds]


def _ask_whom(g: Tekumel, seat: int, wounded: list[str], left: int) -> Choose:
    def describe(whom: str) -> Option:
        if whom == HERO:
            return Option(whom, "heal.hero", {}, (f"hero.{seat}",))
        return Option(whom, "heal.companion", {"card": g.name(whom)}, (f"card.{whom}",))

    return Choose(seat, wounded, "heal.whom", describe, args={"n": left}, rule="TEK-DEC-HEAL-SPLIT")


def mend(g: Tekumel, seat: int, whom: str) -> None:
    """One wound is healed."""
    hero = g.state.heroes[seat]
    if whom == HERO:
        hero.wounds -= 1
        g.tell("healed.hero", seat=seat, left=hero.wounds)
    else:
        at = next(at for at, one in enumerate(hero.companions) if one.card == whom)
        hero.companions[at] = replace(hero.companions[at], wounds=hero.companions[at].wounds - 1)
        g.tell("healed.companion", seat=seat, card=g.name(whom))
