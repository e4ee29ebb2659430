"""The commands and their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer import rich_utils

from .. import __version__, known
from ..bots import names as bot_names
from . import usage
from .arguments import (
    GameName,
    Json,
    Language,
    Options,
    Packs,
    SavedGame,
    Seats,
    Seed,
    about,
    console,
    read_packs_of_games,
    said,
    told_options,
)
from .battles import armies, referee
from .guests import welcome
from .kept import tables
from .plainly import again, complain, game_named, plainly, seats_for
from .speech import spoken, wished

# What --help says is made when this is imported, in the language that the terminal is set to by then.
rich_utils.ARGUMENTS_PANEL_TITLE = spoken("help_of.arguments")
rich_utils.OPTIONS_PANEL_TITLE = spoken("help_of.options")
rich_utils.COMMANDS_PANEL_TITLE = spoken("help_of.commands")
rich_utils.rich_format_error = usage.explain  # type: ignore[assignment]

app = typer.Typer(
    name="arbiter",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=spoken("help_of.arbiter"),
    epilog=spoken("help_of.begin"),
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"arbiter {__version__}")
        raise typer.Exit


@app.callback()
def arbiter(
    context: typer.Context,
    guests: Annotated[list[str] | None, typer.Option("--with", metavar="MODULE:NAME", help=said("with"))] = None,
    language: Language = None,
    version: Annotated[bool, typer.Option("--version", help=said("version"), callback=_version, is_eager=True)] = False,
) -> None:
    """Everything begins here: who is known, and which language is spoken."""
    context.obj = guests or []
    if language is None:
        spoken.use(wished())
    for guest in context.obj:
        welcome(guest)


@app.command(name="games", help=said("games"))
def games(as_json: Json = False, language: Language = None) -> None:
    """List the games that can be played."""
    from .lists import list_games

    list_games(console(), as_json)


@app.command(**about("play"))
def play(
    context: typer.Context,
    game: GameName,
    seats: Seats = None,
    bots: Annotated[str | None, typer.Option(help=said("play_bots", bots=", ".join(bot_names())))] = None,
    seed: Seed = None,
    option: Options = None,
    pack: Packs = None,
    save: Annotated[Path | None, typer.Option(help=said("play_save"))] = None,
    resume: Annotated[str | None, typer.Option(metavar="FILE|last", help=said("play_resume"))] = None,
    language: Language = None,
) -> None:
    """Play in the terminal."""
    from . import keeping
    from .opening import Wish, opened
    from .play import Sitting

    screen = console()
    with plainly():
        chosen = game_named(game)
        table, seating, path = opened(chosen, Wish(seats, bots, seed, option, pack), resume)
        if save is not None and save != path:
            keeping.must_be_new(save)
            path = save
        # A game of one's own, and the functions that a pack may bring, are needed again to go on.
        before = [word for guest in context.obj for word in ("--with", guest)]
        after = [word for file in pack or [] for word in ("--pack", str(file))]
        after += ["--language", spoken.language] if spoken.language != wished() else []
        sat = Sitting(screen, table, seating, path, lambda to: again([*before, "play", game, *after, "--resume", to]))
        sat.save()
    screen.print(spoken("opening", game=chosen.title, n=table.seats), style="dim")
    screen.print(table.dice.commitment, style="dim", soft_wrap=True)
    sat.run()


@app.command(**about("sim"))
def sim(
    game: GameName,
    seats: Seats = None,
    bots: Annotated[str, typer.Option(help=said("sim_bots", bots=", ".join(bot_names())))] = "random",
    games: Annotated[int, typer.Option(help=said("sim_games"))] = 100,
    seed: Annotated[str, typer.Option(help=said("sim_seed"))] = "0",
    option: Options = None,
    pack: Packs = None,
    workers: Annotated[int | None, typer.Option(min=1, help=said("sim_workers"))] = None,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Let bots play many games, each in every seat in turn, and count who wins."""
    from .simulate import run

    with plainly():
        chosen = game_named(game)
        options = told_options(chosen, option, pack)
        run(console(), chosen, seats_for(chosen, seats), bots, games, seed, options, pack or [], workers, as_json)


@app.command(**about("rules"))
def rules(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=said("rules_game"))] = None,
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help=said("rules_id"))] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help=said("rules_coverage"))] = False,
    strict: Annotated[bool, typer.Option("--strict", help=said("rules_strict"))] = False,
    tests: Annotated[Path | None, typer.Option(help=said("rules_tests"))] = None,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Show the rules ledger: every rule, where it is done, what shows it."""
    from .lists import list_coverage, list_rules, show_rule

    with plainly():
        if strict and not coverage:
            complain(spoken("wrong.strict"))
        if tests is not None and not tests.is_dir():
            complain(spoken("wrong.no_tests", folder=tests))
        if coverage:
            covered = [game_named(name) for name in ([game] if game else known())]
            complete = list_coverage(console(), covered, tests, as_json)
            raise typer.Exit(1 if strict and not complete else 0)
        if game is None:
            complain(spoken("wrong.which_game", known=", ".join(known())))
        if id is None:
            list_rules(console(), game_named(game), tests, as_json)
        else:
            show_rule(console(), game_named(game), id, tests, as_json)


@app.command(**about("serve"))
def serve(
    host: Annotated[str, typer.Option(help=said("serve_host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, envvar="PORT", help=said("serve_port"))] = 8000,
    store: Annotated[str | None, typer.Option(help=said("serve_store"))] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help=said("serve_open"))] = False,
    pack: Annotated[list[str] | None, typer.Option("--pack", metavar="GAME=FILE", help=said("serve_pack"))] = None,
    name: Annotated[list[str] | None, typer.Option("--name", metavar="NAME", help=said("serve_name"))] = None,
    json_log: Annotated[bool, typer.Option("--json-log", help=said("serve_json_log"))] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help=said("serve_workers"))] = 1,
    language: Language = None,
) -> None:
    """Serve the table to browsers."""
    from .serving import run

    with plainly():
        run(host, port, store, open_browser, read_packs_of_games(pack), name or [], json_log, workers)


@app.command(**about("replay"))
def replay(
    file: SavedGame,
    to: Annotated[int | None, typer.Option(min=0, help=said("replay_to"))] = None,
    seat: Annotated[int | None, typer.Option(min=1, help=said("replay_seat"))] = None,
    language: Language = None,
) -> None:
    """Tell a saved game again in words."""
    from .telling import retell

    with plainly():
        retell(console(), file, to, seat)


@app.command(**about("verify"))
def verify(
    file: SavedGame,
    commitment: Annotated[str | None, typer.Option(metavar="HEX", help=said("verify_commitment"))] = None,
    heads: Annotated[list[str] | None, typer.Option("--head", metavar="HEX", help=said("verify_head"))] = None,
    language: Language = None,
) -> None:
    """Check that a saved game's answers were legal and its dice honest."""
    from .telling import check

    with plainly():
        good = check(file, commitment, heads or [])
    raise typer.Exit(0 if good else 1)


app.add_typer(tables)
app.add_typer(armies)
app.add_typer(referee)
