"""The sockets of the pages: uvicorn's, quicker at what tables say and hear all day, short texts in a frame each.

What a page is told within one turn of the loop goes out in one write. Everything else, from the handshake to pings,
fragments and whatever is wrong, is left to uvicorn and `websockets`, which are given whole frames.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN
from websockets.utils import apply_mask

TEXT = 0x81
"""The first byte of a text that is whole in its frame."""
WAITING = 8
"""So many messages may wait until no more are read."""


class Mail:
    """What has come and was not yet heard: as much of a queue as one reader needs, and smaller."""

    __slots__ = ("_come", "_reader")

    def __init__(self) -> None:
        self._come: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._come.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self._come:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._come.pop(0)

    def empty(self) -> bool:
        return not self._come

    def qsize(self) -> int:
        return len(self._come)


class Brisk(WebSocketsSansIOProtocol):
    """A socket at which short texts come and go quickly."""

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self.queue = Mail()  # type: ignore[assignment]
        self._asked = False
        self._rest = b""
        self._out: list[bytes] = []

    # What a page says

    def data_received(self, data: bytes) -> None:
        if not self._asked:
            # The request itself: uvicorn hands it over whole.
            self._asked = True
            super().data_received(data)
            return
        if self._rest:
            data = self._rest + data
        at, size = 0, len(data)
        while size - at >= 2:
            length, body = data[at + 1] & 127, at + 2
            if length >= 126:
                wide = 2 if length == 126 else 8
                if size - body < wide:
                    break
                length, body = int.from_bytes(data[body : body + wide], "big"), body + wide
            masked = data[at + 1] & 128
            end = body + length + (4 if masked else 0)
            if length > self.config.ws_max_size:
                # Nobody waits for the end of what is too long anyway.
                super().data_received(data[at:])
                at = size
            elif end > size:
                break
            elif data[at] == TEXT and masked and not self.frames and self.conn.state is OPEN:
                self._heard(apply_mask(data[body + 4 : end], data[body : body + 4]))
                at = end
            else:
                super().data_received(data[at:end])
                at = end
        self._rest = data[at:]

    def _heard(self, text: bytes) -> None:
        if self.close_sent:
            return
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": text.decode()})
        except UnicodeDecodeError:
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        if not self.read_paused and self.queue.qsize() >= WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    # What it is told

    async def send(self, message: Any) -> None:
        if message["type"] != "websocket.send" or self.conn.state is not OPEN or not self.handshake_complete:
            self._flush()
            await super().send(message)
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        text = message["text"].encode()
        length = len(text)
        if length < 126:
            head = bytes((TEXT, length))
        elif length < 65536:
            head = bytes((TEXT, 126)) + length.to_bytes(2, "big")
        else:
            head = bytes((TEXT, 127)) + length.to_bytes(8, "big")
        if not self._out:
            self.loop.call_soon(self._flush)
        self._out.append(head + text)

    def _flush(self) -> None:
        if self._out:
            out, self._out = self._out, []
            if not self.transport.is_closing():
                self.transport.write(b"".join(out))

    def shutdown(self) -> None:
        self._flush()
        super().shutdown()
