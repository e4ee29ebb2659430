"""Arbiter: a table that knows the rules.

>>> import arbiter
>>> table = arbiter.new("epix", seats=3, seed=7)
>>> table.asks[0].prompt
'setup.colour'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .core import BadSave, Game, Illegal, Outcome, Table, UnknownGame
from .core.saves import load as _load
from .core.saves import read
from .core.verifying import Verdict
from .core.verifying import verify as _verify
from .games import find, known, register

__version__ = "0.1.0"

__all__ = [
    "BadSave", "Game", "Illegal", "Outcome", "Table", "UnknownGame", "Verdict",
    "find", "known", "load", "new", "register", "verify",
]  # fmt: skip


def new(
    game: str | Game[Any],
    seats: int,
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    entropy: Mapping[int, str] | None = None,
) -> Table[Any]:
    """A new table. The same seed, entropy and answers give the same game."""
    return Table(find(game) if isinstance(game, str) else game, seats, seed, options, entropy)


def load(data: str | bytes | Path) -> Table[Any]:
    """The table a save describes, standing exactly where it stood."""
    saved = read(data.read_bytes() if isinstance(data, Path) else data)
    return _load(saved, find(saved.game))


def verify(data: str | bytes | Path, commitment: str | None = None, heads: Sequence[str] = ()) -> Verdict:
    """Check a saved game's journal and dice, against the commitment and the heads that somebody kept."""
    saved = read(data.read_bytes() if isinstance(data, Path) else data)
    return _verify(saved, find(saved.game), commitment, heads)
