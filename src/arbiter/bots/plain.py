"""Bots that answer at once: by chance, or by the game's own advice."""

from __future__ import annotations

from random import Random
from typing import Any

from ..core import Ask, Game, Table
from ..core.asks import canonical
from .bot import Bot


def advised(game: Game[Any], state: Any, ask: Ask, rng: Random) -> Any:
    """The game's hint for an imagined state; a random answer where it has none or one that is refused."""
    hint = game.hint(state, ask, rng)
    if hint is not None:
        hint = canonical(hint)
        if ask.refusal(hint) is None:
            return ask.settled(hint)
    return ask.sample(rng)


def own_ask(world: Table[Any], seat: int, ask: Ask) -> Ask:
    """The same ask as it stands in an imagined world, so that nothing behind it belongs to the true table."""
    for imagined in world.asks:
        if imagined.seat == seat:
            return imagined
    return ask


class RandomBot(Bot):
    """Any legal answer, each as likely as the ask makes it."""

    name = "random"
    summary = "answers at random"

    def answer(self, table: Table[Any], seat: int, ask: Ask, rng: Random) -> Any:
        return ask.sample(rng)


class Clever(Bot):
    """Plays by the game's advice, as it looks in one world that the seat can imagine."""

    name = "clever"
    summary = "plays by the game's own advice, like a person who read the rules"

    def answer(self, table: Table[Any], seat: int, ask: Ask, rng: Random) -> Any:
        world = table.imagine(seat, rng)
        answer = advised(table.game, world.state, own_ask(world, seat, ask), rng)
        return answer if ask.refusal(canonical(answer)) is None else ask.sample(rng)
