"""The staff: who moves first, where command stands go, whom they rally, and who sells his life dearly."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.core import Choose, Form, Place, Several

from .. import arrivals, command, morale, pictured
from ..army_formations import modifier
from ..book import book
from ..ending import loss
from ..formations import formable, local_frame
from ..geometry import MM, Pose
from ..state import Stand, Unit
from .mind import Mind

SURE = 15
"""A last stand is declared with so good a chance, in twentieths: who fails is worse off."""
HALF = 50
"""Percent of an army."""
GRIP = 2 * MM // 10
"""How far from a unit a stand is put to touch it."""


def initiative(mind: Mind, ask: Choose) -> str:
    """Who can strike goes first; else it is better to see what the other does."""
    if not mind.general:
        return "move"
    near = any(mind.away(unit) <= mind.reach(unit) for unit in mind.own if not mind.held(unit))
    return "move" if near else "counter"


def plan(mind: Mind, ask: Choose) -> str:
    """Change the plan of battle if the other one is worth more to the army."""
    now, then = mind.g.state.sides[mind.side].formation, (ask.args or {})["formation"]
    return "switch" if liking(mind, then) > liking(mind, now) else "keep"


def liking(mind: Mind, plan: int) -> float:
    """What a plan of battle adds to the factors of an army, weighed by the worth of its units."""
    entry = book().army_formations.get(plan)
    if entry is None:
        return 0.0
    units = [unit for unit in mind.g.state.units if unit.side == mind.side]
    return sum(mind.value(unit) * modifier(entry, unit.troops.nation, unit.troops.sheet) for unit in units)


# Stands


def whom(mind: Mind, ask: Choose) -> str:
    """A stand that has somewhere to go; a captain leaves his where they are unless somebody must be rallied."""
    for name in ask.values:
        if name != command.DONE and wanted(mind, mind.stand(int(name))) is not None:
            return str(name)
    return command.DONE


def place(mind: Mind, ask: Place) -> tuple[int, ...]:
    """As near to the unit that needs it as it gets."""
    assert ask.ghost is not None
    stand = mind.stand(int(ask.ghost.id.split("-")[1]))
    land = mind.g.state.land
    unit = wanted(mind, stand)
    found = _first(mind, unit, stand) if unit is not None else None
    return pictured.spot(land, stand.pose if found is None else found)


def wanted(mind: Mind, stand: Stand) -> Unit | None:
    """The unit that a stand should join: one that must be rallied, its own legion, or for the commander of the army the
    best of those that fight."""
    joined = mind.g.state.units[stand.with_] if stand.with_ >= 0 else None
    shaken = [unit for unit in mind.own if unit.morale != "steady" and unit.rally and _near(mind, unit, stand)]
    if shaken:
        unit = max(shaken, key=lambda one: (mind.value(one), -one.n))
        return None if joined is unit else unit
    if not mind.general:
        return None
    if stand.rank == "officer":
        legion = mind.g.state.units[stand.legion] if stand.legion >= 0 else None
        found = legion if legion is not None and legion.there and legion.order != "skirmish" else None
    else:
        steady = [unit for unit in mind.own if unit.morale == "steady" and unit.order != "skirmish"]
        close = [unit for unit in steady if mind.away(unit) <= 300 * MM]
        found = max(close or steady, key=lambda one: (mind.value(one), -one.n), default=None)
    if found is None or joined is found or not _near(mind, found, stand):
        return None
    return found


def _near(mind: Mind, unit: Unit, stand: Stand) -> bool:
    """Can a stand be with a unit this turn?"""
    return bool(_first(mind, unit, stand))


def _first(mind: Mind, unit: Unit, stand: Stand) -> Pose | None:
    return next(
        (pose for pose in _beside(unit, stand) if command.why_not(mind.g, stand, _whole(mind, pose)) is None), None
    )


def _whole(mind: Mind, pose: Pose) -> Pose:
    """A place as it can be pointed at, in whole millimetres and degrees."""
    land = mind.g.state.land
    return pictured.pose(land, pictured.spot(land, pose))


def _beside(unit: Unit, stand: Stand) -> Iterator[Pose]:
    """Places where a stand touches a unit: behind its middle, behind its ends, and at its sides."""
    frame = local_frame(unit)
    back = frame.y - frame.depth // 2 - stand.depth // 2 - GRIP
    half = frame.front // 2
    for x in (0, -half // 2, half // 2, -half, half):
        here = unit.pose.to_table(frame.x + x, back)
        yield Pose(*here, unit.pose.facing)
    for sign in (-1, 1):
        here = unit.pose.to_table(frame.x + sign * (half + 3 * stand.front // 2 + GRIP), frame.y)
        yield Pose(*here, unit.pose.facing)


def rally(mind: Mind, ask: Several) -> tuple[int, ...]:
    """Everybody who can be."""
    return tuple(ask.values)


def last_stands(mind: Mind, ask: Several) -> tuple[int, ...]:
    """Those in melee whom the check will hardly fail; who is still free to move had better. A captain never thinks of
    it."""
    fighting = [n for n in ask.values if mind.general and mind.held(mind.g.state.units[n])]
    return tuple(n for n in fighting if morale.number(mind.g, mind.g.state.units[n]).value >= SURE)


def peace(mind: Mind, ask: Choose) -> str:
    """A draw is taken by who has lost half of his army."""
    return "accept" if loss(mind.g, mind.side) >= HALF else "refuse"


# Reinforcements


def arrive(mind: Mind, ask: Choose) -> int:
    """Bring on the strongest."""
    units = mind.g.state.units
    return int(max((n for n in ask.values if n >= 0), key=lambda n: (mind.value(units[n]), -n), default=ask.values[0]))


def where(mind: Mind, ask: Form) -> dict[str, int]:
    """Behind the middle of the army, or as near to it as there is room."""
    land = mind.g.state.land
    mine = [unit.pose.x for unit in mind.own] or [land.width // 2]
    middle = sum(mine) // len(mine) // MM
    unit = next(one for one in mind.g.state.units if one.side == mind.side and _named(one, ask))
    forms = sorted(formable(unit), key=lambda n: n not in (1, 2, 3))
    for formation in forms:
        for off in range(0, land.width // MM, 40):
            for x in (middle + off, middle - off):
                there = arrivals.at_edge(mind.g, unit, x * MM, formation)
                if 0 <= x * MM <= land.width and arrivals.why_not(mind.g, there) is None:
                    return {"x": x, "formation": formation}
    return {"x": middle, "formation": forms[0]}


def _named(unit: Unit, ask: Form) -> bool:
    return unit.arrives > 0 and unit.troops.name == (ask.args or {})["name"]
