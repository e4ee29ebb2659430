"""Who moves next and where to: in line at the enemy, at his flanks, within range and out of his reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isqrt, pi
from typing import Any, NamedTuple

from arbiter.core import Choose, Form, Illegal

from .. import aims, compulsion, orders, rates
from ..book import book
from ..charges import front_of
from ..contact import between
from ..formations import local_frame
from ..geometry import DEGREE, MM, Pose, ahead, bearing, distance, turn_between
from ..ground import footprints
from ..manoeuvres import Trial
from ..movement import DONE, roams
from ..orders import Manoeuvre
from ..ranks import ranks
from ..rates import light
from ..state import Unit
from ..turning import wheel_way
from . import charging, drilling, routes, searching, shooting, tiring
from .mind import OFFENSIVE, Mind, can_shoot, fire_range, to_frame, width

Point = tuple[int, int]

WEAK = 0.6
"""Half a unit goes at nobody beside whom it is so weak."""
TURNS = (-45, -30, -20, -10, 10, 20, 30, 45)
PARTS = (4, 3, 2, 1)
"""Quarters of a move that are thought of."""
TRIED, GOOD = 14, 3
"""So many ways are worked out, the most promising first, until so many of them can be gone."""
LOST = 0.2
"""What a unit gives for room to move, as places are valued."""
COMPACT = 0.8
"""By so much a unit must become shorter to draw itself together."""
STEP = 8
"""A way aside is worth while that is at least such a part of a move."""


def whom(mind: Mind, ask: Choose) -> Any:
    """The next unit to act: those next to the enemy first, and in front of others."""
    units = mind.g.state.units
    ready = {value[1]: units[value[1]] for value in ask.values if value != DONE}
    if not ready:
        return DONE
    unit = min(ready.values(), key=lambda one: (mind.away(one), -mind.forward(one.pose.y), one.n))
    if ("uncover", unit.n) in ask.values and mind.away(unit) <= mind.reach(unit):
        return "uncover", unit.n
    return ("go", unit.n) if roams(unit) and ("go", unit.n) in ask.values else ("order", unit.n)


def order(mind: Mind, ask: Form) -> dict[str, Any]:
    """The order of a unit as the form wants it; who is asked for half a move and would go farther stays."""
    unit = mind.g.state.units[(ask.args or {})["unit"]]
    answer = orders.filled(decide(mind, unit))
    return answer if ask.refusal(answer) is None else orders.filled([])


def decide(mind: Mind, unit: Unit) -> list[Manoeuvre]:
    """Fight, charge, rest, shoot, or go nearer."""
    if mind.held(unit):
        return charging.in_melee(mind, unit)
    charge = charging.charge(mind, unit)
    if charge:
        return charge
    if tiring.rests(mind, unit) or spent(mind, unit):
        return []
    if mind.shooter(unit):
        if loosened(mind, unit):
            return [("skirmish", 0, 0)]
        if shooting.in_range(mind, unit):
            return []
    return narrowed(mind, unit) or redrawn(mind, unit) or approach(mind, unit)


def spent(mind: Mind, unit: Unit) -> bool:
    """Is this the rest of a unit that has nothing to win any more against who is before it? It is kept back."""
    foe = mind.nearest(unit)
    if not mind.general or foe is None or 2 * len(unit.figures) > unit.troops.start:
        return False
    return mind.value(unit) < WEAK * mind.value(foe)


def redrawn(mind: Mind, unit: Unit) -> list[Manoeuvre]:
    """A small unit that stands deeper than it fights best draws out into a single rank, while nobody is upon it, and
    once the way to the enemy is straight."""
    n = len(unit.figures)
    if not mind.general or unit.order != "close" or unit.with_ >= 0 or mind.shooter(unit):
        return []
    deep = max(ranks(unit).values(), default=1)
    if deep == 1 or n * unit.kit(0).front > drilling.WIDE or mind.away(unit) <= mind.reach(unit):
        return []
    if drilling.best(unit, (unit.formation, 0)) != (3, n):
        return []
    goal = _goal(mind, unit)
    if routes.leg(mind, unit, front_of(unit), goal).toward != goal:
        return []
    drawn: Manoeuvre = ("form", 3, n)
    ways = ([drawn, ("advance", mind.rate(unit) // 2 // MM, 0)], [drawn])
    return next((way for way in ways if isinstance(orders.plan(mind.g, unit, way), Trial)), [])


def narrowed(mind: Mind, unit: Unit) -> list[Manoeuvre]:
    """A unit that stands too wide for every way to where it goes draws itself together, as little as it must."""
    front = unit.kit(0).front
    if unit.order == "skirmish" or unit.with_ >= 0 or mind.shooter(unit) or mind.away(unit) <= mind.reach(unit):
        return []
    goal, wide = _goal(mind, unit), width(unit)
    if routes.reachable(mind, unit, goal, wide):
        return []
    narrow = (files for files in (wide // front * part // 8 for part in (6, 4, 3, 2, 1)) if files)
    files = next((files for files in narrow if routes.reachable(mind, unit, goal, files * front)), 0)
    order: list[Manoeuvre] = [("form", 2, files)]
    return order if files and isinstance(orders.plan(mind.g, unit, order), Trial) else []


def loosened(mind: Mind, unit: Unit) -> bool:
    """Should light archers go into skirmish order? There they see far, go anywhere and evade."""
    if not mind.general or not light(mind.g, unit) or unit.order == "skirmish":
        return False
    return isinstance(orders.plan(mind.g, unit, [("skirmish", 0, 0)]), Trial)


# Going nearer


class Way(NamedTuple):
    """An order, where it would end, what it takes of the fatigue, and where the last advance of it begins."""

    order: list[Manoeuvre]
    pose: Pose
    points: int
    start: Pose


def approach(mind: Mind, unit: Unit) -> list[Manoeuvre]:
    """The way that brings a unit where it is of most use, of those that its player can think of."""
    stays = merit(mind, unit, unit.pose)
    ways = [way for way in _ways(mind, unit) if _open(mind, unit, way.pose)]
    hopes = sorted(((_worth(mind, unit, way.pose, way.points), way) for way in ways), key=lambda one: -one[0])
    best: tuple[float, list[Manoeuvre]] = (stays, [])
    good = 0
    for hope, way in hopes[:TRIED]:
        if good == GOOD or hope <= best[0]:
            break
        trial = orders.plan(mind.g, unit, way.order)
        if isinstance(trial, Illegal) and trial.key == "move.too_far":
            way = _slowed(mind, unit, way)
            trial = orders.plan(mind.g, unit, way.order)
        if isinstance(trial, Trial) and not any(foe.n in trial.touched for foe in mind.foes):
            worth = _worth(mind, unit, trial.unit.pose, trial.points)
            good += worth > stays
            best = max(best, (worth, way.order), key=lambda one: one[0])
    barred = not best[1] and bool(hopes) and hopes[0][0] > stays
    return _aside(mind, unit, stays) or _drawn_together(mind, unit) if barred else best[1]


def _aside(mind: Mind, unit: Unit, stays: float) -> list[Manoeuvre]:
    """A unit that can go none of the ways that it would like to, for a friend or for the edge of the table, makes room
    for itself where that costs it little: straight on, or to a side."""
    if not mind.general or unit.stance or tiring.weary(unit):
        return []
    rate = mind.rate(unit)
    ways = [_straight(unit, rate // 2), *_faced(unit, -90, rate), *_faced(unit, 90, rate)]
    hopes = sorted(((_worth(mind, unit, way.pose, way.points), way) for way in ways), key=lambda one: -one[0])
    for hope, way in hopes:
        if hope > stays - LOST and _open(mind, unit, way.pose):
            trial = orders.plan(mind.g, unit, way.order)
            if isinstance(trial, Trial) and not any(foe.n in trial.touched for foe in mind.foes):
                there = trial.unit.pose
                if STEP * distance(there.x - unit.pose.x, there.y - unit.pose.y) >= rate:
                    return way.order
    return []


def _drawn_together(mind: Mind, unit: Unit) -> list[Manoeuvre]:
    """A long unit among friends who leave it no way becomes a block, while nobody can charge it, so that they all find
    room."""
    if not mind.general or unit.order == "skirmish" or unit.stance or unit.with_ >= 0 or _danger(mind, unit):
        return []
    square = isqrt(len(unit.figures))
    for files in (square, square + 1, square - 1):
        order: list[Manoeuvre] = [("form", 2, files)]
        trial = orders.plan(mind.g, unit, order)
        if isinstance(trial, Trial) and _length(trial.unit) <= COMPACT * _length(unit):
            return order
    return []


def _length(unit: Unit) -> int:
    frame = local_frame(unit)
    return max(frame.front, frame.depth)


def _open(mind: Mind, unit: Unit, pose: Pose) -> bool:
    """Is a place free of closed ground, and none between a unit and the front that it would have there?"""
    there = replace(unit, pose=pose)
    if not routes.open_to(mind, unit, front_of(unit), front_of(there)):
        return False
    return mind.g.ground.closed(footprints(there.crowd())) is None


def _worth(mind: Mind, unit: Unit, pose: Pose, points: int) -> float:
    return merit(mind, unit, pose) - points * tiring.price(unit)


def _ways(mind: Mind, unit: Unit) -> Iterator[Way]:
    """Straight on, by a wheel and on, or about face; as far as the rate goes, and half as far for who has fired."""
    rate = mind.rate(unit) // 2 if unit.deeds.fired else mind.rate(unit)
    if not rate or unit.stance or unit.deeds.full_rate:
        return
    for part in PARTS:
        yield _straight(unit, part * rate // 4)
    goal = _bearing_of_goal(mind, unit)
    for turn in {*TURNS, max(-90, min(90, goal))} - {0}:
        left = rate - wheel_way(unit, turn * DEGREE)
        if left < 0:
            continue
        for part in (2, 1, 0):
            yield _wheeled(unit, turn, part * left // 2)
        if turn == goal:
            yield _wheeled(unit, turn, left // 2, left // 2)
            yield _wheeled(unit, turn, 0, left // 2)
    if abs(goal) > 60:
        yield from _faced(unit, goal, rate)


def _straight(unit: Unit, length: int) -> Way:
    return Way([("advance", length // MM, 0)], orders.reached(unit, length, 0, 0), 1, unit.pose)


def _wheeled(unit: Unit, turn: int, length: int, first: int = 0) -> Way:
    verb = "wheel_left" if turn < 0 else "wheel_right"
    before: list[Manoeuvre] = [("advance", first // MM, 0)] if first >= MM else []
    after: list[Manoeuvre] = [("advance", length // MM, 0)] if length >= MM else []
    start = orders.reached(unit, first, turn * DEGREE, 0)
    end = start.moved(*ahead(start.facing, length))
    return Way([*before, (verb, abs(turn), 0), *after], end, 1 + bool(before or after), start)


def _faced(unit: Unit, goal: int, rate: int) -> Iterator[Way]:
    """Turn in place by a quarter or half a circle, and go on with what is left."""
    turn = 180 if abs(goal) > 135 else 90
    verb = "face_left" if goal < 0 else "face_right"
    pose = unit.pose._replace(facing=(unit.pose.facing + (turn if goal > 0 else -turn) * DEGREE) % (360 * DEGREE))
    length = rate // 2 if turn == 90 else 0
    after: list[Manoeuvre] = [("advance", length // MM, 0)] if length else []
    yield Way([(verb, turn, 0), *after], pose.moved(*ahead(pose.facing, length)), bool(after), pose)


def _slowed(mind: Mind, unit: Unit, way: Way) -> Way:
    """A way that leads over slow ground, with its last advance cut down to what the unit goes there in a turn."""
    verb, length, _ = way.order[-1]
    if verb != "advance":
        return way
    ground, crowd = mind.g.ground, replace(unit, pose=way.start).crowd()
    goings = ground.goings_along(crowd, *ahead(way.start.facing, length * MM))
    slow, whole = rates.rate(mind.g, unit, {*goings, *ground.goings(unit.crowd())}), mind.rate(unit)
    left = slow - (whole - length * MM)  # what the rest of the way takes is taken from less
    if not MM <= left < length * MM:
        return way
    pose = way.start.moved(*ahead(way.start.facing, left))
    return way._replace(order=[*way.order[:-1], (verb, left // MM, 0)], pose=pose)


def _bearing_of_goal(mind: Mind, unit: Unit) -> int:
    """By how many degrees a unit would have to turn to face what it goes for."""
    from_x, from_y = front_of(unit)
    x, y = routes.leg(mind, unit, (from_x, from_y), _goal(mind, unit)).toward
    return turn_between(unit.pose.facing, bearing(x - from_x, y - from_y)) // DEGREE


def _goal(mind: Mind, unit: Unit) -> Point:
    """What a unit goes for: the enemy who is worth most to it, or where somebody might be."""
    foe = _best_foe(mind, unit)
    return goal_of(mind, unit) if foe is None else (foe.pose.x, foe.pose.y)


def _best_foe(mind: Mind, unit: Unit) -> Unit | None:
    return max(mind.fighting, key=lambda foe: (_appeal(mind, unit, unit.pose, foe), -foe.n), default=None)


# What a place is worth


FADES = 0.8
"""What an enemy counts for each turn that he is farther off."""
FLANK = 0.6
"""What his flank adds."""
DANGER = 0.35
RASH = 0.2
"""The part of a danger that counts even when no time is left to wait."""
CAREFUL = 0.4
"""The part of a danger that counts where the enemy does not move before us again."""
AHEAD = 60 * MM
"""So far before the line a unit may go."""
OUT_OF_LINE = 0.3
QUARREL = 0.3
"""What it costs to stand near friends who may turn on each other."""
PURPOSE = 0.15
"""What a turn's march nearer to the aim of the battle is worth."""
WATCH = 0.3
"""What it costs a unit to be a turn's march farther than that from whom it must not lose."""
BEFORE = 120 * MM
"""So far before a ward his guards stand."""
LATE = 4
"""So many turns before it must be gone a general thinks of the way to ground that he has to hold."""


