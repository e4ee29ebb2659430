"""Outlines on the ground, one at a time and in whole numbers: convex parts, the band along a line, what a cut leaves.

An outline is its corners in order, clockwise as the table is drawn, in hundredths of a millimetre; it has no holes and
does not cross itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import TypeAlias

from .bases import Point
from .measures import rounded

Outline: TypeAlias = tuple[Point, ...]

FINE = 1 << 12
"""Where two edges cross is kept to so fine a part of a hundredth of a millimetre while something is cut up."""
_UNIT = 1 << 40
"""What stands for a length of 1 in a direction."""
SHARPEST = _UNIT // 16
"""Two legs of a line that turn back more sharply than this are not drawn out to where their edges meet."""


def turned(a: Point, b: Point, c: Point) -> int:
    """Above nought where the way from a over b to c turns to the right, nought where it goes straight on or back."""
    return (b[1] - a[1]) * (c[0] - b[0]) - (b[0] - a[0]) * (c[1] - b[1])


def extent(outline: Sequence[Point]) -> int:
    """Twice the area of an outline; below nought where it goes round anticlockwise."""
    return sum(b[0] * a[1] - a[0] * b[1] for a, b in zip(outline, (*outline[1:], *outline[:1]), strict=True))


def clockwise(points: Iterable[Point]) -> Outline:
    """An outline that goes round clockwise, without corners that stand twice in a row."""
    all_ = list(points)
    kept = [one for at, one in enumerate(all_) if one != all_[at - 1]] or all_[:1]
    return tuple(kept if extent(kept) >= 0 else reversed(kept))


def convex(outline: Outline) -> bool:
    return all(turned(outline[at - 2], outline[at - 1], outline[at]) >= 0 for at in range(len(outline)))


def parts(outline: Outline) -> list[Outline]:
    """The convex parts of an outline: itself, or triangles that are cut off at one corner after the other."""
    if len(outline) < 4 or convex(outline):
        return [outline]
    left, found = list(outline), []
    while len(left) > 3:
        ears = (at for at in range(len(left)) if _is_ear(left, at))
        at = next(ears, 0)
        found.append((left[at - 1], left[at], left[(at + 1) % len(left)]))
        del left[at]
    found.append((left[0], left[1], left[2]))
    return [clockwise(one) for one in found if extent(one)]


def _is_ear(left: Sequence[Point], at: int) -> bool:
    """Can a corner be cut off: is it convex, with no other corner in the triangle?"""
    ear = (left[at - 1], left[at], left[(at + 1) % len(left)])
    if turned(*ear) <= 0:
        return turned(*ear) == 0
    return not any(one not in ear and _inside(ear, one) for one in left)


def _inside(part: Sequence[Point], point: Point) -> bool:
    return all(turned(part[at - 1], part[at], point) >= 0 for at in range(len(part)))


# Bands and borders


def _across(a: Point, b: Point) -> Point:
    """The direction to the left of the way from one point to another, of length `_UNIT`."""
    x, y = b[0] - a[0], b[1] - a[1]
    length = isqrt((x * x + y * y) << 40) or 1
    return rounded(-y * (_UNIT << 20), length), rounded(x * (_UNIT << 20), length)


def _beside(one: Point, at: Point, other: Point, by: int) -> Point:
    """The point beside a corner, to the left and so far from both legs to it."""
    first, second = _across(one, at), _across(at, other)
    x, y = first[0] + second[0], first[1] + second[1]
    meet = _UNIT + rounded(first[0] * second[0] + first[1] * second[1], _UNIT)
    if meet < SHARPEST:
        return at[0] + rounded(first[0] * by, _UNIT), at[1] + rounded(first[1] * by, _UNIT)
    return at[0] + rounded(x * by, meet), at[1] + rounded(y * by, meet)


def band(line: Sequence[Point], width: int) -> Outline:
    """The outline of a line that is so wide: a road, a wall. It ends flat."""
    ends = [(2 * line[0][0] - line[1][0], 2 * line[0][1] - line[1][1]), *line]
    ends.append((2 * line[-1][0] - line[-2][0], 2 * line[-1][1] - line[-2][1]))
    legs = list(zip(ends, ends[1:], ends[2:], strict=False))
    left = [_beside(*leg, width // 2) for leg in legs]
    right = [_beside(*leg, -(width // 2)) for leg in legs]
    return clockwise([*left, *reversed(right)])


def grown(outline: Outline, by: int) -> Outline:
    """An outline with every edge moved outward."""
    n = len(outline)
    return tuple([_beside(outline[at - 1], outline[at], outline[(at + 1) % n], by) for at in range(n)])


# Cuts


def cut(shape: Sequence[Point], a: Point, b: Point) -> tuple[list[Point], list[Point]]:
    """What of a convex shape lies to the right of a line from one point to another, and what to the left."""
    sides = [turned(a, b, one) for one in shape]
    right: list[Point] = []
    left: list[Point] = []
    for at, here in enumerate(sides):
        one, before, was = shape[at], shape[at - 1], sides[at - 1]
        if (was < 0 < here) or (here < 0 < was):
            x, y = (before[n] + rounded((one[n] - before[n]) * was, was - here) for n in (0, 1))
            right.append((x, y))
            left.append((x, y))
        if here >= 0:
            right.append(one)
        if here <= 0:
            left.append(one)
    return right, left


def left_over(shape: Sequence[Point], covers: Iterable[Sequence[Point]]) -> int:
    """Twice the area of what these convex parts do not cover of a convex shape, in the square of `FINE` parts."""
    pieces = [fine(shape)]
    for part in covers:
        corners, kept = fine(part), []
        for piece in pieces:
            inside = piece
            for at in range(len(corners)):
                if corners[at - 1] != corners[at]:
                    inside, outside = cut(inside, corners[at - 1], corners[at])
                    if len(outside) > 2 and extent(outside):
                        kept.append(outside)
                if len(inside) < 3:
                    break
        pieces = kept
    return sum(extent(piece) for piece in pieces)


def fine(shape: Sequence[Point]) -> list[Point]:
    return [(x * FINE, y * FINE) for x, y in shape]
