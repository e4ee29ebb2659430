"""The rulebook: a rule has one home, and a running procedure knows its rules."""

import pytest

from arbiter.core import rule
from arbiter.core.rulebook import HOMES, line, place, rules_in_force


def test_a_marked_function_is_the_function_itself():
    def move():
        return 7

    assert rule("T-1")(move) is move
    assert HOMES["T-1"] is move


def test_a_rule_has_one_home():
    @rule("T-2")
    def first():
        pass

    with pytest.raises(ValueError, match=r"rule T-2 already lives in .*first; it cannot also live in .*second"):

        @rule("T-2")
        def second():
            pass


def test_the_same_home_may_claim_it_again():
    """As happens when a module is imported anew."""
    for _ in range(2):

        @rule("T-3")
        def home():
            pass

    assert HOMES["T-3"] is home


def test_a_class_can_be_a_home():
    @rule("T-4")
    class Knight:
        pass

    assert HOMES["T-4"] is Knight
    assert line(Knight) == 0


def test_a_home_can_be_found():
    @rule("T-5")
    def here():
        pass

    assert place(here) == f"{__name__}.test_a_home_can_be_found.<locals>.here"
    assert line(here) == here.__code__.co_firstlineno


def test_rules_in_force_are_read_off_the_running_generators():
    @rule("T-6", "T-7")
    def outer():
        yield from unmarked()

    def unmarked():
        yield from inner()

    @rule("T-8")
    @rule("T-9")
    def inner():
        yield 1
        yield from [2]

    running = outer()
    assert rules_in_force(running) == ["T-6", "T-7"]
    next(running)
    assert rules_in_force(running) == ["T-6", "T-7", "T-8", "T-9"]
    next(running)
    assert rules_in_force(running) == ["T-6", "T-7", "T-8", "T-9"], "a list that is yielded from has no rules"
    assert rules_in_force(None) == []
