"""States that copy and mask themselves: of any types they are made of, nothing is lost and nothing shared."""

import copy
import dataclasses
import enum
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.core import copied, hidden, masked, per_seat, seen_as, seen_by, state
from arbiter.testing.looks import shared

SEATS = 3


class Suit(enum.Enum):
    CUPS = 1
    COINS = 2


class Spot(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Card:
    number: int
    marks: tuple[str, ...] = ()


class Piece(msgspec.Struct, frozen=True):
    owner: int


NUMBERS = st.integers(-3, 3)
PLAIN = [
    (int, NUMBERS),
    (str, st.text("abc", max_size=3)),
    (bool, st.booleans()),
    (float, st.floats(0, 1)),
    (bytes, st.binary(max_size=2)),
    (Suit, st.sampled_from(Suit)),
    (Spot, st.builds(Spot, NUMBERS, NUMBERS)),
    (Card, st.builds(Card, NUMBERS, st.lists(st.text("ab", max_size=2), max_size=2).map(tuple))),
    (Piece, st.builds(Piece, NUMBERS)),
    (Literal["raid", "feint"], st.sampled_from(["raid", "feint"])),
    (int | None, st.none() | NUMBERS),
    (tuple[int, str], st.tuples(NUMBERS, st.text("ab", max_size=2))),
    (frozenset[int], st.frozensets(NUMBERS, max_size=3)),
    (set[int], st.sets(NUMBERS, max_size=3)),
]
"""Types with values of them."""


def containers(inner):
    hint, values = inner
    several = st.lists(values, max_size=3)
    return st.sampled_from(
        [
            (list[hint], several),
            (tuple[hint, ...], several.map(tuple)),
            (dict[str, hint], st.dictionaries(st.text("ab", max_size=2), values, max_size=3)),
            (dict[int, hint], st.dictionaries(NUMBERS, values, max_size=3)),
            (tuple[hint, int], st.tuples(values, NUMBERS)),
        ]
        + ([(hint | None, st.none() | values)] if type(None) not in getattr(hint, "__args__", ()) else [])
    )


def record(parts, decorate=state, **marks):
    """A class with fields of these types, and values of it."""
    names = [f"field{n}" for n in range(len(parts))]
    body = {"__annotations__": dict(zip(names, (hint for hint, _ in parts), strict=True)), **marks}
    kind = decorate(type("Record", (), body))
    return kind, st.builds(kind, **dict(zip(names, (values for _, values in parts), strict=True)))


TYPES = st.recursive(
    st.sampled_from(PLAIN),
    lambda inner: inner.flatmap(containers) | st.lists(inner, min_size=1, max_size=3).map(record),
    max_leaves=5,
)
RECORDS = st.lists(TYPES, min_size=1, max_size=5).map(record)


def spoil(value):
    """Change everything inside of a value that can change."""
    if isinstance(value, list | tuple | set | frozenset | dict):
        for part in list(value.values() if isinstance(value, dict) else value):
            spoil(part)
        if not isinstance(value, tuple | frozenset):
            value.clear()
    elif dataclasses.is_dataclass(value) and not isinstance(value, Card):
        for part in dataclasses.fields(value):
            spoil(getattr(value, part.name))
            setattr(value, part.name, "spoilt")


@given(RECORDS, st.data())
def test_a_copy_is_what_a_deep_copy_would_be(kind, data):
    one = data.draw(kind[1])
    deep = copy.deepcopy(one)
    twin = copied(one)
    assert type(twin) is type(one)
    assert twin == deep
    assert shared(one, twin) == []
    spoil(twin)
    assert one == deep


@given(RECORDS, st.data(), st.none() | st.integers(0, SEATS - 1))
def test_where_nothing_is_marked_a_view_is_a_copy(kind, data, seat):
    one = data.draw(kind[1])
    deep = copy.deepcopy(one)
    view = masked(one, seat)
    assert view == deep
    assert shared(one, view) == []
    spoil(view)
    assert one == deep


@given(st.lists(TYPES, min_size=3, max_size=3), st.data(), st.none() | st.integers(0, SEATS - 1))
def test_marked_fields_are_masked_and_the_others_copied(types, data, seat):
    (first, ones), (second, twos), (third, threes) = types
    hands = (list[first], st.lists(ones, min_size=SEATS, max_size=SEATS))
    marks = {"field0": per_seat(), "field2": hidden()}
    _, values = record([hands, (second, twos), (third, threes)], **marks)
    one = data.draw(values)
    deep, view = copy.deepcopy(one), masked(one, seat)
    assert view.field0 == [hand if at == seat else None for at, hand in enumerate(deep.field0)]
    assert (view.field1, view.field2) == (deep.field1, None)
    assert shared(one, view) == []
    assert copied(one) == deep
    spoil(view)
    assert one == deep


@given(TYPES, st.data())
def test_marks_hold_in_records_within_records(kind, data):
    """However deep a marked field lies, whoever may not see it does not."""
    hint, values = kind
    inner = record([(int, st.integers(0, SEATS - 1)), (hint, values)], field1=seen_by("field0"))
    for outer_hint, wrap in (
        (list[inner[0]], list),
        (dict[str, inner[0]], lambda ones: dict(zip("ab", ones, strict=True))),
    ):
        outer, _ = record([(outer_hint, st.nothing())])
        one = outer(wrap(data.draw(st.lists(inner[1], min_size=2, max_size=2))))
        for seat in (*range(SEATS), None):
            view = masked(one, seat)
            seen = list(view.field0.values() if isinstance(view.field0, dict) else view.field0)
            true = list(one.field0.values() if isinstance(one.field0, dict) else one.field0)
            for shown, real in zip(seen, true, strict=True):
                assert shown.field0 == real.field0
                assert shown.field1 == (real.field1 if real.field0 == seat else None)
            assert shared(one, view) == []


@state
class Guild:
    """A record with records of its own kind in it."""

    master: int
    secret: str = seen_by("master")
    houses: "list[Guild]" = field(default_factory=list)
    allies: "dict[str, tuple[Guild, int]]" = field(default_factory=dict)


def test_marks_hold_in_records_of_the_same_kind():
    guild = Guild(0, "a", [Guild(1, "b", [Guild(0, "c")])], {"north": (Guild(1, "d"), 3)})
    view = masked(guild, 0)
    assert view == Guild(0, "a", [Guild(1, None, [Guild(0, "c")])], {"north": (Guild(1, None), 3)})
    assert copied(guild) == guild
    assert shared(guild, view) == shared(guild, copied(guild)) == []


T = TypeVar("T", int, str)


@state
class Pouch(Generic[T]):
    """A record of one kind of things or another."""

    owner: int
    things: list[T] = per_seat(lambda thing: None)


@state
class Chest:
    pouches: list[Pouch[int]]
    spare: Pouch[str]


def test_a_record_may_leave_open_what_it_holds():
    chest = Chest([Pouch(0, [1, 2])], Pouch(1, ["a", "b"]))
    view = masked(chest, 0)
    assert view == Chest([Pouch(0, [1, None])], Pouch(1, ["a", None]))
    assert copied(chest) == chest
    assert shared(chest, view) == shared(chest, copied(chest)) == []


def test_a_state_keeps_defaults_and_equality():
    @state
    class Camp:
        gold: int = 3
        names: list[str] = field(default_factory=list)
        plan: str = seen_as(lambda camp, plan, seat: plan[: camp.gold], default="attack")

    assert Camp() == Camp(3, [], "attack")
    assert masked(Camp(2), 0).plan == "at"
    assert not hasattr(Camp(), "__dict__")


@pytest.mark.parametrize(
    ("hint", "why"),
    [
        (Any, "does not say whether it can change"),
        (list, "does not say whether it can change"),
        (object, "does not say whether it can change"),
        (list[int] | dict[str, int], "one of several things that can change"),
    ],
)
def test_a_type_that_does_not_say_is_an_error_at_once(hint, why):
    with pytest.raises(TypeError, match=f"Vague.thing: .*{why}"):
        state(type("Vague", (), {"__annotations__": {"thing": hint}}))


def test_what_is_frozen_holds_nothing_that_can_change():
    @dataclass(frozen=True)
    class Sack:
        coins: list[int]

    class Bag(NamedTuple):
        coins: list[int]

    class Purse(msgspec.Struct):
        coins: int

    for kind, why in ((Sack, "its field coins can change"), (Bag, "can change"), (Purse, "a Struct that can change")):
        with pytest.raises(TypeError, match=why):
            record([(kind, st.nothing())])
