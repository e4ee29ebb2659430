"""2.004, command stands: where they go, with whom they are, who gets out of whose way."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from arbiter.core import Choose, Foreseen, Illegal, Option, Place, Ruler, Rules, Text, rule
from arbiter.core.scenes import Overlay

from . import halts, pictured, staff
from .aim import sees
from .army_formations import may_switch
from .book import book
from .contact import meet
from .disposition import disposition
from .entries import Line
from .geometry import DEGREE, MM, SLACK, Base, Pose, apart, distance
from .geometry.bases import millimetres
from .geometry.crowds import Crowd, box, contacts, overlapping, slide
from .geometry.crowds import joined as together
from .geometry.measures import ahead as straight
from .geometry.shapes import Shapes
from .ground import footprint, footprints, way_of
from .observation import watch_stands
from .pictured import Spot
from .state import Qadardalikoi, Stand, Unit
from .view import as_seen

DONE = "done"
ASIDE = sorted(
    ((10 * MM * x, 10 * MM * y) for x in range(-40, 41) for y in range(-40, 41)),
    key=lambda at: (at[0] ** 2 + at[1] ** 2, at),
)
"""Steps away for a stand that is set aside, the nearest first."""


def of(g: Qadardalikoi, side: int) -> list[Stand]:
    return [stand for stand in g.state.stands if stand.side == side and stand.there]


@rule("QAD-2.004-e")
def may_command(g: Qadardalikoi, stand: Stand) -> bool:
    """A stand in melee cannot give orders; nobody touches it where its bearer or its musician has fallen."""
    if not stand.there:
        return False
    here = staff.body(stand).crowd()
    foes = [*g.on_ground(g.of(1 - stand.side)), *(staff.body(one) for one in of(g, 1 - stand.side))]
    return not any(meet(here, foe.crowd()) for foe in foes)


@rule("QAD-2.004-D1")
def command(g: Qadardalikoi) -> Rules[bool]:
    """Before the other units act a side moves its command stands, one after the other."""
    side = g.mover
    ready = [stand for stand in of(g, side) if not stand.moved]
    if not ready:
        return True
    values = [DONE, *(f"{stand.n}" for stand in ready)]
    choice = yield Choose(side, values, "command.whom", lambda value: _option(g, value), rule="QAD-2.004-D1")
    if choice == DONE:
        return True
    stand = g.state.stands[int(choice)]
    g.show(("stand", stand.n))
    wish = yield place(g, stand)
    spot = g.once(("end", "stand", stand.n), lambda: ended(g, stand, wish))
    if spot != pictured.spot(g.state.land, stand.pose) and not isinstance(spot, Illegal):
        stand.pose = pictured.pose(g.state.land, spot)
        keep_off(g, stand)
    stand.moved = True
    stand.with_ = joined(g, stand)
    watch_stands(g, (1 - side,))
    return False


def _option(g: Qadardalikoi, value: str) -> Option:
    if value == DONE:
        return Option(value, "command.done")
    name = pictured.called(g.state.stands[int(value)], g.state.stands)
    return Option(value, "command.stand", {"name": name}, (f"stand-{value}",))


@rule("QAD-0.410-D1")
def change_plan(g: Qadardalikoi, side: int) -> Rules[None]:
    """At the start of a turn the commander of an army in formation 6 may call it into formation 5, once, while
    his stand is free."""
    s = g.state
    general = next((stand for stand in of(g, side) if stand.rank == "army"), None)
    into = may_switch(s.sides[side].formation, general is not None)
    if into and general is not None and may_command(g, general):
        answer = yield Choose(side, ("keep", "switch"), "command.plan", args={"formation": into}, rule="QAD-0.410-D1")
        if answer == "switch":
            s.sides[side].formation = into


@rule("QAD-2.004-G2")
def reach(g: Qadardalikoi, stand: Stand, shapes: Shapes) -> int:
    """How far a stand goes in a turn: the fastest foot rate of its sheet on that ground, in any direction, untiring."""
    goings = g.ground.goings_under(shapes)
    lines = on_foot(stand.sheet)
    return MM * max((min(_on(line, going) for going in goings) for line in lines), default=0)


@cache
def on_foot(sheet: str) -> list[Line]:
    """The movement lines of a people on its own feet, not of its beasts; of beasts alone all of them."""
    of = book().sheets[sheet]
    walking = {one.line for one in of.troops.values() if not one.beast}
    ridden = {one.line for one in of.troops.values() if one.beast and walking} - walking
    return [line for line in of.moves if line.mode == "walk" and line.type not in ridden]


def _on(line: Line, going: str) -> int:
    """The rate of a line on some going; on a road nobody is slower than beside it (QAD-3.003-G1)."""
    return max(line.road, line.open) if going == "road" else int(getattr(line, going))


def ended(g: Qadardalikoi, stand: Stand, wish: Spot) -> Spot | Illegal:
    """Where a stand comes to that goes to a place: as near as may be, or why it does not go at all."""
    land = g.state.land
    here = pictured.spot(land, stand.pose)
    return pictured.nearest(
        here, wish, lambda spot: None if spot == here else why_not(g, stand, pictured.pose(land, spot))
    )


def place(g: Qadardalikoi, stand: Stand) -> Place:
    """Where a stand goes."""
    land = g.state.land
    here = pictured.spot(land, stand.pose)
    ahead = (here[0], here[1] + (-50 if stand.side == 0 else 50), here[2])

    def check(wish: Spot) -> Illegal | None:
        found = ended(g, stand, wish)
        return found if isinstance(found, Illegal) else None

    return Place(
        stand.side, pictured.box(land, here), "command.place", 1, range(360), check, [here, ahead],
        {"name": pictured.called(stand, g.state.stands)},
        "QAD-2.004-D1", ghost=pictured.stand(land, stand),
        foresee=lambda wish: foreseen(g, stand, wish),
    )  # fmt: skip


def foreseen(g: Qadardalikoi, stand: Stand, wish: Spot) -> Foreseen | None:
    """A stand at another place: how far that is, of how far it may go on such ground; how far it is seen there."""
    spot = ended(g, stand, wish)
    if isinstance(spot, Illegal):
        return None
    stays = spot == pictured.spot(g.state.land, stand.pose)
    goal = stand.pose if stays else pictured.pose(g.state.land, spot)
    start, end = (pictured.shown(g.state.land, pose.x, pose.y) for pose in (stand.pose, goal))
    way = millimetres(distance(goal.x - stand.pose.x, goal.y - stand.pose.y))
    name = Text("foreseen.far", {"way": way})
    most = reach(g, stand, footprints(Crowd.of([stand.base])))
    overlays: list[Overlay] = [
        pictured.within(g.state.land, stand.pose, most, stand.side),
        pictured.reach(g.state.land, replace(stand, pose=goal)),
    ]
    if not stays:
        overlays.append(Ruler("foreseen-ruler", start, end, name, pictured.TICKS, "field", owner=stand.side))
    there = replace(stand, pose=goal)
    told = Text("foreseen.stand", {"way": way, "near": pictured.near()})
    refused = None if spot == wish else why_not(g, stand, pictured.pose(g.state.land, wish))
    if refused is not None:
        told = Text("foreseen.stops", {"told": told, "why": refused.text, "rule": refused.rule})
    return Foreseen(told, overlays, [pictured.stand(g.state.land, there)])


def why_not(g: Qadardalikoi, stand: Stand, pose: Pose) -> Illegal | None:
    """A stand crosses friends and ends on nobody; it keeps off enemies, closed ground and the edge of the table."""
    there = Base(pose.x, pose.y, pose.facing, 3 * stand.front, stand.depth)
    x, y = pose.x - stand.pose.x, pose.y - stand.pose.y
    way = way_of(Crowd.of([stand.base]), x, y)
    most = min(reach(g, stand, way), reach(g, stand, footprint(there)))
    if distance(x, y) > most + SLACK:
        return Illegal("command.too_far", "QAD-2.004-G2", rate=most // MM)
    if not open_to(g, there) or g.ground.closed(way) is not None:
        return Illegal("move.blocked", "QAD-GEO-6")
    seen = [unit for unit in g.on_ground(g.of(1 - stand.side)) if sees(g, stand.side, unit)]
    if slide(Crowd.of([stand.base]), x, y, distance(x, y), together([unit.crowd() for unit in seen])) is not None:
        return Illegal("move.blocked", "QAD-GEO-6")
    return no_room(as_seen(g, stand.side), stand, there)


def open_to(g: Qadardalikoi, there: Base) -> bool:
    """Does a base lie on the table, and on no closed ground?"""
    return g.ground.holds(footprint(there)) and g.ground.closed(footprint(there)) is None


def no_room(g: Qadardalikoi, stand: Stand, there: Base) -> Illegal | None:
    """Why there is no room for a stand: beside which unit, or which other stand."""
    here = Crowd.of([there])
    units = together([unit.crowd() for unit in g.on_ground(g.state.units)])
    beside = [one for one in g.state.stands if one.there and one.n != stand.n]
    met = next((one for one in beside if len(overlapping(here, Crowd.of([one.base]))[0])), None)
    if met is not None:
        return Illegal("move.no_room_beside", "QAD-GEO-6", name=pictured.called(met, beside))
    return halts.beside(g, here, units, "QAD-GEO-6")


def others(g: Qadardalikoi, stand: Stand) -> Crowd:
    """Everything that a stand may not be put on."""
    stands = Crowd.of([one.base for one in g.state.stands if one.there and one.n != stand.n])
    return together([stands, *[unit.crowd() for unit in g.on_ground(g.state.units)]])


@rule("QAD-2.004-G3")
def joined(g: Qadardalikoi, stand: Stand) -> int:
    """The unit that a commander is with: whose base his stand touches, or in whose hollow it stands; -1 for none."""
    return next((unit.n for unit in g.on_ground(g.of(stand.side)) if is_with(stand, unit)), -1)


def is_with(stand: Stand, unit: Unit) -> bool:
    """Is a commander with a unit? Never with one on the wing over his head."""
    touches = len(contacts(Crowd.of([stand.base]), unit.crowd())[0]) > 0
    return not unit.flying and (touches or in_hollow(unit, stand.base))


def join_again(g: Qadardalikoi) -> None:
    """Commanders are with whom they touch, whoever has come to them or fallen beside them."""
    for stand in g.state.stands:
        if stand.there and (stand.with_ < 0 or not is_with(stand, g.state.units[stand.with_])):
            stand.with_ = joined(g, stand)


def in_hollow(unit: Unit, there: Base) -> bool:
    """Does something stand in the empty middle of a unit's formation?"""
    bases = unit.bases()
    sides = {(x > there.x, y > there.y) for x, y in ((one.x, one.y) for one in bases)}
    return unit.formation in (7, 8) and len(sides) == 4 and all(apart(one, there) > 0 for one in bases)


