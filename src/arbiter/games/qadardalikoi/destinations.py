"""A place to go to: who is shown one goes as near to it as may be, and is told what keeps him from there."""

from __future__ import annotations

from typing import NamedTuple

from arbiter.core import Illegal

from . import orders
from .geometry import DEGREE, MM, TURN, Pose, distance, turn_between
from .geometry.bases import Point
from .geometry.measures import COSINES, ONE, SINES, rounded
from .manoeuvres import Trial, turns_freely
from .orders import Manoeuvre
from .state import Qadardalikoi, Unit
from .turning import wheel_points, wheel_way
from .view import as_seen

BESIDE = 15 * MM
"""A place so far beside what a unit can reach is taken as that: nobody points more exactly on a whole field."""
WORTH = 10 * MM
"""Who would not come so much nearer to a place does not set out for it."""


class Led(NamedTuple):
    """The order that leads a unit toward a place, and how that goes."""

    order: list[Manoeuvre]
    trial: Trial


def lead(g: Qadardalikoi, unit: Unit, goal: Pose) -> Led | Illegal:
    """How a formed unit comes nearest to a place, as far as its side knows: straight on, or by an advance, a wheel and
    an advance, as far as its move and the ground let it. Else why it does not come nearer at all."""
    known = as_seen(g, unit.side)
    body = known.state.units[unit.n]

    def tried(most: int) -> Led | Illegal:
        order = toward(body, goal, most * MM)
        found = orders.plan(known, body, order) if order else Illegal("move.sideways", "QAD-GEO-5")
        if isinstance(found, Illegal):
            return found
        if nearer(body, found.unit.pose, goal):
            return Led(order, found)
        return found.halt or Illegal("move.sideways", "QAD-GEO-5")

    low, high = 0, Trial(known, body).left // MM
    best = tried(high)
    if isinstance(best, Led) or best.key in ("move.sideways", "move.tired"):
        return best
    while high - low > 1:  # the ground ahead is slower, or somebody stands at the end: not quite so far
        middle = (low + high) // 2
        found = tried(middle)
        if isinstance(found, Led):
            low, best = middle, found
        else:
            high = middle
    return best


def order(g: Qadardalikoi, unit: Unit, goal: Pose) -> list[Manoeuvre]:
    """The manoeuvres that lead a unit to a place, or as near as may be."""
    found = lead(g, unit, goal)
    return found.order if isinstance(found, Led) else []


def nearer(unit: Unit, end: Pose, goal: Pose) -> bool:
    """Does a unit come nearer to a place, or to the facing that it shall have there?"""
    turn, left = (abs(turn_between(pose.facing, goal.facing)) for pose in (unit.pose, end))
    return left < turn or off(end, goal) + WORTH <= max(off(unit.pose, goal), WORTH + BESIDE)


def off(pose: Pose, goal: Pose) -> int:
    return distance(goal.x - pose.x, goal.y - pose.y)


def toward(unit: Unit, goal: Pose, most: int) -> list[Manoeuvre]:
    """The advance, wheel and advance that bring a unit nearest to a place and facing with so much of its move; none
    where it would have to go back, or to look back.

    Who shows a place and not another facing means that the unit shall go there: it wheels as little as it can.
    """
    turn = rounded(turn_between(unit.pose.facing, goal.facing), DEGREE)
    right, front = place = unit.pose.from_table(goal.x, goal.y)
    if abs(turn) > 90:  # nobody wheels so far (QAD-GEO-9)
        return []
    straight = (abs(right), [("advance", min(rounded(front, MM), most // MM), 0)] if front > 0 else [])
    if not turn and abs(right) <= BESIDE:
        return straight[1]
    left = turn < 0 if turn else right < 0
    pivot, _ = wheel_points(unit, left)
    ways = []
    for n in range(abs(turn), 0, -1) if turn else range(1, 91):
        angle = -n if left else n
        rest = most - (0 if turns_freely(unit) else wheel_way(unit, angle * DEGREE))
        if rest >= 0:
            ways.append(_by_wheel(pivot, angle, place, rest))
            if turn or ways[-1][0] <= BESIDE:
                return ways[-1][1]
    if front > 0:
        ways.append((distance(right, max(0, front - most)), straight[1]))
    return min(ways, default=straight)[1]


def _by_wheel(pivot: Point, turn: int, place: Point, most: int) -> tuple[int, list[Manoeuvre]]:
    """The advance, the wheel by so many degrees and the advance that end nearest to a place, and how far beside it:
    first * (0, 1) + second * (sine, cosine) is what a wheel leaves of the way; neither goes back, and both together go
    no farther than `most`."""
    wheeled = Pose(0, 0, 0).turned(turn * DEGREE, pivot)
    dx, dy = place[0] - wheeled.x, place[1] - wheeled.y
    sine, cosine = SINES[turn * DEGREE % TURN], COSINES[turn * DEGREE % TURN]
    second = max(0, rounded(dx * ONE, sine))
    first = dy - rounded(second * cosine, ONE)
    if first < 0:
        first, second = 0, max(0, rounded(dx * sine + dy * cosine, ONE))
    if first + second > most:
        along = (dx * sine + (dy - most) * (cosine - ONE)) * ONE
        second = min(most, max(0, rounded(along, sine**2 + (cosine - ONE) ** 2)))
        first = most - second
    off = distance(dx - rounded(second * sine, ONE), dy - first - rounded(second * cosine, ONE))
    verb = "wheel_left" if turn < 0 else "wheel_right"
    before = min(rounded(first, MM), most // MM)
    after = min(rounded(second, MM), (most - before * MM) // MM)
    legs = [("advance", before, 0), (verb, abs(turn), 0), ("advance", after, 0)]
    return off, [leg for leg in legs if leg[1] > 0]
