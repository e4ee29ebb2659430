"""What games say of themselves when they are over: measures, seat by seat, added up to means with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf

import msgspec

from .statistics import around_mean


class Spread(msgspec.Struct):
    """A number over many games: its mean and the 95 % interval of that."""

    games: int
    mean: float
    low: float
    high: float


class Measure(msgspec.Struct):
    """Something that a game counts besides who wins, for each bot over all seats and for each seat over all bots."""

    name: str
    by_bot: dict[str, Spread]
    by_seat: list[Spread]


class Record(msgspec.Struct):
    """How a seat did, whoever sat there: games that it won alone, shared or lost."""

    won: int
    shared: int
    lost: int


PERCENT = "_percent"
"""So the name of a measure ends that is a hundred at most."""
Key = tuple[str, str, int]
"""A measure, a bot and a seat."""


class Sums:
    """Measures added up: for each the number of games, the total and the total of squares."""

    def __init__(self) -> None:
        self.sums: dict[Key, tuple[int, float, float]] = {}

    def count(self, line_up: Sequence[str], measures: Mapping[str, Sequence[float]]) -> None:
        """One game more."""
        for name, numbers in measures.items():
            for seat, (bot, number) in enumerate(zip(line_up, numbers, strict=True)):
                self._add((name, bot, seat), 1, float(number), float(number) ** 2)

    def add(self, other: Sums) -> None:
        for key, sums in other.sums.items():
            self._add(key, *sums)

    def _add(self, key: Key, games: int, total: float, squares: float) -> None:
        before = self.sums.get(key, (0, 0.0, 0.0))
        self.sums[key] = (before[0] + games, before[1] + total, before[2] + squares)

    def measures(self, bots: Iterable[str], seats: int) -> list[Measure]:
        """What it comes to, in the order in which the game names its measures."""
        names = dict.fromkeys(name for name, _, _ in self.sums)
        kinds = list(dict.fromkeys(bots))
        return [
            Measure(
                name,
                {bot: self._spread(name, [(bot, seat) for seat in range(seats)]) for bot in kinds},
                [self._spread(name, [(bot, seat) for bot in kinds]) for seat in range(seats)],
            )
            for name in names
        ]

    def _spread(self, name: str, who: Iterable[tuple[str, int]]) -> Spread:
        found = [self.sums.get((name, bot, seat), (0, 0.0, 0.0)) for bot, seat in who]
        games = sum(one[0] for one in found)
        most = 100.0 if name.endswith(PERCENT) else inf
        total, squares = sum(one[1] for one in found), sum(one[2] for one in found)
        return Spread(games, total / games if games else 0.0, *around_mean(games, total, squares, most))
