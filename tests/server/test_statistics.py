"""What the journal tells about a game that is over: answers, times, its course, its turning points and its luck."""

from random import Random

import httpx
import pytest

import arbiter
from arbiter.core import Event, Fell, Said, Undone
from arbiter.server.statistics import course, tell, turning
from arbiter.store import Seat
from arbiter.words import LANGUAGES, interface
from tests.server.people import at_table, put_a_mark, until


def test_statistics_count_answers_and_the_time_of_people():
    log = [Said(0, "mark", 4), Fell(6, 1), Said(1, "mark", 0), Said(0, "mark", 1), Undone(0, 3), Said(0, "mark", 2)]
    seats = [Seat(name="Ann", joined=True), Seat(bot="random", name="Edda")]
    told = tell(log, [100.0, 100.0, 103.0, 113.0, 113.5, 120.5], seats)
    assert told["seats"] == [
        {"answers": 3, "time": 17.0, "longest": 10.0, "taken_back": 1},
        {"answers": 1, "time": 0.0, "longest": 0.0, "taken_back": 0},
    ]
    assert [fact["key"] for fact in told["facts"]] == ["fact_length", "fact_rolls", "fact_longest"]
    assert told["facts"][2] == {"key": "fact_longest", "seat": 0, "n": 10.0}
    assert not tell(log, [0.0] * 6, seats)["timed"]


def test_the_course_of_a_game_tells_of_its_turning_point_and_who_led():
    table = _played("yummell", 3, 4)
    turned, led, leap, changes = course(table)
    winner = table.outcome.ranks.index(1)
    assert (turned["key"], turned["seat"]) == ("fact_turning", winner)
    assert (led["key"], led["what"], leap["key"]) == ("fact_led", "fact.squares", "fact_leap")
    assert 0 < turned["n"] < turned["of"]
    assert 0 < led["n"] <= led["of"]
    assert leap["n"] > 0
    assert (changes["key"], changes["n"] > 0) == ("fact_changes", True)
    facts = tell(
        table.log, [0.0] * len(table.log), [Seat(bot="random", name=name) for name in "ABC"], [turned, led, leap]
    )["facts"]
    assert facts == [turned, led, leap]
    assert led["of"] == sum(isinstance(entry, Said) for entry in table.log), "the first standing is before any answer"


def test_a_race_whose_track_is_built_first_has_a_course_too():
    assert [fact["key"] for fact in course(_played("yummell", 2, 4, track="built"))][1:3] == ["fact_led", "fact_leap"]


def test_who_comes_level_with_the_winner_at_the_end_does_not_take_the_lead_back():
    assert turning([None, 1, 0, 0, None, None], [0]) == {"key": "fact_turning", "seat": 0, "n": 2}
    assert turning([None, 1, None], [0]) == {"key": "fact_behind", "seat": 0, "other": 1, "n": 0}
    assert turning([None, None], [0]) is None


@pytest.mark.parametrize("leaders", [[None, 1, 0], [0, 0], [None, 1]])
def test_pages_have_words_for_every_turning_point(leaders):
    fact = turning(leaders, [0])
    assert fact is not None
    for language in LANGUAGES:
        assert f"web.{fact['key']}" in interface(language), language


def test_the_luckiest_roll_is_the_least_likely_that_went_well():
    """It stands after the turning point, as it was told when it fell; the rules told what was needed."""
    table = _played("tekumel", 2, 4, length="short")
    _, lucky, *_ = course(table)
    tests = [one.args for one in table.all_events() if one.key == "test.rolled"]
    least = min(one["need"] for one in tests if one["roll"] <= one["need"])
    assert (lucky["key"], lucky["what"], lucky["n"]) == ("fact_luck", "test.rolled", least * 10)
    assert lucky["args"] in tests
    assert lucky["args"]["roll"] <= lucky["args"]["need"] == least


@pytest.mark.parametrize(
    ("event", "chance"),
    [
        (Event("morale.check", {"roll": 3, "number": 4, "result": "held"}), 0.2),
        (Event("morale.check", {"roll": 9, "number": 4, "result": "failed"}), None),
        (Event("rally.rolled", {"roll": 7, "most": 15}), 0.15),
        (Event("rally.rolled", {"roll": 80, "most": 15}), None),
        (Event("missile.fire", {"roll": 80}), None),
    ],
)
def test_a_battle_knows_how_likely_a_unit_was_to_hold_or_to_rally(event, chance):
    assert arbiter.find("qadardalikoi").luck(event) == chance


def _played(game, seats, seed, **options):
    table = arbiter.new(game, seats=seats, seed=seed, options=options)
    rng = Random(seed)
    while not table.over:
        for ask in table.asks:
            table.answer(ask.seat, ask.sample(rng))
    return table


def test_statistics_are_there_when_the_game_is_over(house_at, hands):
    table, (ann, ben) = at_table(house_at, "person")
    put_a_mark(ann, [ben], 4)
    address = f"{house_at.address}/api/tables/{table}/statistics"
    assert httpx.get(address).status_code == 409
    ben.say("resign")
    until(ann, lambda seen: seen["status"] == "over")
    told = httpx.get(address).json()
    assert [one["answers"] for one in told["seats"]] == [1, 0]
    assert told["timed"]
    assert httpx.get(f"{house_at.address}/api/tables/nowhere/statistics").status_code == 404
