"""2.004, 2.010-2.013, QAD-SEQ-15: command stands, duels, units that arrive."""

from dataclasses import replace

import pytest

from arbiter.core.recorder import Recorder
from arbiter.games.qadardalikoi import closing, command, duels, melee, morale, pictured, sequence, staff, strikes
from arbiter.games.qadardalikoi.arrivals import at_edge, why_not
from arbiter.games.qadardalikoi.duels import effect
from arbiter.games.qadardalikoi.formations import local_frame
from arbiter.games.qadardalikoi.geometry import MM, Base, Pose, overlap
from arbiter.games.qadardalikoi.geometry.crowds import Crowd
from arbiter.games.qadardalikoi.ground import footprint, way_of
from arbiter.games.qadardalikoi.state import BattleOptions, Side, Stand

from .field import area, field, still, unit
from .test_movement import PHASE, form, hlaka


def stand(side, at, rank="general", legion=0, **more):
    return Stand(0, side, "Kérdu", rank, legion, "tsolyani", Pose(at[0] * MM, at[1] * MM, 1800 if side else 0), **more)


# 2.004


@pytest.mark.rule("QAD-2.004-a", "QAD-2.004-G2", "QAD-2.004-D1")
def test_a_stand_goes_anywhere_at_the_fastest_foot_rate():
    wood = area("wood", 0, 500, 2400, 700, going="woods")
    stands = [stand(0, (600, 300))]
    t = field(unit(0, at=(1200, 300)), unit(1, at=(600, 900)), stands=stands, land=[wood], step="move.command", first=0)
    t.say("0")
    for beyond in ((600, 580, 0), (600, 655, 0)):
        told = t.asks[0].foreseen(beyond)
        assert told.text.args["rule"] == "QAD-2.004-G2"
        assert told.tokens[0].at[1] > beyond[1], "it goes as far as it can"
    t.say((450, 750, 90))
    assert t.state.stands[0].pose == Pose(45000, 45000, 900)
    assert t.state.stands[0].base.front == 75 * MM
    assert t.state.step == "move.units"


@pytest.mark.rule("QAD-GEO-6", "QAD-2.141-G2")
def test_a_stand_is_told_beside_whom_there_is_no_room_and_nothing_of_who_is_unseen():
    one, other = stand(0, (600, 300)), replace(stand(0, (700, 300)), name="Kási")
    t = still(unit(0, "light", at=(600, 400)), unit(1, at=(600, 220)), stands=[one, other], seen=[[], []])
    mover = t.state.stands[0]
    found = [command.why_not(t.g, mover, Pose(x * MM, y * MM, 0)) for x, y in ((680, 300), (600, 400), (600, 220))]
    assert [refused and refused.arguments["name"] for refused in found] == ["Kási", "light", None]
    assert [refused.key for refused in found[:2]] == ["move.no_room_beside"] * 2


@pytest.mark.rule("QAD-2.004-G2", "QAD-3.003-G1")
def test_an_urunen_stand_goes_no_slower_on_a_road_than_beside_it():
    road = area("road", 500, 0, 700, 1200, going="road")
    one = replace(stand(0, (600, 300)), sheet="urunen")
    t = still(unit(0, at=(1200, 300)), stands=[one], land=[road])
    beside, on = (way_of(Crowd.of([Base(x * MM, 30000, 0, 7500, 2500)]), 0, 1000) for x in (900, 600))
    assert command.reach(t.g, one, on) == command.reach(t.g, one, beside) > 0


@pytest.mark.rule("QAD-2.004-G2")
@pytest.mark.parametrize(("sheet", "going", "rate"), [("tane", "open", 240), ("ghaton_tsolei", "woods", 240)])
def test_a_stand_goes_on_foot_and_not_on_the_beasts_of_its_people(sheet, going, rate):
    wood = [area("wood", 0, 0, 2400, 1200, going="woods")] if going == "woods" else []
    t = still(unit(0, at=(1200, 300)), stands=[replace(stand(0, (600, 300)), sheet=sheet)], land=wood)
    one = t.state.stands[0]
    assert command.reach(t.g, one, way_of(Crowd.of([one.base]), 0, 1000)) == rate * MM


@pytest.mark.rule("QAD-2.004-G3")
def test_a_commander_is_with_the_unit_that_he_touches_and_goes_along():
    stands = [stand(0, (600, 275)), stand(0, (300, 275))]
    t = field(unit(0), unit(1, at=(600, 900)), unit(0, at=(1200, 300)), stands=stands, **PHASE)
    assert [command.joined(t.g, one) for one in t.state.stands] == [0, -1]
    t.state.stands[0].with_ = 0
    t.say(("order", 0), form(("advance", 100)))
    assert t.state.stands[0].pose == Pose(60000, 37500, 0)
    assert t.state.stands[1].pose == Pose(30000, 27500, 0)


