"""Whatever a unit is told, it is refused with a rule or ends where it may stand: on the table, and on nobody."""

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arbiter.core import Illegal
from arbiter.games.qadardalikoi import GAME, free, orders
from arbiter.games.qadardalikoi.columns import bent
from arbiter.games.qadardalikoi.contact import LEVEL
from arbiter.games.qadardalikoi.formations import arranged
from arbiter.games.qadardalikoi.geometry import MM, Pose, overlap
from arbiter.games.qadardalikoi.geometry.crowds import overlapping
from arbiter.games.qadardalikoi.ground import footprints
from arbiter.games.qadardalikoi.manoeuvres import Trial

from .field import area, still, unit
from .test_movement import hlaka

RULES = {entry["id"] for part in ("rule", "gap", "decision") for entry in GAME.ledger()[part]}
ROUNDED = 62
"""Half a millimetre, by which bases may overlap, and what rounding adds in a turn."""
LAND = [
    area("lake", 660, 230, 800, 420, closed=True),
    area("wood", 300, 250, 470, 290, going="woods"),
    area("wall", 100, 430, 420, 440, obstacle=True),
    area("swamp", 0, 100, 160, 300, going="swamp"),
]
SHAPES = ("line", "block", "file", "ring", "square", "diamond", "moons", "wall", "loose", "loose", "bird")


def body(shape, side, at, facing):
    """Sixteen medium troops, two light ones or two Hláka in some shape."""
    if shape == "bird":
        return replace(hlaka(side, at, facing=facing), height=10 * MM)
    if shape == "loose":
        made = unit(side, "light", at=at, facing=facing, files=2, order="skirmish")
        return replace(made, figures=arranged(made, 3, 0, "skirmish"))
    files = {"line": 8, "file": 1}.get(shape, 4)
    made = unit(side, "medium", at=at, facing=facing, files=files, ranks=16 // files, cohort=2, stance=shape == "wall")
    number = {"file": 4, "ring": 8, "square": 7, "diamond": 6, "moons": 18}.get(shape, 2)
    return made if number in (2, 4) else replace(made, figures=arranged(made, number), formation=number)


PLACES = [(400, 200), (240, 200), (560, 200), (240, 340), (400, 340), (560, 340)]
turns = st.sampled_from(range(0, 360, 15))


def near(place):
    return st.integers(place - 20, place + 20)


def bodies(first):
    """Six bodies close to each other, the first of one of these shapes, on either side."""
    shapes = [first, *[SHAPES] * (len(PLACES) - 1)]
    return st.tuples(
        *[
            st.builds(body, st.sampled_from(some), st.integers(0, 1), st.tuples(near(x), near(y)), turns)
            for some, (x, y) in zip(shapes, PLACES, strict=True)
        ]
    )


numbers = st.one_of(st.integers(0, 5), st.sampled_from([10, 30, 45, 90, 135, 180, 2500]), st.integers(0, 300))
verbs = st.one_of(st.sampled_from(["advance", "form", *orders.TURNING]), st.sampled_from(sorted(orders.VERBS)))
manoeuvres = st.tuples(verbs, numbers, st.sampled_from([0, 0, 1, 2, 5, 40]))


def faults(t, trial):
    """What is wrong with where a move would end."""
    moved, ground = trial.unit, t.g.ground
    shapes = footprints(moved.crowd())
    found = [] if ground.holds(shapes) else ["off the table"]
    if not moved.flying and ground.closed(shapes) is not None:
        found.append("in the lake")
    if trial.spent > trial.rate + trial.bonus + 50:
        found.append("too far")
    i, j = overlapping(moved.crowd(), moved.crowd())
    if not bent(moved) and (i != j).any():
        found.append("on itself")
    for other in t.state.units:
        if other.n == moved.n or moved.flying or abs(other.height - moved.height) > LEVEL:
            continue
        there = replace(other, figures=trial.pushed.get(other.n, other.figures)).crowd()
        pairs = zip(*overlapping(moved.crowd(), there), strict=True)
        if any(overlap(moved.crowd().base(a), there.base(b)) > ROUNDED for a, b in pairs):
            found.append(f"on unit {other.n}")
    return found


def crowded(units):
    """A small table with as many of these units as find room, in their order."""
    found = []
    for one in units:
        t = still(*found, one, land=LAND, table=(800, 600))
        if not faults(t, Trial(t.g, t.unit(len(found)))):
            found.append(one)
    assume(found and found[0] is units[0])
    return still(*found, land=LAND, table=(800, 600))


told = st.lists(st.tuples(st.integers(0, 5), st.lists(manoeuvres, min_size=1, max_size=3)), max_size=4)


@settings(max_examples=40)
@given(bodies(SHAPES), told)
def test_an_order_is_refused_by_a_rule_or_ends_where_a_unit_may_stand(units, told):
    t = crowded(units)
    for n, order in told:
        mine = t.unit(n % len(t.state.units))
        known = {*orders.verbs_for(t.g, mine), "form", "face_left", "face_right"} - {orders.STAY, "close", "open"}
        found = orders.plan(t.g, mine, [one for one in order if one[0] in known])
        if isinstance(found, Illegal):
            assert found.rule in RULES
            continue
        assert faults(t, found) == []
        assert found.points <= max(0, mine.fatigue)
        done = found.unit
        mine.pose, mine.figures, mine.formation = done.pose, done.figures, done.formation
        mine.stance, mine.height, mine.obstacle = done.stance, done.height, done.obstacle
        for pushed, figures in found.pushed.items():
            t.unit(pushed).figures = figures


@settings(max_examples=40)
@given(bodies(("loose", "bird")), st.integers(-300, 300), st.integers(-300, 300), turns)
def test_a_free_move_is_refused_by_a_rule_or_ends_where_a_unit_may_stand(units, x, y, facing):
    t = crowded(units)
    goal = Pose(t.unit(0).pose.x + x * MM, t.unit(0).pose.y + y * MM, facing * 10)
    found = free.go(t.g, t.unit(0), goal)
    if isinstance(found, Illegal):
        assert found.rule in RULES
    else:
        assert faults(t, found) == []
