"""Views: marks on the fields say who sees what, through which mask."""

from dataclasses import dataclass, field
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from arbiter.core import hidden, per_seat, seen_by
from arbiter.core.states import masked


@dataclass(frozen=True, slots=True)
class Spy:
    owner: int
    place: str = seen_by("owner")
    orders: tuple[str, ...] = seen_by("owner", len)


class Spot(NamedTuple):
    x: int
    y: int


@dataclass(slots=True)
class Secrets:
    hands: list[list[int]] = per_seat(len)
    plans: list[str | None] = per_seat()
    deck: list[int] = hidden(len)
    spies: list[Spy] = field(default_factory=list)
    spot: Spot | None = None
    seen: dict[str, list[Spy]] = field(default_factory=dict)
    marks: set[int] = field(default_factory=set)


def secrets():
    spies = [Spy(0, "mill", ("wait", "burn")), Spy(1, "ford", ())]
    return Secrets([[1, 2], [3]], ["attack", "hide"], [4, 5, 6], spies, Spot(3, 4), {"road": spies[:1]}, {7})


def test_a_seat_sees_its_own_and_the_others_masked():
    view = masked(secrets(), 0)
    assert view.hands == [[1, 2], 1]
    assert view.plans == ["attack", None]
    assert view.spies == [Spy(0, "mill", ("wait", "burn")), Spy(1, None, 0)]


def test_a_spectator_sees_nothing_of_it():
    view = masked(secrets(), None)
    assert view.hands == [2, 1]
    assert view.plans == [None, None]
    assert view.spies == [Spy(0, None, 2), Spy(1, None, 0)]


def test_nobody_sees_what_is_hidden():
    assert [masked(secrets(), seat).deck for seat in (0, 1, None)] == [3, 3, 3]


def test_marks_hold_inside_of_containers():
    assert masked(secrets(), 1).seen == {"road": [Spy(0, None, 2)]}
    assert masked(secrets(), 0).seen == {"road": [Spy(0, "mill", ("wait", "burn"))]}


def test_a_view_is_of_the_same_types():
    view = masked(secrets(), 0)
    assert type(view) is Secrets
    assert type(view.spies[0]) is Spy
    assert view.spot.x == 3
    assert view.marks == {7}


def test_a_view_shares_nothing_that_can_change():
    state = secrets()
    view = masked(state, 0)
    view.hands[0].append(9)
    view.spies.clear()
    view.seen["road"].clear()
    view.marks.add(8)
    assert state == secrets()


def test_nobody_owns_what_a_spectator_sees():
    """A spectator is no seat, so an owner of None does not make it see."""
    assert masked(Spy(None, "mill", ()), None).place is None


@given(st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=2, max_size=4), st.data())
def test_a_view_does_not_depend_on_what_it_hides(hands, data):
    seat = data.draw(st.integers(0, len(hands) - 1) | st.none())
    other = [hand if at == seat else data.draw(st.permutations(hand)) for at, hand in enumerate(hands)]
    one, two = (Secrets(cards, [None], [1]) for cards in (hands, other))
    assert masked(one, seat) == masked(two, seat)
