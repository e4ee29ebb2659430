"""Drawing up: a plan of battle that the army likes, and every unit where the plan wants it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from arbiter.core import Choose, Form, copied

from .. import compulsion, deployment, drawing_up, scenarios
from ..army_formations import Post, area, asked, fits
from ..book import book
from ..entries import ArmyFormationEntry, Slot
from ..formations import formable
from ..geometry import MM
from ..state import Battle, Unit
from . import drilling
from .commanding import liking
from .mind import Mind, can_shoot

PLANNED = 0.3
"""What a point of a plan is worth beside the skill of a formation, which is a logarithm."""
APART = 0.1 / (200 * MM)
"""What it costs to stand so far from the middle of the army."""
QUARREL = 700 * MM
"""So far the areas of Ahoggyá and Shén are to be apart, or they fight each other."""
TRIED = 8
"""So many ways to draw up are tried, the best first."""
LINE = 3
"""The formation of those who shoot."""
LONGEST = 400 * MM
"""A longer line is in the way of all its friends."""
PICKED = ("strong", "wedge", "warhammer", "column", "light", "weak", "regular")
"""In which order the places of a plan are filled: the best troops are named first, and what is left last."""


def deploy(mind: Mind, ask: Form) -> dict[str, Any]:
    """As the roster says; a general draws his army up for the plan and the formations that are worth most to it."""
    usual = dict(ask.usual or {})
    if not mind.general:
        return usual
    drilled = usual | _formed(mind, usual)
    plans = ask.fields["plan"]
    assert isinstance(plans, Choose)
    ways = [{**drawn, "plan": plan} for plan in plans.values for drawn in _drawn(mind, plan, drilled, usual)]
    ways.sort(key=lambda way: -_worth(mind, way))
    fewest, best = len(mind.g.state.units), {**drilled, "plan": 0} if 0 in plans.values else usual
    for way in ways[:TRIED]:
        waiting = _waiting(mind, way) if ask.refusal(way) is None else None
        if waiting is not None and waiting < fewest:
            fewest, best = waiting, way
        if not fewest:
            break
    return best


def _waiting(mind: Mind, answer: dict[str, Any]) -> int | None:
    """How many of an army that is drawn up so would be left waiting for want of room; None where it would not stand as
    its plan asks."""
    battle: Battle = copied(mind.g.state)
    refused = deployment.stand_as_told(battle, scenarios.scenario_of(battle.options), mind.side, answer)
    return len(deployment.no_room(battle, mind.side)) if refused is None else None


def _worth(mind: Mind, answer: Mapping[str, Any]) -> float:
    """What plan and formations add to the fight, weighed by the worth of those who fight in them; an army that stands
    far apart is beaten part by part, and one in which friends fall upon each other by itself."""
    total = PLANNED * liking(mind, answer["plan"])
    free = _free(mind)
    for unit in free:
        if not can_shoot(unit):
            total += mind.value(unit) * drilling.skill(unit, (answer[f"form{unit.n}"], 0))
    within = drawing_up.zone_of(mind.g.state, scenarios.scenario_of(mind.g.state.options), mind.side)
    areas = [area(answer[f"area{unit.n}"], mind.side, within) for unit in free]
    middles = [(one.left + one.right) // 2 for one in areas]
    middle = sum(middles) / max(1, len(middles))
    placed = list(zip(free, middles, strict=True))
    near = [(one, other) for one, x in placed for other, y in placed if abs(x - y) < QUARREL]
    total -= sum(mind.value(one) + mind.value(other) for one, other in near if compulsion.hates(one, other))
    return total - sum(mind.value(unit) * APART * abs(x - middle) for unit, x in placed)


def _free(mind: Mind) -> list[Unit]:
    """The units that stand by themselves, for whom the general finds a place."""
    lines = scenarios.army_of(scenarios.scenario_of(mind.g.state.options).sides[mind.side]).units
    paired = {at for at, line in enumerate(lines) if line.shares} | {line.shares - 1 for line in lines if line.shares}
    mine = [unit for unit in mind.g.state.units if unit.side == mind.side]
    return [unit for at, unit in enumerate(mine) if at not in paired and unit.there]


def _formed(mind: Mind, usual: Mapping[str, Any]) -> dict[str, int]:
    """The formation in which each unit fights best; those who shoot stand in line, unless it would be too long."""
    found = {}
    for unit in _free(mind):
        now = usual[f"form{unit.n}"]
        line = can_shoot(unit) and drilling.front(unit, (LINE, 0)) <= LONGEST
        found[f"form{unit.n}"] = LINE if line else drilling.best(unit, (now, 0))[0]
    return found


# Who stands where


def _drawn(mind: Mind, plan: int, drilled: dict[str, Any], usual: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Ways to draw up for a plan: where the roster wants all, or where the plan does."""
    yield drilled
    yield usual
    entry = book().army_formations.get(plan)
    if entry is not None:
        for start in (drilled, usual):
            found = _filled(mind, entry, start)
            if found is not None:
                yield found


def _filled(mind: Mind, entry: ArmyFormationEntry, start: dict[str, Any]) -> dict[str, Any] | None:
    """Every place of a plan given to a unit that fits it: the strong to those that strike, the weak to those that
    hold; who is left over stands with his kind. None where nobody fits."""
    scenario = scenarios.scenario_of(mind.g.state.options)
    there = [unit.n for unit in mind.g.state.units if unit.side == mind.side and unit.there]
    posts = dict(zip(there, deployment.posts(mind.g.state, scenario, mind.side), strict=True))
    free = sorted((unit.n for unit in _free(mind)), key=lambda n: -posts[n].strength)
    answer = dict(start)
    slots = asked(entry, len(free))
    slots.sort(key=lambda slot: (PICKED.index(slot.kind), slot.area != entry.heaviest))
    for slot in slots:
        row = free[::-1] if slot.kind in ("light", "weak") else free
        able = ((n, form) for n in row for form in _forms(mind, slot, n, answer) if _suits(slot, posts[n], form))
        n, form = next(able, (-1, 0))
        if n < 0:
            return None
        free.remove(n)
        answer |= {f"area{n}": slot.area, f"form{n}": form}
    for at, n in enumerate(free):
        light = posts[n].weight == "lt" or posts[n].missile
        answer[f"area{n}"] = (2, 1, 3)[at % 3] if light else (6, 10, 9)[at % 3]
    return answer


def _forms(mind: Mind, slot: Slot, n: int, answer: Mapping[str, Any]) -> list[int]:
    """The formations that a unit might take in a place of a plan."""
    wanted = slot.formations or ((5, 6) if slot.kind == "wedge" else ())
    known = formable(mind.g.state.units[n])
    return [form for form in wanted if form in known] if wanted else [answer[f"form{n}"]]


def _suits(slot: Slot, post: Post, form: int) -> bool:
    return fits(slot, post._replace(area=slot.area, formation=form))
