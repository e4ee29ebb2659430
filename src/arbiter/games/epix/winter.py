"""Winter: whether the last player can still win, which decides whether he takes his turn.

His lines are played out by the rules themselves, on copies of the table, in the best case for him: every bid is 0, an
attack with Gold enough goes as he likes, and opponents use no optional card. Knights go first and together: at bids of
0 a conquest is free, no other unit opens a way that the same Gold does not open to a Knight, and a Knight can always
walk on. So they take all they can travel to, and are set down at the end where they serve best.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

from arbiter.core import Lean, Rules, Together, copied

from .abilities import bearing, effects
from .attack import ORDER, attack, bombard, bribed, guesses
from .board import BITS, Answer, Board, board
from .contents import (
    CAMP,
    CATAPULT,
    GARRISON,
    KNIGHT,
    MOVE_ATTACK,
    RECRUITMENT,
    SOLDIER,
    TAX,
    UNIT,
    UNITS,
)
from .ending import winners
from .entries import CampIncome, FewerGuesses, Levy, Plunder, WinTies
from .income import camp_income, card_income, pay_income
from .movement import attackable, deeds, doomed, enterable, fit, garrisons, ground, move, reach, region, rides, steps
from .recruitment import enlist, open_places, price, recruits
from .state import ANY, OTHERS, ROW, Epix, EpixState, held, holder, in_supply
from .tax import tax

BOUND = 20_000
"""So many different positions are looked at; if none wins by then, the player counts as able to win."""

FIRST, LAST = "first", "last"
"""When units may be bought: before Move & Attack, or after it."""

_UNHEARD = Lean(Random(0))


class Found(Exception):
    """A winning line, or too many lines to look at."""


def can_still_win(s: EpixState, seat: int, cards: tuple[str, ...]) -> bool:
    """Whether any line of the player's own actions with these two cards makes him a winner after Winter income."""
    try:
        LastTurn(s, seat).look(cards)
    except Found:
        return True
    return False


