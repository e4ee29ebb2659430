"""What can be done at any time of the own turn: mostly, to heal."""

from __future__ import annotations

from collections.abc import Iterable

from .. import uses
from ..effects import Heal
from ..state import Tekumel
from .worth import healed

PRICE = {"cast": 0.12, "activate": 0.0, "discard": 0.3}
"""What healing must be worth for a card to be used."""


def healing(g: Tekumel, seat: int, values: Iterable[uses.Use]) -> uses.Use | None:
    """The card that heals best, if that is worth it."""
    best, gain = None, 0.0
    for use in values:
        if use[0] in PRICE:
            heals = (effect for effect in g.source(use[1]).effects if isinstance(effect, Heal))
            value = sum(healed(g, seat, effect.n, effect.target != "hero") for effect in heals) - PRICE[use[0]]
            if value > gain:
                best, gain = use, value
    return best
