"""A long table is opened from a snapshot beside its journal; the journal stays the truth."""

import asyncio
import sqlite3
from random import Random

import pytest

from arbiter import games, register
from arbiter.core import Table
from arbiter.core.journal import standing
from arbiter.server import House, record
from arbiter.server.guest import Guest
from arbiter.server.lines import Posted
from arbiter.store import Kept, Seat, Sitting, SqliteStore
from arbiter.store.sqlite import SCHEMA
from arbiter.testing.looks import everything
from tests.server.beacons import BEACONS


@pytest.fixture
def followed(monkeypatch):
    """Counts the answers that are read from a journal and given to the rules again."""
    read: list[int] = []
    follow = Table._follow

    def counted(self, trusted):
        before = len(self.journal)
        follow(self, trusted)
        if not trusted:
            read.append(len(self.journal) - before)

    monkeypatch.setattr(Table, "_follow", counted)
    return read


class Place:
    """A house without sockets, on a store that outlives it, with one table at which random answers are given."""

    def __init__(self, path) -> None:
        self.path = path
        self.rng = Random(4)
        self.seats = [Seat(name=name, token=f"key-of-{name}", joined=True) for name in ("ann", "ben", "cid", "dot")]
        self.table = "t1"

    def set(self) -> None:
        store = SqliteStore(self.path)
        options = {"rounds": 5, "weather": "clear", "quiet": False}
        store.create(Sitting("t1", "beacons", "1", options, "s33d", "c0mm1t", "host", self.seats)).result()
        store.close()

    def visit(self, answers: int = 0, undo: int | None = None) -> tuple[list, dict]:
        """Open the table, give so many answers, go away; what the journal and the table were then."""

        async def there():
            house = House(SqliteStore(self.path), 0.0)
            room = await house.room(self.table)
            guest = Guest(Posted(lambda text: asyncio.sleep(0)))
            await room.enter(guest, "")
            for _ in range(answers):
                ask = self.rng.choice(room.table.asks)
                await room._change(room.table, lambda ask=ask: room.table.answer(ask.seat, ask.sample(self.rng)))
            if undo is not None:
                await room._change(room.table, lambda: room.table.undo(undo, free=True))
            log, seen = list(room.table.log), everything(room.table)
            room.leave(guest)
            house.close_if_empty(room)
            await house.close()
            return log, seen

        return asyncio.run(there())

    def write(self, statement: str, *values) -> None:
        with sqlite3.connect(self.path) as connection:
            connection.execute(statement, values)
        connection.close()

    def kept(self) -> Kept | None:
        store = SqliteStore(self.path)
        try:
            return store.snapshot(self.table)
        finally:
            store.close()


@pytest.fixture
def place(tmp_path):
    register(BEACONS)
    place = Place(tmp_path / "tables.db")
    place.set()
    yield place
    games._REGISTERED.pop(BEACONS.id)


def afresh(log) -> dict:
    """The table of a journal, followed from its beginning."""
    options = {"rounds": 5, "weather": "clear", "quiet": False}
    return everything(Table(BEACONS, 4, "s33d", options, log=log))


def test_opening_a_long_table_follows_only_what_came_after_the_snapshot(place, followed):
    log, _ = place.visit(answers=40)
    assert place.kept().n == len(log)
    followed.clear()
    again, seen = place.visit()
    assert again == log
    assert seen == afresh(log)
    assert followed[0] < 20 < len(log)


def test_a_snapshot_is_kept_now_and_then_while_the_table_is_played(place, monkeypatch):
    monkeypatch.setattr(record, "EVERY", 30)
    monkeypatch.setattr(record, "WORTH", 1000)
    kept = []
    keep = SqliteStore.keep_snapshot

    def noted(self, table, snapshot):
        kept.append(snapshot.n)
        return keep(self, table, snapshot)

    monkeypatch.setattr(SqliteStore, "keep_snapshot", noted)
    log, _ = place.visit(answers=40)
    assert kept
    assert all(30 <= later - earlier < 40 for earlier, later in zip([0, *kept], kept, strict=False))
    assert kept[-1] > len(log) - 40


def test_a_short_visit_writes_no_snapshot(place):
    place.visit(answers=3)
    assert place.kept() is None
    assert record.WORTH > 3


def test_a_game_goes_on_from_a_snapshot_as_it_would_have_gone_on(place, followed):
    place.visit(answers=30)
    for _ in range(4):
        log, seen = place.visit(answers=3)
        assert seen == afresh(log)


