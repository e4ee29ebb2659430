"""The twenty Special Ability cards: what each does, how often, when, and how they work together."""

from pathlib import Path

import pytest

from arbiter.games.epix import GAME
from arbiter.games.epix.abilities import ABILITIES
from arbiter.games.epix.state import treasury

from .table import position


def play_to(t, season):
    """Safe answers until the next season begins."""
    while t.season != season:
        for ask in t.asks:
            t.answer(ask.seat, GAME.default(t.state, ask))
    return t


def recruiting(card, gold=15, **given):
    return position(action="recruitment", cards={"yellow": card}, gold=gold, **given)


def price_of(t, unit):
    return {option.args["gold"] for option in t.asks[0].options() if option.value[0] == unit}


# Recruitment


@pytest.mark.rule("EPIX-REC-3")
@pytest.mark.parametrize(
    ("card", "prices"),
    [
        ("royal_stables", {"soldier": 2, "knight": 4, "camp": 2, "catapult": 2}),
        ("muster_rolls", {"soldier": 1, "knight": 6, "camp": 2, "catapult": 2}),
        ("siegewrights", {"soldier": 2, "knight": 6, "camp": 1, "catapult": 1}),
    ],
)
def test_cards_that_make_units_cheaper(card, prices):
    for unit, cost in prices.items():
        t = recruiting(card)
        assert price_of(t, unit) == {cost}
        t.recruit(unit, "cinderpass")
        assert t.gold("yellow") == 15 - cost
        t.recruit(unit, "willowmere")  # no limit
        assert t.gold("yellow") == 15 - 2 * cost


def test_royal_stables_let_a_knight_be_bought_with_four_gold():
    assert recruiting("royal_stables", gold=4).places("knight")
    assert not recruiting("muster_rolls", gold=4).places("knight")


def test_border_levies_place_one_unit_beside_an_own_one():
    t = recruiting("border_levies", units={"cinderpass": "yellow soldier"})
    assert t.places("soldier") == {"aldermoor", "willowmere", "frostvale", "kilimandjora"}

    t.recruit("soldier", "frostvale")

    assert t.at("frostvale") == "yellow soldier"
    assert t.gold("yellow") == 13
    assert "kilimandjora" not in t.places("camp")  # once an action
    assert "amberfield" not in t.places("camp")
    assert "frostvale" in t.places("camp")  # others may join it there
    t.recruit("camp", "frostvale")
    assert t.at("frostvale") == "yellow soldier camp"


def test_border_levies_need_a_unit_not_a_garrison_and_an_empty_province_not_a_castle():
    t = recruiting("border_levies", units={"frostvale": "yellow camp", "kilimandjora": "blue soldier"})

    assert t.places("soldier") == {"aldermoor", "cinderpass", "willowmere", "frostvale", "amberfield"}
    assert "reedbank" not in t.places("soldier")  # next to Willowmere, where no unit stands
    assert recruiting("border_levies").places("soldier") == {"aldermoor", "cinderpass", "willowmere"}


@pytest.mark.parametrize(("acting", "enemy"), [("blue", "yellow"), ("blue", "green"), ("yellow", "blue")])
def test_border_levies_never_go_where_an_enemy_stands(acting, enemy):
    units = {"kilimandjora": f"{acting} soldier", "lochmess": f"{enemy} camp"}
    t = position(units=units, acting=acting, action="recruitment", cards={acting: "border_levies"})

    assert "lochmess" not in t.places("soldier")
    assert "broceland" in t.places("soldier")
    assert t.refuses("soldier", "lochmess").rule == "EPIX-REC-4"


def test_border_levies_work_from_a_unit_bought_a_moment_ago():
    t = recruiting("border_levies")
    t.recruit("camp", "willowmere")

    assert {"reedbank", "lochmess"} <= t.places("soldier")


def test_border_levies_are_there_again_in_the_next_recruitment():
    t = recruiting("border_levies", units={"cinderpass": "yellow soldier"})
    t.recruit("camp", "frostvale")
    play_to(t, "summer")
    t.together(yellow=0, blue=0, red=0, green=0).choose(0)
    t.together(yellow="recruitment", blue="tax", red="tax", green="tax")

    assert "amberfield" in t.places("camp")


