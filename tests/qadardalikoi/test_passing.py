"""2.143: pass-through fire."""

from dataclasses import replace
from random import Random

import pytest
from msgspec import UNSET

from arbiter.games.qadardalikoi import compulsion
from arbiter.games.qadardalikoi.contact import between
from arbiter.games.qadardalikoi.geometry import DEGREE, MM, SLACK, Pose
from arbiter.games.qadardalikoi.manoeuvres import Trial
from arbiter.games.qadardalikoi.orders import plan
from arbiter.games.qadardalikoi.passing import exposed_to, points
from arbiter.games.qadardalikoi.pictured import shown
from arbiter.games.qadardalikoi.state import Deeds

from .field import area, field, still, unit
from .test_compulsion import ahoggya, shen
from .test_movement import form

PHASE = {"step": "move.units", "first": 0}

HOLD = {"standing": "ask", "1.0": 0}


@pytest.mark.rule("QAD-2.143-a", "QAD-SEQ-7", "QAD-2.143-D1")
def test_bows_may_fire_at_a_mover_at_first_sight_and_at_the_last_moment():
    t = field(unit(0, files=8, ranks=2), unit(1, "bows", at=(600, 700)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("advance", 100)))
    assert (t.asks[0].seat, t.asks[0].prompt) == (1, "passing.fire")
    assert t.unit(0).pose.y == 300 * MM
    t.say(HOLD)
    assert t.asks[0].prompt == "passing.fire"
    t.say(HOLD)
    assert t.unit(0).pose.y == 400 * MM


@pytest.mark.rule("QAD-2.143-a", "QAD-2.143-b")
def test_who_falls_on_the_way_is_gone_and_the_rest_go_on():
    t = field(
        unit(0, "light", files=8, ranks=2),
        unit(1, "bows", at=(600, 600)),
        unit(0, at=(1200, 300)),
        rolls=[99],
        **PHASE,
    )
    t.say(("order", 0), form(("advance", 100)), {"standing": "ask", "1.0": 1})
    assert t.unit(1).deeds.fired
    mover = t.unit(0)
    t.say("on")
    while t.asks[0].prompt == "passing.fire":
        t.say({"standing": "hold", "1.0": 0})
    assert mover.pose.y == 400 * MM
    assert mover.deeds.lost == 16 - len(mover.figures)


@pytest.mark.rule("QAD-2.143-a", "QAD-SEQ-7")
def test_skirmishers_are_shot_at_on_the_move_like_others():
    loose = unit(0, "light", order="skirmish")
    t = field(loose, unit(1, "bows", at=(600, 700)), unit(0, at=(1200, 300)), rolls=[99], **PHASE)
    t.say(("go", 0), (600, 800, 0))
    assert (t.asks[0].seat, t.asks[0].prompt) == (1, "passing.fire")
    t.say({"standing": "hold", "1.0": 2})
    if t.asks[0].prompt == "passing.stop":
        t.say("on")
    assert t.unit(0).deeds.lost == 4 - len(t.unit(0).figures) > 0
    if t.unit(0).figures:
        assert t.unit(0).pose.y == 400 * MM


