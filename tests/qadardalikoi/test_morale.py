"""2.31 fatigue and 2.41-2.42 morale: rest and debt, reasons to check, the number, failing, flight, rallies, the end."""

from dataclasses import replace

import pytest

from arbiter.core.recorder import Recorder
from arbiter.games.qadardalikoi import (
    blows,
    ending,
    fatigue,
    flight,
    last_stands,
    melee,
    morale,
    orders,
    rate_of_fire,
    sums,
)
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.contact import touched_by
from arbiter.games.qadardalikoi.formations import middle
from arbiter.games.qadardalikoi.geometry import MM, Pose
from arbiter.games.qadardalikoi.manoeuvres import Trial
from arbiter.games.qadardalikoi.state import BattleOptions, Deeds, Kit, Side, Stand

from .field import area, field, still, troops, unit
from .test_manoeuvres import refused, went
from .test_movement import PHASE


def named(one, name="unit", **more):
    return replace(one, troops=replace(one.troops, name=name, **more))


def stand(at, rank="general", side=0, **more):
    return Stand(0, side, "Kasí", rank, -1, "tsolyani", Pose(at[0] * MM, at[1] * MM, 0), **more)


def played(chapter, *units, rolls=(), **more):
    """A table at which one chapter is played once."""

    def only(g):
        yield from chapter(g)

    return field(*units, rules=only, rolls=rolls, **more)


FAR = (600, 900)


def lost_duels():
    """Two Tsolyáni armies, of which the first stands in the Mighty Gauntlets and has lost the duels."""
    return [Side("A", "tsolyani", 3, duels=-2), Side("B", "tsolyani", seat=1)]


# 2.300


@pytest.mark.rule("QAD-2.310-a", "QAD-2.300-X2", "QAD-2.300-G3", "QAD-2.300-G4", "QAD-SEQ-6")
@pytest.mark.parametrize(
    ("before", "deeds", "after"),
    [
        (8, Deeds(), 10),
        (3, Deeds(fired=True, paid=("missile",)), 3),
        (3, Deeds(faced=True), 3),
        (-2, Deeds(), 3),
        (3, Deeds(way=10), 3),
    ],
)
def test_rest(before, deeds, after):
    one = named(unit(0, "heavy", fatigue=before, deeds=deeds), fatigue=10)
    assert played(fatigue.rest, replace(one, fatigue=before), unit(1, at=FAR)).unit(0).fatigue == after


@pytest.mark.rule("QAD-SEQ-6")
def test_who_runs_or_falls_back_does_not_rest():
    for change in ({"morale": "rout"}, {"retreat": 2}):
        one = replace(named(unit(0), fatigue=10), fatigue=3, **change)
        assert played(fatigue.rest, one, unit(1, at=FAR)).unit(0).fatigue == 3


@pytest.mark.rule("QAD-2.300-X3", "QAD-2.300-G5", "QAD-2.300-G6")
def test_each_line_is_paid_once():
    t = still(unit(0, fatigue=20), unit(1, at=FAR))
    assert went(t, 0, ("advance", 30), ("wheel_left", 5), ("advance", 30), ("wheel_right", 5)).points == 2
    t = still(unit(0, files=4, ranks=3, fatigue=20), unit(1, at=(600, 450)))
    assert went(t, 0, ("form", 3), ("charge", 1)).points == 3, "and one more for the melee"
    t = still(unit(0, fatigue=20), unit(1, at=FAR))
    g, one = t.g, t.unit(0)
    for line in ("move", "wheel"):
        g.pay(one, line)
    assert one.fatigue == 18
    for line in ("formation", "charge", "melee"):
        g.pay(one, line)
    assert one.fatigue == 14


