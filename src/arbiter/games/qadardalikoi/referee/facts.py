"""What people tell a referee: every fact with what it may be, read from what they type, refused in words."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from arbiter.core import Catalogue, Illegal, Text, say

from .. import armies, orders, sheets, spoken_orders
from ..armies import Mustered
from ..battle_entries import ArmyEntry, Order
from ..book import book

Kind: TypeAlias = Literal["unit", "number", "choice", "several", "yes", "order"]
ArmyNamed: TypeAlias = Callable[[str], ArmyEntry]

GOINGS = ("open", "road", "woods", "light_slope", "heavy_slope", "swamp")
WHYS = ("told", "terror", "losses", "surrounded", "debt", "rout_near", "command_died", "cohorts", "last_stand")
SHOWN = 8
"""So many names are listed where more than one is meant."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that people tell: its kind, what it is if nobody says (None: it must be said), and its bounds."""

    name: str
    kind: Kind
    default: Any = None
    least: int = 0
    most: int = 0
    choices: Callable[[], Sequence[str]] = tuple

    @property
    def prompt(self) -> Text:
        """What is asked; a fact of the enemy has the words of one's own, and says whose it is."""
        own = self.name.removeprefix("foe_")
        return Text("fact.of_foe", {"what": Text(f"fact.{own}")}) if own != self.name else Text(f"fact.{own}")


def called(name: str) -> Text:
    """What people call a fact when they tell it; one of the enemy's says whose it is."""
    own = name.removeprefix("foe_")
    return Text("fact_name.of_foe", {"what": Text(f"fact_name.{own}")}) if own != name else Text(f"fact_name.{own}")


def named(typed: str, names: Iterable[str], words: Catalogue) -> str | None:
    """Which of these facts was typed, as it is called in the language of the words or in English."""
    wish = _folded(typed.replace("-", "_")).strip()
    return next((name for name in names if wish in (_folded(name), _folded(said(name, words)))), None)


def said(name: str, words: Catalogue) -> str:
    """The name of a fact in the language of the words."""
    told = called(name)
    return say(words, told.key, told.args)


def _number(name: str, default: int | None, least: int, most: int) -> Fact:
    return Fact(name, "number", default, least, most)


def _yes(name: str) -> Fact:
    return Fact(name, "yes", False)


def _both(*facts: Fact) -> list[Fact]:
    """Facts of one's own unit and of the enemy's."""
    return [
        Fact(prefix + one.name, one.kind, one.default, one.least, one.most, one.choices)
        for one in facts
        for prefix in ("", "foe_")
    ]


FACTS: dict[str, Fact] = {
    one.name: one
    for one in (
        Fact("unit", "unit"),
        Fact("foe", "unit"),
        *_both(
            _number("figures", 0, 0, 400),
            _number("formation", 2, 1, 18),
            _number("files", 0, 0, 100),
            Fact("order", "choice", "close", choices=lambda: ("close", "open", "skirmish")),
            _yes("stance"),
            _number("plan", 0, 0, 12),
            _yes("charged"),
            _yes("flank"),
            _yes("dust"),
            _yes("entrenched"),
            _yes("last_stand"),
            _yes("fanatic"),
            _yes("rout"),
            _yes("brood"),
            _yes("steel"),
            _yes("second"),
            _number("turns", 0, 0, 72),
            _number("height", 0, 0, 3000),
            Fact("nation", "choice", choices=lambda: tuple(book().nations)),
        ),
        _number("contact", None, 1, 400),
        _number("foe_contact", 0, 0, 400),
        _number("distance", None, 0, 6000),
        _number("angle", 0, -90, 90),
        _number("used", 0, 0, 6000),
        Fact("going", "several", ("open",), choices=lambda: GOINGS),
        Fact("weapon", "choice", "", choices=lambda: sorted(_arms())),
        _number("firing", 0, 0, 400),
        _number("shots", 0, 0, 10),
        Fact("exposure", "choice", "100", choices=lambda: tuple(str(step) for step in book().exposure)),
        Fact("moved", "choice", "no", choices=lambda: ("no", "half", "more")),
        _yes("first"),
        Fact("why", "several", ("told",), choices=lambda: WHYS),
        *(_yes(key) for key in ("friend_near", "command_near", "commander_with", "commander_lost")),
        *(_yes(key) for key in ("killed_command", "flanked", "commander")),
        _number("duels", 0, -2, 2),
        Fact("do", "order"),
        _number("fatigue", None, -40, 100),
        Fact("did", "several", (), choices=lambda: tuple(book().fatigue)),
        _number("number", 0, 0, 20),
        _number("won", 0, 0, 20),
        _number("lost", 0, 0, 20),
        _number("percent", None, 1, 100),
        _number("row", None, -60, 60),
        _number("hits", None, 1, 400),
        _number("shift", 0, -9, 9),
    )
}
"""All that can be told, by name."""


