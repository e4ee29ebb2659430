"""The store in PostgreSQL keeps the same laws as the one in a file, and carries news between programs."""

import queue

import psycopg
import pytest

from arbiter.core import Fell
from arbiter.store import Kept, StoreFailed, Taken, open_store
from arbiter.store.moving import bring_in, export_all
from arbiter.store.postgres import PostgresStore
from tests.server import test_store as laws
from tests.server.test_store import sitting

SHARED = [
    laws.test_a_table_is_read_back_as_it_was_set_up,
    laws.test_entries_come_back_in_order_and_exactly,
    laws.test_the_key_is_the_lock,
    laws.test_a_refused_write_leaves_its_group_alone,
    laws.test_a_journal_has_no_holes,
    laws.test_entries_belong_to_a_table_that_exists,
    laws.test_a_seat_is_joined_once_and_the_host_keeps_the_rights,
    laws.test_a_table_that_is_here_already_is_not_written_over,
    laws.test_a_table_is_put_to_rest_and_goes_on,
    laws.test_chance_is_opened_once_and_before_the_game_begins,
    laws.test_what_people_did_is_kept_in_order_and_nobody_writes_the_same_twice,
    laws.test_a_clock_is_written_with_the_answer_and_found_when_it_is_due,
    laws.test_a_desk_is_a_seats_own,
    laws.test_the_front_door_has_tables_that_anybody_may_join_or_watch,
    laws.test_a_table_moves_with_all_that_is_kept_of_it,
]


@pytest.fixture
def store(database):
    store = open_store(database)
    assert isinstance(store, PostgresStore)
    yield store
    store.close()


@pytest.mark.parametrize("law", SHARED, ids=lambda law: law.__name__.removeprefix("test_"))
def test_it_keeps_the_laws_of_every_store(law, store):
    law(store)


def test_snapshots_are_kept_one_a_table(store):
    store.create(sitting()).result()
    assert store.snapshot("t1") is None
    for n in (1, 2):
        store.keep_snapshot("t1", Kept(n, "1", b"body \x00" * n)).result()
    assert store.snapshot("t1") == Kept(2, "1", b"body \x00" * 2)


def test_two_programs_write_one_table_and_the_key_is_the_lock(store, database):
    other = PostgresStore(database)
    store.create(sitting()).result()
    assert other.sitting("t1") == sitting()
    other.append("t1", 0, [Fell(6, 1)], "playing").result()
    with pytest.raises(Taken):
        store.append("t1", 0, [Fell(6, 2)], "playing").result()
    store.append("t1", 1, [Fell(6, 3)], "playing").result()
    assert other.entries("t1") == store.entries("t1") == [Fell(6, 1), Fell(6, 3)]
    assert other.entries("t1", 1) == [Fell(6, 3)]
    other.close()


def test_programs_hear_of_each_others_changes_and_not_of_their_own(store, database):
    other = PostgresStore(database)
    heard, own = queue.SimpleQueue(), queue.SimpleQueue()
    store.create(sitting()).result()
    other.hear(heard.put)
    store.hear(own.put)
    other._write(lambda connection: None).result()
    while True:
        # Until it listens, it hears nothing.
        store.rest("t1", "").result()
        try:
            assert heard.get(timeout=0.5) == "t1"
            break
        except queue.Empty:
            continue
    store.append("t1", 0, [Fell(6, 1)], "playing").result()
    assert heard.get(timeout=60) == "t1"
    assert own.empty()
    other.close()


def cut_off(database):
    """The database lets go of everybody, as where it is started again."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_connection_that_was_lost_meanwhile_is_made_anew_and_nobody_notices(store, database):
    store.create(sitting()).result()
    cut_off(database)
    store.append("t1", 0, [Fell(6, 2)], "playing").result(10)
    cut_off(database)
    assert store.entries("t1") == [Fell(6, 2)]


def test_a_connection_that_is_lost_while_it_writes_is_told_and_made_anew(store, database):
    store.create(sitting()).result()

    def work(connection):
        connection.execute("SELECT 1")
        cut_off(database)
        connection.execute("SELECT 1")

    lost = store._write(work)
    assert isinstance(lost.exception(10), StoreFailed)
    store.append("t1", 0, [Fell(6, 2)], "playing").result(10)
    assert store.entries("t1") == [Fell(6, 2)]


def test_tables_move_from_a_file_into_the_database(store, tmp_path):
    file = open_store(tmp_path / "tables.db")
    file.create(sitting(), [Fell(6, 1)]).result()
    assert list(bring_in(store, export_all(file))) == [("t1", True)]
    assert store.sitting("t1") == file.sitting("t1")
    assert [table.names for table in store.tables()] == [["", "Edda"]]
    file.close()


def test_two_programs_that_start_at_once_make_the_tables_once(database):
    stores = [open_store(database) for _ in range(3)]
    for one in stores:
        one.close()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("postgresql://nobody@127.0.0.1:1/nothing", "cannot be used as a store of games"),
        ("mysql://here", "in a file or at postgresql://"),
    ],
)
def test_an_address_that_leads_nowhere_is_said_in_words(address, words):
    with pytest.raises(ValueError, match=words):
        open_store(address)


def test_a_database_of_a_newer_arbiter_is_refused(store, database):
    store._write(lambda connection: connection.execute("INSERT INTO layout (version) VALUES (99)")).result()
    with pytest.raises(ValueError, match="newer Arbiter"):
        open_store(database)
