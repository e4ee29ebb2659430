"""The state of a game of Epix, and what can be read off the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from arbiter.content import Effect
from arbiter.core import Play, per_seat, rule, seen_by, state

from .abilities import ABILITIES, ABILITY, E, bearing, effects
from .board import Board
from .contents import CATAPULT, COINS, KNIGHT, SUPPLY, UNIT, UNITS

NOBODY = -1
ANY, ROW = 4, 5
"""Each seat has a row of five sets of provinces: one for each kind of unit, and one for any."""
OTHERS = tuple(
    tuple(tuple(other * ROW for other in range(seats) if other != seat) for seat in range(seats)) for seats in range(5)
)
"""Number of seats and seat -> where the rows of the others begin."""
IN_SUPPLY, ON_CARD = -1, -2
"""Where a piece can be that stands in no province: unused, or lying on a card as the mark of a bid."""

SET = sum(SUPPLY)
"""How many pieces a player has."""
_FIRST = tuple(sum(SUPPLY[:unit]) for unit in range(len(SUPPLY) + 1))
RANGES = tuple(
    tuple((seat * SET + _FIRST[unit], seat * SET + _FIRST[unit + 1]) for unit in range(len(SUPPLY)))
    for seat in range(4)
)
"""Seat and unit -> from where to where its pieces stand in the list of all."""
UNITS_OF = tuple(name for name, count in zip(UNITS, SUPPLY, strict=True) for _ in range(count)) * 4
"""Piece -> its kind."""
PIECE_IDS = tuple(
    f"{UNITS[unit]}.{seat}.{number}"
    for seat in range(4)
    for unit, count in enumerate(SUPPLY)
    for number in range(count)
)
"""Piece -> what it is called wherever it goes."""


@rule("EPIX-CHOOSE-2")
def backs(cards: tuple[str, ...]) -> tuple[str, ...]:
    """What others see of Action cards that lie face down: how many there are."""
    return ("?",) * len(cards)


@state
class Attack:
    """An attack under way: who attacks what with which unit, how many amounts the defender names, and the bid."""

    seat: int
    unit: str
    origin: str
    target: str
    defender: int
    victim: str
    guesses: int
    bid: int | None = seen_by("seat", default=None)
    parity: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """An ability card that can be bid on: who has bid how much, marked by which of his pieces."""

    card: str
    seat: int = NOBODY
    gold: int = 0
    piece: int = NOBODY


@state
class EpixState:
    """Provinces are numbered as on the board; a set of provinces is a number with a bit for each."""

    seats: int
    advanced: bool
    knight_rest: bool
    drawn_seats: bool
    phase: str
    season: int
    first: int
    turn: int
    castles: tuple[int, ...]
    """Seat -> the province of its castle."""
    lands: tuple[int, ...]
    """Seat -> the provinces of its realm."""
    clockwise: tuple[int, ...]
    """Seat -> the next seat round the board."""
    colours: list[str]
    gold: list[int]
    pieces: list[int]
    """Every single piece, seat by seat and unit by unit -> the province where it stands, or where else it is."""
    stand: list[int]
    """Seat * ROW + unit -> the provinces in which such a piece stands; + ANY: those in which any of the seat's does."""
    spent: list[int]
    """Unit -> the provinces in which the acting player's is finished for this action."""
    captured: int = 0
    """Provinces whose Catapult was captured this season."""
    resting: int = 0
    """Provinces whose Knight has moved and waits for something to happen."""
    stood: list[int] = field(default_factory=list)
    """Where the acting player's Knights stood since something else has happened."""
    passed: list[bool] = field(default_factory=list)
    lay: list[Offer] = field(default_factory=list)
    abilities: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    """Seat -> the ability cards used up for now."""
    laid: list[tuple[str, ...]] = per_seat(mask=backs, default_factory=list)
    """Seat -> the Action cards lying face down."""
    shown: list[tuple[str, ...]] = field(default_factory=list)
    """Seat -> the Action cards turned up this season."""
    todo: tuple[str, ...] = ()
    """The turned up cards that are not carried out yet, the one under way first."""
    attack: Attack | None = None
    fallen: str = ""


def new_state(seats: int, advanced: bool, knight_rest: bool, drawn_seats: bool) -> EpixState:
    """An empty table: nothing is set up yet."""
    return EpixState(
        seats=seats,
        advanced=advanced,
        knight_rest=knight_rest,
        drawn_seats=drawn_seats,
        phase="setup",
        season=NOBODY,
        first=NOBODY,
        turn=NOBODY,
        castles=(),
        lands=(),
        clockwise=(),
        colours=[""] * seats,
        gold=[0] * seats,
        pieces=[],
        stand=[0] * (seats * ROW),
        spent=[0] * 4,
        passed=[False] * seats,
        abilities=[0] * seats,
        used=[0] * seats,
        laid=[()] * seats,
        shown=[()] * seats,
    )


