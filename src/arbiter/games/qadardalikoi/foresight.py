"""What an order would come to, as its player may know it beforehand: where the unit would end, what that takes of its
move and its fatigue, where its front would look. Movement is measured freely, ranges never are (QAD-2.212-G8)."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.core import Arc, Foreseen, Illegal, Line, Ruler, Text
from arbiter.core.scenes import Overlay

from . import free, orders, pictured, rates
from .charges import ARC, front_of
from .geometry import DEGREE
from .geometry.bases import millimetres
from .manoeuvres import Trial
from .orders import Manoeuvre
from .pictured import TICKS, Spot, ghost, shown
from .state import Qadardalikoi, Unit
from .view import as_seen


def of_order(g: Qadardalikoi, unit: Unit, order: Sequence[Manoeuvre]) -> Foreseen | None:
    """What a list of manoeuvres would come to."""
    known = as_seen(g, unit.side)
    trial = orders.plan(known, known.state.units[unit.n], order)
    return None if isinstance(trial, Illegal) else of_trial(known, unit, trial)


def of_trial(g: Qadardalikoi, unit: Unit, trial: Trial) -> Foreseen:
    """A move that was planned: its legs, the ruler over it, the ghost at its end with its arc."""
    end = trial.unit
    land = g.state.land
    spots = [shown(land, pose.x, pose.y) for pose in (unit.pose, *(leg.pose for leg in trial.legs))]
    told = {
        "way": millimetres(trial.spent), "rate": millimetres(trial.rate + trial.bonus), "left": millimetres(trial.left),
        "points": trial.points, "fatigue": unit.fatigue - trial.points,
    }  # fmt: skip
    touched = [g.state.units[n].troops.name for n in trial.touched]
    text = Text("foreseen.contact", {**told, "units": touched}) if touched else Text("foreseen.move", told)
    overlays: list[Overlay] = [front(g, end)]
    if trial.legs:
        name = Text("foreseen.ruler", {"way": told["way"]})
        overlays += [
            Line("foreseen-way", spots, "field", "way", unit.side, arrow=True),
            Ruler("foreseen-ruler", spots[0], spots[-1], name, TICKS, "field", owner=unit.side),
        ]
    return Foreseen(text, overlays, [ghost(land, end)])


def front(g: Qadardalikoi, unit: Unit) -> Arc:
    """Forty-five degrees to either side of a unit's front, as far as it moves: there it can charge and fire."""
    at = shown(g.state.land, *front_of(unit))
    reach = rates.rate(g, unit, g.ground.goings(unit.crowd()))
    return Arc(
        "foreseen-arc", at, reach / 100, unit.pose.facing / DEGREE, 2 * ARC / DEGREE, board="field", look="arc",
        owner=unit.side,
    )  # fmt: skip


def of_place(g: Qadardalikoi, unit: Unit, spot: Spot) -> Foreseen | None:
    """The same for a place to go to; where the unit stands, what it has to spend and where its front looks."""
    land = g.state.land
    stays = spot == pictured.spot(land, unit.pose)
    return of_order(g, unit, [] if stays else orders.toward(unit, pictured.pose(land, spot)))


def of_free_move(g: Qadardalikoi, unit: Unit, spot: Spot, takes_off: bool = False) -> Foreseen | None:
    """The same for who goes freely in any direction."""
    land = g.state.land
    known = as_seen(g, unit.side)
    if spot == pictured.spot(land, unit.pose):
        return Foreseen(tokens=[ghost(land, unit)])
    trial = free.go(known, known.state.units[unit.n], pictured.pose(land, spot), takes_off=takes_off)
    return None if isinstance(trial, Illegal) else of_trial(known, unit, trial)
