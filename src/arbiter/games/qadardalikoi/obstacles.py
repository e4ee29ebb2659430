"""2.144, crossing an obstacle: three turns of the unit."""

from __future__ import annotations

from arbiter.core import Illegal, rule

from .geometry import MM, SLACK, ahead
from .geometry.shapes import meeting
from .ground import Feature, footprints, way_of
from .manoeuvres import Cost, Trial

ON_TOP = 2
"""The turn of a crossing on which a unit stands on top."""
REACH = 2 * MM
"""Who stands so near to an obstacle stands at its foot."""


def at_foot(trial: Trial) -> Feature | None:
    """The obstacle right before a unit."""
    unit = trial.unit
    if not any(one.obstacle for one in trial.g.state.land.features):
        return None
    found = trial.g.ground.obstacles(way_of(unit.crowd(), *ahead(unit.pose.facing, REACH + SLACK)))
    return found[0] if found else None


@rule("QAD-2.144-a", "QAD-2.144-b", "QAD-2.144-G1")
def cross(trial: Trial) -> Illegal | None:
    """It has halted at the foot on the first turn; on the second its leading bases stand on top and it does nothing
    else; on the third its last bases are past the far edge, and it moves on. It can be attacked all the while."""
    unit = trial.unit
    feature = at_foot(trial) if unit.obstacle < ON_TOP else under(trial)
    if feature is None:
        return Illegal("obstacle.none", "QAD-2.144-a")
    if unit.obstacle < ON_TOP:
        if trial.costs:
            return Illegal("obstacle.whole_turn", "QAD-2.144-G1")
        if not onto(trial, feature):
            return Illegal("move.no_room", "QAD-2.144-G1")
        unit.obstacle = ON_TOP
        trial.costs.append(Cost(4, 0))
        trial.stopped = True
    else:
        refused = off(trial, feature)
        if refused is not None:
            return refused
        unit.obstacle = 0
    trial.pay("move")
    return None


def under(trial: Trial) -> Feature | None:
    found = trial.g.ground.obstacles(footprints(trial.unit.crowd()))
    return found[0] if found else None


def onto(trial: Trial, feature: Feature) -> bool:
    """The leading bases are put on top: forward until the first of them stand on it, if nobody is in the way."""
    unit, area = trial.unit, trial.g.ground.area(feature)
    for step in range(0, 2000 * MM, MM):
        pose = unit.pose.moved(*ahead(unit.pose.facing, step))
        crowd = trial.at(pose).crowd()
        if len(meeting(footprints(crowd), area)[0]):
            if trial.free(crowd):
                trial.put(pose)
                return True
            break
    return False


def off(trial: Trial, feature: Feature) -> Illegal | None:
    """The last bases are put past the far edge."""
    unit, area = trial.unit, trial.g.ground.area(feature)
    for step in range(MM, 2000 * MM, MM):
        pose = unit.pose.moved(*ahead(unit.pose.facing, step))
        crowd = trial.at(pose).crowd()
        if not len(meeting(footprints(crowd), area)[0]):
            if not trial.room(pose, unit.figures):
                return Illegal("move.no_room", "QAD-2.144-G1")
            trial.put(pose)
            return None
    return Illegal("obstacle.none", "QAD-2.144-a")
