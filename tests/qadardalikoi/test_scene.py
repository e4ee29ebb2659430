"""The picture of a battle: what lies where, in words that every language has, and nothing that a side cannot see."""

from dataclasses import replace

import pytest

import arbiter
from arbiter.core import say
from arbiter.core.differences import difference
from arbiter.core.messages import faults
from arbiter.games.qadardalikoi import GAME, observation, orders, pictured
from arbiter.games.qadardalikoi.geometry import MM, Base, Pose, Spot
from arbiter.games.qadardalikoi.state import Cloud, Stand
from arbiter.games.qadardalikoi.terrain import CONTOUR
from arbiter.testing.looks import texts

from .field import TABLE, area, field, still, troops, unit

STAND = Stand(0, 0, "Kasí", "general", 0, "tsolyani", Pose(600 * MM, 250 * MM, 0))


def picture(*units, seat=0, **more):
    return still(*units, **more).scene(seat)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_all_that_is_drawn_has_words(language):
    units = [
        unit(0, stance=True, last_stand=True),
        replace(unit(1, at=(600, 500)), morale="rout", height=50 * MM, melee=2),
    ]
    land = [area("woods", 100, 100, 300, 300, woods=True, going="woods", cover="woods", height=60 * MM)]
    cloud = Cloud(Base(60000, 70000, 0, 10000, 5000), 0, 3)
    drawn = picture(*units, land=land, stands=[STAND], clouds=[cloud])
    catalogue = GAME.catalogue(language)
    assert [wrong for text in texts(drawn) for wrong in faults(catalogue, text.key, text.args)] == []


def test_a_unit_lies_where_it_stands_with_all_its_bases():
    drawn = picture(unit(0, files=4, ranks=2), unit(1, at=(600, 500)))
    token = next(one for one in drawn.tokens if one.id == "unit-0")
    assert (token.at, token.facing, token.width, token.depth) == ((600, 900), 0, 80, 50)
    (bases,) = token.bases
    assert (bases.width, bases.depth) == (20, 25)
    assert sorted(bases.spots) == [(x, y, 0) for x in (-30, -10, 10, 30) for y in (-12.5, 12.5)]


@pytest.mark.parametrize("language", GAME.languages)
def test_no_two_units_have_the_same_number(language):
    drawn = picture(unit(0), unit(0, at=(900, 300)), unit(1, at=(600, 500)))
    names = [one.name for one in drawn.tokens if one.id.startswith("unit")]
    assert [say(GAME.catalogue(language), f"{name.key}.short", name.args) for name in names] == ["1", "2", "3"]


def test_losses_leave_gaps():
    whole = unit(0, files=4, ranks=2)
    less = replace(whole, figures=tuple(one for one in whole.figures if one.n != 1))
    spots = [spot for drawn in (whole, less) for spot in pictured.token(drawn).bases[0].spots]
    assert len(set(spots)) == 8
    assert len(spots) == 15


@pytest.mark.rule("QAD-0.233-C1")
def test_bases_bear_the_patches_of_their_legion_with_letters():
    """The yellow of heavy infantry, the light blue of Tsolyánu, the yellow of a heavy cohort."""
    legion = replace(unit(0).troops, legion="tsolyani_1st_hi")
    found = pictured.patches(legion, legion.kits[0])
    assert [(one.colour, one.letter) for one in found] == [("#ecd04b", "H"), ("#7fb2e5", "T"), ("#ecd04b", "H")]
    hired = replace(legion, legion="", sheet="shen")
    assert [one.letter for one in pictured.patches(hired, hired.kits[0])] == ["S"]


@pytest.mark.rule("QAD-0.233-C1")
def test_units_bear_marks_for_their_order_and_their_fatigue():
    """How tired it is only its owner sees."""
    marks = {
        one.id: set(one.marks)
        for one in picture(unit(0, order="open", fatigue=0), unit(1, at=(600, 500), order="open", fatigue=0)).tokens
    }
    assert marks["unit-0"] == {"open", "tired", "formation_2"}
    assert marks["unit-1"] == {"open", "formation_2"}
    loose, *_ = picture(unit(0, order="skirmish", fatigue=3), unit(1, at=(600, 500))).tokens
    assert loose.marks == ["skirmish"]


