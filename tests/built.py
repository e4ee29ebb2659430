"""What builders of positions share: a game that starts from a position, dice that show what a test wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arbiter.core import Dice, Game, Outcome, Rules, Table, copied


class Built(Game[Any]):
    """Before a game's own class: it starts from a position that somebody built; with `rules` nothing is played but
    these."""

    def __init__(self, built: Any, rules: Callable[[Any], Rules[Any]] | None = None) -> None:
        self.built, self.rules = built, rules
        self.result: Any = None

    def start(self, seats: int, options: Any) -> Any:
        self.seated = seats
        return copied(self.built)

    def beat(self, g: Any) -> Rules[None]:
        if self.rules is None:
            yield from super().beat(g)
            return
        self.result = yield from self.rules(g)
        g.end(Outcome((1,) * self.seated, (0.0,) * self.seated, "over.limit", {"n": 0}))


class Loaded(Dice):
    """Dice that show what a test wants, as long as it wants something; of other than `sides` sides they are fair."""

    def __init__(self, wanted: Sequence[int], sides: int | None) -> None:
        super().__init__(1)
        self.wanted, self.sides = list(wanted), sides

    def result(self, at: int, sides: int) -> int:
        wants = self.wanted and self.sides in (None, sides)
        return self.wanted.pop(0) - 1 if wants else super().result(at, sides)


class BuiltTable(Table[Any]):
    """A table with loaded dice."""

    sides: int | None = None

    def __init__(self, *args: Any, wanted: Sequence[int] = (), **more: Any) -> None:
        self._showing = wanted
        super().__init__(*args, **more)

    def _rebuild(self, log: Any, dice: Any, checkpoint: Any = None) -> None:
        super()._rebuild(log, Loaded(self._showing, self.sides), checkpoint)
