"""Rosters: what an army may be made of, and the units that it musters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import NamedTuple

from arbiter.core import Illegal, rule

from . import organisation, points, sheets
from .battle_entries import ArmyEntry, Order
from .book import book
from .entries import KitEntry, LegionEntry
from .geometry import MM
from .state import Kit, Troops

MEADOW = 19
DIVISIONS = 5
"""An army has at most so many (QAD-3.002-G2)."""


class Fault(NamedTuple):
    """What is wrong with a roster: the line of it, from 0 (-1: the whole), and why."""

    line: int
    why: Illegal


class Mustered(NamedTuple):
    """A unit ready for the table: what it is, the figures of each cohort, and its line of the roster."""

    troops: Troops
    cohorts: tuple[int, ...]
    order: Order

    @property
    def figures(self) -> int:
        return sum(self.cohorts)


# What a line of a roster means


def legion_of(order: Order) -> LegionEntry | None:
    """The listed legion that a line names; of a unit that is listed twice the fuller entry (QAD-3.002-G1)."""
    legion = book().legions.get(order.legion)
    return book().legions[legion.twin] if legion is not None and legion.twin else legion


def sheet_of(order: Order) -> str:
    """The sheet that a line's troops fight by."""
    legion = legion_of(order)
    return legion.sheet if legion is not None else order.sheet


def nation_of(order: Order, army: ArmyEntry) -> str:
    """Whom the troops serve: the nation that lists them, or that of the army."""
    legion = legion_of(order)
    return legion.nation if legion is not None else army.nation


def people_of(order: Order, army: ArmyEntry) -> str:
    """The people whose cohorts they form: that of their sheet where it musters by itself."""
    legion, sheet = legion_of(order), sheet_of(order)
    if legion is not None and book().nations[legion.nation].sheet == sheet:
        return legion.nation
    if sheet in book().nations:
        return sheet
    return legion.nation if legion is not None else army.nation


def kits_of(order: Order) -> tuple[str, str]:
    """The kit of most cohorts, and the second one of a mixed unit."""
    legion = legion_of(order)
    if legion is None:
        return order.kit, order.second
    return order.kit or legion.kit, order.second or ("" if order.kit else legion.second)


def cohorts_of(order: Order, army: ArmyEntry) -> tuple[int, ...]:
    """The figures of each cohort that is here."""
    people = people_of(order, army)
    if order.figures:
        return organisation.split(people, order.figures)
    legion = legion_of(order)
    strength = order.cohorts or (legion.cohorts if legion is not None else 1)
    if legion is not None and legion.kind == "beast":
        return (strength,)
    return organisation.cohorts_of(people, strength)


# What a roster may say


def faults(army: ArmyEntry, steel: bool = False) -> list[Fault]:
    """All that is wrong with a roster; none where it may be fought with."""
    found: list[Fault] = []
    if army.nation not in book().nations:
        return [Fault(-1, Illegal("army.nation", nation=army.nation, near=_near(army.nation, book().nations)))]
    if not army.units:
        found.append(Fault(-1, Illegal("army.empty")))
    for line, order in enumerate(army.units):
        found += [Fault(line, why) for why in _line_faults(line, order, army)]
    if any(unplayable(why) for _, why in found):
        return found
    found += [Fault(-1, why) for why in _whole_faults(army, steel)]
    return found


def _near(name: str, known: Iterable[str]) -> list[str]:
    """The names that are spelt most like one that there is not."""
    return get_close_matches(name, list(known), 3, 0.0)


UNPLAYABLE = (
    "army.nation", "army.empty", "army.legion_or_sheet", "army.legion", "army.sheet", "army.kit", "army.no_kit",
)  # fmt: skip


def unplayable(why: Illegal) -> bool:
    """Is it a fault that no leave can mend: nobody would know who stands there, or no sheet has numbers for them?"""
    return why.key in UNPLAYABLE or (why.key == "army.lacks" and why.arguments["what"] != "guard")


