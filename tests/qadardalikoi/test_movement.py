"""2.117, 2.141-2.145: a movement phase, charges, evasion, withdrawals, flight, observation."""

from dataclasses import replace
from random import Random

import pytest

from arbiter.core import Illegal
from arbiter.games.qadardalikoi import free, rates, strikes, withdrawal
from arbiter.games.qadardalikoi.charges import charge, targets
from arbiter.games.qadardalikoi.contact import between, touched_by
from arbiter.games.qadardalikoi.free import flight
from arbiter.games.qadardalikoi.geometry import MM, Base, Pose, Spot, overlap
from arbiter.games.qadardalikoi.heights import left, limits
from arbiter.games.qadardalikoi.manoeuvres import Trial
from arbiter.games.qadardalikoi.missile import HOLD
from arbiter.games.qadardalikoi.observation import observation, watch
from arbiter.games.qadardalikoi.rate_of_fire import share_left
from arbiter.games.qadardalikoi.skirmishers import evade
from arbiter.games.qadardalikoi.state import BattleOptions, Cloud, Deeds, Kit, Stand

from .field import area, field, still, troops, unit
from .test_manoeuvres import loose, refused, went

PHASE = {"step": "move.units", "first": 0, "holds": True}
HLAKA = troops("light", name="Hláka", sheet="hlaka", fatigue=35, morale=4)


def hlaka(side, at, **more):
    kit = Kit("light", "lt", "none", "spear", front=4000, depth=4000)
    made = unit(side, "light", at=at, files=2, cohort=4, **more)
    made.troops = replace(HLAKA, kits=(kit,), start=2)
    made.figures = tuple(replace(one, spot=one.spot._replace(x=(2 * one.n - 1) * 2000)) for one in made.figures)
    made.fatigue = 35
    return made


def form(*order, files=0):
    """Orders as the form wants them."""
    slots = [*order, *[("stay", 0)] * (4 - len(order))]
    return {
        f"{word}{n}": part for n, slot in enumerate(slots, 1) for word, part in zip(("do", "by"), slot, strict=True)
    } | {"files": files}


# The phase


@pytest.mark.rule("QAD-0.522-b", "QAD-0.522-D2", "QAD-2.101-a")
def test_each_unit_acts_once_in_any_order_and_then_the_other_side():
    t = field(unit(0), unit(0, at=(900, 300)), unit(1, at=(600, 900)), **PHASE)
    t.say(("order", 1), form(("advance", 100)))
    assert t.unit(1).pose == Pose(90000, 40000, 0)
    assert (t.unit(1).fatigue, t.unit(1).deeds.way, t.unit(1).deeds.acted) == (24, 100 * MM, True)
    assert [value for value in t.asks[0].values if value != "done"] == [("order", 0), ("go", 0)]
    t.say(("order", 0), form())
    assert t.unit(0).deeds == Deeds(acted=True)
    assert t.asks[0].seat == 1


@pytest.mark.rule("QAD-GEO-5")
def test_a_unit_can_be_led_to_a_place():
    t = field(unit(0), unit(1, at=(600, 900)), **PHASE)
    t.say(("go", 0))
    assert t.asks[0].why_not((650, 900, 0)).endswith("(QAD-GEO-5)")
    assert t.asks[0].foreseen((600, 700, 0)).text.args["rule"] == "QAD-2.110-G1"
    t.say((600, 760, 0))
    assert t.unit(0).pose == Pose(60000, 44000, 0)


@pytest.mark.rule("QAD-2.110-G1")
def test_an_order_that_goes_too_far_is_refused_with_the_rule():
    t = field(unit(0), unit(1, at=(600, 900)), **PHASE)
    t.say(("order", 0))
    assert t.asks[0].why_not(form(("advance", 180))) == "that is 20 mm more than the move of 160 mm (QAD-2.110-G1)"


@pytest.mark.rule("QAD-0.420-x", "QAD-0.420-G6", "QAD-2.133-D1")
def test_shields_are_raised_at_the_table_and_lowered_again():
    t = field(unit(0, "medium", files=8, ranks=4), unit(1, at=(1800, 1100)), step="move.units")
    t.say(("order", 0), form(("stance", 0)))
    wall = t.unit(0)
    assert (wall.stance, wall.fatigue, wall.deeds.way, wall.deeds.rate) == (True, 24, 90 * MM, 180 * MM)
    t.unit(0).deeds = Deeds()
    t = field(t.unit(0), t.unit(1), step="move.units").say(("order", 0), form(("stance", 0)))
    assert (t.unit(0).stance, t.unit(0).fatigue) == (False, 23)


@pytest.mark.rule("QAD-2.110-G1", "QAD-0.522-D2")
@pytest.mark.parametrize(
    ("body", "order", "ends"),
    [
        ({}, (("stance", 0), ("oblique_left", 60)), {"stance": True, "order": "close"}),
        ({"stance": True}, (("stance", 0), ("advance", 60)), {"stance": False, "order": "close"}),
        ({"order": "skirmish"}, (("close", 0), ("advance", 60)), {"stance": False, "order": "close"}),
        ({}, (("form", 4), ("lead_left", 10)), {"formation": 4}),
    ],
)
def test_after_half_a_turn_for_its_order_a_unit_goes_on_as_it_stands_then(body, order, ends):
    """What shields, order and formation allow afterwards may be told in the same breath."""
    t = field(unit(0, "light", files=4, ranks=1, **body), unit(1, at=(1800, 1100)), step="move.units")
    start = t.unit(0).pose
    t.say(("order", 0), form(*order))
    assert {name: getattr(t.unit(0), name) for name in ends} == ends
    assert t.unit(0).pose != start


def test_random_orders_are_legal():
    t = field(unit(0), unit(0, "light", at=(900, 300)), unit(1, at=(600, 600)), unit(1, at=(900, 600)), **PHASE)
    rng = Random(4)
    while t.state.step.endswith(".units"):
        t.answer(t.asks[0].seat, t.asks[0].sample(rng))


@pytest.mark.rule("QAD-GEO-5", "QAD-2.211-c", "QAD-2.110-b")
@pytest.mark.parametrize(
    ("goal", "way", "rate", "halves"), [((600, 760, 0), 140, 240, 0), ((600, 900, 180), 140, 300, 1)]
)
def test_skirmishers_have_gone_as_far_as_the_farthest_of_them_at_the_rate_of_the_ground(goal, way, rate, halves):
    """Into a wood, 140 mm are more than half a move; and who turns about has walked from end to end of the line."""
    wood = area("woods", 0, 350, 2400, 900, going="woods")
    loose = unit(0, "bows", files=8, order="skirmish")
    t = field(loose, unit(1, at=(600, 1000)), unit(0, at=(1200, 300)), land=[wood], **PHASE)
    t.say(("go", 0), goal)
    assert (t.unit(0).deeds.way, t.unit(0).deeds.rate) == (way * MM, rate * MM)
    assert share_left(t.unit(0)) == halves


