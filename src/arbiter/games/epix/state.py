"""The state of a game of Epix, and what can be read off it."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbiter.core import Play, per_seat, rule, seen_by, state

from .board import (
    CAMP,
    CATAPULT,
    COINS,
    DEEP_MOAT,
    DEFENCE,
    KNIGHT,
    PALISADES,
    SHIELD_WALL,
    SOLDIER,
    START_GOLD,
    SUPPLY,
    UNITS,
    Board,
    board,
)

NOBODY = -1
GARRISON = 4
"""What defends a castle after its units; it has no piece."""


@dataclass(frozen=True, slots=True)
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


@state
class EpixState:
    """Provinces are numbered as on the board; a province's units are bits, as no two alike share one."""

    seats: int
    advanced: bool
    knight_rest: bool
    drawn_seats: bool
    phase: str
    season: int
    first: int
    turn: int
    castles: tuple[int, ...]
    realm: tuple[int, ...]
    """Province -> the seat whose realm it belongs to."""
    lands: tuple[tuple[int, ...], ...]
    """Seat -> the provinces of its realm."""
    keep: tuple[int, ...]
    """Province -> the seat whose castle it is."""
    clockwise: tuple[int, ...]
    """Seat -> the next seat round the board."""
    colours: list[str]
    gold: list[int]
    supply: list[int]
    """Seat * 4 + unit -> how many lie unused."""
    owner: list[int]
    """Province -> whose units stand there."""
    units: list[int]
    """Province -> the units there, a bit a type."""
    spent: list[int]
    """Province -> the units there that are finished for this action."""
    captured: int = 0
    """Provinces whose Catapult was captured this season, a bit each."""
    resting: int = 0
    """Provinces whose Knight has moved and waits for something to happen, a bit each."""
    passed: list[bool] = field(default_factory=list)
    lay: list[str] = field(default_factory=list)
    """The ability cards lying face up, with who bids how much, marked by which unit."""
    bid_seat: list[int] = field(default_factory=list)
    bid_gold: list[int] = field(default_factory=list)
    bid_marker: list[int] = field(default_factory=list)
    abilities: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    """Seat -> the cards used up for this season (Second Summons: for the game), a bit each."""
    laid: list[tuple[str, ...]] = per_seat(mask=lambda cards: ("?",) * len(cards), default_factory=list)
    """Seat -> the action cards lying face down."""
    shown: list[tuple[str, ...]] = field(default_factory=list)
    """Seat -> the action cards turned up this season."""
    acted: int = 0
    todo: tuple[str, ...] = ()
    action: str = ""
    levied: bool = False
    stood: list[str] = field(default_factory=list)
    """Positions that already stood in this Move & Attack action."""
    attack: Attack | None = None
    fallen: str = ""


def new_state(seats: int, advanced: bool, knight_rest: bool, drawn_seats: bool) -> EpixState:
    """An empty board: nothing is set up yet."""
    sheet = board(seats)
    provinces = len(sheet.names)
    return EpixState(
        seats=seats,
        advanced=advanced,
        knight_rest=knight_rest,
        drawn_seats=drawn_seats,
        phase="setup",
        season=0,
        first=NOBODY,
        turn=NOBODY,
        castles=sheet.castles,
        realm=sheet.realms,
        lands=lands(sheet.realms, seats),
        keep=keeps(sheet.castles, provinces),
        clockwise=tuple((seat + 1) % seats for seat in range(seats)),
        colours=[""] * seats,
        gold=[START_GOLD] * seats,
        supply=list(SUPPLY) * seats,
        owner=[NOBODY] * provinces,
        units=[0] * provinces,
        spent=[0] * provinces,
        passed=[False] * seats,
        abilities=[0] * seats,
        used=[0] * seats,
        laid=[()] * seats,
        shown=[()] * seats,
    )


