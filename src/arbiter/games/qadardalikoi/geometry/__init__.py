"""The one home of geometry: whole numbers decide, so a journal gives the same battle on every machine.

Lengths are whole hundredths of a millimetre (`MM` to the millimetre), angles whole tenths of a degree (`DEGREE` to the
degree, `TURN` to the full circle). x grows to the right as side A sees the table, y toward the far edge; angle 0 looks
toward the far edge and angles grow clockwise. `measures` has the numbers, `bases` single oriented rectangles in plain
Python, `crowds` many of them in NumPy with what they run into, `lines` what lines cross, `outlines` single pieces of
ground, `shapes` many of them and who stands on them, `paths` the way round things.
"""

from .bases import Base, Pose, Spot, apart, corners, only_corners, overlap, side_touched, touching
from .measures import (
    DEGREE,
    MM,
    SLACK,
    SLANT,
    TURN,
    ahead,
    arc,
    bearing,
    distance,
    rotated,
    turn_between,
    within,
)

__all__ = [
    "DEGREE",
    "MM",
    "SLACK",
    "SLANT",
    "TURN",
    "Base",
    "Pose",
    "Spot",
    "ahead",
    "apart",
    "arc",
    "bearing",
    "corners",
    "distance",
    "only_corners",
    "overlap",
    "rotated",
    "side_touched",
    "touching",
    "turn_between",
    "within",
]
