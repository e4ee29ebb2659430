"""How to interpret the rules: sums with their parts and sources, and Yhop."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arbiter
from arbiter.core import Illegal, playout
from arbiter.core.messages import faults
from arbiter.core.table import read_options
from arbiter.games.yummell import GAME, Yhop, Yummell
from arbiter.games.yummell.interpret import Part, cost, points, strength, way
from arbiter.games.yummell.movement import movement_points, reach
from arbiter.games.yummell.state import DEAL

from .board import Board


@pytest.mark.rule("YUM-NAMED-1", "YUM-PREC-5")
def test_reductions_add_up_but_not_below_one():
    # EX-13
    board = Board(2, at=[18, 0], advantages=["climbing"], hands=[["hills_guide", "number 2"]])
    assert cost(board.g, 0, 19, True).total == 1
    board.play("hills_guide")
    total = cost(board.g, 0, 19, True)
    assert total.total == 1
    assert total.parts == (
        Part("terrain.hills", "", 2),
        Part("part.source", "hills_guide", -1),
        Part("part.source", "climbing", -1),
    )


@pytest.mark.rule("YUM-NAMED-4", "YUM-PREC-6")
def test_a_reduction_cancels_a_curse_for_the_turn_without_removing_it():
    # EX-14
    board = Board(
        2, at=[18, 0], advantages=["climbing"], curses=[["mushroom_curse"]], hands=[["hills_guide", "number 2"]]
    )
    assert cost(board.g, 0, 19, True).total == 2
    board.play("hills_guide")
    assert cost(board.g, 0, 19, True).total == 1
    assert board.names(board.state.curses[0]) == ["mushroom_curse"]


@pytest.mark.rule("YUM-PREC-1", "YUM-PREC-2", "YUM-PREC-3", "YUM-PREC-4")
def test_what_can_coexist_all_counts_and_cards_come_first():
    board = Board(3, at=[18, 19, 19], characters=["tarantassa"], curses=[["mushroom_curse", "mushroom_curse"]])
    total = cost(board.g, 0, 19, True)
    assert [part.amount for part in total.parts] == [1, 1, 1, 2]
    assert total.total == 5
    # A card that says exactly how much stands over everything else.
    board.state.in_force = [board.source("seven_league_boots")]
    assert cost(board.g, 0, 19, True).total == 1
    assert reach(board.g, 0, 0, 2) == [20]
    # The limit of two is a rule that the card does not speak of, so it holds.
    assert 19 not in reach(board.g, 0, 0, 5)


def test_the_parts_say_who_is_to_blame():
    board = Board(3, at=[29, 30, 30], characters=["brunkholm", "ombrulla", "pirlimpo"])
    steps = {square: total for square, total, _ in way(board.g, 0, 0)}
    assert steps[30].parts == (Part("terrain.plain", "", 1), Part("part.presence", "", 2))
    assert Part("part.passing", "ombrulla", 1) in steps[31].parts


def test_points_and_strength_have_parts_too():
    board = Board(2, at=[17, 0], characters=["pirlimpo"], advantages=["stamina"], curses=[["curse_of_the_snail"]])
    board.state.nets[0] = [board.source("cobweb_net")]
    assert [part.amount for part in points(board.g, 0, 5).parts] == [5, -1, 1, -3]
    board.state.aids = [board.source("pirlimpo")]
    total = strength(board.g, 0, 0, 2)
    assert total.parts[0] == Part("characteristic.sympathy", "pirlimpo", 7)
    assert total.total == 9


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 8))
def test_the_quick_reckoning_and_the_explained_one_agree(seed, seats):
    """At every movement of a random game, the squares reached are those that the explained costs allow."""
    checked = 0

    def watch(state, ask, rng):
        nonlocal checked
        if ask.prompt in ("stop", "move") and state.step > DEAL and state.path[ask.seat] >= 0:
            g = Yummell(state)
            seat = ask.seat
            path = state.path[seat]
            for number in (1, 3, 6, 8):
                mp = movement_points(g, seat, number)
                assert mp == points(g, seat, number).total
                walked = [square for square, _, so_far in way(g, seat, path) if so_far <= mp]
                hosting = [sq for sq in walked if sq == g.course.last or state.at.count(sq) < 2]
                assert reach(g, seat, path, mp) == hosting
                checked += 1
        return ask.sample(rng)

    options = read_options(GAME, {"supporters": "dealt", "track": "yhops_stroll", "round_limit": 12})
    playout(GAME, GAME.start(seats, options), Random(seed), watch)
    assert checked


@pytest.mark.rule("YUM-DOUBT-4", "YUM-DOUBT-5", "YUM-DOUBT-6", "YUM-DOUBT-7", "YUM-COMP-8")
def test_yhop_answers_yes_or_no_and_stands_by_it():
    # EX-18
    yhop = Yhop()
    first = yhop.ask(1, 4, "May I use my Artefact before the Event takes effect?", Random(3))
    again = yhop.ask(2, 9, "may I use my Artefact before the event takes effect?", Random(4))
    assert again is first
    with pytest.raises(Illegal, match="one question of each player in a round"):
        yhop.ask(1, 4, "And another?", Random(5))
    answers = {Yhop().ask(0, 1, "Well?", Random(n)).yes for n in range(20)}
    assert answers == {True, False}
    with pytest.raises(Illegal, match="put a question"):
        yhop.ask(0, 1, "  ", Random(1))


@pytest.mark.rule("YUM-DOUBT-4", "YUM-DOUBT-7")
def test_the_judge_of_a_table_is_yhop_and_speaks_the_games_words():
    judge = GAME.judge()
    race = arbiter.new("yummell", seats=3, seed=1).state

    said = judge.ask(0, race, "May I go first?", Random(1))
    assert said.key in ("yhop.yes", "yhop.no")
    assert not list(faults(GAME.catalogue(), said.key, said.args))
    with pytest.raises(Illegal, match="one question"):
        judge.ask(0, race, "May I go twice?", Random(1))
