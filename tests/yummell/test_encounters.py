"""Encounters: Challenges, Artefacts, Events."""

import pytest

from arbiter.core import Illegal
from arbiter.games.yummell import GAME
from arbiter.games.yummell.encounters import due
from arbiter.games.yummell.interpret import strength

from .board import LAST, PASS, Board


def meet(card: str, hand: list[str], **position) -> Board:
    """Seat 0 moves from 17 to 18 with a 2 and meets a card."""
    position = {"at": [17, 0], "characters": ["brunkholm"], **position}
    seats = position.pop("seats", 2)
    board = Board(seats, hands=[["number 2", *hand]], **position)
    board.draws(card).move("number 2", to=18)
    if board.ask.prompt == "window" and board.state.turn.encounter:
        board.say(PASS)
    return board


def settle(board: Board) -> Board:
    """The Creature first, then the card played."""
    if board.ask is not None and board.ask.prompt == "order":
        board.say(board.ask.values[0])
    return board


# Whether there is one


@pytest.mark.rule("YUM-ENC-1", "YUM-TURN-7", "YUM-GAP-19")
def test_no_advance_no_encounter():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3"], ["number 2"]])
    board.draws("salamander_of_mount_ohrk").move("number 2", to=17).say(PASS)
    assert board.told("met.creature") == []
    assert board.state.mover == 1
    # Whoever advanced a single square meets somebody; whoever rested does not.
    moved = meet("salamander_of_mount_ohrk", ["number 3"])
    assert len(moved.told("met.creature")) == 1
    rested = Board(2, at=[17, 0], hands=[["number 2", "number 3"], ["number 2"]])
    rested.draws("salamander_of_mount_ohrk").rest().until_turn(1)
    assert rested.told("met.creature") == []


@pytest.mark.rule("YUM-END-2", "YUM-ENC-1")
def test_there_is_no_encounter_on_the_last_square():
    board = Board(2, at=[56, 40], hands=[["number 8", "number 2"], ["number 3"]], bag=[1])
    board.draws("salamander_of_mount_ohrk").move("number 8", to=LAST)
    assert board.state.mover == 1
    assert board.told("met.creature") == []
    # One square earlier there is one.
    short = Board(2, at=[55, 40], hands=[["number 8", "number 2"], ["number 3"]], bag=[1])
    short.draws("salamander_of_mount_ohrk").move("number 8", to=56).say(PASS)
    assert len(short.told("met.creature")) == 1


@pytest.mark.rule("YUM-ENC-1", "YUM-GAP-52")
def test_at_most_one_encounter_in_a_turn():
    board = meet("hills_guide", ["number 3"])
    assert board.told("met.nothing") == [{"seat": 0, "card": "hills_guide"}]
    assert not due(board.g)
    giant = Board(2, at=[17, 20], hands=[["friendly_giant", "number 2"], ["number 3"]])
    giant.play("friendly_giant").say(1)
    assert giant.state.at[1] == 22
    giant.rest().until_turn(1)
    assert [key for key, _, _ in giant.host.told if key.startswith("met.")] == []


@pytest.mark.rule("YUM-GAP-53", "YUM-EX-75")
def test_a_rope_in_the_second_window_moves_the_encounter():
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
    # Woods: the Wind does nothing there, while on Plain it would have blown him back.
    assert [args["card"] for args in board.told("met.nothing")] == ["wind"]


@pytest.mark.rule("YUM-GAP-54", "YUM-GAP-64")
def test_no_card_anywhere_means_no_encounter():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3"], ["number 2"]]).run()
    s = board.state
    s.aside, s.deck.bag = s.aside + s.deck.bag, []
    board.move("number 2", to=18)
    s.aside, s.deck.discard = s.aside + s.deck.discard, []
    board.say(PASS)
    assert [key for key, _, _ in board.host.told if key.startswith(("met.", "found"))] == []
    assert board.ask.prompt == "window"
    # Had there been a card, it would have been met.
    assert meet("salamander_of_mount_ohrk", ["number 3"]).told("met.creature")
    # Replenishment draws as many as there are, which is none; the game goes on, with an empty Preparation.
    board.until_turn(1)
    assert [len(hand.cards) for hand in s.hand] == [1, 1]


@pytest.mark.rule("YUM-ENC-2", "YUM-ENC-4", "YUM-ENC-5")
def test_the_encounter_is_the_top_card_and_concerns_the_mover_alone():
    board = meet("dragon_sneeze", ["number 3"], at=[17, 18], advantages=["stamina"])
    assert board.state.at[1] == 18
    # 18, back over 17 to the last square of the north path
    assert board.state.at[0] == 6
    assert [to for key, to, _ in board.host.told if key == "met.event"] == [None]


