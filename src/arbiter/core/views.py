"""What one seat may know, as those get it who look at a table."""

from __future__ import annotations

import dataclasses
from typing import Any, Generic, TypeVar

S = TypeVar("S")


@dataclasses.dataclass(slots=True)
class View(Generic[S]):
    """What a seat may know: the masked state, who is asked, who has answered, and the seat's own open answer."""

    seat: int | None
    state: S
    asked: list[int]
    answered: list[int]
    mine: Any = None
