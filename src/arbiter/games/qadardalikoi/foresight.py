"""What an order would come to, as its player may know it beforehand: where the unit would end, what that takes of its
move and its fatigue, where its front would look. Movement is measured freely, ranges never are (QAD-2.212-G8)."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.core import Arc, Foreseen, Illegal, Label, Line, Ruler, Text
from arbiter.core.scenes import Overlay

from . import destinations, free, orders, pictured, rates
from .charges import ARC, front_of
from .geometry import DEGREE, MM, ahead
from .geometry.bases import millimetres
from .manoeuvres import Trial
from .orders import Manoeuvre
from .pictured import TICKS, Spot, ghost, shown
from .state import Qadardalikoi, Unit
from .view import as_seen

STOP = 30 * MM
"""What stops a unit is written so far before its front."""


def of_order(g: Qadardalikoi, unit: Unit, order: Sequence[Manoeuvre]) -> Foreseen | None:
    """What a list of manoeuvres would come to."""
    known = as_seen(g, unit.side)
    trial = orders.plan(known, known.state.units[unit.n], order)
    return None if isinstance(trial, Illegal) else of_trial(known, unit, trial)


def of_refused(g: Qadardalikoi, unit: Unit, order: Sequence[Manoeuvre]) -> Foreseen:
    """Where an order that is refused would lead if it were not: the way and its end, and the front as it is."""
    known = as_seen(g, unit.side)
    trial = orders.without_limits(known, known.state.units[unit.n], order)
    overlays: list[Overlay] = [front(known, unit)]
    if trial.legs:
        overlays += [*way(known, unit, trial, "refused"), pictured.frame(g.state.land, trial.unit)]
    return Foreseen(overlays=overlays)


def way(g: Qadardalikoi, unit: Unit, trial: Trial, look: str = "way") -> list[Overlay]:
    """The way of a move, leg by leg, and a ruler along it."""
    spots = [shown(g.state.land, pose.x, pose.y) for pose in (unit.pose, *(leg.pose for leg in trial.legs))]
    name = Text("foreseen.ruler", {"way": millimetres(trial.spent), "points": trial.points})
    return [
        Line("foreseen-way", spots, "field", look, unit.side, arrow=True),
        Ruler("foreseen-ruler", spots[0], spots[-1], name, TICKS, "field", owner=unit.side),
    ]


def of_trial(g: Qadardalikoi, unit: Unit, trial: Trial, why: Illegal | None = None, short: int = 0) -> Foreseen:
    """A move that was planned: its legs, the ruler over it, the ghost at its end with its arc; and `why` it does not go
    on there, or ends so much `short` of where it was wished."""
    end = trial.unit
    told = {
        "way": millimetres(trial.spent), "rate": millimetres(trial.rate + trial.bonus), "left": millimetres(trial.left),
        "points": trial.points, "fatigue": unit.fatigue - trial.points,
    }  # fmt: skip
    touched = [g.state.units[n].troops.name for n in trial.touched]
    text = Text("foreseen.contact", {**told, "units": touched}) if touched else Text("foreseen.move", told)
    why = why or (None if touched else trial.halt)
    if why is not None:
        key, args = ("foreseen.short", {"short": millimetres(short)}) if short else ("foreseen.stops", {})
        text = Text(key, {"told": text, "why": why.text, "rule": why.rule, **args})
    overlays: list[Overlay] = [front(g, end), *(way(g, unit, trial) if trial.legs else ())]
    overlays += pictured.looking(g.state.land, end, "foreseen-looks")
    if why is not None:
        x, y = front_of(end)
        dx, dy = ahead(end.pose.facing, STOP)
        name = Text("foreseen.why", {"why": why.text, "rule": why.rule})
        overlays.append(Label("foreseen-stop", shown(g.state.land, x + dx, y + dy), name, "field", "stop"))
    return Foreseen(text, overlays, [ghost(g.state.land, end)])


def front(g: Qadardalikoi, unit: Unit) -> Arc:
    """Forty-five degrees to either side of a unit's front, as far as it moves: there it can charge and fire."""
    at = shown(g.state.land, *front_of(unit))
    reach = rates.rate(g, unit, g.ground.goings(unit.crowd()))
    return Arc(
        "foreseen-arc", at, reach / 100, unit.pose.facing / DEGREE, 2 * ARC / DEGREE, board="field", look="arc",
        owner=unit.side,
    )  # fmt: skip


def of_place(g: Qadardalikoi, unit: Unit, spot: Spot) -> Foreseen | None:
    """The same for a place to go to, and what keeps the unit from it; where the unit stands, what it has to spend and
    where its front looks."""
    land = g.state.land
    if spot == pictured.spot(land, unit.pose):
        return of_order(g, unit, [])
    goal = pictured.pose(land, spot)
    found = destinations.lead(g, unit, goal)
    if isinstance(found, Illegal):
        return None
    trial = found.trial
    short = destinations.off(trial.unit.pose, goal)
    if short <= destinations.BESIDE:
        return of_trial(trial.g, unit, trial)
    return of_trial(trial.g, unit, trial, why_short(trial), short)


def why_short(trial: Trial) -> Illegal | None:
    """What keeps a unit from a place: who is in the way, the end of its move, or how units move."""
    if trial.halt is not None or trial.touched:
        return trial.halt
    if trial.left < MM:
        return Illegal("halt.used", "QAD-2.110-G1", rate=millimetres(trial.rate))
    return Illegal("move.sideways", "QAD-GEO-5")


def of_free_move(
    g: Qadardalikoi, unit: Unit, wish: Spot, end: Spot, why: Illegal | None = None, takes_off: bool = False
) -> Foreseen | None:
    """The same for who goes freely in any direction: where he is wished, where he ends, why not there."""
    land = g.state.land
    known = as_seen(g, unit.side)
    if end == pictured.spot(land, unit.pose):
        return Foreseen(tokens=[ghost(land, unit)])
    goal, there = pictured.pose(land, wish), pictured.pose(land, end)
    trial = free.go(known, known.state.units[unit.n], there, takes_off=takes_off)
    return None if isinstance(trial, Illegal) else of_trial(known, unit, trial, why, destinations.off(there, goal))
