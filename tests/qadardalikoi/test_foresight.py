"""What an order would come to, told before it is given; and nothing that the side may not know."""

import pytest
from msgspec import UNSET

from arbiter.core.messages import faults
from arbiter.games.qadardalikoi import GAME, foresight, movement, orders
from arbiter.games.qadardalikoi.geometry import MM

from .field import field, still, unit


def foreseen(t, *order):
    return foresight.of_order(t.g, t.unit(0), list(order))


def test_cost_ruler_arc_and_ghost_are_those_of_the_plan():
    t = still(unit(0, at=(600, 300)), unit(1, at=(600, 900)))
    order = [("advance", 50, 0), ("wheel_right", 20, 0)]
    told, plan = foreseen(t, *order), orders.plan(t.g, t.unit(0), order)
    assert told.text.args["points"] == plan.points == 2
    assert float(told.text.args["way"]) == pytest.approx(plan.spent / MM, abs=0.1)
    assert told.text.args["fatigue"] == 23
    (ghost,) = told.tokens
    assert ghost.at == pytest.approx((plan.unit.pose.x / MM, 1200 - plan.unit.pose.y / MM))
    assert ghost.facing == 20
    kinds = {type(one).__name__: one for one in told.overlays}
    assert set(kinds) == {"Arc", "Line", "Ruler"}
    assert (kinds["Arc"].sweep, kinds["Arc"].facing) == (90, 20)
    assert kinds["Ruler"].start == (600, 900)
    assert t.unit(0).pose.y == 300 * MM, "nothing has happened"


def test_an_enemy_that_is_met_is_named_and_one_that_is_not_seen_is_not():
    units = unit(0, at=(600, 300)), unit(1, "medium", at=(600, 400))
    met = foreseen(still(*units), ("advance", 150, 0))
    assert (met.text.key, met.text.args["units"]) == ("foreseen.contact", ["medium"])
    unseen = foreseen(still(*units, seen=[[], []]), ("advance", 150, 0))
    assert unseen.text.key == "foreseen.move"
    assert unseen.tokens[0].at == (600, 1200 - 450), "as if nobody stood there"


def test_what_is_not_allowed_is_not_foreseen():
    assert foreseen(still(unit(0), unit(1, at=(600, 900))), ("advance", 400, 0)) is None


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_what_is_foreseen_has_words(language):
    told = foreseen(still(unit(0, at=(600, 300)), unit(1, at=(600, 400))), ("advance", 150, 0))
    free = foreseen(still(unit(0, at=(600, 300)), unit(1, at=(600, 900))), ("advance", 50, 0))
    texts = [told.text, free.text, *(one.name for one in free.overlays if one.name is not None)]
    assert [wrong for one in texts for wrong in faults(GAME.catalogue(language), one.key, one.args)] == []


def test_both_ways_to_move_foresee():
    t = field(unit(0, at=(600, 300)), unit(1, at=(600, 900)), step="move.units", holds=True)
    t.say(("go", 0))
    (asked,) = t.asks
    assert asked.foreseen((600, 850, 0)).text.args["way"] == "50"
    stays = asked.foreseen((600, 900, 0))
    assert (stays.text.args["way"], stays.text.args["left"]) == ("0", stays.text.args["rate"]), "where it stands"
    assert [type(one).__name__ for one in stays.overlays] == ["Arc"], "where its front looks"
    t = field(unit(0, at=(600, 300)), unit(1, at=(600, 900)), step="move.units", holds=True).say(("order", 0))
    (asked,) = t.asks
    assert asked.refusal(dict(asked.usual)) is None, "a form that nobody touches stays"
    assert asked.foreseen({**asked.usual, "do1": "advance", "by1": 50}).text.args["way"] == "50"


def test_a_charge_is_offered_at_whom_it_may_be_made():
    far, near = unit(1, at=(1500, 900)), unit(1, "medium", at=(600, 450))
    t = field(unit(0, at=(600, 300)), near, far, step="move.units", holds=True)
    assert ("charge", 0) in t.asks[0].values
    t.say(("charge", 0))
    assert t.asks[0].values == [movement.HOLD, 1]
    nobody, medium = t.asks[0].options()
    assert (nobody.ids, medium.ids) == ((), ("unit-1",))
    assert nobody.foreseen is UNSET
    assert (medium.foreseen.text.key, medium.foreseen.text.args["units"]) == ("foreseen.contact", ["medium"])
    t.say(movement.HOLD)
    assert not t.unit(0).deeds.acted
    t.say(("charge", 0), 1)
    assert t.unit(0).deeds.charged == (1,)
    alone = field(unit(0, at=(600, 300)), far, step="move.units", holds=True)
    assert ("charge", 0) not in alone.asks[0].values


def test_who_goes_freely_sees_how_far_all_around_before_going():
    t = field(unit(0, order="skirmish", at=(600, 300)), unit(1, at=(600, 900)), step="move.units", holds=True)
    t.say(("go", 0))
    (asked,) = t.asks
    for spot in ((600, 900, 0), (640, 880, 0)):
        around = asked.foreseen(spot).overlays[0]
        assert (around.id, around.at, around.sweep) == ("foreseen-reach", (600, 900), 360)
        assert asked.refusal((600 + int(around.radius), 900, 0)) is None
        beyond = asked.foreseen((610 + int(around.radius), 900, 0))
        assert beyond.tokens[0].at == (600 + around.radius, 900)
        assert (beyond.text.args["short"], beyond.text.args["why"].key) == ("10", "move.too_far")
