"""One board of a scene as a map of characters, as large as there is room for, or the part where something happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, radians, sin
from typing import NamedTuple

from rich.text import Text as Words

from ..core.scenes import Arc, Label, Outline, Overlay, Region, Ruler, Scene, Spot, Token
from .grid import Cell, Frame, around, arrow, base, covered, fitted, raster
from .picture import Line, Picture, tint, trimmed, window
from .words import Voice, short_names

Box = tuple[float, float, float, float]
Numbers = Mapping[str, Sequence[int]]
"""Thing -> the numbers of the options that point at it."""

Way = Callable[["Sheet", Voice, Frame, Numbers], Picture]
"""How regions are drawn: with borders, or coarsely."""

STRETCH = 2.2
"""How much wider or taller than true a board may be drawn to make room for words."""

ENLARGED = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)
"""How much larger than its room a board is drawn, until all words on it can be read; then a part of it is shown."""

SHORT = 4
"""Where most regions have names no longer than this, they can do without borders."""


CROWDED = 30
"""With fewer characters a region than this, small regions have no room for borders."""


class Drawn(NamedTuple):
    """A board in lines, and which icon each letter on it stands for."""

    lines: list[Words]
    key: dict[str, str]


class Sheet:
    """What lies on one board."""

    def __init__(self, scene: Scene, board: str = "") -> None:
        self.scene = scene
        self.board = next(one for one in scene.all_boards() if one.id == board)
        self.regions = [region for region in scene.regions if region.board == board]
        inside = {region.id for region in self.regions}
        tokens = [token for token in scene.tokens if token.on in inside or token.on == board]
        self.free = [token for token in tokens if token.at is not None]
        self.tokens = [token for token in tokens if token.at is None]
        self.overlays = [overlay for overlay in scene.overlays if overlay.board == board]
        self.spots = {region.id: region.at for region in self.regions}
        self.spots |= {token.id: self.spots[token.on] for token in self.tokens if token.on in self.spots}
        self.spots |= {token.id: token.at for token in self.free if token.at is not None}

    def signs(self, brief: bool = False) -> dict[str, str]:
        """A letter or two for each icon; one, that need only differ among the regions, where it must be brief."""
        icons = {*self.scene.icons, *(token.icon for token in self.scene.tokens)}
        terrain = {region.icon for region in self.regions if region.icon}
        if not brief:
            return short_names(icons | terrain)
        return {**{icon: icon[:1].upper() for icon in icons}, **short_names(terrain)}

    def on(self, region: Region) -> list[Token]:
        return [token for token in self.tokens if token.on == region.id]

    def box(self) -> Box | None:
        """The part of the board in which something lies; None where the board has nothing to show."""
        if self.free or self.overlays:
            return (0.0, 0.0, float(self.board.size[0]), float(self.board.size[1]))
        spots = [spot for region in self.regions for spot in (*region.outline, region.at)]
        return around(spots) if spots else None

    def ground(self) -> set[str]:
        """The regions that only lie under others."""
        found = set()
        for region in self.regions:
            if region.outline:
                left, top, right, bottom = around(region.outline)
                inside = [one for one in self.regions if left < one.at[0] < right and top < one.at[1] < bottom]
                if len(inside) > 2:
                    found.add(region.id)
        return found


def draw(
    scene: Scene,
    voice: Voice,
    width: int,
    height: int,
    numbers: Numbers | None = None,
    board: str = "",
    focus: Sequence[str] = (),
    whole: bool = False,
) -> Drawn:
    """A board as lines that fit into width and height.

    Where it cannot all be read at that size, the part around the things in `focus` is shown, or with `whole` all of it
    in as many lines as it takes. `numbers` puts the options' numbers on what they point at.
    """
    sheet, numbers = Sheet(scene, board), numbers or {}
    box = sheet.box()
    if box is None:
        return Drawn([], {})
    rows = height if sheet.free else min(height, 7 + 2 * len(sheet.regions))
    lengths = sorted(len(_called(region, voice)) for region in sheet.regions)
    small = len(lengths) > 1 and lengths[len(lengths) // 2] <= SHORT
    crowded = small and width * rows < CROWDED * len(sheet.regions)
    ways = [_coarse] if crowded else [bordered, _coarse] if small else [bordered]
    for way in ways:
        # A character more or less decides where a border falls; some fall better.
        sizes = [(width - less, high) for less in (0, 2, 4) for high in (rows, rows - 1)]
        frames = {fitted(box, *size, STRETCH) for size in sizes}
        drawn = [way(sheet, voice, frame, numbers) for frame in sorted(frames, reverse=True)]
        picture = min(drawn, key=lambda one: one.lost)
        if picture.legible():
            return Drawn(trimmed(picture.lines(tints(sheet, voice))), picture.key)
    picture = _enlarged(sheet, voice, box, width, rows, numbers, ways[-1], whole)
    lines = trimmed(picture.lines(tints(sheet, voice)))
    if whole:
        return Drawn(lines, picture.key)
    spots = [sheet.spots[id] for id in focus if id in sheet.spots] or [sheet.regions[0].at]
    left, top, right, bottom = around(spots)
    middle = picture.frame.cell(((left + right) / 2, (top + bottom) / 2))
    return Drawn(window(lines, width, height, middle), picture.key)


def _enlarged(
    sheet: Sheet, voice: Voice, box: Box, width: int, rows: int, numbers: Numbers, way: Way, whole: bool
) -> Picture:
    """A board drawn larger than its room, until the words on it can be read; with `whole` only taller."""
    for factor in ENLARGED:
        wide, high = width if whole else round(factor * width), round(factor * rows)
        frames = [fitted(box, wide, high, STRETCH)] if way is bordered else [Frame(*box, wide, rows)]
        for frame in [*frames, Frame(*box, wide, high)]:
            picture = way(sheet, voice, frame, numbers)
            if picture.legible():
                return picture
    return picture


def tints(sheet: Sheet, voice: Voice) -> list[str]:
    """A region that somebody holds has a tint of the holder's colour."""
    return [tint(voice.colour(region.holder)) for region in sheet.regions] or [""]


