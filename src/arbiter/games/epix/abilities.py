"""Special Ability cards: which there are, and what a player's cards say together.

A player's cards are a set of bits, one a card.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from arbiter.content import Effect
from arbiter.core import rule

from .contents import LIBRARY
from .entries import AbilityCard

E = TypeVar("E", bound=Effect)

CARDS: dict[str, AbilityCard] = LIBRARY.all("ability", AbilityCard)
ABILITIES = tuple(CARDS)
ABILITY = {name: 1 << at for at, name in enumerate(ABILITIES)}


def _limited(*limits: str) -> int:
    return sum(ABILITY[name] for name, card in CARDS.items() if card.limit in limits)


ONCE_A_SEASON, ONCE_AN_ACTION = _limited("season", "action"), _limited("action")
"""The cards that are ready again when the season changes, and those that are when an action ends."""


@rule("EPIX-PRE-22")
def effects(cards: int, kind: type[E]) -> tuple[E, ...]:
    """All that these cards say of a kind; what a player owns works for the whole game."""
    return _said(cards, kind) if cards else ()


@cache
def _said(cards: int, kind: type[Effect]) -> tuple[Any, ...]:
    owned = [card for name, card in CARDS.items() if cards & ABILITY[name]]
    return tuple(effect for card in owned for effect in card.effects if isinstance(effect, kind))


@cache
def bearing(kind: type[Effect]) -> int:
    """The cards that have an effect of this kind."""
    return sum(ABILITY[name] for name, card in CARDS.items() if any(isinstance(one, kind) for one in card.effects))