def why_unplayable(army: ArmyEntry) -> Fault | None:
    """The first fault of a roster that nobody can play with, whatever is allowed."""
    return next((fault for fault in faults(army, steel=True) if unplayable(fault.why)), None)


def _line_faults(line: int, order: Order, army: ArmyEntry) -> Iterator[Illegal]:
    of = book()
    if bool(order.legion) == bool(order.sheet):
        yield Illegal("army.legion_or_sheet")
        return
    if order.legion and order.legion not in of.legions:
        yield Illegal("army.legion", legion=order.legion, near=_near(order.legion, book().legions))
        return
    if order.sheet and order.sheet not in of.sheets:
        yield Illegal("army.sheet", sheet=order.sheet, near=_near(order.sheet, book().sheets))
        return
    yield from _kit_faults(order, army)
    if (why := _why_not_strength(order, army)) is not None:
        yield why
    if order.shares and order.shares > line:
        yield Illegal("army.shares", "QAD-2.134-a", n=order.shares)
    elif order.shares and (why := why_not_meadow(army.units[order.shares - 1], order)) is not None:
        yield why
    if order.bodyguard and (why := why_not_guard(order, army)) is not None:
        yield why
    if order.attached and "attached" not in of.sheets[sheet_of(order)].morale:
        yield Illegal("army.attached", "QAD-3.017-n3")


def _kit_faults(order: Order, army: ArmyEntry) -> Iterator[Illegal]:
    """Weapons and guard must be on the sheet for that weight; where all cohorts are of one type there is one kit."""
    of = book()
    first, second = kits_of(order)
    if not first:
        yield Illegal("army.no_kit")
    for key in filter(None, (first, second)):
        if key not in of.kits:
            yield Illegal("army.kit", kit=key, near=_near(key, book().kits))
        elif wrong := sheets.lacks(of.sheets[sheet_of(order)], of.kits[key]):
            yield Illegal("army.lacks", "QAD-3.000-b", kit=key, what=wrong[0], sheet=sheet_of(order))
    if second and not organisation.may_mix(nation_of(order, army)):
        yield Illegal("army.mixed", "QAD-0.310-f", nation=nation_of(order, army))


def _why_not_strength(order: Order, army: ArmyEntry) -> Illegal | None:
    people, legion = people_of(order, army), legion_of(order)
    if order.figures:
        if sheet_of(order) in ("ssu_grey", "ssu_black", "hluss") and order.kit != "brood_mother":
            return organisation.why_not_mass(order.figures)
        return None
    strength = order.cohorts or (legion.cohorts if legion is not None else 1)
    if order.bodyguard or (strength == 1 and organisation.may_detach(people)):
        return None
    if legion is not None and legion.kind == "beast":
        return None
    return organisation.why_not_cohorts(people, strength)


def why_not_meadow(shields: Order, bows: Order) -> Illegal | None:
    """Formation 19 is of one unit of medium troops and one with missiles (0.420)."""
    first, second = (book().kits.get(kits_of(order)[0]) for order in (shields, bows))
    if shields.formation != MEADOW or first is None or second is None:
        return None
    fits = first.troop.startswith("medium") and second.missile
    return None if fits else Illegal("army.meadow", "QAD-0.420-w")


@rule("QAD-2.004-b", "QAD-2.004-G4")
def why_not_guard(order: Order, army: ArmyEntry) -> Illegal | None:
    """The bodyguard of a commander is one unit of one or two cohorts of normal troops of his own nation."""
    guards = sum(one.bodyguard for one in army.units)
    if guards == 1 and len(cohorts_of(order, army)) <= 2 and nation_of(order, army) == army.nation:
        return None
    return Illegal("army.bodyguard", "QAD-2.004-b")


