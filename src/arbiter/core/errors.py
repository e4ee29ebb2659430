"""What can go wrong at a table, said to a person."""

from __future__ import annotations


class Illegal(Exception):
    """An answer the rules refuse: the reason in words and, where one applies, the rule's id."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class BadSave(Exception):
    """A save that cannot be read, is of another format or of unknown rules, or does not fit its rules."""


class UnknownGame(Exception):
    """No game goes by that name."""
