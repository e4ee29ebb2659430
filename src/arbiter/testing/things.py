"""Hidden things are conserved: an imagined world has each of them once, as the true one has."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterator
from typing import Any

from ..core import Table
from ..core.states import marks


class Things:
    """The fields of a state that hold hidden things, learnt from a true game.

    Things that can be hidden are told apart by what they are, and they do not vanish. So a marked field holds things as
    long as no two alike were seen in it, and whatever was in it is still somewhere. Others hold choices (cards laid
    face down of which everybody has the same), numbers, or who has looked where.
    """

    def __init__(self, state: Any) -> None:
        self.fields = sorted(marks(type(state))) if dataclasses.is_dataclass(state) else []
        self._met: dict[str, set[Hashable]] = {name: set() for name in self.fields}

    def learn(self, table: Table[Any]) -> None:
        """Strike out the fields that turn out to hold something else."""
        if self.fields:
            there = set(_things(table.state))
            self.fields = [name for name in self.fields if self._holds_things(name, table.state, there)]

    def _holds_things(self, name: str, state: Any, there: set[Hashable]) -> bool:
        things = list(_things(getattr(state, name)))
        self._met[name].update(things)
        return len(set(things)) == len(things) and self._met[name] <= there

    def of(self, table: Table[Any]) -> list[Hashable]:
        """All hidden things at a table, in order."""
        return sorted((thing for name in self.fields for thing in _things(getattr(table.state, name))), key=repr)


def _things(value: Any, heaped: bool = False) -> Iterator[Hashable]:
    """What lies in lists, wherever they are; a single value is no heap of things."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from _things(item, heaped=True)
    elif dataclasses.is_dataclass(value) and not heaped:
        for field in dataclasses.fields(value):
            yield from _things(getattr(value, field.name))
    elif heaped and value is not None and type(value).__hash__ is not None:
        yield value
