"""The captain and the general: what they do in positions built for the purpose, and a small battle to the end."""

from dataclasses import replace
from random import Random

import pytest

import arbiter
from arbiter import bots
from arbiter.core import Choose, Lean, Several, copied, say
from arbiter.games.qadardalikoi import GAME, melee, movement, orders, rate_of_fire, staff, strikes, volleys
from arbiter.games.qadardalikoi.advice import (
    charging,
    commanding,
    deploying,
    drilling,
    moving,
    odds,
    roaming,
    routes,
    searching,
    shooting,
    tiring,
)
from arbiter.games.qadardalikoi.advice.hints import ADVICE
from arbiter.games.qadardalikoi.advice.mind import Mind, fire_range
from arbiter.games.qadardalikoi.army_formations import modifier
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.geometry import MM, Pose
from arbiter.games.qadardalikoi.geometry import crowds as many
from arbiter.games.qadardalikoi.state import BattleOptions, Deeds, Qadardalikoi, Stand

from .field import area, field, still, unit
from .test_deployment import PLACELESS
from .test_staff import SRO, sro


def mind(table, side=0, general=True):
    return Mind(table.g, side, Random(1), general)


# Drawing up


def drawn_up(options, general):
    """The forms of deployment of a battle with both their answers, as one kind of commander gives them."""
    t = arbiter.new(GAME, 2, seed=3, options=options)
    while t.state.step == "edges":
        t.answer(t.asks[0].seat, "keep")
    for ask in list(t.asks):
        shown = Mind(GAME.play(t.view(ask.seat).state, Lean(Random(1))), ask.seat, Random(1), general)
        t.answer(ask.seat, deploying.deploy(shown, ask))
    return t


def test_a_general_draws_a_list_up_for_a_plan_and_a_captain_as_it_stands():
    options = {"scenario": "wells", "armies": "patrol", "rosters": {"patrol": PLACELESS}}
    assert [side.formation for side in drawn_up(options, general=False).state.sides] == [0, 0]
    t = drawn_up(options, general=True)
    for side in t.state.sides:
        entry = book().army_formations[side.formation]
        assert modifier(entry, "tsolyani", "tsolyani") == 2, "no plan is worth more to Tsolyáni"
    assert all(unit.there for unit in t.state.units)


def test_a_general_keeps_to_a_plan_where_some_of_his_army_have_to_wait_for_room():
    options = {"scenario": "wells", "armies": "shenyu"}
    before, after = (drawn_up(options, general) for general in (False, True))
    assert [side.formation for side in after.state.sides] == [7, 7]
    waiting = [sum(not unit.there for unit in t.state.units) for t in (before, after)]
    assert waiting[0] >= waiting[1] > 0


@pytest.mark.parametrize("key", ["keneng", "omrimunish", "ghatoni", "tselhqu"])
def test_a_general_leaves_nobody_behind_and_fights_in_no_worse_formation(key):
    options = {"scenario": "first_blood", "armies": key}
    before, after = (drawn_up(options, general) for general in (False, True))
    for old, new in zip(before.state.units, after.state.units, strict=True):
        assert new.there
        skills = [drilling.skill(one, (one.formation, 0)) for one in (old, new)]
        assert skills[1] >= skills[0] or fire_range(new)


def test_the_single_rank_of_a_small_unit_comes_round_the_flanks_of_a_block():
    t = still(unit(0, files=4, ranks=3), unit(1, at=(600, 1000)), step="move.units")
    small = t.unit(0)
    assert drilling.best(small, (2, 0)) == (3, 12)
    assert drilling.best(unit(0, files=8, ranks=3), (2, 0)) != (3, 24), "so long a line cannot turn"
    assert drilling.skill(small, (3, 12)) > drilling.skill(small, (2, 0)) + 0.3
    assert moving.decide(mind(t), small)[0] == ("form", 3, 12)
    assert moving.decide(mind(t, general=False), small)[0][0] == "advance"
    upon = still(unit(0, files=4, ranks=3), unit(1, at=(600, 480), files=12, ranks=3), step="move.units")
    assert not any(verb == "form" for verb, *_ in moving.decide(mind(upon), upon.unit(0)))


# Whom one must not lose


