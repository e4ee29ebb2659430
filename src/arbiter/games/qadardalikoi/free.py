"""QAD-GEO-5 and 2.145: those who move freely in any direction, in skirmish order or on the wing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from arbiter.core import Foreseen, Illegal, Place, Rules, rule

from . import cohort_moves, command, halts, observation, passing, pictured, rates
from .geometry import SLACK, Pose, distance
from .geometry.bases import millimetres
from .geometry.crowds import joined
from .ground import footprints
from .manoeuvres import Cost, Trial, come_off
from .orders import fired_too_much, more_than_half, on_friends, too_far, too_tired
from .pictured import Spot
from .state import Qadardalikoi, Unit, looking_ahead
from .view import as_seen

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
        unit.side, pictured.box(land, here), "move.place", 1, range(360), check, likely, args, "QAD-GEO-5",
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
    flown = trial.unit.height > 0
    if met.stop is not None:
        trial = passing.halted(trial, met.stop)
    before, unit.pose, unit.figures, unit.gaps = unit.pose, trial.unit.pose, looking_ahead(unit.figures), ()
    come_off(g, unit)
    command.carry(g, unit, before, flown)
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
    refused = None if unit.flying else why_not_land(g, unit, goal)  # until it states its height it is as low as it was
    if refused is not None:
        return refused
    trial = Trial(g, unit)
    refused = cohort_moves.look_ahead(trial)
    if refused is not None:
        return refused
    trial.unit.height = trial.unit.height or 1  # on the wing, its height still to be stated
    trial.costs.append(Cost(0, way))
    trial.pay("move")
    trial.put(goal)
    return too_far(trial) or fired_too_much(trial) or trial


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
        refused = trial.no_room(goal, unit.figures, "QAD-GEO-6")
        if refused is not None:
            return refused
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


def why_not_land(g: Qadardalikoi, unit: Unit, pose: Pose) -> Illegal | None:
    """Why a flyer cannot come down at a place: there is a base, or something that nobody enters, or no table."""
    there = replace(unit, pose=pose).crowd()
    others = joined([one.crowd() for one in g.on_ground(g.state.units) if one.n != unit.n])
    if not g.ground.holds(footprints(there)):
        return Illegal("move.no_room", "QAD-GEO-21")
    return halts.closed(g, there, "QAD-GEO-21") or halts.beside(g, there, others, "QAD-GEO-21")