def test_border_levies_keep_the_other_limits():
    t = recruiting("border_levies", units={"cinderpass": "yellow soldier"})

    assert "kilimandjora" not in t.places("knight")
    assert "kilimandjora" in t.places("camp")
    assert t.refuses("knight", "kilimandjora").rule == "EPIX-REC-10"


# Defence


def attacked(defender, cards, *, place="frostvale", attacker="soldier", gold=9, mine="", **given):
    """Yellow attacks blue from next door; the table stands at what follows."""
    at = "frostvale" if place == "bronzegate" else "cinderpass"
    units = {at: f"yellow {attacker}", "aldermoor": "yellow knight"}
    if defender:
        units[place] = f"blue {defender}"
    cards = {"blue": cards, "yellow": mine}
    t = position(units=units, cards=cards, gold={"yellow": gold, "blue": 5}, **given)
    return t.attack(attacker, at, place)


def guess_count(t):
    (ask,) = [ask for ask in t.asks if ask.prompt == "attack.guess"]
    return ask.most


@pytest.mark.rule("EPIX-ATTACK-19")
def test_shield_wall_gives_soldiers_double_defence():
    assert guess_count(attacked("soldier", "shield_wall")) == 2
    assert guess_count(attacked("knight", "shield_wall")) == 1
    assert guess_count(attacked("camp", "shield_wall")) == 1
    assert guess_count(attacked("soldier", "")) == 1


@pytest.mark.rule("EPIX-ATTACK-19")
def test_palisades_give_camps_double_defence():
    assert guess_count(attacked("camp", "palisades")) == 2
    assert guess_count(attacked("soldier", "palisades")) == 1


@pytest.mark.rule("EPIX-G-CARD-STACK")
def test_sources_of_guesses_do_not_add_up_EPIX_G_CARD_STACK():
    assert guess_count(attacked("soldier", "shield_wall", place="kilimandjora")) == 2
    assert guess_count(attacked("camp", "palisades", place="kilimandjora")) == 2
    assert guess_count(attacked("soldier", "shield_wall", place="bronzegate")) == 2
    assert guess_count(attacked("soldier", "shield_wall deep_moat", place="bronzegate")) == 3


@pytest.mark.rule("EPIX-CASTLE-7")
@pytest.mark.parametrize("defender", ["soldier", "knight", "", "catapult"])
def test_deep_moat_gives_three_guesses_in_the_own_castle(defender):
    t = attacked(defender, "deep_moat", place="bronzegate")

    assert guess_count(t) == 3
    if defender in ("", "catapult"):
        assert t.state.attack.victim == "garrison"  # a Catapult there still does not defend


def test_deep_moat_does_nothing_outside_the_castle():
    assert guess_count(attacked("soldier", "deep_moat")) == 1


def test_a_card_of_the_attacker_does_not_help_the_defender():
    assert guess_count(attacked("soldier", "", mine="shield_wall")) == 1
    assert guess_count(attacked("soldier", "", mine="deep_moat", place="bronzegate")) == 2


def test_hostage_takers_receive_the_bid_of_a_failed_attack():
    t = attacked("soldier", "hostage_takers")
    before = treasury(t.state)
    t.bids(4, 4)

    assert (t.gold("yellow"), t.gold("blue")) == (5, 9)
    assert treasury(t.state) == before


def test_hostage_takers_receive_nothing_when_the_attack_succeeds():
    t = attacked("soldier", "hostage_takers").bids(4, 3)

    assert (t.gold("yellow"), t.gold("blue")) == (5, 5)


def test_hostage_takers_work_against_catapults_too():
    t = attacked("soldier", "hostage_takers", attacker="catapult").bids(4, 4)

    assert (t.gold("yellow"), t.gold("blue")) == (5, 9)


# Guessing


@pytest.mark.rule("EPIX-D-SPIES")
@pytest.mark.parametrize(("bid", "parity"), [(3, "odd"), (4, "even"), (0, "even")])
def test_court_spies_announce_odd_or_even_to_everyone_EPIX_D_SPIES(bid, parity):
    t = attacked("soldier", "court_spies").bids(bid)
    assert t.asked == [("blue", "attack.spies")]

    t.choose(True)

    for colour in (None, "yellow", "blue", "red"):
        assert [event["parity"] for event in t.told("attack.spied", colour)] == [parity]
    assert t.used("blue") == {"court_spies"}
    assert t.asked == [("blue", "attack.guess")]
    assert (t.asks[0].least, t.asks[0].most, len(t.asks[0].values)) == (1, 1, 10)


