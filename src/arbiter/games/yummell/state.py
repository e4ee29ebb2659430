"""A race of Yummell as plain data: who stands where, who holds what, and how far the turn has come."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import field
from random import Random
from typing import Annotated, Literal

import msgspec

from arbiter.core import hidden, seen_as, state

from .tiles import Spot


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays: the track (`suited` takes the ready-made one for the number of players, `built` builds one),
    characters at random or picked, Supporters, the round in which an endless race stops (0: never), users' packs."""

    track: str = "suited"
    characters: Literal["random", "pick"] = "random"
    supporters: Literal["off", "chosen", "dealt"] = "off"
    round_limit: Annotated[int, msgspec.Meta(ge=0)] = 100
    packs: tuple[str, ...] = ()


CHARACTERS, TRACK, SUPPORTERS, DEAL, PREPARED, MOVED, MEETING, MET = range(8)
"""Where a beat can begin: the steps of the setup, then W1, W2, the encounter, and W3."""

UNKNOWN = -1
"""A card whose face the onlooker may not see."""


def known(s: Race, card: int, seat: int | None) -> bool:
    """Has a seat seen where this hidden card lies?"""
    return seat is not None and bool(s.seen[card] >> seat & 1)


def _shown(s: Race, cards: list[int], seat: int | None) -> list[int]:
    return [card if known(s, card, seat) else UNKNOWN for card in cards]


def _hands(s: Race, hands: list[list[int]], seat: int | None) -> list[list[int]]:
    # Known cards come first: the place of a card in another hand would tell when it came there.
    return [
        cards if owner == seat else sorted(_shown(s, cards, seat), reverse=True) for owner, cards in enumerate(hands)
    ]


def _own_looks(s: Race, seen: list[int], seat: int | None) -> list[int]:
    bit = 0 if seat is None else 1 << seat
    return [mask & bit for mask in seen]


@state
class Race:
    """The state. Cards are numbers in the catalogue's deck, sources numbers in its list of everything with a name."""

    options: Options
    step: int
    round: int
    layout: tuple[Spot, ...]
    placing: int
    character: list[int]
    advantage: list[int]
    at: list[int]
    path: list[int]
    hand: list[list[int]] = seen_as(_hands)
    active: list[list[int]]
    activating: list[list[int]]
    curses: list[list[int]]
    nets: list[list[int]]
    mired: list[int]
    supporters: list[list[int]]
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
    window: int = 0
    passing: bool = False
    """The player wants no further window in this turn."""
    played: int = 0
    activated: int = 0
    used: int = 0
    lasting: list[int] = field(default_factory=list)
    in_force: list[int] = field(default_factory=list)
    boosts: list[int] = field(default_factory=list)
    rested: bool = False
    advanced: bool = False
    meets: bool = False
    """The character advanced in its Movement Phase, so an encounter follows."""
    ended: int = -1
    met: int = -1
    aids: list[int] = field(default_factory=list)
    loose: list[int] = field(default_factory=list)
    """Cards on the table that are neither anybody's nor laid away yet: being played, met or sorted."""
    deed: int = 0
    """How many deeds of what was declared are done; each is a beat of its own."""
    declared: tuple[int, int, int] | None = None
    """A card or power that was named and now takes effect: source, card (or -1), target seat (or -1)."""


def redeal(s: Race, seat: int | None, rng: Random, lit: Collection[Hashable]) -> None:
    """Deal again what a seat cannot know: the draw pile, the other hands, and cards that only others have looked at."""

    def free(card: int) -> bool:
        return not known(s, card, seat) and card not in lit

    places: list[tuple[list[int], int]] = []
    for owner, cards in enumerate(s.hand):
        if owner != seat:
            places += [(cards, n) for n, card in enumerate(cards) if free(card)]
    for cards in (s.top, s.bottom):
        places += [(cards, n) for n, card in enumerate(cards) if free(card)]
    pool = [card for card in s.pile if card not in lit]
    pinned = [card for card in s.pile if card in lit]
    pool += [cards[n] for cards, n in places]
    # Who has looked at a place still has, whatever card lies there now.
    looks = [s.seen[cards[n]] for cards, n in places]
    rng.shuffle(pool)
    for card in pool:
        s.seen[card] = 0
    for (cards, n), look in zip(places, looks, strict=True):
        card = pool.pop()
        cards[n] = card
        s.seen[card] = look
    s.pile = pool + pinned
