"""What entering a square costs: all that can coexist counts, part by part, with its sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from arbiter.core import Text, rule
from arbiter.kit.numbers import Sum
from arbiter.kit.sources import Force, Standing

from .effects import (
    Change,
    ExtraCostToPass,
    IgnorePresenceCost,
    SetFirstTerrainCost,
    SquareCostExactly,
    TerrainCost,
)
from .entries import TERRAINS
from .numbers import LEAST_COST, PRESENCE, TERRAIN_COSTS

Costly = tuple[tuple[Change, str], ...]
Dear = tuple[ExtraCostToPass, str]
"""What makes passing a character dear, and by which power."""

COSTS: tuple[type[Change], ...] = (TerrainCost, SetFirstTerrainCost, IgnorePresenceCost, SquareCostExactly)
"""The changes that touch the cost of squares."""
KEPT = 1 << 14
"""Of how many sets of things in force it is kept what they come to."""


@rule("YUM-TILE-8", "YUM-TILE-9", "YUM-TILE-10", "YUM-TILE-11")
def terrain_cost(terrain: int) -> int:
    """Plain 1, Woods 2, Hills 2, Swamp 3."""
    return TERRAIN_COSTS[terrain]


@rule("YUM-PREC-5", "YUM-PREC-6")
def terrain_changes(cost: Sum, changes: Costly, terrain: int) -> None:
    """Whatever makes a terrain dearer or cheaper; a reduction may outweigh a Curse, but does not remove it."""
    for change, source in changes:
        if isinstance(change, TerrainCost) and change.counts(TERRAINS[terrain]):
            cost.add(change.delta, f"thing.{source}")


def set_first(cost: Sum, changes: Costly) -> None:
    """What stands in for the terrain of the first square of a movement, if anything; the first one counts."""
    for change, source in changes:
        if isinstance(change, SetFirstTerrainCost):
            cost.instead(change.value, Text("sum.first", {"source": source}))
            return


@rule("YUM-PRES-1", "YUM-NAMED-10")
def presence(cost: Sum, changes: Costly, others: int) -> None:
    """One more for each other character in the square, but not for a Dragon."""
    if not any(isinstance(change, IgnorePresenceCost) for change, _ in changes):
        cost.add(others * PRESENCE, "sum.presence")


@rule("YUM-NAMED-11", "YUM-PREC-7")
def passing(cost: Sum, passed: Sequence[Dear]) -> None:
    """What those who are passed demand. It is no cost of their presence, so a Dragon pays it too."""
    for change, source in passed:
        cost.add(change.mp, Text("sum.passing", {"source": source}))


@rule("YUM-PREC-3", "YUM-GAP-85")
def exactly(changes: Costly) -> Sum | None:
    """A card that says exactly how much stands over everything else; the first one counts."""
    for change, source in changes:
        if isinstance(change, SquareCostExactly):
            return Sum(change.value, Text("sum.exactly", {"source": source}))
    return None


class Pace(dict[tuple[int, int], tuple[int, Sum]]):
    """What entering squares costs with certain things in force, as a number and why: the first square of a movement, or
    one after certain others have just been passed. The key is the terrain, and how many others are in the square."""

    def __init__(self, changes: Costly, first: bool, passed: tuple[Dear, ...] = ()) -> None:
        self.changes, self.first, self.passed = changes, first, passed

    def __missing__(self, key: tuple[int, int]) -> tuple[int, Sum]:
        cost = self.reckon(*key)
        self[key] = found = cost.value, cost
        return found

    @rule("YUM-TILE-6", "YUM-MOVE-6", "YUM-PREC-2", "YUM-GAP-25")
    def reckon(self, terrain: int, others: int) -> Sum:
        """The cost, part by part: all that can coexist counts, and the least of 1 applies once, to the whole."""
        fixed = exactly(self.changes)
        if fixed is not None:
            return fixed
        cost = Sum(terrain_cost(terrain), f"terrain.{TERRAINS[terrain]}")
        if self.first:
            set_first(cost, self.changes)
        terrain_changes(cost, self.changes, terrain)
        presence(cost, self.changes, others)
        passing(cost, self.passed)
        return cost.at_least(LEAST_COST)


pace = lru_cache(KEPT)(Pace)


class InForce(Force):
    """All that changes a number for a character, and what squares cost him then: the first of a movement, and those
    after it; and the other sums that have been made with it."""

    __slots__ = ("first", "further", "sums")

    def __init__(self, standing: Iterable[Standing]) -> None:
        super().__init__(standing)
        costly = tuple([one for word in COSTS for one in self.always.get(word, ())])
        self.sums: dict[object, Sum] = {}
        self.further = pace(costly, False)
        self.first = pace(costly, True) if SetFirstTerrainCost in self.always else self.further
