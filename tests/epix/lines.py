"""An exhaustive searcher of the last Winter player's real lines, played by the rules themselves.

It knows nothing of the shortcuts of the test in the rules: it plays every legal answer of the player, bids 0, and lets
every guess come out right or wrong as far as that is possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

from arbiter.core import Amount, Ask, Choose, Several, Together, copied
from arbiter.core.play import Lean, Outcome, Over
from arbiter.games.epix import GAME
from arbiter.games.epix.state import EpixState


class TooMany(Exception):
    """The position has more lines than the searcher was allowed to look at."""


def wins(state: EpixState, seat: int, limit: int) -> bool:
    """Whether some line from this state, in which the seat's cards lie before it, makes the seat a winner."""
    waiting = [_turned_up(state, seat, order) for order in permutations(state.laid[seat])]
    seen = {_key(start) for start in waiting}
    while waiting:
        for after in successors(waiting.pop()):
            if isinstance(after, Outcome):
                if seat in after.winners:
                    return True
                continue
            key = _key(after)
            if key not in seen:
                seen.add(key)
                waiting.append(after)
                if len(seen) > limit:
                    raise TooMany
    return False


def _turned_up(state: EpixState, seat: int, order: tuple[str, ...]) -> EpixState:
    """The state in which the seat has turned up its cards, to be carried out in this order."""
    start = copied(state)
    start.knight_rest = False
    start.laid[seat], start.shown[seat], start.todo = (), order, order
    return start


def successors(state: EpixState) -> Iterator[EpixState | Outcome]:
    """Where one beat may lead: every state at its end, or how the game ended in it."""
    prefixes: list[tuple[Any, ...]] = [()]
    while prefixes:
        prefix = prefixes.pop()
        after = copied(state)
        # What stood before does not matter here: a position that came back would have been seen.
        after.stood = []
        beat = GAME.beat(GAME.play(after, Lean(Random(0))))
        try:
            ask = next(beat)
            for answer in prefix:
                ask = beat.send(answer)
        except StopIteration:
            yield after
        except Over as over:
            yield over.outcome
        else:
            prefixes += [(*prefix, answer) for answer in answers(ask)]


def answers(ask: Ask | Together) -> list[Any]:
    """The answers worth a look: all of the player's own, a bid of 0, and guesses that are right or wrong."""
    if isinstance(ask, Together):
        _bidding, guessing = ask.asks
        assert isinstance(guessing, Several)
        return [(0, named) for named in _guesses(guessing)]
    if isinstance(ask, Amount):
        return [0]
    if isinstance(ask, Several):
        return _guesses(ask)
    assert isinstance(ask, Choose)
    if ask.prompt == "attack.spies":
        return [False]
    return list(ask.values)


def _guesses(ask: Several) -> list[tuple[int, ...]]:
    values = list(ask.values)
    right = [tuple(values[: ask.least])]
    return right + ([tuple(values[1 : ask.least + 1])] if len(values) > ask.least else [])


def _key(s: EpixState) -> tuple[Any, ...]:
    return (
        s.phase, s.turn, s.todo, s.captured, *s.gold, *s.stand, *s.spent, *s.used,
    )  # fmt: skip
