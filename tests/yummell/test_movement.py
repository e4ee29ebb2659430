"""The Movement Phase, the presence of others, Rest, and being moved by cards."""

from random import Random

import pytest

import arbiter
from arbiter.core import Illegal
from arbiter.games.yummell import Yummell
from arbiter.games.yummell.interpret import points, way
from arbiter.games.yummell.movement import move_forward, push_back, square_back, square_forward, stops

from .board import LAST, PASS, Board


def costs(board: Board, *squares: int) -> list[int]:
    """The MP needed to reach squares ahead of seat 0: the smallest card with which the rules let it get there."""
    path = board.state.path[0]
    return [
        next(mp for mp in range(1, 60) if square in {one for one, _, _, _ in way(board.g, 0, path, mp)})
        for square in squares
    ]


# What squares cost


@pytest.mark.rule("YUM-TILE-6", "YUM-TILE-8", "YUM-TILE-9", "YUM-TILE-10", "YUM-TILE-11")
def test_terrain_costs():
    board = Board(2, at=[26, 0], characters=["pirlimpo"], advantages=["stamina"])
    # Swamp 3, Plain 1
    assert costs(board, 27, 28) == [3, 4]
    # Woods 2, Plain 1; Hills 2
    assert costs(Board(2, at=[23, 0], advantages=["stamina"]), 24, 25) == [2, 3]
    assert costs(Board(2, at=[18, 0], advantages=["stamina"]), 19) == [2]


@pytest.mark.rule("YUM-MOVE-3", "YUM-EX-3")
def test_two_hills_squares_cost_four():
    board = Board(2, at=[18, 0])
    assert costs(board, 19, 20) == [2, 4]
    assert stops(board.g, 0, 0, 4) == [19, 20]
    assert stops(board.g, 0, 0, 3) == [19]


@pytest.mark.rule("YUM-PRES-1", "YUM-EX-4", "YUM-EX-5")
def test_somebody_in_the_square_costs_one_more():
    assert costs(Board(2, at=[18, 19]), 19, 20) == [3, 5]
    assert costs(Board(3, at=[18, 19, 19]), 19) == [4]


@pytest.mark.rule("YUM-GAP-98", "YUM-GAP-1")
def test_nobody_is_present_on_the_start_line():
    # All eight stand there, and the first squares cost what their terrain costs.
    board = Board(8, characters=["brunkholm"], advantages=["stamina"])
    assert board.state.at == [0] * 8
    assert stops(board.g, 0, 0, 2) == [1, 2]
    assert [so_far for _, _, so_far, _ in way(board.g, 0, 0, 4)] == [1, 2, 4]


@pytest.mark.rule("YUM-MOVE-6", "YUM-PREC-5", "YUM-EX-36")
def test_a_square_costs_at_least_one():
    # Climbing and Hills Guide on a Hills square with somebody in it.
    board = Board(2, at=[18, 19], advantages=["climbing"], hands=[["hills_guide", "hills_guide", "number 2"]])
    board.play("hills_guide")
    assert costs(board, 19) == [1]
    board.state.at[1] = 0
    assert costs(board, 19, 20) == [1, 2]


@pytest.mark.rule("YUM-GAP-25", "YUM-EX-38")
def test_tarantassas_first_square():
    # Mushroom Curse, a Hills square with somebody in it.
    board = Board(2, at=[18, 19], characters=["tarantassa"], curses=[["mushroom_curse"]])
    assert costs(board, 19) == [3]
    # Only the first square of the movement: the second Hills square costs 2, and 1 for the Curse.
    assert costs(board, 20) == [6]
    assert costs(Board(2, at=[28, 0], characters=["tarantassa"]), 29) == [1]


@pytest.mark.rule("YUM-NAMED-10", "YUM-NAMED-11", "YUM-PREC-7", "YUM-GAP-26", "YUM-EX-15")
def test_the_dragon_pays_for_passing_the_troll_but_not_for_her_presence():
    board = Board(2, at=[29, 30], characters=["vrumbastoff", "ombrulla"])
    assert costs(board, 30, 31) == [1, 3]
    # Anybody else pays both; stopping beside her costs the presence alone.
    other = Board(2, at=[29, 30], characters=["brunkholm", "ombrulla"])
    assert costs(other, 30, 31) == [2, 4]