def _whole_faults(army: ArmyEntry, steel: bool) -> Iterator[Illegal]:
    if (why := why_not_divisions(army)) is not None:
        yield why
    if (why := why_not_twice(army)) is not None:
        yield why
    if (why := why_not_steel(army, steel)) is not None:
        yield why
    if army.nation == "tane" and (why := organisation.why_not_band(*bands(army))) is not None:
        yield why
    worth = total(army)
    if army.limit and worth > army.limit:
        yield Illegal("army.points", "QAD-POINTS-C1", n=worth, limit=army.limit)


def why_not_divisions(army: ArmyEntry) -> Illegal | None:
    """May its units stand in the divisions that a roster puts them into?"""
    return why_not_shared([(sheet_of(order), order.division) for order in army.units])


@rule("QAD-3.002-n1", "QAD-3.006-n1", "QAD-3.002-G2")
def why_not_shared(divided: Sequence[tuple[str, int]]) -> Illegal | None:
    """Shén and Ahoggyá may fight in one army, but never in one division. Units are told by sheet and division."""
    for division in range(1, DIVISIONS + 1):
        here = [sheet for sheet, number in divided if number == division]
        if "shen" in here and "ahoggya" in here:
            return Illegal("army.shen_and_ahoggya", "QAD-3.002-n1", n=division)
    return None


def why_not_twice(army: ArmyEntry) -> Illegal | None:
    """A legion has no more cohorts in an army than it has at all, on however many lines; what is too much on a single
    one has been told there, but of beasts."""
    here: dict[str, int] = {}
    for order in army.units:
        legion = legion_of(order)
        if legion is not None and not order.figures:
            again = legion.name in here or legion.kind == "beast"
            here[legion.name] = here.get(legion.name, 0) + (order.cohorts or legion.cohorts)
            most = max(legion.cohorts, book().nations[people_of(order, army)].most)
            if again and here[legion.name] > most:
                return Illegal("army.twice", "QAD-0.310-c", legion=legion.name, n=here[legion.name], most=most)
    return None


