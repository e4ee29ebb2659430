"""What goes over the wire: a whole picture first, then differences; little to those for whom little has changed."""

import asyncio
import json
import secrets
import time
from contextlib import asynccontextmanager, suppress
from random import Random
from socket import SHUT_RDWR
from threading import Thread

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

import arbiter
from arbiter import games, register
from arbiter.core import Event, Scene
from arbiter.core.chain import pledge
from arbiter.core.differences import apply
from arbiter.server import House
from arbiter.server.guest import WAITING, Guest, NotReading
from arbiter.server.house import Wish
from arbiter.server.lines import Posted
from arbiter.server.looks import Look, encoded
from arbiter.server.picture import Sight, ask_id
from arbiter.store import SqliteStore
from bench.wire import share, whole_game
from examples.tic_tac_toe import TicTacToe
from tests.server.beacons import BEACONS
from tests.server.house_at import play_to_the_end


def whole(page) -> list[dict]:
    """The whole pictures that a page was sent."""
    messages = [json.loads(text) for text in page.raw]
    return [message for message in messages if "picture" in message]


# Differences


def test_after_the_first_picture_a_page_gets_differences(house_at):
    made = house_at.set_table("you", "random")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    play_to_the_end(page)
    assert len(whole(page)) == 1
    assert len(page.seen) > 10
    again = house_at.page(made["table"], page.token)
    assert again.table == page.table
    assert again.told == page.told


def test_what_never_changes_is_sent_once(house_at):
    made = house_at.set_table("you", "random")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    play_to_the_end(page)
    outlines = [text for text in page.raw if '"outline"' in text]
    icons = [text for text in page.raw if '"icons"' in text]
    assert len(outlines) == len(icons) == 1
    assert len([text for text in page.raw if made["commitment"] in text]) == 1


def test_a_page_that_lost_its_place_gets_a_whole_picture_and_goes_on_from_there(house_at):
    made = house_at.set_table("you", "random")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    page.until_table(lambda table: table.get("asks"))
    known, told = page.table, list(page.told)
    page.table = {}
    page.say("lost")
    assert "picture" in page.until("table")
    assert page.table == known
    assert page.told == told
    assert page.answer(1)["type"] == "accepted"
    assert len(whole(page)) == 2


@pytest.mark.parametrize(
    ("game", "seats", "options", "most"),
    [(TicTacToe(), 2, {}, 600), ("epix", 4, {"rules": "advanced"}, 1500), ("yummell", 4, {"round_limit": 9}, 1500)],
    ids=["tic-tac-toe", "epix", "yummell"],
)
def test_an_answer_costs_a_page_few_bytes(game, seats, options, most):
    whole, sent = zip(*whole_game(game, seats, options, "random", seed=1), strict=True)
    assert share(sent, 0.5) <= most
    assert sum(sent) * 4 < sum(whole)


class Wire:
    """A page that can be kept from taking what it is sent."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.free.set()
        self.sent: list[dict] = []

    async def send(self, text: str) -> None:
        await self.free.wait()
        self.sent.append(json.loads(text))

    @property
    def pictures(self) -> list[dict]:
        return [message for message in self.sent if "picture" in message]


def look(n: int, **parts) -> Look:
    return Look(n, (encoded(parts),), [Event("told", {"n": at}) for at in range(n)])


async def settle() -> None:
    """Let everything happen that is ready to happen."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_slow_page_gets_the_difference_from_the_last_picture_that_was_sent_to_it():
    async def slow() -> list[dict]:
        wire = Wire()
        guest = Guest(Posted(wire.send))
        guest.show(look(1, a=1, b=1, c=1))
        await settle()
        wire.free.clear()
        guest.show(look(2, a=2, b=1, c=1))
        await settle()
        guest.show(look(3, a=2, b=3, c=1))
        guest.show(look(4, a=2, b=3, c=4))
        await settle()
        wire.free.set()
        await settle()
        guest.show(look(5, a=2, b=3, c=4))
        await settle()
        guest.show(look(6, a=1, b=1, c=1))
        await settle()
        return wire.sent

    first, *later = asyncio.run(slow())
    assert [(message["since"], message["n"]) for message in later] == [(1, 2), (2, 4), (4, 5), (5, 6)]
    shown, log = first["picture"], first["log"]["events"]
    for message in later:
        shown = apply(shown, message["change"])
        log = log[: message["log"]["from"]] + message["log"]["events"]
    assert shown == {"a": 1, "b": 1, "c": 1}
    assert log == [["told", {"n": at}] for at in range(6)]


