"""Many convex shapes at once, in whole numbers: which meet, how far apart they are, which points and lines they hold.

Tables are at most 6 m wide, so a coordinate stays below 2 ** 20, a product of two below 2 ** 41, and all sums here fit
into 64 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

import numpy as np

from .bases import Point
from .crowds import Crowd, Flags, Whole, rounded_root
from .lines import Lines
from .outlines import Outline

PART = 1 << 22
"""What stands for the whole length of a line that shapes are held against."""
MARGIN = 0.001
"""Distances this near to the least one are reckoned anew in whole numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """Convex shapes, a row each: x and y of the corners clockwise, with some of them repeated where there are fewer."""

    x: Whole
    y: Whole

    @classmethod
    def of(cls, outlines: Sequence[Outline]) -> Shapes:
        most = max((len(one) for one in outlines), default=3)
        rows = [[*one, *[one[-1]] * (most - len(one))] for one in outlines]
        table = np.array(rows, dtype=np.int64).reshape(len(rows), most, 2)
        return cls(table[:, :, 0], table[:, :, 1])

    @classmethod
    def under(cls, crowd: Crowd) -> Shapes:
        """The ground that bases cover."""
        return cls(*crowd.corners())

    def swept(self, x: int, y: int) -> Shapes:
        """The ground that the shapes pass over as they slide: a corner stays, goes along or does both, by which way the
        edges before it and after it look."""
        ahead = y * (np.roll(self.x, -1, axis=1) - self.x) - x * (np.roll(self.y, -1, axis=1) - self.y) > 0
        goes = np.stack([np.roll(ahead, 1, axis=1), ahead], axis=2)
        shape = (len(self), 2 * self.x.shape[1])
        return Shapes((self.x[:, :, None] + x * goes).reshape(shape), (self.y[:, :, None] + y * goes).reshape(shape))

    def __len__(self) -> int:
        return len(self.x)

    def take(self, which: Any) -> Shapes:
        return Shapes(self.x[which], self.y[which])

    def outline(self, at: int) -> list[Point]:
        return list(zip(self.x[at].tolist(), self.y[at].tolist(), strict=True))

    def within(self, left: int, low: int, right: int, high: int) -> bool:
        """Do all lie in an upright rectangle?"""
        if not len(self):
            return True
        inside = self.x.min() >= left and self.x.max() <= right and self.y.min() >= low and self.y.max() <= high
        return bool(inside)

    def _normals(self) -> tuple[Whole, Whole]:
        """The directions in which the edges look outward."""
        return self.y - np.roll(self.y, -1, axis=1), np.roll(self.x, -1, axis=1) - self.x

    def beyond(self, x: Whole, y: Whole) -> Whole:
        """By shape, edge (second axis) and point (third): above nought where a point lies outside the edge, nought on
        its line."""
        ex, ey = self._normals()
        return np.asarray(
            ex[:, :, None] * (x[:, None, :] - self.x[:, :, None])
            + ey[:, :, None] * (y[:, None, :] - self.y[:, :, None])
        )


def meeting(one: Shapes, other: Shapes) -> tuple[Whole, Whole]:
    """All pairs that touch or lie on each other."""
    i, j = _boxes_meet(one, other)
    if not len(i):
        return i, j
    a, b = one.take(i), other.take(j)
    apart = (a.beyond(b.x, b.y).min(axis=2) > 0).any(axis=1)
    apart |= (b.beyond(a.x, a.y).min(axis=2) > 0).any(axis=1)
    return i[~apart], j[~apart]


def _boxes_meet(one: Shapes, other: Shapes, by: int = 0) -> tuple[Whole, Whole]:
    """All pairs whose upright boxes meet, or are no farther apart than this along and across."""
    if not len(one) or not len(other):
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    left, right = other.x.min(axis=1) - by, other.x.max(axis=1) + by
    low, high = other.y.min(axis=1) - by, other.y.max(axis=1) + by
    about = (left <= one.x.max()) & (right >= one.x.min()) & (low <= one.y.max()) & (high >= one.y.min())
    near = np.flatnonzero(about)
    if not len(near):
        return near, near
    meet = (one.x.min(axis=1)[:, None] <= right[near]) & (one.x.max(axis=1)[:, None] >= left[near])
    meet &= (one.y.min(axis=1)[:, None] <= high[near]) & (one.y.max(axis=1)[:, None] >= low[near])
    i, j = np.nonzero(meet)
    return i, near[j]


