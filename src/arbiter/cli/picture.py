"""A picture of characters: borders between regions, and words that keep to their place and off each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from rich.color import Color, ColorParseError
from rich.text import Text as Words

from .grid import Cell, Frame, Raster, between

Line = list[tuple[str, str]]
"""A line of a label: pieces of text with their styles."""

# The line that leaves a cell up (1), right (2), down (4) and left (8).
LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"


second = itemgetter(1)

LOST_WITH_BORDERS, LOST_WITHOUT = 0.25, 0.06
"""The share of its letters that a legible picture may lose."""


class Picture:
    """A grid of styled characters. `lost` counts the letters that found no room.

    `signs` are the letters for icons, and `key` those of them that were used, with what they stand for.
    """

    def __init__(self, frame: Frame, signs: Mapping[str, str], raster: Raster | None = None) -> None:
        self.frame, self.signs, self.raster = frame, signs, raster
        self.key: dict[str, str] = {}
        self.width, self.height = frame.width, frame.height
        self.cells: dict[Cell, tuple[str, str]] = {}
        self.written: set[Cell] = set()
        self.gaps: set[Cell] = set()
        self.lost = 0

    def legible(self) -> bool:
        """Whether the words can be read: a name may lose its end, but what is brief already may not."""
        return self.lost <= len(self.written) * (LOST_WITH_BORDERS if self.raster is not None else LOST_WITHOUT)

    def sign(self, icon: str) -> str:
        """The letters for an icon."""
        sign = self.signs.get(icon, icon)
        self.key.setdefault(sign, icon)
        return sign

    def region(self, column: int, row: int) -> int:
        """The region a cell lies in; -1 for a border or the outside."""
        inside = self.raster is not None and 0 <= row < self.height and 0 <= column < self.width
        return self.raster.cells[row][column] if inside and self.raster is not None else -1

    def border(self, column: int, row: int) -> str:
        """The piece of border in a cell: lines leave it between corners that lie in different regions."""
        if self.raster is None:
            return " "
        top, bottom = self.raster.corners[row], self.raster.corners[row + 1]
        up, down = top[column] != top[column + 1], bottom[column] != bottom[column + 1]
        left, right = top[column] != bottom[column], top[column + 1] != bottom[column + 1]
        return LINES[up + 2 * right + 4 * down + 8 * left]

    def put(self, cell: Cell, letter: str, style: str) -> None:
        if 0 <= cell[0] < self.width and 0 <= cell[1] < self.height:
            self.cells[cell] = (letter, style)

    def free(self, column: int, row: int, length: int) -> bool:
        """Whether no words stand in a stretch of a row, nor right beside it."""
        return all((at, row) not in self.written for at in range(column - 1, column + length + 1))

    def trace(self, start: Cell, end: Cell, style: str, dot: str = "·") -> None:
        """A dotted line between two cells."""
        for cell in between(start, end):
            self.put(cell, dot, style)

    def line(self, start: Cell, end: Cell, style: str) -> None:
        """A line between two cells, of strokes that lean as it does."""
        across, down = end[0] - start[0], end[1] - start[1]
        leaning = "╲" if across * down > 0 else "╱"
        level, upright = abs(down) * 2 < abs(across), abs(across) < abs(down)
        self.trace(start, end, style, "─" if level else "│" if upright else leaning)

    def rows(self, region: int, column: int, row: int) -> range:
        """The rows around a cell in which its column stays in the region, its borders included; all of them where the
        cell is in none."""
        if self.region(column, row) != region:
            return range(self.height)
        top = bottom = row
        while self.region(column, top - 1) == region:
            top -= 1
        while self.region(column, bottom + 1) == region:
            bottom += 1
        return range(max(top - 1, 0), min(bottom + 2, self.height))

    def room(self, region: int, column: int, row: int) -> tuple[int, int]:
        """The stretch of a row around a column that lies in the region; the whole row where it does not."""
        if self.region(column, row) != region:
            return 0, self.width
        left = right = column
        while self.region(left - 1, row) == region:
            left -= 1
        while self.region(right, row) == region:
            right += 1
        return left, right

    def begin(self, region: int, cell: Cell, lines: int) -> int:
        """The row in which so many lines around a cell begin."""
        rows = self.rows(region, *cell)
        return min(max(cell[1] - lines // 2, rows.start), max(rows.start, rows.stop - lines))

    def width_of(self, region: int, cell: Cell, lines: int) -> int:
        """How wide so many lines around a cell may be."""
        top = self.begin(region, cell, lines)
        rooms = [self.room(region, cell[0], row) for row in range(top, min(top + lines, self.height))]
        return min(right - left for left, right in rooms)

    def fits(self, region: int, cell: Cell, lines: Sequence[Line], cover: int = 2) -> bool:
        """Whether lines around a cell stay within its region, but for the borders that they may cover beside it."""
        if not lines or len(lines) > len(self.rows(region, *cell)):
            return not lines
        widest = max((sum(len(text) for text, _ in line) for line in lines), default=0)
        return widest <= self.width_of(region, cell, len(lines)) + cover

    def label(self, region: int, cell: Cell, lines: Sequence[Line], must: bool = True) -> None:
        """Write lines around a cell, each within its region where there is room, and off other words where they can be
        moved a little. What is not a `must` is left out rather than written over others."""
        top = self.begin(region, cell, len(lines))
        spots = ((top + by, aside) for by in (0, -1, 1) for aside in (0, -1, 1, -2, 2, -3, 3))
        clear = next((spot for spot in spots if self._clear(region, cell, lines, *spot)), None)
        letters = sum(len(text) for line in lines for text, _ in line)
        if clear is None and not must:
            self.lost += letters
            return
        # A name that stands a little aside is a little harder to read.
        self.lost += letters // 2 if clear is not None and clear != (top, 0) else 0
        top, aside = clear or (top, 0)
        self.lost += sum(len(text) for line in lines[self.height - top :] for text, _ in line)
        for row, line in enumerate(lines[: self.height - top], top):
            left, right = self.stretch(region, cell, row)
            self.write(line, (cell[0] + aside, row), left, right)

    def stretch(self, region: int, cell: Cell, row: int) -> tuple[int, int]:
        """Where a line of a region's label may stand in a row."""
        left, right = self.room(region, cell[0], row)
        # A name may cover the borders beside it: that is easier to read than half a name.
        return max(left - 1, 0), min(right + 1, self.width)

    def _clear(self, region: int, cell: Cell, lines: Sequence[Line], top: int, aside: int) -> bool:
        """Whether lines from this row on, so far aside, would touch no other words."""
        if top < 0 or top + len(lines) > self.height:
            return False
        for row, line in enumerate(lines, top):
            left, right = self.stretch(region, cell, row)
            length = sum(len(text) for text, _ in line)
            if not self.free(self._from(length, cell[0] + aside, left, right), row, length):
                return False
        return True

    def _from(self, length: int, middle: int, left: int, right: int) -> int:
        """Where words of this length begin that stand around a middle, between two columns if they have the room."""
        begin = min(max(middle - length // 2, 0), max(0, self.width - length))
        return min(max(begin, left), right - length) if length <= right - left else begin

    def write(self, line: Line, middle: Cell, left: int, right: int) -> int:
        """A line around a cell, between two columns or over what nobody has written on; what has no room is left out
        and counted. Gives the column after it."""
        letters = [(letter, style) for text, style in line for letter in text]
        begin = self._from(len(letters), middle[0], left, right)
        beyond = len(letters) > right - left
        if beyond and (len(letters) > self.width or not self.free(begin, middle[1], len(letters))):
            self.lost += len(letters) - (right - left)
            letters = [*letters[: max(right - left - 1, 0)], ("…", letters[0][1])]
            begin = min(max(middle[0] - len(letters) // 2, left), right - len(letters))
        for column, letter in enumerate(letters, begin):
            # Words over words are worse than a name without its end.
            cell = (column, middle[1])
            self.lost += 5 if cell in self.written else cell in self.gaps
            self.written.add(cell)
            self.put(cell, *letter)
        return begin + len(letters)

    def lines(self, tints: Sequence[str] = ()) -> list[Words]:
        """The picture, row by row; regions may have a tint."""
        shown = []
        for row in range(self.height):
            line = Words(no_wrap=True)
            for style, letters in groupby((self._styled(column, row, tints) for column in range(self.width)), second):
                line.append("".join(letter for letter, _ in letters), style)
            shown.append(line)
        return shown

    def _styled(self, column: int, row: int, tints: Sequence[str]) -> tuple[str, str]:
        letter, style = self.cells.get((column, row)) or (self.border(column, row), "dim")
        region = self.region(column, row)
        if region >= 0 and tints[region] and " on " not in style:
            style = f"{style} on {tints[region]}".strip() if letter != " " else f"on {tints[region]}"
        return letter, style


def window(lines: list[Words], width: int, height: int, middle: Cell) -> list[Words]:
    """The part of a picture around a cell that fits into width and height."""
    wide = max((line.cell_len for line in lines), default=0)
    left, top = _begin(middle[0], width, wide), _begin(middle[1], height, len(lines))
    return [line[left : left + width] for line in lines[top : top + height]]


def _begin(middle: int, length: int, whole: int) -> int:
    """Where a stretch around a middle begins; near an end it goes to the end, since a sliver cut off helps nobody."""
    begin = min(max(middle - length // 2, 0), max(0, whole - length))
    if begin <= length // 4:
        return 0
    return whole - length if whole - length - begin <= length // 4 else begin


def trimmed(lines: list[Words]) -> list[Words]:
    """A picture without the empty rows above and below."""
    filled = [row for row, line in enumerate(lines) if line.plain.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []


@lru_cache(maxsize=32)
def tint(colour: str) -> str:
    """A colour so dark that writing stands out on it."""
    if not colour:
        return ""
    try:
        red, green, blue = Color.parse(colour).get_truecolor()
    except ColorParseError:
        return ""
    return f"#{red // 5:02x}{green // 5:02x}{blue // 5:02x}"