@pytest.mark.rule("QAD-2.004-G3")
def test_a_commander_is_with_the_unit_that_comes_to_him():
    t = field(unit(0), unit(1, at=(600, 900)), unit(0, at=(1200, 300)), stands=[stand(0, (677.5, 400))], **PHASE)
    t.say(("order", 0), form(("advance", 100)))
    assert t.state.stands[0].with_ == 0


@pytest.mark.rule("QAD-2.004-G3")
def test_when_a_turn_begins_commanders_are_with_whom_they_touch():
    stands = [stand(0, (600, 275)), stand(0, (300, 275))]
    t = still(unit(0), unit(1, at=(600, 900)), stands=stands)
    t.state.stands[1].with_ = 0
    sequence.begin(t.g)
    assert [one.with_ for one in t.state.stands] == [0, -1]


@pytest.mark.rule("QAD-2.004-G3", "QAD-GEO-21")
@pytest.mark.parametrize(("height", "together"), [(25, True), (26, False)])
def test_a_commander_is_not_with_a_unit_that_has_risen_over_him(height, together):
    t = still(unit(0, height=height * MM), unit(1, at=(600, 900)), stands=[stand(0, (600, 275), "army", with_=0)])
    command.join_again(t.g)
    assert (t.state.stands[0].with_ == 0) == together
    assert ("commander_with" in morale.situation(t.g, t.unit(0))) == together


@pytest.mark.rule("QAD-2.004-G3", "QAD-2.145-G2")
@pytest.mark.parametrize(("how", "along"), [("go", True), ("fly", False)])
def test_a_commander_walks_along_with_flyers_and_does_not_fly(how, along):
    with_them = stand(0, (600, 262), "army", with_=0)
    t = field(hlaka(0, (600, 300)), unit(1, at=(600, 1100)), stands=[with_them], **PHASE)
    t.say((how, 0), (600, 1200 - 450, 0))
    assert t.unit(0).pose.y == 450 * MM
    assert (t.state.stands[0].pose.y > with_them.pose.y, t.state.stands[0].with_ == 0) == (along, along)


@pytest.mark.rule("QAD-2.004-G3", "QAD-2.411-G1")
@pytest.mark.parametrize("y", [275, 225])
def test_a_commander_is_killed_with_those_whom_he_touches_when_it_comes_to_blows(y):
    """Not with those who have moved away, or whose men beside him have been shot; but with those he was driven to."""
    alone = stand(0, (600, y), "army", figures=1, with_=-1 if y == 275 else 0)
    behind = unit(1, "heavy", at=(600, y - 25), facing=0, files=8)
    t = field(unit(0), behind, stands=[alone], rules=melee.melee, rolls=[99] * 4)
    assert not t.state.stands[0].there
    assert ("commander_lost" in morale.situation(t.g, t.unit(0))) == (y == 275)


@pytest.mark.rule("QAD-2.004-G5", "QAD-2.142b-G1", "QAD-GEO-6")
@pytest.mark.parametrize("side", [0, 1])
def test_ranks_close_where_a_stand_has_stepped_into_the_gaps(side):
    whole = unit(0, files=5, ranks=2, cohort=10)
    gaps, left = whole.figures[:5], whole.figures[5:]
    torn = replace(whole, figures=left, gaps=gaps)
    there = stand(side, (600, 312.5))
    t = field(torn, unit(1, at=(600, 900)), stands=[there], rules=closing.close_ranks, step="move.ranks", first=0)
    t.say([0])
    assert {one.spot for one in t.unit(0).figures} == {one.spot for one in gaps}
    assert not any(overlap(t.state.stands[0].base, base) for base in t.unit(0).bases())


@pytest.mark.rule("QAD-2.004-G5")
def test_a_stand_in_the_way_is_set_aside():
    t = field(unit(0, files=8), unit(0, at=(1200, 300)), unit(1, at=(600, 900)), stands=[stand(1, (600, 400))], **PHASE)
    t.say(("order", 0), form(("advance", 100)))
    assert t.unit(0).pose.y == 400 * MM
    aside = t.state.stands[0].base
    assert not any(overlap(aside, base) for base in t.unit(0).bases())
    assert abs(aside.y - 400 * MM) <= 60 * MM


