"""Cards in the hand and Spells: which to keep, which to let go, which to play when another completes a Mission."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbiter.core import Choose, Several
from arbiter.kit.effects import walk
from arbiter.kit.windows import PASS

from .. import refresh, uses
from ..effects import (
    Attack,
    AutoEvade,
    AutoSuccess,
    CostDown,
    DefeatUndead,
    Easier,
    ExtraWounds,
    FightBonus,
    FoeNoWounds,
    Gain,
    Heal,
    Know,
    MarketPick,
    MissionLan,
    MissionNoReligion,
    MissionTest,
    Move,
    NoStop,
    Prevent,
    Reroll,
    RoadMove,
    SkillBonus,
    TorchFree,
    Voyage,
)
from ..lan import religion_lan
from ..numbers import TARGET
from ..state import Tekumel
from .errands import own_plan
from .measures import KAITAR
from .worth import healed, worth

MEAN = 0.14
"""What a card is worth that is not yet drawn."""
NEAR = 4
"""Who lacks so much Lán or less could soon win."""

USEFUL: dict[type[Any], Callable[[Any], float]] = {
    Move: lambda effect: 0.18 * effect.n,
    RoadMove: lambda effect: 0.3,
    NoStop: lambda effect: 0.25,
    Voyage: lambda effect: 0.1,
    FightBonus: lambda effect: 0.1,
    Attack: lambda effect: 0.18 + 0.02 * effect.n,
    ExtraWounds: lambda effect: 0.08,
    Prevent: lambda effect: 0.16,
    FoeNoWounds: lambda effect: 0.1,
    AutoEvade: lambda effect: 0.17,
    DefeatUndead: lambda effect: 0.06,
    Reroll: lambda effect: 0.11,
    SkillBonus: lambda effect: 0.05,
    Easier: lambda effect: 0.08,
    AutoSuccess: lambda effect: 0.08,
    Know: lambda effect: 0.08,
    CostDown: lambda effect: 0.1,
    MarketPick: lambda effect: 0.06,
    Gain: lambda effect: KAITAR * effect.n if effect.res == "kaitar" else 0.0,
}
"""Word -> what a card that says it is worth to be kept for later."""


def keeping(g: Tekumel, seat: int, card: str) -> float:
    """What it is worth to keep a card of the hand or a Spell."""
    source, value = g.source(card), 0.0
    for effect in walk(source.effects):
        if isinstance(effect, Heal):
            value += 0.6 * healed(g, seat, effect.n)
        elif isinstance(effect, TorchFree):
            planned = own_plan(g, seat)
            value += 0.25 if planned is not None and planned.errand.sites else 0.05
        else:
            value += USEFUL.get(type(effect), lambda effect: 0.0)(effect)
    if card in g.book.cards["action"]:
        value += _for_window(g, seat, card)
    return value


def _for_window(g: Tekumel, seat: int, card: str) -> float:
    """What a card is worth for the Missions of others: something for oneself, or to stop who is about to win."""
    entry = g.book.actions[g.name(card)]
    if entry.sign == "neutral":
        return 0.06
    near = any(hero.lan >= TARGET[g.state.options.length] - NEAR for hero in g.state.heroes if hero.seat != seat)
    return 0.25 if entry.sign == "negative" and near else 0.0


def let_go(g: Tekumel, ask: Several) -> tuple[str, ...]:
    """At Refresh: what is worth less than what may be drawn for it."""
    return tuple(card for card in ask.values if keeping(g, ask.seat, card) < MEAN)


def let_spells_go(g: Tekumel, ask: Several) -> tuple[str, ...]:
    """The same, if Spells are drawn for those that go."""
    over = len(ask.values) > refresh.spell_number(g, ask.seat).value
    return () if over else let_go(g, ask)


def least(g: Tekumel, ask: Several) -> tuple[str, ...]:
    """As few as must go: those worth least."""
    return tuple(sorted(ask.values, key=lambda card: keeping(g, ask.seat, card))[: ask.least])


# Another's Mission


def in_window(g: Tekumel, ask: Choose) -> uses.Use:
    """Stop who would win; else a card that brings something to oneself and does nothing for the other."""
    s, seat = g.state, ask.seat
    cards = [value for value in ask.values if value != PASS]
    threat = _would_have(g, s.mover) >= TARGET[s.options.length]
    best, gain = PASS, 0.02
    for use in cards:
        value = _stops(g, seat, use[1]) if threat else _brings(g, seat, use[1])
        if value > gain:
            best, gain = use, value
    return best


def _would_have(g: Tekumel, seat: int) -> int:
    hero = g.state.heroes[seat]
    (mission,) = hero.mission.cards
    return hero.lan + g.book.missions[mission].lan + religion_lan(g, seat, mission)


def _stops(g: Tekumel, seat: int, card: str) -> float:
    """How much a card does against who would reach his aim by this Mission; what it costs oneself is the price."""
    entry, mover = g.book.actions[g.name(card)], g.state.mover
    if entry.sign != "negative":
        return 0.0
    over = _would_have(g, mover) - TARGET[g.state.options.length]
    taken, delay = 0, 0.0
    for effect in walk(entry.mission):
        match effect:
            case MissionLan(n=n):
                taken = max(taken, -n)
            case MissionNoReligion():
                taken = max(taken, religion_lan(g, mover, g.state.heroes[mover].mission.cards[0]))
            case MissionTest(level=level):
                delay = {"easy": 0.15, "average": 0.5, "hard": 0.7}[level]
    return 1.0 + 0.1 * taken if taken > over else delay


def _brings(g: Tekumel, seat: int, card: str) -> float:
    """What a card brings to its player, if it does the other no good and its player no harm."""
    entry = g.book.actions[g.name(card)]
    if entry.sign != "neutral":
        return 0.0
    own = sum(worth(g, seat, effect.then) for effect in entry.mission if hasattr(effect, "then"))
    return own - keeping(g, seat, card) * 0.4
