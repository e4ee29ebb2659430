"""Step 1: Refresh."""

from __future__ import annotations

from msgspec.structs import replace

from arbiter.core import Rules, Several, rule
from arbiter.kit.numbers import Sum

from .effects import RULES, Spells
from .goods import discard_actions, discard_spells, draw_spells, draw_to_hand
from .numbers import HAND
from .state import Tekumel


@rule("TEK-GAP-REFRESH-ORDER")
def refresh(g: Tekumel, seat: int) -> Rules[None]:
    """Hero Action cards, then Spells, then activated cards, then whatever happens at Refresh."""
    yield from discard_from_hand(g, seat)
    refill_hand(g, seat)
    yield from refill_spells(g, seat)
    turn_up(g, seat)
    yield from at_refresh(g, seat)


@rule("TEK-REFRESH-2")
def discard_from_hand(g: Tekumel, seat: int) -> Rules[None]:
    """Any of his Hero Action cards may go, none or all of them."""
    hand = g.state.heroes[seat].hand.cards
    if hand:
        gone = yield Several(
            seat, hand.copy(), 0, len(hand), "refresh.actions", g.say_card, rule="TEK-DEC-REFRESH-DISCARD"
        )
        discard_actions(g, seat, gone)


@rule("TEK-REFRESH-1", "TEK-GAP-HAND-OVER-3", "TEK-GAP-DECK-EMPTY")
def refill_hand(g: Tekumel, seat: int) -> None:
    """The hand is filled up to three; who has more keeps them and draws nothing."""
    draw_to_hand(g, seat, HAND - len(g.state.heroes[seat].hand.cards))


@rule("TEK-REFRESH-3", "TEK-GAP-SPELLS")
def refill_spells(g: Tekumel, seat: int) -> Rules[None]:
    """Any Spells may go; then they are filled up to the number on the cards that say so."""
    spells = g.state.heroes[seat].spells
    if spells:
        gone = yield Several(
            seat, spells.copy(), 0, len(spells), "refresh.spells", g.say_card, rule="TEK-DEC-SPELL-DISCARD"
        )
        discard_spells(g, seat, gone)
    draw_spells(g, seat, spell_number(g, seat).value - len(spells))


def spell_number(g: Tekumel, seat: int) -> Sum:
    """Up to how many Spells a Hero refills."""
    number = Sum(g.sheet(seat).spells, "number.printed")
    for effect, source in g.in_force(seat, Spells):
        number.add(effect.n, g.why(source))
    return number


@rule("TEK-REFRESH-4", "TEK-REFRESH-5", "TEK-REFRESH-6")
def turn_up(g: Tekumel, seat: int) -> None:
    """Activated cards are turned face up and may be activated again."""
    hero = g.state.heroes[seat]
    down = [item.card for item in hero.items if item.down]
    if down:
        hero.items = [replace(item, down=False) for item in hero.items]
        g.tell("refresh.turned", seat=seat, cards=g.names(down))


@rule("TEK-GAP-ORDER-SIMULTANEOUS")
def at_refresh(g: Tekumel, seat: int) -> Rules[None]:
    """What cards do at Refresh; its player chooses the order."""
    if waiting := g.waiting(seat, "refresh"):
        yield from RULES.fire(g, waiting)
