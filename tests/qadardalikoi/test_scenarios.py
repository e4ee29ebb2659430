"""Scenarios, names and looks: all content that the rulebook leaves to us."""

import re
from dataclasses import replace
from random import Random

import pytest

import arbiter
from arbiter.content import PackError
from arbiter.core import say
from arbiter.core.messages import faults
from arbiter.core.options import BadOptions, read_options
from arbiter.games.qadardalikoi import GAME, armies, blows, morale, names, scenarios, sheets
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.deployment import start
from arbiter.games.qadardalikoi.geometry import Pose
from arbiter.games.qadardalikoi.state import BattleOptions

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
    assert BattleOptions().scenario in B.scenarios
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
    assert morale.terrible(t.g, mine, theirs, [0]), "they shake whom they attack"


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


# Battles of one's own

OWN = """
[army.guard]
name = "The guard"
nation = "tsolyani"
formation = 5
units = [{ legion = "tsolyani_7th_hi", cohorts = 6 }, { legion = "tsolyani_13th_cb", cohorts = 4 }]

[battlefield.meadow]
name = "A meadow"
region = "plain"
width = 2000
pieces = [{ kind = "woods", outline = [[300, 500], [500, 480], [520, 640], [310, 650]] }]

[scenario.noon]
name = "A meeting at noon"
about = "Who comes first."
battlefield = "meadow"
turns = 7
size = "small"
sides = [
  { name = "Guards", army = "guard", formations = [3] },
  { name = "Raiders", nation = "tane", units = [{ sheet = "tane", kit = "tane_spear", cohorts = 5 }] },
]
aims = [{ side = 0, what = "hold", at = [[1000, 500], [1400, 700]], text = "Hold the middle." }]
"""


@pytest.fixture
def own(tmp_path):
    """The options of a file with an army, a field and a battle, something of it replaced."""

    def read(old="", new="", **more):
        file = tmp_path / "own.toml"
        assert old in OWN
        file.write_text(OWN.replace(old, new) if old else OWN, encoding="utf-8")
        return read_options(GAME, {**GAME.brought(file), "scenario": "noon", **more})

    return read


def test_a_table_fights_battles_of_its_own(own):
    options = own()
    battle = GAME.start(2, options)

    assert (battle.limit, battle.land.width, len(battle.land.features)) == (7, 2000 * 100, 2)
    assert [side.name for side in battle.sides] == ["Guards", "Raiders"]
    assert battle.sides[0].formation == 3
    assert [unit.troops.name for unit in battle.units if unit.side == 0] == ["7th Heavy Infantry", "13th Crossbowmen"]
    words = GAME.catalogue_for(options, "fr")
    assert words["scenario.noon"] == "A meeting at noon"
    assert words["aim.noon_0"] == "Hold the middle."
    assert GAME.named("scenario", words, options)["noon"] == "A meeting at noon"
    assert GAME.named("battlefield", words, options)["meadow"] == "A meadow"
    assert GAME.named("armies", words, options)["guard"] == "The guard"


def test_such_a_battle_is_played_and_kept(own):
    table = arbiter.new(GAME, 2, seed="noon", options=own(turns=1))
    table = arbiter.load(table.save())
    rng = Random(1)
    while not table.over:
        for ask in table.asks:
            table.answer(ask.seat, ask.sample(rng))
    assert {"brief.scenario", "brief.aim"} <= {event.key for event in table.events(0)}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"woods"', '"lava"', "'lava' is wrong for fields"),
        ('battlefield = "meadow"', 'battlefield = "moor"', "'moor' is wrong for scenarios"),
        ('army = "guard"', 'army = "guards"', "'guards' is wrong for scenarios"),
        ("tane_spear", "tane_beer", "line 1 of the army noon: there is no kit tane_beer"),
        ("tsolyani_7th_hi", "elves", "line 1 of the army guard: there is no legion elves"),
    ],
)
def test_battles_that_name_what_is_not_there_are_refused(own, old, new, said):
    with pytest.raises(BadOptions, match=said):
        GAME.start(2, own(old, new))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("turns = 7", "turns = 99", "scenario.noon: turns: expected a whole number from 1 to 72, got 99"),
        ("[scenario.noon]", '[scenario."at noon"]', "expected a key of letters, digits, _ and -"),
        ("[army.guard]", "[amy.guard]", "amy: no such kind of entry"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(own, old, new, said):
    with pytest.raises(PackError, match=re.escape(said)):
        own(old, new)


def test_any_battle_can_be_fought_on_another_field():
    """Zones and aims that the scenario has for its own ground do not hold there."""
    usual = scenarios.scenario_of(BattleOptions(scenario="pass_of_skulls"))
    assert any(aim.at for aim in usual.aims) or any(side.zone for side in usual.sides)

    options = BattleOptions(scenario="pass_of_skulls", battlefield="red_plain")
    scenario = scenarios.scenario_of(options)
    assert scenario.battlefield == "red_plain"
    assert all(side.zone is None for side in scenario.sides)
    assert not any(aim.at for aim in scenario.aims)
    assert start(options).land.name == start(BattleOptions(battlefield="red_plain")).land.name
    with pytest.raises(BadOptions, match="'moon' is wrong for battlefield"):
        GAME.start(2, BattleOptions(battlefield="moon"))