def lands(realm: tuple[int, ...], seats: int) -> tuple[tuple[int, ...], ...]:
    """Seat -> the provinces of its realm, for this seating."""
    return tuple(tuple(p for p, whose in enumerate(realm) if whose == seat) for seat in range(seats))


def keeps(castles: tuple[int, ...], provinces: int) -> tuple[int, ...]:
    """Province -> the seat whose castle it is, for this seating."""
    return tuple(castles.index(province) if province in castles else NOBODY for province in range(provinces))


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
        """A unit comes from the supply onto the board."""
        s = self.state
        s.supply[seat * 4 + unit] -= 1
        s.owner[province] = seat
        s.units[province] |= 1 << unit

    def take(self, unit: int, province: int) -> None:
        """A unit goes back to its owner's supply."""
        s = self.state
        s.supply[s.owner[province] * 4 + unit] += 1
        self.lift(unit, province)

    def lift(self, unit: int, province: int) -> None:
        """A unit leaves a province; what marked it there goes with it."""
        s = self.state
        left = s.units[province] & ~(1 << unit)
        s.units[province] = left
        s.spent[province] &= left
        if unit == CATAPULT:
            s.captured &= ~(1 << province)
        elif unit == KNIGHT:
            s.resting &= ~(1 << province)
        if not left:
            s.owner[province] = NOBODY

    def has(self, seat: int, card: int) -> bool:
        return bool(self.state.abilities[seat] & card)

    def ready(self, seat: int, card: int) -> bool:
        """Whether a seat owns a card and has not used it up."""
        s = self.state
        return bool(s.abilities[seat] & card & ~s.used[seat])

    def use(self, seat: int, card: int) -> None:
        self.state.used[seat] |= card


@rule("EPIX-MA-5", "EPIX-MA-6", "EPIX-CASTLE-1", "EPIX-LAND-7")
def holder(s: EpixState, province: int) -> int:
    """Who holds a province: whose units are there, or whose castle it is, as its Garrison never leaves."""
    owner = s.owner[province]
    return s.keep[province] if owner < 0 else owner


def provinces_held(s: EpixState, seat: int) -> int:
    """How many provinces a seat holds; the own castle always counts."""
    return s.owner.count(seat) + (not s.units[s.castles[seat]])


def treasury(s: EpixState) -> int:
    """What is left of the coins; the Treasury pays on when they are out."""
    return max(0, COINS - sum(s.gold) - sum(s.bid_gold))


def order_from(s: EpixState, seat: int) -> list[int]:
    """All seats, clockwise from this one."""
    order = [seat]
    while len(order) < s.seats:
        order.append(s.clockwise[order[-1]])
    return order


@rule(
    "EPIX-ATTACK-6", "EPIX-ATTACK-18", "EPIX-ATTACK-19", "EPIX-KNIGHT-6", "EPIX-CAMP-6", "EPIX-CAT-10",
    "EPIX-CASTLE-3", "EPIX-CASTLE-4", "EPIX-CASTLE-7",
)  # fmt: skip
def guesses(s: EpixState, province: int, victim: int) -> int:
    """How many amounts the defender may name: the highest single source, by place and by the defender's cards."""
    if victim == CATAPULT:
        return 0
    castle = s.keep[province]
    if castle >= 0:
        return 3 if s.abilities[castle] & DEEP_MOAT else _IN_CASTLE[victim]
    number = (_IN_MOUNTAIN if province == board(s.seats).mountain else _OUTSIDE)[victim]
    defending = s.abilities[s.owner[province]]
    if number < 2 and ((victim == SOLDIER and defending & SHIELD_WALL) or (victim == CAMP and defending & PALISADES)):
        return 2
    return number


_OUTSIDE = tuple(DEFENCE["ordinary"][name] for name in UNITS)
_IN_MOUNTAIN = tuple(DEFENCE["kilimandjora"][name] for name in UNITS)
_IN_CASTLE = tuple(DEFENCE["castle"].get(name, 0) for name in (*UNITS, "garrison"))
