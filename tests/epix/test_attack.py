"""Attacking an enemy province: bid and guess, what follows, Soldiers, Knights and Camps."""

import pytest

from arbiter.games.epix.state import treasury

from .table import position


def facing(defenders, *, attacker="soldier", gold=10, **more):
    """Yellow stands in Cinderpass, blue in Frostvale; a second yellow unit keeps the action open."""
    units = {"cinderpass": f"yellow {attacker}", "frostvale": f"blue {defenders}", "aldermoor": "yellow knight"}
    return position(units={**units, **more.pop("units", {})}, gold={"yellow": gold}, **more)


@pytest.mark.rule("EPIX-ATTACK-1")
@pytest.mark.parametrize("attacker", ["soldier", "knight", "catapult"])
def test_every_type_but_the_camp_can_attack(attacker):
    t = facing("soldier", attacker=attacker)

    assert "frostvale" in t.targets(attacker, "cinderpass")


@pytest.mark.rule("EPIX-ATTACK-1")
def test_an_empty_or_own_province_is_no_target():
    t = facing("soldier", units={"willowmere": "yellow camp"})

    assert t.refuses("attack", "soldier", "cinderpass", "willowmere").rule == "EPIX-ATTACK-1"
    assert t.refuses("attack", "soldier", "cinderpass", "kilimandjora").rule == "EPIX-ATTACK-1"
    assert t.refuses("attack", "soldier", "cinderpass", "aldermoor").rule == "EPIX-ATTACK-1"


@pytest.mark.rule("EPIX-ATTACK-1")
def test_a_castle_with_only_its_garrison_is_a_target_for_soldier_and_knight():
    t = position(units={"frostvale": "yellow soldier knight catapult"})

    assert t.targets("soldier", "frostvale") == t.targets("knight", "frostvale") == {"bronzegate"}
    assert t.targets("catapult", "frostvale") == set()


@pytest.mark.rule("EPIX-ATTACK-2", "EPIX-G-TARGETCHOICE")
def test_defenders_are_fought_in_order_soldier_knight_camp_EPIX_G_TARGETCHOICE():
    t = facing("camp knight soldier catapult", gold=10)
    t.attack("soldier", "cinderpass", "frostvale")
    order = []
    while t.asked[0][1] == "attack.bid":
        t.bids(1, 0)
        order.append(t.told("attack.beaten")[-1]["victim"])
        if t.asked[0][1] == "attack.continue":
            assert t.values() == [True, False]  # no choice of victim
            t.go_on()
    assert order == ["soldier", "knight", "camp"]


@pytest.mark.rule("EPIX-ATTACK-3")
def test_while_the_attack_lasts_the_unit_belongs_to_its_own_province():
    t = facing("soldier camp").attack("soldier", "cinderpass", "frostvale")
    assert t.at("cinderpass") == "yellow soldier"
    attack = t.view(None).state.attack
    assert (attack.unit, attack.origin, attack.target) == ("soldier", "cinderpass", "frostvale")

    t.bids(1, 0)

    assert t.asked == [("yellow", "attack.continue")]
    assert t.at("cinderpass") == "yellow soldier"
    assert t.at("frostvale") == "blue camp"


@pytest.mark.rule("EPIX-ATTACK-4")
def test_the_defender_knows_the_attackers_gold():
    t = facing("soldier", gold=7).attack("soldier", "cinderpass", "frostvale")
    guess = t.asks[1]

    assert guess.args["gold"] == 7
    assert t.view(1).state.gold[0] == 7
    assert [told["gold"] for told in t.told("attack.begins", "blue")] == [7]


@pytest.mark.rule("EPIX-ATTACK-5", "EPIX-G-ZEROBID")
def test_the_bid_is_any_amount_of_the_own_gold_nothing_included_EPIX_G_ZEROBID():
    t = facing("soldier", gold=3).attack("soldier", "cinderpass", "frostvale")

    assert t.values("yellow") == [0, 1, 2, 3]
    assert t.refuses(4, colour="yellow").rule == "EPIX-ATTACK-5"
    t.bids(0, 2)
    assert t.at("frostvale") == "yellow soldier"
    assert t.gold("yellow") == 3


