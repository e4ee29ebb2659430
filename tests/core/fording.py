"""Fording: a small game whose rules can be mended."""

from dataclasses import dataclass, field
from typing import Any

from arbiter.core import Amount, Game, Outcome, Scene, Together


@dataclass(slots=True)
class Ford:
    crossed: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)


class Fording(Game[Ford]):
    """Two wade through a river: each names how far it goes, a die says how deep it is there."""

    id = "fording"
    title = "Fording"
    seats = range(2, 3)
    bound = 40
    reach = 6
    sides = 6
    length = 8
    stumbles = False

    def start(self, seats, options):
        return Ford()

    def beat(self, g: Any):
        seat = len(g.state.crossed) % 2
        step = yield Amount(seat, 1, self.reach, "step")
        if self.stumbles and step == 5:
            raise KeyError("five")
        g.state.crossed.append(step)
        g.state.depths.append(g.roll(self.sides))
        g.tell("told.step", seat=seat, n=step)
        if len(g.state.crossed) == self.length:
            g.end(Outcome((1, 1), (0.0, 0.0), "over"))
        if len(g.state.crossed) == 3:
            bids = yield Together(Amount(0, 0, 3, "rope"), Amount(1, 0, 3, "rope"))
            g.reveal()
            g.tell("told.rope", n=sum(bids))

    def scene(self, view):
        return Scene((10, 10))

    def catalogue(self, language="en"):
        return {**super().catalogue(language), "told.step": "{n}", "told.rope": "{n}"}


def mended(**changes: Any) -> Fording:
    """The game with its rules mended, as version 2."""
    return type("Fording", (Fording,), {"version": "2", **changes})()
