"""Ranks and files of a unit as its figures stand (QAD-GEO-18)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from arbiter.core import rule

from .geometry import SLACK
from .geometry.crowds import Crowd, rotated
from .state import Figure, Kit, Unit, by_figures, looking_ahead


@rule("QAD-GEO-18")
def ranks(unit: Unit) -> Mapping[int, int]:
    """Figure -> its rank: 1 if nobody of the unit stands before it within one base depth, else one more than who does
    and whose back edge it touches."""
    return _ranks(unit.figures, unit.troops.kits)


def laid(unit: Unit) -> Mapping[int, int]:
    """The ranks of a unit as its bases lie, wherever single cohorts of it look."""
    return _laid(unit.figures, unit.troops.kits)


@by_figures
def _laid(figures: tuple[Figure, ...], kits: tuple[Kit, ...]) -> Mapping[int, int]:
    return _ranks(looking_ahead(figures), kits)


@by_figures
def _ranks(figures: tuple[Figure, ...], kits: tuple[Kit, ...]) -> Mapping[int, int]:
    leaders = _leaders(figures, kits)
    found: dict[int, int] = {}
    for n in leaders:
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


@by_figures
def _leaders(figures: tuple[Figure, ...], kits: tuple[Kit, ...]) -> Mapping[int, int | None]:
    """Figure -> the one that stands directly before it, the nearest of them, of equals the squarest."""
    all_ = Crowd.of([one.local(kits[one.cohort]) for one in figures])
    right, front = rotated(all_.x - all_.x[:, None], all_.y - all_.y[:, None], -all_.facing[:, None])
    gap = front - (all_.depth[:, None] + all_.depth) // 2
    shared = (all_.front[:, None] + all_.front) // 2 - np.abs(right)
    before = (shared > SLACK) & (gap >= -SLACK) & (gap <= all_.depth[:, None]) & (all_.facing[:, None] == all_.facing)
    np.fill_diagonal(before, val=False)
    best: dict[int, tuple[int, int, int]] = {}
    for at, other in zip(*np.nonzero(before), strict=True):
        key = (int(gap[at, other]), -int(shared[at, other]), figures[other].n)
        best[at] = min(best.get(at, key), key)
    return MappingProxyType({one.n: best[at][2] if at in best else None for at, one in enumerate(figures)})


def files(unit: Unit) -> dict[int, list[Figure]]:
    """The figure at the head of each file -> the figures of the file from front to rear."""
    by_number = {one.n: one for one in unit.figures}
    leaders = _leaders(unit.figures, unit.troops.kits)
    heads: dict[int, list[Figure]] = {}
    ranked = ranks(unit)
    of: dict[int, int] = {}
    for n in sorted(by_number, key=lambda one: (ranked[one], one)):
        before = leaders[n]
        of[n] = n if before is None else of[before]
        heads.setdefault(of[n], []).append(by_number[n])
    return heads
