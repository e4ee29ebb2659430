"""2.221, who strikes in a melee: contact, weapons, pikes, flanks; and in which order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from arbiter.core import rule

from . import sheets, staff
from .book import book
from .contact import LEVEL
from .entries import Column, Weapon
from .formations import standing
from .geometry import MM, Base, only_corners, side_touched
from .geometry import crowds as many
from .geometry.bases import frame
from .geometry.crowds import joined
from .ground import footprint
from .ranks import files, ranks
from .state import Figure, Qadardalikoi, Unit, opposites

ANCHOR = 25 * MM
"""The end of a line rests on what is so near."""
DROPPED = 2
"""After so many turns of melee the front rank of a pike unit drops its pikes."""


class Touch(NamedTuple):
    """A figure in contact with an enemy figure; `turned` if it stands at that one's flank or rear."""

    unit: int
    figure: int
    foe: int
    other: int
    turned: bool


@rule("QAD-2.221-a", "QAD-2.221-G9", "QAD-2.222-G6")
def touches(g: Qadardalikoi) -> list[Touch]:
    """All base-to-base contact between enemies, from both sides: whoever touches must fight, whatever way he looks."""
    units = [unit for unit in g.state.units if unit.there]
    if staff.harmed_by("melee"):
        units += [staff.body(stand) for stand in g.state.stands if stand.there]
    by_number = {unit.n: unit for unit in units}
    found = []
    for ours, others in opposites(units):
        one, other = joined([unit.crowd() for unit in ours]), joined([unit.crowd() for unit in others])
        for i, j in zip(*many.contacts(one, other), strict=True):
            mine, theirs = one.base(int(i)), other.base(int(j))
            a, b = by_number[int(one.who[i])], by_number[int(other.who[j])]
            if only_corners(mine, theirs) or abs(a.height - b.height) > LEVEL:
                continue
            n, m = int(one.figure[i]), int(other.figure[j])
            found.append(Touch(a.n, n, b.n, m, turns(g, b, side_touched(mine, theirs))))
            found.append(Touch(b.n, m, a.n, n, turns(g, a, side_touched(theirs, mine))))
    return sorted(found)


@rule("QAD-2.221-i", "QAD-3.006-n7", "QAD-2.222-G5")
def turns(g: Qadardalikoi, victim: Unit, side: str) -> bool:
    """Is this an attack in flank or rear? Ahoggyá and some formations have neither; who routs shows only his back."""
    if victim.morale == "rout":
        return True
    if side == "front" or "no_flank" in victim.troops.notes:
        return False
    formation = book().unit_formations.get(standing(victim))
    if formation is None:
        return True
    if side == "rear":
        return not formation.no_rear
    return not formation.no_flank and not (formation.anchored and anchored(g, victim))


