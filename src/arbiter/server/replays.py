"""Replays as pages show them: one whole picture and what changed with each step, seen from a seat or by everybody."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from gzip import compress
from typing import Any, TypeAlias

import msgspec

from ..core import Event, Said, Table
from ..core.differences import Picture, difference
from ..core.replays import moments, open_scene
from ..store import Sitting
from .company import Company
from .looks import encoded, news, told
from .picture import open_options, secrets_in
from .refusals import Refused

Eyes: TypeAlias = int | str
"""Whose eyes see a replay: a seat's, everybody's who watches (`public`), or with everything shown (`all`)."""

ALL = "all"
PUBLIC = "public"
KEPT = 24
"""How many replays are kept ready, the latest that somebody wanted."""
WAITING = 32
"""How many may wait for one at most."""
RECALLED = 240
"""How many steps at most are told to somebody who asks what has happened meanwhile."""


def eyes_of(text: str, seats: int) -> Eyes:
    """Whose eyes a page means; Refused where there is no such seat."""
    if text in (ALL, PUBLIC):
        return text
    if text in map(str, range(seats)):
        return int(text)
    raise Refused("no_eyes", eyes=text[:20])


def steps(
    table: Table[Any],
    eyes: Eyes,
    since: int = 0,
    finished: bool = True,
    ended: dict[str, Any] | None = None,
    heard_of: Callable[[float], None] = lambda share: None,
) -> dict[str, Any]:
    """A table's game from an entry of its standing journal on. What these eyes cannot see is no step of it.

    `ended` is how it ended where people and not the rules have ended it; `heard_of` is told how much is followed.
    Of a game that is not `finished` nothing is said that its pictures do not say: not how long its journal was.
    """
    first: dict[str, Any] = {}
    found: list[dict[str, Any]] = []
    last: tuple[Picture, list[Event]] | None = None
    begun, entries = False, len(table.journal)
    for moment in moments(table, since):
        heard_of(moment.at / max(entries, 1))
        now = _seen(moment.table, eyes)
        begun = begun or moment.beat
        if last is None:
            first = {"picture": now[0], "log": _told(now[1], 0, eyes), **({"at": moment.at} if finished else {})}
        else:
            change, heard = difference(last[0], now[0]), news(last[1], now[1])
            if heard is None and not _visible(change):
                continue
            log = heard and _told(now[1], heard["from"], eyes)
            step = {"change": change, **({"log": log} if log else {}), **_marks(moment.said, begun)}
            found.append({**step, "at": moment.at} if finished else step)
        last, begun = now, False
    if ended is not None and last is not None and table.outcome is None:
        end = {**last[0], **encoded({"outcome": ended, "asked": [], "waiting": [], "answered": [], "why": []})}
        found.append({"change": difference(last[0], end), "at": moment.at})
    return {"eyes": eyes, "first": first, "steps": found}


def _told(events: list[Event], since: int, eyes: Eyes) -> dict[str, Any]:
    """The events from number `since` on; where everything is shown, with those to whom alone they were told."""
    found = told(events, since)
    if eyes == ALL:
        pairs = zip(found["events"], events[since:], strict=True)
        found["events"] = [one if event.to is None else [*one, event.to] for one, event in pairs]
    return found


def _marks(said: Said | None, beat: bool) -> dict[str, Any]:
    """By whose answer a step came about, and whether a beat began with it."""
    return {**({} if said is None else {"by": said.seat}), **({"beat": True} if beat else {})}


def _visible(change: dict[str, Any]) -> bool:
    """Whether a step shows anything but who is being waited for."""
    inside, whole = change.get("~", {}), change.get("+", {})
    return "scene" in inside or "scene" in whole or "outcome" in inside or "outcome" in whole


def _seen(table: Table[Any], eyes: Eyes) -> tuple[Picture, list[Event]]:
    seat = eyes if isinstance(eyes, int) else None
    scene = open_scene(table) if eyes == ALL else table.scene(seat)
    asked = [ask for ask in table.asks if eyes in (ALL, ask.seat)]
    parts = {
        "secrets": [] if seat is None else secrets_in(scene, table.scene(None)),
        "asked": [{"seat": ask.seat, "prompt": ask.prompt, "args": ask.args, "rule": ask.rule} for ask in asked],
        "waiting": [ask.seat for ask in table.asks],
        "answered": table.answered,
        "why": table.why(seat) if asked else [],
        "outcome": table.outcome,
    }
    events = table.events(seat) if eyes != ALL else table.all_events()
    return {"scene": scene, **encoded(parts)}, events


def recall(table: Table[Any], seat: int) -> dict[str, Any]:
    """What has happened at a table since a seat last answered, as that seat saw it."""
    last = table.last_answer(seat)
    found = steps(table, seat, 0 if last is None else last, finished=False)
    if len(found["steps"]) > RECALLED:
        raise Refused("recall_long", most=RECALLED)
    return found


class Replays:
    """The replays of a house: made once, one at a time and beside everything else, and kept for a while."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, Eyes], bytes] = OrderedDict()
        self._making = asyncio.Semaphore(1)
        self._waiting = 0
        self._under_way: tuple[tuple[str, Eyes], float] = (("", ALL), 0.0)

    def share(self, table: str, eyes: str) -> float:
        """How much of a replay is made already while somebody waits for it."""
        (id, whose), share = self._under_way
        return share if (id, str(whose)) == (table, eyes) else 0.0

    async def of(self, sitting: Sitting, company: Company, table: Table[Any], eyes: Eyes) -> bytes:
        """The replay of a finished game as compressed JSON."""
        ended = company.outcome(sitting.seats)
        key = (sitting.id, eyes)

        def heard_of(share: float) -> None:
            self._under_way = key, share

        return await self.kept(key, made, sitting, table, eyes, ended, heard_of)

    async def kept(self, key: tuple[str, Eyes], make: Callable[..., bytes], *of: Any) -> bytes:
        """What is made by following a finished game once more, or was made before."""
        async with self._turn():
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(make, *of)
            self._kept.move_to_end(key)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]

    async def recall(self, table: Table[Any], seat: int) -> dict[str, Any]:
        """What has happened at a table since a seat last answered."""
        async with self._turn():
            return await asyncio.to_thread(recall, table, seat)

    @contextlib.asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """One is made at a time, and only so many wait: nobody takes the house's time from those who play."""
        if self._waiting >= WAITING:
            raise Refused("too_busy")
        self._waiting += 1
        try:
            async with self._making:
                yield
        finally:
            self._waiting -= 1


def made(
    sitting: Sitting, table: Table[Any], eyes: Eyes, ended: dict[str, Any] | None, heard_of: Callable[[float], None]
) -> bytes:
    """A finished game as a page replays it: who sat there, and every step from these eyes."""
    seats = [{"name": seat.name, "bot": seat.bot, "joined": True, "here": True} for seat in sitting.seats]
    about = {"table": sitting.id, "game": sitting.game, "options": open_options(sitting), "seats": seats}
    return compress(msgspec.json.encode({**about, **steps(table, eyes, ended=ended, heard_of=heard_of)}), 6)
