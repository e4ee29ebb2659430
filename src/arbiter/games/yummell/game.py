"""Yummell, the game of fantasy races in the world of Kfoorp."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from arbiter.content import Library
from arbiter.content.folder import FolderGame
from arbiter.core import Ask, Catalogue, Illegal, Lean, Rules, Scene, View, rule
from arbiter.core.options import BadOptions
from arbiter.kit import cards
from arbiter.kit.words import at_table

from . import advice, numbers, scene, sequence, setup
from .book import book, install
from .race import Yummell
from .state import Race, YummellOptions
from .yhop import Judge


class YummellGame(FolderGame[Race]):
    """2 to 8 champions race along a track of tiles; the first on the last square wins."""

    id = "yummell"
    title = "Yummell"
    version = "2"
    seats = numbers.players()
    Options = YummellOptions
    operator_options = ("packs",)
    bound = 100_000
    option_sets: ClassVar[tuple[dict[str, Any], ...]] = (
        {},
        {"track": "built", "characters": "pick", "supporters": "chosen"},
        {"track": "homberflupps_knot", "supporters": "dealt", "round_limit": 20},
        {"track": "vote", "round_limit": 5},
    )

    def start(self, seats: int, options: YummellOptions) -> Race:
        """The empty table; a track that is not there is refused, and so is a faulty pack."""
        right = book(options.packs).track_options()
        if options.track not in right:
            raise BadOptions(self, Illegal("options.wrong", name="track", value=options.track, right=right))
        return setup.start(seats, options)

    def play(self, state: Race, host: Any) -> Yummell:
        return Yummell(state, host)

    def beat(self, g: Yummell) -> Rules[None]:
        """The whole setup, and then a turn each."""
        return sequence.turn(g) if g.state.round else setup.start_to_play(g)

    def redeal(self, state: Race, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
        cards.redeal(state.deck, state.hand, seat, rng, known)

    def scene(self, view: View[Race]) -> Scene:
        return scene.scene(view)

    def standing(self, state: Race) -> tuple[str, list[float]] | None:
        if not state.round:
            return None
        to_go = self.play(state, Lean(Random(0))).course.to_go
        return "fact.squares", [-float(to_go[square]) for square in state.at]

    def content(self) -> tuple[Library, ...]:
        return (book().library,)

    def catalogue(self, language: str = "en") -> Catalogue:
        return self.catalogue_for(YummellOptions(), language)

    def catalogue_for(self, options: YummellOptions, language: str = "en") -> Catalogue:
        """English from the content, what a language has of its own, and on top the words of the table's packs."""
        return _words(options.packs, language)

    def named(self, option: str, words: Catalogue) -> dict[str, str]:
        """The tracks."""
        tracks = book().track_options() if option == "track" else []
        return {key: words.get(f"options.track.{key}") or words[f"track.{key}"] for key in tracks}

    def install(self, file: Path | str) -> str:
        """Read a pack file, with the functions it may bring; gives the text that the option `packs` takes."""
        return install(file)

    @rule("YUM-GAP-81")
    def why_no_bots(self, options: YummellOptions) -> Illegal | None:
        """Bots never tire: where they race, an endless race must stop by itself."""
        return None if options.round_limit else Illegal("refused.bots", "YUM-GAP-81")

    def hint(self, state: Race, ask: Ask, rng: Random) -> Any:
        return advice.hint(Yummell(state), ask, rng)

    def judge(self) -> Judge:
        return Judge()

    def default(self, state: Race, ask: Ask) -> Any:
        return advice.default(Yummell(state), ask)


@lru_cache(64)
def _words(packs: tuple[str, ...], language: str) -> Catalogue:
    return at_table(YummellGame.folder, language, book().words, book(packs).words)


GAME = YummellGame()
