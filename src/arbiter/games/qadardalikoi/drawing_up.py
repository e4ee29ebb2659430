"""0.521, drawing up: where the units and command stands of a side find room in the areas of its plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from arbiter.core import (
    rule,
)

from . import armies, handlers, meadow, organisation, scenarios, sheets, warhammers
from .army_formations import Rectangle, area, suits, zone
from .battle_entries import ArmyEntry, ScenarioEntry
from .book import book
from .formations import SERPENT, arranged, formable, local_frame
from .geometry import DEGREE, MM, TURN, Base, Pose
from .geometry.bases import frame as framed
from .ground import Ground, Land, ground
from .state import SIDES, Battle, Formed, Stand, Unit

STEP = 10 * MM
"""Places are tried so far from each other."""
SPACE = 10 * MM
"""Between units that are drawn up by the book."""
SOLID = (1, 2, 3)
PAIRED = (*warhammers.SHARED, meadow.MEADOW)
"""Formations that two units make together."""
FAR_EDGE = 180 * DEGREE
SKIRMISH_LINE = 3
"""The formation of who deploys in skirmish order."""
USUAL_POST = 0
"""A stand behind its unit, or with the army's bodyguard, or high in the rear."""


class Orders(NamedTuple):
    """Where a unit is to stand: an area (0: wherever there is room), a unit formation and its files (0: the usual); by
    how many degrees to the right of straight ahead it faces, and in which order it stands."""

    area: int
    formation: int
    files: int = 0
    facing: int = 0
    order: Formed = "close"


def zone_of(battle: Battle, scenario: ScenarioEntry, side: int) -> Rectangle:
    """The rectangle in which a side deploys."""
    given = scenario.sides[side].zone
    if given is None:
        return zone(side, battle.land.width, battle.land.depth)
    (left, bottom), (right, top) = given
    return Rectangle(left * MM, bottom * MM, right * MM, top * MM)


@rule("QAD-SEQ-9", "QAD-SEQ-15")
def draw_up(
    battle: Battle,
    scenario: ScenarioEntry,
    side: int,
    orders: Mapping[int, Orders],
    posted: Mapping[int, int] = MappingProxyType({}),
) -> None:
    """Every unit of a side in its area and formation, inside the side's rectangle, off closed ground and other bases;
    those for which there is no room wait. `posted` sends command stands, by their place in the list of officers, to an
    area of their own."""
    within = zone_of(battle, scenario, side)
    lines = scenarios.army_of(scenario.sides[side]).units
    mine = [unit for unit in battle.units if unit.side == side]
    taken = _closed(battle.land)
    hammers = {lines[at].shares - 1: unit for at, unit in enumerate(mine) if lines[at].shares not in (0, at + 1)}
    for unit in mine:
        unit.with_, unit.hidden, unit.order = -1, False, "close"
    for at, unit in enumerate(mine):
        if unit.with_ >= 0:
            continue
        told = orders.get(unit.n, Orders(lines[at].area, lines[at].formation or 2, lines[at].files))
        unit.arrives = lines[at].arrives
        if unit.arrives:
            continue
        for where in _areas(told.area, unit, side, within):
            hammer = hammers.get(at)
            if hammer is not None and not _go_together(unit, told.formation):
                hammer = None
            found = _stood(unit, told, where, within, taken, hammer)
            if found is not None:
                taken.append(_with_commander(found, unit) if lines[at].bodyguard else found)
                break
        else:
            unit.arrives = 2
    stands = [stand for stand in battle.stands if stand.side != side]
    stands += _staff(battle, scenario, side, within, taken, posted)
    battle.stands = sorted(stands, key=lambda stand: stand.side)
    for n, stand in enumerate(battle.stands):
        stand.n = n


def _go_together(unit: Unit, formation: int) -> bool:
    """Does a unit stand so with another: in a formation that two share and for which it has the cohorts, or as beasts
    with their handlers?"""
    paired = formation in PAIRED and len(unit.cohorts()) >= book().unit_formations[formation].cohorts
    return paired or handlers.are_beasts(unit)


def _areas(wish: int, unit: Unit, side: int, within: Rectangle) -> Iterator[Rectangle]:
    """Where to look for room: the area that was wished for, those that suit the unit, then anywhere."""
    if wish:
        yield area(wish, side, within)
    kit = unit.kit(0)
    for number in (6, 5, 7, 4, 8, 2, 1, 3, 9, 10):
        if number != wish and suits(number, kit.column, bool(kit.missile)):
            yield area(number, side, within)
    yield within