def bordered(sheet: Sheet, voice: Voice, frame: Frame, numbers: Numbers) -> Picture:
    """Regions with their borders, names and all that stands on them."""
    outlines = tuple(tuple((float(x), float(y)) for x, y in region.outline) for region in sheet.regions)
    if not outlines:
        wide, high = map(float, sheet.board.size)
        outlines = (((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)),)
    picture = Picture(frame, sheet.signs(), raster(outlines, frame))
    _draw_links(picture, sheet, voice)
    labels: list[tuple[bool, bool, int, Cell, list[Line]]] = []
    for index, region in enumerate(sheet.regions):
        cell = frame.cell(region.at)
        if region.outline and picture.region(*cell) != index:
            picture.lost += 1
        lines: list[Line] = []
        for words, breaks in _arranged(*_groups(picture, region, sheet, voice, numbers.get(region.id, ()))):
            # Written for the room at its middle first, and again where the rows it takes turn out narrower.
            lines = flow(words, breaks, picture.width_of(index, cell, 1))
            if lines:
                lines = flow(words, breaks, picture.width_of(index, cell, len(lines)))
            if picture.fits(index, cell, lines):
                break
        bare = not sheet.on(region) and region.id not in numbers
        labels.append((bare, not picture.fits(index, cell, lines, cover=0), index, cell, lines))
    # Where something stands or is offered comes first; those that go beyond their region come last and keep off the
    # others.
    for bare, _, index, cell, lines in sorted(labels, key=lambda label: label[:3]):
        picture.label(index, cell, lines, must=not bare)
    _draw_free(picture, sheet, voice, numbers)
    return picture


