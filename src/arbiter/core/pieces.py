"""A record by its parts, each encoded by itself, so that only those that have changed are looked at again.

What is the same is the same object: a memo that has encoded a thing, a part or a list of things gives the very same
pieces for it again, whoever looks, and what has become of one piece is reckoned once for all who look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

import msgspec

Pieces: TypeAlias = dict[str, Any]
"""A picture by its parts. A part that is encoded already (`msgspec.Raw`) is only read where it has changed."""

_encoded = msgspec.json.Encoder().encode
_id = attrgetter("id")
LEAST = 256
"""So many things are remembered in any case, and four times as many as stand in a record where that is more."""


class Things(list[msgspec.Raw]):
    """A list of things with ids, each encoded by itself. It never changes."""

    __slots__ = ("_by_id", "ids")

    def __init__(self, things: Sequence[msgspec.Raw], ids: list[str]) -> None:
        super().__init__(things)
        self.ids = ids
        self._by_id: dict[str, msgspec.Raw] | None = None

    def by_id(self) -> dict[str, msgspec.Raw]:
        """The things by their ids: what has become of a list is asked twice, when it is new and when it is old."""
        found = self._by_id
        if found is None:
            found = self._by_id = dict(zip(self.ids, self, strict=True))
        return found


class Memo:
    """How the records that were drawn last were encoded. Whoever makes a record never changes what stands in it.

    A thing that is equal to the last one with its id is taken for that one: it is not encoded again and kept only until
    the next `begin`, for most of what is drawn at a move was drawn like this at the move before.
    `changes` has what became of pieces since the last `begin`, by their identities; they are kept beside it.
    """

    __slots__ = ("_alike", "_fields", "_known", "_latest", "_lists", "_most", "_raws", "_things", "_wholes", "changes")

    def __init__(self) -> None:
        self._fields: dict[str, tuple[Any, Any]] = {}
        self._known: dict[int, msgspec.Raw] = {}
        self._things: list[Any] = []
        self._alike: list[Any] = []
        self._latest: dict[str, tuple[Any, msgspec.Raw]] = {}
        self._raws: dict[bytes, msgspec.Raw] = {}
        self._lists: dict[tuple[int, ...], Things] = {}
        self._wholes: dict[tuple[str | int, ...], Pieces] = {}
        self._most = LEAST
        self.changes: dict[tuple[int, int], tuple[Any, Any, Any]] = {}

    def begin(self) -> None:
        """What is drawn from now on may look otherwise; what was not drawn of late is forgotten."""
        self.rest()
        if len(self._things) > self._most:
            self._fields.clear()
            self._known.clear()
            self._things.clear()
            self._latest.clear()
        if len(self._raws) > self._most:
            self._raws.clear()
        if len(self._lists) > LEAST:
            self._lists.clear()
        if len(self._wholes) > LEAST:
            self._wholes.clear()

    def rest(self) -> None:
        """Nothing more is drawn for now: what is only of use meanwhile is forgotten."""
        self.changes.clear()
        for thing in self._alike:
            self._known.pop(id(thing), None)
        self._alike.clear()

    def pieces(self, record: msgspec.Struct) -> Pieces:
        """A record by its fields, each of them encoded; fields that say nothing are left out, as in its JSON."""
        found: Pieces = {}
        fields, count = self._fields, 0
        kind = _kind(type(record))
        for name, value, default in zip(kind.names, kind.values(record), kind.defaults, strict=True):
            if not value and value == default:
                continue
            last = fields.get(name)
            if last is not None and last[0] is value:
                found[name] = last[1]
            elif value == default:
                continue
            elif type(value) is list and hasattr(value[0], "id"):
                found[name] = made = self._all_of(value)
                fields[name] = value, made
                count += len(made)
            else:
                found[name] = raw = self.encoded(value)
                fields[name] = value, raw
        if 4 * count > self._most:
            self._most = 4 * count
        return self._wholes.setdefault((*found, *map(id, found.values())), found)

    def encoded(self, value: Any) -> msgspec.Raw:
        """Anything as JSON: what is the same JSON is the same piece."""
        text = _encoded(value)
        raw = self._raws.get(text)
        if raw is None:
            raw = self._raws[text] = msgspec.Raw(text)
        return raw

    def _all_of(self, things: list[Any]) -> Things:
        known = self._known
        raws: list[Any] = list(map(known.get, map(id, things)))
        if None in raws:
            latest = self._latest
            for at, raw in enumerate(raws):
                if raw is None:
                    thing = things[at]
                    last = latest.get(thing.id)
                    if last is not None and last[0] == thing:
                        raws[at] = known[id(thing)] = last[1]
                        self._alike.append(thing)
                        continue
                    raws[at] = known[id(thing)] = made = self.encoded(thing)
                    latest[thing.id] = thing, made
                    self._things.append(thing)
        key = tuple(map(id, raws))
        found = self._lists.get(key)
        if found is None:
            found = self._lists[key] = Things(raws, list(map(_id, things)))
        return found


def pieces(record: msgspec.Struct) -> Pieces:
    """A record by its fields, each of them encoded."""
    return Memo().pieces(record)


class _Kind(NamedTuple):
    names: tuple[str, ...]
    values: Callable[[Any], tuple[Any, ...]]
    defaults: tuple[Any, ...]


@cache
def _kind(kind: type[msgspec.Struct]) -> _Kind:
    left_out, fields = kind.__struct_config__.omit_defaults, msgspec.structs.fields(kind)
    names = tuple(field.name for field in fields)
    defaults = tuple(_default(field) if left_out else msgspec.UNSET for field in fields)
    return _Kind(names, attrgetter(*names) if len(names) > 1 else lambda one: (getattr(one, names[0]),), defaults)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
