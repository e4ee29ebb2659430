"""What the journal tells about a game that is over: answers, time, what was taken back, and a few facts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..core import Entry, Fell, Illegal, Said, Undone
from ..store import Seat
from .house import House
from .refusals import Refused
from .requests import Denied


def tell(log: Sequence[Entry], moments: Sequence[float], seats: Sequence[Seat]) -> dict[str, Any]:
    """The statistics of a log whose entries were written at these moments; the time of bots is nobody's thought."""
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
    return {"seats": told, "timed": timed, "facts": _facts(log, told, timed)}


def _facts(log: Sequence[Entry], told: list[dict[str, Any]], timed: bool) -> list[dict[str, Any]]:
    facts = [{"key": "fact_length", "seat": None, "n": sum(one["answers"] for one in told)}]
    if rolls := sum(isinstance(entry, Fell) for entry in log):
        facts.append({"key": "fact_rolls", "seat": None, "n": rolls})
    longest = max(range(len(told)), key=lambda at: told[at]["longest"])
    if timed and told[longest]["longest"] >= 1:
        facts.append({"key": "fact_longest", "seat": longest, "n": told[longest]["longest"]})
    return facts


async def statistics(request: Request) -> Response:
    """The statistics of a finished game."""
    house: House = request.app.state.house
    room = await house.room(request.path_params["table"])
    if room is None:
        raise Denied(404, Refused("no_table"))
    try:
        table = await room.finished()
        moments = await asyncio.to_thread(house.store.moments, room.sitting.id)
    except Illegal as refused:
        raise Denied(409, refused) from None
    finally:
        house.close_if_empty(room)
    told = tell(table.log[: len(moments)], moments, room.sitting.seats)
    return Response(msgspec.json.encode(told), media_type="application/json")


ROUTES = [Route("/api/tables/{table}/statistics", statistics)]
