"""The preliminary phase: recruiting in the own realm, bidding for ability cards, passing."""

from random import Random

import pytest

import arbiter
from arbiter.games.epix.state import treasury

from .table import position


def preliminary(**given):
    """A position in the preliminary phase; yellow is to act and holds the First Player card."""
    return position(**{"phase": "preliminary", "action": None, "gold": 15, **given})


def lay_bid(t, card, amount, marker="soldier"):
    """The bidding turn of whoever is to act."""
    t.act("bid", card)
    assert [prompt for _, prompt in t.asked] == ["bid"]
    return t.choose({"amount": amount, "marker": marker})


@pytest.mark.rule("EPIX-PRE-1")
def test_the_preliminary_phase_comes_once_before_spring():
    t = arbiter.new("epix", 2, seed=1)
    rng = Random(1)
    phases = []
    while not t.over:
        if not phases or phases[-1] != (t.state.phase, t.state.season):
            phases.append((t.state.phase, t.state.season))
        t.answer(t.asks[0].seat, t.asks[0].sample(rng))
    assert phases[0][0] == "setup"
    assert phases[1] == ("preliminary", 0)
    assert phases[2] == ("first_player_auction", 0)
    assert [phase for phase, _ in phases].count("preliminary") == 1


@pytest.mark.rule("EPIX-PRE-2", "EPIX-PRE-17", "EPIX-D-PRE")
def test_one_action_a_turn_until_all_have_passed_EPIX_D_PRE():
    t = preliminary(seats=2, lay="royal_stables")
    assert {value[0] for value in t.values()} == {"recruit", "bid", "pass"}

    t.recruit("soldier", "cinderpass")
    assert t.asked == [("blue", "preliminary")]
    lay_bid(t, "royal_stables", 2)
    assert t.asked == [("yellow", "preliminary")]
    t.act("pass")
    t.recruit("camp", "frostvale")
    assert t.asked == [("blue", "preliminary")]
    t.act("pass")

    assert t.season == "spring"
    assert t.state.phase == "first_player_auction"


@pytest.mark.rule("EPIX-PRE-3")
def test_the_holder_of_the_card_begins():
    for seed in range(12):
        t = arbiter.new("epix", 4, seed)
        while t.asks[0].prompt == "setup.colour":
            t.answer(t.asks[0].seat, t.asks[0].values[0])
        assert t.asks[0].seat == t.state.first


@pytest.mark.rule("EPIX-PRE-4", "EPIX-PRE-16")
def test_turns_go_clockwise_past_those_who_passed():
    t = preliminary(acting="red")
    turns = []
    for answer in (("recruit", "camp", "thornwick"), ("pass",), ("recruit", "camp", "cinderpass"), ("pass",)):
        turns.append(t.asked[0][0])
        t.act(*answer)
    assert turns == ["red", "green", "yellow", "blue"]
    assert t.asked[0][0] == "red"
    t.recruit("camp", "foxhollow")
    assert t.asked[0][0] == "yellow"


@pytest.mark.rule("EPIX-PRE-5")
def test_a_recruiting_turn_brings_one_unit_of_any_type():
    t = preliminary()
    assert {value[1] for value in t.values() if value[0] == "recruit"} == {"soldier", "knight", "camp", "catapult"}

    t.recruit("catapult", "aldermoor")

    assert t.at("aldermoor") == "yellow catapult"
    assert t.asked == [("blue", "preliminary")]


@pytest.mark.rule("EPIX-PRE-6")
@pytest.mark.parametrize(("unit", "cost"), [("soldier", 2), ("knight", 6), ("camp", 2), ("catapult", 2)])
def test_the_price_of_the_recruitment_card_goes_to_the_treasury(unit, cost):
    t = preliminary()
    before = treasury(t.state)

    t.recruit(unit, "cinderpass")

    assert t.gold("yellow") == 15 - cost
    assert treasury(t.state) == before + cost


@pytest.mark.rule("EPIX-PRE-7")
def test_units_come_into_the_own_realm_only():
    t = preliminary(units={"aldermoor": "yellow soldier"})

    assert t.places("knight") == {"aldermoor", "cinderpass", "willowmere"}
    assert t.refuses("recruit", "soldier", "lochmess").rule == "EPIX-PRE-7"
    assert t.refuses("recruit", "soldier", "frostvale").rule == "EPIX-PRE-7"


