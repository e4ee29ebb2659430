"""2.145: the heights of flyers, written down by both sides and shown at once."""

from dataclasses import replace
from random import Random

import pytest

from arbiter.games.qadardalikoi.advice import hints
from arbiter.games.qadardalikoi.contact import between, touched_by
from arbiter.games.qadardalikoi.geometry import MM, Pose, overlap
from arbiter.games.qadardalikoi.heights import heights
from arbiter.games.qadardalikoi.rate_of_fire import share_left
from arbiter.games.qadardalikoi.state import Deeds, Stand

from .field import area, field, unit
from .test_meadow import mixed
from .test_movement import PHASE, hlaka
from .test_warhammers import pair


def in_the_air(*units, **more):
    """The field when heights are to be stated."""
    return field(*units, rules=heights, **more)


@pytest.mark.rule("QAD-2.145-b", "QAD-SEQ-11", "QAD-2.145-D1")
def test_all_heights_of_both_sides_are_written_in_secret_and_shown_at_once():
    ours = [hlaka(0, (600, 300), height=40 * MM), hlaka(0, (900, 300))]
    t = in_the_air(*ours, hlaka(1, (600, 900), height=100 * MM), hlaka(1, (900, 900)), unit(1, at=(1500, 900)))
    assert [(ask.seat, [*ask.fields]) for ask in t.asks] == [(0, ["0", "1"]), (1, ["2", "3"])]
    t.answer(0, {"0": 60, "1": 500})
    assert [t.unit(n).height for n in range(4)] == [40 * MM, 0, 100 * MM, 0], "not before both wrote"
    assert "told.height" not in t.told()
    t.answer(1, {"2": 0, "3": 30})
    assert [t.unit(n).height for n in range(4)] == [60 * MM, 500 * MM, 0, 30 * MM]
    assert [t.told().count(key) for key in ("told.height", "told.grounded")] == [6, 2], "to both"


@pytest.mark.rule("QAD-2.145-b", "QAD-SEQ-11")
def test_flyers_of_one_name_are_told_apart_and_each_has_its_height_beside_it():
    t = in_the_air(hlaka(0, (600, 300), height=40 * MM), hlaka(0, (900, 300)), unit(1, at=(900, 900)))
    ask = t.asks[0]
    assert [field.args["name"] for field in ask.fields.values()] == ["Hláka (1)", "Hláka (2)"]
    assert dict(ask.usual) == {"0": 40, "1": 0}
    shown = ask.foreseen({"0": 60, "1": 5})
    assert [(label.id, label.name.args["height"]) for label in shown.overlays] == [("height-0", 60), ("height-1", 5)]
    assert [token.id for token in shown.tokens] == ["unit-0", "unit-1"]


@pytest.mark.rule("QAD-2.145-G3")
@pytest.mark.parametrize(
    ("before", "after", "points"),
    [(40, 60, 1), (40, 40, 1), (0, 50, 1), (100, 0, 1), (0, 0, 0)],
    ids=["climbs", "hovers", "takes off", "comes straight down", "stays on the ground"],
)
def test_who_is_in_the_air_or_comes_down_from_it_pays_a_point_as_for_a_move(before, after, points):
    t = in_the_air(hlaka(0, (600, 300), height=before * MM), unit(1, at=(900, 900)))
    t.say({"0": after})
    assert (t.unit(0).height, t.unit(0).fatigue) == (after * MM, 35 - points)
    assert t.unit(0).deeds.idle == (not points), "and who pays does not rest"


@pytest.mark.rule("QAD-2.141-b", "QAD-2.141-G2", "QAD-2.145-b")
def test_who_rises_sees_farther_at_once():
    t = in_the_air(hlaka(0, (600, 50)), unit(1, at=(600, 1120)), table=(2400, 1200), seen=[[], []])
    t.say({"0": 100})
    assert t.state.seen[0] == [1]


@pytest.mark.rule("QAD-2.145-G3", "QAD-2.111-G3")
def test_a_flyer_that_has_charged_pays_no_more_for_staying_in_the_air():
    deeds = Deeds(acted=True, way=300 * MM, rate=600 * MM, paid=("charge",), charged=(-1,))
    t = in_the_air(hlaka(0, (600, 300), height=25 * MM, deeds=deeds), unit(1, at=(900, 900)))
    t.say({"0": 25})
    assert (t.unit(0).height, t.unit(0).fatigue) == (25 * MM, 35)


@pytest.mark.rule("QAD-2.145-G3", "QAD-2.145-G2")
def test_who_has_flown_with_its_last_point_states_its_height_and_lands_where_it_will():
    deeds = Deeds(acted=True, way=300 * MM, rate=600 * MM, paid=("move",))
    spent = replace(hlaka(0, (600, 300), deeds=deeds), fatigue=0)
    for height in (0, 200):
        t = in_the_air(spent, unit(1, at=(900, 900)))
        t.say({"0": height})
        assert (t.unit(0).height, t.unit(0).fatigue) == (height * MM, 0)


