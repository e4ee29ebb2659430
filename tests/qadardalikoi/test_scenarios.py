"""Scenarios, names and looks: all content that the rulebook leaves to us."""

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from arbiter.core import say
from arbiter.core.messages import faults
from arbiter.games.qadardalikoi import GAME, armies, blows, morale, names, scenarios, sheets
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.deployment import start
from arbiter.games.qadardalikoi.geometry import Pose
from arbiter.games.qadardalikoi.state import BattleOptions, Scenario

from .field import still

B = book()


@pytest.mark.rule("QAD-SCEN-C1")
@pytest.mark.parametrize("key", B.scenarios)
def test_a_scenario_is_sound_and_as_even_as_it_says(key):
    scenario = B.scenarios[key]
    worth = []
    for side in scenario.sides:
        army = scenarios.army_of(side)
        assert armies.faults(army, steel=True) == []
        assert all(number == 0 or number in B.army_formations for number in side.formations)
        worth.append(sum(unit.troops.points for unit in armies.muster(army, side.home)))

    assert 0.9 <= worth[0] / worth[1] / (scenario.odds / 100) <= 1.1


@pytest.mark.rule("QAD-SCEN-C1")
def test_there_are_ten_scenarios_and_a_brush_of_rising_size():
    assert len(B.scenarios) == 11
    assert set(get_args(Scenario)) == set(B.scenarios)
    order = {"small": 0, "middling": 1, "large": 2}
    sizes = [order[one.size] for one in B.scenarios.values()]
    assert sizes == sorted(sizes)
    first, *_, last = B.scenarios.values()
    assert [len(scenarios.army_of(side).units) for side in first.sides] == [2, 2]
    assert [len(scenarios.army_of(side).units) for side in last.sides] == [6, 6]
    assert any({"shen", "ahoggya"} <= {armies.sheet_of(order) for order in scenarios.army_of(side).units}
               for one in B.scenarios.values() for side in one.sides)  # fmt: skip


def units_of(key, **options):
    """The units of a scenario on its table, as they stand before the battle."""
    return start(BattleOptions(scenario=key, **options)).units


@pytest.mark.rule("QAD-2.422-C1")
def test_the_white_sun_has_a_few_fanatics_and_nobody_else_has_any():
    fanatic = [(key, one) for key in B.scenarios for one in units_of(key) if one.troops.fanatic]
    assert [(key, one.troops.name) for key, one in fanatic] == [("white_sun", "The Sworn of the White Sun")]
    sworn = fanatic[0][1]
    assert len(sworn.cohorts()) == 1, "one small unit"
    foe = next(one for one in units_of("white_sun") if one.side != sworn.side)
    t = still(replace(sworn, pose=Pose(60000, 30000, 0)), replace(foe, pose=Pose(60000, 60000, 1800)))
    mine, theirs = t.state.units
    assert morale.number(t.g, mine).terms()[0].n == 25
    by, hit = mine.bases()[:1], theirs.bases()[:1]
    plain = replace(mine, troops=replace(mine.troops, fanatic=False))
    assert blows.shifts(t.g, mine, theirs, hit, by).value == blows.shifts(t.g, plain, theirs, hit, by).value + 2
    assert blows.shifts(t.g, theirs, mine, by, hit).value == blows.shifts(t.g, theirs, plain, by, hit).value - 2
    assert morale.terrible(t.g, mine, theirs), "they shake whom they attack"


@pytest.mark.rule("QAD-2.223e-C1", "QAD-2.223e-a")
def test_the_best_of_atkolel_have_steel_where_it_is_played_with():
    steel = {one.troops.name: sum(kit.steel for kit in one.troops.kits) for one in units_of("atkolel")}
    assert {name: n for name, n in steel.items() if n} == {"Guard Legion (OAL)": 3, "Mighty of Yán Kór I": 3}
    guards = next(one for one in units_of("atkolel") if one.troops.kits[0].steel)
    sums = []
    for played in (False, True):
        t = still(replace(guards, pose=Pose(60000, 30000, 0)), options=BattleOptions(scenario="atkolel", steel=played))
        first = [one.n for one in guards.figures if one.cohort == 0]
        weapon = sheets.weapon(B.sheets[guards.troops.sheet], guards.kit(0).melee)
        sums.append((blows.attack(t.g, t.unit(0), weapon, first).value, blows.defence(t.g, t.unit(0), first).value))
    assert [one + 1 for one in sums[0]] == list(sums[1])


@pytest.mark.rule("QAD-SCEN-C1")
def test_aims_name_units_that_are_there():
    for scenario in B.scenarios.values():
        there = {unit.troops.name for side in scenario.sides for unit in armies.muster(scenarios.army_of(side))}
        for aim in scenario.aims:
            assert not aim.unit or aim.unit in there


@pytest.mark.rule("QAD-2.012-C1")
def test_champions_have_names_weapons_of_their_people_and_a_line():
    rng = Random(5)
    for nation in B.nations:
        found = names.champion(nation, lambda sides: rng.randint(1, sides))
        assert found.name[0].isupper()
        assert found.weapon in {one.key for one in B.sheets[B.nations[nation].sheet].weapons}
        for language in ("en", "fr", "de"):
            words = GAME.catalogue(language)
            assert not faults(words, "duel.champions", {"one": found.told, "other": found.told})
            said = say(words, found.told.key, found.told.args)
            assert said.startswith(f"{found.name} ({words[f'weapon.{found.weapon}']}) ")
            assert "champion." not in said
    assert names.champion("tsolyani", lambda sides: 1) == names.champion("tsolyani", lambda sides: 1)


@pytest.mark.rule("QAD-0.233-C1")
def test_every_race_has_a_look_and_a_letter_of_its_own():
    assert {look.sheet for look in B.looks.values()} == {key for key, sheet in B.sheets.items() if sheet.printed}
    letters = [look.letter for look in B.looks.values()]
    assert len(set(letters)) == len(letters)
    for look in B.looks.values():
        assert set(look.troops) <= set(B.sheets[look.sheet].troops)
