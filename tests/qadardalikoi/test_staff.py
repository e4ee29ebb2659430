"""2.004-b to -d: command stands in melee, bodyguards, the death of an officer; howdahs and Brood-mothers."""

from dataclasses import replace

import pytest

from arbiter.games.qadardalikoi import aim, armies, command, deployment, melee, morale, staff, strikes, volleys
from arbiter.games.qadardalikoi.battle_entries import ArmyEntry, Order, ScenarioEntry, SideOfBattle
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.geometry import MM, Pose, apart
from arbiter.games.qadardalikoi.geometry.crowds import Crowd, overlapping
from arbiter.games.qadardalikoi.rate_of_fire import weapon
from arbiter.games.qadardalikoi.state import BattleOptions, Deeds, Kit, Stand

from .field import area, field, still, troops, unit
from .test_movement import PHASE, form


def stand(side, at, rank="general", **more):
    return Stand(0, side, "Kérdu", rank, -1, "tsolyani", Pose(round(at[0] * MM), round(at[1] * MM), 0), **more)


def phase(*units, **more):
    def only(g):
        yield from melee.melee(g)

    return field(*units, rules=only, **more)


def strikes_told(t):
    return [event.args for event in t.events(0) if event.key == "melee.strike"]


@pytest.mark.rule("QAD-2.004-d", "QAD-2.004-G1")
def test_a_stand_fights_with_sword_and_shield_and_no_formation():
    t = phase(unit(1, "heavy", at=(600, 325)), stands=[stand(0, (600, 300))], rolls=[50, 50])
    told = {one["unit"]: one for one in strikes_told(t)}

    assert told["heavy"]["other"] == "Kérdu"
    assert (told["heavy"]["n"], told["heavy"]["defence"]) == (4, 16)
    body = staff.body(stand(0, (600, 300)))
    assert [(one.n, body.base(one).front) for one in body.figures] == [(0, 25 * MM), (2, 25 * MM), (1, 25 * MM)]
    assert body.kit(0).melee == "sword"
    assert staff.body(replace(stand(0, (600, 300)), figures=1)).figures[0].n == 1, "the officer falls last"


@pytest.mark.rule("QAD-2.004-G1")
@pytest.mark.parametrize(
    ("sheet", "weapon", "column"), [("shen", "sword_axe", "hvy"), ("pe_choi", "sword", "med"), ("nluss", "mace", "med")]
)
def test_failing_a_sword_or_a_shield_the_next_best_serves(sheet, weapon, column):
    kit = staff.arms(sheet, 25 * MM, 25 * MM)

    assert (kit.melee, kit.column, kit.guard) == (weapon, column, "buckler" if sheet == "pe_choi" else "shield")


@pytest.mark.rule("QAD-2.004-G1", "QAD-3.006-n7", "QAD-2.410-c")
def test_a_stand_fights_as_its_people_do():
    """An officer of the Ahoggyá has no flank, and one of the Undead is as terrible as they are."""
    for sheet, size, shaken in (("ahoggya", 50, ()), ("undead", 25, ("terror",))):
        there = replace(stand(0, (600, 300)), sheet=sheet, front=size * MM, depth=size * MM)
        beside = unit(1, at=(600 + 1.5 * size + 12.5, 300), facing=270, files=2)
        t = phase(unit(0, at=(900, 300)), beside, stands=[there], rolls=[60] * 9)
        touching = [one for one in strikes.touches(t.g) if one.foe == staff.number(there)]
        assert any(one.turned for one in touching) == (sheet == "undead")
        assert t.unit(1).triggers == shaken


def test_every_people_has_arms_for_its_officers():
    for key in book().sheets:
        kit = staff.arms(key, 25 * MM, 25 * MM)
        assert next(one for one in book().sheets[key].weapons if one.key == kit.melee).factor(kit.column), key


@pytest.mark.rule("QAD-2.410-b", "QAD-2.410-G1")
def test_who_sees_his_officer_die_will_check():
    near, far = unit(0, at=(600, 200)), unit(0, at=(1800, 200))
    pikes = replace(unit(1, "heavy", at=(600, 350), files=6, ranks=4, cohort=24), troops=_pikes())
    t = phase(near, far, pikes, stands=[stand(0, (600, 287.5), figures=1)], rolls=[99, 99])
    (dead,) = t.state.stands

    assert (dead.there, dead.beaten, dead.by) == (False, True, 2)
    assert "command.killed" in t.told()
    assert t.unit(0).triggers == ("command_died",)
    assert t.unit(1).triggers == ()
    assert "killed_command" in morale.situation(t.g, t.unit(2))


def _pikes():
    return replace(
        troops("heavy", 1, 24), kits=(Kit("heavy", "hvy", "shield", "pike", "short_sword"),), name="pikes", start=24
    )