def _arms() -> set[str]:
    return {one.key for sheet in book().sheets.values() for one in sheet.missiles}


def read(fact: Fact, typed: str, words: Catalogue, army_named: ArmyNamed) -> Any:
    """What somebody typed for a fact; raises `Illegal` with what would be right."""
    text = typed.strip()
    if fact.kind == "unit":
        return troops_named(text, army_named)
    if fact.kind == "number":
        return _read_number(fact, text)
    if fact.kind == "yes":
        return _read_yes(fact, text, words)
    if fact.kind == "order":
        return spoken_orders.read(text, orders.VERBS, {})
    if fact.kind == "several":
        return tuple(_one_of(fact, part) for part in text.replace(",", " ").split())
    return _one_of(fact, text)


def _read_number(fact: Fact, text: str) -> int:
    bare = text.removesuffix("mm").removesuffix("°").removesuffix("%").strip()
    try:
        n = int(bare)
    except ValueError:
        n = None
    if n is None or not fact.least <= n <= fact.most:
        raise Illegal("referee.number", name=called(fact.name), given=text, least=fact.least, most=fact.most)
    return n


def _read_yes(fact: Fact, text: str, words: Catalogue) -> bool:
    for key, means in (("referee.yes", True), ("referee.no", False)):
        if text.casefold() in ("yes" if means else "no", *words[key].split()):
            return means
    yes, no = words["referee.yes"].split()[0], words["referee.no"].split()[0]
    raise Illegal("referee.yes_or_no", name=called(fact.name), given=text, yes=yes, no=no)


def _one_of(fact: Fact, text: str) -> str:
    choices = fact.choices()
    bare = text.removesuffix("%").replace(" ", "_").replace("-", "_").casefold()
    if bare not in choices:
        raise Illegal("referee.choice", name=called(fact.name), given=text, known=list(choices))
    return bare


# Who it is


def troops_named(text: str, army_named: ArmyNamed) -> Mustered:
    """A unit by a legion's key or a part of its name, as a line of an army (`keneng#3`), or as troops of a sheet with a
    kit (`shen/shen_halberd`, `shen/shen_halberd/12` for twelve figures)."""
    if "#" in text:
        name, _, line = text.rpartition("#")
        return _of_army(name, line, army_named)
    if "/" in text:
        return _of_sheet(*[part.strip() for part in text.split("/")])
    return _of_legion(text)


def _of_army(name: str, line: str, army_named: ArmyNamed) -> Mustered:
    army = army_named(name.strip())
    if not line.strip().isdecimal() or not 1 <= int(line) <= len(army.units):
        raise Illegal("referee.line", army=name, line=line, most=len(army.units))
    at = int(line) - 1
    for fault in armies.faults(army, steel=True):
        if fault.line in (-1, at) and armies.unplayable(fault.why):
            raise fault.why
    return armies.mustered(army.units[at], army)


def _of_sheet(sheet: str, kit: str = "", figures: str = "", *more: str) -> Mustered:
    of = book()
    if sheet not in of.sheets:
        raise Illegal("referee.sheet", given=sheet, known=list(of.sheets))
    able = {key: one for key, one in of.kits.items() if one.sheet in ("", sheet)}
    fits = [key for key, one in able.items() if not sheets.lacks(of.sheets[sheet], one)]
    if kit not in fits:
        raise Illegal("referee.kit", given=kit, sheet=sheet, known=fits)
    if more or (figures and not (figures.isdigit() and 1 <= int(figures) <= 400)):
        raise Illegal("referee.number", name=called("figures"), given="/".join((figures, *more)), least=1, most=400)
    nation = next((key for key, one in of.nations.items() if one.sheet == sheet), "tsolyani")
    order = Order(sheet=sheet, kit=kit, figures=int(figures) if figures else 0, cohorts=0 if figures else 4)
    return armies.mustered(order, ArmyEntry(name="", nation=nation, units=(order,)))


def _of_legion(text: str) -> Mustered:
    legions = book().legions
    found = [text] if text in legions else [
        key for key, one in legions.items() if not one.twin and _meant(text, f"{one.name} {key}")
    ]  # fmt: skip
    if not found:
        raise Illegal("referee.no_unit", given=text)
    if len(found) > 1:
        raise Illegal("referee.which", given=text, n=len(found), known=found[:SHOWN])
    order = Order(legion=found[0])
    return armies.mustered(order, ArmyEntry(name="", nation=legions[found[0]].nation, units=(order,)), home=True)


def _meant(typed: str, name: str) -> bool:
    """Does every word that was typed begin a word of a name?"""
    words, wanted = _folded(name).split(), _folded(typed).split()
    return bool(wanted) and all(any(word.startswith(part) for word in words) for part in wanted)


def _folded(text: str) -> str:
    """Without accents and in small letters: nobody has them on the keyboard."""
    plain = unicodedata.normalize("NFD", text.casefold().replace("_", " "))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
