"""What commands are given: the arguments and options that several of them share, and how they are read."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ..words import LANGUAGES
from .plainly import complain, game_named
from .speech import spoken


def about(command: str) -> dict[str, Any]:
    """What a command's own help says: what it does, and examples."""
    examples = f"{spoken('help_of.examples')}\n\n{spoken(f'help_of.{command}_examples')}"
    return {"name": command, "help": spoken(f"help_of.{command}"), "epilog": examples}


def said(key: str, **args: str) -> str:
    return spoken(f"help_of.{key}", **args)


def _speak(language: str | None) -> str | None:
    if language is not None:
        if language not in LANGUAGES:
            complain(spoken("wrong.no_language", language=language, known=", ".join(LANGUAGES)))
        spoken.use(language)
    return language


Language = Annotated[
    str | None, typer.Option("--language", metavar="CODE", help=said("language"), callback=_speak, is_eager=True)
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=said("game"))]
Seats = Annotated[int | None, typer.Option(help=said("seats"))]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help=said("option"))]
Packs = Annotated[list[Path] | None, typer.Option("--pack", metavar="FILE", help=said("pack"))]
Seed = Annotated[str | None, typer.Option(help=said("seed"))]
Json = Annotated[bool, typer.Option("--json", help=said("json"))]
SavedGame = Annotated[Path, typer.Argument(metavar="FILE", help=said("file"))]


def read_options(given: list[str] | None) -> dict[str, Any]:
    """`rules=basic` and the like; what reads as JSON (a number, true, a list) is taken as such; so are yes and no."""
    switches = {word: on for key, on in (("yes", True), ("no", False)) for word in (key, spoken(key).split()[0])}
    options: dict[str, Any] = {}
    for one in given or []:
        name, equals, value = one.partition("=")
        if not equals or not name.strip():
            complain(spoken("wrong.option", option=one))
        value = value.strip()
        try:
            options[name.strip()] = json.loads(value)
        except ValueError:
            options[name.strip()] = switches.get(value.casefold(), value)
    return options


def read_packs(game: Any, files: list[Path] | None) -> dict[str, Any]:
    """The packs as options of the game; a game that takes packs has a way to `install` them, or says what is `brought`
    by a file."""
    if not files:
        return {}
    if hasattr(game, "brought"):
        found: dict[str, Any] = {}
        for file in files:
            for name, entries in game.brought(file).items():
                found[name] = {**found.get(name, {}), **entries}
        return found
    if not hasattr(game, "install"):
        complain(spoken("wrong.no_packs", game=game.title))
    return {"packs": [game.install(file) for file in files]}


def told_options(game: Any, given: list[str] | None, files: list[Path] | None) -> dict[str, Any]:
    """All options that were typed for a game, with its packs and with the armies of one's own that they name."""
    from .army import with_own

    options = {**read_options(given), **read_packs(game, files)}
    return with_own(options) if game.id == "qadardalikoi" else options


def read_packs_of_games(given: list[str] | None) -> dict[str, dict[str, Any]]:
    """`yummell=fair.toml` and the like: for each game that is named, its packs as an option."""
    files: dict[str, list[Path]] = {}
    for one in given or []:
        game, equals, file = one.partition("=")
        if not equals or not file.strip():
            complain(spoken("wrong.pack", pack=one))
        files.setdefault(game.strip(), []).append(Path(file.strip()))
    return {name: read_packs(game_named(name), found) for name, found in files.items()}


def console() -> Console:
    """Where a person reads: as wide as the terminal, or 100 characters where there is none."""
    width = None if sys.stdout.isatty() else 100
    return Console(width=width, highlight=False, markup=False, emoji=False)
