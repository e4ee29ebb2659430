"""Every decision: who is asked, and what the others may know of it until it becomes public."""

from dataclasses import fields
from pathlib import Path
from random import Random

import msgspec
import pytest

import arbiter
from arbiter.core import Illegal
from arbiter.games.epix import GAME

from .table import position, seat_of
from .test_setup import set_up

EVERYONE = (None, "yellow", "blue", "red", "green")


def look(t, colour):
    """All that reaches a player (None: a spectator), as bytes."""
    seat = None if colour is None else seat_of(colour)
    asks = [ask.wire() for ask in t.asks if ask.seat == seat]
    return msgspec.json.encode([t.view(seat), asks, t.events(seat), t.scene(seat)])


def tell_apart(one, other):
    """The players (and None for spectators) to whom two tables do not look the same."""
    return {colour for colour in EVERYONE[: one.seats + 1] if look(one, colour) != look(other, colour)}


def auction():
    return position(phase="first_player_auction", action=None)


def choosing(**given):
    return position(**{"phase": "choose_action", "action": None, **given})


def attack(**given):
    """Yellow's Soldier attacks blue's in Kilimandjora: two guesses."""
    units = {"cinderpass": "yellow soldier", "kilimandjora": "blue soldier", "aldermoor": "yellow knight"}
    return position(units=units, **given).attack("soldier", "cinderpass", "kilimandjora")


# What nobody hides


@pytest.mark.rule("EPIX-D-MODE")
def test_EPIX_D_MODE_is_the_hosts_and_open_to_all():
    t = arbiter.new("epix", 3, options={"rules": "advanced"})

    assert all(t.view(seat).state.advanced for seat in (None, 0, 1, 2))
    assert {"rules", "seating", "knights"} == set(GAME.Options.__struct_fields__)


@pytest.mark.rule("EPIX-D-COLOUR")
def test_EPIX_D_COLOUR_is_asked_of_each_player_alone_and_open():
    t = arbiter.new("epix", 3)
    for seat in range(3):
        assert [ask.seat for ask in t.asks] == [seat]
        t.answer(seat, t.asks[0].values[-1])
        assert t.view(None).state.colours[seat] == t.state.colours[seat]


@pytest.mark.rule("EPIX-D-PRE")
def test_EPIX_D_PRE_is_asked_of_the_player_to_act_alone_and_open():
    t = set_up(4, rules="advanced")
    seat = t.state.first
    assert [ask.seat for ask in t.asks] == [seat]
    card = t.state.lay[0].card
    t.answer(seat, ("bid", card))
    t.answer(seat, {"amount": 3, "marker": "camp"})

    for other in (None, 0, 1, 2, 3):
        seen = t.view(other).state
        assert (seen.lay[0].seat, seen.lay[0].gold) == (seat, 3)


@pytest.mark.rule("EPIX-D-FIRST")
def test_EPIX_D_FIRST_is_the_winners_and_open():
    t = auction().together(yellow=0, blue=0, red=5, green=0)
    assert t.asked == [("red", "auction.first")]

    t.choose(1)

    assert all(t.view(seat).state.first == 1 for seat in (None, 0, 1, 2, 3))


@pytest.mark.rule("EPIX-D-ORDER")
def test_EPIX_D_ORDER_leaves_later_players_cards_face_down():
    t = position(season="winter", action="recruitment tax")
    assert t.asked == [("yellow", "turn.order")]

    assert t.view(0).state.laid == [(), ("?", "?"), ("?", "?"), ("?", "?")]
    assert t.view(1).state.laid[1] == ("recruitment", "tax")
    assert t.view(None).state.shown[0] == ("recruitment", "tax")


@pytest.mark.rule("EPIX-D-RECRUIT", "EPIX-D-MA")
@pytest.mark.parametrize(("action", "prompt"), [("recruitment", "recruit"), ("move_attack", "act")])
def test_EPIX_D_RECRUIT_and_EPIX_D_MA_are_the_active_players_and_open(action, prompt):
    t = position(units={"cinderpass": "yellow soldier"}, action=action)
    assert t.asked == [("yellow", prompt)]
    before = t.view(None).state.pieces

    t.act(*t.values()[0])

    assert t.view(None).state.pieces == t.state.pieces != before


@pytest.mark.rule("EPIX-D-CONTINUE", "EPIX-D-SENTRIES", "EPIX-D-RETREAT")
def test_EPIX_D_CONTINUE_and_EPIX_D_SENTRIES_and_EPIX_D_RETREAT_are_the_attackers():
    cards = {"yellow": "bribed_sentries swift_retreat"}
    t = attack(cards=cards)
    assert t.asked == [("yellow", "attack.sentries")]
    t.choose(False).bids(3, 3, 4)
    assert t.asked == [("yellow", "attack.retreat")]

    units = {"cinderpass": "yellow soldier", "frostvale": "blue soldier camp"}
    t = position(units=units).attack("soldier", "cinderpass", "frostvale").bids(1, 0)
    assert t.asked == [("yellow", "attack.continue")]


