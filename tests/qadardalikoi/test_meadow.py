"""Formation 19, the Meadow of Death; and Sérudla with their handlers, who go together in the same way."""

from dataclasses import replace
from itertools import combinations

import pytest

from arbiter.games.qadardalikoi import (
    armies,
    cohorts,
    deployment,
    flight,
    handlers,
    meadow,
    morale,
    sequence,
    warhammers,
)
from arbiter.games.qadardalikoi.battle_entries import ArmyEntry, Order, ScenarioEntry, SideOfBattle
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.command import is_with
from arbiter.games.qadardalikoi.contact import touched_by
from arbiter.games.qadardalikoi.formations import standing
from arbiter.games.qadardalikoi.geometry import MM, Pose, overlap, touching
from arbiter.games.qadardalikoi.observation import watch
from arbiter.games.qadardalikoi.state import BattleOptions, Deeds, Kit, Stand

from .field import area, field, still, troops, unit
from .test_manoeuvres import refused, went
from .test_movement import PHASE, form


def mixed(ranks=4, **more):
    """As many cohorts of medium troops among as many of bowmen, numbers 0 and 1."""
    shields = unit(0, "medium", ranks=ranks, **more)
    bows = unit(0, "bows", ranks=ranks, **more)
    shields.n, bows.n = 0, 1
    meadow.join(shields, bows)
    return shields, bows


