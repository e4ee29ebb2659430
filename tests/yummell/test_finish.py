"""The end of the race and the placings."""

import pytest
from typer.testing import CliRunner

import arbiter
from arbiter.cli.app import app
from arbiter.core import Illegal
from arbiter.games.yummell import GAME
from arbiter.games.yummell.finish import placings
from arbiter.lab.sim import simulate

from .board import LAST, PASS, Board


@pytest.mark.rule("YUM-AIM-1", "YUM-AIM-2", "YUM-END-1", "YUM-END-2")
def test_the_first_on_the_last_square_wins_and_meets_nobody():
    board = Board(2, at=[56, 40], hands=[["number 8", "number 2"], ["number 2"]], bag=[])
    board.draws("salamander_of_mount_ohrk").move("number 8")
    assert board.outcome is not None
    assert board.outcome.ranks == (1, 2)
    assert board.outcome.why == "over.arrived"
    assert board.outcome.args == {"seats": [0], "round": 1}
    assert board.told("met.creature") == board.told("met.nothing") == []
    assert board.told("arrived.first") == [{"seat": 0, "place": 1}]
    assert "Yummell!" in GAME.catalogue()["arrived.first"]


@pytest.mark.rule("YUM-AIM-3", "YUM-END-3", "YUM-END-5", "YUM-GAP-73", "YUM-GAP-80", "YUM-EX-44")
def test_later_arrivals_of_the_round_follow_in_their_order():
    # Three arrive in one round; each pays 1 MP for the last square, and all find room.
    board = Board(4, at=[56, 56, 56, 20], hands=[["number 2"], ["number 2"], ["number 3"], ["number 4"]], bag=[1, 2, 3])
    board.draws(2, 1, 3).move("number 2")
    assert board.state.mover == 2
    assert board.outcome is None
    board.move("number 3").move("number 2")
    assert board.state.arrived == [0, 2, 1]
    board.until_turn(0)
    assert board.outcome is not None
    assert board.outcome.ranks == (1, 3, 2, 4)
    place, togo = board.outcome.parts
    assert (place.name, place.values) == ("over.place", (1, 3, 2, None))
    assert (togo.name, togo.values[:3]) == ("scene.togo", (0, 0, 0))
    # Second and third place are honoured too.
    assert board.told("podium") == [{"place": n, "seats": [seat]} for n, seat in ((1, 0), (2, 2), (3, 1))]


@pytest.mark.rule("YUM-END-5", "YUM-GAP-80")
def test_whoever_had_a_turn_before_the_arrival_gets_no_other():
    board = Board(3, at=[20, 56, 56], hands=[["number 2"], ["number 2"], ["number 3"]], bag=[1, 2])
    board.draws("hills_guide", 1, 2).move("number 2").until_turn(1)
    board.move("number 2")
    assert board.state.arrived == [1]
    # Seat 2 still has its turn, seat 0 has had it.
    board.move("number 3")
    assert board.outcome is not None
    assert board.outcome.ranks == (3, 1, 2)


@pytest.mark.rule("YUM-END-4", "YUM-EX-42", "YUM-GAP-39")
def test_whoever_has_arrived_is_immune():
    board = Board(3, at=[30, LAST, 30], hands=[["dragon_sneeze", "number 2"]])
    board.state.arrived = [1]
    board.play("dragon_sneeze")
    assert board.state.at == [30, LAST, 28]
    aimed = Board(4, at=[30, LAST, 30, 31], hands=[["dragon_sneeze", "number 2"]])
    aimed.state.arrived = [1]
    aimed.play("dragon_sneeze")
    assert aimed.ask.values == [2, 3]
    with pytest.raises(Illegal, match="has arrived and is immune"):
        aimed.say(1)
    with pytest.raises(Illegal, match="Dragon Sneeze is not for yourself"):
        aimed.say(0)


@pytest.mark.rule("YUM-END-6", "YUM-END-7", "YUM-GAP-76", "YUM-GAP-78", "YUM-EX-41")
def test_positions_are_the_final_placings():
    board = Board(4, at=[LAST, 55, 55, 52])
    board.state.arrived = [0]
    assert placings(board.g) == (1, 2, 2, 4)


@pytest.mark.rule("YUM-GAP-76", "YUM-GAP-77")
def test_the_start_line_ranks_last_and_draws():
    board = Board(4, at=[1, 0, 0, 7], paths=[0, -1, 1, 1])
    # Square 7 is the first of the shorter middle path.
    assert placings(board.g) == (2, 3, 3, 1)


@pytest.mark.rule("YUM-GAP-77")
def test_equal_distance_on_different_paths_is_a_draw():
    board = Board(2, at=[1, 11], paths=[0, 2])
    assert placings(board.g) == (1, 1)


