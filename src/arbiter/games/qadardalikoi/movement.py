"""2.100, a movement phase: units get their orders one after the other, and carry them out while the enemy reacts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from msgspec import UNSET

from arbiter.core import Choose, Foreseen, Form, Illegal, Option, Place, Rules, copied, rule

from . import (
    charges,
    cohort_moves,
    columns,
    command,
    destinations,
    foresight,
    free,
    handlers,
    meadow,
    morale,
    observation,
    orders,
    passing,
    pictured,
    rates,
    skirmishers,
    warhammers,
    withdrawal,
)  # fmt: skip
from .aim import sees
from .contact import touched_by
from .disposition import Kept
from .geometry import DEGREE, TURN, distance, turn_between
from .geometry import crowds as many
from .geometry.bases import Point, millimetres
from .manoeuvres import Trial
from .missile import HOLD
from .orders import Manoeuvre
from .state import Qadardalikoi, Unit

DONE = "done"

Way: TypeAlias = tuple[str, int]
"""How a unit acts, and its number."""


@rule("QAD-0.522-b", "QAD-2.101-a", "QAD-2.142c-f", "QAD-2.142c-D2")
def units(g: Qadardalikoi) -> Rules[bool]:
    """One unit of the moving side acts, in any order, each once; the phase is over when its player says so."""
    side = g.mover
    values = g.once("ways", lambda: all_ways(g, side))
    if not values:
        return True
    choice = yield Choose(side, values, "move.whom", lambda value: _option(g, value), rule="QAD-0.522-D2")
    if choice == DONE:
        return True
    how, n = choice
    unit = g.state.units[n]
    g.show(("acts", n))
    if how == "charge":
        target = yield whom_to_charge(g, unit)
        if target == HOLD:
            return False
        yield from carry_out(g, unit, [("charge", target, 0)])
        g.did(unit, acted=True)
        return False
    if how == "part":
        warhammers.part(g, unit, g.state.units[unit.with_])
        return False
    if how == "uncover":
        before, hammer = unit.pose, g.state.units[unit.with_]
        warhammers.uncover(g, unit)
        command.carry(g, unit, before)
        for one in (unit, hammer):
            command.set_aside(g, one)
        observation.watch(g)
    elif how == "halves":
        yield from halves(g, unit)
    elif how == "fly":
        yield from roam(g, unit, takes_off=True)
    elif how == "turn":
        cohort = yield which_cohort(g, unit)
        if cohort == HOLD:
            return False
        spot = yield front_of_cohort(g, unit, cohort)
        yield from carry_out(g, unit, to_look(g, unit, cohort, spot))
    elif how == "go" and roams(unit):
        yield from roam(g, unit)
    elif how == "go":
        goal = yield place(g, unit)
        if goal != pictured.spot(g.state.land, unit.pose):
            pose = pictured.pose(g.state.land, goal)
            yield from carry_out(g, unit, g.once(("led", n), lambda: destinations.order(g, unit, pose)))
    else:
        answer = yield ask_for_orders(g, unit)
        yield from carry_out(g, unit, orders.read(answer))
    g.did(unit, acted=True)
    return False


def all_ways(g: Qadardalikoi, side: int) -> list[Any]:
    """How the units of a side may act that have not, or nothing where all have; the last word is always possible."""
    ready = [unit for unit in g.of(side) if not unit.deeds.acted and unit.ready]
    ready = [unit for unit in ready if not warhammers.led(unit)]
    walking = [unit for unit in ready if not unit.height]  # on the wing they come from farther than is kept
    kept = WAYS.of(g, walking, tuple(g.state.seen[side]))
    ways = dict(zip([unit.n for unit in walking], kept, strict=True))
    return [DONE, *(way for unit in ready for way in ways.get(unit.n) or ways_of(g, unit))] if ready else []


def ways_of(g: Qadardalikoi, unit: Unit) -> list[Way]:
    """The ways in which a unit may act."""
    stays = unit.last_stand or withdrawal.held_by(g, unit)
    found = ["order"] if stays else ["order", "go"]
    if not stays and charges.near(g, unit):
        found.append("charge")
    if not stays and not unit.height and rates.wing(g, unit):
        found.append("fly")
    if orders.apart(unit):
        found.append("turn")
    if passing.may_halve(g, unit):
        found.append("halves")
    if warhammers.why_not_uncover(g, unit) is None:
        found.append("uncover")
    if handlers.why_not_part(g, unit) is None:
        found.append("part")
    return [(way, unit.n) for way in found]


WAYS = Kept(ways_of)


def ask_for_orders(g: Qadardalikoi, unit: Unit, half: bool = False) -> Form:
    """The form of orders for a unit whose turn it is."""
    rate = g.once(("rate", unit.n), lambda: rates.rate(g, unit, g.ground.goings(unit.crowd())))
    return orders.ask(
        g, unit, rate, half,
        foresee=lambda order: foresight.of_order(g, unit, order),
        shows=lambda order: foresight.of_refused(g, unit, order),
    )  # fmt: skip


@rule("QAD-2.143-c", "QAD-2.143-G2", "QAD-2.143-D2")
def halves(g: Qadardalikoi, unit: Unit) -> Rules[None]:
    """Light infantry moves up to half, fires at half rate at once, and moves up to half again."""
    g.did(unit, halves=True)
    for again in (False, True):
        if roams(unit) and not touched_by(g, unit):
            yield from roam(g, unit, half=True)
        else:
            answer = yield ask_for_orders(g, unit, half=True)
            yield from carry_out(g, unit, orders.read(answer))
        if not unit.figures:
            return
        if not again:
            yield from passing.half_way(g, unit)


def _option(g: Qadardalikoi, value: Any) -> Option:
    if value == DONE:
        return Option(value, "move.done")
    how, n = value
    return Option(value, f"move.{how}", {"name": g.state.units[n].troops.name, "unit": n}, (f"unit-{n}",))


def whom_to_charge(g: Qadardalikoi, unit: Unit) -> Choose:
    """The enemies at whom a unit may charge straight from where it stands, or none after all."""

    def refuse(value: Any) -> Illegal | None:
        found = orders.plan(g, unit, [("charge", value, 0)])
        return found if isinstance(found, Illegal) else None

    def describe(value: int) -> Option:
        if value == HOLD:
            return Option(value, "move.no_charge")
        name = g.state.units[value].troops.name
        told = foresight.of_order(g, unit, [("charge", value, 0)]) or UNSET
        return Option(value, "move.charge_at", {"name": name}, (f"unit-{value}",), told)

    able = [one.n for one in charges.near(g, unit) if refuse(one.n) is None]
    args = {"name": unit.troops.name}
    return Choose(unit.side, [HOLD, *able], "move.charge_whom", describe, args=args, rule="QAD-2.117-D1")


def roams(unit: Unit) -> bool:
    """Those who move freely in any direction: skirmishers and flyers (QAD-GEO-5)."""
    return unit.order == "skirmish" or unit.height > 0


def roam(g: Qadardalikoi, unit: Unit, half: bool = False, takes_off: bool = False) -> Rules[None]:
    """A free move, and what comes of it where it leads to the enemy."""
    yield from free.move(g, unit, foresight.of_free_move, half, takes_off)
    yield from meadow.scatter(g, in_touch(g, unit))


def in_touch(g: Qadardalikoi, unit: Unit) -> set[int]:
    """A unit, whom it touches, and those who lead one of them."""
    touched = touched_by(g, unit)
    return {unit.n, *touched, *(one.with_ for n in touched if warhammers.led(one := g.state.units[n]))}


def place(g: Qadardalikoi, unit: Unit) -> Place:
    """Where a formed unit shall go, as a place for its midpoint, or where it stands: it goes as near as it can,
    straight on or by an advance, a wheel, an advance."""
    land = g.state.land
    here = pictured.spot(land, unit.pose)

    def check(spot: tuple[int, ...]) -> Illegal | None:
        if spot == here:
            return None
        found = destinations.lead(g, unit, pictured.pose(land, spot))
        return found if isinstance(found, Illegal) else None

    rate = rates.rate(g, unit, g.ground.goings(unit.crowd()))
    ways = [(rate * part // 8, 0, 0) for part in (2, 4, 6, 8)]
    ways += [(0, turn * DEGREE, rate // 8) for turn in (-30, -15, 15, 30)]
    likely = [here, *(pictured.spot(land, orders.reached(unit, *way)) for way in ways)]
    return Place(
        unit.side,
        pictured.box(land, here),
        "move.place",
        1,
        range(360),
        check,
        likely,
        {"name": unit.troops.name, "rate": millimetres(rate), "fatigue": unit.fatigue},
        "QAD-GEO-5",
        ghost=pictured.ghost(land, unit),
        foresee=lambda spot: foresight.of_place(g, unit, spot),
    )


def which_cohort(g: Qadardalikoi, unit: Unit) -> Choose:
    """The cohort of a unit that shall look another way, or none after all."""

    def describe(value: int) -> Option:
        if value == HOLD:
            return Option(value, "move.no_cohort")
        told = Foreseen(tokens=[pictured.ghost(g.state.land, cohort_moves.alone(unit, value))])
        return Option(value, "move.cohort", {"n": value + 1}, foreseen=told)

    args = {"name": unit.troops.name}
    return Choose(unit.side, [HOLD, *unit.cohorts()], "move.which_cohort", describe, args=args, rule="QAD-2.131-D1")


def front_of_cohort(g: Qadardalikoi, unit: Unit, cohort: int) -> Place:
    """Where a cohort shall look, ahead among them: it stays in its place, and turns by quarters."""
    land = g.state.land
    body = cohort_moves.alone(unit, cohort)
    spots = [pictured.spot(land, body.pose.turned(by, (0, 0))) for by in (0, *cohort_moves.TURNS.values())]

    def check(spot: tuple[int, ...]) -> Illegal | None:
        order = to_look(g, unit, cohort, spot)
        return orders.why_not(g, unit, order) if order else None

    x, y, _ = spots[0]
    return Place(
        unit.side,
        (x, y, x, y),
        "move.cohort_front",
        1,
        [facing for _, _, facing in spots],
        check,
        spots,
        {"name": unit.troops.name, "n": cohort + 1},
        "QAD-2.131-D1",
        ghost=pictured.ghost(land, body),
        foresee=lambda spot: foresight.of_order(g, unit, to_look(g, unit, cohort, spot)),
    )


def to_look(g: Qadardalikoi, unit: Unit, cohort: int, spot: tuple[int, ...]) -> list[Manoeuvre]:
    """The order by which a cohort looks where somebody points."""
    body = cohort_moves.alone(unit, cohort)
    there = pictured.pose(g.state.land, spot).facing
    near = {verb: abs(turn_between((body.pose.facing + by) % TURN, there)) for verb, by in cohort_moves.TURNS.items()}
    verb = min(near, key=lambda one: near[one])
    return [(verb, cohort + 1, 0)] if near[verb] <= DEGREE else []


def carry_out(g: Qadardalikoi, unit: Unit, order: list[Manoeuvre]) -> Rules[None]:
    """An order is carried out: skirmishers in the way may evade, the unit goes, and whoever charged may follow."""
    trial = _once(g, unit, lambda: orders.as_far_as_it_goes(g, unit, order))
    if not isinstance(trial, Trial) or not trial.legs:
        return
    held = g.once(("held", unit.n), lambda: [*touched_by(g, unit)])
    met = yield from passing.first_sight(g, unit, trial)
    if met.fell and met.stop is None:
        trial = go_on(g, unit, order, trial)
    if met.stop is None:
        asked: set[int] = set()
        while unit.figures and (fled := (yield from skirmishers.evade_all(g, trial, asked))):
            order, trial = yield from follow_through(g, unit, order, trial, fled)
        if unit.figures:
            met = yield from passing.last_chance(g, unit, trial)
            if met.fell and met.stop is None:
                trial = go_on(g, unit, order, trial)
    if met.stop is not None:
        trial = passing.halted(trial, met.stop)
    if not unit.figures:
        return
    if trial.insists:
        if not unit.deeds.checked:
            morale.check(g, unit, ["water"])
        return
    settle(g, unit, trial)
    yield from meadow.scatter(g, in_touch(g, unit))
    if not held and touched_by(g, unit):
        yield from overlaps(g, unit)
    if trial.left_behind:
        yield from pursuit(g, unit, trial.left_behind)


def _once(g: Qadardalikoi, unit: Unit, plan: Callable[[], Trial | Illegal | None]) -> Trial | Illegal | None:
    """A plan that the beat has come to; whoever follows it need not make it again."""

    def kept() -> Trial | Illegal | None:
        found = plan()
        return found.bound(None, copied(unit)) if isinstance(found, Trial) else found

    found = g.once(("plan", unit.n), kept)
    return found.bound(g, unit) if isinstance(found, Trial) else found


def go_on(g: Qadardalikoi, unit: Unit, order: list[Manoeuvre], before: Trial) -> Trial:
    """The survivors go on with the same order; where they cannot, they end as they would have, less the fallen."""
    columns.led_anew(unit)
    again = _once(g, unit, lambda: orders.plan(g, unit, order)) if unit.figures and order else None
    if isinstance(again, Trial):
        return again
    left = {one.n for one in unit.figures}
    before.unit.figures = tuple(one for one in before.unit.figures if one.n in left)
    return before


def follow_through(
    g: Qadardalikoi, unit: Unit, order: list[Manoeuvre], before: Trial, fled: dict[int, Unit]
) -> Rules[tuple[list[Manoeuvre], Trial]]:
    """The rest of the way after those who were in it have fled (2.117-c). Whoever charged one of them goes on at it, at
    another enemy in the arc, or stops where it stood; all others go on as they were told."""
    if before.charging not in fled:
        before.pushed = {n: figures for n, figures in before.pushed.items() if n not in fled}
        again = orders.plan(g, unit, order) if order else before
        return order, again if isinstance(again, Trial) else before
    trial = Trial(g, unit)
    cohort_moves.look_ahead(trial)
    first = [verb for verb, _, _ in order].index("charge")
    turns = [one for one in order[:first] if one[0] not in orders.DRIFTS]
    for verb, n, files in turns:
        orders.VERBS[verb](trial, n, files)
    prey = yield whom_to_chase(g, trial.unit, g.state.units[before.charging])
    if prey != HOLD:
        order = [*turns, ("charge", prey, 0)]
        again = orders.plan(g, unit, order)
        if isinstance(again, Trial):
            return order, again
    trial.bonus, trial.charging = rates.charge_bonus(g, unit), before.charging
    x, y = charges.front_of(trial.unit)
    if prey == HOLD:
        return [], short_of_friends(trial, *up_to(trial.unit, fled[before.charging], before.drift))
    last = before.legs[-1].pose
    return [], short_of_friends(trial, (x + last.x - trial.unit.pose.x, y + last.y - trial.unit.pose.y), trial.left)


def up_to(unit: Unit, prey: Unit, drift: int | None) -> tuple[Point, int]:
    """Along which line, and how far, a charge leads to where its prey stood: the line that was named, if one was; not
    at all where those who are left of it have the prey in their arc no longer."""
    x, y = charges.front_of(unit)
    stood = [point for base in prey.bases() if (point := charges.facing_target(unit, base))]
    away, aim = min(((distance(point[0] - x, point[1] - y), point) for point in stood), default=(0, (x, y)))
    if drift is None:
        return aim, away
    line = charges.far_along(unit, drift)
    touch = many.slide(unit.crowd(), line[0] - x, line[1] - y, charges.FAR, prey.crowd())
    return line, away if touch is None else touch.at


def short_of_friends(trial: Trial, aim: Point, most: int) -> Trial:
    """A charge along a line, so far at the most: on friends whom it may cross nobody ends, but stops at the last free
    place before (QAD-GEO-6)."""
    for way in (*range(min(most, trial.left), 0, -skirmishers.STEP), 0):
        made = trial.bound(trial.g, trial.start)
        charges.run(made, aim, way)
        if orders.on_friends(made) is None:
            break
    made.pay("charge")
    return made


def settle(g: Qadardalikoi, unit: Unit, trial: Trial) -> None:
    """What was planned has happened: the unit stands at the end of its way and has paid for it."""
    done, before = trial.unit, unit.pose
    unit.pose, unit.figures, unit.formation = done.pose, done.figures, done.formation
    unit.order, unit.stance, unit.height, unit.gaps = done.order, done.stance, done.height, ()
    unit.at_bay = done.at_bay
    for n, figures in trial.pushed.items():
        g.state.units[n].figures = figures
        g.state.units[n].torn = True
    for line in trial.lines:
        g.pay(unit, line)
    charged = unit.deeds.charged
    touched = touched_by(g, unit)
    if trial.charging >= 0:
        charged = touched or (-1,)
    unit.obstacle = done.obstacle
    if trial.cloud is not None:
        g.state.clouds = [*g.state.clouds, trial.cloud]
    if trial.charging >= 0:
        unit.rode = unit.rode or rates.rides(g, unit)
    unit.deeds = replace(
        unit.deeds,
        way=trial.spent,
        rate=trial.rate,
        faced=unit.deeds.faced or trial.faced,
        charged=charged,
        left=trial.left_behind or unit.deeds.left,
    )
    warhammers.follow(g, unit, trial.lines, trial.parted)
    for one in (unit, *warhammers.company(g, unit)):
        command.carry(g, one, before)
    for one in (unit, *warhammers.company(g, unit), *(g.state.units[n] for n in trial.pushed)):
        command.set_aside(g, one)
    g.tell("told.move", (unit.side,), name=unit.troops.name, way=millimetres(trial.spent), points=trial.points)
    observation.watch(g)
    if trial.charging >= 0:
        hears = None if touched or sees(g, 1 - unit.side, unit) else (unit.side,)
        g.tell("told.charge_home" if touched else "told.charge_short", hears, name=unit.troops.name, seat=unit.side)


@rule("QAD-2.142a-G1")
def overlaps(g: Qadardalikoi, unit: Unit) -> Rules[None]:
    """Right after its contact move, cohorts that overlap the enemy drop to the rear or turn his flank with what is left
    of the move, or stay where they are; they may do so in any later phase of their own as well."""
    plans = {verb: orders.plan(g, unit, [(verb, 0, 0)]) for verb in ("deepen", "outflank") if unit.with_ < 0}
    able = {verb: trial for verb, trial in plans.items() if isinstance(trial, Trial)}
    if not able:
        return
    about = tuple(f"unit-{n}" for n in (unit.n, *touched_by(g, unit)))

    def told(verb: str) -> Option:
        foreseen = None if verb == orders.STAY else foresight.of_order(g, unit, [(verb, 0, 0)])
        return Option(verb, "orders.verb", {"value": verb}, about, foreseen or UNSET)

    values, args = (orders.STAY, *able), {"name": unit.troops.name, "unit": unit.n}
    answer = yield Choose(unit.side, values, "overlap.ask", told, args=args, rule="QAD-2.142a-D1")
    if answer != orders.STAY:
        settle(g, unit, able[answer])


@rule("QAD-2.117-c", "QAD-2.117-G3")
def pursuit(g: Qadardalikoi, unit: Unit, left: tuple[int, ...]) -> Rules[None]:
    """Whoever charged a unit this turn that now breaks off may at once use the rest of its charge after it, or not; who
    did not charge it has no melee with it this turn, and may follow only in a phase of its own."""
    prey = {one.n for one in (unit, *warhammers.company(g, unit))}
    for n in left:
        charger = g.state.units[n]
        if not prey & {*charger.deeds.charged}:
            continue
        rest = rates.rate(g, charger, g.ground.goings(charger.crowd())) + rates.charge_bonus(g, charger)
        if charger.deeds.way >= rest or touched_by(g, charger):
            continue
        answer = yield whom_to_chase(g, charger, unit)
        if answer != HOLD:
            yield from carry_out(g, charger, [("charge", answer, 0)])


def whom_to_chase(g: Qadardalikoi, charger: Unit, prey: Unit) -> Choose:
    """The unit that withdrew, another enemy in the arc of the charge, or nobody."""

    def describe(value: int) -> Option:
        if value == HOLD:
            return Option(value, "move.no_charge")
        name = g.state.units[value].troops.name
        told = foresight.of_order(g, charger, [("charge", value, 0)]) if stands else None
        return Option(value, "move.charge_at", {"name": name}, (f"unit-{value}",), told or UNSET)

    stands = charger is g.state.units[charger.n]  # who has turned already is elsewhere than the table shows
    others = [one.n for one in charges.targets(g, charger) if one.n != prey.n and charges.before(charger, one)]
    args = {"name": prey.troops.name, "unit": charger.troops.name}
    return Choose(charger.side, [prey.n, *others, HOLD], "charge.follow", describe, args=args, rule="QAD-2.117-G3")
