"""Whole games kept as they were played: the rules must still lead every journal to the same end."""

from pathlib import Path

import pytest

import arbiter

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))
ENDS = {"five_on_the_detour": ((3, 5, 2, 1, 3), 12, 653), "two_build_a_track": ((1, 2), 9, 234)}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_kept_game_still_ends_as_it_did(path):
    verdict = arbiter.verify(path)
    assert verdict.good, verdict.faults
    assert verdict.over
    table = arbiter.load(path)
    assert table.outcome is not None
    assert (table.outcome.ranks, table.state.round, len(table.journal)) == ENDS[path.stem]
    assert table.save() == path.read_text()
