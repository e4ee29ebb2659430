"""The packs of a table, compiled: characters, Advantages, cards and Supporters are `Source`s, a track is a layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path

from arbiter.content import Entry, Library, PackError, Vocabulary
from arbiter.content.errors import Fault
from arbiter.core import Row, rule
from arbiter.kit.shelf import Shelf

from .choices import Pair, in_their_windows
from .conditions import CONDITIONS
from .deeds import DEEDS
from .effects import CHANGES, HandLimit
from .entries import (
    KINDS,
    AdvantageCard,
    ArtefactCard,
    CharacterSheet,
    CreatureCard,
    EventCard,
    SupporterCard,
    Tile,
    Track,
)
from .promises import check_content, check_source
from .sources import ACTIVATION, ADVANTAGE, ARTEFACT, CHARACTER, EVENT, SUPPORTER, TYPES, Source
from .tiles import Course, Spot, Tiles, check_tile, walk

CONTENT = Path(__file__).parent / "content"
FILES = ("characters", "advantages", "creatures", "events", "artefacts", "supporters", "tiles", "tracks")
VOCABULARY = Vocabulary((*CHANGES, *DEEDS), CONDITIONS)
SHELF = Shelf(CONTENT, FILES, KINDS, VOCABULARY)
SOURCES: tuple[type[Entry], ...] = (
    CharacterSheet,
    AdvantageCard,
    CreatureCard,
    EventCard,
    ArtefactCard,
    SupporterCard,
)
"""The kinds of entries that are sources, in the order of their types."""

POWERS = {CHARACTER: "ability", ADVANTAGE: "advantage", SUPPORTER: "supporter"}
"""The word of the action that uses each kind of power."""


class Book:
    """Everything a table plays with."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.sources = _sources(library)
        self.by_key = {source.key: source for source in self.sources}
        self.characters, self.advantages = sheets(self.sources), talents(self.sources)
        self.supporters = purple_cards(self.sources)
        self.cards = deck(self.sources)
        self.keys = [source.key for source in self.cards]
        self.numbers = numbers(self.cards)
        self.tiles = Tiles(_tiles(library))
        self.tracks: dict[str, Track] = library.all("track", Track)
        self.layouts = _layouts(library, self.tiles)
        check_content(library, self.characters, self.advantages)
        # What the rules look up at every step.
        self.hand_limits = {one.index: limit for one in self.sources for limit in one.changes(HandLimit)}
        self.from_hand: list[Pair | None] = [None] * len(self.cards)
        self.on_table: list[Pair | None] = [None] * len(self.cards)
        self.powers: list[Pair | None] = [None] * len(self.sources)
        for card, source in enumerate(self.cards):
            if source.type == EVENT:
                self.from_hand[card] = (("play", card), source.use)
            elif source.type == ARTEFACT:
                self.from_hand[card] = (("activate", card), ACTIVATION)
                self.on_table[card] = (("use", card), source.use)
        for source in self.sources:
            if source.type in POWERS:
                number = source.index if source.type == SUPPORTER else 0
                self.powers[source.index] = ((POWERS[source.type], number), source.use)
        self.shelves = in_their_windows(self.from_hand, self.on_table, self.powers)
        self._courses: dict[tuple[Spot, ...], Course] = {}

    def course(self, layout: tuple[Spot, ...]) -> Course:
        """The squares of a track, worked out once."""
        course = self._courses.get(layout)
        if course is None:
            course = self._courses[layout] = walk(self.tiles, layout)
        return course

    def find(self, key: str) -> Source:
        """A character, Advantage, card or Supporter by its key."""
        return self.by_key[key]

    @rule("YUM-SETUP-8", "YUM-SETUP-9", "YUM-GAP-15")
    def layout_for(self, track: str, players: int) -> tuple[Spot, ...] | None:
        """The tiles of a ready-made track, whatever the number of players; None where the players build one."""
        if track == "built":
            return None
        return self.layouts[self.suited(players) if track == "suited" else track]

    def suited(self, players: int) -> str:
        """The ready-made track that suits so many players best."""
        found = [key for key, one in self.tracks.items() if one.players[0] <= players <= one.players[1]]
        return min(found or self.tracks, key=lambda key: abs(len(self.layouts[key]) - 2 - max(players, 3)))

    def track_options(self) -> list[str]:
        """What a table can say about its track."""
        return ["suited", "built", "vote", *self.tracks]

    def choice_of_tracks(self, players: int) -> list[str]:
        """What can be voted for: the ready-made tracks, the one that suits first, or building one."""
        first = self.suited(players)
        return [first, *(track for track in self.tracks if track != first), "built"]

    @cached_property
    def tile_origins(self) -> dict[int, list[Row]]:
        """Of each tile what the rulebook prints, by its number."""
        tiles = self.library.all("tile", Tile)
        return {tile.number: self.library.origin("tile", key) for key, tile in tiles.items()}

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The names and texts of everything here, as words of the message catalogue."""
        return dict(_words(self))


def _sources(library: Library) -> list[Source]:
    found: list[Source] = []
    keys: set[str] = set()
    for number, kind in enumerate(SOURCES):
        for key, entry in library.all(TYPES[number], kind).items():
            if key in keys:
                raise library.error(TYPES[number], key, "", f"another entry has the key '{key}' already")
            keys.add(key)
            source = Source(len(found), number, key, entry, library.origin(TYPES[number], key))
            check_source(library, source)
            found.append(source)
    return found


@rule("YUM-COMP-4", "YUM-CHAR-1")
def sheets(sources: list[Source]) -> list[int]:
    """The Character Sheets."""
    return [source.index for source in sources if source.type == CHARACTER]


@rule("YUM-COMP-5")
def talents(sources: list[Source]) -> list[int]:
    """The Advantage cards."""
    return [source.index for source in sources if source.type == ADVANTAGE]


@rule("YUM-SUP-1")
def purple_cards(sources: list[Source]) -> list[int]:
    """The Supporter cards: they have no number and are no part of the deck."""
    return [source.index for source in sources if source.type == SUPPORTER]


@rule("YUM-COMP-6")
def deck(sources: list[Source]) -> list[Source]:
    """The Playing Cards, each as often as there are copies of it."""
    return [source for source in sources if source.number for _ in range(source.entry.copies)]


@rule("YUM-DECK-2")
def numbers(cards: list[Source]) -> list[int]:
    """The number of each Playing Card."""
    return [source.number for source in cards]


@rule("YUM-COMP-1")
def _tiles(library: Library) -> list[Tile]:
    """The Track Tiles, checked."""
    found: dict[int, Tile] = {}
    for key, tile in library.all("tile", Tile).items():
        try:
            check_tile(tile)
        except Fault as fault:
            raise library.error("tile", key, fault.path, fault.problem) from None
        if tile.number in found:
            raise library.error("tile", key, "number", f"another tile has the number {tile.number} already")
        if tile.role != "middle" and any(other.role == tile.role for other in found.values()):
            raise library.error("tile", key, "role", f"expected middle: there is a {tile.role} tile already")
        found[tile.number] = tile
    for role in ("start", "finish"):
        if not any(tile.role == role for tile in found.values()):
            key = next(iter(library.entries["tile"]))
            raise library.error("tile", key, "role", f"expected one {role} tile, there is none")
    return list(found.values())


def _layouts(library: Library, tiles: Tiles) -> dict[str, tuple[Spot, ...]]:
    layouts = {}
    for key, track in library.all("track", Track).items():
        try:
            layouts[key] = tuple(tiles.described(track.layout))
        except Fault as fault:
            raise library.error("track", key, fault.path, fault.problem) from None
        if track.players[0] > track.players[1]:
            raise library.error("track", key, "players", "expected the fewest players first, then the most")
    return layouts


def _words(content: Book) -> Iterator[tuple[str, str]]:
    for source in content.sources:
        entry = source.entry
        yield f"thing.{source.key}", entry.name
        yield f"text.{source.key}", getattr(entry, "text", "") or entry.flavour
        if source.type == CHARACTER:
            yield f"ability.{source.key}", entry.ability
            yield f"title.{source.key}", entry.title
            yield f"race.{source.key}", entry.race
            yield f"flavour.{source.key}", entry.flavour
        if source.arrow:
            yield f"encounter.{source.key}", entry.encounter
    for number, tile in content.tiles.by_number.items():
        yield f"tile.{number}", tile.name
        for path in tile.paths:
            yield f"path.{path}", path
    for key, track in content.tracks.items():
        yield f"track.{key}", track.name
        yield f"story.{key}", track.story


@cache
def book(packs: tuple[str, ...] = ()) -> Book:
    """The game's own content with the users' packs (their texts) on top; raises `PackError` for a faulty one."""
    return Book(SHELF.library(packs))


def install(file: Path | str) -> str:
    """Let in a pack file, checked; gives the text that the option `packs` takes."""
    text = SHELF.install(file)
    book((text,))
    return text


__all__ = ["Book", "PackError", "Source", "book", "install"]
