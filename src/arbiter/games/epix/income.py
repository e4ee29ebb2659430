"""Phases 4 and 5 of a season: income, and the change of season."""

from __future__ import annotations

from typing import NamedTuple

from arbiter.core import rule

from .abilities import ONCE_A_SEASON, effects
from .board import Board
from .contents import CAMP, CAMP_GOLD, WINTER
from .ending import count_provinces
from .entries import CampIncome
from .state import ROW, Epix, EpixState, friendly


class Earnings(NamedTuple):
    """What a player is paid, and for what."""

    camps: int
    provinces: int
    cards: int


def pay_income(g: Epix) -> None:
    """Everybody is paid for what he has on the board."""
    for seat in range(g.state.seats):
        earned = earnings(g.state, g.board, seat)
        if gold := sum(earned):
            g.earn(seat, gold)
            g.tell("income", seat=seat, gold=gold)


def earnings(s: EpixState, board: Board, seat: int) -> Earnings:
    """What a player's Camps, his gold provinces and his ability cards pay."""
    camps, cards = s.stand[seat * ROW + CAMP].bit_count(), s.abilities[seat]
    return Earnings(
        camp_income(camps) if camps else 0,
        province_income(board, friendly(s, seat)),
        card_income(cards, camps) if cards else 0,
    )


@rule("EPIX-INC-2", "EPIX-CAMP-5")
def camp_income(camps: int) -> int:
    """Each own Camp on the board pays, whoever built it."""
    return camps * CAMP_GOLD


@rule("EPIX-INC-3")
def province_income(board: Board, own: int) -> int:
    """Each province marked with Gold pays him who has units there."""
    paid = 0
    for province, gold in board.mines:
        if own & province:
            paid += gold
    return paid


@rule("EPIX-INC-4")
def card_income(cards: int, camps: int) -> int:
    """What ability cards grant: with the Market Charter more for each Camp, up to a limit."""
    return sum([min(camps * effect.gold, effect.most) for effect in effects(cards, CampIncome)])


@rule("EPIX-SEASON-1", "EPIX-CHG-1")
def change_season(g: Epix) -> None:
    """The marker moves on; captured Catapults and used cards are ready again. After Winter the game is decided."""
    s = g.state
    if s.season == WINTER:
        count_provinces(g)
    s.season += 1
    s.captured = 0
    s.used = [used & ~ONCE_A_SEASON for used in s.used]
    g.tell("season.begins", season=s.season)
