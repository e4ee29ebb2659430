"""The record of a table in the store: how it was set up, its journal, and a snapshot beside the journal."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Future
from typing import Any

from ..core import BadSave, Entry, Game, Table, UnknownGame
from ..core.snapshots import restore
from ..games import find
from ..store import Kept, Seat, Sitting, Store, Taken
from .refusals import CannotOpen, Refused

logger = logging.getLogger("arbiter.server")

EVERY = 200
"""After so many new entries of a journal a snapshot is kept beside it."""
WORTH = 20
"""So many new entries are worth a snapshot when nobody looks at the table any more."""


class Record:
    """What the store knows of a table. The journal is the truth; a snapshot only shortens the way to its end."""

    def __init__(self, sitting: Sitting, store: Store) -> None:
        self.sitting = sitting
        self._store = store
        self._snapshot_at = 0

    async def open(self) -> Table[Any]:
        """The table, standing where its journal ends; what the rules do by themselves from there is written down."""
        sitting = self.sitting
        try:
            game = find(sitting.game)
        except UnknownGame:
            raise CannotOpen("unknown_game", game=sitting.game) from None
        if sitting.rules != game.version:
            raise CannotOpen("other_rules", game=game.title, begun=sitting.rules, here=game.version)
        log = await asyncio.to_thread(self._store.entries, sitting.id)
        try:
            table = await asyncio.to_thread(self._follow, game, log)
        except (BadSave, ValueError) as error:
            # What exactly does not fit may be somebody's secret answer: that is for the house alone.
            logger.error("table %s cannot be opened: %s", sitting.id, error)
            raise CannotOpen("bad_journal", game=game.title) from None
        if len(table.log) > len(log) or sitting.status == "open":
            await self.add(table, len(log))
        return table

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
        try:
            await asyncio.wrap_future(self._store.append(self.sitting.id, before, table.log[before:], status))
        except Taken:
            raise Refused("elsewhere") from None
        self.sitting.status = status

    async def join(self, at: int, invitation: str, seat: Seat) -> None:
        """Fill a seat; the host's rights move to the new token."""
        try:
            await asyncio.wrap_future(self._store.join(self.sitting.id, at, invitation, seat))
        except Taken:
            found = await asyncio.to_thread(self._store.sitting, self.sitting.id)
            self.sitting = found or self.sitting
            raise Refused("taken") from None
        if self.sitting.host == invitation:
            self.sitting.host = seat.token
        self.sitting.seats[at] = seat

    def keep_snapshot(self, table: Table[Any], resting: bool = False) -> None:
        """Keep where the table stands if enough is new since the last time, less of it where the table goes to rest."""
        n = len(table.log)
        if n - self._snapshot_at < (WORTH if resting else EVERY):
            return
        self._snapshot_at = n
        try:
            kept = self._store.keep_snapshot(self.sitting.id, Kept(n, table.game.version, table.snapshot()))
            kept.add_done_callback(self._look_after)
        except Exception:
            logger.exception("no snapshot can be made of table %s", self.sitting.id)

    def _look_after(self, kept: Future[None]) -> None:
        if not kept.cancelled() and (error := kept.exception()) is not None:
            logger.error("the snapshot of table %s was not kept: %s", self.sitting.id, error)
