"""Epix as a game of the table: its options, its beats, its copies, what is hidden in it."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from random import Random
from typing import Any, Literal

import msgspec

from arbiter.content import Library
from arbiter.content.folder import FolderGame
from arbiter.core import Ask, Choose, Rules, Scene, View, rule

from . import advice, scene
from .board import board
from .contents import ACTIONS, LIBRARY, RECRUITMENT, TAX
from .ending import standings
from .preliminary import preliminary
from .season import season
from .setup import set_up
from .state import Epix, EpixState, new_state


class EpixOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays Epix.

    `seating`: castles are drawn, or go by seat number. `knights`: how freely a Knight walks about in one action:
    `rested`, it moves again only after something else has happened; `roaming`, as long as no position comes back.
    """

    rules: Literal["basic", "advanced"] = "basic"
    seating: Literal["drawn", "set"] = "drawn"
    knights: Literal["rested", "roaming"] = "rested"


SAFE_LAST = {
    "preliminary", "recruit", "act", "attack.continue", "attack.sentries", "attack.spies", "attack.retreat",
}  # fmt: skip
"""Asks whose last option does nothing: pass, done, end, withdraw, keep the card."""


class EpixGame(FolderGame[EpixState]):
    """A bluffing war game for 2 to 4 rival houses."""

    id = "epix"
    title = "Epix"
    version = "2"
    seats = range(2, 5)
    Options = EpixOptions
    bound = 5000
    option_sets = ({}, {"rules": "advanced", "seating": "set"}, {"rules": "advanced", "knights": "roaming"})
    for_people = {"knights": "roaming"}

    @rule("EPIX-MODE-1")
    def start(self, seats: int, options: EpixOptions) -> EpixState:
        """An empty table for the rules that were picked."""
        return new_state(seats, options.rules == "advanced", options.knights == "rested", options.seating == "drawn")

    def play(self, state: EpixState, host: Any) -> Epix:
        g = Epix(state, host)
        g.board = board(state.seats)
        return g

    def beat(self, g: Epix) -> Rules[None]:
        """The set up, a round of the preliminary phase, or a stretch of a season."""
        phase = g.state.phase
        return set_up(g) if phase == "setup" else preliminary(g) if phase == "preliminary" else season(g)

    def redeal(self, state: EpixState, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
        """Others' face-down cards may be any, until they are turned up."""
        for other, cards in enumerate(state.laid):
            if other != seat and cards and ("laid", other) not in known:
                chosen = rng.sample(ACTIONS, len(cards))
                state.laid[other] = tuple(card for card in ACTIONS if card in chosen)

    def scene(self, view: View[EpixState]) -> Scene:
        return scene.scene(view)

    def standing(self, state: EpixState) -> tuple[str, list[float]]:
        return "meter.provinces", [float(provinces) for provinces, _ in standings(state)]

    def content(self) -> tuple[Library, ...]:
        return (LIBRARY,)

    def hint(self, state: EpixState, ask: Ask, rng: Random) -> Any:
        return advice.hint(state, ask, rng)

    def default(self, state: EpixState, ask: Ask) -> Any:
        """The safe answer for a seat whose clock has run out."""
        match ask.prompt:
            case "choose.one":
                return TAX
            case "choose.two":
                return (RECRUITMENT, TAX)
            case "choose.summons":
                return (TAX,)
            case "turn.order" if isinstance(ask, Choose):
                return next(card for card in (TAX, RECRUITMENT, *ACTIONS) if card in ask.values)
            case prompt if prompt in SAFE_LAST and isinstance(ask, Choose):
                return ask.values[-1]
        return super().default(state, ask)


GAME = EpixGame()
