"""0.520: the order of a turn, initiative, and what each side sees."""

import subprocess
import sys
from dataclasses import replace

import pytest

from arbiter.core import copied
from arbiter.games.qadardalikoi import game as game_module
from arbiter.games.qadardalikoi.geometry import MM
from arbiter.games.qadardalikoi.ground import footprints
from arbiter.games.qadardalikoi.ranks import files, ranks
from arbiter.games.qadardalikoi.sequence import STEPS
from arbiter.games.qadardalikoi.state import Deeds

from .field import area, battle, field, still, unit


@pytest.mark.rule("QAD-0.522-a", "QAD-0.522-D1", "QAD-SEQ-3")
@pytest.mark.parametrize(("rolls", "chooser"), [([70, 30], 0), ([30, 70], 1)])
@pytest.mark.parametrize("choice", ["move", "counter"])
def test_the_higher_roll_chooses_to_move_or_to_counter_move(rolls, chooser, choice):
    t = field(unit(0), unit(1, at=(600, 900)), rolls=rolls)
    assert t.asks[0].seat == chooser
    t.say(choice)
    assert t.state.first == (chooser if choice == "move" else 1 - chooser)


@pytest.mark.rule("QAD-SEQ-2")
def test_equal_rolls_are_rolled_again():
    t = field(unit(0), unit(1, at=(600, 900)), rolls=[44, 44, 12, 13])
    assert t.asks[0].seat == 1
    assert t.told().count("initiative.rolls") == 4


@pytest.mark.rule("QAD-SEQ-10")
def test_the_dice_are_open_to_both_sides():
    t = field(unit(0), unit(1, at=(600, 900)), rolls=[70, 30])
    for seat in (0, 1):
        assert [event.args for event in t.events(seat) if event.key == "initiative.rolls"] == [
            {"a": 70, "b": 30, "one": 0, "other": 1}
        ]


def test_missiles_fly_before_melee_and_artillery_fires_after_it():
    after = STEPS.index("counter.units")
    assert after < STEPS.index("missile") < STEPS.index("melee") < STEPS.index("artillery") < STEPS.index("magic")


@pytest.mark.rule("QAD-SEQ-1", "QAD-0.523-a", "QAD-0.525-b", "QAD-0.524-a", "QAD-0.525-a")
def test_the_steps_follow_one_another_and_begin_again(monkeypatch):
    played = []

    def chapter(name):
        def play(g):
            played.append(g.state.step)
            yield from ()
            return True

        return play

    names = {step.removeprefix("move.").removeprefix("counter.") for step in STEPS}
    chapters = {name: chapter(name) for name in names} | {"initiative": game_module.CHAPTERS["initiative"]}
    monkeypatch.setattr(game_module, "CHAPTERS", chapters)
    t = field(unit(0), unit(1, at=(600, 900)), step="last_stands")
    t.say("move")
    assert played[: len(STEPS)] == [*[step for step in STEPS if step != "initiative"], "last_stands"]
    assert t.state.turn == 2


@pytest.mark.rule("QAD-0.221-a")
def test_a_new_turn_forgets_what_was_done_in_the_last():
    tired = unit(0, deeds=Deeds(acted=True, way=100, paid=("move",)))
    t = field(tired, unit(1, at=(600, 900)), step="end")
    assert t.state.turn == 2
    assert t.unit(0).deeds == Deeds()


@pytest.mark.rule("QAD-2.141-G2", "QAD-0.513-a")
def test_a_side_sees_two_ranks_of_what_it_observes_and_nothing_of_the_rest():
    t = field(unit(0, files=4, ranks=3), unit(0, at=(900, 300), fatigue=7), unit(1, at=(600, 900)))
    t.state.seen[1] = [0]
    view = t.game.view(t.state, 1)
    assert len(view.units[0].figures) == 8
    assert (view.units[0].fatigue, view.units[0].troops.morale) == (0, 0)
    assert view.units[1].figures == ()
    assert view.units[1].troops.name == ""
    assert view.units[2] == t.unit(2)
    own = t.game.view(t.state, 0)
    assert own.units[:2] == t.state.units[:2]


