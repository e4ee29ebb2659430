"""The worth of figures, for battles outside a campaign: by the factors of the sheets, weighed by many battles."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from arbiter.core import rule

from . import sheets
from .book import book
from .entries import SheetEntry
from .geometry import MM
from .state import Kit, Troops

UNDEAD = 20
"""The morale that troops without any count as, and fanatics at the most."""
ATTACK, MORALE, PACE, FRONT = 1, 15, 350, 15
"""What is added to the attack, the morale, the pace and the front of a base before they are multiplied: the less, the
more a difference counts."""
MARK = Fraction(5, 4)
"""What a column of the mark multiplies, and divides where it is to the left."""
ARMS = Fraction(9, 8)
"""What a second attack multiplies."""
SPEARMAN = 3300
"""What all this is divided by, so that a medium spearman is worth what he always was."""
VOLLEY, FALL = 200_000, 100
"""The missile factor and ten, times its shots, times the square of its range in mm, are divided by this; what falls on
those below counts as carrying so far."""
FANATIC = 2
"""A fanatic holds his own against two of his like."""


class Parts(NamedTuple):
    """What the formula looks at: the best attack, defence, morale, pace and front in mm, attacks; and of missiles their
    factor and ten, times shots, times the square of their range, for each who shoots from it."""

    attack: int
    defence: int
    morale: int
    pace: int
    front: int
    attacks: int
    missile: Fraction


def parts(sheet: str, kit: Kit, morale: int) -> Parts:
    """The factors of a figure."""
    entry = book().sheets[sheet]
    numbers = book().troops[sheet, kit.troop]
    factors = [sheets.weapon(entry, key).factor(numbers.column) for key in (kit.melee, kit.secondary) if key]
    armour = sheets.armour(entry, numbers.column, kit.guard)
    pace = max(numbers.walk.open, numbers.fly)
    attack = max(factors, default=-ATTACK)
    return Parts(
        attack,
        armour,
        min(morale or UNDEAD, UNDEAD),
        pace,
        kit.front // MM,
        numbers.attacks,
        max(1, kit.howdah) * _missile(entry, kit.missile),
    )


def _missile(sheet: SheetEntry, key: str) -> Fraction:
    if not key:
        return Fraction(0)
    line = sheets.missile(sheet, key)
    return (line.attack + 10) * Fraction(line.rof) * (FALL if line.altitude else line.range) ** 2


@rule("QAD-POINTS-C1", "QAD-2.422-C1")
def of_figure(sheet: str, kit: Kit, morale: int, shift: int, fanatic: bool = False) -> int:
    """Attack, defence, morale and pace multiply each other, with what marks and arms make of them; a broad base
    divides, for fewer of it stand in a line; missiles are added. Halves are rounded up; a fanatic counts twice."""
    of = parts(sheet, kit, morale)
    melee = Fraction((of.attack + ATTACK) * of.defence * (of.morale + MORALE) * (of.pace + PACE), of.front + FRONT)
    melee *= MARK**shift * ARMS ** (of.attacks - 1) * Fraction(1, SPEARMAN)
    whole = max(1, int(melee + of.missile * Fraction(1, VOLLEY) + Fraction(1, 2)))
    return FANATIC * whole if fanatic else whole


def of_troops(troops: Troops, shift: int, cohorts: tuple[int, ...]) -> int:
    """The worth of all figures of a unit."""
    return sum(
        figures * of_figure(troops.sheet, kit, troops.morale, shift, troops.fanatic)
        for kit, figures in zip(troops.kits, cohorts, strict=True)
    )
