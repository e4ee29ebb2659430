"""What single cards, Abilities, Advantages and Supporters do."""

import pytest

from arbiter.core import Illegal
from arbiter.games.yummell.movement import push_length

from .board import PASS, Board


@pytest.mark.rule("YUM-GAP-103", "YUM-NAMED-5", "YUM-NAMED-6")
def test_how_far_the_named_events_push():
    for event, back in (("wind", 1), ("dragon_sneeze", 2)):
        board = Board(2, at=[17, 31], advantages=["stamina", "woodcraft"], hands=[[event, "number 2"]])
        board.play(event)
        assert board.state.at[1] == 31 - back


@pytest.mark.rule("YUM-GAP-39")
def test_friendly_giant_carries_oneself_too():
    board = Board(2, at=[29, 0], hands=[["friendly_giant", "number 2"]])
    board.play("friendly_giant")
    assert board.state.at[0] == 31


@pytest.mark.rule("YUM-GAP-107")
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
    assert [bool(other.lasting(seat, "rest")) for seat in range(3)] == [False, False, True]
    # Quicksand is a mark, not a card: it lies on the discard pile already.
    assert other.names(other.state.deck.discard) == ["quicksand"]


def test_thieving_magpie_makes_an_opponent_discard_by_chance():
    board = Board(2, at=[17, 0], hands=[["thieving_magpie", "number 2"], ["number 3"]])
    board.play("thieving_magpie")
    assert board.state.hand[1].cards == []
    assert len(board.told("discarded.random")) == 1


def test_topsy_turvy_exchanges_places_within_three_squares():
    board = Board(3, at=[29, 32, 33], hands=[["topsy_turvy", "number 2"]])
    board.play("topsy_turvy")
    assert board.state.at == [32, 29, 33]


@pytest.mark.rule("YUM-GAP-100")
def test_topsy_turvy_needs_squares_on_both_routes():
    board = Board(2, at=[6, 17], paths=[0, 2], hands=[["topsy_turvy", "number 2"]])
    assert board.offers("play") == []
    same = Board(2, at=[6, 17], paths=[0, 0], hands=[["topsy_turvy", "number 2"]])
    assert same.offers("play") == ["topsy_turvy"]
    line = Board(2, at=[0, 2], paths=[0, 0], hands=[["topsy_turvy", "number 2"]])
    assert line.offers("play") == []
    with pytest.raises(Illegal, match="Topsy-Turvy needs you on a square: you are on the start line"):
        line.play("topsy_turvy")


@pytest.mark.rule("YUM-GAP-100")
def test_hauling_rope_takes_the_nearest_ahead_within_five_and_with_room():
    board = Board(3, at=[29, 33, 31], active=[["hauling_rope"]], hands=[["number 2"]])
    board.run().use("hauling_rope")
    assert board.state.at[0] == 31
    full = Board(4, at=[29, 33, 31, 31], active=[["hauling_rope"]], hands=[["number 2"]])
    assert full.offers("use") == []
    far = Board(2, at=[29, 35], active=[["hauling_rope"]], hands=[["number 2"]])
    assert far.offers("use") == []
    # The nearest is on the common square, but came by another path: then the Rope cannot be used at all.
    apart = Board(3, at=[6, 17, 18], paths=[0, 2, 0], active=[["hauling_rope"]], hands=[["number 2"]])
    assert apart.offers("use") == []


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
    assert board.lasting(1, "next_movement") == ["cobweb_net"]
    board.use("greedy_magnet")
    assert "herb_pouch" in board.names(board.state.active[0])
    board.use("bottomless_sack")
    assert len(board.state.hand[0].cards) == 4


def test_herb_pouch_lifts_curses_and_draws():
    board = Board(2, at=[17, 0], curses=[["bramble_curse"]], active=[["herb_pouch"]], hands=[["number 2"]])
    board.run().use("herb_pouch")
    assert board.state.curses[0] == ()
    assert len(board.state.hand[0].cards) == 2


def test_unicorns_breath_frees_anybody():
    board = Board(2, at=[17, 0], curses=[[], ["bramble_curse"]], hands=[["unicorns_breath", "number 2"]])
    board.play("unicorns_breath").say(1)
    assert board.state.curses[1] == ()


