"""What one seat may know: a copy of the state in which everything else is masked, by marks on the fields."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar

S = TypeVar("S")

Mask = Callable[[Any], Any]
_SEES = "arbiter.sees"


def _nothing(value: Any) -> Any:
    return None


def per_seat(mask: Mask = _nothing, **field: Any) -> Any:
    """A list with one item a seat: a seat sees its own item and the others' through `mask`."""

    def sees(record: Any, items: list[Any], seat: int | None) -> list[Any]:
        return [item if at == seat else mask(item) for at, item in enumerate(items)]

    return dataclasses.field(metadata={_SEES: sees}, **field)


def hidden(mask: Mask = _nothing, **field: Any) -> Any:
    """Nobody at the table sees this but through `mask`."""
    return dataclasses.field(metadata={_SEES: lambda record, value, seat: mask(value)}, **field)


def seen_by(owner: str, mask: Mask = _nothing, **field: Any) -> Any:
    """Only the seat in the record's field `owner` sees this; the others see it through `mask`."""

    def sees(record: Any, value: Any, seat: int | None) -> Any:
        return value if getattr(record, owner) == seat and seat is not None else mask(value)

    return dataclasses.field(metadata={_SEES: sees}, **field)


@cache
def _marks(kind: type) -> tuple[tuple[str, Callable[[Any, Any, int | None], Any] | None], ...]:
    return tuple((field.name, field.metadata.get(_SEES)) for field in dataclasses.fields(kind))


def masked(record: Any, seat: int | None) -> Any:
    """The record as `seat` may see it (None: a spectator); nothing is shared with the record that can change."""
    if isinstance(record, list):
        return [masked(item, seat) for item in record]
    if isinstance(record, tuple):
        items = [masked(item, seat) for item in record]
        return type(record)(*items) if hasattr(record, "_fields") else tuple(items)
    if isinstance(record, dict):
        return {name: masked(item, seat) for name, item in record.items()}
    if isinstance(record, set):
        return record.copy()
    if not dataclasses.is_dataclass(record) or isinstance(record, type):
        return record
    values = {}
    for name, sees in _marks(type(record)):
        value = getattr(record, name)
        values[name] = masked(value if sees is None else sees(record, value, seat), seat)
    return type(record)(**values)


@dataclasses.dataclass(slots=True)
class View(Generic[S]):
    """What a seat may know: the masked state, who is asked, who has answered, and the seat's own open answer."""

    seat: int | None
    state: S
    asked: list[int]
    answered: list[int]
    mine: Any = None
