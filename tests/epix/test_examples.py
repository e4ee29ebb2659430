"""The worked examples of the ledger, one by one."""

import pytest

from arbiter.games.epix.abilities import ABILITIES
from arbiter.games.epix.board import board
from arbiter.games.epix.state import order_from, treasury
from arbiter.games.epix.winter import can_still_win

from .table import position
from .test_setup import set_up


@pytest.mark.rule("EPIX-ATTACK-2", "EPIX-ATTACK-10", "EPIX-ATTACK-12", "EPIX-CAMP-2", "EPIX-E-1")
def test_EPIX_E_1():
    t = position(
        units={"cinderpass": "yellow soldier", "frostvale": "blue knight camp", "willowmere": "yellow camp knight"},
        gold={"yellow": 6},
    )
    assert t.supply("yellow", "camp") == 2
    t.attack("soldier", "cinderpass", "frostvale").bids(2, 1)
    assert (t.gold("yellow"), t.supply("blue", "knight")) == (4, 2)

    t.go_on().bids(1, 0)

    assert t.gold("yellow") == 3
    assert t.at("frostvale") == "yellow soldier camp"
    assert (t.supply("blue", "camp"), t.supply("yellow", "camp")) == (3, 1)
    assert not t.moves("soldier", "frostvale")
    assert not t.targets("soldier", "frostvale")


@pytest.mark.rule("EPIX-ATTACK-16", "EPIX-ATTACK-17", "EPIX-E-2")
def test_EPIX_E_2():
    t = position(units={"cinderpass": "yellow soldier", "kilimandjora": "blue soldier"}, gold={"yellow": 7})
    t.attack("soldier", "cinderpass", "kilimandjora").bids(5, 2, 5)

    assert t.at("cinderpass") == ""
    assert t.supply("yellow", "soldier") == 3
    assert t.gold("yellow") == 2


@pytest.mark.rule("EPIX-SETUP-11", "EPIX-E-3")
@pytest.mark.parametrize(("seats", "up", "unused"), [(2, 3, 17), (3, 4, 16), (4, 5, 15)])
def test_EPIX_E_3(seats, up, unused):
    t = set_up(seats, rules="advanced")

    assert len(t.state.lay) == up
    shown = {offer.card for offer in t.state.lay}
    hidden = [card for card in ABILITIES if card not in shown]
    assert len(hidden) == unused
    assert not any(card in repr(t.view(seat)) for card in hidden for seat in (None, 0, 1))


@pytest.mark.rule("EPIX-REC-5", "EPIX-E-4")
def test_EPIX_E_4():
    t = position(units={"aldermoor": "yellow soldier"}, action="recruitment", gold=15)

    assert t.refuses("soldier", "aldermoor").rule == "EPIX-REC-5"
    t.recruit("knight", "aldermoor")
    t.recruit("catapult", "aldermoor")
    assert t.refuses("camp", "aldermoor").rule == "EPIX-REC-9"
    assert t.at("aldermoor") == "yellow soldier knight catapult"


@pytest.mark.rule("EPIX-INC-2", "EPIX-INC-3", "EPIX-E-5")
def test_EPIX_E_5():
    t = position(phase="income", action=None, units={"lochmess": "yellow camp", "cinderpass": "yellow camp"}, gold=0)

    assert t.gold("yellow") == 3


@pytest.mark.rule("EPIX-ATTACK-5", "EPIX-E-6", "EPIX-G-ZEROGOLD")
def test_EPIX_E_6_EPIX_G_ZEROGOLD():
    t = position(
        units={"cinderpass": "red knight", "frostvale": "blue soldier"}, gold={"red": 0}, acting="red", first="red"
    )
    t.attack("knight", "cinderpass", "frostvale")

    assert t.told("attack.revealed") == [{"seat": 2, "bid": 0, "named": [0]}]
    assert t.at("cinderpass") == ""
    assert t.supply("red", "knight") == 2
    assert t.gold("red") == 0


