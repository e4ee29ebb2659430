"""What Missions ask for, and the ways in which a Hero could meet it now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from arbiter.content import Condition
from arbiter.core import Text, rule
from arbiter.kit.effects import AnyOf, By, told

from .book import places_of
from .conditions import (
    At,
    Defeated,
    EndedMoveIn,
    Explored,
    Give,
    HasCompanion,
    NoBussan,
    PassTest,
    SetAside,
    Visited,
)
from .effects import RULES, SIZES, holds
from .numbers import DEAR
from .state import Exam, Tekumel


class Way(NamedTuple):
    """One way to meet what a Mission asks for: the tests to be rolled, and what is to be set aside."""

    tests: tuple[Exam, ...] = ()
    kaitar: int = 0
    torch: int = 0
    cards: tuple[str, ...] = ()


NO_PRICE = Way()
CHOICES = (PassTest, SetAside, Give, AnyOf)
"""What can be met in several ways, or takes something; all else that a Mission asks for holds or does not."""


@rule("TEK-GAP-MISSION-READY")
def ways(g: Tekumel, seat: int, mission: str) -> list[Way]:
    """How a Mission could be completed now: fewest tests first, then the cheapest cards; none where it is not ready."""
    hero, found, by = g.state.heroes[seat], [NO_PRICE], By(seat, mission)
    require = g.book.missions[mission].require
    for test in require:
        if type(test) not in CHOICES and not RULES.meaning(test)(g, test, by):
            return []
    for test in require:
        if type(test) in CHOICES:
            found = [
                _both(one, other) for one in found for other in meets(g, seat, test) if _apart(one.cards, other.cards)
            ]
    able = [way for way in found if way.kaitar <= hero.kaitar and way.torch <= hero.torch]
    return sorted(dict.fromkeys(able), key=lambda way: (len(way.tests), sum(_cost(g, card) for card in way.cards)))


def mission_price(g: Tekumel, seat: int) -> int:
    """The Káitars that the Mission a player is trying will want from him; none once they are set aside."""
    tried = g.state.attempt
    if tried is None or tried.kaitar or seat != g.state.mover:
        return 0
    held = [way for card in g.state.heroes[seat].mission.cards for way in ways(g, seat, card)]
    return min((way.kaitar for way in held if way.tests == tried.tests), default=0)


def _both(one: Way, other: Way) -> Way:
    if other is NO_PRICE:
        return one
    return Way(one.tests + other.tests, one.kaitar + other.kaitar, one.torch + other.torch, one.cards + other.cards)


def _apart(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """No card is given twice."""
    return not one or set(one).isdisjoint(other)


def _cost(g: Tekumel, card: str) -> int:
    return g.book.equipment[card].cost if card in g.book.equipment else 0


def meets(g: Tekumel, seat: int, test: Condition) -> list[Way]:
    """The ways to meet one thing that a Mission asks for."""
    if type(test) not in CHOICES:
        return [NO_PRICE] if RULES.true(g, (test,), By(seat, "")) else []
    match test:
        case PassTest(skill=skill, level=level):
            return [Way(tests=((skill, level),))]
        case SetAside(n=n):
            return [Way(kaitar=n)]
        case Give(torch=n) if n:
            return [Way(torch=n)]
        case Give():
            return [Way(cards=(card,)) for card in fitting(g, seat, test)]
        case AnyOf(tests=options):
            return [way for option in options for way in meets(g, seat, option)]
    return []


def fitting(g: Tekumel, seat: int, give: Give) -> Iterator[str]:
    """The cards of a Hero that could be given."""
    hero = g.state.heroes[seat]
    if give.companion:
        yield from (one.card for one in hero.companions if give.companion in g.book.encounters[one.card].tags)
    if "spell" in give.any_of:
        yield from hero.spells
    for item in hero.items:
        entry = g.book.equipment[item.card]
        dear = entry.kind == "personal" and entry.cost >= DEAR
        if ("scroll" in give.any_of and entry.kind == "scroll") or ("personal_cost_5" in give.any_of and dear):
            yield item.card


def missing(g: Tekumel, seat: int, mission: str) -> list[Text]:
    """What is still to be done for a Mission."""
    by = By(seat, mission)
    return [told(_left(g, seat, test)) for test in g.book.missions[mission].require if not RULES.true(g, [test], by)]


def places_left(g: Tekumel, seat: int, mission: str) -> list[str]:
    """Where a Mission still sends its Hero: not where he has done already what it wants there."""
    by = By(seat, mission)

    def left(test: Condition) -> Iterator[str]:
        if isinstance(test, AnyOf):
            if not any(type(one) is not PassTest and RULES.true(g, [one], by) for one in test.tests):
                for one in test.tests:
                    yield from left(one)
        elif isinstance(test, At) or not RULES.true(g, [test], by):
            yield from places_of(_left(g, seat, test))

    return list(dict.fromkeys(place for test in g.book.missions[mission].require for place in left(test)))


def _left(g: Tekumel, seat: int, test: Condition) -> Condition:
    """What is left of something that a Mission asks for: of several places those that were not visited yet."""
    if not isinstance(test, Visited):
        return test
    been = g.state.heroes[seat].progress.visited
    return replace(test, places=tuple(place for place in test.places if place not in been))


# What the words mean


@holds(SetAside)
def has_kaitars(g: Tekumel, test: SetAside, by: By) -> bool:
    return g.state.heroes[by.seat].kaitar >= test.n


@holds(Give)
def has_to_give(g: Tekumel, test: Give, by: By) -> bool:
    return g.state.heroes[by.seat].torch >= test.torch if test.torch else any(fitting(g, by.seat, test))


@holds(PassTest)
def can_be_tested(g: Tekumel, test: PassTest, by: By) -> bool:
    """A test is rolled when everything else holds."""
    return True


@holds(At)
def is_at(g: Tekumel, test: At, by: By) -> bool:
    return g.state.heroes[by.seat].at == test.place


@holds(Visited)
def has_visited(g: Tekumel, test: Visited, by: By) -> bool:
    return set(test.places) <= set(g.state.heroes[by.seat].progress.visited)


@holds(EndedMoveIn)
def has_ended_in(g: Tekumel, test: EndedMoveIn, by: By) -> bool:
    return not set(test.places).isdisjoint(g.state.heroes[by.seat].progress.visited)


@holds(Explored)
def has_explored(g: Tekumel, test: Explored, by: By) -> bool:
    return test.place in g.state.heroes[by.seat].progress.explored


@holds(Defeated)
def has_defeated(g: Tekumel, test: Defeated, by: By) -> bool:
    fits = [
        win
        for win in g.state.heroes[by.seat].progress.won
        if test.stance in ("", win.stance)
        and SIZES.index(win.size) >= SIZES.index(test.min_size)
        and (not test.tag or test.tag in g.book.foes[win.foe].tags)
    ]
    return len(fits) >= test.n


@holds(HasCompanion)
def has_companion(g: Tekumel, test: HasCompanion, by: By) -> bool:
    return any(test.tag in g.book.encounters[one.card].tags for one in g.state.heroes[by.seat].companions)


@holds(NoBussan)
def has_no_bussan(g: Tekumel, test: NoBussan, by: By) -> bool:
    return not g.state.heroes[by.seat].bussan
