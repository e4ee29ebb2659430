"""0.200: scales and basing."""

import pytest

from arbiter.games.qadardalikoi import scales, sheets
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.entries import Size

B = book()


@pytest.mark.rule("QAD-0.211-a", "QAD-0.221-b", "QAD-0.221-E1")
def test_a_campaign_week_holds_864_turns():
    assert scales.turns_of(1) == 864 == B.scales["turns_a_week"]


@pytest.mark.rule("QAD-0.222-a", "QAD-0.212-a")
def test_a_millimetre_is_a_metre():
    assert scales.metres(480) == 480


@pytest.mark.rule("QAD-0.231-a", "QAD-0.231-b", "QAD-0.231-c", "QAD-0.231-d")
def test_what_a_figure_stands_for():
    assert scales.stands_for("tsolyani", "heavy", 4) == 400
    assert scales.stands_for("tane", "sro") == scales.stands_for("ghaton_tsolei", "serudla") == 20
    assert scales.stands_for("tane", "bazhaq", 3) == 60
    assert scales.stands_for("", "", what="air-car") == 1
    assert scales.stands_for("", "", what="magic-user") == 100
    assert scales.stands_for("", "", what="magic-user", in_twenties=True) == 20


@pytest.mark.rule("QAD-0.231-e")
def test_figures_are_25_mm_tall():
    assert scales.figure_height() == 25


@pytest.mark.rule("QAD-0.232-a", "QAD-0.232-c", "QAD-0.232-G1")
def test_sheets_overrule_the_list_of_bases():
    listed = B.bases["sro"]

    assert (listed.front, listed.depth, listed.overruled) == (75, 250, ("tane",))
    for sheet, troop, front, depth in (("tane", "sro", 75, 150), ("shen", "heavy", 40, 40), ("hlaka", "light", 40, 40)):
        size = sheets.base(B.sheets[sheet], troop)
        assert (size.front, size.depth) == (front, depth)


@pytest.mark.rule("QAD-0.232-b")
def test_figures_face_the_narrow_side():
    assert all(sheets.faces_its_narrow_side(size) for sheet in B.sheets.values() for size in sheet.bases)
    assert not sheets.faces_its_narrow_side(Size("odd", 50, 25))


@pytest.mark.rule("QAD-0.233-a", "QAD-0.233-C1")
def test_three_patches_tell_type_nation_and_cohort():
    of = B.legions

    assert scales.patches(of["tsolyani_1st_hi"], "heavy") == ("yellow", "light blue", "yellow")
    assert scales.patches(of["mu_ugalavyani_cb_2_viii"], "medium", "medium_crossbow") == ("red", "red", "orange")
    assert scales.patches(of["tsolyani_shen_4th"], "heavy") == ("copper", "light blue", "yellow")
    assert scales.patches(of["tsolyani_sk"], "medium_irregular")[0] == "light green"
    assert scales.patches(of["tsolyani_3rd_sl"], "light", "sling")[2] == "tan"


@pytest.mark.rule("QAD-0.131-a", "QAD-0.131-G1", "QAD-0.121-a")
def test_hexes_of_the_campaign_maps():
    assert scales.hex_metres(small=False) == 133_330
    assert scales.hex_metres(small=True) == 9_523
