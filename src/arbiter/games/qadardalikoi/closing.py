"""2.142a and b: filling the gaps of a line, and what overlapping cohorts do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from arbiter.core import Illegal, Option, Rules, Several, rule

from . import cohorts, columns, command, formations, rates
from .contact import between, close_to, touched_by
from .formations import local_frame
from .geometry import MM, SLACK, TURN, Base, Spot, ahead, distance, only_corners, paths
from .geometry import crowds as many
from .geometry.bases import Point, corners, frame
from .geometry.crowds import Box, joined
from .geometry.measures import rounded
from .geometry.outlines import Outline
from .manoeuvres import Cost, Trial
from .ranks import files
from .rate_of_fire import merged
from .state import Figure, Qadardalikoi, Unit, looking_ahead

WIDE = 500 * MM
"""The places of the fallen are no farther from those who are left."""


@rule("QAD-2.142b-G1")
def close_ranks(g: Qadardalikoi) -> Rules[bool]:
    """At the start of its movement phase a side closes the ranks of its units, or not: free, and no action."""
    side = g.mover
    ways = {unit.n: stepped_up(g, unit) for unit in g.of(side) if unit.gaps and unit.morale != "rout"}
    offered = [unit for unit in g.of(side) if unit.n in ways and ways[unit.n] != unit.figures]
    chosen: Collection[int] = ()
    if offered:
        values = [unit.n for unit in offered]
        chosen = yield Several(
            side, values, 0, len(values), "ranks.close", lambda n: _unit(g, n), rule="QAD-GEO-23", usual=values
        )
        for unit in offered:
            if unit.n in chosen:
                unit.figures, unit.gaps = ways[unit.n], ()
                command.set_aside(g, unit)
            elif (left := formations.broken(unit)) != unit.formation:
                unit.formation = left
                g.tell("told.shape_lost", (side,), name=unit.troops.name)
    for unit in g.of(side):
        columns.led_anew(unit)
        laid_out_again(g, unit)
        if (unit.torn or unit.n in chosen) and not cohorts.holds_together(g, unit):
            figures = cohorts.regrouped(unit)
            unit.shots, unit.figures = merged(unit, figures), figures
        unit.torn = False
    return True


def laid_out_again(g: Qadardalikoi, unit: Unit) -> None:
    """When contact has ended, figures that turned in place because of it look ahead again, free of charge; so do those
    of a unit whose morale has failed (QAD-2.131-G2)."""
    if unit.at_bay and not touched_by(g, unit):
        unit.figures, unit.gaps, unit.at_bay = looking_ahead(unit.figures), looking_ahead(unit.gaps), False


def _unit(g: Qadardalikoi, n: int) -> Option:
    return Option(n, "ranks.unit", {"name": g.state.units[n].troops.name}, (f"unit-{n}",))


def stepped_up(g: Qadardalikoi, unit: Unit) -> tuple[Figure, ...]:
    """The figures of a unit with closed ranks: nobody goes farther than a move, nor past somebody in the line."""
    return closed(unit, rates.rate(g, unit, g.ground.goings(unit.crowd())), taken_places(g, unit))


def taken_places(g: Qadardalikoi, unit: Unit) -> set[Spot]:
    """The vacated places of a unit on which somebody else has stepped."""
    others = joined([one.crowd() for one in g.on_ground(close_to(g, unit, WIDE))])
    taken: list[int] = many.overlapping(many.Crowd.of(vacant(unit)), others)[0].tolist()
    return {unit.gaps[at].spot for at in taken}


@rule("QAD-GEO-23")
def closed(unit: Unit, most: int, taken: Collection[Spot] = ()) -> tuple[Figure, ...]:
    """File by file from the left, every vacant place is taken by the next figure behind it, so that vacancies end at
    the rear; then, while a file is two or more shorter than the one beside it, the longer one's last crosses over.
    Nobody walks more than `most`, or through a place that is `taken`, or takes that of somebody on another base."""
    fallen = {one.n for one in unit.gaps}
    places = files(replace(unit, figures=(*unit.figures, *unit.gaps)))
    heads = sorted(places, key=lambda head: _order(places[head][0]))
    rows = [[one.spot for one in places[head]] for head in heads]
    room = {one.spot: _size(unit, one) for head in heads for one in places[head]}
    looks = [_order(places[head][0])[0] for head in heads]
    files_ = [[one for one in places[head] if one.n not in fallen] for head in heads]

    def open_to(one: Figure, spot: Spot) -> bool:
        return _walk(one.spot, spot) <= most + SLACK and room[spot] == _size(unit, one)

    men = [_up(file, row, taken, open_to) for file, row in zip(files_, rows, strict=True)]
    while True:
        moved = False
        for at in range(len(rows)):
            for beside in (at - 1, at + 1):
                near = 0 <= beside < len(rows) and looks[at] == looks[beside]
                if not near or len(men[at]) + 2 > len(men[beside]):
                    continue
                free = _behind(men[at], rows[at])
                last = next(one for one in unit.figures if one.n == [*men[beside]][-1])
                if free is not None and free not in taken and open_to(last, free):
                    del men[beside][last.n]
                    men[at][last.n] = free
                    moved = True
        if not moved:
            break
    found = {n: spot for file in men for n, spot in file.items()}
    return tuple(replace(one, spot=found[one.n]) for one in unit.figures)


def _up(
    men: Sequence[Figure], row: Sequence[Spot], taken: Collection[Spot], open_to: Callable[[Figure, Spot], bool]
) -> dict[int, Spot]:
    """Where the men of a file stand when it has closed up, from the front: each in the first place that is open to
    him."""
    found: dict[int, Spot] = {}
    free = 0
    for one in men:
        own = row.index(one.spot)
        barred = [at for at in range(free, own) if row[at] in taken]
        free = barred[-1] + 1 if barred else free
        free = next(at for at in range(free, own + 1) if open_to(one, row[at]))
        found[one.n] = row[free]
        free += 1
    return found


def _size(unit: Unit, one: Figure) -> tuple[int, int]:
    """The front and the depth of a figure's base."""
    kit = unit.kit(one.cohort)
    return kit.front, kit.depth


