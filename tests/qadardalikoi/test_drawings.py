"""The drawings of the rulebook: all that the ledger asks for, in every language, and as the rules have it."""

import re

import pytest

from arbiter.core import Text, say
from arbiter.core.messages import faults
from arbiter.games.qadardalikoi import drawings, plans
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.closing import in_contact
from arbiter.games.qadardalikoi.cohorts import holds_together
from arbiter.games.qadardalikoi.drawn import MEN, field, legion
from arbiter.games.qadardalikoi.formations import standing
from arbiter.games.qadardalikoi.game import GAME
from arbiter.games.qadardalikoi.geometry import DEGREE, MM
from arbiter.games.qadardalikoi.geometry.crowds import overlapping
from arbiter.games.qadardalikoi.manoeuvres import Trial

ALL = {one.id: one for one in GAME.drawings()}


def asked(id):
    """How many drawings an entry of the ledger asks for."""
    entry = next(one for one in GAME.ledger()["content"] if one["id"] == id)
    return int(re.match(r"\d+", entry["count"]).group())


def args(drawing, n):
    return ALL[drawing].frames[n - 1].caption.args


def unit_in(drawing, n, id="unit-0"):
    return next(one for one in ALL[drawing].frames[n - 1].scene.tokens if one.id == id)


@pytest.mark.rule("QAD-2.100-C1", "QAD-0.420-C1", "QAD-0.410-C1")
def test_every_drawing_that_the_ledger_asks_for_is_there():
    made = {id: [one.id for one in ALL.values() if one.content == id] for id in ("QAD-2.100-C1", "QAD-0.420-C1")}
    assert {id: len(found) for id, found in made.items()} == {id: asked(id) for id in made}
    armies = [one for one in ALL.values() if one.content == "QAD-0.410-C1"]
    named = sum(len(one.variants) for one in book().army_formations.values())
    assert len(armies) == asked("QAD-0.410-C1") + named
    assert sum(map(len, made.values())) + len(armies) == len(ALL) == len(GAME.drawings())


def test_each_stands_beside_a_rule_of_its_own_section():
    sections = {one["id"]: one.get("section", "") for name in ("rule", "gap") for one in GAME.ledger()[name]}
    assert all(one.rule in sections for one in ALL.values())
    what = next(one["what"] for one in GAME.ledger()["content"] if one["id"] == "QAD-2.100-C1")
    wanted = {one.replace("2.117a", "2.117") for one in re.findall(r"2\.\d+[a-z]?", what)}
    about = [one.rule for one in ALL.values() if one.content == "QAD-2.100-C1"]
    assert {sections[id] if "GEO" in id else id.split("-")[1] for id in about} == wanted
    assert [ALL[f"unit-formation-{n}"].rule for n in (1, 7, 20, 21)] == [
        "QAD-0.420-b", "QAD-0.420-h", "QAD-0.420-x", "QAD-0.420-ab",
    ]  # fmt: skip


@pytest.mark.parametrize("language", GAME.languages)
def test_all_is_said_in_every_language(language):
    words, english = GAME.captions(language), GAME.captions("en")
    for one in ALL.values():
        named = [thing.name for frame in one.frames for thing in frame.scene.things() if getattr(thing, "name", None)]
        for text in [one.name, *(frame.caption for frame in one.frames), *named]:
            assert isinstance(text, Text)
            assert faults(words, text.key, text.args) == []
        for frame in one.frames:
            here = say(words, frame.caption.key, frame.caption.args)
            there = say(english, frame.caption.key, frame.caption.args)
            assert len(here) > 20
            assert language == "en" or here != there


def test_the_words_of_drawings_are_no_burden_to_a_table():
    assert not [key for key in GAME.catalogue("en") if key.startswith("drawing.")]


def test_every_scene_holds_together():
    for one in ALL.values():
        assert one.frames
        for frame in one.frames:
            ids = [thing.id for thing in frame.scene.things()]
            assert len(ids) == len(set(ids))
            (wide, deep) = frame.scene.boards[0].size
            for token in frame.scene.tokens:
                assert 0 <= token.at[0] <= wide, one.id
                assert 0 <= token.at[1] <= deep, one.id


@pytest.mark.rule("QAD-2.135-a", "QAD-2.135-b", "QAD-2.135-c")
def test_the_wheel_is_that_of_the_rules():
    men = legion(0, 0, (180, 80), 8, 2)
    trial = Trial(field([men], (360, 300)), men)
    trial.wheel(30 * DEGREE)
    drawn = unit_in("wheel", 2)
    assert drawn.facing == 30
    assert drawn.at == pytest.approx((trial.unit.pose.x / MM, 300 - trial.unit.pose.y / MM))
    # A front of 160 mm: an arc of pi / 6 times that, and twice as much for 60 degrees.
    assert float(args("wheel", 2)["way"]) == pytest.approx(160 * 3.14159 / 6, abs=0.2)
    assert float(args("wheel", 3)["way"]) == pytest.approx(160 * 3.14159 / 3, abs=0.3)
    assert args("wheel", 3)["points"] == 1


@pytest.mark.rule("QAD-GEO-7", "QAD-2.117-b", "QAD-2.117-d")
def test_a_charge_drifts_without_turning():
    before, after = unit_in("charge_drift", 1), unit_in("charge_drift", 2)
    assert before.facing == after.facing == 0
    assert after.at[0] > before.at[0]
    assert after.at[1] < before.at[1]
    assert args("charge_drift", 2)["points"] == 2


