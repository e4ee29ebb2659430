"""Advice for every ask of the game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import prod
from random import Random
from typing import Any

from arbiter.core import Ask, Choose, Form, Several
from arbiter.kit.effects import ChooseOne, walk
from arbiter.kit.windows import PASS

from .. import missions, uses
from ..state import Tekumel
from . import combat, company, hand, others, trade, travel
from .belongings import best_wear, item_gain, least_needed
from .errands import mission_worth
from .free import healing
from .measures import TURN
from .trials import best_help, chance, odds, using
from .worth import worth

Advice = Callable[[Tekumel, Any], Any]

FRESH = 0.9
"""What a new choice of two Missions is worth, about."""
PRICE = {"play": 0.06, "cast": 0.03, "activate": 0.0, "ability": 0.0, "discard": 0.1}
"""What help in a test must be worth."""
STAKES = {"trade": 0.15, "talk": 0.35, "evade": 0.6, "mind": 0.3, "agility": 0.35, "strength": 0.3}
"""What a test is about, where no Mission hangs on it."""


def hint(g: Tekumel, ask: Ask, rng: Random) -> Any:
    """A sensible answer to any ask of the game."""
    if isinstance(ask, Choose) and len(ask.values) == 1:
        return ask.values[0]
    if isinstance(ask, Form):
        return others.offer(g, ask, rng)
    if ask.prompt in ("setup.keep", "setup.pick"):
        # All Heroes are equally good: a choice that nobody can foresee is as good as any.
        return ask.sample(rng)
    return ADVICE[ask.prompt](g, ask)


# On the way


def move(g: Tekumel, ask: Choose) -> Any:
    return healing(g, ask.seat, ask.values) or travel.where(g, ask.seat, list(ask.values))


# Missions


def keep_mission(g: Tekumel, ask: Choose) -> str:
    """The Mission that earns most for the turns it takes."""
    return str(max(ask.values, key=lambda card: mission_worth(g, ask.seat, card)))


def mission(g: Tekumel, ask: Choose) -> uses.Use:
    """Try it by the likeliest tests, with words from a card where that helps; give up what is hopeless."""
    seat = ask.seat
    tried: list[uses.Use] = [value for value in ask.values if value[0] == "attempt"]
    best = max((_passes(g, seat, value[1]) for value in tried), default=0.0)
    for use in ask.values:
        if use[0] in ("cast", "discard"):
            with using(g, seat, use[1]):
                ways = missions.attempts(g, seat)
                if max((_passes(g, seat, way) for way in ways), default=0.0) > best:
                    return use[0], use[1]
    if tried:
        return max(tried, key=lambda value: _passes(g, seat, value[1]))
    if missions.ABANDON in ask.values and own_worth(g, seat) < FRESH - 1:
        return missions.ABANDON
    return healing(g, seat, ask.values) or missions.WAIT


def own_worth(g: Tekumel, seat: int) -> float:
    hero = g.state.heroes[seat]
    return mission_worth(g, seat, hero.mission.cards[0], hero.progress) if hero.mission.cards else 0.0


def _passes(g: Tekumel, seat: int, exams: str) -> float:
    ways = [way for way in missions.own_ways(g, seat) if missions.exams_of(way) == exams]
    return prod(chance(g, seat, skill, level) for skill, level in ways[0].tests)


# Tests


def help_test(g: Tekumel, ask: Choose) -> uses.Use:
    offers = [value for value in ask.values if value[0] in PRICE]
    return best_help(g, ask.seat, offers, _stakes(g), min((PRICE[use[0]] for use in offers), default=0.0))


def roll_again(g: Tekumel, ask: Choose) -> uses.Use:
    """What costs least, if it is worth it."""
    trial = g.state.trial
    offers: list[uses.Use] = sorted((value for value in ask.values if value[0] in PRICE), key=lambda use: PRICE[use[0]])
    if trial is None or not offers or odds(g, trial) * _stakes(g) <= PRICE[offers[0][0]]:
        return PASS
    return offers[0]


def _stakes(g: Tekumel) -> float:
    trial = g.state.trial
    assert trial is not None
    return 1.5 * TURN if g.state.attempt is not None else STAKES[trial.skill]


# Things


def wear(g: Tekumel, ask: Several) -> tuple[str, ...]:
    return best_wear(g, ask.seat)


def keep_equipment(g: Tekumel, ask: Several) -> tuple[str, ...]:
    return tuple(sorted(ask.values, key=lambda card: -item_gain(g, ask.seat, card))[: ask.least])


def discard_equipment(g: Tekumel, ask: Several) -> tuple[str, ...]:
    return least_needed(g, ask.seat, ask.values, ask.least)


# Languages


def learn(g: Tekumel, ask: Choose) -> str:
    """The language that most Encounters speak."""
    return str(max(ask.values, key=lambda language: spoken(g, language)))


def learn_worn(g: Tekumel, ask: Several) -> tuple[str, ...]:
    ways = [way for n in range(ask.least, ask.most + 1) for way in combinations(ask.values, n)]
    able = [way for way in ways if ask.refusal(way) is None]
    return max(able, key=lambda way: sum(spoken(g, language) for language in way))


def spoken(g: Tekumel, language: str) -> int:
    """How many Encounters speak a language."""
    return sum(language in entry.languages for entry in g.book.encounters.values())


# Effects


def choose_effect(g: Tekumel, ask: Choose) -> int:
    """Of several lists of effects the best."""
    name = (ask.args or {})["source"].args["source"]
    for effect in walk(g.source(name).all):
        if isinstance(effect, ChooseOne) and len(effect.options) > max(ask.values):
            return int(max(ask.values, key=lambda at: worth(g, ask.seat, effect.options[at])))
    return int(ask.values[0])


def first(g: Tekumel, ask: Choose) -> Any:
    return ask.values[0]


def nothing(g: Tekumel, ask: Choose) -> str:
    return ""


ADVICE: dict[str, Advice] = {
    "mission.keep": keep_mission,
    "refresh.actions": hand.let_go,
    "refresh.spells": hand.let_spells_go,
    "move": move,
    "encounter.whom": others.whom,
    "use.own_turn": company.free_use,
    "light": company.light,
    "adventure": company.adventure,
    "encounter.pick": company.pick,
    "meet.hostile": company.hostile,
    "meet.peaceful": company.peaceful,
    "dismiss": company.dismiss,
    "hero.do": others.what,
    "offer.answer": others.answer,
    "offer.missions.answer": others.answer_missions,
    "talk": first,
    "talk.give": nothing,
    "hero.evade": others.attacked,
    "prize": trade.picked,
    "use.before_fight": combat.before_fight,
    "use.magic": combat.in_phase,
    "use.ranged": combat.in_phase,
    "use.melee": combat.in_phase,
    "use.rolled": combat.after_rolls,
    "use.won": combat.phase_won,
    "use.wounded": combat.cancelling,
    "use.hurt": combat.cancelling,
    "use.between": combat.between,
    "use.evade": combat.evading,
    "wound.whom": combat.who_is_hit,
    "heal.whom": combat.who_is_healed,
    "break_off": combat.break_off,
    "use.test": help_test,
    "use.failed": roll_again,
    "kit.choose": choose_effect,
    "kit.order": first,
    "discard.spells": hand.least,
    "discard.actions": hand.least,
    "discard.equipment": discard_equipment,
    "keep.equipment": keep_equipment,
    "wear": wear,
    "learn": learn,
    "learn.worn": learn_worn,
    "market.take": trade.opened,
    "market.trade": trade.trade_level,
    "market": trade.deal,
    "market.pick": trade.picked,
    "market.bury": first,
    "market.offer": trade.on_the_way,
    "market.sell_full": trade.sold_in_full,
    "mission": mission,
    "mission.part": first,
    "window": hand.in_window,
    "raise": nothing,
}
"""Prompt -> what to answer."""
