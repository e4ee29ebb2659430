"""Rosters: what they may say, what they muster, and what that is worth."""

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arbiter
from arbiter.content import Vocabulary, read_text
from arbiter.core.options import BadOptions
from arbiter.games.qadardalikoi import armies, orders, points, rosters, scenarios, terrain
from arbiter.games.qadardalikoi.advice import odds
from arbiter.games.qadardalikoi.battle_entries import BATTLE_KINDS, ArmyEntry, Order
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.geometry import MM
from arbiter.games.qadardalikoi.state import BattleOptions, Kit

from .field import still, troops, unit

B = book()


def army(*units, nation="tsolyani", **more):
    return ArmyEntry(name="Some army", nation=nation, units=tuple(Order(**unit) for unit in units), **more)


def keys(roster, **options):
    return [(fault.line, fault.why.key) for fault in armies.faults(roster, **options)]


@pytest.mark.parametrize("key", B.armies)
def test_the_ready_armies_may_all_be_fought_with(key):
    assert armies.faults(B.armies[key]) == []


def test_there_are_armies_of_the_five_empires_and_of_others():
    nations = {one.nation for one in B.armies.values()}

    assert {key for key, nation in B.nations.items() if nation.empire} <= nations
    assert len(B.armies) >= 12
    assert {"shen", "ssu_grey", "hluss", "pe_choi", "shunned_ones", "tane"} <= nations


def test_what_is_wrong_is_said_of_its_line():
    assert keys(army(nation="narnia")) == [(-1, "army.nation")]
    assert keys(army()) == [(-1, "army.empty")]
    wrong = army({"legion": "tsolyani_1st_hi", "cohorts": 21 - 1}, {"legion": "tsolyani_99th_hi"}, {"cohorts": 3},
                 {"sheet": "shen", "kit": "hat", "cohorts": 3}, {"sheet": "elves", "kit": "archers"})  # fmt: skip
    assert keys(wrong) == [
        (1, "army.legion"), (2, "army.legion_or_sheet"), (3, "army.kit"), (4, "army.sheet"),
    ]  # fmt: skip


@pytest.mark.rule("QAD-0.310-c", "QAD-0.310-e")
def test_a_roster_keeps_to_the_strength_of_legions():
    assert keys(army({"legion": "mu_ugalavyani_hi_1_i", "cohorts": 11}, nation="mu_ugalavyani")) == [
        (0, "army.cohorts")
    ]
    assert keys(army({"legion": "tsolyani_1st_hi", "cohorts": 1})) == [], "a detached cohort"
    twice = army({"legion": "tsolyani_1st_hi", "cohorts": 12}, {"legion": "tsolyani_1st_hi", "cohorts": 9})
    assert keys(twice) == [(-1, "army.twice")]


@pytest.mark.rule("QAD-0.310-f")
def test_tsolyani_cohorts_are_all_of_one_type():
    mixed = {"kit": "heavy_spear", "second": "archers", "cohorts": 6}

    assert keys(army({"legion": "tsolyani_1st_hi", **mixed})) == [(0, "army.mixed")]
    assert keys(army({"legion": "livyani_a1", **mixed}, nation="livyani")) == []


@pytest.mark.rule("QAD-3.000-b")
def test_a_kit_must_be_on_the_sheet():
    assert keys(army({"sheet": "shen", "kit": "heavy_spear", "cohorts": 3})) == [(0, "army.lacks")]


@pytest.mark.rule("QAD-3.002-n1", "QAD-3.006-n1", "QAD-3.002-G2")
def test_shen_and_ahoggya_share_an_army_but_no_division():
    shen = {"sheet": "shen", "kit": "shen_halberd", "cohorts": 4}
    ahoggya = {"sheet": "ahoggya", "kit": "ahoggya_spear", "cohorts": 3}

    assert keys(army(shen, ahoggya)) == [(-1, "army.shen_and_ahoggya")]
    assert keys(army(shen, {**ahoggya, "division": 2})) == []


@pytest.mark.rule("QAD-2.223e-C1", "QAD-2.223e-G1")
def test_steel_is_rare_and_an_option():
    some = army({"legion": "tsolyani_1st_hi", "cohorts": 10, "steel": 1}, {"legion": "tsolyani_11th_mi", "cohorts": 10})
    much = army({"legion": "tsolyani_1st_hi", "cohorts": 10, "steel": 2})

    assert keys(some) == [(-1, "army.no_steel")]
    assert keys(some, steel=True) == []
    assert keys(much, steel=True) == [(-1, "army.steel")]
    assert [kit.steel for kit in armies.muster(some)[0].troops.kits] == [True] + [False] * 9


def test_points_may_be_limited():
    assert keys(army({"legion": "tsolyani_1st_hi", "cohorts": 10}, limit=100)) == [(-1, "army.points")]


