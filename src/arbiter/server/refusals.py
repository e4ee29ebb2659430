"""What the house refuses and what it has to tell, as keys of the interface's words: pages say it in their language."""

from __future__ import annotations

from typing import Any

from ..core import Illegal
from ..store import Damaged, StoreFailed
from ..words import interface


class Refused(Illegal):
    """Something that the house does not do; `house.<key>` says why in the interface's words."""

    def __init__(self, key: str, /, **args: Any) -> None:
        super().__init__(f"house.{key}", **args)
        self.speaks = interface


class CannotOpen(Refused):
    """A table that is in the store and cannot be opened; says why in words that everybody may read."""


def of_store(error: StoreFailed) -> Refused:
    """What is said of a store that cannot do its work: one table of it is damaged, or it does not answer at all."""
    return Refused("damaged") if isinstance(error, Damaged) else Refused("store")


def in_parts(refused: Illegal) -> dict[str, Any]:
    """A refusal as a page says it in its own language; the English words are for pages that do not know the key."""
    return {"key": refused.key, "args": refused.arguments, "rule": refused.rule, "reason": refused.reason}