@pytest.mark.rule("QAD-2.300-c", "QAD-2.300-d", "QAD-2.300-G1", "QAD-2.300-G2", "QAD-2.300-G8")
@pytest.mark.parametrize(
    ("points", "checks", "routs"), [(0, False, False), (-1, True, False), (-10, True, False), (-11, False, True)]
)
def test_debt(points, checks, routs):
    one = unit(0, fatigue=points, deeds=Deeds(fought=True))
    assert (fatigue.in_debt(one), fatigue.ruined(one)) == (checks, routs)
    assert not fatigue.in_debt(replace(one, deeds=Deeds()))
    t = played(morale.checks, one, unit(1, at=FAR), rolls=[1])
    assert (t.unit(0).morale == "rout") == routs
    assert t.unit(0).rally == 0
    assert t.unit(0).deeds.checked == checks
    assert ("morale.ruined" in t.told()) == routs


@pytest.mark.rule("QAD-2.300-c", "QAD-2.300-G8")
def test_ruin_spares_nobody_who_has_checked_and_befalls_nobody_twice():
    spent = unit(0, fatigue=-11, deeds=Deeds(fought=True, checked=True))
    assert played(morale.checks, spent, unit(1, at=FAR)).unit(0).morale == "rout"
    running = replace(spent, morale="rout", rally=0, failed=2, deeds=Deeds(fought=True))
    for rally in (0, 20):
        routed = replace(running, rally=rally)
        t = played(morale.checks, routed, unit(0, at=(700, 300)), unit(1, at=FAR), turn=5)
        assert (t.unit(0).failed, t.unit(1).triggers) == (2, ()), "it runs once a turn, in its own phase"
        assert t.unit(0).rally == 0


@pytest.mark.rule("QAD-2.300-c", "QAD-2.300-G2")
def test_debt_ruins_who_fights_and_nobody_who_rests():
    """As after a last stand that the enemy has given up."""
    t = played(morale.checks, unit(0, fatigue=-12), unit(1, at=FAR))
    assert t.unit(0).morale == "steady"
    assert played(fatigue.rest, unit(0, fatigue=-12), unit(1, at=FAR)).unit(0).fatigue == -7


@pytest.mark.rule("QAD-2.300-G10", "QAD-3.025-n2")
def test_undead_neither_tire_nor_check():
    undead = named(unit(0, fatigue=5, deeds=Deeds(lost=3)), notes=("no_morale_or_fatigue",), start=40)
    t = played(morale.checks, undead, unit(1, at=FAR))
    t.g.pay(t.unit(0), "charge")
    assert t.unit(0).fatigue == 5
    assert fatigue.tireless(undead)
    assert not fatigue.tireless(unit(0))
    assert not t.unit(0).deeds.checked


@pytest.mark.rule("QAD-2.300-G11")
def test_a_turn_of_melee_costs_a_point_whoever_strikes():
    t = played(
        melee.melee,
        unit(0, "heavy", files=8, at=(600, 300), fatigue=5),
        unit(1, "light", at=(600, 325), files=1, fatigue=5),
    )
    assert t.unit(0).fatigue == 4


# 2.410


@pytest.mark.rule("QAD-2.410-a", "QAD-SEQ-4")
def test_one_check_a_turn_whatever_the_reasons():
    one = unit(0, deeds=Deeds(lost=3), triggers=("terror", "command_died"))
    t = played(morale.checks, named(one, start=40), unit(1, at=FAR), rolls=[1])
    (told,) = [event.args for event in t.events(0) if event.key == "morale.check"]
    assert told["why"] == ["terror", "command_died", "losses"]
    assert t.unit(0).triggers == ()
    assert not played(morale.checks, replace(one, deeds=Deeds(checked=True, lost=3)), unit(1, at=FAR)).told()


@pytest.mark.rule("QAD-SEQ-5")
@pytest.mark.parametrize("first", [0, 1])
def test_the_moving_side_checks_first(first):
    units = [named(unit(side, at=(600, 300 + 600 * side), triggers=("terror",)), f"side {side}") for side in (0, 1)]
    t = played(morale.checks, *units, rolls=[1, 1], first=first)
    told = [event.args["unit"] for event in t.events(0) if event.key == "morale.check"]
    assert told == [f"side {first}", f"side {1 - first}"]


