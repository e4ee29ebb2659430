"""Catapults: what they reach, what they destroy, and how they are captured."""

import pytest

from arbiter.games.epix import GAME
from arbiter.games.epix.attack import guesses
from arbiter.games.epix.board import board
from arbiter.games.epix.contents import UNIT

from .table import position


def siege(target, *, at="cinderpass", place="frostvale", gold=10, **more):
    """A yellow Catapult faces a province; a Knight at home keeps the action open."""
    units = {at: "yellow catapult", "aldermoor": "yellow knight", place: target, **more.pop("units", {})}
    return position(units=units, gold={"yellow": gold}, **more)


@pytest.mark.rule("EPIX-CAT-1")
def test_a_catapult_attacks_one_adjacent_province():
    t = siege("blue soldier", units={"willowmere": "red camp", "amberfield": "blue camp"})

    assert t.targets("catapult", "cinderpass") == {"frostvale", "willowmere"}
    assert t.refuses("attack", "catapult", "cinderpass", "amberfield").rule == "EPIX-MA-3"


@pytest.mark.rule("EPIX-CAT-2")
def test_a_catapult_never_attacks_kilimandjora():
    t = siege("blue soldier", place="kilimandjora")

    assert t.targets("catapult", "cinderpass") == set()
    assert t.refuses("attack", "catapult", "cinderpass", "kilimandjora").rule == "EPIX-CAT-2"


@pytest.mark.rule("EPIX-CAT-3", "EPIX-G-CAT-RANGE")
def test_from_kilimandjora_it_reaches_two_steps_and_every_castle_EPIX_G_CAT_RANGE():
    castles = {"bronzegate": "blue soldier", "corvane": "red soldier", "duskhold": "green soldier"}
    t = position(
        units={"kilimandjora": "yellow catapult", **castles, "amberfield": "blue camp", "frostvale": "blue knight"}
    )

    assert t.targets("catapult", "kilimandjora") == {*castles, "amberfield", "frostvale"}
    t.attack("catapult", "kilimandjora", "bronzegate")
    assert t.asks[1].most == 2


@pytest.mark.rule("EPIX-G-CAT-RANGE", "EPIX-G-TWOPLAYERS")
def test_two_steps_may_not_lead_over_closed_provinces_EPIX_G_CAT_RANGE_EPIX_G_TWOPLAYERS():
    t = position(2, units={"kilimandjora": "yellow catapult", "broceland": "blue camp", "bronzegate": "blue soldier"})

    assert t.targets("catapult", "kilimandjora") == {"broceland", "bronzegate"}
    for closed in ("corvane", "thornwick", "foxhollow"):
        assert "no province" in t.refuses("attack", "catapult", "kilimandjora", closed).reason


@pytest.mark.rule("EPIX-CAT-4", "EPIX-CAT-5")
def test_a_success_destroys_all_units_there_and_nothing_is_captured():
    t = siege("blue soldier knight camp catapult")
    t.attack("catapult", "cinderpass", "frostvale").bids(2, 0)

    assert t.at("frostvale") == ""
    assert [t.supply("blue", unit) for unit in ("soldier", "knight", "camp", "catapult")] == [3, 2, 3, 2]
    assert t.gold("yellow") == 8
    assert "frostvale" not in t.holds("yellow")


@pytest.mark.rule("EPIX-CAT-4")
def test_bid_and_guess_decide_as_in_any_attack():
    t = siege("blue soldier camp").attack("catapult", "cinderpass", "frostvale").bids(2, 2)

    assert t.at("frostvale") == "blue soldier camp"
    assert t.gold("yellow") == 8


@pytest.mark.rule("EPIX-CAT-6")
def test_against_a_castle_it_destroys_the_units_only():
    t = siege("blue soldier knight catapult", at="frostvale", place="bronzegate")
    t.attack("catapult", "frostvale", "bronzegate").bids(3, 0, 1)

    assert t.at("bronzegate") == ""
    assert t.holds("blue") == {"bronzegate"}
    assert not t.over


@pytest.mark.rule("EPIX-CAT-7", "EPIX-G-CAT-NOTARGET")
def test_a_garrison_cannot_be_attacked_by_a_catapult_EPIX_G_CAT_NOTARGET():
    t = position(units={"frostvale": "yellow catapult", "aldermoor": "yellow knight"})

    assert t.targets("catapult", "frostvale") == set()
    assert t.refuses("attack", "catapult", "frostvale", "bronzegate").rule == "EPIX-CAT-7"
    assert t.refuses("attack", "catapult", "frostvale", "amberfield").rule == "EPIX-ATTACK-1"