def test_court_spies_may_be_kept():
    t = attacked("soldier", "court_spies").bids(3).choose(False)

    assert t.told("attack.spied") == []
    assert t.used("blue") == set()
    t.names(0)
    assert t.at("frostvale") == "yellow soldier"


def test_court_spies_work_once_a_season_and_come_back():
    t = attacked("soldier knight", "court_spies", attacker="knight").bids(1).choose(True).names(0).go_on()
    assert t.asked == [("yellow", "attack.bid"), ("blue", "attack.guess")]  # no second announcement
    t.bids(1, 0)

    play_to(t, "summer")

    assert t.used("blue") == set()
    assert t.cards("blue") == {"court_spies"}


@pytest.mark.rule("EPIX-G-LOCK")
def test_court_spies_are_not_asked_when_every_bid_is_named_anyway_EPIX_G_LOCK():
    t = attacked("soldier", "court_spies", place="kilimandjora", gold=1)
    t.bids(1)

    assert t.told("attack.failed")
    assert t.used("blue") == set()


@pytest.mark.rule("EPIX-D-SENTRIES")
def test_bribed_sentries_take_one_guess_off_one_bid_EPIX_D_SENTRIES():
    t = attacked("soldier knight", "", mine="bribed_sentries", place="bronzegate")
    assert t.asked == [("yellow", "attack.sentries")]
    t.choose(True)
    assert guess_count(t) == 1
    assert t.used("yellow") == {"bribed_sentries"}

    t.bids(1, 0).go_on()

    assert guess_count(t) == 2  # a later bid of the same fight is not affected


def test_bribed_sentries_may_be_kept_for_the_next_bid():
    t = attacked("soldier knight", "", mine="bribed_sentries", place="bronzegate").choose(False)
    assert guess_count(t) == 2
    t.bids(2, 0, 1).go_on()

    assert t.asked == [("yellow", "attack.sentries")]


def test_bribed_sentries_never_take_the_last_guess():
    t = attacked("soldier", "", mine="bribed_sentries")

    assert guess_count(t) == 1
    assert t.used("yellow") == set()


def test_bribed_sentries_serve_a_catapult_too_once_a_season():
    t = attacked("soldier", "", mine="bribed_sentries", place="bronzegate", attacker="catapult").choose(True)
    assert guess_count(t) == 1
    t.bids(1, 0)
    assert t.used("yellow") == {"bribed_sentries"}

    play_to(t, "summer")

    assert t.used("yellow") == set()


# Attack


@pytest.mark.rule("EPIX-D-RETREAT")
@pytest.mark.parametrize("unit", ["soldier", "knight"])
def test_swift_retreat_keeps_the_unit_for_two_gold_EPIX_D_RETREAT(unit):
    t = attacked("soldier", "", mine="swift_retreat", attacker=unit)
    before = treasury(t.state)
    t.bids(4, 4)
    assert t.asked == [("yellow", "attack.retreat")]
    t.choose(True)

    assert t.at("cinderpass") == f"yellow {unit}"
    assert t.gold("yellow") == 3
    assert treasury(t.state) == before + 6
    assert t.used("yellow") == {"swift_retreat"}
    assert not t.moves(unit, "cinderpass")
    assert not t.targets(unit, "cinderpass")


def test_swift_retreat_may_be_kept_and_the_unit_is_lost():
    t = attacked("soldier", "", mine="swift_retreat").bids(4, 4).choose(False)

    assert t.at("cinderpass") == ""
    assert (t.gold("yellow"), t.used("yellow")) == (5, set())


def test_swift_retreat_needs_two_gold_after_the_bid():
    t = attacked("soldier", "", mine="swift_retreat", gold=5).bids(4, 4)

    assert t.asked == [("yellow", "act")]
    assert t.at("cinderpass") == ""


def test_swift_retreat_is_not_for_catapults():
    t = attacked("soldier", "", mine="swift_retreat", attacker="catapult").bids(4, 4)

    assert t.asked == [("yellow", "act")]
    assert t.at("cinderpass") == ""


def test_swift_retreat_works_once_a_season():
    units = {"cinderpass": "yellow soldier knight", "frostvale": "blue soldier"}
    t = position(units=units, cards={"yellow": "swift_retreat"})
    t.attack("soldier", "cinderpass", "frostvale").bids(1, 1).choose(True)
    t.attack("knight", "cinderpass", "frostvale").bids(1, 1)

    assert t.at("cinderpass") == "yellow soldier"
    assert t.asked == [("blue", "recruit")]