def merit(mind: Mind, unit: Unit, pose: Pose) -> float:
    """How good it is to stand at a place: near an enemy and before him, out of danger and in the line."""
    there = replace(unit, pose=pose)
    if mind.fighting:
        best = max(_appeal(mind, unit, pose, foe) for foe in mind.fighting)
    else:
        best = _search(mind, unit, there)
    if not mind.general:
        return best
    costs = _danger(mind, there) + _out_of_line(mind, there) + _quarrel(mind, there) + _unguarded(mind, there)
    return best + _purpose(mind, there) - costs


def _appeal(mind: Mind, unit: Unit, pose: Pose, foe: Unit) -> float:
    """What an enemy is worth from a place: by the turns that it takes to be upon him, and by the side that he shows."""
    x, y = front_of(replace(unit, pose=pose))
    near_x, near_y, away = to_frame(x, y, mind.frames[foe.n])
    wants = fire_range(unit) * MM * 4 // 5 if mind.shooter(unit) else 0
    if not wants:
        away, (near_x, near_y) = routes.leg(mind, unit, (x, y), (near_x, near_y))
    off = abs(turn_between(pose.facing, bearing(near_x - x, near_y - y))) if away else 0
    rate = max(MM, mind.rate(unit))
    turn = off / (180 * DEGREE) * pi * width(unit) / 2
    turns = (abs(away - wants) + turn) / rate
    prize = 1.0
    if mind.general:
        shown = abs(turn_between(foe.pose.facing, bearing(x - foe.pose.x, y - foe.pose.y)))
        prize += FLANK * min(1.0, max(0.0, (shown - 45 * DEGREE) / (90 * DEGREE)))
        prize *= 1.5 if foe.troops.name in mind.prized else _match(mind, unit, foe)
    return float(prize * FADES**turns)


