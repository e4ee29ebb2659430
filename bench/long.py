"""A very long game: loading it, taking back an answer of it, and opening its table again."""

from __future__ import annotations

from typing import Any

import arbiter
from arbiter.core import Ask, Table
from arbiter.core.snapshots import restore

from .races import Lap


def table_of(answers: int) -> Table[Any]:
    """A race of Yummell in which everybody rests whenever that is possible, for so many answers."""
    table = arbiter.new("yummell", seats=4, seed=1, options={"round_limit": 0})
    for _ in range(answers):
        ask = table.asks[0]
        table.answer(ask.seat, _idle(ask))
    return table


def _idle(ask: Ask) -> Any:
    values = getattr(ask, "values", None) or [option.value for option in ask.options() or ()]
    return next((value for value in values if value == "rest" or value == ("pass", 0)), values[-1])


def loaded(table: Table[Any]) -> Lap:
    text = table.save()

    def lap() -> int:
        arbiter.load(text)
        return 1

    return lap


def taken_back(long: Table[Any]) -> Lap:
    table = long.clone()

    def lap() -> int:
        ask = table.asks[0]
        table.answer(ask.seat, _idle(ask))
        table.undo(ask.seat, free=True)
        return 1

    return lap


def reopened(table: Table[Any]) -> Lap:
    """As the house opens a table: its log read already, its snapshot beside it."""
    log, kept, dice = table.log, table.snapshot(), table.dice

    def lap() -> int:
        restore(table.game, table.seats, dice.seed, table.options, dice.entropy, log, kept)
        return 1

    return lap
