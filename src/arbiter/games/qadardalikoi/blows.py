"""2.222b and 2.223, what a strike in melee does: the sum, the shifts, the table, and who falls."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from arbiter.core import rule
from arbiter.kit.numbers import Sum

from . import results
from .army_formations import modifier
from .book import book
from .brood import is_mother
from .entries import MARKS, Column, Weapon
from .formations import CURTAIN, STANCE, standing
from .geometry import MM, SLACK, Base, apart, distance
from .geometry.bases import frame
from .ranks import ranks
from .staff import SHORT
from .state import Qadardalikoi, Unit
from .volleys import armour, mean, shelters

DUST = 75 * MM
"""So near a cloud of its own side a unit counts formation 21."""
STEEL = 1


# The sum


@rule("QAD-2.223-a", "QAD-2.223-b", "QAD-2.223-c", "QAD-2.223-f", "QAD-2.223-G1", "QAD-2.223-G5", "QAD-2.223-G7")
def attack(g: Qadardalikoi, unit: Unit, weapon: Weapon, figures: Collection[int], column: Column | None = None) -> Sum:
    """The attack factor: the weapon in the column of those who strike, the unit's and the army's formation, dust,
    steel."""
    column = column or unit.kit(_cohort(unit, figures)).column
    total = formed(g, unit, Sum(weapon.factor(column), "melee.part.weapon"), "attack")
    return steel(g, unit, figures, total)


@rule("QAD-2.222b-b", "QAD-2.223-e")
def defence(g: Qadardalikoi, unit: Unit, figures: Collection[int]) -> Sum:
    """The defence factor of those who are touched: armour, formations, raised shields, steel."""
    total = formed(g, unit, Sum(armour(unit, figures), "melee.part.armour"), "defence")
    return steel(g, unit, figures, total)


@rule("QAD-2.223-g")
def formed(g: Qadardalikoi, unit: Unit, total: Sum, factor: str = "") -> Sum:
    """What formations add to a factor of melee, or to morale; 20 and 21 are laid over the others and count besides."""
    if unit.n < SHORT:
        return total
    troops, of = unit.troops, book()
    g.show(("unit", unit.n))
    g.show(("plan", unit.side))
    part = "melee.part" if factor else "morale.part"
    laid = {"unit_formation": standing(unit)}
    laid |= {"stance": STANCE} if unit.stance else {}
    laid |= {"dust": CURTAIN} if in_dust(g, unit) else {}
    for what, number in laid.items() if unit.morale != "rout" else ():  # routers have no formation (QAD-2.413-G2)
        entry = of.unit_formations.get(number)
        if entry is not None and (not factor or factor in entry.melee):
            total.add(modifier(entry, troops.nation, troops.sheet), f"{part}.{what}")
    plan = of.army_formations.get(g.state.sides[unit.side].formation)
    if plan is not None:
        total.add(modifier(plan, troops.nation, troops.sheet), f"{part}.army_formation")
    return total


def in_dust(g: Qadardalikoi, unit: Unit) -> bool:
    """Does a unit stand with its front in or right behind dust that its own side has raised, and not out before it?"""
    clouds = [cloud.base for cloud in g.state.clouds if cloud.side == unit.side]
    if not clouds:
        return False
    whole = frame(unit.bases(), unit.pose.facing)
    x, y = whole.apex
    front = replace(whole, x=x, y=y, depth=0)
    near = [cloud for cloud in clouds if apart(front, cloud) <= DUST + SLACK]
    return any(2 * cloud.pose.from_table(x, y)[1] <= cloud.depth + 2 * SLACK for cloud in near)


@rule("QAD-2.222b-d", "QAD-2.223e-a")
def steel(g: Qadardalikoi, unit: Unit, figures: Collection[int], total: Sum) -> Sum:
    """Steel arms and armour count one more where they are played with and half of the figures or more have them."""
    has = [unit.kit(one.cohort).steel for one in unit.figures if one.n in figures]
    if g.state.options.steel and has and 2 * sum(has) >= len(has):
        total.add(STEEL, "melee.part.steel")
    return total


def _cohort(unit: Unit, figures: Collection[int]) -> int:
    """The cohort that most of these figures belong to."""
    cohorts = [one.cohort for one in unit.figures if one.n in figures] or [0]
    return max(sorted(set(cohorts)), key=cohorts.count)


@rule("QAD-2.222b-c")
def net(striking: Sum, defending: Sum, roll: int) -> Sum:
    """The number that gives the row: attack less defence, and the roll that the attacking unit made this turn."""
    total = Sum(striking.value, "melee.part.attack").add(-defending.value, "melee.part.defence")
    return total.add(book().rolls["melee"].at(roll).mod, "melee.part.roll")


# The shifts


@rule("QAD-2.222b-f", "QAD-2.223-G4", "QAD-2.223-G6")
def shifts(g: Qadardalikoi, unit: Unit, target: Unit, touched: Sequence[Base], by: Sequence[Base]) -> Sum:
    """By how many columns the case shifts a strike, and why; all that apply are added up."""
    total = Sum(0, "melee.part.none")
    for key in (
        zeal(g, unit, target),
        entrenched(g, touched, by),
        charge(unit, target),
        "against_nluss_charge" if charged_by_nluss(target, unit) else "",
        marked(unit),
    ):
        if key:
            total.add(book().shifts[key].shift, f"shift.{key}")
    return total


@rule(
    "QAD-2.223a-a", "QAD-2.223a-b", "QAD-2.223a-c", "QAD-3.006-n2", "QAD-3.016-n1", "QAD-3.018-n3", "QAD-3.018-n4",
)  # fmt: skip
def zeal(g: Qadardalikoi, unit: Unit, target: Unit) -> str:
    """The shift of fanatics: against others, by others, none between them; Hlüss at their Brood-mother their own."""
    mine, theirs = fanatic(unit, target), fanatic(target, unit)
    if defends_mother(g, unit):
        return "brood_defence"
    if defends_mother(g, target):
        return "against_brood_defence"
    if mine and theirs:
        return "fanatics_both"
    return "fanatic" if mine else "against_fanatic" if theirs else ""


def fanatic(unit: Unit, against: Unit) -> bool:
    """Does a unit fight this enemy as a fanatic? In a last stand it does, and some peoples do against old enemies."""
    notes = unit.troops.notes
    return (
        unit.troops.fanatic
        or unit.last_stand
        or ("fanatic_against_shen" in notes and against.troops.sheet == "shen")
        or ("fanatic_against_mu_ugalavya" in notes and against.troops.nation == "mu_ugalavyani")
    )


def zealous(g: Qadardalikoi, unit: Unit, against: Unit) -> bool:
    """Does a unit fight as a fanatic, for whatever reason? So do Hlüss who defend their Brood-mother."""
    return fanatic(unit, against) or defends_mother(g, unit)


@rule("QAD-3.018-G1")
def defends_mother(g: Qadardalikoi, unit: Unit) -> bool:
    """Are these Hlüss within 75 mm of their own Brood-mother, while an enemy is within 250 mm of her?"""
    if "defends_mother" not in unit.troops.notes:
        return False
    near, alarm = book().notes["defends_mother"].within * MM, 250 * MM
    mothers = [one for one in g.of(unit.side) if one.n != unit.n and is_mother(one)]
    for mother in mothers:
        her = mother.bases()[0]
        if min(apart(her, base) for base in unit.bases()) <= near + SLACK and any(
            apart(her, base) <= alarm + SLACK for foe in g.foes(unit) for base in foe.bases()
        ):
            return True
    return False


@rule("QAD-2.223b-a", "QAD-2.223b-G1")
def entrenched(g: Qadardalikoi, touched: Sequence[Base], by: Sequence[Base]) -> str:
    """Troops in or right behind a field work that lies between them and those who strike."""
    kinds = book().terrain
    works = [one for one in g.state.land.features if one.kind in kinds and kinds[one.kind].work]
    if not works or not touched or not by:
        return ""
    firer = mean(by)
    sheltered = sum(any(shelters(g, work, base, firer) for work in works) for base in touched)
    return "against_entrenched" if 2 * sheltered >= len(touched) else ""


@rule("QAD-2.223c-a", "QAD-2.117-G2", "QAD-3.014-n3", "QAD-3.014-G2")
def charge(unit: Unit, target: Unit) -> str:
    """Who charged this target this turn shifts right, regular N'lúss by two."""
    if target.n not in unit.deeds.charged:
        return ""
    return "nluss_charge" if "long_charge" in unit.troops.notes and unit.troops.regular else "charge"


