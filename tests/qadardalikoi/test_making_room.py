"""How a general's units come out of a crowd of friends, and at an enemy at whom no charge is aimed."""

from dataclasses import replace

import pytest

from arbiter.games.qadardalikoi.advice import charging, drilling, moving
from arbiter.games.qadardalikoi.geometry import MM
from arbiter.games.qadardalikoi.orders import plan

from .field import still, unit
from .test_advice import drawn_up, mind


def test_an_enemy_before_the_end_of_a_long_line_is_advanced_upon_where_no_charge_is_aimed_at_him():
    line, foe = unit(0, files=16, ranks=2), unit(1, "light", at=(740, 346), facing=90, files=2, ranks=2)
    t = still(line, foe, step="move.units")
    order = charging.charge(mind(t), t.unit(0))
    assert [verb for verb, *_ in order] == ["advance"]
    assert plan(t.g, t.unit(0), order).touched == (1,)
    assert charging.charge(mind(t, general=False), t.unit(0)) == [], "a captain thinks of charges alone"


def wedged(enemy=(600, 1000), kind="heavy", beside=142):
    """A line with friends before both its ends and so far from its middle, and an enemy at a place."""
    columns = [unit(0, at=(x, 450), files=2, ranks=10) for x in (500, 700)]
    beside = [unit(0, at=(600 + x, 300), files=2, ranks=2) for x in (-beside, beside)]
    return still(
        unit(0, at=(600, 300), files=12, ranks=2), *columns, *beside, unit(1, kind, at=enemy), step="move.units"
    )


def test_a_long_unit_wedged_among_friends_becomes_a_block_and_goes_on():
    t = wedged()
    order = moving.decide(mind(t), t.unit(0))
    assert order == [("form", 2, 4)]
    block = replace(plan(t.g, t.unit(0), order).unit, deeds=t.unit(0).deeds)
    t.state.units[0] = block
    assert moving.decide(mind(t), block)[0][0] == "advance"


def test_archers_near_by_keep_no_unit_from_becoming_a_block():
    t = wedged((860, 400), "bows")
    assert moving.decide(mind(t), t.unit(0)) == [("form", 2, 4)]


@pytest.mark.parametrize("why", ["captain", "enemy"])
def test_no_unit_becomes_a_block_for_a_captain_or_before_the_enemy(why):
    t = wedged((600, 1000 if why == "captain" else 480))
    order = moving.decide(mind(t, general=why == "enemy"), t.unit(0))
    assert "form" not in [verb for verb, *_ in order]


def test_who_has_a_little_room_beside_takes_it():
    t = wedged(beside=200)
    turned, gone = moving.decide(mind(t), t.unit(0))
    assert turned[0] in ("face_left", "face_right")
    assert gone[0] == "advance"


def test_shooters_stand_in_no_line_that_is_in_the_way_of_everybody():
    lines = [{"legion": "tsolyani_shen_9th", "cohorts": 6}, {"legion": "tsolyani_14th_cb", "cohorts": 8}]
    roster = {"name": "Shots", "nation": "tsolyani", "units": lines}
    t = drawn_up({"scenario": "first_blood", "armies": "shots", "rosters": {"shots": roster}}, general=True)
    wide = [drilling.front(one, (one.formation, 0)) for one in t.state.units if one.side == 0]
    assert wide[0] < 400 * MM, "24 Shén in two ranks are 480 mm wide"
    assert wide[1] == drilling.front(t.state.units[1], (3, 0)) > 300 * MM, "others stand in line"
