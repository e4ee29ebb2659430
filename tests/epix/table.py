"""A builder of positions: a table of Epix that stands where a test wants it, and words to play and read it.

    t = position(units={"cinderpass": "yellow soldier", "frostvale": "blue knight camp"}, gold={"yellow": 6})
    t.attack("soldier", "cinderpass", "frostvale")
    t.bids(2, 1)
    assert t.at("frostvale") == "blue camp"

Colours stand for seats in the order of the castles: yellow has Aldermoor, blue Bronzegate, red Corvane, green Duskhold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from arbiter.core import Illegal, Lean, Table
from arbiter.core.play import Event
from arbiter.core.saves import load, read
from arbiter.games.epix import EpixGame
from arbiter.games.epix.abilities import ABILITY
from arbiter.games.epix.attack import standing
from arbiter.games.epix.board import board
from arbiter.games.epix.contents import CARDS_CHOSEN, COLOURS, SEASONS, UNIT, UNITS
from arbiter.games.epix.setup import set_season_marker, take_seats, take_units
from arbiter.games.epix.state import (
    IN_SUPPLY,
    NOBODY,
    ON_CARD,
    RANGES,
    EpixState,
    Offer,
    held,
    holder,
    in_supply,
    new_state,
    order_from,
    owned,
    owner,
)

from ..built import Built

FILLERS = ("recruitment", "tax")
"""What players lie down whose cards a test does not care for; the next of them to recruit stops the play there."""


class Position(Built, EpixGame):
    """Epix from a position on."""


class EpixTable(Table[EpixState]):
    """A table with the words of Epix."""

    # Reading

    def at(self, province: str) -> str:
        """What stands in a province, such as "yellow soldier camp"; nothing where it is empty."""
        s = self.state
        p = board(s.seats).number[province]
        seat = owner(s, p)
        return "" if seat == NOBODY else " ".join([COLOURS[seat], *(UNITS[unit] for unit in standing(s, seat, p))])

    def holds(self, colour: str) -> set[str]:
        """The provinces a player holds."""
        s, seat = self.state, seat_of(colour)
        found = {name for p, name in enumerate(board(s.seats).names) if holder(s, p) == seat}
        assert len(found) == held(s, seat).bit_count()
        return found

    def gold(self, colour: str) -> int:
        return self.state.gold[seat_of(colour)]

    def supply(self, colour: str, unit: str) -> int:
        return in_supply(self.state, seat_of(colour), UNIT[unit])

    def cards(self, colour: str) -> set[str]:
        return set(owned(self.state.abilities[seat_of(colour)]))

    def used(self, colour: str) -> set[str]:
        return set(owned(self.state.used[seat_of(colour)]))

    def bid_on(self, card: str) -> tuple[str, int]:
        """Who has bid how much on a card."""
        (offer,) = [offer for offer in self.state.lay if offer.card == card]
        return ("" if offer.seat == NOBODY else COLOURS[offer.seat], offer.gold)

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Who is asked what."""
        return [(COLOURS[ask.seat], ask.prompt) for ask in self.asks]

    @property
    def season(self) -> str:
        return SEASONS[self.state.season]

    @property
    def winners(self) -> set[str]:
        assert self.outcome is not None
        return {COLOURS[seat] for seat in self.outcome.winners}

    def values(self, colour: str | None = None) -> list[Any]:
        """The values a player may answer."""
        ask = self._ask_for(colour)
        return [option.value for option in ask.options() or ()]

    def moves(self, unit: str, origin: str) -> set[str]:
        """Where the active player's unit may end a move."""
        return {value[-1] for value in self.values() if value[:3] == ("move", unit, origin)}

    def targets(self, unit: str, origin: str) -> set[str]:
        """What the active player's unit may attack."""
        return {value[-1] for value in self.values() if value[:3] == ("attack", unit, origin)}

    def places(self, unit: str) -> set[str]:
        """Where the active player may recruit a unit."""
        return {value[-1] for value in self.values() if value[-2:-1] == (unit,)}

    def told(self, key: str, colour: str | None = None) -> list[dict[str, Any]]:
        """The arguments of the events of a kind, as that player heard them (or a spectator)."""
        heard: list[Event] = self.events(None if colour is None else seat_of(colour))
        return [event.args for event in heard if event.key == key]

    # Playing

    def say(self, colour: str, answer: Any) -> EpixTable:
        self.answer(seat_of(colour), answer)
        return self

    def act(self, *answer: Any) -> EpixTable:
        """The answer of the one player that is asked."""
        (ask,) = self.asks
        self.answer(ask.seat, answer)
        return self

    def move(self, unit: str, *path: str) -> EpixTable:
        return self.act("move", unit, *path)

    def attack(self, unit: str, origin: str, target: str) -> EpixTable:
        return self.act("attack", unit, origin, target)

    def bids(self, bid: int, *guesses: int) -> EpixTable:
        """The attacker's bid, and the amounts the defender names where he is asked."""
        (bidder,) = [ask for ask in self.asks if ask.prompt == "attack.bid"]
        self.answer(bidder.seat, bid)
        if guesses:
            self.names(*guesses)
        return self

    def names(self, *guesses: int) -> EpixTable:
        (guesser,) = [ask for ask in self.asks if ask.prompt == "attack.guess"]
        self.answer(guesser.seat, guesses)
        return self

    def choose(self, answer: Any) -> EpixTable:
        """Any other answer of the one player that is asked."""
        (ask,) = self.asks
        self.answer(ask.seat, answer)
        return self

    def go_on(self) -> EpixTable:
        assert [prompt for _, prompt in self.asked] == ["attack.continue"]
        return self.choose(True)

    def withdraw(self) -> EpixTable:
        assert [prompt for _, prompt in self.asked] == ["attack.continue"]
        return self.choose(False)

    def recruit(self, unit: str, province: str) -> EpixTable:
        (ask,) = self.asks
        return self.act("recruit", unit, province) if ask.prompt == "preliminary" else self.act(unit, province)

    def done(self) -> EpixTable:
        return self.act("done")

    def end(self) -> EpixTable:
        return self.act("end")

    def together(self, **answers: Any) -> EpixTable:
        """Answers of several players at once, by colour."""
        for colour, answer in answers.items():
            self.say(colour, answer)
        return self

    def refuses(self, *answer: Any, colour: str | None = None) -> Illegal:
        """Why an answer is refused; the table must stay as it was."""
        ask = self._ask_for(colour)
        before = (self.game.copy(self.state), len(self.journal))
        with pytest.raises(Illegal) as caught:
            self.answer(ask.seat, answer[0] if len(answer) == 1 else answer)
        assert (self.state, len(self.journal)) == before
        assert caught.value.reason
        return caught.value

    def reloaded(self) -> EpixTable:
        """The table saved and read again, as another process would."""
        twin = load(read(self.save()), self.game)
        twin.__class__ = EpixTable
        assert isinstance(twin, EpixTable)
        return twin

    def _ask_for(self, colour: str | None) -> Any:
        (ask,) = [ask for ask in self.asks if colour is None or ask.seat == seat_of(colour)]
        return ask


