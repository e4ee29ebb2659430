"""`python -m bench.server`: the web table under load, and boardgame.io beside it where Node is there.

Every table is played as fast as the server lets it. Ours has every answer on the disk before it is acknowledged;
boardgame.io keeps everything in memory. Servers and players are programs of their own, whose time is counted apart.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvloop

from .crowds import beside_bots, many_watch, processor_time, resting, started
from .players import Load, Measured, play
from .where import shares

T = TypeVar("T")
ROOT = Path(__file__).parent.parent
RIVAL = "boardgame.io@0.50.2"
SPECTATORS = (0, 10, 100)
QUICKER, LATENCY = 3.0, 0.5
"""How many times the rival's moves are wanted, and at most how much of its 99th percentile."""
BYTES = {"endless": 600, "epix": 1500, "yummell": 1500}
"""How many bytes an answer may cost a page in the middle."""
WORKERS = os.cpu_count() or 2
BOTS, SLOWER = 20, 1.5
"""How many bots that search may think without a person's answer taking so many times as long in the middle."""
RESTING = 20.0
"""How many kilobytes a table may take at which nothing happens."""


SERVE = """
import cProfile, signal, sys, time, uvicorn
from arbiter import register
from arbiter.server import House, Limits, make_app
from arbiter.server.run import SETTINGS, tune
from arbiter.store import open_store
from bench.endless import Endless
path, port, profiled = sys.argv[1:]
register(Endless())
house = House(open_store(path), 0.0, limits=Limits(10**6, 10**6, 10**6, 1e9, 10**9))
house.doze = 2.0
tune()
run = lambda: uvicorn.run(make_app(house), port=int(port), log_level="warning", **SETTINGS)
if profiled:
    signal.signal(signal.SIGTERM, lambda *_: None)
    profile = cProfile.Profile(time.thread_time)
    profile.runcall(run)
    profile.dump_stats(profiled)
else:
    run()
"""
SPREAD = """
import sys
from arbiter.server import Limits
from arbiter.server.hall import Hall
from arbiter.server.run import Served, _listen
from bench.endless import Endless
if __name__ == "__main__":
    path, port, workers = sys.argv[1:]
    served = Served(path, None, Limits(10**6, 10**6, 10**6, 1e9, 10**9), guests=(Endless(),))
    Hall(_listen("127.0.0.1", int(port)), int(workers), served.start).run()
"""
"""The same with several workers."""


@contextmanager
def ours(folder: str, port: int, profiled: str = "", workers: int = 1) -> Iterator[subprocess.Popen[str]]:
    """Our server; `profiled` is the file to which it writes where its time went."""
    how = [SERVE, profiled] if workers == 1 else [SPREAD, str(workers)]
    command = [sys.executable, "-c", how[0], f"{folder}/tables-{port}.db", str(port), how[1]]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    with subprocess.Popen(command, text=True, env=environment) as process:
        try:
            for _ in range(600):
                try:
                    httpx.get(f"http://127.0.0.1:{port}/healthz")
                    break
                except httpx.TransportError:
                    time.sleep(0.05)
            yield process
        finally:
            process.send_signal(signal.SIGTERM)


def rival(folder: str) -> str:
    """Why boardgame.io cannot be raced here; nothing where it has been installed."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "Node and npm are not here"
    done = subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, RIVAL], capture_output=True, text=True
    )
    return "" if done.returncode == 0 else f"npm does not install {RIVAL}: {done.stderr.strip()[-200:]}"


@contextmanager
def theirs(folder: str, port: int) -> Iterator[subprocess.Popen[str]]:
    """The rival's server."""
    command = ["node", str(ROOT / "bench" / "boardgame_io.cjs"), str(port)]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            while "ready" not in (line := process.stdout.readline()):
                assert line, "boardgame.io does not start"
            yield process
        finally:
            process.terminate()


