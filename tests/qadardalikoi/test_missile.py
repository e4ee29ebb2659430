"""2.21, missile fire: who, how often, at whom, with what sum, and who falls; 2.240, the table."""

import itertools
from dataclasses import replace

import msgspec
import pytest

from arbiter.core import Illegal
from arbiter.games.qadardalikoi import aim, orders, rate_of_fire, results, volleys
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.geometry import MM, Base, Pose
from arbiter.games.qadardalikoi.geometry.lines import Lines
from arbiter.games.qadardalikoi.manoeuvres import Trial
from arbiter.games.qadardalikoi.missile import HOLD, missile
from arbiter.games.qadardalikoi.sight import centres, free, fronts
from arbiter.games.qadardalikoi.state import BattleOptions, Cloud, Deeds, Kit, Shots, Stand

from .field import area, field, still, troops, unit

LIGHT_CROSSBOW = Kit("light", "lt", "none", "short_sword", "dagger", "light_crossbow")


IDLE = Deeds()


def armed(weapon, sheet="tsolyani", **more):
    """Light troops with a missile weapon of some sheet."""
    kit = replace(LIGHT_CROSSBOW, missile=weapon)
    return replace(troops("bows", **more), kits=(kit,), sheet=sheet)


def arm(key, sheet="tsolyani"):
    return next(one for one in book().sheets[sheet].missiles if one.key == key)


def phase(*units, **more):
    """A table in the missile phase, and nothing else."""

    def only(g):
        yield from missile(g)

    return field(*units, rules=only, **more)


def shooters(at=(600, 300), **more):
    return unit(0, "bows", at=at, **more)


def enemy(at=(600, 500), kind="medium", **more):
    return unit(1, kind, at=at, **more)


# 2.240


@pytest.mark.rule("QAD-2.240-a", "QAD-2.240-G1", "QAD-2.240-G5")
def test_cells_are_as_printed_and_the_lower_left_is_the_attacker():
    assert [results.cell(20, column) for column in (-2, 15)] == [5, 28]
    assert [results.cell(17, column) for column in (13, 14)] == [25, 25]
    assert [results.cell(-20, column) for column in (-2, 1, 2)] == [-2, -1, 0]


@pytest.mark.rule("QAD-2.240-G1")
def test_every_row_grows_to_the_right_and_every_column_upward():
    rows = [[results.cell(net, column) for column in range(-2, 16)] for net in range(20, -21, -1)]
    assert all(a <= b for row in rows for a, b in itertools.pairwise(row))
    assert all(below <= above for up, down in itertools.pairwise(rows) for above, below in zip(up, down, strict=True))


@pytest.mark.rule("QAD-2.240-G2", "QAD-2.240-X3", "QAD-2.240-G4")
def test_beyond_the_table_its_edges_count():
    assert results.cell(29, 2) == results.cell(20, 2) == 8
    assert results.cell(-40, 5) == results.cell(-20, 5)
    assert results.cell(-20, -9) == -2


@pytest.mark.rule("QAD-2.240-G3", "QAD-2.240-X2")
def test_more_than_fifteen_are_split():
    assert results.casualties(2, 18) == 8 + 2
    assert results.casualties(0, 37) == 7 + 7 + 3
    assert results.casualties(-20, 16) == results.cell(-20, 15)  # the remainder's -1 counts nothing


@pytest.mark.rule("QAD-2.240-G6")
def test_without_figures_there_is_no_lookup():
    assert results.casualties(-20, 0, shift=-2) == 0
    assert results.casualties(-20, 1, shift=-3) == -2


# 2.211


@pytest.mark.rule("QAD-2.211-c", "QAD-2.211-d", "QAD-2.211-G1")
@pytest.mark.parametrize(("way", "halves"), [(0, 2), (60, 1), (75, 1), (76, 0), (150, 0)])
def test_moving_halves_the_rate_or_forbids_fire(way, halves):
    one = shooters(deeds=Deeds(way=way * MM, rate=150 * MM))
    assert rate_of_fire.share_left(one) == halves
    refused = rate_of_fire.why_not_fire(still(one, enemy()).g, one)
    assert (refused is None) == (halves > 0)


@pytest.mark.rule("QAD-2.211-i", "QAD-2.141-g", "QAD-2.111-G2", "QAD-0.420-G6", "QAD-2.413-G4")
@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"deeds": Deeds(charged=(-1,))}, "missile.charged"),
        ({"deeds": Deeds(evaded=True)}, "missile.evaded"),
        ({"deeds": Deeds(way=5000, rate=60000, paid=("forced_march",))}, "missile.marched"),
        ({"stance": True}, "missile.stance"),
        ({"morale": "stand"}, "missile.shaken"),
        ({"morale": "rout"}, "missile.shaken"),
    ],
)
def test_who_does_not_fire(change, key):
    t = still(shooters(**change), enemy())
    assert rate_of_fire.why_not_fire(t.g, t.unit(0)).key == key
    assert not phase(shooters(**change), enemy()).asks


@pytest.mark.rule("QAD-2.211-G6")
def test_who_touches_an_enemy_does_not_fire_at_anybody():
    t = still(shooters(), enemy(at=(600, 325)), enemy(at=(600, 600)))
    assert rate_of_fire.why_not_fire(t.g, t.unit(0)).key == "missile.in_melee"


def loosed_by_turn(troops_, turns, deeds=IDLE, hold=()):
    """How many shots a figure looses each turn when it fires all it can but in the turns `hold`."""
    t = still(unit(0, troops_), enemy())
    g, one = t.g, t.unit(0)
    found = []
    for turn in range(turns):
        one.deeds = deeds
        n = 0 if turn in hold else rate_of_fire.shots(one, 0)
        if n:
            rate_of_fire.loose(g, one, 0, n)
        one.deeds = replace(deeds, fired=bool(n))
        rate_of_fire.restock(g)
        found.append(n)
    return found