@pytest.mark.rule("EPIX-ATTACK-6", "EPIX-G-GUESSRANGE", "EPIX-G-CONCEDE")
def test_under_single_defence_one_amount_is_named_EPIX_G_GUESSRANGE_EPIX_G_CONCEDE():
    t = facing("soldier", gold=3).attack("soldier", "cinderpass", "frostvale")

    assert t.asked[1] == ("blue", "attack.guess")
    assert t.values("blue") == [(0,), (1,), (2,), (3,)]
    assert "(EPIX-ATTACK-6)" in str(t.refuses((4,), colour="blue"))
    assert t.refuses((0, 1), colour="blue").rule == "EPIX-ATTACK-6"
    assert t.refuses((), colour="blue").rule == "EPIX-ATTACK-6"  # he must guess


@pytest.mark.rule("EPIX-ATTACK-7", "EPIX-ATTACK-9")
def test_a_right_guess_beats_the_attack_and_the_bid_is_spent():
    t = facing("soldier", gold=7)
    before = treasury(t.state)
    t.attack("soldier", "cinderpass", "frostvale").bids(4, 4)

    assert t.at("cinderpass") == ""
    assert t.at("frostvale") == "blue soldier"
    assert t.supply("yellow", "soldier") == 3
    assert t.gold("yellow") == 3
    assert treasury(t.state) == before + 4


@pytest.mark.rule("EPIX-ATTACK-8", "EPIX-ATTACK-9")
def test_a_wrong_guess_removes_the_attacked_unit_and_the_bid_is_spent():
    t = facing("knight camp", gold=7)
    assert t.supply("blue", "knight") == 1
    t.attack("soldier", "cinderpass", "frostvale").bids(4, 3)

    assert t.at("frostvale") == "blue camp"
    assert t.supply("blue", "knight") == 2
    assert t.gold("yellow") == 3


@pytest.mark.rule("EPIX-ATTACK-10", "EPIX-D-CONTINUE")
def test_the_attacker_may_go_on_with_the_gold_he_has_left_EPIX_D_CONTINUE():
    t = facing("soldier knight", gold=7).attack("soldier", "cinderpass", "frostvale").bids(4, 3)
    assert t.asked == [("yellow", "attack.continue")]
    t.go_on()

    assert t.asked == [("yellow", "attack.bid"), ("blue", "attack.guess")]
    assert t.values("yellow") == [0, 1, 2, 3]
    t.bids(2, 3)
    assert t.at("frostvale") == "yellow soldier"
    assert t.gold("yellow") == 1


@pytest.mark.rule("EPIX-ATTACK-11")
def test_or_stop_and_stay_where_the_unit_came_from():
    t = facing("soldier camp").attack("soldier", "cinderpass", "frostvale").bids(1, 0).withdraw()

    assert t.at("cinderpass") == "yellow soldier"
    assert t.at("frostvale") == "blue camp"
    assert t.asked == [("yellow", "act")]
    assert t.told("attack.withdrew") == [{"seat": 0, "unit": "soldier", "province": "cinderpass"}]


@pytest.mark.rule("EPIX-G-WITHDRAW-SOLDIER")
def test_a_soldier_that_stopped_is_finished_EPIX_G_WITHDRAW_SOLDIER():
    t = facing("soldier camp").attack("soldier", "cinderpass", "frostvale").bids(1, 0).withdraw()

    assert not t.moves("soldier", "cinderpass")
    assert not t.targets("soldier", "cinderpass")
    assert t.refuses("attack", "soldier", "cinderpass", "frostvale").rule == "EPIX-MOVE-3"


@pytest.mark.rule("EPIX-G-WITHDRAW-KNIGHT")
def test_a_knight_that_stopped_may_move_or_attack_again_EPIX_G_WITHDRAW_KNIGHT():
    t = facing("soldier camp", attacker="knight").attack("knight", "cinderpass", "frostvale").bids(1, 0).withdraw()

    assert t.targets("knight", "cinderpass") == {"frostvale"}
    assert t.moves("knight", "cinderpass")
    t.attack("knight", "cinderpass", "frostvale").bids(1, 0)
    assert t.at("frostvale") == "yellow knight camp"


@pytest.mark.rule("EPIX-ATTACK-12", "EPIX-G-MUSTENTER")
def test_when_all_are_beaten_the_unit_must_enter_EPIX_G_MUSTENTER():
    t = facing("soldier").attack("soldier", "cinderpass", "frostvale").bids(1, 0)

    assert t.asked == [("yellow", "act")]  # nobody was asked whether it enters
    assert (t.at("cinderpass"), t.at("frostvale")) == ("", "yellow soldier")


