"""Languages."""

from __future__ import annotations

from collections.abc import Collection

from arbiter.core import Choose, Illegal, Option, Rules, Several, rule
from arbiter.kit.effects import By

from .conditions import KnowsAncient, KnowsAny
from .effects import Know, holds
from .state import Tekumel


def known(g: Tekumel, seat: int) -> list[str]:
    """The languages a Hero knows now, in the order of the table."""
    counted = spoken(g, seat)
    return [language for language in g.book.languages if language in counted]


@rule("TEK-LANG-2", "TEK-LANG-3", "TEK-LANG-4")
def spoken(g: Tekumel, seat: int) -> set[str]:
    """The languages a Hero knows now: learnt, worn, or lent by a card."""
    hero = g.state.heroes[seat]
    counted = set(hero.languages)
    for item in hero.items:
        if item.worn:
            counted.update(item.languages)
    for effect, _ in g.in_force(seat, Know):
        counted.update(g.book.languages if effect.languages == "any" else effect.languages)
    return counted


@rule("TEK-GAP-SHARED-LANGUAGE")
def shares(g: Tekumel, seat: int, languages: Collection[str]) -> bool:
    """Is there a language known to both? With somebody who has none there is not, whatever one knows."""
    return not spoken(g, seat).isdisjoint(languages)


@holds(KnowsAny)
def knows_any(g: Tekumel, test: KnowsAny, by: By) -> bool:
    return shares(g, by.seat, test.languages)


@holds(KnowsAncient)
def knows_ancient(g: Tekumel, test: KnowsAncient, by: By) -> bool:
    return any(g.book.languages[language].age == "ancient" for language in known(g, by.seat))


# Learning


@rule("TEK-LANG-1", "TEK-GAP-LANGUAGE-POINTS")
def learn(g: Tekumel, seat: int) -> Rules[None]:
    """Mind was raised: one point more, spent at once with those saved earlier, or saved."""
    hero = g.state.heroes[seat]
    hero.points += 1
    while affordable := [one for one in strange(g, seat) if g.book.languages[one].cost <= hero.points]:
        language = yield Choose(
            seat, [*affordable, ""], "learn", _say, args={"n": hero.points}, rule="TEK-DEC-LANGUAGE-LEARN"
        )
        if not language:
            return
        hero.languages += (language,)
        hero.points -= g.book.languages[language].cost
        g.tell("learnt", seat=seat, language=language)


def _say(language: str) -> Option:
    return Option(language, "learn.option" if language else "learn.save", {"language": language})


def strange(g: Tekumel, seat: int) -> list[str]:
    """The languages a Hero has not learnt."""
    return [language for language in g.book.languages if language not in g.state.heroes[seat].languages]


def choose_worth(g: Tekumel, seat: int, points: int, card: str) -> Rules[tuple[str, ...]]:
    """Languages worth exactly so many points, to be known by a card (fewer only if nothing else fits)."""
    languages = g.book.languages
    free = strange(g, seat)
    most = max((total for total in _totals([languages[one].cost for one in free]) if total <= points), default=0)

    def refuse(chosen: tuple[str, ...]) -> Illegal | None:
        worth = sum(languages[one].cost for one in chosen)
        return None if worth == most else Illegal("learn.worth", "TEK-LANG-1", n=most, worth=worth)

    if not most:
        return ()
    chosen: tuple[str, ...] = yield Several(
        seat, free, 1, points, "learn.worn", _say, refuse, {"card": g.name(card), "n": most}, "TEK-DEC-LANGUAGE-LEARN"
    )
    g.tell("learnt.worn", seat=seat, languages=list(chosen), card=g.name(card))
    return chosen


def _totals(costs: list[int]) -> set[int]:
    totals = {0}
    for cost in costs:
        totals |= {total + cost for total in totals}
    return totals
