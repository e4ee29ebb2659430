"""Messages: keys and arguments become words; what is missing is named."""

import pytest

from arbiter.core import say
from arbiter.core.messages import faults, flatten

WORDS = {
    "plain": "The night falls",
    "pays": "{seat:seat} pays {gold} Gold",
    "moves": "{unit:unit} moves to {to:province}",
    "unit.knight": "a Knight",
    "province.3": "the Moor",
    "province.4": "the Fen",
    "come": "{names} come",
    "called.Scouts": "Späher",
}


def spoken(key, **args):
    return say(WORDS, key, args, lambda seat: f"Player {seat + 1}")


@pytest.mark.parametrize(
    ("key", "args", "words"),
    [
        ("plain", {}, "The night falls"),
        ("pays", {"seat": 0, "gold": 3}, "Player 1 pays 3 Gold"),
        ("pays", {"seat": None, "gold": None}, "nobody pays ? Gold"),
        ("pays", {"seat": [0, 2], "gold": (1, 2)}, "Player 1, Player 3 pays 1, 2 Gold"),
        ("moves", {"unit": "knight", "to": 3}, "a Knight moves to the Moor"),
        ("moves", {"unit": "knight", "to": [3, 4]}, "a Knight moves to the Moor, the Fen"),
        ("moves", {"unit": "ogre", "to": 9}, "[unit.ogre] moves to [province.9]"),
        ("come", {"names": ["Scouts", "Ahoggyá"]}, "Späher, Ahoggyá come"),
        ("come", {"names": "Kérdu, Scouts"}, "Kérdu, Späher come"),
        ("unknown", {}, "[unknown]"),
    ],
)
def test_say(key, args, words):
    assert spoken(key, **args) == words


@pytest.mark.parametrize(
    ("key", "args", "found"),
    [
        ("pays", {"seat": 0, "gold": 3}, []),
        ("pays", {"seat": None, "gold": 3, "more": 1}, []),
        ("pays", {"seat": [0, [1]], "gold": 3}, []),
        ("pays", {"seat": 0}, ["message 'pays' wants an argument 'gold'"]),
        ("pays", {"seat": "Ann", "gold": 3}, ["message 'pays' wants a seat for 'seat', not 'Ann'"]),
        ("moves", {"unit": "ogre", "to": [3, 9]}, [
            "message 'moves' wants the word unit.ogre", "message 'moves' wants the word province.9",
        ]),
        ("unknown", {}, ["no message 'unknown'"]),
    ],
)  # fmt: skip
def test_faults(key, args, found):
    assert faults(WORDS, key, args) == found


def test_a_catalogue_file_is_flattened():
    nested = {"attack": {"_": "Attack", "bid": {"prompt": "Bid"}}, "province": {"3": "the Moor"}, "n": 1}
    flat = {"attack": "Attack", "attack.bid.prompt": "Bid", "province.3": "the Moor", "n": "1"}
    assert flatten(nested) == flat
