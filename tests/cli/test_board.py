"""Any scene as a map of characters."""

import re
from io import StringIO

import pytest
from rich.console import Console

import arbiter
from arbiter.cli.board import draw
from arbiter.cli.looking import closely, everything
from arbiter.cli.panels import legend, panels
from arbiter.cli.screen import Screen
from arbiter.cli.words import Voice, short_names
from arbiter.core import Card, Link, Meter, Outcome, Part, Region, Row, Scene, Text, Token, Tray
from tests.bots.lanterns import GAME, WORDS

VOICE = Voice(GAME, ["Ann", "Ben"])
LEFT = Region("field.west", [(0, 0), (50, 0), (50, 40), (0, 40)], (25, 20), Text("field.west"), holder=0)
RIGHT = Region("field.east", [(50, 0), (100, 0), (100, 40), (50, 40)], (75, 20), Text("field.east"), icon="well")
UP, RIGHTWARD, DOWN, LEFTWARD = 1, 2, 4, 8
LEAVES = {"│": 5, "─": 10, "┌": 6, "┐": 12, "└": 3, "┘": 9, "├": 7, "┤": 13, "┬": 14, "┴": 11, "┼": 15}


def drawn(scene, width=60, height=20, **more):
    return [line.plain for line in draw(scene, VOICE, width, height, **more).lines]


def scene(**more):
    return Scene((100, 40), regions=[LEFT, RIGHT], **more)


