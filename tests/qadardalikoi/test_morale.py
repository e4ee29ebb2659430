"""2.31 fatigue and 2.41 morale: rest and debt, reasons to check, and the number."""

from dataclasses import replace

import pytest

from arbiter.games.qadardalikoi import (
    fatigue,
    melee,
    morale,
)
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.geometry import MM, Pose
from arbiter.games.qadardalikoi.state import Deeds, Kit, Side, Stand

from .field import area, field, still, troops, unit
from .test_manoeuvres import went


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
