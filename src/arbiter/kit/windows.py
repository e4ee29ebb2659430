"""Windows: who may act or react at a moment, in which order, and until when somebody wants to be asked no more.

Whoever may hold a hidden card for the moment is asked, whether he does or not: being asked tells nothing. Who has seen
to it openly that there is nothing to ask (no card in hand, nothing lying there, passed until later) is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache, partial
from typing import Any, Protocol, TypeAlias

from arbiter.core import Choose, Illegal, Option, Rules, state

PASS = ("pass", "")
"""The answer of who does nothing more at this moment; ("pass", "fight") is that of who wants to be asked no more for so
long. It has the form that games give to what can be done: what, and with which card."""

Value: TypeAlias = Any


@state
class Passes:
    """Who wants to be asked no more, and until when: scope -> prompt -> the seats, a bit each. All can see it."""

    until: dict[str, dict[str, int]] = field(default_factory=dict)

    def note(self, seat: int, scope: str, prompt: str) -> None:
        """A seat passes at all such moments until the scope (a Fight, a turn) is over."""
        passed = self.until.setdefault(scope, {})
        passed[prompt] = passed.get(prompt, 0) | 1 << seat

    def passed(self, seat: int, prompt: str) -> bool:
        """Has a seat passed at such moments for now?"""
        seats = 0
        for passed in self.until.values():
            seats |= passed.get(prompt, 0)
        return bool(seats >> seat & 1)

    def end(self, *scopes: str) -> None:
        """Something is over: who passed until then is asked again."""
        for scope in scopes:
            self.until.pop(scope, None)


class Moment(Protocol):
    """What can be done at a moment, as a game tells it."""

    prompt: str
    rule: str
    scopes: tuple[str, ...]
    """How long a seat may pass besides just now: until the end of these."""
    args: Mapping[str, Any] | None
    """What the prompt's message needs to know."""

    def secret(self, seat: int) -> bool:
        """May the seat hold, for all that others know, a hidden card that fits?"""

    def offers(self, seat: int) -> Sequence[Value]:
        """What the seat can do now."""

    def why_not(self, seat: int, value: Value) -> Illegal | None:
        """Why it cannot do something else; the same predicate picks the offers."""

    def describe(self, value: Value) -> Option:
        """How an answer is called."""

    def act(self, seat: int, value: Value) -> Rules[Any]:
        """It does it; others may react to that in windows of their own."""


def ask_one(moment: Moment, passes: Passes, seat: int) -> Rules[Value]:
    """What one seat does at this moment; `PASS` where it passes or there is nothing to ask."""
    question = _question(moment, passes, seat)
    if question is None:
        return PASS
    answer = yield question
    return answer if answer is PASS else _heard(moment, passes, seat, answer)


def _question(moment: Moment, passes: Passes, seat: int) -> Choose | None:
    """What a seat is asked at this moment; nothing where it has passed, or where all see that it can do nothing."""
    if passes.until and passes.passed(seat, moment.prompt):
        return None
    offers = moment.offers(seat)
    if not offers and not moment.secret(seat):
        return None
    return Choose(
        seat,
        [*offers, *_passing(moment.scopes)],
        moment.prompt,
        partial(_describe, moment),
        partial(moment.why_not, seat),
        moment.args,
        moment.rule,
    )


@cache
def _passing(scopes: tuple[str, ...]) -> tuple[Value, ...]:
    """The answers of who does nothing: for now, or until something is over."""
    return (PASS, *(("pass", scope) for scope in scopes))


def _heard(moment: Moment, passes: Passes, seat: int, answer: Value) -> Value:
    """What a seat has answered; that it wants to be asked no more for so long is noted."""
    if answer not in _passing(moment.scopes):
        return answer
    if answer != PASS:
        passes.note(seat, answer[1], moment.prompt)
    return PASS


def _describe(moment: Moment, value: Value) -> Option:
    if value not in _passing(moment.scopes):
        return moment.describe(value)
    return Option(value, "kit.pass" if value == PASS else f"kit.pass.{value[1]}")


def each_in_turn(moment: Moment, passes: Passes, seats: Iterable[int], most: int | None = None) -> Rules[int]:
    """Each seat does as much as it likes (at most so many things), then the next. Gives how much was done."""
    done = 0
    for seat in seats:
        count = 0
        while most is None or count < most:
            question = _question(moment, passes, seat)
            if question is None:
                break
            answer = yield question
            if answer is PASS or _heard(moment, passes, seat, answer) is PASS:
                break
            yield from moment.act(seat, answer)
            count += 1
        done += count
    return done


def until_quiet(moment: Moment, passes: Passes, seats: Sequence[int]) -> Rules[int]:
    """One thing at a time, seat by seat and round again, until all have passed one after the other."""
    done, quiet, at = 0, 0, 0
    while quiet < len(seats):
        seat = seats[at % len(seats)]
        answer = yield from ask_one(moment, passes, seat)
        if answer == PASS:
            quiet += 1
        else:
            yield from moment.act(seat, answer)
            done, quiet = done + 1, 0
        at += 1
    return done
