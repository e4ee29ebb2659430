"""Golden games: whole journals that must replay to the same positions, step by step, as long as the rules stand.

Each game is a save in `golden/`, with what came of it in `golden/expected.json`. When the rules change on purpose,
raise the version of the game and make them anew from the project's folder: `python -m tests.epix.golden_games`.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import arbiter
from arbiter import bots
from arbiter.core import Table
from arbiter.core.journal import Said
from arbiter.games.epix.attack import standing
from arbiter.games.epix.board import board
from arbiter.games.epix.contents import SEASONS, UNITS
from arbiter.games.epix.state import NOBODY, EpixState, in_supply, owned, owner

FOLDER = Path(__file__).parent / "golden"
EXPECTED = FOLDER / "expected.json"
GAMES = {
    "two-basic": (2, {"seating": "set"}),
    "two-advanced": (2, {"rules": "advanced", "seating": "set"}),
    "three-basic": (3, {"seating": "set", "knights": "roaming"}),
    "three-advanced": (3, {"rules": "advanced"}),
    "four-basic": (4, {}),
    "four-advanced": (4, {"rules": "advanced", "seating": "set", "knights": "roaming"}),
}


def as_seen(s: EpixState) -> dict[str, Any]:
    """What lies on the table, in words, as a spectator sees it."""
    sheet = board(s.seats)
    return {
        "season": SEASONS[s.season],
        "first": s.first,
        "castles": [sheet.names[castle] for castle in s.castles],
        "gold": s.gold,
        "provinces": {
            name: [owner(s, p), *(UNITS[unit] for unit in standing(s, owner(s, p), p))]
            for p, name in enumerate(sheet.names)
            if owner(s, p) != NOBODY
        },
        "supply": [in_supply(s, seat, unit) for seat in range(s.seats) for unit in range(len(UNITS))],
        "abilities": [owned(cards) for cards in s.abilities],
        "bids": [(offer.card, offer.seat, offer.gold) for offer in s.lay],
        "shown": s.shown,
        "face down": [len(cards) for cards in s.laid],
        "fallen": s.fallen,
    }


def replay(saved: str) -> dict[str, Any]:
    """Play a save's answers again on a new table: what came of it, and a digest of what stood after every answer."""
    old = arbiter.load(saved)
    table: Table[EpixState] = Table(old.game, old.seats, old.dice.seed, old.options, old.dice.entropy)
    digest = hashlib.sha256(msgspec.json.encode(as_seen(table.state)))
    answers = [entry for entry in old.journal if isinstance(entry, Said)]
    for entry in answers:
        table.answer(entry.seat, entry.answer)
        digest.update(msgspec.json.encode(as_seen(table.view(None).state)))
    assert table.outcome is not None
    return {
        "answers": len(answers),
        "ranks": list(table.outcome.ranks),
        "why": table.outcome.why,
        "final": msgspec.to_builtins(as_seen(table.view(None).state)),
        "digest": digest.hexdigest(),
    }


def play(seats: int, options: dict[str, Any], seed: int) -> str:
    """A game in which every second seat plays by the game's advice and the others at random."""
    table = arbiter.new("epix", seats, seed, options)
    rng = Random(seed)
    clever, careless = bots.find("clever"), bots.find("random")
    while not table.over:
        ask = table.asks[0]
        bot = careless if ask.seat % 2 else clever
        table.answer(ask.seat, bot.answer(table, ask.seat, ask, rng))
    return table.save()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    expected = {}
    for seed, (name, (seats, options)) in enumerate(GAMES.items(), start=1):
        saved = play(seats, options, seed)
        (FOLDER / f"{name}.json").write_text(saved, encoding="utf-8")
        expected[name] = replay(saved)
    EXPECTED.write_bytes(msgspec.json.format(msgspec.json.encode(expected), indent=1) + b"\n")


if __name__ == "__main__":
    main()