# Artefacts and Events


@pytest.mark.rule("YUM-ENCART-1", "YUM-ENCART-2", "YUM-DECK-4", "YUM-GAP-45", "YUM-EX-30")
def test_a_found_artefact_is_active_at_once():
    board = Board(2, at=[17, 21], hands=[["number 2", "number 3", "winged_sandals"]], advantages=["stamina"])
    board.activate("winged_sandals")
    board.draws("hauling_rope").move("number 2", to=18)
    assert board.names(board.state.active[0]) == ["hauling_rope"]
    assert board.offers("use") == ["hauling_rope"]
    board.use("hauling_rope")
    assert board.state.at[0] == 21


@pytest.mark.rule("YUM-DECK-6", "YUM-ENCART-1")
def test_a_found_artefact_joins_however_many_there_are():
    many = ["winged_sandals", "winged_sandals", "stink_bottle", "stink_bottle", "herb_pouch"]
    board = meet("crystal_ball", ["number 3"], active=[many])
    assert board.names(board.state.active[0]) == [*many, "crystal_ball"]


@pytest.mark.rule("YUM-ENCEVT-2", "YUM-ENCEVT-3", "YUM-NAMED-3", "YUM-GAP-57", "YUM-EX-10")
def test_hills_guide_as_an_encounter_does_nothing():
    board = meet("hills_guide", ["number 3"])
    assert board.state.turn.events == ()
    assert board.names(board.state.deck.discard)[-1] == "hills_guide"
    assert board.told("met.nothing") == [{"seat": 0, "card": "hills_guide"}]


@pytest.mark.rule("YUM-GAP-57", "YUM-ENCEVT-3")
def test_without_an_arrow_there_is_no_effect_even_later_in_the_turn():
    board = meet("tailwind", ["number 4", "number 3"], active=[["hourglass_of_again"]], advantages=["heroism"])
    board.use("hourglass_of_again").say(board.card("number 4", board.state.hand[0].cards))
    assert board.ask.args == {"mp": 4}


@pytest.mark.rule("YUM-ENCEVT-1", "YUM-ENCEVT-4", "YUM-NAMED-5", "YUM-DECK-17", "YUM-GAP-103", "YUM-EX-11")
def test_wind_blows_its_drawer_back_from_plain_and_nobody_else():
    board = meet("wind", ["number 3"], at=[17, 18], advantages=["stamina"])
    assert board.state.at == [17, 18]
    assert board.told("met.event") == [{"seat": 0, "card": "wind"}]
    # The log says what the Event does to the one who met it.
    assert "{card:encounter}" in GAME.catalogue()["met.event"]
    assert GAME.catalogue()["encounter.wind"].startswith("If you stand on Plain you go back 1 square")


@pytest.mark.rule("YUM-ENCEVT-2", "YUM-EX-12")
def test_wind_does_nothing_on_woods():
    board = Board(2, at=[23, 0], advantages=["stamina"], hands=[["number 2", "number 3"]])
    board.draws("wind").move("number 2", to=24).say(PASS)
    assert board.state.at[0] == 24
    assert board.told("met.event") == []


@pytest.mark.rule("YUM-GAP-56", "YUM-ENCEVT-4", "YUM-EX-47")
def test_a_landslide_met_on_hills_moves_only_its_drawer():
    board = Board(3, at=[18, 20, 20], advantages=["stamina"], hands=[["number 2", "number 3"]])
    board.draws("landslide").move("number 2", to=19).say(PASS)
    assert board.state.at == [18, 20, 20]


@pytest.mark.rule("YUM-GAP-55", "YUM-PREC-4", "YUM-GAP-84", "YUM-DEC-16")
def test_rust_rain_met_lets_the_drawer_choose():
    board = meet("rust_rain", ["number 3"], active=[["herb_pouch", "winged_sandals"]])
    assert (board.ask.prompt, board.ask.seat) == ("artefact", 0)
    board.say(board.card("herb_pouch", board.state.active[0]))
    assert board.names(board.state.active[0]) == ["winged_sandals"]


@pytest.mark.rule("YUM-GAP-58")
def test_a_curse_met_stays_until_a_rest_and_the_rest_is_over_at_once():
    board = meet("leech_curse", ["number 3"])
    assert board.names(board.state.curses[0]) == ["leech_curse"]
    board.until_turn(1)
    assert board.names(board.state.curses[0]) == ["leech_curse"]
    lucky = meet("lucky_find", ["number 3"])
    assert len(lucky.state.hand[0].cards) == 3
    assert lucky.names(lucky.state.deck.discard)[-1] == "lucky_find"


