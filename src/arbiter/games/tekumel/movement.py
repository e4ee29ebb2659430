"""Step 2: Movement."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from arbiter.content import Effect
from arbiter.core import Choose, Illegal, Option, Rules, rule
from arbiter.kit.effects import By
from arbiter.kit.numbers import Sum
from arbiter.kit.places import Purse, Way
from arbiter.kit.sources import still

from . import uses
from .conditions import InCity, RealmNot
from .effects import RULES, Move, NextMove, NoStop, RoadMove, Stay, Voyage, holds, refuses
from .numbers import EVERYTHING, MOVE_LEAST
from .state import Tekumel

Path: TypeAlias = tuple[str, ...]
Where: TypeAlias = tuple[str, str]
"""What is answered in this step: ("go", place), ("stay", ""), or a card to use first."""
Pace: TypeAlias = tuple[int, int, tuple[tuple[str, int], ...]]
"""What there is for a way: allowance, free road links, and how many Region spaces of which terrain do not end it."""

Words: TypeAlias = Collection[type[Effect]]
"""The words that may be in force for a Hero now; looked up where nobody has done it yet."""

STAY: Where = ("stay", "")


@rule("TEK-MOVE-1", "TEK-MOVE-2", "TEK-GAP-STAY")
def movement(g: Tekumel, seat: int) -> Rules[None]:
    """Cards that change the movement come first; then the Hero goes where he can with all his Companions, or stays."""
    hero, free = g.state.heroes[seat], uses.FreeUse(g)
    while True:
        words = g.words(seat)
        gait = pace(g, seat, words)
        ways = reach(g, seat, gait, words)
        answer = yield ask_where(g, seat, ways, gait[0], free)
        if answer in ways or answer == STAY:
            break
        yield from use_before_moving(g, seat, answer, free)
    if answer == STAY:
        g.tell("stayed", seat=seat, place=hero.at)
    else:
        path = ways[answer]
        hero.at = path[-1]
        g.tell("moved", seat=seat, places=list(path))
    yield from arrive(g, seat)


def ask_where(g: Tekumel, seat: int, ways: Mapping[Where, Path], points: int, free: uses.FreeUse) -> Choose:
    """Where to, or what first? Whatever is of use at the start of Movement is asked for in the same breath."""

    def describe(value: Where) -> Option:
        return _say(g, seat, value, free)

    def refuse(value: Where) -> Illegal | None:
        return why_not(g, seat, value, free)

    has = g.uses(seat, "movement")
    cards = [use for use in has if why_not_use(g, seat, use) is None] if has else has
    values = [*ways, STAY, *cards, *free.offers(seat)]
    return Choose(seat, values, "move", describe, refuse, {"points": points}, "TEK-MOVE-1")


def why_not(g: Tekumel, seat: int, value: Where, free: uses.FreeUse) -> Illegal | None:
    """Why a Hero cannot go somewhere, or cannot use a card now."""
    if value == STAY:
        return None
    if value[0] == "go":
        if g.in_force(seat, Stay):
            return Illegal("move.stays", "TEK-MOVE-3")
        if value[1] in g.book.places and value not in reach(g, seat):
            return Illegal("move.far", "TEK-GAP-MOVE", place=value[1], points=allowance(g, seat).value)
        return None
    source = g.book.sources.get(value[1])
    if source is None or "movement" not in source.when:
        return free.why_not(seat, value)
    return why_not_use(g, seat, value)


def _say(g: Tekumel, seat: int, value: Where, free: uses.FreeUse) -> Option:
    if value == STAY:
        return Option(value, "move.stay", {}, (f"place.{g.state.heroes[seat].at}",))
    if value[0] == "go":
        steps = len(reach(g, seat)[value])
        return Option(value, "move.go", {"place": value[1], "n": steps}, (f"place.{value[1]}",))
    return free.describe(value)


# Cards


@rule("TEK-MOVE-3", "TEK-GAP-MOVE-CARD")
def why_not_use(g: Tekumel, seat: int, use: uses.Use) -> Illegal | None:
    """At most one Hero Action card changes a movement; Spells, Equipment and abilities are not counted."""
    verb, card = use
    march = g.state.turn.march
    if verb == "play" and march and uses.has(g, seat, card):
        return Illegal("move.one_card", "TEK-MOVE-3", card=g.name(march))
    return uses.why_not(g, seat, use, "movement")


def use_before_moving(g: Tekumel, seat: int, use: uses.Use, free: uses.FreeUse) -> Rules[None]:
    """A card is used before the first link is taken."""
    if use[0] == "play":
        g.state.turn.march = use[1]
    yield from free.act(seat, use)


# How far


def allowance(g: Tekumel, seat: int, words: Words | None = None) -> Sum:
    """How many links a Hero may take, and why."""
    points = Sum(g.sheet(seat).move, "number.printed")
    if words is None or Move in words or NextMove in words:
        for effect, source in g.in_force(seat, Move):
            points.add(effect.n, g.why(source))
        for later, source in g.in_force(seat, NextMove):
            points.add(later.n, g.why(source))
    return points.at_least(MOVE_LEAST)


@rule("TEK-GAP-MOVE-THROUGH", "TEK-GAP-MOVE-START-REGION")
def reach(g: Tekumel, seat: int, gait: Pace | None = None, words: Words | None = None) -> dict[Where, Path]:
    """Where a Hero's movement can end besides where he is, each with a shortest way; whoever stands there."""
    at, words = g.state.heroes[seat].at, g.words(seat) if words is None else words
    if Stay in words and g.in_force(seat, Stay):
        return {}
    if Voyage in words:
        for sails, _ in g.in_force(seat, Voyage):
            return voyage(g, at, sails.max_sea)
    return reach_at(g, at, gait or pace(g, seat))


