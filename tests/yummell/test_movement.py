"""The Movement Phase, the presence of others, Rest, and being moved by cards."""

import pytest

from arbiter.core import Illegal
from arbiter.games.yummell.movement import move_forward, movement_points, push_back, reach

from .board import LAST, PASS, Board


def costs(board: Board, *squares: int) -> list[int]:
    """The MP needed to reach squares ahead of seat 0."""
    path = board.state.path[0]
    needed = []
    for square in squares:
        needed.append(next(mp for mp in range(1, 60) if walked(board, path, mp) >= place(board, square)))
    return needed


def place(board: Board, square: int) -> int:
    return -board.g.course.to_go[square]


def walked(board: Board, path: int, mp: int) -> int:
    """How far MP carry, full squares included: everybody else counted as one less than full."""
    from arbiter.games.yummell.interpret import way

    so_far = -board.g.course.to_go[board.state.at[0]]
    for square, _, spent in way(board.g, 0, path):
        if spent > mp:
            break
        so_far = place(board, square)
    return so_far


@pytest.mark.rule("YUM-TILE-6", "YUM-TILE-8", "YUM-TILE-9", "YUM-TILE-10", "YUM-TILE-11")
def test_terrain_costs():
    board = Board(2, at=[26, 0], characters=["pirlimpo"])
    assert costs(board, 27) == [3]
    assert costs(board, 28) == [4]
    assert costs(Board(2, at=[23, 0], advantages=["stamina"]), 24, 25) == [2, 3]


@pytest.mark.rule("YUM-MOVE-3")
def test_two_hills_squares_cost_four():
    # EX-3
    board = Board(2, at=[18, 0])
    assert costs(board, 19, 20) == [2, 4]
    assert reach(board.g, 0, 0, 4) == [19, 20]


@pytest.mark.rule("YUM-PRES-1")
def test_somebody_in_the_square_costs_one_more():
    # EX-4 and EX-5
    board = Board(2, at=[18, 19])
    assert costs(board, 19, 20) == [3, 5]
    board = Board(3, at=[18, 19, 19])
    assert costs(board, 19) == [4]


@pytest.mark.rule("YUM-MOVE-4", "YUM-MOVE-2")
def test_movement_ends_where_the_points_do_not_reach():
    board = Board(2, at=[18, 0], hands=[["number 3", "number 4"]]).until("move")
    board.say(board.card("number 3", board.state.hand[0]))
    assert board.ask.values == [19, 18]
    with pytest.raises(Illegal, match="MP do not reach"):
        board.say(20)
    with pytest.raises(Illegal, match="never chooses to go backwards"):
        board.say(17)


@pytest.mark.rule("YUM-MOVE-5")
def test_fewer_points_may_be_used_even_none():
    board = Board(2, at=[17, 0], curses=[["mushroom_curse"]], hands=[["number 8", "number 4"], ["number 2"]])
    board.move("number 8", to=17)
    # Zero squares: no encounter, not a Rest, the Curse stays, W2 and W3 are one window.
    assert board.ask.prompt == "window"
    board.say(PASS)
    assert board.state.mover == 1
    assert board.told("met.creature") == board.told("met.nothing") == []
    assert board.names(board.state.curses[0]) == ["mushroom_curse"]
    assert board.told("rests") == []


@pytest.mark.rule("YUM-MOVE-6")
def test_a_square_costs_at_least_one():
    # EX-36: Climbing and Hills Guide on a Hills square with somebody in it.
    board = Board(2, at=[18, 19], advantages=["climbing"], hands=[["hills_guide", "hills_guide", "number 2"]])
    board.play("hills_guide")
    assert costs(board, 19) == [1]
    board.state.at[1] = 0
    assert costs(board, 19, 20) == [1, 2]


@pytest.mark.rule("YUM-TILE-4", "YUM-PRES-3")
def test_two_characters_fill_a_square():
    board = Board(3, at=[29, 30, 31], hands=[["number 8", "number 3"]]).until("move")
    board.say(board.card("number 8", board.state.hand[0]))
    assert 30 in board.ask.values
    full = Board(4, at=[29, 30, 30, 31], hands=[["number 8", "number 3"]]).until("move")
    full.say(full.card("number 8", full.state.hand[0]))
    assert 30 not in full.ask.values
    with pytest.raises(Illegal, match="two characters stand there"):
        full.say(30)


