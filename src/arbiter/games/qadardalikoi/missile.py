"""2.21, the missile phase."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from arbiter.core import Ask, Choose, Foreseen, Form, Option, Rules, Together, rule

from . import pictured
from .aim import Aim, aims, near_melee, sees
from .book import book
from .contact import between
from .disposition import Known, while_still
from .later import Later
from .morale import hearers
from .rate_of_fire import restock, shots, weapon, why_not_fire
from .state import MANY, SIDES, Qadardalikoi, Unit
from .view import seen
from .volleys import fire

HOLD = -1
"""The answer of a cohort that keeps its shot."""

Declared: TypeAlias = dict[str, int]
"""A side's fire: "unit.cohort.shot" -> the unit aimed at, or HOLD."""


@rule("QAD-2.211-a", "QAD-2.212-k")
def missile(g: Qadardalikoi) -> Rules[bool]:
    """Both sides name their targets in secret, then all fire at once; who falls is taken off when all have fired."""
    forced = list(compelled(g))
    bound = {unit.n for unit, _ in forced}
    aimed = g.once("aimed", lambda: AIMED.find(g, None) or AIMED.keep(g, None, aimed_at(g)))
    asks = [ask for side in SIDES if (ask := declaration(g, side, aimed, bound)) is not None]
    answers: tuple[Declared, ...] = yield from at_once(g, asks)
    declared = [order for answer in answers for order in orders(answer)]
    for unit, target in forced:
        declared += [(unit.n, cohort, target.n) for cohort in unit.cohorts() for _ in range(shots(unit, cohort))]
    fire(g, declared)
    restock(g)
    return True


def at_once(g: Qadardalikoi, asks: Sequence[Ask]) -> Rules[tuple[Any, ...]]:
    """What both sides say of their fire, in secret until both have; or the one side that is asked."""
    if len(asks) < len(SIDES):
        return ((yield asks[0]),) if asks else ()
    answers: tuple[Any, ...] = yield Together(*asks)
    g.reveal()
    return answers


@rule("QAD-3.002-n2", "QAD-3.002-G3")
def compelled(g: Qadardalikoi) -> Iterator[tuple[Unit, Unit]]:
    """Shén with crossbows roll when Ahoggyá are in range, friend or foe: by this they must fire all at the nearest."""
    note = book().notes["fires_at_ahoggya"]
    for unit in g.state.units:
        if not unit.there or "fires_at_ahoggya" not in unit.troops.notes or why_not_fire(g, unit) is not None:
            continue
        nearest = nearest_ahoggya(g, unit)
        if nearest is None:
            continue
        roll = g.percent()
        told = {"unit": unit.troops.name, "other": nearest.troops.name, "roll": roll, "most": note.percent}
        g.tell("missile.compelled", hearers(unit), **told)
        if roll <= note.percent:
            yield unit, nearest


def nearest_ahoggya(g: Qadardalikoi, unit: Unit) -> Unit | None:
    """The nearest Ahoggyá whom the crossbows of a unit can reach: nobody who is hidden or unseen, or near a melee."""
    best: tuple[int, int] | None = None
    for target in g.state.units:
        if target.troops.sheet != "ahoggya" or not target.there or target.hidden:
            continue
        if not sees(g, unit.side, target) or near_melee(g, target):
            continue
        for cohort, figures in unit.cohorts().items():
            arm = weapon(unit, cohort)
            if arm is None or not arm.key.endswith("crossbow") or not shots(unit, cohort):
                continue
            if any(Aim(g, unit, figures, target, arm).reach()):
                away = (between(unit, target), target.n)
                best = min(best, away) if best is not None else away
    return None if best is None else g.state.units[best[1]]


@rule("QAD-2.211-g", "QAD-2.211-h", "QAD-2.212-d", "QAD-2.212-G8", "QAD-2.211-D1")
def declaration(
    g: Qadardalikoi, side: int, found: Aimed, bound: Collection[int], decision: str = "QAD-2.211-D1"
) -> Form | None:
    """What a side fires: a target for every shot of every cohort, or none; ranges are measured afterwards."""
    units = g.state.units
    firers = [n for n in found if units[n].side == side and n not in bound]
    for n in firers:
        g.show(("unit", n))

    def fields() -> dict[str, Ask]:
        return {
            f"{n}.{cohort}.{shot}": ask
            for n in firers
            for cohort, (ready, aimed) in found[n].items()
            for ask in [_ask(g, units[n], cohort, aimed)]
            for shot in range(ready)
        }

    made = Later(fields)
    usual = Later(lambda: dict.fromkeys(made, HOLD))
    if not firers:
        return None
    return Form(
        side,
        made,
        "missile.declare",
        rule=decision,
        usual=usual,
        foresee=lambda answer: foreseen(g, side, firers, answer),
    )


def foreseen(g: Qadardalikoi, side: int, firers: Sequence[int], declared: Mapping[str, int]) -> Foreseen:
    """Who may fire, and whither what is declared would go: to the middle of what the side sees of a target."""
    land, units = g.state.land, seen(g.state, side).units
    aimed = sorted({(unit, target) for unit, _, target in orders(declared)})
    marks = {n: pictured.shown(land, units[n].pose.x, units[n].pose.y) for _, n in aimed}
    shots = [pictured.shot(land, units[n], target, marks[target]) for n, target in aimed]
    return Foreseen(None, [*shots], [pictured.ghost(land, units[n]) for n in firers])


Aimed: TypeAlias = dict[int, dict[int, tuple[int, list[int]]]]
"""Of units by number and of their cohorts who see somebody: how many shots are left, and at whom they can fire."""
AIMED: Known[Aimed] = Known()


def aimed_at(g: Qadardalikoi) -> Aimed:
    """All who have shots left, and at whom they can fire."""
    found: Aimed = {}
    with while_still(g):
        for unit in g.state.units:
            ready = {cohort: shots(unit, cohort) for cohort in unit.cohorts()} if unit.there else {}
            at = aims(g, unit) if any(ready.values()) else {}
            able = {cohort: (n, [one.n for one in at[cohort]]) for cohort, n in ready.items() if n and at.get(cohort)}
            if able:
                found[unit.n] = able
    return found


HOLDS = Option(HOLD, "missile.hold")


def _ask(g: Qadardalikoi, unit: Unit, cohort: int, aimed: Sequence[int]) -> Choose:
    def describe(value: int) -> Option:
        if value == HOLD:
            return HOLDS
        return _target(value, g.state.units[value].troops.name)

    args = {"unit": unit.troops.name, "cohort": cohort + 1}
    return Choose(unit.side, [HOLD, *aimed], "missile.target", describe, args=args, rule="QAD-2.211-D1")


@lru_cache(maxsize=MANY)
def _target(n: int, name: str) -> Option:
    return Option(n, "missile.at", {"unit": name}, (f"unit-{n}",))


def orders(declared: Mapping[str, int]) -> Iterator[tuple[int, int, int]]:
    """A declaration as (unit, cohort, target), once for each shot that is fired."""
    for name, target in declared.items():
        unit, cohort, _ = (int(part) for part in name.split("."))
        if target != HOLD:
            yield unit, cohort, target
