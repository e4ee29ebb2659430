"""What a seat may not know, and how often the worlds it imagines differ from the true one there."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from ..core import Said, Table

GAMES, WORLDS = 3, 8
"""What was imagined as it truly is in so many games, in so many worlds, is no secret to a bot."""

ANYTHING = "anything"

Key = tuple[str, str]
"""Who imagines, and what: a single seat anything at all, the seats or the spectators a single field."""


class Doubts:
    """How often what is hidden was imagined, and how often otherwise than it is; of what is `fixed` nobody asks it."""

    def __init__(self, fixed: Collection[str]) -> None:
        self.fixed = tuple(fixed)
        self.games: dict[Key, set[str]] = {}
        self.worlds: Counter[Key] = Counter()
        self.otherwise: Counter[Key] = Counter()
        self.count = 0
        self.first = 0

    def hidden(self, table: Table[Any], seat: int | None) -> set[Key]:
        """What is hidden from a seat now."""
        return {*self._compared(table, table, seat)}

    def certain(self, keys: Collection[Key]) -> bool:
        """Is there something among these that was never imagined otherwise?"""
        return any(not self.otherwise[key] and not self._beyond_doubt(key) for key in keys)

    def _beyond_doubt(self, key: Key) -> bool:
        return _whole(key[1]).startswith(self.fixed)

    def note(self, table: Table[Any], worlds: Collection[Table[Any]], seat: int | None) -> None:
        """Compare worlds that a seat imagined at one moment with the true one."""
        for key in self.hidden(table, seat):
            self.games.setdefault(key, set()).add(table.dice.seed)
        for world in worlds:
            self.count += 1
            self.first += world.imagined == 1
            compared = self._compared(table, world, seat)
            self.worlds.update(compared.keys())
            self.otherwise.update(key for key, differs in compared.items() if differs)

    def _compared(self, table: Table[Any], world: Table[Any], seat: int | None) -> dict[Key, bool]:
        found: dict[Key, bool] = {}
        for name, differs in differences(table, world, seat):
            for key in (("a spectator" if seat is None else "a seat", name), (f"seat {seat}", ANYTHING)):
                found[key] = found.get(key, False) or differs
        return found

    def faults(self) -> list[str]:
        """What was imagined again and again, and always as it truly is."""
        return [
            f"{who} imagined {name} {worlds} times, and always as it truly is (if nobody can doubt that: `fixed`)"
            for (who, name), worlds in self.worlds.items()
            if not self.otherwise[who, name] and not self._beyond_doubt((who, name))
            if worlds >= WORLDS and len(self.games[who, name]) >= GAMES
        ]

    def __str__(self) -> str:
        worlds: Counter[str] = Counter()
        otherwise: Counter[str] = Counter()
        for (who, name), count in self.worlds.items():
            worlds[_field(name)] += count
            otherwise[_field(name)] += self.otherwise[who, name]
        shares = [f"{name} {otherwise[name] / count:.0%}" for name, count in sorted(worlds.items())]
        tried = f"{self.first} of {self.count} worlds fit at the first try"
        return f"{tried}; imagined otherwise: {', '.join(shares) or 'nothing is hidden'}"


def _whole(name: str) -> str:
    """A field with the fields it lies in, whichever of several records it is: `heroes.progress`."""
    return re.sub(r"\[[^\]]*\]| at the beat's beginning", "", name)


def _field(name: str) -> str:
    return re.sub(r"\[.*| at the beat's beginning", "", name)


def differences(table: Table[Any], world: Table[Any], seat: int | None) -> Iterator[tuple[str, bool]]:
    """Every hidden field, and every answer still secret to a seat, with whether it is another in that world.

    Fields are looked at twice, as they are and as they were when the beat began: what was drawn since is drawn anew by
    the table itself, what was there before only the game can deal.
    """
    yield from _compared("", table.state, table.view(seat).state, world.state, table.seats)
    if not table.over:
        began = table.checkpoint.state
        for name, differs in _compared("", began, table.game.view(began, seat), world.checkpoint.state, table.seats):
            yield f"{name} at the beat's beginning", differs
        for at, owner in table.recorder.secrets.items():
            entry = table.journal[at]
            if owner != seat and isinstance(entry, Said):
                yield f"the answer to {entry.prompt}", entry != world.journal[at]


def _compared(name: str, true: Any, seen: Any, other: Any, seats: int) -> Iterator[tuple[str, bool]]:
    """The parts of a value of which a seat sees something else, with whether they are another in the other world."""
    if true == seen:
        return
    if dataclasses.is_dataclass(true) and type(true) is type(seen) is type(other):
        for field in dataclasses.fields(true):
            inner = f"{name}.{field.name}" if name else field.name
            one, two, three = (getattr(record, field.name) for record in (true, seen, other))
            yield from _compared(inner, one, two, three, seats)
    elif isinstance(true, dict) and isinstance(seen, dict) and true.keys() == seen.keys():
        for key in true:
            yield from _compared(name, true[key], seen[key], other.get(key), seats)
    elif _is_list_of_parts(true) and isinstance(seen, list) and len(true) == len(seen) == len(other):
        for at, (one, two, three) in enumerate(zip(true, seen, other, strict=True)):
            # A list with an item for each seat says of whom it is.
            yield from _compared(f"{name}[{at}]" if len(true) == seats else name, one, two, three, seats)
    elif not _is_the_same_in_another_order(true, seen):
        yield name, true != other


def _is_list_of_parts(value: Any) -> bool:
    return isinstance(value, list) and any(
        isinstance(item, list | tuple | dict) or dataclasses.is_dataclass(item) for item in value
    )


def _is_the_same_in_another_order(true: Any, seen: Any) -> bool:
    return isinstance(true, list) and isinstance(seen, list) and sorted(true, key=repr) == sorted(seen, key=repr)
