"""The door: what comes in over a socket, checked before anybody acts on it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Annotated, Any, TypeAlias
from urllib.parse import urlsplit

import msgspec
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
from .refusals import CannotOpen, Refused, in_parts, of_store
from .rematch import again
from .room import Room
from .trying import Tried

logger = logging.getLogger("arbiter.server")

LARGEST = 32 * 1024
"""The most bytes a message from a page may have."""
PATIENCE = 15
"""Seconds within which a page that connects must say who it is."""
BREATH = 1.0
"""Seconds for which a page that speaks too fast is not heard."""
FAREWELL = 2
"""Seconds that a page which is turned away has to take the last words."""
GONE = 4404
REFUSED = 4403
UNREAD = 4408

Token = Annotated[str, msgspec.Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")]
OwnToken = Annotated[str, msgspec.Meta(min_length=22, max_length=64, pattern="^[A-Za-z0-9_-]*$")]


class Hello(msgspec.Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    token: Token = ""


class Join(msgspec.Struct, tag_field="type", tag="join", forbid_unknown_fields=True):
    """Sit down, under a name, with a pledge of the page's own chance for the dice and its own key to the seat."""

    name: Annotated[str, msgspec.Meta(max_length=80)]
    pledge: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    token: OwnToken


class Withdraw(msgspec.Struct, tag_field="type", tag="withdraw", forbid_unknown_fields=True):
    """The host withdraws the invitation to a seat; a new one takes its place."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=64)]


class Renew(msgspec.Struct, tag_field="type", tag="renew", forbid_unknown_fields=True):
    """My own link came into other hands: this key leads to my seat from now on."""

    token: OwnToken


class Chance(msgspec.Struct, tag_field="type", tag="chance", forbid_unknown_fields=True):
    """All have pledged: here is what this page has pledged for the dice."""

    entropy: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16,128}$")]


class Begin(msgspec.Struct, tag_field="type", tag="begin", forbid_unknown_fields=True):
    """The host begins without the chance that somebody has pledged and does not open."""


class Answer(msgspec.Struct, tag_field="type", tag="answer", forbid_unknown_fields=True):
    ask: Annotated[str, msgspec.Meta(max_length=64)]
    answer: Any


class Try(msgspec.Struct, tag_field="type", tag="try", forbid_unknown_fields=True):
    """Would this answer do, as a whole or (path) to a field of a form? The reply bears the same number. What is `typed`
    is words for a form that reads them; the reply has the answer that they make."""

    ask: Annotated[str, msgspec.Meta(max_length=64)]
    answer: Any
    n: int
    path: Annotated[list[str], msgspec.Meta(max_length=8)] = []
    typed: bool = False


class Undo(msgspec.Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    pass


class Hint(msgspec.Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """What would a clever player answer to that ask, and why?"""

    ask: Annotated[str, msgspec.Meta(max_length=64)]


class Recall(msgspec.Struct, tag_field="type", tag="recall", forbid_unknown_fields=True):
    """What has happened since I last answered?"""


class Mend(msgspec.Struct, tag_field="type", tag="mend", forbid_unknown_fields=True):
    """The host of a table that stands still since its rules were mended: go on from there, or keep it as it is?"""

    go_on: bool


class Agree(msgspec.Struct, tag_field="type", tag="agree", forbid_unknown_fields=True):
    """May the seat that has asked for it take back?"""

    yes: bool


class Resign(msgspec.Struct, tag_field="type", tag="resign", forbid_unknown_fields=True):
    """This seat gives up."""


class Replace(msgspec.Struct, tag_field="type", tag="replace", forbid_unknown_fields=True):
    """Let a bot play for somebody who is away: as host at once, else as a vote."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=64)]


class Back(msgspec.Struct, tag_field="type", tag="back", forbid_unknown_fields=True):
    """I play myself again."""


class Talk(msgspec.Struct, tag_field="type", tag="talk", forbid_unknown_fields=True):
    """Something said to the others; those who watch give a name."""

    text: Annotated[str, msgspec.Meta(max_length=500)]
    name: Annotated[str, msgspec.Meta(max_length=80)] = ""


class Consult(msgspec.Struct, tag_field="type", tag="consult", forbid_unknown_fields=True):
    """A question to the game's judge."""

    question: Annotated[str, msgspec.Meta(max_length=200)]


class Note(msgspec.Struct, tag_field="type", tag="note", forbid_unknown_fields=True):
    """What this seat notes for itself."""

    text: Annotated[str, msgspec.Meta(max_length=8000)]


class Hook(msgspec.Struct, tag_field="type", tag="hook", forbid_unknown_fields=True):
    """Where this seat wants to be told that it is asked; nowhere where it is empty."""

    address: Annotated[str, msgspec.Meta(max_length=500)]
    language: Annotated[str, msgspec.Meta(max_length=8)] = "en"


class AskDesk(msgspec.Struct, tag_field="type", tag="desk", forbid_unknown_fields=True):
    """What lies on this seat's desk?"""


class Again(msgspec.Struct, tag_field="type", tag="again", forbid_unknown_fields=True):
    """The same game with the same people, seats turned."""


class Lost(msgspec.Struct, tag_field="type", tag="lost", forbid_unknown_fields=True):
    """The page cannot make anything of a difference: it needs a whole picture."""


Beside: TypeAlias = Consult | Agree | Resign | Replace | Back | Talk | Note | Hook | AskDesk | Again
"""What people do beside the game."""
Message: TypeAlias = (
    Hello | Join | Withdraw | Renew | Chance | Begin | Answer | Try | Undo | Hint | Recall | Mend | Lost | Beside
)
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a browser's request comes from a page of ours. Programs that are no browsers send no Origin."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


