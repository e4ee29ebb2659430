"""Lists: the games, their rules, and how far the rules are covered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text as Words

from .. import find, known
from ..core import Game
from ..core.options import accepted
from .coverage import coverage, homes, ids, shown_by, tests_folder
from .plainly import complain

NO_TESTS = (
    "There are no tests to scan here: this Arbiter was installed without its source checkout (--tests DIR names one)."
)


def write_json(value: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def options_of(game: Game[Any]) -> dict[str, dict[str, Any]]:
    """A game's options: the values each takes, and which it has unless said."""
    fields = msgspec.structs.fields(game.Options)
    return {
        field.name: {
            "values": accepted(field.type),
            "default": None if field.default is msgspec.NODEFAULT else field.default,
        }
        for field in fields
    }


def list_games(console: Console, as_json: bool) -> None:
    """Every game: its name, seats, options and rules."""
    found = [find(name) for name in known()]
    if as_json:
        write_json(
            [
                {
                    "id": game.id,
                    "title": game.title,
                    "version": game.version,
                    "seats": [game.seats[0], game.seats[-1]],
                    "options": options_of(game),
                    "rules": len(game.ledger().get("rule", [])),
                }
                for game in found
            ]
        )
        return
    grid = Grid(box=None, padding=(0, 2), header_style="bold")
    for heading in ("game", "title", "seats", "rules", "options"):
        grid.add_column(heading, justify="right" if heading == "rules" else "left")
    for game in found:
        options = [f"{name}={_values(about)}" for name, about in options_of(game).items()]
        seats = f"{game.seats[0]}–{game.seats[-1]}" if len(game.seats) > 1 else f"{game.seats[0]}"
        grid.add_row(game.id, game.title, seats, str(len(game.ledger().get("rule", []))), Words("\n".join(options)))
    console.print(grid)


def _values(about: dict[str, Any]) -> str:
    values = about["values"]
    return "|".join(map(str, values)) if isinstance(values, list) else f"<{values}>"


def _tests(folder: Path | None) -> dict[str, list[str]] | None:
    folder = folder or tests_folder()
    return None if folder is None else shown_by(folder)


def _entries(game: Game[Any], folder: Path | None) -> list[dict[str, Any]]:
    """A game's rules with where they are done and which tests show them."""
    done, tests = homes(game), _tests(folder)
    return [
        {
            **entry,
            "done": msgspec.to_builtins(done[entry["id"]]) if entry["id"] in done else None,
            "tests": None if tests is None else tests.get(entry["id"], []),
        }
        for entry in game.ledger().get("rule", [])
    ]


def list_rules(console: Console, game: Game[Any], folder: Path | None, as_json: bool) -> None:
    """Every rule of a game, by section."""
    entries = _entries(game, folder)
    if as_json:
        write_json(entries)
        return
    if not entries:
        console.print(f"{game.title} has no rules ledger.")
        return
    section = None
    for entry in entries:
        if entry.get("section") != section:
            section = entry.get("section")
            console.print(Words(f"\n{section}", style="bold underline"))
        console.print(Words(entry["id"], style="bold cyan").append(f"  {entry['text']}", style="not bold default"))
        console.print(_where(entry), soft_wrap=True)
    if entries[0]["tests"] is None:
        console.print(NO_TESTS)


def _where(entry: dict[str, Any]) -> Words:
    """Where a rule is done and how many tests show it."""
    done = entry["done"]
    words = Words("    ")
    words.append(f"{done['file']}:{done['line']}" if done else "not done yet", style="green" if done else "red")
    if entry["tests"]:
        more = f" and {len(entry['tests']) - 1} more" if len(entry["tests"]) > 1 else ""
        words.append(f"\n    shown by {entry['tests'][0]}{more}", style="dim")
    elif entry["tests"] is not None:
        words.append("\n    no test shows it", style="red")
    return words


def show_rule(console: Console, game: Game[Any], id: str, folder: Path | None, as_json: bool) -> None:
    """One rule in full."""
    entries = {entry["id"].upper(): entry for entry in _entries(game, folder)}
    entry = entries.get(id.upper())
    if entry is None:
        near = [one["id"] for key, one in entries.items() if id.upper() in key][:6]
        hint = f"there are: {', '.join(near)}" if near else f"arbiter rules {game.id} lists them"
        complain(f"{game.title} has no rule {id}; {hint}")
    if as_json:
        write_json(entry)
        return
    console.print(Words(entry["id"], style="bold cyan").append(f"  {entry['text']}", style="not bold default"))
    done = entry["done"]
    lines = {
        "section": entry.get("section"),
        "kind": entry.get("kind"),
        "only with": f"the {entry['mode']} rules" if entry.get("mode") else None,
        "the rulebook": entry.get("conflict"),
        "done in": f"{done['function']} ({done['file']}:{done['line']})" if done else "nothing yet",
        "shown by": "\n".join(entry["tests"] or []) if entry["tests"] is not None else NO_TESTS,
    }
    grid = Grid.grid(padding=(0, 2))
    for name, value in lines.items():
        if value is not None:
            grid.add_row(Words(name, style="dim"), Words(str(value) or "no test"))
    console.print(grid)


def list_coverage(console: Console, games: Sequence[Game[Any]], folder: Path | None, as_json: bool) -> bool:
    """How many rules there are, are done and are tested; says whether nothing is missing."""
    tests = _tests(folder)
    found = {game.id: coverage(game, tests) for game in games}
    named = {id for game in games for id in homes(game)} | {id for game in games for id in ids(game)}
    strays = sorted(id for id in tests or {} if id not in named) if len(games) == len(known()) else []
    complete = not any(one.missing.done or one.missing.tested or one.unknown for one in found.values()) and not strays
    if as_json:
        write_json(
            {"games": found, "tests_scanned": tests is not None, "unknown_in_tests": strays, "complete": complete}
        )
        return complete
    grid = Grid(box=None, padding=(0, 2), header_style="bold")
    for heading in ("game", "rules", "done", "tested"):
        grid.add_column(heading, justify="left" if heading == "game" else "right")
    for name, one in found.items():
        grid.add_row(name, str(one.rules), str(one.done), "-" if one.tested is None else str(one.tested))
    console.print(grid)
    for name, one in found.items():
        for what, missing in (("not done", one.missing.done), ("not tested", one.missing.tested)):
            if missing:
                console.print(Words(f"{name}, {what}: ", style="red").append(", ".join(missing), style="default"))
        if one.unknown:
            console.print(
                Words(f"{name}, not in its ledger: ", style="red").append(", ".join(one.unknown), style="default")
            )
    if strays:
        console.print(Words("named by tests, in no ledger: ", style="red").append(", ".join(strays), style="default"))
    if tests is None:
        console.print(NO_TESTS)
    return complete
