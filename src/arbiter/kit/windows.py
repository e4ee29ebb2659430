"""Windows: who may act or react at a moment, in which order, and until when somebody wants to be asked no more.

Whoever may hold a hidden card for the moment is asked, whether he does or not: being asked tells nothing. Who has seen
to it openly that there is nothing to ask (no card in hand, nothing lying there, passed until later) is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar, TypeAlias

from arbiter.core import Choose, Illegal, Option, Play, Rules, state

PASS = ("pass", "")
"""The answer of who does nothing more at this moment; ("pass", "fight") is that of who wants to be asked no more for so
long. It has the form that games give to what can be done: what, and with which card."""

Value: TypeAlias = Any


@state
class Passes:
    """Who wants to be asked no more at which moments, and until when: "fight" -> {"use.magic": 5}, a bit for each seat.
    All can see it. The state of a game with windows has one as its field `passes`."""

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


class Moment:
    """What can be done at a moment. A game says it in classes of its own, one for each kind of moment."""

    __slots__ = ("asked", "g")
    prompt: ClassVar[str]
    rule: ClassVar[str] = ""
    scopes: ClassVar[tuple[str, ...]] = ()
    """How long a seat may pass besides just now: until the end of these."""
    passing: ClassVar[tuple[Value, ...]] = (PASS,)
    """The answers of who does nothing: for now, then for each of the scopes. Where a class says only how long one may
    pass, they follow from that."""
    args: Mapping[str, Any] | None = None
    """What the prompt's message needs to know."""
    asked: int
    """The seat that may now act."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "scopes" in cls.__dict__ and "passing" not in cls.__dict__:
            cls.passing = (PASS, *(("pass", scope) for scope in cls.scopes))

    def __init__(self, g: Play[Any]) -> None:
        self.g: Any = g

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

    def refuse(self, value: Value) -> Illegal | None:
        """Why the seat that is asked cannot do it."""
        return self.why_not(self.asked, value)

    def say(self, value: Value) -> Option:
        """How something that can be done is called."""
        raise NotImplementedError

    def describe(self, value: Value) -> Option:
        """How an answer is called."""
        if value not in self.passing:
            return self.say(value)
        until = self.until(value)
        return Option(value, f"kit.pass.{until}" if until else "kit.pass")

    def until(self, value: Value) -> str:
        """How long somebody passes who answers so; "" is just now."""
        at = self.passing.index(value)
        return self.scopes[at - 1] if at else ""

    def act(self, seat: int, value: Value) -> Rules[Any] | None:
        """It does it, at once or step by step; others may react to that in windows of their own."""
        raise NotImplementedError


def each_in_turn(moment: Moment, seats: Iterable[int], once: bool = False) -> Rules[int]:
    """Each seat does as much as it likes, or one thing at most, then the next. Gives how much was done."""
    done, passes, prompt, passing = 0, moment.g.state.passes, moment.prompt, moment.passing
    for seat in seats:
        moment.asked = seat
        while not (passes.until and passes.passed(seat, prompt)):
            values = moment.values(seat)
            if values is None:
                break
            answer = yield Choose(seat, values, prompt, moment.describe, moment.refuse, moment.args, moment.rule)
            if answer in passing:
                if answer != passing[0]:
                    passes.note(seat, moment.until(answer), prompt)
                break
            acting = moment.act(seat, answer)
            if acting is not None:
                yield from acting
            done += 1
            if once:
                break
    return done


def in_order(
    seat: int, things: Iterable[Value], put: Callable[[Value], object], prompt: str, say: Callable[[Value], Option],
    rule: str, secret: bool = False,
) -> Rules[None]:  # fmt: skip
    """Several things are put down one after the other, in the order that a seat likes."""
    left = list(things)
    while left:
        one = left[0]
        if len(left) > 1:
            one = yield Choose(seat, left.copy(), prompt, say, rule=rule, secret=secret)
        left.remove(one)
        put(one)
