"""Endless tic-tac-toe, which both servers of the race play."""

from __future__ import annotations

from arbiter.core import Choose, Play, Rules
from examples.tic_tac_toe import EMPTY, LINES, Board, TicTacToe, square


class Endless(TicTacToe):
    """Tic-tac-toe on a board that is cleared whenever somebody has won or it is full."""

    id = "endless"
    title = "Endless tic-tac-toe"
    bound = 10**9

    def beat(self, g: Play[Board]) -> Rules[None]:
        cells, seat = g.state.cells, g.state.turn
        cell = yield Choose(seat, [at for at in range(9) if cells[at] == EMPTY], "mark", square)
        cells[cell] = seat
        g.tell("marked", seat=seat, row=cell // 3 + 1, column=cell % 3 + 1)
        if EMPTY not in cells or any(cells[a] == cells[b] == cells[c] == seat for a, b, c in LINES):
            cells[:] = [EMPTY] * 9
        g.state.turn = 1 - seat
