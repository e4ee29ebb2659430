"""What people do beside the game: resign, stand in for somebody who is away, come back, talk, keep notes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import msgspec

from ..core import Illegal, Text
from ..core.options import read_options
from ..games import find
from ..store import Desk, Happening
from .clocks import empty
from .guest import Guest, NotReading
from .messages import cleaned
from .picture import ask_id
from .refusals import Refused

if TYPE_CHECKING:
    from .room import Room

TALK = 5000
"""The most that may be said at one table by those who sit there, and by those who watch."""


def seat_of(guest: Guest) -> int:
    if guest.seat is None:
        raise Refused("seat_only")
    return guest.seat


async def resign(room: Room, guest: Guest) -> None:
    """A seat gives up. A bot plays on for it where others still play; else the game ends."""
    async with room.playing() as table:
        seat, record = seat_of(guest), room.record
        if table.over or seat in record.company.resigned:
            raise Refused("resigned_already")
        others = [at for at in record.people_asked(table) if at != seat]
        await room.happen(Happening("resigned", seat, {"bot": record.sitting.terms.bot}), asked=others)


async def replace(room: Room, guest: Guest, at: int) -> None:
    """Have a bot play for somebody who is away: at once where the host says so, else when most of the others do."""
    async with room.playing() as table:
        record, seats = room.record, room.sitting.seats
        company = record.company
        present = company.present(seats)
        if guest.seat is None and not guest.host:
            raise Refused("seat_only")
        if at not in present or at == guest.seat:
            raise Refused("not_replaced")
        if at in room.here:
            raise Refused("still_here")
        game = find(room.sitting.game)
        if (refused := game.why_no_bots(read_options(game, room.sitting.options))) is not None:
            refused.speaks = game.catalogue
            raise refused
        others = [one for one in record.people_asked(table) if one != at]
        if not guest.host:
            if guest.seat in company.votes.get(at, ()):
                raise Refused("voted_already")
            await room.happen(Happening("voted", guest.seat, {"for": at}))
            voters = [one for one in present if one != at]
            if 2 * len(company.votes[at]) <= len(voters):
                return
        why = "host" if guest.host else "vote"
        await room.happen(Happening("handed", at, {"bot": room.sitting.terms.bot, "why": why}), asked=others)


async def come_back(room: Room, guest: Guest) -> None:
    """Play oneself again."""
    async with room.playing() as table:
        seat, company = seat_of(guest), room.record.company
        if seat not in company.stand_ins or seat in company.resigned:
            raise Refused("not_away")
        own = [ask for ask in table.asks if ask.seat == seat]
        if any(ask_id(table, ask) == company.lapsed.get(seat) for ask in own):
            raise Refused("back_later")
        asked = [*room.record.people_asked(table), *(ask.seat for ask in own)]
        await room.happen(Happening("back", seat), asked=asked)


async def time_is_up(room: Room) -> None:
    """See to the seats whose bank is empty: what happens then was agreed on when the table was set."""
    async with room.held() as table:
        record, terms = room.record, room.sitting.terms
        if table is None or terms.clock is None:
            return
        for seat in empty(room.sitting.times, record.now()):
            ask = next((one for one in table.asks if one.seat == seat), None)
            if ask is None or not room.plays or room.sitting.status != "playing":
                continue
            others = [one for one in record.people_asked(table) if one != seat]
            if terms.clock.zero == "answer":
                if record.company.lapsed.get(seat) != ask_id(table, ask):
                    await room.happen(Happening("ran_out", seat, {"ask": ask_id(table, ask), "bot": terms.bot}))
            else:
                what = "handed" if terms.clock.zero == "hand" else "resigned"
                about = {"bot": terms.bot, "why": "clock", "ask": ask_id(table, ask)}
                await room.happen(Happening(what, seat, about), asked=others)


async def talk(room: Room, guest: Guest, text: str, name: str) -> None:
    """Say something: those who sit to all, those who watch to those who watch."""
    said = cleaned(text)
    if not said:
        return
    if not guest.voice.take():
        raise Refused("too_fast")
    async with room.held():
        if room.record.company.said[guest.seat is None] >= TALK:
            raise Refused("too_much_talk", most=TALK)
        who = {} if guest.seat is not None else {"name": cleaned(name)[:24]}
        await room.happen(Happening("said", guest.seat, {"text": said, **who}))


async def consult(room: Room, guest: Guest, question: str) -> None:
    """Put a question to the game's judge; all who are here hear the answer.

    What is said follows from the game and the question alone, and is kept: it holds for the rest of the game.
    """
    async with room.playing() as table:
        seat = seat_of(guest)
        company = room.record.company
        judge = table.game.judge()
        if judge is None:
            raise Refused("no_judge")
        for by, when, known in company.consulted:
            judge.remember(by, when, msgspec.convert(known, Text))
        stone = Random(f"{table.dice.seed} {' '.join(question.casefold().split())}")
        state = table.view(seat).state
        try:
            said = judge.ask(seat, state, cleaned(question), stone)
        except Illegal as refused:
            refused.speaks = table.catalogue
            raise
        told = msgspec.to_builtins(said)
        if all(known != told for _, _, known in company.consulted):
            await room.happen(Happening("consulted", seat, {"said": told, "when": judge.when(state)}))
        for other in room.guests:
            if other.inside:
                with suppress(NotReading):
                    other.reply("consulted", seat=seat, said=said)


async def note(room: Room, guest: Guest, notes: str) -> None:
    """Keep a seat's own notes."""
    async with room.held():
        seat = seat_of(guest)
        await room.record.keep_desk(seat, msgspec.structs.replace(await desk(room, seat), notes=notes))


async def hook(room: Room, guest: Guest, kept: Desk) -> None:
    """Keep where a seat wants to be told that it is asked."""
    async with room.held():
        seat = seat_of(guest)
        await room.record.keep_desk(seat, msgspec.structs.replace(kept, notes=(await desk(room, seat)).notes))


async def desk(room: Room, seat: int) -> Desk:
    """What a seat has on its desk."""
    return await asyncio.to_thread(room.record.desk, seat)
