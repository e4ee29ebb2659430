"""What a position promises: a player's chance to win, read off the board without playing on."""

from __future__ import annotations

from collections.abc import Collection
from math import exp, log

from ..abilities import effects
from ..board import BITS, Board
from ..contents import CAMP, MOVE_ATTACK, RECRUITMENT, UNITS, WINTER
from ..entries import WinTies
from ..income import earnings
from ..recruitment import realm_places
from ..state import ROW, EpixState, friendly, held, order_from
from .siege import Siege, chance, menace

PROVINCE = (0.8, 1.2, 2.5, 7.0)
"""Season -> what holding a province is worth, in Gold."""
UNIT_WORTH = ((2.0, 5.0, 1.6, 1.4), (1.8, 4.5, 1.4, 1.2), (1.5, 3.5, 1.0, 1.0), (0.5, 1.5, 0.2, 0.3))
"""Season -> what a unit on the board is worth beyond the province it holds, while its owner still acts."""
COIN = (1.0, 1.0, 1.0, 0.9)
"""Season -> what a Gold is worth while its owner still acts; a Gold at the end only breaks a tie."""
LAST_COIN = 0.15
TIES = 0.4
"""What it is worth to win all ties, in provinces."""
RISK = (0.4, 0.2, 0.1, 0.05)
"""Defenders in a province -> how likely it is to be lost to an enemy who can attack it."""
RESERVE, SHORT = 4, 0.7
"""A purse below the reserve neither attacks nor recruits: what each Gold it is short of that costs, in Gold."""
PLENTY, IDLE = 9, 0.5
"""How much of its worth a Gold beyond plenty loses, as there is less and less to spend it on."""
THREAT = 10.0
"""What the certainty of taking a castle on the next occasion would be worth, in Gold."""
HAZARD = 0.4
"""How likely a player is to try it before the seat's next turn."""
DOUBT = (15.0, 13.0, 10.0, 3.0)
"""Season -> how many Gold of lead make a player e times as likely to win as another."""
DOUBT_A_TURN = 1.0
"""How much more is open in Winter for each player who has yet to act."""
LOSSES = 4.0
"""What a failed siege costs in units, in Gold; its bids cost two thirds of the purse."""
SPREAD = 0.8
"""How much of its worth an empty province has for a unit that can still move there."""
REFILL = 0.6
"""How much of a province's worth an empty one in the own realm has while its owner has yet to recruit."""


class Outlook:
    """A seat's prospects in a position, as a function of its Gold."""

    __slots__ = ("coin", "doubt", "mine", "now", "others", "room", "safe", "soon", "threat")

    def __init__(self, s: EpixState, board: Board, seat: int, pending: Collection[str] = ()) -> None:
        """`pending` are the action cards that the seat has yet to carry out, or to finish, in this turn."""
        waiting = to_act(s)
        season = s.season
        winter = season == WINTER
        strengths = material(s, board, waiting)
        self.doubt = DOUBT[season] + (DOUBT_A_TURN * len(waiting) if winter else 0.0)
        acts = not winter or seat in waiting or RECRUITMENT in pending
        self.coin = COIN[season] if acts else LAST_COIN
        self.threat = THREAT if not winter or seat in waiting else 0.0
        self.mine = strengths[seat]
        if RECRUITMENT in pending:
            self.mine += REFILL * PROVINCE[season] * refills(s, board, seat)
        self.now: list[Siege] = []
        self.room = 0.0
        if MOVE_ATTACK in pending:
            power = menace(s, board, seat, True)
            self.now = power.sieges
            self.room = SPREAD * PROVINCE[season] * power.spread
        self.soon: list[Siege] = self.now
        if self.threat and not (self.now and not any(s.spent)):
            self.soon = menace(s, board, seat).sieges
        total, self.safe, exposed = 0.0, 1.0, 0
        for other in range(s.seats):
            if other == seat:
                continue
            gold = s.gold[other]
            strength = strengths[other]
            if not winter or other in waiting:
                danger = menace(s, board, other)
                best = max([chance(siege, gold) for siege in danger.sieges], default=0.0)
                if gold:
                    exposed |= danger.reach
                strength += purse(COIN[season], gold) + THREAT * best
                self.safe *= 1 - HAZARD * best
            else:
                strength += LAST_COIN * gold
            total += exp(strength / self.doubt)
        self.others = log(total)
        if exposed:
            open_to_attack = friendly(s, seat) & exposed & ~board.keeps
            self.mine -= PROVINCE[season] * sum(RISK[defenders_at(s, seat, p)] for p in BITS[open_to_attack])

    def at(self, gold: int, ready: bool = False, lost: float = 0.0) -> float:
        """The chance to win with so much Gold; `ready` counts what the action under way can still take, by siege or
        just by moving; `lost` is what has been lost since, in Gold."""
        if ready:
            lost -= self.room
        threat = self.threat
        if threat:
            threat *= max([chance(siege, gold) for siege in self.soon], default=0.0)
        chances = self._share(purse(self.coin, gold) + threat - lost)
        if ready and self.now:
            best = max([chance(siege, gold) for siege in self.now])
            if best:
                after = self._share(purse(self.coin, gold // 3) - lost - LOSSES)
                chances = max(chances, best + (1 - best) * after)
        return chances

    def _share(self, strength: float) -> float:
        lead = (self.mine + strength) / self.doubt - self.others
        if lead < -60:
            return 0.0
        return self.safe / (1 + exp(-lead))


def purse(coin: float, gold: int) -> float:
    """What a purse is worth at so much a Gold."""
    if gold < RESERVE and coin > LAST_COIN:
        return coin * (gold - SHORT * (RESERVE - gold))
    if gold > PLENTY:
        return coin * (gold - IDLE * (gold - PLENTY))
    return coin * gold


def defenders_at(s: EpixState, seat: int, province: int) -> int:
    """How many units of a seat defend a province; Catapults do not."""
    return sum(s.stand[seat * ROW + unit] >> province & 1 for unit in range(CAMP + 1))


def to_act(s: EpixState) -> list[int]:
    """The seats that have a turn to come in this season, the one under way not counted."""
    if s.phase != "resolve_actions":
        return [] if s.phase == "income" else list(range(s.seats))
    order = order_from(s, s.first)
    return order[order.index(s.turn) + 1 :]


def refills(s: EpixState, board: Board, seat: int) -> int:
    """How many empty provinces of the own realm the seat can pay a unit for."""
    empty = realm_places(s, seat) & ~friendly(s, seat) & ~board.keeps
    return min(empty.bit_count(), s.gold[seat] // 2)


def material(s: EpixState, board: Board, waiting: list[int]) -> list[float]:
    """What each seat has on the board, in Gold: provinces, units, and what they will earn."""
    season = s.season
    province, earned = PROVINCE[season], WINTER - season + LAST_COIN
    worth = []
    for seat in range(s.seats):
        value = province * held(s, seat).bit_count() + earned * sum(earnings(s, board, seat))
        if season != WINTER or seat in waiting:
            for unit in range(len(UNITS)):
                value += UNIT_WORTH[season][unit] * s.stand[seat * ROW + unit].bit_count()
        if effects(s.abilities[seat], WinTies):
            value += TIES * province
        worth.append(value)
    return worth
