"""0.521, deployment: the field is shown, the sides dice for their edges, and both draw up their armies in secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from arbiter.core import (
    Amount,
    Ask,
    Choose,
    Foreseen,
    Form,
    Illegal,
    Label,
    Option,
    Outline,
    Rules,
    Text,
    Together,
    copied,
    rule,
)
from arbiter.core.asks import Case
from arbiter.core.scenes import Overlay

from . import aims, armies, handlers, meadow, organisation, pictured, rates, scenarios, sheets, terrain, warhammers
from .army_formations import Post, Rectangle, area, area_at, suits, why_not, zone
from .battle_entries import ArmyEntry, ScenarioEntry
from .book import book
from .formations import arranged, formable, local_frame
from .geometry import DEGREE, MM, TURN, Base, Pose, Spot
from .geometry.bases import frame as framed
from .ground import Feature, Ground, Land, ground
from .ranks import ranks
from .state import SIDES, Battle, BattleOptions, Figure, Formed, Qadardalikoi, Side, Stand, Unit

STEP = 10 * MM
"""Places are tried so far from each other."""
SPACE = 10 * MM
"""Between units that are drawn up by the book."""
SOLID = (1, 2, 3)
SERPENT = 4
PAIRED = (*warhammers.SHARED, meadow.MEADOW)
"""Formations that two units make together."""
FAR_EDGE = 180 * DEGREE
SKIRMISH_LINE = 3
"""The formation of who deploys in skirmish order."""
USUAL_POST = 0
"""A stand behind its unit, or with the army's bodyguard, or high in the rear."""


@rule("QAD-0.110-a", "QAD-0.122-a")
def start(options: BattleOptions) -> Battle:
    """A scenario before anything has happened, as a referee would lay it out: the terrain, and both armies on their
    bases as their lists say."""
    scenario = scenarios.scenario_of(options)
    land = terrain.land(book().battlefields[scenario.battlefield], scenario.weather)
    land = replace(land, features=(*land.features, *_stakes(scenario, land)))
    sides: list[Side] = []
    units: list[Unit] = []
    for side, has in enumerate(scenario.sides):
        roster = scenarios.army_of(has)
        for mustered in armies.muster(roster, has.home):
            units.append(unit_of(len(units), side, mustered))
        worth = sum(unit.troops.points for unit in units if unit.side == side)
        plan = scenarios.plans_of(has)[0]
        sides.append(Side(has.name, roster.nation, plan, seat=side, points=worth, home=has.home))
    battle = Battle(options, land, sides, units, [], step="edges", limit=options.turns or scenario.turns)
    for side in SIDES:
        draw_up(battle, scenario, side, {})
    return battle


