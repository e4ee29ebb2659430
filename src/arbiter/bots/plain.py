"""Bots that answer at once: by chance, or by the game's own advice."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from ..core import Ask, NoWorld, Table
from ..core.asks import canonical
from .bot import Bot

Hints: TypeAlias = Callable[[Any, Ask, Random], Any]


def advice(table: Table[Any], seat: int, ask: Ask, rng: Random, hints: Hints | None = None) -> Any:
    """The game's hint, or what else `hints` gives, as it looks in one world that the seat can imagine; None where there
    is none, or a refused one.

    The hint is asked about the ask as it stands in that world, so that nothing behind it belongs to the true table. A
    game whose hints are made from views asks of the ask only what is shown to the seat.
    """
    if table.game.from_view:
        state, asked = table.view(seat).state, ask
    else:
        world = table.imagine(seat, rng)
        state, asked = world.state, next((one for one in world.asks if one.seat == seat), ask)
    hint = canonical((hints or table.game.hint)(state, asked, rng))
    return None if hint is None or ask.refusal(hint) is not None else ask.settled(hint)


class RandomBot(Bot):
    """Any legal answer, each as likely as the ask makes it."""

    name = "random"
    summary = "answers at random"

    def answer(self, table: Table[Any], seat: int, ask: Ask, rng: Random) -> Any:
        return ask.sample(rng)


class Simple(Bot):
    """Plays by the game's simpler advice, as it looks in one world that the seat can imagine."""

    name = "simple"
    summary = "plays by simpler advice, like a person at a first game"

    def hints(self, table: Table[Any]) -> Hints:
        return table.game.simple_hint

    def answer(self, table: Table[Any], seat: int, ask: Ask, rng: Random) -> Any:
        try:
            hint = advice(table, seat, ask, rng, self.hints(table))
        except NoWorld:
            return self.at_a_loss(table, ask, rng)
        return ask.sample(rng) if hint is None else hint


class Clever(Simple):
    """Plays by the game's best advice."""

    name = "clever"
    summary = "plays by the game's own advice, like a person who read the rules"

    def hints(self, table: Table[Any]) -> Hints:
        return table.game.hint
