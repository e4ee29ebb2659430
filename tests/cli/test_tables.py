"""`arbiter tables`: what a store holds is listed, shown, replayed, moved and put aside."""

import json
import os

import pytest

import arbiter
from arbiter import games, register
from arbiter.core import Table, commitment
from arbiter.store import Seat, Sitting, SqliteStore
from tests.core.fording import Fording, mended


@pytest.fixture
def store(home):
    """The user's own store, with a game in play, one that is over and one that is being set."""
    register(Fording())
    store = SqliteStore(home / "tables.db")
    for id, answers in (("begun", [1, 2, 3, 0, 1]), ("done", [1, 2, 3, 0, 1, 1, 2, 3, 6, 1])):
        table = Table(Fording(), 2, "s33d", entropy={0: "abcd"})
        for answer in answers:
            table.answer(table.asks[0].seat, answer)
        seats = [Seat(name="Ann", token="key-of-ann", joined=True, entropy="abcd"), Seat(bot="random", name="Edda")]
        about = Sitting(id, "fording", "1", {}, "s33d", commitment("s33d"), "key-of-ann", seats)
        about.status = "over" if table.over else "playing"
        store.create(about, table.log).result()
    open_seats = [Seat(token="invite"), Seat(token="other")]
    store.create(Sitting("new", "epix", "2", {}, "seed", commitment("seed"), "host", open_seats)).result()
    store.close()
    yield home / "tables.db"
    games._REGISTERED.pop("fording")


def test_tables_are_listed(run, store):
    listed = json.loads(run("tables", "list", "--json").output)
    assert {one["id"]: one["status"] for one in listed} == {"begun": "playing", "done": "over", "new": "open"}
    assert {one["id"]: one["entries"] for one in listed} == {"begun": 8, "done": 18, "new": 0}
    assert [one["id"] for one in json.loads(run("tables", "list", "epix", "--json").output)] == ["new"]
    shown = run("tables", "list").output
    for word in ("begun", "in play", "Ann, Edda", "being set"):
        assert word in shown


def test_a_table_is_shown(run, store):
    shown = run("tables", "show", "begun")
    assert shown.exit_code == 0
    for word in ("1. Ann (person)", "2. Edda (random)", commitment("s33d"), "holds: all 8 entries"):
        assert word in shown.output
    assert "not everybody has sat down yet" in run("tables", "show", "new").output


def test_tables_are_replayed_under_the_rules_of_today(run, store):
    assert run("tables", "replay").exit_code == 0
    register(mended(reach=5))
    done = run("tables", "replay")
    assert done.exit_code == 1
    lines = {line.split()[0]: line for line in done.output.splitlines()}
    assert "does not hold" in lines["done"]
    assert "then comes Ann" in lines["done"] or "then comes Edda" in lines["done"]
    assert run("tables", "replay", "new").exit_code == 0


def test_a_table_is_moved_to_another_store(run, store, tmp_path):
    other = tmp_path / "other.db"
    assert run("tables", "export", "begun", tmp_path / "begun.json").exit_code == 0
    assert (tmp_path / "begun.json").stat().st_mode & 0o777 == 0o600
    assert "begun: brought in" in run("tables", "import", tmp_path / "begun.json", "--store", other).output
    assert "begun: here already" in run("tables", "import", tmp_path / "begun.json", "--store", other).output
    kept, moved = SqliteStore(store), SqliteStore(other)
    assert moved.sitting("begun") == kept.sitting("begun")
    assert moved.entries("begun") == kept.entries("begun")
    kept.close()
    moved.close()


def test_a_table_is_exported_as_a_saved_game(run, store, tmp_path):
    run("tables", "export", "done", tmp_path / "done.json", "--save")
    assert arbiter.load(tmp_path / "done.json").over
    assert run("verify", tmp_path / "done.json").exit_code == 0
    assert "not everybody" in run("tables", "export", "new", "--save").stderr


def test_all_tables_are_backed_up_and_brought_back(run, store, tmp_path):
    assert "3 tables written" in run("tables", "backup", tmp_path / "all.jsonl").output
    store.unlink()
    done = run("tables", "import", tmp_path / "all.jsonl")
    assert done.output.count("brought in") == 3
    assert len(json.loads(run("tables", "list", "--json").output)) == 3
    assert "exists already" in run("tables", "backup", tmp_path / "all.jsonl").stderr


def test_tables_are_put_aside_and_brought_back(run, store):
    assert run("tables", "archive", "done", "new").exit_code == 0
    assert [one["id"] for one in json.loads(run("tables", "list", "--json").output)] == ["begun"]
    assert len(json.loads(run("tables", "list", "--all", "--json").output)) == 3
    assert "put aside" in run("tables", "list", "--all").output
    run("tables", "archive", "new", "--undo")
    assert {one["id"] for one in json.loads(run("tables", "list", "--json").output)} == {"begun", "new"}


def test_what_is_wrong_is_said(run, store, tmp_path):
    (tmp_path / "nonsense").write_text("{}\n")
    for arguments, words in (
        (["show", "nowhere"], "there is no table nowhere"),
        (["list", "--store", tmp_path / "none.db"], "no store of tables at"),
        (["archive", "nowhere"], "there is no table nowhere"),
        (["import", tmp_path / "nonsense"], "line 1 is no exported table"),
        (["import", tmp_path / "missing"], "there is no file"),
    ):
        refused = run("tables", *arguments)
        assert refused.exit_code == 2, refused.output
        assert words in refused.stderr
    assert not (tmp_path / "none.db").exists()


def test_looking_is_free_while_the_store_is_served_and_changing_is_not(run, store, tmp_path):
    serving = SqliteStore(store)
    assert run("tables", "list").exit_code == 0
    assert run("tables", "backup", tmp_path / "all.jsonl").exit_code == 0
    refused = run("tables", "archive", "done")
    assert refused.exit_code == 2
    assert f"(process {os.getpid()}) already serves" in refused.stderr
    serving.close()
