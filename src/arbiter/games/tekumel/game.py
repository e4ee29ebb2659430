"""Tékumel as a game of the table: its options, its beats, what is hidden in it."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from random import Random
from typing import Any, ClassVar

from arbiter.content.folder import FolderGame
from arbiter.core import Ask, Catalogue, Rules, Scene, View
from arbiter.kit.windows import PASS
from arbiter.kit.words import words

from . import (
    encounters,
    evading,
    fight,
    goods,
    languages,
    market,
    mission_window,
    missions,
    movement,
    requirements,
    scene,
    setup,
    skill_tests,
    state,
    turn,
    uses,
    wounds,
)
from .book import book
from .state import Tekumel, TekumelOptions, World

MEANINGS = (
    uses,
    goods,
    wounds,
    movement,
    languages,
    skill_tests,
    evading,
    market,
    fight,
    encounters,
    requirements,
    mission_window,
)
"""The chapters in which the words of the cards get their meaning."""


class TekumelGame(FolderGame[World]):
    """2 to 6 Heroes travel the lands of Tékumel for the honour of their Clans."""

    id = "tekumel"
    title = "Tékumel"
    version = "1"
    seats = range(2, 7)
    Options = TekumelOptions
    bound = 100_000
    option_sets: ClassVar[tuple[dict[str, Any], ...]] = (
        {"length": "short", "round_limit": 12},
        {"heroes": "picked", "round_limit": 6},
    )

    def start(self, seats: int, options: TekumelOptions) -> World:
        return setup.start(seats, options)

    def play(self, state: World, host: Any) -> Tekumel:
        return Tekumel(state, host)

    def beat(self, g: Tekumel) -> Rules[None]:
        return setup.set_up(g) if g.state.step == "setup" else turn.step(g)

    def redeal(self, world: World, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
        state.redeal(world, seat, rng, known)
        missions.redeal(world, seat, rng, known)

    def scene(self, view: View[World]) -> Scene:
        return scene.scene(view)

    def catalogue(self, language: str = "en") -> Catalogue:
        return {**words(language), **book().words(), **super().catalogue(language)}

    def default(self, state: World, ask: Ask) -> Any:
        """The answer that the ledger gives for a seat whose clock has run out."""
        if ask.prompt in DEFAULTS:
            return DEFAULTS[ask.prompt](ask)
        return PASS if ask.prompt.startswith("use.") else super().default(state, ask)


TRADES_FROM = 5
"""The Trade total from which an Easy Trade roll is the default."""

HEALTH_TO_FIGHT_ON = 2
"""Who is not there to answer fights on as long as he has more Health than this."""

DEFAULTS: dict[str, Any] = {
    "refresh.actions": lambda ask: (),
    "refresh.spells": lambda ask: (),
    "market.trade": lambda ask: "easy" if ask.args["total"] >= TRADES_FROM else "",
    "learn": lambda ask: "",
    "wound.whom": lambda ask: ask.values[0] if ask.args["room"] > 1 else ask.values[-1],
    "break_off": lambda ask: "fight" if ask.args["left"] > HEALTH_TO_FIGHT_ON else "evade",
    "prize": lambda ask: max(ask.values, key=lambda card: book().equipment[card].cost),
    "move": lambda ask: movement.STAY,
    "mission.keep": lambda ask: max(ask.values, key=lambda card: book().missions[card].lan),
}
"""Prompt -> the default of its decision, where it is not the first option."""


GAME = TekumelGame()
