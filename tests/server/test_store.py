"""The store keeps what it acknowledged, and lets nobody write the same entry twice."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event

import pytest

from arbiter.core import Fell, Said, Undone
from arbiter.store import (
    Clock,
    Damaged,
    Desk,
    Happening,
    InUse,
    Seat,
    Sitting,
    SqliteStore,
    StoreFailed,
    Taken,
    Terms,
    Times,
)
from arbiter.store.moving import bring_in, export


def sitting(id: str = "t1") -> Sitting:
    seats = [Seat(token="invite-0"), Seat(bot="random", name="Edda")]
    return Sitting(id, "beacons", "1", {"rounds": 2}, "s33d", "c0mm1t", "invite-0", seats)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "tables.db"


@pytest.fixture
def store(path: Path):
    store = SqliteStore(path)
    yield store
    store.close()


def test_a_table_is_read_back_as_it_was_set_up(store):
    store.create(sitting()).result()
    assert store.sitting("t1") == sitting()
    assert store.entries("t1") == []
    assert store.sitting("another") is None


def test_entries_come_back_in_order_and_exactly(store):
    store.create(sitting()).result()
    log = [Fell(6, 3), Said(0, "where", ("north", 2, None, True)), Undone(0, 1), Said(1, "bid", 12)]
    store.append("t1", 0, log[:2], "playing").result()
    store.append("t1", 2, log[2:], "over").result()
    read = store.entries("t1")
    assert [type(entry) for entry in read] == [type(entry) for entry in log]
    assert read[1].answer == ["north", 2, None, True]
    assert read[2:] == log[2:]
    assert store.sitting("t1").status == "over"


def test_the_key_is_the_lock(store):
    store.create(sitting()).result()
    store.append("t1", 0, [Fell(6, 1), Fell(6, 2)], "playing").result()
    with pytest.raises(Taken):
        store.append("t1", 1, [Fell(6, 5), Fell(6, 5)], "playing").result()
    assert store.entries("t1") == [Fell(6, 1), Fell(6, 2)]


def test_a_refused_write_leaves_its_group_alone(store):
    store.create(sitting()).result()
    writes = [store.append("t1", n, [Fell(6, n % 6)], "playing") for n in (0, 1, 1, 2, 9, 3)]
    outcomes = [write.exception() for write in writes]
    assert [type(outcome) for outcome in outcomes] == [
        type(None), type(None), Taken, type(None), ValueError, type(None),
    ]  # fmt: skip
    assert store.entries("t1") == [Fell(6, n) for n in range(4)]


def test_a_journal_has_no_holes(store):
    store.create(sitting()).result()
    with pytest.raises(ValueError, match="hole"):
        store.append("t1", 3, [Fell(6, 1)], "playing").result()
    assert store.entries("t1") == []


def test_entries_belong_to_a_table_that_exists(store):
    with pytest.raises(Taken):
        store.append("nowhere", 0, [Fell(6, 1)], "playing").result()


def test_a_seat_is_joined_once_and_the_host_keeps_the_rights(store):
    store.create(sitting()).result()
    ann = Seat(name="Ann", token="key-of-ann", joined=True, entropy="abcd")
    store.join("t1", 0, "invite-0", ann).result()
    with pytest.raises(Taken):
        store.join("t1", 0, "invite-0", Seat(name="Eve", token="key-of-eve", joined=True)).result()
    kept = store.sitting("t1")
    assert kept.seats[0] == ann
    assert kept.host == "key-of-ann"
    assert kept.entropy == {0: "abcd"}
    assert kept.full


def test_chance_is_opened_once_and_before_the_game_begins(store):
    store.create(sitting()).result()
    with pytest.raises(Taken):
        store.open_chance("t1", 0, "early").result()
    store.join("t1", 0, "invite-0", Seat(name="Ann", token="key", joined=True, pledge="p")).result()
    store.open_chance("t1", 0, "luck").result()
    assert store.sitting("t1").ready
    with pytest.raises(Taken):
        store.open_chance("t1", 0, "more").result()
    store.begin("t1").result()
    assert store.sitting("t1").status == "playing"
    store.create(sitting("t2")).result()
    store.join("t2", 0, "invite-0", Seat(name="Ann", token="key", joined=True, pledge="p")).result()
    assert not store.sitting("t2").ready
    store.begin("t2").result()
    with pytest.raises(Taken):
        store.open_chance("t2", 0, "late").result()
    assert store.sitting("t2").ready
    assert store.sitting("t2").entropy == {}


def test_a_second_program_on_the_same_file_is_refused_with_the_reason(store, path):
    with pytest.raises(InUse, match=rf"process {os.getpid()}\) already serves .*PostgreSQL"):
        SqliteStore(path)
    store.close()
    SqliteStore(path).close()


class Silent:
    """A ring that carries nothing."""

    def tell(self, changed):
        """Nobody listens."""

    def listen(self, news):
        """Nobody tells."""


def test_workers_who_open_a_new_file_at_once_wait_for_each_other(tmp_path):
    together = Barrier(4)

    def opened(path):
        together.wait()
        SqliteStore(path, ring=Silent()).close()

    with ThreadPoolExecutor(4) as workers:
        for n in range(30):
            list(workers.map(opened, [tmp_path / f"{n}.db"] * 4))


def test_a_file_is_free_again_however_its_program_ended(path):
    held = "import os, sys; from arbiter.store import SqliteStore; SqliteStore(sys.argv[1]); os.kill(os.getpid(), 9)"
    done = subprocess.run(
        [sys.executable, "-c", held, str(path)], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    )
    assert done.returncode == -signal.SIGKILL
    SqliteStore(path).close()


def test_a_program_that_only_looks_may_look_meanwhile(store, path):
    store.create(sitting(), [Fell(6, 1)]).result()
    other = SqliteStore(path, looking=True)
    assert other.entries("t1") == [Fell(6, 1)]
    [listed] = other.tables()
    assert (listed.id, listed.game, listed.status, listed.entries) == ("t1", "beacons", "open", 1)
    assert listed.names == ["", "Edda"]
    other.close()


def test_a_table_that_is_here_already_is_not_written_over(store):
    store.create(sitting(), [Fell(6, 1)]).result()
    with pytest.raises(Taken):
        store.create(sitting(), [Fell(6, 2)]).result()
    assert store.entries("t1") == [Fell(6, 1)]


def test_a_table_is_put_to_rest_and_goes_on(store):
    store.create(sitting()).result()
    store.rest("t1", "archived").result()
    assert store.sitting("t1").rest == "archived"
    store.rest("t1", "").result()
    assert store.sitting("t1") == sitting()


def test_closing_writes_what_waits(path):
    store = SqliteStore(path)
    store.create(sitting())
    waiting = [store.append("t1", n, [Fell(6, 0)], "playing") for n in range(50)]
    store.close()
    assert all(write.done() for write in waiting)
    again = SqliteStore(path)
    assert len(again.entries("t1")) == 50
    again.close()
    with pytest.raises(ValueError, match="closed"):
        store.create(sitting("t2"))


class FailingDisk:
    """A connection whose disk is full at one kind of statement."""

    def __init__(self, connection: sqlite3.Connection, at: str) -> None:
        self.connection, self.at = connection, at

    def execute(self, statement: str, *arguments):
        self._fail_at(statement)
        return self.connection.execute(statement, *arguments)

    def executemany(self, statement: str, rows):
        self._fail_at(statement)
        return self.connection.executemany(statement, rows)

    def _fail_at(self, statement: str) -> None:
        if statement.startswith(self.at):
            raise sqlite3.OperationalError("database or disk is full")

    def close(self) -> None:
        self.connection.close()


@pytest.fixture
def waiting(store):
    """Keeps the writer busy until it is set, so that what is written meanwhile waits together."""
    go, begun = Event(), Event()

    def work(connection: sqlite3.Connection) -> None:
        begun.set()
        assert go.wait(60)

    store._write(work)
    assert begun.wait(60)
    yield go
    go.set()


@pytest.mark.parametrize("at", ["BEGIN", "SAVEPOINT", "INSERT", "ROLLBACK", "RELEASE", "COMMIT"])
def test_a_failing_disk_is_told_to_everybody_who_waits_and_the_writer_goes_on(store, waiting, at):
    store._writer = FailingDisk(store._writer, at)
    group = [store.create(sitting()), *(store.append("t1", n, [Fell(6, n)], "playing") for n in (0, 0, 1))]
    waiting.set()
    assert {type(write.exception(10)) for write in group} == {StoreFailed}
    assert store.sitting("t1") is None
    store.create(sitting("t2")).result(10)
    store.append("t2", 0, [Fell(6, 3)], "playing").result(10)
    assert store.sitting("t2").status == "playing"


def test_a_disk_that_cannot_be_opened_again_fails_each_write_until_it_can(store, monkeypatch):
    def nowhere():
        raise sqlite3.OperationalError("unable to open database file")

    store._writer = FailingDisk(store._writer, "BEGIN")
    with monkeypatch.context() as broken:
        broken.setattr(store, "_connect", nowhere)
        for _ in range(3):
            assert isinstance(store.create(sitting()).exception(10), StoreFailed)
    store.create(sitting()).result(10)
    assert store.sitting("t1") == sitting()


class Listening:
    """A connection of which is kept what it was asked to do."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.heard: list[str] = []

    def execute(self, statement: str, *arguments):
        self.heard.append(statement.split()[0])
        return self.connection.execute(statement, *arguments)

    def close(self) -> None:
        self.connection.close()


