"""Where journals live."""

from pathlib import Path

from .records import InUse, Kept, Listed, Seat, Sitting, Store, Taken
from .sqlite import SqliteStore

__all__ = ["InUse", "Kept", "Listed", "Seat", "Sitting", "SqliteStore", "Store", "Taken", "open_store"]


def open_store(where: Path | str, looking: bool = False) -> Store:
    """The store at an address; `looking` is for a program that serves no tables from it."""
    return SqliteStore(where, looking)
