"""Many bases at once, in NumPy: who touches whom, who is in whose arc, what a slide runs into first.

The sums are those of `bases`, on whole numbers, and so are quotients (`share`). Decimals only find out what is worth a
close look, with a margin far above their error. Tests hold both to each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arbiter.core import rule

from .bases import Base, Pose
from .measures import COSINES, ONE, SINES, SLACK, SLANT, TURN

Whole: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

_SIN: Whole = np.array(SINES, dtype=np.int64)
_COS: Whole = np.array(COSINES, dtype=np.int64)


_RIGHT: Whole = np.array([-1, 1, 1, -1], dtype=np.int64)
_FRONT: Whole = np.array([1, 1, -1, -1], dtype=np.int64)
"""On which side of the middle the corners of a base are."""


def _rounded(n: Whole) -> Whole:
    """To the nearest, halves away from nought: the shift rounds down, so those below nought have one less to begin."""
    return (n + (n >> 63) + (ONE >> 1)) >> (ONE.bit_length() - 1)


def rotated(x: Any, y: Any, turn: Any) -> tuple[Whole, Whole]:
    """Points turned clockwise about the origin."""
    sine, cosine = _SIN[np.mod(turn, TURN)], _COS[np.mod(turn, TURN)]
    return _rounded(x * cosine + y * sine), _rounded(y * cosine - x * sine)


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """Bases as arrays. `who` says whose each is: the number of its unit; `figure` its number there."""

    x: Whole
    y: Whole
    facing: Whole
    front: Whole
    depth: Whole
    who: Whole
    figure: Whole

    @classmethod
    def of(cls, bases: Sequence[Base], who: Sequence[int] = (), figure: Sequence[int] = ()) -> Crowd:
        rows = [(b.x, b.y, b.facing, b.front, b.depth) for b in bases]
        table = np.array(rows, dtype=np.int64).reshape(len(rows), 5).T
        owners = np.array(who if len(who) else [0] * len(rows), dtype=np.int64)
        numbers = np.array(figure if len(figure) else range(len(rows)), dtype=np.int64)
        return cls(table[0], table[1], table[2], table[3], table[4], owners, numbers)

    def __len__(self) -> int:
        return len(self.x)

    def take(self, which: Any) -> Crowd:
        parts = (self.x, self.y, self.facing, self.front, self.depth, self.who, self.figure)
        return Crowd(*[part[which] for part in parts])

    def on(self, pose: Pose, who: int) -> Crowd:
        """Bases that are told from a place, on the table: those of one unit."""
        x, y = rotated(self.x, self.y, pose.facing)
        facing = np.mod(self.facing + pose.facing, TURN)
        return Crowd(x + pose.x, y + pose.y, facing, self.front, self.depth, np.full_like(self.x, who), self.figure)

    def moved(self, x: int, y: int) -> Crowd:
        return Crowd(self.x + x, self.y + y, self.facing, self.front, self.depth, self.who, self.figure)

    def grown(self, by: int) -> Crowd:
        front, depth = self.front + 2 * by, self.depth + 2 * by
        return Crowd(self.x, self.y, self.facing, front, depth, self.who, self.figure)

    def base(self, at: int) -> Base:
        return Base(int(self.x[at]), int(self.y[at]), int(self.facing[at]), int(self.front[at]), int(self.depth[at]))

    def corners(self) -> tuple[Whole, Whole]:
        """x and y of the corners, a row a base: front left, front right, back right, back left."""
        right, front = (self.front // 2)[:, None] * _RIGHT, (self.depth // 2)[:, None] * _FRONT
        x, y = rotated(right, front, self.facing[:, None])
        return self.x[:, None] + x, self.y[:, None] + y


class Box(NamedTuple):
    """The smallest upright rectangle round some bases."""

    left: int
    right: int
    low: int
    high: int

    def apart(self, other: Box) -> int:
        """How far two are apart at the least, along x or y."""
        return max(self.left - other.right, other.left - self.right, self.low - other.high, other.low - self.high, 0)

    def holds(self, point: tuple[int, int]) -> bool:
        """Does a point lie in the box or on its edge?"""
        return self.left <= point[0] <= self.right and self.low <= point[1] <= self.high

    def swept(self, x: int, y: int) -> Box:
        """The box round this one and where a slide takes it."""
        return Box(self.left + min(x, 0), self.right + max(x, 0), self.low + min(y, 0), self.high + max(y, 0))


@lru_cache(maxsize=20_000)
def box(crowd: Crowd) -> Box:
    """The box round a crowd of at least one base."""
    x, y = crowd.corners()
    return Box(int(x.min()), int(x.max()), int(y.min()), int(y.max()))


@lru_cache(maxsize=4096)
def bases(crowd: Crowd) -> tuple[Base, ...]:
    """The bases of a crowd, one by one."""
    parts = (crowd.x, crowd.y, crowd.facing, crowd.front, crowd.depth)
    return tuple([Base(*one) for one in zip(*[part.tolist() for part in parts], strict=True)])


def joined(crowds: Sequence[Crowd]) -> Crowd:
    """Several crowds as one."""
    parts = ("x", "y", "facing", "front", "depth", "who", "figure")
    empty = np.zeros(0, dtype=np.int64)
    return Crowd(*[np.concatenate([empty, *[getattr(one, part) for one in crowds]]) for part in parts])


def near(one: Crowd, other: Crowd, reach: int) -> tuple[Whole, Whole]:
    """Pairs whose bounding boxes come within `reach` of each other, by sorting and sweeping along x."""
    if not len(one) or not len(other):
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    (ax, ay), (bx, by) = one.corners(), other.corners()
    left, right = ax.min(axis=1) - reach, ax.max(axis=1) + reach
    starts, ends = bx.min(axis=1), bx.max(axis=1)
    order = np.argsort(starts, kind="stable")
    widest = int((ends - starts).max())
    first = np.searchsorted(starts[order], left - widest, side="left")
    last = np.searchsorted(starts[order], right, side="right")
    counts = np.maximum(last - first, 0)
    i = np.repeat(np.arange(len(one), dtype=np.int64), counts)
    within = np.arange(int(counts.sum()), dtype=np.int64) - np.repeat(np.cumsum(counts) - counts, counts)
    j = order[np.repeat(first, counts) + within]
    low, high = ay.min(axis=1) - reach, ay.max(axis=1) + reach
    keep = (ends[j] >= left[i]) & (by.min(axis=1)[j] <= high[i]) & (by.max(axis=1)[j] >= low[i])
    return i[keep], j[keep]


def _told(x: Whole, y: Whole, base: Crowd) -> tuple[Whole, Whole]:
    """Points on the table, a row of them a base, as each base sees its own: how far right and front of its middle."""
    return rotated(x - base.x[:, None], y - base.y[:, None], -base.facing[:, None])


def _beyond(one: Crowd, other: Crowd) -> tuple[Whole, Whole, Whole, Whole]:
    """The extent of each base of `other` as the base of `one` at the same place sees it: left, right, back, front."""
    right, front = _told(*other.corners(), one)
    return right.min(axis=1), right.max(axis=1), front.min(axis=1), front.max(axis=1)


def _gap(base: Crowd, left: Whole, right: Whole, back: Whole, front: Whole) -> Whole:
    """By how much a line along some side of each base keeps it from what has such an extent."""
    half, deep = base.front // 2, base.depth // 2
    return np.asarray(np.maximum.reduce([left - half, -half - right, back - deep, -deep - front]))


def gaps(one: Crowd, other: Crowd) -> Whole:
    """Pair by pair, by how much a line along some side of either keeps them apart; below nought they overlap."""
    return np.maximum(_gap(one, *_beyond(one, other)), _gap(other, *_beyond(other, one)))


def apart(one: Crowd, other: Crowd) -> Whole:
    """Pair by pair, the shortest distance between the bases."""
    nearest = np.full(len(one), np.iinfo(np.int64).max)
    gap = np.full(len(one), np.iinfo(np.int64).min)
    for base, by in ((one, other), (other, one)):
        x, y = by.corners()
        right, front = _told(x, y, base)
        extent = right.min(axis=1), right.max(axis=1), front.min(axis=1), front.max(axis=1)
        gap = np.maximum(gap, _gap(base, *extent))
        half, deep = (base.front // 2)[:, None], (base.depth // 2)[:, None]
        px, py = rotated(np.clip(right, -half, half), np.clip(front, -deep, deep), base.facing[:, None])
        square = (base.x[:, None] + px - x) ** 2 + (base.y[:, None] + py - y) ** 2
        nearest = np.minimum(nearest, square.min(axis=1))
    return np.where(gap <= 0, 0, rounded_root(nearest))


def rounded_root(square: Whole) -> Whole:
    """Roots to the nearest whole number. The decimal root decides nothing: it is put right by whole numbers, and could
    be wrong by a thousandth without a difference."""
    root = np.maximum(np.sqrt(square.astype(np.float64)) - 0.001, 0).astype(np.int64)
    root += square > root * (root + 1)
    root += square > root * (root + 1)
    return root


def shortest(one: Crowd, other: Crowd) -> int:
    """The shortest distance between any two bases: only pairs are measured that could have it by their midpoints."""
    middles = np.hypot(one.x[:, None] - other.x, one.y[:, None] - other.y)
    around = (np.hypot(one.front, one.depth)[:, None] + np.hypot(other.front, other.depth)) / 2
    i, j = np.nonzero(middles - around <= middles.min() + 2 * SLACK)
    return int(apart(one.take(i), other.take(j)).min())


def contacts(one: Crowd, other: Crowd, limit: int = SLACK) -> tuple[Whole, Whole]:
    """All pairs at most so far apart: by default those in base-to-base contact."""
    i, j = near(one, other, limit)
    close = apart(one.take(i), other.take(j)) <= limit
    return i[close], j[close]


@rule("QAD-GEO-10")
def in_arc(one: Crowd, other: Crowd, limit: int) -> Flags:
    """Pair by pair, whether the middle of the other base is within an angle of the facing, from the front's middle."""
    right, front = rotated(other.x - one.x, other.y - one.y, -one.facing)
    front = front - one.depth // 2
    limit += SLANT
    return np.asarray((front >= 0) & (front * SINES[limit] >= np.abs(right) * COSINES[limit]))


