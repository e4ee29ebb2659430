"""2.141a-c, observation: what each side sees of the other."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

import numpy as np

from arbiter.core import rule

from .disposition import Disposition, disposition, horizon, while_still
from .geometry import MM, SLACK, Base
from .geometry import crowds as many
from .geometry.crowds import Crowd, Whole
from .geometry.lines import Lines
from .ranks import ranks
from .sight import EYE, WEATHER, centres, free, with_partner
from .state import MANY, Qadardalikoi, Stand, Unit
from .view import laid_open

FAR, NEAR = 1000 * MM, 250 * MM
BESIDE = 100 * MM
"""Whoever comes between two who observe each other is nearer to one of them than they are apart by less than this."""
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
    """After every move: which enemy units and stands each side now sees; one observer serves the whole side. Hidden
    warhammers are seen by nobody opposite; who is laid open with its screen is seen with it."""
    s = g.state
    laid = disposition(g)
    for side in sides:
        own = [unit.n for unit in g.of(side)]
        others = [unit.n for unit in g.of(1 - side) if not unit.hidden]
        reach = np.array([observation(g, s.units[n]) + SLACK for n in own], dtype=np.int64)
        near = laid.apart(own, laid.boxes[:, others]) <= reach[:, None]
        by: dict[int, list[int]] = {}
        for row, column in zip(*(found.tolist() for found in np.nonzero(near)), strict=True):
            by.setdefault(others[column], []).append(own[row])
        before = set(s.seen[side])
        with while_still(g):
            found = {n for n in others if any(_observes(g, laid, one, n) for one in by.get(n, ()))}
        found |= {s.units[n].with_ for n in found if laid_open(s, s.units[n])}
        s.seen[side] = sorted(found)
        for n in s.seen[side]:
            if n not in before:
                g.show(("unit", n))
        if not set(s.seen[side]) <= set(s.observed[side]):
            s.observed[side] = sorted({*s.observed[side], *s.seen[side]})
    watch_stands(g, sides)


def watch_stands(g: Qadardalikoi, sides: Collection[int] = (0, 1)) -> None:
    """Which enemy command stands each side now sees."""
    s = g.state
    laid = disposition(g)
    g.looked.update(sides)
    for side in sides:
        before, s.staff[side] = s.staff[side], []
        for stand in s.stands:
            if stand.side != side and stand.there and in_sight(g, stand, side, laid):
                s.staff[side].append(stand.n)
        for n in sorted({*before} ^ {*s.staff[side]}):  # that somebody is out of sight now is seen as well
            g.show(("stand", n))


def in_sight(g: Qadardalikoi, stand: Stand, side: int, laid: Disposition) -> bool:
    """Does a side see the officer of a command stand?"""
    here: Whole = np.array([many.box(officer(stand))], dtype=np.int64).T
    own = [unit.n for unit in g.of(side)]
    for n, apart in zip(own, laid.apart(own, here)[:, 0].tolist(), strict=True):
        unit = g.state.units[n]
        if apart <= observation(g, unit) + SLACK:
            blocking = laid.between(laid.boxes[:, n], here[:, 0], _aside(g, unit, stand))
            key = _seen_by(g, laid, unit, stand.pose, blocking)
            if _looked(key, partial(sees_officer, g, unit, stand)):
                return True
    return False


def officer(stand: Stand) -> Crowd:
    """The base in the middle of a command stand."""
    return Crowd.of([Base(stand.pose.x, stand.pose.y, stand.pose.facing, stand.front, stand.depth)])


def sees_officer(g: Qadardalikoi, unit: Unit, stand: Stand) -> bool:
    """Does some figure of a unit see the officer of a command stand, past the legion that he leads?"""
    return _sees(g, unit, officer(stand), 0, _aside(g, unit, stand))


def _aside(g: Qadardalikoi, unit: Unit, stand: Stand) -> set[int]:
    return with_partner(g, unit) | {stand.legion}


_SEEN: dict[tuple[object, ...], bool] = {}
"""Whether a unit observes somebody, by all that this hangs on: both, the ground, dust, who stands about them."""


def _observes(g: Qadardalikoi, laid: Disposition, one: int, other: int) -> bool:
    """Does a unit see another? Where nothing in reach of it has changed, as before."""
    unit, foe = g.state.units[one], g.state.units[other]

    def look() -> bool:
        aside = with_partner(g, unit, foe)
        blocking = laid.between(laid.boxes[:, one], laid.boxes[:, other], aside)
        key = _seen_by(g, laid, unit, (laid.crowds[other], foe.height), blocking)
        return _looked(key, lambda: observes(g, unit, foe, front(foe)))

    if observation(g, unit) + BESIDE > horizon():
        return look()
    return _looked((laid.stamps[one], one, other, g.ground, tuple(g.state.clouds)), look)


def _seen_by(
    g: Qadardalikoi, laid: Disposition, unit: Unit, mark: object, blocking: tuple[Crowd, ...]
) -> tuple[object, ...]:
    return (laid.crowds[unit.n], unit.height, observation(g, unit), mark, g.ground, tuple(g.state.clouds), blocking)


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
    eyes, marks = centres(g, unit.height, mine, EYE), centres(g, height, others)
    nearest = np.argsort((mine.x[i] - others.x[j]) ** 2 + (mine.y[i] - others.y[j]) ** 2, kind="stable")
    for some in (nearest[:FIRST], nearest[FIRST:]):  # the nearest see each other, or hardly anybody does
        if len(some) and free(g, Lines(eyes.take(i[some]), marks.take(j[some])), aside).any():
            return True
    return False
