"""The contest of bid and guess: nobody gains by leaving the equilibrium."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.games.epix.advice.contest import draw_bid, draw_names, level, parity_half, solve, solve_spied

EPSILON = 1e-6

worths = st.floats(0, 1, allow_nan=False)


@st.composite
def contests(draw):
    """What each bid is worth if it gets through and if it is named, and how many are named."""
    pairs = draw(st.lists(st.tuples(worths, worths), min_size=1, max_size=16))
    success = [max(pair) for pair in pairs]
    failure = [min(pair) for pair in pairs]
    return success, failure, draw(st.integers(1, 3))


def against_names(success, failure, named):
    """What each bid is worth when each is named as often as this."""
    return [high - chance * (high - low) for high, low, chance in zip(success, failure, named, strict=True)]


def most_saved(bids, stakes, names):
    """What the best set of names saves the defender when the bids are made as often as this."""
    return sum(sorted((chance * stake for chance, stake in zip(bids, stakes, strict=True)), reverse=True)[:names])


@given(contests())
def test_no_bid_gains_on_the_equilibrium(contest):
    success, failure, names = contest
    solution = solve(success, failure, names)
    assert max(against_names(success, failure, solution.named)) <= solution.value + EPSILON


@given(contests())
def test_no_set_of_names_saves_more_than_the_equilibrium(contest):
    success, failure, names = contest
    solution = solve(success, failure, names)
    if names >= len(success):
        assert solution.value == max(failure)
        return
    gaps = [high - low for high, low in zip(success, failure, strict=True)]
    hoped = sum(chance * high for chance, high in zip(solution.bids, success, strict=True))
    assert hoped - most_saved(solution.bids, gaps, names) >= solution.value - EPSILON


@given(contests(), st.data())
def test_with_other_stakes_neither_side_gains_by_leaving(contest, data):
    success, failure, names = contest
    success = [high + 0.01 for high in success]  # where naming changed nothing it could not be worth a stake
    stakes = [data.draw(st.floats(0.1, 5)) for _ in success]
    solution = solve(success, failure, names, stakes)
    payoffs = against_names(success, failure, solution.named)
    played = sum(chance * payoff for chance, payoff in zip(solution.bids, payoffs, strict=True))
    assert played >= max(payoffs) - EPSILON
    saved = sum(p * q * stake for p, q, stake in zip(solution.bids, solution.named, stakes, strict=True))
    assert saved >= most_saved(solution.bids, stakes, min(names, len(success))) - EPSILON


@given(contests())
def test_the_chances_are_chances(contest):
    success, failure, names = contest
    for solution in (solve(success, failure, names), solve_spied(success, failure, names)):
        assert sum(solution.bids) == pytest.approx(1)
        assert sum(solution.named) == pytest.approx(min(names, len(success)))
        assert all(-EPSILON <= chance <= 1 + EPSILON for chance in (*solution.bids, *solution.named))


@given(contests())
def test_the_short_way_gives_the_same_value(contest):
    success, failure, names = contest
    assert level(success, failure, names) == pytest.approx(solve(success, failure, names).value)


@given(contests())
def test_no_bid_gains_when_the_spies_tell_its_parity(contest):
    success, failure, names = contest
    solution = solve_spied(success, failure, names)
    for parity in range(min(2, len(success))):
        named = parity_half(success, failure, names, parity).named
        payoffs = against_names(success, failure, named)[parity::2]
        assert max(payoffs) <= solution.value + EPSILON


@given(contests())
def test_spies_never_help_the_attacker(contest):
    success, failure, names = contest
    assert solve_spied(success, failure, names).value <= solve(success, failure, names).value + EPSILON


def test_a_bid_that_costs_nothing_is_uniform():
    solution = solve([1] * 10, [0] * 10, 2)
    assert solution.value == pytest.approx(0.8)
    assert solution.bids == pytest.approx([0.1] * 10)
    assert solution.named == pytest.approx([0.2] * 10)


def test_dear_bids_are_not_made():
    success = [10 - bid for bid in range(13)]
    failure = [-bid for bid in range(13)]
    solution = solve(success, failure, 1)
    assert solution.bids[0] == pytest.approx(solution.bids[3])
    assert solution.bids[6] == 0
    assert solution.named[0] > solution.named[1] > solution.named[2]


def test_hostages_make_high_bids_rarer():
    success, failure = [1.0] * 6, [0.0] * 6
    solution = solve(success, failure, 1, [1 + bid for bid in range(6)])
    assert list(solution.bids) == sorted(solution.bids, reverse=True)
    assert solution.bids[0] > 2 * solution.bids[5]


def test_an_even_bid_slips_past_spies_only_with_gold_enough():
    """With two guesses and the parity known, 3 Gold leave two bids of either parity; 4 leave three even ones."""
    assert solve_spied([1] * 4, [0] * 4, 2).value == 0
    assert solve_spied([1] * 5, [0] * 5, 2).value == pytest.approx(1 / 3)


@given(contests(), st.integers(0, 2**32))
def test_as_many_different_bids_are_named_as_there_are_guesses(contest, seed):
    success, failure, names = contest
    names = min(names, len(success))
    drawn = draw_names(solve(success, failure, names).named, names, Random(seed))
    assert len(set(drawn)) == len(drawn) == names


def test_bids_are_drawn_and_named_as_often_as_they_should_be():
    success = [1 - 0.05 * bid for bid in range(7)]
    solution = solve(success, [0.0] * 7, 2)
    rng = Random(5)
    rounds = 20_000
    named, bids = [0] * 7, [0] * 7
    for _ in range(rounds):
        bids[draw_bid(solution.bids, rng)] += 1
        for bid in draw_names(solution.named, 2, rng):
            named[bid] += 1
    assert [count / rounds for count in named] == pytest.approx(solution.named, abs=0.02)
    assert [count / rounds for count in bids] == pytest.approx(solution.bids, abs=0.02)
