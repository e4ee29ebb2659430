"""`python -m bench.server`: the web table under load, and boardgame.io beside it where Node is there.

Every table is played as fast as the server lets it. Ours has every answer on the disk before it is acknowledged;
boardgame.io keeps everything in memory. Servers and players are programs of their own, whose time is counted apart.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import connect

from arbiter.core import Choose, Play, Rules
from arbiter.core.chain import pledge
from arbiter.core.differences import apply
from bench.crowds import many_watch, resting, started
from examples.tic_tac_toe import EMPTY, LINES, Board, TicTacToe, square
from tests.server.house_at import some_answer

ROOT = Path(__file__).parent.parent
RIVAL = "boardgame.io@0.50.2"
SPECTATORS = (0, 10, 100)


class Endless(TicTacToe):
    """Tic-tac-toe on a board that is cleared whenever somebody has won or it is full."""

    id = "endless"
    title = "Endless tic-tac-toe"
    bound = 10**9

    def beat(self, g: Play[Board]) -> Rules[None]:
        cells, seat = g.state.cells, g.state.turn
        cell = yield Choose(seat, [at for at in range(9) if cells[at] == EMPTY], "mark", square)
        cells[cell] = seat
        g.tell("marked", seat=seat, row=cell // 3 + 1, column=cell % 3 + 1)
        if EMPTY not in cells or any(cells[a] == cells[b] == cells[c] == seat for a, b, c in LINES):
            cells[:] = [EMPTY] * 9
        g.state.turn = 1 - seat


class Load(NamedTuple):
    """What is played: a game, at so many tables, with so many people at each."""

    game: str
    tables: int
    seats: int
    options: dict[str, Any] = {}


class Measured(NamedTuple):
    moves: float
    cpu: float
    p50: float
    p99: float
    size: float

    def line(self, name: str, spectators: int) -> str:
        return (
            f"| {name} | {spectators} | {self.moves:,.0f} | {1e6 * self.cpu:,.0f} | {self.p50:.1f} | {self.p99:.1f}"
            f" | {self.size:,.0f} |"
        )


class Tally:
    """What the players of a load count while it is measured."""

    def __init__(self) -> None:
        self.running = False
        self.begin = asyncio.Event()
        self.took: list[float] = []
        self.sizes: list[int] = []
        self.last = 0.0


async def sit(port: int, table: str, token: str, tally: Tally, rng: Random, ready: asyncio.Queue[str] | None) -> None:
    """A page without a browser: it sits down if it is invited, and answers whatever it is asked, at once."""
    own, chance = secrets.token_urlsafe(18), secrets.token_hex(16)
    picture: dict[str, Any] = {}
    asked = opened = ""
    begun: dict[str, float] = {}
    async with connect(f"ws://127.0.0.1:{port}/api/tables/{table}", max_size=None, compression=None) as page:

        async def say(type: str, **message: Any) -> None:
            await page.send(json.dumps({"type": type, **message}))

        await say("hello", token=token)
        async for text in page:
            message = json.loads(text)
            if message["type"] == "accepted" and tally.running:
                # The picture that comes before may ask the next question already.
                tally.last = time.perf_counter()
                tally.took.append(tally.last - begun[message["ask"]])
            if message["type"] != "table":
                continue
            if tally.running:
                tally.sizes.append(len(text))
            picture = message["picture"] if "picture" in message else apply(picture, message["change"])
            if ready is not None and picture.get("invitations"):
                for invitation in picture["invitations"].values():
                    ready.put_nowait(invitation)
                ready = None
            if picture["invited"] is not None and picture["seat"] is None and not opened:
                opened = "joined"
                await say("join", name="", pledge=pledge(chance), token=own)
            seated = picture["seat"] is not None and all(seat["joined"] for seat in picture["seats"])
            if opened == "joined" and seated:
                opened = "opened"
                await say("chance", entropy=chance)
            for ask in picture.get("asks", ()):
                # Nobody plays before all are there: the first tables would hold up the others.
                await tally.begin.wait()
                if ask["id"] != asked:
                    asked = ask["id"]
                    begun = {asked: time.perf_counter(), **dict(list(begun.items())[:1])}
                    await say("answer", ask=asked, answer=some_answer(ask, rng))


async def play(port: int, load: Load, spectators: int, seconds: float, cpu: Any) -> Measured:
    tally, rng, tasks = Tally(), Random(5), []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as visitor:
        made = []
        for _ in range(load.tables):
            wish = {"game": load.game, "seats": ["you", *["person"] * (load.seats - 1)], "options": load.options}
            made.append((await visitor.post("/api/tables", json=wish)).raise_for_status().json())
    for one in made:
        ready: asyncio.Queue[str] = asyncio.Queue()
        tasks.append(asyncio.create_task(sit(port, one["table"], one["token"], tally, rng, ready)))
        for _ in range(load.seats - 1):
            invitation = await asyncio.wait_for(ready.get(), 60)
            tasks.append(asyncio.create_task(sit(port, one["table"], invitation, tally, rng, None)))
    watched = [made[n % len(made)]["table"] for n in range(spectators)]
    tasks += [asyncio.create_task(sit(port, table, "", tally, rng, None)) for table in watched]
    await asyncio.sleep(1)
    tally.begin.set()
    await asyncio.sleep(2)
    used, begun = cpu(), time.perf_counter()
    tally.running = True
    await asyncio.sleep(seconds)
    tally.running = False
    # Games that end before the time is up are measured as long as they last.
    spent, lasted = cpu() - used, max(0.001, tally.last - begun)
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome
    took, sizes = sorted(tally.took), sorted(tally.sizes)
    count = max(1, len(took))

    def share(part: float) -> float:
        return 1000 * took[int(len(took) * part)] if took else 0.0

    return Measured(len(took) / lasted, spent / count, share(0.5), share(0.99), sizes[len(sizes) // 2] if sizes else 0)


def processor_time(process: subprocess.Popen[str]) -> float:
    """The seconds of processor time that a program has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