def test_nothing_is_sent_where_nothing_has_changed():
    first = look(3, a=1)
    assert Look(4, (encoded({"a": 1}),), first._log).message(first) == b""
    assert json.loads(Look(4, (encoded({"a": 1}),), first._log[:1]).message(first))["log"] == {"from": 1, "events": []}


@pytest.mark.parametrize("game", ["epix", "yummell", "tekumel"])
def test_pages_that_share_what_became_of_a_table_show_it_as_it_stands(game):
    table, rng = arbiter.new(game, seats=3, seed=5), Random(5)
    seats = (0, 1, 2, None)
    shown: dict = {}
    last: dict = {}
    for n in range(1, 41):
        sight, fresh, known = Sight(table, table.asks), Sight(table, table.asks), {}
        for seat in seats:
            now = Look(n, (encoded(sight.for_all()), *sight.picture(seat, None)), table.events(seat), known=known)
            if seat in last:
                shown[seat] = apply(shown[seat], json.loads(now.message(last[seat]) or b'{"change": {}}')["change"])
            else:
                shown[seat] = json.loads(now.message(None))["picture"]
            drawn = [encoded(fresh.for_all()), *fresh.picture(seat, None)]
            assert shown[seat] == json.loads(msgspec.json.encode({**drawn[0], **drawn[1], **drawn[2]}))
            assert shown[seat]["scene"] == json.loads(msgspec.json.encode(table.scene(seat)))
            last[seat] = now
        if table.over:
            break
        ask = table.asks[0]
        table.answer(ask.seat, ask.sample(rng))
    assert n > 20


class Drawn(TicTacToe):
    """Tic-tac-toe that counts how often it is drawn, and asks who looks where it is told to."""

    drawn = 0
    asks = False

    def scene(self, view):
        self.drawn += 1
        if self.asks and view.sees(0):
            return Scene((300, 300))
        return super().scene(view)


@pytest.mark.parametrize(("asks", "times"), [(False, 1), (True, 3)])
def test_what_is_drawn_without_asking_who_looks_is_drawn_once_for_all(asks, times):
    game = Drawn()
    game.asks = asks
    table = arbiter.new(game, seats=2)
    table.answer(0, 4)
    sight = Sight(table, table.asks)
    scenes = [sight.picture(seat, None)[1]["scene"] for seat in (0, 1, None)]
    assert game.drawn == times
    assert [bool(scene.tokens) for scene in scenes] == [not asks, True, True]


def test_what_looks_the_same_from_several_places_is_the_very_same_list():
    table, rng = arbiter.new("yummell", seats=3, seed=5), Random(5)
    for _ in range(30):
        ask = table.asks[0]
        table.answer(ask.seat, ask.sample(rng))
    sight = Sight(table, table.asks)
    mine, yours = (sight.picture(seat, None)[1]["scene"] for seat in (0, 1))
    assert mine is not yours
    assert mine.tokens is yours.tokens
    assert mine.cards != yours.cards


# Coming and going


@asynccontextmanager
async def a_room(path, *seats: str):
    """A house with one table, without sockets."""
    register(BEACONS)
    house = House(SqliteStore(path), 0.0, Random(3))
    try:
        sitting = await house.set_table(Wish("beacons", list(seats)))
        yield await house.room(sitting.id), sitting
    finally:
        games._REGISTERED.pop(BEACONS.id)
        await house.close()


async def visitor(room, token: str = "") -> tuple[Guest, Wire]:
    wire = Wire()
    guest = Guest(Posted(wire.send))
    await room.enter(guest, token)
    await settle()
    return guest, wire


def test_before_a_game_begins_there_is_no_head_to_keep(tmp_path):
    async def waiting() -> dict:
        async with a_room(tmp_path / "tables.db", "you", "person") as (room, sitting):
            _, wire = await visitor(room, sitting.host)
            return wire.sent[0]["picture"]

    picture = asyncio.run(waiting())
    assert picture["status"] == "open"
    assert picture["head"] == ""


