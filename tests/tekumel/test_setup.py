"""Setting up, turns and rounds, the end."""

import pytest

from arbiter.core import Table
from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.turn import NAMES
from arbiter.kit.cards import UNKNOWN
from arbiter.lab.sim import simulate

from .table import BOOK, hero, position


def new(seats, seed=1, **options):
    return Table(GAME, seats, seed, options)


def begun(seats, seed=1, **options):
    """A table at the first turn; everybody keeps the first of what is offered."""
    t = new(seats, seed, **options)
    while not t.state.round:
        t.answer(t.asks[0].seat, t.asks[0].values[0])
    return t


@pytest.mark.rule("TEK-GAP-PLAYERS", "TEK-GAP-BOARD", "TEK-GAP-CITY-LIST")
def test_two_to_six_play_on_98_spaces():
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    with pytest.raises(ValueError, match="2–6 players"):
        new(7)
    for seats in GAME.seats:
        t = begun(seats)
        assert len({one.card for one in t.state.heroes}) == seats
        assert all(one.at in BOOK.places for one in t.state.heroes)
    kinds = [place.kind for place in BOOK.places.values()]
    assert (len(kinds), kinds.count("city"), kinds.count("site")) == (98, 44, 15)
    assert len(BOOK.ways.links) == 170


@pytest.mark.rule("TEK-GAP-HERO-CHOICE", "TEK-DEC-HERO-KEEP")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_up_to_four_players_keep_one_of_two_heroes_in_secret(seats):
    t = new(seats)
    assert [ask.prompt for ask in t.asks] == ["setup.keep"] * seats
    assert all(len(ask.values) == 2 for ask in t.asks)
    assert t.view(0).state.heroes[1].dealt.cards == [UNKNOWN, UNKNOWN]

    kept = [t.asks[0].values[1]]
    t.answer(0, kept[0])
    assert t.view(1).state.heroes[0].card == "", "until all have chosen"
    while t.asks[0].prompt == "setup.keep":
        kept.append(t.asks[0].values[0])
        t.answer(t.asks[0].seat, kept[-1])

    assert [one.card for one in t.state.heroes] == kept
    assert t.view(None).state.heroes[0].card == kept[0]
    assert [one.dealt.cards for one in t.state.heroes] == [[]] * seats, "the others are put away"
    assert len(t.state.heroes_left) == 8 - seats


@pytest.mark.rule("TEK-GAP-HERO-CHOICE", "TEK-DEC-HERO-PICK", "TEK-EX-SIX-HEROES")
def test_five_or_six_pick_face_up_from_the_last_seat_to_the_first():
    t = new(6)
    first = t.state.first
    order = []
    while t.asks[0].prompt == "setup.pick":
        order.append(t.asks[0].seat)
        t.answer(t.asks[0].seat, t.asks[0].values[0])

    assert order == [(first - n) % 6 for n in range(1, 7)]
    assert (len(t.state.heroes_left), t.state.loose) == (2, [])
    assert new(2, heroes="picked").asks[0].prompt == "setup.pick"


@pytest.mark.rule("TEK-GAP-SETUP")
def test_chance_says_who_begins():
    tables = [begun(3, seed) for seed in range(12)]

    assert {t.state.first for t in tables} == {0, 1, 2}
    assert all(t.state.mover == t.state.first for t in tables)


@pytest.mark.rule("TEK-GAP-SETUP", "TEK-GAP-START-LAN", "TEK-GAP-CLAN")
def test_every_hero_begins_at_home_with_what_his_card_says():
    t = begun(4)
    for one in t.state.heroes:
        sheet = BOOK.heroes[one.card]
        assert one.at == BOOK.clans[sheet.clan].home
        assert (one.kaitar, one.lan, one.bussan, one.wounds) == (sheet.kaitar, 2, 0, 0)
        assert (one.languages, tuple(item.card for item in one.items)) == (sheet.languages, sheet.start)
        assert all(item.worn for item in one.items if BOOK.equipment[item.card].kind == "weapon")
        assert not set(sheet.start) & set(t.state.equipment.bag)
        if one.seat != t.state.first:
            assert len(one.hand.cards) == 3
            assert len(one.spells) == sheet.spells
        assert len(one.mission.cards) == 1
    assert (t.state.round, t.state.mover) == (1, t.state.first)


@pytest.mark.rule("TEK-GAP-MISSION-HIDDEN", "TEK-DEC-MISSION-KEEP", "TEK-LAN-3", "TEK-LAN-4", "TEK-GAP-MISSION-DECK")
def test_all_draw_two_missions_and_keep_one_that_nobody_else_sees():
    t = new(3)
    while t.asks[0].prompt == "setup.keep":
        t.answer(t.asks[0].seat, t.asks[0].values[0])
    assert [ask.prompt for ask in t.asks] == ["mission.keep"] * 3
    drawn = [list(ask.values) for ask in t.asks]

    for seat in range(3):
        t.answer(seat, drawn[seat][1])

    assert [one.mission.cards for one in t.state.heroes] == [[cards[1]] for cards in drawn]
    assert sorted(t.state.missions.discard) == sorted(cards[0] for cards in drawn)
    assert t.view(1).state.heroes[0].mission.cards == [UNKNOWN]


