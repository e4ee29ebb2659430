"""Where the time of the web table goes: a profile of the server, told by its parts."""

from __future__ import annotations

import pstats
from collections import Counter
from pathlib import Path

LOOP = "pages, sockets and the loop"
PARTS = (
    (LOOP, ("store/pauses",)),
    ("what is seen and how it is drawn", ("server/windows", "server/picture", "server/consent", "core/views",
                                          "core/states", "core/scenes", "/scene", "/faces", "examples/")),
    ("what has changed, and its words", ("server/looks", "core/differences")),
    ("what is written down", ("arbiter/store", "server/record", "core/chain")),
    ("the rules", ("arbiter/core", "arbiter/games", "arbiter/kit", "bench/endless")),
    (LOOP, ("arbiter/server", "uvicorn", "websockets", "starlette", "asyncio", "contextlib")),
)  # fmt: skip
"""Which files do what; the first that fits counts."""


def part_of(file: str) -> str:
    return next((part for part, files in PARTS if any(one in file for one in files)), "")


def shares(profile: Path) -> str:
    """The shares of the parts, from a profile; what is built into Python counts for whoever calls it."""
    spent: Counter[str] = Counter()
    stats = pstats.Stats(str(profile)).stats  # type: ignore[attr-defined]
    for (file, _, _), (_, _, own, _, callers) in stats.items():
        if part := part_of(file):
            spent[part] += own
            continue
        for (caller, _, _), (*_, lent, _) in callers.items():
            spent[part_of(caller) or "the rest"] += lent
    whole = sum(spent.values()) or 1.0
    return ", ".join(f"{part} {100 * time / whole:.0f} %" for part, time in spent.most_common())
