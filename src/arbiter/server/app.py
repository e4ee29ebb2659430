"""The ASGI app: pages, what they ask for, and the sockets of the tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.websockets import WebSocket, WebSocketClose

from .. import bots, words
from ..content import PackError
from ..core import Illegal, UnknownGame
from ..core.options import BadOptions
from ..games import find, known
from ..store import StoreFailed
from .door import socket
from .house import House
from .lobby import ROUTES as LOBBY
from .metrics import health, metrics
from .packing import sent, web_file
from .refusals import Refused, in_parts, of_store
from .requests import Denied, as_file, as_json, finished, house_of, wish_of
from .rulebook import drawings, rulebook
from .statistics import ROUTES as STATISTICS
from .terms import HERE, Wish
from .watching import ROUTES as WATCHING
from .words import book, interface_book, offer

logger = logging.getLogger("arbiter.server")

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self';"
    " img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}

TABLES = "/api/tables/"

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def make_app(house: House) -> Any:
    """The app of a house."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(work) for work in (house.tidy(), house.keep_time())]
        yield
        for task in tasks:
            task.cancel()
        await house.close()

    routes = [
        Route("/healthz", health),
        Route("/metrics", metrics),
        Route("/", _page("index.html")),
        Route("/table/{table}", _page("table.html")),
        Route("/replay/{table}", _page("replay.html")),
        Route("/rules/{game}", _page("rules.html")),
        Route("/api/rules/{game}", rules),
        Route("/api/rules/{game}/drawings", rule_drawings),
        Route("/api/words/{language}", interface_words),
        Route("/api/games", games),
        Route("/api/tables", set_table, methods=["POST"]),
        Route("/api/tables/{table}/book", table_book),
        Route("/api/tables/{table}/save", save),
        *LOBBY,
        *STATISTICS,
        *WATCHING,
        Route("/web/{name:path}", web),
    ]
    refusals = {Denied: _denied, StoreFailed: _not_kept, HTTPException: _not_there, Exception: _failed}
    refusals[RecursionError] = _too_deep
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=refusals)
    app.state.house = house
    return _with_headers(app, house)


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        return web_file(request, name)

    return page


async def web(request: Request) -> Response:
    """A file that the pages need."""
    return web_file(request, request.path_params["name"])


def _with_headers(app: Starlette, house: House) -> Callable[[Message, Receive, Send], Awaitable[None]]:
    """Every answer tells the browser to run and load nothing but ours."""
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def guarded(scope: Message, receive: Receive, send: Send) -> None:
        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        if scope["type"] in ("http", "websocket") and not all(map(house.doorkeeper.welcomes, _hosts(scope))):
            await _elsewhere(scope)(scope, receive, send_more)
        elif scope["type"] == "websocket" and (table := _table_of(scope["path"])):
            # A page stays for hours: it goes straight to its table, past everything that only requests need.
            await socket(WebSocket({**scope, "app": app, "path_params": {"table": table}}, receive, send))
        else:
            await app(scope, receive, send_more if scope["type"] == "http" else send)

    return guarded


def _table_of(path: str) -> str:
    """The table of which a page wants to hear; nothing where it asks for something else."""
    table = path.removeprefix(TABLES)
    return table if table != path and "/" not in table else ""


