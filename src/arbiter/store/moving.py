"""Tables on the move: a table as one line of JSON, to be kept elsewhere, brought into another store, or looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ..core import Entry
from ..core.findings import Finding
from .records import Desk, Happening, Sitting, Store, Taken

FORMAT = 1


class Moved(msgspec.Struct, forbid_unknown_fields=True):
    """A whole table: how it was set up, who sits where, its journal and when each entry was written, what people did
    beside the game, and what lies on their desks. It tells every secret of the table."""

    format: int
    table: Sitting
    journal: list[Entry]
    moments: list[float] = []
    happenings: list[Happening] = []
    desks: list[Desk] = []


def export(store: Store, table: str) -> bytes | None:
    """A table as a line; None where there is none."""
    sitting = store.sitting(table)
    if sitting is None:
        return None
    desks = [store.desk(table, at) for at in range(len(sitting.seats))]
    moved = Moved(FORMAT, sitting, store.entries(table), store.moments(table), store.happenings(table), desks)
    return msgspec.json.encode(moved) + b"\n"


def export_all(store: Store) -> Iterator[bytes]:
    """All tables, a line each, the oldest first."""
    for listed in reversed(store.tables()):
        if (line := export(store, listed.id)) is not None:
            yield line


def bring_in(store: Store, lines: Iterable[bytes]) -> Iterator[tuple[str, bool]]:
    """Keep tables that were exported; for each, its id and whether it is new here. ValueError for what is no table."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            moved = msgspec.json.decode(line, type=Moved)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise ValueError(Finding("store.line", n=number, why=str(error))) from None
        if moved.format != FORMAT:
            raise ValueError(Finding("store.line.format", n=number, format=moved.format, known=FORMAT))
        try:
            store.create(moved.table, moved.journal, moved.moments, moved.happenings, moved.desks).result()
        except Taken:
            yield moved.table.id, False
        else:
            yield moved.table.id, True
