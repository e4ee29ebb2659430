"""0.521: edges, and armies drawn up in secret."""

from random import Random

import pytest

import arbiter
from arbiter.core import Lean
from arbiter.games.qadardalikoi import GAME, armies, cohorts, deployment, drawing_up, rates, scenarios
from arbiter.games.qadardalikoi.army_formations import area, why_not
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.formations import local_frame
from arbiter.games.qadardalikoi.geometry import DEGREE, MM
from arbiter.games.qadardalikoi.geometry.bases import corners
from arbiter.games.qadardalikoi.geometry.crowds import joined, overlapping
from arbiter.games.qadardalikoi.ground import footprints, ground
from arbiter.games.qadardalikoi.state import BattleOptions

B = book()


def battle(scenario):
    return deployment.start(BattleOptions(scenario=scenario))


def table(scenario):
    return arbiter.new(GAME, 2, seed=3, options={"scenario": scenario})


def usual(ask):
    """A form as it stands before anybody changes it."""
    return dict(ask.usual)


def deploying(scenario):
    """A battle in which both sides are about to draw up."""
    t = table(scenario)
    while t.state.step == "edges":
        t.answer(t.asks[0].seat, "keep")
    return t


def deployed(scenario, seat, **said):
    """A battle after both sides have drawn up as usual, but for what one of them says."""
    t = deploying(scenario)
    for ask in list(t.asks):
        t.answer(ask.seat, {**usual(ask), **(said if ask.seat == seat else {})})
    return t


def deployed_at_random(scenario, seat, seed):
    """A battle after both sides have drawn up, one of them anyhow and the other as usual."""
    asks = {ask.seat: ask for ask in deploying(scenario).asks}
    return deployed(scenario, seat, **asks[seat].sample(Random(seed)))


@pytest.mark.rule("QAD-SEQ-9")
@pytest.mark.parametrize("key", B.scenarios)
def test_every_army_stands_in_its_rectangle_off_bad_ground_and_other_bases(key):
    s, scenario = battle(key), B.scenarios[key]
    there = [unit for unit in s.units if unit.there]

    for unit in there:
        within = drawing_up.zone_of(s, scenario, unit.side)
        for base in unit.bases():
            assert within.left <= base.x - base.front // 2
            assert base.x + base.front // 2 <= within.right
            assert within.bottom <= base.y - base.depth // 2
            assert base.y + base.depth // 2 <= within.top
        assert ground(s.land).closed(footprints(unit.crowd())) is None
        assert unit.height == 0
    crowd = joined([unit.crowd() for unit in there])
    one, other = overlapping(crowd, crowd)
    assert (one == other).all()


@pytest.mark.rule("QAD-SCEN-C1", "QAD-0.410-G1")
@pytest.mark.parametrize("key", B.scenarios)
def test_the_usual_plan_of_a_scenario_is_one_that_its_army_stands_by(key):
    s, scenario = battle(key), B.scenarios[key]

    for side in (0, 1):
        plan = scenarios.plans_of(scenario.sides[side])[0]
        if plan:
            assert why_not(plan, deployment.posts(s, scenario, side)) is None
        assert not [unit.troops.name for unit in s.units if unit.side == side and not unit.there]


@pytest.mark.rule("QAD-0.410-G1")
def test_each_figure_of_a_mixed_legion_counts_with_the_defence_of_its_own_cohort():
    """Heavy men with long bows among them: they do not stand by a plan that wants them stronger than the centre."""
    options = BattleOptions(scenario="odd_allies", armies="gureks")
    s, scenario = deployment.start(options), scenarios.scenario_of(options)
    mighty, exalted, centre, bows, _ = deployment.posts(s, scenario, 1)
    assert (mighty.strength, exalted.strength, centre.strength) == (25 * 16 + 15 * 4, 20 * 13 + 10 * 4, 25 * 15)
    assert (mighty.weight, mighty.missile, mighty.pace) == ("hvy", False, 180)
    assert (bows.weight, bows.missile, bows.pace) == ("lt", True, 300)
    assert why_not(1, deployment.posts(s, scenario, 1)).rule == "QAD-0.410-G1"
    assert why_not(4, deployment.posts(s, scenario, 1)) is None


@pytest.mark.rule("QAD-0.400-j")
def test_the_commander_stands_high_in_the_rear_and_officers_behind_their_units():
    s = battle("first_blood")
    army = next(stand for stand in s.stands if stand.side == 0 and stand.rank == "army")
    general = next(stand for stand in s.stands if stand.side == 0 and stand.rank == "general")

    assert army.pose.y < s.land.depth // 8
    unit = s.units[general.legion]
    assert general.pose.y < unit.pose.y
    assert abs(general.pose.x - unit.pose.x) < 100 * MM
    assert [stand.n for stand in s.stands] == list(range(len(s.stands)))
    assert {stand.side for stand in s.stands} == {0, 1}


