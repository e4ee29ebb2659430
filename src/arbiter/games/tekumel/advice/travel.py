"""Where to go: towards what the Mission asks for, by way of markets, with the cards that save a turn."""

from __future__ import annotations

from arbiter.kit.effects import walk

from .. import movement, uses
from ..effects import Draw, Gain, Heal, TorchFree
from ..movement import STAY, Where
from ..state import Tekumel
from .charts import TOLLS, Chart, chart
from .errands import Errand, errands, turns_left
from .measures import ACTION, KAITAR, TURN, health
from .trials import using
from .worth import healed, left

PRICE = {"play": 0.15, "cast": 0.1, "activate": 0.0, "discard": 0.4}
"""How much of a turn a card must save to be used on the way."""


class Journey:
    """What a Hero has before him: the ways to do his Mission, and what it would cost to end this step somewhere."""

    def __init__(self, g: Tekumel, seat: int) -> None:
        hero = g.state.heroes[seat]
        self.g, self.seat = g, seat
        self.chart: Chart = chart(g, seat)
        self.errands: list[Errand] = [
            errand for card in hero.mission.cards for errand in errands(g, seat, card, hero.progress)
        ] or [Errand()]
        self._frail = 1.0 + max(0, 5 - left(g, seat))
        self._ends: dict[str, float] = {}

    def after(self, place: str) -> float:
        """The turns that are left after a step that ends in a place, with what is to be feared and to be had there."""
        if place not in self._ends:
            way = min(turns_left(self.g, self.chart, errand, place) for errand in self.errands)
            entry = self.g.book.places[place]
            here = TOLLS[entry.terrain] * self._frail
            self._ends[place] = way + here - (self._market() if entry.kind == "city" else 0.0)
        return self._ends[place]

    def _market(self) -> float:
        """What a market would be good for, in turns."""
        g, hero = self.g, self.g.state.heroes[self.seat]
        wounds = min(hero.wounds, hero.kaitar)
        now = left(g, self.seat)
        value = (health(now + wounds) - health(now) - KAITAR * wounds) / TURN
        dark = any(errand.sites for errand in self.errands) and not hero.torch and not g.in_force(self.seat, TorchFree)
        return value + 0.25 * bool(dark and hero.kaitar) + min(0.2, 0.02 * hero.kaitar)

    def best(self) -> tuple[float, Where]:
        """The best end of this step, with what is in force now, and what it leaves to be done."""
        hero = self.g.state.heroes[self.seat]
        ends: dict[str, Where] = {where[1]: where for where in movement.reach(self.g, self.seat)}
        ends.setdefault(hero.at, STAY)
        place = min(ends, key=self.after)
        return self.after(place), ends[place]


def where(g: Tekumel, seat: int, values: list[Where]) -> Where:
    """The card that saves most of a turn, or else the best place to end the step."""
    journey = Journey(g, seat)
    least, best = journey.best()
    for use in values:
        if use[0] in PRICE and "movement" in g.source(use[1]).when:
            cost = with_card(g, seat, journey, use)
            if cost < least - 0.01:
                least, best = cost, use
    return best


def with_card(g: Tekumel, seat: int, journey: Journey, use: uses.Use) -> float:
    """What would be left to do if a card were used for this step, the card itself counted."""
    with using(g, seat, use[1]):
        cost, end = journey.best()
    effects = g.source(use[1]).effects
    in_city = g.book.places[end[1] or g.state.heroes[seat].at].kind == "city"
    for effect in walk(effects):
        match effect:
            case Gain(n=n) if in_city:
                cost -= KAITAR * n / TURN
            case Heal(n=n):
                cost -= healed(g, seat, n) / TURN
            case Draw(n=n):
                cost -= ACTION * n / TURN
    return cost + PRICE[use[0]]