@pytest.mark.rule("QAD-2.141-G2")
def test_what_is_seen_of_a_unit_does_not_tell_how_many_cohorts_stand_behind():
    """A front of two cohorts looks the same whether one, two or three ranks stand behind it, however it is counted."""
    fronts = []
    for deep in (3, 4, 5):
        whole = unit(0, files=4, ranks=deep)
        kit = whole.troops.kits[0]
        behind = (replace(kit, missile="composite_bow"),) * (deep - 2)
        whole.troops = replace(whole.troops, kits=(kit, kit, *behind))
        whole.pose = whole.pose._replace(y=400 * MM - 25 * MM * deep // 2)
        whole.figures = tuple(replace(one, n=4 * deep - 1 - one.n) for one in whole.figures)
        view = field().game.view(battle(whole, unit(1, at=(600, 900)), seen=[[1], [0]]), 1)
        fronts.append(view.units[0])
    assert fronts[0] == fronts[1] == fronts[2]
    assert [len(fronts[0].troops.kits), len(fronts[0].figures)] == [2, 8]


@pytest.mark.rule("QAD-2.141-G2")
def test_nothing_that_is_hidden_changes_what_a_side_sees():
    one = battle(unit(0), unit(0, at=(900, 300)), unit(1, at=(600, 900)), seen=[[2], [0]])
    other = copied(one)
    other.units[1].pose = other.units[1].pose._replace(x=5 * MM)
    other.units[1].fatigue = 3
    other.units[0].fatigue = 3
    assert field().game.view(one, 1) == field().game.view(other, 1)


@pytest.mark.rule("QAD-GEO-18")
def test_ranks_are_counted_from_the_front_of_each_file():
    block = unit(0, files=3, ranks=4)
    assert [ranks(block)[n] for n in (0, 3, 6, 9)] == [1, 2, 3, 4]
    assert [[one.n for one in file] for file in files(block).values()] == [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]
    block.figures = tuple(one for one in block.figures if one.n != 0)
    assert ranks(block)[3] == 1


@pytest.mark.rule("QAD-2.110-G2")
def test_ground_is_what_lies_under_any_base_and_an_edge_is_not_entered():
    wood = area("woods", 700, 0, 900, 600, going="woods")
    t = still(unit(0, at=(660, 300)), unit(0, at=(661, 300)), unit(0, at=(800, 300)), land=[wood])
    ground = t.g.ground
    assert ground.goings(t.unit(0).crowd()) == ("open",)
    assert ground.goings(t.unit(1).crowd()) == ("open", "woods")
    assert ground.goings(t.unit(2).crowd()) == ("woods",)


@pytest.mark.rule("QAD-GEO-20")
def test_the_table_has_edges():
    t = still(unit(0, at=(40, 12.5)), unit(0, at=(39, 12.5)))
    ground = t.g.ground
    assert ground.holds(footprints(t.unit(0).crowd(), 0))
    assert not ground.holds(footprints(t.unit(1).crowd(), 0))


def test_without_its_libraries_the_game_says_what_to_install_and_others_are_played():
    hidden = "import sys; sys.modules['shapely'] = None; import arbiter; arbiter.new('epix', seats=4)"
    asked = "print(arbiter.known()); sys.argv = ['arbiter', 'army', 'list']; from arbiter.cli import main; main()"
    said = subprocess.run(
        [sys.executable, "-c", f"{hidden}; {asked}"], capture_output=True, text=True, check=False
    )  # fmt: skip
    assert "pip install 'arbiter-table[battle]'" in said.stderr
    assert "Traceback" not in said.stderr
    assert said.returncode == 2
    assert said.stdout.strip() == "['epix', 'tekumel', 'yummell']"
