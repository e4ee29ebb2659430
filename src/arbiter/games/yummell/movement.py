"""The Movement Phase: a card for its number or a Rest, the start path, where to stop, and being moved by cards."""

from __future__ import annotations

from functools import partial

from arbiter.core import Choose, Illegal, Option, Rules, rule

from . import deck, finish
from .effects import PushReduction
from .interpret import in_force, points, way
from .numbers import ROOM
from .race import Yummell

REST = "rest"
STAY = -1


@rule("YUM-TURN-5", "YUM-REST-1", "YUM-REST-2")
def movement_phase(g: Yummell, seat: int) -> Rules[None]:
    """Play a card for its number and move, or Rest."""
    turn = g.state.turn
    if must_rest(g, seat):
        yield from rest(g, seat)
        return
    say, why_not = partial(say_move, g), partial(deck.why_not_in_hand, g, seat, "YUM-TURN-5")
    card = yield Choose(seat, [REST, *g.state.hand[seat].cards], "move", say, why_not, rule="YUM-TURN-5")
    if card == REST:
        yield from rest(g, seat)
    else:
        yield from move(g, seat, card)
        turn.encounter = turn.advanced
        finish.arrivals(g)


def say_move(g: Yummell, card: int | str) -> Option:
    """A card with the MP that it gives, or a Rest."""
    if not isinstance(card, int):
        return Option(card, "option.rest")
    number = g.numbers[card]
    args = {"card": g.keys[card], "number": number, "mp": points(g, g.state.mover, number).value}
    return Option(card, "option.move", args, (f"card-{card}",))


@rule("YUM-GAP-24", "YUM-GAP-107")
def must_rest(g: Yummell, seat: int) -> bool:
    """A mired character rests, and so does one whose player holds no card."""
    s = g.state
    return not s.hand[seat].cards or bool(s.lasting[seat] and g.waiting(seat, "rest"))


@rule("YUM-REST-4", "YUM-GAP-49")
def rest(g: Yummell, seat: int) -> Rules[None]:
    """No movement, no encounter; all Curses on the character are removed. Actions are still possible."""
    s = g.state
    s.turn.rested = True
    g.over(seat, "rest")
    g.tell("rests", seat=seat)
    if s.curses[seat]:
        yield from deck.lift_curses(g, seat)


@rule("YUM-GAP-99")
def move_again(g: Yummell, seat: int) -> Rules[None]:
    """A second movement in the same turn: another card, no Rest, no encounter."""
    card = yield Choose(seat, g.state.hand[seat].cards[:], "again", partial(say_move, g), rule="YUM-MOVE-1")
    yield from move(g, seat, card)


@rule("YUM-TURN-6", "YUM-DECK-3", "YUM-ACT-16", "YUM-GAP-96")
def move(g: Yummell, seat: int, card: int) -> Rules[None]:
    """One movement by one card, of which only the number counts; whatever MP are left are lost."""
    s = g.state
    number = g.numbers[card]
    mp = points(g, seat, number).value
    deck.lay_out(g, seat, card)
    g.over(seat, "movement", "next_movement")
    g.tell("plays.movement", seat=seat, card=g.keys[card], number=number, mp=mp)
    here = s.at[seat]
    first = s.path[seat] == STAY
    if first:
        s.path[seat] = yield from choose_path(g, seat, mp)
    square = yield from choose_square(g, seat, mp, may_stay=not first)
    s.at[seat] = s.turn.ended = square
    if square != here:
        s.turn.advanced = True
    deck.put(g, card)
    g.tell("moved" if square != here else "stayed", seat=seat, **g.course.told[square])


@rule("YUM-START-2", "YUM-START-3", "YUM-GAP-3")
def choose_path(g: Yummell, seat: int, mp: int) -> Rules[int]:
    """The start path of a first move, fixed when its first square is entered; -1 to stay on the start line."""

    def why_not(path: object) -> Illegal | None:
        if type(path) is int and 0 <= path < len(g.course.paths) and not stops(g, seat, path, mp):
            return Illegal("refused.path", "YUM-MOVE-4", path=g.course.paths[path], mp=mp)
        return None

    paths = [path for path in range(len(g.course.paths)) if why_not(path) is None]
    if not paths:
        return STAY
    chosen: int = yield Choose(seat, [*paths, STAY], "path", g.say_path, why_not, {"mp": mp}, "YUM-START-2")
    return chosen


