"""2.413 and 2.414, retreats, routs and rallies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from arbiter.core import Event, Option, Rules, Several, rule
from arbiter.kit.numbers import Sum

from . import command, observation, rates, sums, warhammers
from .command import may_command
from .contact import between, touched_by
from .formations import middle
from .geometry import DEGREE, MM, SLACK, TURN, Base, ahead, apart, bearing, touching
from .geometry import crowds as many
from .geometry.bases import corners
from .geometry.crowds import Crowd, joined
from .geometry.measures import most_without, rounded
from .ground import footprints, way_of
from .morale import hearers, shake, stands
from .obstacles import ON_TOP
from .state import Qadardalikoi, Stand, Unit
from .turning import turned_to

WAYS = tuple(turn * DEGREE for turn in (0, -15, 15, -30, 30, -45, 45))
FAR_WAYS = (*WAYS, *(turn * DEGREE for turn in (-60, 60, -75, 75)))
"""The directions that are tried, left first, as turns from the straight one."""
IN_THE_WAY = 50 * MM
"""So near the line of flight the army commander stands in the way of a rout."""
COMMANDER = 20
STEP = 5 * MM


# Retreats


@rule("QAD-2.413-c", "QAD-2.413-G1", "QAD-2.300-G9")
def retreats(g: Qadardalikoi) -> Rules[bool]:
    """Step 12: units that must fall back do it now, and act as ever next turn; new routs make their first move."""
    for unit in g.state.units:
        if unit.there and unit.retreat:
            fall_back(g, unit)
        elif unit.there and unit.morale == "rout" and unit.failed == g.state.turn:
            flee(g, unit)
    yield from ()
    return True


def fall_back(g: Qadardalikoi, unit: Unit) -> None:
    """Half a move, one or two, away from the enemy; who has nowhere to go stands where he is. Two that go together fall
    back once, as far as either must; but nobody takes along who stands, runs or makes a last stand."""
    if any(one.morale != "steady" or one.last_stand for one in warhammers.company(g, unit)):
        warhammers.go_alone(g, unit)
    falling = [unit, *(one for one in warhammers.company(g, unit) if one.retreat)]
    halves, away = max(one.retreat for one in falling), from_enemy(g, unit)
    turn, way = farthest(g, unit, away, halves, WAYS, friends=True)
    for one in falling:
        one.retreat = 0
        if way < MM:
            stay(g, one)
            continue
        g.tell("flight.retreats", hearers(one), unit=one.troops.name, n=rounded(way, MM))
        one.fatigue -= 1 if one.fatigue > 0 else 0
    if way >= MM:
        carry(g, unit, away + turn, way)


@rule("QAD-2.413-G3")
def stay(g: Qadardalikoi, unit: Unit) -> None:
    """A unit that must retreat and cannot stands, and can be rallied only as one that stands."""
    unit.morale, unit.rally, unit.failed = "stand", stands().rally, g.state.turn
    g.tell("flight.hemmed_in", hearers(unit), unit=unit.troops.name)


def from_enemy(g: Qadardalikoi, unit: Unit) -> int:
    """The direction away from those it touches, or from the nearest enemy; back where they are on both sides alike."""
    met = [g.state.units[n] for n in touched_by(g, unit)]
    foes = met or sorted(g.foes(unit), key=lambda foe: (between(unit, foe), foe.n))[:1]
    here, there = middle(unit), [middle(foe) for foe in foes]
    x, y = (sum(here[axis] - one[axis] for one in there) for axis in (0, 1))
    return bearing(x, y) if x or y else (unit.pose.facing + TURN // 2) % TURN


# Routs


@rule("QAD-2.413-d", "QAD-2.413-G2")
def routs(g: Qadardalikoi) -> Rules[bool]:
    """In its own movement phase, before all others, what has routed in an earlier turn runs on."""
    for unit in g.of(g.mover):
        if unit.morale == "rout" and unit.failed < g.state.turn:
            flee(g, unit)
            observation.watch(g)
    yield from ()
    return True


def flee(g: Qadardalikoi, unit: Unit) -> None:
    """Each by itself, straight for its own edge at the full rate; who reaches it is gone for this battle."""
    warhammers.go_alone(g, unit)
    home = homeward(unit)
    turn, way = farthest(g, unit, home, 2, FAR_WAYS, friends=False)
    if way:
        path = way_of(unit.crowd(), *ahead(home + turn, way))
        carry(g, unit, home + turn, way)
        g.tell("flight.flees", unit=unit.troops.name, n=rounded(way, MM))
        shake(g, unit, path)
    leave(g, unit)


def homeward(unit: Unit) -> int:
    """The direction of a side's own edge."""
    return TURN // 2 if unit.side == 0 else 0