def carry(g: Qadardalikoi, unit: Unit, before: Pose, flown: bool = False) -> None:
    """The stands with a unit move along with it, for free, but stay on the ground where it has flown; those that it
    comes to are with it."""
    for stand in of(g, unit.side):
        if stand.with_ == unit.n and (flown or unit.height):
            stand.with_ = -1
        elif stand.with_ == unit.n:
            x, y = unit.pose.to_table(*before.from_table(stand.pose.x, stand.pose.y))
            turn = stand.pose.facing - before.facing
            stand.pose = Pose(x, y, (unit.pose.facing + turn) % (360 * DEGREE))
        elif stand.with_ < 0 and is_with(stand, unit):
            stand.with_ = unit.n


def way_to_stand(g: Qadardalikoi, unit: Unit, most: int) -> int | None:
    """How far straight ahead of a unit the first enemy stand is that its side sees, up to so far; None for none."""
    seen = [one for one in of(g, 1 - unit.side) if g.state.options.open_table or one.n in g.state.staff[unit.side]]
    stands = Crowd.of([one.base for one in seen])
    touch = slide(unit.crowd(), *straight(unit.pose.facing, most), most, stands) if most else None
    return None if touch is None else touch.at


@rule("QAD-2.004-G5")
def set_aside(g: Qadardalikoi, unit: Unit) -> None:
    """A stand in the way of a move holds nobody up: it is set aside to the nearest free place, and so is one that comes
    along and finds no room where the unit goes."""
    crowd = unit.crowd()
    for stand in g.state.stands:
        in_the_way = stand.there and not unit.flying and len(overlapping(Crowd.of([stand.base]), crowd)[0])
        if in_the_way or (stand.there and stand.with_ == unit.n and not clear(g, stand)):
            keep_off(g, stand)


def clear(g: Qadardalikoi, stand: Stand) -> bool:
    """Has a stand room where it is?"""
    here = Crowd.of([stand.base])
    near = g.on_ground(g.state.units[n] for n in disposition(g).within(box(here), 0))
    stands = Crowd.of([one.base for one in g.state.stands if one.there and one.n != stand.n])
    taken = together([stands, *[unit.crowd() for unit in near]])
    return open_to(g, stand.base) and not len(overlapping(here, taken)[0])


def keep_off(g: Qadardalikoi, stand: Stand) -> None:
    """A stand that was put on somebody, on closed ground or beyond the table goes to the nearest free place."""
    if clear(g, stand):
        return
    taken = others(g, stand)
    for x, y in ASIDE:
        pose = stand.pose.moved(x, y)
        there = Base(pose.x, pose.y, pose.facing, 3 * stand.front, stand.depth)
        if not len(overlapping(Crowd.of([there]), taken)[0]) and open_to(g, there):
            stand.pose = pose
            stand.with_ = joined(g, stand)
            return