def test_two_fields_side_by_side():
    assert drawn(scene(), width=40, height=9) == [
        "┌──────────────────┬───────────────────┐",
        "│                  │                   │",
        "│                  │                   │",
        "│    West field    │    East field     │",
        "│         1        │        (W)        │",
        "│                  │                   │",
        "│                  │                   │",
        "│                  │                   │",
        "└──────────────────┴───────────────────┘",
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("width", [60, 90, 120])
def test_borders_are_closed_and_every_name_can_be_read(seats, width):
    table = arbiter.new("epix", seats, seed=1)
    voice = Voice(table.game, [f"Player {seat + 1}" for seat in range(seats)])
    shown = [line.plain for line in draw(table.scene(None), voice, width, 40).lines]
    assert max(map(len, shown)) <= width
    flat = " ".join("".join(letter if letter not in LEAVES else " " for letter in line) for line in shown)
    for region in table.scene(None).regions:
        for word in voice.text(region.name).split():
            assert word in flat
    for row, line in enumerate(shown):
        for column, letter in enumerate(line):
            beside = line[column + 1 : column + 2]
            if LEAVES.get(letter, 0) & RIGHTWARD and beside in LEAVES:
                assert LEAVES[beside] & LEFTWARD, f"a border breaks off at row {row}, column {column}"


@pytest.mark.parametrize("width", [90, 110, 140])
def test_no_name_is_written_over_another(width):
    table = arbiter.new("tekumel", 3, seed=1)
    voice = Voice(table.game, ["Ann", "Ben", "Cleo"])
    scene = table.scene(None)
    called = {word for one in (*scene.regions, *scene.overlays) for word in voice.text(one.name).split()}
    shown = draw(scene, voice, width, 50, whole=True)
    written = [word for line in shown.lines for word in re.findall(r"[^\W\d_][\w'-]*…?", line.plain)]
    assert len(set(written) & called) > 60
    strange = {word for word in written if word not in called and word not in shown.key}
    assert [word for word in strange if not any(one.startswith(word.rstrip("…")) for one in called)] == []


def test_tokens_stand_in_their_region_by_owner():
    tokens = [
        Token("a", "field.west", "lamp", 0),
        Token("b", "field.west", "lamp", 0, count=3),
        Token("c", "field.west", "ladder", 1),
        Token("d", "field.east", "ladder"),
    ]
    shown = "\n".join(drawn(scene(tokens=tokens, icons={"lamp": "", "ladder": ""})))
    assert "1:Lm Lm×3" in shown
    assert "2:Ld" in shown
    assert " Ld" in shown.replace("2:Ld", "")


def test_options_are_marked_where_they_point():
    shown = "\n".join(drawn(scene(), numbers={"field.east": [2], "field.west": [1, 3, 4, 5, 6]}))
    assert "[2]" in shown
    assert "[1,3,4,5…]" in shown


def test_links_are_dotted_lines_between_points():
    spots = [Region("a", [], (0, 0), Text("hand")), Region("b", [], (100, 40), Text("round"))]
    shown = "\n".join(drawn(Scene((100, 40), regions=spots, links=[Link("l", "a", "b")])))
    assert "Lamps" in shown
    assert "Round" in shown
    assert shown.count("·") > 5


def test_a_scene_without_a_board_is_panels_only():
    bare = Scene((0, 0), meters=[Meter("m", Text("round"), 2, 3)])
    assert drawn(bare) == []
    console = Console(width=100, record=True, file=StringIO())
    table = arbiter.new(GAME, 2)
    Screen(console, table, ["you", "random"], ["Ann", "Ben"]).look(table, 0)
    assert "Oil 3/3" in console.export_text()


def written(renderables, width=60):
    console = Console(width=width, record=True, file=StringIO())
    for one in renderables:
        console.print(one)
    return console.export_text()


def test_panels_show_meters_trays_and_cards_by_owner():
    table = scene(
        trays=[Tray("hand.0", Text("hand"), 0), Tray("hand.1", Text("hand"), 1), Tray("empty", Text("round"), 1)],
        cards=[
            Card("c1", "hand.0", True, Text("card", {"n": 7}), corner="gold", marks=["new"]),
            Card("c2", "hand.1", False),
            Card("c3", "hand.1", False),
        ],
        tokens=[Token("t", "hand.0", "lamp", 0, count=2), Token("u", "hand.0", "lamp", 0)],
        meters=[
            Meter("m", Text("oil.meter"), 2, 3, owner=0),
            Meter("season", Text("round"), 1, steps=[Text("field.north"), Text("field.east")]),
        ],
    )
    shown = written(panels(table, VOICE, ["you", "clever"], [1]))
    ann, ben, common = shown.split("╭")[1:]
    assert "1 Ann · you" in ann
    assert "Oil 2/3" in ann
    assert "Lamps: Lamp 7 [gold] (new), lamp ×3" in ann
    assert "2 Ben · clever ◀" in ben
    assert "▒ 2 face down" in ben
    assert "Round" not in ben, "an empty tray takes no room"
    assert "North field [East field]" in common


def test_a_close_look_tells_every_text_once():
    hints = [Text("round")]
    things = scene(
        cards=[Card("c", "hand", name=Text("card", {"n": 3}), text=Text("why.points", {"most": 3}))],
        tokens=[Token("a", "field.west", "lamp", 0, hint=hints), Token("b", "field.east", "lamp", 1, hint=hints)],
    )
    assert [line.plain for line in everything(things, VOICE)] == ["Lamp 3: Most points: 3.", "lamp: Round"]


def test_a_sheet_that_a_card_and_a_piece_share_is_told_once():
    rows = [Row(Text("round"), 7)]
    things = scene(
        cards=[Card("c", "hand", name=Text("card", {"n": 3}), sheet=rows)],
        tokens=[Token("a", "field.west", "lamp", 0, Text("card", {"n": 3}), sheet=rows)],
    )
    shown = [line.plain for line in closely([*things.cards, *things.tokens], things, VOICE)]
    assert shown == ["Lamp 3", "  Round  7", "Lamp 3 (Ann)"]


def test_the_legend_names_what_stands_on_the_board():
    things = scene(tokens=[Token("a", "field.west", "lamp", 0)], icons={"lamp": "", "ladder": "", "well": ""})
    key = draw(things, VOICE, 60, 20).key
    assert legend(key, things, VOICE).plain.split("   ") == ["Lm\N{NO-BREAK SPACE}lamp", "W\N{NO-BREAK SPACE}well"]


def test_short_names_differ():
    many = ["camp", "catapult", "castle", "knight", "king", "a", "ab", "soldier"]
    assert len(set(short_names(many).values())) == len(many)


def test_words_fall_back_to_what_is_there():
    assert VOICE.say("no.such.key") == "[no.such.key]"
    assert VOICE.seat(7) == "Player 8"
    assert VOICE.say("shown", {"seat": 1, "lamp": 4}) == "Ben shows the highest lamp, 4."
    assert set(WORDS) <= set(VOICE.catalogue)


def ended(outcome):
    console = Console(width=100, record=True, file=StringIO())
    table = arbiter.new("epix", 2)
    Screen(console, table, ["you", "clever"], ["Ann", "Ben"]).end(outcome)
    return console.export_text()


def test_the_end_shows_the_parts_of_the_score_and_how_they_count():
    tie = Part("ability.old_bloodline", (Text("over.tie"), None))
    shown = ended(Outcome((1, 2), (4.04, 4.08), "over.provinces", {"seats": [0]}, (
        Part("meter.provinces", (4, 4)), tie, Part("meter.gold", (4, 8)),
    )))  # fmt: skip
    assert re.search(r"place +seat +Provinces +Old Bloodline +Gold", shown)
    assert re.search(r"1 +Ann · you +4 +wins the tie +4\b", shown)
    assert re.search(r"2 +Ben · clever +4 +– +8\b", shown)
    assert "The columns count from left to right" in shown
    assert "4.04" not in shown


def test_a_score_without_parts_is_shown_as_it_is():
    shown = ended(Outcome((2, 1), (3, 5.5), "over.provinces", {"seats": [1]}))
    assert re.search(r"1 +Ben · clever +5\.5", shown)
