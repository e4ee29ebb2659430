"""How to interpret the rules: everything that changes a number is summed, with its sources, and the least applies once.

Playing cards and Supporters stand over Abilities and Advantages, those over the rules; what can coexist all counts.
A sum is reckoned once for each situation and then kept, so the number that is played by is the one that is explained.
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
from .entries import TERRAINS
from .numbers import LEAST_COST, PRESENCE, TERRAIN_COSTS

if TYPE_CHECKING:
    from .book import Book
    from .race import Yummell
    from .sources import Source

KEPT = 1 << 14
"""For how many situations sums are kept."""


COSTS = {TerrainCost, SetFirstTerrainCost, IgnorePresenceCost, SquareCostExactly}
"""The changes that touch the cost of squares."""


@rule("YUM-PREC-1", "YUM-GAP-35", "YUM-GAP-69")
def in_force(g: Yummell, seat: int) -> tuple[int, ...]:
    """Whatever now changes a number for a seat, by its index: cards first, then the powers that are always on."""
    s, powers = g.state, g.always[seat]
    turn = s.turn
    if seat == s.mover and (turn.lasting or turn.markers):
        powers = tuple([g.cards[card].index for card in turn.lasting]) + turn.markers + powers
    if s.curses[seat]:
        powers = tuple([g.cards[card].index for card in s.curses[seat]]) + powers
    return powers


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


class Pace(dict[tuple[int, int, bool, tuple[int, ...]], tuple[int, Sum]]):
    """What entering squares costs with certain things in force, as a number and why. The key is the terrain, how many
    others are in the square, whether it is the first of the movement, and who has just been passed."""

    def __init__(self, content: Book, powers: tuple[int, ...]) -> None:
        self.content = content
        self.sources = [content.sources[index] for index in powers]

    def __missing__(self, key: tuple[int, int, bool, tuple[int, ...]]) -> tuple[int, Sum]:
        cost = self.reckon(*key)
        self[key] = found = cost.value, cost
        return found

    @rule("YUM-TILE-6", "YUM-MOVE-6", "YUM-PREC-2", "YUM-GAP-25")
    def reckon(self, terrain: int, others: int, first: bool, passed: tuple[int, ...]) -> Sum:
        """The cost, part by part: all that can coexist counts, and the least of 1 applies once, to the whole."""
        fixed = exactly(self.sources)
        if fixed is not None:
            return fixed
        cost = Sum(terrain_cost(terrain), f"terrain.{TERRAINS[terrain]}")
        if first:
            set_first(cost, self.sources)
        terrain_changes(cost, self.sources, terrain)
        presence(cost, self.sources, others)
        passing(cost, [self.content.sources[index] for index in passed])
        return cost.at_least(LEAST_COST)


@lru_cache(KEPT)
def pace(content: Book, powers: tuple[int, ...]) -> Pace:
    """The costs with these in force: each sum is reckoned when it is first wanted."""
    return _pace(content, tuple(index for index in powers if content.sources[index].only & COSTS))


@lru_cache(KEPT)
def _pace(content: Book, powers: tuple[int, ...]) -> Pace:
    return Pace(content, powers)


def blockers(g: Yummell, seat: int) -> dict[int, tuple[int, ...]]:
    """The squares in which others stand who make passing dear; whoever has arrived or waits at the start does not."""
    found: dict[int, tuple[int, ...]] = {}
    for other, index in g.dear:
        square = g.state.at[other]
        if other != seat and 0 < square < g.course.last:
            found[square] = (*found.get(square, ()), index)
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
    costs = pace(g.book, in_force(g, seat))
    dear = blockers(g, seat)
    found: list[tuple[int, Sum, int, int]] = []
    so_far, first = 0, True
    passed: tuple[int, ...] = ()
    for square in course.way(path, at[seat]):
        others = at.count(square) if square != last else 0
        n, cost = costs[terrain[square], others, first, passed]
        so_far += n
        if mp is not None and so_far > mp:
            break
        found.append((square, cost, so_far, others))
        first = False
        if dear:
            passed = dear.get(square, ())
    return found


# The MP of a movement card


@rule("YUM-MOVE-1")
def points(g: Yummell, seat: int, number: int) -> Sum:
    """The MP that a movement card gives a seat now, part by part."""
    turn = g.state.turn
    boosts = turn.boosts if seat == g.state.mover else ()
    return moving(g.book, in_force(g, seat), boosts, g.state.nets[seat], number)


@lru_cache(KEPT)
@rule("YUM-GAP-29")
def moving(content: Book, powers: tuple[int, ...], boosts: tuple[int, ...], nets: tuple[int, ...], number: int) -> Sum:
    """The MP of a card of a number: all bonuses and maluses in one sum, at least 1."""
    points, sources = Sum(number, "sum.card"), content.sources
    for source in [sources[index] for index in powers]:
        for bonus in source.changes(MovementBonus):
            if bonus.counts(number):
                points.add(bonus.value, source.name)
    for source in [sources[index] for index in boosts]:
        for boost in source.changes(NextCardBonus):
            points.add(boost.value, source.name)
    for source in [sources[index] for index in nets]:
        for malus in source.changes(NextMovementMalus):
            points.add(-malus.value, source.name)
    return points.at_least(1)


# The sum in a Challenge


@rule("YUM-CHAL-1", "YUM-CHAR-3")
def strength(g: Yummell, seat: int, characteristic: str, number: int | None = None) -> Sum:
    """The sum in a Challenge: the Characteristic, the card (where one is played yet) and all bonuses."""
    s = g.state
    return challenging(g.book, s.character[seat], in_force(g, seat), s.turn.aids, characteristic, number)


@lru_cache(KEPT)
def challenging(
    content: Book,
    character: int,
    powers: tuple[int, ...],
    aids: tuple[int, ...],
    characteristic: str,
    number: int | None,
) -> Sum:
    """The same for a character with these in force and these to help."""
    helping = [content.sources[index] for index in aids]
    total = base(content.sources[character], characteristic, helping)
    bonuses(total, [*(content.sources[index] for index in powers), *helping], characteristic)
    return total if number is None else total.add(number, "sum.card")


@rule("YUM-CHAR-2", "YUM-GAP-109")
def base(character: Source, characteristic: str, aids: Sequence[Source]) -> Sum:
    """The character's value in the Characteristic on the Creature, or in the one used instead."""
    total = Sum(character.entry.value(characteristic), f"characteristic.{characteristic}")
    for aid in aids:
        for change in aid.changes(UseCharacteristic):
            total.instead(character.entry.value(change.value), f"characteristic.{change.value}")
    return total


@rule("YUM-NAMED-2", "YUM-GAP-101")
def bonuses(total: Sum, sources: Sequence[Source], characteristic: str) -> None:
    """Whatever is added to the sum in a Challenge on this Characteristic."""
    for source in sources:
        for bonus in source.changes(ChallengeBonus):
            if bonus.counts(characteristic):
                total.add(bonus.value, source.name)
