"""One open page: who looks through it, and what still has to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias

from .limits import Bucket
from .lines import Line
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

    What it is sent is the difference from the last picture that was sent to it, whichever that was; a reply follows the
    picture it speaks of. A page that has no room for long is `deaf`, and that is called once. `beside` are the keys to
    other seats at its device: once it is inside only those that lead to one, so that none is tried again for nothing.
    """

    def __init__(self, line: Line, patience: float = PATIENCE) -> None:
        self.inside = False
        self.seat: int | None = None
        self.invited: int | None = None
        self.invitation = ""
        self.host = False
        self.key = ""
        self.beside: list[str] = []
        self.voice = Bucket(*VOICE)
        self.deaf: Callable[[], None] = lambda: None
        self._line = line
        self._patience = patience
        self._replies: deque[bytes] = deque()
        self._latest: Look | None = None
        self._last: Look | None = None
        self._giving_up: asyncio.TimerHandle | None = None
        line.freed = self._go_on

    @property
    def place(self) -> Place:
        return self.seat, self.invited, self.host

    @property
    def behind(self) -> bool:
        """Whether so much waits to be sent that it is time to send it."""
        return len(self._replies) > WAITING // 4

    def reply(self, type: str, **message: Any) -> None:
        """Something for this page alone, which has asked for it."""
        text = encode({"type": type, **message})
        if not self._line.full and not self._replies:
            self._line.write(text)
            return
        if len(self._replies) >= WAITING:
            raise NotReading
        self._replies.append(text)
        self._wait()

    def show(self, look: Look) -> None:
        """The table as it now looks from here."""
        if self._line.full:
            self._latest = look
            self._wait()
        elif message := look.message(self._last):
            self._last = look
            self._line.write(message)

    def show_whole(self, look: Look) -> None:
        """The page has lost its place: send it the whole picture."""
        self._last = None
        self.show(look)

    def forget(self) -> None:
        """Nothing happens at the table: keep no more than it takes to go on from there."""
        if self._last is not None and self._latest is None:
            self._last.forget()

    def _wait(self) -> None:
        """Something waits for the page to have room."""
        if self._giving_up is None:
            self._giving_up = asyncio.get_running_loop().call_later(self._patience, self._give_up)

    def _give_up(self) -> None:
        self.deaf()

    def _go_on(self) -> None:
        """There is room again."""
        self.leave()
        look, self._latest = self._latest, None
        if look is not None:
            self.show(look)
        while self._replies and not self._line.full:
            self._line.write(self._replies.popleft())
        if self._replies:
            self._wait()

    def leave(self) -> None:
        """The page is gone, or has taken what waited for it: it is not waited for any more."""
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None
