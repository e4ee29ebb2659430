"""Whole games, followed to the same Heroes. How they are made anew is told in golden_games.py."""

import json

import pytest

import arbiter

from .golden_games import EXPECTED, FOLDER, GAMES, replay

KEPT = json.loads(EXPECTED.read_text())


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_leads_to_the_same_heroes(name):
    found, kept = json.loads(json.dumps(replay(FOLDER / f"{name}.json"))), KEPT[name]

    for number, (here, there) in enumerate(zip(found["rounds"], kept["rounds"], strict=True), 1):
        assert here == there, f"when round {number} began"
    assert found == kept


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_loads_and_its_dice_are_good(name):
    seats, options = GAMES[name]
    table, verdict = arbiter.load(FOLDER / f"{name}.json"), arbiter.verify(FOLDER / f"{name}.json")

    assert verdict.good, verdict.faults
    assert table.over
    assert table.seats == seats
    assert {key: getattr(table.options, key) for key in options} == options


def test_all_chapters_occur_in_the_golden_games():
    games = [arbiter.load(FOLDER / f"{name}.json") for name in GAMES]
    told = {event.key.partition(".")[0] for game in games for event in game.all_events()}

    assert {"moved", "adventure", "encounter", "evade", "meet", "market", "mission"} <= told
    assert {"test", "fight", "wounded", "defeated", "learnt", "raised", "party", "window"} <= told


def test_every_file_in_the_folder_is_a_golden_game():
    assert {path.stem for path in FOLDER.glob("*.json")} == {*GAMES, "expected"}
