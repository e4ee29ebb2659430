"""A builder of positions: a table of Tékumel that stands where a test wants it, and words to play and read it.

    t = position(hero("H1", at="19", hand="A01 A02", spells="S13"), hero("H3", at="47"))
    t.use("play", "A01")
    t.go("23")
    assert t.hero(0).at == "23"

The first Hero's turn begins with the step `step`. A card of several copies is its first one unless its letter is given;
an Equipment card is worn if it can be, with a minus before it (-Q05) it is only carried, with an exclamation mark after
it (Q15!) it lies face down; a Companion has wounds after a colon (E10:1). What a test does not say is as in a new game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from arbiter.core import Illegal, Rules
from arbiter.core.saves import load, read
from arbiter.games.tekumel import TekumelGame
from arbiter.games.tekumel.book import WORN_AT, book
from arbiter.games.tekumel.effects import ATTRIBUTES, until
from arbiter.games.tekumel.numbers import DIE
from arbiter.games.tekumel.setup import start
from arbiter.games.tekumel.state import BeatEnds, Companion, Hero, Item, Progress, Tekumel, TekumelOptions, Win

from ..built import Built, BuiltTable

BOOK = book()
DECKS = {
    "equipment": "equipment",
    "encounters": "encounter",
    "actions": "action",
    "spells": "spell",
    "missions": "mission",
}


class Position(Built, TekumelGame):
    """Tékumel from a position on. Rules that are tried out and go on in a further beat start from the state again."""

    def beat(self, g: Tekumel) -> Rules[None]:
        try:
            yield from super().beat(g)
        except BeatEnds:
            return


class TekumelTable(BuiltTable):
    """A table with the words of Tékumel."""

    sides = DIE

    # Reading

    @property
    def result(self) -> Any:
        """What came out of the rules that were tried."""
        assert self.over, f"the rules still ask {self.asked}"
        return self.game.result  # type: ignore[attr-defined]

    def hero(self, seat: int = 0) -> Hero:
        return self.state.heroes[seat]

    @property
    def asked(self) -> list[tuple[int, str]]:
        """Who is asked what."""
        return [(ask.seat, ask.prompt) for ask in self.asks]

    def values(self, seat: int | None = None) -> list[Any]:
        """What can be answered."""
        return [option.value for option in self._ask_of_one(seat).options() or ()]

    def places(self) -> set[str]:
        """Where the Hero in his Movement step can go."""
        return {value[1] for value in self.values() if value[0] == "go"}

    def told(self, key: str, seat: int | None = None) -> list[dict[str, Any]]:
        """The arguments of the events of a kind, as that player heard them (or a spectator)."""
        return [event.args for event in self.events(seat) if event.key == key]

    def _ask_of_one(self, seat: int | None) -> Any:
        (ask,) = [ask for ask in self.asks if seat is None or ask.seat == seat]
        return ask

    # Playing

    def rolls(self, *dice: int) -> TekumelTable:
        """What the ten-sided die shows next."""
        self.dice.wanted += dice
        return self

    def say(self, answer: Any, seat: int | None = None) -> TekumelTable:
        """The answer of the one player that is asked, or of this one."""
        self.answer(self._ask_of_one(seat).seat, answer)
        return self

    def use(self, verb: str, card: str) -> TekumelTable:
        return self.say((verb, named(card)))

    def go(self, place: str) -> TekumelTable:
        return self.say(("go", place))

    def stay(self) -> TekumelTable:
        return self.say(("stay", ""))

    def rest(self) -> TekumelTable:
        """Whatever is left of the turn: all answer as the ledger does for those who do not answer."""
        turn = (self.state.round, self.state.mover)
        while not self.over and (self.state.round, self.state.mover) == turn:
            ask = self.asks[0]
            self.answer(ask.seat, self.game.default(self.state, ask))
        return self

    def none(self) -> TekumelTable:
        """No card of those that might be named."""
        return self.say(())

    def refuses(self, answer: Any, seat: int | None = None) -> Illegal:
        """Why an answer is refused; the table must stay as it was."""
        ask = self._ask_of_one(seat)
        before = (self.game.copy(self.state), len(self.journal))
        with pytest.raises(Illegal) as caught:
            self.answer(ask.seat, answer)
        assert (self.state, len(self.journal)) == before
        assert caught.value.reason
        return caught.value

    def reloaded(self) -> TekumelTable:
        """The table saved and read again, as another process would."""
        twin = load(read(self.save()), self.game)
        twin.__class__ = TekumelTable
        return twin


def named(card: str) -> str:
    """A card by its key means its first copy."""
    return f"{card}a" if f"{card}a" in BOOK.sources else card


def cards(line: str) -> list[str]:
    return [named(card) for card in line.split()]


def hero(
    card: str = "H1",
    at: str = "",
    *,
    hand: str = "",
    spells: str = "",
    items: str | None = None,
    companions: str = "",
    mission: str = "",
    raised: Mapping[str, int] | None = None,
    languages: str | None = None,
    visited: str = "",
    explored: str = "",
    won: str = "",
    lasting: str = "",
    **more: Any,
) -> Hero:
    """A Hero and what lies before him; the seat is given when he sits down."""
    sheet = BOOK.heroes[card]
    made = Hero(0, *(None,) * 3, card=card, at=at or BOOK.home(card), kaitar=sheet.kaitar, lan=2)  # type: ignore[arg-type]
    made.hand, made.mission = cards(hand), cards(mission)  # type: ignore[assignment]
    made.spells = cards(spells)
    made.items = [_item(one) for one in (items.split() if items is not None else sheet.start)]
    made.companions = [_companion(one) for one in companions.split()]
    mind, agility, strength = ((raised or {}).get(name, 0) for name in ATTRIBUTES)
    made.raised = (mind, agility, strength)
    made.languages = tuple(languages.split()) if languages is not None else tuple(sheet.languages)
    made.progress = Progress(tuple(visited.split()), tuple(explored.split()), tuple(map(_win, won.split())))
    made.lasting = tuple(
        BOOK.sources[source].lasting(effect, until(effect))
        for source in lasting.split()
        for effect in BOOK.sources[source].effects
    )
    for name, value in more.items():
        assert hasattr(made, name), name
        setattr(made, name, value)
    return made


def _item(text: str) -> Item:
    card = text.strip("-!")
    worn = not text.startswith("-") and BOOK.equipment[card].kind in WORN_AT
    return Item(card, worn, text.endswith("!"))


def _win(text: str) -> Win:
    """A Fight won: E19 is a foe with the stance on its card, E19:hostile one with another."""
    card, _, stance = text.partition(":")
    foe = BOOK.foes[card]
    return Win(card, stance or foe.stance, foe.size)  # type: ignore[arg-type]


def _companion(text: str) -> Companion:
    card, _, wounds = text.partition(":")
    return Companion(card, int(wounds or 0))


def position(
    *heroes: Hero,
    step: str = "movement",
    round: int = 1,
    first: int = 0,
    mover: int = 0,
    tops: Mapping[str, str] | None = None,
    discards: Mapping[str, str] | None = None,
    only: Mapping[str, str] | None = None,
    seed: int = 1,
    rolls: Sequence[int] = (),
    rules: Callable[[Tekumel], Rules[Any]] | None = None,
    **options: Any,
) -> TekumelTable:
    """A table at the start of a step, or of some `rules` that a test tries out.

    `rolls` is what the die shows first; `tops` are the next cards of decks, `discards` their discard piles; a deck in
    `only` has no other cards left to draw than these.
    """
    seated = heroes if len(heroes) > 1 else (*heroes, hero("H2" if heroes[0].card == "H3" else "H3", at="60"))
    s = start(len(seated), TekumelOptions(**options))
    s.step, s.round, s.first, s.mover = step, round, first, mover
    for seat, (made, place) in enumerate(zip(seated, s.heroes, strict=True)):
        place.hand.cards, place.mission.cards = list(made.hand), list(made.mission)  # type: ignore[call-overload]
        made.seat, made.hand, made.mission, made.dealt = seat, place.hand, place.mission, place.dealt
        s.heroes[seat] = made
        s.heroes_left.bag.remove(made.card)
    taken = [card for made in s.heroes for card in _before(made)]
    assert len(taken) == len(set(taken)), "a card lies in two places"
    for name, kind in DECKS.items():
        deck = getattr(s, name)
        deck.top, deck.discard = cards((tops or {}).get(name, "")), cards((discards or {}).get(name, ""))
        gone = {*taken, *deck.top, *deck.discard}
        left = cards(only[name]) if only and name in only else BOOK.cards[kind]
        deck.bag = [card for card in left if card not in gone]
    return TekumelTable(Position(s, rules), len(seated), seed, options, wanted=rolls)


def _before(made: Hero) -> list[str]:
    worn = [item.card for item in made.items] + [one.card for one in made.companions]
    return [*made.hand.cards, *made.mission.cards, *made.spells, *worn]