class LastTurn:
    """The search for a winning line, for one player in one position."""

    def __init__(self, s: EpixState, seat: int) -> None:
        self.start, self.seat = s, seat
        self.board, self.cards = board(s.seats), s.abilities[seat]
        self.plunder, self.cheapest, self.extra = prospects(self.board, self.cards)
        self.looked: set[tuple[Any, ...]] = set()

    def look(self, cards: tuple[str, ...]) -> None:
        """Try every way to play the cards, Tax first; raises Found at the first that wins."""
        g = self.copy(self.start)
        s = g.state
        s.knight_rest = False
        if TAX in cards:
            tax(g, self.seat)
        self.judge(s)
        self.walls = self.weakest()
        if MOVE_ATTACK not in cards:
            self.buy(s)
        elif RECRUITMENT not in cards:
            self.set_out(s, False)
        elif not self.hopeless(s, LAST):
            for answer in self.recruits(s):
                unit = UNIT[answer[0]]
                if unit in (SOLDIER, KNIGHT) and self.besieging(s, price(self.cards, unit)):
                    self.storm(self.recruit(s, answer))
            self.set_out(s, True)
            self.recruit_first(s, started=False)

    def hopeless(self, s: EpixState, buying: str) -> bool:
        """Whether no castle can fall to so little Gold, and somebody will hold more provinces in any case."""
        return not self.besieging(s) and self.outnumbered(s, True, buying)

    def besieging(self, s: EpixState, cost: int = 0) -> bool:
        """Whether the Gold, less some cost, is enough for any castle."""
        return self.plunder > 0 or s.gold[self.seat] - cost >= self.walls

    def outnumbered(self, s: EpixState, sweeping: bool, buying: str) -> bool:
        """Whether a simple count shows that somebody will hold more provinces, or as many with more Gold.

        Each of the player's units that can move holds one province at most, and each that can strike takes one from
        others; if the Knights have not swept the board yet, they take all that can be beaten and leave captured pieces
        behind. Who has no Gold beats nobody; he only captures Catapults that stand alone.
        """
        if self.plunder:
            return False
        seat, stand, own, gold = self.seat, s.stand, self.seat * ROW, s.gold[self.seat]
        soldiers, catapults = fit(s, seat, SOLDIER), fit(s, seat, CATAPULT)
        knights, camps = stand[own + KNIGHT].bit_count(), stand[own + CAMP].bit_count()
        fixed = stand[own] & ~soldiers | stand[own + CAMP] | stand[own + CATAPULT] | 1 << s.castles[seat]
        movers = soldiers.bit_count() + (catapults.bit_count() if steps(self.cards, CATAPULT) else 0)
        strikes = soldiers.bit_count() + catapults.bit_count()
        land = ground(s, self.board, seat)
        for bought in range(gold // self.cheapest + 1 if buying else 1):
            left = gold - bought * self.cheapest
            prey = land.enemies & ~self.board.keeps if (left if buying == FIRST else gold) else land.lone
            most, taken = fixed.bit_count() + knights + movers + bought, strikes + bought
            earned = camp_income(camps + bought + taken) + self.extra
            if sweeping and (knights or (buying and gold >= price(self.cards, KNIGHT))):
                pieces = sum([(prey & self.foreign(s, unit)).bit_count() for unit in (CAMP, CATAPULT)])
                most, taken, earned = most + pieces, prey.bit_count(), earned + camp_income(pieces)
            if not self.beaten(s, most, left + earned, taken, prey):
                return False
        return True

    def beaten(self, s: EpixState, provinces: int, gold: int, strikes: int, prey: int) -> bool:
        """Whether somebody is ahead of so many provinces and so much Gold, whatever is taken from him."""
        for other in range(s.seats):
            if other != self.seat:
                holds = held(s, other)
                left = holds.bit_count() - min(strikes, (holds & prey).bit_count())
                if left > provinces or (
                    left == provinces and s.gold[other] > gold and not effects(self.cards, WinTies)
                ):
                    return True
        return False

    def foreign(self, s: EpixState, unit: int) -> int:
        """Where others have such a unit, castles aside."""
        found = 0
        for row in OTHERS[s.seats][self.seat]:
            found |= s.stand[row + unit]
        return found & ~self.board.keeps

    def weakest(self) -> int:
        """How much Gold the weakest of the others' Garrisons takes."""
        s, g = self.start, self.at(self.start)
        others = [(seat, castle) for seat, castle in enumerate(s.castles) if seat != self.seat]
        return min([bribed(g, self.seat, guesses(s, self.board, seat, castle, GARRISON)) for seat, castle in others])

    # Playing by the rules

    def copy(self, s: EpixState) -> Epix:
        """The table as it stands, to try something out on it, unheard."""
        return self.at(copied(s))

    def at(self, s: EpixState) -> Epix:
        """The table itself, only to look at."""
        g = Epix(s, _UNHEARD)
        g.board = self.board
        return g

    def new(self, stage: str, s: EpixState) -> bool:
        """Whether this position has not been looked at; too many of them count as a win."""
        key = (stage, *s.stand, *s.spent, s.captured, s.gold[self.seat], s.used[self.seat])
        if key in self.looked:
            return False
        self.looked.add(key)
        if len(self.looked) > BOUND:
            raise Found
        return True

    def act(self, s: EpixState, answer: Answer, lucky: bool = True) -> EpixState:
        """The position after a move or an attack."""
        g, seat = self.copy(s), self.seat
        unit, path = UNIT[answer[1]], [self.board.number[name] for name in answer[2:]]
        if answer[0] == "attack":
            self.fight(g, bombard(g, seat, *path) if unit == CATAPULT else attack(g, seat, unit, *path), lucky)
        else:
            move(g, seat, unit, path)
        return g.state

    def fight(self, g: Epix, battle: Rules[None], lucky: bool) -> None:
        """Let an attack take its course. Bribed Sentries serve for every bid in this test."""
        try:
            ask = next(battle)
            while True:
                ask = battle.send(_answer(ask, lucky))
        except StopIteration:
            used = g.state.used
            used[self.seat] = self.start.used[self.seat] | used[self.seat] & ~bearing(FewerGuesses)

    def beats(self, g: Epix, target: int) -> bool:
        """Whether bids of 0 can get past all who defend a province; if it is a castle, that is a win."""
        s, board, seat = g.state, self.board, self.seat
        gold, defender, castle = s.gold[seat], holder(s, target), board.keeps >> target & 1
        for victim in (*ORDER, GARRISON):
            if castle if victim == GARRISON else s.stand[defender * ROW + victim] >> target & 1:
                if gold < bribed(g, seat, guesses(s, board, defender, target, victim)):
                    return False
                gold += self.plunder
        if castle:
            raise Found
        return True

    def recruits(self, s: EpixState) -> list[Answer]:
        """Every unit that could be bought now, with its place."""
        return recruits(s, self.board, self.seat, open_places(self.at(s), self.seat), self.cards, self.board.recruits)

    def recruit(self, s: EpixState, answer: Answer) -> EpixState:
        """The position after a unit was bought."""
        g = self.copy(s)
        enlist(g, self.seat, answer, self.cards)
        return g.state

    def judge(self, s: EpixState) -> None:
        """Raises Found if the player is a winner, alone or shared, after Winter income on this board."""
        if not self.ahead(s, held(s, self.seat).bit_count()):
            gold, s.gold = s.gold, s.gold[:]
            pay_income(self.at(s))
            won = self.seat in winners(s)
            s.gold = gold
            if won:
                raise Found

    def ahead(self, s: EpixState, provinces: int) -> bool:
        """Whether somebody holds more provinces than these."""
        return max([held(s, seat).bit_count() for seat in range(s.seats)]) > provinces

    # Recruits

    def buy(self, s: EpixState) -> None:
        """Recruitment as the last card: units into provinces that nobody holds; Camps anywhere if they pay at once."""
        if not self.new("buy", s):
            return
        self.judge(s)
        mine = held(s, self.seat)
        most = mine.bit_count() + s.gold[self.seat] // self.cheapest
        if self.ahead(s, most):
            return
        camps_pay = price(self.cards, CAMP) < camp_income(1) + card_income(self.cards, 1)
        for answer in self.recruits(s):
            if not mine >> self.board.number[answer[1]] & 1 or (camps_pay and UNIT[answer[0]] == CAMP):
                self.buy(self.recruit(s, answer))

    def recruit_first(self, s: EpixState, started: bool = True) -> None:
        """Every affordable set of recruits, at least one of them, then Move & Attack."""
        if not self.new("first", s) or self.hopeless(s, FIRST):
            return
        if started:
            self.set_out(s, False)
        for answer in self.recruits(s):
            self.recruit_first(self.recruit(s, answer))

    # Move & Attack

    def set_out(self, s: EpixState, then: bool) -> None:
        """The Knights go first; but pieces may be thrown away before, while there is an enemy. `then` come recruits."""
        if self.hopeless(s, LAST if then else ""):
            return
        self.besiege(s)
        for swept in self.sweep(s):
            self.go(swept, then)
        if s.stand[self.seat * ROW + KNIGHT] and self.new("out then" if then else "out", s):
            for after in self.losses(s, then):
                self.set_out(after, then)

    def go(self, s: EpixState, then: bool) -> None:
        """Every order in which Soldiers and Catapults may act; at any point the turn may stop."""
        if not self.new("go then" if then else "go", s):
            return
        if then:
            self.buy(self.settle(s))
        else:
            self.judge(self.settle(s))
        if self.outnumbered(s, False, LAST if then else ""):
            return
        for after in self.deeds(s, then):
            if after.gold[self.seat] == s.gold[self.seat]:
                self.go(after, then)
            else:
                self.besiege(after)
                for swept in self.sweep(after):
                    self.go(swept, then)

    def storm(self, s: EpixState) -> None:
        """Raises Found if a castle could fall to a Soldier beside it or to a Knight that travels there."""
        self.besiege(s)
        for _ in self.sweep(s):
            pass

    def besiege(self, s: EpixState) -> None:
        """Raises Found if a castle could fall to a Soldier beside it."""
        g, castles = self.at(s), garrisons(self.board, s.castles[self.seat])
        for p in BITS[fit(s, self.seat, SOLDIER)]:
            for castle in BITS[self.board.near[p] & castles]:
                self.beats(g, castle)

    # Soldiers and Catapults

    def deeds(self, s: EpixState, then: bool) -> Iterator[EpixState]:
        """What Soldiers and Catapults can do next, and which units can be thrown away to be bought again.

        To move where something else holds the province already is of no use; but a Knight may go elsewhere in the end.
        """
        g, wanted, thrown, own = self.at(s), self.wanted(s, then), set(), self.seat * ROW
        mine = s.stand[own] | s.stand[own + CAMP] | s.stand[own + CATAPULT] | 1 << s.castles[self.seat]
        for answer in deeds(g, self.seat):
            kind, name, origin, *path = answer
            unit, target = UNIT[name], self.board.number[path[-1]]
            if unit == KNIGHT:
                continue
            if kind == "move":
                if not mine >> target & 1:
                    yield self.act(s, answer)
                continue
            if not doomed(g, self.seat, unit, target) if unit == CATAPULT else self.beats(g, target):
                yield self.act(s, answer)
            if wanted[unit] and (name, origin) not in thrown:
                lost = self.act(s, answer, lucky=False)
                if not lost.stand[self.seat * ROW + unit] >> self.board.number[origin] & 1:
                    thrown.add((name, origin))
                    yield lost
        if wanted[KNIGHT]:
            yield from self.lost_knights(s)

    def losses(self, s: EpixState, then: bool) -> Iterator[EpixState]:
        """Pieces lost in an attack before the Knights take those who could be attacked."""
        g, wanted = self.at(s), self.wanted(s, then)
        for answer in deeds(g, self.seat) if any(wanted) else ():
            unit = UNIT[answer[1]]
            if answer[0] == "attack" and unit != KNIGHT and wanted[unit]:
                yield self.act(s, answer, lucky=False)
                if unit == CATAPULT and not doomed(g, self.seat, unit, self.board.number[answer[-1]]):
                    yield self.act(s, answer)
        if wanted[KNIGHT]:
            yield from self.lost_knights(s)

    def wanted(self, s: EpixState, then: bool) -> list[bool]:
        """Unit -> whether one more in supply could be of use: to be bought again, or to replace a captured Catapult."""
        places, gold = 2 + len(effects(self.cards, Levy)), s.gold[self.seat]
        left = [in_supply(s, self.seat, unit) for unit in range(len(UNITS))]
        found = [then and left[unit] < min(places, gold // price(self.cards, unit)) for unit in range(len(UNITS))]
        found[CATAPULT] = found[CATAPULT] or left[CATAPULT] < self.foreign(s, CATAPULT).bit_count()
        return found

    # Knights

    def sweep(self, s: EpixState) -> Iterator[EpixState]:
        """The Knights beat and enter all they can travel to; Found if a castle is within reach.

        Where the supply is short the order of conquest decides what is replaced, so each is tried.
        """
        prey = self.prey(s)
        if not prey:
            yield s
            return
        scarce = 0
        for unit in (CAMP, CATAPULT):
            foreign = self.foreign(s, unit)
            if foreign.bit_count() > in_supply(s, self.seat, unit):
                scarce |= foreign
        plain = [way for way in prey if not scarce >> way[1] & 1]
        for knight, target, stations in plain[:1] or prey:
            after = self.conquer(s, knight, target, stations)
            if plain or self.new("swept", after):
                yield from self.sweep(after)

    def prey(self, s: EpixState) -> list[tuple[int, int, int]]:
        """What the Knights can travel to and beat: the Knight, the province, and where that Knight could stand."""
        knights = s.stand[self.seat * ROW + KNIGHT]
        if not knights:
            return []
        g, board = self.at(s), self.board
        land = ground(s, board, self.seat)
        free, victims = enterable(land, board, KNIGHT, self.cards), attackable(land, board, KNIGHT, self.cards)
        away = distances(board, garrisons(board, s.castles[self.seat]))
        found = {}
        for knight in BITS[knights]:
            stations = region(board, knight, free)
            for target in BITS[beside(board, stations & ~(knights & ~(1 << knight))) & victims | stations & land.lone]:
                if target not in found and (land.lone >> target & 1 or self.beats(g, target)):
                    found[target] = (knight, target, stations)
        return sorted(found.values(), key=lambda way: away[way[1]])

    def conquer(self, s: EpixState, knight: int, target: int, stations: int, lucky: bool = True) -> EpixState:
        """A Knight travels to a province and takes it, or is lost there."""
        g, at = self.copy(s), knight
        if stations >> target & 1:
            self.ride(g, knight, target)
            return g.state
        if not reach(self.board, KNIGHT, knight) >> target & 1:
            at = BITS[stations & self.board.near[target] & ~s.stand[self.seat * ROW + KNIGHT]][0]
            self.ride(g, knight, at)
        self.fight(g, attack(g, self.seat, KNIGHT, at, target), lucky)
        return g.state

    def ride(self, g: Epix, knight: int, end: int) -> None:
        """A Knight walks to a province."""
        land = ground(g.state, self.board, self.seat)
        free = enterable(land, self.board, KNIGHT, self.cards)
        name = self.board.names[end]
        around = region(self.board, knight, free)
        path = next(path for path in rides(self.board, knight, around, land.lone & around, 0) if path[-1] == name)
        move(g, self.seat, KNIGHT, [self.board.number[name] for name in path[2:]])

    def lost_knights(self, s: EpixState) -> Iterator[EpixState]:
        """A Knight may be thrown away in an attack that fails, to be bought again."""
        board, knights = self.board, s.stand[self.seat * ROW + KNIGHT]
        land = ground(s, board, self.seat)
        free, victims = enterable(land, board, KNIGHT, self.cards), attackable(land, board, KNIGHT, self.cards)
        for knight in BITS[knights]:
            stations = region(board, knight, free)
            for target in BITS[beside(board, stations & ~(knights & ~(1 << knight))) & victims][:1]:
                yield self.conquer(s, knight, target, stations, lucky=False)

    def settle(self, s: EpixState) -> EpixState:
        """Set the Knights down where nobody stands, as many and as well as their travels allow."""
        board, row = self.board, self.seat * ROW
        knights = BITS[s.stand[row + KNIGHT]]
        if not knights:
            return s
        land = ground(s, board, self.seat)
        free = enterable(land, board, KNIGHT, self.cards)
        others = s.stand[row] | s.stand[row + CAMP] | s.stand[row + CATAPULT]
        empty = board.everywhere & ~(board.keeps | land.enemies | others)
        spots = [sorted(BITS[region(board, knight, free) & empty], key=self.worth)[:2] for knight in knights]
        chosen = min(
            [frozenset(pick) for pick in product(*(spot or [-1] for spot in spots))],
            key=lambda pick: (-len(pick - {-1}), sorted([self.worth(p) for p in pick - {-1}])),
        )
        settled = copied(s)
        settled.stand[row + KNIGHT] = sum([1 << p for p in chosen - {-1}])
        settled.stand[row + ANY] = others | settled.stand[row + KNIGHT]
        return settled

    def worth(self, p: int) -> tuple[bool, bool, int]:
        """Which province to hold first: gold provinces, then others, homes last as recruits can fill them."""
        return (not self.board.gold[p], bool(self.start.lands[self.seat] >> p & 1), p)


@cache
def prospects(board: Board, cards: int) -> tuple[int, int, int]:
    """What each success brings, what the cheapest unit costs, and the most that provinces and cards could earn."""
    plunder = sum(effect.gold for effect in effects(cards, Plunder))
    cheapest = min(price(cards, unit) for unit in range(len(UNITS)))
    extra = sum(gold for _, gold in board.mines) + sum(effect.most for effect in effects(cards, CampIncome))
    return plunder, cheapest, extra


def beside(board: Board, provinces: int) -> int:
    """What a Knight could attack from any of these provinces."""
    found = 0
    for p in BITS[provinces]:
        found |= reach(board, KNIGHT, p)
    return found


@cache
def distances(board: Board, castles: int) -> tuple[int, ...]:
    """Province -> how many steps it is from the nearest of these castles."""
    found, line = dict.fromkeys(BITS[castles], 0), list(BITS[castles])
    for p in line:
        for q in BITS[board.near[p]]:
            if q not in found:
                found[q] = found[p] + 1
                line.append(q)
    return tuple(found[p] for p in range(len(board.names)))


def _answer(ask: Any, lucky: bool) -> Any:
    """The best case: bids of 0 that are named or not as the player likes; he goes on, opponents use no card."""
    if isinstance(ask, Together):
        return (0, _answer(ask.asks[1], lucky))
    match ask.prompt:
        case "attack.bid":
            return 0
        case "attack.guess":
            return tuple(range(1, ask.least + 1)) if lucky else tuple(range(ask.least))
        case "attack.continue" | "attack.sentries":
            return True
    return False
