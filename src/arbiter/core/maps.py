"""Drawing a map from a graph: provinces as areas that share a border exactly where they are adjacent."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

WOBBLE = 0.16
"""How far a border strays from the straight line, as a part of its length."""


def areas(at: Sequence[Point], adjacent: Sequence[Sequence[int]], coast: float) -> list[list[Point]]:
    """An outline for each place of a planar graph drawn with straight lines.

    An area is bounded by the middles of its links and the centres of the faces between them, so two areas share a
    border just when they are linked, and meet in a point where a face has more than three sides. Towards the open
    side an area ends `coast` away from its place.
    """
    around = [sorted(near, key=lambda q, p=p: _angle(at[p], at[q])) for p, near in enumerate(adjacent)]  # type: ignore[misc]
    centres = _face_centres(at, around)
    return [_area(p, at, around, centres, coast) for p in range(len(at))]


def _angle(a: Point, b: Point) -> float:
    return atan2(b[1] - a[1], b[0] - a[0])


def _face_centres(at: Sequence[Point], around: Sequence[Sequence[int]]) -> dict[tuple[int, int], Point | None]:
    """The centre of the face on one side of each directed link; None for the open side round the map."""
    centres: dict[tuple[int, int], Point | None] = {}
    for p, near in enumerate(around):
        for q in near:
            if (p, q) in centres:
                continue
            face = [(p, q)]
            while True:
                a, b = face[-1]
                ring = around[b]
                step = (b, ring[ring.index(a) - 1])
                if step == face[0]:
                    break
                face.append(step)
            corners = [at[a] for a, _ in face]
            inner = _signed_area(corners) > 1e-9
            centre = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
            for step in face:
                centres[step] = centre if inner else None
    return centres


def _signed_area(corners: Sequence[Point]) -> float:
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def _area(
    p: int,
    at: Sequence[Point],
    around: Sequence[Sequence[int]],
    centres: dict[tuple[int, int], Point | None],
    coast: float,
) -> list[Point]:
    ring = around[p]
    outline: list[Point] = []
    for index, q in enumerate(ring):
        after = ring[(index + 1) % len(ring)]
        middle, next_middle = _middle(at[p], at[q]), _middle(at[p], at[after])
        centre = centres[p, q]
        if centre is not None:
            outline += _seam(middle, centre) + _seam(centre, next_middle)
        else:
            shore, next_shore = _shore(at[p], at[q], 1, coast), _shore(at[p], at[after], -1, coast)
            outline += (
                _seam(middle, shore) + _headland(at[p], shore, next_shore, coast) + _seam(next_shore, next_middle)
            )
    return [(round(x, 2), round(y, 2)) for x, y in outline]


def _middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def _shore(a: Point, b: Point, side: int, coast: float) -> Point:
    """Where the border across the link a-b reaches the open, on its right (1) or left (-1) as seen from a."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    across = (-(b[1] - a[1]) / length * side, (b[0] - a[0]) / length * side)
    x, y = _middle(a, b)
    return (x + across[0] * coast, y + across[1] * coast)


def _headland(p: Point, start: Point, end: Point, coast: float) -> list[Point]:
    """The shore of one area, round its place from one border to the next."""
    first, last = _angle(p, start), _angle(p, end)
    while last <= first:
        last += 2 * pi
    steps = max(2, int((last - first) / 0.45))
    points = [start]
    for step in range(1, steps):
        turn = first + (last - first) * step / steps
        reach = coast * (1 + 0.08 * sin(3 * turn + p[0] + p[1]))
        points.append((p[0] + cos(turn) * reach, p[1] + sin(turn) * reach))
    return points


def _seam(a: Point, b: Point) -> list[Point]:
    """A slightly crooked border from a to b without its last point; the same points whichever way it is walked."""
    low, high = (a, b) if a <= b else (b, a)
    bend = WOBBLE * sin(12.9898 * (low[0] + high[1]) + 78.233 * (low[1] + high[0]))
    across = (-(high[1] - low[1]) * bend, (high[0] - low[0]) * bend)
    third = (low[0] + (high[0] - low[0]) / 3 + across[0], low[1] + (high[1] - low[1]) / 3 + across[1])
    two = (low[0] + (high[0] - low[0]) * 2 / 3 - across[0] / 2, low[1] + (high[1] - low[1]) * 2 / 3 - across[1] / 2)
    return [a, third, two] if a == low else [a, two, third]