@pytest.mark.rule("QAD-2.211-G2", "QAD-2.211-X11", "QAD-2.211-G5")
def test_a_rate_of_one_and_a_half_is_one_then_two_and_never_hoarded():
    pe_choi = armed("light_crossbow", "pe_choi")
    assert loosed_by_turn(pe_choi, 4) == [1, 2, 1, 2]
    assert loosed_by_turn(pe_choi, 7, hold=(4, 5)) == [1, 2, 1, 2, 0, 0, 2]


@pytest.mark.rule("QAD-2.211-X2", "QAD-2.211-c")
def test_long_bows_on_the_move():
    moving = Deeds(way=50 * MM, rate=100 * MM)
    assert arm("long_bow").rof == 3
    assert loosed_by_turn(armed("long_bow"), 4, moving) == [1, 2, 1, 2]


@pytest.mark.rule("QAD-2.211-f")
def test_a_rate_below_one_fires_in_one_turn_of_several_and_begins_loaded(monkeypatch):
    slow = msgspec.structs.replace(arm("light_crossbow"), rof=0.5)
    monkeypatch.setattr(rate_of_fire, "weapon", lambda unit, cohort: slow)
    assert loosed_by_turn(armed("light_crossbow"), 4) == [1, 0, 1, 0]


@pytest.mark.rule("QAD-2.211-G2", "QAD-2.145-G3")
def test_a_flyer_that_fires_and_then_sinks_for_want_of_strength_has_all_its_shots_next_turn():
    t = still(shooters(height=100 * MM, fatigue=0), enemy())
    g, one = t.g, t.unit(0)
    rate_of_fire.loose(g, one, 0, 2)
    one.height, one.deeds = 0, replace(one.deeds, way=100 * MM, rate=600 * MM)
    rate_of_fire.restock(g)
    one.deeds = Deeds()
    assert rate_of_fire.shots(one, 0) == 2


@pytest.mark.rule("QAD-2.143-G2", "QAD-2.211-c")
def test_a_rate_of_one_on_the_move_fires_every_second_turn():
    assert loosed_by_turn(armed("javelin"), 4, Deeds(way=50 * MM, rate=100 * MM)) == [0, 1, 0, 1]


@pytest.mark.rule("QAD-2.211-e", "QAD-2.211-X3")
def test_a_rate_of_one_fires_once_a_turn_pass_through_or_not():
    assert arm("medium_crossbow").rof == 1
    t = still(unit(0, armed("medium_crossbow")), enemy(), step="move.units")
    one = t.unit(0)
    assert rate_of_fire.shots(one, 0) == 1
    assert isinstance(orders.plan(t.g, one, [("advance", 10, 0)]), Trial)
    assert isinstance(orders.plan(t.g, one, [("charge", 1, 0)]), Trial)
    rate_of_fire.loose(t.g, one, 0, 1)
    assert rate_of_fire.shots(one, 0) == 0
    assert (one.deeds.fired, one.deeds.full_rate) == (True, True)
    for order in ([("advance", 10, 0)], [("charge", 1, 0)]):
        assert isinstance(orders.plan(t.g, one, order), Illegal)


@pytest.mark.rule("QAD-2.143-G1")
@pytest.mark.parametrize(
    ("weapon", "n", "hard"),
    [("composite_bow", 1, False), ("composite_bow", 2, True), ("long_bow", 1, False), ("long_bow", 2, True)],
)
def test_more_than_half_the_rate_is_the_full_rate(weapon, n, hard):
    t = still(unit(0, armed(weapon)), enemy())
    rate_of_fire.loose(t.g, t.unit(0), 0, n)
    assert t.unit(0).deeds.full_rate == hard
    assert t.unit(0).deeds.paid == ("missile",)


@pytest.mark.rule("QAD-2.211-G4", "QAD-3.006-n8", "QAD-3.006-G4")
def test_ahoggya_throw_three_javelins_in_a_battle_and_others_never_run_out():
    assert sum(loosed_by_turn(armed("javelin", "ahoggya"), 6)) == 3
    assert loosed_by_turn(armed("composite_bow"), 6) == [2] * 6


# 2.212: at whom


@pytest.mark.rule("QAD-2.212-E2", "QAD-2.212-a")
@pytest.mark.parametrize(("x", "good"), [(600, True), (770, True), (900, False)])
def test_only_within_45_degrees(x, good):
    t = still(shooters(), enemy(at=(x, 500)))
    assert bool(aim.targets(t.g, t.unit(0), 0)) == good


@pytest.mark.rule("QAD-2.212-a", "QAD-GEO-10")
def test_the_near_end_of_a_long_line_is_a_target_though_its_middle_is_far_aside():
    t = still(shooters(at=(990, 300), facing=40, files=1, cohort=1), enemy(at=(600, 480), files=40, cohort=40))
    assert [one.n for one in aim.targets(t.g, t.unit(0), 0)] == [1]


@pytest.mark.rule("QAD-2.212-E1", "QAD-2.212-b")
def test_a_unit_between_blocks_the_fire_at_who_is_behind():
    t = still(shooters(), enemy(at=(600, 400), files=12, cohort=12), enemy(at=(600, 600), files=2))
    assert [one.n for one in aim.targets(t.g, t.unit(0), 0)] == [1]