@rule("QAD-3.014-n4")
def charged_by_nluss(target: Unit, unit: Unit) -> bool:
    """Did regular N'lúss charge this unit this turn?"""
    return charge(target, unit) == "nluss_charge"


@rule("QAD-2.223d-a")
def marked(unit: Unit) -> str:
    """The shift that the mark of a legion gives to its own attacks."""
    return MARKS.get(unit.troops.mark, "")


# The table


@rule("QAD-2.222b-e")
def losses(number: Sum, figures: int, shift: Sum) -> int:
    """The entry of the table: the number gives the row, the figures and their shifts the column."""
    return results.casualties(number.value, figures, shift.value)


@rule("QAD-2.222b-g", "QAD-GEO-16")
def falling(unit: Unit, n: int, touched: Collection[int], by: Sequence[Base]) -> list[int]:
    """Who falls: those in contact first, nearest to the middle of the strikers; then by rank, and the nearest again."""
    x, y = mean(by)
    ranked = ranks(unit)
    row = sorted(
        (one.n not in touched, 0 if one.n in touched else ranked[one.n], distance(base.x - x, base.y - y), one.n)
        for one, base in zip(unit.figures, unit.bases(), strict=True)
    )
    return [number for *_, number in row[:n]]


@rule("QAD-2.240-G7")
def recoiling(unit: Unit, n: int, striking: Collection[int], by: Sequence[Base]) -> list[int]:
    """Casualties of the attacker are of those who struck, the nearest to their own middle first."""
    x, y = mean(by)
    row = sorted(
        (distance(base.x - x, base.y - y), one.n)
        for one, base in zip(unit.figures, unit.bases(), strict=True)
        if one.n in striking
    )
    return [number for _, number in row[:n]]
