"""The Deck of Cards: drawing, discarding, shuffling anew, and looking at what nobody else may see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import permutations

from arbiter.core import Choose, Illegal, Rules, rule
from arbiter.kit import cards
from arbiter.kit.windows import in_order

from .race import Yummell


@rule("YUM-DECK-11", "YUM-GAP-63", "YUM-GAP-64")
def draw_to_hand(g: Yummell, seat: int, count: int) -> None:
    """Draw cards into a hand, as many as there are: an empty draw pile is made of the discard pile."""
    drawn = cards.deal(g, g.state.deck, g.state.hand[seat], count)
    if drawn:
        g.tell("drew", seat=seat, count=len(drawn))
        g.tell("drew.cards", (seat,), cards=g.names(drawn))


def lay_out(g: Yummell, seat: int, card: int) -> None:
    """A card is played from hand: it lies on the table until it has had its effect."""
    g.state.turn.loose += (cards.lay_open(g, g.state.hand[seat], card),)


@rule("YUM-DECK-9", "YUM-GAP-65")
def put(g: Yummell, card: int) -> None:
    """A card that has had its effect goes on the discard pile, face up."""
    s = g.state
    cards.discard(g, s.deck, card)
    if card in s.turn.loose:
        s.turn.loose = cards.without(s.turn.loose, card)


@rule("YUM-DECK-10", "YUM-GAP-70")
def put_all(g: Yummell, seat: int, gone: Sequence[int]) -> Rules[None]:
    """Several cards go on the discard pile at once, in the order the player chooses."""
    s = g.state
    s.turn.loose += tuple([card for card in gone if card not in s.turn.loose])
    yield from in_order(seat, gone, partial(put, g), "order", g.say_card, "YUM-DECK-10")


def discard(g: Yummell, seat: int, card: int) -> None:
    """A player throws a card away from hand."""
    put(g, cards.lay_open(g, g.state.hand[seat], card))
    g.tell("discarded", seat=seat, card=g.keys[card])


def why_not_in_hand(g: Yummell, seat: int, rule: str, card: object) -> Illegal | None:
    """Why a card cannot be taken from a hand: it is not there."""
    if type(card) is int and 0 <= card < len(g.cards) and card not in g.state.hand[seat].cards:
        return Illegal("refused.hand", rule, card=g.keys[card])
    return None


def lift_curses(g: Yummell, seat: int) -> Rules[None]:
    """Free a character of all Curses; its player chooses the order on the discard pile."""
    gone = g.state.curses[seat]
    g.state.curses[seat] = ()
    g.tell("curses.lifted", seat=seat, cards=g.names(gone))
    yield from put_all(g, seat, gone)


@rule("YUM-GAP-110")
def look(g: Yummell, seat: int, count: int) -> list[int]:
    """Look at the top of the draw pile in secret, at as many cards as there are."""
    looked = cards.look(g, g.state.deck, seat, count)
    if looked:
        g.tell("peeked", seat=seat, count=len(looked))
        g.tell("peeked.cards", (seat,), cards=g.names(looked))
    return looked


def may_bottom(g: Yummell, seat: int) -> Rules[None]:
    """The card looked at stays where it is or goes to the bottom; the others see which, but not the card."""
    bottom = yield Choose(seat, (False, True), "peek", g.say_peek, rule="YUM-ACT-12")
    if bottom:
        cards.bury(g.state.deck, g.state.deck.top[0], seat)
        g.tell("peek.bottom", seat=seat)
    else:
        g.tell("peek.left", seat=seat)


def put_back(g: Yummell, seat: int, looked: Sequence[int]) -> Rules[None]:
    """The cards looked at go back on the draw pile in any order, which nobody else sees."""
    orders = list(permutations(looked))
    order = yield Choose(seat, orders, "reorder", g.say_order, rule="YUM-SUP-7", secret=True)
    cards.put_back(g.state.deck, seat, order)
    g.tell("reordered", seat=seat, count=len(looked))
