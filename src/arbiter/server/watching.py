"""What those may ask for who look at a game that is over, or learn one: replays, forks, guided tables."""

from __future__ import annotations

from gzip import decompress

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import words
from ..core import Illegal, UnknownGame
from ..games import known
from ..store import Sitting
from .forks import Fork, fork
from .lessons import Learner, begin
from .offline import one_file
from .refusals import Refused
from .replays import ALL, PUBLIC, Eyes, eyes_of
from .requests import Denied, as_file, as_json, entered, finished, house_of, wish_of
from .room import Room
from .words import book, interface_book


async def replay(request: Request) -> Response:
    """A finished game, step by step, from the eyes that are asked for."""
    house = house_of(request)
    async with finished(request) as (room, table):
        packed = await house.replays.of(room.sitting, room.record.company, table, _eyes(request, room))
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type="application/json", headers={"content-encoding": "gzip"})
    return Response(decompress(packed), media_type="application/json")


async def replay_progress(request: Request) -> Response:
    """How much of a replay is made, for whoever waits for it."""
    share = house_of(request).replays.share(request.path_params["table"], request.query_params.get("eyes", ALL))
    return as_json({"share": round(share, 3)})


async def replay_file(request: Request) -> Response:
    """The same from everybody's eyes, as one page that needs nothing else and opens with those that are asked for."""
    house = house_of(request)
    language = words.known(request.query_params.get("language", "en"))
    async with finished(request) as (room, table):
        first, sitting = _eyes(request, room), room.sitting
        whose = (ALL, PUBLIC, *range(len(sitting.seats)))
        replays = {str(eyes): await house.replays.of(sitting, room.record.company, table, eyes) for eyes in whose}
    own = book(sitting.game, sitting.options, language)
    parts = {"words": interface_book(language), "book": own, "eyes": msgspec.json.encode(str(first))}
    page = one_file("replay.html", "replay.js", parts, replays)
    return as_file(page, f"{sitting.game}-{sitting.id}.html", "text/html")


def _eyes(request: Request, room: Room) -> Eyes:
    return eyes_of(request.query_params.get("eyes", ALL), len(room.sitting.seats))


async def set_fork(request: Request) -> Response:
    """Set a table at which a game goes on otherwise: one that is over, or one's own against bots."""
    house = house_of(request)
    wish = await wish_of(request, Fork, house.doorkeeper.setting)
    async with entered(request) as room:
        return _made(await fork(house, room, wish))


async def set_lesson(request: Request) -> Response:
    """Set a table for a guided first game."""
    house, game = house_of(request), request.path_params["game"]
    wish = await wish_of(request, Learner, house.doorkeeper.setting)
    try:
        return _made(await begin(house, game, wish))
    except UnknownGame:
        raise Denied(404, Refused("no_game", game=game[:64], known=known())) from None
    except Illegal as refused:
        raise Denied(409, refused) from None


def _made(sitting: Sitting) -> Response:
    return as_json({"table": sitting.id}, 201)


ROUTES = [
    Route("/api/tables/{table}/replay", replay),
    Route("/api/tables/{table}/replay/progress", replay_progress),
    Route("/api/tables/{table}/replay.html", replay_file),
    Route("/api/tables/{table}/fork", set_fork, methods=["POST"]),
    Route("/api/guides/{game}", set_lesson, methods=["POST"]),
]
