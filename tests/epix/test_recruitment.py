"""Recruitment: prices, places, limits."""

import pytest

from arbiter.games.epix.state import treasury

from .table import position


def recruiting(**given):
    """Yellow has turned up Recruitment."""
    return position(**{"action": "recruitment", "gold": 15, **given})


@pytest.mark.rule("EPIX-REC-1", "EPIX-D-RECRUIT")
def test_any_number_of_units_none_included_EPIX_D_RECRUIT():
    none, some = recruiting(), recruiting()

    none.done()
    for unit, province in ("soldier", "aldermoor"), ("camp", "cinderpass"), ("catapult", "cinderpass"):
        some.recruit(unit, province)

    assert not any(none.state.stand)
    assert some.at("aldermoor") == "yellow soldier"
    assert some.at("cinderpass") == "yellow camp catapult"
    assert some.gold("yellow") == 9
    assert some.asked == [("yellow", "recruit")]
    some.done()
    assert some.asked == [("blue", "recruit")]


@pytest.mark.rule("EPIX-REC-1")
def test_the_action_ends_by_itself_when_nothing_can_be_bought():
    t = recruiting(gold=3).recruit("camp", "cinderpass")

    assert t.asked[0][0] == "blue"


@pytest.mark.rule("EPIX-REC-2")
@pytest.mark.parametrize(("unit", "cost"), [("soldier", 2), ("knight", 6), ("camp", 2), ("catapult", 2)])
def test_prices(unit, cost):
    t = recruiting(gold=cost)
    before = treasury(t.state)
    t.recruit(unit, "willowmere")
    assert t.gold("yellow") == 0
    assert treasury(t.state) == before + cost

    poor = recruiting(gold=max(2, cost - 1))
    if cost > 2:
        refused = poor.refuses(unit, "willowmere")
        assert (refused.rule, f"{cost} Gold" in refused.reason) == ("EPIX-REC-2", True)


@pytest.mark.rule("EPIX-REC-3")
def test_some_cards_change_prices():
    t = recruiting(gold=4, cards={"yellow": "royal_stables"})
    assert t.places("knight")
    assert [o.args["gold"] for o in t.asks[0].options() if o.value[0] == "knight"] == [4, 4, 4]


@pytest.mark.rule("EPIX-REC-4")
def test_a_province_holds_one_colour_only():
    t = recruiting(units={"cinderpass": "blue soldier"})

    assert all("cinderpass" not in t.places(unit) for unit in ("soldier", "knight", "camp", "catapult"))
    assert t.refuses("knight", "cinderpass").rule == "EPIX-REC-4"


@pytest.mark.rule("EPIX-REC-5")
@pytest.mark.parametrize("unit", ["soldier", "knight", "camp", "catapult"])
def test_no_two_alike(unit):
    t = recruiting(units={"cinderpass": f"yellow {unit}"})

    assert "cinderpass" not in t.places(unit)
    assert t.refuses(unit, "cinderpass").rule == "EPIX-REC-5"
    others = {"soldier", "knight", "camp", "catapult"} - {unit}
    assert all("cinderpass" in t.places(other) for other in others)


@pytest.mark.rule("EPIX-REC-6", "EPIX-LAND-2")
def test_the_own_castle_is_always_open_within_the_stacking_limits():
    t = recruiting(units={"cinderpass": "blue soldier", "willowmere": "blue soldier"})
    assert t.places("soldier") == t.places("knight") == t.places("catapult") == {"aldermoor"}

    t = recruiting(units={"aldermoor": "yellow knight"})
    assert "aldermoor" not in t.places("knight")
    assert "aldermoor" in t.places("soldier")


@pytest.mark.rule("EPIX-REC-7", "EPIX-LAND-3")
def test_the_two_homes_are_open_even_empty_unless_an_enemy_is_there():
    t = recruiting(units={"willowmere": "blue camp"})

    assert t.places("soldier") == {"aldermoor", "cinderpass"}
    assert t.refuses("soldier", "willowmere").rule == "EPIX-REC-4"


@pytest.mark.rule("EPIX-REC-8", "EPIX-G-RECRUIT-ABROAD")
def test_every_province_with_an_own_unit_is_open_too_EPIX_G_RECRUIT_ABROAD():
    t = recruiting(units={"lochmess": "yellow camp", "frostvale": "yellow soldier"})

    assert t.places("knight") == {"aldermoor", "cinderpass", "willowmere", "lochmess", "frostvale"}
    assert "bronzegate" not in t.places("knight")
    assert t.refuses("knight", "broceland").rule == "EPIX-REC-8"
    assert t.refuses("knight", "bronzegate").rule == "EPIX-REC-8"
    t.recruit("knight", "frostvale")
    assert t.at("frostvale") == "yellow soldier knight"


@pytest.mark.rule("EPIX-REC-9")
def test_no_camp_in_a_castle():
    t = recruiting()

    assert t.places("camp") == {"cinderpass", "willowmere"}
    assert t.refuses("camp", "aldermoor").rule == "EPIX-REC-9"


@pytest.mark.rule("EPIX-REC-10")
def test_no_knight_in_kilimandjora():
    t = recruiting(units={"kilimandjora": "yellow soldier"})

    assert "kilimandjora" not in t.places("knight")
    assert {"kilimandjora"} <= t.places("camp") & t.places("catapult")
    assert t.refuses("knight", "kilimandjora").rule == "EPIX-REC-10"


@pytest.mark.rule("EPIX-G-SUPPLYLIMIT")
def test_a_lost_unit_can_be_bought_again_EPIX_G_SUPPLYLIMIT():
    board = {"aldermoor": "yellow soldier", "cinderpass": "yellow soldier", "willowmere": "yellow soldier"}
    t = position(season="winter", units={**board, "frostvale": "blue soldier"}, action="move_attack recruitment")
    t.choose("move_attack").attack("soldier", "cinderpass", "frostvale").bids(1, 1)
    assert t.supply("yellow", "soldier") == 1
    t.end()

    t.recruit("soldier", "cinderpass")

    assert t.at("cinderpass") == "yellow soldier"


@pytest.mark.rule("EPIX-G-RECRUIT-CHAIN")
def test_units_bought_a_moment_ago_open_no_new_province_EPIX_G_RECRUIT_CHAIN():
    t = recruiting()
    before = t.places("soldier")
    t.recruit("knight", "cinderpass")

    assert t.places("soldier") == before


@pytest.mark.rule("EPIX-G-RECRUIT-CHAIN")
def test_each_unit_checks_the_board_as_it_is_then_EPIX_G_RECRUIT_CHAIN():
    t = recruiting().recruit("camp", "cinderpass")

    assert "cinderpass" not in t.places("camp")
