"""Windows: who may act or react at a moment, in which order, and until when somebody wants to be asked no more.

Whoever may hold a hidden card for the moment is asked, whether he does or not: being asked tells nothing. Who has seen
to it openly that there is nothing to ask (no card in hand, nothing lying there, passed until later) is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any, TypeAlias

from arbiter.core import Choose, Illegal, Option, Rules, state

PASS = ("pass", "")
"""The answer of who does nothing more at this moment; ("pass", "fight") is that of who wants to be asked no more for so
long. It has the form that games give to what can be done: what, and with which card."""

Value: TypeAlias = Any


@state
class Passes:
    """Who wants to be asked no more, and until when: "fight" -> ("2 use.magic",). All can see it."""

    until: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def note(self, seat: int, scope: str, prompt: str) -> None:
        """A seat passes at all such moments until the scope (a Fight, a turn) is over."""
        self.until[scope] = (*self.until.get(scope, ()), f"{seat} {prompt}")

    def passed(self, seat: int, prompt: str) -> bool:
        """Has a seat passed at such moments for now?"""
        moments = [passed for passes in self.until.values() for passed in passes]
        return f"{seat} {prompt}" in moments

    def end(self, *scopes: str) -> None:
        """Something is over: who passed until then is asked again."""
        for scope in scopes:
            self.until.pop(scope, None)


class Moment:
    """What can be done at a moment. A game says it in classes of its own, one for each kind of moment."""

    __slots__ = ()
    prompt: str
    rule: str = ""
    scopes: tuple[str, ...] = ()
    """How long a seat may pass besides just now: until the end of these."""
    passing: tuple[Value, ...] = (PASS,)
    """The answers of who does nothing: for now, then for each of the scopes. Where a class says only how long one may
    pass, they follow from that."""
    args: Mapping[str, Any] | None = None
    """What the prompt's message needs to know."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "scopes" in cls.__dict__ and "passing" not in cls.__dict__:
            cls.passing = (PASS, *(("pass", scope) for scope in cls.scopes))

    def secret(self, seat: int) -> bool:
        """May the seat hold, for all that others know, a hidden card that fits?"""
        return False

    def offers(self, seat: int) -> Sequence[Value]:
        """What the seat can do now."""
        raise NotImplementedError

    def values(self, seat: int) -> list[Value] | None:
        """All that the seat may answer; None where all see that it can do nothing, so that it is not asked."""
        offers = self.offers(seat)
        return [*offers, *self.passing] if offers or self.secret(seat) else None

    def why_not(self, seat: int, value: Value) -> Illegal | None:
        """Why it cannot do something else; the same predicate picks the offers."""
        return None

    def say(self, value: Value) -> Option:
        """How something that can be done is called."""
        raise NotImplementedError

    def describe(self, value: Value) -> Option:
        """How an answer is called."""
        if value not in self.passing:
            return self.say(value)
        return Option(value, "kit.pass" if value == PASS else f"kit.pass.{value[1]}")

    def act(self, seat: int, value: Value) -> Rules[Any]:
        """It does it; others may react to that in windows of their own."""
        raise NotImplementedError


def each_in_turn(moment: Moment, passes: Passes, seats: Iterable[int], most: int | None = None) -> Rules[int]:
    """Each seat does as much as it likes (at most so many things), then the next. Gives how much was done."""
    done, prompt, passing = 0, moment.prompt, moment.passing
    for seat in seats:
        count = 0
        while count != most and not (passes.until and passes.passed(seat, prompt)):
            values = moment.values(seat)
            if values is None:
                break
            answer = yield Choose(
                seat, values, prompt, moment.describe, partial(moment.why_not, seat), moment.args, moment.rule
            )
            if answer in passing:
                if answer != passing[0]:
                    passes.note(seat, moment.scopes[passing.index(answer) - 1], prompt)
                break
            yield from moment.act(seat, answer)
            count += 1
        done += count
    return done


def until_quiet(moment: Moment, passes: Passes, seats: Sequence[int]) -> Rules[int]:
    """One thing at a time, seat by seat and round again, until all have passed one after the other."""
    done, quiet, at = 0, 0, 0
    while quiet < len(seats):
        acted = yield from each_in_turn(moment, passes, (seats[at % len(seats)],), most=1)
        done, quiet, at = done + acted, 0 if acted else quiet + 1, at + 1
    return done
