"""Where journals live."""

from .records import Kept, Seat, Sitting, Store, Taken
from .sqlite import SqliteStore

__all__ = ["Kept", "Seat", "Sitting", "SqliteStore", "Store", "Taken"]
