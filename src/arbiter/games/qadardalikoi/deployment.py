"""0.521, deployment: the field is shown, the sides dice for their edges, and both draw up their armies in secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from arbiter.core import Choose, Foreseen, Form, Illegal, Label, Option, Outline, Rules, Text, Together, copied, rule
from arbiter.core.scenes import Overlay

from . import aims, armies, handlers, meadow, organisation, pictured, scenarios, sheets, terrain, warhammers
from .army_formations import Post, Rectangle, area, area_at, suits, why_not, zone
from .battle_entries import ArmyEntry, ScenarioEntry
from .book import book
from .formations import arranged, formable, local_frame
from .geometry import DEGREE, MM, Base, Pose, Spot
from .ground import Feature, Ground, Land, ground
from .ranks import ranks
from .state import SIDES, Battle, BattleOptions, Figure, Qadardalikoi, Side, Stand, Unit

STEP = 10 * MM
"""Places are tried so far from each other."""
SPACE = 10 * MM
"""Between units that are drawn up by the book."""
SOLID = (1, 2, 3)
SERPENT = 4
PAIRED = (*warhammers.SHARED, meadow.MEADOW)
"""Formations that two units make together."""
FAR_EDGE = 180 * DEGREE


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
        formation=mustered.order.formation or 2, arrives=mustered.order.arrives,
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
    """Where a unit is to stand: an area (0: wherever there is room), a unit formation and its files (0: the usual)."""

    area: int
    formation: int
    files: int = 0


def zone_of(battle: Battle, scenario: ScenarioEntry, side: int) -> Rectangle:
    """The rectangle in which a side deploys."""
    given = scenario.sides[side].zone
    if given is None:
        return zone(side, battle.land.width, battle.land.depth)
    (left, bottom), (right, top) = given
    return Rectangle(left * MM, bottom * MM, right * MM, top * MM)


@rule("QAD-SEQ-9", "QAD-SEQ-15")
def draw_up(battle: Battle, scenario: ScenarioEntry, side: int, orders: dict[int, Orders]) -> None:
    """Every unit of a side in its area and formation, inside the side's rectangle, off closed ground and other bases;
    those for which there is no room wait."""
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
                taken.append(_with_commander(found, unit, side) if lines[at].bodyguard else found)
                break
        else:
            unit.arrives = 2
    battle.stands = [stand for stand in battle.stands if stand.side != side]
    _staff(battle, scenario, side, within, taken)
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
    for files in (told.files, *_widths(unit, told.formation)):
        if hammer is not None:
            _joined(unit, hammer, told, files)
            frame = warhammers.whole(unit, hammer)
        else:
            unit.formation = told.formation if told.formation in formable(unit) else 2
            unit.figures = arranged(unit, unit.formation, files)
            frame = local_frame(unit)
        for x, front in _spots(where, unit.side, within, frame):
            pose = Pose(x, front + (frame.depth // 2 if unit.side else -frame.depth // 2), unit.pose.facing)
            half = frame.front // 2
            here = Rectangle(x - half, pose.y - frame.depth // 2, x + half, pose.y + frame.depth // 2)
            if _free(here, within, taken):
                unit.pose = pose
                if hammer is not None:
                    hammer.pose, hammer.hidden = pose, unit.formation in warhammers.SHARED
                return here
    if hammer is not None:
        unit.with_ = hammer.with_ = -1
    return None


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
def _staff(battle: Battle, scenario: ScenarioEntry, side: int, within: Rectangle, taken: list[Rectangle]) -> None:
    """Officers stand behind their units; the commander of the army on the highest ground of the rear."""
    roster = scenarios.army_of(scenario.sides[side])
    mine = [unit for unit in battle.units if unit.side == side]
    told = [
        (armies.people_of(order, roster), unit.troops.name, len(unit.troops.kits))
        for order, unit in zip(roster.units, mine, strict=True)
    ]
    land = ground(battle.land)
    for officer in organisation.officers(roster.nation, told, roster.commander, roster.royal):
        unit = mine[officer.unit] if officer.unit >= 0 else None
        if unit is not None and unit.arrives:
            continue
        sheet = unit.troops.sheet if unit is not None else book().nations[roster.nation].sheet
        front, depth = _base(sheet)
        guard = _guard(roster, mine) if officer.rank == "army" else None
        posts = [_behind(guard, side, depth)] if guard is not None else _posts(unit, side, within, land)
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


def _with_commander(here: Rectangle, unit: Unit, side: int) -> Rectangle:
    """The ground of a bodyguard with that of the stand behind it."""
    deep = unit.kit(0).depth + 50 * MM
    return here._replace(top=here.top + deep) if side else here._replace(bottom=here.bottom - deep)


def _guard(roster: ArmyEntry, mine: Sequence[Unit]) -> Unit | None:
    """The bodyguard of the army's commander, where it stands on the table."""
    pairs = zip(roster.units, mine, strict=True)
    return next((unit for order, unit in pairs if order.bodyguard and unit.there), None)


