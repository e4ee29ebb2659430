"""0.420, formation 19, the Meadow of Death: medium troops and missile troops mixed in open order.

The two units share a pose and go together; `unit.with_` is the other one. The missile troops, later in the army's list,
fire as they advance, and run when the enemy is met.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import isqrt

from arbiter.core import Choose, Rules, copied, rule

from . import command, observation, pictured, rates
from .contact import crosses, touched_by
from .formations import arranged, local_frame
from .geometry import MM, TURN, Spot, ahead
from .geometry.bases import frame
from .geometry.crowds import overlapping
from .ground import way_of
from .manoeuvres import Trial
from .state import Figure, Qadardalikoi, Unit, hostile
from .view import MEADOW as MEADOW

RUNS = {"run_back": TURN // 2, "run_left": 3 * TURN // 4, "run_right": TURN // 4}
"""Ways to run, as turns from the front."""
STEP = 5 * MM


@rule("QAD-0.420-w")
def join(shields: Unit, bows: Unit) -> None:
    """Draw up two units as one: in every rank a place of one between two of the other, so that each stands in open
    order; the ranks are filled to and fro, so that no cohort is torn."""
    most = max(len(shields.figures), len(bows.figures))
    abreast = max(2, isqrt(2 * most))
    kits = [unit.kit(one.cohort) for unit in (shields, bows) for one in unit.figures[:1]]
    wide, deep = max(kit.front for kit in kits), max(kit.depth for kit in kits)
    for turn, unit in enumerate((shields, bows)):
        found = []
        for at, one in enumerate(sorted(unit.figures, key=lambda one: (one.cohort, one.n))):
            row, column = divmod(at, abreast)
            column = abreast - 1 - column if row % 2 else column
            place = 2 * column + (row + turn) % 2
            found.append(replace(one, spot=Spot(place * wide, -row * deep)))
        unit.figures = tuple(sorted(found, key=lambda one: one.n))
        unit.order, unit.formation = "open", MEADOW
    middle = frame([one.local(unit.kit(one.cohort)) for unit in (shields, bows) for one in unit.figures], 0)
    for unit, other in ((shields, bows), (bows, shields)):
        unit.figures = tuple(_shifted(one, middle.x, middle.y) for one in unit.figures)
        unit.with_ = other.n
    bows.pose = shields.pose


def _shifted(one: Figure, x: int, y: int) -> Figure:
    return replace(one, spot=one.spot._replace(x=one.spot.x - x, y=one.spot.y - y))


def mixed(unit: Unit) -> bool:
    """Does it stand in such a formation?"""
    return unit.with_ >= 0 and unit.formation == MEADOW


@rule("QAD-0.420-G8")
def scatter(g: Qadardalikoi, near: Iterable[int]) -> Rules[None]:
    """When an enemy touches a mixed unit, or it has charged, its missile troops may run at once, up to half a move to
    the rear or a side through the ranks, for a point; those who stay fight by their own numbers."""
    for n in sorted(near):
        shields = g.state.units[n]
        if not mixed(shields) or shields.n > shields.with_:
            continue
        bows = g.state.units[shields.with_]
        met = touched_by(g, shields) or touched_by(g, bows)
        if not met or not may_run(bows):
            continue
        ways = [way for way in RUNS if run(g, shields, bows, way) is not None]
        if ways:
            args = {"name": bows.troops.name}
            told = pictured.about("meadow.run", bows.n)
            answer = yield Choose(bows.side, ("stay", *ways), "meadow.run", told, args=args, rule="QAD-0.420-G8")
            if answer != "stay":
                away = run(g, shields, bows, answer)
                assert away is not None
                leave(g, shields, bows, away)


def may_run(bows: Unit) -> bool:
    """Have missile troops a point to run for? Not who stands shaken or makes a last stand, nor who has fired at the
    full rate this turn."""
    free = bows.there and bows.ready and not (bows.last_stand or bows.deeds.full_rate)
    return free and (bows.fatigue > 0 or not bows.troops.fatigue)


def run(g: Qadardalikoi, shields: Unit, bows: Unit, way: str) -> Unit | None:
    """The missile troops as they would stand beyond a side of the formation, in two ranks; None where there is no room
    within half their move over the ground on the way, past nobody who may not be crossed."""
    there, trial = copied(bows), Trial(g, bows)
    there.with_, there.formation, there.order = -1, 3, "close"
    there.figures = arranged(there, 3, order="close")
    direction = shields.pose.facing + RUNS[way]
    whole, mine = local_frame(shields), local_frame(there)
    across, along = (whole.front + mine.front) // 2, (whole.depth + mine.depth) // 2
    near = MM + (along if RUNS[way] == TURN // 2 else across)
    beside = shields.pose.moved(*ahead(direction, near))
    first = replace(there, pose=beside).crowd()
    others = [one for one in g.on_ground(g.state.units) if one.n != bows.n]
    for step in range(0, rates.on_road(g, there), STEP):
        there.pose = beside.moved(*ahead(direction, step))
        over = way_of(first, *ahead(direction, step))
        rate = rates.rate(g, there, (*trial.goings, *g.ground.goings_along(first, *ahead(direction, step))))
        if 2 * (near + step) > rate or not g.ground.holds(over) or trial.barred(over):
            return None
        met = [one for one in others if len(overlapping(there.crowd(), one.crowd())[0])]
        if any(hostile(there, one) or not crosses(there, one) for one in met):
            return None
        if not met and not touched_by(g, there):
            return there
    return None


def leave(g: Qadardalikoi, shields: Unit, bows: Unit, there: Unit) -> None:
    """The missile troops stand elsewhere; the formation is over for both, and they fire at half rate this turn."""
    half, before = rates.rate(g, there, g.ground.goings(bows.crowd())) // 2, bows.pose
    bows.pose, bows.figures, bows.order, bows.formation, bows.gaps = there.pose, there.figures, "close", 3, ()
    bows.with_ = shields.with_ = -1
    shields.formation = 3
    g.pay(bows, "move")
    g.did(bows, way=max(bows.deeds.way, half), rate=2 * half, acted=True)
    command.carry(g, bows, before)
    command.set_aside(g, bows)
    g.tell("meadow.ran", name=bows.troops.name, seat=bows.side)
    observation.watch(g)
