"""2.142c, leaving a melee."""

from __future__ import annotations

from arbiter.core import Illegal, rule

from .contact import touched_by
from .geometry import DEGREE, MM, SLACK, TURN, ahead
from .manoeuvres import Trial, faced


@rule("QAD-2.142c-a", "QAD-2.142c-d", "QAD-2.142c-G1", "QAD-2.142c-D1")
def withdraw(trial: Trial, length: int) -> Illegal | None:
    """The whole legion breaks contact with all enemies, straight back, at least 1 mm; blocked, it has to stay."""
    g, unit = trial.g, trial.unit
    if length < MM:
        return Illegal("withdraw.far_enough", "QAD-2.142c-G1")
    held = touched_by(g, unit)
    trial.slide(*ahead(unit.pose.facing + TURN // 2, length), length)
    if touched_by(g, unit) or trial.costs[-1].way < min(length, MM):
        return Illegal("withdraw.blocked", "QAD-2.142c-G1")
    if trial.stopped:
        return Illegal("withdraw.blocked", "QAD-2.142c-G1")
    trial.touched = ()
    end(trial)
    trial.stopped = True
    trial.left_behind = held
    return None


@rule("QAD-2.142c-b", "QAD-2.142c-c", "QAD-2.142c-G2")
def end(trial: Trial) -> None:
    """Under half a move it faces the enemy, for 2 points; at half or more it faces away, for 1."""
    if 2 * trial.spent + SLACK < trial.rate:
        trial.pay("withdraw_near")
        return
    trial.pay("withdraw_far")
    unit = trial.unit
    unit.figures = faced(unit, 180 * DEGREE)
    unit.pose = unit.pose._replace(facing=(unit.pose.facing + TURN // 2) % TURN)
