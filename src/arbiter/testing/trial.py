"""What every law has at hand: the game, its cases, and random moments of random games."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import Any, ClassVar

from ..core import Game, Said, Table
from .cases import Case, cases, moments
from .looks import held, must_equal

AHEAD = 40
"""How many answers a game is played on for comparison; from its beginning it is played on to its end."""


class Trial:
    """`games` random games a law and case are tried, at `stops` moments of each.

    `fixed` are fields that are hidden though nobody can doubt what is in them.
    """

    game: ClassVar[Game[Any]]
    games: ClassVar[int] = 3
    stops: ClassVar[int] = 10
    fixed: ClassVar[Collection[str]] = ()

    def cases(self) -> list[Case]:
        """The seat counts and options to try; all of them unless a subclass says otherwise."""
        return cases(self.game)

    def pytest_generate_tests(self, metafunc: Any) -> None:
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", self.cases(), ids=str)

    def _seeds(self, law: str) -> Iterator[str]:
        for n in range(self.games):
            print(f"seed '{law} {n}'")
            yield f"{law} {n}"

    def _moments(self, case: Case, law: str) -> Iterator[tuple[Table[Any], list[tuple[int, Any]], Random]]:
        """Tables at random moments of random games, with the answers that come after and a source of chance."""
        for seed in self._seeds(law):
            for table, rest in moments(case, seed, self.stops):
                print(f"seed {seed!r}, {len(rest)} answers before the end")
                yield table, rest, Random(f"{seed} {len(rest)}")

    def _good(self, case: Case, outcome: Any) -> None:
        assert len(outcome.ranks) == len(outcome.scores) == case.seats, f"{outcome} does not rank and score every seat"
        for part in outcome.parts:
            assert len(part.values) == case.seats, f"{part} does not say what every seat has"
        assert min(outcome.ranks) == 1, f"nobody is first in {outcome}"

    def _go_on(self, one: Table[Any], other: Table[Any], rest: list[tuple[int, Any]], what: str) -> None:
        begun = any(isinstance(entry, Said) for entry in one.journal)
        for seat, answer in rest[:AHEAD] if begun else rest:
            one.answer(seat, answer)
            other.answer(seat, answer)
        must_equal(held(one), held(other), what)

    def _play_on(self, table: Table[Any], rng: Random) -> None:
        for _ in range(AHEAD):
            if not table.over:
                ask = rng.choice(table.asks)
                table.answer(ask.seat, ask.sample(rng))
