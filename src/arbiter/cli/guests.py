"""Games of one's own at the command line."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from .. import Game, register
from .plainly import complain
from .speech import spoken


def welcome(guest: str) -> None:
    """Make a game known that stands in a module of its own: a Game, or a class of one."""
    module, colon, name = guest.partition(":")
    if not colon or not module or not name:
        complain(spoken("wrong.guest_form", guest=guest))
    sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(import_module(module), name)
    except ModuleNotFoundError as missing:
        complain(spoken("wrong.guest_module", module=missing.name, guest=guest))
    except AttributeError:
        complain(spoken("wrong.guest_name", module=module, name=name))
    game = found() if isinstance(found, type) else found
    if not isinstance(game, Game):
        complain(spoken("wrong.guest_game", guest=guest))
    register(game)
