"""Yummell, the game of fantasy races in the world of Kfoorp."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from random import Random
from typing import Any, ClassVar

from arbiter.core import Ask, Catalogue, Illegal, Rules, Scene, View, rule
from arbiter.core.options import BadOptions
from arbiter.kit import cards
from arbiter.kit.books import PackGame

from . import advice, deck, movement, numbers, scene, sequence, setup
from .book import SHELF, book
from .race import Yummell
from .state import Race, YummellOptions
from .yhop import Yhop


class Running(Yummell):
    """A race with the verbs that functions of packs use."""

    __slots__ = ()
    discard = deck.discard
    draw_to_hand = deck.draw_to_hand
    lift_curses = deck.lift_curses
    move_forward = movement.move_forward
    push_back = movement.push_back


class YummellGame(PackGame[Race]):
    """2 to 8 champions race along a track of tiles; the first on the last square wins."""

    id = "yummell"
    title = "Yummell"
    version = "2"
    seats = numbers.players()
    Options = YummellOptions
    shelf = SHELF
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
        return Running(state, host)

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
        to_go = Yummell(state).course.to_go
        return "fact.squares", [-float(to_go[square]) for square in state.at]

    def named(self, option: str, words: Catalogue, options: YummellOptions) -> dict[str, str]:
        """The tracks, those of packs among them."""
        tracks = book(options.packs).track_options() if option == "track" else []
        return {key: words.get(f"options.track.{key}") or words[f"track.{key}"] for key in tracks}

    @rule("YUM-GAP-81")
    def why_no_bots(self, options: YummellOptions) -> Illegal | None:
        """Bots never tire: where they race, an endless race must stop by itself."""
        return None if options.round_limit else Illegal("refused.bots", "YUM-GAP-81")

    def hint(self, state: Race, ask: Ask, rng: Random) -> Any:
        return advice.hint(Yummell(state), ask, rng)

    def judge(self) -> Yhop:
        return Yhop()

    def default(self, state: Race, ask: Ask) -> Any:
        return advice.default(Yummell(state), ask)


GAME = YummellGame()
