"""What the rules hold in their hand: the state, the dice, and a voice."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from random import Random
from typing import Any, Generic, NoReturn, Protocol, TypeAlias, TypeVar

import msgspec

from .asks import Ask, Together
from .scenes import Text

S = TypeVar("S")
T = TypeVar("T")

Rules: TypeAlias = Generator[Ask | Together, Any, T]
"""A procedure of the rules: it yields asks, receives answers, and may return something."""


class Part(msgspec.Struct, frozen=True):
    """A part of a final score: the message key of its name, and what each seat has of it, as a number or in words."""

    name: str
    values: tuple[int | Text | None, ...]


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended: each seat's rank (1 is best, equal ranks are shared) and score, and why.

    `parts` are what the ranks follow from, in the order in which they count; a score alone explains itself.
    """

    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    why: str
    args: dict[str, Any] = {}
    parts: tuple[Part, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class Over(Exception):
    """Raised by the rules when the game ends."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.why)
        self.outcome = outcome


class Event(msgspec.Struct, frozen=True):
    """What happened: a message key and arguments, told to all (`to` is None) or to some seats."""

    key: str
    args: dict[str, Any]
    to: tuple[int, ...] | None = None


class Host(Protocol):
    """Whoever runs the rules: a table that records, or a lean playout that does not."""

    def chance(self, sides: int) -> int: ...

    def draw(self, bag: list[Any], seen_by: int | None) -> Any: ...

    def tell(self, key: str, to: tuple[int, ...] | None, args: dict[str, Any]) -> None: ...

    def reveal(self) -> None: ...

    def settle(self) -> None: ...


OPEN = -1
"""`draw(..., seen_by=OPEN)`: everybody sees what was drawn."""


class Play(Generic[S]):
    """One game being played, as its rules see it.

    `loud` is whether anybody listens: rules in a hurry ask it before they tell, to save making the arguments.
    """

    __slots__ = ("host", "loud", "state")

    def __init__(self, state: S, host: Host) -> None:
        self.state = state
        self.host = host
        self.loud = not isinstance(host, Lean)

    def roll(self, sides: int = 6) -> int:
        """One die, 1 to `sides`."""
        return self.host.chance(sides) + 1

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each as likely as the others; everybody sees which."""
        # Drawn from a copy, so that an imagined world picks the very thing that everybody has seen.
        picked: T = self.host.draw(list(items), OPEN)
        return picked

    def draw(self, bag: list[T], seen_by: int | None = OPEN) -> T:
        """Take one thing out of a bag. `seen_by` is the seat that sees it, None for nobody, OPEN for all."""
        drawn: T = self.host.draw(bag, seen_by)
        return drawn

    def tell(self, key: str, to: tuple[int, ...] | None = None, **args: Any) -> None:
        """Say what happened to those who may know."""
        self.host.tell(key, to, args)

    def reveal(self) -> None:
        """What was answered or drawn in secret so far in this beat is now open to all."""
        self.host.reveal()

    def settle(self) -> None:
        """What was answered so far stands: nobody may take it back."""
        self.host.settle()

    def end(self, outcome: Outcome) -> NoReturn:
        """The game is over, now, whatever was going on."""
        raise Over(outcome)


class Lean:
    """A host for playouts that nobody will clone, save or watch."""

    __slots__ = ("rng",)

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def chance(self, sides: int) -> int:
        return int(self.rng.random() * sides)

    def draw(self, bag: list[Any], seen_by: int | None) -> Any:
        return bag.pop(int(self.rng.random() * len(bag)))

    def tell(self, key: str, to: tuple[int, ...] | None, args: dict[str, Any]) -> None:
        pass

    def reveal(self) -> None:
        pass

    def settle(self) -> None:
        pass


def ranking(scores: Sequence[Any]) -> tuple[int, ...]:
    """Ranks by score, highest first; equal scores share a rank."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