def test_plunder_rights_pay_one_gold_a_bid_won_before_the_next():
    t = attacked("soldier camp", "", mine="plunder_rights").bids(4, 3)
    assert t.gold("yellow") == 6
    t.go_on()
    assert t.asks[0].most == 6
    t.bids(6, 0)

    assert t.gold("yellow") == 1


def test_plunder_rights_pay_nothing_on_failure_and_one_for_a_catapults_whole_attack():
    assert attacked("soldier", "", mine="plunder_rights").bids(4, 4).gold("yellow") == 5
    t = attacked("soldier knight camp", "", mine="plunder_rights", attacker="catapult").bids(4, 3)
    assert t.gold("yellow") == 6


def test_plunder_rights_pay_nothing_for_a_lone_catapult():
    t = position(
        units={"cinderpass": "yellow soldier catapult", "frostvale": "blue catapult", "willowmere": "blue catapult"},
        cards={"yellow": "plunder_rights"},
    )
    t.move("soldier", "cinderpass", "frostvale").attack("catapult", "cinderpass", "willowmere")

    assert t.gold("yellow") == 10


# Movement


def marching(card, **units):
    return position(units=units, cards={"yellow": card})


def test_forced_march_lets_soldiers_go_one_or_two_steps():
    t = marching("forced_march", cinderpass="yellow soldier", aldermoor="yellow knight")
    assert t.moves("soldier", "cinderpass") == {
        "aldermoor", "willowmere", "frostvale", "kilimandjora",
        "reedbank", "lochmess", "amberfield", "thornwick", "greyford", "broceland",
    }  # fmt: skip

    t.move("soldier", "cinderpass", "frostvale", "amberfield")

    assert t.at("amberfield") == "yellow soldier"
    assert not t.moves("soldier", "amberfield")


def test_forced_march_offers_each_end_once():
    t = marching("forced_march", cinderpass="yellow soldier", aldermoor="yellow knight")
    ends = [value[-1] for value in t.values() if value[:2] == ("move", "soldier")]

    assert len(ends) == len(set(ends))
    assert ("move", "soldier", "cinderpass", "willowmere") in t.values()  # by the shortest way


def test_forced_march_needs_open_ground_on_both_steps():
    t = marching(
        "forced_march", cinderpass="yellow soldier", frostvale="blue soldier", willowmere="blue camp",
        kilimandjora="blue soldier", aldermoor="yellow knight",
    )  # fmt: skip

    assert t.moves("soldier", "cinderpass") == {"aldermoor"}


def test_forced_march_ends_where_a_catapult_is_captured():
    t = marching(
        "forced_march", cinderpass="yellow soldier", frostvale="blue catapult", aldermoor="yellow knight",
        kilimandjora="red soldier", willowmere="red soldier",
    )  # fmt: skip

    assert t.moves("soldier", "cinderpass") == {"aldermoor", "frostvale"}
    t.move("soldier", "cinderpass", "frostvale")
    assert t.at("frostvale") == "yellow soldier catapult"


def test_forced_march_may_capture_on_the_second_step():
    t = marching("forced_march", cinderpass="yellow soldier", amberfield="blue catapult", aldermoor="yellow knight")
    t.move("soldier", "cinderpass", "frostvale", "amberfield")

    assert t.at("amberfield") == "yellow soldier catapult"


@pytest.mark.rule("EPIX-G-PASSTHROUGH")
def test_forced_march_passes_a_fellow_but_does_not_stop_there_EPIX_G_PASSTHROUGH():
    t = marching("forced_march", cinderpass="yellow soldier", frostvale="yellow soldier", kilimandjora="blue soldier")

    assert "frostvale" not in t.moves("soldier", "cinderpass")
    assert "amberfield" in t.moves("soldier", "cinderpass")


def test_forced_march_gives_no_attack_after_moving():
    t = marching("forced_march", cinderpass="yellow soldier", amberfield="blue soldier", aldermoor="yellow knight")
    t.move("soldier", "cinderpass", "frostvale")

    assert not t.targets("soldier", "frostvale")
    assert not t.moves("soldier", "frostvale")


