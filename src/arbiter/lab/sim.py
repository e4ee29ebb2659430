"""Bots against bots, many times over: seats rotated, on several processes, the same result for the same seed."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing.synchronize import Event as Flag
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from ..bots import Bot, find
from ..core import Game, Outcome, Table, playout
from ..core.options import read_options, suit_bots
from .results import Player, Result, Speed, Tally, Thinking

CHUNKS, LARGEST = 100, 250
"""Into how many chunks the games are cut, and how many games a chunk has at most."""


class Stopped(KeyboardInterrupt):
    """Somebody stopped the simulation: the result of the games that were over by then, or None where none was."""

    def __init__(self, result: Result | None) -> None:
        super().__init__("the simulation was stopped")
        self.result = result


class Study(msgspec.Struct, frozen=True):
    """What is to be simulated. It travels to the workers."""

    game: Game[Any]
    seats: int
    options: msgspec.Struct
    bots: tuple[str, ...]
    seed: str
    turned: msgspec.Struct | None = None
    """The options that set the table the other way round: every second rotation is played by them, and its seats are
    counted in the opposite order."""

    def play(self, first: int, last: int, tally: Tally, stop: Callable[[], bool] = lambda: False) -> None:
        """The games `first` to `last - 1`, or fewer where told to stop; each depends on its number alone."""
        if set(self.bots) == {"random"}:
            for number in range(first, last):
                if stop():
                    return
                state = self.game.start(self.seats, self._set(number))
                outcome, decisions = playout(self.game, state, Random(f"{self.seed}/{number}"))
                self._count(number, self.bots, outcome, decisions, state, tally)
            return
        players = {name: find(name, seconds=None) for name in self.bots}
        for number in range(first, last):
            turn = number % self.seats
            line_up = self.bots[-turn:] + self.bots[:-turn] if turn else self.bots
            if not self._record(number, line_up, players, tally, stop):
                break
        tally.lost += sum(player.lost for player in players.values())

    def _record(
        self,
        number: int,
        line_up: Sequence[str],
        players: Mapping[str, Bot],
        tally: Tally,
        stop: Callable[[], bool],
    ) -> bool:
        """Play a game at a table and count it; False where it was stopped on the way."""
        table = Table(self.game, self.seats, f"{self.seed}/{number}", self._set(number))
        rngs = [Random(f"{self.seed}/{number}/{seat}") for seat in range(self.seats)]
        decisions = 0
        while not table.over:
            for ask in table.asks:
                if stop():
                    return False
                seat, bot = ask.seat, line_up[ask.seat]
                began = perf_counter()
                answer = players[bot].answer(table, seat, ask, rngs[seat])
                took = perf_counter() - began
                tally.think(bot, 1, took, took)
                table.answer(seat, answer)
                decisions += 1
            if decisions > self.game.bound:
                raise RuntimeError(f"game {number} did not end within the bound of {self.game.bound} answers")
        assert table.outcome is not None
        self._count(number, line_up, table.outcome, decisions, table.state, tally)
        return True

    def _around(self, number: int) -> bool:
        """Is the table set the other way round for this game?"""
        return self.turned is not None and number // self.seats % 2 == 1

    def _set(self, number: int) -> msgspec.Struct:
        return self.turned if self.turned is not None and self._around(number) else self.options

    def _count(
        self, number: int, line_up: Sequence[str], outcome: Outcome, decisions: int, state: Any, tally: Tally
    ) -> None:
        measures = self.game.measures(state)
        if self._around(number):
            line_up, measures = line_up[::-1], {name: of[::-1] for name, of in measures.items()}
            outcome = msgspec.structs.replace(outcome, ranks=outcome.ranks[::-1], scores=outcome.scores[::-1])
        tally.count(line_up, outcome, decisions, measures)


def line_up(seats: int, bots: Sequence[str]) -> tuple[str, ...]:
    """A bot for each seat; where too few are named, the last one takes the seats left over.

    >>> line_up(4, ["clever", "random"])
    ('clever', 'random', 'random', 'random')
    """
    if not bots:
        raise ValueError("no bot is named; one or more are wanted, such as clever,random")
    if len(bots) > seats:
        raise ValueError(f"{len(bots)} bots are named for {seats} seats")
    named = [str(find(bot)) for bot in bots]
    return (*named, *[named[-1]] * (seats - len(named)))


def simulate(
    game: Game[Any],
    seats: int,
    bots: Sequence[str],
    games: int,
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    turned: Mapping[str, Any] | None = None,
) -> Result:
    """Play `games` games; `progress` is told how many more are done. The result is the same for any `workers`.

    `turned` are options that set the same table the other way round: half the games are played by them, and what a
    seat did there is told of the seat opposite. Interrupted, it raises `Stopped` with the result of the games that
    were over.
    """
    if seats not in game.seats:
        raise ValueError(f"{game.title} is for {game.players} players, not {seats}")
    if games < 1:
        raise ValueError(f"at least 1 game must be played, not {games}")
    checked = read_options(game, options)
    suit_bots(game, checked)
    around = None if turned is None else read_options(game, turned)
    study = Study(game, seats, checked, line_up(seats, bots), str(seed), around)
    began = perf_counter()
    chunks = list(cut(games, seats))
    workers = max(1, min(workers or os.cpu_count() or 1, len(chunks)))
    tallies, stopped = _tallies(study, chunks, workers, progress or (lambda done: None))
    total = Tally()
    # Added up in the order of the games and not of their ending, so that even the last digit is the same.
    for tally in tallies:
        total.add(tally)
    result = _result(study, total, perf_counter() - began, workers) if total.games else None
    if stopped:
        raise Stopped(result)
    assert result is not None
    return result


def cut(games: int, seats: int) -> Iterator[tuple[int, int]]:
    """The games in chunks of whole rotations; how they are cut does not depend on who plays them."""
    size = min(LARGEST, -(-games // CHUNKS))
    size = -(-size // seats) * seats
    for first in range(0, games, size):
        yield first, min(games, first + size)


def _tallies(
    study: Study, chunks: list[tuple[int, int]], workers: int, progress: Callable[[int], None]
) -> tuple[list[Tally], bool]:
    """What each chunk adds up to, in order, and whether somebody stopped it on the way."""
    if workers == 1:
        tallies = []
        try:
            for first, last in chunks:
                tallies.append(Tally())
                study.play(first, last, tallies[-1])
                progress(last - first)
        except KeyboardInterrupt:
            return tallies, True
        return tallies, False
    stop = multiprocessing.Event()
    with ProcessPoolExecutor(workers, initializer=_begin_work, initargs=(stop,)) as pool:
        running = {pool.submit(_work, study, *chunk): chunk for chunk in chunks}
        try:
            for future in as_completed(running):
                future.result()
                progress(running[future][1] - running[future][0])
        except BaseException as reason:
            # The workers give back what they have at their next answer, and begin nothing more.
            stop.set()
            pool.shutdown(cancel_futures=True)
            if not isinstance(reason, KeyboardInterrupt):
                raise
            return [future.result() for future in running if not future.cancelled()], True
        return [future.result() for future in running], False


_stop: Flag | None = None
"""In a worker: raised when it is to stop."""


def _begin_work(stop: Flag) -> None:
    global _stop
    _stop = stop
    # A terminal interrupts the workers too; it is for the one who started them to say what then.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(study: Study, first: int, last: int) -> Tally:
    assert _stop is not None
    tally = Tally()
    study.play(first, last, tally, _stop.is_set)
    return tally


def _result(study: Study, total: Tally, seconds: float, workers: int) -> Result:
    games = total.games
    seats = range(study.seats)
    players = [
        Player(bot, total.standing(bot, seats), [total.standing(bot, [seat]) for seat in seats])
        for bot in dict.fromkeys(study.bots)
    ]
    thinking = [
        Thinking(bot, 1000 * spent / answers, 1000 * longest)
        for bot, (answers, spent, longest) in sorted(total.thought.items())
    ]
    speed = Speed(seconds, games / seconds, total.decisions / seconds, workers, thinking)
    return Result(
        game=study.game.id,
        seats=study.seats,
        options=msgspec.to_builtins(study.options),
        bots=list(study.bots),
        games=games,
        seed=study.seed,
        chance=1 / study.seats,
        players=players,
        records=[total.record(seat) for seat in seats],
        measures=total.sums.measures(study.bots, study.seats),
        decisions=total.decisions,
        mean_decisions=total.decisions / games,
        lost=total.lost,
        speed=speed,
    )
