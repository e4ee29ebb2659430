"""What the journal tells about a game that is over: answers, time, what was taken back, and a few facts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..core import Entry, Fell, Illegal, Said, Table, Undone
from ..core.replays import moments as moments_of
from ..store import Seat
from .requests import Denied, as_json, finished, house_of

TOLD = 3
"""So many facts are worth telling."""

EVEN = 0.5
"""What is as likely as this is no luck."""


def tell(
    log: Sequence[Entry], moments: Sequence[float], seats: Sequence[Seat], told_of: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """The statistics of a log whose entries were written at these moments; the time of bots is nobody's thought.

    Of the facts, those that were `told_of` the game's course come first.
    """
    told = [{"answers": 0, "time": 0.0, "longest": 0.0, "taken_back": 0} for _ in seats]
    before = moments[0] if moments else 0.0
    for entry, at in zip(log, moments, strict=True):
        if isinstance(entry, Said):
            one = told[entry.seat]
            one["answers"] += 1
            if not seats[entry.seat].bot:
                one["time"] += at - before
                one["longest"] = max(one["longest"], at - before)
        elif isinstance(entry, Undone):
            told[entry.seat]["taken_back"] += 1
        before = at
    timed = bool(moments) and all(moments)
    return {"seats": told, "timed": timed, "facts": [*told_of, *_facts(log, told, timed)][:TOLD]}


def _facts(log: Sequence[Entry], told: list[dict[str, Any]], timed: bool) -> list[dict[str, Any]]:
    facts: list[dict[str, Any]] = []
    if answers := sum(one["answers"] for one in told):
        facts.append({"key": "fact_length", "seat": None, "n": answers})
    if rolls := sum(isinstance(entry, Fell) for entry in log):
        facts.append({"key": "fact_rolls", "seat": None, "n": rolls})
    longest = max(range(len(told)), key=lambda at: told[at]["longest"])
    if timed and told[longest]["longest"] >= 1:
        facts.append({"key": "fact_longest", "seat": longest, "n": told[longest]["longest"]})
    return facts


def course(table: Table[Any]) -> list[dict[str, Any]]:
    """What is worth telling of a finished game, the most telling first: its turning point, the luckiest roll, the
    longest lead, the greatest gain at once, how often the lead changed hands."""
    facts = _standings(table)
    lucky = _luckiest(table)
    return facts if lucky is None else [*facts[:1], lucky, *facts[1:]]


def _luckiest(table: Table[Any]) -> dict[str, Any] | None:
    """The roll that went well and was the least likely to, as it was told; what half of all would have made is none."""
    rolled = [(chance, event) for event in table.all_events() if (chance := table.game.luck(event)) is not None]
    chance, event = min(rolled, key=lambda one: one[0], default=(1.0, None))
    if event is None or chance >= EVEN:
        return None
    return {"key": "fact_luck", "seat": None, "n": max(1, round(100 * chance)), "what": event.key, "args": event.args}


def _standings(table: Table[Any]) -> list[dict[str, Any]]:
    """What the standings tell, answer by answer."""
    found = [table.game.standing(moment.table.state) for moment in moments_of(table)]
    stood = [one[1] for one in found if one is not None]
    if len(stood) < 2 or table.outcome is None:
        return []
    leaders = [_leader(one) for one in stood]
    # The first standing is that before any answer.
    what, of = next(one[0] for one in found if one is not None), len(stood) - 1
    facts = [turning(leaders, table.outcome.winners)]
    led = max(range(table.seats), key=leaders[1:].count)
    facts.append({"key": "fact_led", "seat": led, "n": leaders[1:].count(led)} if led in leaders[1:] else None)
    leap, seat = max(
        (b - a, seat) for was, now in pairwise(stood) for seat, (a, b) in enumerate(zip(was, now, strict=True))
    )
    facts.append({"key": "fact_leap", "seat": seat, "n": round(leap)} if round(leap) > 1 else None)
    alone = [one for one in leaders if one is not None]
    changes = sum(was != now for was, now in pairwise(alone))
    facts.append({"key": "fact_changes", "seat": None, "n": changes} if changes else None)
    return [{**fact, "of": of, "what": what} for fact in facts if fact is not None]


def _leader(standing: Sequence[float]) -> int | None:
    """Who alone is ahead."""
    best = max(standing)
    return None if list(standing).count(best) > 1 else list(standing).index(best)


def turning(leaders: Sequence[int | None], winners: Sequence[int]) -> dict[str, Any] | None:
    """When the winner came to lead for good, or that somebody else led to the last."""
    if len(winners) != 1:
        return None
    (winner,) = winners
    # Those who are level at the end do not take back who was ahead before.
    last = max((at for at, leader in enumerate(leaders) if leader is not None), default=None)
    if last is None:
        return None
    leaders = leaders[: last + 1]
    if leaders[-1] != winner:
        return {"key": "fact_behind", "seat": winner, "other": leaders[-1], "n": 0}
    n = max((at + 1 for at, leader in enumerate(leaders) if leader != winner), default=0)
    return {"key": "fact_turning" if n else "fact_ahead", "seat": winner, "n": n}


async def statistics(request: Request) -> Response:
    """The statistics of a finished game."""
    house = house_of(request)
    async with finished(request) as (room, table):
        moments = await asyncio.to_thread(house.store.moments, room.sitting.id)
    try:
        facts = await house.replays.kept((room.sitting.id, "course"), lambda: msgspec.json.encode(course(table)))
    except Illegal as refused:
        raise Denied(503, refused) from None
    told = tell(table.log[: len(moments)], moments, room.sitting.seats, msgspec.json.decode(facts))
    return as_json(told)


ROUTES = [Route("/api/tables/{table}/statistics", statistics)]