def _groups(
    picture: Picture, region: Region, sheet: Sheet, voice: Voice, numbers: Sequence[int]
) -> tuple[list[list[Line]], list[Line]]:
    """What is written in a region, as words that belong together: numbers of options, the name, tokens by owner; and
    what can be left out: who holds it, and its icon."""
    marked: list[Line] = []
    if numbers:
        shown = ",".join(map(str, numbers[:4])) + ("…" if len(numbers) > 4 else "")
        marked.append([(f"[{shown}]", "bold black on yellow")])
    owner = region.owner if region.owner is not None else region.holder
    name: list[Line] = [[(word, f"bold {voice.colour(owner)}".strip())] for word in _called(region, voice).split()]
    groups = [marked, name]
    tokens = sheet.on(region)
    owners = sorted({-1 if token.owner is None else token.owner for token in tokens})
    for seat in owners:
        colour = voice.colour(seat if seat >= 0 else None)
        group: list[Line] = []
        for token in tokens:
            if (-1 if token.owner is None else token.owner) == seat:
                many = f"×{token.count}" if token.count > 1 else ""
                worn = "dim" if token.marks else "bold"
                before = [(f"{seat + 1}:", colour)] if seat >= 0 and not group else []
                group.append([*before, (f"{picture.sign(token.icon)}{many}", f"{worn} {colour}".strip())])
        groups.append(group)
    tags: list[Line] = []
    if region.holder is not None and region.holder not in owners:
        tags.append([(f"{region.holder + 1}", voice.colour(region.holder))])
    if region.icon:
        tags.append([(f"({picture.sign(region.icon)})", "dim")])
    return groups, tags


def _arranged(groups: list[list[Line]], tags: list[Line]) -> Iterator[tuple[list[list[Line]], range]]:
    """Ways to write a region's words, the roomiest first: in groups, in fewer, without tags, without numbers."""
    tagged = [*groups[:-1], [*groups[-1], *tags]] if len(groups) > 2 else [*groups, tags]
    apart, below, joined = range(len(tagged)), range(2, len(tagged)), range(0)
    yield from (
        (tagged, apart),
        (tagged, below),
        (tagged, joined),
        (groups, below),
        (groups, joined),
        (groups[1:], joined),
    )


def flow(groups: Sequence[Sequence[Line]], breaks: range, room: int) -> list[Line]:
    """Words in lines of so much room; a group in `breaks` begins a line of its own."""
    lines: list[Line] = []
    for at, group in enumerate(groups):
        for n, word in enumerate(group):
            length = sum(len(text) for text, _ in word)
            used = sum(len(text) for text, _ in lines[-1]) if lines else 0
            if not lines or used + 1 + length > room or (n == 0 and at in breaks):
                lines.append(list(word))
            else:
                lines[-1] += [(" ", ""), *word]
    return lines


def _coarse(sheet: Sheet, voice: Voice, frame: Frame, numbers: Numbers) -> Picture:
    """Many small regions without borders: a letter or two each, and the ways between them."""
    picture = Picture(frame, sheet.signs(brief=True))
    ground = sheet.ground()
    regions = [region for region in sheet.regions if region.id not in ground]
    shown = {region.id for region in regions}
    for link in sheet.scene.links:
        if link.start in shown and link.end in shown:
            start, end = frame.cell(sheet.spots[link.start]), frame.cell(sheet.spots[link.end])
            picture.trace(start, end, "dim", "─" if start[1] == end[1] else "│" if start[0] == end[0] else "·")
    for region in regions:
        cell = frame.cell(region.at)
        for row, line in enumerate(_brief(picture, region, sheet, voice, numbers.get(region.id, ())), cell[1]):
            # Two labels that touch read as one.
            picture.gaps.add((picture.write(line, (cell[0], row), 0, frame.width), row))
    _draw_free(picture, sheet, voice, numbers)
    return picture


def _called(region: Region, voice: Voice) -> str:
    """What is written in a region: its badge where it has one, else its name."""
    return region.corner or voice.text(region.name)