@pytest.mark.rule("QAD-3.004-n2", "QAD-3.019-n1", "QAD-3.025-n4")
def test_some_things_are_only_frowned_at():
    roster = army({"sheet": "undead", "kit": "mrur_spear", "cohorts": 3}, {"sheet": "ssu_grey", "kit": "ssu_grey_spear",
                  "figures": 30}, {"sheet": "chyrstall", "kit": "chyrstall_large", "cohorts": 1})  # fmt: skip

    assert keys(roster) == []
    assert [(one.line, one.why.key) for one in armies.remarks(roster)] == [
        (0, "army.concordat"), (1, "army.ambush"), (2, "army.desert"),
    ]  # fmt: skip


@pytest.mark.rule("QAD-0.132-C1", "QAD-0.132-a", "QAD-3.000-G4", "QAD-3.007-G3")
def test_cohorts_are_armed_by_the_kit_of_their_legion():
    marines = armies.mustered(Order(legion="tsolyani_1st_ms", cohorts=8), army())

    assert [kit.missile for kit in marines.troops.kits] == ["", "", "", "short_bow"] * 2
    assert {kit.troop for kit in marines.troops.kits} == {"medium_irregular"}
    assert {(kit.front, kit.depth) for kit in marines.troops.kits} == {(25 * MM, 25 * MM)}
    mixed = armies.mustered(Order(legion="yan_koryani_mighty_of_yan_kor_i", cohorts=10), army(nation="yan_koryani"))
    assert [kit.troop for kit in mixed.troops.kits] == ["heavy", "light", "heavy", "light", "heavy"] * 2
    assert mixed.troops.fatigue == 10, "of the cohort that tires first"


@pytest.mark.rule("QAD-0.132-C1")
def test_every_empire_can_field_a_small_battle():
    for nation in (key for key, one in B.nations.items() if one.empire):
        kits = [B.kits[legion.kit] for legion in B.legions.values() if legion.nation == nation]
        weights = [kit.troop for kit in kits]
        assert weights.count("heavy") >= 2, nation
        assert weights.count("medium") >= 2, nation
        assert weights.count("light") >= 1, nation
        assert sum(bool(kit.missile) for kit in kits) >= 2, nation
        assert any(legion.kind == "AT" for legion in B.legions.values() if legion.nation == nation), nation


@pytest.mark.rule("QAD-2.411-G8", "QAD-3.010-G2", "QAD-2.422-G1")
def test_morale_is_the_legions_or_the_peoples():
    assert armies.morale_of(Order(legion="livyani_e2"), home=True) == (18, "@")
    assert armies.morale_of(Order(legion="livyani_e2"), home=False) == (8, "@")
    assert armies.morale_of(Order(legion="tsolyani_1st_hi"), home=False) == (16, "**")
    assert armies.morale_of(Order(sheet="tsolyani", kit="heavy_spear"), home=False) == (8, "")
    assert armies.morale_of(Order(sheet="nluss", kit="nluss_spear"), home=False) == (10, "")
    assert armies.morale_of(Order(sheet="ghaton_tsolei", kit="medium_spear"), home=False) == (6, "")
    assert armies.morale_of(Order(sheet="hlaka", kit="hlaka_javelin"), home=False) == (4, "##")
    assert armies.morale_of(Order(sheet="hlaka", kit="hlaka_javelin", attached=True), home=False) == (5, "#")
    assert armies.morale_of(Order(sheet="undead", kit="mrur_pike"), home=False) == (0, "")
    assert armies.morale_of(Order(legion="tsolyani_1st_hi", fanatic=True), home=False) == (25, "**")


@pytest.mark.rule("QAD-3.002-G1")
def test_a_unit_that_is_listed_twice_is_one_unit():
    assert armies.legion_of(Order(legion="shen_a_3_of_3_002")) is book().legions["tsolei_a_3"]


@pytest.mark.rule("QAD-POINTS-C1")
def test_the_worth_of_a_figure():
    spear = Kit("heavy", "hvy", "shield", "spear", "short_sword", front=20 * MM)
    # 16 x 16 x 31 x 510 / 35 x 25/16 / 3300 = 54.76
    assert points.of_figure("tsolyani", spear, 16, 2) == 55
    bow = Kit("light", "lt", "none", "short_sword", "dagger", "composite_bow", front=20 * MM)
    # 2 x 4 x 21 x 650 / 35 / 3300 + 13 x 2 x 480 x 480 / 200000 = 30.90
    assert points.of_figure("tsolyani", bow, 6, 0) == 31
    javelin = Kit("medium", "med", "buckler", "javelin", "sword", "javelin", front=50 * MM)
    # 17 x 15 x 30 x 550 / 65 x 9/8 / 3300 + 16 x 2 x 70 x 70 / 200000 = 22.85
    assert points.of_figure("ahoggya", javelin, 15, 0) == 23
    hlaka = Kit("light", "lt", "none", "spear", "dagger", "javelin", front=40 * MM)
    # 6 x 1 x 19 x 950 / 55 x 16/25 / 3300 + 15 x 100 x 100 / 200000 = 1.13: what falls counts as carrying 100 mm
    assert points.of_figure("hlaka", hlaka, 4, -2) == 1
    mrur = Kit("mrur", "hvy", "none", "pike", "axe", front=25 * MM)
    # 15 x 13 x 35 x 510 / 40 / 3300 = 26.37: the Undead count a morale of 20
    assert points.of_figure("undead", mrur, 0, 0) == 26


