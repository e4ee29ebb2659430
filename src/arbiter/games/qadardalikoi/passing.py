"""2.143 with QAD-SEQ-7, pass-through fire: a unit is shot at while it moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from msgspec import UNSET

from arbiter.core import Amount, Ask, Choose, Foreseen, Form, Option, Rules, Token, rule

from .aim import near_melee, outlook, sees, targets, who_sees
from .contact import touched_by
from .disposition import Kept, disposition, while_still
from .formations import local_frame
from .geometry import MM, Pose, Spot, distance
from .geometry.bases import millimetres
from .geometry.crowds import joined
from .geometry.measures import rounded
from .later import Later
from .manoeuvres import Leg, Trial, come_off
from .missile import at_once, declaration, orders
from .observation import watch
from .pictured import ghost, shot, shown
from .rate_of_fire import shots, weapon, why_not_fire
from .rates import light
from .state import SIDES, Figure, Qadardalikoi, Unit
from .view import seen
from .volleys import fire
from .warhammers import company

STEP = 25 * MM
"""A path is looked along so often."""


class Met(NamedTuple):
    """What came of the fire at a mover: whether anybody fell, and where it stops short of the end of its path."""

    fell: bool = False
    stop: Leg | None = None


Watching: TypeAlias = tuple[int, int]
"""A cohort that watches: the number of its unit, and its own."""
Loaded: TypeAlias = tuple[int, int, int]
"""The same, and how many shots it has left."""


def points(trial: Trial) -> list[Leg]:
    """The moments of a path: where it begins, every so often along it, and the last point before contact or its end;
    the turn by which a unit lines up with whom it touches comes after contact."""
    start = trial.start
    found = [Leg(start.pose, start.figures, 0, start.stance)]
    for leg in trial.legs:
        here = found[-1].pose
        if touches(trial, leg):
            short = _short_of(here, leg)
            ahead = [*_along(here, short), short] if here.facing == leg.pose.facing else []
            return [*found, *(one for one in ahead if not touches(trial, one))]
        found += [*_along(here, leg), leg]
    return found


def touches(trial: Trial, leg: Leg) -> bool:
    """Does a leg end in the contact that ends the move?"""
    return bool(trial.touched and touched_by(trial.g, replace(trial.unit, pose=leg.pose, figures=leg.figures)))


def _along(here: Pose, leg: Leg) -> list[Leg]:
    """The points on the straight way to the end of a leg; none on a turn."""
    x, y = leg.pose.x - here.x, leg.pose.y - here.y
    length = distance(x, y)
    parts = (length - 1) // STEP if here.facing == leg.pose.facing else 0
    return [
        leg._replace(pose=here.moved(rounded(x * STEP * n, length), rounded(y * STEP * n, length)), way=STEP)
        for n in range(1, parts + 1)
    ]


def _short_of(before: Pose, leg: Leg) -> Leg:
    """A millimetre short of the end of a leg, where contact has not been made yet."""
    x, y = leg.pose.x - before.x, leg.pose.y - before.y
    length = max(1, distance(x, y))
    back = min(MM, length)
    return leg._replace(pose=leg.pose.moved(-rounded(x * back, length), -rounded(y * back, length)))


def exposed_to(
    g: Qadardalikoi, mover: Unit, at: Leg, watching: Sequence[tuple[Unit, int]], along: Sequence[Unit] = ()
) -> list[tuple[Unit, int]]:
    """Which cohorts have the mover, with those who go `along`, in arc and sight at this point of its path, and away
    from any melee?"""
    known, there = disposition(g).exposed, replace(mover, pose=at.pose, figures=at.figures).crowd()
    feuds = tuple([one.feud for one in g.state.units])
    eyes = tuple([(firer.n, cohort) for firer, cohort in watching])
    about = (there, mover.n, eyes, tuple(one.n for one in along), tuple(g.state.clouds), g.ground, feuds)
    found = known.get(about)
    if found is None:
        found = known[about] = frozenset(_exposed_to(g, mover, at, watching, along))
    return [(firer, cohort) for firer, cohort in watching if (firer.n, cohort) in found]


def _exposed_to(
    g: Qadardalikoi, mover: Unit, at: Leg, watching: Sequence[tuple[Unit, int]], along: Sequence[Unit]
) -> list[tuple[int, int]]:
    whole = local_frame(replace(mover, figures=at.figures))
    reach = distance(whole.front, whole.depth) + distance(whole.x, whole.y)
    by_unit: dict[int, list[int]] = {}
    for firer, cohort in may_see(watching, at.pose, reach):
        by_unit.setdefault(firer.n, []).append(cohort)
    kept = mover.pose, mover.figures
    there = {one.n for one in mover.figures}
    mover.pose, mover.figures = at.pose, tuple(one for one in at.figures if one.n in there)
    try:
        with carried(along, at), while_still(g):
            return [] if near_melee(g, mover) else who_sees(g, by_unit, mover)
    finally:
        mover.pose, mover.figures = kept


@contextmanager
def carried(along: Sequence[Unit], at: Leg) -> Iterator[None]:
    """Those who go with a mover stand with it at a point of its path too."""
    kept = [one.pose for one in along]
    for one in along:
        one.pose = at.pose
    try:
        yield
    finally:
        for one, pose in zip(along, kept, strict=True):
            one.pose = pose


def may_see(watching: Sequence[tuple[Unit, int]], at: Pose, reach: int) -> list[tuple[Unit, int]]:
    """A quick look before a close one: of which cohorts could anybody have in arc who stands so near a place?"""
    firers = list({firer.n: firer for firer, _ in watching}.values())
    figures = [(firer.n, one.cohort) for firer in firers for one in firer.figures]
    near = outlook(joined([firer.crowd() for firer in firers]), np.array([at[:2]]), np.array([reach]))[:, 0].tolist()
    able = {one for one, good in zip(figures, near, strict=True) if good}
    return [(firer, cohort) for firer, cohort in watching if (firer.n, cohort) in able or _all_round(firer, cohort)]


def _all_round(firer: Unit, cohort: int) -> bool:
    """Has it no arc: who drops things from on high, who shoots from a howdah?"""
    arm = weapon(firer, cohort)
    return (arm is not None and arm.altitude) or firer.kit(cohort).howdah > 0


@rule("QAD-2.143-G3")
def watchers(g: Qadardalikoi, mover: Unit) -> list[tuple[Unit, int]]:
    """The cohorts of its enemies with shots left that are free to fire and whose side is asked; a friend with whom the
    mover has a feud is an enemy."""
    units = [foe for foe in g.foes(mover) if is_asked(g, foe.side, mover)]
    return [(unit, cohort) for unit, ready in zip(units, READY.of(g, units), strict=True) for cohort in ready]


@rule("QAD-SEQ-D2")
def is_asked(g: Qadardalikoi, side: int, mover: Unit) -> bool:
    """Does a side see the mover, and does it not hold its fire for the rest of the turn?"""
    return g.state.sides[side].holds < g.state.turn and sees(g, side, mover)


def ready_to_fire(g: Qadardalikoi, unit: Unit) -> list[int]:
    """The cohorts of a unit with shots left, if it is free to fire."""
    if any(kit.missile for kit in unit.troops.kits) and why_not_fire(g, unit) is None:
        return [cohort for cohort in unit.cohorts() if shots(unit, cohort) > 0]
    return []


READY = Kept(ready_to_fire)


@rule("QAD-2.143-a", "QAD-2.143-b", "QAD-2.143-D1")
def first_sight(g: Qadardalikoi, mover: Unit, trial: Trial) -> Rules[Met]:
    """Moment A of each cohort: the first point of the path at which it has the mover in arc and sight. A cohort that
    has shots left may fire again later in the turn."""
    path, along = points(trial)[:-1], company(g, mover, trial.parted)
    waiting: list[Watching] | None = None
    at, fell = 0, False
    while mover.figures:
        seen = g.once(("sight", mover.n, at), partial(next_sight, g, mover, path, at, waiting, along))
        if seen is None:
            break
        now, waiting = seen.now, seen.waiting
        met = yield from volley(g, mover, trial, path[seen.at], now)
        fell, at = fell or met.fell, seen.at + 1
        if met.stop is not None:
            return Met(fell, met.stop)
    return Met(fell)


class Sight(NamedTuple):
    """The place on a path at which some see the mover, how many shots these have left, and who still waits."""

    at: int
    now: list[Loaded]
    waiting: list[Watching]


def next_sight(
    g: Qadardalikoi,
    mover: Unit,
    path: Sequence[Leg],
    begin: int,
    waiting: Sequence[Watching] | None,
    along: Sequence[Unit] = (),
) -> Sight | None:
    """The next place on a path at which any of those who wait has the mover in sight; None: all watchers wait."""
    units = g.state.units
    left = watchers(g, mover) if waiting is None else [(units[n], cohort) for n, cohort in waiting]
    left = [(unit, cohort) for unit, cohort in left if is_asked(g, unit.side, mover)]
    for at in range(begin, len(path)) if left else ():
        now = loaded(exposed_to(g, mover, path[at], left, along))
        if now:
            seeing = {(n, cohort) for n, cohort, _ in now}
            return Sight(at, now, [one for unit, cohort in left if (one := (unit.n, cohort)) not in seeing])
    return None


def loaded(now: Iterable[tuple[Unit, int]]) -> list[Loaded]:
    """Cohorts with the shots that they have left."""
    return [(unit.n, cohort, shots(unit, cohort)) for unit, cohort in now]


def last_chance(g: Qadardalikoi, mover: Unit, trial: Trial) -> Rules[Met]:
    """Moment B: the last point before contact or the end of the path."""
    at, along = points(trial)[-1], company(g, mover, trial.parted)
    now = g.once(("last sight", mover.n), lambda: loaded(exposed_to(g, mover, at, watchers(g, mover), along)))
    if not now:
        return Met()
    return (yield from volley(g, mover, trial, at, now))


def volley(g: Qadardalikoi, mover: Unit, trial: Trial, at: Leg, now: list[Loaded]) -> Rules[Met]:
    """All fire at one point is simultaneous: where the enemy and a friend in a feud may both fire there, both sides say
    so in secret. Who was shot at goes on or stops there."""
    by_side = {side: [one for one in now if g.state.units[one[0]].side == side] for side in SIDES}
    asks = [fire_at(g, side, mover, at, those) for side, those in by_side.items() if those]
    answers = yield from at_once(g, asks)
    named: dict[str, int] = {}
    for ask, answer in zip(asks, answers, strict=True):
        if answer["standing"] == "hold":
            g.state.sides[ask.seat].holds = g.state.turn
        named |= answer
    declared = [(n, cohort, mover.n) for n, cohort, _ in now for _ in range(named[f"{n}.{cohort}"])]
    if not declared:
        return Met()
    before, n = (mover.pose, mover.figures, mover.stance), len(mover.figures)
    mover.pose, mover.figures, mover.stance = at.pose, _left_of(mover, at), at.stance
    with carried(company(g, mover, trial.parted), at):
        fire(g, declared)
    left = {one.n for one in mover.figures}
    figures = tuple(one for one in before[1] if one.n in left)
    mover.pose, mover.figures, mover.stance = before[0], figures, before[2]
    mover.gaps = ()
    stops = mover.figures and (yield from goes_no_farther(g, mover, trial, at))
    return Met(len(mover.figures) < n, at if stops else None)


def fire_at(g: Qadardalikoi, side: int, mover: Unit, at: Leg, now: Sequence[Loaded]) -> Form:
    """The owner names the shots of each of his cohorts that fire at a point of a path, or holds, or holds for the rest
    of the turn."""
    for n, _, _ in now:
        g.show(("unit", n))

    def fields() -> dict[str, Ask]:
        found: dict[str, Ask] = {"standing": Choose(side, ("ask", "hold"), "passing.standing")}
        for n, cohort, left in now:
            args = {"unit": g.state.units[n].troops.name, "cohort": cohort + 1}
            found[f"{n}.{cohort}"] = Amount(side, 0, left, "passing.shots", args)
        return found

    return Form(
        side,
        Later(fields),
        "passing.fire",
        args={"unit": mover.troops.name, "n": mover.n},
        rule="QAD-2.143-D1",
        usual={"standing": "ask"},
        foresee=lambda answer: foreseen(g, seen_at(g, side, mover, at), mover, now, answer),
    )


def foreseen(g: Qadardalikoi, mark: Token, mover: Unit, now: Sequence[Loaded], answer: Mapping[str, Any]) -> Foreseen:
    """The mover where it would be shot at, and who may fire there; those with a shot named aim at it."""
    land, units = g.state.land, g.state.units
    able, firing = {n for n, _, _ in now}, {n for n, cohort, _ in now if answer[f"{n}.{cohort}"]}
    at = mark.at or shown(land, mover.pose.x, mover.pose.y)
    shots = [shot(land, units[n], mover.n, at) for n in sorted(firing)]
    return Foreseen(None, [*shots], [mark, *(ghost(land, units[n]) for n in sorted(able))])


@rule("QAD-SEQ-7")
def goes_no_farther(g: Qadardalikoi, mover: Unit, trial: Trial, at: Leg) -> Rules[bool]:
    """A mover may not change its path, but may stop where it was shot at, if it can stand there as it began or as it
    would end; not if the way is forced on it."""
    figures = _left_of(mover, at)
    shape, last = _shape(figures), _shape(_left_of(mover, trial.unit))
    end = trial.unit.pose == at.pose and shape == last
    shaped = shape in (_shape(mover.figures), last)
    bound_to_go = trial.insists or trial.pushed or trial.left_behind or g.state.step.endswith(".forced")
    if end or bound_to_go or not shaped or not trial.room(at.pose, figures):
        return False
    way = millimetres(distance(at.pose.x - mover.pose.x, at.pose.y - mover.pose.y))
    args = {"unit": mover.troops.name, "way": way, "n": mover.n, "charging": trial.charging}

    def told(value: str) -> Option:
        stops = Foreseen(tokens=[ghost(g.state.land, replace(mover, pose=at.pose, figures=figures))])
        foreseen = stops if value == "stop" else UNSET
        return Option(value, "passing.stop.option", {"value": value}, (f"unit-{mover.n}",), foreseen)

    answer: str = yield Choose(mover.side, ("on", "stop"), "passing.stop", told, args=args, rule="QAD-SEQ-7")
    return answer == "stop"


def seen_at(g: Qadardalikoi, side: int, mover: Unit, at: Leg) -> Token:
    """The mover at a point of its path, as a side sees it."""
    kept = mover.pose, mover.figures
    mover.pose, mover.figures = at.pose, _left_of(mover, at)
    try:
        return ghost(g.state.land, seen(g.state, side).units[mover.n])
    finally:
        mover.pose, mover.figures = kept


def halted(trial: Trial, at: Leg) -> Trial:
    """A move that ends at a point of its path; the unit has paid for all of it."""
    start, made = trial.start, trial.bound(trial.g, trial.start)
    figures = _left_of(start, at)
    if _shape(figures) == _shape(start.figures):
        made.unit.formation, made.unit.order = start.formation, start.order
    made.unit.pose, made.unit.figures, made.unit.obstacle = at.pose, figures, start.obstacle
    made.unit.stance = at.stance
    come_off(trial.g, made.unit)
    made.touched = ()
    return made


def _left_of(mover: Unit, at: Leg | Unit) -> tuple[Figure, ...]:
    """The figures of a point of a path, without those who have fallen since."""
    there = {one.n for one in mover.figures}
    return tuple(one for one in at.figures if one.n in there)


def _shape(figures: Sequence[Figure]) -> dict[int, Spot]:
    return {one.n: one.spot for one in figures}


def may_halve(g: Qadardalikoi, unit: Unit) -> bool:
    """Light infantry with something to shoot, in whatever order, and free; not who has fired already this turn, for it
    is bound by that, nor who makes a last stand and so does not move."""
    if unit.deeds.fired or unit.last_stand or not light(g, unit) or why_not_fire(g, unit) is not None:
        return False
    return any(shots(unit, cohort) for cohort in unit.cohorts())


def half_way(g: Qadardalikoi, unit: Unit) -> Rules[None]:
    """The fire in the middle of a move: a target for each shot of each cohort, at once, and none later in the turn."""
    found = {
        cohort: (ready, [one.n for one in targets(g, unit, cohort)])
        for cohort in unit.cohorts()
        if (ready := shots(unit, cohort))
    }
    aimed = {cohort: (ready, marks) for cohort, (ready, marks) in found.items() if marks}
    ask = declaration(g, unit.side, {unit.n: aimed}, (), "QAD-2.143-D2") if aimed else None
    if ask is not None:
        answer = yield ask
        fire(g, list(orders(answer)))
        watch(g)  # whoever falls was perhaps the only one in sight