@pytest.mark.rule("QAD-2.143-G1")
def test_skirmishers_who_fired_hard_do_not_move():
    loose = unit(0, "light", order="skirmish", deeds=Deeds(fired=True, full_rate=True))
    t = field(loose, unit(1, at=(600, 900)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("go", 0))
    assert t.asks[0].why_not((600, 800, 0)).endswith("(QAD-2.143-G1)")


@pytest.mark.rule("QAD-SEQ-D2")
def test_a_side_may_hold_for_the_rest_of_the_turn():
    t = field(unit(0), unit(1, "bows", at=(600, 700)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("advance", 100)), {"standing": "hold", "1.0": 0})
    assert t.unit(0).pose.y == 400 * MM
    assert t.game.view(t.state, 0).sides[1].holds == 0


@pytest.mark.rule("QAD-0.420-aa", "QAD-SEQ-7")
@pytest.mark.parametrize("before", [False, True])
def test_shields_count_on_the_way_from_where_they_are_raised_to_where_they_are_lowered(before):
    """Fire at the first moment meets the unit as it stood, at the last as it will stand."""
    mover = unit(0, files=8, ranks=2, stance=before)
    t = field(mover, unit(1, "bows", at=(600, 600)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("stance", 0)))
    for _ in range(2):
        t.say({"standing": "ask", "1.0": 1})
        if t.asks[0].prompt == "passing.stop":
            t.say("on")
    shields = [
        "missile.part.stance" in [part.args["what"].key for part in event.args["parts"]]
        for event in t.events(0)
        if event.key == "missile.sum"
    ]
    assert shields == [before, not before]
    assert t.unit(0).stance != before


@pytest.mark.rule("QAD-SEQ-7", "QAD-0.420-G6")
def test_who_stops_on_the_way_keeps_the_shields_that_he_has_raised():
    bows = unit(1, "bows", at=(700, 480), facing=270)
    t = field(unit(0), bows, unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("stance", 0), ("oblique_left", 70)), {"standing": "ask", "1.0": 1}, "stop")
    mover = t.unit(0)
    assert 300 * MM < mover.pose.y < 349 * MM
    assert mover.stance


@pytest.mark.rule("QAD-SEQ-7")
@pytest.mark.parametrize("answer", ["on", "stop"])
def test_who_was_shot_at_goes_on_or_stops_short_of_contact(answer):
    t = field(unit(0, files=8, ranks=2), unit(1, "bows", at=(600, 400)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("advance", 100)), HOLD, {"standing": "ask", "1.0": 1})
    assert (t.asks[0].seat, t.asks[0].prompt) == (0, "passing.stop")
    t.say(answer)
    mover, bows = t.unit(0), t.unit(1)
    assert (between(mover, bows) <= SLACK) == (answer == "on")
    assert between(mover, bows) <= 2 * MM
    assert mover.deeds.acted


@pytest.mark.rule("QAD-2.141-G2", "QAD-0.513-a")
@pytest.mark.parametrize("ranks", [2, 10])
def test_where_somebody_is_shot_at_is_drawn_for_both_and_where_it_would_end_is_not(ranks):
    """Who fires sees the mover there, of it two ranks, and their middle does not tell how deep it is; who may stop sees
    where; going on may meet somebody who is not seen."""
    front = unit(0, files=8, ranks=ranks, at=(600, 320 - 10 * ranks))
    t = field(front, unit(1, "bows", at=(600, 400)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("advance", 100)), HOLD)
    fire = {"standing": "ask", "1.0": 1}
    told = t.asks[0].foreseen(fire)
    target, bows = told.tokens
    assert (target.id, bows.id) == ("unit-0", "unit-1")
    assert target.at == (600, 838.5), "the middle of what is seen of it, right before contact"
    assert [one.points[-1] for one in told.overlays] == [target.at], "where they shoot"
    assert t.asks[0].foreseen({**fire, "1.0": 0}).overlays == []
    assert sum(len(one.spots) for one in target.bases) == 16, "two ranks are seen"
    t.say(fire)
    on, stop = t.asks[0].options()
    (ghost,) = stop.foreseen.tokens
    assert on.foreseen is UNSET
    assert on.ids == stop.ids == (ghost.id,)
    t.say("stop")
    pose = t.unit(0).pose
    assert ghost.at == shown(t.state.land, pose.x, pose.y)
    assert sum(len(one.spots) for one in ghost.bases) == len(t.unit(0).figures)


