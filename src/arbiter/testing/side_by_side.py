"""Two worlds side by side: the true one, and one that differs only in what a seat may not know.

The true one is played on first. The other is imagined knowing all that will have come to light by then, and follows
with the same answers and the same luck, but with other secret answers and other unseen draws. As long as the same has
come to light in both, the seat must get the same to see and to hear.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, NamedTuple

from ..core import OPEN, Ask, NoWorld, Table
from ..core.dreams import Dream, Unlike
from .looks import as_bytes, must_equal, parts_of


class Step(NamedTuple):
    """An answer that was given, where in the journal, and what the onlooker got to see and hear afterwards."""

    ask: Ask
    answer: Any
    at: int
    unseen: bool
    got: dict[str, bytes]
    light: list[bytes]


class Watched:
    """A table, and all that comes to light at it for one seat: the host of its rules, which hands on to the table's."""

    def __init__(self, table: Table[Any], seat: int | None) -> None:
        self.table, self.seat = table, seat
        self.light: list[bytes] = []
        self.shown: dict[Hashable, int] = {}
        self.revealed: set[int] = set()
        self.drawn: dict[int, Any] = {}
        self._heard = len(table.events(seat))
        self.recorder = table.recorder
        self.tell, self.chance, self.settle = self.recorder.tell, self.recorder.chance, self.recorder.settle
        table.go_on(self)

    def draw(self, bag: list[Any], seen_by: int | None) -> Any:
        at = len(self.recorder.entries)
        self.drawn[at] = drawn = self.recorder.draw(bag, seen_by)
        if seen_by == OPEN or (seen_by is not None and seen_by == self.seat):
            self.shown[drawn] = at + 1
            self.light.append(as_bytes(drawn))
        return drawn

    def pick(self, items: Sequence[Any]) -> Any:
        at = len(self.recorder.entries)
        self.drawn[at] = picked = self.recorder.pick(items)
        self.light.append(as_bytes(picked))
        return picked

    def show(self, thing: Hashable, /, *seats: int) -> None:
        self.recorder.show(thing, *seats)
        if not seats or self.seat in seats:
            self.shown[thing] = len(self.recorder.entries)
            self.light.append(as_bytes(thing))

    def reveal(self) -> None:
        latest = self.recorder.latest
        self.revealed.update(latest)
        journal = self.table.journal
        self.light += [as_bytes(journal[at]) for at in latest]
        self.recorder.reveal()

    def step(self, ask: Ask, answer: Any) -> Step:
        """Give an answer."""
        table, seat = self.table, self.seat
        at, unseen = len(self.recorder.entries), ask.seat != seat and (ask.secret or table.together)
        table.answer(ask.seat, answer)
        got = {
            "events": as_bytes(table.events(seat, self._heard)),
            "view": as_bytes(table.view(seat)),
            "asks": as_bytes([(ask.prompt, ask.wire() if ask.seat == seat else None) for ask in table.asks]),
            "outcome": as_bytes(table.outcome),
        }
        return Step(ask, answer, at, unseen, got, self.light[:])


class Other(Watched):
    """The other world: what is seen in the true one happens here too, and the rest happens otherwise."""

    def __init__(self, table: Table[Any], true: Watched, rng: Random) -> None:
        super().__init__(table, true.seat)
        self.dream = Dream((), true.shown, true.drawn, rng)
        table.dice = true.table.dice

    def draw(self, bag: list[Any], seen_by: int | None) -> Any:
        # A bag has no order, so the luck that falls on a place falls on the thing that is laid there.
        falls = self.table.dice.result(self.recorder.rolled, len(bag))
        place = self.dream.drawn_again(bag, len(self.recorder.entries), falls)
        bag[place], bag[falls] = bag[falls], bag[place]
        return super().draw(bag, seen_by)


def go_side_by_side(table: Table[Any], seat: int | None, rng: Random, steps: int) -> str:
    """Play a table on in the true and in another world, and compare what a seat gets. Says why it went no further."""
    if table.over:
        return "the end"
    true = Watched(table.clone(), seat)
    path: list[Step] = []
    while len(path) < steps and not true.table.over:
        ask = rng.choice(true.table.asks)
        path.append(true.step(ask, ask.sample(rng)))
    world, free = _world_of(table, true, rng)
    if world is None:
        return "no other world"
    other, secretive = Other(world, true, rng), rng.random() < 0.5
    for step in path:
        asked = [ask for ask in world.asks if (ask.seat, ask.prompt) == (step.ask.seat, step.ask.prompt)]
        if not asked:
            raise AssertionError(f"nothing came to light, and yet seat {seat} sees another seat asked")
        try:
            answer = step.answer
            if secretive and step.unseen and step.at not in true.revealed:
                answer, free = other.dream.answer_again(asked[0], answer, step.at), True
            if asked[0].refusal(answer) is not None:
                return "no answer can be given in both"
            there = other.step(asked[0], answer)
        except Unlike:
            return "no such luck"
        if step.light != there.light or (free and _names(step, world)):
            return "something came to light"
        what = f"nothing came to light after {step.ask.prompt}, and yet seat {seat} can tell two worlds apart"
        must_equal(step.got, there.got, what)
    here, there_too = ({"scene": as_bytes(one.scene(seat))} for one in (true.table, world))
    must_equal(here, there_too, f"nothing came to light, and yet seat {seat} can tell two worlds apart")
    return "far enough"


def _world_of(table: Table[Any], true: Watched, rng: Random) -> tuple[Table[Any] | None, bool]:
    """A world that the seat might imagine if it knew what will come to light; and were secret answers given anew?"""
    now = table.clone()
    now.recorder.lit += [(at, thing, None) for thing, at in true.shown.items()]
    secrets = now.recorder.secrets = {
        at: owner for at, owner in now.recorder.secrets.items() if at not in true.revealed
    }
    try:
        world = now.imagine(true.seat, rng)
    except NoWorld:
        return None, False
    return world, any(owner != true.seat for owner in secrets.values())


def _names(step: Step, world: Table[Any]) -> bool:
    """Did something come to light under a name of its own, a place or a fact? A secret answer may be behind it."""
    things = {as_bytes(part) for part in parts_of(world.state)}
    return any(shown not in things for shown in step.light)
