"""Bots that try their answers out: in worlds they can imagine, played on to the end."""

from __future__ import annotations

from itertools import islice
from math import sqrt
from random import Random
from time import monotonic
from typing import Any

from ..core import Amount, Ask, Choose, Illegal, NoWorld, Outcome, Table
from .plain import Clever, advice

MANY = 24
"""How many different answers are tried at most."""

WIN = 0.8
"""How much of an outcome's worth is the win; the rest is how many of the others were beaten."""

CLEARLY = 2.0
"""How much better than the game's advice an answer must do, in parts of 1 / √tries: four standard errors at most."""


def worth(outcome: Outcome, seat: int) -> float:
    """What an outcome is worth to a seat, from 0 to 1: a share of the win, and then the place.

    >>> worth(Outcome((1, 2, 3), (9, 5, 1), "most"), 0), worth(Outcome((1, 1), (4, 4), "most"), 1)
    (1.0, 0.5)
    """
    rank = outcome.ranks[seat]
    share = 1 / len(outcome.winners) if rank == 1 else 0.0
    others = [other for at, other in enumerate(outcome.ranks) if at != seat]
    beaten = sum(1.0 if rank < other else 0.5 for other in others if rank <= other)
    return WIN * share + (1 - WIN) * (beaten / len(others) if others else share)


def candidates(ask: Ask, rng: Random, most: int = MANY) -> list[Any]:
    """The answers worth trying: all of them where they are few, else a sample of different ones."""
    if isinstance(ask, Choose):
        if len(ask.values) <= most:
            return list(ask.values)
    elif isinstance(ask, Amount):
        if ask.most - ask.least < most:
            return list(range(ask.least, ask.most + 1))
    else:
        listed = ask.options()
        first = [option.value for option in islice(listed, most + 1)] if listed is not None else []
        if first and len(first) <= most:
            return first
    drawn: list[Any] = []
    for _ in range(2 * most):
        answer = ask.sample(rng)
        if answer not in drawn:
            drawn.append(answer)
    return drawn[:most]


class Clock:
    """Says when the time to think is over; without `seconds` it never is."""

    def __init__(self, seconds: float | None) -> None:
        self.until = None if seconds is None else monotonic() + seconds

    def up(self) -> bool:
        return self.until is not None and monotonic() >= self.until


class Trial:
    """One answer under trial: how often it was tried and what came of it."""

    __slots__ = ("answer", "total", "tries")

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.tries = 0
        self.total = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.tries if self.tries else -1.0

    def clearly_above(self, other: Trial) -> bool:
        """Better by far more than luck would make it, since random playouts are a poor judge of small differences."""
        tries = min(self.tries, other.tries)
        return tries > 0 and self.mean - other.mean > CLEARLY / sqrt(tries)


def try_all(table: Table[Any], seat: int, trials: list[Trial], rng: Random, clock: Clock) -> None:
    """Try each answer once in the same imagined world, played on at random to its end with the same luck.

    At random, and not by the game's advice: a hint costs as much as a whole random game.
    """
    world = table.imagine(seat, rng)
    luck = rng.getrandbits(64)
    for trial in trials:
        twin = world.clone()
        try:
            twin.answer(seat, trial.answer)
        except Illegal:
            continue
        trial.total += worth(twin.finish(Random(luck)), seat)
        trial.tries += 1
        if clock.up():
            return


def best(trials: list[Trial], rng: Random) -> Any:
    """The answer that did best; equals are drawn for."""
    top = max(trial.mean for trial in trials)
    equal = [trial.answer for trial in trials if trial.mean == top]
    return equal[int(rng.random() * len(equal))]


class Thinker(Clever):
    """Tries answers in imagined worlds; where a game is too long to be played on, it follows the game's advice."""

    def answer(self, table: Table[Any], seat: int, ask: Ask, rng: Random) -> Any:
        if not table.game.quick:
            return super().answer(table, seat, ask, rng)
        try:
            return self.think(table, seat, ask, rng)
        except NoWorld:
            return self.at_a_loss(table, ask, rng)

    def think(self, table: Table[Any], seat: int, ask: Ask, rng: Random) -> Any:
        """The answer that does best."""
        raise NotImplementedError


class Greedy(Thinker):
    """Tries every answer in a few imagined worlds that are played on at random, and takes the best."""

    name = "greedy"
    summary = "tries every answer in a few imagined worlds, played on at random (level: worlds)"
    normal = 8

    def think(self, table: Table[Any], seat: int, ask: Ask, rng: Random) -> Any:
        trials = [Trial(answer) for answer in candidates(ask, rng)]
        clock = Clock(self.seconds)
        for _ in range(self.level):
            try_all(table, seat, trials, rng, clock)
            if clock.up():
                break
        return best(trials, rng)


class Search(Thinker):
    """Shares its playouts among the answers by halving: the better half goes on with twice the tries.

    The game's advice stays in the trial to the end, and another answer must do clearly better to be preferred.
    """

    name = "search"
    summary = "tries its answers in imagined worlds and spends most on the best (level: playouts)"
    normal = 200

    def think(self, table: Table[Any], seat: int, ask: Ask, rng: Random) -> Any:
        clock = Clock(self.seconds)
        hint = advice(table, seat, ask, rng)
        favourite = None if hint is None else Trial(hint)
        trials = [Trial(answer) for answer in candidates(ask, rng) if favourite is None or answer != hint]
        rounds = max(1, len(trials).bit_length())
        while trials and not clock.up():
            tried = trials if favourite is None else [favourite, *trials]
            for _ in range(max(1, self.level // (rounds * len(tried)))):
                try_all(table, seat, tried, rng, clock)
                if clock.up():
                    break
            trials.sort(key=lambda trial: -trial.mean)
            if len(trials) == 1:
                break
            del trials[(len(trials) + 1) // 2 :]
        if favourite is None:
            return best(trials, rng)
        return trials[0].answer if trials and trials[0].clearly_above(favourite) else favourite.answer
