"""2.300, fatigue: what is paid and what debt does; rest in step 12."""

from __future__ import annotations

from arbiter.core import Rules, rule

from .book import book
from .state import Qadardalikoi, Unit

RUIN = 10
"""A unit that is deeper in debt routs off the field."""


@rule("QAD-2.300-G10")
def tireless(unit: Unit) -> bool:
    """Undead have no fatigue, and nothing costs them any."""
    return "no_morale_or_fatigue" in unit.troops.notes or not unit.troops.fatigue


@rule("QAD-2.300-d", "QAD-2.300-G1", "QAD-2.300-G2")
def in_debt(unit: Unit) -> bool:
    """Must a unit check its morale for its debt? If it fought this turn and owes points, up to ten of them."""
    return unit.deeds.fought and not tireless(unit) and -RUIN <= unit.fatigue < 0


@rule("QAD-2.300-c", "QAD-2.300-G8")
def ruined(unit: Unit) -> bool:
    """Does a unit that fought this turn owe so much that it routs, never to be rallied?"""
    return unit.deeds.fought and not tireless(unit) and unit.fatigue < -RUIN


@rule("QAD-2.310-a", "QAD-2.300-G3", "QAD-2.300-G4", "QAD-SEQ-6")
def rest(g: Qadardalikoi) -> Rules[bool]:
    """Units that did nothing all turn regain points, up to their rating; not those who run or fall back."""
    for unit in g.state.units:
        if unit.there and unit.deeds.idle and unit.morale != "rout" and not unit.retreat and not tireless(unit):
            unit.fatigue = min(unit.troops.fatigue, unit.fatigue + book().fatigue["rest"].points)
    yield from ()
    return True
