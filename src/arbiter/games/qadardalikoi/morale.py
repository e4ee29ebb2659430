"""2.41, morale: why a unit checks it, the number it rolls against, and what failing brings."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

import numpy as np

from arbiter.core import Event, Rules, rule
from arbiter.kit.numbers import Sum

from . import command, fatigue, handlers, rates, sums
from .blows import formed, zealous
from .book import book
from .contact import between, close_to
from .disposition import while_still
from .entries import Band
from .formations import middle
from .geometry import DEGREE, MM, SLACK, TURN, Pose, bearing
from .geometry import crowds as many
from .geometry.crowds import Crowd
from .geometry.measures import ahead
from .geometry.outlines import cut
from .geometry.shapes import Shapes
from .geometry.shapes import apart as on_ground
from .ground import FAR, footprints
from .observation import sees_officer
from .ranks import ranks
from .staff import fighter
from .state import Qadardalikoi, Stand, Unit, hostile

DIE = 20
NEAR = 100 * MM
"""Enemies so near hold a side of a unit."""
FANATIC = 25
"""The rating of those whom the lists call fanatic."""
TERRIBLE = ("serudla", "sro")
"""Beasts whose attack shakes a unit."""


# 2.410: why


@rule("QAD-2.410-a", "QAD-SEQ-4", "QAD-SEQ-5")
def checks(g: Qadardalikoi) -> Rules[bool]:
    """Each unit with any reason checks once, the moving side first, by number; what this leads to counts next turn."""
    s = g.state
    command.join_again(g)
    with while_still(g):
        due = [(unit, reasons(g, unit)) for unit in sorted(s.units, key=lambda one: (one.side != s.first, one.n))]
    for unit, _ in due:
        unit.triggers = ()
    for unit, why in due:
        if not unit.there:
            continue
        ruined = fatigue.ruined(unit) and not unit.last_stand and not rates.immobile(g, unit)
        if ruined and unit.morale == "rout":
            unit.rally = 0
        elif ruined:
            g.tell("morale.ruined", hearers(unit), unit=unit.troops.name, n=-unit.fatigue, rule="QAD-2.300-c")
            rout(g, unit, 0)
        elif why and not unit.deeds.checked and not spared(g, unit):
            check(g, unit, why)
    for unit, _ in due:
        failed = unit.failed == s.turn or unit.retreat or unit.morale == "rout"
        if unit.there and not failed and not unit.last_stand and handlers.unhandled(g, unit):
            g.show(("unit", unit.n), *(hearers(unit) or ()))
            fail(g, unit)
    yield from ()
    return True


@rule("QAD-2.410-e", "QAD-2.410-g", "QAD-2.410-G5")
def reasons(g: Qadardalikoi, unit: Unit) -> list[str]:
    """Why a unit checks: what befell it in this turn, and what holds at its end."""
    if not unit.there:
        return []
    losses = halved(unit, g.state.options.strict_losses)
    now = {"losses": losses, "surrounded": surrounded(g, unit), "debt": fatigue.in_debt(unit)}
    return [*unit.triggers, *(why for why, holds in now.items() if holds)]


@rule("QAD-2.410-b", "QAD-2.410-G1")
def mourn(g: Qadardalikoi, stand: Stand) -> None:
    """The officer of a stand has fallen: the units of his side that saw it will check."""
    for unit in g.of(stand.side):
        if sees_officer(g, unit, stand):
            g.trigger(unit, "command_died")


@rule("QAD-3.026-n1", "QAD-3.002-n3", "QAD-3.002-G4", "QAD-2.421-c")
def spared(g: Qadardalikoi, unit: Unit) -> bool:
    """Undead do not check, nor who routs already or makes a last stand, nor Shén while they fight Shén alone,
    hand to hand or with missiles."""
    if "no_morale_or_fatigue" in unit.troops.notes or unit.morale == "rout" or unit.last_stand:
        return True
    if "own_kind_unchecked" not in unit.troops.notes:
        return False
    foes = [fighter(g, n) for n in (*unit.deeds.met, *unit.deeds.shot_at)]
    foes += [one for one in g.state.units if unit.n in one.deeds.shot_at]
    return bool(foes) and all(one.troops.sheet == "shen" for one in foes)


@rule("QAD-2.410-f", "QAD-2.410-G2")
def halved(unit: Unit, strict: bool = False) -> bool:
    """Has a unit lost figures this turn (or, `strict`, ever) and now half of those it had at the start, or more?"""
    return (strict or unit.deeds.lost > 0) and 2 * len(unit.figures) <= unit.troops.start


@rule("QAD-2.410-c", "QAD-2.410-G3")
def terrible(g: Qadardalikoi, unit: Unit, victim: Unit, figures: Collection[int]) -> bool:
    """Does the attack of these figures shake its victim? Those of great beasts, Undead and fanatics do, and of Hlüss at
    their Brood-mother."""
    kinds = {unit.kit(one.cohort).troop for one in unit.figures if one.n in figures}
    undead = {"no_morale_or_fatigue", "undead_with_morale"} & set(unit.troops.notes)
    return bool(undead) or any(kind.startswith(TERRIBLE) for kind in kinds) or zealous(g, unit, victim)


@rule("QAD-2.410-d", "QAD-GEO-17")
def surrounded(g: Qadardalikoi, unit: Unit) -> bool:
    """Are all four sides of a unit held: by enemies without a friend there, or by closed ground beside such a side?"""
    if unit.flying:
        return False
    near = [one for one in g.on_ground(close_to(g, unit, NEAR + SLACK)) if one.morale != "rout"]
    foes = [one for one in near if hostile(unit, one)]
    if not _on_all_sides(unit, foes) and not g.ground.bounds(many.box(unit.crowd()), NEAR):
        return False
    formed_ = [one for one in near if not hostile(unit, one) and one.order != "skirmish"]
    held = sectors(unit, foes, NEAR - SLACK)
    if held:
        held -= sectors(unit, formed_, NEAR + SLACK)
    if not held:
        return False
    walled = {at for at in range(4) if at not in held and {(at + 1) % 4, (at - 1) % 4} & held and closed(g, unit, at)}
    return len(held | walled) == 4


def _on_all_sides(unit: Unit, others: list[Unit]) -> bool:
    """A quick look before a close one: do the boxes round some units reach before a unit, behind it and to both sides
    of it?"""
    if not others:
        return False
    boxes = np.array([many.box(one.crowd()) for one in others], dtype=np.int64)
    here = middle(unit)
    x, y = boxes[:, [0, 0, 1, 1]] - here.x, boxes[:, [2, 3, 2, 3]] - here.y
    right, up = many.rotated(x, y, -here.facing)
    return bool(right.min() < 0 < right.max() and up.min() < 0 < up.max())


def sectors(unit: Unit, others: list[Unit], reach: int) -> set[int]:
    """The sides of a unit (front, right, rear, left) on which any of these units has a figure so near."""
    return set(_sectors(unit.crowd(), middle(unit), tuple([one.crowd() for one in others]), reach))


@lru_cache(maxsize=4096)
def _sectors(mine: Crowd, pose: Pose, others: tuple[Crowd, ...], reach: int) -> frozenset[int]:
    crowd = many.joined(others)
    _, j = many.contacts(mine, crowd, reach)
    found = set()
    for at in np.unique(j):
        direction = bearing(int(crowd.x[at]) - pose.x, int(crowd.y[at]) - pose.y)
        found.add((direction - pose.facing + 45 * DEGREE) % TURN // (TURN // 4))
    return frozenset(found)


def closed(g: Qadardalikoi, unit: Unit, sector: int) -> bool:
    """Does ground that nobody enters, or the table's edge, lie near a unit on one of its sides?"""
    mid, way = middle(unit), unit.pose.facing + sector * TURN // 4
    here = (mid.x, mid.y)
    ends = [mid.moved(*ahead(way + turn, FAR))[:2] for turn in (-45 * DEGREE, 45 * DEGREE)]
    within = []
    for ground in (g.ground.area(*(one for one in g.state.land.features if one.closed)), g.ground.border()):
        for at in range(len(ground)):
            part, _ = cut(ground.outline(at), here, ends[0])
            part, _ = cut(part, ends[1], here)
            if part:
                within.append(tuple(part))
    return bool(within) and on_ground(footprints(unit.crowd(), 0), Shapes.of(within)) <= NEAR


