"""Forks: a position of a finished game as a new table, one person in it and bots in the other seats."""

from __future__ import annotations

import asyncio
from random import SystemRandom
from typing import Annotated, Any

import msgspec

from .. import bots
from ..core import Table
from ..core.options import suit_bots
from ..core.replays import moments
from ..store import Seat, Sitting, fresh_id, sealed
from .house import BOT_NAMES, House
from .messages import OwnToken, cleaned
from .refusals import Refused


class Fork(msgspec.Struct, forbid_unknown_fields=True):
    """After which entry of the game's standing journal somebody wants to play on, in which seat, and against whom.

    `token` is the key to that seat, made by the page.
    """

    at: Annotated[int, msgspec.Meta(ge=0)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=64)]
    token: OwnToken
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""
    bot: Annotated[str, msgspec.Meta(max_length=64)] = "clever"


async def fork(house: House, old: Sitting, table: Table[Any], wish: Fork) -> Sitting:
    """Set a table at which the game goes on from there. Its dice go on as they would have gone on."""
    if wish.seat >= len(old.seats):
        raise Refused("no_eyes", eyes=wish.seat)
    if wish.bot not in bots.names():
        raise Refused("seat_kind", bots=list(bots.names()), seat=wish.bot)
    suit_bots(table.game, table.options)
    if not await asyncio.to_thread(_goes_on, table, wish.at):
        raise Refused("fork_over")
    names = iter(SystemRandom().sample(BOT_NAMES, len(BOT_NAMES)))
    seats = [Seat(wish.bot, next(names, wish.bot), "", False, seat.entropy, seat.pledge) for seat in old.seats]
    taken, key = old.seats[wish.seat], sealed(wish.token)
    name = cleaned(wish.name) or taken.name
    seats[wish.seat] = Seat("", name, key, True, taken.entropy, taken.pledge)
    sitting = Sitting(
        fresh_id(), old.game, table.game.version, old.options, old.seed, old.commitment, key, seats,
        "playing",
    )  # fmt: skip
    await house.store.create(sitting, table.journal[: wish.at])
    house.counts.add("arbiter_tables_set_total")
    return sitting


def _goes_on(table: Table[Any], at: int) -> bool:
    """Whether the game stood still after so many entries, and was not over."""
    return any(moment.at == at and not moment.table.over for moment in moments(table))
