"""A race of Yummell as plain data: who stands where, who holds what, and what is so in this turn."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import field
from random import Random
from typing import Annotated, Literal

import msgspec

from arbiter.core import hidden, rule, seen_as, state

from .numbers import ROUND_LIMIT
from .tiles import Spot

Cards = tuple[int, ...]
"""A few cards that lie together; replaced, never changed, so that copies of a race can share them."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays: the track (`suited` takes the ready-made one for the number of players, `built` builds one,
    `vote` lets the players decide), characters at random or picked, Supporters, the round in which an endless race
    stops (0: never, for people among themselves), users' packs."""

    track: str = "suited"
    characters: Literal["random", "pick"] = "random"
    supporters: Literal["off", "chosen", "dealt"] = "off"
    round_limit: Annotated[int, msgspec.Meta(ge=0, le=1000)] = ROUND_LIMIT
    packs: tuple[str, ...] = ()


UNKNOWN = -1
"""A card whose face the onlooker may not see."""

EVERYBODY = -1
"""In `seen`: everybody has seen where the card lies, spectators too."""


def known(s: Race, card: int, seat: int | None) -> bool:
    """Has a seat seen where this hidden card lies?"""
    looks = s.seen[card]
    return looks == EVERYBODY if seat is None else bool(looks >> seat & 1)


def _shown(s: Race, cards: list[int], seat: int | None) -> list[int]:
    return [card if known(s, card, seat) else UNKNOWN for card in cards]


@rule("YUM-GAP-68")
def _hands(s: Race, hands: list[list[int]], seat: int | None) -> list[list[int]]:
    """A seat's own hand, and how many cards the others hold."""
    # Known cards come first: the place of a card in another hand would tell when it came there.
    return [
        cards if owner == seat else sorted(_shown(s, cards, seat), reverse=True) for owner, cards in enumerate(hands)
    ]


def _own_looks(s: Race, seen: list[int], seat: int | None) -> list[int]:
    bit = 0 if seat is None else 1 << seat
    return [looks if looks == EVERYBODY else looks & bit for looks in seen]


@state
class Turn:
    """What is so in this turn alone: when it ends, all of it is over."""

    window: int = 0
    """The window now open, a bit of `sources.WINDOWS`."""
    passed: bool = False
    """The player wants no further window in this turn."""
    played: int = 0
    activated: int = 0
    """Events played and activations begun from hand."""
    used: tuple[str, ...] = ()
    """Of Ability and Advantage those that have been used."""
    rested: bool = False
    advanced: bool = False
    ended: int = -1
    """The square in which a movement of this turn ended."""
    encounter: bool = False
    """The character advanced in its Movement Phase, and its encounter is still to come."""
    met: int = -1
    """The card of the encounter."""
    lasting: Cards = ()
    """Events that are in force to the end of the turn."""
    markers: Cards = ()
    boosts: Cards = ()
    aids: Cards = ()
    """Sources whose card is gone: in force this turn, for the next movement card, in this Challenge."""
    activating: Cards = ()
    """The mover's Artefacts in activation."""
    loose: Cards = ()
    """Cards on the table that are neither anybody's nor laid away yet: being played, met or sorted."""


@state
class Race:
    """The state. Cards are numbers in the catalogue's deck, sources numbers in its list of everything with a name."""

    options: Options
    round: int
    """0 while the race is being prepared."""
    layout: tuple[Spot, ...]
    """The tiles as they lie; none before the players have voted on the track."""
    placing: int
    """How many tiles are still to be laid before the finish."""
    character: list[int]
    advantage: list[int]
    at: list[int]
    path: list[int]
    hand: list[list[int]] = seen_as(_hands)
    active: list[Cards]
    curses: list[Cards]
    nets: list[Cards]
    """Sources that make a character's next movement card weaker."""
    mired: list[bool]
    """Must Rest on the next turn."""
    supporters: list[Cards]
    arrived: list[int]
    bag: list[int]
    mover: int
    pile: list[int] = hidden(lambda cards: [UNKNOWN] * len(cards))
    top: list[int] = seen_as(_shown)
    bottom: list[int] = seen_as(_shown)
    seen: list[int] = seen_as(_own_looks)
    """Card -> the seats that have seen where it lies hidden, a bit each."""
    discard: list[int]
    aside: list[int]
    turn: Turn = field(default_factory=Turn)


def without(cards: Cards, card: int) -> Cards:
    """The cards but one of them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def redeal(s: Race, seat: int | None, rng: Random, lit: Collection[Hashable]) -> None:
    """Deal again what a seat cannot know: the draw pile, the other hands, and cards that only others have looked at."""
    hidden_cards = [s.top, s.bottom, *(cards for owner, cards in enumerate(s.hand) if owner != seat)]
    places = [
        (cards, n)
        for cards in hidden_cards
        for n, card in enumerate(cards)
        if card not in lit and not known(s, card, seat)
    ]
    # Sorted, so that what is dealt depends on nothing but what the seat knows.
    pool = sorted([card for card in s.pile if card not in lit] + [cards[n] for cards, n in places])
    # Who has looked at a place still has, whatever card lies there now.
    looks = [s.seen[cards[n]] for cards, n in places]
    for cards, n in places:
        s.seen[cards[n]] = 0
    for (cards, n), look in zip(places, looks, strict=True):
        cards[n] = pool.pop(int(rng.random() * len(pool)))
        s.seen[cards[n]] = look
    s.pile = pool + [card for card in s.pile if card in lit]
