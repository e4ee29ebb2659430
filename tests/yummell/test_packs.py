"""Users' own packs: a new card, a new character, a new tile."""

from random import Random

import pytest

import arbiter
from arbiter.content import PackError
from arbiter.core import say
from arbiter.games.yummell import install
from arbiter.games.yummell.book import CONTENT as FOLDER
from arbiter.games.yummell.book import book
from arbiter.games.yummell.effects import CONDITIONS, DEEDS, RULES

from .board import Board

CREATURES = (FOLDER / "creatures.toml").read_text()
PACK = """
[pack]
name = "Village fair"

[event.brass_band]
name = "Brass Band"
number = 3
copies = 2
arrow = true
target = "all_others"
windows = ["W1", "W2", "W3"]
needs = [{ is = "stands_on", who = "target", terrain = "woods" }]
effects = [{ op = "push_back", squares = 3 }]
text = "All others in Woods go back 3 squares."
encounter = "If you stand in Woods you go back 3 squares."

[character.trottel]
name = "Trottel"
race = "Gnome"
title = "the late"
colour = "#884488"
strength = 4
agility = 4
sympathy = 5
magic = 4
ability = "Small Steps"
mode = "passive"
effects = [{ op = "terrain_cost", terrain = "woods", delta = -1 }]
text = "Woods squares cost 1 MP less."

[tile.fairground]
number = 11
name = "Fairground"
role = "middle"
junctions = [{ id = "a", edge = "W" }, { id = "b", edge = "E" }]
grid = [".....", ".....", "PWPWP", ".....", "....."]
path = [[0, 2], [1, 2], [2, 2], [3, 2], [4, 2]]

[track.fair]
name = "Once round the fair"
players = [2, 3]
layout = [
  { tile = 1, joined = "-", rotation = 0, at = [0, 0] },
  { tile = 11, joined = "a", rotation = 0, at = [1, 0] },
  { tile = 2, joined = "a", rotation = 0, at = [2, 0] },
]
"""


def test_a_pack_adds_a_card_a_character_a_tile_and_a_track():
    content = book((PACK,))
    assert len(content.cards) == 92
    assert len(content.characters) == 9
    assert 11 in content.tiles.middle
    board = Board(
        3, track="fair", characters=["trottel"], packs=(PACK,), at=[17, 19, 18], hands=[["brass_band", "number 2"]]
    )
    board.play("brass_band")
    assert board.state.at == [17, 6, 18]
    assert book((PACK,)).find("trottel").entry.name == "Trottel"


def test_whole_games_with_a_pack_can_be_played_saved_and_loaded():
    table = arbiter.new("yummell", seats=3, seed=2, options={"track": "built", "packs": [PACK]})
    rng = Random(5)
    for _ in range(80):
        ask = table.asks[0]
        table.answer(ask.seat, ask.sample(rng))
    again = arbiter.load(table.save())
    assert again.state == table.state
    assert table.catalogue()["thing.brass_band"] == again.catalogue()["thing.brass_band"] == "Brass Band"
    assert table.scene(0).size == again.scene(0).size


def test_a_pack_gives_no_names_to_other_tables():
    louder = (
        '[pack]\nname = "Louder"\nreplaces = ["tile.fairground"]\n' + PACK[PACK.index("[tile") : PACK.index("[track")]
    )
    louder = louder.replace('"Fairground"', '"Loud Fairground"')
    ours = arbiter.new("yummell", seats=2, options={"packs": [PACK]})
    theirs = arbiter.new("yummell", seats=2, options={"packs": [PACK, louder]})
    plain = arbiter.new("yummell", seats=2)
    assert [table.catalogue().get("tile.11") for table in (ours, theirs, plain)] == [
        "Fairground",
        "Loud Fairground",
        None,
    ]
    assert "thing.brass_band" not in plain.game.catalogue()


def test_a_name_that_a_pack_brings_stands_in_every_language_and_case():
    fox = CREATURES.split("[creature.mirror_fox]")[1].split("[creature")[0].replace('"Mirror Fox"', '"Brass Fox"')
    pack = f'[pack]\nname = "Brass"\nreplaces = ["creature.mirror_fox"]\n[creature.mirror_fox]{fox}'
    table = arbiter.new("yummell", seats=2, options={"packs": [pack]})
    for language in table.game.languages:
        for key in ("challenge.won", "aid"):
            told = say(table.catalogue(language), key, {"seat": 0, "card": "mirror_fox", "sum": 9, "value": 9})
            assert "Brass Fox" in told
    assert "den Spiegelfuchs" in say(table.game.catalogue("de"), "challenge.won", {"seat": 0, "card": "mirror_fox"})


