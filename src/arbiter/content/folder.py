"""A game that lives in a folder: its words (`en.toml`, `fr.toml`) and its ledger stand beside its rules."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, TypeVar

from ..core import Catalogue, Game
from ..core.messages import flatten
from ..core.words import REFUSALS, refusals
from .ledgers import told_in
from .library import Library
from .printed import Tally, tally

S = TypeVar("S")


@cache
def read_toml(package: str, name: str) -> dict[str, Any]:
    """A TOML file that stands in a package's folder."""
    return tomllib.loads((files(package) / name).read_text(encoding="utf-8"))


@cache
def read_words(package: str, language: str) -> Catalogue:
    """The words in a package's folder in a language, with those of the floors below; in English what it lacks."""
    found = dict(refusals(language))
    for folder in dict.fromkeys((__package__, package)):
        for one in dict.fromkeys(("en", language)):
            if (files(folder) / f"{one}.toml").is_file():
                found |= flatten(read_toml(folder, f"{one}.toml"))
    return found


@cache
def read_ledger(package: str, language: str) -> dict[str, Any]:
    """The ledger in a package's folder, its sentences in a language as far as `ledger.<language>.toml` has them."""
    return told_in(read_toml(package, "ledger.toml"), read_if_there(package, f"ledger.{language}.toml"))


def read_if_there(package: str, name: str) -> dict[str, Any]:
    """A TOML file that a package's folder may have or not."""
    return read_toml(package, name) if (files(package) / name).is_file() else {}


@cache
def languages_in(package: str) -> tuple[str, ...]:
    """The languages for which a package's folder has words."""
    return tuple(language for language in REFUSALS if (files(package) / f"{language}.toml").is_file())


def with_packs(words: Catalogue, brought: Catalogue) -> Catalogue:
    """The words at a table with packs that bring words of their own.

    A name that a pack gives anew stands in every case: how our own name bends no longer fits it.
    """
    bent = [key for key in words if f"{key.partition('.')[0]}.{key.rpartition('.')[2]}" in brought]
    return {**{key: word for key, word in words.items() if key not in bent}, **brought}


class FolderGame(Game[S]):
    """A game whose catalogues and ledger are files in the folder of the package it is defined in.

    A game made from it, a position for a test, keeps its folder.
    """

    folder: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        # What only games are made from has no id and no folder.
        if hasattr(cls, "id"):
            cls.folder = cls.folder or cls.__module__.rpartition(".")[0]
            cls.languages = languages_in(cls.folder)

    def catalogue(self, language: str = "en") -> Catalogue:
        return read_words(self.folder, language)

    def content(self) -> tuple[Library, ...]:
        """The cards, boards and numbers that the game brings: what it has read of its `content` folder."""
        return ()

    def names(self) -> Collection[str]:
        """The keys of what no language says otherwise: names as the rulebook prints them, words made of others."""
        return ()

    def tally(self) -> dict[str, Tally]:
        """Of each kind of content, how much the rulebook prints and how much is ours."""
        return tally(one for library in self.content() for one in library.marked())

    def explained(self) -> Mapping[str, Mapping[str, str]]:
        return read_if_there(self.folder, "explained.toml")

    def guide(self) -> Mapping[str, Any]:
        return read_if_there(self.folder, "guide.toml")

    def captions(self, language: str = "en") -> Catalogue:
        """The words of the table, and those in `drawings.toml`, a table a language; in English what it lacks."""
        found = read_if_there(self.folder, "drawings.toml")
        brought = {key: word for one in ("en", language) for key, word in flatten(found.get(one, {})).items()}
        return {**self.catalogue(language), **brought}

    def ledger(self, language: str = "en") -> dict[str, Any]:
        return read_ledger(self.folder, language)

    def sections(self, language: str = "en") -> Mapping[str, str]:
        found: Mapping[str, str] = read_if_there(self.folder, f"ledger.{language}.toml").get("sections", {})
        return found