def test_what_stands_before_the_snapshot_can_still_be_taken_back(place):
    log, _ = place.visit(answers=40)
    last = next(at for at, entry in reversed(list(enumerate(standing(log)))) if getattr(entry, "seat", None) == 2)
    again, seen = place.visit(undo=2)
    assert again[: len(log)] == log
    assert again[len(log)].back_to == last
    assert seen == afresh(again)
    once_more, seen = place.visit(answers=2)
    assert seen == afresh(once_more)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE snapshot SET body = zeroblob(40)",
        "UPDATE snapshot SET body = substr(body, 1, length(body) - 9)",
        "UPDATE snapshot SET rules = '0'",
        "UPDATE snapshot SET n = 9999",
        "DELETE FROM snapshot",
    ],
)
def test_a_snapshot_that_is_damaged_or_of_other_rules_is_as_good_as_none(place, followed, damage):
    log, _ = place.visit(answers=40)
    place.write(damage)
    followed.clear()
    again, seen = place.visit()
    assert again == log
    assert seen == afresh(log)
    assert followed[0] == len(log)
    assert place.kept().n == len(log), "a good one takes its place"


def test_a_snapshot_of_another_table_is_as_good_as_none(place, followed):
    log, _ = place.visit(answers=40)
    stranger = Place(place.path)
    stranger.table, stranger.rng = "t2", Random(5)
    store = SqliteStore(place.path)
    options = {"rounds": 5, "weather": "clear", "quiet": False}
    store.create(Sitting("t2", "beacons", "1", options, "0ther", "c0mm1t", "host", place.seats)).result()
    store.close()
    stranger.visit(answers=30)
    foreign = stranger.kept()
    store = SqliteStore(place.path)
    store.keep_snapshot("t1", foreign).result()
    store.close()
    followed.clear()
    again, seen = place.visit()
    assert again == log
    assert seen == afresh(log)
    assert len(log) in followed


def test_a_snapshot_that_leads_astray_is_left_aside(place, monkeypatch, caplog):
    log, _ = place.visit(answers=40)
    follow = record.restore

    def astray(*about):
        if about[-1] is not None:
            raise KeyError("a state of another make")
        return follow(*about)

    monkeypatch.setattr(record, "restore", astray)
    again, seen = place.visit()
    assert again == log
    assert seen == afresh(log)
    assert "leads astray" in caplog.text


def test_a_snapshot_that_cannot_be_made_or_kept_stops_nobody(place, monkeypatch, caplog):
    monkeypatch.setattr(Table, "snapshot", lambda self: 1 / 0)
    log, _ = place.visit(answers=40)
    monkeypatch.undo()
    assert "no snapshot can be made" in caplog.text
    again, _ = place.visit()
    assert again == log


def test_a_finished_game_is_opened_from_its_snapshot_too(place, followed):
    log, _ = place.visit(answers=1)
    while place_is_open(log):
        log, _ = place.visit(answers=1)
    place.visit()
    followed.clear()
    again, seen = place.visit()
    assert again == log
    assert seen == afresh(log)
    assert seen["outcome"] != b"null"
    assert followed[0] < 30 < len(log)


def place_is_open(log) -> bool:
    options = {"rounds": 5, "weather": "clear", "quiet": False}
    return not Table(BEACONS, 4, "s33d", options, log=log).over


# The layout of the store


def test_a_file_of_the_first_layout_is_brought_up_to_date_and_keeps_its_tables(tmp_path):
    path = tmp_path / "tables.db"
    old = sqlite3.connect(path)
    old.executescript(SCHEMA + "PRAGMA user_version = 1;")
    old.execute(
        "INSERT INTO sitting (id, game, rules, options, seed, commitment, host, status)"
        " VALUES ('t1', 'epix', '1', '{}', 's', 'c', 'h', 'playing')"
    )
    old.execute("INSERT INTO seat VALUES ('t1', 0, '', 'Ann', 'key', 1, 'abcd')")
    old.execute("""INSERT INTO entry VALUES ('t1', 0, '["fell", 6, 3]')""")
    old.commit()
    old.close()
    store = SqliteStore(path)
    assert store.sitting("t1").seats == [Seat(name="Ann", token="key", joined=True, entropy="abcd")]
    assert len(store.entries("t1")) == 1
    assert store.snapshot("t1") is None
    store.keep_snapshot("t1", Kept(1, "1", b"body")).result()
    store.close()
    again = SqliteStore(path)
    assert again.snapshot("t1") == Kept(1, "1", b"body")
    again.close()
