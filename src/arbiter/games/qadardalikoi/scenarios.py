"""Scenarios: who fights whom with what, where, for how long and for what."""

from __future__ import annotations

import msgspec

from arbiter.core import Illegal, Text, rule

from . import armies
from .battle_entries import ArmyEntry, Order, ScenarioEntry, SideOfBattle
from .book import book
from .state import SIDES, BattleOptions

MOST_JOINED = 4
"""So many armies may be joined to one: with more there is no end to looking for room."""


@rule("QAD-SCEN-C1")
def army_of(side: SideOfBattle) -> ArmyEntry:
    """The roster of a side: a ready army, or the units that the scenario spells out."""
    if side.army:
        return book().armies[side.army]
    return ArmyEntry(
        name=side.name,
        nation=side.nation,
        formation=plans_of(side)[0],
        commander=side.commander,
        royal=side.royal,
        units=side.units,
    )


def plans_of(side: SideOfBattle) -> tuple[int, ...]:
    """The army formations that a side may take, the usual one first; 0 is none."""
    if side.formations:
        return side.formations
    return every_plan(book().armies[side.army].formation if side.army else 0)


@rule("QAD-0.410-G3")
def every_plan(usual: int) -> tuple[int, ...]:
    """All army formations, the usual one first: no nation is forbidden any, what it thinks of it is in the modifier."""
    return (usual, *(n for n in (*book().army_formations, 0) if n != usual))


def scenario_of(options: BattleOptions) -> ScenarioEntry:
    """The scenario that a table plays, with the armies that its options name."""
    scenario = book().scenarios[options.scenario]
    if not options.armies:
        return scenario
    named = [_joined(part, options) for part in options.armies.split(",")]
    both = (named[0], named[-1])
    sides = [_led_by(side, army) for side, army in zip(scenario.sides, both, strict=True)]
    return msgspec.structs.replace(scenario, sides=(sides[0], sides[1]))


def why_not(options: BattleOptions) -> Illegal | None:
    """Why a table cannot be set so: it names an army that is not there or that nobody can play with, or joins more than
    a field has room for."""
    known = {**book().armies, **options.rosters}
    parts = [part.split("+") for part in options.armies.split(",")] if options.armies else []
    if len(parts) > len(SIDES) or any(key.strip() not in known for part in parts for key in part):
        return Illegal("options.wrong", name="armies", value=options.armies[:80], right=list(known))
    if any(len(part) > MOST_JOINED for part in parts):
        return Illegal("options.joined", most=MOST_JOINED)
    for key, army in options.rosters.items():
        if (fault := armies.why_unplayable(army)) is not None:
            where = Text("options.roster_line", {"army": key, "n": fault.line + 1}) if fault.line >= 0 else key
            return Illegal("options.roster", fault.why.rule, where=where, why=fault.why.text)
    return None


def _joined(part: str, options: BattleOptions) -> ArmyEntry:
    """The army that a part of the option names; of several that are joined the first one leads."""
    known = {**book().armies, **options.rosters}
    joined = [known[key.strip()] for key in part.split("+")]
    units: list[Order] = []
    for army in joined:
        before = len(units)
        units += [
            msgspec.structs.replace(unit, shares=unit.shares + before) if unit.shares else unit for unit in army.units
        ]
    return msgspec.structs.replace(joined[0], units=tuple(units))


def _led_by(side: SideOfBattle, army: ArmyEntry) -> SideOfBattle:
    """A side of a scenario with another army; what it may plan is its own affair then."""
    return msgspec.structs.replace(
        side, name=army.name, army="", nation=army.nation, units=army.units, formations=every_plan(army.formation),
        commander=army.commander, royal=army.royal,
    )  # fmt: skip
