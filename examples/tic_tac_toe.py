"""Tic-tac-toe: the smallest whole game. Three in a row wins.

>>> import arbiter
>>> table = arbiter.new(TicTacToe(), seats=2)
>>> for cell in (4, 0, 2, 1, 6):
...     table.answer(table.asks[0].seat, cell)
>>> table.outcome.winners, table.outcome.why
((0,), 'won')
"""

from __future__ import annotations

from dataclasses import field
from functools import cache

from arbiter.core import Catalogue, Choose, Game, Option, Outcome, Play, Region, Rules, Scene, Token, View, state

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY = -1
WORDS = {
    "mark": "Mark a square",
    "mark.option": "{row} {column}",
    "marked": "{seat:seat} marks the square in row {row}, column {column}",
    "won": "{seat:seat} has three in a row",
    "drawn": "Nobody has three in a row",
}
WON = (Outcome((1, 2), (1, -1), "won", {"seat": 0}), Outcome((2, 1), (-1, 1), "won", {"seat": 1}))
COLOURS = ["#b3382c", "#2b5d8a"]
ICONS = {"cross": "M6 3L12 9 18 3 21 6 15 12 21 18 18 21 12 15 6 21 3 18 9 12 3 6z", "ring": "M12 4a8 8 0 1 0 .01 0z"}


def cell(at: int) -> Region:
    x, y = at % 3 * 100.0, at // 3 * 100.0
    return Region(f"cell-{at}", [(x, y), (x + 100, y), (x + 100, y + 100), (x, y + 100)], (x + 50, y + 50))


@cache
def mark(at: int, owner: int) -> Token:
    return Token(f"mark-{at}", f"cell-{at}", ("cross", "ring")[owner], owner)


CELLS = [cell(at) for at in range(9)]
"""What never changes in a scene is made once, and so is a mark."""


@state
class Board:
    cells: list[int] = field(default_factory=lambda: [EMPTY] * 9)
    turn: int = 0


@cache
def square(cell: int) -> Option:
    return Option(cell, "mark.option", {"row": cell // 3 + 1, "column": cell % 3 + 1}, (f"cell-{cell}",))


class TicTacToe(Game[Board]):
    id = "tic-tac-toe"
    title = "Tic-tac-toe"
    seats = range(2, 3)
    bound = 9

    def start(self, seats: int, options: object) -> Board:
        return Board()

    def beat(self, g: Play[Board]) -> Rules[None]:
        """One mark."""
        cells, seat = g.state.cells, g.state.turn
        cell = yield Choose(seat, [at for at in range(9) if cells[at] == EMPTY], "mark", square)
        cells[cell] = seat
        g.tell("marked", seat=seat, row=cell // 3 + 1, column=cell % 3 + 1)
        if any(cells[a] == cells[b] == cells[c] == seat for a, b, c in LINES):
            g.end(WON[seat])
        if EMPTY not in cells:
            g.end(Outcome((1, 1), (0, 0), "drawn"))
        g.state.turn = 1 - seat

    def scene(self, view: View[Board]) -> Scene:
        marks = [mark(at, owner) for at, owner in enumerate(view.state.cells) if owner != EMPTY]
        return Scene((300, 300), CELLS, tokens=marks, icons=ICONS, colours=COLOURS)

    def catalogue(self, language: str = "en") -> Catalogue:
        return WORDS
