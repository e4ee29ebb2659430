"""A game with cards that lives in a folder: its own words, and those of this floor."""

from __future__ import annotations

from typing import TypeVar

from arbiter.content.folder import FolderGame, read_words
from arbiter.core import Catalogue

S = TypeVar("S")
FOLDER = "arbiter.kit"


class CardGame(FolderGame[S]):
    """A game that says with its own words what it says, and with the kit's what the kit says."""

    def catalogue(self, language: str = "en") -> Catalogue:
        return {**read_words(FOLDER, language), **read_words(self.folder, language)}
