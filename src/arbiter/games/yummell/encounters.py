"""Encounters: a Creature is a Challenge, an Artefact a find, an Event a blow or a blessing."""

from __future__ import annotations

from functools import partial
from typing import Any

from arbiter.core import Choose, Option, Rules, rule
from arbiter.kit import cards
from arbiter.kit.effects import By
from arbiter.kit.windows import each_in_turn

from . import actions, deck, finish, movement
from .effects import RULES, ChallengeAdvance, NoBacktrack, SkipEncounter
from .interpret import in_force, strength
from .race import Yummell
from .sources import AFTER_WIN, ARTEFACT, CREATURE, WC, WL, Action, Source


@rule("YUM-ENC-1", "YUM-END-2", "YUM-GAP-52", "YUM-GAP-53")
def due(g: Yummell) -> bool:
    """Is there still an encounter this turn? Not without an advance in its Movement Phase, nor when something skips it.

    Whoever has arrived has no turn any more and meets nobody.
    """
    s = g.state
    if not (s.turn.encounter and (s.turn.events or s.lasting[s.mover])):
        return s.turn.encounter
    return SkipEncounter not in in_force(g, s.mover).words


@rule("YUM-TURN-7", "YUM-ENC-4", "YUM-GAP-54", "YUM-GAP-97")
def encounter_phase(g: Yummell, seat: int) -> Rules[bool]:
    """Where an encounter is due, the top card of the draw pile is met. True if the phase took place."""
    s = g.state
    if not due(g):
        return False
    s.turn.encounter = False
    s.turn.window = 0
    card = cards.draw(g, s.deck)
    if card is not None:
        s.turn.met = card
        s.turn.loose += (card,)
        yield from meet(g, seat, card)
        finish.arrivals(g)
    return True


@rule("YUM-ENC-2", "YUM-ENC-5", "YUM-DECK-1")
def meet(g: Yummell, seat: int, card: int) -> Rules[None]:
    """What the card is decides what happens; it concerns the moving character alone."""
    source = g.cards[card]
    if source.type == CREATURE:
        yield from challenge(g, seat, card, source)
    elif source.type == ARTEFACT:
        find(g, seat, card)
    else:
        yield from event(g, seat, card, source)


@rule("YUM-ENCART-1", "YUM-ENCART-2", "YUM-DECK-6", "YUM-GAP-45")
def find(g: Yummell, seat: int, card: int) -> None:
    """A found Artefact is active at once, however many there are already."""
    s = g.state
    s.turn.loose = cards.without(s.turn.loose, card)
    s.active[seat] += (card,)
    g.tell("found", seat=seat, card=g.keys[card])


@rule("YUM-ENCEVT-1", "YUM-ENCEVT-4", "YUM-GAP-55", "YUM-GAP-56")
def event(g: Yummell, seat: int, card: int, source: Source) -> Rules[None]:
    """An Event is played against its drawer and nobody else, as far as it can apply."""
    if works_on_drawer(g, seat, source):
        g.tell("met.event", seat=seat, card=source.key)
        if not (yield from actions.reaction(g, source, seat)):
            affecting = actions.affect(g, source, card, seat, seat)
            if affecting is not None:
                yield from affecting
    else:
        g.tell("met.nothing", seat=seat, card=source.key)
    actions.lay_away(g, card)


@rule("YUM-ENCEVT-2", "YUM-ENCEVT-3", "YUM-DECK-17", "YUM-GAP-57")
def works_on_drawer(g: Yummell, seat: int, source: Source) -> bool:
    """Only an Event with the arrow works on whoever draws it, and only where its conditions hold."""
    return source.arrow and RULES.true(g, source.use.needs, By(seat, source.key, seat))


# Challenge


@rule("YUM-DECK-7", "YUM-DECK-13", "YUM-DECK-15", "YUM-GAP-59")
def challenge(g: Yummell, seat: int, card: int, creature: Source) -> Rules[None]:
    """A Creature: declare what helps, play a card for its number, compare, move, and lay both cards away."""
    turn, entry = g.state.turn, creature.entry
    g.tell("met.creature", seat=seat, card=creature.key, value=entry.challenge, characteristic=entry.characteristic)
    yield from aids(g, seat)
    played = yield from play_a_card(g, seat, creature)
    if beats(g, seat, creature, played):
        yield from win(g, seat)
    else:
        yield from lose(g, seat)
    g.over(seat, "challenge")
    turn.window = 0
    yield from deck.put_all(g, seat, [card] if played < 0 else [card, played])


