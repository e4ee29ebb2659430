"""Skirmishers and flyers: where those stand who go as they like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import pi

from arbiter.core import Illegal, Place

from .. import free, pictured
from ..aim import ARC
from ..contact import between
from ..geometry import DEGREE, MM, TURN, Pose, ahead, bearing, distance, turn_between
from ..movement import roams
from ..state import Unit
from . import moving, routes, tiring
from .mind import Mind, fire_range

STEPS = (0, 1, 2, 3, 4)
"""Quarters of a move; up to two of them leave half the shots."""
DIRECTIONS = 8
ROUNDED = 3 * MM
"""What a place in whole millimetres and degrees may be off."""
TRIED = 12


def place(mind: Mind, ask: Place) -> tuple[int, ...]:
    """The best place of those around, as far as they are allowed; where it stands if none is better."""
    unit = mind.g.state.units[_number(ask)]
    land = mind.g.state.land
    here = pictured.spot(land, unit.pose)
    if tiring.tired(unit):
        return here
    if not roams(unit):
        return _straight(mind, unit, ask)
    for goal in sorted(_around(mind, unit), key=lambda pose: -_worth(mind, unit, pose))[:TRIED]:
        spot = pictured.spot(land, goal)
        if spot == here or (_allowed(mind, unit, pictured.pose(land, spot)) and ask.refusal(spot) is None):
            return spot
    return here


def _straight(mind: Mind, unit: Unit, ask: Place) -> tuple[int, ...]:
    """The best place for a formed unit that is led by its midpoint, of those straight before it or by a wheel."""
    land = mind.g.state.land
    poses = {spot: pictured.pose(land, spot) for spot in ask.likely}
    for spot in sorted(poses, key=lambda one: -moving.merit(mind, unit, poses[one])):
        if ask.refusal(spot) is None:
            return spot
    return ask.likely[0]


def _allowed(mind: Mind, unit: Unit, goal: Pose) -> bool:
    """May it go there, as far as its side can see?"""
    found = free.flight(mind.g, unit, goal) if unit.height else free.walk(mind.g, unit, goal)
    return not isinstance(found, Illegal)


def _number(ask: Place) -> int:
    """The unit that is placed."""
    assert ask.ghost is not None
    return int(ask.ghost.id.split("-")[1])


def _around(mind: Mind, unit: Unit) -> Iterator[Pose]:
    """Where it stands, and places around, each facing the nearest enemy as far as the rate leaves time to turn: those
    at the ends of a wide unit have the longest way."""
    yield unit.pose
    foe = mind.nearest(unit)
    rate = mind.rate(unit)
    arm = max(1, max(distance(*one.spot[:2]) for one in unit.figures))
    for step in STEPS:
        way = max(0, min(step * rate // 4, rate - ROUNDED))
        most = max(0, int(180 * DEGREE / pi * (rate - ROUNDED - way) / arm))
        for at in range(DIRECTIONS if step else 1):
            there = unit.pose.moved(*ahead(at * TURN // DIRECTIONS, way))
            turn = 0 if foe is None else turn_between(there.facing, _toward(there, foe))
            yield there._replace(facing=_degrees(there.facing + max(-most, min(most, turn))))


def _toward(there: Pose, foe: Unit) -> int:
    return bearing(foe.pose.x - there.x, foe.pose.y - there.y)


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
    targets = [foe for foe in mind.fighting if away[foe.n] <= reach and _before(pose, foe)]
    total += max((1.0 + mind.value(foe) / 500 for foe in targets), default=-min(away.values()) / reach)
    if 2 * way > mind.rate(unit) and targets:
        total -= 0.8
    for foe in mind.fighting:
        if foe.morale == "steady" and away[foe.n] <= mind.reach(foe):
            total -= 0.6
    return total


def _before(pose: Pose, foe: Unit) -> bool:
    """Is an enemy before a unit, where it shoots? One on whom it stands is."""
    return abs(turn_between(pose.facing, _toward(pose, foe))) <= ARC