def test_who_is_spent_can_be_left_where_it_is():
    loose = unit(0, "light", at=(900, 300), order="skirmish", fatigue=0)
    t = field(unit(0, fatigue=0), loose, unit(1, at=(600, 900)), **PHASE)
    for n in (0, 1):
        t.say(("go", n))
        t.say(t.asks[0].sample(Random(1)))
    assert [t.unit(n).deeds.way for n in (0, 1)] == [0, 0]
    assert t.unit(0).pose == Pose(60000, 30000, 0)


@pytest.mark.parametrize("order", ["close", "skirmish"])
def test_who_has_lost_so_many_that_his_middle_lies_beyond_the_edge_may_stay_and_go(order):
    mine = unit(0, "light", at=(600, -20), files=4, ranks=4, order=order)
    mine.figures = mine.figures[:4]
    t = field(mine, unit(1, at=(600, 900)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("go", 0))
    ask = t.asks[0]
    assert ask.refusal(ask.likely[0]) is None, "it may stay where it is"
    x, y, facing = ask.likely[0]
    t.say((x, y - 60, facing))
    assert t.unit(0).pose.y == 40 * MM


# 2.117 charges


@pytest.mark.rule("QAD-2.117-a", "QAD-2.117-d", "QAD-2.117-G1", "QAD-2.117-G2", "QAD-2.117-D1", "QAD-GEO-7")
@pytest.mark.parametrize(("gap", "home"), [(219, True), (221, False)])
def test_a_charge_reaches_as_far_as_rate_and_bonus(gap, home):
    t = field(unit(0), unit(1, at=(600, 300 + 25 + gap)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("charge", 1)))
    charger = t.unit(0)
    assert bool(touched_by(t.g, charger)) is home
    assert charger.deeds.charged == ((1,) if home else (-1,))
    assert charger.fatigue == 23
    assert ("told.charge_home" if home else "told.charge_short") in t.told()


@pytest.mark.rule("QAD-2.117-b", "QAD-GEO-7")
@pytest.mark.parametrize(("x", "inside"), [(600, True), (700, True), (500, True), (740, False)])
def test_the_target_lies_within_45_degrees(x, inside):
    t = still(unit(0, files=2), unit(1, at=(x, 425), files=1))
    found = charge(Trial(t.g, t.unit(0)), 1)
    assert (found is None) is inside
    assert inside or found.rule == "QAD-2.117-b"


@pytest.mark.rule("QAD-GEO-7")
def test_a_charge_drifts_without_turning_and_ends_at_whom_it_touches_first():
    t = still(unit(0, files=2), unit(1, at=(680, 420), files=4), unit(1, at=(640, 380), files=1))
    found = went(t, 0, ("charge", 1))
    assert found.touched[0] == 2
    assert found.legs[0].pose.facing == 0
    assert found.legs[0].pose.x > 600 * MM


@pytest.mark.rule("QAD-GEO-7", "QAD-2.117-b", "QAD-2.117-D1")
def test_the_player_may_name_the_line_of_a_charge():
    """An enemy half beside the unit: it slants to the nearest of his bases, goes straight on, or farther over."""
    t = still(unit(0), unit(1, at=(660, 400), files=6))
    ways = ([("charge", 1)], [("drift_left", 0), ("charge", 1)], [("drift_right", 30), ("charge", 1)])
    ends = [went(t, 0, *way) for way in ways]
    assert [found.touched for found in ends] == [(1,)] * 3
    assert [found.unit.pose.x // MM for found in ends] == [600, 600, 643]
    assert ends[0].unit.pose.facing == ends[2].unit.pose.facing == 0
    assert refused(t, 0, ("drift_right", 46), ("charge", 1)) == "QAD-2.117-b"
    assert refused(t, 0, ("drift_right", 30)) == "QAD-2.117-b", "at nobody"


@pytest.mark.rule("QAD-2.117-G1")
def test_a_charge_may_begin_with_a_wheel_at_its_cost():
    t = still(unit(0, files=4), unit(1, at=(600, 500)))
    straight = went(t, 0, ("charge", 1))
    assert straight.touched == (1,)
    turned = went(t, 0, ("wheel_left", 20), ("charge", 1))
    assert turned.points == 3
    assert turned.spent <= turned.rate + turned.bonus + 50


@pytest.mark.rule("QAD-2.117-G4", "QAD-2.117-X3")
def test_one_may_walk_into_contact_without_charging():
    t = field(unit(0, fatigue=1), unit(1, at=(600, 400)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("advance", 100)))
    assert touched_by(t.g, t.unit(0)) == (1,)
    assert (t.unit(0).deeds.charged, t.unit(0).fatigue) == ((), 0)


@pytest.mark.rule("QAD-2.117-G5", "QAD-2.117-G6", "QAD-SEQ-13", "QAD-2.120-a")
def test_who_may_not_charge():
    wall = unit(0, stance=True)
    shaken = unit(0, at=(800, 300), morale="stand")
    held = unit(0, at=(1000, 300))
    fired = unit(0, at=(1200, 300), deeds=Deeds(fired=True))
    bird = hlaka(0, (1400, 300))
    over = unit(0, at=(1600, 300), obstacle=1)
    foes = [unit(1, at=(x, 325 if x == 1000 else 400)) for x in (600, 800, 1000, 1200, 1400, 1600)]
    t = still(wall, shaken, held, fired, bird, over, *foes)
    found = [charge(Trial(t.g, t.unit(n)), 6 + n).rule for n in range(6)]
    assert found == [*["QAD-2.117-G6"] * 3, "QAD-2.211-i", "QAD-2.117-G5", "QAD-2.117-G6"]


@pytest.mark.rule("QAD-2.141-G2")
def test_nobody_charges_what_his_side_does_not_see():
    t = still(unit(0), unit(1, at=(600, 400)), seen=[[], []])
    assert refused(t, 0, ("charge", 1)) == "QAD-2.141-G2"


@pytest.mark.rule("QAD-2.117-c", "QAD-2.117-G3", "QAD-2.117-X1", "QAD-2.141-d", "QAD-2.141-f", "QAD-2.141-g")
@pytest.mark.rule("QAD-2.141-e", "QAD-2.141-G1", "QAD-2.141-D1")
def test_a_charger_goes_on_after_skirmishers_that_evade():
    t = field(unit(0, "medium"), unit(1, "light", at=(600, 385), order="skirmish"), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("charge", 1)))
    assert t.asks[0].seat == 1
    t.say("evade")
    fled = t.unit(1)
    assert fled.pose == Pose(60000, 53500, 1800)
    assert (fled.fatigue, fled.deeds.evaded) == (24, True)
    assert (t.asks[0].seat, list(t.asks[0].values)) == (0, [1, HOLD])
    t.say(1)
    assert touched_by(t.g, t.unit(0)) == (1,)
    assert t.unit(0).deeds.charged == (1,)


@pytest.mark.rule("QAD-2.117-c", "QAD-2.117-G3", "QAD-2.117-D1")
def test_or_stops_where_they_stood_or_takes_another_enemy_in_its_arc():
    """Skirmishers 60 mm away evade; another enemy stands 200 mm ahead, a little to the right."""
    loose, other = unit(1, "light", at=(600, 385), order="skirmish"), unit(1, at=(700, 512.5))
    for answer, touched, at in ((HOLD, (), 360), (2, (2,), 487)):
        t = field(unit(0, "medium"), loose, other, unit(0, at=(1200, 300)), **PHASE)
        t.say(("order", 0), form(("charge", 1)), "evade")
        assert list(t.asks[0].values) == [1, 2, HOLD]
        t.say(answer)
        assert touched_by(t.g, t.unit(0)) == touched
        assert abs(t.unit(0).pose.y - at * MM) <= MM
        assert (t.unit(0).deeds.charged, t.unit(0).fatigue) == (touched or (-1,), 23)


@pytest.mark.rule("QAD-2.117-c", "QAD-2.117-G1", "QAD-GEO-7")
def test_who_charged_from_too_far_and_lets_them_go_stops_where_his_reach_ends():
    far = unit(1, "light", at=(600, 825), order="skirmish")
    t = field(unit(0, "medium"), far, unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("charge", 1)), "evade", HOLD)
    assert (t.unit(0).pose.y, t.unit(0).deeds.way, t.unit(0).deeds.charged) == (570 * MM, 270 * MM, (-1,))


