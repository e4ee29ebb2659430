"""When rules are mended in mid-game: a journal of older rules is followed under those of today, as far as it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from .game import Game
from .journal import Entry, Mended, Said, from_outside, standing
from .table import Table


class Mending(NamedTuple):
    """What came of following an older journal: the table where it still holds, and whose entry does not fit there.

    `good` entries of `of` hold. Where that is all of them, the table can go on; where not, `seat` is the one whose
    answer the rules would not take any more, None where it is a roll.
    """

    table: Table[Any]
    good: int
    of: int
    seat: int | None = None

    @property
    def holds(self) -> bool:
        return self.good == self.of


def mend(
    game: Game[Any],
    seats: int,
    seed: int | str,
    options: Mapping[str, Any] | msgspec.Struct | None,
    entropy: Mapping[int, str] | None,
    log: Sequence[Entry],
) -> Mending:
    """Follow a log of older rules under the game's own; the table's log then ends with `Mended`.

    An answer holds where the rules still ask for it, take it, and let chance decide the same things after it. Raises
    ValueError where the game does not even begin with such seats and options.
    """
    log = from_outside(log)
    journal = standing(log)

    def at(length: int) -> Table[Any] | None:
        try:
            table = Table(game, seats, seed, options, entropy, [*log, Mended(game.version, length)])
        except Exception:
            # Rules may stumble in any way over what earlier rules have let through.
            return None
        return table if len(table.journal) == length or length == len(journal) else None

    if (whole := at(len(journal))) is not None:
        return Mending(whole, len(journal), len(journal))
    asked = [n for n, entry in enumerate(journal) if isinstance(entry, Said)]
    low, high, best = 0, len(asked), None
    while low < high:
        middle = (low + high) // 2
        found = at(asked[middle])
        if found is None:
            high = middle
        else:
            low, best = middle + 1, found
    if best is None:
        best, good = Table(game, seats, seed, options, entropy, [*log, Mended(game.version, 0)]), 0
    else:
        good = asked[low - 1]
    misfit = journal[good]
    return Mending(best, good, len(journal), misfit.seat if isinstance(misfit, Said) else None)
