"""Again: the same game with the same people, everybody a seat further, in one click."""

from __future__ import annotations

from ..store import Happening
from .guest import Guest
from .house import House
from .people import seat_of
from .refusals import Refused
from .room import Room
from .terms import PERSON, Wish, wished_again


async def again(house: House, room: Room, guest: Guest) -> None:
    """Whoever asks first has a new table set; from then on every page of the old one has an invitation to it."""
    async with room.held():
        seat = seat_of(guest)
        if room.sitting.status != "over":
            raise Refused("again_later")
        if room.record.company.again is not None:
            return
        old, many = room.sitting, len(room.sitting.seats)
        kinds = [PERSON if not seat.bot else seat.bot for seat in old.seats]
        wish = Wish(old.game, [kinds[at - 1] for at in range(many)], dict(old.options), wished_again(old.terms))
        names = {(at + 1) % many: one.name for at, one in enumerate(old.seats)}
        made = await house.set_table(wish, (seat + 1) % many, names)
        invitations = {
            str(at): made.seats[(at + 1) % many].token for at, one in enumerate(old.seats) if not one.bot
        }  # fmt: skip
        await room.happen(Happening("again", seat, {"table": made.id, "invitations": invitations}))
