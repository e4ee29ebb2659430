"""0.134, terrain: the kinds of it, the fields that are laid out with it, and a field made by chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbiter.core import Illegal, rule

from .battle_entries import BattlefieldEntry, Piece, Point, Region, Sky
from .book import book
from .geometry import MM
from .ground import Feature, Land

CONTOUR = 2540
"""A contour step is an inch high (QAD-GEO-19)."""
LANE = 400
"""An approach is so many mm wide (QAD-0.134-C1)."""
Roll = Callable[[int], int]
"""A die with so many sides: the table's."""


@rule("QAD-0.134-h")
def groups() -> dict[str, tuple[str, ...]]:
    """The kinds of terrain by group; open ground is the bare table and no piece of its own."""
    found: dict[str, tuple[str, ...]] = {}
    for key, kind in book().terrain.items():
        found[kind.group] = (*found.get(kind.group, ()), key)
    return found


@rule("QAD-0.134-i")
def slope(degrees: int) -> str:
    """The class of a slope by its incline: light below 45 degrees, then heavy, and a cliff where it stands upright."""
    return "light_slope" if degrees < 45 else "heavy_slope" if degrees < 90 else "cliff"


@rule("QAD-2.115-a", "QAD-2.115-b", "QAD-2.115-c", "QAD-2.115-G1")
def slope_of(spacing: int) -> str:
    """The class of a slope by how far apart its contour lines are, in hundredths of a millimetre: over an inch light,
    over half an inch heavy, else a cliff."""
    return "light_slope" if spacing > CONTOUR else "heavy_slope" if 2 * spacing > CONTOUR else "cliff"


@rule("QAD-0.134-f")
def why_not_here(kind: str, region: str) -> Illegal | None:
    """Minor terrain that is foreign to the country is not placed: no swamp in a desert."""
    regions = book().terrain[kind].regions
    return (
        Illegal("field.foreign", "QAD-0.134-f", kind=kind, region=region) if regions and region not in regions else None
    )


@rule("QAD-0.134-g")
def size(width: int = 0, depth: int = 0) -> tuple[int, int]:
    """The table in mm: 8 feet by 4, the long edges facing, where nobody wants another size."""
    return width or 2438, depth or 1219


def feature(piece: Piece) -> Feature:
    """A piece of terrain as the ground knows it."""
    kind = book().terrain[piece.kind]
    outline = tuple((x * MM, y * MM) for x, y in piece.outline or piece.line)
    height = piece.contours * CONTOUR or round(kind.height * MM)
    return Feature(
        piece.name or kind.name, piece.kind, outline, kind.going, kind.closed, kind.obstacle, kind.solid, kind.woods,
        height, kind.cover, piece.width * MM if piece.line else 0,
    )  # fmt: skip


def turned(piece: Piece, width: int, depth: int) -> Piece:
    """A piece turned half round about the middle of the table."""

    def round_(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((width - x, depth - y) for x, y in points)

    return Piece(
        piece.kind, round_(piece.outline), round_(piece.line), piece.width, piece.contours, piece.name, piece.alone
    )


def pieces(field: BattlefieldEntry) -> list[Piece]:
    """Everything that lies on a field."""
    found = list(field.pieces)
    if field.symmetric:
        found += [turned(piece, field.width, field.depth) for piece in field.pieces if not piece.alone]
    return found


@rule("QAD-0.134-b", "QAD-0.134-C1", "QAD-GEO-19")
def land(field: BattlefieldEntry, weather: Sky = "clear") -> Land:
    """A designed field as the ground of a battle."""
    return Land(
        field.name, field.width * MM, field.depth * MM, tuple(feature(piece) for piece in pieces(field)), weather
    )


@rule("QAD-0.410-o")
def stakes(left: int, right: int, front: int, far_side: bool) -> list[Piece]:
    """The Clawed Hands: two rows of stakes before the missile troops on both flanks, between these ends of a side's
    front, all in mm."""
    reach, y = (right - left) * 15 // 100, front - 30 if far_side else front + 30
    ends = ((left + 40, left + reach), (right - reach, right - 40))
    return [Piece("stakes", line=((one, y), (other, y)), width=10, alone=True) for one, other in ends]


# A field by chance


MINOR: dict[Region, tuple[str, ...]] = {
    "plain": ("woods", "rough", "field", "light_slope"),
    "forest": ("woods", "woods", "rough", "light_slope"),
    "hills": ("light_slope", "heavy_slope", "rough", "woods"),
    "swamp": ("swamp", "swamp", "woods", "rough"),
    "desert": ("dunes", "rough", "light_slope", "ruins"),
    "settled": ("field", "village", "woods", "ruins"),
}
"""What lies about in a country, the commoner things more than once."""


@rule("QAD-0.134-a", "QAD-0.134-c", "QAD-0.134-e")
def field_of(
    region: Region, roll: Roll, landmarks: Sequence[tuple[str, int, int]] = (), width: int = 0, depth: int = 0
) -> BattlefieldEntry:
    """A field in the country where armies met: its minor terrain by the table's dice, point-symmetric and clear of the
    lanes; landmarks of the map (kind, and percent of the width and the depth) at their own places."""
    wide, deep = size(width, depth)
    found = [_minor(kind, x * wide // 100, y * deep // 100, 90, 60, alone=True) for kind, x, y in landmarks]
    offered = [kind for kind in MINOR[region] if why_not_here(kind, region) is None]
    for _ in range(2 + roll(3)):
        kind = offered[roll(len(offered)) - 1]
        across, along = 60 + 10 * roll(8), 40 + 10 * roll(5)
        x = _spot(roll, wide, across)
        y = deep // 4 + along + roll(max(1, deep // 4 - along))
        found.append(_minor(kind, x, y, across, along))
    return BattlefieldEntry(
        name=region.capitalize(), about="", region=region, width=wide, depth=deep, symmetric=True, pieces=tuple(found)
    )


def _spot(roll: Roll, wide: int, across: int) -> int:
    """A place that leaves a lane free at both sides of the middle and, by symmetry, opposite."""
    outer = wide // 2 - LANE - across
    return across + roll(max(1, outer - across))


def _minor(kind: str, x: int, y: int, across: int, along: int, alone: bool = False) -> Piece:
    corners = (
        (-across, -along // 2),
        (-across // 2, -along),
        (across, -along // 2),
        (across // 2, along),
        (-across, along // 2),
    )
    contours = 1 if kind in ("light_slope", "dunes") else 2 if kind == "heavy_slope" else 0
    return Piece(kind, tuple((x + dx, y + dy) for dx, dy in corners), contours=contours, alone=alone)