@pytest.mark.rule("QAD-2.004-G5", "QAD-GEO-25")
@pytest.mark.parametrize("side", [0, 1])
def test_skirmishers_who_are_pushed_along_are_pushed_onto_no_stand(side):
    loose = unit(1, "light", at=(600, 360), order="skirmish")
    units = [unit(0, files=8), loose, unit(0, at=(1200, 300))]
    t = field(*units, stands=[stand(side, (600, 425))], **PHASE)
    t.say(("order", 0), form(("advance", 80)), "stand")
    assert t.unit(1).bases()[0].y > 400 * MM
    assert not any(overlap(t.state.stands[0].base, base) for base in t.unit(1).bases())


@pytest.mark.rule("QAD-2.004-e")
def test_a_stand_in_melee_gives_no_orders():
    t = still(unit(1, at=(600, 325)), stands=[stand(0, (600, 300)), stand(0, (900, 300))])
    assert [command.may_command(t.g, one) for one in t.state.stands] == [False, True]


@pytest.mark.rule("QAD-2.004-e", "QAD-GEO-3")
def test_stands_that_touch_are_in_melee_and_who_meets_at_a_corner_only_is_not():
    beside = unit(1, at=(600 + 37.5 + 40, 325))
    t = still(
        unit(0, at=(1200, 300)), beside, stands=[stand(0, (600, 300)), stand(0, (900, 300)), stand(1, (900, 325))]
    )
    assert [command.may_command(t.g, one) for one in t.state.stands] == [True, False, False]
    assert {one.unit for one in strikes.touches(t.g)} == {staff.number(one) for one in t.state.stands[1:]}


@pytest.mark.rule("QAD-0.410-D1", "QAD-0.410-G2")
def test_the_five_fingers_may_become_the_claw():
    sides = [Side("A", "tsolyani", 6, 0), Side("B", "tsolyani", 0, 1)]
    t = field(
        unit(0),
        unit(1, at=(600, 900)),
        stands=[stand(0, (900, 300), "army", -1)],
        step="last_stands",
        first=1,
        sides=sides,
        rolls=[90, 10],
    )
    assert (t.asks[0].seat, t.asks[0].prompt) == (0, "command.plan"), "before anybody rolls for the turn"
    t.say("switch")
    assert t.state.sides[0].formation == 5
    assert t.asks[0].prompt == "initiative.choose"
    t.say("move")
    assert t.asks[0].prompt == "command.whom", "and in the phase of its own nobody asks again"


# 2.010-2.013


@pytest.mark.rule("QAD-2.013-X1", "QAD-2.013-a", "QAD-2.013-b", "QAD-2.013-c", "QAD-2.013-G1", "QAD-2.013-G2")
@pytest.mark.parametrize(
    ("won", "worth"), [((6, 1), (2, -2)), ((5, 1), (0, 0)), ((17, 3), (2, -2)), ((0, 4), (-2, 2)), ((0, 0), (0, 0))]
)
def test_the_duels_count_from_85_percent(won, worth):
    assert effect(*won) == worth


@pytest.mark.rule("QAD-2.011-a", "QAD-2.011-G1", "QAD-2.012-b", "QAD-2.012-G1", "QAD-2.010-a")
def test_each_duel_is_rolled_and_ties_are_rolled_again(monkeypatch):
    monkeypatch.setattr(duels, "champion", lambda nation, roll: _Somebody)
    t = field(unit(0), unit(1, at=(600, 900)), step="duels", turn=0, rolls=[2, 50, 50, 60, 40, 99, 1])
    assert [side.duels for side in t.state.sides] == [2, -2]
    assert t.told().count("duel.fought") == 4


class _Somebody:
    name = told = "Somebody"


@pytest.mark.rule("QAD-2.012-C1", "QAD-2.012-b")
def test_champions_step_out_by_name_with_weapon_and_line_and_the_tally_names_the_mark():
    t = field(unit(0), unit(1, at=(600, 900)), step="duels", turn=0, rolls=[7])
    told = [event.args for event in t.events(0) if event.key == "duel.champions"]
    assert len(told) == 7
    for both in told:
        for who in (both["one"], both["other"]):
            assert set(who.args) == {"name", "weapon", "enters", "bears"}
    assert {event.args["most"] for event in t.events(0) if event.key == "duel.tally"} == {6}, "85 % of seven"
    fought = [event.args for event in t.events(0) if event.key == "duel.fought"]
    assert [one["one"] for one in fought] == [both["one"].args["name"] for both in told]


