"""Games of a few lines, for tests: the rules are a function that the test writes."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from arbiter.core import Game, Outcome, Scene, Table, per_seat
from arbiter.core.states import hidden


@dataclass(slots=True)
class Notes:
    """What the rules note down: openly, for one seat each, and for nobody."""

    open: list[Any] = field(default_factory=list)
    own: list[Any] = per_seat(default_factory=lambda: [None] * 4)
    bag: list[int] = hidden(len, default_factory=lambda: list(range(10)))


class Little(Game[Notes]):
    id, title, seats, bound = "little", "Little", range(1, 5), 100

    def __init__(self, beat: Any) -> None:
        self._rules = beat

    def start(self, seats: int, options: object) -> Notes:
        return Notes()

    def beat(self, g: Any) -> Any:
        return self._rules(g)

    def copy(self, state: Notes) -> Notes:
        return Notes(state.open.copy(), state.own.copy(), state.bag.copy())

    def redeal(self, state: Notes, seat: int | None, rng: Random, known: Any) -> None:
        held = [at for at, own in enumerate(state.own) if own is not None and at != seat and own not in known]
        cards = [card for card in state.bag if card not in known] + [state.own[at] for at in held]
        rng.shuffle(cards)
        for at in held:
            state.own[at] = cards.pop()
        state.bag = sorted(cards + [card for card in state.bag if card in known])

    def scene(self, view: Any) -> Scene:
        return Scene((1, 1))

    def catalogue(self, language: str = "en") -> dict[str, str]:
        return {}


def sit(beat: Any, seats: int = 2, seed: int | str = 0, **more: Any) -> Table[Notes]:
    """A table at which these rules are played."""
    return Table(Little(beat), seats, seed, **more)


END = Outcome((1, 2), (1, 0), "end")
