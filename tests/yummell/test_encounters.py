"""Encounters: Challenges, Artefacts, Events."""

import pytest

from arbiter.core import Illegal

from .board import PASS, Board


def meet(card: str, hand: list[str], **position) -> Board:
    """Seat 0 moves from 17 to 18 with a 2 and meets a card."""
    position = {"at": [17, 0], "characters": ["brunkholm"], **position}
    seats = position.pop("seats", 2)
    board = Board(seats, hands=[["number 2", *hand]], **position)
    board.draws(card).move("number 2", to=18)
    if board.ask.prompt == "window" and board.state.met < 0:
        board.say(PASS)
    return board


def settle(board: Board) -> Board:
    """The Creature first, then the card played."""
    if board.ask is not None and board.ask.prompt == "order":
        board.say(board.ask.values[0])
    return board


@pytest.mark.rule("YUM-CHAL-1", "YUM-CHAL-4", "YUM-NAMED-7", "YUM-CHAR-3", "YUM-DECK-14", "YUM-DECK-15")
def test_the_salamander_is_beaten_with_a_five():
    # EX-7: Strength 5 + 5 = 10 > 9
    board = meet("salamander_of_mount_ohrk", ["customs_goblin", "number 3"])
    board.say(board.card("customs_goblin", board.state.hand[0]))
    settle(board)
    assert board.state.at[0] == 19
    assert board.told("challenge.won")[0]["sum"] == 10
    assert board.names(board.state.discard)[-2:] == ["salamander_of_mount_ohrk", "customs_goblin"]


@pytest.mark.rule("YUM-CHAL-3", "YUM-CHAL-5")
def test_an_equal_sum_loses():
    # EX-8 and EX-20: 5 + 4 = 9
    board = meet("salamander_of_mount_ohrk", ["number 4", "number 3"])
    board.say(board.card("number 4", board.state.hand[0]))
    settle(board)
    assert board.told("challenge.lost")[0]["sum"] == 9
    assert board.state.at[0] == 17


@pytest.mark.rule("YUM-CHAL-6", "YUM-NAMED-8", "YUM-NAMED-2")
def test_without_a_card_the_challenge_is_lost_whatever_helps():
    # EX-9: Horrgrop 7 against Strength 5 with Heroism, no card.
    board = meet("horrgrop_the_evil", [], advantages=["heroism"])
    assert board.ask.prompt == "aid"
    assert board.told("challenge.warning") == [{}]
    board.say(("advantage", 0))
    assert board.state.at[0] == 17
    assert board.told("challenge.empty") == [{"seat": 0}]


@pytest.mark.rule("YUM-CHAL-2")
def test_a_card_must_be_played():
    board = meet("salamander_of_mount_ohrk", ["number 4", "number 3"])
    assert board.ask.prompt == "challenge"
    assert set(board.ask.values) == set(board.state.hand[0])
    with pytest.raises(Illegal):
        board.say(None)


def test_a_winner_with_a_full_square_ahead_stays():
    # EX-24
    board = meet("candle_imp", ["number 8", "number 3"], seats=3, at=[17, 19, 19])
    board.say(board.card("number 8", board.state.hand[0]))
    settle(board)
    assert board.state.at[0] == 18
    assert board.told("barred") == [{"seat": 0}]
    assert "candle_imp" in board.names(board.state.discard)


def test_heroism_and_the_sword_together():
    # EX-69: 5 + 4 + 5 + 1 = 15 > 12
    board = meet(
        "yongholls_left_hind_foot", ["lucky_find", "lucky_find"], advantages=["heroism"], active=[["sword_of_flurm"]]
    )
    board.say(("advantage", 0)).use("sword_of_flurm")
    board.say(board.state.hand[0][0])
    assert board.told("challenge.won")[0]["sum"] == 15


def test_pirlimpo_answers_with_sympathy():
    # EX-62: 7 + 2 = 9 > 8
    board = meet("toll_bridge_ogress", ["number 2", "number 3"], characters=["pirlimpo"])
    board.say(("ability", 0)).say(board.card("number 2", board.state.hand[0]))
    assert board.told("challenge.won")[0]["sum"] == 9


def test_pirlimpos_artefacts_must_fit_the_creature():
    # EX-72
    board = meet(
        "grumbling_boulder",
        ["lucky_find", "number 3"],
        characters=["pirlimpo"],
        active=[["sword_of_flurm", "honeyed_lute"]],
    )
    assert board.offers("use") == ["sword_of_flurm"]
    with pytest.raises(Illegal, match="does not fit this Creature"):
        board.use("honeyed_lute")
    board.say(("ability", 0)).use("sword_of_flurm").say(board.card("lucky_find", board.state.hand[0]))
    assert board.told("challenge.won")[0]["sum"] == 13


def test_butterfingers_and_a_blessing_count_in_the_sum():
    board = meet("salamander_of_mount_ohrk", ["customs_goblin", "number 3"], curses=[["curse_of_butterfingers"]])
    board.say(board.card("customs_goblin", board.state.hand[0]))
    assert board.told("challenge.lost")[0]["sum"] == 8


@pytest.mark.parametrize(("others", "asked", "end"), [([0], True, 20), ([20, 20], False, 19), ([19, 19], False, 18)])
def test_pathfinding(others, asked, end):
    # EX-63 and EX-70
    seats = 1 + len(others)
    board = meet("candle_imp", ["number 8", "number 3"], seats=seats, at=[17, *others], advantages=["pathfinding"])
    board.say(board.card("number 8", board.state.hand[0]))
    assert ("won" in board.asked) == asked
    if asked:
        assert board.ask.values == [19, 20]
        board.say(20)
    settle(board)
    assert board.state.at[0] == end


