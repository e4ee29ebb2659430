"""What single cards, Abilities, Advantages and Supporters do."""

import pytest

from .board import PASS, Board


def test_friendly_giant_carries_oneself_too():
    board = Board(2, at=[29, 0], hands=[["friendly_giant", "number 2"]])
    board.play("friendly_giant")
    assert board.state.at[0] == 31


def test_falling_branches_and_quicksand_need_their_terrain():
    board = Board(
        3,
        at=[17, 24, 27],
        advantages=["stamina", "woodcraft", "climbing"],
        hands=[["falling_branches", "quicksand", "number 2"]],
    )
    board.play("falling_branches")
    assert board.state.at[1] == 22
    other = Board(3, at=[17, 24, 27], hands=[["quicksand", "number 2"]])
    other.play("quicksand")
    assert other.state.mired == [0, 0, 1]


def test_thieving_magpie_makes_an_opponent_discard_by_chance():
    board = Board(2, at=[17, 0], hands=[["thieving_magpie", "number 2"], ["number 3"]])
    board.play("thieving_magpie")
    assert board.state.hand[1] == []
    assert len(board.told("discarded.random")) == 1


def test_topsy_turvy_exchanges_places_within_three_squares():
    board = Board(3, at=[29, 32, 33], hands=[["topsy_turvy", "number 2"]])
    board.play("topsy_turvy")
    assert board.state.at == [32, 29, 33]


def test_topsy_turvy_needs_squares_on_both_routes():
    board = Board(2, at=[6, 17], paths=[0, 2], hands=[["topsy_turvy", "number 2"]])
    assert board.offers("play") == []
    same = Board(2, at=[6, 17], paths=[0, 0], hands=[["topsy_turvy", "number 2"]])
    assert same.offers("play") == ["topsy_turvy"]


def test_hauling_rope_takes_the_nearest_ahead_within_five_and_with_room():
    board = Board(3, at=[29, 33, 31], active=[["hauling_rope"]], hands=[["number 2"]])
    board.run().use("hauling_rope")
    assert board.state.at[0] == 31
    full = Board(4, at=[29, 33, 31, 31], active=[["hauling_rope"]], hands=[["number 2"]])
    assert full.offers("use") == []
    far = Board(2, at=[29, 35], active=[["hauling_rope"]], hands=[["number 2"]])
    assert far.offers("use") == []


def test_stink_bottle_reaches_three_squares_either_way():
    board = Board(
        4,
        at=[30, 33, 27, 34],
        advantages=["stamina", "woodcraft", "climbing"],
        active=[["stink_bottle"]],
        hands=[["number 2"]],
    )
    board.run().use("stink_bottle")
    assert board.ask.values == [1, 2]
    board.say(2)
    assert board.state.at[2] == 25


def test_cobweb_net_greedy_magnet_and_bottomless_sack():
    board = Board(
        2, at=[17, 0], active=[["cobweb_net", "greedy_magnet", "bottomless_sack"], ["herb_pouch"]], hands=[["number 2"]]
    )
    board.run().use("cobweb_net")
    assert board.state.nets[1] == [board.source("cobweb_net")]
    board.use("greedy_magnet")
    assert "herb_pouch" in board.names(board.state.active[0])
    board.use("bottomless_sack")
    assert len(board.state.hand[0]) == 4


def test_herb_pouch_lifts_curses_and_draws():
    board = Board(2, at=[17, 0], curses=[["bramble_curse"]], active=[["herb_pouch"]], hands=[["number 2"]])
    board.run().use("herb_pouch")
    assert board.state.curses[0] == []
    assert len(board.state.hand[0]) == 2


def test_unicorns_breath_frees_anybody():
    board = Board(2, at=[17, 0], curses=[[], ["bramble_curse"]], hands=[["unicorns_breath", "number 2"]])
    board.play("unicorns_breath").say(1)
    assert board.state.curses[1] == []


def test_crystal_ball_shows_a_hand_and_may_exchange():
    board = Board(3, at=[17, 0, 0], active=[["crystal_ball"]], hands=[["number 2"], ["number 8", "number 3"], []])
    board.run().use("crystal_ball")
    mine, theirs = board.state.hand[0][0], board.card("number 8", board.state.hand[1])
    assert board.ask.prompt == "exchange"
    assert board.ask.secret
    board.say((mine, theirs))
    assert board.state.hand[0] == [theirs]
    assert mine in board.state.hand[1]
    to = {key: to for key, to, _ in board.host.told if key.startswith("exchanged")}
    assert to == {"exchanged": None, "exchanged.cards": (0, 1)}


def test_hourglass_gives_a_second_movement_without_an_encounter():
    board = Board(2, at=[17, 0], active=[["hourglass_of_again"]], hands=[["number 2", "number 3"]])
    board.draws("hills_guide").move("number 2", to=18).say(PASS)
    board.use("hourglass_of_again").say(board.state.hand[0][0]).say(19)
    assert board.state.at[0] == 19
    assert len(board.told("met.nothing")) == 1


def test_hourglass_not_after_a_rest():
    board = Board(2, at=[17, 0], active=[["hourglass_of_again"]], hands=[["number 2", "number 3"]])
    board.rest()
    assert board.offers("use") == []


def test_ragpickers_hook_takes_the_top_of_the_discard_pile():
    board = Board(2, at=[17, 0], active=[["ragpickers_hook"]], hands=[["number 2"]])
    assert board.offers("use") == []
    hooked = Board(2, at=[17, 0], active=[["ragpickers_hook"]], hands=[["number 2"]])
    card = hooked.take("number 8")
    hooked.state.discard.append(card)
    hooked.run().use("ragpickers_hook")
    assert card in hooked.state.hand[0]
    assert hooked.names(hooked.state.discard) == ["ragpickers_hook"]


