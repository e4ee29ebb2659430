"""What may be done in a window, and on whom: what is offered and what is refused go by the same conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arbiter.content import Condition
from arbiter.core import Illegal, Text, rule
from arbiter.kit.effects import By

from . import deck
from .conditions import refusal
from .numbers import FROM_HAND, players
from .sources import WINDOWS, Use

if TYPE_CHECKING:
    from .race import Yummell

Action = tuple[str, int]
Pair = tuple[Action, Use]
PASS: Action = ("pass", 0)
PASS_TURN: Action = ("pass", 1)
ABILITY: Action = ("ability", 0)
ADVANTAGE: Action = ("advantage", 0)
BOTH = ("play", "activate")
EVERY_WINDOW = sum(WINDOWS.values())
AIMED = [[By(seat, "", target) for target in range(players()[-1])] for seat in range(players()[-1])]
"""Who acts, and on whom."""


class Bar(NamedTuple):
    """What stands against something: a message key, and the rule that says so where it is always the same."""

    key: str
    rule: str = ""


def refused(against: Bar | Condition, rule: str, what: Text) -> Illegal:
    """Why something cannot be used: what stands against it, or what it needs."""
    if isinstance(against, Condition):
        return refusal(against, rule, what)
    return Illegal(against.key, against.rule or rule, what=what)


NOT_NOW = Bar("refused.now", "YUM-ACT-2")
SPENT = {
    "play": Bar("refused.from_hand", "YUM-ACT-4"),
    "activate": Bar("refused.from_hand", "YUM-ACT-4"),
    "ability": Bar("refused.once", "YUM-ACT-13"),
    "advantage": Bar("refused.once", "YUM-ACT-15"),
}
NOBODY = Bar("refused.nobody")
ARRIVED = Bar("refused.arrived", "YUM-END-4")
YOURSELF = Bar("refused.yourself")
NOT_BESIDE = Bar("refused.beside")
NOT_AHEAD = Bar("refused.ahead")
NOT_NEAREST = Bar("refused.nearest")

RULE_OF = {
    "play": "YUM-DOUBT-1",
    "activate": "YUM-ACT-4",
    "use": "YUM-ACT-9",
    "ability": "YUM-ACT-12",
    "advantage": "YUM-ACT-14",
    "supporter": "YUM-SUP-7",
}
"""The rule by which each kind of action is taken."""


@rule("YUM-ACT-3", "YUM-ACT-10", "YUM-GAP-37")
def choices(g: Yummell, seat: int, opens: int) -> list[Action]:
    """Everything the player may do in a window: passing first."""
    spent = hand_spent(g, seat)
    has = at_hand(g, seat, opens, spent is not BOTH)
    spent += g.state.turn.used
    found = [PASS]
    for action, use in has:
        if action[0] not in spent and (use.free or bar_to_aim(g, use, seat) is None):
            found.append(action)
    return found


def at_hand(g: Yummell, seat: int, opens: int, from_hand: bool = True) -> list[Pair]:
    """What a player has before him for these windows: cards to play or activate, active Artefacts, Ability, Advantage,
    Supporters."""
    s = g.state
    in_hand, on_table, powers = g.book.shelves[opens]
    found = []
    if from_hand and in_hand:
        for card in s.hand[seat].cards:
            if card in in_hand:
                found.append(in_hand[card])
    for card in s.active[seat]:
        if card in on_table:
            found.append(on_table[card])
    if (index := s.character[seat]) in powers:
        found.append(powers[index])
    if (index := s.advantage[seat]) in powers:
        found.append(powers[index])
    if s.supporters[seat]:
        found += [powers[index] for index in dict.fromkeys(s.supporters[seat]) if index in powers]
    return found


@rule("YUM-ACT-7", "YUM-DOUBT-3", "YUM-ENC-3", "YUM-GAP-36")
def in_their_windows(*everything: dict[int, Pair]) -> list[tuple[dict[int, Pair], ...]]:
    """Things are used in the windows that they name, and only there: what there is for any windows that are open."""
    return [
        tuple({key: pair for key, pair in of.items() if pair[1].windows & opens} for of in everything)
        for opens in range(EVERY_WINDOW + 1)
    ]


@rule("YUM-ACT-4", "YUM-ACT-8", "YUM-GAP-44")
def hand_spent(g: Yummell, seat: int) -> tuple[str, ...]:
    """What can no longer be done from hand this turn: one Event or one activation is all, but for quick hands."""
    turn = g.state.turn
    if not (turn.played or turn.activated):
        return ()
    limit = g.book.hand_limits.get(g.state.advantage[seat])
    if limit is None:
        return BOTH if turn.played + turn.activated >= FROM_HAND else ()
    return ("play",) * (turn.played >= limit.events) + ("activate",) * (turn.activated >= limit.activations)


@rule("YUM-GAP-38", "YUM-GAP-108")
def bar_to_aim(g: Yummell, use: Use, me: int) -> Bar | Condition | None:
    """What stands against using something on anybody at all: what it needs of oneself, or that there is no target."""
    for holds, need in use.own:
        if not holds(g, need, AIMED[me][me]):
            return need
    if use.free or use.target == "self":
        return None
    for seat in range(len(g.state.at)):
        if bar_to(g, use, me, seat) is None:
            return None
    return NOBODY


def targets(g: Yummell, use: Use, me: int) -> list[int]:
    """The seats at which something may be aimed."""
    return [seat for seat in range(len(g.state.at)) if bar_to(g, use, me, seat) is None]


@rule("YUM-END-4", "YUM-GAP-39", "YUM-GAP-106")
def bar_to(g: Yummell, use: Use, me: int, seat: int) -> Bar | Condition | None:
    """What stands against one target: it has arrived, is not the kind that is meant, or does not fulfil a condition."""
    if seat == me:
        if use.target != "any_character":
            return YOURSELF
    else:
        square = g.state.at[seat]
        if square == g.course.last:
            return ARRIVED
        if use.somewhere:
            if use.target != "companion":
                if not is_ahead(g, me, seat):
                    return NOT_AHEAD
            elif square == 0 or square != g.state.at[me]:
                return NOT_BESIDE
    for holds, need in use.theirs:
        if not holds(g, need, AIMED[me][seat]):
            return need
    return NOT_NEAREST if use.target == "nearest_ahead" and not is_nearest(g, me, seat) else None


def is_ahead(g: Yummell, me: int, seat: int) -> bool:
    """Does a character stand on this one's route, nearer to the finish, and not there yet?"""
    at, course = g.state.at, g.course
    # Along any route the numbers of the squares grow.
    return 0 < at[me] < at[seat] < course.last and course.on_route(g.state.path[me], at[seat])


