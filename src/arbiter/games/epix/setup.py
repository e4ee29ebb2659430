"""Set up, and the aim of the game."""

from __future__ import annotations

from arbiter.core import Choose, Option, Rules, rule

from .board import ABILITIES, COLOURS, LEDGER, SOLDIER
from .state import NOBODY, Epix, keeps, lands

DEAL: dict[str, int] = LEDGER["table"]["ability_deal"]


@rule(
    "EPIX-COMP-2", "EPIX-COMP-3", "EPIX-COMP-4", "EPIX-COMP-6", "EPIX-COMP-7", "EPIX-COMP-8",
    "EPIX-SETUP-3", "EPIX-SETUP-4", "EPIX-SETUP-5", "EPIX-SETUP-6", "EPIX-SETUP-7", "EPIX-SETUP-9", "EPIX-MODE-1",
)  # fmt: skip
def set_up(g: Epix) -> Rules[None]:
    """Colours, seats, the First Player card, a Soldier in each castle and, in the advanced game, the ability cards."""
    s = g.state
    if s.drawn_seats:
        draw_seats(g)
    yield from choose_colours(g)
    draw_first_player(g)
    for seat in range(s.seats):
        garrison_soldier(g, seat)
    if s.advanced:
        lay_out_abilities(g)
    s.turn = s.first
    s.phase = "preliminary"


def draw_seats(g: Epix) -> None:
    """Who gets which castle is drawn; clockwise order goes round the board."""
    s = g.state
    castles = list(g.board.castles)
    s.castles = tuple([g.pull(castles) for _ in range(s.seats)])
    seat_of = {g.board.castles.index(castle): seat for seat, castle in enumerate(s.castles)}
    s.realm = tuple(seat_of.get(corner, NOBODY) for corner in g.board.realms)
    s.lands = lands(s.realm, s.seats)
    s.keep = keeps(s.castles, len(s.realm))
    corners = {seat: corner for corner, seat in seat_of.items()}
    s.clockwise = tuple(seat_of[(corners[seat] + 1) % s.seats] for seat in range(s.seats))


@rule("EPIX-SETUP-2", "EPIX-FLAVOUR-1")
def choose_colours(g: Epix) -> Rules[None]:
    """Each house picks a colour of its own; the last of four takes what is left."""
    s = g.state
    for seat in range(s.seats):
        free = [colour for colour in COLOURS if colour not in s.colours]
        if len(free) == 1:
            s.colours[seat] = free[0]
        else:
            s.colours[seat] = yield Choose(seat, free, "setup.colour", _colour, rule="EPIX-SETUP-2")
        g.tell("setup.took", seat=seat, colour=s.colours[seat])


def _colour(colour: str) -> Option:
    return Option(colour, f"colour.{colour}")


@rule("EPIX-SETUP-8")
def draw_first_player(g: Epix) -> None:
    s = g.state
    s.first = g.pick(range(s.seats))
    g.tell("setup.first", seat=s.first)


@rule("EPIX-SETUP-10")
def garrison_soldier(g: Epix, seat: int) -> None:
    """A Soldier in the own castle, free of charge."""
    g.put(seat, SOLDIER, g.state.castles[seat])


@rule("EPIX-COMP-5", "EPIX-SETUP-11", "EPIX-MODE-2")
def lay_out_abilities(g: Epix) -> None:
    """One card more than there are players, face up."""
    s = g.state
    deck = list(ABILITIES)
    for _ in range(DEAL[f"p{s.seats}"]):
        s.lay.append(g.pull(deck))
        s.bid_seat.append(NOBODY)
        s.bid_gold.append(0)
        s.bid_marker.append(NOBODY)
    g.tell("setup.lay", cards=list(s.lay))