@pytest.mark.rule("EPIX-ATTACK-9", "EPIX-ATTACK-10", "EPIX-E-8")
def test_EPIX_E_8():
    t = position(
        units={"cinderpass": "yellow soldier", "frostvale": "blue soldier camp", "aldermoor": "yellow knight"},
        gold={"yellow": 3},
    )
    t.attack("soldier", "cinderpass", "frostvale").bids(3, 2)
    assert t.at("frostvale") == "blue camp"

    t.go_on()

    assert t.told("attack.revealed")[-1] == {"seat": 0, "bid": 0, "named": [0]}
    assert t.at("cinderpass") == ""
    assert t.supply("yellow", "soldier") == 3
    assert t.at("frostvale") == "blue camp"


@pytest.mark.rule("EPIX-CAMP-4", "EPIX-E-9", "EPIX-G-CAPTURE-SUPPLY")
def test_EPIX_E_9_EPIX_G_CAPTURE_SUPPLY():
    camps = {"cinderpass": "yellow camp", "willowmere": "yellow camp", "lochmess": "yellow camp knight"}
    t = position(units={"amberfield": "yellow soldier", "foxhollow": "blue camp", **camps})
    t.attack("soldier", "amberfield", "foxhollow").bids(1, 0)

    assert t.at("foxhollow") == "yellow soldier"
    assert t.supply("blue", "camp") == 3
    assert all("camp" in t.at(place) for place in camps)


@pytest.mark.rule("EPIX-CAT-14", "EPIX-E-11")
def test_EPIX_E_11():
    own = {"cinderpass": "yellow catapult", "aldermoor": "yellow catapult knight"}
    t = position(units={"willowmere": "yellow soldier", "lochmess": "blue catapult", **own})
    t.move("soldier", "willowmere", "lochmess")

    assert t.asked == [("yellow", "act")]  # no bid
    assert t.at("lochmess") == "yellow soldier"
    assert t.supply("blue", "catapult") == 2
    assert not t.moves("soldier", "lochmess")


@pytest.mark.rule("EPIX-CAT-2", "EPIX-CAT-11", "EPIX-E-12", "EPIX-G-CAT-KILI")
def test_EPIX_E_12_EPIX_G_CAT_KILI():
    t = position(
        units={
            "kilimandjora": "blue catapult",
            "cinderpass": "yellow knight",
            "frostvale": "yellow catapult",
            "lochmess": "yellow soldier",
        }
    )
    assert "kilimandjora" not in t.moves("knight", "cinderpass")
    assert "kilimandjora" not in t.targets("catapult", "frostvale")

    t.move("soldier", "lochmess", "kilimandjora")

    assert t.at("kilimandjora") == "yellow soldier catapult"


@pytest.mark.rule("EPIX-CAT-7", "EPIX-E-14", "EPIX-G-CAT-NOTARGET")
def test_EPIX_E_14_EPIX_G_CAT_NOTARGET():
    t = position(units={"kilimandjora": "yellow catapult", "amberfield": "blue soldier"})

    assert "bronzegate" not in t.targets("catapult", "kilimandjora")
    assert t.refuses("attack", "catapult", "kilimandjora", "bronzegate").rule == "EPIX-CAT-7"


@pytest.mark.rule("EPIX-CAT-5", "EPIX-E-15")
def test_EPIX_E_15():
    t = position(
        units={"cinderpass": "yellow catapult", "frostvale": "blue soldier camp", "aldermoor": "yellow knight"},
        gold={"yellow": 5},
    )
    t.attack("catapult", "cinderpass", "frostvale")
    assert t.asks[1].most == 1
    t.bids(2, 0)

    assert (t.supply("blue", "soldier"), t.supply("blue", "camp")) == (3, 3)
    assert t.at("frostvale") == ""
    assert "frostvale" not in t.holds("yellow") | t.holds("blue")
    assert t.gold("yellow") == 3
    assert t.supply("yellow", "catapult") == 2


@pytest.mark.rule("EPIX-AUC-8", "EPIX-E-17")
def test_EPIX_E_17():
    t = position(phase="first_player_auction", action=None, first="red")
    t.together(yellow=4, blue=4, red=1, green=0)

    assert t.asked == [("yellow", "auction.first")]
    assert t.state.gold == [6, 10, 10, 10]