def ward(**more):
    """The battle of the Brood-mother, with her of the first side at a place by herself, and whoever else is there."""
    name = book().scenarios["brood"].aims[0].unit
    mother = unit(0, at=(600, 150), files=1)
    mother.troops = replace(mother.troops, name=name, points=1)
    return mother, {"options": BattleOptions(scenario="brood"), "step": "move.units", **more}


def test_one_on_whom_the_battle_hangs_counts_more_than_any_unit():
    mother, more = ward()
    t = still(mother, unit(0, at=(1200, 150), files=6, ranks=3), unit(1, at=(600, 900), files=6), **more)
    here, there = mind(t), mind(t, side=1)

    assert here.wards == [t.unit(0)]
    assert there.wards == []
    assert here.value(t.unit(0)) > here.value(t.unit(1))
    assert there.value(t.unit(0)) > there.value(t.unit(1)) / 18, "one figure of hers is worth more than one of theirs"


def test_a_general_goes_back_to_guard_her_whom_a_captain_leaves():
    mother, more = ward()
    guards = unit(0, at=(1500, 300), files=6, ranks=2, facing=270)
    t = still(mother, guards, unit(1, at=(600, 750), files=6, ranks=2), unit(1, at=(1500, 1000), files=4), **more)
    near, far = (t.unit(1).pose._replace(x=x * MM) for x in (1300, 1700))

    def drawn_back(general):
        of = mind(t, general=general)
        return moving.merit(of, t.unit(1), near) - moving.merit(of, t.unit(1), far)

    assert drawn_back(general=True) > drawn_back(general=False)
    plain = still(*t.state.units, **{**more, "options": BattleOptions(scenario="first_blood")})
    assert drawn_back(general=True) > (
        moving.merit(mind(plain), plain.unit(1), near) - moving.merit(mind(plain), plain.unit(1), far)
    ), "where nothing hangs on her, he does not"


def test_a_general_looks_for_whom_he_has_to_destroy():
    mother, more = ward()
    hunters = unit(1, at=(1500, 900), files=4)
    foe = unit(0, at=(2200, 900), files=4)
    seen = still(mother, hunters, foe, seen=[[1], [0, 2]], **more)
    plain = still(mother, hunters, foe, seen=[[1], [0, 2]], **{**more, "options": BattleOptions()})

    def drawn_to_her(t):
        nearer, farther = (t.unit(1).pose._replace(x=x * MM) for x in (1300, 1700))
        of = mind(t, side=1)
        return moving.merit(of, t.unit(1), nearer) - moving.merit(of, t.unit(1), farther)

    assert drawn_to_her(seen) > drawn_to_her(plain)


# Charges


def test_a_general_charges_the_weak_and_not_the_strong():
    weak = still(unit(0, files=8, ranks=3), unit(1, "light", at=(600, 420), files=6), step="move.units")
    assert charging.charge(mind(weak), weak.unit(0)) == [("charge", 1, 0)]
    strong = still(unit(0, "light", files=4), unit(1, at=(600, 420), files=12, ranks=3), step="move.units")
    assert charging.charge(mind(strong), strong.unit(0)) == []


def test_who_can_only_stand_and_be_shot_at_charges_where_it_would_not_pay_else():
    bows = unit(1, "bows", at=(600, 480), files=10, ranks=2)
    for shot_at in (True, False):
        archers = bows if shot_at else unit(1, "heavy", at=(600, 480), files=10, ranks=2)
        t = still(unit(0, "light", files=8, ranks=2), archers, step="move.units")
        of, mine = mind(t), t.unit(0)
        assert (charging.under_fire(of, mine) > 0) is shot_at
        assert (charging.least(of, mine) < 0) is shot_at
    away = still(unit(0, "light", files=8, ranks=2), unit(1, "bows", at=(600, 1150), files=10, ranks=2))
    assert charging.under_fire(mind(away), away.unit(0)) == 0, "out of range"
    back = still(unit(0, "bows", files=8, ranks=2), bows)
    assert charging.under_fire(mind(back), back.unit(0)) == 0, "they shoot back"


