"""How a combat shows its sum: every part of a number with its source and its rule, and the entries of the table."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.core import Text
from arbiter.kit.numbers import Sum

from .book import book
from .results import Entry

RULES = {
    "missile.part.weapon": "QAD-2.212-h",
    "missile.part.armour": "QAD-2.212-h",
    "missile.part.stance": "QAD-0.420-aa",
    "missile.part.roll": "QAD-2.212-i",
    "missile.part.none": "QAD-2.212-G5",
    "melee.part.weapon": "QAD-2.222b-b",
    "melee.part.armour": "QAD-2.222b-b",
    "melee.part.unit_formation": "QAD-2.223-a",
    "melee.part.army_formation": "QAD-2.223-b",
    "melee.part.stance": "QAD-2.223-e",
    "melee.part.dust": "QAD-2.223-f",
    "melee.part.steel": "QAD-2.223e-a",
    "melee.part.attack": "QAD-2.223-G1",
    "melee.part.defence": "QAD-2.223-G1",
    "melee.part.roll": "QAD-2.222b-c",
    "melee.part.none": "QAD-2.222b-f",
    "morale.part.rating": "QAD-2.411-a",
    "morale.part.unit_formation": "QAD-2.411-c",
    "morale.part.army_formation": "QAD-2.411-b",
    "morale.part.stance": "QAD-2.411-G9",
    "morale.part.dust": "QAD-2.411-G9",
    "morale.part.duels": "QAD-2.013-a",
    "morale.part.duels_lost": "QAD-2.013-b",
    "rally.part.failure": "QAD-2.414-a",
    "rally.part.commander": "QAD-2.414-b",
}
"""The rule by which a part counts; shifts name theirs in the content, lines of a table share one."""
SITUATION = "QAD-2.411-a"
FATIGUE = "QAD-2.300-G5"


def rule_of(source: str) -> str:
    """The rule by which a part of a sum counts."""
    kind, _, key = source.partition(".")
    if kind == "shift":
        return book().shifts[key].rule
    return RULES.get(source, FATIGUE if kind == "fatigue" else SITUATION)


def parts(total: Sum) -> list[Text]:
    """The parts of a number that count, as people are told them."""
    found = []
    for n, source in [term for term in total.terms() if term.n] or total.terms():
        key = source if isinstance(source, str) else source.key
        found.append(Text("sum.part", {"what": Text(key), "n": f"{n:+d}", "rule": rule_of(key)}))
    return found


def entries(looked_up: Iterable[Entry]) -> list[Text]:
    """The entries of the Combat Results Table that were read."""
    return [Text("sum.entry", {"row": f"{one.row:+d}", "column": one.column, "n": one.n}) for one in looked_up]
