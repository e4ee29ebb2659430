"""Determine the player sequence, and the turn: Preparation, Movement, Encounter, Replenishment."""

from __future__ import annotations

from functools import partial

from arbiter.core import Choose, Rules, rule
from arbiter.kit.effects import By
from arbiter.kit.windows import each_in_turn

from . import deck, encounters, finish, movement
from .actions import ActionWindow
from .choices import PASS, PASS_TURN, choices, hand_spent
from .effects import FinishActivation, does
from .numbers import HAND, PREPARATION
from .race import Yummell
from .sources import W1, W2, W3, Action
from .state import Turn


@rule("YUM-TURN-1", "YUM-TURN-4", "YUM-TURN-11", "YUM-ACT-2")
def turn(g: Yummell) -> Rules[None]:
    """A turn: the four phases in their order, and between any two of them a window for actions.

    Without an encounter the windows around it are one. Whoever arrives has no more of the turn.
    """
    seat = draw_pawn(g)
    between = Between(g)
    try:
        preparation(g, seat)
        yield from window(between, seat, W1)
        yield from movement.movement_phase(g, seat)
        yield from window(between, seat, W2)
        met = yield from encounters.encounter_phase(g, seat)
        yield from window(between, seat, last_windows(g, met))
        yield from replenishment(g, seat)
    except finish.Home:
        pass
    end_turn(g)


class Between(ActionWindow):
    """The windows between the phases of a turn: the player acts as often as he may and wants, and then passes.

    Whether the player is asked follows from open facts alone: with cards in hand and the right to play one it always
    is, so that nobody learns from the asking what the hand holds. The window before an encounter is there as long as
    one is due.
    """

    __slots__ = ()
    prompt, rule, scopes, passing = "window", "YUM-ACT-1", ("turn",), (PASS, PASS_TURN)

    def values(self, seat: int) -> list[Action] | None:
        g, opens = self.g, self.opens
        if opens == W2 and not encounters.due(g):
            return None
        found = choices(g, seat, opens)
        if len(found) == 1 and not (g.state.hand[seat].cards and len(hand_spent(g, seat)) < 2):
            return None
        if not opens & W3:
            found.append(PASS_TURN)
        return found


@rule("YUM-TURN-2", "YUM-ACT-1", "YUM-DOUBT-2")
def window(between: Between, seat: int, opens: int) -> Rules[int]:
    """A window between two phases."""
    between.opens = between.g.state.turn.window = opens
    return each_in_turn(between, (seat,))


@rule("YUM-REST-3", "YUM-GAP-30", "YUM-GAP-48")
def last_windows(g: Yummell, met: bool) -> int:
    """After an encounter or a Rest comes W3 alone; where no encounter took place, W2 runs straight into it."""
    return W3 if met or g.state.turn.rested else W2 | W3


@rule("YUM-ORDER-1", "YUM-ORDER-2", "YUM-COMP-7", "YUM-GAP-82")
def draw_pawn(g: Yummell) -> int:
    """Draw a pawn from the bag; its player's turn begins."""
    s = g.state
    s.mover = g.pull(s.bag)
    g.tell("turn", seat=s.mover)
    return s.mover


@rule("YUM-ORDER-3", "YUM-COMP-3")
def begin_round(g: Yummell) -> None:
    """A round begins: the pawns of all who still race go into the bag."""
    s = g.state
    s.round += 1
    s.bag = [seat for seat in range(len(s.at)) if seat not in s.arrived]
    g.tell("round", round=s.round)


@rule("YUM-TURN-3")
def preparation(g: Yummell, seat: int) -> None:
    """Preparation Phase: draw a card."""
    deck.draw_to_hand(g, seat, PREPARATION)


@rule("YUM-GAP-95")
def replenishment(g: Yummell, seat: int) -> Rules[None]:
    """Replenishment Phase: back to four cards; then Artefacts in activation are ready, and the turn's Events end."""
    s = g.state
    held = len(s.hand[seat].cards)
    if held > HAND:
        yield from discard_down(g, seat)
    elif held < HAND:
        fill_up(g, seat)
    activate_all(g, seat)
    if len(s.turn.events) > 1:
        events, s.turn.events = s.turn.events, ()
        yield from deck.put_all(g, seat, events)


@rule("YUM-TURN-9", "YUM-GAP-51", "YUM-GAP-67")
def discard_down(g: Yummell, seat: int) -> Rules[None]:
    """Whoever holds more than four cards discards the rest, one after the other."""
    hand = g.state.hand[seat].cards
    why_not = partial(deck.why_not_in_hand, g, seat, "YUM-TURN-9")
    while len(hand) > HAND:
        card = yield Choose(seat, hand[:], "discard", g.say_card, why_not, {"most": HAND}, rule="YUM-TURN-9")
        deck.discard(g, seat, card)


@rule("YUM-TURN-8")
def fill_up(g: Yummell, seat: int) -> None:
    """Whoever holds fewer than four cards draws up to four."""
    deck.draw_to_hand(g, seat, HAND - len(g.state.hand[seat].cards))


@rule("YUM-TURN-10", "YUM-ACT-11", "YUM-GAP-41")
def activate_all(g: Yummell, seat: int) -> None:
    """Artefacts in activation become active, however many there are already."""
    s = g.state
    for card in s.turn.activating:
        g.tell("active", seat=seat, card=g.keys[card])
    s.active[seat] += s.turn.activating
    s.turn.activating = ()


@does(FinishActivation)
def finish_activation(g: Yummell, deed: FinishActivation, by: By) -> None:
    """Artefacts in activation become active at once."""
    activate_all(g, by.seat)


def end_turn(g: Yummell) -> None:
    """Lasting Events and whatever was still being played leave the table; with the last pawn the round is over."""
    s = g.state
    for card in s.turn.loose + s.turn.events:
        deck.put(g, card)
    g.over(s.mover, "turn", "movement", "challenge")
    s.turn = Turn()
    s.passes.end("turn")
    if not s.bag:
        if finish.is_over(g):
            finish.end(g)
        begin_round(g)
