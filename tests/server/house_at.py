"""Serves a house from a thread of its own, and talks to it as a page would."""

import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.protocol import State
from websockets.sync.client import ClientConnection, connect

from arbiter import games, register
from arbiter.bots import Bot, bot
from arbiter.core import commitment
from arbiter.core.chain import pledge
from arbiter.core.differences import apply
from arbiter.core.options import read_options
from arbiter.games import find
from arbiter.server import House, make_app
from arbiter.server.patience import Impatient
from arbiter.server.run import SETTINGS
from arbiter.server.thinking import Thinking
from arbiter.store import Seat, Sitting, SqliteStore, fresh_id, sealed
from tests.server.beacons import BEACONS
from tests.slow import slowed


@contextmanager
def at_the_table(*kinds: type[Bot]) -> Iterator[None]:
    """Let these bots be found by their names for a while."""
    for kind in kinds:
        bot._KINDS[kind.name] = kind
    try:
        yield
    finally:
        for kind in kinds:
            del bot._KINDS[kind.name]


class HouseAt:
    """A house on loopback. Its games are in a file, so that it can be stopped and started again."""

    def __init__(self, path: Path, pause: float = 0.0, thinking: Thinking | None = None) -> None:
        self.path = path
        self.pause = pause
        self.thinking = thinking
        self.http: type[Impatient] = Impatient
        self.port = 0
        self.grace = 0.0
        self.operator: dict[str, dict[str, Any]] = {}
        self.pages: list[PageAt] = []
        self.chances: dict[str, str] = {}

    def start(self) -> None:
        register(BEACONS)
        self.store = SqliteStore(self.path)
        # On a machine that is busy a bot may take its time.
        thinking = self.thinking or Thinking(self.pause, Random(7), limit=600)
        self.app_house = House(self.store, operator=self.operator, thinking=thinking)
        self.app_house.grace = self.grace
        self.app = make_app(self.app_house)
        settings = {**SETTINGS, "http": self.http}
        config = uvicorn.Config(
            slowed(self.app), port=self.port, log_level="warning", timeout_graceful_shutdown=1, **settings
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            self.thread.join(0.01)
            assert self.thread.is_alive(), "the server did not start"
        self.port = self.server.servers[0].sockets[0].getsockname()[1]

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(60)
        assert not self.thread.is_alive()
        games._REGISTERED.pop(BEACONS.id)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def set_table(self, *seats: str, game: str = "beacons", **options: Any) -> dict[str, Any]:
        wish = {"game": game, "seats": seats, "options": options}
        answer = httpx.post(f"{self.address}/api/tables", json=wish, timeout=60)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def begin(self, seed: str, *bots: str, game: str, **options: Any) -> dict[str, Any]:
        """A table at which somebody sits already, in the first seat, and bots in the others; its dice fall as the seed
        has them."""
        kind = find(game)
        token, id = secrets.token_urlsafe(18), fresh_id()
        read = read_options(kind, {**kind.for_people, **options})
        seats = [Seat(name="Ann", token=sealed(token), joined=True), *(Seat(bot, bot.title()) for bot in bots)]
        told = msgspec.to_builtins(read)
        sitting = Sitting(id, kind.id, kind.version, told, seed, commitment(seed), "", seats, "playing")
        self.store.create(sitting).result()
        return {"table": id, "token": token}

    def page(self, table: str, token: str = "", **settings: Any) -> "PageAt":
        page = PageAt(self, table, token, **settings)
        self.pages.append(page)
        return page


class PageAt:
    """A page's side of a socket: `table` is the last picture, `seen` all of them, `told` the log, `raw` what was sent.

    `token` is what lets it in; before it sits down it makes itself `own`, which is its key to the seat from then on.
    """

    def __init__(self, house: HouseAt, table: str, token: str = "", **settings: Any) -> None:
        self._open = ExitStack()
        address = f"ws://127.0.0.1:{house.port}/api/tables/{table}"
        self.socket: ClientConnection = self._open.enter_context(connect(address, **{"open_timeout": 60, **settings}))
        self.raw: list[str] = []
        self.seen: list[dict[str, Any]] = []
        self.told: list[Any] = []
        self.table: dict[str, Any] = {}
        self.number = 0
        self.token = token
        self.own = secrets.token_urlsafe(18)
        self.house, self.at = house, table
        self.say("hello", token=token)
        self.until("table")

    def say(self, type: str, **message: Any) -> None:
        self.socket.send(json.dumps({"type": type, **message}))

    def next(self, patience: float = 60) -> dict[str, Any]:
        text = self.socket.recv(timeout=patience)
        assert isinstance(text, str)
        self.raw.append(text)
        message = json.loads(text)
        if message["type"] == "table":
            self._look(message)
        elif message["type"] == "seated":
            self.token = self.own
        return message

    def _look(self, message: dict[str, Any]) -> None:
        if "picture" in message:
            self.table = message["picture"]
        else:
            assert message["since"] == self.number, "a picture is missing"
            self.table = apply(self.table, message["change"])
        self.number = message["n"]
        self.seen.append(self.table)
        self._open_chance()
        if "log" in message:
            del self.told[message["log"]["from"] :]
            self.told += message["log"]["events"]

    def until(self, *types: str) -> dict[str, Any]:
        while (message := self.next())["type"] not in types:
            pass
        return message

    def until_table(self, wanted: Any) -> dict[str, Any]:
        while not wanted(self.table):
            self.until("table")
        return self.table

    def catch_up(self, patience: float = 0) -> None:
        """Read what has come, if anything has.

        It sleeps and then looks: a queue of Python 3.11 that is waited at for a moment can wait for ever.
        """
        with suppress(TimeoutError):
            while True:
                time.sleep(patience)
                self.next(0)

    def join(self, name: str = "") -> None:
        """Sit down, with a pledge of chance for the dice; whoever is the last waits until the game has begun."""
        chance = self.house.chances[self.own] = secrets.token_hex(16)
        self.say("join", name=name, pledge=pledge(chance), token=self.own)
        answer = self.until("seated", "refused")
        assert answer["type"] == "seated", answer
        self.until_table(lambda seen: seen["seat"] is not None)
        if all(seat["joined"] for seat in self.table["seats"]):
            self._begin()

    def _begin(self) -> None:
        """All have sat down: every page at the table opens its chance, as soon as it hears of that."""
        here = [page for page in self.house.pages if page.at == self.at and page.here]
        pages = [page for page in here if page.table["seat"] is not None]
        for page in pages:
            page.until_table(lambda seen: all(seat["joined"] for seat in seen["seats"]))
        for page in pages:
            page.until_table(lambda seen: "scene" in seen)

    def _open_chance(self) -> None:
        seat, chance = self.table["seat"], self.house.chances.get(self.own) or self.house.chances.get(self.token)
        waiting = self.table["status"] == "open" and all(one["joined"] for one in self.table["seats"])
        if chance and waiting and seat is not None and str(seat) not in self.table["entropy"]:
            self.say("chance", entropy=chance)

    @property
    def ask(self) -> dict[str, Any]:
        return self.table["asks"][0]

    def answer(self, answer: Any, ask: str | None = None) -> dict[str, Any]:
        """Give an answer; what comes back is `accepted` or `refused`, and the table as it then is."""
        self.say("answer", ask=self.ask["id"] if ask is None else ask, answer=answer)
        return self.until("accepted", "refused")

    @property
    def here(self) -> bool:
        return self.socket.state is State.OPEN

    def close(self) -> None:
        self._open.close()


def play_to_the_end(*pages: PageAt, seed: int = 3) -> None:
    """Everybody answers whatever they are asked, legally, until all have been shown the end."""
    rng = Random(seed)
    answered: set[str] = set()
    heard, since = 0, time.monotonic()
    while not all(page.table["status"] == "over" for page in pages):
        if heard != (heard := sum(len(page.raw) for page in pages)):
            since = time.monotonic()
        assert time.monotonic() - since < 60, "nothing is heard of the game any more"
        for page in pages:
            page.catch_up(0.002)
            for ask in page.table.get("asks", ()):
                if ask["id"] not in answered:
                    answered.add(ask["id"])
                    said = page.answer(some_answer(ask, rng), ask["id"])
                    assert said["type"] == "accepted", said


def some_answer(ask: dict[str, Any], rng: Random) -> Any:
    """An answer as a page would put it together, from nothing but what came over the wire."""
    match ask["kind"]:
        case "choose":
            return rng.choice(ask["options"])["value"]
        case "amount":
            return rng.randint(ask["least"], ask["most"])
        case "several":
            values = [part["value"] for part in ask["parts"]]
            return rng.sample(values, ask["most"])
        case "place":
            left, top, right, bottom = ask["box"]
            spot = [rng.randrange(left, right + 1, ask["step"]), rng.randrange(top, bottom + 1, ask["step"])]
            return spot if ask["facings"] is None else [*spot, rng.choice(ask["facings"])]
        case "form":
            return {name: some_answer(field, rng) for name, field in ask["fields"].items()}
    raise AssertionError(ask)
