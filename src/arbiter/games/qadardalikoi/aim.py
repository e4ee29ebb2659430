"""2.212 and 2.213: at whom one can fire."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial

import numpy as np

from arbiter.core import Illegal, rule

from .contact import close_to, touched_by
from .disposition import at_rest
from .entries import Missile
from .geometry import DEGREE, MM, SLACK, distance
from .geometry import crowds as many
from .geometry.bases import nearest_point
from .geometry.crowds import Crowd, Flags, Whole, bases
from .geometry.lines import Lines
from .rate_of_fire import weapon, why_not_fire
from .sight import centres, free, fronts, with_partner
from .state import Figure, Qadardalikoi, Unit, hostile

ARC = 45 * DEGREE
"""Either side of the facing."""


@rule("QAD-2.211-b", "QAD-2.211-G3", "QAD-2.212-G6")
def why_not_target(g: Qadardalikoi, unit: Unit, target: Unit) -> Illegal | None:
    """A target is an enemy unit that one's side sees and that no melee is near; command stands are no units."""
    name = target.troops.name
    if not hostile(unit, target) or not target.there or target.hidden or not sees(g, unit.side, target):
        return Illegal("missile.no_target", "QAD-2.212-G6")
    fights = at_rest(g, (near_melee, target.n), lambda: near_melee(g, target))
    return Illegal("missile.into_melee", "QAD-2.211-b", unit=name) if fights else None


def sees(g: Qadardalikoi, side: int, target: Unit) -> bool:
    """Is a unit shown to a side? Of the enemy those that it observes, on an open table all but hidden warhammers."""
    if target.side == side:
        return True
    return not target.hidden and (g.state.options.open_table or target.n in g.state.seen[side])


def near_melee(g: Qadardalikoi, target: Unit) -> bool:
    """Does a unit touch an enemy of its own, or a unit that does?"""
    if touched_by(g, target):
        return True
    others = g.on_ground(close_to(g, target))
    if target.flying or not others:
        return False
    crowd = many.joined([one.crowd() for one in others])
    _, j = many.contacts(target.crowd(), crowd)
    beside = {int(n) for n in crowd.who[j]}
    return any(touched_by(g, one) for one in others if one.n in beside)


class Aim:
    """Who of a cohort can shoot at whom of a target: flags with a row a firing figure and a column a target figure.

    What is in `arc` and in sight is `open`. What is in `reach` besides is learnt only once the fire is declared.
    """

    __slots__ = ("_arm", "_heights", "aimed", "arc", "firing", "marks", "open")

    def __init__(self, g: Qadardalikoi, unit: Unit, figures: Sequence[Figure], target: Unit, arm: Missile) -> None:
        self.marks = target.figures
        firing, aimed = unit.crowd().take(_places(unit, figures)), target.crowd()
        self.firing, self.aimed = bases(firing), bases(aimed)
        self.arc = arc_of(unit, figures, firing, aimed, arm)
        self.open = self.arc.copy()
        if self.open.any():
            lines = Lines.every(fronts(g, unit.height, firing), centres(g, target.height, aimed)).take(self.arc.ravel())
            self.open[self.arc] = free(g, lines, with_partner(g, unit, target))
        self._heights, self._arm = (unit.height, target.height), arm

    def reach(self) -> list[bool]:
        """Of each firing figure, whether a base that it can shoot at is in range; else its shots are lost."""
        return [
            any(self._carries(at, j) for j in np.flatnonzero(self.open[at]).tolist()) for at in range(len(self.firing))
        ]

    def reached(self, firing: Iterable[int]) -> list[int]:
        """The target figures that any of these firing figures has in arc and in range, hidden ones among them."""
        return [j for j in range(len(self.aimed)) if any(self.arc[at, j] and self._carries(at, j) for at in firing)]

    def _carries(self, at: int, target: int) -> bool:
        """Does a firing figure's weapon carry to a target figure?"""
        x, y = self.firing[at].apex
        there = nearest_point((x, y), self.aimed[target])
        return in_range(self._arm, *self._heights, distance(there[0] - x, there[1] - y))


