"""Scenes: boards, what stands on them anywhere, what is drawn over them, and what is known of a thing."""

import msgspec
import pytest

from arbiter.core import Arc, Board, Label, Line, Outline, Place, Region, Row, Ruler, Scene, Text, Token, Tray
from arbiter.testing.looks import texts

SQUARE = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)]


def two_boards() -> Scene:
    return Scene(
        boards=[Board("yard", (9, 9), Text("yard")), Board("field", (200, 100))],
        regions=[Region("gate", SQUARE, (4, 4), Text("gate"), board="yard")],
        trays=[Tray("box")],
        tokens=[
            Token("guard", "gate", "man"),
            Token("scout", "field", "man", at=(20, 30), facing=22.5, width=20, depth=10),
            Token("spare", "box", "man"),
        ],
        focus="field",
    )


@pytest.mark.parametrize(("token", "board"), [("guard", "yard"), ("scout", "field"), ("spare", None)])
def test_a_token_knows_its_board(token, board):
    scene = two_boards()
    assert scene.board_of(next(one for one in scene.tokens if one.id == token)) == board


def test_a_scene_without_boards_has_the_one_of_its_size():
    scene = Scene((30, 20), [Region("gate", SQUARE, (4, 4))], tokens=[Token("guard", "gate", "man")])
    assert scene.all_boards() == [Board("", (30, 20))]
    assert scene.board_of(scene.tokens[0]) == ""


def test_everything_with_an_id_is_among_the_things():
    scene = two_boards()
    scene.overlays = [Label("word", (1, 1), Text("word"), board="yard")]
    assert [thing.id for thing in scene.things()] == ["yard", "field", "gate", "guard", "scout", "spare", "box", "word"]


def test_overlays_say_what_they_are_on_the_wire():
    drawn = [
        Outline("round", SQUARE),
        Line("way", [(0, 0), (5, 5)], arrow=True),
        Arc("fire", (4, 4), 3, facing=90, sweep=45.5),
        Ruler("reach", (0, 0), (3, 4), Text("paces", {"n": 5}), every=1),
        Label("word", (1, 1), Text("word")),
    ]
    wire = msgspec.json.encode(Scene((9, 9), overlays=drawn))
    assert [one["kind"] for one in msgspec.json.decode(wire)["overlays"]] == [
        "outline",
        "line",
        "arc",
        "ruler",
        "label",
    ]
    assert msgspec.json.decode(wire, type=Scene).overlays == drawn


def test_the_words_of_a_sheet_are_among_the_texts():
    token = Token("guard", "", "man", at=(1, 1), sheet=[Row(Text("arms"), 4), Row(Text("mood"), Text("mood.good"))])
    assert [text.key for text in texts(Scene((9, 9), tokens=[token]))] == ["arms", "mood", "mood.good"]


def test_the_word_for_a_mark_is_among_the_texts():
    assert [text.key for text in texts(Scene((9, 9), tokens=[Token("x", "", "man", marks=["hurt"])]))] == ["mark.hurt"]


def test_a_place_says_what_is_placed_and_how_far_a_turn_goes():
    ghost = Token("scout", "field", "man", 1, width=20, depth=10)
    ask = Place(1, (0, 0, 200, 100), "stand", step=5, facings=range(0, 3600, 450), turn=3600, ghost=ghost)
    wire = ask.wire()
    assert (wire["turn"], wire["ghost"]) == (3600, ghost)
    assert wire["facings"] == {"from": 0, "to": 3150, "step": 450}
    assert ask.why_not((0, 0, 10)) == "10 is not a facing: from 0 to 3150 by 450"
    assert Place(1, (0, 0, 9, 9), "stand").wire()["turn"] == 360
