"""Many games, looked at from outside: what occurs in them, how often, and what never does.

    python -m tests.tekumel.soak [--games 2000] [--clever 0.25] [--seed 1]

Every Hero, card, place, row of a table and kind of decision must occur, or stand in `SELDOM` with the test that shows
it by a built position and the reason why play seldom comes there. A game that does not end within its bound fails.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from arbiter.core import Ask, Lean, Over, Together
from arbiter.core.options import read_options
from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.book import book
from arbiter.games.tekumel.state import World

BOOK = book()
FEW = 5
"""What occurred less often than this is listed as rare."""

OCCURS: dict[str, tuple[str, ...]] = {
    "setup.hero": ("hero",),
    "moved": ("places",),
    "stayed": ("place",),
    "met": ("card",),
    "gained": ("card",),
    "adventure.row": ("row",),
    "used.play": ("card",),
    "used.cast": ("card",),
    "window.played": ("card",),
    "mission.completed": ("card",),
}
"""What is told -> the arguments that name what has occurred: a card when it is used, met, gained or completed."""


class Seldom(NamedTuple):
    """The test that shows something by a built position, and why play seldom comes there."""

    test: str
    why: str


SELDOM = {
    "TEK-DEC-DISMISS": Seldom(
        "test_recruiting.py::test_a_third_companion_takes_the_place_of_one_dismissed_after_the_test_and_before_paying",
        "few parties have two Companions when a third is hired: once or twice in 2,000 games",
    ),
    "TEK-DEC-ORDER-EFFECTS": Seldom(
        "test_refresh.py::test_of_several_things_at_refresh_their_player_chooses_which_comes_first",
        "no two cards of ours can wait for the same event at once; those of a pack may",
    ),
}


def expected() -> dict[str, str]:
    """Everything that must occur, with what it is."""
    found = dict.fromkeys(BOOK.heroes, "hero")
    found |= {f"place {key}": "place" for key in BOOK.places}
    found |= {f"{terrain}.{row.roll}": "row" for terrain, table in BOOK.adventures.items() for row in table.rows}
    for kind, cards in (
        ("encounter", BOOK.encounters),
        ("foe", BOOK.foes),
        ("equipment", BOOK.equipment),
        ("action", BOOK.actions),
        ("spell", BOOK.spells),
        ("mission", BOOK.missions),
    ):
        found |= {key: kind for key in cards if key not in found}
    return found | {entry["id"]: "decision" for entry in GAME.ledger()["decision"]}


class Listener(Lean):
    """A host that hears what is told."""

    __slots__ = ("heard",)

    def __init__(self, rng: Random, heard: Counter[str]) -> None:
        super().__init__(rng)
        self.heard = heard

    def tell(self, key: str, seats: Any = None, /, **args: Any) -> None:  # type: ignore[override]
        for name in OCCURS.get(key, ()):
            value = args[name]
            for one in value if isinstance(value, list | tuple) else (value,):
                self.heard[f"place {one}" if name in ("place", "places") else str(one)] += 1


def decided(ask: Ask, s: World) -> Iterator[str]:
    """The kinds of decisions that an ask puts: its own, and those that are asked for in the same breath."""
    yield ask.rule
    pairs = [value for value in getattr(ask, "values", ()) if isinstance(value, tuple) and len(value) == 2]
    verbs = {verb for verb, _ in pairs}
    meant = {(verb, moment) for verb, card in pairs if card in BOOK.sources for moment in BOOK.sources[card].when}
    if ask.prompt == "move":
        yield "TEK-DEC-MOVE-PATH"
        if "play" in verbs:
            yield "TEK-DEC-MOVE-CARD"
        if any(moment == "movement" and verb != "play" for verb, moment in meant):
            yield "TEK-DEC-MOVE-EXTRAS"
    elif ask.prompt.startswith(("meet.", "hero.")) and any(moment == "meeting" for _, moment in meant):
        yield "TEK-DEC-MEETING-CARD"
    elif ask.prompt == "mission" and "abandon" in verbs:
        yield "TEK-DEC-ABANDON"
    elif ask.prompt == "use.test" and s.attempt is not None and s.attempt.player >= 0:
        yield "TEK-DEC-WINDOW-TEST"


def play(seats: int, options: dict[str, Any], rng: Random, clever: float, heard: Counter[str]) -> int:
    """One game to its end; gives how many answers it took."""
    g = GAME.play(GAME.start(seats, read_options(GAME, options)), Listener(rng, heard))
    thinking = [rng.random() < clever for _ in range(seats)]
    answers = 0

    def answer(ask: Ask) -> Any:
        heard.update(decided(ask, g.state))
        hint = GAME.hint(g.state, ask, rng) if thinking[ask.seat] else None
        return ask.sample(rng) if hint is None else hint

    try:
        while True:
            beat, said = GAME.beat(g), None
            try:
                while True:
                    ask = beat.send(said)
                    answers += ask.size
                    assert answers <= GAME.bound, f"a game with {seats} players and {options} does not end"
                    said = tuple(map(answer, ask.asks)) if isinstance(ask, Together) else answer(ask)
            except StopIteration:
                pass
    except Over:
        return answers


def games(count: int, seed: int) -> Iterator[tuple[int, dict[str, Any], Random]]:
    """So many games with two to six players, of all lengths, with Heroes dealt and picked."""
    for n in range(count):
        rng = Random(f"soak {seed} {n}")
        options = {
            "length": rng.choice(("short", "standard", "long")),
            "heroes": rng.choice(("dealt", "picked")),
            "round_limit": rng.choice((10, 20, 40)),
        }
        yield 2 + n % 5, options, rng


def soak(count: int, clever: float, seed: int, tell: Callable[[str], None] = print) -> list[str]:
    """Play the games; gives what should have occurred and did not, and is not said to be seldom."""
    heard: Counter[str] = Counter()
    answers = sum(play(seats, options, rng, clever, heard) for seats, options, rng in games(count, seed))
    wanted = expected()
    never = [key for key in wanted if not heard[key]]
    tell(f"{count} games ended after {answers:,} answers")
    for kind in dict.fromkeys(wanted.values()):
        keys = [key for key, one in wanted.items() if one == kind]
        rare = ", ".join(f"{key} {heard[key]}" for key in keys if 0 < heard[key] < FEW)
        tell(f"  {kind}: {sum(bool(heard[key]) for key in keys)} of {len(keys)}" + (f"; rare: {rare}" if rare else ""))
    for key in never:
        shown = SELDOM.get(key)
        tell(f"  {key} never occurred" + (f": {shown.why} (tests/tekumel/{shown.test})" if shown else ""))
    return [key for key in never if key not in SELDOM]


def main() -> int:
    told = argparse.ArgumentParser("python -m tests.tekumel.soak", description=(__doc__ or "").partition("\n")[0])
    told.add_argument("--games", type=int, default=2000)
    told.add_argument("--clever", type=float, default=0.25, help="the share of seats at which the bot's advice plays")
    told.add_argument("--seed", type=int, default=1)
    given = told.parse_args()
    missing = soak(given.games, given.clever, given.seed)
    print(f"missing: {', '.join(missing)}" if missing else "nothing is missing")
    return int(bool(missing))


if __name__ == "__main__":
    raise SystemExit(main())
