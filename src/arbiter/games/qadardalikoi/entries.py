"""What the content of Qadardálikoi may say: the fields of sheets, legions, formations, tables, battlefields and armies.

Every number has bounds. `printed` says of each entry what of it the rulebook prints; the rest is ours.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from arbiter.content import Entry
from arbiter.kit.books import Thing

Millimetres: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=6000)]
Length: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=6000)]
Factor: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=60)]
Small: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=20)]
Percent: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=100)]
Roll: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=100)]
Shift: TypeAlias = Annotated[int, msgspec.Meta(ge=-3, le=3)]
Share: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]
Rule: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^QAD-[\w.]+-\w+$")]

Column: TypeAlias = Literal["hvy", "med", "lt", "srl", "sro"]
"""A column of a sheet: heavy, medium and light troops, and two kinds of beast."""
Guard: TypeAlias = Literal["shield", "buckler", "none", "mounted"]
Going: TypeAlias = Literal["road", "open", "woods", "light_slope", "heavy_slope", "swamp"]
Magic: TypeAlias = Literal["normal", "first", "second", "none", "special"]
"""Magic-users roll normally, every one as the first or the second figure, there are none, or 2.560 rules them."""
Mark: TypeAlias = Literal["**", "*", "", "#", "##", "@"]
MARKS = {"**": "superb", "*": "good", "#": "poor", "##": "dreadful"}
"""2.223d: the shifts that the marks of legions give to their attacks, by their keys in the content."""
Kind: TypeAlias = Literal[
    "OAL", "HI", "MI", "LI", "AR", "CB", "SL", "LI/AR", "LI/CB", "MI/CB", "MI/AR", "AT", "SP", "MS", "MR", "SK",
    "special", "beast",
]  # fmt: skip


class Size(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A base: front by depth in mm."""

    who: str
    front: Length
    depth: Length
    gap: str = ""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the movement table: mm a turn by going; what is missing cannot be entered. A flier has one `rate`."""

    type: str
    mode: Literal["walk", "fly"] = "walk"
    forced: Millimetres = 0
    road: Millimetres = 0
    open: Millimetres = 0
    woods: Millimetres = 0
    light_slope: Millimetres = 0
    heavy_slope: Millimetres = 0
    swamp: Millimetres = 0
    charge: Millimetres = 0
    rate: Millimetres = 0
    gap: str = ""


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the melee table: the longer strikes first; the factor by column."""

    key: str
    name: str
    len: Annotated[float, msgspec.Meta(ge=1, le=12)]
    hvy: Factor = 0
    med: Factor = 0
    lt: Factor = 0
    srl: Factor = 0
    sro: Factor = 0
    order: Literal["", "close", "open"] = ""
    pike: bool = False
    charge: bool = False
    gap: str = ""

    def factor(self, column: Column) -> int:
        """The attack factor of that column; 0 where it does not carry the weapon."""
        return int(getattr(self, column))


