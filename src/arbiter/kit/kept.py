"""What follows from the state and is asked for all the time: worked out once, and kept as long as it is true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Something worked out from parts of the state, and again only where one of them is another than it was.

    Nobody has to say that something has changed: the parts are compared. They are plain values, and lists of values or
    of records that are replaced and not changed, so that to compare them costs far less than to go through them.

    >>> words = Kept(lambda hand: {card: len(card) for card in hand})
    >>> hand = ["axe"]
    >>> words.of((hand,)), words.of((hand,)) is words.of((hand,))
    ({'axe': 3}, True)
    >>> hand.append("lantern")
    >>> words.of((hand,))
    {'axe': 3, 'lantern': 7}

    Who asks at every step may compare `parts` and take what was `found` himself.
    """

    __slots__ = ("_work_out", "found", "parts")

    def __init__(self, work_out: Callable[..., T]) -> None:
        self._work_out = work_out
        self.parts: tuple[Any, ...] | None = None
        self.found: T

    def of(self, parts: tuple[Any, ...]) -> T:
        """What follows from these parts."""
        if self.parts != parts:
            self.found = self._work_out(*parts)
            self.parts = tuple([part.copy() if isinstance(part, list) else part for part in parts])
        return self.found
