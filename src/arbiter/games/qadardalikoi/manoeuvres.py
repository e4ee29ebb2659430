"""2.130-2.135 with QAD-GEO-5 to QAD-GEO-9: how a unit moves, worked out on a copy of it before anything happens.

A `Trial` is a unit's move under way: it advances, wheels, faces and forms as it is told, stops where it must, and knows
what that takes of the move and which lines of the fatigue table it will pay. Nothing is changed but the copy.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from typing import NamedTuple, cast

from arbiter.core import Illegal, copied, rule

from . import formations, halts, rates
from .aim import sees
from .book import book
from .contact import LEVEL, between, close_to, crosses, lining, touched_by
from .disposition import disposition
from .geometry import DEGREE, MM, SLACK, TURN, Base, Pose, Spot, ahead, apart, arc, bearing, distance
from .geometry import crowds as many
from .geometry.bases import corners, millimetres
from .geometry.crowds import Box, Crowd, box, joined
from .geometry.measures import most_without, rounded
from .geometry.shapes import Shapes
from .ground import Feature, footprints, rectangle, way_of
from .ranks import ranks
from .state import Cloud, Figure, Formed, Qadardalikoi, Unit, hostile
from .turning import Steps, faced, farthest, in_place, meets, turned_to, wheel_points, wheel_way

QUARTERS = 4
"""A move has four quarters, which facing and formation changes use up."""
STEP = 5 * DEGREE
"""The ground under a wheel is looked at so often where all of it is open; leaving other ground, by every degree."""


class Cost(NamedTuple):
    """A part of a move: quarters of it whatever the rate, but at least the time to go so far."""

    quarters: int = 0
    way: int = 0

    def at(self, rate: int) -> int:
        """How far the unit could have gone instead."""
        return max(-(-self.quarters * rate // QUARTERS), self.way)


class Leg(NamedTuple):
    """A stretch of a move: where the unit stood at its end."""

    pose: Pose
    figures: tuple[Figure, ...]
    way: int
    stance: bool
    """Its shields were raised."""


class Trial:
    """A move as it would go."""

    def __init__(self, g: Qadardalikoi, unit: Unit) -> None:
        self.g = g
        self.unit = copied(unit)
        self.start = unit
        self.legs: list[Leg] = []
        self.costs: list[Cost] = []
        self.lines: list[str] = []
        self.touched: tuple[int, ...] = ()
        self.left_behind: tuple[int, ...] = ()
        self.stopped = False
        self.halt: Illegal | None = None
        """What stopped it short of an enemy, and by which rule."""
        self.faced = False
        self.aside: dict[int, int] = {}
        """By how much single cohorts have turned in this move."""
        self.forced = False
        self.slanted: int | None = None
        self.charging = -1
        self.drift: int | None = None
        self.bonus = 0
        self.insists = False
        self.reshaped = False
        self.parted = False
        """It has taken another formation or order, and leaves whoever goes with it standing."""
        self.cloud: Cloud | None = None
        self.pushed: dict[int, tuple[Figure, ...]] = {}
        self.goings: list[str] = list(g.ground.goings(unit.crowd()))
        self._over_along()
        if unit.deeds.way:
            self.costs.append(Cost(0, unit.deeds.way))

    def bound(self, g: Qadardalikoi | None, unit: Unit) -> Trial:
        """The same move of the same unit at another copy of the table, or of none while it is only kept."""
        made = copy(self)
        made.g, made.start, made.unit = cast(Qadardalikoi, g), unit, copied(self.unit)
        made.legs, made.costs, made.lines = self.legs.copy(), self.costs.copy(), self.lines.copy()
        made.pushed, made.goings, made.aside = self.pushed.copy(), self.goings.copy(), self.aside.copy()
        return made

    # What is in the way

    def _around(self, here: Box, reach: int = 0) -> list[Unit]:
        """The other units in a box, or so near it, that it can run into: on the ground, or on the wing as high."""
        found = [self.g.state.units[n] for n in disposition(self.g).within(here, reach) if n != self.unit.n]
        return [one for one in found if one.there and abs(one.height - self.unit.height) <= LEVEL]

    def enemies(self, here: Box) -> Crowd:
        """The enemy bases about a box that end a move; figures in skirmish order do not stop a formed unit
        (QAD-GEO-25)."""
        loose = self.unit.order == "skirmish"
        found = [one for one in self._around(here, SLACK) if hostile(self.unit, one)]
        return joined([one.crowd() for one in found if loose or one.order != "skirmish"])

    def skirmishers(self, here: Box) -> list[Unit]:
        """The enemies about a box that a formed unit pushes along before it."""
        if self.unit.order == "skirmish":
            return []
        near = {one.n for one in self._around(here)} | self.pushed.keys()
        found = [self.g.state.units[n] for n in sorted(near)]
        return [one for one in found if hostile(self.unit, one) and one.order == "skirmish"]

    def loose(self, here: Box) -> Crowd:
        """The bases of these where they stand by now: nobody is set down on them, and whoever turns stops at them."""
        found = [(one, self.pushed.get(one.n, one.figures)) for one in self.skirmishers(here)]
        return joined([replace(one, figures=figures).crowd() for one, figures in found])

    def friends(self, here: Box) -> Crowd:
        """The friendly bases about a box that may not be crossed, those that share its formation left out until it
        leaves them."""
        return joined([one.crowd() for one in self._friends(here) if not crosses(self.unit, one)])

    def all_friends(self, here: Box) -> Crowd:
        return joined([one.crowd() for one in self._friends(here)])

    def crossable(self, here: Box) -> Crowd:
        """The friendly bases about a box that it may cross, but not end on."""
        return joined([one.crowd() for one in self._friends(here) if crosses(self.unit, one)])

    def _friends(self, here: Box) -> list[Unit]:
        found = [one for one in self._around(here) if not hostile(self.unit, one)]
        return [one for one in found if self.parted or one.n != self.unit.with_]

    # What it takes

    @property
    def rate(self) -> int:
        """The rate that holds for the whole turn, as far as the ground is known, that of an earlier part of it too."""
        if self.forced:
            return rates.forced(self.g, self.unit)
        found, before = rates.rate(self.g, self.unit, self.goings), self.start.deeds
        if self.slanted is not None:  # also where it has left the stance since
            found = min(found, rates.in_stance(self.g, self.unit))
        return min(found, before.rate) if before.way else found

    @property
    def spent(self) -> int:
        """How much of the move is used up, as a distance."""
        rate = self.rate
        return sum(cost.at(rate) for cost in self.costs)

    @property
    def left(self) -> int:
        """How far it could still go."""
        return max(0, self.rate + self.bonus - self.spent)

    @rule("QAD-2.300-G5")
    def pay(self, line: str) -> None:
        """Each line of the fatigue table is paid once a turn."""
        if line not in self.lines and line not in self.start.deeds.paid:
            self.lines.append(line)

    @property
    def points(self) -> int:
        """The fatigue points that the move takes."""
        return -sum(book().fatigue[line].points for line in self.lines)

    def beyond(self, length: int) -> Illegal | None:
        """A way that is longer than what is left cannot get shorter: the ground only makes the rate lower."""
        over = length - self.left
        if over <= SLACK:
            return None
        rate = millimetres(self.rate)
        return Illegal("move.too_far", "QAD-2.110-G1", rate=rate, over=millimetres(over))

    # Slides

    @rule("QAD-GEO-5")
    def straight(self, length: int) -> None:
        """Straight ahead along the heading."""
        self.slide(*ahead(self.unit.pose.facing, length), length)

    def slide(self, x: int, y: int, length: int) -> None:
        """A straight line without turning, to its end or to where something stops it."""
        crowd = self.unit.crowd()
        swept = box(crowd).swept(x, y)
        enemies, friends = self.enemies(swept), self.friends(swept)
        foe = many.slide(crowd, x, y, length, enemies)
        friend = many.slide(crowd, x, y, length, friends)
        barred = self._barred(crowd, x, y, length)
        way = min(length, barred, *[touch.at for touch in (foe, friend) if touch is not None])
        way = min(way, firm := self._stop_at_ground(crowd, x, y, way, length))
        way = min(way, self._given_way(crowd, x, y, way, length))
        if way < length and friend is not None and friend.at == way:
            self.halt = halts.friend(self.g, friends, friend.other)
        elif way < length and barred == way:
            self.halt = halts.ground(
                self, way_of(crowd, rounded(x * (way + 1), length), rounded(y * (way + 1), length))
            )
        elif way < length and (foe is None or foe.at > way):
            self.halt = Illegal("halt.ground", "QAD-2.110-b") if way == firm else Illegal("halt.loose", "QAD-GEO-25")
        dx, dy = (rounded(x * way, length), rounded(y * way, length)) if length else (0, 0)
        self._came_on(self.g.ground.goings_along(crowd, dx, dy))
        self._over_along(dx, dy)
        self.costs.append(Cost(0, way))
        self._to(self.unit.pose.moved(dx, dy), way)
        self._push(crowd, dx, dy, way)
        if foe is not None and foe.at == way:
            self.contact(crowd.moved(dx, dy).base(foe.mover), enemies.base(foe.other))
        else:
            mine, theirs = many.contacts(crowd.moved(dx, dy), enemies)
            if len(mine):
                self.contact(crowd.moved(dx, dy).base(int(mine[0])), enemies.base(int(theirs[0])))
        self.stopped = self.stopped or way < length

    def _stop_at_ground(self, crowd: Crowd, x: int, y: int, way: int, length: int) -> int:
        """Ground that the unit has no rate for stops it at its edge."""

        def slow(n: int) -> bool:
            part = self.g.ground.goings_along(crowd, rounded(x * n, length), rounded(y * n, length))
            return rates.rate(self.g, self.unit, (*self.goings, *part)) == 0

        return most_without(way, slow) if length and self.rate else way

    def _barred(self, crowd: Crowd, x: int, y: int, length: int) -> int:
        """How far the way goes before closed ground, an obstacle or the edge of the table."""
        ground = self.g.ground

        def blocked(n: int) -> bool:
            shapes = way_of(crowd, rounded(x * n, length), rounded(y * n, length))
            return not ground.holds(shapes) or (not self.unit.height and self.barred(shapes))

        return most_without(length, blocked) if length else 0

    def barred(self, shapes: Shapes) -> bool:
        """Is there ground that the unit does not enter: closed to all, wet for who shuns water, an obstacle on which it
        does not stand already?"""
        return any(self.bars(one) for one in self.g.ground.under(shapes))

    def bars(self, one: Feature) -> bool:
        if one.closed or self.shuns(one):
            return True
        return one.obstacle and one not in self.g.ground.obstacles(footprints(self.unit.crowd()))

    @rule("QAD-3.001-n1", "QAD-3.001-G1")
    def shuns(self, one: Feature) -> bool:
        """Pé Chói enter no water and no wet ground; bridges are dry."""
        terrain = book().terrain
        return "shuns_water" in self.unit.troops.notes and one.kind in terrain and terrain[one.kind].wet

    def over(self, shapes: Shapes) -> None:
        """The unit has been on this ground."""
        self._came_on(self.g.ground.goings_under(shapes))

    def _came_on(self, goings: Iterable[str]) -> None:
        for going in goings:
            if going not in self.goings:
                self.goings.append(going)
        if "road" in self.goings and len(self.goings) > 1:
            # A road counts only where it carries every base for the whole move (QAD-2.112-G1).
            self.goings = [going for going in self.goings if going != "road"] or ["open"]
            if self.goings and all(going != "open" for going in self.goings) and not self._all_rough():
                self.goings.append("open")

    def _over_along(self, x: int = 0, y: int = 0) -> None:
        """Whoever goes with the unit is on ground of his own, and slides along: both go at the slower rate
        (QAD-0.420-G3)."""
        if self.unit.with_ >= 0 and not self.parted:
            other = self.g.state.units[self.unit.with_]
            crowd = replace_at(other, self.unit.pose, other.figures).crowd()
            self._came_on(self.g.ground.goings_along(crowd, x, y))

    def _all_rough(self) -> bool:
        return "open" not in self.g.ground.goings(self.unit.crowd())

    def _to(self, pose: Pose, way: int) -> None:
        self.unit.pose = pose
        self._over_along()
        come_off(self.g, self.unit)
        self.legs.append(Leg(pose, self.unit.figures, way, self.unit.stance))

    def at(self, pose: Pose) -> Unit:
        """The unit as it would stand at a place."""
        return replace_at(self.unit, pose, self.unit.figures)

    def put(self, pose: Pose) -> None:
        """The unit is set down at a place, whatever lies between."""
        self._to(pose, 0)

    def stand(self) -> None:
        """The figures have moved, the unit has not."""
        self._to(self.unit.pose, 0)

    # Contact

    def contact(self, mine: Base, theirs: Base) -> None:
        """The first touch of an enemy ends a move; the unit lines up."""
        self.stopped = True
        self.line_up(mine, theirs)
        self.touched = touched_by(self.g, self.unit)

    @rule("QAD-GEO-8")
    def line_up(self, mine: Base, theirs: Base) -> None:
        """The unit turns about the point of touch, at most 45 degrees, to lay its front along the edge it touched."""
        turn, point = lining(mine, theirs)
        if turn is None or turn == 0:
            return
        pose = self.unit.pose.turned(turn, self.unit.pose.from_table(*point))
        if self.room(pose, self.unit.figures):
            self._to(pose, 0)

    def room(self, pose: Pose, figures: tuple[Figure, ...]) -> bool:
        """Is there free room for the unit to stand so?"""
        return self.no_room(pose, figures, "") is None

    def no_room(self, pose: Pose, figures: tuple[Figure, ...], rule: str) -> Illegal | None:
        """Why there is no free room for the unit to stand so, by some rule."""
        return halts.no_room(self, replace_at(self.unit, pose, figures).crowd(), rule)

    def free(self, there: Crowd) -> bool:
        """Is nobody else where these bases would be?"""
        return halts.taken(self, there, "") is None

    def _given_way(self, crowd: Crowd, x: int, y: int, way: int, length: int) -> int:
        """How far it comes before a figure that it pushes can give way no more: before another base, closed ground or
        the edge of the table (QAD-GEO-25)."""
        most = way
        for enemy in self.skirmishers(box(crowd).swept(x, y)):
            figures = self.pushed.get(enemy.n, enemy.figures)
            for at, figure in enumerate(figures):
                base = enemy.base(figure)
                touch = many.slide(crowd, x, y, length, Crowd.of([base]))
                if touch is not None and touch.at < most:
                    fellows = replace(enemy, figures=(*figures[:at], *figures[at + 1 :]))
                    most = min(most, touch.at + self._room_before(base, fellows, bearing(x, y), most - touch.at))
        return most

    def _room_before(self, base: Base, fellows: Unit, direction: int, length: int) -> int:
        """How far a base can be pushed along a line."""
        one, ground = Crowd.of([base]), self.g.ground
        others = [unit for unit in self._around(box(one).swept(*ahead(direction, length))) if unit.n != fellows.n]
        crowds = [unit.crowd() for unit in [*others, *([fellows] if fellows.figures else [])]]
        touch = many.slide(one, *ahead(direction, length), length, joined(crowds))

        def blocked(n: int) -> bool:
            shapes = way_of(one, *ahead(direction, n))
            return ground.closed(shapes) is not None or not ground.holds(shapes)

        return most_without(length if touch is None else touch.at, blocked)

    def _push(self, before: Crowd, x: int, y: int, way: int) -> None:
        """Figures in skirmish order in the way are pushed along in front of a formed unit (QAD-GEO-25)."""
        for enemy in self.skirmishers(box(before).swept(x, y)):
            moved = []
            for figure in self.pushed.get(enemy.n, enemy.figures):
                base = enemy.base(figure)
                touch = many.slide(before, x, y, way, Crowd.of([base]))
                if touch is not None:
                    right, up = ahead(bearing(x, y), way - touch.at)
                    here = enemy.pose.from_table(base.x + right, base.y + up)
                    figure = replace(figure, spot=Spot(*here, figure.spot.turn))
                moved.append(figure)
            if tuple(moved) != enemy.figures:
                self.pushed[enemy.n] = tuple(moved)

    # Wheels

    @rule("QAD-2.135-a", "QAD-2.135-b", "QAD-2.135-c", "QAD-GEO-9")
    def wheel(self, angle: int) -> None:
        """The block turns forward about its inner front corner; it costs the path of the outer front corner."""
        pivot, _ = wheel_points(self.unit, angle < 0)
        done = self._turn(angle, pivot)
        way = wheel_way(self.unit, done if angle > 0 else -done)
        self.legs[-1] = self.legs[-1]._replace(way=way)
        self.wheeled(way)

    def wheeled(self, way: int) -> None:
        """A wheel has led so far; to those who turn freely it costs nothing, but no rest either."""
        if turns_freely(self.unit):
            self.faced = True
        else:
            self.costs.append(Cost(0, way))
            self.pay("wheel")

    def _turn(self, angle: int, about: tuple[int, int]) -> int:
        """Turn about a point as far as nothing is hit; how far it went."""
        start, sign = self.unit.pose, 1 if angle > 0 else -1
        crowd = self.unit.crowd()
        x, y = start.to_table(*about)
        reach = max(distance(a - x, b - y) for at in range(len(crowd)) for a, b in corners(crowd.base(at)))
        disc = Crowd.of([Base(x, y, 0, 2 * reach, 2 * reach)])
        # In a wheel figures in skirmish order cannot give way either: it stops at them (QAD-GEO-25).
        enemies = joined([self.enemies(box(disc)), self.loose(box(disc))])
        foes, friends = [one.take(many.near(disc, one, 0)[1]) for one in (enemies, self.friends(box(disc)))]
        around = Shapes.of([rectangle(x - reach, y - reach, x + reach, y + reach)])
        barriers, under, features = self._barriers(around), halts.climbed(self), self.g.ground.under(around)
        steps = Steps((x, y), reach, joined([foes, friends]))
        often = STEP if "open" in self.goings else DEGREE
        total, done = abs(angle), 0
        hit: Base | None = None
        here = self._turned(start, 0, about)
        while done < total:
            edges = [*barriers, *self._new_ground(features), *under]
            goes, beside, grounded = steps.next(here, done, min(total - done, often), edges)
            here = self._turned(start, sign * (done + goes), about)
            met = meets(here, foes) if beside else None
            if met is not None:
                hit = foes.base(met)
                break
            if (friend := meets(here, friends) if beside else None) is not None:
                self.halt = halts.friend(self.g, friends, friend)
                break
            if grounded and not self._passable(here):
                self.halt = halts.ground(self, footprints(here))
                break
            if grounded and halts.climbs(self, here):
                self.halt = Illegal("halt.climbs", "QAD-2.144-G1")
                break
            done += goes
            self.over(footprints(here))
        self._to(start.turned(sign * done, about), 0)
        self.stopped = self.stopped or done < abs(angle)
        if hit is not None:
            mine = min(self.unit.bases(), key=lambda base: apart(base, hit))
            self.contact(mine, hit)
        return done

    def _turned(self, start: Pose, turn: int, about: tuple[int, int]) -> Crowd:
        return self.at(start.turned(turn, about)).crowd()

    def _barriers(self, around: Shapes) -> list[Shapes]:
        """What of some ground could stop a turn: what the unit does not enter, and beyond the table."""
        ground = self.g.ground
        found = [ground.area(one) for one in ground.under(around) if self.bars(one)]
        return found if ground.holds(around) else [*found, ground.border()]

    def _new_ground(self, features: list[Feature]) -> list[Shapes]:
        """What of some terrain would be another going than the unit has been on, be it only a strip."""
        return [self.g.ground.area(one) for one in features if one.going not in (*self.goings, "road")]

    def _passable(self, crowd: Crowd) -> bool:
        shapes = footprints(crowd)
        return self.g.ground.holds(shapes) and not self.barred(shapes)

    # Facing

    @rule("QAD-2.131-a", "QAD-2.131-c", "QAD-2.131-G1", "QAD-2.131-b")
    def face(self, angle: int) -> Illegal | None:
        """Every started 45 degrees take a quarter of the move. By 90 or 180 degrees the figures turn in place and the
        block is laid out again; by another angle it turns about its midpoint, at the pace of its farthest corner. What
        is drawn with parts that look different ways is drawn anew; what is bent or broken goes round as it stands."""
        unit = self.unit
        quarters = -(-abs(angle) // (45 * DEGREE))
        if turns_freely(unit):
            quarters = 0
        self.faced = True
        figures = faced(unit, angle) if in_place(unit, angle) else unit.figures
        pose = turned_to(unit, figures, (unit.pose.facing + angle) % TURN)
        way = 0 if in_place(unit, angle) or turns_freely(unit) else arc(farthest(unit), angle)
        if (refused := self.no_room(pose, figures, "QAD-2.131-G1")) is not None:
            return refused
        held = touched_by(self.g, unit)
        if held and not {*held} <= {*touched_by(self.g, replace_at(unit, pose, figures))}:  # nobody slips away so
            return Illegal("move.in_melee", "QAD-2.142c-a")
        unit.figures = figures
        self.costs.append(Cost(quarters, way))
        self._to(pose, 0)
        self.over(footprints(unit.crowd()))
        return None

    # Formations

    @rule("QAD-2.132-a", "QAD-2.132-b", "QAD-2.132-G1", "QAD-2.003-G2")
    def spread(self, order: Formed) -> Illegal | None:
        """Close, open or skirmish order: half a move and a point. Open, each stands a base from his neighbour."""
        unit = self.unit
        if order == unit.order:
            return Illegal("move.order_held", "QAD-2.132-a")
        if unit.stance:
            return Illegal("move.in_stance", "QAD-0.420-G5")
        number = formations.kept(unit) if order != "skirmish" else 3
        files = _files(unit) if number in (1, 2, 3) else 0
        refused = rates.why_not_order(self.g, unit, order)
        refused = refused or self._reform(formations.arranged(unit, number, files, order))
        if refused is None:
            unit.order, unit.formation = order, number
            self.costs.append(Cost(2, 0))
            self.pay("expansion")
        return refused

    @rule("QAD-2.133-a", "QAD-2.133-b")
    def form(self, number: int, files: int = 0) -> Illegal | None:
        """A change of unit formation: half a turn and a point, about the midpoint of the formation."""
        unit = self.unit
        files = min(files, len(unit.figures))
        refused = formations.why_not_form(unit, number) or formations.why_not_files(unit, number, files)
        if refused is None and unit.stance:
            refused = Illegal("move.in_stance", "QAD-0.420-G5")
        if refused is None:
            refused = self._reform(formations.arranged(unit, number, files))
        if refused is None:
            unit.formation = number
            self.costs.append(Cost(2, 0))
            self.pay("formation")
        return refused

    @rule("QAD-2.133-G1", "QAD-2.133-G2")
    def _reform(self, figures: tuple[Figure, ...]) -> Illegal | None:
        """The midpoint and heading stay; there must be room, beside whoever went with the unit too, nobody may end in
        contact, and nobody nearer to an enemy within 250 mm than the nearest stood before. A unit in contact does not
        change."""
        unit, self.parted = self.unit, True
        middle = formations.local_frame(unit)
        pose = unit.pose.moved(*_difference(unit.pose, middle))
        if touched_by(self.g, unit):
            return Illegal("move.in_contact", "QAD-2.133-G2")
        if (refused := self.no_room(pose, figures, "QAD-2.133-G1")) is not None:
            return refused
        new = replace_at(unit, pose, figures)
        near = {one.n for moved in (unit, new) for one in close_to(self.g, moved, 250 * MM)}
        seen = [one for one in self.g.on_ground(self.g.foes(unit)) if one.n in near and sees(self.g, unit.side, one)]
        for enemy in seen:  # a refusal tells nobody of enemies whom he does not see
            before, after = between(unit, enemy), between(new, enemy)
            if after <= SLACK or (before <= 250 * MM and after < before - SLACK):
                return Illegal("move.nearer", "QAD-2.133-G1")
        unit.figures = figures
        self._to(pose, 0)
        self.over(footprints(unit.crowd()))
        return None

    @rule("QAD-0.420-x")
    def stance(self) -> Illegal | None:
        """Formation 20 is taken or left like another; it needs shields or bucklers and a formation under it."""
        unit = self.unit
        under = book().unit_formations[formations.STANCE]
        if not unit.stance:
            if any(unit.kit(cohort).guard not in ("shield", "buckler") for cohort in unit.cohorts()):
                return Illegal("move.no_shields", "QAD-0.420-G6")
            if formations.standing(unit) in under.not_over or unit.order == "skirmish":
                return Illegal("move.no_stance", "QAD-0.420-x")
        unit.stance = not unit.stance
        self.costs.append(Cost(2, 0))
        self.pay("formation")
        self.stand()
        return None

    @rule("QAD-0.420-y", "QAD-0.420-G5")
    def oblique(self, length: int, right: bool) -> Illegal | None:
        """In formation 20 a unit goes along one line at 45 degrees to its facing, and no other way. Nobody else goes so
        but those to whom all directions are alike."""
        unit = self.unit
        turn = 45 * DEGREE if right else -45 * DEGREE
        if not unit.stance and not turns_freely(unit):
            return Illegal("move.only_stance", "QAD-0.420-y")
        if unit.stance and self.slanted not in (None, turn):
            return Illegal("move.one_line", "QAD-0.420-G5")
        self.slanted = turn if unit.stance else None
        self.slide(*ahead(unit.pose.facing + turn, length), length)
        self.pay("move")
        return None


def replace_at(unit: Unit, pose: Pose, figures: tuple[Figure, ...]) -> Unit:
    """The same unit standing elsewhere."""
    return replace(unit, pose=pose, figures=figures)


def come_off(g: Qadardalikoi, unit: Unit) -> None:
    """Who has left the obstacle that it was crossing crosses none any more, by whatever way it went."""
    if unit.obstacle and not g.ground.obstacles(footprints(unit.crowd())):
        unit.obstacle = 0


@rule("QAD-3.006-n6", "QAD-3.006-G3")
def turns_freely(unit: Unit) -> bool:
    """Ahoggyá have no front: turning costs them nothing."""
    return "turns_freely" in unit.troops.notes


def _files(unit: Unit) -> int:
    return max(1, sum(rank == 1 for rank in ranks(unit).values()))


def _difference(pose: Pose, middle: Base) -> tuple[int, int]:
    x, y = pose.to_table(middle.x, middle.y)
    return x - pose.x, y - pose.y
