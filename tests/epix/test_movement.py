"""Move & Attack: moving Soldiers and Knights, and what may not move."""

import pytest

from .table import position


def marching(**units):
    """Yellow has turned up Move & Attack."""
    return position(units=units)


@pytest.mark.rule("EPIX-MA-1", "EPIX-D-MA", "EPIX-G-INTERLEAVE")
def test_units_move_and_attack_in_any_order_EPIX_D_MA_EPIX_G_INTERLEAVE():
    t = marching(cinderpass="yellow knight soldier", willowmere="yellow soldier", frostvale="blue soldier")

    t.move("knight", "cinderpass", "aldermoor")
    t.attack("soldier", "cinderpass", "frostvale").bids(1, 0)
    t.move("soldier", "willowmere", "lochmess")
    t.move("knight", "aldermoor", "cinderpass")

    assert t.at("frostvale") == "yellow soldier"
    assert t.at("lochmess") == "yellow soldier"
    assert t.at("cinderpass") == "yellow knight"


@pytest.mark.rule("EPIX-MA-2")
def test_every_step_is_to_an_adjacent_empty_or_friendly_province():
    t = marching(cinderpass="yellow soldier", willowmere="yellow camp", frostvale="blue soldier")

    assert t.moves("soldier", "cinderpass") == {"aldermoor", "willowmere", "kilimandjora"}
    assert t.refuses("move", "soldier", "cinderpass", "frostvale").rule == "EPIX-MA-2"
    assert t.refuses("move", "soldier", "cinderpass", "lochmess").rule == "EPIX-MA-2"


@pytest.mark.rule("EPIX-MA-3")
def test_attacks_go_into_adjacent_provinces():
    t = marching(cinderpass="yellow knight", frostvale="blue soldier", amberfield="blue soldier")

    assert t.targets("knight", "cinderpass") == {"frostvale"}
    assert t.refuses("attack", "knight", "cinderpass", "amberfield").rule == "EPIX-MA-3"


@pytest.mark.rule("EPIX-MA-4")
def test_all_units_may_be_left_unused():
    t = marching(cinderpass="yellow soldier knight", frostvale="blue soldier")

    t.end()

    assert t.at("cinderpass") == "yellow soldier knight"
    assert t.asked == [("blue", "recruit")]


@pytest.mark.rule("EPIX-G-LOCK")
def test_the_action_ends_by_itself_when_no_unit_can_do_anything_EPIX_G_LOCK():
    t = marching(cinderpass="yellow camp")

    assert t.asked == [("blue", "recruit")]


@pytest.mark.rule("EPIX-MA-5", "EPIX-MA-6")
def test_friendly_is_what_holds_own_units_and_enemy_what_holds_an_opponents():
    t = marching(cinderpass="yellow soldier", willowmere="yellow camp", frostvale="blue camp")

    assert t.holds("yellow") == {"aldermoor", "cinderpass", "willowmere"}
    assert t.holds("blue") == {"bronzegate", "frostvale"}
    assert "willowmere" in t.moves("soldier", "cinderpass")
    assert t.targets("soldier", "cinderpass") == {"frostvale"}
    t = position(action="recruitment", units={"broceland": "yellow camp", "lochmess": "blue camp"})
    assert "broceland" in t.places("soldier")
    assert "lochmess" not in t.places("soldier")


@pytest.mark.rule("EPIX-MA-6", "EPIX-G-EMPTY")
def test_an_opponents_castle_is_enemy_even_without_units_EPIX_G_EMPTY():
    t = marching(frostvale="yellow soldier knight")

    assert t.targets("soldier", "frostvale") == t.targets("knight", "frostvale") == {"bronzegate"}
    assert "bronzegate" not in t.moves("soldier", "frostvale") | t.moves("knight", "frostvale")
    assert t.refuses("move", "soldier", "frostvale", "bronzegate").rule == "EPIX-MA-2"


@pytest.mark.rule("EPIX-G-EMPTY")
def test_the_own_castle_without_units_is_friendly_EPIX_G_EMPTY():
    t = marching(cinderpass="yellow knight", willowmere="blue soldier")

    assert "aldermoor" in t.moves("knight", "cinderpass")


@pytest.mark.rule("EPIX-G-HOMEENTRY")
def test_an_opponents_empty_home_may_be_entered_and_he_cannot_recruit_there_EPIX_G_HOMEENTRY():
    t = marching(cinderpass="yellow soldier")
    t.move("soldier", "cinderpass", "frostvale")

    assert t.at("frostvale") == "yellow soldier"
    assert t.asked == [("blue", "recruit")]
    assert t.places("soldier") == {"bronzegate", "amberfield"}


