"""The ASGI app: pages, what they ask for, and the sockets of the tables."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from .. import bots, words
from ..core import Illegal, UnknownGame
from ..games import find, known
from .door import LARGEST, same_origin, socket
from .house import House, Wish
from .refusals import in_parts
from .words import book, interface_book, offer

logger = logging.getLogger("arbiter.server")

WEB = Path(str(files("arbiter") / "web"))

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def make_app(house: House) -> Any:
    """The app of a house."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await house.close()

    routes = [
        Route("/", _page("index.html")),
        Route("/table/{table}", _page("table.html")),
        Route("/api/words/{language}", interface_words),
        Route("/api/games", games),
        Route("/api/tables", set_table, methods=["POST"]),
        Route("/api/tables/{table}/book", table_book),
        Route("/api/tables/{table}/save", save),
        WebSocketRoute("/api/tables/{table}", socket),
        Mount("/web", StaticFiles(directory=WEB)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _in_words})
    app.state.house = house
    return _with_headers(app)


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        return FileResponse(WEB / name, headers={"cache-control": "no-cache"})

    return page


def _with_headers(app: Starlette) -> Callable[[Message, Receive, Send], Awaitable[None]]:
    """Every answer tells the browser to run and load nothing but ours."""
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def guarded(scope: Message, receive: Receive, send: Send) -> None:
        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *extra]
                if scope["path"].startswith("/web/"):
                    message["headers"].append((b"cache-control", b"no-cache"))
            await send(message)

        await app(scope, receive, send_more)

    return guarded


async def interface_words(request: Request) -> Response:
    """The pages' own words in a language, or in English where we do not speak it, and the languages we do speak."""
    return Response(interface_book(words.known(request.path_params["language"])), media_type="application/json")


async def games(request: Request) -> Response:
    """All games that can be played here, with their options, and the bots to play against."""
    language = words.known(request.query_params.get("language", "en"))
    summaries = [{"name": name, "summary": bots.find(name).summary} for name in bots.names()]
    return _json({"games": [shown for id in known() if (shown := _offer(id, language))], "bots": summaries})


def _offer(id: str, language: str) -> dict[str, Any] | None:
    """A game as it is offered. One that cannot be loaded is left out: it must not close the house."""
    try:
        return offer(find(id), language)
    except Exception:
        logger.exception("the game %s cannot be offered", id)
        return None


async def set_table(request: Request) -> Response:
    """Set a table: gives its address, and the token of whoever set it."""
    if not same_origin(request):
        raise HTTPException(403, "tables are set from this site's own pages")
    house: House = request.app.state.house
    try:
        wish = msgspec.json.decode(await _body(request), type=Wish)
        sitting = await house.set_table(wish)
    except Illegal as refused:
        return _json({"error": refused.reason, **in_parts(refused)}, 400)
    except (UnknownGame, ValueError) as error:
        raise HTTPException(400, str(error)) from None
    made = {"table": sitting.id, "token": sitting.host, "commitment": sitting.commitment}
    return _json(made, 201)


async def table_book(request: Request) -> Response:
    """The words and rules of a table's game, its packs included."""
    house: House = request.app.state.house
    sitting = await house.sitting(request.path_params["table"])
    if sitting is None:
        raise HTTPException(404, "there is no such table here")
    language = words.known(request.query_params.get("language", "en"))
    try:
        return Response(book(sitting.game, sitting.options, language), media_type="application/json")
    except UnknownGame as error:
        raise HTTPException(404, str(error)) from None


async def save(request: Request) -> Response:
    """The save of a finished game, for `arbiter verify`."""
    house: House = request.app.state.house
    room = await house.room(request.path_params["table"])
    if room is None:
        raise HTTPException(404, "there is no such table here")
    try:
        text = await room.save()
    except Illegal as error:
        raise HTTPException(409, str(error)) from None
    finally:
        house.close_if_empty(room)
    name = f"{room.sitting.game}-{room.sitting.id}.json"
    return Response(
        text, media_type="application/json", headers={"content-disposition": f'attachment; filename="{name}"'}
    )


async def _body(request: Request) -> bytes:
    """The request's body, as far as it is of a decent size."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST:
            raise HTTPException(413, "that is more than a table's description can be")
    return body


def _json(content: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, media_type="application/json")


async def _in_words(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    return JSONResponse({"error": error.detail}, error.status_code)