def _behind(men: Mapping[int, Spot], row: Sequence[Spot]) -> Spot | None:
    """The first place behind the last man of a file."""
    at = max((row.index(spot) for spot in men.values()), default=-1) + 1
    return row[at] if at < len(row) else None


def _order(one: Figure) -> tuple[int, int, int]:
    """Who looks the same way beside each other, from the left."""
    return (one.spot.turn + one.turned) % TURN, one.spot.x, -one.spot.y


@rule("QAD-2.142b-a", "QAD-2.142b-D1")
def press(trial: Trial) -> Illegal | None:
    """Figures before whom the enemy line has a gap step forward into it, if there is room, for a point."""
    g, unit = trial.g, trial.unit
    moved: dict[int, Figure] = {}
    for n in touched_by(g, unit):
        enemy = g.state.units[n]
        for gap in vacant(enemy):
            one = next((one for one in unit.figures if one.n not in moved and before(unit, one, gap)), None)
            if one is None:
                continue
            x, y = ahead(one.spot.turn + one.turned, gap.depth)
            there = replace(one, spot=one.spot._replace(x=one.spot.x + x, y=one.spot.y + y))
            if trial.room(unit.pose, (there,)):
                moved[one.n] = there
    if not moved:
        return Illegal("closing.no_gap", "QAD-2.142b-a")
    unit.figures = tuple(moved.get(one.n, one) for one in unit.figures)
    walked = [_walk(one.spot, moved[one.n].spot) for one in trial.start.figures if one.n in moved]
    trial.costs.append(Cost(0, max(walked)))
    trial.pay("move")
    trial.stand()
    return None


def vacant(unit: Unit) -> Sequence[Base]:
    """The places of the fallen, as bases on the table."""
    return replace(unit, figures=unit.gaps).bases()


