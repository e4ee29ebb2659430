"""What packs bring under a name."""

from __future__ import annotations

from arbiter.content import Entry


class Thing(Entry, frozen=True, kw_only=True):
    """A card, a place, a hero."""

    name: str