@pytest.mark.rule("EPIX-AUC-5", "EPIX-AUC-8", "EPIX-E-18", "EPIX-G-AUC-ALLZERO", "EPIX-G-AUC-GIFT")
def test_EPIX_E_18_EPIX_G_AUC_ALLZERO_EPIX_G_AUC_GIFT():
    t = position(phase="first_player_auction", action=None, first="blue")
    t.together(yellow=0, blue=0, red=0, green=0)
    assert t.asked == [("blue", "auction.first")]
    t.choose(3)
    assert t.state.gold == [10] * 4
    assert order_from(t.state, t.state.first) == [3, 0, 1, 2]
    t.together(yellow="tax", blue="tax", red="tax", green="tax")
    assert [event["seat"] for event in t.told("tax")] == [3, 0, 1, 2]

    t.together(yellow=2, blue=2, red=0, green=0)

    assert t.asked == [("yellow", "auction.first")]  # ties count from green


@pytest.mark.rule("EPIX-PRE-11", "EPIX-E-20", "EPIX-G-PRE-MARKER")
def test_EPIX_E_20_EPIX_G_PRE_MARKER():
    t = position(
        phase="preliminary", action=None, units={"aldermoor": "yellow knight"}, gold=15, lay="deep_moat", seats=2,
        passed=["blue"],
    )  # fmt: skip
    t.act("bid", "deep_moat").choose({"amount": 1, "marker": "knight"})

    refused = t.refuses("recruit", "knight", "cinderpass")
    assert refused.rule == "EPIX-COMP-3"
    assert "marks a bid" in refused.reason


@pytest.mark.rule("EPIX-PRE-14", "EPIX-E-21", "EPIX-G-PRE-SELFRAISE")
def test_EPIX_E_21_EPIX_G_PRE_SELFRAISE():
    t = position(
        phase="preliminary", action=None, lay="deep_moat", bids={"deep_moat": ("yellow", 4, "camp")}, gold={"yellow": 3}
    )
    t.act("bid", "deep_moat")
    assert [option.value for option in t.asks[0].fields["amount"].options()] == [5, 6, 7]

    t.choose({"amount": 7, "marker": "camp"})

    assert t.gold("yellow") == 0
    assert [offer.gold for offer in t.state.lay] == [7]


@pytest.mark.rule("EPIX-KNIGHT-1", "EPIX-KNIGHT-2", "EPIX-E-23", "EPIX-G-KNIGHTCHAIN")
def test_EPIX_E_23_EPIX_G_KNIGHTCHAIN():
    t = position(
        units={"cinderpass": "yellow knight", "frostvale": "blue soldier", "foxhollow": "green camp"},
        gold={"yellow": 9},
    )
    t.attack("knight", "cinderpass", "frostvale").bids(2, 0)
    t.move("knight", "frostvale", "amberfield")
    t.attack("knight", "amberfield", "foxhollow").bids(1, 0)
    t.move("knight", "foxhollow", "amberfield")

    assert t.gold("yellow") == 6
    assert t.at("amberfield") == "yellow knight"
    assert t.at("foxhollow") == "yellow camp"
    assert t.at("frostvale") == ""
    assert t.holds("yellow") == {"aldermoor", "amberfield", "foxhollow"}


@pytest.mark.rule("EPIX-MOVE-4", "EPIX-REC-5", "EPIX-E-24", "EPIX-G-PASSTHROUGH")
def test_EPIX_E_24_EPIX_G_PASSTHROUGH():
    t = position(units={"aldermoor": "yellow knight", "cinderpass": "yellow knight", "kilimandjora": "blue soldier"})

    t.refuses("move", "knight", "aldermoor", "cinderpass")
    assert "kilimandjora" not in t.targets("knight", "aldermoor")
    t.move("knight", "aldermoor", "cinderpass", "frostvale")
    assert t.at("frostvale") == "yellow knight"


@pytest.mark.rule("EPIX-WINTER-4", "EPIX-E-26", "EPIX-G-CAT-NEW")
def test_EPIX_E_26_EPIX_G_CAT_NEW():
    def winter():
        units = {"frostvale": "blue soldier", "aldermoor": "yellow soldier"}
        return position(season="winter", units=units, action="recruitment move_attack")

    t = winter().choose("recruitment").recruit("catapult", "cinderpass").done()
    assert t.targets("catapult", "cinderpass") == {"frostvale"}

    t = winter().choose("move_attack")
    assert t.targets("catapult", "cinderpass") == set()
    assert {value[0] for value in t.values()} == {"move", "end"}  # nothing can be bought here
    t.end().recruit("catapult", "cinderpass").done()
    assert t.asked[0][0] == "blue"


