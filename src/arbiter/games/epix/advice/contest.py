"""The contest of bid and guess: a matrix game small enough to be solved exactly.

The attacker picks a bid, the defender names some of the possible bids. With `success[b]` what the attacker has if the
bid b is not named and `failure[b]` what he has if it is, the defender names each bid just so often that the bids worth
making are all worth the same: he pours his guesses over the bids like water, the dearest first.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

TINY = 1e-9


class Solution(NamedTuple):
    """An equilibrium: what the attacker can expect, how often he makes each bid, how often each bid is named."""

    value: float
    bids: tuple[float, ...]
    named: tuple[float, ...]


def level(success: Sequence[float], failure: Sequence[float], names: int) -> float:
    """What the attacker can expect. No `success` may be below its `failure`.

    >>> level([1, 1, 1, 1], [0, 0, 0, 0], 1)
    0.75
    """
    floor = max(failure)
    if names >= len(success):
        return floor
    water = _water(success, failure, names)
    return water if water > floor else floor


def _water(success: Sequence[float], failure: Sequence[float], names: int) -> float:
    """The level at which the guesses needed to press every bid down to it are just those there are."""
    rows = [(high, high - low) for high, low in zip(success, failure, strict=True) if high - low > TINY]
    rows.sort(reverse=True)
    top = weight = 0.0
    water = -1e300
    for high, stake in rows:
        if high <= water:
            break
        top += high / stake
        weight += 1 / stake
        water = (top - names) / weight
    return water


def solve(
    success: Sequence[float], failure: Sequence[float], names: int, stakes: Sequence[float] | None = None
) -> Solution:
    """The equilibrium. `stakes[b]` is what naming b in time is worth to the defender, where that is not
    just what the attacker loses by it (Hostage Takers)."""
    count = len(success)
    floor = max(failure)
    if names >= count:
        return Solution(floor, _only(count, failure), (1.0,) * count)
    gaps = [high - low for high, low in zip(success, failure, strict=True)]
    water = _water(success, failure, names)
    value = max(water, floor)
    named = [min(1.0, max(0.0, success[b] - value) / gaps[b]) if gaps[b] > TINY else 0.0 for b in range(count)]
    if water <= floor:
        return Solution(value, _only(count, failure), _filled(named, names))
    # The defender must not care which of these he names: the more is at stake, the rarer the bid.
    shares = [
        1 / (gaps[b] if stakes is None else stakes[b]) if gaps[b] > TINY and success[b] > value else 0.0
        for b in range(count)
    ]
    total = sum(shares)
    return Solution(value, tuple(share / total for share in shares), _filled(named, names))


def _only(count: int, failure: Sequence[float]) -> tuple[float, ...]:
    """The bid that costs least when it is named anyway."""
    best = max(range(count), key=lambda b: failure[b])
    return tuple(1.0 if b == best else 0.0 for b in range(count))


def _filled(named: list[float], names: int) -> tuple[float, ...]:
    """The same chances raised until they add up to the number of names: spare guesses only hurt the bidder."""
    spare = names - sum(named)
    room = len(named) - sum(named)
    if spare <= TINY or room <= TINY:
        return tuple(named)
    share = min(1.0, spare / room)
    return tuple(chance + (1 - chance) * share for chance in named)


def solve_spied(
    success: Sequence[float], failure: Sequence[float], names: int, stakes: Sequence[float] | None = None
) -> Solution:
    """The equilibrium when the defender will learn whether the bid is odd or even before he names: the guesses can all
    go to that half, so the attacker keeps to the half that is worth more. `named` answers that half."""
    halves = [parity_half(success, failure, names, parity, stakes) for parity in (0, 1) if parity < len(success)]
    return max(halves, key=lambda half: half.value)


def parity_half(
    success: Sequence[float], failure: Sequence[float], names: int, parity: int, stakes: Sequence[float] | None = None
) -> Solution:
    """The equilibrium among the bids of one parity only; names they do not need go to the others."""
    count = len(success)
    within = range(parity, count, 2)
    half = solve(
        [success[b] for b in within],
        [failure[b] for b in within],
        min(names, len(within)),
        None if stakes is None else [stakes[b] for b in within],
    )
    bids, named = [0.0] * count, [0.0] * count
    for at, b in enumerate(within):
        bids[b], named[b] = half.bids[at], half.named[at]
    return Solution(half.value, tuple(bids), _filled(named, names))


def draw_bid(bids: Sequence[float], rng: Random) -> int:
    """A bid, each as likely as its chance."""
    point = rng.random() * sum(bids)
    for bid, chance in enumerate(bids):
        point -= chance
        if point < 0:
            return bid
    return max(range(len(bids)), key=lambda b: bids[b])


def draw_names(named: Sequence[float], names: int, rng: Random) -> tuple[int, ...]:
    """Exactly so many different bids, each named as often as its chance says: steps of one along the chances
    laid end to end, from a random start."""
    order = list(range(len(named)))
    rng.shuffle(order)
    drawn: list[int] = []
    mark = rng.random()
    reached = 0.0
    for b in order:
        reached += named[b]
        if reached > mark and len(drawn) < names:
            drawn.append(b)
            mark += 1
    for b in order:
        # Rounding can leave the last step just short of the end.
        if len(drawn) < names and b not in drawn:
            drawn.append(b)
    return tuple(sorted(drawn))
