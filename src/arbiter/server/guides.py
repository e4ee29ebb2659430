"""Guided first games: a prepared start, the real rules, and somebody who says what to watch for and why.

A game declares its guide in `guide.toml`. A step of it is told when whoever learns is asked its prompt for the n-th
time; whoever does something else than what is suggested plays on, and is told the next step that comes up.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import msgspec

from ..core import Said, Table
from ..games import find


class Words(msgspec.Struct, forbid_unknown_fields=True):
    """The same in every language."""

    en: str
    fr: str
    de: str


class Step(Words, kw_only=True, forbid_unknown_fields=True):
    """What is told when a prompt comes for the n-th time; `may` where that does not happen in every game."""

    prompt: str
    rule: str
    nth: int = 1
    may: bool = False


class Guide(msgspec.Struct, forbid_unknown_fields=True):
    """How a guided game starts, its steps, and what is told after the last."""

    seed: str
    seats: list[str]
    step: list[Step]
    end: Words
    options: dict[str, Any] = {}


@lru_cache(maxsize=16)
def guide_of(game_id: str) -> Guide | None:
    """A game's guide; None where it has none."""
    declared = find(game_id).guide()
    return msgspec.convert(declared, Guide) if declared else None


def told(game_id: str, language: str) -> dict[str, Any] | None:
    """What a guide says in a language, for the pages."""
    guide = guide_of(game_id)
    if guide is None:
        return None
    steps = [{"text": getattr(step, language), "rule": step.rule} for step in guide.step]
    return {"steps": steps, "end": getattr(guide.end, language)}


def now(guide: Guide, table: Table[Any], seat: int) -> dict[str, Any]:
    """Which step is to be told to a seat now, if any, the how manieth it is, and how many that always come are left."""
    answered = Counter(entry.prompt for entry in table.journal if isinstance(entry, Said) and entry.seat == seat)
    asked = {ask.prompt for ask in table.asks if ask.seat == seat}
    step = next(
        (at for at, one in enumerate(guide.step) if one.prompt in asked and answered[one.prompt] + 1 == one.nth), None
    )
    left = sum(not one.may and answered[one.prompt] < one.nth for one in guide.step)
    return {"step": step, "n": 1 + sum(answered[one.prompt] >= one.nth for one in guide.step), "left": left}
