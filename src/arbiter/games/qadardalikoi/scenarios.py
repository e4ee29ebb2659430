"""Scenarios: who fights whom with what, where, for how long and for what."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from arbiter.core import Catalogue, Illegal, Text, rule

from . import armies
from .battle_entries import ArmyEntry, BattlefieldEntry, Order, ScenarioEntry, SideOfBattle
from .book import book
from .state import SIDES, BattleOptions

TOLD = "told"
"""The option of those who fight where the scenario says."""
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


def own_words(options: BattleOptions) -> Catalogue:
    """The words of a table's own battles: their names and aims."""
    found = {f"scenario.{key}": one.name for key, one in options.scenarios.items()}
    return found | {
        f"aim.{key}_{n}": aim.text for key, one in options.scenarios.items() for n, aim in enumerate(one.aims)
    }


def chosen(options: BattleOptions) -> ScenarioEntry:
    """The scenario that a table plays, as it is written."""
    return options.scenarios.get(options.scenario) or book().scenarios[options.scenario]


def scenario_of(options: BattleOptions) -> ScenarioEntry:
    """The scenario that a table plays, with the armies and on the field that its options name."""
    scenario = chosen(options)
    if options.battlefield != TOLD:
        scenario = _elsewhere(scenario, options.battlefield)
    sides = scenario.sides
    if options.armies:
        named = [_joined(part, options) for part in options.armies.split(",")]
        sides = (_led_by(sides[0], named[0]), _led_by(sides[1], named[-1]))
    elif options.rosters:
        sides = (_spelt_out(sides[0], options), _spelt_out(sides[1], options))
    return scenario if sides is scenario.sides else msgspec.structs.replace(scenario, sides=sides)


def field_of(options: BattleOptions) -> BattlefieldEntry:
    """The field that a table is fought on."""
    key = scenario_of(options).battlefield
    return options.fields.get(key) or book().battlefields[key]


def _elsewhere(scenario: ScenarioEntry, battlefield: str) -> ScenarioEntry:
    """A scenario on another field: what it says of places does not hold there."""
    sides = [msgspec.structs.replace(side, zone=None) for side in scenario.sides]
    aims = tuple([aim for aim in scenario.aims if aim.at is None])
    return msgspec.structs.replace(scenario, battlefield=battlefield, sides=(sides[0], sides[1]), aims=aims)


def why_not(options: BattleOptions) -> Illegal | None:
    """Why a table cannot be set so: it names what is not there, an army that nobody can play with, or joins more than a
    field has room for."""
    of = book()
    battles, fields = {**of.scenarios, **options.scenarios}, {**of.battlefields, **options.fields}
    known = {**of.armies, **options.rosters}
    if options.scenario not in battles:
        return _wrong("scenario", options.scenario, battles)
    if options.battlefield not in (TOLD, *fields):
        return _wrong("battlefield", options.battlefield, (TOLD, *fields))
    if (refused := _why_not_own(options, fields, known)) is not None:
        return refused
    parts = [part.split("+") for part in options.armies.split(",")] if options.armies else []
    if len(parts) > len(SIDES) or any(key.strip() not in known for part in parts for key in part):
        return _wrong("armies", options.armies, known)
    if any(len(part) > MOST_JOINED for part in parts):
        return Illegal("options.joined", most=MOST_JOINED)
    for key, army in options.rosters.items():
        if (refused := _unplayable(key, army)) is not None:
            return refused
    return None


def _wrong(name: str, value: str, right: Iterable[str]) -> Illegal:
    return Illegal("options.wrong", name=name, value=value[:80], right=list(right))


def _unplayable(key: str, army: ArmyEntry) -> Illegal | None:
    if (fault := armies.why_unplayable(army)) is None:
        return None
    where = Text("options.roster_line", {"army": key, "n": fault.line + 1}) if fault.line >= 0 else key
    return Illegal("options.roster", fault.why.rule, where=where, why=fault.why.text)


def _why_not_own(options: BattleOptions, fields: Collection[str], known: Mapping[str, ArmyEntry]) -> Illegal | None:
    """Why fields or battles of one's own cannot be played with: they name what is not there."""
    kinds = book().terrain
    for field in options.fields.values():
        if strange := [piece.kind for piece in field.pieces if piece.kind not in kinds]:
            return _wrong("fields", strange[0], kinds)
    for key, scenario in options.scenarios.items():
        if scenario.battlefield not in fields:
            return _wrong("scenarios", scenario.battlefield, fields)
        for side in scenario.sides:
            if side.army and side.army not in known:
                return _wrong("scenarios", side.army, known)
            if not side.army and (refused := _unplayable(key, army_of(side))) is not None:
                return refused
    return None


def _spelt_out(side: SideOfBattle, options: BattleOptions) -> SideOfBattle:
    """A side whose army is one of the table's own, with its units."""
    army = options.rosters.get(side.army)
    if army is None:
        return side
    led = _led_by(side, army)
    return msgspec.structs.replace(led, name=side.name, formations=side.formations or led.formations)


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
