"""Set up: colours, seats, the First Player card, the Soldier in the castle, the ability cards."""

from random import Random

import pytest

import arbiter
from arbiter.core.journal import Fell
from arbiter.games.epix.abilities import ABILITIES
from arbiter.games.epix.board import board
from arbiter.games.epix.contents import COLOURS
from arbiter.games.epix.state import ROW, in_supply, order_from, owner, treasury


def set_up(seats=4, seed=1, **options):
    """A table at the first turn of the preliminary phase, colours taken in order."""
    table = arbiter.new("epix", seats, seed, options)
    while table.asks[0].prompt == "setup.colour":
        table.answer(table.asks[0].seat, table.asks[0].values[0])
    return table


@pytest.mark.rule("EPIX-SETUP-2", "EPIX-D-COLOUR")
def test_each_player_picks_a_free_colour_EPIX_D_COLOUR():
    t = arbiter.new("epix", 4, seed=1)
    assert t.asks[0].seat == 0
    assert list(t.asks[0].values) == list(COLOURS)

    t.answer(0, "red")
    t.answer(1, "yellow")

    assert list(t.asks[0].values) == ["blue", "green"]
    assert "green" in str(t.asks[0].why_not("red"))
    t.answer(2, "green")
    assert t.state.colours == ["red", "yellow", "green", "blue"]
    assert t.asks[0].prompt == "preliminary"


@pytest.mark.rule("EPIX-G-SEATS")
def test_with_fewer_players_the_last_one_still_chooses_EPIX_G_SEATS():
    t = arbiter.new("epix", 2, seed=1)
    t.answer(0, "green")
    t.answer(1, "blue")

    assert t.state.colours == ["green", "blue"]
    assert {board(2).names[castle] for castle in t.state.castles} == {"aldermoor", "bronzegate"}


@pytest.mark.rule("EPIX-SETUP-3", "EPIX-SETUP-10", "EPIX-COMP-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_soldier_from_the_supply_stands_in_each_castle_free_of_charge(seats):
    t = set_up(seats)
    s = t.state
    for seat in range(seats):
        castle = s.castles[seat]
        assert s.stand[seat * ROW : seat * ROW + ROW] == [1 << castle, 0, 0, 0, 1 << castle]
        assert [in_supply(s, seat, unit) for unit in range(4)] == [2, 2, 3, 2]
        assert s.gold[seat] == 15


@pytest.mark.rule("EPIX-SETUP-5", "EPIX-SETUP-7")
@pytest.mark.parametrize(("seats", "left"), [(2, 49), (3, 34), (4, 19)])
def test_everyone_starts_with_fifteen_gold(seats, left):
    t = set_up(seats)

    assert t.state.gold == [15] * seats
    assert treasury(t.state) == left


@pytest.mark.rule("EPIX-SETUP-6")
def test_gold_totals_are_public_at_every_moment():
    t = set_up(4, rules="advanced")
    rng = Random(3)
    while not t.over:
        for seat in (None, 0, 1, 2, 3):
            assert t.view(seat).state.gold == t.state.gold
        ask = t.asks[0]
        t.answer(ask.seat, ask.sample(rng))


@pytest.mark.rule("EPIX-SETUP-8")
def test_a_random_player_receives_the_first_player_card():
    found = {set_up(3, seed=seed).state.first for seed in range(30)}

    assert found == {0, 1, 2}


@pytest.mark.rule("EPIX-SETUP-9")
def test_the_marker_starts_on_spring():
    assert set_up().state.season == 0


@pytest.mark.rule("EPIX-SETUP-11", "EPIX-COMP-5")
@pytest.mark.parametrize(("seats", "dealt"), [(2, 3), (3, 4), (4, 5)])
def test_one_ability_card_more_than_players_lies_face_up(seats, dealt):
    t = set_up(seats, rules="advanced")

    cards = [offer.card for offer in t.state.lay]
    assert len(cards) == len(set(cards)) == dealt
    assert set(cards) <= set(ABILITIES)
    assert t.view(None).state.lay == t.state.lay


@pytest.mark.rule("EPIX-SETUP-11")
def test_any_of_the_twenty_may_lie_there_and_the_rest_is_nowhere():
    seen = set()
    for seed in range(60):
        t = set_up(4, seed, rules="advanced")
        cards = {offer.card for offer in t.state.lay}
        seen |= cards
        text = t.save() + repr(t.view(None)) + repr(t.events(0))
        assert not [card for card in ABILITIES if card in text and card not in cards]
    assert seen == set(ABILITIES)


@pytest.mark.rule("EPIX-G-SEATS")
def test_seats_are_drawn_when_the_host_does_not_set_them_EPIX_G_SEATS():
    seatings = set()
    for seed in range(40):
        s = set_up(3, seed).state
        seatings.add(s.castles)
        sheet = board(3)
        for seat in range(3):
            corner = sheet.castles.index(s.castles[seat])
            after = sheet.castles.index(s.castles[s.clockwise[seat]])
            assert after == (corner + 1) % 3
            assert s.lands[seat] == 1 << s.castles[seat] | sheet.near[s.castles[seat]]
            assert owner(s, s.castles[seat]) == seat
        assert sorted(order_from(s, 0)) == [0, 1, 2]
    assert len(seatings) == 6
    assert set_up(3, seating="set").state.castles == board(3).castles


@pytest.mark.rule("EPIX-G-RANDOM")
def test_chance_decides_the_first_player_the_cards_and_the_seats_alone_EPIX_G_RANDOM():
    rng = Random(5)
    for options, rolls in ({"seating": "set"}, 1), ({}, 5), ({"rules": "advanced"}, 10):
        t = set_up(4, 9, **options)
        assert sum(isinstance(entry, Fell) for entry in t.journal) == rolls
        while not t.over:
            t.answer(t.asks[0].seat, t.asks[0].sample(rng))
        assert sum(isinstance(entry, Fell) for entry in t.journal) == rolls
        assert set_up(4, 9, **options).state.castles == t.state.castles
