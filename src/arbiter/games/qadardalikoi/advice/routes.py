"""How far it is on foot: round rivers, cliffs and walls, by a ford or past their ends, over slow ground and quick."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import rates
from ..book import book
from ..geometry import MM, distance
from ..geometry.crowds import Flags
from ..geometry.shapes import Shapes, meeting
from ..ground import Feature, Ground, rectangle
from ..state import Unit
from .mind import Mind, width

Point = tuple[int, int]
Reals: TypeAlias = NDArray[np.float64]

CELL = 50 * MM
"""The ground is looked at in squares of this size."""
ROOM = 25 * MM
"""What a unit needs to either side is rounded up to this, so that units of one size share what was found out."""
ONWARD = 4
"""So many squares ahead lies what a unit on its way faces."""
STEPS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


class Leg(NamedTuple):
    """A way: how long it is, counted as if all of it were open ground, and the place to turn to first."""

    length: int
    toward: Point


class Gait(NamedTuple):
    """How a unit walks: the room that it needs to either side, whether it shuns water, and how much longer it takes on
    each kind of going than on open ground; 0 is never."""

    room: int
    dry: bool
    slow: tuple[tuple[str, float], ...]


def leg(mind: Mind, unit: Unit, start: Point, goal: Point) -> Leg:
    """The way of a unit from one place to another: straight where nothing bars it, or where there is no other."""
    walks = gait(mind, unit)
    found = _country(mind.g.ground, walks).leg(start, goal) if walks is not None else None
    return found or Leg(distance(goal[0] - start[0], goal[1] - start[1]), goal)


def reachable(mind: Mind, unit: Unit, goal: Point, wide: int) -> bool:
    """Is there a way for a unit to a place if it stands so wide?"""
    walks = gait(mind, unit, wide)
    return walks is None or _country(mind.g.ground, walks).leg((unit.pose.x, unit.pose.y), goal) is not None


def open_to(mind: Mind, unit: Unit, start: Point, goal: Point) -> bool:
    """Does nothing bar the straight way of a unit from one place to another?"""
    walks = gait(mind, unit)
    return walks is None or _country(mind.g.ground, walks).free(start, goal)


def gait(mind: Mind, unit: Unit, wide: int = 0) -> Gait | None:
    """How a unit walks, if it stands so wide or as it stands; None for who is on the wing, or where no ground is closed
    to anybody."""
    features = mind.g.state.land.features
    if unit.height or not any(one.closed or one.obstacle or _wet(one) for one in features):
        return None
    on_open = max(MM, rates.listed(mind.g, unit, "open"))
    kinds = sorted({one.going for one in features} - {"open", "road"})
    slow = tuple((kind, on_open / rate if (rate := rates.listed(mind.g, unit, kind)) else 0.0) for kind in kinds)
    half = 0 if unit.order == "skirmish" else (wide or width(unit)) // 2
    return Gait(-(-half // ROOM) * ROOM, "shuns_water" in unit.troops.notes, slow)


def _wet(feature: Feature) -> bool:
    return feature.kind in book().terrain and book().terrain[feature.kind].wet


class Country:
    """A battlefield in squares, as one kind of unit walks over it."""

    def __init__(self, ground: Ground, walks: Gait) -> None:
        land = ground.land
        closed = [one for one in land.features if one.closed or one.obstacle or (walks.dry and _wet(one))]
        self.walls = ground.area(*closed)
        self.columns, self.rows = -(-land.width // CELL), -(-land.depth // CELL)
        self.shut = self._on(self.walls, walks.room)
        self.pace: Reals = np.ones(self.shut.shape)
        for kind, longer in walks.slow:
            here = self._on(ground.area(*(one for one in land.features if one.going == kind)), 0)
            self.pace[here] = np.maximum(self.pace[here], longer)
            if not longer:
                self.shut |= here
        edge = max(0, walks.room - CELL // 2) // CELL
        self.shut[:edge] = self.shut[self.columns - edge :] = True
        self.room = walks.room
        self.ways: dict[tuple[int, int], Reals] = {}

    def _on(self, area: Shapes, room: int) -> Flags:
        """The squares whose middles are so near some ground, to the side or ahead."""
        found = np.zeros((self.columns, self.rows), dtype=np.bool_)
        middles = [self.middle((at, row)) for at in range(self.columns) for row in range(self.rows)]
        around = Shapes.of([rectangle(x - room, y - room, x + room, y + room) for x, y in middles])
        found.ravel()[meeting(around, area)[0]] = True
        return found

    def middle(self, cell: tuple[int, int]) -> Point:
        return cell[0] * CELL + CELL // 2, cell[1] * CELL + CELL // 2

    def cell(self, place: Point, snug: bool = False) -> tuple[int, int]:
        """The square of a place; where a unit would have no room there, and is not `snug`, the nearest in which it
        has."""
        at = tuple(max(0, min(n // CELL, most - 1)) for n, most in zip(place, self.shut.shape, strict=True))
        if self.shut[at] and not snug:
            open_ = np.argwhere(~self.shut)
            if len(open_):
                off = ((open_ * CELL + CELL // 2 - np.array(place)) ** 2).sum(axis=1)
                at = tuple(open_[int(off.argmin())].tolist())
        return at[0], at[1]

    def free(self, start: Point, goal: Point) -> bool:
        """Does a straight line cross nothing that is closed?"""
        return not len(meeting(Shapes.of([(start, goal)]), self.walls)[0])

    def clear(self, start: Point, goal: Point) -> bool:
        """Can a unit go straight, with room to either side of its way? At both ends it stands as near as it likes."""
        if not self.free(start, goal):
            return False
        way = distance(goal[0] - start[0], goal[1] - start[1])
        between = np.arange(self.room, way - self.room, CELL // 2) / max(1, way)
        cells = [((np.array(ends) @ np.stack([1 - between, between])) // CELL).astype(int)
                 for ends in zip(start, goal, strict=True)]  # fmt: skip
        on = [np.clip(cell, 0, most - 1) for cell, most in zip(cells, self.shut.shape, strict=True)]
        return not self.shut[on[0], on[1]].any()

    def leg(self, start: Point, goal: Point) -> Leg | None:
        """The way: straight where it is clear, else the shortest way round; None where there is none."""
        if self.clear(start, goal):
            return Leg(distance(goal[0] - start[0], goal[1] - start[1]), goal)
        far, at = self.way_to(self.cell(goal)), self.cell(start)
        if not np.isfinite(far[at]):
            return None
        whole = float(far[at])
        if self.cell(start, snug=True) != at:  # too near to what is closed: one has to get away from it first
            x, y = self.middle(at)
            whole += 2 * distance(x - start[0], y - start[1])
        for _ in range(ONWARD):
            at = min(self._beside(at), key=lambda cell: float(far[cell]))
        return Leg(round(whole), self.middle(at))

    def _beside(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        near = [(cell[0] + x, cell[1] + y) for x, y in STEPS]
        return [cell, *(one for one in near if 0 <= one[0] < self.columns and 0 <= one[1] < self.rows)]

    def way_to(self, goal: tuple[int, int]) -> Reals:
        """How far it is to a square from every other."""
        found = self.ways.get(goal)
        if found is None:
            if len(self.ways) >= KEPT:
                self.ways.clear()
            found = self.ways[goal] = self._way_to(goal)
        return found

    def _way_to(self, goal: tuple[int, int]) -> Reals:
        """Every square hears from its neighbours how far it is by them, until nobody has anything new to tell."""
        far = np.full((self.columns + 2, self.rows + 2), np.inf)
        far[goal[0] + 1, goal[1] + 1] = 0.0
        pace = np.pad(np.where(self.shut, np.inf, self.pace), 1, constant_values=np.inf)
        inner = (slice(1, -1), slice(1, -1))
        beside = [(slice(1 + x, self.columns + 1 + x), slice(1 + y, self.rows + 1 + y)) for x, y in STEPS]
        costs = [CELL * float(np.hypot(x, y)) * (pace[inner] + pace[at]) / 2
                 for (x, y), at in zip(STEPS, beside, strict=True)]  # fmt: skip
        while True:
            before = far[inner].copy()
            for at, cost in zip(beside, costs, strict=True):
                np.minimum(far[inner], far[at] + cost, out=far[inner])
            if np.array_equal(before, far[inner]):
                return before


KEPT = 256
"""So many places are kept to which the way is known."""


@lru_cache(maxsize=64)
def _country(ground: Ground, walks: Gait) -> Country:
    return Country(ground, walks)
