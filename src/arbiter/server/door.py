"""The door: what comes in over a socket, checked before anybody acts on it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Annotated, Any, TypeAlias
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..core import BadSave, Illegal
from .guest import Guest
from .house import House
from .room import Room

logger = logging.getLogger("arbiter.server")

LARGEST = 32 * 1024
"""The most bytes a message from a page may have."""
PATIENCE = 15
"""Seconds within which a page that connects must say who it is."""
GONE = 4404
REFUSED = 4403

Token = Annotated[str, msgspec.Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")]


class Hello(msgspec.Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    token: Token = ""


class Join(msgspec.Struct, tag_field="type", tag="join", forbid_unknown_fields=True):
    """Sit down, under a name, with the page's own contribution to the dice."""

    name: Annotated[str, msgspec.Meta(max_length=80)]
    entropy: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16,128}$")]


class Answer(msgspec.Struct, tag_field="type", tag="answer", forbid_unknown_fields=True):
    ask: Annotated[str, msgspec.Meta(max_length=64)]
    answer: Any


class Try(msgspec.Struct, tag_field="type", tag="try", forbid_unknown_fields=True):
    """Would this answer do, as a whole or (path) to a field of a form? The reply bears the same number."""

    ask: Annotated[str, msgspec.Meta(max_length=64)]
    answer: Any
    n: int
    path: Annotated[list[str], msgspec.Meta(max_length=8)] = []


class Undo(msgspec.Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    pass


Message: TypeAlias = Hello | Join | Answer | Try | Undo
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a browser's request comes from a page of ours. Programs that are no browsers send no Origin."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


async def socket(page: WebSocket) -> None:
    """One page at one table, from its first word until it is closed."""
    house: House = page.app.state.house
    if not same_origin(page):
        await page.close(REFUSED, "this page belongs to another site")
        return
    await page.accept()
    guest = Guest(page.send_text)
    room = None
    delivering = asyncio.create_task(guest.deliver())
    try:
        hello = await asyncio.wait_for(_receive(page), PATIENCE)
        if not isinstance(hello, Hello):
            raise Illegal("say hello first")
        room = await house.room(page.path_params["table"])
        if room is None:
            await _turn_away(page, "There is no such table here.", forget=True)
            return
        await room.enter(guest, hello.token)
        await _listen(page, room, guest)
    except (TimeoutError, WebSocketDisconnect):
        pass
    except (BadSave, Illegal) as error:
        await _turn_away(page, str(error))
    finally:
        delivering.cancel()
        await asyncio.gather(delivering, return_exceptions=True)
        if room is not None:
            room.leave(guest)
            house.close_if_empty(room)


async def _listen(page: WebSocket, room: Room, guest: Guest) -> None:
    while True:
        try:
            message = await _receive(page)
            await _act(message, room, guest)
        except Illegal as refused:
            guest.reply("refused", **_in_parts(refused))
        except WebSocketDisconnect:
            raise
        except Exception:
            logger.exception("table %s failed", room.sitting.id)
            guest.reply("refused", reason="Something went wrong here and has been noted. Nothing has changed.", rule="")


async def _act(message: Message, room: Room, guest: Guest) -> None:
    if isinstance(message, Answer):
        try:
            await room.answer(guest.seat, message.ask, message.answer)
        except RecursionError:
            raise Illegal("that answer could not be read") from None
        guest.reply("accepted", ask=message.ask)
    elif isinstance(message, Try):
        try:
            refused = await room.try_out(guest.seat, message.ask, message.path, message.answer)
        except RecursionError:
            refused = Illegal("that answer could not be read")
        guest.reply("tried", n=message.n, refused=refused and _in_parts(refused))
    elif isinstance(message, Join):
        await room.join(guest, message.name, message.entropy)
    elif isinstance(message, Undo):
        await room.undo(guest.seat)
    else:
        raise Illegal("you have said hello already")


def _in_parts(refused: Illegal) -> dict[str, Any]:
    """A refusal as a page says it in its own language; the English words are for pages that do not know the key."""
    return {"key": refused.key, "args": refused.arguments, "rule": refused.rule, "reason": refused.reason}


async def _receive(page: WebSocket) -> Message:
    """The next message, or Illegal with what was wrong with it."""
    event = await page.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text = event.get("text")
    if text is None or len(text) > LARGEST:
        raise Illegal("that message could not be read: it is too long, or no text")
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Illegal(f"that message could not be read: {error}") from None


async def _turn_away(page: WebSocket, reason: str, forget: bool = False) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await page.send_text(msgspec.json.encode({"type": "gone", "reason": reason, "forget": forget}).decode())
        await page.close(GONE, "see the last message")