# 2.411: the number


@rule("QAD-2.400-a", "QAD-2.411-a", "QAD-2.411-b", "QAD-2.411-c", "QAD-2.411-G9", "QAD-2.422-a", "QAD-2.422-G1")
def number(g: Qadardalikoi, unit: Unit) -> Sum:
    """What a unit must roll or less: its rating, the formations of army and unit, and all that the situation adds."""
    total = Sum(FANATIC if unit.troops.fanatic else unit.troops.morale, "morale.part.rating")
    formed(g, unit, total)
    for key in situation(g, unit):
        total.add(book().morale[key].mod, f"morale.{key}")
    duels = g.state.sides[unit.side].duels
    return total.add(duels, "morale.part.duels_lost" if duels < 0 else "morale.part.duels")


@rule("QAD-2.411-G1", "QAD-2.411-G2", "QAD-2.411-G4", "QAD-2.411-G5")
def situation(g: Qadardalikoi, unit: Unit) -> list[str]:
    """The lines of the table that hold for a unit."""
    left, whole = 2 * len(unit.figures), unit.troops.start
    deep = pike_ranks(unit)
    stands = [one for one in g.state.stands if one.side == unit.side]
    high = [one for one in stands if one.rank in ("army", "royal") and one.with_ == unit.n]
    holds = {
        "friend_near": friend_near(g, unit),
        "command_near": any(one.there and to_stand(unit, one) <= within("command_near") for one in stands),
        "over_half": left > whole,
        "pikes_two": deep == 2,
        "pikes_three": deep >= 3,
        "killed_command": any(one.beaten and one.by == unit.n for one in g.state.stands),
        "commander_with": any(one.there for one in high),
        "skirmishing": unit.order == "skirmish",
        "under_half": left < whole,
        "flanked": unit.deeds.flanked,
        "commander_lost": unit.bereft or any(not one.there for one in high),
    }
    return [key for key, there in holds.items() if there]


