"""What a side cannot know is imagined otherwise, and what it knows is not."""

from dataclasses import replace
from random import Random

import pytest

from arbiter.core import copied
from arbiter.games.qadardalikoi import imagined, view, warhammers
from arbiter.games.qadardalikoi.contact import between
from arbiter.games.qadardalikoi.geometry import MM, Pose
from arbiter.games.qadardalikoi.state import BattleOptions, Stand

from .field import battle, field, still, unit

FAR = (1800, 1000)
STAND = Stand(0, 1, "Hekéllu", "general", 1, "tsolyani", Pose(1800 * MM, 1060 * MM, 1800))


def world(seat=0, known=(), step="move.units", seed=1, **more):
    """A battle of a side's unit, an enemy that it sees and one that it does not; and a world that it imagines."""
    there = battle(
        unit(0),
        unit(1, at=FAR, files=6, ranks=2),
        unit(1, at=(600, 500), files=6, ranks=2),
        stands=[STAND],
        step=step,
        seen=[[2], []],
        **more,
    )
    other = copied(there)
    imagined.redeal(other, seat, Random(seed), known)
    return there, other


@pytest.mark.parametrize("seed", range(8))
def test_an_unseen_unit_may_stand_elsewhere_but_not_in_sight_or_on_anybody(seed):
    there, other = world(seed=seed)
    assert view.seen(there, 0) == view.seen(other, 0)
    assert other.units[1].pose != there.units[1].pose
    t = still(*other.units)
    assert min(between(t.unit(1), one) for one in (t.unit(0), t.unit(2))) > 0
    assert between(t.unit(1), t.unit(0)) >= imagined.AWAY
    assert {one.n for one in other.units[1].figures} == {one.n for one in there.units[1].figures}


@pytest.mark.rule("QAD-2.141-G2")
@pytest.mark.parametrize("seen", [True, False])
def test_a_commander_who_is_seen_does_not_tell_that_he_stands_with_somebody_unseen(seen):
    there = battle(
        unit(0), unit(1, at=FAR), stands=[replace(STAND, with_=1)], step="move.units",
        seen=[[1] if seen else [], []], staff=[[0], []],
    )  # fmt: skip
    assert [one.with_ for one in view.seen(there, 0).stands] == [1 if seen else -1]
    assert [one.with_ for one in view.seen(there, 1).stands] == [1]
    other = copied(there)
    imagined.redeal(other, 0, Random(1), ())
    assert view.seen(there, 0).stands == view.seen(other, 0).stands
    assert (other.stands[0].with_ == 1) == seen, "he is not with who may be far away"


def test_whom_a_side_sees_stays_and_may_be_fresh_or_tired():
    there, other = world()
    assert [other.units[n].pose for n in (0, 2)] == [there.units[n].pose for n in (0, 2)]
    assert other.units[0] == there.units[0], "its own"
    assert len({world(seed=seed)[1].units[2].fatigue for seed in range(9)}) > 3


def test_an_unseen_stand_is_somewhere_near_the_unit_that_it_leads():
    there, other = world()
    assert other.stands[0].pose != there.stands[0].pose
    x, y = (getattr(other.stands[0].pose, way) - getattr(other.units[1].pose, way) for way in ("x", "y"))
    assert max(abs(x), abs(y)) <= imagined.STROLL // 2


@pytest.mark.parametrize("known", [[("acts", 1)], [("unit", 2)], [("stand", 0)], [("plan", 1)], [("look", 0)]])
def test_when_the_enemy_has_shown_something_in_a_beat_everybody_stays(known):
    there, other = world(known=known)
    assert [one.pose for one in other.units] == [one.pose for one in there.units]
    assert other.stands[0].pose == there.stands[0].pose


def test_what_one_does_oneself_tells_nothing_of_the_enemy():
    there, other = world(known=[("acts", 0)])
    assert other.units[1].pose != there.units[1].pose


@pytest.mark.rule("QAD-2.141-G2")
def test_where_a_side_has_looked_and_seen_nobody_nobody_is_imagined_while_the_beat_goes_on():
    stand = replace(STAND, legion=-1, pose=Pose(1300 * MM, 740 * MM, 1800))
    table = field(
        unit(0, "bows", at=(1200, 300), files=6), unit(1, at=FAR), stands=[stand], step="move.units",
        seen=[[], []], staff=[[], []], holds=True,
    )  # fmt: skip
    table.say(("halves", 0))
    before = [table.imagine(0, Random(seed)).state for seed in range(9)]
    assert len({world.units[1].pose for world in before}) > 3
    assert len({world.stands[0].pose for world in before}) > 3
    table.say({**table.asks[0].usual, "do1": "advance", "by1": 140})
    assert (table.asks[0].prompt, table.view(0).state.stands) == ("orders.form", [])
    for seed in range(30):
        world = table.imagine(0, Random(seed))
        assert (world.imagined, world.view(0).state.stands) == (1, [])
        assert world.state.units[1].pose == table.state.units[1].pose


def test_a_unit_whose_strength_came_to_light_keeps_it():
    for seed in range(5):
        there, other = world(known=[("unit", 2)], seed=seed)
        assert other.units[2].fatigue == there.units[2].fatigue


@pytest.mark.parametrize("more", [{"step": "missile"}, {"options": BattleOptions(open_table=True)}])
def test_after_movement_and_on_an_open_table_nobody_is_imagined_elsewhere(more):
    there, other = world(**more)
    assert [one.pose for one in other.units] == [one.pose for one in there.units]


def test_whoever_is_shaken_or_fights_stays_where_all_saw_it():
    for change in ({"morale": "stand"}, {"melee": 1}):
        made = battle(unit(0), replace(unit(1, at=FAR), **change), step="move.units", seen=[[], []])
        other = copied(made)
        imagined.redeal(other, 0, Random(2), ())
        assert other.units[1].pose == made.units[1].pose


def test_an_unseen_flyer_may_be_elsewhere_on_the_wing_or_on_the_ground():
    made = battle(unit(0), replace(unit(1, at=FAR), height=50 * MM), step="move.units", seen=[[], []])
    found = []
    for seed in range(9):
        found.append(copied(made))
        imagined.redeal(found[-1], 0, Random(seed), ())
    assert {one.units[1].height for one in found} == {0, 50 * MM}
    assert made.units[1].pose not in [one.units[1].pose for one in found]


@pytest.mark.rule("QAD-2.134-d", "QAD-2.141-G2")
@pytest.mark.parametrize(("hidden", "seen", "parted"), [(True, True, True), (False, False, True), (False, True, False)])
def test_who_goes_with_another_unseen_may_be_by_himself(hidden, seen, parted):
    screen, hammer = unit(1, "medium", at=FAR, files=6, ranks=4), unit(1, at=FAR, files=4, ranks=2)
    screen.n, hammer.n, hammer.hidden = 1, 2, hidden
    warhammers.join(screen, hammer, warhammers.GIFT)
    made = battle(unit(0), screen, hammer, step="move.units", seen=[[1] if seen else [], []])
    for seed in range(5):
        other = copied(made)
        imagined.redeal(other, 0, Random(seed), ())
        assert view.seen(other, 0) == view.seen(made, 0)
        assert [one.with_ for one in other.units] == ([-1, -1, -1] if parted else [-1, 2, 1])
        assert (other.units[2].pose != made.units[2].pose) == parted
        assert (other.units[1].pose == made.units[1].pose) == seen
        assert other.units[2].hidden == (hidden and not parted)
