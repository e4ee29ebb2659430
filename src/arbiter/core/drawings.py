"""Drawings that help to read the rules: what a rule does, as small pictures one after the other."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .messages import Text
from .scenes import Scene


class Frame(msgspec.Struct):
    """One picture of a drawing, and what it shows in words; who cannot see the one has the other."""

    scene: Scene
    caption: Text


class Drawing(msgspec.Struct):
    """A rule in pictures. `rule` is the entry of the ledger beside which it is shown, `content` the one that asks for
    it. Words are of the game's captions."""

    id: str
    rule: str
    name: Text
    frames: Sequence[Frame]
    content: str = ""
