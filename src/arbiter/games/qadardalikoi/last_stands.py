"""2.421, last stands."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.core import Option, Rules, Several, rule

from .aim import sees
from .command import change_plan
from .contact import between, close_to
from .disposition import while_still
from .geometry import MM, SLACK
from .geometry.shapes import Shapes, apart
from .ground import footprints, rectangle
from .morale import check, hearers, surrounded
from .scenarios import scenario_of
from .state import Qadardalikoi, Unit, hostile
from .withdrawal import hemmed_in

DESPERATE = 250 * MM
"""An enemy so near makes a pass worth holding, and keeps a last stand going."""
AT_THE_PASS = 50 * MM
WORTH_HOLDING = ("pass", "bridge", "gate", "objective")


@rule("QAD-2.421-a", "QAD-2.421-D1")
def last_stands(g: Qadardalikoi) -> Rules[bool]:
    """The turn begins: armies may change their plan, and before the initiative both sides may declare last stands, who
    moved first in the last turn first."""
    sides = (g.state.first, 1 - g.state.first)
    for side in sides:
        yield from change_plan(g, side)
    for side in sides:
        with while_still(g):
            able = [unit.n for unit in g.of(side) if desperate(g, unit)]
        if able:
            chosen: list[int] = yield Several(
                side, able, 0, len(able), "stand.whom", lambda n: _option(g, n), rule="QAD-2.421-D1"
            )
            for n in chosen:
                declare(g, g.state.units[n])
    return True


def _option(g: Qadardalikoi, n: int) -> Option:
    return Option(n, "stand.option", {"unit": g.state.units[n].troops.name}, (f"unit-{n}",))


@rule("QAD-2.421-G1")
def desperate(g: Qadardalikoi, unit: Unit) -> bool:
    """Is a unit surrounded, unable to leave its melee, or at a pass with the enemy before it? Nobody who routs is, nor
    who has no morale to lose. The question tells of no enemy whom his side does not see."""
    if unit.morale == "rout" or unit.last_stand or "no_morale_or_fatigue" in unit.troops.notes:
        return False
    if hemmed_in(g, unit) or surrounded(g, unit):
        return True
    return at_pass(g, unit) and any(sees(g, unit.side, foe) for foe in enemies_near(g, unit))


def at_pass(g: Qadardalikoi, unit: Unit) -> bool:
    """Does it stand at a place that the battlefield marks as worth holding, or that an aim of the battle is about?"""
    places = g.ground.area(*(one for one in g.state.land.features if one.kind in WORTH_HOLDING))
    aims = [rectangle(*(MM * n for at in aim.at for n in at)) for aim in scenario_of(g.state.options).aims if aim.at]
    marked = [one for one in (places, Shapes.of(aims)) if len(one)]
    return any(apart(footprints(unit.crowd(), 0), one) <= AT_THE_PASS + SLACK for one in marked)


def enemies_near(g: Qadardalikoi, unit: Unit) -> Iterator[Unit]:
    reach = DESPERATE + SLACK
    return (foe for foe in close_to(g, unit, reach) if hostile(unit, foe) and between(unit, foe) <= reach)


@rule("QAD-2.421-b", "QAD-2.421-G2")
def declare(g: Qadardalikoi, unit: Unit) -> None:
    """The unit checks its morale; if it holds it stays where it is and fights as fanatics do."""
    g.tell("stand.declared", hearers(unit), unit=unit.troops.name)
    if check(g, unit, ["last_stand"]):
        unit.last_stand, unit.morale, unit.rally = True, "steady", 0


@rule("QAD-2.421-G3")
def end_last_stands(g: Qadardalikoi) -> None:
    """A last stand is over when no enemy is near at the end of a turn."""
    for unit in g.state.units:
        if unit.last_stand and (not unit.there or not any(enemies_near(g, unit))):
            unit.last_stand = False
