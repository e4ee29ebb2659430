"""The options of a table, and the answers given for a player whose clock has run out."""

import json

import pytest

import arbiter
from arbiter.core import BadSave
from arbiter.games.epix import GAME

from .table import position, seat_of


def default(t, colour=None):
    """The answer the rules give for a player who does not."""
    ask = next(ask for ask in t.asks if colour is None or ask.seat == seat_of(colour))
    return GAME.default(t.state, ask)


@pytest.mark.rule("EPIX-MODE-1")
def test_a_table_is_basic_drawn_and_rested_unless_it_says_otherwise():
    s = arbiter.new("epix", 4).state

    assert (s.advanced, s.drawn_seats, s.knight_rest) == (False, True, True)
    s = arbiter.new("epix", 4, options={"rules": "advanced", "seating": "set", "knights": "roaming"}).state
    assert (s.advanced, s.drawn_seats, s.knight_rest) == (True, False, False)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [({"rule": "advanced"}, "rules"), ({"knights": "flying"}, r"rested.*roaming"), ({"seating": 3}, r"drawn.*set")],
)
def test_a_wrong_option_is_refused_with_what_would_be_right(wrong, right):
    with pytest.raises(ValueError, match=right):
        arbiter.new("epix", 4, options=wrong)


def test_people_let_knights_roam():
    assert GAME.for_people == {"knights": "roaming"}


def test_a_save_of_earlier_rules_is_refused_with_both_versions():
    save = json.loads(arbiter.new("epix", 2, seed=1).save())
    assert save["rules"] == "2"

    with pytest.raises(BadSave, match=r"'1' of Epix.*'2'"):
        arbiter.load(json.dumps({**save, "rules": "1"}))


@pytest.mark.rule("EPIX-SETUP-2", "EPIX-G-TIMEOUT")
def test_first_free_colour_EPIX_G_TIMEOUT():
    t = arbiter.new("epix", 3)
    t.answer(0, "blue")

    assert GAME.default(t.state, t.asks[0]) == "yellow"


@pytest.mark.rule("EPIX-PRE-15", "EPIX-G-TIMEOUT")
def test_pass_EPIX_G_TIMEOUT():
    t = position(phase="preliminary", action=None, lay="deep_moat")

    assert default(t) == ("pass",)
    t.act("bid", "deep_moat")
    assert default(t) == {"amount": 1, "marker": "soldier"}  # too late to pass: the least he can do


@pytest.mark.rule("EPIX-AUC-2", "EPIX-AUC-5", "EPIX-G-TIMEOUT")
def test_auction_bid_nothing_and_keep_the_card_EPIX_G_TIMEOUT():
    t = position(phase="first_player_auction", action=None)
    assert [default(t, colour) for colour, _ in t.asked] == [0, 0, 0, 0]
    t.together(yellow=0, blue=0, red=3, green=0)

    assert default(t) == 2


@pytest.mark.rule("EPIX-CHOOSE-1", "EPIX-WINTER-1", "EPIX-G-TIMEOUT")
def test_tax_and_in_winter_tax_and_recruitment_EPIX_G_TIMEOUT():
    t = position(phase="choose_action", action=None, cards={"blue": "second_summons"})
    assert default(t, "yellow") == "tax"
    assert default(t, "blue") == ("tax",)

    t = position(phase="choose_action", action=None, season="winter")
    assert set(default(t, "yellow")) == {"tax", "recruitment"}


@pytest.mark.rule("EPIX-WINTER-3", "EPIX-G-TIMEOUT")
@pytest.mark.parametrize(
    ("cards", "first"),
    [("recruitment tax", "tax"), ("move_attack recruitment", "recruitment"), ("move_attack tax", "tax")],
)
def test_two_cards_in_the_order_tax_recruitment_move_EPIX_G_TIMEOUT(cards, first):
    t = position(season="winter", action=cards, units={"cinderpass": "yellow soldier"})

    assert default(t) == first


@pytest.mark.rule("EPIX-REC-1", "EPIX-MA-4", "EPIX-G-TIMEOUT")
def test_recruit_nothing_and_end_the_action_EPIX_G_TIMEOUT():
    assert default(position(action="recruitment")) == ("done",)
    assert default(position(units={"cinderpass": "yellow soldier"})) == ("end",)


@pytest.mark.rule("EPIX-ATTACK-5", "EPIX-ATTACK-11", "EPIX-ATTACK-16", "EPIX-G-TIMEOUT")
def test_bid_nothing_guess_the_lowest_and_withdraw_EPIX_G_TIMEOUT():
    units = {"cinderpass": "yellow soldier", "kilimandjora": "blue soldier camp"}
    t = position(units=units).attack("soldier", "cinderpass", "kilimandjora")
    assert default(t, "yellow") == 0
    assert default(t, "blue") == (0, 1)
    t.bids(4, 0, 1)

    assert default(t) is False
    assert t.asked == [("yellow", "attack.continue")]


@pytest.mark.rule("EPIX-G-TIMEOUT")
def test_no_optional_card_EPIX_G_TIMEOUT():
    units = {"cinderpass": "yellow soldier", "kilimandjora": "blue soldier"}
    cards = {"yellow": "bribed_sentries swift_retreat", "blue": "court_spies"}
    t = position(units=units, cards=cards).attack("soldier", "cinderpass", "kilimandjora")
    prompts = []
    while t.asked[0][1] not in ("act", "recruit"):
        prompts.append(t.asked[0][1])
        t.answer(t.asks[0].seat, GAME.default(t.state, t.asks[0]))

    assert prompts == ["attack.sentries", "attack.bid", "attack.spies", "attack.guess", "attack.retreat"]
    assert t.used("yellow") == t.used("blue") == set()
    assert t.at("cinderpass") == ""  # bid 0 met the guess 0


@pytest.mark.rule("EPIX-G-TIMEOUT")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_a_table_where_nobody_answers_ends_all_the_same_EPIX_G_TIMEOUT(seats, rules):
    t = arbiter.new("epix", seats, seed=2, options={"rules": rules})
    while not t.over:
        ask = t.asks[0]
        t.answer(ask.seat, GAME.default(t.state, ask))

    assert t.outcome.winners == tuple(range(seats))  # all hold their castle and have taken the same Tax
    assert t.state.gold == [15 + 4 * 3] * seats