def seat_of(colour: str) -> int:
    return COLOURS.index(colour)


def position(
    seats: int = 4,
    *,
    season: str = "spring",
    phase: str = "resolve_actions",
    units: Mapping[str, str] | None = None,
    gold: int | Mapping[str, int] = 10,
    cards: Mapping[str, str] | None = None,
    used: Mapping[str, str] | None = None,
    first: str | None = None,
    acting: str = "yellow",
    action: str | None = "move_attack",
    laid: Mapping[str, str] | None = None,
    captured: Sequence[str] = (),
    lay: str = "",
    bids: Mapping[str, tuple[str, int, str]] | None = None,
    passed: Sequence[str] = (),
    knights: str = "rested",
) -> EpixTable:
    """A table that stands at the ask which follows from a position.

    `units` says what stands where, everything else is in supply. In the phase `resolve_actions` the player `acting` has
    turned up `action` (of two cards he says the order first), or still has his cards (`laid`) face down where `action`
    is None; those before him have played, those after him have cards face down. `lay` are the cards to be bid on,
    `bids` what lies on them.
    """
    colours = COLOURS[:seats]
    sheet = board(seats)
    s = new_state(seats, bool(cards or lay), knights == "rested", False)
    g = EpixGame().play(s, Lean(Random(0)))
    take_seats(g)
    take_units(g)
    set_season_marker(g)
    s.phase, s.season, s.colours = phase, SEASONS.index(season), list(colours)
    for seat, colour in enumerate(colours):
        s.gold[seat] = gold if isinstance(gold, int) else gold.get(colour, 10)
        s.abilities[seat] = sum(ABILITY[name] for name in (cards or {}).get(colour, "").split())
        s.used[seat] = sum(ABILITY[name] for name in (used or {}).get(colour, "").split())
        s.passed[seat] = colour in passed
    for province, line in (units or {}).items():
        colour, *names = line.split()
        p, seat = sheet.number[province], seat_of(colour)
        assert sheet.kinds[p] != "castle" or s.castles[seat] == p, f"{colour} cannot stand in {province}"
        assert names, f"no units in {province}"
        for name in names:
            g.put(seat, UNIT[name], p)
    for card in lay.split():
        colour, amount, marker = (bids or {}).get(card, ("", 0, ""))
        s.lay.append(Offer(card))
        if colour:
            piece = s.pieces.index(IN_SUPPLY, *RANGES[seat_of(colour)][UNIT[marker]])
            s.pieces[piece] = ON_CARD
            s.lay[-1] = Offer(card, seat_of(colour), amount, piece)
    s.captured = sum(1 << sheet.number[name] for name in captured)
    s.turn = seat_of(acting)
    s.first = seat_of(first or acting)
    if phase == "resolve_actions":
        _mid_season(s, action, laid or {})
    options = {"rules": "advanced" if s.advanced else "basic", "seating": "set", "knights": knights}
    return EpixTable(Position(s), seats, seed=1, options=options)


def _mid_season(s: EpixState, action: str | None, laid: Mapping[str, str]) -> None:
    """Those before the acting player have played, he has turned up his cards, the others' lie face down."""
    order = order_from(s, s.first)
    before = order[: order.index(s.turn)]
    for seat in order:
        lying = laid.get(COLOURS[seat])
        cards = tuple(lying.split()) if lying else FILLERS[: CARDS_CHOSEN[s.season]]
        if seat in before:
            s.shown[seat] = cards
        elif seat != s.turn or action is None:
            s.laid[seat] = cards
    if action is not None:
        cards = tuple(action.split())
        if len(cards) > 1:
            s.laid[s.turn] = cards
        else:
            s.todo = s.shown[s.turn] = cards