def test_two_hundred_spectators_cost_each_one_picture_and_everybody_else_a_count(tmp_path, monkeypatch):
    scenes = []
    draw = type(BEACONS).scene
    monkeypatch.setattr(type(BEACONS), "scene", lambda self, view: scenes.append(view.seat) or draw(self, view))

    async def crowd():
        async with a_room(tmp_path / "tables.db", "you", "person") as (room, sitting):
            seated = [await visitor(room, seat.token) for seat in sitting.seats]
            for guest, _ in seated:
                await room.join(guest, "Ann", pledge("00" * 16), secrets.token_urlsafe(18))
            for guest, _ in seated:
                await room.open_chance(guest, "00" * 16)
            await settle()
            for _, wire in seated:
                wire.sent.clear()
            scenes.clear()
            watching = [await visitor(room) for _ in range(200)]
            while seated[0][1].sent[-1:] == [] or seated[0][1].sent[-1]["change"]["+"].get("watching") != 200:
                await asyncio.sleep(0.01)
            await settle()
            return [wire for _, wire in seated], [wire for _, wire in watching]

    seated, watching = asyncio.run(crowd())
    assert scenes == [None], "the table is drawn once for all who watch"
    for wire in watching:
        assert len(wire.pictures) == 1
        assert "picture" in wire.sent[0]
    assert not any(wire.pictures for wire in seated)
    counts = [message for wire in seated for message in wire.sent]
    counts += [message for wire in watching for message in wire.sent[1:]]
    assert counts
    for message in counts:
        assert set(message) == {"type", "n", "since", "change"}
        assert list(message["change"]) == ["+"]
        assert list(message["change"]["+"]) == ["watching"]


def test_who_waits_at_the_door_is_shown_nothing_before_their_seat_is_found(tmp_path):
    async def enters() -> list[int | None]:
        async with a_room(tmp_path / "tables.db", "you", "random") as (room, sitting):
            guest, _ = await visitor(room, sitting.seats[0].token)
            key = secrets.token_urlsafe(18)
            await room.join(guest, "Ann", pledge("00" * 16), key)
            await room.open_chance(guest, "00" * 16)
            wire = Wire()
            back = Guest(Posted(wire.send))
            async with room._lock:
                entering = asyncio.create_task(room.enter(back, key))
                await asyncio.sleep(0)
                room._publish()
                await settle()
            await entering
            await settle()
            return [message["picture"]["seat"] for message in wire.sent if "picture" in message]

    assert asyncio.run(enters()) == [0]


# Tables at which nothing happens


def test_a_table_is_put_away_while_pages_show_it_and_goes_on_where_it_stood(tmp_path):
    async def goes_on() -> tuple[list[dict], dict, list]:
        async with a_room(tmp_path / "tables.db", "you", "person") as (room, sitting):
            seated = [await visitor(room, seat.token) for seat in sitting.seats]
            for guest, _ in seated:
                await room.join(guest, "", pledge("00" * 16), secrets.token_urlsafe(18))
            for guest, _ in seated:
                await room.open_chance(guest, "00" * 16)
            watcher, wire = await visitor(room)
            rng = Random(4)
            for at in range(8):
                if at == 5:
                    await asyncio.sleep(0.3)
                    room.doze(room.record.now() + 1)
                    assert room.table is None
                async with room.playing() as table:
                    ask = table.asks[0]
                await room.answer(ask.seat, ask_id(table, ask), ask.sample(rng))
                await settle()
            room.doze(room.record.now() + 1)
            await room.show_again(watcher)
            await settle()
            table = await room.beside()
            sight = Sight(table, table.asks)
            seen, scene = sight.picture(None, None)
            return (
                wire.sent,
                json.loads(msgspec.json.encode({**sight.for_all(), **seen, **scene})),
                [[e.key, e.args] for e in table.events(None)],
            )

    sent, expected, told = asyncio.run(goes_on())
    first, *later, again = sent
    shown, log = first["picture"], first["log"]["events"]
    for message in later:
        assert "change" in message, "a page that shows the table is sent what has changed"
        shown = apply(shown, message["change"])
        if "log" in message:
            log = log[: message["log"]["from"]] + message["log"]["events"]
    assert {name: shown[name] for name in expected} == expected
    assert log == json.loads(msgspec.json.encode(told))
    assert again["picture"] == shown
    assert again["log"] == {"from": 0, "events": log}


