"""How to interpret the rules: everything that changes a number is summed, with its sources, and the least applies once.

Playing cards and Supporters stand over Abilities and Advantages, those over the rules; what can coexist all counts.
The number that is played by is the one that is explained.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from arbiter.core import Text, rule
from arbiter.kit.numbers import Sum

from .effects import (
    ChallengeBonus,
    ExtraCostToPass,
    IgnorePresenceCost,
    MovementBonus,
    NextCardBonus,
    NextMovementMalus,
    SetFirstTerrainCost,
    SquareCostExactly,
    TerrainCost,
    UseCharacteristic,
)
from .entries import TERRAINS, CharacterSheet
from .numbers import LEAST_COST, PRESENCE, TERRAIN_COSTS

if TYPE_CHECKING:
    from .race import Yummell
    from .sources import Source

KEPT = 1 << 14
"""For how many sets of things in force the costs are kept."""


COSTS = {TerrainCost, SetFirstTerrainCost, IgnorePresenceCost, SquareCostExactly}
"""The changes that touch the cost of squares."""


@rule("YUM-PREC-1", "YUM-GAP-35", "YUM-GAP-69")
def in_force(g: Yummell, seat: int) -> tuple[Source, ...]:
    """Whatever now changes a number for a seat: cards first, then the powers that are always on."""
    s, found = g.state, g.always[seat]
    turn = s.turn
    if seat == s.mover and (turn.lasting or turn.markers):
        found = (*[g.cards[card] for card in turn.lasting], *[g.sources[index] for index in turn.markers], *found)
    if s.curses[seat]:
        found = (*[g.cards[card] for card in s.curses[seat]], *found)
    return found


# What entering a square costs


@rule("YUM-TILE-8", "YUM-TILE-9", "YUM-TILE-10", "YUM-TILE-11")
def terrain_cost(terrain: int) -> int:
    """Plain 1, Woods 2, Hills 2, Swamp 3."""
    return TERRAIN_COSTS[terrain]


@rule("YUM-PREC-5", "YUM-PREC-6")
def terrain_changes(cost: Sum, sources: Sequence[Source], terrain: int) -> None:
    """Whatever makes a terrain dearer or cheaper; a reduction may outweigh a Curse, but does not remove it."""
    for source in sources:
        for change in source.changes(TerrainCost):
            if change.counts(TERRAINS[terrain]):
                cost.add(change.delta, source.name)


def set_first(cost: Sum, sources: Sequence[Source]) -> None:
    """What stands in for the terrain of the first square of a movement, if anything; the first one counts."""
    for source in sources:
        for change in source.changes(SetFirstTerrainCost):
            cost.instead(change.value, Text("sum.first", {"source": source.key}))
            return


@rule("YUM-PRES-1", "YUM-NAMED-10")
def presence(cost: Sum, sources: Sequence[Source], others: int) -> None:
    """One more for each other character in the square, but not for a Dragon."""
    if not any(source.changes(IgnorePresenceCost) for source in sources):
        cost.add(others * PRESENCE, "sum.presence")


@rule("YUM-NAMED-11", "YUM-PREC-7")
def passing(cost: Sum, passed: Sequence[Source]) -> None:
    """What those who are passed demand. It is no cost of their presence, so a Dragon pays it too."""
    for source in passed:
        for change in source.changes(ExtraCostToPass):
            cost.add(change.mp, Text("sum.passing", {"source": source.key}))


@rule("YUM-PREC-3", "YUM-GAP-85")
def exactly(sources: Sequence[Source]) -> Sum | None:
    """A card that says exactly how much stands over everything else; the first one counts."""
    for source in sources:
        for change in source.changes(SquareCostExactly):
            return Sum(change.value, Text("sum.exactly", {"source": source.key}))
    return None


class Pace(dict[tuple[int, int], tuple[int, Sum]]):
    """What entering squares costs with certain things in force, as a number and why: the first square of a movement, or
    one after certain others have just been passed. The key is the terrain, and how many others are in the square."""

    def __init__(self, sources: tuple[Source, ...], first: bool, passed: tuple[Source, ...] = ()) -> None:
        self.sources, self.first, self.passed = sources, first, passed

    def __missing__(self, key: tuple[int, int]) -> tuple[int, Sum]:
        cost = self.reckon(*key)
        self[key] = found = cost.value, cost
        return found

    @rule("YUM-TILE-6", "YUM-MOVE-6", "YUM-PREC-2", "YUM-GAP-25")
    def reckon(self, terrain: int, others: int) -> Sum:
        """The cost, part by part: all that can coexist counts, and the least of 1 applies once, to the whole."""
        fixed = exactly(self.sources)
        if fixed is not None:
            return fixed
        cost = Sum(terrain_cost(terrain), f"terrain.{TERRAINS[terrain]}")
        if self.first:
            set_first(cost, self.sources)
        terrain_changes(cost, self.sources, terrain)
        presence(cost, self.sources, others)
        passing(cost, self.passed)
        return cost.at_least(LEAST_COST)


@lru_cache(KEPT)
def paces(sources: tuple[Source, ...]) -> tuple[Pace, Pace]:
    """The costs with these in force, of the first square and of those after it: each is reckoned when first wanted."""
    costly = tuple([source for source in sources if source.only & COSTS])
    return pace(costly, True), pace(costly, False)


pace = lru_cache(KEPT)(Pace)


def blockers(g: Yummell, seat: int) -> dict[int, tuple[Source, ...]]:
    """The squares in which others stand who make passing dear; whoever has arrived or waits at the start does not."""
    found: dict[int, tuple[Source, ...]] = {}
    for other, source in g.dear:
        square = g.state.at[other]
        if other != seat and 0 < square < g.course.last:
            found[square] = (*found.get(square, ()), source)
    return found


@rule("YUM-TILE-5", "YUM-PRES-2", "YUM-PREC-4", "YUM-GAP-26")
def way(g: Yummell, seat: int, path: int, mp: int | None = None) -> list[tuple[int, Sum, int, int]]:
    """The squares ahead of a character, as far as so many MP carry it: each with what entering it costs, the cost of
    the whole way so far, and how many others are there. Squares with two in them are walked through.

    Nothing is paid for the square that is left, and nothing for those who stood beside the character when it began:
    in doubt the mover is favoured.
    """
    at, course = g.state.at, g.course
    terrain, last = course.terrain, course.last
    costs, further = paces(in_force(g, seat))
    dear = blockers(g, seat)
    found: list[tuple[int, Sum, int, int]] = []
    so_far = 0
    for square in course.way(path, at[seat]):
        others = at.count(square) if square != last else 0
        n, cost = costs[terrain[square], others]
        so_far += n
        if mp is not None and so_far > mp:
            break
        found.append((square, cost, so_far, others))
        costs = pace(further.sources, False, dear[square]) if square in dear else further
    return found


# The MP of a movement card


@rule("YUM-MOVE-1", "YUM-GAP-29")
def points(g: Yummell, seat: int, number: int) -> Sum:
    """The MP that a movement card of a number gives a seat now: all bonuses and maluses in one sum, at least 1."""
    s, total = g.state, Sum(number, "sum.card")
    for source in in_force(g, seat):
        for bonus in source.changes(MovementBonus):
            if bonus.counts(number):
                total.add(bonus.value, source.name)
    if seat == s.mover:
        for index in s.turn.boosts:
            for boost in g.sources[index].changes(NextCardBonus):
                total.add(boost.value, g.sources[index].name)
    for index in s.nets[seat]:
        for malus in g.sources[index].changes(NextMovementMalus):
            total.add(-malus.value, g.sources[index].name)
    return total.at_least(1)


# The sum in a Challenge


@rule("YUM-CHAL-1", "YUM-CHAR-3")
def strength(g: Yummell, seat: int, characteristic: str, number: int | None = None) -> Sum:
    """The sum in a Challenge: the Characteristic, the card (where one is played yet) and all bonuses."""
    s, sources = g.state, in_force(g, seat)
    aids = [g.sources[index] for index in s.turn.aids]
    total = base(g.sources[s.character[seat]].entry, characteristic, aids)
    bonuses(total, characteristic, [*sources, *aids] if aids else sources)
    return total if number is None else total.add(number, "sum.card")


@rule("YUM-CHAR-2", "YUM-GAP-109")
def base(character: CharacterSheet, characteristic: str, aids: Sequence[Source]) -> Sum:
    """The character's value in the Characteristic on the Creature, or in the one used instead."""
    for aid in aids:
        for change in aid.changes(UseCharacteristic):
            characteristic = change.value
    return Sum(character.value(characteristic), f"characteristic.{characteristic}")


@rule("YUM-NAMED-2", "YUM-GAP-101")
def bonuses(total: Sum, characteristic: str, sources: Sequence[Source]) -> None:
    """Whatever is added to the sum in a Challenge on this Characteristic."""
    for source in sources:
        for bonus in source.changes(ChallengeBonus):
            if bonus.counts(characteristic):
                total.add(bonus.value, source.name)
