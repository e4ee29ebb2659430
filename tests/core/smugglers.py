"""Smugglers: a whole round of secret dealings in one long beat, for tests of imagined worlds.

Cards are drawn, laid open, stashed, looked at, swapped, stolen, sunk unseen and dug up again, and the discard is
shuffled in whenever the pile is empty, all between two checkpoints.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from random import Random
from typing import Any

from arbiter.core import Choose, Game, Option, Outcome, Play, Rules, Scene, View, hidden, ranking, seen_as, state
from arbiter.core.scenes import Card, Meter, Text, Tray

BACK = -1
ROUNDS, TURNS, HAND, EACH = 2, 3, 3, 7
WORDS = {
    "deal": "What now?", "deal.draw": "Draw a card", "deal.land": "Land a card", "deal.stash": "Stash a card",
    "deal.peek": "Look at a card of {other:seat}", "deal.swap": "Swap with {other:seat}",
    "deal.steal": "Steal from {other:seat}", "deal.wash": "Let a card wash ashore", "deal.sink": "Sink a card unseen",
    "deal.dig": "Dig up the stash", "land": "Which card do you land?", "stash": "Which card do you stash?",
    "give": "Which card do you give to {other:seat}?", "give.card": "Card {card}", "land.card": "Card {card}",
    "stash.card": "Card {card}", "drew": "{seat:seat} draws a card", "got": "You have got card {card}",
    "lost": "You have lost card {card}", "landed": "{seat:seat} lands card {card}", "stashed": "{seat:seat} stashes",
    "peeked": "{seat:seat} looks at a card of {other:seat}", "peeked.card": "It is card {card}",
    "swapped": "{seat:seat} and {other:seat} swap", "stole": "{seat:seat} steals from {other:seat}",
    "washed": "Card {card} is washed ashore", "sunk": "A card is sunk", "dug": "The stash held {cards}",
    "shuffled": "The discard is the pile again", "most": "{seats:seat} landed the most",
    "hand": "Hand of {seat:seat}", "stashed.cards": "The stash", "open": "Open", "card": "{card}", "back": "A back",
    "points": "Landed", "pile": "Pile",
}  # fmt: skip


def knows(quay: Quay, card: int, seat: int | None) -> bool:
    return seat is not None and bool(quay.seen[card] >> seat & 1)


def _shown(quay: Quay, cards: list[int], seat: int | None) -> list[int]:
    # Known cards first: where a card lies in a hand would tell when it came there.
    return sorted((card if knows(quay, card, seat) else BACK for card in cards), reverse=True)


def _hands(quay: Quay, hands: list[list[int]], seat: int | None) -> list[list[int]]:
    return [sorted(cards) if owner == seat else _shown(quay, cards, seat) for owner, cards in enumerate(hands)]


def _own_looks(quay: Quay, seen: list[int], seat: int | None) -> list[int]:
    return [mask & (0 if seat is None else 1 << seat) for mask in seen]


@state
class Quay:
    """`seen`: card -> the seats that know where it lies hidden, a bit each."""

    round: int
    points: list[int]
    hands: list[list[int]] = seen_as(_hands)
    pile: list[int] = hidden(len)
    stash: list[int] = seen_as(_shown)
    seen: list[int] = seen_as(_own_looks)
    discard: list[int]


class Smugglers(Game[Quay]):
    id, title, seats, bound = "smugglers", "Smugglers", range(2, 5), 200

    def start(self, seats: int, options: object) -> Quay:
        cards = EACH * seats
        return Quay(0, [0] * seats, [[] for _ in range(seats)], list(range(cards)), [], [0] * cards, [])

    def beat(self, g: Play[Quay]) -> Rules[None]:
        """One round: everybody fills the hand, then takes turns."""
        quay = g.state
        for seat, hand in enumerate(quay.hands):
            while len(hand) < HAND and self.draw(g, seat):
                pass
        for turn in range(TURNS * len(quay.hands)):
            yield from self.turn(g, turn % len(quay.hands))
        quay.round += 1
        if quay.round == ROUNDS:
            first = [seat for seat, rank in enumerate(ranking(quay.points)) if rank == 1]
            g.end(Outcome(ranking(quay.points), tuple(quay.points), "most", {"seats": first}))

    def turn(self, g: Play[Quay], seat: int) -> Rules[None]:
        quay = g.state
        full = [other for other, hand in enumerate(quay.hands) if hand and other != seat]
        deals: list[tuple[Any, ...]] = [("draw",), ("wash",), ("sink",), ("dig",)]
        if quay.hands[seat]:
            deals += [("land",), ("stash",), *(("swap", other) for other in full)]
        deals += [(deal, other) for other in full for deal in ("peek", "steal")]
        deal, *others = yield Choose(seat, deals, "deal", _say)
        if others:
            yield from getattr(self, deal)(g, seat, *others)
        elif deal in ("land", "stash"):
            yield from getattr(self, deal)(g, seat)
        else:
            getattr(self, deal)(g, seat)

    # The deals

    def draw(self, g: Play[Quay], seat: int) -> bool:
        card = self.take(g, seat)
        if card == BACK:
            return False
        g.state.hands[seat].append(card)
        g.state.seen[card] = 1 << seat
        g.tell("drew", seat=seat)
        g.tell("got", (seat,), card=card)
        return True

    def take(self, g: Play[Quay], seen_by: int | None) -> int:
        quay = g.state
        if not quay.pile:
            quay.pile, quay.discard = quay.discard, []
            g.tell("shuffled")
        return g.draw(quay.pile, seen_by) if quay.pile else BACK

    def wash(self, g: Play[Quay], seat: int) -> None:
        card = self.take(g, -1)
        if card != BACK:
            g.state.discard.append(card)
            g.tell("washed", card=card)

    def sink(self, g: Play[Quay], seat: int) -> None:
        card = self.take(g, None)
        if card != BACK:
            g.state.stash.append(card)
            g.tell("sunk")

    def dig(self, g: Play[Quay], seat: int) -> None:
        quay = g.state
        cards = sorted(quay.stash)
        for card in cards:
            self.lay_open(g, card)
        quay.stash.clear()
        g.tell("dug", cards=cards)

    def land(self, g: Play[Quay], seat: int) -> Rules[None]:
        hand = g.state.hands[seat]
        card = yield Choose(seat, sorted(hand), "land", _card("land"))
        hand.remove(card)
        self.lay_open(g, card)
        g.state.points[seat] += card % 5
        g.tell("landed", seat=seat, card=card)

    def lay_open(self, g: Play[Quay], card: int) -> None:
        g.show(card)
        g.state.seen[card] = 0
        g.state.discard.append(card)

    def stash(self, g: Play[Quay], seat: int) -> Rules[None]:
        hand = g.state.hands[seat]
        card = yield Choose(seat, sorted(hand), "stash", _card("stash"), secret=True)
        self.blur(g, seat)
        hand.remove(card)
        g.state.stash.append(card)
        g.tell("stashed", seat=seat)

    def peek(self, g: Play[Quay], seat: int, other: int) -> Rules[None]:
        hand = g.state.hands[other]
        card = g.draw(hand, seen_by=seat)
        hand.append(card)
        g.state.seen[card] |= 1 << seat
        g.tell("peeked", seat=seat, other=other)
        g.tell("peeked.card", (seat,), card=card)
        yield from ()

    def steal(self, g: Play[Quay], seat: int, other: int) -> Rules[None]:
        self.blur(g, other)
        card = g.draw(g.state.hands[other], seen_by=seat)
        self.hand_over(g, card, other, seat)
        g.state.hands[seat].append(card)
        g.tell("stole", seat=seat, other=other)
        yield from ()

    def swap(self, g: Play[Quay], seat: int, other: int) -> Rules[None]:
        hands = g.state.hands
        given = yield Choose(seat, sorted(hands[seat]), "give", _card("give"), args={"other": other}, secret=True)
        taken = yield Choose(other, sorted(hands[other]), "give", _card("give"), args={"other": seat}, secret=True)
        for giver, taker, card in ((seat, other, given), (other, seat, taken)):
            self.blur(g, giver)
            hands[giver].remove(card)
            self.hand_over(g, card, giver, taker)
        hands[other].append(given)
        hands[seat].append(taken)
        g.tell("swapped", seat=seat, other=other)

    def hand_over(self, g: Play[Quay], card: int, giver: int, taker: int) -> None:
        g.show(card, giver, taker)
        g.state.seen[card] = 1 << giver | 1 << taker
        g.tell("got", (taker,), card=card)
        g.tell("lost", (giver,), card=card)

    def blur(self, g: Play[Quay], seat: int) -> None:
        """A card leaves a hand unseen, so that the others no longer know of any card of it where it lies."""
        for card in g.state.hands[seat]:
            g.state.seen[card] = 1 << seat

    # What may be otherwise

    def redeal(self, quay: Quay, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
        places = [
            (cards, at)
            for owner, cards in enumerate([*quay.hands, quay.stash])
            for at, card in enumerate(cards)
            if owner != seat and card not in known and not knows(quay, card, seat)
        ]
        pool = [card for card in quay.pile if card not in known] + [cards[at] for cards, at in places]
        looks = [quay.seen[cards[at]] for cards, at in places]
        rng.shuffle(pool)
        for card in pool:
            quay.seen[card] = 0
        for (cards, at), look in zip(places, looks, strict=True):
            cards[at] = pool.pop()
            quay.seen[cards[at]] = look
        quay.pile = pool + [card for card in quay.pile if card in known]

    # How it looks

    def scene(self, view: View[Quay]) -> Scene:
        quay, scene = view.state, Scene((400, 200))
        trays: list[tuple[str, Text, list[int]]] = [
            (f"hand-{seat}", Text("hand", {"seat": seat}), hand) for seat, hand in enumerate(quay.hands)
        ]
        trays += [("stash", Text("stashed.cards"), quay.stash), ("open", Text("open"), quay.discard)]
        for id, name, cards in trays:
            scene.trays.append(Tray(id, name))
            for at, card in enumerate(cards):
                if card == BACK:
                    scene.cards.append(Card(f"back-{id}-{at}", id, face=False, name=Text("back")))
                else:
                    scene.cards.append(Card(f"card-{card}", id, name=Text("card", {"card": card})))
        for seat, points in enumerate(quay.points):
            scene.meters.append(Meter(f"points-{seat}", Text("points"), points, owner=seat))
        scene.meters.append(Meter("pile", Text("pile"), quay.pile))  # type: ignore[arg-type]
        return scene

    def catalogue(self, language: str = "en") -> dict[str, str]:
        return WORDS


def _say(deal: tuple[Any, ...]) -> Option:
    return Option(deal, f"deal.{deal[0]}", {"other": deal[1]} if len(deal) > 1 else {})


def _card(prompt: str) -> Any:
    return lambda card: Option(card, f"{prompt}.card", {"card": card}, (f"card-{card}",))
