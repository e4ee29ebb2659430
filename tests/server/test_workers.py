"""Several serve the same tables, any of them any table, and one may die: programs, and workers of one program."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from tests.server.house_at import HouseAt

ROOT = Path(__file__).parents[2]


class WorkerAt(HouseAt):
    """A program of its own that serves the tables of a store."""

    def __init__(self, store: str, *how: str) -> None:
        super().__init__(Path())
        command = [sys.executable, "-m", "arbiter", "--with", "examples.tic_tac_toe:TicTacToe", "serve"]
        self.process = subprocess.Popen(
            [*command, "--port", "0", "--store", store, *how], stdout=subprocess.PIPE, text=True, cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "LANG": "C.UTF-8"},
        )  # fmt: skip
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, said
        self.port = int(found[1])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)


@pytest.fixture
def workers(database):
    both = [WorkerAt(database), WorkerAt(database)]
    # What a browser keeps, it keeps whichever program it talks to.
    both[1].pages, both[1].chances = both[0].pages, both[0].chances
    yield both
    for worker in both:
        if worker.process.poll() is None:
            worker.stop()


def test_two_play_through_two_programs_and_one_is_killed(workers):
    first, second = workers
    made = first.set_table("you", "person", game="tic-tac-toe")
    ann = first.page(made["table"], made["token"])
    ben = second.page(made["table"], ann.table["invitations"]["1"])
    ann.join("Ann")
    ben.until_table(lambda seen: seen["seats"][0]["name"] == "Ann")
    ben.join("Ben")
    ann.until_table(lambda seen: seen.get("waiting") == [0])
    assert ann.table["seats"][1]["name"] == "Ben"

    assert ann.answer(4)["type"] == "accepted"
    ben.until_table(lambda seen: seen["waiting"] == [1])
    assert ben.table["head"] == ann.table["head"]
    assert ben.answer(0)["type"] == "accepted"
    ann.until_table(lambda seen: seen["waiting"] == [0])

    # The same seat at both programs, and both answer the same ask: one is written, the other is shown what was.
    also_ann = second.page(made["table"], ann.token)
    asked = ann.ask["id"]
    ann.say("answer", ask=asked, answer=8)
    also_ann.say("answer", ask=asked, answer=2)
    heard = [page.until("accepted", "overtaken", "refused") for page in (ann, also_ann)]
    assert sorted(one["type"] for one in heard)[0] == "accepted"
    lost = [one for one in heard if one["type"] != "accepted"]
    assert len(lost) == 1
    assert lost[0]["type"] == "overtaken" or lost[0]["key"] == "house.moved_on"
    ben.until_table(lambda seen: seen["waiting"] == [1])
    for page in (ann, also_ann):
        page.until_table(lambda seen: seen["head"] == ben.table["head"])
    scenes = [page.table["scene"] for page in (ann, also_ann, ben)]
    assert scenes[0] == scenes[1] == scenes[2]

    first.kill()
    back = second.page(made["table"], ann.token)
    assert back.table["seat"] == 0
    assert back.table["head"] == ben.table["head"], "nothing that was acknowledged is lost"
    ben.answer(1)
    back.until_table(lambda seen: seen["waiting"] == [0])
    for page in (ben, back, also_ann):
        page.close()


def test_a_program_that_starts_later_serves_what_others_have_begun(workers):
    first, second = workers
    made = first.set_table("you", "random", game="tic-tac-toe")
    ann = first.page(made["table"], made["token"])
    ann.join("Ann")
    ann.until_table(lambda seen: seen["asks"])
    watching = second.page(made["table"])
    watching.until_table(lambda seen: seen["head"] == ann.table["head"])
    ann.answer(ann.ask["options"][0]["value"])
    ann.until_table(lambda seen: seen["asks"] or seen["outcome"])
    watching.until_table(lambda seen: seen["head"] == ann.table["head"])
    assert watching.table["scene"] == ann.table["scene"]
    nowhere = httpx.get(f"{second.address}/api/tables/%00/book")
    assert (nowhere.status_code, nowhere.json()["key"]) == (404, "house.no_table"), "a database takes no such letter"
    ann.say("note", text="a\0b")
    ann.until("noted")
    ann.say("desk")
    assert ann.until("desk")["notes"] == "a\0b"
    for page in (ann, watching):
        page.close()


@pytest.fixture
def spread(tmp_path):
    """A program that spreads its tables over two workers."""
    program = WorkerAt(str(tmp_path / "tables.db"), "--workers", "2")
    yield program
    if program.process.poll() is None:
        program.stop()


def its_workers(program):
    """The processes that serve for a program. What Python itself has started beside them has another name."""
    pid = program.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def by_chance(table):
    """The id of a table as the hall does not know it again, so that any worker may get who asks for it."""
    return f"%{ord(table[0]):02X}{table[1:]}"


needs_hall = pytest.mark.skipif(sys.platform != "linux", reason="connections are handed over on Linux only")


@needs_hall
def test_any_worker_says_what_all_have_counted(spread):
    for _ in range(4):
        spread.set_table("you", "person", game="tic-tac-toe")
    # Whoever asks is handed over in turn, and workers tell each other once in a while.
    in_row, deadline = 0, time.monotonic() + 60
    while in_row < 4:
        counted = httpx.get(f"{spread.address}/metrics", timeout=60).text.splitlines()
        in_row = in_row + 1 if "arbiter_tables_set_total 4" in counted else 0
        assert time.monotonic() < deadline, counted
        time.sleep(0.05)


@needs_hall
def test_all_who_look_at_a_table_are_served_whichever_worker_has_them(spread):
    made = spread.set_table("you", "person", game="tic-tac-toe")
    table = made["table"]
    ann = spread.page(table, made["token"])
    # Of three who are handed over in turn, some come to another worker than Ann.
    watching = [spread.page(by_chance(table)) for _ in range(3)]
    ann.join("Ann")
    ben = spread.page(table, ann.table["invitations"]["1"])
    ben.join("Ben")
    for page, other, cell in ((ann, ben, 4), (ben, ann, 0), (ann, ben, 8)):
        page.until_table(lambda seen: seen.get("asks"))
        assert page.answer(cell)["type"] == "accepted"
        head = page.table["head"]
        for one in (other, *watching):
            one.until_table(lambda seen, head=head: seen["head"] == head)
    assert all(one.table["scene"] == watching[0].table["scene"] for one in watching)
    for page in (ann, ben, *watching):
        page.close()


@needs_hall
def test_a_worker_that_dies_is_replaced_and_nothing_is_lost(spread):
    made = spread.set_table("you", "random", game="tic-tac-toe")
    ann = spread.page(made["table"], made["token"])
    ann.join("Ann")
    ann.until_table(lambda seen: seen["asks"])
    ann.answer(ann.ask["options"][0]["value"])
    ann.until_table(lambda seen: seen["asks"] or seen["outcome"])
    before = its_workers(spread)
    assert len(before) == 2
    for worker in before:
        os.kill(worker, signal.SIGKILL)
    back = None
    while back is None:
        with suppress(OSError, WebSocketException):
            back = spread.page(made["table"], ann.token)
    assert back.table["seat"] == 0
    assert back.table["head"] == ann.table["head"]
    back.close()


@needs_hall
def test_workers_stop_with_their_program_even_where_it_is_killed(spread):
    workers = its_workers(spread)
    spread.kill()
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{worker}").exists() and _lives(worker) for worker in workers):
        assert time.monotonic() < deadline, "a worker lives on without its program"
        time.sleep(0.05)


def _lives(pid):
    """Whether a process is more than an entry that nobody has taken note of."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@needs_hall
def test_another_program_is_refused_a_file_that_workers_share(spread, tmp_path):
    again = subprocess.run(
        [sys.executable, "-m", "arbiter", "serve", "--port", "0", "--store", str(tmp_path / "tables.db")],
        capture_output=True, text=True, timeout=60, env={**os.environ, "LANG": "C.UTF-8"}, cwd=ROOT,
    )  # fmt: skip
    assert again.returncode != 0
    assert f"process {spread.process.pid}" in again.stdout + again.stderr