@pytest.mark.rule("EPIX-WINTER-3", "EPIX-REC-8", "EPIX-E-27")
def test_EPIX_E_27():
    t = position(
        season="winter", units={"cinderpass": "yellow soldier", "frostvale": "blue soldier"},
        action="recruitment move_attack",
    )  # fmt: skip
    t.choose("move_attack").attack("soldier", "cinderpass", "frostvale").bids(1, 0)
    assert t.asked == [("yellow", "recruit")]

    for unit in ("camp", "catapult", "knight"):
        assert "frostvale" in t.places(unit)
    assert "frostvale" not in t.places("soldier")


@pytest.mark.rule("EPIX-END-3", "EPIX-END-4", "EPIX-E-29", "EPIX-G-HOLD")
def test_EPIX_E_29_EPIX_G_HOLD():
    t = position(
        phase="change_season", season="winter", action=None,
        units={
            "cinderpass": "yellow soldier", "lochmess": "yellow camp", "bronzegate": "blue soldier",
            "amberfield": "blue catapult", "frostvale": "blue knight", "thornwick": "red soldier",
            "greyford": "green soldier",
        },
        gold={"yellow": 4, "blue": 6},
    )  # fmt: skip

    assert len(t.holds("yellow")) == len(t.holds("blue")) == 3
    assert t.winners == {"blue"}


@pytest.mark.rule("EPIX-END-4", "EPIX-E-30", "EPIX-G-TIE", "EPIX-G-WINTER-INCOME")
def test_EPIX_E_30_EPIX_G_TIE_EPIX_G_WINTER_INCOME():
    t = position(
        phase="income", season="winter", action=None,
        units={
            "cinderpass": "yellow soldier", "willowmere": "yellow camp", "reedbank": "yellow soldier",
            "frostvale": "blue camp", "amberfield": "blue camp", "foxhollow": "blue soldier",
        },
        gold={"yellow": 5, "blue": 4},
    )  # fmt: skip

    assert len(t.holds("yellow")) == len(t.holds("blue")) == 4
    assert (t.gold("yellow"), t.gold("blue")) == (6, 6)
    assert t.winners == {"yellow", "blue"}


def last_winter_player(cards, **given):
    """Green is the last player of Winter and turns up his two cards."""
    return position(
        **{"season": "winter", "first": "yellow", "acting": "green", "action": None, "laid": {"green": cards}, **given}
    )


@pytest.mark.rule("EPIX-WINTER-5", "EPIX-E-32", "EPIX-G-LASTWINTER")
def test_EPIX_E_32_EPIX_G_LASTWINTER():
    t = last_winter_player("tax move_attack", units={"greyford": "green knight"}, gold={"green": 0})

    assert t.told("winter.skipped") == []
    assert t.asked == [("green", "turn.order")]
    t.choose("move_attack")  # he may play as he likes
    assert t.asked == [("green", "act")]


THRONG = {
    "duskhold": "green soldier", "greyford": "green knight", "cinderpass": "yellow soldier",
    "willowmere": "yellow soldier", "kilimandjora": "yellow soldier", "frostvale": "yellow knight",
    "amberfield": "yellow knight",
}  # fmt: skip


@pytest.mark.rule("EPIX-WINTER-5", "EPIX-E-33", "EPIX-G-LASTWINTER", "EPIX-G-ZEROGOLD")
def test_EPIX_E_33_EPIX_G_LASTWINTER_EPIX_G_ZEROGOLD():
    t = last_winter_player("recruitment move_attack", units=THRONG, gold={"green": 1})
    assert t.told("winter.skipped") == []
    assert t.asked == [("green", "turn.order")]

    skipped = last_winter_player("recruitment move_attack", units=THRONG, gold={"green": 0})
    assert skipped.told("winter.skipped") == [{"seat": 3}]
    assert skipped.winners == {"yellow"}
    assert len(skipped.holds("yellow")) == 6