@pytest.mark.rule("QAD-2.010-b", "QAD-2.010-G1")
def test_no_champion_meets_the_ignoble():
    sides = [Side("A", "tsolyani", 0, 0), Side("B", "ssu_grey", 0, 1)]
    t = field(unit(0), unit(1, at=(600, 900)), step="duels", turn=0, sides=sides)
    assert "duel.number" not in t.told()
    assert t.state.turn == 1


@pytest.mark.rule("QAD-2.012-a", "QAD-2.012-D1")
def test_players_may_fight_their_duels_by_other_rules():
    told = BattleOptions(duels="told")
    t = field(unit(0), unit(1, at=(600, 900)), step="duels", turn=0, rolls=[3], options=told)
    t.say(1, 1, 1)
    assert [side.duels for side in t.state.sides] == [-2, 2]


# QAD-SEQ-15


@pytest.mark.rule("QAD-SEQ-15", "QAD-SEQ-D3")
def test_a_waiting_unit_comes_on_by_its_own_edge():
    late = unit(0, files=8, ranks=2, arrives=2)
    t = field(late, unit(0, at=(300, 300)), unit(1, at=(1800, 100)), step="move.arrivals", first=0, turn=2)
    t.say(0)
    assert t.asks[0].why_not({"x": 1790, "formation": 2}).endswith("(QAD-SEQ-15)")
    t.say({"x": 600, "formation": 3})
    come = t.unit(0)
    assert come.pose == Pose(60000, local_frame(come).depth // 2 + MM, 0)
    assert (come.arrives, come.deeds.acted, come.fatigue) == (0, True, 24)


@pytest.mark.rule("QAD-SEQ-D3", "QAD-SEQ-15")
@pytest.mark.parametrize(("away", "told"), [(200, True), (600, False)])
def test_of_who_comes_on_the_enemy_hears_if_he_sees_it(away, told):
    late = unit(0, arrives=2)
    units = [late, unit(0, at=(300, 300)), unit(1, at=(1800, away))]
    t = field(*units, step="move.arrivals", first=0, turn=2, seen=[[], []])
    t.say(0, {"x": 1800, "formation": 3})
    assert ["arrive.told" in [event.key for event in t.events(seat)] for seat in (0, 1)] == [True, told]
    assert (0 in t.state.seen[1]) == told


@pytest.mark.rule("QAD-SEQ-15")
def test_nobody_comes_on_before_his_turn_or_near_an_enemy():
    early = field(unit(0, arrives=3), unit(0, at=(300, 300)), unit(1, at=(600, 900)), step="move.arrivals", turn=2)
    assert early.state.step == "move.units"
    t = still(unit(0, arrives=1), unit(1, at=(600, 120)))
    assert why_not(t.g, at_edge(t.g, t.unit(0), 60000, 3)).key == "arrive.near"


@pytest.mark.rule("QAD-SEQ-15", "QAD-SEQ-D3")
def test_an_enemy_whom_nobody_sees_refuses_no_place_but_bars_it(monkeypatch):
    shown = []
    monkeypatch.setattr(Recorder, "show", lambda recorder, thing, *seats: shown.append(thing))
    late, there = unit(0, arrives=2), {"x": 600, "formation": 3}
    for seen in ([], [2]):
        units = [late, unit(0, at=(1800, 300)), unit(1, at=(600, 120))]
        t = field(*units, step="move.arrivals", first=0, turn=2, seen=[seen, []])
        t.say(0)
        assert (t.asks[0].why_not(there) is None) == (not seen)
        if not seen:
            t.say(there)
            assert (t.unit(0).there, t.unit(0).arrives, t.unit(0).deeds.acted) == (False, 3, False)
            assert ["arrive.barred" in [event.key for event in t.events(seat)] for seat in (0, 1)] == [True, False]
            assert shown == [("acts", 0), ("unit", 2)]


@pytest.mark.rule("QAD-2.013-X2", "QAD-2.013-G1")
def test_the_duels_raise_the_number_and_not_the_die():
    t = still(unit(0), unit(1, at=(600, 900)))
    without = morale.number(t.g, t.unit(0)).value
    t.state.sides[0].duels, t.state.sides[1].duels = effect(6, 1)
    assert morale.number(t.g, t.unit(0)).value == without + 2


@pytest.mark.rule("QAD-2.004-G3", "QAD-2.004-G5")
@pytest.mark.parametrize("closed", [True, False])
def test_a_stand_that_comes_along_finds_room(closed):
    """Behind a unit that turns about it would stand beyond the table, or in a lake."""
    lake = [area("lake", 400, 0, 800, 90, closed=True)] if closed else []
    y = 104 if closed else 26
    units = [unit(0, "medium", at=(600, y), files=8, facing=180), unit(0, at=(1200, 300)), unit(1, at=(600, 900))]
    t = field(*units, stands=[stand(0, (600, y + 25), with_=0)], land=lake, **PHASE)
    t.say(("order", 0), form(("face_right", 180)))
    found = t.state.stands[0].base
    assert t.g.ground.holds(footprint(found))
    assert t.g.ground.closed(footprint(found)) is None
    assert not any(overlap(found, base) > 50 for base in t.unit(0).bases())


@pytest.mark.rule("QAD-2.004-G3", "QAD-2.004-G5")
def test_a_stand_that_comes_along_stands_on_no_other_unit():
    units = [unit(0, files=8), unit(0, at=(600, 338), files=8), unit(1, at=(600, 900))]
    t = field(*units, stands=[stand(0, (600, 275), with_=0)], **PHASE)
    t.say(("order", 0), form(("face_right", 180)))
    assert not any(overlap(t.state.stands[0].base, base) > 50 for one in t.state.units for base in one.bases())


@pytest.mark.rule("QAD-2.004-D1", "QAD-GEO-6")
def test_a_stand_does_not_turn_into_closed_ground():
    cliff = area("cliff", 400, 320, 800, 400, closed=True)
    t = still(unit(0, at=(1200, 300)), stands=[stand(0, (600, 300))], land=[cliff])
    one = t.state.stands[0]
    assert command.why_not(t.g, one, Pose(60000, 30500, 0)) is None
    assert command.why_not(t.g, one, Pose(60000, 30500, 900)).key == "move.blocked"


@pytest.mark.rule("QAD-SEQ-15", "QAD-2.004-G5")
def test_a_stand_makes_way_for_who_comes_on():
    late = unit(0, files=8, ranks=2, arrives=2)
    units = [late, unit(0, at=(300, 300)), unit(1, at=(1800, 100))]
    t = field(*units, stands=[stand(0, (600, 30))], step="move.arrivals", first=0, turn=2)
    t.say(0, {"x": 600, "formation": 2})
    assert not any(overlap(t.state.stands[0].base, base) > 50 for base in t.unit(0).bases())


def test_how_far_a_stand_may_go_is_drawn_before_it_goes():
    t = field(unit(0), unit(1, at=(600, 900)), stands=[stand(0, (1200, 300))], step="move.command", first=0)
    t.say("0")
    (asked,) = t.asks
    here = tuple(round(n) for n in (*asked.ghost.at, asked.ghost.facing))
    around, *others = asked.foreseen(here).overlays
    assert (around.id, around.at) == ("foreseen-reach", asked.ghost.at)
    assert [one.id for one in others] == ["near-0"], "no ruler where it stays"
    far = int(around.radius)
    assert asked.refusal((here[0] + far, here[1], here[2])) is None
    beyond = asked.foreseen((here[0] + far + 40, here[1], here[2]))
    assert beyond.tokens[0].at == (here[0] + far, here[1]), "as far as it goes"
    assert (beyond.text.args["why"].key, beyond.text.args["rule"]) == ("command.too_far", "QAD-2.004-G2")


def test_a_stand_between_two_millimetres_does_not_move_where_it_stays():
    between = replace(stand(0, (1200, 300)), pose=Pose(1200 * MM + 40, 300 * MM + 40, 0))
    t = field(unit(0), unit(1, at=(600, 900)), stands=[between], step="move.command", first=0)
    t.say("0")
    (asked,) = t.asks
    told = asked.foreseen(pictured.spot(t.state.land, between.pose))
    assert "foreseen-ruler" not in [one.id for one in told.overlays]
    assert (told.text.args["way"], told.tokens[0].at) == ("0", asked.ghost.at)


def test_commanders_of_one_name_are_told_apart_by_their_own_side():
    stands = [
        stand(0, (1200, 300)),
        stand(0, (1400, 300)),
        replace(stand(0, (1600, 300)), name="Kasí"),
        stand(1, (600, 1000)),
    ]
    t = field(unit(0), unit(1, at=(600, 900)), stands=stands, step="move.command", first=0)
    names = ["Kérdu (1)", "Kérdu (2)", "Kasí"]
    assert [one.args["name"] for one in t.asks[0].options() if one.args] == names
    assert [one.name.args["name"] for one in t.scene(0).tokens if one.id.startswith("stand")][:3] == names
    t.say("1")
    assert t.asks[0].args["name"] == "Kérdu (2)"
