"""Tables in an SQLite file. One thread writes, many writes a commit; a write is done when its commit is on the disk."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from hashlib import sha256
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple

import msgspec

from ..core import Entry
from .lock import Lock as FileLock
from .records import Kept, Listed, Seat, Sitting, Taken

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
LAYOUTS = (SCHEMA, SNAPSHOTS, RESTING, PLEDGES)
"""What each version of the layout adds to the one before; a file of an older one is brought up to date."""
GROUP = 256
"""The most writes that share a commit."""


class _Write(NamedTuple):
    work: Callable[[sqlite3.Connection], None]
    done: Future[None]


class SqliteStore:
    """A store in one file. The primary key of `entry` is the lock: nobody can write the same entry twice.

    One program at a time serves it, because nobody tells another of its news; `looking` is for one that only reads.
    """

    def __init__(self, path: Path | str, looking: bool = False) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = None if looking else FileLock(self.path)
        self._reading = Lock()
        self._writes: SimpleQueue[_Write | None] = SimpleQueue()
        self._closing = Lock()
        self._closed = False
        try:
            self._reader = self._connect()
            self._prepare()
            self._writer: sqlite3.Connection | None = self._connect()
        except sqlite3.Error as error:
            self._unlock()
            raise ValueError(f"{self.path} cannot be read as a store of games: {error}") from None
        except ValueError:
            self._unlock()
            raise
        self._thread = Thread(target=self._write_on, name="store", daemon=True)
        self._thread.start()

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()

    def _connect(self) -> sqlite3.Connection:
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
            raise ValueError(f"{self.path} was written by a newer Arbiter (layout {version}; this one knows {latest})")

    # Writing

    def create(self, sitting: Sitting, entries: Sequence[Entry] = ()) -> Future[None]:
        rows = [(sitting.id, n, msgspec.json.encode(entry).decode()) for n, entry in enumerate(entries)]

        def work(connection: sqlite3.Connection) -> None:
            options = msgspec.json.encode(sitting.options).decode()
            try:
                connection.execute(
                    "INSERT INTO sitting (id, game, rules, options, seed, commitment, host, status, rest, changed)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP)",
                    (sitting.id, sitting.game, sitting.rules, options, sitting.seed, sitting.commitment, sitting.host,
                     sitting.status, sitting.rest),
                )  # fmt: skip
            except sqlite3.IntegrityError:
                raise Taken(f"there is a table {sitting.id} already") from None
            connection.executemany(
                "INSERT INTO seat (table_id, seat, bot, name, token, joined, entropy, pledge)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(sitting.id, at, *msgspec.structs.astuple(seat)) for at, seat in enumerate(sitting.seats)],
            )
            connection.executemany("INSERT INTO entry (table_id, n, body) VALUES (?, ?, ?)", rows)

        return self._write(work)

    def join(self, table: str, at: int, invitation: str, seat: Seat) -> Future[None]:
        def work(connection: sqlite3.Connection) -> None:
            filled = connection.execute(
                "UPDATE seat SET name = ?, token = ?, joined = 1, entropy = ?, pledge = ?"
                " WHERE table_id = ? AND seat = ? AND token = ? AND NOT joined",
                (seat.name, seat.token, seat.entropy, seat.pledge, table, at, invitation),
            )
            if filled.rowcount != 1:
                raise Taken("somebody already sits there")
            connection.execute("UPDATE sitting SET host = ? WHERE id = ? AND host = ?", (seat.token, table, invitation))

        return self._write(work)

    def open_chance(self, table: str, at: int, entropy: str) -> Future[None]:
        def work(connection: sqlite3.Connection) -> None:
            opened = connection.execute(
                "UPDATE seat SET entropy = ? WHERE table_id = ? AND seat = ? AND joined AND entropy = ''"
                " AND EXISTS (SELECT 1 FROM sitting WHERE id = table_id AND status = 'open')",
                (entropy, table, at),
            )
            if opened.rowcount != 1:
                raise Taken("the game has begun without it")

        return self._write(work)

    def begin(self, table: str) -> Future[None]:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE sitting SET status = 'playing' WHERE id = ? AND status = 'open'", (table,))

        return self._write(work)

    def append(self, table: str, n: int, entries: Sequence[Entry], status: str) -> Future[None]:
        rows = [(table, n + at, msgspec.json.encode(entry).decode()) for at, entry in enumerate(entries)]

        def work(connection: sqlite3.Connection) -> None:
            last = connection.execute("SELECT MAX(n) FROM entry WHERE table_id = ?", (table,)).fetchone()[0]
            length = 0 if last is None else last + 1
            if n > length:
                raise ValueError(f"entry {n} would leave a hole in a journal of {length}")
            try:
                connection.executemany("INSERT INTO entry (table_id, n, body) VALUES (?, ?, ?)", rows)
            except sqlite3.IntegrityError:
                raise Taken(f"entry {n} of that table is already written") from None
            connection.execute(
                "UPDATE sitting SET status = ?, changed = CURRENT_TIMESTAMP"
                " WHERE id = ? AND (status <> ? OR changed < datetime('now', '-1 minute'))",
                (status, table, status),
            )

        return self._write(work)

    def rest(self, table: str, why: str) -> Future[None]:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE sitting SET rest = ? WHERE id = ?", (why, table))

        return self._write(work)

    def keep_snapshot(self, table: str, kept: Kept) -> Future[None]:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT OR REPLACE INTO snapshot (table_id, n, rules, body, digest) VALUES (?, ?, ?, ?, ?)",
                (table, *kept, sha256(kept.body).digest()),
            )

        return self._write(work)

    def _write(self, work: Callable[[sqlite3.Connection], None]) -> Future[None]:
        write = _Write(work, Future())
        with self._closing:
            if self._closed:
                raise ValueError("the store is closed")
            self._writes.put(write)
        return write.done

    def _write_on(self) -> None:
        """The writer's thread: take what is waiting, write it in one commit, then say that it is done.

        Whatever goes wrong goes to those who wait for it: the thread itself ends only when the store is closed.
        """
        going = True
        while going:
            group = [self._writes.get()]
            while len(group) < GROUP:
                try:
                    group.append(self._writes.get_nowait())
                except Empty:
                    break
            going = None not in group
            # Whoever has given up waiting before the write began is not written; from here on nobody can give up.
            if kept := [write for write in group if write and write.done.set_running_or_notify_cancel()]:
                self._commit(kept)
        self._let_go()

    def _commit(self, group: list[_Write]) -> None:
        outcomes: list[BaseException | None] = []
        try:
            if self._writer is None:
                self._writer = self._connect()
            self._writer.execute("BEGIN IMMEDIATE")
            for write in group:
                outcomes.append(self._attempt(self._writer, write))
            self._writer.execute("COMMIT")
        except BaseException as error:
            # Nothing of the group is on the disk. The next group gets a connection that knows nothing of this one.
            self._let_go()
            outcomes = [error] * len(group)
        for write, outcome in zip(group, outcomes, strict=True):
            if outcome is None:
                write.done.set_result(None)
            else:
                write.done.set_exception(outcome)

    def _attempt(self, connection: sqlite3.Connection, write: _Write) -> BaseException | None:
        """Do one write of a group; what it did is rolled back alone where it fails, and the others go on.

        A disk that fails is not the fault of one write: then the whole group fails.
        """
        connection.execute("SAVEPOINT one")
        try:
            write.work(connection)
        except (sqlite3.OperationalError, sqlite3.InternalError):
            raise
        except Exception as error:
            connection.execute("ROLLBACK TO one")
            connection.execute("RELEASE one")
            return error
        connection.execute("RELEASE one")
        return None

    def _let_go(self) -> None:
        """Close the writer's connection; what it had not committed is rolled back by that."""
        connection, self._writer = self._writer, None
        with contextlib.suppress(sqlite3.Error):
            if connection is not None:
                connection.close()

    # Reading

    def sitting(self, table: str) -> Sitting | None:
        columns = "id, game, rules, options, seed, commitment, host, status, rest"
        rows = self._read(f"SELECT {columns} FROM sitting WHERE id = ?", table)
        if not rows:
            return None
        id, game, rules, options, seed, commitment, host, status, rest = rows[0]
        found = self._read(
            "SELECT bot, name, token, joined, entropy, pledge FROM seat WHERE table_id = ? ORDER BY seat", table
        )
        seats = [Seat(bot, name, token, bool(joined), *chance) for bot, name, token, joined, *chance in found]
        return Sitting(id, game, rules, msgspec.json.decode(options), seed, commitment, host, seats, status, rest)

    def tables(self) -> list[Listed]:
        rows = self._read(
            "SELECT id, game, rules, status, rest, created, changed,"
            " (SELECT COUNT(*) FROM entry WHERE table_id = id) FROM sitting"
            " ORDER BY MAX(changed, created) DESC, id"
        )
        names: dict[str, list[str]] = {}
        for table, name in self._read("SELECT table_id, name FROM seat ORDER BY table_id, seat"):
            names.setdefault(table, []).append(name)
        return [Listed(*row, names.get(row[0], [])) for row in rows]

    def entries(self, table: str) -> list[Entry]:
        rows = self._read("SELECT body FROM entry WHERE table_id = ? ORDER BY n", table)
        decoder = msgspec.json.Decoder(Entry)
        return [decoder.decode(body) for (body,) in rows]

    def snapshot(self, table: str) -> Kept | None:
        for n, rules, body, digest in self._read(
            "SELECT n, rules, body, digest FROM snapshot WHERE table_id = ?", table
        ):
            if sha256(body).digest() == digest:
                return Kept(n, rules, body)
        return None

    def _read(self, question: str, *about: str) -> list[tuple[Any, ...]]:
        with self._reading:
            return self._reader.execute(question, about).fetchall()

    def close(self) -> None:
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._writes.put(None)
        self._thread.join()
        with self._reading:
            self._reader.close()
        self._unlock()
