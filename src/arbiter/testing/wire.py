"""Pages that follow a table over the wire: each gets one whole picture, and from then on only differences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ..core import Table
from ..core.differences import apply, difference
from ..core.views import Glance
from .looks import as_bytes, must_equal

LARGEST = 2**53 - 1
"""The largest whole number that every browser can hold."""


class Page:
    """A page and the server's side of it: what was sent last, and what the page has made of all that was sent."""

    def __init__(self, table: Table[Any], seat: int | None) -> None:
        self.seat = seat
        self._sent = picture(table, seat)
        self._shown = through_json(self._sent)

    def hear(self, table: Table[Any]) -> None:
        """Send what is new, changed or gone, and hold what comes of it against the whole picture."""
        due = picture(table, self.seat)
        lost = [number for number in numbers(through_json(due)) if abs(number) > LARGEST]
        assert not lost, f"the page of seat {self.seat} cannot show {lost}: browsers count to {LARGEST}"
        glance = Glance(table.view(self.seat), table.view(None).state, {})
        must_equal(
            {"scene": as_bytes(due["scene"])},
            {"scene": as_bytes(table.game.scene(glance))},
            f"what seat {self.seat} is shown where what is common to all is drawn once for all",
        )
        before, self._sent = self._sent, due
        self._shown = apply(self._shown, through_json(difference(before, self._sent)))
        must_equal(
            {"picture": as_bytes(through_json(due))},
            {"picture": as_bytes(self._shown)},
            f"what the page of seat {self.seat} has made of the differences",
        )


def picture(table: Table[Any], seat: int | None) -> dict[str, Any]:
    """What a page shows of a table."""
    view = table.view(seat)
    return {
        "scene": table.game.scene(view),
        "asks": [ask.wire() for ask in table.asks if ask.seat == seat],
        "waiting": view.asked,
        "answered": view.answered,
        "outcome": table.outcome,
    }


def numbers(value: Any) -> Iterator[int]:
    """Every whole number in plain JSON."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from numbers(part)
    elif isinstance(value, int):
        yield value


def through_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
