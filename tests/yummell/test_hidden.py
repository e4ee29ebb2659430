"""Who knows what: hands, the draw pile, and what was shown to some."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import arbiter
from arbiter.core import copied, masked
from arbiter.games.yummell import GAME, Yummell
from arbiter.games.yummell.state import redeal

from .board import Board


def zones(state) -> list[int]:
    """Every card wherever it lies."""
    cards = [*state.pile, *state.top, *state.bottom, *state.discard, *state.aside, *state.lasting, *state.loose]
    for places in (state.hand, state.active, state.activating, state.curses):
        for place in places:
            cards += place
    return sorted(cards)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 8), option=st.sampled_from(["off", "dealt"]))
def test_no_card_is_ever_lost_or_doubled(seed, seats, option):
    table = arbiter.new("yummell", seats=seats, seed=seed, options={"supporters": option, "round_limit": 8})
    rng = Random(seed)
    last = Yummell(table.state).course.last
    while not table.over:
        assert zones(table.state) == list(range(90))
        assert all(table.state.at.count(square) <= 2 for square in table.state.at if 0 < square < last)
        ask = table.asks[0]
        table.answer(ask.seat, ask.sample(rng))


def test_hands_and_the_draw_pile_are_hidden_but_their_sizes_are_not():
    board = Board(2, hands=[["wind", "number 2"], ["tailwind"]])
    seen = masked(board.state, 0)
    assert seen.hand == [board.state.hand[0], [-1]]
    assert seen.pile == [-1] * len(board.state.pile)
    assert masked(board.state, None).hand == [[-1, -1], [-1]]


def test_what_the_crystal_ball_showed_stays_known_to_the_one_who_looked():
    board = Board(3, at=[17, 0, 0], active=[["crystal_ball"]], hands=[["number 2"], ["number 8", "number 3"], []])
    board.run().use("crystal_ball")
    assert masked(board.state, 0).hand[1] == sorted(board.state.hand[1], reverse=True)
    assert masked(board.state, 2).hand[1] == [-1, -1]
    world = copied(board.state)
    redeal(world, 0, Random(1), ())
    assert world.hand[1] == board.state.hand[1]
    redeal(world, 2, Random(1), ())
    assert world.hand[1] != board.state.hand[1]


def test_a_peeked_card_is_known_to_the_one_who_looked_alone():
    board = Board(2, at=[17, 0], characters=["snifkin"], hands=[["number 2", "number 3"]])
    board.draws("the_unanswered_question").run().say(("ability", 0))
    top = board.state.top
    assert masked(board.state, 0).top == top
    assert masked(board.state, 1).top == [-1]
    world = copied(board.state)
    redeal(world, 0, Random(2), ())
    assert world.top == top
    board.say(True)
    assert masked(board.state, 1).bottom == [-1]
    assert masked(board.state, 0).bottom == board.state.bottom


def test_a_stolen_card_is_known_to_thief_and_victim():
    board = Board(3, at=[17, 18, 0], advantages=["sleight_of_hand"], hands=[["number 2", "number 3"], ["wind"], []])
    board.move("number 2", to=18).say(("advantage", 0))
    stolen = board.card("wind", board.state.hand[0])
    assert stolen in masked(board.state, 1).hand[0]
    assert stolen not in masked(board.state, 2).hand[0]
    faces = [to for key, to, _ in board.host.told if key == "stole.card.face"]
    assert faces == [(0, 1)]


def test_redealing_keeps_every_count():
    for seed in range(6):
        table = arbiter.new("yummell", seats=4, seed=seed, options={"supporters": "dealt"})
        rng = Random(seed)
        for _ in range(60):
            if table.over:
                break
            ask = table.asks[0]
            table.answer(ask.seat, ask.sample(rng))
        world = copied(table.state)
        redeal(world, 1, rng, ())
        assert zones(world) == zones(table.state)
        assert GAME.view(world, 1) == GAME.view(table.state, 1)
