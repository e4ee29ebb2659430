"""How a body turns: how far off is what it could hit, about which corner it wheels, and how far that leads it."""

from __future__ import annotations

from .geometry import MM, Base, arc, distance
from .geometry import crowds as many
from .geometry.bases import corners
from .geometry.crowds import Crowd
from .geometry.shapes import Shapes
from .geometry.shapes import apart as apart_on_ground
from .ground import footprints
from .state import Figure, Unit

FAR = 100 * MM
"""Farther than this nothing is looked at before a turn goes on."""


def nearest(crowd: Crowd, others: Crowd) -> int:
    """How far the nearest of some bases is at the least; `FAR` where none is near."""
    if not len(others):
        return FAR
    i, j = many.near(crowd, others, FAR)
    return max(0, min(FAR, int(many.gaps(crowd.take(i), others.take(j)).min()))) if len(i) else FAR


def from_ground(crowd: Crowd, barriers: list[Shapes]) -> int:
    """How far bases are from what would stop them."""
    if not barriers:
        return FAR
    shapes = footprints(crowd)
    return min(FAR, *[apart_on_ground(shapes, barrier) for barrier in barriers])


def meets(crowd: Crowd, others: Crowd) -> int | None:
    """Which of some bases a crowd lies on, both a little shrunk."""
    shrunk = crowd.grown(-many.SHRINK)
    i, j = many.near(shrunk, others, 0)
    hit = many.gaps(shrunk.take(i), others.take(j).grown(-many.SHRINK)) < 0
    return int(j[hit][0]) if hit.any() else None


def wheel_points(unit: Unit, left: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """The corner a wheel turns about, and the corner whose path is measured; both told from the unit."""
    sides = (min, max) if left else (max, min)
    spots = [corner for one in unit.figures for corner in corners(told(unit, one))]
    inner, outer = sides[0](x for x, _ in spots), sides[1](x for x, _ in spots)
    return (inner, max(y for x, y in spots if x == inner)), (outer, max(y for x, y in spots if x == outer))


def wheel_way(unit: Unit, angle: int) -> int:
    """How far the outer front corner of a unit goes in a wheel."""
    pivot, outer = wheel_points(unit, angle < 0)
    return arc(distance(outer[0] - pivot[0], outer[1] - pivot[1]), angle)


def told(unit: Unit, figure: Figure) -> Base:
    """The base of a figure, told from its unit."""
    return figure.local(unit.kit(figure.cohort))
