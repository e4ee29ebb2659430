"""Windows: who is asked, in which order, and until when somebody passes."""

from types import SimpleNamespace

import pytest

from arbiter.core import Illegal, Option
from arbiter.kit import windows
from arbiter.kit.windows import PASS, Passes, each_in_turn, in_order


class Moment(windows.Moment):
    prompt, rule, scopes = "react", "R-1", ("fight",)

    def __init__(self, offers, secret=(), reacts=None, passes=None):
        super().__init__(SimpleNamespace(state=SimpleNamespace(passes=passes or Passes())))
        self._offers, self._secret, self.reacts = offers, secret, reacts
        self.done = []

    def secret(self, seat):
        return seat in self._secret

    def offers(self, seat):
        return list(self._offers.get(seat, ()))

    def why_not(self, seat, value):
        return Illegal("not.yours", seat=seat)

    def say(self, value):
        return Option(value, f"card.{value}")

    def act(self, seat, value):
        self.done.append((seat, value))
        self._offers[seat].remove(value)
        if self.reacts:
            yield from self.reacts(seat, value)


def play(rules, answers):
    """Run rules on answers; who was asked what, and what came out."""
    asked, answers = [], list(answers)
    try:
        ask = next(rules)
        while True:
            asked.append((ask.seat, list(ask.values)))
            ask = rules.send(answers.pop(0))
    except StopIteration as end:
        assert not answers, "more answers than questions"
        return SimpleNamespace(asked=asked, value=end.value)


def test_who_may_hold_something_hidden_is_asked_even_if_he_can_only_pass():
    done = play(each_in_turn(Moment({}, secret=(1,)), (0, 1, 2)), [PASS])

    assert done.asked == [(1, [PASS, ("pass", "fight")])]


def test_each_seat_does_as_much_as_it_likes_and_then_the_next():
    moment = Moment({0: ["a", "b"], 1: ["c"]}, secret=(0, 1))

    done = play(each_in_turn(moment, (0, 1)), ["a", "b", PASS, "c", PASS])

    assert moment.done == [(0, "a"), (0, "b"), (1, "c")]
    assert done.value == 3


def test_at_most_one_thing_a_seat():
    moment = Moment({0: ["a", "b"], 1: ["c"]})

    play(each_in_turn(moment, (0, 1), once=True), ["a", "c"])

    assert moment.done == [(0, "a"), (1, "c")]


def test_what_passing_is_called_follows_from_how_long_it_lasts():
    class Turns(Moment):
        passing = (0, 1)

    moment = Turns({0: ["a"]})

    ask = next(each_in_turn(moment, (0,)))
    assert [option.key for option in ask.options()] == ["card.a", "kit.pass", "kit.pass.fight"]
    play(each_in_turn(moment, (0,)), [1])
    assert moment.g.state.passes.passed(0, "react")


def test_a_reaction_may_be_reacted_to():
    inner = Moment({1: ["counter"]})
    outer = Moment({0: ["spell"]}, reacts=lambda seat, value: each_in_turn(inner, (1,), once=True))

    play(each_in_turn(outer, (0,), once=True), ["spell", "counter"])

    assert inner.done == [(1, "counter")]


def test_who_has_passed_for_the_fight_is_asked_again_when_it_is_over():
    passes = Passes()
    moment = Moment({0: ["a"]}, passes=passes)
    play(each_in_turn(moment, (0,)), [("pass", "fight")])

    assert play(each_in_turn(moment, (0,)), []).asked == []
    passes.end("turn")
    assert passes.passed(0, "react")
    assert not passes.passed(1, "react")
    assert not passes.passed(0, "other")
    passes.end("fight")
    assert play(each_in_turn(moment, (0,)), [PASS]).asked


def test_an_ask_says_what_passing_is_and_why_something_is_not_offered():
    ask = next(each_in_turn(Moment({0: ["a"]}), (0,)))

    assert [option.key for option in ask.options()] == ["card.a", "kit.pass", "kit.pass.fight"]
    assert ask.refusal("z").key == "not.yours"
    assert ask.rule == "R-1"


def test_things_are_put_down_in_the_order_that_a_seat_likes():
    put = []
    running = in_order(1, ["awl", "bell", "comb"], put.append, "order", lambda one: Option(one, "ware"), "R-ORDER")

    ask = next(running)
    assert (ask.seat, list(ask.values), ask.prompt, ask.rule) == (1, ["awl", "bell", "comb"], "order", "R-ORDER")
    assert list(running.send("comb").values) == ["awl", "bell"]
    with pytest.raises(StopIteration):
        running.send("bell")
    assert put == ["comb", "bell", "awl"], "the last one needs no asking"
