"""The two sides of a Fight as the rules reckon them, and what it would be worth to fight it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from .. import fight, uses
from ..book import Book
from ..effects import PHASES, Phase, Prevent
from ..entries import FoeEntry
from ..numbers import DIE
from ..skill_tests import LEVELS
from ..state import FOE, Fight, Tekumel
from ..wounds import companion_health
from .odds import Bout, Stakes, chances, prospect, wins
from .trials import using

HURT = 0.16
"""About what a wound is worth, on either side, when cards for a phase are chosen."""
SPOILS = 0.3
"""What is won from an Encounter, on average."""
SHORT = 3
"""For an average of many Fights it is enough to reckon so many rounds."""
CARDS = 3
"""For so many rounds it is reckoned which cards will be used."""


class Arm(NamedTuple):
    """What a Hero brings into a phase: his total, the wounds he deals, and those that are always cancelled."""

    value: int
    deals: int
    guard: int


class Arms(NamedTuple):
    """What a Hero brings into the rounds of a Fight, and how many wounds his cards can cancel in all."""

    rounds: tuple[tuple[Arm, Arm, Arm], ...]
    cushion: int


@contextmanager
def facing(g: Tekumel, seat: int, foe: str, at: str = "") -> Iterator[None]:
    """As if a Hero fought somebody, here or elsewhere."""
    hero, before, place = g.state.heroes[seat], g.state.fight, g.state.heroes[seat].at
    going_on = before is not None and before.foe == foe
    g.state.fight, hero.at = Fight(seat, foe, round=1 + going_on), at or place
    try:
        yield
    finally:
        g.state.fight, hero.at = before, place


def arms(g: Tekumel, seat: int) -> Arms:
    """What a Hero has for the Fight he is thought to be in, with the cards he would use in its first rounds."""
    now = fight.fighting(g)
    plain = [_arm(g, seat, phase) for phase in PHASES]
    cards = {phase: _helpful(g, seat, phase) for phase in PHASES}
    rounds = []
    for at in range(CARDS):
        row = list(plain)
        for n, phase in enumerate(PHASES):
            if at < len(cards[phase]):
                now.phase = phase
                with using(g, seat, cards[phase][at]):
                    row[n] = _arm(g, seat, phase)
        rounds.append((row[0], row[1], row[2]))
        if row == plain:
            break
    return Arms(tuple(rounds), _cushion(g, seat))


def open_arms(g: Tekumel, seat: int, spells: bool = True) -> Arms:
    """The same as far as it lies open, without the hand; or only what stays with the Hero, without Spells as well."""
    hero = g.state.heroes[seat]
    held, hero.hand.cards = hero.hand.cards, []
    known, hero.spells = hero.spells, hero.spells if spells else []
    seen = arms(g, seat)
    hero.hand.cards, hero.spells = held, known
    return seen


def _arm(g: Tekumel, seat: int, phase: Phase) -> Arm:
    now = fight.fighting(g)
    now.phase = phase
    deals = fight.damage(g, seat, phase).value if fight.can_attack(g, now, seat) else 0
    prevents = [effect for effect, _ in g.in_force(seat, Prevent) if phase in effect.phases]
    guard = sum(effect.n for effect in prevents if effect.per in ("phase", "round"))
    return Arm(fight.total(g, seat, phase).value, deals, guard)


def _helpful(g: Tekumel, seat: int, phase: Phase) -> list[str]:
    """Spells and Equipment that help in a phase, the best first; an attack where there is none before all."""
    found = []
    for use in g.uses(seat, phase):
        if uses.why_not(g, seat, use, phase) is None:
            with using(g, seat, use[1]):
                arm = _arm(g, seat, phase)
            found.append((arm.deals * (10 + arm.value), use[1]))
    return [card for _, card in sorted(found, reverse=True)]


def _cushion(g: Tekumel, seat: int) -> int:
    once = sum(effect.n for effect, _ in g.in_force(seat, Prevent) if effect.per == "fight")
    for use in g.uses(seat, "wounded"):
        if uses.why_not(g, seat, use, "wounded") is None:
            once += sum(min(2, effect.n) for effect in g.source(use[1]).effects if isinstance(effect, Prevent))
    return once


def bouts(row: tuple[Arm, Arm, Arm], foe: FoeEntry, harm: int) -> tuple[Bout, ...]:
    """The phases of a round against a foe who deals so much harm."""
    return tuple(
        Bout(arm.value - getattr(foe, phase), arm.deals, max(0, harm - arm.guard) if phase in foe.attacks else 0)
        for phase, arm in zip(PHASES, row, strict=True)
    )


def room(g: Tekumel, seat: int) -> int:
    """How many wounds a party can take: the Hero's Health that is left, and his Companions'."""
    hero = g.state.heroes[seat]
    others = sum(companion_health(g, one.card) - one.wounds for one in hero.companions)
    return g.sheet(seat).health - hero.wounds + others


def fought(g: Tekumel, seat: int, foe: str, stakes: Stakes, wounds: int = 0) -> float:
    """What it is worth to fight somebody who has some wounds already; `facing` him."""
    return against(g, arms(g, seat), room(g, seat), foe, stakes, wounds)


def against(g: Tekumel, mine: Arms, left: int, foe: str, stakes: Stakes, wounds: int = 0) -> float:
    """The same with what a Hero brings reckoned before."""
    entry = g.book.foes[foe]
    rounded = Stakes(round(stakes.win, 1), round(stakes.away, 1), stakes.evades)
    return prospect(_rounds(g.book, mine, foe), left + mine.cushion, max(1, entry.health - wounds), rounded)


def _rounds(book: Book, mine: Arms, foe: str) -> tuple[tuple[Bout, ...], ...]:
    entry = book.foes[foe]
    harm = entry.damage + book.sizes[entry.size].wounds
    return tuple(bouts(row, entry, harm) for row in mine.rounds)


@lru_cache(maxsize=1 << 12)
def beaten(book: Book, mine: Arms, left: int, foes: tuple[str, ...]) -> float:
    """How many of some foes would be beaten, if each were fought to the end; Spells and hands are not counted in."""
    return sum(wins(_rounds(book, mine, foe)[-1], left, book.foes[foe].health) for foe in foes)


@lru_cache(maxsize=1 << 14)
def against_all(book: Book, mine: Arms, left: int, evades: tuple[int, ...]) -> float:
    """What it is worth on average to meet a hostile Encounter, with such chances to evade (by levels, in tenths)."""
    hostile = [card for card, entry in book.encounters.items() if entry.stance == "hostile"]
    total = 0.0
    for card in hostile:
        away = evades[LEVELS.index(book.foes[card].evade)]
        stakes = Stakes(SPOILS, 0.0, away)
        fights = prospect(_rounds(book, mine, card), left, book.foes[card].health, stakes, SHORT)
        total += max(fights, (DIE - away) / DIE * fights)
    return total / len(hostile)


def phase_worth(g: Tekumel, seat: int) -> float:
    """What the phase under way promises: wounds dealt and taken, with what is in force now."""
    now = fight.fighting(g)
    other = now.against(seat)
    edge = fight.total(g, seat, now.phase).value - fight.total(g, other, now.phase).value
    wins, loses = chances(max(-10, min(10, edge)))
    deals = fight.damage(g, seat, now.phase).value if fight.can_attack(g, now, seat) else 0
    takes = fight.damage(g, other, now.phase).value if fight.can_attack(g, now, other) else 0
    if other == FOE:
        deals = min(deals, g.book.foes[now.foe].health - now.wounds)
    return HURT * (wins * deals - loses * takes)
