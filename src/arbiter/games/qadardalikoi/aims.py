"""What a scenario is about (0.511, QAD-SEQ-8): aims that win it before, or beside, the usual end."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.core import rule

from .army_formations import Rectangle
from .battle_entries import Aim
from .geometry import MM
from .scenarios import chosen, scenario_of
from .state import Qadardalikoi, Unit


@rule("QAD-0.511-a")
def brief(g: Qadardalikoi) -> None:
    """Each side is told what is fought and what it is to reach."""
    options = g.state.options
    key = options.scenario
    g.tell("brief.scenario", scenario=key)
    aims = scenario_of(options).aims
    for n, aim in enumerate(chosen(options).aims):
        if aim in aims:
            g.tell("brief.aim", (aim.side,), aim=f"{key}_{n}")


def of_side(g: Qadardalikoi, side: int) -> list[Aim]:
    """What a side is to reach."""
    return [aim for aim in scenario_of(g.state.options).aims if aim.side == side]


def now(g: Qadardalikoi) -> int | None:
    """The side that has won at the end of a turn: its prey is dead, or half its figures have come where they should."""
    for aim in scenario_of(g.state.options).aims:
        if aim.what == "destroy" and _is_gone(g, aim):
            return aim.side
        if aim.what == "reach" and 2 * _there(g, aim, aim.side) >= sum(
            unit.troops.start for unit in _units(g, aim.side)
        ):
            return aim.side
    return None


def at_last(g: Qadardalikoi) -> int | None:
    """The side whose aim decides when the battle is over by its limit, in quiet, or because a side is beaten."""
    won = {aim.side for aim in scenario_of(g.state.options).aims if _holds(g, aim)}
    return next(iter(won)) if len(won) == 1 else None


def _holds(g: Qadardalikoi, aim: Aim) -> bool:
    if aim.what == "hold":
        return _there(g, aim, aim.side) > 0 and not _there(g, aim, 1 - aim.side)
    if aim.what == "survive":
        return any(unit.figures for unit in g.state.units if unit.troops.name == aim.unit)
    if aim.what == "losses":
        own, theirs = (sum(lost(unit) for unit in _units(g, side)) for side in (aim.side, 1 - aim.side))
        return theirs >= aim.figures + aim.ratio * own
    return False


def _units(g: Qadardalikoi, side: int) -> Iterator[Unit]:
    return (unit for unit in g.state.units if unit.side == side)


def lost(unit: Unit) -> int:
    """The figures that a unit has lost."""
    return unit.troops.start - len(unit.figures)


def _is_gone(g: Qadardalikoi, aim: Aim) -> bool:
    named = [unit for unit in g.state.units if unit.troops.name == aim.unit]
    return bool(named) and not any(unit.figures for unit in named)


def _there(g: Qadardalikoi, aim: Aim, side: int) -> int:
    """How many figures of a side that do not rout stand on the ground that matters."""
    if aim.at is None:
        return 0
    (left, bottom), (right, top) = aim.at
    ground = Rectangle(left * MM, bottom * MM, right * MM, top * MM)
    units = [unit for unit in g.of(side) if unit.morale != "rout"]
    return sum(ground.holds(base.x, base.y) for unit in units for base in unit.bases())