def _places(unit: Unit, figures: Sequence[Figure]) -> list[int]:
    """Where some of its figures stand in its list."""
    places = {one.n: at for at, one in enumerate(unit.figures)}
    return [places[one.n] for one in figures]


def arc_of(unit: Unit, figures: Sequence[Figure], firing: Crowd, aimed: Crowd, arm: Missile) -> Flags:
    """Whom of a target each figure has in arc, for what it shoots with."""
    if arm.altitude:
        return beneath(unit, firing, aimed)
    return in_arc(firing, aimed) | all_round(unit, figures)[:, None]


@rule("QAD-GEO-11")
def in_range(arm: Missile, height: int, aimed: int, away: int) -> bool:
    """Does a weapon carry so far, from one height to another? What is dropped reaches whoever is below."""
    if arm.altitude:
        return aimed < height
    return distance(away, abs(height - aimed)) <= arm.range * MM + SLACK


@rule("QAD-2.212-a", "QAD-2.212-c", "QAD-2.212-G2", "QAD-2.213-a", "QAD-2.213-G1")
def in_arc(one: Crowd, other: Crowd) -> Flags:
    """Each figure shoots within 45 degrees of its front, from any rank, at any elevation; overhead is in every arc."""
    i = np.repeat(np.arange(len(one)), len(other))
    j = np.tile(np.arange(len(other)), len(one))
    overhead = (np.abs(one.x[i] - other.x[j]) <= SLACK) & (np.abs(one.y[i] - other.y[j]) <= SLACK)
    return np.asarray(many.in_arc(one.take(i), other.take(j), ARC) | overhead).reshape(len(one), len(other))


def all_round(unit: Unit, figures: Sequence[Figure]) -> Flags:
    """Who shoots in every direction: those in a howdah."""
    return np.array([unit.kit(one.cohort).howdah > 0 for one in figures], dtype=np.bool_)


@rule("QAD-3.017-G1")
def beneath(unit: Unit, firing: Crowd, aimed: Crowd) -> Flags:
    """What is dropped from on high hits only those over whom a flyer is."""
    flags = np.zeros((len(firing), len(aimed)), dtype=np.bool_)
    if unit.flying:
        i, j = many.overlapping(firing, aimed)
        flags[i, j] = True
    return flags


def targets(g: Qadardalikoi, unit: Unit, cohort: int) -> list[Unit]:
    """At whom a cohort can fire at all."""
    return aims(g, unit).get(cohort, [])


@rule("QAD-2.212-b")
def aims(g: Qadardalikoi, unit: Unit) -> dict[int, list[Unit]]:
    """At whom the cohorts of a unit can fire at all: somebody of the target is in arc and in sight; nothing is
    measured."""
    armed = [cohort for cohort in unit.cohorts() if weapon(unit, cohort) is not None]
    if not armed or why_not_fire(g, unit) is not None:
        return {}
    marks = [one for one in _before(unit, list(g.foes(unit))) if why_not_target(g, unit, one) is None]
    seeing = _seeing(g, unit, armed, marks)
    return {cohort: [one for one in marks if (cohort, one.n) in seeing] for cohort in armed}


def _before(unit: Unit, others: Sequence[Unit]) -> list[Unit]:
    """A quick look before a close one: of whom could anybody be in arc?"""
    if unit.height or any(unit.kit(cohort).howdah for cohort in unit.cohorts()) or not others:
        return list(others)
    boxes = np.array([many.box(one.crowd()) for one in others], dtype=np.int64)
    middles = np.stack([boxes[:, 0] + boxes[:, 1], boxes[:, 2] + boxes[:, 3]], axis=1) // 2
    around = (boxes[:, 1] - boxes[:, 0] + boxes[:, 3] - boxes[:, 2]) // 2 + 1
    near: list[int] = np.flatnonzero(outlook(unit.crowd(), middles, around).any(axis=0)).tolist()
    return [others[at] for at in near]