@pytest.mark.rule("QAD-2.410-b", "QAD-2.410-e", "QAD-2.410-g", "QAD-2.410-G5")
@pytest.mark.parametrize("why", ["command_died", "cohorts", "rout_near"])
def test_what_befell_a_unit_is_a_reason(why):
    t = still(unit(0, triggers=(why,)), unit(1, at=FAR))
    assert morale.reasons(t.g, t.unit(0)) == [why]


@pytest.mark.rule("QAD-2.422-G1", "QAD-2.410-c", "QAD-3.018-n3")
def test_hluss_at_their_brood_mother_shake_whom_they_attack():
    notes = book().sheets["hluss"].notes
    spears = Kit("heavy", "hvy", "shield", "spear", "sword")
    warriors = named(unit(0, "medium", at=(600, 300)), sheet="hluss", notes=notes, kits=(spears,))
    kit = replace(troops().kits[0], troop="brood_mother")
    mother = named(unit(0, at=(600, 240), files=1, cohort=1), sheet="hluss", notes=notes, kits=(kit,))
    foe = unit(1, "medium", at=(600, 325))
    for units, shaken in (((warriors, foe, mother), True), ((warriors, foe), False)):
        t = played(melee.melee, *units)
        assert ("terror" in t.unit(1).triggers) is shaken


@pytest.mark.rule("QAD-2.410-c", "QAD-2.410-G3")
def test_beasts_undead_and_fanatics_shake_whom_they_attack():
    plain = unit(0, "medium", at=(600, 300))
    for change in (
        {"fanatic": True},
        {"notes": ("no_morale_or_fatigue",)},
        {"kits": (replace(troops().kits[0], troop="sro"),)},
    ):
        t = still(named(plain, **change), unit(1))
        assert morale.terrible(t.g, t.unit(0), t.unit(1), [0])
    t = still(plain, unit(1))
    assert not morale.terrible(t.g, t.unit(0), t.unit(1), [0])
    t = played(melee.melee, named(plain, "zealots", fanatic=True), unit(1, "medium", at=(600, 325), files=8, ranks=3))
    assert "terror" in t.unit(1).triggers
    assert "terror" not in t.unit(0).triggers


@pytest.mark.rule("QAD-2.410-c", "QAD-2.410-G3", "QAD-0.310-G2")
def test_of_a_mixed_unit_only_the_beasts_shake_whom_they_attack():
    men = troops("medium").kits[0]
    t = still(named(unit(0, ranks=2), kits=(replace(men, troop="sro"), men)), unit(1, at=FAR))
    shaken = [morale.terrible(t.g, t.unit(0), t.unit(1), figures) for figures in ([0, 1], [4, 5])]
    assert shaken == [True, False]


@pytest.mark.rule("QAD-2.410-f", "QAD-2.410-G2")
@pytest.mark.parametrize(("left", "lost", "due"), [(20, 1, True), (21, 5, False), (10, 1, True), (10, 0, False)])
def test_half_lost(left, lost, due):
    one = named(unit(0, files=left, cohort=left, deeds=Deeds(lost=lost)), start=40)
    assert morale.halved(one) == due


def ring(*sides):
    """Enemies at some sides of a unit at (600, 600)."""
    places = {"front": (600, 670), "rear": (600, 530), "right": (690, 600), "left": (510, 600)}
    return [unit(1, at=places[side], files=1, cohort=1) for side in sides]


