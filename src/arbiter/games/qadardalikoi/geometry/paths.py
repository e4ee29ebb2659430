"""The shortest way of a point round what it may not cross."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

import numpy as np

from .bases import Point
from .crowds import Box
from .measures import SLACK, distance
from .outlines import Outline, grown, parts
from .shapes import Shapes, holding, meeting

SKIN = 2
"""So far beyond a wall, in hundredths of a millimetre, goes who walks round its corner."""


def shortest(start: Point, goal: Point, within: Box, things: Sequence[Outline]) -> int | None:
    """How long the shortest way is that stays within a box and crosses none of these things; None for no way.

    It is straight from corner to corner. Nobody passes between two things that touch: so each is a wall that reaches
    half of that farther. What one stands on at the start or at the end is no hindrance.
    """
    ends = np.array([start, goal], dtype=np.int64)
    bends: dict[Point, Point] = {}
    walls: list[Outline] = []
    for thing in things:
        wall = parts(grown(thing, SLACK // 2))
        if not holding(Shapes.of(wall), ends[:, 0], ends[:, 1]).any():
            walls += wall
            bends.update(zip(grown(thing, SLACK // 2 + SKIN), thing, strict=True))
    solid = Shapes.of(walls)
    free = [one for one, corner in sorted(bends.items()) if within.holds(corner) and one not in (start, goal)]
    spots = [start, goal, *_outside(free, solid)]
    corners = [start, goal, *[bends[one] for one in spots[2:]]]
    best, todo, done = {0: 0}, [(_way(start, goal), 0, 0)], set()
    places = np.array(spots, dtype=np.int64)
    while todo:
        _, way, at = heappop(todo)
        if at == 1:
            return way
        if at in done:
            continue
        done.add(at)
        here = np.broadcast_to(places[at], places.shape)
        lines = Shapes(np.stack([here[:, 0], places[:, 0]], axis=1), np.stack([here[:, 1], places[:, 1]], axis=1))
        hindered = set(meeting(lines, solid)[0].tolist())
        for other in range(len(spots)):
            there = way + _way(corners[at], corners[other])
            if other not in hindered and there < best.get(other, there + 1):
                best[other] = there
                heappush(todo, (there + _way(corners[other], goal), there, other))
    return None


def _outside(points: Sequence[Point], walls: Shapes) -> list[Point]:
    """Those of some points that lie in no wall."""
    if not points or not len(walls):
        return list(points)
    x, y = np.array(points, dtype=np.int64).T
    return [points[at] for at in np.flatnonzero(~holding(walls, x, y).any(axis=0)).tolist()]


def _way(one: Point, other: Point) -> int:
    return distance(other[0] - one[0], other[1] - one[1])
