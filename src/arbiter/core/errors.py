"""What can go wrong at a table, said to a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .messages import Catalogue, Text, say, seat_number
from .words import refusals

if TYPE_CHECKING:
    from .scenes import Foreseen


class Illegal(Exception):
    """An answer the rules refuse: a message key with its arguments and, where one applies, the rule's id.

    The words are the catalogue's; `str` gives them in English. A small game may give a plain sentence for a key.
    `shows` draws where the answer would lead, for who only tries it.

    >>> print(Illegal("attack.no_gold", "EPIX-ATTACK-5", gold=3).say({"attack.no_gold": "you have {gold} Gold"}))
    you have 3 Gold
    """

    # Rules make refusals by the thousand to learn what is legal, so they have no dictionary each.
    __slots__ = ("arguments", "key", "rule")
    speaks: Callable[..., Catalogue] = staticmethod(refusals)
    shows: Callable[[], Foreseen | None] | None = None

    # `BaseException.__new__` keeps the key.
    def __init__(self, key: str, /, rule: str = "", **args: Any) -> None:
        self.key = key
        self.rule = rule
        self.arguments = args

    @property
    def text(self) -> Text:
        """The refusal as a message."""
        return Text(self.key, self.arguments)

    def say(self, catalogue: Catalogue, seat_name: Callable[[int], str] = seat_number) -> str:
        """The reason in the catalogue's words; what the core itself refuses it says itself, in the same language."""
        if self.key not in catalogue:
            catalogue = {**catalogue, **refusals(catalogue.get("language", "en"))}
        return say(catalogue, self.key, self.arguments, seat_name)

    @property
    def reason(self) -> str:
        """The reason in English."""
        return self.say(self.speaks())

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class NoWorld(RuntimeError):
    """No world could be imagined that looks to a seat as the table does."""


class BadSave(Exception):
    """A save that cannot be read, is of another format or of unknown rules, or does not fit its rules."""


class UnknownGame(Exception):
    """No game goes by that name."""


class NotInstalled(UnknownGame):
    """A game that needs a library which is not here; it comes with an extra of ours."""

    def __init__(self, game: str, library: str, extra: str) -> None:
        self.game, self.library = game, library
        self.install = f"pip install 'arbiter-table[{extra}]'"
        super().__init__(f"{game} needs {library}: {self.install}")
