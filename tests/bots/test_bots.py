"""Bots answer legally, know only what their seat knows, and are found by name."""

from random import Random

import pytest

import arbiter
from arbiter import bots
from arbiter.bots.lookahead import candidates, worth
from arbiter.bots.plain import advice
from arbiter.core import Amount, Choose, Form, Illegal, NoWorld, Outcome, Place, Several, Table
from arbiter.core.asks import canonical

from .lanterns import GAME, Lanterns

QUICK = ["random", "simple", "clever", "greedy:2", "search:12"]


def play_by(bot, seats=3, seed=1, others="random"):
    """Play a game in which seat 0 is the bot's, giving (table, ask) before each of the bot's answers."""
    table, rng = arbiter.new(GAME, seats, seed), Random(seed)
    while not table.over:
        for ask in table.asks:
            if ask.seat == 0:
                yield table, ask
            player = bot if ask.seat == 0 else bots.find(others)
            table.answer(ask.seat, player.answer(table, ask.seat, ask, rng))


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_never_gives_an_illegal_answer(name, seats):
    for seed in range(4):
        answers = list(play_by(bots.find(name), seats, seed))
        assert len(answers) >= 4, "the table itself would have refused an illegal answer"


@pytest.mark.parametrize("name", QUICK)
def test_a_bot_answers_alike_in_every_world_that_looks_alike_to_it(name):
    bot = bots.find(name, seconds=None)
    hidden = 0
    for seed in range(6):
        for table, ask in play_by(bots.find("random"), seed=seed):
            mine = bot.answer(table, 0, ask, Random(seed))
            for world in (table.imagine(0, Random(n)) for n in range(4)):
                hidden += world.state.hands != table.state.hands
                (same,) = [one for one in world.asks if one.seat == 0]
                assert bot.answer(world, 0, same, Random(seed)) == mine
    assert hidden > 20, "the worlds must really differ in what seat 0 cannot know"


@pytest.mark.parametrize("name", QUICK)
def test_asking_a_bot_leaves_the_table_as_it_is(name):
    for table, ask in play_by(bots.find("random")):
        before = table.save()
        bots.find(name).answer(table, 0, ask, Random(3))
        assert table.save() == before


@pytest.mark.parametrize("name", QUICK)
def test_the_same_rng_gives_the_same_answer(name):
    for table, ask in play_by(bots.find("random")):
        answers = [bots.find(name, seconds=None).answer(table, 0, ask, Random(8)) for _ in range(2)]
        assert answers[0] == answers[1]


@pytest.mark.parametrize(("name", "least"), [("clever", 0.4), ("greedy", 0.5), ("search:60", 0.5)])
def test_a_bot_that_thinks_beats_two_that_do_not(name, least):
    games, won = 40, 0.0
    for seed in range(games):
        *_, (table, _) = play_by(bots.find(name, seconds=None), seed=seed)
        won += 1 / len(table.outcome.winners) if 0 in table.outcome.winners else 0
    assert won / games > least


class Misled(Lanterns):
    """Lanterns with advice that is never legal."""

    def hint(self, state, ask, rng):
        return ["nonsense"]


@pytest.mark.parametrize("name", ["clever", "search:8"])
def test_bad_advice_is_not_followed(name):
    table, rng = arbiter.new(Misled(), 3, 5), Random(5)
    while not table.over:
        for ask in table.asks:
            table.answer(ask.seat, bots.find(name).answer(table, ask.seat, ask, rng))
    assert table.outcome.winners


class Disorderly(Lanterns):
    """Lanterns with advice in another order than the journal keeps."""

    def hint(self, state, ask, rng):
        return [max(state.hands[ask.seat])] if ask.prompt == "change" else None


def test_advice_is_given_in_the_form_the_journal_keeps():
    table = arbiter.new(Disorderly(), 2, 1)
    table.answer(0, table.asks[0].sample(Random(1)))
    ask = table.asks[0]
    assert advice(table, 0, ask, Random(1)) == (max(table.state.hands[0]),)
    assert bots.find("clever").answer(table, 0, ask, Random(1)) == (max(table.state.hands[0]),)


def test_a_time_limit_ends_the_thinking_with_a_legal_answer():
    bot = bots.find("search:1000000", seconds=0.0)
    for _, _ in play_by(bot):
        pass
    assert bot.seconds == 0.0


