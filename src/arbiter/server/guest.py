"""One open page: who looks through it, and what still has to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from ..core import Event
from .picture import encode, news


class Guest:
    """A page at a table. A slow page misses pictures in between, never the last one, and keeps nobody waiting."""

    def __init__(self, send: Callable[[str], Awaitable[None]]) -> None:
        self.seat: int | None = None
        self.invited: int | None = None
        self.invitation = ""
        self.host = False
        self._send = send
        self._replies: deque[str] = deque()
        self._latest: tuple[dict[str, Any], list[Event]] | None = None
        self._heard: list[Event] = []
        self._wake = asyncio.Event()

    def reply(self, type: str, **message: Any) -> None:
        """Something for this page alone."""
        self._replies.append(encode({"type": type, **message}))
        self._wake.set()

    def show(self, picture: dict[str, Any], events: list[Event]) -> None:
        """The table as it now looks from here, and all that has been told here."""
        self._latest = (picture, events)
        self._wake.set()

    async def deliver(self) -> None:
        """Send what there is to send, for as long as the page is open; a reply follows the picture it speaks of."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._latest is not None:
                (shown, events), self._latest = self._latest, None
                text = encode({"type": "table", **shown, "log": news(self._heard, events)})
                self._heard = events
                await self._send(text)
            while self._replies:
                await self._send(self._replies.popleft())
