"""2.141d-g, skirmishers evade."""

from __future__ import annotations

from dataclasses import replace

from arbiter.core import Choose, Illegal, Place, Rules, rule

from . import command, free, observation, pictured, rates
from .contact import between, touched_by
from .formations import middle
from .geometry import MM, SLACK, Pose, ahead, bearing
from .geometry import crowds as many
from .geometry.bases import millimetres
from .geometry.crowds import Crowd
from .manoeuvres import Trial, come_off
from .orders import on_friends
from .state import Deeds, Qadardalikoi, Unit
from .view import as_seen

STEP = 5 * MM
"""A free place is looked for so often along the way."""


def evade_all(g: Qadardalikoi, trial: Trial, asked: set[int]) -> Rules[dict[int, Unit]]:
    """Everybody who may evade this move and was not `asked` before is asked, by number; who did, as they stood
    before."""
    fled: dict[int, Unit] = {}
    near = g.once(("threatened", trial.start.n, len(asked)), lambda: [unit.n for unit in threatened(g, trial)])
    for n in [n for n in near if n not in asked]:
        asked.add(n)
        unit = g.state.units[n]
        g.show(("unit", unit.n))
        args, values = {"name": unit.troops.name}, ("evade", "elsewhere", "stand")
        seen = [other for other in g.state.seen[unit.side] if other == trial.start.n]
        told = pictured.about("evade.ask", unit.n, *seen)
        answer = yield Choose(unit.side, values, "evade.ask", told, args=args, rule="QAD-2.141-D1")
        before = replace(unit)
        if answer == "elsewhere":
            spot = yield where(g, unit, trial.start)
            goal = pictured.pose(g.state.land, spot)
            gone = spot != pictured.spot(g.state.land, unit.pose) and _barred(g, unit, trial.start, goal) is None
            if gone:
                flee(g, unit, goal)
        else:
            gone = answer == "evade" and evade(g, unit, trial)
        if gone:
            fled[unit.n] = before
    return fled


@rule("QAD-2.141-e", "QAD-2.141-G1", "QAD-2.141-D1")
def threatened(g: Qadardalikoi, trial: Trial) -> list[Unit]:
    """Units in skirmish order that a formed enemy charges or would touch, once a turn, with a point to pay and if they
    have not fired; nobody evades from other skirmishers, nor out of a melee, which is left in one's own phase."""
    mover = trial.unit
    if mover.order == "skirmish":
        return []
    found = []
    for unit in g.on_ground(g.foes(mover)):
        if unit.order != "skirmish" or unit.deeds.evaded or unit.deeds.fired or not unit.ready:
            continue
        if unit.last_stand or (unit.troops.fatigue and unit.fatigue < 1):
            continue
        near = unit.n == trial.charging or unit.n in trial.pushed or between(mover, unit) <= SLACK
        if near and not touched_by(g, unit):
            found.append(unit)
    return found


@rule("QAD-2.141-d", "QAD-2.141-f")
def evade(g: Qadardalikoi, unit: Unit, trial: Trial) -> bool:
    """A bonus move at once, up to half a move straight away from the enemy, for a point; who evades does not fire. All
    its figures must end farther away than before."""
    mover = trial.start
    here, there = middle(unit), middle(mover)
    away = bearing(here.x - there.x, here.y - there.y)
    rested = replace(unit, deeds=Deeds())  # a bonus move, whatever it has gone before
    flight, length = Trial(g, rested), rates.on_road(g, unit)
    while 2 * length > flight.rate:  # the ground that it comes to may be slower
        length = flight.rate // 2
        flight = Trial(g, rested)
        flight.slide(*ahead(away, length), length)
    if on_friends(flight) is not None:
        flight = short_of_friends(flight, unit, away, length)
    pairs = zip(apart(unit, mover), apart(flight.unit, mover), strict=True)
    if flight.touched or not all(after > before for before, after in pairs):
        return False
    flee(g, unit, flight.unit.pose)
    return True


def short_of_friends(flight: Trial, unit: Unit, away: int, length: int) -> Trial:
    """Who would end on friends through whom it runs stops at the last free place before (QAD-GEO-6)."""
    for way in range(length - STEP, 0, -STEP):
        shorter = Trial(flight.g, flight.start)
        shorter.put(unit.pose.moved(*ahead(away, way)))
        if on_friends(shorter) is None:
            return shorter
    return Trial(flight.g, flight.start)


def flee(g: Qadardalikoi, unit: Unit, goal: Pose) -> None:
    """A unit has evaded to some place, and who is with it."""
    before, unit.pose, unit.gaps = unit.pose, goal, ()
    come_off(g, unit)
    command.carry(g, unit, before)
    command.set_aside(g, unit)
    g.pay(unit, "evasion")
    g.did(unit, evaded=True)
    g.tell("told.evade", name=unit.troops.name, seat=unit.side)
    observation.watch(g)


def where(g: Qadardalikoi, unit: Unit, mover: Unit) -> Place:
    """Another place to evade to, or where it stands after all."""
    land = g.state.land
    here = pictured.spot(land, unit.pose)

    def check(spot: tuple[int, ...]) -> Illegal | None:
        return None if spot == here else why_not(g, unit, mover, pictured.pose(land, spot))

    args = {"name": unit.troops.name}
    return Place(
        unit.side, pictured.box(land, here), "evade.where", 1, range(360), check, [here], args, "QAD-2.141-G1",
        ghost=pictured.token(unit),
    )  # fmt: skip


def why_not(g: Qadardalikoi, unit: Unit, mover: Unit, goal: Pose) -> Illegal | None:
    """Why a unit may not evade to a place. What its side cannot see does not refuse it: then it stands after all."""
    known = as_seen(g, unit.side)
    return _barred(g, unit, mover, goal) and _barred(known, known.state.units[unit.n], mover, goal)


def _barred(g: Qadardalikoi, unit: Unit, mover: Unit, goal: Pose) -> Illegal | None:
    """Up to half a move over the ground on the way, into no contact, and farther away with every figure."""
    found = free.walk(g, replace(unit, deeds=Deeds()), goal)
    if isinstance(found, Illegal):
        return found
    over = 2 * free.longest(unit, goal) - found.rate
    if over > SLACK:
        return Illegal("move.too_far", "QAD-2.141-d", rate=millimetres(found.rate // 2), over=millimetres(over // 2))
    pairs = zip(apart(unit, mover), apart(found.unit, mover), strict=True)
    if found.touched or not all(after > before for before, after in pairs):
        return Illegal("evade.nearer", "QAD-2.141-G1")
    return None


def apart(unit: Unit, mover: Unit) -> list[int]:
    """How far each figure of a unit is from another unit."""
    return [many.shortest(Crowd.of([base]), mover.crowd()) for base in unit.bases()]
