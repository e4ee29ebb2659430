"""Places on the table as the picture shows them: in whole millimetres from its upper left corner, side A below."""

from __future__ import annotations

from arbiter.core import Token

from .formations import local_frame
from .geometry import DEGREE, MM, Pose
from .ground import Land
from .state import Unit

Spot = tuple[int, int, int]


def box(land: Land) -> tuple[int, int, int, int]:
    """The whole table."""
    return 0, 0, land.width // MM, land.depth // MM


def shown(land: Land, x: int, y: int) -> tuple[float, float]:
    """A point of the table in the picture."""
    return x / MM, (land.depth - y) / MM


def spot(land: Land, pose: Pose) -> Spot:
    """A place as somebody would point at it."""
    x, y = shown(land, pose.x, pose.y)
    return round(x), round(y), round(pose.facing / DEGREE) % 360


def pose(land: Land, at: tuple[int, ...]) -> Pose:
    """The place that somebody points at."""
    return Pose(at[0] * MM, land.depth - at[1] * MM, at[2] * DEGREE)


def token(unit: Unit, icon: str = "unit") -> Token:
    """A unit's frame, as it lies on the field and as the ghost that is dragged about."""
    frame = local_frame(unit)
    return Token(f"unit-{unit.n}", "field", icon, unit.side, width=frame.front / MM, depth=frame.depth / MM)