@pytest.mark.rule("YUM-TURN-7")
def test_whoever_has_not_advanced_meets_nobody():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3"], ["number 2"]])
    board.draws("salamander_of_mount_ohrk").move("number 2", to=17).say(PASS)
    assert board.told("met.creature") == []


@pytest.mark.rule("YUM-ENC-2", "YUM-ENC-4", "YUM-ENC-5")
def test_the_encounter_is_the_top_card_and_concerns_the_mover_alone():
    board = meet("dragon_sneeze", ["number 3"], at=[17, 18], advantages=["stamina"])
    assert board.state.at[1] == 18
    # 18, back over 17 to the last square of the north path
    assert board.state.at[0] == 6


@pytest.mark.rule("YUM-ENCART-1", "YUM-ENCART-2", "YUM-DECK-4")
def test_a_found_artefact_is_active_at_once():
    # EX-30
    board = Board(2, at=[17, 21], hands=[["number 2", "number 3", "winged_sandals"]], advantages=["stamina"])
    board.activate("winged_sandals")
    board.draws("hauling_rope").move("number 2", to=18)
    assert board.names(board.state.active[0]) == ["hauling_rope"]
    assert board.offers("use") == ["hauling_rope"]
    board.use("hauling_rope")
    assert board.state.at[0] == 21


@pytest.mark.rule("YUM-ENCEVT-2", "YUM-ENCEVT-3", "YUM-NAMED-3")
def test_hills_guide_as_an_encounter_does_nothing():
    # EX-10
    board = meet("hills_guide", ["number 3"])
    assert board.state.lasting == []
    assert board.names(board.state.discard)[-1] == "hills_guide"


@pytest.mark.rule("YUM-ENCEVT-1", "YUM-ENCEVT-4", "YUM-NAMED-5", "YUM-DECK-17")
def test_wind_blows_its_drawer_back_from_plain_and_nobody_else():
    # EX-11
    board = meet("wind", ["number 3"], at=[17, 18], advantages=["stamina"])
    assert board.state.at == [17, 18]


def test_wind_does_nothing_on_woods():
    # EX-12
    board = Board(2, at=[23, 0], advantages=["stamina"], hands=[["number 2", "number 3"]])
    board.draws("wind").move("number 2", to=24).say(PASS)
    assert board.state.at[0] == 24


def test_a_landslide_met_on_hills_moves_only_its_drawer():
    # EX-47
    board = Board(3, at=[18, 20, 20], advantages=["stamina"], hands=[["number 2", "number 3"]])
    board.draws("landslide").move("number 2", to=19).say(PASS)
    assert board.state.at == [18, 20, 20]


def test_rust_rain_met_lets_the_drawer_choose():
    board = meet("rust_rain", ["number 3"], active=[["herb_pouch", "winged_sandals"]])
    assert board.ask.prompt == "artefact"
    board.say(board.card("herb_pouch", board.state.active[0]))
    assert board.names(board.state.active[0]) == ["winged_sandals"]


def test_an_amulet_protects_against_an_event_met():
    board = meet("dragon_sneeze", ["number 3"], advantages=["stamina"], active=[["stone_amulet"]])
    assert board.ask.prompt == "react"
    board.say(board.ask.values[1])
    assert board.state.at[0] == 18


def test_steadfast_does_not_help_in_a_challenge():
    # EX-50
    board = meet("the_unanswered_question", ["number 3"], advantages=["steadfast"])
    settle(board)
    assert board.state.at[0] == 17


def test_a_rope_in_the_second_window_moves_the_encounter():
    # EX-75
    board = Board(
        2,
        at=[17, 22],
        characters=["fulmergh"],
        hands=[["number 2", "number 3"]],
        active=[["hauling_rope"], ["herb_pouch"]],
    )
    board.draws("wind").move("number 2", to=18).use("hauling_rope")
    assert board.state.at[0] == 22
    assert ("ability", 0) not in board.ask.values
    board.say(PASS)
    assert [args["card"] for args in board.told("met.nothing")] == ["wind"]


@pytest.mark.rule("YUM-DECK-10")
def test_the_player_chooses_the_order_of_cards_discarded_together():
    board = meet("salamander_of_mount_ohrk", ["customs_goblin", "number 3"])
    played = board.card("customs_goblin", board.state.hand[0])
    board.say(played)
    assert board.ask.prompt == "order"
    board.say(played)
    assert board.names(board.state.discard)[-2:] == ["customs_goblin", "salamander_of_mount_ohrk"]


@pytest.mark.rule("YUM-DECK-11")
def test_an_empty_draw_pile_is_made_of_the_discard_pile():
    board = meet("hills_guide", ["number 3"])
    s = board.state
    s.discard, s.pile = s.discard + s.pile, []
    discarded = len(s.discard)
    board.say(PASS)
    assert board.told("reshuffled") == [{"cards": discarded}]


def test_no_card_anywhere_means_no_encounter():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3"], ["number 2"]])
    board.state.aside, board.state.pile = board.state.pile, []
    board.move("number 2", to=18)
    board.state.aside += board.state.discard
    board.state.discard = []
    board.say(PASS)
    assert board.told("met.creature") == []
    assert board.ask.prompt == "window"
