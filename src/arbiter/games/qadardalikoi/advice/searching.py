"""Where the enemy may be whom nobody sees: the ground that is out of sight, as his march makes it likely."""

from __future__ import annotations

import numpy as np

from ..geometry import MM
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


def unseen(mind: Mind) -> tuple[int, int]:
    """The middle of the ground that is most worth a look: unseen, not too far from the army, and within the enemy's
    march from his edge."""
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
        hidden[(x - unit.pose.x) ** 2 + (y - unit.pose.y) ** 2 <= reach * reach] = 0.0
    forward = y if mind.side == 0 else land.depth - y
    reached = land.depth - forward <= land.depth // 4 + mind.g.state.turn * MARCH
    likely = hidden * np.where(reached, 1.0, BEHIND)
    near = (x[:, None] - x[None, :]) ** 2 + (y[:, None] - y[None, :]) ** 2 <= AROUND * AROUND
    steady = [unit for unit in mind.own if unit.morale != "rout"] or mind.own
    mid_x, mid_y = (sum(unit.pose[at] for unit in steady) / max(1, len(steady)) for at in (0, 1))
    way = np.hypot(x - mid_x, y - mid_y) + NEARBY
    best = int(np.argmax((near @ likely) / way))
    return int(x[best]), int(y[best])
