"""What many games add up to: who won how often, from which seat, and how long it took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..core import Outcome
from .measures import Measure, Record, Sums
from .statistics import wilson


class Standing(msgspec.Struct):
    """How a bot did: games, wins (a shared win counts as its share) and the 95 % interval of the rate."""

    games: int
    wins: float
    rate: float
    low: float
    high: float


class Player(msgspec.Struct):
    """One kind of bot in the line-up: how it did over all seats, and in each."""

    bot: str
    overall: Standing
    by_seat: list[Standing]


class Thinking(msgspec.Struct):
    """How long a bot took for an answer, in milliseconds."""

    bot: str
    mean_ms: float
    longest_ms: float


class Speed(msgspec.Struct):
    """How fast it went: the only part of a result that is not the same every time."""

    seconds: float
    games_per_second: float
    decisions_per_second: float
    workers: int
    thinking: list[Thinking]


class Result(msgspec.Struct):
    """What a simulation showed. `chance` is the rate at which equal players win.

    `games` is how many were played: all that were asked for, unless the simulation was stopped. `lost` is how often
    a bot could imagine no world to think in and answered at random. `records` are by seat, whoever sat there, and
    `measures` are what the game counts besides.
    """

    game: str
    seats: int
    options: dict[str, Any]
    bots: list[str]
    games: int
    seed: str
    chance: float
    players: list[Player]
    records: list[Record]
    measures: list[Measure]
    decisions: int
    mean_decisions: float
    lost: int
    speed: Speed


class Tally:
    """What some games add up to, by bot and seat."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.lost = 0
        self.played: dict[tuple[str, int], int] = {}
        self.wins: dict[tuple[str, int], float] = {}
        self.thought: dict[str, tuple[int, float, float]] = {}
        self.ends: dict[int, tuple[int, int]] = {}
        self.sums = Sums()

    def count(
        self, line_up: Sequence[str], outcome: Outcome, decisions: int, measures: Mapping[str, Sequence[float]]
    ) -> None:
        """One game more."""
        self.sums.count(line_up, measures)
        self.games += 1
        self.decisions += decisions
        winners = outcome.winners
        for seat, bot in enumerate(line_up):
            key = (bot, seat)
            self.played[key] = self.played.get(key, 0) + 1
            self.wins[key] = self.wins.get(key, 0.0) + (1 / len(winners) if seat in winners else 0.0)
            if seat in winners:
                self._end(seat, *((1, 0) if len(winners) == 1 else (0, 1)))

    def _end(self, seat: int, won: int, shared: int) -> None:
        before = self.ends.get(seat, (0, 0))
        self.ends[seat] = (before[0] + won, before[1] + shared)

    def record(self, seat: int) -> Record:
        won, shared = self.ends.get(seat, (0, 0))
        return Record(won, shared, self.games - won - shared)

    def think(self, bot: str, answers: int, seconds: float, longest: float) -> None:
        before = self.thought.get(bot, (0, 0.0, 0.0))
        self.thought[bot] = (before[0] + answers, before[1] + seconds, max(before[2], longest))

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.lost += other.lost
        self.decisions += other.decisions
        for key, games in other.played.items():
            self.played[key] = self.played.get(key, 0) + games
            self.wins[key] = self.wins.get(key, 0.0) + other.wins[key]
        for bot, thought in other.thought.items():
            self.think(bot, *thought)
        for seat, ends in other.ends.items():
            self._end(seat, *ends)
        self.sums.add(other.sums)

    def standing(self, bot: str, seats: Sequence[int]) -> Standing:
        games = sum(self.played.get((bot, seat), 0) for seat in seats)
        wins = sum(self.wins.get((bot, seat), 0.0) for seat in seats)
        low, high = wilson(wins, games)
        return Standing(games, round(wins, 6), wins / games if games else 0.0, low, high)
