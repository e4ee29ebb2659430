"""Everything that has a name and can be in force, be met or be used: characters, Advantages, cards and Supporters."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from arbiter.content import Condition
from arbiter.core import Row
from arbiter.kit import sources

from .effects import RULES, ChallengeBonus, Change, Shows, of_oneself
from .entries import Power

CHARACTER, ADVANTAGE, CREATURE, EVENT, ARTEFACT, SUPPORTER = range(6)
TYPES = ("character", "advantage", "creature", "event", "artefact", "supporter")
WINDOWS = {"W1": 1, "W2": 2, "W3": 4, "WC": 8, "WL": 16, "WR": 32, "after_challenge_win": 64}
W1, W2, W3, WC, WL, WR, AFTER_WIN = WINDOWS.values()
OPEN_WINDOWS = W1 | W2 | W3
"""The three windows of a turn in which any action may be taken."""

C = TypeVar("C", bound=Change)
Action = tuple[str, int]


class Use:
    """When something may be used and on whom: its windows, its target, what must hold, and what it is an answer to."""

    __slots__ = ("covers", "free", "needs", "own", "target", "theirs", "windows")

    def __init__(
        self, windows: int, target: str = "self", needs: tuple[Condition, ...] = (), covers: tuple[int, ...] = ()
    ) -> None:
        self.windows = windows
        self.target = target
        self.needs = needs
        self.own = tuple((RULES.meaning(need), need) for need in needs if of_oneself(need))
        self.theirs = tuple((RULES.meaning(need), need) for need in needs if not of_oneself(need))
        self.covers = covers
        # Nothing has to hold and nobody has to be found.
        self.free = target == "all_others" or (target == "self" and not needs)


Pair = tuple[Action, Use]


class Source(sources.Source):
    """One entry of the content: what it is, when it may be used, what it changes while in force, and what it does."""

    __slots__ = ("deeds", "index", "lasts", "name", "number", "origin", "type", "use")

    def __init__(self, index: int, type: int, key: str, entry: Any, origin: list[Row]) -> None:
        effects = getattr(entry, "effects", ())
        self.lasts = tuple([one for one in effects if isinstance(one, Change)])
        super().__init__(TYPES[type], key, entry, effects, self.lasts)
        self.index = index
        self.type = type
        self.name = f"thing.{key}"
        """The message key of its name."""
        self.number: int = getattr(entry, "number", 0)
        self.use = _use(entry) if isinstance(entry, Power) else Use(0)
        self.deeds = tuple(one for one in effects if not isinstance(one, Change))
        self.origin = origin

    def changes(self, kind: type[C]) -> list[C]:
        """Its changes of one kind, while it is in force."""
        return [cast(C, change) for _, change, _ in self.standing.get(kind, ())]

    @property
    def passive(self) -> bool:
        """Always on: nobody uses it."""
        return getattr(self.entry, "mode", "used") == "passive"

    @property
    def arrow(self) -> bool:
        """An Event that also works on whoever draws it as an encounter."""
        return self.type == EVENT and bool(self.entry.arrow)

    @property
    def curse(self) -> bool:
        return self.type == EVENT and bool(self.entry.curse)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.key}>"


def _use(entry: Power) -> Use:
    needs: tuple[Condition, ...] = entry.needs
    if "WC" in entry.windows:
        aids = (effect for effect in entry.effects if isinstance(effect, ChallengeBonus))
        needs += tuple(Shows(aid.characteristic) for aid in aids if aid.characteristic is not None)
    covers = tuple(TYPES.index(kind) for kind in getattr(entry, "covers", ()))
    windows = sum(WINDOWS[window] for window in entry.windows)
    return Use(windows, entry.target, needs, covers)
