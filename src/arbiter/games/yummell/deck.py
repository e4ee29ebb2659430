"""The Deck of Cards: drawing, discarding, shuffling anew, and looking at what nobody else may see."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from arbiter.core import OPEN, Choose, Rules, rule

if TYPE_CHECKING:
    from .race import Yummell


@rule("YUM-DECK-11")
def renew(g: Yummell) -> bool:
    """See to it that there is a card to draw: an empty draw pile is made of the discard pile. False if none is left."""
    s = g.state
    if s.top or s.pile or s.bottom:
        return True
    if not s.discard:
        return False
    s.pile = s.discard
    s.discard = []
    g.tell("reshuffled", cards=len(s.pile))
    return True


def take(g: Yummell, seen_by: int | None) -> int:
    """The top card of the draw pile; -1 if there is none anywhere."""
    s = g.state
    if s.top:
        return s.top.pop(0)
    if s.pile:
        return g.draw(s.pile, seen_by)
    if s.bottom:
        return s.bottom.pop(0)
    return take(g, seen_by) if renew(g) else -1


def draw_to_hand(g: Yummell, seat: int, count: int) -> None:
    """Draw cards into a hand, as many as there are."""
    hand = g.state.hand[seat]
    drawn = []
    for _ in range(count):
        card = take(g, seat)
        if card < 0:
            break
        hand.append(card)
        drawn.append(card)
    if drawn:
        g.tell("drew", seat=seat, count=len(drawn))
        g.tell("drew.cards", (seat,), cards=[g.name(card) for card in drawn])


def draw_encounter(g: Yummell) -> int:
    """The card met on the way, in the open; -1 if there is none."""
    card = take(g, OPEN)
    if card >= 0:
        g.state.seen[card] = 0
        g.state.loose.append(card)
    return card


@rule("YUM-DECK-9")
def put(g: Yummell, card: int) -> None:
    """A card that has had its effect goes on the discard pile."""
    s = g.state
    g.show(card)
    s.discard.append(card)
    s.seen[card] = 0
    if s.loose and card in s.loose:
        s.loose.remove(card)


@rule("YUM-DECK-10")
def put_all(g: Yummell, seat: int, cards: Sequence[int]) -> Rules[None]:
    """Several cards go on the discard pile at once, in the order the player chooses."""
    left = list(cards)
    g.state.loose += [card for card in left if card not in g.state.loose]
    while len(left) > 1:
        card = yield Choose(seat, left[:], "order", g.say_card, rule="YUM-DECK-10")
        left.remove(card)
        put(g, card)
    for card in left:
        put(g, card)


def lift_curses(g: Yummell, seat: int) -> Rules[None]:
    """Free a character of all Curses; its player chooses the order on the discard pile."""
    curses = g.state.curses[seat]
    gone = curses[:]
    curses.clear()
    g.tell("curses.lifted", seat=seat, cards=[g.name(card) for card in gone])
    yield from put_all(g, seat, gone)


def look(g: Yummell, seat: int, count: int) -> None:
    """Look at the top of the draw pile in secret, at as many cards as there are."""
    s = g.state
    if not renew(g):
        return
    while len(s.top) < count and (s.pile or s.bottom):
        s.top.append(g.draw(s.pile, seen_by=seat) if s.pile else s.bottom.pop(0))
    looked = s.top[:count]
    for card in looked:
        g.show(card, seat)
        s.seen[card] |= 1 << seat
    g.tell("peeked", seat=seat, count=len(looked))
    g.tell("peeked.cards", (seat,), cards=[g.name(card) for card in looked])


def put_back(g: Yummell, seat: int, count: int, reorder: bool) -> Rules[None]:
    """What was looked at: put the card at the bottom or not, or all back in any order."""
    s = g.state
    looked = s.top[:count]
    if not looked:
        return
    if not reorder:
        bottom = yield Choose(seat, (False, True), "peek", g.say_peek, rule="YUM-ACT-12")
        if bottom:
            s.bottom.append(s.top.pop(0))
            g.tell("peek.bottom", seat=seat)
        else:
            g.tell("peek.left", seat=seat)
    elif len(looked) > 1:
        orders = [tuple(order) for order in permutations(looked)]
        order = yield Choose(seat, orders, "reorder", g.say_order, rule="YUM-SUP-7", secret=True)
        s.top[:count] = order
        for card in looked:
            s.seen[card] = 1 << seat
        g.tell("reordered", seat=seat, count=len(looked))
