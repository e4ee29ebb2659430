"""The chain: a hash over how a table was set and over every entry of its journal, whose head anybody can keep.

Whoever has kept a head knows later whether the journal up to there is the one that was played. A head tells nothing:
each entry is mixed with a salt that follows from the table's secret seed, so nobody can guess a secret answer from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from .journal import Entry

PARTS = ("game", "seats", "options", "commitment", "pledges", "entropy", "seating", "names")
"""What of a table's setting is in its first head, as it stands in a save; what is empty is left out."""

BLOCK, PADS = 64, (0x36, 0x5C)
"""What HMAC makes of SHA-256: the length of its blocks, and what the key is masked with inside and outside."""


def pledge(entropy: str) -> str:
    """What a seat shows of its entropy before the others have shown theirs."""
    return sha256(f"arbiter chance {entropy}".encode()).hexdigest()


def setting(parts: Mapping[str, Any]) -> str:
    """How a table was set, as the lines that a save has for it."""
    given = [(name, parts[name]) for name in PARTS if name in parts and parts[name] not in ({}, None)]
    return "\n".join(f'"{name}": {msgspec.json.encode(value).decode()}' for name, value in given)


class Chain:
    """The heads of one table: `head` is that of all entries so far."""

    __slots__ = ("_inner", "_outer", "head", "length")

    def __init__(self, seed: str, parts: Mapping[str, Any]) -> None:
        # The halves of an HMAC that are the same for every entry are hashed once.
        key = seed.encode() if len(seed.encode()) <= BLOCK else sha256(seed.encode()).digest()
        self._inner, self._outer = (sha256(bytes(one ^ mask for one in key.ljust(BLOCK, b"\0"))) for mask in PADS)
        self.length = 0
        self.head = sha256(f"arbiter table\n{setting(parts)}".encode()).hexdigest()

    def add(self, entries: Iterable[Entry]) -> None:
        """Go on with these entries."""
        for entry in entries:
            inner, salt = self._inner.copy(), self._outer.copy()
            inner.update(b"arbiter entry %d" % self.length)
            salt.update(inner.digest())
            self.head = sha256(bytes.fromhex(self.head) + salt.digest() + msgspec.json.encode(entry)).hexdigest()
            self.length += 1
