"""Geometry in whole numbers: the laws that no battle may break."""

from math import atan2, cos, degrees, hypot, pi, radians, sin

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from arbiter.games.qadardalikoi.geometry import (
    DEGREE,
    MM,
    SLACK,
    TURN,
    Base,
    Pose,
    Spot,
    apart,
    arc,
    bearing,
    corners,
    distance,
    only_corners,
    overlap,
    rotated,
    side_touched,
    touching,
    turn_between,
    within,
)
from arbiter.games.qadardalikoi.geometry import crowds as crowd
from arbiter.games.qadardalikoi.geometry.bases import frame, nearest_point, reach
from arbiter.games.qadardalikoi.geometry.crowds import Crowd
from arbiter.games.qadardalikoi.geometry.lines import Lines, Points, crossed, crossings, past
from arbiter.games.qadardalikoi.geometry.measures import COSINES, ONE, SINES

from .field import unit

lengths = st.integers(-2500 * MM, 2500 * MM)
near = st.integers(-60 * MM, 60 * MM)
angles = st.integers(0, TURN - 1)
sizes = st.sampled_from([(20 * MM, 25 * MM), (25 * MM, 50 * MM), (40 * MM, 40 * MM), (75 * MM, 150 * MM)])


@st.composite
def bases(draw, spots=near):
    front, depth = draw(sizes)
    return Base(draw(spots), draw(spots), draw(angles), front, depth)


def moved(base: Base, pose: Pose) -> Base:
    x, y, facing = Spot(base.x, base.y, base.facing).on(pose)
    return Base(x, y, facing, base.front, base.depth)


def polygon(base: Base) -> shapely.Polygon:
    turn, half, deep = radians(base.facing / DEGREE), base.front / 2, base.depth / 2
    spots = [(-half, deep), (half, deep), (half, -deep), (-half, -deep)]
    return shapely.Polygon(
        [(base.x + a * cos(turn) + b * sin(turn), base.y + b * cos(turn) - a * sin(turn)) for a, b in spots]
    )


