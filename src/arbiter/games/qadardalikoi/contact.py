"""Who touches whom, how far units are apart, who may pass whom (QAD-GEO-3, -4, -6, -8)."""

from __future__ import annotations

from functools import lru_cache

from arbiter.core import rule

from .disposition import disposition
from .geometry import DEGREE, MM, SLACK, TURN, Base, distance, only_corners, turn_between
from .geometry import crowds as many
from .geometry.bases import corners, nearest_point
from .geometry.crowds import Crowd
from .state import MANY, Qadardalikoi, Unit, hostile

LEVEL = 25 * MM
"""Units touch each other only if their heights differ by no more."""


@rule("QAD-2.145-c", "QAD-2.145-G1")
def touched_by(g: Qadardalikoi, unit: Unit) -> tuple[int, ...]:
    """The enemy units in base contact with a unit, as a melee counts it; on the wing those at about its height."""
    if not unit.there:
        return ()
    mine = unit.crowd()
    return tuple(
        one.n
        for one in close_to(g, unit)
        if hostile(unit, one) and abs(one.height - unit.height) <= LEVEL and meet(mine, one.crowd())
    )


@lru_cache(maxsize=MANY)
def meet(mine: Crowd, theirs: Crowd) -> bool:
    """Are any two bases in contact, by more than corners?"""
    i, j = many.contacts(mine, theirs)
    return any(not only_corners(mine.base(int(a)), theirs.base(int(b))) for a, b in zip(i, j, strict=True))


def close_to(g: Qadardalikoi, unit: Unit, reach: int = SLACK) -> list[Unit]:
    """A quick look before a close one: the other units on the table of whom anybody could be so near, by number."""
    units = g.state.units
    return [units[n] for n in disposition(g).about(unit.crowd(), reach) if n != unit.n]


def between(one: Unit, other: Unit) -> int:
    """The shortest distance between two units (QAD-GEO-4)."""
    return _between(one.crowd(), other.crowd())


@lru_cache(maxsize=MANY)
def _between(a: Crowd, b: Crowd) -> int:
    return many.shortest(a, b)


@rule("QAD-GEO-6")
def crosses(unit: Unit, friend: Unit) -> bool:
    """May a unit pass through a friend? In skirmish order and on the wing it may, and where either is in such order;
    lanes of formations 12 and 13 are free ground already."""
    return unit.order == "skirmish" or unit.height > 0 or friend.order == "skirmish"


def lining(mine: Base, theirs: Base) -> tuple[int | None, tuple[int, int]]:
    """The turn that lays one base's front along the edge of another that it touches, and the point of touch."""
    near = min(
        [(nearest_point(corner, theirs), corner) for corner in corners(mine)]
        + [(corner, nearest_point(corner, mine)) for corner in corners(theirs)],
        key=lambda pair: distance(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]),
    )
    point = near[0]
    right, front = theirs.pose.from_table(*point)
    half, deep = theirs.front // 2, theirs.depth // 2
    edges = []
    if front >= deep - MM:
        edges.append(0)
    if abs(right) >= half - MM:
        edges.append(TURN // 4 if right > 0 else 3 * TURN // 4)
    if front <= MM - deep:
        edges.append(TURN // 2)
    turns = [turn_between(mine.facing, theirs.facing + edge + TURN // 2) for edge in edges]
    turns = [turn for turn in turns if abs(turn) <= 45 * DEGREE]
    return (min(turns, key=abs) if turns else None), point
