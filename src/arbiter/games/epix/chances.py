"""What the last player of Winter could do at his best: every bid is 0 and an attack with Gold enough goes as he likes.

Knights are taken together and set down where they serve best at the end, as at bids of 0 a conquest is free and a
Knight can always walk on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from .attack import ORDER, range_of
from .board import (
    BORDER_LEVIES,
    BRIBED_SENTRIES,
    CAMP,
    CATAPULT,
    FORCED_MARCH,
    KNIGHT,
    MOUNTAIN_GUIDES,
    PLUNDER_RIGHTS,
    SOLDIER,
    WHEELED_ENGINES,
    board,
)
from .recruitment import price
from .state import GARRISON, NOBODY, EpixState, guesses

MOST_PLACES = 3
"""How many provinces that nobody holds recruits may fill: two homes, and one more with Border Levies."""


class Line(NamedTuple):
    """A position on the way: Knights are lifted off the board and known by where they set out from."""

    owner: tuple[int, ...]
    units: tuple[int, ...]
    knights: tuple[int, ...]
    soldiers: int
    """Provinces whose Soldier is finished, a bit each."""
    engines: int
    """Provinces whose Catapult can do nothing, a bit each."""
    gold: int
    supply: tuple[int, ...]


class Chances:
    """Everything that one seat could do in its last turn, step by step."""

    def __init__(self, s: EpixState, seat: int) -> None:
        self.s, self.seat = s, seat
        self.sheet = board(s.seats)
        self.cards = s.abilities[seat]
        self.plunder = bool(self.cards & PLUNDER_RIGHTS)
        self.barred = NOBODY if self.cards & MOUNTAIN_GUIDES else self.sheet.mountain
        self.bribe = bool(self.cards & BRIBED_SENTRIES & ~s.used[seat])
        self._needs: dict[int, tuple[int, ...]] = {}

    def need(self, p: int) -> tuple[int, ...]:
        """How much Gold it takes to beat each kind of defender in a province of another."""
        known = self._needs.get(p)
        if known is None:
            castle = self.s.keep[p] >= 0
            counts = [guesses(self.s, p, victim) if victim != GARRISON or castle else 0 for victim in range(5)]
            known = self._needs[p] = tuple(max(1, n - 1) if self.bribe and n else n for n in counts)
        return known

    def start(self, lifting: bool) -> Line:
        """The board as it stands, with the own Knights lifted if they may move."""
        s = self.s
        owner, units = list(s.owner), list(s.units)
        knights = [p for p, whose in enumerate(owner) if lifting and whose == self.seat and units[p] >> KNIGHT & 1]
        for p in knights:
            units[p] &= ~(1 << KNIGHT)
            if not units[p]:
                owner[p] = NOBODY
        supply = tuple(s.supply[self.seat * 4 : self.seat * 4 + 4])
        return Line(tuple(owner), tuple(units), tuple(knights), 0, s.captured, s.gold[self.seat], supply)

    # What attackers can beat

    def able_soldier(self, line: Line, p: int) -> bool:
        mine = line.owner[p] == self.seat and line.units[p] >> SOLDIER & 1
        return bool(mine) and not line.soldiers >> p & 1

    def beaten(self, line: Line, p: int, gold: int) -> int | None:
        """The Gold in hand after beating all defenders of a province with bids of 0, or None where it is too little."""
        need = self.need(p)
        defenders = [unit for unit in ORDER if line.units[p] >> unit & 1]
        if self.s.keep[p] >= 0:
            defenders.append(GARRISON)
        for unit in defenders:
            if gold < need[unit]:
                return None
            gold += self.plunder
        return gold

    def enterable(self, line: Line, p: int) -> bool:
        """Open ground: empty, own, or with a lone Catapult; never a castle of another."""
        if self.s.keep[p] not in (NOBODY, self.seat):
            return False
        return line.owner[p] in (NOBODY, self.seat) or line.units[p] == 1 << CATAPULT

    def at_peace(self, line: Line, p: int) -> bool:
        """Whether there is nobody beside a province for a Soldier to attack."""
        return all(self.enterable(line, q) for q in self.sheet.adjacent[p])

    # Travelling Knights

    def travel(self, line: Line, start: tuple[int, ...] | None = None) -> set[int]:
        """Where the Knights can get to, over open ground and over what they can beat on the way."""
        knights = line.knights if start is None else start
        reach, ways = set(knights), list(knights)
        gold = line.gold
        waiting: set[int] = set()
        while ways:
            p = ways.pop()
            for q in self.sheet.adjacent[p]:
                if q in reach or q == self.barred or self.s.keep[q] not in (NOBODY, self.seat):
                    continue
                if not self.enterable(line, q):
                    left = self.beaten(line, q, gold)
                    if left is None:
                        waiting.add(q)
                        continue
                    gold = left
                reach.add(q)
                ways.append(q)
            if not ways:
                ways = [q for q in sorted(waiting) if self.beaten(line, q, gold) is not None]
                waiting -= set(ways)
                for q in ways:
                    gold += self.plunder * bin(line.units[q] & ~(1 << CATAPULT)).count("1")
                reach |= set(ways)
        return reach

    def sweeps(self, line: Line) -> Iterator[Line]:
        """The Knights together beat and enter all they can travel to; what they find there is captured.

        Where the supply is short the player's order of conquest decides what is replaced, so each choice is tried.
        """
        taken = [p for p in sorted(self.travel(line)) if line.owner[p] not in (NOBODY, self.seat)]
        if not taken:
            yield line
            return
        owner, units, gold = list(line.owner), list(line.units), line.gold
        found = [[p for p in taken if units[p] >> unit & 1] for unit in (CAMP, CATAPULT)]
        for p in taken:
            gold += self.plunder * bin(units[p] & ~(1 << CATAPULT)).count("1")
            owner[p], units[p] = NOBODY, 0
        swept = line._replace(owner=tuple(owner), units=tuple(units), gold=gold)
        for camps in combinations(found[0], min(len(found[0]), line.supply[CAMP])):
            for engines in combinations(found[1], min(len(found[1]), line.supply[CATAPULT])):
                yield self._replaced(swept, camps, engines)

    def _replaced(self, line: Line, camps: tuple[int, ...], engines: tuple[int, ...]) -> Line:
        """Own Camps and Catapults come where captured ones stood."""
        owner, units, supply, idle = list(line.owner), list(line.units), list(line.supply), line.engines
        for p in camps:
            owner[p], units[p] = self.seat, units[p] | 1 << CAMP
        for p in engines:
            owner[p], units[p], idle = self.seat, units[p] | 1 << CATAPULT, idle | 1 << p
        supply[CAMP] -= len(camps)
        supply[CATAPULT] -= len(engines)
        return line._replace(owner=tuple(owner), units=tuple(units), supply=tuple(supply), engines=idle)

    def worth(self, p: int) -> tuple[bool, bool, int]:
        """Which province to hold first: gold provinces, then others, homes last as recruits can fill them."""
        return (not self.sheet.gold[p], self.s.realm[p] == self.seat, p)

    def settle_knights(self, line: Line) -> Line:
        """Set the Knights down where nobody stands, as many and as well as their travels allow."""
        if not line.knights:
            return line
        free = [
            sorted(
                (p for p in self.travel(line, (knight,)) if line.owner[p] == NOBODY and self.s.keep[p] == NOBODY),
                key=self.worth,
            )[:2]
            for knight in line.knights
        ]
        spots = min(_settlings(free), key=lambda chosen: (-len(chosen), sorted(map(self.worth, chosen))))
        owner, units = list(line.owner), list(line.units)
        for p in spots:
            owner[p] = self.seat
            units[p] |= 1 << KNIGHT
        return line._replace(owner=tuple(owner), units=tuple(units), knights=())

    # Soldiers and Catapults

    def deeds(self, line: Line, recruiting: bool) -> Iterator[Line]:
        for p, whose in enumerate(line.owner):
            if whose != self.seat:
                continue
            if self.able_soldier(line, p):
                yield from self.soldier_deeds(line, p, recruiting)
            if line.units[p] >> CATAPULT & 1 and not line.engines >> p & 1:
                yield from self.catapult_deeds(line, p, recruiting)
        if recruiting:
            yield from self.lost_knights(line)

    def soldier_deeds(self, line: Line, p: int, recruiting: bool) -> Iterator[Line]:
        lost = False
        for q in self.steps(line, p):
            yield self._march(line, p, q)
        for q in self.sheet.adjacent[p]:
            if self.enterable(line, q):
                continue
            if self.s.keep[q] == NOBODY:
                gold = self.beaten(line, q, line.gold)
                if gold is not None:
                    yield self._march(line._replace(gold=gold), p, q)
            lost = True
        if lost and recruiting:
            yield self._without(line, p, SOLDIER)

    def steps(self, line: Line, p: int) -> set[int]:
        """Where a Soldier may walk to."""

        def room(q: int) -> bool:
            return not (line.owner[q] == self.seat and line.units[q] >> SOLDIER & 1)

        near = [q for q in self.sheet.adjacent[p] if self.enterable(line, q)]
        found = {q for q in near if room(q)}
        if self.cards & FORCED_MARCH:
            for q in near:
                if line.owner[q] in (NOBODY, self.seat):
                    far = self.sheet.adjacent[q]
                    found |= {r for r in far if r != p and self.enterable(line, r) and room(r)}
        return found

    def _march(self, line: Line, p: int, q: int) -> Line:
        """A Soldier goes from p to q, captures what it finds there, and is finished."""
        owner, units = list(line.owner), list(line.units)
        supply, engines = list(line.supply), line.engines
        units[p] &= ~(1 << SOLDIER)
        if not units[p]:
            owner[p] = NOBODY
        if owner[q] not in (NOBODY, self.seat):
            engines = self._capture(owner, units, supply, engines, q)
        owner[q] = self.seat
        units[q] |= 1 << SOLDIER
        soldiers = line.soldiers & ~(1 << p) | 1 << q
        return line._replace(
            owner=tuple(owner), units=tuple(units), supply=tuple(supply), engines=engines, soldiers=soldiers
        )

    def _capture(self, owner: list[int], units: list[int], supply: list[int], engines: int, p: int) -> int:
        """A province changes hands: its Camp and Catapult are swapped for own ones as far as the supply goes."""
        there, units[p], owner[p] = units[p], 0, NOBODY
        for unit in (CAMP, CATAPULT):
            if there >> unit & 1 and supply[unit]:
                supply[unit] -= 1
                units[p] |= 1 << unit
                owner[p] = self.seat
                if unit == CATAPULT:
                    engines |= 1 << p
        return engines

    def _without(self, line: Line, p: int, unit: int) -> Line:
        """A unit of the player's goes from the board to the supply."""
        owner, units, supply = list(line.owner), list(line.units), list(line.supply)
        units[p] &= ~(1 << unit)
        supply[unit] += 1
        if not units[p]:
            owner[p] = NOBODY
        return line._replace(owner=tuple(owner), units=tuple(units), supply=tuple(supply))

    def catapult_deeds(self, line: Line, p: int, recruiting: bool) -> Iterator[Line]:
        lost = False
        for q in range_of(self.sheet, p):
            if line.owner[q] in (NOBODY, self.seat):
                continue
            there = [unit for unit in range(4) if line.units[q] >> unit & 1]
            needed = max(self.need(q)[unit] for unit in there)
            if line.gold >= needed:
                owner, units = list(line.owner), list(line.units)
                owner[q], units[q] = NOBODY, 0
                gold = line.gold + (self.plunder and needed > 0)
                yield self._without(line._replace(owner=tuple(owner), units=tuple(units), gold=gold), p, CATAPULT)
            lost = lost or needed > 0
        if lost and (recruiting or self.prey(line)):
            yield self._without(line, p, CATAPULT)
        if self.cards & WHEELED_ENGINES:
            for q in self.sheet.adjacent[p]:
                own = line.owner[q] in (NOBODY, self.seat) and self.s.keep[q] in (NOBODY, self.seat)
                if own and not line.units[q] >> CATAPULT & 1:
                    owner, units = list(line.owner), list(line.units)
                    units[p] &= ~(1 << CATAPULT)
                    if not units[p]:
                        owner[p] = NOBODY
                    owner[q] = self.seat
                    units[q] |= 1 << CATAPULT
                    yield line._replace(owner=tuple(owner), units=tuple(units), engines=line.engines | 1 << q)

    # Pieces thrown away

    def losses(self, line: Line, recruiting: bool) -> Iterator[Line]:
        """Pieces lost in an attack, where one more in supply could be bought again or replace a captured Catapult."""

        def wanted(unit: int) -> bool:
            return recruiting and line.supply[unit] < min(MOST_PLACES, line.gold // price(self.cards, unit))

        for p, whose in enumerate(line.owner):
            if whose != self.seat:
                continue
            if wanted(SOLDIER) and self.able_soldier(line, p) and not self.at_peace(line, p):
                yield self._without(line, p, SOLDIER)
            if line.units[p] >> CATAPULT & 1 and not line.engines >> p & 1 and (wanted(CATAPULT) or self.prey(line)):
                yield from self.catapult_deeds(line, p, True)
        if wanted(KNIGHT):
            yield from self.lost_knights(line)

    def lost_knights(self, line: Line) -> Iterator[Line]:
        """A Knight may be thrown away in an attack that fails, to be bought again."""
        for at, knight in enumerate(line.knights):
            reach = self.travel(line, (knight,))
            hostile = [q for q in range(len(line.owner)) if not self.enterable(line, q) and q != self.barred]
            if any(p in reach for q in hostile for p in self.sheet.adjacent[q]):
                supply = list(line.supply)
                supply[KNIGHT] += 1
                yield line._replace(knights=line.knights[:at] + line.knights[at + 1 :], supply=tuple(supply))

    def prey(self, line: Line) -> bool:
        """Whether there are more Catapults to capture than lie in supply to replace them."""
        foes = [p for p, whose in enumerate(line.owner) if whose not in (NOBODY, self.seat)]
        engines = [p for p in foes if line.units[p] >> CATAPULT & 1 and self.s.keep[p] == NOBODY]
        return len(engines) > line.supply[CATAPULT]

    # Recruits

    def recruits(
        self, line: Line, kinds: tuple[int, ...], places: list[int] | None = None
    ) -> Iterator[tuple[int, Line]]:
        """Every single unit that could be bought now, with its place."""
        s = self.s
        where = range(len(line.owner)) if places is None else places
        for p in where:
            mine = line.owner[p] == self.seat or p in line.knights
            if places is None and not mine and not (s.realm[p] == self.seat and line.owner[p] == NOBODY):
                continue
            for unit in kinds:
                cost = price(self.cards, unit)
                if not line.supply[unit] or cost > line.gold or line.units[p] >> unit & 1:
                    continue
                if unit == CAMP and s.keep[p] >= 0:
                    continue
                if unit == KNIGHT and (p == self.barred or p in line.knights):
                    continue
                yield p, self._bought(line, p, unit, cost, places is None)

    def _bought(self, line: Line, p: int, unit: int, cost: int, lifted: bool) -> Line:
        supply = list(line.supply)
        supply[unit] -= 1
        line = line._replace(supply=tuple(supply), gold=line.gold - cost)
        if unit == KNIGHT and lifted:
            return line._replace(knights=tuple(sorted((*line.knights, p))))
        owner, units = list(line.owner), list(line.units)
        owner[p] = self.seat
        units[p] |= 1 << unit
        return line._replace(owner=tuple(owner), units=tuple(units))

    def levied(self, line: Line) -> Iterator[tuple[int, Line]]:
        """Every single unit that Border Levies could bring before Move & Attack, with its place."""
        if not self.cards & BORDER_LEVIES:
            return
        for place in self.levy_places(line):
            for unit in (SOLDIER, KNIGHT, CAMP, CATAPULT):
                cost = price(self.cards, unit)
                if line.supply[unit] and cost <= line.gold and not (unit == KNIGHT and place == self.barred):
                    yield place, self._bought(line, place, unit, cost, True)

    def levy_places(self, line: Line) -> list[int]:
        """Where Border Levies may go."""
        stands = {p for p, whose in enumerate(line.owner) if whose == self.seat} | set(line.knights)
        return [
            p
            for p, whose in enumerate(line.owner)
            if whose == NOBODY
            and self.s.keep[p] == NOBODY
            and self.s.realm[p] != self.seat
            and p not in line.knights
            and any(q in stands for q in self.sheet.adjacent[p])
        ]


def _settlings(free: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Ways to put each Knight on a spot of its own, or on none."""
    if not free:
        yield ()
        return
    for rest in _settlings(free[1:]):
        yield rest
        for spot in free[0]:
            if spot not in rest:
                yield (spot, *rest)
