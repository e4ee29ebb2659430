"""The ground of a battle (0.134, 2.110-2.116): what lies under bases, how high it is, what hides what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import shapely

from arbiter.core import rule

from .geometry import MM, SLACK, Base
from .geometry.bases import Point
from .geometry.bases import corners as corners_of
from .geometry.crowds import Crowd, Whole

Weather: TypeAlias = Literal["clear", "cloudy", "mist", "fog", "dense_fog", "rain", "heavy_rain"]


@dataclass(frozen=True, slots=True)
class Feature:
    """A piece of terrain: its outline in hundredths of a millimetre, the going on it, and what it does.

    Nobody on foot enters what is `closed`; an `obstacle` takes three turns to cross; `solid` things hide what is behind
    them up to their height; woods hide it by their depth. `width` is that of a line (a road, a wall) along the outline.
    """

    name: str
    kind: str
    outline: tuple[Point, ...]
    going: str = "open"
    """The kind of going by which the sheets list rates: open, road, woods, light_slope, heavy_slope or swamp."""
    closed: bool = False
    obstacle: bool = False
    solid: bool = False
    woods: bool = False
    height: int = 0
    """Of the ground, or of the thing that stands on it, in hundredths of a millimetre."""
    cover: str = ""
    width: int = 0


@dataclass(frozen=True, slots=True)
class Land:
    """The table and what lies on it."""

    name: str
    width: int
    depth: int
    features: tuple[Feature, ...] = ()
    weather: Weather = "clear"


class Ground:
    """The terrain of a battle, ready for questions."""

    __slots__ = ("_areas", "_goings", "_raised", "_tree", "land", "table")

    def __init__(self, land: Land) -> None:
        self.land = land
        self.table = shapely.box(0, 0, land.width, land.depth)
        shapely.prepare(self.table)
        self._areas = [_area(feature) for feature in land.features]
        self._tree = shapely.STRtree(self._areas)
        self._goings: dict[Crowd, tuple[str, ...]] = {}
        self._raised = [one for one in land.features if one.height and not one.solid and not one.woods]

    @rule("QAD-2.110-c")
    def under(self, shapes: Sequence[shapely.Geometry]) -> list[Feature]:
        """The features that any of these shapes lies on, in their order; touching an edge is not entering."""
        if not self._areas or not len(shapes):
            return []
        _, found = self._tree.query(np.asarray(shapes, dtype=object), predicate="intersects")
        return [self.land.features[at] for at in sorted({int(n) for n in found})]

    @rule("QAD-2.110-G2")
    def goings(self, crowd: Crowd) -> tuple[str, ...]:
        """The kinds of going under any of these bases; bare table is open ground."""
        found = self._goings.get(crowd)
        if found is None:
            if len(self._goings) >= 4096:
                self._goings.clear()
            found = self._goings[crowd] = self.goings_under(footprints(crowd))
        return found

    def goings_under(self, shapes: Sequence[shapely.Geometry]) -> tuple[str, ...]:
        """The kinds of going under shapes: what a road does not wholly carry stands on the ground beside it."""
        found = self.under(shapes)
        if not found:
            return ("open",)
        rough: list[str] = sorted({one.going for one in found if one.going not in ("road", "open")})
        roads = shapely.union_all([self.area(one) for one in found if one.going == "road"])
        if not roads.is_empty and all(_carried(shape, roads) for shape in shapes):
            return ("road",)
        others = [self.area(one) for one in found if one.going not in ("road", "open")]
        bare = shapely.difference(shapely.union_all(shapes), shapely.union_all(others)).area if others else 1.0
        return (*(("open",) if bare > 1.0 or not rough else ()), *rough)

    def closed(self, shapes: Sequence[shapely.Geometry]) -> Feature | None:
        """The first feature under these shapes that nobody on foot enters."""
        return next((one for one in self.under(shapes) if one.closed), None)

    def obstacles(self, shapes: Sequence[shapely.Geometry]) -> list[Feature]:
        return [one for one in self.under(shapes) if one.obstacle]

    @rule("QAD-GEO-20")
    def holds(self, shapes: Iterable[shapely.Geometry]) -> bool:
        """Do all these shapes lie on the table?"""
        return bool(shapely.covers(self.table, list(shapes)).all())

    def area(self, feature: Feature) -> shapely.Geometry:
        """The ground that a feature covers."""
        return self._areas[self.land.features.index(feature)]

    def height(self, x: int, y: int) -> int:
        """The height of the ground at a point: that of the highest slope or hill it lies on."""
        return int(self.heights(np.array([x]), np.array([y]))[0])

    def heights(self, x: Whole, y: Whole) -> Whole:
        """The height of the ground at each of some points."""
        found = np.zeros(len(x), dtype=np.int64)
        if self._raised and len(x):
            points = shapely.points(x.astype(np.float64), y.astype(np.float64))
            for feature in self._raised:
                inside = shapely.intersects(self.area(feature), points)
                found[inside] = np.maximum(found[inside], feature.height)
        return found


def _area(feature: Feature) -> shapely.Geometry:
    if feature.width:
        return shapely.LineString(feature.outline).buffer(feature.width / 2, cap_style="flat", join_style="mitre")
    return shapely.Polygon(feature.outline)


@rule("QAD-2.112-G1")
def _carried(shape: shapely.Geometry, road: shapely.Geometry) -> bool:
    """Does a road carry a base? Up to half of it may hang over."""
    return bool(2 * shape.intersection(road).area >= shape.area)


def footprints(crowd: Crowd, shrink: int = SLACK) -> Sequence[shapely.Geometry]:
    """The ground that bases cover, each less the half millimetre by which touching an edge is not entering."""
    x, y = crowd.grown(-shrink).corners()
    return list(shapely.polygons(np.stack([x, y], axis=2).astype(np.float64)))


def footprint(base: Base) -> shapely.Geometry:
    return shapely.Polygon(corners_of(base))


def way_of(crowd: Crowd, x: int, y: int) -> Sequence[shapely.Geometry]:
    """The ground that bases pass over as they slide by (x, y)."""
    ax, ay = crowd.grown(-SLACK).corners()
    spots = np.stack([np.concatenate([ax, ax + x], axis=1), np.concatenate([ay, ay + y], axis=1)], axis=2)
    return list(shapely.convex_hull(shapely.multipoints(spots.astype(np.float64))))


_GROUNDS: dict[int, Ground] = {}


def ground(land: Land) -> Ground:
    """The terrain of a table; it does not change in a field battle. It is found by which `Land` it is: to hash all its
    features at every question would take longer than most answers."""
    found = _GROUNDS.get(id(land))
    if found is None or found.land is not land:
        if len(_GROUNDS) >= 64:
            _GROUNDS.clear()
        found = _GROUNDS[id(land)] = Ground(land)
    return found


def millimetres(n: float) -> int:
    """A length of the content, in mm, as the table keeps it."""
    return round(n * MM)
