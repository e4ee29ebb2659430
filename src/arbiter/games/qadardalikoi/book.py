"""All content of Qadardálikoi, read once: sheets, legions, formations and the tables of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NoReturn, Protocol

from arbiter.content import Library, Vocabulary, read_pack
from arbiter.content.folder import read_words
from arbiter.core import Catalogue, say
from arbiter.kit.books import Thing

from . import sheets
from .battle_entries import (
    BATTLE_KINDS,
    ArmyEntry,
    BattlefieldEntry,
    LookEntry,
    NamesEntry,
    ScenarioEntry,
    TerrainEntry,
)
from .entries import (
    KINDS,
    MARKS,
    AreaEntry,
    ArmsEntry,
    ArmyFormationEntry,
    BaseEntry,
    BudgetEntry,
    CoverEntry,
    ExposureEntry,
    FatigueEntry,
    KindEntry,
    KitEntry,
    LegionEntry,
    MoraleEntry,
    NationEntry,
    NoteEntry,
    PatchEntry,
    ResultsEntry,
    RollEntry,
    ScaleEntry,
    SheetEntry,
    ShiftEntry,
    StepEntry,
    UnitFormationEntry,
)
from .sheets import Numbers

CONTENT = Path(__file__).parent / "content"
FILES = (
    "sheets", "notes", "organisation", "kits", "legions", "combat", "turn", "formations", "armies", "terrain",
    "battlefields", "scenarios", "names", "looks",
)  # fmt: skip
ALL_KINDS = {**KINDS, **BATTLE_KINDS}
NAMED = (
    "sheet",
    "nation",
    "legion",
    "kit",
    "kind",
    "army_formation",
    "unit_formation",
    "area",
    "step",
    "terrain",
    "battlefield",
    "scenario",
    "shift",
    "fatigue",
    "morale",
)
"""Kinds whose names people read."""


PROPER = ("sheet", "nation", "legion", "army_formation", "unit_formation")
"""Kinds whose names are proper names."""


class Book:
    """Everything a table plays with, by key; formations also by number."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.sheets = library.all("sheet", SheetEntry)
        for nation in HUMAN:
            self.sheets[f"{nation}_nluss"] = sheets.in_service(self.sheets[nation], self.sheets["nluss"])
        self.notes = library.all("note", NoteEntry)
        self.nations = library.all("nation", NationEntry)
        self.kits = library.all("kit", KitEntry)
        self.kinds = {kind.code: kind for kind in library.all("kind", KindEntry).values()}
        self.legions = library.all("legion", LegionEntry)
        self.bases = library.all("base", BaseEntry)
        self.patches = library.all("patch", PatchEntry)
        self.scales = {key: scale.value for key, scale in library.all("scale", ScaleEntry).items()}
        self.results = library.all("results", ResultsEntry)["melee_and_missile"]
        self.rolls = library.all("roll", RollEntry)
        self.shifts = library.all("shift", ShiftEntry)
        self.exposure = library.all("exposure", ExposureEntry)["steps"].steps
        self.covers = library.all("cover", CoverEntry)
        self.arms = library.all("arms", ArmsEntry)
        self.steps = library.all("step", StepEntry)
        self.fatigue = library.all("fatigue", FatigueEntry)
        self.morale = library.all("morale", MoraleEntry)
        self.budget = library.all("budget", BudgetEntry)
        self.areas = {area.number: area for area in library.all("area", AreaEntry).values()}
        self.army_formations = {one.number: one for one in library.all("army_formation", ArmyFormationEntry).values()}
        self.unit_formations = {one.number: one for one in library.all("unit_formation", UnitFormationEntry).values()}
        self.armies = library.all("army", ArmyEntry)
        self.terrain = library.all("terrain", TerrainEntry)
        self.battlefields = library.all("battlefield", BattlefieldEntry)
        self.scenarios = library.all("scenario", ScenarioEntry)
        self.names = library.all("names", NamesEntry)
        self.looks = library.all("look", LookEntry)
        self._check()

    @cached_property
    def troops(self) -> dict[tuple[str, str], Numbers]:
        """(sheet, troop) -> what the sheet says of it."""
        return {
            (key, troop): sheets.numbers(key, sheet, troop, self.attacks(key, troop))
            for key, sheet in self.sheets.items()
            for troop in sheet.troops
        }

    def attacks(self, sheet: str, troop: str) -> int:
        """How often a figure strikes in a melee phase: half its arms, a beast once."""
        for name in (f"{sheet}.{troop}", sheet):
            for arms in self.arms.values():
                if name in arms.troops:
                    return 1 if arms.single else arms.arms // 2
        return self.arms["two"].arms // 2

    def shift_of(self, mark: str) -> int:
        """By how many columns the mark of a legion shifts its attacks."""
        return self.shifts[MARKS[mark]].shift if mark in MARKS else 0

    def words(self, language: str) -> Catalogue:
        """The words of the content in a language. Names of peoples, legions and formations are as printed everywhere,
        those that we gave to other troops are not; a kit is told by what it is made of where the language is not
        English."""
        found = {f"{kind}.{key}": entry.name for kind in NAMED for key, entry in self.library.all(kind, Thing).items()}
        for key, scenario in self.scenarios.items():
            found |= {f"aim.{key}_{n}": aim.text for n, aim in enumerate(scenario.aims)}
        for key, army in self.armies.items():
            found |= {f"ready_army.{key}": army.name, f"ready_army.{key}_about": army.about}
        lines = self.names["lines"]
        for part, texts in (("first", lines.first), ("last", lines.last)):
            found |= {f"champion.{part}_{n}": text for n, text in enumerate(texts, 1)}
        found |= {f"army_formation_number.{n}": one.name for n, one in self.army_formations.items()}
        for kind in ("unit_formation_number.", "mark.formation_"):
            found |= {f"{kind}{n}": one.name for n, one in self.unit_formations.items()}
        found |= {f"called.{name}": name for name in self.own_names}
        found |= read_words(__package__, language)
        if language != "en":
            for key, kit in self.kits.items():
                carried = arms(kit, found) or found[f"unarmed.{kit.troop}"]
                of = {"who": self.sheets[kit.sheet].name, "arms": carried} if kit.sheet else {}
                found[f"kit.{key}"] = say(found, "kit_of", of) if of else carried
        return found

    @cached_property
    def own_names(self) -> set[str]:
        """The names of troops and of royal persons that are ours, not printed."""
        armies, sides = self.armies.values(), [side for one in self.scenarios.values() for side in one.sides]
        royal = [*(army.royal for army in armies), *(side.royal for side in sides)]
        units = [unit for one in (*(army.units for army in armies), *(side.units for side in sides)) for unit in one]
        return {name for name in (*royal, *(unit.name for unit in units)) if name} - {
            sheet.name for sheet in self.sheets.values()
        }

    def proper(self) -> set[str]:
        """The keys of names that stand in every language as the rulebook prints them, and of words made of others."""
        made = {f"kit.{key}" for key in self.kits}
        numbered = ("army_formation_number.", "unit_formation_number.", "mark.formation_")
        made |= {f"{kind}{n}" for kind in numbered for n in range(1, 22)}
        return made | {f"{kind}.{key}" for kind in PROPER for key in self.library.all(kind, Thing)}

    def _wrong(self, kind: str, key: str, field: str, problem: str) -> NoReturn:
        raise self.library.error(kind, key, field, problem)

    def _known(self, kind: str, key: str, field: str, name: str, among: Mapping[Any, Any]) -> None:
        if name not in among:
            self._wrong(kind, key, field, f"there is no {name}")

    def _check(self) -> None:
        """What the entries promise must be there; a complaint names the entry."""
        self._check_sheets()
        self._check_legions()
        self._check_battlefields()
        self._check_tables()

    def _check_sheets(self) -> None:
        for key, sheet in self.sheets.items():
            for troop in sheet.troops.values():
                self._known("sheet", key, "troops", troop.base, {size.who: size for size in sheet.bases})
            for size in sheet.bases:
                if not sheets.faces_its_narrow_side(size):
                    self._wrong("sheet", key, "bases", f"the front of {size.who} is wider than its depth")
            for note in sheet.notes:
                self._known("sheet", key, "notes", note, self.notes)
        for key, kit in self.kits.items():
            for sheet_key in [kit.sheet] if kit.sheet else HUMAN:
                self._known("kit", key, "sheet", sheet_key, self.sheets)
                for lacking in sheets.lacks(self.sheets[sheet_key], kit):
                    self._wrong("kit", key, lacking, f"the {kit.troop} troops of {sheet_key} carry no such thing")

    def _check_legions(self) -> None:
        for key, nation in self.nations.items():
            self._known("nation", key, "sheet", nation.sheet, self.sheets)
        for key, legion in self.legions.items():
            self._known("legion", key, "nation", legion.nation, self.nations)
            self._known("legion", key, "sheet", legion.sheet, self.sheets)
            if legion.regular and not sheets.may_be_regular(legion.kind):
                self._wrong("legion", key, "regular", "marines and guards of roads and temples are irregular")
            for place, kit_key in (("kit", legion.kit), ("second", legion.second)):
                if kit_key:
                    self._known("legion", key, place, kit_key, self.kits)
                    if wrong := sheets.lacks(self.sheets[legion.sheet], self.kits[kit_key]):
                        self._wrong("legion", key, place, f"{legion.sheet} has no {wrong[0]} as {kit_key} asks for")
            if legion.twin:
                self._known("legion", key, "twin", legion.twin, self.legions)

    def _check_battlefields(self) -> None:
        for key, kind in self.terrain.items():
            if kind.cover:
                self._known("terrain", key, "cover", kind.cover, self.covers)
        for key, field in self.battlefields.items():
            for piece in field.pieces:
                self._known("battlefield", key, "pieces", piece.kind, self.terrain)
                regions = self.terrain[piece.kind].regions
                if regions and field.region not in regions:
                    self._wrong("battlefield", key, "pieces", f"{piece.kind} is foreign to {field.region} country")
        for key, scenario in self.scenarios.items():
            self._known("scenario", key, "battlefield", scenario.battlefield, self.battlefields)
            for side in scenario.sides:
                if side.army:
                    self._known("scenario", key, "sides", side.army, self.armies)

    def _check_tables(self) -> None:
        width = len(self.results.columns)
        if len(self.results.rows) != 41 or any(len(row) != width for row in self.results.rows):
            self._wrong(
                "results", "melee_and_missile", "rows", "expected 41 rows of as many cells as there are columns"
            )
        for key, roll in self.rolls.items():
            if [band.first for band in roll.bands] != [1, *(band.last + 1 for band in roll.bands[:-1])]:
                self._wrong("roll", key, "bands", "expected bands without a gap from 1 to 100")


class Armed(Protocol):
    """Whatever carries arms: a kit of the content, or a cohort's."""

    @property
    def melee(self) -> str: ...
    @property
    def secondary(self) -> str: ...
    @property
    def missile(self) -> str: ...
    @property
    def guard(self) -> str: ...


def arms(kit: Armed, words: Catalogue) -> str:
    """What a cohort carries, in words."""
    parts = [words[f"weapon.{key}"] for key in (kit.melee, kit.secondary) if key]
    parts += [words[f"missile.{kit.missile}"]] if kit.missile else []
    parts += [words[f"guard.{kit.guard}"]] if kit.guard in ("shield", "buckler") else []
    return ", ".join(parts)


HUMAN = ("tsolyani", "yan_koryani", "mu_ugalavyani", "livyani", "salarvyani", "small_states")
"""The six sister sheets, which share the kits that name no sheet."""


@cache
def book() -> Book:
    """The content of the game."""
    library = Library()
    vocabulary = Vocabulary([])
    for name in FILES:
        library.add(read_pack(CONTENT / f"{name}.toml", ALL_KINDS, vocabulary))
    return Book(library)
