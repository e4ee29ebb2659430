"""Being told elsewhere that one is asked: whom, when, where to, and that it leads nowhere private."""

import asyncio
import json
import queue
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar

import httpx
import pytest

from arbiter.core.chain import pledge
from arbiter.server.hooks import checked, post
from arbiter.server.refusals import Refused
from tests.server.people import at_table, put_a_mark, refused, until


class Listener(BaseHTTPRequestHandler):
    """Somebody's webhook: hears lines, and answers badly at first."""

    heard: ClassVar[queue.Queue] = queue.Queue()
    answers: ClassVar[list[int]] = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.heard.put(json.loads(body))
        self.send_response(self.answers.pop(0) if self.answers else 204)
        self.end_headers()

    def log_message(self, *about):
        """Nobody wants to read it."""


@pytest.fixture
def listener():
    server = HTTPServer(("127.0.0.1", 0), Listener)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    Listener.heard = queue.Queue()
    yield f"http://127.0.0.1:{server.server_port}/hook?of=ben"
    server.shutdown()
    thread.join()
    server.server_close()


def test_who_is_asked_and_away_is_told_elsewhere_again_where_that_fails(house_at, hands, listener):
    house_at.app_house.hooks.private = True
    house_at.app_house.hooks._pauses = (0, 0, 0)
    Listener.answers = [500]
    table, (ann, ben) = at_table(house_at, "person")
    ben.say("hook", address=listener, language="de")
    ben.until("noted")
    ben.say("desk")
    assert ben.until("desk")["hook"] == listener
    ben.close()
    until(ann, lambda seen: not seen["seats"][1]["here"])
    put_a_mark(ann, [], 4)
    first, again = (Listener.heard.get(timeout=60) for _ in range(2))
    assert first == again
    assert (first["table"], first["seat"], first["game"]) == (table, 1, "tic-tac-toe")
    assert first["text"] == first["content"] == f"Tic-tac-toe: du bist am Zug, Ben. {house_at.address}/table/{table}"
    assert ann.token not in str(first)


def test_where_one_wants_to_be_told_can_be_tried(house_at, hands, listener):
    house_at.app_house.hooks.private = True
    table, (_, ben) = at_table(house_at, "person")
    assert refused(ben, "ring") == "house.bad_hook"
    ben.say("hook", address=listener, language="en")
    ben.until("noted")
    Listener.answers = [403]
    for status in (403, 204):
        ben.say("ring")
        assert ben.until("rung", "refused")["status"] == status
        assert "here Ben will be told" in Listener.heard.get(timeout=60)["text"]
    ben.say("hook", address="http://127.0.0.1:1/", language="en")
    ben.until("noted")
    ben.say("ring")
    assert ben.until("rung", "refused")["status"] is None
    assert refused(house_at.page(table), "ring") == "house.seat_only"


def told_at(page, listener):
    """A page that wants to be told elsewhere, and goes."""
    page.say("hook", address=listener)
    page.until("noted")
    page.close()


def test_who_was_just_told_is_told_later_and_only_where_still_missed(house_at, hands, listener):
    hooks = house_at.app_house.hooks
    hooks.private, hooks.seldom = True, 4.0
    table, (ann, ben) = at_table(house_at, "person")
    token = ben.token
    told_at(ben, listener)
    until(ann, lambda seen: not seen["seats"][1]["here"])
    put_a_mark(ann, [], 4)
    assert Listener.heard.get(timeout=60)["seat"] == 1
    ben = house_at.page(table, token)
    put_a_mark(ben, [ann], 0)
    ben.close()
    until(ann, lambda seen: not seen["seats"][1]["here"])
    put_a_mark(ann, [], 1)
    assert Listener.heard.get(timeout=60)["seat"] == 1, "a line so soon after another is sent later, not dropped"
    hooks.seldom = 600
    ben = house_at.page(table, token)
    put_a_mark(ben, [ann], 7)
    ben.close()
    until(ann, lambda seen: not seen["seats"][1]["here"])
    put_a_mark(ann, [], 2)
    assert list(hooks._held) == [(table, 1)]
    ben = house_at.page(table, token)
    until(ann, lambda seen: seen["seats"][1]["here"])
    sitting = house_at.store.sitting(table)
    house_at.app_house._loop.call_soon_threadsafe(hooks._put, sitting, 1, "hook.your_move", True)
    with pytest.raises(queue.Empty):
        Listener.heard.get(timeout=1)
    assert ben.table["asks"]


