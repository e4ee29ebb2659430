"""What a Mission still asks for, as places to go to and turns to be spent; which Mission is worth it."""

from __future__ import annotations

from itertools import permutations, product
from typing import NamedTuple

from arbiter.content import Condition
from arbiter.kit.effects import AnyOf, By

from ..conditions import (
    At,
    Defeated,
    EndedMoveIn,
    Explored,
    Give,
    HasCompanion,
    KnowsAny,
    NoBussan,
    PassTest,
    SetAside,
    Visited,
)
from ..effects import RULES, SIZES, Stance
from ..lan import religion_lan
from ..requirements import fitting, has_defeated
from ..state import Progress, Tekumel
from .charts import FAR, Chart, chart
from .clash import beaten, facing, open_arms
from .measures import TURN
from .trials import chance

AGAIN = 0.35
"""A site is not always explored at the first try: so many turns more."""
EARNS = 0.6
"""Káitars that are missing take so many turns each."""
MEETS, DRAWS = 0.4, 0.6
"""How many Encounters that can be beaten a turn in the wilds brings, and one in a city; measured in play."""
SEARCH = 7.0
"""Turns it takes to find something that only luck brings: a Companion of a kind, a scroll."""
NEVER = 40.0


class Luck(NamedTuple):
    """The chances that a turn brings somebody who is to be beaten, and that he is: in the wilds, and in a city."""

    wild: float
    town: float

    def turns(self, in_town: bool) -> float:
        """How many more turns it takes after one that ends here; from a city it may be better to go out."""
        wild = 1 / max(self.wild, 1 / NEVER) - 1
        if not in_town:
            return wild
        return min(1 / max(self.town, 1 / NEVER) - 1, (1 - self.town) * (wild + 2))


class Errand(NamedTuple):
    """One way to do what a Mission still asks for."""

    stops: tuple[str, ...] = ()
    """Places where a step must end, in any order."""
    sites: tuple[str, ...] = ()
    """Those of them that must be explored."""
    goal: str = ""
    """Where it is reported, last of all."""
    hunts: tuple[Defeated, ...] = ()
    luck: Luck | None = None
    """The chances to have beaten them."""
    turns: float = 0.0
    """What it takes besides the way."""
    kaitar: int = 0
    torch: int = 0


def errands(g: Tekumel, seat: int, mission: str, progress: Progress) -> list[Errand]:
    """The ways in which a Mission could be completed, with what has been done for it counted off."""
    hero = g.state.heroes[seat]
    before, hero.progress = hero.progress, progress
    choices = [_needed(g, seat, test) for test in g.book.missions[mission].require]
    hero.progress = before
    return [_together(hero.kaitar, parts) for parts in product(*choices)]


def _together(purse: int, parts: tuple[Errand, ...]) -> Errand:
    kaitar = sum(part.kaitar for part in parts)
    return Errand(
        tuple(dict.fromkeys(place for part in parts for place in part.stops)),
        tuple(place for part in parts for place in part.sites),
        next((part.goal for part in parts if part.goal), ""),
        tuple(hunt for part in parts for hunt in part.hunts),
        next((part.luck for part in parts if part.luck), None),
        sum(part.turns for part in parts) + EARNS * max(0, kaitar - purse),
        kaitar,
        sum(part.torch for part in parts),
    )


def _needed(g: Tekumel, seat: int, test: Condition) -> list[Errand]:
    """What one thing that a Mission asks for comes to; nothing where it is done already."""
    hero = g.state.heroes[seat]
    match test:
        case AnyOf(tests=options):
            return [errand for option in options for errand in _needed(g, seat, option)]
        case At(place=place):
            return [Errand(goal=place)]
        case Visited(places=places):
            return [Errand(stops=tuple(place for place in places if place not in hero.progress.visited))]
        case EndedMoveIn(places=places):
            if not set(places).isdisjoint(hero.progress.visited):
                return [Errand()]
            return [Errand(stops=(place,)) for place in places]
        case Explored(place=place):
            done = place in hero.progress.explored
            return [Errand() if done else Errand(stops=(place,), sites=(place,), turns=AGAIN)]
        case Defeated():
            return [
                Errand() if has_defeated(g, test, By(seat, "")) else Errand(hunts=(test,), luck=hunting(g, seat, test))
            ]
        case SetAside(n=n):
            return [Errand(kaitar=n)]
        case PassTest(skill=skill, level=level):
            passes = chance(g, seat, skill, level)
            return [Errand(turns=min(NEVER, 1 / passes - 1) if passes else NEVER)]
        case Give(torch=n) if n:
            return [Errand(torch=n, kaitar=max(0, n - hero.torch))]
        case Give():
            spells = "spell" in test.any_of and g.sheet(seat).spells
            return [Errand(turns=0.0 if spells or any(fitting(g, seat, test)) else SEARCH)]
        case NoBussan():
            return [Errand(turns=NEVER * bool(hero.bussan))]
        case HasCompanion() | KnowsAny():
            return [Errand(turns=0.0 if RULES.true(g, [test], By(seat, "")) else NEVER / 2)]
    return [Errand()]


