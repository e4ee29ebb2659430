"""What many cost the web table: spectators who come to one table, tables that rest, tables in the store."""

from __future__ import annotations

import asyncio
import json
import subprocess
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from arbiter.core import Said, commitment
from arbiter.core.chain import pledge
from arbiter.store import Seat, Sitting, SqliteStore

SETTLING = 1.0
"""Seconds after which whatever was to be sent has been sent."""


def memory(process: subprocess.Popen[str]) -> float:
    """The kilobytes that a program holds in memory."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    raise LookupError("a program that has no memory")


class Page:
    """A page that reads and counts what it is sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.got: list[str] = []
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.socket:
            self.got.append(str(text))

    async def until(self, wanted: str) -> None:
        while not any(wanted in text for text in self.got):
            await asyncio.sleep(0.005)

    async def say(self, type: str, **message: Any) -> None:
        await self.socket.send(json.dumps({"type": type, **message}))


class Visits:
    """Pages at a house, and the tables that are set there."""

    def __init__(self, port: int, open_pages: AsyncExitStack) -> None:
        self.port = port
        self.open = open_pages

    def set_table(self, *seats: str, game: str = "epix") -> dict[str, Any]:
        wish = {"game": game, "seats": seats}
        made: dict[str, Any] = httpx.post(f"http://127.0.0.1:{self.port}/api/tables", json=wish).json()
        return made

    async def page(self, table: str, token: str = "") -> Page:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}"
        page = Page(await self.open.enter_async_context(connect(address, max_size=None, compression=None)))
        await page.say("hello", token=token)
        await page.until('"picture"')
        return page

    async def sit(self, table: str, token: str) -> Page:
        """One person among bots, to whom the game is shown."""
        page = await self.page(table, token)
        await page.say("join", name="", pledge=pledge("0" * 32), token="k" * 24)
        await page.until('"seated"')
        await page.say("chance", entropy="0" * 32)
        await page.until('"scene"')
        return page


async def many_watch(port: int, count: int) -> str:
    """So many come to watch one table: what each of them is sent, and what everybody else is."""
    async with AsyncExitStack() as pages:
        visits = Visits(port, pages)
        made = visits.set_table("you", "person", "person")
        host = await visits.page(made["table"], made["token"])
        await asyncio.sleep(SETTLING)
        host.got.clear()
        begun = time.perf_counter()
        watchers = [await visits.page(made["table"]) for _ in range(count)]
        took = time.perf_counter() - begun
        await asyncio.sleep(SETTLING)
        whole = [len(text) for page in watchers for text in page.got if '"picture"' in text]
        counts = [len(text) for text in host.got]
        assert len(whole) == count
        assert not [text for text in host.got if '"picture"' in text]
        return (
            f"{count} spectators come to one table: {took:.1f} s, {sum(whole) / count:,.0f} bytes to each of them (one "
            f"picture); {len(counts)} counts of {max(counts, default=0)} bytes at most to whoever sat there."
        )


async def resting(port: int, process: subprocess.Popen[str], count: int) -> str:
    """What a table costs in memory that is open at one page and at which nothing happens, and one that nobody sees."""
    async with AsyncExitStack() as pages:
        visits = Visits(port, pages)
        warm = [visits.set_table("you", "person", game="endless") for _ in range(50)]
        for made in warm:
            await visits.page(made["table"], made["token"])
        before = memory(process)
        for _ in range(count):
            made = visits.set_table("you", "person", game="endless")
            await visits.page(made["table"], made["token"])
        await asyncio.sleep(SETTLING)
        looked_at = (memory(process) - before) / count
    await asyncio.sleep(SETTLING)
    left = (memory(process) - before) / count
    return (
        f"{count} tables at which nothing happens: {looked_at:.1f} KB each with a page that looks at it, its socket "
        f"included; {left:.1f} KB each when nobody looks any more."
    )


def fill(path: Path, tables: int, entries: int = 20) -> None:
    """A store with so many tables in it."""
    store = SqliteStore(path)
    log = [Said(n % 2, "mark", n % 9) for n in range(entries)]
    for n in range(tables):
        seats = [Seat("", f"Player {at}", "sha256:0", True) for at in range(2)]
        made = store.create(Sitting(f"t{n}", "endless", "1", {}, str(n), commitment(str(n)), "", seats, "playing"), log)
    made.result()
    store.close()


def started(serve: Any, port: int, tables: int) -> tuple[float, float]:
    """Seconds until a house with so many tables in its store answers, and the kilobytes it then holds."""
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder) / f"tables-{port}.db", max(1, tables))
        begun = time.perf_counter()
        with serve(folder, port) as process:
            return time.perf_counter() - begun, memory(process)
