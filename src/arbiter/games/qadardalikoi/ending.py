"""The end of a battle (QAD-SEQ-8, QAD-SEQ-14)."""

from __future__ import annotations

from fractions import Fraction

from arbiter.core import Outcome, Part, Rules, rule

from . import aims, parley
from .book import book
from .brood import is_mother
from .compulsion import end_feuds
from .last_stands import end_last_stands
from .state import SIDES, Qadardalikoi, Unit

QUIET = 6
"""After so many turns without a decision the battle ends,"""
FIRST_QUIET = 7
"""counted from this one."""
MARGIN = 10
"""Percentage points by which one side's loss must be the smaller."""


def end(g: Qadardalikoi) -> Rules[bool]:
    """Step 13: last stands that are over, and whether the battle is."""
    end_last_stands(g)
    end_feuds(g)
    name_plans(g)
    if (winner := aims.now(g)) is not None:
        aimed(g, winner)
    lost = [side for side in SIDES if beaten(g, side)]
    if lost:
        if (winner := aims.at_last(g)) is not None:
            aimed(g, winner)
        finish(g, lost)
    if g.state.options.battle_limit:
        weary(g)
    agreed = yield from parley.terms(g, (loss(g, 0), loss(g, 1)))
    if agreed:
        settle(g, agreed)
    return True


@rule("QAD-0.410-G4")
def name_plans(g: Qadardalikoi) -> None:
    """From the end of the first turn on the plan of an army is named to an enemy who has observed half of its units,
    now or before."""
    for side in g.state.sides:
        units = [unit.n for unit in g.of(side.seat)]
        observed = [n for n in units if n in g.state.observed[1 - side.seat]]
        if side.formation and not side.known and units and 2 * len(observed) >= len(units):
            side.known = True
            g.show(("plan", side.seat))
            g.tell("plan.named", seat=side.seat, formation=side.formation)


@rule("QAD-SEQ-8")
def beaten(g: Qadardalikoi, side: int) -> bool:
    """Has a side no combat unit left, on the table or due, that does not rout and has a quarter of its figures?"""
    return not any(
        unit.figures and unit.morale != "rout" and 4 * len(unit.figures) >= unit.troops.start
        for unit in g.state.units
        if unit.side == side and fights(unit)
    )


def fights(unit: Unit) -> bool:
    """Is it a combat unit? The crews of engines are none, nor is a Brood-mother."""
    legion = book().legions.get(unit.troops.legion)
    return not is_mother(unit) and (legion is None or legion.kind != "AT")


def aimed(g: Qadardalikoi, winner: int) -> None:
    """A side has reached the aim of its scenario."""
    shares = tuple(float(100 - loss(g, side)) for side in SIDES)
    g.end(Outcome((1 + winner, 2 - winner), shares, "over.aim", {"seat": winner}, parts(g)))


def finish(g: Qadardalikoi, lost: list[int]) -> None:
    """The side that is not beaten holds the field; if both are, it is a draw."""
    shares = tuple(float(100 - loss(g, side)) for side in SIDES)
    if len(lost) == 2:
        g.end(Outcome((1, 1), shares, "over.both", parts=parts(g)))
    winner = 1 - lost[0]
    g.end(Outcome((1 + winner, 2 - winner), shares, "over.field", {"seat": winner}, parts(g)))


def settle(g: Qadardalikoi, agreed: str) -> None:
    """A side has conceded, or both have agreed on a draw."""
    shares = tuple(float(100 - loss(g, side)) for side in SIDES)
    if agreed == "draw":
        g.end(Outcome((1, 1), shares, "over.agreed", parts=parts(g)))
    winner = 1 - int(agreed.removeprefix("concede"))
    g.end(Outcome((1 + winner, 2 - winner), shares, "over.conceded", {"seat": 1 - winner}, parts(g)))


@rule("QAD-SEQ-14")
def weary(g: Qadardalikoi) -> None:
    """A battle that nobody decides ends at its limit or in quiet; the smaller loss wins if it is clearly smaller."""
    s = g.state
    calm = not any(unit.deeds.lost or unit.deeds.fought for unit in s.units)
    s.quiet = s.quiet + 1 if calm and s.turn >= FIRST_QUIET else 0
    limit = s.options.turns or s.limit
    if s.turn < limit and s.quiet < QUIET:
        return
    if (winner := aims.at_last(g)) is not None:
        aimed(g, winner)
    losses = [100 * share(g, side) for side in SIDES]
    shares = tuple(float(100 - loss(g, side)) for side in SIDES)
    key = "over.limit" if s.turn >= limit else "over.quiet"
    if abs(losses[0] - losses[1]) < MARGIN:
        g.end(Outcome((1, 1), shares, key, {"n": s.turn}, parts(g)))
    winner = int(losses[1] < losses[0])
    g.end(Outcome((1 + winner, 2 - winner), shares, key, {"n": s.turn}, parts(g)))


def parts(g: Qadardalikoi) -> tuple[Part, ...]:
    """What the end is judged by: the share of its points that a side has left; and what it has lost for it."""
    units = [[unit for unit in g.state.units if unit.side == side] for side in SIDES]
    return (
        Part("over.points", tuple(100 - loss(g, side) for side in SIDES)),
        Part("over.figures", tuple(sum(aims.lost(unit) for unit in mine) for mine in units)),
        Part("over.gone", tuple(sum(_gone(unit) for unit in mine) for mine in units)),
    )


def _gone(unit: Unit) -> bool:
    return unit.morale == "rout" or not unit.figures


def loss(g: Qadardalikoi, side: int) -> int:
    """The share of its points that a side has lost, as people say it: in whole percent."""
    return round(100 * share(g, side))


def share(g: Qadardalikoi, side: int) -> Fraction:
    """The share of its points that a side has lost, exactly: of figures removed, gone off the table or routing."""
    units = [unit for unit in g.state.units if unit.side == side]
    whole = sum(worth(unit) for unit in units)
    left = [Fraction(worth(one) * len(one.figures), max(1, one.troops.start)) for one in units if one.morale != "rout"]
    return 1 - sum(left, Fraction(0)) / whole if whole else Fraction(1)


def worth(unit: Unit) -> int:
    """What a unit was worth at the start; without points, its figures."""
    return unit.troops.points or unit.troops.start


def measures(g: Qadardalikoi) -> dict[str, tuple[float, ...]]:
    """The casualties of both sides: figures and points lost, in percent, and the units that run or are gone."""
    found: dict[str, tuple[float, ...]] = {}
    units = [[unit for unit in g.state.units if unit.side == side] for side in SIDES]
    found["figures_percent"] = tuple(_share(sum(aims.lost(unit) for unit in mine), mine) for mine in units)
    found["points_percent"] = tuple(float(loss(g, side)) for side in SIDES)
    found["routed"] = tuple(float(sum(_gone(unit) for unit in mine)) for mine in units)
    return found


def _share(part: int, units: list[Unit]) -> float:
    return 100 * part / max(1, sum(unit.troops.start for unit in units))