@pytest.mark.rule("QAD-SEQ-7", "QAD-2.144-G1")
def test_who_stops_on_the_way_from_an_obstacle_has_left_it():
    bows = unit(1, "bows", at=(700, 480), facing=270)
    hedge = area("hedge", 400, 295, 650, 305, obstacle=True)
    t = field(unit(0, obstacle=2), bows, unit(0, at=(1200, 300)), land=[hedge], **PHASE)
    t.say(("order", 0), form(("cross", 0), ("advance", 120)), {"standing": "ask", "1.0": 1}, "stop")
    assert 330 * MM < t.unit(0).pose.y < 437 * MM
    assert t.unit(0).obstacle == 0


@pytest.mark.rule("QAD-SEQ-7")
def test_who_stops_at_once_stands_as_it_did_and_has_acted():
    t = field(unit(0, files=8, ranks=2), unit(1, "bows", at=(600, 700)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("form", 1)), {"standing": "ask", "1.0": 1}, "stop")
    mover = t.unit(0)
    assert (mover.pose.y, mover.formation, mover.deeds.acted) == (300 * MM, 2, True)
    assert t.asks[0].prompt == "move.whom"


@pytest.mark.rule("QAD-SEQ-7")
def test_the_last_moment_is_short_of_contact():
    t = still(unit(0, files=4), unit(1, at=(600, 400)))
    trial = plan(t.g, t.unit(0), [("advance", 100, 0)])
    assert isinstance(trial, Trial)
    path = points(trial)
    assert path[0].pose == Pose(60000, 30000, 0)
    assert path[-1].pose.y == trial.unit.pose.y - MM
    assert [at.pose.y // MM for at in path[:-1]] == [300, 325, 350]


@pytest.mark.rule("QAD-SEQ-7", "QAD-GEO-8")
@pytest.mark.parametrize(("at", "facing"), [((552, 310), 20), ((510, 337), 40), ((600, 392.3), 0)])
def test_at_the_last_moment_who_charges_aslant_has_not_lined_up_yet(at, facing):
    """A charge from far off at an angle, and from less than a millimetre beyond a step of the path."""
    column = unit(0, files=4, ranks=4, cohort=16, at=at, facing=facing)
    t = still(column, unit(1, "bows", at=(600, 480.2), files=8, cohort=8))
    trial = plan(t.g, t.unit(0), [("charge", 1, 0)])
    assert trial.touched == (1,)
    *_, last = points(trial)
    there = replace(t.unit(0), pose=last.pose)
    assert last.pose.facing == facing * DEGREE
    assert SLACK < between(there, t.unit(1)) <= 2 * MM
    assert [one.n for one, _ in exposed_to(t.g, t.unit(0), last, [(t.unit(1), 0)])] == [1]


@pytest.mark.rule("QAD-2.143-G3", "QAD-2.143-b")
def test_who_moved_half_fires_at_a_counter_mover_at_half_rate_and_then_no_more():
    moved = unit(1, "bows", at=(600, 700), deeds=Deeds(acted=True, way=150 * MM, rate=300 * MM))
    t = field(unit(0), moved, unit(0, at=(1200, 300)), step="counter.units", first=1)
    t.say(("order", 0), form(("advance", 100)))
    assert t.asks[0].fields["1.0"].most == 1, "composite bows have a rate of two"
    t.say({"standing": "ask", "1.0": 1}, "on")
    assert t.unit(1).deeds.fired
    assert t.unit(0).pose.y == 400 * MM, "nothing is left for the last moment"


@pytest.mark.rule("QAD-2.143-b", "QAD-2.143-a")
def test_who_has_shots_left_may_fire_again():
    t = field(unit(0, files=8, ranks=2), unit(1, "bows", at=(600, 700)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("advance", 100)), {"standing": "ask", "1.0": 1}, "on")
    assert (t.asks[0].prompt, t.asks[0].fields["1.0"].most) == ("passing.fire", 1)


@pytest.mark.rule("QAD-2.143-G3", "QAD-2.211-G1")
def test_who_moved_too_far_does_not_fire_at_a_counter_mover():
    moved = unit(1, "bows", at=(600, 700))
    t = field(unit(0), moved, unit(0, at=(1200, 300)), step="counter.units", first=1)
    t.say(("order", 0), form(("advance", 100)))
    assert t.asks[0].prompt == "passing.fire"
    tired = unit(1, "bows", at=(600, 700), deeds=Deeds(acted=True, way=200 * MM, rate=300 * MM))
    t = field(unit(0), tired, unit(0, at=(1200, 300)), step="counter.units", first=1)
    t.say(("order", 0), form(("advance", 100)))
    assert t.unit(0).pose.y == 400 * MM


@pytest.mark.rule("QAD-SEQ-7")
def test_skirmishers_stop_where_they_were_shot_at():
    loose = unit(0, "light", order="skirmish", files=8)
    t = field(loose, unit(1, "bows", at=(600, 700)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("go", 0), (600, 800, 0), {"standing": "hold", "1.0": 1})
    assert (t.asks[0].seat, t.asks[0].prompt) == (0, "passing.stop")
    t.say("stop")
    assert (t.unit(0).pose.y, t.unit(0).deeds.acted) == (300 * MM, True)


@pytest.mark.rule("QAD-2.143-a", "QAD-2.211-b", "QAD-SEQ-7")
def test_who_breaks_off_is_shot_at_as_soon_as_he_is_away():
    """Bows beside a melee see a unit that leaves it; while it is in there they have no target."""
    fighting = unit(0, at=(600, 600)), unit(1, "medium", at=(600, 625))
    bows = unit(1, "bows", at=(760, 700), facing=230)
    t = field(*fighting, bows, unit(0, at=(1500, 300)), rolls=[99], **PHASE)
    t.say(("order", 0), form(("withdraw", 60)))
    assert (t.asks[0].seat, t.asks[0].prompt, list(t.asks[0].fields)) == (1, "passing.fire", ["standing", "2.0"])
    (ghost,) = [one for one in t.asks[0].foreseen({"standing": "ask", "2.0": 1}).tokens if one.id == "unit-0"]
    assert ghost.at == shown(t.state.land, 600 * MM, 575 * MM)
    t.say({"standing": "hold", "2.0": 2})
    assert t.unit(0).pose.y == 540 * MM, "and goes on"
    assert t.unit(0).deeds.lost > 0


@pytest.mark.rule("QAD-2.211-b", "QAD-2.211-G3", "QAD-SEQ-7")
@pytest.mark.parametrize(("x", "asked"), [(600, 1), (590, 2)])
def test_nobody_fires_at_a_mover_where_it_touches_a_melee(x, asked):
    """It comes up beside a friend who fights, right beside or a little apart."""
    fighting = unit(0, at=(680, 600)), unit(1, "medium", at=(680, 625))
    t = field(unit(0, at=(x, 450)), *fighting, unit(1, "bows", at=(560, 800)), **PHASE)
    t.say(("order", 0), form(("advance", 150)))
    moments = 0
    while t.asks[0].prompt == "passing.fire":
        t.say({"standing": "ask", "3.0": 0})
        moments += 1
    assert (moments, t.unit(0).pose.y) == (asked, 600 * MM)


@pytest.mark.rule("QAD-SEQ-D2")
def test_who_holds_is_not_asked_for_those_who_see_the_mover_later():
    """A cohort that has the mover in arc only farther along its path."""
    later = unit(1, "bows", at=(820, 700), facing=270)
    t = field(unit(0, files=8), unit(1, "bows", at=(600, 700)), later, unit(0, at=(1800, 300)), **PHASE)
    t.say(("order", 0), form(("advance", 150)))
    assert list(t.asks[0].fields) == ["standing", "1.0"]
    t.say({"standing": "hold", "1.0": 0})
    assert (t.asks[0].prompt, t.unit(0).pose.y) == ("move.whom", 450 * MM)


# In a feud


def feud(*more, feuds=True, shen_at=(600, 500), **about):
    """Ahoggyá, who move, and Shén of their side who look at them and have crossbows."""
    ones = ahoggya(feud=1 if feuds else -1), shen(at=shen_at, facing=180, feud=0 if feuds else -1)
    return field(*ones, *more, unit(1, at=(2200, 1100)), unit(0, at=(1800, 300)), **{**PHASE, **about})


@pytest.mark.rule("QAD-3.006-G2", "QAD-2.143-D1", "QAD-SEQ-7")
@pytest.mark.parametrize("feuds", [True, False])
def test_a_friend_in_a_feud_may_fire_at_who_moves_and_no_other_friend(feuds):
    t = feud(feuds=feuds, rolls=[99])
    t.say(("order", 0), form(("advance", 40)))
    assert (t.asks[0].prompt == "passing.fire") == feuds
    if feuds:
        assert (t.asks[0].seat, list(t.asks[0].fields)) == (0, ["standing", "1.0"])
        t.say({"standing": "hold", "1.0": 1}, "on")
        assert t.unit(1).deeds.shot_at == (0,), "it is an enemy"
        assert t.unit(0).shot_by == (1,), "and a friend"
    assert (t.asks[0].prompt, t.unit(0).pose.y) == ("move.whom", 340 * MM)


@pytest.mark.rule("QAD-SEQ-7", "QAD-3.006-G2", "QAD-SEQ-D2")
def test_enemies_and_a_friend_in_a_feud_say_so_in_secret_and_fire_at_once():
    t = feud(unit(1, "bows", at=(480, 600)), rolls=[99, 99])
    t.say(("order", 0), form(("advance", 40)))
    assert [(ask.seat, ask.prompt, list(ask.fields)) for ask in t.asks] == [
        (0, "passing.fire", ["standing", "1.0"]),
        (1, "passing.fire", ["standing", "2.0"]),
    ]
    t.say({"standing": "ask", "1.0": 1})
    assert "missile.fire" not in t.told()
    t.say({"standing": "hold", "2.0": 1})
    assert [one.args["unit"] for one in t.events(0) if one.key == "missile.fire"] == ["Shén", "bows"]
    assert [side.holds for side in t.state.sides] == [0, 1]
    assert t.asks[0].prompt == "passing.stop", "once for both"


@pytest.mark.rule("QAD-3.006-G2", "QAD-SEQ-D2")
def test_an_own_hold_does_not_bind_the_enemy():
    t = feud(unit(1, "bows", at=(480, 600)))
    t.say(("order", 0), form(("advance", 40)), {"standing": "hold", "1.0": 0}, {"standing": "ask", "2.0": 0})
    assert [(ask.seat, ask.prompt) for ask in t.asks] == [(1, "passing.fire")]


@pytest.mark.rule("QAD-SEQ-7", "QAD-3.006-G2")
def test_who_falls_upon_friends_does_not_stop_for_being_shot_at():
    ones = ahoggya(), shen(at=(600, 500), facing=180), unit(1, "bows", at=(350, 600), facing=150)
    t = field(*ones, unit(1, at=(2200, 1100)), rules=compulsion.forced, step="move.forced", first=0, rolls=[1, 99])
    while t.asks and t.asks[0].prompt == "passing.fire":
        t.say({name: 1 if name == "2.0" else "ask" if name == "standing" else 0 for name in t.asks[0].fields})
    assert t.unit(2).deeds.fired
    assert "passing.stop" not in [ask.prompt for ask in t.asks]
    assert between(t.unit(0), t.unit(1)) <= SLACK


def test_advice_fires_at_no_friend():
    t = feud()
    t.say(("order", 0), form(("advance", 40)))
    for hint in (t.game.hint, t.game.simple_hint):
        assert hint(t.state, t.asks[0], Random(1)) == {"standing": "ask", "1.0": 0}
