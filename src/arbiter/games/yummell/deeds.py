"""The effects that happen once: what cards, Abilities, Advantages and Supporters of Yummell do to somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from arbiter.content import Effect, Steps
from arbiter.core import Choose, Rules, rule
from arbiter.kit import cards

from .entries import Cards, Looked, Squares
from .state import without

if TYPE_CHECKING:
    from .race import Yummell

Ran = Rules[None] | None
"""What running a deed gives: nothing, or a procedure that still has to ask."""


class Deed(Effect, frozen=True, tag=""):
    """Happens once, to the target."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        """Do it. A deed with a choice gives back the procedure that asks."""
        raise NotImplementedError

    def matters(self, g: Yummell, me: int, target: int) -> bool:
        """Would it change anything for the target now?"""
        return True


class MoveForward(Deed, frozen=True, tag="move_forward"):
    """The target moves forward."""

    squares: Squares

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        return g.move_forward(target, self.squares)

    def matters(self, g: Yummell, me: int, target: int) -> bool:
        return g.square_forward(target, self.squares) != g.state.at[target]


class PushBack(Deed, frozen=True, tag="push_back"):
    """The target goes back."""

    squares: Squares

    @rule("YUM-NAMED-5", "YUM-NAMED-6", "YUM-GAP-103")
    def run(self, g: Yummell, me: int, target: int) -> Ran:
        return g.push_back(target, g.push_length(target, self.squares))

    def matters(self, g: Yummell, me: int, target: int) -> bool:
        return g.square_back(target, g.push_length(target, self.squares)) != g.state.at[target]


class MustRest(Deed, frozen=True, tag="must_rest"):
    """The target must Rest on its next turn."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        g.state.mired[target] = True
        g.tell("mired", seat=target)
        return None

    def matters(self, g: Yummell, me: int, target: int) -> bool:
        return not g.state.mired[target]


class DiscardRandom(Deed, frozen=True, tag="discard_random"):
    """The target discards a card at random."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        hand = g.state.hand[target]
        if hand.cards:
            card = cards.lay_open_at_random(g, hand)
            g.put(card)
            g.tell("discarded.random", seat=target, card=g.keys[card])
        return None

    def matters(self, g: Yummell, me: int, target: int) -> bool:
        return bool(g.state.hand[target].cards)


class SwapPlaces(Deed, frozen=True, tag="swap_places"):
    """Exchange places with the target."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        at = g.state.at
        at[me], at[target] = at[target], at[me]
        g.tell("swapped", seat=me, other=target)
        return None


class MoveToNearestAhead(Deed, frozen=True, tag="move_to_nearest_ahead"):
    """Move to the square of the nearest character ahead."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        g.state.at[me] = g.state.at[target]
        g.tell("hauled", seat=me, other=target)
        return None


def _choose_artefact(g: Yummell, me: int, target: int, rule: str) -> Rules[int]:
    """One of a player's active Artefacts, chosen by the one who acts."""
    theirs = g.state.active[target]
    if len(theirs) == 1:
        return theirs[0]
    card: int = yield Choose(me, theirs, "artefact", g.say_card, rule=rule)
    return card


class StealArtefact(Deed, frozen=True, tag="steal_artefact"):
    """Take an active Artefact of the target; if it has none, do something else."""

    otherwise: Steps = Steps()

    @rule("YUM-NAMED-12", "YUM-GAP-31")
    def run(self, g: Yummell, me: int, target: int) -> Ran:
        if g.state.active[target]:
            return self._steal(g, me, target)
        return g.run(self.otherwise, me, target) if self.otherwise else None

    @rule("YUM-NAMED-9", "YUM-GAP-43")
    def _steal(self, g: Yummell, me: int, target: int) -> Rules[None]:
        active = g.state.active
        card = yield from _choose_artefact(g, me, target, "YUM-NAMED-9")
        active[target] = without(active[target], card)
        active[me] += (card,)
        g.tell("stole.artefact", seat=me, other=target, card=g.keys[card])

    def matters(self, g: Yummell, me: int, target: int) -> bool:
        return bool(g.state.active[target]) or (bool(self.otherwise) and bool(g.state.hand[target].cards))


class TakeRandomCard(Deed, frozen=True, tag="take_random_card"):
    """Take cards at random from the target's hand, as many as it has."""

    count: Cards = 1

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        for _ in range(min(self.count, len(g.state.hand[target].cards))):
            self._take(g, me, target)
        return None

    def _take(self, g: Yummell, me: int, target: int) -> None:
        card = cards.give_at_random(g, g.state.hand[target], g.state.hand[me])
        g.tell("stole.card", seat=me, other=target)
        g.tell("stole.card.face", (me, target), seat=me, other=target, card=g.keys[card])


