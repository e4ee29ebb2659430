"""Notes of the sheets that concern movement, and what light troops do on the move."""

from dataclasses import replace

import pytest

from arbiter.games.qadardalikoi import morale, rate_of_fire, rates
from arbiter.games.qadardalikoi.geometry import MM, Pose
from arbiter.games.qadardalikoi.manoeuvres import Trial
from arbiter.games.qadardalikoi.orders import verbs_for
from arbiter.games.qadardalikoi.state import BattleOptions, Deeds, Kit, Shots, Troops

from .field import area, field, still, unit
from .test_manoeuvres import planned, refused, went
from .test_movement import PHASE, form


def people(side, sheet, troop, at=(600, 300), column="med", guard="none", notes=(), **more):
    """Four figures of another people."""
    kit = Kit(troop, column, guard, "sword", front=2500, depth=5000)
    given = {"name": sheet, "nation": sheet, "sheet": sheet, "kits": (kit,), "morale": 12, "fatigue": 25, "start": 4}
    return unit(side, Troops(notes=notes, **given), at=at, **more)


@pytest.mark.rule("QAD-3.006-n6", "QAD-3.006-G3")
def test_ahoggya_turn_and_wheel_for_nothing():
    t = still(people(0, "ahoggya", "heavy", column="hvy", notes=("turns_freely",)), unit(0, at=(1200, 300)))
    free = went(t, 0, ("face_right", 180), ("wheel_left", 60))
    assert (free.spent, free.points) == (0, 0)
    slanting = went(t, 0, ("oblique_left", 50), ("oblique_right", 50))
    assert (slanting.spent, slanting.points, slanting.unit.pose.facing) == (100 * MM, 1, 0)
    assert slanting.rate == went(t, 0, ("advance", 100)).rate
    assert refused(t, 1, ("oblique_left", 50)) == "QAD-0.420-y"
    back = went(t, 0, ("face_right", 180), ("advance", 100), ("face_right", 180))
    assert (back.spent, back.points, back.unit.pose) == (100 * MM, 1, Pose(60000, 20000, 0))
    assert "oblique_left" in verbs_for(t.g, t.unit(0))
    assert went(t, 1, ("wheel_left", 20)).points == 1


@pytest.mark.rule("QAD-3.006-G3", "QAD-2.300-G4")
def test_ahoggya_who_wheel_do_not_rest_and_their_columns_wind_for_nothing():
    ahoggya = people(0, "ahoggya", "heavy", column="hvy", notes=("turns_freely",), files=1, ranks=4, fatigue=10)
    t = field(replace(ahoggya, formation=4), step="move.units")
    trial = went(t, 0, ("lead_left", 90))
    assert (trial.spent, trial.points, trial.unit.pose.facing) == (0, 0, 2700)
    order = {f"{verb}{n}": value for n in (1, 2, 3, 4) for verb, value in (("do", "stay"), ("by", 0))}
    t.say(("order", 0), {**order, "files": 0, "do1": "wheel_left", "by1": 60})
    assert (t.unit(0).pose.facing, t.unit(0).deeds.way, t.unit(0).deeds.idle) == (3000, 0, False)


@pytest.mark.rule("QAD-3.001-n1", "QAD-3.001-G1")
def test_pe_choi_stop_at_water():
    ford = area("ford", 0, 400, 2400, 450, going="swamp")
    bridge = area("bridge", 500, 400, 700, 450, going="road")
    t = still(people(0, "pe_choi", "medium", notes=("shuns_water",)), unit(0, "medium", at=(1200, 300)), land=[ford])
    dry = went(t, 0, ("advance", 180))
    assert abs(dry.spent - 75 * MM) <= MM
    t = still(people(0, "pe_choi", "medium", notes=("shuns_water",)), land=[bridge])
    assert went(t, 0, ("advance", 180)).spent == 180 * MM


