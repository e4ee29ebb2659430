"""The one truth: the ordered list of answers and chance results, and of what was taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from .asks import canonical
from .errors import BadSave
from .findings import Finding


class Said(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="said", gc=False):
    """A seat's answer to the ask with this prompt."""

    seat: int
    prompt: str
    answer: Any


class Fell(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="fell", gc=False):
    """A chance result: one of `sides`, counted from 0."""

    sides: int
    result: int


class Undone(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="undone", gc=False):
    """All that stood from entry `back_to` of the standing journal on was taken back by this seat."""

    seat: int
    back_to: int


class Granted(Undone, frozen=True, array_like=True, forbid_unknown_fields=True, tag="granted", gc=False):
    """The same where more was taken back than a seat may by itself: the seats `by` have agreed to it."""

    by: tuple[int, ...]


class Mended(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="mended", gc=False):
    """The rules were mended: from here on those of this version hold, and what stood from `back_to` on was dropped."""

    rules: str
    back_to: int


Entry: TypeAlias = Said | Fell | Undone | Granted | Mended


E = TypeVar("E")


class Scroll(Generic[E]):
    """A list that only grows: `mark` entries that stood when the beat began, and those since.

    Copies share what stood before, so that copying a long game costs no more than copying a short one.
    """

    __slots__ = ("before", "mark", "since")

    def __init__(self, before: list[E], mark: int) -> None:
        self.before = before
        self.mark = mark
        self.since: list[E] = []

    def __len__(self) -> int:
        return self.mark + len(self.since)

    def __iter__(self) -> Iterator[E]:
        yield from self.before[: self.mark]
        yield from self.since

    def all(self) -> list[E]:
        return self.before[: self.mark] + self.since

    def tail(self, at: int) -> list[E]:
        """What stands from place `at` on, which costs nothing for what stands before it."""
        return self.since[at - self.mark :] if at >= self.mark else self.before[at : self.mark] + self.since

    def seal(self) -> int:
        """A beat begins: what came since now stands before it. Gives the new mark."""
        if self.since:
            if len(self.before) != self.mark:
                # A copy has gone on from here on its own.
                self.before = self.before[: self.mark]
            self.before += self.since
            self.mark = len(self.before)
            self.since = []
        return self.mark


def from_outside(log: Iterable[Entry]) -> list[Entry]:
    """A log that was kept somewhere, its answers in the one form in which a journal has them."""
    return [
        msgspec.structs.replace(entry, answer=canonical(entry.answer)) if isinstance(entry, Said) else entry
        for entry in log
    ]


def standing(log: Iterable[Entry]) -> list[Said | Fell]:
    """What still holds of a log after everything that was taken back in it."""
    entries: list[Said | Fell] = []
    for entry in log:
        if isinstance(entry, Undone):
            taken = entries[entry.back_to] if 0 <= entry.back_to < len(entries) else None
            if not isinstance(taken, Said) or taken.seat != entry.seat:
                raise BadSave(Finding("save.no_answer", seat=entry.seat, at=entry.back_to))
            del entries[entry.back_to :]
        elif isinstance(entry, Mended):
            if not 0 <= entry.back_to <= len(entries):
                raise BadSave(Finding("save.no_entry", at=entry.back_to))
            del entries[entry.back_to :]
        else:
            entries.append(entry)
    return entries


def mendings(log: Iterable[Entry]) -> list[tuple[int, str]]:
    """Where in the standing journal the rules were mended in mid-game, and to which version."""
    found: list[tuple[int, str]] = []
    for entry in log:
        if isinstance(entry, Undone | Mended):
            found = [one for one in found if one[0] <= entry.back_to]
        if isinstance(entry, Mended) and entry.back_to:
            found.append((entry.back_to, entry.rules))
    return found


def rules_of(log: Iterable[Entry], begun: str) -> str:
    """The version of the rules under which a log was written last; `begun` is that of its beginning."""
    return next((entry.rules for entry in reversed([*log]) if isinstance(entry, Mended)), begun)
