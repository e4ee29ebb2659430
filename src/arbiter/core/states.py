"""States that copy themselves: from the types of its fields and their visibility marks a record gets a fast copy and
the view of a seat, written once, when its class is made, as dataclasses write `__init__`."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

T = TypeVar("T")

Mask = Callable[[Any], Any]
Sees = Callable[[Any, Any, int | None], Any]
_SEES = "arbiter.sees"
_PLAIN = (int, float, complex, str, bytes, bool, NoneType, range)


def _nothing(value: Any) -> Any:
    return None


# Marks


def seen_as(sees: Sees, **field: Any) -> Any:
    """What a seat sees of this field is `sees(record, value, seat)`."""
    return dataclasses.field(metadata={_SEES: sees}, **field)


def per_seat(mask: Mask = _nothing, **field: Any) -> Any:
    """A list with one item a seat: a seat sees its own item and the others' through `mask`."""

    def sees(record: Any, items: list[Any], seat: int | None) -> list[Any]:
        return [item if at == seat else mask(item) for at, item in enumerate(items)]

    return seen_as(sees, **field)


def hidden(mask: Mask = _nothing, **field: Any) -> Any:
    """Nobody at the table sees this but through `mask`."""
    return seen_as(lambda record, value, seat: mask(value), **field)


def seen_by(owner: str, mask: Mask = _nothing, **field: Any) -> Any:
    """Only the seat in the record's field `owner` sees this; the others see it through `mask`."""

    def sees(record: Any, value: Any, seat: int | None) -> Any:
        return value if getattr(record, owner) == seat and seat is not None else mask(value)

    return seen_as(sees, **field)


# The decorator


@dataclass_transform(field_specifiers=(dataclasses.field, seen_as, per_seat, hidden, seen_by))
def state(cls: type[T]) -> type[T]:
    """Make a class a slotted dataclass that copies itself (`copied`) and masks itself (`masked`).

    Containers are copied, frozen records shared, nested records followed. A field whose type does not say whether it
    can change is an error.

    >>> @state
    ... class Pond:
    ...     frogs: list[int]
    ...     fish: int = hidden(default=0)
    >>> pond = Pond([1, 2], fish=9)
    >>> twin = copied(pond)
    >>> twin.frogs.append(3)
    >>> pond, masked(pond, seat=0)
    (Pond(frogs=[1, 2], fish=9), Pond(frogs=[1, 2], fish=None))
    """
    made = dataclasses.dataclass(slots=True)(cls)
    _COPIES[made], _VIEWS[made] = _write_copy(made), _write_view(made)
    return made


def copied(record: T) -> T:
    """An independent copy of a record: nothing is shared that can change."""
    made: T = _COPIES[type(record)](record)
    return made


def masked(value: T, seat: int | None) -> T:
    """The value as `seat` may see it (None: a spectator); nothing is shared that can change."""
    mask = _MASKS[type(value)]
    return value if mask is None else cast(T, mask(value, seat))


def marks(kind: type) -> dict[str, Sees]:
    """The fields of a record's class that not everybody sees as they are."""
    found = {field.name: field.metadata.get(_SEES) for field in fields(kind)}
    return {name: sees for name, sees in found.items() if sees is not None}


@cache
def hides(kind: type) -> bool:
    """Whether there is something in a record of this class that not everybody sees."""
    return _marked(kind, kind)


class _Written(dict[type, T]):
    """Class -> something of it, usually a function, written when it is first wanted."""

    def __init__(self, write: Callable[[type], T]) -> None:
        self._write = write

    def __missing__(self, kind: type) -> T:
        self[kind] = written = self._write(kind)
        return written


def _write_copy(kind: type) -> Callable[[Any], Any]:
    hints = _hints(kind)
    return _written(kind, "one", {name: _copy_in(kind, name, hint) for name, hint in hints.items()}, {})


def _write_view(kind: type) -> Callable[[Any, int | None], Any]:
    sees, values = marks(kind), {}
    for name, hint in _hints(kind).items():
        if name in sees:
            values[name] = f"masked(sees_{name}(one, one.{name}, seat), seat)"
        elif _marked(hint, kind):
            values[name] = f"masked(one.{name}, seat)"
        else:
            try:
                values[name] = _copy_in(kind, name, hint)
            except TypeError:
                values[name] = f"masked(one.{name}, seat)"
    return _written(kind, "one, seat", values, {f"sees_{name}": mark for name, mark in sees.items()})


def _written(kind: type, takes: str, values: dict[str, str], names: dict[str, Any]) -> Callable[..., Any]:
    """A function that makes a record of this class from Python for each of its fields."""
    plain = not hasattr(kind, "__post_init__") and all(field.init and not field.kw_only for field in fields(kind))
    if plain:
        lines = [f" return kind({', '.join(values.values())})"]
    else:
        lines = [f" put(two, {name!r}, {value})" for name, value in values.items()]
        lines = [" two = new(kind)", *lines, " return two"]
    names |= {"new": object.__new__, "kind": kind, "copied": copied, "masked": masked, "put": object.__setattr__}
    names |= {f"kind_{id(inner)}": inner for inner in _COPIES} | {f"copy_{id(one)}": _COPIES[one] for one in _COPIES}
    exec("\n".join([f"def made({takes}):", *lines]), names)
    written: Callable[..., Any] = names["made"]
    return written


