"""What the laws are tried on: a game with so many seats and such options, and random games of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ..core import Entry, Game, Illegal, Said, Table

DEEP = 2
"""So many answers after the beat began, a moment lies deep inside of it."""


@dataclass(frozen=True)
class Case:
    """A game, a number of seats and a set of options."""

    game: Game[Any]
    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        given = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([f"{self.seats}seats", *given])

    @property
    def everyone(self) -> list[int | None]:
        """All seats, and a spectator."""
        return [*range(self.seats), None]

    def table(self, seed: int | str, log: list[Entry] | None = None) -> Table[Any]:
        return Table(self.game, self.seats, seed, self.options, log=log or ())


def cases(game: Game[Any]) -> list[Case]:
    """Every number of seats with the first of the game's `option_sets`, the fewest and the most with each other."""
    first, *others = getattr(game, "option_sets", ({},))
    ends = sorted({game.seats[0], game.seats[-1]})
    found = [Case(game, seats, dict(first)) for seats in game.seats]
    return found + [Case(game, seats, dict(options)) for options in others for seats in ends]


@dataclass
class Walk:
    """A random game that was played to its end: its answers in order.

    `halfway` is where some had answered and others not, `deep` where several had answered since the beat began.
    """

    table: Table[Any]
    answers: list[tuple[int, Any]]
    halfway: list[int]
    deep: list[int]


def walk(case: Case, seed: int | str, watch: Callable[[Table[Any]], None] = lambda table: None) -> Walk:
    """Play a random game. Seats that choose together answer in random order. `watch` sees it before each answer."""
    rng = Random(f"walk {seed}")
    table = case.table(seed)
    answers: list[tuple[int, Any]] = []
    halfway: list[int] = []
    deep: list[int] = []
    while not table.over:
        watch(table)
        if sum(isinstance(entry, Said) for entry in table.recorder.entries.since) >= DEEP:
            deep.append(len(answers))
        if table.answered:
            halfway.append(len(answers))
        if len(answers) >= case.game.bound:
            raise AssertionError(f"the game goes on after {len(answers)} answers; its bound is {case.game.bound}")
        asks = table.asks
        ask = asks[int(rng.random() * len(asks))]
        answer = ask.sample(rng)
        answers.append((ask.seat, answer))
        try:
            table.answer(ask.seat, answer)
        except Illegal as illegal:
            raise AssertionError(f"{ask} sampled {answer!r}, but refuses it: {illegal}") from illegal
    watch(table)
    return Walk(table, answers, halfway, deep)


def moments(case: Case, seed: int | str, count: int) -> Iterator[tuple[Table[Any], list[tuple[int, Any]]]]:
    """A random game at up to `count` moments, the first, the last and halfway ones among them, with what comes after.

    Do not play on the tables: clone them.
    """
    walked = walk(case, seed)
    rng = Random(f"moments {seed}")
    last = len(walked.answers)
    chosen = {0, last} | set(rng.sample(walked.halfway, min(len(walked.halfway), count // 3)))
    chosen |= set(rng.sample(range(last + 1), min(last + 1, max(0, count - len(chosen)))))
    return at_moments(case, seed, walked, chosen)


def deep_moments(case: Case, seed: int | str, walked: Walk, count: int) -> Iterator[tuple[Table[Any], list[Any]]]:
    """A game that was walked, at up to `count` moments inside of long beats, with what comes after."""
    chosen = Random(f"deep {seed}").sample(walked.deep, min(len(walked.deep), count))
    return at_moments(case, seed, walked, set(chosen))


def at_moments(
    case: Case, seed: int | str, walked: Walk, chosen: Collection[int]
) -> Iterator[tuple[Table[Any], list[tuple[int, Any]]]]:
    table = case.table(seed)
    for at in range(max(chosen, default=-1) + 1):
        if at in chosen:
            yield table, walked.answers[at:]
        if at < len(walked.answers):
            table.answer(*walked.answers[at])
