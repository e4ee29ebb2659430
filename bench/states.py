"""States of the shape of the shipped games: copies that `@state` writes against copies written by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbiter.core import state

from .races import Lap

MANY = 100


@state
class Island:
    """Flat lists of numbers, a few lists of tuples, many plain fields: the shape of Epix."""

    seats: int
    advanced: bool
    phase: str
    season: int
    first: int
    turn: int
    castles: tuple[int, ...]
    realm: tuple[int, ...]
    lands: tuple[tuple[int, ...], ...]
    keep: tuple[int, ...]
    colours: list[str]
    gold: list[int]
    supply: list[int]
    owner: list[int]
    units: list[int]
    spent: list[int]
    captured: int
    resting: int
    passed: list[bool]
    lay: list[str]
    bids: list[int]
    abilities: list[int]
    used: list[int]
    laid: list[tuple[str, ...]]
    shown: list[tuple[str, ...]]
    todo: tuple[str, ...]
    levied: bool
    fallen: str

    def by_hand(self) -> Island:
        return Island(
            self.seats, self.advanced, self.phase, self.season, self.first, self.turn, self.castles, self.realm,
            self.lands, self.keep, self.colours.copy(), self.gold.copy(), self.supply.copy(), self.owner.copy(),
            self.units.copy(), self.spent.copy(), self.captured, self.resting, self.passed.copy(), self.lay.copy(),
            self.bids.copy(), self.abilities.copy(), self.used.copy(), self.laid.copy(), self.shown.copy(), self.todo,
            self.levied, self.fallen,
        )  # fmt: skip


@state
class Trail:
    """Hands within lists and a long deck: the shape of Yummell."""

    step: int
    round: int
    layout: tuple[tuple[int, int, int], ...]
    character: list[int]
    advantage: list[int]
    at: list[int]
    path: list[int]
    hand: list[list[int]]
    active: list[list[int]]
    activating: list[list[int]]
    curses: list[list[int]]
    nets: list[list[int]]
    mired: list[int]
    supporters: list[list[int]]
    arrived: list[int]
    bag: list[int]
    mover: int
    pile: list[int]
    top: list[int]
    bottom: list[int]
    seen: list[int]
    discard: list[int]
    aside: list[int]
    window: int
    passing: bool
    played: int
    used: int
    rested: bool
    ended: int

    def by_hand(self) -> Trail:
        return Trail(
            self.step, self.round, self.layout, self.character[:], self.advantage[:], self.at[:], self.path[:],
            [cards[:] for cards in self.hand], [cards[:] for cards in self.active],
            [cards[:] for cards in self.activating], [cards[:] for cards in self.curses],
            [marks[:] for marks in self.nets], self.mired[:], [cards[:] for cards in self.supporters],
            self.arrived[:], self.bag[:], self.mover, self.pile[:], self.top[:], self.bottom[:], self.seen[:],
            self.discard[:], self.aside[:], self.window, self.passing, self.played, self.used, self.rested, self.ended,
        )  # fmt: skip


def example(kind: type[Any]) -> Any:
    """A state somewhere in the middle of a game."""
    few, many = [1, 2, 3, 4, 5], list(range(60))
    if kind is Island:
        land, flat, cards = many[:20], [few[:] for _ in range(6)], [("tax",)] * 4
        fixed = ((0, 5, 9, 12), tuple(land), ((1, 2, 3),) * 4, tuple(land))
        lists = (["red"] * 4, few[:], few[:], land[:], land[:], land[:])
        more = ([False] * 4, ["a", "b"], *flat[:3], cards, cards[:], ("tax",), False, "")
        return Island(4, True, "income", 2, 1, 3, *fixed, *lists, 0, 0, *more)
    piles = [[[1, 2, 3, 4] for _ in few], [[7]] * 5, [[]] * 5, [[]] * 5, [[]] * 5]
    deck = (2, many, [], [], list(range(90)), few, [], 4, False, 1, 0, False, 12)
    return Trail(3, 9, ((1, 2, 3),) * 7, few, few, few, few, *piles, few, [[]] * 5, [], few, *deck)


def copies(copy: Callable[[Any], Any], one: Any) -> Lap:
    def lap() -> int:
        for _ in range(MANY):
            copy(one)
        return MANY

    return lap