@pytest.mark.rule("EPIX-PRE-8")
def test_no_two_alike_in_a_province_or_castle():
    t = preliminary(units={"aldermoor": "yellow soldier", "cinderpass": "yellow camp"})

    assert t.places("soldier") == {"cinderpass", "willowmere"}
    assert t.places("camp") == {"willowmere"}
    assert t.refuses("recruit", "soldier", "aldermoor").rule == "EPIX-REC-5"
    assert t.refuses("recruit", "camp", "cinderpass").rule == "EPIX-REC-5"


@pytest.mark.rule("EPIX-PRE-9")
def test_a_bidding_turn_is_for_one_card():
    t = preliminary(lay="royal_stables deep_moat court_spies")
    assert {value[1] for value in t.values() if value[0] == "bid"} == {"royal_stables", "deep_moat", "court_spies"}

    lay_bid(t, "deep_moat", 3)

    assert t.asked == [("blue", "preliminary")]
    assert [offer.gold for offer in t.state.lay] == [0, 3, 0]
    assert t.refuses("bid", "old_bloodline").rule == "EPIX-PRE-9"


@pytest.mark.rule("EPIX-PRE-10")
def test_the_first_bid_is_at_least_one_gold():
    t = preliminary(lay="royal_stables")
    t.act("bid", "royal_stables")

    refused = t.refuses({"amount": 0, "marker": "camp"})
    assert refused.rule == "EPIX-PRE-10"
    t.choose({"amount": 1, "marker": "camp"})
    assert [offer.gold for offer in t.state.lay] == [1]
    assert t.gold("yellow") == 14


@pytest.mark.rule("EPIX-PRE-11", "EPIX-G-PRE-MARKER")
def test_an_unused_unit_marks_the_bid_EPIX_G_PRE_MARKER():
    t = preliminary(lay="royal_stables", units={"aldermoor": "yellow knight", "cinderpass": "yellow knight"})
    t.act("bid", "royal_stables")
    assert t.asks[0].fields["marker"].values == ["soldier", "camp", "catapult"]

    t.choose({"amount": 1, "marker": "catapult"})

    assert t.supply("yellow", "catapult") == 1


@pytest.mark.rule("EPIX-G-PRE-MARKER")
def test_without_a_unit_in_supply_no_bid_is_possible_EPIX_G_PRE_MARKER():
    everything = {
        "aldermoor": "yellow soldier knight catapult",
        "cinderpass": "yellow soldier knight camp catapult",
        "willowmere": "yellow soldier camp",
        "lochmess": "yellow camp",
    }
    t = preliminary(lay="royal_stables", units=everything)

    assert t.asked == [("blue", "preliminary")]  # yellow can do nothing and is passed
    assert t.state.passed == [True, False, False, False]


@pytest.mark.rule("EPIX-PRE-12", "EPIX-G-PRE-WITHDRAW")
def test_a_later_bid_is_higher_by_at_least_one_EPIX_G_PRE_WITHDRAW():
    t = preliminary(lay="royal_stables", bids={"royal_stables": ("red", 4, "camp")})
    t.act("bid", "royal_stables")

    assert t.refuses({"amount": 4, "marker": "camp"}).rule == "EPIX-PRE-12"
    assert t.refuses({"amount": 3, "marker": "camp"}).rule == "EPIX-PRE-12"
    t.choose({"amount": 5, "marker": "camp"})
    assert [offer.gold for offer in t.state.lay] == [5]


@pytest.mark.rule("EPIX-PRE-12")
def test_who_cannot_beat_a_bid_is_not_offered_it():
    t = preliminary(lay="royal_stables", bids={"royal_stables": ("red", 9, "camp")}, gold={"yellow": 9})

    assert ("bid", "royal_stables") not in t.values()
    refused = t.refuses("recruit", "soldier", "broceland")
    assert refused.rule == "EPIX-PRE-7"


@pytest.mark.rule("EPIX-PRE-13")
def test_a_beaten_bid_goes_back_at_once():
    t = preliminary(lay="royal_stables", bids={"royal_stables": ("red", 4, "camp")}, gold={"yellow": 15, "red": 6})
    assert t.supply("red", "camp") == 2

    lay_bid(t, "royal_stables", 5)

    assert (t.gold("red"), t.supply("red", "camp")) == (10, 3)
    assert t.told("bid.beaten") == [{"seat": 2, "card": "royal_stables", "gold": 4}]


