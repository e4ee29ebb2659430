"""Verifiable dice: every result follows from a seed that was committed to, the seats' entropy and a counter."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping


def commitment(seed: int | str) -> str:
    """The hash that can be shown before the first roll without giving the seed away."""
    return hashlib.sha256(f"arbiter seed {seed}".encode()).hexdigest()


class Dice:
    """Chance for one game: `result(n, sides)` is the n-th result, a number from 0 to sides - 1."""

    __slots__ = ("_mixed", "entropy", "seed")

    def __init__(self, seed: int | str, entropy: Mapping[int, str] | None = None) -> None:
        self.seed = str(seed)
        self.entropy = dict(sorted((entropy or {}).items()))
        added = "".join(f" {seat}:{len(text)}:{text}" for seat, text in self.entropy.items())
        self._mixed = hmac.new(self.seed.encode(), f"arbiter entropy{added}".encode(), hashlib.sha256).digest()

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def result(self, n: int, sides: int) -> int:
        # 256 bits against a handful of sides: the bias of the remainder is below 2^-240.
        digest = hmac.digest(self._mixed, n.to_bytes(8, "big"), "sha256")
        return int.from_bytes(digest, "big") % sides
