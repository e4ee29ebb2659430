"""What packs bring, with a name, and with what of it the rulebook prints."""

from __future__ import annotations

from arbiter.content import Entry


class Thing(Entry, frozen=True, kw_only=True):
    """A card, a place, a hero. `printed` says what of it is the rulebook's: all, nothing, or these fields."""

    name: str
    printed: bool | tuple[str, ...] = False

    def prints(self, field: str) -> bool:
        """Does the rulebook print this field, or did we make it up?"""
        return self.printed if isinstance(self.printed, bool) else field in self.printed
