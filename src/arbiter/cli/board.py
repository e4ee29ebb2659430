"""The board of a scene as a map of characters: borders between regions, their names, and what stands on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from textwrap import wrap

from rich.color import Color, ColorParseError
from rich.text import Text as Words

from ..core.scenes import Region, Scene, Token
from .words import Voice, short_names

Outline = tuple[tuple[float, float], ...]
Grid = list[list[int]]
Frame = tuple[float, float, float, float]
"""Left, top, right and bottom."""
Line = list[tuple[str, str]]
"""A line of a label: pieces of text with their styles."""

TALL = 2.0
"""How much taller than wide a character is."""

# The line that leaves a cell up (1), right (2), down (4) and left (8).
LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"


def draw(
    scene: Scene, voice: Voice, width: int, height: int, numbers: Mapping[str, Sequence[int]] | None = None
) -> list[Words]:
    """The board as lines, as large as fits into width and height with its shape kept.

    `numbers` puts the options' numbers on the regions they point at.
    """
    if not scene.regions:
        return []
    frame = _frame(scene)
    tall = (frame[3] - frame[1]) / (frame[2] - frame[0]) / TALL
    height = min(height, 7 + 2 * len(scene.regions))
    width = max(20, min(width, round(height / tall)))
    height = max(6, round(width * tall))
    outlines = tuple(tuple((float(x), float(y)) for x, y in region.outline) for region in scene.regions)
    picture = Picture(raster(outlines, frame, width, height), width, height)
    at = {region.id: spot(region.at, frame, width, height) for region in scene.regions}
    _draw_links(picture, scene, at, voice)
    icons = short_names([*scene.icons, *(token.icon for token in scene.tokens)])
    for index, region in enumerate(scene.regions):
        tokens = [token for token in scene.tokens if token.on == region.id]
        column, row = at[region.id]
        marked = (numbers or {}).get(region.id, ())
        # Written for the room at its middle first, and again where the rows it takes turn out narrower.
        lines = _label(region, tokens, voice, icons, marked, picture.width_of(index, column, row, 1))
        if not lines:
            continue
        lines = _label(region, tokens, voice, icons, marked, picture.width_of(index, column, row, len(lines)))
        picture.label(index, column, row, lines)
    return picture.lines(scene, voice)


def _frame(scene: Scene) -> Frame:
    """The part of the scene in which the regions lie."""
    spots = [spot for region in scene.regions for spot in (*region.outline, region.at)]
    xs, ys = [float(x) for x, _ in spots], [float(y) for _, y in spots]
    edge = max(max(xs) - min(xs), max(ys) - min(ys), 1.0) / 100
    return min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge


def spot(at: tuple[float, float], frame: Frame, width: int, height: int) -> tuple[int, int]:
    """The cell at which a point of the scene lies."""
    left, top, right, bottom = frame
    column, row = int((at[0] - left) / (right - left) * width), int((at[1] - top) / (bottom - top) * height)
    return min(max(column, 0), width - 1), min(max(row, 0), height - 1)


@lru_cache(maxsize=8)
def raster(outlines: tuple[Outline, ...], frame: Frame, width: int, height: int) -> Grid:
    """Which region lies at each corner of each cell: -1 outside all."""
    grid = [[-1] * (width + 1) for _ in range(height + 1)]
    left, top, right, bottom = frame
    # A hair off the corners, so that no sample falls on the line between two regions.
    across = [left + (column + 0.017) * (right - left) / width for column in range(width + 1)]
    for index, outline in enumerate(outlines):
        if len(outline) < 3:
            continue
        # The rim stays outside, so that every region is closed by a border.
        for row in range(1, height):
            crossings = sorted(_crossings(outline, top + (row + 0.013) * (bottom - top) / height))
            for begin, end in zip(crossings[::2], crossings[1::2], strict=False):
                for column in range(1, width):
                    if begin <= across[column] < end:
                        grid[row][column] = index
    return grid


def _crossings(outline: Outline, y: float) -> list[float]:
    """Where a level line crosses a polygon."""
    found = []
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 <= y) != (y2 <= y):
            found.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return found


def _label(
    region: Region, tokens: list[Token], voice: Voice, icons: Mapping[str, str], numbers: Sequence[int], room: int
) -> list[Line]:
    """What is written in a region: the numbers of options, its name, and its tokens by owner."""
    lines: list[Line] = []
    if numbers:
        shown = ",".join(map(str, numbers[:4])) + ("…" if len(numbers) > 4 else "")
        lines.append([(f"[{shown}]", "bold black on yellow")])
    owner = region.owner if region.owner is not None else region.holder
    name = wrap(voice.text(region.name), max(room, 4), break_long_words=False)
    lines += [[(part, f"bold {voice.colour(owner)}".strip())] for part in name]
    owners = sorted({-1 if token.owner is None else token.owner for token in tokens})
    tags = []
    if region.holder is not None and region.holder not in owners:
        tags.append((f"{region.holder + 1} ", voice.colour(region.holder)))
    if region.icon:
        tags.append((f"({icons.get(region.icon, region.icon)})", "dim"))
    for seat in owners:
        colour = voice.colour(seat if seat >= 0 else None)
        line = [(f"{seat + 1}:", colour)] if seat >= 0 else []
        for token in tokens:
            if (-1 if token.owner is None else token.owner) == seat:
                many = f"×{token.count}" if token.count > 1 else ""
                worn = "dim" if token.marks else "bold"
                line.append((f"{icons[token.icon]}{many} ", f"{worn} {colour}".strip()))
        lines.append(line)
    if tags and owners and sum(len(text) for text, _ in (*tags, *lines[-1])) + 1 <= room:
        lines[-1] += tags
    elif tags:
        lines.append(tags)
    return lines


def _draw_links(picture: Picture, scene: Scene, at: Mapping[str, tuple[int, int]], voice: Voice) -> None:
    standing = {token.id: (token.on, token.owner) for token in scene.tokens}
    for link in scene.links:
        start, owner = standing.get(link.start, (link.start, None))
        end = standing.get(link.end, (link.end, None))[0]
        if start in at and end in at:
            picture.trace(at[start], at[end], voice.colour(owner))


class Picture:
    """A grid of styled characters over the regions."""

    def __init__(self, corners: Grid, width: int, height: int) -> None:
        self.corners, self.width, self.height = corners, width, height
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}

    def region(self, column: int, row: int) -> int:
        """The region a cell lies in; -1 for a border or the outside."""
        around = {self.corners[row + down][column + right] for down in (0, 1) for right in (0, 1)}
        return around.pop() if len(around) == 1 else -1

    def border(self, column: int, row: int) -> str:
        """The piece of border in a cell: lines leave it between corners that lie in different regions."""
        top, bottom = self.corners[row], self.corners[row + 1]
        up, down = top[column] != top[column + 1], bottom[column] != bottom[column + 1]
        left, right = top[column] != bottom[column], top[column + 1] != bottom[column + 1]
        return LINES[up + 2 * right + 4 * down + 8 * left]

    def trace(self, start: tuple[int, int], end: tuple[int, int], style: str) -> None:
        """A dotted line between two cells."""
        steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
        for step in range(steps + 1):
            column = round(start[0] + (end[0] - start[0]) * step / steps)
            row = round(start[1] + (end[1] - start[1]) * step / steps)
            self.cells[column, row] = ("•" if style else "·", f"bold {style}".strip())

    def top(self, row: int, lines: int) -> int:
        """The row in which so many lines around a row begin."""
        return min(max(row - lines // 2, 0), max(0, self.height - lines))

    def width_of(self, region: int, column: int, row: int, lines: int) -> int:
        """How wide the lines around a cell may be."""
        rows = range(self.top(row, lines), min(self.top(row, lines) + lines, self.height))
        rooms = [self.room(region, column, one) for one in rows]
        return min(right - left for left, right in rooms)

    def label(self, region: int, column: int, row: int, lines: list[Line]) -> None:
        """Write lines around a cell, each within its region where there is room."""
        top = self.top(row, len(lines))
        for at, line in enumerate(lines[: self.height]):
            left, right = self.room(region, column, top + at)
            letters = [(letter, style) for text, style in line for letter in text]
            while letters and letters[-1][0] == " ":
                letters.pop()
            # A name may cover the borders beside it: that is easier to read than half a name.
            left, right = max(left - 1, 0), min(right + 1, self.width)
            if len(letters) > right - left:
                letters = [*letters[: max(right - left - 1, 0)], ("…", letters[0][1])]
            begin = min(max(column - len(letters) // 2, left), right - len(letters))
            for offset, letter in enumerate(letters):
                self.cells[begin + offset, top + at] = letter

    def room(self, region: int, column: int, row: int) -> tuple[int, int]:
        """The stretch of a row around a column that lies in the region; the whole row where it does not."""
        if self.region(column, row) != region:
            return 0, self.width
        left = right = column
        while left > 0 and self.region(left - 1, row) == region:
            left -= 1
        while right < self.width and self.region(right, row) == region:
            right += 1
        return left, right

    def lines(self, scene: Scene, voice: Voice) -> list[Words]:
        """The picture, row by row; a region that somebody holds has a tint of the holder's colour."""
        tints = [tint(voice.colour(region.holder)) for region in scene.regions]
        shown = []
        for row in range(self.height):
            line = Words(no_wrap=True)
            for column in range(self.width):
                letter, style = self.cells.get((column, row)) or (self.border(column, row), "dim")
                region = self.region(column, row)
                if region >= 0 and tints[region] and " on " not in style:
                    style = f"{style} on {tints[region]}".strip() if letter != " " else f"on {tints[region]}"
                line.append(letter, style)
            shown.append(line)
        while shown and not shown[-1].plain.strip():
            shown.pop()
        while shown and not shown[0].plain.strip():
            shown.pop(0)
        return shown


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
