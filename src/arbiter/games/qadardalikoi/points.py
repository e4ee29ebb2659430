"""The worth of figures, for battles outside a campaign: by the factors of the sheets alone."""

from __future__ import annotations

from arbiter.core import rule

from . import sheets
from .book import book
from .entries import SheetEntry
from .state import Kit, Troops

UNDEAD = 20
"""The morale that troops without any count as."""


@rule("QAD-POINTS-C1", "QAD-2.422-C1")
def of_figure(sheet: str, kit: Kit, morale: int, shift: int, fanatic: bool = False) -> int:
    """Half its attacks, half its defence, its missiles, half its morale, thrice its ability, its pace; three tenths
    more for a fanatic. All is counted in four-hundredths, so that halves are rounded up exactly."""
    entry = book().sheets[sheet]
    numbers = book().troops[sheet, kit.troop]
    factors = [sheets.weapon(entry, key).factor(numbers.column) for key in (kit.melee, kit.secondary) if key]
    worth = 200 * numbers.attacks * max(factors, default=0)
    worth += 200 * sheets.armour(entry, numbers.column, kit.guard)
    worth += _missile(entry, kit.missile)
    worth += 200 * (morale or UNDEAD)
    worth += 1200 * shift
    worth += 8 * max(numbers.walk.open, numbers.fly)
    worth += 1600 * bool(numbers.fly)
    whole = max(1, (worth + 200) // 400)
    return (13 * whole + 5) // 10 if fanatic else whole


def _missile(sheet: SheetEntry, key: str) -> int:
    if not key:
        return 0
    line = sheets.missile(sheet, key)
    far = line.range >= 200 and not line.altitude
    return round((line.attack + 10) * line.rof * (100 if far else 50))


def of_troops(troops: Troops, shift: int, cohorts: tuple[int, ...]) -> int:
    """The worth of all figures of a unit."""
    return sum(
        figures * of_figure(troops.sheet, kit, troops.morale, shift, troops.fanatic)
        for kit, figures in zip(troops.kits, cohorts, strict=True)
    )
