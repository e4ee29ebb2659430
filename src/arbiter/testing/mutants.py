"""Answers that somebody might send by mistake or by malice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

JUNK: tuple[Any, ...] = (
    *(None, "", "no such answer", -1, 0, 10**9, 1.5, True, False, (), [], (0,), (0, 0), (None, "x"), ((0, 0), (0, 0))),
    *({}, {"no such field": 1}, [[[]]]),
)


def mutants(answer: Any) -> Iterator[Any]:
    """A legal answer with one thing changed about it."""
    yield str(answer)
    yield (answer,)
    yield {"answer": answer}
    yield from _changed(answer)


def _changed(answer: Any) -> Iterator[Any]:
    if isinstance(answer, bool):
        yield int(answer)
    elif isinstance(answer, int):
        yield from (answer - 1, answer + 1, -answer, float(answer), answer * 1000, bool(answer))
    elif isinstance(answer, str):
        yield from (answer + "x", answer.upper(), answer[:-1])
    elif isinstance(answer, tuple):
        yield from (answer[:-1], (*answer, *answer[:1]), (*answer, 0), answer[::-1])
        for at, part in enumerate(answer):
            for change in _changed(part):
                yield (*answer[:at], change, *answer[at + 1 :])
    elif isinstance(answer, dict):
        for name, part in answer.items():
            yield {other: kept for other, kept in answer.items() if other != name}
            for change in _changed(part):
                yield {**answer, name: change}
        yield {**answer, "no such field": 0}
