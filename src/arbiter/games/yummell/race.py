"""The game at play: what the rules hold in their hand, and how they call things when somebody looks."""

from __future__ import annotations

from random import Random
from typing import Any

from arbiter.core import Lean, Option, Play
from arbiter.core.play import Host

from . import actions, deck, interpret, movement, sequence, setup
from .catalogue import Catalogue, catalogue
from .entries import TERRAINS
from .sources import TERRAIN_COSTS
from .state import Race
from .tiles import LETTERS, SIDES, Course

NOBODY = Lean(Random(0))
"""Runs nothing: for those who only look at a race."""


class Yummell(Play[Race]):
    """A race being run: the state, the compiled content, the course, and the verbs that effects use."""

    __slots__ = ("cards", "catalogue", "course", "numbers", "sources")

    course: Course

    def __init__(self, state: Race, host: Host = NOBODY) -> None:
        super().__init__(state, host)
        content: Catalogue = catalogue(state.options.packs)
        self.catalogue = content
        self.sources = content.sources
        self.cards = content.cards
        self.numbers = content.numbers
        if not state.placing:
            self.course = content.course(state.layout)

    blockers = movement.blockers
    move_again = movement.move_again
    move_forward = movement.move_forward
    push_back = movement.push_back
    push_length = movement.push_length
    square_back = movement.square_back
    square_forward = movement.square_forward
    why_not_move = movement.why_not_move
    why_not_path = movement.why_not_path
    why_not_square = movement.why_not_square
    draw_to_hand = deck.draw_to_hand
    lift_curses = deck.lift_curses
    look = deck.look
    put_back = deck.put_back
    put = deck.put
    activate_all = sequence.activate_all
    run = actions.run
    targets = actions.targets
    why_not_action = actions.why_not_action
    why_not_target = actions.why_not_target
    why_not_character = setup.why_not_character
    why_not_tile = setup.why_not_tile
    standing = interpret.standing

    def name(self, card: int) -> str:
        """The key under which the catalogue has a card's name."""
        return self.cards[card].key

    def terrain_at(self, square: int) -> str:
        """The terrain of a square; the start line has its own word."""
        return TERRAINS[self.course.terrain[square]] if square else "line"

    def say_card(self, card: int | None) -> Option:
        if card is None:
            return Option(None, "option.none")
        args = {"card": self.name(card), "number": self.numbers[card]}
        return Option(card, "option.card", args, (f"card-{card}",))

    def say_move(self, card: int | str) -> Option:
        if not isinstance(card, int):
            return Option(card, "option.rest")
        number = self.numbers[card]
        mp = interpret.points(self, self.state.mover, number).total
        args = {"card": self.name(card), "number": number, "mp": mp}
        return Option(card, "option.move", args, (f"card-{card}",))

    def say_square(self, square: int) -> Option:
        seat = self.state.mover
        if square == self.state.at[seat]:
            return Option(square, "option.stay", {}, (f"square-{square}", f"pawn-{seat}"))
        args = {"terrain": self.terrain_at(square), "togo": self.course.to_go[square]}
        key = "option.finish" if square == self.course.last else "option.square"
        return Option(square, key, args, (f"square-{square}",))

    def say_path(self, path: int) -> Option:
        if path < 0:
            return Option(path, "option.stay", {}, (f"pawn-{self.state.mover}",))
        ids = tuple(f"square-{square}" for square in range(self.course.first[path], self.course.end[path] + 1))
        return Option(path, "option.path", {"path": self.course.paths[path]}, ids)

    def say_seat(self, seat: int) -> Option:
        args = {"other": seat, "character": self.sources[self.state.character[seat]].key}
        return Option(seat, "option.target", args, (f"pawn-{seat}",))

    def say_action(self, action: tuple[Any, ...]) -> Option:
        if action == actions.PASS:
            return Option(action, "option.pass")
        if action == actions.PASS_TURN:
            return Option(action, "option.pass_turn")
        s = self.state
        word = action[0]
        source, card = actions.source_of(self, s.mover, action)
        ids: tuple[str, ...] = (f"card-{card}",) if card >= 0 else (f"{word}-{s.mover}",)
        if word == "supporter":
            ids = tuple(
                f"supporter-{seat}-{source.index}" for seat in range(len(s.at)) if source.index in s.supporters[seat]
            )
        return Option(action, f"option.{word}", {"card": source.key}, ids)

    def say_source(self, index: int) -> Option:
        return Option(index, "option.source", {"card": self.sources[index].key}, (f"source-{index}",))

    def say_copy(self, copy: tuple[int, int]) -> Option:
        index, number = copy
        return Option(copy, "option.source", {"card": self.sources[index].key}, (f"enlist-{index}-{number}",))

    def say_tile(self, spot: tuple[int, int]) -> Option:
        number, junction = spot
        return Option(spot, "option.tile", self.tile_facts(number, junction), (f"supply-{number}-{junction}",))

    def tile_facts(self, number: int, junction: int) -> dict[str, Any]:
        """A tile as it would lie at the open end: where it leads, how long it is and what it costs."""
        tiles, layout = self.catalogue.tiles, self.state.layout
        tile = tiles.by_number[number]
        spot = tiles.joined(layout, number, junction)
        terrains = [LETTERS[tile.grid[y][x]] for x, y in tile.path]
        return {
            "tile": number,
            "junction": tile.junctions[junction].id,
            "rotation": spot[2] * 90,
            "leads": SIDES[tiles.open_end([*layout, spot])[2]],
            "squares": len(terrains),
            "cost": sum(TERRAIN_COSTS[terrain] for terrain in terrains),
        }

    def say_peek(self, bottom: bool) -> Option:
        card = self.name(self.state.top[0])
        return Option(bottom, "option.bottom" if bottom else "option.leave", {"card": card})

    def say_order(self, order: tuple[int, ...]) -> Option:
        return Option(order, "option.order", {"cards": [self.name(card) for card in order]})

    def say_exchange(self, pair: tuple[int, int] | None) -> Option:
        if pair is None:
            return Option(None, "option.none")
        mine, theirs = pair
        args = {"given": self.name(mine), "taken": self.name(theirs)}
        return Option(pair, "option.exchange", args, (f"card-{mine}", f"card-{theirs}"))