@pytest.mark.rule("EPIX-CAT-8", "EPIX-CAT-9")
@pytest.mark.parametrize("named", [0, 2])
def test_it_goes_back_to_supply_after_its_one_attack_whatever_came_of_it(named):
    t = siege("blue soldier").attack("catapult", "cinderpass", "frostvale").bids(2, named)

    assert t.at("cinderpass") == ""
    assert t.supply("yellow", "catapult") == 2
    assert not t.targets("catapult", "cinderpass")


@pytest.mark.rule("EPIX-CAT-9")
def test_bought_again_it_is_good_for_one_more_attack():
    t = siege("blue soldier", season="winter", action="move_attack recruitment")
    t.choose("move_attack").attack("catapult", "cinderpass", "frostvale").bids(1, 1).end()

    t.recruit("catapult", "cinderpass")

    assert t.at("cinderpass") == "yellow catapult"


@pytest.mark.rule("EPIX-CAT-10")
def test_a_catapult_never_defends():
    t = position(
        units={"cinderpass": "yellow soldier", "frostvale": "blue soldier catapult", "aldermoor": "yellow knight"}
    )
    t.attack("soldier", "cinderpass", "frostvale").bids(1, 0)

    assert t.at("frostvale") == "yellow soldier catapult"  # the Soldier was the only defender
    for province in range(15):
        assert guesses(t.state, board(4), 1, province, UNIT["catapult"]) == 0


@pytest.mark.rule("EPIX-G-CAT-DEFENCE")
def test_the_best_defence_among_the_units_decides_EPIX_G_CAT_DEFENCE():
    def named(target, place, cards=None, at="cinderpass"):
        t = siege(target, place=place, at=at, cards=cards)
        return t.attack("catapult", at, place).asks[1].most

    assert named("blue soldier camp knight", "frostvale") == 1
    assert named("blue camp knight", "frostvale", {"blue": "palisades"}) == 2
    assert named("blue soldier catapult", "bronzegate", at="frostvale") == 2
    assert named("blue knight", "bronzegate", {"blue": "deep_moat"}, at="frostvale") == 3


@pytest.mark.rule("EPIX-G-CAT-LONETARGET")
@pytest.mark.parametrize(("at", "place"), [("cinderpass", "frostvale"), ("frostvale", "bronzegate")])
def test_a_lone_catapult_is_destroyed_without_a_bid_EPIX_G_CAT_LONETARGET(at, place):
    t = siege("blue catapult", at=at, place=place, gold=4)
    t.attack("catapult", at, place)

    assert t.asked == [("yellow", "act")]
    assert t.at(at) == t.at(place) == ""
    assert (t.supply("yellow", "catapult"), t.supply("blue", "catapult")) == (2, 2)
    assert t.gold("yellow") == 4


@pytest.mark.rule("EPIX-CAT-11", "EPIX-CAT-12", "EPIX-CAT-13")
@pytest.mark.parametrize("unit", ["soldier", "knight"])
def test_a_lone_catapult_is_captured_by_walking_in(unit):
    t = position(units={"cinderpass": f"yellow {unit}", "frostvale": "blue catapult", "aldermoor": "yellow soldier",
                        "willowmere": "red catapult camp"})  # fmt: skip
    assert "frostvale" in t.moves(unit, "cinderpass")
    assert "willowmere" not in t.moves(unit, "cinderpass")
    assert t.targets(unit, "cinderpass") == {"willowmere"}
    assert t.refuses("attack", unit, "cinderpass", "frostvale").rule == "EPIX-CAT-12"

    t.move(unit, "cinderpass", "frostvale")

    assert t.at("frostvale") == f"yellow {unit} catapult"
    assert (t.supply("yellow", "catapult"), t.supply("blue", "catapult")) == (1, 2)
    assert t.gold("yellow") == 10


@pytest.mark.rule("EPIX-CAT-11")
def test_it_is_captured_too_after_all_others_were_beaten():
    t = position(
        units={"cinderpass": "yellow soldier", "frostvale": "blue knight catapult", "aldermoor": "yellow knight"}
    )
    t.attack("soldier", "cinderpass", "frostvale").bids(1, 0)

    assert t.at("frostvale") == "yellow soldier catapult"


@pytest.mark.rule("EPIX-CAT-14", "EPIX-G-CAPTURE-SUPPLY")
def test_without_one_in_supply_the_captured_one_is_just_removed_EPIX_G_CAPTURE_SUPPLY():
    own = {"willowmere": "yellow catapult", "aldermoor": "yellow catapult knight"}
    t = position(units={"cinderpass": "yellow soldier", "frostvale": "blue catapult", **own})
    t.move("soldier", "cinderpass", "frostvale")

    assert t.at("frostvale") == "yellow soldier"
    assert (t.supply("yellow", "catapult"), t.supply("blue", "catapult")) == (0, 2)
    assert t.told("attack.destroyed") == [{"unit": "catapult", "province": "frostvale"}]


