"""The game at play: what the rules hold in their hand, and how they call things when somebody looks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from arbiter.content import Effect
from arbiter.core import Lean, Option, Play, Text
from arbiter.core.play import Host
from arbiter.kit.sources import still

from .book import Book, book
from .costs import Dear, InForce
from .effects import UNTIL, ExtraCostToPass
from .entries import CreatureCard
from .numbers import TERRAIN_COSTS
from .sources import WC, WL, Action, Source
from .state import Race
from .tiles import LETTERS, SIDES, Course

NOBODY = Lean(Random(0))
"""Runs nothing: for those who only look at a race."""


@lru_cache(1024)
def _line_up(
    content: Book, advantages: tuple[int, ...], characters: tuple[int, ...]
) -> tuple[list[tuple[Source, ...]], list[InForce], list[tuple[int, Dear]]]:
    """For each seat the powers that are always on, and what they come to; and who makes passing dear."""
    both = [(content.sources[one], content.sources[other]) for one, other in zip(advantages, characters, strict=True)]
    always = [tuple([source for source in powers if source.passive]) for powers in both]
    dear = [
        (seat, (change, power.key))
        for seat, powers in enumerate(always)
        for power in powers
        for change in power.changes(ExtraCostToPass)
    ]
    return always, [content.force(powers) for powers in always], dear


class Yummell(Play[Race]):
    """A race being run: the state, the compiled content, and the course."""

    __slots__ = ("always", "book", "cards", "course", "dear", "keys", "numbers", "plain", "sources")

    course: Course
    always: list[tuple[Source, ...]]
    """For each seat the powers that are always on."""
    plain: list[InForce]
    """What these come to, as long as nothing else is in force."""
    dear: list[tuple[int, Dear]]
    """Who makes passing dear, and by which power."""

    def __init__(self, state: Race, host: Host = NOBODY) -> None:
        super().__init__(state, host)
        content: Book = book(state.options.packs)
        self.book = content
        self.sources = content.sources
        self.cards = content.cards
        self.keys = content.keys
        self.numbers = content.numbers
        self.look_at_table()

    def look_at_table(self) -> None:
        """Who plays whom, who stands in the way of others, and, once the track is ready, its squares."""
        s = self.state
        self.always, self.plain, self.dear = _line_up(self.book, tuple(s.advantage), tuple(s.character))
        if s.layout and not s.placing:
            self.course = self.book.course(s.layout)

    # What is in force without its card

    def last(self, seat: int, source: Source, effects: Iterable[Effect]) -> None:
        """Effects come into force for a character: until what ends them is over, else in this Challenge or turn."""
        scope = "challenge" if self.state.turn.window & (WC | WL) else "turn"
        lasting = [source.lasting(effect, UNTIL.get(type(effect), scope)) for effect in effects]
        self.state.lasting[seat] += tuple(lasting)

    def waiting(self, seat: int, until: str) -> list[str]:
        """The sources of what is in force for a character until something."""
        return [one.source for one in self.state.lasting[seat] if one.until == until]

    def over(self, seat: int, *scopes: str) -> None:
        """Something is over for a character: what was in force until then ends."""
        if self.state.lasting[seat]:
            self.state.lasting[seat] = still(self.state.lasting[seat], *scopes)

    # What there is

    def met(self) -> CreatureCard:
        """The Creature that is met."""
        entry: CreatureCard = self.cards[self.state.turn.met].entry
        return entry

    def creature(self) -> CreatureCard | None:
        """The Creature of a Challenge that is being decided."""
        return self.met() if self.state.turn.window == WC else None

    def source_of(self, seat: int, action: Action) -> tuple[Source, int]:
        """What an action uses: the source, and the card if it is one (else -1)."""
        word, number = action
        if word == "ability":
            return self.sources[self.state.character[seat]], -1
        if word == "advantage":
            return self.sources[self.state.advantage[seat]], -1
        return (self.sources[number], -1) if word == "supporter" else (self.cards[number], number)

    # How things are called

    def names(self, cards: Sequence[int]) -> list[str]:
        """The keys under which the catalogue has the names of cards."""
        return list(map(self.keys.__getitem__, cards))

    def called(self, seat: int, action: Action, source: Source | None = None) -> Text:
        """What an action uses, by name: an Ability has one of its own."""
        used = source or self.source_of(seat, action)[0]
        return Text("named.ability" if action[0] == "ability" else "named.thing", {"card": used.key})

    def say_card(self, card: int | None) -> Option:
        if card is None:
            return Option(None, "option.none")
        args = {"card": self.keys[card], "number": self.numbers[card]}
        return Option(card, "option.card", args, (f"card-{card}",))

    def say_square(self, square: int) -> Option:
        seat = self.state.mover
        if square == self.state.at[seat]:
            return Option(square, "option.stay", {}, (f"square-{square}", f"pawn-{seat}"))
        key = "option.finish" if square == self.course.last else "option.square"
        return Option(square, key, self.course.told[square], (f"square-{square}",))

    def say_path(self, path: int) -> Option:
        if path < 0:
            return Option(path, "option.stay", {}, (f"pawn-{self.state.mover}",))
        ids = tuple(f"square-{square}" for square in self.course.routes[path] if square < self.course.merge)
        return Option(path, "option.path", {"path": self.course.paths[path]}, ids)

    def say_seat(self, seat: int) -> Option:
        args = {"other": seat, "character": self.sources[self.state.character[seat]].key}
        return Option(seat, "option.target", args, (f"pawn-{seat}",))

    def say_source(self, index: int) -> Option:
        return Option(index, "option.source", {"card": self.sources[index].key}, (f"source-{index}",))

    def say_copy(self, copy: tuple[int, int]) -> Option:
        index, number = copy
        return Option(copy, "option.source", {"card": self.sources[index].key}, (f"enlist-{index}-{number}",))

    def say_track(self, track: str) -> Option:
        return Option(track, "option.track", {"track": track}, (f"track-{track}",))

    def say_tile(self, spot: tuple[int, int]) -> Option:
        number, junction = spot
        return Option(spot, "option.tile", self.tile_facts(number, junction), (f"supply-{number}-{junction}",))

    def tile_facts(self, number: int, junction: int) -> dict[str, Any]:
        """A tile as it would lie at the open end: where it leads, how long it is and what it costs."""
        tiles, layout = self.book.tiles, self.state.layout
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
        card = self.keys[self.state.deck.top[0]]
        return Option(bottom, "option.bottom" if bottom else "option.leave", {"card": card})

    def say_order(self, order: tuple[int, ...]) -> Option:
        return Option(order, "option.order", {"cards": self.names(order)})

    def say_exchange(self, pair: tuple[int, int] | None) -> Option:
        if pair is None:
            return Option(None, "option.none")
        mine, theirs = pair
        args = {"given": self.keys[mine], "taken": self.keys[theirs]}
        return Option(pair, "option.exchange", args, (f"card-{mine}", f"card-{theirs}"))
