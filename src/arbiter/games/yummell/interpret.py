"""How to interpret the rules: everything that changes a number is summed, with its sources, and the least applies once.

Playing cards and Supporters stand over Abilities and Advantages, those over the rules; what can coexist all counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arbiter.core import rule

from .entries import CHARACTERISTICS, TERRAINS
from .sources import TERRAIN_COSTS, Source

if TYPE_CHECKING:
    from .race import Yummell


@dataclass(slots=True, frozen=True)
class Part:
    """One summand: what it is (a message key), whose card or Ability it comes from, and how much."""

    key: str
    source: str
    amount: int


@dataclass(slots=True, frozen=True)
class Sum:
    """A number with its parts. `fixed` is set where a card says exactly how much."""

    parts: tuple[Part, ...]
    least: int | None = None
    fixed: int | None = None

    @property
    def total(self) -> int:
        if self.fixed is not None:
            return self.fixed
        total = sum(part.amount for part in self.parts)
        return total if self.least is None else max(self.least, total)


@rule("YUM-PREC-1", "YUM-PREC-2", "YUM-PREC-3", "YUM-PREC-4")
def standing(g: Yummell, seat: int) -> Iterator[Source]:
    """Whatever now changes a number for a seat: cards first, then Ability and Advantage."""
    s, cards, sources = g.state, g.cards, g.sources
    for card in s.curses[seat]:
        yield cards[card]
    if seat == s.mover:
        for card in s.lasting:
            yield cards[card]
        for source in s.in_force:
            yield sources[source]
    advantage = sources[s.advantage[seat]]
    if advantage.passive:
        yield advantage
    character = sources[s.character[seat]]
    if character.passive:
        yield character


@dataclass(slots=True, frozen=True)
class Pace:
    """What the squares cost a seat in this Movement Phase, folded from everything in force."""

    costs: tuple[int, ...]
    changes: tuple[int, ...]
    first: int
    presence: bool
    exactly: int


@rule("YUM-TILE-8", "YUM-TILE-9", "YUM-TILE-10", "YUM-TILE-11", "YUM-NAMED-1", "YUM-NAMED-3", "YUM-NAMED-4")
def pace(g: Yummell, seat: int) -> Pace:
    """Plain 1, Woods 2, Hills 2, Swamp 3, and whatever changes that for a seat now."""
    s = g.state
    key: tuple[int, ...] = (s.character[seat], s.advantage[seat])
    if s.curses[seat] or (seat == s.mover and (s.lasting or s.in_force)):
        cards = g.cards
        key += tuple([cards[card].index for card in s.curses[seat]])
        if seat == s.mover:
            key += tuple([cards[card].index for card in s.lasting]) + tuple(s.in_force)
    paces: dict[tuple[int, ...], Pace] = g.catalogue.paces
    made = paces.get(key)
    if made is None:
        made = paces[key] = _fold(standing(g, seat))
    return made


def _fold(sources: Iterator[Source]) -> Pace:
    changes = [0, 0, 0, 0]
    first = exactly = 0
    presence = True
    for source in sources:
        for terrain, delta in enumerate(source.terrain):
            changes[terrain] += delta
        first = source.first or first
        exactly = exactly or source.exactly
        presence = presence and not source.ignore_presence
    costs = tuple(base + delta for base, delta in zip(TERRAIN_COSTS, changes, strict=True))
    return Pace(costs, tuple(changes), first, presence, exactly)


@rule("YUM-PREC-5", "YUM-PREC-6", "YUM-PREC-7")
def cost(g: Yummell, seat: int, square: int, first: bool, behind: int = 0) -> Sum:
    """What entering a square costs, part by part. `first`: the first square of the phase; `behind`: the square just
    left, if it was entered in the same phase (for those who make passing dear)."""
    s, course = g.state, g.course
    terrain = course.terrain[square]
    sources = list(standing(g, seat))
    parts = [Part(f"terrain.{TERRAINS[terrain]}", "", TERRAIN_COSTS[terrain])]
    if first:
        for source in sources:
            if source.first:
                parts = [Part("part.first", source.key, source.first)]
    fixed = None
    for source in sources:
        if source.terrain[terrain]:
            parts.append(Part("part.source", source.key, source.terrain[terrain]))
        if source.exactly and fixed is None:
            fixed = source.exactly
            parts.append(Part("part.exactly", source.key, 0))
    if square != course.last and not any(source.ignore_presence for source in sources):
        others = sum(at == square for other, at in enumerate(s.at) if other != seat)
        if others:
            parts.append(Part("part.presence", "", others))
    for other, at in enumerate(s.at):
        if behind and other != seat and at == behind:
            blocker = g.sources[s.character[other]]
            if blocker.pass_extra:
                parts.append(Part("part.passing", blocker.key, blocker.pass_extra))
    return Sum(tuple(parts), 1, fixed)


def points(g: Yummell, seat: int, number: int) -> Sum:
    """The MP that a movement card gives a seat now, part by part."""
    parts = [Part("part.card", "", number)]
    for source in standing(g, seat):
        value, most = source.move
        if value and (not most or number <= most):
            parts.append(Part("part.source", source.key, value))
    if seat == g.state.mover:
        for index in g.state.boosts:
            parts.append(Part("part.source", g.sources[index].key, g.sources[index].boost))
    for index in g.state.nets[seat]:
        parts.append(Part("part.source", g.sources[index].key, -g.sources[index].malus))
    return Sum(tuple(parts), 1)


@rule("YUM-NAMED-2")
def strength(g: Yummell, seat: int, characteristic: int, number: int | None = None) -> Sum:
    """The sum in a Challenge: the Characteristic, the card (where one is played yet) and all bonuses."""
    s = g.state
    aids = [g.sources[index] for index in s.aids]
    used = characteristic
    by = ""
    for aid in aids:
        if aid.instead >= 0:
            used, by = aid.instead, aid.key
    value = g.sources[s.character[seat]].values[used]
    parts = [Part(f"characteristic.{CHARACTERISTICS[used]}", by, value)]
    for source in (*standing(g, seat), *aids):
        bonus, only = source.challenge_of
        if bonus and only in (-1, characteristic):
            parts.append(Part("part.source", source.key, bonus))
    if number is not None:
        parts.append(Part("part.card", "", number))
    return Sum(tuple(parts))


def way(g: Yummell, seat: int, path: int) -> Iterator[tuple[int, Sum, int]]:
    """The squares ahead of a character: each with what entering it costs, and the cost of the whole way so far."""
    course = g.course
    square = g.state.at[seat]
    behind = so_far = 0
    while square != course.last:
        entered = course.ahead(path, square)
        total = cost(g, seat, entered, not behind, behind)
        so_far += total.total
        yield entered, total, so_far
        square = behind = entered