def _match(mind: Mind, unit: Unit, foe: Unit) -> float:
    """How good a match a unit is for an enemy: the stronger it is beside him, the more it is drawn to him."""
    return min(1.5, max(0.6, mind.value(unit) / max(1.0, mind.value(foe))))


def _purpose(mind: Mind, there: Unit) -> float:
    """How near a unit is to the ground that its side must reach, or must hold when the battle ends; or to whom it must
    destroy, or where he may be if nobody sees him."""
    total = 0.0
    x, y = there.pose.x, there.pose.y
    for aim in aims.of_side(mind.g, mind.side):
        goal: Point | None = None
        if aim.at is not None:
            (left, low), (right, high) = aim.at
            goal = max(left * MM, min(right * MM, x)), max(low * MM, min(high * MM, y))
        elif aim.what == "destroy":
            prey = next((foe for foe in mind.foes if foe.troops.name == aim.unit), None)
            goal = searching.unseen(mind) if prey is None else (prey.pose.x, prey.pose.y)
        if goal is not None:
            turns = routes.leg(mind, there, (x, y), goal).length / max(MM, mind.rate(there))
            if aim.what in OFFENSIVE or mind.turns_left <= turns + LATE:
                total -= PURPOSE * turns
    return total


def _search(mind: Mind, unit: Unit, there: Unit) -> float:
    """Where nobody is in sight: nearer to where somebody might be."""
    x, y = front_of(there)
    away, goal = routes.leg(mind, unit, (x, y), goal_of(mind, unit))
    off = abs(turn_between(there.pose.facing, bearing(goal[0] - x, goal[1] - y)))
    turn = off / (180 * DEGREE) * pi * width(unit) / 2
    return float(-0.2 * (away + turn) / max(MM, mind.rate(unit)))


