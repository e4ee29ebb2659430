"""Errors said plainly: what was wrong and what would be right, on standard error, with exit code 2 and no traceback."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import typer

from ..bots import UnknownBot
from ..core import BadSave, UnknownGame


def again(arguments: Sequence[str]) -> str:
    """A command of ours as a person can type it here: by the way this one was called."""
    if shutil.which("arbiter"):
        called = ["arbiter"]
    else:
        called = [sys.argv[0]] if Path(sys.argv[0]).stem == "arbiter" else [sys.executable, "-m", "arbiter"]
    return shlex.join([*called, *arguments])


def complain(message: object) -> NoReturn:
    """Say what is wrong, and end."""
    typer.echo(f"arbiter: {message}", err=True)
    raise typer.Exit(2)


@contextmanager
def plainly() -> Iterator[None]:
    """What the person got wrong within is said in a line."""
    try:
        yield
    except (UnknownGame, UnknownBot, BadSave, ValueError) as error:
        complain(error)
    except FileNotFoundError as error:
        complain(f"there is no file {error.filename}")
    except OSError as error:
        complain(f"{error.filename or 'a file'}: {error.strerror or error}")
