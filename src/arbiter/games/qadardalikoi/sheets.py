"""3.000, the statistics sheets: what a figure of a kind of troop has, by its sheet, its weight and its arms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from arbiter.core import rule

from .entries import Column, KitEntry, Line, Mark, Missile, SheetEntry, Size, Weapon

STILL = Line(type="still")
"""The line of what cannot move."""


class Numbers(NamedTuple):
    """What a sheet says of one kind of troop."""

    sheet: str
    troop: str
    column: Column
    human: bool
    regular: bool
    front: int
    depth: int
    walk: Line
    fly: int
    """mm a turn over everything; 0 for those who do not fly."""
    fatigue: int
    """Points at the start; 0 for those who never tire."""
    morale: int
    """The sheet's general number; 0 where only listed legions have one, or nobody."""
    mark: Mark
    guard: Literal["", "shield", "buckler", "none", "mounted"]
    """The only line of the defence table it can use; none where the kit chooses."""
    beast: bool
    attacks: int
    """How often a figure strikes in a melee phase."""
    notes: tuple[str, ...]


@rule("QAD-0.110-b")
def numbered(sheets: Mapping[str, SheetEntry], number: str) -> str:
    """The key of a sheet by its section number, such as 3.002; empty where there is none."""
    return next((key for key, sheet in sheets.items() if sheet.number == number and sheet.printed), "")


@rule("QAD-3.000-a")
def numbers(key: str, sheet: SheetEntry, troop: str, attacks: int) -> Numbers:
    """Everything a sheet says of a kind of troop but its weapons."""
    has = sheet.troops[troop]
    size = base(sheet, troop)
    return Numbers(
        sheet=key,
        troop=troop,
        column=has.column,
        human=sheet.human,
        regular=has.regular,
        front=size.front,
        depth=size.depth,
        walk=line(sheet, troop),
        fly=flight(sheet, troop),
        fatigue=fatigue(sheet, troop),
        morale=morale(sheet, troop),
        mark=sheet.marks.get(has.morale, ""),
        guard=has.guard,
        beast=has.beast,
        attacks=attacks,
        notes=sheet.notes,
    )


@rule(
    "QAD-3.007-n1", "QAD-3.008-n1", "QAD-3.009-n1", "QAD-3.010-n1", "QAD-3.011-n1", "QAD-3.012-n1", "QAD-3.013-n1",
    "QAD-3.015-n5", "QAD-3.025-n1", "QAD-0.232-a", "QAD-0.232-c", "QAD-0.232-G1",
)  # fmt: skip
def base(sheet: SheetEntry, troop: str) -> Size:
    """The base of a figure, by its sheet and not by the list of 0.232: regulars stand closer than irregulars, beasts
    have bases of their own."""
    who = sheet.troops[troop].base
    return next(size for size in sheet.bases if size.who == who)


@rule("QAD-0.232-b")
def faces_its_narrow_side(size: Size) -> bool:
    """Is the front of a base no wider than its depth? Figures face the narrowest side."""
    return size.front <= size.depth


@rule("QAD-3.007-n2", "QAD-3.008-n2", "QAD-3.009-n2", "QAD-3.010-n2", "QAD-3.011-n2", "QAD-3.012-n2")
def may_be_regular(kind: str) -> bool:
    """Marines and guards of roads and temples are irregular; of the others only levies of peasants are."""
    return kind not in ("MS", "SK")


@rule("QAD-3.015-n2", "QAD-3.019-n2")
def line(sheet: SheetEntry, troop: str) -> Line:
    """The line of the movement table for a kind of troop: riders have their mount's, both sizes of Chyrstálli one."""
    type = sheet.troops[troop].line
    return next((one for one in sheet.moves if one.type == type and one.mode == "walk"), STILL)


@rule("QAD-3.017-n4", "QAD-3.025-n3")
def flight(sheet: SheetEntry, troop: str) -> int:
    """mm a turn on the wing, whatever is below; 0 for those who walk."""
    type = sheet.troops[troop].flight
    return next((one.rate for one in sheet.moves if one.type == type and one.mode == "fly"), 0)


@rule("QAD-3.025-n2")
def fatigue(sheet: SheetEntry, troop: str) -> int:
    """Fatigue points at the start and at most; Undead have none."""
    return sheet.fatigue.get(sheet.troops[troop].fatigue, 0)


@rule("QAD-3.015-n7", "QAD-3.017-n3")
def morale(sheet: SheetEntry, troop: str, attached: bool = False) -> int:
    """The general morale number of a kind of troop, in a regular legion where that differs; 0 where there is none."""
    if attached and "attached" in sheet.morale:
        return sheet.morale["attached"]
    return sheet.morale.get(sheet.troops[troop].morale, 0)


