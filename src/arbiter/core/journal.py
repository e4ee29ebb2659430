"""The one truth: the ordered list of answers and chance results, and of what was taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from .errors import BadSave


class Said(msgspec.Struct, frozen=True, array_like=True, tag="said"):
    """A seat's answer to the ask with this prompt."""

    seat: int
    prompt: str
    answer: Any


class Fell(msgspec.Struct, frozen=True, array_like=True, tag="fell"):
    """A chance result: one of `sides`, counted from 0."""

    sides: int
    result: int


class Undone(msgspec.Struct, frozen=True, array_like=True, tag="undone"):
    """All that stood from entry `back_to` of the standing journal on was taken back by this seat."""

    seat: int
    back_to: int


Entry: TypeAlias = Said | Fell | Undone


def standing(log: Iterable[Entry]) -> list[Said | Fell]:
    """What still holds of a log after everything that was taken back in it."""
    entries: list[Said | Fell] = []
    for entry in log:
        if isinstance(entry, Undone):
            taken = entries[entry.back_to] if 0 <= entry.back_to < len(entries) else None
            if not isinstance(taken, Said) or taken.seat != entry.seat:
                raise BadSave(f"seat {entry.seat} has no answer at entry {entry.back_to} of the journal to take back")
            del entries[entry.back_to :]
        else:
            entries.append(entry)
    return entries
