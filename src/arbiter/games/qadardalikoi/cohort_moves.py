"""What single cohorts do by themselves: look another way than their unit, or toward an enemy in their flank (2.131),
lengthen the arms of an Embrace or turn into the lanes of Palisades (0.420, formations 9 and 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from arbiter.core import Illegal, rule

from . import cohorts
from .closing import in_contact
from .contact import touched_by
from .formations import pitch, standing
from .geometry import DEGREE, MM, TURN, Base, Spot, distance, only_corners, side_touched
from .geometry import crowds as many
from .geometry.bases import frame
from .geometry.crowds import Crowd, joined
from .manoeuvres import Cost, Trial, replace_at, turns_freely
from .patterns import Men, before, behind, shifted, together
from .state import Figure, Qadardalikoi, Unit

EMBRACE, PALISADES = 9, 13
LONGEST = 3
"""Arms are at most so many blocks long."""
QUARTER = TURN // 4
TURNS = {"turn_right": QUARTER, "turn_about": 2 * QUARTER, "turn_left": 3 * QUARTER}
"""How a cohort turns by itself, and by how much."""


# 2.131: turning in place


def has_front(unit: Unit) -> bool:
    """Does a cohort of a unit look anywhere by itself? Not in skirmish order, nor on the wing (QAD-2.131-G2)."""
    return unit.order != "skirmish" and not unit.height


@rule("QAD-2.131-D2")
def turn(trial: Trial, n: int) -> Illegal | None:
    """Cohorts that an enemy touches in flank or rear turn toward him, all of them or the n-th: their bases stay where
    they are and another edge is their front. The unit pays once, for the widest turn."""
    unit = trial.unit
    if not has_front(unit):
        return Illegal("cohort.loose", "QAD-2.131-G2")
    turns = {cohort: away_from_front(trial.g, unit, cohort) for cohort in unit.cohorts() if n in (0, cohort + 1)}
    wanted = {cohort: by for cohort, by in turns.items() if by}
    if not wanted:
        return Illegal("cohort.not_flanked", "QAD-2.131-G2")
    look(trial, wanted)
    return None


@rule("QAD-2.131-D1")
def turn_aside(trial: Trial, n: int, by: int) -> Illegal | None:
    """The n-th cohort looks another way than its unit, or that way again. Not all of them: that is a change of facing
    of the whole unit."""
    unit, cohort = trial.unit, n - 1
    if cohort not in unit.cohorts():
        return Illegal("cohort.which", "QAD-2.131-G2", cohorts=[one + 1 for one in unit.cohorts()])
    if not has_front(unit):
        return Illegal("cohort.loose", "QAD-2.131-G2")
    others = any(not one.turned for one in unit.figures if one.cohort != cohort)
    ahead = any((one.turned + by) % TURN == 0 for one in unit.cohorts()[cohort])
    if not others and not ahead and not touched_by(trial.g, trial.start):
        return Illegal("cohort.all_turned", "QAD-2.131-G2")
    look(trial, {cohort: by})
    return None


def look_ahead(trial: Trial) -> Illegal | None:
    """Who goes somewhere has all its cohorts look ahead first, and pays for their turn; nobody goes on who has turned
    them aside just now. Those who turned at an enemy's touch are laid out when it has ended (QAD-2.131-G2)."""
    back = {one.cohort: -one.turned % TURN for one in trial.unit.figures if one.turned}
    if not back:
        return None
    if trial.aside:
        return Illegal("cohort.aside", "QAD-2.131-G2")
    if trial.unit.at_bay and touched_by(trial.g, trial.start):
        return None
    look(trial, back)
    return None


@rule("QAD-2.131-G2")
def look(trial: Trial, by: Mapping[int, int]) -> None:
    """Cohorts turn in place: their bases stay as they lie, and another edge is their front. The unit pays once, for the
    widest turn of all its cohorts in this move; those who turn freely pay nothing."""
    unit = trial.unit
    unit.figures = tuple(replace(one, turned=(one.turned + by.get(one.cohort, 0)) % TURN) for one in unit.figures)
    unit.at_bay = bool(touched_by(trial.g, trial.start))
    paid = _quarters(trial)
    trial.aside |= {cohort: (trial.aside.get(cohort, 0) + turn) % TURN for cohort, turn in by.items()}
    trial.faced = True
    trial.costs.append(Cost(max(0, _quarters(trial) - paid)))
    trial.stand()