# Challenges


@pytest.mark.rule("YUM-CHAL-1", "YUM-CHAL-4", "YUM-NAMED-7", "YUM-CHAR-3", "YUM-DECK-14", "YUM-DECK-15", "YUM-EX-7")
def test_the_salamander_is_beaten_with_a_five():
    # Strength 5 + 5 = 10 > 9
    board = meet("salamander_of_mount_ohrk", ["customs_goblin", "number 3"])
    board.say(board.card("customs_goblin", board.state.hand[0].cards))
    settle(board)
    assert board.state.at[0] == 19
    assert board.told("challenge.won")[0] == {"seat": 0, "card": "salamander_of_mount_ohrk", "sum": 10, "value": 9}
    assert board.names(board.state.deck.discard)[-2:] == ["salamander_of_mount_ohrk", "customs_goblin"]


@pytest.mark.rule("YUM-CHAL-3", "YUM-CHAL-5", "YUM-DECK-14", "YUM-EX-8", "YUM-EX-20")
def test_an_equal_sum_loses():
    # 5 + 4 = 9
    board = meet("salamander_of_mount_ohrk", ["number 4", "number 3"])
    board.say(board.card("number 4", board.state.hand[0].cards))
    settle(board)
    assert board.told("challenge.lost")[0]["sum"] == 9
    assert board.state.at[0] == 17
    assert "salamander_of_mount_ohrk" in board.names(board.state.deck.discard)


@pytest.mark.rule("YUM-CHAL-6", "YUM-NAMED-8", "YUM-GAP-60", "YUM-EX-9", "YUM-DEC-10")
def test_without_a_card_the_challenge_is_lost_whatever_helps():
    # Horrgrop 7 against Strength 5 with Heroism, no card.
    board = meet("horrgrop_the_evil", [], advantages=["heroism"])
    assert board.ask.prompt == "aid"
    assert board.told("challenge.warning") == [{}]
    board.say(("advantage", 0))
    assert board.state.at[0] == 17
    # The log has a verdict all the same.
    assert board.told("challenge.lost.empty") == [{"seat": 0, "card": "horrgrop_the_evil", "value": 7}]


@pytest.mark.rule("YUM-NAMED-8", "YUM-CHAL-3")
def test_horrgrop_has_seven_in_strength():
    for card, won in (("pocket_monkeys", 1), ("dozing_hedge_hen", 0)):
        board = meet("horrgrop_the_evil", [card, "number 8"])
        board.say(board.card(card, board.state.hand[0].cards))
        assert len(board.told("challenge.won")) == won


@pytest.mark.rule("YUM-NAMED-2", "YUM-GAP-36", "YUM-DEC-10", "YUM-ACT-14")
def test_heroism_adds_four_once_the_creature_is_seen():
    board = meet("salamander_of_mount_ohrk", ["number 3", "number 2"], advantages=["heroism"])
    assert board.asked[-1] == "aid"
    assert board.told("met.creature")
    # No other action is possible at this moment.
    assert board.ask.values == [PASS, ("advantage", 0)]
    board.say(("advantage", 0)).say(board.card("number 2", board.state.hand[0].cards))
    # 5 + 4 + 2 = 11 > 9; without Heroism 7.
    assert board.told("challenge.won")[0]["sum"] == 11


@pytest.mark.rule("YUM-NAMED-2", "YUM-GAP-59")
def test_what_helped_in_one_challenge_is_over_with_it():
    board = meet("salamander_of_mount_ohrk", ["number 3", "number 4"], advantages=["heroism"])
    board.say(("advantage", 0))
    assert board.lasting(0, "challenge") == ["heroism"]
    assert strength(board.g, 0, "strength", 3).value == 12
    board.say(board.card("number 3", board.state.hand[0].cards))
    settle(board)
    assert board.lasting(0, "challenge") == []
    assert strength(board.g, 0, "strength", 3).value == 8


@pytest.mark.rule("YUM-CHAL-2", "YUM-DEC-11")
def test_a_card_must_be_played():
    board = meet("salamander_of_mount_ohrk", ["number 4", "number 3"])
    assert board.ask.prompt == "challenge"
    assert set(board.ask.values) == set(board.state.hand[0].cards)
    # The question says what is needed and what there is, each card what it would come to.
    assert (board.ask.args["needed"], board.ask.args["have"]) == (10, 5)
    told = {option.args["number"]: (option.key, option.args["sum"]) for option in board.ask.options()}
    assert told == {4: ("option.loses", 9), 3: ("option.loses", 8)}
    with pytest.raises(Illegal):
        board.say(None)
    # With a single card there is nothing to choose: it is played.
    last = meet("salamander_of_mount_ohrk", ["number 8"])
    assert last.told("challenge.won")[0]["sum"] == 13


