"""Tests against difficulties, and tables that are rolled on."""

import pytest

from arbiter.content import Fault, Steps
from arbiter.kit.rolls import Against, Row, check_rows, row_for


@pytest.mark.parametrize(("sign", "met"), [("<=", [1, 2, 3]), ("<", [1, 2]), (">=", [3, 4, 5, 6]), (">", [4, 5, 6])])
def test_a_result_is_held_against_a_difficulty(sign, met):
    against = Against(sign, 3)

    assert [die for die in range(1, 7) if against.met(die)] == met
    assert against.chance(6) == len(met) / 6


def test_what_cannot_fail_or_cannot_succeed_has_the_chance_to_say_so():
    assert (Against("<=", 12).chance(10), Against("<=", -1).chance(10), Against(">", 0).chance(6)) == (1, 0, 1)


def table(*rolls: tuple[int, int]) -> list[Row]:
    return [Row(roll=roll, upto=upto, effects=Steps()) for roll, upto in rolls]


def test_a_row_is_for_one_result_or_for_several():
    rows = table((1, 2), (3, 0), (4, 6))
    check_rows(rows, 6)

    assert [row_for(rows, die).roll for die in range(1, 7)] == [1, 1, 3, 4, 4, 4]
    assert (row_for(rows, 0).roll, row_for(rows, 9).roll) == (1, 4)


@pytest.mark.parametrize("rows", [[(1, 2), (4, 6)], [(1, 3), (3, 6)], [(2, 6)], [(1, 7)], [(4, 6), (1, 3)], []])
def test_every_result_has_one_row(rows):
    with pytest.raises(Fault, match="one row for each result"):
        check_rows(table(*rows), 6)
