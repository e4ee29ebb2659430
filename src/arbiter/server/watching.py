"""What those may ask for who look at a game that is over, or learn one: replays, forks, guided tables."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from gzip import decompress
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import words
from ..core import Illegal, Table, UnknownGame
from ..games import known
from ..store import Sitting
from .door import address_of, same_origin
from .forks import Fork, fork
from .house import House
from .lessons import Learner, begin
from .offline import one_file
from .refusals import Refused
from .replays import ALL, PUBLIC, Eyes, eyes_of
from .requests import Denied, body_of
from .room import Room
from .words import book, interface_book

T = TypeVar("T")


@contextlib.asynccontextmanager
async def _finished(request: Request) -> AsyncIterator[tuple[Room, Table[Any]]]:
    """The room and the table of a game that is over."""
    house: House = request.app.state.house
    room = await house.room(request.path_params["table"])
    if room is None:
        raise Denied(404, Refused("no_table"))
    try:
        yield room, await room.finished()
    except Illegal as refused:
        raise Denied(409, refused) from None
    finally:
        house.close_if_empty(room)


async def replay(request: Request) -> Response:
    """A finished game, step by step, from the eyes that are asked for."""
    house: House = request.app.state.house
    async with _finished(request) as (room, table):
        packed = await house.replays.of(room.sitting, room.record.company, table, _eyes(request, room))
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type="application/json", headers={"content-encoding": "gzip"})
    return Response(decompress(packed), media_type="application/json")


async def replay_file(request: Request) -> Response:
    """The same from everybody's eyes, as one page that needs nothing else and opens with those that are asked for."""
    house: House = request.app.state.house
    language = words.known(request.query_params.get("language", "en"))
    async with _finished(request) as (room, table):
        first, sitting = _eyes(request, room), room.sitting
        whose = (ALL, PUBLIC, *range(len(sitting.seats)))
        replays = {str(eyes): await house.replays.of(sitting, room.record.company, table, eyes) for eyes in whose}
    own = book(sitting.game, sitting.options, language)
    parts = {"words": interface_book(language), "book": own, "eyes": msgspec.json.encode(str(first))}
    page = one_file("replay.html", "replay.js", parts, replays)
    name = f"{sitting.game}-{sitting.id}.html"
    return Response(page, media_type="text/html", headers={"content-disposition": f'attachment; filename="{name}"'})


def _eyes(request: Request, room: Room) -> Eyes:
    return eyes_of(request.query_params.get("eyes", ALL), len(room.sitting.seats))


async def set_fork(request: Request) -> Response:
    """Set a table at which a finished game goes on otherwise."""
    wish = await _wish(request, Fork)
    async with _finished(request) as (room, table):
        return _made(await fork(request.app.state.house, room.sitting, table, wish))


async def set_lesson(request: Request) -> Response:
    """Set a table for a guided first game."""
    wish = await _wish(request, Learner)
    game = request.path_params["game"]
    try:
        return _made(await begin(request.app.state.house, game, wish))
    except UnknownGame:
        raise Denied(404, Refused("no_game", game=game[:64], known=known())) from None
    except Illegal as refused:
        raise Denied(409, refused) from None


async def _wish(request: Request, kind: type[T]) -> T:
    """What a page of ours asks for that sets a table."""
    if not same_origin(request):
        raise Denied(403, Refused("foreign"))
    try:
        request.app.state.house.doorkeeper.setting(address_of(request))
    except Refused as refused:
        raise Denied(429, refused) from None
    try:
        return msgspec.json.decode(await body_of(request), type=kind)
    except msgspec.MsgspecError as error:
        raise Denied(400, Refused("unreadable", why=str(error))) from None


def _made(sitting: Sitting) -> Response:
    return Response(msgspec.json.encode({"table": sitting.id}), 201, media_type="application/json")


ROUTES = [
    Route("/api/tables/{table}/replay", replay),
    Route("/api/tables/{table}/replay.html", replay_file),
    Route("/api/tables/{table}/fork", set_fork, methods=["POST"]),
    Route("/api/guides/{game}", set_lesson, methods=["POST"]),
]