@pytest.mark.parametrize(("scenario", "pressed"), [("brood", (0, 1)), ("tane_raid", (0, 1)), ("white_sun", (0, 1)),
                                                   ("first_blood", (0, 0))])  # fmt: skip
def test_who_loses_if_nothing_happens_dares_more_at_the_end(scenario, pressed):
    t = still(unit(0), unit(1, at=(600, 900)), options=BattleOptions(scenario=scenario))
    for side in (0, 1):
        t.state.turn = 1
        early = mind(t, side)
        before = (early.pressed, charging.least(early, t.unit(side)) / early.value(t.unit(side)))
        t.state.turn = t.state.limit
        late = mind(t, side)
        after = (late.pressed, charging.least(late, t.unit(side)) / late.value(t.unit(side)))
        assert before[0] <= 0.1
        assert (after[0] > 0.9) is bool(pressed[side])
        assert (after[1] < before[1]) is bool(pressed[side])


def test_a_captain_charges_whoever_is_in_reach_while_he_has_breath():
    t = still(unit(0, "medium", files=4), unit(1, at=(600, 420), files=12, ranks=3), step="move.units")
    assert charging.charge(mind(t, general=False), t.unit(0)) == [("charge", 1, 0)]
    t.unit(0).fatigue = 2
    assert charging.charge(mind(t, general=False), t.unit(0)) == []


def test_a_flank_is_worth_more_than_a_front():
    gains = []
    for facing in (180, 270):
        foe = unit(1, at=(600, 420), facing=facing, files=6, ranks=6)
        t = still(unit(0, files=6, ranks=2), foe, step="move.units")
        trial = orders.plan(t.g, t.unit(0), [("charge", 1, 0)])
        assert trial.touched == (1,)
        gains.append(odds.gain(mind(t), t.unit(0), trial))
    assert gains[1] > gains[0]


def test_what_a_melee_is_expected_to_cost_is_near_to_what_it_costs():
    t = still(unit(0, files=8, ranks=2), unit(1, "medium", at=(600, 350), files=8, ranks=2), step="melee")
    expected = odds.expected(t.g, strikes.touches(t.g))
    times = 60
    fallen = {0: 0, 1: 0}
    for seed in range(times):
        g = Qadardalikoi(copied(t.state), Lean(Random(seed)))
        assert not list(melee.melee(g)), "nobody has anything to choose"
        for n in fallen:
            fallen[n] += len(t.unit(n).figures) - len(g.state.units[n].figures)
    assert expected[0] > 0
    for n, lost in fallen.items():
        assert lost / times == pytest.approx(expected[n], abs=0.75)


def test_an_enemy_is_worth_what_his_people_arms_and_armour_make_of_him():
    t = still(unit(0), unit(1, "light", at=(600, 900)), unit(1, "heavy", at=(900, 900)), sro(1, (300, 900)))
    light, heavy, beast = (mind(t).value(one) / len(one.figures) for one in t.state.units[1:])
    assert light < heavy < beast
    hidden = still(*t.state.units)
    shown = replace(t.unit(2), troops=replace(t.unit(2).troops, morale=0, points=0, start=0, mark=""))
    hidden.state.units[2] = shown
    assert mind(hidden).value(shown) == mind(t).value(t.unit(2)), "by what everybody sees of him"


def test_those_in_a_howdah_are_reckoned_with_in_a_melee():
    costs = []
    for crew in (0, 3):
        beast = sro(0, (600, 300), replace(SRO, howdah=crew))
        t = still(beast, unit(1, "medium", at=(600, 387.5), files=8, ranks=2, cohort=16), step="melee")
        costs.append(odds.expected(t.g, strikes.touches(t.g)))
    assert costs[1][1] > costs[0][1] + 0.2


def test_a_general_breaks_off_a_hopeless_melee_and_a_captain_does_not():
    t = still(unit(0, "light", files=4, ranks=2), unit(1, at=(600, 362.5), files=12, ranks=3), step="move.units")
    assert charging.in_melee(mind(t), t.unit(0))[0][0] == "withdraw"
    assert charging.in_melee(mind(t, general=False), t.unit(0)) == []