@pytest.mark.rule("YUM-TILE-5", "YUM-PRES-2")
def test_a_full_square_may_be_passed():
    board = Board(3, at=[29, 30, 30], characters=["brunkholm", "pirlimpo", "snifkin"], hands=[["number 4", "number 3"]])
    board.until("move").say(board.card("number 4", board.state.hand[0]))
    # 30 costs 1 + 2, 31 costs 1
    assert board.ask.values == [31, 29]


@pytest.mark.rule("YUM-PRES-4", "YUM-ENC-1")
def test_points_that_end_in_a_full_square_lead_to_the_first_one_with_room():
    # EX-21: X1 with one, X2 with two, 5 MP end in X2: the furthest stop is X1, with an encounter there.
    board = Board(
        4,
        at=[29, 30, 31, 31],
        characters=["brunkholm", "pirlimpo", "snifkin", "fulmergh"],
        hands=[["number 5", "number 3"]],
    )
    board.draws("hills_guide").until("move").say(board.card("number 5", board.state.hand[0]))
    assert board.ask.values == [30, 29]
    board.say(30).say(PASS)
    assert [args["card"] for args in board.told("met.nothing")] == ["hills_guide"]


def test_a_full_square_ahead_and_no_points_to_pass_it_means_staying():
    # EX-23
    board = Board(3, at=[29, 30, 30], hands=[["number 3", "number 4"], ["number 2"], []], curses=[["mushroom_curse"]])
    board.move("number 3")
    assert "stop" not in board.asked
    assert board.state.at[0] == 29
    assert len(board.state.curses[0]) == 1
    board.say(PASS)
    assert board.told("met.creature") == []


@pytest.mark.rule("YUM-START-2")
def test_the_start_path_is_chosen_with_the_first_move():
    # EX-27: two MP do not enter the middle path.
    board = Board(2, characters=["brunkholm"], hands=[["number 2", "number 3"]]).until("move")
    board.say(board.card("number 2", board.state.hand[0]))
    assert board.ask.prompt == "path"
    assert board.ask.values == [0, 2, -1]
    with pytest.raises(Illegal, match="do not reach a free square of the middle path"):
        board.say(1)
    board.say(-1)
    assert (board.state.at[0], board.state.path[0]) == (0, -1)


@pytest.mark.rule("YUM-START-3")
def test_the_start_path_stays_fixed():
    # EX-26: from the first square of the north path back to the start line; the next move must go north.
    board = Board(2, hands=[["number 2", "number 3"], ["number 2"]], bag=[1])
    board.draws("the_unanswered_question").until("move").say(board.card("number 2", board.state.hand[0]))
    board.say(0).say(1).say(PASS)
    board.say(board.ask.values[0]) if board.ask.prompt == "order" else None
    assert (board.state.at[0], board.state.path[0]) == (0, 0)
    assert board.g.course.routes(0)[0] == 1
    stops = reach(board.g, 0, board.state.path[0], 2)
    assert stops == [1, 2]


@pytest.mark.rule("YUM-NAMED-10", "YUM-PREC-7", "YUM-NAMED-11")
def test_the_dragon_pays_for_passing_the_troll_but_not_for_her_presence():
    # EX-15
    board = Board(2, at=[29, 30], characters=["vrumbastoff", "ombrulla"])
    assert costs(board, 30, 31) == [1, 3]
    other = Board(2, at=[29, 30], characters=["brunkholm", "ombrulla"])
    assert costs(other, 30, 31) == [2, 4]


def test_the_dragon_may_not_stop_in_a_full_square():
    # EX-33 (woods instead of hills would cost the same): 1 for the full square, then on.
    board = Board(3, at=[45, 46, 46], characters=["vrumbastoff", "pirlimpo", "snifkin"], advantages=["stamina"])
    assert reach(board.g, 0, 0, 4) == [47, 48]


def test_leaving_the_trolls_square_at_the_start_of_a_movement_is_free():
    # EX-35
    board = Board(2, at=[30, 30], characters=["brunkholm", "ombrulla"])
    assert costs(board, 31) == [1]


