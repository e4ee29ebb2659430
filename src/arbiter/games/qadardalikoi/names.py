"""Names for champions and commanders (2.004, 2.012): made of syllables by the table's dice, for the ear alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from arbiter.core import rule

from .book import book


class Champion(NamedTuple):
    """Who steps out for a duel: a name, the key of a weapon of the people's sheet, and a line of colour."""

    name: str
    weapon: str
    line: str


def person(nation: str, roll: Callable[[int], int]) -> str:
    """A name as that people would give it."""
    lists = book().names.get(nation, book().names["others"])
    return lists.first[roll(len(lists.first)) - 1] + lists.last[roll(len(lists.last)) - 1]


@rule("QAD-2.012-C1")
def champion(nation: str, roll: Callable[[int], int]) -> Champion:
    """A champion of a people. What is said of him never changes his chances: they are rolled apart."""
    sheet = book().sheets[book().nations[nation].sheet]
    lines = book().names["lines"]
    name = person(nation, roll)
    weapon = sheet.weapons[roll(len(sheet.weapons)) - 1].key
    line = f"{lines.first[roll(len(lines.first)) - 1]} {lines.last[roll(len(lines.last)) - 1]}"
    return Champion(name, weapon, line)
