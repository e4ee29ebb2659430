"""`python -m bench.battle`: field battles of growing size: answers, turns, clones, and what is sent."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, pairwise
from math import log
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import shapely

from arbiter.core import Amount, Ask, Choose, Form, Several, Table, copied
from arbiter.games.qadardalikoi import QadardalikoiGame
from arbiter.games.qadardalikoi.deployment import unit_of
from arbiter.games.qadardalikoi.formations import arranged
from arbiter.games.qadardalikoi.geometry import MM, Pose
from arbiter.games.qadardalikoi.geometry import crowds as many
from arbiter.games.qadardalikoi.geometry.crowds import Crowd, joined
from arbiter.games.qadardalikoi.ground import Land, footprints
from arbiter.games.qadardalikoi.referee import troops_named
from arbiter.games.qadardalikoi.state import Battle, BattleOptions, Side

from .races import Goal, Lap, Race, Runner
from .wire import looks

SIZES = (6, 20, 60)
"""Legions a side; each has 20 figures."""
KINDS = ("tsolyani/heavy_spear/20", "tsolyani/archers/20", "tsolyani/medium_spear/20")
LINES = 3
"""Lines of battle, one behind the other, whatever the size."""
WIDE, DEEP = 250 * MM, 90 * MM
"""The ground that a legion has to itself."""
APART = 200 * MM
"""Between the foremost lines."""


class Placed(QadardalikoiGame):
    """The game from a battle that stands already."""

    def __init__(self, built: Battle) -> None:
        self.built = built

    def start(self, seats: int, options: Any) -> Battle:
        return copied(self.built)


def battle(legions: int) -> Battle:
    """Two armies in lines of battle, half a move from the enemy; those of the middle are in contact already."""
    wide = -(-legions // LINES)
    width = wide * WIDE + 1000 * MM
    depth = 2 * (-(-legions // wide) * DEEP) + APART + 1600 * MM
    units = []
    for side in (0, 1):
        for at in range(legions):
            row, column = divmod(at, wide)
            unit = unit_of(len(units), side, troops_named(KINDS[0 if row == 0 and column % 4 else at % 3], _no_army))
            unit.formation = 3
            unit.figures = arranged(unit, 3, 10)
            near = 0 if row == 0 and column % 5 == 2 else APART // 2
            y = depth // 2 + (1 if side else -1) * (near + 25 * MM + row * DEEP)
            unit.pose = Pose(500 * MM + column * WIDE + WIDE // 2, y, 1800 if side else 0)
            units.append(unit)
    sides = [Side(name, "tsolyani", 0, at, points=1) for at, name in enumerate("AB")]
    made = Battle(BattleOptions(open_table=True), Land("plain", width, depth), sides, units, [], turn=1)
    made.step, made.limit = "initiative", 9
    made.seen = [[one.n for one in units if one.side != side] for side in (0, 1)]
    return made


def _no_army(name: str) -> Any:
    raise ValueError(name)


def commander(ask: Ask) -> Any:
    """Answers as a plain commander: every unit goes forward, all who can fire at the first they see."""
    if ask.prompt == "move.whom" and isinstance(ask, Choose):
        return next((one for one in ask.values if one[0] == "order"), "done")
    if isinstance(ask, Form) and ask.prompt == "orders.form":
        return _orders(ask)
    if isinstance(ask, Form):
        return {name: _field(one) for name, one in ask.fields.items()}
    return _field(ask)


def _orders(ask: Form) -> dict[str, Any]:
    """The first of a few orders that may be given: forward, a wheel, or nothing."""
    stay = {name: _field(one) for name, one in ask.fields.items()}
    for verb, n in (("advance", 60), ("wheel_left", 10), ("advance", 20)):
        if verb in ask.fields["do1"].values:
            order = {**stay, "do1": verb, "by1": n}
            if ask.why_not(order) is None:
                return order
    return stay


def _field(ask: Ask) -> Any:
    if isinstance(ask, Choose):
        return ask.values[-1] if ask.prompt in ("missile.target", "melee.whom") else ask.values[0]
    if isinstance(ask, Amount):
        return ask.least
    if isinstance(ask, Several):
        return ()
    raise TypeError(ask)


def turn(table: Table[Battle]) -> list[float]:
    """A whole turn: the seconds that each answer took, its finding included."""
    spent: list[float] = []
    begun = table.state.turn
    while table.state.turn == begun and not table.over:
        start = process_time()
        ask = table.asks[0]
        table.answer(ask.seat, commander(ask))
        spent.append(process_time() - start)
    return spent


def turns(sizes: Sequence[int]) -> Iterator[str]:
    """A whole turn at each size, as Markdown, and how its time grows."""
    yield "| legions a side | figures | answers | ms an answer (median) | longest | s a turn |"
    yield "|---:|---:|---:|---:|---:|---:|"
    found = []
    for size in sizes:
        table = Table(Placed(battle(size)), 2, 1)
        figures = sum(len(unit.figures) for unit in table.state.units)
        spent = turn(table)
        whole = sum(spent)
        found.append((size, whole))
        cells = (size, figures, len(spent), f"{1000 * median(spent):.0f}", f"{1000 * max(spent):.0f}", f"{whole:.1f}")
        yield f"| {' | '.join(map(str, cells))} |"
    yield ""
    for (small, before), (large, after) in pairwise(found):
        fair = large * log(large) / (small * log(small))
        yield f"- From {small} to {large} legions a turn takes {after / before:.1f} × as long; n log n is {fair:.1f} ×."
    yield ""


def contacts(one: Crowd, other: Crowd) -> Lap:
    """All contacts of two armies, as the game finds them."""

    def lap() -> int:
        many.contacts(one, other)
        return len(one) * len(other)

    return lap


def shapely_pairs(one: Crowd, other: Crowd) -> Lap:
    """The same with a plain call of Shapely for each pair; a lap is one base against all others."""
    mine, theirs = cycle(footprints(one, 0)), footprints(other, 0)

    def lap() -> int:
        base = next(mine)
        for shape in theirs:
            shapely.distance(base, shape)
        return len(theirs)

    return lap


def clones(table: Table[Battle]) -> Lap:
    def lap() -> int:
        table.clone()
        return 1

    return lap


def copies(table: Table[Battle]) -> Lap:
    def lap() -> int:
        copied(table.state)
        return 1

    return lap


def races(size: int, largest: int) -> Iterator[Race]:
    sides = [joined([unit.crowd() for unit in battle(size).units if unit.side == side]) for side in (0, 1)]
    yield Race(
        f"Contacts between two armies of {size} legions",
        "pairs/s",
        [Runner("Arbiter, crowds.contacts", contacts(*sides)), Runner("Shapely, a call a pair", shapely_pairs(*sides))],
    )
    table = midway(largest)
    yield Race(
        f"Clones in the middle of a turn, {largest} legions a side",
        "clones/s",
        [Runner("Arbiter, table.clone()", clones(table)), Runner("its state copied once", copies(table))],
        [Goal("its state copied once", 1 / 5)],
    )


def acted(table: Table[Battle]) -> int:
    return sum(unit.deeds.acted for unit in table.state.units)


def midway(size: int, units: int = 6) -> Table[Battle]:
    """A battle in whose turn so many units have moved."""
    table = Table(Placed(battle(size)), 2, 1)
    while acted(table) < units:
        ask = table.asks[0]
        table.answer(ask.seat, commander(ask))
    return table


def sent(size: int) -> Iterator[str]:
    """The bytes that pages get after one unit has moved, against whole pictures."""
    table = midway(size)
    before, moved = looks(table, 0), acted(table)
    while acted(table) == moved:
        ask = table.asks[0]
        table.answer(ask.seat, commander(ask))
    after = looks(table, 1)
    for seat in (0, 1):
        changed, fresh = (len(after[seat].message(last).encode()) for last in (before[seat], None))
        yield f"- Seat {seat + 1}, {size} legions a side: {changed:,} bytes after a move; all of it is {fresh:,}."
    yield ""


BEGIN = (
    "# Field battles",
    "",
    "Written by `make bench`. Three lines of battle whatever the size, twenty figures a legion; every unit moves,",
    "whoever can fires, some are in melee. Take the ratios, not the numbers.",
    "",
    "## A whole turn",
    "",
)


def main(arguments: list[str] | None = None) -> None:
    from .__main__ import lines_of

    parser = argparse.ArgumentParser(prog="python -m bench.battle", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often the runners take turns")
    parser.add_argument("--seconds", type=float, default=0.4, help="how long each runs in a round")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "battle.md")
    given = parser.parse_args(arguments)
    text: list[str] = []

    def write(lines: Iterable[str]) -> None:
        for line in lines:
            print(line, flush=True)
            text.append(line)

    write(BEGIN)
    write(turns(SIZES))
    for race in races(SIZES[1], SIZES[-1]):
        race.run(given.rounds, given.seconds)
        write(lines_of(race))
    write(["## What is sent", "", *sent(SIZES[-1])])
    given.out.write_text("\n".join(text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
