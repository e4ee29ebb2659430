"""QAD-GEO-22: a column marches round a bend, its ranks following the head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from arbiter.core import Illegal, rule

from .contact import lining, touched_by
from .formations import in_column, pitch
from .geometry import DEGREE, MM, TURN, Base, Pose, Spot, ahead, arc, bearing, distance, turn_between, within
from .geometry import crowds as many
from .geometry.bases import Point, frame
from .geometry.measures import rotated, rounded
from .ground import footprints
from .manoeuvres import Cost, Trial, turns_freely
from .ranks import ranks
from .state import Figure, Kit, Unit, by_figures

STEP = 10 * MM
"""A winding way is looked along so often."""
STRIDE = 3 * DEGREE
"""The head's wheel is followed in such steps."""
BEHIND = 60 * DEGREE
"""The way from a rank to the one before it is no farther off what both look along, however tight the bend."""


def bent(unit: Unit) -> bool:
    """Is it a column whose ranks look different ways?"""
    return _winding(unit.figures, unit.troops.kits) is not None if unit.formation in (1, 2, 3, 4) else False


@by_figures
def _winding(figures: tuple[Figure, ...], kits: tuple[Kit, ...]) -> list[list[Figure]] | None:
    """The ranks of a bent column from its head, each behind the one before it; after an about-face the last one leads.
    None for any other body, also one of which cohorts stand askew."""
    straight = [one for one in figures if not one.spot.turn]
    if not straight or len(straight) == len(figures):
        return None
    ends = max(one.spot.y for one in straight), min(one.spot.y for one in straight)
    rank, last = ([one for one in straight if abs(one.spot.y - end) <= MM] for end in ends)
    wide = min(len(rank), len(last))
    for found in (_next_to(figures, rank, wide), _next_to(figures, last, wide)[::-1]):
        if all(_follows(after, before, kits) for before, after in pairwise(found)):
            return found
    return None


def led_anew(unit: Unit) -> None:
    """A column whose head has fallen is led by the rank behind it, and looks where that looks; so does another body of
    which nobody looks ahead any more, if all look the same way."""
    turns = {one.spot.turn for one in unit.figures}
    if unit.formation not in (1, 2, 3, 4) or not turns or 0 in turns:
        return
    turn = min(turns) if len(turns) == 1 else _head(unit)
    if turn is not None:
        unit.pose = unit.pose._replace(facing=(unit.pose.facing + turn) % TURN)
        unit.figures, unit.gaps = (
            tuple(
                replace(one, spot=Spot(*rotated(one.spot.x, one.spot.y, -turn), (one.spot.turn - turn) % TURN))
                for one in some
            )
            for some in (unit.figures, unit.gaps)
        )


def _head(unit: Unit) -> int | None:
    """Where the rank looks whom all others follow, none of which looks ahead."""
    for first in unit.figures:
        level = Pose(*first.spot)
        abreast = [one for one in unit.figures if one.spot.turn == first.spot.turn]
        rank = [one for one in abreast if abs(level.from_table(one.spot.x, one.spot.y)[1]) <= MM]
        found = _next_to(unit.figures, rank, len(rank))
        if all(_follows(after, before, unit.troops.kits) for before, after in pairwise(found)):
            return first.spot.turn
    return None


def _next_to(figures: Sequence[Figure], first: Sequence[Figure], wide: int) -> list[list[Figure]]:
    """A rank and the others, each the nearest to the one before it."""
    found, left = [[*first]], [one for one in figures if one not in first]
    while left:
        x, y = _mean(found[-1])
        off = {one.n: Pose(*one.spot).from_table(x, y)[1] for one in left}
        nearest = min(left, key=lambda one: (distance(one.spot.x - x, one.spot.y - y), one.n))
        turn, level = nearest.spot.turn, off[nearest.n]
        found.append([one for one in left if one.spot.turn == turn and abs(off[one.n] - level) <= MM][:wide])
        left = [one for one in left if one not in found[-1]]
    return found


