"""Asks: what each kind accepts, refuses, samples, lists and sends."""

from itertools import islice
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.core import Amount, Choose, Foreseen, Form, Illegal, Option, Place, Several, Text, Together
from arbiter.core.asks import canonical

plain = st.none() | st.booleans() | st.integers(-50, 50) | st.text("abc", max_size=2)
values = st.recursive(plain, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=4)
anything = st.recursive(
    plain | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=1), inner, max_size=2),
    max_leaves=5,
)


def exactly(one, other):
    """Equal in JSON, where true, 1 and 1.0 are three things."""
    return msgspec.json.encode(one) == msgspec.json.encode(other)


class TestChoose:
    ask = Choose(1, (3, "three", (3, 4), True, None), "take", rule="R-1")

    @pytest.mark.parametrize("answer", [3, "three", (3, 4), [3, 4], True, None])
    def test_takes_what_is_listed(self, answer):
        assert self.ask.why_not(answer) is None

    @pytest.mark.parametrize("answer", [4, 3.0, 1, False, "", (3,), (4, 3), (3, 4.0), (3, True), {"a": 3}, [[3, 4]]])
    def test_refuses_what_is_not_and_names_the_rule(self, answer):
        assert self.ask.why_not(answer).endswith("is not among the options: 3, three, (3, 4), True, None (R-1)")

    def test_keeps_types_apart_inside_pairs(self):
        ask = Choose(0, [(0, 1), (1, 0)], "cell")
        assert ask.why_not((0, 1)) is None
        assert ask.why_not((False, True)) is not None
        assert ask.why_not((0.0, 1)) is not None

    def test_shortens_long_lists(self):
        assert "6, 7 and 92 more" in Choose(0, range(100), "n").why_not("x")

    def test_explains_what_is_missing(self):
        ask = Choose(0, [1, 2], "to", refuse=lambda to: Illegal(f"{to} is full", "R-2") if to == 3 else None)
        assert ask.why_not(3) == "3 is full (R-2)"
        assert ask.why_not(4).startswith("4 is not among the options")

    def test_does_not_trouble_the_rules_with_nonsense(self):
        ask = Choose(0, [(1, 2), (2, 3)], "step", refuse=lambda step: Illegal(f"no way from {step[0] + 0}"))
        assert ask.why_not((5, 6)) == "no way from 5"
        for junk in (None, 5, "5", (5,), (5, "6"), ((5, 6), 7)):
            assert "is not among the options" in ask.why_not(junk)

    def test_options_have_a_plain_name_unless_described(self):
        assert Choose(0, [7], "take").options() == [Option(7, "take.option", {"value": 7})]
        described = Choose(0, [7], "take", lambda n: Option(n, "seven", ids=("token-7",)))
        assert described.options() == [Option(7, "seven", {}, ("token-7",))]

    def test_nobody_is_described_until_somebody_looks(self):
        described = []
        ask = Choose(0, [1, 2], "take", lambda n: described.append(n) or Option(n, "take"))
        assert ask.why_not(1) is None
        ask.sample(Random(1))
        assert described == []
        ask.wire()
        assert described == [1, 2]

    def test_wire(self):
        ask = Choose(2, [1], "take", args={"from": "bag"}, rule="R-1")
        sent = msgspec.json.decode(msgspec.json.encode(ask.wire()))
        option = {"value": 1, "key": "take.option", "args": {"value": 1}, "ids": []}
        assert sent == {
            "kind": "choose", "seat": 2, "prompt": "take", "args": {"from": "bag"}, "rule": "R-1", "options": [option]
        }  # fmt: skip

    @given(st.lists(values, min_size=1, max_size=6), anything, st.randoms())
    def test_takes_exactly_its_values(self, listed, answer, rng):
        ask = Choose(0, listed, "take")
        assert ask.why_not(ask.sample(rng)) is None
        assert all(ask.why_not(option.value) is None for option in ask.options())
        assert (ask.why_not(answer) is None) == any(exactly(canonical(answer), value) for value in listed)


