"""A table set as people tell it: two units, what stands about them, and dice that are told or rolled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from arbiter.core import Illegal, Text

from .. import armies, formations, orders
from ..armies import Mustered
from ..battle_entries import ArmyEntry, Order
from ..deployment import unit_of
from ..geometry import DEGREE, MM, TURN, Base, Pose
from ..geometry.bases import corners, frame
from ..ground import Feature, Land
from ..manoeuvres import Trial
from ..state import SIDES, Battle, BattleOptions, Cloud, Qadardalikoi, Side, Stand, Unit
from .facts import called

WIDE = 20_000 * MM
"""The table on which all stand: wide enough that no edge matters."""
MIDDLE = WIDE // 2
BESIDE = 20 * MM
"""How near things stand that are told to be near."""


class Listener:
    """Whoever runs the rules for a referee: hears what is told, and asks for dice."""

    def __init__(self, dice: Callable[[int], int]) -> None:
        self.told: list[Text] = []
        self.dice = dice

    def tell(self, key: str, seats: tuple[int, ...] | None = None, /, **args: Any) -> None:
        self.told.append(Text(key, args))

    def show(self, thing: object, /, *seats: int) -> None:
        """Nothing is hidden on a table of people's own."""

    def chance(self, sides: int) -> int:
        return self.dice(sides) - 1

    def pick(self, items: Sequence[Any]) -> Any:
        return items[self.chance(len(items))]

    def draw(self, bag: list[Any], seen_by: int | None) -> NoReturn:
        raise NotImplementedError("a battle draws nothing")

    def reveal(self) -> None:
        """Nothing is secret."""

    def settle(self) -> None:
        """Nothing is taken back."""


def table(facts: Mapping[str, Any], dice: Callable[[int], int], away: int = 1000 * MM) -> Qadardalikoi:
    """One's own unit in the middle of a wide table and, if there is one, the enemy so far before it, face to face."""
    units = [stood(0, facts["unit"], facts, "")] if "unit" in facts else []
    if "foe" in facts:
        units.append(stood(1, facts["foe"], facts, "foe_"))
        before(units[0], units[1], away, facts.get("angle", 0) * DEGREE)
    nations = [one.troops.nation for one in units] or ["tsolyani"]
    sides = [
        Side("A", nations[0], facts.get("plan", 0), 0, known=True, duels=facts.get("duels", 0)),
        Side("B", nations[-1], facts.get("foe_plan", 0), 1, known=True),
    ]
    options = BattleOptions(open_table=True, steel=any(facts.get(name) for name in ("steel", "foe_steel")))
    battle = Battle(options, Land("table", WIDE, WIDE, _ground(facts)), sides, units, [], turn=1, step="units")
    battle.first = 1 if facts.get("first") else 0
    battle.seen = [[one.n for one in units if one.side != side] for side in SIDES]
    g = Qadardalikoi(battle, Listener(dice))
    for prefix, unit in zip(("", "foe_"), units, strict=False):
        _surround(g, unit, facts, prefix)
    return g


def stood(side: int, mustered: Mustered, facts: Mapping[str, Any], prefix: str) -> Unit:
    """A unit as it stands: so many figures of it, in this formation and order."""
    unit = unit_of(side, side, mustered)
    left = facts.get(f"{prefix}figures") or mustered.figures
    if left > mustered.figures:
        raise Illegal("referee.number", name=called(f"{prefix}figures"), given=left, least=1, most=mustered.figures)
    unit.figures = unit.figures[:left]
    unit.order = facts.get(f"{prefix}order", "close")
    unit.formation = facts.get(f"{prefix}formation", 2)
    refused = formations.why_not_form(unit, unit.formation)
    if refused is not None:
        raise refused
    unit.figures = formations.arranged(unit, unit.formation, facts.get(f"{prefix}files", 0), unit.order)
    unit.stance = facts.get(f"{prefix}stance", False)
    unit.last_stand = facts.get(f"{prefix}last_stand", False)
    unit.melee = facts.get(f"{prefix}turns", 0)
    unit.height = facts.get(f"{prefix}height", 0) * MM
    if not prefix and "fatigue" in facts:
        rating = mustered.troops.fatigue
        if facts["fatigue"] > rating > 0:
            raise Illegal("referee.number", name=called("fatigue"), given=facts["fatigue"], least=-40, most=rating)
        unit.fatigue = facts["fatigue"]
    unit.morale = "rout" if facts.get(f"{prefix}rout") else "steady"
    if facts.get(f"{prefix}fanatic"):
        unit.troops = replace(unit.troops, fanatic=True)
    if facts.get(f"{prefix}steel"):
        kits = tuple(replace(kit, steel=True) for kit in unit.troops.kits)
        unit.troops = replace(unit.troops, kits=kits)
    unit.pose = Pose(MIDDLE, MIDDLE, 0)
    return unit


