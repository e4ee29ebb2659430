"""Drawing up: a plan of battle that the army likes, and every unit where the plan wants it."""

from __future__ import annotations

from typing import Any

from arbiter.core import Choose, Form, copied

from .. import deployment, scenarios
from ..state import Battle
from .commanding import liking
from .mind import Mind


def deploy(mind: Mind, ask: Form) -> dict[str, Any]:
    """As the roster says; a general takes the plan that is worth most of those that the army then stands by."""
    usual = dict(ask.usual or {})
    if not mind.general:
        return usual
    plans = ask.fields["plan"]
    assert isinstance(plans, Choose)
    for plan in sorted(plans.values, key=lambda number: (-liking(mind, number), number != usual["plan"])):
        answer = {**usual, "plan": plan}
        if not plan or stands_by(mind, answer):
            return answer
    return usual


def stands_by(mind: Mind, answer: dict[str, Any]) -> bool:
    """Would an army that is drawn up so stand as its plan asks?"""
    battle: Battle = copied(mind.g.state)
    return deployment.stand_as_told(battle, scenarios.scenario_of(battle.options), mind.side, answer) is None
