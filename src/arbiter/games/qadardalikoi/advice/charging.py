"""Whom to charge, and whether it pays; what to do in a melee."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.core import Choose

from .. import blows, charges, orders
from ..contact import between
from ..geometry import DEGREE, MM
from ..manoeuvres import Trial
from ..orders import Manoeuvre
from ..state import Unit
from . import odds, shooting
from .mind import Mind, can_shoot

MOST = 3
"""So many charges are tried at the most."""
STOUT = 3
"""A captain charges with so many points of fatigue left."""
EVEN = 0.02
"""A charge must win so much of the worth of who makes it: standing still is charged at in its turn."""
ARCHERS = 0.2
"""What those must win by a charge who could stand and shoot."""

PRESSED = 1
"""So many turns of fire to come weigh against what a charge costs: who can only stand and be shot at had better go."""
DARING = 0.5
"""The part of its worth that a unit may lose by a charge at the very end of a battle that is lost without one."""
FIRST = 0.05
"""So much a charge may cost before an enemy who is about to charge."""
COSTLY = 4
"""A march is stopped that has cost one in so many."""


def charge(mind: Mind, unit: Unit) -> list[Manoeuvre]:
    """The charge that a unit should make; empty for none."""
    if charges.why_no_charge(mind.g, unit) is not None or (mind.shooter(unit) and not mind.general):
        return []
    found = list(_homing(mind, unit))
    if not mind.general:
        return found[0][0] if found and unit.fatigue >= STOUT else []
    tried = [(won(mind, unit, trial), trial, order) for order, trial in found[:MOST]]
    most, trial, order = max(tried, key=lambda one: one[0], default=(0.0, None, []))
    if trial is None or most > least(mind, unit):
        return order
    first = most > -FIRST * mind.value(unit) and most > odds.suffered(mind, trial)
    return order if first and _threatened(mind, unit, trial) else []


def least(mind: Mind, unit: Unit) -> float:
    """What a charge must win: something, but for those who lose more by standing where they are, or by waiting."""
    wins = (ARCHERS if mind.shooter(unit) else EVEN) - DARING * mind.pressed
    return wins * mind.value(unit) - under_fire(mind, unit)


def under_fire(mind: Mind, unit: Unit) -> float:
    """What a unit that cannot shoot back stands to lose by enemies who have it in their range, in points."""
    if mind.shooter(unit):
        return 0.0
    each = mind.value(unit) / max(1, len(unit.figures))
    turns = min(PRESSED, mind.turns_left)
    return turns * each * sum(shooting.fire_of(mind, foe, unit) for foe in mind.fighting if can_shoot(foe))


def won(mind: Mind, unit: Unit, trial: Trial) -> float:
    """What a charge wins: beside what a fight that goes on there wins without it, and with half of what it wins
    together with a friend who can charge the same enemy."""
    alone = odds.gain(mind, unit, trial)
    if any(mind.held(mind.g.state.units[n]) for n in trial.touched):
        return alone - odds.without(mind, trial)
    friend = _friend(mind, unit, trial.touched[0])
    return alone if friend is None else max(alone, odds.gain(mind, unit, trial, friend) / 2)


def _friend(mind: Mind, unit: Unit, target: int) -> Trial | None:
    """The charge of the nearest friend who has still to move and can reach the same enemy."""
    foe = mind.g.state.units[target]
    near = [one for one in mind.own if one.n != unit.n and not one.deeds.acted and between(one, foe) <= mind.reach(one)]
    for one in sorted(near, key=lambda one: (between(one, foe), one.n))[:1]:
        if charges.why_no_charge(mind.g, one) is None and not mind.shooter(one):
            trial = orders.plan(mind.g, one, [("charge", target, 0)])
            if isinstance(trial, Trial) and target in trial.touched:
                return trial
    return None


def _threatened(mind: Mind, unit: Unit, trial: Trial) -> bool:
    """Will the enemy charge if he is not charged? He sees us, can reach us, and is no archer."""
    foe = mind.g.state.units[trial.touched[0]]
    ready = foe.morale == "steady" and not can_shoot(foe) and not mind.held(foe)
    return ready and not mind.shooter(unit) and between(unit, foe) <= mind.reach(foe) and charges.before(foe, unit)


def stop(mind: Mind, ask: Choose) -> str:
    """Who is shot at on his way goes on; a general stops a charge that no longer pays with those who are left, and a
    march that has cost a quarter of the unit."""
    args = ask.args or {}
    unit = mind.g.state.units[args["n"]]
    if not mind.general:
        return "on"
    if args["charging"] < 0:
        return "stop" if COSTLY * unit.deeds.lost >= len(unit.figures) + unit.deeds.lost else "on"
    foe = mind.g.state.units[args["charging"]]
    trials = (orders.plan(mind.g, unit, way) for way in _ways(unit, foe)) if foe.there else ()
    trial = next((one for one in trials if isinstance(one, Trial) and one.touched), None)
    return "stop" if trial is not None and won(mind, unit, trial) < min(0.0, least(mind, unit)) else "on"


def _homing(mind: Mind, unit: Unit) -> Iterator[tuple[list[Manoeuvre], Trial]]:
    """Charges that strike home, at the nearest first: straight, or after a wheel toward the target; at an enemy before
    the end of a wide line, where no charge is aimed, a general has it advance. Nobody is sent at a friend with whom he
    has a feud."""
    reach = mind.reach(unit)
    foes = [foe for foe in charges.targets(mind.g, unit) if foe.side != mind.side]
    near = [foe for foe in foes if between(unit, foe) <= reach]
    onward: list[Manoeuvre] = [("advance", mind.rate(unit) // MM, 0)]
    for foe in sorted(near, key=lambda foe: (between(unit, foe), foe.n)):
        for order in [*_ways(unit, foe), onward] if mind.general else _ways(unit, foe):
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


def overlap(mind: Mind, ask: Choose) -> str:
    """Right after contact idle cohorts turn the flank where that pays; a captain leaves them."""
    order = in_melee(mind, mind.g.state.units[(ask.args or {})["unit"]])
    return next((verb for verb, _, _ in order if verb in ask.values), ask.values[0])


def whom(mind: Mind, foes: list[int]) -> int:
    """Of several enemies in contact the one that is easiest to hurt, a friend in a feud last; a captain takes the
    first."""
    bodies = {n: body for n in foes if (body := mind.fighter(n)) is not None}
    foes = [n for n in foes if n not in bodies or bodies[n].side != mind.side] or foes
    if not mind.general:
        return foes[0]
    bodies = {n: body for n, body in bodies.items() if n in foes}
    guards = {n: blows.defence(mind.g, body, [one.n for one in body.figures]).value for n, body in bodies.items()}
    return min(guards, key=lambda n: (guards[n], n), default=foes[0])