def before(unit: Unit, foe: Unit, away: int, angle: int) -> None:
    """The enemy stands so far from the midpoint of a unit's front, in this direction, and looks back along it."""
    mine, theirs = formations.local_frame(unit), formations.local_frame(foe)
    front = unit.pose.to_table(mine.x, mine.y + mine.depth // 2)
    line = Pose(*front, angle % TURN)
    foe.pose = Pose(*line.to_table(0, away + theirs.depth // 2), (angle + TURN // 2) % TURN)
    shift = foe.pose.to_table(theirs.x, theirs.y)
    foe.pose = foe.pose.moved(foe.pose.x - shift[0], foe.pose.y - shift[1])


def _ground(facts: Mapping[str, Any]) -> tuple[Feature, ...]:
    """All kinds of going that a unit touches, each over the whole table."""
    everywhere = ((0, 0), (WIDE, 0), (WIDE, WIDE), (0, WIDE))
    goings = [one for one in facts.get("going", ()) if one != "open"]
    return tuple(Feature(going, going, everywhere, going=going) for going in goings)


def _surround(g: Qadardalikoi, unit: Unit, facts: Mapping[str, Any], prefix: str) -> None:
    """What is told to be about a unit is set there: dust, a work, a friend, commanders, a Brood-mother."""
    s = g.state
    body = frame(unit.bases(), unit.pose.facing)
    if facts.get(f"{prefix}dust"):
        s.clouds = [*s.clouds, Cloud(body, unit.side, s.turn)]
    if facts.get(f"{prefix}entrenched"):
        work = Feature("work", "palisade", tuple(corners(body.grown(BESIDE))), cover="parapet")
        s.land = replace(s.land, features=(*s.land.features, work))
    if facts.get(f"{prefix}brood"):
        _add(g, unit, body, "hluss", "brood_mother")
    if prefix:
        return
    if facts.get("friend_near"):
        _add(g, unit, body, "", "")
    beside = Pose(*unit.pose.to_table(body.front // 2 + BESIDE, 0), 0)
    commander = Stand(0, 0, "", "army", -1, unit.troops.sheet, beside, with_=unit.n)
    for name, stand in (
        ("command_near", replace(commander, rank="general", with_=-1)),
        ("commander_with", commander),
        ("commander_lost", replace(commander, figures=0)),
        ("killed_command", replace(commander, side=1, rank="officer", with_=-1, figures=0, beaten=True, by=unit.n)),
    ):
        if facts.get(name):
            s.stands.append(replace(stand, n=len(s.stands)))


def _add(g: Qadardalikoi, unit: Unit, body: Base, sheet: str, kit: str) -> None:
    """Somebody more of the same side, right behind a unit: its Brood-mother, or another of its kind."""
    order = Order(sheet=sheet, kit=kit, figures=1)
    troops = unit.troops
    if sheet:
        troops = armies.mustered(order, ArmyEntry(name="", nation=sheet, units=(order,))).troops
    made = unit_of(len(g.state.units), unit.side, Mustered(troops, (1,), order))
    made.pose = Pose(*unit.pose.to_table(0, -body.depth // 2 - 2 * BESIDE - made.kit(0).depth // 2), unit.pose.facing)
    g.state.units.append(made)


def planned(g: Qadardalikoi, unit: Unit, order: Sequence[orders.Manoeuvre]) -> Trial:
    """How an order goes; raises the refusal where it does not."""
    found = orders.plan(g, unit, order)
    if isinstance(found, Illegal):
        raise found
    return found