@pytest.mark.rule("YUM-CHAL-4", "YUM-EX-24", "YUM-DECK-15")
def test_a_winner_with_a_full_square_ahead_stays():
    board = meet("candle_imp", ["number 8", "number 3"], seats=3, at=[17, 19, 19])
    board.say(board.card("number 8", board.state.hand[0].cards))
    settle(board)
    assert board.state.at[0] == 18
    assert board.told("barred") == [{"seat": 0}]
    assert "candle_imp" in board.names(board.state.deck.discard)
    # With room there is no choice: the winner advances.
    free = meet("candle_imp", ["number 8", "number 3"], seats=3, at=[17, 19, 0])
    free.say(free.card("number 8", free.state.hand[0].cards))
    assert free.state.at[0] == 19
    assert "won" not in free.asked


@pytest.mark.rule("YUM-CHAL-5", "YUM-EX-50", "YUM-GAP-22")
def test_a_loser_goes_back_to_the_first_square_with_room_and_steadfast_does_not_help():
    board = meet("the_unanswered_question", ["number 3"], advantages=["steadfast"])
    settle(board)
    assert board.state.at[0] == 17
    crowded = meet("the_unanswered_question", ["number 3"], seats=4, at=[17, 17, 17, 0], paths=[0, 1, 2, -1])
    settle(crowded)
    assert crowded.state.at[0] == 6


@pytest.mark.rule("YUM-GAP-101", "YUM-EX-69", "YUM-NAMED-2")
def test_heroism_and_the_sword_together():
    # 5 + 4 + 5 + 1 = 15 > 12
    board = meet(
        "yongholls_left_hind_foot", ["lucky_find", "lucky_find"], advantages=["heroism"], active=[["sword_of_flurm"]]
    )
    board.say(("advantage", 0)).use("sword_of_flurm")
    board.say(board.state.hand[0].cards[0])
    assert board.told("challenge.won")[0]["sum"] == 15


@pytest.mark.rule("YUM-EX-62", "YUM-ACT-13", "YUM-CHAR-2")
def test_pirlimpo_answers_with_sympathy():
    # 7 + 2 = 9 > 8
    board = meet("toll_bridge_ogress", ["number 2", "number 3"], characters=["pirlimpo"])
    board.say(("ability", 0)).say(board.card("number 2", board.state.hand[0].cards))
    assert board.told("challenge.won")[0]["sum"] == 9
    plain = meet("toll_bridge_ogress", ["number 2", "number 3"], characters=["pirlimpo"])
    plain.say(PASS).say(plain.card("number 2", plain.state.hand[0].cards))
    assert plain.told("challenge.lost")[0]["sum"] == 6


@pytest.mark.rule("YUM-GAP-109", "YUM-GAP-108", "YUM-EX-72")
def test_pirlimpos_artefacts_must_fit_the_creature():
    board = meet(
        "grumbling_boulder",
        ["lucky_find", "number 3"],
        characters=["pirlimpo"],
        active=[["sword_of_flurm", "honeyed_lute"]],
    )
    assert board.offers("use") == ["sword_of_flurm"]
    with pytest.raises(Illegal, match="Honeyed Lute is for a Creature that shows Sympathy"):
        board.use("honeyed_lute")
    board.say(("ability", 0)).use("sword_of_flurm").say(board.card("lucky_find", board.state.hand[0].cards))
    assert board.told("challenge.won")[0]["sum"] == 13


def test_butterfingers_and_a_blessing_count_in_the_sum():
    board = meet("salamander_of_mount_ohrk", ["customs_goblin", "number 3"], curses=[["curse_of_butterfingers"]])
    board.say(board.card("customs_goblin", board.state.hand[0].cards))
    assert board.told("challenge.lost")[0]["sum"] == 8


@pytest.mark.rule("YUM-GAP-62", "YUM-DEC-13", "YUM-EX-63", "YUM-EX-70", "YUM-CHAL-4")
@pytest.mark.parametrize(("others", "asked", "end"), [([0], True, 20), ([20, 20], False, 19), ([19, 19], False, 18)])
def test_pathfinding(others, asked, end):
    seats = 1 + len(others)
    board = meet("candle_imp", ["number 8", "number 3"], seats=seats, at=[17, *others], advantages=["pathfinding"])
    board.say(board.card("number 8", board.state.hand[0].cards))
    assert ("won" in board.asked) == asked
    if asked:
        assert board.ask.values == [19, 20]
        board.say(20)
        assert board.state.turn.used == ("advantage",)
    settle(board)
    assert board.state.at[0] == end