@pytest.mark.rule("QAD-0.134-d", "QAD-0.134-G1", "QAD-0.134-D1")
def test_the_higher_roll_may_change_edges_when_the_terrain_lies():
    t = table("first_blood")
    ask = t.asks[0]
    before = t.state.land

    assert ask.prompt == "edges.choose"
    rolls = next(event.args for event in t.events(0) if event.key == "edges.rolls")
    assert ask.seat == int(rolls["b"] > rolls["a"])
    t.answer(ask.seat, "change")
    after = t.state.land
    assert after.features[0].outline[0] == (
        before.width - before.features[0].outline[0][0], before.depth - before.features[0].outline[0][1],
    )  # fmt: skip


@pytest.mark.rule("QAD-0.134-d")
def test_where_something_is_defended_nobody_dices_for_edges():
    assert [ask.prompt for ask in table("brood").asks] == ["deploy.ask", "deploy.ask"]


@pytest.mark.rule("QAD-0.521-a", "QAD-0.521-D1", "QAD-0.512-a")
def test_both_sides_deploy_at_once_and_their_plans_are_in_force():
    t = table("brood")
    assert {ask.seat for ask in t.asks} == {0, 1}
    for ask in list(t.asks):
        t.answer(ask.seat, usual(ask))

    assert t.state.turn == 1
    assert t.state.sides[1].formation == 2
    assert [event.key for event in t.events(1) if event.key.startswith("deploy")] == ["deploy.plan", "deploy.done"]
    assert [event.key for event in t.events(0) if event.key.startswith("deploy")] == ["deploy.done"]


@pytest.mark.rule("QAD-0.521-a")
def test_on_an_open_table_too_nobody_sees_the_enemy_before_both_have_deployed():
    t = arbiter.new(GAME, 2, seed=3, options={"scenario": "first_blood", "open_table": True})
    rng = Random(1)
    while t.state.step == "edges":
        t.answer(t.asks[0].seat, t.asks[0].sample(rng))
    assert {one.owner for one in t.scene(0).tokens} == {0}
    assert [meter.value for meter in t.scene(0).meters if meter.id == "figures-1"] == [0]
    for ask in t.asks:
        t.answer(ask.seat, usual(ask))
    assert {one.owner for one in t.scene(0).tokens} == {0, 1}
    assert all(meter.value for meter in t.scene(0).meters if meter.id == "figures-1")


@pytest.mark.rule("QAD-0.521-D1")
def test_people_are_asked_for_more_only_if_they_want_to_be():
    ask = table("brood").asks[0]
    plain = [name for name in ask.fields if ask.put(name, {**usual(ask), "more": "no"}) is not None]
    assert {name.rstrip("0123456789") for name in plain} == {"plan", "more", "area", "form"}
    units = [name for name in ask.fields if ask.put(name, {**usual(ask), "more": "units"}) is not None]
    assert {name.rstrip("0123456789") for name in units} - {"plan", "more", "area", "form"} == {
        "facing", "order", "division",
    }  # fmt: skip
    assert all(ask.put(name, {**usual(ask), "more": "both"}) is not None for name in ask.fields)


PLACELESS = {
    "name": "Patrol",
    "nation": "tsolyani",
    "units": [
        {"legion": "tsolyani_7th_hi", "cohorts": 3},
        {"legion": "tsolyani_11th_mi", "cohorts": 3},
        {"legion": "tsolyani_14th_cb", "cohorts": 2},
    ],
}
"""A list that names no areas."""


def test_a_unit_of_which_the_list_names_no_area_is_offered_the_one_in_which_it_stands():
    options = {"scenario": "wells", "armies": "patrol", "rosters": {"patrol": PLACELESS}}
    t = arbiter.new(GAME, 2, seed=3, options=options)
    stood = [(unit.pose, unit.figures) for unit in t.state.units]
    for ask in list(t.asks):
        assert [usual(ask)[f"area{unit.n}"] for unit in t.state.units if unit.side == ask.seat] == [6, 6, 6]
        t.answer(ask.seat, usual(ask))
    assert [(unit.pose, unit.figures) for unit in t.state.units] == stood


