"""Forced moves of a movement phase: routs, and the quarrel of Ahoggyá with Shén of their own side (3.006)."""

from __future__ import annotations

from arbiter.core import Illegal, Rules, rule

from . import charges, flight, movement, orders, rates
from .book import book
from .contact import between, touched_by
from .geometry import DEGREE, MM, SLACK
from .morale import hearers
from .observation import observes
from .orders import Manoeuvre
from .state import Qadardalikoi, Unit


def forced(g: Qadardalikoi) -> Rules[bool]:
    """Before all others move those who have no choice: what routs runs on, and Ahoggyá may fall upon friends."""
    yield from flight.routs(g)
    for unit in list(g.of(g.mover)):
        prey = provoked(g, unit)
        unit.shot_by = ()
        if prey is not None:
            unit.feud, prey.feud = prey.n, unit.n
            for one in (unit, prey):
                g.show(("acts", one.n))
            g.tell("feud.begins", hearers(unit, prey), unit=unit.troops.name, other=prey.troops.name)
            yield from fall_upon(g, unit, prey)
            g.did(unit, acted=True)
    return True


def hates(unit: Unit, friend: Unit) -> bool:
    """Are these Ahoggyá, and Shén of their own side?"""
    return "attacks_shen" in unit.troops.notes and friend.troops.sheet == "shen" and unit.side == friend.side


def quarrels(g: Qadardalikoi, unit: Unit) -> list[Unit]:
    """The friendly Shén within 500 mm and in sight of Ahoggyá who are free to attack them, the nearest first; not those
    who have a quarrel already, for each has one friend at most for an enemy."""
    free = unit.ready and not (unit.last_stand or unit.deeds.acted or unit.with_ >= 0)
    if not free or unit.feud >= 0 or touched_by(g, unit):
        return []
    within = book().notes["attacks_shen"].within * MM
    shen = [one for one in g.friends(unit) if hates(unit, one) and one.feud < 0]
    shen = [one for one in shen if between(unit, one) <= within + SLACK]
    seen = [one for one in shen if observes(g, unit, one, one.crowd(), within)]
    return sorted(seen, key=lambda one: (between(unit, one), one.n))


@rule("QAD-3.006-n3", "QAD-3.006-G2")
def provoked(g: Qadardalikoi, unit: Unit) -> Unit | None:
    """The friend whom Ahoggyá attack: by a roll the nearest Shén, without one those who fired at them."""
    near = quarrels(g, unit)
    if not near or (prey := shot_at(unit, near)) is not None:
        return prey if near else None
    most = book().notes["attacks_shen"].percent
    roll = g.percent()
    for one in (unit, near[0]):
        g.show(("acts", one.n))
    told = {"unit": unit.troops.name, "other": near[0].troops.name, "roll": roll, "most": most}
    g.tell("feud.roll", hearers(unit, near[0]), **told)
    return near[0] if roll <= most else None


@rule("QAD-3.006-n4")
def shot_at(unit: Unit, near: list[Unit]) -> Unit | None:
    """The nearest Shén close by who fired at these Ahoggyá."""
    return next((one for one in near if one.n in unit.shot_by), None)


def fall_upon(g: Qadardalikoi, unit: Unit, prey: Unit) -> Rules[None]:
    """A charge if it can be made, after a turn if need be; else as near as the unit gets."""
    turn = charges.turn_toward(unit, prey)
    face: list[Manoeuvre] = [("face_left" if turn < 0 else "face_right", abs(turn) // DEGREE, 0)]
    face = [one for one in face if one[1]]
    pace = rates.rate(g, unit, g.ground.goings(unit.crowd())) // MM
    ways: list[list[Manoeuvre]] = [[("charge", prey.n, 0)], [*face, ("charge", prey.n, 0)]]
    ways += [[*face, ("advance", pace * part // 4, 0)] for part in (4, 3, 2, 1)]
    for way in ways:
        if not isinstance(orders.plan(g, unit, way), Illegal):
            yield from movement.carry_out(g, unit, way)
            return


def end_feuds(g: Qadardalikoi) -> None:
    """A feud is over when one of the two is gone or routs, or they are more than 500 mm apart at the end of a turn."""
    for unit in g.state.units:
        if unit.feud < 0:
            continue
        other = g.state.units[unit.feud]
        away = not (unit.there and other.there) or "rout" in (unit.morale, other.morale)
        if away or between(unit, other) > book().notes["attacks_shen"].within * MM + SLACK:
            unit.feud = other.feud = -1
            g.tell("feud.over", hearers(unit, other), unit=unit.troops.name, other=other.troops.name)
