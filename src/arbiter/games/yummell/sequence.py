"""Determine the player sequence, and the turn: Preparation, Movement, Encounter, Replenishment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbiter.core import Choose, Rules, rule

from . import actions, deck, encounters, finish, movement
from .state import MEETING, MET, MOVED, PREPARED

if TYPE_CHECKING:
    from .race import Yummell

HAND = 4
PREPARATION = 1


@rule("YUM-ORDER-1", "YUM-ORDER-2", "YUM-ORDER-3", "YUM-COMP-3", "YUM-COMP-7")
def next_turn(g: Yummell) -> None:
    """Draw a pawn from the bag; its player's turn begins. When the bag is empty the round is over."""
    s = g.state
    if not s.bag:
        if s.round:
            finish.end_if_over(g)
        s.round += 1
        s.bag = [seat for seat in range(len(s.at)) if seat not in s.arrived]
        g.tell("round", round=s.round)
    s.mover = g.pull(s.bag)
    s.played = s.activated = s.used = s.window = 0
    s.in_force.clear()
    s.boosts.clear()
    s.rested = s.advanced = s.meets = s.passing = False
    s.ended = s.met = -1
    g.tell("turn", seat=s.mover)
    preparation(g)


@rule("YUM-TURN-1", "YUM-TURN-3")
def preparation(g: Yummell) -> None:
    """Draw a card; then the first window opens."""
    deck.draw_to_hand(g, g.state.mover, PREPARATION)
    g.state.step = PREPARED


def prepared(g: Yummell) -> Rules[None]:
    """The window after Preparation (W1), then the Movement Phase."""
    s = g.state
    ask = actions.window(g, actions.W1)
    if ask is not None:
        action = yield ask
        if not actions.passes(g, action):
            yield from actions.declare(g, s.mover, action)
            return
    yield from movement.movement_phase(g, s.mover)
    if finish.arrivals(g):
        end_turn(g)
    else:
        s.meets = s.advanced
        s.step = MET if s.rested else MOVED


def moved(g: Yummell) -> Rules[None]:
    """The window after Movement (W2); where no encounter is due it is one with W3. Then the encounter is drawn."""
    s = g.state
    due = encounters.due(g)
    ask = actions.window(g, actions.W2 if due else actions.W2 | actions.W3)
    if ask is not None:
        action = yield ask
        if not actions.passes(g, action):
            yield from actions.declare(g, s.mover, action)
            return
    if due:
        s.met = deck.draw_encounter(g)
        s.step = MEETING if s.met >= 0 else MET
    else:
        yield from replenishment(g)


def meeting(g: Yummell) -> Rules[None]:
    """The Encounter Phase."""
    s = g.state
    yield from encounters.encounter(g)
    s.step = MET
    if finish.arrivals(g):
        end_turn(g)


def met(g: Yummell) -> Rules[None]:
    """The window after the encounter, or after a Rest (W3); then Replenishment."""
    ask = actions.window(g, actions.W3)
    if ask is not None:
        action = yield ask
        if not actions.passes(g, action):
            yield from actions.declare(g, g.state.mover, action)
            return
    yield from replenishment(g)


@rule("YUM-TURN-8", "YUM-TURN-9")
def replenishment(g: Yummell) -> Rules[None]:
    """Back to four cards; Artefacts in activation become ready; the Events of the turn are over."""
    s = g.state
    seat = s.mover
    hand = s.hand[seat]
    while len(hand) > HAND:
        card = yield Choose(seat, hand[:], "discard", g.say_card, rule="YUM-TURN-9")
        hand.remove(card)
        deck.put(g, card)
        g.tell("discarded", seat=seat, card=g.name(card))
    if len(hand) < HAND:
        deck.draw_to_hand(g, seat, HAND - len(hand))
    activate_all(g, seat)
    if len(s.lasting) > 1:
        lasting, s.lasting = s.lasting, []
        yield from deck.put_all(g, seat, lasting)
    end_turn(g)


@rule("YUM-TURN-10")
def activate_all(g: Yummell, seat: int) -> None:
    """Artefacts in activation become active."""
    s = g.state
    for card in s.activating[seat]:
        s.active[seat].append(card)
        g.tell("active", seat=seat, card=g.name(card))
    s.activating[seat].clear()


def end_turn(g: Yummell) -> None:
    """Lasting Events and whatever was still being played leave the table; the next pawn is drawn."""
    s = g.state
    s.declared, s.deed = None, 0
    for card in s.loose + s.lasting:
        deck.put(g, card)
    s.lasting.clear()
    next_turn(g)


def declared(g: Yummell, index: int, card: int, target: int) -> Rules[None]:
    """What was declared takes effect; then the window it was declared in goes on."""
    g.state.declared = None
    yield from actions.take_effect(g, index, card, target)
    if finish.arrivals(g):
        end_turn(g)
