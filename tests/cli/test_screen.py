"""One screen: the board, the seats, what happened and the question, in the terminal's own height."""

import re
from io import StringIO
from itertools import pairwise
from random import Random

import pytest
from rich.console import Console

import arbiter
from arbiter.cli.board import draw
from arbiter.cli.screen import Screen
from arbiter.cli.words import Voice
from arbiter.core import Board, Region, Scene, Text, Token
from arbiter.core.scenes import Arc, Label, Line, Outline, Ruler
from arbiter.games.yummell.race import Yummell
from examples.connect_four import ConnectFour
from examples.pickets import Pickets
from examples.tic_tac_toe import TicTacToe
from tests.bots.lanterns import GAME

VOICE = Voice(GAME, ["Ann", "Ben"])


def names(seats):
    return [f"Player {seat + 1}" for seat in range(seats)]


def screen_of(table, width, height):
    console = Console(width=width, height=height, force_terminal=True, color_system=None, file=StringIO(), record=True)
    return console, Screen(console, table, ["clever"] * table.seats, names(table.seats))


def shown(table, width=80, height=24, since=0, **more):
    """What a person sees who is asked, line by line."""
    console, screen = screen_of(table, width, height)
    ask = table.asks[0]
    screen.show(table, ask, table.events(ask.seat, since), **more)
    return [line.rstrip() for line in console.export_text().splitlines()]


def moments(game, seats, seed, every, options=None):
    """A random game, stopped every so many answers."""
    table, rng, count = arbiter.new(game, seats, seed, options), Random(seed), 0
    while not table.over:
        if count % every == 0:
            yield table
        ask = table.asks[0]
        table.answer(ask.seat, ask.sample(rng))
        count += 1


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (60, 30)])
@pytest.mark.parametrize(
    ("game", "seats", "every"),
    [("epix", 2, 15), ("epix", 3, 20), ("epix", 4, 25), ("yummell", 2, 150), ("yummell", 5, 300), ("yummell", 8, 500)],
)
def test_the_map_and_the_question_share_the_screen(game, seats, every, width, height):
    for table in moments(game, seats, 5, every):
        lines = shown(table, width, height)
        question = next(at for at, line in enumerate(lines) if "? shows the rule" in line)
        # The line in which the person types is one more.
        assert len(lines) + 1 <= max(height, 9 + len(lines) - question)
        assert max(map(len, lines)) <= width
        board = "\n".join(lines[:question])
        assert "Player 1" in board
        regions = [VOICE_OF[game].text(region.name) for region in table.scene(None).regions]
        if game == "epix" and question >= 13 and width >= 80:
            told = [name for name in regions if name.split()[-1][:4] in board]
            assert len(told) >= 0.9 * len(regions), "the names are on the map"


VOICE_OF = {name: Voice(arbiter.find(name), names(8)) for name in ("epix", "yummell")}


def test_a_race_of_eight_can_be_read():
    for table in moments("yummell", 8, 3, 300):
        lines = shown(table)
        text = "\n".join(lines)
        if table.state.round < 1:
            continue
        for seat, square in enumerate(table.state.at):
            togo = Yummell(table.state).course.to_go[square]
            assert re.search(rf"Player {seat + 1} clever +{togo}$", text, re.MULTILINE)
        own = table.asks[0].seat
        assert re.search(rf"@{own + 1}\b|\b\d*{own + 1}\d*\b", text), "the one who is asked is on the map"
        assert "Round" in text


@pytest.mark.parametrize("width", [78, 100])
def test_many_small_regions_go_without_borders(width):
    table = next(moments("yummell", 8, 3, 1))
    for _ in range(40):
        ask = table.asks[0]
        table.answer(ask.seat, ask.sample(Random(1)))
    lines = [line.plain for line in draw(table.scene(0), VOICE_OF["yummell"], width, 16).lines]
    assert len(lines) <= 16
    assert not any(letter in "".join(lines) for letter in "┌┼┘")
    squares = re.findall(r"[A-Z·]\d|@\d|\d{2,}", "".join(lines))
    assert len(squares) > 0.8 * len([region for region in table.scene(0).regions if region.id.startswith("square")])


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour()])
def test_regions_without_name_token_or_number_can_be_drawn(game):
    table, rng = arbiter.new(game, 2, seed=1), Random(2)
    while not table.over:
        assert len(shown(table, 80, 24)) < 24
        table.answer(table.asks[0].seat, table.asks[0].sample(rng))