def _brief(picture: Picture, region: Region, sheet: Sheet, voice: Voice, numbers: Sequence[int]) -> list[Line]:
    """A region in two or three letters: an option's number, who stands there, or what it is."""
    if numbers:
        return [[(str(numbers[0]), "bold black on yellow")]]
    standing = sheet.on(region)
    seats = sorted({token.owner for token in standing if token.owner is not None})
    if seats:
        rows = [seats[at : at + 3] for at in range(0, len(seats), 3)]
        lines = [[(str(seat + 1), f"bold {voice.colour(seat)}") for seat in row] for row in rows]
        return [[("@", lines[0][0][1]), *lines[0]]] if len(seats) == 1 else lines
    if standing:
        return [[("".join(picture.sign(token.icon) for token in standing), "bold")]]
    name = _called(region, voice)
    kind = picture.sign(region.icon) if region.icon else "" if name and not name.isdigit() else "·"
    return [[(kind + name, "")]]


def _draw_links(picture: Picture, sheet: Sheet, voice: Voice) -> None:
    owners = {token.id: token.owner for token in sheet.scene.tokens}
    for link in sheet.scene.links:
        if link.start in sheet.spots and link.end in sheet.spots:
            colour = voice.colour(owners.get(link.start))
            start, end = (picture.frame.cell(sheet.spots[id]) for id in (link.start, link.end))
            picture.trace(start, end, f"bold {colour}".strip(), "•" if colour else "·")


def _draw_free(picture: Picture, sheet: Sheet, voice: Voice, numbers: Numbers) -> None:
    """What is drawn over the regions: lines and words, and pieces that stand anywhere."""
    points = [(overlay, _points(overlay)) for overlay in sheet.overlays]
    for overlay, spots in points:
        for start, end in pairwise(map(picture.frame.cell, spots)):
            picture.line(start, end, f"dim {voice.colour(overlay.owner)}".strip())
    for overlay, spots in points:
        left, top, right, bottom = around(spots)
        column, row = picture.frame.cell(((left + right) / 2, (top + bottom) / 2))
        named = voice.text(overlay.name)
        if isinstance(overlay, Label):
            # The name of a stretch of land stands between the names of its places, not over them.
            free = [row + by for by in (0, -1, 1, -2, 2) if picture.free(column, row + by, len(named))]
            if not free:
                continue
            row = free[0]
        for at, letter in enumerate(named, column):
            picture.put((at, row), letter, f"dim {voice.colour(overlay.owner)}".strip())
    for token in sheet.free:
        stand(picture, token, voice, numbers.get(token.id, ()))


def _points(overlay: Overlay) -> list[Spot]:
    """The corners of a line drawn over the board; a label has but one."""
    if isinstance(overlay, Label):
        return [overlay.at]
    if isinstance(overlay, Ruler):
        return [overlay.start, overlay.end]
    if isinstance(overlay, Arc):
        x, y = overlay.at
        turns = [radians(overlay.facing + overlay.sweep * (n / 16 - 0.5)) for n in range(17)]
        rim = [(x + overlay.radius * sin(turn), y - overlay.radius * cos(turn)) for turn in turns]
        return rim if overlay.sweep >= 360 else [overlay.at, *rim, overlay.at]
    return [*overlay.points, overlay.points[0]] if isinstance(overlay, Outline) else list(overlay.points)


def stand(picture: Picture, token: Token, voice: Voice, numbers: Sequence[int] = ()) -> None:
    """A piece where it stands: its base where that is larger than a character, its letter, and where it points."""
    assert token.at is not None
    colour = voice.colour(token.owner)
    if token.width and token.depth:
        for cell in covered(base(token.at, token.facing or 0, token.width, token.depth), picture.frame):
            picture.put(cell, "░", colour)
    seat = "" if token.owner is None else str(token.owner + 1)
    said = str(numbers[0]) if numbers else f"{seat}{picture.sign(token.icon)}"
    said += "" if token.facing is None else arrow(token.facing)
    column, row = picture.frame.cell(token.at)
    begin = min(max(column - len(said) // 2, 0), max(0, picture.width - len(said)))
    style = "bold black on yellow" if numbers else f"{'dim' if token.marks else 'bold'} {colour}".strip()
    for at, letter in enumerate(said, begin):
        picture.put((at, row), letter, style)