class Missile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A missile weapon: range in mm (or the thrower's height), attack factor, shots a turn."""

    key: str
    name: str
    range: Millimetres = 0
    attack: Factor = 0
    rof: Annotated[float, msgspec.Meta(ge=0, le=3, multiple_of=0.5)] = 0
    altitude: bool = False
    available: bool = True
    ammunition: Small = 0
    gap: str = ""


class Troop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of figure that a sheet knows: which of its columns, bases and lines it uses. The joining is ours."""

    column: Column
    base: str
    line: str
    fatigue: str
    regular: bool = True
    flight: str = ""
    guard: Literal["", "shield", "buckler", "none", "mounted"] = ""
    """The one line of the defence table it always uses, where its kit does not choose."""
    morale: str = "general"
    beast: bool = False
    per_figure: Literal[20, 100] = 100


class SheetEntry(Thing, frozen=True, kw_only=True):
    """A statistics sheet."""

    printed: bool | tuple[str, ...] = (
        "name", "number", "human", "magic", "morale", "marks", "fatigue", "bases", "moves", "weapons", "missiles",
        "defence",
    )  # fmt: skip
    number: Annotated[str, msgspec.Meta(pattern=r"^3\.0[0-2]\d$")]
    human: bool
    magic: Magic
    morale: dict[str, Small]
    """General numbers by kind of troop; none where the sheet lists legions only."""
    marks: dict[str, Mark] = {}
    bases: tuple[Size, ...]
    fatigue: dict[str, Percent]
    moves: tuple[Line, ...]
    weapons: tuple[Weapon, ...]
    missiles: tuple[Missile, ...] = ()
    defence: dict[Guard, dict[Column, Factor]]
    troops: dict[str, Troop]
    notes: tuple[str, ...] = ()
    gaps: tuple[Rule, ...] = ()


class NoteEntry(Thing, frozen=True, kw_only=True):
    """A note of a sheet as a flag that troops have; `chapter` is the one that enforces it."""

    printed: bool | tuple[str, ...] = ("percent", "within")
    rule: Rule
    chapter: Literal[
        "sheets", "armies", "movement", "missile", "melee", "morale", "command", "magic", "artillery", "none"
    ]
    percent: Percent = 0
    within: Millimetres = 0
    text: str


class LegionEntry(Thing, frozen=True, kw_only=True):
    """A listed legion. Reference, morale and mark are printed; how it is armed is ours."""

    printed: bool | tuple[str, ...] = ("ref", "nation", "group", "morale", "morale_away", "mark")
    ref: str
    nation: str
    sheet: str
    listed: str
    """The sheet that lists it; it may fight by another."""
    group: str = ""
    ordinal: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    code: str = ""
    """Its number in its nation's list: of a legion that has no name but a designation."""
    kind: Kind
    morale: Annotated[int, msgspec.Meta(ge=1, le=25)]
    morale_away: Small = 0
    """Its morale outside its homeland, where that differs."""
    mark: Mark = ""
    regular: bool = True
    kit: str
    second: str = ""
    """The kit of two cohorts in five, in a legion of mixed troops."""
    cohorts: Annotated[int, msgspec.Meta(ge=1, le=20)]
    twin: str = ""
    """The same unit as another sheet lists it; that entry counts."""
    gap: str = ""


class KitEntry(Thing, frozen=True, kw_only=True):
    """Arms of a cohort, by the keys of its sheet; `every` n-th cohort of a legion carries the missile weapon."""

    sheet: str = ""
    """The sheet it is for; none for the human ones."""
    troop: str
    guard: Guard
    melee: str
    secondary: str = ""
    missile: str = ""
    every: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    howdah: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """Medium infantry on the back of each beast; it is they who have the missile weapon."""


class KindEntry(Thing, frozen=True, kw_only=True):
    """A kind of legion by its printed code; the kits that the legions of a nation take in the order of its list."""

    code: Kind
    kits: tuple[str, ...]


class ResultsEntry(Thing, frozen=True, kw_only=True):
    """The Combat Results Table: a row for each net attack, from 20 down to -20."""

    columns: tuple[Annotated[int, msgspec.Meta(ge=-2, le=15)], ...]
    rows: tuple[tuple[Annotated[int, msgspec.Meta(ge=-2, le=28)], ...], ...]
    first: Annotated[int, msgspec.Meta(ge=20, le=20)]


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of a percentile table and what it brings."""

    first: Roll
    last: Roll
    mod: Shift = 0
    result: Literal["", "stand", "retreat", "rout"] = ""
    moves: Annotated[float, msgspec.Meta(ge=0, le=2, multiple_of=0.5)] = 0
    rally: Percent = 0


class RollEntry(Thing, frozen=True, kw_only=True):
    """A table that a percentile roll is looked up in."""

    bands: tuple[Band, ...]

    def at(self, roll: int) -> Band:
        """The band that holds the roll."""
        return next(band for band in self.bands if band.first <= roll <= band.last)


class ShiftEntry(Thing, frozen=True, kw_only=True):
    """A column shift of melee, to the right if positive. `instead` is the one it takes the place of."""

    shift: Shift
    rule: Rule
    instead: str = ""


class ExposureEntry(Thing, frozen=True, kw_only=True):
    """The steps of exposure: a shot hits if the roll is no higher."""

    steps: tuple[Percent, ...]


class CoverEntry(Thing, frozen=True, kw_only=True):
    """How exposed a figure is in or behind something."""

    exposure: Percent


class MoraleEntry(Thing, frozen=True, kw_only=True):
    """A circumstance that changes the number of a morale check."""

    mod: Shift
    within: Millimetres = 0


class FatigueEntry(Thing, frozen=True, kw_only=True):
    """What an action costs or, if positive, brings back."""

    points: Annotated[int, msgspec.Meta(ge=-3, le=5)]


class StepEntry(Thing, frozen=True, kw_only=True):
    """A step of the turn."""

    number: Annotated[int, msgspec.Meta(ge=1, le=13)]
    section: str


class BudgetEntry(Thing, frozen=True, kw_only=True):
    """The share of a turn's move that an action takes: fixed, or the distance by a rate."""

    share: Share = 0
    each: Annotated[int, msgspec.Meta(ge=0, le=180)] = 0
    """For every started so many degrees."""
    by: Literal["", "rate", "forced", "charge", "rest", "extra"] = ""
    fatigue: str


class ArmsEntry(Thing, frozen=True, kw_only=True):
    """How often a figure strikes in a melee phase: half its arms."""

    arms: Annotated[int, msgspec.Meta(ge=2, le=8)]
    troops: tuple[str, ...] = ()
    single: bool = False


class NationEntry(Thing, frozen=True, kw_only=True):
    """Who musters armies: the sheet, the column of the formation tables, the cohort, the colours of the bases."""

    sheet: str
    column: Literal["", "Ts", "Mu", "YK", "Lv", "Sl", "Nl", "Gh", "Pj"] = ""
    empire: bool = False
    noble: bool = False
    """Do its champions fight duels (QAD-2.010-G1)?"""
    cohort: str = ""
    figures: Annotated[int, msgspec.Meta(ge=0, le=20)]
    """Figures of a cohort."""
    fewest: Small
    most: Small
    """Cohorts of a legion on the table."""
    colour: str
    levels: tuple[Level, ...] = ()
    legion: tuple[Small, ...] = ()
    """Figures of the cohorts of a legion, where that is fixed."""
    band: dict[str, tuple[Small, Small]] = {}
    """A war-band: how many of each kind of troop."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of a nation's army, with its strength where it is printed, and who commands it."""

    grade: Literal["soldier", "subaltern", "captain", "major/colonel", "general", "senior general"]
    unit: str = ""
    men: Annotated[int, msgspec.Meta(ge=0, le=10000)] = 0
    officer: str = ""


class BaseEntry(Thing, frozen=True, kw_only=True):
    """A base size as 0.232 lists it; a sheet may overrule it."""

    front: Length
    depth: Length
    overruled: tuple[str, ...] = ()


class PatchEntry(Thing, frozen=True, kw_only=True):
    """The colours of one of the three patches of a base."""

    place: Annotated[int, msgspec.Meta(ge=1, le=3)]
    colours: dict[str, str]


class ScaleEntry(Thing, frozen=True, kw_only=True):
    """A number of 0.131 or 0.2: a scale of maps, time, ground or figures."""

    value: Annotated[int, msgspec.Meta(ge=1, le=20_000)]


class AreaEntry(Thing, frozen=True, kw_only=True):
    """A battlefield area, in thousandths of the deployment rectangle from its left and rear edges."""

    number: Annotated[int, msgspec.Meta(ge=1, le=12)]
    row: Literal["front", "middle", "rear"]
    x: tuple[Thousandths, Thousandths]
    y: tuple[Thousandths, Thousandths]
    takes: tuple[str, ...]
    optional: bool = False


Thousandths: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1000)]
SlotKind: TypeAlias = Literal["light", "regular", "strong", "weak", "wedge", "column", "warhammer"]


