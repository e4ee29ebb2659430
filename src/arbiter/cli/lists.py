"""Lists: the games, their rules, and how far the rules are covered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text as Words

from .. import find, known
from ..content.folder import FolderGame
from ..content.ledgers import called
from ..core import Game, NotInstalled, Text, say
from ..core.options import accepted, read_options
from ..games import unready
from ..words import interface
from .coverage import KINDS, coverage, homes, ids, in_the_making, shown_by, tests_folder
from .plainly import complain, not_installed
from .speech import spoken


def write_json(value: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def options_of(game: Game[Any]) -> dict[str, dict[str, Any]]:
    """A game's options: the values each takes, and which it has unless said."""
    words, usual = game.catalogue(), read_options(game, {})

    def values(field: msgspec.structs.FieldInfo) -> list[Any] | Text:
        named = list(game.named(field.name, words, usual))
        return named if field.default in named else accepted(field.type)

    return {
        field.name: {
            "values": values(field),
            "default": None if field.default is msgspec.NODEFAULT else field.default,
        }
        for field in msgspec.structs.fields(game.Options)
    }


def _values(values: list[Any] | Text, language: str) -> list[Any] | str:
    """The values of a choice, or what else is taken, in words."""
    return say(interface(language), values.key, values.args) if isinstance(values, Text) else values


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
                    "options": {
                        name: {**about, "values": _values(about["values"], "en")}
                        for name, about in options_of(game).items()
                    },
                    "rules": len(game.ledger().get("rule", [])),
                }
                for game in found
            ]
        )
        return
    grid = Grid(box=None, padding=(0, 2), header_style="bold")
    for heading in ("game", "title", "seats", "rules", "options"):
        grid.add_column(spoken(f"list.{heading}"), justify="right" if heading == "rules" else "left", overflow="fold")
    for game in found:
        options = [f"{name}={_in_short(about['values'])}" for name, about in options_of(game).items()]
        grid.add_row(
            game.id, game.title, game.players, str(len(game.ledger().get("rule", []))), Words("\n".join(options))
        )
    console.print(grid)
    for name in unready():
        try:
            find(name)
        except NotInstalled as lacking:
            console.print(not_installed(lacking), style="dim")


def _in_short(values: list[Any] | Text) -> str:
    said = _values(values, spoken.language)
    return "|".join(map(str, said)) if isinstance(said, list) else f"<{said}>"


def _tests(folder: Path | None) -> dict[str, list[str]] | None:
    folder = folder or tests_folder()
    return None if folder is None else shown_by(folder)


def _entries(game: Game[Any], folder: Path | None, kinds: Sequence[str] = ("rule",)) -> list[dict[str, Any]]:
    """A game's rules, or other entries of its ledger, with where they are done and which tests show them."""
    done, tests = homes(game), _tests(folder)
    return [
        {
            **entry,
            "done": msgspec.to_builtins(done[entry["id"]]) if entry["id"] in done else None,
            "tests": None if tests is None else tests.get(entry["id"], []),
        }
        for kind in kinds
        for entry in game.ledger(spoken.language).get(kind, [])
        if "id" in entry
    ]


def list_rules(console: Console, game: Game[Any], folder: Path | None, as_json: bool) -> None:
    """Every rule of a game, by section."""
    entries = _entries(game, folder)
    if as_json:
        write_json(entries)
        return
    if not entries:
        console.print(spoken("list.no_ledger", game=game.title))
        return
    section, sections = None, game.sections(spoken.language)
    for entry in entries:
        if entry.get("section") != section:
            section = entry.get("section")
            console.print(Words(f"\n{called(section or '', sections)}", style="bold underline"))
        console.print(_headed(entry))
        console.print(_where(entry), soft_wrap=True)
    rulings = game.ledger().get("gap", [])
    if rulings:
        console.print(Words(f"\n{spoken('list.rulings', n=len(rulings), game=game.id, id=rulings[0]['id'])}"))
    if entries[0]["tests"] is None:
        console.print(spoken("list.no_tests"))
    list_content(console, game)


def list_content(console: Console, game: Game[Any]) -> None:
    """How much of a game's cards, boards and numbers the rulebook prints, and how much is ours."""
    counted = game.tally() if isinstance(game, FolderGame) else {}
    if not counted:
        return
    words = game.catalogue(spoken.language)
    console.print(Words(f"\n{spoken('list.content')}", style="bold underline"))
    grid = Grid(box=None, padding=(0, 2), header_style="bold")
    grid.add_column()
    for heading in ("printed", "partly", "ours"):
        grid.add_column(spoken(f"list.{heading}"), justify="right")
    for kind, one in counted.items():
        numbers = (one.printed, one.partly, one.ours)
        grid.add_row(Words(words.get(f"content.{kind}", kind)), *(str(n) if n else "-" for n in numbers))
    console.print(grid)


def _headed(entry: dict[str, Any]) -> Words:
    """An entry's id, and what it lays down."""
    text = next((entry[name] for name in ("text", "ruling", "what", "options", "then") if name in entry), "")
    return Words(entry["id"], style="bold cyan").append(f"  {text}", style="not bold default")


