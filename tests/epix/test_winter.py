"""Winter: two cards each, in the order their owner says."""

import pytest

from .table import position


def winter(action="recruitment move_attack", **given):
    return position(**{"season": "winter", "action": action, "gold": 10, **given})


@pytest.mark.rule("EPIX-WINTER-1", "EPIX-D-ACTION-WINTER")
def test_in_winter_each_player_lays_two_different_cards_EPIX_D_ACTION_WINTER():
    t = position(season="winter", phase="choose_action", action=None)

    assert t.asked == [(colour, "choose.two") for colour in ("yellow", "blue", "red", "green")]
    assert t.values("blue") == [("recruitment", "tax"), ("recruitment", "move_attack"), ("tax", "move_attack")]
    assert t.refuses(("tax", "tax"), colour="blue").rule == "EPIX-WINTER-1"
    assert t.refuses(("tax",), colour="blue").rule == "EPIX-WINTER-1"
    pair = ("move_attack", "tax")
    t.together(yellow=pair, blue=pair, red=pair, green=pair)
    assert t.view(0).state.laid[1:] == [("?", "?")] * 3


@pytest.mark.rule("EPIX-WINTER-2")
def test_both_cards_are_revealed_together():
    t = winter(action=None, laid={"yellow": "tax recruitment", "blue": "tax move_attack"})

    assert t.told("turn.reveals") == [{"seat": 0, "cards": ["tax", "recruitment"]}]
    assert t.view(None).state.shown == [("tax", "recruitment"), (), (), ()]
    assert t.view(None).state.laid[1] == ("?", "?")
    assert t.gold("yellow") == 10  # nothing is carried out yet


@pytest.mark.rule("EPIX-WINTER-3", "EPIX-G-WINTER-ORDER", "EPIX-D-ORDER")
@pytest.mark.parametrize("first_card", ["recruitment", "move_attack"])
def test_the_player_decides_the_order_on_his_turn_EPIX_G_WINTER_ORDER_EPIX_D_ORDER(first_card):
    t = winter(units={"cinderpass": "yellow soldier"})
    assert t.asked == [("yellow", "turn.order")]
    assert set(t.values()) == {"recruitment", "move_attack"}

    t.choose(first_card)

    assert t.asked == [("yellow", "recruit" if first_card == "recruitment" else "act")]


@pytest.mark.rule("EPIX-WINTER-4")
def test_the_first_card_is_done_completely_before_the_second():
    t = winter(units={"cinderpass": "yellow soldier", "frostvale": "blue soldier"})
    t.choose("move_attack")
    assert {value[0] for value in t.values()} == {"move", "attack", "end"}
    t.move("soldier", "cinderpass", "kilimandjora")
    assert t.asked == [("yellow", "recruit")]
    assert {value[0] for value in t.values()} == {"soldier", "knight", "camp", "catapult", "done"}
    t.recruit("soldier", "cinderpass")
    assert "attack" not in {value[0] for value in t.values()}
    t.done()

    assert t.asked[0][0] == "blue"


@pytest.mark.rule("EPIX-WINTER-4")
def test_tax_first_pays_for_what_follows():
    t = winter("tax recruitment", gold={"yellow": 0})
    t.choose("tax")

    assert t.asked == [("yellow", "recruit")]
    assert t.gold("yellow") == 3


@pytest.mark.rule("EPIX-WINTER-2", "EPIX-RES-2")
def test_the_others_follow_clockwise_one_by_one():
    t = winter(
        "tax recruitment", laid={"blue": "tax recruitment", "red": "tax recruitment", "green": "tax recruitment"}
    )
    turns = []
    while not t.over:
        ((colour, prompt),) = t.asked
        turns.append(colour)
        t.choose("tax") if prompt == "turn.order" else t.done()
    assert turns[:6] == ["yellow", "yellow", "blue", "blue", "red", "red"]


@pytest.mark.rule("EPIX-WINTER-5")
def test_the_last_player_who_cannot_win_is_skipped():
    hopeless = {
        "units": {"cinderpass": "yellow soldier", "willowmere": "yellow camp", "lochmess": "yellow knight"},
        "first": "yellow",
        "acting": "green",
        "action": None,
        "laid": {"green": "tax move_attack"},
        "gold": 0,
    }
    t = winter(**hopeless)

    assert t.over
    assert t.told("winter.skipped") == [{"seat": 3}]
    assert t.told("turn.reveals") == [{"seat": 3, "cards": ["tax", "move_attack"]}]
    assert t.told("tax") == []
    assert t.winners == {"yellow"}


@pytest.mark.rule("EPIX-WINTER-5")
def test_only_the_last_player_is_looked_at():
    t = winter(
        units={"cinderpass": "yellow soldier", "willowmere": "yellow camp", "lochmess": "yellow knight"},
        first="yellow", acting="red", action=None, laid={"red": "tax move_attack", "green": "tax move_attack"}, gold=0,
    )  # fmt: skip

    assert t.asked == [("red", "turn.order")]


@pytest.mark.rule("EPIX-WINTER-5")
def test_no_other_season_skips_anybody():
    t = winter(
        season="autumn", action=None, laid={"green": "tax"}, first="yellow", acting="green", gold=0,
        units={"cinderpass": "yellow soldier", "willowmere": "yellow camp", "lochmess": "yellow knight"},
    )  # fmt: skip

    assert t.told("winter.skipped") == []
    assert t.told("tax")[0]["seat"] == 3


@pytest.mark.rule("EPIX-WINTER-5", "EPIX-G-LASTWINTER-SCOPE")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_skipped_player_still_has_his_income_and_his_provinces_EPIX_G_LASTWINTER_SCOPE(seats):
    last = "blue" if seats == 2 else "red"
    t = winter(
        seats=seats, first="yellow", acting=last, action=None, laid={last: "recruitment tax"}, gold=0,
        units={"kilimandjora": "yellow soldier", "cinderpass": "yellow soldier", "willowmere": "yellow camp",
               "lochmess": "yellow camp", "vallorne": "yellow camp", "broceland": f"{last} camp"},
    )  # fmt: skip

    assert t.told("winter.skipped") == [{"seat": seats - 1}]
    assert t.gold(last) == 2
    assert "broceland" in t.holds(last)
    assert t.winners == {"yellow"}
