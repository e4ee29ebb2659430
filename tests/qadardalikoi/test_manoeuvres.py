"""2.110-2.135: rates, ground, facing, wheels, formation changes."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arbiter.core import Illegal
from arbiter.games.qadardalikoi import closing, columns, manoeuvres, rates, turning
from arbiter.games.qadardalikoi.cohorts import holds_together
from arbiter.games.qadardalikoi.formations import arranged, middle
from arbiter.games.qadardalikoi.geometry import DEGREE, MM, TURN, Base, Pose, apart, arc, distance, overlap
from arbiter.games.qadardalikoi.geometry import crowds as many
from arbiter.games.qadardalikoi.geometry.bases import corners
from arbiter.games.qadardalikoi.geometry.crowds import Crowd, overlapping
from arbiter.games.qadardalikoi.geometry.shapes import Shapes
from arbiter.games.qadardalikoi.ground import rectangle
from arbiter.games.qadardalikoi.manoeuvres import Trial
from arbiter.games.qadardalikoi.orders import plan, verbs_for
from arbiter.games.qadardalikoi.ranks import ranks

from .field import area, field, still, unit


def planned(t, n, *order):
    """How an order would go: verbs and numbers one after the other."""
    words = [tuple(part) + (0,) * (3 - len(part)) for part in order]
    return plan(t.g, t.unit(n), words)


def went(t, n, *order):
    found = planned(t, n, *order)
    assert isinstance(found, Trial), found
    return found


def refused(t, n, *order):
    found = planned(t, n, *order)
    assert isinstance(found, Illegal), found.unit.pose
    return found.rule


# 2.110 rates and ground


@pytest.mark.rule("QAD-2.110-a", "QAD-2.110-G3", "QAD-2.112-a", "QAD-2.113-a", "QAD-2.114-a", "QAD-2.116-a")
def test_each_troop_has_its_rate_on_each_going():
    t = still(unit(0, "heavy"), unit(0, "medium", at=(900, 300)), unit(0, "light", at=(1200, 300)))
    goings = ("road", "open", "woods", "light_slope", "heavy_slope", "swamp")
    found = [[rates.on_going(t.g, t.unit(n), going) // MM for going in goings] for n in range(3)]
    assert found[0] == [200, 160, 140, 150, 100, 50]
    assert found[1] == [240, 200, 180, 180, 120, 60]
    assert found[2] == [300, 300, 240, 240, 200, 100]
    assert [rates.charge_bonus(t.g, t.unit(n)) // MM for n in range(3)] == [60, 70, 80]


@pytest.mark.rule("QAD-2.110-b", "QAD-2.110-c", "QAD-2.110-E1", "QAD-2.110-E2", "QAD-2.110-G2")
def test_a_slope_counts_in_the_turn_it_is_entered_and_not_before():
    slope = area("slope", 0, 600, 2400, 900, going="light_slope")
    t = still(unit(0, "medium", at=(600, 387.5)), unit(0, "medium", at=(900, 537.5)), land=[slope])
    up = went(t, 0, ("advance", 200))
    assert (up.rate, up.goings) == (200 * MM, ["open"])
    assert went(t, 1, ("advance", 180)).rate == 180 * MM
    assert refused(t, 1, ("advance", 182)) == "QAD-2.110-G1"


@pytest.mark.rule("QAD-2.112-X1", "QAD-2.112-G1")
def test_a_road_counts_only_for_who_is_wholly_on_it():
    road = area("road", 580, 300, 620, 1000, going="road")
    column = {"files": 1, "ranks": 8, "formation": 4}
    t = still(unit(0, "heavy", at=(600, 380), **column), unit(0, "heavy", at=(600, 800), **column), land=[road])
    assert went(t, 0, ("advance", 160)).rate == 160 * MM
    assert went(t, 1, ("advance", 50)).rate == 200 * MM


@pytest.mark.rule("QAD-2.112-a", "QAD-2.112-G1")
@pytest.mark.parametrize(("way", "rate"), [(60, 200), (100, 160)])
def test_who_leaves_a_road_for_less_than_he_went_on_it_has_its_rate_no_more(way, rate):
    road = area("road", 500, 200, 700, 400, going="road")
    t = still(unit(0, "heavy", at=(600, 320)), land=[road])
    assert went(t, 0, ("advance", way)).rate == rate * MM


@pytest.mark.rule("QAD-2.115-G2")
def test_down_is_as_slow_as_up():
    slope = area("slope", 0, 600, 2400, 900, going="heavy_slope")
    t = still(unit(0, "heavy", at=(600, 700)), unit(0, "heavy", at=(900, 700), facing=180), land=[slope])
    assert went(t, 0, ("advance", 100)).rate == went(t, 1, ("advance", 100)).rate == 100 * MM


@pytest.mark.rule("QAD-2.111-a", "QAD-2.111-b", "QAD-2.111-G2", "QAD-2.111-G3")
def test_a_forced_march_is_for_columns_on_good_ground():
    wood = area("wood", 800, 0, 1200, 1200, going="woods")
    column = {"files": 1, "ranks": 4, "formation": 4}
    t = still(unit(0, **column), unit(0, at=(300, 300)), unit(0, at=(1000, 300), **column), land=[wood])
    fast = went(t, 0, ("march", 400))
    assert (fast.points, fast.rate) == (3, 400 * MM)
    assert refused(t, 1, ("march", 200)) == "QAD-2.111-a"
    assert refused(t, 2, ("march", 200)) == "QAD-2.111-G2"
    assert refused(t, 0, ("march", 100), ("advance", 50)) == "QAD-2.111-G2"
    assert went(t, 0, ("march", 100), ("wheel_right", 30)).points == 4


@pytest.mark.rule("QAD-2.120-a", "QAD-0.420-i", "QAD-0.420-k")
@pytest.mark.parametrize("number", [7, 8])
def test_square_and_ring_keep_to_open_ground(number):
    wood = area("wood", 0, 700, 2400, 900, going="woods")
    t = still(unit(0, files=8, ranks=4), land=[wood])
    body = t.unit(0)
    body.formation = number
    body.figures = arranged(body, number)
    assert rates.on_going(t.g, body, "road") == rates.on_going(t.g, body, "open") == 160 * MM
    assert rates.on_going(t.g, body, "woods") == 0


@pytest.mark.rule("QAD-2.120-X1", "QAD-2.120-b", "QAD-0.420-y", "QAD-0.420-z", "QAD-0.420-G5")
def test_in_the_shield_wall_a_unit_goes_obliquely_and_slowly():
    t = still(unit(0, "light", stance=True))
    there = went(t, 0, ("oblique_right", 240))
    assert there.rate == 240 * MM
    assert there.unit.pose == Pose(60000 + 16971, 30000 + 16971, 0)
    assert refused(t, 0, ("oblique_left", 241)) == "QAD-2.110-G1"
    assert refused(t, 0, ("advance", 10)) == refused(t, 0, ("wheel_left", 10)) == "QAD-0.420-G5"
    assert refused(t, 0, ("skirmish",)) == refused(t, 0, ("open",)) == "QAD-0.420-G5"
    assert went(t, 0, ("stance",), ("skirmish",)).unit.order == "skirmish"


@pytest.mark.rule("QAD-0.420-x", "QAD-0.420-G6")
def test_the_shield_wall_needs_shields():
    t = still(unit(0, "heavy"), unit(0, "bows", at=(900, 300)))
    wall = went(t, 0, ("stance",))
    assert (wall.unit.stance, wall.points, wall.spent) == (True, 1, 70 * MM)
    assert refused(t, 1, ("stance",)) == "QAD-0.420-G6"


# 2.131 facing


@pytest.mark.rule("QAD-2.131-E1", "QAD-2.131-c", "QAD-2.131-b")
def test_an_about_face_fills_the_turn_and_tires_nobody():
    t = still(unit(0))
    about = went(t, 0, ("face_right", 180))
    assert (about.unit.pose.facing, about.points, about.left, about.faced) == (1800, 0, 0, True)
    assert refused(t, 0, ("face_right", 180), ("advance", 1)) == "QAD-2.110-G1"


@pytest.mark.rule("QAD-2.131-G1", "QAD-GEO-2")
@pytest.mark.parametrize(("angle", "spent"), [(45, 50), (90, 100), (180, 200)])
def test_who_has_lost_half_his_line_turns_about_the_middle_of_those_who_are_left(angle, spent):
    one = unit(0, "medium", files=8)
    one.figures = one.figures[:4]
    turned = went(still(one), 0, ("face_left", angle))
    assert (middle(turned.unit)[:2], turned.spent) == ((560 * MM, 300 * MM), spent * MM)


@pytest.mark.rule("QAD-2.131-c", "QAD-2.117-G1")
def test_nobody_charges_after_an_about_face():
    """The bonus alone, 70 mm, would reach him; so it does after three quarters of a turn."""
    foe = unit(1, "medium", at=(600, 390), files=4, ranks=2)
    t = still(unit(0, "medium", facing=180, files=4, ranks=2), foe)
    for order in ([("face_right", 180)], [("face_right", 90)] * 2, [("stance",), ("stance",)]):
        assert refused(t, 0, *order, ("charge", 1)) == "QAD-2.117-G1"
    t = still(unit(0, "medium", facing=225, files=2), foe)
    assert went(t, 0, ("face_right", 135), ("charge", 1)).touched == (1,)


@pytest.mark.rule("QAD-2.131-G1", "QAD-2.142c-a")
def test_nobody_turns_out_of_a_melee():
    """Two files eight deep would be shorter by 20 mm if they turned aside; about they may."""
    t = still(unit(0, "medium", files=2, ranks=8), unit(1, "medium", at=(600, 425), files=4, ranks=2))
    assert refused(t, 0, ("face_right", 90)) == "QAD-2.142c-a"
    assert went(t, 0, ("face_right", 180)).unit.pose.facing == 1800


@pytest.mark.rule("QAD-2.131-X1", "QAD-2.131-a", "QAD-2.131-D1")
def test_fifty_degrees_are_two_steps():
    t = still(unit(0, "medium", files=2))
    turned = went(t, 0, ("face_right", 50), ("advance", 100))
    assert turned.points == 1
    assert turned.left <= MM
    assert refused(t, 0, ("face_right", 50), ("advance", 102)) == "QAD-2.110-G1"


@pytest.mark.rule("QAD-2.131-X11", "QAD-2.131-G1")
def test_a_long_line_cannot_turn_by_half_a_right_angle_but_turns_in_place():
    t = still(unit(0, "heavy", at=(1200, 600), files=20, ranks=4))
    assert refused(t, 0, ("face_right", 45)) == "QAD-2.110-G1"
    line = went(t, 0, ("face_right", 90))
    rank = ranks(line.unit)
    assert (sum(n == 1 for n in rank.values()), max(rank.values())) == (4, 20)
    assert line.unit.pose == Pose(120000, 60000, 900)
    assert line.left == 80 * MM
    front = [one.n for one in line.unit.figures if rank[one.n] == 1]
    assert sorted(front) == [19, 39, 59, 79]


@pytest.mark.rule("QAD-2.131-G1")
def test_a_turn_needs_free_room():
    t = still(unit(0, files=8, ranks=1), unit(0, at=(700, 300), files=2, ranks=2))
    assert refused(t, 0, ("face_left", 90)) == "QAD-2.131-G1"


# 2.132, 2.133 order and formation


@pytest.mark.rule("QAD-2.132-a", "QAD-2.132-b", "QAD-2.132-G1")
def test_open_order_takes_half_a_move_and_twice_the_front():
    t = still(unit(0, "medium", files=6, ranks=2, formation=3))
    loose = went(t, 0, ("open",))
    assert (loose.points, loose.spent, loose.unit.order) == (1, 100 * MM, "open")
    front = sorted(one.spot.x for one in loose.unit.figures if one.spot.y > 0)
    assert {b - a for a, b in pairwise(front)} == {40 * MM}


@pytest.mark.rule("QAD-2.131-G1", "QAD-2.132-G1")
@pytest.mark.parametrize("turn", ["face_left", "face_right"])
def test_a_unit_that_turns_in_open_order_stays_in_open_order(turn):
    """Eight files of two ranks, 40 mm from file to file: afterwards two files of eight, the same from file to file."""
    t = still(unit(0, files=8, ranks=2, cohort=16), unit(1, at=(600, 900)))
    t = still(went(t, 0, ("open", 0)).unit, unit(1, at=(600, 900)))
    found = went(t, 0, (turn, 90)).unit
    assert sorted({one.spot.x for one in found.figures}) == [-20 * MM, 20 * MM]
    assert max(ranks(found).values()) == 8
    assert holds_together(t.g, found)


@pytest.mark.rule("QAD-2.131-G1", "QAD-2.132-G1")
@pytest.mark.parametrize("order", ["close", "open"])
@pytest.mark.parametrize("cohorts", [9, 12])
@pytest.mark.parametrize("number", [*range(1, 15), 18])
def test_in_no_formation_does_anybody_turn_onto_his_neighbour(number, cohorts, order):
    made = unit(0, "medium", files=4, ranks=cohorts, formation=number, order=order)
    made = replace(made, figures=arranged(made, number))
    for turn in (-900, 900, 1800):
        after = replace(made, figures=turning.faced(made, turn)) if turning.in_place(made, turn) else made
        bases = Crowd.of([one.local(after.kit(one.cohort)) for one in after.figures])
        i, j = overlapping(bases, bases)
        assert (i == j).all(), f"turned by {turn}"


@pytest.mark.rule("QAD-2.132-G2", "QAD-2.003-G2", "QAD-2.003-a")
def test_only_light_infantry_skirmishes():
    t = still(unit(0, "light", files=4), unit(0, "medium", at=(900, 300)))
    assert went(t, 0, ("skirmish",)).unit.order == "skirmish"
    assert refused(t, 1, ("skirmish",)) == "QAD-2.003-a"


@pytest.mark.rule("QAD-2.133-a", "QAD-2.133-b", "QAD-2.300-X3")
def test_a_formation_change_takes_half_a_move_and_keeps_the_midpoint():
    t = still(unit(0, files=8, ranks=2))
    wedge = went(t, 0, ("form", 5), ("advance", 80))
    assert (wedge.points, wedge.unit.formation, wedge.left) == (2, 5, 0)
    assert wedge.legs[0].pose == t.unit(0).pose
    assert went(t, 0, ("wheel_left", 10), ("advance", 50)).points == 2


@pytest.mark.rule("QAD-2.133-G1")
def test_a_formation_change_brings_nobody_nearer_to_an_enemy():
    t = still(unit(0, files=16, ranks=1), unit(1, at=(600, 400)))
    assert refused(t, 0, ("form", 2)) == "QAD-2.133-G1"
    far = still(unit(0, files=16, ranks=1), unit(1, at=(600, 600)))
    assert went(far, 0, ("form", 2)).unit.formation == 2


@pytest.mark.rule("QAD-2.133-G2")
def test_who_touches_the_enemy_keeps_its_formation():
    t = still(unit(0, files=8, ranks=2), unit(1, at=(600, 337.5)))
    found = Trial(t.g, t.unit(0)).form(2)
    assert found.rule == "QAD-2.133-G2"


# 2.135 wheels


@pytest.mark.rule("QAD-2.135-a", "QAD-2.135-b", "QAD-2.135-c", "QAD-2.135-G1", "QAD-GEO-9")
@pytest.mark.parametrize("verb", ["wheel_left", "wheel_right"])
def test_a_wheel_turns_about_its_inner_corner(verb):
    t = still(unit(0, files=8, ranks=2))
    wheel = went(t, 0, (verb, 30))
    assert wheel.spent == arc(160 * MM, 300)
    assert wheel.points == 1
    side = -1 if verb == "wheel_left" else 1
    corner = (side * 80 * MM, 25 * MM)
    assert wheel.unit.pose.to_table(*corner) == t.unit(0).pose.to_table(*corner)
    before, after = t.unit(0).bases(), wheel.unit.bases()
    for a in range(0, 16, 5):
        for b in range(16):
            was = distance(before[a].x - before[b].x, before[a].y - before[b].y)
            assert abs(distance(after[a].x - after[b].x, after[a].y - after[b].y) - was) <= 2


@pytest.mark.rule("QAD-GEO-9")
def test_a_wheel_is_no_more_than_a_right_angle_and_several_tire_once():
    t = still(unit(0, files=2))
    assert refused(t, 0, ("wheel_left", 91)) == "QAD-GEO-9"
    assert went(t, 0, ("wheel_left", 20), ("wheel_right", 20), ("wheel_left", 5)).points == 1


@pytest.mark.rule("QAD-GEO-9")
def test_a_wheel_ends_at_a_friend():
    t = still(unit(0, files=8, ranks=1), unit(0, at=(660, 340)))
    stopped = went(t, 0, ("wheel_left", 40))
    assert 3600 - 400 < stopped.unit.pose.facing < 3600
    pairs = [(a, b) for a in stopped.unit.bases() for b in t.unit(1).bases()]
    assert not any(overlap(a, b) for a, b in pairs)
    assert min(apart(a, b) for a, b in pairs) < 20 * MM


@pytest.mark.rule("QAD-GEO-9", "QAD-2.110-b")
def test_a_wheel_counts_a_strip_that_it_only_sweeps_over():
    """A patch of six by four millimetres before the outer end of a line, which has passed it after five degrees."""
    patch = area("swamp", 790, 315, 796, 319, going="swamp")
    t = still(unit(0, files=20), land=[patch])
    for turn, goings in ((-0.3, ["open"]), (-5, ["open", "swamp"]), (-10, ["open", "swamp"])):
        trial = Trial(t.g, t.unit(0))
        trial.wheel(round(turn * DEGREE))
        assert trial.goings == goings


@pytest.mark.rule("QAD-2.144-G1")
def test_who_stands_on_an_obstacle_crosses_it_straight_ahead_only():
    hedge = area("hedge", 0, 310, 2400, 314, obstacle=True)
    t = still(unit(0, files=6, ranks=2, obstacle=2), land=[hedge])
    wheeled = went(t, 0, ("wheel_right", 40))
    assert wheeled.unit.pose.facing < 100
    assert wheeled.halt.rule == "QAD-2.144-G1"
    assert refused(t, 0, ("face_right", 45)) == "QAD-2.131-G1"
    assert went(t, 0, ("face_right", 90)).unit.pose.facing == 900, "each in his place"
    assert refused(t, 0, ("form", 3, 12)) == "QAD-2.133-G1", "the second rank beside the first"
    assert went(t, 0, ("advance", 60)).spent == 60 * MM


# QAD-GEO-5, -6, -25


@pytest.mark.rule("QAD-GEO-6")
def test_formed_friends_stop_one_another_and_skirmishers_do_not():
    t = still(
        unit(0), unit(0, at=(600, 400)), unit(0, "light", at=(900, 400), order="skirmish"), unit(0, at=(900, 300))
    )
    assert went(t, 0, ("advance", 160)).spent == 75 * MM
    assert went(t, 3, ("advance", 160)).spent == 160 * MM


@pytest.mark.rule("QAD-GEO-20", "QAD-GEO-25")
def test_edges_and_closed_ground_stop_a_move():
    cliff = area("cliff", 0, 380, 700, 400, closed=True)
    t = still(unit(0), unit(0, at=(1200, 1100)), land=[cliff])
    assert abs(went(t, 0, ("advance", 160)).spent - 68 * MM) <= MM
    assert abs(went(t, 1, ("advance", 160)).spent - 88 * MM) <= MM


@pytest.mark.rule("QAD-GEO-8")
def test_a_unit_lines_up_with_what_it_touches():
    t = still(unit(0, files=8, ranks=2), unit(1, at=(620, 420), facing=200, files=6, ranks=2))
    hit = went(t, 0, ("advance", 160))
    assert hit.touched == (1,)
    assert hit.unit.pose.facing == 200
    flush = [apart(a, b) for a in hit.unit.bases() for b in t.unit(1).bases()]
    assert sum(gap <= 50 for gap in flush) >= 6


@pytest.mark.rule("QAD-GEO-8")
def test_a_unit_that_would_have_to_turn_too_far_stays_as_it_stands():
    t = still(unit(0, files=8, ranks=2), unit(1, at=(620, 420), facing=240, files=6, ranks=2))
    hit = went(t, 0, ("advance", 160))
    assert hit.touched == (1,)
    assert hit.unit.pose.facing in (0, 3300)


@pytest.mark.rule("QAD-GEO-25")
def test_skirmishers_in_the_way_are_pushed_along():
    t = still(unit(0, files=8, ranks=2), unit(1, "light", at=(600, 400), order="skirmish"))
    body = went(t, 0, ("advance", 160))
    assert body.spent == 160 * MM
    pushed = t.unit(1)
    pushed.figures = body.pushed[1]
    gaps = [min(apart(base, other) for other in body.unit.bases()) for base in pushed.bases()]
    assert all(gap <= 50 for gap in gaps)
    assert all(base.y > 460 * MM for base in pushed.bases())


@pytest.mark.rule("QAD-2.300-a", "QAD-2.300-b", "QAD-2.300-G7", "QAD-2.117-X3")
def test_an_order_needs_its_points_in_hand():
    t = still(unit(0, fatigue=1), unit(1, at=(600, 400)))
    assert went(t, 0, ("advance", 75)).touched == (1,)
    assert refused(t, 0, ("charge", 1)) == "QAD-2.300-a"
    assert refused(t, 0, ("wheel_left", 5), ("advance", 5)) == "QAD-2.300-a"


# QAD-GEO-22


@pytest.mark.rule("QAD-GEO-22")
def test_a_column_follows_its_head_round_a_bend():
    t = still(unit(0, files=1, ranks=8, formation=4))
    bend = went(t, 0, ("lead_right", 60), ("advance", 100))
    body = bend.unit
    assert bend.points == 2
    assert bend.spent == arc(20 * MM, 600) + 100 * MM
    assert body.pose.facing == 600
    bases = body.bases()
    steps = [distance(a.x - b.x, a.y - b.y) for a, b in pairwise(bases)]
    assert all(20 * MM <= step <= 25 * MM + 5 for step in steps)
    assert sum(abs(step - 25 * MM) <= 5 for step in steps) >= 4
    assert len({base.facing for base in bases}) > 1
    assert bases[-1].facing == 0
    assert holds_together(t.g, body)
    t.unit(0).pose, t.unit(0).figures = body.pose, body.figures
    on = went(t, 0, ("advance", 150)).unit
    assert {base.facing for base in on.bases()} == {600}


@pytest.mark.rule("QAD-GEO-22")
def test_only_a_column_bends_and_what_is_in_the_way_stops_it():
    t = still(unit(0, files=4), unit(0, at=(900, 300), files=1, ranks=6, formation=4), unit(0, at=(960, 400)))
    assert refused(t, 0, ("lead_left", 30)) == "QAD-GEO-22"
    stopped = went(t, 1, ("lead_right", 45), ("advance", 140))
    assert stopped.stopped
    assert stopped.spent < arc(20 * MM, 450) + 140 * MM, "it costs as far as it went"
    assert stopped.unit.pose.facing == 450


@pytest.mark.rule("QAD-GEO-22", "QAD-GEO-8")
@pytest.mark.parametrize("away", [437.5, 441, 447])
def test_a_bent_column_goes_right_up_to_the_enemy_and_its_head_lines_up(away):
    t = still(unit(0, files=1, ranks=6, at=(600, 250), formation=4), unit(1, at=(570, away), files=6))
    found = went(t, 0, ("lead_left", 20), ("advance", 120))
    assert found.touched == (1,)
    facings = {(found.unit.pose.facing + one.spot.turn) % 3600 for one in found.unit.figures}
    assert found.unit.pose.facing == 0
    assert facings - {0}, "the others stay in the bend"


@pytest.mark.rule("QAD-GEO-22", "QAD-2.144-a")
def test_a_bent_column_stops_at_the_foot_of_an_obstacle():
    wall = area("wall", 0, 400, 2400, 410, obstacle=True)
    t = still(unit(0, files=1, ranks=6, at=(600, 250), formation=4), land=[wall])
    found = went(t, 0, ("lead_left", 20), ("advance", 130))
    assert found.stopped
    foremost = max(y for base in found.unit.bases() for _, y in corners(base))
    assert abs(foremost - 400 * MM) <= 2 * MM


@pytest.mark.rule("QAD-GEO-22", "QAD-GEO-2")
@pytest.mark.parametrize(("files", "ahead"), [(1, 20), (2, 20), (1, 60)])
def test_a_column_whose_head_has_fallen_follows_the_next_rank(files, ahead):
    t = still(unit(0, files=files, ranks=8, formation=2 if files > 1 else 4))
    body = went(t, 0, ("lead_right", 90), ("advance", ahead)).unit
    left = tuple(one for one in body.figures if one.spot.turn)
    fallen = replace(body, figures=left)
    columns.led_anew(fallen)
    before = replace(body, figures=left).bases()
    assert all(abs(a.x - b.x) + abs(a.y - b.y) <= 4 for a, b in zip(before, fallen.bases(), strict=True))
    assert [a.facing for a in before] == [b.facing for b in fallen.bases()]
    assert fallen.pose.facing == before[0].facing, "where the foremost look by now"
    assert columns.bent(fallen)
    pose, figures = fallen.pose, fallen.figures
    columns.led_anew(fallen)
    assert (fallen.pose, fallen.figures) == (pose, figures)


@pytest.mark.rule("QAD-GEO-22")
def test_who_goes_on_without_a_head_goes_where_he_looks():
    t = still(unit(0, files=1, ranks=4, formation=4))
    body = went(t, 0, ("lead_right", 90), ("advance", 60)).unit
    men = replace(body, figures=tuple(one for one in body.figures if one.spot.turn)[-1:])
    t = field(men, unit(1, at=(600, 900)), rules=closing.close_ranks, step="move.ranks", first=0)
    assert {one.spot.turn for one in t.unit(0).figures} == {0}
    assert t.unit(0).pose.facing == men.bases()[0].facing


@pytest.mark.rule("QAD-GEO-22", "QAD-GEO-9")
@pytest.mark.parametrize("angle", [0, 91, 180])
def test_the_head_of_a_column_wheels_by_1_to_90_degrees(angle):
    t = still(unit(0, files=1, ranks=8, formation=4))
    assert refused(t, 0, ("lead_left", angle)) == "QAD-GEO-9"


@pytest.mark.rule("QAD-GEO-22")
@pytest.mark.parametrize(("files", "formation"), [(1, 4), (2, 2), (2, 3)])
def test_a_bent_column_that_turns_about_goes_back_along_its_own_way(files, formation):
    """The last rank leads, the ranks keep their distance, and nobody stands on anybody when it is straight again."""
    t = still(unit(0, "medium", at=(600, 600), files=files, ranks=8, formation=formation))
    for order in ([("lead_left", 45), ("advance", 60)], [("face_left", 180)], [("advance", 170)]):
        body = went(t, 0, *order).unit
        t.unit(0).pose, t.unit(0).figures = body.pose, body.figures
    found = t.unit(0)
    assert {base.facing for base in found.bases()} == {1800}
    i, j = overlapping(found.crowd(), found.crowd())
    assert (i == j).all()
    assert found.bases()[-1].y < found.bases()[0].y


@pytest.mark.rule("QAD-GEO-22", "QAD-2.131-G1")
def test_a_line_that_turned_to_the_side_is_a_column_whatever_its_numbers():
    """Eight files of two become eight ranks of two, in which numbers do not go from rank to rank."""
    t = still(unit(0, "medium", at=(600, 600), files=8, ranks=2))
    for order in ([("face_left", 90)], [("lead_left", 45), ("advance", 60)], [("advance", 190)]):
        body = went(t, 0, *order).unit
        t.unit(0).pose, t.unit(0).figures = body.pose, body.figures
    assert {base.facing for base in t.unit(0).bases()} == {2250}
    assert sorted(ranks(t.unit(0)).values()) == sorted([*range(1, 9)] * 2)


@pytest.mark.rule("QAD-2.131-G1", "QAD-GEO-22")
def test_a_bent_column_turns_to_the_side_as_a_whole_at_the_pace_of_its_farthest_corner():
    t = still(unit(0, "medium", at=(600, 600), files=1, ranks=8, formation=4))
    bend = went(t, 0, ("lead_left", 45), ("advance", 60)).unit
    t.unit(0).pose, t.unit(0).figures = bend.pose, bend.figures
    turned = went(t, 0, ("face_left", 90))
    assert turned.unit.figures == bend.figures
    assert turned.spent > turned.rate // 2


@pytest.mark.rule("QAD-2.131-G1", "QAD-0.420-g", "QAD-0.420-h", "QAD-0.420-j", "QAD-0.420-v")
@pytest.mark.parametrize("number", [6, 7, 8, 18])
@pytest.mark.parametrize("angle", [90, 180])
def test_who_looks_all_ways_is_drawn_up_so_again_after_a_turn(number, angle):
    """All as it was, seen from the unit: nobody of a ring or a square looks inward, and nobody stands on anybody."""
    body = unit(0, "medium", at=(600, 600), files=8, ranks=4, formation=number)
    t = still(replace(body, figures=arranged(body, number)))
    turned = went(t, 0, ("face_right", angle))
    assert turned.unit.figures == t.unit(0).figures
    assert turned.unit.pose == Pose(60000, 60000, angle * 10)
    assert turned.spent == angle // 45 * turned.rate // 4


@pytest.mark.rule("QAD-GEO-22", "QAD-2.142a-b")
def test_a_line_of_which_a_cohort_went_round_a_flank_is_no_bent_column():
    t = still(unit(0, "light", files=12), unit(1, at=(540, 350), files=4, ranks=3), unit(0, at=(1400, 300)))
    body = went(t, 0, ("outflank",)).unit
    t.unit(0).figures, t.unit(1).figures = body.figures, ()
    gone = went(t, 0, ("advance", 100)).unit
    assert gone.figures == body.figures, "all go straight on as they stand"
    assert gone.pose == Pose(60000, 40000, 0)
    assert refused(t, 0, ("lead_left", 30)) == "QAD-GEO-22"


@pytest.mark.rule("QAD-GEO-22")
def test_the_head_of_a_column_in_open_order_is_as_wide_as_it_stands():
    t = still(unit(0, "medium", files=2, ranks=8))
    assert went(t, 0, ("lead_right", 30)).spent == arc(40 * MM, 300)
    t.state.units[0] = went(t, 0, ("open",)).unit
    wide = went(t, 0, ("lead_right", 30))
    assert wide.spent == arc(60 * MM, 300)
    (x, y), (a, b) = (corners(of.base(of.figures[1]))[1] for of in (t.unit(0), wide.unit))
    assert distance(a - x, b - y) <= 5, "the inner front corner keeps its place"


# Formation 20, and moves that are none


@pytest.mark.rule("QAD-0.420-G5", "QAD-0.420-y", "QAD-2.120-b", "QAD-0.420-z")
def test_a_shield_wall_goes_along_one_line_and_is_as_slow_in_the_turn_in_which_it_ends():
    t = still(unit(0, "medium", files=8, ranks=4, stance=True))
    assert went(t, 0, ("oblique_left", 40), ("oblique_left", 40)).spent == 80 * MM
    assert refused(t, 0, ("oblique_left", 40), ("oblique_right", 40)) == "QAD-0.420-G5"
    left = went(t, 0, ("oblique_left", 60), ("stance",), ("advance", 30))
    assert (left.rate, left.spent) == (180 * MM, 180 * MM), "the rate of the woods, half of it for the change"
    assert refused(t, 0, ("oblique_left", 60), ("stance",), ("advance", 31)) == "QAD-2.110-G1"


@pytest.mark.rule("QAD-2.117-G6", "QAD-2.120-b")
def test_who_raises_its_shields_does_not_charge_and_who_lowers_them_does():
    foe = unit(1, "medium", at=(600, 480), files=8)
    t = still(unit(0, "medium", files=8, ranks=2), foe)
    assert refused(t, 0, ("stance",), ("charge", 1)) == "QAD-2.117-G6"
    t = still(unit(0, "medium", files=8, ranks=2, stance=True), foe)
    assert refused(t, 0, ("charge", 1)) == "QAD-2.117-G6"
    assert went(t, 0, ("stance",), ("charge", 1)).touched == (1,)


@pytest.mark.rule("QAD-0.420-G5", "QAD-0.420-y")
def test_a_shield_wall_neither_marches_nor_winds_nor_climbs():
    wall = area("wall", 0, 400, 2400, 410, obstacle=True)
    t = still(unit(0, "medium", at=(600, 300), files=2, ranks=8, stance=True), land=[wall])
    for order in (("march", 50), ("lead_left", 30), ("wheel_left", 5), ("cross",), ("advance", 50)):
        assert refused(t, 0, order) == "QAD-0.420-G5"
    assert not {"march", "lead_left", "cross", "charge"} & {*verbs_for(t.g, t.unit(0))}
    t = still(unit(0, "medium", at=(600, 300), files=2, ranks=8), land=[wall])
    assert [went(t, 0, order).points for order in (("lead_left", 30), ("cross",))] == [1, 1]


@pytest.mark.rule("QAD-2.111-G2", "QAD-2.111-G3")
def test_no_forced_march_after_another_move():
    t = still(unit(0, "medium", files=2, ranks=8))
    assert refused(t, 0, ("advance", 40), ("march", 100)) == "QAD-2.111-G2"
    assert went(t, 0, ("wheel_left", 10), ("march", 100)).points == 4


@pytest.mark.rule("QAD-2.110-G1", "QAD-0.522-D2")
def test_a_move_of_nothing_is_refused_and_takes_no_point():
    t = still(unit(0, files=2, ranks=8), unit(0, at=(900, 300), stance=True))
    for n, verb in ((0, "advance"), (0, "march"), (1, "oblique_left"), (1, "oblique_right")):
        assert refused(t, n, (verb, 0)) == "QAD-2.110-G1"


@pytest.mark.rule("QAD-0.420-a", "QAD-2.133-D1")
@pytest.mark.parametrize(
    ("number", "files", "able"),
    [
        (1, 16, True),
        (1, 7, True),
        (1, 6, False),
        (1, 32, False),
        (3, 32, True),
        (3, 11, True),
        (3, 8, False),
        (2, 1, 1),
    ],
)
def test_a_mountain_is_wider_than_deep_and_a_blade_a_line(number, files, able):
    t = still(unit(0, "medium", at=(1200, 600), files=8, ranks=4))
    if able:
        assert sum(rank == 1 for rank in ranks(went(t, 0, ("form", number, files)).unit).values()) == files
    else:
        assert refused(t, 0, ("form", number, files)) == "QAD-0.420-a"


# Skirmishers in the way


def loose(side, at, n=4):
    """A line in skirmish order."""
    made = unit(side, "light", at=at, files=n, order="skirmish")
    return replace(made, figures=arranged(made, 3, 0, "skirmish"))


@pytest.mark.rule("QAD-GEO-25", "QAD-2.131-G1", "QAD-GEO-3")
def test_nobody_turns_onto_skirmishers():
    t = still(unit(0, "medium", files=8, ranks=4), loose(1, (560, 365)))
    assert refused(t, 0, ("face_left", 45)) == "QAD-2.131-G1"


@pytest.mark.rule("QAD-GEO-25", "QAD-GEO-22", "QAD-GEO-3")
@pytest.mark.parametrize("away", [436, 441, 448])
def test_a_bent_column_stops_at_skirmishers(away):
    t = still(unit(0, "medium", files=2, ranks=8), loose(1, (600, away), n=8))
    found = went(t, 0, ("lead_left", 10), ("advance", 120))
    assert found.touched == (1,)
    assert max(overlap(one, other) for one in found.unit.bases() for other in t.unit(1).bases()) <= 50


def plainly_turned(self, angle, about):
    """A wheel as it is meant, a small step after the other, each looked at: what `Trial._turn` must come to."""
    start, sign = self.unit.pose, 1 if angle > 0 else -1
    x, y = start.to_table(*about)
    crowd = self.unit.crowd()
    reach = max(distance(a - x, b - y) for at in range(len(crowd)) for a, b in corners(crowd.base(at)))
    disc = many.Crowd.of([Base(x, y, 0, 2 * reach, 2 * reach)])
    round_it = many.box(disc)
    enemies = many.joined([self.enemies(round_it), self.loose(round_it)])
    foes, friends = [one.take(many.near(disc, one, 0)[1]) for one in (enemies, self.friends(round_it))]
    around = Shapes.of([rectangle(x - reach, y - reach, x + reach, y + reach)])
    barriers = self._barriers(around)
    total, done = abs(angle), 0
    step = max(1, MM * TURN * 100 // max(1, reach * 628))
    while done < total:
        here = self._turned(start, sign * done, about)
        safe = min(turning.nearest(here, foes), turning.nearest(here, friends), turning.from_ground(here, barriers))
        goes = min(total - done, max(step, safe * TURN * 100 // max(1, reach * 629)), manoeuvres.STEP)
        there = self._turned(start, sign * (done + goes), about)
        if turning.meets(there, foes) is not None or turning.meets(there, friends) is not None:
            break
        if barriers and not self._passable(there):
            break
        done += goes
    return done


@given(
    st.integers(4, 16), st.integers(1, 3), st.integers(-60, 60), st.sampled_from([-3, 0, 1, 2, 10, 200]),
    st.integers(-60, 60), st.integers(0, 20), st.booleans(), st.booleans(),
)  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_a_wheel_beside_others_goes_as_far_as_step_by_step(files, ranks, degrees, gap, off, turned, right, foe):
    """Many steps are looked at in one where somebody stands at the elbow: the wheel ends where it would without."""
    assume(degrees)
    away = 20 * files + gap / 10
    beside = unit(int(foe), at=(1200 + (away if right else -away), 300 + off), facing=turned, files=files, ranks=ranks)
    t = still(unit(0, at=(1200, 300), files=files, ranks=ranks), beside, unit(1, at=(1200, 1100)), step="move.units")
    about = turning.wheel_points(t.unit(0), degrees < 0)[0]
    plain = plainly_turned(Trial(t.g, t.unit(0)), degrees * DEGREE, about)
    assert Trial(t.g, t.unit(0))._turn(degrees * DEGREE, about) == plain
