"""What is kept about who stands where is what anybody would find who looked again."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

import arbiter
from arbiter.core import Lean, copied
from arbiter.games.qadardalikoi import QadardalikoiGame, aim, contact, missile, movement, observation, orders, passing
from arbiter.games.qadardalikoi import disposition as kept
from arbiter.games.qadardalikoi.geometry import MM, SLACK, Pose
from arbiter.games.qadardalikoi.geometry.crowds import box
from arbiter.games.qadardalikoi.state import BattleOptions, Qadardalikoi

from .field import field, still, unit

moves = st.lists(
    st.tuples(st.integers(0, 5), st.sampled_from(["go", "fall", "fly", "back"]), st.integers(0, 2000)), max_size=12
)


@given(moves)
def test_who_is_close_is_found_after_any_changes(changes):
    t = field(*(unit(n % 2, at=(400 + 150 * n, 500), files=3, ranks=2, cohort=2) for n in range(6)))
    for n, how, by in changes:
        one = t.state.units[n]
        before = one.pose
        if how == "fall":
            one.figures = one.figures[by % 2 :]
        elif how == "fly":
            one.height = by * MM // 10
        else:
            one.pose = Pose(by * MM, 500 * MM, by)
        if one.figures:
            check(t.g, by)
        if how == "back":
            one.pose = before
            check(t.g, by)


def check(g, reach):
    there = [unit for unit in g.state.units if unit.there]
    for unit_ in there:
        here = box(unit_.crowd())
        for far in (SLACK, reach * MM):
            near = [one.n for one in there if one.n != unit_.n and here.apart(box(one.crowd())) <= far]
            assert [one.n for one in contact.close_to(g, unit_, far)] == near


def test_what_units_may_do_and_see_is_kept_only_as_long_as_it_holds():
    table, rng, looked = arbiter.new("qadardalikoi", seats=2, seed=5, options={"scenario": "wells"}), Random(5), 0
    while not table.over and looked < 40:
        for ask in table.asks:
            if ask.prompt == "move.whom":
                looked += 1
                values = list(ask.values)
                forget()
                g = QadardalikoiGame().play(copied(table.state), Lean(Random(0)))
                ready = {value[1] for value in values if value != movement.DONE}
                anew = [way for n in sorted(ready) for way in movement.ways_of(g, g.state.units[n])]
                assert values == [movement.DONE, *anew]
                seen = [list(one) for one in g.state.seen]
                observation.watch(g)
                assert g.state.seen == seen
            table.answer(ask.seat, ask.sample(rng))
    assert looked


def forget():
    """All that is kept."""
    kept._RECENT.clear()
    movement.WAYS.forget()
    passing.READY.forget()
    orders.PLANS.forget()
    missile.AIMED.forget()
    observation._SEEN.clear()


def test_an_order_that_was_tried_is_known_until_anything_changes():
    t = field(unit(0, at=(600, 300)), unit(1, at=(600, 600)))
    first = orders.plan(t.g, t.unit(0), [("advance", 60, 0)])
    first.unit.figures, first.legs = (), []
    again = orders.plan(t.g, t.unit(0), [("advance", 60, 0)])
    assert again.unit.figures == t.unit(0).figures
    assert [leg.pose for leg in again.legs] == [first.unit.pose]
    assert again.start is t.unit(0)
    t.unit(1).pose = Pose(600 * MM, 350 * MM, 1800)
    assert orders.plan(t.g, t.unit(0), [("advance", 60, 0)]).touched == (1,)


def test_a_clone_takes_over_what_was_found_and_stands_where_one_does_that_finds_it_anew(monkeypatch):
    t = field(
        unit(0, "light", files=8, ranks=2),
        unit(1, "bows", at=(600, 600)),
        unit(1, "bows", at=(900, 600), facing=225),
        unit(0, "bows", at=(1200, 300), facing=330),
        step="move.units",
        first=0,
        rolls=[99],
    )
    prompts = []
    while t.asks[0].prompt != "missile.declare":
        ask = t.asks[0]
        prompts.append(ask.prompt)
        check_clones(t, monkeypatch)
        t.answer(ask.seat, forward(ask))
    check_clones(t, monkeypatch)
    assert prompts.count("passing.fire") > 1
    assert t.unit(0).deeds.lost


def check_clones(table, monkeypatch):
    """A clone that follows finds out nothing again; one that may not finds out the same."""
    worked_out = []
    with monkeypatch.context() as counted:
        for module, name in ((movement, "all_ways"), (passing, "watchers"), (orders, "plan"), (missile, "aims")):
            counted.setattr(module, name, lambda *given, name=name: worked_out.append(name))
        twin = table.clone()
    assert not worked_out
    forget()
    with monkeypatch.context() as alone:
        alone.setattr(Qadardalikoi, "follow", lambda self, g: None)
        anew = table.clone()
    for one in (twin, twin.clone(), anew):
        assert one.state == table.state
        assert [ask.wire() for ask in one.asks] == [ask.wire() for ask in table.asks]
        assert one.recorder.lit == table.recorder.lit


def forward(ask):
    """Everybody who may goes straight on, and whoever can fires once."""
    if ask.prompt == "move.whom":
        return next((one for one in ask.values if one[0] == "order"), movement.DONE)
    if ask.prompt == "orders.form":
        order = {**ask.usual, "do1": "advance", "by1": 40}
        return order if ask.why_not(order) is None else dict(ask.usual)
    if ask.prompt == "passing.fire":
        return {name: "ask" if name == "standing" else min(1, one.most) for name, one in ask.fields.items()}
    return ask.sample(Random(1))


def test_an_imagined_world_finds_out_what_it_needs_for_itself():
    t = field(unit(0), unit(1, "bows", at=(600, 700)), unit(0, at=(1200, 300)), step="move.units", first=0)
    t.say(("order", 0), {**t.clone().say(("order", 0)).asks[0].usual, "do1": "advance", "by1": 100})
    assert t.asks[0].prompt == "passing.fire"
    found = t._g._found
    world = t.imagine(0, Random(1))
    assert world.asks[0].prompt == "passing.fire"
    assert [about for about, _ in world._g._found] == [about for about, _ in found]
    assert all(mine is not theirs for (_, mine), (_, theirs) in zip(found, world._g._found, strict=True))


@given(st.integers(0, 10_000))
def test_who_looks_at_many_at_once_sees_what_he_sees_of_each(seed):
    """Archers among friends and foes: every sight line by itself, against all figures that stand in its way."""
    rng = Random(seed)
    kinds = ("bows", "light", "heavy")
    there = [
        unit(n % 2, kinds[n % 3], at=(200 + 130 * (n % 8), 300 + 130 * (n // 8)), files=rng.randint(2, 5), ranks=2)
        for n in range(16)
    ]
    t = still(*there, options=BattleOptions(open_table=True))
    for one in t.state.units:
        one.pose = Pose(one.pose.x, one.pose.y, rng.randrange(3600))
    for one in t.state.units:
        arm = next((arm for cohort in one.cohorts() if (arm := aim.weapon(one, cohort)) is not None), None)
        if arm is not None and aim.why_not_fire(t.g, one) is None:
            found = aim.aims(t.g, one)
            for foe in t.g.foes(one):
                if aim.why_not_target(t.g, one, foe) is None:
                    for cohort, figures in one.cohorts().items():
                        alone = bool(aim.Aim(t.g, one, figures, foe, arm).open.any())
                        assert (foe in found[cohort]) == alone == bool(aim.who_sees(t.g, {one.n: [cohort]}, foe))


def test_while_nothing_moves_what_was_found_is_not_looked_for_again():
    t = field(unit(0), unit(1, at=(600, 900)))
    g, looked = t.g, []
    with kept.while_still(g):
        laid = kept.disposition(g)
        for _ in range(3):
            assert kept.at_rest(g, "it", lambda: looked.append(1) or 7) == 7
        with kept.while_still(g):
            assert kept.disposition(g) is laid
    assert len(looked) == 1
    t.state.units[0].pose = Pose(60000, 20000, 0)
    assert kept.disposition(g) is not laid
    kept.at_rest(g, "it", lambda: looked.append(1))
    assert len(looked) == 2
