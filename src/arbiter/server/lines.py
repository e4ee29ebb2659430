"""Lines: the way to a page and back, as the door and the guests use it.

Our own sockets are lines themselves (`server/sockets.py`); at any other ASGI server a line is made of what it offers.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

OURS = "arbiter.line"
"""Under this name a socket of ours shows itself among the extensions of an ASGI scope."""


class Line(Protocol):
    """What is written goes out at once and in order. While it is `full` more would only pile up; `freed` is called when
    there is room again."""

    full: bool
    freed: Callable[[], None]

    def write(self, text: bytes) -> None: ...

    async def hear(self) -> str | None:
        """The next text; None for what is no text. Raises WebSocketDisconnect when the page is closed."""
        ...


class Posted:
    """A line at any ASGI server, which takes one text after the other."""

    def __init__(self, send: Callable[[str], Awaitable[None]], page: WebSocket | None = None) -> None:
        self.full = False
        self.freed: Callable[[], None] = lambda: None
        self._send, self._page = send, page
        self._posting: asyncio.Task[None] | None = None

    def write(self, text: bytes) -> None:
        self.full = True
        self._posting = asyncio.create_task(self._post(text, self._posting))

    async def _post(self, text: bytes, earlier: asyncio.Task[None] | None) -> None:
        if earlier is not None:
            await earlier
        # Whether the page is gone is found by whoever hears it.
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
            await self._send(text.decode())
        if self._posting is asyncio.current_task():
            self._posting, self.full = None, False
            self.freed()

    async def hear(self) -> str | None:
        assert self._page is not None
        event = await self._page.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
        return event.get("text")


def line_of(page: WebSocket) -> Line:
    """The line to a page that was let in."""
    found: Line | None = page.scope.get("extensions", {}).get(OURS)
    return Posted(page.send_text, page) if found is None else found
