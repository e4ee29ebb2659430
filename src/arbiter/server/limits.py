"""How much of the house one visitor may take, so that there is room for the others; every limit says so in words."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from .neighbours import Alone, Neighbours, Told, together
from .neighbours import most as most_of
from .refusals import Refused


@dataclass(frozen=True)
class Limits:
    """What is allowed. Addresses are those that the server sees; a proxy has to hand them on."""

    sockets_at_table: int = 2000
    sockets_of_address: int = 200
    tables_an_hour: int = 60
    messages_a_second: float = 50
    messages_at_once: int = 200
    open_days: float = 30
    questions_a_minute: int = 60
    hosts: tuple[str, ...] = ()
    """The names by which the house may be asked for, without ports; any where none is given."""


class Bucket:
    """Something that fills up again at a steady rate: `take` says whether there was enough in it."""

    __slots__ = ("_clock", "_filled", "_held", "_most", "_rate")

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._held, self._filled = most, clock()

    def take(self, elsewhere: float = 0, share: float = 1) -> bool:
        """Take one, where so much was taken elsewhere of what is there for all, and this share of what fills it up
        comes here."""
        now = self._clock()
        self._held = min(self._most, self._held + (now - self._filled) * self._rate * share)
        self._filled = now
        if self._held < 1 + elsewhere:
            return False
        self._held -= 1
        return True

    @property
    def taken(self) -> float:
        """How much is missing in it."""
        return max(0.0, self._most - self._held - (self._clock() - self._filled) * self._rate)

    @property
    def full(self) -> bool:
        return self._held + (self._clock() - self._filled) * self._rate >= self._most


class Doorkeeper:
    """Counts who is in, by table and by address. What an address takes at `neighbours` counts as well."""

    def __init__(
        self, limits: Limits, clock: Callable[[], float] = time.monotonic, neighbours: Neighbours | None = None
    ) -> None:
        self.limits = limits
        self.neighbours = neighbours or Alone()
        self._clock = clock
        self._tables: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._buckets: dict[str, dict[str, Bucket]] = {"setting": {}, "asking": {}}

    @property
    def sockets(self) -> int:
        """How many pages are open."""
        return self._addresses.total()

    @contextmanager
    def visit(self, address: str, table: str) -> Iterator[None]:
        """A page is open. Refused where too many are, at the table or from the address."""
        elsewhere = together([told.pages for told in self.neighbours.others()], address)
        if self._addresses[address] + elsewhere >= self.limits.sockets_of_address:
            raise Refused("crowded_address", most=self.limits.sockets_of_address)
        if self._tables[table] >= self.limits.sockets_at_table:
            raise Refused("crowded_table", most=self.limits.sockets_at_table)
        self._addresses[address] += 1
        self._tables[table] += 1
        try:
            yield
        finally:
            for counted, key in ((self._addresses, address), (self._tables, table)):
                counted[key] -= 1
                if not counted[key]:
                    del counted[key]

    def setting(self, address: str) -> None:
        """Somebody sets a table. Refused where too many were set from the address of late."""
        most = self.limits.tables_an_hour
        if not self._takes("setting", address, most / 3600, most):
            raise Refused("too_many_tables", most=most)

    def asking(self, address: str) -> None:
        """Somebody asks how it stands at many tables at once. Refused where that was asked too often of late."""
        most = self.limits.questions_a_minute
        if not self._takes("asking", address, most / 60, most):
            raise Refused("too_fast")

    def _takes(self, what: str, address: str, rate: float, most: int) -> bool:
        buckets = self._buckets[what]
        if address not in buckets:
            # Whoever has taken nothing for long need not be remembered.
            for known in [known for known, bucket in buckets.items() if bucket.full]:
                del buckets[known]
            buckets[address] = Bucket(rate, most, self._clock)
        others = self.neighbours.others()
        elsewhere = together([told.taken.get(what, {}) for told in others], address)
        return buckets[address].take(elsewhere, 1 / (1 + len(others)))

    def told(self, counted: dict[str, float]) -> Told:
        """What neighbours have to know: who is here, what was taken, and what else was counted."""
        taken = {
            what: most_of({address: bucket.taken for address, bucket in buckets.items()})
            for what, buckets in self._buckets.items()
        }
        return Told(os.getpid(), most_of(self._addresses), taken, counted)

    def pace(self) -> Bucket:
        """How fast one page may speak."""
        return Bucket(self.limits.messages_a_second, self.limits.messages_at_once, self._clock)

    def welcomes(self, host: str) -> bool:
        """Whether the house may be asked for by this name."""
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        return not self.limits.hosts or name.strip("[]").lower() in self.limits.hosts
