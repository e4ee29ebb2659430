"""Step 5: Missions."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from functools import partial
from random import Random

from arbiter.core import Choose, Illegal, Option, Rules, Text, Together, rule
from arbiter.kit import cards

from . import equipment, lan, mission_window, uses
from .goods import change
from .numbers import ABANDON_BUSSAN, ABANDON_LAN, COMPLETED_BUSSAN, MISSION_DRAW
from .requirements import Way, missing, ways
from .skill_tests import skill_test
from .state import NOTHING_DONE, Attempt, BeatEnds, Hero, Tekumel, World, reading

WAIT: uses.Use = ("wait", "")
ABANDON: uses.Use = ("abandon", "")


@rule("TEK-GAP-MISSION-NONE")
def missions(g: Tekumel, seat: int) -> Rules[None]:
    """One Mission at most is tried, or given up for another; at last an attribute may be raised."""
    if g.state.attempt is None:
        yield from choose_what(g, seat)
    else:
        yield from attempt(g, seat)
    yield from lan.raise_attribute(g, seat)


# What to do


def choose_what(g: Tekumel, seat: int) -> Rules[None]:
    """The player tries his Mission, gives it up or waits; whatever works at any time of his turn comes before.

    He is asked whether his Mission is ready or not, and an attempt goes on in a beat of its own: others see that there
    is one and which tests it takes, but not the Mission.
    """
    free = uses.FreeUse(g)

    def describe(value: uses.Use) -> Option:
        return _say(g, seat, value, free)

    def refuse(value: uses.Use) -> Illegal | None:
        return why_not(g, seat, value, free)

    while True:
        ready = [("attempt", exams) for exams in attempts(g, seat)]
        values = [*ready, WAIT, *([ABANDON] if at_home(g, seat) else []), *free.offers(seat)]
        answer: uses.Use = yield Choose(seat, values, "mission", describe, refuse, rule="TEK-DEC-MISSION-READ")
        match answer[0]:
            case "wait":
                return
            case "abandon":
                yield from abandon(g, seat)
                return
            case "attempt":
                way = next(way for way in own_ways(g, seat) if exams_of(way) == answer[1])
                g.state.attempt = Attempt(way.tests)
                g.tell("mission.attempted", seat=seat)
                raise BeatEnds
        yield from free.act(seat, answer)


def own_ways(g: Tekumel, seat: int) -> list[Way]:
    """How a player could complete the Mission that he has."""
    return [way for card in g.state.heroes[seat].mission.cards for way in ways(g, seat, card)]


def exams_of(way: Way) -> str:
    """The tests of a way as a text: "mind.hard talk.easy"."""
    return " ".join(f"{skill}.{level}" for skill, level in way.tests)


@rule("TEK-MISSION-1")
def attempts(g: Tekumel, seat: int) -> list[str]:
    """The tests by which the Mission could be completed now, where it is ready; the best way first."""
    found = own_ways(g, seat)
    return list(dict.fromkeys([exams_of(way) for way in found])) if found else []


def why_not(g: Tekumel, seat: int, value: uses.Use, free: uses.FreeUse) -> Illegal | None:
    """Why something cannot be done with a Mission now."""
    match value[0]:
        case "wait":
            return None
        case "abandon":
            return why_not_abandon(g, seat)
        case "attempt":
            if value[1] in attempts(g, seat):
                return None
            return Illegal("mission.not_ready", "TEK-GAP-MISSION-READY", missing=lacking(g, seat))
    return free.why_not(seat, value)


def lacking(g: Tekumel, seat: int) -> list[Text]:
    """What is still to be done for the Mission that a player has."""
    return [text for card in g.state.heroes[seat].mission.cards for text in missing(g, seat, card)]


def _say(g: Tekumel, seat: int, value: uses.Use, free: uses.FreeUse) -> Option:
    hero = g.state.heroes[seat]
    match value[0]:
        case "wait":
            left = lacking(g, seat)
            return Option(value, "mission.wait.lacking", {"missing": left}) if left else Option(value, "mission.wait")
        case "abandon":
            return Option(value, "mission.abandon" if hero.lan >= ABANDON_LAN else "mission.abandon.bussan")
        case "attempt":
            card = hero.mission.cards[0]
            pairs = [exam.split(".") for exam in value[1].split()]
            tests = [Text("mission.exam", {"skill": skill, "level": level}) for skill, level in pairs]
            key = "mission.attempt.tests" if tests else "mission.attempt"
            return Option(value, key, {"card": g.name(card), "tests": tests}, (f"card.{card}",))
    return free.describe(value)


# The attempt


def attempt(g: Tekumel, seat: int) -> Rules[None]:
    """The tests are rolled openly, the Mission is read, others may play cards, and it is completed or stopped."""
    s = g.state
    assert s.attempt is not None
    tried = s.attempt
    if (yield from pass_tests(g, seat, tried)):
        yield from read_aloud(g, seat, tried)
        played = yield from mission_window.window(g, seat)
        yield from mission_window.last_word(g, seat, played)
        if tried.stopped:
            stop(g, seat, tried)
        else:
            yield from complete(g, seat, tried)
    s.attempt = None


def pass_tests(g: Tekumel, seat: int, tried: Attempt) -> Rules[bool]:
    """All tests in their order; with the first that fails the Mission is not ready in this turn and stays hidden.

    The same if what the Mission wants to be given was spent on its tests.
    """
    for skill, level in tried.tests:
        if not (yield from skill_test(g, seat, skill, level)):
            break
    else:
        if any(way.tests == tried.tests for way in own_ways(g, seat)):
            return True
    g.tell("mission.failed", seat=seat)
    return False


def read_aloud(g: Tekumel, seat: int, tried: Attempt) -> Rules[None]:
    """Everybody sees the Mission, and what it wants to have paid or given is set aside."""
    hand = g.state.heroes[seat].mission
    (card,) = hand.cards
    cards.show(g, hand, card)
    g.tell("mission.read", seat=seat, card=g.name(card))
    by_tests = [way for way in ways(g, seat, card) if way.tests == tried.tests]
    at = 0
    if len(by_tests) > 1:
        at = yield Choose(
            seat,
            range(len(by_tests)),
            "mission.part",
            lambda at: Option(at, "mission.gives", {"cards": g.names(by_tests[at].cards)}),
            rule="TEK-DEC-MISSION-PART",
        )
    set_aside(g, seat, tried, by_tests[at])


@rule("TEK-GAP-WINDOW-PAYMENT")
def set_aside(g: Tekumel, seat: int, tried: Attempt, way: Way) -> None:
    """Káitars, Torches and cards are out of everybody's reach until the Mission is completed or stopped."""
    hero = g.state.heroes[seat]
    tried.kaitar, tried.torch = way.kaitar, way.torch
    hero.kaitar -= way.kaitar
    hero.torch -= way.torch
    tried.spells = [card for card in hero.spells if card in way.cards]
    tried.items = [item for item in hero.items if item.card in way.cards]
    tried.companions = [one for one in hero.companions if one.card in way.cards]
    hero.spells = [card for card in hero.spells if card not in way.cards]
    hero.items = [item for item in hero.items if item.card not in way.cards]
    hero.companions = [one for one in hero.companions if one.card not in way.cards]


