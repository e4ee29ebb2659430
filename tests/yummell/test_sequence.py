"""The player sequence and the phases of a turn."""

import pytest

import arbiter
from arbiter.core import Illegal
from arbiter.games.yummell import GAME

from .board import PASS, Board


@pytest.mark.rule("YUM-ORDER-1", "YUM-ORDER-2", "YUM-ORDER-3", "YUM-COMP-3", "YUM-COMP-7", "YUM-GAP-82")
def test_one_pawn_at_a_time_comes_out_of_the_bag_until_the_round_is_over():
    board = Board(3, before=True).draws(2).run()
    assert (board.state.round, board.state.mover, sorted(board.state.bag)) == (1, 2, [0, 1])
    board.draws(0).rest().until("discard").say(board.state.hand[2].cards[0])
    assert (board.state.mover, board.state.bag) == (0, [1])
    board.rest().until("discard").say(board.state.hand[0].cards[0])
    assert (board.state.mover, board.state.bag) == (1, [])
    board.draws(1).rest().until("discard").say(board.state.hand[1].cards[0])
    assert (board.state.round, board.state.mover, sorted(board.state.bag)) == (2, 1, [0, 2])


@pytest.mark.rule("YUM-ORDER-1", "YUM-GAP-82")
def test_chance_decides_the_order_anew_in_every_round():
    first = {arbiter.new("yummell", seats=4, seed=seed).state.mover for seed in range(20)}
    assert first == {0, 1, 2, 3}
    table = arbiter.new("yummell", seats=4, seed=1)
    orders: dict[int, list[int]] = {}
    while table.state.round <= 4:
        movers = orders.setdefault(table.state.round, [])
        if table.state.mover not in movers:
            movers.append(table.state.mover)
        ask = table.asks[0]
        table.answer(ask.seat, GAME.default(table.state, ask))
    assert all(sorted(orders[round]) == [0, 1, 2, 3] for round in range(1, 5))
    assert len({tuple(orders[round]) for round in range(1, 5)}) > 1


@pytest.mark.rule("YUM-TURN-1", "YUM-TURN-3", "YUM-TURN-7", "YUM-ENC-4", "YUM-GAP-97")
def test_the_phases_come_in_their_order():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3", "number 4", "number 5", "wind"], []])
    board.draws("hills_guide", 1).run()
    assert board.names(board.state.hand[0].cards)[-1] == "wind"
    board.move("number 2", to=18)
    # The encounter is due, but its card is still in the draw pile.
    assert board.state.turn.encounter
    assert board.state.turn.met == -1
    board.say(PASS)
    assert [args["card"] for args in board.told("met.nothing")] == ["hills_guide"]
    board.say(PASS)
    assert board.state.mover == 1
    keys = [key for key, _, _ in board.host.told]
    # Replenishment draws nothing for seat 0: it still holds four cards. Then seat 1 draws one to begin.
    assert keys == [
        "turn",
        "drew",
        "drew.cards",
        "plays.movement",
        "moved",
        "met.nothing",
        "turn",
        "drew",
        "drew.cards",
    ]
    assert board.asked == ["window", "move", "stop", "window", "window", "window"]


@pytest.mark.rule("YUM-TURN-3")
def test_one_card_is_drawn_in_the_preparation_phase():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3", "number 4"], []])
    assert [len(board.state.hand[0].cards), len(board.run().state.hand[0].cards)] == [3, 3]
    assert board.told("drew") == [{"seat": 0, "count": 1}]


@pytest.mark.rule("YUM-TURN-4", "YUM-GAP-30")
def test_nothing_is_asked_before_the_preparation_draw():
    board = Board(2, before=True).run()
    assert board.asked == ["window"]
    assert len(board.state.hand[board.state.mover].cards) == 5


