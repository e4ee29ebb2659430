"""What may be done in a window, and on whom: what is offered and what is refused go by the same conditions."""

from __future__ import annotations

from arbiter.content import Condition
from arbiter.core import Illegal, Text, rule
from arbiter.kit.effects import By

from . import deck
from .aims import MEANT, NOBODY, WHO, Bar
from .book import EVERY_WINDOW
from .conditions import refusal
from .numbers import FROM_HAND, players
from .race import Yummell
from .sources import OPEN_WINDOWS, Action, Pair, Use

PASS: Action = ("pass", 0)
PASS_TURN: Action = ("pass", 1)
ABILITY: Action = ("ability", 0)
ADVANTAGE: Action = ("advantage", 0)
BOTH = ("play", "activate")
AIMED = [[By(seat, "", target) for target in range(players()[-1])] for seat in range(players()[-1])]
"""Who acts, and on whom."""


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
    """Everything the player may do in a window: passing first, then cards to play or activate, active Artefacts,
    Ability, Advantage and Supporters."""
    s, turn = g.state, g.state.turn
    gone = turn.used + hand_spent(g, seat) if turn.played or turn.activated else turn.used
    in_hand, on_table, powers = g.book.shelves[opens]
    found = [PASS]
    for card in s.hand[seat].cards if opens & OPEN_WINDOWS else ():
        pair = in_hand[card]
        if pair and pair[0][0] not in gone and (pair[1].free or bar_to_aim(g, pair[1], seat) is None):
            found.append(pair[0])
    for card in s.active[seat]:
        pair = on_table[card]
        if pair and (pair[1].free or bar_to_aim(g, pair[1], seat) is None):
            found.append(pair[0])
    mine = (s.character[seat], s.advantage[seat])
    for index in (*mine, *dict.fromkeys(s.supporters[seat])) if s.supporters[seat] else mine:
        pair = powers[index]
        if pair and pair[0][0] not in gone and (pair[1].free or bar_to_aim(g, pair[1], seat) is None):
            found.append(pair[0])
    return found


def held(g: Yummell, seat: int, action: Action, opens: int) -> Pair | None:
    """What an action uses in these windows, if the player has it before him."""
    s, (word, number) = g.state, action
    in_hand, on_table, powers = g.book.shelves[opens]
    pair: Pair | None = None
    if word in BOTH and number in s.hand[seat].cards:
        pair = in_hand[number]
    elif word == "use" and number in s.active[seat]:
        pair = on_table[number]
    elif word == "supporter" and number in s.supporters[seat]:
        pair = powers[number]
    elif word in ("ability", "advantage"):
        pair = powers[(s.character if word == "ability" else s.advantage)[seat]]
    return pair if pair and pair[0] == action else None


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
    aimed = AIMED[me]
    for seat in WHO[use.target](g, me):
        for holds, need in use.theirs:
            if not holds(g, need, aimed[seat]):
                break
        else:
            return None
    return NOBODY


@rule("YUM-GAP-39", "YUM-GAP-106")
def targets(g: Yummell, use: Use, me: int) -> list[int]:
    """The seats at which something may be aimed: those that are meant, as far as they fulfil its conditions."""
    found = WHO[use.target](g, me)
    for holds, need in use.theirs:
        found = [seat for seat in found if holds(g, need, AIMED[me][seat])]
    return found


def bar_to(g: Yummell, use: Use, me: int, seat: int) -> Bar | Condition | None:
    """What stands against one target: it is not the kind that is meant, or does not fulfil a condition."""
    for meant, bar in MEANT[use.target]:
        if seat not in meant(g, me):
            return bar
    for holds, need in use.theirs:
        if not holds(g, need, AIMED[me][seat]):
            return need
    return None


def why_not_action(g: Yummell, seat: int, answer: Action, opens: int) -> Illegal | None:
    """Why an action is not possible now."""
    s, (word, number) = g.state, answer
    if word not in RULE_OF:
        return None
    if pair := held(g, seat, answer, EVERY_WINDOW):
        against = bar_to_aim(g, pair[1], seat) if held(g, seat, answer, opens) else NOT_NOW
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