@pytest.mark.rule("YUM-GAP-62", "YUM-DEC-13")
def test_the_longer_advance_is_optional_and_the_shorter_one_is_not():
    board = meet("candle_imp", ["number 8", "number 3"], advantages=["pathfinding"])
    board.say(board.card("number 8", board.state.hand[0].cards)).say(19)
    assert board.state.at[0] == 19
    assert board.state.turn.used == ()


@pytest.mark.rule("YUM-GAP-61", "YUM-END-1")
def test_a_won_challenge_can_carry_a_character_home():
    board = Board(2, at=[54, 20], characters=["brunkholm"], hands=[["number 8", "number 4"], ["number 2"]], bag=[])
    board.draws("candle_imp").move("number 4", to=56).say(PASS)
    board.say(board.ask.values[0])
    assert board.outcome is not None
    assert board.outcome.ranks == (1, 2)


@pytest.mark.rule("YUM-GAP-59", "YUM-DEC-14", "YUM-DECK-15")
def test_the_steps_of_a_challenge():
    board = meet(
        "salamander_of_mount_ohrk", ["number 4", "number 3"], advantages=["heroism"], active=[["sword_of_flurm"]]
    )
    board.use("sword_of_flurm").say(PASS).say(board.card("number 4", board.state.hand[0].cards))
    keys = [key for key, _, _ in board.host.told]
    order = ["met.creature", "uses.use", "challenge.won", "advanced"]
    assert [keys.index(key) for key in order] == sorted(keys.index(key) for key in order)
    # Both cards lie on the table until the end; which of them comes first on the pile the player chooses.
    assert board.ask.prompt == "order"
    assert board.names(board.state.turn.loose) == ["salamander_of_mount_ohrk", "two_fisted_turnip"]
    assert board.names(board.state.deck.discard)[-1] == "sword_of_flurm"


@pytest.mark.rule("YUM-DECK-10", "YUM-DEC-14")
def test_the_player_chooses_the_order_of_cards_discarded_together():
    board = meet("salamander_of_mount_ohrk", ["customs_goblin", "number 3"])
    played = board.card("customs_goblin", board.state.hand[0].cards)
    board.say(played)
    assert board.ask.prompt == "order"
    board.say(played)
    assert board.names(board.state.deck.discard)[-2:] == ["customs_goblin", "salamander_of_mount_ohrk"]


# The piles


@pytest.mark.rule("YUM-DECK-11", "YUM-GAP-63")
def test_an_empty_draw_pile_is_made_of_the_discard_pile():
    board = meet("hills_guide", ["number 3"], active=[["herb_pouch"]], curses=[["leech_curse"]])
    s = board.state
    s.deck.discard, s.deck.bag = s.deck.discard + s.deck.bag, []
    discarded = len(s.deck.discard)
    # Nothing is shuffled before a card has to be drawn.
    assert board.told("kit.shuffled") == []
    board.say(PASS)
    assert board.told("kit.shuffled") == [{"cards": discarded}]
    # The new pile serves for drawing, and what is in play stays there.
    assert len(s.hand[0].cards) == 4
    assert board.names(s.active[0]) == ["herb_pouch"]
    assert board.names(s.curses[0]) == ["leech_curse"]


@pytest.mark.rule("YUM-GAP-66", "YUM-DECK-9")
def test_when_cards_go_on_the_discard_pile():
    board = Board(
        2,
        at=[17, 20],
        characters=["brunkholm"],
        advantages=["quick_hands"],
        hands=[["hills_guide", "number 2", "number 3", "number 4"], ["number 3"]],
        active=[["winged_sandals"]],
    )
    board.run().use("winged_sandals")
    assert board.names(board.state.deck.discard) == ["winged_sandals"]
    board.play("hills_guide").draws("wind").until("move").say(board.card("number 2", board.state.hand[0].cards))
    # The movement card lies on the table while its player chooses the square.
    assert board.names(board.state.turn.loose) == ["biting_bunny_of_blurm"]
    board.say(18)
    assert board.names(board.state.deck.discard)[-1] == "biting_bunny_of_blurm"
    board.say(PASS)
    assert board.names(board.state.deck.discard)[-1] == "wind"
    assert board.names(board.state.turn.events) == ["hills_guide"]
    board.until_turn(1)
    assert "hills_guide" in board.names(board.state.deck.discard)
