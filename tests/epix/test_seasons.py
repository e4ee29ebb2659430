"""The seasons: the auction, choosing and resolving Action cards, Tax, income, change of season."""

import pytest

from arbiter.games.epix import GAME
from arbiter.games.epix.season import PHASES
from arbiter.games.epix.state import order_from, treasury

from .table import position


def auction(**given):
    """A position before the bids for the First Player card."""
    return position(**{"phase": "first_player_auction", "action": None, **given})


def revealed(t):
    """The bids of the auction as everybody heard them."""
    return {event["seat"]: event["gold"] for event in t.told("auction.revealed")}


def choosing(**given):
    """A position before the Action cards are chosen."""
    return position(**{"phase": "choose_action", "action": None, **given})


def payday(**given):
    """A position before the income; the table then stands at the next auction."""
    return position(**{"phase": "income", "action": None, "gold": 5, **given})


@pytest.mark.rule("EPIX-SEASON-1", "EPIX-CHG-1")
def test_four_rounds_from_spring_to_winter():
    t = auction(gold=0)
    seasons = []
    while not t.over:
        if t.asks[0].prompt == "auction.first":
            seasons.append(t.season)
        t.answer(t.asks[0].seat, GAME.default(t.state, t.asks[0]))
    assert seasons == ["spring", "summer", "autumn", "winter"]
    assert len(t.told("season.begins")) == 3


@pytest.mark.rule("EPIX-SEASON-2")
def test_a_season_runs_its_five_phases_in_order():
    assert PHASES == ("first_player_auction", "choose_action", "resolve_actions", "income", "change_season")
    t = auction(units={"lochmess": "yellow camp", "cinderpass": "yellow soldier"}, gold=3)
    prompts = []
    while t.season == "spring":
        for ask in t.asks:
            prompts.append(ask.prompt)
        for ask in t.asks:
            answer = "move_attack" if ask.prompt == "choose.one" and ask.seat == 0 else GAME.default(t.state, ask)
            t.answer(ask.seat, answer)
    assert prompts == ["auction.bid"] * 4 + ["auction.first"] + ["choose.one"] * 4 + ["act"]
    keys = [event.key for event in t.events(None)]
    assert keys.index("tax") < keys.index("income") < keys.index("season.begins")


# Phase 1: the auction


@pytest.mark.rule("EPIX-AUC-1")
def test_all_totals_are_known_before_the_bids():
    t = auction(gold={"yellow": 3, "blue": 7, "red": 0, "green": 12})
    for seat in (None, 0, 1, 2, 3):
        assert t.view(seat).state.gold == [3, 7, 0, 12]
        (stated,) = [event.args["totals"] for event in t.events(seat) if event.key == "auction.opens"]
        assert [total.args for total in stated] == [{"seat": n, "gold": gold} for n, gold in enumerate([3, 7, 0, 12])]


@pytest.mark.rule("EPIX-AUC-2", "EPIX-G-CHANGE")
def test_a_bid_is_any_whole_amount_up_to_all_own_gold_EPIX_G_CHANGE():
    t = auction(gold={"yellow": 3, "blue": 7})
    bids = {ask.seat: [option.value for option in ask.options()] for ask in t.asks}

    assert bids[0] == [0, 1, 2, 3]
    assert bids[1] == list(range(8))
    assert t.refuses(4, colour="yellow").rule == "EPIX-AUC-2"
    assert t.refuses(-1, colour="yellow").rule == "EPIX-AUC-2"
    assert t.refuses(1.5, colour="yellow").rule == "EPIX-AUC-2"


@pytest.mark.rule("EPIX-G-LOCK")
def test_who_has_no_gold_bids_nothing_unasked_EPIX_G_LOCK():
    t = auction(gold={"yellow": 0, "blue": 2})
    assert [colour for colour, _ in t.asked] == ["blue", "red", "green"]

    t.together(blue=2, red=0, green=1)

    assert revealed(t) == {0: 0, 1: 2, 2: 0, 3: 1}


@pytest.mark.rule("EPIX-AUC-3")
def test_all_bids_are_revealed_at_the_same_moment():
    t = auction()
    t.together(green=4, blue=2, yellow=6)
    assert revealed(t) == {}
    assert t.asked == [("red", "auction.bid")]

    t.say("red", 0)

    assert revealed(t) == {0: 6, 1: 2, 2: 0, 3: 4}


