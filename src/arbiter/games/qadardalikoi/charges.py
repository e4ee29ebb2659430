"""2.117 with QAD-GEO-7: charges."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from arbiter.core import Illegal, rule

from . import halts, rates
from .aim import sees
from .book import book
from .contact import LEVEL, close_to, touched_by
from .formations import STANCE, local_frame, standing
from .geometry import DEGREE, MM, Base, ahead, bearing, distance, turn_between, within
from .geometry.bases import Point, nearest_point
from .geometry.crowds import Crowd, bases, box, joined
from .manoeuvres import QUARTERS, Cost, Trial
from .state import MANY, Qadardalikoi, Unit, hostile

ARC = 45 * DEGREE
FAR = 1000 * MM
"""A line that leads somewhere is drawn so far."""


def front_of(unit: Unit) -> Point:
    """The midpoint of the front of a unit's frame."""
    middle = local_frame(unit)
    return unit.pose.to_table(middle.x, middle.y + middle.depth // 2)


@rule("QAD-2.117-G6", "QAD-2.117-G5", "QAD-SEQ-13")
def why_no_charge(g: Qadardalikoi, unit: Unit) -> Illegal | None:
    """Who may not charge: formations 7, 8 and 20, who is shaken, who is in contact or was charged, who fired or crosses
    an obstacle, and who has no bonus to charge with on foot."""
    if unit.stance or not book().unit_formations[standing(unit)].charges:
        return Illegal("charge.formation", "QAD-2.117-G6", formation=STANCE if unit.stance else standing(unit))
    if not unit.ready:
        return Illegal("charge.shaken", "QAD-2.117-G6")
    if touched_by(g, unit):
        return Illegal("charge.in_contact", "QAD-2.117-G6")
    if unit.deeds.fired:
        return Illegal("charge.fired", "QAD-2.211-i")
    if unit.obstacle:
        return Illegal("charge.obstacle", "QAD-2.117-G6")
    if rates.charge_bonus(g, unit) == 0 and not unit.height:
        return Illegal("charge.no_bonus", "QAD-2.117-G5")
    return None


def targets(g: Qadardalikoi, unit: Unit) -> list[Unit]:
    """The enemies that a unit can name: those that its side sees, on the wing only who is there too."""
    return [one for one in g.foes(unit) if _shown(g, unit, one)]


def any_target(g: Qadardalikoi, unit: Unit) -> bool:
    """Can a unit name any enemy?"""
    return any(_shown(g, unit, one) for one in g.foes(unit))


def nameable(g: Qadardalikoi, unit: Unit, one: Unit) -> bool:
    """Is this an enemy that its side sees, and that it can reach: on the ground, or on the wing from there?"""
    return hostile(unit, one) and one.there and _shown(g, unit, one)


def _shown(g: Qadardalikoi, unit: Unit, foe: Unit) -> bool:
    return (unit.height > 0 or not foe.flying) and sees(g, unit.side, foe)


def near(g: Qadardalikoi, unit: Unit) -> list[Unit]:
    """The enemies that a charge from where a unit stands could be aimed at, and that are not out of all reach."""
    if why_no_charge(g, unit) is not None:
        return []
    reach = rates.wing(g, unit) if unit.height else rates.on_road(g, unit) + rates.charge_bonus(g, unit)
    return [one for one in close_to(g, unit, reach) if nameable(g, unit, one) and before(unit, one)]


def before(unit: Unit, other: Unit) -> bool:
    """Is any base of another within 45 degrees of the straight line ahead?"""
    return _before(front_of(unit), unit.pose.facing, other.crowd())


@lru_cache(maxsize=MANY)
def _before(front: Point, facing: int, crowd: Crowd) -> bool:
    return any(_ahead(front, facing, base) is not None for base in bases(crowd))


@rule("QAD-2.117-b")
def facing_target(unit: Unit, base: Base) -> Point | None:
    """The nearest point of a base, if it is within 45 degrees of the straight line ahead from the front of the unit."""
    return _ahead(front_of(unit), unit.pose.facing, base)


def _ahead(front: Point, facing: int, base: Base) -> Point | None:
    x, y = front
    px, py = nearest_point(front, base)
    inside = within(px - x, py - y, facing, ARC)
    return (px, py) if inside or (px, py) == front else None


@rule("QAD-2.117-d", "QAD-2.117-G1", "QAD-GEO-7", "QAD-2.117-D1")
def charge(trial: Trial, target: int) -> Illegal | None:
    """A unit names an enemy and slides at it along one straight line, as far as the rest of its rate and the bonus."""
    g, unit = trial.g, trial.unit
    refused = why_no_charge(g, replace(unit, obstacle=trial.start.obstacle))
    refused = refused or no_time(trial)
    if refused is not None:
        return refused
    enemy = g.state.units[target] if 0 <= target < len(g.state.units) else None
    if enemy is None or not (nameable(g, unit, enemy) or target in trial.start.deeds.charged):
        return Illegal("charge.unseen", "QAD-2.141-G2")
    x, y = front_of(unit)
    points = [point for base in enemy.bases() if (point := facing_target(unit, base)) is not None]
    if not points:
        return Illegal("charge.arc", "QAD-2.117-b")
    aim = min(points, key=lambda point: (distance(point[0] - x, point[1] - y), point))
    if trial.drift is not None:
        aim = far_along(unit, trial.drift)
    refused = stoop(trial, enemy) if unit.height else None
    if refused is not None:
        return refused
    trial.bonus = 0 if unit.height else rates.charge_bonus(g, unit)
    trial.charging = target
    run(trial, aim)
    trial.pay("charge")
    return stranded(trial)


def far_along(unit: Unit, angle: int) -> Point:
    """A far point on the line that leads from the front of a unit, so much off its heading."""
    x, y = front_of(unit)
    right, up = ahead(unit.pose.facing + angle, FAR)
    return x + right, y + up


def stranded(trial: Trial) -> Illegal | None:
    """Flyers who come down to charge fly over closed ground, but end where they could stand: whoever is in contact
    cannot rise from it (QAD-GEO-21)."""
    unit = trial.unit
    low = unit.height > 0 and not unit.flying
    return halts.closed(trial.g, unit.crowd(), "QAD-GEO-21") if low else None


def no_time(trial: Trial) -> Illegal | None:
    """An about-face, or whatever else of facing and forming fills the turn, leaves nothing of it for a charge: the
    bonus makes a move longer and is none by itself (2.131)."""
    filled = sum(cost.quarters for cost in trial.costs) >= QUARTERS
    return Illegal("charge.no_time", "QAD-2.117-G1") if filled else None


def drift(trial: Trial, angle: int) -> Illegal | None:
    """The line of the charge that follows, within the arc; where none is named it leads to the nearest point of the
    target."""
    if abs(angle) > ARC:
        return Illegal("charge.drift", "QAD-2.117-b")
    trial.drift = angle
    return None


def aimless(trial: Trial) -> Illegal | None:
    """A line that no charge follows leads nowhere."""
    if trial.drift is None or trial.charging >= 0 or trial.stopped:
        return None
    return Illegal("charge.aimless", "QAD-2.117-b")


def stoop(trial: Trial, enemy: Unit) -> Illegal | None:
    """Flyers charge at their flying rate, without a bonus, and come down or rise as far as they must to touch whom they
    charge; not onto enemies over or under whom they are (QAD-GEO-21)."""
    unit = trial.unit
    level = min(max(unit.height, enemy.height - LEVEL), enemy.height + LEVEL)
    trial.costs.append(Cost(0, abs(unit.height - level)))
    unit.height = level
    crowd = unit.crowd()
    there = joined([trial.enemies(box(crowd)), trial.loose(box(crowd))])
    return halts.beside(trial.g, crowd, there, "QAD-GEO-21")


def run(trial: Trial, aim: Point, most: int = FAR) -> None:
    """The slide itself: toward a point and on, to contact or to the end of the reach over that ground, or so far."""
    x, y = front_of(trial.unit)
    dx, dy = aim[0] - x, aim[1] - y
    length = distance(dx, dy)
    reach = min(trial.left, most)
    if not length:
        return
    while True:
        way = reach
        probe = _probe(trial, dx * way // length, dy * way // length, way)
        if probe >= reach:
            break
        reach = probe
    trial.slide(dx * reach // length, dy * reach // length, reach)


def _probe(trial: Trial, x: int, y: int, way: int) -> int:
    """What would be left for a slide of this length, over the ground that it would touch."""
    over = Trial(trial.g, trial.unit)
    over.goings = list(trial.goings)
    over.costs, over.bonus, over.forced = list(trial.costs), trial.bonus, trial.forced
    over.slide(x, y, way)
    return max(0, over.rate + over.bonus - sum(cost.at(over.rate) for cost in trial.costs))


def turn_toward(unit: Unit, target: Unit) -> int:
    """The turn that would make a unit face the midpoint of another."""
    x, y = front_of(unit)
    return turn_between(unit.pose.facing, bearing(target.pose.x - x, target.pose.y - y))
