"""The record of a table in the store: how it was set up, its journal, and a snapshot beside the journal."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ..content import PackError
from ..core import BadSave, Entry, Game, Granted, Illegal, Said, Table, Undone, UnknownGame
from ..core.asks import canonical
from ..core.chain import Chain
from ..core.journal import rules_of
from ..core.mending import Mending, mend
from ..core.saves import save, set_as
from ..core.snapshots import restore
from ..games import find
from ..store import Desk, Happening, Kept, Seat, Sitting, Store, Taken, Times, Write
from .clocks import after
from .company import Company
from .refusals import CannotOpen, Refused

logger = logging.getLogger("arbiter.server")

EVERY = 200
"""After so many new entries of a journal a snapshot is kept beside it."""
WORTH = 20
"""So many new entries are worth a snapshot when nobody looks at the table any more."""


class Overtaken(Exception):
    """Another program has moved the table on: it has to be looked at again."""


class Record:
    """What the store knows of a table. The journal is the truth; a snapshot only shortens the way to its end.

    `stalled` where the rules were mended and the journal does not hold under them: the table then stands still where it
    still did, until its host says how to go on.
    """

    def __init__(self, sitting: Sitting, store: Store, now: Callable[[], float] = time.time) -> None:
        self.sitting = sitting
        self.company = Company()
        self.now = now
        self.stalled: Mending | None = None
        self._store = store
        self.begun = sitting.rules
        self._stood = 0
        self._chain: Chain | None = None
        self._snapshot_at = 0
        self._met = False

    async def meet(self) -> None:
        """Know what people have done at the table beside the game, from the first time on that somebody looks."""
        if not self._met:
            await self._hear()
            self._met = True

    async def _hear(self) -> None:
        self.company.hear(await asyncio.to_thread(self._store.happenings, self.sitting.id, self.company.n))

    async def happen(self, *what: Happening, status: str = "", asked: list[int] | None = None) -> None:
        """People do something beside the game; done means durable. `asked` are those whose bank runs from now on."""
        dated = [msgspec.structs.replace(one, at=self.now()) for one in what]
        back = [one.seat for one in what if one.what == "back" and one.seat is not None]
        times = None if asked is None else self._times(asked, set(), back)
        while True:
            try:
                await self._store.happen(self.sitting.id, self.company.n, dated, status, times)
                break
            except Taken:
                await self._hear()
        self.company.hear(dated)
        self.sitting.status = status or self.sitting.status
        self.sitting.times = times or self.sitting.times

    def desk(self, seat: int) -> Desk:
        """What a seat has on its desk. May block."""
        return self._store.desk(self.sitting.id, seat)

    async def keep_desk(self, seat: int, desk: Desk) -> None:
        await self._store.keep_desk(self.sitting.id, seat, desk)

    def people_asked(self, table: Table[Any]) -> list[int]:
        """The people who are asked something and answer themselves."""
        seats = self.sitting.seats
        return [ask.seat for ask in table.asks if not self.company.plays_for(ask.seat, seats[ask.seat])]

    def waited_for(self, table: Table[Any] | None) -> list[int]:
        """The people who have to answer or, before the game, to open their chance so that it can begin."""
        return self.people_asked(table) if table is not None else self.sitting.unopened if self.sitting.full else []

    def _times(self, asked: list[int], answered: set[int], back: Sequence[int] = ()) -> Times | None:
        """The banks as they stand from now on; nothing where there is no clock."""
        clock, times = self.sitting.terms.clock, self.sitting.times
        if clock is None:
            return None
        if not times.banks:
            times = Times((clock.bank,) * len(self.sitting.seats))
        return after(clock, times, asked, answered, self.now(), back)

    async def open(self) -> Table[Any]:
        """The table, standing where its journal ends; what the rules do by themselves from there is written down."""
        while True:
            try:
                return await self._open()
            except Overtaken:
                # Two programs have opened it at once, and the other has written down the same.
                await self._read_again()

    async def _open(self) -> Table[Any]:
        sitting = self.sitting
        try:
            game = find(sitting.game)
        except UnknownGame:
            raise CannotOpen("unknown_game", game=sitting.game) from None
        log = await asyncio.to_thread(self._store.entries, sitting.id)
        self.begun = rules_of(log, sitting.rules)
        try:
            mended = None if self.begun == game.version else await asyncio.to_thread(self._mend, game, log)
            table = await asyncio.to_thread(self._follow, game, log) if mended is None else mended.table
        except PackError as error:
            logger.error("table %s cannot be opened: %s", sitting.id, error)
            raise CannotOpen("no_pack", game=game.title) from None
        except (BadSave, ValueError) as error:
            # What exactly does not fit may be somebody's secret answer: that is for the house alone.
            logger.error("table %s cannot be opened: %s", sitting.id, error)
            raise CannotOpen("bad_journal", game=game.title) from None
        self._chain = Chain(sitting.seed, set_as(table, sitting.seating, sitting.names, sitting.pledges))
        self._chain.add(log)
        over = sitting.status == "over"
        if mended is not None and not (mended.holds and (table.over or not over)):
            logger.warning("table %s of rules %s stands still under %s", sitting.id, self.begun, game.version)
            self.stalled, self._stood = mended, len(log)
            return table
        self.stalled = None
        if sitting.rest == "kept":
            await self._rest("")
        unwound = sitting.terms.clock is not None and not sitting.times.banks
        if not over and (table.recorded > len(log) or sitting.status == "open" or unwound):
            await self.add(table, len(log))
        return table

    def _mend(self, game: Game[Any], log: list[Entry]) -> Mending:
        """The table of a journal that was written under other rules of its game."""
        sitting = self.sitting
        try:
            return mend(game, len(sitting.seats), sitting.seed, sitting.options, sitting.entropy, log)
        except ValueError as error:
            logger.error("table %s does not begin under the rules %s: %s", sitting.id, game.version, error)
            raise CannotOpen("other_rules", game=game.title, begun=self.begun, here=game.version) from None

    async def go_on(self, table: Table[Any]) -> None:
        """A table that stands still goes on from where its journal holds; what came after stays on record only."""
        await self.add(table, self._stood)
        await self._rest("")
        self.stalled = None

    async def keep(self) -> None:
        """A table that stands still is kept as it is."""
        await self._rest("kept")

    async def _rest(self, why: str) -> None:
        if self.sitting.rest != why:
            await self._store.rest(self.sitting.id, why)
            self.sitting.rest = why

    def _follow(self, game: Game[Any], log: list[Entry]) -> Table[Any]:
        """The table of a journal, from the snapshot beside it where there is a good one, else from its beginning."""
        sitting, kept = self.sitting, self._store.snapshot(self.sitting.id)
        about = (game, len(sitting.seats), sitting.seed, sitting.options, sitting.entropy, log)
        self._snapshot_at = 0
        if kept is not None and kept.rules == game.version and kept.n <= len(log):
            try:
                table = restore(*about, kept.body)
            except Exception:
                logger.exception("the snapshot of table %s leads astray and is left aside", sitting.id)
            else:
                self._snapshot_at = kept.n
                return table
        return restore(*about, None)

    async def add(self, table: Table[Any], before: int) -> None:
        """Write down what has happened since entry `before`; done means durable."""
        status = "over" if table.over else "playing"
        entries = table.log_since(before)
        times = None
        if self.sitting.terms.clock is not None:
            times = self._times(self.people_asked(table), {one.seat for one in entries if isinstance(one, Said)})
        try:
            await self._store.append(self.sitting.id, before, entries, status, times)
        except Taken:
            raise Overtaken from None
        self.sitting.status = status
        self.sitting.times = times or self.sitting.times
        if self._chain is not None:
            self._chain.add(entries)

    @property
    def head(self) -> str:
        """The head of the chain over the table's setting and its journal, for everybody to keep."""
        return "" if self._chain is None else self._chain.head

    def save(self, table: Table[Any]) -> str:
        """The table as a saved game, with all that its chain began with."""
        return save(table, self.sitting.seating, self.sitting.names, self.sitting.pledges)

    async def withdraw(self, at: int) -> None:
        """Let another invitation hold for a seat."""
        old, new = self.sitting.seats[at].token, secrets.token_urlsafe(18)
        try:
            await self._store.withdraw(self.sitting.id, at, old, new)
        except Taken:
            raise Refused("not_withdrawn") from None
        finally:
            await self._read_again()

    async def renew(self, at: int, key: str) -> None:
        """Let another key lead to a seat that was taken."""
        try:
            await self._store.renew(self.sitting.id, at, self.sitting.seats[at].token, key)
        except Taken:
            raise Refused("not_withdrawn") from None
        finally:
            await self._read_again()

    async def begin(self) -> None:
        """The game begins: the dice are what has been opened by now."""
        await self._store.begin(self.sitting.id)
        await self._read_again()

    async def open_chance(self, at: int, entropy: str) -> None:
        """What a seat has pledged for the dice is open."""
        try:
            await self._store.open_chance(self.sitting.id, at, entropy)
        except Taken:
            raise Refused("chance_late") from None
        finally:
            await self._read_again()

    async def catch_up(self, table: Table[Any] | None) -> Table[Any] | None:
        """The table as another program has left it: None where it has to be opened anew, or has not begun."""
        await self._read_again()
        await self._hear()
        if table is None or self.stalled:
            return None
        known = table.recorded
        news = await asyncio.to_thread(self._store.entries, self.sitting.id, known)
        try:
            for entry in news:
                if isinstance(entry, Said):
                    table.answer(entry.seat, entry.answer)
                elif isinstance(entry, Undone):
                    table.undo(entry.seat, True, entry.by if isinstance(entry, Granted) else ())
        except Illegal:
            return None
        if table.log_since(known) != [_as_given(entry) for entry in news]:
            return None
        if self._chain is not None:
            self._chain.add(news)
        return table

    async def _read_again(self) -> None:
        kept = await asyncio.to_thread(self._store.sitting, self.sitting.id)
        if kept is not None:
            self.sitting = kept

    async def join(self, at: int, invitation: str, seat: Seat) -> None:
        """Fill a seat; the host's rights move to the new token."""
        try:
            await self._store.join(self.sitting.id, at, invitation, seat)
        except Taken:
            await self._read_again()
            raise Refused("taken") from None
        if self.sitting.host == invitation:
            self.sitting.host = seat.token
        self.sitting.seats[at] = seat

    def keep_snapshot(self, table: Table[Any], resting: bool = False) -> None:
        """Keep where the table stands if enough is new since the last time, less of it where the table goes to rest."""
        n = table.recorded
        if self.stalled or n - self._snapshot_at < (WORTH if resting else EVERY):
            return
        self._snapshot_at = n
        try:
            kept = self._store.keep_snapshot(self.sitting.id, Kept(n, table.game.version, table.snapshot()))
            kept.when_done(self._look_after)
        except Exception:
            logger.exception("no snapshot can be made of table %s", self.sitting.id)

    def _look_after(self, kept: Write[None]) -> None:
        if (error := kept.exception()) is not None:
            logger.error("the snapshot of table %s was not kept: %s", self.sitting.id, error)


def _as_given(entry: Entry) -> Entry:
    """An entry of the store as a table has it in its log."""
    return msgspec.structs.replace(entry, answer=canonical(entry.answer)) if isinstance(entry, Said) else entry
