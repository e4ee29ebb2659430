"""The windows of a room: what is seen of its table from each place, made once for all who look from there.

What cannot have changed is not made again: an answer changes neither how the table was set nor who is here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import proxy

from ..core import Table
from ..core.differences import Known, Picture
from ..store import Terms
from .consent import offer, open_wish
from .guest import WATCHING, Place
from .guides import guide_of, now
from .looks import Log, Look, encoded
from .picture import Sight, open_options, people

if TYPE_CHECKING:
    from .room import Room


class Windows:
    """How a room's table looks from its places."""

    __slots__ = (
        "_everybodys", "_known", "_logs", "_looks", "_own", "_plays", "_room", "_seen", "_set", "_sight", "looked",
    )  # fmt: skip

    def __init__(self, room: Room, looked: int = 0) -> None:
        # What a room has does not hold on to it, so that it goes as soon as nobody wants it any more.
        self._room: Room = proxy(room)
        self.looked = looked
        self._logs: dict[int | None, Log] = {}
        self._known: Known = {}
        self._sight: Sight | None = None
        self._plays = False
        self._set: Picture | None = None
        self._everybodys: Picture | None = None
        self._own: dict[Place, Picture] = {}
        self._seen: dict[int | None, tuple[Picture, Picture]] = {}
        self._looks: dict[Place, Look] = {}

    def clear(self) -> None:
        """Nothing is as it was."""
        self.moved()
        self.others_here()

    def moved(self) -> None:
        """The table does not stand as it stood."""
        self._sight = self._everybodys = None
        self._seen.clear()
        self._looks.clear()

    def others_here(self) -> None:
        """Who is here, or what they did beside the game, is not what it was."""
        self._set = self._everybodys = None
        self._own.clear()
        self._looks.clear()

    def rest(self) -> None:
        """Whoever comes later looks for themselves: a table at which nothing happens keeps what its pages show."""
        self._sight = None
        self._known.clear()

    def look(self, place: Place) -> Look:
        """What is seen from a place."""
        found = self._looks.get(place)
        if found is None:
            seat = place[0]
            if self._set is None:
                self._set = encoded(self._setting())
            if self._everybodys is None:
                self._everybodys = self._standing()
            if place not in self._own:
                self._own[place] = encoded(self._known_at(place))
            seen = self._seen_from(seat)
            self.looked += 1
            parts = self._set, self._everybodys, self._own[place], *seen
            log = self._logs[seat].events if seat in self._logs else []
            found = Look(self.looked, parts, log, place == WATCHING, self._known)
            self._looks[place] = found
        return found

    def _seen_from(self, seat: int | None) -> tuple[Picture, Picture]:
        """The table from a seat, looked at once as long as it stands like this."""
        room, table = self._room, self._room.table
        if table is None:
            self._logs.clear()
            return {}, {}
        if seat not in self._seen:
            sight = self._sighted(table)
            undo = offer(table, seat, room.record, room.alone) if self._plays else None
            seen, scene = sight.picture(seat, undo)
            sitting = room.record.sitting
            if sitting.terms.guided and seat is not None:
                guide = guide_of(sitting.game)
                seen |= encoded({"guide": guide and now(guide, table, seat)})
            self._seen[seat] = seen, scene
            if seat not in self._logs:
                self._logs[seat] = Log()
            self._logs[seat].go_on(table, seat)
        return self._seen[seat]

    def _sighted(self, table: Table[Any]) -> Sight:
        if self._sight is None:
            self._plays = self._room.plays
            self._sight = Sight(table, self._room.asked_of_people(table) if self._plays else [])
        return self._sight

    def _setting(self) -> dict[str, Any]:
        """What everybody knows of a table, however it stands: how it was set, and who is here."""
        room, sitting, company = self._room, self._room.sitting, self._room.record.company
        known = {
            "game": sitting.game,
            "options": open_options(sitting),
            "seats": people(sitting, company, room.here),
            "watching": sum(guest.seat is None for guest in room.guests),
            "commitment": sitting.commitment,
            "entropy": {str(at): text for at, text in sitting.entropy.items()},
            "pledges": {str(at): text for at, text in sitting.pledges.items()},
        }
        if sitting.terms != Terms():
            known["terms"] = sitting.terms
        if company.votes:
            known["votes"] = {str(at): sorted(by) for at, by in company.votes.items()}
        return known

    def _standing(self) -> Picture:
        """What everybody knows of how the table stands."""
        room, record = self._room, self._room.record
        sitting, table = record.sitting, room.table
        seen = {} if table is None else self._sighted(table).for_all()
        known: dict[str, Any] = {"status": sitting.status}
        if sitting.terms.clock is not None:
            known["clock"] = sitting.times
        if (wish := open_wish(record, room.table)) is not None:
            known["wish"] = wish
        if sitting.status == "over":
            known["seed"] = sitting.seed
        if sitting.rest:
            known["rest"] = sitting.rest
        if (stalled := record.stalled) is not None and table is not None:
            known["stalled"] = {
                "good": stalled.good, "of": stalled.of, "seat": stalled.seat,
                "begun": record.begun, "here": table.game.version,
            }  # fmt: skip
        resigned = record.company.resigned and table is not None and table.outcome is None
        if resigned and (ended := record.company.outcome(sitting.seats)) is not None:
            known |= {"outcome": ended, "waiting": [], "answered": []}
        return encoded({**seen, **known, "head": record.head})

    def _known_at(self, place: Place) -> dict[str, Any]:
        """What is known at one place beside the view: where it is invited, whom it may invite, what it was told."""
        seat, invited, host = place
        sitting, record = self._room.sitting, self._room.record
        own: dict[str, Any] = {"seat": seat, "invited": invited}
        own["talk"] = record.company.heard_by(seat, sitting.status == "over")
        if (again := record.company.again) is not None:
            own["again"] = {"table": again["table"], "token": again["invitations"].get(str(seat), "")}
        if host:
            own["host"] = True
            waited_for = {str(at): one.token for at, one in enumerate(sitting.seats) if not one.bot and not one.joined}
            own["invitations"] = {at: token for at, token in waited_for.items() if at != str(invited)}
            if record.stalled and sitting.status != "over":
                own["may_mend"] = True
        return own
