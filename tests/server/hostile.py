"""`python -m tests.server.hostile`: a house under attack, and one that is killed again and again while people play.

`make soak` runs it at length, the tests in small.
"""

from __future__ import annotations

import argparse
import json
import logging
import resource
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, get_args

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from arbiter.core import Said
from arbiter.server import Limits
from arbiter.server.limits import Doorkeeper
from arbiter.server.messages import Message
from arbiter.store import SqliteStore
from tests.server.house_at import HouseAt, PageAt, some_answer

NO_LIMITS = Limits(10**6, 10**6, 10**6, 1e9, 10**9)
WORDS = get_args(Message)
"""All that a page can say."""
TYPES = (*(word.__struct_config__.tag for word in WORDS), "dance", "", "__proto__")
NAMES = (*sorted({name for word in WORDS for name in word.__struct_fields__}), "type", "extra")
ROUND = 200
"""So many hostile messages come from one page until it leaves."""
GROWTH = 64 * 1024
"""The kilobytes by which a house may grow while it is attacked: more would be something that piles up."""


class Traces(logging.Handler):
    """Keeps what was logged with a traceback: nobody outside should be able to cause one."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.found.append(self.format(record))


def nonsense(rng: Random, depth: int = 0) -> Any:
    """A value that nobody asked for."""
    kinds = ["text", "number", "word", "huge"] + (["list", "map"] if depth < 4 else [])
    match rng.choice(kinds):
        case "text":
            letters = (0, 9, 34, 92, 0x7F, 0xE9, 0x202E, 0x1F600, 65)
            return "".join(chr(rng.choice(letters)) for _ in range(rng.randrange(40)))
        case "number":
            return rng.choice((0, -1, 1, 2**31, 2**63, -(2**70), 1e308, 0.1, -0.0))
        case "word":
            return rng.choice((None, True, False, "up", "[]", "null"))
        case "huge":
            return rng.choice(("x" * 5000, list(range(500)), 10**200))
        case "list":
            return [nonsense(rng, depth + 1) for _ in range(rng.randrange(5))]
    return {str(nonsense(rng, 4)): nonsense(rng, depth + 1) for _ in range(rng.randrange(5))}


def hostile(rng: Random, ask: str) -> str | bytes:
    """A message that tries something: broken, deep, of wrong types, or a good one with something wrong in it."""
    match rng.randrange(12):
        case 0:
            return rng.randbytes(rng.randrange(60))
        case 1:
            broken = ("[" * 20000, '{"type":' * 2000, '{"type":"answer"', "nul", "\x00", "NaN", '"' + "\\u0000" * 50)
            return rng.choice(broken)
        case 2:
            deep = "[" * 4000 + "]" * 4000
            return f'{{"type":"answer","ask":"{ask}","answer":{deep}}}'
        case 3:
            return json.dumps({"type": "answer", "ask": ask, "answer": nonsense(rng)})
        case 4:
            return json.dumps({"type": "try", "ask": ask, "answer": nonsense(rng), "n": 1, "path": ["oil", "where"]})
        case 5:
            own = "".join(rng.choice("abcXYZ019_-") for _ in range(24))
            return json.dumps({"type": "join", "name": nonsense(rng), "pledge": "0" * 64, "token": own})
    message = {name: nonsense(rng) for name in rng.sample(NAMES, rng.randrange(5))}
    return json.dumps({**message, "type": rng.choice(TYPES)})


def attack(messages: int, folder: Path, seed: int = 1) -> str:
    """Send so many hostile messages to a table in play; says what came of it, and fails where the house suffered."""
    rng, traces = Random(seed), Traces()
    logging.getLogger("arbiter.server").addHandler(traces)
    house = HouseAt(folder / "hostile.db")
    house.start()
    house.app_house.doorkeeper = Doorkeeper(NO_LIMITS)
    heard: Counter[str] = Counter()
    try:
        tables: dict[str, list[str]] = {}
        before = sent = 0
        while sent < messages:
            at, asks = _going_on(house, tables, rng)
            keys = [*tables[at], "", "x" * 60]
            with suppress(ConnectionClosed, TimeoutError), _enter(house, at, rng.choice(keys)) as page:
                for _ in range(min(ROUND, messages - sent)):
                    sent += 1
                    page.send(hostile(rng, rng.choice((*asks, "nothing"))))
                    heard[_heard(page)] += 1
            if sent >= messages // 5 and not before:
                before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        _going_on(house, tables, rng)
        for at in tables:
            pages = _sit(house, tables, at)
            assert [page.table["seat"] for page in pages] == [0, 1], f"somebody lost a seat at {at}"
            _leave(house, pages)
        assert not traces.found, traces.found[0]
        assert grown < GROWTH, f"the house grew by {grown} KB"
        written = sum(len(house.store.entries(at)) for at in tables)
        return (
            f"{sent} hostile messages at {len(tables)} tables: {dict(heard)}, {written} entries written,"
            f" {grown} KB more at the peak"
        )
    finally:
        logging.getLogger("arbiter.server").removeHandler(traces)
        house.stop()


def _going_on(house: HouseAt, tables: dict[str, list[str]], rng: Random) -> tuple[str, list[str]]:
    """A table in play, and what is asked there. Whoever was asked has just answered, so every kind of ask comes up.

    Among all the nonsense somebody may resign: then another table is set.
    """
    pages = _sit(house, tables, next(reversed(tables), None))
    if pages[0].table["status"] == "over":
        _leave(house, pages)
        pages = _sit(house, tables, None)
    for page in pages:
        if page.table["asks"]:
            ask = page.ask
            said = page.answer(some_answer(ask, rng))
            page.catch_up(0.01)
            assert said["type"] == "accepted" or ask not in page.table["asks"], f"the table {page.at} is dead: {said}"
    asks = [ask["id"] for page in pages for ask in page.table["asks"]]
    _leave(house, pages)
    return pages[0].at, asks


def _leave(house: HouseAt, pages: list[PageAt]) -> None:
    for page in pages:
        page.close()
    house.pages.clear()


def _heard(page: ClientConnection) -> str:
    """What kind of answer came; some things are done without a word."""
    try:
        found: str = json.loads(page.recv(timeout=0.2))["type"]
    except TimeoutError:
        return "silence"
    return found


def _enter(house: HouseAt, table: str, key: str) -> ClientConnection:
    page = connect(f"ws://127.0.0.1:{house.port}/api/tables/{table}", max_size=None).__enter__()
    page.send(json.dumps({"type": "hello", "token": key}))
    return page


class Killed(HouseAt):
    """A house in a program of its own, on a file."""

    def start(self) -> None:
        command = [sys.executable, "-m", "arbiter", "--with", "tests.server.beacons:BEACONS", "serve"]
        command += ["--port", str(self.port), "--store", str(self.path)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert "http://127.0.0.1:" in said, said
        self.port = int(said.partition("127.0.0.1:")[2].partition("/")[0])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)


def kill_again_and_again(kills: int, folder: Path, tables: int = 4, seed: int = 1) -> str:
    """Play at several tables, kill the house at any moment, and count: nothing that was acknowledged may be lost."""
    rng, house = Random(seed), Killed(folder / "killed.db")
    acknowledged: Counter[tuple[str, int]] = Counter()
    house.start()
    keys: dict[str, list[str]] = {}
    for kill in range(kills + 1):
        with suppress(ConnectionClosed, TimeoutError, OSError, AssertionError):
            pages = [page for table in ([*keys] if keys else [None] * tables) for page in _sit(house, keys, table)]
            _play(pages, acknowledged, rng, house, keys)
        if kill < kills:
            house.kill()
            lost = _lost(house.path, acknowledged)
            assert not lost, f"after kill {kill + 1}: {lost}"
            house.start()
    house.process.terminate()
    house.process.wait(60)
    played = len({table for table, _ in acknowledged})
    return f"{kills} kills, {acknowledged.total()} acknowledged answers at {played} tables, none lost"


def _sit(house: HouseAt, keys: dict[str, list[str]], table: str | None) -> list[PageAt]:
    """Two people at a table, a new one or where they sat."""
    if table is not None:
        return [house.page(table, key) for key in keys[table]]
    made = house.set_table("you", "person", rounds=5)
    ann = house.page(made["table"], made["token"])
    ben = house.page(made["table"], ann.table["invitations"]["1"])
    ann.join("Ann")
    ben.join("Ben")
    keys[made["table"]] = [ann.token, ben.token]
    return [ann, ben]


def _play(
    pages: list[PageAt], acknowledged: Counter[Any], rng: Random, house: Killed, keys: dict[str, list[str]]
) -> None:
    """Answer for a while; the house is killed under way, in the midst of an answer."""
    for _ in range(rng.randrange(20, 120)):
        page = rng.choice(pages)
        page.catch_up(0.005)
        if page.table.get("asks"):
            if page.answer(some_answer(page.ask, rng))["type"] == "accepted":
                acknowledged[page.at, page.table["seat"]] += 1
        elif page.table["status"] == "over" and page.at in keys:
            del keys[page.at]
            pages[:] = [one for one in pages if one.at != page.at] + _sit(house, keys, None)
    asked = [page for page in pages if page.table.get("asks")]
    for page in asked:
        page.say("answer", ask=page.ask["id"], answer=some_answer(page.ask, rng))


def _lost(path: Path, acknowledged: Counter[tuple[str, int]]) -> dict[tuple[str, int], int]:
    store = SqliteStore(path, looking=True)
    try:
        said = {
            (table, at): sum(isinstance(entry, Said) and entry.seat == at for entry in store.entries(table))
            for table, at in acknowledged
        }
    finally:
        store.close()
    return {whose: count - said[whose] for whose, count in acknowledged.items() if said[whose] < count}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.hostile", description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--kills", type=int, default=50)
    given = parser.parse_args()
    logging.basicConfig(level=logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        print(kill_again_and_again(given.kills, Path(folder)), flush=True)
        print(attack(given.messages, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
