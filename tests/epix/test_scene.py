"""What the table shows: the pieces, the Action cards, the Season card."""

import pytest

from arbiter.games.epix.board import UNITS, board

from .table import position, seat_of


def shown(t, colour=None):
    """Everything in a player's scene, by its id."""
    return {thing.id: thing for thing in t.scene(None if colour is None else seat_of(colour)).things()}


@pytest.mark.rule("EPIX-C-ACTIONCARDS")
def test_face_down_cards_do_not_tell_their_kind_EPIX_C_ACTIONCARDS():
    t = position(first="yellow", laid={"red": "tax", "green": "move_attack"})
    mine, others = shown(t, "green"), shown(t, "yellow")

    assert mine["laid.3.0"].name.key == "action.move_attack"
    red, green = others["laid.2.0"], others["laid.3.0"]
    assert not red.face
    assert (red.name, red.look, red.text) == (green.name, green.look, green.text)


@pytest.mark.rule("EPIX-C-ACTIONCARDS")
def test_prices_are_shown_after_the_owners_discounts_EPIX_C_ACTIONCARDS():
    t = position(cards={"yellow": "royal_stables"}, action="recruitment", gold=15)
    things = shown(t)

    assert [things[f"supply.{seat}.knight"].hint[0].args["gold"] for seat in (0, 1)] == [4, 6]
    assert {o.args["gold"] for o in t.asks[0].options() if o.value[0] == "knight"} == {4}


@pytest.mark.rule("EPIX-C-UNITS")
def test_the_pieces_on_the_board_and_in_supply_EPIX_C_UNITS():
    t = position(units={"cinderpass": "yellow soldier catapult", "lochmess": "blue camp"}, captured=["cinderpass"])
    things = shown(t)

    assert things["cinderpass.soldier"].owner == 0
    assert things["lochmess.camp"].owner == 1
    assert "captured" in things["cinderpass.catapult"].marks
    assert [things[f"supply.0.{unit}"].count for unit in UNITS] == [2, 2, 3, 1]
    icons = t.scene(None).icons
    assert len({icons[unit] for unit in UNITS}) == 4  # told apart by shape
    assert len(set(t.scene(None).colours)) == 4


@pytest.mark.rule("EPIX-C-UNITS")
def test_the_mark_of_a_captured_catapult_goes_with_the_season_EPIX_C_UNITS():
    t = position(phase="income", action=None, units={"cinderpass": "yellow catapult"}, captured=["cinderpass"])

    assert "captured" not in shown(t)["cinderpass.catapult"].marks


@pytest.mark.rule("EPIX-COMP-6", "EPIX-COMP-7", "EPIX-C-SEASONCARD")
def test_the_season_track_and_the_first_player_flag_EPIX_C_SEASONCARD():
    t = position(season="autumn", first="red", acting="red", units={"thornwick": "red soldier"})
    things = shown(t)

    assert (things["season"].value, len(things["season"].steps)) == (2, 4)
    assert things["phase"].steps[things["phase"].value].key == "stage.resolve_actions"
    assert things["first"].on == "seat.2"


@pytest.mark.rule("EPIX-G-TWOPLAYERS")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_province_of_the_side_in_use_is_drawn_and_no_other_EPIX_G_TWOPLAYERS(seats):
    t = position(seats, units={"cinderpass": "yellow soldier"})

    assert {region.id for region in t.scene(None).regions} == set(board(seats).names)


@pytest.mark.rule("EPIX-ATTACK-3")
def test_an_attack_is_shown_at_the_border():
    t = position(units={"cinderpass": "yellow soldier", "frostvale": "blue soldier"})
    t.attack("soldier", "cinderpass", "frostvale")

    link = shown(t)["attack"]
    assert (link.start, link.end) == ("cinderpass.soldier", "frostvale")


@pytest.mark.rule("EPIX-SETUP-6", "EPIX-AUC-1", "EPIX-ATTACK-4", "EPIX-G-TREASURY")
def test_gold_is_on_show_EPIX_G_TREASURY():
    things = shown(position(gold={"yellow": 3, "blue": 7}), "red")

    assert (things["gold.0"].value, things["gold.1"].value) == (3, 7)
    assert things["treasury"].value == 79 - 3 - 7 - 10 - 10