# How it ends


@rule("TEK-GAP-WINDOW-STOP")
def stop(g: Tekumel, seat: int, tried: Attempt) -> None:
    """The player keeps the Mission, which all now know, and all that he has done for it; what was set aside is his."""
    hero = g.state.heroes[seat]
    hero.kaitar += tried.kaitar
    hero.torch += tried.torch
    hero.spells += tried.spells
    hero.items += tried.items
    hero.companions += tried.companions
    g.tell("mission.stopped", seat=seat, card=g.name(hero.mission.cards[0]))


@rule("TEK-GAP-REWARD-ORDER")
def complete(g: Tekumel, seat: int, tried: Attempt) -> Rules[None]:
    """What was set aside is paid; Lán comes in, a Bussán goes, and a new Mission is chosen."""
    s, hero = g.state, g.state.heroes[seat]
    for deck, gone in (
        (s.spells, tried.spells),
        (s.equipment, [item.card for item in tried.items]),
        (s.encounters, [one.card for one in tried.companions]),
    ):
        for card in gone:
            cards.discard(g, deck, card)
    mission = hero.mission.cards[0]
    earned = lan.reward(g, seat, mission, tried).value
    hero.lan += earned
    change(hero, "bussan", -COMPLETED_BUSSAN)
    g.tell("mission.completed", seat=seat, card=g.name(mission), n=earned)
    cards.discard(g, s.missions, cards.lay_open(g, hero.mission, mission))
    yield from next_mission(g, hero)
    if tried.items:
        yield from equipment.repack(g, seat)
    if tried.companions:
        yield from equipment.fit(g, seat)


