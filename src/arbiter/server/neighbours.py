"""What the workers of one program tell each other of themselves: who is with them, and what they have counted.

Each tells it once in a while, so that a limit holds for all of them together and any of them can say what all counted.
A worker that says nothing for long is gone, and so is what it told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from heapq import nlargest
from typing import Protocol

import msgspec

LASTING = 5.0
"""Seconds for which holds what a worker has told."""
NAMED = 30
"""Of so many addresses it is told how much they take, those that take most: what is told has to fit into one line."""


class Told(msgspec.Struct, array_like=True):
    """What a worker tells: how many pages are open by address, how much was taken of what fills up again by the hour or
    by the minute, and what was counted."""

    worker: int
    pages: dict[str, float]
    taken: dict[str, dict[str, float]]
    counted: dict[str, float]


class Neighbours(Protocol):
    """The other workers of this program."""

    def share(self, told: Told) -> None: ...

    def others(self) -> list[Told]: ...


class Alone:
    """There are no others."""

    def share(self, told: Told) -> None:
        pass

    def others(self) -> list[Told]:
        return []


class Heard:
    """What others have told of late, the last of each."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[int, tuple[float, Told]] = {}

    def hear(self, told: Told) -> None:
        self._told[told.worker] = self._clock(), told

    def others(self) -> list[Told]:
        since = self._clock() - LASTING
        for worker in [worker for worker, (at, _) in self._told.items() if at < since]:
            del self._told[worker]
        return [told for _, told in self._told.values()]


def most(taken: Mapping[str, float]) -> dict[str, float]:
    """Those addresses that take most."""
    return dict(taken if len(taken) <= NAMED else nlargest(NAMED, taken.items(), key=lambda one: one[1]))


def together(told: Iterable[Mapping[str, float]], name: str) -> float:
    """How much all of them say of one name."""
    return sum(one.get(name, 0) for one in told)
