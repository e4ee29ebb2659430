"""The door: who comes in over a socket, and what is done for them."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import time
from collections.abc import Awaitable
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..core import Illegal
from ..store import Desk, StoreFailed
from . import consent, people
from .guest import Guest, NotReading
from .hooks import checked
from .house import House
from .lines import line_of
from .looks import encode
from .messages import (
    Again,
    Agree,
    Answer,
    AskDesk,
    Back,
    Begin,
    Beside,
    Chance,
    Consult,
    Hello,
    Hint,
    Hook,
    Join,
    Lost,
    Mend,
    Note,
    Rare,
    Recall,
    Renew,
    Replace,
    Resign,
    Ring,
    Talk,
    Try,
    Undo,
    Withdraw,
    read,
)
from .refusals import CannotOpen, Refused, in_parts, of_store
from .rematch import again
from .room import Room
from .trying import Tried

logger = logging.getLogger("arbiter.server")

PATIENCE = 15
"""Seconds within which a page that connects must say who it is."""
BREATH = 1.0
"""Seconds for which a page that speaks too fast is not heard."""
FAREWELL = 2
"""Seconds that a page which is turned away has to take the last words."""
GONE = 4404
REFUSED = 4403
UNREAD = 4408


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a browser's request comes from a page of ours. Programs that are no browsers send no Origin."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False


def address_of(connection: HTTPConnection) -> str:
    """Where somebody asks from, as far as the server can see. Whoever has one address of IPv6 has a whole network of
    them, so that is what counts there."""
    host = connection.client.host if connection.client else ""
    try:
        found = ipaddress.IPv6Address(host)
    except ValueError:
        return host
    return str(found.ipv4_mapped or ipaddress.IPv6Network((found, 64), strict=False))


async def socket(page: WebSocket) -> None:
    """One page at one table, from its first word until it is closed."""
    if not same_origin(page):
        await page.close(REFUSED, "this page belongs to another site")
        return
    await page.accept()
    keeper = page.app.state.house.doorkeeper
    try:
        with keeper.visit(address_of(page), page.path_params["table"]):
            await _stay(page)
    except Refused as refused:
        await _turn_away(page, refused)


async def _stay(page: WebSocket) -> None:
    """A page that was let in, until it is closed."""
    visit = Visit(page)
    try:
        await visit.talk()
    except NotReading:
        await _close(page, UNREAD, "this page does not read what it is sent")
    finally:
        visit.leave()


class Visit:
    """A page and the room it is in. `acting` while something is done that the page has asked for, `deaf` when it does
    not read what it is sent."""

    def __init__(self, page: WebSocket) -> None:
        self.page = page
        self.house: House = page.app.state.house
        self.line = line_of(page)
        self.guest = Guest(self.line)
        self.guest.deaf = self.give_up
        self.room: Room | None = None
        self.acting = self.deaf = False
        self.task = asyncio.current_task()
        self.advising: asyncio.Task[None] | None = None
        self.ringing: asyncio.Task[None] | None = None

    async def talk(self) -> None:
        """Let the page in, then do what it asks for until it is closed."""
        table = self.page.path_params["table"]
        try:
            async with asyncio.timeout(PATIENCE):
                hello = read(await self.line.hear())
            if not isinstance(hello, Hello):
                raise Refused("hello_first")
            self.room = await self.house.room(table)
            if self.room is None:
                await _turn_away(self.page, Refused("no_table"))
                return
            self.guest.beside = hello.beside
            await self.room.enter(self.guest, hello.token)
            # In a task of its own: whoever goes on with every word need not come by all that has led here.
            self.task = asyncio.create_task(self._listen(self.room))
            await self.task
        except (TimeoutError, WebSocketDisconnect):
            pass
        except Illegal as refused:
            await _turn_away(self.page, refused)
        except asyncio.CancelledError:
            if self.deaf and self.task is not None:
                self.task.uncancel()
                raise NotReading from None
            raise
        except NotReading:
            raise
        except StoreFailed as error:
            logger.error("table %s cannot be read: %s", table, error)
            await _turn_away(self.page, of_store(error))
        except Exception:
            logger.exception("table %s cannot be shown", table)
            await _turn_away(self.page, Refused("cannot_show"))

    async def _listen(self, room: Room) -> None:
        counts, pace = self.house.counts, self.house.doorkeeper.pace()
        while not self.deaf:
            try:
                message = read(await self.line.hear())
                if not pace.take():
                    await asyncio.sleep(BREATH)
                    raise Refused("too_fast")
                if not self.guest.inside:
                    # Whoever was put out stays out, whether or not their page has gone.
                    raise CannotOpen("no_watching")
                self.acting = True
                if isinstance(message, Answer):
                    await self._answer(message, room)
                else:
                    await self._act(message, room)
            except (CannotOpen, NotReading, WebSocketDisconnect):
                raise
            except Illegal as refused:
                counts.add("arbiter_refused_total")
                self.guest.reply("refused", **in_parts(refused))
            except StoreFailed as error:
                counts.add("arbiter_failures_total")
                logger.error("table %s cannot be kept: %s", room.sitting.id, error)
                self.guest.reply("refused", **in_parts(Refused("not_kept")))
            except Exception:
                counts.add("arbiter_failures_total")
                logger.exception("table %s failed", room.sitting.id)
                self.guest.reply("refused", **in_parts(Refused("failed")))
            finally:
                self.acting = False
            # What is to be sent goes out before the page is heard again: many words at once are no sign of deafness.
            if self.guest.behind:
                await asyncio.sleep(0)
        raise NotReading

    def give_up(self) -> None:
        """The page does not read. What it has asked for is done in full, whether or not it is there to hear of it."""
        self.deaf = True
        if not self.acting and self.task is not None:
            self.task.cancel()

    async def _act(self, message: Rare, room: Room) -> None:
        guest = self.guest
        match message:
            case Try():
                await self._try(message, room)
            case Join(name, pledge, token):
                await room.join(guest, name, pledge, token)
            case Withdraw(seat):
                await room.withdraw(guest, seat)
            case Renew(token):
                await room.renew(guest, token)
            case Chance(entropy):
                await room.open_chance(guest, entropy)
            case Begin():
                await room.begin(guest)
            case Undo():
                await consent.undo(room, guest)
            case Hint():
                self._advise(message, room)
            case Recall():
                guest.reply("recalled", **await self._recalled(room))
            case Mend(go_on):
                await room.mend(guest, go_on)
            case Lost():
                await room.show_again(guest)
            case Hello():
                raise Refused("hello_twice")
            case _:
                await self._beside(message, room)

    async def _answer(self, message: Answer, room: Room) -> None:
        try:
            begun = time.perf_counter()
            given = await room.answer(self.guest.seat, message.ask, message.answer)
            self.house.counts.answered(time.perf_counter() - begun)
        except RecursionError:
            raise Refused("unreadable_answer") from None
        self.guest.reply("accepted" if given else "overtaken", ask=message.ask)

    async def _try(self, message: Try, room: Room) -> None:
        try:
            tried = await room.try_out(self.guest.seat, message.ask, message.path, message.answer, message.typed)
        except RecursionError:
            tried = Tried(Refused("unreadable_answer"))
        refused, foreseen, understood = tried
        told: dict[str, Any] = {} if foreseen is None else {"foreseen": foreseen}
        if understood is not None:
            told["answer"] = understood
        self.guest.reply("tried", n=message.n, refused=refused and in_parts(refused), **told)

    async def _beside(self, message: Beside, room: Room) -> None:
        guest = self.guest
        match message:
            case Agree(yes):
                await consent.agree(room, guest, yes)
            case Resign():
                await people.resign(room, guest)
            case Replace(seat):
                await people.replace(room, guest, seat)
            case Back():
                await people.come_back(room, guest)
            case Talk(text, name):
                await people.talk(room, guest, text, name)
            case Consult(question):
                await people.consult(room, guest, question)
            case Note(text):
                await people.note(room, guest, text)
                guest.reply("noted")
            case Hook():
                await self._hook(message, room)
                guest.reply("noted")
            case Ring():
                self._ring(room, people.seat_of(guest))
            case Again():
                await again(self.house, room, guest)
            case AskDesk():
                kept = await people.desk(room, people.seat_of(guest))
                guest.reply("desk", notes=kept.notes, hook=kept.hook)

    async def _hook(self, message: Hook, room: Room) -> None:
        address = checked(message.address, self.house.hooks.private)
        scheme = "https" if self.page.url.scheme == "wss" else "http"
        base = f"{scheme}://{self.page.headers.get('host', '')}"
        await people.hook(room, self.guest, Desk("", address, base, message.language))

    def _ring(self, room: Room, seat: int) -> None:
        """Try where a seat wants to be told while the page goes on, once at a time and not too often: nobody is to be
        flooded with what they never asked for."""
        if self.ringing is not None and not self.ringing.done():
            raise Refused("too_fast")
        self.house.doorkeeper.asking(address_of(self.page))
        self.ringing = asyncio.create_task(self._aside(self._rung(room, seat), room))

    async def _rung(self, room: Room, seat: int) -> None:
        self.guest.reply("rung", status=await self.house.hooks.ring(room.sitting, seat))

    def _advise(self, message: Hint, room: Room) -> None:
        """Have a bot think while the page goes on, once at a time."""
        if self.advising is not None and not self.advising.done():
            raise Refused("hint_waits")
        self.advising = asyncio.create_task(self._aside(self._advised(message, room), room))

    async def _advised(self, message: Hint, room: Room) -> None:
        found = await room.advise(self.guest.seat, message.ask)
        self.guest.reply("advised", ask=message.ask, answer=found.answer, reasons=found.reasons)

    async def _aside(self, what: Awaitable[None], room: Room) -> None:
        """Something that takes its time while the page goes on. If it comes to nothing, the page is told why."""
        with contextlib.suppress(NotReading):
            try:
                await what
            except NotReading:
                raise
            except Illegal as refused:
                self.guest.reply("refused", **in_parts(refused))
            except StoreFailed as error:
                self.guest.reply("refused", **in_parts(of_store(error)))
            except Exception:
                logger.exception("something beside the game failed at table %s", room.sitting.id)
                self.guest.reply("refused", **in_parts(Refused("failed")))

    async def _recalled(self, room: Room) -> dict[str, Any]:
        """What has happened since this page's seat last answered. One page is told one such story at a time."""
        if self.guest.seat is None:
            raise Refused("spectator_recalls")
        return await self.house.replays.recall(await room.beside(), self.guest.seat)

    def leave(self) -> None:
        self.guest.leave()
        # Nothing leads back from here to what has ended, so that it goes at once.
        self.guest.deaf, self.task = lambda: None, None
        for task in (self.advising, self.ringing):
            if task is not None:
                task.cancel()
        if self.room is not None:
            self.room.leave(self.guest)
            self.house.close_if_empty(self.room)


async def _turn_away(page: WebSocket, refused: Illegal) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
        async with asyncio.timeout(FAREWELL):
            await page.send_text(encode({"type": "gone", **in_parts(refused)}).decode())
    await _close(page, GONE, "see the last message")


async def _close(page: WebSocket, code: int, reason: str) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
        async with asyncio.timeout(FAREWELL):
            await page.close(code, reason)
