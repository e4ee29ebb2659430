"""`python -m bench`: run all races, print them, and write them to bench/results.md."""

from __future__ import annotations

import argparse
import cProfile
import io
import os
import platform
import pstats
from collections.abc import Iterator
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

import arbiter
from arbiter.core import Game, copied
from examples.connect_four import ConnectFour
from examples.goofspiel import Goofspiel
from examples.tic_tac_toe import TicTacToe

from . import engines, long, states
from .races import Goal, Race, Runner

RIVALS = ("open_spiel", "pettingzoo", "rlcard", "catanatron")
SAVE_BYTES, LOAD_MS = 40_000, 20.0
"""What a whole game of Epix may weigh, and how long it may take to load."""
LONG = 5_000
"""How many answers a long game has."""


class Aim(NamedTuple):
    """What is asked of a game: with so many seats, so many times Catanatron's decisions, and a clone in at most so much
    of the time of its copy."""

    seats: int
    lean: float
    clone: float


AIMS = {"epix": Aim(4, 4, 0.6), "yummell": Aim(5, 5, 1.3), "tekumel": Aim(4, 3, 1.5)}


def races(positions: int, answers: int) -> Iterator[Race]:
    connect_four = ConnectFour()
    yield Race(
        "Connect four, random games",
        "moves/s",
        [
            Runner("Arbiter, lean", engines.lean(connect_four, 2, 20)),
            Runner("OpenSpiel", engines.open_spiel("connect_four")),
            Runner("PettingZoo", engines.pettingzoo()),
            Runner("Arbiter, recorded", engines.recorded(connect_four, 2)),
        ],
        [Goal("OpenSpiel", 0.5), Goal("PettingZoo", 20)],
        engines.lean(connect_four, 2, 500),
    )
    yield Race(
        "Small games, for orientation",
        "decisions/s",
        [
            Runner("Arbiter, tic-tac-toe", engines.lean(TicTacToe(), 2, 20)),
            Runner("Arbiter, goofspiel", engines.lean(Goofspiel(), 2, 20)),
            Runner("OpenSpiel, tic-tac-toe", engines.open_spiel("tic_tac_toe")),
            Runner("RLCard, Leduc hold'em", engines.rlcard("leduc-holdem")),
            Runner("RLCard, limit hold'em", engines.rlcard("limit-holdem")),
        ],
    )
    for id, aim in AIMS.items():
        yield from races_of(arbiter.find(id), aim, positions)
    for kind in (states.Island, states.Trail):
        made = states.example(kind)
        yield Race(
            f"Copying a state of {len(fields(kind))} fields",
            "copies/s",
            [
                Runner("Arbiter, written by @state", states.copies(copied, made)),
                Runner("written by hand", states.copies(kind.by_hand, made)),
            ],
            [Goal("written by hand", 1 / 1.05)],
        )
    table = long.table_of(answers)
    yield Race(
        f"A table of {answers:,} answers",
        "tables/s",
        [
            Runner("Arbiter, reopened from a snapshot", long.reopened(table)),
            Runner("one answer taken back and given again", long.taken_back(table)),
            Runner("loaded from its journal", long.loaded(table)),
        ],
    )


def races_of(game: Game, aim: Aim, positions: int) -> Iterator[Race]:
    """What is asked of a shipped game: quick playouts, recorded play, clones and imagined worlds."""
    yield Race(
        f"{game.title}, {aim.seats} random players",
        "decisions/s",
        [
            Runner("Arbiter, lean", engines.lean(game, aim.seats)),
            Runner("Catanatron", engines.catanatron()),
            Runner("Catanatron, real choices", engines.catanatron(forced=False)),
        ],
        [Goal("Catanatron", aim.lean)],
        engines.lean(game, aim.seats, 30),
    )
    yield Race(
        f"{game.title}, recorded",
        "decisions/s",
        [
            Runner("Arbiter, recorded", engines.recorded(game, aim.seats)),
            Runner("Arbiter, lean", engines.lean(game, aim.seats)),
        ],
        [Goal("Arbiter, lean", 0.5)],
        engines.recorded(game, aim.seats),
    )
    tables = engines.midgame(game, aim.seats, positions)
    yield Race(
        f"{game.title}, clones in mid-game",
        "clones/s",
        [
            Runner("Arbiter, table.clone()", engines.clones(tables)),
            Runner("Catanatron, game.copy()", engines.catanatron_copies(positions)),
        ],
        [Goal("Catanatron, game.copy()", 1 / aim.clone)],
        engines.clones(tables * 20),
    )
    yield Race(
        f"{game.title}, imagined worlds in mid-game",
        "worlds/s",
        [
            Runner("Arbiter, table.imagine()", engines.worlds(tables)),
            Runner("Arbiter, table.clone()", engines.clones(tables)),
        ],
        [Goal("Arbiter, table.clone()", 1 / 3)],
        engines.worlds(tables * 20),
    )