@pytest.mark.rule("QAD-2.145-a", "QAD-2.211-G1")
@pytest.mark.parametrize(("climbs", "halves"), [(0, 2), (300, 1), (301, 0)])
def test_climbing_is_a_part_of_the_move_and_of_what_it_leaves_for_fire(climbs, halves):
    t = in_the_air(hlaka(0, (600, 300), height=100 * MM), unit(1, at=(900, 900)))
    t.say({"0": 100 + climbs})
    assert t.unit(0).deeds.way == climbs * MM
    assert share_left(t.unit(0)) == halves


@pytest.mark.rule("QAD-2.413-G4", "QAD-2.421-G3", "QAD-2.145-a")
@pytest.mark.parametrize("change", [{"morale": "stand"}, {"morale": "rout"}, {"last_stand": True}])
def test_who_is_shaken_or_makes_a_last_stand_neither_climbs_nor_dives(change):
    t = in_the_air(hlaka(0, (600, 300), height=100 * MM, **change), unit(1, at=(900, 900)))
    assert t.over, "nobody is asked what has one answer"
    assert (t.unit(0).height, t.unit(0).fatigue) == (100 * MM, 34)
    t = in_the_air(hlaka(0, (600, 300), **change), hlaka(1, (900, 900)))
    assert [ask.seat for ask in t.asks] == [1], "nor takes off"


@pytest.mark.rule("QAD-GEO-21", "QAD-2.145-G3")
def test_over_others_a_flyer_stays_up_and_without_strength_it_comes_down_beside_them():
    over = hlaka(0, (600, 300), height=40 * MM)
    t = in_the_air(over, unit(1, at=(600, 300), files=8, ranks=4), unit(1, at=(900, 900)))
    assert t.asks[0].fields["0"].least == 26
    t.say({"0": 60})
    assert t.unit(0).height == 60 * MM
    t = in_the_air(replace(over, fatigue=0), unit(1, at=(600, 300), files=8, ranks=4), unit(1, at=(900, 900)))
    assert (t.unit(0).height, t.unit(0).fatigue) == (0, 0)
    pairs = [(one, other) for one in t.unit(0).bases() for other in t.unit(1).bases()]
    assert max(overlap(one, other) for one, other in pairs) <= 50
    assert between(t.unit(0), t.unit(1)) <= 20 * MM


@pytest.mark.rule("QAD-2.141-G2", "QAD-2.145-G3")
def test_a_flyer_finds_out_about_those_under_it_when_it_comes_down():
    under = unit(1, at=(600, 300), files=8, ranks=4)
    t = in_the_air(hlaka(0, (600, 300), height=40 * MM), under, seen=[[], []])
    assert t.asks[0].fields["0"].least == 0
    t.say({"0": 0})
    assert t.unit(0).height == 26 * MM


@pytest.mark.rule("QAD-GEO-21", "QAD-SEQ-11")
def test_two_flyers_of_a_side_do_not_come_down_onto_each_other():
    pair = [hlaka(0, (600, 300), height=100 * MM), hlaka(0, (620, 310), height=200 * MM)]
    t = in_the_air(*pair, unit(1, at=(900, 900)))
    assert "Hláka (1) and Hláka (2)" in t.asks[0].why_not({"0": 0, "1": 25})
    for answer in ({"0": 0, "1": 26}, {"0": 26, "1": 0}):
        assert t.asks[0].why_not(answer) is None
    assert hints.hint(t.g, t.asks[0], Random(1), general=True) == {"0": 0, "1": 26}


