"""A game of Tékumel as plain data, and the verbs of its table."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import field
from random import Random
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec

from arbiter.content import Effect
from arbiter.core import Lean, Option, Play, rule, seen_by, state
from arbiter.kit import cards
from arbiter.kit.cards import Deck, Hand
from arbiter.kit.effects import By, On
from arbiter.kit.kept import Kept
from arbiter.kit.sources import Force, Lasting, still
from arbiter.kit.windows import Passes

from .book import Book, Source, book
from .effects import RULES, Level, Phase, Size, Skill, Stance
from .entries import HeroEntry, Moment, PlaceEntry
from .numbers import ROUND_LIMIT

W = TypeVar("W", bound=Effect)
Exam: TypeAlias = tuple[Skill, Level]
"""A test that a Mission asks for."""


class TekumelOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays: how much Lán ends the game, whether Heroes are dealt in pairs or picked face up (with five or
    six players always so), after how many rounds an endless game stops (0: never, for people among themselves), packs.
    """

    length: Literal["short", "standard", "long"] = "standard"
    heroes: Literal["dealt", "picked"] = "dealt"
    round_limit: Annotated[int, msgspec.Meta(ge=0, le=1000)] = ROUND_LIMIT
    packs: tuple[str, ...] = ()


class Item(msgspec.Struct, frozen=True, gc=False):
    """An Equipment card that somebody owns: worn or not, face down when activated, with the languages chosen for it."""

    card: str
    worn: bool = False
    down: bool = False
    languages: tuple[str, ...] = ()


class Companion(msgspec.Struct, frozen=True, gc=False):
    """An Encounter card in a party."""

    card: str
    wounds: int = 0


class Win(msgspec.Struct, frozen=True, gc=False):
    """A Fight won: against whom, and the stance that held for the Hero when the card was revealed."""

    foe: str
    stance: Stance
    size: Size


class Trial(msgspec.Struct, frozen=True, gc=False):
    """A skill test under way: whose, of what, how hard it was to be, and by how many levels the moment makes it harder.

    `passed` is a test that a card passes without a roll; `tried` are the sources that have had it rolled again.
    """

    seat: int
    skill: Skill
    level: Level
    harder: int = 0
    roll: int = 0
    passed: bool = False
    tried: tuple[str, ...] = ()


class Met(msgspec.Struct, frozen=True, gc=False):
    """An Encounter or foe being met: which, the stance it has for the Hero, and what it asks for while it is hired."""

    card: str
    stance: Stance
    hire: int = 0


class Evading(msgspec.Struct, frozen=True, gc=False):
    """A Hero tries to evade somebody: an Encounter or foe, or another Hero (""). A card may have done it already."""

    seat: int
    foe: str
    done: bool = False


class Blow(msgspec.Struct, frozen=True, gc=False):
    """Wounds about to be taken: by whose party, how many, and in which Fight phase ("": no lost phase brings them)."""

    seat: int
    n: int
    phase: Phase | Literal[""] = ""


FOE = -1
"""The side of a Fight that is an Encounter or a foe; the other sides are seats."""


@state
class Fight:
    """A Fight under way, of the player whose turn it is against a foe or against another Hero."""

    seat: int
    foe: str = ""
    other: int = FOE
    round: int = 0
    phase: Phase = "magic"
    wounds: int = 0
    """Of the foe."""
    dice: dict[str, int] = field(default_factory=dict)
    """Side -> what it rolled in this phase."""
    casts: dict[str, str] = field(default_factory=dict)
    """Side -> the card that gave it a magic attack in this phase."""
    saved: dict[str, int] = field(default_factory=dict)
    """How often, whose, which source -> how many wounds it has cancelled so far: "round 0 H1"."""

    def against(self, side: int) -> int:
        """Whom a side fights."""
        return self.other if side == self.seat else self.seat


@state
class Meeting:
    """A meeting with another Hero: how many proposals were made, whether they have talked, and what was laid down."""

    other: int
    offers: list[Hand[str]]
    """The Hero Action card that each of the two has laid down in secret, the current player's first."""
    proposals: int = 0
    talked: bool = False
    sealed: bool = False
    """Both have chosen what they lay down."""


class Progress(msgspec.Struct, frozen=True, gc=False):
    """What a Hero has done since he took his Mission."""

    visited: tuple[str, ...] = ()
    explored: tuple[str, ...] = ()
    won: tuple[Win, ...] = ()


