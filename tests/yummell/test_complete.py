"""Nothing is missing: every rule of the ledger is done somewhere and shown by a test, every worked example is one."""

import re
from pathlib import Path

from arbiter.cli.coverage import coverage, shown_by
from arbiter.games.yummell import GAME

HERE = Path(__file__).parent
LEDGER = GAME.ledger()


def test_nothing_is_missing():
    found = coverage(GAME, shown_by(HERE))

    assert (found.rules, found.done, found.tested) == (178, 178, 178)
    assert found.missing.done == []
    assert found.missing.tested == []
    assert found.unknown == []


def test_every_worked_example_is_named_by_a_test():
    texts = "\n".join(path.read_text() for path in HERE.glob("test_*.py"))
    named = {f"YUM-EX-{number}" for number in re.findall(r"EX-(\d+)", texts)}

    assert [entry["id"] for entry in LEDGER["example"] if entry["id"] not in named] == []
