"""What is answered for a player who does not answer or has left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbiter.core import Ask, rule
from arbiter.kit.windows import PASS

from . import movement
from .book import book
from .state import World

TRADES_FROM = 5
"""The Trade total from which an Easy Trade roll is the default."""

HEALTH_TO_FIGHT_ON = 2
"""Who is not there to answer fights on as long as he has more Health than this."""


def _dearest(s: World, ask: Any) -> list[str]:
    """Equipment cards by their price, of equals the first."""
    prices = book(s.options.packs).equipment
    return sorted(ask.values, key=lambda card: -prices[card].cost)


def _cheapest(s: World, ask: Any) -> tuple[str, ...]:
    prices = book(s.options.packs).equipment
    return tuple(sorted(ask.values, key=lambda card: prices[card].cost)[: ask.least])


def _but_the_first(s: World, ask: Any) -> tuple[str, ...]:
    """Who is to keep some of the cards drawn keeps the first; who is to discard some discards the first."""
    kept = len(ask.values) - ask.least if ask.rule == "TEK-DEC-DRAW-KEEP" else 0
    return tuple(ask.values[kept : kept + ask.least])


def _as_worn(s: World, ask: Any) -> tuple[str, ...]:
    return tuple(item.card for item in s.heroes[ask.seat].items if item.worn)


def _most_lan(s: World, ask: Any) -> str:
    missions = book(s.options.packs).missions
    return str(max(ask.values, key=lambda card: missions[card].lan))


DEFAULTS: dict[str, Callable[[World, Any], Any]] = {
    "refresh.actions": lambda s, ask: (),
    "refresh.spells": lambda s, ask: (),
    "market.trade": lambda s, ask: "easy" if ask.args["total"] >= TRADES_FROM else "",
    "learn": lambda s, ask: "",
    "learn.worn": lambda s, ask: ("engsvanyali",) if "engsvanyali" in ask.values else tuple(ask.values[:2]),
    "wear": _as_worn,
    "discard.equipment": _cheapest,
    "discard.actions": _but_the_first,
    "discard.spells": _but_the_first,
    "keep.equipment": lambda s, ask: tuple(_dearest(s, ask)[: ask.least]),
    "prize": lambda s, ask: _dearest(s, ask)[0],
    "wound.whom": lambda s, ask: ask.values[0] if ask.args["room"] > 1 else ask.values[-1],
    "break_off": lambda s, ask: "fight" if ask.args["left"] > HEALTH_TO_FIGHT_ON else "evade",
    "move": lambda s, ask: movement.STAY,
    "mission.keep": _most_lan,
}
"""Prompt -> the default of its decision, where it is not the first option."""


@rule("TEK-GAP-TIMEOUT", "TEK-GAP-LEAVE")
def default(s: World, ask: Ask, first: Callable[[World, Ask], Any]) -> Any:
    """The answer of who does not answer or has left: as the decision says, else nothing, else the first option."""
    if ask.prompt in DEFAULTS:
        return DEFAULTS[ask.prompt](s, ask)
    return PASS if ask.prompt.startswith("use.") else first(s, ask)
