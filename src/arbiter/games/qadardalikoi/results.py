"""2.240, the Combat Results Table."""

from __future__ import annotations

from arbiter.core import rule

from .book import book

WIDEST = 15
"""The last column."""


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


@rule("QAD-2.240-G3", "QAD-2.240-G6")
def casualties(net: int, figures: int, shift: int = 0) -> int:
    """What so many figures (or hits) bring about: past the last column they are split, and the parts added up."""
    if figures <= 0:
        return 0
    column = figures + shift
    if column <= WIDEST:
        return cell(net, column)
    whole, rest = divmod(column, WIDEST)
    return whole * cell(net, WIDEST) + (max(0, cell(net, rest)) if rest else 0)
