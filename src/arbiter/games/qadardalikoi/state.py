"""A field battle as plain data, and the verbs of its table.

Seat 0 is side A, whose edge of the table is y = 0 and who looks toward growing y; seat 1 is side B, opposite. Units and
command stands are numbered by their place in their list, and keep it when all their figures are gone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, wraps
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, cast

import msgspec

from arbiter.core import Play, rule, seen_as, state

from .battle_entries import ArmyEntry, BattlefieldEntry, ScenarioEntry
from .book import book
from .entries import Column, Guard
from .geometry import TURN, Base, Pose, Spot
from .geometry.crowds import Crowd, bases
from .ground import Ground, Land, ground
from .sheets import Numbers

T = TypeVar("T")

SIDES = (0, 1)

Formed: TypeAlias = Literal["close", "open", "skirmish"]
"""How far the figures of a unit stand from each other."""
Morale: TypeAlias = Literal["steady", "stand", "retreat", "rout"]


class BattleOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays: what is fought, whether all figures are shown, and whether a battle has an end of its own.

    `battle_limit` is QAD-SEQ-14, `open_table` the option of QAD-2.141-G2, `steel` that of 2.223e.
    """

    scenario: str = "first_blood"
    battlefield: str = "told"
    """The field that is fought on instead of the scenario's; `told`: as that says."""
    armies: str = ""
    """Ready armies that fight instead of the scenario's, as `keneng,gureks`; one alone fights itself, those joined by a
    plus are one army."""
    rosters: dict[str, ArmyEntry] = {}
    """Armies of one's own that may be named besides the ready ones,"""
    fields: dict[str, BattlefieldEntry] = {}
    """fields,"""
    scenarios: dict[str, ScenarioEntry] = {}
    """and battles."""
    open_table: bool = False
    battle_limit: bool = True
    steel: bool = False
    duels: Literal["rolled", "told"] = "rolled"
    """Champion duels are rolled, or fought by other rules and told (2.012)."""
    strict_losses: bool = False
    """A unit that has lost half checks its morale in every later turn, not only when it loses more (QAD-2.410-G2)."""
    marks_fire: bool = False
    """The mark of a legion shifts its missile fire too (QAD-2.212-G5)."""
    messages: bool = False
    """Commanders speak by signal and messenger only, in fifteen words (2.005)."""
    terms: Literal["losing", "always", "never"] = "losing"
    """Who is asked at the end of a turn whether to concede, offer a draw or leave: who has lost a quarter, or both."""
    turns: Annotated[int, msgspec.Meta(ge=0, le=72)] = 0
    """After how many turns the battle ends at the latest; 0: as the scenario says."""


# What a unit is


@dataclass(frozen=True, slots=True)
class Kit:
    """What a cohort is and carries: the kind of troop on the sheet, and weapons by their keys there ("" for none)."""

    troop: str
    column: Column
    guard: Guard
    melee: str
    secondary: str = ""
    missile: str = ""
    front: int = 2000
    depth: int = 2500
    """The base of its figures, in hundredths of a millimetre."""
    steel: bool = False
    howdah: int = 0
    """Medium infantry that fights from the back of each beast."""


