"""Actions: the windows in which a player acts, what may be used in them, on whom, and how others may react."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arbiter.content import Call, Effect
from arbiter.core import Choose, Illegal, Rules, rule

from . import deck
from .deeds import Deed
from .sources import ABILITY_USED, ADVANTAGE_USED, ARTEFACT, EVENT, SUPPORTER, WINDOWS, Source

if TYPE_CHECKING:
    from .race import Yummell

PASS = ("pass", 0)
PASS_TURN = ("pass", 1)
ABILITY = ("ability", 0)
ADVANTAGE = ("advantage", 0)
W1, W2, W3, WC = WINDOWS["W1"], WINDOWS["W2"], WINDOWS["W3"], WINDOWS["WC"]
REACTION = WINDOWS["WR"]
Action = tuple[Any, ...]


@rule("YUM-TURN-2", "YUM-TURN-4", "YUM-TURN-11", "YUM-ACT-1", "YUM-ACT-2", "YUM-ACT-7", "YUM-ENC-3", "YUM-DOUBT-3")
def window(g: Yummell, window: int) -> Choose | None:
    """The ask that opens a window: one action, or passing. None where the player cannot act by what all can see.

    Whether the player is asked follows from open facts alone: with cards in hand and the right to play one it always
    is, so that nobody learns from the asking what the hand holds.
    """
    s = g.state
    if s.passing:
        return None
    seat = s.mover
    s.window = window
    actions = choices(g, seat, window)
    if len(actions) == 1 and not (s.hand[seat] and any(from_hand(g, seat))):
        return None
    if not window & W3:
        actions.append(PASS_TURN)
    return Choose(seat, actions, "window", g.say_action, g.why_not_action, None, "YUM-ACT-1")


def passes(g: Yummell, action: Action) -> bool:
    """Does the player pass? Whoever wants no more of this turn passes its later windows at once."""
    if action == PASS_TURN:
        g.state.passing = True
    return bool(action[0] == "pass")


@rule("YUM-ACT-4", "YUM-ACT-8")
def from_hand(g: Yummell, seat: int) -> tuple[bool, bool]:
    """May the player still play an Event, and still begin an activation, from hand this turn?"""
    s = g.state
    limits = g.sources[s.advantage[seat]].limits
    if limits is None:
        open_still = not s.played and not s.activated
        return open_still, open_still
    return s.played < limits[0], s.activated < limits[1]


@rule("YUM-ACT-3", "YUM-ACT-10", "YUM-ACT-11", "YUM-ACT-13", "YUM-ACT-15", "YUM-CHAR-5", "YUM-ADV-2", "YUM-SUP-7")
def choices(g: Yummell, seat: int, window: int) -> list[Action]:
    """Everything the player may do in a window: passing first."""
    s = g.state
    cards, catalogue = g.cards, g.catalogue
    found: list[Action] = [PASS]
    events, activations = from_hand(g, seat)
    if (events or activations) and window & 7:
        for card in s.hand[seat]:
            source = cards[card]
            kind = source.type
            if kind == EVENT:
                if events and source.windows & window and (source.free or source.usable(g, seat)):
                    found.append(catalogue.play[card])
            elif activations and kind == ARTEFACT:
                found.append(catalogue.activate[card])
    for card in s.active[seat]:
        source = cards[card]
        if source.windows & window and fits(g, source) and (source.free or source.usable(g, seat)):
            found.append(catalogue.use[card])
    used = s.used
    source = g.sources[s.character[seat]]
    if source.windows & window and not used & ABILITY_USED and fits(g, source) and source.usable(g, seat):
        found.append(ABILITY)
    source = g.sources[s.advantage[seat]]
    if source.windows & window and not used & ADVANTAGE_USED and fits(g, source) and source.usable(g, seat):
        found.append(ADVANTAGE)
    if s.supporters[seat]:
        for index in s.supporters[seat]:
            source = g.sources[index]
            if source.windows & window and fits(g, source) and source.usable(g, seat):
                action = catalogue.support[index]
                if action not in found:
                    found.append(action)
    return found


def fits(g: Yummell, source: Source) -> bool:
    """In a Challenge, an aid for one Characteristic needs a Creature that shows it."""
    only = source.challenge_of[1]
    return only < 0 or g.state.window != WC or g.cards[g.state.met].characteristic == only


def source_of(g: Yummell, seat: int, action: Action) -> tuple[Source, int]:
    """What an action uses: the source, and the card if it is one (else -1)."""
    s = g.state
    if action == ABILITY:
        return g.sources[s.character[seat]], -1
    if action == ADVANTAGE:
        return g.sources[s.advantage[seat]], -1
    if action[0] == "supporter":
        return g.sources[action[1]], -1
    return g.cards[action[1]], action[1]


@rule("YUM-ACT-6", "YUM-ACT-9", "YUM-ACT-12", "YUM-ACT-14", "YUM-CHAR-6", "YUM-ADV-3", "YUM-DECK-4", "YUM-DECK-5")
@rule("YUM-DECK-6", "YUM-DECK-12", "YUM-SUP-8", "YUM-DOUBT-2")
def declare(g: Yummell, seat: int, action: Action) -> Rules[None]:
    """Name what is used and on whom. It takes effect in the next beat, when the card is out of the hidden hand."""
    s = g.state
    source, card = source_of(g, seat, action)
    word = action[0]
    if word == "activate":
        s.hand[seat].remove(card)
        g.show(card)
        s.activating[seat].append(card)
        s.seen[card] = 0
        s.activated += 1
        g.tell("activates", seat=seat, card=source.key)
        return
    target = seat
    if source.target != "self":
        target = yield from name_target(g, source, seat)
    if word == "play":
        s.hand[seat].remove(card)
        g.show(card)
        s.seen[card] = 0
        s.loose.append(card)
        s.played += 1
    elif word == "use":
        s.active[seat].remove(card)
        s.loose.append(card)
    elif word == "supporter":
        s.supporters[seat].remove(source.index)
    else:
        s.used |= ABILITY_USED if word == "ability" else ADVANTAGE_USED
    if target in (seat, -1):
        g.tell(f"uses.{word}", seat=seat, card=source.key)
    else:
        g.tell(f"uses.{word}.on", seat=seat, card=source.key, other=target)
    s.declared = (source.index, card, target)


def name_target(g: Yummell, source: Source, seat: int) -> Rules[int]:
    """The one the effect is aimed at; -1 where it hits everybody it can."""
    if source.target == "all_others":
        return -1
    found = targets(g, source, seat)
    if len(found) == 1:
        return found[0]
    target: int = yield Choose(seat, found, "target", g.say_seat, g.why_not_target, {"card": source.key}, "YUM-END-4")
    return target


def targets(g: Yummell, source: Source, me: int) -> list[int]:
    """The seats that may be named: as the card says, still racing, and fulfilling its conditions."""
    s, course = g.state, g.course
    at, last, kind = s.at, course.last, source.target
    needs = source.needs
    found: list[int] = []
    if kind in ("opponent", "all_others", "opponent_in_range", "any_character"):
        for seat, square in enumerate(at):
            if square != last and (seat != me or kind == "any_character"):
                for need in needs:
                    if not need.holds(g, me, seat):
                        break
                else:
                    found.append(seat)
        return found
    mine = at[me]
    if mine == 0:
        return found
    if kind == "companion":
        for seat, square in enumerate(at):
            if square == mine and seat != me and all(need.holds(g, me, seat) for need in needs):
                found.append(seat)
        return found
    here, path = course.to_go[mine], s.path[me]
    ahead = [
        seat
        for seat, square in enumerate(at)
        if square != last and course.on_route(path, square) and course.to_go[square] < here
    ]
    if kind == "nearest_ahead" and ahead:
        nearest = max(course.to_go[at[seat]] for seat in ahead)
        ahead = [seat for seat in ahead if course.to_go[at[seat]] == nearest]
    found = [seat for seat in ahead if all(need.holds(g, me, seat) for need in needs)]
    return found[:1] if kind == "nearest_ahead" else found


@rule("YUM-ACT-5", "YUM-DECK-8", "YUM-DOUBT-1", "YUM-NAMED-5", "YUM-NAMED-6", "YUM-NAMED-9", "YUM-NAMED-12")
def take_effect(g: Yummell, index: int, card: int, target: int) -> Rules[None]:
    """What was declared happens: to each it reaches, rearmost first, unless cancelled. Then the card is laid away."""
    s = g.state
    seat = s.mover
    source = g.sources[index]
    if s.deed:
        yield from next_deed(g, source, card, target)
        return
    reached = [target] if target >= 0 else in_order(g, targets(g, source, seat))
    for victim in reached:
        if victim != seat and source.type in (EVENT, ARTEFACT, SUPPORTER):
            cancelled = yield from reaction(g, source, victim)
            if cancelled:
                continue
        if len(source.deeds) > 1 and target >= 0:
            yield from affect(g, source, card, seat, victim, deeds=1)
            s.deed = 1
            s.declared = (index, card, target)
            return
        yield from affect(g, source, card, seat, victim)
    lay_away(g, card)


def next_deed(g: Yummell, source: Source, card: int, target: int) -> Rules[None]:
    """A further deed of what was declared. It begins a beat, so that what the first one showed is part of the state."""
    s = g.state
    done = s.deed
    yield from run(g, source.deeds[done : done + 1], s.mover, target, source)
    s.deed = done + 1
    if s.deed < len(source.deeds):
        s.declared = (source.index, card, target)
    else:
        s.deed = 0
        lay_away(g, card)


def affect(g: Yummell, source: Source, card: int, seat: int, victim: int, deeds: int | None = None) -> Rules[None]:
    """The effects of one source on one player; its first `deeds` deeds, where not all of them come at once."""
    s = g.state
    if source.standing:
        if source.curse:
            s.loose.remove(card)
            s.curses[victim].append(card)
            g.tell("cursed", seat=victim, card=source.key)
        elif source.malus:
            s.nets[victim].append(source.index)
        elif source.boost:
            s.boosts.append(source.index)
        elif source.type == EVENT:
            s.loose.remove(card)
            s.lasting.append(card)
        else:
            s.in_force.append(source.index)
    if source.deeds:
        yield from run(g, source.deeds[:deeds], seat, victim, source)


def lay_away(g: Yummell, card: int) -> None:
    """The card goes on the discard pile, unless it lies before somebody as a Curse or lasts to the end of the turn."""
    if card in g.state.loose:
        deck.put(g, card)


def run(g: Yummell, deeds: Sequence[Effect], seat: int, victim: int, source: Source | None = None) -> Rules[None]:
    """Deeds one after the other; a Python function by its name where data is not enough."""
    for deed in deeds:
        if isinstance(deed, Deed):
            asking = deed.run(g, seat, victim)
        else:
            assert isinstance(deed, Call)
            functions = source.functions if source is not None else {}
            asking = functions[deed.function](g, seat, victim, **deed.args)
        if asking is not None:
            yield from asking


def in_order(g: Yummell, seats: Sequence[int]) -> list[int]:
    """From the rearmost to the foremost, so that those behind make room first."""
    s, course = g.state, g.course
    return sorted(seats, key=lambda seat: (-course.to_go[s.at[seat]], seat))


def reaction(g: Yummell, source: Source, victim: int) -> Rules[bool]:
    """Ask a player who is about to be affected, and holds a card against it, whether he cancels it. True if he did."""
    answers = reactions(g, source, victim)
    if not answers or not would_change(g, source, g.state.mover, victim):
        return False
    answer = yield Choose(victim, [PASS, *answers], "react", g.say_action, args={"card": source.key}, rule="YUM-ACT-9")
    if answer == PASS:
        return False
    s = g.state
    if answer[0] == "use":
        s.active[victim].remove(answer[1])
        deck.put(g, answer[1])
    else:
        s.supporters[victim].remove(answer[1])
    g.tell("cancelled", seat=victim, by=source_of(g, victim, answer)[0].key, card=source.key)
    return True


def reactions(g: Yummell, source: Source, victim: int) -> list[Action]:
    """The cards with which a player can cancel the effect of this source on himself."""
    s, catalogue = g.state, g.catalogue
    found: list[Action] = []
    for card in s.active[victim]:
        if source.type in g.cards[card].covers:
            found.append(catalogue.use[card])
    for index in s.supporters[victim]:
        if source.type in g.sources[index].covers and catalogue.support[index] not in found:
            found.append(catalogue.support[index])
    return found


def would_change(g: Yummell, source: Source, seat: int, victim: int) -> bool:
    """Would the source change anything for this player now?"""
    return source.standing or any(not isinstance(deed, Deed) or deed.changes(g, seat, victim) for deed in source.deeds)


def why_not_action(g: Yummell, answer: object) -> Illegal | None:
    """Why an action is not possible in this window."""
    s = g.state
    seat = s.mover
    if not isinstance(answer, tuple) or not answer or (answer[0] in ("play", "activate", "use") and len(answer) != 2):
        return None
    events, activations = from_hand(g, seat)
    word = answer[0]
    if word in ("play", "activate"):
        if answer[1] not in s.hand[seat]:
            return Illegal("that card is not in your hand", "YUM-ACT-3")
        wanted = EVENT if word == "play" else ARTEFACT
        if g.cards[answer[1]].type != wanted:
            return Illegal("only an Event can be played, only an Artefact activated", "YUM-ACT-3")
        if not (events if word == "play" else activations):
            return Illegal("you have played an Event or begun an activation from hand this turn", "YUM-ACT-4")
    elif word == "use" and answer[1] not in s.active[seat]:
        if answer[1] in s.activating[seat]:
            return Illegal("it is still being activated; it is ready after Replenishment", "YUM-ACT-6")
        return Illegal("that is none of your active Artefacts", "YUM-ACT-9")
    elif word in ("ability", "advantage"):
        bit = ABILITY_USED if word == "ability" else ADVANTAGE_USED
        if s.used & bit:
            return Illegal("it can be used once per turn", "YUM-ACT-13" if bit == ABILITY_USED else "YUM-ACT-15")
    elif word == "supporter" and (len(answer) != 2 or answer[1] not in s.supporters[seat]):
        return Illegal("that Supporter is not with you", "YUM-SUP-8")
    if word not in ("play", "activate", "use", "ability", "advantage", "supporter"):
        return None
    source = source_of(g, seat, answer)[0]
    if not source.windows & s.window:
        return Illegal(f"{source.name} cannot be used at this moment", "YUM-ACT-2")
    if not fits(g, source):
        return Illegal(f"{source.name} does not fit this Creature", "YUM-CHAL-1")
    return Illegal(f"the conditions of {source.name} are not met, or there is nobody to aim it at", "YUM-ACT-12")


def why_not_target(g: Yummell, answer: object) -> Illegal | None:
    """Why a character cannot be named."""
    s = g.state
    if type(answer) is not int or not 0 <= answer < len(s.at):
        return None
    if s.at[answer] == g.course.last:
        return Illegal("that character has arrived and is immune", "YUM-END-4")
    return Illegal("that character does not fulfil the card's conditions", "YUM-ACT-3")
