"""Winter: the exact test whether the last player can still win, which decides whether he takes his turn.

The best case for him: every bid is 0, an attack with Gold enough goes as he likes, and opponents use no optional
card. A player is only ever skipped when no line of his own makes him a winner.
"""

from __future__ import annotations

from arbiter.core import copied, rule

from .board import (
    BORDER_LEVIES,
    CAMP,
    CATAPULT,
    INCOME,
    KNIGHT,
    MARKET_CHARTER,
    MOVE_ATTACK,
    RECRUITMENT,
    SIEGEWRIGHTS,
    SOLDIER,
    TAX,
    TITHE_COLLECTORS,
)
from .chances import Chances, Line
from .ending import winners
from .income import earnings
from .state import NOBODY, EpixState, provinces_held

BOUND = 20_000
"""So many different positions are looked at; if none wins by then, the player counts as able to win."""


class Found(Exception):
    """A winning line, or too many lines to look at."""


@rule("EPIX-WINTER-5")
def can_still_win(s: EpixState, seat: int, cards: tuple[str, ...]) -> bool:
    """Whether any line of the seat's own legal actions with these two cards makes it a winner after Winter income."""
    try:
        LastTurn(s, seat).look(cards)
    except Found:
        return True
    return False


class LastTurn(Chances):
    """The search for a winning line, for one seat in one position."""

    def __init__(self, s: EpixState, seat: int) -> None:
        super().__init__(s, seat)
        self.end = copied(s)
        self.looked: set[tuple[str, Line]] = set()

    def look(self, cards: tuple[str, ...]) -> None:
        """Try every way to play the cards; raises Found at the first that wins."""
        line = self.start(lifting=MOVE_ATTACK in cards)
        if TAX in cards:
            tax = 5 if self.cards & TITHE_COLLECTORS else INCOME["tax_action"]
            line = line._replace(gold=line.gold + tax)
        if self.outnumbered(line, MOVE_ATTACK in cards):
            return
        if MOVE_ATTACK not in cards:
            self.buy(line)
            return
        self.try_castles(line)
        if RECRUITMENT in cards:
            for _, recruited in self.recruits(line, (SOLDIER, KNIGHT)):
                self.try_castles(recruited)
        self.set_out(line, RECRUITMENT in cards)
        if RECRUITMENT in cards:
            self.recruit_first(line)

    def outnumbered(self, line: Line, moving: bool) -> bool:
        """Whether a simple count shows already that somebody will hold more provinces, whatever the player does."""
        s = self.s
        held = [provinces_held(s, seat) for seat in range(s.seats)]
        if not moving:
            levies = 1 if self.cards & BORDER_LEVIES else 0
            empty = [p for p in s.lands[self.seat] if s.owner[p] == NOBODY and s.keep[p] == NOBODY]
            return held[self.seat] + len(empty) + levies < max(held)
        if line.gold:
            return False
        # Without Gold nothing is bought and no attack succeeds: each unit holds one province, and only Catapults
        # that stand alone can be taken or shot.
        lone = [whose for whose, there in zip(s.owner, s.units, strict=True) if there == 1 << CATAPULT]
        units = sum([there.bit_count() for whose, there in zip(s.owner, s.units, strict=True) if whose == self.seat])
        others = [held[seat] - lone.count(seat) for seat in range(s.seats) if seat != self.seat]
        return 1 + units + len(lone) < max(others)

    def new(self, stage: str, line: Line) -> bool:
        """Whether this position has not been looked at; too many of them count as a win."""
        key = (stage, line)
        if key in self.looked:
            return False
        self.looked.add(key)
        if len(self.looked) > BOUND:
            raise Found
        return True

    def try_castles(self, line: Line) -> None:
        """Raises Found if a castle could fall to a Soldier beside it or to a Knight that travels there."""
        reach = self.travel(line)
        for other, castle in enumerate(self.s.castles):
            if other == self.seat:
                continue
            near = self.sheet.adjacent[castle]
            soldier = any(self.able_soldier(line, p) for p in near)
            if (soldier or any(p in reach for p in near)) and self.beaten(line, castle, line.gold) is not None:
                raise Found

    def set_out(self, line: Line, recruiting: bool) -> None:
        """The Knights go first; but pieces may be thrown away before, while there is somebody to attack."""
        for swept in self.sweeps(line):
            self.act(swept, recruiting)
        if line.knights and self.new("before recruiting" if recruiting else "before", line):
            for after in self.losses(line, recruiting):
                self.set_out(after, recruiting)

    def act(self, line: Line, recruiting: bool) -> None:
        """Every order in which Soldiers and Catapults may act; at any point the turn may stop."""
        if not self.new("recruiting" if recruiting else "acting", line):
            return
        if self.plunder:
            self.try_castles(line)
        stopped = self.settle_knights(line)
        if recruiting:
            self.buy(stopped)
        else:
            self.judge(stopped)
        for after in self.deeds(line, recruiting):
            for swept in self.sweeps(after) if after.gold != line.gold else (after,):
                self.act(swept, recruiting)

    def recruit_first(self, line: Line, levied: bool = False) -> None:
        """Every affordable set of recruits, then Move & Attack."""
        if not self.new("levied" if levied else "first", line):
            return
        if self.cards & BORDER_LEVIES:
            self.try_castles(line)
        self.set_out(line, False)
        kinds = (SOLDIER, KNIGHT, CAMP, CATAPULT)
        for _, after in self.recruits(line, kinds):
            self.recruit_first(after, levied)
        if not levied:
            for _, after in self.levied(line):
                self.recruit_first(after, True)

    def buy(self, line: Line, levied: bool = False) -> None:
        """Recruitment as the last card: units into provinces that nobody holds, each choice of types."""
        if not self.new("bought levied" if levied else "bought", line):
            return
        self.judge(line)
        kinds = (SOLDIER, KNIGHT, CAMP, CATAPULT)
        empty = [p for p, whose in enumerate(line.owner) if whose == NOBODY and self.s.keep[p] == NOBODY]
        homes = [p for p in empty if self.s.realm[p] == self.seat]
        for _, after in self.recruits(line, kinds, homes):
            self.buy(after, levied)
        if self.cards & BORDER_LEVIES and not levied:
            for _, after in self.recruits(line, kinds, self.levy_places(line)):
                self.buy(after, True)
        if self.cards & SIEGEWRIGHTS and self.cards & MARKET_CHARTER:
            own = [p for p, whose in enumerate(line.owner) if whose == self.seat]
            for _, after in self.recruits(line, (CAMP,), own):
                self.buy(after, levied)

    def judge(self, line: Line) -> None:
        """Raises Found if the player is a winner, alone or shared, after Winter income on this board."""
        end = self.end
        end.owner, end.units = list(line.owner), list(line.units)
        mine = provinces_held(end, self.seat)
        if any(provinces_held(end, seat) > mine for seat in range(end.seats)):
            return
        end.gold = [gold + earned for gold, earned in zip(self.s.gold, earnings(end, self.sheet), strict=True)]
        end.gold[self.seat] += line.gold - self.s.gold[self.seat]
        if self.seat in winners(end):
            raise Found
