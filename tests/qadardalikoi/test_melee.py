"""2.22, melee: who strikes, in which order, with what sum and shifts, and who falls."""

from dataclasses import replace

import pytest

from arbiter.core import say
from arbiter.core.messages import faults
from arbiter.games.qadardalikoi import GAME, blows, melee, strikes, sums
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.formations import arranged
from arbiter.games.qadardalikoi.geometry import DEGREE, MM, Base, Pose
from arbiter.games.qadardalikoi.state import BattleOptions, Cloud, Deeds, Kit

from .field import KINDS, area, field, still, troops, unit

LEDGER = {entry["id"] for kind in ("rule", "gap") for entry in GAME.ledger()[kind]}
PIKES = Kit("heavy", "hvy", "shield", "pike", "short_sword")


def pikes(files=5, ranks=4, at=(600, 300), **more):
    whole = files * ranks
    made = replace(troops("heavy", 1, whole, start=whole), kits=(PIKES,), name="pikes")
    return unit(0, made, at=at, files=files, ranks=ranks, cohort=whole, **more)


def of_sheet(sheet, kit, side=1, name="", notes=(), **more):
    """A unit of another people."""
    given = {key: more.pop(key) for key in ("fanatic", "mark", "regular", "nation") if key in more}
    made = replace(troops("medium"), kits=(kit,), sheet=sheet, name=name or sheet, notes=tuple(notes), **given)
    return unit(side, made, **more)


def phase(*units, **more):
    """A table in the melee phase, and nothing else."""

    def only(g):
        yield from melee.melee(g)

    return field(*units, rules=only, **more)


def strikes_told(t):
    return [event.args for event in t.events(0) if event.key == "melee.strike"]


def groups(t, n):
    return strikes.strikers(t.g, t.unit(n), strikes.touches(t.g))


def facing_pair(kind="medium", other="medium", **more):
    """Two units front to front."""
    return unit(0, kind, at=(600, 300), **more), unit(1, other, at=(600, 325))


# 2.221


@pytest.mark.rule("QAD-2.221-a", "QAD-2.221-G9")
def test_who_touches_fights_and_nobody_else():
    t = phase(*facing_pair(), unit(1, "medium", at=(900, 500)))
    assert {one["unit"] for one in strikes_told(t)} == {"medium"}
    assert [one.deeds.fought for one in t.state.units] == [True, True, False]
    assert t.unit(0).melee == 1
    assert t.unit(2).melee == 0
    assert "melee" in t.unit(0).deeds.paid
    assert not phase(unit(0), unit(1, at=(600, 330))).unit(0).deeds.fought


@pytest.mark.rule("QAD-2.221-b", "QAD-2.221-c", "QAD-2.222a-a", "QAD-2.221-G4")
def test_the_longer_weapon_strikes_first():
    sheet = book().sheets["tsolyani"]
    sword = replace(troops("medium"), kits=(replace(troops("medium").kits[0], melee="short_sword"),), name="swords")
    t = phase(unit(0, sword, at=(600, 300)), unit(1, "medium", at=(600, 325)))
    assert strikes.armed(t.g, t.unit(1), t.unit(1).figures[0]).med == 13
    lengths = {one.key: one.len for one in sheet.weapons}
    assert lengths["spear"] > lengths["short_sword"]
    assert next(one["unit"] for one in strikes_told(t)) == "medium"


@pytest.mark.rule("QAD-2.221-d", "QAD-2.221-G1", "QAD-2.221-G2")
def test_four_arms_strike_twice_with_one_roll():
    kit = Kit("medium", "med", "none", book().sheets["ahoggya"].weapons[0].key)
    ahoggya = of_sheet("ahoggya", kit, at=(600, 325))
    t = phase(unit(0, "medium", files=8, ranks=4, cohort=32, at=(600, 262)), ahoggya, rolls=[50] * 9)
    told = [one for one in strikes_told(t) if one["unit"] == "ahoggya"]
    assert melee.attacks(t.g, ahoggya, [0]) == 2
    assert len(told) == 2
    assert told[0]["roll"] == told[1]["roll"]


@pytest.mark.rule("QAD-2.221-e", "QAD-2.221-G3", "QAD-SEQ-12")
@pytest.mark.parametrize(("rolls", "first"), [([70, 30], "one"), ([30, 70], "two"), ([50, 50, 20, 90], "two")])
def test_equal_weapons_roll_for_it(rolls, first):
    one, other = facing_pair()
    one = replace(one, troops=replace(one.troops, name="one"))
    other = replace(other, troops=replace(other.troops, name="two"))
    assert strikes_told(phase(one, other, rolls=rolls))[0]["unit"] == first


@pytest.mark.rule("QAD-2.221-e", "QAD-2.221-G8", "QAD-SEQ-12")
@pytest.mark.parametrize(("rolls", "first"), [([70, 30], "one"), ([30, 70], "two")])
def test_who_rolled_for_it_rolls_no_more_that_turn(rolls, first):
    """Equal pikes, equal swords, and each in the other's flank: one roll says it all."""
    one = pikes(files=3, ranks=3, melee=2)
    other = replace(one, side=1, pose=Pose(660 * MM, 300 * MM, 180 * DEGREE))
    one, other = (
        replace(unit_, troops=replace(unit_.troops, name=name)) for unit_, name in ((one, "one"), (other, "two"))
    )
    t = phase(one, other, rolls=[*rolls, 99, 99])
    told = [event.args for event in t.events(0) if event.key == "melee.initiative"]
    assert [(list(one["rolls"]), list(one["units"])) for one in told] == [(rolls, ["one", "two"])]
    found = [one["unit"] for one in strikes_told(t)]
    assert found[0] == first
    assert found == sorted(found, reverse=first == "two"), "pike and sword of one, then of the other"