@pytest.mark.rule("EPIX-ATTACK-13", "EPIX-ATTACK-15")
def test_a_soldier_that_entered_does_nothing_more():
    t = facing("soldier", units={"amberfield": "blue soldier"})
    t.attack("soldier", "cinderpass", "frostvale").bids(1, 0)

    assert "soldier" in t.at("frostvale")
    assert not t.moves("soldier", "frostvale")
    assert not t.targets("soldier", "frostvale")


@pytest.mark.rule("EPIX-ATTACK-14", "EPIX-KNIGHT-1", "EPIX-KNIGHT-2")
def test_a_knight_that_entered_may_go_on_moving_and_attacking():
    t = facing("soldier", attacker="knight", units={"foxhollow": "red soldier", "thornwick": "red soldier"})
    t.attack("knight", "cinderpass", "frostvale").bids(1, 0)
    assert "amberfield" in t.moves("knight", "frostvale")
    t.move("knight", "frostvale", "amberfield")
    t.attack("knight", "amberfield", "foxhollow").bids(1, 0)
    t.attack("knight", "foxhollow", "thornwick").bids(1, 0)

    assert t.at("thornwick") == "yellow knight"
    assert t.gold("yellow") == 7


@pytest.mark.rule("EPIX-ATTACK-15")
def test_a_soldier_attacks_one_province_only():
    t = facing("soldier camp", units={"willowmere": "red soldier"})
    t.attack("soldier", "cinderpass", "frostvale").bids(1, 0).withdraw()

    assert t.refuses("attack", "soldier", "cinderpass", "willowmere").rule == "EPIX-MOVE-3"


@pytest.mark.rule("EPIX-ATTACK-16", "EPIX-ATTACK-18")
def test_a_soldier_in_kilimandjora_has_double_defence():
    t = position(units={"cinderpass": "yellow soldier", "kilimandjora": "blue soldier"}, gold=3)
    t.attack("soldier", "cinderpass", "kilimandjora")

    assert t.values("blue") == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


@pytest.mark.rule("EPIX-ATTACK-17")
@pytest.mark.parametrize(("bid", "named", "fails"), [(2, (2, 5), True), (5, (2, 5), True), (3, (2, 5), False)])
def test_under_double_defence_either_amount_stops_the_attack(bid, named, fails):
    t = position(units={"cinderpass": "yellow soldier", "kilimandjora": "blue soldier"}, gold=6)
    t.attack("soldier", "cinderpass", "kilimandjora").bids(bid, *named)

    assert (t.at("kilimandjora") == "blue soldier") == fails


@pytest.mark.rule("EPIX-ATTACK-19")
def test_places_and_cards_give_double_defence():
    def named(units, target, cards=None):
        t = position(units={"cinderpass": "yellow soldier", **units}, cards=cards)
        t.attack("soldier", "cinderpass", target)
        return t.asks[1].most

    assert named({"frostvale": "blue soldier"}, "frostvale") == 1
    assert named({"kilimandjora": "blue soldier"}, "kilimandjora") == 2
    assert named({"frostvale": "blue soldier"}, "frostvale", {"blue": "shield_wall"}) == 2


@pytest.mark.rule("EPIX-G-GUESSDISTINCT")
def test_guesses_differ_and_all_are_used_EPIX_G_GUESSDISTINCT():
    t = position(units={"cinderpass": "yellow soldier", "kilimandjora": "blue soldier"}, gold=3)
    t.attack("soldier", "cinderpass", "kilimandjora")

    assert t.refuses((1, 1), colour="blue").rule == "EPIX-ATTACK-16"
    assert t.refuses((1,), colour="blue").rule == "EPIX-ATTACK-16"


@pytest.mark.rule("EPIX-G-GUESSDISTINCT", "EPIX-G-LOCK")
def test_with_no_more_bids_than_guesses_all_are_named_unasked_EPIX_G_GUESSDISTINCT_EPIX_G_LOCK():
    t = position(units={"cinderpass": "yellow soldier knight", "kilimandjora": "blue soldier"}, gold=1)
    t.attack("soldier", "cinderpass", "kilimandjora")
    assert t.asked == [("yellow", "attack.bid")]

    t.bids(1)

    assert t.told("attack.revealed")[-1]["named"] == [0, 1]
    assert t.at("cinderpass") == "yellow knight"
    assert t.gold("yellow") == 0


