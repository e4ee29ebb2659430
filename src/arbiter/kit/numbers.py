"""Numbers that say why: the number that the rules use is the one that is explained, part by part."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from arbiter.core import Row, Text


class Term(NamedTuple):
    """One part of a number: how much, and where it comes from, as a message or its key."""

    n: int
    source: str | Text

    @property
    def name(self) -> Text:
        """Where it comes from, as a message."""
        return self.source if isinstance(self.source, Text) else Text(self.source)


class Sum(msgspec.Struct, eq=False):
    """A number made of parts.

    >>> melee = Sum(6, "strength").add(2, "axe").one_of("bow", 1, "sling").one_of("bow", 3, "longbow").add(-20, "fear")
    >>> melee.at_least(0).value
    0
    >>> melee.terms()
    [Term(n=6, source='strength'), Term(n=2, source='axe'), Term(n=-20, source='fear'),
     Term(n=3, source='longbow'), Term(n=9, source='kit.at_least')]
    >>> Sum(6, "strength").add(8, "giant").at_most(12).terms()[-1]
    Term(n=-2, source='kit.at_most')
    """

    n: int
    source: str | Text
    """What the number started from, or has instead."""
    _more: int = 0
    # Plain pairs, which only become terms when somebody asks why: rules reckon far more often than people ask.
    _added: list[tuple[int, str | Text]] | None = None
    _best: dict[str, tuple[int, str | Text]] | None = None
    _least: int | None = None
    _most: int | None = None

    def add(self, n: int, source: str | Text) -> Sum:
        """Something more, or less."""
        if n:
            if self._added is None:
                self._added = []
            self._added.append((n, source))
            self._more += n
        return self

    def instead(self, n: int, source: str | Text) -> Sum:
        """This counts in place of what the number started from."""
        self.n, self.source = n, source
        return self

    def one_of(self, group: str, n: int, source: str | Text) -> Sum:
        """Of all that belongs to a group only one counts: the best, of equals the first."""
        if self._best is None:
            self._best = {}
        best = self._best.get(group)
        if best is None or n > best[0]:
            self._best[group] = (n, source)
            self._more += n if best is None else n - best[0]
        return self

    def at_least(self, n: int) -> Sum:
        """The number is never less."""
        self._least = n
        return self

    def at_most(self, n: int) -> Sum:
        """The number is never more; where it cannot be both, a floor goes before a ceiling."""
        self._most = n
        return self

    @property
    def value(self) -> int:
        """The number."""
        whole = self.n + self._more
        if self._most is not None and whole > self._most:
            whole = self._most
        return whole if self._least is None or whole >= self._least else self._least

    def terms(self) -> list[Term]:
        """The parts that count; together they make the value."""
        best = [one for one in (self._best or {}).values() if one[0]]
        terms = [Term(*one) for one in ((self.n, self.source), *(self._added or ()), *best)]
        beyond = self.value - sum(n for n, _ in terms)
        if beyond:
            terms.append(Term(beyond, "kit.at_least" if beyond > 0 else "kit.at_most"))
        return terms

    def rows(self) -> list[Row]:
        """The parts as lines of a small table."""
        return [Row(term.name, term.n) for term in self.terms()]
