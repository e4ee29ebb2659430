"""Set up."""

from __future__ import annotations

from functools import cache

from arbiter.core import Choose, Option, Rules, rule

from .abilities import ABILITIES
from .board import Board
from .contents import COLOURS, PAINT, SOLDIER, SPARE_CARDS, START_GOLD
from .preliminary import begin_preliminary
from .state import IN_SUPPLY, SET, Epix, Offer


def set_up(g: Epix) -> Rules[None]:
    """What is to be had at once, and then the steps that people see: colours, the first player, Soldiers, cards."""
    take_seats(g)
    set_season_marker(g)
    take_units(g)
    take_gold(g)
    yield from choose_colours(g)
    draw_first_player(g)
    place_soldiers(g)
    lay_out_abilities(g)
    begin_preliminary(g)


def take_seats(g: Epix) -> None:
    """Who gets which castle is drawn, or goes by seat; clockwise order goes round the board."""
    s, corners = g.state, g.board.castles
    left = list(corners)
    s.castles = tuple([g.pull(left) for _ in corners]) if s.drawn_seats else corners
    s.lands = tuple([realm(g.board, castle) for castle in s.castles])
    s.clockwise = clockwise(corners, s.castles)


@cache
def clockwise(corners: tuple[int, ...], castles: tuple[int, ...]) -> tuple[int, ...]:
    """Seat -> the seat at the next corner of the board."""
    after = dict(zip(corners, corners[1:] + corners[:1], strict=True))
    return tuple(castles.index(after[castle]) for castle in castles)


@cache
@rule("EPIX-LAND-1")
def realm(board: Board, castle: int) -> int:
    """A castle and the two provinces adjacent to it."""
    return 1 << castle | board.near[castle]


@rule("EPIX-SETUP-9")
def set_season_marker(g: Epix) -> None:
    """The marker begins on the first line of the Season card."""
    g.state.season = 0


@rule("EPIX-SETUP-3", "EPIX-COMP-2", "EPIX-COMP-3")
def take_units(g: Epix) -> None:
    """Each has the ten pieces of his colour in supply."""
    g.state.pieces = [IN_SUPPLY] * (SET * g.state.seats)


@rule("EPIX-SETUP-5")
def take_gold(g: Epix) -> None:
    """Each begins with the same Gold."""
    g.state.gold = [START_GOLD] * g.state.seats


@rule("EPIX-SETUP-2", "EPIX-FLAVOUR-1")
def choose_colours(g: Epix) -> Rules[None]:
    """Each of the rival houses picks a colour of its own; the last of four takes what is left."""
    s = g.state
    for seat in range(s.seats):
        free = [colour for colour in COLOURS if colour not in s.colours]
        if len(free) == 1:
            s.colours[seat] = free[0]
        else:
            s.colours[seat] = yield Choose(seat, free, "setup.colour", _colour, rule="EPIX-SETUP-2")
        g.tell("setup.took", seat=seat, colour=s.colours[seat])


def _colour(colour: str) -> Option:
    return Option(colour, f"colour.{colour}", colour=PAINT[colour])


@rule("EPIX-SETUP-8")
def draw_first_player(g: Epix) -> None:
    """A random player receives the First Player card."""
    s = g.state
    s.first = g.pick(range(s.seats))
    g.tell("setup.first", seat=s.first)


@rule("EPIX-SETUP-10")
def place_soldiers(g: Epix) -> None:
    """Each puts a Soldier in his castle, free of charge."""
    for seat, castle in enumerate(g.state.castles):
        g.put(seat, SOLDIER, castle)


@rule("EPIX-SETUP-11", "EPIX-COMP-5", "EPIX-MODE-2")
def lay_out_abilities(g: Epix) -> None:
    """In the advanced game as many ability cards as players plus one are laid out, face up."""
    s = g.state
    if not s.advanced:
        return
    deck = list(ABILITIES)
    for _ in range(s.seats + SPARE_CARDS):
        s.lay.append(Offer(g.pull(deck)))
    g.tell("setup.lay", cards=[offer.card for offer in s.lay])
