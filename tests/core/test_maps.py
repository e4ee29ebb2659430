"""Maps: areas share a border exactly where their places are linked, and hold their places."""

from itertools import combinations, pairwise

import pytest

from arbiter.core.maps import areas


def grid(columns, rows, diagonals):
    """Places on a slightly shifted grid, linked to their neighbours, and across each square where it is cut in two."""
    at = [(100.0 * x + 10 * (y % 2), 100.0 * y) for y in range(rows) for x in range(columns)]
    links = set()
    for y in range(rows):
        for x in range(columns):
            steps = [(1, 0), (0, 1), (1, 1)] if diagonals else [(1, 0), (0, 1)]
            links |= {
                (x + columns * y, x + right + columns * (y + down))
                for right, down in steps
                if x + right < columns and y + down < rows
            }
    adjacent = [[b for a, b in links if a == p] + [a for a, b in links if b == p] for p in range(len(at))]
    return at, [sorted(near) for near in adjacent]


def borders(outline):
    return {frozenset(pair) for pair in pairwise([*outline, outline[0]])}


def inside(point, outline):
    """Whether a ray to the right crosses the outline an odd number of times."""
    x, y = point
    crossed = False
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossed = not crossed
    return crossed


@pytest.mark.parametrize("diagonals", [False, True])
@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (3, 3), (5, 4)])
def test_areas_border_exactly_where_places_are_linked(columns, rows, diagonals):
    at, adjacent = grid(columns, rows, diagonals)
    outlines = areas(at, adjacent, 40)
    for p, q in combinations(range(len(at)), 2):
        common = borders(outlines[p]) & borders(outlines[q])
        assert bool(common) == (q in adjacent[p]), f"{p} and {q}"
    assert all(inside(place, outline) for place, outline in zip(at, outlines, strict=True))


def test_the_same_graph_gives_the_same_map():
    at, adjacent = grid(3, 3, True)
    assert areas(at, adjacent, 40) == areas(at, [near[::-1] for near in adjacent], 40)