# The auction


@pytest.mark.rule("EPIX-AUC-2", "EPIX-AUC-3", "EPIX-D-AUCBID")
def test_EPIX_D_AUCBID_is_its_owners_alone_until_all_are_in():
    low, high = auction().say("blue", 1), auction().say("blue", 9)

    assert tell_apart(low, high) == {"blue"}
    assert low.view(0).answered == [1]  # others see only that a bid was made
    assert (low.view(1).mine, low.view(0).mine, low.view(None).mine) == (1, None, None)
    for t in (low, high):
        t.together(yellow=0, green=2, red=0)
    assert tell_apart(low, high) == set(EVERYONE)


@pytest.mark.rule("EPIX-G-LOCK")
def test_a_bid_once_made_stands_EPIX_G_LOCK():
    t = auction().say("blue", 3)

    with pytest.raises(Illegal, match="stands"):
        t.undo(1)
    with pytest.raises(Illegal, match="not asked"):
        t.say("blue", 4)


def test_pending_bids_survive_a_save_in_the_middle():
    t = auction().say("blue", 7).say("red", 2)
    again = t.reloaded()

    assert all(look(t, colour) == look(again, colour) for colour in EVERYONE)
    for table in (t, again):
        table.together(yellow=0, green=0)
    assert t.state == again.state
    assert t.gold("blue") == 3


# The Action cards


@pytest.mark.rule("EPIX-CHOOSE-1", "EPIX-CHOOSE-2", "EPIX-D-ACTION")
def test_EPIX_D_ACTION_is_its_owners_alone_until_his_turn():
    def after(card):
        return choosing(first="yellow").say("red", card)

    tax, march = after("tax"), after("move_attack")
    assert tell_apart(tax, march) == {"red"}
    for t in (tax, march):
        t.together(yellow="recruitment", blue="recruitment", green="recruitment")
    assert tell_apart(tax, march) == {"red"}  # they lie face down
    assert tax.asked == [("yellow", "recruit")]
    for t in (tax, march):
        t.done()
    assert tell_apart(tax, march) == {"red"}
    for t in (tax, march):
        t.done()  # blue's turn ends, red turns up
    assert tell_apart(tax, march) == set(EVERYONE)


@pytest.mark.rule("EPIX-D-ACTION")
def test_EPIX_D_ACTION_shows_the_number_of_cards_only_once_all_have_chosen():
    def after(cards):
        return choosing(cards={"red": "second_summons"}).say("red", cards)

    one, two = after(("tax",)), after(("tax", "move_attack"))
    assert tell_apart(one, two) == {"red"}
    assert one.view(0).state.laid == [()] * 4
    for t in (one, two):
        t.together(yellow="recruitment", blue="tax", green="tax")

    assert [len(t.view(0).state.laid[2]) for t in (one, two)] == [1, 2]
    assert tell_apart(one, two) == set(EVERYONE)
    other_two = after(("recruitment", "move_attack")).together(yellow="recruitment", blue="tax", green="tax")
    assert tell_apart(two, other_two) == {"red"}


@pytest.mark.rule("EPIX-WINTER-1", "EPIX-D-ACTION-WINTER")
def test_EPIX_D_ACTION_WINTER_is_as_secret():
    def after(cards):
        return choosing(season="winter", first="yellow").say("red", cards)

    one, other = after(("recruitment", "tax")), after(("tax", "move_attack"))
    pair = ("recruitment", "tax")
    assert tell_apart(one, other) == {"red"}
    for t in (one, other):
        t.together(yellow=pair, blue=pair, green=pair)
    assert tell_apart(one, other) == {"red"}
    assert one.asked == [("yellow", "turn.order")]


@pytest.mark.rule("EPIX-G-LOCK")
def test_a_card_once_laid_stands_EPIX_G_LOCK():
    t = choosing().say("red", "tax")
    with pytest.raises(Illegal):
        t.undo(2)
    t.together(yellow="recruitment", blue="recruitment", green="recruitment")

    with pytest.raises(Illegal):
        t.undo(3)


def test_imagined_worlds_deal_the_face_down_cards_again_but_nothing_seen():
    t = choosing(first="yellow", gold=5)
    t.together(yellow="tax", blue="recruitment", red="move_attack", green="tax")
    assert t.asked == [("blue", "recruit")]
    rng = Random(1)
    laid = {tuple(t.imagine(3, rng).state.laid) for _ in range(40)}

    assert {cards[3] for cards in laid} == {("tax",)}  # green knows his own
    assert {cards[2] for cards in laid} == {("recruitment",), ("tax",), ("move_attack",)}
    for _ in range(20):
        world = t.imagine(3, rng)
        assert world.state.shown == [("tax",), ("recruitment",), (), ()]
        assert world.state.gold == t.state.gold
        assert look(world, "green") == look(t, "green")