def holding(shapes: Shapes, x: Whole, y: Whole) -> Flags:
    """Which points lie on a shape or on its edge: a row a shape, a column a point."""
    points = np.broadcast_to(x, (len(shapes), len(x))), np.broadcast_to(y, (len(shapes), len(y)))
    return np.asarray((shapes.beyond(*points) <= 0).all(axis=1))


def apart(one: Shapes, other: Shapes, most: int | None = None) -> int:
    """The shortest distance between shapes of two kinds, in whole hundredths of a millimetre, rounded down; or `most`,
    if that is said and all are farther.

    The nearest pairs are found by reckoning with decimals; who is nearest, and how near, whole numbers say.
    """
    if len(meeting(one, other)[0]):
        return 0
    i, j = _boxes_meet(one, other, most) if most is not None else _all_pairs(one, other)
    found = [] if most is None else [most]
    if not len(i):
        return min(found)
    for a, b in ((one.take(i), other.take(j)), (other.take(j), one.take(i))):
        dx, dy = np.roll(b.x, -1, axis=1) - b.x, np.roll(b.y, -1, axis=1) - b.y
        px, py = a.x[:, None, :] - b.x[:, :, None], a.y[:, None, :] - b.y[:, :, None]
        dx, dy = np.broadcast_to(dx[:, :, None], px.shape), np.broadcast_to(dy[:, :, None], px.shape)
        along, square, across = px * dx + py * dy, dx * dx + dy * dy, px * dy - py * dx
        beside = (along > 0) & (along < square)
        past = along >= square
        ends = (px - np.where(past, dx, 0)) ** 2 + (py - np.where(past, dy, 0)) ** 2
        about = np.where(beside, np.abs(across) / np.sqrt(np.maximum(square, 1)), np.sqrt(ends))
        for at in map(tuple, np.argwhere(about <= about.min() + MARGIN).tolist()):
            exact = int(across[at]) ** 2 // int(square[at]) if beside[at] else int(ends[at])
            found.append(isqrt(exact))
    return min(found)


def _all_pairs(one: Shapes, other: Shapes) -> tuple[Whole, Whole]:
    return np.repeat(np.arange(len(one)), len(other)), np.tile(np.arange(len(other)), len(one))


class Through:
    """Lines through convex shapes, pair by pair: which line, which shape, and the shares of the way between which it is
    inside, of `PART`. Where a line crosses the edge of two shapes side by side it leaves one and enters the other."""

    __slots__ = ("enter", "leave", "line", "shape")

    def __init__(self, lines: Lines, shapes: Shapes) -> None:
        ends = Shapes(np.stack([lines.begin.x, lines.end.x], axis=1), np.stack([lines.begin.y, lines.end.y], axis=1))
        i, j = _boxes_meet(ends, shapes)
        there = shapes.take(j)
        begin = there.beyond(lines.begin.x[i][:, None], lines.begin.y[i][:, None])[:, :, 0]
        end = there.beyond(lines.end.x[i][:, None], lines.end.y[i][:, None])[:, :, 0]
        slope = end - begin
        share = _share(-begin, slope)
        enter = np.where(slope < 0, share, 0).max(axis=1, initial=0)
        leave = np.where(slope > 0, share, PART).min(axis=1, initial=PART)
        inside = ~((slope == 0) & (begin > 0)).any(axis=1) & (enter < leave)
        self.line, self.shape, self.enter, self.leave = i[inside], j[inside], enter[inside], leave[inside]


def _share(n: Whole, of: Whole) -> Whole:
    """A quotient to the nearest `PART`-th; nought where it has no meaning."""
    sign = np.where(of < 0, -1, 1)
    whole = np.maximum(np.abs(of), 1)
    return np.asarray((n * sign * PART + whole // 2) // whole)


def ways(lines: Lines) -> Whole:
    """How long lines are on the table."""
    return rounded_root((lines.end.x - lines.begin.x) ** 2 + (lines.end.y - lines.begin.y) ** 2)
