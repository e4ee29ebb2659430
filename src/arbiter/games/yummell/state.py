"""A race of Yummell as plain data: who stands where, who holds what, and what is so in this turn."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

import msgspec

from arbiter.core import state
from arbiter.kit.cards import Deck, Hand
from arbiter.kit.sources import Lasting
from arbiter.kit.windows import Passes

from .numbers import ROUND_LIMIT
from .tiles import Spot

Cards = tuple[int, ...]
"""A few cards that lie together; replaced, never changed, so that copies of a race can share them."""


class YummellOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays: the track (`suited` takes the ready-made one for the number of players, `built` builds one,
    `vote` lets the players decide), characters at random or picked, Supporters, the round in which an endless race
    stops (0: never, for people among themselves), users' packs."""

    track: str = "suited"
    characters: Literal["random", "pick"] = "random"
    supporters: Literal["off", "chosen", "dealt"] = "off"
    round_limit: Annotated[int, msgspec.Meta(ge=0, le=1000)] = ROUND_LIMIT
    packs: tuple[str, ...] = ()


@state
class Turn:
    """What is so in this turn alone: when it ends, all of it is over."""

    window: int = 0
    """The window now open, a bit of `sources.WINDOWS`."""
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
    events: Cards = ()
    """Events that lie there and are in force to the end of the turn."""
    activating: Cards = ()
    """The mover's Artefacts in activation."""
    loose: Cards = ()
    """Cards on the table that are neither anybody's nor laid away yet: being played, met or sorted."""


@state
class Race:
    """The state. Cards are numbers in the book's deck, characters, Advantages and Supporters numbers in its list of
    everything with a name."""

    options: YummellOptions
    character: list[int]
    advantage: list[int]
    at: list[int]
    path: list[int]
    hand: list[Hand[int]]
    active: list[Cards]
    curses: list[Cards]
    lasting: list[tuple[Lasting, ...]]
    """What is in force for a character though its card is gone: until `effects.UNTIL`, the turn or the Challenge."""
    supporters: list[Cards]
    deck: Deck[int]
    round: int = 0
    """0 while the race is being prepared."""
    layout: tuple[Spot, ...] = ()
    """The tiles as they lie; none before the players have voted on the track."""
    placing: int = 0
    """How many tiles are still to be laid before the finish."""
    arrived: list[int] = field(default_factory=list)
    bag: list[int] = field(default_factory=list)
    mover: int = -1
    aside: list[int] = field(default_factory=list)
    turn: Turn = field(default_factory=Turn)
    passes: Passes = field(default_factory=Passes)