class Epix(Play[EpixState]):
    """A game of Epix being played: the verbs of the table."""

    __slots__ = ("board",)
    board: Board

    def pay(self, seat: int, gold: int) -> None:
        """Gold goes to the Treasury."""
        self.state.gold[seat] -= gold

    def earn(self, seat: int, gold: int) -> None:
        """Gold comes from the Treasury, which never runs out."""
        self.state.gold[seat] += gold

    def put(self, seat: int, unit: int, province: int) -> None:
        """A piece comes from the supply onto the board."""
        s = self.state
        begin, end = RANGES[seat][unit]
        s.pieces[s.pieces.index(IN_SUPPLY, begin, end)] = province
        s.stand[seat * ROW + unit] |= 1 << province
        s.stand[seat * ROW + ANY] |= 1 << province

    def take(self, seat: int, unit: int, province: int) -> None:
        """A piece goes from the board to the supply."""
        self._leave(seat, unit, province, IN_SUPPLY)

    def shift(self, seat: int, unit: int, origin: int, target: int) -> None:
        """A piece goes from one province to another."""
        self._leave(seat, unit, origin, target)
        stand = self.state.stand
        stand[seat * ROW + unit] |= 1 << target
        stand[seat * ROW + ANY] |= 1 << target

    def _leave(self, seat: int, unit: int, province: int, to: int) -> None:
        """A piece leaves a province, and what marked it there goes."""
        s = self.state
        begin, end = RANGES[seat][unit]
        s.pieces[s.pieces.index(province, begin, end)] = to
        stand, row, rest = s.stand, seat * ROW, ~(1 << province)
        stand[row + unit] &= rest
        stand[row + ANY] = stand[row] | stand[row + 1] | stand[row + 2] | stand[row + 3]
        s.spent[unit] &= rest
        if unit == CATAPULT:
            s.captured &= rest
        elif unit == KNIGHT:
            s.resting &= rest

    def effects(self, seat: int, kind: type[E]) -> tuple[E, ...]:
        """What a seat's ability cards say of a kind."""
        return effects(self.state.abilities[seat], kind)

    def ready(self, seat: int, kind: type[Effect]) -> bool:
        """Whether a seat has a card with such an effect that is not used up."""
        return ready(self.state, seat, kind)

    def use(self, seat: int, kind: type[Effect]) -> None:
        """The first card with such an effect that is not used up is used now."""
        s = self.state
        cards = s.abilities[seat] & ~s.used[seat] & bearing(kind)
        s.used[seat] |= cards & -cards


def ready(s: EpixState, seat: int, kind: type[Effect]) -> bool:
    """Whether a seat has a card with such an effect that is not used up."""
    return bool(s.abilities[seat] & ~s.used[seat] & bearing(kind))


@rule("EPIX-MA-5")
def friendly(s: EpixState, seat: int) -> int:
    """The provinces in which units of a seat stand."""
    return s.stand[seat * ROW + ANY]


@rule("EPIX-REC-4")
def enemies(s: EpixState, seat: int) -> int:
    """The provinces in which units of others stand: as one colour holds a province, nobody else can stand there."""
    found, stand = 0, s.stand
    for row in OTHERS[s.seats][seat]:
        found |= stand[row + ANY]
    return found


def owner(s: EpixState, province: int) -> int:
    """Whose units stand in a province."""
    for seat in range(s.seats):
        if s.stand[seat * ROW + ANY] >> province & 1:
            return seat
    return NOBODY


def holder(s: EpixState, province: int) -> int:
    """Who holds a province: whose units stand there, or whose castle it is."""
    return s.castles.index(province) if province in s.castles else owner(s, province)


@rule("EPIX-LAND-6")
def held(s: EpixState, seat: int) -> int:
    """The provinces a seat holds; the own castle always counts, as its Garrison never leaves."""
    return s.stand[seat * ROW + ANY] | 1 << s.castles[seat]


def stir(s: EpixState) -> None:
    """Something has happened: Knights that had moved may move again, and no earlier position can come back."""
    s.resting = 0
    if s.stood:
        s.stood = []


def in_supply(s: EpixState, seat: int, unit: int) -> int:
    """How many pieces of a kind lie unused."""
    begin, end = RANGES[seat][unit]
    return s.pieces[begin:end].count(IN_SUPPLY)


def unused(s: EpixState, seat: int, unit: str) -> tuple[str, ...]:
    """The pieces of a kind that lie in a player's supply."""
    begin, end = RANGES[seat][UNIT[unit]]
    return tuple(PIECE_IDS[piece] for piece in range(begin, end) if s.pieces[piece] == IN_SUPPLY)


def standing_at(s: EpixState, seat: int, unit: str, province: int) -> str:
    """The piece of a kind that a player has in a province."""
    begin, end = RANGES[seat][UNIT[unit]]
    return PIECE_IDS[s.pieces.index(province, begin, end)]


@rule("EPIX-SETUP-7", "EPIX-COMP-8")
def treasury(s: EpixState) -> int:
    """What is left of the coins; the Treasury pays on when they are out."""
    return max(0, COINS - sum(s.gold) - sum(offer.gold for offer in s.lay))


def order_from(s: EpixState, seat: int) -> list[int]:
    """All seats, clockwise from this one."""
    return list(_order(s.clockwise, seat))


@cache
def _order(clockwise: tuple[int, ...], seat: int) -> tuple[int, ...]:
    order = [seat]
    while len(order) < len(clockwise):
        order.append(clockwise[order[-1]])
    return tuple(order)


def owned(cards: int) -> list[str]:
    """The names of a player's ability cards."""
    return [name for name in ABILITIES if cards & ABILITY[name]]