def _write_mask(kind: type) -> Callable[[Any, int | None], Any] | None:
    """How values of a class are masked; None where everybody sees them as they are, and they cannot change."""
    if hasattr(kind, "__dataclass_fields__"):
        return None if _frozen(kind) and _open(kind) else _VIEWS[kind]
    if issubclass(kind, list | set | frozenset | tuple):
        named = hasattr(kind, "_fields")

        def all_of(value: Any, seat: int | None) -> Any:
            items = [one if (mask := _MASKS[type(one)]) is None else mask(one, seat) for one in value]
            return items if kind is list else kind(*items) if named else kind(items)

        return all_of
    if issubclass(kind, dict):
        return lambda value, seat: {
            name: one if (mask := _MASKS[type(one)]) is None else mask(one, seat) for name, one in value.items()
        }
    return None


def _open(kind: type) -> bool:
    """Whether everybody sees all of a frozen record, and nothing in it can change."""
    try:
        return not _marked(kind, kind) and _copy_of_class(kind, "", kind) is None
    except TypeError:
        return False


_COPIES = _Written(_write_copy)
_VIEWS = _Written(_write_view)
_MASKS = _Written(_write_mask)


def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, localns={kind.__name__: kind})
    return {field.name: hints[field.name] for field in fields(kind)}


def _copy_in(kind: type, name: str, hint: Any) -> str:
    try:
        return _copy_of(hint, f"one.{name}", 0, kind) or f"one.{name}"
    except TypeError as error:
        raise TypeError(f"{kind.__name__}.{name}: {error}") from None


def _frozen(kind: Any) -> bool:
    settings = getattr(kind, "__dataclass_params__", None)
    return bool(settings is not None and settings.frozen)


def _copy_of(hint: Any, what: str, depth: int, own: type) -> str | None:
    """Python that copies `what`, a value of this type; None where it cannot change and may be shared."""
    origin, parts = get_origin(hint), get_args(hint)
    if isinstance(hint, TypeVar) and hint.__constraints__:
        origin, parts = Union, hint.__constraints__
    each = f"x{depth}"
    if origin is Annotated:
        return _copy_of(parts[0], what, depth, own)
    if origin is Literal or hint in _PLAIN or hint is None:
        return None
    if origin in (Union, UnionType):
        inner = [_copy_of(part, what, depth, own) for part in parts]
        if not any(inner):
            return None
        if len(parts) == 2 and NoneType in parts:
            return f"(None if {what} is None else {next(filter(None, inner))})"
        raise TypeError(f"{hint} is one of several things that can change; let it be a record or a container")
    if origin is list or origin is set:
        inside = _copy_of(parts[0], each, depth + 1, own)
        plain = f"{what}.copy()"
        return f"[{inside} for {each} in {what}]" if inside else plain
    if origin is dict:
        inside = _copy_of(parts[1], each, depth + 1, own)
        return f"{{k{depth}: {inside} for k{depth}, {each} in {what}.items()}}" if inside else f"{what}.copy()"
    if origin is tuple or origin is frozenset:
        if (len(parts) == 2 and parts[1] is Ellipsis) or origin is frozenset:
            inside = _copy_of(parts[0], each, depth + 1, own)
            return f"tuple([{inside} for {each} in {what}])" if inside else None
        copies = [_copy_of(part, f"{what}[{at}]", depth, own) or f"{what}[{at}]" for at, part in enumerate(parts)]
        fixed = all(_copy_of(part, what, depth, own) is None for part in parts)
        return None if fixed else f"({', '.join(copies)},)"
    if isinstance(origin or hint, type):
        return _copy_of_class(origin or hint, what, own)
    raise TypeError(f"the type {hint} does not say whether it can change")


def _copy_of_class(kind: type, what: str, own: type) -> str | None:
    if issubclass(kind, enum.Enum | str | int | bytes | type):
        return None
    if issubclass(kind, msgspec.Struct):
        if kind.__struct_config__.frozen:
            return None
        raise TypeError(f"{kind.__name__} is a Struct that can change; make it frozen, or a state")
    if dataclasses.is_dataclass(kind):
        if not _frozen(kind):
            # A record of just this class is copied without looking up how; one that is more than it goes the long way.
            short = f"copy_{id(kind)}({what}) if type({what}) is kind_{id(kind)} else " if kind in _COPIES else ""
            return f"({short}copied({what}))"
        hints = get_type_hints(kind, localns={own.__name__: own})
        for field in fields(kind):
            if _copy_of(hints[field.name], "", 0, own) is not None:
                raise TypeError(f"{kind.__name__} is frozen, but its field {field.name} can change")
        return None
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        hints = get_type_hints(kind)
        if all(_copy_of(hint, "", 0, own) is None for hint in hints.values()):
            return None
        raise TypeError(f"{kind.__name__} holds something that can change; let it be a state")
    raise TypeError(f"{kind.__name__} does not say whether it can change; let it be a state")


def _marked(hint: Any, own: type, above: tuple[type, ...] = ()) -> bool:
    """Is there a record inside this type of which not everything is seen?"""
    kind = get_origin(hint) or hint
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        if kind in above:
            return False
        hints = get_type_hints(kind, localns={own.__name__: own})
        return bool(marks(kind)) or any(_marked(hints[field.name], own, (*above, kind)) for field in fields(kind))
    return any(_marked(part, own, above) for part in get_args(hint))