@pytest.mark.rule("EPIX-MOVE-1")
def test_a_soldier_moves_one_step():
    t = marching(cinderpass="yellow soldier", aldermoor="yellow knight")

    assert t.moves("soldier", "cinderpass") == {"aldermoor", "willowmere", "frostvale", "kilimandjora"}
    refused = t.refuses("move", "soldier", "cinderpass", "frostvale", "amberfield")
    assert refused.rule == "EPIX-MOVE-1"
    t.move("soldier", "cinderpass", "frostvale")
    assert (t.at("cinderpass"), t.at("frostvale")) == ("", "yellow soldier")


@pytest.mark.rule("EPIX-MOVE-2", "EPIX-MOVE-5")
def test_soldiers_and_knights_may_move_into_the_own_castle():
    t = marching(cinderpass="yellow soldier knight")

    t.move("soldier", "cinderpass", "aldermoor")
    t.move("knight", "cinderpass", "aldermoor")

    assert t.at("aldermoor") == "yellow soldier knight"


@pytest.mark.rule("EPIX-MOVE-3")
def test_a_soldier_that_moved_neither_moves_nor_attacks_again():
    t = marching(cinderpass="yellow soldier knight", amberfield="blue soldier")

    t.move("soldier", "cinderpass", "frostvale")

    assert not t.moves("soldier", "frostvale")
    assert not t.targets("soldier", "frostvale")
    assert t.refuses("attack", "soldier", "frostvale", "amberfield").rule == "EPIX-MOVE-3"
    assert t.refuses("move", "soldier", "frostvale", "cinderpass").rule == "EPIX-MOVE-3"


@pytest.mark.rule("EPIX-G-INTERLEAVE")
def test_a_soldier_that_moved_is_fresh_again_in_the_next_action_EPIX_G_INTERLEAVE():
    t = position(season="summer", units={"cinderpass": "yellow soldier"}, gold=0)
    t.move("soldier", "cinderpass", "frostvale")

    assert t.state.spent == [0] * 4


@pytest.mark.rule("EPIX-MOVE-4")
def test_a_knight_moves_any_number_of_steps_over_empty_and_friendly_provinces():
    t = marching(aldermoor="yellow knight", cinderpass="yellow soldier", willowmere="blue soldier")

    path = ("aldermoor", "cinderpass", "frostvale", "amberfield", "foxhollow", "thornwick", "greyford", "reedbank")
    assert ("move", "knight", *path) in t.values()
    t.move("knight", *path)

    assert t.at("reedbank") == "yellow knight"
    assert t.at("aldermoor") == ""


@pytest.mark.rule("EPIX-MOVE-4")
def test_a_knight_is_offered_each_end_once_by_a_shortest_way():
    t = marching(cinderpass="yellow knight")
    ends = [value[-1] for value in t.values() if value[0] == "move"]

    assert len(ends) == len(set(ends)) == 10  # all but three castles, Kilimandjora and where it stands
    assert ("move", "knight", "cinderpass", "frostvale", "amberfield") in t.values()


@pytest.mark.rule("EPIX-MOVE-4", "EPIX-G-CAT-ENTERING")
def test_a_knight_may_pass_a_lone_catapult_by_or_take_it_on_the_way():
    t = marching(cinderpass="yellow knight", willowmere="blue catapult")
    to_reedbank = [value for value in t.values() if value[-1] == "reedbank"]
    taken = [value for value in to_reedbank if "willowmere" in value]

    assert len(taken) == 1
    assert len(to_reedbank) == 2


@pytest.mark.rule("EPIX-MOVE-4", "EPIX-G-LOOP")
def test_a_knights_path_enters_no_province_twice_EPIX_G_LOOP():
    t = marching(cinderpass="yellow knight")

    refused = t.refuses("move", "knight", "cinderpass", "frostvale", "cinderpass", "willowmere")
    assert refused.rule == "EPIX-G-LOOP"
    refused = t.refuses("move", "knight", "cinderpass", "frostvale", "cinderpass")
    assert refused.rule == "EPIX-G-LOOP"


@pytest.mark.rule("EPIX-G-LOOP")
def test_paths_that_end_alike_are_one_move_EPIX_G_LOOP():
    t = marching(cinderpass="yellow knight")

    assert ("move", "knight", "cinderpass", "willowmere") in t.values()
    refused = t.refuses("move", "knight", "cinderpass", "aldermoor", "willowmere")
    assert (refused.rule, refused.key) == ("EPIX-G-LOOP", "move.other_path")
    assert "Willowmere" in refused.reason


@pytest.mark.rule("EPIX-MOVE-6")
def test_a_knight_never_moves_into_or_through_kilimandjora():
    t = position(
        units={"cinderpass": "yellow knight", "willowmere": "blue soldier", "frostvale": "blue soldier"}, gold=5
    )

    assert t.moves("knight", "cinderpass") == {"aldermoor"}
    assert t.refuses("move", "knight", "cinderpass", "kilimandjora").rule == "EPIX-MOVE-6"
    t.refuses("move", "knight", "cinderpass", "kilimandjora", "greyford")


