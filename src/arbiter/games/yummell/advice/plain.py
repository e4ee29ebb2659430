"""The plain player: the answers given for somebody who does not decide in time."""

from __future__ import annotations

from typing import Any

from arbiter.core import Ask, Choose, Several, rule

from .. import interpret, movement
from ..race import Yummell
from .worth import harmful


@rule("YUM-GAP-92")
def default(g: Yummell, ask: Ask) -> Any:
    """Pass and let be; move as far as it goes, win Challenges cheaply, throw low cards away, cancel what harms."""
    if isinstance(ask, Several):
        return ()
    assert isinstance(ask, Choose)
    plain = PLAIN.get(ask.prompt)
    return plain(g, ask) if plain is not None else ask.values[0]


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


def challenge(g: Yummell, ask: Choose) -> Any:
    """The lowest card that wins, else the lowest."""
    creature = g.cards[g.state.turn.met].entry
    total = interpret.strength(g, ask.seat, creature.characteristic).value
    by_number = sorted(ask.values, key=lambda card: g.numbers[card])
    return next((card for card in by_number if total + g.numbers[card] > creature.challenge), by_number[0])


def discard(g: Yummell, ask: Choose) -> Any:
    """The lowest card, in hand order."""
    return min(ask.values, key=lambda card: g.numbers[card])


def react(g: Yummell, ask: Choose) -> Any:
    """Cancel what harms."""
    source = g.book.find(str((ask.args or {})["card"]))
    return ask.values[1] if harmful(source) else ask.values[0]


def carried(g: Yummell, ask: Choose) -> Any:
    """Let the bearers come."""
    return ask.values[1]


PLAIN = {
    "move": move,
    "path": path,
    "stop": stop,
    "challenge": challenge,
    "discard": discard,
    "react": react,
    "lost": carried,
}