def pace(g: Tekumel, seat: int, words: Words | None = None) -> Pace:
    """What a Hero has for his way: his allowance, free road links, and the Region spaces that he need not stop in."""
    words = g.words(seat) if words is None else words
    points = allowance(g, seat, words).value
    if RoadMove not in words and NoStop not in words:
        return points, 0, ()
    roads = sum([effect.n for effect, _ in g.in_force(seat, RoadMove)])
    passing = sorted([(effect.terrain, effect.n) for effect, _ in g.in_force(seat, NoStop)], key=_narrowest_first)
    return points, roads, tuple(passing)


def reach_at(g: Tekumel, at: str, pace: Pace) -> dict[Where, Path]:
    """Where one can go from a space with so much for the way."""
    found = g.book.reached.get((at, pace))
    if found is None:
        points, roads, passing = pace
        terrains = [terrain for terrain, _ in passing]
        purse = (points, roads, *(n for _, n in passing))
        paths = g.book.ways.reach(at, purse, lambda left, way: take(g, left, way, terrains))
        found = g.book.reached[at, pace] = {("go", place): path for place, path in paths.items()}
    return found


def _narrowest_first(no_stop: tuple[str, int]) -> tuple[bool, bool, str]:
    # Of two that cover a space the one goes first that covers less else, and before all one that never runs out.
    terrain, n = no_stop
    return n < EVERYTHING, terrain == "any", terrain


@rule("TEK-GAP-MOVE", "TEK-GAP-PORT")
def take(g: Tekumel, left: Purse, way: Way, passing: list[str]) -> tuple[Purse, bool] | None:
    """Each link of any kind costs 1, but for free roads; a Region space ends the path unless something covers it."""
    points, roads, *stops = left
    if way.kind == "road" and roads:
        roads -= roads < EVERYTHING
    elif points:
        points -= 1
    else:
        return None
    goes_on = goes_past(g, way.to, stops, passing)
    return (points, roads, *stops), goes_on


@rule("TEK-GAP-SITE")
def goes_past(g: Tekumel, place: str, stops: list[int], passing: list[str]) -> bool:
    """May the path go on from a space? A City never ends it, a site always does; what lets it go on is used up."""
    entered = g.book.places[place]
    if entered.kind == "city":
        return True
    if entered.kind == "site":
        return False
    for at, terrain in enumerate(passing):
        if stops[at] and terrain in ("any", entered.terrain):
            stops[at] -= stops[at] < EVERYTHING
            return True
    return False


def voyage(g: Tekumel, port: str, most: int) -> dict[Where, Path]:
    """From a port through one to so many sea spaces to another port, without stopping."""
    places, found = g.book.places, g.book.reached.get((port, most))
    if found is not None:
        return found

    def sail(left: Purse, way: Way) -> tuple[Purse, bool] | None:
        sea = places[way.to].terrain == "sea"
        if way.kind != "sea" or places[way.to].kind == "site" or (sea and not left[0]):
            return None
        return (left[0] - sea,), sea

    paths = g.book.ways.reach(port, (most,), sail)
    found = {("go", place): path for place, path in paths.items() if places[place].kind == "city"}
    g.book.reached[port, most] = found
    return found


@refuses(Voyage)
def cannot_sail(g: Tekumel, effect: Voyage, by: By) -> Illegal | None:
    """A voyage begins in a port city."""
    at = g.state.heroes[by.seat].at
    if g.book.places[at].kind == "city" and voyage(g, at, effect.max_sea):
        return None
    return Illegal("move.no_port", "TEK-GAP-PORT", place=at)


# The end of it


def arrive(g: Tekumel, seat: int) -> Rules[None]:
    """The Hero and all his Companions have ended their movement here; that is remembered for his Mission."""
    hero = g.state.heroes[seat]
    if hero.at not in hero.progress.visited:
        hero.progress = replace(hero.progress, visited=(*hero.progress.visited, hero.at))
    if waiting := g.waiting(seat, "moved"):
        yield from RULES.fire(g, waiting)
    hero.lasting = still(hero.lasting, "move")


@holds(InCity)
def in_city(g: Tekumel, test: InCity, by: By) -> bool:
    return g.place(by.seat).kind == "city"


@holds(RealmNot)
def in_another_realm(g: Tekumel, test: RealmNot, by: By) -> bool:
    return g.place(by.seat).realm != test.realm
