"""Tékumel as a game of the table: its options, its beats, what is hidden in it."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from random import Random
from typing import Any, ClassVar

from arbiter.content import Library
from arbiter.core import Ask, Catalogue, Event, Illegal, Rules, Scene, View, rule
from arbiter.kit.books import PackGame

from . import (
    absent,
    advice,
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
from .book import SHELF
from .numbers import LIBRARY as NUMBERS
from .state import Tekumel, TekumelOptions, World, reading

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


class TekumelGame(PackGame[World]):
    """2 to 6 Heroes travel the lands of Tékumel for the honour of their Clans."""

    id = "tekumel"
    title = "Tékumel"
    version = "5"
    seats = range(2, 7)
    Options = TekumelOptions
    shelf = SHELF
    bound = 100_000
    option_sets: ClassVar[tuple[dict[str, Any], ...]] = (
        {"length": "short", "round_limit": 12},
        {"heroes": "picked", "round_limit": 6},
    )

    def start(self, seats: int, options: TekumelOptions) -> World:
        return setup.start(seats, options)

    def play(self, state: World, host: Any) -> Tekumel:
        return Tekumel(state, host)

    def play_again(self, g: Tekumel, state: World, host: Any) -> Tekumel:
        return Tekumel(state, host, like=g)

    def beat(self, g: Tekumel) -> Rules[None]:
        return setup.set_up(g) if g.state.step == "setup" else turn.step(g)

    def redeal(self, world: World, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
        state.redeal(world, seat, rng, known)
        missions.redeal(world, seat, rng, known)

    def scene(self, view: View[World]) -> Scene:
        return scene.scene(view)

    def standing(self, state: World) -> tuple[str, list[float]]:
        return "part.lan", [float(hero.lan) for hero in state.heroes]

    def luck(self, event: Event) -> float | None:
        return skill_tests.luck(event)

    def content(self) -> tuple[Library, ...]:
        return (*super().content(), NUMBERS)

    @rule("TEK-REF-1", "TEK-REF-2")
    def catalogue_for(self, options: TekumelOptions, language: str = "en") -> Catalogue:
        """The words of the game, which use the terms and headings of the reference; on top those of the packs."""
        return super().catalogue_for(options, language)

    def names(self) -> Collection[str]:
        return [key for key in SHELF.book().words if key.startswith("also.")]

    def why_no_bots(self, options: TekumelOptions) -> Illegal | None:
        """Bots never tire: where they play, an endless game must stop by itself."""
        return None if options.round_limit else Illegal("refused.bots", "TEK-GAP-ROUND-LIMIT")

    def hint(self, state: World, ask: Ask, rng: Random) -> Any:
        return advice.hint(reading(state), ask, rng)

    def default(self, state: World, ask: Ask) -> Any:
        """The answer that the ledger gives for a seat whose clock has run out."""
        return absent.default(state, ask, super().default)


GAME = TekumelGame()
