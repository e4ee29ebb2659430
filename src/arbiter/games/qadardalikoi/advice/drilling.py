"""In which formation a unit fights best, by the rules' own strikes and table: against its like, drawn up as usual."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import log
from random import Random

from arbiter.core import Lean

from .. import orders
from ..army_formations import modifier
from ..book import book
from ..formations import arranged, formable, local_frame
from ..geometry import MM, TURN, Pose, Spot
from ..ground import Land
from ..manoeuvres import Trial
from ..state import Battle, BattleOptions, Figure, Qadardalikoi, Side, Troops, Unit
from . import odds

USUAL = 1
"""How the enemy may stand."""
TRIED = 4
"""So many formations are tried, those that a people likes best."""
GAP = 30 * MM
"""From so far off the unit charges."""
WIDE = 330 * MM
"""No line is made wider: it cannot turn, and its ends come round nobody's flank."""
MARGIN = 0.1
"""By so much another formation must be better."""
FOUGHT = 0.1
"""Added to what both lose, so that nothing is infinitely good."""

Shape = tuple[int, int]
"""A unit formation and its files; 0: the usual ones."""
Cohorts = tuple[tuple[int, int], ...]
"""The cohorts of a unit, each with its figures."""


def best(unit: Unit, now: Shape) -> Shape:
    """The formation in which a unit fights best; the one that it has if no other is clearly better."""
    able = [shape for shape in shapes(unit) if front(unit, shape) <= WIDE]
    skills = {shape: skill(unit, shape) - (MARGIN if shape != now else 0.0) for shape in (now, *able)}
    return max(skills, key=lambda shape: skills[shape])


def front(unit: Unit, shape: Shape) -> int:
    """How wide a unit is in a formation."""
    return local_frame(replace(unit, figures=arranged(unit, *shape))).front


def shapes(unit: Unit) -> Iterator[Shape]:
    """Formations in which a unit can move and charge, as its people like them, and the single rank of a small one."""
    known, troops = book().unit_formations, unit.troops
    able = [n for n in formable(unit) if known[n].charges and not known[n].terrain and known[n].column != "always"]
    likes = {n: modifier(known[n], troops.nation, troops.sheet) for n in able}
    for number in sorted(able, key=lambda n: (-likes[n], n))[:TRIED]:
        yield number, 0
    yield 3, len(unit.figures)


def skill(unit: Unit, shape: Shape) -> float:
    """By how much more a unit in a formation takes than it gives, as a logarithm; 0 is an even fight."""
    return _skill(unit.troops, tuple([(cohort, len(men)) for cohort, men in unit.cohorts().items()]), shape)


@lru_cache(maxsize=1024)
def _skill(troops: Troops, cohorts: Cohorts, shape: Shape) -> float:
    men = [cohort for cohort, size in cohorts for _ in range(size)]
    figures = tuple([Figure(n, cohort, Spot(0, 0)) for n, cohort in enumerate(men)])
    lost, taken = _exchange(troops, figures, shape)
    return log((taken + FOUGHT) / (lost + FOUGHT))


def _exchange(troops: Troops, figures: tuple[Figure, ...], shape: Shape) -> tuple[float, float]:
    """The figures that both lose in two turns of melee: one after a charge, one after all have come to bear."""
    g = _drill(troops, figures, shape)
    mine, theirs = g.state.units
    charge = orders.plan(g, mine, [("charge", theirs.n, 0)])
    if not isinstance(charge, Trial) or not charge.touched:
        return 0.0, 0.0
    odds.go(g, charge)
    first = odds.losses(g)
    mine.deeds = replace(mine.deeds, charged=())
    round_ = orders.plan(g, mine, [("outflank", 0, 0)])
    if isinstance(round_, Trial):
        odds.go(g, round_)
    second = odds.losses(g)
    return first.get(0, 0.0) + second.get(0, 0.0), first.get(1, 0.0) + second.get(1, 0.0)


def _drill(troops: Troops, figures: tuple[Figure, ...], shape: Shape) -> Qadardalikoi:
    """Two equal units before each other on an empty field."""
    units = []
    for side, (number, files) in enumerate((shape, (USUAL, 0))):
        made = Unit(side, side, troops, Pose(0, 0, side * TURN // 2), figures, troops.fatigue, formation=number)
        made.figures = arranged(made, number if number in formable(made) else 2, files)
        units.append(made)
    apart = sum(local_frame(one).depth for one in units) // 2 + GAP
    land = Land("drill", 4000 * MM, 4000 * MM)
    for side, one in enumerate(units):
        one.pose = one.pose.moved(2000 * MM, 2000 * MM + side * apart)
    sides = [Side("", troops.nation, seat=side) for side in (0, 1)]
    battle = Battle(BattleOptions(), land, sides, units, [], turn=1, step="move.units", seen=[[1], [0]])
    return Qadardalikoi(battle, Lean(Random(0)))
