"""The sequence of a turn (0.520 with QAD-SEQ-1): its thirteen steps, in order, and the chapter that plays each.

A step of the rulebook that has several things to do is several steps here, so that each can begin from the state alone.
A chapter is a procedure that plays its step and says whether the step is over; if it is not, it goes on in a beat of
its own. A step whose chapter is not written passes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from arbiter.core import Choose, Rules, rule

from . import command, observation, warhammers
from .state import SIDES, Deeds, Qadardalikoi

Chapter: TypeAlias = Callable[[Qadardalikoi], Rules[bool]]

BEFORE = ("edges", "deploy", "duels")
"""What happens before the first turn."""

PHASE = ("ranks", "arrivals", "command", "messages", "rally", "forced", "units")
"""A movement phase: ranks closed, units brought on, stands moved, messages sent, rally rolls, forced moves, all other
units."""

STEPS = (
    "last_stands",
    "initiative",
    *(f"move.{part}" for part in PHASE),
    *(f"counter.{part}" for part in PHASE),
    "contact",
    "concealment",
    "heights",
    "missile",
    "melee",
    "artillery",
    "magic",
    "siege",
    "morale",
    "rest",
    "retreats",
    "end",
)
"""The steps of a turn in their order."""


@rule("QAD-SEQ-1", "QAD-0.523-a", "QAD-0.525-b", "QAD-0.524-a", "QAD-0.525-a")
def step(g: Qadardalikoi, chapters: Mapping[str, Chapter]) -> Rules[None]:
    """A stretch of the turn: the step that is due, and those after it that ask nothing of anybody to begin."""
    s = g.state
    chapter = chapters.get(s.step.removeprefix("move.").removeprefix("counter."))
    over = True
    if chapter is not None:
        over = yield from going_on(g, chapter(g))
    if not over:
        return
    steps = BEFORE if s.step in BEFORE else STEPS
    after = steps.index(s.step) + 1
    if after < len(steps):
        s.step = steps[after]
    else:
        begin(g)


def going_on(g: Qadardalikoi, rules: Rules[bool]) -> Rules[bool]:
    """A chapter. Where a side has looked and the beat goes on, it has come to light as well where it sees nobody."""
    answer = None
    while True:
        try:
            ask = rules.send(answer)
        except StopIteration as end:
            return bool(end.value)
        for side in sorted(g.looked):
            g.show(("look", side))
        g.looked.clear()
        answer = yield ask


@rule("QAD-0.221-a")
def begin(g: Qadardalikoi) -> None:
    """A turn of ten minutes begins: what was done in the last one is done."""
    s = g.state
    s.turn, s.step = s.turn + 1, STEPS[0]
    for unit in s.units:
        unit.deeds = Deeds()
    for stand in s.stands:
        stand.moved = False
    command.join_again(g)
    warhammers.outlive(g)
    s.clouds = [cloud for cloud in s.clouds if cloud.until >= s.turn]
    g.tell("turn", n=s.turn)
    observation.watch(g)


@rule("QAD-0.522-a", "QAD-0.522-D1", "QAD-SEQ-2", "QAD-SEQ-3")
def initiative(g: Qadardalikoi) -> Rules[bool]:
    """Each side rolls, again where they are equal; the higher chooses to move or to counter-move."""
    while True:
        rolls = [g.percent() for _ in SIDES]
        g.tell("initiative.rolls", a=rolls[0], b=rolls[1], one=0, other=1)
        if rolls[0] != rolls[1]:
            break
    winner = int(rolls[1] > rolls[0])
    choice = yield Choose(winner, ("move", "counter"), "initiative.choose", rule="QAD-0.522-D1")
    g.state.first = winner if choice == "move" else 1 - winner
    g.tell("initiative.chosen", seat=winner, first=g.state.first)
    return True
