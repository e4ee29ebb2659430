"""The commands and their options."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from .. import __version__, find, known, load, new
from ..bots import names as bot_names
from ..core.saves import Save, read
from .guests import welcome
from .plainly import again, complain, plainly

app = typer.Typer(
    name="arbiter",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A table that knows the rules: play, simulate, replay and check tabletop games.",
    epilog="Begin with `arbiter play epix`, or `arbiter serve` for the table in your browser.",
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game; `arbiter games` lists them.")]
Seats = Annotated[int | None, typer.Option(help="How many play; the most that the game takes unless said.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="An option of the game, as NAME=VALUE; may be given several times."),
]
Packs = Annotated[
    list[Path] | None,
    typer.Option("--pack", metavar="FILE", help="Cards, characters or tiles of your own; may be given several times."),
]
Seed = Annotated[
    str | None, typer.Option(help="What the dice follow from; the same seed and answers give the same game.")
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON.")]


def read_options(given: list[str] | None) -> dict[str, Any]:
    """`rules=basic` and the like; what reads as JSON (a number, true, a list) is taken as such."""
    options: dict[str, Any] = {}
    for one in given or []:
        name, equals, value = one.partition("=")
        if not equals or not name.strip():
            complain(f"the option {one!r} is not of the form NAME=VALUE, such as rules=basic")
        try:
            options[name.strip()] = json.loads(value)
        except ValueError:
            options[name.strip()] = value.strip()
    return options


def read_packs(game: Any, files: list[Path] | None) -> dict[str, Any]:
    """The packs as an option of the game; a game that takes packs has a way to `install` them."""
    if not files:
        return {}
    if not hasattr(game, "install"):
        complain(f"{game.title} takes no packs")
    return {"packs": [game.install(file) for file in files]}


def console() -> Console:
    """Where a person reads: as wide as the terminal, or 100 characters where there is none."""
    width = None if sys.stdout.isatty() else 100
    return Console(width=width, highlight=False, markup=False, emoji=False)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"arbiter {__version__}")
        raise typer.Exit


@app.callback()
def arbiter(
    context: typer.Context,
    guests: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="MODULE:NAME", help="Make a game of your own known, such as mygame:MyGame."),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", help="Say the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """A table that knows the rules."""
    context.obj = guests or []
    for guest in context.obj:
        welcome(guest)


@app.command()
def games(as_json: Json = False) -> None:
    """List the games that can be played."""
    from .lists import list_games

    list_games(console(), as_json)


@app.command(
    epilog="""Examples

- `arbiter play epix`: you against clever bots
- `arbiter play epix --seats 3 --bots random,search:400 --seed 7 -o rules=advanced`
- `arbiter play epix --bots clever,you,you,clever`: two people at one keyboard
- `arbiter play epix --resume last`: go on where you left

Within the game, `help` says what can be typed."""
)
def play(
    context: typer.Context,
    game: GameName,
    seats: Seats = None,
    bots: Annotated[
        str | None,
        typer.Option(help=f"Who takes the other seats, with commas between: {', '.join(bot_names())}, or you."),
    ] = None,
    seed: Seed = None,
    option: Options = None,
    pack: Packs = None,
    save: Annotated[Path | None, typer.Option(help="Save the game here instead of in your data folder.")] = None,
    resume: Annotated[str | None, typer.Option(metavar="FILE|last", help="Go on with a saved game.")] = None,
) -> None:
    """Play in the terminal."""
    from . import keeping
    from .play import Sitting
    from .seating import seating_for

    screen = console()
    with plainly():
        chosen = find(game)
        packs = read_packs(chosen, pack)
        if resume is None and sys.stdin.isatty() and sys.stdout.isatty():
            resume = _offer(chosen.id, seats, seed, option, pack)
        if resume is not None:
            path = keeping.unfinished(game) if resume == "last" else Path(resume)
            if path is None:
                complain(f"there is no unfinished game of {chosen.title} in {keeping.data_folder() / 'games'}")
            saved = read(path.read_bytes())
            if saved.game != chosen.id:
                complain(f"{path} is a game of {saved.game}: arbiter play {saved.game} --resume {path}")
            _begun_so(path, saved, seats, seed, read_options(option), packs)
            table = load(path)
            kept = {int(seat): who for seat, who in saved.seating.items()}
            sitting = seating_for(table.seats, bots) if bots or len(kept) != table.seats else kept
        else:
            number = seats if seats is not None else chosen.seats[-1]
            sitting = seating_for(number, bots)
            suited = chosen.for_people if "you" in sitting.values() else {}
            options = {**suited, **read_options(option), **packs}
            table = new(chosen, number, seed if seed is not None else secrets.token_hex(8), options)
            path = keeping.new_file(chosen.id)
        if save is not None and save != path:
            keeping.must_be_new(save)
            path = save
        # A game of one's own, and the functions that a pack may bring, are needed again to go on.
        extras = [word for guest in context.obj for word in ("--with", guest)]
        needed = [word for file in pack or [] for word in ("--pack", str(file))]
        sat = Sitting(screen, table, sitting, path, lambda to: again([*extras, "play", game, *needed, "--resume", to]))
        sat.save()
    screen.print(f"{chosen.title} for {table.seats}. The dice are committed to the seed with this hash:", style="dim")
    screen.print(table.dice.commitment, style="dim", soft_wrap=True)
    sat.run()


def _begun_so(path: Path, saved: Save, seats: int | None, seed: str | None, *options: dict[str, Any]) -> None:
    """A saved game goes on as it was begun: complain where something else was asked for."""
    asked = {"seats": seats, "seed": seed, **options[0]}
    begun = {"seats": saved.seats, "seed": saved.seed, **saved.options}
    for name, value in asked.items():
        if value is not None and value != begun.get(name):
            complain(f"{path} was begun with {name} {begun.get(name)}, not {value}; a new game goes without --resume")
    for text in options[1].get("packs", ()):
        if text not in saved.options.get("packs", ()):
            complain(f"{path} was begun without that pack; a new game goes without --resume")


def _offer(game: str, *chosen: object) -> str | None:
    """Where an unfinished game lies and no other was asked for, ask whether to go on with it."""
    from . import keeping

    path = keeping.unfinished(game)
    if path is None or any(one is not None for one in chosen):
        return None
    return str(path) if typer.confirm(f"Go on with your unfinished game ({path.stem})?", default=True) else None


@app.command(
    epilog="""Examples