async def begun(store, *tables: str) -> None:
    for table in tables:
        await store.create(sitting(table))
        await store.append(table, 0, [Fell(6, 1)], "playing")


def test_what_is_written_in_one_turn_of_a_loop_is_one_statement_that_stands_by_itself(store):
    tables = ("t1", "t2", "t3")

    async def write() -> list[str]:
        await begun(store, *tables)
        store._writer = listening = Listening(store._writer)
        for written in [store.append(table, 1, [Fell(6, 2), Fell(6, 3)], "playing") for table in tables]:
            await written
        return listening.heard

    assert asyncio.run(write()) == ["INSERT"]
    assert [len(store.entries(table)) for table in tables] == [3, 3, 3]


def test_of_what_stands_by_itself_one_that_is_taken_does_not_stop_the_others(store):
    async def write() -> list[BaseException | None]:
        await begun(store, "t1", "t2")
        with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            other.execute("INSERT INTO entry (table_id, n, body) VALUES ('t1', 1, '[\"fell\",6,5]')")
        writes = [store.append(table, 1, [Fell(6, 2)], "playing") for table in ("t1", "t2")]
        return [written.exception(10) for written in writes]

    taken, kept = asyncio.run(write())
    assert isinstance(taken, Taken)
    assert kept is None
    assert [store.entries(table)[-1] for table in ("t1", "t2")] == [Fell(6, 5), Fell(6, 2)]


