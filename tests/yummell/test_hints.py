"""The bot's advice, and the plain answers for a player whose clock has run out."""

from random import Random

import pytest

from arbiter.core import playout
from arbiter.core.options import read_options
from arbiter.games.yummell import GAME

from ..study import Study
from .board import PASS, REST, Board
from .study import counted


def advice(board: Board):
    return GAME.hint(board.state, board.ask, Random(1))


def plain(board: Board):
    return GAME.default(board.state, board.ask)


@pytest.mark.parametrize("seats", range(2, 9))
def test_one_bot_beats_random_players(seats):
    study = Study(GAME, counted, {"track": "yhops_stroll"})
    counts, _ = study.play(seats, 12, "beats", rivals="random")
    played, won = counts["clever"]
    assert won / played >= 0.75


def test_the_bot_keeps_its_best_card_for_challenges_when_a_lower_one_goes_as_far():
    board = Board(4, at=[32, 0, 34, 34], characters=["brunkholm"], hands=[["number 6", "number 3"]]).until("move")
    # 33 is Swamp and 34 is full: a 3 and a 6 both end on 33.
    assert board.content.numbers[advice(board)] == 3
    last = Board(2, at=[55, 0], hands=[["number 8", "number 2"]]).until("move")
    assert last.content.numbers[advice(last)] == 2


def test_the_bot_plays_the_lowest_card_that_wins():
    board = Board(2, at=[17, 0], characters=["brunkholm"], hands=[["number 2", "number 8", "number 6", "number 3"]])
    board.draws("salamander_of_mount_ohrk").move("number 2", to=18).say(PASS)
    assert board.content.numbers[advice(board)] == 6


def test_the_bot_throws_the_lowest_card_into_a_lost_challenge():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 4", "number 3"]])
    board.draws("yongholls_left_hind_foot").move("number 2", to=18).say(PASS)
    assert board.content.numbers[advice(board)] == 3


def test_the_bot_helps_itself_and_hinders_the_leader():
    board = Board(3, at=[29, 40, 33], hands=[["dragon_sneeze", "number 2"]])
    board.run()
    assert advice(board)[0] == "play"
    board.say(advice(board))
    assert advice(board) == 1


def test_the_bot_uses_wings_before_it_moves_and_goes_as_far_as_it_can():
    board = Board(2, at=[29, 0], hands=[["number 6", "number 2"]], active=[["winged_sandals"]])
    board.run()
    assert board.names([advice(board)[1]]) == ["winged_sandals"]
    board.say(advice(board)).until("move").say(advice(board))
    assert advice(board) == board.furthest()


def test_the_bot_asks_for_help_only_where_it_turns_the_tide():
    easy = Board(
        2,
        at=[17, 0],
        characters=["brunkholm"],
        hands=[["number 2", "number 8", "number 6"]],
        active=[["sword_of_flurm"]],
    )
    easy.draws("horrgrop_the_evil").move("number 2", to=18).say(PASS)
    assert advice(easy) == PASS
    hard = Board(
        2,
        at=[17, 0],
        characters=["brunkholm"],
        hands=[["number 2", "number 3", "number 4"]],
        active=[["sword_of_flurm"]],
    )
    hard.draws("grumbling_boulder").move("number 2", to=18).say(PASS)
    assert advice(hard)[0] == "use"


def test_the_bot_rests_when_no_card_brings_it_on():
    board = Board(3, at=[29, 30, 30], characters=["brunkholm"], hands=[["number 2"], [], []]).until("move")
    assert advice(board) == REST


def test_the_bot_builds_tracks_legally():
    for seats in (2, 5, 8):
        state = GAME.start(seats, read_options(GAME, {"track": "built", "round_limit": 1}))
        laid = []

        def answer(state, ask, rng, laid=laid):
            if ask.prompt == "tile":
                choice = GAME.hint(state, ask, rng)
                assert choice in ask.values
                laid.append(choice)
                return choice
            return ask.sample(rng)

        playout(GAME, state, Random(seats), answer)
        assert len(laid) == len(state.layout) - 2


@pytest.mark.rule("YUM-GAP-92")
def test_the_plain_player_moves_as_far_as_it_goes_with_the_lowest_card_that_does():
    board = Board(3, at=[29, 34, 34], characters=["brunkholm"], hands=[["number 8", "number 6", "number 2"], [], []])
    board.until("move")
    # 6 and 8 MP both end on 33: 34 is full and would cost three more.
    assert plain(board) == board.card("number 6", board.state.hand[0].cards)
    near = Board(2, at=[56, 0], hands=[["number 8", "number 2", "number 3"]]).until("move")
    assert plain(near) == near.card("number 2", near.state.hand[0].cards)
    board.say(board.card("number 8", board.state.hand[0].cards))
    assert plain(board) == board.furthest()


@pytest.mark.rule("YUM-GAP-92")
def test_the_plain_player_takes_the_path_with_the_fewest_squares_left():
    board = Board(2, characters=["brunkholm"], hands=[["number 8", "number 2"]]).until("move")
    board.say(board.card("number 8", board.state.hand[0].cards))
    assert plain(board) == 0
    # Eight MP walk the whole north path (to its sixth square), or three squares of the middle one.
    assert board.g.course.to_go[6] < board.g.course.to_go[9]


@pytest.mark.rule("YUM-GAP-92")
def test_the_plain_player_passes_cancels_harm_and_is_carried():
    board = Board(2, at=[17, 18], hands=[["mushroom_curse", "number 2"]], active=[[], ["stone_amulet"]])
    assert plain(board.run()) == PASS
    board.play("mushroom_curse")
    assert plain(board)[0] == "use"
    lost = Board(2, at=[17, 0], hands=[["number 2", "number 3", "number 4"]], supporters=[["stretcher_bearers"]])
    lost.draws("the_unanswered_question").move("number 2", to=18).say(PASS)
    assert lost.content.numbers[plain(lost)] == 3
    lost.say(plain(lost))
    assert plain(lost)[0] == "supporter"


@pytest.mark.rule("YUM-GAP-92")
def test_the_plain_player_discards_low_cards_enlists_nobody_and_lays_the_lowest_tile():
    board = Board(2, at=[17, 0], hands=[["number 6", "number 3", "number 2", "number 5", "number 4"]])
    board.rest().until("discard")
    assert board.content.numbers[plain(board)] == 2
    start = Board(3, before=True, picking=True, track="built", supporters=[[]]).run()
    assert plain(start) == start.content.characters[0]
    for _ in range(3):
        start.say(plain(start))
    assert plain(start) == (3, 0)
    for _ in range(3):
        start.say(plain(start))
    assert [GAME.default(start.state, one) for one in start.ask.asks] == [(), (), ()]


@pytest.mark.rule("YUM-GAP-92")
def test_the_plain_player_wins_with_the_lowest_card_and_never_rests_by_choice():
    board = Board(2, at=[17, 0], characters=["brunkholm"], hands=[["number 2", "number 8", "number 6", "number 3"]])
    board.until("move")
    assert plain(board) != REST
    board.draws("salamander_of_mount_ohrk").move("number 2", to=18).say(PASS)
    assert board.content.numbers[plain(board)] == 6
    lost = Board(2, at=[17, 0], hands=[["number 2", "number 4", "number 3"]])
    lost.draws("yongholls_left_hind_foot").move("number 2", to=18).say(PASS)
    assert lost.content.numbers[plain(lost)] == 3
