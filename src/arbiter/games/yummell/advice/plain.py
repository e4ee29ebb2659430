"""The plain player: the answers given for somebody who does not decide in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbiter.core import Ask, Choose, rule

from .. import interpret, movement
from ..race import Yummell
from .worth import harmful


@rule("YUM-GAP-92")
def default(g: Yummell, ask: Ask) -> Any:
    """Pass and let be; move as far as it goes, win Challenges cheaply, throw low cards away, cancel what harms."""
    if not isinstance(ask, Choose):
        return ()
    return PLAIN[ask.prompt](g, ask) if ask.prompt in PLAIN else ask.values[0]


def move(g: Yummell, ask: Choose) -> Any:
    """The card that brings the character furthest, the lowest of equals; never a Rest."""
    cards = [card for card in ask.values if card != movement.REST]
    left = {card: left_to_go(g, ask.seat, interpret.points(g, ask.seat, g.numbers[card]).value) for card in cards}
    return min(cards, key=lambda card: (left[card], g.numbers[card]))


def left_to_go(g: Yummell, seat: int, mp: int, only: int | None = None) -> int:
    """How many squares are left when a character goes as far as it can, on its own path or the best one open."""
    s, course = g.state, g.course
    paths = [only] if only is not None else [s.path[seat]] if s.path[seat] >= 0 else range(len(course.paths))
    ends = [stops[-1] for path in paths if (stops := movement.stops(g, seat, path, mp))]
    return min((course.to_go[square] for square in ends), default=course.to_go[s.at[seat]])


def path(g: Yummell, ask: Choose) -> Any:
    """The start path on which the card leaves the fewest squares to go."""
    mp = int((ask.args or {}).get("mp", 1))
    open_paths = [path for path in ask.values if path >= 0]
    return min(open_paths, key=lambda path: (left_to_go(g, ask.seat, mp, path), path))


def stop(g: Yummell, ask: Choose) -> Any:
    """As far as it goes."""
    return min(ask.values, key=lambda square: g.course.to_go[square])


def challenge(g: Yummell, ask: Choose, price: Callable[[int], Any] | None = None) -> Any:
    """The card that wins at the lowest price, else the cheapest; without prices the lowest number."""
    creature = g.met()
    total = interpret.strength(g, ask.seat, creature.characteristic).value
    cards = sorted(ask.values, key=price or g.numbers.__getitem__)
    return next((card for card in cards if creature.against.met(total + g.numbers[card])), cards[0])


def discard(g: Yummell, ask: Choose) -> Any:
    """The lowest card, in hand order."""
    return min(ask.values, key=g.numbers.__getitem__)


def react(g: Yummell, ask: Choose) -> Any:
    """Cancel what harms."""
    source = g.book.find(str((ask.args or {})["card"]))
    return ask.values[1] if harmful(source) else ask.values[0]


def carried(g: Yummell, ask: Choose) -> Any:
    """Let the bearers come."""
    return ask.values[1]


PLAIN: dict[str, Callable[[Yummell, Choose], Any]] = {
    "move": move,
    "path": path,
    "stop": stop,
    "challenge": challenge,
    "discard": discard,
    "react": react,
    "lost": carried,
}