def address_of(connection: HTTPConnection) -> str:
    """Where somebody asks from, as far as the server can see."""
    return connection.client.host if connection.client else ""


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

    async def talk(self) -> None:
        """Let the page in, then do what it asks for until it is closed."""
        table = self.page.path_params["table"]
        try:
            async with asyncio.timeout(PATIENCE):
                hello = await self._heard()
            if not isinstance(hello, Hello):
                raise Refused("hello_first")
            self.room = await self.house.room(table)
            if self.room is None:
                await _turn_away(self.page, Refused("no_table"))
                return
            await self.room.enter(self.guest, hello.token)
            await self._listen(self.room)
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
                message = await self._heard()
                if not pace.take():
                    await asyncio.sleep(BREATH)
                    raise Refused("too_fast")
                self.acting = True
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

    async def _heard(self) -> Message:
        """The next message, or Illegal with what was wrong with it."""
        text = await self.line.hear()
        if text is None or len(text) > LARGEST:
            raise Refused("unreadable_length")
        try:
            return _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise Refused("unreadable", why=str(error)) from None

    def give_up(self) -> None:
        """The page does not read. What it has asked for is done in full, whether or not it is there to hear of it."""
        self.deaf = True
        if not self.acting and self.task is not None:
            self.task.cancel()

    async def _act(self, message: Message, room: Room) -> None:
        guest = self.guest
        if isinstance(message, Answer):
            try:
                begun = time.perf_counter()
                given = await room.answer(guest.seat, message.ask, message.answer)
                self.house.counts.answered(time.perf_counter() - begun)
            except RecursionError:
                raise Refused("unreadable_answer") from None
            guest.reply("accepted" if given else "overtaken", ask=message.ask)
        elif isinstance(message, Try):
            try:
                tried = await room.try_out(guest.seat, message.ask, message.path, message.answer, message.typed)
            except RecursionError:
                tried = Tried(Refused("unreadable_answer"))
            refused, foreseen, read = tried
            told: dict[str, Any] = {} if foreseen is None else {"foreseen": foreseen}
            if read is not None:
                told["answer"] = read
            guest.reply("tried", n=message.n, refused=refused and in_parts(refused), **told)
        elif isinstance(message, Join):
            await room.join(guest, message.name, message.pledge, message.token)
        elif isinstance(message, Withdraw):
            await room.withdraw(guest, message.seat)
        elif isinstance(message, Renew):
            await room.renew(guest, message.token)
        elif isinstance(message, Chance):
            await room.open_chance(guest, message.entropy)
        elif isinstance(message, Begin):
            await room.begin(guest)
        elif isinstance(message, Undo):
            await consent.undo(room, guest)
        elif isinstance(message, Hint):
            self._advise(message, room)
        elif isinstance(message, Recall):
            guest.reply("recalled", **await self._recalled(room))
        elif isinstance(message, Mend):
            await room.mend(guest, message.go_on)
        elif isinstance(message, Lost):
            await room.show_again(guest)
        elif isinstance(message, Hello):
            raise Refused("hello_twice")
        else:
            await self._beside(message, room)

    async def _beside(self, message: Beside, room: Room) -> None:
        guest = self.guest
        if isinstance(message, Agree):
            await consent.agree(room, guest, message.yes)
        elif isinstance(message, Resign):
            await people.resign(room, guest)
        elif isinstance(message, Replace):
            await people.replace(room, guest, message.seat)
        elif isinstance(message, Back):
            await people.come_back(room, guest)
        elif isinstance(message, Talk):
            await people.talk(room, guest, message.text, message.name)
        elif isinstance(message, Consult):
            await people.consult(room, guest, message.question)
        elif isinstance(message, Note):
            await people.note(room, guest, message.text)
            guest.reply("noted")
        elif isinstance(message, Hook):
            address = checked(message.address, self.house.hooks.private)
            scheme = "https" if self.page.url.scheme == "wss" else "http"
            base = f"{scheme}://{self.page.headers.get('host', '')}"
            await people.hook(room, guest, Desk("", address, base, message.language))
            guest.reply("noted")
        elif isinstance(message, Again):
            await again(self.house, room, guest)
        else:
            kept = await people.desk(room, people.seat_of(guest))
            guest.reply("desk", notes=kept.notes, hook=kept.hook)

    def _advise(self, message: Hint, room: Room) -> None:
        """Have a bot think while the page goes on, once at a time."""
        if self.advising is not None and not self.advising.done():
            raise Refused("hint_waits")
        self.advising = asyncio.create_task(self._advised(message, room))

    async def _advised(self, message: Hint, room: Room) -> None:
        try:
            found = await room.advise(self.guest.seat, message.ask)
            self.guest.reply("advised", ask=message.ask, answer=found.answer, reasons=found.reasons)
        except NotReading:
            pass
        except Illegal as refused:
            self.guest.reply("refused", **in_parts(refused))
        except Exception:
            logger.exception("no advice at table %s", room.sitting.id)
            self.guest.reply("refused", **in_parts(Refused("failed")))

    async def _recalled(self, room: Room) -> dict[str, Any]:
        """What has happened since this page's seat last answered. One page is told one such story at a time."""
        if self.guest.seat is None:
            raise Refused("spectator_recalls")
        return await self.house.replays.recall(await room.beside(), self.guest.seat)

    def leave(self) -> None:
        self.guest.leave()
        if self.advising is not None:
            self.advising.cancel()
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
