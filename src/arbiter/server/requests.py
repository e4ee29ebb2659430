"""What comes in by a plain request, and how it is refused."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request

from ..core import Game, Illegal
from .door import LARGEST, PATIENCE
from .refusals import Refused


class Denied(Exception):
    """A request that is refused: its status, why, and the game in whose words that may be said."""

    def __init__(self, status: int, refused: Illegal, game: Game[Any] | None = None) -> None:
        super().__init__(refused.key)
        self.status = status
        self.refused = refused
        self.game = game


async def body_of(request: Request) -> bytes:
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
