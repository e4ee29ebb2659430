"""The house: sets tables, and finds the room of a table that somebody wants to see."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from random import Random, SystemRandom
from typing import Any

import msgspec

from .. import bots
from ..core import Game, Table, commitment
from ..core.options import BadOptions, read_options, suit_bots
from ..games import find
from ..store import Seat, Sitting, Store, StoreFailed, fresh_id, sealed
from .hooks import Hooks
from .limits import Doorkeeper, Limits
from .metrics import Counts
from .neighbours import Neighbours
from .people import time_is_up
from .refusals import Refused
from .replays import Replays
from .room import Room
from .terms import PEOPLE, YOU, Wish, agreed
from .thinking import Thinking

logger = logging.getLogger("arbiter.server")

BOT_NAMES = ("Edda", "Corvin", "Maren", "Tibalt", "Ysolde", "Brand", "Hild", "Orrin", "Wenna", "Gault")
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What the id of a table looks like."""
TIDYING = 3600.0
"""Seconds between two looks for tables that nobody needs."""
TICK = 1.0
"""Seconds between two looks at the clocks."""
GRACE = 30.0
"""Seconds after the house has opened in which no bank runs out: who was waited for meanwhile can still answer."""
DOZE = 60.0
"""Seconds without anything new after which a table is put away, though pages show it."""


