"""Imagined worlds in the middle of long beats: they fit at once, and they are the truth no more often than chance."""

from collections.abc import Iterator
from math import comb
from random import Random

import pytest

from arbiter.core import Amount, Choose, Form, NoWorld, Several, Table, Together
from arbiter.testing.looks import look, must_equal

from .little import sit
from .smugglers import Smugglers, knows

GAMES = 12


def moments(seats, games=GAMES) -> Iterator[tuple[Table, Random]]:
    """Every moment of random games of Smugglers."""
    for seed in range(games):
        table, rng = Table(Smugglers(), seats, seed), Random(seed)
        while not table.over:
            yield table, rng
            ask = rng.choice(table.asks)
            table.answer(ask.seat, ask.sample(rng))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_world_fits_at_the_first_try_however_long_the_beat(seats):
    deepest = 0
    for table, rng in moments(seats):
        deepest = max(deepest, len(table.recorder.entries.since))
        for seat in (*range(seats), None):
            world = table.imagine(seat, rng)
            assert world.imagined == 1
            must_equal(look(table, seat), look(world, seat), f"imagined by seat {seat}")
            for other in range(seats):
                assert all(event.to is None or seat in event.to for event in world.events(other)), (
                    "told to others alone"
                )
            quay = world.state
            cards = [card for cards in (*quay.hands, quay.pile, quay.stash, quay.discard) for card in cards]
            assert sorted(cards) == list(range(len(quay.seen)))
    assert deepest > 5 * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hand_is_imagined_as_it_is_no_more_often_than_chance_has_it(seats):
    """Where nothing that is hidden now was in the light in this beat, any card may be anywhere."""
    alike, fair, whole, luck = 0, 0.0, 0, 0.0
    for table, rng in moments(seats, games=2 * GAMES):
        for seat in (*range(seats), None):
            unknown = hidden_from(table, seat)
            lit = {thing for _, thing, to in table.recorder.lit if to is None or seat in to}
            if lit & {card for cards in unknown for card in cards}:
                continue
            pool = sum(len(cards) for cards in unknown)
            dreamt = hidden_from(table.imagine(seat, rng), seat)
            for other in range(seats):
                truth, dream = set(unknown[other]), set(dreamt[other])
                if other != seat and truth:
                    alike += len(truth & dream)
                    fair += len(truth) ** 2 / pool
                    whole += truth == dream
                    luck += 1 / comb(pool, len(truth))
    assert fair > 100
    assert alike == pytest.approx(fair, rel=0.1)
    assert whole == pytest.approx(luck, abs=4 * luck**0.5)


def hidden_from(table, seat):
    """The cards of each hand, of the pile and of the stash of which a seat does not know where they lie."""
    quay = table.state
    return [
        [card for card in cards if owner != seat and not knows(quay, card, seat)]
        for owner, cards in enumerate((*quay.hands, quay.pile, quay.stash))
    ]


def test_of_alike_things_in_the_open_the_very_one_is_taken():
    """Everybody sees which of two coins is gone."""

    def beat(g):
        coins = g.state.open = list("abcabcabc")
        for _ in range(5):
            g.draw(coins)
        g.pull(coins)
        g.pull(coins)
        yield Choose(0, [0, 1], "wait")

    for seed in range(10):
        table = sit(beat, seed=seed)
        assert table.imagine(0, Random(1)).state.open == table.state.open


def asked_secretly(ask, comes_to_light):
    """Seat 0 answers in secret, something of that comes to light, and seat 1 is asked."""

    def beat(g):
        answer = yield ask()
        for thing in comes_to_light(answer):
            g.show(thing)
        yield Choose(1, [0, 1], "wait")

    return sit(beat)


def answers(table, count=60):
    rng = Random(3)
    return [table.imagine(1, rng).journal[0].answer for _ in range(count)]


def test_of_several_things_those_that_came_to_light_were_named():
    table = asked_secretly(lambda: Several(0, "abcdef", 2, 3, "lay", secret=True), lambda answer: answer[:1])
    table.answer(0, ("b", "e"))
    dreamt = answers(table)
    assert all("b" in answer for answer in dreamt)
    assert len(set(dreamt)) > 5


def test_of_a_form_the_field_that_came_to_light_stands():
    fields = {"unit": Choose(0, ["knight", "camp"], "unit"), "gold": Amount(0, 0, 9, "gold")}
    table = asked_secretly(lambda: Form(0, fields, "orders", secret=True), lambda answer: [answer["unit"]])
    table.answer(0, {"unit": "camp", "gold": 4})
    dreamt = answers(table)
    assert {answer["unit"] for answer in dreamt} == {"camp"}
    assert len({answer["gold"] for answer in dreamt}) > 5


def test_of_a_pair_the_part_that_came_to_light_stands():
    pairs = [(mine, yours) for mine in "abc" for yours in "xyz"]
    table = asked_secretly(lambda: Choose(0, pairs, "swap", secret=True), lambda answer: answer[:1])
    table.answer(0, ("b", "y"))
    assert {mine for mine, _ in answers(table)} == {"b"}
    assert {yours for _, yours in answers(table)} == {"x", "y", "z"}


def test_what_did_not_come_to_light_was_not_what_did():
    """Who saw the camp laid open afterwards knows that no other answer named it."""

    def beat(g):
        laid = yield Together(*[Choose(seat, ["knight", "camp", "tax"], "lay") for seat in (0, 1)])
        g.show(laid[1])
        yield Choose(0, [0, 1], "wait")

    table = sit(beat)
    table.answer(0, "tax")
    table.answer(1, "camp")
    rng = Random(3)
    assert {table.imagine(0, rng).journal[1].answer for _ in range(20)} == {"camp"}


def test_where_nothing_fits_nobody_gets_the_truth():
    """A secret that was told in part leaves no other world; the true one is not given for want of it."""

    def beat(g):
        amount = yield Amount(0, 0, 10**6, "bid", secret=True)
        g.tell("told", bid=amount)
        yield Choose(1, [0, 1], "wait")

    table = sit(beat)
    table.answer(0, 4711)
    with pytest.raises(NoWorld, match="looks to seat 1 as this table does"):
        table.imagine(1, Random(1))
    assert table.imagine(0, Random(1)).journal[0].answer == 4711