@pytest.mark.rule("TEK-TURN-1", "TEK-TURN-2", "TEK-TURN-4", "TEK-TURN-5", "TEK-END-1")
def test_a_whole_turn_in_its_steps_then_the_player_to_the_left():
    t = position(hero("H1", hand="A01"), hero("H3", hand="A02"), hero("H5", hand="A03"), step="refresh")
    seen = []
    for seat in range(3):
        steps = []
        while t.state.mover == seat and t.state.round == 1:
            steps.append(t.state.step)
            t.answer(t.asks[0].seat, t.game.default(t.state, t.asks[0]))
        assert steps == sorted(steps, key=NAMES.index)
        assert {"refresh", "movement", NAMES[-1]} <= set(steps)
        seen.append((t.asks[0].seat, t.state.mover, t.state.step))

    assert seen == [(1, 1, "refresh"), (2, 2, "refresh"), (0, 0, "refresh")]
    assert t.state.round == 2


def last(*heroes, mover=1, **more):
    """The last step of a round."""
    return position(*heroes, mover=mover, step=NAMES[-1], **more)


@pytest.mark.rule("TEK-TURN-3", "TEK-GAP-ROUND", "TEK-GAP-VICTORY")
def test_only_at_the_end_of_a_round_is_the_target_looked_at():
    t = last(hero("H1", lan=12), hero("H3"), first=0, mover=0)
    t.rest()
    assert not t.over

    t.rest()

    assert t.over
    assert (t.outcome.winners, t.outcome.why, t.outcome.args) == ((0,), "over.target", {"n": 12})


@pytest.mark.rule("TEK-GAP-VICTORY", "TEK-EX-END-DROP")
def test_who_has_dropped_below_the_target_by_then_does_not_end_the_game():
    t = last(hero("H1", lan=12, hand="A25"), hero("H3", at="60", mission="M29", lan=0))
    t.say(("attempt", "")).use("play", "A25")
    assert t.hero(0).lan == 11, "a card on the other's Mission has cost him one"
    t.rest()

    assert not t.over
    assert t.state.round == 2


@pytest.mark.rule("TEK-GAP-VICTORY", "TEK-EX-TIE-BREAK")
@pytest.mark.parametrize(
    ("one", "two", "ranks"),
    [
        ({"lan": 12, "bussan": 2, "kaitar": 9}, {"lan": 12, "bussan": 1, "kaitar": 0}, (2, 1)),
        ({"lan": 12, "kaitar": 3}, {"lan": 12, "kaitar": 2}, (1, 2)),
        ({"lan": 12, "kaitar": 3}, {"lan": 12, "kaitar": 3}, (1, 1)),
        ({"lan": 13, "bussan": 5}, {"lan": 12}, (1, 2)),
    ],
)
def test_ties_go_to_the_fewest_bussan_then_to_the_most_kaitars_then_they_are_shared(one, two, ranks):
    t = last(hero("H1", **one), hero("H3", **two))
    t.rest()

    assert t.outcome.ranks == ranks
    assert [part.name for part in t.outcome.parts] == ["part.lan", "part.bussan", "part.kaitar"]


@pytest.mark.rule("TEK-GAP-VICTORY")
@pytest.mark.parametrize(("length", "target"), [("short", 8), ("standard", 12), ("long", 18)])
def test_the_target_goes_by_the_length(length, target):
    assert not last(hero("H1", lan=target - 1), hero("H3"), length=length).rest().over
    assert last(hero("H1", lan=target), hero("H3"), length=length).rest().over


@pytest.mark.rule("TEK-GAP-ROUND-LIMIT", "TEK-GAP-BOUNDS")
def test_after_so_many_rounds_the_game_ends():
    t = last(hero("H1", lan=3), hero("H3"), round=40)
    t.rest()
    assert t.outcome.why == "over.limit"
    assert not last(hero("H1"), hero("H3"), round=40, round_limit=0).rest().over


@pytest.mark.rule("TEK-GAP-ROUND-LIMIT")
def test_bots_do_not_play_without_a_round_limit():
    assert GAME.why_no_bots(new(3).options) is None
    with pytest.raises(ValueError, match="bots play with a round limit"):
        simulate(GAME, 3, ["random"], 3, options={"round_limit": 0}, workers=1)


@pytest.mark.rule("TEK-GAP-ENC-DISCARD", "TEK-EX-CITY-DECK")
@pytest.mark.parametrize(("count", "shuffled"), [(9, False), (10, True), (11, True)])
def test_with_ten_encounter_discards_at_the_end_of_a_round_the_whole_deck_is_shuffled(count, shuffled):
    gone = list(BOOK.cards["encounter"])[:count]
    t = last(hero("H1"), hero("H3"), discards={"encounters": " ".join(gone)}, tops={"encounters": "E39"})
    t.state.encounters.bottom, t.state.encounters.looks = ["E40"], {"E40": -1}
    t.state.encounters.bag.remove("E40")
    t.rest()

    deck = t.state.encounters
    assert (deck.discard == [], deck.bottom == []) == (shuffled, shuffled)
    assert len(deck) + len(deck.discard) == 40