def leave(g: Qadardalikoi, unit: Unit) -> None:
    """Figures whose bases reach their own edge of the table are gone."""
    edge = 0 if unit.side == 0 else g.state.land.depth
    over = [
        one.n for one in unit.figures
        if any((y <= edge) if unit.side == 0 else (y >= edge) for _, y in corners(unit.base(one)))
    ]  # fmt: skip
    if over:
        unit.figures = tuple(one for one in unit.figures if one.n not in over)
        g.tell("flight.gone", unit=unit.troops.name, n=len(over))


# The way


def farthest(
    g: Qadardalikoi, unit: Unit, straight: int, halves: int, turns: Iterable[int], friends: bool
) -> tuple[int, int]:
    """The turn and the length of a forced move: straight, or if it is stopped before half the way, by the direction
    that carries it farthest. Friends whom routers do not end on shorten their way and turn nobody aside."""
    best = (0, 0)
    for turn in turns:
        clear, whole = length(g, unit, straight + turn, halves, friends)
        way = clear if friends or unit.flying else clear_of_friends(g, unit, straight + turn, clear)
        if turn == 0 and way and 2 * clear >= whole:
            return 0, way
        if way > best[1]:
            best = (turn, way)
    return best


def length(g: Qadardalikoi, unit: Unit, direction: int, halves: int, friends: bool) -> tuple[int, int]:
    """How far a unit can go in a direction, and how far it would; who is on the wing flies over everybody."""
    crowd = body(g, unit)
    whole = pace(g, unit, crowd, direction, halves)
    if not whole:
        return 0, 0
    way = open_way(g, unit, direction, whole, friends)
    return (clear_of_enemies(g, unit, direction, way) if friends else way), whole


def open_way(g: Qadardalikoi, unit: Unit, direction: int, most: int, friends: bool) -> int:
    """How far, up to so far, neither enemies nor closed ground nor `friends` hold a unit up."""
    near = [one for one in g.on_ground(g.friends(unit)) if friends and one.n != unit.with_]
    others = [*g.on_ground(g.foes(unit)), *near] if not unit.flying else []
    touch = many.slide(body(g, unit), *ahead(direction, most), most, joined([one.crowd() for one in others]))
    way = most if touch is None else touch.at
    return most_without(way, lambda n: barred(g, unit, direction, n, edge=friends))


def pace(g: Qadardalikoi, unit: Unit, crowd: Crowd, direction: int, halves: int) -> int:
    """So many half moves, at the lowest rate of the ground that they lead over; what one has no rate for stops one."""
    whole = (rates.wing(g, unit) if unit.height else rates.on_road(g, unit)) * halves // 2
    while whole:
        goings = g.ground.goings_along(crowd, *ahead(direction, whole))
        least = min((n for going in goings if (n := rates.on_going(g, unit, going))), default=0) * halves // 2
        if least >= whole:
            break
        whole = least
    return whole


def body(g: Qadardalikoi, unit: Unit) -> Crowd:
    """The bases that fall back together: a unit's, and those of who goes with it."""
    if unit.with_ < 0:
        return unit.crowd()
    return joined([unit.crowd(), replace(g.state.units[unit.with_], pose=unit.pose).crowd()])


def barred(g: Qadardalikoi, unit: Unit, direction: int, way: int, edge: bool) -> bool:
    """Would it run into ground that nobody enters, or off the table where it may not?"""
    crowd, step = body(g, unit), ahead(direction, way)
    over = way_of(crowd, *step)
    if not unit.height and (g.ground.closed(over) is not None or not rates.rate(g, unit, g.ground.goings_under(over))):
        return True
    ends = crowd.moved(*step)
    if edge:
        return not g.ground.holds(footprints(ends))
    x, y = ends.corners()
    other = (y > g.state.land.depth) if unit.side == 0 else (y < 0)
    return bool((x < 0).any() or (x > g.state.land.width).any() or other.any())


def clear_of_enemies(g: Qadardalikoi, unit: Unit, direction: int, way: int) -> int:
    """A retreat ends out of contact: where enemies bar the way a millimetre short of them, and nowhere along them."""
    bodies = [unit, *([g.state.units[unit.with_]] if unit.with_ >= 0 else [])]

    def met(n: int) -> bool:
        there = unit.pose.moved(*ahead(direction, n))
        return any(touched_by(g, replace(one, pose=there)) for one in bodies)

    return next((n for n in (way, way - MM) if n > 0 and not met(n)), 0)


def clear_of_friends(g: Qadardalikoi, unit: Unit, direction: int, way: int) -> int:
    """Routers push through friends but do not end on them: at the last free place, or the first one beyond to which
    the way is open."""
    others = joined([one.crowd() for one in g.on_ground(g.friends(unit))])

    def taken(n: int) -> bool:
        return len(many.overlapping(unit.crowd().moved(*ahead(direction, n)), others)[0]) > 0

    back = _first(range(way, 0, -STEP), taken)
    if back is not None:
        return back
    on = _first(range(way, 3 * way, STEP), taken) or 0
    return on if on and open_way(g, unit, direction, on, friends=False) == on else 0