@pytest.mark.rule("QAD-3.001-n1", "QAD-3.001-G1")
def test_pe_choi_neither_wheel_nor_form_into_water():
    ford = area("ford", 0, 320, 2400, 450, going="swamp")
    shy, others = people(0, "pe_choi", "medium", notes=("shuns_water",)), unit(0, "medium", at=(1200, 300))
    t = still(shy, others, land=[ford])
    assert went(t, 0, ("wheel_left", 30)).stopped
    assert not went(t, 1, ("wheel_left", 30)).stopped
    assert refused(t, 0, ("form", 4)) == "QAD-2.133-G1"
    assert went(t, 1, ("form", 4)).points == 1


@pytest.mark.rule("QAD-3.001-D1", "QAD-3.001-G1")
def test_who_insists_on_the_water_gets_a_morale_check_and_no_movement():
    ford = area("ford", 0, 400, 2400, 450, going="swamp")
    shy = people(0, "pe_choi", "medium", notes=("shuns_water",))
    t = field(shy, unit(1, at=(600, 900)), unit(0, at=(1200, 300)), land=[ford], rolls=[3], **PHASE)
    t.say(("order", 0), form(("insist", 0)))
    assert "morale.check" in t.told()
    assert t.unit(0).pose.y == 300 * MM


@pytest.mark.rule("QAD-3.001-G1", "QAD-SEQ-4")
def test_who_insists_twice_in_a_turn_checks_once():
    ford = area("ford", 0, 400, 2400, 450, going="swamp")
    shy = people(0, "pe_choi", "light", column="lt", notes=("shuns_water",))
    kit = replace(shy.troops.kits[0], missile="light_crossbow")
    shy.troops = replace(shy.troops, kits=(kit,))
    t = field(shy, unit(1, at=(600, 900)), unit(0, at=(1200, 300)), land=[ford], rolls=[3, 3], **PHASE)
    t.say(("halves", 0), form(("insist", 0)), form(("insist", 0)))
    assert [event.key for event in t.events(0)].count("morale.check") == 1
    assert t.unit(0).deeds.acted


@pytest.mark.rule("QAD-3.018-n2")
def test_a_brood_mother_does_not_move():
    t = still(people(0, "hluss", "brood_mother", column="hvy"))
    assert refused(t, 0, ("advance", 1)) == refused(t, 0, ("face_left", 90)) == "QAD-3.018-n2"


@pytest.mark.rule("QAD-3.018-n2", "QAD-3.018-G2")
@pytest.mark.parametrize("roll", [5, 20, 60, 100])
def test_a_brood_mother_whose_nerve_fails_stands_and_neither_retreats_nor_routs(roll):
    mother, near = people(0, "hluss", "brood_mother", column="hvy"), unit(0, at=(660, 300))
    mother = replace(mother, troops=replace(mother.troops, morale=-40), triggers=("terror",))
    t = field(mother, near, unit(1, at=(600, 900)), rules=morale.checks, rolls=[20, roll])
    assert (t.unit(0).morale, t.unit(0).retreat, t.unit(0).rally) == ("stand", 0, 80)
    assert t.unit(1).triggers == (), "no friend is shaken by her"
    told = next(event.args for event in t.events(0) if event.key == "morale.stand")
    assert (told["roll"], told["rule"]) == (roll, "QAD-3.018-n2")


@pytest.mark.rule("QAD-3.003-G1")
def test_on_a_road_urunen_go_no_slower_than_beside_it():
    road = area("road", 0, 0, 2400, 1200, going="road")
    t = still(people(0, "urunen", "light", column="lt"), unit(0, "medium", at=(1200, 300)), land=[road])
    assert [rates.on_going(t.g, t.unit(n), "road") for n in (0, 1)] == [260 * MM, 240 * MM]


