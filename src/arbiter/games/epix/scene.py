"""How a view of Epix looks."""

from __future__ import annotations

from arbiter.core import Scene, View

from .state import EpixState


def scene(view: View[EpixState]) -> Scene:
    """The whole table from one seat."""
    return Scene((100, 100))
