"""Forks: a position as a new table, one person in it and bots in the other seats."""

from __future__ import annotations

import asyncio
from random import SystemRandom
from typing import Annotated, Any

import msgspec

from .. import bots
from ..core import Fell, Said, Table
from ..core.options import suit_bots
from ..core.replays import moments
from ..store import Seat, Sitting, fresh_id, sealed
from .house import BOT_NAMES, House
from .messages import OwnToken, Token, cleaned
from .refusals import Refused
from .room import Room

CLEVER = "clever"
"""The bot that plays for people unless something else is said."""


class Fork(msgspec.Struct, forbid_unknown_fields=True):
    """After which entry of the game's standing journal somebody wants to play on, in which seat, and against whom.

    `token` is the key to that seat, made by the page. With `own`, the key to a seat where the game still runs, it is
    played on from where it stands. Where no bot is named, those stay who sit there.
    """

    token: OwnToken
    at: Annotated[int, msgspec.Meta(ge=0)] = 0
    seat: Annotated[int, msgspec.Meta(ge=0, le=64)] = 0
    own: Token = ""
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""
    bot: Annotated[str, msgspec.Meta(max_length=64)] = ""


async def fork(house: House, room: Room, wish: Fork) -> Sitting:
    """Set a table at which the game goes on from there. Its dice go on as they would have gone on."""
    old = room.sitting
    if wish.seat >= len(old.seats):
        raise Refused("no_eyes", eyes=wish.seat)
    if wish.bot and wish.bot not in bots.names():
        raise Refused("seat_kind", bots=list(bots.names()), seat=wish.bot)
    at, table, journal = await (_as_it_stands(room, wish.own) if wish.own else _finished(room, wish))
    suit_bots(table.game, table.options)
    names = iter(SystemRandom().sample(BOT_NAMES, len(BOT_NAMES)))
    seats = [_bot(seat, wish.bot, next(names, CLEVER)) for seat in old.seats]
    taken, key = old.seats[at], sealed(wish.token)
    name = cleaned(wish.name) or taken.name
    seats[at] = Seat("", name, key, True, taken.entropy, taken.pledge)
    sitting = Sitting(
        fresh_id(), old.game, table.game.version, old.options, old.seed, old.commitment, key, seats,
        "playing",
    )  # fmt: skip
    await house.store.create(sitting, journal)
    house.counts.add("arbiter_tables_set_total")
    return sitting


def _bot(seat: Seat, wished: str, name: str) -> Seat:
    """The bot in a seat: who is wished for, else who sits there already."""
    if seat.bot and not wished:
        return Seat(seat.bot, seat.name, "", False, seat.entropy, seat.pledge)
    return Seat(wished or CLEVER, name, "", False, seat.entropy, seat.pledge)


async def _finished(room: Room, wish: Fork) -> tuple[int, Table[Any], list[Said | Fell]]:
    """Any moment of a game that is over, from any seat: nothing of it is secret any more."""
    table = await room.finished()
    if not await asyncio.to_thread(_goes_on, table, wish.at):
        raise Refused("fork_over")
    return wish.seat, table, table.journal[: wish.at]


async def _as_it_stands(room: Room, own: str) -> tuple[int, Table[Any], list[Said | Fell]]:
    """A game that runs, as it stands, from one's own seat. What comes of it there would tell secrets: so it is for
    whoever plays alone against bots and may take back anything."""
    async with room.held() as table:
        seat = room.seat_of(own)
        if table is None or seat is None or not room.alone or room.sitting.terms.undo == "never":
            raise Refused("save_later")
        if room.record.stalled:
            raise Refused("stalled")
        if table.over:
            raise Refused("fork_over")
        return seat, table, table.journal


def _goes_on(table: Table[Any], at: int) -> bool:
    """Whether the game stood still after so many entries, and was not over."""
    return any(moment.at == at and not moment.table.over for moment in moments(table))
