"""Nothing is missing: every rule is done and shown; every ruling, decision and worked example is named by a test."""

from pathlib import Path

import pytest

from arbiter.cli.coverage import coverage, shown_by
from arbiter.games.tekumel import GAME

HERE = Path(__file__).parent
LEDGER = GAME.ledger()


def test_nothing_is_missing():
    found = coverage(GAME, shown_by(HERE))

    assert (found.rules, found.done, found.tested) == (85, 85, 85)
    assert found.missing.done == []
    assert found.missing.tested == []
    assert found.unknown == []


@pytest.mark.parametrize(("kind", "count"), [("gap", 111), ("decision", 49), ("example", 44)])
def test_every_ruling_decision_and_example_is_named_by_a_test(kind, count):
    named = shown_by(HERE)

    assert len(LEDGER[kind]) == count
    assert [entry["id"] for entry in LEDGER[kind] if entry["id"] not in named] == []
