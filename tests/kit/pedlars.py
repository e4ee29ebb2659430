"""A game of a page in which everything happens that can happen to cards; it masks and deals nothing anew itself."""

from collections.abc import Collection, Hashable
from dataclasses import field
from random import Random
from typing import Any

from arbiter.core import (
    Card,
    Choose,
    Game,
    Illegal,
    Option,
    Outcome,
    Play,
    Rules,
    Scene,
    Text,
    Tray,
    View,
    ranking,
    state,
)
from arbiter.kit import cards
from arbiter.kit.cards import UNKNOWN, Deck, Hand
from arbiter.kit.windows import Moment, Passes, each_in_turn
from arbiter.kit.words import words as kit_words

WARES = ("awl", "bell", "comb", "dice", "egg", "fan", "glove", "hat", "ink", "jug", "knife", "lamp")
DEEDS = ("draw", "peek", "bury", "give", "steal", "show", "sell", "stop")


@state
class Fair:
    deck: Deck[str]
    hands: list[Hand[str]]
    turn: int = 0
    parcels: list[Hand[str]] = field(default_factory=list)
    """What a seat has chosen in secret to give or to show, out of its hand until that is done."""
    sealed: str = ""
    passes: Passes = field(default_factory=Passes)


class Bargain(Moment):
    """Whoever is asked may throw a ware away."""

    prompt, scopes = "bargain", ("turn",)

    def secret(self, seat: int) -> bool:
        return bool(self.g.state.hands[seat].cards)

    def offers(self, seat: int) -> list[str]:
        return [card for card in WARES if self.why_not(seat, card) is None]

    def why_not(self, seat: int, card: str) -> Illegal | None:
        return None if card in self.g.state.hands[seat].cards and card < "f" else Illegal("no.bargain", card=card)

    def say(self, card: str) -> Option:
        return Option(card, "ware", {"card": card})

    def act(self, seat: int, card: str) -> None:
        cards.discard(self.g, self.g.state.deck, cards.lay_open(self.g, self.g.state.hands[seat], card))


def turn(g: Play[Fair]) -> Rules[None]:
    """Three deeds and a bargain. A secret choice ends the beat: what is made of it not all may see."""
    s = g.state
    seat = s.turn // 3 % len(s.hands)
    mine, other, parcel = s.hands[seat], s.hands[(seat + 1) % len(s.hands)], s.parcels[seat]
    if s.sealed:
        deliver(g, mine, other, parcel)
    elif s.turn >= 72:
        scores = [len(hand.cards) for hand in s.hands]
        g.end(Outcome(ranking(scores), tuple(map(float, scores)), "closed"))
    else:
        can = [deed for deed in DEEDS if mine.cards or deed not in ("give", "show", "sell")]
        deed = yield Choose(seat, can, "deed")
        match deed:
            case "draw":
                cards.deal(g, s.deck, mine, 2)
            case "peek":
                cards.look(g, s.deck, seat, 2)
            case "bury":
                if card := cards.draw(g, s.deck):
                    cards.bury(s.deck, card)
            case "steal" if other.cards:
                cards.give_at_random(g, other, mine)
            case "sell":
                ware = yield Choose(seat, mine.cards.copy(), deed)
                cards.discard(g, s.deck, cards.lay_open(g, mine, ware))
            case "give" | "show":
                cards.give(g, mine, parcel, (yield Choose(seat, mine.cards.copy(), deed, secret=True)))
                s.sealed = deed
                return
    yield from after(g)


def deliver(g: Play[Fair], mine: Hand[str], other: Hand[str], parcel: Hand[str]) -> None:
    s, (ware,) = g.state, parcel.cards
    if s.sealed == "show":
        cards.show(g, parcel, ware, other.owner)
    cards.give(g, parcel, mine if s.sealed == "show" else other, ware)
    s.sealed = ""


def after(g: Play[Fair]) -> Rules[None]:
    s = g.state
    s.turn += 1
    if s.turn % 3 == 0:
        yield from each_in_turn(Bargain(g), range(len(s.hands)))
        s.passes.end("turn")
        if s.turn % 15 == 12:
            cards.shuffle_all(g, s.deck)


class Pedlars(Game[Fair]):
    id, title, seats, bound = "pedlars", "Pedlars", range(2, 4), 2000

    def start(self, seats: int, options: object) -> Fair:
        return Fair(
            Deck(list(WARES)), [Hand(seat) for seat in range(seats)], parcels=[Hand(seat) for seat in range(seats)]
        )

    def beat(self, g: Any) -> Any:
        return turn(g)

    def redeal(self, state: Fair, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
        cards.redeal(state.deck, state.hands + state.parcels, seat, rng, known)

    def scene(self, view: View[Fair]) -> Scene:
        trays = [Tray(f"hand.{hand.owner}", owner=hand.owner) for hand in view.state.hands]
        held = [
            Card(f"hand.{hand.owner}.{n}", f"hand.{hand.owner}", card != UNKNOWN, Text("ware", {"card": card}))
            for hand in view.state.hands
            for n, card in enumerate(hand.cards)
        ]
        return Scene((1, 1), trays=trays, cards=held)

    def catalogue(self, language: str = "en") -> dict[str, str]:
        words = {"ware": "{card}", "closed": "The fair is over.", "no.bargain": "no bargain with {card}"}
        prompts = ("deed", "give", "show", "sell", "bargain")
        return {
            **kit_words(language),
            **words,
            **{p: p for p in prompts},
            **{f"{p}.option": "{value}" for p in prompts},
        }