def goal_of(mind: Mind, unit: Unit) -> Point:
    """Where to look for the enemy: where the scenario wants us, else straight on, and then along his edge; a general
    leads all his units where most of the ground is that nobody has in sight."""
    for aim in aims.of_side(mind.g, mind.side):
        if aim.at is not None:
            (left, low), (right, high) = aim.at
            return (left + right) * MM // 2, (low + high) * MM // 2
    if mind.general:
        return searching.unseen(mind)
    land = mind.g.state.land
    if 100 * mind.forward(unit.pose.y) < FAR * land.depth:
        return unit.pose.x, unit.pose.y + (land.depth if mind.side == 0 else -land.depth)
    facing = unit.pose.facing
    sideways = 45 * DEGREE < facing % (180 * DEGREE) < 135 * DEGREE
    right = facing < 180 * DEGREE if sideways else unit.pose.x < land.width // 2
    edge = land.width - EDGE if right else EDGE
    if abs(unit.pose.x - edge) < EDGE:
        edge = land.width - edge
    return edge, unit.pose.y


FAR, EDGE = 70, 300 * MM


def _danger(mind: Mind, there: Unit) -> float:
    """Enemies who could charge a unit there, worse if they come from the side, and worst if they move next."""
    total = 0.0
    soon = mind.g.mover == mind.g.state.first
    for foe in mind.fighting:
        if foe.morale != "steady" or can_shoot(foe) or foe.order == "skirmish":
            continue
        if not mind.reaches(foe, there) or not routes.open_to(mind, foe, foe.pose[:2], there.pose[:2]):
            continue
        came = abs(turn_between(there.pose.facing, bearing(foe.pose.x - there.pose.x, foe.pose.y - there.pose.y)))
        odds = min(2.0, mind.value(foe) / max(1.0, mind.value(there)))
        total += odds * (2.0 if came > 60 * DEGREE else 1.0) * (1.0 if soon else CAREFUL)
    return DANGER * max(RASH, mind.patience) * total


