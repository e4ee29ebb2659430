"""Verifiable dice: every result follows from a seed that was committed to, the seats' entropy and a counter."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import sha256


def commitment(seed: int | str) -> str:
    """The hash that can be shown before the first roll without giving the seed away."""
    return sha256(f"arbiter seed {seed}".encode()).hexdigest()


_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
"""What an HMAC does to its key before each of its two hashes."""


class Dice:
    """Chance for one game: `result(n, sides)` is the n-th result, a number from 0 to sides - 1."""

    __slots__ = ("_keys", "entropy", "seed")

    def __init__(self, seed: int | str, entropy: Mapping[int, str] | None = None) -> None:
        self.seed = str(seed)
        self.entropy = dict(sorted(entropy.items())) if entropy else {}
        self._keys: tuple[bytes, bytes] | None = None

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def _mix(self) -> tuple[bytes, bytes]:
        """Seed and entropy as the key of an HMAC, made ready for its two hashes when the first result is wanted."""
        added = "".join(f" {seat}:{len(text)}:{text}" for seat, text in self.entropy.items())
        key = hmac.digest(self.seed.encode(), f"arbiter entropy{added}".encode(), "sha256").ljust(64, b"\0")
        self._keys = key.translate(_INNER), key.translate(_OUTER)
        return self._keys

    def result(self, n: int, sides: int) -> int:
        # 256 bits against a handful of sides: the bias of the remainder is below 2^-240.
        inner, outer = self._keys or self._mix()
        digest = sha256(outer + sha256(inner + n.to_bytes(8, "big")).digest()).digest()
        return int.from_bytes(digest, "big") % sides
