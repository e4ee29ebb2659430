"""The games, by name. A game is imported when somebody asks for it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..core import Game, UnknownGame

_SHIPPED = {id: f"arbiter.games.{id}" for id in ("epix", "tekumel", "yummell")}
_REGISTERED: dict[str, Game[Any]] = {}


def known() -> list[str]:
    """The ids of all games that can be played."""
    return sorted({*_SHIPPED, *_REGISTERED})


def register(game: Game[Any]) -> None:
    """Make a game of one's own known by its id."""
    _REGISTERED[game.id] = game


def find(id: str) -> Game[Any]:
    """The game of that name."""
    if id not in _REGISTERED:
        if id not in _SHIPPED:
            raise UnknownGame(f"there is no game {id!r}; there are: {', '.join(known())}")
        register(import_module(_SHIPPED[id]).GAME)
    return _REGISTERED[id]