def _follows(after: Sequence[Figure], before: Sequence[Figure], kits: tuple[Kit, ...]) -> bool:
    """Does one rank look at the back of another, close behind it? One that is not full, at those whom it has before
    it."""
    x, y = _mean(after)
    by_way = sorted(before, key=lambda one: (distance(one.spot.x - x, one.spot.y - y), one.n))
    a, b = _mean(by_way[: len(after)])
    near, turn = 2 * kits[after[0].cohort].depth, after[0].spot.turn
    way = turn + turn_between(turn, before[0].spot.turn) // 2
    return 0 < distance(a - x, b - y) <= near and within(a - x, b - y, way % TURN, BEHIND)


def _mean(row: Sequence[Figure]) -> Point:
    x, y = (rounded(sum(one.spot[at] for one in row), len(row)) for at in (0, 1))
    return x, y


def rows(unit: Unit) -> list[list[Figure]]:
    """The figures of a column rank by rank, from the head."""
    winding = _winding(unit.figures, unit.troops.kits) if bent(unit) else None
    if winding is not None:
        return winding
    ranked = ranks(unit)
    found: dict[int, list[Figure]] = {}
    for one in unit.figures:
        found.setdefault(ranked[one.n], []).append(one)
    return [found[rank] for rank in sorted(found)]


