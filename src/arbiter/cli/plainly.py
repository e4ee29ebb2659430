"""Errors said plainly: what was wrong and what would be right, on standard error, with exit code 2 and no traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer

from ..bots import UnknownBot
from ..core import BadSave, UnknownGame


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