# Pages that do not read


def test_replies_do_not_pile_up_for_a_page_that_does_not_read():
    async def unread() -> None:
        wire = Wire()
        wire.free.clear()
        guest = Guest(Posted(wire.send))
        for _ in range(WAITING + 1):
            guest.reply("refused", reason="no")
            await settle()
        with pytest.raises(NotReading):
            guest.reply("refused", reason="no")

    asyncio.run(unread())


def test_a_page_that_takes_nothing_at_all_is_given_up():
    async def silent() -> None:
        wire = Wire()
        wire.free.clear()
        guest = Guest(Posted(wire.send), patience=0.01)
        given_up = asyncio.Event()
        guest.deaf = given_up.set
        guest.show(look(1, a=1))
        guest.show(look(2, a=2))
        await asyncio.wait_for(given_up.wait(), 60)

    asyncio.run(silent())


def test_many_words_at_once_are_no_sign_of_deafness(house_at):
    made = house_at.set_table("you", "random")
    page = house_at.page(made["table"], made["token"], compression=None)
    page.join("Ann")
    frames = b"".join(Frame(Opcode.TEXT, b'{"type": "dance"}').serialize(mask=True) for _ in range(10 * WAITING))
    page.socket.socket.sendall(frames)
    for _ in range(10 * WAITING):
        page.until("refused")
    play_to_the_end(page)


def test_a_page_that_asks_and_does_not_read_is_dropped_and_the_others_play_on(house_at):
    made = house_at.set_table("you", "random")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    address = f"ws://127.0.0.1:{house_at.port}/api/tables/{made['table']}"
    with connect(address, max_queue=1, compression=None) as deaf:

        def shout() -> None:
            with suppress(ConnectionClosed, OSError):
                while True:
                    deaf.send(json.dumps({"type": "x" * 30_000}))

        deaf.send('{"type": "hello"}')
        page.until_table(lambda table: table["watching"] == 1)
        shouting = Thread(target=shout, daemon=True)
        shouting.start()
        page.until_table(lambda table: table["watching"] == 0)
        deaf.socket.shutdown(SHUT_RDWR)
        shouting.join(60)
        assert not shouting.is_alive()
    play_to_the_end(page)


# The way back to a seat


def test_a_seat_is_not_lost_with_the_message_that_gives_it(house_at):
    made = house_at.set_table("you", "person")
    ann = house_at.page(made["table"], made["token"])
    ann.say("join", name="Ann", pledge="00" * 32, token=ann.own)
    ann.close()
    while not house_at.store.sitting(made["table"]).seats[0].joined:
        time.sleep(0.01)
    back = house_at.page(made["table"], made["token"])
    assert back.table["seat"] is None
    back.own = ann.own
    back.join("Ann again")
    assert back.table["seat"] == 0
    assert back.table["seats"][0]["name"] == "Ann"
    assert list(back.table["invitations"]) == ["1"]
    assert house_at.store.sitting(made["table"]).seats[0].pledge == "00" * 32
    assert house_at.page(made["table"], ann.own).table["seat"] == 0


def test_asking_twice_for_a_seat_is_harmless(house_at):
    made = house_at.set_table("you", "random")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    page.join("Ann")
    assert page.table["seat"] == 0
    assert page.table["seats"][0]["name"] == "Ann"
    play_to_the_end(page)


def test_a_key_that_others_know_is_not_taken(house_at):
    made = house_at.set_table("you", "person")
    ann = house_at.page(made["table"], made["token"])
    for known in (made["token"], house_at.store.sitting(made["table"]).seats[1].token):
        ann.say("join", name="Ann", pledge="00" * 32, token=known)
        assert "one of its own" in ann.until("refused", "seated")["reason"]
    ann.say("join", name="Ann", pledge="00" * 32, token="short")
    assert ann.until("refused", "seated")["type"] == "refused"
    ann.join("Ann")
    eve = house_at.page(made["table"])
    eve.say("join", name="Eve", pledge="00" * 32, token=eve.own)
    assert "invites to no seat" in eve.until("refused", "seated")["reason"]
