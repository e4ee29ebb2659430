"""Effects, conditions and triggers as data."""

from typing import Literal

import pytest

from arbiter.content import Condition, Effect, Entry, Vocabulary
from arbiter.content.vocabulary import Steps
from arbiter.core import Illegal, Text
from arbiter.kit.effects import (
    SHARED,
    By,
    Cost,
    If,
    Interpreter,
    On,
    costs_first,
    told,
    walk,
)
from arbiter.kit.sources import Force, Lasting, Source, by_word, still


class Gain(Effect, frozen=True, tag="gain"):
    n: int


class Pay(Cost, frozen=True, tag="pay"):
    n: int


class Bonus(Effect, frozen=True, tag="bonus"):
    n: int


class Guess(Effect, frozen=True, tag="guess"):
    """An effect that asks something."""


class Rich(Condition, frozen=True, tag="rich"):
    at_least: Literal[3, 5] = 5


class Ware(Entry, frozen=True, kw_only=True):
    effects: Steps


WORDS = Vocabulary((*SHARED, Gain, Pay, Bonus, Guess), (Rich,))
MEAN = Interpreter[dict](lambda source: Text(f"ware.{source}"), "R-CHOOSE", "R-ORDER")
ME = By(0, "purse")


@MEAN.does(Gain)
def gain(g, effect, by):
    g["gold"] += effect.n
    g.setdefault("log", []).append((by.source, effect.n))


@MEAN.does(Pay)
def pay(g, effect, by):
    g["gold"] -= effect.n


@MEAN.refuses(Pay)
def cannot_pay(g, effect, by):
    return Illegal("poor", n=effect.n) if g["gold"] < effect.n else None


@MEAN.does(Guess)
def guess(g, effect, by):
    g["guess"] = yield "what?"


@MEAN.holds(Rich)
def rich(g, test, by):
    return g["gold"] >= test.at_least


def steps(*raw):
    return WORDS.entry(Ware, {"effects": list(raw)}).effects


def run(g, effects, *answers, by=ME):
    """Carry effects out; gives the asks."""
    running, asks, answers = MEAN.run(g, effects, by), [], list(answers)
    try:
        asks.append(next(running))
        while True:
            asks.append(running.send(answers.pop(0)))
    except StopIteration:
        return asks


def test_effects_happen_in_their_order_and_may_ask():
    g = {"gold": 0}

    asks = run(g, steps({"op": "gain", "n": 2}, {"op": "guess"}, {"op": "gain", "n": 1}), 7)

    assert asks == ["what?"]
    assert g == {"gold": 3, "log": [("purse", 2), ("purse", 1)], "guess": 7}


@pytest.mark.parametrize(("gold", "then"), [(5, 6), (4, 2)])
def test_if_looks_at_the_conditions_when_its_turn_comes(gold, then):
    g = {"gold": gold - 1}
    raw = {"op": "if", "tests": [{"is": "rich"}], "then": [{"op": "gain", "n": 1}], "else": [{"op": "pay", "n": 2}]}

    run(g, steps({"op": "gain", "n": 1}, raw))

    assert g["gold"] == then


def test_a_choice_leaves_out_what_cannot_be_done_unless_nothing_can():
    raw = {"op": "choose", "options": [[{"op": "pay", "n": 3}], [{"op": "gain", "n": 1}], [{"op": "guess"}]]}
    (ask,) = run({"gold": 1}, steps(raw), 1)

    assert ask.values == [1, 2]
    assert ask.rule == "R-CHOOSE"
    assert ask.refusal(0).key == "poor"
    assert ask.options()[0].args == {"effects": [Text("effect.gain", {"n": 1})]}
    costly = {"op": "choose", "options": [[{"op": "pay", "n": 3}], [{"op": "pay", "n": 4}]]}
    assert run({"gold": 1}, steps(costly), 1)[0].values == [0, 1]
    assert run({"gold": 3}, steps(costly)) == [], "one possible choice is none"


