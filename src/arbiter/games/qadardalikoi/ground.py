"""The ground of a battle (0.134, 2.110-2.116): what lies under bases, how high it is, what hides what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from arbiter.core import rule

from .geometry import MM, SLACK, Base, distance
from .geometry.bases import Point
from .geometry.bases import corners as corners_of
from .geometry.crowds import Box, Crowd, Whole
from .geometry.measures import rounded
from .geometry.outlines import FINE, Outline, band, clockwise, extent, fine, left_over, parts
from .geometry.shapes import Shapes, holding, meeting

Weather: TypeAlias = Literal["clear", "cloudy", "windy", "mist", "fog", "dense_fog", "rain", "heavy_rain"]


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

    @property
    def rises(self) -> bool:
        """Is the ground itself so high, and not something that stands on it?"""
        return self.height > 0 and not (self.solid or self.woods or self.obstacle)


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

    __slots__ = ("_goings", "_outlines", "_owners", "_parts", "_raised", "land")

    def __init__(self, land: Land) -> None:
        self.land = land
        self._outlines = [_outline(feature) for feature in land.features]
        pieces = [(at, part) for at, outline in enumerate(self._outlines) for part in parts(outline)]
        self._parts = Shapes.of([part for _, part in pieces])
        self._owners = np.array([at for at, _ in pieces], dtype=np.int64)
        self._goings: dict[Crowd, tuple[str, ...]] = {}
        raised = [at for at, one in enumerate(land.features) if one.rises]
        self._raised = np.flatnonzero(np.isin(self._owners, raised))

    def under(self, shapes: Shapes) -> list[Feature]:
        """The features that any of these shapes lies on, in their order; touching an edge is not entering."""
        _, found = meeting(shapes, self._parts)
        return [self.land.features[at] for at in sorted(set(self._owners[found].tolist()))]

    @rule("QAD-2.110-G2")
    def goings(self, crowd: Crowd) -> tuple[str, ...]:
        """The kinds of going under any of these bases; bare table is open ground."""
        found = self._goings.get(crowd)
        if found is None:
            if len(self._goings) >= 4096:
                self._goings.clear()
            found = self._goings[crowd] = self.goings_under(footprints(crowd))
        return found

    @rule("QAD-2.110-c")
    def goings_under(self, shapes: Shapes) -> tuple[str, ...]:
        """The kinds of going under shapes, where touching an edge is not entering: what a road does not wholly carry
        stands on the ground beside it."""
        which, found = meeting(shapes, self._parts)
        if not len(found):
            return ("open",)
        goings = [self.land.features[at].going for at in self._owners[found].tolist()]
        roads: dict[int, list[Outline]] = {}
        others: dict[int, list[Outline]] = {}
        for shape, part, going in zip(which.tolist(), found.tolist(), goings, strict=True):
            if going != "open":
                (roads if going == "road" else others).setdefault(shape, []).append(self._part(part))
        every = range(len(shapes))
        if len(roads) == len(shapes) and all(carried(shapes.outline(at), roads[at]) for at in every):
            return ("road",)
        bare = len(others) < len(shapes) or any(left_over(shapes.outline(at), others[at]) > BARE for at in every)
        return (*(("open",) if bare else ()), *sorted(set(goings) - {"road", "open"}))

    def goings_along(self, crowd: Crowd, x: int, y: int) -> tuple[str, ...]:
        """The kinds of going that bases come on as they slide by (x, y); a road has to carry them all the way."""
        found = self.goings_under(way_of(crowd, x, y))
        steps = -(-distance(x, y) // STEP) if found == ("road",) else 0
        for at in range(1, steps + 1):
            here = self.goings_under(footprints(crowd.moved(rounded(x * at, steps), rounded(y * at, steps))))
            if here != found:
                return here
        return found

    def _part(self, at: int) -> Outline:
        return tuple(self._parts.outline(at))

    def closed(self, shapes: Shapes) -> Feature | None:
        """The first feature under these shapes that nobody on foot enters."""
        return next((one for one in self.under(shapes) if one.closed), None)

    def obstacles(self, shapes: Shapes) -> list[Feature]:
        return [one for one in self.under(shapes) if one.obstacle]

    @rule("QAD-GEO-20")
    def holds(self, shapes: Shapes) -> bool:
        """Do all these shapes lie on the table?"""
        return shapes.within(0, 0, self.land.width, self.land.depth)

    def outline(self, feature: Feature) -> Outline:
        """The ground that a feature covers, by its corners."""
        return self._outlines[self.land.features.index(feature)]

    def area(self, *features: Feature) -> Shapes:
        """The ground that features cover, in convex parts."""
        wanted = [at for at, one in enumerate(self.land.features) if one in features]
        return self._parts.take(np.flatnonzero(np.isin(self._owners, wanted)))

    def bounds(self, here: Box, reach: int) -> bool:
        """A quick look before a close one: could closed ground or the edge of the table be so near a box?"""
        wide, deep = self.land.width, self.land.depth
        if here.left < reach or here.low < reach or here.right + reach > wide or here.high + reach > deep:
            return True
        around = rectangle(here.left - reach, here.low - reach, here.right + reach, here.high + reach)
        return self.closed(Shapes.of([around])) is not None

    def border(self) -> Shapes:
        """What lies beyond the edges of the table: four strips."""
        wide, deep = self.land.width, self.land.depth
        strips = ((-FAR, -FAR, -1, deep + FAR), (wide + 1, -FAR, wide + FAR, deep + FAR),
                  (-FAR, -FAR, wide + FAR, -1), (-FAR, deep + 1, wide + FAR, deep + FAR))  # fmt: skip
        return Shapes.of([rectangle(*strip) for strip in strips])

    def height(self, x: int, y: int) -> int:
        """The height of the ground at a point: that of the highest slope or hill it lies on."""
        return int(self.heights(np.array([x]), np.array([y]))[0])

    def heights(self, x: Whole, y: Whole) -> Whole:
        """The height of the ground at each of some points."""
        found = np.zeros(len(x), dtype=np.int64)
        if len(self._raised) and len(x):
            rise = np.array([self.land.features[at].height for at in self._owners[self._raised].tolist()])
            found = np.max(holding(self._parts.take(self._raised), x, y) * rise[:, None], axis=0)
        return found


FAR = 1000 * MM
"""So wide is what is looked at beyond the edge of the table."""
STEP = 5 * MM
"""So often it is looked whether a road still carries who goes along it."""
BARE = 2 * FINE**2 * MM**2 // 100
"""So little ground counts for nothing: a hundredth of a square millimetre, as `left_over` tells it."""


def _outline(feature: Feature) -> Outline:
    return band(feature.outline, feature.width) if feature.width else clockwise(feature.outline)


def rectangle(left: int, low: int, right: int, high: int) -> Outline:
    return clockwise([(left, low), (left, high), (right, high), (right, low)])


@rule("QAD-2.112-G1")
def carried(shape: Sequence[Point], road: Sequence[Outline]) -> bool:
    """Does a road carry a base? Up to half of it may hang over."""
    return 2 * left_over(shape, road) <= extent(fine(shape))


def footprints(crowd: Crowd, shrink: int = SLACK) -> Shapes:
    """The ground that bases cover, each less the half millimetre by which touching an edge is not entering."""
    return Shapes.under(crowd.grown(-shrink) if shrink else crowd)


def footprint(base: Base) -> Shapes:
    return Shapes.of([corners_of(base)])


def way_of(crowd: Crowd, x: int, y: int) -> Shapes:
    """The ground that bases pass over as they slide by (x, y)."""
    return footprints(crowd).swept(x, y)


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
