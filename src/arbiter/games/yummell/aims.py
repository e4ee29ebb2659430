"""Whom the words on the cards mean: any character, an opponent, a companion, whoever is ahead."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from arbiter.core import rule

from .numbers import players
from .race import Yummell

OTHERS = [
    [[other for other in range(seats) if other != seat] for seat in range(seats)] for seats in range(players()[-1] + 1)
]
"""For so many seats, all but each."""


class Bar(NamedTuple):
    """What stands against something: a message key, and the rule that says so where it is always the same."""

    key: str
    rule: str = ""


NOBODY = Bar("refused.nobody")
ARRIVED = Bar("refused.arrived", "YUM-END-4")
YOURSELF = Bar("refused.yourself")
NOT_BESIDE = Bar("refused.beside")
NOT_AHEAD = Bar("refused.ahead")
NOT_NEAREST = Bar("refused.nearest")


def oneself(g: Yummell, me: int) -> list[int]:
    """The one who acts."""
    return [me]


@rule("YUM-END-4")
def racing(g: Yummell, me: int) -> list[int]:
    """Any character that has not arrived."""
    at, last = g.state.at, g.course.last
    return [*range(len(at))] if last not in at else [seat for seat, square in enumerate(at) if square != last]


def others(g: Yummell, me: int) -> list[int]:
    """Of these all but oneself."""
    at = g.state.at
    return OTHERS[len(at)][me] if g.course.last not in at else [seat for seat in racing(g, me) if seat != me]


def beside(g: Yummell, me: int) -> list[int]:
    """Those in the same square; the start line is none."""
    here = g.state.at[me]
    return [seat for seat, square in enumerate(g.state.at) if square == here and seat != me] if here else []


def ahead(g: Yummell, me: int) -> list[int]:
    """Those on one's own route, nearer to the finish, and not there yet."""
    s, course = g.state, g.course
    here, last, path = s.at[me], course.last, s.path[me]
    if not here:
        return []
    # Along any route the numbers of the squares grow.
    return [seat for seat, square in enumerate(s.at) if here < square < last and course.on_route(path, square)]


def nearest_ahead(g: Yummell, me: int) -> list[int]:
    """The nearest of these; of two in one square the one who sits first."""
    found = ahead(g, me)
    return [max(found, key=lambda seat: g.course.to_go[g.state.at[seat]])] if len(found) > 1 else found


ANYBODY = (racing, ARRIVED)
OPPONENT = (ANYBODY, (others, YOURSELF))
AHEAD = (*OPPONENT, (ahead, NOT_AHEAD))
MEANT: dict[str, tuple[tuple[Callable[[Yummell, int], list[int]], Bar], ...]] = {
    "self": ((oneself, NOBODY),),
    "any_character": (ANYBODY,),
    "opponent": OPPONENT,
    "all_others": OPPONENT,
    "opponent_in_range": OPPONENT,
    "companion": (*OPPONENT, (beside, NOT_BESIDE)),
    "character_ahead": AHEAD,
    "nearest_ahead": (*AHEAD, (nearest_ahead, NOT_NEAREST)),
}
"""For each word who is meant, ever more narrowly, and what stands against the others; the last says all."""
WHO = {word: narrowing[-1][0] for word, narrowing in MEANT.items()}
