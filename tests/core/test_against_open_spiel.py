"""The reference games, move for move against OpenSpiel's: legal moves, whose turn, the end, the returns."""

import random

import pyspiel
import pytest

import arbiter
from examples.connect_four import ConnectFour
from examples.goofspiel import Goofspiel
from examples.tic_tac_toe import TicTacToe


@pytest.mark.parametrize(
    ("game", "theirs", "games"),
    [(TicTacToe(), "tic_tac_toe", 300), (ConnectFour(), "connect_four", 150)],
    ids=lambda x: str(x)[:12],
)
def test_turn_games_move_for_move(game, theirs, games):
    rng = random.Random(theirs)
    endings = set()
    for _ in range(games):
        table = arbiter.new(game, seats=2)
        state = pyspiel.load_game(theirs).new_initial_state()
        while not table.over:
            (ask,) = table.asks
            assert not state.is_terminal()
            assert ask.seat == state.current_player()
            assert [option.value for option in ask.options()] == state.legal_actions()
            move = ask.sample(rng)
            table.answer(ask.seat, move)
            state.apply_action(move)
        assert state.is_terminal()
        assert list(table.outcome.scores) == state.returns()
        endings.add(table.outcome.scores)
    assert endings >= {(1, -1), (-1, 1)}, "too few games to see both sides win"


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("order", ["random", "ascending", "descending"])
@pytest.mark.parametrize(("seats", "cards"), [(2, 13), (2, 4), (3, 6), (5, 8)])
def test_goofspiel_bid_for_bid(seats, cards, order, hidden):
    rng = random.Random(f"{seats} {cards} {order} {hidden}")
    given = {"num_cards": cards, "players": seats, "points_order": order, "imp_info": hidden}
    for seed in range(20):
        table = arbiter.new(Goofspiel(), seats, seed, {"cards": cards, "order": order, "hidden": hidden})
        states = [
            pyspiel.load_game("goofspiel", {**given, "returns_type": returns}).new_initial_state()
            for returns in ("total_points", "win_loss")
        ]
        while not table.over:
            for state in states:
                if state.is_chance_node():
                    state.apply_action(table.state.prize - 1)
            asks = table.asks
            for ask in asks:
                bids = [option.value - 1 for option in ask.options()]
                assert bids == states[0].legal_actions(ask.seat)
            bids = [ask.sample(rng) for ask in asks]
            for ask in rng.sample(asks, len(asks)):
                table.answer(ask.seat, bids[ask.seat])
            for state in states:
                state.apply_actions([bid - 1 for bid in bids])
        points, win_loss = states
        assert points.is_terminal()
        assert list(table.outcome.scores) == points.returns()
        if len(set(table.outcome.ranks)) > 1:
            assert [rank == 1 for rank in table.outcome.ranks] == [value > 0 for value in win_loss.returns()]
