"""2.212, what fire does: exposure, hits, the sum, the table, and who falls."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from arbiter.core import Text, rule
from arbiter.kit.numbers import Sum

from . import results, sheets, sums
from .aim import Aim, sees
from .book import book
from .brood import orphan
from .disposition import while_still
from .entries import MARKS, Missile
from .formations import STANCE
from .geometry import Base, distance
from .geometry.measures import rounded
from .geometry.shapes import Shapes, holding, meeting
from .ground import Feature
from .ranks import ranks
from .rate_of_fire import loose, weapon
from .sight import SHELTER
from .state import Figure, Qadardalikoi, Unit, hostile

FIRST_LOST = 5
"""The casualties by whose armour a mixed unit is judged."""


@dataclass(frozen=True, slots=True)
class Group:
    """All figures of a unit with one weapon that fire at one target, and how many shots each looses: one or more for
    itself, or for each of those in its howdah."""

    unit: int
    arm: Missile
    target: int
    figures: tuple[tuple[Figure, int], ...]


@dataclass(frozen=True, slots=True)
class Losses:
    """What the fire of a group costs a unit: how many, and who could be hit, the next to fall first."""

    unit: int
    n: int
    row: tuple[int, ...]


@rule("QAD-2.212-G3")
def groups(g: Qadardalikoi, declared: Iterable[tuple[int, int, int]]) -> list[Group]:
    """Shots of one unit with one weapon at one target are one fire."""
    counted: dict[tuple[int, str, int], dict[int, int]] = {}
    for unit, cohort, target in declared:
        key = (unit, g.state.units[unit].kit(cohort).missile, target)
        cohorts = counted.setdefault(key, {})
        cohorts[cohort] = cohorts.get(cohort, 0) + 1
    found = []
    for (n, _, target), cohorts in counted.items():
        unit_ = g.state.units[n]
        arm = weapon(unit_, next(iter(cohorts)))
        assert arm is not None
        crew = {cohort: max(1, unit_.kit(cohort).howdah) for cohort in cohorts}
        figures = tuple((one, cohorts[one.cohort] * crew[one.cohort]) for one in unit_.figures if one.cohort in cohorts)
        found.append(Group(n, arm, target, figures))
    return found


def fire(g: Qadardalikoi, declared: Sequence[tuple[int, int, int]]) -> None:
    """Fire that is simultaneous: all of it is reckoned, then all who fall are taken off."""
    spent: dict[tuple[int, int], int] = {}
    for unit, cohort, _ in declared:
        spent[unit, cohort] = spent.get((unit, cohort), 0) + 1
    with while_still(g):
        losses = [resolve(g, group) for group in groups(g, declared)]
    for (unit, cohort), n in spent.items():
        loose(g, g.state.units[unit], cohort, n)
    for unit, _, target in declared:
        firer, mark = g.state.units[unit], g.state.units[target]
        if mark.side == firer.side and unit not in mark.shot_by:
            mark.shot_by = (*mark.shot_by, unit)
        if hostile(firer, mark) and target not in firer.deeds.shot_at:
            g.did(firer, shot_at=(*firer.deeds.shot_at, target))
    for one in losses:
        take_off(g, one)


def resolve(g: Qadardalikoi, group: Group) -> Losses:
    """One fire: who of them reaches the target, the shots that hit, the sum, and the table."""
    unit, target = g.state.units[group.unit], g.state.units[group.target]
    aim = Aim(g, unit, [one for one, _ in group.figures], target, group.arm)
    reach = aim.reach()
    firing = [at for at, good in enumerate(reach) if good]
    row = eligible(aim, firing)
    told = {"unit": unit.troops.name, "other": target.troops.name, "weapon": Text(f"missile.{group.arm.key}")}
    exposed = exposure(g, aim, firing, target)
    if not firing or not exposed:
        tell(g, unit, "missile.short", **told)
        return Losses(target.n, 0, ())
    shot = sum(group.figures[at][1] for at in firing)
    return Losses(target.n, volley(g, unit, target, group.arm, shot, exposed, row), tuple(row))


def volley(g: Qadardalikoi, unit: Unit, target: Unit, arm: Missile, shot: int, exposed: int, row: Sequence[int]) -> int:
    """So many shots that reach a target, at its exposure: those that hit, the sum and the table; gives the losses."""
    hit = hits(g, shot, exposed)
    roll = g.percent()
    net = attack(arm, target, row, roll)
    shift = shifted(g, unit)
    lost = casualties(net.value, hit, shift.value)
    if arm.key == "serudla_acid":
        g.trigger(target, "terror")
    tell(
        g, unit, "missile.fire", unit=unit.troops.name, other=target.troops.name, weapon=Text(f"missile.{arm.key}"),
        shots=shot, exposed=exposed, hits=hit, roll=roll, net=net.value, lost=lost,
    )  # fmt: skip
    entries = sums.entries(results.looked_up(net.value, hit, shift.value))
    g.tell(
        "missile.sum", net=net.value, parts=sums.parts(net), hits=hit, shift=sums.parts(shift), entries=entries,
        rule="QAD-2.212-e", table="QAD-2.240-a",
    )  # fmt: skip
    return lost


def shifted(g: Qadardalikoi, unit: Unit) -> Sum:
    """By how many columns the mark of a legion shifts its fire, where that is played."""
    total, mark = Sum(0, "missile.part.none"), MARKS.get(unit.troops.mark)
    return total.add(book().shifts[mark].shift, f"shift.{mark}") if mark and g.state.options.marks_fire else total


def tell(g: Qadardalikoi, by: Unit, key: str, /, **told: object) -> None:
    """Both sides hear of it; who does not see the unit that fires does not learn its name."""
    enemy = 1 - by.side
    if sees(g, enemy, by):
        g.tell(key, **told)
    else:
        g.tell(key, (by.side,), **told)
        g.tell(f"{key}_unseen", (enemy,), **{name: value for name, value in told.items() if name != "unit"})


@rule("QAD-2.212-e", "QAD-2.212-g", "QAD-2.212-G1", "QAD-2.212-G9")
def hits(g: Qadardalikoi, shots: int, exposed: int) -> int:
    """Every shot at who stands in the open hits; else it must roll no more than the exposure. A hit is an attacker."""
    if exposed >= 100:
        return shots
    rolls = [g.percent() for _ in range(shots)]
    g.tell("missile.rolls", rolls=rolls, exposed=exposed, rule="QAD-2.212-e")
    return sum(roll <= exposed for roll in rolls)


@rule("QAD-2.212-f", "QAD-GEO-13")
def exposure(g: Qadardalikoi, aim: Aim, firing: Sequence[int], target: Unit) -> int:
    """What of a target cover leaves open, in a step of the table: the mean over all that are in arc and range; 0 is
    nobody. Who is on the wing is above all cover."""
    among = aim.reached(firing)
    if not among:
        return 0
    seen = set(np.flatnonzero(aim.open[list(firing)].any(axis=0)).tolist())
    middle = mean([aim.firing[at] for at in firing])
    steps = book().exposure
    bare = steps[-1] if target.flying else 0
    shown = [bare or cover(g, target.base(target.figures[at]), middle) if at in seen else 0 for at in among]
    total, n = sum(shown), len(shown)
    if 2 * total < steps[0] * n:
        return 0
    return min(steps, key=lambda step: (abs(step * n - total), step))


def cover(g: Qadardalikoi, base: Base, firer: tuple[int, int]) -> int:
    """How exposed one figure is: by the best cover that it stands in, or right behind as the firer sees it."""
    covers = book().covers
    best = covers["none"].exposure
    for feature in g.state.land.features:
        if feature.cover and covers[feature.cover].exposure < best and shelters(g, feature, base, firer):
            best = covers[feature.cover].exposure
    return best


def shelters(g: Qadardalikoi, feature: Feature, base: Base, firer: tuple[int, int]) -> bool:
    """Does a figure stand in a piece of cover, or within 25 mm behind it?"""
    area = g.ground.area(feature)
    if holding(area, np.array([base.x]), np.array([base.y])).any():
        return True
    x, y = firer[0] - base.x, firer[1] - base.y
    away = max(distance(x, y), 1)
    step = min(away, SHELTER + max(base.front, base.depth) // 2)
    end = (base.x + rounded(x * step, away), base.y + rounded(y * step, away))
    return len(meeting(Shapes.of([((base.x, base.y), end)]), area)[0]) > 0


@rule("QAD-2.212-h", "QAD-2.212-i", "QAD-2.212-G5", "QAD-0.420-aa")
def attack(arm: Missile, target: Unit, row: Sequence[int], roll: int) -> Sum:
    """The attack number: the weapon less the armour, more for raised shields, and one roll for the whole fire."""
    net = Sum(arm.attack, "missile.part.weapon").add(-armour(target, row[:FIRST_LOST]), "missile.part.armour")
    if target.stance:
        net.add(-book().unit_formations[STANCE].missile_defence, "missile.part.stance")
    return net.add(book().rolls["missile"].at(roll).mod, "missile.part.roll")


@rule("QAD-2.212-G7")
def armour(unit: Unit, figures: Collection[int]) -> int:
    """The armour of most of the figures that are hit; of equals the better."""
    sheet = book().sheets[unit.troops.sheet]
    kits = [unit.kit(one.cohort) for one in unit.figures if one.n in figures]
    factors = [sheets.armour(sheet, kit.column, kit.guard) for kit in kits]
    return max(factors, key=lambda factor: (factors.count(factor), factor), default=0)


@rule("QAD-2.212-j", "QAD-2.212-G4")
def casualties(net: int, hit: int, shift: int = 0) -> int:
    """Figures lost: the attack number gives the row, the hits the column; no volley harms those who loose it. Columns
    shift only where marks are played for fire."""
    return max(0, results.casualties(net, hit, shift))


@rule("QAD-2.212-l", "QAD-GEO-15", "QAD-2.212-D1")
def eligible(aim: Aim, firing: Sequence[int]) -> list[int]:
    """Who can fall, the nearest to the middle of the firing figures first; of equals the lower number."""
    if not firing:
        return []
    x, y = mean([aim.firing[at] for at in firing])
    seen = np.flatnonzero(aim.open[list(firing)].any(axis=0))
    marks = [(aim.aimed[at], aim.marks[at].n) for at in seen]
    return [n for _, n in sorted((distance(base.x - x, base.y - y), n) for base, n in marks)]


def mean(bases: Sequence[Base]) -> tuple[int, int]:
    """The mean of the middles of bases."""
    return rounded(sum(base.x for base in bases), len(bases)), rounded(sum(base.y for base in bases), len(bases))


def take_off(g: Qadardalikoi, losses: Losses) -> None:
    """The figures that a fire costs, of those who are still there; what is too much is lost."""
    unit = g.state.units[losses.unit]
    there = {one.n for one in unit.figures}
    gone = [n for n in losses.row if n in there][: losses.n]
    if gone:
        front = in_front(unit, gone)
        g.tell("missile.fell", unit=unit.troops.name, n=len(gone), front=front, rule="QAD-2.212-l")
        g.remove(unit, gone)
        orphan(g, unit)


def in_front(unit: Unit, figures: Collection[int]) -> int:
    """How many of these figures stand in the first rank."""
    ranked = ranks(unit)
    return sum(ranked[n] == 1 for n in figures)
