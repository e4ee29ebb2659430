"""2.414 and 2.421: rallies and last stands; and how a battle ends."""

from dataclasses import replace

import pytest

from arbiter.core.recorder import Recorder
from arbiter.games.qadardalikoi import (
    blows,
    ending,
    flight,
    last_stands,
    morale,
    orders,
    rate_of_fire,
    sums,
)
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.geometry import MM
from arbiter.games.qadardalikoi.manoeuvres import Trial
from arbiter.games.qadardalikoi.state import BattleOptions, Kit

from .field import area, field, still, troops, unit
from .test_manoeuvres import refused, went
from .test_morale import FAR, left_end, named, played, ring, stand
from .test_movement import PHASE

# 2.414


def broken(rally=60, at=(600, 300), **more):
    return replace(unit(0, at=at), morale="rout", rally=rally, failed=1, **more)


@pytest.mark.rule("QAD-2.414-a", "QAD-2.414-G1", "QAD-2.414-D1", "QAD-2.414-G3")
@pytest.mark.parametrize(("roll", "back"), [(60, True), (61, False)])
def test_a_stand_that_touches_a_rout_may_rally_it(roll, back):
    t = played(
        flight.rally, broken(), unit(1, at=FAR), stands=[stand((600, 325))], turn=2, step="move.rally", rolls=[roll]
    )
    (ask,) = t.asks
    assert (ask.seat, ask.rule, list(ask.values)) == (0, "QAD-2.414-D1", [0])
    t.say([0])
    assert (t.unit(0).morale == "steady") == back


@pytest.mark.rule("QAD-2.414-G1")
def test_when_nobody_can_be_rallied():
    near, far = stand((600, 325)), stand((600, 400))
    held = unit(1, at=(600, 350), files=1, cohort=1)
    for units, stands, turn in (
        ([broken()], [far], 2),
        ([broken()], [near], 1),
        ([broken(rally=0)], [near], 2),
        ([broken(), held], [near], 2),
    ):
        t = still(*units, unit(1, at=FAR), stands=stands, turn=turn)
        assert not flight.can_rally(t.g, t.unit(0))


@pytest.mark.rule("QAD-2.414-a", "QAD-GEO-21")
@pytest.mark.parametrize(("height", "able"), [(25, True), (26, False)])
def test_nobody_on_the_ground_rallies_those_on_the_wing(height, able):
    t = still(broken(height=height * MM), unit(1, at=FAR), stands=[stand((600, 325))], turn=2)
    assert flight.can_rally(t.g, t.unit(0)) == able


@pytest.mark.rule("QAD-2.414-b", "QAD-2.414-G2")
@pytest.mark.parametrize(
    ("rally", "at", "rank", "most"),
    [
        (5, (600, 200), "army", 25),
        (5, (600, 200), "general", 5),
        (5, (700, 200), "army", 5),
        (5, (600, 400), "army", 5),
        (0, (600, 200), "army", 0),
        (5, (687, 200), "army", 25),
        (5, (689, 200), "army", 5),
    ],
)
def test_the_commander_in_the_way(rally, at, rank, most):
    t = still(broken(rally), unit(1, at=FAR), stands=[stand(at, rank)])
    total = flight.chance(t.g, t.unit(0))
    assert total.value == most
    assert [sums.rule_of(one.source) for one in total.terms() if one.n] == ["QAD-2.414-a", "QAD-2.414-b"][
        : (most > 0) + (most > rally)
    ]


@pytest.mark.rule("QAD-2.414-G2", "QAD-GEO-2")
@pytest.mark.parametrize(("x", "most"), [(600, 25), (760, 5)])
def test_the_way_of_a_rout_is_told_from_the_middle_of_those_who_are_left(x, most):
    running = left_end(replace(unit(0, at=(680, 300), files=12, cohort=12), morale="rout", rally=5, failed=1), 4)
    t = still(running, unit(1, at=FAR), stands=[stand((x, 200), "army")])
    assert flight.chance(t.g, t.unit(0)).value == most


# 2.421


@pytest.mark.rule("QAD-2.421-a", "QAD-2.421-b", "QAD-2.421-D1", "QAD-2.421-G1")
def test_a_surrounded_unit_makes_a_last_stand_and_fights_as_fanatics():
    units = [unit(0, at=(600, 600)), *ring("front", "rear", "right", "left")]
    t = played(last_stands.last_stands, *units, rolls=[1])
    assert (t.asks[0].seat, t.asks[0].rule) == (0, "QAD-2.421-D1")
    t.say([0])
    assert t.unit(0).last_stand
    assert blows.fanatic(t.unit(0), t.unit(1))
    assert morale.spared(t.g, t.unit(0))


