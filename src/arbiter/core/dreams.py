"""Imagined worlds: how a beat is followed again when what a seat cannot know is dealt anew."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from .asks import Amount, Ask, Form, Several

SAMPLES = 64
"""How many answers are drawn, and then how many are listed, in search of one that fits what was seen later."""


class Unlike(Exception):
    """An imagined world in which something would have gone otherwise than the seat has seen."""


class Dream:
    """What is different in an imagined world, and what a seat has seen come to light since the beat began.

    `unseen` are the places in the journal of answers that are still secret to the seat, `lit` says when a hidden thing
    was last in the light, `drawn` what chance truly gave at each place. What came to light after a draw or an answer
    fixes how that went; everything else is dealt freely.
    """

    __slots__ = ("drawn", "lit", "rng", "unseen")

    def __init__(
        self, unseen: Collection[int], lit: Mapping[Hashable, int], drawn: Mapping[int, Any], rng: Random
    ) -> None:
        self.unseen = unseen
        self.lit = lit
        self.drawn = drawn
        self.rng = rng

    def _lit_after(self, thing: Any, at: int) -> bool:
        return self.lit.get(thing, -1) > at

    def picked_again(self, items: Sequence[Any], at: int, place: int) -> int:
        """Where among the items an open pick falls: on the very thing that everybody saw. It fell at `place`."""
        if at not in self.drawn:
            raise Unlike
        truth = self.drawn[at]
        # Where things lie open, two may be alike, and it is seen which of them was taken.
        if place < len(items) and items[place] == truth:
            return place
        if truth not in items:
            raise Unlike
        return list(items).index(truth)

    def drawn_again(self, bag: list[Any], at: int, place: int) -> int:
        """Where in an imagined bag a draw falls: on the true thing if it came to light, else on any that did not."""
        if at not in self.drawn or not bag:
            raise Unlike
        if self._lit_after(self.drawn[at], at):
            return self.picked_again(bag, at, place)
        result = int(self.rng.random() * len(bag))
        if self._lit_after(bag[result], at):
            free = [place for place, thing in enumerate(bag) if not self._lit_after(thing, at)]
            if not free:
                raise Unlike
            result = free[int(self.rng.random() * len(free))]
        return result

    def answer_again(self, ask: Ask, truth: Any, at: int) -> Any:
        """A secret answer given anew, in which whatever came to light later stands as it truly was."""
        pinned = {thing for thing, when in self.lit.items() if when > at}
        if not pinned:
            return ask.sample(self.rng)
        for _ in range(SAMPLES):
            answer = ask.sample(self.rng)
            if _agrees(ask, answer, truth, pinned):
                return answer
        listed = [option.value for option in islice(ask.options() or (), SAMPLES * SAMPLES)]
        fitting = [answer for answer in listed if _agrees(ask, answer, truth, pinned)]
        if not fitting:
            raise Unlike
        return fitting[int(self.rng.random() * len(fitting))]


def _agrees(ask: Ask, answer: Any, truth: Any, pinned: set[Hashable]) -> bool:
    """Do two answers speak alike of the pinned things?"""
    if isinstance(ask, Amount):
        return True
    if isinstance(ask, Form):
        return all(_agrees(part, answer[name], truth[name], pinned) for name, part in ask.fields.items())
    if isinstance(ask, Several):
        return pinned.intersection(answer) == pinned.intersection(truth)
    return _alike(answer, truth, pinned)


def _alike(one: Any, other: Any, pinned: set[Hashable]) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return (one == other) or (
            not ({one, other} & pinned) and all(_alike(a, b, pinned) for a, b in zip(one, other, strict=True))
        )
    return bool(one == other) or not (_speaks_of(one, pinned) or _speaks_of(other, pinned))


def _speaks_of(answer: Any, pinned: set[Hashable]) -> bool:
    if isinstance(answer, tuple):
        return answer in pinned or any(_speaks_of(part, pinned) for part in answer)
    return answer in pinned