def test_who_sat_down_and_went_is_told_that_the_game_waits_for_them(house_at, hands, listener):
    house_at.app_house.hooks.private = True
    made = house_at.set_table("you", "person", game="tic-tac-toe")
    ann = house_at.page(made["table"], made["token"])
    ann.join("Ann")
    invitation = ann.table["invitations"]["1"]
    told_at(ann, listener)
    ben = house_at.page(made["table"], invitation)
    until(ben, lambda seen: not seen["seats"][0]["here"])
    ben.say("join", name="Ben", pledge=pledge("0" * 32), token=ben.own)
    ben.until("seated")
    assert Listener.heard.get(timeout=60)["seat"] == 0
    asked = {"seats": [{"table": made["table"], "token": ann.token}]}
    row = httpx.post(f"{house_at.address}/api/mine", json=asked).json()["seats"][0]
    assert (row["status"], row["waiting"]) == ("open", [0, 1])
    ben.say("chance", entropy="0" * 32)
    back = house_at.page(made["table"], ann.token)
    assert until(back, lambda seen: seen["status"] == "playing")


def test_who_is_here_or_wants_nothing_is_not_told(house_at, hands, listener):
    told = []
    house_at.app_house.hooks.tell = lambda sitting, seat: told.append(seat)
    _, (ann, ben) = at_table(house_at, "person")
    put_a_mark(ann, [ben], 4)
    ann.close()
    until(ben, lambda seen: not seen["seats"][0]["here"])
    put_a_mark(ben, [], 0)
    assert told == [0]
    assert Listener.heard.empty()


def test_who_is_away_is_told_at_once_that_the_game_is_over(house_at, hands, listener):
    """Though they were just told something else; whoever is here sees it."""
    house_at.app_house.hooks.private = True
    for resigns in (True, False):
        table, (ann, ben) = at_table(house_at, "person")
        token = ben.token
        for place in () if resigns else (0, 1):
            put_a_mark(ann, [ben], place)
            put_a_mark(ben, [ann], place + 6)
        ann.say("hook", address=listener)
        ann.until("noted")
        told_at(ben, listener)
        until(ann, lambda seen: not seen["seats"][1]["here"])
        if resigns:
            ann.say("resign")
        else:
            put_a_mark(ann, [], 2)
        line = Listener.heard.get(timeout=60)
        assert (line["table"], line["seat"]) == (table, 1)
        assert "the game is over, Ben" in line["text"]
        assert house_at.page(table, token).table["status"] == "over"
    with pytest.raises(queue.Empty):
        Listener.heard.get(timeout=1)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("ftp://example.org", "bad_hook"), ("nonsense", "bad_hook"), ("http://ann:pw@example.org/", "bad_hook"),
        ("http://127.0.0.1:8000/", "private_hook"), ("http://[::1]/", "private_hook"),
        ("http://169.254.169.254/latest", "private_hook"), ("https://192.168.1.1/", "private_hook"),
        ("http://[::ffff:10.0.0.1]/", "private_hook"), ("http://[64:ff9b::7f00:1]/", "private_hook"),
        ("http://[2002:7f00:1::]/", "private_hook"), ("http://[::127.0.0.1]/", "private_hook"),
        ("http://[fec0::1]/", "private_hook"), ("http://[ff0e::1]/", "private_hook"),
        ("http://224.0.0.1/", "private_hook"),
        ("http://a..example.org/", "bad_hook"), (f"http://{'a' * 64}.org/", "bad_hook"),
        ("http://example.org/\r\nX: y", "bad_hook"), ("http://[/", "bad_hook"),
    ],
)  # fmt: skip
def test_nothing_is_sent_to_private_addresses(address, why):
    with pytest.raises(Refused) as refused:
        checked(address)
    assert refused.value.key == f"house.{why}"
    assert checked("https://example.org/hook?x=1") == "https://example.org/hook?x=1"


@pytest.mark.parametrize("name", ["localhost", "2130706433", "0x7f.1", "127.1"])
def test_a_name_that_leads_to_a_private_address_is_found_out(listener, name):
    with pytest.raises(OSError, match="private"):
        asyncio.run(post(listener.replace("127.0.0.1", name), b"{}"))
    assert Listener.heard.empty()


@pytest.mark.parametrize("said", [b"", b"H", b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 abc\r\n"])
def test_whatever_answers_there_a_line_comes_to_an_end(said, monkeypatch):
    """Somebody who answers letter by letter must not keep anything busy that others need."""
    monkeypatch.setattr("arbiter.server.hooks.PATIENCE", 0.5)

    async def tried():
        async def trickle(reader, writer):
            writer.write(said)
            await reader.read()
            writer.close()

        async with await asyncio.start_server(trickle, "127.0.0.1", 0) as server:
            with pytest.raises(OSError):
                await post(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", b"{}", private=True)

    asyncio.run(tried())
