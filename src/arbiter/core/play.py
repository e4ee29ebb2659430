"""What the rules hold in their hand: the state, the dice, and a voice."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
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


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
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


class Event(msgspec.Struct, frozen=True, gc=False):
    """What happened: a message key and arguments, told to all (`to` is None) or to some seats."""

    key: str
    args: dict[str, Any]
    to: tuple[int, ...] | None = None


class Tell(Protocol):
    """Say what happened: a message key, the seats that may know it (None: all), and the message's arguments."""

    def __call__(self, key: str, seats: tuple[int, ...] | None = None, /, **args: Any) -> object: ...


class Show(Protocol):
    """Something hidden comes to light, for all or for these seats: a card laid open, a hand looked at."""

    def __call__(self, thing: Hashable, /, *seats: int) -> object: ...


class Host(Protocol):
    """Whoever runs the rules: a table that records, or a lean playout that does not."""

    @property
    def tell(self) -> Tell: ...

    def chance(self, sides: int) -> int: ...

    def pick(self, items: Sequence[Any]) -> Any: ...

    def draw(self, bag: list[Any], seen_by: int | None) -> Any: ...

    @property
    def show(self) -> Show: ...

    def reveal(self) -> None: ...

    def settle(self) -> None: ...


OPEN = -1
"""`draw(..., seen_by=OPEN)`: everybody sees what was drawn."""


class Play(Generic[S]):
    """One game being played, as its rules see it.

    `tell(key, seats, /, **args)` says what happened to those seats, or to all; `show(thing, *seats)` that something
    hidden has come to light for them.
    """

    __slots__ = ("host", "show", "state", "tell")

    def __init__(self, state: S, host: Host) -> None:
        self.state = state
        self.host = host
        self.tell: Tell = host.tell
        self.show: Show = host.show

    def go_on(self, host: Host) -> None:
        """From now on somebody else runs the rules."""
        self.host = host
        self.tell, self.show = host.tell, host.show

    def roll(self, sides: int = 6) -> int:
        """One die, 1 to `sides`."""
        return self.host.chance(sides) + 1

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each as likely as the others; everybody sees which, and nothing that was hidden."""
        picked: T = self.host.pick(items)
        return picked

    def pull(self, bag: list[T]) -> T:
        """Take one of the open things in a bag out of it, each as likely as the others: a pawn, a counter."""
        pulled: T = self.host.pick(bag)
        bag.remove(pulled)
        return pulled

    def draw(self, bag: list[T], seen_by: int | None = OPEN) -> T:
        """Take one hidden thing out of a bag. `seen_by` is the seat that sees it, None for nobody, OPEN for all.

        No two things that can be hidden are alike: an imagined world tells them apart by what they are.
        """
        drawn: T = self.host.draw(bag, seen_by)
        return drawn

    def reveal(self) -> None:
        """The secret answers that were given last are now open to all."""
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

    # Takes anything, does nothing, and is no Python function: rules tell all the time, and here nobody listens.
    tell: Tell = "".format
    show: Show = "".format

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def chance(self, sides: int) -> int:
        return int(self.rng.random() * sides)

    def pick(self, items: Sequence[Any]) -> Any:
        return items[int(self.rng.random() * len(items))]

    def draw(self, bag: list[Any], seen_by: int | None) -> Any:
        return bag.pop(int(self.rng.random() * len(bag)))

    def reveal(self) -> None:
        pass

    def settle(self) -> None:
        pass


def ranking(scores: Sequence[Any]) -> tuple[int, ...]:
    """Ranks by score, highest first; equal scores share a rank."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
