"""The language in which the terminal speaks: its own words, and those by which it is spoken to."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from ..core import say
from ..words import interface, known

COMMANDS = ("help", "rules", "why", "look", "board", "log", "undo", "back", "ask", "save", "quit")


class Speech:
    """Words of the interface in one language for the whole program: `spoken("saved", file=...)`."""

    def __init__(self) -> None:
        self.use("en")

    def use(self, language: str) -> None:
        """Speak this language from now on."""
        self.language = language
        self.words: Mapping[str, str] = interface(language)

    def __call__(self, key: str, /, **args: Any) -> str:
        return say(self.words, f"cli.{key}", args)

    def meant(self, typed: str, words: Sequence[str] = COMMANDS) -> str | None:
        """Which of these words of command was typed; those of English are understood in every language."""
        for word in words:
            key = f"cli.command.{word}"
            if typed.casefold() in (*self.words[key].split(), *interface("en")[key].split()):
                return word
        return None


spoken = Speech()
"""What the terminal says; the command line chooses its language."""


def wished() -> str:
    """The language that the terminal is set to."""
    return known(next((wish for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (wish := os.environ.get(name))), "en"))
