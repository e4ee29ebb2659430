"""Skirmishers and flyers: where those stand who go as they like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arbiter.core import Illegal, Place

from .. import free, pictured
from ..contact import between
from ..geometry import DEGREE, MM, TURN, Pose, ahead, bearing, distance
from ..state import Unit
from . import moving, routes, tiring
from .mind import Mind, fire_range

STEPS = (0, 2, 3, 4)
"""Quarters of a move; up to two of them leave half the shots."""
DIRECTIONS = 8
TRIED = 12


def place(mind: Mind, ask: Place) -> tuple[int, ...]:
    """The best place of those around, as far as they are allowed; where it stands if none is better."""
    unit = mind.g.state.units[_number(ask)]
    land = mind.g.state.land
    here = pictured.spot(land, unit.pose)
    if tiring.tired(unit):
        return here
    for goal in sorted(_around(mind, unit), key=lambda pose: -_worth(mind, unit, pose))[:TRIED]:
        spot = pictured.spot(land, goal)
        if spot == here or _allowed(mind, unit, pictured.pose(land, spot)):
            return spot
    return here


def _allowed(mind: Mind, unit: Unit, goal: Pose) -> bool:
    """May it go there, as far as its side can see?"""
    found = free.flight(mind.g, unit, goal) if unit.height else free.walk(mind.g, unit, goal)
    return not isinstance(found, Illegal)


def _number(ask: Place) -> int:
    """The unit that is placed."""
    assert ask.ghost is not None
    return int(ask.ghost.id.split("-")[1])


def _around(mind: Mind, unit: Unit) -> Iterator[Pose]:
    """Where it stands, and places around, each facing the nearest enemy."""
    yield unit.pose
    foe = mind.nearest(unit)
    rate = mind.rate(unit)
    for step in STEPS:
        for at in range(DIRECTIONS if step else 1):
            there = unit.pose.moved(*ahead(at * TURN // DIRECTIONS, step * rate // 4))
            facing = unit.pose.facing if foe is None else _degrees(bearing(foe.pose.x - there.x, foe.pose.y - there.y))
            yield there._replace(facing=facing)


def _degrees(angle: int) -> int:
    return round(angle / DEGREE) % 360 * DEGREE


def _worth(mind: Mind, unit: Unit, pose: Pose) -> float:
    """Within range of somebody, out of reach of everybody, and not far from where it stood."""
    there = replace(unit, pose=pose)
    way = distance(pose.x - unit.pose.x, pose.y - unit.pose.y)
    total = -0.1 * way / max(MM, mind.rate(unit)) - (tiring.price(unit) if way else 0.0)
    if not mind.fighting:
        left = routes.leg(mind, unit, (pose.x, pose.y), moving.goal_of(mind, unit)).length
        return total - 0.2 * left / max(MM, mind.rate(unit))
    reach = fire_range(unit) * MM if mind.shooter(unit) else 0
    away = {foe.n: between(there, foe) for foe in mind.fighting}
    if not reach:
        return total - min(away.values()) / max(MM, mind.rate(unit))
    targets = [foe for foe in mind.fighting if away[foe.n] <= reach]
    total += max((1.0 + mind.value(foe) / 500 for foe in targets), default=-min(away.values()) / reach)
    if 2 * way > mind.rate(unit) and targets:
        total -= 0.8
    for foe in mind.fighting:
        if foe.morale == "steady" and away[foe.n] <= mind.reach(foe):
            total -= 0.6
    return total