@pytest.mark.rule("YUM-DEC-19")
def test_crystal_ball_shows_a_hand_and_may_exchange():
    board = Board(3, at=[17, 0, 0], active=[["crystal_ball"]], hands=[["number 2"], ["number 8", "number 3"], []])
    board.run().use("crystal_ball")
    mine, theirs = board.state.hand[0].cards[0], board.card("number 8", board.state.hand[1].cards)
    assert board.ask.prompt == "exchange"
    assert board.ask.secret
    board.say((mine, theirs))
    assert board.state.hand[0].cards == [theirs]
    assert mine in board.state.hand[1].cards
    to = {key: to for key, to, _ in board.host.told if key.startswith("exchanged")}
    assert to == {"exchanged": None, "exchanged.cards": (0, 1)}


@pytest.mark.rule("YUM-GAP-99", "YUM-GAP-52", "YUM-DEC-23")
def test_hourglass_gives_a_second_movement_without_an_encounter():
    board = Board(2, at=[17, 0], active=[["hourglass_of_again"]], hands=[["number 2", "number 3", "wind"]])
    board.draws("hills_guide").move("number 2", to=18).say(PASS)
    board.use("hourglass_of_again").say(board.card("number 3", board.state.hand[0].cards)).say(19)
    assert board.state.at[0] == 19
    assert len(board.told("met.nothing")) == 1
    # Where the second movement ended is now the square where movement ended.
    assert board.state.turn.ended == 19


@pytest.mark.rule("YUM-GAP-99")
def test_hourglass_offers_no_rest_but_zero_squares_and_is_a_movement_of_its_own():
    board = Board(
        2,
        at=[17, 0],
        characters=["tarantassa"],
        active=[["hourglass_of_again"]],
        hands=[["number 2", "number 3", "wind"]],
    )
    board.draws("hills_guide").move("number 2", to=18).say(PASS).use("hourglass_of_again")
    assert set(board.ask.values) == set(board.state.hand[0].cards)
    board.say(board.card("number 3", board.state.hand[0].cards))
    # Tarantassa's first square counts anew: 19 Hills for 1, 20 Hills for 2.
    assert board.ask.values == [19, 20, 18]


@pytest.mark.rule("YUM-GAP-99")
def test_hourglass_not_after_a_rest():
    board = Board(2, at=[17, 0], active=[["hourglass_of_again"]], hands=[["number 2", "number 3"]])
    board.rest()
    assert board.offers("use") == []


@pytest.mark.rule("YUM-GAP-65", "YUM-GAP-108")
def test_ragpickers_hook_takes_the_top_of_the_discard_pile():
    board = Board(2, at=[17, 0], active=[["ragpickers_hook"]], hands=[["number 2"]])
    assert board.offers("use") == []
    hooked = Board(2, at=[17, 0], active=[["ragpickers_hook"]], hands=[["number 2"]])
    card = hooked.take("number 8")
    hooked.state.deck.discard.append(card)
    hooked.run().use("ragpickers_hook")
    assert card in hooked.state.hand[0].cards
    assert hooked.names(hooked.state.deck.discard) == ["ragpickers_hook"]


@pytest.mark.rule("YUM-GAP-30")
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
    board.say(board.card("number 3", board.state.hand[0].cards))
    assert board.told("challenge.won")[0]["sum"] == 11


@pytest.mark.rule("YUM-EX-54", "YUM-DEC-18", "YUM-GAP-97", "YUM-ENC-4")
def test_keen_nose_sees_the_encounter_and_may_avoid_it():
    board = Board(2, at=[17, 0], characters=["snifkin"], hands=[["number 2", "number 3"]])
    board.draws("the_unanswered_question").move("number 2", to=18).say(("ability", 0))
    assert board.ask.prompt == "peek"
    assert board.names(board.state.deck.top) == ["the_unanswered_question"]
    board.draws("hills_guide").say(True).say(PASS)
    assert board.names(board.state.deck.bottom) == ["the_unanswered_question"]
    assert [args["card"] for args in board.told("met.nothing")] == ["hills_guide"]
    assert [to for key, to, _ in board.host.told if key == "peeked.cards"] == [(0,)]