@pytest.mark.rule("QAD-2.221-f", "QAD-2.221-g", "QAD-2.221-G6", "QAD-2.221-X1", "QAD-2.221-G5", "QAD-2.222b-a")
def test_pikes_fight_in_two_ranks_and_from_the_third_turn_in_three():
    foe = unit(1, "medium", at=(600, 362.5), files=5)
    for fought in (0, 1):
        t = still(pikes(melee=fought), foe)
        (group,) = groups(t, 0)
        assert (group.weapon.pike, len(group.front), len(group.behind)) == (True, 5, 5)
    t = still(pikes(melee=2), foe)
    found = {group.weapon.key: (len(group.front), len(group.behind)) for group in groups(t, 0)}
    assert found == {"short_sword": (5, 0), "pike": (0, 10)}


@pytest.mark.rule("QAD-2.221-G6", "QAD-2.222-G1")
def test_only_pikes_are_dropped_and_only_in_front():
    t = still(unit(0, "medium", melee=5), unit(1, "medium", at=(600, 325)))
    assert {group.weapon.key for group in groups(t, 0)} == {"spear"}
    t = still(pikes(files=1, ranks=2, melee=5), unit(1, "medium", at=(622.5, 287.5), facing=270, files=1))
    assert {group.weapon.key for group in groups(t, 0)} == {"pike"}, "the second rank is touched in its flank"


@pytest.mark.rule("QAD-2.221-h", "QAD-2.221-G6")
def test_after_a_turn_without_melee_pikes_are_picked_up():
    t = phase(pikes(melee=5), unit(1, "medium", at=(600, 900)))
    assert t.unit(0).melee == 0
    again = still(replace(t.unit(0), deeds=Deeds()), unit(1, "medium", at=(600, 362.5), files=5))
    assert {(group.weapon.key, len(group.front)) for group in groups(again, 0)} == {("pike", 5)}


@pytest.mark.rule("QAD-2.221-G7")
def test_without_a_secondary_weapon_the_shortest_line_of_the_sheet_serves():
    bare = replace(pikes(melee=2), troops=replace(pikes().troops, kits=(replace(PIKES, secondary=""),)))
    t = still(bare, unit(1, "medium", at=(600, 362.5), files=5))
    shortest = min(one.len for one in book().sheets["tsolyani"].weapons if one.hvy)
    assert {group.weapon.len for group in groups(t, 0) if group.front} == {shortest}


@pytest.mark.rule("QAD-2.221-i", "QAD-2.221-X3")
def test_daggers_in_the_flank_strike_before_the_pikes():
    dagger = Kit("light", "lt", "none", "dagger")
    foe = of_sheet("tsolyani", dagger, at=(662.5, 300), facing=270, name="daggers", nation="tsolyani")
    t = phase(pikes(files=5, ranks=4, formation=2), foe)
    assert next(one["unit"] for one in strikes_told(t)) == "daggers"
    assert t.unit(0).deeds.flanked
    assert not t.unit(1).deeds.flanked


@pytest.mark.rule("QAD-3.006-n7", "QAD-2.221-X4")
@pytest.mark.parametrize("change", [{"notes": ("no_flank",)}, {"formation": 7}])
def test_some_have_no_flank(change, monkeypatch):
    one = unit(0, "medium", files=4, ranks=4, cohort=16)
    if "notes" in change:
        one = replace(one, troops=replace(one.troops, notes=change["notes"]))
    else:
        monkeypatch.setattr(strikes, "standing", lambda unit: change["formation"])
    t = still(one, unit(1))
    assert not any(strikes.turns(t.g, t.unit(0), side) for side in ("front", "flank", "rear"))
    monkeypatch.setattr(strikes, "standing", lambda unit: 2)
    plain = still(unit(0), unit(1))
    assert [strikes.turns(plain.g, plain.unit(0), side) for side in ("front", "flank", "rear")] == [False, True, True]


@pytest.mark.rule("QAD-GEO-14", "QAD-0.420-g", "QAD-0.420-h", "QAD-0.420-j")
@pytest.mark.parametrize(
    ("formation", "flank", "rear"), [(2, True, True), (6, False, True), (7, False, False), (8, False, False)]
)
def test_the_square_has_no_flanks_and_fortress_and_bracelet_no_rear_either(formation, flank, rear):
    one = unit(0, "medium", files=8, ranks=8, cohort=4, formation=formation)
    t = still(replace(one, figures=arranged(one, formation)), unit(1))
    assert [strikes.turns(t.g, t.unit(0), side) for side in ("front", "flank", "rear")] == [False, flank, rear]


def test_two_moons_have_no_flanks_where_their_ends_rest_on_something(monkeypatch):
    monkeypatch.setattr(strikes, "standing", lambda unit: 18)
    rocks = [area("rocks", 500, 200, 555, 400, closed=True), area("rocks", 645, 200, 700, 400, closed=True)]
    held, loose = still(unit(0), unit(1), land=rocks), still(unit(0), unit(1), land=rocks[:1])
    assert not strikes.turns(held.g, held.unit(0), "flank")
    assert strikes.turns(held.g, held.unit(0), "rear")
    assert strikes.turns(loose.g, loose.unit(0), "flank")


