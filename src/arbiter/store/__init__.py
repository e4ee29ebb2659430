"""Where journals live: in an SQLite file, or in PostgreSQL by its address."""

from pathlib import Path

from ..core.findings import Finding
from .records import (
    Clock,
    Damaged,
    Desk,
    Happening,
    InUse,
    Kept,
    Listed,
    Offered,
    Ring,
    Seat,
    Sitting,
    Store,
    StoreFailed,
    Taken,
    Terms,
    Times,
    fresh_id,
    opens,
    sealed,
)
from .sqlite import SqliteStore
from .writes import Write

__all__ = [
    "Clock", "Damaged", "Desk", "Happening", "InUse", "Kept", "Listed", "Offered", "Ring", "Seat", "Sitting",
    "SqliteStore", "Store", "StoreFailed", "Taken", "Terms", "Times", "Write", "fresh_id", "open_store", "opens",
    "sealed",
]  # fmt: skip


def open_store(where: Path | str, looking: bool = False, ring: Ring | None = None) -> Store:
    """The store at an address: `postgresql://…`, or a file. `looking` is for a program that serves no tables of it.

    Workers of one program may share a file that the program holds; `ring` carries their news. A database has its own.
    """
    if "://" not in str(where):
        return SqliteStore(where, looking, ring)
    scheme = str(where).partition("://")[0]
    if scheme not in ("postgresql", "postgres"):
        raise ValueError(Finding("store.scheme", scheme=scheme))
    try:
        from .postgres import PostgresStore
    except ImportError as missing:
        raise ValueError(Finding("store.library", library=missing.name)) from None
    return PostgresStore(str(where))
