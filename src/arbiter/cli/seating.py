"""Who sits where."""

from __future__ import annotations

from ..bots import find
from .speech import spoken

YOU = "you"
"""What the seating calls a person."""


def role(who: str) -> str:
    """What a seat's player is called on the screen."""
    return spoken("you") if who == YOU else who


def seating_for(seats: int, bots: str | None) -> dict[int, str]:
    """Who takes each seat, from names with commas between.

    Without `you` among the names the first seat is yours, unless there is a bot for every seat. Where too few are
    named, the last one takes the seats left over.

    >>> seating_for(3, "random")
    {0: 'you', 1: 'random', 2: 'random'}
    >>> seating_for(2, "clever,you")
    {0: 'clever', 1: 'you'}
    """
    named = [name.strip() for name in (bots or "clever").split(",")]
    named = [YOU if name.lower() == YOU else str(find(name)) for name in named]
    if YOU not in named and len(named) < seats:
        named.insert(0, YOU)
    if len(named) > seats:
        raise ValueError(spoken("wrong.players_named", named=len(named), seats=seats))
    rest = [named[-1]] * (seats - len(named)) if named[-1] != YOU else ["clever"] * (seats - len(named))
    return dict(enumerate([*named, *rest]))
