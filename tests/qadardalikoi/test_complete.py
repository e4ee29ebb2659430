"""Nothing is missing: every rule is done and shown; every ruling, decision and example is named."""

from pathlib import Path

import pytest

from arbiter.cli.coverage import coverage, shown_by
from arbiter.games.qadardalikoi import GAME

HERE = Path(__file__).parent
LEDGER = GAME.ledger()


def test_nothing_is_missing():
    found = coverage(GAME, shown_by(HERE))

    assert (found.rules, found.done, found.tested) == (363, 363, 363)
    assert found.missing.done == []
    assert found.missing.tested == []
    assert found.unknown == []


@pytest.mark.parametrize(("kind", "count"), [("gap", 262), ("decision", 34), ("example", 58)])
def test_every_ruling_decision_and_example_is_named_by_a_test(kind, count):
    named = shown_by(HERE)

    assert len(LEDGER[kind]) == count
    assert [entry["id"] for entry in LEDGER[kind] if entry["id"] not in named] == []


@pytest.mark.rule("QAD-2.411-G7")
def test_there_is_no_section_2_412():
    sections = {entry["section"] for part in ("rule", "gap") for entry in LEDGER[part]}
    assert {"2.411", "2.413"} <= sections
    assert "2.412" not in sections
