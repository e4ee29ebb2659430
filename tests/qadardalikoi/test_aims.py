"""0.511 and scenarios: aims that decide a battle."""

from random import Random

import pytest

import arbiter
from arbiter.core import Lean
from arbiter.games.qadardalikoi import GAME, aims, deployment, ending
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.geometry import MM
from arbiter.games.qadardalikoi.state import BattleOptions

from .field import field


def battle(scenario, change=lambda s: None):
    """A scenario as it is drawn up, and changed."""
    s = deployment.start(BattleOptions(scenario=scenario))
    s.turn = 1
    change(s)
    return s


def decided(s):
    """Who has won by an aim now, and at last."""
    g = GAME.play(s, Lean(Random(1)))
    return aims.now(g), aims.at_last(g)


@pytest.mark.rule("QAD-0.511-a")
def test_each_side_is_told_its_own_aims():
    t = arbiter.new(GAME, 2, seed=1, options={"scenario": "brood"})

    told = {seat: [event.args["aim"] for event in t.events(seat) if event.key == "brief.aim"] for seat in (0, 1)}
    assert told == {0: ["brood_1"], 1: ["brood_0"]}
    words = GAME.catalogue("fr")
    assert {f"aim.{aim}" for aims_ in told.values() for aim in aims_} <= set(words)


@pytest.mark.rule("QAD-SEQ-8", "QAD-SCEN-C1")
def test_the_death_of_the_brood_mother_wins_at_once_and_her_life_at_last():
    def kill(s):
        mother = next(unit for unit in s.units if unit.troops.name == "The Brood-mother")
        mother.figures = ()

    assert decided(battle("brood")) == (None, 0)
    assert decided(battle("brood", kill))[0] == 1


@pytest.mark.rule("QAD-SCEN-C1")
def test_the_white_sun_wins_by_three_for_one():
    def fall(own, theirs):
        def change(s):
            sun = s.units[0]
            sun.figures = sun.figures[own:]
            for unit in (one for one in s.units if one.side != sun.side):
                gone = min(theirs, len(unit.figures))
                unit.figures, theirs_left = unit.figures[gone:], theirs - gone
                if not theirs_left:
                    break

        return change

    assert decided(battle("white_sun", fall(10, 30))) == (None, 0)
    assert decided(battle("white_sun", fall(10, 29))) == (None, None)


@pytest.mark.rule("QAD-SCEN-C1")
def test_the_pass_is_held_by_who_stands_there_alone():
    def go(*numbers):
        def change(s):
            for n in numbers:
                s.units[n].pose = s.units[n].pose._replace(x=1219 * MM, y=610 * MM)

        return change

    assert decided(battle("pass_of_skulls")) == (None, None)
    assert decided(battle("pass_of_skulls", go(0))) == (None, 0)
    assert decided(battle("pass_of_skulls", go(4))) == (None, 1)
    assert decided(battle("pass_of_skulls", go(0, 4))) == (None, None)


@pytest.mark.rule("QAD-SCEN-C1")
def test_raiders_win_when_half_of_them_are_through():
    def through(numbers):
        def change(s):
            for n in numbers:
                s.units[n].pose = s.units[n].pose._replace(y=120 * MM)

        return change

    raiders = [unit.n for unit in deployment.start(BattleOptions(scenario="tane_raid")).units if unit.side == 1]
    assert decided(battle("tane_raid", through(raiders[:1])))[0] is None
    assert decided(battle("tane_raid", through(raiders[1:4])))[0] == 1


@pytest.mark.rule("QAD-SCEN-C1")
def test_saa_allaqi_wins_when_raiders_enough_have_fallen():
    def fall(theirs):
        def change(s):
            band = next(unit for unit in s.units if unit.troops.name == "Spears of the bands")
            band.figures, s.units[0].figures = band.figures[theirs:], ()

        return change

    assert decided(battle("tane_raid", fall(17))) == (None, None)
    assert decided(battle("tane_raid", fall(18))) == (None, 0), "whatever was lost itself"


@pytest.mark.rule("QAD-SEQ-8")
def test_an_aim_ends_the_battle():
    def kill(s):
        mother = next(unit for unit in s.units if unit.troops.name == "The Brood-mother")
        mother.figures = ()
        s.step = "end"

    built = battle("brood", kill)
    t = field(*built.units, rules=ending.end, options=built.options)
    assert t.outcome.ranks == (2, 1)
    assert t.outcome.why == "over.aim"


def test_every_aim_is_told_in_three_languages():
    for language in ("en", "fr", "de"):
        words = book().words(language)
        for key, scenario in book().scenarios.items():
            assert all(words[f"aim.{key}_{n}"] for n in range(len(scenario.aims)))
