"""What a melee may be expected to cost both sides, by the rules' own groups, sums, shifts and table.

Nothing is reckoned here that the rules do not reckon: only the dice are replaced by their mean, and a unit that is
struck before it strikes back does so with those who are then left.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from arbiter.core import Lean, copied

from .. import blows, morale
from ..book import book
from ..contact import between
from ..geometry import MM
from ..manoeuvres import Trial
from ..melee import attacks
from ..state import Qadardalikoi, Unit
from ..strikes import Group, Touch, strikers, touches
from .mind import Mind

NEAR = 50 * MM
"""Whoever is so near to a fight may be in it."""
BREAKS = 0.5
"""What is lost of a unit whose morale fails: some stand, some fall back, some run."""

BEATEN = 0.4
"""What an enemy is still worth who runs: he counts as lost unless somebody rallies him."""


def gain(mind: Mind, unit: Unit, trial: Trial | None, *also: Trial) -> float:
    """What the melee after a move of a unit (None: none at all), and of others with it, wins in points, less what it
    costs, this turn."""
    g = _stage(mind, unit if trial is None else trial.unit)
    for one in (trial, *also):
        if one is not None:
            go(g, one)
    return _balance(mind, g)


def without(mind: Mind, trial: Trial) -> float:
    """What the melee at which a move is aimed wins if the move is not made."""
    return _balance(mind, _stage(mind, trial.unit, trial.unit.n))


def suffered(mind: Mind, trial: Trial) -> float:
    """What the same melee wins if it is the enemy who charges."""
    g = _stage(mind, trial.unit)
    go(g, trial)
    mover = g.state.units[trial.unit.n]
    mover.deeds = replace(mover.deeds, charged=())
    for n in trial.touched:
        foe = g.state.units[n]
        foe.deeds = replace(foe.deeds, charged=(mover.n,))
    return _balance(mind, g)


def _balance(mind: Mind, g: Qadardalikoi) -> float:
    total = 0.0
    for n, lost in losses(g).items():
        one = g.state.units[n]
        total += (-1 if one.side == mind.side else 1) * _price(mind, g, one, lost)
    return total


def _stage(mind: Mind, there: Unit, absent: int = -1) -> Qadardalikoi:
    """The field with those alone who have a part in a fight at a place, and without one of them."""
    g = Qadardalikoi(copied(mind.g.state), Lean(mind.rng))
    for one in g.state.units:
        if one.n == absent or (one.n != there.n and one.there and between(there, one) > NEAR):
            one.figures = ()
    return g


def go(g: Qadardalikoi, trial: Trial) -> None:
    """A unit stands where a move would bring it."""
    mover = g.state.units[trial.unit.n]
    mover.pose, mover.figures, mover.formation = trial.unit.pose, trial.unit.figures, trial.unit.formation
    if trial.charging >= 0:
        mover.deeds = replace(mover.deeds, charged=trial.touched)


def losses(g: Qadardalikoi) -> dict[int, float]:
    """Unit -> the figures that it may expect to lose in the melee of this turn; command stands are no units."""
    return expected(g, [one for one in touches(g) if one.unit >= 0 and one.foe >= 0])


def expected(g: Qadardalikoi, touching: list[Touch]) -> dict[int, float]:
    """Unit -> the figures that it may expect to lose."""
    units = g.state.units
    groups = [group for unit in units if unit.there for group in strikers(g, unit, touching)]
    met = {unit.n: len({one.figure for one in touching if one.unit == unit.n}) for unit in units}
    lost = {n: 0.0 for n, front in met.items() if front}
    row = sorted(groups, key=_turn)
    for _, together in groupby(row, key=_turn):
        some = [(group, _blow(g, group, touching) * _attacks(g, group)) for group in together]
        before = dict(lost)
        for group, struck in some:
            _fell(lost, group, struck * _left(before, met, group.unit))
        after = dict(lost)
        lost.update(before)
        for group, struck in some:  # equals roll for who is first: the mean of both
            fit = (_left(before, met, group.unit) + _left(after, met, group.unit)) / 2
            _fell(lost, group, struck * fit)
    return {n: min(figures, float(len(units[n].figures))) for n, figures in lost.items()}


def _turn(group: Group) -> tuple[bool, float]:
    """When a group strikes: who is at a flank before all others, then the longest weapons."""
    return not group.turned, -group.weapon.len


def _left(lost: dict[int, float], met: dict[int, int], n: int) -> float:
    """What part of those of a unit who touch the enemy still stands."""
    return max(0.0, 1 - lost[n] / met[n])


def _fell(lost: dict[int, float], group: Group, struck: float) -> None:
    who = group.target if struck >= 0 else group.unit
    lost[who] += abs(struck)


def _all(group: Group) -> list[int]:
    return [*group.front, *(n for n, _ in group.behind)]


def _attacks(g: Qadardalikoi, group: Group) -> int:
    """How often a group strikes; those in a howdah once."""
    return 1 if group.crew else attacks(g, g.state.units[group.unit], _all(group))


def _blow(g: Qadardalikoi, group: Group, touching: list[Touch]) -> float:
    """What one attack of a group does on the mean of the dice."""
    unit, target = g.state.units[group.unit], g.state.units[group.target]
    figures = _all(group)
    touched = {one.other for one in touching if (one.unit, one.foe) == (unit.n, target.n)}
    by = [unit.base(one) for one in unit.figures if one.n in group.front]
    hit = [target.base(one) for one in target.figures if one.n in touched]
    striking = blows.attack(g, unit, group.weapon, figures, "med" if group.crew else None)
    defending = blows.defence(g, target, touched)
    shift = blows.shifts(g, unit, target, hit, by)
    bands = book().rolls["melee"].bands
    count = len(figures) * (group.crew or 1)
    cells = [blows.losses(blows.net(striking, defending, band.first), count, shift) for band in bands]
    return sum(max(0, cell) if group.crew else cell for cell in cells) / len(cells)


def _price(mind: Mind, g: Qadardalikoi, unit: Unit, lost: float) -> float:
    """What such a loss costs in points; who is halved by it may break."""
    whole = mind.value(unit)
    if unit.morale == "rout" and unit.side != mind.side:
        whole *= BEATEN
    share = lost / max(1, len(unit.figures))
    if not unit.troops.start or 2 * (len(unit.figures) - lost) > unit.troops.start:
        return whole * share
    fails = max(0.0, min(1.0, 1 - morale.number(g, unit).value / morale.DIE))
    return whole * (share + (1 - share) * fails * BREAKS)
