"""Single cohorts: turning toward a flank attack (2.131), the arms of an Embrace and the lanes of Palisades (0.420)."""

from dataclasses import replace

import numpy as np
import pytest

from arbiter.games.qadardalikoi import aim, closing, cohort_moves, cohorts, morale, orders, strikes
from arbiter.games.qadardalikoi.cohorts import holds_together
from arbiter.games.qadardalikoi.contact import touched_by
from arbiter.games.qadardalikoi.disposition import disposition
from arbiter.games.qadardalikoi.formations import arranged, in_column, standing
from arbiter.games.qadardalikoi.geometry import MM, overlap
from arbiter.games.qadardalikoi.geometry.crowds import bases
from arbiter.games.qadardalikoi.state import Kit

from .field import field, still, troops, unit
from .test_manoeuvres import refused, went
from .test_movement import PHASE, form


def shaped(number, cohorts, side=0, at=(600, 300), nation="tsolyani", files=0):
    made = unit(
        side, replace(troops("medium", cohorts), nation=nation), at=at, files=4, ranks=cohorts, formation=number
    )
    return replace(made, figures=arranged(made, number, files))


# 2.131


def flanked(**more):
    """Two cohorts side by side, the right one touched in its side."""
    return field(unit(0, "medium", files=8), unit(1, "medium", at=(692.5, 300), facing=270), **more)


@pytest.mark.rule("QAD-2.131-G2", "QAD-2.131-D2", "QAD-2.131-D1")
def test_a_cohort_touched_in_the_side_turns_where_it_stands():
    t = flanked(**PHASE)
    before = [(base.x, base.y) for base in t.unit(0).bases()]
    assert any(one.turned for one in strikes.touches(t.g) if one.foe == 0)
    t.say(("order", 0), form(("turn", 0)))
    assert {one.cohort: one.turned for one in t.unit(0).figures} == {0: 0, 1: 900}
    assert [(base.x, base.y) for base in t.unit(0).bases()] == before
    base = t.unit(0).bases()[-1]
    assert (base.facing, base.front, base.depth) == (900, 25 * MM, 20 * MM)
    assert not any(one.turned for one in strikes.touches(t.g) if one.foe == 0), "that is no flank any more"
    assert t.unit(0).deeds.faced
    assert t.unit(0).deeds.way == 100 * MM, "half the move"
    assert t.unit(0).fatigue == 25


@pytest.mark.rule("QAD-2.131-G2")
def test_only_who_is_touched_beside_or_behind_turns_so():
    t = still(unit(0, "medium", files=8), unit(1, "medium", at=(600, 325)))
    assert refused(t, 0, ("turn", 0)) == "QAD-2.131-G2"
    t = flanked(rules=None, **PHASE)
    assert refused(t, 0, ("turn", 1)) == "QAD-2.131-G2", "the left cohort touches nobody"
    assert went(t, 0, ("turn", 2)).spent == 100 * MM


@pytest.mark.rule("QAD-2.131-G2")
def test_a_turn_to_the_rear_takes_the_whole_move():
    t = still(unit(0, "medium"), unit(1, "medium", at=(600, 275), facing=0))
    assert went(t, 0, ("turn", 0)).spent == 200 * MM


@pytest.mark.rule("QAD-2.131-G2")
def test_when_contact_has_ended_they_look_ahead_again():
    turned = unit(0, "medium")
    turned = replace(turned, figures=tuple(replace(one, turned=900) for one in turned.figures), at_bay=True)
    t = field(turned, unit(1, at=(600, 900)), rules=closing.close_ranks, step="move.ranks", first=0)
    assert {one.turned for one in t.unit(0).figures} == {0}
    held = field(turned, unit(1, at=(600, 325)), rules=closing.close_ranks, step="move.ranks", first=0)
    assert {one.turned for one in held.unit(0).figures} == {900}


def line(*turned, side=0, kind="bows", at=(600, 300), **more):
    """Three cohorts side by side, some of which look another way."""
    made = unit(side, kind, files=12, at=at, **more)
    return replace(made, figures=tuple(replace(one, turned=dict(turned).get(one.cohort, 0)) for one in made.figures))