@pytest.mark.rule("QAD-2.117-c", "QAD-GEO-7")
def test_who_named_the_line_of_his_charge_keeps_to_it_where_he_lets_them_go():
    """At 30 degrees 60 mm ahead are 69.3 on the way, and 34.6 to the right."""
    loose = unit(1, "light", at=(600, 385), order="skirmish")
    t = field(unit(0, "medium"), loose, unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("drift_right", 30), ("charge", 1)), "evade", HOLD)
    assert [round(at / MM) for at in t.unit(0).pose[:2]] == [635, 360]


@pytest.mark.rule("QAD-2.117-c", "QAD-SEQ-7")
def test_who_falls_on_the_way_to_where_his_prey_stood_stays_down():
    loose, bows = unit(1, "light", at=(600, 385), order="skirmish"), unit(1, "bows", at=(600, 700), files=16, ranks=2)
    t = field(unit(0, "medium"), loose, bows, unit(0, at=(1200, 300)), step="move.units", rolls=[1] * 9)
    t.say(("order", 0), form(("charge", 1)))
    shots, answers = 0, {"evade.ask": "evade", "charge.follow": HOLD, "passing.stop": "on"}
    while (asked := t.asks[0]).prompt != "move.whom":
        fires = asked.prompt == "passing.fire"
        t.say({**dict.fromkeys(asked.fields, shots), "standing": "ask"} if fires else answers[asked.prompt])
        shots = shots or int(asked.prompt == "charge.follow")
    fallen = 4 - len(t.unit(0).figures)
    assert fallen == t.unit(0).deeds.lost > 0


@pytest.mark.rule("QAD-2.143-a", "QAD-2.141-e")
def test_nobody_evades_a_charge_of_which_all_fall_on_the_way():
    loose, bows = unit(1, "light", at=(600, 385), order="skirmish"), unit(1, "bows", at=(600, 700), files=24, ranks=3)
    t = field(unit(0, "medium", files=2), loose, bows, unit(0, at=(1200, 300)), step="move.units", rolls=[1] * 9)
    t.say(("order", 0), form(("charge", 1)))
    fields = t.asks[0].fields.items()
    t.say({"standing": "ask", **{name: one.most for name, one in fields if name.startswith("2.")}, "1.0": 0})
    assert (t.unit(0).figures, t.asks[0].prompt) == ((), "move.whom")


@pytest.mark.rule("QAD-2.117-c", "QAD-GEO-6")
def test_who_goes_on_past_those_that_fled_aside_ends_on_no_friends():
    fled, friend = unit(1, "light", at=(600, 385), order="skirmish"), unit(0, "light", at=(600, 575), order="skirmish")
    t = field(unit(0, "medium"), fled, friend, unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("charge", 1)), "elsewhere", (745, 780, 180), 1)
    assert (t.unit(0).pose.y, t.unit(0).deeds.charged) == (550 * MM, (-1,))


@pytest.mark.rule("QAD-2.141-d", "QAD-GEO-25")
def test_skirmishers_who_evade_who_goes_on_past_others_stand_as_they_stood():
    aside, behind = (unit(1, "light", at=at, order="skirmish") for at in ((600, 385), (620, 560)))
    t = field(unit(0, "medium"), aside, behind, unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("charge", 1)), "elsewhere", (745, 780, 180), 1, "evade")
    assert (t.unit(2).figures, t.unit(2).torn) == (behind.figures, False)


@pytest.mark.rule("QAD-2.117-G3", "QAD-3.006-G3")
@pytest.mark.parametrize(("after", "way"), [([], 62.5), ([("face_left", 90)], 62.5), ([("wheel_left", 30)], 62.5)])
def test_ahoggya_who_would_turn_after_a_charge_let_its_prey_go_as_well(after, way):
    """Their turns cost nothing, so that a charge which falls short need not be the last of their order."""
    kit = Kit("medium", "med", "shield", "spear", front=50 * MM, depth=50 * MM)
    crabs = replace(troops("medium"), kits=(kit,), sheet="ahoggya", notes=("turns_freely",))
    t = field(unit(0, crabs), unit(1, "light", at=(600, 400), order="skirmish"), unit(0, at=(1100, 300)), **PHASE)
    t.say(("order", 0), form(("charge", 1), *after), "evade", -1)
    assert t.unit(0).pose == Pose(600 * MM, round((300 + way) * MM), 0)
    assert t.unit(0).deeds.charged == (-1,)


@pytest.mark.rule("QAD-2.141-d", "QAD-2.141-G1", "QAD-2.117-G3")
def test_skirmishers_whom_a_charge_turns_to_instead_may_evade_as_well():
    loose, other = (unit(1, "light", at=at, order="skirmish") for at in ((600, 385), (700, 480)))
    t = field(unit(0, "medium"), loose, other, unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("charge", 1)), "evade", 2)
    assert (t.asks[0].prompt, t.asks[0].args["name"], t.asks[0].seat) == ("evade.ask", "light", 1)
    # Who is asked about and who comes are marked on the field.
    assert [option.ids for option in t.asks[0].options()] == [("unit-2", "unit-0")] * 3
    t.say("evade")
    assert [t.unit(n).deeds.evaded for n in (1, 2)] == [True, True]
    assert (t.asks[0].prompt, t.asks[0].seat) == ("charge.follow", 0)


@pytest.mark.rule("QAD-GEO-23", "QAD-2.141-d")
def test_who_evades_leaves_the_places_of_his_fallen_behind():
    prey = unit(1, "light", at=(600, 500), order="skirmish", ranks=2)
    prey.figures, prey.gaps = prey.figures[2:], prey.figures[:2]
    t = field(unit(0, at=(600, 350), files=6), prey, **PHASE)
    t.say(("order", 0), form(("charge", 1)), "evade")
    assert t.unit(1).deeds.evaded
    assert t.unit(1).gaps == ()


