"""The few statistics that a study of games needs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import exp, inf, log, sqrt
from typing import NamedTuple

Z95 = 1.959963984540054
"""The two-sided 95 % point of the normal distribution."""


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a rate of wins; shared wins may count in parts.

    >>> low, high = wilson(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.9433)
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    spread = z * z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = z * sqrt(rate * (1 - rate) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def around_mean(n: int, total: float, squares: float, most: float = inf, z: float = Z95) -> tuple[float, float]:
    """The interval of a mean of numbers between nothing and the most that they can be, from how many were observed,
    their total and the total of their squares.

    >>> low, high = around_mean(4, 10.0, 30.0)
    >>> round(low, 3), round(high, 3)
    (1.235, 3.765)
    >>> around_mean(2, 110.0, 10100.0, most=100.0)
    (0.0, 100.0)
    """
    if n == 0:
        return 0.0, 0.0
    mean = total / n
    half = z * sqrt(max(0.0, squares - n * mean * mean) / (n - 1) / n) if n > 1 else 0.0
    return max(0.0, mean - half), min(most, mean + half)


STEEP, LOOSE = 3.0, 0.5
"""What a share is worth before any game: at half of its strength a side wins one game in nine. Known within a factor of
e to the power of the second number, one time in three not even that."""
FAR = 0.7
"""How far from even two sides may well be, as a logarithm of their strength."""


class Trial(NamedTuple):
    """Games of a side at some share of its strength, and how many of them it won."""

    share: float
    wins: float
    games: int


class Share(NamedTuple):
    """The share of its strength at which a side would win every second game, and the 95 % interval of that."""

    share: float
    low: float
    high: float


def even_share(trials: Sequence[Trial]) -> Share:
    """At which share of its strength a side is even: chances follow a logistic curve over the logarithm of the share,
    whose place and steepness are weighed by how well they explain the games.

    >>> found = even_share([Trial(1.0, 10, 10)])
    >>> found.high < 1
    True
    >>> found = even_share([Trial(1.0, 18, 20), Trial(0.5, 2, 20)])
    >>> round(found.share, 2)
    0.71
    """
    places = [step / 50 for step in range(-100, 101)]
    weight = dict.fromkeys(places, 0.0)
    for step in range(-4, 5):
        steep = STEEP * exp(LOOSE * step / 2)
        for place in places:
            chance = -((step / 2) ** 2 + (place / FAR) ** 2) / 2
            for share, wins, games in trials:
                lead = steep * (log(share) - place)
                chance -= wins * log(1 + exp(-lead)) + (games - wins) * log(1 + exp(lead))
            weight[place] += exp(chance)
    whole = sum(weight.values())
    middle = sum(place * of for place, of in weight.items()) / whole
    return Share(exp(middle), *(exp(_below(weight, part * whole)) for part in (0.025, 0.975)))


def _below(weight: dict[float, float], part: float) -> float:
    """The place below which so much of the weight lies."""
    sums = accumulate(weight.values())
    return next(place for place, so_far in zip(weight, sums, strict=True) if so_far >= part)
