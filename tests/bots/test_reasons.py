"""Bots say why: every piece of advice has its grounds, in every language, from what its seat can know."""

import re
from random import Random

import pytest

import arbiter
from arbiter.bots import find
from arbiter.bots.reasons import reasons
from arbiter.core import Choose, Text, say
from arbiter.games import find as find_game
from arbiter.games.epix.advice.hints import ANSWERS
from arbiter.games.tekumel.advice.hints import ADVICE as TEKUMEL
from arbiter.games.yummell.advice.hints import ADVICE as YUMMELL
from examples.connect_four import ConnectFour

PROMPTS = {"epix": ANSWERS, "tekumel": TEKUMEL, "yummell": YUMMELL}


@pytest.mark.parametrize("game", PROMPTS)
def test_every_piece_of_advice_has_grounds_in_every_language(game):
    for prompt in PROMPTS[game]:
        grounds = find_game(game).grounds(None, Choose(0, [1, 2], prompt), 2)
        assert len(grounds) == 1, prompt
        spoken = {say(find_game(game).catalogue(language), grounds[0].key, {}) for language in ("en", "fr", "de")}
        assert len(spoken) == 3, prompt


def test_an_answer_of_a_kind_has_the_grounds_of_its_kind():
    epix = find_game("epix")
    ask = Choose(0, [("attack", 1), ("end",)], "act")
    assert epix.grounds(None, ask, ("end",)) == [Text("grounds.act.end")]
    assert epix.grounds(None, Choose(0, [("end",)], "act"), ("end",)) == [Text("advice.only")]


@pytest.mark.parametrize("game", ["epix", "tekumel", "yummell"])
def test_reasons_are_said_without_a_word_missing(game):
    table, rng, clever = arbiter.new(game, seats=3, seed=3), Random(1), find("clever", None)
    for n in range(24):
        ask = table.asks[0]
        answer = clever.answer(table, ask.seat, ask, rng)
        if n % 4 == 0:
            for text in reasons(table, ask.seat, ask, answer, Random(2), seconds=0.0):
                assert not re.search(r"\[|\{", say(table.catalogue("de"), text.key, text.args)), text
        table.answer(ask.seat, answer)


def test_a_game_without_advice_has_what_came_of_it():
    """Three in a column: whoever closes it wins, and most other answers do not."""
    table = arbiter.new(ConnectFour(), seats=2, seed=1)
    for column in (0, 6, 0, 6, 0, 5):
        table.answer(table.asks[0].seat, column)
    ask = table.asks[0]
    said = reasons(table, ask.seat, ask, 0, Random(1), seconds=None)
    assert [text.key for text in said] == ["advice.plain", "advice.tried"]
    assert said[1].args["mine"] == 100 > said[1].args["others"]