def _stood(
    unit: Unit, told: Orders, where: Rectangle, within: Rectangle, taken: Sequence[Rectangle], hammer: Unit | None
) -> Rectangle | None:
    """Put a unit into an area, if need be in fewer files; the ground that it takes, or None where there is no room."""
    facing = ((FAR_EDGE if unit.side else 0) + told.facing * DEGREE) % TURN
    for files in (told.files, *_widths(unit, told.formation)):
        if hammer is not None:
            _joined(unit, hammer, told, files)
        else:
            unit.order = told.order
            unit.formation = told.formation if told.formation in formable(unit) else 2
            if unit.order == "skirmish":
                unit.formation = SKIRMISH_LINE
            unit.figures = arranged(unit, unit.formation, files)
        frame = _covered(unit, hammer, facing) if told.facing else _whole(unit, hammer)
        for x, front in _spots(where, unit.side, within, frame):
            y = front + (frame.depth // 2 if unit.side else -frame.depth // 2)
            half = frame.front // 2
            here = Rectangle(x - half, y - frame.depth // 2, x + half, y + frame.depth // 2)
            if _free(here, within, taken):
                pose = unit.pose = Pose(x - frame.x, y - frame.y, facing) if told.facing else Pose(x, y, facing)
                if hammer is not None:
                    hammer.pose, hammer.hidden = pose, unit.formation in warhammers.SHARED
                return here
    if hammer is not None:
        unit.with_ = hammer.with_ = -1
    return None


def _whole(unit: Unit, hammer: Unit | None) -> Base:
    """The ground of a unit, and of one that goes with it, told from its own midpoint."""
    return local_frame(unit) if hammer is None else warhammers.whole(unit, hammer)


def _covered(unit: Unit, hammer: Unit | None, facing: int) -> Base:
    """The rectangle along the edges of the table that a unit takes if it faces so, told from its midpoint."""
    bodies = [replace(one, pose=Pose(0, 0, facing)) for one in (unit, hammer) if one is not None]
    return framed([base for body in bodies for base in body.bases()], 0)


def _joined(unit: Unit, other: Unit, told: Orders, files: int) -> None:
    """Draw up two units that go together: a screen and its warhammer, the two of a Meadow, beasts and handlers."""
    if told.formation in warhammers.SHARED:
        warhammers.join(unit, other, told.formation)
    elif told.formation == meadow.MEADOW:
        meadow.join(unit, other)
    else:
        handlers.join(unit, other, told.formation if told.formation in formable(unit) else 2, files)


def _widths(unit: Unit, formation: int) -> tuple[int, ...]:
    """Files to try: the usual ones, then fewer for a solid body, other blocks for the rest."""
    if formation not in SOLID:
        return (0,) if formation == SERPENT else (0, 3, 2, 5)
    n = len(unit.figures)
    return (0, *(-(-n // deep) for deep in (2, 3, 4, 5, 6)))


def _spots(where: Rectangle, side: int, within: Rectangle, frame: Base) -> Iterator[tuple[int, int]]:
    """Places for the middle of a front where the whole is inside: from the middle outward, the foremost first."""
    middle, half = (where.left + where.right) // 2, frame.front // 2
    if side == SIDES[0]:
        forward = range(where.top - STEP, max(where.bottom, within.bottom + frame.depth) - 1, -STEP)
    else:
        forward = range(where.bottom + STEP, min(where.top, within.top - frame.depth) + 1, STEP)
    for off in range(0, (where.right - where.left) // 2, STEP):
        for x in (middle + off, middle - off) if off else (middle,):
            if within.left + half <= x <= within.right - half:
                for y in forward:
                    yield x, y


def _closed(land: Land) -> list[Rectangle]:
    """The ground on which nobody deploys: water, cliffs and obstacles, each with the rectangle round it."""
    found = []
    for one in land.features:
        if one.closed or one.obstacle:
            xs, ys, wide = [x for x, _ in one.outline], [y for _, y in one.outline], one.width // 2
            found.append(Rectangle(min(xs) - wide, min(ys) - wide, max(xs) + wide, max(ys) + wide))
    return found


def _free(here: Rectangle, within: Rectangle, taken: Sequence[Rectangle]) -> bool:
    if not (within.left <= here.left and here.right <= within.right):
        return False
    if not (within.bottom <= here.bottom and here.top <= within.top):
        return False
    for other in taken:
        if (
            here.left < other.right + SPACE
            and other.left < here.right + SPACE
            and here.bottom < other.top + SPACE
            and other.bottom < here.top + SPACE
        ):
            return False
    return True


# Command


@rule("QAD-0.400-j")
def _staff(
    battle: Battle,
    scenario: ScenarioEntry,
    side: int,
    within: Rectangle,
    taken: list[Rectangle],
    posted: Mapping[int, int],
) -> list[Stand]:
    """Officers stand behind their units, the commander of the army on the highest ground of the rear; or in the area to
    which they were sent, if there is room. Those who do not take the field keep their numbers, which therefore do not
    tell the enemy how many there are."""
    found = []
    roster = scenarios.army_of(scenario.sides[side])
    mine = [unit for unit in battle.units if unit.side == side]
    land = ground(battle.land)
    for at, officer in enumerate(officers(battle, scenario, side)):
        unit = mine[officer.unit] if officer.unit >= 0 else None
        sheet = unit.troops.sheet if unit is not None else book().nations[roster.nation].sheet
        front, depth = _base(sheet)
        post = posted.get(at, USUAL_POST)
        guard = _guard(roster, mine) if officer.rank == "army" and post == USUAL_POST else None
        legion = unit.n if unit is not None else -1
        stand = Stand(-1, side, officer.title, officer.rank, legion, sheet, Pose(0, 0, 0), 0, front, depth)
        found.append(stand)
        if unit is not None and unit.arrives:
            continue
        posts = [_behind(guard, depth)] if guard is not None else _posts(unit, side, within, land)
        if post != USUAL_POST:
            posts = [*_inside(area(post, side, within)), *posts]
        for x, y in posts:
            here = Rectangle(x - 3 * front // 2, y - depth // 2, x + 3 * front // 2, y + depth // 2)
            if guard is not None or _free(here, within, taken):
                taken.append(here)
                stand.pose, stand.figures = Pose(x, y, FAR_EDGE if side else 0), 3
                stand.with_ = guard.n if guard is not None else -1
                break
    return found


def officers(battle: Battle, scenario: ScenarioEntry, side: int) -> list[organisation.Officer]:
    """The officers of a side for whom there are command stands, in the order of its list."""
    roster = scenarios.army_of(scenario.sides[side])
    mine = [unit for unit in battle.units if unit.side == side]
    told = [
        (armies.people_of(order, roster), unit.troops.name, len(unit.troops.kits))
        for order, unit in zip(roster.units, mine, strict=True)
    ]
    return organisation.officers(roster.nation, told, roster.commander, roster.royal)


def _inside(where: Rectangle) -> list[tuple[int, int]]:
    """Places for a stand in an area, those near its middle first."""
    x, y = (where.left + where.right) // 2, (where.bottom + where.top) // 2
    return [(x + dx, y + dy) for dx, dy in NEAR if where.holds(x + dx, y + dy)]


def _with_commander(here: Rectangle, unit: Unit) -> Rectangle:
    """The ground of a bodyguard with that of the stand behind it."""
    deep = unit.kit(0).depth + 50 * MM
    if unit.pose.facing not in (0, FAR_EDGE):
        return Rectangle(here.left - deep, here.bottom - deep, here.right + deep, here.top + deep)
    if unit.pose.facing == FAR_EDGE:
        return here._replace(top=here.top + deep)
    return here._replace(bottom=here.bottom - deep)


def _guard(roster: ArmyEntry, mine: Sequence[Unit]) -> Unit | None:
    """The bodyguard of the army's commander, where it stands on the table."""
    pairs = zip(roster.units, mine, strict=True)
    return next((unit for order, unit in pairs if order.bodyguard and unit.there), None)


def _behind(unit: Unit, depth: int) -> tuple[int, int]:
    """The place for a stand that touches the rear of a unit."""
    return unit.pose.to_table(0, -((local_frame(unit).depth + depth) // 2))


def _base(sheet: str) -> tuple[int, int]:
    """Command figures stand on 25 x 25 mm, those of other races on the base of their race."""
    entry = book().sheets[sheet]
    if entry.human:
        return 25 * MM, 25 * MM
    size = sheets.base(entry, next(iter(entry.troops)))
    return size.front * MM, size.depth * MM


NEAR = sorted(
    ((x, y) for x in range(-60 * STEP, 61 * STEP, 3 * STEP) for y in range(-20 * STEP, 21 * STEP, 2 * STEP)),
    key=lambda at: (at[0] ** 2 + at[1] ** 2, at),
)
"""Steps away from where a stand would best be, the nearest first."""


def _posts(unit: Unit | None, side: int, within: Rectangle, land: Ground) -> list[tuple[int, int]]:
    """Places for a stand, the best first: near the rear of its unit, or high and central in the rear of the army."""
    if unit is None:
        rear = area(12, side, within)
        middle = (within.left + within.right) // 2
        spots = [(x, y) for x in range(rear.left, rear.right, 9 * STEP) for y in range(rear.bottom, rear.top, 3 * STEP)]
        return sorted(spots, key=lambda at: (-land.height(*at), abs(at[0] - middle), at))
    x, y = unit.pose.to_table(0, -(local_frame(unit).depth // 2 + 2 * STEP))
    return [(x + dx, y + dy) for dx, dy in NEAR]
