"""Types that data is read as, learnt by one thread at a time.

msgspec learns a type when it first meets it. Two threads that have it learn the same one at once bring the program
down, so whoever reads data in a thread of its own calls `learn` first.
"""

from __future__ import annotations

from threading import RLock
from typing import Any

import msgspec

_LEARNING = RLock()
_KNOWN: set[Any] = set()


def learn(kind: Any) -> None:
    """Have a type known, with all types in it."""
    if kind not in _KNOWN:
        with _LEARNING:
            msgspec.json.Decoder(kind)
            _KNOWN.add(kind)
