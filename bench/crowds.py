"""What many cost the web table: spectators who come to one table, tables that rest, tables in the store."""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import httpx

from arbiter.core import Said, commitment
from arbiter.core.chain import pledge
from arbiter.store import Seat, Sitting, SqliteStore

from .players import Player, Socket, Tally

SETTLING = 1.5
"""Seconds after which whatever was to be sent has been sent."""
DOZE = 2.0
"""Seconds after which the tables of the bench are put away where nothing happens."""
PONDER = 0.03
"""Seconds after which somebody answers who plays beside bots."""


def memory(process: subprocess.Popen[str]) -> float:
    """The kilobytes that a program holds in memory."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    raise LookupError("a program that has no memory")


def processor_time(process: subprocess.Popen[str]) -> float:
    """The seconds of processor time that a program has used, with those that it has started."""
    return sum(map(_time_of, (process.pid, *_children(process.pid))))


def _time_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Page(Socket):
    """A page that keeps what it is sent."""

    def __init__(self, port: int, table: str, token: str) -> None:
        super().__init__(port, f"/api/tables/{table}")
        self.token = token
        self.got: list[bytes] = []

    def opened(self) -> None:
        self.say("hello", token=self.token)

    def heard(self, text: bytes) -> None:
        self.got.append(text)

    async def until(self, wanted: bytes) -> None:
        while not any(wanted in text for text in self.got):
            await asyncio.sleep(0.002)


class Visits:
    """Pages at a house, and the tables that are set there."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.visitor = httpx.Client(base_url=f"http://127.0.0.1:{port}")
        self.pages: list[Page] = []

    def set_table(self, *seats: str, game: str = "endless") -> dict[str, Any]:
        wish = {"game": game, "seats": seats}
        made: dict[str, Any] = self.visitor.post("/api/tables", json=wish).json()
        return made

    async def page(self, table: str, token: str = "") -> Page:
        page = Page(self.port, table, token)
        await asyncio.get_running_loop().create_connection(lambda: page, "127.0.0.1", self.port)
        await page.until(b'"picture"')
        self.pages.append(page)
        return page

    async def begun(self, game: str) -> Page:
        """A table at which one person is asked, and has a page open."""
        made = self.set_table("you", "random", game=game)
        page = await self.page(made["table"], made["token"])
        page.say("join", name="", pledge=pledge("0" * 32), token=f"key-{len(self.pages):020}")
        await page.until(b'"seated"')
        page.say("chance", entropy="0" * 32)
        await page.until(b'"scene"')
        return page

    def leave(self) -> None:
        for page in self.pages:
            page.transport.abort()
        self.pages.clear()


async def many_watch(port: int, count: int) -> tuple[str, bool]:
    """So many come to watch one table: what each of them is sent, and what everybody else is."""
    visits = Visits(port)
    made = visits.set_table("you", "person", "person", game="epix")
    host = await visits.page(made["table"], made["token"])
    await asyncio.sleep(SETTLING)
    host.got.clear()
    begun = time.perf_counter()
    watchers = [await visits.page(made["table"]) for _ in range(count)]
    took = time.perf_counter() - begun
    await asyncio.sleep(SETTLING)
    whole = [len(text) for page in watchers for text in page.got if b'"picture"' in text]
    counts = [len(text) for page in (host, *watchers) for text in page.got if b'"picture"' not in text]
    alone = len(whole) == count and not any(b'"picture"' in text for text in host.got)
    visits.leave()
    return (
        f"{count:,} spectators come to one table: {took:.1f} s, {sum(whole) / count:,.0f} bytes to each of them (one "
        f"picture); counts of {max(counts, default=0)} bytes at most to everybody else, {len(host.got)} to the host.",
        alone and max(counts, default=0) < 200,
    )


class Unhurried(Player):
    """Whoever takes a moment before each answer."""

    def _answer(self) -> None:
        asyncio.get_running_loop().call_later(PONDER, super()._answer)


async def beside_bots(port: int, count: int, seconds: float) -> tuple[str, float]:
    """How long two people wait for their answers to be taken, alone and while so many bots that search are asked at
    other tables without a pause; and how many times as long it takes in the middle then."""
    visits, rng, loop = Visits(port), Random(5), asyncio.get_running_loop()
    pages: list[Player] = []

    async def sit(made: dict[str, Any], token: str, tally: Tally, kind: type[Player] = Player) -> list[str]:
        """Somebody sits down, and has these invitations for others."""
        invited: asyncio.Future[list[str]] = loop.create_future()
        page = kind(port, made["table"], token, tally, rng, lambda more: invited.done() or invited.set_result(more))
        pages.append(page)
        await loop.create_connection(lambda: page, "127.0.0.1", port)
        return await invited if token == made["token"] else []

    async def waits() -> tuple[float, float]:
        """The median and the 95th percentile, in milliseconds."""
        people.took.clear()
        people.running = True
        await asyncio.sleep(seconds)
        people.running = False
        cuts = quantiles([1000 * one for one in people.took], n=20)
        return cuts[9], cuts[18]

    people, others = Tally(), Tally()
    people.begun = others.begun = True
    made = visits.set_table("you", "person")
    for token in await sit(made, made["token"], people, Unhurried):
        await sit(made, token, people, Unhurried)
    await asyncio.sleep(SETTLING)
    alone, alone_late = await waits()
    others.running = True
    for _ in range(count):
        against = visits.set_table("you", "search", game="epix")
        await sit(against, against["token"], others)
    await asyncio.sleep(5 * SETTLING)
    beside, beside_late = await waits()
    for page in pages:
        page.transport.abort()
    return (
        f"with {count} of them thinking a person's answer takes {beside:.1f} ms in the middle and {beside_late:.1f} in "
        f"the 95th percentile; without any {alone:.1f} and {alone_late:.1f}",
        beside / alone,
    )


async def resting(port: int, process: subprocess.Popen[str], count: int) -> tuple[str, float]:
    """What a table costs in memory at which nothing happens: with a page that looks at it, and when nobody does.

    Memory that Python has had and keeps for the next table is not counted to the table: each is measured once as many
    have come and gone.
    """
    found: list[float] = []
    visits = Visits(port)
    one = visits.set_table("you", "person")

    async def settled() -> float:
        """What is held when bots have answered and every table has been put away."""
        held, before = 0.0, 1.0
        while abs(held - before) > 0.005 * before:
            await asyncio.sleep(DOZE + SETTLING)
            held, before = memory(process), held
        return held

    async def sockets(count: int) -> None:
        for _ in range(count):
            await visits.page(one["table"])

    async def tables(game: str, count: int) -> None:
        for _ in range(count):
            await visits.begun(game)

    for come in (sockets, lambda count: tables("endless", count), lambda count: tables("epix", count)):
        await come(count)
        before = await settled()
        await come(count)
        found.append((await settled() - before) / count)
    visits.leave()
    before = await settled()
    await tables("endless", count)
    visits.leave()
    left = (await settled() - before) / count
    socket, *held = found
    each = [max(0.0, one - socket) for one in held]
    return (
        f"{count} tables at which nothing happens, each with a page that looks at it: {each[0]:.1f} KB (tic-tac-toe) "
        f"and {each[1]:.1f} KB (Epix) beside {socket:.1f} KB for the page's socket; "
        f"{max(0.0, left):.1f} KB when nobody looks",
        max(*each, left),
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
    """The seconds of processor time until a house with so many tables in its store answers, and the kilobytes it then
    holds."""
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder) / f"tables-{port}.db", max(1, tables))
        with serve(folder, port) as process:
            return processor_time(process), memory(process)