@pytest.mark.rule("YUM-GAP-27", "YUM-PREC-4", "YUM-GAP-84", "YUM-EX-35")
def test_leaving_the_trolls_square_at_the_start_of_a_movement_is_free():
    board = Board(2, at=[30, 30], characters=["brunkholm", "ombrulla"])
    assert costs(board, 31) == [1]
    # Whoever comes from behind her pays.
    assert costs(Board(2, at=[29, 30], characters=["brunkholm", "ombrulla"]), 31) == [4]


@pytest.mark.rule("YUM-GAP-35")
def test_the_troll_bars_the_way_in_others_turns_and_needs_no_declaration():
    board = Board(3, at=[29, 30, 29], characters=["brunkholm", "ombrulla", "pirlimpo"], advantages=["stamina"])
    for mover, seat in ((0, 0), (2, 0), (0, 2)):
        board.state.mover = mover
        found = {square: so_far for square, _, so_far, _ in way(board.g, seat, 0)}
        assert found[31] == 4
    # So is Climbing, for both Hills squares of one movement, and in no window is there anything to use.
    climber = Board(2, at=[18, 0], advantages=["climbing"], hands=[["number 2", "number 3"]])
    assert costs(climber, 19, 20) == [1, 2]
    assert ("advantage", 0) not in climber.run().ask.values


@pytest.mark.rule("YUM-GAP-73")
def test_whoever_has_arrived_no_longer_counts():
    board = Board(4, at=[56, LAST, LAST, LAST], characters=["brunkholm", "ombrulla"])
    assert costs(board, LAST) == [1]
    assert stops(board.g, 0, 0, 1) == [LAST]
    assert square_forward(board.g, 0, 1) == LAST


# The movement card


@pytest.mark.rule("YUM-MOVE-1", "YUM-EX-39", "YUM-PREC-2")
def test_stamina_and_the_snail():
    board = Board(2, at=[17, 0], advantages=["stamina"])
    assert [points(board.g, 0, n).value for n in (5, 6)] == [6, 6]
    board = Board(2, at=[17, 0], advantages=["stamina"], curses=[["curse_of_the_snail"]], hands=[["number 5"]])
    assert [points(board.g, 0, n).value for n in (5, 6)] == [5, 5]
    board.until("move").say(board.state.hand[0].cards[0])
    assert board.ask.args == {"mp": 5}


@pytest.mark.rule("YUM-GAP-29", "YUM-GAP-107", "YUM-EX-68")
def test_a_net_takes_three_and_waits_but_leaves_one():
    board = Board(2, at=[17, 0], hands=[["number 2", "lucky_find"], ["number 2"]])
    board.last(0, "cobweb_net", until="next_movement")
    assert points(board.g, 0, 1).value == 1
    board.until("move").say(board.card("lucky_find", board.state.hand[0].cards))
    assert board.ask.args == {"mp": 1}
    assert board.ask.values == [18, 17]
    # The card has used the net up.
    assert board.lasting(0, "next_movement") == []


@pytest.mark.rule("YUM-GAP-107")
def test_a_rest_does_not_clear_a_net_and_nets_add_up():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3"], ["number 2"]])
    board.last(0, "cobweb_net", "cobweb_net", until="next_movement")
    assert points(board.g, 0, 8).value == 2
    board.rest().until_turn(1)
    assert len(board.lasting(0, "next_movement")) == 2


@pytest.mark.rule("YUM-GAP-107", "YUM-EX-76", "YUM-GAP-99", "YUM-DEC-23")
def test_bonuses_for_the_next_card_are_used_up_by_it():
    board = Board(
        2,
        at=[17, 0],
        advantages=["heroism"],
        hands=[["number 3", "number 4"]],
        active=[["winged_sandals", "hourglass_of_again"]],
        supporters=[["cheering_aunts"]],
    )
    board.draws("hills_guide").run().use("winged_sandals").support("cheering_aunts")
    board.until("move").say(board.card("number 3", board.state.hand[0].cards))
    assert board.ask.args == {"mp": 9}
    board.say(board.furthest()).say(PASS)
    board.use("hourglass_of_again").say(board.card("number 4", board.state.hand[0].cards))
    assert board.ask.args == {"mp": 4}