def against(g: Yummell, seat: int, creature: Source) -> dict[str, Any]:
    """What a Challenge is about: the Creature, what is needed to beat it, and what the mover has without a card."""
    needed, shown = creature.entry.challenge + 1, creature.entry.characteristic
    have = strength(g, seat, shown).value
    return {"card": creature.key, "needed": needed, "have": have, "characteristic": shown}


@rule("YUM-GAP-60")
def aids(g: Yummell, seat: int) -> Rules[int]:
    """The Challenge window: Ability, Advantage, Artefacts and Supporters that speak of a Challenge, one by one."""
    return each_in_turn(AidWindow(g, WC), (seat,))


class AidWindow(actions.ActionWindow):
    __slots__ = ("args",)
    prompt, rule = "aid", "YUM-ACT-12"

    def values(self, seat: int) -> list[Action] | None:
        found, s = super().values(seat), self.g.state
        if found is not None:
            if not s.hand[seat].cards:
                self.g.tell("challenge.warning", (seat,))
            self.args = against(self.g, seat, self.g.cards[s.turn.met])
        return found


@rule("YUM-CHAL-2", "YUM-CHAL-6")
def play_a_card(g: Yummell, seat: int, creature: Source) -> Rules[int]:
    """Whoever holds cards must play one; -1 for whoever holds none, and has lost by that."""
    hand = g.state.hand[seat].cards
    if not hand:
        return -1
    card = hand[0]
    if len(hand) > 1:
        args = against(g, seat, creature)
        card = yield Choose(seat, hand[:], "challenge", partial(say_challenge, g), args=args, rule="YUM-CHAL-2")
    deck.lay_out(g, seat, card)
    return card


def say_challenge(g: Yummell, card: int) -> Option:
    """A card with what it would come to against the Creature that is met."""
    creature, number = g.met(), g.numbers[card]
    total = strength(g, g.state.mover, creature.characteristic, number).value
    args = {"card": g.keys[card], "number": number, "sum": total}
    return Option(card, "option.wins" if creature.against.met(total) else "option.loses", args, (f"card-{card}",))


@rule("YUM-CHAL-3", "YUM-DECK-14", "YUM-NAMED-7", "YUM-NAMED-8")
def beats(g: Yummell, seat: int, creature: Source, played: int) -> bool:
    """Is the sum strictly higher than the Creature's value? Without a card there is no sum."""
    value: int = creature.entry.challenge
    if played < 0:
        g.tell("challenge.lost.empty", seat=seat, card=creature.key, value=value)
        return False
    total = strength(g, seat, creature.entry.characteristic, g.numbers[played]).value
    won: bool = creature.entry.against.met(total)
    g.tell("challenge.won" if won else "challenge.lost", seat=seat, card=creature.key, sum=total, value=value)
    return won


@rule("YUM-CHAL-4", "YUM-GAP-61", "YUM-GAP-62")
def win(g: Yummell, seat: int) -> Rules[None]:
    """Advance one square if it has room; whoever can find paths may take a second."""
    s = g.state
    further = squares_won(g, seat)
    if not further:
        g.tell("barred", seat=seat)
        return
    square = further[0]
    if len(further) > 1:
        square = yield Choose(seat, further, "won", g.say_square, rule="YUM-ACT-14")
        if square != further[0]:
            actions.use_power(g, "advantage")
    s.at[seat] = square
    g.tell("advanced", seat=seat, **g.course.told[square])


def squares_won(g: Yummell, seat: int) -> list[int]:
    """The squares to which a winner may advance, one after the other, up to a full one or the last."""
    s, course = g.state, g.course
    advantage = g.sources[s.advantage[seat]]
    most = 1
    if advantage.use.windows & AFTER_WIN and "advantage" not in s.turn.used:
        for change in advantage.changes(ChallengeAdvance):
            most = change.value
    square = s.at[seat]
    found: list[int] = []
    while len(found) < most and square != course.last:
        square = course.ahead(s.path[seat], square)
        if not movement.has_room(g, square, seat):
            break
        found.append(square)
    return found


@rule("YUM-CHAL-5")
def lose(g: Yummell, seat: int) -> Rules[None]:
    """Go back to the first square behind with room, unless somebody carries the loser."""
    yield from each_in_turn(LostWindow(g, WL), (seat,), once=True)
    if NoBacktrack not in in_force(g, seat).words:
        movement.push_back(g, seat, 1)


class LostWindow(actions.ActionWindow):
    """After a lost Challenge."""

    __slots__ = ()
    prompt, rule = "lost", "YUM-SUP-7"
