"""Names for champions and commanders (2.004, 2.012): made of syllables by the table's dice, for the ear alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from arbiter.core import Text, rule

from .book import book


class Champion(NamedTuple):
    """Who steps out for a duel: a name, the key of a weapon of the people's sheet, and the keys of a line of colour."""

    name: str
    weapon: str
    enters: str
    bears: str

    @property
    def told(self) -> Text:
        """The champion as people are told of him."""
        words = {
            "weapon": f"weapon.{self.weapon}",
            "enters": f"champion.{self.enters}",
            "bears": f"champion.{self.bears}",
        }
        return Text("duel.champion", {"name": self.name, **{what: Text(key) for what, key in words.items()}})


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
    enters, bears = f"first_{roll(len(lines.first))}", f"last_{roll(len(lines.last))}"
    return Champion(name, weapon, enters, bears)
