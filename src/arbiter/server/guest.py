"""One open page: who looks through it, and what still has to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from .limits import Bucket
from .looks import Look, encode

WAITING = 32
"""The most replies that may wait for a page to read them."""
VOICE = 0.5, 6
"""So many things a second somebody may say, and so many at once."""
PATIENCE = 30.0
"""Seconds within which a page must have room for what it is sent next."""


Place: TypeAlias = tuple[int | None, int | None, bool]
"""From where a page looks: its seat, the seat it is invited to, whether it is the host's. All see alike from there."""
WATCHING: Place = (None, None, False)
"""The place of whoever only watches."""


class NotReading(Exception):
    """A page does not read what it is sent."""


class Guest:
    """A page at a table. A slow page misses pictures in between, never the last one, and keeps nobody waiting.

    What it is sent is the difference from the last picture that was sent to it, whichever that was.
    """

    def __init__(self, send: Callable[[str], Awaitable[None]], patience: float = PATIENCE) -> None:
        self.inside = False
        self.seat: int | None = None
        self.invited: int | None = None
        self.invitation = ""
        self.host = False
        self.key = ""
        self.voice = Bucket(*VOICE)
        self._send = send
        self._patience = patience
        self._replies: deque[str] = deque()
        self._latest: Look | None = None
        self._last: Look | None = None
        self._giving = 0.0
        self._given_up = False
        self._asleep: asyncio.Future[None] | None = None
        self._news = False

    @property
    def place(self) -> Place:
        return self.seat, self.invited, self.host

    @property
    def behind(self) -> bool:
        """Whether so much waits to be sent that it is time to send it."""
        return len(self._replies) > WAITING // 4

    def reply(self, type: str, **message: Any) -> None:
        """Something for this page alone, which has asked for it."""
        if len(self._replies) >= WAITING:
            raise NotReading
        self._replies.append(encode({"type": type, **message}))
        self._wake()

    def show(self, look: Look) -> None:
        """The table as it now looks from here."""
        self._latest = look
        self._wake()

    def show_whole(self, look: Look) -> None:
        """The page has lost its place: send it the whole picture."""
        self._last = None
        self.show(look)

    def forget(self) -> None:
        """Nothing happens at the table: keep no more than it takes to go on from there."""
        if self._last is not None and self._latest is None:
            self._last.forget()

    def _wake(self) -> None:
        self._news = True
        if self._asleep is not None and not self._asleep.done():
            self._asleep.set_result(None)

    async def deliver(self) -> None:
        """Send what there is to send, for as long as the page is open; a reply follows the picture it speaks of."""
        delivering = asyncio.current_task()
        assert delivering is not None
        watch = self._watch_over(delivering)
        try:
            while True:
                if not self._news:
                    self._asleep = asyncio.get_running_loop().create_future()
                    await self._asleep
                self._news = False
                if self._latest is not None:
                    await self._give(self._change())
                while self._replies:
                    await self._give(self._replies.popleft())
        except asyncio.CancelledError:
            if self._given_up:
                raise NotReading from None
            raise
        finally:
            watch()

    def _change(self) -> str:
        """What is to be sent of the latest picture; nothing where the page shows it already."""
        look, self._latest = self._latest, None
        if look is None or not (message := look.message(self._last)):
            return ""
        self._last = look
        return message

    async def _give(self, message: str) -> None:
        if message:
            self._giving = asyncio.get_running_loop().time()
            await self._send(message)
            self._giving = 0.0

    def _watch_over(self, delivering: asyncio.Task[None]) -> Callable[[], None]:
        """Give up a page that has no room for what it is sent: seen now and then, which costs less than timing each."""
        loop = asyncio.get_running_loop()

        def look() -> None:
            nonlocal timer
            if self._giving and loop.time() - self._giving > self._patience:
                self._given_up = True
                delivering.cancel()
            else:
                timer = loop.call_later(self._patience / 4, look)

        timer = loop.call_later(self._patience / 4, look)
        return lambda: timer.cancel()