@pytest.mark.rule("QAD-0.233-C1", "QAD-0.420-C1")
def test_a_unit_bears_the_mark_of_its_formation_by_name_in_every_language():
    block, line = unit(0, ranks=4), unit(1, at=(600, 500), formation=3)
    drawn = picture(block, line)
    assert [one.marks for one in drawn.tokens] == [["formation_2"], ["formation_3"]]
    for language in ("en", "fr", "de"):
        assert GAME.catalogue(language)["mark.formation_2"] == "The Mighty Block"
    emblems = [drawn.icons[f"mark-formation_{n}"] for n in range(1, 20)]
    assert len(set(emblems)) == 19, "no two are alike"
    flyer = replace(unit(0), height=50 * MM)
    assert picture(flyer, line).tokens[0].marks == ["flying"], "on the wing it has none"


def test_a_unit_takes_the_room_of_all_its_bases_about_its_midpoint():
    """Its name is written beside that room: of three ranks in a row two are in sight, nearer to who looks."""
    drawn = picture(unit(0), unit(1, at=(600, 500), ranks=3, cohort=12))
    token = next(one for one in drawn.tokens if one.id == "unit-1")
    (kind,) = token.bases
    reach = max(abs(y) + kind.depth / 2 for _, y, _ in kind.spots)
    assert len(kind.spots) == 8
    assert token.depth / 2 == reach


def test_a_melee_shows_its_front():
    met = picture(unit(0, files=4), unit(1, at=(600, 325), files=4))
    (front,) = [one for one in met.overlays if one.id.startswith("front-")]
    (left, y), *teeth, (right, same) = front.points
    assert {point[1] - y for point in teeth} == {-5, 5}, "known by its teeth, not by its colour alone"
    assert (round(left), round(right)) == (560, 640)
    assert round(y) == round(same)
    assert [one for one in picture(unit(0), unit(1, at=(600, 500))).overlays if one.id.startswith("front-")] == []


def test_a_melee_round_a_corner_shows_two_fronts():
    """One enemy before a unit, and its own cohort in his flank: the line runs where they touch and not through them."""
    ours, theirs = unit(0, files=4), unit(1, at=(600, 325), files=4)
    beside = replace(ours.figures[0], spot=Spot(50 * MM, 25 * MM))
    ours.figures = (*ours.figures, replace(beside, n=len(ours.figures)))
    fronts = [one.points for one in picture(ours, theirs).overlays if one.id.startswith("front-")]
    runs = sorted((abs(points[-1][0] - points[0][0]), abs(points[-1][1] - points[0][1])) for points in fronts)
    assert [(wide > 50, high > 5) for wide, high in runs] == [(False, True), (True, False)]


def test_a_side_sees_the_ground_that_it_is_to_hold_or_to_reach():
    t = arbiter.new("qadardalikoi", seats=2, seed=3, options={"scenario": "ssu_ambush"})
    aims = {seat: [one for one in t.scene(seat).overlays if one.id.startswith("aim-")] for seat in (0, 1, None)}
    ground, name = aims.pop(0)
    assert {y for _, y in ground.points} == {0, 250}, "the far edge of the table, as side A looks at it"
    assert (ground.name.key, name.name.key) == ("picture.reach", "picture.reach")
    assert aims == {1: [], None: []}, "nobody else has been told"


def test_grown_ground_is_washed_over_an_edge_that_is_exact():
    land = [area("woods", 100, 100, 300, 300, woods=True, going="woods"), area("wall", 500, 100, 700, 110)]
    drawn = picture(unit(0), unit(1, at=(600, 500)), land=land)
    assert [len(one.outline) for one in drawn.regions] == [4, 4]
    washed = [one for one in drawn.overlays if one.id.startswith("wash-")]
    assert [(one.id, one.look) for one in washed] == [("wash-0-0", "forest"), ("wash-0-1", "forest")], "no wall is"
    for one in washed:
        assert all(80 < x < 320 for x, _ in one.points)
        assert len(one.points) > 40


def test_rising_ground_has_a_contour_a_step():
    hill = area("light_slope", 100, 100, 300, 300, going="light_slope", height=2 * CONTOUR)
    drawn = picture(unit(0), unit(1), land=[hill, area("woods", 500, 100, 700, 300, woods=True, height=60 * MM)])
    lines = [one for one in drawn.overlays if one.look == "contour"]
    assert len(lines) == 2
    assert all(100 < x < 300 for one in lines for x, _ in one.points)


def test_who_is_not_seen_is_not_drawn():
    hidden = picture(unit(0), unit(1, at=(600, 500)), seen=[[], []])
    assert [one.id for one in hidden.tokens] == ["unit-0"]
    rows = {one.id: {row.name.key for row in one.sheet} for one in picture(unit(0), unit(1, at=(600, 500))).tokens}
    assert "row.fatigue" in rows["unit-0"]
    assert "row.fatigue" not in rows["unit-1"]