@pytest.mark.rule("EPIX-PRE-14", "EPIX-G-PRE-SELFRAISE")
def test_a_player_may_raise_the_own_bid_EPIX_G_PRE_SELFRAISE():
    t = preliminary(lay="royal_stables", bids={"royal_stables": ("yellow", 4, "camp")}, gold={"yellow": 3})
    t.act("bid", "royal_stables")
    assert "camp" in t.asks[0].fields["marker"].values
    amount = t.asks[0].fields["amount"]
    assert (amount.least, amount.most) == (5, 7)  # all his Gold, with what lies there

    t.choose({"amount": 6, "marker": "knight"})

    assert t.gold("yellow") == 1
    assert (t.supply("yellow", "camp"), t.supply("yellow", "knight")) == (3, 1)
    assert t.told("bid.beaten") == []


@pytest.mark.rule("EPIX-G-PRE-SELFRAISE")
def test_the_last_unit_in_supply_may_go_on_marking_the_own_raise_EPIX_G_PRE_SELFRAISE():
    everything = {
        "aldermoor": "yellow soldier knight catapult",
        "cinderpass": "yellow soldier knight camp catapult",
        "willowmere": "yellow soldier camp",
    }
    t = preliminary(lay="deep_moat", units=everything, bids={"deep_moat": ("yellow", 2, "camp")}, gold={"yellow": 5})

    t.act("bid", "deep_moat")
    assert t.asks[0].fields["marker"].values == ["camp"]
    t.choose({"amount": 3, "marker": "camp"})

    assert (t.gold("yellow"), t.supply("yellow", "camp")) == (4, 0)


@pytest.mark.rule("EPIX-PRE-15", "EPIX-G-PRE-OUTBID")
def test_a_pass_is_final_EPIX_G_PRE_OUTBID():
    t = preliminary(seats=2, lay="royal_stables", bids={"royal_stables": ("yellow", 4, "camp")})
    t.act("pass")
    lay_bid(t, "royal_stables", 5)

    assert t.gold("yellow") == 19
    assert t.asked == [("blue", "preliminary")]  # though yellow has Gold again
    t.act("pass")
    assert t.cards("blue") == {"royal_stables"}


@pytest.mark.rule("EPIX-G-PRE-OUTBID")
def test_the_standing_bid_of_one_who_passed_remains_EPIX_G_PRE_OUTBID():
    t = preliminary(seats=2, lay="royal_stables", bids={"royal_stables": ("yellow", 4, "camp")})
    t.act("pass")
    t.act("pass")

    assert t.cards("yellow") == {"royal_stables"}


@pytest.mark.rule("EPIX-PRE-17", "EPIX-PRE-18", "EPIX-PRE-19", "EPIX-PRE-20", "EPIX-PRE-23")
def test_at_the_end_cards_are_won_gold_is_spent_markers_return_and_the_rest_goes():
    t = preliminary(
        seats=2,
        lay="royal_stables deep_moat old_bloodline",
        bids={"royal_stables": ("yellow", 4, "camp"), "deep_moat": ("blue", 2, "knight")},
        gold={"yellow": 11, "blue": 13},
        passed=["blue"],
    )
    assert treasury(t.state) == 79 - 30

    t.act("pass")

    assert (t.cards("yellow"), t.cards("blue")) == ({"royal_stables"}, {"deep_moat"})
    assert (t.gold("yellow"), t.gold("blue")) == (11, 13)
    assert treasury(t.state) == 79 - 24
    assert (t.supply("yellow", "camp"), t.supply("blue", "knight")) == (3, 2)
    assert t.state.lay == []
    assert [event["card"] for event in t.told("bid.won")] == ["royal_stables", "deep_moat"]
    assert t.state.phase == "first_player_auction"


@pytest.mark.rule("EPIX-PRE-18", "EPIX-G-PRE-MULTI")
def test_one_player_may_win_several_cards_EPIX_G_PRE_MULTI():
    t = preliminary(
        seats=2,
        lay="royal_stables deep_moat palisades",
        bids={"royal_stables": ("yellow", 1, "camp"), "deep_moat": ("yellow", 2, "camp")},
        passed=["blue"],
    )
    lay_bid(t, "palisades", 3, "camp")
    t.act("pass")

    assert t.cards("yellow") == {"royal_stables", "deep_moat", "palisades"}


@pytest.mark.rule("EPIX-PRE-21")
def test_won_cards_lie_open_to_all():
    t = position(cards={"yellow": "deep_moat", "red": "court_spies"})

    for seat in (None, 0, 1, 2, 3):
        assert t.view(seat).state.abilities == t.state.abilities
        shown = {card.id: card for card in t.scene(seat).cards if card.look == "ability"}
        assert {id: (card.owner, card.face) for id, card in shown.items()} == {
            "ability.deep_moat": (0, True),
            "ability.court_spies": (2, True),
        }