@pytest.mark.rule("QAD-2.222-G5")
def test_routers_do_not_strike_and_are_struck_from_behind():
    one, other = facing_pair()
    t = phase(one, replace(other, morale="rout", troops=replace(other.troops, name="routers")))
    assert {told["unit"] for told in strikes_told(t)} == {"medium"}
    assert t.unit(1).deeds.flanked
    t = phase(one, replace(other, morale="stand", troops=replace(other.troops, name="standing")))
    assert "standing" in {told["unit"] for told in strikes_told(t)}


@pytest.mark.rule("QAD-2.411-a", "QAD-2.222-G5")
@pytest.mark.parametrize("morale", ["steady", "rout"])
def test_who_only_runs_into_a_flank_does_not_attack_it(morale):
    side_on = unit(1, "medium", at=(652.5, 300), facing=270, morale=morale)
    t = phase(unit(0, "medium", formation=3), side_on)
    assert t.unit(0).deeds.flanked == (morale == "steady")


@pytest.mark.rule("QAD-2.222-G2", "QAD-2.221-i", "QAD-2.411-a")
@pytest.mark.parametrize("chosen", [1, 2])
def test_who_chooses_another_target_attacks_no_flank(chosen):
    """One figure stands before an enemy and at the flank of another, who has the longer weapon."""
    dagger = Kit("light", "lt", "none", "dagger")
    lone = of_sheet("tsolyani", dagger, side=0, at=(600, 300), files=1, cohort=1, name="lone", notes=["no_flank"])
    before = of_sheet("tsolyani", dagger, at=(600, 325), files=1, cohort=1, name="before")
    beside = unit(1, "medium", at=(620, 300), facing=0, files=1, cohort=1)
    t = phase(lone, before, beside)
    t.say(chosen)
    assert [event.args["unit"] for event in t.events(0) if event.key == "melee.flank"] == ["lone"] * (chosen == 2)
    assert t.unit(2).deeds.flanked == (chosen == 2)


@pytest.mark.rule("QAD-2.222-G3", "QAD-2.221-i")
@pytest.mark.parametrize("beside", [True, False])
def test_who_stood_at_the_flank_of_the_fallen_strikes_in_his_turn(beside):
    """A dagger in the place of one of a block of four, before whom pikes fell the one whose flank it touches."""
    dagger = Kit("light", "lt", "none", "dagger")
    block = of_sheet("tsolyani", Kit("medium", "med", "none", "sword"), at=(600, 300), facing=0, files=2, ranks=2)
    three = replace(block, figures=block.figures[1:])
    lone = of_sheet(
        "tsolyani", dagger, side=0, at=(590, 312.5), facing=180, files=1, cohort=1, name="lone", notes=["no_flank"]
    )
    pike = pikes(files=1, ranks=1, at=(610, 337.5), facing=180)
    t = phase(three, lone, *([pike] if beside else []), rolls=[100])
    told = [one["unit"] for one in strikes_told(t)]
    assert t.unit(0).deeds.flanked == (not beside)
    assert told[:2] == (["pikes", "tsolyani"] if beside else ["lone", "tsolyani"])


@pytest.mark.rule("QAD-2.413-G2")
def test_routers_have_no_formation_to_defend_them():
    one, other = facing_pair()
    t = still(one, replace(other, formation=2), replace(other, formation=2, stance=True, morale="rout"))
    t.state.sides[1].formation = 3
    assert blows.defence(t.g, t.unit(1), [0]).value == 15 + 1 + 2
    assert blows.defence(t.g, t.unit(2), [0]).value == 15 + 2, "the plan of the army holds for all of it"


@pytest.mark.rule("QAD-2.221-i", "QAD-2.221-e")
@pytest.mark.parametrize("mine", [False, True])
@pytest.mark.parametrize("theirs", [False, True])
def test_equal_weapons_roll_unless_one_alone_is_at_the_flank(mine, theirs):
    spear = next(one for one in book().sheets["tsolyani"].weapons if one.key == "spear")
    t = field(unit(0), unit(1), rules=None)
    row = [strikes.Group(0, spear, 1, mine, (0,)), strikes.Group(1, spear, 0, theirs, (0,))]
    found = strikes.in_order(t.g, row)
    assert strikes.opposed(row[0], row) == (mine == theirs)
    if mine != theirs:
        assert found[0].turned


@pytest.mark.rule("QAD-2.221-G8")
def test_units_in_each_others_flank_roll():
    t = still(unit(0), unit(1))
    weapon = book().sheets["tsolyani"].weapons[0]
    row = [strikes.Group(n, weapon, 1 - n, True, (0,)) for n in (0, 1)]
    found = strikes.flanks_first(field(unit(0), unit(1), rules=None).g, row, {})
    assert sorted(one.unit for one in found) == [0, 1]
    assert strikes.flanks_first(t.g, [replace(row[0], turned=False), row[1]], {})[0].unit == 1


@pytest.mark.rule("QAD-SEQ-12", "QAD-2.221-i", "QAD-2.221-G8")
def test_a_blow_in_the_flank_moves_up_and_nobody_else_does():
    """Pikes before which swords stand, and who have daggers in their flank: the daggers, the pikes, the swords."""
    lines = {one.key: one for one in book().sheets["tsolyani"].weapons}
    pike, sword, dagger = lines["pike"], lines["sword"], lines["dagger"]
    t = still(unit(0), unit(1), unit(1))
    row = [
        strikes.Group(0, pike, 1, False, (0,)),
        strikes.Group(1, sword, 0, False, (0,)),
        strikes.Group(2, dagger, 0, True, (0,)),
    ]
    assert [one.unit for one in strikes.in_order(t.g, row)] == [2, 0, 1]


