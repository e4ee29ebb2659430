"""2.002 and 2.003, cohort contact: figures of a cohort stay together, cohorts of a legion near each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, product

import numpy as np

from arbiter.core import Rules, rule

from . import columns, rates
from .geometry import MM, SLACK
from .geometry import crowds as many
from .geometry.crowds import Crowd
from .state import Figure, Kit, Qadardalikoi, Unit, formation, looking_ahead

APART, APART_LOOSE = 75 * MM, 150 * MM
"""How far cohorts may be apart, and in skirmish order."""
LOOSE = 100 * MM
"""How far figures of a cohort may be apart in skirmish order."""


@rule("QAD-GEO-4", "QAD-2.002-a", "QAD-2.002-b", "QAD-2.002-c", "QAD-2.002-G3")
def holds_together(g: Qadardalikoi, unit: Unit) -> bool:
    """Are the figures of each cohort one connected group by contact, and the cohorts of the legion one linked group?"""
    ranks = columns.rows(unit) if columns.bent(unit) else []
    bend = tuple(tuple(one.n for one in rank) for rank in ranks)
    return _together(unit.figures, unit.troops.kits, unit.order == "open", skirmishes(g, unit), bend)


@lru_cache(maxsize=4096)
def _together(
    figures: tuple[Figure, ...], kits: tuple[Kit, ...], opened: bool, loose: bool, bend: tuple[tuple[int, ...], ...]
) -> bool:
    """The same of figures as their unit has them, wherever it stands, and by ranks in the bend of a column."""
    inner, outer = (LOOSE if loose else 0) + SLACK, (APART_LOOSE if loose else APART) + SLACK
    cohorts = [one.cohort for one in figures]
    whole = widened(figures, kits) if opened else formation(figures, kits)
    i, j = many.near(whole, whole, max(inner, outer))
    away = many.apart(whole.take(i), whole.take(j))
    one, other = np.array(cohorts, dtype=np.int64)[i], np.array(cohorts, dtype=np.int64)[j]
    close, beside = (one == other) & (away <= inner) & (i != j), (one != other) & (away <= outer)
    inside = list(zip(i[close].tolist(), j[close].tolist(), strict=True))
    met = set(zip(i[away <= inner].tolist(), j[away <= inner].tolist(), strict=True)) if bend else set()
    inside += [(a, b) for a, b in _rank_by_rank(figures, bend, met) if cohorts[a] == cohorts[b]]
    linked = list(zip(one[beside].tolist(), other[beside].tolist(), strict=True))
    first = {cohort: cohorts.index(cohort) for cohort in dict.fromkeys(cohorts)}
    each = all(len(_reached(inside, at)) == cohorts.count(cohort) for cohort, at in first.items())
    return each and len(_reached(linked, cohorts[0])) == len(first) if cohorts else True


def _rank_by_rank(
    figures: Sequence[Figure], bend: Sequence[Sequence[int]], met: Collection[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """The pairs of figures that count as in contact round a bend: all of two ranks that touch at all (QAD-GEO-22)."""
    places = {one.n: at for at, one in enumerate(figures)}
    for before, after in pairwise([[places[n] for n in rank] for rank in bend]):
        pairs = [*product(before, after)]
        if any(pair in met for pair in pairs):
            yield from (one for a, b in pairs for one in ((a, b), (b, a)))


@rule("QAD-2.003-a", "QAD-2.003-b")
def skirmishes(g: Qadardalikoi, unit: Unit) -> bool:
    """Only light infantry in skirmish order is exempt: 100 mm between figures, 150 between cohorts."""
    return unit.order == "skirmish" and rates.light(g, unit)


def widened(figures: tuple[Figure, ...], kits: tuple[Kit, ...]) -> Crowd:
    """In open order bases count as widened by half their front on each side, along the ranks in which they stand
    wherever they look (QAD-2.132-G1)."""
    crowd = formation(looking_ahead(figures), kits)
    return replace(crowd, front=2 * crowd.front)


def _reached(pairs: Sequence[tuple[int, int]], start: int) -> set[int]:
    """Who hangs together with one by steps between such pairs."""
    ways: dict[int, list[int]] = {}
    for a, b in pairs:
        ways.setdefault(a, []).append(b)
    seen, todo = {start}, [start]
    while todo:
        for other in ways.get(todo.pop(), []):
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


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
    """Figures of one kit that hang together renumbered into cohorts of up to the usual size, at no cost; each cohort
    holds together, and one figure alone may be a cohort. Who has fewest others left beside him is taken first, so that
    few are left over; they keep the number that most of them had."""
    size = max(1, -(-unit.troops.start // max(1, len(unit.troops.kits))))
    kits = {one.n: unit.kit(one.cohort) for one in unit.figures}
    free: dict[Kit, list[int]] = {}
    for cohort, kit in enumerate(unit.troops.kits):
        free.setdefault(kit, []).append(cohort)
    beside = _beside(unit, kits)
    rest, found = set(beside), dict[int, int]()

    def loneliest(some: set[int]) -> int:
        return min(some, key=lambda n: (len(beside[n] & rest), n))

    while rest:
        taken = {loneliest(rest)}
        rest -= taken
        while len(taken) < size and (near := set().union(*(beside[n] for n in taken)) & rest):
            taken.add(one := loneliest(near))
            rest.discard(one)
        was = Counter(one.cohort for one in unit.figures if one.n in taken)
        numbers = free[kits[min(taken)]] or [was.most_common(1)[0][0]]
        cohort = max(numbers, key=lambda number: (was[number], -number))
        numbers.remove(cohort)
        found |= dict.fromkeys(taken, cohort)
    return tuple(replace(one, cohort=found[one.n]) for one in unit.figures)


def _beside(unit: Unit, kits: Mapping[int, Kit]) -> dict[int, set[int]]:
    """Each figure of a unit -> those of its kit whom it touches, or in skirmish order has near it."""
    bases = (widened if unit.order == "open" else formation)(unit.figures, unit.troops.kits)
    i, j = many.contacts(bases, bases, (LOOSE if unit.order == "skirmish" else 0) + SLACK)
    found: dict[int, set[int]] = {n: set() for n in kits}
    for a, b in zip(bases.figure[i].tolist(), bases.figure[j].tolist(), strict=True):
        if a != b and kits[a] == kits[b]:
            found[a].add(b)
    return found