@pytest.mark.rule("QAD-0.521-D1")
@pytest.mark.parametrize("turn", [30, 90, 180, 270])
def test_a_unit_faces_as_its_owner_says_inside_the_rectangle_and_off_other_bases(turn):
    s = deployed("first_blood", 0, facing0=turn, facing1=turn).state
    assert [unit.pose.facing // DEGREE for unit in s.units if unit.side == 0] == [turn, turn]
    assert all(unit.there for unit in s.units)
    scenario = B.scenarios["first_blood"]
    for unit in s.units:
        within = drawing_up.zone_of(s, scenario, unit.side)
        for base in unit.bases():
            for x, y in corners(base):
                assert within.holds(x, y)
    crowd = joined([unit.crowd() for unit in s.units if unit.there])
    one, other = overlapping(crowd, crowd)
    assert (one == other).all()


@pytest.mark.rule("QAD-0.521-D1")
def test_the_far_side_turns_to_its_own_right():
    t = table("brood")
    n = next(unit.n for unit in t.state.units if unit.side == 1)
    assert deployed("brood", 1, **{f"facing{n}": 90}).state.units[n].pose.facing == 270 * DEGREE


@pytest.mark.rule("QAD-0.521-D1", "QAD-2.132-G2", "QAD-2.003-a")
def test_a_unit_deploys_in_the_order_that_its_owner_wants_and_it_can_keep():
    for key in B.scenarios:
        t = arbiter.new(GAME, 2, seed=3, options={"scenario": key})
        while t.state.step == "edges":
            t.answer(t.asks[0].seat, "keep")
        g = t.game.play(t.state, Lean(Random(1)))
        for ask in t.asks:
            for unit in g.of(ask.seat):
                offered = list(ask.fields[f"order{unit.n}"].values)
                beasts = any(g.numbers(unit, cohort).beast for cohort in unit.cohorts())
                wants = ["close"] if beasts else ["close", "open", *(["skirmish"] if rates.light(g, unit) else [])]
                assert offered == wants
    closed = deployed("brood", 0).state.units[0]
    opened = deployed("brood", 0, order0="open").state.units[0]
    assert (closed.order, opened.order) == ("close", "open")
    assert local_frame(opened).front > local_frame(closed).front


@pytest.mark.rule("QAD-0.521-D1", "QAD-0.400-j")
def test_a_command_stand_goes_to_the_area_that_its_owner_names():
    before = deployed("brood", 0).state
    n = next(stand.n for stand in before.stands if stand.side == 0)
    after = deployed("brood", 0, stand0=10).state
    where = area(10, 0, drawing_up.zone_of(after, B.scenarios["brood"], 0))
    assert not where.holds(*before.stands[n].pose[:2])
    assert where.holds(*after.stands[n].pose[:2])


@pytest.mark.rule("QAD-0.521-D1", "QAD-2.141-G2")
def test_the_numbers_of_command_stands_do_not_tell_how_many_the_enemy_has():
    taking_the_field, numbers = set(), set()
    for seed in range(6):
        t = deployed_at_random("first_blood", 0, seed)
        taking_the_field.add(sum(stand.side == 0 and stand.there for stand in t.state.stands))
        numbers.add(tuple(stand.n for stand in t.view(1).state.stands))
    assert len(taking_the_field) > 1
    assert len(numbers) == 1


@pytest.mark.rule("QAD-0.521-D1")
def test_a_deployment_is_foreseen_with_facings_and_stands():
    ask = next(one for one in table("brood").asks if one.seat == 0)
    seen = {one.id: one for one in ask.foreseen({**ask.usual, "facing0": 90, "stand0": 9}).tokens}
    plain = {one.id: one for one in ask.foreseen(dict(ask.usual)).tokens}
    assert (seen["unit-0"].facing, plain["unit-0"].facing) == (90, 0)
    assert seen["stand-0"].at != plain["stand-0"].at


@pytest.mark.rule("QAD-0.521-D1", "QAD-3.002-n1", "QAD-3.002-G2")
def test_divisions_are_named_at_deployment_and_stay_unknown_to_the_enemy():
    t = deployed("brood", 0, division0=3)
    assert t.state.units[0].division == 3
    assert t.game.view(t.state, 1).units[0].division == 1


@pytest.mark.rule("QAD-3.002-n1", "QAD-3.006-n1", "QAD-3.002-G2")
def test_shen_and_ahoggya_share_no_division():
    assert armies.why_not_shared([("shen", 1), ("ahoggya", 2)]) is None
    assert armies.why_not_shared([("shen", 2), ("human", 1), ("ahoggya", 2)]).rule == "QAD-3.002-n1"


@pytest.mark.rule("QAD-0.410-G1")
def test_an_army_that_does_not_stand_by_its_plan_has_none():
    t = table("brood")
    for ask in list(t.asks):
        answer = usual(ask)
        if ask.seat == 1:
            answer["area4"] = 9
        t.answer(ask.seat, answer)

    assert t.state.sides[1].formation == 0
    assert "deploy.not_so" in [event.key for event in t.events(1)]
    assert "deploy.not_so" not in [event.key for event in t.events(0)]


def test_a_deployment_is_foreseen_on_the_field_with_its_areas():
    """Where every unit would stand, and whether the plan would be in force; nothing of it happens."""
    t = table("first_blood")
    while t.state.step == "edges":
        t.answer(t.asks[0].seat, "keep")
    ask = next(one for one in t.asks if one.seat == 0)
    before = [unit.pose for unit in t.state.units]
    usual_plan = ask.foreseen(dict(ask.usual))
    assert usual_plan.text.key == "deploy.plan"
    assert [one.id for one in usual_plan.tokens if one.id.startswith("unit")] == ["unit-0", "unit-1"]
    assert {one.name.key for one in usual_plan.overlays if one.id.endswith("-name")} == {
        f"area_number.{n}" for n in range(1, 11)
    }
    moved = ask.foreseen({**ask.usual, "area0": 9, "area1": 9})
    assert moved.text.key == "deploy.not_so"
    assert [one.at for one in moved.tokens] != [one.at for one in usual_plan.tokens]
    assert ask.foreseen({**ask.usual, "plan": 0}).text.key == "deploy.without"
    assert [unit.pose for unit in t.state.units] == before


def test_an_area_tells_who_is_posted_there_and_by_which_rule_it_is_what_it_is():
    t = table("first_blood")
    while t.state.step == "edges":
        t.answer(t.asks[0].seat, "keep")
    ask = next(one for one in t.asks if one.seat == 0)
    told = {one.id: one for one in ask.foreseen(dict(ask.usual)).overlays}
    right_arm, posted = int(ask.usual["area0"]), t.state.units[0].troops.name
    for id in (f"area-{right_arm}", f"area-{right_arm}-name"):
        assert [(one.key, one.args["units"]) for one in told[id].hint] == [("deploy.posted", [posted])]
    assert [one.key for one in told["area-2"].hint] == ["deploy.nobody_posted"]
    assert set(told) <= {f"{id}{of}" for id in GAME.explained()["id"] if id.startswith("area-") for of in ("", "-name")}


@pytest.mark.parametrize("name", ["first_blood", "wells", "pass_of_skulls", "chene_ho"])
def test_no_name_of_an_area_begins_on_a_unit(name):
    t = table(name)
    while t.state.step == "edges":
        t.answer(t.asks[0].seat, "keep")
    for ask in t.asks:
        told = ask.foreseen(dict(ask.usual))
        for label in (one for one in told.overlays if one.id.endswith("-name")):
            for token in told.tokens:
                across, down = (abs(label.at[axis] - token.at[axis]) for axis in (0, 1))
                assert across > token.width / 2 or down > token.depth / 2, (label.name.key, token.id)


@pytest.mark.rule("QAD-SEQ-15")
def test_the_files_of_a_list_are_those_of_its_own_formation():
    phalanx = next(unit.n for unit in battle("chene_ho").units if unit.side == 1)
    tables = [deployed("chene_ho", 1, **{f"form{phalanx}": n}) for n in (1, 12)]
    wide, towers = (t.state.units[phalanx] for t in tables)
    assert local_frame(wide).front == 20 * wide.kit(0).front
    assert towers.formation == 12
    assert cohorts.holds_together(tables[1].game.play(tables[1].state, Lean(Random(1))), towers), (
        "twenty files of towers would be torn apart"
    )


def test_units_without_room_wait():
    s, scenario = battle("chanis"), B.scenarios["chanis"]
    orders = {unit.n: drawing_up.Orders(1, 4) for unit in s.units if unit.side == 0}
    drawing_up.draw_up(s, scenario, 0, orders)

    assert {unit.arrives for unit in s.units if unit.side == 0} == {2}, "files of 800 mm find no room in 305"


def test_random_deployments_are_all_possible():
    rng = Random(2)
    for _ in range(3):
        t = table("atkolel")
        while t.state.turn == 0:
            ask = t.asks[0]
            t.answer(ask.seat, ask.sample(rng))
        there = [unit for unit in t.state.units if unit.there]
        crowd = joined([unit.crowd() for unit in there])
        one, other = overlapping(crowd, crowd)
        assert (one == other).all()


@pytest.mark.rule("QAD-0.110-a", "QAD-0.122-a")
def test_the_program_lays_out_what_a_battle_needs():
    s = battle("tane_raid")

    assert s.land.features
    assert all(unit.figures for unit in s.units)
    assert {one.kind for one in s.land.features} >= {"dunes", "stakes"}
    assert (s.turn, s.step, s.limit) == (0, "edges", 24)


@pytest.mark.rule("QAD-0.122-b", "QAD-0.122-G1")
def test_percentile_dice_go_from_1_to_100():
    asked = []

    class Loaded(Lean):
        def chance(self, sides):
            asked.append(sides)
            return sides - 1

    g = GAME.play(battle("brood"), Loaded(Random(1)))
    assert g.percent() == 100
    assert asked == [100]