def test_a_pack_may_bring_a_function(tmp_path):
    (tmp_path / "fair.py").write_text(
        "def everybody_draws(g, me, target, count):\n"
        "    for seat in range(len(g.state.at)):\n"
        "        g.draw_to_hand(seat, count)\n"
    )
    (tmp_path / "fair.toml").write_text(
        '[pack]\nname = "Fair"\nfunctions = "fair.py"\n'
        '[event.free_buns]\nname = "Free Buns"\nnumber = 2\nwindows = ["W1"]\n'
        'effects = [{ op = "call", function = "everybody_draws", args = { count = 1 } }]\ntext = "Everybody draws."\n'
    )
    text = install(tmp_path / "fair.toml")
    board = Board(2, at=[17, 0], packs=(text,), hands=[["free_buns", "number 2"], ["number 3"]])
    board.play("free_buns")
    assert [len(hand.cards) for hand in board.state.hand] == [2, 2]


def test_a_pack_from_elsewhere_cannot_bring_code():
    with pytest.raises(PackError, match="only a pack read from its file"):
        book(('[pack]\nname = "Stranger"\nfunctions = "nowhere.py"\n',))


@pytest.mark.parametrize(
    ("old", "new", "place", "problem"),
    [
        ('target = "all_others"', 'target = "everyone"', "target", "expected one of self, opponent"),
        ("copies = 2", "copies = 0", "copies", "expected a whole number from 1 to 30, got 0"),
        ('terrain = "woods", delta', 'terrain = "forest", delta', "effects[0].terrain", "plain, woods, hills, swamp"),
        ('"PWPWP"', '"PXPWP"', "grid[2]", "expected P, W, H, S or . in column 1, got 'X'"),
        ('"PWPWP"', '"P.PWP"', "path[1]", "[1, 2] is none"),
        ("number = 11", "number = 10", "number", "another tile has the number 10 already"),
        ("rotation = 0, at = [2, 0]", "rotation = 0, at = [2, 1]", "layout[2]", "it lies at [2, 0]"),
        ('mode = "passive"', 'mode = "used"', "windows", "at least one for mode used"),
        ('effects = [{ op = "push_back", squares = 3 }]', "effects = []", "effects", "at least one effect"),
        ('encounter = "If you stand in Woods you go back 3 squares."', "", "encounter", "because of the arrow"),
        ("squares = 3", "squares = 21", "effects[0].squares", "from 1 to 20, got 21"),
        ("delta = -1", "delta = -99", "effects[0].delta", "from -20 to 20, got -99"),
        ("number = 3", "number = 21", "number", "from 1 to 20, got 21"),
        ("strength = 4", "strength = 40", "strength", "from 0 to 20, got 40"),
        ("number = 11", "number = 100", "number", "from 1 to 99, got 100"),
        ("players = [2, 3]", "players = [3, 2]", "players", "expected the fewest players first"),
        ("players = [2, 3]", "players = [2, 9]", "players[1]", "from 2 to 8, got 9"),
        ('role = "middle"', 'role = "finish"', "junctions", "expected 1 for a finish tile"),
    ],
)
def test_a_faulty_pack_says_what_is_wrong(old, new, place, problem):
    assert old in PACK
    with pytest.raises(PackError) as caught:
        book((PACK.replace(old, new, 1),))
    assert caught.value.field == place
    assert problem in caught.value.problem
    assert caught.value.file == "Village fair"


EVENT = '[event.x]\nname = "X"\nnumber = 2\nwindows = ["W1"]\ntext = "x"\n%s\n'
ARTEFACT = '[artefact.x]\nname = "X"\nnumber = 2\nwindows = ["W1"]\ntext = "x"\n%s\n'


