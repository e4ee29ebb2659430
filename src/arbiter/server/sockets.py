"""The sockets of the pages: uvicorn's, quicker at what tables say and hear all day, short texts in a frame each.

A socket is the line to its page: what is said in one turn of the loop goes out in one write, and who waits for a text
goes on as it comes. Everything else, from the handshake to pings, fragments and whatever is wrong, is left to uvicorn
and `websockets`, which are given whole frames.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

from ..store.pauses import Pause
from .limits import Bucket
from .lines import OURS

TEXT = 0x81
"""The first byte of a text that is whole in its frame."""
WAITING = 8
"""So many messages may wait until no more are read."""
TOGETHER = 16
"""So many sockets may have something to say before it is said."""
ODD = 20.0, 200
"""So many frames a second, and so many at once, may be anything but a whole text. Browsers send hardly any: whoever
sends many keeps the house busy with taking them apart, and with answers to pings that nobody reads."""
MUCH = 64 * 1024
"""So many bytes are said at once, for only what was said shows whether a page takes it."""


class Mail:
    """What has come and was not yet heard: as much of a queue as one reader needs, and smaller."""

    __slots__ = ("come", "reader")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.come: deque[Any] = deque()
        self.reader = Pause(loop)

    def put_nowait(self, message: Any) -> None:
        self.come.append(message)
        self.reader.end_soon()

    def put_now(self, message: Any) -> None:
        """Whoever waits for it goes on in this call."""
        self.come.append(message)
        self.reader.end()

    async def get(self) -> Any:
        while not self.come:
            await self.reader
        return self.come.popleft()

    def empty(self) -> bool:
        return not self.come

    def __len__(self) -> int:
        return len(self.come)


class Outbox:
    """What the sockets of a loop have to say, said when the loop comes round: a picture and the reply that follows it
    are one write. The loop's own sockets write whatever they are given at once."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: list[Brisk] = []

    def add(self, socket: Brisk) -> None:
        if not self._waiting:
            socket.loop.call_soon(self.empty)
        self._waiting.append(socket)
        if len(self._waiting) >= TOGETHER:
            self.empty()

    def empty(self) -> None:
        waiting, self._waiting = self._waiting, []
        for socket in waiting:
            socket.flush()


_OUTBOXES: WeakKeyDictionary[asyncio.AbstractEventLoop, Outbox] = WeakKeyDictionary()


class Brisk(WebSocketsSansIOProtocol):
    """A socket at which short texts come and go quickly: the line to a page."""

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self.queue = self._mail = Mail(self.loop)  # type: ignore[assignment]
        self.full = False
        self.freed: Callable[[], None] = lambda: None
        self._asked = False
        self._odd = Bucket(*ODD)
        self._rest = b""
        self._outbox = _OUTBOXES.setdefault(self.loop, Outbox())
        self._said: list[bytes] = []
        self._much = 0

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][OURS] = self  # type: ignore[assignment]

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
                self.flush()
                super().data_received(data[at:])
                at = size
            elif end > size:
                break
            elif data[at] == TEXT and masked and not self.frames and self.conn.state is OPEN:
                self._heard(apply_mask(data[body + 4 : end], data[body : body + 4]))
                at = end
            elif self._odd.take():
                self.flush()
                super().data_received(data[at:end])
                at = end
            else:
                self._close(1008)
                at = size
        self._rest = data[at:]

    def _heard(self, text: bytes) -> None:
        if self.close_sent:
            return
        try:
            said = text.decode()
        except UnicodeDecodeError:
            self._close(1007)
            return
        self._mail.put_now(said)
        if not self.read_paused and len(self._mail) >= WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def send_receive_event_to_app(self) -> None:
        """What came in fragments is whole."""
        if self.curr_msg_data_type == "text":
            said, self.frames = b"".join(self.frames), []
            self._heard(said)
        else:
            super().send_receive_event_to_app()

    def _close(self, code: int) -> None:
        """Whoever sends such a thing is heard no more."""
        if self.conn.state is OPEN:
            self.conn.send_close(code)
            self.handle_parser_exception()

    async def hear(self) -> str | None:
        """The next text, or that the page is closed."""
        mail = self._mail
        while not mail.come:
            await mail.reader
        event = mail.come.popleft()
        if self.read_paused and not mail.come:
            self.read_paused = False
            self.transport.resume_reading()
        if type(event) is str:
            return event
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
        text: str | None = event.get("text")
        return text

    async def receive(self) -> Any:
        """The same as other programs ask for it."""
        event: Any = await super().receive()
        return {"type": "websocket.receive", "text": event} if type(event) is str else event

    # What it is told

    def write(self, text: bytes) -> None:
        """Say something soon; to a page that is closed nothing is said."""
        length = len(text)
        if length < 126:
            head = bytes((TEXT, length))
        elif length < 65536:
            head = bytes((TEXT, 126, length >> 8, length & 255))
        else:
            head = bytes((TEXT, 127)) + length.to_bytes(8, "big")
        first = not self._said
        self._said += (head, text)
        self._much += length
        if self._much >= MUCH:
            self.flush()
        elif first:
            self._outbox.add(self)

    def flush(self) -> None:
        """Say now what is to be said."""
        said, self._said, self._much = self._said, [], 0
        open = self.conn.state is OPEN and not (self.close_sent or self.disconnected or self.transport.is_closing())
        if said and open:
            self.transport.write(b"".join(said))

    async def send(self, message: Any) -> None:
        self.flush()
        await super().send(message)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of all that leads back here, so that what the page took is free at once: the collector would come
        for what has lived so long when very many have gone."""
        super().connection_lost(exc)
        self.freed = lambda: None
        self.conn.parser.close()
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(OURS, None)

    def shutdown(self) -> None:
        self.flush()
        super().shutdown()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self.full = False
        self.freed()
