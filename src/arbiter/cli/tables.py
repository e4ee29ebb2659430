"""`arbiter tables`: what a store of the web table holds, for whoever runs it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import typer
from rich.console import Console
from rich.table import Table as Columns

from .. import find, known
from ..core import Game, Illegal
from ..core.journal import rules_of, standing
from ..core.mending import Mending, mend
from ..core.saves import save
from ..core.snapshots import restore
from ..store import Listed, Sitting, Store, open_store
from ..store.moving import bring_in, export, export_all
from .keeping import data_folder
from .plainly import complain
from .seating import YOU
from .speech import spoken


@contextmanager
def opened(where: str | None, looking: bool = True) -> Iterator[Store]:
    """The store at an address, the user's own unless said; a file must be there already where it is only looked at."""
    address = where or str(data_folder() / "tables.db")
    if looking and "://" not in address and not Path(address).is_file():
        complain(spoken("wrong.no_store", store=address))
    store = open_store(address, looking)
    try:
        yield store
    finally:
        store.close()


def list_tables(console: Console, store: Store, game: str | None, everything: bool, as_json: bool) -> None:
    """All tables, those that changed last first; those put aside only where everything is wanted."""
    found = [
        table
        for table in store.tables()
        if (game is None or table.game == game) and (everything or table.rest != "archived")
    ]
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
        return
    columns = Columns(*(spoken(f"tables.{name}") for name in ("id", "game", "state", "entries", "changed", "players")))
    for one in found:
        names = ", ".join(name or "–" for name in one.names)
        columns.add_row(one.id, one.game, _state(one), str(one.entries), one.changed or one.created, names)
    console.print(columns)


def _state(table: Listed | Sitting) -> str:
    return spoken(f"tables.{table.rest or table.status}")


def show_table(console: Console, store: Store, table: str) -> bool:
    """How a table was set up, who sits there, and whether its journal holds under the rules of today."""
    sitting = _sitting(store, table)
    log = store.entries(table)
    taken_back = len(log) - len(standing(log))
    begun = rules_of(log, sitting.rules)
    lines = {
        "id": sitting.id,
        "game": f"{sitting.game} ({spoken('tables.rules', rules=begun)})",
        "state": _state(sitting),
        "options": msgspec.json.encode(sitting.options).decode(),
        "commitment": sitting.commitment,
        "entries": spoken("tables.counted", n=len(log), back=taken_back),
    }
    for name, value in lines.items():
        console.print(spoken("said_of", what=spoken(f"tables.{name}"), said=value))
    for at, seat in enumerate(sitting.seats):
        who = seat.bot or spoken("tables.person" if seat.joined else "tables.free")
        console.print(f"  {at + 1}. {seat.name or '–'} ({who})")
    found, told = check_table(store, sitting)
    console.print(told)
    return found


def check_table(store: Store, sitting: Sitting) -> tuple[bool, str]:
    """Whether a table's journal holds under the rules of today, and that in words."""
    if not sitting.full:
        return True, spoken("tables.waits")
    try:
        mending = _replayed(store, sitting, _game(sitting))
    except (Illegal, ValueError) as error:
        return False, spoken("tables.lost", why=str(error))
    if mending.holds:
        return True, spoken("tables.holds", n=mending.of, rules=mending.table.game.version)
    seat = mending.seat
    who = spoken("tables.roll") if seat is None else sitting.seats[seat].name
    return False, spoken("tables.holds_not", n=mending.good, of=mending.of, who=who)


def replay_tables(store: Store, tables: Sequence[str]) -> bool:
    """Follow journals under the rules of today, of all tables that are not put aside unless some are named."""
    ids = tables or [one.id for one in store.tables() if one.rest != "archived"]
    good = True
    for id in ids:
        sitting = _sitting(store, id)
        holds, told = check_table(store, sitting)
        typer.echo(f"{id}  {sitting.game}  {told}")
        good = good and holds
    return good


def save_table(store: Store, table: str) -> str:
    """A table as a saved game, for `arbiter replay`, `arbiter play --resume` and `arbiter verify`."""
    sitting = _sitting(store, table)
    if not sitting.full:
        complain(spoken("tables.waits"))
    game, log = _game(sitting), store.entries(table)
    if rules_of(log, sitting.rules) != game.version:
        holds, told = check_table(store, sitting)
        if not holds:
            complain(told)
        played = _replayed(store, sitting, game).table
    else:
        played = restore(game, len(sitting.seats), sitting.seed, sitting.options, sitting.entropy, log, None)
    return save(played, {at: seat.bot or YOU for at, seat in enumerate(sitting.seats)})


def export_table(store: Store, table: str, file: Path | None, as_save: bool) -> None:
    """Write a table to a file, or to standard output."""
    _sitting(store, table)
    body = save_table(store, table).encode() if as_save else export(store, table) or b""
    if file is None:
        typer.echo(body.decode(), nl=False)
    else:
        _write(file, [body])
        typer.echo(spoken("tables.exported", file=file), err=True)


def back_up(store: Store, file: Path) -> None:
    """Write all tables to a file, a line each; `arbiter tables import` reads it, into a store of any kind."""
    count = _write(file, export_all(store))
    typer.echo(spoken("tables.backed_up", n=count, file=file))


def import_tables(store: Store, file: Path) -> None:
    """Keep the tables of a file; one that is here already stays as it is here."""
    with file.open("rb") as lines:
        for id, new in bring_in(store, lines):
            typer.echo(spoken("tables.imported" if new else "tables.known", id=id))


def archive_tables(store: Store, tables: Sequence[str], bring_back: bool) -> None:
    """Put tables aside: they are no longer listed or played, and can still be looked at; nothing is deleted."""
    for id in tables:
        _sitting(store, id)
    for id in tables:
        store.rest(id, "" if bring_back else "archived").result()
        typer.echo(spoken("tables.brought_back" if bring_back else "tables.put_aside", id=id))


def _write(file: Path, parts: Iterator[bytes] | list[bytes]) -> int:
    """Write a file that is whole or not there; only its owner may read it, since it tells every secret."""
    if file.exists():
        complain(spoken("tables.exists", file=file))
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    count = 0
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            for part in parts:
                out.write(part)
                count += 1
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
    return count


def _sitting(store: Store, table: str) -> Sitting:
    sitting = store.sitting(table)
    if sitting is None:
        complain(spoken("wrong.no_table", table=table))
    return sitting


def _game(sitting: Sitting) -> Game[object]:
    if sitting.game not in known():
        raise ValueError(spoken("wrong.no_game", game=sitting.game, known=", ".join(known())))
    return find(sitting.game)


def _replayed(store: Store, sitting: Sitting, game: Game[object]) -> Mending:
    log = store.entries(sitting.id)
    return mend(game, len(sitting.seats), sitting.seed, sitting.options, sitting.entropy, log)