@pytest.mark.rule("QAD-2.410-G1")
def test_a_wood_hides_the_death_of_an_officer():
    wood = area("woods", 400, 240, 800, 320, woods=True, going="woods")
    t = still(unit(0, at=(600, 200)), unit(1, at=(600, 400)), stands=[stand(0, (600, 350))], land=[wood])
    g = t.g
    morale.mourn(g, g.state.stands[0])
    assert g.state.units[0].triggers == ()


@pytest.mark.rule("QAD-2.004-e", "QAD-2.004-G1")
@pytest.mark.parametrize(("figures", "held"), [(3, True), (2, False)])
def test_who_stands_where_a_bearer_fell_holds_no_stand(figures, held):
    t = still(unit(1, at=(575, 325), files=1), stands=[stand(0, (600, 300), figures=figures)])
    assert bool(strikes.touches(t.g)) == held
    assert command.may_command(t.g, t.state.stands[0]) != held


@pytest.mark.rule("QAD-2.410-G1", "QAD-GEO-12")
@pytest.mark.parametrize(("legion", "far", "seen"), [(1, 0, True), (-1, 0, False), (-1, 100, True), (-1, 101, False)])
def test_the_officer_is_seen_past_his_own_legion_and_measured_to_himself(legion, far, seen):
    """Another legion between hides him, his own does not; his bearer beside him does not count."""
    between = unit(0, at=(600, 350), files=12, cohort=12)
    others = [unit(0, at=(1200, 350))] if far else [between]
    one = replace(stand(0, (802.5 + far, 300) if far else (600, 400)), legion=legion)
    t = still(unit(0), *others, unit(1, at=(600, 1100)), stands=[one])
    g = t.g
    morale.mourn(g, g.state.stands[0])
    assert bool(g.state.units[0].triggers) == seen


@pytest.mark.rule("QAD-2.004-c", "QAD-2.004-G7")
def test_missiles_and_spells_do_a_stand_no_harm_but_blows_and_engines_do():
    harmed = [what for what in ("missile", "magic", "melee", "artillery", "explosion") if staff.harmed_by(what)]
    assert harmed == ["melee", "artillery", "explosion"]
    t = still(unit(1, at=(600, 325)), stands=[stand(0, (600, 300))])
    assert {one.unit for one in strikes.touches(t.g)} == {0, staff.number(t.state.stands[0])}


@pytest.mark.rule("QAD-2.004-G5")
def test_a_unit_may_stop_at_a_stand_and_attack_it():
    stands = [stand(1, (600, 400))]
    units = [unit(0, files=8), unit(1, at=(600, 1100)), unit(0, at=(1200, 300))]
    t = field(*units, stands=stands, staff=[[0], []], **PHASE)
    t.say(("order", 0), form(("seize", 150)))
    assert abs(t.unit(0).pose.y - 375 * MM) <= MM
    assert t.state.stands[0].pose.y == 400 * MM
    assert {one.foe for one in strikes.touches(t.g)} == {0, staff.number(t.state.stands[0])}


@pytest.mark.rule("QAD-2.222-G2", "QAD-2.004-d")
def test_who_touches_a_unit_and_a_stand_chooses_between_them():
    striker = unit(1, "heavy", at=(600, 325), files=1, cohort=1)
    t = phase(unit(0, at=(560, 300)), striker, stands=[stand(0, (637.5, 300))])
    (ask,) = t.asks
    assert [option.ids for option in ask.options()] == [("stand-0",), ("unit-0",)]
    t.say(staff.number(t.state.stands[0]))
    assert "Kérdu" in [one["other"] for one in strikes_told(t) if one["unit"] == "heavy"]


@pytest.mark.rule("QAD-2.004-G5")
def test_without_a_stand_ahead_nobody_can_seize_one():
    t = field(unit(0), unit(1, at=(600, 900)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0))
    assert "seize" not in t.asks[0].fields["do1"].values


@pytest.mark.rule("QAD-2.004-G5", "QAD-2.141-G2")
def test_of_a_stand_that_nobody_sees_the_orders_say_nothing():
    units = [unit(0), unit(1, at=(600, 900)), unit(0, at=(1200, 300))]
    for seen in ([], [0]):
        t = field(*units, stands=[stand(1, (600, 400))], staff=[seen, []], **PHASE)
        t.say(("order", 0))
        assert ("seize" in t.asks[0].fields["do1"].values) == bool(seen)