def test_a_charge_promises_more_where_a_friend_can_fall_upon_the_same_flank():
    foe = unit(1, at=(600, 420), files=6, ranks=6)
    front, flank = unit(0, at=(600, 280), files=4, ranks=2), unit(0, at=(760, 420), facing=270, files=4, ranks=2)
    alone, both = still(front, foe, step="move.units"), still(front, foe, flank, step="move.units")
    (_, by_itself), (_, with_a_friend) = (next(charging._homing(mind(t), t.unit(0))) for t in (alone, both))
    assert charging.won(mind(both), both.unit(0), with_a_friend) > charging.won(mind(alone), alone.unit(0), by_itself)


def test_a_friend_who_fights_is_helped_though_the_fight_goes_ill():
    foe = unit(1, at=(600, 362.5), files=12, ranks=3)
    weak, strong = unit(0, "light", files=4, ranks=2), unit(0, at=(720, 250), files=6, ranks=2)
    t = still(weak, foe, strong, step="move.units")
    _, trial = next(charging._homing(mind(t), t.unit(2)))
    assert odds.without(mind(t), trial) < 0
    assert charging.won(mind(t), t.unit(2), trial) > 0
    assert charging.charge(mind(t), t.unit(2))[-1] == ("charge", 1, 0)


def test_under_fire_a_general_stops_a_charge_that_no_longer_pays_and_a_costly_march():
    t = still(unit(0, files=8, ranks=3), unit(1, "light", at=(600, 420), files=6), step="move.units")
    ask = Choose(0, ("on", "stop"), "passing.stop", args={"n": 0, "charging": 1})
    assert charging.stop(mind(t), ask) == "on"
    t = still(unit(0, "light", files=4), unit(1, at=(600, 420), files=12, ranks=3), step="move.units")
    assert charging.stop(mind(t), ask) == "stop"
    assert charging.stop(mind(t, general=False), ask) == "on"
    march = Choose(0, ("on", "stop"), "passing.stop", args={"n": 0, "charging": -1})
    assert charging.stop(mind(t), march) == "on"
    t.unit(0).deeds = type(t.unit(0).deeds)(lost=2)
    assert charging.stop(mind(t), march) == "stop"


def test_of_those_who_touch_a_general_strikes_the_softest_and_one_whom_he_cannot_make_out_only_if_there_is_no_other():
    hard, soft = unit(1, at=(600, 362.5), files=4), unit(1, "light", at=(700, 362.5), files=4)
    t = still(unit(0, files=12), hard, soft, step="melee")
    stand = staff.SHORT - 1 - 7
    assert charging.whom(mind(t), [1, 2, stand]) == 2
    assert charging.whom(mind(t), [stand]) == stand


# Shooting


def test_a_general_shoots_where_it_costs_the_enemy_most_and_a_captain_at_the_nearest():
    bows = unit(0, "bows", at=(600, 300), files=12)
    near, far = unit(1, at=(560, 420), files=4, ranks=2), unit(1, "bows", at=(680, 500), files=8)
    t = field(bows, near, far, step="missile")
    ask = t.asks[0]
    assert set(shooting.declare(mind(t, general=False), ask).values()) == {1}
    assert set(shooting.declare(mind(t), ask).values()) == {2}
    assert ask.refusal(shooting.declare(mind(t), ask)) is None


@pytest.mark.parametrize("firer", [unit(0, "bows", files=8), sro(0, (600, 300))], ids=["archers", "howdahs"])
def test_what_fire_is_expected_to_cost_is_near_to_what_it_costs(firer):
    t = still(firer, unit(1, "light", at=(600, 600), files=8, ranks=2), step="missile")
    expected = shooting.expected(mind(t), t.unit(0), 0, t.unit(1))
    declared = [(0, cohort, 1) for cohort in t.unit(0).cohorts() for _ in range(rate_of_fire.shots(t.unit(0), cohort))]
    times, fallen = 60, 0
    for seed in range(times):
        g = Qadardalikoi(copied(t.state), Lean(Random(seed)))
        volleys.fire(g, declared)
        fallen += len(t.unit(1).figures) - len(g.state.units[1].figures)
    assert expected > 1
    assert fallen / times == pytest.approx(expected, abs=0.5)


