"""What one seat may know, as those get it who look at a table."""

from __future__ import annotations

import dataclasses
from typing import Any, Generic, TypeVar

S = TypeVar("S")


@dataclasses.dataclass(slots=True)
class View(Generic[S]):
    """What a seat may know: the masked state, who is asked, who has answered, and the seat's own open answer.

    With `open` nothing is masked: that is how a game that is over may be looked at.
    """

    seat: int | None
    state: S
    asked: list[int]
    answered: list[int]
    mine: Any = None
    open: bool = False

    def sees(self, seat: int) -> bool:
        """Whether what belongs to that seat alone is seen."""
        return self.open or seat == self.seat
