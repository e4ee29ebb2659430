"""3.006, notes 3 and 4: the quarrel of Ahoggyá and friendly Shén."""

from dataclasses import replace
from random import Random

import pytest

from arbiter.games.qadardalikoi import compulsion, ending, missile, strikes
from arbiter.games.qadardalikoi.advice import charging
from arbiter.games.qadardalikoi.advice.mind import Mind
from arbiter.games.qadardalikoi.contact import between, touched_by
from arbiter.games.qadardalikoi.geometry import MM
from arbiter.games.qadardalikoi.state import Deeds, Kit, hostile

from .field import area, field, still, troops, unit

NOTES = ("fanatic_against_shen", "attacks_shen", "answers_shen_fire", "turns_freely", "no_flank")
CROSSBOW = Kit("heavy", "hvy", "shield", "sword_axe", "", "pistol_crossbow", front=40 * MM, depth=40 * MM)


def ahoggya(side=0, at=(600, 300), **more):
    kit = Kit("heavy", "hvy", "none", "sword", front=50 * MM, depth=50 * MM)
    made = replace(troops("heavy", 1, 4), kits=(kit,), sheet="ahoggya", nation="ahoggya", name="Ahoggyá", notes=NOTES)
    return unit(side, made, at=at, **more)


def shen(side=0, at=(600, 500), notes=(), **more):
    made = replace(troops("heavy", 1, 4), kits=(CROSSBOW,), sheet="shen", nation="shen", name="Shén", notes=notes)
    return unit(side, made, at=at, **more)


def forced(*units, **more):
    """A movement phase of side 0 up to its free units."""
    return field(*units, rules=compulsion.forced, step="move.forced", first=0, holds=True, **more)


FOE = unit(1, at=(2200, 1100))


@pytest.mark.rule("QAD-3.006-n3", "QAD-3.006-G2")
@pytest.mark.parametrize(("roll", "attacks"), [(30, True), (31, False)])
def test_by_a_roll_ahoggya_fall_upon_friendly_shen(roll, attacks):
    t = forced(ahoggya(), shen(), FOE, rolls=[roll])

    assert hostile(t.unit(0), t.unit(1)) == attacks
    assert (t.unit(0).feud, t.unit(1).feud) == ((1, 0) if attacks else (-1, -1))
    assert bool(touched_by(t.g, t.unit(0))) == attacks
    assert t.unit(0).deeds.acted == attacks
    assert "feud.roll" in t.told()


@pytest.mark.rule("QAD-3.006-G2", "QAD-2.413-G5")
@pytest.mark.parametrize("change", [{"retreat": 2}, {"morale": "stand", "rally": 80}])
def test_who_is_shaken_or_has_still_to_fall_back_falls_upon_nobody(change):
    """As after a last stand that failed when the turn began."""
    t = forced(replace(ahoggya(), **change), shen(), FOE, rolls=[1])
    assert t.unit(0).feud == -1
    assert "feud.roll" not in t.told()


@pytest.mark.rule("QAD-3.006-n3")
@pytest.mark.parametrize("other", [shen(at=(600, 900)), shen(side=1, at=(600, 500)), unit(0, at=(600, 500))])
def test_only_friendly_shen_within_500_mm_provoke_them(other):
    assert "feud.roll" not in forced(ahoggya(), other, FOE, rolls=[1]).told()


@pytest.mark.rule("QAD-3.006-n3", "QAD-3.006-G2")
def test_shen_out_of_sight_provoke_nobody():
    wood = area("woods", 0, 350, 2400, 450, woods=True, going="woods")
    assert "feud.roll" not in forced(ahoggya(), shen(), FOE, rolls=[1], land=[wood]).told()


@pytest.mark.rule("QAD-3.006-G2")
def test_shen_have_one_friend_at_most_for_an_enemy():
    """Ahoggyá on both sides of Shén: the first to attack them fight them, and the others do not."""
    t = forced(shen(), ahoggya(), ahoggya(at=(600, 700), facing=180), FOE, rolls=[1, 1])
    assert [t.unit(n).feud for n in range(3)] == [1, 0, -1]
    assert t.events(0)[-1].args["name"] == "Ahoggyá"
    assert [event.key for event in t.events(0)].count("feud.roll") == 1
    assert {(one.unit, one.foe) for one in strikes.touches(t.g)} == {(0, 1), (1, 0)}


@pytest.mark.rule("QAD-2.421-G3", "QAD-3.006-n3")
def test_ahoggya_in_a_last_stand_fall_upon_nobody():
    t = forced(ahoggya(last_stand=True), shen(), FOE, rolls=[1])
    assert (t.unit(0).feud, t.told()) == (-1, [])


