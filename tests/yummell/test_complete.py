"""Nothing is missing: every entry of the ledger is done somewhere and shown by a test."""

from pathlib import Path

from arbiter.cli.coverage import coverage, ids, shown_by
from arbiter.games.yummell import GAME

HERE = Path(__file__).parent
LEDGER = GAME.ledger()


def test_nothing_is_missing():
    found = coverage(GAME, shown_by(HERE))

    assert (found.rules, found.done, found.tested) == (178, 178, 178)
    assert found.missing.done == []
    assert found.missing.tested == []
    assert found.unknown == []


def test_every_ruling_example_decision_and_piece_of_content_is_shown():
    shown = shown_by(HERE)
    for kind, count in {"gap": 111, "example": 60, "decision": 25, "content": 10}.items():
        entries = [entry["id"] for entry in LEDGER[kind]]
        assert len(entries) == count
        assert [id for id in entries if id not in shown] == []


def test_no_test_claims_what_the_ledger_does_not_have():
    assert sorted(set(shown_by(HERE)) - ids(GAME)) == []
