"""2.002 and 2.003, cohort contact: figures of a cohort stay together, cohorts of a legion near each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from arbiter.core import Rules, rule

from . import rates
from .geometry import MM, SLACK
from .geometry import crowds as many
from .geometry.crowds import Crowd
from .state import Figure, Qadardalikoi, Unit

APART, APART_LOOSE = 75 * MM, 150 * MM
"""How far cohorts may be apart, and in skirmish order."""
LOOSE = 100 * MM
"""How far figures of a cohort may be apart in skirmish order."""


@rule("QAD-GEO-4", "QAD-2.002-a", "QAD-2.002-b", "QAD-2.002-c", "QAD-2.002-G3")
def holds_together(g: Qadardalikoi, unit: Unit) -> bool:
    """Are the figures of each cohort one connected group by contact, and the cohorts of the legion one linked group?"""
    cohorts = tuple(one.cohort for one in unit.figures)
    return _together(unit.crowd(), cohorts, unit.order == "open", skirmishes(g, unit))


@lru_cache(maxsize=4096)
def _together(crowd: Crowd, cohorts: tuple[int, ...], opened: bool, loose: bool) -> bool:
    inner = LOOSE if loose else 0
    numbers = np.array(cohorts, dtype=np.int64)
    whole = widened(crowd) if opened else crowd
    groups = [whole.take(numbers == cohort) for cohort in dict.fromkeys(cohorts)]
    if not all(len(_reached(group, group, inner + SLACK)) == len(group) for group in groups):
        return False
    return _linked(groups, (APART_LOOSE if loose else APART) + SLACK)


@rule("QAD-2.003-a", "QAD-2.003-b")
def skirmishes(g: Qadardalikoi, unit: Unit) -> bool:
    """Only light infantry in skirmish order is exempt: 100 mm between figures, 150 between cohorts."""
    return unit.order == "skirmish" and rates.light(g, unit)


def widened(crowd: Crowd) -> Crowd:
    """In open order bases count as widened by half their front on each side (QAD-2.132-G1)."""
    return replace(crowd, front=2 * crowd.front)


def _reached(one: Crowd, other: Crowd, limit: int) -> set[int]:
    """The bases that hang together with the first by steps of at most so much."""
    i, j = many.contacts(one, other, limit)
    ways: dict[int, list[int]] = {}
    for a, b in zip(i.tolist(), j.tolist(), strict=True):
        ways.setdefault(a, []).append(b)
    seen, todo = {0}, [0]
    while todo:
        for other_one in ways.get(todo.pop(), []):
            if other_one not in seen:
                seen.add(other_one)
                todo.append(other_one)
    return seen


def _linked(groups: Sequence[Crowd], limit: int) -> bool:
    whole = many.joined(
        [replace_who(group, at) for at, group in enumerate(groups)],
    )
    if not len(whole):
        return True
    i, j = many.contacts(whole, whole, limit)
    ways: dict[int, set[int]] = {}
    for a, b in zip(whole.who[i].tolist(), whole.who[j].tolist(), strict=True):
        ways.setdefault(a, set()).add(b)
    seen, todo = {0}, [0]
    while todo:
        for other in sorted(ways.get(todo.pop(), set()) - seen):
            seen.add(other)
            todo.append(other)
    return len(seen) == len(groups)


def replace_who(crowd: Crowd, who: int) -> Crowd:
    """The same bases, all somebody's."""
    return Crowd(crowd.x, crowd.y, crowd.facing, crowd.front, crowd.depth, crowd.who * 0 + who, crowd.figure)


@rule("QAD-2.002-d", "QAD-2.002-G1", "QAD-GEO-26", "QAD-2.142c-e")
def contact(g: Qadardalikoi) -> Rules[bool]:
    """Step 5, for every legion of both sides: who breaks the rule checks morale in step 11; whom the enemy tore apart
    has its next movement phase to mend it. Routers are not tested."""
    for unit in g.state.units:
        if not unit.there or unit.morale == "rout":
            continue
        if holds_together(g, unit):
            unit.broken = 0
        elif unit.torn and not unit.broken:
            unit.broken = g.state.turn
        else:
            unit.broken = unit.broken or g.state.turn
            g.trigger(unit, "cohorts")
            g.tell("told.broken", name=unit.troops.name)
    yield from ()
    return True


@rule("QAD-2.002-e", "QAD-2.002-G2", "QAD-2.002-D1")
def regrouped(unit: Unit) -> tuple[Figure, ...]:
    """Touching figures of one kit renumbered into cohorts of up to the usual size, at no cost; each cohort holds
    together, and one figure alone may be a cohort."""
    size = max(1, -(-unit.troops.start // max(1, len(unit.troops.kits))))
    left = {one.n: one for one in unit.figures}
    free: dict[object, list[int]] = {}
    for cohort, kit in enumerate(unit.troops.kits):
        free.setdefault(kit, []).append(cohort)
    bases = widened(unit.crowd()) if unit.order == "open" else unit.crowd()
    i, j = many.contacts(bases, bases)
    touching: dict[int, list[int]] = {}
    for a, b in zip(bases.figure[i].tolist(), bases.figure[j].tolist(), strict=True):
        touching.setdefault(a, []).append(b)
    found: dict[int, int] = {}
    for first in sorted(left):
        if first in found:
            continue
        kit = unit.kit(left[first].cohort)
        numbers = free[kit]
        cohort = numbers.pop(0) if numbers else left[first].cohort
        todo, taken = [first], 0
        while todo and taken < size:
            n = todo.pop(0)
            if n in found or unit.kit(left[n].cohort) != kit:
                continue
            found[n] = cohort
            taken += 1
            todo += [one for one in sorted(touching.get(n, [])) if one not in found]
    return tuple(replace(one, cohort=found[one.n]) for one in unit.figures)