def test_a_general_goes_nearer_with_archers_who_can_hurt_nobody_from_where_they_stand():
    few = unit(0, "bows", at=(600, 300), files=2)
    t = still(few, unit(1, at=(600, 600), files=8), step="move.units")
    assert shooting.in_range(mind(t, general=False), t.unit(0))
    assert not shooting.in_range(mind(t), t.unit(0))
    many = still(unit(0, "bows", at=(600, 300), files=12), unit(1, "light", at=(600, 600), files=8), step="move.units")
    assert shooting.in_range(mind(many), many.unit(0))


def test_archers_in_range_stand_and_shoot_and_others_go_nearer():
    t = still(unit(0, "bows", at=(600, 300), files=8), unit(1, at=(600, 600), files=8), step="move.units")
    captain = mind(t, general=False)
    assert moving.decide(captain, t.unit(0)) == []
    t = still(unit(0, "bows", at=(600, 300), files=8), unit(1, at=(600, 1000), files=8), step="move.units")
    assert moving.decide(mind(t, general=False), t.unit(0))[0][0] == "advance"


# Moving


def test_nobody_in_sight_means_straight_on_to_a_captain():
    t = still(unit(0, files=8, ranks=2), unit(1, at=(600, 1000)), step="move.units", seen=[[], []])
    assert [verb for verb, *_ in moving.decide(mind(t, general=False), t.unit(0))] == ["advance"]


def test_a_general_looks_where_most_of_the_ground_is_out_of_sight():
    first = still(unit(0, at=(1200, 150), files=8), unit(1, at=(600, 1000)), step="move.units", seen=[[], []])
    x, y = searching.unseen(mind(first))
    assert y > 450 * MM, "the enemy comes from the far edge"
    assert [verb for verb, *_ in moving.decide(mind(first), first.unit(0))][-1] == "advance"
    passed = still(unit(0, at=(300, 1050), files=8), unit(1, at=(600, 100)), step="move.units", seen=[[], []], turn=12)
    x, y = searching.unseen(mind(passed))
    assert x > 550 * MM or y < 800 * MM, "he is not here, so he went past"


def test_a_general_never_looks_for_the_enemy_where_his_own_army_stands():
    t = still(unit(0, at=(1600, 550), facing=223), unit(0, at=(1440, 550), facing=74), step="move.units", turn=9)
    t.state.seen = [[], []]
    x, y = searching.unseen(mind(t))
    assert all((one.pose.x - x) ** 2 + (one.pose.y - y) ** 2 > (400 * MM) ** 2 for one in t.state.units)
    ahead = still(unit(0, at=(1200, 600), facing=90), step="move.units", turn=9)
    ahead.state.seen = [[], []]
    assert searching.unseen(mind(ahead))[0] > 1200 * MM, "on as he went, not back where he came from"


def test_wide_skirmishers_come_nearer_though_there_is_no_time_to_turn_too():
    bolas = unit(0, "light", at=(400, 600), facing=40, files=16, order="skirmish", formation=3)
    t = field(bolas, unit(1, at=(1400, 560)), step="move.units")
    if isinstance(t.asks[0], Choose):
        t.answer(0, ("go", 0))
    place = t.asks[0]
    chosen = roaming.place(mind(t), place)
    assert place.why_not(chosen) is None
    assert chosen[0] > 500, "straight over, at the facing that it has"


def test_skirmishers_who_have_shot_all_they_could_are_led_nowhere():
    shot = Deeds(fired=True, full_rate=True)
    bows = unit(0, "bows", at=(400, 600), files=8, order="skirmish", formation=3, deeds=shot)
    t = field(bows, unit(1, at=(1400, 560)), step="move.units")
    if isinstance(t.asks[0], Choose):
        t.answer(0, ("go", 0))
    place = t.asks[0]
    assert place.refusal(roaming.place(mind(t), place)) is None


def test_a_formed_unit_that_is_led_by_its_midpoint_goes_straight_on_or_wheels():
    t = still(unit(0, files=8, ranks=2), unit(1, at=(1500, 500)), step="move.units")
    ask = movement.place(t.g, t.unit(0))
    chosen = roaming.place(mind(t), ask)
    assert chosen in ask.likely[1:]
    assert ask.why_not(chosen) is None