@pytest.mark.rule("EPIX-G-ZEROGOLD", "EPIX-G-LOCK")
def test_with_no_gold_the_attack_is_lost_without_a_question_EPIX_G_ZEROGOLD_EPIX_G_LOCK():
    t = facing("soldier", gold=0)
    option = next(o for o in t.asks[0].options() if o.value == ("attack", "soldier", "cinderpass", "frostvale"))
    assert option.key == "act.doomed"  # the table warns, but allows it

    t.attack("soldier", "cinderpass", "frostvale")

    assert t.asked == [("yellow", "act")]
    assert t.at("cinderpass") == ""
    assert t.supply("yellow", "soldier") == 3


@pytest.mark.rule("EPIX-G-ZEROGOLD")
def test_enough_gold_is_no_reason_for_a_warning_EPIX_G_ZEROGOLD():
    t = facing("soldier", gold=1)

    assert {o.key for o in t.asks[0].options() if o.value[0] == "attack"} == {"act.attack"}


@pytest.mark.rule("EPIX-G-DEFENDER")
def test_the_owner_of_the_units_guesses_EPIX_G_DEFENDER():
    t = position(units={"cinderpass": "yellow soldier", "frostvale": "green soldier"})
    assert t.attack("soldier", "cinderpass", "frostvale").asked[1] == ("green", "attack.guess")

    castle = position(units={"frostvale": "yellow soldier"})
    assert castle.attack("soldier", "frostvale", "bronzegate").asked[1] == ("blue", "attack.guess")


@pytest.mark.rule("EPIX-G-SECONDWAVE")
def test_another_unit_may_attack_after_the_first_failed_and_losses_stay_EPIX_G_SECONDWAVE():
    t = facing("soldier knight", attacker="soldier knight")
    t.attack("soldier", "cinderpass", "frostvale").bids(1, 0).go_on().bids(2, 2)
    assert t.at("frostvale") == "blue knight"
    assert t.at("cinderpass") == "yellow knight"

    t.attack("knight", "cinderpass", "frostvale").bids(1, 0)

    assert t.at("frostvale") == "yellow knight"


@pytest.mark.rule("EPIX-G-INTERLEAVE")
def test_a_fight_is_not_interrupted_EPIX_G_INTERLEAVE():
    t = facing("soldier camp", attacker="soldier knight").attack("soldier", "cinderpass", "frostvale").bids(1, 0)

    assert t.asked == [("yellow", "attack.continue")]
    assert t.values() == [True, False]


# Knights


@pytest.mark.rule("EPIX-KNIGHT-3")
def test_a_knights_run_ends_when_an_attack_fails_or_its_owner_stops():
    t = facing("soldier", attacker="knight", units={"willowmere": "blue soldier"})
    t.attack("knight", "cinderpass", "frostvale").bids(1, 0)
    stopped = t.clone()
    stopped.end()
    assert stopped.asked == [("blue", "recruit")]

    t.attack("knight", "frostvale", "bronzegate").bids(3, 3, 4)

    assert t.at("frostvale") == ""
    assert t.supply("yellow", "knight") == 1
    assert not [value for value in t.values() if value[2:3] == ("frostvale",)]


@pytest.mark.rule("EPIX-KNIGHT-5")
def test_a_knight_never_attacks_kilimandjora():
    t = position(units={"cinderpass": "yellow knight", "kilimandjora": "blue camp"})

    assert t.targets("knight", "cinderpass") == set()
    assert t.refuses("attack", "knight", "cinderpass", "kilimandjora").rule == "EPIX-KNIGHT-5"


@pytest.mark.rule("EPIX-KNIGHT-6")
def test_a_knight_has_single_defence_but_double_in_a_castle():
    t = facing("knight").attack("soldier", "cinderpass", "frostvale")
    assert t.asks[1].most == 1

    t = position(units={"frostvale": "yellow soldier", "bronzegate": "blue knight"})
    assert t.attack("soldier", "frostvale", "bronzegate").asks[1].most == 2


