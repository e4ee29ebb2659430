"""The ground on which a piece is to be placed: a scale along its edges, what stands there, and where there is room."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from rich.text import Text as Words

from ..core import Place, Scene
from .board import STRETCH, Box, Drawn, Sheet, bordered, tints
from .grid import Frame, fitted
from .picture import Picture
from .words import Voice

CHECKED = 400
"""How many spots are tried at most to show where there is room."""

FREE = "·"


def draw_site(ask: Place, scene: Scene, voice: Voice, width: int, height: int, board: str = "") -> Drawn:
    """The part of the board in which the piece may stand, with a dot in each cell where it would be let stand."""
    sheet = Sheet(scene, board)
    box = ground(ask, sheet)
    gutter = max(len(str(round(y))) for y in (box[1], box[3])) + 1
    frame = fitted(box, width - gutter, height - 1, STRETCH)
    picture = bordered(sheet, voice, frame, {})
    for cell in free_cells(ask, frame, picture):
        picture.put(cell, FREE, "green")
    rows = {frame.cell((box[0], y))[1]: y for y in ticks(box[1], box[3], 2 * (box[3] - box[1]) / frame.height)}
    lines = []
    for row, line in enumerate(picture.lines(tints(sheet, voice))):
        edge = f"{rows[row]:>{gutter - 1}} " if row in rows else " " * gutter
        lines.append(Words(no_wrap=True).append(edge, style="dim").append_text(line))
    return Drawn([*lines, _scale(box, frame, gutter)], picture.key)


def ground(ask: Place, sheet: Sheet) -> Box:
    """What is shown: the ask's rectangle and a little around it; the whole board where that is not much more."""
    left, top, right, bottom = map(float, ask.box)
    wide, high = map(float, sheet.board.size)
    ghost = 0.0 if ask.ghost is None else max(ask.ghost.width, ask.ghost.depth)
    if 2 * (right - left) >= wide and 2 * (bottom - top) >= high:
        return min(left, 0.0), min(top, 0.0), max(right, wide, left + 1), max(bottom, high, top + 1)
    edge = max(ghost, (right - left) / 10, (bottom - top) / 10, float(ask.step))
    return left - edge, top - edge, right + edge, bottom + edge


def free_cells(ask: Place, frame: Frame, picture: Picture) -> Iterator[tuple[int, int]]:
    """The empty cells in whose middle the piece may stand, tried on so coarse a grid that it stays quick."""
    left, top, right, bottom = ask.box
    every = next(n for n in count(1) if frame.width * frame.height <= CHECKED * n * n)
    for row in range(0, frame.height, every):
        for column in range(0, frame.width, every):
            x, y = frame.middle(column, row)
            spot = left + ask.step * round((x - left) / ask.step), top + ask.step * round((y - top) / ask.step)
            empty = (column, row) not in picture.cells and picture.border(column, row) == " "
            if empty and left <= spot[0] <= right and top <= spot[1] <= bottom:
                facing = () if ask.facings is None else tuple(ask.facings[:1])
                if ask.refusal((*spot, *facing)) is None:
                    yield column, row


def ticks(least: float, most: float, gap: float) -> list[int]:
    """Round numbers between two, at least so far apart.

    >>> ticks(0, 100, 12)
    [0, 20, 40, 60, 80, 100]
    """
    step = next(n * 10**power for power in count() for n in (1, 2, 5) if n * 10**power >= gap)
    first = -(-int(least) // step) * step
    return [n for n in range(first, int(most) + 1, step) if n >= least]


def _scale(box: Box, frame: Frame, gutter: int) -> Words:
    """The numbers along the lower edge."""
    longest = max(len(str(round(x))) for x in (box[0], box[2]))
    line = ""
    for x in ticks(box[0], box[2], (longest + 2) * (box[2] - box[0]) / frame.width):
        column = gutter + frame.cell((x, box[1]))[0] - len(str(x)) // 2
        line = f"{line:<{min(max(column, 0), gutter + frame.width - len(str(x)))}}{x}"
    return Words(line, style="dim", no_wrap=True)