@pytest.mark.rule("QAD-3.006-n4", "QAD-3.006-G2")
def test_shen_who_fired_at_them_are_attacked_without_a_roll():
    t = forced(ahoggya(shot_by=(1,)), shen(), FOE, rolls=[99])

    assert t.unit(0).feud == 1
    assert "feud.roll" not in t.told()
    assert t.unit(0).shot_by == ()


@pytest.mark.rule("QAD-3.006-n4", "QAD-3.006-G2")
@pytest.mark.parametrize("feud", [-1, 3])
def test_of_several_who_fired_at_them_they_attack_the_nearest_who_is_free(feud):
    """The nearer of two who fired may have a feud already, with other Ahoggyá."""
    friends = shen(at=(540, 450), feud=feud), shen(at=(720, 500)), ahoggya(at=(100, 900), feud=1 if feud == 3 else -1)
    t = forced(ahoggya(shot_by=(1, 2)), *friends, FOE, rolls=[99])
    assert t.unit(0).feud == (1 if feud < 0 else 2)


@pytest.mark.rule("QAD-3.006-n3", "QAD-SEQ-15")
def test_who_came_on_this_turn_falls_upon_nobody():
    t = forced(ahoggya(deeds=Deeds(acted=True, way=180 * MM, rate=180 * MM)), shen(at=(600, 380)), FOE, rolls=[1])
    assert (t.unit(0).feud, t.told()) == (-1, [])


@pytest.mark.rule("QAD-SEQ-10", "QAD-3.006-G2")
@pytest.mark.parametrize("hidden", [False, True])
def test_of_a_hidden_warhammer_the_enemy_hears_nothing(hidden):
    t = forced(ahoggya(), shen(hidden=hidden), FOE, rolls=[1])
    assert [event.key for event in t.events(0)][:2] == ["feud.roll", "feud.begins"]
    assert any("Shén" in event.args.values() for event in t.events(1)) == (not hidden)


@pytest.mark.rule("QAD-SEQ-10", "QAD-3.002-G3")
def test_nor_of_its_crossbows():
    t = still(ahoggya(), shen(notes=("fires_at_ahoggya",), facing=180, at=(600, 400), hidden=True), FOE)
    t = field(*t.state.units, rules=missile.missile, rolls=[100])
    assert ("missile.compelled" in [one.key for one in t.events(0)], t.events(1)) == (True, [])


@pytest.mark.parametrize("general", [False, True])
def test_advice_strikes_at_the_enemy_and_not_at_a_friend(general):
    t = still(ahoggya(feud=1), shen(at=(600, 345), feud=0), unit(1, at=(600, 255), facing=0))
    mind = Mind(t.g, 0, Random(1), general)
    assert (charging.whom(mind, [1, 2]), charging.whom(mind, [1])) == (2, 1)


def test_a_feud_shows_where_the_bases_meet():
    t = still(ahoggya(feud=1), shen(at=(600, 345), feud=0), FOE)
    assert [one.id for one in t.scene(0).overlays if one.id.startswith("front-")] == ["front-0-1"]


@pytest.mark.rule("QAD-3.006-n4", "QAD-3.002-n2")
def test_fire_at_a_friend_is_remembered():
    t = field(
        ahoggya(),
        shen(notes=("fires_at_ahoggya",), facing=180, at=(600, 400)),
        FOE,
        rules=missile.missile,
        rolls=[1, 50],
    )
    assert t.unit(0).shot_by == (1,)


@pytest.mark.rule("QAD-3.006-G2")
def test_in_a_feud_they_fight_each_other_and_nobody_else():
    t = still(ahoggya(feud=1), shen(at=(600, 345), feud=0), unit(0, at=(712, 312.5)), FOE)

    assert {(one.unit, one.foe) for one in strikes.touches(t.g)} == {(0, 1), (1, 0)}
    assert [one.n for one in t.g.friends(t.unit(0))] == [2]
    assert {one.n for one in t.g.foes(t.unit(0))} == {1, 3}


@pytest.mark.rule("QAD-3.006-G2")
@pytest.mark.parametrize(
    ("at", "morale", "over"), [((600, 500), "steady", False), ((600, 900), "steady", True), ((600, 500), "rout", True)]
)
def test_a_feud_ends_when_one_routs_or_they_are_far_apart(at, morale, over):
    t = field(ahoggya(feud=1), shen(at=at, feud=0, morale=morale), FOE, rules=ending.end, step="end")
    assert (t.unit(0).feud == -1) == (t.unit(1).feud == -1) == over


@pytest.mark.rule("QAD-3.006-G2")
def test_who_cannot_reach_them_goes_toward_them():
    t = forced(ahoggya(facing=180), shen(at=(900, 620)), FOE, rolls=[1])
    before = still(ahoggya(), shen(at=(900, 620)), FOE)
    assert between(t.unit(0), t.unit(1)) < between(before.unit(0), before.unit(1)) - 50 * MM
