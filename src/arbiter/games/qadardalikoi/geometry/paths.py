"""The shortest way of a point round what it may not cross."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

import numpy as np
import shapely

from .bases import Point
from .measures import SLACK, distance

SKIN = 2
"""So thin a skin of a thing, in hundredths of a millimetre, may be touched by who goes along it."""


def shortest(start: Point, goal: Point, within: shapely.Geometry, things: Sequence[shapely.Geometry]) -> int | None:
    """How long the shortest way is that stays within an outline and crosses none of these things; None for no way.

    It is straight from corner to corner. Nobody passes between two things that touch, and what one stands on at the
    start or at the end is no hindrance.
    """
    ends = shapely.points(np.array([start, goal], dtype=np.float64))
    solid = shapely.union_all([one for one in things if not shapely.intersects(one, ends).any()])
    solid = solid.buffer(SLACK / 2, join_style="mitre").buffer(-SLACK / 2, join_style="mitre")
    inside = solid.buffer(-SKIN, join_style="mitre")
    shapely.prepare(inside)
    corners = {(round(x), round(y)) for x, y in shapely.get_coordinates(solid)} - {start, goal}
    spots = [start, goal, *sorted(one for one in corners if shapely.covers(within, shapely.Point(one)))]
    best, todo, done = {0: 0}, [(0, 0)], set()
    places = np.array(spots, dtype=np.float64)
    while todo:
        way, at = heappop(todo)
        if at == 1:
            return way
        if at in done:
            continue
        done.add(at)
        lines = shapely.linestrings(np.stack([np.broadcast_to(places[at], places.shape), places], axis=1))
        for other in np.flatnonzero(~shapely.intersects(inside, lines)).tolist():
            there = way + distance(spots[other][0] - spots[at][0], spots[other][1] - spots[at][1])
            if there < best.get(other, there + 1):
                best[other] = there
                heappush(todo, (there, other))
    return None
