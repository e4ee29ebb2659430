"""What the soak counts, and that what it excuses is shown elsewhere."""

import ast
from collections import Counter
from pathlib import Path
from random import Random

from . import soak
from .table import hero, position

HERE = Path(__file__).parent


def test_what_play_seldom_reaches_is_shown_by_a_test_that_is_there():
    for key, (test, why) in soak.SELDOM.items():
        file, _, name = test.partition("::")
        there = [node.name for node in ast.parse((HERE / file).read_text()).body if isinstance(node, ast.FunctionDef)]
        assert name in there, f"{key}: there is no {test}"
        assert key in soak.expected(), f"{key} is nothing that could occur"
        assert why


def test_everything_that_the_game_has_is_looked_for():
    kinds = Counter(soak.expected().values())

    assert kinds == {
        "hero": 8, "place": 98, "row": 80, "encounter": 40, "foe": 8, "equipment": 40, "action": 30, "spell": 16,
        "mission": 30, "decision": 49,
    }  # fmt: skip


def test_a_game_is_played_to_its_end_and_heard():
    heard = Counter()
    answers = soak.play(3, {"round_limit": 2, "length": "short"}, Random(4), 0.5, heard)

    assert answers > 20
    assert sum(heard[key] for key in soak.BOOK.heroes) == 3
    assert heard["TEK-DEC-MOVE-PATH"] >= 6
    assert not heard.keys() - soak.expected().keys() - {"TEK-MOVE-1", "TEK-GAP-EVADE", "TEK-GAP-LANGUAGE-POINTS"}


def test_what_never_occurred_is_named():
    told = []
    missing = soak.soak(1, 0, 1, told.append)

    assert "M01" in missing
    assert "  M01 never occurred" in told


def test_what_is_asked_in_the_same_breath_counts_too():
    at_home = position(hero("H1", at="19", mission="M01"), step="missions")

    assert "TEK-DEC-ABANDON" in soak.decided(at_home.asks[0], at_home.state)
    moving = position(hero("H1", at="19", hand="A01", spells="S13"))
    assert {"TEK-DEC-MOVE-CARD", "TEK-DEC-MOVE-EXTRAS", "TEK-DEC-MOVE-PATH"} <= {
        *soak.decided(moving.asks[0], moving.state)
    }
