"""The Movement Phase: what a step costs, where a character can stop, Rest, and being moved by cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbiter.core import Choose, Illegal, Rules, rule

from . import deck
from .interpret import pace

if TYPE_CHECKING:
    from .race import Yummell

REST = "rest"
STAY = -1


@rule("YUM-TURN-5", "YUM-TURN-6", "YUM-DECK-3", "YUM-REST-2")
def movement_phase(g: Yummell, seat: int) -> Rules[None]:
    """Play a card for its number and move, or Rest."""
    s = g.state
    hand = s.hand[seat]
    if s.mired[seat] or not hand:
        yield from rest(g, seat)
        return
    card = yield Choose(seat, [REST, *hand], "move", g.say_move, g.why_not_move, rule="YUM-TURN-5")
    if card == REST:
        yield from rest(g, seat)
    else:
        yield from move(g, seat, card)


@rule("YUM-REST-1", "YUM-REST-3", "YUM-REST-4")
def rest(g: Yummell, seat: int) -> Rules[None]:
    """No movement, no encounter; all Curses on the character are removed. Actions are still possible."""
    s = g.state
    s.rested = True
    s.mired[seat] = 0
    g.tell("rests", seat=seat)
    if s.curses[seat]:
        yield from deck.lift_curses(g, seat)


def move_again(g: Yummell, seat: int) -> Rules[None]:
    """A second movement in the same turn: another card, no Rest, no encounter."""
    hand = g.state.hand[seat]
    card = yield Choose(seat, hand[:], "again", g.say_move, rule="YUM-MOVE-1")
    yield from move(g, seat, card)


@rule("YUM-MOVE-1", "YUM-MOVE-2", "YUM-MOVE-5", "YUM-ACT-16", "YUM-TILE-5", "YUM-PRES-2")
def move(g: Yummell, seat: int, card: int) -> Rules[None]:
    """One movement: the card's MP, the start path if it is not fixed yet, and the square to stop in."""
    s = g.state
    s.hand[seat].remove(card)
    g.show(card)
    s.seen[card] = 0
    s.loose.append(card)
    mp = movement_points(g, seat, g.numbers[card])
    s.nets[seat].clear()
    s.boosts.clear()
    g.tell("plays.movement", seat=seat, card=g.name(card), number=g.numbers[card], mp=mp)
    here = s.at[seat]
    path = s.path[seat]
    square = here
    if path < 0:
        path = yield from choose_path(g, seat, mp)
        if path >= 0:
            s.path[seat] = path
            stops = reach(g, seat, path, mp)
            square = stops[0]
            if len(stops) > 1:
                square = yield Choose(seat, stops, "stop", g.say_square, g.why_not_square, {"mp": mp}, "YUM-MOVE-3")
    else:
        stops = reach(g, seat, path, mp)
        if stops:
            stops.append(here)
            square = yield Choose(seat, stops, "stop", g.say_square, g.why_not_square, {"mp": mp}, "YUM-MOVE-3")
    s.at[seat] = square
    s.ended = square
    if square != here:
        s.advanced = True
    deck.put(g, card)
    g.tell("moved" if square != here else "stayed", seat=seat, square=square, terrain=g.terrain_at(square))


@rule("YUM-START-2", "YUM-START-3")
def choose_path(g: Yummell, seat: int, mp: int) -> Rules[int]:
    """The start path of a first move, fixed when its first square is entered; -1 to stay on the start line."""
    paths = [path for path in range(len(g.course.paths)) if reach(g, seat, path, mp)]
    if not paths:
        return STAY
    chosen: int = yield Choose(seat, [*paths, STAY], "path", g.say_path, g.why_not_path, {"mp": mp}, "YUM-START-2")
    return chosen


def movement_points(g: Yummell, seat: int, number: int) -> int:
    """The MP a card gives: its number, all bonuses and maluses summed, at least 1."""
    s = g.state
    sources = g.sources
    total = number
    value, most = sources[s.advantage[seat]].move
    if value and (not most or number <= most):
        total += value
    value, most = sources[s.character[seat]].move
    if value and (not most or number <= most):
        total += value
    for card in s.curses[seat]:
        value, most = g.cards[card].move
        if value and (not most or number <= most):
            total += value
    for index in s.nets[seat]:
        total -= sources[index].malus
    if seat == s.mover:
        for index in s.boosts:
            total += sources[index].boost
        for index in s.in_force:
            value, most = sources[index].move
            if value and (not most or number <= most):
                total += value
        for card in s.lasting:
            value, most = g.cards[card].move
            if value and (not most or number <= most):
                total += value
    return total if total > 0 else 1


