"""2.212 and 2.213: at whom one can fire."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from arbiter.core import Illegal, rule

from .contact import LEVEL, close_to, touched_by
from .disposition import at_rest
from .entries import Missile
from .geometry import DEGREE, MM, SLACK, distance
from .geometry import crowds as many
from .geometry.bases import nearest_point
from .geometry.crowds import Crowd, Flags, Whole, bases
from .geometry.lines import Lines
from .rate_of_fire import weapon, why_not_fire
from .sight import EYE, MARK, centres, free, fronts, with_partner
from .state import Figure, Qadardalikoi, Unit, hostile
from .view import is_shown

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
    return target.side == side or is_shown(g.state, target)


def near_melee(g: Qadardalikoi, target: Unit) -> bool:
    """Does a unit touch an enemy of its own, or a unit that does? On the wing those at about its height."""
    if touched_by(g, target):
        return True
    others = [one for one in close_to(g, target) if abs(one.height - target.height) <= LEVEL]
    if not others:
        return False
    crowd = many.joined([one.crowd() for one in others])
    _, j = many.contacts(target.crowd(), crowd)
    beside = {int(n) for n in crowd.who[j]}
    return any(touched_by(g, one) for one in others if one.n in beside)


class Aim:
    """Who of a cohort can shoot at whom of a target: flags with a row a firing figure and a column a target figure.

    What is in `arc` and in sight is `open`. What is in `reach` besides is learnt only once the fire is declared.
    """

    __slots__ = ("_arm", "_levels", "aimed", "arc", "firing", "marks", "open")

    def __init__(self, g: Qadardalikoi, unit: Unit, figures: Sequence[Figure], target: Unit, arm: Missile) -> None:
        self.marks = target.figures
        looker, aimed = Looker.of(unit, figures, arm), target.crowd()
        self.firing, self.aimed = bases(looker.firing), bases(aimed)
        self.arc = arcs([looker], looker.firing, aimed)
        self.open = self.arc.copy()
        if self.open.any():
            eyes = fronts(g, unit.height, looker.firing)
            lines = Lines.every(eyes, centres(g, target.height, aimed)).take(self.arc.ravel())
            self.open[self.arc] = free(g, lines, with_partner(g, unit, target))
        self._levels, self._arm = levels(g, (unit, looker.firing), (target, aimed), arm), arm

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
        height, aimed = self._levels
        return in_range(self._arm, height[at], aimed[target], distance(there[0] - x, there[1] - y))


class Looker(NamedTuple):
    """Figures of a unit that look out with one weapon: their bases, and the cohort of each."""

    unit: Unit
    arm: Missile
    firing: Crowd
    cohorts: list[int]

    @classmethod
    def of(cls, unit: Unit, figures: Sequence[Figure], arm: Missile) -> Looker:
        places = {one.n: at for at, one in enumerate(unit.figures)}
        return cls(unit, arm, unit.crowd().take([places[one.n] for one in figures]), [one.cohort for one in figures])


def arcs(lookers: Sequence[Looker], firing: Crowd, aimed: Crowd) -> Flags:
    """Whom each figure of some lookers, of whom `firing` are all bases, has in arc for what it shoots with."""
    arc, begin = in_arc(firing, aimed), 0
    for one in lookers:
        end = begin + len(one.firing)
        if one.arm.altitude:
            arc[begin:end] = beneath(one.unit, one.firing, aimed)
        else:
            arc[begin:end] |= all_round(one)[:, None]
        begin = end
    return arc


def levels(
    g: Qadardalikoi, firing: tuple[Unit, Crowd], aimed: tuple[Unit, Crowd], arm: Missile
) -> tuple[Sequence[int], Sequence[int]]:
    """How high over the table each of those who fire and of those aimed at is for the range: where somebody is on the
    wing others are as high as their ground. What is dropped only asks how high both fly."""
    (unit, ours), (target, theirs) = firing, aimed
    if arm.altitude or not (unit.height or target.height):
        return [unit.height] * len(ours), [target.height] * len(theirs)
    eyes, marks = fronts(g, unit.height, ours), centres(g, target.height, theirs)
    return (eyes.z - EYE).tolist(), (marks.z - MARK).tolist()


@rule("QAD-GEO-11")
def in_range(arm: Missile, height: int, aimed: int, away: int) -> bool:
    """Does a weapon carry so far, from one height to another? What is dropped reaches whoever is below."""
    if arm.altitude:
        return aimed < height
    return distance(away, abs(height - aimed)) <= arm.range * MM + SLACK


@rule("QAD-2.212-a", "QAD-2.212-c", "QAD-2.212-G2", "QAD-2.213-a", "QAD-2.213-G1")
def in_arc(one: Crowd, other: Crowd) -> Flags:
    """Each figure shoots within 45 degrees of its front, from any rank, at any elevation; whose middle is over it is in
    every arc."""
    each = one.take((slice(None), None))
    right, up = many.rotated(other.x - each.x, other.y - each.y, -each.facing)
    overhead = (2 * np.abs(right) <= each.front + 2 * SLACK) & (2 * np.abs(up) <= each.depth + 2 * SLACK)
    return np.asarray(many.in_arc(each, other, ARC) | overhead)


def all_round(looker: Looker) -> Flags:
    """Who shoots in every direction: those in a howdah."""
    howdahs = [kit.howdah > 0 for kit in looker.unit.troops.kits]
    return np.array([howdahs[cohort] for cohort in looker.cohorts], dtype=np.bool_)


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
    seeing = _seeing(g, _lookers(unit, armed), marks)
    return {cohort: [one for one in marks if (unit.n, cohort, one.n) in seeing] for cohort in armed}


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
    """A quick look before a close one: could each of these figures have anybody in arc, or overhead, who stands so near
    each of these places? A row a figure, a column a place."""
    right, up = many.rotated(0, crowd.depth // 2, crowd.facing)
    x, y = places[:, 0] - (crowd.x + right)[:, None], places[:, 1] - (crowd.y + up)[:, None]
    away = np.hypot(x, y)
    off = np.abs((np.degrees(np.arctan2(x, y)) - crowd.facing[:, None] / DEGREE + 180) % 360 - 180)
    wide = ARC // DEGREE + np.degrees(np.arcsin(np.minimum(reach / np.maximum(away, 1), 1))) + 1
    return np.asarray((away <= reach + (crowd.front + crowd.depth)[:, None]) | (off <= wide))


def who_sees(g: Qadardalikoi, watching: Mapping[int, Collection[int]], target: Unit) -> list[tuple[int, int]]:
    """Which of these cohorts, by the numbers of their units, have a target in arc and in sight; all look at once."""
    lookers = [one for n, cohorts in watching.items() for one in _lookers(g.state.units[n], cohorts)]
    seeing = _seeing(g, lookers, [target])
    return [(n, cohort) for n, cohorts in watching.items() for cohort in cohorts if (n, cohort, target.n) in seeing]


def _lookers(unit: Unit, cohorts: Iterable[int]) -> list[Looker]:
    """Cohorts of a unit by their weapons."""
    by_arm: dict[str, list[int]] = {}
    for cohort in cohorts:
        by_arm.setdefault(unit.kit(cohort).missile, []).append(cohort)
    found = [
        (weapon(unit, those[0]), [one for one in unit.figures if one.cohort in those]) for those in by_arm.values()
    ]
    return [Looker.of(unit, figures, arm) for arm, figures in found if arm is not None and figures]


def _seeing(g: Qadardalikoi, lookers: Sequence[Looker], targets: Sequence[Unit]) -> set[tuple[int, int, int]]:
    """Which cohorts of which units have which targets in arc and in sight: somebody of the one sees somebody of the
    other. Each figure looks at the nearest of every target first, and only cohorts that see none of these look at all
    others."""
    if not lookers or not targets:
        return set()
    firing, aimed = many.joined([one.firing for one in lookers]), many.joined([one.crowd() for one in targets])
    arc = arcs(lookers, firing, aimed)
    if not arc.any():
        return set()
    whose = np.repeat(np.arange(len(lookers)), [len(one.firing) for one in lookers])
    which = np.repeat(np.arange(len(targets)), [len(one.figures) for one in targets])
    eyes = fronts(g, np.array([one.unit.height for one in lookers], dtype=np.int64)[whose], firing)
    marks = centres(g, np.array([one.height for one in targets], dtype=np.int64)[which], aimed)
    ours, theirs = _partners(g, [one.unit for one in lookers]), _partners(g, targets)
    cohorts = [(one.unit.n, cohort) for one in lookers for cohort in one.cohorts]
    parties = {one: at for at, one in enumerate(dict.fromkeys(cohorts))}
    party = np.array([parties[one] for one in cohorts])
    seen = np.zeros((len(parties), len(targets)), dtype=np.bool_)

    def look(i: Whole, j: Whole, aside: Collection[int]) -> None:
        if len(i):
            spared = np.concatenate([ours[whose[i]], theirs[which[j]]], axis=1)
            clear = free(g, Lines(eyes.take(i), marks.take(j)), aside, spared)
            seen[party[i[clear]], which[j[clear]]] = True

    away = np.where(arc, (eyes.x[:, None] - marks.x) ** 2 + (eyes.y[:, None] - marks.y) ** 2, np.iinfo(np.int64).max)
    ends = np.searchsorted(which, np.arange(len(targets) + 1)).tolist()
    nearest = np.stack([away[:, begin:end].argmin(axis=1) + begin for begin, end in pairwise(ends)])
    i, j = np.tile(np.arange(len(firing)), len(targets)), nearest.ravel()
    able = arc[i, j]
    look(i[able], j[able], ())
    arc &= ~seen[party][:, which]
    for at, units in enumerate(ours.tolist()):
        mine = np.flatnonzero(whose == at)
        i, j = np.nonzero(arc[mine])
        look(mine[i], j, units)
    found = list(parties)
    return {(*found[at], targets[one].n) for at, one in np.argwhere(seen).tolist()}


def _partners(g: Qadardalikoi, units: Sequence[Unit]) -> Whole:
    """Units with those that share a formation with one of them: a row each, filled up with -1."""
    found = [sorted(at_rest(g, (with_partner, one.n), partial(with_partner, g, one))) for one in units]
    most = max(map(len, found))
    return np.array([[*one, *[-1] * (most - len(one))] for one in found], dtype=np.int64)