@rule("QAD-GEO-22")
def lead(trial: Trial, angle: int) -> Illegal | None:
    """The first rank wheels as a block of its own width; the others follow its path at their old distance. It costs
    only the arc of the head's outer front corner, and a point for all wheels of the turn."""
    unit = trial.unit
    if not in_column(unit) and not bent(unit):
        return Illegal("move.no_column", "QAD-GEO-22")
    if not 0 < abs(angle) <= 90 * DEGREE:
        return Illegal("move.wheel_angle", "QAD-GEO-9")
    head = rows(unit)[0]
    kit = unit.kit(head[0].cohort)
    width = (len(head) - 1) * pitch(kit, unit.order) + kit.front
    way = arc(width, angle)
    refused = trial.beyond(0 if turns_freely(unit) else way)
    if refused is not None:
        return refused
    start = _middle(unit, head)
    inner = (width // 2 if angle > 0 else -width // 2, kit.depth // 2)
    sign = 1 if angle > 0 else -1
    turns = [*range(STRIDE, abs(angle), STRIDE), abs(angle)]
    done = march(trial, [start.turned(sign * turn, inner) for turn in turns])
    trial.wheeled(arc(width, turns[done - 1]) if done else 0)
    return None


def onward(trial: Trial, length: int) -> None:
    """A bent column goes on: the head straight ahead, the others after it, right up to what stops them."""
    for step, most in ((STEP, length), (MM, STEP)):
        start = _middle(trial.unit, rows(trial.unit)[0])
        parts = [*range(step, most, step), most]
        done = march(trial, [start.moved(*ahead(start.facing, part)) for part in parts])
        trial.costs.append(Cost(0, parts[done - 1] if done else 0))
        if trial.touched or not trial.stopped:
            break


def _middle(unit: Unit, row: Sequence[Figure]) -> Pose:
    """The midpoint of a rank on the table, and where it looks."""
    bases = [unit.base(one) for one in row]
    x, y = sum(base.x for base in bases), sum(base.y for base in bases)
    return Pose(rounded(x, len(bases)), rounded(y, len(bases)), bases[0].facing)


def march(trial: Trial, heads: Sequence[Pose]) -> int:
    """The head goes from place to place and every rank after it, until something stops one of them; how many places it
    reached."""
    unit = trial.unit
    ranked = rows(unit)
    middles = [_middle(unit, row) for row in ranked]
    offsets = _offsets(unit, ranked, middles)
    behind = _behind(unit, ranked, middles)
    for at in range(len(heads)):
        path = [(one.x, one.y) for one in [*reversed(middles), *heads[: at + 1]]]
        whole = _length(path)
        moved = [heads[at], *[_along(path, max(0, whole - back)) for back in behind]]
        there = _laid(unit, ranked, offsets, moved)
        if not _fits(trial, there):
            trial.stopped = True
            return at
        trial.unit.figures = there.figures
        trial.put(there.pose)
        trial.over(footprints(there.crowd()))
        trial.touched = touched_by(trial.g, there)
        if trial.touched:
            trial.stopped = True
            line_up(trial)
            return at + 1
    return len(heads)


def line_up(trial: Trial) -> None:
    """The first rank lays its front along the edge that it touched, if there is room; the others stay."""
    unit = trial.unit
    ranked = rows(unit)
    head, foes = [unit.base(one) for one in ranked[0]], trial.enemies(many.box(unit.crowd()))
    mine, theirs = many.contacts(many.Crowd.of(head), foes)
    if not len(mine):
        return
    turn, point = lining(head[int(mine[0])], foes.base(int(theirs[0])))
    if not turn:
        return
    middles = [_middle(unit, row) for row in ranked]
    first = middles[0].turned(turn, middles[0].from_table(*point))
    there = _laid(unit, ranked, _offsets(unit, ranked, middles), [first, *middles[1:]])
    if _fits(trial, there):
        unit.figures = there.figures
        trial.put(there.pose)


def _offsets(unit: Unit, ranked: list[list[Figure]], middles: list[Pose]) -> list[list[Point]]:
    """Where the figures of each rank stand, told from its midpoint."""
    return [
        [middle.from_table(*unit.pose.to_table(one.spot.x, one.spot.y)) for one in row]
        for middle, row in zip(middles, ranked, strict=True)
    ]


def _behind(unit: Unit, ranked: list[list[Figure]], middles: list[Pose]) -> list[int]:
    """How far each later rank is behind the head along its path: across a bend ranks are nearer than they are deep."""
    deep = [unit.kit(row[0].cohort).depth for row in ranked]
    steps = [
        max((deep[n] + deep[n + 1]) // 2, distance(one.x - other.x, one.y - other.y))
        for n, (one, other) in enumerate(pairwise(middles))
    ]
    return [*accumulate(steps)]


def _length(path: Sequence[Point]) -> int:
    return sum(distance(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))


def _along(path: Sequence[Point], way: int) -> Pose:
    """The place so far along a path, looking along it."""
    for a, b in pairwise(path):
        step = distance(b[0] - a[0], b[1] - a[1])
        if way <= step and step:
            x, y = rounded((b[0] - a[0]) * way, step), rounded((b[1] - a[1]) * way, step)
            return Pose(a[0] + x, a[1] + y, bearing(b[0] - a[0], b[1] - a[1]))
        way -= step
    return Pose(path[-1][0], path[-1][1], bearing(path[-1][0] - path[-2][0], path[-1][1] - path[-2][1]))


def _laid(unit: Unit, ranked: list[list[Figure]], offsets: list[list[Point]], moved: list[Pose]) -> Unit:
    """The unit with its ranks at these places, told from the midpoint of its frame."""
    facing = moved[0].facing
    bases: list[tuple[Figure, Base]] = []
    for row, spots, middle in zip(ranked, offsets, moved, strict=True):
        for one, spot in zip(row, spots, strict=True):
            kit = unit.kit(one.cohort)
            bases.append((one, Base(*middle.to_table(*spot), middle.facing, kit.front, kit.depth)))
    whole = frame([base for _, base in bases], facing)
    pose = Pose(whole.x, whole.y, facing)
    figures = [
        replace(one, spot=Spot(*pose.from_table(base.x, base.y), (base.facing - facing) % TURN)) for one, base in bases
    ]
    return replace(unit, pose=pose, figures=tuple(sorted(figures, key=lambda one: one.n)))


def _fits(trial: Trial, there: Unit) -> bool:
    crowd = there.crowd()
    here = many.box(crowd)
    others = many.joined([trial.enemies(here), trial.loose(here), trial.friends(here)])
    shapes = footprints(crowd)
    return not len(many.overlapping(crowd, others)[0]) and trial.g.ground.holds(shapes) and not trial.barred(shapes)
