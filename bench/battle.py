"""`python -m bench.battle`: field battles of growing size: answers, turns, clones, and what is sent."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, pairwise
from math import log
from os import cpu_count, getloadavg
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np
import shapely

from arbiter.core import Amount, Ask, Choose, Form, Several, Table, copied
from arbiter.games.qadardalikoi import QadardalikoiGame
from arbiter.games.qadardalikoi.deployment import unit_of
from arbiter.games.qadardalikoi.formations import arranged
from arbiter.games.qadardalikoi.geometry import MM, Pose
from arbiter.games.qadardalikoi.geometry import crowds as many
from arbiter.games.qadardalikoi.geometry.crowds import Crowd, joined
from arbiter.games.qadardalikoi.ground import Land
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
SLOW = 0.3
"""The seconds that a person waits without noticing."""
MOST = 5
"""A clone takes at most as long as so many copies of the state."""
TRIES = 5
"""How often a clone is made at one ask: the first after an answer finds the processor's memory full of other things."""
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


class Answer(NamedTuple):
    """The seconds that an answer took, its finding included; what was asked, and in which step of the turn."""

    spent: float
    prompt: str
    step: str


def turn(table: Table[Battle]) -> list[Answer]:
    """A whole turn, answer by answer."""
    found: list[Answer] = []
    begun = table.state.turn
    while table.state.turn == begun and not table.over:
        start, step = process_time(), table.state.step
        ask = table.asks[0]
        table.answer(ask.seat, commander(ask))
        found.append(Answer(process_time() - start, ask.prompt, step))
    return found


def turns(sizes: Sequence[int]) -> Iterator[str]:
    """A whole turn at each size, as Markdown, how its time grows, and what took longest."""
    yield "| legions a side | figures | answers | ms an answer (median) | longest | over 300 ms | s a turn |"
    yield "|---:|---:|---:|---:|---:|---:|---:|"
    found = []
    for size in sizes:
        table = Table(Placed(battle(size)), 2, 1)
        figures = sum(len(unit.figures) for unit in table.state.units)
        answers = turn(table)
        spent = [one.spent for one in answers]
        whole = sum(spent)
        found.append((size, whole))
        slow = sum(one > SLOW for one in spent)
        times = [f"{1000 * median(spent):.0f}", f"{1000 * max(spent):.0f}", slow, f"{whole:.1f}"]
        yield f"| {' | '.join(map(str, (size, figures, len(spent), *times)))} |"
    yield ""
    for (small, before), (large, after) in [*pairwise(found), (found[0], found[-1])]:
        fair, grown = large * log(large) / (small * log(small)), after / before
        verdict = "reached" if grown <= fair else "NOT reached"
        yield f"- From {small} to {large} legions a turn takes {grown:.1f} × as long; n log n is {fair:.1f}: {verdict}."
    yield f"- The longest answers of {sizes[-1]} legions a side, with all that follows until somebody is asked again:"
    for one in sorted(answers, reverse=True)[:4]:
        yield f"  {1000 * one.spent:.0f} ms after `{one.prompt}` in the step `{one.step}`,"
    yield f"  of {len(answers)} answers in all."
    yield ""


def contacts(one: Crowd, other: Crowd) -> Lap:
    """All contacts of two armies, as the game finds them."""

    def lap() -> int:
        many.contacts(one, other)
        return len(one) * len(other)

    return lap


def shapely_pairs(one: Crowd, other: Crowd) -> Lap:
    """The same with a plain call of Shapely for each pair; a lap is one base against all others."""
    mine, theirs = (list(shapely.polygons(np.stack(crowd.corners(), axis=2))) for crowd in (one, other))
    bases = cycle(mine)

    def lap() -> int:
        base = next(bases)
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
        f"Clones between the moves of two units, {largest} legions a side",
        "clones/s",
        [Runner("Arbiter, table.clone()", clones(table)), Runner("its state copied once", copies(table))],
        [Goal("its state copied once", 1 / MOST)],
        profile=lambda: [table.clone() for _ in range(50)],
    )


