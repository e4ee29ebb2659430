"""The command line: `arbiter --help`."""

from __future__ import annotations

import sys
from io import TextIOWrapper

from ..words import LANGUAGES


def main() -> None:
    """Run the command line."""
    try:
        from .speech import spoken, wished

        spoken.use(_asked_for(sys.argv) or wished())
        from .app import app
    except ModuleNotFoundError as missing:
        if missing.name not in ("rich", "typer"):
            raise
        sys.exit("arbiter: the command line needs Rich and Typer; install them with: pip install 'arbiter-table[cli]'")
    for stream in (sys.stdout, sys.stderr):
        # A terminal or file that knows fewer letters than we use gets question marks, not a crash.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    app()


def _asked_for(arguments: list[str]) -> str | None:
    """The language that --language names, looked for before the commands are made, so that their help is in it."""
    for at, word in enumerate(arguments):
        name, _, value = word.partition("=")
        wish = value or "".join(arguments[at + 1 : at + 2])
        if name == "--language" and wish in LANGUAGES:
            return wish
    return None
