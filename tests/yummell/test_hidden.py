"""Who knows what: hands, the draw pile, and what was shown to some."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arbiter
from arbiter.core import View, copied, masked
from arbiter.games.yummell import GAME, Yummell
from arbiter.server.picture import secrets_in

from .board import LAST, PASS, Board, Host


def zones(state) -> list[int]:
    """Every card wherever it lies."""
    turn = state.turn
    cards = [*state.deck.bag, *state.deck.top, *state.deck.bottom, *state.deck.discard, *state.aside]
    cards += turn.events + turn.loose + turn.activating
    for places in ([hand.cards for hand in state.hand], state.active, state.curses):
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


@pytest.mark.rule("YUM-GAP-68", "YUM-GAP-65")
def test_hands_and_the_draw_pile_are_hidden_but_their_sizes_are_not():
    board = Board(2, hands=[["wind", "number 2"], ["tailwind"]])
    seen = masked(board.state, 0)
    assert [hand.cards for hand in seen.hand] == [board.state.hand[0].cards, [-1]]
    assert seen.deck.bag == [-1] * len(board.state.deck.bag)
    assert [hand.cards for hand in masked(board.state, None).hand] == [[-1, -1], [-1]]


@pytest.mark.rule("YUM-DEC-19")
def test_what_the_crystal_ball_showed_stays_known_to_the_one_who_looked():
    board = Board(3, at=[17, 0, 0], active=[["crystal_ball"]], hands=[["number 2"], ["number 8", "number 3"], []])
    board.run().use("crystal_ball")
    assert masked(board.state, 0).hand[1].cards == board.state.hand[1].cards
    assert masked(board.state, 2).hand[1].cards == [-1, -1]
    world = copied(board.state)
    GAME.redeal(world, 0, Random(1), ())
    assert world.hand[1].cards == board.state.hand[1].cards
    GAME.redeal(world, 2, Random(1), ())
    assert world.hand[1].cards != board.state.hand[1].cards


@pytest.mark.rule("YUM-DEC-18")
def test_a_peeked_card_is_known_to_the_one_who_looked_alone():
    board = Board(2, at=[17, 0], characters=["snifkin"], hands=[["number 2", "number 3"]])
    board.draws("the_unanswered_question").run().say(("ability", 0))
    top = board.state.deck.top
    assert masked(board.state, 0).deck.top == top
    assert masked(board.state, 1).deck.top == [-1]
    world = copied(board.state)
    GAME.redeal(world, 0, Random(2), ())
    assert world.deck.top == top
    board.say(True)
    assert masked(board.state, 1).deck.bottom == [-1]
    assert masked(board.state, 0).deck.bottom == board.state.deck.bottom


@pytest.mark.rule("YUM-DEC-21")
def test_a_stolen_card_is_known_to_thief_and_victim():
    board = Board(3, at=[17, 18, 0], advantages=["sleight_of_hand"], hands=[["number 2", "number 3"], ["wind"], []])
    board.move("number 2", to=18).say(("advantage", 0))
    stolen = board.card("wind", board.state.hand[0].cards)
    assert stolen in masked(board.state, 1).hand[0].cards
    assert stolen not in masked(board.state, 2).hand[0].cards
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
        GAME.redeal(world, 1, rng, ())
        assert zones(world) == zones(table.state)
        assert GAME.view(world, 1) == GAME.view(table.state, 1)


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 8))
def test_a_world_fits_at_the_first_try_anywhere_in_a_turn(seed, seats):
    options = {"supporters": ["dealt", "chosen"][seed % 2], "round_limit": 6}
    table = arbiter.new("yummell", seats=seats, seed=seed, options=options)
    rng = Random(seed)
    while not table.over:
        if rng.random() < 0.1:
            for seat in (*range(seats), None):
                world = table.imagine(seat, rng)
                assert world.imagined == 1
                assert GAME.view(world.state, seat) == GAME.view(table.state, seat)
                assert zones(world.state) == list(range(90))
        ask = rng.choice(table.asks)
        table.answer(ask.seat, ask.sample(rng))


class Watched(Host):
    """Notes what comes to light, to whom."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.lit: list[tuple[object, tuple[int, ...] | None]] = []

    def show(self, thing: object, /, *seats: int) -> None:
        self.lit.append((thing, seats or None))


def watched(board: Board) -> Watched:
    """The board with somebody who notes what comes to light."""
    eyes = Watched(board)
    eyes.next, eyes.pawns, eyes.told = board.host.next, board.host.pawns, board.host.told
    board.host = eyes
    board.g.go_on(eyes)
    return eyes


def test_what_leaves_a_hand_comes_to_light():
    hand = ["tailwind", "winged_sandals", "number 2", "number 3", "number 4", "number 5", "number 6", "number 8"]
    board = Board(2, at=[17, 25], advantages=["quick_hands"], characters=["brunkholm"], hands=[hand, ["wind"]])
    board.run()
    eyes = watched(board)
    cards = {name: board.card(name, board.state.hand[0].cards) for name in hand}
    board.play("tailwind").activate("winged_sandals")
    assert eyes.lit == [(cards["tailwind"], None), (cards["winged_sandals"], None)]
    eyes.lit.clear()
    board.draws("quickbeak_the_jackdaw").move("number 2", to=18).until("challenge")
    assert (cards["number 2"], None) in eyes.lit
    board.say(cards["number 8"])
    assert (cards["number 8"], None) in eyes.lit
    board.say(board.ask.values[0]).say(("ability", 0)).say(cards["number 3"])
    assert (cards["number 3"], None) in eyes.lit