def clones_of_a_turn(size: int) -> Iterator[str]:
    """Clones at all that is asked in a turn, in the middle of moves and fire too, against one copy of the state."""
    yield "A clone copies the state at the start of the beat and follows what was answered since. One is made at every"
    yield "fifth ask of a turn, and at every rarer one; to look at it is to write out what it asks, as a page gets it."
    yield f"Each number is the median of {TRIES}, clones and copies in turn."
    yield ""
    yield "| asked | clones | ms a clone (median) | looked at | ms a copy | clone: copies | looked at: copies |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    table, found = Table(Placed(battle(size)), 2, 1), dict[str, list[tuple[float, float, float]]]()
    begun, count = table.state.turn, 0
    while table.state.turn == begun and not table.over:
        ask = table.asks[0]
        if count % 5 == 0 or ask.prompt not in ("move.whom", "orders.form"):
            found.setdefault(ask.prompt, []).append(_cloned(table))
        table.answer(ask.seat, commander(ask))
        count += 1
    every = [one for some in found.values() for one in some]
    for prompt, some in [*found.items(), ("all", every)]:
        clone, looked, copy = (1000 * median(column) for column in zip(*some, strict=True))
        ratios = [median(one[0] / one[2] for one in some), median(one[1] / one[2] for one in some)]
        cells = f"{clone:.2f} | {looked:.2f} | {copy:.2f} | {ratios[0]:.1f} | {ratios[1]:.1f}"
        yield f"| `{prompt}` | {len(some)} | {cells} |"
    yield ""
    good = sum(clone / copy <= MOST for clone, _, copy in every)
    verdict = "reached" if good == len(every) else "NOT reached everywhere"
    yield f"- Goal: at most {MOST} copies: {verdict}; {good} of {len(every)} clones keep to it."
    yield ""


def _cloned(table: Table[Battle]) -> tuple[float, float, float]:
    """The seconds of a clone, of a clone that is looked at, and of a copy of the state."""
    found = []
    for _ in range(TRIES):
        start = process_time()
        twin = table.clone()
        made = process_time()
        for ask in twin.asks:
            ask.wire()
        looked = process_time()
        copied(table.state)
        found.append((made - start, looked - start, process_time() - looked))
    clone, seen, copy = (median(column) for column in zip(*found, strict=True))
    return clone, seen, copy


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
    mover = table.asks[0].seat
    while acted(table) == moved:
        ask = table.asks[0]
        table.answer(ask.seat, commander(ask))
    after = looks(table, 1)
    for seat, who in ((mover, "The mover"), (1 - mover, "The other side"), (None, "Who watches")):
        changed, fresh = (len(after[seat].message(last)) for last in (before[seat], None))
        yield f"- {who}, {size} legions a side: {changed:,} bytes after a move; all of it is {fresh:,}."
    yield "- The mover gets the unit's new place, its fatigue, what it is told, and which options are gone."
    yield ""


BEGIN = (
    "# Field battles",
    "",
    "Written by `make bench`. Three lines of battle whatever the size, twenty figures a legion; every unit moves,",
    "whoever can fires, some are in melee. Take the ratios, not the numbers.",
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
    write([f"{cpu_count()} processors, load {getloadavg()[0]:.0f} at the start: over one each, others worked too.", ""])
    write(["## A whole turn", ""])
    write(turns(SIZES))
    for race in races(SIZES[1], SIZES[-1]):
        race.run(given.rounds, given.seconds)
        write(lines_of(race))
    write([f"## Clones at all asks of a turn, {SIZES[-1]} legions a side", "", *clones_of_a_turn(SIZES[-1])])
    write(["## What is sent", "", *sent(SIZES[-1])])
    given.out.write_text("\n".join(text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
