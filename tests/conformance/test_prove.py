"""Emptied homes, and the proof that every rule has a test that misses it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from arbiter.core import Choose, Illegal, Rules
from arbiter.testing import prove
from arbiter.testing.emptied import empty
from arbiter.testing.prove import Proof

ROOT = Path(__file__).parents[2]


class Spot(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Cost:
    points: int
    reasons: tuple[str, ...]
    free: bool


class Price(msgspec.Struct):
    gold: int


def emptied(function, *args):
    empty(function)
    return function(*args)


class TestEmpty:
    def test_a_procedure_does_nothing(self):
        def pay(purse: list[int]) -> None:
            purse.append(1)

        purse: list[int] = []
        assert emptied(pay, purse) is None
        assert purse == []

    def test_a_procedure_that_asks_asks_nothing(self):
        def turn(seat: int) -> Rules[bool]:
            return (yield Choose(seat, (True, False), "go"))

        def steps() -> Iterator[int]:
            yield 1

        asked = emptied(turn, 0)
        with pytest.raises(StopIteration) as ended:
            next(asked)
        assert ended.value.value is False
        assert list(emptied(steps)) == []

    def test_a_predicate_says_the_opposite(self):
        def adult(age: int) -> bool:
            return age > 17

        empty(adult)
        assert (adult(20), adult(3)) == (False, True)

    def test_what_is_returned_is_as_empty_as_its_type(self):
        def cost() -> int:
            return 3

        def refuse() -> Illegal | None:
            return Illegal("no")

        def options() -> list[tuple[int, ...]]:
            return [(1,)]

        def both() -> tuple[int, str]:
            return (1, "x")

        assert (emptied(cost), emptied(refuse), emptied(options), emptied(both)) == (0, None, [], (0, ""))

    def test_of_a_record_every_field_is_emptied(self):
        def spot() -> Spot:
            return Spot(1, 2)

        def cost() -> Cost:
            return Cost(3, ("hill",), False)

        def price() -> Price:
            return Price(4)

        assert (emptied(spot), emptied(cost), emptied(price)) == (Spot(0, 0), Cost(0, (), True), Price(0))

    def test_whoever_holds_it_holds_it_emptied(self):
        bound = 3

        def add(n: int = 1) -> int:
            return bound + n

        held = {"add": add}
        empty(add)
        assert held["add"]() == held["add"](7) == 0

    def test_what_was_kept_is_forgotten(self):
        assert kept() == 5
        empty(kept)
        assert kept() == 0

    def test_of_a_class_the_fields_and_the_methods(self):
        @dataclass(slots=True)
        class Castle:
            guard: int
            names: list[str]

            def strength(self) -> int:
                return self.guard + 1

            @property
            def taken(self) -> bool:
                return False

        class Camp:
            def __init__(self) -> None:
                self.gold = 2

            @cached_property
            def income(self) -> int:
                return self.gold

        castle = Castle(4, ["Hollow"])
        empty(Castle)
        empty(Camp)
        assert (castle.guard, castle.names, castle.strength(), castle.taken) == (0, [], 0, True)
        assert Camp().income == 0

    def test_what_cannot_be_emptied_says_so(self):
        with pytest.raises(TypeError, match="cannot be emptied"):
            empty(len)


@cache
def kept() -> int:
    return 5


GAME = """
from arbiter import register
from arbiter.core import Game, rule

@rule("INN-1")
def price(nights: int) -> int:
    return 2 * nights

@rule("INN-2", "INN-3")
def why_not(nights: int) -> str | None:
    return "too long" if nights > 3 else None

@rule("INN-4")
def beds() -> int:
    return 7

@rule("INN-5")
def stay() -> bool:
    return True

@rule("INN-6")
def noise() -> int:
    return 1

ROOM = beds()

class Inn(Game):
    id, title, seats = "inn", "Inn", range(1, 2)

    def ledger(self, language="en"):
        return {"rule": [{"id": f"INN-{n}"} for n in range(1, 7)]}

register(Inn())
"""
TESTS = """
import pytest
import inn

@pytest.mark.rule("INN-1")
def test_the_price(): assert inn.price(3) == 6

@pytest.mark.rule("INN-2")
def test_too_long(): assert inn.why_not(4) == "too long"

@pytest.mark.rule("INN-3")
def test_a_short_stay(): assert inn.why_not(1) is None

@pytest.mark.rule("INN-4")
def test_beds_counted_at_import(): assert inn.ROOM == 7

@pytest.mark.rule("INN-5")
def test_stay():
    while not inn.stay(): pass
"""


def proof(folder, *arguments):
    (folder / "inn.py").write_text(GAME)
    (folder / "test_inn.py").write_text(TESTS)
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\nmarkers = rule(*ids)\n")
    run = "import sys, inn; from arbiter.testing.prove import main; sys.exit(main())"
    command = [sys.executable, "-c", run, "--game", "inn", "--jobs", "1", *arguments, "test_inn.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_rules_that_no_test_misses_are_named(tmp_path):
    done = proof(tmp_path)
    survivors = [line for line in done.stdout.splitlines() if line.startswith("inn ")]
    assert survivors == [
        "inn INN-3 inn.why_not test_inn.py::test_a_short_stay",
        "inn INN-6 inn.noise no test is marked with it",
    ], done.stdout + done.stderr
    assert "inn: 4 of 6 rules are proved (66.7 %)" in done.stdout
    assert done.returncode == 1


def test_samples_in_turn_come_to_all_rules():
    whole = Proof(["epix"], (), 0, 0, 1)._chosen()
    turns = [Proof(["epix"], (), 20, turn, 1)._chosen() for turn in range(-(-len(whole) // 20))]
    assert {len(ids) for ids in turns} == {20}
    assert {id for ids in turns for id in ids} == set(whole)


def test_all_is_well_where_every_rule_is_missed(tmp_path):
    done = proof(tmp_path, "--rule", "INN-1", "--rule", "INN-2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 of 2 rules are proved" in done.stdout


def test_a_rule_without_a_home_cannot_be_tried(tmp_path):
    done = proof(tmp_path, "--rule", "INN-9")
    assert done.returncode != 0
    assert "no function of these games does INN-9" in done.stderr + done.stdout


@pytest.mark.parametrize("limit", [0, 500])
def test_tests_have_as_long_as_they_are_given(limit):
    """Who has any time is not ended at all; a proof that was cut short would count as one."""
    pid = prove._fork(lambda: signal.alarm(0) in range(limit and limit - 400, limit + 1), limit)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == prove.ALIVE


def test_the_next_rules_in_turn_are_proved():
    """With every commit the next twenty come to their turn; `make prove` tries all."""
    command = [sys.executable, "-m", "arbiter.testing.prove", "--jobs", "1", "--sample", "20", "--turn", str(commits())]
    # What runs in forks that end at once is not for the measure of coverage.
    env = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    path = os.pathsep.join(part for part in sys.path if part)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**env, "PYTHONPATH": path})
    assert done.returncode == 0, f"no test misses these rules:\n{done.stdout}{done.stderr}"
    assert sum(int(count) for count in re.findall(r"(\d+) of \d+ rules are proved", done.stdout)) == 20


def commits() -> int:
    """How many commits there are; 0 where this is no repository."""
    counted = subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return int(counted.stdout) if counted.returncode == 0 else 0
