"""2.141a-c, observation: what each side sees of the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

import numpy as np

from arbiter.core import rule

from .geometry import MM, SLACK, Base
from .geometry import crowds as many
from .geometry.crowds import Crowd, Whole
from .geometry.lines import Lines, Points
from .ranks import ranks
from .sight import EYE, WEATHER, centres, free, with_partner
from .state import MANY, Qadardalikoi, Stand, Unit

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
    """After every move: which enemy units and stands each side now sees; one observer serves the whole side."""
    s = g.state
    laid = Laid([unit for unit in s.units if unit.there])
    there = laid.units
    for side in sides:
        own = [at for at, unit in enumerate(there) if unit.side == side]
        others = [at for at, unit in enumerate(there) if unit.side != side]
        reach = np.array([observation(g, there[at]) + SLACK for at in own], dtype=np.int64)
        near = laid.apart(own, laid.boxes[others]) <= reach[:, None]
        before, s.seen[side] = (
            s.seen[side],
            [
                there[foe].n
                for column, foe in enumerate(others)
                if any(_observes(g, laid, own[row], foe) for row in np.flatnonzero(near[:, column]))
            ],
        )
        for n in s.seen[side]:
            if n not in before:
                g.show(("unit", n))
    watch_stands(g, sides, laid)


def watch_stands(g: Qadardalikoi, sides: Collection[int] = (0, 1), laid: Laid | None = None) -> None:
    """Which enemy command stands each side now sees."""
    s = g.state
    laid = laid or Laid([unit for unit in s.units if unit.there])
    for side in sides:
        before, s.staff[side] = s.staff[side], []
        for stand in s.stands:
            if stand.side != side and stand.there and in_sight(g, stand, side, laid):
                s.staff[side].append(stand.n)
                if stand.n not in before:
                    g.show(("stand", stand.n))


def in_sight(g: Qadardalikoi, stand: Stand, side: int, laid: Laid) -> bool:
    """Does a side see the officer of a command stand?"""
    officer = Crowd.of([Base(stand.pose.x, stand.pose.y, stand.pose.facing, stand.front, stand.depth)])
    here: Whole = np.array([many.box(officer)], dtype=np.int64)
    own = [at for at, unit in enumerate(laid.units) if unit.side == side]
    away = laid.apart(own, here)[:, 0] if own else ()
    for at, apart in zip(own, away, strict=True):
        unit = laid.units[at]
        aside = {unit.n, stand.legion}
        if apart <= observation(g, unit) + SLACK:
            key = _seen_by(g, laid, at, stand.pose, laid.between(laid.boxes[at], here[0], aside))
            if _looked(key, partial(_sees, g, unit, officer, 0, aside)):
                return True
    return False


class Laid:
    """All units on the table at one moment, as crowds with their boxes."""

    __slots__ = ("boxes", "crowds", "ground", "units")

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = units
        self.crowds = [unit.crowd() for unit in units]
        self.boxes: Whole = np.array([many.box(one) for one in self.crowds], dtype=np.int64).reshape(-1, 4)
        self.ground = np.array([not unit.flying for unit in units], dtype=np.bool_)

    def apart(self, ones: Sequence[int], theirs: Whole) -> Whole:
        """How far boxes are apart at the least: a row for each of some units, a column for each of other boxes."""
        left, right, low, high = (self.boxes[ones, edge][:, None] for edge in range(4))
        wide = np.maximum(left - theirs[:, 1], theirs[:, 0] - right)
        return np.asarray(np.maximum(np.maximum(wide, np.maximum(low - theirs[:, 3], theirs[:, 2] - high)), 0))

    def between(self, a: Whole, b: Whole, aside: Collection[int]) -> tuple[Crowd, ...]:
        """Whoever on the ground, but for some, has a part of himself in the box round two boxes."""
        left, right, low, high = min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3])
        boxes = self.boxes
        inside = (boxes[:, 0] <= right) & (boxes[:, 1] >= left) & (boxes[:, 2] <= high) & (boxes[:, 3] >= low)
        found = np.flatnonzero(inside & self.ground).tolist()
        return tuple(self.crowds[at] for at in found if self.units[at].n not in aside)


_SEEN: dict[tuple[object, ...], bool] = {}
"""Whether a unit observes somebody, by all that this hangs on: both, the ground, dust, who stands about them."""


def _observes(g: Qadardalikoi, laid: Laid, one: int, other: int) -> bool:
    """Does a unit see another?"""
    unit, foe = laid.units[one], laid.units[other]
    blocking = laid.between(laid.boxes[one], laid.boxes[other], with_partner(g, unit, foe))
    key = _seen_by(g, laid, one, (laid.crowds[other], foe.height), blocking)
    return _looked(key, lambda: observes(g, unit, foe, front(foe)))


def _seen_by(g: Qadardalikoi, laid: Laid, at: int, mark: object, blocking: tuple[Crowd, ...]) -> tuple[object, ...]:
    unit = laid.units[at]
    return (laid.crowds[at], unit.height, observation(g, unit), mark, g.ground, tuple(g.state.clouds), blocking)


def _looked(key: tuple[object, ...], look: Callable[[], bool]) -> bool:
    """After a move that changes nothing for two they are not looked at again."""
    found = _SEEN.get(key)
    if found is None:
        if len(_SEEN) >= MANY:
            _SEEN.clear()
        found = _SEEN[key] = look()
    return found


def front(unit: Unit) -> Crowd:
    """The first two ranks of a unit."""
    rank, crowd = ranks(unit), unit.crowd()
    return crowd.take(np.array([rank[int(n)] <= 2 for n in crowd.figure], dtype=np.bool_))


def observes(g: Qadardalikoi, unit: Unit, foe: Unit, front: Crowd, reach: int = 0) -> bool:
    """Does some figure of a unit see one of another's first two ranks? As far as it observes, or so far."""
    return _sees(g, unit, front, foe.height, with_partner(g, unit, foe), reach)


def _sees(g: Qadardalikoi, unit: Unit, others: Crowd, height: int, aside: Collection[int], reach: int = 0) -> bool:
    """Does some figure of a unit see one of these bases? The units `aside` are in nobody's way."""
    reach = reach or observation(g, unit)
    mine = unit.crowd()
    i, j = many.near(mine, others, reach + SLACK)
    close = many.apart(mine.take(i), others.take(j)) <= reach + SLACK
    i, j = i[close], j[close]
    if not len(i):
        return False
    eyes = centres(g, unit.height, [mine.base(at) for at in range(len(mine))], EYE)
    marks = centres(g, height, [others.base(at) for at in range(len(others))])
    nearest = np.argsort((mine.x[i] - others.x[j]) ** 2 + (mine.y[i] - others.y[j]) ** 2, kind="stable")
    for some in (nearest[:FIRST], nearest[FIRST:]):  # the nearest see each other, or hardly anybody does
        if len(some) and free(g, Lines(_at(eyes, i[some]), _at(marks, j[some])), aside).any():
            return True
    return False


def _at(points: Points, which: Whole) -> Points:
    return Points(points.x[which], points.y[which], points.z[which])
