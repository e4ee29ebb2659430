"""2.211, missile fire: who fires, and how often."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arbiter.core import Illegal, rule

from . import sheets
from .book import book
from .contact import touched_by
from .entries import Missile
from .geometry import SLACK
from .state import Figure, Qadardalikoi, Shots, Unit

SHOT = 4
"""A shot in the quarters in which stores are kept: a printed rate has halves, and moving halves it again."""


def weapon(unit: Unit, cohort: int) -> Missile | None:
    """The missile weapon of a cohort."""
    key = unit.kit(cohort).missile
    return sheets.missile(book().sheets[unit.troops.sheet], key) if key else None


@rule("QAD-2.211-i", "QAD-2.211-G6", "QAD-2.141-g", "QAD-0.420-G6", "QAD-2.413-G4")
def why_not_fire(g: Qadardalikoi, unit: Unit) -> Illegal | None:
    """Nobody fires who charged, evaded, forced its march, stands in melee or under raised shields, or whose morale has
    failed."""
    name = unit.troops.name
    if unit.deeds.charged:
        return Illegal("missile.charged", "QAD-2.211-i", unit=name)
    if unit.deeds.halves and unit.deeds.fired:
        return Illegal("missile.halves", "QAD-2.143-G2", unit=name)
    if unit.deeds.evaded:
        return Illegal("missile.evaded", "QAD-2.141-g", unit=name)
    if "forced_march" in unit.deeds.paid:
        return Illegal("missile.marched", "QAD-2.111-G2", unit=name)
    if unit.stance:
        return Illegal("missile.stance", "QAD-0.420-G6", unit=name)
    if not unit.ready:
        return Illegal("missile.shaken", "QAD-2.413-G4", unit=name)
    if touched_by(g, unit):
        return Illegal("missile.in_melee", "QAD-2.211-G6", unit=name)
    if not share_left(unit):
        return Illegal("missile.moved", "QAD-2.211-d", unit=name)
    return None


@rule("QAD-2.211-c", "QAD-2.211-d", "QAD-2.211-G1")
def share_left(unit: Unit) -> int:
    """What a unit has of its rate of fire, in halves: all where it stood still, half after up to half a move, and
    between two halves of a move however short the first was; what it fired there was at half rate, wherever it goes."""
    way, whole = unit.deeds.way, unit.deeds.rate
    if unit.deeds.halves and (unit.deeds.fired or not way):
        return 1
    if not way:
        return 2
    return 1 if 2 * way <= whole + 2 * SLACK else 0


def rate(unit: Unit, cohort: int) -> int:
    """The rate of fire that holds for a cohort this turn, in quarters of a shot."""
    arm = weapon(unit, cohort)
    return 0 if arm is None else round(arm.rof * SHOT) * share_left(unit) // 2


def kept(unit: Unit, cohort: int) -> Shots:
    """The store of a cohort; a weapon with a rate below one begins loaded."""
    found = next((one for one in unit.shots if one.cohort == cohort), None)
    if found is not None:
        return found
    arm = weapon(unit, cohort)
    return Shots(cohort, max(0, SHOT - round(arm.rof * SHOT)) if arm is not None else 0)


def merged(unit: Unit, figures: Iterable[Figure]) -> tuple[Shots, ...]:
    """The stores of a unit whose figures are told off into other cohorts: each has the lowest of those it is made of,
    and has spent the most."""
    before = {one.n: one.cohort for one in unit.figures}
    joined: dict[int, list[Shots]] = {}
    for one in figures:
        if weapon(unit, one.cohort) is not None:
            joined.setdefault(one.cohort, []).append(kept(unit, before[one.n]))
    return tuple(
        Shots(cohort, min(one.store for one in has), max(one.loosed for one in has), max(one.spent for one in has))
        for cohort, has in joined.items()
    )


def _full(unit: Unit, cohort: int) -> int:
    """The store with what this turn adds, up to its cap."""
    now = rate(unit, cohort)
    return min(kept(unit, cohort).store + now, max(SHOT, -(-now // SHOT) * SHOT))


@rule("QAD-2.211-e", "QAD-2.211-f", "QAD-2.211-G2", "QAD-2.211-G4", "QAD-3.006-n8", "QAD-3.006-G4")
def shots(unit: Unit, cohort: int) -> int:
    """How many shots each figure of a cohort can still loose this turn."""
    arm, has = weapon(unit, cohort), kept(unit, cohort)
    if arm is None or not share_left(unit):
        return 0
    left = _full(unit, cohort) // SHOT - has.loosed
    return min(left, arm.ammunition - has.spent) if arm.ammunition else left


def loose(g: Qadardalikoi, unit: Unit, cohort: int, n: int) -> None:
    """A cohort has loosed so many shots a figure."""
    has = kept(unit, cohort)
    _keep(unit, replace(has, loosed=has.loosed + n, spent=has.spent + n))
    arm = weapon(unit, cohort)
    hard = arm is not None and 2 * (has.loosed + n) * SHOT > round(arm.rof * SHOT)
    g.did(unit, fired=True, full_rate=unit.deeds.full_rate or hard)
    if "missile" not in unit.deeds.paid:
        g.pay(unit, "missile")


def _keep(unit: Unit, shots: Shots) -> None:
    unit.shots = (*(one for one in unit.shots if one.cohort != shots.cohort), shots)


@rule("QAD-2.211-G5")
def restock(g: Qadardalikoi) -> None:
    """After the missile phase what was not loosed stays in store; who may not fire keeps what there was. Who fired and
    then sank for want of strength owes no shot."""
    for unit in g.state.units:
        able = unit.there and why_not_fire(g, unit) is None
        for cohort in unit.cohorts():
            if weapon(unit, cohort) is not None:
                has = kept(unit, cohort)
                store = _full(unit, cohort) if able or has.loosed else has.store
                _keep(unit, replace(has, store=max(0, store - has.loosed * SHOT), loosed=0))