def within(key: str) -> int:
    """How near something must be for a line of the table; the half millimetre is the unit's."""
    return book().morale[key].within * MM + SLACK


def friend_near(g: Qadardalikoi, unit: Unit) -> bool:
    """Is a friend who does not rout within 250 mm?"""
    reach = within("friend_near")
    near = [one for one in close_to(g, unit, reach) if not hostile(unit, one) and one.morale != "rout"]
    return any(between(unit, one) <= reach for one in near)


def to_stand(unit: Unit, stand: Stand) -> int:
    """How far a command stand is from a unit."""
    return many.shortest(Crowd.of([stand.base]), unit.crowd())


def pike_ranks(unit: Unit) -> int:
    """How deep a unit of pikes stands."""
    if not unit.figures or any(not unit.kit(one.cohort).melee.startswith("pike") for one in unit.figures):
        return 0
    return max(ranks(unit).values())


# 2.413: the check


@rule("QAD-2.413-a", "QAD-2.411-G6")
def check(g: Qadardalikoi, unit: Unit, why: list[str]) -> bool:
    """One roll of a 20-sided die: the number or less, and the unit fights on; else it fails. Gives whether it holds."""
    total, roll = number(g, unit), g.roll(DIE)
    good = roll <= total.value
    g.show(("unit", unit.n), *(hearers(unit) or ()))  # the sum tells who is near
    g.did(unit, checked=True)
    g.tell(
        "morale.check", hearers(unit), unit=unit.troops.name, roll=roll, number=total.value, why=why,
        result="held" if good else "failed", rule="QAD-2.413-a",
    )  # fmt: skip
    g.tell("morale.sum", hearers(unit), number=total.value, parts=sums.parts(total))
    if not good:
        fail(g, unit)
    return good


def luck(event: Event) -> float | None:
    """How likely a unit that held was to hold."""
    held = event.key == "morale.check" and event.args["result"] == "held"
    return float(min(event.args["number"], DIE) / DIE) if held else None


@rule("QAD-SEQ-10")
def hearers(*units: Unit) -> tuple[int, ...] | None:
    """Who hears of a roll: both sides, but of a warhammer that nobody makes out only its owner."""
    return next(((one.side,) for one in units if one.hidden), None)


@rule("QAD-2.413-b", "QAD-2.413-G5")
def fail(g: Qadardalikoi, unit: Unit) -> None:
    """Percentile dice say whether it stands, retreats or routs; who cannot move stands. Whatever it was charging is
    forgotten."""
    roll = g.percent()
    rooted = rates.immobile(g, unit)
    band = stands() if rooted else book().rolls["morale_failure"].at(roll)
    told = {"unit": unit.troops.name, "roll": roll, "rally": band.rally, "halves": round(2 * band.moves)}
    said = band.result if band.rally or band.result != "rout" else "rout_for_good"
    g.tell(f"morale.{said}", hearers(unit), **told, rule="QAD-3.018-n2" if rooted else "QAD-2.413-b")
    g.did(unit, charged=())
    unit.at_bay = True
    if band.result == "rout":
        rout(g, unit, band.rally)
    elif band.result == "retreat":
        unit.retreat, unit.morale, unit.rally, unit.failed = round(2 * band.moves), "steady", 0, 0
    else:
        unit.morale, unit.rally, unit.failed = "stand", band.rally, g.state.turn


def stands() -> Band:
    """The mildest that a failed check brings: the unit stands where it is."""
    return next(band for band in book().rolls["morale_failure"].bands if band.result == "stand")


def rout(g: Qadardalikoi, unit: Unit, rally: int) -> None:
    """A unit breaks; so much may rally it, nothing if that is 0. Friends close by will have to check."""
    unit.morale, unit.rally, unit.failed = "rout", rally, g.state.turn
    unit.stance, unit.retreat, unit.at_bay = False, 0, True
    shake(g, unit)


@rule("QAD-2.410-G4")
def shake(g: Qadardalikoi, unit: Unit, path: Shapes | None = None) -> None:
    """Friends within 100 mm of a unit that routs check for it: where it stands, and all along its way."""
    near = [one for one in close_to(g, unit, NEAR) if not hostile(unit, one) and between(unit, one) <= NEAR - SLACK]
    if path is not None:  # of bases less half a millimetre, which is that of the friends
        near += [one for one in g.friends(unit) if on_ground(path, footprints(one.crowd(), 0)) <= NEAR]
    for friend in near:
        g.trigger(friend, "rout_near")