def test_a_formed_unit_before_the_edge_is_not_led_over_it():
    t = still(unit(0, at=(600, 1150), files=8), unit(1, at=(640, 1500), facing=0), step="move.units")
    ask = movement.place(t.g, t.unit(0))
    assert ask.refusal(ask.likely[4]).key == "refused.outside"
    assert ask.refusal(roaming.place(mind(t), ask)) is None


def test_who_sees_that_nobody_fights_waits_no_longer():
    t = still(unit(0), unit(1, at=(600, 900)), step="move.units", turn=8)
    before = mind(t).patience
    t.state.quiet = 5
    assert mind(t).patience == 0 < before


def test_a_unit_whom_a_friend_bars_the_way_makes_room_for_itself():
    front = unit(0, "bows", at=(600, 350), files=8, ranks=2)
    t = still(unit(0, at=(600, 300), files=8, ranks=2), front, unit(1, at=(600, 1000)), step="move.units")
    assert moving.decide(mind(t, general=False), t.unit(0)) == [], "a captain waits until they have shot"
    order = moving.decide(mind(t), t.unit(0))
    assert [verb for verb, *_ in order][1:] == ["advance"]
    assert order[0][0] in ("face_left", "face_right")
    t.unit(0).fatigue = 10
    assert moving.decide(mind(t), t.unit(0)) == [], "not for its last breath"


def test_slow_ground_ahead_makes_a_way_shorter_and_stops_nobody():
    wood = area("woods", 0, 320, 1200, 900, going="woods")
    t = still(unit(0, at=(600, 300), files=6), unit(1, at=(600, 1000)), land=[wood], step="move.units")
    for general in (True, False):
        assert moving.decide(mind(t, general=general), t.unit(0))


# Round what nobody enters


def river(left, right):
    """A river from edge to edge but for a stretch of shallow water."""
    shallow = area("ford", left, 500, right, 560, going="swamp")
    deep = [area("river", *ends, closed=True) for ends in ((0, 500, left, 560), (right, 500, 2400, 560))]
    return [shallow, *deep]


@pytest.mark.parametrize("general", [True, False])
def test_a_unit_marches_to_the_ford_and_over_it(general):
    """With an enemy straight opposite whom both commanders see, and 700 mm of bank to walk along."""
    t = still(
        unit(0, "medium", at=(600, 300), files=4, ranks=3), unit(1, at=(600, 700)), land=river(1200, 1600),
        step="move.units", options=BattleOptions(open_table=True),
    )  # fmt: skip
    one, ways = t.unit(0), set()
    for _ in range(20):
        order = moving.decide(mind(t, general=general), one)
        trial = orders.plan(t.g, one, order)
        one.pose, one.figures = trial.unit.pose, trial.unit.figures
        ways.add(t.g.ground.goings(one.crowd()))
        if one.pose.y > 600 * MM:
            break
    assert one.pose.y > 600 * MM
    assert any("swamp" in goings for goings in ways), "through the shallows"


def test_the_way_is_straight_where_nothing_bars_it_and_no_way_is_as_good_as_a_straight_one():
    one = unit(0, files=4, ranks=3)
    for land, length in (([], 500), (river(500, 700), 500), (river(1200, 1600), 1650), (river(2400, 2400), 500)):
        t = still(one, unit(1, at=(600, 900)), land=land)
        leg = routes.leg(mind(t), t.unit(0), (600 * MM, 300 * MM), (600 * MM, 800 * MM))
        assert leg.length == pytest.approx(length * MM, rel=0.15)
        assert (leg.toward == (600 * MM, 800 * MM)) == (length == 500)


def test_pe_choi_go_over_the_bridge_and_not_through_the_ford():
    bridge = area("bridge", 1200, 500, 1600, 560, going="road")
    shunning = unit(0, files=4, ranks=3)
    shunning = replace(shunning, troops=replace(shunning.troops, notes=("shuns_water",)))
    deep = [area("ford", 0, 500, 1200, 560, going="swamp"), area("river", 1600, 500, 2400, 560, closed=True)]
    t = still(shunning, unit(0, at=(1000, 300)), unit(1, at=(600, 900)), land=[*deep, bridge])
    ends = (600 * MM, 300 * MM), (600 * MM, 800 * MM)
    lengths = [routes.leg(mind(t), t.unit(n), *ends).length for n in (0, 1)]
    assert lengths[0] > 2 * lengths[1] == 2 * 500 * MM