def test_mountain_guides_open_kilimandjora_to_own_knights():
    t = marching("mountain_guides", cinderpass="yellow knight", frostvale="blue soldier", willowmere="blue soldier")
    assert {"kilimandjora", "greyford", "thornwick"} <= t.moves("knight", "cinderpass")

    t.move("knight", "cinderpass", "kilimandjora", "greyford")

    assert t.at("greyford") == "yellow knight"


def test_mountain_guides_let_knights_attack_and_capture_there():
    t = marching("mountain_guides", cinderpass="yellow knight", kilimandjora="blue camp")
    assert t.targets("knight", "cinderpass") == {"kilimandjora"}
    t.attack("knight", "cinderpass", "kilimandjora").bids(3, 0, 1)

    assert t.at("kilimandjora") == "yellow knight camp"

    t = marching("mountain_guides", cinderpass="yellow knight", kilimandjora="blue catapult")
    t.move("knight", "cinderpass", "kilimandjora")
    assert t.at("kilimandjora") == "yellow knight catapult"


def test_mountain_guides_let_knights_be_recruited_there_and_defend_once():
    t = recruiting("mountain_guides", units={"kilimandjora": "yellow camp"})
    assert "kilimandjora" in t.places("knight")

    t = position(
        units={"cinderpass": "red soldier", "kilimandjora": "yellow knight"}, cards={"yellow": "mountain_guides"},
        acting="red",
    )  # fmt: skip
    t.attack("soldier", "cinderpass", "kilimandjora")
    assert guess_count(t) == 1


def test_mountain_guides_help_nobody_else():
    t = position(units={"cinderpass": "blue knight"}, cards={"yellow": "mountain_guides"}, acting="blue")
    assert "kilimandjora" not in t.moves("knight", "cinderpass")

    t = marching(
        "mountain_guides", cinderpass="yellow catapult", kilimandjora="blue soldier", aldermoor="yellow knight"
    )
    assert t.targets("catapult", "cinderpass") == set()


def test_wheeled_engines_let_a_catapult_move_instead_of_attacking():
    t = marching("wheeled_engines", cinderpass="yellow catapult", frostvale="blue soldier", aldermoor="yellow knight")
    assert t.moves("catapult", "cinderpass") == {"aldermoor", "willowmere", "kilimandjora"}

    t.move("catapult", "cinderpass", "kilimandjora")

    assert t.at("kilimandjora") == "yellow catapult"
    assert not t.targets("catapult", "kilimandjora")
    assert not t.moves("catapult", "kilimandjora")


def test_wheeled_engines_never_enter_where_an_enemy_or_an_own_catapult_stands():
    t = marching(
        "wheeled_engines", cinderpass="yellow catapult", frostvale="blue catapult", willowmere="yellow catapult",
        kilimandjora="blue soldier", aldermoor="yellow soldier",
    )  # fmt: skip

    assert t.moves("catapult", "cinderpass") == {"aldermoor"}
    assert t.targets("catapult", "cinderpass") == {"frostvale"}
    assert t.refuses("move", "catapult", "cinderpass", "frostvale").rule == "EPIX-MA-2"


def test_wheeled_engines_do_not_move_a_catapult_captured_this_season():
    t = position(
        units={"cinderpass": "yellow catapult soldier", "frostvale": "blue soldier"}, captured=["cinderpass"],
        cards={"yellow": "wheeled_engines"},
    )  # fmt: skip

    assert not t.moves("catapult", "cinderpass")
    assert not t.targets("catapult", "cinderpass")
    assert t.refuses("move", "catapult", "cinderpass", "willowmere").rule == "EPIX-CAT-15"


# Income, auction, actions, victory


def test_tithe_collectors_make_tax_give_five():
    assert position(action="tax", cards={"yellow": "tithe_collectors"}, gold=1).gold("yellow") == 6


