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


def _noticed(name: str) -> Any:
    """A field of a view, of which it is noticed that somebody has asked for it."""
    field = View.__dict__[name]

    def asked_for(glance: Any) -> Any:
        glance.personal = True
        return field.__get__(glance)

    return property(asked_for, field.__set__)


class Glance(View[S]):
    """A view that notices whether anybody asks who looks: what is drawn without asking that looks the same to all who
    may know the same."""

    __slots__ = ("personal",)
    seat = _noticed("seat")
    mine = _noticed("mine")
    open = _noticed("open")

    def __init__(self, view: View[S]) -> None:
        super().__init__(view.seat, view.state, view.asked, view.answered, view.mine, view.open)
        self.personal = False