@pytest.mark.rule("EPIX-MOVE-7", "EPIX-CAMP-1")
def test_a_camp_neither_moves_nor_attacks():
    t = marching(cinderpass="yellow camp soldier", frostvale="blue soldier")

    assert not t.moves("camp", "cinderpass")
    assert not t.targets("camp", "cinderpass")
    assert t.refuses("move", "camp", "cinderpass", "willowmere").rule == "EPIX-MOVE-7"
    assert t.refuses("attack", "camp", "cinderpass", "frostvale").rule == "EPIX-CAMP-1"


@pytest.mark.rule("EPIX-MOVE-8")
def test_a_catapult_never_moves():
    t = marching(cinderpass="yellow catapult soldier")

    assert not t.moves("catapult", "cinderpass")
    assert t.refuses("move", "catapult", "cinderpass", "willowmere").rule == "EPIX-MOVE-8"


@pytest.mark.rule("EPIX-REC-4", "EPIX-REC-5")
def test_units_do_not_move_where_one_of_their_kind_stands():
    t = marching(cinderpass="yellow soldier knight", willowmere="yellow soldier knight")

    assert "willowmere" not in t.moves("soldier", "cinderpass") | t.moves("knight", "cinderpass")
    assert t.refuses("move", "soldier", "cinderpass", "willowmere").rule == "EPIX-REC-5"
    assert t.refuses("move", "knight", "cinderpass", "willowmere").rule == "EPIX-REC-5"


@pytest.mark.rule("EPIX-KNIGHT-4")
def test_a_knight_cannot_cross_a_province_with_defenders():
    t = marching(aldermoor="yellow knight", cinderpass="blue camp", willowmere="blue soldier")

    assert t.moves("knight", "aldermoor") == set()
    assert t.targets("knight", "aldermoor") == {"cinderpass", "willowmere"}
    assert t.refuses("move", "knight", "aldermoor", "cinderpass").rule == "EPIX-MA-2"
    t.refuses("move", "knight", "aldermoor", "cinderpass", "frostvale")


@pytest.mark.rule("EPIX-G-PASSTHROUGH")
def test_a_knight_may_pass_a_fellow_but_not_stop_there_EPIX_G_PASSTHROUGH():
    t = marching(aldermoor="yellow knight", cinderpass="yellow knight", willowmere="blue soldier")

    assert "cinderpass" not in t.moves("knight", "aldermoor")
    t.move("knight", "aldermoor", "cinderpass", "frostvale")
    assert (t.at("cinderpass"), t.at("frostvale")) == ("yellow knight", "yellow knight")


@pytest.mark.rule("EPIX-G-LOOP")
def test_a_knight_rests_until_something_else_has_happened_EPIX_G_LOOP():
    t = marching(cinderpass="yellow knight", willowmere="yellow soldier", thornwick="red camp")
    t.move("knight", "cinderpass", "frostvale")
    assert t.moves("knight", "frostvale") == set()
    assert t.refuses("move", "knight", "frostvale", "amberfield").rule == "EPIX-KNIGHT-1"

    t.move("soldier", "willowmere", "reedbank")  # an own Soldier has moved
    assert t.moves("knight", "frostvale")
    t.move("knight", "frostvale", "amberfield", "foxhollow")
    assert t.moves("knight", "foxhollow") == set()

    t.attack("knight", "foxhollow", "thornwick").bids(1, 0)  # an attack has been resolved
    assert t.moves("knight", "thornwick")


@pytest.mark.rule("EPIX-G-LOOP", "EPIX-G-CAT-ENTERING")
def test_a_catapult_captured_lets_a_resting_knight_go_on_EPIX_G_LOOP_EPIX_G_CAT_ENTERING():
    t = marching(cinderpass="yellow knight", frostvale="blue catapult", aldermoor="yellow knight")
    t.move("knight", "aldermoor", "willowmere")
    assert t.moves("knight", "willowmere") == set()

    t.move("knight", "cinderpass", "frostvale")

    assert t.at("frostvale") == "yellow knight catapult"
    assert t.moves("knight", "willowmere")
    assert t.moves("knight", "frostvale")


@pytest.mark.rule("EPIX-G-LOOP")
def test_every_roaming_action_ends_EPIX_G_LOOP():
    """Each move must bring a position that has not stood before, so even the longest walk comes to an end."""
    t = position(
        seats=2,
        knights="roaming",
        units={"cinderpass": "yellow knight", "frostvale": "blue soldier", "willowmere": "blue camp"},
        gold=0,
    )
    steps = 0
    while t.asked[0] == ("yellow", "act"):
        found = [value for value in t.values() if value[0] == "move"]
        if not found:
            t.end()
            break
        t.act(*found[-1])
        steps += 1
    assert steps == 2  # Cinderpass, Aldermoor, Lochmess: two places to go, and no way back
