"""Snapshots: a checkpoint as bytes, kept beside a journal so that a long game need not be followed from its beginning.

A snapshot is a cache, never the truth: one of other rules, of another journal or not to be read is as good as none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from .game import Game
from .journal import Entry, Fell, Said, from_outside, standing
from .learning import learn
from .options import read_options
from .play import Event
from .table import Checkpoint, Table


class Snapshot(msgspec.Struct, array_like=True):
    """What is kept: which rules, how much of which journal, and where the table stood then."""

    game: str
    rules: str
    mark: int
    journal: bytes
    rolled: int
    settled: int
    events: list[Event]
    state: msgspec.Raw


def snapshot(table: Table[Any]) -> bytes:
    """The start of the table's present beat."""
    if table.imagined:
        raise ValueError("an imagined world has no journal of its own and cannot be kept")
    kept = table.checkpoint
    return msgspec.msgpack.encode(
        Snapshot(
            table.game.id,
            table.game.version,
            kept.mark,
            _print_of(table.recorder.entries.before[: kept.mark]),
            kept.rolled,
            kept.settled,
            table.recorder.events.before[: kept.told],
            msgspec.Raw(msgspec.msgpack.encode(kept.state)),
        )
    )


def restore(
    game: Game[Any],
    seats: int,
    seed: int | str,
    options: Mapping[str, Any] | msgspec.Struct | None,
    entropy: Mapping[int, str] | None,
    log: Sequence[Entry],
    kept: bytes | None,
) -> Table[Any]:
    """The table of a log, followed from a snapshot of it where that is good, else from its beginning."""
    log = from_outside(log)
    checkpoint = None if kept is None else _read(game, seats, options, standing(log), kept)
    return Table(game, seats, seed, options, entropy, log, checkpoint)


def _read(
    game: Game[Any], seats: int, options: Any, journal: Sequence[Said | Fell], kept: bytes
) -> tuple[Checkpoint, list[Event]] | None:
    """What a snapshot says, or None where it is not of this game and this journal."""
    try:
        learn(Snapshot)
        found = msgspec.msgpack.decode(kept, type=Snapshot)
        good = (found.game, found.rules) == (game.id, game.version) and found.mark <= len(journal)
        if not good or _print_of(journal[: found.mark]) != found.journal:
            return None
        kind = type(game.start(seats, read_options(game, options)))
        learn(kind)
        state = msgspec.msgpack.decode(found.state, type=kind)
    except (msgspec.DecodeError, msgspec.ValidationError, ValueError, TypeError):
        return None
    return Checkpoint(state, found.mark, found.rolled, len(found.events), found.settled), found.events


def _print_of(entries: Sequence[Entry]) -> bytes:
    return hashlib.sha256(msgspec.msgpack.encode(entries)).digest()
