"""`arbiter army` and `arbiter referee`: the commands about battles of figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ..bots import names as bot_names
from .arguments import Json, Language, Options, console, read_options, said
from .plainly import plainly
from .referee import QUESTIONS

armies = typer.Typer(
    name="army",
    no_args_is_help=True,
    help=said("army"),
    epilog=f"{said('examples')}\n\n{said('army_examples')}",
    rich_markup_mode="markdown",
)

ArmyName = Annotated[str, typer.Argument(metavar="ARMY", help=said("army_name"))]
Anything = Annotated[bool, typer.Option("--anything", help=said("army_anything"))]
Who = Literal["stronger", "weaker"]
"""Which of two armies is changed until they are even."""
Steel = Annotated[bool, typer.Option("--steel", help=said("army_steel"))]


@armies.command("list", help=said("army_list"))
def army_list(as_json: Json = False, language: Language = None) -> None:
    """List the armies."""
    from . import army

    with plainly():
        army.list_armies(console(), as_json)


@armies.command("legions", help=said("army_legions"))
def army_legions(
    nation: Annotated[str | None, typer.Argument(metavar="[NATION]", help=said("army_nation"))] = None,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """List the legions that a roster may name."""
    from . import army

    with plainly():
        army.list_legions(console(), nation, as_json)


@armies.command("kits", help=said("army_kits"))
def army_kits(
    sheet: Annotated[str | None, typer.Argument(metavar="[SHEET]", help=said("army_sheet"))] = None,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """List the kits that a roster may name."""
    from . import army

    with plainly():
        army.list_kits(console(), sheet, as_json)


@armies.command("show", help=said("army_show"))
def army_show(name: ArmyName, anything: Anything = False, language: Language = None) -> None:
    """Print a roster."""
    from . import army

    with plainly():
        army.show_army(console(), name, anything)


@armies.command("check", help=said("army_check"))
def army_check(name: ArmyName, anything: Anything = False, steel: Steel = False, language: Language = None) -> None:
    """Say what is wrong with a roster."""
    from . import army

    with plainly():
        good = army.check_army(console(), name, anything, steel)
    raise typer.Exit(0 if good else 1)


@armies.command("export", help=said("army_export"))
def army_export(
    name: ArmyName,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help=said("army_file"))] = None,
    language: Language = None,
) -> None:
    """Write a roster as TOML."""
    from . import army

    with plainly():
        army.export_army(name, file)


@armies.command("import", help=said("army_import"))
def army_import(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=said("army_file"))],
    anything: Anything = False,
    steel: Steel = False,
    language: Language = None,
) -> None:
    """Keep a roster by its name."""
    from . import army

    with plainly():
        good = army.import_army(console(), file, anything, steel)
    raise typer.Exit(0 if good else 1)


@armies.command("parity", help=said("army_parity"), epilog=f"{said('examples')}\n\n{said('army_parity_examples')}")
def army_parity(
    one: ArmyName,
    other: ArmyName,
    bots: Annotated[str, typer.Option(help=said("sim_bots", bots=", ".join(bot_names())))] = "clever",
    games: Annotated[int, typer.Option(help=said("army_games"))] = 20,
    seed: Annotated[str, typer.Option(help=said("sim_seed"))] = "0",
    option: Options = None,
    even: Annotated[Who | None, typer.Option(help=said("army_even"))] = None,
    write: Annotated[Path | None, typer.Option(metavar="FILE", help=said("army_write"))] = None,
    keep_edges: Annotated[bool, typer.Option("--keep-edges", help=said("army_keep_edges"))] = False,
    anything: Anything = False,
    workers: Annotated[int | None, typer.Option(min=1, help=said("sim_workers"))] = None,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Let two armies fight many battles, and look for what makes them even."""
    from . import parity

    with plainly():
        contest = parity.contest_of(
            (one, other), read_options(option), anything, not keep_edges, bots, games, seed, workers
        )
        parity.weigh(console(), contest, even, write, as_json)


@armies.command("field", help=said("army_field"))
def army_field(
    region: Annotated[str, typer.Argument(metavar="REGION", help=said("army_region"))],
    seed: Annotated[str, typer.Option(help=said("army_seed"))] = "1",
    language: Language = None,
) -> None:
    """Make a battlefield by chance."""
    from . import army

    with plainly():
        army.make_field(region, seed)


referee = typer.Typer(
    name="referee",
    help=said("referee"),
    epilog=f"{said('examples')}\n\n{said('referee_examples')}",
    rich_markup_mode="markdown",
    invoke_without_command=True,
)

OwnSeed = Annotated[str | None, typer.Option("--seed", help=said("referee_seed"))]


@referee.callback()
def referee_table(context: typer.Context, seed: OwnSeed = None, language: Language = None) -> None:
    """Rule one question after the other, as people ask them."""
    if context.invoked_subcommand is None:
        from .referee import sit

        with plainly():
            sit(console(), seed)


def begun(context: typer.Context, incomplete: str) -> list[str]:
    """The facts of a question whose names begin so, for the completion of a shell."""
    from .referee import names_of

    names = names_of(context.info_name or QUESTIONS[0])
    return [f"{name}=" for name in names if name.startswith(incomplete)]


def _referee(what: str) -> None:
    """The command that rules one kind of question."""

    def rule(
        facts: Annotated[
            list[str] | None, typer.Argument(metavar="FACT=VALUE...", help=said("referee_facts"), autocompletion=begun)
        ] = None,
        seed: OwnSeed = None,
        as_json: Json = False,
        language: Language = None,
    ) -> None:
        from .referee import rule_once

        with plainly():
            rule_once(console(), what, facts or [], seed, as_json)

    referee.command(what, help=said(f"referee_{what}"), epilog=said(f"referee_{what}_facts"))(rule)


for _question in QUESTIONS:
    _referee(_question)
