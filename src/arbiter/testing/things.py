"""Hidden things are conserved: an imagined world has each of them once, as the true one has."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterator
from typing import Any

from ..core import Table
from ..core.states import marks


class Things:
    """The fields of a state that hold hidden things, learnt from true states.

    Things that can be hidden are told apart by what they are, so a marked field holds things as long as no two alike
    were ever seen in it. Others hold choices (cards laid face down that everybody has) or marks (who has looked where).
    """

    def __init__(self, state: Any) -> None:
        self.fields = sorted(marks(type(state))) if dataclasses.is_dataclass(state) else []

    def learn(self, table: Table[Any]) -> None:
        """Strike out the fields in which two things are alike."""
        self.fields = [name for name in self.fields if _distinct(list(_things(getattr(table.state, name))))]

    def of(self, table: Table[Any]) -> list[Hashable]:
        """All hidden things at a table, in order."""
        return sorted((thing for name in self.fields for thing in _things(getattr(table.state, name))), key=repr)


def _things(value: Any) -> Iterator[Hashable]:
    """What lies in lists, wherever they are nested; a single value is no heap of things."""
    if isinstance(value, list | tuple | set | frozenset):
        for item in value:
            if isinstance(item, list | tuple | set | frozenset):
                yield from _things(item)
            elif item is not None:
                yield item


def _distinct(things: list[Hashable]) -> bool:
    try:
        return len(set(things)) == len(things)
    except TypeError:
        return False
