"""How a race looks."""

from __future__ import annotations

from arbiter.core import Scene, View

from .state import Race


def scene(view: View[Race]) -> Scene:
    return Scene((1, 1))
