"""Places and ways: a board as a graph with coordinates, what can be reached on it, and how it is drawn; and boards
that are made of square cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from arbiter.core import Link
from arbiter.core.maps import Point, areas

Purse: TypeAlias = tuple[int, ...]
"""What a traveller has left to spend on the way: movement points, free roads, whatever the game counts."""


class Way(NamedTuple):
    """A way from one place to a neighbour, and of what kind it is."""

    to: str
    kind: str


Step: TypeAlias = Callable[[Purse, Way], tuple[Purse, bool] | None]
"""What is left after a way was taken, and whether the traveller may go on from there; None where he cannot take it."""


class Ways:
    """A board: where each place lies, and the ways between them, which lead both ways.

    >>> moor = Ways({"inn": (0, 0), "mill": (4, 0), "fen": (4, 3)}, [("inn", "mill", "road"), ("mill", "fen", "path")])
    >>> moor.distance("inn", "fen")
    2
    >>> moor.reach("inn", (1,), lambda purse, way: ((purse[0] - 1,), True) if purse[0] else None)
    {'mill': ('mill',)}
    """

    def __init__(self, at: Mapping[str, Point], links: Iterable[tuple[str, str, str]]) -> None:
        self.at = dict(at)
        self.links = tuple(links)
        out: dict[str, list[Way]] = {place: [] for place in at}
        for one, other, kind in self.links:
            out[one].append(Way(other, kind))
            out[other].append(Way(one, kind))
        self.out = {place: tuple(ways) for place, ways in out.items()}
        self._distances: dict[str, dict[str, int]] = {}
        self._outlines: dict[float, dict[str, list[Point]]] = {}

    def reach(self, start: str, purse: Purse, step: Step) -> dict[str, tuple[str, ...]]:
        """Every other place that can be reached, with a shortest way there; the way does not name its start."""
        found: dict[str, tuple[str, ...]] = {}
        been = {(start, purse)}
        edge: list[tuple[str, Purse, tuple[str, ...]]] = [(start, purse, ())]
        while edge:
            ahead: list[tuple[str, Purse, tuple[str, ...]]] = []
            for place, left, path in edge:
                for way in self.out[place]:
                    taken = step(left, way)
                    if taken is None:
                        continue
                    then, goes_on = taken
                    if way.to != start:
                        found.setdefault(way.to, (*path, way.to))
                    if goes_on and (way.to, then) not in been:
                        been.add((way.to, then))
                        ahead.append((way.to, then, (*path, way.to)))
            edge = ahead
        return found

    def distance(self, one: str, other: str) -> int | None:
        """The fewest ways from one place to another; None where none leads there."""
        return self.distances(one).get(other)

    def distances(self, start: str) -> dict[str, int]:
        """How many ways away every place is."""
        if start not in self._distances:
            found, edge, steps = {start: 0}, [start], 0
            while edge:
                steps += 1
                edge = list(dict.fromkeys(way.to for place in edge for way in self.out[place] if way.to not in found))
                found |= dict.fromkeys(edge, steps)
            self._distances[start] = found
        return self._distances[start]

    # Drawing

    def outlines(self, coast: float) -> dict[str, list[Point]]:
        """Each place as an area that borders on those it is linked with; the ways must not cross each other."""
        if coast not in self._outlines:
            number = {place: n for n, place in enumerate(self.at)}
            near = [sorted({number[way.to] for way in self.out[place]}) for place in self.at]
            self._outlines[coast] = dict(zip(self.at, areas(list(self.at.values()), near, coast), strict=True))
        return self._outlines[coast]

    def drawn(self, id: Callable[[str], str]) -> list[Link]:
        """The ways as lines between the regions of these ids, each looking like its kind."""
        return [Link(f"way.{one}.{other}", id(one), id(other), kind) for one, other, kind in self.links]


class Grid:
    """A picture of square cells, as large as those at its edges need.

    >>> grid = Grid([(2, 1), (4, 1)], side=10, margin=5)
    >>> grid.size, grid.middle(2, 1)
    ((40, 20), (10.0, 10.0))
    >>> grid.area(4, 1)
    [(25, 5), (35, 5), (35, 15), (25, 15)]
    """

    def __init__(self, cells: Iterable[tuple[int, int]], side: float, margin: float) -> None:
        columns, rows = zip(*cells, strict=True)
        self.side = side
        self._left, self._top = min(columns) * side - margin, min(rows) * side - margin
        wide, high = ((max(line) - min(line) + 1) * side + 2 * margin for line in (columns, rows))
        self.size = (wide, high)

    def area(self, column: float, row: float, wide: float = 1, high: float = 1) -> list[Point]:
        """The outline of a cell, or of a field so wide and high from there."""
        x, y, w, h = column * self.side - self._left, row * self.side - self._top, wide * self.side, high * self.side
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]

    def middle(self, column: float, row: float, wide: float = 1, high: float = 1) -> Point:
        """The middle of a cell or a field."""
        (left, top), _, (right, bottom), _ = self.area(column, row, wide, high)
        return (left + right) / 2, (top + bottom) / 2