# Turns


def fits(g: Tekumel, hunt: Defeated, foe: str, stance: Stance) -> bool:
    """Would a Fight won against somebody count?"""
    entry = g.book.foes[foe]
    return (
        hunt.stance in ("", stance)
        and SIZES.index(entry.size) >= SIZES.index(hunt.min_size)
        and (not hunt.tag or hunt.tag in entry.tags)
    )


def hunting(g: Tekumel, seat: int, hunt: Defeated) -> Luck:
    """The chances to meet and beat what a Mission wants to have beaten; a city draws a card always, but only humans."""
    foes = tuple(foe for foe, entry in g.book.encounters.items() if fits(g, hunt, foe, entry.stance))
    humans = tuple(foe for foe in foes if g.book.foes[foe].human)
    with facing(g, seat, ""):
        mine = open_arms(g, seat, spells=False)
    wild, town = (
        beaten(g.book, mine, g.sheet(seat).health, among) / len(g.book.encounters) / hunt.n for among in (foes, humans)
    )
    return Luck(MEETS * wild, DRAWS * town)


def turns_left(g: Tekumel, map_: Chart, errand: Errand, at: str) -> float:
    """The turns that an errand takes from a place where a step has just ended, by the best order of its stops."""
    stops = [stop for stop in errand.stops if stop != at]
    best = FAR
    for order in permutations(stops) if len(stops) > 1 else (tuple(stops),):
        legs, here = 0.0, at
        for place in (*order, errand.goal) if errand.goal else order:
            legs += map_.turns(here, place)
            here = place
        best = min(best, legs)
    wait = errand.turns
    if errand.luck is not None:
        # The way brings meetings too: only what it does not bring is to be waited for.
        wait += max(0.0, errand.luck.turns(g.book.places[at].kind == "city") - max(0.0, best - 1))
    return best + wait


class Plan(NamedTuple):
    """The best way to complete a Mission: how many turns it takes, and what must be done."""

    turns: float
    errand: Errand


def plan(g: Tekumel, seat: int, mission: str, at: str, progress: Progress) -> Plan:
    """The quickest way to complete a Mission from a place."""
    map_ = chart(g, seat)
    options = [Plan(turns_left(g, map_, errand, at), errand) for errand in errands(g, seat, mission, progress)]
    return min(options, key=lambda option: option.turns)


def mission_worth(g: Tekumel, seat: int, mission: str, progress: Progress | None = None) -> float:
    """What a Mission is worth: its Lán, less the turns it takes from where the Hero is."""
    at = g.state.heroes[seat].at
    done = progress if progress is not None else Progress()
    turns = max(1.0, plan(g, seat, mission, at, done).turns)
    return g.book.missions[mission].lan + religion_lan(g, seat, mission) - TURN * turns


def own_plan(g: Tekumel, seat: int) -> Plan | None:
    """The plan for the Mission that a Hero has."""
    hero = g.state.heroes[seat]
    if len(hero.mission.cards) != 1:
        return None
    return plan(g, seat, hero.mission.cards[0], hero.at, hero.progress)


def helps_mission(g: Tekumel, seat: int, foe: str, stance: Stance) -> float:
    """What it is worth for the own Mission to beat somebody."""
    hero = g.state.heroes[seat]
    if len(hero.mission.cards) != 1:
        return 0.0
    hunts = [
        hunt
        for errand in errands(g, seat, hero.mission.cards[0], hero.progress)
        for hunt in errand.hunts
        if fits(g, hunt, foe, stance)
    ]
    return min(2.0, TURN * hunting(g, seat, hunts[0]).turns(False)) if hunts else 0.0
