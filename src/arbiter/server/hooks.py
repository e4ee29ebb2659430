"""Webhooks: a line to somebody who is not here, when they are asked and when their game is over.

It never holds up play, and reaches no private address.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import ipaddress
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable
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
PATIENCE = 5.0
"""Seconds for each step of a line's way."""
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
        _ = parts.port
    except ValueError:
        good = False
    if not good or not address.isascii() or not address.isprintable() or " " in address:
        raise Refused("bad_hook")
    with contextlib.suppress(ValueError):
        if not private and not ipaddress.ip_address(parts.hostname or "").is_global:
            raise Refused("private_hook")
    return address


def post(address: str, body: bytes, private: bool = False) -> int:
    """Send a line, to the very address that was looked up and found to be nobody's own network; gives the status."""
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    host = parts.hostname or ""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4]
    if not private and not ipaddress.ip_address(str(found[0]).partition("%")[0]).is_global:
        raise OSError(f"{host} is at a private address")
    link = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    link.sock = socket.create_connection((str(found[0]), port), PATIENCE)
    try:
        if secure:
            link.sock = ssl.create_default_context().wrap_socket(link.sock, server_hostname=host)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        link.request(
            "POST", path, body, {"content-type": "application/json", "user-agent": "arbiter", "host": parts.netloc}
        )
        return link.getresponse().status
    finally:
        link.close()


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
                status = await asyncio.to_thread(post, desk.hook, body, self.private)
            except (OSError, http.client.HTTPException) as error:
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
            return await asyncio.to_thread(post, desk.hook, body, self.private)
        except (OSError, http.client.HTTPException):
            return None

    async def close(self) -> None:
        for held in self._held.values():
            held.cancel()
        for worker in self._workers:
            worker.cancel()


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