@pytest.mark.rule("QAD-2.132-a", "QAD-2.132-G1", "QAD-2.133-a")
def test_open_order_is_wider_and_no_deeper_and_a_formation_keeps_its_midpoint():
    close, loose = unit_in("orders", 1), unit_in("orders", 2)
    assert (close.width, loose.width) == (160, 300)
    assert close.depth == loose.depth
    assert unit_in("formation", 1).at == unit_in("formation", 2).at


@pytest.mark.rule("QAD-2.142a-a", "QAD-2.142a-b")
def test_those_who_overlap_are_drawn_where_they_may_go():
    spots = [sorted(spot for one in unit_in("flanking", n).bases for spot in one.spots) for n in (1, 2, 3)]
    assert args("flanking", 1)["cohorts"] == "A, E"
    assert len({len(one) for one in spots}) == 1
    assert {turn for _, _, turn in spots[1]} == {0}
    assert {turn for _, _, turn in spots[2]} == {0, 90, 270}


@pytest.mark.rule("QAD-2.142c-e", "QAD-2.142c-b", "QAD-2.142c-c", "QAD-2.142-E1", "QAD-2.142-E4", "QAD-2.142-E5")
def test_the_melee_has_five_pictures():
    assert len(ALL["melee"].frames) == 5
    assert args("melee", 4)["lost"] == 8
    assert (args("melee", 5)["near"], args("melee", 5)["far"]) == (2, 1)
    assert unit_in("melee", 5, "unit-1").facing == 180


@pytest.mark.rule("QAD-2.212-a", "QAD-2.212-c", "QAD-2.212-E1", "QAD-2.212-E2", "QAD-2.212-E3")
def test_who_can_fire_is_as_the_examples_say():
    assert [args("fire_arc", n)["n"] for n in (2, 3, 4)] == [0, 0, 4]
    shots = [one for one in ALL["fire_arc"].frames[3].scene.overlays if one.id.startswith("shot-")]
    assert len(shots) == 4


@pytest.mark.rule("QAD-2.213-a", "QAD-GEO-14")
def test_the_vertical_arc_is_a_quarter_and_sides_go_by_edges_and_corners():
    arc = next(one for one in ALL["vertical_arc"].frames[0].scene.overlays if one.id == "arc")
    assert (arc.facing, arc.sweep) == (45, 90)
    sides = [
        [one.name.key.rpartition(".")[2] for one in frame.scene.overlays if one.id.startswith("side-")]
        for frame in ALL["sides"].frames
    ]
    assert sides == [["front", "flank", "rear"]] * 2


@pytest.mark.rule("QAD-2.222b-g", "QAD-GEO-16", "QAD-GEO-23")
def test_losses_leave_gaps_at_the_contact_and_the_rear_steps_up():
    figures = [sum(len(one.spots) for one in unit_in("casualties", n, "unit-1").bases) for n in (1, 2, 3)]
    assert figures == [24, 18, 18]
    men, foe = legion(0, 0, (110, 60), 4, 2), legion(1, 1, (150, 122), 8, 3)
    touched = in_contact(field([men, foe], (300, 200)), foe)
    falls = [one for one in ALL["casualties"].frames[0].scene.overlays if one.id.startswith("fall-")]
    order = {int(one.id.removeprefix("fall-")): one.name.args["letter"] for one in falls}
    assert {n for n, at in order.items() if at <= len(touched)} == touched


@pytest.mark.rule("QAD-0.420-C1")
@pytest.mark.parametrize("number", sorted(book().unit_formations))
def test_a_plan_is_the_formation_itself(number):
    units = plans.in_formation(number)
    for unit in units:
        i, j = overlapping(unit.crowd(), unit.crowd())
        assert (i == j).all()
        assert standing(unit) == {20: 1, 21: 3}.get(number, number)
    assert holds_together(field(units, (2000, 2000)), units[0])
    drawn = ALL[f"unit-formation-{number}"].frames[0].scene
    assert sum(len(one.spots) for token in drawn.tokens for one in token.bases) == sum(
        len(one.figures) for one in units
    )
    assert (units[0].stance, bool(drawn.overlays)) == (number == 20, number == 21)


@pytest.mark.rule("QAD-0.410-C1")
def test_army_plans_show_every_place_and_a_mace_has_its_mirror_image():
    for number, entry in book().army_formations.items():
        scene = ALL[f"army-formation-{number}"].frames[0].scene
        assert len(scene.tokens) == sum(slot.n for slot in entry.slots if slot.req)
        assert sum(one.id.startswith("kind-") for one in scene.overlays) == sum(slot.n for slot in entry.slots)
        assert sum(one.id.startswith("area-") for one in scene.overlays) == 10
    mace, mirror = (ALL[id].frames[0].caption.args["slots"] for id in ("army-formation-4", "army-formation-4-1"))
    places = [{one.args["area"]: one.args["kind"] for one in plan} for plan in (mace, mirror)]
    assert [one[7] for one in places] == ["strong", places[0][5]]
    assert [one[5] for one in places] == [places[1][7], "strong"]


def test_the_drawings_are_made_from_the_sizes_of_the_rules():
    assert (MEN.front, MEN.depth) == (20 * MM, 25 * MM)
    helped = [one.rule for one in ALL.values() if one.content == drawings.HELP]
    assert [about for about, _ in drawings.HELPED.values()] == helped
