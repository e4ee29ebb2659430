"""Saves: the journal as readable JSON, read back exactly, and checked against the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import structs

from .asks import canonical
from .chance import commitment
from .errors import BadSave
from .game import Game
from .journal import Entry, Fell, Said, standing
from .play import Outcome
from .table import Table

FORMAT = 1


class Save(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a save says. `outcome` is there once the game is over, so that it can be checked; `seating` says who sat
    where, for whoever sets the table again: the rules do not look at it."""

    format: int
    game: str
    rules: str
    seats: int
    options: dict[str, Any]
    seed: str
    commitment: str
    entropy: dict[str, str]
    journal: list[Entry]
    outcome: Outcome | None = None
    seating: dict[str, str] = {}


def save(table: Table[Any], seating: Mapping[int, str] | None = None) -> str:
    """The whole game as JSON, a journal entry a line."""
    if table.imagined:
        raise ValueError("an imagined world has no journal of its own and cannot be saved")
    head = {
        "format": FORMAT,
        "game": table.game.id,
        "rules": table.game.version,
        "seats": table.seats,
        "options": msgspec.to_builtins(table.options),
        "seed": table.dice.seed,
        "commitment": table.dice.commitment,
        "entropy": {str(seat): text for seat, text in table.dice.entropy.items()},
    }
    if seating:
        head["seating"] = {str(seat): who for seat, who in seating.items()}
    lines = [f' "{name}": {msgspec.json.encode(value).decode()}' for name, value in head.items()]
    entries = ",\n".join(f"  {msgspec.json.encode(entry).decode()}" for entry in table.log)
    lines.append(f' "journal": [\n{entries}\n ]')
    if table.outcome is not None:
        lines.append(f' "outcome": {msgspec.json.encode(_as_saved(table.outcome)).decode()}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(data: str | bytes) -> Save:
    """A save's contents, checked for form; a newer format is refused by name."""
    try:
        head = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadSave(f"this is no save of a game: {error}") from None
    if not isinstance(head, dict) or "format" not in head:
        raise BadSave("this is no save of a game: it does not say its format")
    if head["format"] != FORMAT:
        raise BadSave(f"this save has format {head['format']}; this version of Arbiter reads format {FORMAT}")
    try:
        return msgspec.json.decode(data, type=Save)
    except msgspec.ValidationError as error:
        raise BadSave(f"this save is damaged: {error}") from None


def load(saved: Save, game: Game[Any]) -> Table[Any]:
    """The table a save describes, standing exactly where it stood."""
    if saved.rules != game.version:
        raise BadSave(f"this save was made with rules {saved.rules!r} of {game.title}; here are rules {game.version!r}")
    try:
        entropy = {int(seat): text for seat, text in saved.entropy.items()}
        log = [structs.replace(e, answer=canonical(e.answer)) if isinstance(e, Said) else e for e in saved.journal]
        return Table(game, saved.seats, saved.seed, saved.options, entropy, log)
    except ValueError as error:
        raise BadSave(f"this save does not fit the game: {error}") from None


def _as_saved(outcome: Outcome | None) -> Outcome | None:
    """An outcome as a save keeps it: what explains the ranks is left to the rules, and tuples become lists."""
    return outcome and msgspec.json.decode(msgspec.json.encode(structs.replace(outcome, parts=())), type=Outcome)


class Verdict(msgspec.Struct):
    """What checking a save showed: how much was checked, and every fault found."""

    rolls: int
    answers: int
    over: bool
    faults: list[str]

    @property
    def good(self) -> bool:
        return not self.faults


def verify(saved: Save, game: Game[Any], committed: str | None = None) -> Verdict:
    """Check that every roll follows from the committed seed, every answer was legal, and the outcome is the rules'."""
    faults = []
    if commitment(saved.seed) != saved.commitment:
        faults.append("the seed does not fit the commitment in the save")
    if committed is not None and committed != saved.commitment:
        faults.append(f"the save commits to {saved.commitment}, not to {committed}")
    table, entries = None, []
    try:
        entries = standing(saved.journal)
        table = load(saved, game)
    except BadSave as error:
        faults.append(str(error))
    if table is not None:
        rolls = [(at, entry) for at, entry in enumerate(entries) if isinstance(entry, Fell)]
        for n, (at, entry) in enumerate(rolls):
            due = table.dice.result(n, entry.sides)
            if due != entry.result:
                faults.append(f"roll {n} (entry {at}) was {entry.result} of {entry.sides}; the dice give {due}")
        if len(table.journal) != len(entries):
            faults.append("the journal stops where the rules would have gone on by themselves")
        if saved.outcome != _as_saved(table.outcome):
            faults.append("the outcome in the save is not the one the rules reach")
    answers = sum(not isinstance(entry, Fell) for entry in entries)
    return Verdict(len(entries) - answers, answers, bool(table and table.over), faults)
