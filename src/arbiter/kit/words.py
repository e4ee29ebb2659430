"""What this floor says by itself: that a pile was shuffled, that a player passes, why a number is what it is."""

from __future__ import annotations

from arbiter.content.folder import read_words
from arbiter.core import Catalogue


def words(language: str = "en") -> Catalogue:
    """The kit's words in a language; a game puts its own beside them."""
    return read_words(__package__, language)
