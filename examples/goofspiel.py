"""Goofspiel: everybody bids a card at once for the prize on the table; the highest lone bid takes it.

With the option `hidden`, bids stay face down after they are compared: only who took the prize is known.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from random import Random
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from arbiter.core import Catalogue, Choose, Game, Option, Outcome, Play, Rules, Together, View, per_seat, ranking, state
from arbiter.core.scenes import Card, Meter, Scene, Text, Tray

NOBODY = -1
FACE_DOWN = 0
SWAPS_A_CARD = 8
WORDS = {
    "bid": "Bid for the prize of {prize}",
    "bid.option": "Bid {value}",
    "prize": "The prize is {prize}",
    "bids": "The bids are {bids}",
    "took": "{seat:seat} takes the prize of {prize}",
    "tied": "The highest bids are equal, nobody takes the prize of {prize}",
    "most": "{seats:seat} took prizes of the highest worth",
    "tray.hand": "Hand of {seat:seat}",
    "tray.played": "Bids of {seat:seat}",
    "tray.prize": "The prize",
    "card": "{value}",
    "back": "A card face down",
    "points": "Points",
}


class GoofspielOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: Annotated[int, msgspec.Meta(ge=2, le=13)] = 13
    order: Literal["random", "ascending", "descending"] = "random"
    hidden: bool = False


@state
class Auction:
    """`cards[seat]` are first the bids made, in order, then the hand. `winners` has an entry for each prize won."""

    options: GoofspielOptions
    prizes: list[int]
    points: list[int]
    winners: list[int]
    cards: list[list[int]] = per_seat(lambda cards: [FACE_DOWN] * len(cards))
    prize: int = 0


def winner(bids: Sequence[int]) -> int:
    best = max(bids)
    return bids.index(best) if bids.count(best) == 1 else NOBODY


def bid(seat: int, hand: list[int], prize: int) -> Choose:
    def card(value: int) -> Option:
        return Option(value, "bid.option", {"value": value}, (f"card-{seat}-{value}",))

    return Choose(seat, hand, "bid", card, args={"prize": prize})


class Goofspiel(Game[Auction]):
    id = "goofspiel"
    title = "Goofspiel"
    seats = range(2, 7)
    Options = GoofspielOptions
    bound = 13 * 6
    option_sets: ClassVar[tuple[dict[str, Any], ...]] = ({}, {"hidden": True}, {"cards": 5, "order": "descending"})

    def start(self, seats: int, options: GoofspielOptions) -> Auction:
        cards = list(range(1, options.cards + 1))
        return Auction(options, cards.copy(), [0] * seats, [], [cards.copy() for _ in range(seats)])

    def beat(self, g: Play[Auction]) -> Rules[None]:
        """One prize."""
        state = g.state
        played, order = len(state.winners), state.options.order
        state.prize = g.draw(state.prizes) if order == "random" else state.prizes.pop(0 if order == "ascending" else -1)
        g.tell("prize", prize=state.prize)
        hands = [cards[played:] for cards in state.cards]
        if state.prizes:
            bids = yield Together(*[bid(seat, hand, state.prize) for seat, hand in enumerate(hands)])
        else:
            bids = tuple(hand[0] for hand in hands)
        for cards, card in zip(state.cards, bids, strict=True):
            cards.remove(card)
            cards.insert(played, card)
        if not state.options.hidden:
            g.reveal()
            g.tell("bids", bids=bids)
        taker = winner(bids)
        g.show(("taker", played, taker))
        state.winners.append(taker)
        if taker == NOBODY:
            g.tell("tied", prize=state.prize)
        else:
            state.points[taker] += state.prize
            g.tell("took", seat=taker, prize=state.prize)
        if not state.prizes:
            ranks = ranking(state.points)
            first = [seat for seat, rank in enumerate(ranks) if rank == 1]
            g.end(Outcome(ranks, tuple(state.points), "most", {"seats": first}))

    def view(self, state: Auction, seat: int | None) -> Auction:
        return super().view(state, seat) if state.options.hidden else self.copy(state)

    def redeal(self, state: Auction, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
        """Swap cards of the others, bid or not, again and again, wherever every prize keeps its winner."""
        if not state.options.hidden:
            return
        played, size = len(state.winners), state.options.cards
        others = [cards for other, cards in enumerate(state.cards) if other != seat]
        for _ in range(SWAPS_A_CARD * size * len(others)):
            cards = others[int(rng.random() * len(others))]
            a, b = rng.sample(range(size), 2)
            cards[a], cards[b] = cards[b], cards[a]
            rounds = [at for at in (a, b) if at < played]
            if any(winner([bids[at] for bids in state.cards]) != state.winners[at] for at in rounds):
                cards[a], cards[b] = cards[b], cards[a]
        for cards in others:
            cards[played:] = sorted(cards[played:])

    def scene(self, view: View[Auction]) -> Scene:
        state, played = view.state, len(view.state.winners)
        scene = Scene((600, 200), colours=["#7a2e2e", "#2b5d8a", "#3d6b35", "#8a6d1f", "#5b3a78", "#2f6f6f"])
        scene.trays.append(Tray("prize", Text("tray.prize")))
        if state.prize:
            scene.cards.append(Card("prize-card", "prize", name=Text("card", {"value": state.prize})))
        for seat, cards in enumerate(state.cards):
            scene.meters.append(Meter(f"points-{seat}", Text("points"), state.points[seat], owner=seat))
            for tray in ("hand", "played"):
                scene.trays.append(Tray(f"{tray}-{seat}", Text(f"tray.{tray}", {"seat": seat}), seat))
            for at, value in enumerate(cards):
                on = f"played-{seat}" if at < played else f"hand-{seat}"
                if value == FACE_DOWN:
                    scene.cards.append(Card(f"back-{seat}-{at}", on, face=False, name=Text("back"), owner=seat))
                else:
                    name = Text("card", {"value": value})
                    scene.cards.append(Card(f"card-{seat}-{value}", on, name=name, owner=seat))
        return scene

    def catalogue(self, language: str = "en") -> Catalogue:
        return WORDS