@pytest.mark.rule("YUM-TURN-11", "YUM-TURN-2")
def test_the_turn_is_over_after_replenishment():
    board = Board(2, at=[17, 19], hands=[["dragon_sneeze"] * 2, ["number 4"]], bag=[1])
    board.rest()
    assert board.offers("play") == ["dragon_sneeze", "dragon_sneeze"]
    board.say(PASS)
    # Seat 0 has its four cards and is not asked again.
    assert len(board.state.hand[0].cards) == 4
    assert (board.state.mover, board.ask.seat) == (1, 1)
    with pytest.raises(Illegal, match="is not in your hand"):
        board.say(("play", board.card("dragon_sneeze", board.state.hand[0].cards)))


@pytest.mark.rule("YUM-TURN-5", "YUM-REST-1", "YUM-REST-2", "YUM-DEC-7", "YUM-GAP-49")
def test_a_card_must_be_played_or_the_character_rests():
    board = Board(2, at=[17, 0], hands=[["number 4", "number 5"]]).until("move")
    hand = board.state.hand[0].cards[:]
    assert board.ask.values == ["rest", *hand]
    with pytest.raises(Illegal, match="is not in your hand"):
        board.say(board.state.deck.bag[0])
    # Good cards, no Curse: resting is allowed all the same. No card is played, nobody moves, nobody is met.
    board.say("rest")
    assert board.state.hand[0].cards == hand
    assert board.state.deck.discard == []
    assert board.state.at[0] == 17
    assert not board.state.turn.encounter


@pytest.mark.rule("YUM-TURN-6", "YUM-DECK-3", "YUM-MOVE-1", "YUM-EX-66")
def test_only_the_number_of_a_movement_card_counts():
    # A Creature with 8 gives 8 MP and no Challenge.
    board = Board(2, at=[17, 0], advantages=["stamina"], hands=[["number 3", "yongholls_left_hind_foot"]])
    board.draws("hills_guide").until("move").say(board.card("yongholls_left_hind_foot", board.state.hand[0].cards))
    assert board.ask.args == {"mp": 8}
    board.say(board.furthest())
    # 18 plain 1, 19 hills 2, 20 hills 2, 21 plain 1, 22 woods 2
    assert board.state.at[0] == 22
    assert board.names(board.state.deck.discard) == ["yongholls_left_hind_foot"]
    board.say(PASS)
    assert "challenge" not in board.asked


@pytest.mark.rule("YUM-GAP-96")
def test_one_movement_card_in_a_movement_phase_and_the_rest_of_its_points_is_lost():
    board = Board(2, at=[17, 0], hands=[["number 8", "number 3", "number 4"], ["number 2"]])
    board.draws("hills_guide").move("number 8", to=18)
    assert board.asked.count("move") == 1
    board.until_turn(1)
    assert board.state.at[0] == 18
    assert len(board.told("plays.movement")) == 1


@pytest.mark.rule("YUM-TURN-8", "YUM-GAP-24", "YUM-EX-60")
def test_replenishment_fills_the_hand_to_four():
    # The drawn card is activated, so the hand is empty: the character must rest, is freed of Curses and draws four.
    board = Board(2, at=[17, 0], curses=[["mushroom_curse"]], bag=[1], hands=[["herb_pouch"], ["number 2"]])
    board.activate("herb_pouch")
    assert "move" not in board.asked[:1]
    assert board.told("rests") == [{"seat": 0}]
    assert board.state.mover == 1
    assert len(board.state.hand[0].cards) == 4
    assert board.names(board.state.deck.discard) == ["mushroom_curse"]


@pytest.mark.rule("YUM-TURN-9", "YUM-GAP-51", "YUM-GAP-67", "YUM-DEC-15")
def test_replenishment_discards_what_is_over_four_by_choice():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3", "number 4", "number 5", "number 6", "wind"]])
    # Six cards are no matter before Replenishment.
    assert len(board.run().state.hand[0].cards) == 6
    board.rest().until("discard")
    with pytest.raises(Illegal, match="is not in your hand"):
        board.say(board.state.deck.bag[0])
    board.say(board.card("wind", board.state.hand[0].cards)).say(board.card("number 6", board.state.hand[0].cards))
    assert board.names(board.state.deck.discard)[0] == "wind"
    assert len(board.state.hand[0].cards) == 4