@pytest.mark.rule("YUM-GAP-107", "YUM-GAP-50")
def test_bonuses_that_were_not_used_lapse_with_the_turn():
    board = Board(
        2,
        at=[17, 0],
        hands=[["number 3", "number 4"], ["number 3"]],
        active=[["winged_sandals", "seven_league_boots"]],
        bag=[1],
    )
    board.run().use("winged_sandals").use("seven_league_boots")
    assert (len(board.lasting(0, "movement")), len(board.lasting(0, "turn"))) == (1, 1)
    board.rest().draws(0).until_turn(1)
    assert board.state.lasting[0] == ()
    board.until_turn(0)
    assert points(board.g, 0, 6).value == 6


# Where to stop


@pytest.mark.rule("YUM-MOVE-4", "YUM-MOVE-2", "YUM-DEC-9")
def test_movement_ends_where_the_points_do_not_reach():
    board = Board(2, at=[18, 0], hands=[["number 3", "number 4"]]).until("move")
    board.say(board.card("number 3", board.state.hand[0].cards))
    assert board.ask.values == [19, 18]
    with pytest.raises(Illegal, match="3 MP do not reach that square: it takes 4"):
        board.say(20)
    with pytest.raises(Illegal, match="never chooses to go backwards"):
        board.say(17)
    with pytest.raises(Illegal, match="not on your path"):
        board.say(12)


@pytest.mark.rule("YUM-MOVE-5", "YUM-GAP-18", "YUM-GAP-71", "YUM-DEC-9")
def test_fewer_points_may_be_used_even_none():
    board = Board(2, at=[17, 0], curses=[["mushroom_curse"]], hands=[["number 8", "number 4"], ["number 2"]])
    board.until("move").say(board.card("number 8", board.state.hand[0].cards))
    assert board.ask.values == [18, 19, 20, 21, 17]
    board.say(17)
    # Zero squares: no encounter, not a Rest, the Curse stays, W2 and W3 are one window.
    assert board.ask.prompt == "window"
    assert len(board.state.deck.discard) == 1
    board.say(PASS)
    assert board.state.mover == 1
    assert board.told("met.creature") == board.told("met.nothing") == []
    assert board.names(board.state.curses[0]) == ["mushroom_curse"]
    assert board.told("rests") == []


@pytest.mark.rule("YUM-TILE-4", "YUM-PRES-3", "YUM-GAP-20")
def test_two_characters_fill_a_square():
    board = Board(3, at=[29, 30, 31], hands=[["number 8", "number 3"]]).until("move")
    board.say(board.card("number 8", board.state.hand[0].cards))
    assert 30 in board.ask.values
    board.say(30)
    assert board.state.at[0] == 30
    full = Board(4, at=[29, 30, 30, 31], hands=[["number 8", "number 3"]]).until("move")
    full.say(full.card("number 8", full.state.hand[0].cards))
    assert 30 not in full.ask.values
    with pytest.raises(Illegal, match="two characters stand there"):
        full.say(30)


@pytest.mark.rule("YUM-TILE-5", "YUM-PRES-2")
def test_a_full_square_may_be_passed():
    board = Board(3, at=[29, 30, 30], characters=["brunkholm", "pirlimpo", "snifkin"], hands=[["number 4", "number 3"]])
    board.until("move").say(board.card("number 4", board.state.hand[0].cards))
    # 30 costs 1 + 2, 31 costs 1
    assert board.ask.values == [31, 29]


@pytest.mark.rule("YUM-GAP-28", "YUM-EX-33")
def test_the_dragon_may_not_stop_in_a_full_square():
    # Woods instead of hills cost the same: 1 for the full square, then on.
    board = Board(3, at=[45, 46, 46], characters=["vrumbastoff", "pirlimpo", "snifkin"], advantages=["stamina"])
    assert stops(board.g, 0, 0, 4) == [47, 48]


@pytest.mark.rule("YUM-PRES-4", "YUM-ENC-1", "YUM-GAP-19", "YUM-GAP-20", "YUM-EX-21")
def test_points_that_end_in_a_full_square_lead_to_the_first_one_with_room():
    # X1 with one, X2 with two, 5 MP end in X2: the furthest stop is X1, with an encounter there.
    board = Board(
        4,
        at=[29, 30, 31, 31],
        characters=["brunkholm", "pirlimpo", "snifkin", "fulmergh"],
        hands=[["number 5", "number 3"]],
    )
    board.draws("hills_guide").until("move").say(board.card("number 5", board.state.hand[0].cards))
    assert board.ask.values == [30, 29]
    board.say(30).say(PASS)
    assert [args["card"] for args in board.told("met.nothing")] == ["hills_guide"]


