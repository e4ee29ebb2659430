"""End of the game: arriving, the last round, and the placings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbiter.core import Outcome, Part, rule

if TYPE_CHECKING:
    from .race import Yummell


@rule("YUM-END-1", "YUM-END-3", "YUM-END-4")
def arrivals(g: Yummell) -> bool:
    """Note who has come to the last square, in order; they are out of reach of everything. True for the mover."""
    s = g.state
    last = g.course.last
    if last in s.at:
        for seat, square in enumerate(s.at):
            if square == last and seat not in s.arrived:
                arrive(g, seat)
        return s.at[s.mover] == last
    return False


@rule("YUM-AIM-1", "YUM-AIM-2", "YUM-AIM-3")
def arrive(g: Yummell, seat: int) -> None:
    """A character is home: its cards are set aside, its pawn leaves the bag. The first one calls out the word."""
    s = g.state
    s.arrived.append(seat)
    for cards in (s.hand[seat], s.active[seat], s.activating[seat], s.curses[seat]):
        for card in cards:
            s.seen[card] = 0
        s.aside += cards
        cards.clear()
    s.supporters[seat].clear()
    s.nets[seat].clear()
    s.mired[seat] = 0
    if seat in s.bag:
        s.bag.remove(seat)
    place = len(s.arrived)
    g.tell("arrived.first" if place == 1 else "arrived", seat=seat, place=place)


@rule("YUM-END-5", "YUM-END-6", "YUM-END-7")
def end_if_over(g: Yummell) -> None:
    """At the end of a round: the race is over if somebody has arrived, or if the round limit is reached."""
    s = g.state
    limit = s.options.round_limit
    if not s.arrived and not (limit and s.round >= limit):
        return
    ranks = placings(g)
    seats = len(ranks)
    g.end(
        Outcome(
            ranks,
            tuple(float(seats - rank) for rank in ranks),
            "over.arrived" if s.arrived else "over.limit",
            {"seats": [seat for seat, rank in enumerate(ranks) if rank == 1], "round": s.round},
            parts(g),
        )
    )


def parts(g: Yummell) -> tuple[Part, ...]:
    """What decided: who arrived in which order, then the squares to go."""
    s = g.state
    home = [s.arrived.index(seat) + 1 if seat in s.arrived else None for seat in range(len(s.at))]
    togo = Part("scene.togo", tuple(g.course.to_go[square] for square in s.at))
    return (Part("over.place", tuple(home)), togo) if s.arrived else (togo,)


def placings(g: Yummell) -> tuple[int, ...]:
    """Arrived characters in order of arrival, then the others by squares to go; equal distance shares a place."""
    s, course = g.state, g.course
    scores = []
    for seat, square in enumerate(s.at):
        if seat in s.arrived:
            scores.append(len(s.at) - s.arrived.index(seat))
        else:
            scores.append(-course.to_go[square])
    return tuple(1 + sum(other > score for other in scores) for score in scores)