@pytest.mark.rule("YUM-TURN-10", "YUM-ACT-6", "YUM-DECK-4", "YUM-GAP-41", "YUM-GAP-42")
def test_an_artefact_becomes_active_at_the_end_of_replenishment():
    board = Board(2, at=[17, 0], hands=[["winged_sandals", "number 3"], ["number 3"]], active=[["herb_pouch"]])
    board.activate("winged_sandals")
    (sandals,) = board.state.turn.activating
    assert board.offers("use") == ["herb_pouch"]
    with pytest.raises(Illegal, match="still being activated"):
        board.say(("use", sandals))
    board.rest()
    assert sandals not in board.state.active[0]
    board.until_turn(1)
    assert board.state.active[0][-1] == sandals
    assert board.state.turn.activating == ()


@pytest.mark.rule("YUM-GAP-41", "YUM-ACT-11")
def test_between_turns_an_activated_artefact_is_active_and_can_be_taken():
    board = Board(
        2,
        at=[17, 0],
        hands=[["winged_sandals", "number 3"], ["number 3"]],
        active=[["herb_pouch", "cobweb_net", "crystal_ball"], ["greedy_magnet"]],
        bag=[1],
    )
    board.activate("winged_sandals").rest().until_turn(1)
    assert len(board.state.active[0]) == 4
    board.use("greedy_magnet").say(board.card("winged_sandals", board.state.active[0]))
    assert board.names(board.state.active[1]) == ["winged_sandals"]


@pytest.mark.rule("YUM-GAP-95", "YUM-DEC-14")
def test_the_order_of_replenishment():
    board = Board(
        2,
        at=[17, 0],
        advantages=["quick_hands"],
        hands=[
            ["tailwind", "winged_sandals", "number 3", "number 4", "number 5", "number 6", "number 2"],
            ["number 2"],
        ],
    )
    board.play("tailwind").activate("winged_sandals").rest().until("discard")
    # While cards are discarded the Event is still on, and the Artefact not ready yet.
    assert board.names(board.state.turn.events) == ["tailwind"]
    assert board.state.active[0] == ()
    board.say(board.ask.values[0])
    assert board.names(board.state.active[0]) == ["winged_sandals"]
    assert board.names(board.state.deck.discard)[-1] == "tailwind"


@pytest.mark.rule("YUM-ACT-13", "YUM-CHAR-5", "YUM-ADV-2", "YUM-ACT-15")
def test_the_next_turn_renews_ability_and_advantage_and_the_right_to_play_from_hand():
    board = Board(
        2,
        at=[17, 17],
        characters=["snifkin"],
        advantages=["heroism"],
        hands=[["tailwind", "lucky_find", "number 3"], ["number 3"]],
        bag=[1],
    )
    board.run().say(("ability", 0)).say(False)
    board.play("tailwind")
    assert ("ability", 0) not in getattr(board.ask, "values", ())
    turn = board.state.turn
    assert (turn.used, turn.played) == (("ability",), 1)
    board.draws(0, 1).until_turn(1)
    board.until_turn(0)
    turn = board.state.turn
    assert (turn.used, turn.played, turn.activated, board.state.passes.until) == ((), 0, 0, {})
    assert ("ability", 0) in board.ask.values
    assert "lucky_find" in board.offers("play")


@pytest.mark.rule("YUM-GAP-111")
def test_a_turn_cannot_go_on_for_ever():
    """Each thing that can be done in a turn is used up by it, whatever a greedy player tries."""
    for seed in range(6):
        table = arbiter.new("yummell", seats=3, seed=seed, options={"supporters": "dealt", "round_limit": 12})
        turn, done = (0, 0), 0
        while not table.over:
            if (now := (table.state.round, table.state.mover)) != turn:
                turn, done = now, 0
            ask = table.asks[0]
            acting = ask.prompt == "window" and len(ask.values) > 2
            answer = next(value for value in ask.values[1:] if value[0] != "pass") if acting else ask.values[0]
            done += acting
            s = table.state
            assert done <= 2 + 2 + 3 + 22
            assert s.turn.played + s.turn.activated <= 2
            table.answer(ask.seat, answer)
