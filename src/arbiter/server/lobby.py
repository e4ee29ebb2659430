"""The front door: the picture on a game's card, tables that anybody may join or watch, and where one has a seat."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import lru_cache
from random import Random
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import bots, words
from ..bots import default_answer
from ..core import Game, Illegal, Table, UnknownGame, say
from ..core.options import read_options
from ..core.replays import open_scene
from ..games import find, known
from ..store import Offered, StoreFailed
from .house import House
from .messages import OwnToken
from .picture import people
from .refusals import Refused, of_store
from .requests import Denied, as_json, house_of, wish_of
from .room import Room

logger = logging.getLogger("arbiter.server")

MOST = 60
"""The most tables that are named at the front door."""
SEATS = 40
"""The most seats about which one page may ask at once."""
NEWS = 6
"""So many of the latest things are told to whoever has not looked for a while."""
ANSWERS = 40
"""After so many answers there is something to see on a board."""
USUAL = 4
FRESH = {"cache-control": "no-store"}
BESIDE = ("cards", "trays", "meters", "follow")
TOLD = ("name", "sheet", "hints")
"""What of a scene lies beside its boards, and what of a thing is told and not drawn: a small picture has none of it."""


@lru_cache(maxsize=64)
def card(game_id: str) -> bytes:
    """A game as its card shows it: its own scene, a little way into a game that nobody plays, with everything shown."""
    game, rng = find(game_id), Random(7)
    seats = min(max(game.seats), max(USUAL, min(game.seats)))
    table = Table(game, seats, 7, dict(game.for_people))
    bot = bots.find("clever", None)
    for _ in range(ANSWERS):
        if table.over:
            break
        ask = table.asks[0]
        try:
            answer = bot.answer(table, ask.seat, ask, rng)
        except Exception:
            answer = default_answer(table, ask, rng)
        if ask.why_not(answer) is not None:
            answer = default_answer(table, ask, rng)
        table.answer(ask.seat, answer)
    scene = msgspec.to_builtins(open_scene(table))
    drawn = {name: part for name, part in scene.items() if name not in BESIDE}
    for name in ("regions", "tokens", "links", "overlays"):
        drawn[name] = [{key: of for key, of in one.items() if key not in TOLD} for one in scene.get(name, ())]
    return msgspec.json.encode({"scene": drawn})


async def game_card(request: Request) -> Response:
    """The picture on a game's card."""
    game = request.path_params["game"]
    if game not in known():
        raise Denied(404, Refused("no_game", game=game[:64], known=known()))
    try:
        drawn = await asyncio.to_thread(card, game)
    except Exception:
        logger.exception("no picture of %s can be made", game)
        drawn = b"{}"
    return Response(drawn, media_type="application/json", headers={"cache-control": "max-age=3600"})


async def lobby(request: Request) -> Response:
    """Tables with a seat for anybody, and tables that anybody may watch."""
    offered = await asyncio.to_thread(house_of(request).store.offered, MOST)
    waiting = [one for one in offered if one.status == "open" and _free(one)]
    watched = [one for one in offered if one.status == "playing" and one.terms.watch == "all"]
    return as_json({"open": [*map(_shown, waiting)], "playing": [*map(_shown, watched)]}, headers=FRESH)


def _free(table: Offered) -> bool:
    return any(not table.seats[at].joined for at in table.terms.open)


def _shown(table: Offered) -> dict[str, Any]:
    seats = [
        {"name": seat.name, "bot": seat.bot, "open": at in table.terms.open and not seat.joined}
        for at, seat in enumerate(table.seats)
    ]
    clock = table.terms.clock
    return {"table": table.id, "game": table.game, "seats": seats, "clock": clock, "changed": table.changed}


class Mine(msgspec.Struct, forbid_unknown_fields=True):
    """A seat that a page has the key to, and how much of what happened there it has shown."""

    table: Annotated[str, msgspec.Meta(max_length=64)]
    token: OwnToken
    heard: Annotated[int, msgspec.Meta(ge=0)] = 0


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    seats: Annotated[list[Mine], msgspec.Meta(max_length=SEATS)]


async def mine(request: Request) -> Response:
    """How it stands at the tables to which a page has keys: whose turn it is, and what happened since it looked."""
    house = house_of(request)
    asked = await wish_of(request, Asked, house.doorkeeper.asking)
    language = words.known(request.query_params.get("language", "en"))
    seats = [await _how_it_stands(house, one, language) for one in asked.seats]
    return as_json({"seats": seats}, headers=FRESH)


async def _how_it_stands(house: House, one: Mine, language: str) -> dict[str, Any]:
    room = None
    try:
        room = await house.room(one.table)
        if room is None:
            return {"gone": True}
        async with room.held() as table:
            seat = room.seat_of(one.token)
            return {"gone": True} if seat is None else _row(room, table, seat, one.heard, language)
    except Illegal as refused:
        return {"refused": refused.key, "args": refused.arguments}
    except StoreFailed as error:
        logger.error("table %s cannot be looked at: %s", one.table, error)
        return {"refused": of_store(error).key, "args": {}}
    except Exception:
        logger.exception("table %s cannot be looked at", one.table)
        return {"refused": "house.cannot_show", "args": {}}
    finally:
        if room is not None:
            house.close_if_empty(room)


def _row(room: Room, table: Table[Any] | None, seat: int, heard: int, language: str) -> dict[str, Any]:
    sitting, company = room.sitting, room.record.company
    row: dict[str, Any] = {
        "seat": seat,
        "game": sitting.game,
        "status": sitting.status,
        "seats": people(sitting, company, {guest.seat for guest in room.guests if guest.seat is not None}),
        "waiting": [],
    }
    with contextlib.suppress(UnknownGame):
        row["title"] = find(sitting.game).title
    if table is None:
        row["waiting"] = room.record.waited_for(None)
        return row
    playing = sitting.status == "playing" and room.plays
    if room.record.stalled is not None:
        row["stalled"] = True
    events = table.events(seat)
    row["waiting"] = table.view(None).asked if playing else []
    row["heard"] = len(events)
    row["news"] = _told(table, sitting.options, sitting.names, events[max(heard, len(events) - NEWS) :], language)
    row["last"] = _told(table, sitting.options, sitting.names, events[-1:], language)
    if (since := sitting.times.since.get(seat)) is not None and playing:
        row["due"] = since + sitting.times.banks[seat]
    return row


def _told(table: Table[Any], options: Any, names: dict[int, str], events: Any, language: str) -> list[str]:
    """Events in words."""
    catalogue = _catalogue(table.game, msgspec.json.encode(options), language)
    return [say(catalogue, event.key, event.args, lambda at: names.get(at) or str(at + 1)) for event in events]


@lru_cache(maxsize=32)
def _catalogue(game: Game[Any], options: bytes, language: str) -> Any:
    return game.catalogue_for(read_options(game, msgspec.json.decode(options)), language)


ROUTES = [
    Route("/api/games/{game}/card", game_card),
    Route("/api/lobby", lobby),
    Route("/api/mine", mine, methods=["POST"]),
]
