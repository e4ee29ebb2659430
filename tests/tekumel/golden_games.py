"""Golden games: whole journals that must lead to the same Heroes, round by round, as long as the rules stand.

Each game is a save in `golden/`, with what came of it in `golden/expected.json`. When the rules change on purpose,
raise the version of the game and make them anew from the project's folder: `python -m tests.tekumel.golden_games`.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec

import arbiter
from arbiter import bots
from arbiter.core import Table
from arbiter.core.journal import Said
from arbiter.games.tekumel.state import Hero, World

FOLDER = Path(__file__).parent / "golden"
EXPECTED = FOLDER / "expected.json"
GAMES = {
    "three-short": (3, {"length": "short"}),
    "five-picked": (5, {"heroes": "picked", "round_limit": 15}),
}


def standing(hero: Hero) -> dict[str, Any]:
    """A Hero in words: where he is, what he has, and who is with him."""
    return {
        "hero": hero.card,
        "at": hero.at,
        "counted": {name: getattr(hero, name) for name in ("lan", "kaitar", "bussan", "torch", "wounds")},
        "raised": list(hero.raised),
        "hand": sorted(hero.hand.cards),
        "mission": sorted(hero.mission.cards),
        "lies": sorted([*(item.card for item in hero.items), *hero.spells, *(one.card for one in hero.companions)]),
        "languages": list(hero.languages),
    }


def replay(saved: Path | str) -> dict[str, Any]:
    """Give a save's answers again at a new table: the Heroes when a round begins, and what came of it."""
    old = arbiter.load(saved)
    table: Table[World] = Table(old.game, old.seats, old.dice.seed, old.options, old.dice.entropy)
    rounds: list[list[dict[str, Any]]] = []
    for entry in old.journal:
        if isinstance(entry, Said):
            if table.state.round > len(rounds):
                rounds.append([standing(hero) for hero in table.state.heroes])
            table.answer(entry.seat, entry.answer)
    assert table.outcome is not None
    return {
        "rounds": rounds,
        "final": [standing(hero) for hero in table.state.heroes],
        "entries": len(table.journal),
        "ranks": list(table.outcome.ranks),
        "why": table.outcome.why,
    }


def play(seats: int, options: dict[str, Any], seed: int) -> str:
    """A game in which every third seat plays at random and the others by the game's advice."""
    table = arbiter.new("tekumel", seats, seed, options)
    rng = Random(seed)
    clever, careless = bots.find("clever"), bots.find("random")
    while not table.over:
        ask = table.asks[0]
        bot = careless if ask.seat % 3 == 2 else clever
        table.answer(ask.seat, bot.answer(table, ask.seat, ask, rng))
    return table.save()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    expected = {}
    for seed, (name, (seats, options)) in enumerate(GAMES.items(), start=4):
        saved = play(seats, options, seed)
        (FOLDER / f"{name}.json").write_text(saved, encoding="utf-8")
        expected[name] = replay(saved)
    # A Hero a line, so that a difference can be read.
    EXPECTED.write_bytes(msgspec.json.encode(expected).replace(b'{"hero"', b'\n{"hero"') + b"\n")


if __name__ == "__main__":
    main()
