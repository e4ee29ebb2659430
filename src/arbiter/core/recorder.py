"""What is written down while the rules run at a table: the journal, the dice, what was told and what came to light."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import msgspec

from .asks import Ask, Together
from .chance import Dice
from .dreams import Dream, Unlike
from .errors import BadSave
from .findings import Finding
from .journal import Fell, Said, Scroll
from .play import OPEN, Event


class Recorder:
    """The host of the rules at a table. It follows a script as far as that goes, and then rolls.

    The rules hold on to it, and it holds on to nobody: so a clone that nobody wants any more is gone at once, rules and
    all, and is not left for Python to find. `secrets` are the places of the secret answers that are not revealed, with
    their seats, `latest` those that a reveal would open; `lit` is what came to light, when and for whom, and `drawn`
    what chance gave at which place, both since the beat began.
    """

    def __init__(
        self, dice: Dice, entries: Scroll[Said | Fell], events: Scroll[Event], rolled: int, settled: int
    ) -> None:
        self.dice = dice
        self.entries = entries
        self.events = events
        self.rolled = rolled
        self.settled = settled
        self.script: Sequence[Said | Fell] = ()
        self.followed = 0
        self.dream: Dream | None = None
        self.muted = False
        self.secrets: dict[int, int] = {}
        self.latest: list[int] = []
        self.drawn: dict[int, Any] = {}
        self.lit: list[tuple[int, Hashable, tuple[int, ...] | None]] = []

    def follow(self, script: Sequence[Said | Fell], at: int, dream: Dream | None = None) -> None:
        """From now on, what happens stands in a script, from this place on."""
        self.script, self.followed, self.dream = script, at, dream

    def begin_beat(self) -> None:
        """What was noted for the beat alone is forgotten."""
        if self.secrets:
            self.secrets = {}
        if self.latest:
            self.latest = []
        if self.drawn:
            self.drawn = {}
        if self.lit:
            self.lit = []

    def seal(self) -> int:
        """A beat is over: what was recorded in it now stands before the next. Gives how long the journal is."""
        self.followed += len(self.entries.since)
        mark = self.entries.seal()
        if self.secrets:
            self.settled = mark
        return mark

    def astray(self, entry: Said | Fell, why: str, /, **about: Any) -> Exception:
        """What is wrong with a script in which this entry does not fit; the key of a finding says why."""
        if self.dream is not None:
            return Unlike()
        shown = msgspec.json.encode(entry).decode()
        return BadSave(Finding("save.astray", at=len(self.entries), shown=shown, why=Finding(why, **about)))

    def said(self, entry: Said, secret: bool) -> None:
        """An answer is written down."""
        since = self.entries.since
        if secret:
            at = self.entries.mark + len(since)
            self.secrets[at] = entry.seat
            self.latest.append(at)
        since.append(entry)

    def said_again(self, ask: Ask | Together) -> Any:
        """What was answered to an ask, as the script has it."""
        since, answers = self.entries.since, {}
        for _ in range(ask.size):
            entry = self.script[self.followed + len(since)]
            assert isinstance(entry, Said)
            answers[entry.seat] = entry.answer
            since.append(entry)
        return tuple([answers[one.seat] for one in ask.asks]) if isinstance(ask, Together) else answers[ask.seat]

    # What the rules call

    def chance(self, sides: int) -> int:
        """A recorded chance result from 0 to sides - 1."""
        since = self.entries.since
        at = self.followed + len(since)
        if at < len(self.script):
            entry = self.script[at]
            if not isinstance(entry, Fell) or entry.sides != sides or not 0 <= entry.result < sides:
                raise self.astray(entry, "found.not_chance", sides=sides)
        elif self.dream is not None:
            raise Unlike
        else:
            entry = Fell(sides, self.dice.result(self.rolled, sides))
        self.rolled += 1
        since.append(entry)
        return entry.result

    def pick(self, items: Sequence[Any]) -> Any:
        at = len(self.entries)
        if self.dream is not None:
            picked = items[self._again(len(items), self.dream.picked_again(items, at, self._fell()))]
        else:
            picked = items[self.chance(len(items))]
        self.drawn[at] = picked
        return picked

    def draw(self, bag: list[Any], seen_by: int | None) -> Any:
        at = len(self.entries)
        if self.dream is not None:
            drawn = bag.pop(self._again(len(bag), self.dream.drawn_again(bag, at, self._fell())))
        else:
            drawn = bag.pop(self.chance(len(bag)))
        self.drawn[at] = drawn
        if seen_by is not None:
            self.lit.append((at + 1, drawn, None if seen_by == OPEN else (seen_by,)))
        return drawn

    def _fell(self) -> int:
        """Where chance fell in the true world at this place of its journal."""
        at = self.followed + len(self.entries.since)
        entry = self.script[at] if at < len(self.script) else None
        if not isinstance(entry, Fell):
            raise Unlike
        return entry.result

    def _again(self, sides: int, result: int) -> int:
        """Chance in an imagined world falls as that world wants it."""
        self.rolled += 1
        self.entries.since.append(Fell(sides, result))
        return result

    def show(self, thing: Hashable, /, *seats: int) -> None:
        self.lit.append((len(self.entries), thing, seats or None))

    def tell(self, key: str, seats: tuple[int, ...] | None = None, /, **args: Any) -> None:
        if not self.muted:
            self.events.since.append(Event(key, args, seats))

    def reveal(self) -> None:
        for at in self.latest:
            self.secrets.pop(at, None)
        self.latest = []
        self.settled = len(self.entries)

    def settle(self) -> None:
        self.settled = len(self.entries)