def _stakes(scenario: ScenarioEntry, land: Land) -> list[Feature]:
    found = []
    for side, has in enumerate(scenario.sides):
        if has.stakes:
            within = zone(side, land.width, land.depth)
            front = (within.bottom if side else within.top) // MM
            found += [terrain.feature(one) for one in terrain.stakes(0, land.width // MM, front, bool(side))]
    return found


def unit_of(n: int, side: int, mustered: armies.Mustered) -> Unit:
    """A unit with its figures in no order yet."""
    cohorts = [cohort for cohort, size in enumerate(mustered.cohorts) for _ in range(size)]
    figures = tuple(Figure(number, cohort, Spot(0, 0)) for number, cohort in enumerate(cohorts))
    facing = FAR_EDGE if side else 0
    return Unit(
        n, side, mustered.troops, Pose(0, 0, facing), figures, mustered.troops.fatigue,
        formation=mustered.order.formation or 2, arrives=mustered.order.arrives, division=mustered.order.division,
    )  # fmt: skip


# The edges


@rule("QAD-0.134-d", "QAD-0.134-D1", "QAD-0.134-G1")
def edges(g: Qadardalikoi) -> Rules[bool]:
    """When the terrain lies, both sides dice, and the higher chooses its long edge; in some battles it is given."""
    s = g.state
    scenario = scenarios.scenario_of(s.options)
    aims.brief(g)
    if scenario.edges:
        while True:
            rolls = [g.percent() for _ in SIDES]
            g.tell("edges.rolls", a=rolls[0], b=rolls[1], one=0, other=1)
            if rolls[0] != rolls[1]:
                break
        winner = int(rolls[1] > rolls[0])
        choice = yield Choose(winner, ("keep", "change"), "edges.choose", rule="QAD-0.134-D1")
        if choice == "change":
            s.land = turned(s.land)
            for side in SIDES:
                draw_up(s, scenario, side, {})
        g.tell("edges.chosen", seat=winner, choice=choice)
    return True


def turned(land: Land) -> Land:
    """The field turned half round: so the sides change edges and each still sees its own below."""
    features = tuple(
        replace(one, outline=tuple((land.width - x, land.depth - y) for x, y in one.outline)) for one in land.features
    )
    return replace(land, features=features)


# Drawing up


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
    hammers = {lines[at].shares - 1: unit for at, unit in enumerate(mine) if lines[at].shares}
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
            if hammer is not None and told.formation not in PAIRED and not handlers.are_beasts(unit):
                hammer = None
            found = _stood(unit, told, where, within, taken, hammer)
            if found is not None:
                taken.append(_with_commander(found, unit) if lines[at].bodyguard else found)
                break
        else:
            unit.arrives = 2
    battle.stands = [stand for stand in battle.stands if stand.side != side]
    _staff(battle, scenario, side, within, taken, posted)
    battle.stands.sort(key=lambda stand: stand.side)
    for n, stand in enumerate(battle.stands):
        stand.n = n


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
) -> None:
    """Officers stand behind their units, the commander of the army on the highest ground of the rear; or in the area to
    which they were sent, if there is room."""
    roster = scenarios.army_of(scenario.sides[side])
    mine = [unit for unit in battle.units if unit.side == side]
    land = ground(battle.land)
    for at, officer in enumerate(officers(battle, scenario, side)):
        unit = mine[officer.unit] if officer.unit >= 0 else None
        if unit is not None and unit.arrives:
            continue
        sheet = unit.troops.sheet if unit is not None else book().nations[roster.nation].sheet
        front, depth = _base(sheet)
        post = posted.get(at, USUAL_POST)
        guard = _guard(roster, mine) if officer.rank == "army" and post == USUAL_POST else None
        posts = [_behind(guard, depth)] if guard is not None else _posts(unit, side, within, land)
        if post != USUAL_POST:
            posts = [*_inside(area(post, side, within)), *posts]
        for x, y in posts:
            here = Rectangle(x - 3 * front // 2, y - depth // 2, x + 3 * front // 2, y + depth // 2)
            if guard is not None or _free(here, within, taken):
                taken.append(here)
                pose = Pose(x, y, FAR_EDGE if side else 0)
                legion = unit.n if unit is not None else -1
                stand = Stand(
                    len(battle.stands), side, officer.title, officer.rank, legion, sheet, pose, 3, front, depth,
                    with_=guard.n if guard is not None else -1,
                )  # fmt: skip
                battle.stands.append(stand)
                break


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


# The plan


def posts(battle: Battle, scenario: ScenarioEntry, side: int) -> list[Post]:
    """The units of a side as a plan of battle looks at them."""
    within = zone_of(battle, scenario, side)
    found = []
    for unit in battle.units:
        if unit.side != side or not unit.there:
            continue
        kit, frame = unit.kit(0), local_frame(unit)
        numbers = book().troops[unit.troops.sheet, kit.troop]
        deep = max(ranks(unit).values(), default=1)
        found.append(
            Post(
                area_of(unit, within), len(unit.figures),
                sheets.armour(book().sheets[unit.troops.sheet], kit.column, kit.guard), kit.column, numbers.human,
                bool(kit.missile), unit.formation, frame.front, deep * kit.depth, unit.troops.sheet,
                max(numbers.walk.open, numbers.fly), -unit.pose.x if side else unit.pose.x, _front_of(unit)[1],
            )
        )  # fmt: skip
    return found


def area_of(unit: Unit, within: Rectangle) -> int:
    """The area in which a unit stands: the one that holds the centre of its front rank."""
    return area_at(*_front_of(unit), unit.side, within)


def _front_of(unit: Unit) -> tuple[int, int]:
    return unit.pose.to_table(0, local_frame(unit).depth // 2)


@rule("QAD-0.521-a", "QAD-0.521-D1", "QAD-0.512-a")
def deploy(g: Qadardalikoi) -> Rules[bool]:
    """Both sides hand in their plans at once and in secret: an army formation, and where and how each unit stands; then
    a plan is in force that the army stands by."""
    s = g.state
    scenario = scenarios.scenario_of(s.options)
    answers: tuple[dict[str, Any], ...] = yield Together(*(_form(g, scenario, side) for side in SIDES))
    for side, answer in zip(SIDES, answers, strict=True):
        plan = answer["plan"]
        refused = stand_as_told(s, scenario, side, answer)
        s.sides[side].formation = 0 if refused else plan
        if refused:
            g.tell("deploy.not_so", (side,), formation=plan)
        elif plan:
            g.tell("deploy.plan", (side,), formation=plan)
        if waiting := no_room(s, side):
            g.tell("deploy.waiting", (side,), units=waiting)
    for unit in s.units:
        unit.hidden = unit.hidden and not warhammers.scouted(g, unit)
    if s.options.open_table:
        g.reveal()
    g.tell("deploy.done")
    return True


def stand_as_told(battle: Battle, scenario: ScenarioEntry, side: int, answer: Mapping[str, Any]) -> Illegal | None:
    """Draw up a side as an answer says; the reason why the plan that it names is not in force then."""
    mine = [unit.n for unit in battle.units if unit.side == side]
    lines = scenarios.army_of(scenario.sides[side]).units
    told = {
        n: Orders(answer[f"area{n}"], answer[f"form{n}"], line.files, answer[f"facing{n}"], answer[f"order{n}"])
        for n, line in zip(mine, lines, strict=True)
    }
    for n in mine:
        battle.units[n].division = answer[f"division{n}"]
    posted = {at: answer.get(f"stand{at}", USUAL_POST) for at in range(len(officers(battle, scenario, side)))}
    draw_up(battle, scenario, side, told, posted)
    plan = answer["plan"]
    return why_not(plan, posts(battle, scenario, side)) if plan else None


def no_room(battle: Battle, side: int) -> list[str]:
    """The units of a side that wait because there was no room for them."""
    return [unit.troops.name for unit in battle.units if unit.side == side and unit.arrives == 2]


def foreseen(g: Qadardalikoi, scenario: ScenarioEntry, side: int, answer: Mapping[str, Any]) -> Foreseen:
    """How a side would stand: every unit and command stand where it would be, the areas of the field by name, and
    whether the plan would be in force."""
    there = copied(g.state)
    refused = stand_as_told(there, scenario, side, answer)
    key = "waiting" if no_room(there, side) else "not_so" if refused else "plan" if answer["plan"] else "without"
    text = Text(f"deploy.{key}", {"formation": answer["plan"], "units": no_room(there, side)})
    within = zone_of(there, scenario, side)
    mine = [unit for unit in there.units if unit.side == side and unit.there]
    officered = [one for one in there.stands if one.side == side]
    standing = [*(unit.pose for unit in mine), *(one.pose for one in officered)]
    overlays: list[Overlay] = []
    for number in range(1, 11):
        left, low, right, high = area(number, side, within)
        points = [pictured.shown(there.land, x, y) for x, y in ((left, low), (right, low), (right, high), (left, high))]
        # Where somebody stands, the name is beside him.
        taken = any(left < pose.x < right and low < pose.y < high for pose in standing)
        front = (low * 4 + high) // 5 if side else (high * 4 + low) // 5
        across = left + (min(160 * MM, (right - left) // 5) if taken else (right - left) // 2)
        free = pictured.shown(there.land, across, front)
        overlays += [
            Outline(f"area-{number}", points, "field", "area", side),
            Label(f"area-name-{number}", free, Text(f"area_number.{number}"), "field", "area"),
        ]
    ghosts = [pictured.ghost(there.land, unit) for unit in mine]
    stands = [pictured.stand(there.land, one) for one in officered]
    return Foreseen(text, overlays, [*ghosts, *stands])


def _form(g: Qadardalikoi, scenario: ScenarioEntry, side: int) -> Form:
    """The questions about a deployment; what the list says of a unit stands there first. Facings, orders, divisions and
    the places of command stands are as usual, and people are asked for them only if they want to be."""
    roster = scenarios.army_of(scenario.sides[side])
    lines = roster.units
    mine = [unit for unit in g.state.units if unit.side == side]
    plans = scenarios.plans_of(scenario.sides[side])
    within = zone_of(g.state, scenario, side)
    fields: dict[str, Ask] = {"plan": Choose(side, plans, "deploy.choose_plan", _plan_option, rule="QAD-0.410-a")}
    fields["more"] = Choose(side, MORE, "deploy.choose_more", rule="QAD-0.521-D1")
    usual: dict[str, Any] = {"plan": plans[0], "more": MORE[0]}
    cases: dict[str, Case] = {}
    for unit, line in zip(mine, lines, strict=True):
        names = {"unit": unit.troops.name}
        hides = any(other.shares - 1 == mine.index(unit) for other in lines) and line.formation in PAIRED
        known = [*formable(unit), *([line.formation] if hides else [])]
        where = line.area or (area_of(unit, within) if unit.there else 0)
        places, forms = _first(range(1, 11), where), _first(known, unit.formation)
        usual |= {f"area{unit.n}": places[0], f"form{unit.n}": forms[0]}
        fields[f"area{unit.n}"] = Choose(side, places, "deploy.choose_area", _area_option, args=names)
        fields[f"form{unit.n}"] = Choose(side, forms, "deploy.choose_form", _form_option, args=names)
        closer: dict[str, Ask] = {
            f"facing{unit.n}": Amount(side, 0, 359, "deploy.choose_facing", names),
            f"order{unit.n}": Choose(side, may_stand(g, unit), "deploy.choose_order", args=names),
            f"division{unit.n}": Amount(side, 1, armies.DIVISIONS, "deploy.choose_division", names),
        }
        usual |= dict(zip(closer, (0, "close", line.division), strict=True))
        fields |= closer
        cases |= {name: Case(("more",), [(("units", "both"), ask)]) for name, ask in closer.items()}
    for at, officer in enumerate(officers(g.state, scenario, side)):
        if officer.unit < 0 or not lines[officer.unit].arrives:
            ask = Choose(side, POSTS, "deploy.choose_post", _post_option, args={"stand": officer.title})
            fields[f"stand{at}"], usual[f"stand{at}"] = ask, USUAL_POST
            cases[f"stand{at}"] = Case(("more",), [(("stands", "both"), ask)])
    return Form(
        side, fields, "deploy.ask", lambda answer: why_not_divided(roster, mine, answer), rule="QAD-0.521-a",
        usual=usual, likely=[usual], foresee=lambda answer: foreseen(g, scenario, side, answer), cases=cases,
    )  # fmt: skip


MORE = ("no", "units", "stands", "both")
POSTS = tuple(range(USUAL_POST, 13))


def may_stand(g: Qadardalikoi, unit: Unit) -> list[Formed]:
    """The orders in which a unit may deploy, the usual first."""
    found: tuple[Formed, ...] = ("close", "open", "skirmish")
    return [order for order in found if rates.why_not_order(g, unit, order) is None]


def why_not_divided(roster: ArmyEntry, mine: Sequence[Unit], answer: Mapping[str, Any]) -> Illegal | None:
    """Who may not share a division does not; where a list was let through with it, its owner does as he likes."""
    if armies.why_not_divisions(roster) is not None:
        return None
    return armies.why_not_shared([(unit.troops.sheet, answer[f"division{unit.n}"]) for unit in mine])


def _first(numbers: Iterable[int], wish: int) -> list[int]:
    """Numbers in their order, but the one that is wished for before all others."""
    return sorted(numbers, key=lambda n: (n != wish, n))


def _plan_option(number: int) -> Option:
    return Option(number, "deploy.plan_option" if number else "deploy.no_plan", {"formation": number})


def _area_option(number: int) -> Option:
    return Option(number, "deploy.area_option", {"area": number})


def _form_option(number: int) -> Option:
    return Option(number, "deploy.form_option", {"formation": number})


def _post_option(number: int) -> Option:
    return Option(number, "deploy.area_option" if number else "deploy.usual_post", {"area": number})