@pytest.mark.rule("QAD-GEO-12")
@pytest.mark.parametrize(("formation", "targets"), [(2, [2]), (15, [1, 2]), (16, [1, 2]), (17, [1, 2]), (19, [1, 2])])
def test_who_goes_with_a_unit_blocks_the_fire_at_it_unless_both_share_a_formation(formation, targets):
    """Handlers of beasts stand beside them and not among them."""
    beasts, men = enemy(with_=2, formation=formation), enemy(at=(600, 450), files=12, with_=1, formation=formation)
    t = still(shooters(), beasts, men)
    assert [one.n for one in aim.targets(t.g, t.unit(0), 0)] == targets


@pytest.mark.rule("QAD-2.212-X5", "QAD-2.004-c", "QAD-GEO-12")
def test_a_command_stand_is_no_target_and_blocks_nothing():
    stand = Stand(0, 1, "Kasí", "general", 1, "tsolyani", Pose(600 * MM, 400 * MM, 1800))
    t = still(shooters(), enemy(at=(600, 500)), stands=[stand])
    assert [one.n for one in aim.targets(t.g, t.unit(0), 0)] == [1]


@pytest.mark.rule("QAD-2.211-b", "QAD-2.211-G3")
def test_nobody_fires_into_a_melee_or_at_who_touches_it():
    fighting = [unit(0, "medium", at=(1000, 475)), enemy(at=(1000, 500)), enemy(at=(1080, 500))]
    t = still(unit(0, "bows", at=(1000, 200), files=8), *fighting, enemy(at=(1180, 500)))
    g = t.g
    refused = [aim.why_not_target(g, t.unit(0), t.unit(n)) for n in (2, 3, 4)]
    assert [one and one.key for one in refused] == ["missile.into_melee", "missile.into_melee", None]


@pytest.mark.rule("QAD-2.211-G3", "QAD-2.145-G1")
@pytest.mark.parametrize(("height", "refused"), [(60, False), (80, True), (100, True), (126, False)])
def test_nobody_fires_at_a_flyer_that_touches_a_melee_on_the_wing(height, refused):
    high = {"height": 100 * MM}
    fighting = [unit(0, "medium", at=(600, 475), **high), enemy(at=(600, 500), **high)]
    t = still(shooters(at=(600, 100)), *fighting, enemy(at=(680, 500), height=height * MM))
    assert (aim.why_not_target(t.g, t.unit(0), t.unit(3)) is not None) == refused


@pytest.mark.rule("QAD-2.212-G6")
def test_a_target_must_be_seen_and_no_friend():
    t = still(shooters(), enemy(), seen=[[], []])
    assert aim.targets(t.g, t.unit(0), 0) == []
    t = still(shooters(), enemy(), seen=[[], []], options=BattleOptions(open_table=True))
    assert [one.n for one in aim.targets(t.g, t.unit(0), 0)] == [1]
    t = still(shooters(), unit(0, "medium", at=(600, 500)))
    assert aim.why_not_target(t.g, t.unit(0), t.unit(1)).key == "missile.no_target"


@pytest.mark.rule("QAD-2.212-G2")
def test_rear_ranks_shoot_over_their_own():
    t = still(unit(0, "bows", files=4, ranks=3, cohort=12), enemy())
    one = t.unit(0)
    assert aim.Aim(t.g, one, one.figures, t.unit(1), arm("composite_bow")).open.any(axis=1).sum() == 12


@pytest.mark.rule("QAD-GEO-12", "QAD-2.141-G3")
@pytest.mark.parametrize(
    ("more", "seen"),
    [
        ({}, True),
        ({"land": [area("wood", 400, 380, 800, 425, woods=True, going="woods")]}, True),
        ({"land": [area("wood", 400, 380, 800, 440, woods=True, going="woods")]}, False),
        ({"land": [area("wall", 400, 395, 800, 400, solid=True, height=30 * MM)]}, False),
        ({"land": [area("bank", 400, 395, 800, 400, solid=True, height=10 * MM)]}, True),
        ({"land": [area("hill", 300, 380, 900, 420, height=2540)]}, False),
        ({"weather": "dense_fog"}, False),
        ({"weather": "fog"}, True),
        ({"clouds": [Cloud(Base(600 * MM, 400 * MM, 0, 400 * MM, 75 * MM), 0, 2)]}, False),
    ],
)
def test_what_hides_a_target(more, seen):
    t = still(shooters(), enemy(), **more)
    assert bool(aim.targets(t.g, t.unit(0), 0)) == seen


@pytest.mark.rule("QAD-GEO-1", "QAD-GEO-12", "QAD-2.141-G3")
@pytest.mark.parametrize(("more", "seen"), [(0.4, True), (0.6, False)])
def test_who_looks_has_half_a_millimetre_more_of_wood_and_of_mist(more, seen):
    wood = area("wood", 400, 380, 800, 430 + more, woods=True, going="woods")
    slanted = ((100 + more) ** 2 - 7.5**2) ** 0.5
    for y, others in ((500, {"land": [wood]}), (312.5 + slanted, {"weather": "dense_fog"})):
        t = still(shooters(files=1, cohort=1), enemy(at=(600, y), files=1), **others)
        assert bool(aim.targets(t.g, t.unit(0), 0)) == seen


def works(kind, low, high):
    """A piece of terrain across the field, as battlefields have it."""
    entry = book().terrain[kind]
    return area(
        kind, 300, low, 900, high, height=round(entry.height * MM), solid=entry.solid, cover=entry.cover,
        obstacle=entry.obstacle, woods=entry.woods,
    )  # fmt: skip


