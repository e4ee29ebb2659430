"""The command line: `arbiter --help`."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def main() -> None:
    """Run the command line."""
    try:
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
