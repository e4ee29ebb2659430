"""Phases 2 and 3 of a season: choosing Action cards in secret, and carrying them out in turn."""

from __future__ import annotations

from functools import partial

from arbiter.core import Choose, Option, Rules, Several, Together, rule

from .board import (
    ACTIONS,
    CARDS_CHOSEN,
    INCOME,
    MOVE_ATTACK,
    RECRUITMENT,
    SECOND_SUMMONS,
    TAX,
    TITHE_COLLECTORS,
    WINTER,
)
from .movement import begin_move_attack, move_attack
from .recruitment import recruit
from .state import Epix
from .winter import can_still_win


@rule("EPIX-CHOOSE-1", "EPIX-CHOOSE-2", "EPIX-WINTER-1")
def choose_actions(g: Epix) -> Rules[None]:
    """Everyone lays one card face down, two in Winter or with the Second Summons."""
    s = g.state
    asks: list[Choose | Several] = []
    for seat in range(s.seats):
        describe = partial(_in_hand, seat)
        if CARDS_CHOSEN[s.season] == 2:
            asks.append(Several(seat, ACTIONS, 2, 2, "choose.two", describe, rule="EPIX-WINTER-1"))
        elif g.ready(seat, SECOND_SUMMONS):
            asks.append(Several(seat, ACTIONS, 1, 2, "choose.summons", describe, rule="EPIX-CHOOSE-1"))
        else:
            asks.append(Choose(seat, ACTIONS, "choose.one", describe, rule="EPIX-CHOOSE-1"))
    answers = yield Together(*asks)
    for seat, answer in enumerate(answers):
        s.laid[seat] = (answer,) if isinstance(answer, str) else answer
        if len(s.laid[seat]) > CARDS_CHOSEN[s.season]:
            g.use(seat, SECOND_SUMMONS)
            g.tell("choose.summoned", seat=seat)
    g.tell("choose.laid", counts=[len(cards) for cards in s.laid])
    s.shown = [()] * s.seats
    s.acted = 0
    s.turn = s.first
    s.phase = "resolve_actions"


def _in_hand(seat: int, card: str) -> Option:
    return Option(card, f"action.{card}", {}, (f"hand.{seat}.{card}",))


@rule("EPIX-RES-1", "EPIX-RES-2", "EPIX-WINTER-4")
def resolve_actions(g: Epix) -> Rules[None]:
    """The next step of the player whose turn it is: one card is carried out completely before another begins."""
    s = g.state
    while s.phase == "resolve_actions":
        seat = s.turn
        if s.action == RECRUITMENT:
            yield from recruit(g, seat)
            return
        if s.action == MOVE_ATTACK:
            yield from move_attack(g, seat)
            return
        if len(s.todo) == 2:
            yield from choose_order(g, seat)
            return
        if s.todo:
            begin_card(g, seat, s.todo[0])
        elif s.laid[seat]:
            reveal_cards(g, seat)
            # A beat that went on could be imagined with other cards turned up than everybody has seen.
            return
        else:
            end_turn(g, seat)


@rule("EPIX-WINTER-2")
def reveal_cards(g: Epix, seat: int) -> None:
    """The player's cards are turned up, both together; the last player of Winter may be out of the running."""
    s = g.state
    g.settle()
    g.show(("laid", seat))
    s.shown[seat], s.laid[seat] = s.laid[seat], ()
    s.todo = s.shown[seat]
    g.tell("turn.reveals", seat=seat, cards=list(s.todo))
    if s.season == WINTER and s.acted == s.seats - 1:
        skip_hopeless(g, seat)


def skip_hopeless(g: Epix, seat: int) -> None:
    """The last player of Winter plays only if he can still win, so that he does not choose among the others."""
    s = g.state
    if not can_still_win(s, seat, s.todo):
        s.todo = ()
        g.tell("winter.skipped", seat=seat)


@rule("EPIX-WINTER-3")
def choose_order(g: Epix, seat: int) -> Rules[None]:
    """With two cards revealed the player says which comes first."""
    s = g.state
    card = yield Choose(seat, s.todo, "turn.order", partial(_shown, seat), rule="EPIX-WINTER-3")
    begin_card(g, seat, card)


def begin_card(g: Epix, seat: int, card: str) -> None:
    """A card is now carried out; Tax is done at once."""
    s = g.state
    s.todo = tuple([other for other in s.todo if other != card])
    if card == TAX:
        tax(g, seat)
        return
    s.action = card
    if card == MOVE_ATTACK:
        begin_move_attack(g)
    else:
        s.levied = False


def _shown(seat: int, card: str) -> Option:
    return Option(card, f"action.{card}", {}, (f"shown.{seat}.{card}",))


@rule("EPIX-TAX-1")
def tax(g: Epix, seat: int) -> None:
    """3 Gold from the Treasury, 5 with Tithe Collectors."""
    gold = 5 if g.has(seat, TITHE_COLLECTORS) else INCOME["tax_action"]
    g.earn(seat, gold)
    g.tell("tax", seat=seat, gold=gold)


def end_turn(g: Epix, seat: int) -> None:
    """On to the next player clockwise, or to the income when all have acted."""
    s = g.state
    s.acted += 1
    if s.acted < s.seats:
        s.turn = s.clockwise[seat]
    else:
        s.shown = [()] * s.seats
        s.phase = "income"