NOTHING_DONE = Progress()


def _none(progress: Progress) -> Progress:
    return NOTHING_DONE


@state
class Hero:
    """A player's Hero and all that lies before him."""

    seat: int
    hand: Hand[str]
    mission: Hand[str]
    """The Mission card, and while he chooses one, both that he drew."""
    dealt: Hand[str]
    """The Hero cards among which he may choose."""
    card: str = ""
    at: str = ""
    raised: tuple[int, int, int] = (0, 0, 0)
    """How much Mind, Agility and Strength were raised."""
    wounds: int = 0
    kaitar: int = 0
    lan: int = 0
    bussan: int = 0
    torch: int = 0
    porters: int = 0
    languages: tuple[str, ...] = ()
    points: int = 0
    """Language points saved."""
    items: list[Item] = field(default_factory=list)
    spells: list[str] = field(default_factory=list)
    companions: list[Companion] = field(default_factory=list)
    progress: Progress = seen_by("seat", _none, default=NOTHING_DONE)
    lasting: tuple[Lasting, ...] = ()
    safe: int = 0
    """Was defeated by a Hero: so many of his own turns must end before Heroes may attack him again."""


@state
class Attempt:
    """A Mission being tried: by which tests, what is set aside for it, and what cards of others have changed."""

    tests: tuple[Exam, ...]
    kaitar: int = 0
    torch: int = 0
    spells: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    companions: list[Companion] = field(default_factory=list)
    lan: int = 0
    """How much more or less it earns."""
    religion: bool = True
    """May it earn something for its religion?"""
    stopped: bool = False
    player: int = -1
    """Who played the card that counts."""

    def cards(self) -> list[str]:
        """The cards that are set aside."""
        return [*self.spells, *(item.card for item in self.items), *(one.card for one in self.companions)]


@state
class Turn:
    """What is so in this turn alone: when it ends, all of it is over."""

    march: str = ""
    """The Hero Action card that changes the movement."""
    used: list[str] = field(default_factory=list)
    """Abilities that work once a turn and have worked."""
    dark: bool = False
    """A site is being explored without a light."""
    won: bool = False
    """The latest Encounter or foe that was met was defeated."""


@state
class World:
    """The state: the board, the decks and the Heroes."""

    options: TekumelOptions
    heroes: list[Hero]
    equipment: Deck[str]
    encounters: Deck[str]
    actions: Deck[str]
    spells: Deck[str]
    missions: Deck[str]
    heroes_left: Deck[str]
    """The Hero cards that nobody has."""
    porters: int
    """How many Porters can still be bought."""
    step: str = "setup"
    round: int = 0
    """0 while the game is being set up."""
    first: int = 0
    mover: int = 0
    """Whose turn it is."""
    turn: Turn = field(default_factory=Turn)
    passes: Passes = field(default_factory=Passes)
    trial: Trial | None = None
    met: Met | None = None
    evading: Evading | None = None
    attempt: Attempt | None = None
    market: list[str] = field(default_factory=list)
    """The Equipment cards that lie face up in the market."""
    fight: Fight | None = None
    blow: Blow | None = None
    meeting: Meeting | None = None
    loose: list[str] = field(default_factory=list)
    """Cards on the table that are neither anybody's nor laid away yet."""


