"""2.141a-c, observation: what each side sees of the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from arbiter.core import rule

from .geometry import MM, SLACK
from .geometry import crowds as many
from .geometry.crowds import Crowd, Whole
from .geometry.lines import Lines, Points
from .ranks import ranks
from .sight import EYE, WEATHER, centres, free, with_partner
from .state import MANY, Qadardalikoi, Unit

FAR, NEAR = 1000 * MM, 250 * MM
FIRST = 16
"""So many pairs are looked at before all others."""


@rule("QAD-2.141-a", "QAD-2.141-b", "QAD-2.141-c", "QAD-2.141-G4")
def observation(g: Qadardalikoi, unit: Unit) -> int:
    """How far a unit sees: 1000 mm in skirmish order and on the wing, 50 more for each 10 mm of height, else 250; bad
    weather caps it."""
    keen = unit.order == "skirmish" or unit.height > 0
    reach = FAR + 5 * (unit.height // (10 * MM)) * (10 * MM) if keen else NEAR
    return min(reach, WEATHER.get(g.state.land.weather, reach))


def watch(g: Qadardalikoi, sides: Collection[int] = (0, 1)) -> None:
    """After every move: which enemy units each side now sees; one observer serves the whole side."""
    s = g.state
    there = [unit for unit in s.units if unit.there]
    laid = Laid(there)
    for side in sides:
        own = [at for at, unit in enumerate(there) if unit.side == side]
        others = [at for at, unit in enumerate(there) if unit.side != side]
        reach = np.array([observation(g, there[at]) + SLACK for at in own], dtype=np.int64)
        near = laid.apart(own, others) <= reach[:, None]
        s.seen[side] = [
            there[foe].n
            for column, foe in enumerate(others)
            if any(_observes(g, laid, own[row], foe) for row in np.flatnonzero(near[:, column]))
        ]


class Laid:
    """All units on the table at one moment, as crowds with their boxes."""

    __slots__ = ("boxes", "crowds", "ground", "units")

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = units
        self.crowds = [unit.crowd() for unit in units]
        self.boxes: Whole = np.array([many.box(one) for one in self.crowds], dtype=np.int64).reshape(-1, 4)
        self.ground = np.array([not unit.flying for unit in units], dtype=np.bool_)

    def apart(self, ones: Sequence[int], others: Sequence[int]) -> Whole:
        """How far boxes are apart at the least: a row for each of some, a column for each of others."""
        left, right, low, high = (self.boxes[ones, edge][:, None] for edge in range(4))
        theirs = self.boxes[others]
        wide = np.maximum(left - theirs[:, 1], theirs[:, 0] - right)
        return np.asarray(np.maximum(np.maximum(wide, np.maximum(low - theirs[:, 3], theirs[:, 2] - high)), 0))

    def between(self, one: int, other: int) -> list[int]:
        """Whoever on the ground has a part of himself in the box round two units."""
        a, b = self.boxes[one], self.boxes[other]
        left, right, low, high = min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3])
        boxes = self.boxes
        inside = (boxes[:, 0] <= right) & (boxes[:, 1] >= left) & (boxes[:, 2] <= high) & (boxes[:, 3] >= low)
        return [int(at) for at in np.flatnonzero(inside & self.ground)]


_SEEN: dict[tuple[object, ...], bool] = {}
"""Whether one unit observes another, by all that this hangs on: both, the ground, dust, who stands about them."""


def _observes(g: Qadardalikoi, laid: Laid, one: int, other: int) -> bool:
    """Does a unit see another? After a move that changes nothing for two units they are not looked at again."""
    unit, foe = laid.units[one], laid.units[other]
    aside = with_partner(g, unit, foe)
    blocking = tuple(laid.crowds[at] for at in laid.between(one, other) if laid.units[at].n not in aside)
    seen_by = (laid.crowds[one], unit.height, observation(g, unit))
    key = (*seen_by, laid.crowds[other], foe.height, g.ground, tuple(g.state.clouds), blocking)
    found = _SEEN.get(key)
    if found is None:
        if len(_SEEN) >= MANY:
            _SEEN.clear()
        found = _SEEN[key] = observes(g, unit, foe, _front(foe))
    return found


def _front(unit: Unit) -> Crowd:
    """The first two ranks of a unit."""
    rank, crowd = ranks(unit), unit.crowd()
    return crowd.take(np.array([rank[int(n)] <= 2 for n in crowd.figure], dtype=np.bool_))


def observes(g: Qadardalikoi, unit: Unit, foe: Unit, front: Crowd, reach: int = 0) -> bool:
    """Does some figure of a unit see one of another's first two ranks? As far as it observes, or so far."""
    reach = reach or observation(g, unit)
    mine = unit.crowd()
    i, j = many.near(mine, front, reach + SLACK)
    close = many.apart(mine.take(i), front.take(j)) <= reach + SLACK
    i, j = i[close], j[close]
    if not len(i):
        return False
    eyes = centres(g, unit, [mine.base(at) for at in range(len(mine))], EYE)
    marks = centres(g, foe, [front.base(at) for at in range(len(front))])
    aside = with_partner(g, unit, foe)
    nearest = np.argsort((mine.x[i] - front.x[j]) ** 2 + (mine.y[i] - front.y[j]) ** 2, kind="stable")
    for some in (nearest[:FIRST], nearest[FIRST:]):  # the nearest see each other, or hardly anybody does
        if len(some) and free(g, Lines(_at(eyes, i[some]), _at(marks, j[some])), aside).any():
            return True
    return False


def _at(points: Points, which: Whole) -> Points:
    return Points(points.x[which], points.y[which], points.z[which])
