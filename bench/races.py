"""How a race is run: the runners take turns, round by round, and their medians are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from time import process_time
from typing import Any

Lap = Callable[[], int]
"""One stretch of work; it gives how many units were done."""


@dataclass
class Runner:
    """Who runs: a name, the lap it runs, and the units a second it reached in each round."""

    name: str
    lap: Lap
    speeds: list[float] = field(default_factory=list)

    def run(self, seconds: float) -> float:
        """Laps for about so many seconds; the units a second that came of it."""
        units, start = 0, process_time()
        while (spent := process_time() - start) < seconds:
            units += self.lap()
        return units / spent

    @property
    def speed(self) -> float:
        return median(self.speeds)


@dataclass
class Goal:
    """What ours should reach against another: at least `ratio` times its speed."""

    against: str
    ratio: float


@dataclass
class Race:
    """One race. The first runner is ours. `profile` is what to look into when a goal is missed."""

    title: str
    unit: str
    runners: list[Runner]
    goals: list[Goal] = field(default_factory=list)
    profile: Callable[[], Any] | None = None

    def run(self, rounds: int, seconds: float) -> None:
        for runner in self.runners:
            runner.lap()
        for _ in range(rounds):
            for runner in self.runners:
                runner.speeds.append(runner.run(seconds))

    def ratio(self, against: str) -> float:
        """How many times as quick as another ours is: the median of the rounds, each compared with itself."""
        ours, other = self.runners[0], next(one for one in self.runners if one.name == against)
        return median(a / b for a, b in zip(ours.speeds, other.speeds, strict=True))

    def missed(self) -> list[Goal]:
        return [goal for goal in self.goals if self.ratio(goal.against) < goal.ratio]