@pytest.mark.rule("QAD-2.410-d", "QAD-GEO-17")
def test_surrounded():
    inside = unit(0, at=(600, 600))
    around = still(inside, *ring("front", "rear", "right", "left"))
    assert morale.surrounded(around.g, around.unit(0))
    assert "surrounded" in morale.reasons(around.g, around.unit(0))
    three = still(inside, *ring("front", "rear", "right"))
    assert not morale.surrounded(three.g, three.unit(0))
    rocks = [area("cliff", 440, 540, 500, 660, closed=True)]
    walled = still(inside, *ring("front", "rear", "right"), land=rocks)
    assert morale.surrounded(walled.g, walled.unit(0))
    helped = still(inside, *ring("front", "rear", "right", "left"), unit(0, at=(690, 640), files=1, cohort=1))
    assert not morale.surrounded(helped.g, helped.unit(0))
    running = still(inside, *ring("front", "rear", "right"), replace(ring("left")[0], morale="rout"))
    assert not morale.surrounded(running.g, running.unit(0))


@pytest.mark.rule("QAD-GEO-17")
@pytest.mark.parametrize("facing", [0, 90, 200])
@pytest.mark.parametrize(("wall", "held"), [((440, 540, 500, 660), True), ((440, 540, 450, 660), False)])
def test_the_sides_of_a_unit_turn_with_it_and_a_wall_closes_the_one_before_which_it_lies(facing, wall, held):
    one = unit(0, at=(600, 600), files=3, ranks=3, cohort=9, facing=facing)
    rocks = [area("cliff", *wall, closed=True)]
    t = still(one, *ring("front", "rear", "right"), land=rocks)
    assert morale.surrounded(t.g, t.unit(0)) == held


def left_end(one, n):
    """The first figures of a line, whose others have fallen: its middle is theirs."""
    return replace(one, figures=one.figures[:n], gaps=one.figures[n:])


@pytest.mark.rule("QAD-GEO-17", "QAD-GEO-2")
def test_the_sides_of_a_unit_are_told_from_the_middle_of_those_who_are_left():
    survivors = left_end(unit(0, at=(680, 600), files=12, cohort=12), 4)
    t = still(survivors, *ring("front", "rear", "right", "left"))
    assert morale.surrounded(t.g, t.unit(0))
    rocks = [area("cliff", 440, 540, 500, 660, closed=True)]
    t = still(survivors, *ring("front", "rear", "right"), land=rocks)
    assert morale.surrounded(t.g, t.unit(0))


@pytest.mark.rule("QAD-3.002-n3", "QAD-3.002-G4", "QAD-3.026-n1")
def test_who_is_spared():
    shen = named(unit(0, deeds=Deeds(met=(1,))), notes=("own_kind_unchecked",), sheet="shen")
    t = still(shen, named(unit(1, at=FAR), sheet="shen"), unit(1, at=(900, 900)))
    assert morale.spared(t.g, t.unit(0))
    t.unit(0).deeds = Deeds(met=(1, 2))
    assert not morale.spared(t.g, t.unit(0))
    for n, spared in ((1, True), (2, False)):
        t.unit(0).deeds = Deeds(met=(1,), shot_at=(n,))
        assert morale.spared(t.g, t.unit(0)) == spared, "whom they shoot at"
        t.unit(0).deeds, t.unit(n).deeds = Deeds(), Deeds(shot_at=(0,))
        assert morale.spared(t.g, t.unit(0)) == spared, "and who shoots at them"
    qol = named(unit(0), notes=("undead_with_morale",))
    assert not morale.spared(t.g, qol)
    assert morale.spared(t.g, replace(qol, morale="rout"))
    assert not morale.spared(t.g, replace(qol, morale="stand"))


@pytest.mark.rule("QAD-3.002-n3", "QAD-3.002-G4", "QAD-2.004-d")
@pytest.mark.parametrize(("people", "spared"), [("shen", True), ("tsolyani", False)])
def test_an_officer_is_an_enemy_of_some_people_too(people, spared):
    shen = named(unit(0), notes=("own_kind_unchecked",))
    t = played(melee.melee, shen, unit(1, at=FAR), stands=[replace(stand((600, 325), side=1), sheet=people)])
    assert t.unit(0).deeds.met
    assert morale.spared(t.g, t.unit(0)) == spared


