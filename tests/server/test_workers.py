"""Two programs serve the same tables from one database: any of them any table, and one may die."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.house_at import HouseAt

ROOT = Path(__file__).parents[2]


class WorkerAt(HouseAt):
    """A program of its own that serves the tables of a database."""

    def __init__(self, database: str) -> None:
        super().__init__(Path())
        command = [sys.executable, "-m", "arbiter", "--with", "examples.tic_tac_toe:TicTacToe", "serve"]
        self.process = subprocess.Popen(
            [*command, "--port", "0", "--store", database], stdout=subprocess.PIPE, text=True, cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "LANG": "C.UTF-8"},
        )  # fmt: skip
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, said
        self.port = int(found[1])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


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
    for page in (ann, watching):
        page.close()
