"""Studies of balance: how often something that players have wins, when bots play by a game's advice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

import msgspec

from arbiter.core import Game, playout
from arbiter.core.options import read_options
from arbiter.lab.statistics import wilson

Counts = dict[str, list[float]]
"""What is counted -> in how many games somebody had it, and how many of them he won."""
CHUNKS = 8


class Study(msgspec.Struct, frozen=True):
    """A game, and what is counted of a seat when it is over; it travels to the workers."""

    game: Game[Any]
    counted: Callable[[Any, int], Iterable[str]]
    options: dict[str, Any] = {}
    seed: str = "study"

    def play(self, seats: int, games: int, seed: str, rivals: str = "advice") -> tuple[Counts, float]:
        """So many games: what was counted, and the mean number of rounds. Rivals play by the advice, or at random."""
        counts: Counts = {}
        rounds = 0
        read = read_options(self.game, self.options)
        for number in range(games):
            rng = Random(f"{seed} {seats} {number}")
            clever = number % seats

            def answer(state: Any, ask: Any, rng: Random, clever: int = clever) -> Any:
                if rivals == "random" and ask.seat != clever:
                    return ask.sample(rng)
                return self.game.hint(state, ask, rng)

            state = self.game.start(seats, read)
            outcome, _ = playout(self.game, state, rng, answer)
            rounds += state.round
            for seat in range(seats):
                won = 1 / len(outcome.winners) if outcome.ranks[seat] == 1 else 0.0
                bot = "clever" if seat == clever else "random"
                for name in [bot] if rivals == "random" else self.counted(state, seat):
                    entry = counts.setdefault(name, [0, 0.0])
                    entry[0] += 1
                    entry[1] += won
        return counts, rounds / games

    def run(self, seats: int, games: int, rivals: str = "advice", workers: int = 2) -> tuple[Counts, float]:
        """The same on several processes."""
        with ProcessPoolExecutor(workers) as pool:
            parts = [pool.submit(self.play, seats, games // CHUNKS, f"{self.seed} {n}", rivals) for n in range(CHUNKS)]
            counts: Counter[tuple[str, int]] = Counter()
            rounds = 0.0
            for part in parts:
                found, mean = part.result()
                rounds += mean / CHUNKS
                for name, (played, won) in found.items():
                    counts[name, 0] += played
                    counts[name, 1] += won
        return {name: [counts[name, 0], counts[name, 1]] for name, n in counts if n == 0}, rounds

    def report(self, seats: int, games: int, workers: int = 2) -> list[str]:
        """The shares of fair (1.00 is what chance would give) with 95 % intervals, and wins against random players."""
        counts, rounds = self.run(seats, games, workers=workers)
        lines = [f"{seats} players, {games} games, {rounds:.1f} rounds on average"]
        for name, (played, won) in sorted(counts.items(), key=lambda one: -one[1][1] / one[1][0]):
            low, high = wilson(won, int(played))
            lines.append(f"  {name:16} {won / played * seats:.2f}  [{low * seats:.2f}, {high * seats:.2f}]")
        against, _ = self.run(seats, max(200, games // 10), "random", workers)
        played, won = against["clever"]
        low, high = wilson(won, int(played))
        lines.append(
            f"  one bot among random players wins {won / played:.3f}  [{low:.3f}, {high:.3f}]  of {int(played)}"
        )
        return lines


def tell(study: Study, words: Sequence[str], games: int, seats: Iterable[int]) -> Iterable[str]:
    """The reports that a command line asks for: how many games, and for which numbers of players."""
    amount = int(words[0]) if words else games
    for number in [int(word) for word in words[1:]] or seats:
        yield "\n".join(study.report(number, amount)) + "\n"
