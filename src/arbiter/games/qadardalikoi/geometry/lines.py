"""Straight lines over the table, many at once: how long they are, and which bases they cross."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from .crowds import SHARE, Box, Crowd, Flags, Whole, rotated, rounded_root, share


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Points in space, as arrays: z is the height above the table, `about` how far the base reaches round it of which a
    point is the middle."""

    x: Whole
    y: Whole
    z: Whole
    about: Whole

    def __len__(self) -> int:
        return len(self.x)

    def take(self, which: Any) -> Points:
        return Points(self.x[which], self.y[which], self.z[which], self.about[which])


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Lines from points to points."""

    begin: Points
    end: Points

    @classmethod
    def every(cls, begins: Points, ends: Points) -> Lines:
        """From each of some points to each of others, those of the first point first."""
        i = np.repeat(np.arange(len(begins)), len(ends))
        j = np.tile(np.arange(len(ends)), len(begins))
        return cls(begins.take(i), ends.take(j))

    def __len__(self) -> int:
        return len(self.begin)

    def take(self, which: Any) -> Lines:
        return Lines(self.begin.take(which), self.end.take(which))

    def height(self, which: Whole, share: Whole) -> Whole:
        """How high some lines are, each at a share of its way; in `SHARE`-ths, so that nothing is rounded."""
        begin, end = self.begin.z[which], self.end.z[which]
        return np.asarray(begin * SHARE + (end - begin) * share)

    def box(self) -> Box:
        """The box round all of at least one line."""
        x, y = np.concatenate([self.begin.x, self.end.x]), np.concatenate([self.begin.y, self.end.y])
        return Box(int(x.min()), int(x.max()), int(y.min()), int(y.max()))

    def eyes(self) -> Box:
        """The box round their beginnings."""
        x, y = self.begin.x, self.begin.y
        return Box(int(x.min()), int(x.max()), int(y.min()), int(y.max()))

    def near(self, crowd: Crowd) -> Flags:
        """Which bases come near the box round all of the lines?"""
        reach = (crowd.front + crowd.depth) // 2
        x = np.concatenate([self.begin.x, self.end.x])
        y = np.concatenate([self.begin.y, self.end.y])
        near = (crowd.x + reach >= x.min()) & (crowd.x - reach <= x.max())
        return np.asarray(near & (crowd.y + reach >= y.min()) & (crowd.y - reach <= y.max()))


def lengths(lines: Lines) -> Whole:
    """The length of each line in space, to the nearest hundredth of a millimetre."""
    square = (lines.end.x - lines.begin.x) ** 2 + (lines.end.y - lines.begin.y) ** 2
    return rounded_root(square + (lines.end.z - lines.begin.z) ** 2)


class Crossing(NamedTuple):
    """Lines that cross bases, pair by pair: which line, which base, and at which shares of the way it enters and leaves
    the base. To touch an edge is not to cross."""

    line: Whole
    base: Whole
    enter: Whole
    leave: Whole


def crossings(lines: Lines, crowd: Crowd) -> Crossing:
    """All crossings of lines and bases."""
    near, _ = past(lines, crowd)
    return crossed(lines, crowd, *np.nonzero(near))


def crossed(lines: Lines, crowd: Crowd, i: Whole, j: Whole) -> Crossing:
    """Those of some pairs of lines and bases that cross."""
    there = crowd.take(j)
    begin, end = lines.begin, lines.end
    ax, ay = rotated(begin.x[i] - there.x, begin.y[i] - there.y, -there.facing)
    bx, by = rotated(end.x[i] - there.x, end.y[i] - there.y, -there.facing)
    enter, leave = np.zeros(len(i), dtype=np.int64), np.full(len(i), SHARE)
    for start, stop, reach in ((ax, bx, there.front // 2), (ay, by, there.depth // 2)):
        still = start == stop
        low, high = share(-reach - start, stop - start), share(reach - start, stop - start)
        beside = still & (np.abs(start) >= reach)
        enter = np.where(still, np.where(beside, SHARE, enter), np.maximum(enter, np.minimum(low, high)))
        leave = np.where(still, leave, np.minimum(leave, np.maximum(low, high)))
    through = enter < leave
    return Crossing(i[through], j[through], enter[through], leave[through])


ERROR = 3
"""For a quick look bases are so much larger, or smaller: far more than decimals are off and `crossed` rounds."""
BLOCK = 8192
"""So many pairs are looked at together: more would not stay in the processor's near memory."""


def past(lines: Lines, crowd: Crowd) -> tuple[Flags, Flags]:
    """A quick look before a close one, a row a line and a column a base: which lines come so near the middle of which
    bases that they may cross, and which so near that they do."""
    x, y = lines.begin.x.astype(np.float64), lines.begin.y.astype(np.float64)
    dx, dy = lines.end.x - x, lines.end.y - y
    length = np.hypot(dx, dy)[:, None]
    onward = np.stack([dx, dy, -dx * x - dy * y], axis=1) / np.maximum(length, 1)
    across = np.stack([-dy, dx, dy * x - dx * y], axis=1) / np.maximum(length, 1)
    middles = np.stack([crowd.x, crowd.y, np.ones(len(crowd))])
    outer = (crowd.front + crowd.depth) / 2 + ERROR
    inner = np.minimum(crowd.front, crowd.depth) // 2 - ERROR
    near, amid = np.empty((2, len(lines), len(crowd)), dtype=np.bool_)
    rows = max(1, BLOCK // max(1, len(crowd)))
    for at in range(0, len(lines), rows):
        some = slice(at, at + rows)
        beside, along, end = np.abs(across[some] @ middles), onward[some] @ middles, length[some]
        near[some] = (beside <= outer) & (along >= -outer) & (along <= end + outer)
        amid[some] = (beside <= inner) & (along > 0) & (along < end)
    return near, amid
