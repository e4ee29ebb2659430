"""A place to go to: who is shown one goes as near to it as may be, and is told what keeps him from there."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.core import Illegal
from arbiter.core.messages import faults
from arbiter.games.qadardalikoi import GAME, destinations, orders, pictured
from arbiter.games.qadardalikoi.destinations import Led, lead, toward
from arbiter.games.qadardalikoi.geometry import MM, Pose, distance
from arbiter.games.qadardalikoi.manoeuvres import Trial

from .field import area, field, still, unit

FAR = 2000 * MM
"""More than any move."""


def asked(*units, how=("go", 0), **more):
    return field(*units, unit(1, at=(600, 1150)), step="move.units", holds=True, **more).say(how).asks[0]


def end_of(ask, *spot):
    """Where the ghost is drawn for a place, in the picture, and the words beside it."""
    assert ask.refusal(spot) is None
    told = ask.foreseen(spot)
    return told.tokens[0].at, told.text


def moved(t):
    return t.unit(0).pose.x / MM, 1200 - t.unit(0).pose.y / MM


# The manoeuvres that lead to a place


@pytest.mark.rule("QAD-GEO-5")
def test_a_formed_unit_goes_straight_or_wheels_and_nothing_else():
    t = still(unit(0, files=8, ranks=2))
    body = t.unit(0)
    assert toward(body, Pose(60000, 40000, 0), FAR) == [("advance", 100, 0)]
    assert toward(body, Pose(60000, 29000, 0), FAR) == []
    way = [("advance", 20, 0), ("wheel_right", 15, 0), ("advance", 40, 0)]
    there = orders.plan(t.g, body, way).unit.pose
    assert toward(body, there, FAR) == way


def test_who_points_at_a_place_need_not_point_exactly():
    """A little beside the line is on it; farther off the unit wheels toward the place, and its facing follows."""
    t = still(unit(0, files=8, ranks=2))
    body = t.unit(0)
    assert toward(body, Pose(61000, 40000, 0), FAR) == [("advance", 100, 0)]
    way = toward(body, Pose(62000, 39000, 0), FAR)
    assert [verb for verb, _, _ in way] == ["wheel_right", "advance"]
    end = orders.plan(t.g, body, way).unit.pose
    assert distance(end.x - 62000, end.y - 39000) <= 15 * MM
    slanted = replace(body, pose=Pose(60000, 30000, 3))
    assert toward(slanted, Pose(60000, 40000, 0), FAR) == [("advance", 100, 0)], "tenths of a degree keep nobody"


@pytest.mark.parametrize("facing", [91, 135, 180, 225, 269])
def test_no_wheel_leads_to_a_place_that_looks_back(facing):
    assert toward(unit(0), Pose(600 * MM, 400 * MM, 10 * facing), FAR) == []


# As near as may be


def test_a_place_too_far_is_gone_toward_as_far_as_the_move_goes():
    end, text = end_of(asked(unit(0)), 600, 500, 0)
    assert end == (600, 740)
    assert (text.key, text.args["short"], text.args["rule"]) == ("foreseen.short", "240", "QAD-2.110-G1")
    assert text.args["why"].args == {"rate": "160"}


def test_a_place_to_the_side_is_wheeled_toward():
    (x, y), text = end_of(asked(unit(0)), 900, 700, 0)
    assert x > 640
    assert y < 850
    assert text.args["rule"] == "QAD-2.110-G1"


def test_what_is_seen_before_is_what_happens():
    t = field(unit(0), unit(1, at=(600, 1150)), step="move.units", holds=True).say(("go", 0))
    end, _ = end_of(t.asks[0], 900, 700, 0)
    t.say((900, 700, 0))
    assert moved(t) == pytest.approx(end, abs=0.01)
    assert t.unit(0).deeds.acted


@pytest.mark.parametrize(
    ("land", "friend", "rule", "far"),
    [
        ([], unit(0, "medium", at=(600, 400)), "QAD-GEO-6", 75),
        ([area("cliff", 0, 380, 2400, 400, closed=True)], None, "QAD-GEO-25", 68),
        ([area("hedge", 0, 380, 2400, 385, obstacle=True)], None, "QAD-2.144-a", 68),
    ],
)
def test_who_is_stopped_says_by_what(land, friend, rule, far):
    ask = asked(unit(0), *([friend] if friend else []), land=land)
    (x, y), text = end_of(ask, 600, 750, 0)
    assert (x, y) == pytest.approx((600, 900 - far), abs=1)
    assert (text.key, text.args["rule"]) == ("foreseen.short", rule)


def test_the_edge_of_the_table_stops_too():
    _, text = end_of(asked(unit(0, at=(900, 1100))), 900, 5, 0)
    assert text.args["rule"] == "QAD-GEO-20"


def test_slower_ground_shortens_the_way_instead_of_forbidding_it():
    """The swamp begins 40 mm ahead, where heavy troops go 50 mm a turn."""
    ask = asked(unit(0), land=[area("swamp", 0, 352.5, 2400, 700, going="swamp")])
    (_, y), text = end_of(ask, 600, 760, 0)
    assert 847 <= y <= 861
    assert text.args["rule"] in ("QAD-2.110-G1", "QAD-GEO-5")


def test_who_would_not_come_nearer_is_told_why():
    ask = asked(unit(0), unit(0, "medium", at=(600, 326)))
    assert ask.refusal((600, 950, 0)).rule == "QAD-GEO-5", "nobody steps back"
    assert ask.refusal((600, 800, 0)).rule == "QAD-GEO-6", "a friend right before the front"
    assert asked(unit(0, fatigue=0)).refusal((600, 800, 0)).rule == "QAD-2.300-a"


def test_a_facing_that_is_wished_is_wheeled_to():
    told = asked(unit(0)).foreseen((600, 900, 30))
    assert told.tokens[0].facing == 30
    slow = asked(unit(0, files=20)).foreseen((600, 900, 90))
    assert 20 <= slow.tokens[0].facing <= 25, "as far round as the move goes"


@settings(max_examples=60)
@given(st.integers(0, 2400), st.integers(0, 1200), st.integers(0, 359))
def test_whatever_is_pointed_at_is_lawful_or_refused(x, y, facing):
    t = still(
        unit(0, at=(1200, 300), files=8, ranks=2), unit(0, "medium", at=(1350, 420), files=6),
        land=[area("swamp", 900, 380, 1150, 600, going="swamp"), area("hedge", 1250, 200, 1270, 500, obstacle=True)],
    )  # fmt: skip
    goal = pictured.pose(t.state.land, (x, y, facing))
    found = lead(t.g, t.unit(0), goal)
    if isinstance(found, Illegal):
        assert faults(GAME.catalogue("en"), found.key, found.arguments) == []
    else:
        assert isinstance(orders.plan(t.g, t.unit(0), found.order), Trial)
        assert destinations.nearer(t.unit(0), found.trial.unit.pose, goal)
        assert found.trial.spent <= found.trial.rate + MM


def test_it_comes_as_near_as_any_wheel_would_bring_it():
    """Held against all wheels by whole degrees with all that is left of the move after them."""
    t = still(unit(0, at=(1200, 300), files=4, ranks=2))
    goal = Pose(1330 * MM, 420 * MM, 0)
    found = lead(t.g, t.unit(0), goal)
    assert isinstance(found, Led)
    others = [
        orders.plan(t.g, t.unit(0), [("wheel_right", turn, 0), ("advance", way, 0)])
        for turn in range(5, 91, 5) for way in range(10, 160, 10)
    ]  # fmt: skip
    best = min(destinations.off(one.unit.pose, goal) for one in others if isinstance(one, Trial))
    assert destinations.off(found.trial.unit.pose, goal) <= best + MM


# Those who go freely, and command stands


def test_who_goes_freely_ends_where_the_way_ends():
    t = field(unit(0, "light", order="skirmish"), unit(1, at=(600, 1150)), step="move.units", holds=True).say(("go", 0))
    (x, y), text = end_of(t.asks[0], 600, 300, 0)
    assert (x, y) == (600, 600)
    assert (text.key, text.args["short"], text.args["rule"]) == ("foreseen.short", "300", "QAD-GEO-5")
    t.say((600, 300, 0))
    assert moved(t) == (600, 600)


# Orders that are refused


def test_a_refused_order_still_shows_where_it_would_lead():
    ask = asked(unit(0), how=("order", 0))
    refused = ask.refusal({**ask.usual, "do1": "advance", "by1": 400})
    assert refused.key == "move.too_far"
    drawn = {one.id: one for one in refused.shows().overlays}
    assert list(drawn) == ["foreseen-arc", "foreseen-way", "foreseen-ruler", "foreseen-end"]
    assert drawn["foreseen-way"].points[-1] == (600, 500)
    assert drawn["foreseen-ruler"].name.args == {"way": "400", "points": 1}
    assert max(y for _, y in drawn["foreseen-end"].points) == pytest.approx(512.5)
    assert ask.refusal(dict(ask.usual)) is None


def test_half_a_move_offers_half_a_move_and_no_charge():
    bows = unit(0, "bows", at=(600, 300))
    near = unit(1, "medium", at=(600, 450))
    whole = field(bows, near, step="move.units", holds=True).say(("order", 0)).asks[0]
    half = field(bows, near, step="move.units", holds=True).say(("halves", 0)).asks[0]
    most = [next(one for verbs, one in ask.cases["by1"].asks if "advance" in verbs).most for ask in (whole, half)]
    assert most == [300, 150]
    offered = [{option.value for option in ask.fields["do1"].options()} for ask in (whole, half)]
    assert offered[0] - offered[1] == {"charge", "drift_left", "drift_right"}
