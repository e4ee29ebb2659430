"""The command that serves: says where, minds its port and its file, and stops when told."""

import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager

import httpx
import pytest

from arbiter.server import CannotServe, serve
from arbiter.server.run import default_store
from tests.yummell.test_packs import PACK as FAIR

SERVE = "import sys; from arbiter.server import serve; serve('127.0.0.1', 0, sys.argv[1], open_browser=True)"


@contextmanager
def served(path, *command):
    """A server in a process of its own, and the address it printed."""
    command = [sys.executable, *(command or ("-c", SERVE, str(path)))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        yield found[0], process
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(60) == 0, rest
        assert "Traceback" not in rest


def test_it_prints_its_address_serves_there_and_stops_quietly(tmp_path):
    with served(tmp_path / "tables.db") as (address, _):
        assert "Arbiter" in httpx.get(address).text
        made = httpx.post(f"{address}api/tables", json={"game": "epix", "seats": ["you", "random"]}).json()
    with served(tmp_path / "tables.db") as (address, _):
        answer = httpx.get(f"{address}api/tables/{made['table']}/save")
        assert answer.status_code == 409


def test_it_has_room_for_as_many_pages_as_the_system_allows():
    files = "resource.getrlimit(resource.RLIMIT_NOFILE)"
    few = f"most = {files}[1]; resource.setrlimit(resource.RLIMIT_NOFILE, (64, most))"
    seen = (
        f"import resource; {few}; from arbiter.server.run import make_room; make_room(); print({files} == (most, most))"
    )
    assert subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True).stdout == "True\n"


def test_it_serves_with_packs(tmp_path):
    (tmp_path / "fair.toml").write_text(FAIR)
    pack, store = f"yummell={tmp_path / 'fair.toml'}", str(tmp_path / "tables.db")
    with served(store, "-m", "arbiter", "serve", "--port", "0", "--store", store, "--pack", pack) as (address, _):
        wish = {"game": "yummell", "seats": ["you", "random"], "options": {"track": "fair"}}
        made = httpx.post(f"{address}api/tables", json=wish)
        assert made.status_code == 201, made.text
        book = httpx.get(f"{address}api/tables/{made.json()['table']}/book").json()
        assert book["catalogue"]["track.fair"] == "Once round the fair"


def test_a_taken_port_is_said_in_words():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=f"127.0.0.1:{port}.*PORT="):
            serve("127.0.0.1", port)


def test_a_file_that_cannot_hold_games_is_said_in_words(tmp_path):
    (tmp_path / "tables.db").write_text("this is no database, and long enough to be read as one" * 20)
    with pytest.raises(CannotServe, match="The games cannot be kept in"):
        serve("127.0.0.1", 0, tmp_path / "tables.db")


def test_games_are_kept_where_the_system_keeps_data(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_store() == tmp_path / "arbiter" / "tables.db"
