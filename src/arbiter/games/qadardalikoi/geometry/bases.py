"""Single bases: oriented rectangles, how far apart they are, which side of one another they touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from arbiter.core import rule

from .measures import DEGREE, MM, SLACK, TURN, bearing, distance, rotated, turn_between

Point: TypeAlias = tuple[int, int]
Side: TypeAlias = Literal["front", "flank", "rear"]


class Pose(NamedTuple):
    """Where something stands and looks."""

    x: int
    y: int
    facing: int

    def to_table(self, x: int, y: int) -> Point:
        """A point told from this place (to the right, to the front) as a point of the table."""
        right, up = rotated(x, y, self.facing)
        return self.x + right, self.y + up

    def from_table(self, x: int, y: int) -> Point:
        """A point of the table as seen from this place: how far to the right and to the front."""
        return rotated(x - self.x, y - self.y, -self.facing)

    def moved(self, x: int, y: int) -> Pose:
        return Pose(self.x + x, self.y + y, self.facing)

    def turned(self, turn: int, about: Point = (0, 0)) -> Pose:
        """This place turned clockwise about a point that is told from it; the point keeps its place on the table."""
        stays = self.to_table(*about)
        facing = (self.facing + turn) % TURN
        right, up = rotated(*about, facing)
        return Pose(stays[0] - right, stays[1] - up, facing)


class Spot(NamedTuple):
    """A place told from its unit: how far right and front of the unit's place, and the turn from the unit's facing."""

    x: int
    y: int
    turn: int = 0

    def on(self, pose: Pose) -> Pose:
        """This spot on the table."""
        x, y = pose.to_table(self.x, self.y)
        return Pose(x, y, (pose.facing + self.turn) % TURN)


@rule("QAD-GEO-2")
@dataclass(frozen=True, slots=True)
class Base:
    """An oriented rectangle: the middle of it, the facing of its front edge, the lengths of its front and its depth."""

    x: int
    y: int
    facing: int
    front: int
    depth: int

    @property
    def pose(self) -> Pose:
        return Pose(self.x, self.y, self.facing)

    @property
    def apex(self) -> Point:
        """The middle of the front edge."""
        return self.pose.to_table(0, self.depth // 2)

    def grown(self, by: int) -> Base:
        """The same rectangle with every side moved outward."""
        return Base(self.x, self.y, self.facing, self.front + 2 * by, self.depth + 2 * by)


def corners(base: Base) -> tuple[Point, Point, Point, Point]:
    """Front left, front right, back right, back left."""
    right, front, pose = base.front // 2, base.depth // 2, base.pose
    a, b = pose.to_table(-right, front), pose.to_table(right, front)
    return a, b, pose.to_table(right, -front), pose.to_table(-right, -front)


def nearest_point(point: Point, base: Base) -> Point:
    """The point of a base that is nearest to a point; the point itself if it lies on the base."""
    right, front = base.pose.from_table(*point)
    half, deep = base.front // 2, base.depth // 2
    if abs(right) <= half and abs(front) <= deep:
        return point
    return base.pose.to_table(max(-half, min(half, right)), max(-deep, min(deep, front)))


def reach(point: Point, base: Base) -> int:
    """How far a point is from a base."""
    x, y = nearest_point(point, base)
    return distance(x - point[0], y - point[1])


def _gaps(one: Base, other: Base) -> int:
    """By how much a line along some side of either keeps two bases apart; below nought they lie on each other."""
    widest = -(1 << 60)
    for base, by in ((one, other), (other, one)):
        seen = [base.pose.from_table(*corner) for corner in corners(by)]
        xs, ys = [x for x, _ in seen], [y for _, y in seen]
        half, deep = base.front // 2, base.depth // 2
        widest = max(widest, min(xs) - half, -half - max(xs), min(ys) - deep, -deep - max(ys))
    return widest


def overlap(one: Base, other: Base) -> int:
    """How deep two bases lie on each other; nought where they do not."""
    return max(0, -_gaps(one, other))


def apart(one: Base, other: Base) -> int:
    """The shortest distance between two bases; nought where they touch or lie on each other."""
    if _gaps(one, other) <= 0:
        return 0
    found = [reach(corner, other) for corner in corners(one)]
    return min(*found, *[reach(corner, one) for corner in corners(other)])


@rule("QAD-GEO-3")
def touching(one: Base, other: Base) -> bool:
    """Base-to-base contact: at most half a millimetre between them."""
    return apart(one, other) <= SLACK


def only_corners(one: Base, other: Base) -> bool:
    """Whether two touching bases touch by a corner of each alone: their edges share no more than half a millimetre.

    That holds a unit together and is no contact for a melee; a corner against an edge is.
    """
    near = [
        (mine, theirs)
        for mine in corners(one)
        for theirs in corners(other)
        if distance(mine[0] - theirs[0], mine[1] - theirs[1]) <= SLACK
    ]
    if len(near) != 1:
        return False
    for base, by in ((one, other), (other, one)):
        seen = [base.pose.from_table(*corner) for corner in corners(by)]
        xs, ys = [x for x, _ in seen], [y for _, y in seen]
        half, deep = base.front // 2, base.depth // 2
        along = min(half, max(xs)) - max(-half, min(xs))
        deeply = min(deep, max(ys)) - max(-deep, min(ys))
        if max(along, deeply) > SLACK:
            return False
    return True


@rule("QAD-GEO-14")
def side_touched(attacker: Base, defender: Base) -> Side:
    """The side of the defender that an attacker in contact stands at: by the edge, at a corner by the direction."""
    seen = [defender.pose.from_table(*corner) for corner in corners(attacker)]
    xs, ys = [x for x, _ in seen], [y for _, y in seen]
    half, deep = defender.front // 2, defender.depth // 2
    wide = min(half, max(xs)) - max(-half, min(xs))
    long = min(deep, max(ys)) - max(-deep, min(ys))
    beside = max(min(xs) - half, -half - max(xs))
    before, behind = min(ys) - deep, -deep - max(ys)
    most = max(beside, before, behind)
    if max(wide, long) > SLACK and most >= -SLACK:
        return "front" if before == most else "rear" if behind == most else "flank"
    off = abs(turn_between(defender.facing, bearing(attacker.x - defender.x, attacker.y - defender.y)))
    return "front" if off <= 45 * DEGREE else "flank" if off <= 135 * DEGREE else "rear"


def frame(bases: Sequence[Base], facing: int) -> Base:
    """The smallest rectangle with this facing round all of these bases."""
    xs, ys = [], []
    for base in bases:
        for x, y in corners(base):
            right, up = rotated(x, y, -facing)
            xs.append(right)
            ys.append(up)
    left, right_, back, front = min(xs), max(xs), min(ys), max(ys)
    x, y = rotated((left + right_) // 2, (back + front) // 2, facing)
    return Base(x, y, facing, right_ - left, front - back)


def millimetres(length: int) -> str:
    """A length as people say it: whole millimetres, with a decimal where there is one."""
    whole, rest = divmod(abs(length), MM)
    return f"{'-' if length < 0 else ''}{whole}" + (f".{rest // 10}" if rest >= 10 else "")
