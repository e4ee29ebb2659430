"""Clocks: a bank that runs while a seat is asked, and gains a little with each answer. The rules never see them."""

from __future__ import annotations

from collections.abc import Collection

from ..store import Clock, Times

LEAST = 0.1
"""The part of a bank that somebody has at least who plays again after a bot."""


def after(
    clock: Clock,
    times: Times,
    asked: Collection[int],
    answered: Collection[int],
    now: float,
    back: Collection[int] = (),
) -> Times:
    """The banks when something has happened: `asked` are the people who are asked now, `answered` those who answered,
    `back` those who play again: with an empty bank a bot would have their seat again at once.

    A bank runs on where its seat is still asked what it was asked before.
    """
    banks, since = list(times.banks), {}
    for seat in back:
        banks[seat] = max(banks[seat], clock.gain, clock.bank * LEAST)
    for seat, begun in times.since.items():
        if seat in asked and seat not in answered:
            since[seat] = begun
            continue
        left = max(0.0, banks[seat] - (now - begun))
        banks[seat] = min(max(clock.cap, left), left + clock.gain) if seat in answered else left
    for seat in asked:
        since.setdefault(seat, now)
    return Times(tuple(banks), since)


def empty(times: Times, now: float) -> list[int]:
    """The seats whose bank is empty, the first first."""
    ends = sorted((begun + times.banks[seat], seat) for seat, begun in times.since.items())
    return [seat for end, seat in ends if end <= now]
