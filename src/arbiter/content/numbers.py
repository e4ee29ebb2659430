"""The numbers of a game's rules as content: each with what it is, and whether the rulebook prints it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated

import msgspec

from arbiter.content.library import Library, gather
from arbiter.content.vocabulary import Entry, Vocabulary


class Number(Entry, frozen=True, kw_only=True):
    """A number that the rules use."""

    value: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    about: str = ""


def read_numbers(package: str) -> Library:
    """The file `content/numbers.toml` in a game's folder."""
    file = Path(str(files(package) / "content" / "numbers.toml"))
    return gather([file], {"number": Number}, Vocabulary([]))
