"""The board: provinces by number, and which touch which. Sets of provinces are numbers too, with a bit for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from arbiter.core import rule

from .contents import LIBRARY, UNITS
from .entries import BoardSide

Answer: TypeAlias = tuple[str, ...]


class _Bits(dict[int, tuple[int, ...]]):
    def __missing__(self, provinces: int) -> tuple[int, ...]:
        self[provinces] = found = tuple(p for p in range(provinces.bit_length()) if provinces >> p & 1)
        return found


BITS = _Bits()
"""A set of provinces -> their numbers."""


class Answers(dict[int, tuple[Answer, ...]]):
    """A set of provinces -> the answers that name them, made when they are first wanted."""

    def __init__(self, row: Sequence[Answer]) -> None:
        self.row = row

    def __missing__(self, provinces: int) -> tuple[Answer, ...]:
        self[provinces] = found = tuple(self.row[p] for p in BITS[provinces])
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """One side of the board, as the rules read it.

    `castles` are by corner, clockwise; `keeps` is the set of all, `mountain` that of Kilimandjora alone; `mines` are
    the provinces that pay, with their Gold. `moves` and `attacks` (by unit and origin), `recruits` and `musters` (of
    the preliminary phase) hold the answers that name them.
    """

    key: str
    side: str
    names: tuple[str, ...]
    number: dict[str, int]
    kinds: tuple[str, ...]
    at: tuple[tuple[int, int], ...]
    adjacent: tuple[tuple[int, ...], ...]
    near: tuple[int, ...]
    within_two: tuple[int, ...]
    everywhere: int
    castles: tuple[int, ...]
    keeps: int
    mountain: int
    gold: tuple[int, ...]
    mines: tuple[tuple[int, int], ...]
    moves: tuple[tuple[Answers, ...], ...]
    attacks: tuple[tuple[Answers, ...], ...]
    recruits: tuple[Answers, ...]
    musters: tuple[Answers, ...]


@cache
@rule("EPIX-COMP-1", "EPIX-SETUP-1", "EPIX-MODE-3", "EPIX-LAND-5")
def board(players: int) -> Board:
    """The side of the board made for this number of players."""
    sides = LIBRARY.all("board", BoardSide)
    key, side = next((key, side) for key, side in sides.items() if side.players == players)
    names = tuple(province.id for province in side.provinces)
    number = {name: at for at, name in enumerate(names)}
    near = borders(side, number)
    castles = tuple(number[name] for name in side.castles)
    mines = paying(side)
    return Board(
        key=key,
        side=side.side,
        names=names,
        number=number,
        kinds=tuple(province.kind for province in side.provinces),
        at=tuple(province.at for province in side.provinces),
        adjacent=tuple(tuple(number[name] for name in province.adjacent) for province in side.provinces),
        near=near,
        within_two=tuple(_further(near, p) for p in range(len(names))),
        everywhere=(1 << len(names)) - 1,
        castles=castles,
        keeps=sum(1 << castle for castle in castles),
        mountain=sum(1 << at for at, province in enumerate(side.provinces) if province.kind == "mountain"),
        gold=tuple(province.gold for province in side.provinces),
        mines=mines,
        moves=_pairs("move", names),
        attacks=_pairs("attack", names),
        recruits=tuple(Answers([(unit, name) for name in names]) for unit in UNITS),
        musters=tuple(Answers([("recruit", unit, name) for name in names]) for unit in UNITS),
    )


@rule("EPIX-LAND-4")
def borders(side: BoardSide, number: dict[str, int]) -> tuple[int, ...]:
    """Province -> the provinces it has a border with. A border is one from both sides."""
    near = tuple(sum(1 << number[name] for name in province.adjacent) for province in side.provinces)
    for p, there in enumerate(near):
        if any(not near[q] >> p & 1 for q in BITS[there]):
            raise ValueError(f"{side.provinces[p].id} has a border that its neighbour does not have")
    return near


@rule("EPIX-INC-5", "EPIX-INC-6")
def paying(side: BoardSide) -> tuple[tuple[int, int], ...]:
    """The provinces marked with Gold, and how much."""
    return tuple((1 << p, province.gold) for p, province in enumerate(side.provinces) if province.gold)


def _further(near: tuple[int, ...], p: int) -> int:
    """The provinces one or two steps away."""
    found = near[p]
    for q in BITS[near[p]]:
        found |= near[q]
    return found & ~(1 << p)


def _pairs(kind: str, names: tuple[str, ...]) -> tuple[tuple[Answers, ...], ...]:
    return tuple(tuple(Answers([(kind, unit, p, q) for q in names]) for p in names) for unit in UNITS)
