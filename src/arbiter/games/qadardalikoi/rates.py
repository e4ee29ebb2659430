"""2.110-2.120, movement rates: by sheet and going, the slowest for the whole turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbiter.core import Illegal, rule

from . import sheets
from .book import book
from .entries import Line
from .formations import STANCE, standing
from .geometry import MM
from .state import Formed, Qadardalikoi, Unit


def lines(g: Qadardalikoi, unit: Unit) -> list[Line]:
    """The movement lines of the troops that are left in a unit, and of those with whom it shares a formation."""
    found = [g.numbers(unit, cohort).walk for cohort in unit.cohorts()]
    if unit.with_ >= 0:
        other = g.state.units[unit.with_]
        found += [g.numbers(other, cohort).walk for cohort in other.cohorts()]
    return found


@rule("QAD-2.110-a", "QAD-2.110-G3")
def listed(g: Qadardalikoi, unit: Unit, column: str) -> int:
    """What the sheet lists for a unit in a column of its movement line; a mixed unit goes with its slowest."""
    return MM * min((int(getattr(line, column)) for line in lines(g, unit)), default=0)


@rule("QAD-2.110-b", "QAD-2.115-G2", "QAD-3.017-n2")
def rate(g: Qadardalikoi, unit: Unit, goings: Iterable[str]) -> int:
    """The rate of a turn in which a unit touches these kinds of going: the lowest, up or down; 0: one is barred."""
    return min((on_going(g, unit, going) for going in goings), default=0)


@rule("QAD-2.112-a", "QAD-2.113-a", "QAD-2.114-a", "QAD-2.116-a")
def on_going(g: Qadardalikoi, unit: Unit, going: str) -> int:
    """The rate on one kind of going: road, open, woods (and rough), slopes, swamp (and whatever else is cramped)."""
    if unit.height:
        return wing(g, unit)
    if unit.stance:
        return in_stance(g, unit)
    formation = book().unit_formations.get(standing(unit)) if unit.morale != "rout" else None
    if formation is not None and formation.terrain and not _kept_open(formation.terrain, going):
        return 0
    if formation is not None and formation.rate == "open":
        going = "open"
    return on_road(g, unit) if going == "road" else listed(g, unit, going)


@rule("QAD-3.003-G1")
def on_road(g: Qadardalikoi, unit: Unit) -> int:
    """The rate on a road; where the sheet has a better one for open ground, that."""
    return max(listed(g, unit, "road"), listed(g, unit, "open"))


@rule("QAD-2.120-a", "QAD-0.420-i", "QAD-0.420-k")
def _kept_open(terrain: Sequence[str], going: str) -> bool:
    """Formations 7 and 8 move on open ground only, a road across it included, at the Open rate."""
    return going in terrain or going == "road"


@rule("QAD-2.120-b", "QAD-0.420-z")
def in_stance(g: Qadardalikoi, unit: Unit) -> int:
    """In formation 20 the Woods rate holds whatever the ground."""
    return listed(g, unit, book().unit_formations[STANCE].rate)


@rule("QAD-2.117-a")
def charge_bonus(g: Qadardalikoi, unit: Unit) -> int:
    """What a charge adds to the rate, to the end of the turn in which it began."""
    return spent_bonus(g, unit) if unit.rode and not unit.deeds.charged else listed(g, unit, "charge")


@rule("QAD-3.015-n3")
def spent_bonus(g: Qadardalikoi, unit: Unit) -> int:
    """After the one mounted charge of a battle Bazháq charge like medium troops."""
    return MM * sheets.line(book().sheets[unit.troops.sheet], "medium").charge


def rides(g: Qadardalikoi, unit: Unit) -> bool:
    """Is this a unit whose mounted charge can be made only once?"""
    mounted = all(unit.kit(cohort).guard == "mounted" for cohort in unit.cohorts())
    return mounted and "one_mounted_charge" in unit.troops.notes


def forced(g: Qadardalikoi, unit: Unit) -> int:
    """The rate of a forced march."""
    return listed(g, unit, "forced")


def wing(g: Qadardalikoi, unit: Unit) -> int:
    """What a unit flies in a turn, up, down and along together; 0 for those who walk."""
    return MM * min((g.numbers(unit, cohort).fly for cohort in unit.cohorts()), default=0)


@rule("QAD-2.003-G1")
def light(g: Qadardalikoi, unit: Unit) -> bool:
    """Light infantry: foot of the light class, missile troops among them; not flyers, riders or beasts."""
    cohorts = unit.cohorts()
    return bool(cohorts) and all(
        unit.kit(cohort).column == "lt" and not g.numbers(unit, cohort).fly and not g.numbers(unit, cohort).beast
        for cohort in cohorts
    )


@rule("QAD-2.132-G2")
def why_not_order(g: Qadardalikoi, unit: Unit, order: Formed) -> Illegal | None:
    """Only light infantry skirmishes, and beasts keep close order."""
    if order == "skirmish" and not light(g, unit):
        return Illegal("move.not_light", "QAD-2.003-a")
    if order != "close" and any(g.numbers(unit, cohort).beast for cohort in unit.cohorts()):
        return Illegal("move.not_foot", "QAD-2.132-G2")
    return None


@rule("QAD-3.018-n2")
def immobile(g: Qadardalikoi, unit: Unit) -> bool:
    """Some cannot move at all, nor run: a Hlüss Brood-mother has no line in the movement table."""
    return not wing(g, unit) and all(not line.open for line in lines(g, unit))
