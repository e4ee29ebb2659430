"""Errors said plainly: what was wrong and what would be right, on standard error, with exit code 2 and no traceback."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import typer

from .. import find, known
from ..bots import UnknownBot
from ..core import BadSave, Game, NotInstalled, UnknownGame
from ..core.findings import told
from ..core.options import BadOptions
from .speech import spoken


def again(arguments: Sequence[str]) -> str:
    """A command of ours as a person can type it here: by the way this one was called."""
    if shutil.which("arbiter"):
        called = ["arbiter"]
    else:
        called = [sys.argv[0]] if Path(sys.argv[0]).stem == "arbiter" else [sys.executable, "-m", "arbiter"]
    return shlex.join([*called, *arguments])


def complain(message: object) -> NoReturn:
    """Say what is wrong, and end."""
    typer.echo(f"arbiter: {told(message, spoken.language)}", err=True)
    raise typer.Exit(2)


@contextmanager
def plainly() -> Iterator[None]:
    """What the person got wrong within is said in a line."""
    try:
        yield
    except UnknownBot as error:
        complain(spoken(f"wrong.{error.key}", **error.about))
    except BadOptions as error:
        why = error.refused.say(error.game.catalogue(spoken.language))
        complain(spoken("wrong.options", game=error.game.title, why=why))
    except NotInstalled as lacking:
        complain(not_installed(lacking))
    except (UnknownGame, BadSave, ValueError) as error:
        complain(error)
    except FileNotFoundError as error:
        complain(spoken("wrong.no_file", file=error.filename))
    except OSError as error:
        complain(f"{error.filename or spoken('wrong.file')}: {error.strerror or error}")


def game_named(name: str) -> Game[Any]:
    """The game of that name; complains where there is none."""
    try:
        return find(name)
    except NotInstalled as lacking:
        complain(not_installed(lacking))
    except UnknownGame:
        complain(spoken("wrong.no_game", game=name, known=", ".join(known())))


def not_installed(lacking: NotInstalled) -> str:
    """What a game needs, and how to get it."""
    return spoken("wrong.not_installed", game=lacking.game, library=lacking.library, install=lacking.install)


def seats_for(game: Game[Any], seats: int | None) -> int:
    """How many sit at a table: as many as the game takes unless said; complains where they are too many or too few."""
    if seats is not None and seats not in game.seats:
        complain(spoken("wrong.seats", game=game.title, players=game.players, seats=seats))
    return game.seats[-1] if seats is None else seats