def test_fog_of_manners_joins_the_windows_and_skips_the_encounter():
    board = Board(
        2,
        at=[17, 0],
        advantages=["quick_hands"],
        characters=["brunkholm"],
        hands=[["fog_of_manners", "number 2", "number 3"], ["number 2"]],
    )
    board.play("fog_of_manners").move("number 2", to=18)
    # Brunkholm's Ability belongs to W3; with no encounter due it is open at once.
    assert ("ability", 0) in board.ask.values
    board.say(PASS)
    assert board.told("met.creature") == board.told("met.nothing") == []
    assert board.state.mover == 1


def test_yhops_blessing_counts_in_this_turns_challenge():
    board = Board(
        2, at=[17, 0], characters=["brunkholm"], hands=[["yhops_blessing", "number 2", "number 3", "number 4"]]
    )
    board.play("yhops_blessing").draws("salamander_of_mount_ohrk").move("number 2", to=18)
    board.say(board.card("number 3", board.state.hand[0]))
    assert board.told("challenge.won")[0]["sum"] == 11


def test_keen_nose_sees_the_encounter_and_may_avoid_it():
    # EX-54
    board = Board(2, at=[17, 0], characters=["snifkin"], hands=[["number 2", "number 3"]])
    board.draws("the_unanswered_question").move("number 2", to=18).say(("ability", 0))
    assert board.ask.prompt == "peek"
    assert board.names(board.state.top) == ["the_unanswered_question"]
    board.draws("hills_guide").say(True).say(PASS)
    assert board.names(board.state.bottom) == ["the_unanswered_question"]
    assert [args["card"] for args in board.told("met.nothing")] == ["hills_guide"]
    assert [to for key, to, _ in board.host.told if key == "peeked.cards"] == [(0,)]


def test_steadfast_shortens_pushes_by_cards():
    board = Board(2, at=[17, 30], advantages=["stamina", "steadfast"], hands=[["dragon_sneeze", "number 2"]])
    board.play("dragon_sneeze")
    assert board.state.at[1] == 29
    assert [board.g.push_length(1, squares) for squares in (1, 2, 3)] == [0, 1, 2]
    assert board.g.push_length(0, 2) == 2


@pytest.mark.rule("YUM-SUP-7", "YUM-SUP-8")
def test_supporters_work_as_they_say_and_once():
    board = Board(
        2,
        at=[17, 0],
        curses=[["bramble_curse"]],
        hands=[["number 2", "number 3"]],
        supporters=[["water_carrier", "water_carrier", "barefoot_healer"]],
    )
    assert sorted(board.offers("supporter")) == ["barefoot_healer", "water_carrier"]
    board.support("water_carrier").support("barefoot_healer").support("water_carrier")
    assert len(board.state.hand[0]) == 4
    assert board.state.curses[0] == board.state.supporters[0] == []


def test_lookout_puts_three_cards_back_in_any_order():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3"]], supporters=[["lookout_on_stilts"]])
    board.draws("wind", "tailwind", "herb_pouch").run().support("lookout_on_stilts")
    assert board.ask.prompt == "reorder"
    assert len(board.ask.values) == 6
    order = tuple(reversed(board.state.top))
    board.say(order)
    assert tuple(board.state.top) == order


def test_lookout_sees_only_what_is_there():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3"]], supporters=[["lookout_on_stilts"]])
    s = board.state
    s.aside, s.pile = s.pile[2:], s.pile[:2]
    board.run().support("lookout_on_stilts")
    assert len(board.ask.values) == 2


def test_head_porter_finishes_an_activation():
    board = Board(2, at=[17, 0], hands=[["winged_sandals", "number 3"]], supporters=[["head_porter"]])
    assert board.offers("supporter") == []
    board.activate("winged_sandals").support("head_porter")
    assert board.offers("use") == ["winged_sandals"]


def test_card_sharp_exchanges_any_number_of_cards():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3", "number 4"]], supporters=[["card_sharp"]])
    board.run().support("card_sharp")
    board.say(board.ask.values[1]).say(board.ask.values[1]).say(None)
    assert len(board.state.hand[0]) == 3
    assert len(board.state.discard) == 2


@pytest.mark.parametrize("carried", [True, False])
def test_stretcher_bearers_keep_a_loser_in_place(carried):
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3", "number 4"]], supporters=[["stretcher_bearers"]])
    board.draws("the_unanswered_question").move("number 2", to=18).say(PASS)
    board.say(board.ask.values[0])
    assert board.ask.prompt == "lost"
    board.say(board.ask.values[1] if carried else PASS)
    assert board.state.at[0] == (18 if carried else 17)


def test_shouting_coach_adds_three():
    board = Board(
        2,
        at=[17, 0],
        characters=["brunkholm"],
        hands=[["number 2", "number 3", "number 4"]],
        supporters=[["shouting_coach"]],
    )
    board.draws("salamander_of_mount_ohrk").move("number 2", to=18).say(PASS)
    board.support("shouting_coach").say(board.card("number 3", board.state.hand[0]))
    assert board.told("challenge.won")[0]["sum"] == 11


def test_hourglass_after_a_movement_without_an_advance_brings_no_encounter_either():
    board = Board(2, at=[17, 0], active=[["hourglass_of_again"]], hands=[["number 2", "number 3"], ["number 2"]])
    board.move("number 2", to=17).use("hourglass_of_again").say(board.state.hand[0][0]).say(18)
    board.until_turn(1)
    assert board.state.at[0] == 18
    assert board.told("met.creature") == board.told("met.nothing") == board.told("found") == []