@pytest.mark.rule("QAD-2.422-C1")
def test_a_fanatic_counts_twice_and_no_morale_above_that_of_the_undead():
    spear = Kit("heavy", "hvy", "shield", "spear", "short_sword", front=20 * MM)

    assert points.of_figure("tsolyani", spear, 16, 2, fanatic=True) == 110
    assert points.of_figure("tsolyani", spear, 25, 2) == points.of_figure("tsolyani", spear, 20, 2)


@pytest.mark.rule("QAD-2.422-C1")
def test_ten_fanatics_hold_their_own_against_twenty_of_their_like():
    """What they count twice for: the expected exchange of blows, whoever charges."""
    lost = {"fanatics": 0.0, "others": 0.0}
    for charging in (0, 1):
        few = replace(unit(0, files=5, ranks=2), troops=troops(cohorts=3, start=10, fanatic=True))
        t = still(few, unit(1, at=(600, 390), files=10, ranks=2), step="move.units")
        odds.go(t.g, orders.plan(t.g, t.unit(charging), [("charge", 1 - charging, 0)]))
        found = odds.losses(t.g)
        lost["fanatics"] += found[0] / 10
        lost["others"] += found[1] / 20
    assert 0.7 < lost["fanatics"] / lost["others"] < 1.4


def test_no_legion_is_fanatic_unless_a_roster_says_so():
    assert not any(unit.troops.fanatic for one in B.armies.values() for unit in armies.muster(one))


def test_an_army_is_worth_its_figures():
    roster = army({"legion": "tsolyani_1st_hi", "cohorts": 5})
    unit = armies.muster(roster)[0]

    assert unit.figures == unit.troops.start == 20
    assert armies.total(roster) == unit.troops.points == 20 * points.of_figure("tsolyani", unit.troops.kits[0], 16, 2)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_refusal_has_words(language):
    words = B.words(language)
    wrong = [
        army(), army(nation="narnia"), army({"cohorts": 3}), army({"legion": "x"}), army({"sheet": "x"}),
        army({"sheet": "shen", "cohorts": 3}), army({"sheet": "shen", "kit": "x", "cohorts": 3}),
        army({"sheet": "shen", "kit": "heavy_spear", "cohorts": 9, "attached": True}),
        army({"legion": "tsolyani_1st_hi", "second": "archers"}),
        army({"legion": "tsolyani_1st_hi", "shares": 1}),
        army({"sheet": "ssu_grey", "kit": "ssu_grey_spear", "figures": 60}),
        army({"sheet": "tane", "kit": "sro_spear", "figures": 1}, nation="tane"),
        army({"legion": "tsolyani_1st_hi", "cohorts": 10, "steel": 2}, limit=5),
    ]  # fmt: skip
    for roster in wrong:
        for steel in (False, True):
            for fault in armies.faults(roster, steel=steel):
                said = fault.why.say(words)
                assert "{" not in said
                assert fault.why.key in words


@pytest.mark.parametrize("key", B.armies)
def test_a_roster_reads_as_it_is_written(key):
    assert rosters.read(rosters.write(key, B.armies[key]), "copy.toml") == {key: B.armies[key]}


def test_a_field_reads_as_it_is_written():
    field = terrain.field_of("desert", lambda sides: sides)
    pack = read_text(rosters.write_field("sand", field), "sand.toml", BATTLE_KINDS, Vocabulary([]))

    assert pack.entries["battlefield"]["sand"] == field


@pytest.mark.rule("QAD-2.001-a", "QAD-2.001-G1", "QAD-0.231-G1")
def test_a_unit_is_a_legion_of_cohorts_or_whatever_stands_by_itself():
    legion = armies.mustered(Order(legion="tsolyani_1st_hi", cohorts=3), army())
    assert (legion.cohorts, len(legion.troops.kits), legion.troops.start) == ((4, 4, 4), 3, 12)
    detached = armies.mustered(Order(legion="tsolyani_1st_hi", cohorts=1), army())
    assert (detached.troops.morale, detached.troops.mark) == (legion.troops.morale, legion.troops.mark)
    beasts = armies.mustered(Order(sheet="tane", kit="sro_spear", figures=3), army(nation="tane"))
    assert (beasts.figures, beasts.troops.morale) == (3, 6), "a Sró of 20 is one figure"