@pytest.mark.rule("QAD-2.004-G2", "QAD-2.141-G2")
@pytest.mark.parametrize("seen", [[], [0]])
def test_a_stand_put_on_somebody_unseen_stands_beside_him(seen):
    units = [unit(1, at=(600, 350)), unit(0, at=(1200, 300))]
    t = field(*units, stands=[stand(0, (600, 250))], seen=[seen, []], **{**PHASE, "step": "move.command"})
    t.say("0")
    onto = (600, 1200 - 350, 0)
    assert (t.asks[0].foreseen(onto).text.key == "foreseen.stops") == bool(seen)
    t.say(onto)
    there = t.state.stands[0]
    assert not len(overlapping(Crowd.of([there.base]), command.others(t.g, there))[0])
    assert there.pose != Pose(600 * MM, 250 * MM, 0)


@pytest.mark.rule("QAD-GEO-6")
def test_a_stand_does_not_walk_through_enemies():
    own = [stand(0, (600, 250))]
    t = still(unit(1, at=(600, 300), files=8), unit(0, at=(900, 300), files=8), stands=own)
    beyond = Pose(600 * MM, 350 * MM, 0)
    assert command.why_not(t.g, t.state.stands[0], beyond).key == "move.blocked"
    t.state.stands[0].pose = Pose(900 * MM, 250 * MM, 0)
    assert command.why_not(t.g, t.state.stands[0], Pose(900 * MM, 350 * MM, 0)) is None, "but through friends"


# Bodyguards


def roster(**more):
    guard = Order(legion="tsolyani_7th_hi", **{"cohorts": 2, "bodyguard": True, "area": 9, **more})
    return ArmyEntry(
        name="guarded",
        nation="tsolyani",
        units=(Order(legion="tsolyani_13th_mi", cohorts=6, area=6, formation=2), guard),
    )


@pytest.mark.rule("QAD-2.004-b", "QAD-2.004-G4")
@pytest.mark.parametrize(("cohorts", "wrong"), [(1, []), (2, []), (3, ["army.bodyguard"])])
def test_a_bodyguard_is_one_or_two_cohorts(cohorts, wrong):
    assert [fault.why.key for fault in armies.faults(roster(cohorts=cohorts))] == wrong


@pytest.mark.rule("QAD-2.004-b")
def test_a_bodyguard_is_of_the_commanders_nation():
    foreign = ArmyEntry(
        name="foreign", nation="yan_koryani", units=(Order(legion="tsolyani_7th_hi", cohorts=2, bodyguard=True),)
    )
    assert [fault.why.key for fault in armies.faults(foreign)] == ["army.bodyguard"]


@pytest.mark.rule("QAD-2.004-G4", "QAD-2.004-G3")
def test_the_commander_stands_with_his_bodyguard(monkeypatch):
    sides = tuple(
        SideOfBattle(name=name, nation="tsolyani", units=roster().units if name == "A" else roster().units[:1])
        for name in "AB"
    )
    scenario = ScenarioEntry(name="guarded", about="", size="small", battlefield="red_plain", sides=sides)
    monkeypatch.setitem(book().scenarios, "guarded", scenario)
    battle = deployment.start(BattleOptions(scenario="guarded"))
    general = next(one for one in battle.stands if one.side == 0 and one.rank == "army")
    guard = next(one for one in battle.units if one.side == 0 and len(one.troops.kits) == 2)

    assert general.with_ == guard.n
    assert min(apart(general.base, base) for base in guard.bases()) <= 50


# 3.015: howdahs, and the two weapons of a Sró


SRO = Kit("sro", "sro", "buckler", "sro_spear", "sro_sword", "heavy_long_bow", front=75 * MM, depth=150 * MM, howdah=3)


def sro(side, at, kit=SRO, **more):
    made = replace(troops("medium", 1, 1), kits=(kit,), sheet="tane", nation="tane", name="Sró", start=1)
    return unit(side, made, at=at, files=1, cohort=1, **more)


@pytest.mark.rule("QAD-3.015-n4", "QAD-3.015-G3")
def test_those_in_the_howdah_strike_besides_their_beast():
    foe = unit(1, "medium", at=(600, 387.5), files=8, ranks=2, cohort=16)
    t = phase(sro(0, (600, 300)), foe, rolls=[50] * 9)
    assert t.asks[0].rule == "QAD-2.222-D2"
    t.say("sro_spear")
    told = [(one["weapon"].key, one["n"]) for one in strikes_told(t) if one["unit"] == "Sró"]

    assert told == [("weapon.sro_spear", 1), ("weapon.spear", 3)]
    bare = sro(0, (600, 300), replace(SRO, howdah=0))
    assert [group.crew for group in strikes.strikers(still(bare, foe).g, bare, [])] == []


@pytest.mark.rule("QAD-3.015-G2", "QAD-3.015-G3")
@pytest.mark.parametrize(("charged", "length", "factor"), [((1,), 11, 14), ((-1,), 9, 11), ((), 9, 11)])
def test_when_their_beast_has_charged_home_those_in_the_howdah_use_the_spear_of_the_charge(charged, length, factor):
    t = still(sro(0, (600, 300), deeds=Deeds(charged=charged)), unit(1, "medium", at=(600, 387.5), files=8))
    (spear,) = (one.weapon for one in strikes.strikers(t.g, t.unit(0), strikes.touches(t.g)) if one.crew)
    assert (spear.len, spear.med) == (length, factor)