@pytest.mark.rule("QAD-2.222-G2")
def test_who_stands_before_an_enemy_and_at_his_flank_strikes_at_the_flank():
    spear = next(one for one in book().sheets["tsolyani"].weapons if one.key == "spear")
    row = [strikes.Group(0, spear, 1, turned, (0,)) for turned in (False, True)]
    assert [one.turned for one in strikes.in_order(still(unit(0), unit(1)).g, row)] == [True, False]


@pytest.mark.rule("QAD-SEQ-12")
@pytest.mark.parametrize(("first", "order"), [(0, [0, 3, 1, 2]), (1, [1, 2, 0, 3])])
def test_who_do_not_strike_at_each_other_go_by_side_and_number(first, order):
    spear = next(one for one in book().sheets["tsolyani"].weapons if one.key == "spear")
    t = still(unit(0), unit(1), unit(1), unit(0), first=first)
    row = [strikes.Group(n, spear, target, False, (0,)) for n, target in ((0, 1), (1, 3), (2, 0), (3, 2))]
    assert [one.unit for one in strikes.in_order(t.g, row)] == order


@pytest.mark.rule("QAD-SEQ-12")
@pytest.mark.parametrize("first", [0, 1])
def test_separate_melees_go_from_left_to_right_of_the_moving_side(first):
    left, right = facing_pair(), [unit(0, "medium", at=(1200, 300)), unit(1, "medium", at=(1200, 325))]
    t = still(*left, *right, first=first)
    assert melee.separate(t.g, strikes.touches(t.g)) == ([[0, 1], [2, 3]] if first == 0 else [[2, 3], [0, 1]])


# 2.222


@pytest.mark.rule("QAD-2.222-a", "QAD-2.222-X1", "QAD-2.222-G3")
def test_only_those_who_live_and_touch_strike_back():
    t = phase(pikes(files=5, ranks=2), unit(1, "heavy", at=(600, 350), files=5, ranks=2, cohort=10), rolls=[1, 50])
    first, second = strikes_told(t)
    assert (first["unit"], first["n"]) == ("pikes", 10)
    assert 0 < first["lost"] < 5
    assert second["n"] == 5 - first["lost"]


@pytest.mark.rule("QAD-2.222-G3")
def test_pikes_strike_on_over_the_fallen():
    """A dagger in the flank fells the head of a file; the pike behind him may strike whomever he touched."""
    dagger = Kit("light", "lt", "none", "dagger")
    sharp = of_sheet("tsolyani", dagger, at=(622.5, 325), facing=270, files=1, cohort=1, name="beside", mark="**")
    before = of_sheet("tsolyani", dagger, at=(600, 350), files=1, cohort=1, name="before", morale="rout")
    one = pikes(files=1, ranks=2, at=(600, 312.5))
    soft = replace(one.troops, kits=(replace(PIKES, guard="none", column="lt", troop="light"),))
    t = phase(replace(one, troops=soft), before, sharp, rolls=[100])
    assert [told["unit"] for told in strikes_told(t)] == ["beside"]
    assert [figure.n for figure in t.unit(0).figures] == [1]
    t.say(1)
    assert [(told["other"], told["n"]) for told in strikes_told(t) if told["unit"] == "pikes"] == [("before", 1)]


@pytest.mark.rule("QAD-2.222-G1")
def test_a_figure_strikes_with_one_weapon_a_turn():
    t = phase(*facing_pair())
    assert 0 < sum(one["n"] for one in strikes_told(t) if one["unit"] == "medium") <= 8
    t = still(*facing_pair())
    assert [group.weapon.key for group in groups(t, 0)] == ["spear"], "and not with its short swords too"


@pytest.mark.rule("QAD-2.222-G2", "QAD-2.222-D1")
def test_who_touches_several_units_chooses():
    dagger = Kit("light", "lt", "none", "dagger")
    foes = [of_sheet("tsolyani", dagger, at=(x, 325), files=1, cohort=1, name=f"foe {x}") for x in (590, 610)]
    t = phase(unit(0, "medium", at=(600, 300), files=1, cohort=1), *foes)
    (ask,) = t.asks
    assert (ask.seat, ask.rule) == (0, "QAD-2.222-D1")
    t.say(2)
    (mine,) = [one for one in strikes_told(t) if one["unit"] == "medium"]
    assert mine["other"] == "foe 610"


@pytest.mark.rule("QAD-2.222-G2", "QAD-2.221-i")
def test_those_at_the_flank_of_an_enemy_strike_apart_from_those_at_his_front():
    """The place of one figure of a block of four is the enemy's: the one behind it stands before him, the one beside
    it at his flank."""
    block = unit(0, "medium", at=(600, 300), files=2, ranks=2, cohort=4)
    fronts = {one.n: (base.x, base.y) for one, base in zip(block.figures, block.bases(), strict=True)}
    gone = min(fronts, key=lambda n: (-fronts[n][1], fronts[n][0]))
    x, y = fronts[gone]
    three = replace(block, figures=tuple(one for one in block.figures if one.n != gone))
    foe = of_sheet("tsolyani", Kit("medium", "med", "none", "spear"), at=(x / MM, y / MM), files=1, cohort=1)
    found = groups(still(three, foe), 0)
    assert sorted((group.turned, len(group.front)) for group in found) == [(False, 1), (True, 1)]


