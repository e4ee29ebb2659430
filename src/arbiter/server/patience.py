"""Connections that say nothing, spell out a request letter by letter or read no answer are closed: they take a place
from others."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

PATIENCE = 15.0
"""Seconds within which whoever connects must have said what they want."""
READING = 30.0
"""Seconds within which whoever asked must have taken something of the answer."""


class Impatient(AutoHTTPProtocol):  # type: ignore[valid-type, misc]
    """Speaks HTTP with those who come to the point."""

    patience = PATIENCE
    reading = READING

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self._waiting: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._answering: Any = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self._waiting is None and self._unasked():
            self._wait()
        super().data_received(data)
        if not self._unasked():
            self._wait_no_more()

    def handle_websocket_upgrade(self) -> None:
        """From here on somebody else listens: what was needed to understand the request is not kept for as long."""
        super().handle_websocket_upgrade()
        self.parser = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        self._all_read()
        if self._answering is not None:
            self._answering.disconnected = True
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """Of several requests at once uvicorn tells only the last that nobody hears the answer any more."""
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._all_read()

    def _unasked(self) -> bool:
        """Whether nothing is asked for that has not been answered; a socket that was opened is somebody else's care."""
        return self.transport.get_protocol() is self and (self.cycle is None or self.cycle.response_complete)

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(self.patience, self._too_slow)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _too_slow(self) -> None:
        self._waiting = None
        if self._unasked():
            self.transport.close()

    def _watch_reading(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(self.reading, self._nothing_read, left)

    def _nothing_read(self, before: int) -> None:
        """Whoever is slow may be slow, but has to take something."""
        if self.transport.get_write_buffer_size() < before:
            self._watch_reading()
        else:
            self.transport.abort()

    def _all_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
