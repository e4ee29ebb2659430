"""The balance of Tékumel: how often each Hero, with his religion, wins when bots play by the game's advice.

Run it with `python -m tests.tekumel.study [games] [seats ...]`; the figures in docs/tekumel.md come from it.
"""

from __future__ import annotations

import sys

from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.state import World

from ..study import Study, tell


def counted(world: World, seat: int) -> list[str]:
    """A seat's Hero, and when his turn is."""
    hero = world.heroes[seat]
    return [hero.card, f"turn {(seat - world.first) % len(world.heroes) + 1}"]


STUDY = Study(GAME, counted)

if __name__ == "__main__":
    for report in tell(STUDY, sys.argv[1:], 1200, (2, 4, 6)):
        sys.stdout.write(report)
        sys.stdout.flush()
