"""2.413: what a failed check brings, who falls back and how far, who runs and whom he carries along."""

from dataclasses import replace

import pytest

from arbiter.games.qadardalikoi import (
    flight,
    last_stands,
    morale,
    rate_of_fire,
)
from arbiter.games.qadardalikoi.contact import touched_by
from arbiter.games.qadardalikoi.formations import middle
from arbiter.games.qadardalikoi.geometry import MM, Pose
from arbiter.games.qadardalikoi.state import Deeds, Kit

from .field import area, field, still, unit
from .test_manoeuvres import refused
from .test_morale import FAR, left_end, named, played, stand
from .test_movement import PHASE


@pytest.mark.rule("QAD-2.413-X1", "QAD-2.413-b", "QAD-2.413-G5")
@pytest.mark.parametrize(
    ("roll", "state", "halves", "rally"),
    [
        (12, "stand", 0, 80), (13, "steady", 1, 0), (37, "steady", 2, 0), (38, "steady", 4, 0), (50, "steady", 4, 0),
        (51, "rout", 0, 60), (99, "rout", 0, 5), (100, "rout", 0, 0),
    ],
)  # fmt: skip
def test_the_failure_table(roll, state, halves, rally):
    one = named(unit(0, triggers=("terror",), deeds=Deeds(charged=(1,))), morale=-40)
    t = played(morale.checks, one, unit(1, at=FAR), rolls=[20, roll])
    failed = t.unit(0)
    assert (failed.morale, failed.retreat, failed.rally) == (state, halves, rally)
    assert failed.deeds.charged == ()
    keys = ("morale.stand", "morale.retreat", "morale.rout" if rally else "morale.rout_for_good")
    told = next(event.args for event in t.events(0) if event.key in keys)
    assert (told["halves"], told["rally"], told["rule"]) == (halves, rally, "QAD-2.413-b")


@pytest.mark.rule("QAD-2.410-G4")
def test_a_rout_shakes_friends_within_100_mm():
    one = named(unit(0, triggers=("terror",)), morale=-40)
    t = played(morale.checks, one, unit(0, at=(740, 300)), unit(0, at=(1000, 300)), unit(1, at=FAR), rolls=[20, 60])
    assert [t.unit(n).triggers for n in (1, 2)] == [("rout_near",), ()]


@pytest.mark.rule("QAD-GEO-1", "QAD-2.411-G5", "QAD-2.410-G4")
@pytest.mark.parametrize(("apart", "near"), [(250.4, True), (250.6, False)])
def test_the_half_millimetre_is_that_of_the_unit_that_checks(apart, near):
    t = still(unit(0), unit(0, at=(600 + 80 + apart, 300)), unit(1, at=FAR))
    assert morale.friend_near(t.g, t.unit(0)) == near
    one = named(unit(0, triggers=("terror",)), morale=-40)
    friend = unit(0, at=(600 + 80 + apart - 151, 300))
    t = played(morale.checks, one, friend, unit(1, at=FAR), rolls=[20, 60])
    assert bool(t.unit(1).triggers) == near


@pytest.mark.rule("QAD-2.413-G1", "QAD-GEO-2")
def test_who_has_lost_half_his_line_is_straight_behind_where_he_stood_after_a_retreat():
    one = unit(0, "medium", at=(600, 600), files=8, retreat=1)
    one.figures = one.figures[:4]
    back = played(flight.retreats, one, unit(1, at=(560, 625))).unit(0)
    assert middle(back) == Pose(560 * MM, 500 * MM, 1800)


