"""Tables as bytes: what a seat gets to see, and all that a table holds."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import msgspec

from ..core import Ask, Form, Option, Several, Table, Text
from ..core.scenes import Row, Scene


def as_bytes(value: Any) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(value, str_keys=True, order="sorted"))


def look(table: Table[Any], seat: int | None) -> dict[str, bytes]:
    """All that may leave the table for a seat: its view, its scene, its asks, its events, and how it ended."""
    return {
        "view": as_bytes(table.view(seat)),
        "scene": as_bytes(table.scene(seat)),
        "asks": as_bytes([ask.wire() for ask in table.asks if ask.seat == seat]),
        "events": as_bytes(table.events(seat)),
        "outcome": as_bytes(table.outcome),
    }


def held(table: Table[Any]) -> dict[str, bytes]:
    """All that the table itself holds, and from which every look follows."""
    return {
        "state": as_bytes(table.state),
        "journal": as_bytes(table.journal),
        "events": as_bytes(table.recorder.events.all()),
        "asks": as_bytes([ask.wire() for ask in table.asks]),
        "outcome": as_bytes(table.outcome),
    }


def everything(table: Table[Any]) -> dict[str, bytes]:
    """What the table holds and what each seat and a spectator see of it."""
    found = held(table)
    for seat in [*range(table.seats), None]:
        found.update({f"{name} of seat {seat}": part for name, part in look(table, seat).items()})
    return found


def must_equal(one: dict[str, bytes], other: dict[str, bytes], what: str) -> None:
    """Fail with the first place at which two looks differ."""
    for name, part in one.items():
        if part != other[name]:
            at = next((n for n, (a, b) in enumerate(zip(part, other[name], strict=False)) if a != b), 0)
            here, there = (text[max(0, at - 60) : at + 60].decode(errors="replace") for text in (part, other[name]))
            raise AssertionError(f"{what}: {name}: …{here}… is not …{there}…")


def shared(one: Any, other: Any) -> list[str]:
    """The paths of what can change and yet is the same object in both."""
    mutable = {id(part): path for part, path in _parts(one, "state")}
    return [f"{mutable[id(part)]} is {path}" for part, path in _parts(other, "other") if id(part) in mutable]


def _parts(value: Any, path: str) -> Iterator[tuple[Any, str]]:
    """Everything inside a value that can change, with its path."""
    if isinstance(value, list | tuple | set | frozenset):
        inside = [(f"{path}[{at}]", item) for at, item in enumerate(value)]
    elif isinstance(value, dict):
        inside = [(f"{path}[{name!r}]", item) for name, item in value.items()]
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        inside = [(f"{path}.{part.name}", getattr(value, part.name)) for part in dataclasses.fields(value)]
    else:
        return
    settings = getattr(value, "__dataclass_params__", None)
    frozen = settings is not None and settings.frozen
    if not isinstance(value, tuple | frozenset) and not frozen:
        yield value, path
    for name, item in inside:
        yield from _parts(item, name)


def parts_of(value: Any) -> Iterator[Any]:
    """A value and everything inside of it."""
    yield value
    if isinstance(value, dict):
        value = value.values()
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = [getattr(value, part.name) for part in dataclasses.fields(value)]
    elif isinstance(value, msgspec.Struct):
        value = msgspec.structs.astuple(value)
    elif not isinstance(value, list | tuple | set | frozenset):
        return
    for part in value:
        yield from parts_of(part)


def options_shown(ask: Ask) -> Iterator[Option]:
    """The options as somebody sees them: of a subset its parts, of a form those of its fields."""
    if isinstance(ask, Form):
        for part in ask.fields.values():
            yield from options_shown(part)
    elif isinstance(ask, Several):
        yield from (ask.part(value) for value in ask.values)
    elif ask.kind == "choose":
        yield from ask.options() or ()


def texts(scene: Scene) -> Iterator[Text]:
    """Every message in a scene, and the words for the marks of its things."""
    for thing in scene.things():
        yield from (Text(f"mark.{mark}") for mark in getattr(thing, "marks", ()))
        for name in thing.__struct_fields__:
            value = getattr(thing, name)
            for part in value if isinstance(value, list) else [value]:
                for text in (part.name, part.value) if isinstance(part, Row) else (part,):
                    if isinstance(text, Text):
                        yield text
