"""How the ground looks: terrain in ink where it lies, in a loose wash of its colour; rising ground in contours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sin

import shapely

from arbiter.core import Outline, Region, Row, Text

from .book import book
from .geometry import MM
from .ground import Feature, Land, ground
from .pictured import shown
from .terrain import CONTOUR

LOOKS = {
    "bridge": "road", "river": "water", "lake": "water", "ford": "swamp", "beach": "desert", "woods": "forest",
    "rough": "desert", "field": "home", "light_slope": "hills", "heavy_slope": "mountain", "cliff": "mountain",
    "dunes": "desert", "ruins": "castle", "village": "city", "building": "castle", "wall": "castle",
    "palisade": "castle", "gabions": "castle", "hedge": "forest", "abatis": "forest", "ditch": "road", "trench": "road",
    "stakes": "road",
}  # fmt: skip
"""How terrain is drawn whose name the table does not know."""
WASHED = {"water", "forest", "desert", "swamp", "hills", "mountain", "home"}
"""Ground that grew; what was built has hard edges."""
BRUSH = (4 * MM, 10 * MM)
"""So far the wash runs over the ink, layer by layer."""
STROKE = 14 * MM
"""Its edge wavers about once in so much."""
ROUND = 15 * MM
"""How round the corners of a contour are."""


def terrain(land: Land) -> Iterator[Region]:
    """All pieces of terrain; what each is and does to who stands on it."""
    for at, feature in enumerate(land.features):
        middle = _area(land, feature).representative_point()
        rows = [Row(Text("row.going"), Text(f"going.{feature.going}"))] if not feature.closed else []
        if feature.height:
            rows.append(Row(Text("row.height"), feature.height // MM))
        if feature.cover:
            rows.append(Row(Text("row.cover"), Text(f"cover.{feature.cover}")))
        rows += _origin(feature.kind)
        outline = [shown(land, x, y) for x, y in ground(land).outline(feature)]
        spot = shown(land, round(middle.x), round(middle.y))
        name = Text(f"terrain.{feature.kind}")
        yield Region(f"terrain-{at}", outline, spot, name, _look(feature), board="field", sheet=rows)


@lru_cache(maxsize=64)
def _origin(kind: str) -> list[Row]:
    """What the rulebook prints of a kind of terrain; a table of people's own may have others."""
    return book().library.origin("terrain", kind) if kind in book().terrain else []


def _look(feature: Feature) -> str:
    return LOOKS.get(feature.kind, feature.kind)


def _area(land: Land, feature: Feature) -> shapely.Polygon:
    return shapely.Polygon(ground(land).outline(feature))


@lru_cache(maxsize=64)
def washes(land: Land) -> list[Outline]:
    """The colour of grown ground, laid on with a brush: it runs a little over the edge, and not evenly."""
    found: list[Outline] = []
    for at, feature in enumerate(land.features):
        for layer, over in enumerate(BRUSH if _look(feature) in WASHED else ()):
            edge = _area(land, feature).buffer(over, join_style="round").exterior
            spots = []
            for n in range(max(8, round(edge.length / STROKE))):
                spot = edge.interpolate(n * STROKE)
                # Waves of two lengths that never meet again: no wash looks like the next one.
                waver = MM * (1.6 * sin(2.1 * n + at) + 1.2 * sin(0.73 * n + 5 * at + 3 * layer))
                spots.append(shown(land, round(spot.x + waver), round(spot.y + waver * (-1) ** n / 2)))
            found.append(Outline(f"wash-{at}-{layer}", spots, "field", _look(feature)))
    return found


@lru_cache(maxsize=64)
def contours(land: Land) -> list[Outline]:
    """Lines of the same height on rising ground, one a step: the outermost is the edge of the ground itself."""
    found: list[Outline] = []
    for at, feature in enumerate(land.features):
        area = _area(land, feature)
        steps = feature.height // CONTOUR if feature.rises else 0
        deep = 2 * area.area / area.length
        for step in range(1, steps + 1):
            # Shrunk farther than it needs and grown again, so that its corners are round.
            inner = area.buffer(-deep * step / (steps + 1) - ROUND).buffer(ROUND)
            for part in getattr(inner, "geoms", [inner]):
                points = [shown(land, round(x), round(y)) for x, y in part.simplify(MM).exterior.coords[:-1]]
                if points:
                    found.append(Outline(f"contour-{at}-{len(found)}", points, "field", "contour"))
    return found