def test_what_waits_for_an_event_happens_in_the_players_order():
    g = {"gold": 0}
    waiting = [
        (On("dawn", steps({"op": "gain", "n": n})), By(0, source))
        for n, source in ((1, "hen"), (2, "goose"), (3, "owl"))
    ]
    running = MEAN.fire(g, waiting)

    ask = next(running)
    assert [option.args["source"] for option in ask.options()] == [
        Text(f"ware.{name}") for name in ("hen", "goose", "owl")
    ]
    assert ask.rule == "R-ORDER"
    running.send(1)
    with pytest.raises(StopIteration):
        running.send(1)
    assert g["log"] == [("goose", 2), ("owl", 3), ("hen", 1)]


def test_what_is_always_in_force_is_found_by_its_word_under_its_conditions():
    effects = steps(
        {"op": "bonus", "n": 1},
        {"op": "if", "tests": [{"is": "rich", "at_least": 3}], "then": [{"op": "bonus", "n": 2}]},
    )
    there = Force([by_word("hen", effects), by_word("owl", steps({"op": "bonus", "n": 5}))])

    def in_force(gold):
        return [(bonus.n, source) for bonus, source in there.now(Bonus, MEAN, {"gold": gold}, ME.seat)]

    assert in_force(gold=0) == [(1, "hen"), (5, "owl")]
    assert in_force(gold=3) == [(1, "hen"), (2, "hen"), (5, "owl")]
    assert set(there.words) == {Bonus}
    with pytest.raises(ValueError, match="else"):
        by_word("hen", steps({"op": "if", "tests": [], "then": [], "else": [{"op": "guess"}]}))


def test_effects_inside_effects_are_counted_in_order():
    effects = steps(
        {
            "op": "choose",
            "options": [[{"op": "gain", "n": 1}], [{"op": "on", "event": "dusk", "then": [{"op": "guess"}]}]],
        },
        {"op": "pay", "n": 2},
    )

    assert [type(effect).__name__ for effect in walk(effects)] == ["ChooseOne", "Gain", "On", "Guess", "Pay"]


def test_prices_come_first():
    assert costs_first(steps({"op": "pay", "n": 1}, {"op": "gain", "n": 2}))
    assert not costs_first(steps({"op": "gain", "n": 2}, {"op": "pay", "n": 1}))
    assert MEAN.why_not({"gold": 0}, steps({"op": "pay", "n": 1}), ME).key == "poor"
    assert MEAN.why_not({"gold": 1}, steps({"op": "pay", "n": 1}), ME) is None


def test_what_lasts_is_over_when_its_time_is():
    lasting = [Lasting("horn", 0, "fight"), Lasting("boots", 1, "turn")]

    assert still(lasting, "phase", "fight") == (Lasting("boots", 1, "turn"),)


def test_an_effect_says_itself_with_its_arguments():
    (effect,) = steps({"op": "if", "tests": [{"is": "rich"}], "then": [{"op": "gain", "n": 2}]})

    assert isinstance(effect, If)
    assert told(effect) == Text(
        "effect.if",
        {
            "tests": [Text("condition.rich", {"at_least": 5})],
            "then": [Text("effect.gain", {"n": 2})],
            "otherwise": [],
        },
    )


def test_a_word_means_one_thing():
    with pytest.raises(ValueError, match="twice"):
        MEAN.does(Gain)(gain)
    assert MEAN.meant(Gain)
    assert not MEAN.meant(Bonus)


def test_one_effect_of_a_source_can_be_in_force_alone_and_for_a_while():
    (bonus, gain) = effects = steps({"op": "bonus", "n": 1}, {"op": "gain", "n": 2})
    hen = Source("ware", "hen", None, effects, [bonus])

    lasting = (hen.lasting(gain, "next_fight"), hen.lasting(bonus, "turn"))

    assert lasting == (Lasting("hen", 1, "next_fight"), Lasting("hen", 0, "turn"))
    both = Force([hen.standing, *(hen.alone(one.at) for one in lasting)])
    assert {word.__name__: effects for word, effects in both.always.items()} == {
        "Bonus": [(bonus, "hen"), (bonus, "hen")],
        "Gain": [(gain, "hen")],
    }
    assert still(lasting, "next_fight") == lasting[1:]
