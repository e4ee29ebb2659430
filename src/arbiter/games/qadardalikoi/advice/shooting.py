"""At whom to shoot, and when to hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.core import Choose, Form

from .. import rates, volleys
from ..aim import Aim
from ..book import book
from ..contact import between
from ..geometry import MM
from ..missile import HOLD
from ..rate_of_fire import shots, weapon
from ..state import Figure, Unit
from .mind import Mind


def expected(mind: Mind, unit: Unit, cohort: int, target: Unit) -> float:
    """The figures that the fire of all with the weapon of a cohort costs a target in a turn, on the mean of the dice:
    every shot that each of them, or of his crew, still has is one more attacker."""
    arm, key = weapon(unit, cohort), unit.kit(cohort).missile
    if arm is None:
        return 0.0
    figures = [one for one in unit.figures if unit.kit(one.cohort).missile == key]
    aim = Aim(mind.g, unit, figures, target, arm)
    firing = [at for at, good in enumerate(aim.reach()) if good]
    exposed = volleys.exposure(mind.g, aim, firing, target)
    if not firing or not exposed:
        return 0.0
    row = volleys.eligible(aim, firing)
    shot = sum(loosed(mind, unit, figures[at].cohort) for at in firing)
    hit = max(1, round(shot * exposed / 100))
    bands = book().rolls["missile"].bands
    lost = [volleys.casualties(volleys.attack(arm, target, row, band.first).value, hit) for band in bands]
    return sum(lost) / len(lost)


def loosed(mind: Mind, unit: Unit, cohort: int) -> float:
    """How many shots a figure of a cohort looses in a turn, with those in its howdah: those that are left to it; who
    reloads, or is an enemy, whose store nobody knows, as many as his weapon does where he stands still."""
    arm = weapon(unit, cohort)
    if arm is None:
        return 0.0
    each = (shots(unit, cohort) if unit.side == mind.side else 0) or float(arm.rof)
    return max(1, unit.kit(cohort).howdah) * each


def fire_of(mind: Mind, unit: Unit, target: Unit) -> float:
    """The figures that the fire of a whole unit costs a target in a turn, on the mean of the dice: with every weapon
    that it has."""
    arms = {unit.kit(cohort).missile: cohort for cohort in unit.cohorts() if unit.kit(cohort).missile}
    near = [cohort for cohort in arms.values() if _reaches(mind, unit, cohort, unit.cohorts()[cohort], target)]
    return sum(expected(mind, unit, cohort, target) for cohort in near)


def prize(mind: Mind, unit: Unit, cohort: int, target: Unit) -> float:
    """What a volley at a target is worth in points; those who come at us are shot at first."""
    each = mind.value(target) / max(1, len(target.figures))
    near = between(unit, target)
    return expected(mind, unit, cohort, target) * each * (1.25 if near <= 250 * MM else 1.0)


def declare(mind: Mind, ask: Form) -> dict[str, int]:
    """A target for every shot: all cohorts of a unit with one weapon at one target, so that their hits add up; never a
    friend in a feud, whose figures are lost to both."""
    units = mind.g.state.units
    answer: dict[str, int] = {}
    chosen: dict[tuple[int, str], int] = {}
    for name, part in ask.fields.items():
        assert isinstance(part, Choose)
        n, cohort, _ = (int(part) for part in name.split("."))
        key = (n, units[n].kit(cohort).missile)
        offered = [value for value in part.values if value != HOLD and units[value].side != mind.side]
        if chosen.get(key, HOLD) not in offered:
            chosen[key] = _target(mind, units[n], cohort, offered)
        answer[name] = chosen[key]
    return answer


def _target(mind: Mind, unit: Unit, cohort: int, offered: list[int]) -> int:
    """The captain shoots at the nearest, the general where it costs the enemy most; nobody where it costs nothing."""
    units = mind.g.state.units
    if not offered:
        return HOLD
    if not mind.general:
        return min(offered, key=lambda n: (between(unit, units[n]), n))
    best = max(offered, key=lambda n: (prize(mind, unit, cohort, units[n]), -n))
    return best if prize(mind, unit, cohort, units[best]) > 0 else HOLD


def in_range(mind: Mind, unit: Unit) -> bool:
    """Can some cohort hurt somebody from where the unit stands? A captain only looks whom it reaches."""
    return any(
        _reaches(mind, unit, cohort, figures, foe) and (not mind.general or expected(mind, unit, cohort, foe) > 0)
        for cohort, figures in unit.cohorts().items()
        for foe in mind.marks
    )


def _reaches(mind: Mind, unit: Unit, cohort: int, figures: Sequence[Figure], foe: Unit) -> bool:
    arm = weapon(unit, cohort)
    if arm is None or between(unit, foe) > arm.range * MM:
        return False
    return any(Aim(mind.g, unit, figures, foe, arm).reach())


def passing(mind: Mind, ask: Form) -> dict[str, Any]:
    """Fire at an enemy who moves: with all that reaches him if he can be upon us this turn, else later."""
    units = mind.g.state.units
    mover = units[(ask.args or {})["n"]]
    answer: dict[str, Any] = {"standing": "ask"}
    for name, part in ask.fields.items():
        if name != "standing":
            n, cohort = (int(piece) for piece in name.split("."))
            fires = mover.side != mind.side and _threatened(mind, units[n], cohort, mover)
            answer[name] = part.most if fires else 0  # type: ignore[attr-defined]
    return answer


def _threatened(mind: Mind, unit: Unit, cohort: int, mover: Unit) -> bool:
    arm = weapon(unit, cohort)
    away = between(unit, mover)
    near = away <= mind.rate(mover) + rates.charge_bonus(mind.g, mover)
    return arm is not None and near and away <= arm.range * MM + mind.rate(mover)
