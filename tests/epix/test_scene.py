"""What the table shows: the pieces, the Action cards, the Season card."""

import pytest

from arbiter.core import say
from arbiter.games.epix import GAME
from arbiter.games.epix.board import board
from arbiter.games.epix.contents import UNITS

from .table import position, seat_of


def shown(t, colour=None):
    """Everything in a player's scene, by its id."""
    return {thing.id: thing for thing in t.scene(None if colour is None else seat_of(colour)).things()}


def standing(t, province, unit):
    """The piece of a kind that stands in a province."""
    (found,) = [token for token in t.scene(None).tokens if (token.on, token.icon) == (province, unit)]
    return found


def lying(t, place):
    """The ids of the pieces in a place off the board."""
    return {token.id for token in t.scene(None).tokens if token.on == place}


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

    assert [things[f"knight.{seat}.0"].hint[0].args["gold"] for seat in (0, 1)] == [4, 6]
    assert {o.args["gold"] for o in t.asks[0].options() if o.value[0] == "knight"} == {4}


@pytest.mark.rule("EPIX-C-UNITS")
def test_the_pieces_on_the_board_and_in_supply_EPIX_C_UNITS():
    t = position(units={"cinderpass": "yellow soldier catapult", "lochmess": "blue camp"}, captured=["cinderpass"])
    things = shown(t)

    assert (standing(t, "cinderpass", "soldier").owner, standing(t, "lochmess", "camp").owner) == (0, 1)
    assert "captured" in standing(t, "cinderpass", "catapult").marks
    supply = [thing.icon for thing in things.values() if getattr(thing, "on", "") == "supply.0"]
    assert [supply.count(unit) for unit in UNITS] == [2, 2, 3, 1]
    icons = t.scene(None).icons
    assert len({icons[unit] for unit in UNITS}) == 4  # told apart by shape
    assert len(set(t.scene(None).colours)) == 4


@pytest.mark.rule("EPIX-C-UNITS")
def test_the_mark_of_a_captured_catapult_goes_with_the_season_EPIX_C_UNITS():
    t = position(phase="income", action=None, units={"cinderpass": "yellow catapult"}, captured=["cinderpass"])

    assert "captured" not in standing(t, "cinderpass", "catapult").marks


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
    assert (link.start, link.end) == (standing(t, "cinderpass", "soldier").id, "frostvale")
    assert t.at("cinderpass") == "yellow soldier"


@pytest.mark.rule("EPIX-SETUP-6", "EPIX-AUC-1", "EPIX-ATTACK-4", "EPIX-G-TREASURY")
def test_gold_is_on_show_EPIX_G_TREASURY():
    things = shown(position(gold={"yellow": 3, "blue": 7}), "red")

    assert (things["gold.0"].value, things["gold.1"].value) == (3, 7)
    assert things["treasury"].value == 79 - 3 - 7 - 10 - 10


@pytest.mark.rule("EPIX-C-UNITS")
def test_a_piece_keeps_its_name_wherever_it_goes_EPIX_C_UNITS():
    t = position(
        units={"cinderpass": "yellow soldier knight", "willowmere": "yellow soldier", "frostvale": "blue soldier camp"},
        gold=10,
    )  # fmt: skip
    marching, waiting = standing(t, "cinderpass", "soldier").id, standing(t, "willowmere", "soldier").id
    riding, lost = standing(t, "cinderpass", "knight").id, standing(t, "frostvale", "soldier").id
    foreign, camps = standing(t, "frostvale", "camp").id, lying(t, "supply.0")

    t.move("soldier", "cinderpass", "aldermoor")
    assert standing(t, "aldermoor", "soldier").id == marching
    assert standing(t, "willowmere", "soldier").id == waiting
    t.attack("knight", "cinderpass", "frostvale").bids(3, 0).go_on().bids(2, 0)

    assert standing(t, "frostvale", "knight").id == riding
    captured = standing(t, "frostvale", "camp").id
    assert captured != foreign
    assert captured in camps  # the attacker's own piece stands there now
    assert {lost, foreign} <= lying(t, "supply.1")