@pytest.mark.rule("EPIX-G-KNIGHTCHAIN")
def test_only_captured_pieces_stay_behind_a_knight_EPIX_G_KNIGHTCHAIN():
    t = facing("camp", attacker="knight", units={"amberfield": "blue soldier"})
    t.attack("knight", "cinderpass", "frostvale").bids(1, 0)
    t.attack("knight", "frostvale", "amberfield").bids(1, 0)
    t.move("knight", "amberfield", "broceland")

    assert t.at("frostvale") == "yellow camp"
    assert t.at("amberfield") == ""
    assert t.holds("yellow") == {"aldermoor", "frostvale", "broceland"}


# Camps


@pytest.mark.rule("EPIX-CAMP-2", "EPIX-CAMP-3", "EPIX-G-CAPTURE-CHOICE")
@pytest.mark.parametrize("attacker", ["soldier", "knight"])
def test_a_beaten_camp_is_captured_when_the_unit_enters_EPIX_G_CAPTURE_CHOICE(attacker):
    t = facing("camp", attacker=attacker).attack(attacker, "cinderpass", "frostvale").bids(1, 0)

    assert t.at("frostvale") == f"yellow {attacker} camp"
    assert (t.supply("yellow", "camp"), t.supply("blue", "camp")) == (2, 3)
    assert t.asked == [("yellow", "act")]


@pytest.mark.rule("EPIX-CAMP-4", "EPIX-G-CAPTURE-SUPPLY")
def test_without_a_camp_in_supply_the_captured_one_is_just_removed_EPIX_G_CAPTURE_SUPPLY():
    camps = {"willowmere": "yellow camp", "lochmess": "yellow camp", "reedbank": "yellow camp"}
    t = facing("camp", units=camps).attack("soldier", "cinderpass", "frostvale").bids(1, 0)

    assert t.at("frostvale") == "yellow soldier"
    assert (t.supply("yellow", "camp"), t.supply("blue", "camp")) == (0, 3)
    assert all("camp" in t.at(province) for province in camps)
    assert t.told("attack.destroyed") == [{"unit": "camp", "province": "frostvale"}]


@pytest.mark.rule("EPIX-CAMP-5")
def test_a_captured_camp_earns_for_its_new_owner_in_the_same_season():
    t = position(
        units={"cinderpass": "yellow soldier", "frostvale": "blue camp"}, first="blue", acting="yellow", gold=5
    )
    t.attack("soldier", "cinderpass", "frostvale").bids(2, 0)

    assert t.season == "summer"  # yellow was the last to act
    assert t.gold("yellow") == 5 - 2 + 1
    assert t.gold("blue") == 5


@pytest.mark.rule("EPIX-CAMP-6")
def test_a_camp_in_kilimandjora_has_double_defence():
    t = position(units={"cinderpass": "yellow soldier", "kilimandjora": "blue camp"})

    assert t.attack("soldier", "cinderpass", "kilimandjora").asks[1].most == 2
    outside = facing("camp").attack("soldier", "cinderpass", "frostvale")
    assert outside.asks[1].most == 1


@pytest.mark.rule("EPIX-G-CAPTURE-CAMP-CAT")
def test_camp_and_catapult_are_swapped_together_EPIX_G_CAPTURE_CAMP_CAT():
    t = facing("camp catapult").attack("soldier", "cinderpass", "frostvale").bids(1, 0)

    assert t.at("frostvale") == "yellow soldier camp catapult"
    assert (t.supply("blue", "camp"), t.supply("blue", "catapult")) == (3, 2)


@pytest.mark.rule("EPIX-G-CAPTURE-CAMP-CAT")
def test_each_captured_piece_needs_one_of_its_own_kind_in_supply_EPIX_G_CAPTURE_CAMP_CAT():
    t = facing("camp catapult", units={"willowmere": "yellow catapult", "reedbank": "yellow catapult"})
    t.attack("soldier", "cinderpass", "frostvale").bids(1, 0)

    assert t.at("frostvale") == "yellow soldier camp"
    assert t.supply("blue", "catapult") == 2


@pytest.mark.rule("EPIX-G-TALK")
def test_nothing_can_be_given_away_EPIX_G_TALK():
    """In no ask of a game is there an answer that hands Gold or units to another player."""
    t = facing("soldier")
    assert {value[0] for value in t.values()} == {"move", "attack", "end"}
    assert {value[0] for value in position(action="recruitment").values()} == {
        "soldier", "knight", "camp", "catapult", "done",
    }  # fmt: skip
