"""What a side cannot know, imagined otherwise: where unseen units stand and how, how tired the enemy is, his plan.

The lists of both armies stand in the scenario and every roll is told, so who is there, who has fallen and whose morale
has failed is no secret. What the rules have shown since the beat began stays as it is: `("acts", n)` is a unit that was
chosen to act, `("stand", n)` a command stand, `("unit", n)` a unit whose strength or place came to light, `("plan",
side)` an army formation that counted in a sum, `("look", side)` a look round after which the beat goes on.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import replace
from random import Random

from arbiter.core import Lean

from . import armies, army_formations, command, deployment, drawing_up, observation, rates, scenarios, warhammers
from .contact import between
from .disposition import disposition
from .formations import arranged, formable
from .geometry import DEGREE, MM, TURN, Pose
from .geometry.crowds import Crowd, joined, overlapping
from .ground import footprint, footprints
from .rate_of_fire import weapon
from .sequence import BEFORE, STEPS
from .state import SIDES, Battle, Deeds, Qadardalikoi, Shots, Stand, Unit
from .view import is_shown

TRIES = 6
"""So many places are tried for a unit that might stand elsewhere."""
FRESH = 10
"""Whoever has so many points of fatigue left may have more, or less down to these."""
AWAY = 110 * MM
"""Unseen units are imagined at least so far from their enemies."""
STROLL = 400 * MM
"""A stand is imagined within half of this to each side."""
MARCH = 150 * MM
"""How far an army may have come in a turn."""
MOVING = STEPS[: STEPS.index("contact")]
"""The steps in which unseen units may be anywhere; later it shows who could fire and who fights."""


def redeal(battle: Battle, seat: int | None, rng: Random, known: Collection[Hashable]) -> None:
    """Change what a side, or whoever watches, cannot know."""
    g = Qadardalikoi(battle, Lean(rng))
    shown = {one for one in known if isinstance(one, tuple)}
    others = [side for side in SIDES if side != seat]
    for side in others:
        _plan(g, side, rng, ("plan", side) in shown or battle.sides[side].known)
        _divisions(battle, side, rng)
    for unit in battle.units:
        if unit.side != seat and not {("unit", unit.n), ("acts", unit.n)} & shown:
            _strength(unit, rng)
    if any(not _is_of(battle, one, seat) for one in shown):
        return
    for side in others:
        battle.sides[side].holds = battle.turn if rng.random() < 0.5 else 0
    if not battle.options.open_table and battle.step in (*BEFORE, *MOVING):
        moving = others[int(rng.random() * len(others))]
        _scatter(g, moving, rng)
        if seat is not None:
            observation.watch(g, others)


def _scatter(g: Qadardalikoi, side: int, rng: Random) -> None:
    """The unseen units of a side stand elsewhere, and so do its unseen command stands. Those who go with another leave
    it first."""
    for unit in sorted(g.state.units, key=warhammers.led, reverse=True):
        if unit.side == side and unit.n not in g.state.seen[1 - side]:
            _elsewhere(g, unit, rng)
    for stand in g.state.stands:
        if stand.side == side and stand.there and stand.n not in g.state.staff[1 - side]:
            _sent(g, stand, rng)


def _is_of(battle: Battle, thing: tuple[Hashable, ...], seat: int | None) -> bool:
    """Is it a unit or stand of that very side?"""
    kind, n = thing
    if kind in ("plan", "look") or not isinstance(n, int):
        return False
    return (battle.stands[n].side if kind == "stand" else battle.units[n].side) == seat


def _plan(g: Qadardalikoi, side: int, rng: Random, known: bool) -> None:
    """An army formation that the scenario allows and the army stands by. One that may change at the start of a turn
    would show then, so it is left."""
    s = g.state
    calls = army_formations.may_switch(s.sides[side].formation, True)
    if known or calls or s.step in BEFORE:
        return
    scenario = scenarios.scenario_of(s.options)
    plans = [n for n in scenarios.plans_of(scenario.sides[side]) if not army_formations.may_switch(n, True)]
    plan = plans[int(rng.random() * len(plans))]
    posts = deployment.posts(s, scenario, side)
    s.sides[side].formation = 0 if plan and army_formations.why_not(plan, posts) is not None else plan


def _divisions(battle: Battle, side: int, rng: Random) -> None:
    """The divisions of an army by other numbers; who shares one still does, so that nobody shares one who may not."""
    numbers = list(range(1, armies.DIVISIONS + 1))
    rng.shuffle(numbers)
    for unit in battle.units:
        if unit.side == side:
            unit.division = numbers[unit.division - 1]


def _strength(unit: Unit, rng: Random) -> None:
    """How tired a unit is, and how much it has shot."""
    if unit.fatigue >= FRESH:
        unit.fatigue = FRESH + int(rng.random() * (unit.troops.fatigue - FRESH + 1))
    unit.shots = tuple(_spent(unit, one, rng) for one in unit.shots)


def _spent(unit: Unit, shots: Shots, rng: Random) -> Shots:
    """Whoever does not run out may have shot as often as anybody thinks."""
    arm = weapon(unit, shots.cohort)
    return shots if arm is None or arm.ammunition else replace(shots, spent=int(rng.random() * 9))


def _elsewhere(g: Qadardalikoi, unit: Unit, rng: Random) -> None:
    """A unit that nobody opposite sees may stand wherever they would not see it, drawn up otherwise."""
    if not unit.there or not _free(unit) or not _may_be_alone(g, unit):
        return
    others = [one for one in g.on_ground(g.state.units) if one.n != unit.n]
    stands = Crowd.of([one.base for one in g.state.stands if one.there])
    taken = joined([stands, *[one.crowd() for one in others]])
    for _ in range(TRIES):
        there = _somewhere(g, unit, rng)
        crowd = there.crowd()
        shapes = footprints(crowd)
        if not g.ground.holds(shapes) or g.ground.closed(shapes) is not None or g.ground.obstacles(shapes):
            continue
        if len(overlapping(crowd, taken)[0]) or _shows(g, there):
            continue
        warhammers.go_alone(g, unit)
        unit.pose, unit.figures, unit.formation = there.pose, there.figures, there.formation
        unit.order, unit.obstacle, unit.stance, unit.height = "close", 0, False, there.height
        unit.deeds = _deeds(g, unit, rng)
        for stand in g.state.stands:
            stand.with_ = -1 if stand.with_ == unit.n else stand.with_
        return


def _sent(g: Qadardalikoi, stand: Stand, rng: Random) -> None:
    """An unseen command stand is somewhere near where it was, or behind the unit that it leads."""
    leads = g.state.units[stand.legion] if stand.legion >= 0 else None
    middle = leads.pose if leads is not None and leads.there else stand.pose
    taken = command.others(g, stand)
    laid = disposition(g)
    for _ in range(TRIES):
        x, y = (int((rng.random() - 0.5) * STROLL) for _ in "xy")
        pose = Pose(middle.x + x, middle.y + y, stand.pose.facing)
        there = replace(stand, pose=pose)
        base = there.base
        if not g.ground.holds(footprint(base)) or g.ground.closed(footprint(base)) is not None:
            continue
        if len(overlapping(Crowd.of([base]), taken)[0]) or observation.in_sight(g, there, 1 - stand.side, laid):
            continue
        stand.pose, stand.with_ = pose, -1
        return


def _free(unit: Unit) -> bool:
    """Is it in good order, and free to go?"""
    busy = unit.gaps or unit.melee or unit.retreat or unit.last_stand or unit.broken
    return not busy and unit.morale == "steady" and unit.deeds == _quiet(unit.deeds)


def _may_be_alone(g: Qadardalikoi, unit: Unit) -> bool:
    """Is it by itself, or might it be: does it go with somebody who is out of sight, or in whom it is hidden?"""
    if unit.with_ < 0:
        return True
    other = g.state.units[unit.with_]
    return warhammers.led(unit) and _free(other) and (unit.hidden or not is_shown(g.state, other))


def _quiet(deeds: Deeds) -> Deeds:
    """The same deeds, if all of them were moves that nobody saw."""
    return Deeds(acted=deeds.acted, way=deeds.way, rate=deeds.rate, paid=deeds.paid, faced=deeds.faced)


def _somewhere(g: Qadardalikoi, unit: Unit, rng: Random) -> Unit:
    """Anywhere from its side's rear to where it may have come by now, about as it looks, in some formation."""
    s = g.state
    scenario = scenarios.scenario_of(s.options)
    within = drawing_up.zone_of(s, scenario, unit.side)
    come = MARCH * s.turn
    low, high = (within.bottom, within.top + come) if unit.side == 0 else (within.bottom - come, within.top)
    x = within.left - come + int(rng.random() * (within.right - within.left + 2 * come))
    y = low + int(rng.random() * (high - low))
    ahead = 0 if unit.side == 0 else TURN // 2
    facing = (ahead + (int(rng.random() * 91) - 45) * DEGREE) % TURN
    forms = formable(unit)
    formation = forms[int(rng.random() * len(forms))]
    figures = arranged(unit, formation, 0, "close")
    height = unit.height if rng.random() < 0.5 else 0
    pose = Pose(x, y, facing)
    return replace(unit, pose=pose, figures=figures, formation=formation, order="close", height=height)


def _shows(g: Qadardalikoi, there: Unit) -> bool:
    """Would its enemies see it there, or is it too near to them?"""
    front = observation.front(there)
    return any(between(foe, there) < AWAY or observation.observes(g, foe, there, front) for foe in g.foes(there))


def _deeds(g: Qadardalikoi, unit: Unit, rng: Random) -> Deeds:
    """What a unit may have done unseen: moved, or not, if its phase has come."""
    over = unit.side == g.state.first and g.state.step.startswith("counter")
    acted = rng.random() < 0.5 if over else unit.deeds.acted
    if not acted or rng.random() < 0.5:
        return Deeds(acted=acted)
    rate = rates.rate(g, unit, g.ground.goings(unit.crowd()))
    return Deeds(acted=True, way=rate // 2, rate=rate, paid=("move",))