@pytest.mark.rule("QAD-SEQ-11")
@pytest.mark.parametrize(("first", "found"), [(0, (0, 26)), (1, (26, 0))])
def test_of_two_sides_that_come_down_on_the_same_ground_the_first_mover_has_it(first, found):
    pair = [hlaka(0, (600, 300), height=100 * MM), hlaka(1, (600, 300), height=200 * MM)]
    t = in_the_air(*pair, first=first)
    t.answer(0, {"0": 0})
    t.answer(1, {"1": 0})
    assert (t.unit(0).height // MM, t.unit(1).height // MM) == found


@pytest.mark.rule("QAD-SEQ-11", "QAD-GEO-21")
@pytest.mark.parametrize("first", [0, 1])
def test_who_is_free_when_all_write_is_held_by_nobody_who_dives_at_it_meanwhile(first):
    t = in_the_air(hlaka(0, (600, 300), height=100 * MM), hlaka(1, (600, 340), height=150 * MM), first=first)
    t.answer(0, {"0": 0})
    t.answer(1, {"1": 125})
    assert (t.unit(0).height, t.unit(1).height) == (0, 125 * MM)


@pytest.mark.rule("QAD-2.004-G5", "QAD-GEO-21")
def test_a_stand_gets_out_of_the_way_of_who_comes_down():
    stand = Stand(0, 0, "Kási", "officer", 0, "tsolyani", Pose(600 * MM, 300 * MM, 0))
    t = in_the_air(hlaka(0, (600, 300), height=40 * MM), unit(1, at=(900, 900)), stands=[stand])
    t.say({"0": 0})
    assert all(overlap(one, t.state.stands[0].base) <= 50 for one in t.unit(0).bases())


@pytest.mark.rule("QAD-2.145-b", "QAD-GEO-21")
def test_a_commander_has_all_his_flyers_come_down_to_fight():
    cliff = area("cliff", 850, 250, 950, 350, closed=True)
    birds = [hlaka(0, (600, 300), height=40 * MM), hlaka(0, (900, 300), height=60 * MM)]
    t = in_the_air(*birds, unit(1, at=(900, 900)), land=[cliff])
    assert hints.hint(t.g, t.asks[0], Random(1), general=False) == {"0": 0, "1": 26}


@pytest.mark.rule("QAD-2.145-a", "QAD-2.110-G1")
def test_what_was_done_on_foot_leaves_its_share_for_the_air():
    half = Deeds(acted=True, way=100 * MM, rate=200 * MM, paid=("formation",))
    t = in_the_air(hlaka(0, (600, 300), deeds=half), unit(1, at=(900, 900)))
    assert t.asks[0].fields["0"].most == 300, "half of 600"
    t.say({"0": 100})
    assert (t.unit(0).deeds.way, t.unit(0).deeds.rate) == (400 * MM, 600 * MM)
    whole = replace(half, way=200 * MM)
    assert in_the_air(hlaka(0, (600, 300), deeds=whole), unit(1, at=(900, 900))).over


@pytest.mark.rule("QAD-2.143-G1", "QAD-2.145-a")
@pytest.mark.parametrize(
    ("full", "way", "most"), [(False, 0, 400), (False, 200, 200), (False, 400, None), (True, 0, None)]
)
def test_who_has_fired_climbs_and_dives_by_half_a_move_or_not_at_all(full, way, most):
    deeds = Deeds(fired=True, full_rate=full, way=way * MM, rate=600 * MM if way else 0)
    t = in_the_air(hlaka(0, (600, 300), height=100 * MM, deeds=deeds), unit(1, at=(900, 900)))
    assert (None if t.over else t.asks[0].fields["0"].most) == most
    assert t.over or t.asks[0].fields["0"].least == 0


@pytest.mark.rule("QAD-GEO-21", "QAD-SEQ-11")
def test_nobody_climbs_from_an_enemy_whom_its_side_does_not_see():
    t = in_the_air(hlaka(0, (600, 300), height=20 * MM), unit(1, at=(600, 332.5)), seen=[[], []])
    t.say({"0": 300})
    assert t.unit(0).height == 20 * MM


@pytest.mark.rule("QAD-2.131-G2", "QAD-2.145-G2")
def test_who_looks_aside_does_not_rise_and_who_takes_off_looks_ahead_and_pays_for_it():
    made = hlaka(0, (600, 300))
    made.troops = replace(made.troops, kits=made.troops.kits * 2)
    made.figures = tuple(replace(one, cohort=one.n, turned=900 * one.n) for one in made.figures)
    assert in_the_air(made, unit(1, at=(900, 900))).over
    t = field(made, unit(1, at=(900, 1100)), **PHASE)
    t.say(("fly", 0))
    assert t.asks[0].why_not((600, 900 - 300, 0)) is None
    t.say((600, 900 - 500, 0))
    assert t.unit(0).pose.y == 600 * MM, "half of 600, and the turn took the other"
    assert {one.turned for one in t.unit(0).figures} == {0}
    assert (t.unit(0).deeds.way, t.unit(0).fatigue) == (600 * MM, 34)


@pytest.mark.rule("QAD-2.134-G1")
@pytest.mark.parametrize(("height", "hidden"), [(0, False), (100, True)])
def test_a_warhammer_beside_which_enemies_come_down_is_uncovered_before_it_fights(height, hidden):
    screen, hammer = pair(16)
    x, rear = hammer.pose.x // MM, min(base.y - base.depth // 2 for base in hammer.bases()) // MM
    t = in_the_air(screen, hammer, hlaka(1, (x, rear - 20), facing=0, height=100 * MM), seen=[[2], [0]])
    t.say({"2": height})
    assert (t.unit(1).hidden, t.unit(1).with_ == 0) == (hidden, hidden)
    assert (1 in t.state.seen[1], bool(touched_by(t.g, t.unit(1)))) == (not hidden, not hidden)


@pytest.mark.rule("QAD-0.420-G8")
@pytest.mark.parametrize("before", [100, 0])
def test_the_bows_of_a_meadow_may_run_before_flyers_that_come_down_beside_them(before):
    """But not once more before those who were there already."""
    shields, bows = mixed(2)
    front = max(base.y + base.depth // 2 for base in (*shields.bases(), *bows.bases())) // MM
    flyer = hlaka(1, (600, front + 20), height=before * MM)
    t = in_the_air(shields, bows, flyer, hlaka(1, (1500, 900)), seen=[[2, 3], [0, 1]])
    t.say({"2": 0, "3": 0} if before else {"3": 0})
    assert [ask.prompt for ask in t.asks] == (["meadow.run"] if before else [])
    if before:
        t.say("run_back")
        assert (t.unit(0).with_, t.unit(1).with_, touched_by(t.g, t.unit(1))) == (-1, -1, ())
