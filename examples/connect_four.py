"""Connect four: a stone falls to the lowest free place of its column; four in a line win.

Written to be quick: one flat list, and for each cell the lines through it worked out beforehand.
"""

from __future__ import annotations

from dataclasses import field

from arbiter.core import Catalogue, Choose, Game, Option, Outcome, Play, Region, Rules, Scene, Token, View, state

COLUMNS, ROWS = 7, 6
EMPTY = -1
WORDS = {
    "drop": "Drop a stone",
    "drop.option": "Column {column}",
    "dropped": "{seat:seat} drops a stone into column {column}",
    "won": "{seat:seat} has four in a line",
    "drawn": "The board is full",
}
ICONS = {"stone": "M12 2a10 10 0 1 0 .01 0z"}


def lines_through() -> list[tuple[tuple[int, int, int], ...]]:
    """For each cell, the other three cells of every line of four through it. A cell is column + 7 * row."""
    through: list[list[tuple[int, int, int]]] = [[] for _ in range(COLUMNS * ROWS)]
    for column in range(COLUMNS):
        for row in range(ROWS):
            for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                end_column, end_row = column + 3 * right, row + 3 * up
                if 0 <= end_column < COLUMNS and end_row < ROWS:
                    line = [column + n * right + COLUMNS * (row + n * up) for n in range(4)]
                    for cell in line:
                        a, b, c = (other for other in line if other != cell)
                        through[cell].append((a, b, c))
    return [tuple(lines) for lines in through]


LINES = lines_through()
WON = (Outcome((1, 2), (1, -1), "won", {"seat": 0}), Outcome((2, 1), (-1, 1), "won", {"seat": 1}))
DRAWN = Outcome((1, 1), (0, 0), "drawn")


@state
class Board:
    """`lowest` is each column's lowest free cell; `open` are the columns that are not full."""

    cells: list[int] = field(default_factory=lambda: [EMPTY] * (COLUMNS * ROWS))
    lowest: list[int] = field(default_factory=lambda: list(range(COLUMNS)))
    open: tuple[int, ...] = tuple(range(COLUMNS))
    turn: int = 0


def any_cell_of(column: int) -> Option:
    cells = tuple(f"cell-{column + COLUMNS * row}" for row in range(ROWS))
    return Option(column, "drop.option", {"column": column + 1}, cells)


class ConnectFour(Game[Board]):
    id = "connect-four"
    title = "Connect four"
    seats = range(2, 3)
    bound = COLUMNS * ROWS

    def start(self, seats: int, options: object) -> Board:
        return Board()

    def beat(self, g: Play[Board]) -> Rules[None]:
        """One stone."""
        board = g.state
        cells, seat = board.cells, board.turn
        column = yield Choose(seat, board.open, "drop", any_cell_of)
        cell = board.lowest[column]
        cells[cell] = seat
        g.tell("dropped", seat=seat, column=column + 1)
        for a, b, c in LINES[cell]:
            if cells[a] == seat and cells[b] == seat and cells[c] == seat:
                g.end(WON[seat])
        board.lowest[column] = cell + COLUMNS
        if cell >= COLUMNS * (ROWS - 1):
            board.open = tuple(other for other in board.open if other != column)
            if not board.open:
                g.end(DRAWN)
        board.turn = 1 - seat

    def scene(self, view: View[Board]) -> Scene:
        scene = Scene((COLUMNS * 60, ROWS * 60), icons=ICONS, colours=["#c9a227", "#a8322d"])
        for cell, owner in enumerate(view.state.cells):
            x, y = cell % COLUMNS * 60.0, (ROWS - 1 - cell // COLUMNS) * 60.0
            outline = [(x, y), (x + 60, y), (x + 60, y + 60), (x, y + 60)]
            scene.regions.append(Region(f"cell-{cell}", outline, (x + 30, y + 30)))
            if owner != EMPTY:
                scene.tokens.append(Token(f"stone-{cell}", f"cell-{cell}", "stone", owner))
        return scene

    def catalogue(self, language: str = "en") -> Catalogue:
        return WORDS
