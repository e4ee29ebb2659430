"""A whole battle, compared number by number. How it is made anew is told in golden_battle.py."""

import json
from collections import Counter

import arbiter

from .golden_battle import EXPECTED, OPTIONS, SAVED, replay

KEPT = json.loads(EXPECTED.read_text())


def test_the_golden_battle_leads_to_the_same_numbers():
    found = json.loads(json.dumps(replay(SAVED)))
    for turn, (here, there) in enumerate(zip(found["turns"], KEPT["turns"], strict=True), 1):
        assert here == there, f"when turn {turn} began"
    assert found == KEPT


def test_the_golden_battle_is_one_and_its_dice_are_good():
    table = arbiter.load(SAVED)
    verdict = arbiter.verify(SAVED)

    assert verdict.good, verdict.faults
    assert table.over
    assert {name: getattr(table.options, name) for name in OPTIONS} == OPTIONS
    told = Counter(event.key for seat in (0, 1) for event in table.events(seat))
    assert {"missile.fire", "melee.strike", "morale.check"} <= told.keys(), "there is fire, melee and fear in it"