def _first(ways: Iterable[int], taken: Callable[[int], bool]) -> int | None:
    return next((way for way in ways if not taken(way)), None)


def carry(g: Qadardalikoi, unit: Unit, direction: int, way: int) -> None:
    """A unit stands at the end of its flight, its back to the enemy if there is room to turn."""
    start = unit.pose
    unit.pose = unit.pose.moved(*ahead(direction, way))
    before, unit.pose = unit.pose, turned_to(unit, unit.figures, direction % TURN)
    crowd = body(g, unit)
    others = joined([one.crowd() for one in g.on_ground(g.state.units) if one.n not in (unit.n, unit.with_)])
    lands, shapes = not unit.flying, footprints(crowd)
    barred = len(many.overlapping(crowd, others)[0]) > 0 or g.ground.closed(shapes) is not None
    met = unit.morale != "rout" and touched_by(g, unit)
    if not g.ground.holds(shapes) or (lands and (barred or met)):
        unit.pose = before
    unit.obstacle = ON_TOP if lands and g.ground.obstacles(footprints(body(g, unit))) else 0
    gone = (unit, *warhammers.company(g, unit))
    for one in gone:
        one.pose, one.gaps = unit.pose, ()
        g.did(one, way=one.deeds.way + way)
    if unit.morale == "rout":
        for stand in command.of(g, unit.side):
            stand.with_ = -1 if stand.with_ == unit.n else stand.with_
    for one in gone if unit.morale != "rout" else ():
        command.carry(g, one, start)
    for one in gone:
        command.set_aside(g, one)


# Rallies


@rule("QAD-2.414-a", "QAD-2.414-G1", "QAD-2.414-D1", "QAD-2.414-G3")
def rally(g: Qadardalikoi) -> Rules[bool]:
    """The owner names those to be rallied by a stand that touches them; each is rolled for once."""
    side = g.mover
    ready = [unit.n for unit in g.of(side) if can_rally(g, unit)]
    if not ready:
        return True
    chosen: list[int] = yield Several(
        side, ready, 0, len(ready), "rally.whom", lambda n: _option(g, n), rule="QAD-2.414-D1"
    )
    for n in chosen:
        attempt(g, g.state.units[n])
    return True


def attempt(g: Qadardalikoi, unit: Unit) -> None:
    """One roll to rally a unit."""
    total, roll = chance(g, unit), g.percent()
    g.tell("rally.rolled", hearers(unit), unit=unit.troops.name, roll=roll, most=total.value, parts=sums.parts(total))
    if roll <= total.value:
        unit.morale, unit.rally, unit.failed = "steady", 0, 0


def luck(event: Event) -> float | None:
    """How likely a unit that was rallied was to be rallied."""
    good = event.key == "rally.rolled" and event.args["roll"] <= event.args["most"]
    return float(event.args["most"] / 100) if good else None


def _option(g: Qadardalikoi, n: int) -> Option:
    unit = g.state.units[n]
    return Option(n, "rally.option", {"unit": unit.troops.name, "most": chance(g, unit).value}, (f"unit-{n}",))


def can_rally(g: Qadardalikoi, unit: Unit) -> bool:
    """Did it fail in an earlier turn, is there any chance, and does a stand touch it that no enemy touches?"""
    if unit.morale not in ("stand", "rout") or not unit.rally or unit.failed >= g.state.turn:
        return False
    return any(touches(one, unit) and may_command(g, one) for one in g.state.stands if one.side == unit.side)


def touches(stand: Stand, unit: Unit) -> bool:
    """Does a command stand touch a unit? Nobody on the ground touches those on the wing."""
    return not unit.flying and any(touching(stand.base, one) for one in unit.bases())


@rule("QAD-2.414-b", "QAD-2.414-G2")
def chance(g: Qadardalikoi, unit: Unit) -> Sum:
    """The chance that its failure left it; more if the army commander stands in the way of its flight."""
    helped = unit.morale == "rout" and any(
        one.rank == "army" and one.side == unit.side and one.there and in_path(g, one, unit) for one in g.state.stands
    )
    return Sum(unit.rally, "rally.part.failure").add(COMMANDER if helped and unit.rally else 0, "rally.part.commander")


def in_path(g: Qadardalikoi, stand: Stand, unit: Unit) -> bool:
    """Is the base of a stand within 50 mm of the straight line from a unit to its edge, ahead of it?"""
    edge, here = 0 if unit.side == 0 else g.state.land.depth, middle(unit)
    line = Base(here.x, (here.y + edge) // 2, 0, 0, abs(here.y - edge))
    before = (stand.pose.y < here.y) if unit.side == 0 else (stand.pose.y > here.y)
    return before and apart(stand.base, line) <= IN_THE_WAY + SLACK