# Attacks


@pytest.mark.rule("EPIX-ATTACK-5", "EPIX-D-ATTBID")
def test_EPIX_D_ATTBID_is_the_attackers_alone_until_the_guess():
    low, high = attack().bids(0), attack().bids(7)

    assert tell_apart(low, high) == {"yellow"}
    assert low.asked == [("blue", "attack.guess")]
    with pytest.raises(Illegal, match="stands"):
        low.undo(0)


@pytest.mark.rule("EPIX-ATTACK-6", "EPIX-D-GUESS")
def test_EPIX_D_GUESS_sees_gold_and_number_but_not_the_bid():
    t = attack(gold=4).bids(3)
    guess = t.asks[0]

    assert (guess.seat, guess.args["gold"], guess.args["guesses"]) == (1, 4, 2)
    assert list(guess.values) == [0, 1, 2, 3, 4]
    named = t.clone().names(0, 1)
    assert named.told("attack.revealed") == [{"seat": 0, "bid": 3, "named": [0, 1]}]  # both public at once


@pytest.mark.rule("EPIX-G-LOCK")
def test_a_guess_locked_before_the_bid_tells_the_attacker_nothing_EPIX_G_LOCK():
    one, other = attack().say("blue", (0, 1)), attack().say("blue", (2, 3))

    assert tell_apart(one, other) == {"blue"}
    with pytest.raises(Illegal):
        one.undo(1)


@pytest.mark.rule("EPIX-D-SPIES")
def test_EPIX_D_SPIES_leaves_the_bid_secret():
    def asked(bid):
        return attack(cards={"blue": "court_spies"}).bids(bid)

    assert asked(1).asked == [("blue", "attack.spies")]
    assert tell_apart(asked(1), asked(2)) == {"yellow"}
    assert tell_apart(asked(1).choose(False), asked(2).choose(False)) == {"yellow"}


@pytest.mark.rule("EPIX-D-SPIES")
def test_EPIX_D_SPIES_announces_the_parity_to_all_and_no_more():
    def spied(bid):
        return attack(cards={"blue": "court_spies"}).bids(bid).choose(True)

    assert tell_apart(spied(1), spied(3)) == {"yellow"}
    assert tell_apart(spied(2), spied(3)) == set(EVERYONE)
    assert spied(3).view(1).state.attack.bid is None
    assert spied(3).view(0).state.attack.bid == 3


def test_imagined_bids_keep_to_what_was_announced():
    rng = Random(2)
    t = attack(cards={"blue": "court_spies"}).bids(3)
    assert {t.imagine(1, rng).state.attack.bid for _ in range(120)} == set(range(11))
    assert {t.imagine(0, rng).state.attack.bid for _ in range(10)} == {3}

    t.choose(True)

    assert {t.imagine(1, rng).state.attack.bid for _ in range(120)} == {1, 3, 5, 7, 9}


def test_a_bid_that_is_bound_to_fail_is_secret_too_until_it_is_made():
    t = position(units={"cinderpass": "yellow soldier", "kilimandjora": "blue soldier"}, gold=1)
    t.attack("soldier", "cinderpass", "kilimandjora")

    assert t.asks[0].secret
    assert t.asked == [("yellow", "attack.bid")]


@pytest.mark.rule("EPIX-G-PUBLIC")
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_all_but_the_face_down_cards_and_the_bid_is_public_EPIX_G_PUBLIC(rules):
    t = arbiter.new("epix", 4, seed=4, options={"rules": rules})
    rng = Random(11)
    while not t.over:
        for seat in (None, 0, 1, 2, 3):
            seen, real = t.view(seat).state, t.state
            for field in fields(real):
                if field.name not in ("laid", "attack"):
                    assert getattr(seen, field.name) == getattr(real, field.name)
            assert [len(cards) for cards in seen.laid] == [len(cards) for cards in real.laid]
            if real.attack is not None:
                assert (seen.attack.bid is None) or seat == real.attack.seat
        ask = t.asks[int(rng.random() * len(t.asks))]
        t.answer(ask.seat, ask.sample(rng))
    assert all(event.to is None for event in t.events(None))


def test_every_decision_of_the_ledger_has_a_test():
    text = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    names = [entry["id"] for entry in GAME.ledger()["decision"]]
    assert len(names) == 16
    assert [name for name in names if name.replace("-", "_") not in text] == []
