"""Straight lines over the table, many at once: how long they are, and which bases they cross."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .crowds import Box, Crowd, Whole, rotated

Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Points in space, as arrays: z is the height above the table."""

    x: Whole
    y: Whole
    z: Whole

    def __len__(self) -> int:
        return len(self.x)


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
        return cls(
            Points(begins.x[i], begins.y[i], begins.z[i]),
            Points(ends.x[j], ends.y[j], ends.z[j]),
        )

    def __len__(self) -> int:
        return len(self.begin)

    def height(self, share: Shares) -> Shares:
        """How high each line is at a share of its way; a row for each line where shares have several."""
        begin, end = self.begin.z.astype(np.float64), self.end.z.astype(np.float64)
        if share.ndim > 1:
            begin, end = begin[:, None], end[:, None]
        return np.asarray(begin + (end - begin) * share)

    def box(self) -> Box:
        """The box round all of at least one line."""
        x, y = np.concatenate([self.begin.x, self.end.x]), np.concatenate([self.begin.y, self.end.y])
        return Box(int(x.min()), int(x.max()), int(y.min()), int(y.max()))

    def around(self, crowd: Crowd) -> Crowd:
        """The bases that come near any of the lines."""
        reach = (crowd.front + crowd.depth) // 2
        x = np.concatenate([self.begin.x, self.end.x])
        y = np.concatenate([self.begin.y, self.end.y])
        near = (crowd.x + reach >= x.min()) & (crowd.x - reach <= x.max())
        near &= (crowd.y + reach >= y.min()) & (crowd.y - reach <= y.max())
        return crowd.take(near)


def lengths(lines: Lines) -> Whole:
    """The length of each line in space, to the nearest hundredth of a millimetre."""
    square = (lines.end.x - lines.begin.x) ** 2 + (lines.end.y - lines.begin.y) ** 2
    square = square + (lines.end.z - lines.begin.z) ** 2
    root = np.floor(np.sqrt(square.astype(np.float64))).astype(np.int64)
    return np.asarray(root + (square > root * (root + 1)))


def crossings(lines: Lines, crowd: Crowd) -> tuple[Shares, Shares]:
    """A row a line, a column a base: the shares of its way at which it enters and leaves the base.

    Where it does not cross the base it enters no earlier than it leaves; to touch an edge is not to cross.
    """
    ax, ay = rotated(lines.begin.x[:, None] - crowd.x, lines.begin.y[:, None] - crowd.y, -crowd.facing)
    bx, by = rotated(lines.end.x[:, None] - crowd.x, lines.end.y[:, None] - crowd.y, -crowd.facing)
    enter, leave = np.zeros(ax.shape), np.ones(ax.shape)
    for start, end, reach in ((ax, bx, crowd.front // 2), (ay, by, crowd.depth // 2)):
        still = start == end
        pace = np.where(still, 1, end - start).astype(np.float64)
        low, high = (-reach - start) / pace, (reach - start) / pace
        beside = still & (np.abs(start) >= reach)
        enter = np.where(still, np.where(beside, np.inf, enter), np.maximum(enter, np.minimum(low, high)))
        leave = np.where(still, leave, np.minimum(leave, np.maximum(low, high)))
    return enter, leave
