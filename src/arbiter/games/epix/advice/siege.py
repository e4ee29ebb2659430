"""Which castles a player could take at once, and with what chance."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from ..attack import ORDER, range_of
from ..board import BRIBED_SENTRIES, CATAPULT, KNIGHT, MOUNTAIN_GUIDES, PLUNDER_RIGHTS, SOLDIER, Board
from ..movement import HOSTILE, ways
from ..state import GARRISON, EpixState, guesses
from .contest import level

MOST_FIGHTERS = 3
"""How many units a siege is weighed with; a fourth hardly matters."""

KNOWN = 50_000
"""How many positions' dangers are remembered."""


class Siege(NamedTuple):
    """What a siege is up against and what it has: the guesses of each defender in turn, the Garrison's last; units that
    can fight it, Catapults that can shoot at the units before the Garrison, and Gold for each success."""

    names: tuple[int, ...]
    fighters: int
    shots: int
    plunder: int


@lru_cache(maxsize=1 << 17)
def chance(siege: Siege, gold: int) -> float:
    """The chance that a castle falls to so much Gold, if both sides bid and guess as well as can be."""
    names, fighters, shots, plunder = siege
    if not names:
        return 1.0
    if not fighters or gold < names[-1]:
        return 0.0
    best = 0.0
    if gold >= names[0]:
        won, lost = Siege(names[1:], fighters, shots, plunder), Siege(names, fighters - 1, shots, plunder)
        best = _bid(won, lost, names[0], gold, plunder)
    if shots and len(names) > 1:
        needed = max(names[:-1])
        if gold >= needed:
            won, lost = Siege(names[-1:], fighters, shots - 1, plunder), Siege(names, fighters, shots - 1, plunder)
            best = max(best, _bid(won, lost, needed, gold, plunder))
    return best


def _bid(won: Siege, lost: Siege, names: int, gold: int, plunder: int) -> float:
    success = [chance(won, left + plunder) for left in range(gold, -1, -1)]
    failure = [chance(lost, left) for left in range(gold, -1, -1)]
    return level(success, list(map(min, failure, success)), names)


def defenders(s: EpixState, province: int) -> tuple[int, ...]:
    """The guesses of those who defend a province, in the order they must be beaten."""
    there = s.units[province]
    found = [guesses(s, province, unit) for unit in ORDER if there >> unit & 1]
    if s.keep[province] >= 0:
        found.append(guesses(s, province, GARRISON))
    return tuple(found)


@cache
def neighbours(board: Board) -> tuple[int, ...]:
    """Province -> the provinces next to it, a bit each."""
    return tuple(sum(1 << q for q in near) for near in board.adjacent)


def ride(start: int, free: int, near: tuple[int, ...]) -> int:
    """All provinces a Knight can ride to over free ground, its own included, a bit each."""
    region = frontier = 1 << start
    while frontier:
        low = frontier & -frontier
        fresh = near[low.bit_length() - 1] & free & ~region
        region |= fresh
        frontier = (frontier ^ low) | fresh
    return region


class Forces(NamedTuple):
    """What a seat could attack with: where Soldiers stand (a bit a province), where Knights stand and where each can
    ride to, where Catapults stand, and the ground that is free to walk on."""

    soldiers: int
    knights: list[int]
    rides: list[int]
    catapults: list[int]
    free: int

    def fighters(self, beside: int) -> int:
        """How many of them could attack from one of these provinces."""
        return (self.soldiers & beside).bit_count() + sum(1 for region in self.rides if region & beside)


def forces(s: EpixState, board: Board, seat: int, at_once: bool = False) -> Forces:
    """A seat's forces; `at_once` only those not finished in the action under way."""
    near = neighbours(board)
    free = 0
    for p, way in enumerate(ways(s, seat)):
        if way != HOSTILE:
            free |= 1 << p
    rideable = free if s.abilities[seat] & MOUNTAIN_GUIDES else free & ~(1 << board.mountain)
    soldiers = 0
    catapults: list[int] = []
    knights: list[int] = []
    rides: list[int] = []
    for p, whose in enumerate(s.owner):
        if whose != seat:
            continue
        able = s.units[p] & ~s.spent[p] if at_once else s.units[p]
        if able & 1 << SOLDIER:
            soldiers |= 1 << p
        if able & 1 << KNIGHT:
            knights.append(p)
            resting = at_once and s.resting >> p & 1
            rides.append(1 << p if resting else ride(p, rideable, near))
        if able & 1 << CATAPULT and not s.captured >> p & 1:
            catapults.append(p)
    return Forces(soldiers, knights, rides, catapults, free)