@pytest.mark.rule("QAD-2.421-D1")
@pytest.mark.parametrize("first", [0, 1])
def test_who_moved_first_in_the_last_turn_declares_first(first):
    bridges = [area("bridge", 580, 330, 620, 360), area("bridge", 580, 460, 620, 480)]
    t = played(last_stands.last_stands, unit(0), unit(1, at=(600, 500)), land=bridges, first=first)
    seats = []
    while t.asks:
        seats.append(t.asks[0].seat)
        t.say([])
    assert seats == [first, 1 - first]


@pytest.mark.rule("QAD-2.421-X1", "QAD-2.421-G2")
def test_a_failed_last_stand_is_a_failed_check():
    weak = named(unit(0, at=(600, 600)), morale=-40)
    t = played(last_stands.last_stands, weak, *ring("front", "rear", "right", "left"), rolls=[20, 60])
    t.say([0])
    assert not t.unit(0).last_stand
    assert t.unit(0).morale == "rout"


@pytest.mark.rule("QAD-2.421-G1")
def test_a_bridge_is_worth_a_last_stand_and_open_ground_is_not():
    bridge = [area("bridge", 580, 330, 620, 360)]
    foe = unit(1, at=(600, 500))
    for land, able in ((bridge, True), ([], False)):
        t = still(unit(0), foe, land=land)
        assert last_stands.desperate(t.g, t.unit(0)) == able
    t = still(replace(unit(0), morale="rout"), foe, land=bridge)
    assert not last_stands.desperate(t.g, t.unit(0))


@pytest.mark.rule("QAD-2.421-G1")
@pytest.mark.parametrize("known", [False, True])
def test_an_enemy_whom_nobody_sees_makes_no_bridge_worth_it(known):
    bridge = [area("bridge", 580, 330, 620, 360)]
    t = still(unit(0), unit(1, at=(600, 500)), land=bridge, seen=[[1] if known else [], [0]])
    assert last_stands.desperate(t.g, t.unit(0)) == known


@pytest.mark.rule("QAD-2.421-G1", "QAD-3.025-n2")
def test_undead_have_no_morale_to_check_for_a_last_stand():
    t = still(named(unit(0, at=(600, 600)), notes=("no_morale_or_fatigue",)), *ring("front", "rear", "right", "left"))
    assert morale.surrounded(t.g, t.unit(0))
    assert not last_stands.desperate(t.g, t.unit(0))


@pytest.mark.rule("QAD-2.421-G1")
def test_so_is_the_ground_that_an_aim_of_the_battle_is_about():
    scenario = next(key for key, one in book().scenarios.items() if any(aim.at for aim in one.aims))
    ((left, low), (right, high)) = next(aim.at for aim in book().scenarios[scenario].aims if aim.at)
    middle = ((left + right) / 2, (low + high) / 2)
    units = [unit(0, at=middle), unit(1, at=(middle[0], middle[1] + 200))]
    for options, able in ((BattleOptions(scenario=scenario), True), (BattleOptions(), False)):
        t = still(*units, options=options)
        assert last_stands.desperate(t.g, t.unit(0)) == able


@pytest.mark.rule("QAD-2.421-G1")
def test_who_can_still_break_off_somehow_is_not_desperate():
    """An enemy in the left flank, a cliff on the right: the way straight back is free until that is closed, too."""
    cliff, rocks = area("cliff", 640, 200, 700, 400, closed=True), area("rocks", 400, 270, 640, 287, closed=True)
    foe = unit(1, at=(547.5, 300), facing=90)
    for land, able in (([cliff], False), ([cliff, rocks], True)):
        t = still(unit(0), foe, land=land)
        assert last_stands.desperate(t.g, t.unit(0)) == able


@pytest.mark.rule("QAD-2.421-G1", "QAD-2.142c-G1")
@pytest.mark.parametrize(("wall", "able"), [(227, False), (237, True)])
def test_nor_who_is_free_of_them_a_little_way_back(wall, able):
    """The enemy in the flank is as long as it takes 58 mm to get past him; the rocks leave 60 or 50."""
    land = [area("cliff", 640, 200, 700, 400, closed=True), area("rocks", 400, 180, 640, wall, closed=True)]
    t = still(unit(0), unit(1, at=(547.5, 300), facing=90), land=land)
    free = [n for n in (1, 49, 59) if isinstance(orders.plan(t.g, t.unit(0), [("withdraw", n, 0)]), Trial)]
    assert bool(free) != able
    assert last_stands.desperate(t.g, t.unit(0)) == able


