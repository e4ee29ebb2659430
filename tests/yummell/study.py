"""The balance of Yummell: how often each character, Advantage and start path wins when bots play by the game's advice.

Run it with `python -m tests.yummell.study [games] [seats ...]`; the figures in docs/yummell.md come from it.
"""

from __future__ import annotations

import sys

from arbiter.games.yummell import GAME
from arbiter.games.yummell.book import book
from arbiter.games.yummell.state import Race

from ..study import Study, tell


def counted(race: Race, seat: int) -> list[str]:
    """A seat's character, Advantage and start path."""
    sources = book().sources
    return [sources[race.character[seat]].key, sources[race.advantage[seat]].key, f"path {race.path[seat]}"]


if __name__ == "__main__":
    for report in tell(Study(GAME, counted, {"track": "built"}), sys.argv[1:], 4000, range(2, 9)):
        sys.stdout.write(report)
        sys.stdout.flush()
