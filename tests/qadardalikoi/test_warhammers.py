"""Formations 15, 16 and 17, and 2.134: a warhammer in its screen."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from operator import attrgetter

import pytest
from msgspec import structs

import arbiter
from arbiter.games.qadardalikoi import (
    GAME,
    charges,
    command,
    deployment,
    flight,
    formations,
    morale,
    observation,
    warhammers,
)
from arbiter.games.qadardalikoi.battle_entries import Order, ScenarioEntry, SideOfBattle
from arbiter.games.qadardalikoi.book import book
from arbiter.games.qadardalikoi.cohorts import holds_together
from arbiter.games.qadardalikoi.contact import touched_by
from arbiter.games.qadardalikoi.formations import standing
from arbiter.games.qadardalikoi.geometry import MM, Pose, apart, overlap
from arbiter.games.qadardalikoi.ground import footprints
from arbiter.games.qadardalikoi.ranks import ranks
from arbiter.games.qadardalikoi.state import BattleOptions, Deeds, Kit, Stand

from .field import area, field, still, troops, unit
from .test_manoeuvres import refused, went
from .test_movement import PHASE, form

SHEN = Kit("heavy", "hvy", "shield", "halberd", "mace", front=40 * MM, depth=40 * MM)


def shen(cohorts=2, **more):
    made = troops("heavy", cohorts, 4, name="Shén", nation="salarvyani", sheet="shen", fatigue=25)
    return replace(made, kits=(SHEN,) * cohorts, **more)


def pair(number, cohorts=8, hidden=True, at=(600, 300), **more):
    """A screen of heavy troops and two cohorts of Shén in it, numbers 0 and 1."""
    screen = unit(0, "heavy", at=at, files=cohorts, ranks=4, **more)
    hammer = unit(0, shen(), at=at, files=4, ranks=2)
    screen.n, hammer.n = 0, 1
    warhammers.join(screen, hammer, number)
    hammer.hidden = hidden
    return screen, hammer


def bases(screen, hammer):
    return [*screen.bases(), *hammer.bases()]


@pytest.mark.rule("QAD-0.420-s", "QAD-0.420-t", "QAD-0.420-u", "QAD-2.134-a")
@pytest.mark.parametrize("number", warhammers.SHARED)
@pytest.mark.parametrize("cohorts", [4, 5, 8, 10])
def test_screen_and_warhammer_stand_as_one_formation(number, cohorts):
    screen, hammer = pair(number, cohorts)
    everyone = bases(screen, hammer)

    assert all(overlap(one, other) <= 50 for one, other in combinations(everyone, 2))
    ys, xs = [base.y for base in screen.bases()], [base.x for base in screen.bases()]
    assert max(ys) > max(base.y for base in hammer.bases()), "somebody stands before it"
    if number != warhammers.BOW:
        assert min(xs) < min(base.x for base in hammer.bases())
        assert max(xs) > max(base.x for base in hammer.bases())
    whole = warhammers.whole(screen, hammer)
    assert max(abs(whole.x), abs(whole.y)) <= 1
    cohort = {n: [screen.base(one) for one in figures] for n, figures in screen.cohorts().items()}
    reached, todo = {0}, [0]
    while todo:
        here = todo.pop()
        for n, theirs in cohort.items():
            if n not in reached and min(apart(a, b) for a in cohort[here] for b in theirs) <= 75 * MM + 50:
                reached.add(n)
                todo.append(n)
    assert len(reached) == len(cohort), "cohorts are at most 75 mm apart"


@pytest.mark.rule("QAD-0.420-G3")
def test_both_count_as_standing_in_it_and_go_at_the_slower_rate():
    t = field(*pair(16), unit(1, at=(1800, 1100)), step="move.units")

    assert (standing(t.unit(0)), standing(t.unit(1))) == (16, 16)
    assert ("order", 1) not in t.asks[0].values, "it goes with its screen"
    t.say(("order", 0))
    form = {f"{verb}{n}": value for n in (1, 2, 3, 4) for verb, value in (("do", "stay"), ("by", 0))}
    t.say({**form, "files": 0, "do1": "advance", "by1": 100})
    assert t.unit(0).pose.y == t.unit(1).pose.y == 400 * MM
    assert (t.unit(0).fatigue, t.unit(1).fatigue) == (24, 24)
    assert t.unit(1).hidden


@pytest.mark.rule("QAD-0.420-G3", "QAD-2.300-a")
def test_a_warhammer_without_breath_keeps_its_screen_where_it_is():
    screen, hammer = pair(17)
    t = still(screen, replace(hammer, fatigue=0), unit(1, at=(1800, 1100)))
    assert refused(t, 0, ("advance", 100)) == "QAD-2.300-a"
    assert went(t, 0, ("form", 3)).points == 1, "but the screen may leave it"


@pytest.mark.rule("QAD-2.004-G3", "QAD-0.420-G3")
@pytest.mark.parametrize("falls_back", [False, True])
def test_a_commander_with_a_warhammer_goes_where_that_goes(falls_back):
    screen, hammer = pair(17, at=(600, 700), retreat=2 * falls_back)
    last = min(hammer.bases(), key=lambda base: base.y)
    general = Stand(0, 0, "Kásí", "general", 1, "shen", Pose(last.x, last.y - 3250, 0), with_=1)
    before = hammer.pose.from_table(general.pose.x, general.pose.y)
    foe = unit(1, at=(1800, 1100))
    if falls_back:
        t = field(screen, hammer, foe, stands=[general], rules=flight.retreats)
    else:
        t = field(screen, hammer, foe, unit(0, at=(1800, 300)), stands=[general], **PHASE)
        t.say(("order", 0), form(("advance", 100)))
    stand, hammer = t.state.stands[0], t.unit(1)
    assert hammer.pose != Pose(60000, 70000, 0)
    assert hammer.pose.from_table(stand.pose.x, stand.pose.y) == before
    assert command.is_with(stand, hammer)


@pytest.mark.rule("QAD-0.420-G3", "QAD-2.413-b", "QAD-2.421-G3")
@pytest.mark.parametrize(
    ("change", "rule"),
    [({"morale": "stand", "rally": 80}, "QAD-2.413-a"), ({"retreat": 1}, "QAD-2.413-a"),
     ({"last_stand": True}, "QAD-2.421-b")],
)  # fmt: skip
def test_a_warhammer_that_may_not_move_keeps_its_screen_where_it_is(change, rule):
    screen, hammer = pair(17)
    t = still(screen, replace(hammer, **change), unit(1, at=(1800, 1100)))
    assert refused(t, 0, ("advance", 100)) == refused(t, 0, ("wheel_left", 10)) == rule
    assert went(t, 0, ("form", 3)).points == 1, "but the screen may leave it"
    if "last_stand" in change:
        assert went(t, 0, ("face_left", 30)).points == 0


@pytest.mark.rule("QAD-0.420-G3", "QAD-0.522-b")
def test_a_warhammer_whose_screen_is_gone_goes_by_itself_when_the_next_turn_begins():
    screen, hammer = pair(16)
    screen.figures = ()
    t = field(screen, hammer, unit(1, at=(1800, 1100)), step="end", holds=True, turn=1, rolls=[90, 10])
    t.say("on", "move")
    assert (t.unit(1).with_, t.unit(1).hidden) == (-1, False)
    assert ("order", 1) in t.asks[0].values


@pytest.mark.rule("QAD-0.420-G3", "QAD-0.522-b")
def test_a_screen_whose_warhammer_was_shot_goes_by_itself_when_the_next_turn_begins():
    """As happens against Hláka, who make it out."""
    screen, hammer = pair(16, hidden=False)
    hammer.figures = ()
    t = field(screen, hammer, unit(1, at=(1800, 1100)), step="end", holds=True, rolls=[90, 10])
    t.say("move")
    assert (t.unit(0).with_, standing(t.unit(0))) == (-1, 2)
    assert ("order", 0) in t.asks[0].values
    assert "warhammer.out" not in t.told()


def fallen_back(one, other):
    """A screen and its warhammer at (600, 700) as they fail together: the way of each, in mm; who has parted turns
    about his own middle."""
    screen, hammer = pair(16, at=(600, 700))
    units = [replace(screen, fatigue=9, **one), replace(hammer, fatigue=9, **other), unit(1, at=(600, 1100))]
    t = field(*units, rules=flight.retreats)
    told = attrgetter("pose") if t.unit(0).with_ >= 0 else formations.middle
    return t, [(told(units[n]).y - told(t.unit(n)).y) // MM for n in (0, 1)]


@pytest.mark.rule("QAD-2.413-G1", "QAD-0.420-G3", "QAD-2.300-G9")
@pytest.mark.parametrize(
    ("one", "other", "way", "paid"),
    [(2, 0, 160, (8, 9)), (2, 2, 160, (8, 8)), (1, 4, 320, (8, 8)), (4, 1, 320, (8, 8))],
)
def test_screen_and_warhammer_fall_back_once_and_as_far_as_either_must(one, other, way, paid):
    t, ways = fallen_back({"retreat": one}, {"retreat": other})
    assert ways == [way, way]
    assert (t.unit(0).fatigue, t.unit(1).fatigue) == paid
    assert (t.unit(0).retreat, t.unit(1).retreat) == (0, 0)


@pytest.mark.rule("QAD-2.413-b", "QAD-2.421-G3")
@pytest.mark.parametrize("stays", [{"morale": "stand", "rally": 80}, {"last_stand": True}])
def test_nobody_takes_along_in_his_retreat_who_stays_where_he_is(stays):
    """A screen about him has nowhere to go; out of a Gift a warhammer comes by its rear."""
    t, ways = fallen_back({"retreat": 2}, stays)
    assert (ways, t.unit(0).morale, t.unit(0).with_) == ([0, 0], "stand", -1)
    t, ways = fallen_back(stays, {"retreat": 2})
    assert (ways, t.unit(1).hidden, t.unit(1).with_) == ([0, 180], False, -1)


@pytest.mark.rule("QAD-2.413-G2")
def test_a_warhammer_that_routs_runs_at_its_own_rate():
    assert fallen_back({}, {"morale": "rout", "rally": 60, "failed": 1})[1] == [0, 180]


@pytest.mark.rule("QAD-2.134-G1")
@pytest.mark.parametrize("number", warhammers.SHARED)
def test_a_warhammer_shows_where_its_screen_has_lost_those_in_front(number):
    screen, hammer = pair(number)
    near, far = unit(1, at=(600, 500)), unit(1, at=(1800, 1100))
    middle = max(one.spot.y for one in hammer.figures)
    ahead = [one for one in screen.figures if one.spot.y > middle][1:]
    beside = [one for one in screen.figures if one.spot.y <= middle][:3]
    for lost, foe, hidden in ((ahead, near, False), (ahead, far, True), (beside, near, True), ([], near, True)):
        left = replace(screen, figures=tuple(one for one in screen.figures if one not in lost))
        t = after_concealment(left, hammer, foe)
        assert t.unit(1).hidden == hidden
        assert (1 in t.state.seen[1]) == (not hidden)


@pytest.mark.rule("QAD-2.134-G1", "QAD-2.141-G2")
def test_nobody_can_name_a_hidden_warhammer():
    """Enemies right before the screen see it, and it alone; so they cannot charge what is hidden in it."""
    t = still(*pair(16), unit(1, at=(600, 500)))
    observation.watch(t.g)
    assert t.state.seen[1] == [0]
    assert [one.n for one in charges.targets(t.g, t.unit(2))] == [0]
    t.unit(1).hidden = False
    observation.watch(t.g)
    assert [one.n for one in charges.targets(t.g, t.unit(2))] == [0, 1]


@pytest.mark.rule("QAD-0.420-G4", "QAD-2.134-D1")
def test_the_screen_opens_and_the_warhammer_may_go_in_the_same_phase():
    t = field(*pair(16), unit(1, at=(1800, 1100)), step="move.units")

    t.say(("uncover", 0))
    assert (t.unit(0).with_, t.unit(1).with_, t.unit(1).hidden) == (-1, -1, False)
    assert t.unit(0).fatigue == 24
    assert 2 * t.unit(0).deeds.way == t.unit(0).deeds.rate > 0, "half a turn, as any change of formation"
    assert max(base.y for base in t.unit(0).bases()) < min(base.y for base in t.unit(1).bases()), "it has run back"
    assert ("order", 1) in t.asks[0].values
    assert "warhammer.out" in t.told()


@pytest.mark.rule("QAD-0.420-G4", "QAD-2.134-D1")
def test_a_tired_screen_does_not_open():
    screen, hammer = pair(16, fatigue=0)
    t = field(screen, hammer, unit(1, at=(1800, 1100)), step="move.units")

    assert warhammers.why_not_uncover(t.g, t.unit(0)).rule == "QAD-2.300-a"
    assert warhammers.why_not_uncover(t.g, t.unit(2)).key == "warhammer.none"


@pytest.mark.rule("QAD-2.421-G3", "QAD-0.420-G4")
@pytest.mark.parametrize(("who", "opens"), [(0, False), (1, True)])
def test_a_screen_does_not_open_in_its_last_stand(who, opens):
    both = pair(16)
    both[who].last_stand = True
    t = field(*both, unit(1, at=(1800, 1100)), **PHASE)
    assert (("uncover", 0) in t.asks[0].values) == opens


@pytest.mark.rule("QAD-0.420-G4", "QAD-2.143-G1")
@pytest.mark.parametrize(
    ("deeds", "opens"), [(Deeds(fired=True), True), (Deeds(fired=True, full_rate=True), False)]
)  # fmt: skip
def test_a_screen_does_not_open_after_it_has_fired_at_its_full_rate(deeds, opens):
    screen, hammer = pair(16)
    t = field(replace(screen, deeds=deeds), hammer, unit(1, at=(1800, 1100)), step="move.units")
    assert (("uncover", 0) in t.asks[0].values) == opens


@pytest.mark.rule("QAD-0.420-G4", "QAD-2.133-G1")
@pytest.mark.parametrize("number", [warhammers.KRUA, warhammers.GIFT])
def test_a_screen_runs_back_into_no_enemy(number):
    foe = unit(1, at=(1270, 400), facing=0, files=2, cohort=2)
    t = field(*pair(number, at=(1200, 600)), foe, step="move.units")
    t.say(("uncover", 0))
    assert touched_by(t.g, t.unit(0)) == ()


def hlaka(at):
    scouts = troops("light", 1, 4, name="Hláka", nation="hlaka", sheet="hlaka")
    return unit(1, scouts, at=at)


def after_concealment(*units, **more):
    """The field when the step of concealment is over."""
    return field(*units, rules=warhammers.concealment, **more)


@pytest.mark.rule("QAD-2.134-b", "QAD-2.134-c", "QAD-2.134-G1", "QAD-2.134-X1", "QAD-0.420-ac")
def test_hlaka_find_a_warhammer_out_and_others_do_not():
    assert after_concealment(*pair(16), unit(1, at=(1800, 1100))).unit(1).hidden
    assert not after_concealment(*pair(16), hlaka((1800, 1100))).unit(1).hidden


@pytest.mark.rule("QAD-2.134-b", "QAD-2.134-c", "QAD-2.134-X1", "QAD-2.134-G1")
@pytest.mark.parametrize("number", warhammers.SHARED)
def test_against_hlaka_all_figures_of_such_a_formation_are_shown_and_two_ranks_else(number):
    """Those of the screen and of the warhammer, while it is made out; of other formations two ranks even so."""
    deep, block = {"cohorts": 16, "cohort": 16}, unit(0, at=(1200, 300), files=4, ranks=4)
    foes = [unit(1, at=(600, 560)), unit(1, at=(1200, 520))]

    def shown(*scouts, **more):
        t = after_concealment(*pair(number, **deep, **more), block, *foes, *scouts, rolls=[1])
        assert {0, 2} <= {*t.state.seen[1]}
        return [len(one.figures) for one in t.view(1).state.units[:3]]

    screen, hammer = [len(one.figures) for one in pair(number, **deep)]
    few = sum(rank <= 2 for rank in ranks(pair(number, **deep)[0]).values())
    assert few < screen
    assert shown() == [few, 0, 8]
    assert shown(hlaka((1800, 1100))) == [screen, hammer, 8]
    assert shown(hlaka((1800, 1100)), stance=True) == [few, 0, 8], "under shields that deceive them"


@pytest.mark.rule("QAD-2.134-d", "QAD-2.134-X1")
@pytest.mark.parametrize(("roll", "hidden"), [(75, True), (76, False)])
def test_shields_overhead_deceive_hlaka_three_times_in_four(roll, hidden):
    t = after_concealment(*pair(16, stance=True), hlaka((1800, 1100)), rolls=[roll])

    assert t.unit(1).hidden == hidden
    told = [event.key for event in t.events(1)]
    assert "warhammer.roll" not in told, "the roll would betray it"


@pytest.mark.rule("QAD-2.134-d", "QAD-0.420-G6", "QAD-0.420-G3")
def test_a_screen_raises_its_shields_over_the_warhammer_and_lowers_them_to_let_it_out():
    t = field(*pair(16), hlaka((1800, 1100)), step="move.units")
    form = {f"{verb}{n}": value for n in (1, 2, 3, 4) for verb, value in (("do", "stay"), ("by", 0))}
    t.say(("order", 0), {**form, "files": 0, "do1": "stance", "do2": "oblique_left", "by2": 40})
    screen, hammer = t.unit(0), t.unit(1)
    assert (screen.stance, screen.with_, hammer.with_, screen.formation) == (True, 1, 0, 16)
    assert screen.pose == hammer.pose != pair(16)[0].pose
    assert (screen.fatigue, hammer.fatigue) == (23, 23), "a point for the change and one for the way, each its own"
    for unit_ in (screen, hammer):
        unit_.deeds = Deeds()
    t = field(screen, hammer, hlaka((1800, 1100)), step="move.units").say(("uncover", 0))
    assert (t.unit(0).stance, t.unit(0).with_, t.unit(1).hidden) == (False, -1, False)


@pytest.mark.rule("QAD-2.134-G1")
def test_the_enemy_gets_nothing_of_a_hidden_unit():
    t = field(*pair(16), unit(1, at=(600, 600)), step="move.units")
    t.state.seen[1] = [0, 1]
    shown = t.game.view(t.state, 1)

    assert shown.units[0].figures
    assert (shown.units[1].figures, shown.units[1].troops.name) == ((), "")
    assert (shown.units[0].formation, shown.units[0].with_) == (2, -1), "nor that there is one"


@pytest.mark.rule("QAD-2.134-G2")
def test_a_hidden_unit_that_is_hit_is_uncovered():
    screen, hammer = pair(16)
    hit = replace(hammer, deeds=Deeds(lost=1))
    t = after_concealment(screen, hit, unit(1, at=(1800, 1100)))
    assert (t.unit(1).hidden, t.unit(1).with_) == (False, -1)


@pytest.mark.rule("QAD-2.134-G2")
def test_a_hidden_unit_is_a_friend_to_its_own_side():
    t = field(*pair(16), unit(1, at=(1800, 1100)), unit(0, at=(600, 500)), step="move.units")
    assert 1 in [one.n for one in t.g.friends(t.unit(3))]
    assert morale.friend_near(t.g, t.unit(3))


def test_a_shaken_screen_leaves_its_warhammer_in_the_open():
    screen, hammer = pair(16)
    screen.morale = "rout"

    t = after_concealment(screen, hammer, unit(1, at=(1800, 1100)))
    assert (t.unit(1).hidden, t.unit(1).with_) == (False, -1)


GIFT = ScenarioEntry(
    name="Gift", about="", battlefield="red_plain", size="small", edges=False, printed=False,
    sides=(
        SideOfBattle(name="Salarvyáni", nation="salarvyani", units=(
            Order(legion="salarvyani_f_1_a", cohorts=8, area=6, formation=16),
            Order(sheet="shen", kit="shen_halberd", name="Hidden Shén", cohorts=2, shares=1, division=2),
        )),
        SideOfBattle(name="Yán Koryáni", army="gureks"),
    ),
)  # fmt: skip


@pytest.mark.rule("QAD-2.134-a", "QAD-0.521-D1")
def test_a_roster_can_hide_a_warhammer_in_a_screen(monkeypatch):
    monkeypatch.setitem(book().scenarios, "gift", GIFT)
    s = deployment.start(BattleOptions(scenario="gift"))

    assert (s.units[0].with_, s.units[1].with_, s.units[1].hidden) == (1, 0, True)
    assert s.units[0].pose == s.units[1].pose
    t = arbiter.new(GAME, 2, seed=1, options=BattleOptions(scenario="gift"))
    for ask in list(t.asks):
        answer = dict(ask.usual)
        if ask.seat == 0:
            assert 16 in ask.fields["form0"].values
            answer["form0"] = 2
        t.answer(ask.seat, answer)
    assert (t.state.units[0].with_, t.state.units[1].hidden) == (-1, False), "its commander chose another formation"


@pytest.mark.rule("QAD-2.134-c", "QAD-2.134-G1")
@pytest.mark.parametrize(
    ("scouts", "hidden"), [((), True), ((Order(sheet="hlaka", kit="hlaka_javelin", cohorts=2),), False)]
)
def test_against_an_army_with_hlaka_all_figures_are_placed_from_the_first(monkeypatch, scouts, hidden):
    enemy = SideOfBattle(
        name="Yán Koryáni", nation="yan_koryani", units=(Order(legion="yan_koryani_mighty_of_yan_kor_i"), *scouts)
    )
    monkeypatch.setitem(book().scenarios, "gift", structs.replace(GIFT, sides=(GIFT.sides[0], enemy)))
    t = arbiter.new(GAME, 2, seed=1, options=BattleOptions(scenario="gift"))
    for ask in list(t.asks):
        t.answer(ask.seat, dict(ask.usual))
    assert t.state.units[1].hidden is hidden


@pytest.mark.rule("QAD-0.420-G4")
def test_a_screen_does_not_run_into_water_or_off_the_table():
    """Behind the warhammer is a lake; so the screen goes to its side, and at the edge of the table to the other."""
    lake, foe = area("lake", 0, 0, 800, 150, closed=True), unit(1, at=(1800, 1100))
    t = field(*pair(16), foe, land=[lake], step="move.units").say(("uncover", 0))
    assert t.g.ground.closed(footprints(t.unit(0).crowd())) is None
    t = field(*pair(16, at=(150, 300)), foe, land=[lake], step="move.units").say(("uncover", 0))
    assert t.g.ground.holds(footprints(t.unit(0).crowd()))
    assert t.unit(0).pose.x > t.unit(1).pose.x


@pytest.mark.rule("QAD-0.420-u", "QAD-0.420-G4")
@pytest.mark.parametrize(("cohorts", "number"), [(2, 2), (3, 5), (6, 5)])
def test_out_of_a_bow_the_warhammer_strikes_as_a_wedge(cohorts, number):
    screen = unit(0, "heavy", at=(600, 300), files=8, ranks=4)
    hammer = unit(0, shen(cohorts), at=(600, 300), files=2 * cohorts, ranks=2)
    screen.n, hammer.n = 0, 1
    warhammers.join(screen, hammer, warhammers.BOW)
    t = field(screen, hammer, unit(1, at=(1800, 1100)), step="move.units")
    t.say(("uncover", 0))
    out = t.unit(1)
    assert standing(out) == number
    if number == 5:
        wedge = sorted(Counter(base.y // MM for base in out.bases()).items(), reverse=True)
        assert wedge[0][1] < wedge[-1][1]
    assert not any(overlap(one, other) > 50 for one in t.unit(0).bases() for other in out.bases())


@pytest.mark.rule("QAD-2.132-a", "QAD-0.420-G3", "QAD-GEO-6")
def test_a_screen_opens_out_where_its_warhammer_is_not_in_the_way():
    """It leaves him then, as a line or a block; out of a Krúa or a Gift, about him, it only runs back."""
    for number in (warhammers.KRUA, warhammers.GIFT):
        t = still(*pair(number, 8, at=(1200, 600)))
        for order in (("open", 0), ("form", 1), ("form", 2), ("form", 3)):
            assert refused(t, 0, order).startswith("QAD-2.133")
    t = still(*pair(warhammers.BOW, 8, at=(1200, 600)))
    opened = went(t, 0, ("open", 0)).unit
    assert (opened.order, opened.formation in (2, 3)) == ("open", True)
    assert not any(overlap(one, other) > 50 for one in opened.bases() for other in t.unit(1).bases())


@pytest.mark.rule("QAD-GEO-6", "QAD-2.134-G2")
def test_no_friend_ends_on_a_hidden_warhammer():
    screen, hammer = pair(warhammers.BOW, 8, at=(1200, 600))
    at = min(hammer.bases(), key=lambda base: base.y)
    friend = unit(0, at=(at.x / MM, at.y / MM - 100), files=2, cohort=2)
    t = still(screen, hammer, friend, unit(1, at=(1200, 1100)))
    stopped = went(t, 2, ("advance", 100)).unit
    assert not any(overlap(one, other) > 50 for one in stopped.bases() for other in hammer.bases())


@pytest.mark.rule("QAD-0.420-s", "QAD-0.420-t", "QAD-2.002-b")
@pytest.mark.parametrize("number", [warhammers.KRUA, warhammers.GIFT])
@pytest.mark.parametrize("size", [4, 7, 11])
def test_a_screen_that_is_small_for_what_it_hides_is_not_torn(number, size):
    for base in (50, 75):
        screen = unit(0, "heavy", files=4 * size, cohort=size)
        kit = replace(SHEN, front=base * MM, depth=base * MM)
        hammer = unit(0, replace(shen(4), kits=(kit,) * 4), files=16)
        screen.n, hammer.n = 0, 1
        warhammers.join(screen, hammer, number)
        assert holds_together(still().g, screen), base
        assert all(overlap(one, other) <= 50 for one, other in combinations(bases(screen, hammer), 2))
