"""Pages without a browser that play as fast as the server lets them, and measure it: at our tables, and at the rival's.

They speak just enough of the WebSocket protocol, and look at no more of what they are sent than what they are asked:
what players cost is taken from the server, which runs on the same machine. Both servers are played by the same hands.
"""

from __future__ import annotations

import asyncio
import base64
import os
import secrets
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec

from arbiter.core.chain import pledge
from arbiter.core.differences import apply
from tests.server.house_at import some_answer

WANTED = frozenset(("asks", "invitations", "invited", "seat", "seats"))
"""What a player looks at in a picture."""


class Load(NamedTuple):
    """What is played: a game, at so many tables, with so many people at each; `warm` are the seconds before it is
    measured, fewer where games are soon over."""

    game: str
    tables: int
    seats: int
    warm: float = 2
    options: dict[str, Any] = {}


class Measured(NamedTuple):
    moves: float
    cpu: float
    p50: float
    p99: float
    size: float
    players: float

    def line(self, name: str, spectators: int) -> str:
        return (
            f"| {name} | {spectators} | {self.moves:,.0f} | {1e6 * self.cpu:,.0f} | {self.p50:.1f} | {self.p99:.1f}"
            f" | {self.size:,.0f} | {1e6 * self.players:,.0f} |"
        )


class Change(msgspec.Struct, rename={"new": "+", "inside": "~", "gone": "-"}):
    """The parts of a difference that a player may have to look at."""

    new: dict[str, msgspec.Raw] = {}
    inside: dict[str, msgspec.Raw] = {}
    gone: list[str] = []


class Message(msgspec.Struct):
    type: str
    ask: str = ""
    picture: dict[str, msgspec.Raw] | None = None
    change: Change | None = None


_read: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class Tally:
    """What the players of a load count while it is measured."""

    def __init__(self) -> None:
        self.running = False
        self.begun = False
        self.first: list[Callable[[], None]] = []
        self.took: list[float] = []
        self.sizes: list[int] = []
        self.last = 0.0

    def begin(self) -> None:
        """Nobody plays before all are there: the first tables would hold up the others."""
        self.begun = True
        for answer in self.first:
            answer()


class Socket(asyncio.Protocol):
    """A page's side of a WebSocket: unpacked, in frames of which each is a message."""

    def __init__(self, port: int, path: str) -> None:
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self._rest = b""
        self._open = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self._open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open = True
            self.opened()
        at, size = 0, len(data)
        while size - at >= 2:
            length, body = data[at + 1], at + 2
            if length >= 126:
                wide = 2 if length == 126 else 8
                length, body = int.from_bytes(data[body : body + wide], "big"), body + wide
            if size < body + length:
                break
            kind, at = data[at] & 15, body + length
            if kind == 1:
                self.heard(data[body:at])
            elif kind == 9:
                self._frame(10, data[body:at])
        self._rest = data[at:]

    def say(self, type: str, **message: Any) -> None:
        self.send(msgspec.json.encode({"type": type, **message}))

    def send(self, text: bytes) -> None:
        self._frame(1, text)

    def _frame(self, kind: int, body: bytes) -> None:
        # A mask of zeros is a mask.
        length = len(body)
        head = bytes((128 | kind, 128 | min(length, 126))) + (b"" if length < 126 else length.to_bytes(2, "big"))
        self.transport.write(head + b"\0\0\0\0" + body)

    def opened(self) -> None: ...

    def heard(self, text: bytes) -> None: ...


class Watcher(Socket):
    """Whoever only watches."""

    def __init__(self, port: int, table: str, tally: Tally) -> None:
        super().__init__(port, f"/api/tables/{table}")
        self.tally = tally

    def opened(self) -> None:
        self.say("hello", token="")

    def heard(self, text: bytes) -> None:
        if self.tally.running:
            self.tally.sizes.append(len(text))


