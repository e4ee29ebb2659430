"""Tables in a database that speaks SQL. One thread writes, many writes a commit; a write is done when it is durable."""

from __future__ import annotations

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar

import msgspec

from ..core import Entry
from ..core.learning import learn
from .records import (
    Damaged,
    Desk,
    Happening,
    Kept,
    Listed,
    Offered,
    Seat,
    Sitting,
    StoreFailed,
    Taken,
    Terms,
    Times,
)
from .transactions import Connection, Transaction
from .writes import Write, wake

T = TypeVar("T")

GROUP = 256
"""The most writes that share a commit."""
ROWS = 64
"""The most entries that share a statement: while one runs, nothing else of the program has to wait."""
ENTRY = "INSERT INTO entry (table_id, n, body, at) VALUES (?, ?, ?, ?)"
HAPPENING = "INSERT INTO happening (table_id, n, body) VALUES (?, ?, ?)"
FRESH = 60.0
"""How old, in seconds, what a table says of its last change may be before it is written again."""
REMEMBERED = 10_000
"""Of so many tables it is remembered how far they were written."""


_Outcome: TypeAlias = tuple[Any, BaseException | None]


class _Written(NamedTuple):
    """How long a table's journal was when it was last written here, and what was said of the table then."""

    n: int
    status: str
    dated: float


