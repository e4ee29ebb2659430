"""The end of a round, and of the game."""

from __future__ import annotations

from arbiter.core import Outcome, Part, ranking, rule
from arbiter.kit import cards

from .numbers import SHUFFLE_AT, TARGET
from .state import Tekumel


@rule("TEK-TURN-3", "TEK-GAP-ROUND", "TEK-GAP-ROUND-LIMIT")
def end_of_round(g: Tekumel) -> None:
    """Everybody has had a turn: perhaps the game is over, else the next round begins."""
    s = g.state
    target = TARGET[s.options.length]
    if max(hero.lan for hero in s.heroes) >= target:
        finish(g, "over.target", target)
    if s.options.round_limit and s.round >= s.options.round_limit:
        finish(g, "over.limit", s.round)
    shuffle_encounters(g)
    s.round += 1


@rule("TEK-GAP-ENC-DISCARD")
def shuffle_encounters(g: Tekumel) -> None:
    """With ten discards or more all Encounter cards are shuffled together."""
    deck = g.state.encounters
    if len(deck.discard) >= SHUFFLE_AT:
        cards.shuffle_all(g, deck)


@rule("TEK-GAP-VICTORY")
def finish(g: Tekumel, why: str, n: int) -> None:
    """The most Lán wins; then the fewest Bussán, then the most Káitars; then the win is shared."""
    heroes = g.state.heroes
    lan, bussan, kaitar = (tuple(getattr(hero, what) for hero in heroes) for what in ("lan", "bussan", "kaitar"))
    ranks = ranking([(hero.lan, -hero.bussan, hero.kaitar) for hero in heroes])
    parts = (Part("part.lan", lan), Part("part.bussan", bussan), Part("part.kaitar", kaitar))
    g.end(Outcome(ranks, tuple(map(float, lan)), why, {"n": n}, parts))
