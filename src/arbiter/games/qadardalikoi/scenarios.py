"""Scenarios: who fights whom with what, where, for how long and for what."""

from __future__ import annotations

from arbiter.core import rule

from .battle_entries import ArmyEntry, ScenarioEntry, SideOfBattle
from .book import book

FIRST = "first_blood"
"""The scenario that is played where nobody asks for another."""


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
    usual = book().armies[side.army].formation if side.army else 0
    return (usual, *(n for n in (*book().army_formations, 0) if n != usual))


def scenario_of(key: str) -> ScenarioEntry:
    """A scenario by its key."""
    return book().scenarios[key or FIRST]
