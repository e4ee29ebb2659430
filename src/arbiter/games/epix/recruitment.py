"""Recruitment: what a unit costs, where it may be placed, and the Recruitment action."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from arbiter.core import Choose, Illegal, Option, Rules, rule

from .board import (
    BORDER_LEVIES,
    CAMP,
    COST,
    KNIGHT,
    MOUNTAIN_GUIDES,
    MUSTER_ROLLS,
    ROYAL_STABLES,
    SIEGEWRIGHTS,
    SOLDIER,
    UNIT,
    UNITS,
    Board,
)
from .state import NOBODY, Epix, EpixState

DONE = ("done",)


@cache
@rule("EPIX-REC-2", "EPIX-REC-3", "EPIX-SUM-SOLDIER", "EPIX-SUM-KNIGHT", "EPIX-SUM-CAMP", "EPIX-SUM-CATAPULT")
def price(abilities: int, unit: int) -> int:
    """What a unit costs a player with these cards."""
    if unit == SOLDIER:
        return 1 if abilities & MUSTER_ROLLS else COST[unit]
    if unit == KNIGHT:
        return 4 if abilities & ROYAL_STABLES else COST[unit]
    return 1 if abilities & SIEGEWRIGHTS else COST[unit]


@rule("EPIX-LAND-1", "EPIX-LAND-2", "EPIX-LAND-3", "EPIX-REC-6", "EPIX-REC-7", "EPIX-REC-8")
def open_provinces(s: EpixState, seat: int, realm_only: bool = False) -> list[int]:
    """Where a seat may recruit: the own realm where no enemy stands, and wherever it has a unit."""
    owner, realm = s.owner, s.realm
    if realm_only:
        return [p for p in s.lands[seat] if owner[p] < 0 or owner[p] == seat]
    return [p for p, whose in enumerate(owner) if whose == seat or (whose < 0 and realm[p] == seat)]


@rule("EPIX-PRE-8", "EPIX-REC-4", "EPIX-REC-5", "EPIX-REC-9", "EPIX-REC-10", "EPIX-SUM-CASTLE", "EPIX-SUM-KILI")
def why_not_there(s: EpixState, board: Board, seat: int, unit: int, province: int, abilities: int) -> Illegal | None:
    """Why this unit may not be placed in this province, whatever its price."""
    if s.owner[province] not in (seat, NOBODY):
        return Illegal("a province holds units of one colour only, and an enemy stands there", "EPIX-REC-4")
    if s.units[province] >> unit & 1:
        return Illegal(f"there is a {UNITS[unit]} already: no two alike share a province", "EPIX-REC-5")
    if unit == CAMP and province == s.castles[seat]:
        return Illegal("a Camp may not stand in a castle", "EPIX-REC-9")
    if unit == KNIGHT and province == board.mountain and not abilities & MOUNTAIN_GUIDES:
        return Illegal("a Knight may not be recruited in Kilimandjora", "EPIX-REC-10")
    return None


def recruits(
    s: EpixState,
    board: Board,
    seat: int,
    places: list[int],
    abilities: int,
    rows: tuple[tuple[tuple[str, ...], ...], ...],
) -> list[tuple[str, ...]]:
    """Every unit the seat can pay and has in supply, at each of these places that will take it, as `rows` names it."""
    gold, units = s.gold[seat], s.units
    found: list[tuple[str, ...]] = []
    if gold == 0:
        return found
    for unit, left in enumerate(s.supply[seat * 4 : seat * 4 + 4]):
        if left and price(abilities, unit) <= gold:
            row, bit, barred = rows[unit], 1 << unit, -1
            if unit == CAMP:
                barred = s.castles[seat]
            elif unit == KNIGHT and not abilities & MOUNTAIN_GUIDES:
                barred = board.mountain
            for p in places:
                if not units[p] & bit and p != barred:
                    found.append(row[p])
    return found


def levies(s: EpixState, board: Board, seat: int) -> list[int]:
    """Where Border Levies may go: empty provinces, no castles, next to a province with a unit of the seat."""
    owner = s.owner
    return [
        p
        for p, whose in enumerate(owner)
        if whose < 0 and p not in s.castles and s.realm[p] != seat and any(owner[q] == seat for q in board.adjacent[p])
    ]


@rule("EPIX-REC-1")
def recruit(g: Epix, seat: int) -> Rules[None]:
    """The Recruitment action, one unit after another until the player is done."""
    s = g.state
    abilities = s.abilities[seat]
    places = open_provinces(s, seat)
    if abilities & BORDER_LEVIES and not s.levied:
        places = places + levies(s, g.board, seat)
    found = recruits(s, g.board, seat, places, abilities, g.board.recruits)
    if not found:
        s.action = ""
        return
    found.append(DONE)
    answer = yield Choose(
        seat, found, "recruit", partial(_option, s, seat), partial(_refuse, g, seat, places), rule="EPIX-REC-1"
    )
    if answer == DONE:
        s.action = ""
        return
    enlist(g, seat, answer, abilities)


def enlist(g: Epix, seat: int, answer: tuple[str, ...], abilities: int) -> None:
    """Pay for a unit and place it."""
    s = g.state
    unit, province = UNIT[answer[0]], g.board.number[answer[1]]
    if s.owner[province] != seat and s.realm[province] != seat:
        s.levied = True
    cost = price(abilities, unit)
    g.pay(seat, cost)
    g.put(seat, unit, province)
    g.tell("recruit.placed", seat=seat, unit=answer[0], province=answer[1], gold=cost)


def _option(s: EpixState, seat: int, value: tuple[str, ...]) -> Option:
    if value == DONE:
        return Option(value, "recruit.done")
    unit, province = value
    args = {"unit": unit, "province": province, "gold": price(s.abilities[seat], UNIT[unit])}
    return Option(value, "recruit.option", args, (f"supply.{seat}.{unit}", province))


def _refuse(g: Epix, seat: int, places: list[int], value: Any) -> Illegal | None:
    s, board = g.state, g.board
    if not isinstance(value, tuple) or len(value) != 2 or value[0] not in UNIT or value[1] not in board.number:
        return None
    unit, province, abilities = UNIT[value[0]], board.number[value[1]], s.abilities[seat]
    refused = why_not_there(s, board, seat, unit, province, abilities)
    if refused is not None:
        return refused
    if province not in places:
        return Illegal("recruits come into the own realm, or where an own unit stands", "EPIX-REC-8")
    if not s.supply[seat * 4 + unit]:
        return Illegal(f"no {value[0]} is left in your supply", "EPIX-COMP-3")
    return Illegal(f"a {value[0]} costs {price(abilities, unit)} Gold, you have {s.gold[seat]}", "EPIX-REC-2")
