"""0.420 and 2.134, formations 15, 16 and 17: a screen of troops with a warhammer hidden in it, and how it comes out.

The two units keep their own numbers. They share a pose, the midpoint of the whole, and the warhammer goes where its
screen goes; `unit.with_` is the other one, and a warhammer that the enemy cannot make out is `hidden`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isqrt

from arbiter.core import Illegal, Rules, copied, rule

from . import observation, rates
from .blows import in_dust
from .contact import touched_by
from .formations import arranged, block, local_frame, why_not_form
from .geometry import MM, TURN, Base, Spot, distance
from .geometry.bases import frame
from .geometry.crowds import contacts, overlapping
from .ground import footprints
from .meadow import MEADOW
from .patterns import GAP, Block
from .staff import SHORT
from .state import Figure, Qadardalikoi, Unit
from .turning import faced
from .view import SHARED as SHARED
from .view import scouted

KRUA, GIFT, BOW = SHARED
WEDGE = 5
LINE = 6
"""Cohorts of up to so many figures stand in one rank, larger ones in ranks as long as each other."""
CHANCE = 75
"""The percentage with which shields overhead conceal a warhammer (2.134)."""

Place = tuple[int, int]
"""The middle of a block's front."""


# How they stand


def _line(count: int, each: Block, front: int) -> list[Place]:
    return [((2 * at - count + 1) * each.width // 2, front) for at in range(count)]


@rule("QAD-0.420-s")
def krua(count: int, each: Block, room: int, depth: int) -> tuple[list[Place], Place]:
    """15: a line before the warhammer, cohorts at both its sides, and a line behind where these reach so far back."""
    space = min(each.length, GAP)
    inside = -each.length - space
    most = max(1, min(-(-depth // each.length), (count - 4) // 2))
    beside = next(n for n in range(most, -1, -1) if not n or _near(count - 2 * n, each, room, space))
    left = count - 2 * beside
    ahead = -(-left // 2)
    open_ = depth - beside * each.length + space
    if not beside or left < 4 or open_ > GAP or not _near(left - ahead, each, room, max(space, open_)):
        ahead = left
    found = _line(ahead, each, 0)
    for side in (-1, 1):
        found += [(side * (room + each.width) // 2, inside - at * each.length) for at in range(beside)]
    rear = inside - max(depth, beside * each.length) - space
    return [*found, *_line(count - len(found), each, rear)], (0, inside)


def _near(line: int, each: Block, room: int, space: int) -> bool:
    """Is a line of so many cohorts, with a space before or behind those at the sides of a warhammer, so wide that they
    are not torn from it, though the last rank of its end be incomplete?"""
    lacking = each.depth if each.ranks > 1 else 0
    return distance(max(0, (room - line * each.width) // 2), space + lacking) <= GAP


@rule("QAD-0.420-t")
def gift(count: int, each: Block, room: int, depth: int) -> tuple[list[Place], Place]:
    """16: the screen stands before the warhammer and at both its sides."""
    most = max(1, min((count - 2) // 2, -(-depth // each.length)))
    sides = next(n for n in range(most, -1, -1) if not n or _near(count - 2 * n, each, room, 0))
    found = _line(count - 2 * sides, each, 0)
    for side in (-1, 1):
        found += [(side * (room + each.width) // 2, -each.length * (1 + at)) for at in range(sides)]
    return found, (0, -each.length)


@rule("QAD-0.420-u")
def bow(count: int, each: Block, room: int, depth: int) -> tuple[list[Place], Place]:
    """17: two phalanxes with a lane between them, the warhammer behind the right one."""
    lane = min(GAP, each.width)
    wide = max(1, -(-count // 4))
    found = []
    left = count - count // 2
    for many, side in ((left, -1), (count // 2, 1)):
        for at in range(many):
            row, column = divmod(at, wide)
            found.append((side * (lane + (2 * column + 1) * each.width) // 2, -row * each.length))
    deep = -(-left // wide)
    return found, ((lane + max(wide * each.width, room)) // 2, -deep * each.length)


DRAWINGS: dict[int, Callable[[int, Block, int, int], tuple[list[Place], Place]]] = {KRUA: krua, GIFT: gift, BOW: bow}


@rule("QAD-2.134-a", "QAD-0.420-G3")
def join(screen: Unit, hammer: Unit, number: int) -> None:
    """Draw up a screen and its warhammer as one formation about a common midpoint; both count as standing in it."""
    most = max(len(figures) for figures in screen.cohorts().values())
    each = block(screen, -(-most // -(-most // LINE)))
    inner = block(hammer)
    across = isqrt(2 * len(hammer.cohorts()) - 1) + 1
    rows = -(-len(hammer.cohorts()) // across)
    spots, (x, y) = DRAWINGS[number](len(screen.cohorts()), each, across * inner.width, rows * inner.length)
    screen.figures = _stood(screen, each, spots)
    inside = []
    for at in range(len(hammer.cohorts())):
        row, column = divmod(at, across)
        inside.append((x + (2 * column - across + 1) * inner.width // 2, y - row * inner.length))
    hammer.figures = _stood(hammer, inner, inside)
    middle = whole(screen, hammer)
    for unit, other in ((screen, hammer), (hammer, screen)):
        unit.figures = tuple(
            replace(one, spot=one.spot._replace(x=one.spot.x - middle.x, y=one.spot.y - middle.y))
            for one in unit.figures
        )
        unit.formation, unit.with_ = number, other.n
    hammer.pose = screen.pose


def _stood(unit: Unit, each: Block, places: Sequence[Place]) -> tuple[Figure, ...]:
    found = []
    for (x, y), figures in zip(places, unit.cohorts().values(), strict=True):
        for at, figure in enumerate(figures):
            rank, file = divmod(at, each.files)
            spot = Spot(x + (2 * file - each.files + 1) * each.wide // 2, y - (2 * rank + 1) * each.depth // 2)
            found.append(replace(figure, spot=spot))
    return tuple(sorted(found, key=lambda one: one.n))


def _locals(unit: Unit) -> list[Base]:
    return [one.local(unit.kit(one.cohort)) for one in unit.figures]


def whole(screen: Unit, hammer: Unit) -> Base:
    """The frame round both."""
    return frame([*_locals(screen), *_locals(hammer)], 0)


def is_hammer(unit: Unit) -> bool:
    """Is it the one that is hidden, and not the screen? The later of the two in its army's list."""
    return unit.with_ >= 0 and unit.formation in SHARED and unit.n > unit.with_


# How they go


def led(unit: Unit) -> bool:
    """Does it go where another goes: a warhammer, the bows of a Meadow, handlers of beasts?"""
    return unit.with_ >= 0 and unit.n > unit.with_


def company(g: Qadardalikoi, leader: Unit, parted: bool = False) -> list[Unit]:
    """Who goes where a unit goes; one that takes another formation or order leaves them standing, but not one that only
    raises its shields over both (2.134)."""
    return [] if leader.with_ < 0 or parted else [g.state.units[leader.with_]]


def follow(g: Qadardalikoi, leader: Unit, lines: Sequence[str], parted: bool) -> None:
    """Who goes with a unit goes where it has gone, at the same pace, and pays its own fatigue; a unit that took another
    formation or order has left it standing."""
    if leader.with_ < 0:
        return
    other = g.state.units[leader.with_]
    if parted:
        part(g, leader, other)
        return
    if "withdraw_far" in lines and (leader.pose.facing - other.pose.facing) % TURN == TURN // 2:
        other.figures = faced(other, TURN // 2)
    other.pose, other.gaps = leader.pose, ()
    for line in lines:
        g.pay(other, line)
    g.did(other, acted=True, way=leader.deeds.way, rate=leader.deeds.rate, charged=_charged(g, leader, other))


def _charged(g: Qadardalikoi, leader: Unit, other: Unit) -> tuple[int, ...]:
    """Whom a charge of both touched with the other one's bases."""
    return (touched_by(g, other) or (SHORT,)) if leader.deeds.charged else ()


def why_not_along(g: Qadardalikoi, start: Unit, moved: Unit, parted: bool, breaks_off: bool) -> Illegal | None:
    """Whoever goes with a unit keeps it where it is while he is shaken, and while an enemy holds him, unless it breaks
    off; in his last stand he lets it turn."""
    if start.pose == moved.pose:
        return None
    for other in company(g, start, parted):
        shaken, held = not other.ready, not breaks_off and touched_by(g, other)
        if shaken or held or (other.last_stand and start.pose[:2] != moved.pose[:2]):
            rule = "QAD-2.413-a" if shaken else "QAD-2.142c-a" if held else "QAD-2.421-b"
            return Illegal("move.company_stays", rule, name=other.troops.name)
    return None


def why_not_there(g: Qadardalikoi, start: Unit, moved: Unit, parted: bool) -> Illegal | None:
    """The warhammer, or whoever goes with a unit, must have room where that goes, and comes onto no obstacle that the
    unit does not cross."""
    if moved.with_ < 0 or led(moved) or parted:
        return None
    hammer = g.state.units[moved.with_]
    there = replace_pose(hammer, moved)
    for other in g.on_ground(g.state.units):
        if other.n not in (hammer.n, moved.n) and len(overlapping(there.crowd(), other.crowd())[0]):
            return Illegal("move.hammer_blocked", "QAD-0.420-G3", name=hammer.troops.name)
    shapes = footprints(there.crowd())
    crossed = [one for unit in (start, moved, hammer) for one in g.ground.obstacles(footprints(unit.crowd()))]
    climbs = any(one not in crossed for one in g.ground.obstacles(shapes))
    if climbs or not g.ground.holds(shapes) or g.ground.closed(shapes) is not None:
        return Illegal("move.hammer_blocked", "QAD-0.420-G3", name=hammer.troops.name)
    return None


def replace_pose(unit: Unit, like: Unit) -> Unit:
    """The same unit where another stands."""
    there = copied(unit)
    there.pose = like.pose
    return there


# How it comes out


def go_alone(g: Qadardalikoi, unit: Unit) -> None:
    """A unit leaves the other with which it goes, whichever of the two it is."""
    if unit.with_ >= 0:
        part(g, *sorted((unit, g.state.units[unit.with_]), key=lambda one: one.n))


def outlive(g: Qadardalikoi) -> None:
    """Whoever went with another that is gone goes by himself, whichever of the two led."""
    for unit in g.state.units:
        if unit.there and unit.with_ >= 0 and not g.state.units[unit.with_].there:
            go_alone(g, unit)


def part(g: Qadardalikoi, screen: Unit, hammer: Unit) -> None:
    """The formation ends for both."""
    screen.with_ = hammer.with_ = -1
    if hammer.formation in SHARED and hammer.there:
        g.tell("warhammer.out", name=hammer.troops.name, seat=hammer.side)
    hammer.hidden = False
    for unit in (screen, hammer):
        if unit.formation in SHARED:
            unit.formation = 2
        elif unit.formation == MEADOW:
            unit.formation = 3


@rule("QAD-0.420-G4", "QAD-2.134-D1")
def why_not_uncover(g: Qadardalikoi, screen: Unit) -> Illegal | None:
    """A screen may open that has not moved, has its point of fatigue, touches nobody and finds room to run to; not in
    its last stand, nor after it has fired at its full rate."""
    if screen.with_ < 0 or screen.formation not in SHARED or is_hammer(screen):
        return Illegal("warhammer.none", "QAD-0.420-G4")
    if screen.last_stand:
        return Illegal("move.last_stand", "QAD-2.421-b")
    if screen.deeds.full_rate:
        return Illegal("move.fired", "QAD-2.143-G1")
    if touched_by(g, screen):
        return Illegal("move.in_melee", "QAD-2.142c-a")
    if screen.troops.fatigue and screen.fatigue < 1:
        return Illegal("move.tired", "QAD-2.300-a", points=1, left=screen.fatigue)
    return None if _aside(g, screen) is not None else Illegal("warhammer.no_room", "QAD-0.420-G4")


def _aside(g: Qadardalikoi, screen: Unit) -> Unit | None:
    """The screen as it stands when it has run back: a block behind the warhammer or at its side, within 75 mm, and in
    contact with no enemy."""
    hammer = come_out(g, screen)
    there = copied(screen)
    there.with_, there.formation = -1, 2
    there.figures = arranged(there, 2)
    mine, inner = local_frame(there), local_frame(hammer)
    across, along = (mine.front + inner.front) // 2 + 10 * MM, (mine.depth + inner.depth) // 2 + 10 * MM
    others = [hammer if one.n == hammer.n else one for one in g.on_ground(g.state.units) if one.n != screen.n]
    for x, y in ((0, -along), (-across, 0), (across, 0)):
        at = hammer.pose.to_table(inner.x + x, inner.y + y)
        there.pose = screen.pose._replace(x=at[0], y=at[1])
        on_others = any(len(overlapping(there.crowd(), other.crowd())[0]) for other in others)
        if stands_free(g, there) and not on_others and not touched_by(g, there):
            return there
    return None


def come_out(g: Qadardalikoi, screen: Unit) -> Unit:
    """A warhammer as it comes out: as it stands, but out of a Bow as a wedge about its midpoint, if it has the cohorts
    and the room for one and makes no last stand."""
    hammer = copied(g.state.units[screen.with_])
    if hammer.formation != BOW or hammer.last_stand or why_not_form(hammer, WEDGE) is not None:
        return hammer
    inner = local_frame(hammer)
    x, y = hammer.pose.to_table(inner.x, inner.y)
    struck = replace(hammer, pose=hammer.pose._replace(x=x, y=y), figures=arranged(hammer, WEDGE), formation=WEDGE)
    others = [one for one in g.on_ground(g.state.units) if one.n not in (screen.n, hammer.n)]
    met = any(len(contacts(struck.crowd(), one.crowd())[0]) for one in others)
    return hammer if met or not stands_free(g, struck) else struck


def stands_free(g: Qadardalikoi, unit: Unit) -> bool:
    """Does a unit stand on the table, on ground that is neither closed nor an obstacle?"""
    shapes = footprints(unit.crowd())
    return g.ground.holds(shapes) and not any(one.closed or one.obstacle for one in g.ground.under(shapes))


def uncover(g: Qadardalikoi, screen: Unit) -> None:
    """The screen runs back, for a change of formation; the warhammer may charge in the same phase."""
    there, hammer, out = _aside(g, screen), g.state.units[screen.with_], come_out(g, screen)
    assert there is not None
    screen.figures, screen.pose, screen.formation, screen.gaps = there.figures, there.pose, 2, ()
    screen.stance = False
    g.pay(screen, "formation")
    rate = rates.rate(g, screen, g.ground.goings(screen.crowd()))
    g.did(screen, way=rate // 2, rate=rate)
    part(g, screen, hammer)
    if out.formation == WEDGE:
        hammer.figures, hammer.pose, hammer.formation, hammer.gaps = out.figures, out.pose, WEDGE, ()


@rule("QAD-2.134-G2")
def betrayed(g: Qadardalikoi, hammer: Unit) -> bool:
    """Has a hidden unit been found out: does it touch an enemy, did something fall upon its ground and hit it, or do
    enemies look at it where its screen has lost those who stood in front?"""
    if touched_by(g, hammer) or hammer.deeds.lost:
        return True
    bare = laid_bare(g.state.units[hammer.with_], hammer)
    return bare and any(observation.observes(g, foe, hammer, observation.front(hammer)) for foe in g.foes(hammer))


def laid_bare(screen: Unit, hammer: Unit) -> bool:
    """Does anybody of a warhammer have nobody of the screen before him who had somebody at the start?"""
    if len(screen.figures) == screen.troops.start:
        return False
    size = -(-screen.troops.start // len(screen.troops.kits))
    full, inner = copied(screen), copied(hammer)
    full.figures = tuple(Figure(n, n // size, Spot(0, 0)) for n in range(screen.troops.start))
    join(full, inner, screen.formation)
    return bool(_uncovered(screen, hammer) - _uncovered(full, inner))


def _uncovered(screen: Unit, hammer: Unit) -> set[int]:
    """The figures of a warhammer before whom nobody of its screen stands."""
    theirs = _locals(screen)
    return {
        one.n
        for one, base in zip(hammer.figures, _locals(hammer), strict=True)
        if not any(2 * abs(each.x - base.x) < each.front + base.front and each.y > base.y for each in theirs)
    }


def give_away(g: Qadardalikoi) -> None:
    """Those go alone of whom one is gone or shaken, and a warhammer that is found out comes out of its screen."""
    for hammer in g.state.units:
        if led(hammer) and hammer.there:
            screen = g.state.units[hammer.with_]
            shaken = not screen.there or {screen.morale, hammer.morale} != {"steady"}
            if shaken or (is_hammer(hammer) and betrayed(g, hammer)):
                part(g, screen, hammer)


@rule("QAD-2.134-d", "QAD-2.134-G1", "QAD-0.420-ac")
def concealment(g: Qadardalikoi) -> Rules[bool]:
    """Whether a warhammer stays hidden: against Hláka on the field only in dust, or three times in four under shields
    held overhead; one that touches an enemy is uncovered."""
    give_away(g)
    for hammer in g.state.units:
        if not is_hammer(hammer) or not hammer.there:
            continue
        screen = g.state.units[hammer.with_]
        hammer.hidden = not scouted(g.state, hammer.side) or in_dust(g, screen)
        if not hammer.hidden and screen.stance:
            roll = g.percent()
            hammer.hidden = roll <= CHANCE
            g.tell("warhammer.roll", (hammer.side,), name=hammer.troops.name, roll=roll, most=CHANCE)
    observation.watch(g)
    yield from ()
    return True
