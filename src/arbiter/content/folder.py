"""A game that lives in a folder: its words (`en.toml`) and its ledger (`ledger.toml`) stand beside its rules."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from ..core import Catalogue, Game
from ..core.messages import flatten

S = TypeVar("S")


@cache
def read_toml(package: str, name: str) -> dict[str, Any]:
    """A TOML file that stands in a package's folder."""
    return tomllib.loads((files(package) / name).read_text(encoding="utf-8"))


class FolderGame(Game[S]):
    """A game whose catalogue and ledger are files in the folder of the package it is defined in."""

    def catalogue(self, language: str = "en") -> Catalogue:
        return flatten(read_toml(self._package(), f"{language}.toml"))

    def ledger(self) -> dict[str, Any]:
        return read_toml(self._package(), "ledger.toml")

    def _package(self) -> str:
        return type(self).__module__.rpartition(".")[0]
