"""Whom to charge, and whether it pays; what to do in a melee."""

from __future__ import annotations

from collections.abc import Iterator

from .. import blows, charges, orders
from ..contact import between
from ..geometry import DEGREE, MM
from ..manoeuvres import Trial
from ..orders import Manoeuvre
from ..state import Unit
from . import odds
from .mind import Mind

MOST = 3
"""So many charges are tried at the most."""
STOUT = 3
"""A captain charges with so many points of fatigue left."""
EVEN = 0.02
"""A charge must win so much of the worth of who makes it: standing still is charged at in its turn."""
ARCHERS = 0.2
"""What those must win by a charge who could stand and shoot."""


def charge(mind: Mind, unit: Unit) -> list[Manoeuvre]:
    """The charge that a unit should make; empty for none."""
    if charges.why_no_charge(mind.g, unit) is not None or (mind.shooter(unit) and not mind.general):
        return []
    found = list(_homing(mind, unit))
    if not mind.general:
        return found[0][0] if found and unit.fatigue >= STOUT else []
    least = (ARCHERS if mind.shooter(unit) else EVEN) * mind.value(unit)
    tried = [(odds.gain(mind, unit, trial), order) for order, trial in found[:MOST]]
    won, order = max(tried, key=lambda one: one[0], default=(0.0, []))
    return order if won > least else []


def _homing(mind: Mind, unit: Unit) -> Iterator[tuple[list[Manoeuvre], Trial]]:
    """Charges that strike home, at the nearest first: straight, or after a wheel toward the target."""
    reach = mind.reach(unit)
    near = [foe for foe in charges.targets(mind.g, unit) if between(unit, foe) <= reach]
    for foe in sorted(near, key=lambda foe: (between(unit, foe), foe.n)):
        for order in _ways(unit, foe):
            trial = orders.plan(mind.g, unit, order)
            if isinstance(trial, Trial) and trial.touched:
                yield order, trial
                break


def _ways(unit: Unit, foe: Unit) -> Iterator[list[Manoeuvre]]:
    yield [("charge", foe.n, 0)]
    turn = charges.turn_toward(unit, foe) // DEGREE
    if abs(turn) > 10:
        yield [("wheel_right" if turn > 0 else "wheel_left", min(90, abs(turn)), 0), ("charge", foe.n, 0)]


# In a melee


HOPELESS = -0.2
"""A unit that stands to lose such a part of its worth breaks off."""


def in_melee(mind: Mind, unit: Unit) -> list[Manoeuvre]:
    """Fight on, bring idle cohorts to bear, or break off while there is somebody left to save."""
    if not mind.general:
        return []
    stays = odds.gain(mind, unit, None)
    turned = orders.plan(mind.g, unit, [("outflank", 0, 0)])
    if isinstance(turned, Trial) and odds.gain(mind, unit, turned) > stays:
        return [("outflank", 0, 0)]
    if stays < HOPELESS * mind.value(unit) and unit.fatigue > 1:
        back = mind.rate(unit) // MM
        for way in (back, back // 2 + 1):
            if isinstance(orders.plan(mind.g, unit, [("withdraw", way, 0)]), Trial):
                return [("withdraw", way, 0)]
    return []


def whom(mind: Mind, foes: list[int]) -> int:
    """Of several enemies in contact the one that is easiest to hurt; a captain takes the first."""
    if not mind.general:
        return foes[0]
    bodies = {n: mind.fighter(n) for n in foes}
    return min(foes, key=lambda n: (blows.defence(mind.g, bodies[n], [one.n for one in bodies[n].figures]).value, n))