def test_steadfast_shortens_pushes_by_cards():
    board = Board(2, at=[17, 30], advantages=["stamina", "steadfast"], hands=[["dragon_sneeze", "number 2"]])
    board.play("dragon_sneeze")
    assert board.state.at[1] == 29
    assert [push_length(board.g, 1, squares) for squares in (1, 2, 3)] == [0, 1, 2]
    assert push_length(board.g, 0, 2) == 2


@pytest.mark.rule("YUM-SUP-7", "YUM-SUP-8", "YUM-GAP-88")
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
    assert len(board.state.hand[0].cards) == 4
    assert board.state.curses[0] == board.state.supporters[0] == ()
    # Three in one turn, and an Event from hand may still be played.
    assert (board.state.turn.played, board.state.turn.activated) == (0, 0)


@pytest.mark.rule("YUM-DEC-20")
def test_lookout_puts_three_cards_back_in_any_order():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3"]], supporters=[["lookout_on_stilts"]])
    board.draws("wind", "tailwind", "herb_pouch").run().support("lookout_on_stilts")
    assert board.ask.prompt == "reorder"
    assert len(board.ask.values) == 6
    order = tuple(reversed(board.state.deck.top))
    board.say(order)
    assert tuple(board.state.deck.top) == order


@pytest.mark.rule("YUM-GAP-110")
def test_lookout_sees_only_what_is_there():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3"]], supporters=[["lookout_on_stilts"]])
    s = board.state
    board.run()
    s.aside, s.deck.bag = s.deck.bag[2:], s.deck.bag[:2]
    s.deck.discard = [s.aside.pop()]
    board.support("lookout_on_stilts")
    assert len(board.ask.values) == 2
    # Looking is not drawing: the discard pile was not shuffled for the third card.
    assert board.told("kit.shuffled") == []


@pytest.mark.rule("YUM-GAP-110", "YUM-GAP-63")
def test_lookout_renews_an_empty_pile_and_sees_nothing_where_there_is_nothing():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3"]], supporters=[["lookout_on_stilts"]]).run()
    s = board.state
    s.deck.discard, s.deck.bag = s.deck.bag[:5], []
    board.support("lookout_on_stilts")
    assert board.told("kit.shuffled") == [{"cards": 5}]
    assert board.ask.prompt == "reorder"
    bare = Board(2, at=[17, 0], hands=[["number 2", "number 3"]], supporters=[["lookout_on_stilts"]]).run()
    bare.state.deck.bag = []
    bare.support("lookout_on_stilts")
    assert "reorder" not in bare.asked


def test_head_porter_finishes_an_activation():
    board = Board(2, at=[17, 0], hands=[["winged_sandals", "number 3"]], supporters=[["head_porter"]])
    assert board.offers("supporter") == []
    board.activate("winged_sandals").support("head_porter")
    assert board.offers("use") == ["winged_sandals"]


@pytest.mark.rule("YUM-DEC-24")
def test_card_sharp_exchanges_any_number_of_cards():
    board = Board(2, at=[17, 0], hands=[["number 2", "number 3", "number 4"]], supporters=[["card_sharp"]])
    board.run().support("card_sharp")
    board.say(board.ask.values[1]).say(board.ask.values[1]).say(None)
    assert len(board.state.hand[0].cards) == 3
    assert len(board.state.deck.discard) == 2


@pytest.mark.rule("YUM-DEC-12", "YUM-CHAL-5")
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
    board.support("shouting_coach").say(board.card("number 3", board.state.hand[0].cards))
    assert board.told("challenge.won")[0]["sum"] == 11


@pytest.mark.rule("YUM-GAP-99", "YUM-GAP-52")
def test_hourglass_after_a_movement_without_an_advance_brings_no_encounter_either():
    board = Board(2, at=[17, 0], active=[["hourglass_of_again"]], hands=[["number 2", "number 3"], ["number 2"]])
    board.move("number 2", to=17).use("hourglass_of_again").say(board.state.hand[0].cards[0]).say(18)
    board.until_turn(1)
    assert board.state.at[0] == 18
    assert board.told("met.creature") == board.told("met.nothing") == board.told("found") == []