class SqlStore(ABC):
    """What all databases have in common. The primary key of `entry` is the lock: nobody writes the same entry twice."""

    failures: ClassVar[tuple[type[Exception], ...]]
    """What the database raises where it cannot go on at all: a full disk, a lost connection."""
    conflicts: ClassVar[tuple[type[Exception], ...]]
    """What it raises where a key is taken, or one that is referred to is missing."""
    damage: ClassVar[tuple[type[Exception], ...]] = ()
    """What it raises, and nothing that is only a kind of it, where what it has on the disk makes no sense to it."""
    errors: ClassVar[tuple[type[Exception], ...]]
    """Whatever it may raise."""

    def __init__(self) -> None:
        self._reading = Lock()
        self._writes: SimpleQueue[list[Write[Any]] | None] = SimpleQueue()
        self._gathered: dict[asyncio.AbstractEventLoop, list[Write[Any]]] = {}
        self._written: dict[str, _Written] = {}
        self._rows: list[tuple[Any, ...]] = []
        self._closing = Lock()
        self._closed = False
        self._reader: Any = self._connect()
        self._prepare()
        self._writer: Any = self._connect()
        self._thread = Thread(target=self._write_on, name="store", daemon=True)
        self._thread.start()

    @abstractmethod
    def _connect(self) -> Any:
        """A connection on which each statement stands by itself unless a transaction is begun."""

    @abstractmethod
    def _prepare(self) -> None:
        """Make the tables, or bring them up to date."""

    @abstractmethod
    def _begin(self, connection: Any) -> None:
        """Begin a transaction that writes."""

    @abstractmethod
    def _still_there(self) -> None:
        """Raise StoreFailed where what is written is not where it will be looked for."""

    @abstractmethod
    def _spread(self, connection: Any, table: str) -> None:
        """Tell other programs that a table has changed, when this is durable."""

    # Writing

    def create(
        self,
        sitting: Sitting,
        entries: Sequence[Entry] = (),
        moments: Sequence[float] = (),
        happenings: Sequence[Happening] = (),
        desks: Sequence[Desk] = (),
    ) -> Write[None]:
        rows = [
            (sitting.id, n, _json(entry), moments[n] if n < len(moments) else 0.0) for n, entry in enumerate(entries)
        ]
        terms = sitting.terms

        def work(connection: Connection) -> None:
            try:
                connection.execute(
                    "INSERT INTO sitting"
                    " (id, game, rules, options, seed, commitment, host, status, rest, created, changed, terms, times,"
                    " shown) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (sitting.id, sitting.game, sitting.rules, _json(sitting.options), sitting.seed, sitting.commitment,
                     sitting.host, sitting.status, sitting.rest, _now(), _now(), _json(terms), _json(sitting.times),
                     int(bool(terms.open) or terms.watch == "all")),
                )  # fmt: skip
            except self.conflicts:
                raise Taken(f"there is a table {sitting.id} already") from None
            connection.executemany(
                "INSERT INTO seat (table_id, seat, bot, name, token, joined, entropy, pledge)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(sitting.id, at, *_row(seat)) for at, seat in enumerate(sitting.seats)],
            )
            self._rows += rows
            if happenings:
                connection.executemany(HAPPENING, [(sitting.id, n, _json(one)) for n, one in enumerate(happenings)])
            for at, desk in enumerate(desks):
                self._lay(connection, sitting.id, at, desk)

        return self._write(work)

    def join(self, table: str, at: int, invitation: str, seat: Seat) -> Write[None]:
        def work(connection: Connection) -> None:
            filled = connection.execute(
                "UPDATE seat SET name = ?, token = ?, joined = 1, entropy = ?, pledge = ?"
                " WHERE table_id = ? AND seat = ? AND token = ? AND joined = 0",
                (seat.name, seat.token, seat.entropy, seat.pledge, table, at, invitation),
            )
            if filled.rowcount != 1:
                raise Taken("somebody already sits there")
            connection.execute("UPDATE sitting SET host = ? WHERE id = ? AND host = ?", (seat.token, table, invitation))
            self._spread(connection, table)

        return self._write(work)

    def withdraw(self, table: str, at: int, invitation: str, new: str) -> Write[None]:
        def work(connection: Connection) -> None:
            changed = connection.execute(
                "UPDATE seat SET token = ? WHERE table_id = ? AND seat = ? AND token = ? AND joined = 0",
                (new, table, at, invitation),
            )
            if changed.rowcount != 1:
                raise Taken("that invitation no longer holds")
            self._spread(connection, table)

        return self._write(work)

    def renew(self, table: str, at: int, old: str, new: str) -> Write[None]:
        def work(connection: Connection) -> None:
            changed = connection.execute(
                "UPDATE seat SET token = ? WHERE table_id = ? AND seat = ? AND token = ? AND joined = 1",
                (new, table, at, old),
            )
            if changed.rowcount != 1:
                raise Taken("that key no longer holds")
            connection.execute("UPDATE sitting SET host = ? WHERE id = ? AND host = ?", (new, table, old))
            self._spread(connection, table)

        return self._write(work)

    def open_chance(self, table: str, at: int, entropy: str) -> Write[None]:
        def work(connection: Connection) -> None:
            self._hold(connection, table)
            opened = connection.execute(
                "UPDATE seat SET entropy = ? WHERE table_id = ? AND seat = ? AND joined = 1 AND entropy = ''"
                " AND EXISTS (SELECT 1 FROM sitting WHERE id = table_id AND status = 'open')",
                (entropy, table, at),
            )
            if opened.rowcount != 1:
                raise Taken("the game has begun without it")
            self._spread(connection, table)

        return self._write(work)

    def _hold(self, connection: Connection, table: str) -> None:
        """Let nobody else change how a table is set until this is written."""
        connection.execute("UPDATE sitting SET status = status WHERE id = ?", (table,))

    def begin(self, table: str) -> Write[None]:
        def work(connection: Connection) -> None:
            begun = connection.execute(
                "UPDATE sitting SET status = 'playing' WHERE id = ? AND status = 'open'", (table,)
            )
            if begun.rowcount:
                self._spread(connection, table)

        return self._write(work)

    def append(
        self, table: str, n: int, entries: Sequence[Entry], status: str, times: Times | None = None
    ) -> Write[None]:
        now = time.time()
        rows = [(table, n + at, _json(entry), now) for at, entry in enumerate(entries)]

        def work(connection: Connection) -> None:
            known = self._written.pop(table, None)
            if known is None or known.n != n:
                self._enter(connection)
                last = connection.execute("SELECT MAX(n) FROM entry WHERE table_id = ?", (table,)).fetchone()[0]
                length = 0 if last is None else last + 1
                if n > length:
                    raise ValueError(f"entry {n} would leave a hole in a journal of {length}")
            self._rows += rows
            dated = now if known is None or known.status != status or known.dated < now - FRESH else known.dated
            if dated == now:
                connection.execute("UPDATE sitting SET status = ?, changed = ? WHERE id = ?", (status, _now(), table))
            self._written[table] = _Written(n + len(rows), status, dated)
            self._time(connection, table, times)
            self._spread(connection, table)

        return self._write(work)

    def _time(self, connection: Connection, table: str, times: Times | None) -> None:
        if times is not None:
            connection.execute("UPDATE sitting SET times = ?, due = ? WHERE id = ?", (_json(times), times.due, table))

    def happen(
        self,
        table: str,
        n: int,
        what: Sequence[Happening],
        status: str = "",
        times: Times | None = None,
    ) -> Write[None]:
        def work(connection: Connection) -> None:
            try:
                connection.executemany(HAPPENING, [(table, n + at, _json(one)) for at, one in enumerate(what)])
            except self.conflicts:
                raise Taken(f"happening {n} of that table is already written") from None
            if status:
                self._written.pop(table, None)
                connection.execute("UPDATE sitting SET status = ?, changed = ? WHERE id = ?", (status, _now(), table))
            self._time(connection, table, times)
            self._spread(connection, table)

        return self._write(work)

    def keep_desk(self, table: str, at: int, desk: Desk) -> Write[None]:
        return self._write(lambda connection: self._lay(connection, table, at, desk))

    def _lay(self, connection: Connection, table: str, at: int, desk: Desk) -> None:
        connection.execute(
            "INSERT INTO desk (table_id, seat, body) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id, seat) DO UPDATE SET body = excluded.body",
            (table, at, _json(desk)),
        )

    def rest(self, table: str, why: str) -> Write[None]:
        def work(connection: Connection) -> None:
            connection.execute("UPDATE sitting SET rest = ? WHERE id = ?", (why, table))
            self._spread(connection, table)

        return self._write(work)

    def ready(self) -> Write[None]:
        return self._write(self._touch)

    @abstractmethod
    def _touch(self, connection: Any) -> None:
        """Let the database write something, so that a disk that takes nothing is noticed."""

    def expire(self, before: str) -> Write[int]:
        def work(connection: Connection) -> int:
            old = "SELECT id FROM sitting WHERE status = 'open' AND rest = '' AND created < ?"
            for kept in ("happening", "desk", "seat"):
                connection.execute(f"DELETE FROM {kept} WHERE table_id IN ({old})", (before,))
            gone: int = connection.execute(f"DELETE FROM sitting WHERE id IN ({old})", (before,)).rowcount
            return gone

        return self._write(work)

    def keep_snapshot(self, table: str, kept: Kept) -> Write[None]:
        def work(connection: Connection) -> None:
            connection.execute(
                "INSERT INTO snapshot (table_id, n, rules, body, digest) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (table_id) DO UPDATE"
                " SET n = excluded.n, rules = excluded.rules, body = excluded.body, digest = excluded.digest",
                (table, *kept, sha256(kept.body).digest()),
            )

        return self._write(work)

    def _write(self, work: Callable[[Any], T]) -> Write[T]:
        """Have something written. What is to be written in one turn of a loop goes to the writer together, when the
        loop comes round: a writer that was woken for the first of it would hold up whoever brings the rest."""
        write = Write(work, self._hand_over)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            loop = None
        with self._closing:
            if self._closed:
                raise StoreFailed("the store is closed")
            if loop is None:
                self._writes.put([write])
            elif (gathered := self._gathered.get(loop)) is None:
                self._gathered[loop] = [write]
                loop.call_soon(self._hand_over, loop)
            else:
                gathered.append(write)
        return write

    def _hand_over(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """The writer gets what was gathered in a turn of this loop, or of any."""
        with self._closing:
            for one in [*self._gathered] if loop is None else [loop]:
                if (gathered := self._gathered.pop(one, None)) is not None:
                    self._writes.put(gathered)

    def _write_on(self) -> None:
        """The writer's thread: take what is waiting, write it in one commit, then say that it is done.

        Whatever goes wrong goes to those who wait for it: the thread itself ends only when the store is closed.
        """
        going = True
        while going:
            handed = [self._writes.get()]
            with self._in_turn():
                while len(handed) < GROUP:
                    try:
                        handed.append(self._writes.get_nowait())
                    except Empty:
                        break
                going = None not in handed
                if kept := [write for group in handed if group for write in group if write.begin()]:
                    self._commit(kept)
        self._let_go()

    def _in_turn(self) -> contextlib.AbstractContextManager[None]:
        """Where several write to one file: let each wait for its turn before it takes what there is to write."""
        return contextlib.nullcontext()

    def _commit(self, group: list[Write[Any]]) -> None:
        outcomes: list[_Outcome] = []
        try:
            self._still_there()
            if self._writer is None:
                self._writer = self._connect()
            outcomes = self._attempt_all(self._writer, group)
            self._still_there()
        except BaseException as error:
            # Nothing of the group is kept. The next group gets a connection that knows nothing of this one.
            self._let_go()
            self._written.clear()
            outcomes = [(None, self._in_words(error))] * len(group)
        for write, outcome in zip(group, outcomes, strict=True):
            write.finish(*outcome)
        wake(group)

    def _attempt_all(self, connection: Any, group: list[Write[Any]]) -> list[_Outcome]:
        """Do the writes of a group: as one where nothing is against it, else once more, each by itself."""
        if len(self._written) > REMEMBERED:
            self._written.clear()
        self._rows.clear()
        transaction = Transaction(connection, self._begin)
        try:
            outcomes: list[_Outcome] = [(write.work(transaction), None) for write in group]
            if len(self._rows) > ROWS:
                transaction.begin()
            self._enter(transaction if transaction.begun else connection)
            transaction.end("COMMIT")
            return outcomes
        except self.failures:
            raise
        except Exception:
            self._written.clear()
            transaction.end("ROLLBACK")
        transaction.begin()
        outcomes = [self._attempt(connection, write) for write in group]
        transaction.end("COMMIT")
        return outcomes

    def _attempt(self, connection: Any, write: Write[Any]) -> _Outcome:
        """Do one write of a group; what it did is rolled back alone where it fails, and the others go on.

        A database that fails is not the fault of one write: then the whole group fails.
        """
        connection.execute("SAVEPOINT one")
        self._rows.clear()
        try:
            result = write.work(connection)
            self._enter(connection)
        except self.failures:
            raise
        except Exception as error:
            self._written.clear()
            connection.execute("ROLLBACK TO SAVEPOINT one")
            connection.execute("RELEASE SAVEPOINT one")
            return None, error
        connection.execute("RELEASE SAVEPOINT one")
        return result, None

    def _enter(self, connection: Any) -> None:
        """Write the entries that a group has gathered, in as few statements as will do."""
        rows, self._rows = self._rows, []
        while rows:
            some, rows = rows[:ROWS], rows[ROWS:]
            try:
                connection.execute(_entries(len(some)), [value for row in some for value in row])
            except self.conflicts:
                table, n, *_ = some[0]
                raise Taken(f"entry {n} of table {table}, or one after it, is already written") from None

    def _in_words(self, error: BaseException) -> BaseException:
        if isinstance(error, self.errors):
            failed = Damaged if type(error) in self.damage else StoreFailed
            told = failed(str(error).strip())
            told.__cause__ = error
            return told
        return error

    def _let_go(self) -> None:
        """Close the writer's connection; what it had not committed is rolled back by that."""
        connection, self._writer = self._writer, None
        with contextlib.suppress(*self.errors):
            if connection is not None:
                connection.close()

    # Reading

    def sitting(self, table: str) -> Sitting | None:
        columns = "id, game, rules, options, seed, commitment, host, status, rest, terms, times"
        rows = self._read(f"SELECT {columns} FROM sitting WHERE id = ?", table)
        if not rows:
            return None
        id, game, rules, options, seed, commitment, host, status, rest, terms, times = rows[0]
        wished = _read_json(options, dict[str, Any], f"the options of table {table}")
        return Sitting(
            id, game, rules, wished, seed, commitment, host, self._seats(table), status, rest,
            _read_json(terms, Terms, f"the terms of table {table}"),
            _read_json(times, Times, f"the clock of table {table}"),
        )  # fmt: skip

    def _seats(self, table: str) -> list[Seat]:
        found = self._read(
            "SELECT bot, name, token, joined, entropy, pledge FROM seat WHERE table_id = ? ORDER BY seat", table
        )
        return [Seat(bot, name, token, bool(joined), *chance) for bot, name, token, joined, *chance in found]

    def tables(self) -> list[Listed]:
        rows = self._read(
            "SELECT id, game, rules, status, rest, created, changed,"
            " (SELECT COUNT(*) FROM entry WHERE table_id = id) FROM sitting ORDER BY id"
        )
        names: dict[str, list[str]] = {}
        for table, name in self._read("SELECT table_id, name FROM seat ORDER BY table_id, seat"):
            names.setdefault(table, []).append(name)
        listed = [Listed(*(*row, names.get(row[0], []))) for row in rows]
        return sorted(listed, key=lambda table: max(table.changed, table.created), reverse=True)

    def entries(self, table: str, since: int = 0) -> list[Entry]:
        rows = self._read("SELECT n, body FROM entry WHERE table_id = ? AND n >= ? ORDER BY n", table, since)
        decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
        found: list[Entry] = []
        for n, body in rows:
            if n != since + len(found):
                raise Damaged(f"entry {since + len(found)} of table {table} is missing")
            try:
                found.append(decoder.decode(body))
            except (msgspec.DecodeError, UnicodeError, TypeError) as error:
                raise Damaged(f"entry {n} of table {table} cannot be read: {error}") from None
        return found

    def moments(self, table: str) -> list[float]:
        return [at for (at,) in self._read("SELECT at FROM entry WHERE table_id = ? ORDER BY n", table)]

    def happenings(self, table: str, since: int = 0) -> list[Happening]:
        rows = self._read("SELECT n, body FROM happening WHERE table_id = ? AND n >= ? ORDER BY n", table, since)
        return [_read_json(body, Happening, f"happening {n} of table {table}") for n, body in rows]

    def desk(self, table: str, at: int) -> Desk:
        for (body,) in self._read("SELECT body FROM desk WHERE table_id = ? AND seat = ?", table, at):
            return _read_json(body, Desk, f"the desk of seat {at} of table {table}")
        return Desk()

    def due(self, now: float) -> list[str]:
        found = self._read("SELECT id FROM sitting WHERE due > 0 AND due <= ? ORDER BY due LIMIT 100", now)
        return [id for (id,) in found]

    def offered(self, most: int) -> list[Offered]:
        rows = self._read(
            "SELECT id, game, options, status, changed, terms FROM sitting"
            " WHERE shown > 0 AND status <> 'over' AND rest = '' ORDER BY changed DESC LIMIT ?", most,
        )  # fmt: skip
        found = []
        for id, game, options, status, changed, terms in rows:
            # A table that cannot be read hides no other.
            with contextlib.suppress(Damaged):
                wished = _read_json(options, dict[str, Any], f"the options of table {id}")
                agreed = _read_json(terms, Terms, f"the terms of table {id}")
                found.append(Offered(id, game, wished, status, changed, agreed, self._seats(id)))
        return found

    def snapshot(self, table: str) -> Kept | None:
        for n, rules, body, digest in self._read(
            "SELECT n, rules, body, digest FROM snapshot WHERE table_id = ?", table
        ):
            if sha256(body).digest() == digest:
                return Kept(n, rules, body)
        return None

    def _read(self, question: str, *about: Any) -> list[tuple[Any, ...]]:
        with self._reading:
            try:
                found: list[tuple[Any, ...]] = self._reader.execute(question, about).fetchall()
            except self.errors as error:
                raise self._in_words(error) from error
            return found

    def close(self) -> None:
        with self._closing:
            if self._closed:
                return
            self._closed = True
            for gathered in self._gathered.values():
                self._writes.put(gathered)
            self._gathered.clear()
            self._writes.put(None)
        self._thread.join()
        with self._reading, contextlib.suppress(*self.errors):
            self._reader.close()


@cache
def _entries(count: int) -> str:
    return ENTRY + ", (?, ?, ?, ?)" * (count - 1)


def _json(what: Any) -> str:
    return msgspec.json.encode(what).decode()


def _read_json(text: str, type: type[T], what: str) -> T:
    learn(type)
    try:
        return msgspec.json.decode(text, type=type)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Damaged(f"{what} cannot be read: {error}") from None


def _row(seat: Seat) -> tuple[Any, ...]:
    return seat.bot, seat.name, seat.token, int(seat.joined), seat.entropy, seat.pledge


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}"