def _hosts(scope: Message) -> list[str]:
    """The names by which the house is asked for: there should be one."""
    return [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"] or [""]


def _elsewhere(scope: Message) -> Any:
    """Who asks for the house by a name that is not its own may have been led here by somebody else's page."""
    if scope["type"] == "websocket":
        return WebSocketClose(1008, "this house does not go by that name")
    language = words.known(Headers(scope=scope).get("accept-language", ""))
    return PlainTextResponse(Refused("elsewhere").say(words.interface(language)) + "\n", 421)


async def interface_words(request: Request) -> Response:
    """The pages' own words in a language, or in English where we do not speak it, and the languages we do speak."""
    return sent(request, interface_book(words.known(request.path_params["language"])), "application/json")


async def games(request: Request) -> Response:
    """All games that can be played here, with their options, and the bots to play against."""
    language, offers = words.known(request.query_params.get("language", "en")), house_of(request).offers
    what = language, *known(), *bots.names()
    if what in offers:
        return sent(request, offers[what], "application/json")
    offered, whole = await asyncio.to_thread(_offers, language, house_of(request).operator)
    if whole:
        offers[what] = offered
    return sent(request, offered, "application/json")


def _offers(language: str, operator: Mapping[str, Mapping[str, Any]]) -> tuple[bytes, bool]:
    """All games as they are offered, and whether none had to be left out. It takes long enough to be made once."""
    offered = [_offer(id, language, operator.get(id, {})) for id in known()]
    summaries = [{"name": name, "summary": bots.find(name).summary} for name in bots.names()]
    return msgspec.json.encode({"games": [*filter(None, offered)], "bots": summaries}), None not in offered


def _offer(id: str, language: str, operator: Mapping[str, Any]) -> dict[str, Any] | None:
    """A game as it is offered. One that cannot be loaded is left out: it must not close the house."""
    try:
        return offer(find(id), language, operator)
    except Exception:
        logger.exception("the game %s cannot be offered", id)
        return None


async def set_table(request: Request) -> Response:
    """Set a table: gives its address, and the token of whoever set it."""
    house = house_of(request)
    wish = await wish_of(request, Wish, house.doorkeeper.setting)
    try:
        sitting = await house.set_table(wish)
    except UnknownGame:
        raise Denied(400, Refused("no_game", game=wish.game, known=known())) from None
    except BadOptions as error:
        raise Denied(400, error.refused, find(wish.game)) from None
    except Illegal as refused:
        raise Denied(400, refused) from None
    made: dict[str, Any] = {"table": sitting.id, "token": sitting.host, "commitment": sitting.commitment}
    if HERE in wish.seats:
        made["here"] = {at: sitting.seats[at].token for at, kind in enumerate(wish.seats) if kind == HERE}
    return as_json(made, 201)


async def rules(request: Request) -> Response:
    """The rulebook of a game, in a language."""
    game = request.path_params["game"]
    try:
        found = rulebook(game, words.known(request.query_params.get("language", "")))
        return Response(found, media_type="application/json")
    except UnknownGame:
        raise Denied(404, Refused("no_game", game=game[:64], known=known())) from None


async def rule_drawings(request: Request) -> Response:
    """The drawings of a game's rulebook, in a language."""
    game = request.path_params["game"]
    try:
        found = await asyncio.to_thread(drawings, game, words.known(request.query_params.get("language", "")))
    except UnknownGame:
        raise Denied(404, Refused("no_game", game=game[:64], known=known())) from None
    return Response(found, media_type="application/json")


async def table_book(request: Request) -> Response:
    """The words and rules of a table's game, its packs included."""
    sitting = await house_of(request).sitting(request.path_params["table"])
    if sitting is None:
        raise Denied(404, Refused("no_table"))
    language = words.known(request.query_params.get("language", "en"))
    try:
        return sent(request, book(sitting.game, sitting.options, language), "application/json")
    except UnknownGame:
        raise Denied(404, Refused("unknown_game", game=sitting.game)) from None
    except PackError:
        raise Denied(409, Refused("no_pack", game=find(sitting.game).title)) from None


async def save(request: Request) -> Response:
    """The save of a finished game, for `arbiter verify`."""
    async with finished(request) as (room, table):
        text = room.record.save(table)
    return as_file(text, f"{room.sitting.game}-{room.sitting.id}.json", "application/json")


async def _denied(request: Request, error: Exception) -> Response:
    """Why not, as a key with arguments, and said in the language of whoever asks."""
    assert isinstance(error, Denied)
    wished = request.query_params.get("language") or request.headers.get("accept-language", "")
    language = words.known(wished)
    own = error.game.catalogue(language) if error.game is not None else {}
    said = error.refused.say({**own, **words.interface(language)})
    return as_json({"error": said, **in_parts(error.refused)}, error.status)


async def _not_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return await _denied(request, Denied(error.status_code, Refused("not_there")))


async def _too_deep(request: Request, error: Exception) -> Response:
    """Nothing of ours is that deep: somebody has sent it."""
    return await _denied(request, Denied(400, Refused("unreadable_answer")))


async def _failed(request: Request, error: Exception) -> Response:
    return await _denied(request, Denied(500, Refused("failed")))


async def _not_kept(request: Request, error: Exception) -> Response:
    logger.error("the store failed: %s", error)
    assert isinstance(error, StoreFailed)
    return await _denied(request, Denied(503, of_store(error)))
