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
    for seat, gold in enumerate(earnings(s, g.board)):
        if gold:
            g.earn(seat, gold)
            g.tell("income", seat=seat, gold=gold)
    s.phase = "change_season"
    yield from ()


@rule("EPIX-INC-2", "EPIX-INC-3", "EPIX-INC-4")
def earnings(s: EpixState, board: Board) -> list[int]:
    """Seat by seat: 1 Gold a Camp, 1 for each gold province held, and what the Market Charter adds."""
    camps, gold = [0] * s.seats, [0] * s.seats
    for whose, there in zip(s.owner, s.units, strict=True):
        if there >> CAMP & 1:
            camps[whose] += 1
    for province, worth in board.mines:
        if s.owner[province] >= 0:
            gold[s.owner[province]] += worth * INCOME["per_gold_province_held"]
    for seat, count in enumerate(camps):
        gold[seat] += count * INCOME["per_camp_on_board"]
        if s.abilities[seat] & MARKET_CHARTER:
            gold[seat] += min(count, MARKET_LIMIT)
    return gold


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