def test_what_a_loop_has_gathered_is_written_for_whoever_stops_the_loop_or_closes_the_store(store, path):
    async def write() -> None:
        store.create(sitting("t1")).result(10)
        store.create(sitting("t2"))
        store.close()

    asyncio.run(write())
    again = SqliteStore(path)
    assert [again.sitting(table) for table in ("t1", "t2")] == [sitting("t1"), sitting("t2")]
    again.close()


def test_a_cancelled_write_is_not_written_and_stops_nobody(store, waiting):
    given_up, kept = store.create(sitting("t1")), store.create(sitting("t2"))
    assert given_up.cancel()
    waiting.set()
    kept.result(10)
    assert store.sitting("t1") is None
    assert store.sitting("t2") == sitting("t2")


def test_a_write_that_has_begun_can_no_longer_be_cancelled(store):
    go, begun = Event(), Event()

    def work(connection: sqlite3.Connection) -> None:
        begun.set()
        assert go.wait(60)

    write = store._write(work)
    assert begun.wait(60)
    assert not write.cancel()
    go.set()
    write.result(10)


def test_a_write_that_makes_no_sense_fails_alone(store, waiting):
    def nonsense(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO entry (table_id, n, body) VALUES (?, ?, ?)", ("t1", object(), ""))

    group = [store.create(sitting()), store._write(nonsense), store.append("t1", 0, [Fell(6, 1)], "playing")]
    waiting.set()
    assert [write.exception(10) is None for write in group] == [True, False, True]
    assert store.entries("t1") == [Fell(6, 1)]


CRASH = """
import os, signal, sys
from arbiter.core import Fell
from arbiter.store import Seat, Sitting, SqliteStore
store = SqliteStore(sys.argv[1])
store.create(Sitting("t1", "beacons", "1", {}, "s", "c", "h", [Seat()])).result()
for n in range(20):
    store.append("t1", n, [Fell(6, n % 6)], "playing").result()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_acknowledged_survives_a_killed_program(path):
    killed = subprocess.run([sys.executable, "-c", CRASH, str(path)], env={**os.environ}, check=False)
    assert killed.returncode == -signal.SIGKILL
    store = SqliteStore(path)
    assert store.entries("t1") == [Fell(6, n % 6) for n in range(20)]
    store.close()


def test_a_write_is_on_the_disk_before_it_is_acknowledged(store, path):
    levels = [store._reader.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert levels == ["wal", 2]
    store.create(sitting()).result()
    store.append("t1", 0, [Fell(6, 4)], "playing").result()
    stranger = sqlite3.connect(path)
    assert stranger.execute("SELECT COUNT(*) FROM entry").fetchone() == (1,)
    stranger.close()


@pytest.mark.skipif(sys.platform == "win32", reason="files have no modes there")
def test_nobody_else_on_the_machine_reads_a_new_file(store, path):
    store.create(sitting()).result()
    assert {file.name: file.stat().st_mode & 0o077 for file in path.parent.iterdir()} == {
        "tables.db": 0, "tables.db-wal": 0, "tables.db-shm": 0, "tables.db.lock": 0,
    }  # fmt: skip


def test_a_newer_file_is_refused_in_words(path):
    SqliteStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()
    with pytest.raises(ValueError, match="newer Arbiter"):
        SqliteStore(path)


def test_a_file_that_was_written_over_is_said_to_be_damaged(path):
    store = SqliteStore(path)
    store.create(sitting()).result()
    store.close()
    page = 4096
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(page)
        file.write(b"\xff" * (size - page))
    store = SqliteStore(path)
    try:
        with pytest.raises(Damaged, match="malformed"):
            store.sitting("t1")
        with pytest.raises(Damaged, match="malformed"):
            store.create(sitting("t2")).result()
    finally:
        store.close()


# What people do beside the game


def test_what_people_did_is_kept_in_order_and_nobody_writes_the_same_twice(store):
    store.create(sitting()).result()
    spoke, left = Happening("said", 0, {"text": "hello"}, 12.5), Happening("resigned", 1, {}, 13.0)
    store.happen("t1", 0, [spoke]).result()
    with pytest.raises(Taken):
        store.happen("t1", 0, [left]).result()
    store.happen("t1", 1, [left], status="over").result()
    assert store.happenings("t1") == [spoke, left]
    assert store.happenings("t1", 1) == [left]
    assert store.sitting("t1").status == "over"


def test_a_clock_is_written_with_the_answer_and_found_when_it_is_due(store):
    terms = Terms(clock=Clock(60, 5, 90, "resign"), undo="consent", watch="nobody")
    one = sitting()
    one.terms, one.times = terms, Times((60.0, 0.0))
    store.create(one).result()
    assert store.sitting("t1") == one
    assert store.due(1e12) == []
    store.append("t1", 0, [Fell(6, 1)], "playing", Times((40.5, 0.0), {0: 1000.0})).result()
    assert store.sitting("t1").times == Times((40.5, 0.0), {0: 1000.0})
    assert store.due(1040) == []
    assert store.due(1041) == ["t1"]
    store.happen("t1", 0, [Happening("resigned", 0)], "over", Times((0.0, 0.0))).result()
    assert store.due(1e12) == []
    assert store.moments("t1")[0] > 1e9


def test_a_desk_is_a_seats_own(store):
    store.create(sitting()).result()
    assert store.desk("t1", 0) == Desk()
    store.keep_desk("t1", 0, Desk("the bridge is weak")).result()
    store.keep_desk("t1", 0, Desk("hold the bridge", "https://example.org/hook")).result()
    assert store.desk("t1", 0) == Desk("hold the bridge", "https://example.org/hook")
    assert store.desk("t1", 1) == Desk()


def test_the_front_door_has_tables_that_anybody_may_join_or_watch(store):
    for id, terms in [("closed", Terms()), ("open", Terms(open=(0,))), ("shown", Terms(watch="all"))]:
        one = sitting(id)
        one.terms = terms
        store.create(one).result()
    assert {one.id for one in store.offered(10)} == {"open", "shown"}
    assert [seat.bot for seat in store.offered(1)[0].seats] == ["", "random"]
    store.append("shown", 0, [Fell(6, 1)], "over").result()
    assert [one.id for one in store.offered(10)] == ["open"]


def test_a_table_moves_with_all_that_is_kept_of_it(store):
    store.create(sitting()).result()
    store.append("t1", 0, [Fell(6, 1)], "playing").result()
    store.happen("t1", 0, [Happening("said", 0, {"text": "hello"}, 12.5)]).result()
    store.keep_desk("t1", 0, Desk("a note")).result()
    line = export(store, "t1").replace(b'"id":"t1"', b'"id":"t2"')
    assert [*bring_in(store, [line])] == [("t2", True)]
    assert store.happenings("t2") == store.happenings("t1") != []
    assert store.desk("t2", 0) == Desk("a note")
    assert store.moments("t2") == store.moments("t1")
