"""2.142c, leaving a melee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from arbiter.core import Illegal, rule

from . import warhammers
from .contact import touched_by
from .formations import ALL_WAYS
from .geometry import DEGREE, MM, SLACK, TURN, ahead, bearing, distance
from .geometry import crowds as many
from .manoeuvres import Trial
from .state import Qadardalikoi, Unit
from .turning import faced, turned_to


@rule("QAD-2.142c-a", "QAD-2.142c-d", "QAD-2.142c-G1", "QAD-2.142c-D1")
def withdraw(trial: Trial, length: int) -> Illegal | None:
    """The whole legion and whoever goes with it break contact with all enemies, straight back or else directly away
    from the nearest of their bases, at least 1 mm; blocked, it has to stay."""
    g, unit = trial.g, trial.unit
    if length < MM:
        return Illegal("withdraw.far_enough", "QAD-2.142c-G1")
    held = held_by(g, unit)
    way = next((one for one in ways(g, unit, held) if is_free(trial, one, length)), None)
    if way is None:
        return Illegal("withdraw.blocked", "QAD-2.142c-G1")
    trial.slide(*ahead(way, length), length)
    trial.touched = ()
    refused = end(trial, way, length)
    trial.stopped = True
    trial.left_behind = held
    return refused


def held_by(g: Qadardalikoi, unit: Unit) -> tuple[int, ...]:
    """The enemies who hold a unit in melee: whom it touches, or whoever goes with it does."""
    found = [touched_by(g, one) for one in (unit, *warhammers.company(g, unit))]
    return tuple(sorted({n for held in found for n in held}))


def ways(g: Qadardalikoi, unit: Unit, held: Sequence[int]) -> tuple[int, int]:
    """The directions in which a unit breaks off: straight back, or directly away from the nearest enemy base."""
    return (unit.pose.facing + TURN // 2) % TURN, from_nearest(g, unit, held)


def hemmed_in(g: Qadardalikoi, unit: Unit) -> bool:
    """Is a unit in melee that cannot leave it: neither by a step nor as far as the way is open?"""
    held = held_by(g, unit)
    if not held:
        return False
    trial = Trial(g, unit)
    return not any(is_free(trial, way, n) for way in ways(g, unit, held) for n in lengths(trial, way))


def lengths(trial: Trial, way: int) -> tuple[int, ...]:
    """How far a unit tries to break off: a millimetre, half and all of what is open to it, and a millimetre short of
    whom it would run into."""
    probe = Trial(trial.g, trial.start)
    probe.slide(*ahead(way, trial.rate), trial.rate)
    return tuple(n for n in (MM, probe.spent // 2, probe.spent - MM, probe.spent) if n >= MM)


def from_nearest(g: Qadardalikoi, unit: Unit, held: Sequence[int]) -> int:
    """The direction away from the enemy base nearest to a base of the unit; of those who touch the squarest."""
    mine = many.joined([one.crowd() for one in (unit, *warhammers.company(g, unit))])
    theirs = many.joined([g.state.units[n].crowd() for n in held])
    i, j = np.divmod(np.arange(len(mine) * len(theirs)), len(theirs))
    away = many.apart(mine.take(i), theirs.take(j))
    near = [(mine.base(i[at]), theirs.base(j[at])) for at in np.flatnonzero(away == away.min())]
    _, x, y, there, up = min(
        (distance(one.x - other.x, one.y - other.y), one.x, one.y, other.x, other.y) for one, other in near
    )
    return bearing(x - there, y - up)


def is_free(trial: Trial, way: int, length: int) -> bool:
    """Can a unit go so far in a direction and touch nobody there, nor whoever goes with it?"""
    probe = Trial(trial.g, trial.start)
    probe.slide(*ahead(way, length), length)
    along = [replace(one, pose=probe.unit.pose) for one in warhammers.company(trial.g, trial.start)]
    return not probe.stopped and not any(touched_by(trial.g, one) for one in (probe.unit, *along))


@rule("QAD-2.142c-b", "QAD-2.142c-c", "QAD-2.142c-G2")
def end(trial: Trial, way: int, length: int) -> Illegal | None:
    """Under half a move it faces the enemy, for 2 points; at half or more it faces away, for 1. What it took before to
    look ahead is no part of the way."""
    if 2 * length + SLACK < trial.rate:
        trial.pay("withdraw_near")
        return None
    trial.pay("withdraw_far")
    unit = trial.unit
    back = way == (unit.pose.facing + TURN // 2) % TURN
    figures = faced(unit, 180 * DEGREE) if back else unit.figures
    pose = turned_to(unit, figures, way)
    moved = not back or unit.formation in ALL_WAYS
    if moved and not trial.room(pose, figures):
        return Illegal("withdraw.blocked", "QAD-2.142c-G1")
    unit.figures, unit.pose = figures, pose
    return None
