"""Decks and hands, and who has seen what of them: drawing, looking, searching, discarding, shuffling, giving.

A card is a text, no two alike. What a seat sees of a deck or a hand, and how it may be dealt otherwise in an imagined
world, follows from what is recorded here; a game that moves its cards with these verbs masks nothing by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import field
from random import Random
from typing import Any

from arbiter.core import OPEN, Play, hidden, seen_as, state

UNKNOWN = "?"
"""A card whose face the onlooker may not see."""

EVERYBODY = -1
"""In `looks`: everybody has seen that the card lies there, spectators too."""


def _saw(looks: int, seat: int | None) -> bool:
    return looks == EVERYBODY if seat is None else bool(looks >> seat & 1)


def _faces(zone: Deck | Hand, cards: list[str], seat: int | None) -> list[str]:
    return [card if _saw(zone.looks.get(card, 0), seat) else UNKNOWN for card in cards]


def _in_hand(hand: Hand, cards: list[str], seat: int | None) -> list[str]:
    # Known cards come first: the place of a card in another's hand would tell when it came there.
    return cards if seat == hand.owner else sorted(_faces(hand, cards, seat), key=UNKNOWN.__eq__)


def _own_looks(zone: Deck | Hand, looks: dict[str, int], seat: int | None) -> dict[str, int]:
    mine = zone.owner == seat if isinstance(zone, Hand) else False
    bit = 0 if seat is None else 1 << seat
    found = {card: seats if seats == EVERYBODY else seats & bit for card, seats in looks.items()}
    return {card: seats for card, seats in found.items() if seats and (not mine or seats == EVERYBODY)}


@state
class Deck:
    """A draw pile with its discard pile.

    What nobody can know has no order: those cards lie in a bag, and which of them is drawn is chance. Only cards that
    somebody put on top of it or at its bottom have a place.
    """

    bag: list[str] = hidden(lambda cards: [UNKNOWN] * len(cards))
    discard: list[str] = field(default_factory=list)
    top: list[str] = seen_as(_faces, default_factory=list)
    bottom: list[str] = seen_as(_faces, default_factory=list)
    looks: dict[str, int] = seen_as(_own_looks, default_factory=dict)
    """Card at the top or the bottom -> the seats that know it lies there, a bit each."""

    def __len__(self) -> int:
        """How many cards there are to draw before the discard pile is shuffled."""
        return len(self.bag) + len(self.top) + len(self.bottom)


@state
class Hand:
    """Cards that only their owner sees, but for those that others know he has."""

    owner: int
    cards: list[str] = seen_as(_in_hand, default_factory=list)
    looks: dict[str, int] = seen_as(_own_looks, default_factory=dict)
    """Card -> the other seats that know it is here, a bit each."""


# Drawing


def draw(g: Play[Any], deck: Deck, seen_by: int = OPEN) -> str:
    """The top card, seen by all or by one seat; nothing ("") where there is none, in the discard pile neither."""
    return _take(g, deck, seen_by)[0]


def deal(g: Play[Any], deck: Deck, hand: Hand, count: int = 1) -> list[str]:
    """Draw cards into a hand, as many as there are; gives those that came."""
    dealt = []
    for _ in range(count):
        card, looks = _take(g, deck, hand.owner)
        if not card:
            break
        hand.cards.append(card)
        _remember(hand, card, looks)
        dealt.append(card)
    return dealt


def _take(g: Play[Any], deck: Deck, seen_by: int) -> tuple[str, int]:
    """The top card, and who knew that it lay there."""
    if not deck.top:
        if not deck.bag and not deck.bottom:
            shuffle_discards(g, deck)
        if deck.bag:
            return g.draw(deck.bag, seen_by), 0
    pile = deck.top or deck.bottom
    if not pile:
        return "", 0
    card = pile.pop(0)
    if seen_by == OPEN:
        g.show(card)
    else:
        g.show(card, seen_by)
    return card, deck.looks.pop(card, 0)


def shuffle_discards(g: Play[Any], deck: Deck) -> None:
    """The discard pile becomes part of the draw pile, in no order."""
    if deck.discard:
        deck.bag += deck.discard
        deck.discard.clear()
        g.tell("kit.shuffled", cards=len(deck))


def shuffle_all(g: Play[Any], deck: Deck) -> None:
    """Draw pile and discard pile are shuffled into one; nobody knows any more where a card lies."""
    deck.bag += deck.discard + deck.top + deck.bottom
    deck.discard.clear()
    deck.top.clear()
    deck.bottom.clear()
    deck.looks.clear()
    g.tell("kit.shuffled", cards=len(deck))


# Looking and searching


def look(g: Play[Any], deck: Deck, seat: int, count: int) -> list[str]:
    """A seat looks at the topmost cards, as many as there are; they stay where they are."""
    if not len(deck):
        shuffle_discards(g, deck)
    while len(deck.top) < count and len(deck) > len(deck.top):
        deck.top.append(g.draw(deck.bag, seat) if deck.bag else deck.bottom.pop(0))
    for card in deck.top[:count]:
        g.show(card, seat)
        _know(deck, card, 1 << seat)
    return deck.top[:count]


def bury(deck: Deck, card: str, seen_by: int = OPEN) -> None:
    """A card goes to the bottom; all know it, or the one seat that has looked at it."""
    if card in deck.top:
        deck.top.remove(card)
    deck.bottom.append(card)
    deck.looks[card] = EVERYBODY if seen_by == OPEN else 1 << seen_by


def take(g: Play[Any], deck: Deck, card: str) -> None:
    """A certain card is searched out of the draw pile or the discard pile, for all to see."""
    pile = next(pile for pile in (deck.discard, deck.bag, deck.top, deck.bottom) if card in pile)
    pile.remove(card)
    deck.looks.pop(card, None)
    g.show(card)


def discard(g: Play[Any], deck: Deck, card: str) -> None:
    """A card goes on the discard pile, face up."""
    g.show(card)
    deck.discard.append(card)


# Hands


def lay_open(g: Play[Any], hand: Hand, card: str) -> str:
    """A card leaves a hand for all to see."""
    hand.cards.remove(card)
    hand.looks.pop(card, None)
    g.show(card)
    return card


def show(g: Play[Any], hand: Hand, card: str, *seats: int) -> None:
    """A card in a hand is shown to all, or to some seats, and stays there."""
    g.show(card, *seats)
    _know(hand, card, sum(1 << seat for seat in seats) if seats else EVERYBODY)


def give(g: Play[Any], hand: Hand, other: Hand, card: str) -> None:
    """A card goes from one hand to another; only those two know which. Whoever gave it knows where it is."""
    hand.cards.remove(card)
    _hand_over(g, hand, other, card)


def give_at_random(g: Play[Any], hand: Hand, other: Hand) -> str:
    """Chance takes a card from one hand for another; only those two see which."""
    card = g.draw(hand.cards, other.owner)
    _hand_over(g, hand, other, card)
    return card


def _hand_over(g: Play[Any], hand: Hand, other: Hand, card: str) -> None:
    other.cards.append(card)
    g.show(card, hand.owner, other.owner)
    looks = hand.looks.pop(card, 0)
    if hand.cards:
        # Whoever else knew a card of this hand no longer knows whether it is still there.
        looks = 0
        kept = {left: 1 << other.owner for left, seats in hand.looks.items() if _saw(seats, other.owner)}
        hand.looks.clear()
        hand.looks.update(kept)
    _remember(other, card, _joined(looks, 1 << hand.owner))


def _remember(hand: Hand, card: str, looks: int) -> None:
    others = looks if looks == EVERYBODY else looks & ~(1 << hand.owner)
    if others:
        hand.looks[card] = others


def _know(zone: Deck | Hand, card: str, looks: int) -> None:
    zone.looks[card] = _joined(zone.looks.get(card, 0), looks)


def _joined(one: int, other: int) -> int:
    return EVERYBODY if EVERYBODY in (one, other) else one | other


# Imagined worlds


def redeal(deck: Deck, hands: Sequence[Hand], seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
    """Deal anew what a seat cannot know of a deck and of the hands that were dealt from it, but for what is `known`."""
    places = [
        (zone, cards, at)
        for zone, cards in _zones(deck, hands, seat)
        for at, card in enumerate(cards)
        if card not in known and not _saw(zone.looks.get(card, 0), seat)
    ]
    pinned = [card for card in deck.bag if card in known]
    pool = [card for card in deck.bag if card not in known] + [cards[at] for _, cards, at in places]
    # Sorted, so that nothing of the true order is left for the shuffle to show.
    pool.sort()
    rng.shuffle(pool)
    # Who has looked at a place has still looked at it, whatever lies there now.
    looks = [zone.looks.pop(cards[at], 0) for zone, cards, at in places]
    for (zone, cards, at), seats in zip(places, looks, strict=True):
        cards[at] = pool.pop()
        if seats:
            zone.looks[cards[at]] = seats
    deck.bag[:] = pool + pinned


def _zones(deck: Deck, hands: Iterable[Hand], seat: int | None) -> Iterator[tuple[Deck | Hand, list[str]]]:
    yield deck, deck.top
    yield deck, deck.bottom
    for hand in hands:
        if hand.owner != seat:
            yield hand, hand.cards
