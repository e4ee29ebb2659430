"""Webhooks: a line to somebody who is not here, when they are asked and when their game is over.

It never holds up play, and reaches no private address.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec

from .. import words
from ..core import UnknownGame, say
from ..games import find
from ..store import Sitting, Store
from .refusals import Refused

logger = logging.getLogger("arbiter.server")

WAITING = 500
"""The most lines that may wait to be sent; what comes then is dropped."""
WORKERS = 4
PATIENCE = 10.0
"""Seconds for the whole of a line's way."""
STATUS = len("HTTP/1.1 204")
"""So many bytes of an answer are read."""
UNICAST = ipaddress.IPv6Network("2000::/3")
PAUSES = (0.0, 5.0, 60.0)
"""Seconds before each attempt."""
SELDOM = 30.0
"""Seconds between two lines to the same seat."""
LONGEST = 500
ASKED, ENDED, TRIED = "hook.your_move", "hook.over", "hook.trial"
"""What a line says."""


def checked(address: str, private: bool = False) -> str:
    """An address to which lines may be sent; refused where it is none."""
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("https", "http") and parts.hostname and not parts.username and len(address) <= LONGEST
        _ = parts.port, (parts.hostname or "").encode("idna")
    except ValueError:
        good = False
    if not good or not address.isascii() or not address.isprintable() or " " in address:
        raise Refused("bad_hook")
    with contextlib.suppress(ValueError):
        if not private and not public(parts.hostname or ""):
            raise Refused("private_hook")
    return address


def public(address: str) -> bool:
    """Whether an address is one machine's somewhere on the open net: nobody's own network, and nothing that only leads
    on to another address."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        return found in UNICAST and found.is_global and found.sixtofour is None
    return found.is_global and not found.is_multicast


async def post(address: str, body: bytes, private: bool = False, lookups: Executor | None = None) -> int:
    """Send a line, to the very address that was looked up and found to be public; gives the status.

    However slowly a name is found or an answer trickles in, it takes no thread that others need, and no longer than it
    may: TimeoutError, which is an OSError.
    """
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    host = parts.hostname or ""
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUser-Agent: arbiter\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    async with asyncio.timeout(PATIENCE):
        look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = str((await asyncio.get_running_loop().run_in_executor(lookups, look_up))[0][4][0])
        if not private and not public(found):
            raise OSError(f"{host} is at a private address")
        guarded: dict[str, Any] = {"ssl": ssl.create_default_context(), "server_hostname": host} if secure else {}
        reader, writer = await asyncio.open_connection(found, port, **guarded)
        try:
            writer.write(head.encode() + body)
            return _status(await reader.readexactly(STATUS))
        except asyncio.IncompleteReadError:
            raise OSError(f"{host} does not answer") from None
        finally:
            writer.close()


def _status(answer: bytes) -> int:
    version, _, status = answer.partition(b" ")
    if not version.startswith(b"HTTP/") or not status.isdigit():
        raise OSError("what answers there speaks no HTTP")
    return int(status)


class Hooks:
    """Lines on their way, in a queue of their own. `private` lets them go to private addresses too.

    `missed` says whether a seat is still waited for and not here, when its line could not be sent at once.
    """

    def __init__(
        self,
        store: Store,
        private: bool = False,
        pauses: tuple[float, ...] = PAUSES,
        missed: Callable[[str, int], Awaitable[bool]] | None = None,
    ) -> None:
        self.private = private
        self.seldom = SELDOM
        self._store = store
        self._pauses = pauses
        self._missed = missed
        self._queue: asyncio.Queue[tuple[Sitting, int, str, bool]] = asyncio.Queue(WAITING)
        self._told: dict[tuple[str, int], float] = {}
        self._held: dict[tuple[str, int], asyncio.TimerHandle] = {}
        self._workers: list[asyncio.Task[None]] = []
        # Looking up a name can take long, and whoever reads the store must not wait for that.
        self._lookups = ThreadPoolExecutor(WORKERS, "hooks")

    def tell(self, sitting: Sitting, seat: int) -> None:
        """A seat is waited for and nobody is there: tell it, where it wants that, and later where it was just told."""
        loop, key = asyncio.get_running_loop(), (sitting.id, seat)
        now = loop.time()
        self._told = {known: at for known, at in self._told.items() if now - at < self.seldom}
        if key not in self._told:
            self._put(sitting, seat)
        elif key not in self._held and len(self._held) < WAITING:
            self._held[key] = loop.call_at(self._told[key] + self.seldom, self._put, sitting, seat, ASKED, True)

    def tell_the_end(self, sitting: Sitting, seat: int) -> None:
        """A seat's game is over and nobody is there: tell it, where it wants that. It is told once, and at once."""
        self._put(sitting, seat, ENDED)

    def _put(self, sitting: Sitting, seat: int, what: str = ASKED, later: bool = False) -> None:
        key = sitting.id, seat
        self._held.pop(key, None)
        self._told[key] = asyncio.get_running_loop().time()
        if not self._workers:
            self._workers = [asyncio.create_task(self._work()) for _ in range(WORKERS)]
        try:
            self._queue.put_nowait((sitting, seat, what, later))
        except asyncio.QueueFull:
            logger.warning("too many lines wait to be sent; seat %d of table %s is not told", seat, sitting.id)

    async def _work(self) -> None:
        while True:
            sitting, seat, what, later = await self._queue.get()
            try:
                await self._send(sitting, seat, what, later)
            except Exception:
                logger.exception("seat %d of table %s cannot be told", seat, sitting.id)

    async def _send(self, sitting: Sitting, seat: int, what: str, later: bool) -> None:
        desk = await asyncio.to_thread(self._store.desk, sitting.id, seat)
        if not desk.hook:
            return
        body = line(sitting, seat, desk.base, desk.language, what)
        for pause in self._pauses:
            await asyncio.sleep(pause)
            # Whoever has come meanwhile knows that they are asked, and need not be told.
            missed = self._missed if what == ASKED and (later or pause) else None
            if missed is not None and not await missed(sitting.id, seat):
                return
            try:
                status = await post(desk.hook, body, self.private, self._lookups)
            except OSError as error:
                logger.info("the hook of seat %d of table %s does not answer: %s", seat, sitting.id, error)
                continue
            if status < 500 and status != 429:
                return

    async def ring(self, sitting: Sitting, seat: int) -> int | None:
        """Send a line now, as a trial; gives the status of the answer, None where there is none."""
        desk = await asyncio.to_thread(self._store.desk, sitting.id, seat)
        if not desk.hook:
            raise Refused("bad_hook")
        body = line(sitting, seat, desk.base, desk.language, TRIED)
        try:
            return await post(desk.hook, body, self.private, self._lookups)
        except OSError:
            return None

    async def close(self) -> None:
        for held in self._held.values():
            held.cancel()
        for worker in self._workers:
            worker.cancel()
        self._lookups.shutdown(wait=False, cancel_futures=True)


def line(sitting: Sitting, seat: int, base: str, language: str, what: str) -> bytes:
    """What is sent: `text` and `content` are what chat services show, the rest is for programs."""
    try:
        title = find(sitting.game).title
    except UnknownGame:
        title = sitting.game
    link = f"{base}/table/{sitting.id}"
    named = {"title": title, "name": sitting.seats[seat].name, "link": link}
    text = say(words.interface(words.known(language)), what, named)
    told = {"text": text, "content": text, "table": sitting.id, "game": sitting.game, "seat": seat, "link": link}
    return msgspec.json.encode(told)
