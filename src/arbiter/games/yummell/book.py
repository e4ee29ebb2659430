"""The packs of a table, compiled: characters, Advantages, cards and Supporters are `Source`s, a track is a layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path

from arbiter.content import Fault, Library, Vocabulary
from arbiter.core import Row, rule
from arbiter.kit import books
from arbiter.kit.sources import Lasting

from .costs import KEPT, InForce
from .effects import CHANGES, CONDITIONS, DEEDS, HandLimit
from .entries import KINDS, Tile, Track
from .numbers import players
from .promises import check_source
from .sources import ADVANTAGE, ARTEFACT, CHARACTER, EVENT, OPEN_WINDOWS, SUPPORTER, TYPES, WINDOWS, Pair, Source, Use
from .tiles import Course, Spot, Tiles, check_tile, walk

CONTENT = Path(__file__).parent / "content"
FILES = ("characters", "advantages", "creatures", "events", "artefacts", "supporters", "tiles", "tracks")
VOCABULARY = Vocabulary((*CHANGES, *DEEDS), CONDITIONS)
POWERS = {CHARACTER: "ability", ADVANTAGE: "advantage", SUPPORTER: "supporter"}
"""The word of the action that uses each kind of power."""
EVERY_WINDOW = sum(WINDOWS.values())
ACTIVATION = Use(OPEN_WINDOWS)
"""Activating an Artefact, whatever the Artefact itself may be used for."""


class Book(books.Book):
    """Everything a table plays with."""

    called = dict.fromkeys(TYPES, "thing")
    texts = {word: word for word in ("text", "ability", "title", "race", "encounter")}

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self.by_key: dict[str, Source] = {}
        self._compile()
        self.sources = list(self.by_key.values())
        self.characters, self.advantages = self.of_type(CHARACTER), self.of_type(ADVANTAGE)
        self.supporters = self.of_type(SUPPORTER)
        self.cards = deck(self.sources)
        self.keys = [source.key for source in self.cards]
        self.numbers = numbers(self.cards)
        self.tiles = Tiles(list(self._tiles().values()))
        self.tracks: dict[str, Track] = library.all("track", Track)
        self.layouts = self._layouts()
        # What the rules look up at every step.
        self.hand_limits = {one.index: limit for one in self.sources for limit in one.changes(HandLimit)}
        self.on_table: list[Pair | None] = [
            (("use", card), source.use) if source.type == ARTEFACT else None for card, source in enumerate(self.cards)
        ]
        self.powers: list[Pair | None] = [
            ((POWERS[one.type], one.index if one.type == SUPPORTER else 0), one.use) if one.type in POWERS else None
            for one in self.sources
        ]
        from_hand = [from_hand_of(card, source) for card, source in enumerate(self.cards)]
        self.shelves = in_their_windows(from_hand, self.on_table, self.powers)
        self.course = cache(self._course)
        self.force = lru_cache(KEPT)(self._force)

    def _compile(self) -> None:
        """Every source, with a complaint about what cannot be meant so; there must be a character and an Advantage for
        every player."""
        most = players()[-1]
        for type, kind in enumerate(TYPES):
            found = self.library.entries[kind]
            for key, entry in found.items():
                with self.about(kind, key):
                    if key in self.by_key:
                        raise Fault("", f"another entry has the key '{key}' already")
                    source = Source(len(self.by_key), type, key, entry, self.library.origin(kind, key))
                    check_source(source)
                    self.by_key[key] = source
            if type in (CHARACTER, ADVANTAGE) and len(found) < most:
                with self.about(kind, next(iter(found))):
                    raise Fault("", f"expected {most} of this kind, there are {len(found)}")

    @rule("YUM-COMP-4", "YUM-CHAR-1", "YUM-COMP-5", "YUM-SUP-1")
    def of_type(self, type: int) -> list[int]:
        """The Character Sheets, the Advantages, or the Supporters, which have no number and are no part of the deck."""
        return [source.index for source in self.sources if source.type == type]

    @rule("YUM-COMP-1")
    def _tiles(self) -> dict[int, Tile]:
        """The Track Tiles by their numbers, checked."""
        found: dict[int, Tile] = {}
        for key, tile in self.library.all("tile", Tile).items():
            with self.about("tile", key):
                check_tile(tile)
                if tile.number in found:
                    raise Fault("number", f"another tile has the number {tile.number} already")
                if tile.role != "middle" and any(other.role == tile.role for other in found.values()):
                    raise Fault("role", f"expected middle: there is a {tile.role} tile already")
                found[tile.number] = tile
        for role in ("start", "finish"):
            if all(tile.role != role for tile in found.values()):
                with self.about("tile", next(iter(self.library.entries["tile"]))):
                    raise Fault("role", f"expected one {role} tile, there is none")
        return found

    def _layouts(self) -> dict[str, tuple[Spot, ...]]:
        layouts = {}
        for key, track in self.tracks.items():
            with self.about("track", key):
                layouts[key] = tuple(self.tiles.described(track.layout))
                if track.players[0] > track.players[1]:
                    raise Fault("players", "expected the fewest players first, then the most")
        return layouts

    def _course(self, layout: tuple[Spot, ...]) -> Course:
        """The squares of a track, worked out once."""
        return walk(self.tiles, layout)

    def _force(self, lying: tuple[Source | Lasting, ...]) -> InForce:
        """What these come to together, worked out once."""
        return InForce(
            [one.standing if isinstance(one, Source) else self.by_key[one.source].alone(one.at) for one in lying]
        )

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
        return list(dict.fromkeys([self.suited(players), *self.tracks, "built"]))

    @cached_property
    def tile_origins(self) -> dict[int, list[Row]]:
        """Of each tile what the rulebook prints, by its number."""
        tiles = self.library.all("tile", Tile)
        return {tile.number: self.library.origin("tile", key) for key, tile in tiles.items()}

    def said(self) -> Iterator[tuple[str, str]]:
        yield from super().said()
        for key in self.library.entries["creature"]:
            yield f"text.{key}", self.by_key[key].entry.flavour
        for key in self.library.entries["character"]:
            yield f"flavour.{key}", self.by_key[key].entry.flavour
        for number, tile in self.tiles.by_number.items():
            yield f"tile.{number}", tile.name
            yield from ((f"path.{path}", path) for path in tile.paths)
        for key, track in self.tracks.items():
            yield f"story.{key}", track.story


@rule("YUM-COMP-6")
def deck(sources: list[Source]) -> list[Source]:
    """The Playing Cards, each as often as there are copies of it."""
    return [source for source in sources if source.number for _ in range(source.entry.copies)]


@rule("YUM-DECK-2")
def numbers(cards: list[Source]) -> list[int]:
    """The number of each Playing Card."""
    return [source.number for source in cards]


def from_hand_of(card: int, source: Source) -> Pair | None:
    """What can be done with a card in hand besides playing it for its number."""
    if source.type == EVENT:
        return ("play", card), source.use
    return (("activate", card), ACTIVATION) if source.type == ARTEFACT else None


@rule("YUM-ACT-7", "YUM-DOUBT-3", "YUM-ENC-3", "YUM-GAP-36")
def in_their_windows(*everything: Sequence[Pair | None]) -> list[tuple[list[Pair | None], ...]]:
    """Things are used in the windows that they name, and only there: what there is for any windows that are open."""
    return [
        tuple([pair if pair and pair[1].windows & opens else None for pair in of] for of in everything)
        for opens in range(EVERY_WINDOW + 1)
    ]


SHELF = books.Shelf(CONTENT, FILES, KINDS, VOCABULARY, Book)
book, install = SHELF.book, SHELF.install