@pytest.mark.rule("EPIX-WINTER-5", "EPIX-E-33")
def test_the_line_of_EPIX_E_33_really_wins():
    t = last_winter_player("recruitment move_attack", units=THRONG, gold={"green": 1, "yellow": 0, "blue": 0, "red": 0})
    t.choose("move_attack")
    t.move("knight", "greyford", "reedbank")
    for here, there in [
        ("reedbank", "willowmere"),
        ("willowmere", "cinderpass"),
        ("cinderpass", "frostvale"),
        ("frostvale", "amberfield"),
    ]:
        t.attack("knight", here, there).bids(0, 1)
    t.move("soldier", "duskhold", "greyford")
    t.end()

    assert t.over
    assert t.holds("green") == {"duskhold", "greyford", "amberfield"}
    assert t.holds("yellow") == {"aldermoor", "kilimandjora"}
    assert t.winners == {"green"}


@pytest.mark.rule("EPIX-REC-7", "EPIX-E-35", "EPIX-G-HOMEENTRY")
def test_EPIX_E_35_EPIX_G_HOMEENTRY():
    t = position(units={"frostvale": "yellow catapult"}, action="recruitment", acting="blue", gold=15)
    assert all("frostvale" not in t.places(unit) for unit in ("soldier", "knight", "camp", "catapult"))

    t = position(units={"frostvale": "yellow catapult"}, action="recruitment", gold=15)
    assert [unit for unit in ("soldier", "knight", "camp", "catapult") if "frostvale" in t.places(unit)] == [
        "soldier", "knight", "camp",
    ]  # fmt: skip


@pytest.mark.rule("EPIX-MA-2", "EPIX-E-36", "EPIX-G-EMPTY")
def test_EPIX_E_36_EPIX_G_EMPTY():
    t = position(units={"frostvale": "yellow knight", "cinderpass": "yellow knight"})

    t.refuses("move", "knight", "frostvale", "bronzegate", "amberfield")
    t.move("knight", "frostvale", "amberfield")
    assert t.at("amberfield") == "yellow knight"


@pytest.mark.rule("EPIX-ATTACK-7", "EPIX-E-38", "EPIX-G-SECONDWAVE")
def test_EPIX_E_38_EPIX_G_SECONDWAVE():
    t = position(units={"cinderpass": "yellow soldier knight", "frostvale": "blue soldier"}, gold={"yellow": 6})
    t.attack("soldier", "cinderpass", "frostvale").bids(3, 3)
    assert (t.at("cinderpass"), t.gold("yellow")) == ("yellow knight", 3)
    t.attack("knight", "cinderpass", "frostvale").bids(0, 1)

    assert t.at("frostvale") == "yellow knight"
    assert t.supply("blue", "soldier") == 3
    assert t.gold("yellow") == 3


@pytest.mark.rule("EPIX-TAX-1", "EPIX-E-39", "EPIX-G-TREASURY")
def test_EPIX_E_39_EPIX_G_TREASURY():
    t = position(2, phase="choose_action", action=None, gold=38)
    t.together(yellow="tax", blue="tax")

    assert t.state.gold == [41, 41]
    assert sum(t.state.gold) == 82
    assert treasury(t.state) == 0


@pytest.mark.rule("EPIX-CASTLE-7", "EPIX-E-41", "EPIX-G-CARD-TIMING")
def test_EPIX_E_41_EPIX_G_CARD_TIMING():
    t = position(
        units={"cinderpass": "yellow knight", "frostvale": "blue soldier", "aldermoor": "yellow soldier"},
        cards={"blue": "hostage_takers", "yellow": "swift_retreat"},
        gold={"yellow": 6, "blue": 2},
    )
    t.attack("knight", "cinderpass", "frostvale").bids(3, 3)
    assert t.gold("blue") == 5
    assert t.asked == [("yellow", "attack.retreat")]

    t.choose(True)

    assert (t.gold("yellow"), t.gold("blue")) == (1, 5)
    assert t.at("cinderpass") == "yellow knight"
    assert not t.moves("knight", "cinderpass")
    assert not t.targets("knight", "cinderpass")


