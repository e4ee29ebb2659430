"""Lengths and angles in whole numbers, with a sine table that whole numbers alone have made."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from arbiter.core import rule

MM = 100
"""Positions and lengths are in hundredths of a millimetre."""
DEGREE = 10
"""Facings and angles are in tenths of a degree."""
TURN = 360 * DEGREE
SLACK = MM // 2
"""A comparison of lengths gives way by half a millimetre."""
SLANT = DEGREE // 2
"""A comparison of angles gives way by half a degree."""

ONE = 1 << 30
"""What stands for 1 in the sine table."""
_PI = 314159265358979323846264338327950288
_PI_ONE = 10**35


def _sines() -> tuple[int, ...]:
    """The sine of every twentieth of a degree of a quarter turn, times ONE, rounded to the nearest whole number."""
    scale = 1 << 80
    table = []
    for step in range(TURN // 2 + 1):
        angle = scale * _PI * step // (_PI_ONE * TURN)
        total, term, n = 0, angle, 1
        while term:
            total += term
            term = -(term * angle // scale * angle // scale) // ((n + 1) * (n + 2))
            n += 2
            if -2 < term < 2:
                break
        table.append((total * ONE + scale // 2) // scale)
    return tuple(table)


_QUARTER = _sines()
"""By twentieths of a degree, so that a direction can be rounded to the nearest tenth."""


def _sine(twentieths: int) -> int:
    at = twentieths % (2 * TURN)
    sign = 1
    if at >= TURN:
        at, sign = at - TURN, -1
    if at > TURN // 2:
        at = TURN - at
    return sign * _QUARTER[at]


SINES = tuple(_sine(2 * tenth) for tenth in range(TURN))
COSINES = tuple(_sine(2 * tenth + TURN // 2) for tenth in range(TURN))
"""Sine and cosine of every tenth of a degree, times ONE."""


def rounded(n: int, by: int) -> int:
    """The quotient to the nearest whole number; halves go away from nought, so that mirror images stay so."""
    return (2 * n + by) // (2 * by) if n >= 0 else -((by - 2 * n) // (2 * by))


def most_without(length: int, fails: Callable[[int], bool]) -> int:
    """The greatest whole number up to `length` for which nothing fails, where failing once is failing ever after."""
    if not fails(length):
        return length
    low, high = 0, length
    while high - low > 1:
        middle = (low + high) // 2
        if fails(middle):
            high = middle
        else:
            low = middle
    return low


def rotated(x: int, y: int, turn: int) -> tuple[int, int]:
    """A point turned clockwise about the origin."""
    sine, cosine = SINES[turn % TURN], COSINES[turn % TURN]
    return rounded(x * cosine + y * sine, ONE), rounded(y * cosine - x * sine, ONE)


def ahead(facing: int, length: int) -> tuple[int, int]:
    """How far x and y change over a length straight ahead."""
    return rotated(0, length, facing)


def distance(x: int, y: int) -> int:
    """The length of a line, to the nearest hundredth of a millimetre."""
    square = x * x + y * y
    root = isqrt(square)
    return root + (square > root * (root + 1))


@rule("QAD-GEO-1")
def within(x: int, y: int, axis: int, limit: int, slack: int = SLANT) -> bool:
    """Whether a direction is at most so far off an axis to either side; half a degree is given to who asks."""
    if limit + slack >= TURN // 2:
        return True
    right, front = rotated(x, y, -axis)
    limit += slack
    return front * SINES[limit] >= abs(right) * COSINES[limit] if front >= 0 or limit > TURN // 4 else x == y == 0


def bearing(x: int, y: int) -> int:
    """The direction of a line as a facing, to the nearest tenth of a degree; of no line at all it is 0."""
    if x == y == 0:
        return 0
    across, along = abs(x), abs(y)
    swap = across > along
    if swap:
        across, along = along, across
    low, high = 0, TURN // 8
    while low < high:  # the first tenth whose upper half lies beyond the line
        middle = (low + high) // 2
        if across * _sine(2 * middle + 1 + TURN // 2) < along * _sine(2 * middle + 1):
            high = middle
        else:
            low = middle + 1
    found = TURN // 4 - low if swap else low
    if y < 0:
        found = TURN // 2 - found
    return (-found if x < 0 else found) % TURN


def turn_between(one: int, other: int) -> int:
    """The turn from one facing to another by the shorter way: clockwise is positive."""
    return (other - one + TURN // 2) % TURN - TURN // 2


def arc(radius: int, angle: int) -> int:
    """The length of an arc."""
    return rounded(radius * abs(angle) * 2 * _PI, _PI_ONE * TURN)
