"""What effects and meetings are worth to a Hero, in Lán: tables, rewards, friends and foes."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.content import Effect
from arbiter.kit.effects import By, ChooseOne, If

from .. import uses
from ..effects import (
    RULES,
    Discard,
    Draw,
    Gain,
    Heal,
    Lose,
    Meet,
    MeetFoe,
    NextMove,
    Offer,
    Pay,
    SellFull,
    SkillTest,
    Stance,
    Wound,
)
from ..encounters import stance_of
from ..numbers import DIE
from ..skill_tests import LEVELS
from ..state import Tekumel, Trial
from ..wounds import companion_health
from .clash import against_all, facing, fought, open_arms, room
from .errands import Plan, helps_mission, own_plan
from .measures import ACTION, BUSSAN, DEFEAT, GEAR, KAITAR, MEETING, OFFER, SPELL, TORCH, TURN, health
from .odds import Stakes
from .trials import chance, odds

GOODS = {"kaitar": KAITAR, "lan": 1.0, "bussan": BUSSAN, "torch": TORCH}
HEARTY = 12
"""More Health than this makes no Fight better."""
CARDS = {"action": ACTION, "spell": SPELL, "equipment": GEAR}


def worth(g: Tekumel, seat: int, effects: Iterable[Effect]) -> float:
    """What some effects are worth to a seat when they happen to it now."""
    return sum(_one(g, seat, effect) for effect in effects)


def _one(g: Tekumel, seat: int, effect: Effect) -> float:
    hero = g.state.heroes[seat]
    match effect:
        case Gain(res=res, n=n):
            return GOODS[res] * n
        case Lose(res=res, n=n) | Pay(res=res, n=n):
            return float(-GOODS[res] * min(n, getattr(hero, res)))
        case Draw(deck=deck, n=n, keep=keep):
            return CARDS[deck] * ((keep or n) + 0.3 * (n - (keep or n)))
        case Discard(deck=deck, n=n):
            return -CARDS[deck] * n / 2
        case Heal(n=n, target=target):
            return healed(g, seat, n, target != "hero")
        case Wound(n=n):
            return hurt(g, seat, n)
        case Offer() | SellFull():
            return OFFER
        case NextMove(n=n):
            return 0.2 * n
        case SkillTest(skill=skill, level=level, success=success, failure=failure):
            passes = chance(g, seat, skill, level)
            return passes * worth(g, seat, success) + (1 - passes) * worth(g, seat, failure)
        case MeetFoe(id=foe):
            return met_worth(g, seat, foe)
        case Meet(n=n, choose=choose):
            return MEETING * {"all": n, "self": 2, "left": -2}[choose]
        case If(tests=tests, then=then, otherwise=otherwise):
            return worth(g, seat, then if RULES.true(g, tests, By(seat, "")) else otherwise)
        case ChooseOne(options=options):
            return max(worth(g, seat, option) for option in options)
    return 0.0


def left(g: Tekumel, seat: int) -> int:
    """How much Health a Hero has left."""
    return g.sheet(seat).health - g.state.heroes[seat].wounds


def healed(g: Tekumel, seat: int, n: int, party: bool = False) -> float:
    """What it is worth to have so many wounds healed."""
    hero, now = g.state.heroes[seat], left(g, seat)
    own = min(n, hero.wounds)
    others = min(n - own, sum(one.wounds for one in hero.companions)) if party else 0
    return health(now + own) - health(now) + 0.1 * others


def hurt(g: Tekumel, seat: int, n: int) -> float:
    """What so many wounds cost; Companions can take some of them."""
    now = room(g, seat)
    return DEFEAT if n >= now else health(now - n) - health(now)


# Those who are met


def met_worth(g: Tekumel, seat: int, card: str) -> float:
    """What it is worth to meet somebody."""
    stance = stance_of(g, seat, card)
    return hostile_worth(g, seat, card, stance) if stance == "hostile" else max(0.0, talk_worth(g, seat, card))


def hostile_worth(g: Tekumel, seat: int, card: str, stance: Stance = "hostile") -> float:
    """The better of fighting and trying to evade."""
    fights = fight_worth(g, seat, card, stance)
    return max(fights, evade_worth(g, seat, card, fights))


def fight_worth(g: Tekumel, seat: int, card: str, stance: Stance, wounds: int = 0) -> float:
    """What it is worth to fight somebody, with what one may win and lose, and the chance to break off."""
    stakes = stakes_of(g, seat, card, stance)
    with facing(g, seat, card):
        return fought(g, seat, card, stakes, wounds)


def stakes_of(g: Tekumel, seat: int, card: str, stance: Stance) -> Stakes:
    """What a Fight with somebody is about."""
    win = worth(g, seat, g.book.foes[card].reward) + helps_mission(g, seat, card, stance)
    return Stakes(win, away_worth(g, seat), round(DIE * evades(g, seat, card)))


def evade_worth(g: Tekumel, seat: int, card: str, fights: float) -> float:
    """What it is worth to try to evade, if a failure means to fight."""
    away = evades(g, seat, card)
    return away * away_worth(g, seat) + (1 - away) * fights


def evades(g: Tekumel, seat: int, card: str) -> float:
    """The chance to evade somebody; a card that does it without a test is as good as certain."""
    if any(uses.why_not(g, seat, use, "evade") is None for use in g.uses(seat, "evade")):
        return 1.0
    return tested_evade(g, seat, card)


def tested_evade(g: Tekumel, seat: int, card: str) -> float:
    """The chance to evade somebody by the test alone."""
    return chance(g, seat, "evade", g.book.foes[card].evade, -(g.place(seat).kind == "city"))


def away_worth(g: Tekumel, seat: int) -> float:
    """Who evades has done with the step: a site that he wanted to explore is not explored."""
    planned = own_plan(g, seat)
    return -TURN if planned is not None and wanted(planned, g.state.heroes[seat].at) else 0.0


def wanted(planned: Plan, at: str) -> bool:
    """Does the plan want this place explored?"""
    return at in planned.errand.sites


def talk_worth(g: Tekumel, seat: int, card: str) -> float:
    """What talking to somebody brings."""
    return worth(g, seat, g.book.foes[card].talk)


# How strong a Hero is


def might(g: Tekumel, seat: int) -> float:
    """What it is worth on average to meet one of the hostile Encounters with a party that is not wounded."""
    with facing(g, seat, ""):
        mine = open_arms(g, seat, spells=False)
    evades = tuple(round(DIE * odds(g, Trial(seat, "evade", level))) for level in LEVELS)
    whole = g.sheet(seat).health + sum(companion_health(g, one.card) for one in g.state.heroes[seat].companions)
    return against_all(g.book, mine, min(whole + mine.cushion, HEARTY), evades)
