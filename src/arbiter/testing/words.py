"""Is there a word for everything that is said, in every language that a game speaks?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core import Illegal, Table
from ..core.messages import faults, say
from ..core.words import refusals
from .looks import as_bytes

CLIENT_WORDS = {"amount", "several", "place", "form"}
"""Keys every client has words for; a catalogue may bring its own."""


class Words:
    """The catalogues of a table, and what was found missing in them."""

    def __init__(self, table: Table[Any]) -> None:
        self.catalogues = {language: table.catalogue(language) for language in table.game.languages}
        self.faults: set[str] = set()
        self._checked: set[bytes] = set()

    def check(self, key: str, args: Mapping[str, Any]) -> None:
        """A message must have its words, and these all their arguments."""
        told = as_bytes((key, args))
        if told in self._checked:
            return
        self._checked.add(told)
        for language, words in self.catalogues.items():
            if key not in CLIENT_WORDS or key in words:
                self.faults |= {f"{language}: {fault}" for fault in faults(words, key, args)}
                say(words, key, args, lambda seat: f"seat {seat}")

    def check_refusal(self, refused: Illegal) -> None:
        """A refusal is a message too. Where a game speaks one language only, it may be a plain sentence."""
        if " " in refused.key and len(self.catalogues) == 1:
            return
        for language, words in self.catalogues.items():
            found = faults({**refusals(language), **words}, refused.key, refused.arguments)
            self.faults |= {f"{language}: refused: {fault}" for fault in found}
