"""The golden battle: a whole journal that must lead to the same numbers on every machine, turn by turn.

It is a save in `golden/`, with the place, facing, figures, fatigue and morale of every unit at the end of every turn in
`golden/expected.json`. When the rules change on purpose, raise the version of the game and make it anew from the
project's folder: `python -m tests.qadardalikoi.golden_battle`.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import arbiter
from arbiter.core import Table
from arbiter.core.journal import Said
from arbiter.games.qadardalikoi.state import Battle

FOLDER = Path(__file__).parent / "golden"
SAVED, EXPECTED = FOLDER / "wells.json", FOLDER / "expected.json"
OPTIONS = {"scenario": "wells", "turns": 5}
SEED = 7


def numbers(s: Battle) -> dict[str, Any]:
    """What stands where, and how: lengths in hundredths of a millimetre, angles in tenths of a degree."""
    return {
        "units": [
            {
                "at": [*unit.pose],
                "figures": [[one.n, *one.spot, one.turned] for one in unit.figures],
                "fatigue": unit.fatigue,
                "morale": unit.morale,
                "formation": unit.formation,
                "order": unit.order,
            }
            for unit in s.units
        ],
        "stands": [[*stand.pose, stand.figures] for stand in s.stands],
        "seen": s.seen,
    }


def replay(saved: Path) -> dict[str, Any]:
    """Give a save's answers again at a new table: the numbers when a turn begins, and at the end."""
    kept = arbiter.load(saved)
    table: Table[Battle] = arbiter.new(kept.game, 2, kept.dice.seed, OPTIONS)
    turns: list[dict[str, Any]] = []
    for entry in kept.journal:
        if isinstance(entry, Said):
            if table.state.turn > len(turns):
                turns.append(numbers(table.state))
            table.answer(entry.seat, entry.answer)
    assert table.outcome is not None
    assert table.journal == kept.journal, "the same dice fall"
    return {"turns": turns, "final": numbers(table.state), "why": table.outcome.why, "ranks": [*table.outcome.ranks]}


def play() -> str:
    """A battle in which the armies are drawn up as usual, so that they meet, and then every answer is drawn at random,
    charges among the likely ones."""
    table = arbiter.new("qadardalikoi", 2, SEED, OPTIONS)
    rng = Random(SEED)
    while not table.over:
        ask = table.asks[0]
        table.answer(ask.seat, dict(ask.usual) if ask.prompt == "deploy.ask" else ask.sample(rng))
    return table.save()


def as_lines(found: dict[str, Any]) -> str:
    """JSON with a unit a line, so that a difference can be read."""
    return json.dumps(found, separators=(",", ":")).replace('{"at"', '\n{"at"').replace('{"units"', '\n{"units"') + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    SAVED.write_text(play())
    EXPECTED.write_text(as_lines(replay(SAVED)))
