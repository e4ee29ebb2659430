"""0.521, deployment: the field is shown, the sides dice for their edges, and both draw up their armies in secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

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

from . import aims, armies, pictured, rates, scenarios, sheets, terrain
from .army_formations import Post, Rectangle, area, area_at, why_not, zone
from .battle_entries import ArmyEntry, ScenarioEntry
from .book import book
from .drawing_up import FAR_EDGE, PAIRED, USUAL_POST, Orders, draw_up, officers, zone_of
from .formations import formable, local_frame
from .geometry import MM, Pose, Spot
from .geometry.bases import Point
from .geometry.crowds import Box, Crowd, box
from .ground import Feature, Land
from .ranks import ranks
from .staff import WEIGHTS
from .state import SIDES, Battle, BattleOptions, Figure, Formed, Qadardalikoi, Side, Unit
from .view import scouted


@rule("QAD-0.110-a", "QAD-0.122-a")
def start(options: BattleOptions) -> Battle:
    """A scenario before anything has happened, as a referee would lay it out: the terrain, and both armies on their
    bases as their lists say."""
    scenario = scenarios.scenario_of(options)
    land = terrain.land(scenarios.field_of(options), scenario.weather)
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


# The plan


def posts(battle: Battle, scenario: ScenarioEntry, side: int) -> list[Post]:
    """The units of a side as a plan of battle looks at them."""
    within = zone_of(battle, scenario, side)
    found = []
    for unit in battle.units:
        if unit.side != side or not unit.there:
            continue
        frame, deep = local_frame(unit), max(ranks(unit).values(), default=1)
        found.append(
            Post(
                area_of(unit, within), strength(unit), _weight(unit), book().sheets[unit.troops.sheet].human,
                2 * sum(bool(unit.kit(one.cohort).missile) for one in unit.figures) >= len(unit.figures),
                unit.formation, frame.front, deep * unit.kit(0).depth, unit.troops.sheet, _pace(unit),
                -unit.pose.x if side else unit.pose.x, _front_of(unit)[1], unit.order != "skirmish",
            )
        )  # fmt: skip
    return found


def strength(unit: Unit) -> int:
    """The defence factors of all figures of a unit: in a mixed legion each counts with that of its cohort."""
    sheet, kits = book().sheets[unit.troops.sheet], [unit.kit(one.cohort) for one in unit.figures]
    return sum(sheets.armour(sheet, kit.column, kit.guard) for kit in kits)


def _weight(unit: Unit) -> str:
    """The class of most of its figures; of as many of two the heavier."""
    count = Counter(unit.kit(one.cohort).column for one in unit.figures)
    return min(count, key=lambda column: (-count[column], WEIGHTS.index(column) if column in WEIGHTS else -1))


def _pace(unit: Unit) -> int:
    """How far its slowest go over open ground in a turn."""
    numbers = [book().troops[unit.troops.sheet, unit.kit(cohort).troop] for cohort in unit.cohorts()]
    return min(max(one.walk.open, one.fly) for one in numbers)


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
        unit.hidden = unit.hidden and not scouted(s, unit.side)
    if s.options.open_table:
        g.reveal()
    g.tell("deploy.done")
    return True


def stand_as_told(battle: Battle, scenario: ScenarioEntry, side: int, answer: Mapping[str, Any]) -> Illegal | None:
    """Draw up a side as an answer says; the reason why the plan that it names is not in force then."""
    mine = [unit.n for unit in battle.units if unit.side == side]
    lines = scenarios.army_of(scenario.sides[side]).units
    # The files of a list are those of its own formation: in another one they may tear a unit apart.
    files = {n: line.files if answer[f"form{n}"] == line.formation else 0 for n, line in zip(mine, lines, strict=True)}
    told = {
        n: Orders(answer[f"area{n}"], answer[f"form{n}"], files[n], answer[f"facing{n}"], answer[f"order{n}"])
        for n in mine
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
    officered = [one for one in there.stands if one.side == side and one.there]
    standing = [*(box(unit.crowd()) for unit in mine), *(box(Crowd.of([one.base])) for one in officered)]
    names = [name for unit in mine for name in _names_about(unit)]
    overlays: list[Overlay] = []
    for number in range(1, 11):
        called, held = Text(f"area_number.{number}"), [_stands_there(mine, number, within)]
        left, low, right, high = area(number, side, within)
        points = [pictured.shown(there.land, x, y) for x, y in ((left, low), (right, low), (right, high), (left, high))]
        free = pictured.shown(there.land, *_beside(Box(left, right, low, high), (standing, names), within, side))
        overlays += [
            Outline(f"area-{number}", points, "field", "area", side, called, held),
            Label(f"area-{number}-name", free, called, "field", "area", hint=held),
        ]
    ghosts = [pictured.ghost(there.land, unit) for unit in mine]
    stands = [pictured.stand(there.land, one) for one in officered]
    return Foreseen(text, overlays, [*ghosts, *stands])


def _stands_there(units: Sequence[Unit], number: int, within: Rectangle) -> Text:
    """Which of these units are posted in an area."""
    names = [unit.troops.name for unit in units if area_of(unit, within) == number]
    return Text("deploy.posted" if names else "deploy.nobody_posted", {"units": names})


def _names_about(unit: Unit) -> list[Box]:
    """Where the name of a unit may be written: over it or under it, in letters about so large."""
    body, half, high = box(unit.crowd()), len(unit.troops.name) * 8 * MM, 50 * MM
    middle = (body.left + body.right) // 2
    rows = ((body.high, body.high + high), (body.low - high, body.low))
    return [Box(middle - half, middle + half, *row) for row in rows]


def _beside(room: Box, there: Sequence[Sequence[Box]], within: Rectangle, side: int) -> Point:
    """Where the name of an area is written: at its front in the middle, or where it covers the least of who stands
    there, then of what is written there. Whoever draws up looks at his whole zone, so that letters are about so large
    as a part of it."""
    half, high = (within[2] - within[0]) // 18, (within[2] - within[0]) // 90

    def covered(at: Point, boxes: Sequence[Box]) -> int:
        x, y = at
        wide = [min(x + half, one.right) - max(x - half, one.left) for one in boxes]
        deep = [min(y + high, one.high) - max(y - high, one.low) for one in boxes]
        return sum(max(0, a) * max(0, b) for a, b in zip(wide, deep, strict=True))

    parts = (2, 1, 5, 8, 9, -1, 11) if side else (8, 9, 5, 2, 1, 11, -1)  # at the worst just beyond its edge
    down = [room.low + (room.high - room.low) * part // 10 for part in parts]
    across = [room.left + (room.right - room.left) * part // 10 for part in (5, 4, 6, 3, 7, 2, 8, 1, 9)]
    return min(((x, y) for y in down for x in across), key=lambda at: [covered(at, boxes) for boxes in there])


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
