"""Decks and hands, and who has seen what of them: drawing, looking, searching, discarding, shuffling, giving.

A card is a text or a number, as the game likes, no two alike. What a seat sees of a deck or a hand, and how it may be
dealt otherwise in an imagined world, follows from what is recorded here; a game that moves its cards with these verbs
masks nothing by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import field
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from arbiter.core import OPEN, Play, hidden, seen_as, state

C = TypeVar("C", int, str)
T = TypeVar("T")

UNKNOWN = "?"
UNKNOWN_NUMBER = -1
"""A card whose face the onlooker may not see, as a text and as a number."""

_BACKS: dict[type, Any] = {str: UNKNOWN, int: UNKNOWN_NUMBER}

EVERYBODY = -1
"""In `looks`: everybody has seen that the card lies there, spectators too."""


def _saw(looks: int, seat: int | None) -> bool:
    return looks == EVERYBODY if seat is None else bool(looks >> seat & 1)


def _back(cards: list[C]) -> C:
    back: C = _BACKS[type(cards[0])]
    return back


def _backs(cards: list[C]) -> list[C]:
    return [_back(cards)] * len(cards) if cards else []


def _faces(zone: Deck[C] | Hand[C], cards: list[C], seat: int | None) -> list[C]:
    return [card if _saw(zone.looks.get(card, 0), seat) else _back(cards) for card in cards]


def _in_hand(hand: Hand[C], cards: list[C], seat: int | None) -> list[C]:
    if seat == hand.owner or not cards:
        return cards
    # Known cards come first: the place of a card in another's hand would tell when it came there.
    return sorted(_faces(hand, cards, seat), key=_back(cards).__eq__)


def _own_looks(zone: Deck[C] | Hand[C], looks: dict[C, int], seat: int | None) -> dict[C, int]:
    if isinstance(zone, Hand) and zone.owner == seat:
        # Whoever looks at a card or gives it away does so before all eyes.
        return looks
    bit = 0 if seat is None else 1 << seat
    found = {card: seats if seats == EVERYBODY else seats & bit for card, seats in looks.items()}
    return {card: seats for card, seats in found.items() if seats}


@state
class Deck(Generic[C]):
    """A draw pile with its discard pile.

    What nobody can know has no order: those cards lie in a bag, and which of them is drawn is chance. Only cards that
    somebody put on top of it or at its bottom have a place.
    """

    bag: list[C] = hidden(_backs)
    discard: list[C] = field(default_factory=list)
    top: list[C] = seen_as(_faces, default_factory=list)
    bottom: list[C] = seen_as(_faces, default_factory=list)
    looks: dict[C, int] = seen_as(_own_looks, default_factory=dict)
    """Card at the top or the bottom -> the seats that know it lies there, a bit each."""

    def __len__(self) -> int:
        """How many cards there are to draw before the discard pile is shuffled."""
        return len(self.bag) + len(self.top) + len(self.bottom)


@state
class Hand(Generic[C]):
    """Cards that only their owner sees, but for those that others know he has."""

    owner: int
    cards: list[C] = seen_as(_in_hand, default_factory=list)
    looks: dict[C, int] = seen_as(_own_looks, default_factory=dict)
    """Card -> the other seats that know it is here, a bit each."""


# Drawing


def draw(g: Play[Any], deck: Deck[C], seen_by: int = OPEN) -> C | None:
    """The top card, seen by all or by one seat; None where there is none, in the discard pile neither."""
    return _take(g, deck, seen_by)[0]


def deal(g: Play[Any], deck: Deck[C], hand: Hand[C], count: int = 1) -> list[C]:
    """Draw cards into a hand, as many as there are; gives those that came."""
    dealt: list[C] = []
    host = g.host
    while len(dealt) < count:
        if deck.bag and not deck.top:
            dealt.append(host.draw(deck.bag, hand.owner))
            continue
        card, looks = _take(g, deck, hand.owner)
        if card is None:
            break
        dealt.append(card)
        _remember(hand, card, looks)
    hand.cards += dealt
    return dealt


def _take(g: Play[Any], deck: Deck[C], seen_by: int) -> tuple[C | None, int]:
    """The top card, and who knew that it lay there."""
    if not deck.top:
        if not deck.bag and not deck.bottom:
            shuffle_discards(g, deck)
        if deck.bag:
            return g.draw(deck.bag, seen_by), 0
    pile = deck.top or deck.bottom
    if not pile:
        return None, 0
    card = pile.pop(0)
    if seen_by == OPEN:
        g.show(card)
    else:
        g.show(card, seen_by)
    return card, deck.looks.pop(card, 0)


def shuffle_discards(g: Play[Any], deck: Deck[C]) -> None:
    """The discard pile becomes part of the draw pile, in no order."""
    if deck.discard:
        deck.bag += deck.discard
        deck.discard.clear()
        g.tell("kit.shuffled", cards=len(deck))


def shuffle_all(g: Play[Any], deck: Deck[C]) -> None:
    """Draw pile and discard pile are shuffled into one; nobody knows any more where a card lies."""
    deck.bag += deck.discard + deck.top + deck.bottom
    deck.discard.clear()
    deck.top.clear()
    deck.bottom.clear()
    deck.looks.clear()
    g.tell("kit.shuffled", cards=len(deck))


# Looking and searching


def look(g: Play[Any], deck: Deck[C], seat: int, count: int) -> list[C]:
    """A seat looks at the topmost cards, as many as there are; they stay where they are."""
    if not len(deck):
        shuffle_discards(g, deck)
    while len(deck.top) < count and len(deck) > len(deck.top):
        deck.top.append(g.draw(deck.bag, seat) if deck.bag else deck.bottom.pop(0))
    for card in deck.top[:count]:
        g.show(card, seat)
        _know(deck, card, 1 << seat)
    return deck.top[:count]


def bury(deck: Deck[C], card: C, seen_by: int = OPEN) -> None:
    """A card goes to the bottom; all know it, or the one seat that has looked at it."""
    if card in deck.top:
        deck.top.remove(card)
    deck.bottom.append(card)
    deck.looks[card] = EVERYBODY if seen_by == OPEN else 1 << seen_by


def put_back(deck: Deck[C], seat: int, order: Sequence[C]) -> None:
    """The topmost cards, which a seat has looked at, go back in an order that nobody else sees."""
    deck.top[: len(order)] = order
    for card in order:
        deck.looks[card] = 1 << seat


def take(g: Play[Any], deck: Deck[C], card: C) -> None:
    """A certain card is searched out of the draw pile or the discard pile, for all to see."""
    pile = next(pile for pile in (deck.discard, deck.bag, deck.top, deck.bottom) if card in pile)
    pile.remove(card)
    deck.looks.pop(card, None)
    g.show(card)


def discard(g: Play[Any], deck: Deck[C], card: C) -> None:
    """A card goes on the discard pile, face up."""
    g.show(card)
    deck.discard.append(card)


# Hands


def lay_open(g: Play[Any], hand: Hand[C], card: C) -> C:
    """A card leaves a hand for all to see."""
    hand.cards.remove(card)
    hand.looks.pop(card, None)
    g.show(card)
    return card


def lay_open_at_random(g: Play[Any], hand: Hand[C]) -> C:
    """Chance takes a card out of a hand for all to see."""
    card = g.draw(hand.cards)
    hand.looks.pop(card, None)
    return card


def receive(hand: Hand[C], card: C) -> None:
    """A card that all have seen goes into a hand, where they know it to be."""
    hand.cards.append(card)
    hand.looks[card] = EVERYBODY


def show(g: Play[Any], hand: Hand[C], card: C, *seats: int) -> None:
    """A card in a hand is shown to all, or to some seats, and stays there."""
    g.show(card, *seats)
    _know(hand, card, sum(1 << seat for seat in seats) if seats else EVERYBODY)


def give(g: Play[Any], hand: Hand[C], other: Hand[C], card: C) -> None:
    """A card goes from one hand to another; only those two know which. Whoever gave it knows where it is."""
    hand.cards.remove(card)
    _hand_over(g, hand, other, card)


def give_at_random(g: Play[Any], hand: Hand[C], other: Hand[C]) -> C:
    """Chance takes a card from one hand for another; only those two see which."""
    card = g.draw(hand.cards, other.owner)
    _hand_over(g, hand, other, card)
    return card


def _hand_over(g: Play[Any], hand: Hand[C], other: Hand[C], card: C) -> None:
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


def _remember(hand: Hand[C], card: C, looks: int) -> None:
    others = looks if looks == EVERYBODY else looks & ~(1 << hand.owner)
    if others:
        hand.looks[card] = others


def _know(zone: Deck[C] | Hand[C], card: C, looks: int) -> None:
    zone.looks[card] = _joined(zone.looks.get(card, 0), looks)


def _joined(one: int, other: int) -> int:
    return EVERYBODY if EVERYBODY in (one, other) else one | other


# Rows of cards that are replaced and never changed, so that copies of a state can share them


def without(row: tuple[T, ...], one: T) -> tuple[T, ...]:
    """All but one of what lies there together."""
    if row == (one,):
        return ()
    at = row.index(one)
    return row[:at] + row[at + 1 :]


# Imagined worlds

Spot: TypeAlias = tuple[Deck[C] | Hand[C], list[C], int]
"""Where a card lies: in which deck or hand, in which of its piles, and which card of that."""


def redeal(deck: Deck[C], hands: Sequence[Hand[C]], seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
    """Deal anew what a seat cannot know of a deck and of the hands that were dealt from it, but for what is `known`."""
    places = _unknown(deck, hands, seat, known)
    pinned = [card for card in deck.bag if card in known] if known else []
    pool = [card for card in deck.bag if card not in known] if pinned else deck.bag.copy()
    # Sorted, so that what is dealt depends on nothing but what the seat knows.
    pool += [cards[at] for _, cards, at in places]
    pool.sort()
    # Who has looked at a place has still looked at it, whatever lies there now.
    looks = [zone.looks.pop(cards[at], 0) if zone.looks else 0 for zone, cards, at in places]
    for (zone, cards, at), seats in zip(places, looks, strict=True):
        cards[at] = pool.pop(int(rng.random() * len(pool)))
        if seats:
            zone.looks[cards[at]] = seats
    # What is left has no order: it is cut, and not shuffled.
    cut = int(rng.random() * len(pool))
    deck.bag[:] = pool[cut:] + pool[:cut] + pinned


def must_hold(
    deck: Deck[C], hands: Sequence[Hand[C]], hand: Hand[C], seat: int | None, rng: Random, known: Collection[Hashable],
    fits: Callable[[C], bool],
) -> None:  # fmt: skip
    """After such a deal: whoever has shown by what he does that a card of his fits holds one that does, unless the seat
    knows the card."""
    spots = _unknown(deck, hands, seat, known)
    mine = [spot for spot in spots if spot[0] is hand]
    spots = [(deck, deck.bag, at) for at, card in enumerate(deck.bag) if card not in known] + spots
    fitting = [(zone, cards, at) for zone, cards, at in spots if fits(cards[at])]
    if mine and fitting:
        _exchange(mine[0], fitting[int(rng.random() * len(fitting))])


def _unknown(
    deck: Deck[C], hands: Iterable[Hand[C]], seat: int | None, known: Collection[Hashable]
) -> list[Spot[C]]:  # fmt: skip
    """Where cards lie, besides the bag, that a seat cannot know."""
    return [
        (zone, cards, at)
        for zone, cards in _zones(deck, hands, seat)
        for at, card in enumerate(cards)
        if card not in known and not (zone.looks and _saw(zone.looks.get(card, 0), seat))
    ]


def _exchange(one: Spot[C], other: Spot[C]) -> None:
    """Two cards change places; who has looked at a place has still looked at it."""
    looks = [zone.looks.pop(cards[at], 0) for zone, cards, at in (one, other)]
    (_, cards, at), (_, others, there) = one, other
    cards[at], others[there] = others[there], cards[at]
    for (zone, cards, at), seats in zip((one, other), looks, strict=True):
        if seats:
            zone.looks[cards[at]] = seats


def _zones(deck: Deck[C], hands: Iterable[Hand[C]], seat: int | None) -> list[tuple[Deck[C] | Hand[C], list[C]]]:
    zones: list[tuple[Deck[C] | Hand[C], list[C]]] = []
    if deck.top or deck.bottom:
        zones += [(deck, deck.top), (deck, deck.bottom)]
    zones += [(hand, hand.cards) for hand in hands if hand.owner != seat]
    return zones
