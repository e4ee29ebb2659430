"""Tables in PostgreSQL: several programs, on one machine or many, serve the same tables and hear of each other."""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections.abc import Callable, Sequence
from threading import Event, Thread
from typing import Any

import psycopg

from ..core.findings import Finding
from .records import StoreFailed
from .sql import SqlStore

logger = logging.getLogger("arbiter.store")

LAYOUT = (
    """
CREATE TABLE sitting (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, options TEXT NOT NULL,
    seed TEXT NOT NULL, commitment TEXT NOT NULL, host TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'over')),
    created TEXT NOT NULL, changed TEXT NOT NULL, rest TEXT NOT NULL
);
CREATE TABLE seat (
    table_id TEXT NOT NULL REFERENCES sitting, seat INTEGER NOT NULL, bot TEXT NOT NULL, name TEXT NOT NULL,
    token TEXT NOT NULL, joined INTEGER NOT NULL, entropy TEXT NOT NULL, pledge TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE TABLE entry (
    table_id TEXT NOT NULL REFERENCES sitting, n INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
);
CREATE TABLE snapshot (
    table_id TEXT PRIMARY KEY REFERENCES sitting, n INTEGER NOT NULL, rules TEXT NOT NULL,
    body BYTEA NOT NULL, digest BYTEA NOT NULL
);
""",
    """
ALTER TABLE sitting ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';
ALTER TABLE sitting ADD COLUMN times TEXT NOT NULL DEFAULT '{}';
ALTER TABLE sitting ADD COLUMN due DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE sitting ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entry ADD COLUMN at DOUBLE PRECISION NOT NULL DEFAULT 0;
CREATE INDEX sitting_due ON sitting (due) WHERE due > 0;
CREATE INDEX sitting_shown ON sitting (changed) WHERE shown > 0;
CREATE TABLE happening (
    table_id TEXT NOT NULL REFERENCES sitting, n INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
);
CREATE TABLE desk (
    table_id TEXT NOT NULL REFERENCES sitting, seat INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
""",
)
"""What each version of the layout adds to the one before."""
KEY = 0x4172_6269
"""The lock under which tables are made, so that of several programs that start at once one makes them."""
CHANNEL = "arbiter"
PATIENCE = 2.0
"""Seconds between two attempts to hear news again where the connection was lost."""


class _Link:
    """A connection that takes `?` where PostgreSQL wants `%s`."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.connection = self._connected()

    def _connected(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self._address, autocommit=True, connect_timeout=10)

    def renew(self) -> None:
        """The connection was lost: make another."""
        self.connection.close()
        self.connection = self._connected()

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        return self.connection.execute(statement.replace("?", "%s"), values or None)

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        with self.connection.cursor() as cursor:
            cursor.executemany(statement.replace("?", "%s"), rows)

    def close(self) -> None:
        self.connection.close()


class PostgresStore(SqlStore):
    """A store in a PostgreSQL database, found by its address (`postgresql://…`).

    The unique key is the only lock between programs; LISTEN and NOTIFY carry the news.
    """

    failures = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError)
    conflicts = (psycopg.IntegrityError,)
    errors = (psycopg.Error,)

    def __init__(self, address: str) -> None:
        self.address = address
        self._me = secrets.token_hex(6)
        self._news: Callable[[str], None] | None = None
        self._stop = Event()
        self._listener: Thread | None = None
        try:
            super().__init__()
        except psycopg.Error as error:
            raise ValueError(Finding("store.database", why=str(error).strip())) from None

    def _connect(self) -> Any:
        return _Link(self.address)

    def _prepare(self) -> None:
        link = self._reader
        link.execute("BEGIN")
        link.execute("SELECT pg_advisory_xact_lock(?)", (KEY,))
        link.execute("CREATE TABLE IF NOT EXISTS layout (version INTEGER NOT NULL)")
        version = (link.execute("SELECT MAX(version) FROM layout").fetchone() or (None,))[0] or 0
        for number, statements in enumerate(LAYOUT[version:], version + 1):
            link.execute(statements)
            link.execute("INSERT INTO layout (version) VALUES (?)", (number,))
        link.execute("COMMIT")
        if version > len(LAYOUT):
            link.close()
            latest = len(LAYOUT)
            raise ValueError(Finding("store.database.newer", version=version, latest=latest))

    def _touch(self, connection: Any) -> None:
        connection.execute("SELECT txid_current()")

    def _begin(self, connection: Any) -> None:
        """A connection that was lost since it last wrote is made anew, once: nothing has been written on it yet."""
        try:
            connection.execute("BEGIN")
        except self.failures:
            connection.renew()
            connection.execute("BEGIN")

    def _still_there(self) -> None:
        """The database has said so itself."""

    def _spread(self, connection: Any, table: str) -> None:
        connection.execute("SELECT pg_notify(?, ?)", (CHANNEL, f"{self._me} {table}"))

    def _read(self, question: str, *about: Any) -> list[tuple[Any, ...]]:
        """A connection that was lost is made anew, once: the database may have been started again."""
        try:
            return super()._read(question, *about)
        except StoreFailed as failed:
            if not isinstance(failed.__cause__, self.failures):
                raise
        with self._reading:
            try:
                self._reader.renew()
            except self.errors as error:
                raise StoreFailed(str(error).strip()) from error
        return super()._read(question, *about)

    # News

    def hear(self, news: Callable[[str], None]) -> None:
        self._news = news
        self._listener = Thread(target=self._listen_on, name="news", daemon=True)
        self._listener.start()

    def _listen_on(self) -> None:
        """Hear of what other programs write, for as long as the store is open; after a silence all may have changed."""
        first = True
        while not self._stop.is_set():
            try:
                with psycopg.connect(self.address, autocommit=True, connect_timeout=10) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    if not first:
                        self._tell("")
                    first = False
                    self._listen(connection)
            except psycopg.Error as error:
                if not self._stop.is_set():
                    logger.error("no news of other programs: %s", str(error).strip())
                    self._stop.wait(PATIENCE)

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        while not self._stop.is_set():
            for notice in connection.notifies(timeout=0.5, stop_after=1):
                who, _, table = notice.payload.partition(" ")
                if who != self._me:
                    self._tell(table)

    def _tell(self, table: str) -> None:
        if self._news is not None:
            with contextlib.suppress(RuntimeError):
                self._news(table)

    def close(self) -> None:
        self._stop.set()
        super().close()
        if self._listener is not None:
            self._listener.join(5)