@pytest.mark.rule("QAD-2.141-d", "QAD-2.141-G1", "QAD-2.141-D1")
def test_skirmishers_may_evade_to_a_place_of_their_own_choice():
    """In the picture the table is 1200 mm deep and seen from above: 385 mm from the near edge is 815 from the far."""
    loose = unit(1, "light", at=(600, 385), order="skirmish")
    t = field(unit(0, "medium"), loose, unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("charge", 1)), "elsewhere")
    (ask,) = t.asks
    assert ask.seat == 1
    refused_ = [ask.refusal(spot).key for spot in ((600, 600, 180), (600, 830, 180))]
    assert refused_ == ["move.too_far", "evade.nearer"]
    t.say((700, 750, 90))
    assert t.unit(1).pose == Pose(700 * MM, 450 * MM, 900)
    assert (t.unit(1).fatigue, t.unit(1).deeds.evaded) == (24, True)
    assert t.asks[0].prompt == "charge.follow"


@pytest.mark.rule("QAD-2.141-e", "QAD-2.141-G1", "QAD-2.141-D1")
def test_who_may_not_evade():
    formed = field(unit(0, "medium"), unit(1, "light", at=(600, 385)), unit(0, at=(1200, 300)), **PHASE)
    formed.say(("order", 0), form(("charge", 1)))
    assert formed.unit(0).deeds.charged == (1,)
    tired = field(
        unit(0, "medium"),
        unit(1, "light", at=(600, 385), order="skirmish", fatigue=0),
        unit(0, at=(1200, 300)),
        **PHASE,
    )
    tired.say(("order", 0), form(("charge", 1)))
    assert tired.unit(0).deeds.acted
    loose = field(
        unit(0, "light", order="skirmish"),
        unit(1, "light", at=(600, 385), order="skirmish"),
        unit(0, at=(1200, 300)),
        **PHASE,
    )
    loose.say(("go", 0), (600, 820, 0))
    assert loose.unit(0).deeds.acted
    assert not loose.unit(1).deeds.evaded


@pytest.mark.rule("QAD-2.142c-a", "QAD-2.141-d")
def test_nobody_evades_out_of_a_melee():
    held = unit(1, "light", at=(600, 385), order="skirmish")
    holder = unit(0, "medium", at=(600, 410), facing=180)
    t = field(unit(0, "medium"), held, holder, unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("charge", 1)))
    assert t.unit(0).deeds.charged == (1,)


@pytest.mark.rule("QAD-2.141-g", "QAD-2.141-G1")
@pytest.mark.parametrize(("shots", "asked"), [(0, "evade.ask"), (1, "move.whom")])
def test_who_has_fired_at_the_charger_does_not_evade(shots, asked):
    loose = unit(1, "bows", at=(600, 385), order="skirmish")
    t = field(unit(0, "medium"), loose, unit(0, at=(1200, 300)), step="move.units", rolls=[99, 99, 99, 99])
    t.say(("order", 0), form(("charge", 1)), {"standing": "ask", "1.0": shots})
    assert t.asks[0].prompt == asked


# 2.142c withdrawals


@pytest.mark.rule("QAD-2.142c-G1")
def test_who_is_touched_behind_goes_away_from_the_nearest_enemy():
    t = still(unit(0, "medium", at=(600, 300)), unit(1, "medium", at=(600, 275), facing=0))
    near = went(t, 0, ("withdraw", 60))
    assert (near.unit.pose, near.lines) == (Pose(60000, 36000, 0), ["withdraw_near"])
    far = went(t, 0, ("withdraw", 150))
    assert (far.unit.pose, far.lines) == (Pose(60000, 45000, 0), ["withdraw_far"])
    boxed = still(unit(0, "medium"), unit(1, at=(600, 275), facing=0), unit(1, at=(600, 325)))
    assert refused(boxed, 0, ("withdraw", 60)) == "QAD-2.142c-G1"


def melee(**more):
    return field(unit(0), unit(1, at=(600, 325)), unit(0, at=(1200, 300)), **{**PHASE, **more})


@pytest.mark.rule("QAD-2.142c-a", "QAD-2.142c-b", "QAD-2.142-E5", "QAD-2.142c-D1", "QAD-2.142c-d")
def test_a_short_withdrawal_faces_the_enemy_and_costs_two_points():
    t = melee(step="counter.units", first=1)
    t.say(("order", 0), form(("withdraw", 60)))
    gone = t.unit(0)
    assert (gone.pose, gone.fatigue, gone.deeds.left) == (Pose(60000, 24000, 0), 23, (1,))
    assert touched_by(t.g, gone) == ()


@pytest.mark.rule("QAD-2.142c-c", "QAD-2.142-E6", "QAD-2.142c-G2")
@pytest.mark.parametrize("far", [80, 120])
def test_a_long_withdrawal_faces_away_and_costs_one_point(far):
    t = melee(step="counter.units", first=1)
    t.say(("order", 0), form(("withdraw", far)))
    assert (t.unit(0).pose.facing, t.unit(0).fatigue) == (1800, 24)


@pytest.mark.rule("QAD-2.142c-b", "QAD-2.142c-G1", "QAD-2.131-G2")
def test_what_it_takes_to_look_ahead_is_no_part_of_how_far_one_breaks_off():
    askew = unit(0, "medium", cohort=2)
    askew.figures = tuple(replace(one, turned=0 if one.cohort else 900) for one in askew.figures)
    near = went(still(askew, unit(1, at=(600, 325))), 0, ("withdraw", 20))
    assert (near.spent, near.unit.pose, near.lines) == (120 * MM, Pose(60000, 28000, 0), ["withdraw_near"])