def test_what_is_looked_at_stolen_or_exchanged_comes_to_light_for_some():
    board = Board(
        3,
        at=[17, 18, 18],
        characters=["snifkin"],
        active=[["crystal_ball"]],
        hands=[["number 2", "number 3"], ["number 8"], []],
        supporters=[["lookout_on_stilts"]],
    )
    board.draws("the_unanswered_question").run()
    eyes = watched(board)
    mine, theirs = board.state.hand[0].cards[0], board.state.hand[1].cards[0]
    board.use("crystal_ball")
    assert (theirs, (0,)) in eyes.lit
    eyes.lit.clear()
    board.say((mine, theirs))
    # Everybody sees that there was an exchange; what was exchanged only the two.
    assert eyes.lit[:3] == [(None, None), (mine, (0, 1)), (theirs, (1, 0))]
    eyes.lit.clear()
    board.say(("ability", 0))
    (top,) = board.state.deck.top
    assert set(eyes.lit) == {(top, (0,))}
    board.say(True)
    eyes.lit.clear()
    board.support("lookout_on_stilts")
    assert set(eyes.lit) == {(card, (0,)) for card in board.state.deck.top}
    assert len(board.state.deck.top) == 3


def test_a_card_taken_from_the_top_or_the_bottom_comes_to_light_for_its_taker():
    board = Board(2, at=[17, 0], characters=["snifkin"], hands=[["number 2", "number 3"], ["number 3"]])
    board.draws("hills_guide").run().say(("ability", 0)).say(False)
    (top,) = board.state.deck.top
    eyes = watched(board)
    board.move("number 2", to=18).say(PASS)
    # It was met, for all to see.
    assert (top, None) in eyes.lit
    drawn = Board(2, at=[17, 0], characters=["snifkin"], hands=[["number 2", "number 3"], ["number 3"]])
    drawn.draws("hills_guide").run().say(("ability", 0)).say(False)
    (top,) = drawn.state.deck.top
    eyes = watched(drawn)
    drawn.rest().until_turn(1)
    assert (top, (0,)) in eyes.lit


def test_what_an_arrived_player_held_is_laid_aside_in_the_open():
    board = Board(2, at=[56, 20], hands=[["number 8", "number 2"], ["number 3"]])
    board.run()
    eyes = watched(board)
    kept = board.card("number 2", board.state.hand[0].cards)
    board.move("number 8", to=LAST)
    assert (kept, None) in eyes.lit
    assert kept in masked(board.state, None).aside


@pytest.mark.rule("YUM-GAP-65")
def test_anybody_may_look_through_the_discard_pile():
    table = arbiter.new("yummell", seats=4, seed=5)
    rng = Random(5)
    while len(table.state.deck.discard) < 12:
        ask = table.asks[0]
        table.answer(ask.seat, ask.sample(rng))
    g = Yummell(table.state)
    for seat in (0, 3, None):
        pile = next(tray for tray in table.scene(seat).trays if tray.id == "discard")
        listed = [(row.name.key, row.value) for row in pile.sheet]
        assert listed == [(f"thing.{g.keys[card]}", g.numbers[card]) for card in table.state.deck.discard]
        draw = next(tray for tray in table.scene(seat).trays if tray.id == "draw")
        assert draw.sheet == []


@pytest.mark.rule("YUM-GAP-65")
def test_a_card_that_everybody_saw_taken_is_nobodys_secret():
    board = Board(3, at=[17, 0, 0], active=[["ragpickers_hook"]], hands=[["number 2", "number 3"]])
    card = board.take("number 8")
    board.state.deck.discard.append(card)
    board.run().use("ragpickers_hook")
    views = {seat: masked(board.state, seat) for seat in (0, 1, None)}
    assert all(card in view.hand[0].cards for view in views.values())
    scenes = {seat: GAME.scene(View(seat, view, [], [])) for seat, view in views.items()}
    fetched = [thing for scene in scenes.values() for thing in scene.cards if thing.id == f"card-{card}"]
    assert fetched == [fetched[0]] * 3
    assert f"card-{card}" not in secrets_in(scenes[0], scenes[None])
    world = copied(board.state)
    GAME.redeal(world, None, Random(1), ())
    assert card in world.hand[0].cards


def test_only_faces_that_others_do_not_see_differ_from_what_a_spectator_sees():
    for seed in range(3):
        table = arbiter.new("yummell", seats=4, seed=seed, options={"supporters": "dealt"})
        rng = Random(seed)
        for _ in range(120):
            if table.over:
                break
            for seat in range(4):
                mine = secrets_in(table.scene(seat), table.scene(None))
                hidden_cards = {
                    f"card-{card}" for hand in table.view(seat).state.hand for card in hand.cards if card >= 0
                }
                assert {id for id in mine if not id.startswith(("back-", "top-"))} <= hidden_cards
            ask = table.asks[0]
            table.answer(ask.seat, ask.sample(rng))
