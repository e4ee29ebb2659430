"""The runners: random games on our core and on the engines it is raced against."""

from __future__ import annotations

from random import Random
from typing import Any

import arbiter
from arbiter.core import Game, Table, playout
from arbiter.core.table import read_options

from .races import Lap


def lean(game: Game[Any], seats: int, games: int = 1) -> Lap:
    """Random games, played leanly."""
    rng, options = Random(1), read_options(game, None)

    def lap() -> int:
        return sum(playout(game, game.start(seats, options), rng)[1] for _ in range(games))

    return lap


def recorded(game: Game[Any], seats: int) -> Lap:
    """Random games at a table that records them."""
    rng = Random(1)

    def lap() -> int:
        table, answers = arbiter.new(game, seats, rng.getrandbits(32)), 0
        while not table.over:
            for ask in table.asks:
                table.answer(ask.seat, ask.sample(rng))
                answers += 1
        return answers

    return lap


def open_spiel(name: str, games: int = 20) -> Lap:
    """Random games of OpenSpiel, driven from Python."""
    import pyspiel

    rng, game = Random(1), pyspiel.load_game(name)

    def lap() -> int:
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                moves += 1
        return moves

    return lap


def pettingzoo() -> Lap:
    """Random games of PettingZoo's connect four."""
    from pettingzoo.classic import connect_four_v3

    rng, env = Random(1), connect_four_v3.env()

    def lap() -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            legal = [at for at, free in enumerate(seen["action_mask"]) if free]
            env.step(legal[int(rng.random() * len(legal))])
            moves += 1
        return moves

    return lap


def rlcard(name: str) -> Lap:
    """Random games of RLCard with its own random agents."""
    import rlcard as cards
    from rlcard.agents import RandomAgent

    env = cards.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def lap() -> int:
        steps, _ = env.run(is_training=False)
        return sum(len(path) // 2 for path in steps)

    return lap


def _catan(seed: int) -> Any:
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    return Catan([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)


def catanatron(forced: bool = True) -> Lap:
    """Random games of Catanatron with four of its random players; without `forced`, only real choices are counted."""
    rng = Random(1)

    def lap() -> int:
        game, moves = _catan(rng.getrandbits(32)), 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            moves += forced or len(game.state.playable_actions) > 1
            game.play_tick()
        return moves

    return lap


def midgame(game: Game[Any], seats: int, count: int) -> list[Table[Any]]:
    """Tables of random games somewhere in their middle half."""
    rng, tables = Random(2), []
    for seed in range(count):
        whole = arbiter.new(game, seats, seed)
        answers = []
        while not whole.over:
            ask = whole.asks[0]
            answers.append((ask.seat, ask.sample(rng)))
            whole.answer(*answers[-1])
        table = arbiter.new(game, seats, seed)
        for seat, answer in answers[: int(len(answers) * (0.25 + 0.5 * rng.random()))]:
            table.answer(seat, answer)
        tables.append(table)
    return tables


def clones(tables: list[Table[Any]]) -> Lap:
    def lap() -> int:
        for table in tables:
            table.clone()
        return len(tables)

    return lap


def worlds(tables: list[Table[Any]]) -> Lap:
    """Imagined worlds, as the seat that is asked would see them."""
    rng = Random(4)
    asked = [(table, table.asks[0].seat) for table in tables if not table.over]

    def lap() -> int:
        for table, seat in asked:
            table.imagine(seat, rng)
        return len(asked)

    return lap


def catanatron_copies(count: int) -> Lap:
    """Copies of random Catanatron games, somewhere in their middle half as well."""
    rng, games = Random(2), []
    for seed in range(count):
        length, game = 0, _catan(seed)
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            length += 1
        game = _catan(seed)
        for _ in range(int(length * (0.25 + 0.5 * rng.random()))):
            if game.winning_color() is None:
                game.play_tick()
        games.append(game)

    def lap() -> int:
        for game in games:
            game.copy()
        return len(games)

    return lap
