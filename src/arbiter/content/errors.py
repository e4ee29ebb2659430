"""What a faulty pack says to the person who wrote it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


class Fault(ValueError):
    """One wrong value inside an entry: where it stands (a path such as ``effects[0].terrain``) and why."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(problem)
        self.path = path
        self.problem = problem

    def under(self, outer: str) -> Fault:
        """The same fault seen from the entry that holds this value."""
        return Fault(join(outer, self.path), self.problem)


class PackError(ValueError):
    """A pack that cannot be used: the file, the line, the entry, the field and what was expected there."""

    def __init__(self, file: str, entry: str, field: str, problem: str, line: int = 0) -> None:
        self.file = file
        self.entry = entry
        self.field = field
        self.problem = problem
        self.line = line
        where = f"{file}:{line}" if line else file
        parts = [where, *(part for part in (entry, field) if part), problem]
        super().__init__(": ".join(parts))


class PackErrors(PackError):
    """All that is wrong with a pack, one fault a line."""

    def __init__(self, errors: Sequence[PackError]) -> None:
        first = errors[0]
        super().__init__(first.file, first.entry, first.field, first.problem, first.line)
        self.args = ("\n".join(str(one) for one in errors),)
        self.errors = tuple(errors)


def join(outer: str, inner: str) -> str:
    """Two paths as one: ``effects[0]`` and ``terrain`` give ``effects[0].terrain``."""
    if not outer or not inner or inner.startswith("["):
        return outer + inner
    return f"{outer}.{inner}"


def choices(words: Iterable[str]) -> str:
    """The allowed words, in reading order, for an error message."""
    return ", ".join(sorted(words))


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """A closing question that offers the nearest allowed word, or nothing."""
    near = get_close_matches(word, list(words), n=1)
    return f"; did you mean '{near[0]}'?" if near else ""
