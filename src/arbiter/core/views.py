"""What one seat may know, as those get it who look at a table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

S = TypeVar("S")
T = TypeVar("T")


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

    def common(self, draw: Callable[..., T], *about: Hashable) -> T:
        """What `draw(state, *about)` makes of what everybody may know: where several look it is made once for all, from
        the state as everybody knows it, so it has to be the same from every seat."""
        return draw(self.state, *about)


def _noticed(name: str) -> Any:
    """A field of a view, of which it is noticed that somebody has asked for it."""
    field = View.__dict__[name]

    def asked_for(glance: Any) -> Any:
        glance.personal = True
        return field.__get__(glance)

    return property(asked_for, field.__set__)


class Glance(View[S]):
    """A view that notices whether anybody asks who looks: what is drawn without asking that looks the same to all who
    may know the same. `shared` has what was drawn for all, from the state that they know."""

    __slots__ = ("_open_to_all", "_shared", "personal")
    seat = _noticed("seat")
    mine = _noticed("mine")
    open = _noticed("open")

    def __init__(self, view: View[S], open_to_all: S, shared: dict[Any, Any]) -> None:
        super().__init__(view.seat, view.state, view.asked, view.answered, view.mine, view.open)
        self._open_to_all, self._shared = open_to_all, shared
        self.personal = False

    def common(self, draw: Callable[..., T], *about: Hashable) -> T:
        if (draw, about) not in self._shared:
            self._shared[draw, about] = draw(self._open_to_all, *about)
        made: T = self._shared[draw, about]
        return made
