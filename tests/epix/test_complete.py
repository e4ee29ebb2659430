"""Nothing is missing: every entry of the ledger is done somewhere and shown by a test."""

from pathlib import Path

from arbiter.cli.coverage import coverage, ids, shown_by
from arbiter.games.epix import GAME

HERE = Path(__file__).parent
LEDGER = GAME.ledger()


def test_nothing_is_missing():
    found = coverage(GAME, shown_by(HERE))

    assert (found.rules, found.done, found.tested) == (171, 171, 171)
    assert found.missing.done == []
    assert found.missing.tested == []
    assert found.unknown == []


def test_every_ruling_example_decision_and_piece_of_content_is_shown():
    shown = shown_by(HERE)
    for kind, count in {"gap": 70, "example": 38, "decision": 16, "content": 7}.items():
        entries = [entry["id"] for entry in LEDGER[kind]]
        assert len(entries) == count
        assert [id for id in entries if id not in shown] == []


def test_no_test_claims_what_the_ledger_does_not_have():
    assert sorted(set(shown_by(HERE)) - ids(GAME)) == []


def test_the_rules_of_the_advanced_game_are_marked_as_such():
    advanced = [entry["id"] for entry in LEDGER["rule"] if entry.get("mode") == "advanced"]

    assert {"EPIX-PRE-9", "EPIX-SETUP-11", "EPIX-REC-3", "EPIX-INC-4", "EPIX-CASTLE-7"} <= set(advanced)
    assert all(entry.get("mode") in (None, "advanced") for entry in LEDGER["rule"])