@pytest.mark.rule("EPIX-C-UNITS")
def test_recruits_come_from_the_supply_and_bids_are_marked_by_pieces_of_it_EPIX_C_UNITS():
    t = position(phase="preliminary", action=None, lay="deep_moat", gold=15, first="yellow", seats=2)
    before = lying(t, "supply.0")
    option = next(o for o in t.asks[0].options() if o.value == ("recruit", "camp", "cinderpass"))
    assert option.ids == ("camp.0.0", "camp.0.1", "camp.0.2", "cinderpass")

    t.recruit("camp", "cinderpass")
    came = standing(t, "cinderpass", "camp").id
    assert before - lying(t, "supply.0") == {came}
    t.act("pass")
    t.act("bid", "deep_moat").choose({"amount": 3, "marker": "camp"})

    (marker,) = lying(t, "lay.deep_moat")
    assert marker in before - {came}
    assert lying(t, "supply.0") == before - {came, marker}


@pytest.mark.rule("EPIX-SETUP-6", "EPIX-INC-2", "EPIX-INC-3", "EPIX-INC-4")
def test_gold_and_provinces_are_explained_by_their_parts():
    t = position(units={"lochmess": "yellow camp soldier", "cinderpass": "yellow camp"},
                 cards={"yellow": "market_charter"})  # fmt: skip
    things = shown(t, "blue")

    assert [(row.name.key, row.value) for row in things["gold.0"].sheet] == [
        ("income.camps", 2), ("income.provinces", 1), ("income.cards", 2),
    ]  # fmt: skip
    assert {row.name.key: row.value.args["units"] for row in things["provinces.0"].sheet} == {
        "province.aldermoor": ["garrison"],
        "province.cinderpass": ["camp"],
        "province.lochmess": ["soldier", "camp"],
    }


@pytest.mark.rule("EPIX-SUM-GOLD", "EPIX-SUM-CASTLE", "EPIX-SUM-KILI")
def test_the_boxes_of_the_provinces():
    things = shown(position(units={"kilimandjora": "blue soldier knight", "bronzegate": "blue soldier"},
                            cards={"blue": "mountain_guides"}))  # fmt: skip

    assert [(row.name.key, row.value) for row in things["lochmess"].sheet[:-1]] == [("sheet.pays", 1)]
    assert things["bronzegate"].hint[1].key == "hint.castle"
    assert [(row.name.key, row.value.args["n"]) for row in things["bronzegate"].sheet[:-1]] == [
        ("unit.soldier", 2), ("unit.garrison", 2),
    ]  # fmt: skip
    assert things["kilimandjora"].hint[1].key == "hint.mountain"
    assert [(row.name.key, row.value.args["n"]) for row in things["kilimandjora"].sheet[:-1]] == [
        ("unit.soldier", 2), ("unit.knight", 1),
    ]  # fmt: skip


def test_pieces_provinces_and_cards_say_where_they_come_from():
    words = GAME.catalogue()

    def origins(table, *ids):
        things = shown(table)
        rows = {id: {row.name.key: row.value for row in things[id].sheet} for id in ids}
        return {
            id: [say(words, said.key, said.args) for key, said in found.items() if key.startswith("origin")]
            for id, found in rows.items()
        }

    units = {"aldermoor": "yellow soldier knight", "bronzegate": "blue soldier"}
    t = position(units=units, cards={"yellow": "palisades deep_moat"})
    piece = {token.icon: token.id for token in t.scene(None).tokens if token.on == "aldermoor"}
    found = origins(
        t, piece["soldier"], piece["knight"], "aldermoor", "lochmess", "ability.palisades", "ability.deep_moat"
    )
    assert list(found.values()) == [
        ["printed in the rulebook"],
        [
            "printed in the rulebook: name, how many each player has, cost, moves, reach, defence, "
            "defence in a castle; the rest is ours"
        ],
        ["printed in the rulebook: kind; the rest is ours"],
        ["printed in the rulebook: name, kind, Gold it pays; the rest is ours"],
        ["ours", "some cards give a unit double defence"],
        ["ours"],
    ]