class TestAmount:
    @given(st.integers(-20, 20), st.integers(0, 20), anything, st.randoms())
    def test_takes_whole_numbers_in_range(self, least, more, answer, rng):
        ask = Amount(0, least, least + more, "bid")
        assert least <= ask.sample(rng) <= least + more
        assert [option.value for option in ask.options()] == list(range(least, least + more + 1))
        assert (ask.why_not(answer) is None) == (type(answer) is int and least <= answer <= least + more)

    def test_says_what_would_be_right(self):
        ask = Amount(0, 1, 6, "bid", rule="R-3")
        assert ask.why_not(7) == "7 is out of range: from 1 to 6 (R-3)"
        assert ask.why_not("7") == "a whole number from 1 to 6 is wanted, not '7' (R-3)"
        assert ask.why_not(True) is not None
        assert ask.why_not(2.0) is not None

    def test_samples_both_ends(self):
        rng = Random(1)
        assert {Amount(0, 0, 2, "bid").sample(rng) for _ in range(50)} == {0, 1, 2}

    def test_wire(self):
        sent = Amount(0, 1, 6, "bid").wire()
        assert (sent["kind"], sent["least"], sent["most"]) == ("amount", 1, 6)


class TestSeveral:
    ask = Several(0, ["a", "b", "c", "d"], 1, 2, "discard")

    @pytest.mark.parametrize(
        ("answer", "why"),
        [
            ("a", "a list of values is wanted, not 'a'"),
            ([], "1 to 2 of them must be named, not 0"),
            (["a", "b", "c"], "1 to 2 of them must be named, not 3"),
            (["a", "a"], "each value may be named once only"),
            (["e"], "'e' is not among the options: a, b, c, d"),
        ],
    )
    def test_says_what_is_wrong(self, answer, why):
        assert self.ask.why_not(answer) == why

    def test_says_how_many_exactly(self):
        assert Several(0, [1, 2, 3], 2, 2, "x").why_not([1]) == "exactly 2 of them must be named, not 1"

    def test_order_does_not_matter(self):
        assert self.ask.why_not(["c", "a"]) is None
        assert self.ask.settled(("c", "a")) == self.ask.settled(("a", "c")) == ("a", "c")

    def test_the_whole_can_be_refused(self):
        ask = Several(0, [1, 2, 3, 4], 0, 4, "sum", refuse=lambda ns: Illegal("too much") if sum(ns) > 4 else None)
        assert ask.why_not([4, 1]) == "too much"
        assert ask.why_not([3, 1]) is None
        assert [option.value for option in ask.options()] == [(), (1,), (2,), (3,), (4,), (1, 2), (1, 3)]

    def test_refuse_gets_the_values_in_their_order(self):
        got = []
        Several(0, [1, 2, 3], 0, 3, "x", refuse=got.append).why_not([3, 1])
        assert got == [(1, 3)]

    def test_samples_where_hardly_anything_is_legal(self):
        one = tuple(range(0, 16, 2))
        ask = Several(0, range(16), 0, 16, "x", refuse=lambda ns: None if ns == one else Illegal("no"))
        assert ask.sample(Random(5)) == one

    def test_at_most_all_of_them(self):
        ask = Several(0, [1, 2], 0, 9, "x")
        assert ask.most == 2
        assert all(len(ask.sample(Random(n))) <= 2 for n in range(30))

    def test_an_empty_list_leaves_nothing_to_say(self):
        ask = Several(0, [], 0, 0, "x")
        assert ask.sample(Random(1)) == ()
        assert [option.value for option in ask.options()] == [()]

    def test_lists_lazily(self):
        ask = Several(0, range(60), 0, 60, "x")
        assert [option.value for option in islice(ask.options(), 3)] == [(), (0,), (1,)]

    def test_points_at_what_its_parts_point_at(self):
        ask = Several(0, [1, 2], 2, 2, "x", lambda n: Option(n, "card", ids=(f"card-{n}",)))
        assert next(ask.options()).ids == ("card-1", "card-2")
        assert [part.ids for part in ask.wire()["parts"]] == [("card-1",), ("card-2",)]

    @given(st.lists(values, unique=True, max_size=6), st.data(), st.randoms())
    def test_what_is_sampled_and_listed_is_legal(self, listed, data, rng):
        least = data.draw(st.integers(0, len(listed)))
        most = data.draw(st.integers(least, len(listed)))
        ask = Several(0, listed, least, most, "x")
        sampled = ask.sample(rng)
        assert ask.why_not(sampled) is None
        options = [option.value for option in ask.options()]
        assert all(ask.why_not(value) is None for value in options)
        assert any(exactly(sampled, value) for value in options)
        shuffled = tuple(rng.sample(sampled, len(sampled)))
        assert exactly(ask.settled(shuffled), sampled)
        assert not ask.offers(shuffled) or exactly(shuffled, sampled), "only the form in which it is kept"
        assert not ask.offers((*sampled, *sampled)) or not sampled
        assert all(ask.refusal(one) is None for one in (sampled, (), tuple(listed)) if ask.offers(one))


