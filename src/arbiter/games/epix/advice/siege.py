"""Which castles a player could take at once, and with what chance."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..abilities import effects
from ..attack import ORDER, guesses
from ..board import BITS, Board
from ..contents import CATAPULT, GARRISON, KNIGHT, SOLDIER
from ..entries import FewerGuesses, Plunder
from ..movement import attackable, enterable, fit, ground, reach, region
from ..state import ROW, EpixState, enemies, friendly, owner, ready
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


def defenders(s: EpixState, board: Board, defender: int, province: int) -> tuple[int, ...]:
    """The guesses of those who defend a province, in the order they must be beaten."""
    there = [unit for unit in ORDER if s.stand[defender * ROW + unit] >> province & 1]
    if board.keeps >> province & 1:
        there.append(GARRISON)
    return tuple([guesses(s, board, defender, province, victim) for victim in there])


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
    land, cards, own = ground(s, board, seat), s.abilities[seat], seat * ROW
    rideable = enterable(land, board, KNIGHT, cards)
    if at_once:
        soldiers, knights, catapults = (fit(s, seat, unit) for unit in (SOLDIER, KNIGHT, CATAPULT))
    else:
        soldiers, knights, catapults = s.stand[own + SOLDIER], s.stand[own + KNIGHT], s.stand[own + CATAPULT]
        catapults &= ~s.captured
    rested = knights & ~s.resting if at_once else knights
    rides = [region(board, p, rideable) if rested >> p & 1 else 1 << p for p in BITS[knights]]
    free = enterable(land, board, SOLDIER, cards)
    return Forces(soldiers, list(BITS[knights]), rides, list(BITS[catapults]), free)


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
    key = (seat, s.castles, s.captured, s.used[seat], tired, *s.abilities, *s.stand)
    found = _known.get(key)
    if found is None:
        if len(_known) >= KNOWN:
            _known.clear()
        force = forces(s, board, seat, at_once)
        found = _known[key] = Menace(
            sieges(s, board, seat, force), in_reach(board, force), spread(s, board, seat, force)
        )
    return found


def in_reach(board: Board, force: Forces) -> int:
    """The provinces that these forces could attack, or simply walk to."""
    from_here = force.soldiers
    for ridden in force.rides:
        from_here |= ridden
    found = 0
    for p in BITS[from_here]:
        found |= board.near[p]
    for p in force.catapults:
        found |= reach(board, CATAPULT, p) & ~board.mountain
    return found


def spread(s: EpixState, board: Board, seat: int, force: Forces) -> int:
    """How many empty provinces units can move to that need not stay where they are to hold it."""
    empty = board.everywhere & ~(board.keeps | friendly(s, seat) | enemies(s, seat))
    goals = [board.near[p] & empty for p in BITS[force.soldiers] if not alone(s, seat, SOLDIER, p)]
    goals += [
        region & empty for p, region in zip(force.knights, force.rides, strict=True) if not alone(s, seat, KNIGHT, p)
    ]
    count = 0
    for goal in sorted(goals, key=int.bit_count):
        if goal & empty:
            count += 1
            empty &= ~(goal & empty & -(goal & empty))
    return count


def alone(s: EpixState, seat: int, unit: int, province: int) -> bool:
    """Whether a player holds a province by this one unit only; a castle holds itself."""
    others = [s.stand[seat * ROW + other] >> province & 1 for other in range(4) if other != unit]
    return not any(others) and s.castles[seat] != province


def sieges(s: EpixState, board: Board, seat: int, force: Forces) -> list[Siege]:
    """The sieges that these forces of a seat could lay."""
    if not force.soldiers and not force.rides:
        return []
    near = board.near
    land, cards = ground(s, board, seat), s.abilities[seat]
    plunder = sum(effect.gold for effect in effects(cards, Plunder))
    found = []
    for other, castle in enumerate(s.castles):
        if other == seat:
            continue
        fighters = force.fighters(near[castle])
        names = defenders(s, board, other, castle)
        if ready(s, seat, FewerGuesses):
            names = (*names[:-1], names[-1] - 1)
        if fighters:
            shots = sum(reach(board, CATAPULT, p) >> castle & 1 for p in force.catapults) if len(names) > 1 else 0
            found.append(Siege(names, min(fighters, MOST_FIGHTERS), shots, plunder))
        elif force.rides:
            held = near[castle] & attackable(land, board, KNIGHT, cards) & ~board.keeps
            way_in = breach(s, board, held, force.rides)
            if way_in:
                found.append(Siege((*way_in, *names), 1, 0, plunder))
    return found


def breach(s: EpixState, board: Board, held: int, rides: list[int]) -> tuple[int, ...]:
    """The weakest of the enemy provinces before a castle through which a Knight could break."""
    best: tuple[int, ...] = ()
    for p in BITS[held]:
        if any(region & board.near[p] for region in rides):
            names = defenders(s, board, owner(s, p), p)
            if not best or sum(names) < sum(best):
                best = names
    return best
