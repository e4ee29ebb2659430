"""0.400 and 0.410: areas, plans and modifiers."""

import pytest

from arbiter.games.qadardalikoi.army_formations import (
    MIRRORED,
    Post,
    Rectangle,
    area,
    area_at,
    asked,
    attacks_flank,
    fits,
    is_warhammer,
    may_switch,
    modifier,
    suits,
    swords,
    why_not,
    zone,
)
from arbiter.games.qadardalikoi.battle_entries import SideOfBattle
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.entries import Slot
from arbiter.games.qadardalikoi.scenarios import every_plan, plans_of

B = book()
HEAVY = Post(6, 40 * 16, "hvy", True, False, 1, 400, 100, "tsolyani", 160)
FIELD = zone(0, 243_800, 121_900)


def post(area, figures=40, kind="hvy", formation=1, **more):
    """A unit in an area; light ones go 300 mm, others 160."""
    defence, pace = (10, 300) if kind == "lt" else (16, 160)
    made = HEAVY._replace(area=area, strength=figures * defence, weight=kind, formation=formation, pace=pace)
    return made._replace(**more)


@pytest.mark.rule("QAD-0.400-c", "QAD-0.400-G1", "QAD-0.400-i")
def test_each_half_has_ten_areas_in_three_rows():
    assert [B.areas[n].name for n in range(1, 11)][:4] == ["Left Arrow", "Centre Arrow", "Right Arrow", "Left Gauntlet"]
    assert area(6, 0, FIELD) == Rectangle(85_330, 9_142, 158_470, 22_856)
    covered = sum((r.right - r.left) * (r.top - r.bottom) for r in (area(n, 0, FIELD) for n in range(1, 11)))
    assert covered == pytest.approx(243_800 * (121_900 // 4), rel=0.001)
    camp, post_ = area(11, 0, FIELD), area(12, 0, FIELD)
    assert camp.bottom == post_.bottom == 0
    assert camp.top < post_.top < FIELD.top // 2


@pytest.mark.rule("QAD-0.400-c", "QAD-0.400-G1")
def test_areas_are_seen_from_behind_ones_own_army():
    other = zone(1, 243_800, 121_900)

    assert area(4, 0, FIELD).left == 0
    assert area(4, 1, other).right == 243_800
    assert area(2, 1, other).bottom == other.bottom, "the Arrows are nearest to the enemy"
    for n in range(1, 11):
        r = area(n, 1, other)
        assert area_at((r.left + r.right) // 2, (r.bottom + r.top) // 2, 1, other) == n


@pytest.mark.rule("QAD-0.400-d", "QAD-0.400-e", "QAD-0.400-f", "QAD-0.400-g", "QAD-0.400-h")
def test_what_areas_are_meant_for():
    assert [suits(n, "lt", False) for n in range(1, 11)] == [True] * 4 + [False] * 3 + [True] * 3
    assert [suits(n, "hvy", False) for n in range(1, 11)] == [False] * 3 + [True] * 7
    assert suits(2, "med", missile=True)


@pytest.mark.rule("QAD-0.400-a")
def test_every_plan_has_a_sword():
    assert {n: swords(one) for n, one in B.army_formations.items()} == {
        1: 2, 2: 2, 3: 2, 4: 1, 5: 2, 6: 4, 7: 1, 8: 2, 9: 3, 10: 3, 11: 1, 12: 1,
    }  # fmt: skip


@pytest.mark.rule("QAD-0.400-b")
def test_the_two_families_of_plans():
    assert [n for n, one in B.army_formations.items() if attacks_flank(one)] == [1, 2, 3, 4, 5, 6]


PLANS = {
    1: [post(5), post(7), post(6, 20), post(2, 20, "lt")],
    2: [post(5, formation=5), post(7, formation=6), post(6, 20), post(2, 20, "lt")],
    3: [post(4), post(8), post(6, 20)],
    4: [post(7, 50), post(6), post(5)],
    5: [post(5), post(7), post(6)],
    6: [post(9), post(5), post(6, 20), post(7), post(8)],
    7: [post(6), post(5, 20), post(7, 20)],
    8: [post(6), post(6), post(5), post(7)],
    9: [post(6), post(5), post(5), post(7), post(7), post(4, pace=200), post(8, sheet="shen")],
    10: [post(6), post(6), post(6), post(5), post(7, 20), post(3, 20, "lt")],
    11: [post(6, formation=11), post(5, formation=5), post(7, formation=6)],
    12: [post(6), post(4, 20, "lt", 4, wide=20, deep=500), post(8, 20, "lt", 2, wide=40, deep=200)],
}
BROKEN = {
    1: (2, {"strength": 800}), 2: (0, {"formation": 1}), 3: (1, {"area": 7}), 4: (1, {"strength": 960}),
    5: (1, {"area": 8}), 6: (0, {"area": 10}), 7: (1, {"strength": 960}), 8: (0, {"area": 2}), 9: (5, {"pace": 160}),
    10: (2, {"area": 9}), 11: (0, {"formation": 1}), 12: (1, {"wide": 600}),
}  # fmt: skip


@pytest.mark.rule(
    "QAD-0.410-a", "QAD-0.410-b", "QAD-0.410-c", "QAD-0.410-d", "QAD-0.410-e", "QAD-0.410-f", "QAD-0.410-g",
    "QAD-0.410-h", "QAD-0.410-i", "QAD-0.410-j", "QAD-0.410-k", "QAD-0.410-l", "QAD-0.410-m", "QAD-0.410-C1",
)  # fmt: skip
@pytest.mark.parametrize("number", PLANS)
def test_an_army_stands_as_its_plan_asks_or_does_not(number):
    posts = PLANS[number]
    at, change = BROKEN[number]

    assert why_not(number, posts) is None
    assert why_not(number, [one._replace(area=MIRRORED.get(one.area, one.area)) for one in posts]) is None
    refused = why_not(number, [one._replace(**change) if n == at else one for n, one in enumerate(posts)])
    assert refused is not None
    assert (refused.key, refused.rule) == ("plan.not_so", "QAD-0.410-G1")


@pytest.mark.rule("QAD-0.410-G1")
def test_a_small_army_drops_shields_from_the_end_and_never_swords():
    doors = B.army_formations[9]

    assert [slot.area for slot in asked(doors, 7)] == [6, 5, 5, 7, 7, 4, 8]
    assert [slot.area for slot in asked(doors, 4)] == [6, 5, 4, 8]
    assert [slot.area for slot in asked(doors, 1)] == [6, 4, 8]
    assert why_not(1, [post(5), post(7)]) is None
    assert why_not(1, [post(5), post(6)]) is not None


@pytest.mark.rule("QAD-0.410-i")
def test_the_two_gates_stand_one_behind_the_other():
    apart = [post(6, x=-300), post(6, x=300), post(5), post(7)]

    assert why_not(8, apart) is not None


@pytest.mark.rule("QAD-0.410-n")
def test_who_can_be_a_warhammer():
    assert is_warhammer(post(4, sheet="ahoggya"))
    assert is_warhammer(post(4, pace=200))
    assert not is_warhammer(post(4, pace=199))


def test_a_strong_place_takes_light_non_humans_but_no_light_humans():
    slot = Slot(area=5, kind="strong", role="sword")

    assert not fits(slot, post(5, kind="lt"))
    assert fits(slot, post(5, kind="lt", human=False, sheet="pe_choi"))


@pytest.mark.rule("QAD-0.410-G3")
def test_nobody_is_forbidden_a_formation():
    assert every_plan(7) == (7, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 0)
    assert all(set(plans_of(SideOfBattle("", nation=nation))) == set(range(13)) for nation in B.nations)


@pytest.mark.rule("QAD-0.410-G2")
def test_the_five_fingers_may_close_into_the_claw():
    assert may_switch(6, commander_free=True) == 5
    assert may_switch(6, commander_free=False) == 0
    assert may_switch(3, commander_free=True) == 0


@pytest.mark.rule("QAD-2.223-d", "QAD-2.223-G2")
def test_a_modifier_is_that_of_the_nation_that_is_served():
    gauntlets, divider, mountain = B.army_formations[3], B.unit_formations[5], B.unit_formations[1]

    assert modifier(gauntlets, "tsolyani", "tsolyani") == 2
    assert modifier(gauntlets, "tsolyani", "pe_choi") == 2
    assert modifier(gauntlets, "pe_choi", "pe_choi") == 0
    assert modifier(divider, "livyani", "livyani") == 2
    assert modifier(mountain, "saa_allaqi", "small_states") == 1
    assert modifier(divider, "saa_allaqi", "small_states") == 0


@pytest.mark.rule("QAD-2.223-h", "QAD-2.223-j")
def test_a_race_has_a_modifier_of_its_own():
    assert modifier(B.unit_formations[8], "mu_ugalavyani", "pe_choi") == 2
    assert modifier(B.army_formations[7], "shen", "shen") == 3
    assert modifier(B.army_formations[7], "tsolyani", "shen") == 3


@pytest.mark.rule("QAD-2.223-i", "QAD-2.223-G3", "QAD-0.420-G11", "QAD-0.420-n")
def test_who_likes_the_garment_of_idessa():
    garment = B.unit_formations[10]

    assert [
        modifier(garment, race, race) for race in ("ssu_grey", "ssu_black", "pe_choi", "pachi_lei", "tinaliya")
    ] == [1] * 5
    assert [modifier(garment, "tsolyani", race) for race in ("shen", "ahoggya")] == [0, 0]
    assert modifier(garment, "tsolei", "ghaton_tsolei") == 1
    assert (modifier(garment, "urunen", "urunen"), modifier(garment, "tsolyani", "urunen")) == (0, 1)


@pytest.mark.rule("QAD-0.410-G1")
def test_who_may_be_stronger_than_whom():
    """The light troops before two wedges may be strong, the weak centre between them may not."""
    wedges = [post(5, formation=5), post(7, formation=6)]
    assert why_not(2, [*wedges, post(6, 20), post(2, 90, "lt")]) is None
    assert why_not(2, [*wedges, post(6, 41), post(2, 20, "lt")]).rule == "QAD-0.410-G1"
    assert why_not(1, [post(5), post(7), post(6, 20), post(2, 90, "lt")]).rule == "QAD-0.410-G1"


@pytest.mark.rule("QAD-0.410-G1")
def test_skirmishers_are_no_formed_unit():
    mace = [post(7, 60), post(6, 30), post(5, 30)]
    assert why_not(4, mace) is None
    assert why_not(4, [*mace[:2], post(5, 30, formed=False)]) is not None