@pytest.mark.rule("QAD-3.015-n3")
def test_a_mounted_charge_has_its_bonus_once():
    rider = people(0, "tane", "bazhaq", guard="mounted", notes=("one_mounted_charge",))
    t = field(rider, unit(1, at=(600, 700)), unit(0, at=(1200, 300)), **PHASE)
    fresh = rates.charge_bonus(t.g, t.unit(0))
    t.say(("order", 0), form(("charge", 1)))
    assert t.unit(0).rode
    assert rates.charge_bonus(t.g, t.unit(0)) == fresh, "to the end of that charge"
    t.unit(0).deeds = Deeds()
    assert fresh > rates.charge_bonus(t.g, t.unit(0)) == rates.spent_bonus(t.g, t.unit(0)) > 0


@pytest.mark.rule("QAD-2.003-G1")
def test_light_infantry_is_foot_of_the_light_class():
    flyer = people(0, "hlaka", "light", column="lt", at=(900, 300))
    t = still(unit(0, "light"), unit(0, "bows", at=(1200, 300)), unit(0, "medium", at=(1500, 300)), flyer)
    assert [rates.light(t.g, t.unit(n)) for n in range(4)] == [True, True, False, False]


@pytest.mark.rule("QAD-3.017-n2", "QAD-2.145-a")
def test_hlaka_walk_on_good_ground_alone():
    wood = area("wood", 0, 340, 2400, 600, going="woods")
    bird = people(0, "hlaka", "light", column="lt")
    t = still(bird, land=[wood])
    assert rates.on_going(t.g, t.unit(0), "woods") == 0
    assert went(t, 0, ("advance", 100)).spent <= 16 * MM


# 0.420, formation 21


@pytest.mark.rule("QAD-0.420-ab", "QAD-0.420-G7", "QAD-0.420-D1")
def test_light_troops_in_an_arrow_area_raise_dust():
    t = field(unit(0, "light", at=(600, 270)), unit(1, at=(600, 900)), unit(0, at=(1200, 270)), **PHASE)
    assert refused(t, 2, ("dust",)) == "QAD-0.420-G7"
    t.say(("order", 0), form(("dust", 0)))
    cloud = t.state.clouds[0]
    assert (cloud.base.depth, cloud.base.front, cloud.until, cloud.side) == (75 * MM, 80 * MM, 2, 0)
    assert cloud.base.y == (270 + 12.5 + 37.5) * MM
    assert (t.unit(0).fatigue, t.unit(0).pose.y) == (24, 270 * MM)


@pytest.mark.rule("QAD-0.420-ab", "QAD-0.420-D1")
def test_skirmishers_raise_dust_too():
    loose = unit(0, "light", at=(600, 270), order="skirmish")
    t = field(loose, unit(1, at=(600, 900)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("dust", 0)))
    assert [cloud.side for cloud in t.state.clouds] == [0]


@pytest.mark.rule("QAD-0.420-G7", "QAD-SEQ-9")
@pytest.mark.parametrize(("scenario", "able"), [("wells", True), ("first_blood", False)])
def test_the_arrows_lie_where_the_scenario_lets_a_side_deploy(scenario, able):
    """At the wells both patrols begin in the middle of the table, and their Arrows are there."""
    t = still(unit(0, "light", at=(1200, 510)), options=BattleOptions(scenario=scenario))
    assert isinstance(planned(t, 0, ("dust",)), Trial) is able


@pytest.mark.rule("QAD-0.420-G7")
def test_no_dust_in_the_rear():
    assert refused(still(unit(0, "light", at=(600, 100))), 0, ("dust",)) == "QAD-0.420-G7"


@pytest.mark.rule("QAD-0.420-G7")
@pytest.mark.parametrize(
    ("weather", "rises"),
    [
        ("cloudy", True), ("mist", True), ("windy", False), ("fog", False), ("dense_fog", False), ("rain", False),
        ("heavy_rain", False),
    ],
)  # fmt: skip
def test_dust_rises_but_in_rain_fog_and_wind(weather, rises):
    t = still(unit(0, "light", at=(600, 270)), weather=weather)
    assert isinstance(planned(t, 0, ("dust",)), Trial) is rises