class House:
    """All tables. A room is open while somebody looks at it; everything else rests in the store.

    `operator` has for a game the options that whoever runs the house has set, for every table of that game.
    `neighbours` are the other workers of the same program.
    """

    def __init__(
        self,
        store: Store,
        pause: float = 0.6,
        rng: Random | None = None,
        operator: Mapping[str, Mapping[str, Any]] | None = None,
        limits: Limits | None = None,
        thinking: Thinking | None = None,
        now: Callable[[], float] = time.time,
        private_hooks: bool = False,
        neighbours: Neighbours | None = None,
    ) -> None:
        self.store = store
        self.doorkeeper = Doorkeeper(limits or Limits(), neighbours=neighbours)
        self.counts = Counts()
        self.replays = Replays()
        self.offers: dict[tuple[str, ...], bytes] = {}
        self.operator = {} if operator is None else operator
        self.thinking = thinking or Thinking(pause, rng)
        self.now, self.tick, self.grace, self.doze = now, TICK, GRACE, DOZE
        self.hooks = Hooks(store, private_hooks, missed=self._misses)
        self._rooms: dict[str, Room] = {}
        self._opening, self._trying = asyncio.Lock(), asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._catching_up: set[asyncio.Task[None]] = set()
        store.hear(self._heard)

    async def set_table(self, wish: Wish, host: int | None = None, names: Mapping[int, str] | None = None) -> Sitting:
        """Set a table. Its seed is committed to here, before anybody sits down. `host` is the seat of whoever sets it
        where none of the seats is for `you`; `names` has for whom seats are kept."""
        game = find(wish.game)
        if len(wish.seats) not in game.seats:
            raise Refused("seats", game=game.title, players=game.players, seats=len(wish.seats))
        if wish.seats.count(YOU) > 1:
            raise Refused("one_seat")
        for name in wish.options:
            if name in game.operator_options and host is None:
                raise Refused("operators", option=name)
        suited = game.for_people if {*PEOPLE} & set(wish.seats) else {}
        wished = {**suited, **wish.options, **self.operator.get(game.id, {})}
        tried = await self._tried(game, len(wish.seats), wished)
        if not {*wish.seats} <= {*PEOPLE}:
            suit_bots(game, tried)
        terms = agreed(wish, game, tried)
        options = msgspec.to_builtins(tried)
        called = iter(SystemRandom().sample(BOT_NAMES, len(BOT_NAMES)))
        seats = [self._seat(kind, called) for kind in wish.seats]
        for place, name in (names or {}).items():
            seats[place].name = name
        at = wish.seats.index(YOU) if YOU in wish.seats else host
        token = "" if at is None else seats[at].token
        seed = secrets.token_hex(16)
        sitting = Sitting(
            fresh_id(), game.id, game.version, options, seed, commitment(seed), token or _token(), seats,
            terms=terms,
        )  # fmt: skip
        # A host who takes no seat is told the token now and never again.
        kept = sitting if token else msgspec.structs.replace(sitting, host=sealed(sitting.host))
        await self.store.create(kept)
        self.counts.add("arbiter_tables_set_total")
        return sitting

    async def _tried(self, game: Game[Any], seats: int, wished: dict[str, Any]) -> msgspec.Struct:
        """The options of a game, checked by beginning it with them; BadOptions says what is wrong and what would do."""
        options = read_options(game, wished)
        try:
            # One at a time: games that take long to begin must not take all threads from those who play.
            async with self._trying:
                await asyncio.to_thread(Table, game, seats, 0, options)
        except BadOptions:
            raise
        except Exception:
            logger.exception("%s does not begin with %s", game.id, options)
            raise Refused("does_not_begin", game=game.title) from None
        return options

    def _seat(self, kind: str, names: Iterator[str]) -> Seat:
        if kind in PEOPLE:
            return Seat(token=_token())
        if kind not in bots.names():
            raise Refused("seat_kind", bots=list(bots.names()), seat=kind)
        return Seat(bot=kind, name=next(names, kind))

    async def sitting(self, table: str) -> Sitting | None:
        """How a table was set up."""
        if room := self._rooms.get(table):
            return room.sitting
        # Not every store can be asked for just anything that stands in an address.
        return await asyncio.to_thread(self.store.sitting, table) if ID.fullmatch(table) else None

    def _heard(self, table: str) -> None:
        """Another program has changed a table, or (nothing named) any of them. Called from any thread."""
        if self._loop is not None and (not table or table in self._rooms):
            self._loop.call_soon_threadsafe(self._catch_up, table)

    def _catch_up(self, table: str) -> None:
        for room in [self._rooms[table]] if table in self._rooms else [] if table else self._rooms.values():
            task = asyncio.create_task(self._look_again(room))
            self._catching_up.add(task)
            task.add_done_callback(self._catching_up.discard)

    async def _look_again(self, room: Room) -> None:
        try:
            await room.catch_up()
        except Exception:
            logger.exception("table %s was changed elsewhere and cannot be looked at", room.sitting.id)

    async def room(self, table: str) -> Room | None:
        """The room of a table, opened where it was closed."""
        self._loop = asyncio.get_running_loop()
        async with self._opening:
            if table not in self._rooms:
                sitting = await self.sitting(table)
                if sitting is None:
                    return None
                self._rooms[table] = Room(sitting, self.store, self.thinking, self.now, self.close_if_empty, self.hooks)
            return self._rooms[table]

    async def _misses(self, table: str, seat: int) -> bool:
        """Whether a table waits for somebody who is not here."""
        room = await self.room(table)
        if room is None:
            return False
        try:
            async with room.held() as game:
                return seat in room.record.waited_for(game) and all(guest.seat != seat for guest in room.guests)
        finally:
            self.close_if_empty(room)

    def close_if_empty(self, room: Room) -> None:
        """Let go of a room that nobody looks at; its table rests in the store."""
        if not room.guests and not room.busy and self._rooms.get(room.sitting.id) is room:
            del self._rooms[room.sitting.id]
            room.rest()

    @property
    def rooms(self) -> int:
        """How many tables somebody looks at."""
        return len(self._rooms)

    def counted(self) -> dict[str, float]:
        """What this house has counted."""
        return self.counts.counted({"arbiter_sockets": self.doorkeeper.sockets, "arbiter_rooms": self.rooms})

    async def keep_time(self) -> None:
        """Look at the clocks, and see to the tables at which a bank is empty, whether or not anybody is there."""
        loop = asyncio.get_running_loop()
        opened = loop.time()
        while True:
            try:
                self.doorkeeper.neighbours.share(self.doorkeeper.told(self.counted()))
                self._put_away()
                if loop.time() >= opened + self.grace:
                    for table in await asyncio.to_thread(self.store.due, self.now()):
                        await self._see_to(table)
            except StoreFailed as error:
                logger.error("the clocks cannot be looked at: %s", error)
            except Exception:
                logger.exception("the clocks cannot be looked at")
            await asyncio.sleep(self.tick)

    def _put_away(self) -> None:
        """Put the tables away at which nothing has happened for a while."""
        for room in [*self._rooms.values()]:
            room.doze(self.now() - self.doze)

    async def _see_to(self, table: str) -> None:
        room = None
        try:
            room = await self.room(table)
            if room is not None:
                await time_is_up(room)
        except StoreFailed as error:
            logger.error("the clock of table %s has run out, and nothing came of it: %s", table, error)
        except Exception:
            logger.exception("the clock of table %s has run out, and nothing came of it", table)
        finally:
            if room is not None:
                self.close_if_empty(room)

    async def tidy(self) -> None:
        """Now and then take away tables that were set long ago and never begun."""
        while True:
            before = datetime.now(UTC) - timedelta(days=self.doorkeeper.limits.open_days)
            try:
                gone = await self.store.expire(f"{before:%Y-%m-%d %H:%M:%S}")
                if gone:
                    logger.info("%d tables that were never begun are taken away", gone)
            except StoreFailed as error:
                logger.error("tables that were never begun cannot be taken away: %s", error)
            except Exception:
                logger.exception("tables that were never begun cannot be taken away")
            await asyncio.sleep(TIDYING)

    async def close(self) -> None:
        await self.hooks.close()
        for room in self._rooms.values():
            room.rest()
        self.thinking.close()
        await asyncio.to_thread(self.store.close)


def _token() -> str:
    return secrets.token_urlsafe(18)
