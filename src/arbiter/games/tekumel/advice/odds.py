"""How a Fight would end: the rounds reckoned backwards from their end, with the chance to break off after each."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..numbers import DIE, FIGHT_ROUNDS
from .measures import DEFEAT, health

ROUNDS = 5
"""How far ahead a Fight is reckoned; what lasts longer counts as drawn off."""


class Bout(NamedTuple):
    """One phase: by how much the Hero's total is above the other's, and the wounds each deals who wins it."""

    edge: int
    deals: int
    takes: int


class Stakes(NamedTuple):
    """What a Fight is about, in Lán: to win it, to get away from it, and the chance to get away, in tenths."""

    win: float
    away: float
    evades: int


@lru_cache(maxsize=64)
def chances(edge: int) -> tuple[float, float]:
    """The chance to roll more than the other with so much more to add, and to roll less.

    >>> chances(0)
    (0.45, 0.45)
    """
    dice = [(one, other) for one in range(DIE) for other in range(DIE)]
    more = sum(one + edge > other for one, other in dice)
    less = sum(one + edge < other for one, other in dice)
    return more / len(dice), less / len(dice)


@lru_cache(maxsize=1 << 16)
def prospect(rounds: tuple[tuple[Bout, ...], ...], left: int, foe: int, stakes: Stakes, last: int = ROUNDS) -> float:
    """What a Fight is worth that begins with so much Health on either side, if it is broken off when that is better.

    `rounds` are the phases of the first rounds; the last of them goes on for the others. What is left of the Hero's
    Health at the end counts; after the `last` round both draw off.
    """
    hold = [health(one) for one in range(left + 1)]
    # ahead[h][f]: what it is worth when a round begins with h and f left; beyond the last round both draw off.
    ahead = [[stakes.away + hold[h]] * (foe + 1) for h in range(left + 1)]
    for number in range(last, 0, -1):
        bouts = rounds[min(number, len(rounds)) - 1]
        ahead = _round(bouts, _after_round(ahead, hold, stakes), hold, stakes)
    return ahead[left][foe] - hold[left]


@lru_cache(maxsize=1 << 12)
def wins(bouts: tuple[Bout, ...], left: int, foe: int) -> float:
    """The chance to win a Fight that nobody breaks off, all of its rounds alike."""
    chance = {(left, foe): 1.0}
    won = 0.0
    for _ in range(FIGHT_ROUNDS):
        for edge, deals, takes in bouts:
            more, less = chances(edge)
            after: dict[tuple[int, int], float] = {}
            for (h, f), p in chance.items():
                for ends, odds in (((h, f - deals), more), ((h - takes, f), less), ((h, f), 1 - more - less)):
                    if ends[1] <= 0:
                        won += p * odds
                    elif ends[0] > 0:
                        after[ends] = after.get(ends, 0.0) + p * odds
            chance = after
    return won


def _after_round(ahead: list[list[float]], hold: list[float], stakes: Stakes) -> list[list[float]]:
    evades = stakes.evades / 10
    return [
        [on + evades * max(0.0, stakes.away + hold[h] - on) for on in row] for h, row in enumerate(ahead)
    ]  # fmt: skip


def _round(bouts: tuple[Bout, ...], after: list[list[float]], hold: list[float], stakes: Stakes) -> list[list[float]]:
    for edge, deals, takes in reversed(bouts):
        if not deals and not takes:
            continue
        wins, loses = chances(edge)
        still = 1.0 - wins - loses
        before = []
        for h, row in enumerate(after):
            hit = after[h - takes] if h > takes else None
            won = stakes.win + hold[h]
            before.append(
                [
                    still * value
                    + wins * (row[f - deals] if f > deals else won)
                    + loses * (hit[f] if hit is not None else DEFEAT)
                    for f, value in enumerate(row)
                ]
                if h
                else row
            )
        after = before
    return after
