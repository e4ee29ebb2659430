"""Numbers that say why."""

from hypothesis import given
from hypothesis import strategies as st

from arbiter.core import Row, Text
from arbiter.kit.numbers import Sum, Term

SMALL = st.integers(-20, 20)
PARTS = st.lists(st.tuples(st.sampled_from(["add", "instead", "bow", "spell"]), SMALL), max_size=8)


@given(SMALL, PARTS, st.none() | SMALL, st.none() | SMALL)
def test_the_parts_that_are_told_make_the_number_that_is_used(base, parts, least, most):
    number = Sum(base, "base")
    for how, n in parts:
        if how == "add":
            number.add(n, "more")
        elif how == "instead":
            number.instead(n, "other")
        else:
            number.one_of(how, n, how)
    if least is not None:
        number.at_least(least)
    if most is not None:
        number.at_most(most)

    assert sum(term.n for term in number.terms()) == number.value
    assert sum(row.value for row in number.rows()) == number.value
    assert least is None or number.value >= least
    assert most is None or number.value <= (most if least is None else max(most, least))


def test_instead_of_replaces_only_what_the_number_started_from():
    assert Sum(3, "strength").add(2, "sword").instead(7, "agility").value == 9


def test_of_a_group_the_best_counts_and_of_equals_the_first():
    number = Sum(6, "agility").one_of("attack", 1, "bow").one_of("attack", 3, "crossbow").one_of("attack", 3, "sling")

    assert number.value == 9
    assert number.terms() == [Term(6, "agility"), Term(3, "crossbow")]


def test_a_floor_says_what_it_changed():
    assert Sum(2, "trade").add(-3, "bussan").at_least(0).rows() == [
        Row(Text("trade"), 2),
        Row(Text("bussan"), -3),
        Row(Text("kit.at_least"), 1),
    ]


def test_a_ceiling_says_what_it_changed():
    assert Sum(9, "craft").add(5, "wand").at_most(12).terms() == [
        Term(9, "craft"),
        Term(5, "wand"),
        Term(-2, "kit.at_most"),
    ]


def test_nothing_is_not_listed():
    assert Sum(1, "x").add(0, "y").one_of("z", 0, "w").terms() == [Term(1, "x")]
