"""Who stands where at one moment, and what follows from that alone.

Records are frozen and replaced, so that a unit that has not moved is known by its pose and figures being the same: what
was worked out about it holds on. After a move only what is near the mover is looked at again. Copies of a battle share
what is known; it is no part of the battle, and never saved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from itertools import count
from operator import attrgetter
from typing import Any, Generic, TypeVar

import numpy as np

from arbiter.core import copied

from .book import book
from .geometry import MM
from .geometry.crowds import Box, Crowd, Whole, box, joined
from .state import MANY, Battle, Qadardalikoi, Unit

T = TypeVar("T")

RECENT = 24
"""So many are kept: a mover is looked at all along its way, and copies of a battle stand at other moments."""
MOMENTS = 8
"""So many moments are remembered for whoever asks the same again."""
NOWHERE = Box(1 << 40, -(1 << 40), 1 << 40, -(1 << 40))
"""The box of a unit that is not on the table: far from everything."""

_PARTS = tuple(map(attrgetter, ("pose", "figures", "height", "arrives", "order", "with_", "troops")))
_STAMPS = count()


class Disposition:
    """All units at one moment, as crowds with their boxes.

    `stamps` has a number for each unit that is another as soon as anything in reach of it has changed; the same number
    says that all there is as it was.
    """

    __slots__ = ("_figures", "boxes", "close", "crowds", "exposed", "ground", "parts", "stamps")

    def __init__(self, units: list[Unit], parts: tuple[list[Any], ...], before: Disposition | None) -> None:
        self.parts = parts
        self.close: dict[tuple[Crowd, int], tuple[int, ...]] = {}
        self.exposed: dict[Hashable, frozenset[tuple[int, int]]] = {}
        self._figures: Crowd | None = None
        if before is None:
            changed = list(range(len(units)))
            self.crowds: list[Crowd | None] = [None] * len(units)
            self.boxes: Whole = np.zeros((4, len(units)), dtype=np.int64)
            self.ground = np.zeros(len(units), dtype=np.bool_)
            self.stamps = [0] * len(units)
        else:
            changed = _changed(before.parts, parts)
            self.crowds, self.stamps = before.crowds.copy(), before.stamps.copy()
            self.boxes, self.ground = before.boxes.copy(), before.ground.copy()
        about = [before.boxes[:, changed]] if before is not None else []
        for at in changed:
            unit = units[at]
            self.crowds[at] = unit.crowd() if unit.there else None
            self.boxes[:, at] = box(unit.crowd()) if unit.there else NOWHERE
            self.ground[at] = unit.there and not unit.flying
        self._stamp(np.concatenate([*about, self.boxes[:, changed]], axis=1), changed)
        if before is not None and before._figures is not None:  # noqa: SLF001
            self._figures = _moved(before, self, changed)

    @property
    def figures(self) -> Crowd:
        """All who stand on the ground, as one crowd, by the numbers of their units."""
        if self._figures is None:
            self._figures = joined(
                [one for one, stands in zip(self.crowds, self.ground, strict=True) if one and stands]
            )
        return self._figures

    def _stamp(self, about: Whole, changed: Collection[int]) -> None:
        """Mark all who have one of these boxes in reach."""
        fresh, far = next(_STAMPS), horizon()
        left, right, low, high = self.boxes[:, :, None]
        near = (left <= about[1] + far) & (right >= about[0] - far) & (low <= about[3] + far) & (high >= about[2] - far)
        for at in (*changed, *np.flatnonzero(near.any(axis=1)).tolist()):
            self.stamps[at] = fresh

    def apart(self, ones: Sequence[int], theirs: Whole) -> Whole:
        """How far boxes are apart at the least: a row for each of some units, a column for each of other boxes."""
        left, right, low, high = (self.boxes[edge, ones][:, None] for edge in range(4))
        wide = np.maximum(left - theirs[1], theirs[0] - right)
        return np.asarray(np.maximum(np.maximum(wide, np.maximum(low - theirs[3], theirs[2] - high)), 0))

    def between(self, a: Whole, b: Whole, aside: Collection[int]) -> tuple[Crowd, ...]:
        """Whoever on the ground, but for some, has a part of himself in the box round two boxes."""
        whole = Box(min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3]))
        return tuple(crowd for _, crowd in self.standing(whole, aside))

    def standing(self, here: Box, aside: Collection[int]) -> list[tuple[int, Crowd]]:
        """Whoever on the ground, but for some, has a part of himself in a box."""
        found = []
        for n in self.within(here, 0):
            crowd = self.crowds[n]
            if crowd is not None and self.ground[n] and n not in aside:
                found.append((n, crowd))
        return found

    def within(self, here: Box, reach: int) -> list[int]:
        """The units whose boxes come so near a box."""
        left, right, low, high = self.boxes
        near = (left <= here.right + reach) & (right >= here.left - reach)
        near &= (low <= here.high + reach) & (high >= here.low - reach)
        found: list[int] = np.flatnonzero(near).tolist()
        return found

    def about(self, crowd: Crowd, reach: int) -> tuple[int, ...]:
        """The same for the box round a crowd, kept."""
        found = self.close.get((crowd, reach))
        if found is None:
            found = self.close[crowd, reach] = tuple(self.within(box(crowd), reach))
        return found


def _moved(before: Disposition, now: Disposition, changed: Sequence[int]) -> Crowd | None:
    """All who stand on the ground after some have moved; None where somebody has fallen, risen or come."""
    old = before.figures
    x, y, facing, front, depth = (part.copy() for part in (old.x, old.y, old.facing, old.front, old.depth))
    for n in changed:
        one = now.crowds[n]
        where = np.flatnonzero(old.who == n)
        if not now.ground[n] or one is None or len(where) != len(one) or (old.figure[where] != one.figure).any():
            return None
        x[where], y[where], facing[where], front[where], depth[where] = one.x, one.y, one.facing, one.front, one.depth
    return Crowd(x, y, facing, front, depth, old.who, old.figure)


def _changed(before: tuple[list[Any], ...], now: tuple[list[Any], ...]) -> list[int]:
    """The units of which some part is another."""
    found = set()
    for old, new in zip(before, now, strict=True):
        if old != new:
            found |= {at for at, (a, b) in enumerate(zip(old, new, strict=True)) if a is not b and a != b}
    return sorted(found)


_RECENT: list[Disposition] = []


def disposition(g: Qadardalikoi) -> Disposition:
    """How all stand now: one that is known, or the latest with what has changed."""
    if g.still is not None:
        laid: Disposition = g.still[Disposition]
        return laid
    units = g.state.units
    parts = tuple([list(map(part, units)) for part in _PARTS])
    recent = _RECENT.copy()
    for at, known in enumerate(recent):
        if known.parts == parts:
            if at:
                _RECENT[:] = [known, *recent[:at], *recent[at + 1 :]]
            return known
    before = recent[0] if recent and len(recent[0].crowds) == len(units) else None
    made = Disposition(units, parts, before)
    _RECENT[:] = [made, *recent[: RECENT - 1]]
    return made


@contextmanager
def while_still(g: Qadardalikoi) -> Iterator[None]:
    """While the rules only look, at many units one after the other: how all stand, and what `at_rest` was asked, is
    found out once. Nothing of the battle may change within."""
    outer = g.still
    if outer is None:
        g.still = {Disposition: disposition(g)}
    try:
        yield
    finally:
        g.still = outer


def at_rest(g: Qadardalikoi, about: Hashable, work_out: Callable[[], T]) -> T:
    """What follows from the battle as it stands: found out once while nothing moves."""
    if g.still is None:
        return work_out()
    if about not in g.still:
        g.still[about] = work_out()
    found: T = g.still[about]
    return found


class Kept(Generic[T]):
    """What follows from a unit and from all in reach of it: worked out again where the unit itself, somebody so near,
    or what else it hangs on is another than it was."""

    __slots__ = ("_known", "_work_out")

    def __init__(self, work_out: Callable[[Qadardalikoi, Unit], T]) -> None:
        self._work_out = work_out
        self._known: dict[tuple[int, int], tuple[tuple[Any, ...], T]] = {}

    def of(self, g: Qadardalikoi, units: Iterable[Unit], *hangs_on: Any) -> Iterator[T]:
        """For each of some units, in their order."""
        stamps, about = disposition(g).stamps, (g.state.options, g.state.land, *hangs_on)
        for unit in units:
            key, now = (stamps[unit.n], unit.n), (_ALL_OF(unit), about)
            known = self._known.get(key)
            if known is None or known[0] != now:
                if len(self._known) >= MANY:
                    self._known.clear()
                known = self._known[key] = now, self._work_out(g, unit)
            yield known[1]

    def forget(self) -> None:
        self._known.clear()


class Known(Generic[T]):
    """What follows from a whole battle as it stands, for the last few moments that somebody asked about: an order is
    tried when it is written, when it is given and when it is carried out, and again by whoever copies the table."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: list[tuple[Hashable, Battle, T]] = []

    def find(self, g: Qadardalikoi, about: Hashable) -> T | None:
        """What is known about something, if the battle stands as it did then."""
        for asked, battle, found in self._known.copy():
            if asked == about and battle == g.state:
                return found
        return None

    def keep(self, g: Qadardalikoi, about: Hashable, found: T) -> T:
        self._known = [(about, copied(g.state), found), *self._known[: MOMENTS - 1]]
        return found

    def forget(self) -> None:
        self._known = []


_ALL_OF = attrgetter(*(field.name for field in fields(Unit)))


@cache
def horizon() -> int:
    """Farther than anybody charges on the ground: who is not so near has no part in what a unit may be told to do
    there."""
    lines = [one.walk for one in book().troops.values()]
    return (max(max(line.road, line.open) + line.charge for line in lines) + 1) * MM
