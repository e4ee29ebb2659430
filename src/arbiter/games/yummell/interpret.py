"""How to interpret the rules: everything that changes a number is summed, with its sources, and the least applies once.

Playing cards and Supporters stand over Abilities and Advantages, those over the rules; what can coexist all counts.
A sum is reckoned once for each situation and then kept, so the number that is played by is the one that is explained.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from arbiter.core import rule

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
    from .catalogue import Catalogue
    from .race import Yummell
    from .sources import Source

KEPT = 1 << 14
"""For how many situations sums are kept."""


COSTS = {TerrainCost, SetFirstTerrainCost, IgnorePresenceCost, SquareCostExactly}
"""The changes that touch the cost of squares."""


class Part(NamedTuple):
    """One summand: what it is (a message key), whose card or Ability it comes from, and how much."""

    key: str
    source: str
    amount: int


class Sum(NamedTuple):
    """A number with its parts."""

    total: int
    parts: tuple[Part, ...]


@rule("YUM-PREC-2", "YUM-GAP-25", "YUM-GAP-29")
def add_up(parts: Sequence[Part], least: int | None = None) -> Sum:
    """All that can coexist counts, in one sum; the least applies once, to the whole."""
    total = sum(part.amount for part in parts)
    return Sum(total if least is None else max(least, total), tuple(parts))


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
def terrain_changes(sources: Sequence[Source], terrain: int) -> list[Part]:
    """Whatever makes a terrain dearer or cheaper; a reduction may outweigh a Curse, but does not remove it."""
    return [
        Part("part.source", source.key, change.delta)
        for source in sources
        for change in source.changes(TerrainCost)
        if change.counts(TERRAINS[terrain])
    ]


def set_first(sources: Sequence[Source]) -> Part | None:
    """What stands in for the terrain of the first square of a movement, if anything."""
    for source in sources:
        for change in source.changes(SetFirstTerrainCost):
            return Part("part.first", source.key, change.value)
    return None


@rule("YUM-PRES-1", "YUM-NAMED-10")
def presence(sources: Sequence[Source], others: int) -> list[Part]:
    """One more for each other character in the square, but not for a Dragon."""
    if not others or any(source.changes(IgnorePresenceCost) for source in sources):
        return []
    return [Part("part.presence", "", others * PRESENCE)]


@rule("YUM-NAMED-11", "YUM-PREC-7")
def passing(passed: Sequence[Source]) -> list[Part]:
    """What those who are passed demand. It is no cost of their presence, so a Dragon pays it too."""
    return [
        Part("part.passing", source.key, change.mp) for source in passed for change in source.changes(ExtraCostToPass)
    ]


@rule("YUM-PREC-3", "YUM-GAP-85")
def exactly(sources: Sequence[Source]) -> Sum | None:
    """A card that says exactly how much stands over everything else; the first one counts."""
    for source in sources:
        for change in source.changes(SquareCostExactly):
            return Sum(change.value, (Part("part.exactly", source.key, change.value),))
    return None


@rule("YUM-MOVE-6")
def at_least(parts: Sequence[Part]) -> Sum:
    """A square costs 1 MP at least, whatever reductions apply."""
    return add_up(parts, LEAST_COST)


class Pace(dict[tuple[int, int, bool, tuple[int, ...]], Sum]):
    """What entering squares costs with certain things in force. The key is the terrain, how many others are in the
    square, whether it is the first of the movement, and who has just been passed."""

    def __init__(self, content: Catalogue, powers: tuple[int, ...]) -> None:
        self.content = content
        self.sources = [content.sources[index] for index in powers]

    def __missing__(self, key: tuple[int, int, bool, tuple[int, ...]]) -> Sum:
        self[key] = cost = self.reckon(*key)
        return cost

    @rule("YUM-TILE-6")
    def reckon(self, terrain: int, others: int, first: bool, passed: tuple[int, ...]) -> Sum:
        """The cost, part by part."""
        fixed = exactly(self.sources)
        if fixed is not None:
            return fixed
        ground = set_first(self.sources) if first else None
        parts = [ground or Part(f"terrain.{TERRAINS[terrain]}", "", terrain_cost(terrain))]
        parts += terrain_changes(self.sources, terrain)
        parts += presence(self.sources, others)
        parts += passing([self.content.sources[index] for index in passed])
        return at_least(parts)


@lru_cache(KEPT)
def pace(content: Catalogue, powers: tuple[int, ...]) -> Pace:
    """The costs with these in force: each sum is reckoned when it is first wanted."""
    return _pace(content, tuple(index for index in powers if content.sources[index].only & COSTS))


@lru_cache(KEPT)
def _pace(content: Catalogue, powers: tuple[int, ...]) -> Pace:
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
    costs = pace(g.catalogue, in_force(g, seat))
    dear = blockers(g, seat)
    found: list[tuple[int, Sum, int, int]] = []
    so_far, first = 0, True
    passed: tuple[int, ...] = ()
    for square in course.way(path, at[seat]):
        others = at.count(square) if square != last else 0
        cost = costs[terrain[square], others, first, passed]
        so_far += cost.total
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
    return moving(g.catalogue, in_force(g, seat), boosts, g.state.nets[seat], number)


@lru_cache(KEPT)
def moving(
    content: Catalogue, powers: tuple[int, ...], boosts: tuple[int, ...], nets: tuple[int, ...], number: int
) -> Sum:
    """The MP of a card of a number: all bonuses and maluses in one sum, at least 1."""
    sources = content.sources
    parts = [Part("part.card", "", number)]
    for index in powers:
        for bonus in sources[index].changes(MovementBonus):
            if bonus.counts(number):
                parts.append(Part("part.source", sources[index].key, bonus.value))
    for index in boosts:
        for boost in sources[index].changes(NextCardBonus):
            parts.append(Part("part.source", sources[index].key, boost.value))
    for index in nets:
        for malus in sources[index].changes(NextMovementMalus):
            parts.append(Part("part.source", sources[index].key, -malus.value))
    return add_up(parts, 1)


# The sum in a Challenge


@rule("YUM-CHAL-1", "YUM-CHAR-3")
def strength(g: Yummell, seat: int, characteristic: str, number: int | None = None) -> Sum:
    """The sum in a Challenge: the Characteristic, the card (where one is played yet) and all bonuses."""
    s = g.state
    return challenging(g.catalogue, s.character[seat], in_force(g, seat), s.turn.aids, characteristic, number)


@lru_cache(KEPT)
def challenging(
    content: Catalogue,
    character: int,
    powers: tuple[int, ...],
    aids: tuple[int, ...],
    characteristic: str,
    number: int | None,
) -> Sum:
    """The same for a character with these in force and these to help."""
    helping = [content.sources[index] for index in aids]
    parts = [base(content.sources[character], characteristic, helping)]
    parts += bonuses([*(content.sources[index] for index in powers), *helping], characteristic)
    if number is not None:
        parts.append(Part("part.card", "", number))
    return add_up(parts)


@rule("YUM-CHAR-2", "YUM-GAP-109")
def base(character: Source, characteristic: str, aids: Sequence[Source]) -> Part:
    """The character's value in the Characteristic on the Creature, or in the one used instead."""
    used, by = characteristic, ""
    for aid in aids:
        for change in aid.changes(UseCharacteristic):
            used, by = change.value, aid.key
    return Part(f"characteristic.{used}", by, character.entry.value(used))


@rule("YUM-NAMED-2", "YUM-GAP-101")
def bonuses(sources: Sequence[Source], characteristic: str) -> list[Part]:
    """Whatever is added to the sum in a Challenge on this Characteristic."""
    return [
        Part("part.source", source.key, bonus.value)
        for source in sources
        for bonus in source.changes(ChallengeBonus)
        if bonus.counts(characteristic)
    ]
