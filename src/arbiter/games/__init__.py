"""The games, by name. A game is imported when somebody asks for it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..core import Game, UnknownGame

_SHIPPED = {id: f"arbiter.games.{id}" for id in ("epix", "qadardalikoi", "tekumel", "yummell")}
_NEEDS = {"qadardalikoi": ("numpy", "shapely")}
"""Game -> the libraries without which it cannot be played; to import it says how to install them."""
_REGISTERED: dict[str, Game[Any]] = {}


def known() -> list[str]:
    """The ids of all games that can be played."""
    return sorted({*(id for id in _SHIPPED if _can_run(id)), *_REGISTERED})


def unready() -> list[str]:
    """The ids of games that ship and lack a library here."""
    return sorted(id for id in _SHIPPED if not _can_run(id))


@cache
def _can_run(id: str) -> bool:
    return all(find_spec(library) is not None for library in _NEEDS.get(id, ()))


def register(game: Game[Any]) -> None:
    """Make a game of one's own known by its id."""
    _REGISTERED[game.id] = game


def guests() -> tuple[Game[Any], ...]:
    """The games that were made known here and do not ship."""
    return tuple(game for id, game in _REGISTERED.items() if id not in _SHIPPED)


def find(id: str) -> Game[Any]:
    """The game of that name."""
    if id not in _REGISTERED:
        if id not in _SHIPPED:
            raise UnknownGame(f"there is no game {id!r}; there are: {', '.join(known())}")
        register(import_module(_SHIPPED[id]).GAME)
    return _REGISTERED[id]