@pytest.mark.rule("QAD-2.134-a")
def test_a_warhammer_stands_after_its_screen_in_the_list():
    screen = {"legion": "tsolyani_1st_hi", "cohorts": 8, "formation": 16}
    hammer = {"sheet": "shen", "kit": "shen_halberd", "cohorts": 2, "division": 2}

    assert keys(army(screen, {**hammer, "shares": 1})) == []
    assert keys(army({**hammer, "shares": 2}, screen)) == [(0, "army.shares")]


# Rosters that were mistyped


def of(keys, *mistyped):
    """Some keys of the content, and what somebody might type instead."""
    return st.sampled_from([*list(keys)[::7], "", "elves", *mistyped])


LINES = st.builds(
    Order,
    legion=of(B.legions, "Tsolyani_1st_HI"),
    sheet=of(B.sheets),
    kit=of(B.kits),
    second=of(B.kits),
    cohorts=st.integers(0, 30),
    figures=st.sampled_from([0, 0, 1, 7, 400]),
    division=st.integers(1, 5),
    area=st.integers(0, 10),
    formation=st.integers(0, 19),
    files=st.integers(0, 100),
    shares=st.integers(0, 4),
    bodyguard=st.booleans(),
    attached=st.booleans(),
    fanatic=st.booleans(),
    steel=st.integers(0, 100),
    arrives=st.integers(0, 3),
)
LEGIONS = st.builds(
    Order,
    legion=st.sampled_from(list(B.legions)),
    cohorts=st.integers(0, 12),
    formation=st.integers(0, 19),
    shares=st.integers(0, 4),
    bodyguard=st.booleans(),
    attached=st.booleans(),
)
ROSTERS = st.builds(
    ArmyEntry,
    name=st.sampled_from(["", "Mine"]),
    nation=of(B.nations, "tsolyani"),
    formation=st.integers(0, 12),
    commander=st.sampled_from(["", "Nobody"]),
    royal=st.sampled_from(["", "Nobody"]),
    units=st.lists(LINES | LEGIONS, max_size=4).map(tuple),
)


@given(ROSTERS)
def test_a_roster_is_refused_in_words_or_can_be_drawn_up(roster):
    """Whatever somebody types: no table is half set."""
    told = {"scenario": "wells", "armies": "mine,brood", "rosters": {"mine": msgspec.to_builtins(roster)}}
    fault = armies.why_unplayable(roster)
    if fault is None:
        table = arbiter.new("qadardalikoi", 2, 1, told)
        assert len(table.state.units) == len(roster.units) + len(B.armies["brood"].units)
    else:
        with pytest.raises(BadOptions) as refused:
            arbiter.new("qadardalikoi", 2, 1, told)
        assert fault.why.say(B.words("en")) in str(refused.value)


@pytest.mark.parametrize("number", [15, 16, 17, 19])
@pytest.mark.parametrize("itself", [True, False])
def test_who_hides_behind_himself_or_behind_too_few_stands_by_himself(number, itself):
    few = {"legion": "tsolyani_pe_choi_1st", "cohorts": 1, "formation": number, "shares": int(itself)}
    other = {"legion": "tsolyani_1st_hi", "cohorts": 2, "shares": int(not itself)}
    roster = {"name": "", "nation": "tsolyani", "units": [few, other]}
    told = {"scenario": "wells", "armies": "mine,brood", "rosters": {"mine": roster}}
    units = arbiter.new("qadardalikoi", 2, 1, told).state.units[:2]
    assert [(unit.with_, unit.formation, unit.there) for unit in units] == [(-1, 2, True)] * 2


def test_a_line_that_nobody_can_play_with_is_named():
    told = {"armies": "mine", "rosters": {"mine": {"name": "", "nation": "tsolyani", "units": [{"legion": "elves"}]}}}
    with pytest.raises(BadOptions, match="line 1 of the army mine: there is no legion elves"):
        arbiter.new("qadardalikoi", 2, 1, told)


def test_armies_that_are_joined_keep_who_hides_behind_whom():
    screened = army({"legion": "tsolyani_1st_hi", "formation": 15}, {"legion": "tsolyani_7th_hi", "shares": 1})
    options = BattleOptions(armies="brood+mine", rosters={"mine": screened})
    units = scenarios.scenario_of(options).sides[0].units

    before = len(B.armies["brood"].units)
    assert units[before + 1].shares == before + 1
    assert units[:before] == B.armies["brood"].units