@pytest.mark.rule("QAD-GEO-12", "QAD-GEO-13")
@pytest.mark.parametrize(
    ("kind", "exposed"),
    [("wall", 50), ("hedge", 75), ("trench", 33), ("palisade", 25), ("gabions", 33), ("abatis", 75)],
)
def test_who_stands_right_behind_a_work_is_covered_and_not_hidden(kind, exposed):
    """Bases are 25 mm deep: their edge is 2 mm behind it, 22.5 mm, and too far."""
    for high, seen in ((485.5, True), (465, True), (450, kind == "trench")):
        t = still(shooters(), enemy(), land=[works(kind, high - 5, high)])
        one, other = t.unit(0), t.unit(1)
        found = aim.Aim(t.g, one, one.figures, other, arm("composite_bow"))
        assert bool(found.open.any()) == seen, high
        if high > 450:
            assert volleys.exposure(t.g, found, range(4), other) == exposed, high


@pytest.mark.rule("QAD-GEO-12", "QAD-GEO-13")
@pytest.mark.parametrize(("kind", "exposed"), [("village", 33), ("ruins", 50)])
def test_who_stands_in_a_village_is_covered_and_who_is_beyond_it_is_hidden(kind, exposed):
    t = still(shooters(), enemy(at=(600, 520)), land=[works(kind, 480, 560)])
    one, other = t.unit(0), t.unit(1)
    found = aim.Aim(t.g, one, one.figures, other, arm("composite_bow"))
    assert volleys.exposure(t.g, found, range(4), other) == exposed
    beyond = still(shooters(), enemy(at=(600, 580)), land=[works(kind, 480, 560)])
    assert not aim.targets(beyond.g, beyond.unit(0), 0)


@pytest.mark.rule("QAD-GEO-12")
@pytest.mark.parametrize(("low", "seen"), [(313, True), (335, True), (345, False)])
def test_who_stands_right_behind_a_palisade_shoots_over_it(low, seen):
    """The front of the bases is at 312.5 mm."""
    t = still(shooters(), enemy(), land=[works("palisade", low, low + 5)])
    assert bool(aim.targets(t.g, t.unit(0), 0)) == seen


@pytest.mark.rule("QAD-GEO-12", "QAD-GEO-19")
@pytest.mark.parametrize("contours", [0, 2])
@pytest.mark.parametrize("thing", [("woods", 360, 460), ("wall", 445, 450), ("hedge", 445, 450), ("abatis", 445, 450)])
def test_what_stands_on_a_hill_hides_as_much_as_on_the_plain(contours, thing):
    hill = area("hill", 100, 100, 1100, 900, height=contours * 2540)
    t = still(shooters(), enemy(), land=[hill, works(*thing)])
    assert not aim.targets(t.g, t.unit(0), 0)


@pytest.mark.rule("QAD-2.144-G1", "QAD-GEO-19")
@pytest.mark.parametrize(("kind", "height"), [("wall", 0), ("hedge", 0), ("light_slope", 25)])
def test_who_stands_on_a_wall_stands_no_higher(kind, height):
    t = still(shooters(), land=[area(kind, 500, 250, 700, 350, height=25 * MM, obstacle=height == 0)])
    assert t.g.ground.height(600 * MM, 300 * MM) == height * MM


@pytest.mark.rule("QAD-GEO-12")
@pytest.mark.parametrize(("height", "seen"), [(0, False), (40, False), (200, True)])
def test_from_on_high_one_sees_over_a_wood_and_is_seen(height, seen):
    """A wood 100 mm deep and 60 mm high: 50 mm of it can be seen through."""
    wood = works("woods", 360, 460)
    for flyer, other in ((0, 1), (1, 0)):
        units = [shooters(), enemy()]
        units[flyer].height = height * MM
        t = still(*units, land=[wood])
        one, mark = t.unit(flyer), t.unit(other)
        lines = Lines.every(fronts(t.g, one.height, one.crowd()), centres(t.g, mark.height, mark.crowd()))
        assert free(t.g, lines, {0, 1}).any() == seen


def test_from_a_hill_one_sees_over_those_below():
    ranks = [shooters(), enemy(at=(600, 400), files=12, cohort=12), enemy(at=(600, 900), files=2)]
    low = still(*ranks)
    assert [one.n for one in aim.targets(low.g, low.unit(0), 0)] == [1]
    high = still(*ranks, land=[area("hill", 300, 200, 900, 315, height=4 * 2540)])
    assert [one.n for one in aim.targets(high.g, high.unit(0), 0)] == [1, 2]


@pytest.mark.rule("QAD-2.213-a", "QAD-2.213-G1", "QAD-GEO-11")
def test_flyers_are_shot_at_by_the_straight_line_in_space():
    bow = arm("composite_bow")
    t = still(shooters(), enemy(at=(600, 500), height=400 * MM))
    one, high = t.unit(0), t.unit(1)
    assert aim.Aim(t.g, one, one.figures, high, bow).open.all()
    assert all(aim.Aim(t.g, one, one.figures, high, bow).reach())
    high.height = bow.range * MM
    assert not any(aim.Aim(t.g, one, one.figures, high, bow).reach())
    over = replace(high, height=100 * MM, pose=one.pose)
    assert aim.in_arc(one.crowd().take([0]), over.crowd().take([0])).all()


@pytest.mark.rule("QAD-2.213-G1")
@pytest.mark.parametrize(("aside", "ahead", "over"), [(0, 0, True), (0, 12, True), (-9, -12, True), (0, -14, False)])
def test_who_is_overhead_is_in_arc_wherever_its_middle_is_over_the_base(aside, ahead, over):
    low = shooters(files=1, cohort=1)
    high = enemy(at=(600 + aside, 300 + ahead), kind="bows", files=1, cohort=1, height=100 * MM)
    t = still(low, high)
    assert bool(aim.targets(t.g, t.unit(0), 0)) == over


