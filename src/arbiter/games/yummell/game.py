"""Yummell, the game of fantasy races in the world of Kfoorp."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from arbiter.content.folder import FolderGame
from arbiter.core import Ask, Catalogue, Rules, Scene, View

from . import hints, scene, sequence, setup, state
from .catalogue import install, words
from .race import Yummell
from .state import CHARACTERS, DEAL, MEETING, MET, MOVED, PREPARED, SUPPORTERS, TRACK, Options, Race
from .yhop import Judge

STEPS: dict[int, Callable[[Yummell], Rules[None]]] = {
    CHARACTERS: setup.characters,
    TRACK: setup.track,
    SUPPORTERS: setup.supporters,
    DEAL: setup.deal,
    PREPARED: sequence.prepared,
    MOVED: sequence.moved,
    MEETING: sequence.meeting,
    MET: sequence.met,
}
"""The stretch of play that begins at each step of the state."""


class YummellGame(FolderGame[Race]):
    """2 to 8 champions race along a track of tiles; the first on the last square wins."""

    id = "yummell"
    title = "Yummell"
    version = "1"
    seats = range(2, 9)
    Options = Options
    operator_options = ("packs",)
    bound = 100_000
    option_sets: ClassVar[tuple[dict[str, Any], ...]] = (
        {},
        {"track": "built", "characters": "pick", "supporters": "chosen"},
        {"track": "homberflupps_knot", "supporters": "dealt", "round_limit": 20},
    )

    def start(self, seats: int, options: state.Options) -> Race:
        return setup.start(seats, options)

    def play(self, state: Race, host: Any) -> Yummell:
        return Yummell(state, host)

    def beat(self, g: Yummell) -> Rules[None]:
        s = g.state
        return STEPS[s.step](g) if s.declared is None else sequence.declared(g, *s.declared)

    def redeal(self, state_: Race, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
        state.redeal(state_, seat, rng, known)

    def scene(self, view: View[Race]) -> Scene:
        return scene.scene(view)

    def catalogue(self, language: str = "en") -> Catalogue:
        return self.catalogue_for(state.Options(), language)

    def catalogue_for(self, options: state.Options, language: str = "en") -> Catalogue:
        return {**super().catalogue(language), **words(options.packs)}

    def install(self, file: Path | str) -> str:
        """Read a pack file, with the functions it may bring; gives the text that the option `packs` takes."""
        return install(file)

    def hint(self, state_: Race, ask: Ask, rng: Random) -> Any:
        return hints.hint(Yummell(state_), ask, rng)

    def judge(self) -> Judge:
        return Judge()

    def default(self, state_: Race, ask: Ask) -> Any:
        return hints.default(Yummell(state_), ask)
