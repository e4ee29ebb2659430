"""What a store asks of a database: statements, and what they have to be done in together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol


class Connection(Protocol):
    """What a store needs of a database: statements with `?` for what is put in."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Any: ...

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]], /) -> Any: ...

    def close(self) -> None: ...


class Transaction:
    """A connection on which a transaction begins with the first statement, so that entries which need no other and fit
    into one stand by themselves: every call of the database lets others of the program go first."""

    __slots__ = ("_begin", "begun", "connection")

    def __init__(self, connection: Any, begin: Callable[[Any], None]) -> None:
        self.connection = connection
        self.begun = False
        self._begin = begin

    def begin(self) -> None:
        if not self.begun:
            self._begin(self.connection)
            self.begun = True

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Any:
        self.begin()
        return self.connection.execute(statement, values)

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]], /) -> Any:
        self.begin()
        return self.connection.executemany(statement, rows)

    def end(self, how: str) -> None:
        if self.begun:
            self.connection.execute(how)
            self.begun = False
