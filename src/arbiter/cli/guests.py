"""Games of one's own at the command line."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from .. import Game, register
from .plainly import complain


def welcome(guest: str) -> None:
    """Make a game known that stands in a module of its own: a Game, or a class of one."""
    module, colon, name = guest.partition(":")
    if not colon or not module or not name:
        complain(f"{guest!r} is not of the form MODULE:NAME, such as mygame:MyGame")
    sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(import_module(module), name)
    except ModuleNotFoundError as missing:
        complain(f"there is no module {missing.name!r} to find {guest} in")
    except AttributeError:
        complain(f"the module {module} has no {name!r}")
    game = found() if isinstance(found, type) else found
    if not isinstance(game, Game):
        complain(f"{guest} is no game: a Game or a class of one is wanted")
    register(game)