def is_nearest(g: Yummell, me: int, seat: int) -> bool:
    """Is nobody ahead nearer than this one? Of two in one square the one who sits first counts."""
    at, to_go = g.state.at, g.course.to_go
    others = (other for other in range(len(at)) if other != seat and is_ahead(g, me, other))
    return all((-to_go[at[seat]], seat) < (-to_go[at[other]], other) for other in others)


def why_not_action(g: Yummell, seat: int, answer: Action, opens: int) -> Illegal | None:
    """Why an action is not possible now."""
    s, (word, number) = g.state, answer
    if word not in RULE_OF:
        return None
    for action, use in at_hand(g, seat, EVERY_WINDOW):
        if action == answer:
            against = NOT_NOW if (action, use) not in at_hand(g, seat, opens) else bar_to_aim(g, use, seat)
            if against is not NOT_NOW and word in hand_spent(g, seat) + s.turn.used:
                against = SPENT[word]
            return None if against is None else refused(against, RULE_OF[word], g.called(seat, answer))
    if word in ("play", "activate"):
        return deck.why_not_in_hand(g, seat, RULE_OF[word], number) or Illegal("refused.kind", "YUM-ACT-3")
    if word == "use":
        key = "refused.activating" if number in s.turn.activating else "refused.inactive"
        return Illegal(key, "YUM-ACT-6" if number in s.turn.activating else "YUM-ACT-9")
    if word == "supporter":
        return Illegal("refused.supporter", "YUM-SUP-8")
    return Illegal("refused.passive", RULE_OF[word], what=g.called(seat, answer)) if number == 0 else None
