"""Ranks and files of a unit as its figures stand (QAD-GEO-18)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from arbiter.core import rule

from .geometry import SLACK, Pose
from .geometry.bases import Base
from .state import Figure, Kit, Unit


@rule("QAD-GEO-18")
def ranks(unit: Unit) -> Mapping[int, int]:
    """Figure -> its rank: 1 if nobody of the unit stands before it within one base depth, else one more than who does
    and whose back edge it touches."""
    return _ranks(unit.figures, unit.troops.kits)


@lru_cache(maxsize=4096)
def _ranks(figures: tuple[Figure, ...], kits: tuple[Kit, ...]) -> Mapping[int, int]:
    bases = {one.n: one.local(kits[one.cohort]) for one in figures}
    leaders = {n: _before(n, bases) for n in bases}
    found: dict[int, int] = {}
    for n in bases:
        chain = []
        at: int | None = n
        while at is not None and at not in found and at not in chain:
            chain.append(at)
            at = leaders[at]
        rank = found.get(at, 0) if at is not None else 0
        for one in reversed(chain):
            rank += 1
            found[one] = rank
    return MappingProxyType(found)


def _before(n: int, bases: dict[int, Base]) -> int | None:
    """The figure that stands directly before another, the nearest of them, of equals the squarest."""
    mine = bases[n]
    here = Pose(mine.x, mine.y, mine.facing)
    best: tuple[int, int, int] | None = None
    for other, base in bases.items():
        if other == n or base.facing != mine.facing:
            continue
        right, front = here.from_table(base.x, base.y)
        gap = front - (mine.depth + base.depth) // 2
        shared = (mine.front + base.front) // 2 - abs(right)
        if shared > SLACK and -SLACK <= gap <= mine.depth:
            key = (gap, -shared, other)
            best = key if best is None or key < best else best
    return None if best is None else best[2]


def files(unit: Unit) -> dict[int, list[Figure]]:
    """The figure at the head of each file -> the figures of the file from front to rear."""
    by_number = {one.n: one for one in unit.figures}
    bases = {one.n: one.local(unit.kit(one.cohort)) for one in unit.figures}
    heads: dict[int, list[Figure]] = {}
    ranked = ranks(unit)
    of: dict[int, int] = {}
    for n in sorted(by_number, key=lambda one: (ranked[one], one)):
        before = _before(n, bases)
        of[n] = n if before is None else of[before]
        heads.setdefault(of[n], []).append(by_number[n])
    return heads
