"""What one seat gets to see of a table: made from its view, its asks and its events, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import msgspec

from ..core import Ask, Game, Scene, Table, View
from ..core.differences import Picture
from ..core.states import hides
from ..core.views import Glance
from ..games import find, known
from ..store import Sitting
from .company import Company
from .looks import EMPTY, NOTHING, written

NOT_ASKED = -1
"""Stands for every seat that is not asked."""


def ask_id(table: Table[Any], ask: Ask) -> str:
    """Names one ask at one moment of the game, so that an answer to an earlier one can be told apart.

    The place in the log goes through the seed's hash: how much chance there was is nobody's business, and the id is
    the same after a restart. Answers of others to the same Together do not change it.
    """
    return _ask_id(table.dice.seed, table.posed, ask.seat)


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
    found: list[str] = []
    for things, others in zip(mine.groups(), public.groups(), strict=True):
        # What has an id stands in one list and no other.
        if things is not others and things != others:
            seen = {thing.id: thing for thing in others}
            found += [thing.id for thing in things if (open := seen.get(thing.id)) is not thing and open != thing]
    return found


class Sight:
    """A table as it stands, looked at from any seat; what several need for that is made once.

    `asked` is what people are asked: nothing where the table is only looked at.
    """

    def __init__(self, table: Table[Any], asked: Sequence[Ask]) -> None:
        self._table = table
        self._view = table.view(None)
        self._open = type(table.game).view is Game.view and not hides(table.state.__class__)
        self._asked = asked
        self._ruled = {ask.seat for ask in table.asks if ask.rule}
        self._common: Picture | None = None
        self._scenes: list[tuple[Any, int | None, bool, Picture]] = []
        self._shared: dict[Any, Any] = {}
        self._why: dict[int | None, msgspec.Raw] = {}

    def _drawn(self, view: View[Any]) -> Picture:
        """A picture of the scene of a view alone: one that was drawn without asking who looks is that of all who may
        know the same."""
        for state, seat, personal, scene in self._scenes:
            if (seat == view.seat) if personal else (state is view.state or state == view.state):
                return scene
        glance = Glance(view, self._view.state, self._shared)
        drawn = self._table.game.scene(glance)
        if self._scenes:
            drawn.share(self._scenes[0][3]["scene"])
        scene = {"scene": drawn}
        self._scenes.append((view.state, view.seat, glance.personal, scene))
        if self._open and not glance.personal:
            self._common = scene
        return scene

    def _view_of(self, seat: int | None) -> View[Any]:
        shared = self._view
        if seat is None:
            return shared
        if not self._open:
            return self._table.view(seat)
        # Where nothing is hidden from anybody, what everybody sees need not be copied for each of them.
        return View(seat, shared.state, shared.asked, shared.answered, self._table.mine(seat))

    def _scene_from(self, seat: int | None) -> tuple[Picture, list[str]]:
        """The scene from a seat, and the ids of what is secret in it."""
        if self._common is not None:
            return self._common, []
        view = self._view_of(seat)
        scene = self._drawn(view)
        # A seat that knows no more than everybody has nothing secret before it.
        if seat is None or (view.mine is None and (self._open or view.state == self._view.state)):
            return scene, []
        return scene, secrets_in(scene["scene"], self._drawn(self._view)["scene"])

    def for_all(self) -> dict[str, Any]:
        """What everybody knows of how the table stands."""
        view = self._view
        return {"waiting": view.asked, "answered": view.answered, "outcome": self._table.outcome}

    def _why_from(self, seat: int | None) -> msgspec.Raw:
        """The rules by which the table is asking: whoever is asked by none of their own is shown what others are."""
        told = seat if self._ruled and (seat is None or seat in self._ruled) else NOT_ASKED
        found = self._why.get(told)
        if found is None:
            found = self._why[told] = written(self._table.why(seat))
        return found

    def picture(self, seat: int | None, undo: Any) -> tuple[Picture, Picture]:
        """The table from a seat, and its scene; `undo` says whether the seat may take back."""
        table, mine = self._table, self._table.mine(seat)
        scene, secrets = self._scene_from(seat)
        asks = [{"id": ask_id(table, ask), **ask.wire()} for ask in self._asked if ask.seat == seat]
        parts = {
            "secrets": written(secrets) if secrets else EMPTY,
            "mine": NOTHING if mine is None else written(mine),
            "undo": written(undo),
            "asks": written(asks) if asks else EMPTY,
            "why": self._why_from(seat),
        }
        return parts, scene