@pytest.mark.rule("QAD-GEO-11", "QAD-GEO-19")
@pytest.mark.parametrize(("flyer", "contours", "reached"), [(1, 0, False), (1, 2, True), (0, 0, False), (0, 2, True)])
def test_from_a_hill_a_flyer_is_as_much_nearer_as_the_hill_is_high(flyer, contours, reached):
    units = [shooters(), enemy(at=(600, 340))]
    units[flyer].height = 500 * MM
    t = still(*units, land=[area("hill", 300, 200, 900, 500, height=contours * 2540)])
    one, other = t.unit(0), t.unit(1)
    assert any(aim.Aim(t.g, one, one.figures, other, arm("composite_bow")).reach()) == reached


@pytest.mark.rule("QAD-3.017-G1", "QAD-2.145-X1")
def test_what_is_dropped_hits_those_below():
    sheet, stone = next((key, one) for key, entry in book().sheets.items() for one in entry.missiles if one.altitude)
    flyers = replace(armed(stone.key, sheet), sheet=sheet)
    t = still(unit(0, flyers, at=(600, 500), height=100 * MM), enemy(at=(600, 500)), enemy(at=(600, 580)))
    one = t.unit(0)
    assert any(aim.Aim(t.g, one, one.figures, t.unit(1), stone).reach())
    assert not aim.Aim(t.g, one, one.figures, t.unit(2), stone).open.any()
    one.height = 20 * MM
    assert not aim.Aim(t.g, one, one.figures, t.unit(1), stone).open.any()


@pytest.mark.rule("QAD-3.017-G1", "QAD-GEO-11")
@pytest.mark.parametrize("behind", [0, 15, 25])
def test_what_is_dropped_reaches_everybody_under_a_base(behind):
    sheet, stone = next((key, one) for key, entry in book().sheets.items() for one in entry.missiles if one.altitude)
    kit = replace(LIGHT_CROSSBOW, missile=stone.key, front=40 * MM, depth=40 * MM)
    flyers = replace(armed(stone.key, sheet), kits=(kit,))
    t = still(unit(0, flyers, at=(600, 500), files=1, height=30 * MM), enemy(at=(600, 500 - behind), files=1))
    one = t.unit(0)
    assert aim.Aim(t.g, one, one.figures, t.unit(1), stone).reach() == [True]
    t.unit(1).height = 40 * MM
    assert aim.Aim(t.g, one, one.figures, t.unit(1), stone).reach() == [False], "nothing falls upward"


# The phase


@pytest.mark.rule("QAD-2.211-D1", "QAD-2.211-a", "QAD-2.211-g")
def test_both_sides_declare_in_secret_and_a_target_for_each_cohort():
    t = phase(unit(0, "bows", files=8), enemy(at=(560, 450)), enemy(at=(660, 450), kind="bows"))
    first, other = t.asks
    assert (first.seat, other.seat) == (0, 1)
    assert set(first.fields) == {"0.0.0", "0.0.1", "0.1.0", "0.1.1"}
    t.answer(0, {"0.0.0": 1, "0.0.1": 1, "0.1.0": 2, "0.1.1": HOLD})
    assert not any(event.key.startswith("missile") for event in t.events(1))
    t.answer(1, {"2.0.0": 0, "2.0.1": HOLD})
    assert [event.key for event in t.events(0)].count("missile.fire") == 3


@pytest.mark.rule("QAD-2.211-h")
def test_a_rate_above_one_may_go_to_several_targets():
    t = phase(shooters(), enemy(at=(560, 450)), enemy(at=(660, 450)))
    t.say({"0.0.0": 1, "0.0.1": 2})
    fired = [event.args for event in t.events(0) if event.key == "missile.fire"]
    assert [(one["other"], one["shots"]) for one in fired] == [("medium", 4), ("medium", 4)]


@pytest.mark.rule("QAD-2.212-d", "QAD-2.212-G8")
def test_the_range_is_learnt_only_by_firing():
    far = enemy(at=(600, 900))
    t = phase(shooters(), far)
    shown = str(t.asks[0].wire())
    assert "480" not in shown
    t.say({"0.0.0": 1, "0.0.1": HOLD})
    assert "missile.short" in t.told()
    assert t.unit(0).deeds.fired
    assert t.unit(0).shots[0].spent == 1


@pytest.mark.rule("QAD-GEO-11")
def test_figures_out_of_range_waste_their_shots_and_the_others_count():
    javelin = arm("javelin")
    line = unit(0, armed("javelin"), files=2, ranks=2, cohort=4)
    t = phase(line, enemy(at=(600, 325 + javelin.range - 5 + 12.5), kind="medium"))
    t.say({"0.0.0": 1})
    (fired,) = [event.args for event in t.events(0) if event.key == "missile.fire"]
    assert fired["shots"] == 2


@pytest.mark.rule("QAD-2.212-E3", "QAD-2.212-c")
def test_only_figures_with_the_target_in_their_own_arc_count():
    """Of four cohorts the left one may fire at A, the others at B; of the second from the right four have A in arc."""
    line = unit(0, "bows", at=(600, 300), files=24, cohort=6)
    a, b = enemy(at=(498, 490), files=1, cohort=1), enemy(at=(760, 500), files=4)
    t = phase(line, a, b)
    able = {cohort: {one.n for one in aim.targets(t.g, t.unit(0), cohort)} for cohort in range(4)}
    assert 1 in able[0]
    assert all(2 in able[cohort] for cohort in (1, 2, 3))
    t.say(dict.fromkeys(t.asks[0].fields, HOLD) | {"0.2.0": 1})
    (fired,) = [event.args for event in t.events(0) if event.key == "missile.fire"]
    assert fired["shots"] == 4
    t = phase(unit(0, "bows", files=8, cohort=8), enemy(at=(450, 420), files=1))
    inside = aim.in_arc(t.unit(0).crowd(), t.unit(1).crowd()).sum()
    t.say({"0.0.0": 1, "0.0.1": HOLD})
    (fired,) = [event.args for event in t.events(0) if event.key == "missile.fire"]
    assert fired["shots"] == inside == 2


