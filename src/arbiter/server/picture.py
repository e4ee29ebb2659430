"""What one seat gets to see of a table: made from its view, its asks and its events, and from nothing else."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import Any

from ..core import Ask, Scene, Table
from ..core.differences import Pieces, pieces
from ..games import find, known
from ..store import Sitting
from .company import Company
from .looks import encoded


def ask_id(table: Table[Any], ask: Ask) -> str:
    """Names one ask at one moment of the game, so that an answer to an earlier one can be told apart.

    The place in the log goes through the seed's hash: how much chance there was is nobody's business, and the id is
    the same after a restart. Answers of others to the same Together do not change it.
    """
    posed = table.recorded - len(table.answered)
    return hmac.digest(table.dice.seed.encode(), f"ask {posed} {ask.seat}".encode(), "sha256")[:9].hex()


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
    seen = {thing.id: thing for thing in public.things()}
    return [thing.id for thing in mine.things() if seen.get(thing.id) != thing]


def picture(table: Table[Any], seat: int | None, public: Scene, undo: Any, playing: bool = True) -> Pieces:
    """The table from a seat; `public` is the scene of a spectator, `undo` says whether the seat may take back.

    Nobody is asked anything where the table is not `playing`: it is only looked at.
    """
    view = table.view(seat)
    scene = public if seat is None else table.game.scene(view)
    asks = [{"id": ask_id(table, ask), **ask.wire()} for ask in table.asks if playing and ask.seat == seat]
    parts = {
        "secrets": [] if seat is None else secrets_in(scene, public),
        "asks": asks,
        "waiting": view.asked,
        "answered": view.answered,
        "mine": view.mine,
        "why": table.why(seat),
        "outcome": table.outcome,
        "undo": undo,
    }
    return {"scene": pieces(scene), **encoded(parts)}
