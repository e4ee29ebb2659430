"""The effects that happen once: what cards, Abilities, Advantages and Supporters of Yummell do to somebody."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from arbiter.content import Call, Effect
from arbiter.core import Choose, Rules, rule
from arbiter.kit import cards
from arbiter.kit.effects import By

from . import deck, effects, movement
from .effects import RULES, does
from .race import Yummell


@does(Call)
def call(g: Yummell, deed: Call, by: By) -> Rules[None] | None:
    """A Python function by its name, where data is not enough."""
    function: Callable[..., Rules[None] | None] = g.book.library.functions[deed.function]
    return function(g, by.seat, by.target, **deed.args)


@does(effects.PushBack)
@rule("YUM-NAMED-5", "YUM-NAMED-6", "YUM-GAP-103")
def push(g: Yummell, deed: effects.PushBack, by: By) -> None:
    movement.push_back(g, by.target, movement.push_length(g, by.target, deed.squares))


@does(effects.MustRest)
def mire(g: Yummell, deed: effects.MustRest, by: By) -> None:
    g.last(by.target, g.book.by_key[by.source], [deed])
    g.tell("mired", seat=by.target)


@does(effects.DiscardRandom)
def drop(g: Yummell, deed: effects.DiscardRandom, by: By) -> None:
    hand = g.state.hand[by.target]
    if hand.cards:
        card = cards.lay_open_at_random(g, hand)
        deck.put(g, card)
        g.tell("discarded.random", seat=by.target, card=g.keys[card])


@does(effects.SwapPlaces)
def swap(g: Yummell, deed: effects.SwapPlaces, by: By) -> None:
    at = g.state.at
    at[by.seat], at[by.target] = at[by.target], at[by.seat]
    g.tell("swapped", seat=by.seat, other=by.target)


@does(effects.MoveToNearestAhead)
def haul(g: Yummell, deed: effects.MoveToNearestAhead, by: By) -> None:
    g.state.at[by.seat] = g.state.at[by.target]
    g.tell("hauled", seat=by.seat, other=by.target)


@does(effects.StealArtefact)
@rule("YUM-NAMED-12", "YUM-GAP-31")
def steal(g: Yummell, deed: effects.StealArtefact, by: By) -> Rules[None]:
    return rob(g, by) if g.state.active[by.target] else RULES.run(g, deed.otherwise, by)


@rule("YUM-NAMED-9", "YUM-GAP-43")
def rob(g: Yummell, by: By) -> Rules[None]:
    """The thief takes the Artefact of his choice, active as it is."""
    card = yield from _lose_artefact(g, by, "YUM-NAMED-9")
    g.state.active[by.seat] += (card,)
    g.tell("stole.artefact", seat=by.seat, other=by.target, card=g.keys[card])


def _lose_artefact(g: Yummell, by: By, rule: str) -> Rules[int]:
    """The target loses one of its active Artefacts, chosen by the one who acts."""
    active = g.state.active
    card: int = active[by.target][0]
    if len(active[by.target]) > 1:
        card = yield Choose(by.seat, active[by.target], "artefact", g.say_card, rule=rule)
    active[by.target] = cards.without(active[by.target], card)
    return card


@does(effects.TakeRandomCard)
def pick_pockets(g: Yummell, deed: effects.TakeRandomCard, by: By) -> None:
    seat, other, hand = by.seat, by.target, g.state.hand
    for _ in range(min(deed.count, len(hand[other].cards))):
        card = cards.give_at_random(g, hand[other], hand[seat])
        g.tell("stole.card", seat=seat, other=other)
        g.tell("stole.card.face", (seat, other), seat=seat, other=other, card=g.keys[card])


@does(effects.DestroyArtefact)
def destroy(g: Yummell, deed: effects.DestroyArtefact, by: By) -> Rules[None]:
    if g.state.active[by.target]:
        card = yield from _lose_artefact(g, by, "YUM-ENCEVT-1")
        deck.put(g, card)
        g.tell("destroyed", seat=by.target, card=g.keys[card])


@does(effects.LookHand)
def look_into(g: Yummell, deed: effects.LookHand, by: By) -> None:
    hand = g.state.hand[by.target]
    for card in hand.cards:
        cards.show(g, hand, card, by.seat)
    g.tell("looked", seat=by.seat, other=by.target)
    g.tell("looked.cards", (by.seat,), other=by.target, cards=g.names(hand.cards))


@does(effects.ExchangeCard)
def exchange(g: Yummell, deed: effects.ExchangeCard, by: By) -> Rules[None]:
    seat, other = by.seat, by.target
    mine, theirs = g.state.hand[seat], g.state.hand[other]
    pairs = [(given, taken) for given in mine.cards for taken in theirs.cards]
    if not pairs:
        return
    pair = yield Choose(seat, [None, *pairs], "exchange", g.say_exchange, rule="YUM-ACT-9", secret=True)
    # Everybody sees whether there was an exchange, and the two of them what was exchanged.
    g.show(None)
    if pair is None:
        g.tell("exchange.none", seat=seat)
        return
    given, taken = pair
    cards.give(g, mine, theirs, given)
    cards.give(g, theirs, mine, taken)
    g.tell("exchanged", seat=seat, other=other)
    names = {"given": g.keys[given], "taken": g.keys[taken]}
    g.tell("exchanged.cards", (seat, other), seat=seat, other=other, **names)


@does(effects.PeekTop)
def peek(g: Yummell, deed: effects.PeekTop, by: By) -> Rules[None] | None:
    looked = deck.look(g, by.seat, deed.count)
    if deed.then == "may_bottom":
        return deck.may_bottom(g, by.seat) if looked else None
    return deck.put_back(g, by.seat, looked) if len(looked) > 1 else None


def _throw_away(g: Yummell, seat: int, prompt: str, rule: str) -> Rules[bool]:
    """A player may discard a card. True if he did."""
    hand = g.state.hand[seat].cards
    card = (yield Choose(seat, [None, *hand], prompt, g.say_card, rule=rule)) if hand else None
    if card is not None:
        deck.discard(g, seat, card)
    return card is not None


@does(effects.TakeTopDiscard)
def fetch(g: Yummell, deed: effects.TakeTopDiscard, by: By) -> None:
    s = g.state
    if s.deck.discard:
        card = s.deck.discard.pop()
        cards.receive(s.hand[by.seat], card)
        g.tell("fetched", seat=by.seat, card=g.keys[card])


@does(effects.Mulligan)
def start_over(g: Yummell, deed: effects.Mulligan, by: By) -> Rules[None]:
    gone = 0
    while (yield from _throw_away(g, by.seat, "sharp", "YUM-SUP-7")):
        gone += 1
    deck.draw_to_hand(g, by.seat, gone)


DOES: dict[type[Effect], Callable[[Yummell, Any, By], Rules[Any] | None]] = {
    effects.MoveForward: lambda g, deed, by: movement.move_forward(g, by.target, deed.squares),
    effects.RemoveCurses: lambda g, deed, by: deck.lift_curses(g, by.target) if g.state.curses[by.target] else None,
    effects.Draw: lambda g, deed, by: deck.draw_to_hand(g, by.target, deed.count),
    effects.DiscardChoice: lambda g, deed, by: _throw_away(g, by.seat, "sort", "YUM-ACT-12"),
    effects.ExtraMovement: lambda g, deed, by: movement.move_again(g, by.seat) if g.state.hand[by.seat].cards else None,
}
for word, meaning in DOES.items():
    does(word)(meaning)

MATTERS: dict[type[Effect], Callable[[Yummell, Any, int], object]] = {
    effects.MoveForward: lambda g, deed, seat: movement.square_forward(g, seat, deed.squares) != g.state.at[seat],
    effects.PushBack: lambda g, deed, seat: (
        movement.square_back(g, seat, movement.push_length(g, seat, deed.squares)) != g.state.at[seat]
    ),
    effects.MustRest: lambda g, deed, seat: not g.waiting(seat, "rest"),
    effects.DiscardRandom: lambda g, deed, seat: g.state.hand[seat].cards,
    effects.StealArtefact: lambda g, deed, seat: g.state.active[seat] or (deed.otherwise and g.state.hand[seat].cards),
    effects.DestroyArtefact: lambda g, deed, seat: g.state.active[seat],
    effects.RemoveCurses: lambda g, deed, seat: g.state.curses[seat],
    effects.LookHand: lambda g, deed, seat: g.state.hand[seat].cards,
}
"""Whether a deed would change anything for a seat now; those that are not here always would."""


def would_matter(g: Yummell, deeds: Iterable[Effect], seat: int) -> bool:
    """Would any of these deeds change anything for a seat now?"""
    return any(type(deed) not in MATTERS or MATTERS[type(deed)](g, deed, seat) for deed in deeds)