@pytest.mark.rule("QAD-2.413-c")
def test_who_stood_and_falls_back_acts_as_ever_again():
    one = unit(0, "heavy", at=(600, 600), morale="stand", rally=80, failed=1, triggers=("terror",))
    t = played(morale.checks, named(one, morale=-20), unit(1, at=(600, 900)), rolls=[20, 20], turn=3)
    assert (t.unit(0).retreat, t.unit(0).morale, t.unit(0).rally) == (1, "steady", 0)


@pytest.mark.rule("QAD-2.410-G2")
def test_by_the_strict_option_half_losses_shake_a_unit_in_every_turn():
    one = named(unit(0), start=8)
    for strict in (False, True):
        t = still(one, unit(1, at=FAR), options=BattleOptions(strict_losses=strict))
        assert ("losses" in morale.reasons(t.g, t.unit(0))) == strict


@pytest.mark.rule("QAD-2.004-G3", "QAD-2.413-c")
def test_a_commander_falls_back_with_his_unit_but_does_not_rout_with_it():
    for change, along in (({"retreat": 2}, True), ({"morale": "rout", "failed": 1, "rally": 60}, False)):
        stands = [stand((600, 275), "army", with_=0)]
        t = played(flight.retreats, replace(unit(0), **change), unit(1, at=(600, 400)), stands=stands)
        assert (t.state.stands[0].with_ == 0) == along
        assert (t.state.stands[0].pose.y < 275 * MM) == along


@pytest.mark.rule("QAD-2.421-b", "QAD-2.421-G3")
def test_in_a_last_stand_a_unit_turns_but_does_not_move():
    t = still(unit(0, last_stand=True), unit(1, at=(600, 500)))
    assert refused(t, 0, ("advance", 10)) == refused(t, 0, ("charge", 1)) == "QAD-2.421-b"
    assert went(t, 0, ("face_left", 90)).faced
    t = field(unit(0, last_stand=True), unit(1, at=(600, 500)), **PHASE)
    assert [value for value in t.asks[0].values if value != "done"] == [("order", 0)]


@pytest.mark.rule("QAD-2.421-G3", "QAD-2.143-c")
@pytest.mark.parametrize("order", ["close", "skirmish"])
def test_in_a_last_stand_light_infantry_fires_but_does_not_run_up(order):
    t = field(unit(0, "bows", order=order, last_stand=True), unit(1, at=(600, 500)), **PHASE)
    assert t.asks[0].values == ["done", ("order", 0)]
    assert rate_of_fire.why_not_fire(t.g, t.unit(0)) is None


@pytest.mark.rule("QAD-2.421-b", "QAD-2.421-G3", "QAD-2.141-D1")
@pytest.mark.parametrize("last", [False, True])
def test_nor_do_skirmishers_evade_from_it(last):
    t = field(unit(0), unit(1, "light", at=(600, 450), order="skirmish", last_stand=last), **PHASE)
    t.say(("charge", 0), 1)
    assert (t.asks[0].prompt == "evade.ask") != last


@pytest.mark.rule("QAD-2.421-c", "QAD-2.421-G3")
def test_a_last_stand_ends_when_the_enemy_leaves():
    for at, lasts in (((600, 500), True), (FAR, False)):
        t = still(unit(0, last_stand=True), unit(1, at=at))
        g = t.g
        last_stands.end_last_stands(g)
        assert g.state.units[0].last_stand == lasts
        assert morale.spared(g, g.state.units[0]) == lasts


@pytest.mark.rule("QAD-3.013-n2", "QAD-3.013-G6")
@pytest.mark.parametrize("roll", [10, 20, 60])
def test_a_serudla_that_failed_its_check_does_not_fail_again_for_want_of_handlers(roll):
    """It stands, falls back or routs by the first roll; a second one would stand in the story."""
    kit = Kit("serudla", "srl", "none", "serudla_sword", front=50 * MM, depth=100 * MM)
    beast = replace(troops("heavy"), kits=(kit,), sheet="ghaton_tsolei", notes=("handlers",), morale=-40)
    t = played(
        morale.checks, unit(0, beast, files=1, cohort=1, triggers=("terror",)), unit(1, at=FAR), rolls=[20, roll]
    )  # fmt: skip
    assert len([key for key in t.told() if key in ("morale.stand", "morale.retreat", "morale.rout")]) == 2, "one a seat"


