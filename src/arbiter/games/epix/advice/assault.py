"""One attack weighed: what each bid of it leads to, for the attacker who bids and the defender who guesses."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from arbiter.core import Lean, copied

from ..abilities import effects
from ..attack import ORDER, enter, guesses, standing
from ..board import Board
from ..contents import CAMP, CATAPULT, UNITS
from ..entries import Parity, Plunder, Ransom, Retreat
from ..state import ROW, Epix, EpixState, holder, ready, stir
from .contest import Solution, level, parity_half, solve, solve_spied
from .outlook import PROVINCE, UNIT_WORTH, Outlook
from .siege import MOST_FIGHTERS, alone, defenders, forces

RANSOM = 0.01
"""What a hostage's Gold is worth to the defender, as a part of the game."""

_UNHEARD = Lean(Random(0))


class Assault:
    """A unit's attack on a province: the defenders in turn, and the attacker's outlook wherever it may stop."""

    def __init__(
        self, s: EpixState, board: Board, seat: int, unit: int, origin: int, target: int, pending: Collection[str]
    ) -> None:
        self.seat = seat
        self.defender = holder(s, target)
        self.castle = unit != CATAPULT and bool(board.keeps >> target & 1)
        self.plunder = sum(effect.gold for effect in effects(s.abilities[seat], Plunder))
        self.hostages = bool(effects(s.abilities[self.defender], Ransom))
        self.spied = ready(s, self.defender, Parity)
        self.gold = s.gold[seat]
        self.names: tuple[int, ...]
        if unit == CATAPULT:
            there = standing(s, self.defender, target)
            self.names = (max(guesses(s, board, self.defender, target, one) for one in there),)
        else:
            self.names = defenders(s, board, self.defender, target)
        # A siege is weighed to its end, with the units that can follow; after any other attack the action goes on.
        self.ready = not self.castle
        self.fighters = 1
        if self.castle:
            able = forces(s, board, seat, at_once=True).fighters(board.near[target])
            self.fighters = min(max(able, 1), MOST_FIGHTERS)
        self.loss = UNIT_WORTH[s.season][unit]
        if alone(s, seat, unit, origin):
            self.loss += PROVINCE[s.season]
        self.stops, self.final = outlooks(s, board, seat, unit, origin, target, pending)
        self.failure = (
            self.stops[0] if self.castle else Outlook(lost_unit(s, board, seat, unit, origin), board, seat, pending)
        )
        self.retreat = retreat_price(s, seat, unit)
        self._values: dict[tuple[int, int, int], float] = {}

    def stop(self, stage: int, lost: int, gold: int) -> float:
        """The attacker's chance to win if it ends there, with so many units lost."""
        if lost and not self.castle:
            return self.failure.at(gold, self.ready)
        return self.stops[stage].at(gold, self.ready, lost * self.loss)

    def won(self, gold: int) -> float:
        """The attacker's chance to win when the last defender is beaten."""
        return 1.0 if self.final is None else self.final.at(gold, self.ready)

    def rows(self, stage: int, gold: int, lost: int = 0) -> tuple[list[float], list[float]]:
        """For each bid what the attacker has if it gets through and if it is named."""
        success, failure = [], []
        last = stage + 1 == len(self.names)
        for left in range(gold, -1, -1):
            purse = left + self.plunder
            high = self.won(purse) if last else self.onward(stage + 1, purse, lost)
            if self.retreat is not None and left >= self.retreat and not lost:
                low = self.stops[stage].at(left - self.retreat, self.ready)
            elif lost + 1 < self.fighters:
                low = self.onward(stage, left, lost + 1)
            else:
                low = self.stop(stage, lost + 1, left)
            success.append(high)
            failure.append(min(low, high))
        return success, failure

    def onward(self, stage: int, gold: int, lost: int) -> float:
        """What the attacker has before a further bid, which he may also leave."""
        return max(self.stop(stage, lost, gold), self.value(stage, gold, lost))

    def value(self, stage: int = 0, gold: int | None = None, lost: int = 0) -> float:
        """What the attacker can expect of bidding on."""
        if gold is None:
            gold = self.gold
        key = (stage, gold, lost)
        known = self._values.get(key)
        if known is None:
            if gold < self.names[stage]:
                known = self.stop(stage, lost + 1, gold)
            else:
                success, failure = self.rows(stage, gold, lost)
                known = level(success, failure, self.names[stage])
            self._values[key] = known
        return known

    def contest(self, names: int | None = None) -> Solution:
        """How the attacker bids and the defender guesses at the first defender, who names so many amounts."""
        success, failure = self.rows(0, self.gold)
        count = min(self.names[0] if names is None else names, self.gold + 1)
        stakes = None
        if self.hostages:
            stakes = [
                max(high - low, 1e-6) + RANSOM * bid
                for bid, (high, low) in enumerate(zip(success, failure, strict=True))
            ]
        if self.spied:
            return solve_spied(success, failure, count, stakes)
        return solve(success, failure, count, stakes)

    def naming(self, names: int, parity: str = "") -> tuple[float, ...]:
        """How often the defender names each amount, once he knows what the spies told."""
        success, failure = self.rows(0, self.gold)
        if parity:
            return parity_half(success, failure, names, 1 if parity == "odd" else 0).named
        return solve(success, failure, names).named

    def saved_by_spies(self, names: int) -> float:
        """How much of the attacker's chance it would take to know the parity of his bid."""
        success, failure = self.rows(0, self.gold)
        return solve(success, failure, names).value - solve_spied(success, failure, names).value


def outlooks(
    s: EpixState, board: Board, seat: int, unit: int, origin: int, target: int, pending: Collection[str]
) -> tuple[list[Outlook], Outlook | None]:
    """The outlook before each defender, and after the last one; a castle's fall needs none."""
    g = rehearsal(s, board)
    defender = holder(s, target)
    if unit == CATAPULT:
        stops = [Outlook(s, board, seat, pending)]
        for one in standing(s, defender, target):
            g.take(defender, one, target)
        g.take(seat, CATAPULT, origin)
        return stops, Outlook(g.state, board, seat, pending)
    stops = []
    for victim in ORDER:
        if s.stand[defender * ROW + victim] >> target & 1:
            stops.append(Outlook(g.state, board, seat, pending))
            if victim != CAMP:
                g.take(defender, victim, target)
    if board.keeps >> target & 1:
        return [*stops, Outlook(g.state, board, seat, pending)], None
    enter(g, seat, unit, origin, target, defender)
    stir(g.state)
    return stops, Outlook(g.state, board, seat, pending)


def retreat_price(s: EpixState, seat: int, unit: int) -> int | None:
    """What a Swift Retreat would cost, where one is possible."""
    for effect in effects(s.abilities[seat], Retreat):
        if ready(s, seat, Retreat) and UNITS[unit] in effect.units:
            return effect.gold
    return None


def lost_unit(s: EpixState, board: Board, seat: int, unit: int, origin: int) -> EpixState:
    """The position after an attacker was beaten off."""
    g = rehearsal(s, board)
    g.take(seat, unit, origin)
    return g.state


def rehearsal(s: EpixState, board: Board) -> Epix:
    """A copy of the position on which the rules can be tried out, unheard."""
    g = Epix(copied(s), _UNHEARD)
    g.board = board
    return g
