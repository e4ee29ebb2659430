"""How many turns it is from place to place: by whole Movement steps, and by ways that are not too dangerous."""

from __future__ import annotations

from heapq import heappop, heappush

from ..book import Book
from ..movement import Pace, pace, reach_at
from ..state import Tekumel

TOLLS = {
    "city": 0.0, "plains": 0.1, "forest": 0.1, "mountain": 0.15, "desert": 0.15, "swamp": 0.15, "sea": 0.2,
    "ruin": 0.25, "sanctum": 0.2,
}  # fmt: skip
"""Terrain -> what part of a turn it costs to end a step there, with all that is met."""
FAR = 99.0


class Chart:
    """The turns between all places for a Hero who goes so far in a step."""

    def __init__(self, g: Tekumel, pace: Pace) -> None:
        places = g.book.places
        self._tolls = {place: TOLLS[entry.terrain] for place, entry in places.items()}
        self._from: dict[str, list[str]] = {place: [] for place in places}
        """Place -> the places from which one step leads there."""
        for place in places:
            for _, end in reach_at(g, place, pace):
                self._from[end].append(place)
        self._to: dict[str, dict[str, float]] = {}

    def turns(self, start: str, goal: str) -> float:
        """The turns from a place to another, tolls on the way counted; 0 for the place itself."""
        if goal not in self._to:
            self._to[goal] = self._measure(goal)
        return self._to[goal].get(start, FAR)

    def _measure(self, goal: str) -> dict[str, float]:
        found: dict[str, float] = {}
        edge = [(0.0, goal)]
        while edge:
            cost, place = heappop(edge)
            if place in found:
                continue
            found[place] = cost
            step = cost + 1.0 + (self._tolls[place] if place != goal else 0.0)
            for before in self._from[place]:
                if before not in found:
                    heappush(edge, (step, before))
        return found


_CHARTS: dict[tuple[Book, Pace], Chart] = {}


def chart(g: Tekumel, seat: int) -> Chart:
    """The chart of a Hero by what he always has for his way, without cards that work in one step alone."""
    hero = g.state.heroes[seat]
    lasting, hero.lasting = hero.lasting, ()
    usual = pace(g, seat)
    hero.lasting = lasting
    key = (g.book, usual)
    if key not in _CHARTS:
        _CHARTS[key] = Chart(g, usual)
    return _CHARTS[key]
