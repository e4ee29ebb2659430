"""Plans: which unit to buy, which move or attack to make, and what a whole action card would bring."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from arbiter.core import Rules

from ..actions import resolve_actions
from ..board import BITS, Answer, Board
from ..contents import KNIGHT, MOVE_ATTACK, UNIT
from ..movement import END, attackable, ground, move
from ..recruitment import DONE, enlist
from ..state import EpixState
from .assault import Assault, rehearsal
from .outlook import Outlook

GAIN = 0.01
"""By how much a step must better the chances, as a part of the smaller of winning and losing, to be worth taking."""


class Step(NamedTuple):
    """A choice, and the chance to win that it promises."""

    chance: float
    answer: Answer


def better(chance: float) -> float:
    """What a step must promise to be worth taking from here."""
    return chance + GAIN * min(chance, 1 - chance)


def best_recruit(
    s: EpixState, board: Board, seat: int, values: Iterable[Answer], abilities: int, pending: Collection[str]
) -> Step:
    """The unit whose purchase promises most, or to be done."""
    ready = MOVE_ATTACK in pending
    best = Step(better(Outlook(s, board, seat, pending).at(s.gold[seat], ready)), DONE)
    for value in values:
        if value == DONE:
            continue
        g = rehearsal(s, board)
        enlist(g, seat, value[-2:], abilities)
        promised = Outlook(g.state, board, seat, pending).at(g.state.gold[seat], ready)
        if promised > best.chance:
            best = Step(promised, value)
    return best


def best_act(s: EpixState, board: Board, seat: int, values: Sequence[Answer], todo: Collection[str]) -> Step:
    """The move or attack that promises most, or to end the action. A Knight's move may be the way to an attack."""
    pending = (MOVE_ATTACK, *todo)
    gold = s.gold[seat]
    here = Outlook(s, board, seat, pending)
    end = Step(here.at(gold), END)
    now = here.at(gold, True)
    fight, walk, rest = end, Step(now, END), end
    number = board.number
    assaults: dict[tuple[int, int, int], float] = {}

    def storm(unit: int, origin: int, target: int) -> float:
        key = (unit, origin, target)
        if key not in assaults:
            assault = Assault(s, board, seat, unit, origin, target, pending)
            assaults[key] = assault.value() if gold >= assault.names[0] else 0.0
        return assaults[key]

    enemies = {(UNIT[value[1]], number[value[2]], number[value[3]]) for value in values if value[0] == "attack"}
    for value in values:
        if value == END:
            continue
        unit, origin, target = UNIT[value[1]], number[value[2]], number[value[-1]]
        if value[0] == "attack":
            hoped = storm(unit, origin, target)
            if hoped > better(fight.chance):
                fight = Step(hoped, value)
            continue
        g = rehearsal(s, board)
        move(g, seat, unit, [number[name] for name in value[2:]])
        after = Outlook(g.state, board, seat, pending)
        promised = after.at(gold, True)
        if promised > better(walk.chance):
            walk = Step(promised, value)
        promised = after.at(gold)
        if promised > better(rest.chance):
            rest = Step(promised, value)
        if unit == KNIGHT:
            land = ground(g.state, board, seat)
            for to in BITS[board.near[target] & attackable(land, board, KNIGHT, s.abilities[seat])]:
                if (KNIGHT, origin, to) not in enemies:
                    hoped = storm(KNIGHT, origin, to)
                    if hoped > better(fight.chance):
                        fight = Step(hoped, value)
    if walk.answer != END and walk.chance >= fight.chance:
        return walk
    return fight if fight.chance > rest.chance else rest


def promise(s: EpixState, board: Board, seat: int, cards: Sequence[str]) -> float:
    """The chance to win after carrying out these action cards in this order, if nobody else stirs meanwhile."""
    g = rehearsal(s, board)
    s = g.state
    if s.phase != "resolve_actions":
        s.phase, s.turn = "resolve_actions", seat
    s.laid[seat] = ()
    s.todo = tuple(cards)
    while s.todo:
        step = go_on(resolve_actions(g), lambda ask: best_step(s, board, seat, ask))
        if step is not None and step.answer[0] == "attack":
            return step.chance
    s.turn = seat
    return Outlook(s, board, seat).at(s.gold[seat])


def best_step(s: EpixState, board: Board, seat: int, ask: Any) -> Step:
    """The best answer in an action under way."""
    if ask.prompt == "recruit":
        return best_recruit(s, board, seat, ask.values, s.abilities[seat], s.todo[1:])
    return best_act(s, board, seat, ask.values, s.todo[1:])


def go_on(beat: Rules[bool], decide: Callable[[Any], Step]) -> Step | None:
    """Let the rules run up to their next ask and on from it, but not into an attack, which is weighed as a whole."""
    try:
        step = decide(next(beat))
        if step.answer[0] != "attack":
            beat.send(step.answer)
    except StopIteration:
        return None
    return step