@pytest.mark.rule("YUM-PRES-4", "YUM-ENC-1", "YUM-GAP-19", "YUM-EX-23")
def test_a_full_square_ahead_and_no_points_to_pass_it_means_staying():
    board = Board(3, at=[29, 30, 30], hands=[["number 3", "number 4"], ["number 2"], []], curses=[["mushroom_curse"]])
    board.move("number 3")
    assert "stop" not in board.asked
    assert board.state.at[0] == 29
    assert len(board.state.curses[0]) == 1
    assert not board.state.turn.encounter
    board.say(PASS)
    assert board.told("met.creature") == []
    assert len(board.state.deck.discard) == 1


@pytest.mark.rule("YUM-GAP-72")
def test_the_last_square_needs_no_exact_number():
    board = Board(2, at=[55, 40], hands=[["number 8", "number 2"], ["number 2"]], bag=[])
    board.until("move").say(board.card("number 8", board.state.hand[0].cards))
    assert board.ask.values == [56, LAST, 55]
    board.say(LAST)
    assert board.outcome is not None


# The start paths


@pytest.mark.rule("YUM-START-2", "YUM-GAP-3", "YUM-EX-27", "YUM-DEC-8")
def test_the_start_path_is_chosen_with_the_first_move():
    # Two MP do not enter the middle path.
    board = Board(2, characters=["brunkholm"], advantages=["stamina"], hands=[["number 6", "number 2", "wind"]])
    board.last(0, "cobweb_net", until="next_movement")
    board.until("move").say(board.card("number 2", board.state.hand[0].cards))
    assert board.ask.args == {"mp": 1}
    assert board.ask.values == [0, 2, -1]
    with pytest.raises(Illegal, match="1 MP do not reach a free square of the middle path"):
        board.say(1)
    # Nobody enters a square, so nothing is fixed yet.
    board.say(-1)
    assert (board.state.at[0], board.state.path[0]) == (0, -1)


@pytest.mark.rule("YUM-START-3", "YUM-GAP-3", "YUM-GAP-5", "YUM-EX-26")
def test_the_start_path_stays_fixed():
    # From the first square of the north path back to the start line; the next move must go north.
    board = Board(2, hands=[["number 2", "number 3"], ["number 2"]], bag=[1])
    board.draws("the_unanswered_question").until("move").say(board.card("number 2", board.state.hand[0].cards))
    board.say(0)
    assert board.ask.values == [1, 2]
    board.say(1).say(PASS).say(board.ask.values[0])
    assert (board.state.at[0], board.state.path[0]) == (0, 0)
    board.draws(0).until_turn(1)
    board.until_turn(0)
    before = len(board.asked)
    board.until("move").say(board.state.hand[0].cards[0])
    # The path is not asked for again; staying on the line is allowed.
    assert "path" not in board.asked[before:]
    assert 1 in board.ask.values
    assert 0 in board.ask.values
    assert 11 not in board.ask.values


@pytest.mark.rule("YUM-START-2")
def test_several_may_take_the_same_or_different_paths():
    board = Board(3, at=[1, 11, 0], paths=[0, 2, -1], hands=[["number 2"], ["number 2"], ["number 8"]], bag=[2])
    board.rest().until_turn(2)
    board.until("move").say(board.card("number 8", board.state.hand[2].cards))
    assert board.ask.values == [0, 1, 2, -1]
    board.say(2)
    # The other one on the south path counts as present there.
    assert 11 in board.ask.values


# Rest


@pytest.mark.rule("YUM-REST-1", "YUM-REST-4", "YUM-GAP-70", "YUM-DEC-14", "YUM-GAP-49")
def test_rest_skips_movement_and_encounter_and_lifts_curses():
    board = Board(
        2,
        at=[17, 19],
        advantages=["stamina", "woodcraft"],
        curses=[["mushroom_curse", "curse_of_the_snail"]],
        hands=[["dragon_sneeze", "number 3"], ["number 2"]],
    )
    board.rest()
    assert board.ask.prompt == "order"
    board.say(board.card("curse_of_the_snail", board.ask.values))
    assert board.names(board.state.deck.discard) == ["curse_of_the_snail", "mushroom_curse"]
    assert board.state.curses[0] == ()
    board.play("dragon_sneeze")
    assert board.state.at[1] == 17
    board.until_turn(1)
    assert board.told("met.creature") == []
    assert board.state.at[0] == 17


