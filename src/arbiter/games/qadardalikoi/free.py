"""QAD-GEO-5 and 2.145: those who move freely in any direction, in skirmish order or on the wing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from arbiter.core import Amount, Foreseen, Illegal, Place, Rules, Together, rule

from . import command, observation, passing, pictured, rates
from .command import ASIDE
from .contact import LEVEL, touched_by
from .geometry import MM, SLACK, Pose, distance
from .geometry.bases import millimetres
from .geometry.crowds import joined, overlapping
from .ground import footprints
from .manoeuvres import Cost, Trial, come_off
from .orders import fired_too_much, more_than_half, on_friends, too_tired
from .pictured import Spot
from .state import SIDES, Qadardalikoi, Unit
from .view import as_seen

ABOVE = 26 * MM
"""So high a flyer is over everything on the ground."""


Foresee: TypeAlias = Callable[[Qadardalikoi, Unit, Spot, Spot, Illegal | None, bool], Foreseen | None]
"""Tells what a unit's move would come to: where it is wished, where it ends, why not there, whether it takes off."""


def move(
    g: Qadardalikoi, unit: Unit, foresee: Foresee | None = None, half: bool = False, takes_off: bool = False
) -> Rules[None]:
    """A place and a facing for the whole unit, or as near to it as may be; the distance is the longest path of any of
    its figures. A `half` goes at most half a move farther; who `takes_off` flies from the ground."""
    land = g.state.land

    def refuse(spot: Spot) -> Illegal | None:
        return None if spot == here else why_not(g, unit, pictured.pose(land, spot), half, takes_off)

    def check(wish: Spot) -> Illegal | None:
        found = pictured.nearest(here, wish, refuse)
        return found if isinstance(found, Illegal) else None

    def told(wish: Spot) -> Foreseen | None:
        end = pictured.nearest(here, wish, refuse)
        if isinstance(end, Illegal) or foresee is None:
            return None
        found = foresee(g, unit, wish, end, None if end == wish else refuse(wish), takes_off)
        if found is not None:
            found.overlays.insert(0, pictured.within(land, unit.pose, reach // 2 if half else reach, unit.side))
        return found

    here = pictured.spot(land, unit.pose)
    reach = rates.wing(g, unit) if unit.height or takes_off else rates.rate(g, unit, g.ground.goings(unit.crowd()))
    forward = unit.pose.moved(0, (reach // 2) * (1 if unit.side == 0 else -1))
    likely = [here, pictured.spot(land, forward)]
    args = {"name": unit.troops.name, "rate": millimetres(reach), "fatigue": unit.fatigue}
    wish = yield Place(
        unit.side, pictured.box(land), "move.place", 1, range(360), check, likely, args, "QAD-GEO-5",
        ghost=pictured.ghost(land, unit), foresee=told,
    )  # fmt: skip
    spot = g.once(("end", unit.n), lambda: pictured.nearest(here, wish, refuse))
    if spot == here or isinstance(spot, Illegal):
        return
    trial = as_far_as_it_goes(g, unit, pictured.pose(land, spot), half, takes_off)
    if trial is None:
        return
    met = yield from passing.first_sight(g, unit, trial)
    if unit.figures and met.stop is None:
        met = yield from passing.last_chance(g, unit, trial)
    if not unit.figures:
        return
    if met.stop is not None:
        trial = passing.halted(trial, met.stop)
    before, unit.pose, unit.gaps = unit.pose, trial.unit.pose, ()
    come_off(g, unit)
    command.carry(g, unit, before)
    command.set_aside(g, unit)
    for line in trial.lines:
        g.pay(unit, line)
    g.did(unit, way=trial.spent, rate=trial.rate)
    observation.watch(g)


def why_not(g: Qadardalikoi, unit: Unit, goal: Pose, half: bool = False, takes_off: bool = False) -> Illegal | None:
    """Why a place is not taken. What a side cannot see does not refuse it: its unit finds out on the way."""
    if not half and not isinstance(go(g, unit, goal, half, takes_off), Illegal):
        return None
    known = as_seen(g, unit.side)
    found = go(known, known.state.units[unit.n], goal, half, takes_off)
    return found if isinstance(found, Illegal) else None


def as_far_as_it_goes(g: Qadardalikoi, unit: Unit, goal: Pose, half: bool, takes_off: bool) -> Trial | None:
    """The way to a place; where somebody unseen leaves no room to turn there, without turning; None for no way."""
    found = (go(g, unit, there, half, takes_off) for there in (goal, goal._replace(facing=unit.pose.facing)))
    return next((trial for trial in found if isinstance(trial, Trial)), None)


def go(g: Qadardalikoi, unit: Unit, goal: Pose, half: bool = False, takes_off: bool = False) -> Trial | Illegal:
    """The way to a place, through the air or over the ground, or why there is none."""
    if not unit.height and not takes_off:
        found = walk(g, unit, goal)
        if isinstance(found, Illegal):
            return found
        return (more_than_half(found) if half else fired_too_much(found)) or found
    way = flight(g, unit, goal)
    if isinstance(way, Illegal):
        return way
    if not unit.flying and not may_land(g, unit, goal):  # until it states its height it is as low as it was
        return Illegal("move.no_room", "QAD-GEO-21")
    trial = Trial(g, unit)
    trial.unit.height = trial.unit.height or 1  # on the wing, its height still to be stated
    trial.costs.append(Cost(0, way))
    trial.pay("move")
    trial.put(goal)
    return fired_too_much(trial) or trial


def longest(unit: Unit, goal: Pose) -> int:
    """The longest straight path of any figure to its new place."""
    there = replace(unit, pose=goal)
    pairs = zip(unit.bases(), there.bases(), strict=True)
    return max(distance(b.x - a.x, b.y - a.y) for a, b in pairs)


def walk(g: Qadardalikoi, unit: Unit, goal: Pose) -> Trial | Illegal:
    """Skirmishers go anywhere within their rate over the ground they cross; an enemy that they meet stops them."""
    trial = Trial(g, unit)
    way = longest(unit, goal)
    x, y = goal.x - unit.pose.x, goal.y - unit.pose.y
    length = distance(x, y)
    if length:
        trial.slide(x, y, length)
        if trial.touched == () and trial.stopped:
            return Illegal("move.blocked", "QAD-GEO-25")
    if not trial.touched:
        if not trial.room(goal, unit.figures):
            return Illegal("move.no_room", "QAD-GEO-6")
        trial.costs.append(Cost(0, max(0, way - length)))
        trial.put(goal)
        trial.over(footprints(trial.unit.crowd()))
    over = trial.spent - trial.rate
    if over > SLACK:
        return Illegal("move.too_far", "QAD-GEO-5", rate=millimetres(trial.rate), over=millimetres(over))
    trial.pay("move")
    return too_tired(trial) or on_friends(trial) or trial


@rule("QAD-2.145-a", "QAD-2.145-G2")
def flight(g: Qadardalikoi, unit: Unit, goal: Pose) -> int | Illegal:
    """On the wing a unit goes over everything, in any direction, as far as its one rate; it must stay on the table."""
    way = longest(unit, goal)
    rate = rates.wing(g, unit)
    if way > rate + SLACK:
        return Illegal("move.too_far", "QAD-2.145-a", rate=millimetres(rate), over=millimetres(way - rate))
    there = replace(unit, pose=goal)
    if not g.ground.holds(footprints(there.crowd())):
        return Illegal("move.off_table", "QAD-GEO-20")
    if unit.troops.fatigue and unit.fatigue < 1:
        return Illegal("move.tired", "QAD-2.300-a", points=1, left=unit.fatigue)
    return way


@rule("QAD-2.145-b", "QAD-SEQ-11", "QAD-2.145-D1")
def heights(g: Qadardalikoi) -> Rules[bool]:
    """After movement both sides state in secret how high their flyers are, one flyer after the other."""
    flyers = {side: [unit for unit in g.of(side) if rates.wing(g, unit) and not unit.deeds.faced] for side in SIDES}
    flyers = {
        side: [unit for unit in found if most_height(g, unit) > 0 or unit.height] for side, found in flyers.items()
    }
    for at in range(max(len(found) for found in flyers.values())):
        asked = [found[at] for found in flyers.values() if at < len(found)]
        stated = yield Together(*[_height(g, unit) for unit in asked])
        g.reveal()
        for unit, height in zip(asked, stated, strict=True):
            state_height(g, unit, height * MM)
        observation.watch(g)
    return True


def _height(g: Qadardalikoi, unit: Unit) -> Amount:
    """How high a flyer is, over those whom its side sees."""
    low, high = (limit // MM for limit in limits(as_seen(g, unit.side), unit))
    return Amount(unit.side, low, high, "heights.state", {"name": unit.troops.name}, "QAD-2.145-b")


def limits(g: Qadardalikoi, unit: Unit) -> tuple[int, int]:
    """How low and how high a flyer can be."""
    low, high = max(0, unit.height - left(g, unit)), unit.height + left(g, unit)
    if held := touched_by(g, unit):  # nobody leaves a melee like that, upward or from others on the wing downward
        low, high = max(low, *(g.state.units[n].height - LEVEL for n in held)), unit.height
    if not may_land(g, unit, unit.pose):
        low = max(low, min(high, ABOVE))
    return low, max(low, high)


def may_land(g: Qadardalikoi, unit: Unit, pose: Pose) -> bool:
    """Is the ground free under a flyer: no base, nothing that nobody enters?"""
    there = replace(unit, pose=pose).crowd()
    others = joined([one.crowd() for one in g.on_ground(g.state.units) if one.n != unit.n])
    shapes = footprints(there)
    free = not len(overlapping(there, others)[0]) and g.ground.closed(shapes) is None
    return free and g.ground.holds(shapes)


def left(g: Qadardalikoi, unit: Unit) -> int:
    """What a flyer has left of its move for climbing and diving: horizontal and vertical together are its rate. Who is
    shaken or makes a last stand does neither."""
    return max(0, rates.wing(g, unit) - unit.deeds.way) if unit.ready and not unit.last_stand else 0


def most_height(g: Qadardalikoi, unit: Unit) -> int:
    return 0 if unit.troops.fatigue and unit.fatigue < 1 else left(g, unit)


@rule("QAD-2.145-G3", "QAD-GEO-21")
def state_height(g: Qadardalikoi, unit: Unit, height: int) -> None:
    """A flyer is as high as it says, and over bases or closed ground higher than 25 mm, also over those whom it did not
    see; what it climbs or dives is a part of its move. One that stays in the air in place spends a point as for a move;
    without the point it comes down on the nearest free ground."""
    height = max(height, limits(g, unit)[0])
    if height and not unit.deeds.way:
        if unit.troops.fatigue and unit.fatigue < 1:
            height = 0
            spots = (unit.pose.moved(x, y) for x, y in ASIDE)
            unit.pose = next((pose for pose in spots if may_land(g, unit, pose)), unit.pose)
        else:
            g.pay(unit, "move")
    if height != unit.height:
        g.did(unit, way=unit.deeds.way + abs(height - unit.height), rate=rates.wing(g, unit))
    unit.height = height
    g.tell("told.height", name=unit.troops.name, height=millimetres(height))
