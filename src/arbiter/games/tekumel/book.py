"""The packs of a table compiled: every Hero, card and foe as a `Source` of effects, the board, the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from arbiter.content import Condition, Effect, Fault, Library, Steps, Vocabulary
from arbiter.core import rule
from arbiter.kit import books, sources
from arbiter.kit.books import must_know
from arbiter.kit.effects import AnyOf, costs_first
from arbiter.kit.places import Ways
from arbiter.kit.rolls import check_rows
from arbiter.kit.sources import Force, Lasting

from .checks import check_effects, realms
from .conditions import CONDITIONS
from .effects import EFFECTS, Attack, KnowPoints
from .entries import (
    KINDS,
    ActionEntry,
    AdventureEntry,
    ClanEntry,
    EncounterEntry,
    EquipmentEntry,
    FoeEntry,
    HeroEntry,
    LanguageEntry,
    LevelEntry,
    MissionEntry,
    Moment,
    PhaseEntry,
    PlaceEntry,
    RealmEntry,
    ReligionEntry,
    SizeEntry,
    SpellEntry,
    WareEntry,
    WaysEntry,
)
from .numbers import DIE

if TYPE_CHECKING:
    from .state import Companion, Item

FILES = (
    "peoples", "board", "tables", "adventures", "heroes", "encounters", "equipment", "actions", "spells", "missions",
)  # fmt: skip
VOCABULARY = Vocabulary(EFFECTS, CONDITIONS)
WORN_AT = {"weapon": "hand", "shield": "hand", "helmet": "helmet", "armor": "armor", "personal": "personal"}
"""Kind of Equipment -> where it is worn; gear is only carried, and a scroll is no load at all."""
NOTHING = Steps()

Verb: TypeAlias = Literal["play", "cast", "activate", "discard", ""]


class Source(sources.Source):
    """A Hero, an Encounter or foe, a card.

    `effects` happen when it is used (by `verb`, at the moments `when`), `standing` is in force while it lies there;
    `attacks` are the Fight phases in which its use gives an attack.
    """

    __slots__ = ("attacks", "effects", "verb", "when")

    def __init__(
        self,
        kind: str,
        key: str,
        entry: books.Thing,
        verb: Verb = "",
        when: Iterable[str] = (),
        effects: Steps = NOTHING,
        standing: Steps = NOTHING,
        other: Steps = NOTHING,
    ) -> None:
        super().__init__(kind, key, entry, (*effects, *standing, *other), standing)
        self.verb = verb
        self.when = frozenset(when)
        self.effects = effects
        self.attacks = frozenset(effect.phase for effect in effects if isinstance(effect, Attack))


class Uses:
    """What is meant for one moment: card -> how it is then used. Hero Action cards, Spells and Equipment apart."""

    __slots__ = ("actions", "equipment", "spells")

    def __init__(self) -> None:
        self.actions: dict[str, tuple[str, str]] = {}
        self.spells: dict[str, tuple[str, str]] = {}
        self.equipment: dict[str, tuple[str, str]] = {}


class Book(books.Book):
    """Everything a table plays with. A card with several copies is known by its key and a letter: A01a, A01b."""

    called = dict.fromkeys(("hero", "encounter", "foe", "equipment", "ware", "action", "spell", "mission"), "card")
    texts = {
        "text": "card_text", "mission_text": "mission_text", "ability": "ability", "role": "role", "people": "people",
        "about": "religion_about", "also": "also.place",
    }  # fmt: skip

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self.languages = library.all("language", LanguageEntry)
        self.realms = library.all("realm", RealmEntry)
        self.religions = library.all("religion", ReligionEntry)
        self.clans = library.all("clan", ClanEntry)
        self.places = library.all("place", PlaceEntry)
        self.sizes = library.all("size", SizeEntry)
        self.levels = library.all("level", LevelEntry)
        self.phases = library.all("phase", PhaseEntry)
        self.wares = library.all("ware", WareEntry)
        self.adventures = library.all("adventure", AdventureEntry)
        self.heroes = library.all("hero", HeroEntry)
        self.encounters = library.all("encounter", EncounterEntry)
        self.foes: dict[str, FoeEntry] = {**library.all("foe", FoeEntry), **self.encounters}
        self.equipment = library.all("equipment", EquipmentEntry)
        self.actions = library.all("action", ActionEntry)
        self.spells = library.all("spell", SpellEntry)
        self.missions = library.all("mission", MissionEntry)
        self.ways = self._ways()
        self.reached: dict[tuple[Any, ...], dict[tuple[str, str], tuple[str, ...]]] = {}
        """What was already found out about where a Hero can go from somewhere, by what he has for it: the answer that
        names the place, and the way there."""
        self.sources: dict[str, Source] = {}
        """Card, Hero or foe -> what it does; keys and the copies of cards alike."""
        self.cards: dict[str, tuple[str, ...]] = {}
        """Deck -> all its cards."""
        self._compile()
        self._check()
        self.in_hand = frozenset(moment for card in self.actions.values() for moment in card.when)
        """The moments for which there are Hero Action cards at all: only then may a hand hold one that fits."""
        self.gear = frozenset(key for key, item in self.equipment.items() if item.kind == "gear")
        self.worn = frozenset(key for key, item in self.equipment.items() if item.kind in WORN_AT)
        self.uses = self._uses()
        """Moment -> what is meant for it."""

    def _ways(self) -> Ways:
        links = [
            (one, other, kind)
            for kind, ways in self.library.all("ways", WaysEntry).items()
            for one, other in ways.links
        ]
        for one, other, kind in links:
            with self.about("ways", kind):
                must_know("links", (one, other), self.places)
        return Ways({key: place.at for key, place in self.places.items()}, links)

    def _compile(self) -> None:
        for key, hero in self.heroes.items():
            self._add(Source("hero", key, hero, standing=hero.effects))
        for key, foe in self.foes.items():
            companion = foe.companion if isinstance(foe, EncounterEntry) else NOTHING
            kind = "encounter" if isinstance(foe, EncounterEntry) else "foe"
            self._add(Source(kind, key, foe, standing=companion, other=Steps((*foe.talk, *foe.reward))))
        for key, item in self.equipment.items():
            if item.use == "always":
                self._add(Source("equipment", key, item, standing=item.effects))
            else:
                self._add(Source("equipment", key, item, item.use, item.when, item.effects))
        for key, card in self.actions.items():
            source = Source("action", key, card, "play", card.when, card.effects, other=card.mission)
            self._add(source, card.copies)
        for key, spell in self.spells.items():
            self._add(Source("spell", key, spell, "cast", spell.when, spell.effects), spell.copies)
        for key, mission in self.missions.items():
            self._add(Source("mission", key, mission))
        for key, adventure in self.adventures.items():
            for row in adventure.rows:
                self._add(Source("adventure", f"{key}.{row.roll}", adventure, effects=row.effects))

    def _add(self, source: Source, copies: int = 0) -> None:
        if source.key in self.sources:
            raise self.library.error(source.kind, source.key, "", f"another card has the key '{source.key}' already")
        self.sources[source.key] = source
        cards = [f"{source.key}{chr(ord('a') + copy)}" for copy in range(copies)] or [source.key]
        self.sources |= dict.fromkeys(cards, source)
        self.cards[source.kind] = (*self.cards.get(source.kind, ()), *cards)

    def _uses(self) -> dict[str, Uses]:
        found = {moment: Uses() for moment in get_args(Moment)}
        for card, source in self.sources.items():
            for moment in source.when:
                of = found[moment]
                by_kind = {"action": of.actions, "spell": of.spells, "equipment": of.equipment}
                by_kind[source.kind][card] = (source.verb, card)
        return found

    def _check(self) -> None:
        """What the entries promise must be possible; a complaint names the entry."""
        for key, hero in self.heroes.items():
            with self.about("hero", key):
                must_know("clan", [hero.clan], self.clans)
                must_know("start", hero.start, self.equipment)
                must_know("languages", hero.languages, self.languages)
                must_know("religion", [hero.religion], self.religions)
        for key, met in self.encounters.items():
            with self.about("encounter", key):
                must_know("languages", met.languages, self.languages)
                must_know("religion", filter(None, [met.religion]), self.religions)
        for key, clan in self.clans.items():
            with self.about("clan", key):
                must_know("home", [clan.home], self.places)
        for key, adventure in self.adventures.items():
            with self.about("adventure", key):
                check_rows(adventure.rows, DIE)
        for key, item in self.equipment.items():
            with self.about("equipment", key):
                must_know("needs", realms(item.needs), self.realms)
        numbers: dict[int, str] = {}
        for key, place in self.places.items():
            with self.about("place", key):
                self._check_place(key, place, numbers)
                self._check_region(place)
        check_effects(self)
        for key, mission in self.missions.items():
            with self.about("mission", key):
                must_know("religion", filter(None, [mission.religion]), self.religions)
                must_know("require", self.goals(key), self.places)
                for test in _flat(mission.require):
                    must_know("require", getattr(test, "languages", ()), self.languages)
        for source in self.sources.values():
            with self.about(source.kind, source.key):
                if not costs_first(source.effects):
                    raise Fault("effects", "expected what is paid before what it brings")
                if source.verb and source.effects and not source.when:
                    raise Fault("when", "expected at least one moment")

    @rule("TEK-PLACE-1", "TEK-PLACE-2", "TEK-PLACE-3", "TEK-GAP-CITY-LIST")
    def _check_place(self, key: str, place: PlaceEntry, numbers: dict[int, str]) -> None:
        """No number is used twice; places with a star are sites and no others; a numbered one without is a City, or
        lies in the sea."""
        if place.number and numbers.setdefault(place.number, key) != key:
            raise Fault("number", f"{numbers[place.number]} has that number already")
        if place.star != (place.kind == "site"):
            raise Fault("star", "expected a star for a site, and for nothing else")
        if place.number and place.kind == "region" and place.terrain != "sea":
            raise Fault("kind", "expected a numbered place to be a city, a site or sea")

    @rule("TEK-GAP-REGION")
    def _check_region(self, place: PlaceEntry) -> None:
        """Whatever is no City has Encounter cards drawn, or a table of its terrain to roll on."""
        if place.kind != "city" and not place.draw and place.terrain not in self.adventures:
            raise Fault("terrain", f"there is no Adventure table for {place.terrain}")

    # Looking things up

    def effect(self, lasting: Lasting) -> Effect:
        """The effect that lasts."""
        return self.sources[lasting.source].all[lasting.at]

    def in_force(self, hero: str, items: Iterable[Item], companions: Iterable[Companion]) -> Force:
        """The effects that work for a Hero by his card, what he wears and carries, and his Companions; what has
        conditions works where they hold."""
        lying = [hero] if hero else []
        lying += [item.card for item in items if (item.worn or item.card in self.gear) and not item.down]
        lying += [companion.card for companion in companions]
        return Force([self.sources[source].standing for source in lying])

    @rule("TEK-GAP-BASE-DISTANCE")
    def home(self, hero: str) -> str:
        """The home city of a Hero: his Clan's. Nothing needs any other city, so none is ever the nearest."""
        return self.clans[self.heroes[hero].clan].home

    def goals(self, mission: str) -> list[str]:
        """The places that a Mission names."""
        named = [name for test in _flat(self.missions[mission].require) for name in places_of(test)]
        return list(dict.fromkeys(named))

    def points(self, card: str) -> int:
        """How many points of languages an Equipment card brings, to be chosen when it is acquired."""
        return sum(effect.n for effect in self.sources[card].all if isinstance(effect, KnowPoints))

    @rule("TEK-GAP-NAMES")
    def said(self) -> Iterator[tuple[str, str]]:
        """Printed names as printed, with another to be found by where the print has lost a letter."""
        yield from super().said()
        for key, adventure in self.adventures.items():
            for row in adventure.rows:
                yield f"card.{key}.{row.roll}", row.name
                yield f"card_text.{key}.{row.roll}", row.text


def places_of(test: Condition) -> tuple[str, ...]:
    """The places that something a Mission asks for names."""
    at: str = getattr(test, "place", "")
    return (at,) if at else getattr(test, "places", ())


def _flat(tests: Iterable[Condition]) -> Iterator[Condition]:
    for test in tests:
        yield test
        if isinstance(test, AnyOf):
            yield from _flat(test.tests)


SHELF = books.Shelf(Path(__file__).parent / "content", FILES, KINDS, VOCABULARY, Book)
book = SHELF.book