@pytest.mark.rule("QAD-2.222-G2", "QAD-2.222-D1")
def test_pikes_from_behind_strike_whom_their_owner_chooses():
    dagger = Kit("light", "lt", "none", "dagger")
    foes = [of_sheet("tsolyani", dagger, at=(x, 337.5), files=1, cohort=1, name=f"foe {x}") for x in (590, 610)]
    t = phase(pikes(files=1, ranks=2), *foes)
    assert t.asks[0].args["n"] == 2
    t.say(2)
    assert [(one["other"], one["n"]) for one in strikes_told(t) if one["unit"] == "pikes"] == [("foe 610", 2)]


@pytest.mark.rule("QAD-2.222-G2", "QAD-2.222-G3")
def test_nobody_chooses_for_the_fallen_or_among_them():
    """Pikes fell the one figure that touches both units opposite, or one of the two that a dagger touches."""
    dagger = Kit("light", "lt", "none", "dagger")
    pair = [of_sheet("tsolyani", dagger, at=(x, 375), files=1, cohort=1, name=f"foe {x}") for x in (590, 610)]
    lone = of_sheet("tsolyani", dagger, side=0, at=(600, 350), files=1, cohort=1, name="lone")
    block = pikes(files=1, ranks=4, at=(580, 312.5))
    t = phase(block, lone, *pair, rolls=[100])
    assert not t.asks, "when it strikes, one of the two that the lone dagger touched has fallen"
    assert [one["other"] for one in strikes_told(t) if one["unit"] == "lone"] == ["foe 610"]
    between = of_sheet("tsolyani", dagger, at=(590, 375), files=1, cohort=1, name="between")
    t = phase(block, lone, between, rolls=[100])
    assert not t.asks, "who would have struck at both has fallen"
    assert t.unit(1).figures


@pytest.mark.rule("QAD-2.222-G4", "QAD-2.222b-c")
def test_a_unit_rolls_once_a_turn():
    t = still(*facing_pair())
    rolls = {}
    assert 1 <= melee.rolled(t.g, t.unit(0), rolls) == melee.rolled(t.g, t.unit(0), rolls) <= 100
    one, other = blows.Sum(10, "a"), blows.Sum(8, "b")
    assert [blows.net(one, other, roll).value for roll in (1, 17, 18, 50, 51, 84)] == [-1, -1, 0, 1, 3, 5]


@pytest.mark.rule("QAD-2.222-G6")
def test_who_is_touched_in_the_side_strikes_back():
    foe = unit(1, "medium", at=(662.5, 300), facing=270)
    t = phase(pikes(files=5, ranks=4), foe)
    assert "pikes" in {one["unit"] for one in strikes_told(t)}


@pytest.mark.rule("QAD-2.232-E1", "QAD-2.221-c", "QAD-2.222b-b", "QAD-2.222b-e")
def test_eight_pikes_and_one_ahoggya():
    """Four of them touch it, four reach over their shoulders; it is gone before it strikes."""
    axe = Kit("medium", "med", "none", "axe")
    base = replace(axe, front=80 * MM, depth=50 * MM)
    ahoggya = of_sheet("ahoggya", base, at=(600, 350), files=1, cohort=1, name="Ahoggyá", nation="ahoggya")
    t = phase(pikes(files=4, ranks=2, formation=4), replace(ahoggya, formation=4), rolls=[8])
    (struck,) = strikes_told(t)
    assert [struck[name] for name in ("unit", "n", "attack", "defence", "net", "lost")] == ["pikes", 8, 16, 12, 1, 4]
    assert not t.unit(1).figures
    assert blows.losses(blows.net(blows.Sum(16, "pike"), blows.Sum(12, "bare"), 8), 8, blows.Sum(0, "none")) == 4


@pytest.mark.rule("QAD-2.222b-g", "QAD-GEO-16")
def test_those_in_contact_fall_first_then_by_rank():
    target = unit(1, "medium", at=(600, 337.5), files=3, ranks=2, cohort=6)
    by = [Base(600 * MM, 300 * MM, 0, 2000, 2500)]
    assert blows.falling(target, 4, {0, 1}, by) == [1, 0, 2, 4]
    assert blows.recoiling(target, 1, {0, 1, 2}, [target.base(one) for one in target.figures[:3]]) == [1]


def mixed(side, at):
    """Eight medium spears behind eight heavy ones, all in shields: a legion of two classes."""
    kits = (Kit("heavy", "hvy", "shield", "spear"), Kit("medium", "med", "none", "spear"))
    made = replace(troops("heavy", 2, 8, start=16), kits=kits, name="mixed")
    return unit(side, made, at=at, files=8, ranks=2, cohort=8, formation=2)


@pytest.mark.rule("QAD-2.212-G7", "QAD-2.222b-b", "QAD-2.222b-g")
@pytest.mark.parametrize(("facing", "attack", "defence"), [(180, 15, 16), (0, 13, 10)])
def test_a_mixed_legion_strikes_and_is_struck_as_those_in_contact_are(facing, attack, defence):
    """Seen from the front the heavy ones fight and fall, from behind the medium ones."""
    legion = mixed(1, (600, 337.5))
    legion = replace(legion, pose=legion.pose._replace(facing=facing * 10))
    foe = unit(0, "medium", at=(600, 300), files=8, cohort=8)
    t = phase(foe, legion, rolls=[60] * 4)
    told = {one["unit"]: one for one in strikes_told(t)}
    assert (told["mixed"]["attack"], told["medium"]["defence"]) == (attack + 1, defence + 1)
    fallen = set(range(16)) - {one.n for one in t.unit(1).figures}
    assert fallen
    assert fallen <= (set(range(8)) if facing else set(range(8, 16)))
    assert (t.unit(0).deeds.met, t.unit(1).deeds.met) == ((1,), (0,))