@pytest.mark.rule("EPIX-LAND-4", "EPIX-E-42", "EPIX-G-TWOPLAYERS")
def test_EPIX_E_42_EPIX_G_TWOPLAYERS():
    sheet = board(2)
    near = {sheet.names[p] for p in sheet.adjacent[sheet.number["willowmere"]]}
    assert near == {"aldermoor", "cinderpass", "vallorne", "kilimandjora"}

    t = position(2, units={"willowmere": "yellow knight", "cinderpass": "blue soldier"})

    assert t.moves("knight", "willowmere") == {"aldermoor", "vallorne"}
    assert "no province" in t.refuses("move", "knight", "willowmere", "thornwick").reason


@pytest.mark.rule("EPIX-MA-1", "EPIX-E-44", "EPIX-G-INTERLEAVE")
def test_EPIX_E_44_EPIX_G_INTERLEAVE():
    t = position(units={"cinderpass": "yellow soldier knight", "frostvale": "blue soldier camp"})
    t.attack("knight", "cinderpass", "frostvale").bids(1, 0).withdraw()
    t.attack("soldier", "cinderpass", "frostvale").bids(1, 0)

    assert t.at("frostvale") == "yellow soldier camp"
    assert t.moves("knight", "cinderpass") >= {"frostvale", "amberfield"}
    t.move("knight", "cinderpass", "frostvale", "amberfield")
    assert t.at("amberfield") == "yellow knight"


@pytest.mark.rule("EPIX-KNIGHT-1", "EPIX-E-101", "EPIX-G-LOOP")
def test_EPIX_E_101_EPIX_G_LOOP():
    def moved(knights):
        t = position(units={"cinderpass": "yellow knight"}, knights=knights)
        return t.move("knight", "cinderpass", "frostvale")

    person = moved("roaming")
    assert person.refuses("move", "knight", "frostvale", "cinderpass").rule == "EPIX-KNIGHT-1"
    assert "amberfield" in person.moves("knight", "frostvale")
    person.undo(0)
    assert person.at("cinderpass") == "yellow knight"

    program = position(units={"cinderpass": "yellow knight", "duskhold": "green soldier", "reedbank": "yellow soldier"})
    program.move("knight", "cinderpass", "frostvale")
    assert program.moves("knight", "frostvale") == set()
    program.move("soldier", "reedbank", "lochmess")  # something else happens
    assert "amberfield" in program.moves("knight", "frostvale")


@pytest.mark.rule("EPIX-CASTLE-7", "EPIX-E-102", "EPIX-G-CARD-STACK", "EPIX-G-CARD-COMBOS")
def test_EPIX_E_102_EPIX_G_CARD_STACK_EPIX_G_CARD_COMBOS():
    t = position(
        units={"frostvale": "yellow knight", "bronzegate": "blue soldier", "aldermoor": "yellow soldier"},
        cards={"blue": "deep_moat shield_wall", "yellow": "bribed_sentries"},
        gold={"yellow": 4},
    )
    t.attack("knight", "frostvale", "bronzegate").choose(True)
    assert t.asks[1].most == 2
    t.bids(1, 0, 2)
    assert (t.gold("yellow"), t.supply("blue", "soldier")) == (3, 3)

    t.go_on()
    assert t.asks[1].most == 3
    t.bids(0, 0, 1, 3)

    assert t.supply("yellow", "knight") == 2
    assert t.gold("yellow") == 3


@pytest.mark.rule("EPIX-ATTACK-16", "EPIX-E-103", "EPIX-G-CARD-COMBOS", "EPIX-G-GUESSDISTINCT")
def test_EPIX_E_103_EPIX_G_CARD_COMBOS_EPIX_G_GUESSDISTINCT():
    def spied(gold, bid):
        t = position(
            units={"cinderpass": "yellow soldier", "kilimandjora": "blue soldier", "aldermoor": "yellow knight"},
            cards={"blue": "court_spies"},
            gold={"yellow": gold},
        )
        return t.attack("soldier", "cinderpass", "kilimandjora").bids(bid).choose(True)

    t = spied(3, 3)
    assert t.told("attack.spied")[-1]["parity"] == "odd"
    assert list(t.asks[0].values) == [0, 1, 2, 3]
    t.refuses((1,))
    t.names(1, 3)
    assert t.at("cinderpass") == ""

    t = spied(4, 2)
    assert t.told("attack.spied")[-1]["parity"] == "even"
    t.names(0, 4)
    assert t.at("kilimandjora") == "yellow soldier"


