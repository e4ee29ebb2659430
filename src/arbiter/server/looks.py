"""Looks: a picture of the table as it is sent, whole to a page that has none, else by what has changed since its last.

Whoever looks from the same place at the same moment shares a look, and what was encoded of it once.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any
from zlib import compress, decompress

import msgspec

from ..core import Event, Table
from ..core.differences import Change, Difference, Known, Picture, difference

encode = msgspec.json.Encoder().encode

NOTHING, EMPTY = msgspec.Raw(b"null"), msgspec.Raw(b"[]")


def encoded(parts: dict[str, Any]) -> Picture:
    """Parts of a picture, each encoded by itself, so that it is easily seen which have changed; words need not be."""
    return {
        name: NOTHING if part is None else EMPTY if part == [] else part if type(part) is str else written(part)
        for name, part in parts.items()
    }


def written(part: Any) -> msgspec.Raw:
    """A part of a picture, encoded."""
    return msgspec.Raw(encode(part))


class Look:
    """How the table looks from one place, and how much had been told there. `n` numbers the looks of a room.

    `parts` are those of its picture in groups, all looks of a room in the same ones, so that a group that has not
    changed is not looked into; `known` has what became of parts for others who look. `log` is all that is told at the
    place: it only grows, and where something is taken back there is another list. What was encoded of a look that many
    share (`shared`) is kept for the next of them.
    """

    __slots__ = ("_count", "_digest", "_known", "_log", "_packed", "_parts", "_sent", "n", "shared")

    def __init__(
        self, n: int, parts: tuple[Picture, ...], log: list[Event], shared: bool = False, known: Known | None = None
    ) -> None:
        self.n = n
        self._known = {} if known is None else known
        self._parts = parts
        self._log = log
        self._count = len(log)
        self._digest = self._packed = b""
        self.shared = shared
        self._sent: dict[int, bytes] = {}

    def message(self, last: Look | None) -> bytes:
        """What a page is sent that was sent `last` before; nothing where it shows this already."""
        before = 0 if last is None else last.n
        found = self._sent.get(before)
        if found is None:
            found = self._all() if last is None else self._since(last)
            if self.shared:
                self._sent[before] = found
        return found

    def _all(self) -> bytes:
        return encode({"type": "table", "n": self.n, "picture": self.picture, "log": self._told(0)})

    def _since(self, last: Look) -> bytes:
        change, heard = self._change(last), self._news(last)
        if not change and heard is None:
            return b""
        message = {"type": "table", "n": self.n, "since": last.n, "change": change}
        return encode(message if heard is None else {**message, "log": heard})

    def forget(self) -> None:
        """Nothing happens: keep no more than it takes to tell later what is new."""
        if not self._packed:
            self._digest = digest(self._log[: self._count])
            self._packed = compress(encode(self.picture), 1)
            self._parts, self._log, self._known = (), [], {}
            self._sent.clear()

    @property
    def picture(self) -> Picture:
        """The picture by its parts; as plain JSON where no more than that is kept."""
        if self._packed:
            return _plain(decompress(self._packed))
        return {name: part for group in self._parts for name, part in group.items()}

    def _change(self, last: Look) -> Difference:
        """What has changed since the last look."""
        if last._packed:
            return difference(last.picture, _plain(encode(self.picture)))
        change = Change()
        for before, now in zip(last._parts, self._parts, strict=True):
            if before is not now:
                change.gather(before, now, self._known)
        return change.told()

    def _news(self, last: Look) -> dict[str, Any] | None:
        """What to add to the log as it was at the last look."""
        if last._packed:
            same = last._count if digest(self._log[: last._count]) == last._digest else 0
            return None if same == self._count == last._count else self._told(same)
        if last._log is not self._log:
            return news(last._log[: last._count], self._log[: self._count])
        return None if last._count == self._count else self._told(last._count)

    def _told(self, since: int) -> dict[str, Any]:
        return told(self._log, since, self._count)


def news(heard: list[Event], events: list[Event]) -> dict[str, Any] | None:
    """What to add to a log of which `heard` is known: the events from the first that is new or otherwise."""
    same = len(heard)
    if same <= len(events) and (not same or heard[-1] is events[same - 1]):
        # The very event that was heard last stands where it stood: so does all before it, however long the game.
        return None if same == len(events) else told(events, same)
    same = 0
    for known, event in zip(heard, events, strict=False):
        if known is not event and known != event:
            break
        same += 1
    return None if same == len(events) == len(heard) else told(events, same)


_plain = msgspec.json.Decoder(dict[str, Any]).decode


def digest(events: list[Event]) -> bytes:
    """What tells a log from another."""
    return blake2b(encode([[event.key, event.args] for event in events]), digest_size=16).digest()


def told(events: list[Event], since: int, until: int | None = None) -> dict[str, Any]:
    """The events from number `since` on, as pages take them."""
    return {"from": since, "events": [[event.key, event.args] for event in events[since:until]]}


class Log:
    """What is told at a place of a table: `events` only grow, and where something was taken back they are another list.

    It is followed by what is told at the table, whoever hears it, so that a long game is not gone through again.
    """

    __slots__ = ("_last", "_told", "events")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._told = 0
        self._last: Event | None = None

    def go_on(self, table: Table[Any], seat: int | None) -> None:
        """Hear what is new."""
        news = table.told_since(max(0, self._told - 1))
        if news and news[0] is self._last:
            del news[0]
        elif self._last is not None:
            # The event that was told last does not stand where it stood.
            news, self._told, self._last, self.events = table.told_since(0), 0, None, []
        if news:
            self.events += [event for event in news if event.to is None or seat in event.to]
            self._told += len(news)
            self._last = news[-1]
