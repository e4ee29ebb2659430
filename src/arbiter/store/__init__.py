"""Where journals live."""

from .records import Seat, Sitting, Store, Taken
from .sqlite import SqliteStore

__all__ = ["Seat", "Sitting", "SqliteStore", "Store", "Taken"]
