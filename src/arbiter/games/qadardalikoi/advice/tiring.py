"""Fatigue: who rests, and what a point of it is worth."""

from __future__ import annotations

from ..fatigue import tireless
from ..geometry import MM
from ..state import Unit
from .mind import Mind

SPENT = 2
"""With so few points left even a captain lets his men rest."""
READY = 0.5
"""A general wants a unit to have such a part of its points before it comes near the enemy."""
SAFE = 120 * MM
"""So far beyond the enemy's reach it is safe to rest."""


def tired(unit: Unit) -> bool:
    """Has a unit so little left that it should do nothing but fight for its life?"""
    return not tireless(unit) and unit.fatigue <= SPENT


def weary(unit: Unit) -> bool:
    """Has a unit less left than it should have when it comes near the enemy?"""
    return not tireless(unit) and unit.fatigue < READY * unit.troops.fatigue


def rests(mind: Mind, unit: Unit) -> bool:
    """Should a unit sit still this turn? It regains five points by it."""
    if tireless(unit):
        return False
    if tired(unit):
        return True
    if not mind.general or not weary(unit):
        return False
    foe = mind.nearest(unit)
    return foe is None or mind.away(unit) > mind.reach(foe) + SAFE


def price(unit: Unit) -> float:
    """What a point of fatigue is worth to a unit, as places are valued: the more the fewer are left."""
    return 0.0 if tireless(unit) else 0.04 / max(1, unit.fatigue)