@pytest.mark.rule("QAD-2.142c-a", "QAD-2.143-c")
def test_skirmishers_who_have_come_to_the_enemy_in_the_first_half_of_a_move_break_off_like_others():
    bows = unit(0, "bows", order="skirmish")
    t = field(bows, unit(1, at=(600, 365)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("halves", 0), (600, 860, 0))
    assert touched_by(t.g, t.unit(0)) == (1,)
    t.say(form(("withdraw", 60)))
    assert (t.unit(0).pose.y, t.unit(0).deeds.left, t.unit(0).fatigue) == (280 * MM, (1,), 22)


@pytest.mark.rule("QAD-2.142c-f", "QAD-2.142-E7", "QAD-2.142c-D2")
def test_who_breaks_off_in_the_move_can_be_pursued_in_the_counter_move():
    t = melee()
    t.say(("order", 0), form(("withdraw", 100)), "done")
    assert t.state.step == "counter.units"
    t.say(("order", 1), form(("advance", 100)))
    assert touched_by(t.g, t.unit(1)) == (0,)


@pytest.mark.rule("QAD-2.142c-G1", "QAD-2.142c-G3")
def test_who_is_blocked_or_spent_has_to_stay():
    t = still(unit(0), unit(1, at=(600, 325)), unit(1, at=(600, 270), facing=0), unit(0, at=(900, 300), fatigue=0))
    assert refused(t, 0, ("withdraw", 60)) == "QAD-2.142c-G1"
    assert refused(t, 0, ("advance", 10)) == "QAD-2.142c-a"
    spent = still(unit(0, fatigue=0), unit(1, at=(600, 325)))
    assert refused(spent, 0, ("withdraw", 60)) == "QAD-2.300-a"


@pytest.mark.rule("QAD-2.117-c", "QAD-2.117-G3")
def test_a_charger_goes_on_after_who_breaks_off():
    charger = unit(1, at=(600, 325), deeds=Deeds(acted=True, charged=(0,), way=100 * MM, rate=160 * MM))
    t = field(unit(0), charger, unit(0, at=(1200, 300)), step="counter.units", first=1)
    t.say(("order", 0), form(("withdraw", 60)))
    assert t.asks[0].seat == 1
    assert (t.asks[0].rule, list(t.asks[0].values)) == ("QAD-2.117-G3", [0, HOLD])
    t.say(0)
    assert touched_by(t.g, t.unit(1)) == (0,)


@pytest.mark.rule("QAD-2.117-G3", "QAD-2.117-D1")
def test_or_at_another_enemy_in_its_arc_or_at_nobody():
    charger = unit(1, at=(600, 325), deeds=Deeds(acted=True, charged=(0,), way=100 * MM, rate=160 * MM))
    beside, behind = unit(0, at=(680, 250)), unit(0, at=(600, 700))
    for answer, touched in ((2, (2,)), (HOLD, ())):
        t = field(unit(0), charger, beside, behind, unit(0, at=(1200, 300)), step="counter.units", first=1)
        t.say(("order", 0), form(("withdraw", 60)))
        assert list(t.asks[0].values) == [0, 2, HOLD]
        t.say(answer)
        assert touched_by(t.g, t.unit(1)) == touched


CHARGED = Deeds(acted=True, charged=(0,), way=20 * MM, rate=160 * MM, paid=("charge",))


@pytest.mark.rule("QAD-2.141-d", "QAD-2.141-G1", "QAD-2.117-G3")
def test_skirmishers_evade_who_comes_after_those_that_broke_off():
    loose = unit(0, "light", at=(515, 230), order="skirmish")
    t = field(unit(0), unit(1, at=(600, 325), deeds=CHARGED), loose, step="counter.units", first=1, holds=True)
    t.say(("order", 0), form(("withdraw", 60)), 2)
    assert t.asks[0].prompt == "evade.ask"
    t.say("stand")
    assert (t.unit(1).deeds.charged, t.unit(1).fatigue) == ((0,), 25), "it is paid for, and ends at whom it meets first"


@pytest.mark.rule("QAD-SEQ-7", "QAD-2.117-G3")
def test_who_goes_on_after_those_that_broke_off_is_shot_at_on_the_way():
    bows = unit(0, "bows", at=(700, 150))
    t = field(unit(0), unit(1, at=(600, 325), deeds=CHARGED), bows, step="counter.units", first=1)
    t.say(("order", 0), form(("withdraw", 60)), 0)
    assert (t.asks[0].prompt, t.asks[0].seat) == ("passing.fire", 0)


# 2.143


@pytest.mark.rule("QAD-2.143-G1")
def test_who_has_fired_moves_half_or_not_at_all():
    t = still(unit(0, deeds=Deeds(fired=True)), unit(0, at=(900, 300), deeds=Deeds(fired=True, full_rate=True)))
    assert went(t, 0, ("advance", 80)).spent == 80 * MM
    assert refused(t, 0, ("advance", 90)) == refused(t, 1, ("advance", 10)) == "QAD-2.143-G1"


@pytest.mark.rule("QAD-2.145-G2", "QAD-2.145-E1", "QAD-GEO-21")
def test_from_the_ground_a_unit_takes_off_and_flies_over_everybody():
    """In the picture the table is 1200 mm deep and seen from above."""
    t = field(hlaka(0, (600, 300)), unit(1, at=(600, 400), files=12), unit(0, at=(1200, 300)), **PHASE)
    t.say(("fly", 0))
    onto, beyond = (t.asks[0].foreseen((600, 1200 - far, 0)) for far in (400, 910))
    assert onto.text.args["rule"] == "QAD-GEO-21", "nobody lands on another"
    assert 800 < onto.tokens[0].at[1] < 900, "it comes down before him"
    assert (beyond.tokens[0].at, beyond.text.args["why"].key) == ((600, 1200 - 900), "move.too_far")
    t.say((600, 1200 - 700, 0))
    bird = t.unit(0)
    assert bird.pose == Pose(60000, 70000, 0)
    assert (bird.fatigue, bird.deeds.rate, left(t.g, bird)) == (34, 600 * MM, 200 * MM)


# 2.141 observation


@pytest.mark.rule("QAD-2.141-a", "QAD-2.141-b", "QAD-2.141-c", "QAD-2.141-G3", "QAD-2.141-G4")
def test_how_far_one_sees():
    t = still(unit(0), unit(0, "light", at=(900, 300)), unit(0, "light", order="skirmish"), hlaka(0, (1200, 300)))
    t.unit(3).height = 40 * MM
    assert [observation(t.g, t.unit(n)) // MM for n in range(4)] == [250, 250, 1000, 1200]
    t = still(unit(0, "light", order="skirmish"), weather="fog")
    assert observation(t.g, t.unit(0)) == 250 * MM


@pytest.mark.rule("QAD-2.141-G2", "QAD-2.141-c")
def test_what_comes_into_view_and_goes_out_of_it():
    t = still(unit(0), unit(1, at=(600, 574)), unit(1, at=(600, 900)))
    watch(t.g)
    assert t.state.seen == [[1], [0]]
    t.unit(1).pose = Pose(60000, 58000, 1800)
    watch(t.g)
    assert t.state.seen == [[], []]
    assert t.state.observed == [[1], [0]], "whom somebody has seen he has seen"


@pytest.mark.rule("QAD-GEO-12")
@pytest.mark.parametrize(
    ("things", "seen"),
    [
        ([], True),
        ([area("wood", 400, 350, 800, 395, woods=True, going="woods")], True),
        ([area("wood", 400, 350, 800, 410, woods=True, going="woods")], False),
        ([area("wall", 400, 350, 800, 360, solid=True, height=30 * MM)], False),
        ([area("wall", 400, 350, 800, 360, solid=True, height=10 * MM)], True),
        ([area("hill", 400, 350, 800, 360, height=25 * MM)], False),
    ],
)
def test_what_hides_an_enemy(things, seen):
    t = still(unit(0), unit(1, at=(600, 500)), land=things)
    watch(t.g)
    assert t.state.seen[0] == ([1] if seen else [])


@pytest.mark.rule("QAD-GEO-12")
def test_a_third_legion_and_dust_hide_what_is_behind_them():
    t = still(unit(0, files=2), unit(1, at=(600, 360), files=12), unit(1, at=(600, 450), files=2))
    watch(t.g)
    assert t.state.seen[0] == [1]
    dusty = still(unit(0), unit(1, at=(600, 500)), clouds=[Cloud(Base(60000, 40000, 0, 40000, 7500), 1, 3)])
    watch(dusty.g)
    assert dusty.state.seen[0] == []


# 2.145 flight


@pytest.mark.rule("QAD-2.145-a", "QAD-2.145-E1", "QAD-2.145-G2")
def test_a_flyer_has_one_rate_for_along_and_up():
    wood = area("cliff", 0, 350, 2400, 380, closed=True)
    t = field(hlaka(0, (600, 300), height=40 * MM), unit(1, at=(900, 1100)), land=[wood], **PHASE)
    assert rates.wing(t.g, t.unit(0)) == 600 * MM
    t.say(("go", 0), (600, 500, 0))
    assert t.unit(0).pose.y == 700 * MM
    assert left(t.g, t.unit(0)) == 200 * MM
    assert isinstance(flight(t.g, t.unit(0), Pose(60000, 5000, 0)), Illegal)


@pytest.mark.rule("QAD-2.117-G5", "QAD-GEO-21")
def test_flyers_charge_at_their_flying_rate_and_come_down():
    cliff = area("cliff", 0, 350, 2400, 380, closed=True)
    bird = hlaka(0, (600, 300), height=100 * MM)
    t = field(bird, unit(1, at=(600, 700)), unit(0, at=(1200, 300)), land=[cliff], **PHASE)
    t.say(("order", 0), form(("charge", 1)))
    assert touched_by(t.g, t.unit(0)) == (1,)
    assert (t.unit(0).height, t.unit(0).deeds.charged, t.unit(0).fatigue) == (25 * MM, (1,), 33)
    assert abs(t.unit(0).deeds.way - (75 + 367.5) * MM) <= MM, "down and along together"
    far = still(hlaka(0, (600, 100), height=100 * MM), unit(1, at=(600, 700)))
    assert not went(far, 0, ("charge", 1)).touched, "525 mm are left of 600"


@pytest.mark.rule("QAD-2.117-G5", "QAD-GEO-21")
@pytest.mark.parametrize(("low", "high"), [(640, 680), (500, 560)], ids=["in contact", "short of it"])
def test_flyers_do_not_charge_to_where_they_would_lie_on_closed_ground(low, high):
    """The one would stay where nobody can stand, for who is in contact does not rise; the other has no move left to."""
    cliff = area("cliff", 0, low, 2400, high, closed=True)
    far = low < 600
    foe = unit(1, at=(600, 650 if far else 700))
    bird = hlaka(0, (600, 30 if far else 300), height=100 * MM)
    t = field(bird, foe, unit(0, at=(1200, 300)), land=[cliff], **PHASE)
    assert refused(t, 0, ("charge", 1)) == "QAD-GEO-21"
    t.say(("order", 0))
    assert t.asks[0].why_not(form(("charge", 1))) == "nobody can stand there (Cliff) (QAD-GEO-21)"
    t.say(form())
    t = field(bird, foe, unit(0, at=(1200, 300)), land=[cliff], **PHASE).say(("charge", 0))
    assert [*t.asks[0].values] == [HOLD], "nor is it offered"
    dry = field(bird, foe, unit(0, at=(1200, 300)), **PHASE).say(("charge", 0))
    assert [*dry.asks[0].values] == [HOLD, 1]


@pytest.mark.rule("QAD-2.117-G5", "QAD-GEO-21")
def test_flyers_charge_flyers_over_closed_ground():
    cliff = area("cliff", 0, 500, 2400, 640, closed=True)
    prey = hlaka(1, (600, 600), height=200 * MM)
    t = still(hlaka(0, (600, 300), height=200 * MM), prey, land=[cliff])
    assert went(t, 0, ("charge", 1)).touched == (1,)


@pytest.mark.rule("QAD-2.145-X2", "QAD-2.145-G1", "QAD-2.145-c")
@pytest.mark.parametrize(("height", "melee"), [(25, True), (40, False)])
def test_a_flyer_fights_what_is_within_its_reach(height, melee):
    t = still(hlaka(0, (600, 300), height=height * MM), unit(1, at=(600, 332.5)))
    assert bool(touched_by(t.g, t.unit(0))) is melee
    assert bool(touched_by(t.g, t.unit(1))) is melee


@pytest.mark.rule("QAD-2.145-G1", "QAD-2.145-c")
@pytest.mark.parametrize(("height", "fights"), [(100, True), (125, True), (126, False), (70, False)])
def test_flyers_fight_each_other_in_the_air_at_about_one_height(height, fights):
    t = still(hlaka(0, (600, 300), height=100 * MM), hlaka(1, (600, 340), height=height * MM))
    assert bool(touched_by(t.g, t.unit(0))) is fights
    assert bool(strikes.touches(t.g)) is fights


@pytest.mark.rule("QAD-GEO-21", "QAD-2.142c-G1")
def test_a_flyer_leaves_a_melee_in_the_air_over_whoever_stands_below():
    t = still(hlaka(0, (600, 300), height=100 * MM), hlaka(1, (600, 340), height=100 * MM), unit(1, at=(600, 240)))
    away = went(t, 0, ("withdraw", 200))
    assert (away.unit.pose.y, away.lines, away.left_behind) == (100 * MM, ["withdraw_near"], (1,))
    t = still(hlaka(0, (600, 300)), hlaka(1, (600, 340)), unit(1, at=(600, 240)))
    assert refused(t, 0, ("withdraw", 150)) == "QAD-2.142c-G1", "on the ground he is in the way"


# Who is in the way


@pytest.mark.rule("QAD-GEO-25")
def test_skirmishers_are_pushed_no_farther_than_there_is_room():
    """Behind them stands a formed unit, or a cliff: the mover stops where they can give way no more."""
    loose = unit(1, "light", at=(600, 340), order="skirmish")
    wall = [area("cliff", 400, 380, 800, 400, closed=True)]
    for others, land in (([unit(1, at=(600, 392.5))], ()), ([], wall)):
        t = still(unit(0, at=(600, 300)), loose, *others, land=land)
        trial = went(t, 0, ("advance", 100))
        assert trial.stopped
        assert abs(trial.unit.pose.y - (380 - 25 - 12.5) * MM) <= MM
        pushed = replace(t.unit(1), figures=trial.pushed[1])
        assert all(base.y + 12.5 * MM <= 380.5 * MM for base in pushed.bases())
    t = still(unit(0, at=(600, 300)), loose)
    assert not went(t, 0, ("advance", 100)).stopped


@pytest.mark.rule("QAD-GEO-25", "QAD-GEO-9")
def test_a_wheel_stops_at_skirmishers():
    t = still(unit(0, at=(600, 300), files=8), unit(1, "light", at=(640, 360), order="skirmish"))
    trial = went(t, 0, ("wheel_left", 45))
    assert trial.stopped
    assert trial.touched == (1,)
    assert not any(overlap(one, other) > 50 for one in trial.unit.bases() for other in t.unit(1).bases())


@pytest.mark.rule("QAD-GEO-6")
def test_nobody_ends_on_friends_whom_he_may_cross():
    t = still(unit(0), unit(0, "light", at=(600, 400), order="skirmish"), unit(1, at=(600, 900)))
    assert refused(t, 0, ("advance", 100)) == "QAD-GEO-6"
    assert went(t, 0, ("advance", 60)).unit.pose.y == 360 * MM
    past = replace(t.unit(0), pose=Pose(600 * MM, 350 * MM, 0))
    t = still(past, t.unit(1), unit(1, at=(600, 900)))
    assert went(t, 0, ("advance", 100)).unit.pose.y == 450 * MM, "through them to the other side"


@pytest.mark.rule("QAD-2.141-G1", "QAD-2.110-b")
def test_who_evades_into_a_wood_goes_at_the_rate_of_the_wood():
    """Light regulars: half of 300 in the open, half of 240 where the trees begin."""
    for land, back in (((), 150), ([area("woods", 300, 600, 900, 800, going="woods")], 120)):
        t = still(unit(0, at=(600, 400)), unit(1, "light", at=(600, 500), order="skirmish"), land=land)
        trial = Trial(t.g, t.unit(0))
        g = t.g
        assert evade(g, g.state.units[1], trial)
        assert g.state.units[1].pose.y == (500 + back) * MM


@pytest.mark.rule("QAD-2.141-d", "QAD-GEO-2")
def test_straight_away_is_told_from_the_middle_of_those_who_are_left():
    whole = unit(1, "light", at=(510, 450), files=12, cohort=12, order="skirmish")
    t = still(unit(0), replace(whole, figures=whole.figures[:3], gaps=whole.figures[3:]))
    g = t.g
    assert evade(g, g.state.units[1], Trial(g, g.state.units[0]))
    assert g.state.units[1].pose[:2] == (510 * MM, 600 * MM)


@pytest.mark.rule("QAD-2.141-G1")
@pytest.mark.parametrize(("behind", "evades"), [(170, False), (90, True)])
def test_who_evades_ends_farther_away_with_every_figure(behind, evades):
    """A figure that has passed the enemy would come nearer to him where the other runs."""
    loose = unit(1, "light", at=(600, 470), order="skirmish", files=1, ranks=2, cohort=2)
    spots = (Spot(0, 30 * MM), Spot(-160 * MM, behind * MM))
    loose.figures = tuple(replace(one, spot=spot) for one, spot in zip(loose.figures, spots, strict=True))
    t = still(unit(0, at=(600, 400)), loose)
    g = t.g
    assert evade(g, g.state.units[1], Trial(g, g.state.units[0])) == evades


@pytest.mark.rule("QAD-2.141-G2")
@pytest.mark.parametrize(("y", "seen"), [(900, True), (1000, False)])
def test_the_enemy_hears_of_a_charge_that_falls_short_only_where_he_sees_who_charged(y, seen):
    t = field(unit(0, "light"), unit(0, at=(1500, 700)), unit(1, at=(600, y)), **PHASE)
    t.say(("order", 0), form(("charge", 2)))
    assert (0 in t.state.seen[1]) == seen
    told = [[event.key for event in t.events(seat)] for seat in (0, 1)]
    assert ["told.charge_short" in one for one in told] == [True, seen]


@pytest.mark.rule("QAD-2.141-G2", "QAD-2.117-G1")
@pytest.mark.parametrize("shown", [True, False])
def test_on_an_open_table_everybody_can_be_charged(shown):
    options = BattleOptions(open_table=shown)
    t = still(unit(0), unit(1, at=(600, 500)), seen=[[], []], options=options)
    assert [one.n for one in targets(t.g, t.unit(0))] == ([1] if shown else [])


@pytest.mark.rule("QAD-2.133-G1", "QAD-2.141-G2")
def test_a_refusal_does_not_betray_an_unseen_enemy():
    """A line ten ranks deep would come nearer to an enemy than it is; of one whom nobody sees nothing is said."""
    units = [unit(0, files=10, ranks=2, cohort=20), unit(1, at=(600, 400))]
    assert refused(still(*units), 0, ("form", 2)) == "QAD-2.133-G1"
    assert went(still(*units, seen=[[], []]), 0, ("form", 2)).points == 1


@pytest.mark.rule("QAD-2.141-G2", "QAD-GEO-5")
@pytest.mark.parametrize("seen", [[], [1]])
def test_skirmishers_are_not_refused_a_place_by_an_unseen_enemy_but_end_as_they_can(seen):
    """A line that would turn about its middle onto somebody close beside it stands there as it stood."""
    loose = unit(0, "light", at=(600, 300), files=6, cohort=6, order="skirmish")
    t = field(loose, unit(1, at=(600, 445), files=1, cohort=1), unit(0, at=(1200, 300)), seen=[seen, []], **PHASE)
    t.say(("go", 0))
    across = (600, 1200 - 400, 90)
    assert (t.asks[0].foreseen(across).text.key == "foreseen.short") == bool(seen)
    t.say(across)
    if seen:
        assert t.unit(0).pose.facing == 900
        assert t.unit(0).pose.y < 400 * MM, "whom they see they keep off beforehand"
    else:
        assert t.unit(0).pose == Pose(600 * MM, 400 * MM, 0)
        assert (t.unit(0).deeds.way, t.unit(0).fatigue) == (100 * MM, 24)


@pytest.mark.rule("QAD-2.141-G2", "QAD-2.141-G1")
@pytest.mark.parametrize("seen", [[], [0, 2]])
def test_skirmishers_who_would_evade_into_somebody_unseen_stand_after_all(seen):
    loose = unit(1, "light", at=(600, 385), order="skirmish")
    t = field(unit(0, "medium"), loose, unit(0, at=(700, 450)), seen=[[1], seen], **PHASE)
    t.say(("order", 0), form(("charge", 1)), "elsewhere")
    onto = (700, 750, 90)
    assert (t.asks[0].refusal(onto) is not None) == bool(seen)
    if not seen:
        t.say(onto)
        assert t.unit(1).pose == Pose(600 * MM, 385 * MM, 1800)
        assert (t.unit(1).fatigue, t.unit(1).deeds.evaded) == (25, False)


def test_distances_between_units_are_between_their_bases():
    t = still(unit(0), unit(1, at=(600, 400)))
    assert between(t.unit(0), t.unit(1)) == 75 * MM


def test_a_unit_that_cannot_go_may_always_stay():
    mother = troops("heavy", 1, 1, name="Brood-mother", nation="hluss", sheet="hluss")
    mother = replace(mother, kits=(Kit("brood_mother", "hvy", "none", "", front=50 * MM, depth=200 * MM),))
    t = field(unit(0, mother, files=1, cohort=1), unit(1, at=(1800, 1100)), step="move.units")

    t.say(("go", 0))
    ask = t.asks[0]
    spot = ask.sample(Random(1))
    t.say(spot)
    assert (t.unit(0).pose.x, t.unit(0).pose.y) == (600 * MM, 300 * MM)
    assert t.unit(0).deeds.acted


# Nobody ends on anybody


@pytest.mark.rule("QAD-GEO-6", "QAD-GEO-25")
@pytest.mark.parametrize("seen", [True, False])
def test_a_refusal_says_beside_whom_there_is_no_room_and_nothing_of_who_is_unseen(seen):
    skirmishers, foe = unit(0, "light", files=6, cohort=6, order="skirmish"), unit(1, at=(600, 445), files=1, cohort=1)
    t = still(skirmishers, foe, unit(0, "medium", at=(800, 300)), seen=[[1] if seen else [], []])
    for goal, name in (((600, 400, 900), "heavy" if seen else None), ((740, 300, 0), "medium")):
        found = free.why_not(t.g, t.unit(0), Pose(goal[0] * MM, goal[1] * MM, goal[2]))
        assert (found and (found.key, found.arguments)) == (name and ("move.no_room_beside", {"name": name}))


@pytest.mark.rule("QAD-2.141-d", "QAD-GEO-6")
def test_who_evades_through_friends_stops_before_those_on_whom_it_would_end():
    friend = unit(1, at=(600, 560), files=8, ranks=4)
    t = field(unit(0, "medium", files=8, ranks=4), loose(1, (600, 420)), friend, unit(0, at=(1600, 300)), **PHASE)
    t.say(("order", 0), form(("charge", 1)), "evade", 1)
    assert t.unit(1).deeds.evaded
    assert t.unit(1).pose.y > 480 * MM
    assert between(t.unit(1), t.unit(2)) <= 10 * MM
    assert not any(overlap(one, other) > 50 for one in t.unit(1).bases() for other in t.unit(2).bases())


@pytest.mark.rule("QAD-2.141-d", "QAD-2.004-G3")
def test_a_commander_evades_with_his_unit():
    stand = Stand(0, 1, "Kérdu", "general", 1, "tsolyani", Pose(60000, 44500, 1800), with_=1)
    t = field(unit(0), loose(1, (600, 420)), unit(0, at=(1600, 300)), stands=[stand], **PHASE)
    t.say(("order", 0), form(("charge", 1)), "evade", -1)
    assert t.state.stands[0].pose.y - t.unit(1).pose.y == 25 * MM


@pytest.mark.rule("QAD-GEO-6", "QAD-GEO-5")
def test_skirmishers_who_meet_the_enemy_among_friends_find_no_room():
    t = still(loose(0, (600, 300)), unit(0, at=(600, 400), files=8, ranks=2), unit(1, at=(600, 450), files=8, ranks=2))
    found = free.go(t.g, t.unit(0), Pose(60000, 46000, 0))
    assert isinstance(found, Illegal)
    assert found.rule == "QAD-GEO-6"


@pytest.mark.rule("QAD-2.110-G2", "QAD-GEO-5")
def test_skirmishers_who_turn_into_a_swamp_are_as_slow_as_in_it():
    swamp = area("swamp", 450, 330, 750, 600, going="swamp")
    t = still(loose(0, (600, 300)), land=[swamp])
    found = free.go(t.g, t.unit(0), Pose(60000, 31700, 900))
    assert isinstance(found, Illegal)
    assert found.arguments == {"rate": "100", "over": "60.9"}
    assert isinstance(free.go(t.g, t.unit(0), Pose(60000, 31700, 0)), Trial)


@pytest.mark.rule("QAD-GEO-21", "QAD-GEO-6")
@pytest.mark.parametrize(("height", "able"), [(10, False), (25, False), (26, True)])
def test_a_low_flyer_ends_on_nobody_and_on_no_closed_ground(height, able):
    lake = area("lake", 900, 300, 1200, 500, closed=True)
    t = still(hlaka(0, (600, 300), height=height * MM), unit(0, at=(600, 700), files=4, ranks=2), land=[lake])
    for goal in (Pose(60000, 70000, 0), Pose(100000, 40000, 0)):
        assert isinstance(free.go(t.g, t.unit(0), goal), Trial) is able
    assert isinstance(free.go(t.g, t.unit(0), Pose(60000, 60000, 0)), Trial)


@pytest.mark.rule("QAD-2.117-G5", "QAD-2.145-G1", "QAD-GEO-21")
@pytest.mark.parametrize(("height", "comes_to"), [(300, 225), (200, 200), (60, 175)])
def test_flyers_charge_flyers_at_their_height(height, comes_to):
    t = field(hlaka(0, (600, 300), height=height * MM), hlaka(1, (600, 600), height=200 * MM), **PHASE)
    t.say(("order", 0), form(("charge", 1)))
    bird, prey = t.unit(0), t.unit(1)
    assert touched_by(t.g, bird) == (1,)
    assert (bird.height, bird.deeds.charged) == (comes_to * MM, (1,))
    assert limits(t.g, prey) == (max(0, comes_to - 25) * MM, 200 * MM), "and nobody gets away up or down"
    assert targets(t.g, unit(0)) == [], "from the ground nobody reaches them"


@pytest.mark.rule("QAD-2.144-G1", "QAD-GEO-3")
def test_nobody_climbs_an_obstacle_over_a_friend():
    wall = area("wall", 400, 401, 600, 410, obstacle=True)
    t = still(unit(0, at=(600, 387), files=12), unit(0, at=(660, 412.5), files=2), land=[wall])
    assert refused(t, 0, ("cross",)) == "QAD-2.144-G1"


@pytest.mark.rule("QAD-2.142c-G1", "QAD-2.142c-c")
def test_who_has_no_room_to_turn_away_does_not_break_off_so_far():
    """A file with an enemy at its side and friends behind it gets away slantwise; to turn there it needs room too."""
    file, foe = unit(0, "medium", files=1, ranks=8, formation=4), unit(1, "medium", at=(577.5, 300), files=1, facing=90)
    friends = [unit(0, at=(600, 150)), *(unit(0, at=(785, y), files=1) for y in (390, 210))]
    t = still(file, foe, *friends)
    _, away = withdrawal.ways(t.g, t.unit(0), (1,))
    assert withdrawal.is_free(Trial(t.g, t.unit(0)), away, 100 * MM)
    assert refused(t, 0, ("withdraw", 100)) == "QAD-2.142c-G1"
    assert went(t, 0, ("withdraw", 50)).lines == ["withdraw_near"]
    assert went(still(file, foe, friends[0]), 0, ("withdraw", 100)).unit.pose.facing == away


@pytest.mark.rule("QAD-2.117-G5", "QAD-2.117-D1")
@pytest.mark.parametrize(("away", "offered"), [(500, True), (700, False)])
def test_a_flyer_is_offered_a_charge_as_far_as_it_flies(away, offered):
    t = field(hlaka(0, (600, 100), height=40 * MM), unit(1, at=(600, 100 + away)), **PHASE)
    assert (("charge", 0) in t.asks[0].values) == offered


@pytest.mark.rule("QAD-2.117-G5", "QAD-GEO-21")
def test_a_flyer_does_not_stoop_onto_those_under_it():
    t = still(hlaka(0, (600, 300), height=100 * MM), unit(1, at=(600, 300)), unit(1, at=(600, 500)))
    assert refused(t, 0, ("charge", 2)) == "QAD-GEO-21"
    t.unit(1).side = 0
    assert went(t, 0, ("charge", 2)).touched == (2,), "friends it leaves behind"
