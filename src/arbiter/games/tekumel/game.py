"""Tékumel as a game of the table: its options, its beats, what is hidden in it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from arbiter.content import Library
from arbiter.content.folder import FolderGame, read_words, with_packs
from arbiter.core import Ask, Catalogue, Event, Illegal, Rules, Scene, View, rule
from arbiter.kit.windows import PASS
from arbiter.kit.words import words

from . import (
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
from .book import book, install
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


class TekumelGame(FolderGame[World]):
    """2 to 6 Heroes travel the lands of Tékumel for the honour of their Clans."""

    id = "tekumel"
    title = "Tékumel"
    version = "3"
    seats = range(2, 7)
    Options = TekumelOptions
    operator_options = ("packs",)
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
        return (book().library, NUMBERS)

    def catalogue(self, language: str = "en") -> Catalogue:
        return self.catalogue_for(TekumelOptions(), language)

    @rule("TEK-REF-1", "TEK-REF-2")
    def catalogue_for(self, options: TekumelOptions, language: str = "en") -> Catalogue:
        """The words of the game, which use the terms and headings of the reference; on top those of the packs."""
        return _words(options.packs, language)

    def names(self) -> Collection[str]:
        return [key for key in book().words() if key.startswith("also.")]

    def install(self, file: Path | str) -> str:
        """Read and check a pack file; gives the text that the option `packs` takes."""
        return install(file)

    def why_no_bots(self, options: TekumelOptions) -> Illegal | None:
        """Bots never tire: where they play, an endless game must stop by itself."""
        return None if options.round_limit else Illegal("refused.bots", "TEK-GAP-ROUND-LIMIT")

    def hint(self, state: World, ask: Ask, rng: Random) -> Any:
        return advice.hint(reading(state), ask, rng)

    def default(self, state: World, ask: Ask) -> Any:
        """The answer that the ledger gives for a seat whose clock has run out."""
        return default(state, ask, super().default)


@lru_cache(64)
def _words(packs: tuple[str, ...], language: str) -> Catalogue:
    ours = book().words()
    brought = {key: word for key, word in book(packs).words().items() if ours.get(key) != word}
    return with_packs({**words(language), **ours, **read_words(TekumelGame.folder, language)}, brought)


TRADES_FROM = 5
"""The Trade total from which an Easy Trade roll is the default."""

HEALTH_TO_FIGHT_ON = 2
"""Who is not there to answer fights on as long as he has more Health than this."""


def _dearest(s: World, ask: Any) -> list[str]:
    """Equipment cards by their price, of equals the first."""
    prices = book(s.options.packs).equipment
    return sorted(ask.values, key=lambda card: -prices[card].cost)


def _cheapest(s: World, ask: Any) -> tuple[str, ...]:
    prices = book(s.options.packs).equipment
    return tuple(sorted(ask.values, key=lambda card: prices[card].cost)[: ask.least])


def _but_the_first(s: World, ask: Any) -> tuple[str, ...]:
    """Who is to keep some of the cards drawn keeps the first; who is to discard some discards the first."""
    kept = len(ask.values) - ask.least if ask.rule == "TEK-DEC-DRAW-KEEP" else 0
    return tuple(ask.values[kept : kept + ask.least])


def _as_worn(s: World, ask: Any) -> tuple[str, ...]:
    return tuple(item.card for item in s.heroes[ask.seat].items if item.worn)


def _most_lan(s: World, ask: Any) -> str:
    missions = book(s.options.packs).missions
    return str(max(ask.values, key=lambda card: missions[card].lan))


DEFAULTS: dict[str, Callable[[World, Any], Any]] = {
    "refresh.actions": lambda s, ask: (),
    "refresh.spells": lambda s, ask: (),
    "market.trade": lambda s, ask: "easy" if ask.args["total"] >= TRADES_FROM else "",
    "learn": lambda s, ask: "",
    "learn.worn": lambda s, ask: ("engsvanyali",) if "engsvanyali" in ask.values else tuple(ask.values[:2]),
    "wear": _as_worn,
    "discard.equipment": _cheapest,
    "discard.actions": _but_the_first,
    "discard.spells": _but_the_first,
    "keep.equipment": lambda s, ask: tuple(_dearest(s, ask)[: ask.least]),
    "prize": lambda s, ask: _dearest(s, ask)[0],
    "wound.whom": lambda s, ask: ask.values[0] if ask.args["room"] > 1 else ask.values[-1],
    "break_off": lambda s, ask: "fight" if ask.args["left"] > HEALTH_TO_FIGHT_ON else "evade",
    "move": lambda s, ask: movement.STAY,
    "mission.keep": _most_lan,
}
"""Prompt -> the default of its decision, where it is not the first option."""


@rule("TEK-GAP-TIMEOUT", "TEK-GAP-LEAVE")
def default(s: World, ask: Ask, first: Callable[[World, Ask], Any]) -> Any:
    """The answer of who does not answer or has left: as the decision says, else nothing, else the first option."""
    if ask.prompt in DEFAULTS:
        return DEFAULTS[ask.prompt](s, ask)
    return PASS if ask.prompt.startswith("use.") else first(s, ask)


GAME = TekumelGame()
