"""Hoard: go deeper into the dragon's cave, or go home with what you carry? The game of the tutorial."""

from arbiter.core import Choose, Game, Option, Outcome, Play, Rules, Together, View, ranking, state
from arbiter.core.scenes import Meter, Region, Scene, Text, Token

DRAGON = 0
CAVE = (*range(4, 16), *range(4, 16), DRAGON, DRAGON, DRAGON)
TORCH = "M11 10h2v12h-2zM12 1c3 4 3 5 0 8-3-3-3-4 0-8z"
WORDS = {
    "onward": "There are {left} finds left in the cave. Go deeper?",
    "onward.True": "Go deeper",
    "onward.False": "Go home",
    "left": "{seat:seat} goes home with {gold} gold",
    "found": "{gold} gold: {share} for each in the cave",
    "roared": "The dragon stirs",
    "richest": "Most gold at home: {seats:seat}",
    "cave": "The cave",
    "gold": "Gold at home",
    "carried": "Gold carried",
}


@state
class Cave:
    finds: list[int]
    inside: list[int]
    carried: list[int]
    gold: list[int]
    roars: int = 0


def way(deeper: bool) -> Option:
    return Option(deeper, f"onward.{deeper}", ids=("cave",) if deeper else ())


class Hoard(Game[Cave]):
    id, title, seats, bound = "hoard", "Hoard", range(1, 7), len(CAVE) * 6

    def start(self, seats: int, options: object) -> Cave:
        return Cave(list(CAVE), list(range(seats)), [0] * seats, [0] * seats)

    def beat(self, g: Play[Cave]) -> Rules[None]:
        """One step: all inside choose at once, some go home, the others share a find."""
        cave, left = g.state, {"left": len(g.state.finds)}
        ways = yield Together(*[Choose(seat, (True, False), "onward", way, args=left) for seat in cave.inside])
        g.reveal()
        for seat, deeper in zip(cave.inside.copy(), ways, strict=True):
            if not deeper:
                cave.inside.remove(seat)
                cave.gold[seat], cave.carried[seat] = cave.carried[seat], 0
                g.tell("left", seat=seat, gold=cave.gold[seat])
        find = g.draw(cave.finds) if cave.inside else None
        if find == DRAGON:
            cave.roars += 1
            g.tell("roared")
        elif find:
            share = find // len(cave.inside)
            for seat in cave.inside:
                cave.carried[seat] += share
            g.tell("found", gold=find, share=share)
        if not cave.inside or cave.roars == 2:
            richest = [seat for seat, gold in enumerate(cave.gold) if gold == max(cave.gold)]
            g.end(Outcome(ranking(cave.gold), tuple(cave.gold), "richest", {"seats": richest}))

    def scene(self, view: View[Cave]) -> Scene:
        cave = Region("cave", [(0, 100), (60, 10), (140, 10), (200, 100)], (100, 60), Text("cave"))
        torches = [Token(f"torch-{seat}", "cave", "torch", seat) for seat in view.state.inside]
        amounts = {"gold": view.state.gold, "carried": view.state.carried}
        meters = [Meter(f"{k}-{at}", Text(k), n, owner=at) for k, ns in amounts.items() for at, n in enumerate(ns)]
        return Scene((200, 110), [cave], tokens=torches, meters=meters, icons={"torch": TORCH})

    def catalogue(self, language: str = "en") -> dict[str, str]:
        return WORDS