def test_only_a_part_is_shown_of_a_board_that_is_too_large_and_it_is_the_part_that_matters():
    regions = [
        Region(f"r{n}", [(n * 10, 0), (n * 10 + 10, 0), (n * 10 + 10, 10), (n * 10, 10)], (n * 10 + 5, 5), Text("hand"))
        for n in range(40)
    ]
    tokens = [Token("t", "r33", "lamp", 0)]
    scene = Scene((400, 10), regions, tokens=tokens)
    drawn = [line.plain for line in draw(scene, VOICE, 60, 10, {"r34": [7]}, focus=["t", "r34"]).lines]
    assert max(map(len, drawn)) <= 60
    assert "1:L" in "".join(drawn)
    assert "[7]" in "".join(drawn)
    assert "".join(drawn).count("Lamps") < 20
    whole = draw(Scene((400, 10), regions[:6]), VOICE, 60, 10, whole=True).lines
    assert "".join(line.plain for line in whole).count("Lamps") == 6


def test_pieces_that_stand_anywhere_are_drawn_where_they_stand_and_point():
    tokens = [
        Token("a", "", "guard", 0, at=(25, 25), facing=90, width=20, depth=20),
        Token("b", "", "guard", 1, at=(175, 75), facing=225),
    ]
    overlays = [
        Outline("o", [(80, 20), (120, 20), (120, 80), (80, 80)]),
        Line("l", [(25, 25), (175, 75)]),
        Ruler("r", (20, 90), (60, 90), Text("round")),
        Label("n", (150, 10), Text("hand")),
        Arc("c", (175, 75), 20, 225, 90),
    ]
    scene = Scene((200, 100), tokens=tokens, overlays=overlays)
    lines = [line.plain for line in draw(scene, VOICE, 80, 20).lines]
    (first,) = [(row, line.index("1G→")) for row, line in enumerate(lines) if "1G→" in line]
    (second,) = [(row, line.index("2G↙")) for row, line in enumerate(lines) if "2G↙" in line]
    assert first < (second[0] - 5, 0)
    assert second[1] > first[1] + 30
    assert "░" in lines[first[0] - 1] + lines[first[0] + 1], "a base larger than a character is filled"
    text = "\n".join(lines)
    assert all(word in text for word in ("Round", "Lamps", "╲", "─"))
    assert lines[0].startswith("┌")
    assert lines[-1].endswith("┘")


def boards():
    left = Region("a", [(0, 0), (50, 0), (50, 50), (0, 50)], (25, 25), Text("field.west"), board="one")
    right = Region("b", [(0, 0), (50, 0), (50, 50), (0, 50)], (25, 25), Text("field.east"), board="two")
    both = [Board("one", (50, 50), Text("hand")), Board("two", (50, 50), Text("round"))]
    return Scene(boards=both, regions=[left, right], tokens=[Token("t", "b", "lamp", 0)], focus="two")


def test_of_several_boards_one_is_drawn():
    for board, here, there in (("one", "West", "East"), ("two", "East", "West")):
        text = "\n".join(line.plain for line in draw(boards(), VOICE, 40, 12, board=board).lines)
        assert here in text
        assert there not in text


def place(table):
    """The table at its first ask for a place."""
    rng = Random(3)
    while type(table.asks[0]).__name__ != "Place":
        table.answer(table.asks[0].seat, table.asks[0].sample(rng))
    return table


def test_the_board_is_shown_where_something_happens_and_another_where_it_is_asked_for():
    table = arbiter.new(Pickets(), 2, seed=1)
    assert "The camp; board NAME shows another: The moor" in "\n".join(shown(table))
    assert "The tower" in "\n".join(shown(table))
    moor = "\n".join(shown(table, on="moor"))
    assert "The moor; board NAME shows another: The camp" in moor
    assert "The tower" not in moor.partition("Player 1 ─")[0]
    assert "The moor; board" in "\n".join(shown(place(table)))


def test_the_ground_for_a_piece_has_a_scale_and_shows_where_there_is_room():
    lines = shown(place(arbiter.new(Pickets(), 2, seed=1)))
    edge = [int(found[1]) for line in lines if (found := re.match(r" *(\d+) [│┌└]", line))]
    assert edge[0] == 0
    assert len({below - above for above, below in pairwise(edge)}) == 1
    assert any(re.match(r" +0 +50 +100 ", line) for line in lines)
    bog = [line for line in lines if "The bog" in line]
    assert re.search(r"· · ·", bog[0])
    assert "·" not in bog[0][bog[0].index("│", 6) : bog[0].rindex("bog")].strip("│"), "nobody stands in the bog"


def test_news_that_have_no_room_are_counted():
    for table in moments("epix", 4, 5, 40):
        lines = shown(table)
        if len(table.events(0)) > 30:
            assert re.search(r"… \d+ before that", "\n".join(lines))
            return
    raise AssertionError("nothing happened")


def test_many_options_stand_in_columns():
    for table in moments("epix", 4, 5, 1):
        if len(getattr(table.asks[0], "values", ())) > 9 and table.asks[0].prompt == "preliminary":
            break
    lines = shown(table)
    assert any(re.match(r" *1\. .* +\d+\. ", line) for line in lines)
    count = len(table.asks[0].values)
    for number in range(1, count + 1):
        assert re.search(rf"(^| ){number}\. \w", "\n".join(lines), re.MULTILINE)