@pytest.mark.rule("QAD-2.212-G3")
def test_cohorts_with_one_weapon_at_one_target_are_one_fire():
    t = phase(unit(0, "bows", files=8), enemy(files=8, ranks=2), rolls=[60])
    t.say({"0.0.0": 1, "0.0.1": HOLD, "0.1.0": 1, "0.1.1": HOLD})
    (fired,) = [event.args for event in t.events(0) if event.key == "missile.fire"]
    assert (fired["shots"], fired["hits"], fired["roll"]) == (8, 8, 60)


@pytest.mark.rule("QAD-2.212-k")
def test_who_falls_has_fired_too():
    def mine():
        return unit(0, "bows", files=12, ranks=3, cohort=36)

    theirs = unit(1, "bows", at=(600, 500), files=12, ranks=3, cohort=36)
    t = phase(mine(), theirs, rolls=[100, 100])
    t.answer(0, {"0.0.0": 1, "0.0.1": 1})
    t.answer(1, {"1.0.0": 0, "1.0.1": 0})
    fired = [event.args for event in t.events(0) if event.key == "missile.fire"]
    assert [one["shots"] for one in fired] == [72, 72]
    assert fired[0]["lost"] == fired[1]["lost"] > 0
    assert len(t.unit(0).figures) == len(t.unit(1).figures) == 36 - fired[0]["lost"]


# The sum


@pytest.mark.rule(
    "QAD-2.231-E1",
    "QAD-2.212-e",
    "QAD-2.212-g",
    "QAD-2.212-h",
    "QAD-2.212-i",
    "QAD-2.212-j",
    "QAD-2.212-G1",
    "QAD-2.212-G9",
)
def test_four_light_crossbows_at_one_medium_infantryman():
    t = phase(unit(0, armed("light_crossbow")), enemy(files=1, cohort=1), rolls=[62])
    first = {name: 1 if name.endswith(".0") else HOLD for name in t.asks[0].fields}
    t.say(first)
    (fired,) = [event.args for event in t.events(0) if event.key == "missile.fire"]
    assert (fired["shots"], fired["exposed"], fired["hits"], fired["net"], fired["lost"]) == (4, 100, 4, -8, 1)
    (total,) = [event.args for event in t.events(0) if event.key == "missile.sum"]
    assert [part.args["n"] for part in total["parts"]] == ["+6", "-15", "+1"]
    assert [part.args["rule"] for part in total["parts"]] == ["QAD-2.212-h", "QAD-2.212-h", "QAD-2.212-i"]
    assert [entry.args for entry in total["entries"]] == [{"row": "-8", "column": 4, "n": 1}]
    assert not t.unit(1).figures


@pytest.mark.rule("QAD-2.212-X2", "QAD-0.420-aa", "QAD-2.212-G5")
@pytest.mark.parametrize(("stance", "net", "lost"), [(False, -11, 2), (True, -16, 1)])
def test_shields_overhead_count_five(stance, net, lost):
    target = enemy(files=6, ranks=2, stance=stance)
    number = volleys.attack(arm("light_crossbow"), target, [one.n for one in target.figures], roll=10)
    assert number.value == net
    assert volleys.casualties(number.value, 12) == lost


@pytest.mark.rule("QAD-2.212-G5", "QAD-2.212-j")
@pytest.mark.parametrize("played", [False, True])
def test_the_mark_of_a_legion_shifts_its_fire_only_by_option(played):
    good = shooters(files=6, cohort=6)
    good = replace(good, troops=replace(good.troops, mark="**"))
    t = phase(good, enemy(kind="bows"), options=BattleOptions(marks_fire=played), rolls=[99])
    for ask in list(t.asks):
        t.answer(ask.seat, dict.fromkeys(ask.fields, 1 if ask.seat == 0 else -1))
    fire = next(event.args for event in t.events(0) if event.key == "missile.fire")
    assert fire["lost"] == max(0, results.casualties(fire["net"], fire["hits"], 2 if played else 0))
    assert results.casualties(fire["net"], fire["hits"], 2) != results.casualties(fire["net"], fire["hits"])
    told = next(event.args for event in t.events(0) if event.key == "missile.sum")["shift"]
    assert [(part.args["n"], part.args["rule"]) for part in told] == [
        ("+2", "QAD-2.223d-a") if played else ("+0", "QAD-2.212-G5")
    ]


@pytest.mark.rule("QAD-2.212-X3", "QAD-2.212-G4")
def test_no_volley_harms_those_who_loose_it():
    assert results.casualties(-20, 1) == -1
    assert volleys.casualties(-20, 1) == 0
    assert volleys.casualties(-11, 12) == results.casualties(-11, 12) == 2


@pytest.mark.rule("QAD-2.212-e")
def test_at_a_covered_target_every_shot_rolls():
    wall = area("wall", 400, 480, 800, 485, cover="woods")
    t = phase(shooters(), enemy(), land=[wall], rolls=[50, 51, 1, 100, 60])
    t.say({"0.0.0": 1, "0.0.1": HOLD})
    (fired,) = [event.args for event in t.events(0) if event.key == "missile.fire"]
    assert (fired["exposed"], fired["shots"], fired["hits"], fired["roll"]) == (50, 4, 2, 60)


