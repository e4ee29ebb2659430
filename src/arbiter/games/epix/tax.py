"""Tax: the Action card that brings Gold."""

from __future__ import annotations

from arbiter.core import rule

from .abilities import effects
from .contents import TAX_GOLD
from .entries import TaxGold
from .state import Epix


@rule("EPIX-TAX-1")
def tax(g: Epix, seat: int) -> None:
    """Gold from the Treasury, more with Tithe Collectors."""
    gold = tax_gold(g.state.abilities[seat])
    g.earn(seat, gold)
    g.tell("tax", seat=seat, gold=gold)


def tax_gold(cards: int) -> int:
    """What a Tax gives to the owner of these ability cards."""
    return max([TAX_GOLD, *(effect.gold for effect in effects(cards, TaxGold))])