@pytest.mark.rule("QAD-2.413-G1", "QAD-2.413-c", "QAD-2.300-G9")
@pytest.mark.parametrize("halves", [1, 2, 4])
def test_a_retreat_goes_straight_back_and_looks_away(halves):
    one = unit(0, "medium", at=(600, 600), retreat=halves, fatigue=3)
    t = played(flight.retreats, one, unit(1, at=(600, 625)))
    back = t.unit(0)
    rate = flight.rates.listed(t.g, back, "open")
    assert back.pose == Pose(600 * MM, 600 * MM - rate * halves // 2, 1800)
    assert (back.retreat, back.fatigue, back.morale) == (0, 2, "steady")


@pytest.mark.rule("QAD-2.413-G1")
def test_a_retreat_turns_aside_where_the_way_is_blocked():
    wall = [area("cliff", 560, 520, 660, 560, closed=True)]
    t = played(flight.retreats, unit(0, "medium", at=(600, 600), retreat=2), unit(1, at=(600, 625)), land=wall)
    back = t.unit(0)
    assert back.pose.y < 600 * MM
    assert back.pose.x > 600 * MM, "to its own left, as it runs"


@pytest.mark.rule("QAD-2.413-G1", "QAD-2.413-G2")
@pytest.mark.parametrize("chapter", ["retreat", "rout"])
@pytest.mark.parametrize(("open_to", "x"), [("left", 1), ("right", -1)])
def test_and_to_the_side_that_is_open(chapter, open_to, x):
    change = {"retreat": 2} if chapter == "retreat" else {"morale": "rout", "rally": 60, "failed": 1}
    wall = (0, 520, 575, 560) if open_to == "left" else (625, 520, 2400, 560)
    land = [area("cliff", *wall, closed=True)]
    t = played(flight.retreats, unit(0, "medium", at=(600, 600), **change), unit(1, at=(600, 625)), land=land)
    assert x * (t.unit(0).pose.x - 600 * MM) > 0
    assert t.g.ground.closed(flight.footprints(t.unit(0).crowd())) is None


@pytest.mark.rule("QAD-2.413-G1")
def test_who_is_touched_falls_back_from_all_of_them_and_not_from_the_first():
    touched = [unit(1, at=(600, 625)), unit(1, at=(652.5, 600), facing=270)]
    t = played(flight.retreats, unit(0, "medium", at=(600, 600), retreat=2), *touched)
    assert (t.unit(0).pose.x < 600 * MM, t.unit(0).pose.y < 600 * MM) == (True, True)


@pytest.mark.rule("QAD-2.413-G1")
@pytest.mark.parametrize("side", [0, 1])
def test_who_is_held_by_both_flanks_falls_straight_back(side):
    flanks = [unit(1 - side, at=(600 + x, 600), facing=90 if x < 0 else 270) for x in (-52.5, 52.5)]
    t = played(flight.retreats, unit(side, "medium", at=(600, 600), retreat=2), *flanks)
    assert t.unit(0).pose == Pose(600 * MM, (800 if side else 400) * MM, 0 if side else 1800)


@pytest.mark.rule("QAD-2.413-G1", "QAD-GEO-2")
def test_away_from_the_enemy_is_told_from_the_middles_of_those_who_are_left():
    whole, few = unit(0, at=(600, 600)), left_end(unit(0, at=(680, 600), files=12, cohort=12), 4)
    foes = [unit(1, at=(600, 625)), left_end(unit(1, at=(520, 625), files=12, cohort=12), 4)]
    ways = {flight.from_enemy(t.g, t.unit(0)) for one in (whole, few) for foe in foes for t in [still(one, foe)]}
    assert ways == {1800}


@pytest.mark.rule("QAD-2.413-G1")
def test_a_retreat_ends_short_of_the_enemies_behind():
    before, behind = unit(1, at=(600, 700)), unit(1, at=(600, 440), facing=0, files=40, cohort=40)
    t = played(flight.retreats, unit(0, "medium", at=(600, 600), retreat=2), before, behind)
    back = t.unit(0)
    assert back.pose == Pose(600 * MM, 466 * MM, 1800), "a millimetre from them"
    assert (touched_by(t.g, back), back.morale) == ((), "steady")


@pytest.mark.rule("QAD-2.413-G3")
def test_who_cannot_retreat_stands():
    cage = [area("cliff", 500, 550, 720, 587.5, closed=True)]
    t = played(flight.retreats, unit(0, "medium", at=(600, 600), retreat=2), unit(1, at=(600, 625)), land=cage)
    assert t.unit(0).morale == "stand"
    assert "flight.hemmed_in" in t.told()


@pytest.mark.rule("QAD-2.413-d", "QAD-2.413-G2")
def test_routers_run_for_their_own_edge_and_are_gone():
    one = replace(unit(0, "light", at=(600, 700), files=4, ranks=2), morale="rout", failed=1)
    t = played(flight.routs, one, unit(1, at=FAR), step="move.forced", turn=2)
    rate = flight.rates.listed(t.g, t.unit(0), "open")
    assert t.unit(0).pose.y == 700 * MM - rate
    near = replace(one, pose=Pose(600 * MM, 40 * MM, 1800))
    gone = played(flight.routs, near, unit(1, at=FAR), step="move.forced", turn=2)
    assert not gone.unit(0).figures
    for turn, runs in ((1, True), (2, False)):
        first = played(flight.retreats, replace(one, failed=1), unit(1, at=FAR), turn=turn)
        assert (first.unit(0).pose.y < 700 * MM) == runs, "later only in its own phase"


@pytest.mark.rule("QAD-2.413-G2")
def test_a_rout_makes_its_first_move_in_step_twelve_and_not_before():
    """As when a last stand fails at the beginning of a turn."""
    one = replace(unit(0, "light", at=(600, 700)), morale="rout", rally=60, failed=3)
    t = played(flight.routs, one, unit(1, at=FAR), step="move.forced", turn=3)
    assert t.unit(0).pose.y == 700 * MM


@pytest.mark.rule("QAD-2.413-G1", "QAD-2.110-G2")
@pytest.mark.parametrize(("halves", "gone"), [(1, 100), (2, 180), (4, 360)])
def test_a_retreat_goes_by_the_ground_that_it_passes_over_and_no_other(halves, gone):
    """Woods begin 150 mm behind a medium unit: half a move does not reach them, and the rest is at their rate."""
    wood = [area("woods", 300, 0, 900, 437.5, going="woods")]
    one = unit(0, "medium", at=(600, 600), retreat=halves)
    t = played(flight.retreats, one, unit(1, at=(600, 625)), land=wood)
    assert t.unit(0).pose.y == (600 - gone) * MM


@pytest.mark.rule("QAD-2.410-G4", "QAD-2.410-g")
@pytest.mark.parametrize(("at", "shaken"), [((700, 750), True), ((779, 750), True), ((781, 750), False)])
def test_a_rout_shakes_those_whom_it_passes_on_its_way(at, shaken):
    """From 900 to 600 mm from the edge, past a friend who is far from where it starts and from where it ends."""
    one = replace(unit(0, "light", at=(600, 900)), morale="rout", rally=60, failed=1)
    t = played(flight.routs, one, unit(0, at=at), unit(1, at=(1800, 1100)), step="move.forced", turn=2)
    assert t.unit(0).pose.y == 600 * MM
    assert t.unit(1).triggers == (("rout_near",) if shaken else ())


@pytest.mark.rule("QAD-2.413-G2", "QAD-2.141-G2")
def test_whoever_runs_out_of_sight_is_seen_no_more():
    one = replace(unit(0, "light", at=(600, 700)), morale="rout", failed=1)
    t = played(flight.routs, one, unit(1, at=FAR), step="move.forced", turn=2)
    assert 0 not in t.state.seen[1]


@pytest.mark.rule("QAD-2.413-G2", "QAD-2.145-a")
def test_flyers_rout_on_the_wing_over_everything():
    wood = [area("woods", 0, 0, 2400, 690, going="woods", woods=True), area("lake", 500, 500, 700, 600, closed=True)]
    kit = Kit("light", "lt", "none", "dagger", front=40 * MM, depth=40 * MM)
    bird = named(unit(0, at=(600, 700), height=100 * MM), sheet="hlaka", kits=(kit,))
    foe = unit(1, at=(600, 640))
    routs = replace(bird, morale="rout", failed=1)
    t = played(flight.routs, routs, foe, step="move.forced", turn=2, land=wood)
    assert t.unit(0).pose.y == 100 * MM


@pytest.mark.rule("QAD-2.144-G1", "QAD-2.413-c")
def test_who_is_driven_off_an_obstacle_is_no_more_on_top_of_it():
    wall = [area("wall", 300, 595, 900, 605, obstacle=True)]
    one = unit(0, "medium", at=(600, 600), retreat=2, obstacle=2)
    t = played(flight.retreats, one, unit(1, at=(600, 630)), land=wall)
    assert t.unit(0).obstacle == 0
    back = played(flight.retreats, unit(0, "medium", at=(600, 800), retreat=2), unit(1, at=(600, 825)), land=wall)
    assert back.unit(0).obstacle == 2, "it ends on the wall and comes off it as others do"


@pytest.mark.rule("QAD-2.413-c")
def test_who_has_still_to_fall_back_does_nothing_else_before():
    bows = unit(0, "bows", retreat=1)
    t = field(bows, unit(0, at=(900, 300)), unit(1, at=(600, 700)), **PHASE)
    assert {value[1] for value in t.asks[0].values if value != "done"} == {1}
    assert refused(t, 0, ("advance", 10)) == "QAD-2.413-a"
    assert rate_of_fire.why_not_fire(t.g, t.unit(0)).key == "missile.shaken"


@pytest.mark.rule("QAD-2.413-c", "QAD-2.141-D1")
@pytest.mark.parametrize("retreat", [0, 1])
def test_nor_does_he_evade(retreat):
    t = field(unit(0), unit(1, "light", at=(600, 450), order="skirmish", retreat=retreat), **PHASE)
    t.say(("charge", 0), 1)
    assert (t.asks[0].prompt == "evade.ask") == (not retreat)


@pytest.mark.rule("QAD-2.413-G2")
def test_routers_push_through_friends_and_do_not_end_on_them():
    one = replace(unit(0, "light", at=(600, 500)), morale="rout", failed=1)
    rate = flight.rates.listed(still(one, unit(1, at=FAR)).g, one, "open") // MM
    friend = unit(0, "heavy", at=(600, 500 - rate), files=8)
    t = played(flight.routs, one, friend, unit(1, at=FAR), step="move.forced", turn=2)
    assert t.unit(0).pose.y < 500 * MM
    i, _ = flight.many.overlapping(t.unit(0).crowd(), t.unit(1).crowd())
    assert not len(i)


@pytest.mark.rule("QAD-2.413-G2", "QAD-GEO-6")
@pytest.mark.parametrize("friendly", [True, False])
def test_friends_shorten_a_rout_and_turn_it_nowhere(friendly):
    """From 100 mm on they stand where it runs to, which is a third of its way; enemies there turn it aside."""
    one = replace(unit(0, "light", at=(600, 700)), morale="rout", failed=1)
    block = unit(1 - friendly, "heavy", at=(600, 475), files=6, ranks=9, cohort=54)
    t = played(flight.routs, one, block, unit(1, at=FAR), step="move.forced", turn=2)
    assert (t.unit(0).pose == Pose(600 * MM, 600 * MM, 1800)) == friendly
    assert (t.unit(0).pose.x > 600 * MM) != friendly


@pytest.mark.rule("QAD-2.413-G2", "QAD-GEO-6")
@pytest.mark.parametrize("behind", ["cliff", "enemy", "nothing"])
def test_routers_run_on_past_friends_only_where_the_way_is_open(behind):
    """Friends stand deeper than the routers run, in a gorge; beyond them is a cliff, an enemy or free ground."""
    gorge = [area("rocks", 0, 0, 490, 1200, closed=True), area("rocks", 710, 0, 2400, 1200, closed=True)]
    land = [*gorge, area("cliff", 490, 200, 710, 330, closed=True)] if behind == "cliff" else gorge
    one = replace(unit(0, "heavy", at=(600, 700)), morale="rout", failed=1)
    friends = unit(0, "heavy", at=(600, 512.5), files=10, ranks=14, cohort=140)
    foe = unit(1, "heavy", at=(600, 310) if behind == "enemy" else (600, 1100), files=10)
    t = played(flight.routs, one, friends, foe, step="move.forced", turn=2, land=land)
    assert t.unit(0).pose.y == (325 * MM if behind == "nothing" else 700 * MM)


@pytest.mark.rule("QAD-SEQ-10", "QAD-2.134-G1")
def test_nobody_opposite_hears_of_the_morale_of_a_hidden_warhammer():
    one = named(unit(0, triggers=("rout_near",), hidden=True, formation=16), morale=-40)
    t = played(morale.checks, one, unit(1, at=FAR), rolls=[20, 1])
    heard = [{event.key for event in t.events(seat) if event.key.startswith("morale")} for seat in (0, 1)]
    assert heard == [{"morale.check", "morale.sum", "morale.stand"}, set()]


@pytest.mark.rule("QAD-SEQ-10", "QAD-2.421-D1")
@pytest.mark.parametrize("hidden", [True, False])
def test_nor_of_its_last_stand(hidden):
    bridge = [area("bridge", 580, 330, 620, 360)]
    one = unit(0, hidden=hidden)
    t = played(last_stands.last_stands, one, unit(1, at=(600, 500)), land=bridge, rolls=[1]).say([0])
    heard = [[event.key for event in t.events(seat)].count("stand.declared") for seat in (0, 1)]
    assert (t.unit(0).last_stand, heard) == (True, [1, int(not hidden)])


@pytest.mark.rule("QAD-SEQ-10", "QAD-2.134-G1")
@pytest.mark.parametrize("change", [{"morale": "stand", "rally": 80, "failed": 1}, {"retreat": 2}])
def test_nor_sees_or_hears_what_came_of_it(change):
    """It stands and is rallied, or falls back, where it can or not."""
    hidden = replace(unit(0, hidden=True, formation=16), **change)
    chapter = flight.retreats if "retreat" in change else flight.rally
    stands = [stand((600, 325))]
    for land in ([], [area("cliff", 0, 0, 2400, 287.5, closed=True)]):
        t = played(chapter, hidden, unit(1, at=FAR), stands=stands, turn=2, step="move.rally", land=land, rolls=[99])
        before = t.game.view(t.state, 1)
        if t.asks:
            t.say([0])
        assert [bool(t.events(seat)) for seat in (0, 1)] == [True, False]
        plain = still(unit(0, hidden=True, formation=16), unit(1, at=FAR))
        assert before.units[0] == plain.game.view(plain.state, 1).units[0]
