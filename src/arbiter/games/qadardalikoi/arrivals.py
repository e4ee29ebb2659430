"""QAD-SEQ-15: units that found no room at deployment, or arrive later, come on by their own edge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arbiter.core import Amount, Choose, Form, Illegal, Option, Rules, rule

from . import command, halts, observation, rates
from .aim import sees
from .contact import between, close_to
from .formations import arranged, formable, local_frame
from .geometry import MM, SLACK, TURN, Pose
from .geometry import crowds as many
from .ground import footprints
from .state import MANY, Qadardalikoi, Unit, hostile
from .view import as_seen

AWAY = 100 * MM
"""So far from every enemy units come on."""
WAIT = -1


@rule("QAD-SEQ-D3")
def arrivals(g: Qadardalikoi) -> Rules[bool]:
    """Before its other units act a side brings on those that wait, one after the other, or lets them wait."""
    side = g.mover
    due = [unit for unit in g.state.units if unit.side == side and 0 < unit.arrives <= g.state.turn]
    waiting = [unit for unit in due if unit.figures and (any_room(g, unit) or any_room(as_seen(g, side), unit))]
    if not waiting:
        return True
    values = [WAIT, *(unit.n for unit in waiting)]
    n = yield Choose(side, values, "arrive.whom", lambda value: _option(g, value), rule="QAD-SEQ-D3")
    if n == WAIT:
        return True
    unit = g.state.units[n]
    g.show(("acts", n))
    answer = yield ask(g, unit)
    there = at_edge(g, unit, answer["x"] * MM, answer["formation"])
    if why_not(g, there) is None:
        come_on(g, unit, answer["x"] * MM, answer["formation"])
    else:
        barred(g, unit, there)
    return False


def _option(g: Qadardalikoi, n: int) -> Option:
    return Option(n, "arrive.wait") if n == WAIT else Option(n, "arrive.unit", {"name": g.state.units[n].troops.name})


def ask(g: Qadardalikoi, unit: Unit) -> Form:
    """Where along the edge, and in which unit formation. What the side cannot see does not refuse it."""

    def check(answer: Any) -> Illegal | None:
        there = at_edge(g, unit, answer["x"] * MM, answer["formation"])
        return None if why_not(g, there) is None else why_not(as_seen(g, unit.side), there)

    spots = Amount(unit.side, 0, g.state.land.width // MM, "arrive.x")
    shapes = Choose(unit.side, formable(unit), "arrive.formation", lambda n: Option(n, "arrive.shape", {"n": n}))
    return Form(
        unit.side,
        {"x": spots, "formation": shapes},
        "arrive.where",
        check,
        {"name": unit.troops.name},
        rule="QAD-SEQ-D3",
    )


def why_not(g: Qadardalikoi, there: Unit) -> Illegal | None:
    """Its rear is on the table's edge; it stands on no base and no closed ground, 100 mm from every enemy."""
    crowd = there.crowd()
    shapes = footprints(crowd)
    if not g.ground.holds(shapes) or g.ground.closed(shapes) is not None:
        return Illegal("move.no_room", "QAD-SEQ-15")
    others = many.joined([unit.crowd() for unit in g.on_ground(g.state.units)])
    if (refused := halts.beside(g, crowd, others, "QAD-SEQ-15")) is not None:
        return refused
    if too_near(g, there):
        return Illegal("arrive.near", "QAD-SEQ-15")
    return None


def too_near(g: Qadardalikoi, there: Unit) -> list[Unit]:
    """The enemies who keep a unit from coming on."""
    near = [foe for foe in close_to(g, there, AWAY) if hostile(there, foe)]
    return [foe for foe in near if between(there, foe) < AWAY - SLACK]


def at_edge(g: Qadardalikoi, unit: Unit, x: int, formation: int) -> Unit:
    """The unit as it would stand on its own edge."""
    figures = arranged(unit, formation)
    there = replace(unit, figures=figures, formation=formation, arrives=0)
    depth = local_frame(there).depth // 2 + MM
    y, facing = (depth, 0) if unit.side == 0 else (g.state.land.depth - depth, TURN // 2)
    return replace(there, pose=Pose(x, y, facing))


_ROOM: dict[tuple[object, ...], bool] = {}
"""Whether there is room for a unit, by all that this hangs on: its figures, the ground, and who stands where."""


def any_room(g: Qadardalikoi, unit: Unit) -> bool:
    """Is there a free stretch of edge for it in some formation? Looked for once as long as nobody has moved."""
    key = (unit.n, unit.figures, g.ground, *((one.crowd(), one.flying) for one in g.state.units if one.there))
    if key not in _ROOM:
        if len(_ROOM) >= MANY:
            _ROOM.clear()
        spots = range(0, g.state.land.width, 100 * MM)
        _ROOM[key] = any(why_not(g, at_edge(g, unit, x, number)) is None for number in formable(unit) for x in spots)
    return _ROOM[key]


def barred(g: Qadardalikoi, unit: Unit, there: Unit) -> None:
    """It finds somebody there whom nobody had seen, and waits for the next turn."""
    for foe in too_near(g, there):
        g.show(("unit", foe.n))
    unit.arrives = g.state.turn + 1
    g.tell("arrive.barred", (unit.side,), name=unit.troops.name)


def come_on(g: Qadardalikoi, unit: Unit, x: int, formation: int) -> None:
    """Coming on uses the whole move of that turn and a point."""
    there = at_edge(g, unit, x, formation)
    unit.figures, unit.formation, unit.pose, unit.arrives = there.figures, formation, there.pose, 0
    command.set_aside(g, unit)
    rate = rates.rate(g, unit, g.ground.goings(unit.crowd()))
    g.pay(unit, "move")
    g.did(unit, acted=True, way=rate, rate=rate)
    observation.watch(g)
    hears = None if sees(g, 1 - unit.side, unit) else (unit.side,)
    g.tell("arrive.told", hears, name=unit.troops.name, seat=unit.side)
