"""A general rehearses: the rules themselves are played on in a copy of the imagined field, with nobody but those near.

Nothing is reckoned here that the rules do not reckon: a melee of the mind is a melee of `melee.py`, with dice of the
mind.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from arbiter.core import Lean, Rules, copied

from .. import flight, melee, morale
from ..closing import closed
from ..contact import between
from ..geometry import MM
from ..manoeuvres import Trial
from ..state import Deeds, Qadardalikoi, Unit
from .mind import Mind, value

NEAR = 260 * MM
"""Whoever is so near to a fight plays a part in it, if only by being there."""
TIMES, TURNS = 4, 2


def gain(mind: Mind, unit: Unit, trial: Trial | None, times: int = TIMES, turns: int = TURNS) -> float:
    """What a move of a unit (None: none at all) wins in points, less what it loses, when it is fought out."""
    who = _cast(mind, unit, trial)
    total = 0.0
    for _ in range(times):
        g = _stage(mind, who, unit, trial)
        before = _balance(g, mind.side)
        for _ in range(turns):
            _fight(g, mind.rng)
        total += _balance(g, mind.side) - before
    return total / times


def _cast(mind: Mind, unit: Unit, trial: Trial | None) -> set[int]:
    """The units that have a part: those near to where it goes."""
    there = unit if trial is None else trial.unit
    found = [one for one in (*mind.own, *mind.foes) if one.n == unit.n or between(there, one) <= NEAR]
    return {one.n for one in found}


def _stage(mind: Mind, who: set[int], unit: Unit, trial: Trial | None) -> Qadardalikoi:
    """The field with those alone who have a part, after the move."""
    g = Qadardalikoi(copied(mind.g.state), Lean(mind.rng))
    for one in g.state.units:
        if one.n not in who:
            one.figures = ()
    if trial is not None:
        mover = g.state.units[unit.n]
        mover.pose, mover.figures, mover.formation = trial.unit.pose, trial.unit.figures, trial.unit.formation
        mover.fatigue -= trial.points
        if trial.charging >= 0:
            mover.deeds = replace(mover.deeds, charged=trial.touched)
    return g


def _fight(g: Qadardalikoi, rng: Random) -> None:
    """A turn in which everybody fights on and nobody is told to move."""
    for chapter in (melee.melee, morale.checks, flight.retreats):
        _played(chapter(g), rng)
    g.state.turn += 1
    for unit in g.state.units:
        unit.deeds = Deeds()
        if unit.there and unit.gaps:
            unit.figures, unit.gaps = closed(unit), ()


def _played(chapter: Rules[bool], rng: Random) -> None:
    """Play a chapter to its end; whoever is asked answers at random."""
    try:
        ask = next(chapter)
        while True:
            ask = chapter.send(ask.sample(rng))
    except StopIteration:
        pass


def _balance(g: Qadardalikoi, side: int) -> float:
    """The points of a side on the field less those of the other; who runs counts for little."""
    return sum(
        (1 if unit.side == side else -1) * value(unit) * (RUNNING if unit.morale == "rout" else 1)
        for unit in g.state.units
    )


RUNNING = 0.25
"""What a unit that routs is still worth."""