def test_a_spot_of_the_picture_is_a_place_on_the_table():
    land = still(unit(0), unit(1)).state.land
    for pose in (Pose(60000, 30000, 0), Pose(100, 119900, 2700)):
        assert pictured.pose(land, pictured.spot(land, pose)) == pose
    assert pictured.spot(land, Pose(60000, 0, 0)) == (600, 1200, 0)


def test_after_a_units_move_the_picture_sends_that_unit_and_no_more():
    t = field(unit(0), unit(0, at=(1200, 300)), unit(1, at=(600, 500)), step="move.units", holds=True)
    before = t.scene(0)
    t.say(("order", 0), orders.written(("advance", 60, 0)))
    changed = difference({"scene": before}, {"scene": t.scene(0)})["~"]["scene"]

    assert changed.keys() == {"~"}
    assert changed["~"].keys() == {"tokens"}
    assert changed["~"]["tokens"].keys() == {"~"}, "nothing comes, goes or changes places"
    (moved,) = changed["~"]["tokens"]["~"].values()
    assert "bases" not in str(moved), "its bases lie as they lay, told from it"


def test_command_stands_are_drawn_where_they_are_in_sight():
    own, foe = unit(0), unit(1, at=(600, 500))
    theirs = replace(STAND, side=1, legion=1, pose=Pose(600 * MM, 540 * MM, 1800))
    far = replace(STAND, side=1, legion=-1, rank="army", pose=Pose(2200 * MM, 1100 * MM, 1800))
    t = still(own, foe, stands=[STAND, theirs, far])
    assert [one.id for one in t.scene(0).tokens if one.icon == "stand"] == ["stand-0"]
    observation.watch(t.g)
    assert [one.id for one in t.scene(0).tokens if one.icon == "stand"] == ["stand-0", "stand-1"]
    assert [one.id for one in t.scene(1).tokens if one.icon == "stand"] == ["stand-0", "stand-1", "stand-2"]


def test_a_unit_shows_from_afar_what_it_is():
    """People by their armour, who shoots by the bow, other peoples by their shape; every sign is drawn."""
    kinds = {"heavy": "heavy", "medium": "medium", "light": "light", "bows": "missile"}
    units = [unit(0, kind, at=(300 + 300 * n, 300)) for n, kind in enumerate(kinds)]
    shen = unit(0, troops("heavy", sheet="shen", nation="shen"), at=(1800, 300))
    scene = field(*units, shen, unit(1, at=(600, 900))).scene(0)
    signs = {one.id: one.icon for one in scene.tokens}
    assert [signs[f"unit-{n}"] for n in range(5)] == [*kinds.values(), "reptile"]
    assert set(signs.values()) <= set(scene.icons)


def test_an_empty_field_tells_who_watches_why():
    units = unit(0), unit(1, at=(600, 900))
    unseen, seen = still(*units, seen=[[], []]), still(*units, seen=[[1], [0]])
    said = [[one.id for one in t.scene(seat).overlays] for t, seat in ((unseen, None), (unseen, 0), (seen, None))]
    assert said == [["nobody"], [], []]
    road = area("road", 1100, 0, 1300, TABLE[1], going="road")
    (bare,), named = unseen.scene(None).overlays, still(*units, seen=[[], []], land=[road]).scene(None)
    over = next(one for one in named.overlays if one.id == "nobody")
    assert bare.at == (TABLE[0] / 2, TABLE[1] / 2)
    assert abs(over.at[1] - named.regions[0].at[1]) > 100, "the name of the road stands in the middle"


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_unit_says_what_it_carries_and_what_of_it_is_printed(seat):
    """Its listing, where it has one, else the sheet by which it fights; and so does the ground."""
    listed = replace(unit(0), troops=replace(unit(0).troops, legion="tsolyani_1st_hi"))
    land = [area("woods", 100, 100, 300, 300, woods=True, going="woods")]
    drawn = picture(listed, unit(1, at=(600, 500)), land=land, seat=seat)
    told = {one.id: {row.name.key: row.value for row in one.sheet} for one in (*drawn.tokens, *drawn.regions)}
    assert all(told[one]["row.arms"].args["arms"] for one in ("unit-0", "unit-1"))
    fields = [told[one]["origin"].args["fields"] for one in ("unit-0", "unit-1", "terrain-0")]
    assert ["ref" in printed for printed in fields] == [True, False, False]
    assert "weapons" in fields[1]
    assert "going" in fields[2]