@pytest.mark.rule("EPIX-INC-4")
@pytest.mark.parametrize(("camps", "extra"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_market_charter_adds_a_gold_a_camp_at_most_two(camps, extra):
    places = ["cinderpass", "willowmere", "frostvale"][:camps]
    units = dict.fromkeys(places, "yellow camp")
    t = position(phase="income", action=None, units=units, cards={"yellow": "market_charter"}, gold=0)

    assert t.gold("yellow") == camps + extra


def test_royal_herald_wins_ties_and_pays_two_less():
    t = position(phase="first_player_auction", action=None, first="yellow", cards={"red": "royal_herald"})
    t.together(yellow=5, blue=5, red=5, green=0)

    assert t.asked == [("red", "auction.first")]
    assert t.gold("red") == 7
    assert t.gold("yellow") == 10


def test_royal_herald_pays_not_below_nothing_and_bids_not_above_his_gold():
    t = position(phase="first_player_auction", action=None, cards={"red": "royal_herald"}, gold={"red": 3, "yellow": 0})
    assert t.refuses(4, colour="red").rule == "EPIX-AUC-2"
    t.together(blue=0, red=1, green=0)

    assert t.gold("red") == 3


def test_royal_herald_does_not_help_a_lower_bid():
    t = position(phase="first_player_auction", action=None, cards={"red": "royal_herald"})
    t.together(yellow=5, blue=0, red=4, green=0)

    assert t.asked == [("yellow", "auction.first")]
    assert (t.gold("yellow"), t.gold("red")) == (5, 10)


def summons(**given):
    return position(**{"phase": "choose_action", "action": None, "cards": {"yellow": "second_summons"}, **given})


def test_second_summons_allow_two_different_cards_in_one_season():
    t = summons(units={"cinderpass": "yellow soldier"})
    assert ("yellow", "choose.summons") in t.asked
    assert ("blue", "choose.one") in t.asked
    assert t.values("yellow") == [
        ("recruitment",), ("tax",), ("move_attack",),
        ("recruitment", "tax"), ("recruitment", "move_attack"), ("tax", "move_attack"),
    ]  # fmt: skip
    assert t.refuses(("move_attack", "move_attack"), colour="yellow").rule == "EPIX-CHOOSE-1"

    t.say("yellow", ("recruitment", "move_attack"))
    assert t.used("yellow") == set()  # not before all have chosen
    t.together(blue="tax", red="tax", green="tax")

    assert t.used("yellow") == {"second_summons"}
    assert t.asked == [("yellow", "turn.order")]
    t.choose("move_attack").move("soldier", "cinderpass", "frostvale")
    assert t.asked == [("yellow", "recruit")]


def test_second_summons_are_for_one_season_of_the_game():
    t = summons()
    t.together(yellow=("recruitment", "tax"), blue="tax", red="tax", green="tax")
    play_to(t, "summer")
    assert t.used("yellow") == {"second_summons"}
    t.together(yellow=0, blue=0, red=0, green=0).choose(0)

    assert t.asked[0] == ("yellow", "choose.one")


def test_second_summons_are_not_used_by_laying_one_card():
    t = summons().together(yellow=("tax",), blue="tax", red="tax", green="tax")

    assert t.used("yellow") == set()


def test_second_summons_are_not_for_winter():
    t = summons(season="winter")

    assert t.asked[0] == ("yellow", "choose.two")
    pair = ("tax", "move_attack")
    t.together(yellow=pair, blue=pair, red=pair, green=pair)
    assert t.used("yellow") == set()


def test_old_bloodline_wins_ties_whatever_the_gold():
    units = {"cinderpass": "yellow soldier", "frostvale": "blue soldier"}
    t = position(
        phase="income", season="winter", action=None, units=units, cards={"yellow": "old_bloodline"},
        gold={"yellow": 0, "blue": 20},
    )  # fmt: skip

    assert t.winners == {"yellow"}
    assert t.outcome.ranks[1] == 2


def test_old_bloodline_does_not_help_who_holds_fewer_provinces_nor_against_a_fallen_castle():
    units = {"cinderpass": "blue soldier"}
    t = position(phase="income", season="winter", action=None, units=units, cards={"yellow": "old_bloodline"})
    assert t.winners == {"blue"}

    t = position(units={"frostvale": "yellow soldier"}, cards={"green": "old_bloodline"})
    t.attack("soldier", "frostvale", "bronzegate").bids(3, 0, 1)
    assert t.winners == {"yellow"}


# Together


@pytest.mark.rule("EPIX-G-CARD-TIMING")
def test_the_order_of_optional_cards_EPIX_G_CARD_TIMING():
    t = attacked(
        "soldier", "court_spies hostage_takers", mine="bribed_sentries swift_retreat plunder_rights",
        place="kilimandjora",
    )  # fmt: skip
    prompts = []
    for answer in (True, 3, True, (3,), True):
        prompts.append(t.asked[0][1])
        t.choose(answer)
    assert prompts == ["attack.sentries", "attack.bid", "attack.spies", "attack.guess", "attack.retreat"]
    assert (t.gold("yellow"), t.gold("blue")) == (9 - 3 - 2, 5 + 3)
    assert t.at("cinderpass") == "yellow soldier"


@pytest.mark.rule("EPIX-G-CARD-TIMING")
def test_uses_come_back_with_the_season_and_are_not_saved_up_EPIX_G_CARD_TIMING():
    t = position(
        phase="income", action=None, cards={"yellow": "swift_retreat bribed_sentries second_summons"},
        used={"yellow": "swift_retreat second_summons"},
    )  # fmt: skip

    assert t.used("yellow") == {"second_summons"}


@pytest.mark.rule("EPIX-G-CARD-COMBOS")
def test_border_levies_and_mountain_guides_bring_a_knight_to_kilimandjora_EPIX_G_CARD_COMBOS():
    t = recruiting("border_levies mountain_guides", units={"cinderpass": "yellow soldier"})
    t.recruit("knight", "kilimandjora")

    assert t.at("kilimandjora") == "yellow knight"


@pytest.mark.rule("EPIX-G-CARD-COMBOS")
def test_siegewrights_and_market_charter_make_a_camp_cost_one_and_earn_two_EPIX_G_CARD_COMBOS():
    t = recruiting("siegewrights market_charter", gold=1).recruit("camp", "cinderpass")

    assert t.season == "summer"  # nobody else could buy anything
    assert t.gold("yellow") == 2


@pytest.mark.rule("EPIX-G-CARD-COMBOS")
@pytest.mark.parametrize(("gold", "parity", "open_bids"), [(3, 0, 0), (4, 0, 1), (4, 1, 0), (5, 1, 1)])
def test_court_spies_with_double_defence_EPIX_G_CARD_COMBOS(gold, parity, open_bids):
    """Against n guesses an even bid gets through only with at least 2n Gold, an odd one with at least 2n + 1."""
    t = attacked("soldier", "court_spies", place="kilimandjora", gold=gold).bids(parity).choose(True)
    possible = [bid for bid in t.asks[0].values if bid % 2 == parity]

    assert guess_count(t) == 2
    assert max(0, len(possible) - 2) == open_bids


@pytest.mark.rule("EPIX-G-CARD-COMBOS")
def test_bribed_sentries_against_deep_moat_EPIX_G_CARD_COMBOS():
    t = attacked("soldier", "deep_moat", mine="bribed_sentries", place="bronzegate").choose(True)

    assert guess_count(t) == 2


@pytest.mark.rule("EPIX-G-CARD-COMBOS")
def test_hostage_takers_and_plunder_rights_never_both_EPIX_G_CARD_COMBOS():
    lost = attacked("soldier", "hostage_takers", mine="plunder_rights").bids(4, 4)
    won = attacked("soldier", "hostage_takers", mine="plunder_rights").bids(4, 3)

    assert (lost.gold("yellow"), lost.gold("blue")) == (5, 9)
    assert (won.gold("yellow"), won.gold("blue")) == (6, 5)


@pytest.mark.rule("EPIX-G-CARD-COMBOS")
def test_a_catapult_wheeled_into_kilimandjora_shoots_two_steps_next_season_EPIX_G_CARD_COMBOS():
    t = marching("wheeled_engines", cinderpass="yellow catapult", bronzegate="blue soldier", aldermoor="yellow knight")
    t.move("catapult", "cinderpass", "kilimandjora").end()
    play_to(t, "summer")
    t.together(yellow=0, blue=0, red=0, green=0).choose(0)
    t.together(yellow="move_attack", blue="tax", red="tax", green="tax")

    assert t.targets("catapult", "kilimandjora") == {"bronzegate"}


@pytest.mark.rule("EPIX-G-CARD-KEEP")
def test_cards_stay_with_their_owner_EPIX_G_CARD_KEEP():
    t = position(units={"frostvale": "yellow soldier"}, cards={"blue": "deep_moat", "yellow": "plunder_rights"}, gold=9)
    t.attack("soldier", "frostvale", "bronzegate").bids(4, 0, 1, 2)

    assert (t.cards("yellow"), t.cards("blue")) == ({"plunder_rights"}, {"deep_moat"})


def test_every_card_has_a_test_here():
    text = Path(__file__).read_text()
    assert [card for card in ABILITIES if f'"{card}' not in text and f" {card}" not in text] == []