@pytest.mark.rule("QAD-3.002-X1", "QAD-3.002-n3")
@pytest.mark.parametrize(("sheet", "checks"), [("shen", False), ("tsolyani", True)])
def test_shen_who_fight_shen_alone_do_not_check_whatever_they_lose(sheet, checks):
    shen = named(
        unit(0, files=8, deeds=Deeds(met=(1,), lost=12)), notes=("own_kind_unchecked",), sheet="shen", start=20
    )
    t = played(morale.checks, shen, named(unit(1, at=FAR), sheet=sheet), rolls=[1])
    assert t.unit(0).deeds.checked == checks


# 2.411


@pytest.mark.rule("QAD-2.411-X1", "QAD-2.400-a", "QAD-2.411-a", "QAD-2.411-b", "QAD-2.411-c", "QAD-2.411-G2")
def test_the_number_of_the_13th_medium_infantry():
    one = named(unit(0, "medium", files=20, cohort=20, formation=3), morale=8, start=40)
    t = still(one, unit(0, at=(600, 450)), unit(1, at=FAR), stands=[stand((600, 200))])
    t.state.sides[0].formation, t.state.sides[0].duels = 3, -2
    assert morale.number(t.g, t.unit(0)).value == 8 + 1 + 2 + 1 + 1 - 2
    for roll, held in ((11, True), (12, False)):
        again = played(
            morale.checks, replace(one, triggers=("terror",)), unit(0, at=(600, 450)), unit(1, at=FAR),
            stands=[stand((600, 200))], rolls=[roll, 1],
            sides=[replace(t.state.sides[0]), replace(t.state.sides[1])],
        )  # fmt: skip
        assert (again.unit(0).morale == "steady") == held


@pytest.mark.rule("QAD-2.411-G2", "QAD-2.411-G4", "QAD-2.411-G5", "QAD-2.411-G1")
@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"order": "skirmish"}, "skirmishing"),
        ({"deeds": Deeds(flanked=True)}, "flanked"),
    ],
)
def test_lines_of_the_situation(change, line):
    t = still(unit(0, **change), unit(1, at=FAR))
    assert line in morale.situation(t.g, t.unit(0))
    assert line not in morale.situation(t.g, replace(t.unit(0), order="close", deeds=Deeds()))


@pytest.mark.rule("QAD-2.411-G5")
def test_friends_and_stands_within_250_mm():
    t = still(unit(0), unit(0, at=(900, 300)), unit(1, at=FAR), stands=[stand((600, 40))])
    assert {"friend_near", "command_near"} <= set(morale.situation(t.g, t.unit(0)))
    t = still(unit(0), replace(unit(0, at=(900, 300)), morale="rout"), unit(1, at=FAR), stands=[stand((600, 600))])
    assert not {"friend_near", "command_near"} & set(morale.situation(t.g, t.unit(0)))


@pytest.mark.rule("QAD-2.411-G4")
@pytest.mark.parametrize(
    ("weapon", "deep", "line"),
    [
        ("pike", 1, None),
        ("pike", 2, "pikes_two"),
        ("pike", 3, "pikes_three"),
        ("pike", 4, "pikes_three"),
        ("spear", 3, None),
    ],
)
def test_pikes_in_ranks(weapon, deep, line):
    kit = Kit("heavy", "hvy", "shield", weapon, "short_sword")
    one = unit(0, replace(troops("heavy"), kits=(kit,)), files=4, ranks=deep, cohort=16)
    t = still(one, unit(1, at=FAR))
    found = {key for key in morale.situation(t.g, t.unit(0)) if key.startswith("pikes")}
    assert found == ({line} if line else set())


