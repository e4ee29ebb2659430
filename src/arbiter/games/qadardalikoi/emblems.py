"""Small emblems of the unit formations, made from the plans that the content has of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .book import book
from .entries import UnitFormationEntry

BOX, ROOM = 24, 20
"""An emblem lies in the middle of a box, and takes so much of it."""
ROUND = {
    "ring": "M12 2a10 10 0 1 1 0 20 10 10 0 1 1 0-20zM12 7a5 5 0 1 0 0 10 5 5 0 1 0 0-10z",
    "moons": "M10 3a9 9 0 1 0 0 18 11 11 0 0 1 0-18zM14 3a9 9 0 1 1 0 18 11 11 0 0 0 0-18z",
}
"""Those that stand in no rows."""


@cache
def emblems() -> dict[str, str]:
    """The emblem of each formation, by the mark that shows it."""
    drawn = {mark(n): ROUND.get(one.shape) or "".join(_blocks(one)) for n, one in book().unit_formations.items()}
    return {f"mark-{key}": path for key, path in drawn.items() if path}


def mark(number: int) -> str:
    """The mark of a unit in a formation."""
    return f"formation_{number}"


def _blocks(one: UnitFormationEntry) -> Iterator[str]:
    """The blocks of a plan, the enemy above: a small wedge is pointed, and whoever is hidden is not shown."""
    rows = one.cells or tuple("#" * count for count in one.rows)
    size = min(ROOM / max(len(rows), *map(len, rows), 1), ROOM / 3) if rows else 0
    high = (BOX - size * len(rows)) / 2
    for down, row in enumerate(rows):
        left = (BOX - size * len(row)) / 2
        for across, cell in enumerate(row):
            x, y, side = left + size * across, high + size * down, size * 0.88
            if cell == "^":
                yield f"M{x:.1f} {y + side:.1f}l{side / 2:.1f} {-side:.1f} {side / 2:.1f} {side:.1f}z"
            elif cell not in ".Wb":
                yield f"M{x:.1f} {y:.1f}h{side:.1f}v{side:.1f}h{-side:.1f}z"