@rule("TEK-GAP-HIDDEN")
def redeal(s: World, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
    """Deal again what a seat cannot know: all decks, and the others' hands and Missions."""
    for deck, hands in (
        (s.actions, [hero.hand for hero in s.heroes] + (s.meeting.offers if s.meeting is not None else [])),
        (s.missions, [hero.mission for hero in s.heroes]),
        (s.heroes_left, [hero.dealt for hero in s.heroes]),
        (s.equipment, []),
        (s.encounters, []),
        (s.spells, []),
    ):
        cards.redeal(deck, hands, seat, rng, known)


class TurnEnds(Exception):
    """A Hero was defeated in his own turn, which ends at once."""


class BeatEnds(Exception):
    """The table itself shows how far this step has come: it goes on in a beat of its own."""


class StepEnds(Exception):
    """What is left of this step is dropped: the Hero has evaded."""


class Tekumel(Play[World]):
    """A game of Tékumel being played: the verbs of the table."""

    __slots__ = ("_in_force", "book")
    book: Book
    _in_force: Kept[Force]

    def __init__(self, state: World, host: Any, like: Tekumel | None = None) -> None:
        super().__init__(state, host)
        if like is not None:
            self.book, self._in_force = like.book, like._in_force.again()  # noqa: SLF001
            return
        self.book = book(state.options.packs)
        self._in_force = Kept(self.book.in_force, len(state.heroes))

    # Reading

    def source(self, card: str) -> Source:
        return self.book.sources[card]

    def name(self, card: str) -> str:
        """What a card is called in messages: the key of its word."""
        return self.book.sources[card].key

    def names(self, cards: Collection[str]) -> list[str]:
        sources = self.book.sources
        return [sources[card].key for card in cards]

    def why(self, source: str) -> str:
        """The message key of what a part of a number comes from."""
        return f"card.{self.book.sources[source].key}"

    def say_card(self, card: str) -> Option:
        """How a card is called among the options."""
        return Option(card, "card.option", {"card": self.name(card)}, (f"card.{card}",))

    def sheet(self, seat: int) -> HeroEntry:
        """The printed Hero card of a seat."""
        return self.book.heroes[self.state.heroes[seat].card]

    def place(self, seat: int) -> PlaceEntry:
        """The space where a Hero is."""
        return self.book.places[self.state.heroes[seat].at]

    def left_of(self, seat: int) -> int:
        return (seat + 1) % len(self.state.heroes)

    def others(self, seat: int) -> list[int]:
        """The other seats, clockwise from the left of this one."""
        count = len(self.state.heroes)
        return [(seat + n) % count for n in range(1, count)]

    # What is in force

    def in_force(self, seat: int, word: type[W]) -> Sequence[tuple[W, str]]:
        """The effects of one word that work for a seat now, each with its source: those of the Hero card, of what he
        wears and carries, of his Companions, and those that last."""
        hero, kept = self.state.heroes[seat], self._in_force
        parts, last = (hero.card, hero.items, hero.companions), kept.last[seat]
        force = last[1] if last[0] == parts else kept.of(seat, parts)
        found: Sequence[tuple[W, str]] | None = force.always.get(word)
        if found is None:
            found = force.now(word, RULES, self, seat) if word in force.words else ()
        return [*found, *self._lasting(hero, word)] if hero.lasting else found

    def _lasting(self, hero: Hero, word: type[W]) -> list[tuple[W, str]]:
        effects = [(self.book.effect(one), one.source) for one in hero.lasting]
        return [(effect, source) for effect, source in effects if isinstance(effect, word)]

    def words(self, seat: int) -> Collection[type[Effect]]:
        """The words that may be in force for a seat now."""
        hero, kept = self.state.heroes[seat], self._in_force
        parts, last = (hero.card, hero.items, hero.companions), kept.last[seat]
        words = (last[1] if last[0] == parts else kept.of(seat, parts)).words
        return {*words, *[type(self.book.effect(one)) for one in hero.lasting]} if hero.lasting else words

    def waiting(self, seat: int, event: str) -> list[tuple[On, By]]:
        """What waits for something to happen to a seat."""
        waiting = self.in_force(seat, On)
        return [(on, By(seat, source)) for on, source in waiting if on.event == event] if waiting else []

    def uses(self, seat: int, moment: Moment) -> list[tuple[str, str]]:
        """The cards that a seat has for a moment, each with how it is used."""
        hero, meant, found = self.state.heroes[seat], self.book.uses[moment], []
        if meant.actions:
            for card in hero.hand.cards:
                if card in meant.actions:
                    found.append(meant.actions[card])
        if meant.spells:
            for card in hero.spells:
                if card in meant.spells:
                    found.append(meant.spells[card])
        if meant.equipment:
            for item in hero.items:
                if item.card in meant.equipment:
                    found.append(meant.equipment[item.card])
        return found

    def wearable(self, seat: int) -> list[str]:
        """What a seat could wear."""
        worn = self.book.worn
        return [item.card for item in self.state.heroes[seat].items if item.card in worn]

    def over(self, *scopes: str) -> None:
        """Something is over, for all: what was in force until then ends, and who passed until then is asked again."""
        s = self.state
        for hero in s.heroes:
            if hero.lasting:
                hero.lasting = still(hero.lasting, *scopes)
        if s.passes.until:
            s.passes.end(*scopes)


def reading(s: World) -> Tekumel:
    """A state to be looked at: nothing is rolled or told."""
    return Tekumel(s, Lean(Random(0)))