def test_a_stronger_level_may_think_longer():
    assert bots.find("search:800", seconds=0.5).seconds == 4 * bots.find("search", seconds=0.5).seconds
    assert bots.find("search:20", seconds=0.5).seconds == 0.5
    assert bots.find("search:800", seconds=None).seconds is None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("clevr", "no bot 'clevr'; there are: random, simple, clever, greedy, search"),
        ("search:many", "'many' is no level"),
        ("search:0", "whole number from 1"),
        ("search:", "'' is no level"),
        ("clever:9", "has no levels"),
    ],
)
def test_an_unknown_bot_is_refused_in_words(name, said):
    with pytest.raises(bots.UnknownBot, match=said):
        bots.find(name)


def test_a_bot_says_its_name_with_its_level():
    assert [str(bots.find(name)) for name in ("random", "search", "search:200", "search:50", " greedy:3 ")] == [
        "random", "search", "search", "search:50", "greedy:3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ranks", "worths"),
    [((1, 2), (1.0, 0.0)), ((1, 1), (0.5, 0.5)), ((1, 2, 2), (1.0, 0.05, 0.05)), ((3, 1, 1), (0.0, 0.55, 0.55))],
)
def test_what_an_outcome_is_worth(ranks, worths):
    outcome = Outcome(ranks, tuple(-float(rank) for rank in ranks), "why")
    assert [worth(outcome, seat) for seat in range(len(ranks))] == pytest.approx(list(worths))


@pytest.mark.parametrize(
    ("ask", "count"),
    [
        (Choose(0, "abc", "x"), 3),
        (Choose(0, list(range(100)), "x"), 24),
        (Amount(0, 2, 9, "x"), 8),
        (Amount(0, 0, 1000, "x"), 24),
        (Several(0, "abcd", 1, 2, "x"), 10),
        (Several(0, list(range(30)), 0, 9, "x"), 24),
        (Place(0, (0, 0, 20, 20), "x", step=10), 9),
        (Place(0, (0, 0, 9999, 9999), "x"), 24),
        (Form(0, {"a": Amount(0, 1, 2, "a"), "b": Choose(0, "xy", "b")}, "x"), 4),
    ],
)
def test_all_answers_are_tried_where_they_are_few_and_a_sample_where_they_are_many(ask, count):
    tried = candidates(ask, Random(2))
    assert len(tried) == count
    assert all(answer not in tried[:at] for at, answer in enumerate(tried))
    assert not any(isinstance(ask.refusal(canonical(answer)), Illegal) for answer in tried)


@pytest.mark.parametrize("name", ["clever", "search:4"])
def test_bots_at_epix_answer_alike_whatever_lies_face_down(name):
    bot, differed = bots.find(name, seconds=None), 0
    for seed in range(3):
        table, rng = arbiter.new("epix", 3, seed, {"rules": "advanced"}), Random(seed)
        while not table.over:
            ask = table.asks[-1]
            world = table.imagine(ask.seat, Random(seed))
            differed += world.state.laid != table.state.laid
            if world.state.laid != table.state.laid:
                (same,) = [one for one in world.asks if one.seat == ask.seat]
                mine = bot.answer(table, ask.seat, ask, Random(seed))
                assert bot.answer(world, ask.seat, same, Random(seed)) == mine
            table.answer(ask.seat, ask.sample(rng))
    assert differed > 5


@pytest.mark.parametrize("name", ["clever", "greedy:2", "search:10"])
def test_a_bot_that_can_imagine_no_world_gives_the_default_answer_and_counts_it(name, monkeypatch):
    def none(self, seat, rng):
        raise NoWorld("no world")

    monkeypatch.setattr(Table, "imagine", none)
    table, bot, rng = arbiter.new(GAME, 2, seed=1), bots.find(name), Random(1)
    given, others = 0, 0
    while not table.over:
        ask = table.asks[0]
        answer, default = bot.answer(table, ask.seat, ask, rng), GAME.default(table.view(ask.seat).state, ask)
        assert answer == ask.settled(default)
        others += ask.sample(rng) != answer
        table.answer(ask.seat, answer)
        given += 1
    assert bot.lost == given
    assert others, "chance alone would not have given these answers"


def test_where_a_game_has_no_default_a_bot_at_a_loss_gives_any_legal_answer(monkeypatch):
    def nothing(self, state, ask):
        raise NotImplementedError

    monkeypatch.setattr(type(GAME), "default", nothing)
    table = arbiter.new(GAME, 2, seed=1)
    (ask, *_), bot = table.asks, bots.find("clever")
    assert {ask.why_not(bot.at_a_loss(table, ask, Random(n))) for n in range(9)} == {None}