class Player(Socket):
    """Whoever sits down and answers whatever they are asked, at once."""

    def __init__(
        self, port: int, table: str, token: str, tally: Tally, rng: Random, invite: Callable[[list[str]], None]
    ) -> None:
        super().__init__(port, f"/api/tables/{table}")
        self.token, self.tally, self.rng = token, tally, rng
        self.invite: Callable[[list[str]], None] | None = invite
        self.chance = secrets.token_hex(16)
        self.picture: dict[str, Any] = {}
        self.asked = self.done = ""
        self.sent: dict[str, float] = {}

    def opened(self) -> None:
        self.say("hello", token=self.token)

    def heard(self, text: bytes) -> None:
        message = _read.decode(text)
        tally = self.tally
        if message.type == "accepted":
            # The picture that comes before may ask the next question already.
            begun = self.sent.pop(message.ask, 0.0)
            if tally.running and begun:
                tally.last = time.perf_counter()
                tally.took.append(tally.last - begun)
        elif message.type == "table":
            if tally.running:
                tally.sizes.append(len(text))
            self._look(message)
        else:
            assert message.type == "seated", text

    def _look(self, message: Message) -> None:
        picture = self.picture
        if message.picture is not None:
            picture = {name: msgspec.json.decode(raw) for name, raw in message.picture.items() if name in WANTED}
        elif message.change is not None:
            change = message.change
            for name in change.new.keys() & WANTED:
                picture[name] = msgspec.json.decode(change.new[name])
            for name in change.inside.keys() & WANTED:
                picture[name] = apply(picture[name], msgspec.json.decode(change.inside[name]))
            for name in change.gone:
                picture.pop(name, None)
        self.picture = picture
        if self.done != "opened":
            self._sit_down()
        if picture.get("asks"):
            if self.tally.begun:
                self._answer()
            else:
                self.tally.first.append(self._answer)

    def _answer(self) -> None:
        for ask in self.picture.get("asks", ()):
            if ask["id"] != self.asked:
                self.asked = ask["id"]
                self.sent[self.asked] = time.perf_counter()
                self.say("answer", ask=self.asked, answer=some_answer(ask, self.rng))

    def _sit_down(self) -> None:
        picture = self.picture
        if self.invite is not None and "invitations" in picture:
            self.invite(list(picture["invitations"].values()))
            self.invite = None
        if picture["invited"] is not None and picture["seat"] is None and not self.done:
            self.done = "joined"
            self.say("join", name="", pledge=pledge(self.chance), token=secrets.token_urlsafe(18))
        if self.done == "joined" and picture["seat"] is not None and all(seat["joined"] for seat in picture["seats"]):
            self.done = "opened"
            self.say("chance", entropy=self.chance)


class Turn(msgspec.Struct):
    currentPlayer: str


class Cells(msgspec.Struct):
    cells: list[str | None]


class State(msgspec.Struct):
    """What a player looks at of what boardgame.io sends."""

    G: Cells
    ctx: Turn
    _stateID: int


class Synced(msgspec.Struct):
    state: State


_update = msgspec.json.Decoder(tuple[str, str, State, Any])
_sync = msgspec.json.Decoder(tuple[str, str, Synced])
ROOM = b"/endless,"
"""What boardgame.io calls all tables of a game."""