def test_who_stands_too_wide_for_a_ford_draws_himself_together():
    wide = unit(0, "medium", files=24, cohort=24)
    t = still(wide, unit(1, at=(600, 900)), land=river(1200, 1500), step="move.units")
    (form,) = moving.decide(mind(t), t.unit(0))
    assert form[0] == "form"
    assert form[2] * 20 <= 300
    narrow = still(
        unit(0, "medium", files=8, ranks=3), unit(1, at=(600, 900)), land=river(1200, 1500), step="move.units"
    )
    assert moving.narrowed(mind(narrow), narrow.unit(0)) == []
    shut = still(wide, unit(1, at=(600, 900)), land=river(2400, 2400), step="move.units")
    assert moving.narrowed(mind(shut), shut.unit(0)) == [], "where there is no way for anybody"


def test_an_enemy_across_a_river_is_no_danger():
    near = [unit(0, "light", at=(600, 450)), unit(1, at=(600, 600), files=12, ranks=3)]
    t = still(*near, land=river(2000, 2400), step="move.units")
    assert moving._danger(mind(t), t.unit(0)) == 0
    t = still(*near, step="move.units")
    assert moving._danger(mind(t), t.unit(0)) > 0


def test_a_general_keeps_ahoggya_and_shen_apart():
    shen = unit(0, at=(600, 300))
    shen = replace(shen, troops=replace(shen.troops, sheet="shen"))
    ahoggya = unit(0, at=(900, 300))
    ahoggya = replace(ahoggya, troops=replace(ahoggya.troops, notes=("attacks_shen",)))
    for other, worse in ((ahoggya, True), (replace(ahoggya, pose=Pose(1700 * MM, 300 * MM, 0)), False)):
        t = still(shen, other, unit(1, at=(600, 1000)), step="move.units")
        assert [moving._quarrel(mind(t), t.unit(n)) > 0 for n in (0, 1)] == [worse, worse]
    drawn = drawn_up({"scenario": "odd_allies"}, general=True)
    here = {one.troops.sheet: one for one in drawn.state.units if one.side == 0}
    assert abs(here["shen"].pose.x - here["ahoggya"].pose.x) > 1000 * MM


def test_a_general_does_not_run_ahead_of_his_line():
    behind = unit(0, at=(900, 300), files=8, ranks=2)
    behind.deeds = type(behind.deeds)(acted=True)
    alone, line = (
        still(unit(0, at=(600, 300), files=8, ranks=2), unit(1, at=(600, 1000)), *more, step="move.units")
        for more in ([], [behind])
    )
    free, kept = (moving.decide(mind(t), t.unit(0)) for t in (alone, line))
    assert kept[0][1] < free[0][1]


def test_a_tired_unit_rests_and_a_general_lets_it_rest_sooner():
    t = still(unit(0, files=8, fatigue=9), unit(1, at=(600, 1100)), step="move.units")
    assert tiring.rests(mind(t), t.unit(0))
    assert not tiring.rests(mind(t, general=False), t.unit(0))
    t.unit(0).fatigue = 1
    assert tiring.rests(mind(t, general=False), t.unit(0))


def test_a_general_declares_a_last_stand_in_melee_alone():
    near, upon = (still(unit(0, files=8, ranks=2), unit(1, at=(600, y), files=8)) for y in (420, 337.5))
    ask = Several(0, [0], 0, 1, "stand.whom")
    assert commanding.last_stands(mind(near), ask) == ()
    assert commanding.last_stands(mind(upon), ask) == (0,)
    assert commanding.last_stands(mind(upon, general=False), ask) == ()


def test_whoever_can_strike_takes_the_move_and_others_wait():
    near = still(unit(0, files=8), unit(1, at=(600, 420), files=8))
    far = still(unit(0, files=8), unit(1, at=(600, 1000), files=8))
    assert commanding.initiative(mind(near), None) == "move"
    assert commanding.initiative(mind(far), None) == "counter"