@pytest.mark.rule("QAD-SEQ-10", "QAD-2.141-G2")
@pytest.mark.parametrize(("triggers", "seats"), [((), ()), (("terror",), ()), (("terror",), (0,))])
def test_a_check_and_what_comes_of_it_bring_a_unit_to_light_for_those_who_hear_of_it(triggers, seats, monkeypatch):
    shown = []
    monkeypatch.setattr(Recorder, "show", lambda recorder, *given: shown.append(given))
    kit = Kit("serudla", "srl", "none", "serudla_sword", front=50 * MM, depth=100 * MM)
    beast = replace(troops("heavy"), kits=(kit,), sheet="ghaton_tsolei", notes=("handlers",))
    one = unit(0, beast, files=1, cohort=1, triggers=triggers, hidden=bool(seats))
    played(morale.checks, one, unit(1, at=FAR), rolls=[20, 60])
    assert (("unit", 0), *seats) in shown


@pytest.mark.rule("QAD-2.421-G3", "QAD-3.013-n2")
@pytest.mark.parametrize("last", [False, True])
def test_in_a_last_stand_beasts_need_no_handlers(last):
    kit = Kit("serudla", "srl", "none", "serudla_sword", front=50 * MM, depth=100 * MM)
    beast = replace(troops("heavy"), kits=(kit,), sheet="ghaton_tsolei", notes=("handlers",))
    t = played(morale.checks, unit(0, beast, files=1, cohort=1, last_stand=last), unit(1, at=FAR), rolls=[60])
    assert (t.unit(0).morale == "steady") == last


# The end


@pytest.mark.rule("QAD-SEQ-8")
def test_a_side_without_a_fighting_unit_has_lost():
    routers = replace(unit(1, at=FAR), morale="rout")
    t = played(ending.end, unit(0), routers)
    assert t.outcome.ranks == (1, 2)
    assert t.outcome.why == "over.field"
    points, figures, gone = t.outcome.parts
    assert points.values == tuple(map(int, t.outcome.scores)), "what decides is told"
    assert gone.values[1] > gone.values[0] == figures.values[0] == 0
    few = named(unit(1, at=FAR, files=4), start=17)
    assert played(ending.end, unit(0), few).outcome.ranks == (1, 2)
    both = played(ending.end, replace(unit(0), morale="rout"), routers)
    assert (both.outcome.ranks, both.outcome.why) == ((1, 1), "over.both")


@pytest.mark.rule("QAD-SEQ-8")
def test_engine_crews_and_a_brood_mother_hold_no_field():
    crew = next(key for key, one in book().legions.items() if one.kind == "AT")
    kit = replace(troops().kits[0], troop="brood_mother")
    for left in (named(unit(1, at=FAR), legion=crew), named(unit(1, at=FAR), sheet="hluss", kits=(kit,))):
        t = played(ending.end, unit(0), left)
        assert (t.outcome.ranks, t.outcome.why) == ((1, 2), "over.field")


@pytest.mark.rule("QAD-SEQ-14", "QAD-SEQ-X11")
def test_ten_points_are_ten_and_not_what_is_rounded_to_ten():
    """22.4 against 31.6 in a hundred: rounded they would be ten apart."""
    one, other = (named(unit(side, at=(600, 300 + 600 * side)), points=1000, start=1000) for side in (0, 1))
    for lost, ranks in (((224, 316), (1, 1)), ((224, 324), (1, 2)), ((316, 216), (2, 1))):
        units = [
            replace(each, figures=tuple(replace(each.figures[0], n=n) for n in range(1000 - gone)))
            for each, gone in zip((one, other), lost, strict=True)
        ]
        assert played(ending.end, *units, turn=36).outcome.ranks == ranks


@pytest.mark.rule("QAD-SEQ-14")
def test_limits():
    t = played(ending.end, unit(0), named(unit(1, at=FAR), start=8), turn=36)
    assert (t.outcome.why, t.outcome.ranks) == ("over.limit", (1, 2))
    close = played(ending.end, unit(0), unit(1, at=FAR), turn=36)
    assert close.outcome.ranks == (1, 1)
    quiet = played(ending.end, unit(0), unit(1, at=FAR), turn=12, quiet=5)
    assert quiet.outcome.why == "over.quiet"
    assert still(unit(0), unit(1, at=FAR)).outcome is None
    on = still(unit(0), unit(1, at=FAR), turn=40, options=BattleOptions(battle_limit=False))
    assert list(ending.end(on.g)) == []
