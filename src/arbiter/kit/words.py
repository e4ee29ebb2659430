"""What this floor says by itself: that a pile was shuffled, that a player passes, why a number is what it is."""

from __future__ import annotations

from arbiter.content.folder import read_words, with_packs
from arbiter.core import Catalogue


def words(language: str = "en") -> Catalogue:
    """The kit's words in a language; a game puts its own beside them."""
    return read_words(__package__, language)


def at_table(folder: str, language: str, own: Catalogue, all_packs: Catalogue) -> Catalogue:
    """The words at a table: those of the floors below, in English what the game's `own` packs say, and over it what its
    folder has in a language; on top what only the packs that players added say."""
    found = {**words(language), **own, **read_words(folder, language)}
    return with_packs(found, {key: word for key, word in all_packs.items() if own.get(key) != word})