@rule(
    "YUM-MOVE-3",
    "YUM-MOVE-4",
    "YUM-MOVE-6",
    "YUM-PRES-1",
    "YUM-PRES-3",
    "YUM-TILE-4",
    "YUM-TILE-6",
    "YUM-NAMED-10",
    "YUM-NAMED-11",
)
def reach(g: Yummell, seat: int, path: int, mp: int) -> list[int]:
    """The squares ahead in which a character may stop with so many MP; full ones are walked through at full cost.

    A square costs max(1, terrain + changes + others in it + extras for passing), and `interpret.cost` says why.
    """
    s = g.state
    course = g.course
    at = s.at
    terrain = course.terrain
    now = pace(g, seat)
    costs, exactly, presence, first = now.costs, now.exactly, now.presence, now.first
    last, merge, end = course.last, course.merge, course.end[path]
    dear = g.blockers(seat)
    here = at[seat]
    square = course.first[path] if here == 0 else merge if here == end else here + 1
    stops: list[int] = []
    behind = 0
    while here != last:
        kind = terrain[square]
        if exactly:
            price = exactly
        else:
            price = first + now.changes[kind] if first and not behind else costs[kind]
            if square != last and presence:
                price += at.count(square)
            if dear and behind:
                for place, extra in dear:
                    if place == behind:
                        price += extra
            if price < 1:
                price = 1
        if price > mp:
            break
        mp -= price
        if square == last:
            stops.append(square)
            break
        if at.count(square) < 2:
            stops.append(square)
        behind = square
        square = merge if square == end else square + 1
    return stops


def blockers(g: Yummell, seat: int) -> list[tuple[int, int]]:
    """Where others stand who make passing dear, and by how much; whoever has arrived no longer counts."""
    s = g.state
    found = []
    sources = g.sources
    for other, character in enumerate(s.character):
        extra = sources[character].pass_extra
        if extra and other != seat and 0 < s.at[other] < g.course.last:
            found.append((s.at[other], extra))
    return found


def has_room(g: Yummell, square: int, seat: int) -> bool:
    """Fewer than two others stand there; the start line and the last square always have room."""
    if square in (0, g.course.last):
        return True
    at = g.state.at
    return at.count(square) - (at[seat] == square) < 2


@rule("YUM-PRES-4")
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
    s = g.state
    less = g.sources[s.advantage[seat]].push + g.sources[s.character[seat]].push
    return max(0, squares - less)


def push_back(g: Yummell, seat: int, squares: int) -> None:
    """Go back along one's own path, at most to the start line; nothing is paid and nobody is met."""
    square = square_back(g, seat, squares)
    moved = square != g.state.at[seat]
    g.state.at[seat] = square
    g.tell("pushed" if moved else "unmoved", seat=seat, square=square, terrain=g.terrain_at(square))


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
    g.tell("carried", seat=seat, square=square, terrain=g.terrain_at(square))


def why_not_move(g: Yummell, answer: object) -> Illegal | None:
    """Why a movement card cannot be played."""
    if type(answer) is int and 0 <= answer < len(g.cards):
        return Illegal(f"{g.cards[answer].name} is not in your hand; play a card from your hand or rest", "YUM-TURN-5")
    return None


def why_not_path(g: Yummell, answer: object) -> Illegal | None:
    """Why a start path cannot be taken."""
    if type(answer) is int and 0 <= answer < len(g.course.paths):
        return Illegal(f"your MP do not reach a free square of the {g.course.paths[answer]} path", "YUM-MOVE-4")
    return None


def why_not_square(g: Yummell, answer: object) -> Illegal | None:
    """Why a character cannot stop in a square."""
    s, course = g.state, g.course
    seat = s.mover
    if type(answer) is not int or not 0 <= answer <= course.last:
        return None
    here, path = s.at[seat], s.path[seat]
    if answer == 0 or not course.on_route(path, answer):
        return Illegal("that square is not on your path", "YUM-START-3")
    if course.to_go[answer] > course.to_go[here]:
        return Illegal("a character never chooses to go backwards", "YUM-MOVE-2")
    if not has_room(g, answer, seat):
        return Illegal("two characters stand there already; you may pass but not stop", "YUM-TILE-4")
    return Illegal("your MP do not reach that square", "YUM-MOVE-4")
