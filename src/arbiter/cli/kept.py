"""`arbiter tables`: the commands about what a store holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .arguments import Json, Language, console, said
from .plainly import plainly

tables = typer.Typer(
    name="tables",
    no_args_is_help=True,
    help=said("tables"),
    epilog=f"{said('examples')}\n\n{said('tables_examples')}",
    rich_markup_mode="markdown",
)

StoreAt = Annotated[str | None, typer.Option("--store", help=said("serve_store"))]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help=said("tables_id"))]
TableIds = Annotated[list[str], typer.Argument(metavar="TABLE...", help=said("tables_ids"))]


@tables.command("list", help=said("tables_list"))
def tables_list(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=said("tables_game"))] = None,
    everything: Annotated[bool, typer.Option("--all", help=said("tables_all"))] = False,
    store: StoreAt = None,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """List what a store holds."""
    from .tables import list_tables, opened

    with plainly(), opened(store) as kept:
        list_tables(console(), kept, game, everything, as_json)


@tables.command("show", help=said("tables_show"))
def tables_show(table: TableId, store: StoreAt = None, language: Language = None) -> None:
    """Show how a table stands; exit code 1 where its journal does not hold."""
    from .tables import opened, show_table

    with plainly(), opened(store) as kept:
        good = show_table(console(), kept, table)
    raise typer.Exit(0 if good else 1)


@tables.command("replay", help=said("tables_replay"))
def tables_replay(
    table: Annotated[list[str] | None, typer.Argument(metavar="[TABLE...]", help=said("tables_ids"))] = None,
    store: StoreAt = None,
    language: Language = None,
) -> None:
    """Follow journals under the rules of today; exit code 1 where one does not hold."""
    from .tables import opened, replay_tables

    with plainly(), opened(store) as kept:
        good = replay_tables(kept, table or [])
    raise typer.Exit(0 if good else 1)


@tables.command("export", help=said("tables_export"))
def tables_export(
    table: TableId,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help=said("tables_file"))] = None,
    as_save: Annotated[bool, typer.Option("--save", help=said("tables_save"))] = False,
    store: StoreAt = None,
    language: Language = None,
) -> None:
    """Write a table to a file."""
    from .tables import export_table, opened

    with plainly(), opened(store) as kept:
        export_table(kept, table, file, as_save)


@tables.command("backup", help=said("tables_backup"))
def tables_backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=said("tables_file"))],
    store: StoreAt = None,
    language: Language = None,
) -> None:
    """Write all tables to a file."""
    from .tables import back_up, opened

    with plainly(), opened(store) as kept:
        back_up(kept, file)


@tables.command("import", help=said("tables_import"))
def tables_import(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=said("tables_file"))],
    store: StoreAt = None,
    language: Language = None,
) -> None:
    """Bring tables in from a file."""
    from .tables import import_tables, opened

    with plainly(), opened(store, looking=False) as kept:
        import_tables(kept, file)


@tables.command("archive", help=said("tables_archive"))
def tables_archive(
    table: TableIds,
    bring_back: Annotated[bool, typer.Option("--undo", help=said("tables_undo"))] = False,
    store: StoreAt = None,
    language: Language = None,
) -> None:
    """Put tables aside."""
    from .tables import archive_tables, opened

    with plainly(), opened(store, looking=False) as kept:
        archive_tables(kept, table, bring_back)