def test_the_sine_table_is_the_nearest_whole_number_everywhere():
    for tenth in range(TURN):
        assert abs(SINES[tenth] - ONE * sin(radians(tenth / DEGREE))) <= 0.501
        assert abs(COSINES[tenth] - ONE * cos(radians(tenth / DEGREE))) <= 0.501
    assert (SINES[300], COSINES[0], SINES[900], COSINES[900], SINES[1800]) == (ONE // 2, ONE, ONE, 0, 0)


@given(lengths, lengths)
def test_a_bearing_is_the_nearest_tenth_of_a_degree(x, y):
    if x or y:
        off = (bearing(x, y) / DEGREE - degrees(atan2(x, y)) + 180) % 360 - 180
        assert abs(off) <= 0.0501
    assert bearing(0, 0) == 0, "of no line at all"


@given(lengths, lengths, angles)
def test_a_rotation_keeps_lengths_and_can_be_undone(x, y, turn):
    there = rotated(x, y, turn)
    assert abs(hypot(*there) - hypot(x, y)) <= 1
    back = rotated(*there, -turn)
    assert max(abs(back[0] - x), abs(back[1] - y)) <= 1


@pytest.mark.rule("QAD-GEO-1")
def test_an_arc_of_45_degrees_ends_half_a_degree_beyond():
    for off, inside in ((0, True), (450, True), (454, True), (456, False), (900, False), (1800, False)):
        for side in (off, -off):
            assert within(*rotated(0, 300 * MM, 1230 + side), 1230, 45 * DEGREE) is inside


@given(lengths, lengths, angles, st.integers(50, 1750))
def test_being_within_an_angle_is_what_the_bearing_says(x, y, axis, limit):
    off = abs(turn_between(axis, bearing(x, y)))
    if (x or y) and hypot(x, y) > 10 * MM and abs(off - limit) > 2:
        assert within(x, y, axis, limit, 0) is (off < limit)


@given(st.integers(0, 1000 * MM), st.integers(0, 900))
def test_an_arc_is_as_long_as_its_share_of_the_circle(radius, angle):
    assert abs(arc(radius, angle) - radius * angle / DEGREE * pi / 180) <= 0.51


@given(bases(), bases(), lengths, lengths)
def test_moving_the_table_changes_no_distance(one, other, x, y):
    shift = Pose(x, y, 0)
    assert apart(moved(one, shift), moved(other, shift)) == apart(one, other)
    assert overlap(moved(one, shift), moved(other, shift)) == overlap(one, other)


@given(bases(), bases(), angles)
def test_turning_the_table_changes_distances_by_no_more_than_rounding(one, other, turn):
    about = Pose(0, 0, turn)
    assert abs(apart(moved(one, about), moved(other, about)) - apart(one, other)) <= 6
    assert abs(overlap(moved(one, about), moved(other, about)) - overlap(one, other)) <= 6


@given(bases(), bases())
def test_contact_is_mutual(one, other):
    assert apart(one, other) == apart(other, one)
    assert touching(one, other) is touching(other, one)
    assert only_corners(one, other) is only_corners(other, one)


@given(bases(), bases())
def test_distances_are_those_of_plane_geometry(one, other):
    true = polygon(one).distance(polygon(other))
    assert abs(apart(one, other) - true) <= 6


@pytest.mark.rule("QAD-GEO-2")
def test_the_first_number_of_a_base_is_its_front():
    base = Base(0, 0, 900, 20 * MM, 25 * MM)
    assert base.apex == (1250, 0)
    assert corners(base) == ((1250, 1000), (1250, -1000), (-1250, -1000), (-1250, 1000))


@pytest.mark.rule("QAD-GEO-2")
def test_a_frame_is_the_smallest_rectangle_round_all_bases():
    line = [Base(n * 2000, 0, 0, 20 * MM, 25 * MM) for n in range(5)]
    assert frame(line, 0) == Base(4000, 0, 0, 100 * MM, 25 * MM)


@pytest.mark.rule("QAD-GEO-3")
@pytest.mark.parametrize(("gap", "touches"), [(0, True), (50, True), (51, False), (-50, True)])
def test_bases_half_a_millimetre_apart_touch(gap, touches):
    one, other = Base(0, 0, 0, 2000, 2500), Base(2000 + gap, 0, 0, 2000, 2500)
    assert touching(one, other) is touches
    assert not only_corners(one, other)


@pytest.mark.rule("QAD-GEO-3")
def test_corner_on_corner_is_no_contact_for_a_melee_and_corner_on_edge_is():
    one = Base(0, 0, 0, 2000, 2500)
    assert only_corners(one, Base(2000, 2500, 0, 2000, 2500))
    assert not only_corners(one, Base(1900, 2500, 0, 2000, 2500))
    tip = Base(0, 1250 + 1414, 450, 2000, 2000)
    assert touching(one, tip)
    assert not only_corners(one, tip)


@pytest.mark.rule("QAD-GEO-14")
@pytest.mark.parametrize(
    ("x", "y", "facing", "side"),
    [
        (500, 2500, 1800, "front"),
        (2000, 300, 2700, "flank"),
        (-2000, -300, 900, "flank"),
        (0, -2500, 0, "rear"),
        (2000, 2500, 1800, "front"),
        (2000, -2500, 0, "rear"),
    ],
)
def test_the_edge_touched_says_front_flank_or_rear(x, y, facing, side):
    defender = Base(0, 0, 0, 2000, 2500)
    assert side_touched(Base(x, y, facing, 2000, 2500), defender) == side


@given(near, near, angles, st.integers(-900, 900), near, near)
def test_a_turn_about_a_point_keeps_the_point_and_all_distances_to_it(x, y, facing, turn, px, py):
    pose = Pose(x, y, facing)
    wheeled = pose.turned(turn, (px, py))
    before, after = pose.to_table(px, py), wheeled.to_table(px, py)
    assert before == after
    assert abs(distance(wheeled.x - after[0], wheeled.y - after[1]) - distance(x - before[0], y - before[1])) <= 2
    assert wheeled.facing == (facing + turn) % TURN


@given(bases(), near, near)
def test_the_nearest_point_of_a_base_is_as_far_as_the_base(base, x, y):
    assert abs(reach((x, y), base) - polygon(base).distance(shapely.Point(x, y))) <= 4
    assert abs(polygon(base).distance(shapely.Point(*nearest_point((x, y), base)))) <= 3


@given(st.lists(bases(), min_size=1, max_size=5), st.lists(bases(), min_size=1, max_size=5))
def test_a_crowd_knows_what_each_pair_knows(ours, theirs):
    one, other = Crowd.of(ours), Crowd.of(theirs)
    pairs = [(i, j) for i in range(len(ours)) for j in range(len(theirs))]
    i, j = (np.array(side) for side in zip(*pairs, strict=True))
    assert crowd.apart(one.take(i), other.take(j)).tolist() == [apart(ours[a], theirs[b]) for a, b in pairs]
    found = crowd.contacts(one, other)
    assert sorted(zip(*[side.tolist() for side in found], strict=True)) == [
        (a, b) for a, b in pairs if touching(ours[a], theirs[b])
    ]
    deep = crowd.overlapping(one, other)
    assert sorted(zip(*[side.tolist() for side in deep], strict=True)) == [
        (a, b) for a, b in pairs if overlap(ours[a], theirs[b]) > SLACK
    ]


@pytest.mark.rule("QAD-GEO-10")
@given(bases(), bases(lengths))
def test_an_arc_opens_from_the_middle_of_the_front(one, other):
    x, y = one.apex
    off = abs(turn_between(one.facing, bearing(other.x - x, other.y - y)))
    if abs(off - 455) > 2 and distance(other.x - x, other.y - y) > 10 * MM:
        assert bool(crowd.in_arc(Crowd.of([one]), Crowd.of([other]), 45 * DEGREE)[0]) is (off < 455)


@pytest.mark.rule("QAD-GEO-25")
def test_a_slide_ends_where_it_first_touches():
    line = [Base(n * 2000, 0, 0, 2000, 2500) for n in range(4)]
    wall = [Base(3000, 10000, 0, 2000, 2500), Base(9000, 6000, 0, 2000, 2500)]
    found = crowd.slide(Crowd.of(line), 0, 20000, 20000, Crowd.of(wall))
    assert found is not None
    assert (found.at, found.other) == (7500, 0)
    assert crowd.slide(Crowd.of(line), 0, 7499, 7499, Crowd.of(wall)) is None


@pytest.mark.rule("QAD-GEO-25")
def test_bases_that_touch_may_part_and_slide_along_but_not_through():
    one, other = Base(0, 0, 0, 2000, 2500), Base(2000, 0, 0, 2000, 2500)
    for x, y in ((-5000, 0), (0, 5000), (0, -5000)):
        assert crowd.slide(Crowd.of([one]), x, y, 5000, Crowd.of([other])) is None
    found = crowd.slide(Crowd.of([one]), 5000, 0, 5000, Crowd.of([other]))
    assert found is not None
    assert found.at <= SLACK


@given(bases(), bases(), lengths, lengths)
def test_before_the_first_touch_nothing_lies_on_anything(one, other, x, y):
    if apart(one, other) <= SLACK:
        return
    way = distance(x, y)
    found = crowd.slide(Crowd.of([one]), x, y, way, Crowd.of([other]))
    share = 1.0 if found is None else found.at / max(way, 1)
    for part in (0.25, 0.5, 0.75, 1.0):
        at = Base(one.x + int(x * share * part), one.y + int(y * share * part), one.facing, one.front, one.depth)
        assert overlap(at, other) <= SLACK + 10
    if found is not None:
        assert apart(at, other) <= SLACK


@given(st.integers(0, 3599), st.integers(-50_000, 50_000), st.integers(-50_000, 50_000))
def test_a_unit_as_arrays_stands_where_its_bases_do(facing, x, y):
    one = unit(0, files=3, ranks=2)
    one.pose = Pose(x, y, facing)
    crowd = one.crowd()
    told = [one.base(figure) for figure in one.figures]
    assert [crowd.base(at) for at in range(len(crowd))] == list(one.bases()) == told
    assert list(crowd.figure) == [figure.n for figure in one.figures]


@given(st.lists(bases(), min_size=1, max_size=6), near, near, near, near)
def test_a_line_crosses_the_bases_that_plane_geometry_says(there, x, y, to_x, to_y):
    ends = [Points(*(np.array([n], dtype=np.int64) for n in (*spot, 0, 0))) for spot in ((x, y), (to_x, to_y))]
    crossed = set(crossings(Lines(*ends), Crowd.of(there)).base.tolist())
    line = shapely.LineString([(x, y), (to_x, to_y)])
    for at, base in enumerate(there):
        if polygon(base.grown(-3)).intersects(line):
            assert at in crossed or (x, y) == (to_x, to_y)
        if not polygon(base.grown(3)).intersects(line):
            assert at not in crossed


@given(st.lists(bases(), min_size=1, max_size=6), st.lists(st.tuples(near, near, near, near), min_size=1, max_size=4))
def test_a_quick_look_misses_no_crossing_and_makes_up_none(there, ends):
    a, b, c, d = np.array(ends, dtype=np.int64).T
    lines, crowd = Lines(Points(a, b, a * 0, a * 0), Points(c, d, c * 0, c * 0)), Crowd.of(there)
    near, amid = past(lines, crowd)
    found = crossed(lines, crowd, *(one.ravel() for one in np.indices(near.shape)))
    closely = np.zeros_like(near)
    closely[found.line, found.base] = True
    assert (near | ~closely).all(), "who crosses is looked at"
    assert (closely | ~amid).all(), "who is taken to cross does"


@given(bases(), bases())
def test_no_bases_are_nearer_than_their_boxes(one, other):
    boxes = [crowd.box(Crowd.of([base])) for base in (one, other)]
    assert boxes[0].apart(boxes[1]) <= apart(one, other) + 1
