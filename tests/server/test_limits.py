"""How much of the house one visitor may take, and what it counts."""

import asyncio
import json
import logging
import os
import socket
from contextlib import ExitStack

import httpx
import msgspec
import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from arbiter.server import House, make_app
from arbiter.server.door import address_of
from arbiter.server.hall import LONGEST
from arbiter.server.limits import Bucket, Doorkeeper, Limits
from arbiter.server.logs import Lines
from arbiter.server.metrics import Counts
from arbiter.server.neighbours import NAMED, Heard, most
from arbiter.server.refusals import Refused
from arbiter.server.run import _hosts
from arbiter.store import SqliteStore
from tests.server.test_store import sitting


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_up_at_its_rate():
    clock = Clock()
    bucket = Bucket(2, 3, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 0.5
    assert bucket.take()
    assert not bucket.take()
    assert not bucket.full
    clock.now += 60
    assert bucket.full
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_pages_are_counted_by_table_and_by_address():
    keeper = Doorkeeper(Limits(sockets_at_table=2, sockets_of_address=3))
    with keeper.visit("here", "t1"), keeper.visit("there", "t1"):
        with pytest.raises(Refused, match="full of people"), keeper.visit("here", "t1"):
            pass
        with keeper.visit("here", "t2"), keeper.visit("here", "t3"):
            assert keeper.sockets == 4
            with pytest.raises(Refused, match="too many pages"), keeper.visit("here", "t4"):
                pass
    assert keeper.sockets == 0
    with keeper.visit("here", "t1"):
        assert keeper.sockets == 1


@pytest.mark.parametrize(
    ("host", "counts_as"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"), ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"), ("testclient", "testclient"),
    ],
)  # fmt: skip
def test_whoever_has_a_whole_network_of_addresses_counts_once(host, counts_as):
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1)})) == counts_as
    assert address_of(HTTPConnection({"type": "http", "client": None})) == ""


def test_tables_are_counted_by_address_and_forgotten_in_time():
    clock = Clock()
    keeper = Doorkeeper(Limits(tables_an_hour=2), clock)
    keeper.setting("here")
    keeper.setting("here")
    with pytest.raises(Refused, match="2 an hour"):
        keeper.setting("here")
    keeper.setting("there")
    clock.now += 1800
    keeper.setting("here")
    clock.now += 7200
    keeper.setting("elsewhere")
    assert set(keeper._buckets["setting"]) == {"elsewhere"}


def test_what_an_address_takes_at_other_workers_counts_as_well_while_they_are_there():
    clock = Clock()
    heard = Heard(clock)
    limits = Limits(sockets_of_address=3, tables_an_hour=3)
    keeper, other = Doorkeeper(limits, clock, heard), Doorkeeper(limits, clock)
    with other.visit("here", "t1"), other.visit("here", "t2"):
        other.setting("here")
        other.setting("here")
        heard.hear(other.told({}))
    keeper.setting("here")
    with pytest.raises(Refused, match="3 an hour"):
        keeper.setting("here")
    keeper.setting("there")
    with keeper.visit("here", "t3"), keeper.visit("there", "t3"):
        with pytest.raises(Refused, match="too many pages"), keeper.visit("here", "t4"):
            pass
        # Who says nothing for long is gone.
        clock.now += 10
        with keeper.visit("here", "t4"):
            keeper.setting("here")


def test_only_those_who_take_most_are_told_of_so_that_it_fits_into_a_line():
    assert most({f"{n}": n for n in range(NAMED + 5)}) == {f"{n}": n for n in range(5, NAMED + 5)}
    keeper, counts = Doorkeeper(Limits()), Counts()
    addresses = [f"2001:0db8:85a3:0000:0000:8a2e:0370:{n:04x}" for n in range(2 * NAMED)]
    with ExitStack() as pages:
        for address in addresses:
            pages.enter_context(keeper.visit(address, "t"))
            keeper.setting(address)
            keeper.asking(address)
        told = keeper.told(counts.counted({"arbiter_sockets": 10**6, "arbiter_rooms": 10**6}))
    assert len(told.pages) == NAMED
    assert len(msgspec.json.encode(told)) < LONGEST


