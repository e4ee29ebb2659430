"""What may be wished of a table beside its game and options: who may sit and watch, undo, the clock."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from .. import bots
from ..core import Game
from ..core.options import suit_bots
from ..store import Clock, Terms
from .refusals import Refused

DAY = 86_400.0

OPEN = "open"
HERE = "here"
PERSON = "person"
YOU = "you"
PEOPLE = (YOU, HERE, OPEN, PERSON)
"""The kinds of seats that are for people: oneself, somebody else at the same device, anybody, whoever gets the link."""

Word = Annotated[str, msgspec.Meta(max_length=64)]


class ClockWish(msgspec.Struct, forbid_unknown_fields=True):
    """A clock, in seconds: from half a minute in all to sixty days."""

    bank: Annotated[float, msgspec.Meta(ge=30, le=60 * DAY)]
    gain: Annotated[float, msgspec.Meta(ge=0, le=7 * DAY)] = 0.0
    cap: Annotated[float, msgspec.Meta(ge=0, le=60 * DAY)] = 0.0
    zero: Literal["answer", "hand", "resign"] = "answer"


class TermsWish(msgspec.Struct, forbid_unknown_fields=True):
    watch: Literal["all", "link", "nobody"] = "link"
    undo: Literal["unseen", "consent", "never"] = "unseen"
    clock: ClockWish | None = None
    bot: Word = "clever"


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to play: a seat is `you`, `here` (at the same device), `open` (to anybody), `person` (by
    link) or the name of a bot."""

    game: Word
    seats: Annotated[list[Word], msgspec.Meta(max_length=64)]
    options: dict[str, Any] = {}
    terms: TermsWish = msgspec.field(default_factory=TermsWish)


def wished_again(terms: Terms) -> TermsWish:
    """The same terms for another game; nobody else is let in this time."""
    clock = terms.clock
    wished = clock and {"bank": clock.bank, "gain": clock.gain, "cap": clock.cap, "zero": clock.zero}
    return msgspec.convert({"watch": terms.watch, "undo": terms.undo, "clock": wished, "bot": terms.bot}, TermsWish)


def agreed(wish: Wish, game: Game[Any], options: Any) -> Terms:
    """The terms that are wished for, where they can be kept with these options of the game."""
    wished = wish.terms
    if wished.bot not in bots.names():
        raise Refused("no_bot", bots=list(bots.names()), bot=wished.bot)
    clock = wished.clock
    if clock is not None and clock.zero != "resign":
        suit_bots(game, options)
    return Terms(
        open=tuple(at for at, kind in enumerate(wish.seats) if kind == OPEN),
        watch=wished.watch,
        undo=wished.undo,
        clock=None if clock is None else Clock(clock.bank, clock.gain, max(clock.bank, clock.cap), clock.zero),
        bot=wished.bot,
    )
