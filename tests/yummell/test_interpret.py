"""How to interpret the rules: sums with their parts and sources, and Yhop."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arbiter
from arbiter.core import Illegal, Text, playout
from arbiter.core.messages import faults
from arbiter.core.options import read_options
from arbiter.games.yummell import GAME, Yhop, Yummell
from arbiter.games.yummell.interpret import points, strength, way
from arbiter.games.yummell.movement import say_move, stops
from arbiter.kit.numbers import Sum, Term

from . import reckon
from .board import Board


def cost(board: Board, square: int) -> Sum:
    """What entering a square ahead costs seat 0."""
    return next(total for entered, total, _, _ in way(board.g, 0, board.state.path[0]) if entered == square)


@pytest.mark.rule("YUM-NAMED-1", "YUM-NAMED-3", "YUM-PREC-5", "YUM-MOVE-6", "YUM-EX-13")
def test_reductions_add_up_but_not_below_one():
    board = Board(2, at=[18, 0], advantages=["climbing"], hands=[["hills_guide", "number 2"]])
    assert cost(board, 19).value == 1
    board.play("hills_guide")
    total = cost(board, 19)
    assert total.value == 1
    assert total.terms() == [
        Term(2, "terrain.hills"),
        Term(-1, "thing.hills_guide"),
        Term(-1, "thing.climbing"),
        Term(1, "kit.at_least"),
    ]


@pytest.mark.rule("YUM-NAMED-4", "YUM-PREC-6", "YUM-EX-14", "YUM-GAP-69")
def test_a_reduction_cancels_a_curse_for_the_turn_without_removing_it():
    board = Board(
        2, at=[18, 0], advantages=["climbing"], curses=[["mushroom_curse"]], hands=[["hills_guide", "number 2"]]
    )
    assert cost(board, 19).value == 2
    board.play("hills_guide")
    assert cost(board, 19).value == 1
    assert board.names(board.state.curses[0]) == ["mushroom_curse"]


@pytest.mark.rule("YUM-PREC-1", "YUM-PREC-2", "YUM-PREC-3", "YUM-GAP-85", "YUM-GAP-69", "YUM-GAP-25")
def test_what_can_coexist_all_counts_and_cards_come_first():
    board = Board(3, at=[18, 19, 19], characters=["tarantassa"], curses=[["mushroom_curse", "mushroom_curse"]])
    total = cost(board, 19)
    assert [term.n for term in total.terms()] == [1, 1, 1, 2]
    assert total.value == 5
    # A card that says exactly how much stands over everything else.
    board.last(0, "seven_league_boots", until="turn")
    assert cost(board, 19).value == 1
    assert stops(board.g, 0, 0, 2) == [20]
    # The limit of two is a rule that the card does not speak of, so it holds.
    assert 19 not in stops(board.g, 0, 0, 5)


@pytest.mark.rule("YUM-PRES-1", "YUM-NAMED-11")
def test_the_parts_say_who_is_to_blame():
    board = Board(3, at=[29, 30, 30], characters=["brunkholm", "ombrulla", "pirlimpo"])
    steps = {square: total for square, total, _, _ in way(board.g, 0, 0)}
    assert steps[30].terms() == [Term(1, "terrain.plain"), Term(2, "sum.presence")]
    assert Term(1, Text("sum.passing", {"source": "ombrulla"})) in steps[31].terms()


@pytest.mark.rule("YUM-MOVE-1", "YUM-CHAR-2", "YUM-PREC-1")
def test_points_and_strength_have_parts_too():
    board = Board(2, at=[17, 0], characters=["pirlimpo"], advantages=["stamina"], curses=[["curse_of_the_snail"]])
    board.last(0, "cobweb_net", until="next_movement")
    assert [term.n for term in points(board.g, 0, 5).terms()] == [5, -1, 1, -3]
    board.last(0, "pirlimpo", until="challenge")
    total = strength(board.g, 0, "strength", 2)
    assert total.terms()[0] == Term(7, "characteristic.sympathy")
    assert total.value == 9


@pytest.mark.rule("YUM-PREC-2", "YUM-PREC-5", "YUM-PREC-6", "YUM-GAP-25", "YUM-GAP-29")
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 8))
def test_the_sums_that_are_played_by_are_those_of_the_ledger(seed, seats):
    """At every movement and Challenge of a random game: what is offered follows from the formulas, and is explained."""
    checked = Counter()

    def watch(state, ask, rng):
        g, seat = Yummell(state), ask.seat
        if ask.prompt == "stop":
            mp, path = ask.args["mp"], state.path[seat]
            squares = [square for square in ask.values if square != state.at[seat]]
            assert squares == reckon.reached(state, seat, path, mp)
            explained = {square: so_far for square, _, so_far, _ in way(g, seat, path)}
            assert all(explained[square] <= mp for square in squares)
        elif ask.prompt == "move":
            for card in state.hand[seat].cards:
                total = points(g, seat, g.numbers[card])
                assert total.value == reckon.mp(state, seat, g.numbers[card]) == say_move(g, card).args["mp"]
                assert total.value == sum(term.n for term in total.terms())
        elif ask.prompt == "challenge":
            kind = g.cards[state.turn.met].entry.characteristic
            for card in state.hand[seat].cards:
                total = strength(g, seat, kind, g.numbers[card])
                assert total.value == reckon.strength(state, seat, kind, g.numbers[card])
                assert total.value == sum(term.n for term in total.terms())
        checked[ask.prompt] += 1
        return ask.sample(rng)

    options = read_options(GAME, {"supporters": "dealt", "track": "yhops_stroll", "round_limit": 12})
    playout(GAME, GAME.start(seats, options), Random(seed), watch)
    assert checked["stop"]
    assert checked["move"]


@pytest.mark.rule("YUM-DOUBT-4", "YUM-DOUBT-5", "YUM-DOUBT-6", "YUM-DOUBT-7", "YUM-COMP-8", "YUM-CONTENT-PAWNS")
@pytest.mark.rule("YUM-GAP-90", "YUM-GAP-91", "YUM-EX-18", "YUM-DEC-25")
def test_yhop_answers_yes_or_no_and_stands_by_it():
    yhop, board = Yhop(), Board(3)
    race = board.state
    race.round = 4
    first = yhop.ask(1, race, "May I use my Artefact before the Event takes effect?", Random(3))
    race.round = 9
    again = yhop.ask(2, race, "may I use my Artefact before the event takes effect?", Random(4))
    assert again is first
    race.round = 4
    with pytest.raises(Illegal) as refused:
        yhop.ask(1, race, "And another?", Random(5))
    assert "one question of each player in a round" in refused.value.say(GAME.catalogue())
    answers = {Yhop().ask(0, race, "Well?", Random(n)).key for n in range(20)}
    assert answers == {"yhop.yes", "yhop.no"}
    with pytest.raises(Illegal) as refused:
        yhop.ask(0, race, "  ", Random(1))
    assert "put a question" in refused.value.say(GAME.catalogue())


@pytest.mark.rule("YUM-DOUBT-4", "YUM-DOUBT-7", "YUM-GAP-90", "YUM-DEC-25")
def test_the_judge_of_a_table_is_yhop_and_speaks_the_games_words():
    judge = GAME.judge()
    race = arbiter.new("yummell", seats=3, seed=1).state

    said = judge.ask(0, race, "May I go first?", Random(1))
    assert said.key in ("yhop.yes", "yhop.no")
    assert not list(faults(GAME.catalogue(), said.key, said.args))
    with pytest.raises(Illegal) as refused:
        judge.ask(0, race, "May I go twice?", Random(1))
    assert refused.value.key == "refused.questions"
