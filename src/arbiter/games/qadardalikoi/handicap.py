"""An army cut down, or filled up, to a share of its points: so that it can be tried what makes two armies even."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from . import armies
from .battle_entries import ArmyEntry, Order

MOST = {"cohorts": 100, "figures": 400}
"""What a line of a roster can be at the most."""


def share_of(army: ArmyEntry, share: float) -> ArmyEntry:
    """The same army with such a part of its points, or as near to it as the rules for rosters let it come: all lines
    lose, or gain, in the same measure, by whole cohorts, and the last ones by single figures; who is worth too much for
    what is still wanting stays as he is, if that comes nearer. Where a rule lets nobody more in, one line gives way to
    another."""
    goal, by = share * armies.total(army), 1 if share > 1 else -1
    known, whole = _wrong(army), [_strength(order) for order in army.units]
    found, lines, near = army, list(range(len(whole))), [army]

    def off(one: ArmyEntry) -> float:
        return by * (armies.total(one) - goal)

    while lines:
        line = min(lines, key=lambda at: by * _strength(found.units[at]) / whole[at])
        step = _changed(found, line, by)
        if step is None or _wrong(step) - known:
            lines.remove(line)
        elif off(step) >= 0:
            near += [step, *(one for one in _between(found, step, line) if not _wrong(one) - known)]
            lines.remove(line)
        else:
            found = step
    ends = (found, min(near, key=lambda one: abs(off(one))))
    return min((_nearest(army, end, goal, by) for end in ends), key=lambda one: abs(off(one)))


def _nearest(army: ArmyEntry, found: ArmyEntry, goal: float, by: int) -> ArmyEntry:
    """The army to which single steps lead that each come nearer to so many points: of one line, or of one for another;
    none of them on the wrong side of what the line was."""
    known = _wrong(army)
    while True:
        steps = sorted((abs(armies.total(one) - goal), at, one) for at, one in enumerate(_beside(army, found, by)))
        now = abs(armies.total(found) - goal)
        nearer = next((one for off, _, one in steps if off < now and not _wrong(one) - known), None)
        if nearer is None:
            return found
        found = nearer


def _beside(army: ArmyEntry, found: ArmyEntry, by: int) -> Iterator[ArmyEntry]:
    """Armies that differ by a step of one line, or by one of two lines in opposite ways."""
    alike = [at for at, one in enumerate(found.units) if bool(one.figures) == bool(army.units[at].figures)]
    back = [at for at in alike if _strength(found.units[at]) != _strength(army.units[at])]
    fewer = [found, *(one for at in back if (one := _changed(found, at, -by)) is not None)]
    yield from fewer[1:]
    for start in fewer:
        yield from (one for at in alike if (one := _changed(start, at, by)) is not None)


def _wrong(army: ArmyEntry) -> Counter[str]:
    """What is wrong with a roster, and how often: what was allowed before may stay, nothing may come to it."""
    return Counter(fault.why.key for fault in armies.faults(army, steel=True))


def _strength(order: Order) -> int:
    """How many cohorts a line has, or figures where it counts these."""
    legion = armies.legion_of(order)
    return order.figures or order.cohorts or (legion.cohorts if legion is not None else 1)


def _changed(army: ArmyEntry, line: int, by: int) -> ArmyEntry | None:
    """A line with a cohort, or a figure where it counts these, more or less; None where that cannot be."""
    order = army.units[line]
    measure = "figures" if order.figures else "cohorts"
    strength = _strength(order) + by
    return _with(army, line, replace(order, **{measure: strength})) if 1 <= strength <= MOST[measure] else None


def _between(one: ArmyEntry, other: ArmyEntry, line: int) -> Iterator[ArmyEntry]:
    """The strengths of a line between two whole cohorts, in figures."""
    less, more = sorted(sum(armies.cohorts_of(army.units[line], army)) for army in (one, other))
    for figures in range(less + 1, more):
        yield _with(one, line, replace(one.units[line], cohorts=0, figures=figures))


def _with(army: ArmyEntry, line: int, order: Order) -> ArmyEntry:
    return replace(army, units=(*army.units[:line], order, *army.units[line + 1 :]))