@pytest.mark.rule("QAD-0.420-w")
def test_two_units_stand_mixed_in_open_order():
    shields, bows = mixed()
    t = still(shields, bows)

    assert (standing(t.unit(0)), standing(t.unit(1))) == (19, 19)
    assert (shields.order, bows.order) == ("open", "open")
    everyone = [*shields.bases(), *bows.bases()]
    assert all(overlap(one, other) <= 50 for one, other in combinations(everyone, 2))
    front = max(base.y for base in everyone)
    row = sorted((base.x, base in shields.bases()) for base in everyone if base.y == front)
    assert [mine for _, mine in row] == [True, False] * (len(row) // 2), "one between two of the other"
    assert all(cohorts.holds_together(t.g, t.unit(n)) for n in (0, 1))


@pytest.mark.rule("QAD-0.420-G8")
def test_the_bows_run_before_skirmishers_as_well():
    foe = unit(1, "light", at=(600, 500), order="skirmish")
    t = field(*mixed(), foe, unit(1, at=(1500, 1000)), **{**PHASE, "first": 1})
    t.say(("go", 2), (600, 1200 - 362, 180))
    assert (t.asks[0].prompt, t.asks[0].seat) == ("meadow.run", 0)


@pytest.mark.rule("QAD-0.420-w", "QAD-0.420-G3")
def test_they_go_together_and_the_bows_fire_as_they_advance():
    t = field(*mixed(), unit(1, at=(1800, 1100)), unit(0, at=(1200, 300)), **PHASE)
    assert ("order", 1) not in t.asks[0].values
    t.say(("order", 0), form(("advance", 100)))
    assert t.unit(0).pose == t.unit(1).pose
    assert t.unit(1).pose.y == 400 * MM
    assert (t.unit(1).fatigue, t.unit(1).deeds.way) == (24, 100 * MM)


@pytest.mark.rule("QAD-0.420-w")
@pytest.mark.parametrize(
    ("first", "second", "wrong"),
    [
        ("medium_halberd", "archers", []),
        ("heavy_spear", "archers", ["army.meadow"]),
        ("medium_halberd", "medium_spear", ["army.meadow"]),
    ],
)
def test_the_meadow_is_of_medium_troops_and_missile_troops(first, second, wrong):
    lines = (Order(sheet="yan_koryani", kit=first, cohorts=4, formation=19),)
    lines += (Order(sheet="yan_koryani", kit=second, cohorts=4, shares=1),)
    army = ArmyEntry(name="meadow", nation="yan_koryani", units=lines)
    assert [fault.why.key for fault in armies.faults(army)] == wrong


def meadow_scenario(monkeypatch):
    lines = (Order(sheet="yan_koryani", kit="medium_halberd", cohorts=4, formation=19, area=6),)
    lines += (Order(sheet="yan_koryani", kit="archers", cohorts=4, shares=1),)
    one = SideOfBattle(name="A", nation="yan_koryani", units=lines)
    scenario = ScenarioEntry(
        name="m", about="", size="small", battlefield="red_plain", sides=(one, SideOfBattle(name="B", army="gureks"))
    )
    monkeypatch.setitem(book().scenarios, "meadow", scenario)


@pytest.mark.rule("QAD-0.420-w", "QAD-0.521-D1")
def test_a_roster_can_mix_two_units(monkeypatch):
    meadow_scenario(monkeypatch)
    s = deployment.start(BattleOptions(scenario="meadow"))
    assert [(unit.with_, unit.formation, unit.hidden) for unit in s.units[:2]] == [(1, 19, False), (0, 19, False)]


def charge_home(stands=(), **more):
    """Side 1 charges the mixed unit."""
    foe = unit(1, "heavy", at=(600, 450), files=6, cohort=6)
    t = field(*mixed(2, **more), foe, stands=stands, step="move.units", first=1, holds=True)
    return t.say(("order", 2), form(("charge", 0)))


@pytest.mark.rule("QAD-0.420-G8")
@pytest.mark.parametrize(("way", "back"), [("run_back", True), ("run_right", False)])
def test_when_the_enemy_is_met_the_bows_may_run(way, back):
    t = charge_home()
    (ask,) = t.asks
    assert (ask.seat, ask.rule) == (0, "QAD-0.420-G8")
    t.say(way)
    shields, bows = t.unit(0), t.unit(1)
    assert (shields.with_, bows.with_, shields.formation, bows.order) == (-1, -1, 3, "close")
    if back:
        assert max(base.y for base in bows.bases()) < min(base.y for base in shields.bases())
    else:
        assert min(base.x for base in bows.bases()) > max(base.x for base in shields.bases())
    assert bows.fatigue == 24
    assert 2 * bows.deeds.way <= bows.deeds.rate, "it may still fire at half its rate"
    seen = [list(side) for side in t.state.seen]
    watch(t.g)
    assert t.state.seen == seen, "both sides have looked where they stand now"


@pytest.mark.rule("QAD-2.004-G3", "QAD-0.420-G8")
def test_a_commander_with_the_bows_runs_with_them():
    bows = mixed(2)[1]
    last = min(bows.bases(), key=lambda base: (base.y, base.x))
    general = Stand(0, 0, "Kásí", "general", 1, "tsolyani", Pose(last.x, last.y - 2500, 0), with_=1)
    t = charge_home(stands=[general])
    t.say("run_back")
    assert t.state.stands[0].pose.y < general.pose.y
    assert is_with(t.state.stands[0], t.unit(1))


@pytest.mark.rule("QAD-0.420-G8")
def test_bows_that_stay_or_are_tired_stay_mixed():
    t = charge_home()
    t.say("stay")
    assert t.unit(1).with_ == 0
    assert charge_home(fatigue=0).asks[0].prompt != "meadow.run"


BEHIND = [
    ([area("wall", 400, 230, 800, 240, obstacle=True)], []),
    ([area("river", 300, 240, 900, 245, closed=True)], []),
    ([area("swamp", 300, 100, 900, 262, going="swamp")], []),
    ([], [unit(1, at=(600, 225), facing=0, files=8)]),
    ([], [unit(0, at=(600, 225), files=8)]),
]


@pytest.mark.rule("QAD-0.420-G8", "QAD-GEO-6", "QAD-2.144-G1", "QAD-2.110-b")
@pytest.mark.parametrize(("land", "others"), BEHIND)
def test_bows_run_through_nothing_but_their_own_ranks(land, others):
    """Not over a wall or a river, past friends or enemies, nor as far into a swamp as over open ground."""
    foe = unit(1, "heavy", at=(600, 450), files=6, cohort=6)
    t = field(*mixed(2), foe, *others, land=land, step="move.units", first=1, holds=True)
    t.say(("order", 2), form(("charge", 0)))
    assert set(t.asks[0].values) == {"stay", "run_left", "run_right"}


@pytest.mark.rule("QAD-2.143-G1", "QAD-2.413-G4", "QAD-2.421-G3", "QAD-0.420-G8")
@pytest.mark.parametrize(
    ("state", "asked"),
    [
        ({"deeds": Deeds(fired=True)}, True),
        ({"deeds": Deeds(fired=True, full_rate=True)}, False),
        ({"morale": "stand"}, False),
        ({"last_stand": True}, False),
    ],
)
def test_bows_that_may_not_move_do_not_run(state, asked):
    t = charge_home(**state)
    assert (t.asks[0].prompt == "meadow.run") == asked


@pytest.mark.rule("QAD-0.420-G3")
@pytest.mark.parametrize("gone", [0, 1])
def test_who_is_left_of_a_meadow_stands_in_it_no_more_when_the_next_turn_begins(gone):
    pair = mixed()
    pair[gone].figures = ()
    t = still(*pair, unit(1, at=(600, 900)))
    sequence.begin(t.g)
    left = t.unit(1 - gone)
    assert (left.with_, standing(left) == 19) == (-1, False)


# 3.013


SERUDLA = Kit("serudla", "srl", "none", "serudla_sword", "", "serudla_acid", front=50 * MM, depth=100 * MM)
MEN = Kit("medium", "med", "shield", "spear", front=25 * MM, depth=25 * MM)


def people(kit, n, name):
    made = replace(troops("medium", 1, n), kits=(kit,), sheet="ghaton_tsolei", nation="ghaton", name=name, start=n)
    return replace(made, notes=("handlers",))


def beasts(at=(600, 300), joined=True, men=6, **more):
    one = unit(0, people(SERUDLA, 3, "Sérudla"), at=at, files=3, cohort=3, **more)
    two = unit(0, people(MEN, men, "Handlers"), at=(at[0], at[1] - 200), files=men, cohort=men)
    one.n, two.n = 0, 1
    if joined:
        handlers.join(one, two, 3, 0)
    return one, two


@pytest.mark.rule("QAD-2.143-a", "QAD-2.212-b")
@pytest.mark.parametrize(("x", "asked"), [(520, False), (820, True)])
def test_on_the_move_beasts_have_their_handlers_behind_them_and_not_where_these_came_from(x, asked):
    behind = unit(1, "bows", at=(x, 200), facing=0 if x < 600 else -60, files=2, cohort=2)
    t = field(*beasts(), behind, unit(0, at=(1800, 300)), **{**PHASE, "holds": False})
    t.say(("order", 0), form(("advance", 100)))
    assert (t.asks[0].prompt == "passing.fire") == asked
    if not asked:
        assert (t.unit(0).pose.y, t.unit(1).pose.y) == (400 * MM, 400 * MM)


@pytest.mark.rule("QAD-3.013-n2", "QAD-3.013-G6")
def test_beasts_stand_with_their_handlers():
    one, two = beasts()
    assert all(any(touching(beast, man) for man in two.bases()) for beast in one.bases())
    t = still(one, two, unit(1, at=(600, 900)))
    assert not handlers.unhandled(t.g, t.unit(0))
    assert handlers.unhandled(still(*beasts(joined=False)).g, one)
    t = still(*beasts(men=2))
    assert handlers.unhandled(t.g, t.unit(0)), "the third of them has nobody"


@pytest.mark.rule("QAD-3.013-n2", "QAD-3.013-G6")
@pytest.mark.parametrize(
    ("sheet", "nation", "handles"),
    [("small_states", "ghaton", True), ("small_states", "pijena", False), ("ghaton_tsolei", "tsolei", False)],
)
def test_any_humans_of_ghaton_handle_them_and_nobody_else(sheet, nation, handles):
    """Two legions of Ghatón are listed with those of the small states."""
    one, two = beasts()
    two.troops = replace(two.troops, sheet=sheet, nation=nation, notes=())
    t = still(one, two)
    assert handlers.unhandled(t.g, t.unit(0)) != handles


@pytest.mark.rule("QAD-3.013-n2", "QAD-3.013-G6", "QAD-3.013-X1", "QAD-2.410-G5")
@pytest.mark.parametrize(("joined", "told"), [(True, []), (False, ["morale.retreat"])])
def test_without_handlers_they_roll_on_the_failure_table(joined, told):
    t = field(*beasts(joined=joined), unit(1, at=(600, 1000)), rules=morale.checks, rolls=[20])
    assert [key for key in t.told()[: len(t.told()) // 2] if key.startswith("morale")] == told
    assert t.unit(0).retreat == (1 if told else 0)


@pytest.mark.rule("QAD-3.013-G6")
def test_who_failed_already_does_not_roll_again():
    t = field(*beasts(joined=False, morale="stand", failed=1), unit(1, at=(600, 1000)), rules=morale.checks, rolls=[99])
    assert t.unit(0).morale == "stand"


@pytest.mark.rule("QAD-3.013-D1")
def test_handlers_go_with_their_beasts_until_they_are_sent_away():
    t = field(*beasts(), unit(1, at=(600, 1000)), unit(0, at=(1200, 300)), **PHASE)
    assert ("part", 0) in t.asks[0].values
    t.say(("order", 0), form(("advance", 100)))
    assert t.unit(1).pose.y == 400 * MM
    assert not handlers.unhandled(t.g, t.unit(0))
    t = field(*beasts(), unit(1, at=(600, 1000)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("part", 0))
    assert (t.unit(0).with_, t.unit(1).with_) == (-1, -1)
    assert ("order", 1) in t.asks[0].values
    assert ("part", 0) not in t.asks[0].values


@pytest.mark.rule("QAD-3.013-D1")
def test_the_ghatoni_army_has_handlers():
    lines = book().armies["ghatoni"].units
    at = next(n for n, line in enumerate(lines, 1) if line.legion == "ghaton_serudla")
    assert any(line.shares == at for line in lines)


@pytest.mark.rule("QAD-2.413-c", "QAD-0.420-G3")
def test_they_fall_back_together_and_rout_apart():
    t = field(*beasts(at=(600, 600), retreat=1), unit(1, at=(600, 900)), rules=flight.retreats)
    assert (t.unit(0).with_, t.unit(1).with_) == (1, 0)
    assert t.unit(0).pose == t.unit(1).pose
    assert t.unit(0).pose.y < 550 * MM
    t = field(*beasts(at=(600, 600), morale="rout", failed=1), unit(1, at=(600, 900)), rules=flight.retreats)
    assert (t.unit(0).with_, t.unit(1).with_) == (-1, -1)
    assert t.unit(1).pose.y == 600 * MM


@pytest.mark.rule("QAD-0.420-G3")
def test_both_need_room():
    rocks = area("rocks", 400, 220, 800, 290, closed=True)
    t = still(*beasts(at=(600, 600)), land=[rocks])
    for y, refusal in ((360, "QAD-0.420-G3"), (500, None)):
        there = replace(t.unit(0), pose=t.unit(0).pose._replace(y=y * MM))
        why = warhammers.why_not_there(t.g, t.unit(0), there, parted=False)
        assert (why and why.rule) == refusal
        assert warhammers.why_not_there(t.g, t.unit(0), there, parted=True) is None, "who is left behind needs none"


def test_units_that_go_together_turn_as_one():
    one, two = beasts()
    t = field(one, two, unit(1, at=(600, 1000)), unit(0, at=(1200, 300)), **PHASE)
    t.say(("order", 0), form(("wheel_left", 20)))
    assert t.unit(0).pose == t.unit(1).pose
    assert t.unit(1).deeds == Deeds(
        acted=True, way=t.unit(0).deeds.way, rate=t.unit(0).deeds.rate, paid=("wheel",), charged=()
    )


@pytest.mark.rule("QAD-2.142c-a", "QAD-2.142c-G1")
def test_beasts_do_not_walk_out_of_a_melee_with_their_handlers():
    """An enemy behind the last of them holds both, until the beasts break off themselves or the two part."""
    pair = beasts(at=(600, 500))
    last = min(pair[1].bases(), key=lambda base: base.y)
    foe = unit(1, at=(last.x / MM, last.y / MM - 25), facing=0)
    t = still(*pair, foe)
    assert [touched_by(t.g, t.unit(n)) for n in (0, 1)] == [(), (2,)]
    assert {refused(t, 0, order) for order in (("advance", 100), ("wheel_left", 10))} == {"QAD-2.142c-a"}
    back = replace(t.unit(0), pose=t.unit(0).pose.moved(0, -5000))
    assert warhammers.why_not_along(t.g, t.unit(0), back, parted=False, breaks_off=True) is None


@pytest.mark.rule("QAD-GEO-23", "QAD-0.420-G3")
def test_who_goes_along_leaves_the_places_of_his_fallen_behind():
    shields, bows = mixed(at=(1200, 600))
    bows.figures, bows.gaps = bows.figures[3:], bows.figures[:3]
    t = field(shields, bows, unit(1, at=(1800, 1100)), **PHASE)
    t.say(("order", 0), form(("advance", 50)))
    assert t.unit(1).gaps == ()


@pytest.mark.rule("QAD-2.142c-G1", "QAD-2.142c-G2")
def test_handlers_stay_behind_beasts_that_break_off_to_a_side():
    """A friend bars the way straight back."""
    one, two = beasts(at=(1200, 600))
    right = max(one.bases(), key=lambda base: base.x)
    foe = unit(1, at=(right.x / MM + right.front / MM / 2 + 12.5, right.y / MM), facing=270, files=1, cohort=1)
    friend = unit(0, at=(1200, min(base.y for base in two.bases()) / MM - 20), files=1, cohort=1)
    t = field(one, two, foe, friend, **PHASE)
    t.say(("order", 0), form(("withdraw", 150)))
    assert t.unit(0).pose == t.unit(1).pose != one.pose
    assert (t.unit(0).figures, t.unit(1).figures) == (one.figures, two.figures), "both as they stood among each other"


@pytest.mark.rule("QAD-GEO-6", "QAD-2.133-G1", "QAD-0.420-G3", "QAD-0.420-G8")
@pytest.mark.parametrize("pair", [mixed, beasts])
def test_nobody_forms_anew_on_who_goes_with_him(pair):
    t = still(*pair(at=(1200, 600)), unit(1, at=(1800, 1100)))
    assert refused(t, 0, ("form", 2)) == refused(t, 0, ("advance", 20), ("form", 2)) == "QAD-2.133-G1"


@pytest.mark.rule("QAD-GEO-24", "QAD-GEO-6")
def test_nobody_drops_to_the_rear_on_the_bows_of_a_meadow():
    shields, bows = mixed(ranks=6, at=(1200, 600))
    left = min(shields.bases(), key=lambda base: (base.x, -base.y))
    t = still(shields, bows, unit(1, at=(left.x / MM, left.y / MM + 25), files=1, cohort=1))
    deeper = went(t, 0, ("deepen", 0)).unit
    assert all(overlap(one, other) <= 50 for one in deeper.bases() for other in bows.bases())


@pytest.mark.rule("QAD-2.142c-a", "QAD-2.142c-G1")
def test_a_meadow_breaks_off_from_who_touches_its_bows_alone():
    shields, bows = mixed(at=(1200, 600))
    right = max(bows.bases(), key=lambda base: (base.x, base.y))
    foe = unit(1, at=(right.x / MM + 22.5, right.y / MM), facing=270, files=1, cohort=1)
    t = field(shields, bows, foe, **PHASE)
    assert [touched_by(t.g, t.unit(n)) for n in (0, 1)] == [(), (2,)]
    assert ("go", 0) not in t.asks[0].values
    t.say(("order", 0), form(("withdraw", 50)))
    assert touched_by(t.g, t.unit(1)) == ()
    assert t.unit(0).pose == t.unit(1).pose != shields.pose


@pytest.mark.rule("QAD-2.142c-a", "QAD-2.117-G3")
def test_who_charged_the_bows_of_a_meadow_may_follow_it():
    shields, bows = mixed(at=(1200, 600))
    right = max(bows.bases(), key=lambda base: (base.x, base.y))
    foe = unit(1, at=(right.x / MM + 22.5, right.y / MM), facing=270, files=1, cohort=1, deeds=Deeds(charged=(1,)))
    t = field(shields, bows, foe, **PHASE)
    t.say(("order", 0), form(("withdraw", 50)))
    assert (t.asks[0].prompt, t.asks[0].seat) == ("charge.follow", 1)


@pytest.mark.rule("QAD-2.144-G1", "QAD-0.420-G3")
def test_the_bows_of_a_meadow_come_onto_no_wall_beside_it():
    shields, bows = mixed(at=(1200, 600))
    edge = max(base.x + base.front // 2 for base in shields.bases()) / MM
    wall = area("wall", edge - 10, 700, edge + 100, 710, obstacle=True)
    t = still(shields, bows, unit(1, at=(1200, 1100)), land=[wall])
    assert went(t, 0, ("advance", 20)).unit.pose.y == 620 * MM
    assert refused(t, 0, ("advance", 55)) == "QAD-0.420-G3"


@pytest.mark.rule("QAD-0.420-G3", "QAD-2.110-b", "QAD-2.110-G2")
@pytest.mark.parametrize(
    ("wet", "order", "slow"),
    [
        ((800, 505, 1600, 545), ("advance", 20), True),
        ((800, 480, 1600, 520), ("advance", 20), False),
        ((1295, 555, 1400, 590), ("face_left", 30), True),
        ((1295, 555, 1400, 590), ("face_right", 30), False),
    ],
)
def test_beasts_go_as_slowly_as_the_ground_of_their_handlers_asks(wet, order, slow):
    t = still(*beasts(at=(1200, 600)), unit(1, at=(1800, 1100)), land=[area("swamp", *wet, going="swamp")])
    assert ("swamp" in went(t, 0, order).goings) == slow