@rule("TEK-GAP-MISSION-ABANDON")
def why_not_abandon(g: Tekumel, seat: int) -> Illegal | None:
    """Only in the home city."""
    home = g.book.home(g.state.heroes[seat].card)
    return None if at_home(g, seat) else Illegal("mission.not_home", "TEK-GAP-MISSION-ABANDON", place=home)


def at_home(g: Tekumel, seat: int) -> bool:
    """Is a Hero in his home city?"""
    hero = g.state.heroes[seat]
    return hero.at == g.book.home(hero.card)


def abandon(g: Tekumel, seat: int) -> Rules[None]:
    """A Mission is given up for a Lán, or where there is none for Bussán, and another is chosen."""
    hero = g.state.heroes[seat]
    if hero.lan >= ABANDON_LAN:
        change(hero, "lan", -ABANDON_LAN)
    else:
        hero.bussan += ABANDON_BUSSAN
    for card in hero.mission.cards.copy():
        cards.discard(g, g.state.missions, cards.lay_open(g, hero.mission, card))
        g.tell("mission.abandoned", seat=seat, card=g.name(card))
    yield from next_mission(g, hero)


# New Missions


@rule("TEK-GAP-MISSION-HIDDEN")
def first_missions(g: Tekumel) -> Rules[None]:
    """All players together draw two Missions and keep one in secret."""
    heroes = g.state.heroes
    for hero in heroes:
        draw_missions(g, hero)
    kept: tuple[str, ...] = yield Together(*(ask_which(g, hero) for hero in heroes))
    for hero, card in zip(heroes, kept, strict=True):
        keep(g, hero, card)


def next_mission(g: Tekumel, hero: Hero) -> Rules[None]:
    """Two Missions are drawn and one is kept in secret."""
    draw_missions(g, hero)
    if hero.mission.cards:
        keep(g, hero, (yield ask_which(g, hero)))


@rule("TEK-LAN-3")
def draw_missions(g: Tekumel, hero: Hero) -> None:
    """Two Missions, which only their player sees."""
    drawn = cards.deal(g, g.state.missions, hero.mission, MISSION_DRAW)
    g.tell("mission.drew", seat=hero.seat, n=len(drawn))
    g.tell("drew.cards", (hero.seat,), cards=g.names(drawn))


def ask_which(g: Tekumel, hero: Hero) -> Choose:
    """Which of the Missions drawn does he keep?"""
    return Choose(
        hero.seat,
        hero.mission.cards.copy(),
        "mission.keep",
        partial(say_mission, g, hero.seat),
        rule="TEK-DEC-MISSION-KEEP",
        secret=True,
    )


def say_mission(g: Tekumel, seat: int, card: str) -> Option:
    """How a Mission is called among the options: with what it asks for and earns, and more for the own religion."""
    mission, more = g.book.missions[card], lan.religion_lan(g, seat, card)
    key = "mission.option.own" if more else "mission.option.religion" if mission.religion else "mission.option"
    told = {"card": card, "n": mission.lan, "religion": mission.religion, "more": more}
    return Option(card, key, told, (f"card.{card}", *(f"place.{place}" for place in g.book.goals(card))))


@rule("TEK-LAN-4", "TEK-GAP-MISSION-DECK", "TEK-GAP-PROGRESS-START")
def keep(g: Tekumel, hero: Hero, card: str) -> None:
    """One Mission is kept, and what it wants is to be done from now on; the other is discarded, face up."""
    for other in [other for other in hero.mission.cards if other != card]:
        cards.discard(g, g.state.missions, cards.lay_open(g, hero.mission, other))
        g.tell("mission.refused", seat=hero.seat, card=g.name(other))
    hero.progress = NOTHING_DONE


# Imagined worlds


def redeal(s: World, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
    """Whoever is trying a Mission that another has not seen holds one that is ready by just such tests."""
    if s.attempt is None or s.mover == seat:
        return
    g, tests, hands = reading(s), s.attempt.tests, [hero.mission for hero in s.heroes]

    def fits(card: str) -> bool:
        return any(way.tests == tests for way in ways(g, s.mover, card))

    cards.must_hold(s.missions, hands, hands[s.mover], seat, rng, known, fits)
