"""The Track Tiles: their grids and junctions, how they turn and join, and the course that a row of them makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from arbiter.content.errors import Fault
from arbiter.core import Illegal, rule

from .entries import TERRAINS, Cell, Laid, Tile

LETTERS = {"P": 0, "W": 1, "H": 2, "S": 3}
SIDES = "NESW"
AHEAD: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
SIZE = 5
MIDDLE: tuple[Cell, ...] = ((2, 0), (4, 2), (2, 4), (0, 2))

Spot = tuple[int, int, int, int, int]
"""A tile on the table, as the state keeps it: number, junction joined (0 is a), quarter turns, x, y."""


@rule("YUM-TILE-7", "YUM-TILE-13")
def check_tile(tile: Tile) -> None:
    """A tile must be five by five, with one terrain in every square of its path and junctions where the path ends."""
    if len(tile.grid) != SIZE or any(len(row) != SIZE for row in tile.grid):
        raise Fault("grid", "expected five rows of five letters")
    for y, row in enumerate(tile.grid):
        for x, letter in enumerate(row):
            if letter not in LETTERS and letter != ".":
                raise Fault(f"grid[{y}]", f"expected P, W, H, S or . in column {x}, got '{letter}'")
    wanted = {"start": 1, "middle": 2, "finish": 1}[tile.role]
    if len(tile.junctions) != wanted or len({j.edge for j in tile.junctions}) != wanted:
        raise Fault("junctions", f"expected {wanted} for a {tile.role} tile, each on an edge of its own")
    if tile.role == "start":
        if not tile.paths or tile.path:
            raise Fault("paths", "expected a start tile to have named paths (and no single path)")
        for name, cells in tile.paths.items():
            if not cells:
                raise Fault(f"paths.{name}", "expected at least one square")
            _check_walk(tile, f"paths.{name}", (*cells, _middle_of(tile)))
        return
    if not tile.path or tile.paths:
        raise Fault("path", f"expected a {tile.role} tile to have one path")
    _check_walk(tile, "path", tile.path)
    # The path begins at the first junction and ends at the second.
    for n, junction in enumerate(tile.junctions):
        if _middle_of(tile, n) != tile.path[-n]:
            where = f"in the middle of edge {junction.edge}, where junction {junction.id} is"
            raise Fault("path", f"expected an end {where}")


def _middle_of(tile: Tile, junction: int = 0) -> Cell:
    """The cell in the middle of a junction's edge."""
    return MIDDLE[SIDES.index(tile.junctions[junction].edge)]


def _check_walk(tile: Tile, place: str, cells: Sequence[Cell]) -> None:
    if len(set(cells)) != len(cells):
        raise Fault(place, "the path enters a cell twice")
    for n, (x, y) in enumerate(cells):
        if not (0 <= x < SIZE and 0 <= y < SIZE) or tile.grid[y][x] not in LETTERS:
            raise Fault(f"{place}[{n}]", f"expected a square with a terrain, [{x}, {y}] is none")
        if n and abs(x - cells[n - 1][0]) + abs(y - cells[n - 1][1]) != 1:
            raise Fault(f"{place}[{n}]", f"[{x}, {y}] does not touch the square before it")


def turned(cell: Cell, quarters: int) -> Cell:
    """Where a cell lies when the tile is turned clockwise."""
    x, y = cell
    for _ in range(quarters):
        x, y = SIZE - 1 - y, x
    return x, y


def edge_of(tile: Tile, junction: int, quarters: int) -> int:
    """The side of the table (N 0, E 1, S 2, W 3) to which a junction of a turned tile looks."""
    return (SIDES.index(tile.junctions[junction].edge) + quarters) % 4


