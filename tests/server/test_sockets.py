"""Sockets take whatever frames there are: short texts by the short way, everything else as the protocol wants it."""

import gc
import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from weakref import ref

import pytest

from arbiter.core.chain import pledge
from arbiter.server.door import Visit
from arbiter.server.guest import Guest
from arbiter.server.room import Room
from arbiter.server.sockets import TOGETHER, Brisk

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
MASK = b"\x01\x02\x03\x04"


def frame(body: bytes, kind: int = TEXT, fin: bool = True, masked: bool = True) -> bytes:
    """A frame as a browser sends it."""
    length = len(body)
    size = bytes([length]) if length < 126 else b"\x7e" + struct.pack("!H", length)
    if length >= 65536:
        size = b"\x7f" + struct.pack("!Q", length)
    head = bytes([(128 if fin else 0) | kind]) + (bytes([size[0] | 128]) + size[1:] if masked else size)
    return head + (MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(body)) if masked else body)


class Bare:
    """A socket of a page, byte by byte."""

    def __init__(self, port: int, table: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.rest = b""
        self.send(
            f"GET /api/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.socket.recv(4096)
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101")

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def say(self, **message: object) -> bytes:
        return frame(json.dumps(message).encode())

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """What comes, frame by frame, until the socket is closed."""
        while True:
            while len(self.rest) >= 2:
                length, at = self.rest[1], 2
                if length >= 126:
                    wide = 2 if length == 126 else 8
                    length, at = int.from_bytes(self.rest[2 : 2 + wide], "big"), 2 + wide
                if len(self.rest) < at + length:
                    break
                kind, body, self.rest = self.rest[0] & 15, self.rest[at : at + length], self.rest[at + length :]
                yield kind, body
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:
                return
            if not more:
                return
            self.rest += more

    def until(self, wanted: str) -> dict:
        for kind, body in self.frames():
            if kind == TEXT and (message := json.loads(body))["type"] == wanted:
                return message
        raise AssertionError(f"closed before {wanted}")

    def closed(self) -> int:
        """The code with which the house closes."""
        return next(struct.unpack("!H", body[:2])[0] for kind, body in self.frames() if kind == CLOSE)


@pytest.fixture
def bare(house_at) -> Iterator[Bare]:
    made = house_at.set_table("you", "random")
    page = Bare(house_at.port, made["table"])
    page.send(page.say(type="hello", token=made["token"]))
    page.until("table")
    yield page
    page.socket.close()


def test_several_messages_in_one_segment_are_all_heard_in_order(bare):
    bare.send(b"".join(bare.say(type="answer", ask=f"{n}", answer=0) for n in range(20)))
    assert [bare.until("refused")["key"] for _ in range(20)] == ["house.not_begun"] * 20


def test_a_picture_and_the_reply_that_follows_it_are_one_write(bare, monkeypatch):
    said, flush = [], Brisk.flush

    def flushed(line: Brisk) -> None:
        said.append(b"".join(line._said))
        flush(line)

    monkeypatch.setattr(Brisk, "flush", flushed)
    bare.send(bare.say(type="join", name="Ann", pledge=pledge("00" * 16), token="a" * 24))
    bare.until("seated")
    assert any(b'"type":"table"' in one and b'"type":"seated"' in one for one in said)


def test_however_many_look_all_are_told(house_at):
    made = house_at.set_table("you", "random")
    pages = [Bare(house_at.port, made["table"]) for _ in range(3 * TOGETHER // 2)]
    for page, token in zip(pages, [made["token"], *[""] * len(pages)], strict=False):
        page.send(page.say(type="hello", token=token))
        page.until("table")
    pages[0].send(pages[0].say(type="join", name="Ann", pledge=pledge("00" * 16), token="a" * 24))
    for page in pages:
        while '"name":"Ann"' not in json.dumps(page.until("table"), separators=(",", ":")):
            pass
        page.socket.close()


def test_a_message_that_comes_byte_by_byte_is_heard(bare):
    for byte in bare.say(type="answer", ask="x" * 60, answer="y" * 200):
        bare.send(bytes([byte]))
    assert bare.until("refused")


def test_a_message_in_fragments_with_a_ping_between_is_heard_once(bare):
    text = json.dumps({"type": "answer", "ask": "1", "answer": 0}).encode()
    bare.send(frame(text[:5], fin=False) + frame(b"here?", PING) + frame(text[5:9], 0, fin=False) + frame(text[9:], 0))
    found = [next(frames) for frames in [bare.frames()] for _ in range(2)]
    assert (PONG, b"here?") in found
    assert [json.loads(body)["type"] for kind, body in found if kind == TEXT] == ["refused"]


def test_what_is_not_text_is_refused_with_a_close(bare):
    bare.send(frame(b'"\xff\xfe"'))
    assert bare.closed() == 1007


def test_what_is_not_text_in_fragments_is_refused_without_a_fault(bare, caplog):
    bare.send(frame(b'"\xff', fin=False) + frame(b'\xfe"', 0))
    assert bare.closed() == 1007
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize(
    "odd", [frame(b"", 0, fin=False), frame(b"here?" * 20, PING), frame(b"", PONG)], ids=["fragments", "pings", "pongs"]
)
def test_whoever_sends_nothing_but_odd_frames_is_closed(bare, odd):
    """They would keep the house busy, and what answers them would pile up."""
    with suppress(ConnectionError):
        bare.send(frame(b"", fin=False) + odd * 5000)
    assert sum(kind == PONG for kind, _ in bare.frames()) <= 300, "and then the socket is closed"


def test_a_text_within_another_is_an_error_of_the_protocol(bare):
    bare.send(frame(b'{"type":', fin=False) + bare.say(type="undo"))
    assert bare.closed() == 1002


def test_a_page_must_mask_what_it_says(bare):
    bare.send(frame(b'{"type":"undo"}', masked=False))
    assert bare.closed() == 1002


def test_what_is_too_long_is_refused_before_it_has_come(bare):
    bare.send(b"\x81\xff" + struct.pack("!Q", 10**9) + MASK + b"x" * 100)
    assert bare.closed() == 1009


def test_a_close_is_answered(bare):
    bare.send(bare.say(type="undo") + frame(struct.pack("!H", 1000), CLOSE))
    assert bare.closed() == 1000


def test_what_a_page_took_is_free_when_it_is_gone(bare):
    """Without the collector, which comes rarely for what has lived long."""
    gc.collect()
    gc.disable()
    try:
        held = [ref(one) for one in gc.get_objects() if type(one) in (Brisk, Guest, Room, Visit)]
        assert len(held) == 4
        bare.socket.close()
        late = time.monotonic() + 20
        while any(one() is not None for one in held) and time.monotonic() < late:
            time.sleep(0.01)
        assert [one() for one in held] == [None] * 4
    finally:
        gc.enable()