@pytest.mark.rule("EPIX-CAT-15")
def test_a_captured_catapult_waits_for_the_next_season():
    t = position(
        units={"cinderpass": "yellow knight", "frostvale": "blue catapult", "amberfield": "blue soldier"}, gold=5
    )
    t.move("knight", "cinderpass", "frostvale")
    assert t.targets("catapult", "frostvale") == set()
    assert t.refuses("attack", "catapult", "frostvale", "amberfield").rule == "EPIX-CAT-15"
    t.end()
    while t.season == "spring":
        t.answer(t.asks[0].seat, GAME.default(t.state, t.asks[0]))

    t.together(yellow=0, blue=0, red=0, green=0).choose(0)
    t.together(yellow="move_attack", blue="tax", red="tax", green="tax")

    assert t.targets("catapult", "frostvale") == {"amberfield"}


@pytest.mark.rule("EPIX-CAT-15")
def test_a_captured_catapult_waits_even_for_a_second_action_of_the_same_season():
    t = position(
        season="winter", units={"cinderpass": "yellow catapult", "frostvale": "blue soldier"}, captured=["cinderpass"],
        action="recruitment move_attack", gold={"yellow": 2},
    )  # fmt: skip
    t.choose("recruitment").recruit("soldier", "cinderpass")

    assert t.asked == [("yellow", "act")]
    assert t.targets("catapult", "cinderpass") == set()


@pytest.mark.rule("EPIX-G-CAT-NEW")
def test_a_catapult_may_fire_in_the_season_it_was_recruited_EPIX_G_CAT_NEW():
    t = position(season="winter", units={"frostvale": "blue soldier"}, action="recruitment move_attack")
    t.choose("recruitment").recruit("catapult", "cinderpass").done()

    assert t.targets("catapult", "cinderpass") == {"frostvale"}


@pytest.mark.rule("EPIX-G-CAT-KILI")
def test_only_a_soldier_takes_a_lone_catapult_in_kilimandjora_EPIX_G_CAT_KILI():
    t = position(units={"cinderpass": "yellow soldier knight catapult", "kilimandjora": "blue catapult"})

    assert "kilimandjora" not in t.moves("knight", "cinderpass") | t.targets("catapult", "cinderpass")
    t.move("soldier", "cinderpass", "kilimandjora")
    assert t.at("kilimandjora") == "yellow soldier catapult"


@pytest.mark.rule("EPIX-G-CAT-ENTERING")
def test_after_walking_in_a_soldier_is_finished_and_a_knight_goes_on_EPIX_G_CAT_ENTERING():
    t = position(
        units={"cinderpass": "yellow soldier knight", "frostvale": "blue catapult", "willowmere": "blue catapult"}
    )
    t.move("soldier", "cinderpass", "willowmere")
    assert not t.moves("soldier", "willowmere")

    t.move("knight", "cinderpass", "frostvale")

    assert "amberfield" in t.moves("knight", "frostvale")
    assert t.targets("knight", "frostvale") == {"bronzegate"}
    t.move("knight", "frostvale", "amberfield")
    assert t.at("frostvale") == "yellow catapult"


@pytest.mark.rule("EPIX-G-CAT-ENTERING")
def test_a_lone_catapult_may_stand_anywhere_on_a_knights_path_EPIX_G_CAT_ENTERING():
    t = position(units={"cinderpass": "yellow knight", "frostvale": "blue catapult", "willowmere": "blue soldier"})
    t.move("knight", "cinderpass", "frostvale", "amberfield")

    assert t.at("frostvale") == "yellow catapult"
    assert t.at("amberfield") == "yellow knight"


@pytest.mark.rule("EPIX-G-CAT-ENTERING")
def test_with_one_catapult_in_supply_the_order_of_captures_matters_EPIX_G_CAT_ENTERING():
    """Two lone Catapults, one own left: the Knight's owner says on the way to which of them it comes first."""
    t = position(
        seats=3,
        units={"cinderpass": "yellow knight catapult", "frostvale": "blue catapult", "lochmess": "blue catapult"},
    )
    ends = {value[2:] for value in t.values() if value[:2] == ("move", "knight") and len(value) > 4}
    there_and_on = t.clone().move("knight", "cinderpass", "lochmess", "frostvale")
    assert (there_and_on.at("lochmess"), there_and_on.at("frostvale")) == ("yellow catapult", "yellow knight")

    assert ("cinderpass", "lochmess", "frostvale") in ends
    assert ("cinderpass", "frostvale", "lochmess") in ends


@pytest.mark.rule("EPIX-G-CAT-OWNCASTLE")
def test_a_catapult_in_a_castle_is_never_captured_EPIX_G_CAT_OWNCASTLE():
    t = position(units={"frostvale": "yellow soldier", "bronzegate": "blue catapult"})
    t.attack("soldier", "frostvale", "bronzegate").bids(4, 0, 1)

    assert t.winners == {"yellow"}
    assert t.at("bronzegate") == "blue catapult"