@pytest.mark.rule("EPIX-AUC-4", "EPIX-AUC-6", "EPIX-AUC-7")
def test_the_highest_bidder_wins_and_alone_pays():
    t = auction(gold=10)
    before = treasury(t.state)
    t.together(yellow=3, blue=9, red=2, green=8)

    assert t.asked == [("blue", "auction.first")]
    assert t.state.gold == [10, 1, 10, 10]
    assert treasury(t.state) == before + 9


@pytest.mark.rule("EPIX-AUC-5", "EPIX-D-FIRST")
def test_the_winner_keeps_the_card_or_gives_it_away_EPIX_D_FIRST():
    t = auction(first="yellow").together(yellow=0, blue=1, red=0, green=0)
    assert sorted(t.values()) == [0, 1, 2, 3]
    other = t.clone()

    t.choose(1)
    other.choose(3)

    assert (t.state.first, other.state.first) == (1, 3)
    assert other.told("auction.first_player") == [{"seat": 3}]


@pytest.mark.rule("EPIX-AUC-8")
@pytest.mark.parametrize(
    ("holder", "bids", "winner"),
    [
        ("red", {"yellow": 4, "blue": 4, "red": 4, "green": 4}, "red"),
        ("red", {"yellow": 4, "blue": 4, "red": 3, "green": 4}, "green"),
        ("red", {"yellow": 4, "blue": 4, "red": 3, "green": 0}, "yellow"),
        ("red", {"yellow": 3, "blue": 4, "red": 3, "green": 4}, "green"),
        ("yellow", {"yellow": 0, "blue": 1, "red": 4, "green": 4}, "red"),
    ],
)
def test_ties_go_to_the_holder_then_clockwise_from_him(holder, bids, winner):
    t = auction(first=holder).together(**bids)

    assert t.asked == [(winner, "auction.first")]


@pytest.mark.rule("EPIX-G-AUC-ALLZERO")
def test_all_bid_nothing_so_the_holder_wins_and_pays_nothing_EPIX_G_AUC_ALLZERO():
    t = auction(first="green").together(yellow=0, blue=0, red=0, green=0)

    assert t.asked == [("green", "auction.first")]
    assert t.state.gold == [10] * 4


@pytest.mark.rule("EPIX-G-AUC-ALLZERO")
def test_nobody_has_gold_so_nobody_is_asked_to_bid_EPIX_G_AUC_ALLZERO():
    t = auction(first="green", gold=0)

    assert t.asked == [("green", "auction.first")]


@pytest.mark.rule("EPIX-G-AUC-GIFT")
def test_who_is_given_the_card_acts_first_and_pays_nothing_EPIX_G_AUC_GIFT():
    t = auction(first="yellow").together(yellow=3, blue=0, red=0, green=0).choose(2)
    assert t.gold("red") == 10
    t.together(yellow="recruitment", blue="recruitment", red="recruitment", green="recruitment")

    turns = []
    for _ in range(4):
        turns.append(t.asked[0][0])
        t.done()
    assert turns == ["red", "green", "yellow", "blue"]
    assert t.state.first == 2


@pytest.mark.rule("EPIX-G-AUC-SEASONS")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn", "winter"])
def test_there_is_an_auction_in_every_season_EPIX_G_AUC_SEASONS(season):
    t = auction(season=season)

    assert [prompt for _, prompt in t.asked] == ["auction.bid"] * 4


# Phase 2: choosing


@pytest.mark.rule("EPIX-CHOOSE-1", "EPIX-D-ACTION")
def test_everyone_picks_one_card_of_three_at_the_same_time_EPIX_D_ACTION():
    t = choosing()

    assert t.asked == [(colour, "choose.one") for colour in ("yellow", "blue", "red", "green")]
    assert t.values("red") == ["recruitment", "tax", "move_attack"]
    t.say("red", "tax")
    assert [colour for colour, _ in t.asked] == ["yellow", "blue", "green"]


@pytest.mark.rule("EPIX-CHOOSE-2")
def test_chosen_cards_lie_face_down_until_their_owners_turn():
    t = choosing(first="yellow")
    t.together(yellow="recruitment", blue="tax", red="move_attack", green="recruitment")

    assert t.asked == [("yellow", "recruit")]
    assert t.view(3).state.laid == [(), ("?",), ("?",), ("recruitment",)]
    assert t.view(None).state.laid == [(), ("?",), ("?",), ("?",)]
    assert t.view(3).state.shown == [("recruitment",), (), (), ()]