@pytest.mark.rule("QAD-0.420-G7")
@pytest.mark.parametrize(
    ("kind", "going", "dusty"),
    [("rough", "woods", True), ("road", "road", True), ("woods", "woods", False), ("swamp", "swamp", False)],
)
def test_dust_rises_from_open_rough_and_road_and_from_no_other_ground(kind, going, dusty):
    t = still(unit(0, "light", at=(600, 270)), land=[area(kind, 300, 200, 900, 400, going=going)])
    if dusty:
        assert went(t, 0, ("dust",)).cloud is not None
    else:
        assert refused(t, 0, ("dust",)) == "QAD-0.420-G7"


# 2.143c


@pytest.mark.rule("QAD-2.143-c", "QAD-2.143-G2", "QAD-2.143-D2")
def test_light_infantry_moves_half_fires_and_moves_half():
    bows = unit(0, "bows", files=4)
    t = field(bows, unit(1, at=(600, 700), files=4), unit(0, at=(1200, 300)), rolls=[99], **PHASE)
    t.say(("halves", 0))
    assert t.asks[0].why_not(form(("advance", 160))).endswith("(QAD-2.143-c)")
    t.say(form(("advance", 150)))
    assert t.asks[0].prompt == "missile.declare"
    t.say({"0.0.0": 1})
    assert t.unit(0).deeds.fired
    t.say(form(("advance", 150)))
    moved = t.unit(0)
    assert moved.pose.y == 600 * MM
    assert (moved.deeds.way, moved.fatigue) == (300 * MM, 24)


@pytest.mark.rule("QAD-2.111-G2", "QAD-2.143-c")
def test_no_half_of_a_move_is_a_forced_march():
    column = unit(0, "bows", files=1, ranks=4, formation=4)
    t = field(column, unit(0, at=(1200, 300)), **PHASE).say(("halves", 0), form(("advance", 150)))
    assert t.asks[0].why_not(form(("advance", 150))) is None
    assert t.asks[0].why_not(form(("march", 250))) is not None


@pytest.mark.rule("QAD-2.143-G2", "QAD-2.143-G1")
def test_fire_between_two_halves_is_at_half_rate_however_short_the_first_was():
    t = field(unit(0, "bows", files=4), unit(1, at=(600, 700), files=4), rolls=[99], **PHASE)
    t.say(("halves", 0), form())
    assert t.asks[0].prompt == "missile.declare"
    t.say({"0.0.0": 1})
    assert [(one.loosed, one.spent) for one in t.unit(0).shots] == [(1, 1)], "of two shots a turn"


@pytest.mark.rule("QAD-2.143-G2", "QAD-2.211-G2")
def test_fire_between_two_halves_takes_nothing_from_the_next_turn():
    """Composite bows loose twice a turn, once on the move."""
    t = field(unit(0, "bows"), unit(1, at=(600, 700)), unit(0, at=(1200, 300)), rolls=[99], **PHASE)
    t.say(("halves", 0), form(("advance", 150)), {"0.0.0": 1}, form(("advance", 150)))
    bows = t.unit(0)
    assert (bows.deeds.way, bows.shots[0].loosed) == (300 * MM, 1)
    rate_of_fire.restock(t.g)
    assert bows.shots[0].store == 0
    bows.deeds = Deeds()
    assert rate_of_fire.shots(bows, 0) == 2


@pytest.mark.rule("QAD-2.143-G1", "QAD-2.143-G2")
@pytest.mark.parametrize("fired", [False, True])
def test_who_has_fired_at_a_mover_does_not_move_in_two_halves(fired):
    """Long bows with a shot left of three."""
    bows = unit(0, "bows", deeds=Deeds(fired=fired, full_rate=fired), shots=(Shots(0, 0, 2 if fired else 0),))
    bows.troops = replace(bows.troops, kits=(replace(bows.troops.kits[0], missile="long_bow"),))
    t = field(bows, unit(1, at=(600, 500)), **PHASE)
    assert rate_of_fire.shots(t.unit(0), 0) == (1 if fired else 3)
    assert (("halves", 0) in t.asks[0].values) != fired


