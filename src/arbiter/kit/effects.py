"""Effects, conditions and triggers as data, and the one interpreter that runs them.

A word is a class (`arbiter.content.Effect`, `Condition`); what it does is a function of the game, written in the
chapter of the rules it belongs to and named there with `@interpreter.does(Word)`. The words that all games share are
here: `if`, `choose`, `on` and `any_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import GeneratorType
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from arbiter.content import Condition, Effect, Steps, Tests
from arbiter.content.vocabulary import word as word_of
from arbiter.core import Choose, Illegal, Option, Rules, Text

G = TypeVar("G")
F = TypeVar("F", bound=Callable[..., Any])


class Cost(Effect, frozen=True, tag=""):
    """An effect that is a price: it stands before the others, and what cannot be paid cannot be used."""


class If(Effect, frozen=True, tag="if"):
    """Some effects where all conditions hold, others where they do not."""

    tests: Tests
    then: Steps
    otherwise: Steps = msgspec.field(name="else", default=Steps())

    @property
    def said(self) -> str:
        """With an else it is another sentence."""
        return "if_else" if self.otherwise else ""


class ChooseOne(Effect, frozen=True, tag="choose"):
    """One of several lists of effects, as the player likes; one that cannot be carried out only where none can."""

    options: tuple[Steps, ...]


class On(Effect, frozen=True, tag="on"):
    """Effects that wait for something to happen, as long as this stands."""

    event: str
    then: Steps


SHARED: tuple[type[Effect], ...] = (If, ChooseOne, On)


class AnyOf(Condition, frozen=True, tag="any_of"):
    """At least one of these conditions holds."""

    tests: Tests


class By(msgspec.Struct, frozen=True, gc=False):
    """For whom an effect works, what it comes from (the id of a card, a place, a character), and whom it is aimed at,
    where it is aimed at somebody."""

    seat: int
    source: str
    target: int = -1


Holds: TypeAlias = Callable[[G, Any, By], bool]
"""Says whether a condition holds."""


# Reading effects


def walk(steps: Iterable[Effect]) -> Iterator[Effect]:
    """Every effect in a list and inside those of it that hold others, in order."""
    for effect in steps:
        yield effect
        for value in msgspec.structs.astuple(effect):
            for part in (value,) if isinstance(value, Steps) else value if isinstance(value, tuple) else ():
                if isinstance(part, Steps):
                    yield from walk(part)


def costs_first(steps: Sequence[Effect]) -> bool:
    """Do all prices stand before what they pay for?"""
    prices = [isinstance(effect, Cost) for effect in steps]
    return prices == sorted(prices, reverse=True)


def told(effect: Effect | Condition) -> Text:
    """An effect or a condition as a message: its word, with its arguments for the message's slots.

    A word whose sentence depends on its arguments has a property `said` that names the sentence.
    """
    kind = "effect" if isinstance(effect, Effect) else "condition"
    fields = [field.name for field in msgspec.structs.fields(effect)]
    word = getattr(effect, "said", "") or word_of(type(effect))
    return Text(f"{kind}.{word}", {name: _slot(getattr(effect, name)) for name in fields})


def _slot(value: Any) -> Any:
    if isinstance(value, Steps | Tests):
        return [told(part) for part in value]
    if isinstance(value, tuple):
        return [_slot(part) for part in value]
    return value


# Running effects


class Interpreter(Generic[G]):
    """What the words of a game mean. `name(source)` says what the things are called that effects come from; `choosing`
    and `ordering` are the rules by which players choose among effects and order those that happen together."""

    def __init__(self, name: Callable[[str], Text], choosing: str = "", ordering: str = "") -> None:
        self._does: dict[type[Effect], Callable[[G, Any, By], Rules[None] | None]] = {}
        self._refuses: dict[type[Effect], Callable[[G, Any, By], Illegal | None]] = {}
        self._holds: dict[type[Condition], Holds[G]] = {}
        self._name, self._choosing, self._ordering = name, choosing, ordering
        self._does[If] = self._if
        self._does[ChooseOne] = self._choose_one
        self._holds[AnyOf] = self._any_of

    def does(self, word: type[Effect]) -> Callable[[F], F]:
        """This function carries the effect out."""
        return _means(self._does, word)

    def refuses(self, word: type[Effect]) -> Callable[[F], F]:
        """This function says why the effect cannot be carried out now."""
        return _means(self._refuses, word)

    def holds(self, word: type[Condition]) -> Callable[[F], F]:
        """This function says whether the condition holds."""
        return _means(self._holds, word)

    def meant(self, word: type[Effect] | type[Condition]) -> bool:
        """Has somebody said what the word means?"""
        return word in self._does or word in self._holds

    def meaning(self, test: Condition) -> Holds[G]:
        """When a condition holds, for those who look at it all the time."""
        return self._holds[type(test)]

    def run(self, g: G, steps: Iterable[Effect], by: By) -> Rules[None]:
        """Carry out effects in their order."""
        for effect in steps:
            running = self._does[type(effect)](g, effect, by)
            if isinstance(running, GeneratorType):
                yield from running

    def why_not(self, g: G, steps: Iterable[Effect], by: By) -> Illegal | None:
        """Why effects cannot be carried out in full; a price that cannot be paid is such a reason."""
        for effect in steps:
            refuses = self._refuses.get(type(effect))
            refused = refuses(g, effect, by) if refuses is not None else None
            if refused is not None:
                return refused
        return None

    def true(self, g: G, tests: Iterable[Condition], by: By) -> bool:
        """Do all conditions hold?"""
        return all(self._holds[type(test)](g, test, by) for test in tests)

    def fire(self, g: G, waiting: Iterable[tuple[On, By]]) -> Rules[None]:
        """What waited for something happens, all of it for one player, in the order that he likes."""
        left = list(waiting)
        while left:
            at = 0
            if len(left) > 1:
                at = yield Choose(
                    left[0][1].seat, range(len(left)), "kit.order", self._ordered(left), rule=self._ordering
                )
            on, by = left.pop(at)
            yield from self.run(g, on.then, by)

    def _ordered(self, left: Sequence[tuple[On, By]]) -> Callable[[int], Option]:
        names = [(self._name(by.source), [told(effect) for effect in on.then]) for on, by in left]
        return lambda at: Option(at, "kit.order.option", {"source": names[at][0], "effects": names[at][1]})

    def _if(self, g: G, effect: If, by: By) -> Rules[None]:
        yield from self.run(g, effect.then if self.true(g, effect.tests, by) else effect.otherwise, by)

    def _any_of(self, g: G, condition: AnyOf, by: By) -> bool:
        return any(self.true(g, [test], by) for test in condition.tests)

    def _choose_one(self, g: G, effect: ChooseOne, by: By) -> Rules[None]:
        whole = [at for at, steps in enumerate(effect.options) if self.why_not(g, steps, by) is None]
        open_to = whole or list(range(len(effect.options)))

        def describe(at: int) -> Option:
            return Option(at, "kit.choose.option", {"effects": [told(part) for part in effect.options[at]]})

        def refuse(at: int) -> Illegal | None:
            return self.why_not(g, effect.options[at], by) if 0 <= at < len(effect.options) else None

        at = open_to[0]
        if len(open_to) > 1:
            args = {"source": self._name(by.source)}
            at = yield Choose(by.seat, open_to, "kit.choose", describe, refuse, args, self._choosing)
        yield from self.run(g, effect.options[at], by)


def _means(words: dict[Any, Any], word: Any) -> Callable[[F], F]:
    def mean(function: F) -> F:
        if word in words:
            raise ValueError(f"what {word.__name__} means is said twice")
        words[word] = function
        return function

    return mean
