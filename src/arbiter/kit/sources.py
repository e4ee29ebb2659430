"""Sources of effects (a card, a hero, a place), and how long what they bring is in force.

What a source has `standing` works as long as it lies there; what comes into force when it is used is `Lasting`: until
something is over (a test, a fight, a turn), or until its owner next does something ("on your next").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, cast

import msgspec

from arbiter.content import Effect, Tests

from .effects import By, If, Interpreter, walk

G = TypeVar("G")
E = TypeVar("E", bound=Effect)

ALWAYS = Tests()
Standing: TypeAlias = Mapping[type[Effect], tuple[tuple[Tests, Effect, str], ...]]
"""By their words, effects that work as long as their source lies there: each with the conditions under which it is in
force, and the source."""


class Lasting(msgspec.Struct, frozen=True, gc=False):
    """An effect that stays in force until something is over: the `at`-th of all effects of a source."""

    source: str
    at: int
    until: str


def still(lasting: Sequence[Lasting], *over: str) -> tuple[Lasting, ...]:
    """What stays in force when these are over."""
    return tuple([one for one in lasting if one.until not in over])


class Source:
    """Something that effects come from; all copies of a card are one source. What is `standing` of its effects is in
    force while it lies there."""

    __slots__ = ("all", "entry", "key", "kind", "standing")

    def __init__(self, kind: str, key: str, entry: Any, effects: Iterable[Effect], standing: Iterable[Effect]) -> None:
        self.kind, self.key, self.entry = kind, key, entry
        self.all = tuple(walk(effects))
        self.standing = by_word(key, standing)

    def lasting(self, effect: Effect, until: str) -> Lasting:
        """One of its effects, in force until something is over."""
        return Lasting(self.key, next(at for at, one in enumerate(self.all) if one is effect), until)

    def alone(self, at: int) -> Standing:
        """One of its effects, as if it alone were standing."""
        effect = self.all[at]
        return {type(effect): ((ALWAYS, effect, self.key),)}


def by_word(source: str, steps: Iterable[Effect]) -> Standing:
    """Effects that are in force as long as their source lies there, by their word; an `if` becomes a guard."""
    found: dict[type[Effect], tuple[tuple[Tests, Effect, str], ...]] = {}
    for guards, effect in _guarded(steps, ALWAYS):
        found[type(effect)] = (*found.get(type(effect), ()), (guards, effect, source))
    return found


def _guarded(steps: Iterable[Effect], guards: Tests) -> Iterator[tuple[Tests, Effect]]:
    for effect in steps:
        if not isinstance(effect, If):
            yield guards, effect
        elif effect.otherwise:
            raise ValueError("an effect that is always in force cannot have an else")
        else:
            yield from _guarded(effect.then, Tests((*guards, *effect.tests)))


class Force:
    """All that is in force for somebody by its words as long as his sources lie there together. Of what is not among
    the `words` nothing is in force.

    Most effects have no conditions: of a word that has none it is `always` at hand what is in force.
    """

    __slots__ = ("always", "words")

    def __init__(self, standing: Iterable[Standing]) -> None:
        words: dict[type[Effect], tuple[tuple[Tests, Effect, str], ...]] = {}
        for by_words in standing:
            for word, effects in by_words.items():
                words[word] = words[word] + effects if word in words else effects
        self.words = words
        self.always: dict[type[Effect], list[tuple[Any, str]]] = {
            word: [(effect, source) for _, effect, source in effects]
            for word, effects in words.items()
            if not any(guards for guards, _, _ in effects)
        }

    def now(self, word: type[E], rules: Interpreter[G], g: G, seat: int) -> Sequence[tuple[E, str]]:
        """The effects of a word that are in force now for a seat, each with its source."""
        always = self.always.get(word)
        if always is not None:
            return always
        return [
            (cast(E, effect), source)
            for guards, effect, source in self.words.get(word, ())
            if not guards or rules.true(g, guards, By(seat, source))
        ]