@pytest.mark.rule("QAD-3.015-G3")
def test_those_in_the_howdah_shoot_every_way():
    behind = unit(1, at=(600, 100), facing=0)
    t = still(sro(0, (600, 500)), behind)
    one = t.unit(0)
    assert aim.Aim(t.g, one, one.figures, t.unit(1), weapon(one, 0)).arc.all()
    (group,) = volleys.groups(t.g, [(0, 0, 1)])
    assert [shots for _, shots in group.figures] == [3]
    t = still(sro(0, (600, 500), replace(SRO, howdah=0)), behind)
    assert not aim.Aim(t.g, t.unit(0), t.unit(0).figures, t.unit(1), weapon(one, 0)).arc.any()


@pytest.mark.rule("QAD-2.222-D2", "QAD-3.015-G4")
@pytest.mark.parametrize("answer", ["sro_spear", "sro_sword"])
def test_the_owner_of_a_sro_chooses_its_weapon(answer):
    t = phase(sro(0, (600, 300)), unit(1, "medium", at=(600, 387.5), files=8, ranks=2, cohort=16), rolls=[50] * 9)
    t.say(answer)
    assert [one["weapon"].key for one in strikes_told(t) if one["unit"] == "Sró"][-2:].count(f"weapon.{answer}") == 1


@pytest.mark.rule("QAD-2.222-D2", "QAD-2.222-G5")
def test_nobody_is_asked_for_sro_that_rout():
    foe = unit(1, "medium", at=(600, 387.5), files=8, ranks=2, cohort=16)
    assert not phase(sro(0, (600, 300), morale="rout"), foe, rolls=[50] * 9).asks


@pytest.mark.rule("QAD-2.222-D2", "QAD-2.222-G1")
def test_riders_are_not_asked_and_use_their_longest_weapon():
    kit = Kit("bazhaq", "med", "mounted", "spear", "sword_axe", front=50 * MM, depth=50 * MM)
    riders = replace(troops("medium", 1, 2), kits=(kit,), sheet="tane", nation="tane", name="riders", start=2)
    t = phase(unit(0, riders, at=(600, 300), files=2), unit(1, "medium", at=(600, 337.5), files=4), rolls=[50] * 9)
    assert not t.asks
    assert {one["weapon"].key for one in strikes_told(t) if one["unit"] == "riders"} == {"weapon.spear"}


# 3.018: the Brood-mother


@pytest.mark.rule("QAD-3.018-G2")
def test_the_loss_of_a_brood_mother_is_that_of_the_army_commander():
    mother = Kit("brood_mother", "hvy", "none", "", front=50 * MM, depth=200 * MM)
    brood = replace(troops("medium", 1, 1), kits=(mother,), sheet="hluss", nation="hluss", name="Mother", start=1)
    guards = replace(troops("medium", 1, 4), sheet="hluss", nation="hluss", name="Guards")
    her = unit(0, brood, at=(600, 300), files=1, cohort=1)
    t = phase(
        her,
        unit(0, guards, at=(700, 300)),
        unit(0, guards, at=(1800, 300)),
        unit(1, "heavy", at=(600, 412.5), files=6, cohort=6),
        rolls=[50] * 9,
    )

    assert not t.unit(0).there
    assert {one["unit"] for one in strikes_told(t)} == {"heavy"}, "she cannot strike"
    assert strikes_told(t)[0]["defence"] == 11 + 1
    assert [t.unit(n).bereft for n in (1, 2)] == [True, False]
    assert t.unit(1).triggers == ("command_died",)
    assert "commander_lost" in morale.situation(t.g, t.unit(1))


@pytest.mark.rule("QAD-3.018-G2")
def test_a_brood_mother_who_is_shot_is_mourned_as_one_who_is_cut_down():
    mother = Kit("brood_mother", "hvy", "none", "", front=50 * MM, depth=200 * MM)
    brood = replace(troops("medium", 1, 1), kits=(mother,), sheet="hluss", nation="hluss", name="Mother", start=1)
    guards = replace(troops("medium", 1, 4), sheet="hluss", nation="hluss", name="Guards")
    t = still(
        unit(0, brood, files=1, cohort=1),
        unit(0, guards, at=(700, 300)),
        unit(0, guards, at=(1800, 300)),
        unit(1, at=(600, 900)),
    )
    g = t.g
    volleys.take_off(g, volleys.Losses(0, 1, (0,)))
    assert [unit.bereft for unit in g.state.units] == [False, True, False, False]
    assert [unit.triggers for unit in g.state.units] == [(), ("command_died",), (), ()]
