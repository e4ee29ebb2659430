"""Packs of one's own: an Encounter more, a blade under another name, and what is wrong with a faulty one."""

import json
from random import Random

import pytest
from typer.testing import CliRunner

import arbiter
from arbiter.cli.app import app
from arbiter.content import PackError
from arbiter.games.tekumel import GAME

PACK = """
[pack]
name = "The ford"
replaces = ["equipment.Q01"]

[encounter.X01]
name = "Ferryman of the Ford"
people = "Tsolyáni"
human = true
size = "single"
stance = "friendly"
magic = 1
ranged = 1
melee = 2
health = 2
evade = "easy"
talk = [{ op = "gain", res = "kaitar", n = 1 }]
text = "He pays a Káitar for a tale."

[equipment.Q01]
name = "Ferryman's Pole"
kind = "weapon"
use = "always"
cost = 2
effects = [{ op = "attack", phase = "melee", n = 1 }]
text = "Melee +1."
"""


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "ford.toml"
    file.write_text(PACK, encoding="utf-8")
    return file


def test_a_pack_brings_cards_and_the_words_for_them(file):
    text = GAME.install(file)
    table = arbiter.new("tekumel", 2, seed=1, options={"packs": [text], "round_limit": 2})
    rng = Random(1)
    while not table.over:
        for ask in table.asks:
            table.answer(ask.seat, ask.sample(rng))

    assert arbiter.load(table.save()).state == table.state
    for language in GAME.languages:
        words = table.catalogue(language)
        assert (words["card.X01"], words["card.Q01"]) == ("Ferryman of the Ford", "Ferryman's Pole")
        assert not [key for key in words if key.endswith(".Q01") and key.startswith("card.") and key != "card.Q01"]
    assert "card.X01" not in GAME.catalogue()


def test_a_faulty_pack_is_refused_with_its_file_and_what_was_expected(file):
    file.write_text(PACK.replace('size = "single"', 'size = "tiny"'), encoding="utf-8")

    with pytest.raises(PackError, match=r"ford\.toml.*encounter\.X01.*size"):
        GAME.install(file)


def test_only_who_runs_the_program_brings_packs():
    assert GAME.operator_options == ("packs",)


def test_the_command_line_takes_packs(file):
    arguments = ["sim", "tekumel", "--seats", "2", "--games", "2", "-o", "round_limit=2", "--workers", "1"]
    run = CliRunner().invoke(app, [*arguments, "--pack", str(file), "--json"])

    assert run.exit_code == 0, run.output
    assert json.loads(run.stdout)["options"]["packs"] == [str(file)]