def played(
    port: int, load: Load, spectators: int, seconds: float, server: subprocess.Popen[str], rival: bool = False
) -> Measured:
    return run(play(port, load, spectators, seconds, partial(processor_time, server), rival))


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run in the quickest loop there is: what players cost is taken from the servers."""
    return uvloop.run(work)


def compared(mine: Measured, other: Measured, spectators: int) -> str:
    """A line that holds one against the other."""
    shown = " | ".join(f"{one / two if two else 0:.2f} ×" for one, two in zip(mine, other, strict=True))
    return f"| ours is | {spectators} | {shown} |"


def told(ratios: dict[str, float]) -> str:
    """Ratios, and with what each was reached."""
    return ", ".join(f"{ratio:.2f} × with {how}" for how, ratio in ratios.items())


class Report:
    """What is found, printed as it is found, and kept."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.missed: list[str] = []

    def note(self, *lines: str) -> None:
        self.lines += lines
        print("\n".join(lines), flush=True)

    def hold(self, wanted: str, reached: str, held: bool) -> None:
        """Hold something against its goal."""
        self.note(f"- {wanted}: {reached}{'' if held else ' **(missed)**'}.")
        if not held:
            self.missed.append(wanted)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--tables", type=int, default=200, help="tables of tic-tac-toe; a tenth of them of other games")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--crowd", type=int, default=1000, help="spectators at one table; tables ten times as many")
    parser.add_argument("--quick", action="store_true", help="a fifth of all that, to see whether it runs")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "server.md")
    given = parser.parse_args()
    if given.quick:
        given.tables, given.seconds, given.crowd = given.tables // 5, given.seconds / 5, given.crowd // 5
    report = Report()
    few = max(1, given.tables // 10)
    loads = [Load("endless", given.tables, 2), Load("epix", few, 4, 0.5), Load("yummell", few, 4)]
    report.note(
        "# The web table under load",
        "",
        "Written by `python -m bench.server`. Every table is played as fast as the server lets it. Players and servers",
        f"share the machine: {os.cpu_count()} cores, with a load of {os.getloadavg()[0]:.1f} when it began.",
        "Ours is durable, boardgame.io keeps all in memory. Take the ratios of one run, not the numbers.",
        "",
        "| | spectators | moves/s | µs of processor a move | p50 ms | p99 ms | bytes per answer and page"
        " | µs of the players a move |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    )
    moves: dict[str, float] = {}
    p99: dict[str, float] = {}
    sizes: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        why_not = rival(folder)
        port = 18200
        for load in loads:
            for spectators in SPECTATORS:
                other: Measured | None = None
                # What is held against each other is run one after the other: the machine may have other things to do.
                if load.game == "endless" and not why_not:
                    port += 1
                    with theirs(folder, port) as server:
                        other = played(port, load, spectators, given.seconds, server, rival=True)
                    report.note(other.line(f"boardgame.io, {load.tables} tables", spectators))
                for workers in sorted({1, WORKERS}) if load.game == "endless" else [1]:
                    port += 1
                    with ours(folder, port, workers=workers) as server:
                        found = played(port, load, spectators, given.seconds, server)
                    how = "one process" if workers == 1 else f"{workers} workers"
                    sizes[load.game] = max(sizes.get(load.game, 0), found.size)
                    report.note(found.line(f"Arbiter, {load.game}, {load.tables} tables, {how}", spectators))
                    if other is not None:
                        report.note(compared(found, other, spectators))
                        if not spectators:
                            moves[how], p99[how] = found.moves / other.moves, found.p99 / other.p99
        report.note("", "## Goals", "")
        if why_not:
            report.note(f"- boardgame.io was not raced: {' '.join(why_not.split())}.")
        else:
            report.hold(f"At least {QUICKER:.0f} × its moves a second", told(moves), max(moves.values()) >= QUICKER)
            report.hold(f"At most {LATENCY} × its 99th percentile", told(p99), min(p99.values()) <= LATENCY)
        for game, most in BYTES.items():
            report.hold(f"At most {most:,} bytes an answer, {game}", f"{sizes[game]:,.0f}", sizes[game] <= most)
        with ours(folder, port + 2) as server:
            seen, held = run(many_watch(port + 2, given.crowd))
        report.hold("One picture for each who comes, a count for the others", seen.rstrip("."), held)
        with ours(folder, port + 3) as server:
            seen, most_kept = run(resting(port + 3, server, given.crowd // 4))
        report.hold(f"At most {RESTING:.0f} KB for a table that rests", seen.rstrip("."), most_kept <= RESTING)
        with ours(folder, port + 6) as server:
            seen, slower = run(beside_bots(port + 6, BOTS, given.seconds))
        report.hold(f"{BOTS} bots that search do not slow a person's answer", seen, slower <= SLOWER)
        (empty, least), (full, most_held) = started(ours, port + 4, 0), started(ours, port + 5, 10 * given.crowd)
        seen = (
            f"{full:.2f} s of processor and {most_held / 1024:.0f} MB; with one {empty:.2f} s and {least / 1024:.0f} MB"
        )
        costs_nothing = full < 1.3 * empty and most_held < 1.1 * least
        report.hold(f"{10 * given.crowd:,} tables in the store cost nothing at the start", seen, costs_nothing)
        report.note("", "## Where the time goes", "")
        for load in loads:
            port += 7
            profile = Path(folder) / f"{load.game}.profile"
            with ours(folder, port, str(profile)) as server:
                played(port, load._replace(tables=max(2, load.tables // 4)), 0, given.seconds / 2, server)
            report.note(f"- {load.game}: {shares(profile)}.")
    given.out.write_text("\n".join(report.lines).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
