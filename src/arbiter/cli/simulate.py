"""`arbiter sim`: a progress bar on a terminal, then a table or JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ..core import Game, say
from ..lab.measures import Spread
from ..lab.results import Result, Standing
from ..lab.sim import Stopped, simulate
from .lists import write_json
from .plainly import complain
from .speech import spoken


def run(
    console: Console,
    game: Game[Any],
    seats: int,
    bots: str,
    games: int,
    seed: str,
    options: dict[str, Any],
    packs: Sequence[Path],
    workers: int | None,
    as_json: bool,
) -> None:
    """Simulate and show what came of it."""
    try:
        result = played(spoken("sim.bar", game=game.title, n=seats), game, seats, bots, games, seed, options, workers)
    except Stopped as stopped:
        report(console, game, told_stopped(stopped, games), packs, as_json)
        raise typer.Exit(130) from None
    report(console, game, result, packs, as_json)


def played(
    label: str,
    game: Game[Any],
    seats: int,
    bots: str,
    games: int,
    seed: str,
    options: dict[str, Any],
    workers: int | None,
    turned: dict[str, Any] | None = None,
) -> Result:
    """Play the games, with a progress bar on a terminal; raises `Stopped` where somebody stops it."""
    named = [name for name in bots.split(",") if name.strip()]
    if not named:
        complain(spoken("wrong.no_bots"))
    if len(named) > seats:
        complain(spoken("wrong.bots_named", named=len(named), seats=seats))
    if games < 1:
        complain(spoken("wrong.no_games", games=games))
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar if sys.stderr.isatty() else nullcontext():
        task = bar.add_task(escape(label), total=games)
        return simulate(game, seats, named, games, seed, options, workers, lambda done: bar.advance(task, done), turned)


def told_stopped(stopped: Stopped, games: int) -> Result:
    """Say that somebody stopped it; what was played by then, if anything was."""
    if stopped.result is None:
        typer.echo(f"arbiter: {spoken('sim.nothing')}", err=True)
        raise typer.Exit(130) from None
    typer.echo(f"arbiter: {spoken('sim.stopped', done=stopped.result.games, games=games)}", err=True)
    return stopped.result


def report(console: Console, game: Game[Any], result: Result, packs: Sequence[Path], as_json: bool) -> None:
    """The result as JSON or as a table; packs go by their files, not by all that is in them."""
    if packs:
        result.options["packs"] = [str(file) for file in packs]
    if as_json:
        write_json(result)
    else:
        show(console, game, result)


def show(console: Console, game: Game[Any], result: Result) -> None:
    """The result as a table: win rates with intervals, over all seats and in each; then what the game measures."""
    empty: tuple[Any, ...] = ((), [], {}, "")
    options = "".join(f", {name}={_said(value)}" for name, value in result.options.items() if value not in empty)
    counted = {"game": result.game, "seats": result.seats, "games": result.games, "seed": result.seed}
    console.print(spoken("sim.head", options=options, **counted))
    line_up = {"bots": ", ".join(result.bots), "chance": f"{result.chance:.1%}"}
    console.print(spoken("sim.line_up", **line_up), style="dim")
    grid = Grid(box=None, padding=(0, 2), header_style="bold")
    grid.add_column(spoken("sim.bot"))
    grid.add_column(spoken("sim.wins"), justify="right")
    grid.add_column(spoken("sim.rate"), justify="right")
    for seat in range(result.seats):
        grid.add_column(spoken("sim.seat", n=seat + 1), justify="right")
    for player in result.players:
        by_seat = [f"{one.rate:.1%}" if one.games else "-" for one in player.by_seat]
        grid.add_row(player.bot, f"{player.overall.wins:g}", _rate(player.overall), *by_seat)
    console.print(grid)
    if result.measures:
        seats = [spoken("sim.seat", n=seat + 1) for seat in range(result.seats)]
        console.print(measured(game, result, seats))
    show_speed(console, result)


def show_speed(console: Console, result: Result) -> None:
    """How quick it was, and how often a bot was at a loss."""
    speed = result.speed
    rates = {"games": f"{speed.games_per_second:,.1f}", "decisions": f"{speed.decisions_per_second:,.0f}"}
    took = {"mean": f"{result.mean_decisions:.1f}", "workers": speed.workers, "seconds": f"{speed.seconds:.1f}"}
    console.print(spoken("sim.speed", **rates, **took))
    if result.lost:
        console.print(spoken("sim.lost", n=result.lost), style="yellow")
    for one in speed.thinking:
        times = {"mean": f"{one.mean_ms:.2f}", "longest": f"{one.longest_ms:.0f}"}
        console.print(spoken("sim.thinking", bot=one.bot, **times), style="dim")


def measured(game: Game[Any], result: Result, seats: Sequence[str]) -> Grid:
    """What each seat, called so, won, shared and lost, and the measures of the game: by seat, and by bot if there are
    several."""
    words = game.catalogue(spoken.language)
    bots = [player.bot for player in result.players] if len(result.players) > 1 else []
    grid = Grid(box=None, padding=(0, 2), header_style="bold")
    grid.add_column("")
    for name in (*seats, *bots):
        grid.add_column(name, justify="right")
    records = [f"{one.won} / {one.shared} / {one.lost}" for one in result.records]
    grid.add_row(spoken("sim.record"), *records, *[""] * len(bots))
    for one in result.measures:
        spreads = [*one.by_seat, *(one.by_bot[bot] for bot in bots)]
        grid.add_row(say(words, f"measure.{one.name}", {}), *map(_mean, spreads))
    return grid


def _mean(one: Spread) -> str:
    return f"{one.mean:.1f} ({one.low:.1f}–{one.high:.1f})"


def _said(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple | dict) else str(value)


def _rate(one: Standing) -> str:
    return f"{one.rate:.1%} ({one.low:.1%}–{one.high:.1%})"