def _where(entry: dict[str, Any]) -> Words:
    """Where a rule is done and how many tests show it."""
    done, tests = entry["done"], entry["tests"]
    words = Words("    ")
    where = f"{done['file']}:{done['line']}" if done else spoken("list.not_done")
    words.append(where, style="green" if done else "red")
    if tests:
        shown = spoken("list.shown_by_more" if len(tests) > 1 else "list.shown_by", test=tests[0], n=len(tests) - 1)
        words.append(f"\n    {shown}", style="dim")
    elif tests is not None:
        words.append(f"\n    {spoken('list.no_test')}", style="red")
    return words


ABOUT = {
    **{name: name for name in ("section", "kind", "conflict", "topic", "question", "why", "who", "when", "hidden")},
    **{name: name for name in ("timing", "count", "known", "design", "source", "given", "then")},
    "rules": "of_rules",
}
"""What else an entry of the ledger tells, and the word for it."""


def show_rule(console: Console, game: Game[Any], id: str, folder: Path | None, as_json: bool) -> None:
    """One rule in full, or a ruling, a decision or whatever else the ledger has under that id."""
    entries = {entry["id"].upper(): entry for entry in _entries(game, folder, KINDS)}
    entry = entries.get(id.upper())
    if entry is None:
        near = ", ".join([one["id"] for key, one in entries.items() if id.upper() in key][:6])
        about = {"game": game.title, "name": game.id, "id": id, "near": near}
        complain(spoken("wrong.no_rule_near" if near else "wrong.no_rule", **about))
    if as_json:
        write_json(entry)
        return
    head = _headed(entry)
    console.print(head)
    lines = {word: _listed(entry[name]) for name, word in ABOUT.items() if name in entry}
    if "then" in lines and head.plain.endswith(lines["then"]):
        del lines["then"]
    if entry.get("mode"):
        lines["mode"] = spoken("list.mode_rules", mode=entry["mode"])
    others = [other["id"] for other in entries.values() if other is not entry and entry["id"] in _mentioned(other)]
    examples = [other["id"] for other in game.ledger().get("example", []) if other.get("id") in others]
    lines["examples"] = ", ".join(examples)
    lines["see"] = ", ".join(other for other in others if other not in examples)
    lines["drawings"] = ", ".join(_drawn(game, entry["id"]))
    done, tests = entry["done"], entry["tests"]
    # A rule has a home and a test; a ruling or an example may have them.
    wanted = "text" in entry
    lines["done_in"] = f"{done['function']} ({done['file']}:{done['line']})" if done else ""
    lines["shown"] = "\n".join(tests or [])
    if wanted and not done:
        lines["done_in"] = spoken("list.nothing_yet")
    if wanted and not tests:
        lines["shown"] = spoken("list.no_tests" if tests is None else "list.no_test_short")
    grid = Grid.grid(padding=(0, 2))
    for word, value in lines.items():
        if value:
            grid.add_row(Words(spoken(f"list.{word}"), style="dim"), Words(value, overflow="fold"))
    console.print(grid)


def _drawn(game: Game[Any], id: str) -> list[str]:
    """The drawings of the rulebook that stand beside a rule, or that an entry asks for."""
    words = game.captions(spoken.language)
    return [say(words, one.name.key, one.name.args) for one in game.drawings() if id in (one.rule, one.content)]


def _listed(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _mentioned(entry: dict[str, Any]) -> set[str]:
    """The ids that an entry of the ledger names."""
    told = " ".join(_listed(value) for name, value in entry.items() if name not in ("id", "done", "tests"))
    return set(re.findall(r"\b[A-Z]+(?:-[A-Z0-9]+)+\b", told))


def list_coverage(console: Console, games: Sequence[Game[Any]], folder: Path | None, as_json: bool) -> bool:
    """How many rules there are, are done and are tested; says whether nothing is missing."""
    tests = _tests(folder)
    found = {game.id: coverage(game, tests) for game in games}
    named = {id for game in games for id in homes(game)} | {id for game in games for id in ids(game)} | in_the_making()
    strays = sorted(id for id in tests or {} if id not in named) if len(games) == len(known()) else []
    complete = not any(one.missing.done or one.missing.tested or one.unknown for one in found.values()) and not strays
    if as_json:
        write_json(
            {"games": found, "tests_scanned": tests is not None, "unknown_in_tests": strays, "complete": complete}
        )
        return complete
    grid = Grid(box=None, padding=(0, 2), header_style="bold")
    for heading in ("game", "rules", "done", "tested"):
        grid.add_column(spoken(f"list.{heading}"), justify="left" if heading == "game" else "right")
    for name, one in found.items():
        grid.add_row(name, str(one.rules), str(one.done), "-" if one.tested is None else str(one.tested))
    console.print(grid)
    for name, one in found.items():
        lacking = {"missing_done": one.missing.done, "missing_tested": one.missing.tested, "unknown": one.unknown}
        for word, ids_of in lacking.items():
            if ids_of:
                said = Words(spoken(f"list.{word}", game=name), style="red")
                console.print(said.append(", ".join(ids_of), style="default"))
    if strays:
        console.print(Words(spoken("list.strays"), style="red").append(", ".join(strays), style="default"))
    if tests is None:
        console.print(spoken("list.no_tests"))
    return complete
