"""Phases 4 and 5 of a season: income, and the change of season."""

from __future__ import annotations

from arbiter.core import Rules, rule

from .board import CAMP, INCOME, MARKET_CHARTER, SECOND_SUMMONS, WINTER, Board
from .ending import count_provinces
from .state import Epix, EpixState

MARKET_LIMIT = 2


@rule("EPIX-INC-1")
def income(g: Epix) -> Rules[None]:
    """Everybody is paid once all Action cards have been carried out."""
    s = g.state
    for seat in range(s.seats):
        gold = earnings(s, g.board, seat)
        if gold:
            g.earn(seat, gold)
            g.tell("income", seat=seat, gold=gold)
    s.phase = "change_season"
    yield from ()


@rule("EPIX-INC-2", "EPIX-INC-3", "EPIX-INC-4")
def earnings(s: EpixState, board: Board, seat: int) -> int:
    """1 Gold a Camp, 1 for each gold province held, and what the Market Charter adds."""
    camps = sum([there >> CAMP & 1 for whose, there in zip(s.owner, s.units, strict=True) if whose == seat])
    mines = sum([gold for p, gold in board.mines if s.owner[p] == seat])
    market = min(camps, MARKET_LIMIT) if s.abilities[seat] & MARKET_CHARTER else 0
    return camps * INCOME["per_camp_on_board"] + mines * INCOME["per_gold_province_held"] + market


@rule("EPIX-SEASON-1", "EPIX-CHG-1")
def change_season(g: Epix) -> Rules[None]:
    """The marker moves on; captured Catapults and used cards are ready again. After Winter the game is decided."""
    s = g.state
    if s.season == WINTER:
        count_provinces(g)
    s.season += 1
    s.captured = 0
    s.used = [used & SECOND_SUMMONS for used in s.used]
    s.phase = "first_player_auction"
    g.tell("season.begins", season=s.season)
    yield from ()