@dataclass(frozen=True, slots=True)
class Troops:
    """What a unit is as long as the battle lasts: its name, sheet and numbers, and the kit of each cohort.

    `notes` are the keys of the sheet's notes that hold for it, `start` its figures, `points` their worth at the start.
    """

    name: str
    nation: str
    sheet: str
    kits: tuple[Kit, ...]
    morale: int
    fatigue: int
    start: int
    mark: str = ""
    legion: str = ""
    regular: bool = True
    fanatic: bool = False
    notes: tuple[str, ...] = ()
    points: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """A based figure: its number in its unit, its cohort, and where it stands there."""

    n: int
    cohort: int
    spot: Spot
    turned: int = 0
    """The quarter of the circle by which its front is another edge of its base, which stays as it lies (2.131)."""

    def local(self, kit: Kit) -> Base:
        """Its base as it is told from its unit."""
        front, depth = (kit.depth, kit.front) if self.turned % (TURN // 2) else (kit.front, kit.depth)
        return Base(self.spot.x, self.spot.y, (self.spot.turn + self.turned) % TURN, front, depth)


def looking_ahead(figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """The same figures, none of them turned aside: each base as it lies."""
    return tuple(replace(one, turned=0) for one in figures) if any(one.turned for one in figures) else figures


@dataclass(frozen=True, slots=True)
class Shots:
    """The missiles of a cohort, for each of its figures: the store in quarters of a shot (QAD-2.211-G2), how many were
    loosed this turn, and how many in the whole battle."""

    cohort: int
    store: int
    loosed: int = 0
    spent: int = 0


@dataclass(frozen=True, slots=True)
class Deeds:
    """What a unit has done this turn. `way` is what of its move is used up, as a distance at the `rate` that held.

    A unit that only closed its ranks has done nothing. `paid` names the lines of the fatigue table that it paid for.
    """

    acted: bool = False
    """It has had its part of its own movement phase."""
    way: int = 0
    rate: int = 0
    """The rate that held for it this turn; 0 as long as it has not moved."""
    paid: tuple[str, ...] = ()
    charged: tuple[int, ...] = ()
    """The units that its charge of this turn touched; a charge that fell short names its target as -1."""
    faced: bool = False
    """It turned, or moved in another way that takes nothing of its move; who did so does not rest."""
    fired: bool = False
    full_rate: bool = False
    """It fired at more than half its rate, so it may not move."""
    fought: bool = False
    met: tuple[int, ...] = ()
    """The enemies that it was in melee with, command stands among them (`staff.number`)."""
    flanked: bool = False
    """It was attacked in flank or rear in melee."""
    shot_at: tuple[int, ...] = ()
    """The enemies that it loosed missiles at."""
    halves: bool = False
    """It moves half, fires, and moves half (2.143-c)."""
    evaded: bool = False
    left: tuple[int, ...] = ()
    """The enemies that it broke off from."""
    checked: bool = False
    """It has taken its morale check of this turn."""
    lost: int = 0
    """Figures lost this turn."""

    @property
    def idle(self) -> bool:
        """Did it do nothing that keeps it from rest?"""
        return not (self.way or self.paid or self.faced or self.fired or self.fought or self.evaded)


MANY = 20_000
"""How many answers to one question are kept."""


def by_figures(work_out: Callable[[tuple[Figure, ...], tuple[Kit, ...]], T]) -> Callable[..., T]:
    """Keep what follows from the figures of a unit and their kits, by which tuples these are: to hash all figures at
    every question would take longer than most answers. Equal figures that were made anew are found by their value."""
    kept: dict[tuple[int, int], tuple[tuple[Figure, ...], tuple[Kit, ...], T]] = {}
    by_value = lru_cache(maxsize=4096)(work_out)

    @wraps(work_out)
    def find(figures: tuple[Figure, ...], kits: tuple[Kit, ...]) -> T:
        key = (id(figures), id(kits))
        found = kept.get(key)
        if found is not None and found[0] is figures and found[1] is kits:
            return found[2]
        if len(kept) >= MANY:
            kept.clear()
        made = by_value(figures, kits)
        kept[key] = (figures, kits, made)
        return made

    return find


@by_figures
def formation(figures: tuple[Figure, ...], kits: tuple[Kit, ...]) -> Crowd:
    """The figures of a unit as arrays, told from its pose."""
    bases = [one.local(kits[one.cohort]) for one in figures]
    return Crowd.of(bases, figure=[one.n for one in figures])


@lru_cache(maxsize=MANY)
def _placed(n: int, formation: Crowd, pose: Pose) -> Crowd:
    """A formation on the table. A unit that has not moved is the same crowd, so that what is worked out about it can be
    kept."""
    return formation.on(pose, n)


@by_figures
def _cohorts(figures: tuple[Figure, ...], kits: tuple[Kit, ...]) -> Mapping[int, Sequence[Figure]]:
    found: dict[int, list[Figure]] = {}
    for one in figures:
        found.setdefault(one.cohort, []).append(one)
    return found


@state
class Unit:
    """A legion, or whatever else a scenario lists by itself: a cohort, a beast, a band."""

    n: int
    side: int
    troops: Troops
    pose: Pose
    """The midpoint of the unit and its heading; figures are told from here, so no wheel ever deforms a unit."""
    figures: tuple[Figure, ...]
    fatigue: int
    formation: int = 2
    """The unit formation that it was told to take; `formations.standing` says which one it counts as."""
    stance: bool = False
    """Formation 20 is laid over the other."""
    order: Formed = "close"
    height: int = 0
    morale: Morale = "steady"
    rally: int = 0
    """The percentage that rallies it, out of a morale failure."""
    failed: int = 0
    """The turn in which its morale failed; 0: it holds."""
    retreat: int = 0
    """Half moves that it has to fall back in step 12."""
    gaps: tuple[Figure, ...] = ()
    """The fallen whose places are vacant, kept until the unit moves."""
    with_: int = -1
    """The unit with which it goes: that shares formation 15, 16, 17 or 19 with it, or handles its beasts."""
    hidden: bool = False
    """A warhammer that nobody opposite can make out."""
    rode: bool = False
    """It has made the one mounted charge of its battle."""
    obstacle: int = 0
    """On which turn of crossing an obstacle it is."""
    broken: int = 0
    """Since which turn its cohorts are out of contact; 0: they are not."""
    melee: int = 0
    """Turns of melee in a row that it has behind it."""
    at_bay: bool = False
    """Its cohorts look ahead again when nobody touches it: they turned while an enemy did, or its morale has failed."""
    torn: bool = False
    """The enemy tore it apart since its last movement phase."""
    arrives: int = 0
    """The turn from which it may come on; 0: it is on the table or was."""
    shots: tuple[Shots, ...] = ()
    deeds: Deeds = Deeds()
    triggers: tuple[str, ...] = ()
    """Why it has to check its morale in step 11: keys of the morale chapter."""
    last_stand: bool = False
    feud: int = -1
    """The friend that it fights, and that fights it: Ahoggyá and Shén (3.006)."""
    shot_by: tuple[int, ...] = ()
    """The friends that fired at it since its last movement phase."""
    bereft: bool = False
    """It saw the mother of its brood die."""
    division: int = 1
    """Its hultsan, a group of legions under one officer of the army (QAD-3.002-G2)."""

    @property
    def there(self) -> bool:
        """Is it on the table?"""
        return bool(self.figures) and not self.arrives

    @property
    def ready(self) -> bool:
        """Does it act as it is told? Nobody does who stands shaken, routs, or has still to fall back (2.413)."""
        return self.morale == "steady" and not self.retreat

    @property
    def flying(self) -> bool:
        """Is it too high to touch the ground (QAD-GEO-21)?"""
        return self.height > 2500

    def kit(self, cohort: int) -> Kit:
        return self.troops.kits[cohort]

    def base(self, figure: Figure) -> Base:
        """The base of one of its figures on the table."""
        told = figure.local(self.troops.kits[figure.cohort])
        x, y = self.pose.to_table(told.x, told.y)
        return Base(x, y, (self.pose.facing + told.facing) % TURN, told.front, told.depth)

    def bases(self) -> Sequence[Base]:
        return bases(self.crowd())

    def crowd(self) -> Crowd:
        """Its bases as arrays."""
        return _placed(self.n, formation(self.figures, self.troops.kits), self.pose)

    def cohorts(self) -> Mapping[int, Sequence[Figure]]:
        """Its figures by cohort."""
        return _cohorts(self.figures, self.troops.kits)


def hostile(one: Unit, other: Unit) -> bool:
    """Are two units enemies of each other?"""
    return one.side != other.side or (one.n != other.n and one.feud == other.n)


def opposites(units: Sequence[Unit]) -> list[tuple[list[Unit], list[Unit]]]:
    """Who among some units are enemies of each other: the two sides, and any two of one side that have a feud."""
    by_number = {one.n: one for one in units}
    ours, theirs = ([one for one in units if one.side == side] for side in SIDES)
    feuds = [([one], [by_number[one.feud]]) for one in units if one.feud > one.n and one.feud in by_number]
    return [(ours, theirs), *feuds]


@state
class Stand:
    """A command stand: officer, standard bearer and musician. `legion` is the unit it commands; -1 for the army."""

    n: int
    side: int
    name: str
    rank: Literal["army", "general", "officer", "royal"]
    legion: int
    sheet: str
    pose: Pose
    figures: int = 3
    front: int = 2500
    depth: int = 2500
    with_: int = -1
    """The unit that it stands with and moves along with."""
    moved: bool = False
    """It has moved this turn."""
    beaten: bool = False
    """It was killed in melee, by the unit `by`."""
    by: int = -1

    @property
    def there(self) -> bool:
        return self.figures > 0

    @property
    @rule("QAD-2.004-a")
    def base(self) -> Base:
        """An officer with a standard bearer and a musician, side by side."""
        return Base(self.pose.x, self.pose.y, self.pose.facing, 3 * self.front, self.depth)


# The battle


@dataclass(frozen=True, slots=True)
class Cloud:
    """Dust that a unit has raised: where, and the turn at whose end it settles."""

    base: Base
    side: int
    until: int


@dataclass(frozen=True, slots=True)
class Messenger:
    """A figure on its way from one command stand to another with some words (2.005)."""

    side: int
    sender: int
    to: int
    words: tuple[str, ...]
    pose: Pose


@state
class Side:
    """One side: who it is, its plan of battle, and what hangs over all its morale checks."""

    name: str
    nation: str
    formation: int = seen_as(lambda side, n, seat: n if side.known or seat == side.seat else 0, default=0)
    """The army formation; secret until it is named (QAD-0.410-G4)."""
    seat: int = 0
    known: bool = False
    duels: int = 0
    """2 in its favour or against it on every morale check (2.013)."""
    points: int = 0
    """Of all its units at the start, reinforcements included."""
    home: bool = False
    holds: int = seen_as(lambda side, turn, seat: turn if seat == side.seat else 0, default=0)
    """The turn in which it wants to be asked for no more pass-through fire (QAD-SEQ-D2)."""


@state
class Battle:
    """A battle at any moment."""

    options: BattleOptions
    land: Land
    sides: list[Side]
    units: list[Unit]
    stands: list[Stand]
    turn: int = 0
    step: str = "deploy"
    """A name of `sequence.STEPS`, or one of those before the first turn."""
    first: int = 0
    """The side that has the Move this turn; the other has the Counter-move."""
    seen: list[list[int]] = field(default_factory=lambda: [[], []])
    """Of each side, the enemy units that it observes (QAD-2.141-G2)."""
    observed: list[list[int]] = field(default_factory=lambda: [[], []])
    """Of each side, the enemy units that it has observed at any time."""
    staff: list[list[int]] = field(default_factory=lambda: [[], []])
    """Of each side, the enemy command stands that it observes."""
    clouds: list[Cloud] = field(default_factory=list)
    messengers: list[Messenger] = field(default_factory=list)
    quiet: int = 0
    """Turns in a row in which nothing was decided (QAD-SEQ-14)."""
    limit: int = 36


class Qadardalikoi(Play[Battle]):
    """The table of a battle in the hands of the rules."""

    __slots__ = ("_ahead", "_found", "looked", "still")

    def __init__(self, state: Battle, host: Any) -> None:
        super().__init__(state, host)
        self.still: dict[Hashable, Any] | None = None
        """What was found out while nothing moves (`disposition.while_still`)."""
        self.looked: set[int] = set()
        """The sides that have looked whom they see since the last ask of the beat."""
        self._found: list[tuple[Hashable, Any]] = []
        self._ahead: list[tuple[Hashable, Any]] = []

    # What was found out

    def begin_beat(self) -> None:
        """What was found out in the last beat is forgotten."""
        self._found = []
        self.looked = set()

    def follow(self, g: Qadardalikoi) -> None:
        """This table will go from the start of the beat to where that of `g` stands, and find out the same."""
        self._ahead = g._found[::-1]

    def once(self, about: Hashable, work_out: Callable[[], T]) -> T:
        """What the rules find out on their way through a beat; a clone that follows takes it over.

        It is for what the rules do in their own order, never for an ask that somebody looks at or tries answers on.
        What is found belongs to all clones: numbers and frozen records, no unit.
        """
        ahead = self._ahead
        if ahead:
            known, found = ahead.pop()
            if known == about:
                self._found.append((about, found))
                return cast(T, found)
            ahead.clear()
        found = work_out()
        self._found.append((about, found))
        return found

    # Who

    @property
    def mover(self) -> int:
        """The side whose movement phase it is."""
        s = self.state
        return s.first if s.step.startswith("move") else 1 - s.first

    def of(self, side: int) -> Iterator[Unit]:
        """The units of a side that are on the table, by number."""
        return (unit for unit in self.state.units if unit.side == side and unit.there)

    def foes(self, unit: Unit) -> Iterator[Unit]:
        """The enemies of a unit that are on the table; a friend with whom it has a feud is one."""
        return (one for one in self.state.units if one.there and hostile(unit, one))

    def friends(self, unit: Unit) -> Iterator[Unit]:
        """The other units of its side on the table, less the one with which it has a feud."""
        return (one for one in self.of(unit.side) if one.n != unit.n and not hostile(unit, one))

    def on_ground(self, units: Iterable[Unit]) -> list[Unit]:
        """Those that stand where bases can touch them."""
        return [unit for unit in units if unit.there and not unit.flying]

    def numbers(self, unit: Unit, cohort: int = 0) -> Numbers:
        """What its sheet says of a cohort: rates, fatigue, attacks; `book()` has the rest of the content."""
        return book().troops[unit.troops.sheet, unit.kit(cohort).troop]

    # Dice

    @rule("QAD-0.122-b", "QAD-0.122-G1")
    def percent(self) -> int:
        """Percentile dice: two digits, 00 counting as 100; so 1 to 100."""
        return self.roll(100)

    # What happens to units

    def pay(self, unit: Unit, line: str) -> None:
        """Fatigue is paid at the moment of the action (QAD-SEQ-6), by a line of the fatigue table."""
        if "no_morale_or_fatigue" not in unit.troops.notes:
            unit.fatigue += book().fatigue[line].points
        unit.deeds = replace(unit.deeds, paid=(*unit.deeds.paid, line))

    def did(self, unit: Unit, **deeds: Any) -> None:
        """Note what a unit has done this turn: fields of `Deeds`."""
        unit.deeds = replace(unit.deeds, **deeds)

    def remove(self, unit: Unit, figures: Sequence[int]) -> None:
        """Figures are taken off; their places stay vacant until the unit moves (QAD-GEO-16)."""
        gone = [one for one in unit.figures if one.n in figures]
        unit.figures = tuple(one for one in unit.figures if one.n not in figures)
        unit.gaps = (*unit.gaps, *gone)
        unit.deeds = replace(unit.deeds, lost=unit.deeds.lost + len(gone))
        unit.torn = True

    def trigger(self, unit: Unit, why: str) -> None:
        """A unit will have to check its morale in step 11, once, whatever the reasons (QAD-SEQ-4)."""
        if why not in unit.triggers:
            unit.triggers = (*unit.triggers, why)

    def off(self, unit: Unit) -> None:
        """A unit leaves the table and does not return."""
        unit.figures, unit.gaps = (), ()

    # What stands where

    @property
    def ground(self) -> Ground:
        """The terrain, ready for questions."""
        return ground(self.state.land)