@pytest.mark.rule("EPIX-AUC-8", "EPIX-E-104", "EPIX-G-AUC-ALLZERO")
@pytest.mark.parametrize(
    ("bids", "paid"),
    [
        ({"yellow": 0, "blue": 0, "red": 0, "green": 0}, 0),
        ({"yellow": 0, "blue": 3, "red": 0, "green": 3}, 1),
        ({"yellow": 0, "blue": 0, "red": 0, "green": 1}, 0),
    ],
)
def test_EPIX_E_104_EPIX_G_AUC_ALLZERO(bids, paid):
    t = position(phase="first_player_auction", action=None, first="blue", cards={"green": "royal_herald"})
    t.together(**bids)

    assert t.asked == [("green", "auction.first")]
    assert t.gold("green") == 10 - paid


@pytest.mark.rule("EPIX-WINTER-5", "EPIX-E-105", "EPIX-G-LASTWINTER")
@pytest.mark.parametrize(("yellow_holds", "plays"), [(3, True), (4, False)])
def test_EPIX_E_105_EPIX_G_LASTWINTER(yellow_holds, plays):
    held = ["cinderpass", "willowmere", "kilimandjora"][: yellow_holds - 1]
    units = {"duskhold": "green soldier", "greyford": "green soldier", **dict.fromkeys(held, "yellow soldier")}
    t = last_winter_player("recruitment tax", units=units, gold={"green": 1, "yellow": 2, "blue": 0, "red": 0})

    assert can_still_win(t.game.built, 3, ("recruitment", "tax")) == plays
    assert (t.told("winter.skipped") == []) == plays
    if not plays:
        assert t.winners == {"yellow"}
        return
    t.choose("tax").recruit("camp", "reedbank").done()
    assert (t.gold("green"), t.winners) == (3, {"green"})


@pytest.mark.rule("EPIX-PRE-13", "EPIX-PRE-15", "EPIX-E-106", "EPIX-G-PRE-END", "EPIX-G-PRE-OUTBID")
def test_EPIX_E_106_EPIX_G_PRE_END_EPIX_G_PRE_OUTBID():
    t = position(
        2, phase="preliminary", action=None, lay="deep_moat", bids={"deep_moat": ("yellow", 6, "camp")},
        gold={"yellow": 0, "blue": 9},
    )  # fmt: skip
    assert t.told("preliminary.passed") == [{"seat": 0}]
    assert t.asked == [("blue", "preliminary")]

    t.act("bid", "deep_moat").choose({"amount": 7, "marker": "camp"})
    assert (t.gold("yellow"), t.supply("yellow", "camp")) == (6, 3)
    assert t.asked == [("blue", "preliminary")]
    t.act("pass")

    assert t.season == "spring"
    assert (t.gold("yellow"), t.gold("blue")) == (6, 2)
    assert t.cards("blue") == {"deep_moat"}


@pytest.mark.rule("EPIX-ATTACK-16", "EPIX-CASTLE-5", "EPIX-E-107", "EPIX-G-LOCK")
def test_EPIX_E_107_EPIX_G_LOCK():
    def before_the_castle(gold):
        t = position(
            units={"frostvale": "yellow soldier", "bronzegate": "blue catapult", "aldermoor": "yellow knight"},
            gold={"yellow": gold},
        )
        return t.attack("soldier", "frostvale", "bronzegate")

    poor = before_the_castle(1)
    assert (poor.state.attack.victim, poor.state.attack.guesses) == ("garrison", 2)
    assert poor.asked == [("yellow", "attack.bid")]
    poor.bids(1)
    assert poor.told("attack.revealed")[-1]["named"] == [0, 1]
    assert (poor.at("frostvale"), poor.gold("yellow")) == ("", 0)

    rich = before_the_castle(5).bids(4, 0, 1)
    assert rich.winners == {"yellow"}
    assert rich.at("bronzegate") == "blue catapult"