SERVE = """
import sys, uvicorn
from arbiter import register
from arbiter.server import House, Limits, make_app
from arbiter.server.run import SETTINGS, tune
from arbiter.store import open_store
from bench.server import Endless
register(Endless())
limits = Limits(10**6, 10**6, 10**6, 1e9, 10**9)
house = House(open_store(sys.argv[1]), 0.0, limits=limits)
house.doze = 2.0
tune()
app = make_app(house)
uvicorn.run(app, port=int(sys.argv[2]), log_level="warning", **SETTINGS)
"""


@contextmanager
def ours(folder: str, port: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", SERVE, f"{folder}/tables-{port}.db", str(port)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    with subprocess.Popen(command, text=True, env=environment) as process:
        try:
            for _ in range(300):
                try:
                    httpx.get(f"http://127.0.0.1:{port}/healthz")
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield process
        finally:
            process.terminate()


def rival(folder: str) -> str:
    """Why boardgame.io cannot be raced here; nothing where it has been installed."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "Node and npm are not here"
    done = subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, RIVAL], capture_output=True, text=True
    )
    return "" if done.returncode == 0 else f"npm does not install {RIVAL}: {done.stderr.strip()[-200:]}"


def race(folder: str, port: int, tables: int, spectators: int, seconds: float) -> Measured:
    script = str(ROOT / "bench" / "boardgame_io.cjs")
    serve = ["node", script, "server", str(port)]
    with subprocess.Popen(serve, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            while "ready" not in (line := server.stdout.readline()):
                assert line, "boardgame.io does not start"
            command = ["node", script, "clients", str(port), str(tables), str(spectators), str(seconds)]
            with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as clients:
                assert clients.stdout is not None
                assert "measuring" in clients.stdout.readline()
                used = processor_time(server)
                found = json.loads(clients.stdout.readline())
                spent = processor_time(server) - used
        finally:
            server.terminate()
    count = max(1, found["moves"])
    return Measured(found["moves"] / seconds, spent / count, found["p50"], found["p99"], found["bytes"])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--tables", type=int, default=200, help="tables of tic-tac-toe; a tenth of them of other games")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--crowd", type=int, default=1000, help="spectators at one table; tables ten times as many")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "server.md")
    given = parser.parse_args()
    few = max(1, given.tables // 10)
    loads = [Load("endless", given.tables, 2), Load("epix", few, 4), Load("yummell", few, 4)]
    lines = [
        "# The web table under load",
        "",
        "Written by `python -m bench.server`. Every table is played as fast as the server lets it. Players and servers",
        f"share the machine: {os.cpu_count()} cores, with a load of {os.getloadavg()[0]:.1f} when it began.",
        "Ours is durable, boardgame.io keeps all in memory. Take the ratios of one run, not the numbers.",
        "",
        "| | spectators | moves/s | µs of processor a move | p50 ms | p99 ms | bytes per answer and page |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    print("\n".join(lines), flush=True)

    def note(line: str) -> None:
        lines.append(line)
        print(line, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        why_not = rival(folder)
        port = 18200
        for load in loads:
            for spectators in SPECTATORS:
                port += 1
                with ours(folder, port) as server:
                    used = partial(processor_time, server)
                    found = asyncio.run(play(port, load, spectators, given.seconds, used))
                note(found.line(f"Arbiter, {load.game}, {load.tables} tables", spectators))
                if load.game == "endless" and not why_not:
                    port += 1
                    other = race(folder, port, load.tables, spectators, given.seconds)
                    note(other.line(f"boardgame.io, {load.tables} tables", spectators))
                    ratios = [mine / theirs if theirs else 0 for mine, theirs in zip(found, other, strict=True)]
                    note(f"| ours is | {spectators} | {' | '.join(f'{ratio:.2f} ×' for ratio in ratios)} |")
    note("")
    with tempfile.TemporaryDirectory() as folder:
        for at, count in enumerate((given.crowd, given.crowd // 2)):
            with ours(folder, port + 1 + at) as server:
                many = many_watch(port + 1, count) if at == 0 else resting(port + 2, server, count)
                note(f"- {asyncio.run(many)}")
    (empty, least), (full, most) = started(ours, port + 3, 0), started(ours, port + 4, 10 * given.crowd)
    note(
        f"- A start with {10 * given.crowd:,} tables in the store: {full:.1f} s and {most / 1024:.0f} MB;"
        f" with one: {empty:.1f} s and {least / 1024:.0f} MB."
    )
    note("")
    if why_not:
        note(f"boardgame.io was not raced: {' '.join(why_not.split())}.")
    given.out.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