class DestroyArtefact(Deed, frozen=True, tag="destroy_artefact"):
    """An active Artefact of the target goes to the discard pile; the one who acts chooses it."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        return self._destroy(g, me, target) if g.state.active[target] else None

    def _destroy(self, g: Yummell, me: int, target: int) -> Rules[None]:
        active = g.state.active
        card = yield from _choose_artefact(g, me, target, "YUM-ENCEVT-1")
        active[target] = without(active[target], card)
        g.put(card)
        g.tell("destroyed", seat=target, card=g.keys[card])

    def matters(self, g: Yummell, me: int, target: int) -> bool:
        return bool(g.state.active[target])


class RemoveCurses(Deed, frozen=True, tag="remove_curses"):
    """All Curses on the target go to the discard pile."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        return g.lift_curses(target) if g.state.curses[target] else None

    def matters(self, g: Yummell, me: int, target: int) -> bool:
        return bool(g.state.curses[target])


class Draw(Deed, frozen=True, tag="draw"):
    """Draw cards."""

    count: Cards

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        g.draw_to_hand(target, self.count)
        return None


class LookHand(Deed, frozen=True, tag="look_hand"):
    """See the target's hand."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        hand = g.state.hand[target]
        for card in hand.cards:
            cards.show(g, hand, card, me)
        g.tell("looked", seat=me, other=target)
        g.tell("looked.cards", (me,), other=target, cards=g.names(hand.cards))
        return None

    def matters(self, g: Yummell, me: int, target: int) -> bool:
        return bool(g.state.hand[target].cards)


class ExchangeCard(Deed, frozen=True, tag="exchange_card"):
    """Exchange a card of one's own for one of the target's, or leave it."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        s = g.state
        return self._exchange(g, me, target) if s.hand[me].cards and s.hand[target].cards else None

    def _exchange(self, g: Yummell, me: int, target: int) -> Rules[None]:
        s = g.state
        pairs = [(mine, theirs) for mine in s.hand[me].cards for theirs in s.hand[target].cards]
        pair = yield Choose(me, [None, *pairs], "exchange", g.say_exchange, rule="YUM-ACT-9", secret=True)
        # Everybody sees whether there was an exchange, and the two of them what was exchanged.
        g.show(None)
        if pair is None:
            g.tell("exchange.none", seat=me)
            return
        mine, theirs = pair
        cards.give(g, s.hand[me], s.hand[target], mine)
        cards.give(g, s.hand[target], s.hand[me], theirs)
        g.tell("exchanged", seat=me, other=target)
        g.tell("exchanged.cards", (me, target), seat=me, other=target, given=g.keys[mine], taken=g.keys[theirs])


class PeekTop(Deed, frozen=True, tag="peek_top"):
    """Look secretly at the top cards of the draw pile; put the card at the bottom, or all back in any order."""

    count: Looked
    then: Literal["may_bottom", "reorder"]

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        looked = g.look(me, self.count)
        if self.then == "may_bottom":
            return g.may_bottom(me) if looked else None
        return g.put_back(me, looked) if len(looked) > 1 else None


class DiscardChoice(Deed, frozen=True, tag="discard_choice"):
    """Discard a card of one's choice from hand, or none."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        return self._discard(g, me) if g.state.hand[me].cards else None

    def _discard(self, g: Yummell, me: int) -> Rules[None]:
        hand = g.state.hand[me].cards
        card = yield Choose(me, [None, *hand], "sort", g.say_card, rule="YUM-ACT-12")
        if card is not None:
            g.discard(me, card)


class TakeTopDiscard(Deed, frozen=True, tag="take_top_discard"):
    """Take the top card of the discard pile into hand."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        s = g.state
        if s.deck.discard:
            card = s.deck.discard.pop()
            cards.receive(s.hand[me], card)
            g.tell("fetched", seat=me, card=g.keys[card])
        return None


class FinishActivation(Deed, frozen=True, tag="finish_activation"):
    """Artefacts in activation become active at once."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        g.activate_all(me)
        return None


class Mulligan(Deed, frozen=True, tag="mulligan"):
    """Discard any number of cards, then draw as many."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        return self._swap(g, me)

    def _swap(self, g: Yummell, me: int) -> Rules[None]:
        hand = g.state.hand[me].cards
        gone = 0
        while hand:
            card = yield Choose(me, [None, *hand], "sharp", g.say_card, rule="YUM-SUP-7")
            if card is None:
                break
            g.discard(me, card)
            gone += 1
        g.draw_to_hand(me, gone)


class ExtraMovement(Deed, frozen=True, tag="extra_movement"):
    """Play another movement card and move again."""

    def run(self, g: Yummell, me: int, target: int) -> Ran:
        return g.move_again(me) if g.state.hand[me].cards else None


DEEDS: tuple[type[Effect], ...] = (
    MoveForward,
    PushBack,
    MustRest,
    DiscardRandom,
    SwapPlaces,
    MoveToNearestAhead,
    StealArtefact,
    TakeRandomCard,
    DestroyArtefact,
    RemoveCurses,
    Draw,
    LookHand,
    ExchangeCard,
    PeekTop,
    DiscardChoice,
    TakeTopDiscard,
    FinishActivation,
    Mulligan,
    ExtraMovement,
)