@pytest.mark.rule("QAD-2.240-G7")
def test_a_hopeless_attack_costs_the_attacker():
    dagger = Kit("light", "lt", "none", "dagger")
    weak = of_sheet("tsolyani", dagger, side=0, at=(600, 300), files=1, cohort=1, mark="##", name="weak")
    giant = of_sheet("tane", Kit("sro_armoured", "sro", "shield", "spear"), at=(600, 330), files=1, cohort=1)
    t = still(weak, giant)
    g = t.g
    group = strikes.Group(
        0, next(one for one in book().sheets["tsolyani"].weapons if one.key == "dagger"), 1, False, (0,)
    )
    melee.blow(g, group, [0], [strikes.Touch(0, 0, 1, 0, False)], {0: 1})
    assert not g.state.units[0].figures
    assert g.state.units[1].figures


# 2.223


@pytest.mark.rule("QAD-2.223-E1", "QAD-2.223-a", "QAD-2.223-b", "QAD-2.223-c", "QAD-2.223-G1")
def test_formations_count_in_attack_and_defence():
    t = still(pikes(formation=1), unit(1))
    t.state.sides[0].formation = 3
    g, one = t.g, t.unit(0)
    pike = next(weapon for weapon in book().sheets["tsolyani"].weapons if weapon.key == "pike")
    assert blows.attack(g, one, pike, [0]).value == 16 + 1 + 2
    assert blows.defence(g, one, [0]).value == 16 + 1 + 2


@pytest.mark.rule("QAD-2.223-X1", "QAD-2.223-G5", "QAD-2.223-G7", "QAD-2.222b-b")
def test_ten_pikes_against_mu_ugalavya():
    kit = Kit("heavy", "hvy", "shield", "short_sword")
    foe = of_sheet("mu_ugalavyani", kit, nation="mu_ugalavyani", formation=2, at=(600, 900))
    t = still(pikes(formation=1), foe)
    t.state.sides[0].formation, t.state.sides[1].formation = 3, 9
    pike = next(weapon for weapon in book().sheets["tsolyani"].weapons if weapon.key == "pike")
    attack, defence = blows.attack(t.g, t.unit(0), pike, [0]), blows.defence(t.g, t.unit(1), [0])
    assert (attack.value, defence.value) == (19, 20)
    number = blows.net(attack, defence, 90)
    assert number.value == 2
    assert blows.losses(number, 10, blows.Sum(0, "none")) == 5


@pytest.mark.rule("QAD-2.223-e", "QAD-2.223-f", "QAD-2.223-g")
def test_shields_overhead_and_dust_are_laid_over_the_rest():
    cloud = Cloud(Base(600 * MM, 400 * MM, 0, 400 * MM, 75 * MM), 0, 2)
    t = still(unit(0, "medium", formation=2, stance=True), unit(1, at=(600, 900)), clouds=[cloud])
    weapon = book().sheets["tsolyani"].weapons[0]
    base = still(unit(0, "medium", formation=2), unit(1, at=(600, 900)))
    assert blows.defence(t.g, t.unit(0), [0]).value == blows.defence(base.g, base.unit(0), [0]).value + 1
    assert blows.attack(t.g, t.unit(0), weapon, [0]).value == blows.attack(base.g, base.unit(0), weapon, [0]).value + 1
    assert not blows.in_dust(t.g, t.unit(1))


@pytest.mark.rule("QAD-2.223-f", "QAD-0.420-G7")
@pytest.mark.parametrize(("y", "ranks", "inside"), [(240, 1, False), (280, 1, True), (250, 4, True), (400, 1, True),
                                                    (430, 1, False), (470, 1, False), (400, 6, False)])  # fmt: skip
def test_dust_counts_for_whose_front_is_in_it_or_right_behind_it(y, ranks, inside):
    """The cloud lies between 362.5 and 437.5 mm."""
    cloud = Cloud(Base(600 * MM, 400 * MM, 0, 400 * MM, 75 * MM), 0, 2)
    t = still(unit(0, "medium", at=(600, y), ranks=ranks), clouds=[cloud])
    assert blows.in_dust(t.g, t.unit(0)) == inside


def shift(one, other, **more):
    t = still(one, other, **more)
    a, b = t.unit(0), t.unit(1)
    return blows.shifts(t.g, a, b, b.bases(), a.bases()).value


@pytest.mark.rule("QAD-2.223a-a", "QAD-2.223a-b", "QAD-2.223a-c")
@pytest.mark.parametrize(
    ("mine", "theirs", "columns"), [(True, False, 2), (False, True, -2), (True, True, 0), (False, False, 0)]
)
def test_fanatics(mine, theirs, columns):
    one, other = facing_pair()
    one, other = (replace(u, troops=replace(u.troops, fanatic=f)) for u, f in ((one, mine), (other, theirs)))
    assert shift(one, other) == columns