def anchored(g: Qadardalikoi, unit: Unit) -> bool:
    """Do both ends of a unit rest on ground that nobody enters, or on the edge of the table?"""
    whole = frame(unit.bases(), unit.pose.facing)
    for sign in (-1, 1):
        x, y = whole.pose.to_table(sign * (whole.front + ANCHOR) // 2, 0)
        end = footprint(Base(x, y, whole.facing, ANCHOR, whole.depth))
        if g.ground.holds(end) and g.ground.closed(end) is None:
            return False
    return True


@dataclass(frozen=True, slots=True)
class Group:
    """Figures of one kind of a unit that strike a target with the same weapon, from the same side of it.

    `front` are the figures in contact; `behind` those who reach over them with pikes, each with the head of its file.
    `crew` are so many from the howdah of each beast, who strike besides it. Those `ahead` were moved up to strike
    before the unit at whose flank or rear they stand.
    """

    unit: int
    weapon: Weapon
    target: int
    turned: bool
    front: tuple[int, ...]
    behind: tuple[tuple[int, int], ...] = ()
    crew: int = 0
    ahead: bool = False


@rule("QAD-2.221-b", "QAD-2.222-G1", "QAD-2.221-G7", "QAD-2.132-c")
def armed(g: Qadardalikoi, unit: Unit, figure: Figure, second: bool = False) -> Weapon:
    """The one weapon that a figure strikes with this turn: its longest, or the secondary where pikes are dropped."""
    sheet, kit = book().sheets[unit.troops.sheet], unit.kit(figure.cohort)
    opened, charging = unit.order != "close", has_charged(unit)
    if not second:
        return sheets.weapon(sheet, kit.melee, opened, charging)
    if kit.secondary:
        return sheets.weapon(sheet, kit.secondary, opened, charging)
    carried = [one for one in sheet.weapons if one.factor(kit.column) and not one.charge]
    return min(carried, key=lambda one: one.len)


@rule("QAD-2.221-f", "QAD-2.221-g", "QAD-2.221-h", "QAD-2.221-G5", "QAD-2.221-G6", "QAD-2.222b-a")
def strikers(g: Qadardalikoi, unit: Unit, touching: Sequence[Touch], other: bool = False) -> list[Group]:
    """Who of a unit strikes: all in contact, and behind them the second rank of pikes; from the third turn on those in
    front have dropped theirs, and the third rank reaches over too. With `other` they use their second weapon."""
    if unit.morale == "rout":
        return []
    mine = [one for one in touching if one.unit == unit.n]
    by_number = {one.n: one for one in unit.figures}
    dropped = unit.melee >= DROPPED
    ranked = ranks(unit) if mine else {}
    behind = {head: column[1:] for head, column in files(unit).items()} if mine else {}
    found: dict[tuple[str, float, int, bool, Column, bool], tuple[Weapon, dict[int, None], dict[int, int]]] = {}

    def group(weapon: Weapon, one: Figure, touch: Touch) -> tuple[Weapon, dict[int, None], dict[int, int]]:
        kit = unit.kit(one.cohort)  # each cohort strikes with factors of its own (QAD-0.310-G2)
        key = (weapon.key, weapon.len, touch.foe, touch.turned, kit.column, kit.steel)
        return found.setdefault(key, (weapon, {}, {}))

    for touch in mine:
        figure = by_number[touch.figure]
        if not unit.kit(figure.cohort).melee:
            continue
        pike = armed(g, unit, figure, second=other)
        drops = pike.pike and dropped and ranked[touch.figure] == 1
        group(armed(g, unit, figure, second=other or drops), figure, touch)[1][touch.figure] = None
        if pike.pike:
            for one in behind.get(touch.figure, [])[: 2 if dropped else 1]:
                reach = armed(g, unit, one)
                if reach.pike:
                    group(reach, one, touch)[2].setdefault(one.n, touch.figure)
    return [
        Group(unit.n, weapon, foe, turned, tuple(front), tuple((n, head) for n, head in rear.items() if n not in front))
        for (_, _, foe, turned, _, _), (weapon, front, rear) in found.items()
    ] + crews(unit, mine)


def has_charged(unit: Unit) -> bool:
    """Did its own charge of this turn touch anybody?"""
    return any(target >= 0 for target in unit.deeds.charged)


@rule("QAD-3.015-n4", "QAD-3.015-G3")
def crews(unit: Unit, touching: Iterable[Touch]) -> list[Group]:
    """Those in the howdahs of beasts that are touched: two or three on each, who strike with spears in an attack of
    their own against whoever touches the beast."""
    found: dict[tuple[int, bool, int], dict[int, None]] = {}
    by_number = {one.n: one for one in unit.figures}
    for touch in touching:
        crew = unit.kit(by_number[touch.figure].cohort).howdah
        if crew:
            found.setdefault((touch.foe, touch.turned, crew), {})[touch.figure] = None
    if not found:
        return []
    spear = sheets.weapon(book().sheets[unit.troops.sheet], "spear", charging=has_charged(unit))
    return [Group(unit.n, spear, foe, turned, tuple(front), crew=crew) for (foe, turned, crew), front in found.items()]


# The order


@rule("QAD-2.221-c", "QAD-2.221-e", "QAD-2.221-G3", "QAD-2.221-G4", "QAD-SEQ-12")
def in_order(g: Qadardalikoi, groups: Iterable[Group]) -> list[Group]:
    """The longest weapons strike first; opponents with equal ones roll; then the moving side, by number of units. Who
    attacks flank or rear comes before all strikes of the victim."""
    by_length: dict[float, list[Group]] = {}
    for one in groups:
        by_length.setdefault(one.weapon.len, []).append(one)
    row: list[Group] = []
    rolls: dict[int, int] = {}
    for length in sorted(by_length, reverse=True):
        here = by_length[length]
        equal = {one.unit for one in here if opposed(one, here)}
        initiative(g, equal, rolls, "QAD-2.221-e")
        ahead = {one.unit: rolls[one.unit] if one.unit in equal else 0 for one in here}
        sides = {one.unit: staff.fighter(g, one.unit).side for one in here}
        row += sorted(
            here,
            key=lambda one: (-ahead[one.unit], sides[one.unit] != g.state.first, one.unit, one.target, not one.turned),
        )
    return flanks_first(g, row, rolls)


def opposed(one: Group, others: Iterable[Group]) -> bool:
    """Does the target of a group strike back at the same time, and has neither the other by the flank or both?"""
    return any((other.unit, other.target, other.turned) == (one.target, one.unit, one.turned) for other in others)


def initiative(g: Qadardalikoi, units: Collection[int], rolls: dict[int, int], rule: str) -> None:
    """Each of these units rolls, as some rule says, unless it has `rolls` of this turn already; again while any two are
    equal."""
    before = [*rolls.values()]
    while fresh := sorted({*units} - rolls.keys()):
        found = {n: g.percent() for n in fresh}
        told = {n: found[n] if n in found else rolls[n] for n in sorted(units)}
        names = [staff.fighter(g, n).troops.name for n in told]
        g.tell("melee.initiative", rolls=list(told.values()), units=names, rule=rule)
        if len({*before, *found.values()}) == len(before) + len(found):
            rolls.update(found)


@rule("QAD-2.221-G8")
def flanks_first(g: Qadardalikoi, row: list[Group], rolls: dict[int, int]) -> list[Group]:
    """Groups in flank or rear are moved up to just before their victim's first strike; all others keep their step. If
    that runs in a circle, those concerned go by their `rolls`."""
    left, found = list(row), list[Group]()
    while left:
        chain = [left[0]]
        while (before := _flanker(chain[-1], left)) is not None and before not in chain:
            chain.append(before)
        nxt = chain[-1]
        if before is not None:
            circle = chain[chain.index(before) :]
            initiative(g, {one.unit for one in circle}, rolls, "QAD-2.221-G8")
            nxt = max(circle, key=lambda one: rolls[one.unit])
        found.append(replace(nxt, ahead=before is None and nxt is not left[0]))
        left.remove(nxt)
    return found


def _flanker(one: Group, left: Iterable[Group]) -> Group | None:
    """The first of those in the flank or rear of this group's unit who have still to strike it."""
    return next((other for other in left if other.turned and other.target == one.unit and other is not one), None)