@pytest.mark.parametrize(
    ("host", "welcome"),
    [
        ("tables.example.org", True),
        ("Tables.Example.Org:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("evil.example", False),
        ("tables.example.org.evil.example", False),
        ("", False),
    ],
)
def test_the_house_goes_by_its_own_names_only(host, welcome):
    assert Doorkeeper(Limits(hosts=_hosts("127.0.0.1", ["tables.example.org"]))).welcomes(host) == welcome
    assert Doorkeeper(Limits()).welcomes(host)


def test_at_a_public_address_any_name_does_unless_said():
    assert _hosts("0.0.0.0", []) == ()
    assert "tables.example.org" in _hosts("0.0.0.0", ["Tables.example.org"])
    assert "localhost" in _hosts("127.0.0.1", [])


@pytest.fixture
def strict(house_at):
    """The house with limits that are soon reached."""
    house_at.app_house.doorkeeper = Doorkeeper(
        Limits(2, 3, tables_an_hour=2, messages_a_second=0.001, messages_at_once=3, hosts=("127.0.0.1",))
    )
    return house_at


def test_limits_are_told_in_words(strict):
    made = strict.set_table("you", "random")
    strict.set_table("you", "random")
    refused = httpx.post(f"{strict.address}/api/tables", json={"game": "beacons", "seats": ["you", "random"]})
    assert refused.status_code == 429
    assert "2 an hour are enough" in refused.json()["error"]
    pages = [strict.page(made["table"]) for _ in range(2)]
    with connect(f"ws://127.0.0.1:{strict.port}/api/tables/{made['table']}") as late:
        assert json.loads(late.recv(timeout=60))["key"] == "house.crowded_table"
    tables = f"ws://127.0.0.1:{strict.port}/api/tables"
    with connect(f"{tables}/other"), connect(f"{tables}/third") as late:
        assert json.loads(late.recv(timeout=60))["key"] == "house.crowded_address"
    for _ in range(4):
        pages[0].say("undo")
    told = [pages[0].until("refused")["key"] for _ in range(4)]
    assert told == [*["house.not_begun"] * 3, "house.too_fast"]
    for page in pages:
        page.close()


def test_another_name_is_turned_away(strict):
    turned_away = httpx.get(strict.address, headers={"host": "evil.example", "accept-language": "de"})
    assert (turned_away.status_code, turned_away.text.partition(";")[0]) == (421, "Dieses Haus heißt nicht so")
    assert httpx.get(strict.address).status_code == 200
    evil = {"Host": "evil.example"}
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{strict.port}/api/tables/x", additional_headers=evil):
        pass


def test_a_body_that_does_not_come_is_not_waited_for(house_at, monkeypatch):
    monkeypatch.setattr("arbiter.server.requests.PATIENCE", 0.2)
    with socket.create_connection(("127.0.0.1", house_at.port)) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
        answer = b""
        while not answer.endswith(b"}") and (more := slow.recv(4096)):
            answer += more
    assert b" 408 " in answer.partition(b"\r\n")[0]
    assert b"house.too_slow" in answer


# Tables that nobody needs


def test_tables_that_were_never_begun_expire(tmp_path):
    store = SqliteStore(tmp_path / "tables.db")
    for id, status in (("old", "open"), ("begun", "playing"), ("new", "open")):
        about = sitting(id)
        about.status = status
        store.create(about).result()
    store._write(
        lambda connection: connection.execute("UPDATE sitting SET created = '2001-01-01 00:00:00' WHERE id <> 'new'")
    ).result()
    assert store.expire("2002-01-01 00:00:00").result() == 1
    assert store.sitting("old") is None
    assert store.sitting("begun") is not None
    assert store.sitting("new") is not None
    store.close()


# A store that fails


def test_a_store_that_fails_is_told_at_every_door(house_at):
    made = house_at.set_table("you", "random")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    page.until_table(lambda seen: seen["asks"])
    os.rename(house_at.path, f"{house_at.path}.away")
    said = page.answer(2)
    assert said["key"] == "house.not_kept"
    refused = httpx.post(f"{house_at.address}/api/tables", json={"game": "beacons", "seats": ["you", "random"]})
    assert refused.status_code == 503
    assert "does not answer" in refused.json()["error"]
    os.rename(f"{house_at.path}.away", house_at.path)
    page.until_table(lambda seen: seen["asks"])
    assert page.answer(2)["type"] == "accepted", "and it goes on when the file is back"


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entry SET body = 'nonsense' WHERE n = 0",
        "UPDATE sitting SET options = '{'",
        "DELETE FROM entry WHERE n = 0",
    ],
)
def test_a_damaged_row_is_told_and_leaves_other_tables_alone(house_at, damage):
    made, other = (house_at.set_table("you", "random") for _ in range(2))
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    page.until_table(lambda seen: seen["asks"])
    page.answer(1)
    page.until_table(lambda seen: seen["asks"])
    page.close()
    house_at.stop()
    house_at.start()
    where = " AND " if "WHERE" in damage else " WHERE "
    key = "table_id" if "entry" in damage else "id"
    house_at.store._write(lambda connection: connection.execute(f"{damage}{where}{key} = ?", (made["table"],))).result()
    with connect(f"ws://127.0.0.1:{house_at.port}/api/tables/{made['table']}") as late:
        late.send('{"type": "hello"}')
        said = json.loads(late.recv(timeout=60))
    assert said["type"] == "gone"
    assert said["key"] == "house.damaged"
    keys = [{"table": one["table"], "token": "a" * 24} for one in (made, other)]
    rows = httpx.post(f"{house_at.address}/api/mine", json={"seats": keys}).json()["seats"]
    assert rows == [{"refused": "house.damaged", "args": {}}, {"gone": True}]
    answer = httpx.get(f"{house_at.address}/api/tables/{made['table']}/save")
    assert answer.status_code in (409, 503)
    assert "key" in answer.json()
    house_at.page(other["table"], other["token"]).close()


