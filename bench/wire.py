"""`python -m bench.wire`: how many bytes an answer costs each page, over whole games, as whole pictures and as sent."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import arbiter
from arbiter.bots import find
from arbiter.core import Game
from arbiter.server.looks import Look, encode, encoded, news
from arbiter.server.picture import Sight
from examples.tic_tac_toe import TicTacToe

GAMES: tuple[tuple[Game[Any] | str, int, dict[str, Any]], ...] = (
    (TicTacToe(), 2, {}),
    ("epix", 4, {"rules": "advanced"}),
    ("yummell", 4, {}),
)


def main(games: int = 3) -> None:
    print("bytes per answer and page, before compression")
    for game, seats, options in GAMES:
        for bot in ("random", "clever") if isinstance(game, str) else ("random",):
            sizes = [pair for seed in range(games) for pair in whole_game(game, seats, options, bot, seed)]
            whole, sent = zip(*sizes, strict=True)
            title = f"{game if isinstance(game, str) else game.id}, {seats} seats and a spectator, {bot} bots"
            print(f"{title}: {len(sizes)} messages")
            for name, found in (("whole pictures", whole), ("differences", sent)):
                print(f"  {name}: median {share(found, 0.5)}, 95 % {share(found, 0.95)}, most {max(found)}")


def whole_game(
    game: Game[Any] | str, seats: int, options: dict[str, Any], bot: str, seed: int
) -> Iterator[tuple[int, int]]:
    """For each answer and page of a game: the bytes of the whole picture with its news, and of what is sent."""
    table, rng, mind = arbiter.new(game, seats=seats, seed=seed, options=options), Random(seed), find(bot)
    before = looks(table, 0)
    while not table.over:
        ask = table.asks[0]
        table.answer(ask.seat, mind.answer(table, ask.seat, ask, rng))
        now = looks(table, next(iter(before.values())).n + 1)
        for seat, look in now.items():
            last = before[seat]
            told = news(last._log, look._log) or {"from": 0, "events": []}
            whole = encode({"type": "table", "n": look.n, "picture": look.picture, "log": told})
            yield len(whole), len(look.message(last))
        before = now


def looks(table: Any, n: int) -> dict[int | None, Look]:
    """What each seat and a spectator are shown."""
    sight = Sight(table, table.asks)
    everybody = [*range(table.seats), None]
    return {
        seat: Look(n, (encoded(sight.for_all()), *sight.picture(seat, False)), table.events(seat)) for seat in everybody
    }


def share(sizes: tuple[int, ...], part: float) -> int:
    return sorted(sizes)[int(len(sizes) * part)]


if __name__ == "__main__":
    main()
