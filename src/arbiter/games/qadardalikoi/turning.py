"""How a body turns: how far off is what it could hit, about which corner it wheels, and how far that leads it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise

import numpy as np

from . import formations
from .book import book
from .geometry import DEGREE, MM, TURN, Base, Pose, Spot, arc, distance
from .geometry import crowds as many
from .geometry.bases import corners
from .geometry.crowds import Crowd
from .geometry.measures import rounded
from .geometry.shapes import Shapes
from .geometry.shapes import apart as apart_on_ground
from .ground import footprints
from .state import Figure, Unit

FAR = 100 * MM
"""Farther than this nothing is looked at before a turn goes on."""
ABOUT = 10
"""By more than this, in hundredths of a millimetre, no corner is off where it is turned to, whatever is rounded."""


def nearest(crowd: Crowd, others: Crowd) -> int:
    """How far the nearest of some bases is at the least; `FAR` where none is near."""
    if not len(others):
        return FAR
    i, j = many.near(crowd, others, FAR)
    return max(0, min(FAR, int(many.gaps(crowd.take(i), others.take(j)).min()))) if len(i) else FAR


def from_ground(crowd: Crowd, barriers: list[Shapes]) -> int:
    """How far bases are from what would stop them."""
    if not barriers:
        return FAR
    shapes = footprints(crowd)
    return min(apart_on_ground(shapes, barrier, FAR) for barrier in barriers)


class Steps:
    """How far a turn about a point goes on at once: as far as nothing is hit, or a millimetre of its outer way."""

    def __init__(self, about: tuple[int, int], reach: int, others: Crowd) -> None:
        self._about, self._others = about, others
        self._way = max(1, reach * 629)
        self._least = max(1, MM * TURN * 100 // max(1, reach * 628))
        at = Crowd.of([Base(*about, 0, 0, 0)] * len(others))
        near = int(many.apart(at, others).min(initial=FAR))
        # Who stands at the corner that stays in its place keeps all steps small: there it is looked once for many.
        self._elbow = self._free(near + ABOUT) < self._least
        self._clear = 0

    def next(self, here: Crowd, done: int, most: int, edges: list[Shapes]) -> tuple[int, bool, bool]:
        """The next step of bases that have turned so far, and whether they may lie on others after it, and on ground at
        whose `edges` it is to be looked closely."""
        near = 0 if self._elbow else nearest(here, self._others)
        jump = self._free(min(near, from_ground(here, edges))) if self._free(near) >= self._least else 0
        goes = min(most, max(self._least, jump))
        if jump < goes and self._clear < done + goes:
            self._clear = done + unhindered(here, self._others, *self._about)
        return goes, jump < goes and self._clear < done + goes, jump < goes and bool(edges)

    def _free(self, gap: int) -> int:
        """The turn in which no corner goes as far as this."""
        return gap * TURN * 100 // self._way


def unhindered(crowd: Crowd, others: Crowd, x: int, y: int) -> int:
    """An angle by which bases turn about a point without lying on any of others, all a little shrunk: a base comes
    nearer to another by no more than the way of its own farthest corner."""
    corners_x, corners_y = crowd.corners()
    arms = many.rounded_root(((corners_x - x) ** 2 + (corners_y - y) ** 2).max(axis=1)) + ABOUT
    shrunk = crowd.grown(-many.SHRINK)
    i, j = many.near(shrunk, others, FAR)
    gaps = many.gaps(shrunk.take(i), others.take(j).grown(-many.SHRINK)) - ABOUT
    turns = np.concatenate([gaps * TURN * 100 // (arms[i] * 629), FAR * TURN * 100 // (arms * 629)])
    return max(0, int(turns.min()))


def meets(crowd: Crowd, others: Crowd) -> int | None:
    """Which of some bases a crowd lies on, both a little shrunk."""
    shrunk = crowd.grown(-many.SHRINK)
    i, j = many.near(shrunk, others, 0)
    hit = many.gaps(shrunk.take(i), others.take(j).grown(-many.SHRINK)) < 0
    return int(j[hit][0]) if hit.any() else None


def wheel_points(unit: Unit, left: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """The corner a wheel turns about, and the corner whose path is measured; both told from the unit."""
    sides = (min, max) if left else (max, min)
    spots = [corner for one in unit.figures for corner in corners(told(unit, one))]
    inner, outer = sides[0](x for x, _ in spots), sides[1](x for x, _ in spots)
    return (inner, max(y for x, y in spots if x == inner)), (outer, max(y for x, y in spots if x == outer))


def wheel_way(unit: Unit, angle: int) -> int:
    """How far the outer front corner of a unit goes in a wheel."""
    pivot, outer = wheel_points(unit, angle < 0)
    return arc(distance(outer[0] - pivot[0], outer[1] - pivot[1]), angle)


def told(unit: Unit, figure: Figure) -> Base:
    """The base of a figure, told from its unit."""
    return figure.local(unit.kit(figure.cohort))


def in_place(unit: Unit, angle: int) -> bool:
    """Does a unit turn so in place, figure by figure? By 90 or 180 degrees; by 90 no figure may stand aslant, and all
    on bases of one size."""
    if unit.with_ >= 0 or abs(angle) not in (90 * DEGREE, 180 * DEGREE):
        return False
    alike = len({(unit.kit(cohort).front, unit.kit(cohort).depth) for cohort in unit.cohorts()}) == 1
    square = alike and all(one.spot.turn % (TURN // 2) == 0 for one in unit.figures)
    return square or abs(angle) == 180 * DEGREE or unit.formation in formations.ALL_WAYS


def faced(unit: Unit, angle: int) -> tuple[Figure, ...]:
    """The figures after a turn in place by 90 or 180 degrees: files become ranks about the midpoint, as far from each
    other as the order of the unit asks. Who is drawn up to look all ways is drawn up so again."""
    if unit.formation in formations.ALL_WAYS:
        return unit.figures
    found = []
    lanes = abs(angle) == 90 * DEGREE and book().unit_formations[unit.formation].spaced
    spaced = _with_lanes(unit, angle) if lanes else {}
    for one in unit.figures:
        kit = unit.kit(one.cohort)
        x, y, turn = one.spot
        if abs(angle) == 180 * DEGREE:
            x, y = -x, -y
        elif lanes:
            x, y = spaced[one.n]
        else:
            sign = 1 if angle > 0 else -1
            wide = formations.pitch(kit, unit.order)
            x, y = rounded(-sign * y * wide, kit.depth), rounded(sign * x * kit.depth, wide)
        found.append(replace(one, spot=Spot(x, y, turn), turned=0))
    return tuple(found)


def turned_to(unit: Unit, figures: tuple[Figure, ...], facing: int) -> Pose:
    """Where a unit is told from that looks another way, be its figures laid out again: the midpoint of those who are
    left stays. Who shares a formation turns about the midpoint of the whole."""
    pose = unit.pose._replace(facing=facing)
    if unit.with_ >= 0:
        return pose
    here, there = formations.middle(unit), formations.middle(replace(unit, pose=pose, figures=figures))
    return pose.moved(here.x - there.x, here.y - there.y)


def farthest(unit: Unit) -> int:
    """How far the farthest corner of a unit is from the point about which it turns."""
    whole = formations.local_frame(unit) if unit.with_ < 0 else Base(0, 0, 0, 0, 0)
    return max(distance(x - whole.x, y - whole.y) for one in unit.figures for x, y in corners(told(unit, one)))


def _with_lanes(unit: Unit, angle: int) -> dict[int, tuple[int, int]]:
    """Where the figures of a formation with spaces stand after a turn by 90 degrees: files become ranks, and what is
    wider than a file, or deeper than a rank, stays as wide, so that no cohort is torn from the others."""
    kit, sign = unit.kit(unit.figures[0].cohort), 1 if angle > 0 else -1
    wide, deep = formations.pitch(kit, unit.order), kit.depth
    across = _stepped({one.spot.y for one in unit.figures}, deep, wide)
    along = _stepped({one.spot.x for one in unit.figures}, wide, deep)
    return {one.n: (-sign * across[one.spot.y], sign * along[one.spot.x]) for one in unit.figures}


def _stepped(places: Collection[int], old: int, new: int) -> dict[int, int]:
    """Where places on a line come to be, about the same middle, when steps of one length become steps of another."""
    ordered = sorted(places)
    found = {ordered[0]: 0}
    for one, other in pairwise(ordered):
        found[other] = found[one] + rounded(min(other - one, old) * new, old) + max(0, other - one - old)
    first = rounded((ordered[0] + ordered[-1]) * new, 2 * old) - found[ordered[-1]] // 2
    return {at: there + first for at, there in found.items()}
