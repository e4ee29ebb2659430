"""The Turn Sequence: whole turns, clockwise, each in five steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from arbiter.core import Rules, rule

from . import encounters, ending, market, missions, movement, refresh, uses
from .state import BeatEnds, StepEnds, Tekumel, Turn, TurnEnds

Chapter: TypeAlias = Callable[[Tekumel, int], Rules[None]]

STEPS: tuple[tuple[str, Chapter], ...] = (
    ("refresh", refresh.refresh),
    ("movement", movement.movement),
    ("encounters", encounters.encounters),
    ("market", market.market),
    ("missions", missions.missions),
)
"""The steps of a turn in their order."""
NAMES = tuple(name for name, _ in STEPS)
CHAPTERS = dict(STEPS)
FOLLOWING = dict(zip(NAMES, (*NAMES[1:], ""), strict=True))
"""Step -> the next; after the last one the turn is over."""


@rule("TEK-TURN-4", "TEK-TURN-5")
def step(g: Tekumel) -> Rules[None]:
    """One step of the turn; when it is over the next begins, and after the last one the turn is over."""
    s = g.state
    seat, now = s.mover, s.step
    try:
        yield from CHAPTERS[now](g, seat)
    except BeatEnds:
        return
    except StepEnds:
        pass
    except TurnEnds:
        clear_away(g, seat)
        now = NAMES[-1]
    g.over("step")
    s.turn.dark = False
    after = FOLLOWING[now]
    if after == "market" and not market.takes_place(g, seat):
        after = FOLLOWING[after]
    if after:
        s.step = after
    else:
        end(g)


def clear_away(g: Tekumel, seat: int) -> None:
    """A Hero was defeated in the midst of something: cards that lie loose go to their piles, and what was under way, by
    whatever card, is broken off; a Mission that was being tried is stopped."""
    s = g.state
    for card in s.loose.copy():
        uses.lay_away(g, card)
    market.close_market(g)
    if s.attempt is not None:
        missions.stop(g, seat, s.attempt)
    s.attempt = s.meeting = s.trial = s.evading = None
    g.over("meeting")


@rule("TEK-TURN-1", "TEK-END-1")
def begin(g: Tekumel, seat: int) -> None:
    """A turn begins, with its first step."""
    s = g.state
    s.mover, s.step, s.turn = seat, NAMES[0], Turn()
    g.tell("turn", seat=seat, round=s.round)


@rule("TEK-TURN-2", "TEK-GAP-EXTRA-TURN-EFFECTS")
def end(g: Tekumel) -> None:
    """The turn is over, with everything that was in force for it; the player to the left takes his."""
    s = g.state
    g.over("turn")
    hero = s.heroes[s.mover]
    hero.safe = max(0, hero.safe - 1)
    following = g.left_of(s.mover)
    if following == s.first:
        ending.end_of_round(g)
    begin(g, following)
