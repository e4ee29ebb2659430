"""Numbers that say why: the number that the rules use is the one that is explained, part by part."""

from __future__ import annotations

from typing import NamedTuple

from arbiter.core import Row, Text


class Term(NamedTuple):
    """One part of a number: how much, and the message key of where it comes from."""

    n: int
    source: str


class Sum:
    """A number made of parts.

    >>> melee = Sum(6, "strength").add(2, "axe").one_of("bow", 1, "sling").one_of("bow", 3, "longbow").add(-20, "fear")
    >>> melee.at_least(0).value
    0
    >>> melee.terms()
    [Term(n=6, source='strength'), Term(n=2, source='axe'), Term(n=-20, source='fear'),
     Term(n=3, source='longbow'), Term(n=9, source='kit.at_least')]
    """

    __slots__ = ("_added", "_base", "_best", "_least", "_most")

    def __init__(self, n: int, source: str) -> None:
        self._base = Term(n, source)
        self._added: list[Term] = []
        self._best: dict[str, Term] = {}
        self._least: int | None = None
        self._most: int | None = None

    def add(self, n: int, source: str) -> Sum:
        """Something more, or less."""
        if n:
            self._added.append(Term(n, source))
        return self

    def instead(self, n: int, source: str) -> Sum:
        """This counts in place of what the number started from."""
        self._base = Term(n, source)
        return self

    def one_of(self, group: str, n: int, source: str) -> Sum:
        """Of all that belongs to a group only one counts: the best, of equals the first."""
        best = self._best.get(group)
        if best is None or n > best.n:
            self._best[group] = Term(n, source)
        return self

    def at_least(self, n: int) -> Sum:
        """The number is never less."""
        self._least = n
        return self

    def at_most(self, n: int) -> Sum:
        """The number is never more; a floor goes before a ceiling."""
        self._most = n
        return self

    @property
    def value(self) -> int:
        """The number."""
        return self._held(self._whole())

    def terms(self) -> list[Term]:
        """The parts that count; together they make the value."""
        terms = [self._base, *self._added, *(best for best in self._best.values() if best.n)]
        whole = self._whole()
        held = self._held(whole)
        if held != whole:
            terms.append(Term(held - whole, "kit.at_least" if held > whole else "kit.at_most"))
        return terms

    def rows(self) -> list[Row]:
        """The parts as lines of a small table."""
        return [Row(Text(source), n) for n, source in self.terms()]

    def _whole(self) -> int:
        whole = self._base.n
        for term in self._added:
            whole += term.n
        for term in self._best.values():
            whole += term.n
        return whole

    def _held(self, whole: int) -> int:
        if self._most is not None and whole > self._most:
            whole = self._most
        if self._least is not None and whole < self._least:
            whole = self._least
        return whole
