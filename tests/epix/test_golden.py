"""Whole games, replayed to the same end. How they are made anew is told in golden_games.py."""

import json

import msgspec
import pytest

import arbiter

from .golden_games import EXPECTED, FOLDER, GAMES, as_seen, replay


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_the_same_positions(name):
    saved = (FOLDER / f"{name}.json").read_text()
    expected = json.loads(EXPECTED.read_text())[name]

    assert json.loads(msgspec.json.encode(replay(saved))) == expected


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_loads_and_its_dice_are_good(name):
    seats, options = GAMES[name]
    table = arbiter.load(FOLDER / f"{name}.json")

    assert table.over
    assert table.seats == seats
    assert {key: getattr(table.options, key) for key in options} == options
    assert arbiter.verify(FOLDER / f"{name}.json").good
    expected = json.loads(EXPECTED.read_text())[name]
    assert json.loads(msgspec.json.encode(as_seen(table.view(None).state))) == expected["final"]
    assert list(table.outcome.ranks) == expected["ranks"]


def test_every_file_in_the_folder_is_a_golden_game():
    assert {path.stem for path in FOLDER.glob("*.json")} == {*GAMES, "expected"}