class Tiles:
    """The tiles of a game by number."""

    def __init__(self, tiles: Sequence[Tile]) -> None:
        self.by_number = {tile.number: tile for tile in tiles}
        self.start = next(tile.number for tile in tiles if tile.role == "start")
        self.finish = next(tile.number for tile in tiles if tile.role == "finish")
        self.middle = sorted(tile.number for tile in tiles if tile.role == "middle")

    @rule("YUM-GAP-13")
    def lay_start(self) -> Spot:
        """The start tile lies first, unturned, its exit to the east."""
        return (self.start, 0, 0, 0, 0)

    def open_end(self, layout: Sequence[Spot]) -> tuple[int, int, int]:
        """The empty position that the last tile leads to, and the heading in which the path enters it."""
        number, joined, quarters, x, y = layout[-1]
        tile = self.by_number[number]
        out = 0 if tile.role == "start" else 1 - joined
        heading = edge_of(tile, out, quarters)
        dx, dy = AHEAD[heading]
        return x + dx, y + dy, heading

    @rule("YUM-TRACK-6", "YUM-GAP-7")
    def joined(self, layout: Sequence[Spot], number: int, junction: int) -> Spot:
        """The tile laid at the open end so that this junction of it faces the tile before."""
        x, y, heading = self.open_end(layout)
        tile = self.by_number[number]
        quarters = ((heading + 2) % 4 - SIDES.index(tile.junctions[junction].edge)) % 4
        return (number, junction, quarters, x, y)

    @rule("YUM-TRACK-7", "YUM-GAP-8", "YUM-GAP-9", "YUM-GAP-10")
    def why_not(self, layout: Sequence[Spot], number: int, junction: int, more: int) -> Illegal | None:
        """Why a tile may not be laid, or None: after it `more` tiles and the finish must still find room."""
        tile = self.by_number.get(number)
        if tile is None or tile.role != "middle":
            return Illegal("refused.tile.none", "YUM-TRACK-6", tile=number, tiles=self.middle)
        if any(spot[0] == number for spot in layout):
            return Illegal("refused.tile.laid", "YUM-TRACK-6", tile=number)
        if junction not in (0, 1):
            return Illegal("refused.tile.junction", "YUM-TRACK-6")
        spot = self.joined(layout, number, junction)
        taken = {(other[3], other[4]) for other in layout}
        x, y, heading = self.open_end([*layout, spot])
        facts = {"tile": number, "junction": tile.junctions[junction].id}
        if (x, y) in taken:
            return Illegal("refused.tile.taken", "YUM-TRACK-7", **facts)
        taken.add((spot[3], spot[4]))
        left = [n for n in self.middle if n != number and all(other[0] != n for other in layout)]
        bends = sum(edge_of(self.by_number[n], 0, 0) % 2 != edge_of(self.by_number[n], 1, 0) % 2 for n in left)
        if not _room(x, y, heading, taken, len(left) - bends, bends, more):
            key = "refused.tile.room" if more else "refused.tile.finish"
            return Illegal(key, "YUM-TRACK-7", **facts, more=more)
        return None

    @rule("YUM-TRACK-8")
    def placements(self, layout: Sequence[Spot], more: int) -> list[tuple[int, int]]:
        """Every tile and junction that may be laid now."""
        spots = [(number, junction) for number in self.middle for junction in (0, 1)]
        return [spot for spot in spots if self.why_not(layout, *spot, more) is None]

    @rule("YUM-TRACK-9", "YUM-GAP-12")
    def lay_finish(self, layout: Sequence[Spot]) -> Spot:
        """The finish tile at the free end; its one junction leaves no choice."""
        return self.joined(layout, self.finish, 0)

    @rule("YUM-TILE-12", "YUM-TILE-2", "YUM-GAP-102")
    def described(self, laid: Sequence[Laid]) -> list[Spot]:
        """A track described by tile, junction and orientation, rebuilt exactly; `Fault` where it does not fit.

        It begins with the start tile and ends with the finish tile.
        """
        layout: list[Spot] = []
        if len(laid) < 2:
            raise Fault("layout", "expected a start tile and a finish tile at least")
        for n, step in enumerate(laid):
            tile = self.by_number.get(step.tile)
            if tile is None:
                raise Fault(f"layout[{n}].tile", f"there is no tile {step.tile}")
            role = "start" if n == 0 else "finish" if n == len(laid) - 1 else "middle"
            if tile.role != role:
                raise Fault(f"layout[{n}].tile", f"expected a {role} tile, {step.tile} is a {tile.role} tile")
            if n == 0:
                spot: Spot = (step.tile, 0, step.rotation // 90, *step.at)
            else:
                ids = [junction.id for junction in tile.junctions]
                if step.joined not in ids:
                    raise Fault(f"layout[{n}].joined", f"expected one of {', '.join(ids)}, got '{step.joined}'")
                spot = self.joined(layout, step.tile, ids.index(step.joined))
            if spot[2:] != (step.rotation // 90, *step.at):
                raise Fault(
                    f"layout[{n}]",
                    f"joined by {step.joined} it lies at [{spot[3]}, {spot[4]}] turned {spot[2] * 90}, not as written",
                )
            if any(spot[3:] == other[3:] for other in layout):
                raise Fault(f"layout[{n}]", "a tile lies there already")
            if any(spot[0] == other[0] for other in layout):
                raise Fault(f"layout[{n}].tile", f"tile {spot[0]} exists once only")
            layout.append(spot)
        return layout


def _room(x: int, y: int, heading: int, taken: set[Cell], straights: int, bends: int, more: int) -> bool:
    """Can `more` tiles and the finish be laid from here with so many straight tiles and bends left?"""
    if (x, y) in taken:
        return False
    if more == 0:
        return True
    taken.add((x, y))
    try:
        turns = [0] * (straights > 0) + [1, 3] * (bends > 0)
        for turn in turns:
            way = (heading + turn) % 4
            dx, dy = AHEAD[way]
            if _room(x + dx, y + dy, way, taken, straights - (turn == 0), bends - (turn != 0), more - 1):
                return True
        return False
    finally:
        taken.discard((x, y))


@dataclass(slots=True, frozen=True)
class Course:
    """A track walked square by square. Square 0 is the start line, then come the squares of the start paths one path
    after the other, then the common path from the square in which they join to the last square."""

    paths: tuple[str, ...]
    path_of: tuple[int, ...]
    """The start path of each square; one more than there are for those of the common path."""
    terrain: tuple[int, ...]
    cells: tuple[Cell, ...]
    """Where each square lies on the table, in cells; the start line has the place of its first path's first square."""
    to_go: tuple[int, ...]
    merge: int
    last: int
    routes: tuple[tuple[int, ...], ...]
    """For each path the squares of a character's way, from the first to the last."""
    told: tuple[dict[str, Any], ...] = field(compare=False)
    """Each square as messages tell it; the start line and the last square are terrains of their own."""

    def way(self, path: int, square: int) -> tuple[int, ...]:
        """The squares in front of one, up to the last."""
        route = self.routes[path]
        return route[len(route) - self.to_go[square] :] if square else route

    def on_route(self, path: int, square: int) -> bool:
        """Does a square lie on the way of a character that took this path?"""
        return square >= self.merge or (square > 0 and self.path_of[square] == path)

    def back(self, path: int, square: int) -> int:
        """The square behind; 0 is the start line."""
        behind = len(self.routes[path]) - 2 - self.to_go[square] if square else -1
        return self.routes[path][behind] if behind >= 0 else 0

    def ahead(self, path: int, square: int) -> int:
        """The square in front; the last square has none and gives itself."""
        route = self.routes[path]
        return route[len(route) - self.to_go[square] if square else 0] if square != self.last else square


@rule("YUM-TILE-1", "YUM-START-1", "YUM-GAP-2")
def walk(tiles: Tiles, layout: Sequence[Spot]) -> Course:
    """The course of a track from the start tile's paths to the last square of the finish tile."""
    paths = tuple(tiles.by_number[layout[0][0]].paths)
    common = len(paths)
    squares = sorted(_squares(tiles, layout, common), key=lambda square: square[0])
    path_of = (-1, *[path for path, _, _ in squares])
    terrain = (0, *[LETTERS[letter] for _, letter, _ in squares])
    routes = [tuple([n for n, of in enumerate(path_of) if of in (path, common)]) for path in range(common)]
    to_go = {square: left for route in routes for left, square in enumerate(reversed(route))}
    to_go[0] = max(to_go.values()) + 1
    names = ["line", *(TERRAINS[kind] for kind in terrain[1:-1]), "last"]
    return Course(
        paths=paths,
        path_of=path_of,
        terrain=terrain,
        cells=(squares[0][2], *[cell for _, _, cell in squares]),
        to_go=tuple(to_go[square] for square in range(len(path_of))),
        merge=path_of.index(common),
        last=len(squares),
        routes=tuple(routes),
        told=tuple({"square": n, "terrain": name, "togo": to_go[n]} for n, name in enumerate(names)),
    )


@rule("YUM-TILE-3", "YUM-GAP-14")
def _squares(tiles: Tiles, layout: Sequence[Spot], common: int) -> Iterator[tuple[int, str, Cell]]:
    """Every square of a track with its start path or the common path, its terrain letter and its cell."""
    for number, joined, quarters, x, y in layout:
        tile = tiles.by_number[number]
        ways: dict[int, Sequence[Cell]] = {common: tile.path[::-1] if joined else tile.path}
        if tile.role == "start":
            ways = {**dict(enumerate(tile.paths.values())), common: (_middle_of(tile),)}
        for path, way in ways.items():
            for cell in way:
                dx, dy = turned(cell, quarters)
                yield path, tile.grid[cell[1]][cell[0]], (SIZE * x + dx, SIZE * y + dy)
