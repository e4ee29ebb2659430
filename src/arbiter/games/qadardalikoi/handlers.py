"""3.013, Sérudla and the Ghatóni who handle them: the two units go together while their owner likes."""

from __future__ import annotations

from dataclasses import replace

from arbiter.core import Illegal, rule

from .book import book
from .formations import arranged
from .geometry import Spot
from .geometry import crowds as many
from .geometry.bases import frame
from .geometry.crowds import Crowd, joined
from .state import Qadardalikoi, Unit

GHATON = "ghaton"


def are_beasts(unit: Unit) -> bool:
    """Are these Sérudla?"""
    return "handlers" in unit.troops.notes and all(kit.column == "srl" for kit in unit.troops.kits)


def are_handlers(unit: Unit, beasts: Unit) -> bool:
    """Are these humans of the people of those beasts: of their own sheet, or of the legions of Ghatón that another
    lists?"""
    troops = unit.troops
    if troops.nation != beasts.troops.nation:
        return False
    kin = troops.sheet == beasts.troops.sheet or (troops.nation == GHATON and book().sheets[troops.sheet].human)
    return kin and all(kit.column != "srl" for kit in troops.kits)


def join(beasts: Unit, men: Unit, formation: int, files: int) -> None:
    """Draw up beasts with their handlers in rows behind them, base to base."""
    beasts.formation = formation
    beasts.figures = arranged(beasts, formation, files)
    whole = frame([one.local(beasts.kit(one.cohort)) for one in beasts.figures], 0)
    kit = men.kit(0)
    abreast = max(1, whole.front // kit.front)
    found = []
    for at, one in enumerate(sorted(men.figures, key=lambda one: (one.cohort, one.n))):
        row, column = divmod(at, abreast)
        column = abreast - 1 - column if row % 2 else column
        x = whole.x - whole.front // 2 + (2 * column + 1) * kit.front // 2
        found.append(replace(one, spot=Spot(x, whole.y - whole.depth // 2 - (2 * row + 1) * kit.depth // 2)))
    men.figures, men.formation = tuple(sorted(found, key=lambda one: one.n)), 2
    men.pose = beasts.pose
    beasts.with_, men.with_ = men.n, beasts.n


@rule("QAD-3.013-D1")
def why_not_part(g: Qadardalikoi, beasts: Unit) -> Illegal | None:
    """Handlers may be sent away from their beasts; they stay with them while nobody says so."""
    if beasts.with_ >= 0 and are_beasts(beasts):
        return None
    return Illegal("handlers.none", "QAD-3.013-D1")


@rule("QAD-3.013-n2", "QAD-3.013-G6")
def unhandled(g: Qadardalikoi, unit: Unit) -> bool:
    """Does a Sérudla of this unit stand without a base of Ghatóni humans in contact?"""
    if not are_beasts(unit):
        return False
    men = [one for one in g.on_ground(g.of(unit.side)) if are_handlers(one, unit)]
    around = joined([one.crowd() for one in men])
    return any(not len(many.contacts(Crowd.of([base]), around)[0]) for base in unit.bases())
