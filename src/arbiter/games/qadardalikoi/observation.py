"""2.141a-c, observation: what each side sees of the other."""

from __future__ import annotations

from collections.abc import Collection

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
    for side in sides:
        own = [(unit, observation(g, unit) + SLACK) for unit in g.of(side)]
        s.seen[side] = []
        for foe in g.of(1 - side):
            here = many.box(foe.crowd())
            near = [unit for unit, reach in own if many.box(unit.crowd()).apart(here) <= reach]
            if any(_observes(g, unit, foe) for unit in near):
                s.seen[side].append(foe.n)


_SEEN: dict[tuple[object, ...], bool] = {}
"""Whether one unit observes another, by all that this hangs on: both, the ground, dust, who stands about them."""


def _observes(g: Qadardalikoi, unit: Unit, foe: Unit) -> bool:
    """Does a unit see another? After a move that changes nothing for two units they are not looked at again."""
    mine, theirs = unit.crowd(), foe.crowd()
    between = many.box(mine).with_(many.box(theirs))
    aside = with_partner(g, unit, foe)
    about = [one for one in g.on_ground(g.state.units) if one.n not in aside]
    blocking = tuple(crowd for one in about if not between.apart(many.box(crowd := one.crowd())))
    reach = observation(g, unit)
    key = (mine, theirs, unit.height, foe.height, reach, g.ground, tuple(g.state.clouds), blocking)
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