@pytest.mark.rule("QAD-2.212-f", "QAD-GEO-13")
@pytest.mark.parametrize(
    ("land", "exposed"),
    [
        ([], 100),
        ([area("hedge", 400, 470, 800, 475, cover="hedge")], 75),
        ([area("far hedge", 400, 440, 800, 450, cover="hedge")], 100),
        ([area("behind", 400, 525, 800, 530, cover="parapet")], 100),
        ([area("village", 500, 450, 700, 550, cover="building")], 33),
        ([area("half", 600, 450, 700, 550, cover="parapet")], 66),
    ],
)
def test_exposure_is_the_mean_over_the_target_in_steps_of_the_table(land, exposed):
    t = still(shooters(), enemy(), land=land)
    one, other = t.unit(0), t.unit(1)
    found = aim.Aim(t.g, one, one.figures, other, arm("composite_bow"))
    assert volleys.exposure(t.g, found, range(4), other) == exposed


@pytest.mark.rule("QAD-GEO-13")
@pytest.mark.parametrize("turn", [1, -1])
def test_of_several_covers_the_best_counts(turn):
    land = [area("hedge", 400, 470, 800, 475, cover="hedge"), area("village", 500, 450, 700, 550, cover="building")]
    t = still(shooters(), enemy(), land=land[::turn])
    assert volleys.cover(t.g, t.unit(1).bases()[0], (600 * MM, 300 * MM)) == 33


@pytest.mark.rule("QAD-GEO-13")
@pytest.mark.parametrize(("firer", "exposed"), [((300, 500), 75), ((900, 500), 100)])
def test_cover_lies_toward_the_firer_also_from_the_side(firer, exposed):
    hedge = area("hedge", 575, 300, 580, 700, cover="hedge")
    t = still(shooters(), enemy(files=1), land=[hedge])
    assert volleys.cover(t.g, t.unit(1).bases()[0], (firer[0] * MM, firer[1] * MM)) == exposed


@pytest.mark.rule("QAD-GEO-13", "QAD-2.213-a")
@pytest.mark.parametrize(("height", "exposed"), [(25, 50), (26, 100)])
def test_who_flies_over_a_wood_has_no_cover_in_it(height, exposed):
    wood = area("wood", 400, 480, 800, 560, cover="woods")
    t = still(shooters(), enemy(height=height * MM), land=[wood])
    one, other = t.unit(0), t.unit(1)
    found = aim.Aim(t.g, one, one.figures, other, arm("composite_bow"))
    assert volleys.exposure(t.g, found, range(4), other) == exposed


@pytest.mark.rule("QAD-GEO-13")
def test_exposure_counts_nobody_who_is_out_of_range():
    """A deep column whose head is in the open and whose rear, out of range, stands in a village."""
    village = area("village", 500, 560, 700, 700, cover="building")
    javelins = replace(armed("javelin"), kits=(replace(LIGHT_CROSSBOW, missile="javelin"),))
    t = still(unit(0, javelins, at=(600, 470)), enemy(at=(600, 600), files=4, ranks=6, cohort=24), land=[village])
    one, other = t.unit(0), t.unit(1)
    found = aim.Aim(t.g, one, one.figures, other, arm("javelin"))
    assert volleys.exposure(t.g, found, range(4), other) == 100
    far = aim.Aim(t.g, one, one.figures, other, arm("composite_bow"))
    assert volleys.exposure(t.g, far, range(4), other) < 100


@pytest.mark.rule("QAD-2.212-l", "QAD-GEO-15")
def test_those_who_are_shot_from_behind_fall_from_behind():
    t = still(shooters(at=(600, 700), facing=180), enemy(files=2, ranks=2))
    one, other = t.unit(0), t.unit(1)
    found = aim.Aim(t.g, one, one.figures, other, arm("composite_bow"))
    assert volleys.eligible(found, range(4)) == [2, 3, 0, 1]


@pytest.mark.rule("QAD-2.212-G7")
def test_mixed_troops_have_the_armour_of_those_who_fall_first():
    mixed = replace(troops("medium", 2), kits=(troops("medium").kits[0], troops("light").kits[0]))
    target = unit(1, mixed, files=4, ranks=2)
    sheet = book().sheets["tsolyani"]
    heavy, light = sheet.defence["shield"]["med"], sheet.defence["buckler"]["lt"]
    assert volleys.armour(target, [0, 1, 2, 3, 4]) == heavy
    assert volleys.armour(target, [4, 5, 6, 0, 1]) == light
    assert volleys.armour(target, [0, 4]) == max(heavy, light)


@pytest.mark.rule("QAD-2.212-l", "QAD-GEO-15", "QAD-2.212-D1")
def test_the_nearest_fall_first_and_of_equals_the_lower_number():
    t = still(shooters(), enemy(files=2, ranks=2))
    one, other = t.unit(0), t.unit(1)
    found = aim.Aim(t.g, one, one.figures, other, arm("composite_bow"))
    assert volleys.eligible(found, range(4)) == [0, 1, 2, 3]
    g = t.g
    volleys.take_off(g, volleys.Losses(1, 9, (0, 1, 2)))
    assert [one.n for one in g.state.units[1].figures] == [3]


def test_a_unit_that_is_not_seen_is_not_named():
    t = phase(shooters(), enemy(), seen=[[1], []])
    t.say({"0.0.0": 1, "0.0.1": HOLD})
    assert "missile.fire_unseen" in [event.key for event in t.events(1)]
    assert "bows" not in str(t.events(1))
    assert t.unit(0).deeds.shot_at == (1,)
    t.state.seen[1] = [0]
    assert t.game.view(t.state, 1).units[0].deeds.shot_at == (), "nor is it later, when it is"


# Racial notes


