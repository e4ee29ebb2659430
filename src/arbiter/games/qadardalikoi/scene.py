"""How a view of a battle looks: the field with its terrain, units with all their bases, stands, dust, and the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from arbiter.content.folder import read_toml
from arbiter.core import Board, Label, Line, Meter, Outline, Region, Row, Scene, Text, Token, View

from . import emblems, landscape
from .book import book
from .entries import UnitFormationEntry
from .fatigue import tireless
from .formations import standing
from .geometry import DEGREE, MM, SLACK, Base, corners, crowds
from .geometry.crowds import Crowd
from .ground import Land
from .pictured import called, looking, reach, shown, stand, token
from .scenarios import scenario_of
from .sequence import STEPS
from .state import SIDES, Battle, Kit, Stand, Unit, opposites

AIM = 25 * MM
"""So far within the edge of ground that is an aim it says so."""
DRAWING_UP = ("edges", "deploy")
"""The steps in which armies are drawn up."""


def scene(view: View[Battle]) -> Scene:
    """The whole field as one side, or whoever watches, may know it."""
    s = view.state
    # Until both have deployed, nothing of the other side stands on the field, though the table be open.
    shows = [s.turn > 0 or s.step not in DRAWING_UP or view.sees(side) for side in SIDES]
    there = [unit for unit in s.units if unit.there and shows[unit.side]]
    stands = [one for one in s.stands if one.there and shows[one.side]]
    size = (s.land.width / MM, s.land.depth / MM)
    met = _met(there)
    fighting = {n for pair in met for n in pair}
    regions = list(landscape.terrain(s.land))
    return Scene(
        boards=[Board("field", size, Text("picture.field"))],
        focus="field",
        regions=regions,
        tokens=[
            *(_unit(s, unit, view.sees(unit.side), unit.n in fighting) for unit in there),
            *(_stand(s.land, one, called(one, s.stands) if view.sees(one.side) else one.name) for one in stands),
        ],
        overlays=[
            *landscape.washes(s.land),
            *landscape.contours(s.land),
            *(one for side in SIDES if view.sees(side) for one in _aims(s, side)),
            *(reach(s.land, one) for one in stands if one.rank != "officer"),
            *_clouds(s),
            *_fronts(s.land, met),
            *(line for unit in there for line in looking(s.land, unit, f"looks-{unit.n}")),
            *([] if there or stands or view.seat is not None else [_nobody(size, regions)]),
        ],
        meters=[*_turn(s), *(_figures(s, side, shows[side]) for side in SIDES)],
        icons={**read_toml(__package__, "icons.toml"), **emblems.emblems()},
    )


def _nobody(size: tuple[float, float], regions: Sequence[Region]) -> Label:
    """What an empty field says to who only watches: in its middle, or away from names of terrain there."""
    rows = [size[1] * part / 8 for part in (4, 2, 6, 1, 7)]
    free = max(rows, key=lambda row: min((abs(row - one.at[1]) for one in regions), default=0.0))
    why = [Text("picture.nobody_why")]
    return Label("nobody", (size[0] / 2, free), Text("picture.nobody"), "field", "area", hint=why)


def _aims(s: Battle, side: int) -> Iterator[Outline | Label]:
    """The ground that a side is to hold or to reach."""
    for n, aim in enumerate(scenario_of(s.options).aims):
        if aim.side == side and aim.at is not None:
            (left, low), (right, high) = aim.at
            spots = [(x * MM, y * MM) for x, y in ((left, low), (right, low), (right, high), (left, high))]
            name = Text(f"picture.{aim.what}")
            yield Outline(f"aim-{n}", [shown(s.land, x, y) for x, y in spots], "field", "aim", side, name)
            spot = shown(s.land, (left + right) * MM // 2, high * MM - AIM)
            yield Label(f"aim-{n}-name", spot, name, "field", "area")


def _unit(s: Battle, unit: Unit, own: bool, fights: bool) -> Token:
    """A unit: where its frame lies, its shape, and what is known of it."""
    made = token(unit)
    made.at = shown(s.land, unit.pose.x, unit.pose.y)
    made.facing = unit.pose.facing / DEGREE
    made.name = Text("picture.unit", {"name": unit.troops.name, "n": unit.n + 1})
    made.marks = _marks(unit, own, fights)
    made.sheet = list(_sheet(unit, own))
    return made


def _marks(unit: Unit, own: bool, fights: bool) -> list[str]:
    """The states of a unit that its token bears, its formation last; how tired it is only its owner knows."""
    states = {
        "stand": unit.morale == "stand",
        "rout": unit.morale == "rout",
        "melee": fights or unit.melee > 0,
        "flying": unit.flying,
        "open": unit.order == "open",
        "skirmish": unit.order == "skirmish",
        "shields": unit.stance,
        "tired": own and unit.fatigue < 1 and not tireless(unit),
        "last_stand": unit.last_stand,
        "acted": unit.deeds.acted,
    }
    formed = [] if unit.flying or unit.order == "skirmish" else [emblems.mark(standing(unit))]
    return [*(mark for mark, holds in states.items() if holds), *formed]


def _sheet(unit: Unit, own: bool) -> Iterator[Row]:
    """What anybody sees of a unit, and what only its owner knows."""
    yield Row(Text("row.figures"), len(unit.figures))
    yield Row(Text("row.formation"), Text(f"unit_formation.{_key(standing(unit))}"))
    yield Row(Text("row.order"), Text(f"order.{unit.order}"))
    if unit.height:
        yield Row(Text("row.height"), unit.height // MM)
    if own:
        yield Row(Text("row.fatigue"), unit.fatigue)
        yield Row(Text("row.morale"), unit.troops.morale)
        yield Row(Text("row.start"), unit.troops.start)
    yield _arms(unit.troops.kits)
    yield from _origin(unit.troops.legion, unit.troops.sheet)


@lru_cache(maxsize=512)
def _arms(kits: tuple[Kit, ...]) -> Row:
    """What the cohorts of a unit carry, each weapon once."""
    found = [f"weapon.{key}" for kit in kits for key in (kit.melee, kit.secondary) if key]
    found += [f"missile.{kit.missile}" for kit in kits if kit.missile]
    found += [f"guard.{kit.guard}" for kit in kits if kit.guard in ("shield", "buckler")]
    return Row(Text("row.arms"), Text("row.carried", {"arms": [Text(key) for key in dict.fromkeys(found)]}))


@lru_cache(maxsize=512)
def _origin(legion: str, sheet: str) -> list[Row]:
    """What the rulebook prints of a listed legion, or of the sheet by which other troops fight."""
    return book().library.origin("legion", legion) if legion else book().library.origin("sheet", sheet)


def _key(number: int) -> str:
    """The key of a unit formation in the content."""
    return next(
        key for key, one in book().library.all("unit_formation", UnitFormationEntry).items() if one.number == number
    )


def _drawn(land: Land, base: Base) -> list[tuple[float, float]]:
    return [shown(land, x, y) for x, y in corners(base)]


def _stand(land: Land, one: Stand, name: str) -> Token:
    """A command stand, by name."""
    made = stand(land, one)
    made.name = Text("picture.stand", {"name": name})
    made.sheet = [Row(Text("row.figures"), one.figures)]
    return made


def _clouds(s: Battle) -> Iterator[Outline]:
    for at, cloud in enumerate(s.clouds):
        yield Outline(f"dust-{at}", _drawn(s.land, cloud.base), "field", "dust", cloud.side, Text("picture.dust"))


TOOTH, JAGGED = 14, 5
"""The line of a melee has a tooth every so many mm, so high to either side: it is known by its shape too."""


def _met(units: Sequence[Unit]) -> dict[tuple[int, int], list[shapely.Geometry]]:
    """Where the bases of enemies touch, by the two units."""
    met: dict[tuple[int, int], list[shapely.Geometry]] = {}
    for pair in opposites([unit for unit in units if not unit.flying]):
        ours, theirs = (crowds.joined([unit.crowd() for unit in one]) for one in pair)
        i, j = crowds.contacts(ours, theirs)
        edges = shapely.intersection(_polygons(ours.take(i).grown(2 * SLACK)), _polygons(theirs.take(j)))
        for a, b, edge in zip(ours.who[i], theirs.who[j], edges, strict=True):
            met.setdefault((int(a), int(b)), []).append(edge)
    return met


def _fronts(land: Land, met: Mapping[tuple[int, int], list[shapely.Geometry]]) -> Iterator[Line]:
    """The lines along which enemies are locked in melee: one for each stretch, round a corner another."""
    for (a, b), parts in sorted(met.items()):
        stretches = _stretches(parts)
        for n, ends in enumerate(stretches):
            name = f"front-{a}-{b}-{n}" if n else f"front-{a}-{b}"
            yield Line(name, _jagged(*(shown(land, round(x), round(y)) for x, y in ends)), "field", "melee")


Ends = tuple[Sequence[float], Sequence[float]]
ALIGNED = 20
"""Edges belong to one front if they run within so many degrees of each other."""


def _stretches(parts: Sequence[shapely.Geometry]) -> list[Ends]:
    """Where edges that run the same way and lie together begin and end."""
    ways: dict[float, list[shapely.Geometry]] = {}
    for part in parts:
        ends = _along(part)
        if ends is not None:
            (x, y), (right, up) = ends
            way = float(np.degrees(np.arctan2(up - y, right - x))) % 180
            same = next((one for one in ways if abs((way - one + 90) % 180 - 90) < ALIGNED), way)
            ways.setdefault(same, []).append(part)
    found = []
    for edges in ways.values():
        joined = shapely.union_all([edge.buffer(2 * SLACK) for edge in edges])
        for stretch in getattr(joined, "geoms", [joined]):
            together = shapely.union_all([edge for edge in edges if edge.intersects(stretch)])
            found.append(_along(together))
    return [ends for ends in found if ends is not None]


def _along(shape: shapely.Geometry) -> Ends | None:
    """The ends of the longer side of the box about a shape."""
    box = shapely.minimum_rotated_rectangle(shape)
    if box.geom_type != "Polygon":
        return None
    one, next_, third = box.exterior.coords[:3]
    return (one, next_) if _square(one, next_) > _square(next_, third) else (next_, third)


def _jagged(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """A line with teeth."""
    x, y = end[0] - start[0], end[1] - start[1]
    long = float(np.hypot(x, y)) or 1
    teeth = max(2, round(long / TOOTH))
    found = [start]
    for at in range(teeth):
        part, side = (at + 0.5) / teeth, JAGGED if at % 2 else -JAGGED
        found.append((round(start[0] + part * x - side * y / long, 2), round(start[1] + part * y + side * x / long, 2)))
    return [*found, end]


def _polygons(crowd: Crowd) -> NDArray[np.object_]:
    return np.asarray(shapely.polygons(np.stack(crowd.corners(), axis=2)))


def _square(one: Sequence[float], other: Sequence[float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _turn(s: Battle) -> Iterator[Meter]:
    yield Meter("turn", Text("meter.turn"), s.turn, s.options.turns or s.limit)
    if s.step in STEPS:
        steps = [Text(f"step.{step}") for step in STEPS]
        yield Meter("step", Text("meter.step"), STEPS.index(s.step), steps=steps)


def _figures(s: Battle, side: int, shows: bool) -> Meter:
    """Figures of a side that are in sight."""
    figures = sum(len(unit.figures) for unit in s.units if unit.side == side) if shows else 0
    return Meter(f"figures-{side}", Text("meter.figures"), figures, owner=side)
