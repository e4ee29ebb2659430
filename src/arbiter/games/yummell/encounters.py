"""Encounters: a Creature is a Challenge, an Artefact a find, an Event a blow or a blessing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbiter.core import Choose, Rules, rule

from . import actions, deck, movement
from .sources import ADVANTAGE_USED, ARTEFACT, CREATURE, WINDOWS, Source

if TYPE_CHECKING:
    from .race import Yummell


@rule("YUM-TURN-7", "YUM-ENC-1", "YUM-END-2")
def due(g: Yummell) -> bool:
    """Is there still an encounter this turn? Not without an advance in the phase, nor when something skips it."""
    s = g.state
    if not s.meets or s.met != -1:
        return False
    if s.lasting or s.in_force:
        return not any(g.cards[card].skip for card in s.lasting) and not any(g.sources[n].skip for n in s.in_force)
    return True


@rule("YUM-ENC-2", "YUM-ENC-4", "YUM-ENC-5", "YUM-DECK-1")
def encounter(g: Yummell) -> Rules[None]:
    """Resolve the card that was drawn; it concerns the moving character alone."""
    s = g.state
    card = s.met
    source = g.cards[card]
    if source.type == CREATURE:
        yield from challenge(g, s.mover, card)
    elif source.type == ARTEFACT:
        find(g, s.mover, card)
    else:
        yield from event(g, s.mover, card, source)


@rule("YUM-ENCART-1", "YUM-ENCART-2")
def find(g: Yummell, seat: int, card: int) -> None:
    """A found Artefact is active at once."""
    g.state.loose.remove(card)
    g.state.active[seat].append(card)
    g.tell("found", seat=seat, card=g.name(card))


@rule("YUM-ENCEVT-1", "YUM-ENCEVT-2", "YUM-ENCEVT-3", "YUM-ENCEVT-4", "YUM-DECK-16", "YUM-DECK-17")
def event(g: Yummell, seat: int, card: int, source: Source) -> Rules[None]:
    """An Event with the arrow is played against its drawer and nobody else, as far as it can apply."""
    if not source.arrow or not all(need.holds(g, seat, seat) for need in source.needs):
        g.tell("met.nothing", seat=seat, card=source.key)
    else:
        g.tell("met.event", seat=seat, card=source.key)
        cancelled = yield from actions.reaction(g, source, seat)
        if not cancelled:
            yield from actions.affect(g, source, card, seat, seat)
    actions.lay_away(g, card)


@rule("YUM-CHAL-1", "YUM-CHAL-2", "YUM-CHAL-6", "YUM-CHAR-3", "YUM-DECK-7", "YUM-DECK-13", "YUM-DECK-15")
def challenge(g: Yummell, seat: int, card: int) -> Rules[None]:
    """A Creature: declare what helps, play a card for its number, compare, move, and lay both cards away."""
    s = g.state
    creature = g.cards[card]
    g.tell("met.creature", seat=seat, card=creature.key, value=creature.challenge)
    yield from aids(g, seat)
    hand = s.hand[seat]
    played = -1
    if hand:
        played = hand[0]
        if len(hand) > 1:
            played = yield Choose(
                seat, hand[:], "challenge", g.say_card, args={"card": creature.key}, rule="YUM-CHAL-2"
            )
        hand.remove(played)
        g.show(played)
        s.seen[played] = 0
        s.loose.append(played)
    won = played >= 0 and beats(g, seat, creature, g.numbers[played])
    s.aids.clear()
    if won:
        yield from win(g, seat)
    else:
        yield from lose(g, seat)
    s.window = 0
    yield from deck.put_all(g, seat, [card] if played < 0 else [card, played])


def aids(g: Yummell, seat: int) -> Rules[None]:
    """The Challenge window: Ability, Advantage, Artefacts and Supporters that speak of a Challenge, one by one."""
    s = g.state
    s.window = actions.WC
    while True:
        found = actions.choices(g, seat, actions.WC)
        if len(found) == 1:
            return
        if not s.hand[seat]:
            g.tell("challenge.warning", (seat,))
        action = yield Choose(
            seat, found, "aid", g.say_action, g.why_not_action, {"card": g.name(s.met)}, rule="YUM-ACT-12"
        )
        if action == actions.PASS:
            return
        source = yield from use_at_once(g, seat, action)
        s.aids.append(source.index)


def use_at_once(g: Yummell, seat: int, action: actions.Action) -> Rules[Source]:
    """In the middle of a Challenge what is declared takes effect on the spot."""
    s = g.state
    yield from actions.declare(g, seat, action)
    assert s.declared is not None
    index, used, target = s.declared
    s.declared = None
    source = g.sources[index]
    if source.deeds:
        yield from actions.run(g, source.deeds, seat, target, source)
    if used >= 0:
        deck.put(g, used)
    return source


@rule("YUM-CHAL-3", "YUM-DECK-14", "YUM-CHAR-2", "YUM-NAMED-7", "YUM-NAMED-8")
def beats(g: Yummell, seat: int, creature: Source, number: int) -> bool:
    """Is the sum strictly higher than the Creature's value?"""
    s = g.state
    kind = used = creature.characteristic
    total = number
    for index in s.aids:
        aid = g.sources[index]
        if aid.instead >= 0:
            used = aid.instead
        bonus, only = aid.challenge_of
        if only in (-1, kind):
            total += bonus
    total += g.sources[s.character[seat]].values[used]
    for source in g.standing(seat):
        bonus, only = source.challenge_of
        if only in (-1, kind):
            total += bonus
    verdict = "challenge.won" if total > creature.challenge else "challenge.lost"
    g.tell(verdict, seat=seat, card=creature.key, sum=total, value=creature.challenge)
    return bool(total > creature.challenge)


@rule("YUM-CHAL-4")
def win(g: Yummell, seat: int) -> Rules[None]:
    """Advance one square if it has room; whoever can find paths may take a second."""
    s, course = g.state, g.course
    path = s.path[seat]
    square = course.ahead(path, s.at[seat])
    if not movement.has_room(g, square, seat):
        g.tell("barred", seat=seat)
        return
    advantage = g.sources[s.advantage[seat]]
    further = [square]
    if advantage.windows & WINDOWS["after_challenge_win"] and not s.used & ADVANTAGE_USED:
        while len(further) < advantage.advance and further[-1] != course.last:
            after = course.ahead(path, further[-1])
            if not movement.has_room(g, after, seat):
                break
            further.append(after)
    if len(further) > 1:
        square = yield Choose(seat, further, "won", g.say_square, rule="YUM-ACT-14")
        if square != further[0]:
            s.used |= ADVANTAGE_USED
    s.at[seat] = square
    g.tell("advanced", seat=seat, square=square, terrain=g.terrain_at(square))


@rule("YUM-CHAL-5")
def lose(g: Yummell, seat: int) -> Rules[None]:
    """Go back to the first square behind with room, unless somebody carries the loser."""
    s = g.state
    if not s.hand[seat]:
        g.tell("challenge.empty", seat=seat)
    s.window = WINDOWS["WL"]
    found = actions.choices(g, seat, s.window)
    if len(found) > 1:
        action = yield Choose(seat, found, "lost", g.say_action, g.why_not_action, rule="YUM-SUP-7")
        if action != actions.PASS:
            source = yield from use_at_once(g, seat, action)
            if source.no_backtrack:
                return
    movement.push_back(g, seat, 1)