@pytest.mark.rule("QAD-3.006-n2", "QAD-3.016-n1")
@pytest.mark.parametrize(
    ("note", "sheet", "nation"),
    [("fanatic_against_shen", "shen", "shen"), ("fanatic_against_mu_ugalavya", "mu_ugalavyani", "mu_ugalavyani")],
)
def test_some_are_fanatics_against_their_old_enemies(note, sheet, nation):
    one, other = facing_pair()
    hater = replace(one, troops=replace(one.troops, notes=(note,)))
    hated = replace(other, troops=replace(other.troops, sheet=sheet, nation=nation))
    assert shift(hater, hated) == 2
    assert shift(hater, other) == 0


@pytest.mark.rule("QAD-3.018-n3", "QAD-3.018-n4", "QAD-3.018-G1")
def test_hluss_at_their_brood_mother():
    notes = book().sheets["hluss"].notes

    def hluss(at=(600, 300)):
        one = unit(0, "medium", at=at)
        return replace(one, troops=replace(one.troops, sheet="hluss", notes=notes))

    def mother(at):
        one = unit(0, "heavy", at=at, files=1, cohort=1)
        kit = replace(one.troops.kits[0], troop="brood_mother")
        return replace(one, troops=replace(one.troops, sheet="hluss", notes=notes, kits=(kit,)))

    foe = unit(1, "medium", at=(600, 325))
    assert shift(hluss(), foe) == 0
    t = still(hluss(), foe, hluss((600, 200)))
    assert blows.zeal(t.g, t.unit(0), t.unit(1)) == "", "another unit of Hlüss is no mother"
    for where, columns in (((600, 240), 3), ((600, 100), 0)):
        t = still(hluss(), foe, mother(where))
        one, other = t.unit(0), t.unit(1)
        assert blows.shifts(t.g, one, other, other.bases(), one.bases()).value == columns
    t = still(hluss(), foe, mother((600, 240)))
    assert blows.shifts(t.g, t.unit(1), t.unit(0), t.unit(0).bases(), t.unit(1).bases()).value == 0


@pytest.mark.rule("QAD-2.223b-a", "QAD-2.223b-G1", "QAD-2.223-G6")
def test_behind_works():
    one, other = facing_pair()
    trench = [area("trench", 400, 312, 800, 313, cover="building")]
    assert shift(one, other, land=trench) == -1
    assert shift(one, other, land=[area("wall", 400, 312, 800, 313, cover="woods")]) == -1
    assert shift(one, other, land=[area("village", 400, 312, 800, 500, cover="building")]) == 0, "no field work"
    assert shift(one, other, land=[area("woods", 400, 200, 800, 500, woods=True, going="woods", cover="woods")]) == 0
    t = still(one, other, land=trench)
    assert blows.entrenched(t.g, t.unit(1).bases(), []) == ""


@pytest.mark.rule("QAD-2.223c-a", "QAD-2.117-G2")
def test_a_charge_counts_against_those_it_touched():
    one, other = facing_pair()
    assert shift(replace(one, deeds=Deeds(charged=(1,))), other) == 1
    assert shift(replace(one, deeds=Deeds(charged=(-1,))), other) == 0


@pytest.mark.rule("QAD-3.014-n3", "QAD-3.014-n4", "QAD-3.014-G2", "QAD-2.223-X3")
def test_the_charge_of_regular_nluss():
    one, other = facing_pair()
    nluss = replace(one, troops=replace(one.troops, notes=("long_charge",)), deeds=Deeds(charged=(1,)))
    assert shift(nluss, other) == 2
    t = still(nluss, other)
    assert blows.shifts(t.g, t.unit(1), t.unit(0), [], []).value == -1


@pytest.mark.rule("QAD-2.223d-a", "QAD-2.223-G4")
@pytest.mark.parametrize(("mark", "columns"), [("**", 2), ("*", 1), ("", 0), ("#", -1), ("##", -2)])
def test_the_mark_of_a_legion_shifts_its_own_attacks(mark, columns):
    one, other = facing_pair()
    marked = replace(one, troops=replace(one.troops, mark=mark))
    assert shift(marked, other) == columns
    assert shift(replace(other, side=0), replace(marked, side=1)) == 0


@pytest.mark.rule("QAD-2.223-X4", "QAD-2.222b-f")
def test_all_shifts_are_added_up():
    one, other = facing_pair()
    one = replace(one, troops=replace(one.troops, fanatic=True, mark="#"))
    other = replace(other, troops=replace(other.troops, fanatic=True))
    assert 3 + shift(one, other, land=[area("trench", 400, 312, 800, 313, cover="building")]) == 1


@pytest.mark.rule("QAD-2.222b-d", "QAD-2.223e-a")
def test_steel_counts_where_it_is_played_with():
    one = unit(0, "medium")
    one = replace(one, troops=replace(one.troops, kits=(replace(one.troops.kits[0], steel=True),)))
    plain, played = still(one, unit(1)), still(one, unit(1), options=BattleOptions(steel=True))
    assert blows.defence(played.g, played.unit(0), [0]).value == blows.defence(plain.g, plain.unit(0), [0]).value + 1