class Menace(NamedTuple):
    """What a seat's forces could do: the sieges they could lay, the provinces they could attack (a bit each), and how
    many provinces more they could hold just by moving."""

    sieges: list[Siege]
    reach: int
    spread: int


_known: dict[tuple[object, ...], Menace] = {}
"""What was already found: the same positions are looked at again and again while a plan is made."""


def menace(s: EpixState, board: Board, seat: int, at_once: bool = False) -> Menace:
    """What a seat's units could do; `at_once` only with those not finished in the action under way."""
    tired = (s.resting, *s.spent) if at_once else ()
    used = s.used[seat] & BRIBED_SENTRIES
    key = (seat, s.castles, s.captured, used, tired, tuple(s.abilities), bytes(s.units), tuple(s.owner))
    found = _known.get(key)
    if found is None:
        if len(_known) >= KNOWN:
            _known.clear()
        force = forces(s, board, seat, at_once)
        found = _known[key] = Menace(sieges(s, board, seat, force), reach(board, force), spread(s, board, seat, force))
    return found


def reach(board: Board, force: Forces) -> int:
    """The provinces that these forces could attack, or simply walk to."""
    near = neighbours(board)
    from_here = force.soldiers
    for region in force.rides:
        from_here |= region
    found = 0
    while from_here:
        low = from_here & -from_here
        from_here ^= low
        found |= near[low.bit_length() - 1]
    for p in force.catapults:
        for q in range_of(board, p):
            found |= 1 << q
    return found


def spread(s: EpixState, board: Board, seat: int, force: Forces) -> int:
    """How many empty provinces units can move to that need not stay where they are to hold it."""
    near = neighbours(board)
    empty = sum(1 << p for p, whose in enumerate(s.owner) if whose < 0 and s.keep[p] < 0)
    goals = []
    for p, whose in enumerate(s.owner):
        if whose == seat and force.soldiers >> p & 1 and (s.units[p] != 1 << SOLDIER or s.keep[p] == seat):
            goals.append(near[p] & empty)
    for p, region in zip(force.knights, force.rides, strict=True):
        if s.units[p] != 1 << KNIGHT or s.keep[p] == seat:
            goals.append(region & empty)
    count = 0
    for goal in sorted(goals, key=int.bit_count):
        if goal & empty:
            count += 1
            empty &= ~(goal & empty & -(goal & empty))
    return count


def sieges(s: EpixState, board: Board, seat: int, force: Forces) -> list[Siege]:
    """The sieges that these forces of a seat could lay."""
    if not force.soldiers and not force.rides:
        return []
    near = neighbours(board)
    barred = 0 if s.abilities[seat] & MOUNTAIN_GUIDES else 1 << board.mountain
    plunder = 1 if s.abilities[seat] & PLUNDER_RIGHTS else 0
    bribe = s.abilities[seat] & ~s.used[seat] & BRIBED_SENTRIES
    found = []
    for castle in s.castles:
        if castle == s.castles[seat]:
            continue
        fighters = force.fighters(near[castle])
        names = defenders(s, castle)
        if bribe:
            names = (*names[:-1], names[-1] - 1)
        if fighters:
            shots = sum(1 for p in force.catapults if castle in range_of(board, p)) if len(names) > 1 else 0
            found.append(Siege(names, min(fighters, MOST_FIGHTERS), shots, plunder))
        elif force.rides:
            way_in = breach(s, near[castle] & ~force.free & ~barred, force.rides, near)
            if way_in:
                found.append(Siege((*way_in, *names), 1, 0, plunder))
    return found


def breach(s: EpixState, held: int, rides: list[int], near: tuple[int, ...]) -> tuple[int, ...]:
    """The weakest of the enemy provinces before a castle through which a Knight could break."""
    best: tuple[int, ...] = ()
    while held:
        low = held & -held
        held ^= low
        p = low.bit_length() - 1
        if s.keep[p] < 0 and any(region & near[p] for region in rides):
            names = defenders(s, p)
            if not best or sum(names) < sum(best):
                best = names
    return best