def _quarters(trial: Trial) -> int:
    """What the widest turn of a single cohort takes of a move so far."""
    if turns_freely(trial.unit):
        return 0
    return max((min(by, TURN - by) // (45 * DEGREE) for by in trial.aside.values()), default=0)


def away_from_front(g: Qadardalikoi, unit: Unit, cohort: int) -> int:
    """By how many quarters most of those who touch a cohort are off its front; nought if none are."""
    mine = [unit.base(one) for one in unit.cohorts()[cohort]]
    foes = joined([g.state.units[n].crowd() for n in touched_by(g, unit)])
    counted: Counter[int] = Counter()
    for base in mine:
        _, found = many.contacts(Crowd.of([base]), foes)
        for at in found.tolist():
            other = foes.base(at)
            side = side_touched(other, base)
            if not only_corners(other, base) and side != "front":
                right, _ = base.pose.from_table(other.x, other.y)
                counted[2 * QUARTER if side == "rear" else QUARTER if right > 0 else 3 * QUARTER] += 1
    return min(counted, key=lambda by: (-counted[by], by), default=0)


def alone(unit: Unit, cohort: int) -> Unit:
    """A cohort as a body of its own, told from its own middle and looking where its first figure looks."""
    mine = unit.cohorts()[cohort]
    first = unit.base(mine[0])
    whole = frame([unit.base(one) for one in mine], first.facing)
    pose = whole.pose
    figures = tuple(
        replace(one, spot=Spot(*pose.from_table(base.x, base.y), (base.facing - one.turned - pose.facing) % TURN))
        for one in mine
        for base in (unit.base(one),)
    )
    return replace(unit, pose=pose, figures=figures)


# 0.420: the arms of an Embrace


def frames(unit: Unit) -> dict[int, Base]:
    """The frame of each cohort, told from its unit."""
    return {
        cohort: frame([one.local(unit.kit(cohort)) for one in figures], 0) for cohort, figures in unit.cohorts().items()
    }


def middles(unit: Unit) -> dict[int, tuple[int, int]]:
    """The middle of each cohort, told from its unit."""
    return {cohort: (whole.x, whole.y) for cohort, whole in frames(unit).items()}


class Embrace(NamedTuple):
    """The cohorts of an Embrace: its arms from their tips, two by two, and the rectangle from front to rear."""

    arms: list[tuple[int, int]]
    first: list[int]
    """The first row of the rectangle, the one with most cohorts."""
    rest: list[int]


def embrace(unit: Unit) -> Embrace:
    """Which cohorts of a unit are its arms: they stand before the longest row of cohorts with a common front."""
    whole = frames(unit)
    fronts = {cohort: base.y + base.depth // 2 for cohort, base in whole.items()}
    ordered = sorted(fronts, key=lambda one: (-fronts[one], whole[one].x))
    rows = [[one for one in ordered if abs(fronts[one] - fronts[first]) <= MM] for first in ordered]
    row = max(rows, key=len)
    ahead = [one for one in ordered if fronts[one] > fronts[row[0]] + MM]
    middle = sum(whole[one].x for one in row) // len(row)
    left, right = ([one for one in ahead if (whole[one].x > middle) is side] for side in (False, True))
    behind_it = [one for one in ordered if one not in (*row, *ahead)]
    return Embrace(list(zip(left, right, strict=False)), row, behind_it)


def arm_length(unit: Unit) -> int:
    """How many blocks long the arms of an Embrace are."""
    return len(embrace(unit).arms)


@rule("QAD-0.420-G9")
def arms(trial: Trial, n: int) -> Illegal | None:
    """The arms of an Embrace become n blocks long, a block longer or shorter than they were: longer by cohorts from the
    rear of the rectangle, and not into contact. Tsolyáni do it for nothing once a phase, others as a formation
    change."""
    unit = trial.unit
    if standing(unit) != EMBRACE:
        return Illegal("cohort.no_arms", "QAD-0.420-G9")
    now = arm_length(unit)
    if abs(n - now) != 1 or not 1 <= n <= LONGEST or trial.reshaped:
        return Illegal("cohort.arm_length", "QAD-0.420-G9", now=now)
    going = _lengthened(unit) if n > now else _shortened(unit)
    if not going:
        return Illegal("cohort.no_spare", "QAD-0.420-G9")
    figures = moved(unit, going)
    refused = _why_not_so(trial, figures)
    if refused is None:
        unit.figures, trial.reshaped, trial.faced = figures, True, True
        if unit.troops.nation != "tsolyani":
            trial.parted = True
            trial.costs.append(Cost(2, 0))
            trial.pay("formation")
        trial.stand()
    return refused


def _lengthened(unit: Unit) -> dict[int, tuple[int, int]]:
    """How the last two cohorts of the rectangle go to the tips of the arms; nothing where it has
    only one row."""
    drawn, whole, bases = embrace(unit), frames(unit), _bases(unit)
    if len(drawn.rest) < 2 or not drawn.arms:
        return {}
    found = {}
    for cohort, tip in zip(drawn.rest[-2:], drawn.arms[0], strict=True):
        start = shifted([bases[cohort]], whole[tip].x - whole[cohort].x, 0)
        found[cohort] = _went(bases[cohort], before(start, bases[tip])[0])
    return found


def _shortened(unit: Unit) -> dict[int, tuple[int, int]]:
    """How the tips of the arms go behind the middle of the rectangle, beside each other."""
    drawn, whole, bases = embrace(unit), frames(unit), _bases(unit)
    tips = drawn.arms[0]
    others = together(men for cohort, men in bases.items() if cohort not in tips)
    room = pitch(unit.kit(tips[0]), unit.order) - unit.kit(tips[0]).front
    middle = (whole[drawn.first[0]].x + whole[drawn.first[-1]].x) // 2
    found = {}
    starts = [
        shifted([bases[tip]], middle + side * (whole[tip].front + room) // 2 - whole[tip].x, 0)[0]
        for tip, side in zip(tips, (-1, 1), strict=True)
    ]
    for tip, there in zip(tips, behind(starts, others), strict=True):
        found[tip] = _went(bases[tip], there)
    return found


def _bases(unit: Unit) -> dict[int, Men]:
    """The figures of each cohort, told from their unit."""
    return {cohort: [one.local(unit.kit(cohort)) for one in figures] for cohort, figures in unit.cohorts().items()}


def _went(start: Men, end: Men) -> tuple[int, int]:
    return end[0].x - start[0].x, end[0].y - start[0].y


def _by(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
    return end[0] - start[0], end[1] - start[1]


def moved(unit: Unit, by: dict[int, tuple[int, int]]) -> tuple[Figure, ...]:
    """The figures of a unit after some of its cohorts went somewhere, in step."""
    found = []
    for one in unit.figures:
        x, y = by.get(one.cohort, (0, 0))
        found.append(replace(one, spot=one.spot._replace(x=one.spot.x + x, y=one.spot.y + y)))
    return tuple(found)


def _why_not_so(trial: Trial, figures: tuple[Figure, ...]) -> Illegal | None:
    """Cohorts need room and come into no contact."""
    unit = trial.unit
    if not trial.room(unit.pose, figures):
        return Illegal("move.no_room", "QAD-0.420-G9")
    met = touched_by(trial.g, replace_at(unit, unit.pose, figures))
    return Illegal("cohort.into_contact", "QAD-0.420-G9") if met else None


# 0.420: the lanes of Palisades


@rule("QAD-0.420-G10", "QAD-2.135-G1")
def lanes(trial: Trial) -> Illegal | None:
    """After contact the cohorts behind the heads of Palisades turn into the lanes beside them, level with the heads, as
    far as the rest of the move and cohort contact allow; it costs a wheel. Single cohorts wheel in no other case."""
    g, unit = trial.g, trial.unit
    if standing(unit) != PALISADES or not touched_by(g, unit):
        return Illegal("cohort.no_lanes", "QAD-0.420-G10")
    places, busy, whole = middles(unit), in_contact(g, unit), frames(unit)
    columns = _columns(whole)
    heads = [column[0] for column in columns]
    walk, going = 0, dict[int, tuple[int, int]]()
    for at, column in enumerate(columns[:-1]):
        lane = (places[heads[at]][0] + places[heads[at + 1]][0]) // 2
        front = whole[heads[at]].y + whole[heads[at]].depth // 2
        for cohort in [*column[1:2], *columns[at + 1][1:2]]:
            free = cohort not in going and not any(one.n in busy for one in unit.cohorts()[cohort])
            step = _by(places[cohort], (lane, front - whole[cohort].depth // 2))
            there = moved(unit, {**going, cohort: step})
            if free and trial.room(unit.pose, there) and _apart(unit, there, cohort):
                going[cohort] = step
                walk = max(walk, distance(*step))
                break
    if not going:
        return Illegal("move.no_room", "QAD-0.420-G10")
    refused = trial.beyond(walk)
    if refused is not None:
        return refused
    figures = moved(unit, going)
    if not cohorts.holds_together(g, replace_at(unit, unit.pose, figures)):
        return Illegal("move.no_room", "QAD-0.420-G10")
    unit.figures = figures
    trial.costs.append(Cost(0, walk))
    trial.pay("wheel")
    trial.stand()
    return None


def _columns(whole: Mapping[int, Base]) -> list[list[int]]:
    """Cohorts by column from left to right, each from its head: a cohort belongs to the head behind which it stands."""
    found: dict[int, list[int]] = {}
    near = max(base.front for base in whole.values()) // 2
    for cohort in sorted(whole, key=lambda one: -whole[one].y):
        x = next((at for at in found if abs(at - whole[cohort].x) <= near), whole[cohort].x)
        found.setdefault(x, []).append(cohort)
    return [found[x] for x in sorted(found)]


def _apart(unit: Unit, figures: tuple[Figure, ...], cohort: int) -> bool:
    """Does a cohort keep off the others of its unit if its figures stand so?"""
    there = replace(unit, figures=figures)
    mine = [there.base(one) for one in figures if one.cohort == cohort]
    others = [there.base(one) for one in figures if one.cohort != cohort]
    return not len(many.overlapping(Crowd.of(mine), Crowd.of(others))[0])
