"""Decks and hands: what is drawn, who has seen it, and that an imagined world fits."""

from random import Random

import pytest

from arbiter.core import Lean, Play, copied, masked
from arbiter.kit import cards
from arbiter.kit.cards import EVERYBODY, UNKNOWN, UNKNOWN_NUMBER, Deck, Hand
from arbiter.testing import Conformance

from .pedlars import Fair, Pedlars


class TestPedlars(Conformance):
    game, games, stops = Pedlars(), 2, 8


@pytest.fixture
def g():
    return Play(None, Lean(Random(1)))


def test_a_draw_is_chance_until_somebody_has_put_a_card_in_its_place(g):
    deck = Deck(["a", "b", "c"])
    assert {cards.draw(Play(None, Lean(Random(seed))), Deck(["a", "b", "c"])) for seed in range(30)} == {"a", "b", "c"}

    cards.bury(deck, "z")
    drawn = [cards.draw(g, deck) for _ in range(4)]

    assert sorted(drawn[:3]) == ["a", "b", "c"]
    assert drawn[3] == "z"


def test_a_pile_that_runs_out_is_made_of_its_discards_and_then_there_is_nothing(g):
    deck, hand = Deck(["a"], discard=["b", "c"]), Hand(0)

    assert len(cards.deal(g, deck, hand, 5)) == 3
    assert sorted(hand.cards) == ["a", "b", "c"]
    assert (len(deck), deck.discard) == (0, [])
    assert cards.draw(g, deck) is None


def test_whoever_looks_at_the_top_knows_it_and_still_does_when_another_has_drawn_it(g):
    deck, hand = Deck(["a", "b", "c", "d"]), Hand(1)

    (seen,) = cards.look(g, deck, 0, 1)

    assert masked(deck, 0).top == [seen]
    assert masked(deck, 1).top == masked(deck, None).top == [UNKNOWN]
    assert masked(deck, 1).looks == {}
    assert cards.deal(g, deck, hand) == [seen]
    assert masked(hand, 0).cards == [seen]
    assert masked(hand, 2).cards == [UNKNOWN]
    assert masked(hand, 1).looks == {seen: 0b01}, "the owner saw who looked"


def test_looking_reaches_down_to_the_bottom_but_not_into_the_discards(g):
    deck = Deck(["a"], discard=["x"])
    cards.bury(deck, "z")

    assert cards.look(g, deck, 0, 3) == ["a", "z"]
    assert masked(deck, 1).top == [UNKNOWN, "z"], "all knew what lay at the bottom"


def test_what_goes_to_the_bottom_in_secret_only_one_seat_knows(g):
    deck = Deck(["a", "b"])
    (seen,) = cards.look(g, deck, 1, 1)

    cards.bury(deck, seen, seen_by=1)

    assert deck.top == []
    assert masked(deck, 1).bottom == [seen]
    assert masked(deck, 0).bottom == [UNKNOWN]


def test_a_card_is_searched_out_wherever_it_lies(g):
    deck = Deck(["a"], discard=["b"], top=["c"], bottom=["d"], looks={"c": 1, "d": EVERYBODY})

    for card in "abcd":
        cards.take(g, deck, card)

    assert (len(deck), deck.discard, deck.looks) == (0, [], {})


def test_a_shuffle_makes_all_forget(g):
    deck = Deck(["a"], discard=["b"], top=["c"], bottom=["d"], looks={"c": 1, "d": EVERYBODY})

    cards.shuffle_all(g, deck)

    assert sorted(deck.bag) == ["a", "b", "c", "d"]
    assert deck.looks == {}


def test_a_hand_is_its_owners_and_the_others_see_how_many_cards_it_has():
    hand = Hand(1, ["a", "b"])

    assert masked(hand, 1).cards == ["a", "b"]
    assert masked(hand, 0).cards == masked(hand, None).cards == [UNKNOWN, UNKNOWN]


def test_whoever_gives_a_card_away_knows_where_it_is(g):
    one, two = Hand(0, ["a", "b"]), Hand(1, ["c"])

    cards.give(g, one, two, "a")

    assert (one.cards, two.cards) == (["b"], ["c", "a"])
    assert masked(two, 0).cards == ["a", UNKNOWN], "its place in the hand tells nothing"
    assert masked(two, 2).cards == [UNKNOWN, UNKNOWN]
    cards.give(g, two, one, "a")
    assert masked(one, 1).cards == ["a", UNKNOWN]
    assert masked(one, 0).looks == {"a": 0b10}


def test_whoever_knew_of_a_card_does_not_know_whether_that_one_was_given_away(g):
    one, two = Hand(0, ["a", "b", "c"]), Hand(1)
    for seat in (1, 2):
        cards.show(g, one, "a", seat)
        cards.show(g, one, "b", seat)

    cards.give(g, one, two, "a")

    assert masked(one, 1).cards == ["b", UNKNOWN], "who got it knows what stayed"
    assert masked(one, 2).cards == [*masked(two, 2).cards, UNKNOWN] == [UNKNOWN, UNKNOWN]