@pytest.mark.rule("YUM-GAP-81", "YUM-GAP-79", "YUM-EX-74", "YUM-END-7")
def test_a_race_without_an_end_stops_at_the_round_limit():
    board = Board(3, at=[53, 53, 48], hands=[["number 2"], ["number 3"], ["number 4"]], bag=[], round_limit=100)
    board.state.round = 100
    board.rest().until_turn(-1)
    assert board.outcome is not None
    assert board.outcome.ranks == (1, 1, 3)
    assert board.outcome.why == "over.limit"
    assert [part.name for part in board.outcome.parts] == ["scene.togo"]


@pytest.mark.rule("YUM-GAP-79")
def test_arrivals_are_never_drawn():
    board = Board(3, at=[LAST, LAST, LAST])
    board.state.arrived = [2, 0, 1]
    assert placings(board.g) == (2, 3, 1)


@pytest.mark.rule("YUM-GAP-81", "YUM-END-5")
def test_without_a_limit_the_race_goes_on():
    board = Board(2, at=[53, 53], hands=[["number 2"], ["number 3"]], bag=[], round_limit=0)
    board.state.round = 100
    board.rest().say(PASS)
    assert board.outcome is None
    assert board.state.round == 101


@pytest.mark.rule("YUM-GAP-75", "YUM-END-1", "YUM-EX-45")
def test_a_card_can_carry_somebody_home_in_anothers_turn():
    # B plays Friendly Giant on C, whose pawn is still in the bag.
    board = Board(3, at=[40, 30, 55], hands=[["friendly_giant", "number 2"], ["number 2"], ["number 3"]], bag=[1, 2])
    board.play("friendly_giant").say(2)
    assert board.state.arrived == [2]
    assert board.state.bag == [1]
    # The mover's own turn goes on.
    assert board.state.mover == 0
    assert board.ask.prompt == "move"
    board.until_turn(2)
    assert board.outcome is not None
    assert board.outcome.ranks[2] == 1


@pytest.mark.rule("YUM-GAP-74", "YUM-GAP-70", "YUM-END-1", "YUM-GAP-66")
def test_a_turn_ends_with_the_arrival_and_what_the_player_had_is_set_aside():
    board = Board(
        2,
        at=[56, 20],
        advantages=["quick_hands"],
        hands=[["tailwind", "winged_sandals", "number 8", "number 2"], ["number 3"]],
        active=[["herb_pouch"]],
        curses=[["leech_curse"]],
        supporters=[["water_carrier"]],
    )
    board.play("tailwind").activate("winged_sandals").move("number 8")
    s = board.state
    assert (s.mover, board.ask.prompt) == (1, "window")
    assert sorted(board.names(s.aside)) == ["biting_bunny_of_blurm", "herb_pouch", "leech_curse", "winged_sandals"]
    assert s.hand[0].cards == []
    assert s.active[0] == s.curses[0] == s.supporters[0] == s.turn.activating == ()
    # The card that brought it there was discarded first, the Event of the turn after it.
    assert board.names(s.deck.discard) == ["yongholls_left_hind_foot", "tailwind"]


@pytest.mark.rule("YUM-GAP-74", "YUM-GAP-99")
def test_an_artefact_that_brings_its_owner_home_is_discarded_too():
    board = Board(
        2, at=[53, 20], hands=[["number 6", "number 8", "number 2"], ["number 3"]], active=[["hourglass_of_again"]]
    )
    board.draws("hills_guide").move("number 6", to=54).say(PASS)
    board.use("hourglass_of_again").say(board.card("number 8", board.state.hand[0].cards)).say(LAST)
    assert board.state.arrived == [0]
    assert board.state.mover == 1
    assert board.names(board.state.deck.discard)[-2:] == ["yongholls_left_hind_foot", "hourglass_of_again"]


@pytest.mark.rule("YUM-GAP-81")
def test_bots_do_not_race_without_a_round_limit():
    endless = arbiter.new("yummell", seats=3, options={"round_limit": 0}).options
    refused = GAME.why_no_bots(endless)
    assert refused is not None
    assert "bots race with a round limit" in refused.say(GAME.catalogue())
    assert GAME.why_no_bots(arbiter.new("yummell", seats=3).options) is None
    with pytest.raises(ValueError, match="bots race with a round limit"):
        simulate(GAME, 3, ["random"], 3, options={"round_limit": 0}, workers=1)
    play = ["play", "yummell", "--seats", "2", "-o", "round_limit=0", "--bots"]
    refused = CliRunner().invoke(app, [*play, "clever,you"])
    assert refused.exit_code == 2
    assert "bots race with a round limit" in refused.output