def fails(g):
    """The first unit fails its morale, then its side closes its ranks."""
    morale.fail(g, g.state.units[0])
    return (yield from closing.close_ranks(g))


def looks(one):
    return {figure.cohort: figure.turned for figure in one.figures}


@pytest.mark.rule("QAD-2.131-G2", "QAD-2.131-D1")
@pytest.mark.parametrize(
    ("verb", "turned", "spent"), [("turn_left", 2700, 150), ("turn_right", 900, 150), ("turn_about", 1800, 300)]
)
def test_a_cohort_whom_nobody_touches_looks_another_way(verb, turned, spent):
    t = still(line(), unit(1, at=(600, 900)))
    before = [(base.x, base.y) for base in t.unit(0).bases()]
    trial = went(t, 0, (verb, 1))
    assert looks(trial.unit) == {0: turned, 1: 0, 2: 0}
    assert [(base.x, base.y) for base in trial.unit.bases()] == before, "each in his place"
    assert (trial.spent, trial.points, trial.faced) == (spent * MM, 0, True)


@pytest.mark.rule("QAD-2.131-G2")
def test_the_unit_pays_once_for_the_widest_turn():
    t = still(line(), unit(1, at=(600, 900)))
    both = went(t, 0, ("turn_left", 1), ("turn_right", 3))
    assert looks(both.unit) == {0: 2700, 1: 0, 2: 900}
    assert both.spent == 150 * MM
    assert went(t, 0, ("turn_left", 1), ("turn_about", 3)).spent == 300 * MM
    assert went(t, 0, ("turn_left", 1), ("turn_left", 1)).spent == 300 * MM, "it has gone about"


@pytest.mark.rule("QAD-2.131-D1")
def test_one_of_several_cohorts_turns_and_not_all():
    t = still(line(), unit(1, at=(600, 900)), unit(0, "bows", at=(1200, 300)))
    assert refused(t, 0, ("turn_left", 0)) == "QAD-2.131-G2"
    assert refused(t, 0, ("turn_left", 4)) == "QAD-2.131-G2"
    assert refused(t, 0, ("turn_left", 1), ("turn_left", 2), ("turn_left", 3)) == "QAD-2.131-G2"
    assert refused(t, 2, ("turn_left", 1)) == "QAD-2.131-G2", "all there are"
    assert "turn_left" in orders.verbs_for(t.g, t.unit(0))
    assert "turn_left" not in orders.verbs_for(t.g, t.unit(2))


@pytest.mark.rule("QAD-2.131-D1")
def test_skirmishers_and_flyers_have_no_cohort_with_a_front_of_its_own():
    t = still(line(order="skirmish"), unit(1, at=(600, 900)), line(at=(1200, 300), height=50 * MM))
    for n in (0, 2):
        assert refused(t, n, ("turn_left", 1)) == "QAD-2.131-G2"
        assert "turn_left" not in orders.verbs_for(t.g, t.unit(n))


@pytest.mark.rule("QAD-2.131-G2")
def test_who_goes_on_has_its_cohorts_look_ahead_first_and_pays_for_it():
    t = still(line((0, 2700)), unit(1, at=(600, 900)), line((1, 1800), at=(1200, 300)))
    trial = went(t, 0, ("advance", 100))
    assert looks(trial.unit) == {0: 0, 1: 0, 2: 0}
    assert trial.spent == 250 * MM, "half the move for the turn"
    assert refused(t, 2, ("advance", 10)) == "QAD-2.110-G1", "an about-face takes all of it"
    assert refused(t, 0, ("turn_right", 3), ("advance", 10)) == "QAD-2.131-G2", "not in the turn in which they turned"
    formed = went(t, 0, ("form", 2))
    assert looks(formed.unit) == {0: 0, 1: 0, 2: 0}, "who is drawn up anew looks ahead"
    assert formed.spent == 150 * MM