def _behind(unit: Unit, side: int, depth: int) -> tuple[int, int]:
    """The place for a stand that touches the rear of a unit."""
    away = (local_frame(unit).depth + depth) // 2
    return unit.pose.x, unit.pose.y + (away if side else -away)


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
    behind = local_frame(unit).depth // 2 + 2 * STEP
    x, y = unit.pose.x, unit.pose.y + (behind if side else -behind)
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
        front = unit.pose.y + (-frame.depth // 2 if side else frame.depth // 2)
        deep = max(ranks(unit).values(), default=1)
        found.append(
            Post(
                area_at(unit.pose.x, front, side, within), len(unit.figures),
                sheets.armour(book().sheets[unit.troops.sheet], kit.column, kit.guard), kit.column, numbers.human,
                bool(kit.missile), unit.formation, frame.front, deep * kit.depth, unit.troops.sheet,
                max(numbers.walk.open, numbers.fly), -unit.pose.x if side else unit.pose.x, front,
            )
        )  # fmt: skip
    return found


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
    if s.options.open_table:
        g.reveal()
    g.tell("deploy.done")
    return True


def stand_as_told(battle: Battle, scenario: ScenarioEntry, side: int, answer: Mapping[str, Any]) -> Illegal | None:
    """Draw up a side as an answer says; the reason why the plan that it names is not in force then."""
    mine = [unit.n for unit in battle.units if unit.side == side]
    lines = scenarios.army_of(scenario.sides[side]).units
    told = {n: Orders(answer[f"area{n}"], answer[f"form{n}"], line.files) for n, line in zip(mine, lines, strict=True)}
    draw_up(battle, scenario, side, told)
    plan = answer["plan"]
    return why_not(plan, posts(battle, scenario, side)) if plan else None


def no_room(battle: Battle, side: int) -> list[str]:
    """The units of a side that wait because there was no room for them."""
    return [unit.troops.name for unit in battle.units if unit.side == side and unit.arrives == 2]


def foreseen(g: Qadardalikoi, scenario: ScenarioEntry, side: int, answer: Mapping[str, Any]) -> Foreseen:
    """How a side would stand: every unit where it would be, the areas of the field by name, and whether the plan would
    be in force."""
    there = copied(g.state)
    refused = stand_as_told(there, scenario, side, answer)
    key = "waiting" if no_room(there, side) else "not_so" if refused else "plan" if answer["plan"] else "without"
    text = Text(f"deploy.{key}", {"formation": answer["plan"], "units": no_room(there, side)})
    within = zone_of(there, scenario, side)
    overlays: list[Overlay] = []
    for number in range(1, 11):
        left, low, right, high = area(number, side, within)
        points = [pictured.shown(there.land, x, y) for x, y in ((left, low), (right, low), (right, high), (left, high))]
        rear = (high * 5 + low) // 6 if side else (low * 5 + high) // 6
        middle = pictured.shown(there.land, (left + right) // 2, rear)
        overlays += [
            Outline(f"area-{number}", points, "field", "area", side),
            Label(f"area-name-{number}", middle, Text(f"area_number.{number}"), "field", "area"),
        ]
    mine = [unit for unit in there.units if unit.side == side and unit.there]
    return Foreseen(text, overlays, [pictured.ghost(there.land, unit) for unit in mine])


def _form(g: Qadardalikoi, scenario: ScenarioEntry, side: int) -> Form:
    """The questions about a deployment; what the list says of a unit stands there first."""
    lines = scenarios.army_of(scenario.sides[side]).units
    mine = [unit for unit in g.state.units if unit.side == side]
    plans = scenarios.plans_of(scenario.sides[side])
    fields: dict[str, Any] = {"plan": Choose(side, plans, "deploy.choose_plan", _plan_option, rule="QAD-0.410-a")}
    usual = {"plan": plans[0]}
    for unit, order in zip(mine, lines, strict=True):
        names = {"unit": unit.troops.name}
        hides = any(line.shares - 1 == mine.index(unit) for line in lines) and order.formation in PAIRED
        known = [*formable(unit), *([order.formation] if hides else [])]
        places, forms = _first(range(1, 11), order.area), _first(known, unit.formation)
        usual |= {f"area{unit.n}": places[0], f"form{unit.n}": forms[0]}
        fields[f"area{unit.n}"] = Choose(side, places, "deploy.choose_area", _area_option, args=names)
        fields[f"form{unit.n}"] = Choose(side, forms, "deploy.choose_form", _form_option, args=names)
    return Form(
        side, fields, "deploy.ask", rule="QAD-0.521-a", usual=usual,
        foresee=lambda answer: foreseen(g, scenario, side, answer),
    )  # fmt: skip


def _first(numbers: Iterable[int], wish: int) -> list[int]:
    """Numbers in their order, but the one that is wished for before all others."""
    return sorted(numbers, key=lambda n: (n != wish, n))


def _plan_option(number: int) -> Option:
    return Option(number, "deploy.plan_option" if number else "deploy.no_plan", {"formation": number})


def _area_option(number: int) -> Option:
    return Option(number, "deploy.area_option", {"area": number})


def _form_option(number: int) -> Option:
    return Option(number, "deploy.form_option", {"formation": number})
