"""What comes in by a plain request, how it is answered and how it is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ..core import Game, Illegal, Table
from .door import PATIENCE, address_of, same_origin
from .house import House
from .messages import LARGEST
from .refusals import Refused
from .room import Room

T = TypeVar("T")


class Denied(Exception):
    """A request that is refused: its status, why, and the game in whose words that may be said."""

    def __init__(self, status: int, refused: Illegal, game: Game[Any] | None = None) -> None:
        super().__init__(refused.key)
        self.status = status
        self.refused = refused
        self.game = game


def house_of(request: Request) -> House:
    """The house that is asked."""
    house: House = request.app.state.house
    return house


async def wish_of(request: Request, kind: type[T], pace: Callable[[str], None]) -> T:
    """What a page of ours wants; `pace` refuses an address that wants too much."""
    if not same_origin(request):
        raise Denied(403, Refused("foreign"))
    try:
        pace(address_of(request))
    except Refused as refused:
        raise Denied(429, refused) from None
    try:
        return msgspec.json.decode(await _body(request), type=kind)
    except msgspec.MsgspecError as error:
        raise Denied(400, Refused("unreadable", why=str(error))) from None


async def _body(request: Request) -> bytes:
    """The request's body, as far as it is of a decent size."""
    body = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LARGEST:
                    raise Denied(413, Refused("too_long"))
    except TimeoutError:
        raise Denied(408, Refused("too_slow")) from None
    return body


@asynccontextmanager
async def entered(request: Request) -> AsyncIterator[Room]:
    """The room of a table; what is refused there is refused to whoever asks."""
    house = house_of(request)
    room = await house.room(request.path_params["table"])
    if room is None:
        raise Denied(404, Refused("no_table"))
    try:
        yield room
    except Illegal as refused:
        raise Denied(409, refused) from None
    finally:
        house.close_if_empty(room)


@asynccontextmanager
async def finished(request: Request) -> AsyncIterator[tuple[Room, Table[Any]]]:
    """The room and the table of a game that is over; nothing of it is secret any more."""
    async with entered(request) as room:
        yield room, await room.finished()


def as_json(content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A reply that pages read."""
    return Response(msgspec.json.encode(content), status, headers, "application/json")


def as_file(content: str | bytes, name: str, media_type: str) -> Response:
    """A reply that the browser keeps as a file."""
    return Response(content, media_type=media_type, headers={"content-disposition": f'attachment; filename="{name}"'})