class Touch(NamedTuple):
    """The first touch of a slide: how far it went, and which base of the movers touched which of the others."""

    at: int
    mover: int
    other: int


SHARE = 1 << 41
"""What stands for a whole way. Lengths are below 2 ** 20, so shares of it that differ do so by more than a `SHARE`-th,
and a length times a share fits into 64 bits."""


def share(n: Whole, of: Whole) -> Whole:
    """A quotient of two lengths, rounded up to a `SHARE`-th, so that a length times it is never a whole number too
    short; without meaning where the second is nought."""
    sign = np.where(of < 0, -1, 1)
    return np.asarray(-((-n * sign * SHARE) // np.where(of == 0, 1, of * sign)))


SHRINK = SLACK // 2
"""Bases are swept as if a quarter of a millimetre smaller on every side: those that touch may part or slide along."""


@rule("QAD-GEO-25")
def slide(movers: Crowd, x: int, y: int, length: int, others: Crowd) -> Touch | None:
    """What a crowd touches first as it slides by (x, y), a way of `length`: None where the way is free.

    Who is apart at the start is touched where the whole bases meet; who touches already, where the shrunk ones would.
    """
    if not len(movers) or not len(others) or not length:
        return None
    (mx, my), (ox, oy) = movers.corners(), others.corners()
    left, right = mx.min() + min(x, 0), mx.max() + max(x, 0)
    low, high = my.min() + min(y, 0), my.max() + max(y, 0)
    hit = (ox.max(axis=1) >= left) & (ox.min(axis=1) <= right) & (oy.max(axis=1) >= low) & (oy.min(axis=1) <= high)
    where = np.flatnonzero(hit)
    if not len(where):
        return None
    i = np.repeat(np.arange(len(movers), dtype=np.int64), len(where))
    j = np.tile(where, len(movers))
    one, other = movers.take(i), others.take(j)
    free, enter = _entries(one.grown(-SHRINK), other.grown(-SHRINK), x, y)
    keep = np.flatnonzero(~free)
    if not len(keep):
        return None
    i, j, enter = i[keep], j[keep], enter[keep]
    one, other = one.take(keep), other.take(keep)
    whole_free, whole = _entries(one, other, x, y)
    touched = gaps(one, other) <= SLACK
    enter = np.where(touched | whole_free, enter, whole)
    way = np.clip(enter, 0, SHARE) * length >> (SHARE.bit_length() - 1)
    first = np.lexsort((other.figure, other.who, one.figure, way))[0]
    return Touch(int(way[first]), int(i[first]), int(j[first]))


def _entries(one: Crowd, other: Crowd, x: int, y: int) -> tuple[Flags, Whole]:
    """Pair by pair: whether the slide passes free of the other base, and the share of the way at which it is met."""
    enter = np.full(len(one), np.iinfo(np.int64).min)
    leave = np.full(len(one), np.iinfo(np.int64).max)
    free = np.zeros(len(one), dtype=np.bool_)
    for base, by, sign in ((one, other, -1), (other, one, 1)):
        left, right, back, front = _beyond(base, by)
        vx, vy = rotated(x, y, -base.facing)
        half, deep = base.front // 2, base.depth // 2
        for low, high, reach, speed in ((left, right, half, sign * vx), (back, front, deep, sign * vy)):
            # `by` spans low..high on this axis and moves by `speed`; the base spans -reach..reach and stands.
            still = speed == 0
            free |= still & ((low >= reach) | (high <= -reach))
            one_end, other_end = share(-reach - high, speed), share(reach - low, speed)
            enter = np.where(still, enter, np.maximum(enter, np.minimum(one_end, other_end)))
            leave = np.where(still, leave, np.minimum(leave, np.maximum(one_end, other_end)))
    free |= (enter >= leave) | (enter >= SHARE) | (leave <= 0)
    return free, enter


def overlapping(movers: Crowd, others: Crowd) -> tuple[Whole, Whole]:
    """All pairs that lie on each other by more than half a millimetre."""
    i, j = near(movers, others, 0)
    deep = gaps(movers.take(i), others.take(j)) < -SLACK
    return i[deep], j[deep]
