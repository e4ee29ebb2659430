"""2.240, the Combat Results Table."""

from __future__ import annotations

from typing import NamedTuple

from arbiter.core import rule

from .book import book

WIDEST = 15
"""The last column."""


class Entry(NamedTuple):
    """An entry of the table as it is read: its row and column, and the casualties that it counts for."""

    row: int
    column: int
    n: int


@rule("QAD-2.240-a", "QAD-2.240-G1", "QAD-2.240-G5")
def cell(net: int, column: int) -> int:
    """One entry of the table as it is printed: casualties of the defender, or below nought of the attacker."""
    table = book().results
    return table.rows[row_of(net)][column_of(column)]


@rule("QAD-2.240-G2")
def row_of(net: int) -> int:
    """The row of a net attack; the first and the last stand for all beyond them."""
    table = book().results
    return min(max(table.first - net, 0), len(table.rows) - 1)


@rule("QAD-2.240-G4")
def column_of(column: int) -> int:
    """The place of a column in a row; the first stands for all to its left."""
    columns = book().results.columns
    return max(column, columns[0]) - columns[0]


def casualties(net: int, figures: int, shift: int = 0) -> int:
    """What so many figures (or hits) bring about."""
    return sum(one.n for one in looked_up(net, figures, shift))


@rule("QAD-2.240-G3", "QAD-2.240-G6")
def looked_up(net: int, figures: int, shift: int = 0) -> list[Entry]:
    """The entries for so many figures (or hits), whose casualties are added up: past the last column they are split,
    and what is left over never harms those who strike. No figures, no entry."""
    if figures <= 0:
        return []
    column = figures + shift
    if column <= WIDEST:
        return [_entry(net, column, cell(net, column))]
    whole, rest = divmod(column, WIDEST)
    found = [_entry(net, WIDEST, cell(net, WIDEST))] * whole
    return [*found, _entry(net, rest, max(0, cell(net, rest)))] if rest else found


def _entry(net: int, column: int, n: int) -> Entry:
    table = book().results
    return Entry(table.first - row_of(net), table.columns[column_of(column)], n)