- `arbiter sim epix --seats 4 --bots clever,random,random,random --games 500 --seed 1`
- `arbiter sim epix --bots clever,random --games 100 --json`: the last bot takes the seats left over"""
)
def sim(
    game: GameName,
    seats: Seats = None,
    bots: Annotated[
        str, typer.Option(help=f"The line-up, with commas between: {', '.join(bot_names())}; search:400 sets a level.")
    ] = "random",
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[
        str, typer.Option(help="The same seed gives the same games, whatever the number of workers.")
    ] = "0",
    option: Options = None,
    pack: Packs = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="How many processes; as many as there are processors unless said.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Let bots play many games, each in every seat in turn, and count who wins."""
    from .simulate import run

    with plainly():
        chosen = find(game)
        number = seats if seats is not None else chosen.seats[-1]
        options = {**read_options(option), **read_packs(chosen, pack)}
        run(console(), chosen, number, bots, games, seed, options, pack or [], workers, as_json)


@app.command(
    epilog="""Examples

- `arbiter rules epix`: every rule, where it is done and which tests show it
- `arbiter rules epix EPIX-ATTACK-4`: one rule in full
- `arbiter rules --coverage --strict`: fails where a rule is not done or not shown"""
)
def rules(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game; all of them unless said.")] = None,
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help="One rule in full.")] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Count how many rules there are, are done, are tested.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="With --coverage: exit code 1 where something is missing.")
    ] = False,
    tests: Annotated[
        Path | None, typer.Option(help="The folder of tests to scan; the checkout's own unless said.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the rules ledger: every rule, where it is done, what shows it."""
    from .lists import list_coverage, list_rules, show_rule

    with plainly():
        if strict and not coverage:
            complain("--strict goes with --coverage: arbiter rules --coverage --strict")
        if tests is not None and not tests.is_dir():
            complain(f"there is no folder {tests} of tests to scan")
        if coverage:
            complete = list_coverage(console(), [find(name) for name in ([game] if game else known())], tests, as_json)
            raise typer.Exit(1 if strict and not complete else 0)
        if game is None:
            complain(f"say which game ({', '.join(known())}), or --coverage for all of them")
        if id is None:
            list_rules(console(), find(game), tests, as_json)
        else:
            show_rule(console(), find(game), id, tests, as_json)


@app.command(
    epilog="""Examples

- `arbiter serve`: prints the address to open
- `arbiter serve --port 8123 --store games.db --open`"""
)
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, envvar="PORT", help="The port; 0 takes any free one.")] = 8000,
    store: Annotated[
        str | None, typer.Option(help="Where games are kept; a file in your data folder unless said.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open a browser, where there is one.")] = False,
) -> None:
    """Serve the table to browsers."""
    from .serving import run

    run(host, port, store, open_browser)


@app.command(
    epilog="""Examples

- `arbiter replay game.json`: what happened, and the board at the end
- `arbiter replay game.json --to 40 --seat 2`: the first 40 entries, as seat 2 saw them"""
)
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    to: Annotated[int | None, typer.Option(min=0, help="Stop after so many entries of the journal.")] = None,
    seat: Annotated[
        int | None, typer.Option(min=1, help="As this seat saw it (1 is the first); as a spectator unless said.")
    ] = None,
) -> None:
    """Tell a saved game again in words."""
    from .telling import retell

    with plainly():
        retell(console(), file, to, seat)


@app.command(
    epilog="""Examples

- `arbiter verify game.json`
- `arbiter verify game.json --commitment 3f5a…`: also that it is the seed committed to before the first roll

The exit code is 0 where all holds, 1 where something does not, 2 where the file is no saved game."""
)
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that was shown before the game.")
    ] = None,
) -> None:
    """Check that a saved game's answers were legal and its dice honest."""
    from .telling import check

    with plainly():
        good = check(file, commitment)
    raise typer.Exit(0 if good else 1)
