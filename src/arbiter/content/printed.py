"""Printed or ours: what of a thing the rulebook prints, and what was made up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import get_type_hints

import msgspec

from arbiter.content.errors import Fault, choices, did_you_mean, join
from arbiter.core import Card, Row, Text

OURS = frozenset({"printed", "basis"})
"""The fields that say what is printed, and are not printed themselves."""


class Marked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that says what of it the rulebook prints: all (true), nothing (false), or these fields of it.

    A mark is about facts, such as a name, a number or an effect; the words that tell them are always our own. A part of
    a field is named with a dot (``defence.castle``), and ``name`` is the key of whatever has no field of that name.
    `basis` is what the rulebook tells of it besides: a key of the catalogues, or a sentence.
    """

    printed: bool | tuple[str, ...] | None = None
    basis: str = ""

    def prints(self, field: str) -> bool:
        """Does the rulebook print this field?"""
        return field in self.printed if isinstance(self.printed, tuple) else bool(self.printed)


def check_marks(thing: object) -> None:
    """A mark names only what the thing has, and so do the marks within it; raises `Fault` where one does not."""
    if isinstance(thing, tuple):
        for n, one in enumerate(thing):
            _within(f"[{n}]", one)
    elif isinstance(thing, Marked):
        known = fields_of(type(thing))
        for n, field in enumerate(thing.printed if isinstance(thing.printed, tuple) else ()):
            if field not in known:
                hint = did_you_mean(field, known)
                raise Fault(f"printed[{n}]", f"expected a field of this entry ({choices(known)}), got '{field}'{hint}")
        for name in thing.__struct_fields__:
            _within(name, getattr(thing, name))


def _within(path: str, thing: object) -> None:
    try:
        check_marks(thing)
    except Fault as fault:
        raise fault.under(path) from None


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """What a mark may name of a kind of thing: its name, its fields, and the parts of those that are records."""
    found = ["name"]
    types = get_type_hints(kind)
    for name in kind.__struct_fields__:
        if name not in OURS:
            found.append(name)
            if isinstance(types[name], type) and issubclass(types[name], msgspec.Struct):
                found += [join(name, part) for part in types[name].__struct_fields__]
    return tuple(dict.fromkeys(found))


def marked(thing: object, kind: str = "") -> Iterator[tuple[str, Marked]]:
    """Every thing with a mark in an entry, with its kind: the entry itself, and the records in it by their types."""
    if isinstance(thing, Marked):
        yield kind or type(thing).__name__.lower(), thing
        for name in thing.__struct_fields__:
            yield from marked(getattr(thing, name))
    elif isinstance(thing, tuple):
        for one in thing:
            yield from marked(one)


class Tally(msgspec.Struct):
    """How many things of a kind the rulebook prints, prints in part, and does not print."""

    printed: int = 0
    partly: int = 0
    ours: int = 0

    def count(self, thing: Marked) -> None:
        """Count one more."""
        if thing.printed is True:
            self.printed += 1
        elif thing.printed:
            self.partly += 1
        else:
            self.ours += 1


def tally(things: Iterable[tuple[str, Marked]]) -> dict[str, Tally]:
    """Kind -> how many of them are printed, printed in part, and ours."""
    found: dict[str, Tally] = {}
    for kind, thing in things:
        found.setdefault(kind, Tally()).count(thing)
    return found


def origin(thing: Marked, pack: str = "") -> list[Row]:
    """What a close look at a thing says of it: printed, ours, or which fields are printed.

    `pack` is the name of the user's pack that brought it: what is not printed is its author's then, not ours.
    """
    rest, by = ("pack", {"pack": pack}) if pack else ("ours", {})
    if isinstance(thing.printed, tuple) and thing.printed:
        said = Text(f"origin.fields.{rest}", {"fields": list(thing.printed), **by})
    else:
        said = Text("origin.printed") if thing.printed else Text(f"origin.{rest}", by)
    basis = [Row(Text("origin.basis"), Text(thing.basis))] if thing.basis else []
    return [Row(Text("origin"), said), *basis]


def in_short(origin: list[Row]) -> Text:
    """The same in a word, for the foot of a card: printed, partly printed, ours, or a pack's."""
    said = origin[0].value
    assert isinstance(said, Text)
    word = said.key.removeprefix("origin.")
    return Text(f"origin.short.{'partly' if word.startswith('fields.') else word}")


def as_printed(card: Card, foot: Text, origin: list[Row]) -> Card:
    """A card that says at its foot what it is and whether it is printed, and under a close look what of it."""
    card.foot = [foot, in_short(origin)]
    card.sheet = [*card.sheet, *origin]
    return card
