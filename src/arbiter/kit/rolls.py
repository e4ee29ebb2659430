"""Rolls: what a test must come to and what follows from it, and tables that are rolled on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import ge, gt, le, lt
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from arbiter.content import Effect, Fault, Steps

Sign: TypeAlias = Literal["<=", "<", ">=", ">"]
Result: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]

SIGNS: dict[Sign, Callable[[Any, Any], bool]] = {"<=": le, "<": lt, ">=": ge, ">": gt}


class Against(NamedTuple):
    """What the result of a test is held against: a difficulty.

    >>> Against(">", 7).met(7), Against("<=", 7).met(7)
    (False, True)
    >>> Against("<=", 4).chance(10), Against("<=", 12).chance(10)
    (0.4, 1.0)
    """

    sign: Sign
    n: int

    def met(self, result: int) -> bool:
        """Is the test passed with this result?"""
        return SIGNS[self.sign](result, self.n)

    def chance(self, sides: int) -> float:
        """How likely one die of so many sides is to meet it; 0 and 1 need no roll."""
        met = {"<=": self.n, "<": self.n - 1, ">=": sides + 1 - self.n, ">": sides - self.n}[self.sign]
        return max(0, min(sides, met)) / sides


class Test(Effect, frozen=True, tag="", kw_only=True):
    """A test and what follows from it. A game's word says of what, and how hard."""

    success: Steps = Steps()
    failure: Steps = Steps()

    @property
    def said(self) -> str:
        return "test" if self.success and self.failure else "test_passed" if self.success else "test_failed"

    def after(self, passed: bool) -> Steps:
        """What follows."""
        return self.success if passed else self.failure


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a table that is rolled on: for one result, or for all from `roll` up to another."""

    roll: Result
    upto: Result = 0
    effects: Steps

    @property
    def last(self) -> int:
        return self.upto or self.roll


R = TypeVar("R", bound=Row)


def row_for(rows: Sequence[R], result: int) -> R:
    """The row that a result names; what is beyond the ends of the table names the row at that end."""
    return next((row for row in rows if result <= row.last), rows[-1])


def check_rows(rows: Sequence[Row], sides: int) -> None:
    """Every result of a die must have one row."""
    if [result for row in rows for result in range(row.roll, row.last + 1)] != list(range(1, sides + 1)):
        raise Fault("rows", "expected one row for each result of the die, in order")