class Slot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that a plan asks for in an area."""

    area: Annotated[int, msgspec.Meta(ge=1, le=10)]
    kind: SlotKind
    role: Literal["sword", "shield"]
    n: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    n_max: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    req: bool = True
    formations: tuple[Small, ...] = ()
    """Unit formations that units here stand in at deployment."""


Modifier: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=3)]
Nation: TypeAlias = Literal["Ts", "Mu", "YK", "Lv", "Sl", "Nl", "Gh", "Pj"]


class ArmyFormationEntry(Thing, frozen=True, kw_only=True):
    """An army formation: its modifier by nation and the plan of its areas."""

    number: Annotated[int, msgspec.Meta(ge=1, le=12)]
    family: Literal["attack flank, shield centre", "attack centre, shield flank"]
    modifiers: dict[Nation, Modifier]
    all_nations: bool = False
    races: dict[str, Modifier] = {}
    users: tuple[str, ...]
    avoided: tuple[str, ...] = ()
    slots: tuple[Slot, ...]
    heaviest: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    """The area that must hold the strongest unit of the army."""
    in_line: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    """The area whose units stand one behind the other."""
    lanes: bool = False
    """A lane of one base is left on both sides of the centre unit."""
    greaves: bool = False
    """Flank units may begin in the Greave of their side."""
    becomes: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    variants: tuple[str, ...] = ()


Shape: TypeAlias = Literal[
    "solid", "line", "file", "wedge", "diamond", "cells", "ring", "waves", "moons", "mixed", "stance"
]


class UnitFormationEntry(Thing, frozen=True, kw_only=True):
    """A unit formation: its modifier by nation, and how its cohorts stand, as blocks or along rows, rings and arcs.

    `cells` is a drawing, enemy ahead: ``#`` a block, ``<>v`` one that faces left, right or back, ``^`` a small wedge,
    ``.`` ground as large as a block, ``m`` and ``b`` figures of the two units of a Meadow, ``W`` the hidden warhammer.
    """

    number: Annotated[int, msgspec.Meta(ge=1, le=21)]
    modifiers: dict[Nation, Modifier]
    all_nations: bool = False
    races: dict[str, Modifier] = {}
    ruled: dict[str, Modifier] = {}
    """Modifiers of races by our ruling."""
    users: tuple[str, ...]
    shape: Shape
    cells: tuple[Annotated[str, msgspec.Meta(pattern=r"^[#<>v^.mbW]+$")], ...] = ()
    rows: tuple[Small, ...] = ()
    cohorts: Annotated[int, msgspec.Meta(ge=1, le=8)]
    """The fewest cohorts that can form it."""
    spaced: bool = False
    """Are there spaces between blocks, of at most 75 mm?"""
    no_flank: bool = False
    no_rear: bool = False
    anchored: bool = False
    """Has it no flanks where both its ends rest on something?"""
    terrain: tuple[Going, ...] = ()
    rate: Literal["", "open", "woods"] = ""
    charges: bool = True
    lanes: bool = False
    warhammer: bool = False
    overlay: bool = False
    over: tuple[Small, ...] = ()
    not_over: tuple[Small, ...] = ()
    oblique: bool = False
    missile_defence: Small = 0
    melee: tuple[Literal["attack", "defence"], ...] = ("attack", "defence")
    """Which factors of melee its modifier is added to."""
    column: Literal["", "always", "deep"] = ""
    """Is it a column for a forced march, or is it one when at least twice as deep as wide?"""


KINDS: dict[str, type[Entry]] = {
    "sheet": SheetEntry,
    "note": NoteEntry,
    "legion": LegionEntry,
    "kit": KitEntry,
    "kind": KindEntry,
    "nation": NationEntry,
    "base": BaseEntry,
    "patch": PatchEntry,
    "scale": ScaleEntry,
    "results": ResultsEntry,
    "roll": RollEntry,
    "shift": ShiftEntry,
    "exposure": ExposureEntry,
    "cover": CoverEntry,
    "arms": ArmsEntry,
    "step": StepEntry,
    "fatigue": FatigueEntry,
    "morale": MoraleEntry,
    "budget": BudgetEntry,
    "area": AreaEntry,
    "army_formation": ArmyFormationEntry,
    "unit_formation": UnitFormationEntry,
}
