"""Laws that hold in every position of every game."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arbiter
from arbiter.games.epix import GAME
from arbiter.games.epix.abilities import ABILITY
from arbiter.games.epix.board import board
from arbiter.games.epix.contents import CAMP, CATAPULT, COINS, KNIGHT, SUPPLY
from arbiter.games.epix.movement import ground
from arbiter.games.epix.state import (
    ANY,
    IN_SUPPLY,
    ON_CARD,
    RANGES,
    ROW,
    EpixState,
    enemies,
    friendly,
    held,
    in_supply,
    treasury,
)

OPTIONS = [
    {},
    {"rules": "advanced"},
    {"rules": "advanced", "seating": "set", "knights": "roaming"},
    {"knights": "roaming"},
]
MOST_TURNS = {4: 107, 3: 84, 2: 61}


def check(s: EpixState) -> None:
    """What must be true of any state of a game under way."""
    sheet = board(s.seats)
    marking = [offer.piece for offer in s.lay if offer.seat >= 0]
    assert [piece for piece, at in enumerate(s.pieces) if at == ON_CARD] == sorted(marking)
    for seat in range(s.seats):
        for unit in range(4):
            begin, end = RANGES[seat][unit]
            places = [at for at in s.pieces[begin:end] if at >= 0]
            assert len(set(places)) == len(places), "two identical units in a province"
            assert sum(1 << at for at in places) == s.stand[seat * ROW + unit], "pieces and provinces agree"
            assert end - begin == SUPPLY[unit]
            marks = len([piece for piece in marking if begin <= piece < end])
            assert len(places) + marks + in_supply(s, seat, unit) == SUPPLY[unit]
        assert not friendly(s, seat) & enemies(s, seat), "two colours in a province"
        assert ground(s, sheet, seat).enemies == enemies(s, seat)
        assert not friendly(s, seat) & sheet.keeps & ~(1 << s.castles[seat]), "an enemy in a castle"
        assert not s.stand[seat * ROW + CAMP] & sheet.keeps, "a Camp in a castle"
        if s.stand[seat * ROW + KNIGHT] & sheet.mountain:
            assert s.abilities[seat] & ABILITY["mountain_guides"], "a Knight in Kilimandjora"
        assert held(s, seat) >> s.castles[seat] & 1
    assert min(s.pieces) in (IN_SUPPLY, ON_CARD)
    assert min(s.gold) >= 0
    assert treasury(s) == max(0, COINS - sum(s.gold) - sum(offer.gold for offer in s.lay))
    everybody = [0, 0, 0, 0]
    for seat in range(s.seats):
        row = s.stand[seat * ROW : seat * ROW + ROW]
        assert row[ANY] == row[0] | row[1] | row[2] | row[3]
        everybody = [one | other for one, other in zip(everybody, row, strict=False)]
    assert all(not spent & ~there for spent, there in zip(s.spent, everybody, strict=True))
    assert not s.captured & ~everybody[CATAPULT]
    assert not s.resting & ~everybody[KNIGHT]
    owned = 0
    for cards in s.abilities:
        assert not owned & cards, "a card with two owners"
        owned |= cards


def preliminary_turns(t) -> int:
    """How many turns the preliminary phase took: units bought, bids laid, passes."""
    turns = 0
    for event in t.events(None):
        if event.key == "season.begins":
            return turns
        turns += event.key in ("recruit.placed", "bid.laid", "preliminary.passed")
    return turns


@pytest.mark.rule(
    "EPIX-COMP-3",
    "EPIX-REC-4",
    "EPIX-REC-5",
    "EPIX-REC-9",
    "EPIX-REC-10",
    "EPIX-PRE-8",
    "EPIX-G-SUPPLYLIMIT",
    "EPIX-G-PRE-END",
)
@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), seats=st.sampled_from([2, 3, 4]), options=st.sampled_from(OPTIONS))
def test_pieces_places_and_gold_are_never_out_of_order_EPIX_G_SUPPLYLIMIT_EPIX_G_PRE_END(seed, seats, options):
    t = arbiter.new("epix", seats, seed, options)
    rng = Random(seed)
    answers = 0
    while not t.over:
        ask = t.asks[int(rng.random() * len(t.asks))]
        t.answer(ask.seat, ask.sample(rng))
        answers += 1
        check(t.state)
    assert answers <= GAME.bound
    assert preliminary_turns(t) <= MOST_TURNS[seats]
    assert t.outcome.winners
    ranks = t.outcome.ranks
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


@pytest.mark.rule("EPIX-PRE-12", "EPIX-PRE-17", "EPIX-G-PRE-END")
@pytest.mark.parametrize(("seats", "most"), MOST_TURNS.items())
@pytest.mark.parametrize("first", ["bid", "recruit"])
def test_the_preliminary_phase_ends_even_if_all_drag_it_out_EPIX_G_PRE_END(seats, most, first):
    """Everybody raises by one Gold wherever he can, or buys the cheapest unit, and passes only when he must."""
    t = arbiter.new("epix", seats, seed=3, options={"rules": "advanced"})
    while t.state.phase in ("setup", "preliminary"):
        ask = t.asks[0]
        if ask.prompt == "preliminary":
            wanted = sorted(
                ask.values, key=lambda value: (value[0] != first, value[0] == "pass", value[1:2] == ("knight",))
            )
            t.answer(ask.seat, wanted[0])
        else:
            t.answer(ask.seat, GAME.default(t.state, ask))
        check(t.state)
    assert t.state.season == 0
    assert preliminary_turns(t) <= most


@pytest.mark.rule("EPIX-G-LOOP")
@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), seats=st.sampled_from([2, 3, 4]))
def test_undoing_moves_leads_back_exactly_EPIX_G_LOOP(seed, seats):
    """A person may take back moves made since the last capture or attack."""
    t = arbiter.new("epix", seats, seed, {"knights": "roaming"})
    rng = Random(seed)
    while not t.over:
        ask = t.asks[0]
        answer = ask.sample(rng)
        before = GAME.copy(t.state)
        moved = ask.prompt == "act" and answer[0] == "move"
        captures = len([event for event in t.events(None) if event.key in ("attack.captured", "attack.destroyed")])
        t.answer(ask.seat, answer)
        if moved and not t.over and t.asks[0].prompt == "act" and t.asks[0].seat == ask.seat:
            told = [event for event in t.events(None) if event.key in ("attack.captured", "attack.destroyed")]
            if len(told) == captures:
                t.undo(ask.seat)
                assert t.state == before
                t.answer(ask.seat, answer)


@pytest.mark.rule("EPIX-G-LOOP")
@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), seats=st.sampled_from([2, 3, 4]))
def test_roaming_knights_never_bring_a_position_back_EPIX_G_LOOP(seed, seats):
    t = arbiter.new("epix", seats, seed, {"knights": "roaming"})
    rng = Random(seed)
    stood: list[tuple] = []
    while not t.over:
        ask = t.asks[0]
        if ask.prompt == "act":
            s = t.state
            here = (ask.seat, s.season, len(s.todo), *s.stand, *s.spent, *s.gold)
            if stood and stood[-1][:3] != here[:3]:
                stood = []
            assert here not in stood
            stood.append(here)
        t.answer(ask.seat, ask.sample(rng))


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), seats=st.sampled_from([2, 3, 4]))
def test_every_ask_names_the_rule_by_which_it_is_asked(seed, seats):
    t = arbiter.new("epix", seats, seed, {"rules": "advanced"})
    known = {entry["id"] for entry in GAME.ledger()["rule"]}
    rng = Random(seed)
    while not t.over:
        for ask in t.asks:
            assert ask.rule in known
            assert t.why(ask.seat)[-1] == ask.rule
            assert set(t.why(ask.seat)) <= known
        t.answer(t.asks[0].seat, t.asks[0].sample(rng))