def before(unit: Unit, figure: Figure, gap: Base) -> bool:
    """Does a figure look straight into a gap that it touches?"""
    base = unit.base(figure)
    right, front = base.pose.from_table(gap.x, gap.y)
    level = abs(front - (base.depth + gap.depth) // 2) <= MM
    return level and abs(right) <= SLACK + gap.front // 4


# Overlapping cohorts


@rule("QAD-GEO-24")
def overlapping(g: Qadardalikoi, unit: Unit) -> list[int]:
    """Cohorts of which nobody touches an enemy or stands behind one who does, level with the front of their unit."""
    held = in_contact(g, unit)
    lines = files(replace(unit, figures=looking_ahead(unit.figures)))
    busy = {one.n for file in lines.values() if any(man.n in held for man in file) for one in file}
    front = local_frame(unit)
    line = front.y + front.depth // 2
    found = []
    for cohort, figures in unit.cohorts().items():
        kit = unit.kit(cohort)
        foremost = max(one.spot.y for one in figures) + kit.depth // 2
        if not any(one.n in busy for one in figures) and line - foremost <= kit.depth:
            found.append(cohort)
    return found


def in_contact(g: Qadardalikoi, unit: Unit) -> set[int]:
    """The figures of a unit that touch an enemy."""
    mine = unit.crowd()
    foes = joined([g.state.units[n].crowd() for n in touched_by(g, unit)])
    i, j = many.contacts(mine, foes)
    pairs = zip(i.tolist(), j.tolist(), strict=True)
    return {int(mine.figure[a]) for a, b in pairs if not only_corners(mine.base(a), foes.base(b))}


@rule("QAD-2.142a-a", "QAD-2.142a-D1")
def deepen(trial: Trial) -> Illegal | None:
    """Overlapping cohorts drop to the rear of their unit, base to base behind its last rank, as a formation change."""
    g, unit = trial.g, trial.unit
    going = overlapping(g, unit) if touched_by(g, unit) else []
    staying = tuple(one for one in unit.figures if one.cohort not in going)
    if not going or not staying:
        return Illegal("closing.no_overlap", "QAD-2.142a-a")
    moved = _at_rear(unit, staying, [one for one in unit.figures if one.cohort in going])
    figures, trial.parted = tuple(moved.get(one.n, one) for one in unit.figures), True
    refused = trial.no_room(unit.pose, figures, "QAD-GEO-24") or _on_fellows(unit, moved)
    if refused is not None:
        return refused
    unit.figures = figures
    trial.costs.append(Cost(2, 0))
    trial.pay("formation")
    trial.stand()
    return None


def _at_rear(unit: Unit, staying: Sequence[Figure], going: Sequence[Figure]) -> dict[int, Figure]:
    """Those who drop behind the last rank of those who stay, in its files, as wide as they are: ranks are filled to and
    fro, so that no cohort is torn, and those on bases of another size stand behind the others."""
    bases = [one.local(unit.kit(one.cohort)) for one in looking_ahead(tuple(staying))]
    whole = frame(bases, 0)
    low = whole.y - whole.depth // 2
    last = frame([one for one in bases if frame([one], 0).y - frame([one], 0).depth // 2 <= low + MM], 0)
    alike: dict[tuple[int, int, int], list[Figure]] = {}
    for one in sorted(going, key=lambda one: (one.cohort, one.n)):
        kit = unit.kit(one.cohort)
        alike.setdefault((kit.front, kit.depth, formations.pitch(kit, unit.order)), []).append(one)
    found: dict[int, Figure] = {}
    for (front, depth, wide), men in alike.items():
        abreast = min(len(men), max(1, (whole.front - front) // wide + 1))
        first = _below(whole, last, (abreast - 1) * wide + front, wide) + front // 2
        for at, one in enumerate(men):
            row, column = divmod(at, abreast)
            column = abreast - 1 - column if row % 2 else column
            spot = Spot(first + column * wide, low - row * depth - depth // 2)
            found[one.n] = replace(one, spot=spot, turned=0)
        low -= -(-len(men) // abreast) * depth
    return found


def _below(whole: Base, last: Base, width: int, step: int) -> int:
    """Where a rank so wide begins on the left behind the last one: in step with its files, no wider than all stand if
    it can be, and as near to its middle as may be."""
    left, edge = last.x - last.front // 2, whole.x - whole.front // 2

    def off(x: int) -> tuple[int, int, int]:
        outside = max(0, edge - x) + max(0, x + width - edge - whole.front)
        return outside, abs(2 * x + width - 2 * last.x), x

    return min((left + at * step for at in range(-(width // step) - 1, last.front // step + 2)), key=off)


@rule("QAD-2.142a-b")
def outflank(trial: Trial) -> Illegal | None:
    """Overlapping cohorts go round to the flank of the enemy: flush against its side edge from the front corner
    backward, facing it, as far as the rest of the move and cohort contact allow."""
    g, unit = trial.g, trial.unit
    held = touched_by(g, unit)
    going = overlapping(g, unit) if held else []
    if not going:
        return Illegal("closing.no_overlap", "QAD-2.142a-a")
    enemy = g.state.units[min(held, key=lambda n: (between(unit, g.state.units[n]), n))]
    edge = frame(enemy.bases(), enemy.pose.facing)
    moved: dict[int, Figure] = {}
    round_ = {cohort: _beside(unit, cohort, edge) for cohort in going}
    for side in (-1, 1):
        men = [one for one in unit.figures if round_.get(one.cohort) == side]
        spots = _along(unit, men, edge, side)
        moved |= {one.n: replace(one, spot=spot, turned=0) for one, spot in zip(men, spots, strict=True)}
    walk = _round(trial, moved, going)
    if walk is None:
        return Illegal("move.blocked", "QAD-GEO-24")
    refused = trial.beyond(walk)
    if refused is not None:
        return refused
    figures = tuple(moved.get(one.n, one) for one in unit.figures)
    refused = trial.no_room(unit.pose, figures, "QAD-GEO-24") or _on_fellows(unit, moved)
    if refused is not None:
        return refused
    if not cohorts.holds_together(g, replace(unit, figures=figures)):
        return Illegal("move.no_room", "QAD-GEO-24")
    unit.figures = figures
    trial.costs.append(Cost(0, walk))
    trial.pay("move")
    trial.stand()
    return None


def _on_fellows(unit: Unit, moved: Mapping[int, Figure]) -> Illegal | None:
    """Nobody who goes elsewhere in his unit ends on those who stay."""
    gone, staying = (
        replace(unit, figures=tuple(some)).crowd()
        for some in (moved.values(), (one for one in unit.figures if one.n not in moved))
    )
    return Illegal("move.no_room", "QAD-GEO-24") if len(many.overlapping(gone, staying)[0]) else None


def _round(trial: Trial, moved: Mapping[int, Figure], going: Sequence[int]) -> int | None:
    """The longest walk of a cohort to its new place, from middle to middle, across no base and no closed ground; None
    where there is no way."""
    g, unit = trial.g, trial.unit
    staying = replace(unit, figures=tuple(one for one in unit.figures if one.n not in moved))
    others = g.on_ground(close_to(g, unit, trial.left + SLACK))
    things: list[Outline] = [corners(base) for one in (staying, *others) for base in one.bases()]
    things += [g.ground.outline(one) for one in g.state.land.features if one.closed]
    there = replace(unit, figures=tuple(moved.values()))
    table = Box(0, g.state.land.width, 0, g.state.land.depth)
    ways = [paths.shortest(_middle(unit, one), _middle(there, one), table, things) for one in going]
    found = [way for way in ways if way is not None]
    return max(found) if len(found) == len(ways) else None


def _middle(unit: Unit, cohort: int) -> Point:
    """The middle of a cohort on the table: the mean of its figures."""
    men = unit.cohorts()[cohort]
    x, y = (rounded(sum(one.spot[at] for one in men), len(men)) for at in (0, 1))
    return unit.pose.to_table(x, y)


def _beside(unit: Unit, cohort: int, edge: Base) -> int:
    """On which side of the enemy a cohort stands: -1 for his left, 1 for his right."""
    right, _ = edge.pose.from_table(*_middle(unit, cohort))
    return 1 if right > 0 else -1


def _along(unit: Unit, men: list[Figure], edge: Base, side: int) -> list[Spot]:
    """Places along a side edge of an enemy, from his front corner backward, then in a second rank."""
    found = []
    for at, one in enumerate(men):
        kit = unit.kit(one.cohort)
        files = max(1, edge.depth // kit.front)
        rank, file = divmod(at, files)
        x = side * (edge.front // 2 + kit.depth // 2 + rank * kit.depth)
        y = edge.depth // 2 - kit.front // 2 - file * kit.front
        facing = edge.facing - side * TURN // 4
        here = unit.pose.from_table(*edge.pose.to_table(x, y))
        found.append(Spot(*here, (facing - unit.pose.facing) % TURN))
    return found


def _walk(one: Spot, other: Spot) -> int:
    return distance(other.x - one.x, other.y - one.y)
