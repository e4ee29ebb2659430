"""Why a bot would answer so: the game's own grounds, and what came of it when it was tried."""

from __future__ import annotations

from random import Random
from typing import Any

from ..core import Ask, Illegal, NoWorld, Table, Text
from .lookahead import Clock, candidates

SECONDS = 1.2
"""How long an answer is tried beside others."""
OTHERS = 5
"""With how many others it is compared."""
LEAST = 8
"""So many worlds are needed before anything is said of them."""
MOST = 60


def reasons(
    table: Table[Any], seat: int, ask: Ask, answer: Any, rng: Random, seconds: float | None = SECONDS
) -> list[Text]:
    """The main grounds for an answer, in words. Like the answer they come from worlds that the seat can imagine."""
    try:
        world = table.imagine(seat, rng)
    except NoWorld:
        return [Text("advice.plain")]
    asked = next((one for one in world.asks if one.seat == seat), ask)
    found = table.game.grounds(world.state, asked, answer) or [Text("advice.plain")]
    tried = _tried(table, seat, ask, answer, rng, Clock(seconds)) if table.game.quick else None
    return found if tried is None else [*found, tried]


def _tried(table: Table[Any], seat: int, ask: Ask, answer: Any, rng: Random, clock: Clock) -> Text | None:
    """How often the answer won when it was played on at random, where that was more often than others did."""
    others = [one for one in candidates(ask, rng, OTHERS + 1) if one != answer][:OTHERS]
    won = [0] * (1 + len(others))
    worlds = 0
    while others and worlds < MOST and not clock.up():
        world = table.imagine(seat, rng)
        luck = rng.getrandbits(64)
        for at, one in enumerate((answer, *others)):
            twin = world.clone()
            try:
                twin.answer(seat, one)
            except Illegal:
                continue
            won[at] += twin.finish(Random(luck)).ranks[seat] == 1
        worlds += 1
    if worlds < LEAST:
        return None
    mine, usual = won[0] / worlds, sum(won[1:]) / (worlds * len(others))
    return Text("advice.tried", {"n": worlds, "mine": _share(mine), "others": _share(usual)}) if mine > usual else None


def _share(part: float) -> int:
    return round(100 * part)
