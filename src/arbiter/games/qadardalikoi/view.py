"""What a side may see of the other (2.141, 2.134): units that it observes, of them the first two ranks."""

from __future__ import annotations

from dataclasses import replace

from arbiter.core import masked, rule

from .geometry.bases import frame
from .ranks import ranks
from .state import SIDES, Battle, Deeds, Qadardalikoi, Unit

SHARED = (15, 16, 17)
"""The formations in which a screen has a warhammer in it."""
MEADOW = 19
"""The formation in which two units are mixed."""
SCREEN = 2
"""What a screen seems to be while nobody makes out the warhammer in it."""


@rule("QAD-2.141-G2", "QAD-0.513-a")
def seen(battle: Battle, seat: int | None) -> Battle:
    """The battle as a side knows it: its own units whole, of the enemy what it observes. Who only watches sees of both
    what the other side sees."""
    shown = known(battle, seat)
    for unit in [] if battle.options.open_table else shown.units:
        if unit.side != seat and unit.figures and not laid_open(battle, battle.units[unit.n]):
            _centred(unit)
    return shown


def known(battle: Battle, seat: int | None) -> Battle:
    """The same for the rules, every base to the hundredth of a millimetre where it stands."""
    shown = masked(battle, seat)
    for unit in shown.units:
        if unit.side == seat:
            continue
        if unit.with_ >= 0 and battle.units[unit.with_].hidden:
            unit.formation, unit.with_ = SCREEN, -1
        if is_shown(battle, unit):
            if not battle.options.open_table and not laid_open(battle, battle.units[unit.n]):
                front, full = ranks(unit), ranks(replace(unit, figures=(*unit.figures, *unit.gaps)))
                unit.figures = tuple(one for one in unit.figures if front[one.n] <= 2)
                unit.gaps = tuple(one for one in unit.gaps if full[one.n] <= 2)
                _counted(unit)
            _strange(unit)
        else:
            _unknown(unit)
    shown.messengers = [one for one in battle.messengers if one.side == seat]
    if not battle.options.open_table:
        shown.stands = [one for one in shown.stands if one.side == seat or one.n in battle.staff[1 - one.side]]
    for stand in shown.stands:
        if stand.with_ >= 0 and stand.side != seat and not is_shown(battle, battle.units[stand.with_]):
            stand.with_ = -1
    shown.staff = [battle.staff[side].copy() if side == seat else [] for side in SIDES]
    shown.seen = [battle.seen[side].copy() if side == seat else [] for side in SIDES]
    shown.observed = [battle.observed[side].copy() if side == seat else [] for side in SIDES]
    return shown


def is_shown(battle: Battle, unit: Unit) -> bool:
    """Is a unit shown to its enemy? Who is observed is, on an open table everybody; a hidden warhammer never."""
    return not unit.hidden and (battle.options.open_table or unit.n in battle.seen[1 - unit.side])


def as_seen(g: Qadardalikoi, side: int) -> Qadardalikoi:
    """The battle as one side knows it: whom it does not see does not stop its units beforehand."""
    return Qadardalikoi(known(g.state, side), g.host)


@rule("QAD-2.134-b", "QAD-2.134-c")
def laid_open(battle: Battle, unit: Unit) -> bool:
    """Are all figures of a unit shown that is observed, and not its first two ranks alone? Those of a screen and its
    warhammer are, against Hláka who make it out."""
    if unit.with_ < 0 or unit.formation not in SHARED:
        return False
    return scouted(battle, unit.side) and not any(one.hidden for one in (unit, battle.units[unit.with_]))


def scouted(battle: Battle, side: int) -> bool:
    """Has the enemy of a side Hláka on the field?"""
    return any(one.troops.sheet == "hlaka" and one.there for one in battle.units if one.side != side)


def _counted(unit: Unit) -> None:
    """The figures that are seen, the gaps between them and the cohorts they are of are counted by themselves: their
    numbers do not tell how many stand behind them."""
    seen, standing = (*unit.figures, *unit.gaps), len(unit.figures)
    cohorts = sorted({one.cohort for one in seen})
    number = {cohort: at for at, cohort in enumerate(cohorts)}
    unit.troops = replace(unit.troops, kits=tuple(unit.kit(cohort) for cohort in cohorts))
    counted = tuple(replace(one, n=at, cohort=number[one.cohort]) for at, one in enumerate(seen))
    unit.figures, unit.gaps = counted[:standing], counted[standing:]


def _centred(unit: Unit) -> None:
    """A unit is told from the middle of what is seen of it: its own midpoint tells how deep it stands."""
    middle = frame([one.local(unit.kit(one.cohort)) for one in (*unit.figures, *unit.gaps)], 0)
    x, y = unit.pose.to_table(middle.x, middle.y)
    unit.pose = unit.pose._replace(x=x, y=y)
    unit.figures, unit.gaps = (
        tuple(replace(one, spot=one.spot._replace(x=one.spot.x - middle.x, y=one.spot.y - middle.y)) for one in some)
        for some in (unit.figures, unit.gaps)
    )


def _strange(unit: Unit) -> None:
    """Of an enemy unit that is observed, what cannot be seen from outside is left out."""
    unit.fatigue, unit.triggers, unit.shots, unit.shot_by, unit.bereft = 0, (), (), (), False
    unit.division = 1
    unit.troops = replace(unit.troops, morale=0, fatigue=0, points=0, start=0, mark="")
    unit.deeds = replace(unit.deeds, shot_at=())


def _unknown(unit: Unit) -> None:
    """Nothing is known of a unit but that its number is not free."""
    empty = replace(unit.troops, name="", nation="", sheet="", legion="", kits=(), notes=(), fanatic=False)
    unit.troops, unit.figures, unit.gaps, unit.pose = empty, (), (), unit.pose._replace(x=0, y=0, facing=0)
    _strange(unit)
    unit.formation, unit.stance, unit.order, unit.height, unit.morale = 0, False, "close", 0, "steady"
    unit.with_, unit.hidden, unit.obstacle, unit.broken, unit.torn = -1, False, 0, 0, False
    unit.arrives, unit.deeds, unit.last_stand = 0, Deeds(), False
    unit.rally, unit.failed, unit.retreat, unit.melee, unit.rode = 0, 0, 0, 0, False
    unit.feud, unit.at_bay = -1, False