@pytest.mark.rule("EPIX-G-CARDSBACK")
def test_all_three_cards_are_there_again_next_season_EPIX_G_CARDSBACK():
    t = choosing(gold=0)
    t.together(yellow="tax", blue="tax", red="tax", green="tax")
    assert t.season == "summer"
    assert t.state.laid == t.state.shown == [()] * 4

    t.together(yellow=0, blue=0, red=0, green=0).choose(0)

    assert t.values("yellow") == ["recruitment", "tax", "move_attack"]


# Phase 3: resolving


@pytest.mark.rule("EPIX-RES-1", "EPIX-RES-2")
def test_the_holder_reveals_first_then_clockwise():
    t = choosing(first="red", gold=4)
    t.together(yellow="tax", blue="recruitment", red="tax", green="recruitment")

    assert t.asked == [("green", "recruit")]
    assert t.gold("red") == 7  # carried out at once
    assert t.gold("yellow") == 4
    t.done()
    assert t.gold("yellow") == 7
    assert t.asked == [("blue", "recruit")]
    assert [event["seat"] for event in t.told("turn.reveals")] == [2, 3, 0, 1]
    assert order_from(t.state, 2) == [2, 3, 0, 1]


@pytest.mark.rule("EPIX-TAX-1", "EPIX-G-TAXFORCED")
def test_tax_gives_three_gold_EPIX_G_TAXFORCED():
    t = position(action="tax", gold=4)

    assert t.gold("yellow") == 7
    assert t.asked[0][0] == "blue"  # nobody asked yellow


# Phases 4 and 5: income, change of season


@pytest.mark.rule("EPIX-INC-1")
def test_income_comes_once_all_cards_are_carried_out():
    t = position(units={"lochmess": "yellow camp"}, first="yellow", acting="green", action="recruitment", gold=4)
    assert t.gold("yellow") == 4

    t.done()

    assert t.gold("yellow") == 6
    assert t.season == "summer"


@pytest.mark.rule("EPIX-INC-2")
def test_one_gold_for_each_camp_on_the_board():
    t = payday(units={"cinderpass": "yellow camp", "willowmere": "yellow camp soldier", "frostvale": "blue camp"})

    assert t.state.gold == [7, 6, 5, 5]


@pytest.mark.rule("EPIX-INC-3", "EPIX-SUM-GOLD", "EPIX-G-HOLD")
def test_one_gold_for_each_gold_province_held_EPIX_G_HOLD():
    t = payday(units={"lochmess": "yellow catapult", "broceland": "blue soldier", "kilimandjora": "red soldier"})

    assert t.state.gold == [6, 6, 5, 5]


@pytest.mark.rule("EPIX-G-GOLDPROV")
def test_a_camp_in_a_gold_province_earns_two_EPIX_G_GOLDPROV():
    t = payday(seats=3, units={"vallorne": "red camp"})

    assert t.state.gold == [5, 5, 7]


@pytest.mark.rule("EPIX-INC-4")
def test_cards_may_add_to_the_income():
    t = payday(units={"cinderpass": "yellow camp", "frostvale": "blue camp"}, cards={"yellow": "market_charter"})

    assert t.state.gold == [7, 6, 5, 5]


@pytest.mark.rule("EPIX-CHG-1")
def test_the_marker_moves_on_and_the_next_season_starts():
    t = payday(season="spring")

    assert t.season == "summer"
    assert [prompt for _, prompt in t.asked] == ["auction.bid"] * 4


@pytest.mark.rule("EPIX-G-TREASURY")
def test_the_treasury_never_runs_out_EPIX_G_TREASURY():
    t = payday(seats=2, units={"lochmess": "yellow camp"}, gold=60)

    assert t.gold("yellow") == 62
    assert treasury(t.state) == 0


@pytest.mark.rule("EPIX-G-NOELIM")
def test_without_units_and_gold_a_player_still_plays_EPIX_G_NOELIM():
    t = choosing(gold=0, units={"cinderpass": "blue knight", "willowmere": "blue soldier"})

    assert ("yellow", "choose.one") in t.asked
    t.together(yellow="tax", blue="tax", red="tax", green="tax")
    assert t.gold("yellow") == 3
    assert t.holds("yellow") == {"aldermoor"}