@pytest.mark.rule("QAD-2.131-G2")
def test_they_look_there_until_they_are_told_otherwise():
    t = field(line((0, 2700)), unit(1, at=(600, 900)), rules=closing.close_ranks, step="move.ranks", first=0)
    assert looks(t.unit(0)) == {0: 2700, 1: 0, 2: 0}
    failed = field(line((0, 2700)), unit(1, at=(600, 900)), rules=fails, rolls=[20], step="move.ranks", first=0)
    assert failed.unit(0).retreat == 1
    assert looks(failed.unit(0)) == {0: 0, 1: 0, 2: 0}, "nobody keeps such an order whose morale has failed"


@pytest.mark.rule("QAD-2.131-G2")
def test_a_turned_cohort_shoots_where_it_looks_and_shows_no_flank_there():
    beside = unit(1, "medium", at=(300, 300), facing=90)
    ahead = still(line(), beside)
    assert not any(aim.targets(ahead.g, ahead.unit(0), cohort) for cohort in (0, 1, 2))
    t = still(line((0, 2700)), beside)
    assert [one.n for one in aim.targets(t.g, t.unit(0), 0)] == [1]
    assert not aim.targets(t.g, t.unit(0), 1), "the others look ahead"
    touching = unit(1, "medium", at=(467.5, 300), facing=90)
    for mine, flank in ((line(), True), (line((0, 2700)), False)):
        met = still(mine, touching)
        assert {one.turned for one in strikes.touches(met.g) if one.foe == 0} == {flank}


@pytest.mark.rule("QAD-2.131-D1")
def test_a_cohort_is_turned_by_its_ghost():
    t = field(line(), unit(1, at=(600, 900)), **PHASE)
    t.say(("turn", 0), 0)
    (asked,) = t.asks
    assert (asked.box, asked.facings) == ((520, 900, 520, 900), [0, 90, 180, 270])
    assert len(asked.ghost.bases[0].spots) == 4, "the cohort alone"
    told = asked.foreseen((520, 900, 270))
    assert (told.text.args["way"], told.text.args["points"]) == ("150", 0)
    (arrow,) = [one for one in told.overlays if one.id == "foreseen-looks-0"]
    assert arrow.points == [(520, 900), (460, 900)], "it points where the cohort would look"
    t.say((520, 900, 270))
    assert looks(t.unit(0)) == {0: 2700, 1: 0, 2: 0}
    assert (t.unit(0).deeds.faced, t.unit(0).deeds.way, t.unit(0).fatigue) == (True, 150 * MM, 25)
    assert [one.id for one in t.scene(0).overlays if one.id.startswith("looks")] == ["looks-0-0"]


def test_who_thinks_better_of_it_has_not_acted():
    t = field(line(), unit(1, at=(600, 900)), **PHASE)
    t.say(("turn", 0), -1)
    assert ("turn", 0) in t.asks[0].values


# Turned cohorts in all that may happen to them