def test_the_only_card_of_a_hand_can_be_followed(g):
    one, two = Hand(0, ["a"]), Hand(1)
    cards.show(g, one, "a")

    cards.give(g, one, two, "a")

    assert masked(two, 2).cards == masked(two, None).cards == ["a"]


def test_a_card_shown_to_all_is_seen_by_spectators_too(g):
    hand = Hand(0, ["a", "b"])

    cards.show(g, hand, "b")

    assert masked(hand, None).cards == ["b", UNKNOWN]
    assert cards.lay_open(g, hand, "b") == "b"
    assert (hand.cards, hand.looks) == (["a"], {})


def test_of_a_card_taken_at_random_only_the_two_know(g):
    one, two = Hand(0, ["a", "b", "c"]), Hand(1)

    card = cards.give_at_random(g, one, two)

    assert two.cards == [card]
    assert card not in one.cards
    assert masked(two, 0).cards == [card]
    assert masked(two, 2).cards == [UNKNOWN]


def test_a_card_that_chance_takes_out_of_a_hand_all_can_see(g):
    hand = Hand(0, [4, 7], {4: 0b10, 7: 0b10})

    card = cards.lay_open_at_random(g, hand)

    assert sorted([card, *hand.cards]) == [4, 7]
    assert hand.looks == {hand.cards[0]: 0b10}, "what stayed is known as before"


def test_a_card_that_all_saw_go_into_a_hand_is_known_there():
    hand = Hand(0, ["a"])

    cards.receive(hand, "b")

    assert masked(hand, 2).cards == masked(hand, None).cards == ["b", UNKNOWN]


def test_what_was_looked_at_goes_back_in_an_order_that_only_one_seat_knows(g):
    deck = Deck([1, 2, 3])
    looked = cards.look(g, deck, 0, 2)
    cards.look(g, deck, 1, 1)

    cards.put_back(deck, 0, looked[::-1])

    assert masked(deck, 0).top == looked[::-1]
    assert masked(deck, 1).top == masked(deck, None).top == [UNKNOWN_NUMBER] * 2


def test_cards_may_be_numbers():
    deck, hand = Deck([0, 1, 2], top=[3], looks={3: 0b01}), Hand(1, [4, 0], {0: EVERYBODY})

    assert masked(deck, 1).bag == [UNKNOWN_NUMBER] * 3
    assert masked(deck, 0).top == [3]
    assert masked(hand, 0).cards == [0, UNKNOWN_NUMBER]
    assert masked(Deck([]), 0).bag == masked(Hand(0), 1).cards == []


def test_dealing_anew_leaves_what_the_seat_knows_and_who_has_looked_where():
    deck = Deck(list("abcdef"), top=["t"], bottom=["u"], looks={"t": 0b01, "u": 0b10})
    hands = [Hand(0, ["g", "h"]), Hand(1, ["i", "j", "k"], {"i": 0b01})]
    worlds = set()
    for seed in range(40):
        world = copied(Fair(deck, hands))

        cards.redeal(world.deck, world.hands, 0, Random(seed), known={"k", "f"})

        assert world.hands[0] == hands[0]
        assert world.deck.top == ["t"]
        assert world.deck.looks == {"t": 0b01, world.deck.bottom[0]: 0b10}
        assert (world.hands[1].cards[0], world.hands[1].cards[2]) == ("i", "k")
        assert "f" in world.deck.bag
        everything = [
            *world.deck.bag,
            *world.deck.top,
            *world.deck.bottom,
            *world.hands[0].cards,
            *world.hands[1].cards,
        ]
        assert sorted(everything) == sorted("abcdefghijktu")
        worlds.add((world.deck.bottom[0], world.hands[1].cards[1]))
    assert len(worlds) > 15


def test_who_has_shown_what_he_holds_holds_it_in_imagined_worlds():
    for seat, seen in ((1, {"awl"}), (2, {"bell", "comb"})):
        worlds = set()
        for seed in range(20):
            deck, ann, bo = (
                Deck(["bell", "drum"]),
                Hand(0, ["awl"], {"awl": 1 << 1}),
                Hand(1, ["comb"], {"comb": 1 << 0}),
            )
            cards.redeal(deck, [ann, bo], seat, Random(seed), ())
            cards.must_hold(deck, [ann, bo], ann, seat, Random(seed), (), lambda card: card in ("bell", "comb"))
            assert sorted(deck.bag + ann.cards + bo.cards) == ["awl", "bell", "comb", "drum"]
            assert list(ann.looks) == ann.cards, "who has looked there has still looked there"
            assert list(bo.looks) == bo.cards
            worlds.add(ann.cards[0])
        assert worlds == seen