@rule("YUM-MOVE-2", "YUM-MOVE-5", "YUM-GAP-18")
def choose_square(g: Yummell, seat: int, mp: int, may_stay: bool) -> Rules[int]:
    """The square to stop in: as far as the MP reach or nearer, or staying, unless a path was chosen instead of that."""
    here, path = g.state.at[seat], g.state.path[seat]
    found = stops(g, seat, path, mp) if path != STAY else []
    if not found:
        return here
    if may_stay:
        found.append(here)
    if len(found) == 1:
        return found[0]
    why_not = partial(why_not_stop, g, seat, mp)
    chosen: int = yield Choose(seat, found, "stop", g.say_square, why_not, {"mp": mp}, "YUM-MOVE-3")
    return chosen


@rule("YUM-MOVE-3", "YUM-MOVE-4", "YUM-PRES-3", "YUM-PRES-4")
def stops(g: Yummell, seat: int, path: int, mp: int) -> list[int]:
    """The squares in which a character may stop: it enters one after the other as long as the MP cover them, and of
    those it can reach the ones with room count. Whoever would end in a full one goes back to the first of them."""
    return [square for square, _, _, others in way(g, seat, path, mp) if others < ROOM]


@rule("YUM-TILE-4", "YUM-GAP-73")
def has_room(g: Yummell, square: int, seat: int) -> bool:
    """Is there room for a character? A square holds two at most; the start line and the last square hold all."""
    if square == 0 or square == g.course.last:
        return True
    at = g.state.at
    return at.count(square) - (at[seat] == square) < ROOM


def why_not_stop(g: Yummell, seat: int, mp: int, square: object) -> Illegal | None:
    """Why a character may not stop in a square."""
    course, here, path = g.course, g.state.at[seat], g.state.path[seat]
    if type(square) is not int or not 0 <= square <= course.last or square == here:
        return None
    if square == 0 or not course.on_route(path, square):
        return Illegal("refused.route", "YUM-START-3")
    if course.to_go[square] > course.to_go[here]:
        return Illegal("refused.backwards", "YUM-MOVE-2")
    needed = next(so_far for entered, _, so_far, _ in way(g, seat, path) if entered == square)
    if needed > mp:
        return Illegal("refused.far", "YUM-MOVE-4", mp=mp, needed=needed)
    if not has_room(g, square, seat):
        return Illegal("refused.full", "YUM-TILE-4")
    return None


# Being moved by cards


@rule("YUM-GAP-22", "YUM-GAP-5", "YUM-GAP-4")
def square_back(g: Yummell, seat: int, squares: int) -> int:
    """Where a character ends that goes back: the squares counted first, then on to the nearest with room."""
    s, course = g.state, g.course
    square, path = s.at[seat], s.path[seat]
    if squares <= 0 or square == 0:
        return square
    for _ in range(squares):
        square = course.back(path, square)
    while not has_room(g, square, seat):
        square = course.back(path, square)
    return square


def push_length(g: Yummell, seat: int, squares: int) -> int:
    """How far a card pushes this character, after whatever makes it steadfast."""
    shorter: int = sum(change.value for change, _ in in_force(g, seat).always.get(PushReduction, ()))
    return max(0, squares - shorter)


def push_back(g: Yummell, seat: int, squares: int) -> None:
    """Go back along one's own path, at most to the start line; nothing is paid and nobody is met."""
    square = square_back(g, seat, squares)
    key = "pushed" if square != g.state.at[seat] else "unmoved"
    g.state.at[seat] = square
    g.tell(key, seat=seat, **g.course.told[square])


@rule("YUM-GAP-23")
def square_forward(g: Yummell, seat: int, squares: int) -> int:
    """Where a character ends that a card moves forward: full squares are passed over, the last hosting one counts."""
    s, course = g.state, g.course
    here, path = s.at[seat], s.path[seat]
    if here == 0:
        return 0
    best = square = here
    for _ in range(squares):
        square = course.ahead(path, square)
        if has_room(g, square, seat):
            best = square
    return best


def move_forward(g: Yummell, seat: int, squares: int) -> None:
    """A card moves a character forward; no encounter follows."""
    square = square_forward(g, seat, squares)
    g.state.at[seat] = square
    g.tell("carried", seat=seat, **g.course.told[square])
