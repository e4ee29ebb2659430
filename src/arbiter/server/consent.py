"""Taking back: at once where nobody has seen anything, else where the others agree; the button knows beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core import Illegal, Mended, Said, Table, Undone
from ..store import Happening
from .guest import Guest
from .record import Record
from .refusals import Refused

if TYPE_CHECKING:
    from .room import Room


def offer(table: Table[Any], seat: int | None, record: Record, alone: bool) -> dict[str, Any] | None:
    """Whether a seat may take back its last answer: `now`, when it has been `ask`ed of the others, or not, and why."""
    if seat is None or table.over:
        return None
    refused = why_not(table, seat, record, alone)
    if refused is None:
        return {"may": "now"}
    may_ask = record.sitting.terms.undo == "consent" and seat not in record.company.stand_ins
    if may_ask and _others(record, seat) and table.why_not_undo(seat, True) is None:
        return {"may": "ask", "key": refused.key, "args": refused.arguments}
    return {"may": "no", "key": refused.key, "args": refused.arguments}


def why_not(table: Table[Any], seat: int, record: Record, alone: bool) -> Illegal | None:
    """Why a seat cannot take back its last answer by itself."""
    if seat in record.company.stand_ins:
        return Refused("bot_plays")
    if record.sitting.terms.undo == "never":
        return Refused("undo_never")
    return table.why_not_undo(seat, alone)


def open_wish(record: Record, table: Table[Any] | None) -> dict[str, Any] | None:
    """What a seat wants to take back, and who has agreed, until one of these people has played on.

    What bots answer meanwhile is taken back with it: else nobody could ever agree where a bot is at the table.
    """
    wish = record.company.wish
    if wish is None or table is None or table.over:
        return None
    others = _others(record, wish.seat)
    for entry in table.log_since(wish.recorded):
        if isinstance(entry, Undone | Mended) or (isinstance(entry, Said) and entry.seat in (wish.seat, *others)):
            return None
    return {"seat": wish.seat, "agreed": sorted(wish.agreed), "of": others}


def _others(record: Record, seat: int) -> list[int]:
    """The people who have to agree."""
    return [at for at in record.company.present(record.sitting.seats) if at != seat]


async def undo(room: Room, guest: Guest) -> None:
    """Take back a seat's last answer, or ask the others whether it may."""
    async with room.playing() as table:
        seat, record = guest.seat, room.record
        if seat is None:
            raise Refused("spectator_undo")
        if table.over:
            raise Refused("undo_over")
        refused = why_not(table, seat, record, room.alone)
        if refused is None:
            if await room.take_back(table, seat) and _others(record, seat):
                await room.happen(Happening("took_back", seat, {"why": "alone"}))
            return
        offered = offer(table, seat, record, room.alone)
        if offered is None or offered["may"] != "ask":
            raise refused
        if (wish := open_wish(record, table)) is not None and wish["seat"] == seat:
            raise Refused("undo_asked")
        await room.happen(Happening("wished", seat, {"n": table.recorded}))


async def agree(room: Room, guest: Guest, yes: bool) -> None:
    """Say whether another seat may take back; when all have agreed it does."""
    async with room.playing() as table:
        wish = open_wish(room.record, table)
        if wish is None or guest.seat not in wish["of"]:
            raise Refused("nothing_wished")
        await room.happen(Happening("agreed" if yes else "declined", guest.seat))
        wish = open_wish(room.record, table)
        if wish is not None and set(wish["of"]) <= set(wish["agreed"]):
            by = tuple(wish["agreed"])
            if await room.take_back(table, wish["seat"], by):
                await room.happen(Happening("took_back", wish["seat"], {"by": by}))
