"""2.002, 2.003, 2.142a-b, 2.144: cohort contact, closing ranks, overlaps, obstacles."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from arbiter.games.qadardalikoi import closing, columns, pictured
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.closing import closed, overlapping
from arbiter.games.qadardalikoi.cohorts import contact, holds_together, regrouped
from arbiter.games.qadardalikoi.formations import arranged, standing
from arbiter.games.qadardalikoi.geometry import MM, Pose, Spot, distance, overlap, paths, side_touched, touching
from arbiter.games.qadardalikoi.geometry.crowds import Box
from arbiter.games.qadardalikoi.ground import rectangle
from arbiter.games.qadardalikoi.ranks import ranks
from arbiter.games.qadardalikoi.state import BattleOptions, Deeds, Figure, Shots

from .field import KINDS, area, field, still, troops, unit
from .test_manoeuvres import refused, went
from .test_movement import PHASE, form, hlaka


def strewn(kind, groups, **more):
    """A unit of single-rank cohorts: for each the x of its figures in mm."""
    figures = [Figure(0, at, Spot(round(x * MM), 0)) for at, xs in enumerate(groups) for x in xs]
    made = unit(0, troops(kind, len(groups)), at=(1200, 300), **more)
    made.figures = tuple(replace(one, n=n) for n, one in enumerate(figures))
    return made


def row(start, n=4, pitch=20):
    return [start + at * pitch for at in range(n)]


@pytest.mark.rule("QAD-GEO-4", "QAD-2.002-b", "QAD-2.002-X2")
def test_a_chain_of_cohorts_within_75_mm_is_one_legion():
    chain = strewn("heavy", [row(-600 + at * 150) for at in range(7)])
    t = still(chain)
    assert holds_together(t.g, t.unit(0))
    wide = still(strewn("heavy", [row(0), row(156)]))
    assert not holds_together(wide.g, wide.unit(0))
    just = still(strewn("heavy", [row(0), row(155)]))
    assert holds_together(just.g, just.unit(0))


@pytest.mark.rule("QAD-2.002-a", "QAD-2.002-c")
def test_a_cohort_may_not_split():
    t = still(strewn("heavy", [[0, 20, 41, 61]]), strewn("heavy", [[0, 20, 40.4, 60]]))
    assert [holds_together(t.g, t.unit(n)) for n in (0, 1)] == [False, True]


@pytest.mark.rule("QAD-2.003-a", "QAD-2.003-b", "QAD-2.003-X1")
def test_light_infantry_may_skirmish_and_nobody_else():
    groups = [row(0, pitch=118), row(3 * 118 + 169, pitch=118)]
    t = still(strewn("light", groups, order="skirmish"), strewn("medium", groups, order="skirmish"))
    assert [holds_together(t.g, t.unit(n)) for n in (0, 1)] == [True, False]
    far = still(strewn("light", [row(0, pitch=121)], order="skirmish"))
    assert not holds_together(far.g, far.unit(0))


@pytest.mark.rule("QAD-2.132-G1")
def test_in_open_order_a_base_counts_as_wider():
    t = still(strewn("medium", [row(0, pitch=40)], order="open"), strewn("medium", [row(0, pitch=40)]))
    assert [holds_together(t.g, t.unit(n)) for n in (0, 1)] == [True, False]


@pytest.mark.rule("QAD-2.002-d", "QAD-2.142-E3", "QAD-2.142c-e", "QAD-GEO-26")
def test_who_breaks_cohort_contact_checks_its_morale():
    t = still(strewn("heavy", [row(0), row(200)]), unit(0))
    list(contact(t.g))
    assert (t.unit(0).triggers, t.unit(1).triggers) == (("cohorts",), ())


@pytest.mark.rule("QAD-2.002-G1", "QAD-GEO-26")
def test_whom_the_enemy_tore_apart_has_a_phase_to_mend_it():
    torn = strewn("heavy", [row(0), row(200)], torn=True)
    t = still(torn)
    list(contact(t.g))
    assert t.unit(0).triggers == ()
    t.unit(0).torn = False
    t.state.turn += 1
    list(contact(t.g))
    assert t.unit(0).triggers == ("cohorts",)


@pytest.mark.rule("QAD-2.002-e", "QAD-2.002-G2", "QAD-2.002-G3", "QAD-2.002-D1", "QAD-2.142-E4")
def test_survivors_recombine_at_no_cost():
    left = strewn("heavy", [[0, 20], [100, 120, 40], [60], [80]])
    t = still(left)
    assert not holds_together(t.g, t.unit(0))
    t.unit(0).figures = regrouped(t.unit(0))
    assert holds_together(t.g, t.unit(0))
    assert sorted(len(one) for one in t.unit(0).cohorts().values()) == [3, 4]
    alone = still(strewn("heavy", [[0]]))
    assert holds_together(alone.g, alone.unit(0))


@pytest.mark.rule("QAD-2.002-e", "QAD-2.002-G2", "QAD-GEO-23")
@pytest.mark.parametrize(("number", "base"), [(5, (20, 25)), (5, (40, 40)), (9, (40, 40))])
def test_a_formation_whose_point_has_fallen_is_whole_when_its_ranks_are_closed(number, base):
    """However many cohorts it counts as: there are numbers only for those that it had."""
    kit = replace(KINDS["heavy"], front=base[0] * MM, depth=base[1] * MM)
    made = unit(0, replace(troops(cohorts=9, figures=5), kits=(kit,) * 9), files=45, cohort=5)
    made.figures, made.formation = arranged(made, number), number
    gone = sorted(made.figures, key=lambda one: -one.spot.y)[:4]
    left = replace(made, figures=tuple(one for one in made.figures if one not in gone), gaps=tuple(gone))
    left.figures = closed(left, 100 * MM)
    assert not holds_together(still().g, left)
    left.figures = regrouped(left)
    assert holds_together(still().g, left)
    assert max(len(figures) for figures in left.cohorts().values()) <= 5


@pytest.mark.rule("QAD-GEO-22", "QAD-2.002-c")
def test_a_cohort_in_one_file_of_a_column_is_whole_round_a_bend():
    """Where the inner file touches; on the outer one ranks stand a little apart."""
    line = unit(0, "light", files=10, ranks=2, cohort=5, at=(1200, 600))
    t = still(line, unit(1, at=(2000, 1100)))
    column = went(t, 0, ("face_right", 90), ("lead_left", 30)).unit
    assert len(columns.rows(column)) == 10
    assert columns.bent(column)
    assert holds_together(t.g, column)


@pytest.mark.rule("QAD-2.002-e", "QAD-2.002-G2", "QAD-2.003-b")
def test_skirmishers_regroup_as_loosely_as_they_stand():
    """The first cohort stands at both ends of the others."""
    places = [70 * at for at in range(12)]
    loose = strewn("light", [places[:2] + places[10:], places[2:6], places[6:10]], order="skirmish")
    t = still(loose)
    assert not holds_together(t.g, t.unit(0))
    assert holds_together(t.g, replace(loose, figures=regrouped(t.unit(0))))


@pytest.mark.rule("QAD-2.002-G2", "QAD-GEO-23", "QAD-2.142b-G1")
@pytest.mark.parametrize("torn", [True, False])
def test_who_closes_his_ranks_a_turn_later_regroups_as_well(torn):
    whole = unit(0, files=4, ranks=3)
    gaps = tuple(one for one in whole.figures if one.n in (3, 7))
    left = replace(whole, figures=tuple(one for one in whole.figures if one.n not in (3, 7)), gaps=gaps, torn=torn)
    t = field(left, unit(1, at=(600, 900)), step="move.ranks", holds=True)
    assert holds_together(t.g, t.unit(0))
    assert not holds_together(t.g, replace(left, figures=closed(left, 200 * MM)))
    t.say((0,))
    assert t.unit(0).gaps == ()
    assert holds_together(t.g, t.unit(0))


@pytest.mark.rule("QAD-2.211-G2", "QAD-2.002-e")
def test_cohorts_that_recombine_carry_the_lowest_of_their_stores():
    left = strewn("bows", [[0, 20], [100, 120, 40], [60], [80]], torn=True, shots=(Shots(0, 4), Shots(1, 2)))
    t = field(left, unit(1, at=(600, 900)), step="move.ranks", holds=True)
    stores = {one.cohort: one.store for one in t.unit(0).shots}
    assert {stores[one.cohort] for one in t.unit(0).figures} == {0}, "the last two cohorts had none"


@pytest.mark.rule("QAD-GEO-23", "QAD-2.142b-a", "QAD-2.142b-G1")
def test_rear_figures_step_into_the_gaps_before_them():
    t = field(_thinned(unit(0, files=4, ranks=3), 1, 4, 2), unit(1, at=(600, 900)), step="move.ranks", holds=True)
    t.say((0,))
    assert [ranks(t.unit(0))[n] for n in (5, 9, 8)] == [1, 2, 2]
    front = sorted((one.spot.x, one.n) for one in t.unit(0).figures if one.spot.y == 25 * MM)
    assert [n for _, n in front] == [0, 5, 6, 3]
    assert t.unit(0).deeds.idle
    assert t.unit(0).gaps == ()


@pytest.mark.rule("QAD-2.142b-a", "QAD-2.413-G2")
@pytest.mark.parametrize(("morale", "asked"), [("stand", True), ("rout", False)])
def test_who_routs_has_no_ranks_to_close(morale, asked):
    body = replace(_thinned(unit(0, files=4, ranks=3), 1, 4), morale=morale, rally=60, failed=1)
    t = field(body, unit(1, at=(600, 900)), step="move.ranks", rules=closing.close_ranks)
    assert (t.asks[0].prompt == "ranks.close" if t.asks else False) == asked


@pytest.mark.rule("QAD-GEO-23")
def test_a_long_file_lends_its_last_to_a_short_one():
    body = _thinned(unit(0, files=3, ranks=4), 0, 3, 6, 9)
    done = replace(body, figures=closed(body, 160 * MM))
    assert sorted(sum(one.spot.x == x for one in done.figures) for x in (-2000, 0, 2000)) == [2, 3, 3]


@pytest.mark.rule("QAD-GEO-23", "QAD-2.142b-G1")
def test_nobody_walks_more_than_his_move_to_close_the_ranks():
    """Of a file of twelve nine have fallen; a heavy goes 160 mm."""
    t = field(_thinned(unit(0, files=1, ranks=12), *range(9)), unit(1, at=(600, 900)), step="move.ranks", holds=True)
    before = {one.n: one.spot.y for one in t.unit(0).figures}
    t.say((0,))
    after = {one.n: one.spot.y for one in t.unit(0).figures}
    assert [after[n] - before[n] for n in (9, 10, 11)] == [150 * MM] * 3


@pytest.mark.rule("QAD-GEO-23")
def test_nobody_walks_through_somebody_in_the_line():
    body = _thinned(unit(0, files=1, ranks=4), 0, 1)
    front, second = (one.spot for one in body.gaps)
    assert {one.spot for one in closed(body, 160 * MM)} == {front, second}
    assert {one.spot for one in closed(body, 160 * MM, {second})} == {one.spot for one in body.figures}
    assert {one.spot for one in closed(body, 160 * MM, {front})} == {second, body.figures[0].spot}


@pytest.mark.rule("QAD-2.142b-D1")
def test_a_side_may_leave_its_ranks_open():
    t = field(_thinned(unit(0, files=4, ranks=2), 1), unit(1, at=(600, 900)), step="move.ranks", holds=True)
    before = t.unit(0).figures
    t.say(())
    assert t.unit(0).figures == before


@pytest.mark.rule("QAD-2.142b-a", "QAD-2.142b-D1")
def test_figures_step_into_the_gaps_of_the_enemy_line():
    enemy = _thinned(unit(1, at=(600, 325), files=6), 2)
    t = field(unit(0, "medium", files=6), enemy, unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0))
    (ghost,) = t.asks[0].foreseen(form(("press", 0))).tokens
    t.say(form(("press", 0)))
    mine = t.unit(0)
    assert ghost.bases == pictured.token(mine).bases, "as it was shown beforehand: a gap in the front is seen"
    (stepped,) = [one for one in mine.figures if mine.base(one).y == 325 * MM]
    assert abs(mine.base(stepped).x - enemy.pose.to_table(*enemy.gaps[0].spot[:2])[0]) <= 50
    assert (mine.fatigue, mine.deeds.way) == (24, 25 * MM)
    whole = still(unit(0, "medium", files=6), unit(1, at=(600, 325), files=6))
    assert refused(whole, 0, ("press", 0)) == "QAD-2.142b-a"


@pytest.mark.rule("QAD-2.141-G2")
@pytest.mark.parametrize(("opened", "gaps"), [(False, 1), (True, 2)])
def test_the_gaps_of_the_first_two_ranks_are_seen_and_no_others(opened, gaps):
    """Of four ranks one has fallen in the second and one in the last."""
    enemy = _thinned(unit(1, at=(600, 375), files=2, ranks=4), 2, 7)
    t = still(unit(0, files=2), enemy, options=BattleOptions(open_table=opened))
    (seen,) = [one for one in t.view(0).state.units if one.side]
    assert len(seen.gaps) == gaps
    there, here = ((body.pose.to_table(*body.gaps[0].spot[:2])) for body in (enemy, seen))
    assert max(abs(a - b) for a, b in zip(there, here, strict=True)) <= 1
    assert {one.n for one in (*seen.figures, *seen.gaps)} == ({*range(8)} if opened else {*range(5)})


@pytest.mark.rule("QAD-2.142b-D1")
def test_where_there_is_no_gap_nobody_is_offered_to_enter_one():
    for enemy, offered in ((_thinned(unit(1, at=(600, 325), files=6), 2), True), (unit(1, at=(600, 325)), False)):
        t = field(unit(0, "medium", files=6), enemy, unit(0, at=(1200, 300)), **PHASE)
        t.say(("order", 0))
        assert ("press" in t.asks[0].fields["do1"].values) == offered


def _thinned(body, *gone):
    """A unit after losses: the places of the fallen are vacant."""
    gaps = tuple(one for one in body.figures if one.n in gone)
    return replace(body, figures=tuple(one for one in body.figures if one.n not in gone), gaps=gaps)


@pytest.mark.rule("QAD-0.420-G1", "QAD-0.420-X11", "QAD-GEO-23")
@pytest.mark.parametrize(("number", "closes", "counts"), [(9, True, 9), (9, False, 2), (1, False, 1)])
def test_who_leaves_gaps_open_loses_the_shape_of_his_formation(number, closes, counts):
    whole = unit(0, files=4, ranks=5, formation=number)
    whole.figures = arranged(whole, number)
    front = max(whole.figures, key=lambda one: one.spot.y).n
    t = field(_thinned(whole, front), unit(1, at=(600, 900)), step="move.ranks", holds=True)
    t.say((0,) if closes else ())
    assert standing(t.unit(0)) == counts


@pytest.mark.rule("QAD-2.142a-G1", "QAD-2.142a-D1")
@pytest.mark.parametrize(("answer", "way", "points"), [("stay", 60, 1), ("deepen", 60 + 150, 2), ("outflank", None, 1)])
def test_overlapping_cohorts_go_on_right_after_contact_with_what_is_left_of_the_move(answer, way, points):
    light, foe = unit(0, "light", files=12), unit(1, at=(540, 410), files=4, ranks=3)
    t = field(light, foe, unit(0, at=(1400, 300)), **PHASE)
    t.say(("order", 0), form(("advance", 60)))
    assert (t.asks[0].prompt, t.asks[0].seat) == ("overlap.ask", 0)
    told = t.asks[0].options()
    assert {option.ids for option in told} == {("unit-0", "unit-1")}, "all of it is about these two"
    drawn = {option.value: [token.id for token in option.foreseen.tokens] for option in told if option.foreseen}
    assert drawn == {"deepen": ["unit-0"], "outflank": ["unit-0"]}, "and each shows where it leads"
    t.say(answer)
    body = t.unit(0)
    assert body.deeds.way == (way * MM if way else 60 * MM + walk((680, 360), (598.75, 397.5)))
    assert body.fatigue == 25 - points
    assert body.deeds.acted


@pytest.mark.rule("QAD-2.142a-G1")
def test_who_has_spent_his_move_on_the_way_is_not_asked():
    light, foe = unit(0, "light", files=12), unit(1, at=(540, 635), files=4, ranks=3)
    t = field(light, foe, unit(0, at=(1400, 300)), **PHASE)
    t.say(("order", 0), form(("advance", 300)))
    assert t.asks[0].prompt == "move.whom"


@pytest.mark.rule("QAD-GEO-24", "QAD-2.142a-a", "QAD-2.142a-D1")
def test_overlapping_cohorts_drop_to_the_rear():
    t = field(unit(0, files=12), unit(1, at=(540, 325), files=4), unit(0, at=(1400, 300)), **PHASE)
    assert overlapping(t.g, t.unit(0)) == [2]
    t.say(("order", 0), form(("deepen", 0)))
    body = t.unit(0)
    assert max(ranks(body).values()) == 2
    assert {one.spot.y for one in body.figures if one.cohort == 2} == {-2500}
    assert (body.fatigue, holds_together(t.g, body)) == (24, True)
    assert body.deeds.paid == (book().budget["overlap_rear"].fatigue,) == ("formation",)
    assert refused(still(unit(0)), 0, ("deepen",)) == "QAD-2.142a-a"


def ends_overlap(*behind):
    """A line both of whose ends overlap the enemy, each short of a figure; behind its middle stand some more."""
    line = unit(0, files=15, cohort=5)
    figures = [one for one in line.figures if one.n not in (0, 14)]
    return replace(line, figures=(*figures, *(Figure(15 + at, 1, spot) for at, spot in enumerate(behind))))


@pytest.mark.rule("QAD-GEO-24", "QAD-2.002-c")
@pytest.mark.parametrize("order", ["close", "open"])
@pytest.mark.parametrize("behind", [(), (Spot(-2000, -2500), Spot(-2000, -5000)), (Spot(4000, -2500),)])
def test_cohorts_that_drop_to_the_rear_are_not_torn(behind, order):
    body = ends_overlap(*behind)
    if order == "open":
        spread = (replace(one, spot=one.spot._replace(x=2 * one.spot.x)) for one in body.figures)
        body = replace(body, figures=tuple(spread), order=order)
    t = still(body, unit(1, at=(600, 325), files=3))
    assert holds_together(t.g, t.unit(0))
    assert closing.overlapping(t.g, t.unit(0)) == [0, 2]
    deeper = went(t, 0, ("deepen",)).unit
    assert holds_together(t.g, deeper)
    assert all(overlap(one, other) <= 50 for one, other in combinations(deeper.bases(), 2))


@pytest.mark.rule("QAD-2.144-a", "QAD-2.144-G1", "QAD-2.144-b")
def test_an_obstacle_takes_three_turns():
    wall = area("wall", 0, 400, 2400, 410, obstacle=True)
    t = still(unit(0), land=[wall])
    foot = went(t, 0, ("advance", 160))
    assert abs(foot.unit.pose.y - 387.5 * MM) <= MM
    assert refused(t, 0, ("advance", 87), ("cross",)) == "QAD-2.144-G1"
    t.unit(0).pose = Pose(60000, 38750, 0)
    top = went(t, 0, ("cross",))
    assert (top.unit.obstacle, top.left, top.points) == (2, 0, 1)
    t.unit(0).pose, t.unit(0).obstacle = top.unit.pose, 2
    over = went(t, 0, ("cross",), ("advance", 100))
    assert over.unit.obstacle == 0
    assert over.unit.pose.y >= (410 + 12.5 + 100 - 1) * MM


@pytest.mark.rule("QAD-2.144-a", "QAD-2.144-G1")
def test_who_walks_off_an_obstacle_has_crossed_it_and_stops_at_the_next():
    walls = [area("wall", 0, low, 2400, low + 10, obstacle=True) for low in (400, 500)]
    t = still(unit(0, at=(600, 390), obstacle=2), land=walls)
    off = went(t, 0, ("advance", 60))
    assert (off.unit.pose.y, off.unit.obstacle) == (450 * MM, 0)
    assert abs(went(t, 0, ("advance", 160)).unit.pose.y - 487.5 * MM) <= MM


@pytest.mark.rule("QAD-2.144-a", "QAD-2.144-G1")
def test_skirmishers_cross_an_obstacle_like_others():
    wall = area("wall", 0, 400, 2400, 410, obstacle=True)
    loose, foe = unit(0, "light", at=(600, 387.5), order="skirmish"), unit(1, at=(600, 1000))
    t = field(loose, foe, unit(0, at=(1200, 300)), land=[wall], **PHASE)
    t.say(("order", 0), form(("cross", 0)))
    assert t.unit(0).obstacle == 2
    on_top = replace(t.unit(0), deeds=Deeds())
    t = field(on_top, foe, unit(0, at=(1200, 300)), land=[wall], **PHASE)
    t.say(("order", 0), form(("cross", 0)))
    assert t.unit(0).obstacle == 0
    assert t.unit(0).pose.y > 422 * MM


@pytest.mark.rule("QAD-2.144-a", "QAD-2.142c-a")
def test_who_is_driven_off_an_obstacle_has_it_before_him_again():
    wall = area("wall", 0, 400, 2400, 410, obstacle=True)
    t = field(unit(0, at=(600, 390), obstacle=2), unit(1, at=(600, 415)), unit(0, at=(1200, 300)), land=[wall], **PHASE)
    t.say(("order", 0), form(("withdraw", 40)))
    assert (t.unit(0).pose.y, t.unit(0).obstacle) == (350 * MM, 0)
    t.unit(1).figures = ()
    t.unit(0).deeds = Deeds()
    assert abs(went(t, 0, ("advance", 160)).unit.pose.y - 387.5 * MM) <= MM


@pytest.mark.rule("QAD-2.144-a", "QAD-2.133-G1", "QAD-2.131-G1", "QAD-GEO-9")
def test_nobody_forms_or_turns_across_an_obstacle():
    wall = area("wall", 0, 400, 2400, 410, obstacle=True)
    t = still(unit(0, files=16, at=(600, 370)), land=[wall])
    assert refused(t, 0, ("form", 4)) == "QAD-2.133-G1"
    assert refused(t, 0, ("face_left", 45)) == "QAD-2.131-G1"
    wheeled = went(t, 0, ("wheel_left", 20))
    assert wheeled.stopped
    assert wheeled.unit.pose.facing > 3500


@pytest.mark.rule("QAD-2.142a-b", "QAD-GEO-24", "QAD-2.142a-D1")
def test_overlapping_cohorts_turn_the_flank():
    t = field(unit(0, "light", files=12), unit(1, at=(540, 350), files=4, ranks=3), unit(0, at=(1400, 300)), **PHASE)
    t.say(("order", 0), form(("outflank", 0)))
    body, foe = t.unit(0), t.unit(1)
    round_ = [body.base(one) for one in body.figures if one.cohort == 2]
    assert {base.facing for base in round_} == {2700}
    sides = {side_touched(base, other) for base in round_ for other in foe.bases() if touching(base, other)}
    assert "flank" in sides
    assert holds_together(t.g, body)
    assert body.fatigue == 24


@pytest.mark.rule("QAD-GEO-24")
def test_nobody_goes_round_a_flank_to_where_his_own_unit_stands():
    foe = unit(1, at=(600, 325), files=4)
    line = unit(0, "light", files=6, cohort=1, at=(620, 300))
    first = replace(line, figures=tuple(one for one in line.figures if one.n < 5))
    gone = went(still(first, foe), 0, ("outflank",)).unit
    later = replace(line, figures=(*gone.figures, replace(line.figures[5], spot=line.figures[4].spot)))
    t = still(later, foe)
    assert overlapping(t.g, later) == [5]
    assert refused(t, 0, ("outflank",)) == "QAD-GEO-24"


@pytest.mark.rule("QAD-GEO-24")
def test_the_walk_round_a_flank_goes_round_whoever_stands_in_the_way():
    """From middle to middle: straight where nothing is between, else by the corners of those who are."""
    units = [unit(0, "light", files=12), unit(1, at=(540, 350), files=4, ranks=3), unit(0, at=(1400, 300))]
    assert went(still(*units), 0, ("outflank",)).spent == walk((680, 300), (598.75, 337.5))
    fence = area("cliff", 634, 317, 638, 380, closed=True)
    round_ = went(still(*units, land=[fence]), 0, ("outflank",)).spent
    assert round_ == walk((680, 300), (634, 317), (598.75, 337.5))
    wall = area("cliff", 634, 312.7, 638, 1200, closed=True)
    assert refused(still(*units, land=[wall]), 0, ("outflank",)) == "QAD-2.110-G1", "all round his own is too far"


def walk(*spots):
    """The way from place to place, in mm."""
    return sum(distance(round((b - a) * MM), round((d - c) * MM)) for (a, c), (b, d) in pairwise(spots))


def boxes(*spans):
    return [rectangle(*(100 * side for side in span)) for span in spans]


@pytest.mark.parametrize(
    ("things", "way"),
    [
        ([], 100),
        ([(40, -30, 60, 30)], 2 * 50 + 20),
        ([(40, -30, 50, 30), (50, -30, 60, 30)], 2 * 50 + 20),
        ([(-10, -10, 10, 10)], 100),
        ([(40, -99, 60, 99)], None),
    ],
)
def test_the_shortest_way_goes_by_the_corners_and_never_between_two_that_touch(things, way):
    found = paths.shortest((0, 0), (10000, 0), Box(-1000, 11000, -9000, 9000), boxes(*things))
    assert found == (None if way is None else way * MM)


@pytest.mark.rule("QAD-2.142-E1", "QAD-2.142-E2")
def test_figures_that_leave_their_cohort_cost_the_legion_a_check():
    torn = strewn("heavy", [row(0), row(80), row(160), [240, 260]])
    torn.figures = (*torn.figures, Figure(98, 3, Spot(8000, -2500)), Figure(99, 3, Spot(10000, -2500)))
    t = still(torn, strewn("heavy", [row(0), row(80)]))
    list(contact(t.g))
    assert (t.unit(0).triggers, t.unit(1).triggers) == (("cohorts",), ())


@pytest.mark.rule("QAD-GEO-23", "QAD-2.142b-a", "QAD-2.142b-G1")
def test_nobody_steps_up_onto_an_enemy_who_has_entered_the_line():
    """Two of a front rank have fallen; into one of the gaps an enemy has stepped."""
    line = _thinned(unit(0, files=4, ranks=2), 0, 3)
    foe = unit(1, at=(570, 312.5), files=1)
    t = field(line, foe, unit(0, at=(1200, 300)), step="move.ranks", first=0, holds=True)
    t.say((0,))
    places = {one.n: (one.spot.x, one.spot.y) for one in t.unit(0).figures}
    assert places[7] == (3000, 1250), "the one behind the free place steps up"
    assert places[4] == (-3000, -1250), "the other stays"
    assert t.unit(0).gaps == ()


@pytest.mark.rule("QAD-GEO-24", "QAD-2.145-G1")
def test_flyers_who_meet_in_the_air_have_whom_they_touch_before_them():
    pair = [hlaka(side, (600, y), height=100 * MM) for side, y in ((0, 300), (1, 340))]
    t = still(*pair)
    assert overlapping(t.g, t.unit(0)) == []
    assert refused(t, 0, ("deepen",)) == refused(t, 0, ("outflank",)) == "QAD-2.142a-a"