@pytest.mark.rule("QAD-2.143-D2", "QAD-2.211-h")
def test_who_has_two_shots_between_two_halves_may_part_them():
    """Long bows loose three times a turn, half of that on the move: one shot, and two in the turn after it."""
    bows = unit(0, "bows", files=4, shots=(Shots(0, 2),))
    kit = replace(bows.troops.kits[0], missile="long_bow")
    bows.troops = replace(bows.troops, kits=(kit,))
    t = field(bows, unit(1, at=(540, 600)), unit(1, at=(660, 600)), unit(0, at=(1200, 300)), rolls=[99] * 9, **PHASE)
    t.say(("halves", 0), form(("advance", 100)))
    assert list(t.asks[0].fields) == ["0.0.0", "0.0.1"]
    t.say({"0.0.0": 1, "0.0.1": 2})
    assert t.unit(0).deeds.shot_at == (1, 2)


@pytest.mark.rule("QAD-2.143-c", "QAD-2.143-G2", "QAD-2.143-D2")
def test_skirmishers_run_up_fire_and_run_back():
    """In the picture the table is 1200 mm deep and seen from above."""
    bows = unit(0, "bows", files=4, order="skirmish")
    t = field(bows, unit(1, at=(600, 700), files=4), unit(0, at=(1200, 300)), rolls=[99], **PHASE)
    t.say(("halves", 0))
    assert t.asks[0].foreseen((600, 1200 - 460, 0)).text.args["rule"] == "QAD-2.143-c"
    t.say((600, 1200 - 440, 0))
    assert t.asks[0].prompt == "missile.declare"
    t.say({"0.0.0": 1})
    assert t.asks[0].foreseen((600, 1200 - 280, 0)).text.args["rule"] == "QAD-2.143-c"
    t.say((600, 1200 - 300, 0))
    moved = t.unit(0)
    assert moved.pose.y == 300 * MM
    assert (moved.deeds.way, moved.deeds.fired, moved.fatigue) == (280 * MM, True, 24)


@pytest.mark.rule("QAD-2.143-G2", "QAD-2.110-b")
def test_both_halves_go_at_the_lowest_rate_of_the_turn():
    """The enemy is out of sight, so that nothing is fired between them."""
    wood = area("woods", 0, 0, 2400, 320, going="woods")
    t = field(unit(0, "bows", files=4), unit(1, at=(600, 900), files=4), unit(0, at=(1200, 300)), land=[wood], **PHASE)
    t.say(("halves", 0), form(("advance", 120)))
    assert t.asks[0].why_not(form(("advance", 130))).endswith("(QAD-2.110-G1)")
    assert t.asks[0].why_not(form(("advance", 120))) is None


@pytest.mark.rule("QAD-2.143-c")
def test_who_falls_in_the_first_half_has_no_second():
    one, bows = unit(0, "bows", files=1, cohort=1), unit(1, "bows", at=(600, 450), files=8)
    t = field(one, bows, unit(0, at=(1200, 300)), rolls=[1] * 30, step="move.units")
    t.say(("halves", 0), form(("advance", 100)), {"standing": "ask", "1.0": 2, "1.1": 2})
    assert (t.unit(0).figures, t.asks[0].prompt) == ((), "move.whom")


@pytest.mark.rule("QAD-2.143-G2")
def test_who_does_not_fire_on_the_move_does_not_halve():
    t = field(unit(0, "heavy"), unit(1, at=(600, 700)), **PHASE)
    assert ("halves", 0) not in t.asks[0].values


def test_skirmishers_close_up_again():
    t = field(unit(0, "light", order="skirmish"), unit(1, at=(600, 900)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("close", 0)))
    assert t.unit(0).order == "close"


def test_who_has_moved_has_that_much_less_left():
    moved = replace(unit(0, "medium"), deeds=Deeds(way=150 * MM, rate=200 * MM))
    t = still(moved)
    assert refused(t, 0, ("advance", 60)) == "QAD-2.110-G1"
    assert went(t, 0, ("advance", 50)).spent == 200 * MM
