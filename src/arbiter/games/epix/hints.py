"""How a person who has read the rules would answer."""

from __future__ import annotations

from random import Random
from typing import Any

from arbiter.core import Ask

from .state import EpixState


def hint(s: EpixState, ask: Ask, rng: Random) -> Any:
    """A sensible answer to any ask of the game."""
    return None