# Watching it


def test_it_says_whether_it_is_well(house_at, monkeypatch):
    assert httpx.get(f"{house_at.address}/healthz").text.startswith("well\n")
    with monkeypatch.context() as broken:
        broken.setattr(house_at.store, "sitting", lambda table: 1 / 0)
        assert httpx.get(f"{house_at.address}/healthz").status_code == 503
    assert httpx.get(f"{house_at.address}/healthz").status_code == 200
    away = house_at.path.with_name("elsewhere.db")
    house_at.path.rename(away)
    assert httpx.get(f"{house_at.address}/healthz").status_code == 503
    away.rename(house_at.path)
    assert httpx.get(f"{house_at.address}/healthz").status_code == 200


def test_what_is_counted_can_be_read(house_at):
    made = house_at.set_table("you", "random")
    page = house_at.page(made["table"], made["token"])
    page.join("Ann")
    page.until_table(lambda seen: seen["asks"])
    page.answer(1)
    page.answer(99, ask="nothing")
    counted = httpx.get(f"{house_at.address}/metrics").text
    for line in (
        "arbiter_sockets 1", "arbiter_rooms 1", "arbiter_tables_set_total 1", "arbiter_refused_total 1",
        'arbiter_answers_total{by="person"} 1', "arbiter_answer_seconds_count 1",
    ):  # fmt: skip
        assert line in counted.splitlines()
    assert "# TYPE arbiter_answer_seconds histogram" in counted
    page.close()


def test_counts_are_nobody_elses_business(tmp_path):
    async def outside() -> list[int]:
        house = House(SqliteStore(tmp_path / "tables.db"), 0.0)
        transport = httpx.ASGITransport(make_app(house), client=("8.8.8.8", 5000))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as visitor:
            answers = [(await visitor.get(path)).status_code for path in ("/metrics", "/healthz")]
        await house.close()
        return answers

    assert asyncio.run(outside()) == [404, 200]


def test_a_log_line_is_json():
    record = logging.LogRecord("arbiter.server", logging.ERROR, "x", 1, "table %s failed", ("t1",), None)
    line = json.loads(Lines().format(record))
    assert line["message"] == "table t1 failed"
    assert line["level"] == "error"
    assert line["time"].endswith("+00:00")
