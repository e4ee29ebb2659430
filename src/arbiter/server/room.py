"""A table that people are looking at: who is there, what they answer, and the bots among them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from ..bots.apart import Reply
from ..core import Ask, Form, Illegal, Table
from ..core.chain import pledge
from ..store import Happening, Seat, Sitting, Store, StoreFailed, opens, sealed
from .guest import WATCHING, Guest, NotReading
from .hooks import Hooks
from .messages import alike, cleaned
from .picture import ask_id
from .record import Overtaken, Record
from .refusals import CannotOpen, Refused, in_parts
from .thinking import Thinking
from .trying import Tried, try_out
from .windows import Windows

logger = logging.getLogger("arbiter.server")

ADVISER = "clever"
"""The bot that is asked for advice."""
AGAIN = 5.0
"""Seconds after which bots try again what the store did not keep."""
COUNTING = 0.2
"""Seconds within which those who come and go are counted together."""


class Room:
    """One table and its guests. Everything that changes it happens under its lock and is durable before it is shown.

    `record` is what is kept of the table.
    """

    def __init__(
        self,
        sitting: Sitting,
        store: Store,
        thinking: Thinking,
        now: Callable[[], float] = time.time,
        idle: Callable[[Room], None] = lambda room: None,
        hooks: Hooks | None = None,
    ) -> None:
        self.guests: set[Guest] = set()
        self.busy = False
        self._idle = idle
        self._hooks = hooks
        self._asked: set[int] = set()
        self.record = Record(sitting, store, now)
        self._thinking = thinking
        self.table: Table[Any] | None = None
        self._lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None
        self._windows = Windows(self)
        self._stirred = now()
        # One person among bots may take back anything.
        self.alone = sum(not seat.bot for seat in sitting.seats) == 1
        self._seats_bots = any(seat.bot for seat in sitting.seats)

    @property
    def sitting(self) -> Sitting:
        """How the table was set up."""
        return self.record.sitting

    # Coming and going

    async def enter(self, guest: Guest, token: str) -> None:
        """Let a page in: to its own seat, to the seat it is invited to, or as a spectator."""
        self.guests.add(guest)
        async with self._lock:
            await self._awaken()
            guest.host, guest.key = opens(token, self.sitting.host), token
            guest.seat = self.seat_of(token)
            guest.beside = [key for key in guest.beside if self.seat_of(key) is not None]
            for at, seat in enumerate(self.sitting.seats):
                if not seat.bot and not seat.joined and opens(token, seat.token):
                    guest.invited, guest.invitation = at, token
            spent = token and guest.seat is None and guest.invited is None and not guest.host
            self._offer_a_seat(guest)
            watches = guest.seat is None and guest.invited is None and not guest.host
            if watches and self.sitting.terms.watch == "nobody" and self.sitting.status != "over":
                raise CannotOpen("no_watching")
            guest.inside = True
            self._show_to(guest)
            if spent:
                self._tell_spent([guest])
            if self.sitting.terms.clock is not None:
                guest.reply("time", now=self.record.now())
        self._wake_bots()

    def leave(self, guest: Guest) -> None:
        self.guests.discard(guest)
        self._count_soon()

    async def join(self, guest: Guest, name: str, promised: str, token: str) -> None:
        """Sit down. The invitation is spent: what lets this person back in is the token that their page has made.

        Whoever asks again with the same token, because the answer was lost on the way, has the same seat.
        """
        async with self._lock:
            await self._awaken()
            at = self.seat_of(token)
            if at is None:
                at = await self._sit_down(guest, name, promised, token)
                await self._awaken()
                self._publish()
                self._tell_the_absent()
            else:
                guest.seat, guest.invited, guest.host = at, None, opens(token, self.sitting.host)
                self._show_to(guest)
            guest.key = token
            guest.reply("seated", seat=at)
        self._wake_bots()

    async def open_chance(self, guest: Guest, entropy: str) -> None:
        """A page opens what it pledged for the dice, once all have pledged; with the last one the game begins."""
        async with self._lock:
            if guest.seat is None or not self.sitting.full:
                raise Refused("chance_early")
            seat = self.sitting.seats[guest.seat]
            if seat.entropy == entropy:
                return
            if pledge(entropy) != seat.pledge:
                raise Refused("chance_other")
            await self.record.open_chance(guest.seat, entropy)
            await self._awaken()
            self._publish()
        self._wake_bots()

    async def withdraw(self, guest: Guest, at: int) -> None:
        """The host withdraws an invitation that went to the wrong person; another one holds from now on."""
        async with self._lock:
            if not guest.host:
                raise Refused("host_only")
            seats = self.sitting.seats
            if at == guest.invited or not 0 <= at < len(seats) or seats[at].bot or seats[at].joined:
                raise Refused("not_withdrawn")
            await self.record.withdraw(at)
            invited = [other for other in self.guests if other.invited == at]
            for other in invited:
                other.invited, other.invitation = None, ""
            self._publish()
            self._tell_spent(invited)

    async def renew(self, guest: Guest, token: str) -> None:
        """A seat's own link is withdrawn: the key that its page has made leads there from now on, and no other.

        Whoever asks again with the same key, because the answer was lost on the way, has it already.
        """
        async with self._lock:
            if guest.seat is None:
                raise Refused("seat_only")
            if self.sitting.status == "open":
                raise Refused("not_begun")
            if self.seat_of(token) != guest.seat:
                self._demand_new(token)
                await self.record.renew(guest.seat, sealed(token))
            guest.key = token
            unseated = self._unseat()
            self._publish()
            self._tell_spent(unseated)
            guest.reply("seated", seat=guest.seat)

    def _unseat(self) -> list[Guest]:
        """Whoever has a key that leads to their seat no longer only watches."""
        seats = self.sitting.seats
        found = [one for one in self.guests if one.seat is not None and not opens(one.key, seats[one.seat].token)]
        for guest in found:
            guest.seat, guest.host = None, False
        return found

    def _put_out(self) -> None:
        """Whoever has neither a seat here any more nor an invitation goes, where nobody may watch."""
        if self.sitting.terms.watch != "nobody" or self.sitting.status == "over":
            return
        for guest in self.guests:
            if guest.inside and guest.place == WATCHING:
                guest.inside = False
                with suppress(NotReading):
                    guest.reply("gone", **in_parts(CannotOpen("no_watching")))

    def _tell_spent(self, guests: Sequence[Guest]) -> None:
        """Tell those who see it already that the link by which they came leads to no seat any more."""
        for guest in guests:
            if guest.inside:
                with suppress(NotReading):
                    guest.reply("notice", **in_parts(Refused("spent")))

    def _demand_new(self, token: str) -> None:
        if any(opens(token, known) for known in (self.sitting.host, *(seat.token for seat in self.sitting.seats))):
            raise Refused("known_key")

    async def begin(self, guest: Guest) -> None:
        """The host begins, without the chance of those who do not open it."""
        async with self._lock:
            if not guest.host:
                raise Refused("host_only")
            if not self.sitting.full:
                raise Refused("not_begun")
            await self.record.begin()
            await self._awaken()
            self._publish()
        self._wake_bots()

    def _offer_a_seat(self, guest: Guest) -> None:
        """Whoever comes without an invitation may take a seat that is open to anybody."""
        if guest.seat is not None or guest.invited is not None or guest.host or self.sitting.status != "open":
            return
        for at in self.sitting.terms.open:
            if not self.sitting.seats[at].joined:
                guest.invited, guest.invitation = at, self.sitting.seats[at].token
                return

    async def _sit_down(self, guest: Guest, name: str, promised: str, token: str) -> int:
        at = guest.invited
        if at is None:
            raise Refused("not_invited")
        self._demand_new(token)
        seat = Seat("", self._free_name(name, at), sealed(token), True, "", promised)
        await self.record.join(at, guest.invitation, seat)
        guest.seat = at
        for other in self.guests:
            if other.invited == at:
                other.invited, other.invitation = None, ""
                self._offer_a_seat(other)
        return at

    def seat_of(self, token: str) -> int | None:
        """The seat that was joined with this token."""
        return next(
            (at for at, seat in enumerate(self.sitting.seats) if seat.joined and opens(token, seat.token)), None
        )

    def _free_name(self, wished: str, at: int) -> str:
        name = cleaned(wished)[:24] or f"Player {at + 1}"
        taken = {alike(seat.name) for other, seat in enumerate(self.sitting.seats) if other != at}
        return next(one for n in range(1, 99) if alike(one := name if n == 1 else f"{name} {n}") not in taken)

    # Playing

    async def answer(self, seat: int | None, ask: str, answer: Any) -> bool:
        """A seat's answer to the ask of that id. Illegal says in words why not; done means durable.

        False where another program was quicker and the ask is no longer open: the table is then shown as it now is.
        """
        async with self._lock:
            given = overtaken = False
            while not given:
                table = self._at_play or await self._playing()
                if seat is None:
                    raise Refused("spectator_answers")
                for asked in table.asks:
                    if asked.seat == seat and ask_id(table, asked) == ask:
                        break
                else:
                    if overtaken:
                        return False
                    raise Illegal("refused.over") if table.over else Refused("moved_on")
                if self._mixed and self._bot(table, asked):
                    raise Refused("bot_plays")
                given = await self._change(table, partial(table.answer, seat, answer))
                overtaken = not given
        self._wake_bots()
        return True

    async def try_out(self, seat: int | None, ask: str, path: list[str], answer: Any, typed: bool = False) -> Tried:
        """What would become of a seat's answer to the ask of that id, or to a field of it. Nothing comes of it."""
        async with self._lock:
            table = await self._playing()
            asked = next((one for one in table.asks if one.seat == seat and ask_id(table, one) == ask), None)
            for name in path:
                asked = asked.fields.get(name) if isinstance(asked, Form) else None
            return Tried(Refused("moved_on")) if asked is None else try_out(asked, answer, typed, table.catalogue)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Table[Any] | None]:
        """The table, held so that nobody else changes it; None where the game has not begun. Bots are woken then."""
        async with self._lock:
            await self._awaken()
            yield self.table
        self._wake_bots()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[Table[Any]]:
        """The same where the game is being played; refused where it is not."""
        async with self._lock:
            yield await self._playing()
        self._wake_bots()

    async def take_back(self, table: Table[Any], seat: int, by: tuple[int, ...] = ()) -> bool:
        """Take back a seat's last answer; False where another program was quicker."""
        return await self._change(table, lambda: table.undo(seat, self.alone, by))

    async def happen(self, *what: Happening, asked: list[int] | None = None) -> None:
        """People do something beside the game, and everybody is shown it. Where too few go on playing the game ends."""
        playing = self.sitting.status == "playing"
        await self.record.happen(*what, asked=asked)
        if playing and self.record.company.ranks(self.sitting.seats) is not None:
            await self.record.happen(Happening("ended"), status="over", asked=[])
            self._tell_the_end()
        self._publish()

    async def mend(self, guest: Guest, go_on: bool) -> None:
        """The host of a table that stands still, because its rules were mended, says whether it goes on from there."""
        async with self._lock:
            await self._awaken()
            if self.table is None or self.record.stalled is None:
                raise Refused("not_stalled")
            if not guest.host:
                raise Refused("host_only")
            if not go_on:
                await self.record.keep()
            elif self.sitting.status == "over":
                raise Refused("over_stands")
            else:
                table, self.table = self.table, None
                with suppress(Overtaken):
                    await self.record.go_on(table)
                    self.table = table
                await self._awaken()
            self._publish()
        self._wake_bots()

    async def finished(self) -> Table[Any]:
        """The table of a game that is over: nothing of it is secret any more."""
        async with self._lock:
            await self._awaken()
            if self.table is None or self.sitting.status != "over":
                raise Refused("save_later")
            if self.record.stalled:
                raise Refused("stalled")
            return self.table

    async def advise(self, seat: int | None, ask: str) -> Reply:
        """What the clever bot would answer there to the ask of that id, and why. It knows what the seat knows."""
        mind = await self.beside()
        if not any(one.seat == seat and ask_id(mind, one) == ask for one in mind.asks):
            raise Refused("moved_on")
        assert seat is not None
        return await self._thinking.advise(mind, seat, ADVISER, f"{self.sitting.id} advice")

    async def beside(self) -> Table[Any]:
        """A copy of the table as it stands, to be thought about while others play on."""
        async with self._lock:
            return (await self._playing()).clone()

    @property
    def plays(self) -> bool:
        """Whether the table is played at, and not only looked at."""
        at_rest = self.record.stalled is not None or bool(self.sitting.rest)
        ended = self.sitting.status == "over" and self.table is not None and not self.table.over
        return not at_rest and not ended

    @property
    def _driven(self) -> bool:
        """Whether somebody looks, or people who are away wait for each other."""
        company, seats = self.record.company, self.sitting.seats
        waited_for = not self.alone or self.sitting.terms.clock is not None
        return bool(self.guests) or (waited_for and bool(company.present(seats)))

    @property
    def _at_play(self) -> Table[Any] | None:
        """The table where nothing is in the way of playing on, as mostly."""
        record = self.record
        sitting = record.sitting
        return self.table if sitting.status == "playing" and not sitting.rest and record.stalled is None else None

    async def _playing(self) -> Table[Any]:
        await self._awaken()
        if self.table is None:
            raise Refused("not_begun")
        if self.record.stalled:
            raise Refused("stalled")
        if self.sitting.rest == "archived":
            raise Refused("archived")
        if not self.plays and self.sitting.status == "over":
            raise Illegal("refused.over")
        return self.table

    async def _awaken(self) -> None:
        """Have the table stand where its journal says; begin the game when everybody has sat down."""
        await self.record.meet()
        if self.table is not None or not self.sitting.ready:
            return
        begins = self.sitting.status == "open"
        if begins:
            await self.record.begin()
        self.table = await self.record.open()
        self._windows.clear()
        if begins:
            self._tell_the_absent()

    def rest(self) -> None:
        """Nobody looks any more, or nothing happens: keep where the table stands, so that it is opened from there."""
        if self.table is not None:
            self.record.keep_snapshot(self.table, resting=True)

    def doze(self, since: float) -> None:
        """Where nothing has happened since then the table is put away; it is opened again when somebody acts."""
        if self.table is None or self.busy or self._lock.locked() or self._stirred > since:
            return
        self.rest()
        self.table, self._windows = None, Windows(self, self._windows.looked)
        for guest in self.guests:
            guest.forget()

    async def _change(self, table: Table[Any], act: Callable[[], None]) -> bool:
        """Change the table, write down what is new, and show it when that is durable.

        False where another program was quicker: nothing of this is written, and the table is shown as it now is.
        """
        record = self.record
        before, status = table.recorded, record.sitting.status
        act()
        self.table = None
        try:
            await record.add(table, before)
        except Overtaken:
            await self._awaken()
            self._publish()
            return False
        self.table = table
        if record.sitting.status == status:
            self._windows.moved()
            self._show_all()
        else:
            self._publish()
            self._tell_the_end()
        self._tell_the_absent()
        record.keep_snapshot(table)
        return True

    def _tell_the_absent(self) -> None:
        """Whoever has begun to be waited for and is not here may want to be told elsewhere."""
        asked = set() if self.alone else set(self.record.waited_for(self.table))
        if self._hooks is not None and not asked <= self._asked:
            for seat in asked - self._asked - self.here:
                self._hooks.tell(self.sitting, seat)
        self._asked = asked

    def _tell_the_end(self) -> None:
        """The game may have ended just now: whoever played and is not here may want to be told that elsewhere."""
        if self._hooks is not None and self.sitting.status == "over" and not self.alone:
            for at, seat in enumerate(self.sitting.seats):
                if not seat.bot and at not in self.here:
                    self._hooks.tell_the_end(self.sitting, at)

    async def catch_up(self) -> None:
        """Another program has changed the table: show it as it now is."""
        async with self._lock:
            if not self.guests:
                return
            table, self.table = self.table, None
            self.table = await self.record.catch_up(table)
            for guest in self.guests:
                if guest.invited is not None and self.sitting.seats[guest.invited].joined:
                    guest.invited, guest.invitation = None, ""
            unseated = self._unseat()
            await self._awaken()
            self._publish()
            self._tell_spent(unseated)
        self._wake_bots()

    # Bots

    def asked_of_people(self, table: Table[Any]) -> list[Ask]:
        """What people are asked themselves: nobody is shown what a bot answers for them."""
        return [ask for ask in table.asks if not self._bot(table, ask)] if self._mixed else table.asks

    @property
    def _mixed(self) -> bool:
        """Whether a bot may have to answer for any of them."""
        company = self.record.company
        return self._seats_bots or bool(company.stand_ins or company.lapsed)

    def _bot(self, table: Table[Any], ask: Ask) -> str:
        """The bot that answers an ask: one that sits there, stands in for somebody, or does so this once."""
        company = self.record.company
        bot = company.plays_for(ask.seat, self.sitting.seats[ask.seat])
        if not bot and ask.seat in company.lapsed and company.lapsed[ask.seat] == ask_id(table, ask):
            return self.sitting.terms.bot
        return bot

    def _wake_bots(self) -> None:
        table = self.table
        asked = table is not None and self._mixed and any(self._bot(table, ask) for ask in table.asks)
        if asked and (self._bots is None or self._bots.done()):
            self.busy = True
            self._bots = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        """Answer for the bots while somebody is looking or waiting, and a bot is asked."""
        try:
            asked = True
            while self._driven and asked:
                try:
                    asked = await self._bot_answers()
                except StoreFailed as error:
                    # Nobody else may act while a bot is waited for, so nobody else would wake it.
                    logger.error("the bots at table %s wait: %s", self.sitting.id, error)
                    await asyncio.sleep(AGAIN)
        except Exception:
            logger.exception("the bots at table %s have stopped", self.sitting.id)
        finally:
            self.busy = False
            self._idle(self)

    async def _bot_answers(self) -> bool:
        async with self._lock:
            await self._awaken()
            mind = self.table.clone() if self.table is not None and self.plays else None
        asked = [(ask, bot) for ask in mind.asks if (bot := self._bot(mind, ask))] if mind else []
        if mind is None or not asked:
            return False
        ask, bot = asked[0]
        id = ask_id(mind, ask)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        answer = await self._thinking.ask(mind, ask.seat, bot, self.sitting.id)
        await asyncio.sleep(self._thinking.left(bot, loop.time() - begun, followed=len(mind.asks) == 1))
        if not self._driven:
            return False
        async with self._lock:
            await self._awaken()
            table = self.table
            if table is None or not self.plays:
                return False
            # Whoever has come back meanwhile answers for themselves.
            if any(one.seat == ask.seat and ask_id(table, one) == id and self._bot(table, one) for one in table.asks):
                await self._change(table, lambda: table.answer(ask.seat, answer))
        return True

    # Showing

    def _publish(self) -> None:
        """Show every guest the table as it now stands."""
        self._put_out()
        self._windows.clear()
        self._show_all()

    def _show_all(self) -> None:
        self._stirred = self.record.now()
        for guest in self.guests:
            # Who waits at the door is shown nothing before it is known who they are.
            if guest.inside:
                guest.show(self._windows.look(guest.place))
        self._windows.rest()

    def _show_to(self, guest: Guest) -> None:
        """Show the table to a guest who has come; the others learn a little later how many are here.

        Many who come to watch at once are shown the same, and learn with the others how many they are.
        """
        if guest.place != WATCHING:
            self._windows.others_here()
        self._stirred = self.record.now()
        guest.show(self._windows.look(guest.place))
        self._windows.rest()
        self._count_soon()

    async def show_again(self, guest: Guest) -> None:
        """Show the whole table to a page that has lost its place."""
        async with self._lock:
            await self._awaken()
            guest.show_whole(self._windows.look(guest.place))

    def _count_soon(self) -> None:
        """Tell everybody who is here, once for all who come and go within a moment."""
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._count())

    async def _count(self) -> None:
        await asyncio.sleep(COUNTING)
        async with self._lock:
            self._counting = None
            if not self.guests:
                return
            try:
                await self._awaken()
            except (CannotOpen, StoreFailed) as error:
                logger.error("nobody is told who is at table %s: %s", self.sitting.id, error)
                return
            self._windows.others_here()
            self._show_all()

    @property
    def here(self) -> set[int]:
        """The seats that have a page open, or share one with somebody who looks from another seat."""
        own = {guest.seat for guest in self.guests if guest.seat is not None}
        keys = [key for guest in self.guests for key in guest.beside]
        return own.union(at for key in keys if (at := self.seat_of(key)) is not None) if keys else own