@rule(
    "QAD-3.007-n4", "QAD-3.008-n4", "QAD-3.009-n4", "QAD-3.010-n4", "QAD-3.011-n4", "QAD-3.012-n4", "QAD-3.014-n5",
    "QAD-3.015-n6", "QAD-3.015-G2",
)  # fmt: skip
def weapon(sheet: SheetEntry, key: str, opened: bool = False, charging: bool = False) -> Weapon:
    """The line of a melee weapon: two-handed swords have one for open order, the Tané spear one for the charge."""
    lines = [one for one in sheet.weapons if one.key == key]
    if charging:
        lines = [one for one in lines if one.charge] or lines
    else:
        lines = [one for one in lines if not one.charge] or lines
    order = "open" if opened else "close"
    return next((one for one in lines if one.order == order), lines[0])


@rule("QAD-3.014-n2", "QAD-3.014-G1")
def in_service(nation: SheetEntry, nluss: SheetEntry) -> SheetEntry:
    """The sheet of N'lúss in regular units: all lines of the nation they serve, and the numbers of their own weapons
    where these are higher: the factor, and the length."""
    own = {(one.key, one.order): one for one in nluss.weapons}
    best = []
    for one in nation.weapons:
        theirs = own.get((one.key, one.order), one)
        med, hvy, length = max(one.med, theirs.med), max(one.hvy, theirs.med), max(one.len, theirs.len)
        best.append(msgspec.structs.replace(one, med=med, hvy=hvy, len=length))
    return msgspec.structs.replace(
        nation,
        name=nluss.name,
        printed=False,
        magic=nluss.magic,
        weapons=tuple(best),
        troops={key: troop for key, troop in nation.troops.items() if key in ("heavy", "medium")},
        notes=("long_charge", "staggers"),
    )


def missile(sheet: SheetEntry, key: str) -> Missile:
    """The line of a missile weapon."""
    return next(one for one in sheet.missiles if one.key == key)


def armour(sheet: SheetEntry, column: str, guard: str) -> int:
    """The defence factor of a column with that guard; 0 where it does not carry it."""
    return next(
        (n for row, cells in sheet.defence.items() for at, n in cells.items() if (row, at) == (guard, column)), 0
    )


@rule("QAD-3.000-b")
def lacks(sheet: SheetEntry, kit: KitEntry) -> list[str]:
    """What a kit asks for that the troop does not carry: fields of the kit. A cell without a number is not carried."""
    if kit.troop not in sheet.troops:
        return ["troop"]
    troop = sheet.troops[kit.troop]
    wrong = []
    for field in ("melee", "secondary"):
        key = getattr(kit, field)
        if key and not any(one.key == key and one.factor(troop.column) for one in sheet.weapons):
            wrong.append(field)
    if kit.missile and not any(one.key == kit.missile and one.available for one in sheet.missiles):
        wrong.append("missile")
    if (troop.guard and kit.guard != troop.guard) or not armour(sheet, troop.column, kit.guard):
        wrong.append("guard")
    if kit.howdah and ("howdah" not in sheet.notes or troop.column != "sro"):
        wrong.append("howdah")
    return wrong


@rule("QAD-3.002-n5")
def artillery_range(sheet: SheetEntry, range: int) -> int:
    """How far an engine shoots that the people of this sheet serve: Shén reach a quarter farther."""
    return range + range // 4 if "long_artillery" in sheet.notes else range


@rule("QAD-3.005-n2")
def armoured_sorcerers(sheet: SheetEntry) -> bool:
    """May the magic-users of this sheet wear armour? Those of the Black Ssú may."""
    return has_magic(sheet) and "armoured_sorcerers" in sheet.notes


@rule(
    "QAD-3.002-n4", "QAD-3.006-n5", "QAD-3.013-n3", "QAD-3.014-n1", "QAD-3.015-n1", "QAD-3.016-n2", "QAD-3.017-n1",
    "QAD-3.019-n3", "QAD-3.021-n1", "QAD-3.023-n1",
)  # fmt: skip
def has_magic(sheet: SheetEntry) -> bool:
    """May the people of this sheet field magic-users at all?"""
    return sheet.magic not in ("none", "special")


@rule(
    "QAD-3.001-n2", "QAD-3.003-n1", "QAD-3.004-n1", "QAD-3.005-n1", "QAD-3.007-n3", "QAD-3.008-n3", "QAD-3.009-n3",
    "QAD-3.010-n3", "QAD-3.011-n3", "QAD-3.012-n3", "QAD-3.018-n1", "QAD-3.020-n1", "QAD-3.022-n1", "QAD-3.024-n1",
)  # fmt: skip
def power_column(sheet: SheetEntry, figure: int) -> int:
    """The column of 2.521 on which a magic-user figure of an army rolls (1 the first, 2 the second and later)."""
    fixed = {"first": 1, "second": 2}
    return fixed.get(sheet.magic, min(figure, 2))
