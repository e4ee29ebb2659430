"""A race of Yummell as plain data: who stands where, who holds what, and how far the turn has come."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Annotated, Literal

import msgspec

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


@dataclass(slots=True)
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
    hand: list[list[int]]
    active: list[list[int]]
    activating: list[list[int]]
    curses: list[list[int]]
    nets: list[list[int]]
    mired: list[int]
    supporters: list[list[int]]
    arrived: list[int]
    bag: list[int]
    mover: int
    pile: list[int]
    top: list[int]
    bottom: list[int]
    seen: list[int]
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


def copy(s: Race) -> Race:
    """An independent copy: lists copied, everything else shared."""
    return Race(
        s.options,
        s.step,
        s.round,
        s.layout,
        s.placing,
        s.character[:],
        s.advantage[:],
        s.at[:],
        s.path[:],
        [cards[:] for cards in s.hand],
        [cards[:] for cards in s.active],
        [cards[:] for cards in s.activating],
        [cards[:] for cards in s.curses],
        [marks[:] for marks in s.nets],
        s.mired[:],
        [cards[:] for cards in s.supporters],
        s.arrived[:],
        s.bag[:],
        s.mover,
        s.pile[:],
        s.top[:],
        s.bottom[:],
        s.seen[:],
        s.discard[:],
        s.aside[:],
        s.window,
        s.passing,
        s.played,
        s.activated,
        s.used,
        s.lasting[:],
        s.in_force[:],
        s.boosts[:],
        s.rested,
        s.advanced,
        s.meets,
        s.ended,
        s.met,
        s.aids[:],
        s.loose[:],
        s.deed,
        s.declared,
    )


def known(s: Race, card: int, seat: int | None) -> bool:
    """Has a seat seen where this hidden card lies?"""
    return seat is not None and bool(s.seen[card] >> seat & 1)


def view(s: Race, seat: int | None) -> Race:
    """The race as a seat may see it: other hands and the draw pile face down but for the cards it was shown."""

    def shown(cards: list[int]) -> list[int]:
        return [card if known(s, card, seat) else UNKNOWN for card in cards]

    seen = copy(s)
    # Known cards come first: the place of a card in another hand would tell when it came there.
    seen.hand = [
        cards[:] if owner == seat else sorted(shown(cards), reverse=True) for owner, cards in enumerate(s.hand)
    ]
    seen.pile = [UNKNOWN] * len(s.pile)
    seen.top = shown(s.top)
    seen.bottom = shown(s.bottom)
    bit = 0 if seat is None else 1 << seat
    seen.seen = [mask & bit for mask in s.seen]
    return seen


def redeal(s: Race, seat: int | None, rng: Random) -> None:
    """Deal again what a seat cannot know: the draw pile, the other hands, and cards that only others have looked at."""
    places: list[tuple[list[int], int]] = []
    for owner, cards in enumerate(s.hand):
        if owner != seat:
            places += [(cards, n) for n, card in enumerate(cards) if not known(s, card, seat)]
    for cards in (s.top, s.bottom):
        places += [(cards, n) for n, card in enumerate(cards) if not known(s, card, seat)]
    pool = s.pile + [cards[n] for cards, n in places]
    # Who has looked at a place still has, whatever card lies there now.
    looks = [s.seen[cards[n]] for cards, n in places]
    rng.shuffle(pool)
    for card in pool:
        s.seen[card] = 0
    for (cards, n), look in zip(places, looks, strict=True):
        card = pool.pop()
        cards[n] = card
        s.seen[card] = look
    s.pile = pool