@pytest.mark.rule("QAD-2.223e-a")
@pytest.mark.parametrize(("steel", "other", "counts"), [(3, 2, False), (3, 3, False), (4, 2, True)])
def test_steel_protects_where_half_of_those_who_are_touched_have_it(steel, other, counts):
    """Not where most have none, of however many cohorts these are."""
    one = unit(0, "medium", files=12)
    kits = tuple(replace(kit, steel=at == 0) for at, kit in enumerate(one.troops.kits))
    t = still(replace(one, troops=replace(one.troops, kits=kits)), unit(1), options=BattleOptions(steel=True))
    touched = [*range(steel), *range(4, 4 + other), *range(8, 8 + 2)]
    assert ("melee.part.steel" in [one.source for one in blows.defence(t.g, t.unit(0), touched).terms()]) == counts


def test_a_turn_of_melee_is_not_charged_twice():
    assert phase(*facing_pair()).unit(0).deeds.paid.count("melee") == 1


@pytest.mark.rule("QAD-2.132-c", "QAD-2.132-X1", "QAD-2.132-G2")
@pytest.mark.parametrize(("order", "fit", "factor", "length"), [("close", 8, 7, 7), ("open", 4, 10, 8)])
def test_two_handed_swords_need_room_to_swing(order, fit, factor, length):
    kit = Kit("medium", "med", "none", "two_hand_sword", "dagger")
    swords = unit(0, replace(troops("medium", 2), kits=(kit, kit)), at=(600, 300), files=8, formation=3)
    swords = replace(swords, figures=arranged(swords, 3, 8, order), order=order)
    t = still(swords, unit(1, "medium", at=(600, 325), files=8))
    found = groups(t, 0)
    assert sum(len(group.front) for group in found) == fit
    assert {(group.weapon.med, group.weapon.len) for group in found} == {(factor, length)}


@pytest.mark.rule("QAD-2.223e-a")
def test_cohorts_of_a_mixed_legion_strike_with_their_own_factors():
    kits = [replace(KINDS[kind], steel=kind == "heavy") for kind in ("heavy", "light", "light")]
    mixed = unit(0, replace(troops("heavy", 3), kits=tuple(kits)), files=12)
    t = still(mixed, unit(1, at=(600, 325), files=12), options=BattleOptions(steel=True))
    found = {group.front: blows.attack(t.g, t.unit(0), group.weapon, group.front).value for group in groups(t, 0)}
    light = found[tuple(range(4, 12))]
    assert found == {tuple(range(4)): light + 5 + 1, tuple(range(4, 12)): light}, "15 and steel against 10"


@pytest.mark.rule("QAD-2.132-c", "QAD-2.132-G2")
def test_skirmishers_have_room_to_swing():
    kit = Kit("light", "lt", "none", "two_hand_sword", "dagger")
    one = unit(0, replace(troops("light"), kits=(kit,)), order="skirmish")
    assert {group.weapon.lt for group in groups(still(one, unit(1, at=(600, 325))), 0)} == {9}


# How it is told


@pytest.mark.rule("QAD-2.221-i", "QAD-2.221-e", "QAD-2.221-G8")
def test_the_order_of_strikes_is_told_with_its_rule():
    dagger = Kit("light", "lt", "none", "dagger")
    foe = of_sheet("tsolyani", dagger, at=(662.5, 300), facing=270, name="daggers", nation="tsolyani")
    t = phase(pikes(files=5, ranks=4, formation=2), foe)
    (told,) = [event.args for event in t.events(0) if event.key == "melee.flank"]
    assert told == {"unit": "daggers", "other": "pikes", "rule": "QAD-2.221-i"}
    t = phase(*facing_pair())
    assert "melee.flank" not in t.told()
    (rolled,) = [event.args for event in t.events(0) if event.key == "melee.initiative"]
    assert rolled["rule"] == "QAD-2.221-e"


@pytest.mark.rule("QAD-2.222b-g", "QAD-2.240-G7")
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_where_the_fallen_fall_is_told_with_its_rule_and_arms_in_everybodys_own_words(language):
    words = GAME.catalogue(language)
    t = phase(*facing_pair(), rolls=[90, 10, 90, 90])
    (struck, *_), fell = strikes_told(t), [event.args for event in t.events(0) if event.key == "melee.fell"]
    assert fell
    assert {one["rule"] for one in fell} == {"QAD-2.222b-g"}
    assert f"({words['weapon.spear']})" in say(words, "melee.strike", struck)
    hopeless = still(unit(0), unit(1))
    melee.fall(hopeless.g, hopeless.unit(0), [0], hopeless.unit(1), "QAD-2.240-G7")
    assert "QAD-2.240-G7" in LEDGER


def test_every_part_of_a_strike_is_told_with_its_rule_and_the_entry_of_the_table():
    one, other = facing_pair(deeds=Deeds(charged=(1,)))
    t = phase(one, other, rolls=[90, 10])
    total = next(event.args for event in t.events(0) if event.key == "melee.sum")
    struck = strikes_told(t)[0]
    for name in ("attack", "defence", "net", "shift"):
        assert sum(int(part.args["n"]) for part in total[name]) == struck[name]
        assert all(part.args["rule"] in LEDGER for part in total[name])
    assert [part.args["what"].key for part in total["shift"]] == ["shift.charge"]
    assert sum(entry.args["n"] for entry in total["entries"]) == struck["lost"]
    for language in ("en", "fr", "de"):
        assert not faults(GAME.catalogue(language), "melee.sum", total)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_part_of_a_sum_has_words_and_a_rule(language):
    words = GAME.catalogue(language)
    sources = [*sums.RULES, *(f"shift.{key}" for key in book().shifts), *(f"morale.{key}" for key in book().morale)]
    for source in sources:
        assert source in words
        assert sums.rule_of(source) in LEDGER
