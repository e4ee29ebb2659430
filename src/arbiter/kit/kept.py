"""What follows from the state and is asked for all the time: worked out once, and kept as long as it is true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


class Kept(Generic[T]):
    """Something worked out for each seat from parts of the state, and again only where one of them is another than it
    was.

    Nobody has to say that something has changed: the parts are compared. They are plain values, and lists of values or
    of records that are replaced and not changed, so that to compare them costs far less than to go through them.

    >>> words = Kept(lambda hand: {card: len(card) for card in hand}, 2)
    >>> hand = ["axe"]
    >>> words.of(0, (hand,)), words.of(0, (hand,)) is words.of(0, (hand,))
    ({'axe': 3}, True)
    >>> hand.append("lantern")
    >>> words.of(0, (hand,))
    {'axe': 3, 'lantern': 7}

    `last` is what was worked out for each seat, with the parts that it follows from: who asks at every step may compare
    them himself. It is as true of a copy of the state, so a clone of a table takes it over (`again`).
    """

    __slots__ = ("_work_out", "last")

    def __init__(self, work_out: Callable[..., T], seats: int) -> None:
        self._work_out = work_out
        self.last: list[tuple[tuple[Any, ...], T]] = [((), cast(T, None))] * seats

    def of(self, seat: int, parts: tuple[Any, ...]) -> T:
        """What follows for a seat from these parts."""
        before, found = self.last[seat]
        if before != parts:
            found = self._work_out(*parts)
            self.last[seat] = tuple([part.copy() if type(part) is list else part for part in parts]), found
        return found

    def again(self) -> Kept[T]:
        """The same, to go on by itself."""
        twin: Kept[T] = Kept(self._work_out, 0)
        twin.last = self.last.copy()
        return twin