@pytest.mark.rule("QAD-2.411-G1")
def test_commanders_with_a_unit_fallen_and_killed():
    high = stand((600, 340), "army", with_=0)
    t = still(unit(0), unit(1, at=FAR), stands=[high])
    assert "commander_with" in morale.situation(t.g, t.unit(0))
    fallen = still(unit(0), unit(1, at=FAR), stands=[replace(high, figures=0)])
    assert "commander_lost" in morale.situation(fallen.g, fallen.unit(0))
    for by, counts in ((0, True), (1, False)):
        beaten = stand((600, 800), side=1, beaten=True, by=by, figures=0)
        killed = still(unit(0), unit(0, at=(1800, 300)), unit(1, at=FAR), stands=[beaten])
        assert ("killed_command" in morale.situation(killed.g, killed.unit(0))) == counts
    lesser = [stand((600, 340), "general", with_=0), replace(high, with_=1, pose=Pose(1800 * MM, 340 * MM, 0))]
    t = still(unit(0), unit(0, at=(1800, 300)), unit(1, at=FAR), stands=lesser)
    assert ["commander_with" in morale.situation(t.g, t.unit(n)) for n in (0, 1)] == [False, True]


@pytest.mark.rule("QAD-2.004-G3", "QAD-2.411-a")
@pytest.mark.parametrize("left", [4, 3])
def test_a_commander_beside_whom_all_have_fallen_is_with_the_unit_no_more(left):
    """He stood at the right end of its line when it came to blows."""
    line = left_end(unit(0, triggers=("terror",)), left)
    beside = replace(stand((600, 300), "army", with_=0), pose=Pose(67750, 30000, 0))
    t = played(morale.checks, line, unit(1, at=FAR), stands=[beside], rolls=[1])
    (told,) = [event.args["parts"] for event in t.events(0) if event.key == "morale.sum"]
    assert ("morale.commander_with" in {part.args["what"].key for part in told}) == (left == 4)


@pytest.mark.rule("QAD-2.422-a", "QAD-2.422-G1")
def test_listed_fanatics_have_25():
    t = still(named(unit(0), morale=9, fanatic=True), unit(1, at=FAR))
    assert morale.number(t.g, t.unit(0)).terms()[0].n == 25
    t.unit(0).last_stand = True
    assert morale.number(t.g, named(t.unit(0), morale=9, fanatic=False)).terms()[0].n == 9


@pytest.mark.rule("QAD-2.411-b", "QAD-2.411-c", "QAD-2.411-G9", "QAD-2.013-b")
def test_every_part_of_the_number_names_a_rule_of_morale():
    one = unit(0, triggers=("terror",), formation=2, stance=True)
    t = played(morale.checks, one, unit(1, at=FAR), rolls=[1], sides=lost_duels())
    (told,) = [event.args for event in t.events(0) if event.key == "morale.sum"]
    found = {part.args["what"].key.removeprefix("morale."): part.args["rule"] for part in told["parts"]}
    assert found == {
        "part.rating": "QAD-2.411-a", "part.unit_formation": "QAD-2.411-c", "part.stance": "QAD-2.411-G9",
        "part.army_formation": "QAD-2.411-b", "over_half": "QAD-2.411-a", "part.duels_lost": "QAD-2.013-b",
    }  # fmt: skip


@pytest.mark.rule("QAD-2.411-G9")
def test_raised_shields_add_to_morale():
    t = still(unit(0, formation=2), unit(0, formation=2, stance=True, at=(1800, 300)), unit(1, at=FAR))
    assert morale.number(t.g, t.unit(1)).value == morale.number(t.g, t.unit(0)).value + 1


@pytest.mark.rule("QAD-2.411-G6", "QAD-2.413-a")
def test_twenty_always_holds_and_nought_never():
    for rating, held in ((40, True), (-40, False)):
        one = named(unit(0, triggers=("terror",)), morale=rating)
        t = played(morale.checks, one, unit(1, at=FAR), rolls=[20 if held else 1, 1])
        assert (t.unit(0).morale == "steady") == held
        assert morale.check(still(one, unit(1, at=FAR)).g, one, ["terror"]) == held


# 2.413


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