class Rival(Socket):
    """Whoever plays, or (without a seat) watches, at a table of boardgame.io: the protocols of engine.io and socket.io,
    in which a number says what a text is."""

    def __init__(self, port: int, match: str, seat: str | None, tally: Tally) -> None:
        super().__init__(port, "/socket.io/?EIO=4&transport=websocket")
        self.match, self.seat, self.tally = match, seat, tally
        self.state: State | None = None
        self.asked = 0.0

    def heard(self, text: bytes) -> None:
        if text.startswith(b"42"):
            event = text[2 + len(ROOM) :]
            if event.startswith(b'["update"'):
                self._updated(event)
            elif event.startswith(b'["sync"'):
                self.state = _sync.decode(event)[2].state
                if self.seat == self.state.ctx.currentPlayer:
                    self.tally.first.append(self._move)
        elif text.startswith(b"40"):
            self._emit("sync", self.match, self.seat, None, 2)
        elif text.startswith(b"0"):
            self.send(b"40" + ROOM)
        elif text == b"2":
            self.send(b"3")

    def _updated(self, event: bytes) -> None:
        tally = self.tally
        if tally.running:
            tally.sizes.append(len(event))
        if self.seat is None:
            return
        self.state = _update.decode(event)[2]
        if self.state.ctx.currentPlayer == self.seat:
            self._move()
        elif self.asked:
            if tally.running:
                tally.last = time.perf_counter()
                tally.took.append(tally.last - self.asked)
            self.asked = 0.0

    def _move(self) -> None:
        assert self.state is not None
        move = {"type": "mark", "args": [self.state.G.cells.index(None)], "playerID": self.seat}
        self.asked = time.perf_counter()
        self._emit("update", {"type": "MAKE_MOVE", "payload": move}, self.state._stateID, self.match, self.seat)

    def _emit(self, *event: Any) -> None:
        self.send(b"42" + ROOM + msgspec.json.encode(event))


class Tables:
    """The tables of a load, at which all sit and nobody plays yet."""

    def __init__(self, port: int, load: Load) -> None:
        self.port, self.load = port, load
        self.tally, self.rng = Tally(), Random(5)
        self.pages: list[Socket] = []

    async def _open(self, page: Socket) -> None:
        await asyncio.get_running_loop().create_connection(lambda: page, "127.0.0.1", self.port)
        self.pages.append(page)

    async def set_rival(self, spectators: int) -> None:
        """Let two sit at each table of boardgame.io. Who is shown a table that is being made would wait for ever."""
        for n in range(self.load.tables):
            for seat in ("0", "1"):
                page = Rival(self.port, f"match-{n}", seat, self.tally)
                await self._open(page)
                while page.state is None:
                    await asyncio.sleep(0.001)
        for n in range(spectators):
            await self._open(Rival(self.port, f"match-{n % self.load.tables}", None, self.tally))
        await asyncio.sleep(1)

    async def set(self, spectators: int) -> None:
        load, made = self.load, []
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}") as visitor:
            wish = {"game": load.game, "seats": ["you", *["person"] * (load.seats - 1)], "options": load.options}
            for _ in range(load.tables):
                made.append((await visitor.post("/api/tables", json=wish)).raise_for_status().json())
        for one in made:
            invited: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
            await self._open(Player(self.port, one["table"], one["token"], self.tally, self.rng, invited.set_result))
            for invitation in await asyncio.wait_for(invited, 60):
                await self._open(Player(self.port, one["table"], invitation, self.tally, self.rng, lambda more: None))
        for n in range(spectators):
            await self._open(Watcher(self.port, made[n % len(made)]["table"], self.tally))
        while len(self.tally.first) < load.tables:
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)

    async def play(self, seconds: float, cpu: Callable[[], float]) -> Measured:
        tally = self.tally
        tally.begin()
        await asyncio.sleep(self.load.warm)
        used, own, begun = cpu(), time.process_time(), time.perf_counter()
        tally.running = True
        await asyncio.sleep(seconds)
        tally.running = False
        # Games that end before the time is up are measured as long as they last.
        spent, cost, lasted = cpu() - used, time.process_time() - own, max(0.001, tally.last - begun)
        for page in self.pages:
            page.transport.abort()
        took, sizes = sorted(tally.took), sorted(tally.sizes)
        assert took, "all games were over before they were measured"
        count = len(took)

        def share(part: float) -> float:
            return 1000 * took[int(count * part)]

        middle = sizes[len(sizes) // 2]
        return Measured(len(took) / lasted, spent / count, share(0.5), share(0.99), middle, cost / count)


async def play(
    port: int, load: Load, spectators: int, seconds: float, cpu: Callable[[], float], rival: bool = False
) -> Measured:
    """Play a load, and measure it once all sit and the server is warm."""
    tables = Tables(port, load)
    await (tables.set_rival(spectators) if rival else tables.set(spectators))
    return await tables.play(seconds, cpu)