@rule("QAD-2.223e-C1", "QAD-2.223e-G1")
def why_not_steel(army: ArmyEntry, steel: bool) -> Illegal | None:
    """Steel is an option; with it, one cohort of an army in ten may have it."""
    here = sum(order.steel for order in army.units)
    cohorts = sum(len(cohorts_of(order, army)) for order in army.units)
    if not here:
        return None
    if not steel:
        return Illegal("army.no_steel", "QAD-2.223e-G1")
    return None if here * 10 <= cohorts else Illegal("army.steel", "QAD-2.223e-G1", n=here, most=cohorts // 10)


def bands(army: ArmyEntry) -> tuple[int, dict[str, int]]:
    """How many war-bands a Tané army is (by its Sró), and its figures by kind."""
    figures: dict[str, int] = {}
    for order in army.units:
        troop = book().kits[kits_of(order)[0]].troop
        kind = "sro" if troop.startswith("sro") else troop if troop == "bazhaq" else "infantry"
        figures[kind] = figures.get(kind, 0) + sum(cohorts_of(order, army))
    return max(1, figures.get("sro", 0)), figures


@rule("QAD-3.004-n2", "QAD-3.019-n1", "QAD-3.025-n4")
def remarks(army: ArmyEntry) -> list[Fault]:
    """What a roster may do and people will frown at: Undead in open war, Ssú on a field, Chyrstálli far from home."""
    told = {"undead": ("army.concordat", "QAD-3.025-n4"), "ssu_grey": ("army.ambush", "QAD-3.004-n2"),
            "ssu_black": ("army.ambush", "QAD-3.004-n2")}  # fmt: skip
    found = []
    for line, order in enumerate(army.units):
        sheet = sheet_of(order)
        if sheet in told:
            found.append(Fault(line, Illegal(*told[sheet])))
        elif sheet == "chyrstall" and army.nation not in ("chyrstall", "mu_ugalavyani"):
            found.append(Fault(line, Illegal("army.desert", "QAD-3.019-n1")))
    return found


# The units of a roster


def kit_of(sheet: str, kit: KitEntry, regular: bool, armed: bool, steel: bool) -> Kit:
    """What a cohort is and carries on the table."""
    troop = (
        kit.troop
        if regular or f"{kit.troop}_irregular" not in book().sheets[sheet].troops
        else f"{kit.troop}_irregular"
    )
    numbers = book().troops[sheet, troop]
    return Kit(
        troop, numbers.column, kit.guard, kit.melee, kit.secondary, kit.missile if armed else "",
        numbers.front * MM, numbers.depth * MM, steel, kit.howdah,
    )  # fmt: skip


@rule("QAD-0.132-C1", "QAD-0.132-a", "QAD-3.000-G4")
def kits(order: Order, cohorts: int, regular: bool) -> tuple[Kit, ...]:
    """The arms of each cohort: every second or fourth may carry the missile weapon; of a mixed unit two in five are of
    the second kind."""
    of, sheet = book(), sheet_of(order)
    first, second = kits_of(order)
    found = []
    for n in range(1, cohorts + 1):
        kit = of.kits[second if second and n % 5 in (2, 4) else first]
        found.append(kit_of(sheet, kit, regular, n % kit.every == 0, n <= order.steel))
    return tuple(found)


@rule("QAD-2.411-G8", "QAD-3.010-G2")
def morale_of(order: Order, home: bool) -> tuple[int, str]:
    """The morale number and ability mark of a unit: its own, at home or abroad, else its people's, else 8 for regulars
    and 6 for others. The Undead have none."""
    legion, sheet = legion_of(order), book().sheets[sheet_of(order)]
    if order.fanatic:
        return 25, legion.mark if legion is not None else ""
    if legion is not None:
        return legion.morale if home or not legion.morale_away else legion.morale_away, legion.mark
    troop = book().kits[kits_of(order)[0]].troop
    if sheet.troops[troop].morale == "none":
        return 0, ""
    if order.attached and "attached" in sheet.morale:
        return sheets.morale(sheet, troop, attached=True), sheet.marks["attached"]
    general = sheets.morale(sheet, troop)
    return general or (8 if sheet.troops[troop].regular else 6), sheet.marks.get(sheet.troops[troop].morale, "")


@rule("QAD-2.001-a", "QAD-2.001-G1", "QAD-0.231-G1")
def mustered(order: Order, army: ArmyEntry, home: bool = False) -> Mustered:
    """A line of a roster as a unit: a legion of cohorts, handled as one body; or a band, a beast, a detached cohort.
    Every figure counts as one, whatever it stands for."""
    legion, sheet = legion_of(order), sheet_of(order)
    regular = legion.regular if legion is not None else book().sheets[sheet].human and sheet != "ghaton_tsolei"
    here = cohorts_of(order, army)
    arms = kits(order, len(here), regular)
    numbers = [book().troops[sheet, kit.troop] for kit in arms]
    morale, mark = morale_of(order, home)
    troops = Troops(
        name=order.name or (legion.name if legion is not None else book().kits[kits_of(order)[0]].name),
        nation=nation_of(order, army),
        sheet=sheet,
        kits=arms,
        morale=morale,
        fatigue=min(one.fatigue for one in numbers),
        start=sum(here),
        mark=mark,
        legion=order.legion,
        regular=regular,
        fanatic=order.fanatic,
        notes=numbers[0].notes,
    )
    worth = points.of_troops(troops, book().shift_of(mark), here)
    return Mustered(replace(troops, points=worth), here, order)


def muster(army: ArmyEntry, home: bool = False) -> list[Mustered]:
    """All units of a roster."""
    return [mustered(order, army, home) for order in army.units]


def total(army: ArmyEntry) -> int:
    """The points of an army."""
    return sum(unit.troops.points for unit in muster(army))