def _out_of_line(mind: Mind, there: Unit) -> float:
    """A unit that is before its neighbours is alone."""
    mine = _front(mind, there)
    line = [
        _front(mind, one) + (0 if one.deeds.acted else mind.rate(one))
        for one in mind.own
        if one.n != there.n and _in_line(mind, one, there)
    ]
    if not line:
        return 0.0
    over = mine - min(line) - AHEAD
    return OUT_OF_LINE * over / (100 * MM) if over > 0 else 0.0


def _unguarded(mind: Mind, there: Unit) -> float:
    """How far a unit is from where it guards those on whom all hangs: before them, on the side of the enemy next to
    them; a turn's march is near enough."""
    total = 0.0
    for ward in mind.wards:
        if ward.n != there.n:
            foe = mind.nearest(ward)
            facing = ward.pose.facing if foe is None else bearing(foe.pose.x - ward.pose.x, foe.pose.y - ward.pose.y)
            post = ward.pose.moved(*ahead(facing, BEFORE))
            turns = distance(post.x - there.pose.x, post.y - there.pose.y) / max(MM, mind.rate(there))
            total += WATCH * max(0.0, turns - 1)
    return total


def _quarrel(mind: Mind, there: Unit) -> float:
    """Ahoggyá and Shén are better kept from each other's sight."""
    within = book().notes["attacks_shen"].within * MM
    others = (one for one in mind.own if compulsion.hates(there, one) or compulsion.hates(one, there))
    return QUARREL if any(between(there, one) <= within for one in others) else 0.0


def _in_line(mind: Mind, one: Unit, there: Unit) -> bool:
    """Is a friend one to keep level with? One that marches the same way, close by, fresh and free."""
    if one.morale != "steady" or one.order == "skirmish" or one.height or tiring.tired(one):
        return False
    if abs(one.pose.x - there.pose.x) > 700 * MM or abs(one.pose.y - there.pose.y) > 350 * MM:
        return False
    return abs(turn_between(one.pose.facing, there.pose.facing)) <= 30 * DEGREE and not mind.held(one)


def _front(mind: Mind, unit: Unit) -> int:
    return mind.forward(unit.pose.y) + local_frame(unit).depth // 2
