"""Several workers behind one door: one process takes in who comes, and hands each to the worker that has their table.

Any worker can serve any table: the unique key of an entry is the only lock, and workers tell each other what they have
written. That all who look at a table come to the same worker spares the others the work, and nothing hangs on it.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import re
import signal
import socket
from collections.abc import Callable, Iterable
from multiprocessing.process import BaseProcess
from zlib import crc32

import msgspec
import uvicorn

from .neighbours import Heard, Told

logger = logging.getLogger("arbiter.server")

TABLE = re.compile(rb"[A-Z]+ /api/tables/([\w-]+)")
NEWCOMER = b"+"
"""What goes with a connection that is handed over; news are the ids of tables, with spaces between."""
ABOUT = b"="
"""What stands before that which a worker tells of itself."""
LONGEST = 8192
"""Bytes in the longest line of news."""
SILENCE = 5.0
"""Seconds for which somebody who says nothing is waited for; then any worker may wait on."""
WAITING = 1024
"""So many may be silent at once; who comes then is handed over unheard."""
LEAVE = 10.0
"""Seconds that workers have to come to an end."""
PAUSE = 0.5
"""Seconds before a worker that died is replaced, so that one which cannot start does not keep the machine busy."""


def door() -> tuple[socket.socket, socket.socket]:
    """The two ends between the hall and a worker; raises OSError where the system has nothing that would do."""
    if not hasattr(socket, "send_fds"):
        raise OSError("this system cannot hand a connection from one program to another")
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


class Hall:
    """Takes in who comes to a listening socket. `start` starts a worker process at the other end of a door."""

    def __init__(self, listening: socket.socket, workers: int, start: Callable[[socket.socket], BaseProcess]) -> None:
        self._listening, self._start = listening, start
        self._silent: dict[socket.socket, asyncio.TimerHandle] = {}
        self._turn = itertools.count()
        self._workers = [_Worker() for _ in range(workers)]
        for worker in self._workers:
            worker.begin(start)

    def run(self) -> None:
        """Take in who comes, until told to stop; then wait for the workers."""
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(self._stand_at_the_door())
        for worker in self._workers:
            worker.end()
        for worker in self._workers:
            worker.wait()

    async def _stand_at_the_door(self) -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for told in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(told, stop.set)
        self._listening.setblocking(False)
        loop.add_reader(self._listening, self._come, loop)
        for worker in self._workers:
            loop.add_reader(worker.door, self._told_by, loop, worker)
        await stop.wait()
        loop.remove_reader(self._listening)
        self._listening.close()
        for silent in [*self._silent]:
            self._let_in(loop, silent)

    def _come(self, loop: asyncio.AbstractEventLoop) -> None:
        """Somebody comes: what they ask for first says whose they are."""
        with contextlib.suppress(OSError):
            who, _ = self._listening.accept()
            if len(self._silent) >= WAITING:
                self._hand_over(who, b"")
                return
            who.setblocking(False)
            self._silent[who] = loop.call_later(SILENCE, self._let_in, loop, who)
            loop.add_reader(who, self._let_in, loop, who)

    def _let_in(self, loop: asyncio.AbstractEventLoop, who: socket.socket) -> None:
        loop.remove_reader(who)
        self._silent.pop(who).cancel()
        said = b""
        with contextlib.suppress(OSError):
            said = who.recv(256, socket.MSG_PEEK)
        self._hand_over(who, said)

    def _hand_over(self, who: socket.socket, said: bytes) -> None:
        """To the worker that has their table, else to the next in turn; where one cannot take it, to another."""
        asked = TABLE.match(said)
        first = crc32(asked[1]) if asked else next(self._turn)
        with who:
            for at in range(len(self._workers)):
                with contextlib.suppress(OSError):
                    socket.send_fds(self._workers[(first + at) % len(self._workers)].door, [NEWCOMER], [who.fileno()])
                    return

    def _told_by(self, loop: asyncio.AbstractEventLoop, worker: _Worker) -> None:
        """A worker has written something, which the others hear; or it is gone, and another takes its place."""
        try:
            news = worker.door.recv(LONGEST)
        except BlockingIOError:
            return
        except OSError:
            news = b""
        if news:
            for other in self._workers:
                if other is not worker:
                    other.tell(loop, news)
            return
        loop.remove_reader(worker.door)
        logger.error("a worker is gone, and another takes its place")
        loop.call_later(PAUSE, self._replace, loop, worker)

    def _replace(self, loop: asyncio.AbstractEventLoop, worker: _Worker) -> None:
        worker.end()
        worker.begin(self._start)
        loop.add_reader(worker.door, self._told_by, loop, worker)


class _Worker:
    """A worker as the hall knows it: its door, its process, and news that it could not yet take."""

    door: socket.socket
    process: BaseProcess

    def __init__(self) -> None:
        self._late: dict[bytes, None] = {}

    def begin(self, start: Callable[[socket.socket], BaseProcess]) -> None:
        self.door, theirs = door()
        with theirs:
            self.process = start(theirs)
        self.door.setblocking(False)
        self._late.clear()

    def tell(self, loop: asyncio.AbstractEventLoop, news: bytes) -> None:
        if not self._late:
            try:
                self.door.send(news)
                return
            except BlockingIOError:
                loop.call_later(0.01, self._tell_late, loop)
            except OSError:
                return
        self._late[news] = None

    def _tell_late(self, loop: asyncio.AbstractEventLoop) -> None:
        late, self._late = self._late, {}
        for news in late:
            self.tell(loop, news)

    def end(self) -> None:
        """A door that closes tells the worker to stop."""
        self.door.close()

    def wait(self) -> None:
        self.process.join(LEAVE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Doorway(Heard):
    """The hall as a worker knows it: where connections and news come from, and where its own news go."""

    def __init__(self, door: socket.socket) -> None:
        super().__init__()
        self.door = door
        self._news: Callable[[str], None] | None = None

    def share(self, told: Told) -> None:
        """Tell the other workers of oneself; where the hall is busy, another time."""
        with contextlib.suppress(OSError):
            self.door.send(ABOUT + msgspec.json.encode(told), socket.MSG_DONTWAIT)

    def listen(self, news: Callable[[str], None]) -> None:
        self._news = news

    def heard(self, text: bytes) -> None:
        if text.startswith(ABOUT):
            with contextlib.suppress(msgspec.DecodeError):
                self.hear(msgspec.json.decode(text[len(ABOUT) :], type=Told))
        elif self._news is not None:
            for table in text.decode().split():
                self._news(table)

    def tell(self, tables: Iterable[str]) -> None:
        """Tables have changed, and that is on the disk. Called from any thread."""
        line = b""
        for table in map(str.encode, tables):
            if len(line) + len(table) >= LONGEST:
                self._send(line)
                line = b""
            line += b" " + table
        self._send(line)

    def _send(self, line: bytes) -> None:
        with contextlib.suppress(OSError):
            self.door.send(line)


class Worker(uvicorn.Server):
    """Serves whoever is handed in at a doorway, and stops when it closes."""

    def __init__(self, config: uvicorn.Config, doorway: Doorway) -> None:
        super().__init__(config)
        self._doorway = doorway
        self._coming: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        asyncio.get_running_loop().add_reader(self._doorway.door, self._come)

    def _come(self) -> None:
        loop, door = asyncio.get_running_loop(), self._doorway.door
        try:
            text, handed, _, _ = socket.recv_fds(door, LONGEST, 1, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError:
            text, handed = b"", []
        for who in handed:
            task = loop.create_task(self._serve_one(socket.socket(fileno=who)))
            self._coming.add(task)
            task.add_done_callback(self._coming.discard)
        if not text:
            loop.remove_reader(door)
            self.should_exit = True
        elif not handed:
            self._doorway.heard(text)

    async def _serve_one(self, who: socket.socket) -> None:
        who.setblocking(False)
        with contextlib.suppress(OSError):
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, who)

    def _protocol(self) -> asyncio.Protocol:
        make: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        return make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
