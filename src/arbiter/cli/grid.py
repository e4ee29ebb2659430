"""A board laid on a grid of characters: where its points fall, and which cells lie in which region."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, radians, sin
from typing import NamedTuple

from ..core.scenes import Spot

Cell = tuple[int, int]
"""Column and row."""

TALL = 2.0
"""How much taller than wide a character is."""

ARROWS = "↑↗→↘↓↙←↖"


class Frame(NamedTuple):
    """The part of a board that is drawn, and on how many characters."""

    left: float
    top: float
    right: float
    bottom: float
    width: int
    height: int

    def cell(self, at: Spot) -> Cell:
        """The cell in which a point lies; the nearest one where it lies outside."""
        column = int((at[0] - self.left) / (self.right - self.left) * self.width)
        row = int((at[1] - self.top) / (self.bottom - self.top) * self.height)
        return min(max(column, 0), self.width - 1), min(max(row, 0), self.height - 1)

    def middle(self, column: int, row: int) -> Spot:
        """The point in the middle of a cell."""
        across, down = (self.right - self.left) / self.width, (self.bottom - self.top) / self.height
        return self.left + (column + 0.5) * across, self.top + (row + 0.5) * down


def around(spots: Iterable[Spot]) -> tuple[float, float, float, float]:
    """The rectangle around some points, a little larger, so that nothing lies on its rim."""
    found = list(spots)
    xs, ys = [float(x) for x, _ in found], [float(y) for _, y in found]
    edge = max(max(xs) - min(xs), max(ys) - min(ys), 1.0) / 100
    return min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge


def fitted(box: tuple[float, float, float, float], width: int, height: int, stretch: float) -> Frame:
    """A box on as many characters as fit, its shape kept but for a stretch of its shorter side."""
    tall = (box[3] - box[1]) / (box[2] - box[0]) / TALL
    wide = max(20, min(width, round(stretch * height / tall)))
    return Frame(*box, wide, max(3, min(height, round(stretch * wide * tall))))


class Raster:
    """Which region lies at each corner of each cell, and in each cell; -1 for none, or a border."""

    def __init__(self, outlines: Sequence[Sequence[Spot]], frame: Frame) -> None:
        left, top, right, bottom, width, height = frame
        self.corners = corners = [[-1] * (width + 1) for _ in range(height + 1)]
        # A hair off the corners, so that no sample falls on the line between two regions.
        across, down = (right - left) / width, (bottom - top) / height
        for index, outline in enumerate(outlines):
            if len(outline) < 3:
                continue
            # The rim stays outside, so that every region is closed by a border.
            for row in range(1, height):
                crossings = sorted(_crossings(outline, top + (row + 0.013) * down))
                for begin, end in zip(crossings[::2], crossings[1::2], strict=False):
                    first = max(1, ceil((begin - left) / across - 0.017))
                    last = min(width, ceil((end - left) / across - 0.017))
                    corners[row][first:last] = [index] * max(0, last - first)
        self.cells = [
            [a if a == b == c == d else -1 for a, b, c, d in zip(upper, upper[1:], lower, lower[1:], strict=False)]
            for upper, lower in pairwise(corners)
        ]


@lru_cache(maxsize=16)
def raster(outlines: tuple[tuple[Spot, ...], ...], frame: Frame) -> Raster:
    """A raster, kept for the next time the same board is drawn."""
    return Raster(outlines, frame)


def _crossings(outline: Sequence[Spot], y: float) -> list[float]:
    """Where a level line crosses a polygon."""
    found = []
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 <= y) != (y2 <= y):
            found.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return found


def base(at: Spot, facing: float, width: float, depth: float) -> list[Spot]:
    """The corners of a base that stands there: `width` across its facing, `depth` along it."""
    turn = radians(facing)
    ahead, aside = (sin(turn), -cos(turn)), (cos(turn), sin(turn))
    return [
        (at[0] + x * width / 2 * aside[0] + y * depth / 2 * ahead[0], at[1] + x * width / 2 * aside[1]
         + y * depth / 2 * ahead[1])
        for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))
    ]  # fmt: skip


def covered(outline: Sequence[Spot], frame: Frame) -> Iterator[Cell]:
    """The cells whose middle lies inside a polygon."""
    rows = [frame.cell(corner)[1] for corner in outline]
    for row in range(min(rows), max(rows) + 1):
        crossings = sorted(_crossings(outline, frame.middle(0, row)[1]))
        for begin, end in zip(crossings[::2], crossings[1::2], strict=False):
            for column in range(frame.cell((begin, 0))[0], frame.cell((end, 0))[0] + 1):
                if begin <= frame.middle(column, row)[0] <= end:
                    yield column, row


def between(start: Cell, end: Cell) -> Iterator[Cell]:
    """The cells on the way from one to the other."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
    for step in range(steps + 1):
        yield round(start[0] + (end[0] - start[0]) * step / steps), round(start[1] + (end[1] - start[1]) * step / steps)


def arrow(facing: float) -> str:
    """The arrow nearest to a facing.

    >>> arrow(0), arrow(100), arrow(-45)
    ('↑', '→', '↖')
    """
    return ARROWS[round(facing / 45) % 8]
