"""What Equipment, Companions and cards in the hand are worth to keep, to buy, to wear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from typing import Any

from msgspec.structs import replace

from arbiter.content import Effect

from ..book import WORN_AT
from ..effects import (
    AdjustDie,
    AutoEvade,
    Carry,
    Gain,
    Heal,
    Know,
    KnowPoints,
    Move,
    NoStop,
    Reroll,
    RoadMove,
    SkillBonus,
    Spells,
    TorchFree,
)
from ..equipment import carry_limit, load, why_not_wear
from ..numbers import TARGET
from ..state import Companion, Item, Tekumel
from .measures import KAITAR, SPELL, TURN
from .worth import might

PACE = 0.22
"""What part of a turn a space more in each Movement step saves."""
DANGERS = 0.3
"""How many hostile Encounters a turn brings."""
SKILLS = {"evade": 0.02, "talk": 0.012, "trade": 0.01, "mind": 0.01, "agility": 0.01, "strength": 0.01}
"""What a point more of a skill is worth in a turn."""


def turns_to_come(g: Tekumel) -> float:
    """About how long the game will still last: until the one who is ahead has his Lán."""
    s = g.state
    missing = TARGET[s.options.length] - max(hero.lan for hero in s.heroes)
    limit = s.options.round_limit - s.round if s.options.round_limit else 99
    return max(1.0, min(missing / TURN, limit))


@contextmanager
def with_items(g: Tekumel, seat: int, items: list[Item]) -> Iterator[None]:
    """As if a Hero had these Equipment cards."""
    hero = g.state.heroes[seat]
    before, hero.items = hero.items, items
    try:
        yield
    finally:
        hero.items = before


_OUTFITS: dict[tuple[Any, ...], float] = {}
MOST_OUTFITS = 1 << 16


def outfit(g: Tekumel, seat: int) -> float:
    """What a Hero's Equipment and Companions do for him in a turn: in Fights, on the way, in tests."""
    hero, place = g.state.heroes[seat], g.place(seat)
    party = tuple(one.card for one in hero.companions)
    here = place.terrain if place.kind == "region" else "dark" if g.state.turn.dark and seat == g.state.mover else ""
    key = (g.book, hero.card, tuple(hero.raised), tuple(hero.items), party, hero.lasting, here)
    if key not in _OUTFITS:
        if len(_OUTFITS) >= MOST_OUTFITS:
            _OUTFITS.clear()
        _OUTFITS[key] = _outfit(g, seat)
    return _OUTFITS[key]


def _outfit(g: Tekumel, seat: int) -> float:
    value = DANGERS * might(g, seat)
    for word, each in _EACH_TURN.items():
        value += sum(each(effect) for effect, _ in g.in_force(seat, word))
    hero = g.state.heroes[seat]
    for item in hero.items:
        source = g.source(item.card)
        if source.verb and (item.worn or item.card in g.book.gear or g.book.equipment[item.card].kind == "scroll"):
            value += sum(_USED.get(type(effect), 0.0) for effect in source.effects)
    return value


_EACH_TURN: dict[type[Effect], Callable[[Any], float]] = {
    Move: lambda effect: PACE * TURN * effect.n,
    NoStop: lambda effect: 0.03 if effect.terrain != "desert" else 0.015,
    SkillBonus: lambda effect: sum(SKILLS[skill] * effect.n for skill in effect.skills),
    Spells: lambda effect: SPELL * 0.4 * effect.n,
    KnowPoints: lambda effect: 0.01 * effect.n,
    Know: lambda effect: 0.015,
    TorchFree: lambda effect: 0.01,
    Carry: lambda effect: 0.005,
    Reroll: lambda effect: 0.02,
    AdjustDie: lambda effect: 0.01,
}
"""Word -> what an effect that is in force does for a Hero in a turn, besides Fights."""

_USED: dict[type[Effect], float] = {Heal: 0.04, RoadMove: 0.06, Reroll: 0.01, Gain: 0.03, Know: 0.005, AutoEvade: 0.015}
"""Word -> what Equipment that is used does for a Hero in a turn, besides Fights."""


def best_wear(g: Tekumel, seat: int) -> tuple[str, ...]:
    """What a Hero should wear of what he has: place by place what does most for him."""
    hero = g.state.heroes[seat]
    could = [item.card for item in hero.items if g.book.equipment[item.card].kind in WORN_AT]
    worn: tuple[str, ...] = ()
    for place in dict.fromkeys(WORN_AT.values()):
        here = [card for card in could if WORN_AT[g.book.equipment[card].kind] == place]
        if len(here) > 1:
            worn = max(_ways_to_wear(g, worn, here), key=lambda way: worn_worth(g, seat, way))
        else:
            worn = (*worn, *here)
    return worn


def _ways_to_wear(g: Tekumel, worn: tuple[str, ...], here: list[str]) -> Iterator[tuple[str, ...]]:
    for picks in product((True, False), repeat=len(here)):
        way = (*worn, *(card for card, picked in zip(here, picks, strict=True) if picked))
        if why_not_wear(g, way) is None:
            yield way


def worn_worth(g: Tekumel, seat: int, worn: Sequence[str]) -> float:
    """What it does for a Hero in a turn to wear these."""
    with with_items(g, seat, [replace(item, worn=item.card in worn) for item in g.state.heroes[seat].items]):
        return outfit(g, seat)


def item_gain(g: Tekumel, seat: int, card: str) -> float:
    """What an Equipment card would add for the rest of the game, worn as is best."""
    hero = g.state.heroes[seat]
    before = outfit(g, seat)
    with with_items(g, seat, [*hero.items, Item(card)]):
        if g.book.equipment[card].kind in WORN_AT:
            after = worn_worth(g, seat, best_wear(g, seat))
        else:
            after = outfit(g, seat)
    return (after - before) * min(12.0, turns_to_come(g))


def item_loss(g: Tekumel, seat: int, card: str) -> float:
    """What the loss of an Equipment card would cost for the rest of the game."""
    hero = g.state.heroes[seat]
    before = outfit(g, seat)
    with with_items(g, seat, [item for item in hero.items if item.card != card]):
        after = worn_worth(g, seat, best_wear(g, seat))
    return (before - after) * min(12.0, turns_to_come(g))


def least_needed(g: Tekumel, seat: int, among: Iterable[str], count: int) -> tuple[str, ...]:
    """The Equipment cards that a Hero misses least; of equals the cheapest."""
    order = sorted(among, key=lambda card: (round(item_loss(g, seat, card), 3), g.book.equipment[card].cost))
    return tuple(order[:count])


def can_carry(g: Tekumel, seat: int, card: str) -> bool:
    """Can a Hero carry one more?"""
    return g.book.equipment[card].kind == "scroll" or len(load(g, seat)) < carry_limit(g, seat).value


def companion_gain(g: Tekumel, seat: int, card: str) -> float:
    """What a Companion would add for as long as he may live, less what he costs."""
    hero = g.state.heroes[seat]
    before, others = outfit(g, seat), hero.companions
    hero.companions = [*others, Companion(card)]
    after = outfit(g, seat)
    hero.companions = others
    return (after - before) * min(8.0, turns_to_come(g)) - KAITAR * g.book.encounters[card].cost


def companion_worth(g: Tekumel, seat: int, card: str) -> float:
    """What a Companion of the party does for it in a turn."""
    hero = g.state.heroes[seat]
    before, whole = outfit(g, seat), hero.companions
    hero.companions = [one for one in whole if one.card != card]
    after = outfit(g, seat)
    hero.companions = whole
    return before - after
