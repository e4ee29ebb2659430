"""End of the game: arriving, the last round, and the placings."""

from __future__ import annotations

from arbiter.core import Outcome, Part, ranking, rule
from arbiter.kit import cards

from .numbers import PODIUM
from .race import Yummell


class Home(Exception):
    """The one whose turn it is has arrived: the turn is over at once."""


@rule("YUM-END-1", "YUM-GAP-74", "YUM-GAP-75")
def arrivals(g: Yummell) -> None:
    """Note who has come to the last square, in whoever's turn; the mover's own turn is over with that."""
    s = g.state
    last = g.course.last
    if last in s.at:
        for seat, square in enumerate(s.at):
            if square == last and seat not in s.arrived:
                arrive(g, seat)
        if s.at[s.mover] == last:
            raise Home


@rule("YUM-END-3")
def arrive(g: Yummell, seat: int) -> None:
    """A character is home, after those who came before it: its pawn leaves the bag, its cards are set aside."""
    s = g.state
    s.arrived.append(seat)
    set_aside(g, seat)
    if seat in s.bag:
        s.bag.remove(seat)
    call_out(g, seat, len(s.arrived))


def set_aside(g: Yummell, seat: int) -> None:
    """All that an arrived player had leaves the game, for all to see."""
    s = g.state
    s.aside += [cards.lay_open(g, s.hand[seat], card) for card in s.hand[seat].cards[:]]
    s.aside += (*s.active[seat], *s.curses[seat], *(s.turn.activating if seat == s.mover else ()))
    s.active[seat], s.curses[seat], s.lasting[seat], s.supporters[seat] = (), (), (), ()
    if seat == s.mover:
        s.turn.activating = ()


@rule("YUM-AIM-2")
def call_out(g: Yummell, seat: int, place: int) -> None:
    """The winner calls out the word."""
    g.tell("arrived.first" if place == 1 else "arrived", seat=seat, place=place)


@rule("YUM-END-5", "YUM-GAP-80")
def is_over(g: Yummell) -> bool:
    """At the end of a round: is the race over? It is if somebody has arrived, or if the round limit is reached."""
    s = g.state
    limit = s.options.round_limit
    return bool(s.arrived) or 0 < limit <= s.round


@rule("YUM-AIM-1")
def end(g: Yummell) -> None:
    """The race is over: the first has won."""
    s = g.state
    ranks = placings(g)
    honours(g, ranks)
    scores = tuple(float(len(ranks) - rank) for rank in ranks)
    won = {"seats": [seat for seat, rank in enumerate(ranks) if rank == 1], "round": s.round}
    g.end(Outcome(ranks, scores, "over.arrived" if s.arrived else "over.limit", won, parts(g)))


def parts(g: Yummell) -> tuple[Part, ...]:
    """What decided: who arrived in which order, then the squares to go."""
    s = g.state
    home = [s.arrived.index(seat) + 1 if seat in s.arrived else None for seat in range(len(s.at))]
    togo = Part("scene.togo", tuple(g.course.to_go[square] for square in s.at))
    return (Part("over.place", tuple(home)), togo) if s.arrived else (togo,)


@rule("YUM-END-6", "YUM-END-7", "YUM-GAP-76", "YUM-GAP-78")
def placings(g: Yummell) -> tuple[int, ...]:
    """Arrived characters in order of arrival, then the others by squares to go; equal distance shares a place."""
    s, to_go = g.state, g.course.to_go
    places = {seat: len(s.at) - place for place, seat in enumerate(s.arrived)}
    return ranking([places.get(seat, -to_go[square]) for seat, square in enumerate(s.at)])


@rule("YUM-AIM-3")
def honours(g: Yummell, ranks: tuple[int, ...]) -> None:
    """Second and third place are honoured too: the podium has three places."""
    for place in range(1, PODIUM + 1):
        seats = [seat for seat, rank in enumerate(ranks) if rank == place]
        if seats:
            g.tell("podium", place=place, seats=seats)