class TestPlace:
    ask = Place(0, (0, 0, 20, 10), "deploy", step=5, facings=(0, 90))

    @pytest.mark.parametrize(
        ("answer", "why"),
        [
            ((5, 5), "a place (x, y, facing) in whole numbers is wanted, not (5, 5)"),
            ((5, 5.0, 0), "a place (x, y, facing) in whole numbers is wanted, not (5, 5.0, 0)"),
            ((25, 5, 0), "(25, 5) lies outside 0..20 by 0..10"),
            ((6, 5, 0), "(6, 5) is off the grid of 5"),
            ((5, 5, 45), "45 is not a facing: 0, 90"),
        ],
    )
    def test_says_what_is_wrong(self, answer, why):
        assert self.ask.why_not(answer) == why

    def test_a_spot_can_be_refused(self):
        ask = Place(
            0, (0, 0, 2, 2), "x", check=lambda spot: Illegal("that spot is occupied") if spot == (1, 1) else None
        )
        assert ask.why_not((1, 1)) == "that spot is occupied"
        assert len(list(ask.options())) == 8

    def test_samples_where_few_spots_are_legal(self):
        def only(spot):
            return None if spot == (977, 31) else Illegal("no")

        assert Place(0, (0, 0, 999, 99), "x", check=only).sample(Random(1)) == (977, 31)
        assert Place(0, (0, 0, 999, 99), "x", check=only, likely=[(977, 31)]).sample(Random(1)) == (977, 31)

    def test_samples_where_no_likely_spot_is_legal(self):
        only = Place(0, (0, 0, 99, 99), "x", check=lambda s: None if s == (3, 3) else Illegal("no"), likely=[(1, 1)])
        assert only.sample(Random(1)) == (3, 3)

    @given(
        st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 9), st.integers(0, 9), st.integers(1, 4), st.randoms()
    )
    def test_what_is_sampled_and_listed_is_legal(self, left, top, width, height, step, rng):
        ask = Place(0, (left, top, left + width, top + height), "x", step, (0, 180))
        assert ask.why_not(ask.sample(rng)) is None
        spots = [option.value for option in ask.options()]
        assert len(spots) == len(set(spots)) == (width // step + 1) * (height // step + 1) * 2
        assert all(ask.why_not(spot) is None for spot in spots)

    def test_nobody_goes_through_a_million_spots(self):
        wide = Place(0, (0, 0, 2400, 1200), "x", facings=range(360), likely=[(5, 5, 0)])
        assert wide.options() is None
        assert Place(0, (0, 0, 2400, 1200), "x", step=100, facings=(0,)).options() is not None

    def test_wire(self):
        sent = self.ask.wire()
        assert (sent["kind"], sent["box"], sent["step"], sent["facings"]) == ("place", (0, 0, 20, 10), 5, [0, 90])


class TestForm:
    fields = {"gold": Amount(0, 0, 5, "gold"), "units": Several(0, ["x", "y", "z"], 0, 2, "units", rule="R-7")}
    ask = Form(0, fields, "orders", rule="R-8")

    @pytest.mark.parametrize(
        ("answer", "why"),
        [
            (7, "a form with gold, units is wanted, not 7 (R-8)"),
            ({"gold": 1}, "the field units is missing (R-8)"),
            ({"gold": 1, "units": [], "more": 1}, "the form has no field 'more'; it has gold, units (R-8)"),
            ({"gold": 9, "units": []}, "gold: 9 is out of range: from 0 to 5 (R-8)"),
            ({"gold": 1, "units": ["q"]}, "units: 'q' is not among the options: x, y, z (R-7)"),
        ],
    )
    def test_says_what_is_wrong_where(self, answer, why):
        assert self.ask.why_not(answer) == why

    def test_equal_answers_are_kept_in_one_form(self):
        settled = self.ask.settled(canonical({"units": ["z", "x"], "gold": 2}))
        assert list(settled.items()) == [("gold", 2), ("units", ("x", "z"))]

    def test_the_whole_is_checked_in_its_settled_form(self):
        got = []
        Form(0, self.fields, "orders", check=got.append).why_not({"units": ["z", "x"], "gold": 2})
        assert got == [{"gold": 2, "units": ("x", "z")}]

    def test_samples_where_the_check_is_hard(self):
        dice = {name: Amount(0, 1, 20, name) for name in "abc"}
        ask = Form(0, dice, "x", check=lambda form: None if sum(form.values()) == 3 else Illegal("no"))
        assert ask.sample(Random(1)) == {"a": 1, "b": 1, "c": 1}

    def test_tries_what_is_likely(self):
        tried = []

        def only(form):
            tried.append(form["a"])
            return None if form["a"] == 977 else Illegal("no")

        ask = Form(0, {"a": Amount(0, 0, 999, "a")}, "x", check=only, likely=[{"a": 977}])
        assert ask.sample(Random(1)) == {"a": 977}
        assert len(tried) == 2

    def test_says_so_when_nothing_is_legal(self):
        ask = Form(0, {"a": Amount(0, 1, 2, "a")}, "impossible", check=lambda form: Illegal("never"))
        with pytest.raises(RuntimeError, match="no legal answer found for the form impossible"):
            ask.sample(Random(1))

    def test_lists_lazily(self):
        ask = Form(0, {"a": Several(0, range(60), 0, 60, "a"), "b": Several(0, range(60), 0, 60, "b")}, "x")
        assert [option.value["b"] for option in islice(ask.options(), 2)] == [(), (0,)]

    def test_points_at_what_its_fields_point_at(self):
        field = Choose(0, [1], "c", lambda n: Option(n, "c", ids=("card-1",)))
        assert next(Form(0, {"c": field}, "x").options()).ids == ("card-1",)

    @given(st.randoms())
    def test_what_is_sampled_and_listed_is_legal(self, rng):
        ask = Form(0, {**self.fields, "inner": Form(0, {"way": Choose(0, ["n", "s"], "way")}, "inner")}, "orders")
        sampled = ask.sample(rng)
        assert ask.why_not(sampled) is None
        options = [option.value for option in ask.options()]
        assert len(options) == 6 * 7 * 2
        assert ask.settled(sampled) in options
        assert all(ask.why_not(value) is None for value in options)

    def test_wire_holds_the_fields(self):
        assert [(name, field["kind"]) for name, field in self.ask.wire()["fields"].items()] == [
            ("gold", "amount"), ("units", "several"),
        ]  # fmt: skip


class TestTogether:
    def test_a_seat_is_asked_one_thing(self):
        with pytest.raises(ValueError, match="only one thing"):
            Together(Amount(0, 0, 1, "a"), Amount(0, 0, 1, "b"))

    def test_somebody_is_asked(self):
        with pytest.raises(ValueError, match="at least one seat"):
            Together()

    def test_samples_for_all(self):
        assert Together(Amount(1, 5, 5, "a"), Amount(0, 7, 7, "b")).sample(Random(1)) == (5, 7)


@given(anything)
def test_canonical_answers_survive_json(answer):
    kept = canonical(answer)
    assert canonical(msgspec.json.decode(msgspec.json.encode(kept))) == kept


def test_a_place_and_a_form_foresee_what_an_answer_would_come_to():
    place = Place(0, (0, 0, 9, 9), "spot", foresee=lambda spot: Foreseen(Text("cost", {"n": sum(spot)})))
    assert place.foreseen((2, 3)).text.args == {"n": 5}
    fields = {"whom": Several(0, [1, 2, 3], 0, 3, "whom")}
    form = Form(0, fields, "form", foresee=lambda answer: Foreseen(Text("told", answer)), usual={"whom": ()})
    assert form.foreseen({"whom": (3, 1)}).text.args == {"whom": (1, 3)}, "as it would be kept"
    assert form.wire()["usual"] == {"whom": ()}
    assert "usual" not in Form(0, fields, "form").wire()
    assert Place(0, (0, 0, 9, 9), "spot").foreseen((1, 1)) is Form(0, fields, "form").foreseen({"whom": ()}) is None
    assert Choose(0, [1], "one").foreseen(1) is None
