"""What one seat gets to see of a table: made from its view, its asks and its events, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import msgspec

from ..core import Ask, Scene, Table, View
from ..core.differences import Memo, Pieces, Things, pieces
from ..games import find, known
from ..store import Sitting
from .company import Company
from .looks import encoded


def ask_id(table: Table[Any], ask: Ask) -> str:
    """Names one ask at one moment of the game, so that an answer to an earlier one can be told apart.

    The place in the log goes through the seed's hash: how much chance there was is nobody's business, and the id is
    the same after a restart. Answers of others to the same Together do not change it.
    """
    return _ask_id(table.dice.seed, table.recorded - len(table.answered), ask.seat)


@lru_cache(4096)
def _ask_id(seed: str, posed: int, seat: int) -> str:
    return blake2b(f"ask {posed} {seat}".encode(), key=seed.encode()[:64], digest_size=9).hexdigest()


def people(sitting: Sitting, company: Company, here: Iterable[int]) -> list[dict[str, Any]]:
    """Who sits where, as everybody may know it, and who plays for whom."""
    present = set(here)
    return [
        {"name": seat.name, "bot": seat.bot, "joined": bool(seat.bot) or seat.joined, "here": at in present}
        | ({"stands_in": company.stand_ins[at]} if at in company.stand_ins else {})
        | ({"resigned": True} if at in company.resigned else {})
        | ({"open": True} if at in sitting.terms.open and not seat.joined else {})
        for at, seat in enumerate(sitting.seats)
    ]


def open_options(sitting: Sitting) -> dict[str, Any]:
    """The options of a table that concern those who sit at it: what the operator sets can be as long as a book."""
    kept = find(sitting.game).operator_options if sitting.game in known() else ()
    return {name: value for name, value in sitting.options.items() if name not in kept}


def secrets_in(mine: Scene, public: Scene) -> list[str]:
    """The ids of what a seat sees and a spectator does not, or sees otherwise."""
    return _secrets(pieces(mine), pieces(public))


def _secrets(mine: Pieces, public: Pieces) -> list[str]:
    seen: dict[str, msgspec.Raw] = {}
    for group in public.values():
        if isinstance(group, Things):
            seen |= group.by_id()
    groups = [group for group in mine.values() if isinstance(group, Things)]
    return [id for group in groups for id, thing in zip(group.ids, group, strict=True) if seen.get(id) != thing]


class Sight:
    """A table as it stands, looked at from any seat; what several need for that is made once.

    `asked` is what people are asked: nothing where the table is only looked at.
    `memo` knows how the scene was encoded that was drawn last, from whichever place: most of it is the same from all.
    """

    def __init__(self, table: Table[Any], asked: Sequence[Ask], memo: Memo | None = None) -> None:
        self._table = table
        self._memo = memo
        self._view = table.view(None)
        self._asked = asked
        self._scene: Pieces | None = None

    def _public(self) -> Pieces:
        """The scene that everybody may see, made when somebody needs it."""
        if self._scene is None:
            self._scene = self._drawn(self._view)
        return self._scene

    def _drawn(self, view: View[Any]) -> Pieces:
        return pieces(self._table.game.scene(view), self._memo)

    def picture(self, seat: int | None, undo: Any) -> Pieces:
        """The table from a seat; `undo` says whether the seat may take back."""
        table, view = self._table, self._view if seat is None else self._table.view(seat)
        scene = self._public() if seat is None else self._drawn(view)
        # A seat that knows no more than everybody has nothing secret before it.
        open_to_all = seat is None or (view.mine is None and view.state == self._view.state)
        asks = [{"id": ask_id(table, ask), **ask.wire()} for ask in self._asked if ask.seat == seat]
        parts = {
            "secrets": [] if open_to_all else _secrets(scene, self._public()),
            "asks": asks,
            "waiting": view.asked,
            "answered": view.answered,
            "mine": view.mine,
            "why": table.why(seat),
            "outcome": table.outcome,
            "undo": undo,
        }
        return {"scene": scene, **encoded(parts)}
