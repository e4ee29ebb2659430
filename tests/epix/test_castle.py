"""Castles and their Garrisons."""

import pytest

from .table import position


def storming(garrison="", *, attacker="soldier", gold=12, **more):
    """A yellow unit in Frostvale before Bronzegate; another keeps the action open."""
    units = {"frostvale": f"yellow {attacker}", "aldermoor": "yellow knight"}
    if garrison:
        units["bronzegate"] = f"blue {garrison}"
    return position(units=units, gold={"yellow": gold}, **more)


@pytest.mark.rule("EPIX-CASTLE-1", "EPIX-LAND-7")
def test_the_garrison_has_no_piece_but_is_always_there():
    t = storming()
    assert t.at("bronzegate") == ""
    assert t.holds("blue") == {"bronzegate"}

    t.attack("soldier", "frostvale", "bronzegate")

    assert t.state.attack.victim == "garrison"
    assert t.asked == [("yellow", "attack.bid"), ("blue", "attack.guess")]


@pytest.mark.rule("EPIX-CASTLE-2", "EPIX-END-2")
def test_first_the_units_then_the_garrison_defend():
    t = storming("knight soldier").attack("soldier", "frostvale", "bronzegate")
    victims = [t.state.attack.victim]
    for _ in range(2):
        t.bids(3, 0, 1).go_on()
        victims.append(t.state.attack.victim)

    assert victims == ["soldier", "knight", "garrison"]


@pytest.mark.rule("EPIX-CASTLE-3", "EPIX-CASTLE-4")
@pytest.mark.parametrize("defender", ["soldier", "knight", ""])
def test_in_a_castle_all_defend_twice(defender):
    t = storming(defender).attack("soldier", "frostvale", "bronzegate")

    assert t.asks[1].least == t.asks[1].most == 2


@pytest.mark.rule("EPIX-CASTLE-5")
def test_a_catapult_in_a_castle_is_ignored():
    t = storming("catapult").attack("soldier", "frostvale", "bronzegate")

    assert t.state.attack.victim == "garrison"


@pytest.mark.rule("EPIX-CASTLE-6")
def test_one_bid_decides_over_the_garrison():
    won = storming().attack("soldier", "frostvale", "bronzegate").bids(3, 0, 1)
    lost = storming().attack("soldier", "frostvale", "bronzegate").bids(3, 3, 4)

    assert won.winners == {"yellow"}
    assert not lost.over
    assert lost.at("frostvale") == ""


@pytest.mark.rule("EPIX-CASTLE-6")
def test_the_garrison_is_whole_again_for_each_new_attack():
    t = storming(attacker="soldier knight").attack("soldier", "frostvale", "bronzegate").bids(3, 3, 4)

    t.attack("knight", "frostvale", "bronzegate")

    assert t.state.attack.victim == "garrison"
    assert t.asks[1].most == 2


@pytest.mark.rule("EPIX-CASTLE-7")
def test_cards_take_precedence_over_these_rules():
    t = storming("soldier", cards={"blue": "deep_moat"}).attack("soldier", "frostvale", "bronzegate")

    assert t.asks[1].most == 3


@pytest.mark.rule("EPIX-ATTACK-10", "EPIX-ATTACK-11")
def test_before_the_garrison_too_the_attacker_may_withdraw():
    t = storming("soldier").attack("soldier", "frostvale", "bronzegate").bids(3, 0, 1)
    assert t.asked == [("yellow", "attack.continue")]
    t.withdraw()

    assert t.at("frostvale") == "yellow soldier"
    assert t.at("bronzegate") == ""
    assert not t.over


@pytest.mark.rule("EPIX-END-2")
def test_the_garrison_cannot_be_attacked_before_the_units_are_gone():
    t = storming("knight").attack("soldier", "frostvale", "bronzegate").bids(3, 0, 1)

    assert not t.over
    assert t.holds("blue") == {"bronzegate"}


@pytest.mark.rule("EPIX-CASTLE-2", "EPIX-END-1", "EPIX-END-2")
@pytest.mark.parametrize(
    ("attacker", "home", "castle", "owner"),
    [
        ("blue", "cinderpass", "aldermoor", "yellow"),
        ("yellow", "frostvale", "bronzegate", "blue"),
        ("green", "thornwick", "corvane", "red"),
        ("red", "reedbank", "duskhold", "green"),
    ],
)
def test_every_castle_falls_in_the_same_way(attacker, home, castle, owner):
    units = {home: f"{attacker} knight", castle: f"{owner} soldier knight catapult"}
    t = position(units=units, acting=attacker, gold=12).attack("knight", home, castle)
    for victim in ("soldier", "knight"):
        assert t.asked[1] == (owner, "attack.guess")
        assert t.state.attack.victim == victim
        t.bids(2, 0, 1)
        assert t.at(home) == f"{attacker} knight"  # before the walls, not inside
        t.go_on()
    assert t.state.attack.victim == "garrison"
    assert t.asks[1].most == 2
    t.bids(2, 0, 1)

    assert t.winners == {attacker}
    assert t.outcome.args["province"] == castle
