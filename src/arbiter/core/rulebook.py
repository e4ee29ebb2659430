"""Which rule lives where: the mark on a function, and the rules in force in a running generator."""

from __future__ import annotations

from collections.abc import Callable, Generator
from types import CodeType, GeneratorType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

HOMES: dict[str, Callable[..., Any]] = {}
"""Rule id -> the function or class that does it."""

_IDS_BY_CODE: dict[CodeType, tuple[str, ...]] = {}


def rule(*ids: str) -> Callable[[F], F]:
    """Name the rules a function does. A rule has one home, so a second claim is an error."""

    def mark(home: F) -> F:
        for id in ids:
            claimed = HOMES.get(id)
            if claimed is not None and place(claimed) != place(home):
                raise ValueError(f"rule {id} already lives in {place(claimed)}; it cannot also live in {place(home)}")
            HOMES[id] = home
        code = getattr(home, "__code__", None)
        if code is not None:
            _IDS_BY_CODE[code] = (*ids, *_IDS_BY_CODE.get(code, ()))
        return home

    return mark


def place(home: Callable[..., Any]) -> str:
    """Where a function stands, as `module.name`."""
    return f"{home.__module__}.{home.__qualname__}"


def line(home: Callable[..., Any]) -> int:
    """The line on which a function or class begins; 0 where Python keeps none."""
    code = getattr(home, "__code__", None)
    return int(code.co_firstlineno) if code is not None else 0


def rules_in_force(beat: Generator[Any, Any, Any] | None) -> list[str]:
    """The ids of the rules now running, outermost first, read off the chain of generators."""
    ids: list[str] = []
    running: object = beat
    while isinstance(running, GeneratorType):
        ids.extend(_IDS_BY_CODE.get(running.gi_code, ()))
        running = running.gi_yieldfrom
    return ids
