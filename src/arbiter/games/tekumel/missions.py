"""Step 5: Missions, and Lán Points."""

from __future__ import annotations

from arbiter.core import Choose, Rules, Together, rule
from arbiter.kit import cards

from .numbers import MISSION_DRAW
from .state import Hero, Progress, Tekumel


@rule("TEK-GAP-MISSION-HIDDEN")
def first_missions(g: Tekumel) -> Rules[None]:
    """All players together draw two Missions and keep one in secret."""
    heroes = g.state.heroes
    for hero in heroes:
        draw_missions(g, hero)
    kept: tuple[str, ...] = yield Together(*(ask_which(g, hero) for hero in heroes))
    for hero, card in zip(heroes, kept, strict=True):
        keep(g, hero, card)


@rule("TEK-LAN-3")
def draw_missions(g: Tekumel, hero: Hero) -> None:
    """Two Missions, which only their player sees."""
    drawn = cards.deal(g, g.state.missions, hero.mission, MISSION_DRAW)
    g.tell("mission.drew", seat=hero.seat, n=len(drawn))
    g.tell("drew.cards", (hero.seat,), cards=g.names(drawn))


def ask_which(g: Tekumel, hero: Hero) -> Choose:
    """Which of the Missions drawn does he keep?"""
    return Choose(
        hero.seat, hero.mission.cards.copy(), "mission.keep", g.say_card, rule="TEK-DEC-MISSION-KEEP", secret=True
    )


@rule("TEK-LAN-4", "TEK-GAP-MISSION-DECK", "TEK-GAP-PROGRESS-START")
def keep(g: Tekumel, hero: Hero, card: str) -> None:
    """One Mission is kept, and what it wants is to be done from now on; the other is discarded, face up."""
    for other in [other for other in hero.mission.cards if other != card]:
        cards.discard(g, g.state.missions, cards.lay_open(g, hero.mission, other))
        g.tell("mission.refused", seat=hero.seat, card=g.name(other))
    hero.progress = Progress()
