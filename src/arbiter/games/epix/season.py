"""A season: five phases, each in a chapter of its own."""

from __future__ import annotations

from arbiter.core import Rules, rule

from .actions import choose_actions, resolve_actions
from .auction import first_player_auction
from .income import change_season, pay_income
from .state import Epix

AUCTION, CHOICE, ACTIONS, INCOME, CHANGE = PHASES = (
    "first_player_auction",
    "choose_action",
    "resolve_actions",
    "income",
    "change_season",
)


@rule("EPIX-SEASON-2", "EPIX-INC-1")
def season(g: Epix) -> Rules[None]:
    """The five phases in their order, from where the table stands: a beat is a phase, or a step of the third."""
    s = g.state
    if s.phase == AUCTION:
        yield from first_player_auction(g)
        s.phase = CHOICE
    elif s.phase == CHOICE:
        yield from choose_actions(g)
        s.phase, s.turn = ACTIONS, s.first
    elif s.phase == ACTIONS:
        if not (yield from resolve_actions(g)):
            s.phase = INCOME
    elif s.phase == INCOME:
        pay_income(g)
        s.phase = CHANGE
    else:
        change_season(g)
        s.phase = AUCTION
