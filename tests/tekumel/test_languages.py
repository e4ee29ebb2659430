"""Languages."""

import pytest

from arbiter.games.tekumel.effects import RULES
from arbiter.games.tekumel.equipment import gain_items
from arbiter.games.tekumel.languages import known, learn, shares
from arbiter.games.tekumel.state import reading
from arbiter.kit.effects import By

from .table import BOOK, hero, position


@pytest.mark.rule("TEK-LANG-1", "TEK-LANG-2", "TEK-LANG-3", "TEK-LANG-4")
def test_ten_modern_languages_and_five_ancient_ones_as_printed():
    modern = [entry for entry in BOOK.languages.values() if entry.age == "modern"]
    ancient = [entry for entry in BOOK.languages.values() if entry.age == "ancient"]

    assert ([entry.cost for entry in modern], [entry.cost for entry in ancient]) == ([1] * 10, [2] * 5)
    assert [entry.name for entry in modern] == [
        "Ghátóni", "Livyáni", "Mihállí", "Milumanayáni", "N'lússa", "Pecháni", "Sa'á Allaqiyáni", "Salarvyáni",
        "Tsolyáni", "Yán Kóryani",
    ]  # fmt: skip
    assert [entry.name for entry in BOOK.languages.values() if entry.common] == [
        "Milumanayáni", "Salarvyáni", "Tsolyáni", "Yán Kóryani",
    ]  # fmt: skip
    assert [entry.name for entry in ancient] == [
        "Ancient Tsolyáni", "Ancient Salarvyáni", "Engsvanyáli", "Llyáni", "Tsáqw",
    ]  # fmt: skip
    assert all(entry.printed is True for entry in BOOK.languages.values())


@pytest.mark.rule("TEK-LANG-2", "TEK-LANG-3", "TEK-LANG-4")
def test_what_a_hero_knows_is_learnt_worn_or_lent():
    g = reading(position(hero("H1", companions="E05")).state)

    assert known(g, 0) == ["livyani", "salarvyani", "tsolyani", "yan_koryani", "engsvanyali", "llyani"]


@pytest.mark.rule("TEK-GAP-LANGUAGE-POINTS")
def test_starting_languages_use_exactly_the_starting_mind():
    for sheet in BOOK.heroes.values():
        assert sum(BOOK.languages[language].cost for language in sheet.languages) == sheet.mind


@pytest.mark.rule("TEK-LANG-1", "TEK-GAP-LANGUAGE-POINTS", "TEK-DEC-LANGUAGE-LEARN", "TEK-EX-MIND-LANG")
def test_a_raise_of_mind_is_a_point_for_a_modern_language_or_for_later():
    t = position(hero("H1", raised={"mind": 1}), rules=lambda g: learn(g, 0))
    assert "ghatoni" in t.values()
    assert "llyani" not in t.values()
    t.say("")
    assert t.hero().points == 1

    t = position(hero("H1", raised={"mind": 2}, points=1), rules=lambda g: learn(g, 0))
    t.say("llyani")
    assert t.over
    assert (t.hero().points, "llyani" in t.hero().languages) == (0, True)


@pytest.mark.rule("TEK-GAP-SHARED-LANGUAGE")
def test_with_somebody_who_has_no_language_none_is_shared():
    t = position(hero("H1", spells="S11"))
    t.use("cast", "S11")
    g = reading(t.state)

    assert shares(g, 0, ["mihalli"])
    assert not shares(g, 0, [])
    t.rest()
    assert not shares(reading(t.state), 0, ["mihalli"]), "until the end of the turn"


@pytest.mark.rule("TEK-DEC-LANGUAGE-LEARN")
def test_the_scholars_cord_brings_languages_worth_two_points_while_it_is_worn():
    t = position(hero("H1", items="Q04"), rules=lambda g: gain_items(g, 0, ["Q30"]))
    assert t.asked == [(0, "learn.worn")]
    assert t.refuses(["ghatoni"]).key == "learn.worth"
    assert t.refuses(["ghatoni", "llyani"]).key == "learn.worth"

    t.say(["engsvanyali"]).say(["Q04", "Q30"])
    assert "engsvanyali" in known(reading(t.state), 0)

    t = position(hero("H1", items="Q04"), rules=lambda g: gain_items(g, 0, ["Q30"]))
    t.say(["engsvanyali"]).say(["Q04"])
    assert "engsvanyali" not in known(reading(t.state), 0)


@pytest.mark.rule("TEK-DEC-LANGUAGE-LEARN")
def test_who_knows_them_all_is_not_asked_which_the_cord_brings():
    t = position(hero("H1", items="", languages=" ".join(BOOK.languages)), rules=lambda g: gain_items(g, 0, ["Q30"]))

    assert t.asked == [(0, "wear")]


@pytest.mark.parametrize(("languages", "drawn"), [("tsolyani llyani", 2), ("tsolyani livyani", 0)])
def test_a_library_has_something_for_those_who_know_an_ancient_language(languages, drawn):
    row = BOOK.sources["sanctum.8"].effects
    t = position(hero("H1", languages=languages), rules=lambda g: RULES.run(g, row, By(0, "sanctum.8")))

    assert len(t.hero().spells) == drawn
    assert len(t.hero().hand.cards) == (not drawn)
