"""Where the enemy may be whom nobody sees: the ground that is out of sight, as his march makes it likely."""

from __future__ import annotations

import numpy as np

from ..geometry import MM, ahead
from ..observation import observation
from .mind import Mind

CELL = 150 * MM
"""The ground is looked at in squares of this size."""
AROUND = 400 * MM
"""A place is as promising as the ground so far around it."""
MARCH = 160 * MM
"""What an army goes in a turn."""
NEARBY = 300 * MM
"""So much is added to every way, so that a great unknown is preferred to a small one close by."""
BEHIND = 0.3
"""What ground counts that the enemy can hardly have reached."""
TURNING = 0.4
"""What a place counts straight behind an army, beside one straight before it: so it goes on as it went, and does not
look at the ground that it came from while there is other."""


def unseen(mind: Mind) -> tuple[int, int]:
    """The middle of the ground that is most worth a look: unseen, not too far from the army and yet not where it
    stands, before it rather than behind, and within the enemy's march from his edge."""
    if mind.sought is None:
        mind.sought = _unseen(mind)
    return mind.sought


def _unseen(mind: Mind) -> tuple[int, int]:
    land = mind.g.state.land
    grid = np.meshgrid(np.arange(CELL // 2, land.width, CELL), np.arange(CELL // 2, land.depth, CELL))
    x, y = (one.ravel() for one in grid)
    hidden = np.ones(len(x), dtype=np.float64)
    for unit in mind.own:
        reach = observation(mind.g, unit)
        hidden[(x - unit.pose.x) ** 2 + (y - unit.pose.y) ** 2 <= max(reach, AROUND) ** 2] = 0.0
    forward = y if mind.side == 0 else land.depth - y
    reached = land.depth - forward <= land.depth // 4 + mind.g.state.turn * MARCH
    likely = hidden * np.where(reached, 1.0, BEHIND)
    near = (x[:, None] - x[None, :]) ** 2 + (y[:, None] - y[None, :]) ** 2 <= AROUND * AROUND
    steady = [unit for unit in mind.own if unit.morale != "rout"] or mind.own
    mid_x, mid_y = (sum(unit.pose[at] for unit in steady) / max(1, len(steady)) for at in (0, 1))
    way = np.hypot(x - mid_x, y - mid_y)
    right, up = np.sum([ahead(unit.pose.facing, MM) for unit in steady], axis=0)
    before = (right * (x - mid_x) + up * (y - mid_y)) / np.maximum(1.0, way * np.hypot(right, up))
    worth = (near @ likely) / (way + NEARBY) * (TURNING + (1 - TURNING) * (1 + before) / 2)
    best = int(np.argmax(np.where(hidden > 0, worth, 0.0)))
    return int(x[best]), int(y[best])