def whole_games(game: Game, seats: int, count: int) -> tuple[list[int], list[float]]:
    """The weight in bytes of whole random games as saves, and the milliseconds that loading each takes."""
    sizes, times, rng = [], [], Random(3)
    for seed in range(count):
        table = arbiter.new(game, seats, seed)
        while not table.over:
            for ask in table.asks:
                table.answer(ask.seat, ask.sample(rng))
        text = table.save()
        sizes.append(len(text.encode()))
        start = process_time()
        arbiter.load(text)
        times.append(1000 * (process_time() - start))
    return sizes, times


def machine() -> str:
    rivals = ", ".join(f"{name} {version(name)}" for name in RIVALS)
    return f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}, {rivals}."


def lines_of(race: Race) -> Iterator[str]:
    """A race as Markdown."""
    yield f"## {race.title}"
    yield ""
    yield f"| | {race.unit} | µs each | ours is |"
    yield "|---|---:|---:|---:|"
    for runner in race.runners:
        ratio = "" if runner is race.runners[0] else f"{race.ratio(runner.name):.2f} ×"
        yield f"| {runner.name} | {runner.speed:,.0f} | {1e6 / runner.speed:,.2f} | {ratio} |"
    yield ""
    for goal in race.goals:
        reached = race.ratio(goal.against)
        verdict = "reached" if reached >= goal.ratio else "NOT reached"
        yield f"- Goal: at least {goal.ratio:.2f} × {goal.against}: {verdict} with {reached:.2f} ×."
    if race.missed():
        yield from where_the_time_goes(race)
    yield ""


def where_the_time_goes(race: Race) -> Iterator[str]:
    if race.profile is None:
        return
    profile = cProfile.Profile()
    profile.runcall(race.profile)
    out = io.StringIO()
    pstats.Stats(profile, stream=out).strip_dirs().sort_stats("tottime").print_stats(14)
    yield ""
    yield "Where the time goes:"
    yield ""
    yield "```"
    yield from (line.rstrip() for line in out.getvalue().strip().splitlines())
    yield "```"


def lines_of_saves(game: Game, seats: int, held_to_it: bool, count: int) -> Iterator[str]:
    sizes, times = whole_games(game, seats, count)
    yield f"## {game.title}, whole games saved and loaded"
    yield ""
    yield f"- A save weighs {median(sizes) / 1000:.1f} KB (median; the largest {max(sizes) / 1000:.1f} KB)."
    yield f"- Loading it takes {median(times):.1f} ms (median; the longest {max(times):.1f} ms)."
    if held_to_it:
        verdict = "reached" if max(sizes) < SAVE_BYTES and median(times) < LOAD_MS else "NOT reached"
        yield f"- Goal: under {SAVE_BYTES // 1000} KB and {LOAD_MS:.0f} ms: {verdict}."
    yield ""


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often the runners take turns")
    parser.add_argument("--seconds", type=float, default=0.4, help="how long each runs in a round")
    parser.add_argument("--positions", type=int, default=120, help="how many games are cloned, saved and loaded")
    parser.add_argument("--answers", type=int, default=LONG, help="how many answers the long game has")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results.md")
    given = parser.parse_args(arguments)
    text = [
        "# Results of the races",
        "",
        "Written by `make bench`. Take the ratios, not the numbers: every race is run on one machine in one run, the",
        "runners taking turns. Time is the processor's, so that a busy machine disturbs little; speeds are medians of",
        "the rounds, ratios the median of the rounds' ratios. The shipped games do not ask where only one answer is",
        "legal; Catanatron does, so its real choices are counted as well.",
        "",
        machine(),
        "",
    ]
    print("\n".join(text))
    for race in races(given.positions, given.answers):
        race.run(given.rounds, given.seconds)
        found = list(lines_of(race))
        print("\n".join(found), flush=True)
        text += found
    for id, aim in AIMS.items():
        found = list(lines_of_saves(arbiter.find(id), aim.seats, id == "epix", given.positions))
        print("\n".join(found), flush=True)
        text += found
    given.out.write_text("\n".join(text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
