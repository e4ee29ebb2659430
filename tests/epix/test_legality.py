"""Legality is written once: what is on offer and what is refused come from the same rules."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arbiter
from arbiter.cli.coverage import ids
from arbiter.core import Lean, playout
from arbiter.games.epix import GAME
from arbiter.games.epix.board import board
from arbiter.games.epix.contents import UNIT, UNITS
from arbiter.games.epix.movement import why_not_act, why_not_attack, why_not_move
from arbiter.games.epix.preliminary import why_not_bid
from arbiter.games.epix.recruitment import open_places, realm_places, why_not

KNOWN = ids(GAME)
OPTIONS = [{}, {"rules": "advanced"}, {"rules": "advanced", "knights": "roaming"}]
asked_for = pytest.mark.parametrize("prompt", ["act", "recruit", "preliminary"])


def moments(seed, seats, options, prompt):
    """Tables of a random game that wait for such an answer, with the rules in hand."""
    t, rng = arbiter.new("epix", seats, seed, options), Random(seed)
    while not t.over:
        ask = t.asks[0]
        if ask.prompt == prompt and rng.random() < 0.3:
            yield t, ask, GAME.play(t.state, Lean(Random(0)))
        t.answer(ask.seat, ask.sample(rng))


def imaginable(prompt, sheet, cards):
    """All answers of the right form, sensible or not."""
    if prompt == "act":
        near = [(p, q) for p in sheet.names for q in sheet.names]
        far = [(p, *(sheet.names[at] for at in (q, r))) for p in sheet.names for q in range(len(sheet.names))
               for r in sheet.adjacent[q]]  # fmt: skip
        return [(kind, unit, *path) for kind in ("move", "attack") for unit in UNITS for path in near + far]
    if prompt == "recruit":
        return [(unit, province) for unit in UNITS for province in sheet.names]
    recruits = [("recruit", unit, province) for unit in UNITS for province in sheet.names]
    return recruits + [("bid", card) for card in cards]


def objection(g, seat, value):
    """What the rules that refuse would say to an answer, on offer or not."""
    s, sheet = g.state, g.board
    if value[0] == "bid":
        return why_not_bid(s, seat, next(offer for offer in s.lay if offer.card == value[1]))
    if value[0] in ("move", "attack"):
        unit, path = UNIT[value[1]], [sheet.number[name] for name in value[2:]]
        why = why_not_attack if value[0] == "attack" else why_not_move
        return why_not_act(g, seat, unit, path[0]) or why(g, seat, unit, path)
    unit, province = UNIT[value[-2]], sheet.number[value[-1]]
    if value[0] == "recruit":
        return why_not(g, seat, unit, province, realm_places(s, seat), 0)
    return why_not(g, seat, unit, province, open_places(g, seat), s.abilities[seat])


@asked_for
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), seats=st.sampled_from([2, 3, 4]), options=st.sampled_from(OPTIONS))
def test_what_is_not_on_offer_is_refused_by_a_rule_of_the_game(prompt, seed, seats, options):
    for t, ask, _ in moments(seed, seats, options, prompt):
        offered = set(ask.values)
        ends = {(*value[:3], value[-1]) for value in ask.values}
        for value in imaginable(prompt, board(seats), [offer.card for offer in t.state.lay]):
            refused = ask.refusal(value)
            assert (refused is None) == (value in offered)
            if refused is not None and any(len(value) == len(one) for one in offered):
                assert not refused.key.startswith("refused."), value
                assert refused.rule in KNOWN
                if refused.key == "move.other_path":
                    assert (*value[:3], value[-1]) in ends


@asked_for
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), seats=st.sampled_from([2, 3, 4]), options=st.sampled_from(OPTIONS))
def test_the_rules_that_refuse_have_nothing_against_what_is_on_offer(prompt, seed, seats, options):
    for _, ask, g in moments(seed, seats, options, prompt):
        for value in ask.values:
            if len(value) > 1:
                against = objection(g, ask.seat, value)
                # A move that is on offer is the one that others to the same end are referred to.
                assert against is None or (value[0] == "move" and against.key == "move.other_path")


@pytest.mark.rule("EPIX-G-ZEROGOLD")
def test_an_attack_that_is_called_bound_to_fail_does_fail_EPIX_G_ZEROGOLD():
    """And every other can succeed, with Bribed Sentries where the attacker has them."""
    outcomes = {"act.doomed": set(), "act.attack": set()}
    pending: list[str] = []

    def policy(state, ask, rng):
        answer = ask.sample(rng)
        if ask.prompt == "act" and answer[0] == "attack":
            pending[:] = [next(option.key for option in ask.options() if option.value == answer)]
        elif ask.prompt == "attack.sentries":
            answer = True
        elif ask.prompt == "attack.bid" and pending:
            names = state.attack.guesses
            outcomes[pending.pop()].add(state.gold[ask.seat] >= names)
        return answer

    for seed in range(120):
        playout(GAME, GAME.start(4, GAME.Options(rules="advanced")), Random(seed), policy)
    assert outcomes == {"act.doomed": {False}, "act.attack": {True}}