@pytest.mark.rule("QAD-2.131-G2", "QAD-2.132-G1", "QAD-GEO-4")
def test_a_turned_cohort_in_open_order_still_hangs_together():
    made = unit(0, "medium", files=8, order="open", formation=3)
    made = replace(made, figures=arranged(made, 3, 8, "open"))
    made = replace(made, figures=tuple(replace(one, turned=900 * one.cohort) for one in made.figures))
    t = still(made, unit(1, at=(600, 900)))
    assert looks(t.unit(0)) == {0: 0, 1: 900}
    assert cohorts.holds_together(t.g, t.unit(0)), "its bases lie as they lay"
    assert {one.n: one.cohort for one in cohorts.regrouped(t.unit(0))} == {n: n // 4 for n in range(8)}


@pytest.mark.rule("QAD-2.131-G2", "QAD-0.420-G1", "QAD-2.111-G1")
def test_a_turned_cohort_changes_no_formation():
    assert standing(line((0, 900), formation=3)) == 3, "one rank, wherever four of them look"
    column = unit(0, files=2, ranks=4, formation=2)
    turned = replace(column, figures=tuple(replace(one, turned=900 * one.cohort) for one in column.figures))
    assert in_column(column)
    assert in_column(turned)


@pytest.mark.rule("QAD-GEO-23", "QAD-2.131-G2")
def test_a_turned_cohort_closes_its_ranks_where_it_looks():
    """The front row looks to the right, and its foremost there has fallen."""
    row = unit(0, files=4, ranks=2)
    figures = tuple(replace(one, turned=900 if one.cohort == 0 else 0) for one in row.figures)
    places = {one.n: one.spot for one in figures}
    fallen = replace(row, figures=figures[:3] + figures[4:], gaps=figures[3:4])
    stands = {one.n: one.spot for one in closing.closed(fallen, 160 * MM)}
    assert [stands[n] for n in (0, 1, 2)] == [places[n] for n in (1, 2, 3)]
    assert [stands[n] for n in (4, 5, 6, 7)] == [places[n] for n in (4, 5, 6, 7)], "the row behind looks ahead"


@pytest.mark.rule("QAD-2.142b-a", "QAD-2.131-G2")
def test_who_has_turned_steps_into_a_gap_where_he_looks():
    foe = unit(1, "medium", at=(692.5, 300), facing=270)
    (gap,) = [one for one in foe.figures if foe.base(one).y == 290 * MM]
    foe = replace(foe, figures=tuple(one for one in foe.figures if one is not gap), gaps=(gap,))
    square = troops("medium", 2, 8)
    made = unit(
        0, replace(square, kits=(replace(square.kits[0], depth=20 * MM),) * 2), (600, 280), files=8, ranks=2, cohort=8
    )
    made = replace(made, figures=tuple(replace(one, turned=900) for one in made.figures))
    t = still(made, foe)
    before = {one.n: t.unit(0).base(one) for one in t.unit(0).figures}
    pressed = went(t, 0, ("press", 0)).unit
    moved = {one.n: base for one in pressed.figures if (base := pressed.base(one)) != before[one.n]}
    assert {n: (base.x, base.y) for n, base in moved.items()} == {7: (before[7].x + 25 * MM, before[7].y)}


@pytest.mark.rule("QAD-GEO-24", "QAD-2.142a-a", "QAD-2.142a-b", "QAD-2.131-G2")
def test_overlapping_cohorts_that_look_aside_look_where_they_go():
    foe = unit(1, at=(540, 350), files=4, ranks=3)
    t = still(line((2, 900), kind="light"), foe)
    assert {base.facing for base in bases_of(went(t, 0, ("outflank",)).unit, 2)} == {2700}, "at the flank of the enemy"
    assert {base.facing for base in bases_of(went(t, 0, ("deepen",)).unit, 2)} == {0}


@pytest.mark.rule("QAD-GEO-24", "QAD-2.142a-a")
def test_who_drops_to_the_rear_ends_on_nobody_of_his_own():
    """Behind the row that has turned to the right stands another."""
    made = unit(0, "light", files=4, ranks=2)
    beside = tuple(
        replace(one, n=8 + one.n, cohort=2, spot=one.spot._replace(x=one.spot.x + 80 * MM)) for one in made.figures[:4]
    )
    figures = (*(replace(one, turned=900 if one.cohort == 0 else 0) for one in made.figures), *beside)
    made = replace(made, troops=troops("light", 3), figures=figures)
    t = still(made, unit(1, at=(600, 337.5)))
    assert closing.overlapping(t.g, t.unit(0)) == [2]
    body = went(t, 0, ("deepen",)).unit
    bases = body.bases()
    assert len({(base.x, base.y) for base in bases}) == 12
    assert all(overlap(one, other) <= 50 for one in bases for other in bases if one is not other)


@pytest.mark.rule("QAD-2.131-G2", "QAD-2.131-D2")
def test_skirmishers_whom_an_enemy_touches_have_no_cohort_to_turn():
    loose = unit(0, "light", files=8, order="skirmish")
    t = still(loose, unit(1, "medium", at=(692.5, 300), facing=270))
    assert refused(t, 0, ("turn", 0)) == "QAD-2.131-G2"
    assert "turn" not in orders.verbs_for(t.g, t.unit(0))


@pytest.mark.rule("QAD-2.131-G2", "QAD-2.142c-a")
def test_who_looked_aside_before_an_enemy_came_pays_for_it_when_it_breaks_off():
    t = still(line((0, 900)), unit(1, at=(600, 325), files=12))
    back = went(t, 0, ("withdraw", 50))
    assert looks(back.unit) == {0: 0, 1: 0, 2: 0}
    assert back.spent == 200 * MM, "half a move for the turn"
    t.unit(0).at_bay = True
    assert went(t, 0, ("withdraw", 50)).spent == 50 * MM, "they turned at his touch, and are laid out afterwards"
    assert refused(t, 0, ("turn_left", 2), ("withdraw", 50)) == "QAD-2.131-G2"


@pytest.mark.rule("QAD-2.131-G2", "QAD-2.117-c")
def test_a_charger_whose_prey_has_fled_looks_ahead_and_has_paid_for_it():
    prey = unit(1, "light", at=(600, 385), order="skirmish")
    t = field(line((0, 900), kind="medium"), prey, unit(0, at=(1400, 300)), **PHASE)
    t.say(("order", 0), form(("charge", 1)), "evade", -1)
    assert looks(t.unit(0)) == {0: 0, 1: 0, 2: 0}
    assert t.unit(0).deeds.way == 160 * MM, "half a move, and the way to where they stood"


@pytest.mark.rule("QAD-2.131-G1", "QAD-2.142c-a")
def test_a_unit_in_contact_is_offered_to_face_about_and_stays_in_contact():
    t = field(unit(0, "medium"), unit(1, "medium", at=(600, 275), facing=0), unit(0, at=(1400, 300)), **PHASE)
    t.say(("order", 0))
    assert "face_right" in t.asks[0].fields["do1"].values
    t.say(form(("face_right", 180)))
    assert t.unit(0).pose.facing == 1800
    assert touched_by(t.g, t.unit(0)) == (1,)


def test_where_a_cohort_has_turned_the_field_knows_its_bases():
    """What is known of a field is made from what was known of it before."""
    made = unit(0, "medium", files=8)
    t = still(made, unit(1, at=(600, 900)))
    assert len(disposition(t.g).figures) == 12
    t.unit(0).figures = tuple(replace(one, turned=900 * one.cohort) for one in made.figures)
    known = disposition(t.g).figures
    assert bases(known.take(np.flatnonzero(known.who == 0))) == t.unit(0).bases()


def bases_of(one, cohort):
    return [one.base(figure) for figure in one.figures if figure.cohort == cohort]


# Formation 9


@pytest.mark.rule("QAD-0.420-G9")
def test_tsolyani_lengthen_and_shorten_the_arms_for_nothing():
    t = still(shaped(9, 10), unit(1, at=(600, 1000)))
    assert cohort_moves.arm_length(t.unit(0)) == 1
    longer = went(t, 0, ("arms", 2))
    assert (longer.spent, longer.points, longer.faced) == (0, 0, True), "for nothing, but it is no rest"
    assert cohort_moves.arm_length(longer.unit) == 2
    assert standing(longer.unit) == 9
    bases = longer.unit.bases()
    assert all(overlap(one, other) <= 50 for one in bases for other in bases if one is not other)
    drawn = cohort_moves.embrace(longer.unit)
    assert (len(drawn.first), len(drawn.rest)) == (4, 2), "the new blocks come from the rear"
    again = still(replace(longer.unit, deeds=t.unit(0).deeds), unit(1, at=(600, 1000)))
    shorter = went(again, 0, ("arms", 1))
    assert cohort_moves.arm_length(shorter.unit) == 1


@pytest.mark.rule("QAD-0.420-G9")
def test_arms_are_known_as_arms_and_moved_so_that_they_touch_when_cohorts_have_lost_figures():
    full = unit(0, files=50, ranks=1, cohort=5, at=(600, 500))
    worn = replace(full, figures=tuple(one for one in full.figures if one.n not in (4, 21, 22, 48)), formation=9)
    t = still(replace(worn, figures=arranged(worn, 9)), unit(1, at=(600, 1000)))
    for n in (2, 1):
        body = went(t, 0, ("arms", n)).unit
        assert cohort_moves.arm_length(body) == n
        assert holds_together(t.g, body)
        assert all(overlap(one, other) <= 50 for one in body.bases() for other in body.bases() if one is not other)
        t = still(replace(body, deeds=worn.deeds), unit(1, at=(600, 1000)))


@pytest.mark.rule("QAD-0.420-G9")
def test_other_nations_change_formation_for_it():
    t = still(shaped(9, 10, nation="livyani"), unit(1, at=(600, 1000)))
    trial = went(t, 0, ("arms", 2))
    assert (trial.spent, trial.points) == (100 * MM, 1)


@pytest.mark.rule("QAD-0.420-G9")
def test_arms_grow_a_block_a_phase_and_not_into_contact():
    t = still(shaped(9, 10), unit(1, at=(600, 1000)), shaped(9, 5, at=(1600, 300)), unit(0, at=(1200, 1000)))
    assert refused(t, 0, ("arms", 3)) == "QAD-0.420-G9"
    assert refused(t, 0, ("arms", 2), ("arms", 3)) == "QAD-0.420-G9"
    assert refused(t, 2, ("arms", 2)) == "QAD-0.420-G9", "a rectangle of one row has none to spare"
    assert refused(t, 3, ("arms", 2)) == "QAD-0.420-G9", "that is no Embrace"
    front = max(base.y for base in t.unit(0).bases()) / MM + 12.5
    near = still(shaped(9, 10), unit(1, at=(600, front + 25 + 50), files=20, cohort=20))
    length = went(t, 0, ("arms", 2))
    reach = max(base.y for base in length.unit.bases()) / MM + 12.5
    near = still(shaped(9, 10), unit(1, at=(600, reach + 12.5), files=20, cohort=20))
    assert refused(near, 0, ("arms", 2)) == "QAD-0.420-G9"


# Formation 13


def palisades():
    """Columns that strike a line."""
    mine = shaped(13, 8, files=2)
    front = max(base.y for base in mine.bases()) / MM + 12.5
    foe = unit(1, "medium", at=(600, front + 12.5), files=20, cohort=20)
    return mine, foe


@pytest.mark.rule("QAD-0.420-G10", "QAD-2.135-G1", "QAD-0.420-q")
def test_after_contact_rear_cohorts_go_into_the_lanes():
    t = still(*palisades())
    assert touched_by(t.g, t.unit(0))
    before = closing.in_contact(t.g, t.unit(0))
    trial = went(t, 0, ("lanes", 0))
    assert trial.points == 1
    assert trial.lines == ["wheel"]
    assert len(closing.in_contact(t.g, trial.unit)) > len(before)
    bases = trial.unit.bases()
    assert all(overlap(one, other) <= 50 for one in bases for other in bases if one is not other)


@pytest.mark.rule("QAD-0.420-G10", "QAD-2.135-G1")
def test_no_other_cohort_wheels_by_itself():
    mine, _ = palisades()
    t = still(mine, unit(1, at=(600, 1100)), unit(0, at=(1200, 300)), unit(1, at=(1200, 325)))
    assert refused(t, 0, ("lanes", 0)) == "QAD-0.420-G10", "not before contact"
    assert refused(t, 2, ("lanes", 0)) == "QAD-0.420-G10", "not in another formation"


def test_a_turned_base_is_the_same_rectangle():
    kit = Kit("medium", "med", "shield", "spear")
    one = unit(0, "medium").figures[0]
    plain, turned = one.local(kit), replace(one, turned=900).local(kit)
    assert (turned.front, turned.depth, turned.facing) == (plain.depth, plain.front, 900)
    assert overlap(plain, turned) == 2000


@pytest.mark.rule("QAD-GEO-6", "QAD-0.420-p")
@pytest.mark.parametrize(("files", "passes"), [(2, True), (4, False)])
def test_a_friend_goes_through_a_lane_that_is_wide_enough(files, passes):
    towers = shaped(12, 8, at=(600, 400), files=2)
    columns = sorted({round(middle[0]) for middle in cohort_moves.middles(towers).values()})
    lane = 600 + (columns[0] + columns[1]) // 2 / MM
    t = still(towers, unit(0, "bows", at=(lane, 250), files=files, cohort=files))
    assert (went(t, 1, ("advance", 290)).spent == 290 * MM) == passes
