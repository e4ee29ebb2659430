"""The packs of a table compiled into flat tables: every character, Advantage, card and Supporter is a `Source`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from arbiter.content import Entry, Library, PackError, Vocabulary, read_pack, read_text
from arbiter.content.errors import Fault, choices
from arbiter.content.pack import Pack
from arbiter.core import rule

from .conditions import CONDITIONS
from .deeds import DEEDS
from .effects import STANDING
from .entries import (
    KINDS,
    AdvantageCard,
    ArtefactCard,
    CharacterSheet,
    CreatureCard,
    EventCard,
    Power,
    SupporterCard,
    Tile,
    Track,
)
from .sources import ADVANTAGE, ARTEFACT, CHARACTER, EVENT, SUPPORTER, TYPES, Source
from .tiles import Course, Spot, Tiles, check_tile, walk

CONTENT = Path(__file__).parent / "content"
FILES = ("characters", "advantages", "creatures", "events", "artefacts", "supporters", "tiles", "tracks")
VOCABULARY = Vocabulary((*STANDING, *DEEDS), CONDITIONS)

_INSTALLED: dict[str, Pack] = {}
"""Packs with Python functions that whoever runs this program has let in, by their text."""


@rule("YUM-DECK-2")
class Catalogue:
    """Everything a table plays with."""

    def __init__(self, library: Library) -> None:
        self.sources: list[Source] = []
        self.by_key: dict[str, Source] = {}
        kinds: tuple[type[Entry], ...] = (
            CharacterSheet,
            AdvantageCard,
            CreatureCard,
            EventCard,
            ArtefactCard,
            SupporterCard,
        )
        for number, kind in enumerate(kinds):
            for key, entry in library.all(TYPES[number], kind).items():
                if key in self.by_key:
                    raise library.error(TYPES[number], key, "", f"another entry has the key '{key}' already")
                source = Source(len(self.sources), number, key, entry, library.functions)
                _check(library, source)
                self.sources.append(source)
                self.by_key[key] = source
        of_type = [[source.index for source in self.sources if source.type == number] for number in range(6)]
        self.characters, self.advantages, self.supporters = of_type[CHARACTER], of_type[ADVANTAGE], of_type[SUPPORTER]
        self.cards: list[Source] = [source for source in self.sources if source.number for _ in range(source.copies)]
        self.numbers = [source.number for source in self.cards]
        tiles = library.all("tile", Tile)
        numbers: set[int] = set()
        for key, tile in tiles.items():
            try:
                check_tile(tile)
            except Fault as fault:
                raise library.error("tile", key, fault.path, fault.problem) from None
            if tile.number in numbers:
                raise library.error("tile", key, "number", f"another tile has the number {tile.number} already")
            numbers.add(tile.number)
        self.tiles = Tiles(list(tiles.values()))
        self.tracks: dict[str, Track] = library.all("track", Track)
        self.layouts: dict[str, tuple[Spot, ...]] = {}
        for key, track in self.tracks.items():
            try:
                self.layouts[key] = tuple(self.tiles.described(track.layout))
            except Fault as fault:
                raise library.error("track", key, fault.path, fault.problem) from None
        self._courses: dict[tuple[Spot, ...], Course] = {}
        self.paces: dict[tuple[int, ...], Any] = {}
        self.play = [("play", card) for card in range(len(self.cards))]
        self.activate = [("activate", card) for card in range(len(self.cards))]
        self.use = [("use", card) for card in range(len(self.cards))]
        self.support = [("supporter", index) for index in range(len(self.sources))]

    def course(self, layout: tuple[Spot, ...]) -> Course:
        """The squares of a track, worked out once."""
        course = self._courses.get(layout)
        if course is None:
            course = self._courses[layout] = walk(self.tiles, layout)
        return course

    def find(self, key: str) -> Source:
        """A character, Advantage, card or Supporter by its key."""
        return self.by_key[key]

    def card(self, key: str, copy: int = 0) -> int:
        """The number of a card in the deck by its key."""
        return [n for n, source in enumerate(self.cards) if source.key == key][copy]

    @rule("YUM-SETUP-6", "YUM-SETUP-9", "YUM-TRACK-1")
    def layout_for(self, track: str, players: int) -> tuple[Spot, ...] | None:
        """The tiles of a ready-made track, or None where the players build one."""
        if track == "built":
            return None
        if track == "suited":
            suited = [key for key, one in self.tracks.items() if one.players[0] <= players <= one.players[1]]
            track = min(suited or self.tracks, key=lambda key: abs(len(self.layouts[key]) - 2 - max(players, 3)))
        if track not in self.layouts:
            raise ValueError(f"there is no track {track!r}; choose suited, built, {choices(self.layouts)}")
        return self.layouts[track]


def _check(library: Library, source: Source) -> None:
    """What one entry promises must be possible; a complaint names the entry."""

    def wrong(place: str, problem: str) -> Exception:
        return library.error(TYPES[source.type], source.key, place, problem)

    entry = source.entry
    if source.type == EVENT:
        if source.curse != (source.duration == "until_rest"):
            raise wrong("duration", "expected until_rest for a Curse and only for a Curse")
        if source.standing and source.duration not in ("turn", "until_rest"):
            raise wrong("duration", "expected turn or until_rest, because the effects last")
        if source.curse and source.target == "all_others":
            raise wrong("target", "expected one victim: a Curse is one card and lies before one player")
        if source.duration == "turn" and source.target != "self":
            raise wrong("target", "expected self: an Event of the turn works for the one whose turn it is")
        if not source.windows or source.windows & ~7:
            raise wrong("windows", "expected some of W1, W2, W3")
    elif source.type in (ARTEFACT, SUPPORTER):
        if not source.windows:
            raise wrong("windows", "expected at least one window")
        if source.cancels != bool(source.covers):
            raise wrong("covers", "expected the kinds of cards it cancels, for a reaction and only for a reaction")
    elif source.type in (CHARACTER, ADVANTAGE) and source.passive == bool(source.windows):
        raise wrong("windows", "expected none for mode passive and at least one for mode used")
    if isinstance(entry, Power) and not entry.effects:
        raise wrong("effects", "expected at least one effect")


@cache
def _library() -> Library:
    library = Library()
    for name in FILES:
        library.add(read_pack(CONTENT / f"{name}.toml", KINDS, VOCABULARY))
    return library


def _pack(text: str) -> Pack:
    installed = _INSTALLED.get(text)
    if installed is not None:
        return installed
    name = re.search(r'^name\s*=\s*"(.+)"', text, re.MULTILINE)
    return read_text(text, name[1] if name else "pack", KINDS, VOCABULARY)


@cache
def catalogue(packs: tuple[str, ...] = ()) -> Catalogue:
    """The game's own content with the users' packs (their texts) on top; raises `PackError` for a faulty one."""
    library = _library()
    if packs:
        library = Library()
        for pack in (*_library().packs, *(_pack(text) for text in packs)):
            library.add(pack)
    return Catalogue(library)


def words(packs: tuple[str, ...] = ()) -> dict[str, str]:
    """The names and texts of everything at a table with these packs, as words of the message catalogue."""
    compiled = catalogue(packs)
    found: dict[str, str] = {}
    for source in compiled.sources:
        found[f"thing.{source.key}"] = source.name
        found[f"text.{source.key}"] = source.text
        if source.type == CHARACTER:
            found[f"ability.{source.key}"] = source.entry.ability
            found[f"title.{source.key}"] = source.entry.title
    for number, tile in compiled.tiles.by_number.items():
        found[f"tile.{number}"] = tile.name
    for key, track in compiled.tracks.items():
        found[f"track.{key}"] = track.name
    return found


def install(path: Path | str) -> str:
    """Read a pack file with the functions it may bring, and give the text that the option `packs` takes."""
    pack = read_pack(path, KINDS, VOCABULARY)
    text = Path(path).read_text(encoding="utf-8")
    _INSTALLED[text] = pack
    catalogue((text,))
    return text


__all__ = ["Catalogue", "PackError", "Source", "catalogue", "install", "words"]