def outlook(crowd: Crowd, places: Whole, reach: Whole) -> Flags:
    """A quick look before a close one: could each of these figures have anybody in arc who stands so near each of these
    places? A row a figure, a column a place."""
    right, up = many.rotated(0, crowd.depth // 2, crowd.facing)
    x, y = places[:, 0] - (crowd.x + right)[:, None], places[:, 1] - (crowd.y + up)[:, None]
    away = np.hypot(x, y)
    off = np.abs((np.degrees(np.arctan2(x, y)) - crowd.facing[:, None] / DEGREE + 180) % 360 - 180)
    wide = ARC // DEGREE + np.degrees(np.arctan2(reach, np.maximum(away, 1))) + 1
    return np.asarray((away <= reach) | (off <= wide))


def who_sees(g: Qadardalikoi, unit: Unit, cohorts: Collection[int], target: Unit) -> list[int]:
    """Those of these cohorts of a unit that have a target in arc and in sight."""
    seeing = _seeing(g, unit, cohorts, [target])
    return [cohort for cohort in cohorts if (cohort, target.n) in seeing]


def _seeing(g: Qadardalikoi, unit: Unit, cohorts: Iterable[int], marks: Sequence[Unit]) -> set[tuple[int, int]]:
    """Which cohorts have which targets in arc and in sight; all of one weapon look at once."""
    by_arm: dict[str, list[int]] = {}
    for cohort in cohorts:
        by_arm.setdefault(unit.kit(cohort).missile, []).append(cohort)
    seeing: set[tuple[int, int]] = set()
    for those in by_arm.values():
        arm = weapon(unit, those[0])
        figures = [one for one in unit.figures if one.cohort in those]
        if arm is not None and figures and marks:
            seeing |= _looking(g, unit, figures, marks, arm)
    return seeing


def _looking(
    g: Qadardalikoi, unit: Unit, figures: Sequence[Figure], targets: Sequence[Unit], arm: Missile
) -> set[tuple[int, int]]:
    """The cohorts of which some figure has a target in arc and in sight. Each looks at the nearest of every target
    first, and only cohorts that see none of these look at all others."""
    firing, aimed = unit.crowd().take(_places(unit, figures)), many.joined([one.crowd() for one in targets])
    arc = arc_of(unit, figures, firing, aimed, arm)
    if not arc.any():
        return set()
    sizes = [len(one.figures) for one in targets]
    which = np.repeat(np.arange(len(targets)), sizes)
    heights = np.array([one.height for one in targets], dtype=np.int64)[which]
    eyes, marks = fronts(g, unit.height, firing), centres(g, heights, aimed)
    away = np.where(arc, (eyes.x[:, None] - marks.x) ** 2 + (eyes.y[:, None] - marks.y) ** 2, np.iinfo(np.int64).max)
    partners = [sorted(at_rest(g, (with_partner, one.n), partial(with_partner, g, one))) for one in targets]
    spared = np.array([[*one, *[-1] * (max(map(len, partners)) - len(one))] for one in partners], dtype=np.int64)
    aside = with_partner(g, unit)
    cohorts = np.array([one.cohort for one in figures])
    seen = np.zeros((int(cohorts.max()) + 1, len(targets)), dtype=np.bool_)

    def look(i: Whole, j: Whole) -> None:
        if len(i):
            clear = free(g, Lines(eyes.take(i), marks.take(j)), aside, spared[which[j]])
            seen[cohorts[i[clear]], which[j[clear]]] = True

    ends = np.cumsum(sizes)
    nearest = np.stack([away[:, end - n : end].argmin(axis=1) + end - n for n, end in zip(sizes, ends, strict=True)])
    i = np.tile(np.arange(len(figures)), len(targets))
    j = nearest.ravel()
    able = arc[i, j]
    look(i[able], j[able])
    look(*np.nonzero(arc & ~seen[cohorts][:, which]))
    return {(int(cohort), targets[at].n) for cohort, at in np.argwhere(seen)}
