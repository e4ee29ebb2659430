"""0.300: legions, cohorts and officers."""

import pytest

from arbiter.games.qadardalikoi import organisation as org
from arbiter.games.qadardalikoi.book import book


@pytest.mark.rule("QAD-0.310-a", "QAD-0.301-a")
def test_what_nations_call_their_officers():
    grades = ("soldier", "captain", "major/colonel", "general", "senior general")

    assert [org.title("tsolyani", grade) for grade in grades] == ["Changadésa", "Kási", "Molkár", "Kérdu", "Kérdudali"]
    assert org.title("tane", "general") == ""


@pytest.mark.rule("QAD-0.310-b", "QAD-0.310-h")
def test_the_levels_of_the_tsolyani_army():
    found = {level.unit: (level.men, level.officer) for level in org.levels("tsolyani")}

    assert found["Tsurúm"] == (400, "Kási")
    assert found["Niqómi"] == (8025, "Kérdu")
    assert "Changadésa" in found[""][1]
    assert org.levels("tane") == ()


@pytest.mark.rule("QAD-0.310-G1", "QAD-0.320-a", "QAD-0.320-b", "QAD-0.320-c", "QAD-0.320-E1")
def test_figures_of_cohorts():
    assert org.cohorts_of("tsolyani", 3) == (4, 4, 4)
    assert org.cohorts_of("livyani", 2) == (5, 5)
    assert (sum(org.cohorts_of("shen", 7)), len(org.cohorts_of("shen", 7))) == (28, 7)
    assert org.cohorts_of("urunen", 4) == (10, 10, 10, 11)
    assert org.split("ssu_grey", 43) == (5,) * 8 + (3,)


@pytest.mark.rule("QAD-0.310-c", "QAD-0.310-e", "QAD-0.310-G3")
def test_how_many_cohorts_a_legion_has():
    assert org.why_not_cohorts("tsolyani", 20) is None
    assert org.why_not_cohorts("tsolyani", 21).rule == "QAD-0.310-c"
    assert org.why_not_cohorts("mu_ugalavyani", 10) is None
    assert org.why_not_cohorts("mu_ugalavyani", 11).rule == "QAD-0.310-e"
    assert org.why_not_cohorts("livyani", 3).rule == "QAD-0.310-G3"
    assert org.why_not_cohorts("livyani", 4) is None


@pytest.mark.rule("QAD-0.310-d")
def test_tsolyani_cohorts_may_be_detached():
    assert org.may_detach("tsolyani")
    assert not org.may_detach("mu_ugalavyani")


@pytest.mark.rule("QAD-0.310-f", "QAD-0.310-G2", "QAD-3.011-G1")
def test_who_mixes_troop_types():
    assert [nation for nation, of in book().nations.items() if of.empire and org.may_mix(nation)] == [
        "yan_koryani", "livyani", "salarvyani",
    ]  # fmt: skip


@pytest.mark.rule("QAD-0.310-g", "QAD-0.310-j", "QAD-0.310-k", "QAD-2.004-G6", "QAD-2.004-C1")
def test_the_command_stands_of_an_army():
    found = org.officers("tsolyani", [("tsolyani", "7th Heavy Infantry", 10), ("shen", "4th Shén", 5)])

    assert [(one.title, one.rank, one.unit) for one in found] == [
        ("Kérdudali, Tsolyáni", "army", -1),
        ("Kérdu, 7th Heavy Infantry", "general", 0),
        ("Molkár, 7th Heavy Infantry", "officer", 0),
        ("Molkár, 7th Heavy Infantry", "officer", 0),
        ("4th Shén", "general", 1),
    ]
    assert org.officers("yan_koryani", [])[0].title == "Ochúr, Yán Koryáni"
    assert [one.rank for one in org.officers("salarvyani", [], royal="Prince of the house")] == ["army", "royal"]
    assert org.officers("livyani", [], commander="Rúozhuz of the south")[0].title == "Rúozhuz of the south"


@pytest.mark.rule("QAD-0.330-a", "QAD-0.330-b", "QAD-0.330-G1", "QAD-0.330-E1")
def test_a_war_band():
    assert org.why_not_band(1, {"sro": 1, "bazhaq": 2, "infantry": 4}) is None
    assert org.why_not_band(1, {"sro": 1, "bazhaq": 5, "infantry": 4}).arguments["kind"] == "bazhaq"
    assert org.why_not_band(2, {"sro": 2, "bazhaq": 8, "infantry": 40}) is None
    assert org.why_not_band(2, {"sro": 2, "bazhaq": 8, "infantry": 41}).rule == "QAD-0.330-a"


@pytest.mark.rule("QAD-0.340-a")
def test_ssu_and_hluss_fight_in_masses():
    assert org.why_not_mass(50) is None
    assert org.why_not_mass(51).rule == "QAD-0.340-a"
    assert org.why_not_mass(2) is not None


@pytest.mark.rule("QAD-0.310-i")
def test_high_officers_of_livyanu_are_priests():
    assert [level.officer for level in org.levels("livyani") if org.is_priest("livyani", level.officer)] == [
        "Khuáz", "Qáqqodaz", "Rúozhuz",
    ]  # fmt: skip
    assert not org.is_priest("tsolyani", "Kérdu")