def test_a_troll_that_has_arrived_no_longer_counts():
    board = Board(2, at=[56, LAST], characters=["brunkholm", "ombrulla"])
    assert costs(board, LAST) == [1]


def test_nobody_is_present_on_the_start_line():
    board = Board(3, hands=[["number 2"]])
    assert reach(board.g, 0, 0, 2) == [1, 2]


def test_tarantassas_first_square():
    # EX-38: Mushroom Curse, a Hills square with somebody in it.
    board = Board(2, at=[18, 19], characters=["tarantassa"], curses=[["mushroom_curse"]])
    assert costs(board, 19) == [3]
    assert costs(Board(2, at=[28, 0], characters=["tarantassa"]), 29) == [1]


def test_stamina_and_the_snail():
    # EX-39
    board = Board(2, at=[17, 0], advantages=["stamina"])
    assert [movement_points(board.g, 0, n) for n in (5, 6)] == [6, 6]
    board = Board(2, at=[17, 0], advantages=["stamina"], curses=[["curse_of_the_snail"]])
    assert [movement_points(board.g, 0, n) for n in (5, 6)] == [5, 5]


def test_a_net_takes_three_and_waits_but_leaves_one():
    # EX-68
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3"], ["number 2"]])
    board.state.nets[0] = [board.source("cobweb_net")]
    assert movement_points(board.g, 0, 1) == 1
    board.rest().until_turn(1)
    assert board.state.nets[0] == [board.source("cobweb_net")]


def test_bonuses_for_the_next_card_are_used_up_by_it():
    # EX-76
    board = Board(
        2,
        at=[17, 0],
        advantages=["heroism"],
        hands=[["number 3", "number 4"]],
        active=[["winged_sandals", "hourglass_of_again"]],
        supporters=[["cheering_aunts"]],
    )
    board.draws("hills_guide").run().use("winged_sandals").support("cheering_aunts")
    board.until("move").say(board.card("number 3", board.state.hand[0]))
    assert board.ask.args == {"mp": 9}
    board.say(board.furthest()).say(PASS)
    board.use("hourglass_of_again").say(board.card("number 4", board.state.hand[0]))
    assert board.ask.args == {"mp": 4}


@pytest.mark.rule("YUM-REST-1", "YUM-REST-3", "YUM-REST-4")
def test_rest_skips_movement_and_encounter_lifts_curses_and_allows_actions():
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
    assert board.names(board.state.discard) == ["curse_of_the_snail", "mushroom_curse"]
    assert board.state.curses[0] == []
    board.play("dragon_sneeze")
    assert board.state.at[1] == 17
    board.until_turn(1)
    assert board.told("met.creature") == []


def test_whoever_is_mired_must_rest():
    # EX-59
    board = Board(2, at=[29, 0], curses=[["mushroom_curse", "leech_curse"]], hands=[["number 8"], ["number 2"]])
    board.state.mired[0] = 1
    board.run().say(PASS)
    assert board.ask.prompt == "order"
    assert board.state.mired[0] == 0
    assert board.state.rested


def test_going_back_ends_on_the_start_line_at_most():
    board = Board(2, at=[2, 0])
    push_back(board.g, 0, 5)
    assert board.state.at[0] == 0


def test_going_back_leads_to_the_first_square_with_room():
    board = Board(4, at=[32, 30, 30, 31])
    push_back(board.g, 0, 2)
    assert board.state.at[0] == 29


def test_being_carried_over_full_squares():
    # EX-71
    board = Board(3, at=[29, 30, 30])
    move_forward(board.g, 0, 2)
    assert board.state.at[0] == 31
    board = Board(3, at=[29, 31, 31])
    move_forward(board.g, 0, 2)
    assert board.state.at[0] == 30


def test_a_landslide_moves_the_rearmost_first():
    # EX-48
    board = Board(
        4,
        at=[25, 20, 19, 19],
        advantages=["stamina", "woodcraft", "climbing", "pathfinding"],
        hands=[["landslide", "number 2"]],
    )
    board.play("landslide")
    assert board.state.at == [25, 19, 18, 18]