def test_commanders_do_not_look_at_what_they_do_not_see():
    seen = still(unit(0, files=8, ranks=2), unit(1, "light", at=(600, 420), files=6), step="move.units")
    unseen = still(
        unit(0, files=8, ranks=2), unit(1, "light", at=(600, 420), files=6), step="move.units", seen=[[], []]
    )
    assert moving.decide(mind(seen), seen.unit(0))[0][0] == "charge"
    assert not any(verb == "charge" for verb, *_ in moving.decide(mind(unseen), unseen.unit(0)))


# Distances


def test_the_distance_of_two_units_is_that_of_their_nearest_bases():
    for turn in range(0, 360, 25):
        one = unit(0, files=5, ranks=3).crowd()
        other = unit(1, at=(760, 420), facing=turn, files=7, ranks=2).crowd()
        pairs = [(i, j) for i in range(len(one)) for j in range(len(other))]
        i, j = zip(*pairs, strict=True)
        assert many.shortest(one, other) == many.apart(one.take(list(i)), other.take(list(j))).min()


# Words


GIVEN = {"initiative.choose": "counter", "orders.form": orders.filled([])}


def test_every_piece_of_advice_has_grounds_in_every_language():
    for prompt in ADVICE:
        (grounds,) = GAME.grounds(None, Choose(0, [1, 2], prompt), GIVEN.get(prompt, 2))
        assert len({say(GAME.catalogue(language), grounds.key, {}) for language in ("en", "fr", "de")}) == 3, prompt


@pytest.mark.parametrize("verb", ["stay", "charge", "form", "skirmish", "outflank", "withdraw"])
def test_the_grounds_of_an_order_are_those_of_its_first_manoeuvre(verb):
    order = orders.filled([] if verb == orders.STAY else [(verb, 0, 0), ("advance", 20, 0)])
    (grounds,) = GAME.grounds(None, Choose(0, [1, 2], "orders.form"), order)
    assert grounds.key == f"grounds.orders.form.{verb}"
    (nearer,) = GAME.grounds(None, Choose(0, [1, 2], "orders.form"), orders.filled([("advance", 20, 0)]))
    assert nearer.key == "grounds.orders.form"


# A battle


@pytest.mark.parametrize("rival", ["random", "simple"])
@pytest.mark.parametrize("number", [0, 1])
def test_a_general_beats_chance_and_a_captain_with_the_same_list_from_either_edge(rival, number):
    """Against a captain these are the first two battles of the study in docs/qadardalikoi.md."""
    options = {"scenario": "wells", "terms": "never", "armies": "patrol", "rosters": {"patrol": PLACELESS}}
    players = [("clever", rival), (rival, "clever")][number]
    table = arbiter.new(GAME, 2, seed=f"1/{number}", options=options)
    minds, rngs = [bots.find(name, seconds=None) for name in players], [Random(f"1/{number}/{seat}") for seat in (0, 1)]
    while not table.over:
        for ask in table.asks:
            table.answer(ask.seat, minds[ask.seat].answer(table, ask.seat, ask, rngs[ask.seat]))
    assert not any(one.lost for one in minds)
    assert table.outcome.winners == (players.index("clever"),)


def test_advice_is_the_same_for_the_same_chance():
    t = field(unit(0, files=8, ranks=2), unit(1, "light", at=(600, 420), files=6), step="move.units")
    for name in ("simple", "clever", "search"):
        answers = [bots.find(name).answer(t, 0, t.asks[0], Random(4)) for _ in range(2)]
        assert answers == [("order", 0)] * 2


def test_commanders_know_their_stands_though_they_do_not_see_the_enemys():
    theirs, own = (
        Stand(0, side, "officer", "officer", -1, "tsolyani", Pose(x * MM, 300 * MM, 0))
        for side, x in ((1, 900), (0, 700))
    )
    t = field(unit(0, files=8), unit(1, at=(600, 1000)), stands=(theirs, own), step="move.command", seen=[[], []])
    shown = Mind(GAME.play(t.view(0).state, Lean(Random(1))), 0, Random(1), True)
    assert shown.stand(1).pose == own.pose
    assert commanding.whom(shown, t.asks[0]) in t.asks[0].values
