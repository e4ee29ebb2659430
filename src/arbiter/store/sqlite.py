"""Tables in an SQLite file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from ..core.findings import Finding
from .lock import Lock, Turn
from .records import Ring, StoreFailed
from .sql import SqlStore
from .writes import Write

SCHEMA = """
CREATE TABLE sitting (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, options TEXT NOT NULL,
    seed TEXT NOT NULL, commitment TEXT NOT NULL, host TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'over')),
    created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) WITHOUT ROWID;
CREATE TABLE seat (
    table_id TEXT NOT NULL REFERENCES sitting, seat INTEGER NOT NULL, bot TEXT NOT NULL, name TEXT NOT NULL,
    token TEXT NOT NULL, joined INTEGER NOT NULL, entropy TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE TABLE entry (
    table_id TEXT NOT NULL REFERENCES sitting, n INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
"""
SNAPSHOTS = """
CREATE TABLE snapshot (
    table_id TEXT PRIMARY KEY REFERENCES sitting, n INTEGER NOT NULL, rules TEXT NOT NULL,
    body BLOB NOT NULL, digest BLOB NOT NULL
) WITHOUT ROWID;
"""
RESTING = """
ALTER TABLE sitting ADD COLUMN rest TEXT NOT NULL DEFAULT '';
ALTER TABLE sitting ADD COLUMN changed TEXT NOT NULL DEFAULT '';
"""
PLEDGES = """
ALTER TABLE seat ADD COLUMN pledge TEXT NOT NULL DEFAULT '';
"""
COMPANY = """
ALTER TABLE sitting ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';
ALTER TABLE sitting ADD COLUMN times TEXT NOT NULL DEFAULT '{}';
ALTER TABLE sitting ADD COLUMN due REAL NOT NULL DEFAULT 0;
ALTER TABLE sitting ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entry ADD COLUMN at REAL NOT NULL DEFAULT 0;
CREATE INDEX sitting_due ON sitting (due) WHERE due > 0;
CREATE INDEX sitting_shown ON sitting (changed) WHERE shown > 0;
CREATE TABLE happening (
    table_id TEXT NOT NULL REFERENCES sitting, n INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
CREATE TABLE desk (
    table_id TEXT NOT NULL REFERENCES sitting, seat INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
"""
LAYOUTS = (SCHEMA, SNAPSHOTS, RESTING, PLEDGES, COMPANY)
"""What each version of the layout adds to the one before; a file of an older one is brought up to date."""


class SqliteStore(SqlStore):
    """A store in one file.

    One program at a time serves it, because nobody tells another of its news; `looking` is for one that only reads.
    Its workers share it where a `ring` carries news between them; the program itself holds the file for them.
    """

    failures = (sqlite3.OperationalError, sqlite3.InternalError)
    conflicts = (sqlite3.IntegrityError,)
    damage = (sqlite3.DatabaseError,)
    errors = (sqlite3.Error,)

    def __init__(self, path: Path | str, looking: bool = False, ring: Ring | None = None) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists():
            # It has seeds, hands and invitations: they are nobody else's business on this machine.
            self.path.touch(mode=0o600)
        self._ring, self._changed = ring, dict[str, None]()
        self._lock = None if looking or ring is not None else Lock(self.path)
        self._turn = None if ring is None else Turn(self.path)
        self._file: tuple[int, int] | None = None
        try:
            # A new file takes its way of writing from the first who opens it, and refuses a second at that moment.
            with self._in_turn():
                super().__init__()
            self._file = self._identity()
        except (sqlite3.Error, StoreFailed) as error:
            self._unlock()
            raise ValueError(Finding("store.unreadable", path=self.path, why=error)) from None
        except ValueError:
            self._unlock()
            raise

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()

    def _connect(self) -> Any:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _prepare(self) -> None:
        # Exclusive, so that of two programs that start on a new file one makes the tables and the other finds them.
        self._reader.execute("BEGIN EXCLUSIVE")
        (version,) = self._reader.execute("PRAGMA user_version").fetchone()
        latest = len(LAYOUTS)
        if version < latest:
            for statement in filter(str.strip, "".join(LAYOUTS[version:]).split(";")):
                self._reader.execute(statement)
            self._reader.execute(f"PRAGMA user_version = {latest}")
        self._reader.execute("COMMIT")
        if version > latest:
            self._reader.close()
            raise ValueError(Finding("store.newer", path=self.path, version=version, latest=latest))

    def _touch(self, connection: Any) -> None:
        connection.execute(f"PRAGMA user_version = {len(LAYOUTS)}")

    def _in_turn(self) -> AbstractContextManager[None]:
        return self._turn or super()._in_turn()

    def _begin(self, connection: Any) -> None:
        connection.execute("BEGIN IMMEDIATE")

    def _still_there(self) -> None:
        """A file that was moved away or written over is no place from which a table could be read again."""
        if self._file is not None and self._identity() != self._file:
            raise StoreFailed(Finding("store.moved", path=self.path))

    def _spread(self, connection: Any, table: str) -> None:
        self._changed[table] = None

    def _commit(self, group: list[Write[Any]]) -> None:
        """Who else serves the file hears of it when it is on the disk."""
        super()._commit(group)
        changed, self._changed = self._changed, {}
        if self._ring is not None and changed:
            self._ring.tell(changed)

    def hear(self, news: Callable[[str], None]) -> None:
        if self._ring is not None:
            self._ring.listen(news)

    def _identity(self) -> tuple[int, int]:
        try:
            found = os.stat(self.path)
        except OSError as error:
            raise StoreFailed(Finding("store.gone", path=self.path, why=error.strerror)) from None
        return found.st_dev, found.st_ino

    def close(self) -> None:
        super().close()
        if self._turn is not None:
            self._turn.close()
        self._unlock()
