"""Recruitment: what a unit costs, where it may be placed, and the Recruitment action."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from arbiter.core import Choose, Illegal, Option, Rules, rule

from .abilities import ONCE_AN_ACTION, effects
from .board import BITS, Answer, Answers, Board
from .contents import CAMP, COST, KNIGHT, UNIT, UNITS
from .entries import Levy, Passage, Price
from .state import ANY, IN_SUPPLY, ON_CARD, RANGES, ROW, Epix, EpixState, enemies, friendly, in_supply, unused

DONE = ("done",)


@rule("EPIX-REC-1")
def recruit(g: Epix, seat: int) -> Rules[None]:
    """The Recruitment action: one unit after another, until the player is done or can buy no more."""
    s = g.state
    cards = s.abilities[seat]
    while True:
        places = open_places(g, seat)
        found = recruits(s, g.board, seat, places, cards, g.board.recruits)
        if not found:
            break
        found.append(DONE)
        refuse = partial(_refuse, g, seat, places)
        answer = yield Choose(seat, found, "recruit", partial(_option, s, seat), refuse, rule="EPIX-REC-1")
        if answer == DONE:
            break
        enlist(g, seat, answer, cards)
    s.used[seat] &= ~ONCE_AN_ACTION


@cache
@rule("EPIX-REC-2", "EPIX-REC-3")
def price(cards: int, unit: int) -> int:
    """What a unit costs a player with these ability cards."""
    return min([COST[unit], *(effect.gold for effect in effects(cards, Price) if UNITS[unit] in effect.units)])


# Where units may be placed: each rule is a set of provinces, those it opens or those it bars.


@rule("EPIX-LAND-2", "EPIX-LAND-3", "EPIX-REC-6", "EPIX-REC-7")
def realm_places(s: EpixState, seat: int) -> int:
    """The own castle, and the two provinces beside it where no enemy stands."""
    return s.lands[seat] & ~enemies(s, seat)


@rule("EPIX-REC-8")
def held_places(s: EpixState, seat: int) -> int:
    """Every province in which the player already has a unit."""
    return friendly(s, seat)


def levy_places(s: EpixState, board: Board, seat: int) -> int:
    """With Border Levies: empty provinces, no castles, beside a province in which a unit of the player stands."""
    beside = 0
    own = friendly(s, seat)
    for p in BITS[own]:
        beside |= board.near[p]
    return beside & ~(own | enemies(s, seat) | board.keeps | s.lands[seat])


def open_places(g: Epix, seat: int) -> int:
    """Where the player may recruit in an action of his."""
    s = g.state
    places = realm_places(s, seat) | held_places(s, seat)
    return places | levy_places(s, g.board, seat) if s.abilities[seat] and g.ready(seat, Levy) else places


@rule("EPIX-REC-5", "EPIX-PRE-8")
def twins(s: EpixState, seat: int) -> list[int]:
    """No province and no castle holds two identical units: unit -> where such a one already stands."""
    row = seat * ROW
    return s.stand[row : row + ANY]


@rule("EPIX-REC-9")
def castles_without_camps(board: Board, unit: int, cards: int) -> int:
    """A Camp is never placed in a castle."""
    return board.keeps if unit == CAMP else 0


@rule("EPIX-REC-10")
def mountain_without_knights(board: Board, unit: int, cards: int) -> int:
    """A Knight is never recruited in Kilimandjora, unless Mountain Guides let it in."""
    return board.mountain if unit == KNIGHT and not effects(cards, Passage) else 0


BARS = (
    ("recruit.camp_in_castle", "EPIX-REC-9", castles_without_camps),
    ("recruit.knight_on_mountain", "EPIX-REC-10", mountain_without_knights),
)
"""What keeps a kind of unit out of a place that is open to the player: the words, the rule, and the provinces."""


@cache
def market(board: Board, cards: int, gold: int) -> tuple[tuple[int, int], ...]:
    """The units that so much Gold can buy, and where each may be recruited at all."""
    found = []
    for unit in range(len(UNITS)):
        where = board.everywhere
        for _, _, bar in BARS:
            where &= ~bar(board, unit, cards)
        if price(cards, unit) <= gold:
            found.append((unit, where))
    return tuple(found)


def recruits(
    s: EpixState, board: Board, seat: int, places: int, cards: int, answers: tuple[Answers, ...]
) -> list[Answer]:
    """Every unit the player can pay and has in supply, at each of these places that will take it."""
    found: list[Answer] = []
    pieces, ranges, taken = s.pieces, RANGES[seat], twins(s, seat)
    for unit, where in market(board, cards, s.gold[seat]):
        free = places & where & ~taken[unit]
        begin, end = ranges[unit]
        if free and IN_SUPPLY in pieces[begin:end]:
            found += answers[unit][free]
    return found


def why_not(
    g: Epix, seat: int, unit: int, province: int, places: int, cards: int, pricing: str = "EPIX-REC-2"
) -> Illegal | None:
    """Why a unit cannot be recruited in a province: the same sets of provinces, asked one by one."""
    s = g.state
    where = {"unit": UNITS[unit], "province": g.board.names[province]}
    if enemies(s, seat) >> province & 1:
        return Illegal("recruit.enemy", "EPIX-REC-4", **where)
    if twins(s, seat)[unit] >> province & 1:
        return Illegal("recruit.twin", "EPIX-REC-5", **where)
    for key, id, bar in BARS:
        if bar(g.board, unit, cards) >> province & 1:
            return Illegal(key, id, **where)
    if not places >> province & 1:
        return Illegal("recruit.elsewhere", "EPIX-REC-8", **where)
    if not in_supply(s, seat, unit):
        marked = ON_CARD in s.pieces[slice(*RANGES[seat][unit])]
        return Illegal("recruit.marked" if marked else "recruit.no_supply", "EPIX-COMP-3", **where)
    if price(cards, unit) > s.gold[seat]:
        return Illegal("recruit.no_gold", pricing, cost=price(cards, unit), gold=s.gold[seat], **where)
    return None


def enlist(g: Epix, seat: int, answer: Answer, cards: int) -> None:
    """Pay for a unit and place it."""
    unit, province = answer
    s, p = g.state, g.board.number[province]
    if s.abilities[seat] and g.ready(seat, Levy) and not (realm_places(s, seat) | held_places(s, seat)) >> p & 1:
        g.use(seat, Levy)
    cost = price(cards, UNIT[unit])
    g.pay(seat, cost)
    g.put(seat, UNIT[unit], p)
    g.tell("recruit.placed", seat=seat, unit=unit, province=province, gold=cost)


def option(s: EpixState, seat: int, value: Answer, cards: int) -> Option:
    """How a recruit is called, whichever phase it is."""
    unit, province = value[-2:]
    args = {"unit": unit, "province": province, "gold": price(cards, UNIT[unit])}
    return Option(value, "recruit.option", args, (*unused(s, seat, unit), province))


def _option(s: EpixState, seat: int, value: Answer) -> Option:
    return Option(value, "recruit.done") if value == DONE else option(s, seat, value, s.abilities[seat])


def _refuse(g: Epix, seat: int, places: int, value: Any) -> Illegal | None:
    if len(value) != 2 or value[0] not in UNIT or value[1] not in g.board.number:
        return None
    return why_not(g, seat, UNIT[value[0]], g.board.number[value[1]], places, g.state.abilities[seat])
