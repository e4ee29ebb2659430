"""The balance of Yummell: how often each character, Advantage and start path wins when bots play by the game's advice.

Run it with `python -m tests.yummell.study [games] [seats ...]`; the figures in docs/yummell.md come from it.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

from arbiter.core import playout
from arbiter.core.table import read_options
from arbiter.games.yummell import GAME
from arbiter.games.yummell.catalogue import catalogue
from arbiter.lab.statistics import wilson

Counts = dict[str, list[float]]


def play(seats: int, games: int, seed: str, options: dict[str, object], rivals: str = "advice") -> tuple[Counts, float]:
    """Games of so many seats: for each character, Advantage and start path how many games and wins, and mean rounds."""
    content = catalogue()
    counts: Counts = {}
    rounds = 0
    read = read_options(GAME, options)
    for game in range(games):
        rng = Random(f"{seed} {seats} {game}")
        clever = game % seats

        def answer(state, ask, rng, clever=clever):
            if rivals == "random" and ask.seat != clever:
                return ask.sample(rng)
            return GAME.hint(state, ask, rng)

        state = GAME.start(seats, read)
        outcome, _ = playout(GAME, state, rng, answer)
        rounds += state.round
        for seat in range(seats):
            won = 1 / len(outcome.winners) if outcome.ranks[seat] == 1 else 0.0
            if rivals == "random":
                names = ["clever" if seat == clever else "random"]
            else:
                names = [
                    content.sources[state.character[seat]].key,
                    content.sources[state.advantage[seat]].key,
                    f"path {state.path[seat]}",
                ]
            for name in names:
                entry = counts.setdefault(name, [0, 0.0])
                entry[0] += 1
                entry[1] += won
    return counts, rounds / games


def study(
    seats: int, games: int, seed: str = "study", rivals: str = "advice", **options: object
) -> tuple[Counts, float]:
    """The same on two processes."""
    chunks = 8
    with ProcessPoolExecutor(2) as pool:
        parts = [pool.submit(play, seats, games // chunks, f"{seed} {n}", options, rivals) for n in range(chunks)]
        counts: Counter[tuple[str, int]] = Counter()
        rounds = 0.0
        for part in parts:
            found, mean = part.result()
            rounds += mean / chunks
            for name, (played, won) in found.items():
                counts[name, 0] += played
                counts[name, 1] += won
    return {name: [counts[name, 0], counts[name, 1]] for name, n in counts if n == 0}, rounds


def report(seats: int, games: int, **options: object) -> list[str]:
    """The shares of fair (1.00 is what chance would give) with 95 % intervals, and wins against random players."""
    counts, rounds = study(seats, games, **options)
    lines = [f"{seats} players, {games} games, {rounds:.1f} rounds on average"]
    for name, (played, won) in sorted(counts.items(), key=lambda one: -one[1][1] / one[1][0]):
        low, high = wilson(won, int(played))
        lines.append(f"  {name:16} {won / played * seats:.2f}  [{low * seats:.2f}, {high * seats:.2f}]")
    against, _ = study(seats, max(200, games // 10), rivals="random", **options)
    played, won = against["clever"]
    low, high = wilson(won, int(played))
    lines.append(f"  one bot among random players wins {won / played:.3f}  [{low:.3f}, {high:.3f}]  of {int(played)}")
    return lines


if __name__ == "__main__":
    amount = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    for number in [int(word) for word in sys.argv[2:]] or range(2, 9):
        sys.stdout.write("\n".join(report(number, amount, track="built")) + "\n")
        sys.stdout.flush()
