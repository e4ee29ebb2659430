"""QAD-SEQ-D1: conceding, agreeing on a draw, marching off; and QAD-SEQ-14: what ends a battle that nobody decides."""

from dataclasses import replace

import pytest

from arbiter.games.qadardalikoi import ending
from arbiter.games.qadardalikoi.state import BattleOptions, Deeds, Side

from .field import field, unit

ALWAYS = BattleOptions(terms="always")


def at_the_end(*units, options=ALWAYS, **more):
    """A table in step 13 of the first turn, side 0 first."""
    return field(*units, rules=ending.end, step="end", options=options, **more)


def armies(left=100, **more):
    """Two units far apart; side A has so many of a hundred figures left."""
    one = unit(0, "heavy", at=(600, 300), files=10, ranks=10, cohort=100)
    one = replace(one, figures=one.figures[:left])
    return one, unit(1, "heavy", at=(600, 900), files=10, ranks=10, cohort=100, **more)


@pytest.mark.rule("QAD-SEQ-D1", "QAD-SEQ-8")
def test_a_side_may_concede():
    t = at_the_end(*armies())
    assert (t.asks[0].seat, t.asks[0].rule) == (0, "QAD-SEQ-D1")
    t.say("on", "concede")
    assert t.outcome.ranks == (1, 2)
    assert (t.outcome.why, t.outcome.args) == ("over.conceded", {"seat": 1})


@pytest.mark.rule("QAD-SEQ-D1", "QAD-SEQ-8")
def test_both_may_agree_on_a_draw():
    t = at_the_end(*armies()).say("draw")
    assert t.asks[0].seat == 1
    t.say("accept")
    assert (t.outcome.ranks, t.outcome.why) == ((1, 1), "over.agreed")
    t = at_the_end(*armies()).say("draw", "refuse", "on")
    assert t.outcome.why == "over.limit", "the step of this table is over"


@pytest.mark.rule("QAD-SEQ-D1", "QAD-GEO-20")
def test_units_near_their_own_edge_may_be_ordered_off():
    near = unit(0, at=(1200, 50))
    t = at_the_end(*armies(), near)
    t.say("leave")
    assert t.asks[0].values == [2]
    t.say((2,), "on")
    assert not t.unit(2).there
    assert t.unit(0).there


@pytest.mark.rule("QAD-SEQ-D1")
def test_nobody_leaves_out_of_a_melee_or_from_afar():
    t = at_the_end(*armies(), unit(0, at=(1200, 50)), unit(1, at=(1200, 75)))
    assert "leave" not in t.asks[0].values


@pytest.mark.rule("QAD-SEQ-D1", "QAD-2.421-c")
@pytest.mark.parametrize("last", [False, True])
def test_nor_does_who_makes_a_last_stand(last):
    t = at_the_end(*armies(), unit(0, at=(1200, 50), last_stand=last), unit(1, at=(1200, 200)))
    assert ("leave" in t.asks[0].values) != last


@pytest.mark.rule("QAD-SEQ-D1")
@pytest.mark.parametrize(
    ("terms", "left", "asked"),
    [("losing", 76, []), ("losing", 75, [0]), ("always", 100, [0]), ("never", 30, [])],
)
def test_who_is_asked(terms, left, asked):
    t = at_the_end(*armies(left), options=BattleOptions(terms=terms))
    assert [ask.seat for ask in t.asks] == asked


@pytest.mark.rule("QAD-0.410-G4")
@pytest.mark.parametrize(("seen", "named"), [([[1], [0]], True), ([[1], []], False)])
def test_a_plan_is_named_to_who_has_observed_half_of_the_army(seen, named):
    sides = [Side("A", "tsolyani", 3, 0), Side("B", "tsolyani", 0, 1)]
    t = at_the_end(*armies(), unit(0, at=(1800, 300)), sides=sides, seen=[[], []], observed=seen)
    assert t.state.sides[0].known == named
    assert t.game.view(t.state, 1).sides[0].formation == (3 if named else 0)
    assert t.game.view(t.state, 0).sides[0].formation == 3
    assert ("plan.named" in t.told()) == named


@pytest.mark.rule("QAD-SEQ-14")
@pytest.mark.parametrize(("deeds", "quiet"), [(Deeds(), 6), (Deeds(fought=True), 0), (Deeds(lost=1), 0)])
def test_six_quiet_turns_end_a_battle(deeds, quiet):
    one, other = armies()
    t = at_the_end(replace(one, deeds=deeds), other, options=BattleOptions(terms="never"), turn=12, quiet=5)
    assert (t.state.quiet, t.outcome.why) == (quiet, "over.quiet" if quiet else "over.limit")


@pytest.mark.rule("QAD-SEQ-X11", "QAD-SEQ-14")
@pytest.mark.parametrize(("losses", "ranks"), [((22, 33), (1, 2)), ((22, 30), (1, 1)), ((40, 30), (2, 1))])
def test_at_nightfall_the_clearly_smaller_loss_wins(losses, ranks):
    one, other = armies(100 - losses[0])
    other = replace(other, figures=other.figures[: 100 - losses[1]])
    t = at_the_end(one, other, options=BattleOptions(terms="never"), turn=36)
    assert (t.outcome.ranks, t.outcome.why) == (ranks, "over.limit")