@pytest.mark.rule("YUM-GAP-107", "YUM-GAP-24", "YUM-EX-59", "YUM-REST-4")
def test_whoever_is_mired_must_rest():
    board = Board(2, at=[29, 0], curses=[["mushroom_curse", "leech_curse"]], hands=[["number 8"], ["number 2"]])
    board.last(0, "quicksand", until="rest")
    board.run().say(PASS)
    assert board.ask.prompt == "order"
    assert not board.lasting(0, "rest")
    assert board.state.turn.rested
    assert "move" not in board.asked


@pytest.mark.rule("YUM-GAP-49", "YUM-GAP-51")
def test_resting_again_and_again_is_allowed():
    board = Board(2, at=[17, 0], hands=[["number 4", "number 5"], ["number 2"]])
    for _ in range(3):
        board.draws(1, 0).rest().until_turn(1)
        board.rest().until_turn(0)
    assert len(board.told("rests")) == 6


# Being moved by cards


@pytest.mark.rule("YUM-GAP-4", "YUM-GAP-5")
def test_going_back_leads_along_the_own_path_to_the_start_line_at_most():
    board = Board(2, at=[2, 0])
    push_back(board.g, 0, 5)
    assert board.state.at[0] == 0
    # From the common square each goes back the way it came.
    board = Board(3, at=[17, 18, 17], paths=[0, 1, 2])
    assert [square_back(board.g, seat, 1 + (seat == 1)) for seat in range(3)] == [6, 10, 16]


@pytest.mark.rule("YUM-GAP-22")
def test_going_back_leads_to_the_first_square_with_room():
    board = Board(4, at=[32, 30, 30, 31])
    push_back(board.g, 0, 2)
    assert board.state.at[0] == 29
    still = Board(4, at=[32, 30, 30, 31])
    push_back(still.g, 0, 0)
    assert still.state.at[0] == 32


@pytest.mark.rule("YUM-GAP-21", "YUM-GAP-52")
def test_going_back_costs_nothing_and_meets_nobody():
    board = Board(3, at=[17, 31, 30], characters=["brunkholm", "pirlimpo", "ombrulla"], hands=[["dragon_sneeze"]])
    board.play("dragon_sneeze").say(1)
    assert board.state.at[1] == 29
    assert [key for key, _, _ in board.host.told if key.startswith("met.")] == []


@pytest.mark.rule("YUM-GAP-23", "YUM-GAP-73", "YUM-EX-71")
def test_being_carried_over_full_squares():
    board = Board(3, at=[29, 30, 30])
    move_forward(board.g, 0, 2)
    assert board.state.at[0] == 31
    board = Board(3, at=[29, 31, 31])
    move_forward(board.g, 0, 2)
    assert board.state.at[0] == 30
    # None lies ahead: it stays. The last square is never full, and surplus squares are lost.
    board = Board(5, at=[29, 30, 30, 31, 31])
    move_forward(board.g, 0, 2)
    assert board.state.at[0] == 29
    board = Board(4, at=[56, LAST, LAST, LAST])
    move_forward(board.g, 0, 2)
    assert board.state.at[0] == LAST


@pytest.mark.rule("YUM-GAP-83", "YUM-EX-48")
def test_a_landslide_moves_the_rearmost_first():
    board = Board(
        4,
        at=[25, 20, 19, 19],
        advantages=["stamina", "woodcraft", "climbing", "pathfinding"],
        hands=[["landslide", "number 2"]],
    )
    board.play("landslide")
    assert board.state.at == [25, 19, 18, 18]


@pytest.mark.rule("YUM-GAP-20", "YUM-MOVE-2", "YUM-MOVE-4", "YUM-TILE-4")
def test_what_is_offered_and_what_is_refused_agree():
    """At every stop of random games: each square of the track is offered or refused with a reason."""
    for seed in range(4):
        table = arbiter.new("yummell", seats=6, seed=seed, options={"track": "yhops_stroll", "round_limit": 10})
        rng = Random(seed)
        while not table.over:
            ask = table.asks[0]
            if ask.prompt == "stop":
                for square in range(1, Yummell(table.state).course.last + 1):
                    refused = ask.refusal(square)
                    assert (refused is None) == (square in ask.values)
                    assert refused is None or not refused.key.startswith("refused.option")
            table.answer(ask.seat, ask.sample(rng))
