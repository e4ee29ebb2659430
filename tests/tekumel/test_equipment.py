"""Equipment Cards and Equipment Limits."""

import pytest

from arbiter.games.tekumel.equipment import carry_limit, fit, gain_items, load, rearrange
from arbiter.games.tekumel.state import reading

from .table import hero, position


def limit(made):
    return carry_limit(reading(position(made).state), 0)


def worn(t, seat=0):
    return {item.card for item in t.hero(seat).items if item.worn}


@pytest.mark.rule("TEK-EQUIP-2", "TEK-GAP-CARRY")
def test_a_hero_carries_as_much_as_he_is_strong():
    assert limit(hero("H6")).value == 3
    assert limit(hero("H6", raised={"strength": 2}, companions="E14")).value == 3 + 2 + 1


@pytest.mark.rule("TEK-GAP-SLAVE")
def test_each_porter_carries_two_more():
    assert limit(hero("H6", porters=2)).value == 3 + 4
    assert [term.source for term in limit(hero("H6", porters=1)).terms()] == ["number.strength", "card.porter"]


@pytest.mark.rule("TEK-EQUIP-7")
def test_scrolls_and_spells_are_no_load():
    t = position(hero("H6", items="Q01 -Q05 Q33 Q37 Q38", spells="S01 S02"))

    assert load(reading(t.state), 0) == ["Q01", "Q05", "Q33"]


@pytest.mark.rule("TEK-GAP-CARRY-OVER", "TEK-DEC-CARRY-DISCARD")
def test_who_has_too_much_discards_at_once_what_he_likes():
    t = position(hero("H6", items="Q01 Q02 Q33 Q34 Q35 Q37"), rules=lambda g: fit(g, 0))
    assert t.asked == [(0, "discard.equipment")]
    assert t.refuses(["Q01"]).key == "refused.count"

    t.say(["Q34", "Q35"])

    assert [item.card for item in t.hero().items] == ["Q01", "Q02", "Q33", "Q37"]
    assert t.state.equipment.discard == ["Q34", "Q35"]
    assert position(hero("H6", items="Q01 Q02 Q33 Q37"), rules=lambda g: fit(g, 0)).over, "as many as he can carry"


@pytest.mark.rule("TEK-EQUIP-3", "TEK-EQUIP-4", "TEK-EQUIP-5", "TEK-EQUIP-6", "TEK-DEC-WEAR")
@pytest.mark.parametrize(
    ("wears", "place", "rule"),
    [
        (["Q01", "Q02", "Q15"], "hand", "TEK-EQUIP-3"),
        (["Q17", "Q18"], "helmet", "TEK-EQUIP-4"),
        (["Q20", "Q21"], "armor", "TEK-EQUIP-5"),
        (["Q24", "Q28"], "personal", "TEK-EQUIP-6"),
    ],
)
def test_two_weapons_or_shields_and_one_helmet_armor_and_personal_item_are_worn(wears, place, rule):
    owned = "-Q01 -Q02 -Q15 -Q17 -Q18 -Q20 -Q21 -Q24 -Q28"
    t = position(hero("H1", items=owned), rules=lambda g: rearrange(g, 0))

    refused = t.refuses(wears)
    assert (refused.key, refused.rule) == (f"wear.{place}", rule)
    t.say(["Q01", "Q15", "Q17", "Q21", "Q24"])
    assert worn(t) == {"Q01", "Q15", "Q17", "Q21", "Q24"}


@pytest.mark.rule("TEK-EQUIP-3", "TEK-GAP-WEAR", "TEK-EX-WEAR")
def test_what_counts_as_two_fills_both_hands():
    t = position(hero("H1", items="Q05 -Q15"), rules=lambda g: rearrange(g, 0))

    assert t.refuses(["Q05", "Q15"]).key == "wear.hand"
    t.say(["Q15"])
    assert worn(t) == {"Q15"}


@pytest.mark.rule("TEK-GAP-WEAR")
def test_what_is_not_worn_does_not_work_and_carried_gear_does():
    assert position(hero("H1", at="19", items="Q31")).asks[0].args == {"points": 4}
    assert position(hero("H1", at="19", items="-Q31")).asks[0].args == {"points": 3}
    assert ("activate", "Q35") in position(hero("H1", at="19", items="Q35")).values()


@pytest.mark.rule("TEK-EQUIP-1", "TEK-GAP-ACTIVATE")
def test_always_on_activate_and_discard():
    t = position(hero("H1", at="19", items="Q31 Q35 Q40"))
    assert {("activate", "Q35"), ("discard", "Q40")} <= set(t.values())
    assert ("activate", "Q31") not in t.values()

    t.use("activate", "Q35").use("discard", "Q40")

    assert [(item.card, item.down) for item in t.hero().items] == [("Q31", False), ("Q35", True)]
    assert t.state.equipment.discard == ["Q40"]
    assert t.refuses(("activate", "Q35")).key == "use.not_ready"


@pytest.mark.rule("TEK-GAP-WEAR")
def test_whoever_gains_something_may_wear_it_at_once():
    t = position(hero("H1", items="Q04"), rules=lambda g: gain_items(g, 0, ["Q16"]))
    assert t.asked == [(0, "wear")]

    t.say(["Q04", "Q16"])

    assert worn(t) == {"Q04", "Q16"}


@pytest.mark.rule("TEK-GAP-CARRY-OVER")
def test_a_card_may_be_taken_and_then_discarded_and_in_the_market_that_waits():
    full = "Q01 Q33 Q34"
    t = position(hero("H6", items=full), rules=lambda g: gain_items(g, 0, ["Q35"]))
    assert t.asked == [(0, "discard.equipment")]

    assert position(hero("H6", items=full), step="market", rules=lambda g: gain_items(g, 0, ["Q35"])).over


@pytest.mark.rule("TEK-GAP-FREE-USE", "TEK-DEC-FREE-USE")
def test_at_a_free_use_point_what_is_worn_is_changed_once():
    t = position(hero("H1", at="19", items="Q04 -Q15"))

    t.use("wear", "").say(["Q15"])

    assert worn(t) == {"Q15"}
    assert t.refuses(("wear", "")).key == "wear.once"


@pytest.mark.rule("TEK-GAP-WEAR")
def test_whatever_is_gained_what_is_worn_may_be_changed():
    t = position(hero("H1", items="Q01 -Q04"), rules=lambda g: gain_items(g, 0, ["Q35"]))
    assert t.asked == [(0, "wear")]

    t = position(hero("H1", items="Q01"), rules=lambda g: gain_items(g, 0, ["Q35"]))
    assert t.over, "there is nothing else to wear"
