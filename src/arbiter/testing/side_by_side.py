"""Two worlds side by side: the true one, and one that differs only in what a seat may not know.

Both go on with the same answers and the same luck. Until something comes to light to the seat in one of them that does
not in the other, it must get the same to see and to hear in both.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import islice
from random import Random
from typing import Any

from ..core import OPEN, Ask, Table, Together
from .looks import as_bytes, must_equal, parts_of

SAMPLES = 12
"""How many answers of another seat are tried, in search of one that it could give in both worlds."""


class Watched:
    """A table, and all that comes to light at it for one seat."""

    def __init__(self, table: Table[Any], seat: int | None) -> None:
        self.table = table
        self.seat = seat
        self.light: list[bytes] = []
        self.shown: set[bytes] = set()
        self.drawn: dict[int, Any] = {}
        # The rules call their table by these names.
        table.draw, table.pick = self.draw, self.pick  # type: ignore[method-assign]
        table.show, table.reveal = self.show, self.reveal  # type: ignore[method-assign]

    def draw(self, bag: list[Any], seen_by: int | None) -> Any:
        at = len(self.table.journal)
        self.drawn[at] = drawn = Table.draw(self.table, bag, seen_by)
        if seen_by == OPEN or (seen_by is not None and seen_by == self.seat):
            self.light.append(as_bytes(drawn))
        return drawn

    def pick(self, items: Sequence[Any]) -> Any:
        picked = Table.pick(self.table, items)
        self.light.append(as_bytes(picked))
        return picked

    def show(self, thing: Hashable, seats: tuple[int, ...] | None) -> None:
        Table.show(self.table, thing, seats)
        if seats is None or self.seat in seats:
            self.light.append(as_bytes(thing))
            self.shown.add(self.light[-1])

    def reveal(self) -> None:
        journal = self.table.journal
        self.light += [as_bytes(journal[at]) for at in self.table._latest]
        Table.reveal(self.table)


class Other(Watched):
    """The other world: what is drawn before the seat's eyes is what was drawn in the true one."""

    def __init__(self, table: Table[Any], seat: int | None, true: Watched, rng: Random) -> None:
        super().__init__(table, seat)
        self.true, self.rng = true, rng
        table.dice = true.table.dice

    def draw(self, bag: list[Any], seen_by: int | None) -> Any:
        at = len(self.table.journal)
        if seen_by == OPEN or (seen_by is not None and seen_by == self.seat):
            truth = self.true.drawn.get(at)
            if truth in bag:
                # A bag has no order, so the luck that falls on a place falls on this thing.
                place, falls = bag.index(truth), self.table.dice.result(self.table._rolled, len(bag))
                bag[place], bag[falls] = bag[falls], bag[place]
        else:
            self.rng.shuffle(bag)
        return super().draw(bag, seen_by)


def go_side_by_side(table: Table[Any], world: Table[Any], seat: int | None, rng: Random, steps: int) -> str:
    """Play a table and a world that a seat imagined of it on, and compare what it gets. Says why it went no further."""
    true = Watched(table.clone(), seat)
    other = Other(world, seat, true, rng)
    heard = len(table.events(seat))
    for _ in range(steps):
        if true.table.over:
            return "the end"
        ask = rng.choice(true.table.asks)
        answers = _answers(true.table, other.table, ask, seat, rng)
        if answers is None:
            return "no answer can be given in both"
        for watched, answer in zip((true, other), answers, strict=True):
            watched.table.answer(ask.seat, answer)
        if true.light != other.light or _names_no_thing(true):
            return "something came to light"
        here, there = (_got(watched.table, seat, heard) for watched in (true, other))
        what = f"nothing came to light after {ask.prompt}, and yet seat {seat} can tell two worlds apart"
        must_equal(here, there, what)
    here, there = ({"scene": as_bytes(watched.table.scene(seat))} for watched in (true, other))
    must_equal(here, there, f"nothing came to light, and yet seat {seat} can tell two worlds apart")
    return "far enough"


def _names_no_thing(watched: Watched) -> bool:
    """Was something shown under a name of its own, a place or a fact? What came to light with it, nobody can say."""
    shown, watched.shown = watched.shown, set()
    return bool(shown) and not shown.issubset(as_bytes(part) for part in parts_of(watched.table.state))


def _answers(true: Table[Any], other: Table[Any], ask: Ask, seat: int | None, rng: Random) -> tuple[Any, Any] | None:
    """What is answered in both worlds: the same, unless the seat would not see it."""
    there = next(one for one in other.asks if one.seat == ask.seat)
    unseen = ask.seat != seat and (ask.secret or isinstance(true._ask, Together))
    if unseen and rng.random() < 0.5:
        return ask.sample(rng), there.sample(rng)
    for _ in range(SAMPLES):
        answer = ask.sample(rng)
        if there.why_not(answer) is None:
            return answer, answer
    for option in islice(ask.options() or (), SAMPLES * SAMPLES):
        if there.why_not(option.value) is None:
            return option.value, option.value
    return None


def _got(table: Table[Any], seat: int | None, heard: int) -> dict[str, bytes]:
    return {
        "events": as_bytes(table.events(seat, heard)),
        "view": as_bytes(table.view(seat)),
        "asks": as_bytes([(ask.prompt, ask.wire() if ask.seat == seat else None) for ask in table.asks]),
        "outcome": as_bytes(table.outcome),
    }
