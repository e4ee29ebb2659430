"""Small fields for drawings: units where a drawing wants them, and what is laid over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from string import ascii_uppercase
from typing import Any

from arbiter.content.folder import read_toml
from arbiter.core import Arc, Board, Frame, Illegal, Label, Lean, Line, Outline, Scene, Text
from arbiter.core.scenes import Overlay

from .aim import ARC
from .geometry import DEGREE, MM, TURN, Pose, Spot, corners
from .geometry.bases import frame
from .ground import Land
from .pictured import ghost, shown
from .state import Battle, BattleOptions, Figure, Kit, Qadardalikoi, Side, Troops, Unit

MEN = Kit("heavy", "hvy", "shield", "spear", "short_sword")
LIGHT = Kit("light", "lt", "buckler", "spear", "short_sword", "javelin")
BOWS = Kit("light", "lt", "none", "short_sword", "dagger", "composite_bow")


def legion(
    n: int, side: int, at: tuple[int, int], files: int, ranks: int, cohort: int = 4, kit: Kit = MEN, turn: int = 0
) -> Unit:
    """A block of files and ranks about a place in mm; neighbouring files make a cohort."""
    figures = []
    for number in range(files * ranks):
        rank, file = divmod(number, files)
        x, y = (2 * file - files + 1) * kit.front // 2, (ranks - 1 - 2 * rank) * kit.depth // 2
        figures.append(Figure(number, file * ranks // cohort, Spot(x, y)))
    kits = (kit,) * -(-files * ranks // cohort)
    troops = Troops("", "tsolyani", "tsolyani", kits, 13, 25, files * ranks)
    facing = (turn * DEGREE + (TURN // 2 if side else 0)) % TURN
    return Unit(n, side, troops, Pose(at[0] * MM, at[1] * MM, facing), tuple(figures), 25)


def field(units: Sequence[Unit], size: tuple[int, int]) -> Qadardalikoi:
    """An open field so many mm wide and deep, for questions to the rules."""
    land = Land("field", size[0] * MM, size[1] * MM, (), "clear")
    sides = [Side(name, "tsolyani", seat=seat) for seat, name in enumerate("AB")]
    state = Battle(BattleOptions(open_table=True), land, sides, list(units), [], turn=1)
    return Qadardalikoi(state, Lean(Random(0)))


def picture(g: Qadardalikoi, overlays: Iterable[Overlay] = (), units: Sequence[Unit] | None = None) -> Scene:
    """The field with these units, or with all of them."""
    land = g.state.land
    return Scene(
        boards=[Board("field", (land.width / MM, land.depth / MM), Text("picture.field"))],
        tokens=[ghost(land, unit) for unit in (g.state.units if units is None else units) if unit.figures],
        overlays=list(overlays),
        icons=dict(read_toml(__package__, "icons.toml")),
    )


def step(drawing: str, n: int, scene: Scene, /, **args: Any) -> Frame:
    """A picture with its words, which are numbered as the pictures are."""
    return Frame(scene, Text(f"drawing.{drawing}.{n}", args))


def instead(g: Qadardalikoi, *changed: Unit) -> list[Unit]:
    """The units of a field, some of them as they would stand."""
    return [next((one for one in changed if one.n == unit.n), unit) for unit in g.state.units]


def was(g: Qadardalikoi, unit: Unit) -> Outline:
    """Where a unit stood."""
    points = [shown(g.state.land, *point) for point in corners(frame(unit.bases(), unit.pose.facing))]
    return Outline(f"was-{unit.n}", points, "field", owner=unit.side)


def way_to(g: Qadardalikoi, id: str, points: Iterable[tuple[int, int]], owner: int = 0) -> Line:
    return Line(id, [shown(g.state.land, *point) for point in points], "field", owner=owner, arrow=True)


def dot(g: Qadardalikoi, id: str, point: tuple[int, int]) -> Arc:
    return Arc(id, shown(g.state.land, *point), 6, board="field")


def sector(g: Qadardalikoi, id: str, point: tuple[int, int], facing: int, reach: int) -> Arc:
    """The 90 degrees before a front."""
    at = shown(g.state.land, *point)
    return Arc(id, at, reach / MM, facing / DEGREE, 2 * ARC / DEGREE, board="field", owner=0)


def letter(g: Qadardalikoi, id: str, point: tuple[int, int], key: str, **args: Any) -> Label:
    return Label(id, shown(g.state.land, *point), Text(f"drawing.{key}", args), "field")


def letters(g: Qadardalikoi, unit: Unit) -> Iterator[Label]:
    """The letters of a unit's cohorts, before their middles."""
    for cohort, figures in unit.cohorts().items():
        whole = frame([unit.base(one) for one in figures], unit.pose.facing)
        yield letter(g, f"cohort-{unit.n}-{cohort}", (whole.x, whole.y), "letter", letter=ascii_uppercase[cohort])


def done(refused: Illegal | None) -> None:
    """A drawing shows what is allowed."""
    if refused is not None:
        raise ValueError(refused.key)


def moved(unit: Unit, x: int, y: int) -> Unit:
    """A unit at another place, in mm."""
    return replace(unit, pose=unit.pose._replace(x=x * MM, y=y * MM))
