"""The few statistics that a study of games needs."""

from __future__ import annotations

from math import sqrt

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


def around_mean(n: int, total: float, squares: float, z: float = Z95) -> tuple[float, float]:
    """The interval of a mean, from the number of observations, their total and the total of their squares.

    >>> low, high = around_mean(4, 10.0, 30.0)
    >>> round(low, 3), round(high, 3)
    (1.235, 3.765)
    """
    if n == 0:
        return 0.0, 0.0
    mean = total / n
    half = z * sqrt(max(0.0, squares - n * mean * mean) / (n - 1) / n) if n > 1 else 0.0
    return mean - half, mean + half
