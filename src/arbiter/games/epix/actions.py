"""Phases 2 and 3 of a season: choosing Action cards in secret, and carrying them out in turn."""

from __future__ import annotations

from functools import partial

from arbiter.core import Choose, Option, Rules, Several, Together, rule

from .contents import ACTIONS, CARDS_CHOSEN, RECRUITMENT, TAX, WINTER
from .entries import ActionCards
from .movement import move_attack
from .recruitment import recruit
from .state import Epix
from .tax import tax
from .winter import can_still_win

# Phase 2: choosing


@rule("EPIX-CHOOSE-1")
def choose_actions(g: Epix) -> Rules[None]:
    """Everyone at the same time lays Action cards face down."""
    s = g.state
    answers = yield Together(*[choice(g, seat) for seat in range(s.seats)])
    for seat, answer in enumerate(answers):
        s.laid[seat] = (answer,) if isinstance(answer, str) else answer
        if len(s.laid[seat]) > CARDS_CHOSEN[s.season]:
            g.use(seat, ActionCards)
            g.tell("choose.summoned", seat=seat)
    g.tell("choose.laid")


@rule("EPIX-SETUP-4", "EPIX-COMP-4", "EPIX-WINTER-1")
def choice(g: Epix, seat: int) -> Choose | Several:
    """Each has the same three cards and lays one of them, in Winter two; the Second Summons allow two as well."""
    least = most = CARDS_CHOSEN[g.state.season]
    if g.state.abilities[seat] and g.ready(seat, ActionCards):
        most = max([most, *(effect.cards for effect in g.effects(seat, ActionCards))])
    describe = partial(_in_hand, seat)
    if most == 1:
        return Choose(seat, ACTIONS, "choose.one", describe, rule="EPIX-CHOOSE-1")
    if least == most:
        return Several(seat, ACTIONS, least, most, "choose.two", describe, rule="EPIX-WINTER-1")
    return Several(seat, ACTIONS, least, most, "choose.summons", describe, rule="EPIX-CHOOSE-1")


def _in_hand(seat: int, card: str) -> Option:
    return Option(card, f"action.{card}", {}, (f"hand.{seat}.{card}",))


# Phase 3: resolving


@rule("EPIX-RES-1", "EPIX-RES-2", "EPIX-WINTER-4")
def resolve_actions(g: Epix) -> Rules[bool]:
    """From the holder of the First Player card clockwise each carries out his cards, one completely before another.

    It stops between two moves or attacks and between two players, where the table shows how far they are, and says
    whether there is more to do. When all are done, everybody takes his cards back.
    """
    s = g.state
    seat = s.turn
    if s.laid[seat]:
        yield from turn_up(g, seat)
    while s.todo:
        card = s.todo[0]
        if card == RECRUITMENT:
            yield from recruit(g, seat)
        elif card == TAX:
            tax(g, seat)
        elif (yield from move_attack(g, seat)):
            return True
        s.todo = s.todo[1:]
    s.turn = s.clockwise[seat]
    if s.turn != s.first:
        return True
    s.shown = [()] * s.seats
    return False


@rule("EPIX-WINTER-2")
def turn_up(g: Epix, seat: int) -> Rules[None]:
    """The player's cards are turned up, both together. The last player of Winter may be out of the running."""
    s = g.state
    g.settle()
    g.show(("laid", seat))
    s.todo = s.shown[seat] = s.laid[seat]
    s.laid[seat] = ()
    g.tell("turn.reveals", seat=seat, cards=list(s.todo))
    if s.season == WINTER and s.clockwise[seat] == s.first:
        skip_hopeless(g, seat)
    if len(s.todo) > 1:
        first = yield order_of_cards(g, seat)
        s.todo = (first, *[card for card in s.todo if card != first])


@rule("EPIX-WINTER-5")
def skip_hopeless(g: Epix, seat: int) -> None:
    """The last player of Winter plays only if he can still win, so that he does not choose among the others."""
    s = g.state
    if not can_still_win(s, seat, s.todo):
        s.todo = ()
        g.tell("winter.skipped", seat=seat)


@rule("EPIX-WINTER-3")
def order_of_cards(g: Epix, seat: int) -> Choose:
    """With two cards turned up the player says which comes first."""
    s = g.state
    return Choose(seat, s.todo, "turn.order", partial(_shown, seat, s.shown[seat]), rule="EPIX-WINTER-3")


def _shown(seat: int, shown: tuple[str, ...], card: str) -> Option:
    return Option(card, f"action.{card}", {}, (f"laid.{seat}.{shown.index(card)}",))