@pytest.mark.rule("QAD-2.410-G3", "QAD-3.013-G7")
@pytest.mark.parametrize(("weapon", "shaken"), [("serudla_acid", True), ("long_bow", False)])
def test_the_acid_of_serudla_shakes_whom_it_is_spat_at(weapon, shaken):
    t = phase(unit(0, armed(weapon, "ghaton_tsolei")), enemy(at=(600, 400)))
    t.say(dict.fromkeys(t.asks[0].fields, 1))
    assert ("terror" in t.unit(1).triggers) == shaken


@pytest.mark.rule("QAD-3.002-n2", "QAD-3.002-G3")
@pytest.mark.parametrize(("roll", "fires"), [(75, True), (76, False)])
def test_shen_crossbows_fire_at_ahoggya_friend_or_foe(roll, fires):
    key = next(one.key for one in book().sheets["shen"].missiles if one.key.endswith("crossbow"))
    shen = replace(armed(key, "shen"), notes=("fires_at_ahoggya",))
    kit = Kit("medium", "med", "shield", "spear")
    friend = replace(troops("medium"), sheet="ahoggya", name="Ahoggyá", kits=(kit,))
    t = phase(unit(0, shen), unit(0, friend, at=(600, 420)), enemy(at=(700, 500)), rolls=[roll])
    told = t.told()
    assert "missile.compelled" in told
    assert ("missile.fire" in told) == fires
    assert bool(t.asks) != fires


def crossbows_and_two_ahoggya(**second):
    """Shén with crossbows, Ahoggyá of their own side somewhat away, and enemy Ahoggyá as the test wants them."""
    key = next(one.key for one in book().sheets["shen"].missiles if one.key.endswith("crossbow"))
    shen = replace(armed(key, "shen"), notes=("fires_at_ahoggya",))
    kit = Kit("medium", "med", "shield", "spear")
    friend, foe = (replace(troops("medium"), sheet="ahoggya", name=name, kits=(kit,)) for name in ("friend", "foe"))
    return unit(0, shen), unit(0, friend, at=(500, 420)), unit(1, foe, **second)


@pytest.mark.rule("QAD-3.002-G3", "QAD-2.212-G6")
@pytest.mark.parametrize(
    ("hidden", "seen", "other"), [(False, [2], "foe"), (True, [2], "friend"), (False, [], "friend")]
)
def test_shen_are_provoked_by_nobody_whom_they_cannot_see(hidden, seen, other):
    t = phase(*crossbows_and_two_ahoggya(at=(600, 370), hidden=hidden), seen=[seen, [0, 1]], rolls=[75])
    (told,) = [event.args for event in t.events(0) if event.key == "missile.compelled"]
    assert told["other"] == other


@pytest.mark.rule("QAD-3.002-G3")
@pytest.mark.parametrize(
    "change", [{"deeds": Deeds(way=90, rate=100)}, {"morale": "stand"}, {"shots": (Shots(0, 0, 1),)}]
)
def test_shen_who_could_not_fire_are_not_provoked(change):
    shen, friend, foe = crossbows_and_two_ahoggya(at=(600, 370))
    assert "missile.compelled" not in phase(replace(shen, **change), friend, foe, rolls=[75]).told()


@pytest.mark.rule("QAD-3.002-G3", "QAD-GEO-4")
def test_shen_fire_at_the_ahoggya_whose_bases_are_nearest():
    """A wide unit whose edge is near, and whose middle is farther away than that of the other."""
    wide = {"at": (740, 390), "files": 14, "cohort": 14}
    t = phase(*crossbows_and_two_ahoggya(**wide), rolls=[75])
    (told,) = [event.args for event in t.events(0) if event.key == "missile.compelled"]
    assert told["other"] == "foe"


@pytest.mark.rule("QAD-2.211-G2")
def test_merged_cohorts_keep_the_lowest_store():
    stores = (Shots(0, 4), Shots(1, 2, spent=1))
    one = shooters(files=4, ranks=2, shots=stores)
    together = tuple(replace(figure, cohort=0) for figure in one.figures)
    assert rate_of_fire.merged(one, together) == (Shots(0, 2, spent=1),)
    apart = tuple(replace(figure, cohort=1 - figure.cohort) for figure in one.figures)
    assert sorted(rate_of_fire.merged(one, apart), key=lambda has: has.cohort) == [
        Shots(0, 2, spent=1),
        Shots(1, 4),
    ]


def test_a_store_is_kept_for_each_cohort():
    one = shooters(files=8, shots=(Shots(0, 3),))
    assert rate_of_fire.kept(one, 1).store == 0
    assert rate_of_fire.kept(one, 0).store == 3


@pytest.mark.rule("QAD-2.212-G8")
def test_who_fires_is_drawn_with_an_arrow_and_without_a_measure():
    t = phase(shooters(), enemy())
    (asked,) = t.asks
    held, aimed = (asked.foreseen(dict.fromkeys(asked.fields, target)) for target in (HOLD, 1))
    assert [one.id for one in held.tokens] == ["unit-0"]
    assert held.overlays == []
    (arrow,) = aimed.overlays
    assert (arrow.id, arrow.points, arrow.name) == ("shot-0-1", [(600, 900), (600, 700)], None)
    assert aimed.text is None


@pytest.mark.rule("QAD-2.141-G2", "QAD-0.513-a")
@pytest.mark.parametrize(("open_table", "y"), [(False, 800), (True, 700)])
def test_the_arrow_at_a_target_does_not_tell_how_deep_it_is(open_table, y):
    """Ten ranks, of which two are seen, with their middle at 400 mm."""
    t = phase(shooters(), enemy(ranks=10), options=BattleOptions(open_table=open_table))
    (asked,) = t.asks
    (arrow,) = asked.foreseen(dict.fromkeys(asked.fields, 1)).overlays
    assert arrow.points[1] == (600, y)