@pytest.mark.parametrize(
    ("entry", "effect", "field"),
    [
        (ARTEFACT, 'op = "peek_top", count = 5, then = "reorder"', "effects[0].count"),
        (ARTEFACT, 'op = "draw", count = 11', "effects[0].count"),
        (ARTEFACT, 'op = "steal_artefact", otherwise = [{ op = "take_random_card", count = 90 }]', None),
        (ARTEFACT, 'op = "next_card_bonus", value = 21', "effects[0].value"),
        (EVENT, 'op = "move_forward", squares = 400', "effects[0].squares"),
        (EVENT, 'op = "must_rest" }]\nneeds = [{ is = "within", squares = 99', "needs[0].squares"),
    ],
)
def test_every_number_in_a_pack_is_bounded(entry, effect, field):
    with pytest.raises(PackError) as caught:
        book((entry % f"effects = [{{ {effect} }}]",))
    assert caught.value.field == (field or "effects[0].otherwise[0].count")
    assert "expected a whole number from 1 to" in caught.value.problem


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ('target = "opponent"\neffects = [{ op = "terrain_cost", terrain = "hills", delta = 1 }]', "target"),
        ('target = "opponent"\neffects = [{ op = "swap_places" }]', "needs"),
        ('effects = [{ op = "next_card_bonus", value = 2 }, { op = "movement_bonus", value = 1 }]', "effects"),
        ('covers = ["event"]\neffects = [{ op = "draw", count = 1 }]', "covers"),
    ],
)
def test_what_could_not_work_is_refused_when_the_pack_loads(fields, field):
    with pytest.raises(PackError) as caught:
        book((ARTEFACT % fields,))
    assert caught.value.field == field


def test_a_bad_pack_is_refused_when_the_game_is_made():
    with pytest.raises(ValueError, match="expected a whole number from 1 to 4, got 9"):
        arbiter.new("yummell", 3, options={"packs": [ARTEFACT % PEEK % 9]})
    table = arbiter.new("yummell", 3, options={"packs": [ARTEFACT % PEEK % 4]})
    assert table.asks


PEEK = 'effects = [{ op = "peek_top", count = %d, then = "reorder" }]'


def test_a_start_and_a_finish_are_needed_and_eight_of_each_kind():
    tile = '[pack]\nreplaces = ["tile.t1"]\n[tile.t1]\nnumber = 1\nname = "x"\nrole = "middle"\n'
    tile += 'junctions = [{ id = "a", edge = "W" }, { id = "b", edge = "E" }]\n'
    tile += 'grid = [".....", ".....", "PPPPP", ".....", "....."]\npath = [[0, 2], [1, 2], [2, 2], [3, 2], [4, 2]]\n'
    with pytest.raises(PackError, match="expected one start tile, there is none"):
        book((tile,))
    short = (
        '[track.x]\nname = "x"\nplayers = [2, 8]\nlayout = [{ tile = 1, joined = "-", rotation = 0, at = [0, 0] }]\n'
    )
    with pytest.raises(PackError, match="expected a start tile and a finish tile at least"):
        book((short,))


def test_a_curse_and_lasting_events_must_say_so():
    event = '[event.x]\nname = "X"\nnumber = 2\nwindows = ["W1"]\ntext = "x"\n%s\n'
    for fields, place in (
        ('curse = true\neffects = [{ op = "movement_bonus", value = -1 }]', "duration"),
        ('effects = [{ op = "movement_bonus", value = -1 }]', "duration"),
        ('duration = "turn"\ntarget = "opponent"\neffects = [{ op = "movement_bonus", value = 1 }]', "target"),
    ):
        with pytest.raises(PackError) as caught:
            book((event % fields,))
        assert caught.value.field == place


def test_the_documentation_lists_every_word():
    from pathlib import Path

    from arbiter.games.yummell.book import VOCABULARY

    page = (Path(__file__).parent.parent.parent / "docs" / "yummell.md").read_text()
    assert [word for word in (*VOCABULARY.effects, *VOCABULARY.conditions) if f"`{word}`" not in page] == []


def test_the_command_line_takes_packs(tmp_path):
    from typer.testing import CliRunner

    from arbiter.cli.app import app

    (tmp_path / "fair.toml").write_text(PACK)
    (tmp_path / "bad.toml").write_text(PACK.replace("copies = 2", "copies = 0"))
    play = ["sim", "yummell", "--seats", "2", "--games", "2", "--workers", "1", "-o", "track=fair"]
    done = CliRunner().invoke(app, [*play, "--pack", str(tmp_path / "fair.toml")])
    assert done.exit_code == 0, done.output
    faulty = CliRunner().invoke(app, [*play, "--pack", str(tmp_path / "bad.toml")])
    assert faulty.exit_code == 2
    assert "bad.toml:5: event.brass_band: copies: expected a whole number from 1 to 30, got 0" in faulty.output
    none = CliRunner().invoke(app, ["sim", "epix", "--games", "1", "--pack", str(tmp_path / "fair.toml")])
    assert "Epix takes no packs" in none.output


def test_every_word_that_cards_can_say_has_a_meaning():
    for word in (*DEEDS, *CONDITIONS):
        assert RULES.meant(word), word
