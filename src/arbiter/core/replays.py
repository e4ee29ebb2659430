"""Replays: a table followed once more, answer by answer, for whoever wants to see what happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .journal import Said
from .scenes import Scene
from .table import Table
from .views import View


class Moment(NamedTuple):
    """A table as it stood once: what was just answered (nothing at the beginning), and whether a beat began there.

    `at` is how much of the standing journal had been written then. The table goes on with the next moment.
    """

    table: Table[Any]
    said: Said | None
    beat: bool
    at: int


def moments(table: Table[Any], since: int = 0) -> Iterator[Moment]:
    """The table as it stood after `since` entries of its standing journal, and then after each answer.

    `since` is a place before which everything that chance decided is written: the beginning, or where a seat answered.
    """
    if table.imagined:
        raise ValueError("an imagined world has no journal of its own and cannot be replayed")
    journal = table.journal
    start = next((at for at, one in enumerate(journal) if at >= since and isinstance(one, Said)), len(journal))
    twin = _stood(table, start)
    yield Moment(twin, None, True, start)
    for at in range(start, len(journal)):
        said = journal[at]
        if not isinstance(said, Said):
            continue
        recorder = twin.recorder
        mark, recorder.script = recorder.entries.mark, journal
        twin.answer(said.seat, said.answer)
        yield Moment(twin, said, recorder.entries.mark != mark, len(recorder.entries))


def _stood(table: Table[Any], length: int) -> Table[Any]:
    """A table of its own that stands where this one stood after so many entries, from the nearest checkpoint."""
    dice, journal = table.dice, table.journal[:length]
    kept = [one for one in table.kept if one.mark <= length]
    checkpoint = (kept[-1], table.recorder.events.all()[: kept[-1].told]) if kept else None
    return Table(table.game, table.seats, dice.seed, table.options, dice.entropy, journal, checkpoint)


def open_scene(table: Table[Any]) -> Scene:
    """How the table looks with everything shown. For games that are over, and for those who may know all of it."""
    asked = [ask.seat for ask in table.asks]
    return table.game.scene(View(None, table.state, asked, table.answered, None, open=True))
