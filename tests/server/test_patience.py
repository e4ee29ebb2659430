"""Connections that say nothing, or too little, are closed; those who say what they want are not hurried."""

import logging
import socket

import httpx
import pytest

from arbiter.server.patience import Impatient
from tests.server.house_at import HouseAt


@pytest.fixture
def hasty(tmp_path):
    """A house that waits for a moment only."""
    house = HouseAt(tmp_path / "tables.db")
    house.http = type("Hasty", (Impatient,), {"patience": 0.2, "reading": 0.2})
    house.start()
    yield house
    house.stop()


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nX-Slow: ",
    ],
    ids=["nothing", "half a line", "half a header", "half of a second request"],
)
def test_whoever_does_not_come_to_the_point_is_let_go(hasty, said):
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=60) as line:
        line.sendall(said)
        while line.recv(4096):
            pass


def test_whoever_reads_no_answer_is_let_go(hasty, caplog):
    """What was asked for again and again and never read would pile up."""
    logging.getLogger("uvicorn.error").addHandler(caplog.handler)
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", hasty.port))
        deaf.settimeout(60)
        with pytest.raises(ConnectionError):
            deaf.sendall(b"GET /api/rules/epix HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 500_000)
    assert httpx.get(f"{hasty.address}/healthz").status_code == 200
    logging.getLogger("uvicorn.error").removeHandler(caplog.handler)
    assert not any(record.exc_info for record in caplog.records)


def test_a_page_is_not_hurried(hasty):
    made = hasty.set_table("you", "person")
    page = hasty.page(made["table"], made["token"])
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=60) as silent:
        assert silent.recv(1) == b""
    page.join("Ann")
    assert page.table["seats"][0]["name"] == "Ann"
    with httpx.Client(base_url=hasty.address) as visitor:
        assert all(visitor.get("/healthz").status_code == 200 for _ in range(3))