@pytest.mark.rule("EPIX-PRE-22", "EPIX-G-CARD-KEEP")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn", "winter"])
def test_won_cards_work_in_every_season_EPIX_G_CARD_KEEP(season):
    t = position(season=season, action="recruitment", cards={"yellow": "muster_rolls"}, gold=1)

    t.recruit("soldier", "cinderpass")

    assert t.gold("yellow") == 0
    assert t.cards("yellow") == {"muster_rolls"}


@pytest.mark.rule("EPIX-PRE-24")
def test_a_card_works_at_the_moment_its_text_names():
    t = position(
        units={"cinderpass": "yellow soldier knight", "kilimandjora": "blue soldier"}, gold=10,
        cards={"yellow": "bribed_sentries swift_retreat", "blue": "court_spies"},
    )  # fmt: skip

    t.attack("soldier", "cinderpass", "kilimandjora")
    assert t.asked == [("yellow", "attack.sentries")]  # before the bid
    t.choose(True)
    assert t.asked == [("yellow", "attack.bid")]
    t.choose(3)
    assert t.asked == [("blue", "attack.spies")]  # when the bid is locked
    t.choose(True)
    t.names(3)
    assert t.asked == [("yellow", "attack.retreat")]  # when the attack has failed
    t.choose(True)
    assert t.used("yellow") | t.used("blue") == {"bribed_sentries", "court_spies", "swift_retreat"}


@pytest.mark.rule("EPIX-G-PRE-LOCKED")
def test_gold_on_a_card_cannot_be_spent_and_is_shown_apart_EPIX_G_PRE_LOCKED():
    t = preliminary(lay="royal_stables", bids={"royal_stables": ("yellow", 14, "camp")}, gold={"yellow": 1})

    assert [value for value in t.values() if value[0] == "recruit"] == []
    for seat in (None, 1):
        view = t.view(seat).state
        assert (view.gold[0], [(offer.seat, offer.gold) for offer in view.lay]) == (1, [(0, 14)])
    assert treasury(t.state) == 79 - 1 - 14 - 3 * 10


@pytest.mark.rule("EPIX-G-PRE-DISCOUNT")
def test_cards_do_nothing_before_they_are_handed_out_EPIX_G_PRE_DISCOUNT():
    t = preliminary(seats=2, lay="muster_rolls", bids={"muster_rolls": ("yellow", 4, "camp")}, gold=2)
    t.recruit("soldier", "cinderpass")

    assert t.gold("yellow") == 0


@pytest.mark.rule("EPIX-G-PRE-END", "EPIX-G-LOCK")
def test_who_can_only_pass_is_passed_EPIX_G_PRE_END_EPIX_G_LOCK():
    t = preliminary(gold={"yellow": 1})

    assert t.told("preliminary.passed") == [{"seat": 0}]
    assert t.asked == [("blue", "preliminary")]


@pytest.mark.rule("EPIX-G-PRE-END")
def test_nobody_can_act_so_spring_comes_at_once_EPIX_G_PRE_END():
    t = preliminary(gold=1)

    assert t.state.passed == [True] * 4
    assert t.state.phase == "first_player_auction"


@pytest.mark.rule("EPIX-PRE-6")
def test_a_unit_that_cannot_be_paid_is_refused_with_its_price():
    t = preliminary(gold={"yellow": 5})

    refused = t.refuses("recruit", "knight", "cinderpass")
    assert refused.rule == "EPIX-PRE-6"
    assert "6 Gold" in refused.reason


@pytest.mark.rule("EPIX-PRE-12")
def test_a_bid_that_cannot_be_paid_is_refused_with_what_it_takes():
    t = preliminary(lay="royal_stables deep_moat", bids={"royal_stables": ("red", 9, "camp")}, gold={"yellow": 9})

    refused = t.refuses("bid", "royal_stables")
    assert refused.rule == "EPIX-PRE-12"
    assert "10 Gold" in refused.reason


@pytest.mark.rule("EPIX-PRE-11", "EPIX-G-LOCK")
def test_the_only_possible_bid_is_laid_unasked():
    everything = {
        "aldermoor": "yellow soldier knight catapult",
        "cinderpass": "yellow soldier knight camp catapult",
        "willowmere": "yellow soldier camp",
    }
    t = preliminary(lay="deep_moat", units=everything, gold={"yellow": 1})
    t.act("bid", "deep_moat")

    assert t.asked == [("blue", "preliminary")]
    assert ([offer.gold for offer in t.state.lay], t.gold("yellow"), t.supply("yellow", "camp")) == ([1], 0, 0)
